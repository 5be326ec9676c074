//! Interchangeable threads: searches that take states for one in which such threads are exchanged find the same as those that do not.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test symmetry` for more random programs.

mod toy;

use mcr_checker::explore::{Exploration, Options, Reductions};
use mcr_protocol::MemoryModel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toy::brute::everything;
use toy::compare::{compare_with, exploration, options};
use toy::copies;
use toy::program::Expr::{C, Plus, R};
use toy::program::Stmt::*;
use toy::program::Toy;
use toy::shrink::shrink;

fn with(symmetry: bool) -> Options {
    Options { counted_states: 0, reductions: Reductions { symmetry, ..Reductions::ALL }, ..options(true) }
}

fn explored(toy: &Toy, symmetry: bool) -> Exploration {
    exploration(toy, &with(symmetry)).0
}

/// `n` threads `synchronized (A) { a = 1; } synchronized (B) { b = a + 1; }`, and a checker.
fn clients(n: usize) -> Toy {
    let client = vec![Sync(0, vec![Store(0, C(1))]), Sync(1, vec![Load(0, 0), Store(1, Plus(0, 1))])];
    Toy { alike: true, ..Toy::fork_join(&[0, 0], 2, vec![client; n], vec![Load(0, 1), Print(R(0))]) }
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
            let reductions =
                Reductions { persistent_sets, reach, merging: true, symmetry, local_states: persistent_sets };
            let name = format!("persistent sets {persistent_sets}, reach {reach}, symmetry {symmetry}");
            variants.push((name, Options { counted_states: 0, reductions, ..options(true) }));
        }
    }
    variants
}

/// The states of the last two variants: without symmetry, and with it. None if the program is too large for brute force.
fn compared(toy: &Toy, limit: usize) -> Option<Result<[u64; 2], String>> {
    let all = everything(toy, limit).filter(|all| !all.endless)?;
    let mut states = Vec::new();
    for (name, options) in variants() {
        match compare_with(toy, &all, &options) {
            Ok(found) => states.push(found.states),
            Err(message) => return Some(Err(format!("{name}: {message}"))),
        }
    }
    Some(Ok([states[states.len() - 2], states[states.len() - 1]]))
}

fn quietly(toy: &Toy, limit: usize) -> Option<Result<[u64; 2], String>> {
    catch_unwind(AssertUnwindSafe(|| compared(toy, limit))).unwrap_or_else(|_| Some(Err("panic".to_owned())))
}

fn compare_programs(model: MemoryModel, programs: u64) {
    let limit = if cfg!(debug_assertions) { 2_000 } else { 30_000 };
    let seed = setting("MCR_FUZZ_SEED", 1).wrapping_mul(1_000_003);
    let (mut compared, mut engaged, mut sum) = (0, 0, [0, 0]);
    for number in 0..programs {
        let toy = copies::program(model, seed.wrapping_add(number));
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
fn random_programs_with_copies_are_explored_as_brute_force_says() {
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        compare_programs(model, setting("MCR_FUZZ_PROGRAMS", if cfg!(debug_assertions) { 60 } else { 400 }));
    }
}

/// `cargo test --release --test symmetry -- --ignored --nocapture many`
#[test]
#[ignore = "10,000 programs under each model"]
fn many_random_programs_with_copies_are_explored_as_brute_force_says() {
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        compare_programs(model, setting("MCR_FUZZ_PROGRAMS", 10_000));
    }
}

/// `cargo test --release --test symmetry -- --ignored --nocapture table`
#[test]
#[ignore = "prints a table"]
fn table() {
    for n in 2..=20 {
        for symmetry in [false, true] {
            if n > 10 && !symmetry {
                continue;
            }
            let start = std::time::Instant::now();
            let found = exploration(&clients(n), &Options { counted_states: 131_072, ..with(symmetry) }).0;
            let (states, passes) = (found.states, found.passes);
            println!(
                "{n}, symmetry {symmetry}: {:?}, {states} states, {} executions, {passes} passes, {} steps, {:?}",
                found.conclusion,
                found.executions,
                found.steps,
                start.elapsed()
            );
        }
    }
}
