//! What a thread may still touch: the basis of every reduction of the search.
//!
//! A *resource* is anything through which one thread's step can matter to another's: a location, a monitor, the start and
//! end of a thread, whether a thread is alive, whether sleepers are leaving, the output. A [`Footprint`] is a set of resources read and a set of
//! resources written. Each cell of a trie carries the footprint of everything that is known to come after it, threads that
//! will be started included.
//!
//! Invariants: footprints only grow; the footprint of a cell includes those of all cells after it; a resource that is not
//! *shared* is touched by one thread only, in everything learned so far.

pub use super::access_sets::{Access, Footprint};

use super::access_sets::AccessSets;
use super::names::{LocationIx, MonitorIx, ThreadIx};
use super::rules::Rules;
use super::trie::{CellIx, Op, Tries, Waits};
use mcr_protocol::Change;
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// Written by what interrupts sleepers, read by what depends on whether they are leaving ([`mcr_protocol::Action::Resume`]).
    Leaving,
}

/// What one operation touches.
pub type Accesses = [Option<Access>; 6];

/// A resource that was touched.
#[derive(Clone, Copy, Debug)]
struct Known {
    number: u32,
    /// Who touches it; none: more than one thread.
    only: Option<ThreadIx>,
}

/// Numbers without a resource that is shared.
const NOT_SHARED: u32 = u32::MAX;

/// The resources known, which of them are shared, and the sets of them.
#[derive(Debug, Default)]
pub struct Resources {
    known: FxHashMap<Resource, Known>,
    /// Numbers of shared locations by number of the location, for speed; or [`NOT_SHARED`].
    locations: Vec<u32>,
    /// The same of monitors.
    monitors: Vec<u32>,
    shared: Footprint,
    sets: AccessSets,
    /// Some thread is a daemon, so that an end of a thread may end others.
    daemons: bool,
    /// Some thread asks what another is doing.
    asks: bool,
    /// Monitors that some thread may find taken and go on.
    tried: FxHashSet<MonitorIx>,
    /// Locations whose value some thread may wait for.
    awaited: FxHashSet<LocationIx>,
    /// Monitors on which some thread waits interruptibly.
    left: FxHashSet<MonitorIx>,
    /// The interrupt flags of these threads.
    flags: FxHashMap<LocationIx, ThreadIx>,
    /// Locations that have become shared since [`Resources::take_newly_shared`].
    newly_shared: Vec<LocationIx>,
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

    /// Whether some thread asks what another is doing.
    #[must_use]
    pub fn some_ask(&self) -> bool {
        self.asks
    }

    /// Whether others may see a thread doing something else after a step, and somebody asks.
    ///
    /// Plain accesses change nothing. Before them a thread is seen running, after them it is seen running or, if it blocks
    /// then, blocked: what could be seen before can be seen after.
    #[must_use]
    pub fn changes_doings(&self, op: Op) -> bool {
        self.asks
            && match op {
                Op::Write(l, ..) | Op::Update(l, _) => self.awaited.contains(&l),
                Op::Read(_) | Op::Alive(_) | Op::State(_) | Op::Choose(_) | Op::Await(_) | Op::Print(_) => false,
                _ => true,
            }
    }

    /// Whether an operation may make a sleeper leave, or stay. What a thread does to its own flag concerns nobody: it is not asleep
    /// then, or has the monitor back.
    #[must_use]
    pub fn changes_leaving(&self, thread: ThreadIx, op: Op) -> bool {
        match op {
            Op::Write(l, ..) | Op::Update(l, _) => self.flags.get(&l).is_some_and(|of| *of != thread),
            Op::Guarded { location: l, change, .. } => {
                change != Change::Keep && self.flags.get(&l).is_some_and(|of| *of != thread)
            }
            _ => false,
        }
    }

