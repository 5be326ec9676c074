//! What a thread may still touch: the basis of every reduction of the search.
//!
//! A *resource* is anything through which one thread's step can matter to another's: a location, a monitor, the start and
//! end of a thread, whether a thread is alive, the output. A resource that more than one thread touches has a bit; a
//! [`Footprint`] is a set of bits read and a set of bits written. Each cell of a trie carries the footprint of everything
//! that is known to come after it, threads that will be started included.
//!
//! Invariants: footprints only grow; the footprint of a cell includes those of all cells after it; resources without a
//! bit are touched by one thread only, in everything learned so far. Two resources may share a bit (then steps look
//! dependent that are not, which costs time and nothing else).

use super::names::{LocationIx, MonitorIx, ThreadIx};
use super::rules::Rules;
use super::trie::{CellIx, Op, Tries, Waits};
use mcr_protocol::Change;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bits of the resources read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Read.
    pub reads: u128,
    /// Written, maybe read too.
    pub writes: u128,
}

impl Footprint {
    /// Reads these.
    #[must_use]
    pub fn read(bits: u128) -> Footprint {
        Footprint { reads: bits, writes: 0 }
    }

    /// Writes these.
    #[must_use]
    pub fn write(bits: u128) -> Footprint {
        Footprint { reads: 0, writes: bits }
    }

    /// Both.
    #[must_use]
    pub fn union(self, other: Footprint) -> Footprint {
        Footprint { reads: self.reads | other.reads, writes: self.writes | other.writes }
    }

    /// Whether one writes what the other touches.
    #[must_use]
    pub fn conflicts(self, other: Footprint) -> bool {
        (self.writes & (other.reads | other.writes)) | (self.reads & other.writes) != 0
    }
}

/// Something through which one thread's step can matter to another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Resource {
    Location(u32),
    Monitor(u32),
    /// Written by the start and the end of the thread, read by joins.
    Liveness(u32),
    /// Written by the start and the end of the thread, read by questions whether it is alive, and by joins that may be over before
    /// that end.
    Aliveness(u32),
    /// Written by prints, read by exits (and by ends that may end the execution).
    Output,
    /// Written by what may change what others see a thread doing, read by questions what it is doing.
    Doings,
}

#[derive(Clone, Copy, Debug)]
enum Touched {
    By(ThreadIx),
    Shared(u128),
}

/// Which resources are shared, and their bits.
#[derive(Debug, Default)]
pub struct Resources {
    touched: FxHashMap<Resource, Touched>,
    /// Bits of locations by number, for speed; 0: not shared.
    locations: Vec<u128>,
    /// Bits of monitors by number, for speed; 0: not shared.
    monitors: Vec<u128>,
    shared: u32,
    /// Some thread is a daemon, so that an end of a thread may end others.
    daemons: bool,
    /// Some thread asks what another is doing.
    asks: bool,
    /// Monitors that some thread may find taken and go on.
    tried: FxHashSet<MonitorIx>,
    /// Locations whose value some thread may wait for.
    awaited: FxHashSet<LocationIx>,
    rules: Rules,
}

impl Resources {
    /// Nothing is touched yet.
    #[must_use]
    pub fn new(rules: Rules) -> Resources {
        Resources { rules, ..Resources::default() }
    }

    /// Whether some thread may find a monitor taken and go on.
    #[must_use]
    pub fn tried(&self, monitor: MonitorIx) -> bool {
        self.tried.contains(&monitor)
    }

    /// Whether a step of one thread may depend on where others are ([`super::state::Thread::stirred`]) when not all of
    /// them are idle.
    #[must_use]
    pub fn some_look_at_others(&self) -> bool {
        self.asks || !self.tried.is_empty()
    }

    /// What a step adds to what is depended on, because others may see the thread doing something else then: nothing unless
    /// somebody asks.
    ///
    /// Plain accesses add nothing. Before them a thread is seen running, after them it is seen running or, if it blocks
    /// then, blocked: what could be seen before can be seen after.
    #[must_use]
    pub fn doings(&self, op: Op) -> Footprint {
        let changes = match op {
            Op::Write(l, _) | Op::Update(l) => self.awaited.contains(&l),
            Op::Read(_) | Op::Alive(_) | Op::State(_) | Op::Choose(_) | Op::Await(_) | Op::Print(_) => false,
            _ => true,
        };
        if changes { Footprint::write(self.bit(Resource::Doings)) } else { Footprint::default() }
    }

