//! The learned model of a program: what each thread does at each place it can come to, and how the steps of the threads
//! act on memory and on each other.
//!
//! - [`names`]: dense numbers for the ids of the protocol.
//! - [`numbers`]: operations with these numbers.
//! - [`trie`]: what each thread does, by its history.
//! - [`local_states`]: which histories need not be told apart.
//! - [`learn`]: takes a trace into the tries, and compares it with what they already know; `cursors`: where threads are meanwhile.
//! - [`order`]: an order of all cells.
//! - [`rules`]: what waiting threads may do by themselves.
//! - [`access_sets`]: sets of resources read and written.
//! - [`footprint`]: what a thread may still touch from a place on.
//! - [`futures`]: cells after which a thread does the same.
//! - [`symmetry`]: threads that do the same.
//! - [`state`]: a joint state of all threads under sequential consistency, its steps, and how to undo them.
//! - [`check`]: whether a trace is a path of the model.
//!
//! And what else the traces of a check tell: [`symbols`], what the ids are called; [`classes`], what became of the program's classes;
//! [`uncovered`], what was executed and is not covered.
//!
//! Invariant: whatever the model does, the program can do. It grows with every trace and never forgets.

pub mod access_sets;
pub mod check;
pub mod classes;
mod cursors;
pub mod differs;
pub mod footprint;
pub mod futures;
pub mod learn;
pub mod local_states;
pub mod names;
pub mod numbers;
pub mod order;
pub mod rules;
pub mod state;
pub mod symbols;
pub mod symmetry;
#[cfg(test)]
mod tests;
pub mod trie;
pub mod uncovered;

use crate::symbols::Symbols;
use footprint::{Accesses, Resources};
use local_states::LocalStates;
use mcr_protocol::{Event, LocationId, Outcome, Pending, ThreadId, Timeouts, Value};
use names::{LocationIx, Names, ThreadIx};
use rules::Rules;
use trie::{CellIx, Tries};

/// Everything that the traces so far have taught.
#[derive(Debug, Default)]
pub struct Model {
    /// Ids and their numbers.
    pub names: Names,
    /// What waiting threads may do by themselves.
    pub rules: Rules,
    /// What each thread does.
    pub tries: Tries,
    /// What threads share.
    pub resources: Resources,
    /// Values before any event, by number of the location.
    pub initial: Vec<Value>,
    /// Whether some thread waits in a loop.
    pub awaits: bool,
    /// Whether the program said so (else it is zero because nothing was said).
    declared: Vec<bool>,
    /// Counts what changed in what was known before: a decision made under another generation may be wrong now.
    pub generation: u64,
    /// Counts changes of initial values of locations that were in use; states from before are wrong.
    pub memory_generation: u64,
    /// What things are called.
    pub symbols: Symbols,
}

impl Model {
    /// A model of a program of which nothing is known but that it has a main thread.
    #[must_use]
    pub fn new(rules: Rules, local_states: LocalStates) -> Model {
        let (tries, resources) = (Tries::new(local_states), Resources::new(rules));
        let mut model = Model { rules, tries, resources, ..Model::default() };
        let main = model.names.thread(ThreadId::MAIN);
        let root = model.tries.root(main, Value::ZERO);
        debug_assert_eq!(root, Model::MAIN_ROOT);
        if rules.timeouts == Timeouts::Ordered {
            let time = model.names.location(LocationId::TIME);
            debug_assert_eq!(time, Model::TIME);
            (model.initial, model.declared) = (vec![Value::ZERO], vec![false]);
        }
        model
    }

    /// The main thread.
    pub const MAIN: ThreadIx = ThreadIx(0);
    /// Virtual time, if limits are over in its order ([`Timeouts::Ordered`]).
    pub const TIME: LocationIx = LocationIx(0);
    /// The empty history of the main thread.
    pub const MAIN_ROOT: CellIx = CellIx(0);

    /// What the operation of a cell touches by itself.
    #[must_use]
    pub fn accesses(&self, cell: CellIx) -> Accesses {
        let cell = self.tries.cell(cell);
        cell.op.map_or([None; 6], |op| self.resources.accesses(cell.thread, op))
    }

    /// The protocol's form of what a thread does at a cell; none if that is not known.
    #[must_use]
    pub fn pending(&self, thread: ThreadIx, cell: CellIx) -> Option<Pending> {
        let cell = self.tries.cell(cell);
        let op = cell.op?;
        Some(Pending { thread: self.names.thread_id(thread), site: cell.site, action: numbers::action(self, op) })
    }

    /// The protocol's form of an event. The operation of the cell is known.
    #[must_use]
    pub fn event(&self, thread: ThreadIx, cell: CellIx, outcome: Outcome) -> Event {
        let site = self.tries.cell(cell).site;
        let op = self.tries.cell(cell).op.expect("an event has an operation");
        Event { thread: self.names.thread_id(thread), site, action: numbers::action(self, op), outcome }
    }
}
