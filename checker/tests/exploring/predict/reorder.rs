//! What one trace allows, by brute force: all executions of a toy program in which each thread does a beginning of what it did in the
//! trace, with the same outcomes. Written without a look at the predictions: it steps the toy machine.

use crate::toy::machine::{Choice, Code, Machine, code};
use crate::toy::program::Toy;
use crate::toy::threads::Life;
use mcr_protocol::{Action, Event, LocationId, Order, ThreadId, Trace, Value};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reordered {
    /// Pairs of places of accesses that are next at once.
    pub races: BTreeSet<(u32, u32)>,
    /// Where threads wait for each other's monitors in a circle.
    pub circles: BTreeSet<Vec<u32>>,
}

/// All of it; none if there are more states than `limit`.
pub fn reorder(toy: &Toy, trace: &Trace, limit: usize) -> Option<Reordered> {
    let code = code(toy);
    let mut did: BTreeMap<ThreadId, Vec<&Event>> = BTreeMap::new();
    for event in trace.events.iter().filter(|event| !matches!(event.action, Action::Arrive(..))) {
        did.entry(event.thread).or_default().push(event);
    }
    let mut found = Reordered::default();
    let start = (Machine::new(toy, &code), vec![0; toy.threads.len()]);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((machine, positions)) = open.pop() {
        look(&machine, &code, &mut found);
        let (moves, _) = machine.moves(&code);
        for (t, choice) in moves {
            let mut next = machine.clone();
            let event = next.step(&code, t, choice);
            let mut after = positions.clone();
            if !matches!(choice, Choice::Arrive(_)) {
                if did.get(&event.thread).and_then(|did| did.get(positions[t])) != Some(&&event) {
                    continue;
                }
                after[t] += 1;
            }
            if seen.insert((next.clone(), after.clone())) {
                open.push((next, after));
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(found)
}

fn look(machine: &Machine, code: &Code, found: &mut Reordered) {
    if machine.exit.is_some() {
        return;
    }
    let running = (0..machine.threads.len()).filter(|&t| machine.threads[t].life == Life::Running);
    let next: Vec<(usize, u32, Action)> = running.map(|t| (t, machine.site(t).0, machine.action(code, t))).collect();
    for (i, (_, one, first)) in next.iter().enumerate() {
        for (_, other, second) in &next[..i] {
            if let (Some(a), Some(b)) = (access(first), access(second))
                && a.0 == b.0
                && (a.1 || b.1)
                && !(a.2 && b.2)
            {
                found.races.insert((*one.min(other), *one.max(other)));
            }
        }
    }
    // From each thread to the owner of what it wants, until somebody is met again.
    let waits_for = |t: usize| {
        let (_, site, action) = next.iter().find(|(other, ..)| *other == t)?;
        let Action::Acquire { monitor, .. } = action else { return None };
        let owner = owner(machine, *monitor).filter(|owner| *owner != t)?;
        Some((*site, owner))
    };
    for (t, ..) in &next {
        let (mut sites, mut at) = (BTreeSet::new(), *t);
        for _ in 0..next.len() {
            let Some((site, owner)) = waits_for(at) else { break };
            sites.insert(site);
            at = owner;
            if at == *t {
                found.circles.insert(sites.into_iter().collect());
                break;
            }
        }
    }
}

fn owner(machine: &Machine, monitor: Value) -> Option<usize> {
    machine.monitors[(monitor.0 - 1000) as usize].owner.map(|(owner, _)| owner)
}

/// Where, whether it writes, whether it is atomic.
fn access(action: &Action) -> Option<(LocationId, bool, bool)> {
    match *action {
        Action::Read(location) => Some((location, false, false)),
        Action::Write(_, _, Order::Arrived) => None,
        Action::Write(location, _, order) => Some((location, true, order != Order::Plain)),
        Action::Update(location, _) => Some((location, true, true)),
        _ => None,
    }
}
