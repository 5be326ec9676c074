//! Keys of local states: right over all interleavings of toy programs, and the checker that merges by them finds the same.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test local_states` for more random programs.

mod toy;

use mcr_protocol::MemoryModel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toy::audit::{Counts, audit};
use toy::bounded::{cas_loops, increments, with_local_states};
use toy::program::Toy;
use toy::rich;
use toy::shrink::shrink;

const MODELS: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// States that brute force may visit.
const LIMIT: usize = if cfg!(debug_assertions) { 3_000 } else { 20_000 };

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

/// Does a check with random programs, and shrinks the first for which it fails. Returns how many there were, and what was found.
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
        let all = random_programs(model, setting("MCR_FUZZ_PROGRAMS", 300), |toy| audit(toy, LIMIT));
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
fn local_states_of_loops_are_few() {
    for n in 1..4 {
        println!("cas {n} {:?}", counts(&cas_loops(2, n)));
    }
    for n in 1..5 {
        println!("inc {n} {:?}", counts(&increments(2, n)));
    }
    for n in 1..4 {
        println!("peterson {n} {:?}", counts(&with_local_states(toy::benchmarks::peterson(n))));
    }
}
