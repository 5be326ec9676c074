//! Random queries: every engine gives the answer of brute force.
//!
//! `MCR_SOLVE_QUERIES` says how many for each model (default 1000), `MCR_SOLVE_SEED` where to begin, `MCR_SOLVE_LARGE` how much
//! happens in those that are too large for brute force (default 60). Only in a build without Z3 may a query be left open.

use crate::brute;
use crate::generator::{self, Size};
use mcr_protocol::MemoryModel;
use mcr_solve::{Answer, Engines, Free, OrderSolver, Question, Statistics, replays, z3_version};
use std::time::{Duration, Instant};

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

fn engines_agree(model: MemoryModel) {
    let first = number("MCR_SOLVE_SEED", 1);
    let count = number("MCR_SOLVE_QUERIES", 1000);
    let mut possible = 0;
    let mut by_brute = Duration::ZERO;
    let (mut together, mut alone) = (Statistics::default(), Statistics::default());
    for seed in first..first + count {
        let query = generator::query(model, seed, Size::Small);
        let start = Instant::now();
        let expected = brute::possible(&query);
        by_brute += start.elapsed();
        possible += u64::from(expected);
        for (engines, statistics) in [(Engines::All, &mut together), (Engines::Formula, &mut alone)] {
            let mut solver = OrderSolver::new(query.prefixes.clone(), engines);
            let answer = solver.ask(&query.next);
            *statistics += solver.statistics();
            let context = || format!("seed {seed}, {model}, {engines:?}: {answer:?} to {query:#?}");
            match &answer {
                Answer::Yes(witness) => {
                    assert!(expected, "{}", context());
                    assert!(brute::accepts(&query, witness), "{}", context());
                    let (cut, free) = (query.prefixes.end(), Free::default());
                    let question = Question { cut: &cut, free: &free, next: &query.next };
                    assert!(replays(&query.prefixes, &question, witness), "{}", context());
                }
                Answer::No => assert!(!expected, "{}", context()),
                Answer::Unknown => assert!(z3_version().is_none(), "{}", context()),
            }
        }
    }
    println!(
        "{model}: {count} queries, {possible} possible; brute force {:.0} us, Z3 alone {:.0} us; {together}",
        by_brute.as_secs_f64() * 1e6 / count as f64,
        alone.formula.micros_each()
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

/// Some threads have come to a place in their prefixes, the others are anywhere.
#[test]
fn engines_agree_on_cuts() {
    let first = number("MCR_SOLVE_SEED", 1);
    let count = number("MCR_SOLVE_QUERIES", 1000);
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let (mut possible, mut statistics) = (0, Statistics::default());
        for seed in first..first + count {
            let (query, cut) = generator::cut(model, seed);
            let expected = brute::possible_at(&query, &cut);
            possible += u64::from(expected);
            for engines in [Engines::All, Engines::Formula] {
                let mut solver = OrderSolver::new(query.prefixes.clone(), engines);
                let answer = solver.ask_at(&cut, &query.next);
                if engines == Engines::All {
                    statistics += solver.statistics();
                }
                let context = || format!("seed {seed}, {model}, {engines:?}: {answer:?} to {cut:?} of {query:#?}");
                match &answer {
                    Answer::Yes(witness) => {
                        assert!(expected, "{}", context());
                        assert!(brute::accepts_at(&query, &cut, witness), "{}", context());
                    }
                    Answer::No => assert!(!expected, "{}", context()),
                    Answer::Unknown => assert!(z3_version().is_none(), "{}", context()),
                }
            }
        }
        println!("{model}: {count} cuts, {possible} possible; {statistics}");
        assert!(possible * 4 > count && possible * 20 < count * 19, "{model}: {possible} of {count} possible");
    }
}

/// The same, and some reads and updates may see anything.
#[test]
fn engines_agree_where_reads_are_free() {
    let first = number("MCR_SOLVE_SEED", 1);
    let count = number("MCR_SOLVE_QUERIES", 1000);
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let (mut possible, mut more, mut statistics) = (0, 0, Statistics::default());
        for seed in first..first + count {
            let (query, cut, free) = generator::free(model, seed);
            let expected = brute::possible_with(&query, &cut, &free);
            possible += u64::from(expected);
            more += u64::from(expected && !brute::possible_at(&query, &cut));
            let question = Question { cut: &cut, free: &free, next: &query.next };
            let mut all = OrderSolver::new(query.prefixes.clone(), Engines::All);
            // What is remembered of another question must not matter.
            all.ask_at(&cut, &query.next);
            for mut solver in [all, OrderSolver::new(query.prefixes.clone(), Engines::Formula)] {
                let answer = solver.ask_until(&question, &|| false);
                statistics += solver.statistics();
                let context = || format!("seed {seed}, {model}: {answer:?} to {question:?} of {query:#?}");
                match &answer {
                    Answer::Yes(witness) => {
                        assert!(expected, "{}", context());
                        assert!(brute::accepts_with(&query, &cut, &free, witness), "{}", context());
                        assert!(replays(&query.prefixes, &question, witness), "{}", context());
                    }
                    Answer::No => assert!(!expected, "{}", context()),
                    Answer::Unknown => assert!(z3_version().is_none(), "{}", context()),
                }
            }
        }
        println!("{model}: {count} questions, {possible} possible, {more} only because reads are free; {statistics}");
        assert!(possible * 20 < count * 19 && more * 50 > count, "{model}: {possible}, {more} of {count}");
    }
}

/// Without brute force: the engines against each other.
#[test]
fn engines_agree_on_large_queries() {
    let first = number("MCR_SOLVE_SEED", 1);
    let count = number("MCR_SOLVE_QUERIES", 1000) / 25;
    let steps = usize::try_from(number("MCR_SOLVE_LARGE", 60)).expect("a size");
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let (mut together, mut alone, mut possible) = (Statistics::default(), Statistics::default(), 0);
        for seed in first..first + count {
            let query = generator::query(model, seed, Size::Large(steps));
            let answers =
                [(Engines::All, &mut together), (Engines::Formula, &mut alone)].map(|(engines, statistics)| {
                    let mut solver = OrderSolver::new(query.prefixes.clone(), engines);
                    let answer = solver.ask(&query.next);
                    *statistics += solver.statistics();
                    match &answer {
                        Answer::Yes(witness) => {
                            assert!(brute::accepts(&query, witness), "seed {seed}, {model}, {engines:?}")
                        }
                        Answer::No => {}
                        Answer::Unknown => assert!(z3_version().is_none(), "seed {seed}, {model}, {engines:?}"),
                    }
                    (answer != Answer::Unknown).then_some(answer != Answer::No)
                });
            if let [Some(together), Some(alone)] = answers {
                assert_eq!(together, alone, "seed {seed}, {model}");
            }
            possible += u64::from(answers[0] == Some(true));
        }
        println!(
            "{model}: {count} queries of {steps} steps, {possible} possible; Z3 alone {:.0} us; {together}",
            alone.formula.micros_each()
        );
    }
}
