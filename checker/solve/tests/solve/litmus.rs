//! Litmus tests: queries with answers known from the literature.
//!
//! Sewell et al., x86-TSO (CACM 2010); Alglave, Maranget, Tautschnig, Herding cats (TOPLAS 2014) for the names; SPARC V9 manual, appendix
//! D, for PSO. Each row says which of SC, TSO and PSO allow the outcome.

use crate::brute;
use mcr_protocol::{Fence, LocationId, MemoryModel, Order, ThreadId, Value};
use mcr_solve::{Answer, Engines, Malformed, Next, Operation, OrderSolver, Prefix, Prefixes, Query, solve, z3_version};

/// Reads a program: threads apart by `||`, operations by `;`.
///
/// `Wx1` plain write, `Vx1` volatile, `Lx1` release, `Ax1` arrived, `Rx1` read of 1, `Ux01` update, `Cx01` the same past the buffer
/// of 0 to 1, `F` full fence, `S` store-store barrier, `+m` and `-m` monitor, `>1` start of thread 1, `B` begin, `.` end, `<1`
/// join of thread 1.
fn threads(text: &str) -> Vec<Vec<Operation>> {
    text.split("||")
        .map(|thread| thread.split(';').map(str::trim).filter(|o| !o.is_empty()).map(read).collect())
        .collect()
}

fn read(text: &str) -> Operation {
    let (kind, rest) = text.split_at(1);
    let location = || LocationId(u64::from(rest.as_bytes()[0]));
    let value = |i| Value(u64::from(digit(rest, i)));
    let write = |order| Operation::Write(location(), value(1), order);
    match kind {
        "W" => write(Order::Plain),
        "V" => write(Order::Volatile),
        "L" => write(Order::Release),
        "A" => write(Order::Arrived),
        "R" => Operation::Read(location(), value(1)),
        "U" => Operation::Update { location: location(), old: value(1), new: value(2), order: Order::Volatile },
        "C" => Operation::Update { location: location(), old: value(1), new: value(2), order: Order::Arrived },
        "F" => Operation::Fence(Fence::Full),
        "S" => Operation::Fence(Fence::StoreStore),
        "+" => Operation::Acquire(Value(u64::from(rest.as_bytes()[0]))),
        "-" => Operation::Release(Value(u64::from(rest.as_bytes()[0]))),
        ">" => Operation::Start(ThreadId(u64::from(digit(rest, 0)))),
        "<" => Operation::Join(ThreadId(u64::from(digit(rest, 0)))),
        "B" => Operation::Begin,
        "." => Operation::End,
        _ => panic!("what is {text}?"),
    }
}

fn digit(text: &str, at: usize) -> u32 {
    char::from(text.as_bytes()[at]).to_digit(10).unwrap()
}

fn query(model: MemoryModel, text: &str, next: &str) -> Query {
    let prefix = |(i, operations)| Prefix { thread: ThreadId(i as u64), operations };
    let prefixes = threads(text).into_iter().enumerate().map(prefix).collect();
    let named = |(i, operations): (usize, Vec<Operation>)| {
        operations.into_iter().map(move |operation| Next { thread: ThreadId(i as u64), operation })
    };
    let next = threads(next).into_iter().enumerate().flat_map(named).collect();
    Query { prefixes: Prefixes::new(model, Default::default(), prefixes).unwrap(), next }
}

/// Asks all engines. `allowed`: by SC, by TSO, by PSO.
fn check(name: &str, text: &str, next: &str, allowed: [bool; 3]) {
    for (model, allowed) in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso].into_iter().zip(allowed) {
        let query = query(model, text, next);
        assert_eq!(brute::possible(&query), allowed, "{name}, {model}, brute force");
        for engines in [Engines::All, Engines::Formula, Engines::WithoutFormula] {
            match OrderSolver::new(query.prefixes.clone(), engines).ask(&query.next) {
                Answer::Yes(witness) => {
                    assert!(allowed, "{name}, {model}, {engines:?}: {witness:?}");
                    assert!(brute::accepts(&query, &witness), "{name}, {model}, {engines:?}: {witness:?}");
                }
                Answer::No => assert!(!allowed, "{name}, {model}, {engines:?}"),
                Answer::Unknown => {
                    assert!(
                        engines == Engines::WithoutFormula || z3_version().is_none(),
                        "{name}, {model}, {engines:?}"
                    );
                }
            }
        }
    }
}

const NOWHERE: [bool; 3] = [false, false, false];
const PSO: [bool; 3] = [false, false, true];
const TSO: [bool; 3] = [false, true, true];
const EVERYWHERE: [bool; 3] = [true, true, true];

