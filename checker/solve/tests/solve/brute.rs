//! Executions of a query, one state after another: the definition of the memory models, written without a look at the solver.

use mcr_protocol::{Fence, LocationId, MemoryModel, Order, Value};
use mcr_solve::{Cut, Free, Happening, Next, Operation, Place, Prefixes, Query, Witness};
use std::collections::{BTreeMap, HashSet};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Buffered {
    pub location: LocationId,
    value: Value,
    group: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Local {
    pub done: usize,
    pub buffer: Vec<Buffered>,
    group: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub model: MemoryModel,
    pub locals: Vec<Local>,
    memory: BTreeMap<u64, u64>,
    monitors: BTreeMap<u64, (usize, u32)>,
    pub started: u64,
    pub ended: u64,
}

/// Threads are numbered by their places in the query; generated queries name them so.
pub fn number(thread: mcr_protocol::ThreadId) -> u64 {
    thread.0
}

impl State {
    pub fn new(model: MemoryModel, threads: usize, initial: impl IntoIterator<Item = (u64, u64)>) -> State {
        State {
            model,
            locals: vec![Local::default(); threads],
            memory: initial.into_iter().filter(|&(_, v)| v != 0).collect(),
            monitors: BTreeMap::new(),
            started: 0,
            ended: 0,
        }
    }

    pub fn sees(&self, thread: usize, location: LocationId) -> Value {
        for entry in self.locals[thread].buffer.iter().rev() {
            if entry.location == location {
                return entry.value;
            }
        }
        Value(self.memory.get(&location.0).copied().unwrap_or(0))
    }

    fn store(&mut self, location: LocationId, value: Value) {
        if value.0 == 0 {
            self.memory.remove(&location.0);
        } else {
            self.memory.insert(location.0, value.0);
        }
    }

    pub fn depth(&self, thread: usize, monitor: Value) -> u32 {
        self.monitors.get(&monitor.0).filter(|held| held.0 == thread).map_or(0, |held| held.1)
    }

    pub fn monitor_free(&self, thread: usize, monitor: Value) -> bool {
        self.monitors.get(&monitor.0).is_none_or(|held| held.0 == thread)
    }

    pub fn waits_for_buffer(operation: &Operation) -> bool {
        !matches!(
            operation,
            Operation::Read(..)
                | Operation::Write(_, _, Order::Plain | Order::Release | Order::Arrived)
                | Operation::Update { order: Order::Arrived, .. }
                | Operation::Fence(Fence::StoreStore)
                | Operation::Pass
        )
    }

    pub fn can(&self, thread: usize, operation: &Operation) -> bool {
        if self.ended >> thread & 1 == 1 {
            return false;
        }
        if State::waits_for_buffer(operation) && !self.locals[thread].buffer.is_empty() {
            return false;
        }
        match operation {
            Operation::Read(location, value) => self.sees(thread, *location) == *value,
            Operation::Update { location, old, .. } => self.sees(thread, *location) == *old,
            Operation::Acquire(monitor) => self.monitor_free(thread, *monitor),
            Operation::Release(monitor) => self.depth(thread, *monitor) > 0,
            Operation::Start(child) => self.started >> number(*child) & 1 == 0,
            Operation::Begin => self.locals[thread].done == 0 && self.started >> thread & 1 == 1,
            Operation::Join(child) => self.ended >> number(*child) & 1 == 1,
            Operation::Write(..) | Operation::End | Operation::Fence(_) | Operation::Pass => true,
        }
    }

    pub fn act(&mut self, thread: usize, operation: &Operation) {
        self.locals[thread].done += 1;
        if State::waits_for_buffer(operation) {
            self.locals[thread].group = 0;
        }
        match *operation {
            Operation::Write(location, value, order) => {
                let local = &mut self.locals[thread];
                let group = match (self.model, order) {
                    (MemoryModel::Sc, _) | (_, Order::Volatile | Order::Arrived) => None,
                    (MemoryModel::Tso, _) => Some(0),
                    (MemoryModel::Pso, Order::Plain) => Some(local.group),
                    (MemoryModel::Pso, Order::Release) => {
                        local.group += 1;
                        Some(local.group)
                    }
                };
                match group {
                    Some(group) => local.buffer.push(Buffered { location, value, group }),
                    None => self.store(location, value),
                }
            }
            Operation::Update { location, new, .. } => self.store(location, new),
            Operation::Acquire(monitor) => self.monitors.entry(monitor.0).or_insert((thread, 0)).1 += 1,
            Operation::Release(monitor) => {
                let held = self.monitors.get_mut(&monitor.0).unwrap();
                held.1 -= 1;
                if held.1 == 0 {
                    self.monitors.remove(&monitor.0);
                }
            }
            Operation::Start(child) => self.started |= 1 << number(child),
            Operation::End => self.ended |= 1 << thread,
            Operation::Fence(Fence::StoreStore) => self.locals[thread].group += 1,
            Operation::Read(..)
            | Operation::Begin
            | Operation::Join(_)
            | Operation::Fence(Fence::Full)
            | Operation::Pass => {}
        }
    }

    /// Places in the buffer of what may arrive.
    pub fn ready(&self, thread: usize) -> Vec<usize> {
        let buffer = &self.locals[thread].buffer;
        let may = |&at: &usize| match self.model {
            MemoryModel::Sc => false,
            MemoryModel::Tso => at == 0,
            MemoryModel::Pso => {
                let first = !buffer[..at].iter().any(|e| e.location == buffer[at].location);
                first && !buffer.iter().any(|e| e.group < buffer[at].group)
            }
        };
        (0..buffer.len()).filter(may).collect()
    }

    pub fn land(&mut self, thread: usize, at: usize) {
        let entry = self.locals[thread].buffer.remove(at);
        self.store(entry.location, entry.value);
    }

    /// What a thread does next, with what it would see if it may see anything.
    fn as_found(&self, thread: usize, operation: &Operation, free: &Free) -> Operation {
        let is_free = free.contains(Place { thread, index: self.locals[thread].done });
        match *operation {
            Operation::Read(location, _) if is_free => Operation::Read(location, self.sees(thread, location)),
            Operation::Update { location, new, order, .. } if is_free => {
                Operation::Update { location, old: self.sees(thread, location), new, order }
            }
            operation => operation,
        }
    }

    fn there(&self, prefixes: &Prefixes, cut: &Cut, next: &[Next]) -> bool {
        let done = cut.0.iter().zip(&self.locals).all(|(cut, l)| cut.is_none_or(|cut| cut == l.done));
        done && next.iter().all(|n| self.can(prefixes.index_of(n.thread).unwrap(), &n.operation))
    }
}

fn first(prefixes: &Prefixes) -> State {
    let initial = (0..8).map(|l| (l, prefixes.initial(LocationId(l)).0));
    State::new(prefixes.model(), prefixes.threads().len(), initial)
}

/// Whether an execution exists in which all prefixes happen.
pub fn possible(query: &Query) -> bool {
    possible_at(query, &query.prefixes.end())
}

/// Whether an execution to this cut exists.
pub fn possible_at(query: &Query, cut: &Cut) -> bool {
    possible_with(query, cut, &Free::default())
}

/// The same, and these may see anything.
pub fn possible_with(query: &Query, cut: &Cut, free: &Free) -> bool {
    let threads = query.prefixes.threads();
    let start = first(&query.prefixes);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if state.there(&query.prefixes, cut, &query.next) {
            return true;
        }
        for (thread, prefix) in threads.iter().enumerate() {
            if cut.0[thread] != Some(state.locals[thread].done)
                && let Some(operation) = prefix.operations.get(state.locals[thread].done)
                && state.can(thread, &state.as_found(thread, operation, free))
            {
                let mut after = state.clone();
                after.act(thread, operation);
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
            for at in state.ready(thread) {
                let mut after = state.clone();
                after.land(thread, at);
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
    }
    false
}

/// Whether the witness is an execution of all prefixes.
pub fn accepts(query: &Query, witness: &Witness) -> bool {
    accepts_at(query, &query.prefixes.end(), witness)
}

/// Whether the witness is an execution to this cut.
pub fn accepts_at(query: &Query, cut: &Cut, witness: &Witness) -> bool {
    accepts_with(query, cut, &Free::default(), witness)
}

/// The same, and these may see anything.
pub fn accepts_with(query: &Query, cut: &Cut, free: &Free, witness: &Witness) -> bool {
    let mut state = first(&query.prefixes);
    for happening in &witness.happenings {
        match *happening {
            Happening::Perform(id) => {
                let thread = query.prefixes.index_of(id).unwrap();
                let operations = &query.prefixes.threads()[thread].operations;
                match operations.get(state.locals[thread].done) {
                    Some(operation) if state.can(thread, &state.as_found(thread, operation, free)) => {
                        state.act(thread, operation);
                    }
                    _ => return false,
                }
            }
            Happening::Arrive(id, location) => {
                let thread = query.prefixes.index_of(id).unwrap();
                let ready = state.ready(thread);
                let at = ready.into_iter().find(|&at| state.locals[thread].buffer[at].location == location);
                match at {
                    Some(at) => state.land(thread, at),
                    None => return false,
                }
            }
        }
    }
    state.there(&query.prefixes, cut, &query.next)
}
