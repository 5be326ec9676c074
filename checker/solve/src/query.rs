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
        /// [`Order::Volatile`] if it is a fence, else [`Order::Arrived`].
        order: Order,
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
    /// Nothing of itself: only links concern it ([`Link`]).
    Pass,
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
            Operation::Read(..) | Operation::Fence(Fence::StoreStore) | Operation::Pass => false,
            Operation::Write(_, _, order) | Operation::Update { order, .. } => *order == Order::Volatile,
            Operation::Acquire(_)
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
    /// In program order. How many of them happen, the [`Cut`] says.
    pub operations: Vec<Operation>,
}

/// What a thread does after its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// Which thread; it has a prefix.
    pub thread: ThreadId,
    /// What could happen at once, all links to its place being kept. It does not happen: two writes to one location may both be next.
    pub operation: Operation,
}

/// How far each thread has come, by its place among the prefixes: so many of its operations have happened; none: as many as it likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut(pub Vec<Option<usize>>);

/// Reads and updates that may see anything, whatever their prefix says. Such an update leaves what the prefix says all the same, whatever it found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Free(FxHashSet<Place>);

impl Free {
    /// Whether the operation there may see anything.
    #[must_use]
    pub fn contains(&self, place: Place) -> bool {
        self.0.contains(&place)
    }

    /// Whether everything has to see what its prefix says.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Place> for Free {
    fn from_iter<T: IntoIterator<Item = Place>>(places: T) -> Free {
        Free(places.into_iter().collect())
    }
}

/// What is asked about prefixes.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// How far the threads have come.
    pub cut: &'a Cut,
    /// What may see anything on the way there.
    pub free: &'a Free,
    /// What could happen then, each by itself. The cut says how far its threads have come.
    pub next: &'a [Next],
}

/// An operation: the place of its thread among the prefixes, and its own place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Of the thread.
    pub thread: usize,
    /// In its prefix.
    pub index: usize,
}

/// The first comes before the second, which does not happen without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// What comes first.
    pub before: Place,
    /// What comes after it.
    pub after: Place,
}

/// What there was before the prefixes.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// What memory holds; zero elsewhere.
    pub initial: FxHashMap<LocationId, Value>,
    /// Who is in which monitor, once each.
    pub held: Vec<(ThreadId, Value)>,
}

/// When an operation was seen to happen; any number that grows with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// When it was performed.
    pub performed: u32,
    /// When it arrived in memory, if it went through a buffer.
    pub arrived: u32,
}

/// What all threads have done.
#[derive(Clone, Debug)]
pub struct Prefixes {
    model: MemoryModel,
    past: Past,
    threads: Vec<Prefix>,
    links: Vec<Link>,
    seen: Vec<Vec<Seen>>,
}

/// Prefixes and what comes next.
#[derive(Clone, Debug)]
pub struct Query {
    /// What has happened, all of it.
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
    /// A thread that is started twice.
    #[error("{0} is started twice")]
    StartedTwice(ThreadId),
    /// A link to an operation that does not exist.
    #[error("a link leads nowhere")]
    Nowhere,
}

impl Prefixes {
    /// Checks and keeps them. Locations that are not in `initial` hold zero at first.
    pub fn new(
        model: MemoryModel,
        initial: FxHashMap<LocationId, Value>,
        threads: Vec<Prefix>,
    ) -> Result<Prefixes, Malformed> {
        Prefixes::after(model, Past { initial, held: Vec::new() }, threads, Vec::new())
    }

    /// The same behind a past, with links.
    pub fn after(
        model: MemoryModel,
        past: Past,
        threads: Vec<Prefix>,
        links: Vec<Link>,
    ) -> Result<Prefixes, Malformed> {
        for (i, prefix) in threads.iter().enumerate() {
            if threads[..i].iter().any(|other| other.thread == prefix.thread) {
                return Err(Malformed::Twice(prefix.thread));
            }
            check_bounds(prefix)?;
            check_monitors(&past, prefix)?;
            check_writes(model, prefix)?;
        }
        let started = |operation: &Operation| if let Operation::Start(child) = operation { Some(*child) } else { None };
        let mut children = FxHashSet::default();
        for child in threads.iter().flat_map(|prefix| &prefix.operations).filter_map(started) {
            if !children.insert(child) {
                return Err(Malformed::StartedTwice(child));
            }
        }
        let exists = |place: Place| threads.get(place.thread).is_some_and(|t| place.index < t.operations.len());
        if !links.iter().all(|link| exists(link.before) && exists(link.after)) {
            return Err(Malformed::Nowhere);
        }
        Ok(Prefixes { model, past, threads, links, seen: Vec::new() })
    }

    /// With an execution in which all this was seen: a good first guess at an order. By thread and place.
    #[must_use]
    pub fn seen(mut self, seen: Vec<Vec<Seen>>) -> Prefixes {
        self.seen = seen;
        self
    }

    /// When an operation was seen to happen.
    pub(super) fn seen_at(&self, place: Place) -> Option<Seen> {
        self.seen.get(place.thread)?.get(place.index).copied()
    }

    /// The cut at which all of it has happened.
    #[must_use]
    pub fn end(&self) -> Cut {
        Cut(self.threads.iter().map(|prefix| Some(prefix.operations.len())).collect())
    }

    /// Who is in which monitor before the prefixes.
    pub(super) fn held(&self) -> &[(ThreadId, Value)] {
        &self.past.held
    }

    /// What has to be in order whatever else is.
    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }

    /// How memory behaves.
    #[must_use]
    pub fn model(&self) -> MemoryModel {
        self.model
    }

    /// What a location holds at first.
    #[must_use]
    pub fn initial(&self, location: LocationId) -> Value {
        self.past.initial.get(&location).copied().unwrap_or(Value::ZERO)
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

fn check_monitors(past: &Past, prefix: &Prefix) -> Result<(), Malformed> {
    let held = past.held.iter().filter(|(thread, _)| *thread == prefix.thread);
    let mut depths: FxHashMap<Value, u32> = held.map(|&(_, monitor)| (monitor, 1)).collect();
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
