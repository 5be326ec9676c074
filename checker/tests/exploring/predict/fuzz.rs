//! Random programs: what is predicted exists, and what the trace allows is predicted.
//!
//! `MCR_PREDICT_PROGRAMS` says how many for each memory model (default 150), `MCR_PREDICT_SEED` where to begin.

use super::reorder::reorder;
use super::{ALL, deadlocks, predicted, predicted_with, races};
use crate::toy::brute::everything;
use crate::toy::generator::program_under;
use crate::toy::interpreter::Interpreter;
use crate::toy::program::{Cmp, Cond, Expr, Stmt, Toy};
use crate::toy::rng::Rng;
use mcr_explore::{Conclusion, Exploration, ViolationKind};
use mcr_predict::Effort;
use mcr_protocol::{Action, End, Event, MemoryModel, Outcome, Patience, Schedule, Trace};
use std::collections::BTreeSet;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

const MODELS: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];

pub(super) fn seeds() -> impl Iterator<Item = (u64, MemoryModel)> {
    let (count, seed) = (number("MCR_PREDICT_PROGRAMS", 150), number("MCR_PREDICT_SEED", 1));
    let seeds = (0..count).map(move |n| seed.wrapping_mul(7_000_003).wrapping_add(n));
    seeds.flat_map(|seed| MODELS.map(|model| (seed, model)))
}

pub(super) fn programs() -> impl Iterator<Item = (u64, Toy)> {
    seeds().map(|(seed, model)| (seed, program_under(Some(model), seed)))
}

/// What is found is among what the program can do.
pub(super) fn exists(found: &Exploration, toy: &Toy, limit: usize) -> Option<Result<(), String>> {
    let all = everything(toy, limit).filter(|all| !all.endless)?;
    let found_races = races(&found.races);
    if !found_races.is_subset(&all.races) {
        return Some(Err(format!("races {found_races:?}, brute force {:?}", all.races)));
    }
    for outcome in &found.outcomes {
        if !all.outcomes.contains(&(outcome.stdout.clone(), outcome.end.clone())) {
            return Some(Err(format!("outcome {outcome:?}, brute force {:?}", all.outcomes)));
        }
    }
    let known: BTreeSet<Vec<u32>> = all.deadlocks.iter().map(|(_, sites)| sites.clone()).collect();
    let found_deadlocks = deadlocks(found);
    if !found_deadlocks.is_subset(&known) {
        return Some(Err(format!("deadlocks {found_deadlocks:?}, brute force {known:?}")));
    }
    // What each violation and race says can be run.
    for violation in &found.violations {
        let trace = Interpreter::new(toy).run(&violation.schedule);
        if !happens(&trace, &violation.events) {
            return Some(Err(format!("{} does not come again", violation.message)));
        }
    }
    for race in &found.races {
        let trace = Interpreter::new(toy).run(&race.schedule);
        if !happens(&trace, &race.events) {
            return Some(Err(format!("a race at {:?} does not come again", race.location)));
        }
    }
    Some(Ok(()))
}

/// Writes may arrive where nobody mentions it.
fn happens(trace: &Trace, events: &[Event]) -> bool {
    let thread_did = |event: &&Event| !matches!(event.action, Action::Arrive(..));
    let expected: Vec<_> = events.iter().filter(thread_did).collect();
    trace.events.iter().filter(thread_did).take(expected.len()).eq(expected)
}

#[test]
fn what_is_predicted_exists() {
    let limit = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    let small = Effort { window: 6, ..ALL };
    let (mut compared, mut found_races, mut found_deadlocks, mut others) = (0, 0, 0, 0);
    for (seed, toy) in programs() {
        for effort in [&ALL, &small] {
            let found = predicted_with(&toy, effort);
            match exists(&found, &toy, limit) {
                None => {}
                Some(Ok(())) => {
                    compared += 1;
                    found_races += found.races.len();
                    found_deadlocks += deadlocks(&found).len();
                    let other = |kind| kind != ViolationKind::Deadlock;
                    others += found.violations.iter().filter(|violation| other(violation.kind)).count();
                }
                Some(Err(message)) => panic!("seed {seed}, {effort:?}: {message}\n{toy:#?}\n{:?}", found.conclusion),
            }
        }
    }
    println!("{compared} compared: {found_races} races, {found_deadlocks} deadlocks, {others} other violations");
    assert!(compared > 0 && found_races > 0 && found_deadlocks > 0 && others > 0);
}