    /// Whether what an operation does, or whether it is enabled, may depend on whether sleepers are or were leaving.
    #[must_use]
    pub fn sees_leaving(&self, op: Op) -> bool {
        match op {
            Op::Notify { monitor, .. } | Op::NotifyAll { monitor, .. } => self.left.contains(&monitor),
            Op::End { notifies: Some(monitor), .. } => self.left.contains(&monitor),
            // Who may go before those that were notified before it.
            Op::Resume { monitor, set, .. } => monitor != set && self.left.contains(&monitor),
            _ => false,
        }
    }

    /// The number of a resource that more than one thread touches.
    #[must_use]
    pub fn shared(&self, resource: Resource) -> Option<u32> {
        let dense = |numbers: &[u32], n: u32| numbers.get(n as usize).copied().filter(|&number| number != NOT_SHARED);
        match resource {
            Resource::Location(n) => dense(&self.locations, n),
            Resource::Monitor(n) => dense(&self.monitors, n),
            _ => self.known.get(&resource).filter(|known| known.only.is_none()).map(|known| known.number),
        }
    }

    /// Locations that have become shared since this was last asked.
    pub(super) fn take_newly_shared(&mut self) -> Vec<LocationIx> {
        std::mem::take(&mut self.newly_shared)
    }

    /// How many resources there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether nothing is known at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What an operation touches by itself. It was taken in before.
    pub(super) fn accesses(&self, thread: ThreadIx, op: Op) -> Accesses {
        let access = |resource, writes| Some(Access { resource: self.known[&resource].number, writes });
        let read = |resource| access(resource, false);
        let write = |resource| access(resource, true);
        let interrupt = |waits: Waits| waits.flag.and_then(|l| write(Resource::Location(l.0)));
        let doings = if self.changes_doings(op) { write(Resource::Doings) } else { None };
        let leaving = match (self.changes_leaving(thread, op), self.sees_leaving(op)) {
            (true, _) => write(Resource::Leaving),
            (_, true) => read(Resource::Leaving),
            _ => None,
        };
        match op {
            Op::Read(l) => [read(Resource::Location(l.0)), None, None, None, None, None],
            Op::Write(l, ..) | Op::Update(l, _) => [write(Resource::Location(l.0)), doings, leaving, None, None, None],
            Op::Acquire { monitor: m, waits, .. } | Op::Resume { monitor: m, waits, .. } => {
                [write(Resource::Monitor(m.0)), interrupt(waits), doings, leaving, None, None]
            }
            Op::Release(m)
            | Op::Wait { monitor: m, .. }
            | Op::Notify { monitor: m, .. }
            | Op::NotifyAll { monitor: m, .. } => [write(Resource::Monitor(m.0)), doings, leaving, None, None, None],
            Op::Guarded { location, change, waits, .. } => {
                let number = access(Resource::Location(location.0), change != Change::Keep);
                [number, interrupt(waits), doings, leaving, None, None]
            }
            Op::Park { permit, flag, .. } => {
                [write(Resource::Location(permit.0)), read(Resource::Location(flag.0)), doings, None, None, None]
            }
            Op::Start { child, tells, .. } => {
                let (lives, alive) = (write(Resource::Liveness(child.0)), write(Resource::Aliveness(child.0)));
                [lives, alive, tells.and_then(|l| write(Resource::Location(l.0))), doings, None, None]
            }
            Op::Join { child, waits } => {
                let hurries = self.rules.ends_early(waits);
                let alive = if hurries { read(Resource::Aliveness(child.0)) } else { None };
                [read(Resource::Liveness(child.0)), alive, interrupt(waits), doings, None, None]
            }
            Op::Alive(child) => [read(Resource::Aliveness(child.0)), None, None, None, None, None],
            Op::State(_) => [read(Resource::Doings), None, None, None, None, None],
            // What an await looks at is in the footprint of the cell that it goes back to.
            Op::Choose(_) | Op::Await(_) | Op::Fence(_) => [None; 6],
            Op::Print(_) => [write(Resource::Output), None, None, None, None, None],
            Op::Exit(_) => [read(Resource::Output), doings, None, None, None, None],
            Op::End { uncaught, notifies } => {
                let cuts_off = match (self.daemons, uncaught) {
                    (false, _) => None,
                    (true, None) => read(Resource::Output),
                    (true, Some(_)) => write(Resource::Output),
                };
                let notified = notifies.and_then(|m| write(Resource::Monitor(m.0)));
                let (lives, alive) = (write(Resource::Liveness(thread.0)), write(Resource::Aliveness(thread.0)));
                [lives, alive, cuts_off, notified, doings, leaving]
            }
        }
    }