    /// The bit of a resource; 0 if only one thread touches it.
    #[must_use]
    pub fn bit(&self, resource: Resource) -> u128 {
        let dense = |bits: &[u128], n: u32| bits.get(n as usize).copied().unwrap_or(0);
        match resource {
            Resource::Location(n) => dense(&self.locations, n),
            Resource::Monitor(n) => dense(&self.monitors, n),
            _ => match self.touched.get(&resource) {
                Some(Touched::Shared(bit)) => *bit,
                _ => 0,
            },
        }
    }

    /// Whether some thread is a daemon.
    #[must_use]
    pub fn daemons(&self) -> bool {
        self.daemons
    }

    /// Takes in a new operation. Returns whether a resource became shared or the meaning of an end changed: then all
    /// footprints must be made anew.
    pub(super) fn touch(&mut self, thread: ThreadIx, op: Op) -> bool {
        let mut changed = false;
        if let Op::Start { daemon: true, .. } = op
            && !self.daemons
        {
            self.daemons = true;
            changed = true;
        }
        match op {
            Op::State(_) if !self.asks => {
                self.asks = true;
                self.share(Resource::Doings);
                changed = true;
            }
            Op::Acquire { monitor, waits, .. } if self.rules.gives_up_any_time(waits.limit) => {
                changed |= self.tried.insert(monitor);
            }
            Op::Guarded { location, .. } => changed |= self.awaited.insert(location),
            Op::Park { permit, flag, .. } => changed |= self.awaited.insert(permit) | self.awaited.insert(flag),
            _ => {}
        }
        for resource in resources(thread, op).into_iter().flatten() {
            match self.touched.get(&resource) {
                None => {
                    self.touched.insert(resource, Touched::By(thread));
                }
                Some(&Touched::By(first)) if first != thread => {
                    self.share(resource);
                    changed = true;
                }
                Some(_) => {}
            }
        }
        changed
    }

    fn share(&mut self, resource: Resource) {
        let bit = 1u128 << (self.shared % 128);
        self.shared += 1;
        self.touched.insert(resource, Touched::Shared(bit));
        let (dense, n) = match resource {
            Resource::Location(n) => (&mut self.locations, n as usize),
            Resource::Monitor(n) => (&mut self.monitors, n as usize),
            _ => return,
        };
        if dense.len() <= n {
            dense.resize(n + 1, 0);
        }
        dense[n] = bit;
    }

    /// What an operation touches by itself.
    fn own(&self, thread: ThreadIx, op: Op) -> Footprint {
        let read = |resource| Footprint::read(self.bit(resource));
        let write = |resource| Footprint::write(self.bit(resource));
        let interrupt = |waits: Waits| waits.flag.map_or_else(Footprint::default, |l| write(Resource::Location(l.0)));
        let own = match op {
            Op::Read(l) => read(Resource::Location(l.0)),
            Op::Write(l, _) | Op::Update(l) => write(Resource::Location(l.0)),
            Op::Acquire { monitor: m, waits, .. } | Op::Resume { monitor: m, waits, .. } => {
                write(Resource::Monitor(m.0)).union(interrupt(waits))
            }
            Op::Release(m)
            | Op::Wait { monitor: m, .. }
            | Op::Notify { monitor: m, .. }
            | Op::NotifyAll { monitor: m, .. } => write(Resource::Monitor(m.0)),
            Op::Guarded { location, change, waits, .. } => {
                let number = Resource::Location(location.0);
                let touches = if change == Change::Keep { read(number) } else { write(number) };
                touches.union(interrupt(waits))
            }
            Op::Park { permit, flag, .. } => {
                write(Resource::Location(permit.0)).union(read(Resource::Location(flag.0)))
            }
            Op::Start { child, .. } => write(Resource::Liveness(child.0)).union(write(Resource::Aliveness(child.0))),
            Op::Join { child, waits } if self.rules.ends_early(waits) => {
                read(Resource::Liveness(child.0)).union(read(Resource::Aliveness(child.0))).union(interrupt(waits))
            }
            Op::Join { child, .. } => read(Resource::Liveness(child.0)),
            Op::Alive(child) => read(Resource::Aliveness(child.0)),
            Op::State(_) => read(Resource::Doings),
            Op::Choose(_) => Footprint::default(),
            // What it looks at is in the footprint of the cell that it goes back to.
            Op::Await(_) => Footprint::default(),
            Op::Print(_) => write(Resource::Output),
            Op::Exit(_) => read(Resource::Output),
            Op::End { uncaught, notifies } => {
                let ends = write(Resource::Liveness(thread.0)).union(write(Resource::Aliveness(thread.0)));
                let ends = notifies.map_or(ends, |m| ends.union(write(Resource::Monitor(m.0))));
                match (self.daemons, uncaught) {
                    (false, _) => ends,
                    (true, None) => ends.union(read(Resource::Output)),
                    (true, Some(_)) => ends.union(write(Resource::Output)),
                }
            }
        };
        own.union(self.doings(op))
    }
}