/// Threads that take locks in any order, and read and write a little between.
pub(super) fn locking(model: MemoryModel, seed: u64) -> Toy {
    fn block(rng: &mut Rng, free: &mut Vec<usize>, deep: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        for _ in 0..1 + rng.below(2) {
            let variable = rng.below(2);
            match rng.below(10) {
                0..6 if !free.is_empty() && deep < 3 => {
                    let monitor = free.remove(rng.below(free.len()));
                    body.push(Stmt::Sync(monitor, block(rng, free, deep + 1)));
                    free.push(monitor);
                }
                6 => body.push(Stmt::Store(variable, Expr::C(1 + rng.below(2) as i64))),
                7 => {
                    let then = block(rng, free, deep + 1);
                    let value = Expr::C(rng.below(2) as i64);
                    body.extend([Stmt::Load(0, variable), Stmt::If(Cond(Expr::R(0), Cmp::Eq, value), then, vec![])]);
                }
                _ => body.push(Stmt::Load(0, variable)),
            }
        }
        body
    }
    let rng = &mut Rng::new(seed);
    let (threads, monitors) = (2 + rng.below(2), 2 + rng.below(2));
    let bodies = (0..threads).map(|_| block(rng, &mut (0..monitors).collect(), 0)).collect();
    Toy { memory_model: model, ..Toy::fork_join(&[0; 2], monitors, bodies, Vec::new()) }
}

/// Whether all that happens can be said exactly.
fn is_exact(trace: &Trace) -> bool {
    let exact = |action: &Action| match action {
        Action::Acquire { patience, .. } | Action::Join { patience, .. } => *patience == Patience::FOREVER,
        Action::Start { tells, .. } => tells.is_none(),
        Action::End { notifies, .. } => notifies.is_none(),
        Action::Read(_)
        | Action::Arrive(..)
        | Action::Write(..)
        | Action::Fence(_)
        | Action::Update(..)
        | Action::Release(_)
        | Action::Choose(_)
        | Action::Print(_) => true,
        _ => false,
    };
    let daemons = |action: &Action| matches!(action, Action::Start { daemon: true, .. });
    let told = |outcome: Outcome| !matches!(outcome, Outcome::Resumed(_));
    let events = trace.events.iter().all(|e| exact(&e.action) && !daemons(&e.action) && told(e.outcome));
    events
        && trace.pending.iter().all(|pending| exact(&pending.action))
        && matches!(trace.end, End::Normal | End::Deadlock)
}

#[test]
fn what_the_trace_allows_is_predicted() {
    let (mut compared, mut all_races, mut all_circles) = (0, 0, 0);
    for (seed, toy) in programs().chain(seeds().map(|(seed, model)| (seed, locking(model, seed)))) {
        let trace = Interpreter::new(&toy).run(&Schedule::default());
        if !is_exact(&trace) {
            continue;
        }
        let Some(allowed) = reorder(&toy, &trace, 20_000) else { continue };
        let found = predicted(&toy);
        compared += 1;
        all_races += allowed.races.len();
        all_circles += allowed.circles.len();
        let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
        assert!(reason.ends_with("confirmed by replay, 0 not"), "seed {seed}: {reason}: {toy:#?}");
        let found_races = races(&found.races);
        // Replays show more executions, but races are predicted from the one trace.
        assert_eq!(found_races, allowed.races, "seed {seed}: {toy:#?}\n{:?}", found.conclusion);
        for circle in &allowed.circles {
            let shows = |deadlock: &Vec<u32>| circle.iter().all(|site| deadlock.contains(site));
            assert!(deadlocks(&found).iter().any(shows), "seed {seed}: {circle:?} {toy:#?}\n{:?}", found.conclusion);
        }
    }
    println!("{compared} traces: {all_races} races, {all_circles} circles");
    assert!(compared > 0 && all_races > 0 && all_circles > 0);
}
