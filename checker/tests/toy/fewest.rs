//! The fewest context switches with which a toy program shows each of some violations, by brute force over all its interleavings.

use super::brute::fingerprint;
use super::machine::{Choice, Code, Machine, code};
use super::program::Toy;
use mcr_explore::{Exploration, ViolationKind};
use mcr_protocol::{Action, Event, Pending, SiteId, ThreadId};
use std::collections::{HashMap, VecDeque};

/// What has to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// This event.
    Event(Event),
    /// Nobody can go on (or somebody goes round in a loop): who is left, and where. Of who goes round only the place.
    Stuck(bool, Vec<(ThreadId, SiteId, Option<Action>)>),
    /// These are next in their threads.
    Next(Vec<Pending>),
    /// This was printed, and this is the end.
    Over(String, String),
}

/// What an exploration has found, in its order: violations, then races.
pub fn all_shown(found: &Exploration) -> Vec<Shown> {
    let violations = found.violations.iter().map(|violation| match violation.kind {
        ViolationKind::Deadlock => Shown::Stuck(false, left(&violation.blocked)),
        ViolationKind::Livelock => Shown::Stuck(true, left(&violation.blocked)),
        ViolationKind::Race => Shown::Next(violation.blocked.clone()),
        _ => Shown::Event(violation.events.last().expect("it ends with the failure").clone()),
    });
    violations.chain(found.races.iter().map(|race| Shown::Next(race.accesses.to_vec()))).collect()
}

pub fn left(blocked: &[Pending]) -> Vec<(ThreadId, SiteId, Option<Action>)> {
    let goes_round = |pending: &Pending| matches!(pending.action, Action::Await(_));
    let mut left: Vec<_> =
        blocked.iter().map(|p| (p.thread, p.site, (!goes_round(p)).then(|| p.action.clone()))).collect();
    left.sort_by_key(|(thread, ..)| *thread);
    left
}

impl Shown {
    fn by(&self, machine: &Machine, code: &Code, stuck: bool, last: Option<&Event>) -> bool {
        match self {
            Shown::Event(event) => last == Some(event),
            Shown::Stuck(livelock, blocked) => {
                stuck
                    && machine.over().is_none()
                    && machine.goes_round(code) == *livelock
                    && left(&machine.pending(code)) == *blocked
            }
            Shown::Next(both) => {
                let pending = machine.pending(code);
                machine.over().is_none() && both.iter().all(|one| pending.contains(one))
            }
            Shown::Over(stdout, end) => {
                let is_stuck = || if machine.goes_round(code) { "livelock" } else { "deadlock" }.to_owned();
                stuck && machine.output == *stdout && machine.over().unwrap_or_else(is_stuck) == *end
            }
        }
    }
}

/// For each the fewest switches; none if there are more than `limit` states to look at.
pub fn fewest_switches(toy: &Toy, shown: &[Shown], limit: usize) -> Option<Vec<Option<usize>>> {
    let code = code(toy);
    let mut fewest: Vec<Option<usize>> = vec![None; shown.len()];
    let mut distances: HashMap<(u64, Option<usize>), usize> = HashMap::new();
    let start = Machine::new(toy, &code);
    distances.insert((fingerprint(&start), None), 0);
    let mut open = VecDeque::from([(0, None, start)]);
    while let Some((distance, last, machine)) = open.pop_front() {
        if distances[&(fingerprint(&machine), last)] < distance {
            continue;
        }
        let (moves, stuck) = machine.moves(&code);
        let improve =
            |fewest: &mut Option<usize>, distance| *fewest = Some(fewest.map_or(distance, |d| d.min(distance)));
        for (fewest, shown) in fewest.iter_mut().zip(shown) {
            if shown.by(&machine, &code, stuck, None) {
                improve(fewest, distance);
            }
        }
        for (t, choice) in moves {
            let mut next = machine.clone();
            let event = next.step(&code, t, choice);
            let arrives = matches!(choice, Choice::Arrive(_));
            let switched = !arrives && last.is_some_and(|last| last != t);
            let to = distance + usize::from(switched);
            for (fewest, shown) in fewest.iter_mut().zip(shown) {
                if matches!(shown, Shown::Event(_)) && shown.by(&next, &code, false, Some(&event)) {
                    improve(fewest, to);
                }
            }
            let last = if arrives { last } else { Some(t) };
            let known = distances.entry((fingerprint(&next), last)).or_insert(usize::MAX);
            if to < *known {
                *known = to;
                if switched { open.push_back((to, last, next)) } else { open.push_front((to, last, next)) }
            }
        }
        if distances.len() > limit {
            return None;
        }
    }
    Some(fewest)
}
