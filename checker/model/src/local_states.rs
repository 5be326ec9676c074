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

/// The keys of the places to which the threads of a trace have come, where they have one and the execution was not over before they
/// announced what they do there.
#[derive(Debug, Default)]
pub struct Keys {
    /// By number of an event: of the place behind it.
    after: Vec<Option<LocalState>>,
    /// Of the places where threads begin.
    first: FxHashMap<ThreadId, Option<LocalState>>,
}

impl Keys {
    /// What a trace says.
    #[must_use]
    pub fn of(trace: &Trace) -> Keys {
        let mut keys = trace.keys.iter().rev().peekable();
        let mut next: FxHashMap<ThreadId, Option<LocalState>> = FxHashMap::default();
        let mut here = |number: usize| {
            // Both are in order.
            while keys.next_if(|(other, _)| *other > number as u64).is_some() {}
            keys.next_if(|(other, _)| *other == number as u64).map(|(_, key)| *key)
        };
        let count = trace.events.len();
        for (n, pending) in pending_of(trace).rev() {
            next.insert(pending.thread, here(count + n));
        }
        let mut after = vec![None; count];
        for (n, event) in trace.events.iter().enumerate().rev() {
            let key = here(n);
            if !event.is_arrival() {
                after[n] = next.insert(event.thread, key).flatten();
            }
        }
        Keys { after, first: next }
    }

    /// That of the place behind an event.
    #[must_use]
    pub fn after(&self, event: usize) -> Option<LocalState> {
        self.after.get(event).copied().flatten()
    }

    /// That of the place where a thread begins.
    #[must_use]
    pub fn first(&self, thread: ThreadId) -> Option<LocalState> {
        self.first.get(&thread).copied().flatten()
    }
}

/// What the threads of a trace would do next, each with its position. The thread that exits is nowhere any more, whatever the trace says
/// of it.
pub(super) fn pending_of(trace: &Trace) -> impl DoubleEndedIterator<Item = (usize, &Pending)> {
    let exited = trace.events.last().filter(|event| matches!(event.action, Action::Exit(_))).map(|event| event.thread);
    trace.pending.iter().enumerate().filter(move |(_, pending)| Some(pending.thread) != exited)
}