    /// Whether an access conflicts with something in a footprint: writes what that touches, or touches what that writes.
    #[must_use]
    pub fn conflicts(&self, footprint: Footprint, access: Access) -> bool {
        self.sets.conflicts(footprint, access)
    }

    /// Whether some thread is a daemon.
    #[must_use]
    pub fn daemons(&self) -> bool {
        self.daemons
    }

    /// Takes in a new operation. Returns whether the meaning of others changed: then all footprints must be made anew.
    pub(super) fn touch(&mut self, thread: ThreadIx, op: Op) -> bool {
        let mut changed = false;
        match op {
            Op::Start { daemon: true, .. } if !self.daemons => {
                self.daemons = true;
                changed = true;
            }
            Op::State(_) if !self.asks => {
                self.asks = true;
                self.add_shared(Resource::Doings);
                changed = true;
            }
            Op::Wait { monitor, waits: Waits { flag: Some(flag), .. }, .. } => {
                if self.flags.is_empty() {
                    self.add_shared(Resource::Leaving);
                }
                changed |= self.left.insert(monitor) | self.flags.insert(flag, thread).is_none();
                // Who may overtake it depends on it, and so what that one is doing.
                changed |= self.awaited.insert(flag);
            }
            Op::Acquire { monitor, waits, .. } if self.rules.gives_up_any_time(waits.limit) => {
                changed |= self.tried.insert(monitor);
            }
            Op::Guarded { location, .. } => changed |= self.awaited.insert(location),
            Op::Park { permit, flag, .. } => changed |= self.awaited.insert(permit) | self.awaited.insert(flag),
            _ => {}
        }
        for resource in resources(thread, op).into_iter().flatten() {
            let next = self.next_number();
            let known = self.known.entry(resource).or_insert(Known { number: next, only: Some(thread) });
            if known.only.is_some_and(|first| first != thread) {
                known.only = None;
                let number = known.number;
                self.share(resource, number);
            }
        }
        changed
    }

    fn next_number(&self) -> u32 {
        u32::try_from(self.known.len()).unwrap_or(u32::MAX)
    }

    /// Adds a resource that everybody touches.
    fn add_shared(&mut self, resource: Resource) {
        let number = self.next_number();
        self.known.insert(resource, Known { number, only: None });
        self.share(resource, number);
    }

    fn share(&mut self, resource: Resource, number: u32) {
        self.shared = self.sets.with(self.shared, Access { resource: number, writes: true });
        let (dense, n) = match resource {
            Resource::Location(n) => {
                self.newly_shared.push(LocationIx(n));
                (&mut self.locations, n as usize)
            }
            Resource::Monitor(n) => (&mut self.monitors, n as usize),
            _ => return,
        };
        if dense.len() <= n {
            dense.resize(n + 1, NOT_SHARED);
        }
        dense[n] = number;
    }
}