#[test]
fn classic_shapes() {
    for (name, text, allowed) in [
        ("SB", "Wx1; Ry0 || Wy1; Rx0", TSO),
        ("SB, both see", "Wx1; Ry1 || Wy1; Rx1", EVERYWHERE),
        ("SB with fences", "Wx1; F; Ry0 || Wy1; F; Rx0", NOWHERE),
        ("SB with one fence", "Wx1; F; Ry0 || Wy1; Rx0", TSO),
        ("SB with volatile writes", "Vx1; Ry0 || Vy1; Rx0", NOWHERE),
        ("SB with one volatile write", "Wx1; Ry0 || Vy1; Rx0", TSO),
        ("SB with release writes", "Lx1; Ry0 || Ly1; Rx0", TSO),
        ("SB with store-store barriers", "Wx1; S; Ry0 || Wy1; S; Rx0", TSO),
        ("SB with updates", "Ux01; Ry0 || Uy01; Rx0", NOWHERE),
        ("SB with failed updates as fences", "Wx1; Uz00; Ry0 || Wy1; Uz00; Rx0", NOWHERE),
        ("SB with a clock", "Wx1; Cz01; Ry0 || Wy1; Cz12; Rx0", TSO),
        ("SB with a monitor each", "Wx1; +m; -m; Ry0 || Wy1; +n; -n; Rx0", NOWHERE),
        ("SB with own reads", "Wx1; Rx1; Ry0 || Wy1; Ry1; Rx0", TSO),
        ("MP", "Wx1; Wy1 || Ry1; Rx0", PSO),
        ("MP with a barrier", "Wx1; S; Wy1 || Ry1; Rx0", NOWHERE),
        ("MP with two barriers", "Wx1; S; S; Wy1 || Ry1; Rx0", NOWHERE),
        ("MP with a release write", "Wx1; Ly1 || Ry1; Rx0", NOWHERE),
        ("MP with a release write first", "Lx1; Wy1 || Ry1; Rx0", PSO),
        ("MP with a volatile write", "Wx1; Vy1 || Ry1; Rx0", NOWHERE),
        ("MP with a barrier too late", "Wx1; Wy1; S || Ry1; Rx0", PSO),
        ("LB", "Rx1; Wy1 || Ry1; Wx1", NOWHERE),
        ("S", "Wx2; Wy1 || Ry1; Wx1; Rx1 || Rx1; Rx2", PSO),
        ("S with a barrier", "Wx2; S; Wy1 || Ry1; Wx1; Rx1 || Rx1; Rx2", NOWHERE),
        ("R", "Wx1; Wy1 || Wy2; Rx0; F; Ry2 || Ry1; Ry2", TSO),
        ("R with fences", "Wx1; F; Wy1 || Wy2; F; Rx0; Ry2 || Ry1; Ry2", NOWHERE),
        ("2+2W", "Wx1; Wy2 || Wy1; Wx2 || Rx2; Rx1 || Ry2; Ry1", PSO),
        ("2+2W with barriers", "Wx1; S; Wy2 || Wy1; S; Wx2 || Rx2; Rx1 || Ry2; Ry1", NOWHERE),
        ("IRIW", "Wx1 || Wy1 || Rx1; Ry0 || Ry1; Rx0", NOWHERE),
        ("WRC", "Wx1 || Rx1; Wy1 || Ry1; Rx0", NOWHERE),
        ("RWC", "Wx1 || Rx1; Ry0 || Wy1; Rx0", TSO),
        ("WWC", "Wx2 || Rx2; Wy1 || Ry1; Wx1; F; Rx1; Rx2", NOWHERE),
        ("CoRR", "Wx1 || Rx1; Rx0", NOWHERE),
        ("CoRR of two", "Wx1 || Wx2 || Rx1; Rx2 || Rx2; Rx1", NOWHERE),
        ("CoWW", "Wx1; Wx2 || Rx2; Rx1", NOWHERE),
        ("CoWR", "Wx1; Rx2 || Wx2; Rx2; Rx1", NOWHERE),
        ("CoRW", "Rx1; Wx1", NOWHERE),
    ] {
        check(name, text, "", allowed);
    }
}

