//! What every execution of some prefixes obeys, as constraints on the order of points in time.
//!
//! A point ([`Node`]) stands for an operation being performed or for a buffered write arriving in memory: two points for each
//! buffered write, one for everything else. The constraints are those of MCR (dissertation, section 3.1.2: must happen before, lock mutual
//! exclusion, data validity), except that the order in memory is that of the *arrivals*, and that a read may also take its
//! value from the buffer of its thread, which the published rule Phi_addr (section 3.3.1) forbids (ERRATA, item 4). docs/constraints.md has the
//! argument that they are exact.
//!
//! Invariant: [`Constraints::edges`] holds in every execution; whatever depends on which write a read sees is left to the engines.

use super::query::{Delivery, Next, Operation, Prefixes, delivery};
use mcr_protocol::{Fence, LocationId, MemoryModel, ThreadId, Value};
use rustc_hash::FxHashMap;

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node(pub u32);

impl Node {
    /// Before everything: initial values arrive.
    pub(super) const START: Node = Node(0);
    /// After every operation has been performed: the state that was asked for. Writes may arrive before or after it.
    pub(super) const CUT: Node = Node(1);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What happens at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// Nothing: the start, the cut, or the place between two groups of writes in a buffer.
    Mark,
    /// A thread performs the next operation of its prefix.
    Perform {
        /// Its place among the prefixes.
        thread: usize,
        /// The place of the operation in the prefix.
        index: usize,
    },
    /// A write that has been performed at the point `of` arrives.
    Arrive {
        /// Its place among the prefixes.
        thread: usize,
        /// Where.
        location: LocationId,
        /// When it was performed.
        of: Node,
    },
}

/// A value that a location gets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    /// When it is in memory.
    pub at: Node,
    pub value: Value,
}

/// A value that somebody must see.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub at: Node,
    /// Index into [`Constraints::locations`].
    pub location: usize,
    pub value: Value,
    /// The youngest write of its own thread before it: an index into the writes of the location. While that has not arrived, it is what
    /// the read sees; afterwards the read sees memory.
    pub own: Option<usize>,
}

/// The time for which a thread is in a monitor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub thread: usize,
    pub enter: Node,
    /// None if it has not left.
    pub leave: Option<Node>,
}

/// Everything about a set of prefixes that does not depend on what comes next.
#[derive(Clone, Debug, Default)]
pub(super) struct Constraints {
    /// By node.
    pub items: Vec<Item>,
    /// The first happens before the second.
    pub edges: Vec<(Node, Node)>,
    /// Of each location; the initial value comes first.
    pub locations: Vec<Vec<Write>>,
    pub reads: Vec<Read>,
    /// Of each monitor.
    pub sections: Vec<Vec<Section>>,
    location_index: FxHashMap<LocationId, usize>,
    starts: FxHashMap<ThreadId, Node>,
    ends: FxHashMap<ThreadId, Node>,
    monitor_index: FxHashMap<Value, usize>,
    /// By thread: what has not certainly arrived at the end of the prefix.
    pending: Vec<Vec<Node>>,
    /// By thread: the youngest write to each location.
    youngest: Vec<FxHashMap<LocationId, usize>>,
}

/// What comes next, as constraints.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    pub edges: Vec<(Node, Node)>,
    pub reads: Vec<Read>,
}

impl Constraints {
    /// Of prefixes. None if no order can do, whatever the values.
    pub(super) fn new(prefixes: &Prefixes) -> Option<Constraints> {
        let mut constraints = Constraints { items: vec![Item::Mark; 2], ..Constraints::default() };
        let mut waits = Vec::new();
        for thread in 0..prefixes.threads().len() {
            let mut walk = Walk::new(&mut constraints, prefixes, thread);
            for (index, operation) in prefixes.threads()[thread].operations.iter().enumerate() {
                if !walk.operation(index, operation, &mut waits) {
                    return None;
                }
            }
            walk.finish();
        }
        for wait in waits {
            let (edges, nodes) = (&mut constraints.edges, (&constraints.starts, &constraints.ends));
            match wait {
                Wait::Start(thread, at) => edges.push((*nodes.0.get(&thread)?, at)),
                Wait::End(thread, at) => edges.push((*nodes.1.get(&thread)?, at)),
            }
        }
        let entered_for_good = |sections: &Vec<Section>| sections.iter().filter(|s| s.leave.is_none()).count() > 1;
        (!constraints.sections.iter().any(entered_for_good)).then_some(constraints)
    }

