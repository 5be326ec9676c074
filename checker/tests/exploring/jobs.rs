//! Several executions at once, which end in random orders, against brute force.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test exploring jobs::` for more of them.

use crate::toy::brute::everything;
use crate::toy::compare::{Patient, compare_found, merging_variants, options, rules, variants};
use crate::toy::interpreter::Interpreter;
use crate::toy::program::Toy;
use crate::toy::several::Several;
use crate::toy::shrink::shrink;
use crate::toy::{bounded, generator, large, rich};
use mcr_explore::{
    Conclusion, Exploration, Observer, Options, Program, Progress, Reductions, Strategy, Ticket, Walker, explore,
};
use mcr_protocol::{End, MemoryModel, Schedule, Trace};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

const MODELS: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// Explores with so many at once, and compares with brute force, if that is possible.
fn difference(toy: &Toy, variants: &[(String, Options)], seed: u64) -> Option<Result<[u64; 3], String>> {
    let limit = if cfg!(debug_assertions) { 2_000 } else { 10_000 };
    let all = everything(toy, limit).filter(|all| !all.endless)?;
    let mut counts = [0; 3];
    for (number, (name, options)) in (0..).zip(variants) {
        for jobs in 1..=4 {
            let mut program = Several::new(toy, jobs, seed.wrapping_mul(31).wrapping_add(number));
            let options = Options { rules: rules(toy), ..options.clone() };
            let found = explore(&mut program, &options, &mut Patient).expect("toys always run");
            let executed = &program.interpreter.executed;
            match compare_found(toy, &all, &options, (found, executed)) {
                Ok(found) => {
                    counts[0] += found.executions;
                    counts[1] += found.redundant_executions;
                    counts[2] = counts[2].max(program.most as u64);
                }
                Err(message) => return Some(Err(format!("{name}, {jobs} at once: {message}"))),
            }
        }
    }
    Some(Ok(counts))
}

fn compare_all(what: &str, programs: u64, variants: &[(String, Options)], program: impl Fn(MemoryModel, u64) -> Toy) {
    let seed = setting("MCR_FUZZ_SEED", 1).wrapping_mul(1_000_003);
    for model in MODELS {
        let (mut compared, mut sums) = (0, [0; 3]);
        for number in 0..setting("MCR_FUZZ_PROGRAMS", programs) {
            let toy = program(model, seed.wrapping_add(number));
            match difference(&toy, variants, number) {
                None => {}
                Some(Ok([executions, redundant, most])) => {
                    compared += 1;
                    sums = [sums[0] + executions, sums[1] + redundant, sums[2].max(most)];
                }
                Some(Err(message)) => {
                    let small = shrink(&toy, |t| difference(t, variants, number).is_some_and(|found| found.is_err()));
                    let again = difference(&small, variants, number).and_then(Result::err);
                    panic!("{what} {number} under {model}: {message}\nshrunk: {again:?}\n{small:#?}");
                }
            }
        }
        let [executions, redundant, most] = sums;
        println!(
            "{what}, {model}: {compared} programs, {executions} executions, {redundant} redundant, {most} at once"
        );
        assert!(compared > 0 && most > 3, "something must have been under way at once");
    }
}

#[test]
fn random_programs_behave_as_brute_force_says_however_many_executions_are_under_way() {
    let programs = if cfg!(debug_assertions) { 30 } else { 200 };
    let variants = variants().map(|(name, options)| (name.to_owned(), options));
    compare_all("program", programs, &variants, |model, seed| generator::program_under(Some(model), seed));
}

#[test]
fn local_states_are_merged_whatever_is_under_way() {
    let programs = if cfg!(debug_assertions) { 30 } else { 100 };
    compare_all("rich program", programs, &merging_variants(), rich::program);
}

fn found(toy: &Toy, jobs: usize, seed: u64, options: &Options) -> Exploration {
    found_by(Several::new(toy, jobs, seed), toy, options)
}

fn found_by(mut program: Several, toy: &Toy, options: &Options) -> Exploration {
    program.interpreter.notes_histories = false;
    let options = Options { rules: rules(toy), ..options.clone() };
    let found = explore(&mut program, &options, &mut Patient).unwrap();
    assert!(program.jobs == 1 || found.executions < 10 || program.most > 1);
    found
}

fn texts(found: &Exploration) -> Vec<(String, String)> {
    found.outcomes.iter().map(|outcome| (outcome.stdout.clone(), outcome.end.clone())).collect()
}

#[test]
fn a_larger_program_is_complete_with_nearly_as_few_executions() {
    let toy = large::pool(2, 5, 10);
    let alone = found(&toy, 1, 0, &options(true));
    for jobs in 2..=4 {
        let several = found(&toy, jobs, 7, &options(true));
        assert_eq!(several.conclusion, Conclusion::Complete);
        assert_eq!(texts(&several), texts(&alone));
        println!("{jobs} at once: {} executions, alone {}", several.executions, alone.executions);
        assert!(several.executions <= alone.executions * 3 / 2, "{} and {}", several.executions, alone.executions);
    }
}

