//! The small machine that runs prefixes: threads, store buffers, memory, monitors.
//!
//! It follows the operational definition of the memory models (DESIGN, section 4; Sewell et al., x86-TSO, CACM 2010) and shares nothing
//! with the constraints, so a witness that it accepts proves that the answer is yes, whatever the engine that found it.
//!
//! Invariant: what is refused changes nothing.

use super::query::{Delivery, Link, Operation, Place, Prefixes, Question, delivery};
use super::witness::{Happening, Witness};
use mcr_protocol::{Fence, LocationId, MemoryModel, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A write that has not arrived.
#[derive(Clone, Copy, Debug)]
struct Entry {
    location: LocationId,
    value: Value,
    /// Store-store barriers before it since the last fence. Always 0 under TSO.
    epoch: u32,
}

#[derive(Clone, Debug, Default)]
struct Thread {
    /// How much of its prefix it has done.
    position: usize,
    /// Oldest first, in program order.
    buffer: Vec<Entry>,
    /// Barriers since the last fence.
    epoch: u32,
}

/// A state.
#[derive(Clone, Debug)]
pub(super) struct Machine<'p> {
    prefixes: &'p Prefixes,
    question: Question<'p>,
    links: FxHashMap<(usize, usize), Vec<Link>>,
    threads: Vec<Thread>,
    memory: FxHashMap<LocationId, Value>,
    /// Who is in a monitor, and how often.
    owners: FxHashMap<Value, (usize, u32)>,
    started: FxHashSet<ThreadId>,
    ended: FxHashSet<ThreadId>,
}

