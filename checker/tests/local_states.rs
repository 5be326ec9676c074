//! Keys of local states: right over all interleavings of toy programs, and the checker that merges by them finds the same.

mod toy;

use toy::audit::{Counts, audit};
use toy::bounded::{cas_loops, increments, with_local_states};
use toy::program::Toy;

fn counts(toy: &Toy) -> Counts {
    audit(toy, 2_000_000).expect("it is small enough").unwrap()
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
