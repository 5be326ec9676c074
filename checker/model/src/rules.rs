//! What threads that wait may do by themselves: the same for a whole exploration, and on both sides of the protocol
//! ([`mcr_protocol::Configure`]).

use super::trie::Waits;
use mcr_protocol::{Limit, MemoryModel, Timeouts};

/// The rules of an exploration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// How far writes may be delayed.
    pub memory_model: MemoryModel,
    /// When a wait with a time limit may end by itself.
    pub timeouts: Timeouts,
    /// Whether a wait on a monitor may end for no reason.
    ///
    /// That it may does not mean that it will: who could only go on in this way is as good as blocked, for time-outs
    /// and for deadlocks.
    pub spurious: bool,
}

impl Rules {
    /// Whether a thread may give up while others can go on, in some state: with [`Limit::After`] when virtual time has come
    /// to its deadline ([`super::state::State::is_over_at_any_time`]).
    #[must_use]
    pub fn gives_up_any_time(self, limit: Limit) -> bool {
        match limit {
            Limit::Never => false,
            Limit::Timed => self.timeouts == Timeouts::Any,
            Limit::After(_) | Limit::Now => true,
        }
    }

    /// Whether a thread may give up because nobody else can go on.
    #[must_use]
    pub fn gives_up_idle(self, limit: Limit) -> bool {
        match limit {
            Limit::Never | Limit::Now => false,
            Limit::Timed => self.timeouts == Timeouts::Idle,
            Limit::After(_) => true,
        }
    }

    /// Whether something other than what the thread waits for may end the wait while others can go on.
    #[must_use]
    pub fn ends_early(self, waits: Waits) -> bool {
        waits.flag.is_some() || self.gives_up_any_time(waits.limit)
    }
}
