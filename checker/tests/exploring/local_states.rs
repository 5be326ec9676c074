//! Keys of local states: right over all interleavings of toy programs, and the checker that merges by them finds the
//! same.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test exploring local_states::` for more random programs.

use crate::toy::audit::{Counts, audit};
use crate::toy::benchmarks::{dekker, lamport, peterson};
use crate::toy::bounded::{cas_calls, cas_loops, entered, increments, monitor_pool, szymanski, with_local_states};
use crate::toy::brute::everything;
use crate::toy::compare::{compare_with, exploration, merging_variants, options, variants};
use crate::toy::program::{Careless, Toy};
use crate::toy::shrink::shrink;
use crate::toy::traps::traps;
use crate::toy::{generator, rich};
use mcr_explore::{Options, Reductions};
use mcr_protocol::MemoryModel;
use std::panic::{AssertUnwindSafe, catch_unwind};

const MODELS: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// States that brute force may visit.
const LIMIT: usize = if cfg!(debug_assertions) { 3_000 } else { 20_000 };

/// Random programs of each kind in a normal run.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 100 } else { 300 };

fn counts(toy: &Toy) -> Counts {
    audit(toy, 2_000_000).expect("it is small enough").unwrap()
}

/// What a check has found, if the program is small enough; a panic is a failure of another kind.
fn quietly<T>(check: impl FnOnce() -> Option<Result<T, String>>) -> Option<Result<T, (bool, String)>> {
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(found) => found.map(|found| found.map_err(|message| (false, message))),
        Err(_) => Some(Err((true, "panic".to_owned()))),
    }
}

/// Does a check with random programs, and shrinks the first for which it fails. Returns how many there were, and what
/// was found.
fn random_programs<T>(model: MemoryModel, programs: u64, check: impl Fn(&Toy) -> Option<Result<T, String>>) -> Vec<T> {
    let seed = setting("MCR_FUZZ_SEED", 1).wrapping_mul(1_000_003);
    let mut all = Vec::new();
    for number in 0..programs {
        let toy = rich::program(model, seed.wrapping_add(number));
        match quietly(|| check(&toy)) {
            None => {}
            Some(Ok(found)) => all.push(found),
            Some(Err((panics, message))) => {
                let same = |toy: &Toy| quietly(|| check(toy)).is_some_and(|f| f.is_err_and(|(p, _)| p == panics));
                let small = shrink(&toy, same);
                let again = quietly(|| check(&small)).and_then(Result::err);
                panic!("program {number} under {model}: {message}\nshrunk: {again:?}\n{small:#?}");
            }
        }
    }
    assert!(all.len() as u64 * 10 >= programs * 6, "most must be small enough: {} of {programs}", all.len());
    all
}

#[test]
fn places_with_one_key_have_one_future() {
    for model in MODELS {
        let all = random_programs(model, setting("MCR_FUZZ_PROGRAMS", PROGRAMS), |toy| audit(toy, LIMIT));
        let sum = |count: fn(&Counts) -> usize| all.iter().map(count).sum::<usize>();
        println!(
            "{model}: {} programs, histories {}, states {}, at least {}; read edges {}, {}, {}; {} keys",
            all.len(),
            sum(|c| c.histories),
            sum(|c| c.states),
            sum(|c| c.least_states),
            sum(|c| c.history_reads),
            sum(|c| c.reads),
            sum(|c| c.least_reads),
            sum(|c| c.keys)
        );
    }
}

#[test]
fn each_trap_is_in_the_key_and_missed_if_left_out() {
    for trap in traps() {
        for memory_model in MODELS {
            let toy = Toy { memory_model, ..trap.toy.clone() };
            let found = audit(&toy, 200_000).expect("it is small");
            assert!(found.is_ok(), "{} under {memory_model}: {found:?}", trap.name);
            // Barriers matter under PSO alone.
            if trap.careless.is_some_and(|careless| careless != Careless::Barrier || memory_model == MemoryModel::Pso) {
                let found = audit(&Toy { careless: trap.careless, ..toy }, 200_000).expect("it is small");
                let missed = found.as_ref().err().is_some_and(|message| message.contains("different futures"));
                assert!(missed, "{} under {memory_model}: {found:?}", trap.name);
            }
        }
    }
}

/// `cargo test --release --test exploring local_states::random_programs_miss -- --ignored --nocapture`: whether random programs are good for
/// anything.
#[test]
#[ignore = "only if the generator is changed"]
fn random_programs_miss_whatever_is_left_out() {
    use Careless::{Barrier, Content, Dead, Holds, Identity, Looks, Older, Own, Returned};
    let mut missed = Vec::new();
    for careless in [Older, Identity, Content, Returned, Own, Holds, Barrier, Looks, Dead] {
        let wrong = |number: &u64| {
            let toy = Toy { careless: Some(careless), ..rich::program(MemoryModel::Pso, 1_000_003 + number) };
            quietly(|| audit(&toy, 3000)).is_some_and(|found| found.is_err())
        };
        let programs = setting("MCR_FUZZ_PROGRAMS", 2000);
        let found = (0..programs).filter(wrong).collect::<Vec<_>>();
        println!("{careless:?}: {} of {programs}, the first is {:?}", found.len(), found.first());
        missed.extend(found.is_empty().then_some(careless));
    }
    assert_eq!(missed, [], "not shown by any program");
}

