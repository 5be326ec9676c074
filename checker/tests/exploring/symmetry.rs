//! Interchangeable threads: searches that take states for one in which such threads are exchanged find the same as those that do not.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test exploring symmetry::` for more random programs.

use crate::toy::bounded::with_local_states;
use crate::toy::brute::everything;
use crate::toy::compare::{compare_with, exploration, options};
use crate::toy::constellations::constellations;
use crate::toy::copies;
use crate::toy::exchange;
use crate::toy::large;
use crate::toy::program::Expr::{C, Plus, R};
use crate::toy::program::Stmt::*;
use crate::toy::program::{Cmp, Cond, Toy};
use crate::toy::shrink::shrink;
use mcr_explore::{Conclusion, Exploration, Options, Reductions};
use mcr_protocol::MemoryModel;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

fn with(symmetry: bool) -> Options {
    Options { counted_states: 0, reductions: Reductions { symmetry, ..Reductions::ALL }, ..options(true) }
}

fn explored(toy: &Toy, symmetry: bool) -> Exploration {
    let found = exploration(toy, &with(symmetry)).0;
    assert_eq!((&found.conclusion, found.redundant_executions), (&Conclusion::Complete, 0));
    found
}

/// `n` threads `synchronized (A) { a = 1; } synchronized (B) { b = a + 1; }`, and a checker.
fn clients(n: usize) -> Toy {
    let client = vec![Sync(0, vec![Store(0, C(1))]), Sync(1, vec![Load(0, 0), Store(1, Plus(0, 1))])];
    copies::all_alike(Toy::fork_join(&[0, 0], 2, vec![client; n], vec![Load(0, 1), Print(R(0))]))
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// Searches that must find what brute force finds.
fn variants() -> Vec<(String, Options)> {
    let mut variants = Vec::new();
    for (persistent_sets, reach) in [(false, false), (true, false), (true, true)] {
        for symmetry in [false, true] {
            // Without symmetry, other tests compare these.
            if !symmetry && !reach {
                continue;
            }
            let reductions = Reductions { persistent_sets, reach, merging: true, symmetry, local_states: reach };
            let name = format!("persistent sets {persistent_sets}, reach {reach}, symmetry {symmetry}");
            let merged = Options { counted_states: 0, counted_executions: 0, reductions, ..options(true) };
            variants.push((name, merged));
        }
    }
    variants
}

/// Whether all states that are taken for one have one future, and searches find what brute force finds. How many states there are, and how many if
/// threads may be exchanged (0: none may). None if the program is too large.
fn checked(toy: &Toy, limit: usize) -> Option<Result<[u64; 2], String>> {
    let all = everything(toy, limit).filter(|all| !all.endless)?;
    let counts = match exchange::audit(toy, limit) {
        Some(Err(message)) => return Some(Err(message)),
        Some(Ok(counts)) => [counts.states as u64, counts.classes as u64],
        None => [0, 0],
    };
    for (name, options) in variants() {
        if let Err(message) = compare_with(toy, &all, &options) {
            return Some(Err(format!("{name}: {message}")));
        }
    }
    Some(Ok(counts))
}

fn quietly(toy: &Toy, limit: usize) -> Option<Result<[u64; 2], String>> {
    catch_unwind(AssertUnwindSafe(|| checked(toy, limit))).unwrap_or_else(|_| Some(Err("panic".to_owned())))
}

fn compare_programs(model: MemoryModel, programs: u64) {
    let limit = if cfg!(debug_assertions) { 2_000 } else { 30_000 };
    let seed = setting("MCR_FUZZ_SEED", 1).wrapping_mul(1_000_003);
    let (mut compared, mut engaged, mut sum) = (0, 0, [0, 0]);
    for number in 0..programs {
        let toy = copies::program(model, seed.wrapping_add(number));
        let toy = if number % 4 == 0 { with_local_states(toy) } else { toy };
        match quietly(&toy, limit) {
            None => {}
            Some(Ok([without, with])) => {
                compared += 1;
                engaged += u64::from(with < without);
                sum = [sum[0] + without, sum[1] + with];
            }
            Some(Err(message)) => {
                let panics = message == "panic";
                let fails = |toy: &Toy| quietly(toy, limit).is_some_and(|f| f.is_err_and(|m| (m == "panic") == panics));
                let small = shrink(&toy, fails);
                panic!("program {number} under {model}: {message}\nshrunk: {:?}\n{small:#?}", quietly(&small, limit));
            }
        }
    }
    println!("{model}: {compared} of {programs} programs; fewer states in {engaged}; states {} and {}", sum[0], sum[1]);
    assert!(compared * 10 > programs * 6 && engaged * 5 > compared, "{compared} compared, {engaged} have fewer states");
}

#[test]
fn states_of_interchangeable_threads_do_not_grow_with_their_permutations() {
    let outcomes = |found: &Exploration| found.outcomes.iter().map(|o| (o.stdout.clone(), o.end.clone())).collect();
    let races = |found: &Exploration| found.races.iter().map(|r| r.accesses.each_ref().map(|a| a.site)).collect();
    for (toy, most) in [(clients(6), 120), (increments(5, 1), 300), (pool(4, 3), 200)] {
        let (without, with) = (explored(&toy, false), explored(&toy, true));
        println!("{} and {}", without.states, with.states);
        assert!(with.states <= most && with.states * 10 < without.states, "{} of {}", with.states, without.states);
        let found = [&without, &with].map(|found| -> (BTreeSet<_>, BTreeSet<_>) { (outcomes(found), races(found)) });
        assert_eq!(found[0], found[1]);
    }
}

const MODELS: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];

