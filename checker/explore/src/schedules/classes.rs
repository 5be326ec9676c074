//! Which cells are one place of a thread if it does not matter what free reads have seen ([`super::free`]).
//!
//! All cells behind a free read are one class; and so are those behind cells of one class where the same was learned,
//! or nothing. In a class the thread does the same at the same place in the code, but for the value that it writes. If
//! it does not, the read by which the cells have come together is not free.
//!
//! Invariant: of what was known when the classes were made, a cell has the class of another one if and only if free
//! reads alone tell them apart. Without free reads each cell is a class.

use super::free::FreeReads;
use mcr_model::Model;
use mcr_model::footprint::Access;
use mcr_model::trie::{CellIx, Edge, Op};
use mcr_protocol::{SiteId, Value};
use rustc_hash::FxHashMap;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// By cell: another one of its class, or itself. Those that are known since are not here.
    parents: Vec<CellIx>,
    /// Of classes with several cells.
    several: FxHashMap<CellIx, Class>,
}

/// What is known of the cells of a class.
#[derive(Debug)]
struct Class {
    cells: Vec<CellIx>,
    /// One of which it is known what the thread does there.
    known: Option<CellIx>,
    /// Where one of them leads if nothing is learned.
    next: CellIx,
    /// Where some of them lead, by what is learned; by nothing behind a free read.
    edges: FxHashMap<Option<Value>, Edge>,
}

/// Two cells, and the place of the read that has brought them together.
type Pair = (CellIx, CellIx, SiteId);

impl Classes {
    /// Of all that is known, until the first contradiction: then the read is told that it matters.
    pub fn new(model: &Model, free: &FreeReads<'_>) -> Option<Classes> {
        let cells = || (0..u32::try_from(model.tries.len()).unwrap_or(u32::MAX)).map(CellIx);
        let mut classes = Classes { parents: cells().collect(), several: FxHashMap::default() };
        let mut open: Vec<Pair> = Vec::new();
        for cell in cells().filter(|&cell| free.has(model, cell)) {
            let site = model.tries.cell(cell).site;
            open.extend(model.tries.cell(cell).edges.windows(2).map(|two| (two[0].to, two[1].to, site)));
        }
        while let Some((one, other, site)) = open.pop() {
            if !classes.unite(model, free, (one, other, site), &mut open) {
                free.matters(site);
                return None;
            }
        }
        Some(classes)
    }

    /// The class of a cell.
    pub fn of(&self, cell: CellIx) -> CellIx {
        let mut cell = cell;
        while let Some(&parent) = self.parents.get(cell.0 as usize).filter(|&&parent| parent != cell) {
            cell = parent;
        }
        cell
    }

    /// Whether what may come after some cell of the same class conflicts with an access.
    pub fn conflict(&self, model: &Model, cell: CellIx, access: Access) -> bool {
        let conflicts = |cell: CellIx| model.resources.conflicts(model.tries.cell(cell).future, access);
        match self.several.get(&self.of(cell)) {
            Some(class) => class.cells.iter().any(|&member| conflicts(member)),
            None => conflicts(cell),
        }
    }

    /// Makes the classes of two cells one; false if the thread does different things there.
    fn unite(&mut self, model: &Model, free: &FreeReads<'_>, (one, other, site): Pair, open: &mut Vec<Pair>) -> bool {
        let (one, other) = (self.of(one), self.of(other));
        if one == other {
            return true;
        }
        let [one, other] = [one, other]
            .map(|class| (class, self.several.remove(&class).unwrap_or_else(|| Class::of_one(model, free, class))));
        let is_larger = one.1.cells.len() >= other.1.cells.len();
        let ((at, mut class), (from, smaller)) = if is_larger { (one, other) } else { (other, one) };
        self.parents[from.0 as usize] = at;
        let agree = class.take_in(model, smaller, &mut |one, other| open.push((one, other, site)));
        self.several.insert(at, class);
        agree
    }
}

impl Class {
    fn of_one(model: &Model, free: &FreeReads<'_>, cell: CellIx) -> Class {
        let it = model.tries.cell(cell);
        let is_free = free.has(model, cell);
        let by = |edge: &Edge| (!is_free).then_some(edge.learned);
        Class {
            cells: vec![cell],
            known: it.op.map(|_| cell),
            next: it.next,
            edges: it.edges.iter().map(|edge| (by(edge), *edge)).collect(),
        }
    }

    /// Whether the thread does the same in another class, which is a part of this one from now on; and `follow`: which
    /// cells behind them belong together.
    fn take_in(&mut self, model: &Model, other: Class, follow: &mut dyn FnMut(CellIx, CellIx)) -> bool {
        self.cells.extend(other.cells);
        let doing = |cell: CellIx| {
            let cell = model.tries.cell(cell);
            (cell.op.map(but_for_the_value), cell.site)
        };
        match (self.known, other.known) {
            (Some(this), Some(that)) if doing(this) != doing(that) => return false,
            (known, others) => self.known = known.or(others),
        }
        match (self.next, other.next) {
            (CellIx::NONE, next) => self.next = next,
            (_, CellIx::NONE) => {}
            (one, other) => follow(one, other),
        }
        other.edges.into_iter().all(|(learned, edge)| {
            let here = *self.edges.entry(learned).or_insert(edge);
            follow(here.to, edge.to);
            here.written == edge.written
        })
    }
}

/// An operation, whatever it writes.
fn but_for_the_value(op: Op) -> Op {
    match op {
        Op::Write(location, _, order) => Op::Write(location, Value::ZERO, order),
        op => op,
    }
}