/// The language of the other tests: it has no procedures, but all kinds of operations.
#[test]
fn keys_are_right_for_all_kinds_of_operations_and_change_nothing() {
    let mut compared = 0;
    let programs = setting("MCR_FUZZ_PROGRAMS", PROGRAMS);
    for number in 0..programs {
        let toy = generator::program(setting("MCR_FUZZ_SEED", 1).wrapping_mul(1_000_003).wrapping_add(number));
        let keyed = with_local_states(toy.clone());
        let Some(found) = audit(&keyed, LIMIT) else { continue };
        found.unwrap_or_else(|message| panic!("program {number}: {message}\n{toy:#?}"));
        let (Some(without), Some(with)) = (everything(&toy, LIMIT), everything(&keyed, LIMIT)) else { continue };
        compared += 1;
        assert_eq!(without.outcomes, with.outcomes, "program {number}: {toy:#?}");
    }
    println!("{compared} of {programs} compared");
    assert!(compared * 10 > programs * 6, "{compared} of {programs}");
}

/// What the checker finds, with and without merging, and in its own audit.
fn merged(toy: &Toy) -> Option<Result<u64, String>> {
    let all = everything(toy, LIMIT).filter(|all| !all.endless)?;
    let mut fewest = u64::MAX;
    let apart = variants().into_iter().map(|(name, options)| (name.to_owned(), options));
    for (name, options) in apart.chain(merging_variants()) {
        match compare_with(toy, &all, &options) {
            Ok(found) => fewest = fewest.min(found.executions),
            Err(message) => return Some(Err(format!("{name}: {message}"))),
        }
    }
    Some(Ok(fewest))
}

#[test]
fn traps_are_explored_as_brute_force_says() {
    for trap in traps() {
        for memory_model in MODELS {
            let found = merged(&Toy { memory_model, ..trap.toy.clone() });
            assert!(!matches!(found, Some(Err(_))), "{} under {memory_model}: {found:?}", trap.name);
        }
    }
}

/// Half an hour: `cargo test --release --test exploring local_states::many -- --ignored --nocapture`.
#[test]
#[ignore = "10,000 programs under each model"]
fn many_random_programs_are_explored_as_brute_force_says() {
    for model in MODELS {
        let all = random_programs(model, setting("MCR_FUZZ_PROGRAMS", 10_000), |toy| match audit(toy, LIMIT)? {
            Ok(_) => merged(toy),
            Err(message) => Some(Err(message)),
        });
        println!("{model}: {} programs, {} executions at least", all.len(), all.iter().sum::<u64>());
    }
}

/// Local histories, local states; read edges of the former, and of the latter: a bound on executions.
fn table(counts: &Counts) -> [usize; 4] {
    [counts.histories, counts.states, counts.history_reads, counts.reads]
}

#[test]
fn local_states_of_loops_are_few() {
    // Numbers of the thread that starts the others are among them.
    let expected = [
        ("CAS loop, twice", cas_loops(2, 2), [135, 43, 128, 64]),
        ("CAS loop, three times", cas_loops(2, 3), [1073, 91, 1066, 180]),
        ("CAS loop in a procedure, three times", cas_calls(2, 3), [1073, 91, 1066, 180]),
        ("x++, four times", increments(2, 4), [619, 61, 306, 46]),
        ("Peterson, twice", entered(2, &peterson(1)), [455, 95, 192, 48]),
        ("Szymanski, once", entered(1, &szymanski(1)), [1518, 257, 842, 208]),
        ("pool, two tasks", monitor_pool(2), [549, 150, 251, 71]),
    ];
    for (name, toy, expected) in expected {
        let counts = counts(&toy);
        println!("{name}: {counts:?}");
        assert_eq!(table(&counts), expected, "{name}");
        // The checker has the same graph in the end.
        for (local_states, expected) in [(false, counts.histories), (true, counts.states)] {
            let reductions = Reductions { local_states, ..Reductions::ALL };
            let found = exploration(&toy, &Options { reductions, counted_executions: 0, ..options(true) }).0;
            assert_eq!(found.local_states, expected as u64, "{name}");
            assert!(found.executions <= counts.reads as u64 || !local_states, "{name}: {}", found.executions);
        }
    }
}

/// `cargo test --release --test exploring local_states::table -- --ignored --nocapture`: read edges by brute force, as far as that
/// goes, and executions.
#[test]
#[ignore = "prints a table"]
fn table_of_executions() {
    let mut programs = Vec::new();
    for n in 1..6 {
        programs.push((format!("CAS loop, {n} times"), cas_loops(2, n)));
        programs.push((format!("x++, {n} times"), increments(2, n)));
        programs.push((format!("pool, {n} tasks"), monitor_pool(n)));
        if n < 4 {
            programs.push((format!("CAS loop of three, {n} times"), cas_loops(3, n)));
            programs.push((format!("Peterson, {n} times"), entered(n, &peterson(1))));
            programs.push((format!("Dekker, {n} times"), entered(n, &dekker(1))));
            programs.push((format!("Lamport, {n} times"), entered(n, &lamport(1))));
            programs.push((format!("Szymanski, {n} times"), entered(n, &szymanski(1))));
        }
    }
    for (name, toy) in programs {
        let counts = audit(&toy, 300_000).map(|found| table(&found.unwrap()));
        let explored = |local_states| {
            let reductions = Reductions { local_states, ..Reductions::ALL };
            let limits = Options { max_executions: Some(20_000), counted_executions: 0, ..options(true) };
            let found = exploration(&toy, &Options { reductions, ..limits }).0;
            format!("{:?}, {} executions, {} local states", found.conclusion, found.executions, found.local_states)
        };
        println!("{name}: brute force {counts:?}; apart {}; merged {}", explored(false), explored(true));
    }
}
