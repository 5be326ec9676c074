//! Which events are of no consequence for other threads: those of locations and monitors that one thread alone touches.
//!
//! But if it reads a location before it changes it, another thread might have written it, and that it has not yet may be the very
//! reason for the failure. (What is never written is shown as well: the interleaving does not tell the two apart.)
//!
//! Invariant: what is quiet orders nothing, and nobody waits for it or is about to do it. The last looks at memory of a thread that
//! fails are not quiet.

use crate::explore::Violation;
use crate::report::violation::culprit;
use mcr_protocol::{Action, Event, LocationId, ThreadId, Try, Value};
use rustc_hash::FxHashMap;

/// Looks of the thread that fails that are not quiet.
const LAST_LOOKS: usize = 3;

/// What an event may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Location(LocationId),
    Monitor(Value),
}

/// Who touches something, or might have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    One(ThreadId),
    Several,
}

/// Numbers of the quiet events, in order.
#[must_use]
pub fn quiet(violation: &Violation) -> Vec<usize> {
    let mut by: FxHashMap<Thing, By> = FxHashMap::default();
    for event in &violation.events {
        for thing in touched(&event.action) {
            let only_reads = matches!(event.action, Action::Read(_));
            let first = if only_reads { By::Several } else { By::One(event.thread) };
            let known = by.entry(thing).or_insert(first);
            if *known != By::One(event.thread) {
                *known = By::Several;
            }
        }
    }
    let wanted = violation.blocked.iter().flat_map(|pending| touched(&pending.action));
    by.extend(wanted.map(|thing| (thing, By::Several)));
    let quiet =
        |action: &Action| about(action).is_some_and(|thing| by.get(&thing).is_some_and(|by| matches!(by, By::One(_))));
    let last = last_looks(violation);
    let all = violation.events.iter().enumerate();
    let quiet = all.filter(|(number, event)| quiet(&event.action) && !last.contains(number));
    quiet.map(|(number, _)| number).collect()
}

/// The last events by which the thread that fails has learned something.
fn last_looks(violation: &Violation) -> Vec<usize> {
    let Some((failure, _)) = culprit(violation) else { return Vec::new() };
    let looks = |event: &Event| {
        event.thread == failure.thread
            && matches!(event.action, Action::Read(_) | Action::Update(_) | Action::Guarded { .. })
    };
    let all = violation.events.iter().enumerate().rev();
    all.filter(|(_, event)| looks(event)).map(|(number, _)| number).take(LAST_LOOKS).collect()
}

/// The one thing that an action is about, if it has no other effect.
fn about(action: &Action) -> Option<Thing> {
    match action {
        Action::Read(location)
        | Action::Write(location, ..)
        | Action::Arrive(location, _)
        | Action::Update(location)
        | Action::Guarded { location, .. } => Some(Thing::Location(*location)),
        Action::Acquire { monitor, .. } | Action::Release(monitor) => Some(Thing::Monitor(*monitor)),
        _ => None,
    }
}

/// All that an action looks at or changes.
fn touched(action: &Action) -> Vec<Thing> {
    match action {
        Action::Wait { monitor, .. }
        | Action::Resume(monitor)
        | Action::Notify { monitor, .. }
        | Action::NotifyAll { monitor, .. } => vec![Thing::Monitor(*monitor)],
        Action::Start { child, tells, .. } => {
            // The child might look at them.
            let own = [LocationId::permit(*child), LocationId::interrupt(*child)];
            tells.iter().chain(&own).map(|location| Thing::Location(*location)).collect()
        }
        Action::Await(awaited) => {
            let reads = awaited.reads.iter().map(|(location, _)| Thing::Location(*location));
            let tries = awaited.tries.iter().map(|failed| match failed {
                Try::Monitor(monitor) => Thing::Monitor(*monitor),
                Try::Guard(location, _) => Thing::Location(*location),
            });
            reads.chain(tries).collect()
        }
        Action::End { notifies, .. } => notifies.iter().map(|monitor| Thing::Monitor(*monitor)).collect(),
        _ => about(action).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::ViolationKind;
    use mcr_protocol::{Order, Outcome, Patience, Pending, Schedule, SiteId, Uncaught};

    const MAIN: ThreadId = ThreadId::MAIN;
    const X: LocationId = LocationId(1);
    const Y: LocationId = LocationId(2);
    const M: Value = Value(9);

    fn lock() -> Action {
        Action::Acquire { monitor: M, patience: Patience::FOREVER, parks: false }
    }

    fn write(location: LocationId) -> Action {
        Action::Write(location, Value(1), Order::Plain)
    }

    fn quiet_of(steps: &[(ThreadId, Action)], blocked: &[(ThreadId, Action)]) -> Vec<usize> {
        let event = |(thread, action): &(ThreadId, Action)| Event {
            thread: *thread,
            site: SiteId(1),
            action: action.clone(),
            outcome: Outcome::Done,
        };
        let pending = |(thread, action): &(ThreadId, Action)| Pending {
            thread: *thread,
            site: SiteId(1),
            action: action.clone(),
        };
        quiet(&Violation {
            kind: ViolationKind::Deadlock,
            message: String::new(),
            events: steps.iter().map(event).collect(),
            blocked: blocked.iter().map(pending).collect(),
            thread: None,
            schedule: Schedule::default(),
            first_execution: 1,
        })
    }

    #[test]
    fn what_one_thread_touches_alone_is_quiet() {
        let other = MAIN.child(0);
        let steps =
            [(MAIN, write(X)), (MAIN, write(Y)), (other, Action::Read(X)), (MAIN, lock()), (MAIN, Action::Release(M))];
        assert_eq!(quiet_of(&steps, &[]), [1, 3, 4]);
    }

    #[test]
    fn a_read_of_what_nobody_has_written_is_not_quiet() {
        let steps = [(MAIN, Action::Read(X)), (MAIN, write(Y)), (MAIN, Action::Read(Y)), (MAIN, Action::Update(Y))];
        assert_eq!(quiet_of(&steps, &[]), [1, 2, 3]);
        assert_eq!(quiet_of(&[(MAIN, Action::Update(X)), (MAIN, Action::Read(X))], &[]), [0, 1]);
    }

    #[test]
    fn the_last_looks_of_who_fails_are_not_quiet() {
        let uncaught = Uncaught { class: "Bad".into(), message: None, stack: vec![] };
        let fails = Action::End { uncaught: Some(uncaught), notifies: None };
        let mut steps = vec![(MAIN, Action::Update(X)); 5];
        steps.push((MAIN, write(Y)));
        steps.push((MAIN, fails));
        assert_eq!(quiet_of(&steps, &[]), [0, 1, 5]);
    }

    #[test]
    fn what_somebody_waits_for_is_not_quiet() {
        let steps = [(MAIN, lock()), (MAIN, write(X))];
        assert_eq!(quiet_of(&steps, &[(MAIN.child(0), lock())]), [1]);
        assert_eq!(quiet_of(&steps, &[(MAIN, Action::Read(X))]), [0]);
    }

    #[test]
    fn prints_starts_ends_and_waits_are_never_quiet() {
        let end = Action::End { uncaught: None, notifies: None };
        let steps = [(MAIN, Action::Print("x".into())), (MAIN, Action::NotifyAll { monitor: M, set: M }), (MAIN, end)];
        assert_eq!(quiet_of(&steps, &[]), [] as [usize; 0]);
    }
}
