//! What the schedule says is to happen next, if it can.
//!
//! Writes that must arrive before it can happen arrive first, without being mentioned: those in the buffer of a thread whose next operation is a
//! fence, those that come before one that is to arrive, and all of them before time is over.
//!
//! Invariant: whatever the schedule says either happens exactly so, or ends the execution with the reason.

use crate::choose::{Choice, How};
use crate::core::{Core, Phase, Slot};
use crate::readiness::Readiness;
use mcr_protocol::{Action, Doing, End, Limit, LocationId, Schedule, Step, ThreadId, Value, Wake};

/// A schedule and how much of it has been done.
#[derive(Default)]
pub(crate) struct Plan {
    steps: Vec<Step>,
    /// The current step.
    at: usize,
    /// Events done of the current step: fewer than it has.
    done: u32,
}

impl Plan {
    pub(crate) fn new(mut schedule: Schedule) -> Plan {
        schedule.steps.retain(|step| !matches!(step, Step::Run { count: 0, .. }));
        Plan { steps: schedule.steps, at: 0, done: 0 }
    }

    /// What the schedule says now; `None` when it is used up.
    pub(crate) fn current(&self) -> Option<Step> {
        self.steps.get(self.at).copied()
    }

    /// A write has arrived.
    pub(crate) fn arrives(&mut self, thread: ThreadId, location: LocationId) {
        if self.current() == Some(Step::Arrive { thread, location }) {
            (self.at, self.done) = (self.at + 1, 0);
        }
    }

    /// An operation has happened. Whether the schedule said so.
    pub(crate) fn advance(&mut self) -> bool {
        match self.current() {
            None => return false,
            Some(Step::Run { count, .. }) if self.done + 1 < count => self.done += 1,
            Some(_) => (self.at, self.done) = (self.at + 1, 0),
        }
        true
    }
}

/// Who does the step.
fn thread_of(step: Step) -> ThreadId {
    match step {
        Step::Run { thread, .. }
        | Step::Notify { thread, .. }
        | Step::Resume { thread, .. }
        | Step::Choose { thread, .. }
        | Step::Arrive { thread, .. } => thread,
    }
}

impl Core {
    /// What is to happen next by this step of the schedule.
    pub(crate) fn follow(&self, step: Step) -> Choice {
        let Some(slot) = self.slot(thread_of(step)) else {
            return self.diverged(step, "that thread was not started");
        };
        if let Step::Arrive { location, .. } = step {
            let first = self.thread(slot).buffer.first_for(location);
            let arrival = first.map(|first| Choice::Arrive(slot, first));
            return arrival.unwrap_or_else(|| self.diverged(step, "it has no such write in its buffer"));
        }
        if self.thread(slot).phase == Phase::New {
            return Choice::RunFirst(slot);
        }
        let Some((_, action)) = &self.thread(slot).next else { return self.diverged(step, "that thread has ended") };
        let choice = match (step, action) {
            (Step::Run { .. }, Action::Notify { .. } | Action::Choose(_) | Action::State(_)) => {
                Err("this operation needs a step of its own")
            }
            (Step::Run { .. }, action) if action.says_why() => Err("this operation needs a step of its own"),
            (Step::Run { .. }, action) if self.is_enabled(slot, action) => Ok(Choice::Perform(slot, How::Plain)),
            (Step::Run { .. }, _) => Err("it is blocked"),
            (Step::Notify { woken, .. }, Action::Notify { monitor, set }) => {
                self.woken(*monitor, *set, woken).map(|woken| Choice::Perform(slot, How::Wakes(woken)))
            }
            (Step::Resume { wake, .. }, action) if action.says_why() => self.resume_as(slot, action, wake),
            (Step::Choose { value, .. }, Action::Choose(below)) => {
                let possible = value < u64::from(*below);
                possible.then_some(Choice::Perform(slot, How::Reads(Value(value)))).ok_or("there is no such choice")
            }
            (Step::Choose { value, .. }, Action::State(of)) => self.answer(slot, *of, Value(value)),
            _ => Err("this is another operation"),
        };
        choice.unwrap_or_else(|why| self.diverged(step, why))
    }

