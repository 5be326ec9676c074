//! Cells with the same future: a state in which a thread has another past, but not another future, is the same state to the
//! search, unless it counts joint behaviours.
//!
//! Two cells of a thread have the same future if they have the same operation at the same place, and their outcomes lead to
//! cells with the same future. An await goes back some operations: then the cells on the way back must have the same
//! future, too. A cell whose operation is not known has the same future as no other; neither has one that is on such a way and
//! to which ways from several cells lead, and one that is kept apart ([`Tries::keep_apart`]).
//!
//! Futures hold for what is known: a search that learns something while it relies on them is repeated.

use super::state::{append, chain};
use super::trie::{CellIx, Op, Tries};
use std::hash::{Hash, Hasher};

/// The cells to which awaits go back: what comes before what follows from them includes the way back to there.
pub(super) struct WaysBack {
    /// All cells, each before those that come after it.
    pub(super) order: Vec<CellIx>,
    /// By cell: where it is in the order.
    position: Vec<usize>,
    /// By cell: the position of the first cell to which an await there or after it goes back, if that is not after it. All ways to an await
    /// lead through the cell to which it goes back, so that cell is before those, and only those, that are on a way from there to the await.
    first: Vec<Option<usize>>,
}

impl WaysBack {
    pub(super) fn of(tries: &Tries) -> WaysBack {
        let order = tries.order().cells;
        let mut position = vec![0; tries.len()];
        order.iter().enumerate().for_each(|(n, cell)| position[cell.0 as usize] = n);
        let mut ways = WaysBack { order, position, first: vec![None; tries.len()] };
        for &cell in ways.order.iter().rev() {
            let known = tries.cell(cell);
            ways.first[cell.0 as usize] = match known.op {
                Some(Op::Await(_)) => Some(ways.position[known.next.0 as usize]),
                _ => known.children().filter_map(|after| ways.beyond(after)).min(),
            };
        }
        ways
    }

    /// The position of the first cell before this one to which an await there or after it goes back.
    fn beyond(&self, cell: CellIx) -> Option<usize> {
        self.first[cell.0 as usize].filter(|first| *first < self.position[cell.0 as usize])
    }

    /// Whether an await there or after it goes back to the cell, or to before it.
    pub(super) fn lead_to(&self, cell: CellIx) -> bool {
        self.first[cell.0 as usize].is_some()
    }

    /// Whether one goes back to before it.
    pub(super) fn lead_beyond(&self, cell: CellIx) -> bool {
        self.beyond(cell).is_some()
    }
}

impl Tries {
    /// Gives cells with the same future the same hash. Hashes of states from before mean nothing any more.
    pub fn merge_futures(&mut self) {
        let ways = WaysBack::of(self);
        let mut futures = vec![0u128; self.len()];
        for &cell in ways.order.iter().rev() {
            let known = self.cell(cell);
            let mut future = chain(u128::from(known.thread.0), u64::from(known.site.0));
            match known.op {
                None => future = chain(future ^ 1, u64::from(cell.0)),
                Some(Op::Await(number)) => future = chain(future ^ 2, u64::from(number.0)),
                Some(op) => {
                    future = operation(future ^ 3, op);
                    if known.next != CellIx::NONE {
                        future = append(future, futures[known.next.0 as usize]);
                    }
                    for edge in &known.edges {
                        future = chain(chain(future, edge.learned.0), edge.written.0);
                        future = append(future, futures[edge.to.0 as usize]);
                    }
                }
            }
            futures[cell.0 as usize] = self.own(cell, future);
        }
        for &cell in &ways.order {
            if ways.lead_beyond(cell) {
                let future = futures[cell.0 as usize] ^ 4;
                futures[cell.0 as usize] = match self.only_parent(cell) {
                    Some(parent) => append(future, futures[parent.0 as usize]),
                    None => chain(future ^ 8, u64::from(cell.0)),
                };
            }
            self.cell_mut(cell).hash = futures[cell.0 as usize];
        }
    }

    /// The future of a cell, or one of its own where it is kept apart.
    pub(super) fn own(&self, cell: CellIx, future: u128) -> u128 {
        if self.is_apart(cell) { chain(future ^ 16, u64::from(cell.0)) } else { future }
    }
}

/// Appends an operation to a hash.
pub(super) fn operation(hash: u128, op: Op) -> u128 {
    let mut all = Chain(hash);
    op.hash(&mut all);
    all.0
}

/// A hash of 128 bits of everything that is hashed.
struct Chain(u128);

impl Hasher for Chain {
    fn finish(&self) -> u64 {
        self.0 as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let number = bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
            self.0 = chain(self.0, number);
        }
    }
}
