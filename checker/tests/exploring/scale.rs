//! How the search grows with the program.
//!
//! `cargo test --release -p mcr-checker --test exploring scale:: -- --ignored --nocapture` prints the table of docs/performance.md.

use crate::toy::compare::{exploration_of, options};
use crate::toy::interpreter::Interpreter;
use crate::toy::large::{buckets, cas_lock, hand_over_hand, nested, pool, two_ends};
use mcr_explore::Options;
use std::time::{Duration, Instant};

/// `MCR_SCALE_SECONDS=60` for longer searches.
#[test]
#[ignore = "measures time"]
fn programs_of_the_size_of_concurrent_collections() {
    let seconds = std::env::var("MCR_SCALE_SECONDS").ok().map_or(10, |text| text.parse().expect("a number"));
    let only = std::env::var("MCR_SCALE_ONLY").unwrap_or_default();
    let programs = [
        ("cas_lock(2, 2, 20, 100)", cas_lock(2, 2, 20, 100)),
        ("cas_lock(3, 2, 50, 300)", cas_lock(3, 2, 50, 300)),
        ("cas_lock(4, 1, 50, 300)", cas_lock(4, 1, 50, 300)),
        ("cas_lock(5, 1, 50, 300)", cas_lock(5, 1, 50, 300)),
        ("two_ends(1, 3, 10)", two_ends(1, 3, 10)),
        ("two_ends(2, 1, 20)", two_ends(2, 1, 20)),
        ("two_ends(2, 2, 20)", two_ends(2, 2, 20)),
        ("two_ends(3, 2, 20)", two_ends(3, 2, 20)),
        ("pool(2, 4, 20)", pool(2, 4, 20)),
        ("pool(2, 6, 50)", pool(2, 6, 50)),
        ("pool(3, 4, 50)", pool(3, 4, 50)),
        ("pool(3, 6, 50)", pool(3, 6, 50)),
        ("pool(4, 5, 50)", pool(4, 5, 50)),
        ("pool(5, 8, 50)", pool(5, 8, 50)),
        ("nested(3, 200)", nested(3, 200)),
        ("nested(5, 200)", nested(5, 200)),
        ("hand_over_hand(2, 40)", hand_over_hand(2, 40)),
        ("hand_over_hand(5, 10)", hand_over_hand(5, 10)),
        ("hand_over_hand(3, 20)", hand_over_hand(3, 20)),
        ("buckets(2, 6, 4)", buckets(2, 6, 4)),
        ("buckets(3, 12, 4)", buckets(3, 12, 4)),
        ("buckets(4, 6, 4)", buckets(4, 6, 4)),
    ];
    for (name, toy) in programs.iter().filter(|(name, _)| name.contains(&only)) {
        let start = Instant::now();
        let deadline = Some(start + Duration::from_secs(seconds));
        let mut program = Interpreter::new(toy);
        program.notes_histories = false;
        let found = exploration_of(&mut program, &Options { deadline, ..options(true) });
        println!(
            "{name:24} {:.9} {:>6} executions {:>6} local {:>8?} behaviours {:>3} passes {:>9} states {:>10} steps {:>7.2} s",
            format!("{:?}", found.conclusion),
            found.executions,
            found.local_behaviours.unwrap_or(0),
            found.behaviours,
            found.passes,
            found.states,
            found.steps,
            start.elapsed().as_secs_f64(),
        );
    }
}
