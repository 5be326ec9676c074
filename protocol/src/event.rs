//! What happened: a visible operation ([`Action`]), and what came of it.
//!
//! A thread stops before each visible operation with its [`Action`] known; when it is chosen, the operation happens at
//! once and becomes an [`Event`], whose [`Outcome`] says what the thread learned. Between two events of one thread nothing
//! happens that another thread can see, and nothing reaches the thread but outcomes: what a thread does next is a
//! function of its argument and of the outcomes it has had.

use crate::{Action, LocationId, SiteId, ThreadId, Value};
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

impl Event {
    /// Whether it is a write that reaches memory: nothing that its thread does.
    #[must_use]
    pub fn is_arrival(&self) -> bool {
        matches!(self.action, Action::Arrive(..))
    }

    /// Whether the buffer of its thread was empty when it happened ([`Action::is_fence`]).
    #[must_use]
    pub fn is_fence(&self) -> bool {
        let wake = if let Outcome::Resumed(wake) = self.outcome { wake } else { Wake::Notified };
        let changes = matches!(self.outcome, Outcome::Updated { old, new } if old != new);
        self.action.is_fence(wake, |_, _| changes)
    }
}

/// How long a thread waits at an operation that is not enabled, and what else can end the wait.
///
/// With [`Patience::FOREVER`] the outcome is that of the operation ([`Outcome::Done`] where nothing else is said), and the thread learns
/// nothing from it. With any other the thread learns why it went on: [`Outcome::Resumed`] (or, for a guarded step that went through,
/// [`Outcome::Updated`], which means [`Wake::Notified`]).
///
/// - [`Wake::Notified`]: it was enabled.
/// - [`Wake::TimedOut`]: it was not enabled, and the limit is [`Limit::Now`]; or the limit is [`Limit::Timed`], it was not
///   enabled, and no thread could go on, this one by an interrupt included (`timeouts=idle`), or whatever they could do (`timeouts=any`);
///   or the limit is [`Limit::After`], it was not enabled, and virtual time has come to its deadline.
/// - [`Wake::Interrupted`]: its interrupt flag was set (enabled or not), and is cleared. For a resume: it was not notified.
///
/// A resume that ends a wait takes the monitor, so time-outs and interrupts need it to be free. That the thread may have left the
/// wait set before says [`Action::Resume`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Patience {
    /// When it gives up by itself.
    pub limit: Limit,
    /// Whether an interrupt ends the wait. Not with [`Limit::Now`].
    pub interruptible: bool,
}

impl Patience {
    /// Until it is enabled, and nothing else.
    pub const FOREVER: Patience = Patience { limit: Limit::Never, interruptible: false };

    /// Whether there is more than one way to go on, so that the thread learns which.
    #[must_use]
    pub fn tells(self) -> bool {
        self != Patience::FOREVER
    }
}

/// When a thread gives up waiting by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Limit {
    /// Not at all.
    Never,
    /// After some time.
    Timed,
    /// At once: it only tries.
    Now,
    /// After so many milliseconds of virtual time, from when the thread has come there (for a resume: from its wait). Only with
    /// `timeouts=ordered`, and there always instead of [`Limit::Timed`].
    ///
    /// *Virtual time* is 0 at first. The *deadline* of a thread that waits is the time when it began, and the limit. As
    /// long as any thread can go on time stands still. When none can, and no write can arrive, one of those that could give
    /// up with the nearest deadline does so, and it is that time then. Who has come to its deadline may give up from then
    /// on whatever others do, and, in a wait set, is leaving ([`crate::Operation::Resume`]); who is past it there (the monitor
    /// was taken) has left: nobody notifies it any more.
    After(u32),
}

/// A condition on a number (a [`Value`] as a signed integer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Guard {
    /// Holds always.
    Always,
    /// It is 0.
    Zero,
    /// It is this or more.
    AtLeast(i64),
    /// It has one of these bits.
    Has(i64),
    /// It has none of these bits.
    Lacks(i64),
}

impl Guard {
    /// Whether it holds.
    #[must_use]
    pub fn holds(self, value: Value) -> bool {
        match self {
            Guard::Always => true,
            Guard::Zero => value == Value::ZERO,
            Guard::AtLeast(least) => value.0.cast_signed() >= least,
            Guard::Has(bits) => value.0.cast_signed() & bits != 0,
            Guard::Lacks(bits) => value.0.cast_signed() & bits == 0,
        }
    }
}

/// A change of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Change {
    /// None.
    Keep,
    /// This is added; it wraps.
    Add(i64),
    /// One less, but not less than 0.
    CountDown,
    /// It becomes this.
    Set(Value),
}

impl Change {
    /// The new value.
    #[must_use]
    pub fn of(self, old: Value) -> Value {
        match self {
            Change::Keep => old,
            Change::Add(n) => Value(old.0.wrapping_add(n.cast_unsigned())),
            Change::CountDown => Value(old.0.cast_signed().saturating_sub(1).max(0).cast_unsigned()),
            Change::Set(new) => new,
        }
    }
}

/// What a thread is doing, as another thread may see it: `Thread.State`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Doing {
    /// It can go on, or is about to block. `RUNNABLE`.
    Running = 0,
    /// It waits for a monitor. `BLOCKED`.
    Blocked = 1,
    /// It waits without a limit. `WAITING`.
    Waiting = 2,
    /// It waits with a limit. `TIMED_WAITING`.
    TimedWaiting = 3,
    /// It has ended. `TERMINATED`.
    Ended = 4,
}

/// What a waiting thread has looked at since it was in the same state before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Awaited {
    /// How many events of the thread ago it was in this state. Each is a read, an update that wrote what was there, a
    /// question whether a thread is alive or what it is doing, an entry into a monitor with [`Patience::FOREVER`], an exit
    /// from a monitor, or a try that failed.
    pub events: u32,
    /// What it read, sorted, each once.
    pub reads: Vec<(LocationId, Value)>,
    /// Threads that it found alive, sorted, each once.
    pub alive: Vec<ThreadId>,
    /// Threads of which it asked what they are doing ([`Action::State`]), with the answer as a number, sorted, each once. Something
    /// is different if another answer is possible: not as long as they are settled.
    pub states: Vec<(ThreadId, u8)>,
    /// What it tried in vain, sorted, each once. Something is different if one of them would succeed.
    pub tries: Vec<Try>,
}

/// An operation with [`Limit::Now`] that has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Try {
    /// To enter this monitor: succeeds if nobody else owns it.
    Monitor(Value),
    /// A guarded step: succeeds if the guard holds.
    Guard(LocationId, Guard),
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
    /// Why the thread went on.
    Resumed(Wake),
    /// Whom a notify woke up.
    Woke(Option<ThreadId>),
}

/// Why a thread went on that waited, or might have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Wake {
    /// What it waited for has happened: it was notified, the monitor was free, the guard held, the child had ended ...
    Notified,
    /// Its time was over; see [`Patience`].
    TimedOut,
    /// It was interrupted.
    Interrupted,
    /// For no reason: only the resume of a wait on a monitor's own wait set, and only if the configuration allows it.
    Spurious,
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
    /// Whether it is an `AssertionError`, of a subclass or not.
    #[serde(default)]
    pub assertion: bool,
}
