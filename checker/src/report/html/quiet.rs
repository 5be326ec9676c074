//! Which events are of no consequence for other threads: those of locations and monitors that one thread alone touches.
//!
//! Invariant: what is quiet orders nothing, and nobody waits for it or is about to do it.

use crate::explore::Violation;
use mcr_protocol::{Action, LocationId, ThreadId, Try, Value};
use rustc_hash::FxHashMap;

/// What an event may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Location(LocationId),
    Monitor(Value),
}

/// Who touches something.
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
            let known = by.entry(thing).or_insert(By::One(event.thread));
            if *known != By::One(event.thread) {
                *known = By::Several;
            }
        }
    }
    let wanted = violation.blocked.iter().flat_map(|pending| touched(&pending.action));
    by.extend(wanted.map(|thing| (thing, By::Several)));
    let quiet =
        |action: &Action| about(action).is_some_and(|thing| by.get(&thing).is_some_and(|by| matches!(by, By::One(_))));
    let all = violation.events.iter().enumerate();
    all.filter(|(_, event)| quiet(&event.action)).map(|(number, _)| number).collect()
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
    use mcr_protocol::{Event, Order, Outcome, Patience, Pending, Schedule, SiteId};

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
