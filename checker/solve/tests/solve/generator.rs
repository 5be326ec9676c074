//! Random queries: what happened in a random execution, often spoiled a little.

use crate::brute::State;
use mcr_protocol::{Fence, LocationId, MemoryModel, Order, ThreadId, Value, mix};
use mcr_solve::{Cut, Free, Next, Operation, Place, Prefix, Prefixes, Query};

/// Updated past the buffers, and by nothing else.
const CLOCK: LocationId = LocationId(100);

pub struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0, 3)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

struct Shape {
    threads: usize,
    locations: usize,
    values: usize,
    monitors: bool,
    updates: bool,
    starts: bool,
    fences: bool,
    arrived: bool,
}

/// How much happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Little enough for brute force.
    Small,
    /// This many attempts.
    Large(usize),
}

/// The query of a seed.
pub fn query(model: MemoryModel, seed: u64, size: Size) -> Query {
    let rng = &mut Rng(mix(seed, 0x71_7565_7279));
    loop {
        let shape = Shape {
            threads: [2, 2, 3, 3, 4][rng.below(5)],
            locations: [2, 2, 2, 3, 3, 1][rng.below(6)],
            values: [1, 2, 2, 3][rng.below(4)],
            monitors: rng.chance(30),
            updates: rng.chance(30),
            starts: rng.chance(25),
            fences: rng.chance(40),
            arrived: rng.chance(25),
        };
        let initial = if rng.chance(80) { 0 } else { rng.below(shape.values + 1) as u64 };
        // What a weaker model allows is a good question for a stronger one.
        let lived = if rng.chance(25) { MemoryModel::Pso } else { model };
        let mut prefixes = live(rng, &shape, lived, initial, size);
        let changes = [0, 0, 1, 1, 1, 2][rng.below(6)];
        for _ in 0..changes {
            spoil(rng, &shape, &mut prefixes);
        }
        let initial = [(LocationId(0), Value(initial))].into_iter().collect();
        // Some changes make nonsense of a thread.
        if let Ok(prefixes) = Prefixes::new(model, initial, prefixes) {
            let next = next(rng, &shape, &prefixes);
            return Query { prefixes, next };
        }
    }
}

/// A query of which only some threads have come to a certain place.
pub fn cut(model: MemoryModel, seed: u64) -> (Query, Cut) {
    let Query { prefixes, .. } = query(model, seed, Size::Small);
    let rng = &mut Rng(mix(seed, 0x63_7574));
    let mut cut = Cut(vec![None; prefixes.threads().len()]);
    let mut next = Vec::new();
    for (thread, prefix) in prefixes.threads().iter().enumerate() {
        if rng.chance(60) {
            let at = rng.below(prefix.operations.len() + 1);
            cut.0[thread] = Some(at);
            // What it does next, perhaps with another value.
            if let Some(&operation) = prefix.operations.get(at)
                && rng.chance(60)
            {
                let operation = match operation {
                    Operation::Read(location, _) if rng.chance(40) => {
                        Operation::Read(location, Value(rng.below(3) as u64))
                    }
                    operation => operation,
                };
                next.push(Next { thread: prefix.thread, operation });
            }
        }
    }
    (Query { prefixes, next }, cut)
}

/// The same, or a query about all of the prefixes, in which some reads and updates may see anything.
pub fn free(model: MemoryModel, seed: u64) -> (Query, Cut, Free) {
    let rng = &mut Rng(mix(seed, 0x6672_6565));
    let (query, cut) = if rng.chance(50) {
        cut(model, seed)
    } else {
        let query = query(model, seed, Size::Small);
        let cut = query.prefixes.end();
        (query, cut)
    };
    let often = [10, 30, 60][rng.below(3)];
    let mut places = Vec::new();
    for (thread, prefix) in query.prefixes.threads().iter().enumerate() {
        for (index, operation) in prefix.operations.iter().enumerate() {
            if matches!(operation, Operation::Read(..) | Operation::Update { .. }) && rng.chance(often) {
                places.push(Place { thread, index });
            }
        }
    }
    (query, cut, places.into_iter().collect())
}

