//! A query: can the threads of a program have come exactly so far?
//!
//! For each thread a *prefix* of what it does, with the values that it reads; perhaps what some of them do next. The
//! answer is yes if an execution exists in which every thread does its prefix and nothing else, and after which each of the next
//! operations could happen at once. These are the questions of maximal causality (Huang, PLDI 2015; chapter 3 of the
//! dissertation, section 3.1.2), with local prefixes instead of one trace: what is kept is which events happened with which values,
//! never in which order (ERRATA, items 1 and 2).
//!
//! Nothing here knows Java or the exploration. How memory behaves is said in [`mcr_protocol::MemoryModel`].
//!
//! Invariant: [`Prefixes`] are well-formed; what cannot be the behaviour of one thread, whatever the others do, is refused
//! when they are made.

use mcr_protocol::{Fence, LocationId, MemoryModel, Order, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

/// What one thread does at once, with the values that it must see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Reads this value: the youngest buffered write of its own to the location if there is one, else what memory holds.
    Read(LocationId, Value),
    /// Writes this value.
    Write(LocationId, Value, Order),
    /// Atomically finds `old` in memory and leaves `new` there. A failed attempt leaves what it found.
    Update {
        /// Where.
        location: LocationId,
        /// What must be there.
        old: Value,
        /// What is there afterwards.
        new: Value,
    },
    /// Enters a monitor that nobody else is in. Re-entrant.
    Acquire(Value),
    /// Leaves a monitor once.
    Release(Value),
    /// Starts a thread that was not started.
    Start(ThreadId),
    /// The thread has been started; only as its first operation. A thread that begins otherwise runs from the outset.
    Begin,
    /// Finds that a thread has ended.
    Join(ThreadId),
    /// The thread ends; its last operation.
    End,
    /// Separates accesses.
    Fence(Fence),
}

/// How a write gets to memory under the memory model of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// Not through the buffer.
    AtOnce,
    /// Through the buffer.
    Buffered,
    /// Through the buffer, behind a store-store barrier of its own.
    Separated,
}

impl Operation {
    /// Whether it happens only when the buffer of its thread is empty.
    #[must_use]
    pub fn is_fence(&self) -> bool {
        match self {
            Operation::Read(..) | Operation::Fence(Fence::StoreStore) => false,
            Operation::Write(_, _, order) => *order == Order::Volatile,
            Operation::Update { .. }
            | Operation::Acquire(_)
            | Operation::Release(_)
            | Operation::Start(_)
            | Operation::Begin
            | Operation::Join(_)
            | Operation::End
            | Operation::Fence(Fence::Full) => true,
        }
    }
}

/// How a write of this order gets to memory.
pub(super) fn delivery(model: MemoryModel, order: Order) -> Delivery {
    match (model, order) {
        (MemoryModel::Sc, _) | (_, Order::Arrived | Order::Volatile) => Delivery::AtOnce,
        (_, Order::Plain) | (MemoryModel::Tso, Order::Release) => Delivery::Buffered,
        (MemoryModel::Pso, Order::Release) => Delivery::Separated,
    }
}

/// What one thread has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// Which thread.
    pub thread: ThreadId,
    /// In program order. All of them happen, and nothing else.
    pub operations: Vec<Operation>,
}

/// What a thread does after its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// Which thread; it has a prefix.
    pub thread: ThreadId,
    /// What could happen at once. It does not happen: two writes to one location may both be next.
    pub operation: Operation,
}

/// What all threads have done.
#[derive(Clone, Debug)]
pub struct Prefixes {
    model: MemoryModel,
    initial: FxHashMap<LocationId, Value>,
    threads: Vec<Prefix>,
}

/// Prefixes and what comes next.
#[derive(Clone, Debug)]
pub struct Query {
    /// What has happened.
    pub prefixes: Prefixes,
    /// What could happen then, each by itself. May be empty.
    pub next: Vec<Next>,
}

/// Why no thread can behave like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// A thread with two prefixes.
    #[error("{0} has two prefixes")]
    Twice(ThreadId),
    /// A thread leaves a monitor that it is not in.
    #[error("{0} leaves the monitor {1:?}, which it has not entered")]
    NotOwner(ThreadId, Value),
    /// A beginning that is not first, or something after an end.
    #[error("{0} begins too late or goes on after its end")]
    Bounds(ThreadId),
    /// A write that is said to have arrived ([`Order::Arrived`]), although an older one of the thread to the location may be in the buffer.
    #[error("{0} writes to {1:?} what should be there already, behind a write of its own")]
    Overtakes(ThreadId, LocationId),
}

impl Prefixes {
    /// Checks and keeps them. Locations that are not in `initial` hold zero at first.
    pub fn new(
        model: MemoryModel,
        initial: FxHashMap<LocationId, Value>,
        threads: Vec<Prefix>,
    ) -> Result<Prefixes, Malformed> {
        for (i, prefix) in threads.iter().enumerate() {
            if threads[..i].iter().any(|other| other.thread == prefix.thread) {
                return Err(Malformed::Twice(prefix.thread));
            }
            check_bounds(prefix)?;
            check_monitors(prefix)?;
            check_writes(model, prefix)?;
        }
        Ok(Prefixes { model, initial, threads })
    }

    /// How memory behaves.
    #[must_use]
    pub fn model(&self) -> MemoryModel {
        self.model
    }

    /// What a location holds at first.
    #[must_use]
    pub fn initial(&self, location: LocationId) -> Value {
        self.initial.get(&location).copied().unwrap_or(Value::ZERO)
    }

    /// What each thread has done.
    #[must_use]
    pub fn threads(&self) -> &[Prefix] {
        &self.threads
    }

    /// The place of a thread in [`Prefixes::threads`].
    #[must_use]
    pub fn index_of(&self, thread: ThreadId) -> Option<usize> {
        self.threads.iter().position(|prefix| prefix.thread == thread)
    }
}

fn check_bounds(prefix: &Prefix) -> Result<(), Malformed> {
    let last = prefix.operations.len().saturating_sub(1);
    let misplaced = |(i, operation): (usize, &Operation)| match operation {
        Operation::Begin => i > 0,
        Operation::End => i < last,
        _ => false,
    };
    if prefix.operations.iter().enumerate().any(misplaced) { Err(Malformed::Bounds(prefix.thread)) } else { Ok(()) }
}

fn check_monitors(prefix: &Prefix) -> Result<(), Malformed> {
    let mut depths = FxHashMap::<Value, u32>::default();
    for operation in &prefix.operations {
        match *operation {
            Operation::Acquire(monitor) => *depths.entry(monitor).or_default() += 1,
            Operation::Release(monitor) => match depths.get_mut(&monitor) {
                Some(depth) if *depth > 0 => *depth -= 1,
                _ => return Err(Malformed::NotOwner(prefix.thread, monitor)),
            },
            _ => {}
        }
    }
    Ok(())
}

/// What has arrived when it is performed is older than all that its thread writes to the location otherwise: so the youngest write to a
/// location is always the last in program order.
fn check_writes(model: MemoryModel, prefix: &Prefix) -> Result<(), Malformed> {
    let mut buffered = FxHashSet::default();
    for operation in &prefix.operations {
        if operation.is_fence() {
            buffered.clear();
        } else if let Operation::Write(location, _, order) = *operation {
            if delivery(model, order) != Delivery::AtOnce {
                buffered.insert(location);
            } else if buffered.contains(&location) {
                return Err(Malformed::Overtakes(prefix.thread, location));
            }
        }
    }
    Ok(())
}