    /// Of what comes next. None if it cannot, whatever the order.
    pub(super) fn target(&self, prefixes: &Prefixes, next: &[Next]) -> Option<Target> {
        let mut target = Target::default();
        for next in next {
            let thread = prefixes.index_of(next.thread)?;
            if self.ends.contains_key(&next.thread) {
                return None;
            }
            if next.operation.is_fence() {
                target.edges.extend(self.pending[thread].iter().map(|&arrives| (arrives, Node::CUT)));
            }
            let own_section = |monitor| {
                let sections = self.monitor_index.get(&monitor).map_or(&[][..], |&m| &self.sections[m]);
                sections.iter().find(|s| s.leave.is_none()).map(|s| s.thread == thread)
            };
            let possible = match next.operation {
                Operation::Read(location, value) | Operation::Update { location, old: value, .. } => {
                    match self.location_index.get(&location) {
                        Some(&index) => {
                            let own = self.youngest[thread].get(&location).copied();
                            target.reads.push(Read { at: Node::CUT, location: index, value, own });
                            true
                        }
                        None => prefixes.initial(location) == value,
                    }
                }
                Operation::Write(..) | Operation::End | Operation::Fence(_) => true,
                Operation::Acquire(monitor) => own_section(monitor) != Some(false),
                Operation::Release(monitor) => own_section(monitor) == Some(true),
                Operation::Start(child) => !self.starts.contains_key(&child),
                Operation::Begin => {
                    prefixes.threads()[thread].operations.is_empty() && self.starts.contains_key(&next.thread)
                }
                Operation::Join(child) => self.ends.contains_key(&child),
            };
            if !possible {
                return None;
            }
        }
        Some(target)
    }

    /// The place of a location in [`Constraints::locations`], if anybody touches it.
    pub(super) fn index_of(&self, location: LocationId) -> Option<usize> {
        self.location_index.get(&location).copied()
    }

    fn node(&mut self, item: Item) -> Node {
        let node = Node(u32::try_from(self.items.len()).expect("events are counted in 32 bits"));
        self.items.push(item);
        node
    }

    fn location(&mut self, prefixes: &Prefixes, location: LocationId) -> usize {
        *self.location_index.entry(location).or_insert_with(|| {
            self.locations.push(vec![Write { at: Node::START, value: prefixes.initial(location) }]);
            self.locations.len() - 1
        })
    }
}

/// What must be in another prefix.
enum Wait {
    Start(ThreadId, Node),
    End(ThreadId, Node),
}

/// A write in the buffer since the last fence.
struct Entry {
    at: Node,
    location: LocationId,
}

/// Going along one prefix.
struct Walk<'a> {
    constraints: &'a mut Constraints,
    prefixes: &'a Prefixes,
    thread: usize,
    last: Node,
    /// Since the last fence.
    entries: Vec<Entry>,
    /// How many of them are before the last store-store barrier.
    separated: usize,
    /// The mark of that barrier, if there was one since the last fence.
    barrier: Option<Node>,
    /// The youngest write to each location.
    youngest: FxHashMap<LocationId, usize>,
    /// Monitors that the thread is in: how often, and since when.
    inside: FxHashMap<Value, (u32, Node)>,
}

