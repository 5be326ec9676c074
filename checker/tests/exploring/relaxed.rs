//! Store buffers: litmus programs and programs of the papers under all memory models.
//!
//! What is expected is argued from the axioms of the models, as in Owens, Sarkar and Sewell (x86-TSO), Alglave et al. (the names of the programs)
//! and the SPARC manual. With *before* for the order in memory: SC keeps program order. TSO keeps all of it but that a read may come
//! before an own earlier write (which it sees if it is the last to its location). PSO besides lets writes to different
//! locations pass each other. All three have one memory: when one other thread sees a write, all do.

use crate::toy::benchmarks::{bakery, dekker, peterson, rv_example};
use crate::toy::brute::everything;
use crate::toy::compare::compare;
use crate::toy::observed::observed;
use crate::toy::program::Expr::C;
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{FLAG, PERMIT, Toy, patience};
use mcr_protocol::MemoryModel::{self, Pso, Sc, Tso};
use mcr_protocol::{Change, Fence as Kind, Guard, Limit, Order, Patience, Timeouts, Value};
use std::collections::BTreeSet;

const MODELS: [MemoryModel; 3] = [Sc, Tso, Pso];
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;
const NOW: Patience = patience(Limit::Now, false);

fn under(model: MemoryModel, toy: &Toy) -> Toy {
    Toy { memory_model: model, ..toy.clone() }
}

fn put(v: usize, k: i64) -> Stmt {
    Store(v, C(k))
}

/// As many behaviours as another enumerator has counted, which shares nothing with this one.
#[test]
fn programs_of_the_papers_have_as_many_behaviours_as_counted_elsewhere() {
    let behaviours =
        |toy: &Toy, model| everything(&under(model, toy), 5_000_000).expect("small enough").behaviours.len();
    let counts = |toy: &Toy| MODELS.map(|model| behaviours(toy, model));
    assert_eq!(counts(&peterson(1)), [36, 36, 36]);
    assert_eq!(counts(&dekker(1)), [84, 86, 154]);
    assert_eq!(counts(&rv_example()), [107, 107, 137]);
    assert_eq!(behaviours(&bakery(1), Sc), 194);
}

#[test]
fn programs_of_the_papers_are_explored_completely() {
    for (name, toy) in [("Peterson", peterson(1)), ("Dekker", dekker(1)), ("RVExample", rv_example())] {
        for model in MODELS {
            let toy = under(model, &toy);
            let all = everything(&toy, 5_000_000).expect("small enough");
            for reduction in [false, true] {
                compare(&toy, &all, reduction)
                    .unwrap_or_else(|e| panic!("{name}, {model}, reduction {reduction}: {e}"));
            }
        }
    }
}

/// A program and the rows it can end with: what each thread has read, then last values. The weaker models show what the
/// stronger ones show and more.
struct Litmus {
    name: &'static str,
    threads: Vec<(Vec<Stmt>, usize)>,
    last: Vec<usize>,
    sc: Vec<String>,
    tso: Vec<&'static str>,
    pso: Vec<&'static str>,
}

fn litmus(name: &'static str, threads: &[(&[Stmt], usize)], last: &[usize], sc: Vec<String>) -> Litmus {
    let threads = threads.iter().map(|(body, registers)| (body.to_vec(), *registers)).collect();
    Litmus { name, threads, last: last.to_vec(), sc, tso: vec![], pso: vec![] }
}

