//! What each thread does next after each sequence of outcomes it can have had: its histories, as a trie, or, where keys say
//! which of them need not be told apart ([`LocalStates::Merged`]), as a graph.
//!
//! A *cell* is one place there: a thread between two of its operations. Operations from which the thread learns
//! something lead to one cell per outcome (*edges*), all others to exactly one cell. Cells are only ever added: what was
//! seen once stays true, because a thread is deterministic in what it learns.
//!
//! Invariants: two edges of a cell differ in what was learned, never in the operation. A cell belongs to one thread. Its number says what the
//! thread does from there on; what it has learned before the number says only as long as no two ways have met
//! ([`Tries::have_met`]). There are no cycles, because a thread does not come to a key twice; awaits go back, and do not count. The
//! order of the numbers means nothing ([`super::order`]).

pub use super::numbers::{Op, Waits};

use super::footprint::Footprint;
use super::local_states::LocalStates;
use super::names::ThreadIx;
use mcr_protocol::{LocalState, SiteId, Value, mix};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// What leads from a cell to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The operation, from which nothing is learned.
    Only,
    /// It, and what was learned.
    #[allow(missing_docs)]
    Learned { learned: Value, written: Value },
}

/// A place of a thread between two operations.
#[derive(Debug)]
pub struct Cell {
    /// What the thread does here; none: not known yet.
    pub op: Option<Op>,
    /// Where in the code.
    pub site: SiteId,
    /// Whose cell.
    pub thread: ThreadIx,
    /// The key of the local state in which the thread is here, if it has one and keys are not ignored.
    pub key: Option<LocalState>,
    /// Where the thread came from when it came here for the first time. See [`Tries::parents`].
    pub parent: CellIx,
    /// The first cell with the same local history: as long as no two ways have met.
    pub history: CellIx,
    /// What comes next if the operation does not branch, once an execution has come there; for an await the place to which the thread
    /// goes back.
    pub next: CellIx,
    /// What comes next if it does, by what was learned.
    pub edges: Vec<Edge>,
    /// What the thread (and those it will start) may touch from here on.
    pub future: Footprint,
    /// Stands for the cell in hashes of states.
    pub hash: u128,
}

impl Cell {
    /// Whether it is known neither what the thread does here nor in which local state it is.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.op.is_none() && self.key.is_none()
    }

    /// The edge for what was learned.
    #[must_use]
    pub fn edge(&self, learned: Value) -> Option<&Edge> {
        self.edges.binary_search_by_key(&learned, |edge| edge.learned).ok().map(|n| &self.edges[n])
    }

    /// Where it leads; [`CellIx::NONE`] if that is not known.
    #[must_use]
    pub fn leads(&self, way: Way) -> CellIx {
        match way {
            Way::Only => self.next,
            Way::Learned { learned, .. } => self.edge(learned).map_or(CellIx::NONE, |edge| edge.to),
        }
    }

    /// The cells that come after it: not the one that an await goes back to.
    pub fn children(&self) -> impl Iterator<Item = CellIx> + '_ {
        (0..).map_while(|n| self.child(n))
    }

    /// The same, one by one.
    #[must_use]
    pub fn child(&self, n: usize) -> Option<CellIx> {
        let next = if matches!(self.op, Some(Op::Await(_))) { CellIx::NONE } else { self.next };
        match (next, n) {
            (CellIx::NONE, n) => self.edges.get(n).map(|edge| edge.to),
            (next, 0) => Some(next),
            _ => None,
        }
    }
}

/// The places of all threads.
#[derive(Debug, Default)]
pub struct Tries {
    cells: Vec<Cell>,
    roots: FxHashMap<(ThreadIx, Value), CellIx>,
    arguments: FxHashMap<CellIx, Value>,
    local_states: LocalStates,
    /// The cells that are for all histories with a key: if they are merged.
    keyed: FxHashMap<(ThreadIx, LocalState), CellIx>,
    /// Of cells to which several ways lead: where all but the first come from.
    other_parents: FxHashMap<CellIx, Vec<CellIx>>,
    /// Some way has led to a cell that was known.
    have_met: bool,
    /// Cells to which no way leads any more ([`Tries::give_key`]).
    dropped: usize,
    /// Cells that have the same future as no other, whatever is known of them.
    apart: FxHashSet<CellIx>,
}

impl Tries {
    /// Nothing is known. `local_states`: what keys will mean.
    #[must_use]
    pub fn new(local_states: LocalStates) -> Tries {
        Tries { local_states, ..Tries::default() }
    }

    /// From the next merging of futures on, these have the same future as no other, and only these.
    pub fn keep_apart(&mut self, cells: FxHashSet<CellIx>) {
        self.apart = cells;
    }

    /// Whether a cell is kept apart.
    #[must_use]
    pub fn is_apart(&self, cell: CellIx) -> bool {
        self.apart.contains(&cell)
    }

    /// What keys mean.
    #[must_use]
    pub fn local_states(&self) -> LocalStates {
        self.local_states
    }

    /// From now on histories with the same key have one cell. False, and nothing has changed, if there are such histories already.
    pub fn merge_from_now_on(&mut self) -> bool {
        let mut keyed = FxHashMap::default();
        for (number, cell) in (0..).map(CellIx).zip(&self.cells) {
            if let Some(key) = cell.key
                && keyed.insert((cell.thread, key), number).is_some()
            {
                return false;
            }
        }
        self.keyed = keyed;
        self.local_states = LocalStates::Merged;
        true
    }

