//! What steps by itself in a state: a thread, or a write on its way to memory.
//!
//! An arrival is independent of the steps of its own thread: the thread sees its own write before and after, what it writes next comes
//! behind, and at a fence it waits. So each is a process of its own to the reduction, and threads go on with their writes in their buffers
//! until somebody else could tell the difference.

use mcr_model::Model;
use mcr_model::footprint::{Access, Resource};
use mcr_model::names::{LocationIx, ThreadIx};
use mcr_model::state::State;
use mcr_protocol::Value;

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
}

/// A write that has not arrived.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    /// The position of the arrival without which it cannot arrive: its own, or one that has to happen before.
    pub position: usize,
    /// Where it goes.
    pub location: LocationIx,
    /// What it brings.
    pub value: Value,
    /// What its arrival touches.
    pub access: Option<Access>,
}

/// All writes that have not arrived, by the position of the arrival among `processes`, where those of a thread are together; of
/// each position the oldest first. `first_to` is a buffer.
pub fn list_pending(
    model: &Model,
    state: &State,
    processes: &[Process],
    first_to: &mut Vec<usize>,
    pending: &mut Vec<Pending>,
) {
    pending.clear();
    first_to.resize(model.names.locations(), 0);
    let arrivals = processes.iter().position(|process| matches!(process, Process::Arrival(..)));
    let Some(arrivals) = arrivals else { return };
    let mut next = arrivals;
    for of_thread in processes[arrivals..].chunk_by(|one, other| one.thread() == other.thread()) {
        for process in of_thread {
            if let Process::Arrival(_, location) = process {
                first_to[location.0 as usize] = next;
            }
            next += 1;
        }
        let thread = of_thread[0].thread();
        pending.extend(state.buffered(thread).iter().map(|write| {
            let first = state.first_to_arrive(model, thread, write);
            let (location, value) = (write.location, write.value);
            Pending { position: first_to[first.0 as usize], location, value, access: arrival(model, location) }
        }));
    }
    pending.sort_by_key(|write| write.position);
}

/// What the arrival of a write touches; none if nobody else touches the location.
#[must_use]
pub fn arrival(model: &Model, location: LocationIx) -> Option<Access> {
    model.resources.shared(Resource::Location(location)).map(|resource| Access { resource, writes: true })
}
