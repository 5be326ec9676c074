//! Memory models: how a write gets from the thread that does it to the others.
//!
//! Operational, after Sewell et al. (x86-TSO, CACM 2010) and SPARC's partial store order. Each thread has a *store buffer*. Most writes
//! enter it; when they arrive in memory is open, and an event of its own ([`crate::Action::Arrive`]). A read takes the youngest
//! buffered write of its own thread to the location if there is one (*store forwarding*), else what memory holds.
//! Whatever is a *fence* ([`crate::Action::is_fence`]) happens only when the buffer of its thread is empty.
//!
//! Which write may arrive: under TSO the oldest in the buffer. Under PSO the oldest to its location, if there is no older
//! one behind which a *store-store barrier* came: a barrier separates all writes before it from all after it, of whatever
//! location. Under SC there are no buffers.
//!
//! A thread that has ended, or has exited, has an empty buffer. What is in the buffer of a daemon when the execution ends stays there.

use serde::{Deserialize, Serialize};

/// How far writes may be delayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MemoryModel {
    /// Sequential consistency: not at all.
    #[default]
    Sc,
    /// Total store order: behind later reads.
    Tso,
    /// Partial store order: behind later reads, and behind later writes to other locations.
    Pso,
}

impl MemoryModel {
    /// Whether writes wait in buffers.
    #[must_use]
    pub fn buffers(self) -> bool {
        self != MemoryModel::Sc
    }
}

impl std::fmt::Display for MemoryModel {
    /// As users write it: `sc`, `tso`, `pso`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            MemoryModel::Sc => "sc",
            MemoryModel::Tso => "tso",
            MemoryModel::Pso => "pso",
        })
    }
}

/// When a write reaches memory. Under SC: at once, all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Order {
    /// Some time after it has entered the buffer.
    Plain,
    /// The same, behind a store-store barrier ([`Fence::StoreStore`]).
    Release,
    /// At once; it is a fence.
    Volatile,
    /// It is there already, whatever is in the buffer: it was done when no other thread could see the location, and before
    /// others can, a write must arrive that cannot arrive before this one. So it is under TSO with all such writes, under PSO with those before the
    /// last store-store barrier or fence of the thread.
    Arrived,
}

/// What separates the accesses of one thread that come before it from those that come after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fence {
    /// Writes before it arrive before writes after it. Only PSO needs it; nobody waits.
    StoreStore,
    /// Waits until the buffer is empty.
    Full,
}
