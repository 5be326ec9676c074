//! Programs of the papers: as many behaviours as brute force (and others before us) counted, and no more executions than
//! there are local histories.

use crate::toy::benchmarks::{bakery, dekker, lamport, peterson, rv_example};
use crate::toy::brute::everything;
use crate::toy::compare::{compare, exploration, options};
use crate::toy::program::Toy;
use mcr_explore::{Options, Reductions};

fn check(name: &str, toy: &Toy, behaviours: usize) {
    let all = everything(toy, 2_000_000).expect("small enough");
    let without = compare(toy, &all, false).unwrap_or_else(|e| panic!("{name} without reduction: {e}"));
    let with = compare(toy, &all, true).unwrap_or_else(|e| panic!("{name} with reduction: {e}"));
    println!(
        "{name}: {} behaviours, {} local, {} executions; states {} / {} with reduction (brute force {})",
        all.behaviours.len(),
        with.local_behaviours.unwrap_or(0),
        with.executions,
        without.states,
        with.states,
        all.states
    );
    assert!(Some(with.executions) <= with.local_behaviours, "{name}");
    assert_eq!(all.behaviours.len(), behaviours, "{name}");
}

#[test]
fn peterson_has_36_behaviours() {
    check("Peterson", &peterson(1), 36);
}

#[test]
fn dekker_has_84_behaviours() {
    check("Dekker", &dekker(1), 84);
}

#[test]
fn rv_example_has_107_behaviours() {
    check("RVExample", &rv_example(), 107);
}

#[test]
fn bakery_has_194_behaviours() {
    check("Bakery", &bakery(1), 194);
}

#[test]
fn lamport_has_187_behaviours() {
    check("Lamport", &lamport(1), 187);
}

/// `cargo test --release --test exploring benchmarks:: -- --ignored --nocapture`: how fast the model is searched.
#[test]
#[ignore = "measures time"]
fn larger_bounds_are_searched_fast() {
    let programs = [
        ("Peterson(10)", peterson(10)),
        ("Dekker(4)", dekker(4)),
        ("Lamport(2)", lamport(2)),
        ("Bakery(2)", bakery(2)),
    ];
    for (name, toy) in &programs {
        let futures = Reductions { reach: false, ..Reductions::ALL };
        for reductions in [Reductions::NONE, futures, Reductions::ALL] {
            let start = std::time::Instant::now();
            let deadline = Some(start + std::time::Duration::from_secs(20));
            let (found, _) = exploration(toy, &Options { deadline, reductions, ..options(true) });
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{name} {reductions:?}: {:?}, {:?} behaviours, {} local, {} executions, {} states, {} steps, \
                 {seconds:.2} s, {:.2} million steps/s",
                found.conclusion,
                found.behaviours,
                found.local_behaviours.unwrap_or(0),
                found.executions,
                found.states,
                found.steps,
                found.steps as f64 / seconds / 1e6
            );
        }
    }
}
