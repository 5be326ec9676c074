//! Which steps depend on each other: on the order of two steps that do not, nothing else depends, and neither lets the other happen or keeps it from that.
//!
//! What a step touches is said in one place for all ([`mcr_model::footprint`]); some depend on all others, as they do for the reduction of the search
//! ([`crate::reduction`]).

use crate::path::Branch;
use crate::process::arrival;
use crate::reduction::needs_all;
use mcr_model::Model;
use mcr_model::footprint::{Access, Accesses, Resource};
use mcr_model::state::{Choice, State};
use mcr_model::trie::Op;

/// What a step touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// It depends on every other.
    pub all: bool,
    /// Else on those that touch the same, and one of them writes it.
    pub accesses: Accesses,
}

impl Touched {
    /// What a step touches that a thread can do in a state, or could if it were not blocked. `reducible`: whether somebody can go on there without giving up.
    #[must_use]
    pub fn of(model: &Model, state: &State, step: Branch, reducible: bool) -> Touched {
        if let Choice::Arrive(location) = step.choice {
            // Who has nothing in its buffer any more may be seen to block.
            let doings = model.resources.some_ask().then(|| model.resources.shared(Resource::Doings)).flatten();
            let doings = doings.map(|resource| Access { resource, writes: true });
            return Touched { all: false, accesses: [arrival(model, location), doings, None, None, None, None] };
        }
        let cell = state.thread(step.thread).cell;
        let Some(op) = model.tries.cell(cell).op else { return Touched { all: true, ..Touched::default() } };
        // A thread at its await does nothing before somebody has looked at it.
        let me = state.thread(step.thread);
        let sleeps = matches!(op, Op::Await(_)) && !me.stirred && !model.resources.some_look_at_others();
        if sleeps || state.enters_buffer(model, op) {
            return Touched::default();
        }
        let all = !reducible || needs_all(model, state, step.thread, op);
        Touched { all, accesses: model.accesses(cell) }
    }

    /// Whether the order of two steps may matter.
    #[must_use]
    pub fn depends_on(self, other: Touched) -> bool {
        let conflict = |mine: Access| other.accesses.iter().flatten().any(|theirs| theirs.conflicts(mine));
        self.all || other.all || self.accesses.into_iter().flatten().any(conflict)
    }
}