#[test]
fn a_thread_sees_its_own_writes_early() {
    for (name, text, allowed) in [
        // Sewell et al., section 2: n6 is allowed by TSO, but not by models without forwarding.
        ("n6", "Wx1; Rx1; Ry0 || Wy2; Wx2; F; Rx2; Rx1", TSO),
        ("n5", "Wx1; Rx2 || Wx2; Rx1", NOWHERE),
        ("n4b", "Rx2; Wx1 || Rx1; Wx2", NOWHERE),
        ("n6 with a fence before the last read", "Wx1; Rx1; F; Ry0 || Wy2; Wx2; F; Rx2; Rx1", NOWHERE),
        // n7 (Intel's iwp2.4): forwarding on both sides.
        ("n7", "Wx1; Rx1; Ry0 || Wy1; Ry1; Rx0", TSO),
        ("MP while somebody else overwrites", "Wx2; Wy1 || Wy2; Rx0 || Ry1; Ry2; Rx0", PSO),
        ("IRIW with own writes", "Wx1; Rx1; Ry0 || Wy1; Ry1; Rx0 || Rx1; Ry0 || Ry1; Rx0", NOWHERE),
        ("PPOAA by forwarding", "Wx1; F; Wy1 || Wy2; Ry2; Ry1; Rx0", NOWHERE),
        ("own write is hidden behind another", "Wx1; Rx1; Rx2; Rx1 || Wx2", NOWHERE),
        ("an own write of the same value", "Wx1; Rx1; Rx2; Rx1 || Wx2; Wx1", EVERYWHERE),
    ] {
        check(name, text, "", allowed);
    }
}

#[test]
fn programs_of_the_errata() {
    // Items 1 and 2: all that is kept of an execution is values.
    check("prefix", "Wx1; Ry0; Wx2 || Wy1; Rx1", "", EVERYWHERE);
    check("equal values", "Wx1; Wx2 || Wy1; Wx2 || Rx2; Wz1 || Rz1; Rx1", "", EVERYWHERE);
    // Section 4 of the design: the rule that the dissertation gives too many.
    check("Phi_addr", "Wx1; Rx1; Ry0 || Wy1; Ry1; Rx0", "", TSO);
    check("volatile flag", "Wx1; Rv0 || Vv1; Rx0", "", TSO);
}

#[test]
fn monitors_exclude_each_other() {
    check("both inside", "+m; Wx1; -m; Rx1 || +m; Rx0; -m; Rx1", "", EVERYWHERE);
    check("seen half-way", "+m; Wx1; Wx2; -m || +m; Rx1; -m", "", NOWHERE);
    check("nested", "+m; +m; -m; Wx1; Wx2; -m || +m; Rx1; -m", "", NOWHERE);
    check("both for good", "+m || +m", "", NOWHERE);
    check("one for good", "+m; Rx1 || +m; Wx1; -m", "", EVERYWHERE);
    check("one for good, too early", "+m; Wx1 || +m; Rx1; -m", "", NOWHERE);
    check("deadlock", "+m || +n", "+n || +m", NOWHERE);
    check("no deadlock", "+m; Wx1; -m || +n; Rx1", "+m || +m", EVERYWHERE);
}

#[test]
fn threads_start_and_end() {
    check("before the start", "Wx1; >1 || B; Rx0", "", NOWHERE);
    check("after the start", "Wx1; >1; Wx2 || B; Rx1; Rx2", "", EVERYWHERE);
    check("not started", "Wx1 || B; Rx1", "", NOWHERE);
    check("joined", "<1; Rx0 || Wx1; .", "", NOWHERE);
    check("joined before the end", "<1 || Wx1", "", NOWHERE);
    check("may join", "Rx0 || Wx1; .", "<1", EVERYWHERE);
    check("ended threads have empty buffers", "Wx1; . || Rx0", "|| Rx0", NOWHERE);
    check("joined, then not seen", ">1; <1; Rx0 || B; Wx1; .", "", NOWHERE);
}

#[test]
fn nobody_is_started_twice() {
    let prefix = |(i, operations)| Prefix { thread: ThreadId(i as u64), operations };
    let prefixes = threads(">2 || >2 || B").into_iter().enumerate().map(prefix).collect();
    let refused = Prefixes::new(MemoryModel::Sc, Default::default(), prefixes).unwrap_err();
    assert_eq!(refused, Malformed::StartedTwice(ThreadId(2)));
}

