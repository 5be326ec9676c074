//! Who was seen in a round of a loop that changes nothing, so that the round cannot be left out ([`State::would_go_on`]).
//!
//! Of a round others notice only that the thread is not idle meanwhile, that it holds monitors, and what it is doing. A thread is
//! *stirred* from a step of another that depends on one of these until it changes something itself: rounds begin
//! anew then. That may be long before the round begins or after it is over, which costs states and loses nothing.

use super::{Choice, Life, State, Thread};
use crate::Model;
use crate::names::ThreadIx;
use crate::trie::Op;
use mcr_protocol::{Limit, Wake};

/// Whom a step depends on to be where they are.
#[derive(Clone, Copy)]
enum Seen {
    Nobody,
    One(ThreadIx),
    All,
}

impl State {
    /// Notes who was seen by a step just done: without the round that it is in, if it is in one, that step could not
    /// have been done, or not with the same outcome. `by_idleness`: a limit was over because all were idle.
    pub(super) fn stir(&mut self, model: &Model, by: ThreadIx, op: Op, choice: Choice, by_idleness: bool) {
        let seen = match (op, choice) {
            // Everybody had to be idle.
            (_, Choice::Back(Wake::TimedOut)) if by_idleness => Seen::All,
            (Op::Acquire { monitor, .. }, Choice::Back(Wake::TimedOut)) => {
                self.owner(monitor).map_or(Seen::Nobody, Seen::One)
            }
            (Op::State(_), _) => Seen::All,
            _ => Seen::Nobody,
        };
        for n in 0..u32::try_from(self.threads.len()).unwrap_or(u32::MAX) {
            let other = ThreadIx(n);
            let thread = *self.thread(other);
            let is_seen = match seen {
                Seen::Nobody => return,
                Seen::One(one) => one == other,
                Seen::All => true,
            };
            if is_seen && other != by && thread.life == Life::Running && !thread.stirred {
                self.set_thread(model, other, Thread { stirred: true, ..thread });
            }
        }
    }
}

/// Whether an operation may be part of a round that changes nothing.
pub(super) fn may_be_in_a_round(op: Op) -> bool {
    use mcr_protocol::Operation::{Acquire, Alive, Await, Guarded, Read, Release, State, Update};
    match op {
        Read(_) | Update(..) | Alive(_) | State(_) | Acquire { .. } | Release(_) | Await(_) => true,
        Guarded { patience, .. } => patience.limit == Limit::Now,
        _ => false,
    }
}
