//! What every execution of some prefixes obeys, as constraints on the order of points in time.
//!
//! A point ([`Node`]) stands for an operation being performed or for a buffered write arriving in memory: two points for each
//! buffered write, one for everything else. The constraints are those of MCR (dissertation, section 3.1.2: must happen before, lock mutual
//! exclusion, data validity), except that the order in memory is that of the *arrivals*, and that a read may also take its
//! value from the buffer of its thread, which the published rule Phi_addr (section 3.3.1) forbids (ERRATA, item 4). What does not happen has
//! its points after the cut. docs/constraints.md has the argument that they are exact.
//!
//! Invariant: [`Constraints::edges`] holds in every execution; whatever depends on which write a read sees, or on what happens at all, is
//! left to the engines.

use super::query::{Delivery, Free, Operation, Place, Prefixes, Question, delivery};
use mcr_protocol::{Fence, LocationId, MemoryModel, ThreadId, Value};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node(pub u32);

impl Node {
    /// Before everything: initial values arrive.
    pub(super) const START: Node = Node(0);
    /// The state that was asked for: after every operation that happens, before all others. Writes may arrive before or after it.
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
    /// Who writes it; the initial value was written by nobody.
    by: Option<Place>,
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
    /// None if it does not leave.
    pub leave: Option<Node>,
}

/// Everything about a set of prefixes that does not depend on what comes next.
#[derive(Clone, Debug, Default)]
pub(super) struct Constraints {
    /// By node.
    pub items: Vec<Item>,
    /// The first happens before the second.
    pub edges: Vec<(Node, Node)>,
    /// Of each location; the initial value comes first, then the writes of one thread after the other, in program order.
    pub locations: Vec<Vec<Write>>,
    /// Of each location: the writes of each thread, which arrive in that order.
    chains: Vec<Vec<Range<usize>>>,
    pub reads: Vec<Read>,
    /// Of each monitor.
    pub sections: Vec<Vec<Section>>,
    location_index: FxHashMap<LocationId, usize>,
    starts: FxHashMap<ThreadId, Node>,
    ends: FxHashMap<ThreadId, Node>,
    monitor_index: FxHashMap<Value, usize>,
    /// By thread: when its operations are performed.
    performed: Vec<Vec<Node>>,
    /// By thread: the places of writes that go through the buffer, and when they arrive.
    buffered: Vec<Vec<(usize, Node)>>,
}

/// A cut and what comes next, as constraints.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    pub edges: Vec<(Node, Node)>,
    /// Of what comes next.
    pub reads: Vec<Read>,
    /// At least one pair of each is in order.
    pub clauses: Vec<Vec<(Node, Node)>>,
}

impl Constraints {
    /// Of prefixes.
    pub(super) fn new(prefixes: &Prefixes) -> Constraints {
        let mut constraints = Constraints { items: vec![Item::Mark; 2], ..Constraints::default() };
        constraints.edges.push((Node::START, Node::CUT));
        let mut waits = Vec::new();
        for thread in 0..prefixes.threads().len() {
            let mut walk = Walk::new(&mut constraints, prefixes, thread);
            for (index, operation) in prefixes.threads()[thread].operations.iter().enumerate() {
                walk.operation(index, operation, &mut waits);
            }
            walk.finish();
        }
        for wait in waits {
            let (edges, nodes) = (&mut constraints.edges, (&constraints.starts, &constraints.ends));
            let (waits_for, at) = match wait {
                Wait::Start(thread, at) => (nodes.0.get(&thread), at),
                Wait::End(thread, at) => (nodes.1.get(&thread), at),
            };
            // What waits for nothing that happens does not happen.
            edges.push((waits_for.copied().unwrap_or(Node::CUT), at));
        }
        for link in prefixes.links() {
            let [before, after] = [link.before, link.after].map(|place| constraints.node_of(place));
            constraints.edges.push((before, after));
        }
        let thread = |write: &Write| write.by.map(|by| by.thread);
        constraints.chains = constraints
            .locations
            .iter()
            .map(|writes| {
                let mut end = 0;
                let chains = writes.chunk_by(|one, other| thread(one) == thread(other));
                chains
                    .map(|chain| {
                        end += chain.len();
                        end - chain.len()..end
                    })
                    .collect()
            })
            .collect();
        constraints
    }

    /// The places of writes to a location, thread by thread; they arrive in that order.
    pub(super) fn chains(&self, location: usize) -> &[Range<usize>] {
        &self.chains[location]
    }

    fn node_of(&self, place: Place) -> Node {
        self.performed[place.thread][place.index]
    }

    /// When the operation at a place is performed, if there is one.
    pub(super) fn node_at(&self, place: Place) -> Option<Node> {
        self.performed.get(place.thread)?.get(place.index).copied()
    }

    /// The reads that have to see what their prefixes say.
    pub(super) fn kept(&self, free: &Free) -> impl Iterator<Item = &Read> {
        self.reads.iter().filter(|read| match self.items[read.at.index()] {
            Item::Perform { thread, index } => !free.contains(Place { thread, index }),
            _ => true,
        })
    }

