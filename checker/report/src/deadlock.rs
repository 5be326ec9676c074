//! Who waits for whom.
//!
//! A deadlock after `main` has ended is a *thread leak*, if nobody waits in a circle: threads that are left over, that nobody will ever wake
//! (a pool that is not shut down, a consumer that is not told to stop).

use super::cell;
use super::monitors::{Monitors, Obstacle, Owner};
use super::names::Names;
use super::origin::written;
use mcr_explore::{Violation, ViolationKind};
use mcr_protocol::{Action, Event, Guard, LocationId, Outcome, Pending, SiteId, ThreadId, Value};

/// Whether a violation is that nobody can go on.
#[must_use]
pub fn is(violation: &Violation) -> bool {
    matches!(violation.kind, ViolationKind::Deadlock | ViolationKind::Livelock)
}

/// Whether all that is wrong is that threads are left over: `main` and all others that have ended have done so without an exception,
/// nobody waits in a circle or for somebody who has ended.
#[must_use]
pub fn is_thread_leak(violation: &Violation) -> bool {
    let ends = || violation.events.iter().filter(|event| matches!(event.action, Action::End { .. }));
    let fails = |event: &Event| matches!(event.action, Action::End { uncaught: Some(_), .. });
    let main_ended = ends().any(|event| event.thread == ThreadId::MAIN);
    let waits = waits(violation);
    let left_locked =
        |obstacle: &Obstacle| matches!(obstacle, Obstacle::Owned(_, owner) if ended(violation, owner.thread));
    violation.kind == ViolationKind::Deadlock
        && main_ended
        && !ends().any(fails)
        && cycles(&waits).is_empty()
        && !waits.iter().filter_map(|(_, obstacle)| obstacle.as_ref()).any(left_locked)
}

/// Whether `main` has ended, by an exception or not.
#[must_use]
pub fn main_has_ended(violation: &Violation) -> bool {
    ended(violation, ThreadId::MAIN)
}

/// Whether all that wait could go on, if the threads that an exception has ended had gone on and done whatever is waited for. Not so if threads
/// wait in a circle, also of semaphores, or for the lock of one that has ended otherwise: those wait whatever others do.
#[must_use]
pub fn may_follow_from_failures(violation: &Violation) -> bool {
    let fails = |event: &Event| matches!(event.action, Action::End { uncaught: Some(_), .. });
    let failed: Vec<ThreadId> =
        violation.events.iter().filter(|event| fails(event)).map(|event| event.thread).collect();
    let waits = waits(violation);
    let mut free: Vec<ThreadId> = Vec::new();
    loop {
        let goes_on = |thread: ThreadId| failed.contains(&thread) || free.contains(&thread);
        let may_go_on = |pending: &Pending, obstacle: &Option<Obstacle>| match obstacle {
            Some(Obstacle::Owned(_, owner)) => goes_on(owner.thread),
            Some(Obstacle::Alive(child)) => goes_on(*child),
            Some(Obstacle::Guard { location, guard: Guard::AtLeast(_), .. }) => {
                let balances = balances(&violation.events, *location);
                let mut takers = balances.iter().filter(|(balance, _)| *balance < 0).peekable();
                // If somebody gives what others take, the one that failed may have, too.
                let is_given = balances.iter().any(|(balance, _)| *balance > 0);
                is_given || takers.peek().is_none() || takers.any(|(_, taken)| goes_on(taken.thread))
            }
            Some(Obstacle::NotNotified(_) | Obstacle::NotUnparked | Obstacle::Guard { .. }) => true,
            None => matches!(pending.action, Action::Await(_)),
        };
        let threads = violation.blocked.iter().zip(&waits);
        let more: Vec<ThreadId> = threads
            .filter(|(pending, (thread, obstacle))| !free.contains(thread) && may_go_on(pending, obstacle))
            .map(|(pending, _)| pending.thread)
            .collect();
        if more.is_empty() {
            return free.len() == waits.len();
        }
        free.extend(more);
    }
}

