//! What the program called in one execution, for reports.
//!
//! Events say what happened to memory, threads and locks; most of them happen in code of the JDK that the program has called. Calls say which call that
//! was, with what, and what came of it. They are told only where that was asked for ([`crate::Configure::tells_calls`]), and nothing else depends on them.
//!
//! Invariant: calls of one thread nest. `begin` and `end` count the events of the whole execution, so what a call has done are those events of its
//! thread from `begin` on and before `end`.

use crate::{LocationId, SiteId, ThreadId, Value, ValueKind};
use serde::{Deserialize, Serialize};

/// The calls of one execution in which something has happened, or which have returned null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    /// The program's own classes, with dots, in order: those whose calls are told.
    pub own: Vec<String>,
    /// What is called at a place.
    pub methods: Vec<CalledMethod>,
    /// In the order in which they began.
    pub calls: Vec<Call>,
    /// There were more calls than are told.
    pub cut: bool,
    /// What locations hold before any event ([`crate::Trace::initial`]).
    pub initial: Vec<(LocationId, Value)>,
}

/// What an instruction calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalledMethod {
    /// The instruction.
    pub site: SiteId,
    /// The class that it names, with dots.
    pub class: String,
    /// The method; `<init>` for a constructor.
    pub method: String,
    /// There is no object that is called.
    pub is_static: bool,
    /// What the object that is called is written as: `left`, `Stock.left`, `this.queue`, `writeLock()`; none if it is something else, or the class file
    /// does not say.
    pub written: Option<String>,
}

impl CalledMethod {
    /// Whether there is an object that is called.
    #[must_use]
    pub fn has_receiver(&self) -> bool {
        !self.is_static && self.method != "<init>"
    }
}

/// One call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Who.
    pub thread: ThreadId,
    /// The index of what is called in [`Calls::methods`].
    pub method: u32,
    /// The events that had happened before, of all threads.
    pub begin: u64,
    /// The events that had happened when it was over; none if it never was.
    pub end: Option<u64>,
    /// The object that is called, if there is one.
    pub receiver: Option<Told>,
    /// With what.
    pub arguments: Vec<Told>,
    /// What it has returned; none of a method that returns nothing, or that has not returned.
    pub result: Option<Told>,
    /// It ended by an exception.
    pub threw: bool,
}

/// A value, as it was when it was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// No object.
    Null,
    /// A number, a truth value, a character.
    Primitive(ValueKind, Value),
    /// What an object consists of, as Java would write it: `"text"`, `7`, `Colour.RED`, `[1, 2]`.
    Contents(String),
    /// An object.
    Object {
        /// Its name, if it has got one by the end of the execution.
        name: Option<Value>,
        /// Its class, without the package.
        class: String,
    },
}
