//! What a step does to threads that wait: notifies, and what shows where they are.
//!
//! Invariant: who is notified in a queue is behind all that were notified in queues of that monitor before it and still want it back.

use super::{State, Thread, Waiting};
use crate::Model;
use crate::names::{MonitorIx, ThreadIx};
use mcr_protocol::Doing;

impl State {
    /// The highest place among these threads.
    pub(super) fn last_place(&self, among: impl Fn(&Thread) -> bool) -> u32 {
        self.threads.iter().filter(|t| among(t)).map(|t| t.place).max().unwrap_or(0)
    }

    /// A sleeper is notified, for sure or not.
    pub(super) fn wake(&mut self, model: &Model, sleeper: ThreadIx, notified: Waiting) {
        let mut woken = *self.thread(sleeper);
        if woken.queues() {
            woken.place = self.last_place(|t| t.returns(woken.monitor)) + 1;
        } else if woken.settled.is_some() {
            // It is at the entry of the monitor now, for those who have seen it wait.
            woken.settled = Some(Doing::Blocked);
        }
        woken.waiting = notified;
        self.set_thread(model, sleeper, woken);
    }

    /// A thread that was notified in a queue takes its monitor back: those who were notified before it must have left.
    pub(super) fn overtake(&mut self, model: &Model, thread: ThreadIx) {
        let me = *self.thread(thread);
        for n in 0..u32::try_from(self.threads.len()).unwrap_or(u32::MAX) {
            let other = *self.thread(ThreadIx(n));
            if other.returns(me.monitor) && other.place < me.place {
                self.totals.queued -= 1;
                self.set_thread(model, ThreadIx(n), Thread { waiting: Waiting::Left, ..other });
            }
        }
    }

    /// A thread was seen doing this. Whether that settles it.
    pub(super) fn settle(&mut self, model: &Model, thread: ThreadIx, answer: u64) -> bool {
        let blocked = [Doing::Blocked, Doing::Waiting, Doing::TimedWaiting];
        let settled = blocked.into_iter().find(|doing| *doing as u64 == answer);
        let seen = *self.thread(thread);
        let new = settled.is_some() && seen.settled != settled;
        if new {
            self.set_thread(model, thread, Thread { settled, ..seen });
        }
        new
    }

    /// All in a wait set are notified, in their order.
    pub(super) fn wake_all(&mut self, model: &Model, set: MonitorIx) {
        let mut sleepers: Vec<ThreadIx> = self.sleepers(model, set).collect();
        sleepers.sort_by_key(|sleeper| self.thread(*sleeper).place);
        for sleeper in sleepers {
            let notified = if self.is_leaving(model, sleeper) { Waiting::Unsure } else { Waiting::Notified };
            self.wake(model, sleeper, notified);
        }
    }
}