/// The deadlock in one line; as a thread leak, which leaves out daemons, or not.
#[must_use]
pub fn message(names: &Names<'_>, violation: &Violation, leak: bool) -> String {
    let threads = violation.blocked.iter().zip(reasons(names, violation));
    // Daemons may be left over.
    let threads = threads.filter(|(pending, _)| !leak || !is_daemon(violation, pending.thread));
    let parts: Vec<String> =
        threads.map(|(pending, (_, what))| format!("{} {what}", names.thread(pending.thread))).collect();
    let kind = match violation.kind {
        ViolationKind::Livelock => "livelock:",
        _ if leak => "thread leak: main has ended, but",
        _ => "deadlock:",
    };
    if parts.is_empty() { violation.message.clone() } else { format!("{kind} {}", parts.join("; ")) }
}

/// What keeps each blocked thread, and that in words.
#[must_use]
pub fn reasons(names: &Names<'_>, violation: &Violation) -> Vec<(Option<Obstacle>, String)> {
    let threads = violation.blocked.iter().zip(waits(violation));
    let reasons = threads.map(|(pending, (_, obstacle))| {
        let what = match (&obstacle, &pending.action) {
            (Some(obstacle), _) => reason(names, violation, obstacle),
            (None, action @ Action::Await(_)) => cell::action(names, action),
            (None, action) => format!("is blocked: {}", cell::action(names, action)),
        };
        (obstacle, what)
    });
    reasons.collect()
}

/// One line for each blocked thread, then one for each cycle.
#[must_use]
pub fn explanation(names: &Names<'_>, violation: &Violation) -> Vec<String> {
    let mut lines = waiting(names, violation);
    for cycle in cycles(&waits(violation)) {
        let around: Vec<String> = cycle.iter().chain(cycle.first()).map(|thread| names.thread(*thread)).collect();
        lines.push(format!("cycle: {}", around.join(" -> ")));
    }
    lines
}

/// One line for each blocked thread.
#[must_use]
pub fn waiting(names: &Names<'_>, violation: &Violation) -> Vec<String> {
    let mut lines = Vec::new();
    for (pending, (obstacle, what)) in violation.blocked.iter().zip(reasons(names, violation)) {
        let thread = &pending.thread;
        let daemon = if is_daemon(violation, *thread) { " (a daemon)" } else { "" };
        let (thread, place) = (names.thread(*thread), at(names, pending.site));
        let why = obstacle.as_ref().and_then(|obstacle| history(names, violation, pending, obstacle));
        let lock = match &obstacle {
            Some(Obstacle::Owned(monitor, owner)) if names.initialised(*monitor).is_none() => Some((monitor, owner)),
            _ => None,
        };
        lines.push(match (lock, why) {
            (Some((monitor, owner)), why) => {
                let why = why.map_or_else(String::new, |why| format!(" {why}"));
                let (lock, holder) = (names.object(*monitor), holder(names, violation, owner));
                format!("{thread}{daemon} waits{place} for lock {lock}, which {holder} has{why}")
            }
            (None, Some(why)) => format!("{thread}{daemon} {what}{place} ({why})"),
            (None, None) => format!("{thread}{daemon} {what}{place}"),
        });
    }
    lines
}

/// What makes a deadlock one, in the order in which a reader wants to see it: who waits in a circle, then for a notify or an unpark,
/// then for a lock, then for anything else, by its index in what is blocked. Who only waits for the end of another one that is stuck is behind
/// all of these, in the second list.
#[must_use]
pub fn heart(violation: &Violation) -> (Vec<usize>, Vec<usize>) {
    let waits = waits(violation);
    let circles = cycles(&waits).concat();
    let rank = |index: &usize| match &waits[*index] {
        (thread, _) if circles.contains(thread) => 0,
        (_, Some(Obstacle::NotNotified(_) | Obstacle::NotUnparked)) => 1,
        (_, Some(Obstacle::Owned(..))) => 2,
        (_, Some(Obstacle::Alive(_))) => 4,
        (_, Some(Obstacle::Guard { .. }) | None) => 3,
    };
    let mut sorted: Vec<usize> = (0..waits.len()).collect();
    sorted.sort_by_key(rank);
    let behind = sorted.iter().position(|index| rank(index) == 4).unwrap_or(sorted.len());
    let behind = sorted.split_off(behind);
    (sorted, behind)
}

