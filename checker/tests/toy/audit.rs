//! Whether keys of local states are right: over all interleavings of a toy program, by brute force, without the
//! checker.
//!
//! Two places of a thread with the same key must be in the same local state, and go on in the same way: the same
//! operation, and after the same outcome the same again. Futures are compared as the graph that the keys make of the
//! local histories: a place whose histories are taken for one has all their outcomes.

use super::brute::fingerprint;
use super::machine::{Choice, Machine, code};
use super::program::Toy;
use super::threads::Life;
use mcr_protocol::{Action, LocalState, SiteId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A place in the local histories of a thread.
type Place = (usize, u64);

#[derive(Debug)]
struct Known {
    action: Action,
    site: SiteId,
    key: Option<LocalState>,
    state: u64,
    /// By what was learned, if that was something: where it leads.
    next: BTreeMap<Option<i64>, u64>,
}

/// How many local histories there are, and local states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Places in the tries, as they are without keys.
    pub histories: usize,
    /// Of those, the outcomes of operations from which a thread learns something.
    pub history_reads: usize,
    /// Places in the graphs that the keys make of the tries.
    pub states: usize,
    /// Read edges of those: a bound on executions.
    pub reads: usize,
    /// Places that differ in what the thread does next depends on, without regard to keys: what keys could come to.
    pub least_states: usize,
    /// Read edges of those.
    pub least_reads: usize,
    /// Different keys.
    pub keys: usize,
}

/// Looks at all interleavings; none if there are more states than `limit`. An error says which places have the same key
/// wrongly.
pub fn audit(toy: &Toy, limit: usize) -> Option<Result<Counts, String>> {
    let all = places(toy, limit)?;
    Some(all.and_then(|all| check(&all)))
}

fn places(toy: &Toy, limit: usize) -> Option<Result<HashMap<Place, Known>, String>> {
    let code = code(toy);
    let mut known: HashMap<Place, Known> = HashMap::new();
    let start = Machine::new(toy, &code);
    let mut seen = HashSet::from([fingerprint(&start)]);
    let mut open = vec![start];
    while let Some(machine) = open.pop() {
        for (t, thread) in machine.threads.iter().enumerate().filter(|(_, thread)| thread.life == Life::Running) {
            let (action, site) = (machine.action(&code, t), machine.site(t));
            let (key, state) = (machine.key(t), machine.local_state(&code, t));
            let here = Known { action, site, key, state, next: BTreeMap::new() };
            let before = known.entry((t, thread.scopes.node)).or_insert(here);
            let now = (machine.action(&code, t), machine.site(t), machine.key(t), state);
            if now != (before.action.clone(), before.site, before.key, before.state) {
                return Some(Err(format!("thread {t} after the same history: {now:?} and {before:?}")));
            }
        }
        for (t, choice) in machine.moves(&code).0 {
            let mut next = machine.clone();
            next.step(&code, t, choice);
            if !matches!(choice, Choice::Arrive(_)) {
                let (before, after) = (&machine.threads[t], &next.threads[t]);
                let learned = (after.history.len() > before.history.len()).then(|| after.history[before.history.len()]);
                let from = known.get_mut(&(t, before.scopes.node)).expect("just seen");
                if from.next.insert(learned, after.scopes.node).is_some_and(|other| other != after.scopes.node) {
                    return Some(Err(format!("thread {t} learns {learned:?} and comes to two places")));
                }
            }
            if next.exit.is_none() && seen.insert(fingerprint(&next)) {
                open.push(next);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(Ok(known))
}

fn check(all: &HashMap<Place, Known>) -> Result<Counts, String> {
    let next = all.iter().map(|(place, known)| (*place, known.next.clone())).collect();
    let mut merged = Merged { all, same: HashMap::new(), next };
    let mut keys: BTreeMap<(usize, LocalState), Place> = BTreeMap::new();
    let mut places: Vec<_> = all.keys().copied().collect();
    places.sort_unstable();
    let mut wrong = None;
    for &place in &places {
        let Some(key) = all[&place].key else { continue };
        let first = *keys.entry((place.0, key)).or_insert(place);
        merged.merge(first, place)?;
        if all[&first].state != all[&place].state && wrong.is_none() {
            let (one, other) = (&all[&first], &all[&place]);
            wrong = Some(format!("thread {} has one key in two local states: {one:?} and {other:?}", place.0));
        }
    }
    // Futures say more.
    wrong.map_or(Ok(()), Err)?;
    let mut counts = Counts { histories: all.len(), keys: keys.len(), ..Counts::default() };
    let (mut states, mut reads) = (BTreeSet::new(), BTreeSet::new());
    let (mut least_states, mut least_reads) = (BTreeSet::new(), BTreeSet::new());
    for &place in &places {
        let state = (place.0, all[&place].state);
        let cell = merged.find(place);
        states.insert(cell);
        least_states.insert(state);
        for learned in all[&place].next.keys().flatten() {
            counts.history_reads += 1;
            reads.insert((cell, *learned));
            least_reads.insert((state, *learned));
        }
    }
    (counts.states, counts.reads) = (states.len(), reads.len());
    (counts.least_states, counts.least_reads) = (least_states.len(), least_reads.len());
    Ok(counts)
}

/// Places that are taken for one.
struct Merged<'a> {
    all: &'a HashMap<Place, Known>,
    /// By place that another one stands for.
    same: HashMap<Place, Place>,
    /// The outcomes of all places that are taken for one, by the place that stands for them.
    next: HashMap<Place, BTreeMap<Option<i64>, u64>>,
}

impl Merged<'_> {
    fn find(&self, mut place: Place) -> Place {
        while let Some(&other) = self.same.get(&place) {
            place = other;
        }
        place
    }

    /// Takes two places for one, and with them those that they lead to by the same outcomes.
    fn merge(&mut self, one: Place, other: Place) -> Result<(), String> {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            let (first, second) = (self.find(one), self.find(other));
            if first == second {
                continue;
            }
            // Nothing comes after the end of a thread.
            let (Some(a), Some(b)) = (self.all.get(&first), self.all.get(&second)) else {
                self.same.insert(second, first);
                continue;
            };
            if (&a.action, a.site) != (&b.action, b.site) {
                return Err(format!("thread {} has one key with different futures: {a:?} and {b:?}", one.0));
            }
            self.same.insert(second, first);
            let outcomes = self.next.remove(&second).expect("it stands for itself");
            let known = self.next.get_mut(&first).expect("it stands for itself");
            for (learned, next) in outcomes {
                let to = *known.entry(learned).or_insert(next);
                open.push(((one.0, to), (one.0, next)));
            }
        }
        Ok(())
    }
}
