//! Which thread goes on when.

use crate::{LocationId, ThreadId, Wake};
use serde::{Deserialize, Serialize};

/// The order in which threads perform their visible operations, from the start of an execution. When it is used up, the
/// execution goes on by the default policy: the running thread continues until it blocks or ends, then the one started
/// first that can go on; buffered writes of a thread arrive, the oldest first, when it blocks or comes to a fence; a thread that has done very many events in a row gives way to the others, so that spinning ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Schedule {
    /// In order.
    pub steps: Vec<Step>,
}

/// A part of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// `thread` performs its next `count` events, none of them one of those below. If one is a fence and the buffer of the
    /// thread is not empty, what is in it arrives before, the oldest first.
    Run {
        /// Who.
        thread: ThreadId,
        /// How many events.
        count: u32,
    },
    /// `thread` performs its next event, a notify, and wakes `woken`.
    Notify {
        /// Who.
        thread: ThreadId,
        /// Whom it wakes; none if nobody waits, or nobody who is not leaving ([`crate::Action::Resume`]).
        woken: Option<ThreadId>,
    },
    /// `thread` performs its next event, which goes on for this reason: a resume, or an acquire, guarded step or join with a
    /// [`crate::Patience`] other than forever, or a park with a time limit.
    Resume {
        /// Who.
        thread: ThreadId,
        /// Why it goes on.
        wake: Wake,
    },
    /// `thread` performs its next event and this is what it reads: a choice, or a question what a thread is doing. If it finds it blocked,
    /// what is in the buffer of that thread arrives before.
    Choose {
        /// Who.
        thread: ThreadId,
        /// What it reads.
        value: u64,
    },
    /// The oldest write of `thread` to `location` that is in its buffer arrives in memory. Those that have to arrive before it do so, the
    /// oldest first, each in an event of its own; so a schedule need not say when writes arrive that concern nobody else.
    Arrive {
        /// Whose write.
        thread: ThreadId,
        /// Where.
        location: LocationId,
    },
}

impl Schedule {
    /// Appends one event of `thread`, merging it with a run of the same thread.
    pub fn push_run(&mut self, thread: ThreadId) {
        match self.steps.last_mut() {
            Some(Step::Run { thread: last, count }) if *last == thread && *count < u32::MAX => *count += 1,
            _ => self.steps.push(Step::Run { thread, count: 1 }),
        }
    }

    /// The number of events that the schedule prescribes, but for writes that arrive without being mentioned.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.steps.iter().map(|step| if let Step::Run { count, .. } = step { u64::from(*count) } else { 1 }).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_one_thread_in_a_row_are_one_step() {
        let mut schedule = Schedule::default();
        let other = ThreadId::MAIN.child(0);
        schedule.push_run(ThreadId::MAIN);
        schedule.push_run(ThreadId::MAIN);
        schedule.steps.push(Step::Notify { thread: ThreadId::MAIN, woken: None });
        schedule.push_run(other);
        assert_eq!(schedule.steps.len(), 3);
        assert_eq!(schedule.events(), 4);
    }
}