/// For each that waits for a notify or an unpark: the last one there was, and whether it came before the waiting.
#[must_use]
pub fn last_calls(violation: &Violation) -> Vec<(&Pending, &Event, bool)> {
    let threads = violation.blocked.iter().zip(waits(violation));
    let calls = threads.filter_map(|(pending, (_, obstacle))| {
        let (call, early) = match obstacle? {
            Obstacle::NotNotified(set) => last_notify(violation, pending, set)?,
            Obstacle::NotUnparked => (last_unpark(violation, pending)?, true),
            _ => return None,
        };
        Some((pending, &violation.events[call], early))
    });
    calls.collect()
}

/// The last notify of a wait set in which a thread is, by its index, and whether it came before the thread waited.
fn last_notify(violation: &Violation, pending: &Pending, set: Value) -> Option<(usize, bool)> {
    let events = &violation.events;
    let waits = |event: &Event| event.thread == pending.thread && matches!(event.action, Action::Wait { .. });
    let since = events.iter().rposition(waits)?;
    let notifies = |event: &Event| matches!(&event.action, Action::Notify { set: s, .. } | Action::NotifyAll { set: s, .. } if *s == set);
    events.iter().rposition(notifies).map(|last| (last, last < since))
}

/// The last unpark of a thread, by its index.
fn last_unpark(violation: &Violation, pending: &Pending) -> Option<usize> {
    let permit = LocationId::permit(pending.thread);
    let unparks = |event: &Event| written(event, permit).is_some_and(|value| value != Value::ZERO);
    violation.events.iter().rposition(unparks)
}

/// Why a thread does not go on, in a sentence.
fn reason(names: &Names<'_>, violation: &Violation, obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::Owned(monitor, owner) => {
            let holder = holder(names, violation, owner);
            match names.initialised(*monitor) {
                Some(class) => format!("waits for the initialisation of {class} by {holder}"),
                None => format!("waits for lock {} held by {holder}", names.object(*monitor)),
            }
        }
        Obstacle::NotNotified(monitor) => format!("waits to be notified on {}", names.object(*monitor)),
        Obstacle::Alive(thread) => format!("waits for the end of {}", names.thread(*thread)),
        Obstacle::NotUnparked => "waits to be unparked".to_owned(),
        Obstacle::Guard { location, guard, value } => {
            // A number of which only bits count says nothing.
            let counts = !matches!(guard, Guard::Has(_) | Guard::Lacks(_));
            let now = value.filter(|_| counts);
            let now = now.map_or_else(String::new, |value| format!(" (it is {})", names.value(*location, value)));
            format!("waits until {}{now}", cell::condition(names, *location, *guard))
        }
    }
}

/// Who has a lock.
fn holder(names: &Names<'_>, violation: &Violation, owner: &Owner) -> String {
    let ended = if ended(violation, owner.thread) { " (which has ended)" } else { "" };
    format!("{}{ended}", names.thread(owner.thread))
}

/// What the events say about why that has come so.
fn history(names: &Names<'_>, violation: &Violation, pending: &Pending, obstacle: &Obstacle) -> Option<String> {
    let events = &violation.events;
    let by = |event: &Event| format!("{}{}", names.thread(event.thread), at(names, event.site));
    match obstacle {
        Obstacle::Owned(_, owner) => {
            let line = names.line(owner.acquired);
            (!line.is_empty()).then(|| format!("since {line}"))
        }
        Obstacle::NotNotified(set) => {
            Some(match last_notify(violation, pending, *set).map(|(last, early)| (early, &events[last])) {
                None => "no thread has notified it".to_owned(),
                Some((true, notify)) => format!("last notified by {}, before it waited", by(notify)),
                Some((false, notify)) => match notify.outcome {
                    Outcome::Woke(Some(woken)) => {
                        format!("the last notify, by {}, woke {}", by(notify), names.thread(woken))
                    }
                    _ => format!("last notified by {}", by(notify)),
                },
            })
        }
        Obstacle::NotUnparked => {
            let Some(last) = last_unpark(violation, pending) else {
                return Some("no thread has unparked it".to_owned());
            };
            let parks = |event: &Event| event.thread == pending.thread && matches!(event.action, Action::Park(_));
            let used = if events[last..].iter().any(parks) { ", which an earlier park has used up" } else { "" };
            Some(format!("last unparked by {}{used}", by(&events[last])))
        }
        Obstacle::Guard { location, guard: Guard::AtLeast(_), .. } => {
            let holders = takers(events, *location);
            let by = |event: &Event| format!("{} at {}", names.thread(event.thread), names.line(event.site));
            let holders: Vec<String> = holders.into_iter().map(by).collect();
            (!holders.is_empty()).then(|| format!("taken by {}", holders.join(", ")))
        }
        Obstacle::Alive(_) | Obstacle::Guard { .. } => None,
    }
}