    /// Whether two histories have led to one cell: then cells say nothing of histories.
    #[must_use]
    pub fn have_met(&self) -> bool {
        self.have_met
    }

    /// How many places threads can be at between two operations.
    #[must_use]
    pub fn places(&self) -> usize {
        self.cells.len() - self.dropped
    }

    /// Where a thread may have come from to a cell: once for each way. Who goes back there from an await is not among them.
    pub fn parents(&self, cell: CellIx) -> impl Iterator<Item = CellIx> + '_ {
        let first = self.cell(cell).parent;
        let others = if self.have_met { self.other_parents.get(&cell) } else { None };
        (first != CellIx::NONE).then_some(first).into_iter().chain(others.into_iter().flatten().copied())
    }

    /// Where a thread has come from to a cell, if that is always the same cell.
    pub(super) fn only_parent(&self, cell: CellIx) -> Option<CellIx> {
        let mut parents = self.parents(cell);
        let first = parents.next()?;
        parents.all(|other| other == first).then_some(first)
    }

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
        let root = self.add(thread, CellIx::NONE, true, None);
        self.roots.insert((thread, argument), root);
        self.arguments.insert(root, argument);
        root
    }

    /// What a thread with this empty history was started with.
    #[must_use]
    pub fn argument(&self, root: CellIx) -> Value {
        self.arguments.get(&root).copied().unwrap_or_default()
    }

    /// The root of a thread that was started with an argument, if it is known.
    #[must_use]
    pub fn find_root(&self, thread: ThreadIx, argument: Value) -> Option<CellIx> {
        self.roots.get(&(thread, argument)).copied()
    }

    /// All roots, with the threads and what they were started with.
    pub fn roots(&self) -> impl Iterator<Item = (ThreadIx, Value, CellIx)> + '_ {
        self.roots.iter().map(|(&(thread, argument), &root)| (thread, argument, root))
    }

    /// Teaches what a thread does at a cell, unknown so far. `back`: where it goes from there, if it is an await.
    pub(super) fn teach(&mut self, cell: CellIx, op: Op, site: SiteId, back: CellIx) {
        let cell = self.cell_mut(cell);
        debug_assert!(cell.op.is_none());
        cell.op = Some(op);
        cell.site = site;
        cell.next = back;
    }

    /// Teaches a way from a cell, unknown so far, to where the thread has this key; where that is.
    pub(super) fn lead(&mut self, cell: CellIx, way: Way, key: Option<LocalState>) -> CellIx {
        debug_assert_eq!(self.cell(cell).leads(way), CellIx::NONE);
        let thread = self.cell(cell).thread;
        let known = key.and_then(|key| self.keyed.get(&(thread, key)).copied());
        let to = known.unwrap_or_else(|| self.add(thread, cell, way != Way::Only, key));
        if known.is_some() {
            self.meet(cell, to);
        }
        let cell = self.cell_mut(cell);
        match way {
            Way::Only => cell.next = to,
            Way::Learned { learned, written } => {
                let place = cell.edges.partition_point(|edge| edge.learned < learned);
                cell.edges.insert(place, Edge { learned, written, to });
            }
        }
        to
    }

    /// A thread that has come from `cell` on a way that is known has this key where nothing is known of it: there, or, if another cell has
    /// that key, at that one, to which the way leads from now on. Where it is then.
    ///
    /// States in which a thread is where the way has led before mean nothing any more.
    pub(super) fn give_key(&mut self, cell: CellIx, way: Way, key: LocalState) -> CellIx {
        let was = self.cell(cell).leads(way);
        debug_assert!(self.cell(was).op.is_none() && self.cell(was).parent == cell);
        let to = self.register(was, key);
        if to == was {
            return to;
        }
        self.dropped += 1;
        self.meet(cell, to);
        let cell = self.cell_mut(cell);
        match way {
            Way::Only => cell.next = to,
            Way::Learned { .. } => cell.edges.iter_mut().filter(|edge| edge.to == was).for_each(|edge| edge.to = to),
        }
        to
    }

    /// A thread has this key where it begins. Roots are merged with nothing that was known before them.
    pub(super) fn give_root_key(&mut self, root: CellIx, key: LocalState) {
        self.register(root, key);
        self.cell_mut(root).key = Some(key);
    }

    /// The cell for all histories with this key; else `cell` is it from now on.
    fn register(&mut self, cell: CellIx, key: LocalState) -> CellIx {
        if self.local_states == LocalStates::Merged {
            let thread = self.cell(cell).thread;
            let known = *self.keyed.entry((thread, key)).or_insert(cell);
            if known != cell {
                return known;
            }
        }
        self.cell_mut(cell).key = Some(key);
        cell
    }

    fn meet(&mut self, from: CellIx, to: CellIx) {
        self.have_met = true;
        self.other_parents.entry(to).or_default().push(from);
    }

    fn add(&mut self, thread: ThreadIx, parent: CellIx, new_history: bool, key: Option<LocalState>) -> CellIx {
        let number = u32::try_from(self.cells.len()).expect("fewer than 2^32 cells fit into memory");
        let this = CellIx(number);
        let high = mix(u64::from(number), 0x6365_6c6c);
        let low = mix(high, u64::from(number));
        self.cells.push(Cell {
            op: None,
            site: SiteId::NONE,
            thread,
            key: None,
            parent,
            history: if new_history { this } else { self.cell(parent).history },
            next: CellIx::NONE,
            edges: Vec::new(),
            future: Footprint::default(),
            hash: u128::from(high) << 64 | u128::from(low),
        });
        if let Some(key) = key {
            self.register(this, key);
        }
        this
    }
}
