//! Paths through the model, as events and as schedules.

use mcr_model::Model;
use mcr_model::check::running;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, Mark, State};
use mcr_model::trie::CellIx;
use mcr_protocol::{Action, Doing, Event, Limit, Outcome, Patience, Schedule, Step, ThreadId, Value, Wake};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// A step that can be taken in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Who; if a write arrives, who has written it.
    pub thread: ThreadIx,
    /// Which of the things that it can do.
    pub choice: Choice,
}

/// One step that was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Who.
    pub thread: ThreadIx,
    /// Which of the things that it can do.
    pub choice: Choice,
    /// Where it was before; if a write of it has arrived, where it wrote that.
    pub cell: CellIx,
    /// Not a step of the thread: a write of it has arrived.
    pub arrives: bool,
    /// How long the path is with this step.
    pub length: Length,
    /// What came of it.
    pub outcome: Outcome,
    /// The state before.
    pub before: Mark,
}

impl Taken {
    /// The step itself.
    pub fn branch(&self) -> Branch {
        Branch { thread: self.thread, choice: self.choice }
    }
}

/// How many events an execution has that takes a path. Writes that enter no buffer, because only one thread touches the location,
/// arrive there all the same, each an event of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// How many.
    pub events: u64,
    /// How many of them are of a thread that was alone (no other one had started and not ended).
    pub alone: u64,
}

impl Length {
    /// That of a trace.
    pub fn of(events: &[Event]) -> Length {
        let (mut alive, mut alone) = (1_u64, 0);
        for event in events {
            alone += u64::from(alive == 1);
            match event.action {
                Action::Start { .. } => alive += 1,
                Action::End { .. } => alive -= 1,
                _ => {}
            }
        }
        Length { events: events.len() as u64, alone }
    }

    /// That of a path.
    pub fn of_path(path: &[Taken]) -> Length {
        path.last().map(|taken| taken.length).unwrap_or_default()
    }

    /// That of a path after one more step in this state.
    pub fn after(path: &[Taken], model: &Model, state: &State, (thread, choice): (ThreadIx, Choice)) -> Length {
        let before = Length::of_path(path);
        let arrives_at_once = matches!(choice, Choice::Plain)
            && model.tries.cell(state.thread(thread).cell).op.is_some_and(|op| state.passes_buffer(model, op));
        let events = 1 + u64::from(arrives_at_once);
        let is_alone = running(state).nth(1).is_none();
        Length { events: before.events + events, alone: before.alone + if is_alone { events } else { 0 } }
    }

    /// How many events count where so many of a thread that is alone cost nothing.
    pub fn counted(self, max_alone: u64) -> u64 {
        self.events - self.alone.min(max_alone)
    }
}

/// The event of a step.
pub fn event(model: &Model, taken: &Taken) -> Event {
    let mut event = model.event(taken.thread, taken.cell, taken.outcome);
    if let (Action::Write(location, value, _), true) = (&event.action, taken.arrives) {
        event.action = Action::Arrive(*location, *value);
    }
    event
}

/// The events of a path.
pub fn events(model: &Model, path: &[Taken]) -> Vec<Event> {
    path.iter().map(|taken| event(model, taken)).collect()
}

/// These events without the rounds in loops that changed nothing, as [`Action::Await`] tells: what is left happens as well
/// without them. A round stays if somebody may have seen the thread in it, gave up waiting or asked what others are doing; or if
/// it has settled a thread ([`Action::State`]) about which somebody asks again before that thread goes on.
pub fn without_rounds(events: &[Event]) -> Cow<'_, [Event]> {
    if !events.iter().any(|event| matches!(event.action, Action::Await(_))) {
        return Cow::Borrowed(events);
    }
    let mut stays = vec![true; events.len()];
    let mut of_thread: FxHashMap<ThreadId, Vec<usize>> = FxHashMap::default();
    // By thread: when it last saw what others were doing.
    let mut last_sees: FxHashMap<ThreadId, usize> = FxHashMap::default();
    for (n, event) in events.iter().enumerate() {
        if event.is_arrival() {
            continue;
        }
        let own = of_thread.entry(event.thread).or_default();
        let sees = match event.action {
            Action::State(_) => true,
            // Whether it goes through depends on no monitor.
            Action::Guarded { patience: Patience { limit: Limit::Now, .. }, .. } => false,
            _ => event.outcome == Outcome::Resumed(Wake::TimedOut),
        };
        if sees {
            last_sees.insert(event.thread, n);
        }
        let Action::Await(awaited) = &event.action else {
            own.push(n);
            continue;
        };
        // The thread is where it was before the round, also if that stays.
        let round = own.split_off(own.len().saturating_sub(awaited.events as usize));
        let last_seen = last_sees.iter().filter(|(by, _)| **by != event.thread).map(|(_, n)| *n).max();
        let settles = round.iter().any(|&asked| settles(events, asked));
        if round.first().copied() >= last_seen && !settles {
            stays[n] = false;
            round.into_iter().for_each(|n| stays[n] = false);
        }
    }
    Cow::Owned(events.iter().zip(stays).filter(|(_, stays)| *stays).map(|(event, _)| event.clone()).collect())
}

/// Whether the answer to a question decides that to a later one of the same round or another.
fn settles(events: &[Event], asked: usize) -> bool {
    let (Action::State(of), Outcome::Read(answer)) = (&events[asked].action, events[asked].outcome) else {
        return false;
    };
    if [Doing::Running, Doing::Ended].into_iter().any(|doing| Value(doing as u64) == answer) {
        return false;
    }
    let about = |event: &&Event| event.thread == *of || event.action == Action::State(*of);
    events[asked + 1..].iter().find(about).is_some_and(|event| event.thread != *of)
}

/// The schedule that leads along these events.
pub fn schedule(events: &[Event]) -> Schedule {
    let mut schedule = Schedule::default();
    for event in events {
        let thread = event.thread;
        match (&event.action, event.outcome) {
            (Action::Arrive(location, _), _) => schedule.steps.push(Step::Arrive { thread, location: *location }),
            (Action::Notify { .. }, Outcome::Woke(woken)) => schedule.steps.push(Step::Notify { thread, woken }),
            (_, Outcome::Resumed(wake)) => schedule.steps.push(Step::Resume { thread, wake }),
            (Action::Guarded { patience, .. }, Outcome::Updated { .. }) if patience.tells() => {
                schedule.steps.push(Step::Resume { thread, wake: Wake::Notified });
            }
            (Action::State(_) | Action::Choose(_), Outcome::Read(value)) => {
                schedule.steps.push(Step::Choose { thread, value: value.0 });
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
        Choice::Number(value) => schedule.steps.push(Step::Choose { thread, value }),
        Choice::Arrive(location) => {
            schedule.steps.push(Step::Arrive { thread, location: model.names.location_id(location) });
        }
    }
}
