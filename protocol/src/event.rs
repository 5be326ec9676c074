//! Visible operations.
//!
//! A thread stops before each visible operation with its [`Action`] known; when it is chosen, the operation happens at
//! once and becomes an [`Event`], whose [`Outcome`] says what the thread learned. Between two events of one thread nothing
//! happens that another thread can see, and nothing reaches the thread but outcomes: what a thread does next is a
//! function of its argument and of the outcomes it has had.

use crate::{LocationId, SiteId, ThreadId, Value};
use serde::{Deserialize, Serialize};

/// One visible operation that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Who did it.
    pub thread: ThreadId,
    /// Where in the code.
    pub site: SiteId,
    /// What it was about to do when it stopped.
    pub action: Action,
    /// What came of it.
    pub outcome: Outcome,
}

/// What a thread is about to do. Known before it happens: a function of the thread's local history alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Reads a location. Outcome: [`Outcome::Read`].
    Read(LocationId),
    /// Writes a value to a location.
    Write(LocationId, Value),
    /// Atomically reads a location and writes a value that depends on what was read. Outcome: [`Outcome::Updated`].
    Update(LocationId),
    /// Enters the monitor of the object with this name. Enabled while nobody else owns it; re-entrant.
    Acquire(Value),
    /// Leaves a monitor once. The thread owns it.
    Release(Value),
    /// Releases the monitor (which it owns) whatever its depth, and enters its wait set. The next action of the thread is
    /// [`Action::Resume`] on the same monitor. `timed`: it may also wake up by itself.
    Wait {
        /// The monitor.
        monitor: Value,
        /// Whether the wait has a time limit.
        timed: bool,
    },
    /// The other half of a wait: enabled when the thread was notified (or its time is over) and the monitor is free;
    /// takes the monitor back to the depth it had. Outcome: [`Outcome::Resumed`].
    Resume(Value),
    /// Wakes one waiter of the monitor (which it owns), any; none if the wait set is empty. Outcome: [`Outcome::Woke`],
    /// which the notifying thread itself does not learn.
    Notify(Value),
    /// Wakes all waiters of the monitor (which it owns).
    NotifyAll(Value),
    /// Starts a thread. `argument` is what the child knows from the start (a hash of the names of its `Thread` object and its
    /// `Runnable`): the root edge of the child's trie.
    Start {
        /// The new thread.
        child: ThreadId,
        /// What it knows from the start.
        argument: Value,
        /// Whether the execution may end without it.
        daemon: bool,
    },
    /// Waits for the end of a thread (enabled when it has ended; a thread that was not started cannot be joined).
    /// `timed`: may also give up when nobody else can go on. Outcome: [`Outcome::Read`] of 1 (ended) or 0 (gave up) if
    /// timed, else [`Outcome::Done`].
    Join {
        /// Whose end.
        child: ThreadId,
        /// Whether it may give up.
        timed: bool,
    },
    /// Asks whether a thread that was started has not ended yet. Outcome: [`Outcome::Read`] of 1 (alive) or 0.
    Alive(ThreadId),
    /// Has come back to where it was, in the same local state, and has changed nothing on the way: it waits. Enabled when
    /// something that it read on the way is different now. Then it is as if it had never gone round: what it does next is
    /// what it did after the event before those.
    Await(Awaited),
    /// Prints text on standard output.
    Print(String),
    /// Ends the whole execution with an exit status.
    Exit(i32),
    /// The thread ends. Its last event.
    End(Option<Uncaught>),
}

/// What a waiting thread has looked at since it was in the same state before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Awaited {
    /// How many events of the thread ago it was in this state. Each is a read, an update that wrote what was there, a
    /// question whether a thread is alive, or an entry into or exit from a monitor.
    pub events: u32,
    /// What it read, sorted, each once.
    pub reads: Vec<(LocationId, Value)>,
    /// Threads that it found alive, sorted, each once.
    pub alive: Vec<ThreadId>,
}

/// What came of an [`Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Nothing that the thread could learn.
    Done,
    /// The value read.
    Read(Value),
    /// The value read and the value written, in one step.
    Updated {
        /// Read.
        old: Value,
        /// Written; a function of the local history including `old`.
        new: Value,
    },
    /// How a wait ended.
    Resumed(Wake),
    /// Whom a notify woke up.
    Woke(Option<ThreadId>),
}

/// Why a waiting thread went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Wake {
    /// Somebody notified it.
    Notified,
    /// Its time was over. Happens only when no other thread can do anything (`timeouts=idle`).
    TimedOut,
}

/// An exception that nobody caught.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Uncaught {
    /// Class name, with dots.
    pub class: String,
    /// Its message, if any.
    pub message: Option<String>,
    /// Its stack, innermost first, as `Class.method(File.java:12)`.
    pub stack: Vec<String>,
}
