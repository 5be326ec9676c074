//! Which reads are free: they may see anything, and no schedule is made for what they see.
//!
//! Candidates are those of which the code says that they only move values ([`Relevance::only_moves`]). That is believed
//! as long as nothing known of the program contradicts it ([`super::classes`]); a place of which it was wrong has no
//! free reads any more, and all schedules begin anew.
//!
//! Invariant: in one time that all schedules are explored places only become fewer, and none comes back that was wrong.

use crate::relevance::{Point, Relevance};
use mcr_model::Model;
use mcr_model::trie::{CellIx, Op};
use mcr_protocol::SiteId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};

/// See the module.
pub struct FreeReads<'a> {
    code: &'a dyn Relevance,
    known: RefCell<FxHashMap<SiteId, bool>>,
    wrong: RefCell<FxHashSet<SiteId>>,
    was_wrong: Cell<bool>,
}

impl<'a> FreeReads<'a> {
    /// As the code says.
    #[must_use]
    pub fn new(code: &'a dyn Relevance) -> FreeReads<'a> {
        FreeReads { code, known: RefCell::default(), wrong: RefCell::default(), was_wrong: Cell::new(false) }
    }

    /// All schedules begin anew; the code may say more by now, as more of it was seen.
    pub fn ask_again(&self) {
        self.known.borrow_mut().clear();
    }

    /// Whether what is done at a cell is a free read.
    pub(super) fn has(&self, model: &Model, cell: CellIx) -> bool {
        let cell = model.tries.cell(cell);
        let ask = || {
            let point = Point { id: cell.site, site: model.symbols.site(cell.site) };
            !self.wrong.borrow().contains(&cell.site) && self.code.only_moves(point)
        };
        matches!(cell.op, Some(Op::Read(_))) && *self.known.borrow_mut().entry(cell.site).or_insert_with(ask)
    }

    /// A read at this place has changed what its thread does.
    pub(super) fn matters(&self, site: SiteId) {
        self.known.borrow_mut().insert(site, false);
        self.wrong.borrow_mut().insert(site);
        self.was_wrong.set(true);
    }

    /// Whether some place was no candidate after all, since this was last asked.
    pub fn take_wrong(&self) -> bool {
        self.was_wrong.take()
    }
}

impl std::fmt::Debug for FreeReads<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FreeReads").field("known", &self.known).finish_non_exhaustive()
    }
}