impl<'p> Machine<'p> {
    /// Before anything has happened. No thread goes beyond the cut.
    pub(super) fn new(prefixes: &'p Prefixes, question: &Question<'p>) -> Machine<'p> {
        let mut links = FxHashMap::<(usize, usize), Vec<Link>>::default();
        for link in prefixes.links() {
            links.entry((link.after.thread, link.after.index)).or_default().push(*link);
        }
        let owner = |&(thread, monitor): &(ThreadId, Value)| Some((monitor, (prefixes.index_of(thread)?, 1)));
        Machine {
            prefixes,
            question: *question,
            links,
            threads: vec![Thread::default(); prefixes.threads().len()],
            memory: FxHashMap::default(),
            owners: prefixes.held().iter().filter_map(owner).collect(),
            started: FxHashSet::default(),
            ended: FxHashSet::default(),
        }
    }

    /// How many operations of its prefix a thread has done.
    pub(super) fn position(&self, thread: usize) -> usize {
        self.threads[thread].position
    }

    /// What a thread does next in its prefix.
    pub(super) fn next(&self, thread: usize) -> Option<&'p Operation> {
        let position = self.threads[thread].position;
        if self.question.cut.0[thread] == Some(position) {
            return None;
        }
        self.prefixes.threads()[thread].operations.get(position)
    }

    /// What a thread does next in its prefix, if it can do it now.
    pub(super) fn enabled(&self, thread: usize) -> Option<&'p Operation> {
        let operation = self.next(thread)?;
        let sees = self.is_free(thread) || self.sees(thread, operation);
        (sees && self.is_linked(thread) && self.is_open(thread, operation)).then_some(operation)
    }

    /// Whether what a thread does next in its prefix may see anything.
    pub(super) fn is_free(&self, thread: usize) -> bool {
        self.question.free.contains(Place { thread, index: self.threads[thread].position })
    }

    /// Whether what has to be before the next operation of a thread has happened.
    fn is_linked(&self, thread: usize) -> bool {
        let links = self.links.get(&(thread, self.threads[thread].position));
        let over = |link: &Link| self.threads[link.before.thread].position > link.before.index;
        links.is_none_or(|links| links.iter().all(over))
    }

    /// What memory holds.
    pub(super) fn memory(&self, location: LocationId) -> Value {
        self.memory.get(&location).copied().unwrap_or_else(|| self.prefixes.initial(location))
    }

    /// What a thread would read.
    fn view(&self, thread: usize, location: LocationId) -> Value {
        let own = self.threads[thread].buffer.iter().rev().find(|entry| entry.location == location);
        own.map_or_else(|| self.memory(location), |entry| entry.value)
    }

    /// Whether the thread is in the monitor.
    pub(super) fn owns(&self, thread: usize, monitor: Value) -> bool {
        self.owners.get(&monitor).is_some_and(|&(owner, _)| owner == thread)
    }

    /// Whether an operation would see what it has to.
    fn sees(&self, thread: usize, operation: &Operation) -> bool {
        match *operation {
            Operation::Read(location, value) => self.view(thread, location) == value,
            Operation::Update { location, old, .. } => self.memory(location) == old,
            _ => true,
        }
    }

    /// Whether the thread could do this now, whatever it would see.
    fn is_open(&self, thread: usize, operation: &Operation) -> bool {
        let id = self.prefixes.threads()[thread].thread;
        if self.ended.contains(&id) {
            return false;
        }
        if self.prefixes.model().buffers() && operation.is_fence() && !self.threads[thread].buffer.is_empty() {
            return false;
        }
        match *operation {
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update { .. }
            | Operation::End
            | Operation::Fence(_)
            | Operation::Pass => true,
            Operation::Acquire(monitor) => !self.owners.contains_key(&monitor) || self.owns(thread, monitor),
            Operation::Release(monitor) => self.owns(thread, monitor),
            Operation::Start(child) => !self.started.contains(&child),
            Operation::Begin => self.threads[thread].position == 0 && self.started.contains(&id),
            Operation::Join(child) => self.ended.contains(&child),
        }
    }

    /// The thread does the next operation of its prefix, which is allowed.
    pub(super) fn perform(&mut self, thread: usize) {
        let prefix = &self.prefixes.threads()[thread];
        let operation = prefix.operations[self.threads[thread].position];
        let state = &mut self.threads[thread];
        state.position += 1;
        if operation.is_fence() {
            state.epoch = 0;
        }
        match operation {
            Operation::Write(location, value, order) => {
                let how = delivery(self.prefixes.model(), order);
                state.epoch += u32::from(how == Delivery::Separated);
                if how == Delivery::AtOnce {
                    self.memory.insert(location, value);
                } else {
                    state.buffer.push(Entry { location, value, epoch: state.epoch });
                }
            }
            Operation::Update { location, new, .. } => _ = self.memory.insert(location, new),
            Operation::Acquire(monitor) => self.owners.entry(monitor).or_insert((thread, 0)).1 += 1,
            Operation::Release(monitor) => {
                if let Some((_, depth)) = self.owners.get_mut(&monitor) {
                    *depth -= 1;
                    if *depth == 0 {
                        self.owners.remove(&monitor);
                    }
                }
            }
            Operation::Start(child) => _ = self.started.insert(child),
            Operation::End => _ = self.ended.insert(prefix.thread),
            Operation::Fence(Fence::StoreStore) if self.prefixes.model() == MemoryModel::Pso => state.epoch += 1,
            Operation::Read(..) | Operation::Begin | Operation::Join(_) | Operation::Fence(_) | Operation::Pass => {}
        }
    }

    /// The place in the buffer of the write that would arrive, if it may.
    fn arriving(&self, thread: usize, location: LocationId) -> Option<usize> {
        let buffer = &self.threads[thread].buffer;
        let at = buffer.iter().position(|entry| entry.location == location)?;
        let free = match self.prefixes.model() {
            MemoryModel::Sc => false,
            MemoryModel::Tso => at == 0,
            MemoryModel::Pso => buffer.iter().all(|entry| entry.epoch >= buffer[at].epoch),
        };
        free.then_some(at)
    }

    /// Whether the oldest write to the location may arrive.
    pub(super) fn may_arrive(&self, thread: usize, location: LocationId) -> bool {
        self.arriving(thread, location).is_some()
    }

    /// The oldest write to the location arrives, if it may.
    pub(super) fn arrive(&mut self, thread: usize, location: LocationId) -> bool {
        let Some(at) = self.arriving(thread, location) else { return false };
        let entry = self.threads[thread].buffer.remove(at);
        self.memory.insert(location, entry.value);
        true
    }

    /// Whether the cut is reached and everything that comes next could happen.
    pub(super) fn reached(&self) -> bool {
        let there = |(thread, cut): (&Thread, &Option<usize>)| cut.is_none_or(|cut| thread.position == cut);
        self.threads.iter().zip(&self.question.cut.0).all(there) && self.next_allowed()
    }

    fn next_allowed(&self) -> bool {
        self.question.next.iter().all(|next| {
            let operation = &next.operation;
            let can =
                |thread| self.is_linked(thread) && self.is_open(thread, operation) && self.sees(thread, operation);
            self.prefixes.index_of(next.thread).is_some_and(can)
        })
    }
}

/// Whether the witness is an execution of the prefixes, and ends at the cut, where each of what comes next could happen.
#[must_use]
pub fn replays(prefixes: &Prefixes, question: &Question<'_>, witness: &Witness) -> bool {
    let mut machine = Machine::new(prefixes, question);
    for happening in &witness.happenings {
        let done = match *happening {
            Happening::Perform(id) => prefixes.index_of(id).is_some_and(|thread| {
                let allowed = machine.enabled(thread).is_some();
                if allowed {
                    machine.perform(thread);
                }
                allowed
            }),
            Happening::Arrive(id, location) => {
                prefixes.index_of(id).is_some_and(|thread| machine.arrive(thread, location))
            }
        };
        if !done {
            return false;
        }
    }
    machine.reached()
}
