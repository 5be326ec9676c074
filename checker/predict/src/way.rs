//! Where threads are to come in a window, and how.

use mcr_protocol::{Event, ThreadId};

/// A thread at one of its events, which it has not done; [`Stop::PENDING`]: behind all that it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stop {
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub event: usize,
}

impl Stop {
    /// Instead of an event: what comes next at the end of the trace.
    pub const PENDING: usize = usize::MAX;
}

/// How to come to a cut.
pub struct Way {
    /// What happens, as the trace shows it.
    pub events: Vec<Event>,
    /// So many of them come first in the trace as well, in this order.
    pub before: usize,
    /// How many of these may see something else than in the trace. If there are any, what depends on them may be different.
    pub free: usize,
}

/// What was found.
pub enum Found {
    /// A way.
    Way(Way),
    /// It cannot be.
    No,
    /// Z3 gave up, or it was over.
    Unknown,
}
