//! Keys of local states: what traces say of where threads are, and what is made of it.
//!
//! A key ([`LocalState`]) says when two histories of a thread need not be told apart: what the thread does next depends on
//! nothing in which they differ. The agent gives one where it is sure; where there is none, a thread is told apart by what it
//! has learned since it last had one.
//!
//! Invariant: what comes after a key is compared all the same. A thread that comes to a cell on another way must go on
//! as the cell says; where it does not, the key was wrong, and the exploration ends with an error.

use mcr_protocol::{Action, LocalState, Pending, ThreadId, Trace};
use rustc_hash::FxHashMap;

/// What the keys of traces are taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalStates {
    /// For nothing.
    #[default]
    Ignored,
    /// Each history has its own cell, which remembers its key.
    Compared,
    /// The histories of a thread that have the same key have one cell.
    Merged,
}

/// What a trace says of the place to which a thread has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing: the execution was over before the thread announced what it does there.
    Unsaid,
    /// The thread is in this local state; or it has none here.
    At(Option<LocalState>),
}

/// The places of the threads of a trace.
#[derive(Debug, Default)]
pub struct Places {
    /// By number of an event: the place behind it.
    after: Vec<Place>,
    /// The places where threads begin.
    first: FxHashMap<ThreadId, Place>,
}

impl Places {
    /// What a trace says.
    #[must_use]
    pub fn of(trace: &Trace) -> Places {
        let mut keys = trace.keys.iter().rev().peekable();
        let mut next: FxHashMap<ThreadId, Place> = FxHashMap::default();
        let mut here = |number: usize| {
            // Both are in order.
            while keys.next_if(|(other, _)| *other > number as u64).is_some() {}
            Place::At(keys.next_if(|(other, _)| *other == number as u64).map(|(_, key)| *key))
        };
        let count = trace.events.len();
        for (n, pending) in pending_of(trace).rev() {
            next.insert(pending.thread, here(count + n));
        }
        let mut after = vec![Place::Unsaid; count];
        for (n, event) in trace.events.iter().enumerate().rev() {
            let place = here(n);
            if !event.is_arrival() {
                after[n] = next.insert(event.thread, place).unwrap_or(Place::Unsaid);
            }
        }
        Places { after, first: next }
    }

    /// The place behind an event.
    #[must_use]
    pub fn after(&self, event: usize) -> Place {
        self.after.get(event).copied().unwrap_or(Place::Unsaid)
    }

    /// The place where a thread begins.
    #[must_use]
    pub fn first(&self, thread: ThreadId) -> Place {
        self.first.get(&thread).copied().unwrap_or(Place::Unsaid)
    }
}

/// What the threads of a trace would do next, each with its position. The thread that exits is nowhere any more, whatever the trace says
/// of it.
pub(super) fn pending_of(trace: &Trace) -> impl DoubleEndedIterator<Item = (usize, &Pending)> {
    let exited = trace.events.last().filter(|event| matches!(event.action, Action::Exit(_))).map(|event| event.thread);
    trace.pending.iter().enumerate().filter(move |(_, pending)| Some(pending.thread) != exited)
}
