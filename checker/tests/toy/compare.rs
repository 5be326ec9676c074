//! Explores a toy program and compares what was found with brute force.

use super::brute::{Everything, everything};
use super::interpreter::Interpreter;
use super::program::{Stmt, Toy};
use mcr_explore::{Conclusion, Exploration, Observer, Options, Progress, Reductions, Rules, ViolationKind, explore};
use mcr_protocol::{Action, Event, LocationId, MemoryModel};
use std::collections::{BTreeSet, HashSet};

/// Lets the exploration go on.
pub struct Patient;

impl Observer for Patient {
    fn progress(&mut self, _: &Progress) {}
    fn cancelled(&self) -> bool {
        false
    }
}

pub fn options(reduction: bool) -> Options {
    let reductions = if reduction { Reductions::ALL } else { Reductions::NONE };
    Options { keep_going: true, reductions, predictions: Some(mcr_predict::walks), ..Options::default() }
}

/// Explores everything; also the local histories that were executed.
pub fn exploration(toy: &Toy, options: &Options) -> (Exploration, HashSet<(usize, Vec<i64>)>) {
    let mut program = Interpreter::new(toy);
    program.max_events = options.max_events as usize;
    let exploration = exploration_of(&mut program, &Options { rules: rules(toy), ..options.clone() });
    (exploration, program.executed)
}

pub fn exploration_of(program: &mut Interpreter, options: &Options) -> Exploration {
    explore(program, options, &mut Patient).expect("toys always run")
}

pub fn rules(toy: &Toy) -> Rules {
    Rules { memory_model: toy.memory_model, timeouts: toy.timeouts, spurious: toy.spurious }
}