    /// Of a cut and what comes next. None if it cannot, whatever the order.
    pub(super) fn target(&self, prefixes: &Prefixes, question: &Question<'_>) -> Option<Target> {
        let Question { cut, next, .. } = *question;
        let mut target = Target::default();
        for (performed, at) in self.performed.iter().zip(&cut.0) {
            let Some(at) = *at else { continue };
            let last = at.checked_sub(1).map(|last| (performed[last], Node::CUT));
            target.edges.extend(last);
            target.edges.extend(performed.get(at).map(|&first| (Node::CUT, first)));
        }
        for next in next {
            let thread = prefixes.index_of(next.thread)?;
            let at = cut.0[thread]?;
            self.next(prefixes, Place { thread, index: at }, next.operation, &mut target)?;
        }
        Some(target)
    }

    /// What it takes that an operation could happen at the cut, at this place. None if it cannot.
    fn next(&self, prefixes: &Prefixes, place: Place, operation: Operation, target: &mut Target) -> Option<()> {
        let Place { thread, index: at } = place;
        let id = prefixes.threads()[thread].thread;
        if let Some(&end) = self.ends.get(&id) {
            target.edges.push((Node::CUT, end));
        }
        let links = prefixes.links().iter().filter(|link| link.after == place);
        target.edges.extend(links.map(|link| (self.node_of(link.before), Node::CUT)));
        if operation.is_fence() {
            let pending = self.buffered[thread].iter().take_while(|(index, _)| *index < at);
            target.edges.extend(pending.map(|&(_, arrives)| (arrives, Node::CUT)));
        }
        match operation {
            Operation::Read(location, value) | Operation::Update { location, old: value, .. } => {
                match self.location_index.get(&location) {
                    Some(&index) => {
                        let own = |write: &Write| write.by.is_some_and(|by| by.thread == thread && by.index < at);
                        let own = self.locations[index].iter().rposition(own);
                        target.reads.push(Read { at: Node::CUT, location: index, value, own });
                    }
                    None if prefixes.initial(location) == value => {}
                    None => return None,
                }
            }
            Operation::Write(..) | Operation::End | Operation::Fence(_) | Operation::Pass => {}
            Operation::Acquire(monitor) => {
                let others = self.sections(monitor).iter().filter(|section| section.thread != thread);
                target.clauses.extend(others.map(|section| {
                    let left = section.leave.map(|leave| (leave, Node::CUT));
                    left.into_iter().chain([(Node::CUT, section.enter)]).collect()
                }));
            }
            Operation::Release(monitor) => {
                let inside = |section: &&Section| {
                    let entered = section.enter == Node::START || self.performed[thread][..at].contains(&section.enter);
                    let left = section.leave.is_some_and(|leave| self.performed[thread][..at].contains(&leave));
                    section.thread == thread && entered && !left
                };
                self.sections(monitor).iter().find(inside)?;
            }
            Operation::Start(child) => target.edges.extend(self.starts.get(&child).map(|&start| (Node::CUT, start))),
            Operation::Begin => {
                let start = self.starts.get(&id).filter(|_| at == 0)?;
                target.edges.push((*start, Node::CUT));
            }
            Operation::Join(child) => target.edges.push((*self.ends.get(&child)?, Node::CUT)),
        }
        Some(())
    }

    fn sections(&self, monitor: Value) -> &[Section] {
        self.monitor_index.get(&monitor).map_or(&[], |&index| &self.sections[index])
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
            self.locations.push(vec![Write { at: Node::START, value: prefixes.initial(location), by: None }]);
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
        constraints.performed.push(Vec::new());
        constraints.buffered.push(Vec::new());
        let id = prefixes.threads()[thread].thread;
        let held = prefixes.held().iter().filter(|(owner, _)| *owner == id);
        let inside = held.map(|&(_, monitor)| (monitor, (1, Node::START))).collect();
        Walk {
            constraints,
            prefixes,
            thread,
            last: Node::START,
            entries: Vec::new(),
            separated: 0,
            barrier: None,
            youngest: FxHashMap::default(),
            inside,
        }
    }

    fn edge(&mut self, before: Node, after: Node) {
        self.constraints.edges.push((before, after));
    }

    fn operation(&mut self, index: usize, operation: &Operation, waits: &mut Vec<Wait>) {
        let at = self.constraints.node(Item::Perform { thread: self.thread, index });
        self.constraints.performed[self.thread].push(at);
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
            Operation::Update { location, old, new, .. } => {
                self.read(at, location, old);
                self.write(at, location, new);
            }
            Operation::Acquire(monitor) => self.inside.entry(monitor).or_insert((0, at)).0 += 1,
            Operation::Release(monitor) => self.leave(at, monitor),
            Operation::Start(child) => {
                self.constraints.starts.insert(child, at);
            }
            Operation::Begin => waits.push(Wait::Start(self.prefixes.threads()[self.thread].thread, at)),
            Operation::Join(child) => waits.push(Wait::End(child, at)),
            Operation::End => _ = self.constraints.ends.insert(self.prefixes.threads()[self.thread].thread, at),
            Operation::Fence(Fence::StoreStore) if self.prefixes.model() == MemoryModel::Pso => self.separate(),
            Operation::Fence(_) | Operation::Pass => {}
        }
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
        let index = self.constraints.performed[self.thread].len() - 1;
        writes.push(Write { at, value, by: Some(Place { thread: self.thread, index }) });
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
        let index = self.constraints.performed[self.thread].len() - 1;
        self.constraints.buffered[self.thread].push((index, at));
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
        for (monitor, (_, enter)) in std::mem::take(&mut self.inside) {
            self.section(monitor, Section { thread: self.thread, enter, leave: None });
        }
    }
}
