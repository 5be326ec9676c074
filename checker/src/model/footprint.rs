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

use super::names::ThreadIx;
use super::trie::{CellIx, Op, Tries};
use rustc_hash::FxHashMap;

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
    /// Written by the start and the end of the thread, read by questions whether it is alive.
    Aliveness(u32),
    /// Written by prints, read by exits (and by ends that may end the execution).
    Output,
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
}

impl Resources {
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
        match op {
            Op::Read(l) => read(Resource::Location(l.0)),
            Op::Write(l, _) | Op::Update(l) => write(Resource::Location(l.0)),
            Op::Acquire(m)
            | Op::Release(m)
            | Op::Wait { monitor: m, .. }
            | Op::Resume(m)
            | Op::Notify(m)
            | Op::NotifyAll(m) => write(Resource::Monitor(m.0)),
            Op::Start { child, .. } => write(Resource::Liveness(child.0)).union(write(Resource::Aliveness(child.0))),
            Op::Join { child, .. } => read(Resource::Liveness(child.0)),
            Op::Alive(child) => read(Resource::Aliveness(child.0)),
            // What it looks at is in the footprint of the cell that it goes back to.
            Op::Await(_) => Footprint::default(),
            Op::Print(_) => write(Resource::Output),
            Op::Exit(_) => read(Resource::Output),
            Op::End(uncaught) => {
                let ends = write(Resource::Liveness(thread.0)).union(write(Resource::Aliveness(thread.0)));
                match (self.daemons, uncaught) {
                    (false, _) => ends,
                    (true, None) => ends.union(read(Resource::Output)),
                    (true, Some(_)) => ends.union(write(Resource::Output)),
                }
            }
        }
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