impl Litmus {
    /// What TSO adds.
    fn tso(self, more: &[&'static str]) -> Litmus {
        Litmus { tso: more.to_vec(), ..self }
    }

    /// What PSO adds to that.
    fn pso(self, more: &[&'static str]) -> Litmus {
        Litmus { pso: more.to_vec(), ..self }
    }

    fn toy(&self, model: MemoryModel, change: impl Fn(&[Stmt]) -> Vec<Stmt>) -> Toy {
        let changed: Vec<_> = self.threads.iter().map(|(body, registers)| (change(body), *registers)).collect();
        let threads: Vec<_> = changed.iter().map(|(body, registers)| (body.as_slice(), *registers)).collect();
        under(model, &observed(3, &self.last, &threads))
    }

    fn rows(&self, model: MemoryModel) -> BTreeSet<String> {
        let more =
            |on: bool, rows: &[&str]| if on { rows.iter().map(|row| (*row).to_owned()).collect() } else { vec![] };
        let mut rows = self.sc.clone();
        rows.extend(more(model != Sc, &self.tso));
        rows.extend(more(model == Pso, &self.pso));
        rows.into_iter().collect()
    }
}

/// All rows of such values but these.
fn all_but(values: &[&[i64]], not: &[&str]) -> Vec<String> {
    let mut rows = vec![String::new()];
    for values in values {
        let longer = |row: &String| values.iter().map(|k| format!("{row} {k}").trim().to_owned()).collect::<Vec<_>>();
        rows = rows.iter().flat_map(longer).collect();
    }
    let before = rows.len();
    rows.retain(|row| !not.contains(&row.as_str()));
    assert_eq!(rows.len() + not.len(), before);
    rows
}

fn only(rows: &[&str]) -> Vec<String> {
    rows.iter().map(|row| (*row).to_owned()).collect()
}

fn programs() -> Vec<Litmus> {
    let (bit, bits, both): (&[i64], _, &[i64]) = (&[0, 1], |n: usize| vec![&[0i64, 1][..]; n], &[1, 2]);
    let one: &[i64] = &[1];
    vec![
        // Both reads pass the own write.
        litmus("SB", &[(&[put(X, 1), Load(0, Y)], 1), (&[put(Y, 1), Load(0, X)], 1)], &[], all_but(&bits(2), &["0 0"]))
            .tso(&["0 0"]),
        // The same; that the own write is read does not hold the second read back.
        litmus(
            "SB+rfis",
            &[(&[put(X, 1), Load(0, X), Load(1, Y)], 2), (&[put(Y, 1), Load(0, Y), Load(1, X)], 2)],
            &[],
            all_but(&[one, bit, one, bit], &["1 0 1 0"]),
        )
        .tso(&["1 0 1 0"]),
        litmus("MP", &[(&[put(X, 1), put(Y, 1)], 0), (&[Load(0, Y), Load(1, X)], 2)], &[], all_but(&bits(2), &["1 0"]))
            .pso(&["1 0"]),
        // No write passes an earlier read.
        litmus("LB", &[(&[Load(0, X), put(Y, 1)], 1), (&[Load(0, Y), put(X, 1)], 1)], &[], all_but(&bits(2), &["1 1"])),
        litmus(
            "S",
            &[(&[put(X, 2), put(Y, 1)], 0), (&[Load(0, Y), put(X, 1)], 1)],
            &[X],
            all_but(&[bit, both], &["1 2"]),
        )
        .pso(&["1 2"]),
        // y=2 is last, so x=1 is before y=1 before y=2; the read passes y=2 and with it all of them.
        litmus(
            "R",
            &[(&[put(X, 1), put(Y, 1)], 0), (&[put(Y, 2), Load(0, X)], 1)],
            &[Y],
            all_but(&[bit, both], &["0 2"]),
        )
        .tso(&["0 2"]),
        // x=1 last: x=2 before it, so y=1 before x=2 before x=1 before y=2.
        litmus(
            "2+2W",
            &[(&[put(X, 1), put(Y, 2)], 0), (&[put(Y, 1), put(X, 2)], 0)],
            &[X, Y],
            all_but(&[both, both], &["1 1"]),
        )
        .pso(&["1 1"]),
        // One memory, and no read passes a read.
        litmus(
            "IRIW",
            &[(&[put(X, 1)], 0), (&[put(Y, 1)], 0), (&[Load(0, X), Load(1, Y)], 2), (&[Load(0, Y), Load(1, X)], 2)],
            &[],
            all_but(&bits(4), &["1 0 1 0"]),
        ),
        litmus(
            "WRC",
            &[(&[put(X, 1)], 0), (&[Load(0, X), put(Y, 1)], 1), (&[Load(0, Y), Load(1, X)], 2)],
            &[],
            all_but(&bits(3), &["1 1 0"]),
        ),
        // The last thread's read passes its write.
        litmus(
            "RWC",
            &[(&[put(X, 1)], 0), (&[Load(0, X), Load(1, Y)], 2), (&[put(Y, 1), Load(0, X)], 1)],
            &[],
            all_but(&bits(3), &["1 0 0"]),
        )
        .tso(&["1 0 0"]),
        litmus(
            "W+RWC",
            &[(&[put(X, 1), put(Y, 1)], 0), (&[Load(0, Y), Load(1, Z)], 2), (&[put(Z, 1), Load(0, X)], 1)],
            &[],
            all_but(&bits(3), &["1 0 0"]),
        )
        .tso(&["1 0 0"]),
        // y=1 is seen before x=1 only if they pass each other.
        litmus(
            "ISA2",
            &[(&[put(X, 1), put(Y, 1)], 0), (&[Load(0, Y), put(Z, 1)], 1), (&[Load(0, Z), Load(1, X)], 2)],
            &[],
            all_but(&bits(3), &["1 1 0"]),
        )
        .pso(&["1 1 0"]),
        litmus(
            "3.SB",
            &[(&[put(X, 1), Load(0, Y)], 1), (&[put(Y, 1), Load(0, Z)], 1), (&[put(Z, 1), Load(0, X)], 1)],
            &[],
            all_but(&bits(3), &["0 0 0"]),
        )
        .tso(&["0 0 0"]),
        litmus(
            "3.2W",
            &[(&[put(X, 1), put(Y, 2)], 0), (&[put(Y, 1), put(Z, 2)], 0), (&[put(Z, 1), put(X, 2)], 0)],
            &[X, Y, Z],
            all_but(&[both, both, both], &["1 1 1"]),
        )
        .pso(&["1 1 1"]),
        // One location is coherent under every model.
        litmus("CoRR", &[(&[put(X, 1)], 0), (&[Load(0, X), Load(1, X)], 2)], &[], all_but(&bits(2), &["1 0"])),
        litmus("CoWR", &[(&[put(X, 1), Load(0, X)], 1), (&[put(X, 2)], 0)], &[X], only(&["1 1", "1 2", "2 2"])),
        litmus("CoWW", &[(&[put(X, 1), put(X, 2)], 0), (&[Load(0, X), Load(1, X)], 2)], &[X], {
            only(&["0 0 2", "0 1 2", "0 2 2", "1 1 2", "1 2 2", "2 2 2"])
        }),
        // Who has read the other's write comes behind it, and then reads its own; not both.
        litmus(
            "n4",
            &[(&[Load(0, X), put(X, 1), Load(1, X)], 2), (&[Load(0, X), put(X, 2), Load(1, X)], 2)],
            &[],
            only(&["2 1 0 2", "2 1 0 1", "0 1 1 2", "0 2 1 2", "0 1 0 2", "0 2 0 2", "0 1 0 1"]),
        ),
        litmus(
            "n5",
            &[(&[put(X, 1), Load(0, X)], 1), (&[put(X, 2), Load(0, X)], 1)],
            &[],
            only(&["1 1", "1 2", "2 2"]),
        ),
        // x=1 is last: y=2 is before x=2 before x=1, but the reads may pass x=1, the first of them seeing it. Under PSO x=2 can be seen before y=2.
        litmus(
            "n6",
            &[(&[put(X, 1), Load(0, X), Load(1, Y)], 2), (&[put(Y, 2), put(X, 2)], 0)],
            &[X],
            only(&["1 2 1", "1 0 2", "1 2 2", "2 2 2"]),
        )
        .tso(&["1 0 1"])
        .pso(&["2 0 2"]),
        litmus(
            "n7",
            &[(&[put(X, 1), Load(0, X), Load(1, Y)], 2), (&[put(Y, 1)], 0), (&[Load(0, Y), Load(1, X)], 2)],
            &[],
            all_but(&[one, bit, bit, bit], &["1 0 1 0"]),
        )
        .tso(&["1 0 1 0"]),
    ]
}

fn as_it_is(body: &[Stmt]) -> Vec<Stmt> {
    body.to_vec()
}

fn all_writes(order: Order) -> impl Fn(&[Stmt]) -> Vec<Stmt> {
    move |body| {
        let change = |stmt: &Stmt| match stmt {
            Store(v, e) => StoreAs(*v, *e, order),
            other => other.clone(),
        };
        body.iter().map(change).collect()
    }
}

fn between_all(fence: Kind) -> impl Fn(&[Stmt]) -> Vec<Stmt> {
    move |body| body.iter().flat_map(|stmt| [stmt.clone(), Fence(fence)]).collect()
}

/// Each litmus program in each form, and the model whose rows it must show.
fn forms() -> Vec<(String, Toy, BTreeSet<String>)> {
    let mut all = Vec::new();
    for litmus in programs() {
        for model in MODELS {
            // Writes that do not pass each other are what TSO has.
            let in_order = if model == Pso { Tso } else { model };
            let forms = [
                ("plain", litmus.toy(model, as_it_is), model),
                ("volatile", litmus.toy(model, all_writes(Order::Volatile)), Sc),
                ("full fences", litmus.toy(model, between_all(Kind::Full)), Sc),
                ("release", litmus.toy(model, all_writes(Order::Release)), in_order),
                ("store-store barriers", litmus.toy(model, between_all(Kind::StoreStore)), in_order),
            ];
            for (form, toy, like) in forms {
                all.push((format!("{} {form} under {model}", litmus.name), toy, litmus.rows(like)));
            }
        }
    }
    all
}

fn rows_of(outcomes: &BTreeSet<(String, String)>) -> BTreeSet<String> {
    outcomes
        .iter()
        .map(|(text, end)| {
            assert_eq!(end, "normal");
            text.trim_end().to_owned()
        })
        .collect()
}

#[test]
fn brute_force_shows_what_the_models_allow() {
    for (name, toy, rows) in forms() {
        let all = everything(&toy, 2_000_000).expect("small enough");
        assert_eq!(rows_of(&all.outcomes), rows, "{name}");
    }
}

#[test]
fn exploration_shows_what_the_models_allow() {
    for (name, toy, rows) in forms() {
        let all = everything(&toy, 2_000_000).expect("small enough");
        for reduction in [false, true] {
            let found = compare(&toy, &all, reduction).unwrap_or_else(|e| panic!("{name}, reduction {reduction}: {e}"));
            let outcomes = found.outcomes.iter().map(|o| (o.stdout.clone(), o.end.clone())).collect();
            assert_eq!(rows_of(&outcomes), rows, "{name}, reduction {reduction}");
        }
    }
}

/// Outcomes by brute force, which the exploration has to find as well.
fn outcomes(toy: &Toy) -> BTreeSet<(String, String)> {
    let all = everything(toy, 500_000).expect("small enough");
    for reduction in [false, true] {
        compare(toy, &all, reduction).unwrap_or_else(|e| panic!("reduction {reduction}: {e}\n{toy:#?}"));
    }
    all.outcomes
}

/// Operations between the write and the read of `SB`, by thread and a variable of its own: a fence keeps the two zeros away.
fn between(t: usize) -> (Vec<Vec<Stmt>>, Vec<Vec<Stmt>>) {
    let (own, r) = (t - 1, 7);
    let guarded = |guard, change, patience| Guarded(r, own, guard, change, patience);
    let fences = vec![
        vec![Fence(Kind::Full)],
        vec![StoreAs(own, C(1), Order::Volatile)],
        vec![Add(r, own, 0)],
        vec![Cas(r, own, 5, 6)],
        vec![Sync(t - 1, vec![])],
        vec![Try(t - 1, NOW, r, vec![])],
        vec![Store(PERMIT + t, C(1))],
        vec![Store(FLAG, C(1))],
        vec![Say("")],
        vec![guarded(Guard::Always, Change::Add(1), Patience::FOREVER)],
        vec![guarded(Guard::Zero, Change::Set(Value(1)), NOW)],
        // Nobody changes the number, so its time is over some time.
        vec![guarded(Guard::AtLeast(1), Change::Keep, patience(Limit::Timed, false))],
    ];
    let others = vec![
        vec![],
        vec![Fence(Kind::StoreStore)],
        vec![Load(r, own)],
        vec![put(own, 1)],
        vec![StoreAs(own, C(1), Order::Release)],
        vec![StoreAs(own, C(1), Order::Arrived)],
        // Both.
        vec![Tick(r, 2)],
        vec![Alive(r, t)],
        vec![State(r, t)],
        vec![Choose(r, 2)],
        vec![guarded(Guard::Zero, Change::Keep, Patience::FOREVER)],
        vec![guarded(Guard::Always, Change::CountDown, Patience::FOREVER)],
        vec![guarded(Guard::AtLeast(1), Change::Keep, NOW)],
    ];
    (fences, others)
}

#[test]
fn only_fences_keep_store_buffering_away() {
    let ends_with_zeros = |first: &[Stmt], second: &[Stmt], model| {
        let thread = |own: usize, between: &[Stmt]| [&[put(3 + own, 1)], between, &[Load(0, 4 - own)]].concat();
        let (first, second) = (thread(0, first), thread(1, second));
        let toy = observed(5, &[], &[(&first, 1), (&second, 1)]);
        let toy = Toy { timeouts: Timeouts::Any, ..under(model, &toy) };
        let shown = outcomes(&toy);
        for row in ["0 1 ", "1 0 ", "1 1 "] {
            assert!(shown.contains(&(row.to_owned(), "normal".to_owned())), "{row}: {shown:?}");
        }
        shown.contains(&("0 0 ".to_owned(), "normal".to_owned()))
    };
    let ((fences, others), (fences_too, others_too)) = (between(1), between(2));
    for model in MODELS {
        for (first, second) in fences.iter().zip(&fences_too) {
            assert!(!ends_with_zeros(first, second, model), "{model}: {first:?}");
            // One thread without a fence is enough.
            assert_eq!(ends_with_zeros(first, &[], model), model.buffers(), "{model}: {first:?}");
        }
        for (first, second) in others.iter().zip(&others_too) {
            assert_eq!(ends_with_zeros(first, second, model), model.buffers(), "{model}: {first:?}");
        }
    }
}