/// All that an operation may touch. Ends count as touching the output, whether or not there are daemons.
fn resources(thread: ThreadIx, op: Op) -> [Option<Resource>; 4] {
    let location = |l: LocationIx| Some(Resource::Location(l.0));
    let interrupt = |waits: Waits| waits.flag.and_then(location);
    let monitor = |m: MonitorIx| Some(Resource::Monitor(m.0));
    let life = |t: ThreadIx| (Some(Resource::Liveness(t.0)), Some(Resource::Aliveness(t.0)));
    match op {
        Op::Read(l) | Op::Write(l, _) | Op::Update(l) => [location(l), None, None, None],
        Op::Acquire { monitor: m, waits, .. } | Op::Resume { monitor: m, waits, .. } => {
            [monitor(m), interrupt(waits), None, None]
        }
        Op::Release(m)
        | Op::Wait { monitor: m, .. }
        | Op::Notify { monitor: m, .. }
        | Op::NotifyAll { monitor: m, .. } => [monitor(m), None, None, None],
        Op::Guarded { location: l, waits, .. } => [location(l), interrupt(waits), None, None],
        Op::Park { permit, flag, .. } => [location(permit), location(flag), None, None],
        Op::Start { child, .. } => [life(child).0, life(child).1, None, None],
        Op::Join { child, waits } => [life(child).0, life(child).1, interrupt(waits), None],
        Op::Alive(child) => [life(child).1, None, None, None],
        // Touched before, shared with everybody, or touched by nobody else.
        Op::Await(_) | Op::State(_) | Op::Choose(_) => [None; 4],
        Op::Print(_) | Op::Exit(_) => [Some(Resource::Output), None, None, None],
        Op::End { notifies, .. } => {
            [life(thread).0, life(thread).1, Some(Resource::Output), notifies.and_then(monitor)]
        }
    }
}

/// Keeps the footprints of all cells.
#[derive(Debug, Default)]
pub(super) struct Starts {
    /// By root: the cells that start a thread there. By cell: the awaits that go back there.
    cells: FxHashMap<CellIx, Vec<CellIx>>,
}

impl Starts {
    /// A cell starts a thread at a root, or leads back to a cell.
    pub(super) fn add(&mut self, to: CellIx, cell: CellIx) {
        self.cells.entry(to).or_default().push(cell);
    }

    /// Takes in the operations taught since the last call. Returns whether the footprint of a cell grew that was known
    /// before (its number is in no way special, but it is not in `taught`).
    pub(super) fn spread(&self, tries: &mut Tries, resources: &Resources, taught: &mut [CellIx]) -> bool {
        taught.sort_unstable();
        let mut grew = false;
        let mut changed = Vec::new();
        for &cell in taught.iter().rev() {
            refresh(tries, resources, cell);
            changed.push(cell);
        }
        while let Some(cell) = changed.pop() {
            let future = tries.cell(cell).future;
            let parent = tries.cell(cell).parent;
            let parent = (parent != CellIx::NONE).then_some(parent);
            for &above in parent.iter().chain(self.cells.get(&cell).into_iter().flatten()) {
                let union = tries.cell(above).future.union(future);
                if union != tries.cell(above).future {
                    tries.cell_mut(above).future = union;
                    grew |= taught.binary_search(&above).is_err();
                    changed.push(above);
                }
            }
        }
        grew
    }

    /// Makes all footprints anew.
    pub(super) fn rebuild(&self, tries: &mut Tries, resources: &Resources) {
        let mut all: Vec<CellIx> = (0..u32::try_from(tries.len()).unwrap_or(u32::MAX)).map(CellIx).collect();
        self.spread(tries, resources, &mut all);
    }
}

/// Adds what the operation of a cell touches and what is known to come after it.
fn refresh(tries: &mut Tries, resources: &Resources, at: CellIx) {
    let cell = tries.cell(at);
    let Some(op) = cell.op else { return };
    let mut future = cell.future.union(resources.own(cell.thread, op));
    if let Op::Start { root, .. } = op {
        future = future.union(tries.cell(root).future);
    }
    if cell.next != CellIx::NONE {
        future = future.union(tries.cell(cell.next).future);
    }
    for edge in &cell.edges {
        future = future.union(tries.cell(edge.to).future);
    }
    tries.cell_mut(at).future = future;
}
