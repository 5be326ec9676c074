//! Paths through the model, as events and as schedules.

use crate::model::Model;
use crate::model::names::ThreadIx;
use crate::model::state::{Choice, Mark};
use crate::model::trie::CellIx;
use mcr_protocol::{Action, Event, Outcome, Schedule, Step, Wake};

/// One step that was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Who.
    pub thread: ThreadIx,
    /// Where it was before.
    pub cell: CellIx,
    /// What came of it.
    pub outcome: Outcome,
    /// The state before.
    pub before: Mark,
}

/// The events of a path.
pub fn events(model: &Model, path: &[Taken]) -> Vec<Event> {
    path.iter().map(|taken| model.event(taken.thread, taken.cell, taken.outcome)).collect()
}

/// The schedule that leads along these events.
pub fn schedule(events: &[Event]) -> Schedule {
    let mut schedule = Schedule::default();
    for event in events {
        let thread = event.thread;
        match (&event.action, event.outcome) {
            (Action::Notify(_), Outcome::Woke(woken)) => schedule.steps.push(Step::Notify { thread, woken }),
            (_, Outcome::Resumed(wake)) => schedule.steps.push(Step::Resume { thread, wake }),
            (Action::Join { timed: true, .. }, Outcome::Read(ended)) => {
                let wake = if ended.0 == 1 { Wake::Notified } else { Wake::TimedOut };
                schedule.steps.push(Step::Resume { thread, wake });
            }
            _ => schedule.push_run(thread),
        }
    }
    schedule
}

/// Appends a step whose outcome may not be known yet.
pub fn push(schedule: &mut Schedule, model: &Model, thread: ThreadIx, choice: Choice) {
    let thread = model.names.thread_id(thread);
    match choice {
        Choice::Plain => schedule.push_run(thread),
        Choice::Wake(woken) => {
            schedule.steps.push(Step::Notify { thread, woken: woken.map(|woken| model.names.thread_id(woken)) });
        }
        Choice::Back(wake) => schedule.steps.push(Step::Resume { thread, wake }),
    }
}
