//! The tries of local histories: what each thread does next after each sequence of outcomes it can have had.
//!
//! A *cell* is one place in a trie: a thread between two of its operations. Operations from which the thread learns
//! something lead to one cell per outcome (*edges*), all others to exactly one cell. Cells are only ever added: what was
//! seen once stays true, because a thread is deterministic in what it learns.
//!
//! Invariants: two edges of a cell differ in what was learned, never in the operation; the parent of a cell has a
//! smaller number; a cell belongs to one thread and one history, so its number says everything about both.

use super::footprint::Footprint;
use super::names::{AwaitIx, LocationIx, MonitorIx, TextIx, ThreadIx, UncaughtIx};
use mcr_protocol::{Change, Fence, Guard, Limit, Order, Patience, SiteId, Value, Wake, mix};
use rustc_hash::FxHashMap;

/// Number of a cell, over all tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellIx(pub u32);

impl CellIx {
    /// No cell.
    pub const NONE: CellIx = CellIx(u32::MAX);
}

/// How long a thread waits at an operation: [`Patience`] with a number for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waits {
    /// When it gives up by itself.
    pub limit: Limit,
    /// The interrupt flag of the thread, if that ends the wait.
    pub flag: Option<LocationIx>,
}

impl Waits {
    /// Until the operation is enabled, and nothing else.
    pub const FOREVER: Waits = Waits { limit: Limit::Never, flag: None };

    /// Whether the thread learns why it goes on.
    #[must_use]
    pub fn tells(self) -> bool {
        self != Waits::FOREVER
    }

    /// The protocol's form.
    #[must_use]
    pub fn patience(self) -> Patience {
        Patience { limit: self.limit, interruptible: self.flag.is_some() }
    }
}

/// What a thread is about to do: [`mcr_protocol::Action`] with numbers for names. A resume says what the wait before it
/// said, a park which locations it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Op {
    Read(LocationIx),
    Write(LocationIx, Value, Order),
    Fence(Fence),
    Update(LocationIx, Order),
    Acquire { monitor: MonitorIx, waits: Waits, parks: bool },
    Release(MonitorIx),
    Wait { monitor: MonitorIx, set: MonitorIx, waits: Waits },
    Resume { monitor: MonitorIx, set: MonitorIx, waits: Waits },
    Notify { monitor: MonitorIx, set: MonitorIx },
    NotifyAll { monitor: MonitorIx, set: MonitorIx },
    Guarded { location: LocationIx, guard: Guard, change: Change, waits: Waits },
    Park { limit: Limit, permit: LocationIx, flag: LocationIx },
    Start { child: ThreadIx, root: CellIx, daemon: bool, tells: Option<LocationIx> },
    Join { child: ThreadIx, waits: Waits },
    Alive(ThreadIx),
    State(ThreadIx),
    Choose(u32),
    Await(AwaitIx),
    Print(TextIx),
    Exit(i32),
    End { uncaught: Option<UncaughtIx>, notifies: Option<MonitorIx> },
}

impl Op {
    /// Whether the thread learns something from it.
    #[must_use]
    pub fn branches(self) -> bool {
        matches!(self, Op::Read(_) | Op::Update(..) | Op::Alive(_) | Op::State(_) | Op::Choose(_))
            || self.waits().tells()
    }

    /// How long the thread waits where it is (a wait itself does not; the resume after it does). A park counts an interrupt as
    /// what it waits for.
    #[must_use]
    pub fn waits(self) -> Waits {
        match self {
            Op::Acquire { waits, .. }
            | Op::Resume { waits, .. }
            | Op::Guarded { waits, .. }
            | Op::Join { waits, .. } => waits,
            Op::Park { limit, .. } => Waits { limit, flag: None },
            _ => Waits::FOREVER,
        }
    }

    /// Whether the step says why the thread goes on.
    #[must_use]
    pub fn comes_back(self) -> bool {
        matches!(self, Op::Resume { .. }) || self.waits().tells()
    }

    /// Whether it happens only when the store buffer of its thread is empty, if it goes on for this reason: as
    /// [`mcr_protocol::Action::is_fence`]. `changes`: whether a guarded step changes its number.
    #[must_use]
    pub fn is_fence(self, wake: Wake, changes: impl FnOnce(LocationIx, Change) -> bool) -> bool {
        match self {
            Op::Read(_) | Op::Notify { .. } | Op::NotifyAll { .. } => false,
            Op::Alive(_) | Op::State(_) | Op::Choose(_) | Op::Await(_) => false,
            Op::Write(_, _, order) | Op::Update(_, order) => order == Order::Volatile,
            Op::Fence(fence) => fence == Fence::Full,
            Op::Acquire { waits, .. } => wake == Wake::Notified || waits.limit != Limit::Now,
            Op::Guarded { location, change, .. } if wake == Wake::Notified => changes(location, change),
            Op::Guarded { waits, .. } => waits.limit != Limit::Now,
            Op::Release(_) | Op::Wait { .. } | Op::Resume { .. } | Op::Park { .. } => true,
            Op::Start { .. } | Op::Join { .. } | Op::Print(_) | Op::Exit(_) | Op::End { .. } => true,
        }
    }