    /// The thread to be woken, if a notify of this wait set may wake it.
    fn woken(&self, monitor: Value, set: Value, woken: Option<ThreadId>) -> Result<Option<Slot>, &'static str> {
        let waiters = || self.waiters(monitor, set);
        let Some(woken) = woken else {
            return if waiters().all(|waiter| self.is_leaving(waiter)) {
                Ok(None)
            } else {
                Err("somebody waits there")
            };
        };
        let Some(place) = waiters().position(|waiter| self.thread(waiter).id == woken) else {
            return Err("the thread to be woken does not wait there");
        };
        match set == monitor || waiters().take(place).all(|waiter| self.is_leaving(waiter)) {
            true => Ok(self.slot(woken)),
            false => Err("another thread has waited there longer"),
        }
    }

    fn resume_as(&self, slot: Slot, action: &Action, wake: Wake) -> Result<Choice, &'static str> {
        let ways = self.ways(slot, action);
        match wake {
            Wake::Notified if ways.enabled => Ok(Choice::Perform(slot, How::Plain)),
            Wake::Notified => Err("it is blocked"),
            Wake::Interrupted if ways.interrupted => Ok(Choice::Perform(slot, How::GoesOn(wake))),
            Wake::Interrupted => Err("it cannot be interrupted now"),
            Wake::Spurious if ways.spurious => Ok(Choice::Perform(slot, How::GoesOn(wake))),
            Wake::Spurious => Err("it cannot wake up for no reason now"),
            Wake::TimedOut => match ways.gives_up {
                Limit::Never => Err("its time cannot be over"),
                limit if self.is_over_at_any_time(slot, limit) => Ok(Choice::Perform(slot, How::GoesOn(wake))),
                _ => self.time_out(slot),
            },
        }
    }

    fn time_out(&self, slot: Slot) -> Result<Choice, &'static str> {
        if self.slots().any(|any| self.readiness(any) == Readiness::Ready) {
            return Err("its time cannot be over while a thread can go on");
        }
        let new = self.slots().find(|other| self.readiness(*other) == Readiness::New);
        match new.map(Choice::RunFirst).or_else(|| self.any_arrives()) {
            Some(first) => Ok(first),
            None if self.first_to_give_up().any(|first| first == slot) => {
                Ok(Choice::Perform(slot, How::GoesOn(Wake::TimedOut)))
            }
            None => Err("the limit of another thread is over before"),
        }
    }

    /// A thread asks what this one is doing, and this is the answer.
    fn answer(&self, slot: Slot, of: ThreadId, answer: Value) -> Result<Choice, &'static str> {
        match self.slot(of) {
            Some(of) if self.thread(of).phase == Phase::New => Ok(Choice::RunFirst(of)),
            Some(of) if self.doing(of).include(answer) => {
                // Who is seen to block has come to a fence.
                let arrival = self.oldest_arrives(of).filter(|_| answer != Value(Doing::Running as u64));
                Ok(arrival.unwrap_or(Choice::Perform(slot, How::Reads(answer))))
            }
            _ => Err("the thread asked about does something else"),
        }
    }

    #[cold]
    fn diverged(&self, step: Step, why: &str) -> Choice {
        let thread = thread_of(step);
        let event = self.events.len() as u64;
        let next = self.slot(thread).and_then(|slot| self.thread(slot).next.as_ref());
        let announced =
            next.map_or("nothing".to_string(), |(site, action)| format!("{} at site {}", brief(action), site.0));
        let message = format!("event {event}: the schedule expects {step:?}; {thread} announced {announced}: {why}");
        Choice::End(End::Diverged { event, message })
    }
}

/// An action in a message: texts that are in it may be long.
pub fn brief(action: &Action) -> String {
    const LONGEST: usize = 200;
    let text = format!("{action:?}");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
