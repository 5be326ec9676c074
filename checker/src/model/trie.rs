//! The tries of local histories: what each thread does next after each sequence of outcomes it can have had.
//!
//! A *cell* is one place in a trie: a thread between two of its operations. Operations from which the thread learns
//! something lead to one cell per outcome (*edges*), all others to exactly one cell. Cells are only ever added: what was
//! seen once stays true, because a thread is deterministic in what it learns.
//!
//! Invariants: two edges of a cell differ in what was learned, never in the operation; the parent of a cell has a
//! smaller number; a cell belongs to one thread and one history, so its number says everything about both.

pub use super::numbers::{Op, Waits};

use super::footprint::Footprint;
use super::names::ThreadIx;
use mcr_protocol::{Learns, SiteId, Value, mix};
use rustc_hash::FxHashMap;

/// Number of a cell, over all tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellIx(pub u32);

impl CellIx {
    /// No cell.
    pub const NONE: CellIx = CellIx(u32::MAX);
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
        let forward = back == CellIx::NONE && op.learns() == Learns::Nothing && !op.is_last();
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
