//! What is known of each thread of an execution.

use crate::buffer::Buffer;
use mcr_protocol::{Action, Doing, LocalState, Outcome, Patience, SiteId, ThreadId, Value};

/// What is known of a thread that was started.
pub(crate) struct Thread {
    pub(crate) id: ThreadId,
    pub(crate) daemon: bool,
    pub(crate) phase: Phase,
    /// The operation that it announced and that has not happened. `None` while it runs.
    pub(crate) next: Option<(SiteId, Action)>,
    /// The key of where it is, if it has got one since its last operation.
    pub(crate) key: Option<LocalState>,
    /// Between a wait and its resume.
    pub(crate) waiting: Option<Waiting>,
    pub(crate) buffer: Buffer,
    /// When `next` was announced, by virtual time.
    pub(crate) since: u64,
    /// When the limit of `next` is over, if it is [`mcr_protocol::Limit::After`]; else 0.
    pub(crate) deadline: u64,
    /// What others have seen it doing at `next`, if that was not running ([`Action::State`]).
    pub(crate) settled: Option<Doing>,
    /// What came of the operation that was performed and not picked up yet.
    pub(crate) outcome: Option<Outcome>,
    /// The index of its last event if that has no outcome yet.
    pub(crate) incomplete: Option<usize>,
    /// How many events had happened after its last operation; 0 if it has done none.
    pub(crate) last: usize,
    /// How many threads it has started.
    pub(crate) starts: u64,
}

impl Thread {
    /// The monitor that its next operation takes, but for a wait that nothing has ended.
    pub(crate) fn awaited_monitor(&self) -> Option<Value> {
        match (self.next.as_ref()?, &self.waiting) {
            ((_, Action::Acquire { monitor, .. }), _) => Some(*monitor),
            ((_, Action::Resume(monitor)), Some(wait)) if wait.news != News::Nothing => Some(*monitor),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It has never run: its first operation is unknown.
    New,
    /// It has run.
    Alive,
    /// Its end has happened.
    Ended,
}

/// A wait that is not over.
pub(crate) struct Waiting {
    pub(crate) monitor: Value,
    /// Where it waits: the monitor itself, or a condition.
    pub(crate) set: Value,
    /// To be taken back.
    pub(crate) depth: u32,
    pub(crate) patience: Patience,
    pub(crate) news: News,
}

/// What has reached a thread that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Nothing: it is in its wait set, or leaving it.
    Nothing,
    /// It was notified.
    Notified,
    /// It was notified with all others while it was leaving: so perhaps it had left.
    Unsure,
    /// It had left: another thread that was notified after it has overtaken it.
    Left,
}