impl<'a> Walk<'a> {
    fn new(constraints: &'a mut Constraints, prefixes: &'a Prefixes, thread: usize) -> Walk<'a> {
        Walk {
            constraints,
            prefixes,
            thread,
            last: Node::START,
            entries: Vec::new(),
            separated: 0,
            barrier: None,
            youngest: FxHashMap::default(),
            inside: FxHashMap::default(),
        }
    }

    fn edge(&mut self, before: Node, after: Node) {
        self.constraints.edges.push((before, after));
    }

    /// Whether it is possible.
    fn operation(&mut self, index: usize, operation: &Operation, waits: &mut Vec<Wait>) -> bool {
        let at = self.constraints.node(Item::Perform { thread: self.thread, index });
        self.edge(self.last, at);
        self.last = at;
        if operation.is_fence() {
            for entry in std::mem::take(&mut self.entries) {
                self.edge(entry.at, at);
            }
            self.separated = 0;
            self.barrier = None;
        }
        match *operation {
            Operation::Read(location, value) => self.read(at, location, value),
            Operation::Write(location, value, order) => match delivery(self.prefixes.model(), order) {
                Delivery::AtOnce => self.write(at, location, value),
                Delivery::Buffered => self.buffer(at, location, value),
                Delivery::Separated => {
                    self.separate();
                    self.buffer(at, location, value);
                }
            },
            Operation::Update { location, old, new } => {
                self.read(at, location, old);
                self.write(at, location, new);
            }
            Operation::Acquire(monitor) => self.inside.entry(monitor).or_insert((0, at)).0 += 1,
            Operation::Release(monitor) => self.leave(at, monitor),
            Operation::Start(child) => return self.constraints.starts.insert(child, at).is_none(),
            Operation::Begin => waits.push(Wait::Start(self.prefixes.threads()[self.thread].thread, at)),
            Operation::Join(child) => waits.push(Wait::End(child, at)),
            Operation::End => _ = self.constraints.ends.insert(self.prefixes.threads()[self.thread].thread, at),
            Operation::Fence(Fence::StoreStore) if self.prefixes.model() == MemoryModel::Pso => self.separate(),
            Operation::Fence(_) => {}
        }
        true
    }

    fn read(&mut self, at: Node, location: LocationId, value: Value) {
        let own = self.youngest.get(&location).copied();
        let location = self.constraints.location(self.prefixes, location);
        self.constraints.reads.push(Read { at, location, value, own });
    }

    /// In memory at this point.
    fn write(&mut self, at: Node, location: LocationId, value: Value) {
        let index = self.constraints.location(self.prefixes, location);
        let writes = &mut self.constraints.locations[index];
        self.youngest.insert(location, writes.len());
        writes.push(Write { at, value });
    }

    /// Into the buffer.
    fn buffer(&mut self, performed: Node, location: LocationId, value: Value) {
        let at = self.constraints.node(Item::Arrive { thread: self.thread, location, of: performed });
        self.edge(performed, at);
        let every = self.prefixes.model() == MemoryModel::Tso;
        if let Some(last) = self.entries.iter().rev().find(|entry| every || entry.location == location) {
            self.edge(last.at, at);
        }
        if let Some(barrier) = self.barrier {
            self.edge(barrier, at);
        }
        self.entries.push(Entry { at, location });
        self.write(at, location, value);
    }

    /// A store-store barrier goes through the buffer like a write.
    fn separate(&mut self) {
        let mark = self.constraints.node(Item::Mark);
        let before = self.entries[self.separated..].iter().map(|entry| entry.at).chain(self.barrier);
        self.constraints.edges.extend(before.map(|before| (before, mark)));
        self.separated = self.entries.len();
        self.barrier = Some(mark);
    }

    fn leave(&mut self, at: Node, monitor: Value) {
        let Some((depth, enter)) = self.inside.get_mut(&monitor) else { return };
        *depth -= 1;
        if *depth == 0 {
            let section = Section { thread: self.thread, enter: *enter, leave: Some(at) };
            self.inside.remove(&monitor);
            self.section(monitor, section);
        }
    }

    fn section(&mut self, monitor: Value, section: Section) {
        let Constraints { monitor_index, sections, .. } = &mut *self.constraints;
        let index = *monitor_index.entry(monitor).or_insert_with(|| {
            sections.push(Vec::new());
            sections.len() - 1
        });
        sections[index].push(section);
    }

    fn finish(mut self) {
        self.edge(self.last, Node::CUT);
        for (monitor, (_, enter)) in std::mem::take(&mut self.inside) {
            self.section(monitor, Section { thread: self.thread, enter, leave: None });
        }
        self.constraints.pending.push(self.entries.iter().map(|entry| entry.at).collect());
        self.constraints.youngest.push(self.youngest);
    }
}
