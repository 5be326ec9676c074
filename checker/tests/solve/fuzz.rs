//! Random queries: every engine gives the answer of brute force.
//!
//! `MCR_SOLVE_QUERIES` says how many for each model (default 2000), `MCR_SOLVE_SEED` where to begin.

use crate::{brute, generator};
use mcr_checker::solve::{Answer, replays, solve_by_formula};
use mcr_protocol::MemoryModel;
use std::time::{Duration, Instant};

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

fn engines_agree(model: MemoryModel) {
    let first = number("MCR_SOLVE_SEED", 1);
    let count = number("MCR_SOLVE_QUERIES", 2000);
    let mut possible = 0;
    let (mut by_brute, mut by_formula) = (Duration::ZERO, Duration::ZERO);
    for seed in first..first + count {
        let query = generator::query(model, seed);
        let start = Instant::now();
        let expected = brute::possible(&query);
        by_brute += start.elapsed();
        possible += u64::from(expected);
        let start = Instant::now();
        let answer = solve_by_formula(&query);
        by_formula += start.elapsed();
        match answer {
            Answer::Yes(witness) => {
                assert!(expected, "seed {seed}, {model}: Z3 says yes: {query:#?} {witness:?}");
                assert!(brute::accepts(&query, &witness), "seed {seed}, {model}: {witness:?} of {query:#?}");
                assert!(replays(&query.prefixes, &query.next, &witness), "seed {seed}, {model}: {query:#?}");
            }
            Answer::No => assert!(!expected, "seed {seed}, {model}: Z3 says no: {query:#?}"),
            Answer::Unknown => panic!("seed {seed}, {model}: Z3 gave up: {query:#?}"),
        }
    }
    let each = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
    println!(
        "{model}: {count} queries, {possible} possible; us per query: brute force {:.0}, Z3 alone {:.0}",
        each(by_brute),
        each(by_formula)
    );
    // Neither answer must be rare, or the test says little.
    assert!(possible * 4 > count && possible * 4 < count * 3, "{model}: {possible} of {count} possible");
}

#[test]
fn engines_agree_under_sc() {
    engines_agree(MemoryModel::Sc);
}

#[test]
fn engines_agree_under_tso() {
    engines_agree(MemoryModel::Tso);
}

#[test]
fn engines_agree_under_pso() {
    engines_agree(MemoryModel::Pso);
}