/// The last taking of each thread that has taken more of a number than it has given back.
fn takers(events: &[Event], location: LocationId) -> Vec<&Event> {
    let balances = balances(events, location);
    balances.into_iter().filter(|(balance, _)| *balance < 0).map(|(_, last)| last).collect()
}

/// What each thread has given to a number, less what it has taken; and its last taking, or its first giving if there is none.
fn balances(events: &[Event], location: LocationId) -> Vec<(i64, &Event)> {
    let mut balances: Vec<(i64, &Event)> = Vec::new();
    for event in events {
        let (Some(_), Outcome::Updated { old, new }) = (written(event, location), event.outcome) else { continue };
        let change = new.0.wrapping_sub(old.0).cast_signed();
        match balances.iter_mut().find(|(_, last)| last.thread == event.thread) {
            Some((balance, last)) => {
                *balance += change;
                if change < 0 {
                    *last = event;
                }
            }
            None => balances.push((change, event)),
        }
    }
    balances
}

/// ` at File.java:12 in Class.method`; nothing if there is no such place. A thread is said to be in the JDK only if nothing of the program is on its
/// stack.
fn at(names: &Names<'_>, site: SiteId) -> String {
    if names.line(site).is_empty() {
        String::new()
    } else if names.is_of_jdk(site) {
        format!(" in JDK code, no line of the program ({})", names.place(site))
    } else {
        format!(" at {}", names.place(site))
    }
}

fn ended(violation: &Violation, thread: ThreadId) -> bool {
    violation.events.iter().any(|event| event.thread == thread && matches!(event.action, Action::End { .. }))
}

fn is_daemon(violation: &Violation, thread: ThreadId) -> bool {
    let starts = |event: &Event| matches!(event.action, Action::Start { child, daemon: true, .. } if child == thread);
    violation.events.iter().any(starts)
}

/// What each blocked thread waits for.
fn waits(violation: &Violation) -> Vec<(ThreadId, Option<Obstacle>)> {
    let mut monitors = Monitors::default();
    violation.events.iter().for_each(|event| monitors.apply(event));
    let blocked = violation.blocked.iter();
    blocked.map(|pending| (pending.thread, monitors.obstacle(pending.thread, &pending.action))).collect()
}

/// Threads that wait for each other in a circle. A thread waits for at most one other, so circles do not meet.
fn cycles(waits: &[(ThreadId, Option<Obstacle>)]) -> Vec<Vec<ThreadId>> {
    let next = |thread: ThreadId| {
        let (_, obstacle) = waits.iter().find(|(waiting, _)| *waiting == thread)?;
        match obstacle {
            Some(Obstacle::Owned(_, owner)) => Some(owner.thread),
            Some(Obstacle::Alive(child)) => Some(*child),
            _ => None,
        }
    };
    let mut found: Vec<Vec<ThreadId>> = Vec::new();
    for (start, _) in waits {
        let mut path = vec![*start];
        while let Some(thread) = path.last().and_then(|last| next(*last)) {
            if thread == *start {
                if !found.iter().flatten().any(|known| known == start) {
                    found.push(path.clone());
                }
                break;
            }
            if path.contains(&thread) {
                break;
            }
            path.push(thread);
        }
    }
    found
}
