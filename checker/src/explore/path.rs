//! Paths through the model, as events and as schedules.

use crate::model::Model;
use crate::model::names::ThreadIx;
use crate::model::state::{Choice, Mark};
use crate::model::trie::CellIx;
use mcr_protocol::{Action, Event, Outcome, Schedule, Step, ThreadId, Value, Wake};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

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

/// These events without the rounds in loops that changed nothing, as [`Action::Await`] tells: what is left happens as well
/// without them. A round that had to be over for somebody to give up waiting stays.
pub fn without_rounds(events: &[Event]) -> Cow<'_, [Event]> {
    if !events.iter().any(|event| matches!(event.action, Action::Await(_))) {
        return Cow::Borrowed(events);
    }
    let mut stays = vec![true; events.len()];
    let mut of_thread: FxHashMap<ThreadId, Vec<usize>> = FxHashMap::default();
    let mut last_timeout = None;
    for (n, event) in events.iter().enumerate() {
        let own = of_thread.entry(event.thread).or_default();
        let gave_up = matches!(event.outcome, Outcome::Resumed(Wake::TimedOut))
            || matches!((&event.action, event.outcome), (Action::Join { timed: true, .. }, Outcome::Read(Value::ZERO)));
        if gave_up {
            last_timeout = Some(n);
        }
        if let Action::Await(awaited) = &event.action
            && own.last().copied() >= last_timeout
        {
            stays[n] = false;
            let round = own.split_off(own.len().saturating_sub(awaited.events as usize));
            round.into_iter().for_each(|n| stays[n] = false);
        } else {
            own.push(n);
        }
    }
    Cow::Owned(events.iter().zip(stays).filter(|(_, stays)| *stays).map(|(event, _)| event.clone()).collect())
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