#[test]
fn threads_that_can_be_told_apart_are() {
    for (name, toy) in copies::traps().into_iter().chain(constellations()) {
        let mirrored = copies::mirrored(toy.clone());
        for (memory_model, toy) in MODELS.into_iter().flat_map(|model| [(model, &toy), (model, &mirrored)]) {
            let found = checked(&Toy { memory_model, ..toy.clone() }, 200_000).expect("it is small");
            let found = found.unwrap_or_else(|message| panic!("{name} under {memory_model}: {message}\n{toy:#?}"));
            println!("{name}, {memory_model}: {found:?}");
        }
    }
}

/// How many random programs are compared under each model; three tests, since they can run at the same time.
fn some_programs() -> u64 {
    setting("MCR_FUZZ_PROGRAMS", if cfg!(debug_assertions) { 60 } else { 150 })
}

#[test]
fn random_programs_with_copies_are_explored_as_brute_force_says_under_sc() {
    compare_programs(MemoryModel::Sc, some_programs());
}

#[test]
fn random_programs_with_copies_are_explored_as_brute_force_says_under_tso() {
    compare_programs(MemoryModel::Tso, some_programs());
}

#[test]
fn random_programs_with_copies_are_explored_as_brute_force_says_under_pso() {
    compare_programs(MemoryModel::Pso, some_programs());
}

/// `cargo test --release --test exploring symmetry::many -- --ignored --nocapture`
#[test]
#[ignore = "10,000 programs under each model"]
fn many_random_programs_with_copies_are_explored_as_brute_force_says() {
    for model in MODELS {
        compare_programs(model, setting("MCR_FUZZ_PROGRAMS", 10_000));
    }
}

/// Each `times` times `x++`, of which others can come in the middle.
fn increments(n: usize, times: usize) -> Toy {
    let increment = || [Load(0, 0), Store(0, Plus(0, 1))];
    let body: Vec<_> = (0..times).flat_map(|_| increment()).collect();
    copies::all_alike(Toy::fork_join(&[0], 0, vec![body; n], vec![Load(0, 0), Print(R(0))]))
}

/// Each takes tasks until there are none left, and adds what they are worth.
fn pool(n: usize, tasks: i64) -> Toy {
    let taken = If(Cond(R(0), Cmp::Ge, C(tasks)), vec![Break(1)], vec![]);
    let body = vec![Loop(vec![Add(0, 0, 1), taken, Sync(0, vec![Load(1, 1), Store(1, Plus(1, 1))])])];
    copies::all_alike(Toy::fork_join(&[0, 0], 1, vec![body; n], vec![Load(0, 1), Print(R(0))]))
}

/// `cargo test --release --test exploring symmetry::table -- --ignored --nocapture`
#[test]
#[ignore = "prints a table"]
fn table() {
    let mut programs = Vec::new();
    programs.extend((2..=20).map(|n| (format!("clients({n})"), clients(n))));
    programs.extend([4, 5, 6, 7, 8, 10].map(|n| (format!("increments({n}, 1)"), increments(n, 1))));
    programs.extend([3, 4].map(|n| (format!("increments({n}, 2)"), increments(n, 2))));
    programs.extend([(4, 3), (5, 3), (6, 3), (8, 3), (4, 6)].map(|(n, t)| (format!("pool({n}, {t})"), pool(n, t))));
    programs.extend([4, 6, 8].map(|n| (format!("large::pool({n}, 3, 4)"), copies::all_alike(large::pool(n, 3, 4)))));
    programs.extend(
        [6, 8, 10].map(|n| (format!("large::hand_over_hand({n}, 6)"), copies::all_alike(large::hand_over_hand(n, 6)))),
    );
    let only = std::env::var("MCR_TABLE").unwrap_or_default();
    for (name, toy) in programs.into_iter().filter(|(name, _)| name.starts_with(&only)) {
        for symmetry in [false, true] {
            let start = Instant::now();
            let limits = Options { deadline: Some(start + Duration::from_secs(20)), minimise: false, ..with(symmetry) };
            let counted_states = setting("MCR_COUNTED_STATES", Options::default().counted_states);
            let found = exploration(&toy, &Options { counted_states, ..limits }).0;
            let (states, executions, passes, steps) = (found.states, found.executions, found.passes, found.steps);
            let done = found.conclusion == Conclusion::Complete;
            println!(
                "{name}, symmetry {symmetry}: done {done}, {states} states, {executions} executions, {passes} passes, \
                 {steps} steps, {:.2?}",
                start.elapsed()
            );
        }
    }
}
