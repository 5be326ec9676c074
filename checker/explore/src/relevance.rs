//! What the code says about reads: what depends on what they see.
//!
//! Predictions ask what decides about an event: which reads of its thread it depends on. Who asks knows the trace, who
//! answers knows the code. That the read comes before the event in the trace, and that a value may come through memory
//! which the trace shows, is seen to by who asks; all that happens between them otherwise (in variables, in memory that
//! no event touches) is part of the answer.
//!
//! Schedules ask which reads only move values ([`Relevance::only_moves`]).
//!
//! Invariant: an answer decides only what is tried first, or at all; who asks finds out whether it was wrong. What is
//! not known depends.

use mcr_model::symbols::Symbols;
use mcr_protocol::{Site, SiteId, Trace};
use rustc_hash::FxHashMap;

/// A place in the code.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Its number.
    pub id: SiteId,
    /// What it is, if anybody has said so.
    pub site: Option<&'a Site>,
}

/// What about an event is the same as in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// Its thread comes there, and what it does there is the same operation on the same location: control, addresses,
    /// exceptions.
    Reached,
    /// The same, and it writes the same value.
    Written,
}

/// Something that is known of aspects of what is done at places.
pub type ByAspect<T> = FxHashMap<(SiteId, Aspect), T>;

/// Knows the code.
pub trait Relevance {
    /// Whether what is read at one place can change this aspect of what the same thread does later at the other one.
    fn matters(&self, read: Point<'_>, aspect: Aspect, later: Point<'_>) -> bool;

    /// Whether what is read at this place can be taken to matter to all that the same thread does later. It is asked
    /// before single places are.
    fn always_matters(&self, _read: Point<'_>) -> bool {
        false
    }

    /// Whether what is read at this place can become the value of what the same thread writes later, and change nothing
    /// else that it does: not what that is, nor where, nor what it prints or throws.
    fn only_moves(&self, _read: Point<'_>) -> bool {
        false
    }

    /// There is a trace: what passes from writes to its reads is seen to by who asks.
    fn look_at(&self, _trace: &Trace, _symbols: &Symbols) {}

    /// Whether everything matters, so that nobody need ask.
    fn is_blind(&self) -> bool {
        false
    }
}

/// Every read decides about all that comes after it: what is true of any code.
#[derive(Clone, Copy, Debug, Default)]
pub struct EverythingMatters;

impl Relevance for EverythingMatters {
    fn matters(&self, _: Point<'_>, _: Aspect, _: Point<'_>) -> bool {
        true
    }

    fn is_blind(&self) -> bool {
        true
    }
}
