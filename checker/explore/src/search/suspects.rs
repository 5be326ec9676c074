//! Cells that most likely have more behind them than is known, because others with the same future just had.
//!
//! Cells with the same future are one, so a search that finds more behind one of them has passed by the others, and what is true of the one is most likely true
//! of each. The next pass would find it behind one more of them, and so on: as many passes as there are cells. That happens where many ways were begun and
//! none was followed to its end, because executions were under way ([`super::underway`]): what they show is how one thread goes on alone, and all such ways look
//! alike. So where a pass has come to its end, those are kept apart from all others in the next one, which is broken off if that makes it much longer.
//!
//! Invariant: being suspected makes two cells differ, and never the same.

use super::{PATIENCE, Search};
use mcr_model::trie::CellIx;
use rustc_hash::FxHashSet;

/// How many times the states of the pass before one with suspects may have: beyond, what is suspected is not worth it.
const WORTH: u64 = 8;

/// Passes that have come to their end, in a row, and have taught something, before any cell is suspected.
const SLOW: u32 = 4;

/// What was learned since futures were merged, of this model: another one has other cells.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// The cells of which something was.
    cells: FxHashSet<CellIx>,
    /// How many cells there were before.
    before: usize,
}

impl Learned {
    pub(super) fn add(&mut self, changed: impl Iterator<Item = CellIx>) {
        self.cells.extend(changed);
    }
}

impl Search<'_> {
    /// Says which cells are kept apart when futures are merged. `ended`: how many passes in a row have come to their end. One that did not has not been to all of
    /// them, and before some have it is not worth a pass with many more states. How many states the next pass may have.
    pub(super) fn suspect(&mut self, ended: u32) -> u64 {
        let tries = &self.model.tries;
        let Learned { cells, before } =
            std::mem::replace(&mut self.learned, Learned { before: tries.len(), ..Learned::default() });
        if ended < SLOW {
            self.model.tries.keep_apart(FxHashSet::default());
            return u64::MAX;
        }
        let future = |cell: CellIx| {
            let symmetric = self.symmetry.as_ref().and_then(|symmetry| symmetry.future(cell));
            symmetric.unwrap_or(tries.cell(cell).hash)
        };
        let was_known = |cell: &CellIx| (cell.0 as usize) < before;
        let grown: FxHashSet<u128> = cells.iter().copied().filter(was_known).map(future).collect();
        let all = (0..).map(CellIx).take_while(was_known);
        let suspects: FxHashSet<CellIx> =
            all.filter(|cell| !cells.contains(cell) && grown.contains(&future(*cell))).collect();
        let most = if suspects.is_empty() { u64::MAX } else { WORTH * self.states.max(PATIENCE) };
        self.model.tries.keep_apart(suspects);
        most
    }
}