/// All that an operation may touch. Ends count as touching the output, whether or not there are daemons.
fn resources(thread: ThreadIx, op: Op) -> [Option<Resource>; 4] {
    let location = |l: LocationIx| Some(Resource::Location(l.0));
    let interrupt = |waits: Waits| waits.flag.and_then(location);
    let monitor = |m: MonitorIx| Some(Resource::Monitor(m.0));
    let life = |t: ThreadIx| (Some(Resource::Liveness(t.0)), Some(Resource::Aliveness(t.0)));
    match op {
        Op::Read(l) | Op::Write(l, ..) | Op::Update(l, _) => [location(l), None, None, None],
        Op::Acquire { monitor: m, waits, .. } | Op::Resume { monitor: m, waits, .. } => {
            [monitor(m), interrupt(waits), None, None]
        }
        Op::Release(m)
        | Op::Wait { monitor: m, .. }
        | Op::Notify { monitor: m, .. }
        | Op::NotifyAll { monitor: m, .. } => [monitor(m), None, None, None],
        Op::Guarded { location: l, waits, .. } => [location(l), interrupt(waits), None, None],
        Op::Park { permit, flag, .. } => [location(permit), location(flag), None, None],
        Op::Start { child, tells, .. } => [life(child).0, life(child).1, tells.and_then(location), None],
        Op::Join { child, waits } => [life(child).0, life(child).1, interrupt(waits), None],
        Op::Alive(child) => [life(child).1, None, None, None],
        // Touched before, shared with everybody, or touched by nobody else.
        Op::Await(_) | Op::State(_) | Op::Choose(_) | Op::Fence(_) => [None; 4],
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

    /// Takes in the operations `taught` since the last call, and the new ways from the cells in `branched`. Returns whether the footprint
    /// of a cell that was known before (it is not in `taught`) grew by something shared.
    pub(super) fn spread(
        &self,
        tries: &mut Tries,
        resources: &mut Resources,
        taught: &mut [CellIx],
        branched: &[CellIx],
    ) -> bool {
        taught.sort_unstable();
        let mut before: FxHashMap<CellIx, Footprint> = FxHashMap::default();
        let mut changed = Vec::new();
        let mut grew = |cell: CellIx, old: Footprint| {
            if taught.binary_search(&cell).is_err() {
                before.entry(cell).or_insert(old);
            }
        };
        // What comes after a cell mostly has a larger number.
        for &cell in taught.iter().rev().chain(branched) {
            let old = tries.cell(cell).future;
            if refresh(tries, resources, cell) {
                grew(cell, old);
                changed.push(cell);
            }
        }
        let mut above = Vec::new();
        while let Some(cell) = changed.pop() {
            let future = tries.cell(cell).future;
            above.clear();
            above.extend(tries.parents(cell).chain(self.cells.get(&cell).into_iter().flatten().copied()));
            for &above in &above {
                let old = tries.cell(above).future;
                let union = resources.sets.union(old, future);
                if union != old {
                    tries.cell_mut(above).future = union;
                    grew(above, old);
                    changed.push(above);
                }
            }
        }
        before.iter().any(|(&cell, &old)| resources.sets.grew(old, tries.cell(cell).future, resources.shared))
    }

    /// Makes all footprints anew.
    pub(super) fn rebuild(&self, tries: &mut Tries, resources: &mut Resources) {
        let mut all: Vec<CellIx> = (0..u32::try_from(tries.len()).unwrap_or(u32::MAX)).map(CellIx).collect();
        self.spread(tries, resources, &mut all, &[]);
    }
}

/// Adds what the operation of a cell touches and what is known to come after it. Whether that is more than was there.
fn refresh(tries: &mut Tries, resources: &mut Resources, at: CellIx) -> bool {
    let cell = tries.cell(at);
    let Some(op) = cell.op else { return false };
    let mut future = cell.future;
    for access in resources.accesses(cell.thread, op).into_iter().flatten() {
        if !resources.sets.contains(future, access) {
            future = resources.sets.with(future, access);
        }
    }
    let root = if let Op::Start { root, .. } = op { root } else { CellIx::NONE };
    for after in [root, cell.next].into_iter().chain(cell.edges.iter().map(|edge| edge.to)) {
        if after != CellIx::NONE {
            future = resources.sets.union(future, tries.cell(after).future);
        }
    }
    std::mem::replace(&mut tries.cell_mut(at).future, future) != future
}
