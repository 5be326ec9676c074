//! What steps by itself in a state: a thread, or a write on its way to memory.
//!
//! An arrival is independent of the steps of its own thread: the thread sees its own write before and after, what it writes next comes
//! behind, and at a fence it waits. So each is a process of its own to the reduction, and threads go on with their writes in their buffers
//! until somebody else could tell the difference.

use crate::model::Model;
use crate::model::footprint::{Access, Resource};
use crate::model::names::{LocationIx, ThreadIx};
use crate::model::state::{Buffered, State};

/// Something that steps by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// A thread.
    Thread(ThreadIx),
    /// The arrival of the oldest write of a thread to a location. It may happen now.
    Arrival(ThreadIx, LocationIx),
}

impl Process {
    /// The thread, or the one that wrote.
    #[must_use]
    pub fn thread(self) -> ThreadIx {
        match self {
            Process::Thread(thread) | Process::Arrival(thread, _) => thread,
        }
    }

    /// The writes that cannot arrive before this arrival has happened, itself included: each write that has not arrived belongs to
    /// one arrival. None for a thread.
    pub fn writes<'a>(self, model: &'a Model, state: &'a State) -> impl Iterator<Item = &'a Buffered> {
        let (thread, of) = match self {
            Process::Thread(thread) => (thread, None),
            Process::Arrival(thread, location) => (thread, Some(location)),
        };
        let writes = if of.is_some() { state.buffered(thread) } else { &[] };
        writes
            .iter()
            .enumerate()
            .filter(move |(place, _)| {
                let first = state.predecessor(model, thread, *place).unwrap_or(*place);
                Some(writes[first].location) == of
            })
            .map(|(_, write)| write)
    }
}

/// What the arrival of a write touches; none if nobody else touches the location.
#[must_use]
pub fn arrival(model: &Model, location: LocationIx) -> Option<Access> {
    model.resources.shared(Resource::Location(location.0)).map(|resource| Access { resource, writes: true })
}
