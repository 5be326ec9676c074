//! Random programs, explored with and without reduction, against brute force.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test exploring fuzz::` for more of them; `MCR_FUZZ_MODEL=sc`, `tso` or `pso` for
//! one memory model, instead of any.

use crate::toy::brute::everything;
use crate::toy::compare::{difference, difference_from};
use crate::toy::generator::program_under;
use crate::toy::program::Toy;
use crate::toy::shrink::shrink;
use mcr_protocol::MemoryModel;
use std::collections::BTreeMap;

const PANIC: &str = "panic";

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

fn model() -> Option<MemoryModel> {
    let name = std::env::var("MCR_FUZZ_MODEL").ok()?;
    let named =
        [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso].into_iter().find(|model| model.to_string() == name);
    Some(named.expect("sc, tso or pso"))
}

fn fails(toy: &Toy, limit: usize) -> Option<String> {
    let quiet = std::panic::AssertUnwindSafe(|| difference(toy, limit));
    match std::panic::catch_unwind(quiet) {
        Ok(Some(Err(message))) => Some(message),
        Ok(_) => None,
        Err(_) => Some(PANIC.to_owned()),
    }
}

#[test]
fn random_programs_behave_as_brute_force_says() {
    let (programs, seed) = (setting("MCR_FUZZ_PROGRAMS", 2000), setting("MCR_FUZZ_SEED", 1));
    // States that brute force may visit; without optimisation it is some ten times slower.
    let limit = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    let (mut compared, mut executions, mut behaviours, mut outcomes) = (0, 0, 0, 0);
    let (mut deadlocking, mut livelocking, mut steps) = (0, 0, [0, 0]);
    let (mut endless, mut kinds) = (0, BTreeMap::<String, u64>::new());
    for number in 0..programs {
        let toy = program_under(model(), seed.wrapping_mul(1_000_003).wrapping_add(number));
        let Some(all) = everything(&toy, limit) else { continue };
        if all.endless {
            endless += 1;
            continue;
        }
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| difference_from(&toy, &all))) {
            Ok(Ok([without, with])) => {
                compared += 1;
                let setting = format!("{}, timeouts {:?}, spurious {}", toy.memory_model, toy.timeouts, toy.spurious);
                for kind in all.kinds.iter().map(|kind| (*kind).to_owned()).chain([setting]) {
                    *kinds.entry(kind).or_default() += 1;
                }
                executions += with.executions;
                behaviours += without.behaviours.unwrap_or(0);
                outcomes += with.outcomes.len();
                deadlocking += u64::from(with.outcomes.iter().any(|o| o.end == "deadlock"));
                livelocking += u64::from(with.outcomes.iter().any(|o| o.end == "livelock"));
                steps[0] += without.steps;
                steps[1] += with.steps;
            }
            failed => {
                // A smaller program may fail in a way of its own: a loop of which nothing is left.
                let panics = failed.is_err();
                let small = shrink(&toy, |t| fails(t, limit).is_some_and(|message| (message == PANIC) == panics));
                let message = fails(&small, limit).unwrap_or_default();
                panic!("program {number} of seed {seed}: {message}\n{small:#?}");
            }
        }
    }
    println!(
        "{compared} of {programs} programs compared ({deadlocking} can deadlock, {livelocking} can livelock): {behaviours} behaviours, {outcomes} \
         outcomes, {executions} executions, model steps {} without and {} with reduction",
        steps[0], steps[1]
    );
    println!("{endless} programs can go round for ever asking what threads are doing; those compared: {kinds:#?}");
    assert!(compared * 10 >= programs * 7, "most programs must be small enough to be compared: {compared}");
}
