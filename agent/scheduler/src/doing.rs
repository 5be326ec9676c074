//! What a thread is doing, as another thread may see it ([`Action::State`]).
//!
//! A thread is stopped before an operation that blocks it, so it may not have come to it yet in the eyes of others; where it
//! makes a difference both answers are possible, until one of them was given that says where it is: then it is *settled* there.

use crate::core::{Core, News, Phase, Slot};
use mcr_protocol::{Action, Doing, Limit, Value};

/// The possible answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answers {
    /// The default answer: the thread has come to where it blocks.
    pub(crate) settled: Doing,
    /// Whether [`Doing::Running`] is an answer, too.
    running: bool,
}

impl Answers {
    fn only(settled: Doing) -> Answers {
        Answers { settled, running: false }
    }

    fn or_running(settled: Doing) -> Answers {
        Answers { settled, running: true }
    }

    /// Whether the answer is possible.
    pub(crate) fn include(self, answer: Value) -> bool {
        answer == Value(self.settled as u64) || self.running && answer == Value(Doing::Running as u64)
    }

    /// Whether an answer other than this is possible.
    pub(crate) fn may_differ_from(self, code: u8) -> bool {
        self.settled as u8 != code || self.running && Doing::Running as u8 != code
    }
}

/// How it looks to wait with this limit.
fn waiting(limit: Limit) -> Doing {
    match limit {
        Limit::Never => Doing::Waiting,
        Limit::Timed | Limit::After(_) => Doing::TimedWaiting,
        Limit::Now => Doing::Running,
    }
}

impl Core {
    /// What the thread, which has run or ended, may be doing.
    pub(crate) fn doing(&self, slot: Slot) -> Answers {
        let thread = self.thread(slot);
        if thread.phase == Phase::Ended {
            return Answers::only(Doing::Ended);
        }
        if let Some(settled) = thread.settled {
            return Answers::only(settled);
        }
        let Some((_, action)) = &thread.next else { return Answers::only(Doing::Running) };
        if let (Action::Resume(monitor), Some(wait)) = (action, &thread.waiting) {
            return Answers::only(match wait.news {
                News::Nothing => waiting(wait.patience.limit),
                _ if self.is_enabled(slot, action) => Doing::Running,
                _ if wait.set == *monitor => Doing::Blocked,
                _ => Doing::Waiting,
            });
        }
        // An await is never blocked; and two that ask for each other would go round here.
        if matches!(action, Action::Await(_)) || self.is_enabled(slot, action) {
            return Answers::only(Doing::Running);
        }
        let doing = match action {
            Action::Acquire { parks: false, patience, .. } if patience.limit != Limit::Now => Doing::Blocked,
            Action::Acquire { patience, .. } | Action::Guarded { patience, .. } | Action::Join { patience, .. } => {
                waiting(patience.limit)
            }
            Action::Park(limit) => waiting(*limit),
            // It enters the monitor of its `Thread` object.
            Action::End { .. } => Doing::Blocked,
            _ => Doing::Running,
        };
        // Time has passed since it began, so it is there.
        if thread.since < self.now && matches!(action.patience().limit, Limit::After(_)) {
            return Answers::only(doing);
        }
        Answers::or_running(doing)
    }
}
