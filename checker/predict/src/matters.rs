//! Answers about what depends on reads ([`Relevance`]), each asked for once.

use mcr_explore::{Aspect, Point, Relevance};
use mcr_model::symbols::Symbols;
use mcr_protocol::{SiteId, Trace};
use rustc_hash::FxHashMap;

/// Answers, each asked for once.
pub struct Matters<'r> {
    relevance: &'r dyn Relevance,
    known: FxHashMap<(SiteId, Aspect, SiteId), bool>,
}

impl<'r> Matters<'r> {
    /// Nothing is known yet.
    pub fn new(relevance: &'r dyn Relevance) -> Matters<'r> {
        Matters { relevance, known: FxHashMap::default() }
    }

    /// There is a trace.
    pub fn look_at(&self, trace: &Trace, symbols: &Symbols) {
        self.relevance.look_at(trace, symbols);
    }

    /// Whether everything matters.
    pub fn is_blind(&self) -> bool {
        self.relevance.is_blind()
    }

    /// Whether what is read at one place matters to all that comes later.
    pub fn always_matters(&self, symbols: &Symbols, read: SiteId) -> bool {
        self.relevance.always_matters(Point { id: read, site: symbols.site(read) })
    }

    /// Whether what is read at one place matters at the other one.
    pub fn matters(&mut self, symbols: &Symbols, read: SiteId, aspect: Aspect, later: SiteId) -> bool {
        let point = |id| Point { id, site: symbols.site(id) };
        let relevance = self.relevance;
        let answer = || relevance.matters(point(read), aspect, point(later));
        *self.known.entry((read, aspect, later)).or_insert_with(answer)
    }
}