    /// Whether it is a fence whatever comes of it.
    #[must_use]
    pub fn is_always_fence(self) -> bool {
        [Wake::Notified, Wake::TimedOut].into_iter().all(|wake| self.is_fence(wake, |_, _| false))
    }

    /// Whether it is the last of its thread.
    #[must_use]
    pub fn is_last(self) -> bool {
        matches!(self, Op::Exit(_) | Op::End { .. })
    }
}

/// One outcome of an operation from which a thread learns something.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// What was learned: the value read, or the [`mcr_protocol::Wake`] as a number.
    pub learned: Value,
    /// For an update: what was written.
    pub written: Value,
    /// Where it leads.
    pub to: CellIx,
}

/// A place in a trie.
#[derive(Debug)]
pub struct Cell {
    /// What the thread does here; none: not known yet.
    pub op: Option<Op>,
    /// Where in the code.
    pub site: SiteId,
    /// Whose cell.
    pub thread: ThreadIx,
    /// Where the thread came from.
    pub parent: CellIx,
    /// The first cell with the same local history.
    pub history: CellIx,
    /// What comes next if the operation does not branch; for an await the place to which the thread goes back.
    pub next: CellIx,
    /// What comes next if it does.
    pub edges: Vec<Edge>,
    /// What the thread (and those it will start) may touch from here on.
    pub future: Footprint,
    /// Stands for the cell in hashes of states.
    pub hash: u128,
}

impl Cell {
    /// The edge for what was learned.
    #[must_use]
    pub fn edge(&self, learned: Value) -> Option<&Edge> {
        self.edges.iter().find(|edge| edge.learned == learned)
    }
}

/// The tries of all threads.
#[derive(Debug, Default)]
pub struct Tries {
    cells: Vec<Cell>,
    roots: FxHashMap<(ThreadIx, Value), CellIx>,
    arguments: FxHashMap<CellIx, Value>,
}

impl Tries {
    /// A cell.
    #[must_use]
    pub fn cell(&self, cell: CellIx) -> &Cell {
        &self.cells[cell.0 as usize]
    }

    /// A cell, to be changed.
    pub(super) fn cell_mut(&mut self, cell: CellIx) -> &mut Cell {
        &mut self.cells[cell.0 as usize]
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether nothing is known at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The empty history of a thread that was started with an argument.
    pub fn root(&mut self, thread: ThreadIx, argument: Value) -> CellIx {
        if let Some(&root) = self.roots.get(&(thread, argument)) {
            return root;
        }
        let root = self.add(thread, CellIx::NONE, true);
        self.roots.insert((thread, argument), root);
        self.arguments.insert(root, argument);
        root
    }

    /// What a thread with this empty history was started with.
    #[must_use]
    pub fn argument(&self, root: CellIx) -> Value {
        self.arguments.get(&root).copied().unwrap_or_default()
    }

    /// Teaches what a thread does at a cell, unknown so far. `back`: where it goes from there, if that is known already.
    pub(super) fn teach(&mut self, cell: CellIx, op: Op, site: SiteId, back: CellIx) {
        let thread = self.cell(cell).thread;
        let forward = back == CellIx::NONE && !op.branches() && !op.is_last();
        let next = if forward { self.add(thread, cell, false) } else { back };
        let cell = self.cell_mut(cell);
        debug_assert!(cell.op.is_none());
        cell.op = Some(op);
        cell.site = site;
        cell.next = next;
    }

    /// Teaches an outcome of the operation of a cell, unknown so far.
    pub(super) fn teach_edge(&mut self, cell: CellIx, learned: Value, written: Value) -> CellIx {
        let to = self.add(self.cell(cell).thread, cell, true);
        let cell = self.cell_mut(cell);
        debug_assert!(cell.edge(learned).is_none());
        cell.edges.push(Edge { learned, written, to });
        to
    }

    /// The cell so many operations before.
    #[must_use]
    pub fn before(&self, cell: CellIx, operations: u32) -> Option<CellIx> {
        let mut at = cell;
        for _ in 0..operations {
            at = self.cell(at).parent;
            if at == CellIx::NONE {
                return None;
            }
        }
        Some(at)
    }

    fn add(&mut self, thread: ThreadIx, parent: CellIx, new_history: bool) -> CellIx {
        let number = u32::try_from(self.cells.len()).expect("fewer than 2^32 cells fit into memory");
        let this = CellIx(number);
        let high = mix(u64::from(number), 0x6365_6c6c);
        let low = mix(high, u64::from(number));
        self.cells.push(Cell {
            op: None,
            site: SiteId::NONE,
            thread,
            parent,
            history: if new_history { this } else { self.cell(parent).history },
            next: CellIx::NONE,
            edges: Vec::new(),
            future: Footprint::default(),
            hash: u128::from(high) << 64 | u128::from(low),
        });
        this
    }
}