/// Searches that must find the same.
pub fn variants() -> [(&'static str, Options); 5] {
    let with = |persistent_sets, reach, merging| {
        let reductions = Reductions { persistent_sets, reach, merging, symmetry: reach, local_states: false };
        Options { keep_going: true, counted_states: 0, reductions, ..Options::default() }
    };
    [
        ("without reduction", options(false)),
        ("with persistent sets from futures", with(true, false, false)),
        ("with states merged", with(false, false, true)),
        ("with everything", with(true, true, true)),
        ("with reduction", options(true)),
    ]
}

/// Searches that must find the same, of programs whose traces have keys of local states.
pub fn merging_variants() -> Vec<(String, Options)> {
    let late = |counted_executions| (format!("merged late, after {counted_executions}"), counted_executions);
    let mut variants: Vec<(String, Options)> = [0, 1, 3, 10]
        .map(late)
        .map(|(name, counted_executions)| (name, Options { counted_executions, ..options(true) }))
        .into();
    let local_states = Reductions { local_states: true, ..Reductions::NONE };
    let all = Options { counted_executions: 0, ..options(true) };
    variants.push(("merged, and nothing else".to_owned(), Options { reductions: local_states, ..all.clone() }));
    variants.push(("merged by futures, too".to_owned(), Options { counted_states: 0, ..all }));
    variants.push(("audited".to_owned(), Options { audit: true, ..options(true) }));
    variants
}

/// The first difference between exploration and brute force, else what was found without and with reduction. None if the
/// program is too large for brute force, or if it can go round for ever asking what threads are doing.
pub fn difference(toy: &Toy, limit: usize) -> Option<Result<[Exploration; 2], String>> {
    let all = everything(toy, limit).filter(|all| !all.endless)?;
    Some(difference_from(toy, &all))
}

/// The first difference between exploration and what brute force has found.
pub fn difference_from(toy: &Toy, all: &Everything) -> Result<[Exploration; 2], String> {
    let mut found = Vec::new();
    for (name, options) in variants() {
        found.push(compare_with(toy, all, &options).map_err(|message| format!("{name}: {message}"))?);
    }
    let with = found.pop().expect("there are variants");
    Ok([found.swap_remove(0), with])
}

pub fn compare(toy: &Toy, all: &Everything, reduction: bool) -> Result<Exploration, String> {
    compare_with(toy, all, &options(reduction))
}

pub fn compare_with(toy: &Toy, all: &Everything, options: &Options) -> Result<Exploration, String> {
    let (found, executed) = exploration(toy, options);
    if found.redundant_executions != 0 {
        return Err(format!("{} of {} executions redundant", found.redundant_executions, found.executions));
    }
    compare_found(toy, all, options, (found, &executed))
}

/// Compares what a search has found, and the local histories that were executed for it, with what brute force has found.
pub fn compare_found(
    toy: &Toy,
    all: &Everything,
    options: &Options,
    (found, executed): (Exploration, &HashSet<(usize, Vec<i64>)>),
) -> Result<Exploration, String> {
    if found.conclusion != Conclusion::Complete {
        return Err(format!("conclusion {:?}", found.conclusion));
    }
    // Else each leads to a local state from which an execution has gone on.
    let apart = found.local_behaviours.is_some();
    if let Some(missing) = all.histories.iter().find(|h| apart && !executed.contains(*h)) {
        return Err(format!("local history {missing:?} was not executed"));
    }
    if let Some(extra) = executed.iter().find(|h| !all.histories.contains(*h)) {
        return Err(format!("local history {extra:?} is not reachable"));
    }
    if found.local_behaviours.is_some_and(|found| found != all.complete.len() as u64) {
        return Err(format!("{:?} local behaviours, brute force {}", found.local_behaviours, all.complete.len()));
    }
    if !apart && (!options.reductions.local_states || found.executions < options.counted_executions) {
        return Err(format!("histories were merged after {} executions", found.executions));
    }
    let counted = apart && (!options.reductions.merging || found.states <= options.counted_states);
    if found.behaviours.is_some() != counted {
        return Err(format!("behaviours {:?} after {} states", found.behaviours, found.states));
    }
    let exact = counted && !(options.reductions.persistent_sets && cuts_off(toy));
    if exact && found.behaviours != Some(all.behaviours.len() as u64) {
        return Err(format!("behaviours {:?}, brute force {}", found.behaviours, all.behaviours.len()));
    }
    let outcomes: BTreeSet<_> = found.outcomes.iter().map(|o| (o.stdout.clone(), o.end.clone())).collect();
    if outcomes != all.outcomes {
        return Err(format!("outcomes {outcomes:?}, brute force {:?}", all.outcomes));
    }
    let executions: u64 = found.outcomes.iter().map(|o| o.executions).sum();
    if executions != found.executions {
        return Err(format!("outcomes of {executions} executions, but there were {}", found.executions));
    }
    let deadlocks: BTreeSet<(bool, Vec<u32>)> = found
        .violations
        .iter()
        .filter(|v| matches!(v.kind, ViolationKind::Deadlock | ViolationKind::Livelock))
        .map(|v| {
            let mut sites: Vec<u32> = v.blocked.iter().map(|p| p.site.0).collect();
            sites.sort_unstable();
            (v.kind == ViolationKind::Livelock, sites)
        })
        .collect();
    if deadlocks != all.deadlocks {
        return Err(format!("deadlocks {deadlocks:?}, brute force {:?}", all.deadlocks));
    }
    let races: BTreeSet<(u32, u32)> =
        found.races.iter().map(|race| sorted(race.accesses.each_ref().map(|a| a.site.0))).collect();
    let wrong = if toy.memory_model == MemoryModel::Sc { races != all.races } else { !races.is_subset(&all.races) };
    if wrong {
        return Err(format!("races {races:?}, brute force {:?}", all.races));
    }
    replay(toy, &found)?;
    Ok(found)
}

/// Runs the schedule of each violation: its events must come again. It does not mention the arrivals of writes that concern
/// nobody else.
fn replay(toy: &Toy, found: &Exploration) -> Result<(), String> {
    for violation in &found.violations {
        let arrives = |event: &Event| match event.action {
            Action::Arrive(location, _) => Some(location),
            _ => None,
        };
        let mentioned: HashSet<LocationId> = violation.events.iter().filter_map(arrives).collect();
        let trace = Interpreter::new(toy).run(&violation.schedule);
        let again = trace.events.iter().filter(|event| arrives(event).is_none_or(|l| mentioned.contains(&l)));
        if !again.take(violation.events.len()).eq(&violation.events) {
            return Err(format!("the schedule of {:?} leads elsewhere: {:?}", violation.message, trace.end));
        }
    }
    Ok(())
}

fn sorted([one, other]: [u32; 2]) -> (u32, u32) {
    (one.min(other), one.max(other))
}

/// Whether threads can be cut off before their end: then how far they came is not the same under reduction.
fn cuts_off(toy: &Toy) -> bool {
    fn block(body: &[Stmt]) -> bool {
        body.iter().any(|stmt| match stmt {
            Stmt::Exit(_) | Stmt::Start(_, true, _) | Stmt::StartTelling(_, true, ..) => true,
            Stmt::Sync(_, inner) | Stmt::Try(.., inner) | Stmt::Loop(inner) | Stmt::Spin(inner) => block(inner),
            Stmt::Repeat(_, inner) => block(inner),
            Stmt::If(_, then, or) | Stmt::Attempt(then, _, or) => block(then) || block(or),
            _ => false,
        })
    }
    toy.threads.iter().any(|body| block(body))
}
