//! All interleavings of a toy program, by brute force.

use super::machine::{Choice, Code, Machine, code};
use super::program::{Instr, Toy};
use super::threads::{Life, News};
use mcr_protocol::{Action, Event, Fence, Limit, LocationId, Order, Outcome, Try, Wake};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Everything that a toy program can do.
#[derive(Debug, Default)]
pub struct Everything {
    /// At ends: one local history per started thread.
    pub behaviours: HashSet<Vec<(usize, Vec<i64>)>>,
    /// Local histories and their beginnings.
    pub histories: HashSet<(usize, Vec<i64>)>,
    /// Local histories of threads that came to their end (which may wait for a monitor) or exited.
    pub complete: HashSet<(usize, Vec<i64>)>,
    pub outcomes: BTreeSet<(String, String)>,
    /// Of each deadlock: whether it is a livelock, and where the threads that are left wait, sorted.
    pub deadlocks: BTreeSet<(bool, Vec<u32>)>,
    /// Pairs of places of accesses to one variable that two threads do next in some state, not both atomic, one of them a write.
    pub races: BTreeSet<(u32, u32)>,
    pub states: usize,
    /// Kinds of operations that happened, and of outcomes.
    pub kinds: BTreeSet<&'static str>,
    /// A state can be reached from which no end can be.
    pub endless: bool,
}

