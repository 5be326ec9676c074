//! What a thread may still touch: the basis of every reduction of the search.
//!
//! A *resource* is anything through which one thread's step can matter to another's: a location, a monitor, the start and
//! end of a thread, whether a thread is alive, the output. A [`Footprint`] is a set of resources read and a set of
//! resources written. Each cell of a trie carries the footprint of everything that is known to come after it, threads that
//! will be started included.
//!
//! Invariants: footprints only grow; the footprint of a cell includes those of all cells after it; a resource that is not
//! *shared* is touched by one thread only, in everything learned so far.

pub use super::access_sets::{Access, Footprint};

use super::access_sets::AccessSets;
use super::names::ThreadIx;
use super::trie::{CellIx, Op, Tries};
use rustc_hash::FxHashMap;

/// Something through which one thread's step can matter to another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Resource {
    Location(u32),
    Monitor(u32),
    /// Written by the start and the end of the thread, read by joins.
    Liveness(u32),
    /// Written by the start and the end of the thread, read by questions whether it is alive.
    Aliveness(u32),
    /// Written by prints, read by exits (and by ends that may end the execution).
    Output,
}

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
}

impl Resources {
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
    pub(super) fn accesses(&self, thread: ThreadIx, op: Op) -> [Option<Access>; 3] {
        let access = |resource, writes| Some(Access { resource: self.known[&resource].number, writes });
        let read = |resource| access(resource, false);
        let write = |resource| access(resource, true);
        match op {
            Op::Read(l) => [read(Resource::Location(l.0)), None, None],
            Op::Write(l, _) | Op::Update(l) => [write(Resource::Location(l.0)), None, None],
            Op::Acquire(m)
            | Op::Release(m)
            | Op::Wait { monitor: m, .. }
            | Op::Resume(m)
            | Op::Notify(m)
            | Op::NotifyAll(m) => [write(Resource::Monitor(m.0)), None, None],
            Op::Start { child, .. } => [write(Resource::Liveness(child.0)), write(Resource::Aliveness(child.0)), None],
            Op::Join { child, .. } => [read(Resource::Liveness(child.0)), None, None],
            Op::Alive(child) => [read(Resource::Aliveness(child.0)), None, None],
            // What it looks at is in the footprint of the cell that it goes back to.
            Op::Await(_) => [None; 3],
            Op::Print(_) => [write(Resource::Output), None, None],
            Op::Exit(_) => [read(Resource::Output), None, None],
            Op::End(uncaught) => {
                let cuts_off = match (self.daemons, uncaught) {
                    (false, _) => None,
                    (true, None) => read(Resource::Output),
                    (true, Some(_)) => write(Resource::Output),
                };
                [write(Resource::Liveness(thread.0)), write(Resource::Aliveness(thread.0)), cuts_off]
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

    /// Takes in a new operation. Returns whether the meaning of an end changed: then all footprints must be made anew.
    pub(super) fn touch(&mut self, thread: ThreadIx, op: Op) -> bool {
        let changed = matches!(op, Op::Start { daemon: true, .. }) && !self.daemons;
        self.daemons |= changed;
        for resource in resources(thread, op).into_iter().flatten() {
            let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
            let known = self.known.entry(resource).or_insert(Known { number: next, only: Some(thread) });
            if known.only.is_some_and(|first| first != thread) {
                known.only = None;
                let number = known.number;
                self.share(resource, number);
            }
        }
        changed
    }

    fn share(&mut self, resource: Resource, number: u32) {
        self.shared = self.sets.with(self.shared, Access { resource: number, writes: true });
        let (dense, n) = match resource {
            Resource::Location(n) => (&mut self.locations, n as usize),
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
fn resources(thread: ThreadIx, op: Op) -> [Option<Resource>; 3] {
    match op {
        Op::Read(l) | Op::Write(l, _) | Op::Update(l) => [Some(Resource::Location(l.0)), None, None],
        Op::Acquire(m)
        | Op::Release(m)
        | Op::Wait { monitor: m, .. }
        | Op::Resume(m)
        | Op::Notify(m)
        | Op::NotifyAll(m) => [Some(Resource::Monitor(m.0)), None, None],
        Op::Start { child, .. } => [Some(Resource::Liveness(child.0)), Some(Resource::Aliveness(child.0)), None],
        Op::Join { child, .. } => [Some(Resource::Liveness(child.0)), None, None],
        Op::Alive(child) => [Some(Resource::Aliveness(child.0)), None, None],
        // Touched before.
        Op::Await(_) => [None; 3],
        Op::Print(_) | Op::Exit(_) => [Some(Resource::Output), None, None],
        Op::End(_) => [Some(Resource::Liveness(thread.0)), Some(Resource::Aliveness(thread.0)), Some(Resource::Output)],
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

    /// Takes in the operations taught since the last call. Returns whether the footprint of a cell that was known before
    /// (it is not in `taught`) grew by something shared.
    pub(super) fn spread(&self, tries: &mut Tries, resources: &mut Resources, taught: &mut [CellIx]) -> bool {
        taught.sort_unstable();
        let mut before: FxHashMap<CellIx, Footprint> = FxHashMap::default();
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
                let old = tries.cell(above).future;
                let union = resources.sets.union(old, future);
                if union != old {
                    tries.cell_mut(above).future = union;
                    if taught.binary_search(&above).is_err() {
                        before.entry(above).or_insert(old);
                    }
                    changed.push(above);
                }
            }
        }
        before.iter().any(|(&cell, &old)| resources.sets.grew(old, tries.cell(cell).future, resources.shared))
    }

    /// Makes all footprints anew.
    pub(super) fn rebuild(&self, tries: &mut Tries, resources: &mut Resources) {
        let mut all: Vec<CellIx> = (0..u32::try_from(tries.len()).unwrap_or(u32::MAX)).map(CellIx).collect();
        self.spread(tries, resources, &mut all);
    }
}

/// Adds what the operation of a cell touches and what is known to come after it.
fn refresh(tries: &mut Tries, resources: &mut Resources, at: CellIx) {
    let cell = tries.cell(at);
    let Some(op) = cell.op else { return };
    let mut future = cell.future;
    for access in resources.accesses(cell.thread, op).into_iter().flatten() {
        future = resources.sets.with(future, access);
    }
    let root = if let Op::Start { root, .. } = op { root } else { CellIx::NONE };
    for after in [root, cell.next].into_iter().chain(cell.edges.iter().map(|edge| edge.to)) {
        if after != CellIx::NONE {
            future = resources.sets.union(future, tries.cell(after).future);
        }
    }
    tries.cell_mut(at).future = future;
}
