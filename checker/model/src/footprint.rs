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
use super::numbers::{Numbers, Parked, Slept};
use super::rules::Rules;
use super::trie::{CellIx, Op, Tries, Waits};
use rustc_hash::{FxHashMap, FxHashSet};

/// Something through which one thread's step can matter to another's.
pub type Resource = mcr_protocol::Resource<Numbers>;

/// That an operation touches a resource.
pub type Touch = mcr_protocol::Touch<Numbers>;

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

    /// Whether it can matter to others that an operation touches something ([`Op::touches`]), by what is known of the
    /// program.
    #[must_use]
    pub fn matters(&self, op: Op, touch: Touch) -> bool {
        match (touch.resource, op) {
            // Who acts on a wait set has its monitor.
            (Resource::WaitSet(_), _) => false,
            // For a location that nobody waits for, a write is a plain access.
            (Resource::Doings, Op::Write(l, ..) | Op::Update(l, _)) => self.asks && self.awaited.contains(&l),
            (Resource::Doings, _) => self.asks,
            // It ends no others.
            (Resource::Output, Op::End { .. }) => self.daemons,
            (Resource::Aliveness(_), Op::Join { patience, .. }) => self.rules.ends_early(patience),
            _ => true,
        }
    }

    /// Whether an operation may make a sleeper leave, or stay. What a thread does to its own flag concerns nobody: it is not asleep
    /// then, or has the monitor back.
    #[must_use]
    pub fn changes_leaving(&self, thread: ThreadIx, op: Op) -> bool {
        matches!(op.access(), Some((l, true)) if self.flags.get(&l).is_some_and(|of| *of != thread))
    }

    /// Whether what an operation does, or whether it is enabled, may depend on whether sleepers are or were leaving.
    #[must_use]
    pub fn sees_leaving(&self, op: Op) -> bool {
        match op {
            Op::Notify { monitor, .. } | Op::NotifyAll { monitor, .. } => self.left.contains(&monitor),
            Op::End { notifies: Some(monitor), .. } => self.left.contains(&monitor),
            // Who may go before those that were notified before it.
            Op::Resume(Slept { monitor, set, .. }) => monitor != set && self.left.contains(&monitor),
            _ => false,
        }
    }

    /// The number of a resource that more than one thread touches.
    #[must_use]
    pub fn shared(&self, resource: Resource) -> Option<u32> {
        let dense = |numbers: &[u32], n: u32| numbers.get(n as usize).copied().filter(|&number| number != NOT_SHARED);
        match resource {
            Resource::Location(LocationIx(n)) => dense(&self.locations, n),
            Resource::Monitor(MonitorIx(n)) => dense(&self.monitors, n),
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
        let (mut accesses, mut next): (Accesses, usize) = ([None; 6], 0);
        let mut add = |touch: Touch| {
            accesses[next] = Some(Access { resource: self.known[&touch.resource].number, writes: touch.writes });
            next += 1;
        };
        op.touches(thread, &mut |touch| {
            // A fence changes nothing that others see its thread doing. (The reduction takes it for one that does.)
            let is_fence = matches!((op, touch.resource), (Op::Fence(_), Resource::Doings));
            if !is_fence && self.matters(op, touch) {
                add(touch);
            }
        });
        match (self.changes_leaving(thread, op), self.sees_leaving(op)) {
            (true, _) => add(Touch::write(Resource::Leaving)),
            (_, true) => add(Touch::read(Resource::Leaving)),
            _ => {}
        }
        accesses
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
            Op::Wait { monitor, patience: Waits { flag: Some(flag), .. }, .. } => {
                if self.flags.is_empty() {
                    self.add_shared(Resource::Leaving);
                }
                changed |= self.left.insert(monitor) | self.flags.insert(flag, thread).is_none();
                // Who may overtake it depends on it, and so what that one is doing.
                changed |= self.awaited.insert(flag);
            }
            Op::Acquire { monitor, patience, .. } if self.rules.gives_up_any_time(patience.limit) => {
                changed |= self.tried.insert(monitor);
            }
            Op::Guarded { location, .. } => changed |= self.awaited.insert(location),
            Op::Park(Parked { permit, flag, .. }) => changed |= self.awaited.insert(permit) | self.awaited.insert(flag),
            _ => {}
        }
        op.touches(thread, &mut |Touch { resource, .. }| match resource {
            // Nothing of its own, and added where somebody asks.
            Resource::WaitSet(_) | Resource::Doings => {}
            _ => self.touched(thread, resource),
        });
        changed
    }

    fn touched(&mut self, thread: ThreadIx, resource: Resource) {
        let next = self.next_number();
        let known = self.known.entry(resource).or_insert(Known { number: next, only: Some(thread) });
        if known.only.is_some_and(|first| first != thread) {
            known.only = None;
            let number = known.number;
            self.share(resource, number);
        }
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
            Resource::Location(location) => {
                self.newly_shared.push(location);
                (&mut self.locations, location.0 as usize)
            }
            Resource::Monitor(monitor) => (&mut self.monitors, monitor.0 as usize),
            _ => return,
        };
        if dense.len() <= n {
            dense.resize(n + 1, NOT_SHARED);
        }
        dense[n] = number;
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
    let root = if let Op::Start { argument: root, .. } = op { root } else { CellIx::NONE };
    for after in [root, cell.next].into_iter().chain(cell.edges.iter().map(|edge| edge.to)) {
        if after != CellIx::NONE {
            future = resources.sets.union(future, tries.cell(after).future);
        }
    }
    std::mem::replace(&mut tries.cell_mut(at).future, future) != future
}