#[test]
fn a_search_that_merges_futures_does_not_come_back_for_each_way_that_it_has_begun() {
    let toy = bounded::cas_loops(2, if cfg!(debug_assertions) { 4 } else { 5 });
    let reductions = Reductions { local_states: false, ..Reductions::ALL };
    let options = Options { counted_states: 500, reductions, ..options(true) };
    let alone = found(&toy, 1, 0, &options);
    for jobs in [2, 4] {
        let several = found_by(Several::new(&toy, jobs, 7).slow(), &toy, &options);
        println!("{jobs} at once: {} passes, alone {}", several.passes, alone.passes);
        assert_eq!((&several.conclusion, texts(&several)), (&Conclusion::Complete, texts(&alone)));
        assert!(several.passes <= alone.passes * 2, "{} and {}", several.passes, alone.passes);
    }
}

/// Loses patience after it was asked often enough.
struct Impatient(AtomicU64);

impl Observer for Impatient {
    fn progress(&mut self, _: &Progress) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 1_000_000
    }
}

/// An execution may be given up before it comes to the step that it was asked for: where writes wait in buffers, what arrives without being mentioned counts. Here all are given
/// up earlier than the search believes. Then nobody goes there again, and walks alone come to an end.
#[test]
fn walks_alone_end_where_executions_are_given_up_on_their_way() {
    for seed in 0..20 {
        let toy = generator::program_under(None, 5_000_011 + seed);
        for walker in [Walker::Delays, Walker::Random, Walker::Pos] {
            let mut program = Several::new(&toy, 2, seed).steady();
            program.interpreter.notes_histories = false;
            program.interpreter.max_events = 8;
            let strategy = Strategy::Walks(walker);
            let options = Options { rules: rules(&toy), strategy, max_events: 12, ..options(true) };
            let found = explore(&mut program, &options, &mut Impatient(AtomicU64::new(0))).unwrap();
            let Conclusion::Incomplete(why) = &found.conclusion else { panic!("{:?}\n{toy:#?}", found.conclusion) };
            assert!(!why.contains("by the user"), "{why}, by {walker:?}\n{toy:#?}");
        }
    }
}

/// Two executions at once, of which two show something that was not known, one after the other: the second was asked for before the first
/// had shown that, and ends when the search has begun anew and waits for others.
struct Slow<'a> {
    interpreter: Interpreter<'a>,
    under_way: VecDeque<(Ticket, Trace)>,
    /// The one that is still running when the search begins anew.
    left: Option<(Ticket, Trace)>,
    restarts: u32,
}

impl Slow<'_> {
    /// Nothing else counts any more.
    fn restart(&mut self, (ticket, trace): (Ticket, Trace)) -> Option<(Ticket, Trace)> {
        self.under_way.clear();
        self.restarts += 1;
        Some((ticket, Trace { end: End::Restart, ..trace }))
    }
}

impl Program for Slow<'_> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        self.interpreter.execute(schedule)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.interpreter.give_up_after(events)
    }

    fn at_once(&mut self) -> usize {
        2
    }

    fn submit(&mut self, ticket: Ticket, schedule: &Schedule) -> anyhow::Result<()> {
        let trace = self.interpreter.run(schedule);
        self.under_way.push_back((ticket, trace));
        Ok(())
    }

    fn finished(&mut self, wait: bool) -> anyhow::Result<Option<(Ticket, Trace)>> {
        assert!(!wait || !self.under_way.is_empty(), "the search waits for what nobody runs");
        if !wait {
            return Ok(None);
        }
        let first = self.under_way.pop_front();
        Ok(match (first, self.left.take()) {
            (Some(first), None) if self.restarts == 0 && !self.under_way.is_empty() => {
                self.left = self.under_way.pop_front();
                self.restart(first)
            }
            (_, Some(left)) => self.restart(left),
            (first, None) => first,
        })
    }
}

#[test]
fn what_is_found_out_by_an_execution_from_before_the_search_began_anew_makes_it_begin_anew() {
    let toy = large::pool(2, 5, 10);
    let alone = found(&toy, 1, 0, &options(true));
    let interpreter = Interpreter::new(&toy);
    let mut program = Slow { interpreter, under_way: VecDeque::new(), left: None, restarts: 0 };
    program.interpreter.notes_histories = false;
    let found = explore(&mut program, &Options { rules: rules(&toy), ..options(true) }, &mut Patient).unwrap();
    assert_eq!(program.restarts, 2);
    assert_eq!((&found.conclusion, texts(&found)), (&Conclusion::Complete, texts(&alone)));
}

#[test]
fn a_budget_of_executions_is_kept() {
    let toy = large::pool(2, 5, 10);
    for most in [1, 2, 7, 40] {
        let options = Options { max_executions: Some(most), ..options(true) };
        let found = found(&toy, 3, most, &options);
        assert_eq!(found.executions, most);
        assert!(matches!(&found.conclusion, Conclusion::Incomplete(reason) if reason.contains("--max-executions")));
    }
}
