//! All interleavings of a toy program, by brute force.

use super::machine::{Life, Machine, code};
use super::program::Toy;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Everything that a toy program can do.
#[derive(Debug, Default)]
pub struct Everything {
    /// At ends: one local history per started thread.
    pub behaviours: HashSet<Vec<(usize, Vec<i64>)>>,
    /// Local histories and their beginnings.
    pub histories: HashSet<(usize, Vec<i64>)>,
    /// Local histories of threads that ended or exited.
    pub complete: HashSet<(usize, Vec<i64>)>,
    pub outcomes: BTreeSet<(String, String)>,
    /// Of each deadlock: whether it is a livelock, and where the threads that are left wait.
    pub deadlocks: BTreeSet<(bool, Vec<u32>)>,
    pub states: usize,
}

/// Enumerates; none if there are more states than `limit`.
pub fn everything(toy: &Toy, limit: usize) -> Option<Everything> {
    let code = code(toy);
    let mut all = Everything::default();
    let mut seen: HashSet<u64> = HashSet::new();
    let mut open = vec![Machine::new(toy, &code)];
    while let Some(machine) = open.pop() {
        if !seen.insert(fingerprint(&machine)) {
            continue;
        }
        if seen.len() > limit {
            return None;
        }
        for (t, thread) in machine.threads.iter().enumerate() {
            if thread.life != Life::Unborn {
                let history = (t, thread.history.clone());
                if thread.life == Life::Ended {
                    all.complete.insert(history.clone());
                }
                all.histories.insert(history);
            }
        }
        let choices = machine.choices(&code);
        if choices.is_empty() {
            let end = machine.over().unwrap_or_else(|| {
                let left = 0..machine.threads.len();
                let left = left.filter(|&t| machine.threads[t].life == Life::Running);
                let livelock = machine.goes_round(&code);
                all.deadlocks.insert((livelock, left.map(|t| machine.site(t).0).collect()));
                if livelock { "livelock" } else { "deadlock" }.to_owned()
            });
            all.outcomes.insert((machine.output.clone(), end));
            let started = machine.threads.iter().enumerate().filter(|(_, t)| t.life != Life::Unborn);
            all.behaviours.insert(started.map(|(t, thread)| (t, thread.history.clone())).collect());
        }
        for (t, choice) in choices {
            let mut next = machine.clone();
            next.step(&code, t, choice);
            if let Some(_code) = next.exit {
                all.complete.insert((t, next.threads[t].history.clone()));
            }
            open.push(next);
        }
    }
    all.states = seen.len();
    Some(all)
}

/// The outcomes of a toy program in which a loop is just a loop, and whether somebody can be caught in one: whether a state
/// can be reached from which no end can be. None if there are more states than `limit`.
pub fn plain_outcomes(toy: &Toy, limit: usize) -> Option<(BTreeSet<(String, String)>, bool)> {
    let code = code(toy);
    let mut outcomes = BTreeSet::new();
    let mut start = Machine::new(toy, &code);
    start.plain = true;
    let mut numbers: HashMap<Machine, usize> = HashMap::from([(start.clone(), 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let (mut open, mut ends) = (vec![start], Vec::new());
    while let Some(machine) = open.pop() {
        let here = numbers[&machine];
        let choices = machine.choices(&code);
        if choices.is_empty() {
            outcomes.insert((machine.output.clone(), machine.over().unwrap_or_else(|| "deadlock".to_owned())));
            ends.push(here);
        }
        for (t, choice) in choices {
            let mut next = machine.clone();
            next.step(&code, t, choice);
            let new = numbers.len();
            let number = *numbers.entry(next.clone()).or_insert(new);
            if number == new {
                before.push(Vec::new());
                open.push(next);
            }
            before[number].push(here);
        }
        if numbers.len() > limit {
            return None;
        }
    }
    let mut reach = vec![false; before.len()];
    while let Some(n) = ends.pop() {
        if !std::mem::replace(&mut reach[n], true) {
            ends.extend(&before[n]);
        }
    }
    Some((outcomes, reach.contains(&false)))
}

/// 64 bits are enough for some ten thousand states.
fn fingerprint(machine: &Machine) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    machine.hash(&mut hasher);
    hasher.finish()
}
