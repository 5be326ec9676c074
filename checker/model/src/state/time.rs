//! Virtual time, and whose limits are over ([`mcr_protocol::Limit::After`]).
//!
//! Time is the value of a location ([`Model::TIME`]), so those who ask what time it is read it. It moves with a step that gives
//! up because nobody else can go on.
//!
//! Invariant: while a thread can go on time stands still, so all that it does until it blocks begins at the same time.

use super::{Life, State, Thread};
use crate::Model;
use crate::names::ThreadIx;
use crate::trie::{CellIx, Op};
use mcr_protocol::{Limit, Timeouts, Value};

impl State {
    /// Virtual time, in milliseconds.
    fn now(&self, model: &Model) -> u64 {
        if model.rules.timeouts == Timeouts::Ordered { self.value(Model::TIME).0 } else { 0 }
    }

    /// What a thread that comes to a cell remembers of the time: nothing if it waits for none there. What is not known yet
    /// may turn out to wait.
    pub(super) fn since(&self, model: &Model, cell: CellIx) -> u64 {
        let waits = model.tries.cell(cell).op.is_none_or(|op| matches!(op.patience().limit, Limit::After(_)));
        if waits { self.now(model) } else { 0 }
    }

    /// When the limit of a thread at an operation is over, if it has one of virtual time.
    fn deadline(&self, thread: ThreadIx, op: Op) -> Option<u64> {
        let since = self.thread(thread).since;
        if let Limit::After(millis) = op.patience().limit { Some(since + u64::from(millis)) } else { None }
    }

    /// Whether the limit of a thread at an operation may be over whatever others can do.
    #[must_use]
    pub fn is_over_at_any_time(&self, model: &Model, thread: ThreadIx, op: Op) -> bool {
        match self.deadline(thread, op) {
            Some(deadline) => deadline <= self.now(model),
            None => model.rules.gives_up_any_time(op.patience().limit),
        }
    }

    /// Whether a thread in a wait set is past its deadline: it has left, and only wants its monitor back.
    pub(super) fn has_left(&self, model: &Model, thread: ThreadIx) -> bool {
        let op = model.tries.cell(self.thread(thread).cell).op;
        op.and_then(|op| self.deadline(thread, op)).is_some_and(|deadline| deadline < self.now(model))
    }

    /// Whether time has passed since a thread has come to this operation, which has a limit: others know that it is there.
    pub(super) fn has_waited(&self, model: &Model, thread: ThreadIx, op: Op) -> bool {
        self.deadline(thread, op).is_some() && self.thread(thread).since < self.now(model)
    }

    /// Whether no other thread that gives up if nobody can go on has a nearer deadline than this one.
    pub(super) fn is_first_to_give_up(&self, model: &Model, thread: ThreadIx, op: Op) -> bool {
        let Some(mine) = self.deadline(thread, op) else { return true };
        let is_nearer = |(n, other): (u32, &Thread)| {
            other.life == Life::Running
                && model.tries.cell(other.cell).op.is_some_and(|op| {
                    self.deadline(ThreadIx(n), op).is_some_and(|theirs| theirs < mine)
                        && self.would_give_up_idle(model, ThreadIx(n), op)
                })
        };
        !(0u32..).zip(&self.threads).any(is_nearer)
    }

    /// A thread gives up: virtual time moves to its deadline if it was not there. Whether it could because nobody else can go
    /// on.
    pub(super) fn pass(&mut self, model: &Model, thread: ThreadIx, op: Op) -> bool {
        match self.deadline(thread, op) {
            Some(deadline) if deadline > self.now(model) => {
                self.set_memory(model, Model::TIME, Value(deadline));
                true
            }
            Some(_) => false,
            None => model.rules.gives_up_idle(op.patience().limit),
        }
    }
}