/// Lets threads do what they like, and notes it.
fn live(rng: &mut Rng, shape: &Shape, model: MemoryModel, initial: u64, size: Size) -> Vec<Prefix> {
    let mut state = State::new(model, shape.threads, [(0, initial)]);
    let mut notes = vec![Vec::new(); shape.threads];
    let steps = match size {
        Size::Small => 4 + rng.below(12) + rng.below(8),
        Size::Large(steps) => steps,
    };
    for _ in 0..steps {
        let thread = rng.below(shape.threads);
        let operation = if shape.starts && thread > 0 && notes[thread].is_empty() {
            Operation::Begin
        } else {
            random(rng, shape, &state, thread)
        };
        while State::waits_for_buffer(&operation) && !state.ready(thread).is_empty() {
            let ready = state.ready(thread);
            state.land(thread, ready[rng.below(ready.len())]);
        }
        // The value may have changed by then.
        let operation = match operation {
            Operation::Update { location, new, order, .. } => {
                let old = state.sees(thread, location);
                Operation::Update { location, old, new: if rng.chance(25) { old } else { new }, order }
            }
            Operation::Write(location, value, Order::Arrived) if overtakes(&notes[thread], location) => {
                Operation::Write(location, value, Order::Plain)
            }
            operation => operation,
        };
        if state.can(thread, &operation) {
            state.act(thread, &operation);
            notes[thread].push(operation);
        }
        if rng.chance(35) {
            let thread = rng.below(shape.threads);
            let ready = state.ready(thread);
            if !ready.is_empty() {
                state.land(thread, ready[rng.below(ready.len())]);
            }
        }
    }
    let named = |(i, operations)| Prefix { thread: ThreadId(i as u64), operations };
    notes.into_iter().enumerate().map(named).collect()
}

/// Whether a write of the thread to the location may be in the buffer.
fn overtakes(done: &[Operation], location: LocationId) -> bool {
    let mut since_fence = done.iter().rev().take_while(|operation| !State::waits_for_buffer(operation));
    let written = |operation: &Operation| matches!(operation, Operation::Write(other, ..) if *other == location);
    since_fence.any(written)
}

fn random(rng: &mut Rng, shape: &Shape, state: &State, thread: usize) -> Operation {
    let location = LocationId(rng.below(shape.locations) as u64);
    let value = Value(1 + rng.below(shape.values) as u64);
    let monitor = Value(rng.below(2) as u64);
    let other = ThreadId(rng.below(shape.threads) as u64);
    if shape.monitors && rng.chance(35) {
        return if state.depth(thread, monitor) > 0 && rng.chance(70) {
            Operation::Release(monitor)
        } else {
            Operation::Acquire(monitor)
        };
    }
    if shape.updates && rng.chance(20) {
        // Nothing but such updates writes to what is updated past the buffer.
        let (location, order) = if rng.chance(30) { (CLOCK, Order::Arrived) } else { (location, Order::Volatile) };
        return Operation::Update { location, old: Value(0), new: value, order };
    }
    if shape.starts && rng.chance(30) {
        return match rng.below(6) {
            0..3 if other.0 > 0 => Operation::Start(other),
            3..5 => Operation::Join(other),
            5 if state.locals[thread].done > 1 => Operation::End,
            _ => Operation::Read(location, state.sees(thread, location)),
        };
    }
    if shape.fences && rng.chance(15) {
        return Operation::Fence(if rng.chance(50) { Fence::Full } else { Fence::StoreStore });
    }
    if rng.chance(50) {
        return Operation::Read(location, state.sees(thread, location));
    }
    let order = match rng.below(20) {
        0 => Order::Volatile,
        1 | 2 => Order::Release,
        3..9 if shape.arrived => Order::Arrived,
        _ => Order::Plain,
    };
    Operation::Write(location, value, order)
}

/// Changes something, so that perhaps no execution is left.
fn spoil(rng: &mut Rng, shape: &Shape, prefixes: &mut [Prefix]) {
    let operations = &mut prefixes[rng.below(shape.threads)].operations;
    if operations.is_empty() {
        return;
    }
    let at = rng.below(operations.len());
    let other = Value(rng.below(shape.values + 1) as u64);
    match rng.below(10) {
        0 => operations.truncate(at),
        1 => _ = operations.remove(at),
        2 => operations.insert(at, Operation::Fence(Fence::Full)),
        3 => operations.insert(at, Operation::Read(LocationId(rng.below(shape.locations) as u64), other)),
        _ => {
            // The next one from here that has a value, if any has.
            for i in (at..operations.len()).chain(0..at) {
                match &mut operations[i] {
                    Operation::Read(_, value) | Operation::Update { old: value, .. } => *value = other,
                    Operation::Write(_, value, _) if rng.chance(20) => *value = other,
                    _ => continue,
                }
                break;
            }
        }
    }
}

fn next(rng: &mut Rng, shape: &Shape, prefixes: &Prefixes) -> Vec<Next> {
    let mut next = Vec::new();
    if rng.chance(60) {
        return next;
    }
    let state = State::new(prefixes.model(), shape.threads, []);
    for (thread, prefix) in prefixes.threads().iter().enumerate() {
        if rng.chance(50) {
            let operation = match random(rng, shape, &state, thread) {
                Operation::Read(location, _) => Operation::Read(location, Value(rng.below(shape.values + 1) as u64)),
                Operation::Acquire(monitor) if rng.chance(20) => Operation::Release(monitor),
                operation => operation,
            };
            next.push(Next { thread: prefix.thread, operation });
        }
    }
    next
}