#[test]
fn contents_of_new_objects_are_there() {
    // x is a field of a new object, written before a barrier; p makes it known, behind the barrier.
    check("behind a barrier", "S; Ax1; Wp1 || Rp1; Rx0", "", NOWHERE);
    check("written since the barrier", "S; Ax1; Wy1; Wp1 || Rp1; Rx1; Ry0", "", PSO);
    check("whatever is in the buffer", "Wq1; Ax1 || Rx1; Rq0", "", TSO);
    check("no fence", "Wx1; Az1; Ry0 || Wy1; Az2; Rx0", "", TSO);
    check("seen by its own thread", "Ax1; Rx0", "", NOWHERE);
    check("in order", "Ax1; Ax2 || Rx2; Rx1", "", NOWHERE);
    check("before what is written later", "Ax1; Wx2 || Rx2; Rx1", "", NOWHERE);
    check("while what is written later is in the buffer", "Ax1; Wx2; Ry0 || Vy1; Rx1", "", TSO);
}

#[test]
fn what_has_arrived_is_older_than_what_is_buffered() {
    let prefixes = |model, text: &str| {
        let operations = threads(text).remove(0);
        Prefixes::new(model, Default::default(), vec![Prefix { thread: ThreadId(0), operations }])
    };
    let x = LocationId(u64::from(b'x'));
    for model in [MemoryModel::Tso, MemoryModel::Pso] {
        for text in ["Wx1; Ax2", "Lx1; Ax2", "Wx1; S; Ax2", "Vx1; Wx2; Ax3"] {
            assert_eq!(prefixes(model, text).unwrap_err(), Malformed::Overtakes(ThreadId(0), x), "{text}");
        }
        for text in ["Ax1; Wx2", "Wy1; Ax1", "Wx1; F; Ax2", "Vx1; Ax2"] {
            assert!(prefixes(model, text).is_ok(), "{text}");
        }
    }
    assert!(prefixes(MemoryModel::Sc, "Wx1; Ax2").is_ok());
}

#[test]
fn what_comes_next_is_asked_of_one_state() {
    // Both values of x cannot be next at once; either can.
    check("one value", "Wx1 || ", "|| Rx1", EVERYWHERE);
    check("other value", "Wx1 || ", "|| Rx0", TSO);
    check("two values for two", "Wx1 || || ", "|| Rx0 || Rx1", NOWHERE);
    check("own and others' value", "Wx1 || ", "Rx1 || Rx0", TSO);
    check("a fence next", "Wx1 || ", "F || Rx0", NOWHERE);
    check("an update next", "Wx1 || ", "Uy01 || Rx0", NOWHERE);
    check("a race", "Wx1; Vv1 || Rv0", "Wy1 || Wy2", EVERYWHERE);
    check("ordered by a flag", "Wv1 || Rv1", "Wy1 || Wy2", EVERYWHERE);
    check("ended", "Wx1; .", "Rx1", NOWHERE);
    check("leave", "+m", "-m", EVERYWHERE);
    check("leave without being in", "+m; -m", "-m", NOWHERE);
}

#[test]
fn one_solver_answers_many_questions() {
    let shared = query(MemoryModel::Tso, "Wx1; Wx2 || Rx1 || Wy1; Rx0", "");
    let next = |value| [Next { thread: ThreadId(1), operation: Operation::Read(LocationId(u64::from(b'x')), value) }];
    let with_z3 = z3_version().map(|_| Engines::Formula);
    for engines in [Engines::All].into_iter().chain(with_z3) {
        let mut solver = OrderSolver::new(shared.prefixes.clone(), engines);
        let answers = [0, 1, 2, 1, 3, 2].map(|value| solver.ask(&next(Value(value))) != Answer::No);
        assert_eq!(answers, [false, true, true, true, false, true], "{engines:?}");
    }
}

#[test]
fn a_witness_is_a_schedule() {
    let query = query(MemoryModel::Tso, "Wx1; Ry0; F || Wy1; Rx0; F", "");
    let Answer::Yes(witness) = solve(&query) else { panic!("store buffering is allowed") };
    let schedule = witness.schedule(&query.prefixes);
    assert_eq!(schedule.events(), 8);
}

/// Nothing is claimed of what nobody has decided.
#[test]
fn z3_alone_leaves_everything_open_where_it_is_not() {
    for (text, possible) in [("Wx1; Ry0 || Wy1; Rx0", true), ("Rx1; Wy1 || Ry1; Wx1", false)] {
        let query = query(MemoryModel::Tso, text, "");
        let mut solver = OrderSolver::new(query.prefixes.clone(), Engines::Formula);
        let answer = solver.ask(&query.next);
        assert_eq!(answer == Answer::Unknown, !cfg!(feature = "z3"), "{text}: {answer:?}");
        assert_eq!(solver.statistics().formula.asked, u64::from(cfg!(feature = "z3")), "{text}");
        if cfg!(feature = "z3") {
            assert_eq!(answer != Answer::No, possible, "{text}: {answer:?}");
        }
    }
}