/// Enumerates; none if there are more states than `limit`.
pub fn everything(toy: &Toy, limit: usize) -> Option<Everything> {
    let code = code(toy);
    let mut all = Everything::default();
    let start = Machine::new(toy, &code);
    let mut numbers: HashMap<u64, usize> = HashMap::from([(fingerprint(&start), 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let (mut open, mut ends) = (vec![(0, start)], Vec::new());
    while let Some((here, machine)) = open.pop() {
        for (t, thread) in machine.threads.iter().enumerate() {
            if thread.life != Life::Unborn {
                let history = (t, thread.history.clone());
                if thread.life == Life::Ended || matches!(code.0[t].code[thread.pc], Instr::End(_)) {
                    all.complete.insert(history.clone());
                }
                all.histories.insert(history);
            }
        }
        all.races.extend(races(&machine, &code));
        let (moves, stuck) = machine.moves(&code);
        if stuck {
            let end = machine.over().unwrap_or_else(|| {
                let left = 0..machine.threads.len();
                let left = left.filter(|&t| machine.threads[t].life == Life::Running);
                let livelock = machine.goes_round(&code);
                let mut places: Vec<u32> = left.map(|t| machine.site(t).0).collect();
                places.sort_unstable();
                all.deadlocks.insert((livelock, places));
                if livelock { "livelock" } else { "deadlock" }.to_owned()
            });
            all.outcomes.insert((machine.output.clone(), end));
            let started = machine.threads.iter().enumerate().filter(|(_, t)| t.life != Life::Unborn);
            all.behaviours.insert(started.map(|(t, thread)| (t, thread.history.clone())).collect());
            ends.push(here);
        }
        for (t, choice) in moves {
            let mut next = machine.clone();
            let event = next.step(&code, t, choice);
            all.kinds.extend(kinds(&event));
            all.kinds.extend(rare(&machine, t, choice, &code, &next));
            if next.exit.is_some() {
                all.complete.insert((t, next.threads[t].history.clone()));
            }
            let new = numbers.len();
            let number = *numbers.entry(fingerprint(&next)).or_insert(new);
            if number == new {
                before.push(Vec::new());
                open.push((number, next));
            }
            before[number].push(here);
        }
        if numbers.len() > limit {
            return None;
        }
    }
    all.states = numbers.len();
    all.endless = some_state_reaches_none(ends, &before);
    Some(all)
}

/// The races between what threads do next.
fn races(machine: &Machine, code: &Code) -> Vec<(u32, u32)> {
    let running = (0..machine.threads.len()).filter(|&t| machine.threads[t].life == Life::Running);
    let next = running.filter_map(|t| match machine.action(code, t) {
        Action::Read(l) => Some((l, false, false, machine.site(t).0)),
        Action::Write(_, _, Order::Arrived) => None,
        Action::Write(l, _, order) => Some((l, true, order != Order::Plain, machine.site(t).0)),
        Action::Update(l, _) => Some((l, true, true, machine.site(t).0)),
        _ => None,
    });
    let next: Vec<_> = next.collect();
    let mut races = Vec::new();
    for (n, one) in next.iter().enumerate() {
        for other in next[..n].iter().filter(|other| other.0 == one.0) {
            if (one.1 || other.1) && !(one.2 && other.2) {
                races.push((one.3.min(other.3), one.3.max(other.3)));
            }
        }
    }
    races
}

/// What an event exercises.
fn kinds(event: &Event) -> Vec<&'static str> {
    let flag = LocationId::interrupt(event.thread);
    let mut kinds = match &event.action {
        Action::Acquire { patience, .. } => match patience.limit {
            Limit::Now => vec!["try lock"],
            Limit::Timed | Limit::After(_) => vec!["timed lock"],
            Limit::Never if patience.interruptible => vec!["interruptible lock"],
            Limit::Never => vec!["lock"],
        },
        Action::Wait { monitor, set, .. } if monitor == set => vec!["wait"],
        Action::Wait { .. } => vec!["await condition"],
        Action::Notify { monitor, set } | Action::NotifyAll { monitor, set } if monitor == set => vec!["notify"],
        Action::Notify { .. } => vec!["signal"],
        Action::NotifyAll { .. } => vec!["signalAll"],
        Action::Guarded { location, .. } if *location == LocationId::SLEEP => vec!["sleep"],
        Action::Read(location) if *location == LocationId::TIME => vec!["read of the time"],
        Action::Guarded { location, .. } if *location == flag => vec!["test and clear flag"],
        Action::Guarded { patience, .. } => match patience.limit {
            Limit::Now => vec!["try guarded"],
            Limit::Timed | Limit::After(_) => vec!["timed guarded"],
            Limit::Never if patience.interruptible => vec!["interruptible guarded"],
            Limit::Never => vec!["guarded"],
        },
        Action::Park(Limit::Timed | Limit::After(_)) => vec!["timed park"],
        Action::Park(_) => vec!["park"],
        Action::Write(l, _, _) if *l == flag => vec!["interrupt of itself"],
        Action::Join { patience, .. } if patience.tells() => vec!["impatient join"],
        Action::Join { .. } => vec!["join"],
        Action::State(_) => vec!["state"],
        Action::Choose(_) => vec!["choose"],
        Action::Await(awaited) if !awaited.states.is_empty() => vec!["await of states"],
        Action::Await(awaited) if awaited.tries.iter().any(|t| matches!(t, Try::Monitor(_))) => {
            vec!["await of a monitor"]
        }
        Action::Await(awaited) if !awaited.tries.is_empty() => vec!["await of a guard"],
        Action::Await(_) => vec!["await"],
        Action::End { notifies: Some(_), .. } => vec!["end that notifies"],
        Action::Fence(Fence::Full) => vec!["full fence"],
        Action::Fence(Fence::StoreStore) => vec!["store-store barrier"],
        Action::Write(_, _, Order::Release) => vec!["release write"],
        Action::Write(_, _, Order::Volatile) => vec!["volatile write"],
        Action::Write(_, _, Order::Arrived) => vec!["write that has arrived"],
        Action::Arrive(..) => vec!["arrival"],
        _ => vec![],
    };
    kinds.extend(match event.outcome {
        Outcome::Resumed(Wake::TimedOut) => Some("(timed out)"),
        Outcome::Resumed(Wake::Interrupted) => Some("(interrupted)"),
        Outcome::Resumed(Wake::Spurious) => Some("(spurious)"),
        _ => None,
    });
    kinds
}

/// Whether a step is one of those that need a thread to leave a wait set by itself, or to be settled.
fn rare(before: &Machine, t: usize, choice: Choice, code: &Code, after: &Machine) -> Vec<&'static str> {
    let instr = &before.next(code, t);
    let mut kinds = Vec::new();
    match (instr, choice) {
        (Instr::Notify(m, set), Choice::Wake(woken)) => {
            let sleepers = before.sleepers(code, *m, *set);
            if woken.is_none() && !sleepers.is_empty() {
                kinds.push("notify that nobody gets");
            }
            if *set != 0 && woken.is_some() && woken != sleepers.first().copied() {
                kinds.push("signal that passes one by");
            }
        }
        (Instr::Resume(..), Choice::Back(wake)) if before.threads[t].sleep.unwrap().news == News::Perhaps => {
            kinds.push(if wake == Wake::Notified { "perhaps left (did not)" } else { "perhaps left (had)" });
        }
        (_, Choice::Arrive(v)) if before.threads[t].buffer.oldest() != Some(v) => {
            kinds.push("arrival before an older write")
        }
        (Instr::Load(_, v), Choice::Plain) if before.view(t, *v) != before.get(*v) => {
            kinds.push("own write read early")
        }
        (Instr::Head, Choice::Plain) if !before.threads[t].buffer.is_empty() => {
            kinds.push("await left with a full buffer")
        }
        (Instr::Start(_, _, _, Some(_)), _) => kinds.push("start that tells"),
        (Instr::State(_, c), _) if before.threads[*c].seen.is_some() => {
            let mut plain = before.clone();
            plain.threads.iter_mut().for_each(|thread| thread.seen = None);
            kinds.push("state of a settled thread");
            if plain.doing(code, *c) != before.doing(code, *c) {
                kinds.push("state that would be another if not settled");
            }
        }
        _ => {}
    }
    let missed = |machine: &Machine| {
        machine.threads.iter().filter(|thread| thread.sleep.is_some_and(|sleep| sleep.news == News::Missed)).count()
    };
    if missed(after) > missed(before) {
        kinds.push("overtaken in a queue");
    }
    kinds
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
        let (choices, stuck) = machine.moves(&code);
        if stuck {
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
    Some((outcomes, some_state_reaches_none(ends, &before)))
}

/// Whether there is a state from which none of these can be reached. `before`: by state those that lead there.
fn some_state_reaches_none(mut these: Vec<usize>, before: &[Vec<usize>]) -> bool {
    let mut reach = vec![false; before.len()];
    while let Some(n) = these.pop() {
        if !std::mem::replace(&mut reach[n], true) {
            these.extend(&before[n]);
        }
    }
    reach.contains(&false)
}

/// 64 bits are enough for some ten thousand states.
pub fn fingerprint(machine: &Machine) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    machine.hash(&mut hasher);
    hasher.finish()
}
