//! Visible operations.
//!
//! A thread stops before each visible operation with its [`Action`] known; when it is chosen, the operation happens at
//! once and becomes an [`Event`], whose [`Outcome`] says what the thread learned. Between two events of one thread nothing
//! happens that another thread can see, and nothing reaches the thread but outcomes: what a thread does next is a
//! function of its argument and of the outcomes it has had.

use crate::{Fence, LocationId, Order, SiteId, ThreadId, Value};
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
        self.action.is_fence(wake, changes)
    }
}

/// What a thread is about to do. Known before it happens: a function of the thread's local history alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Reads a location. Outcome: [`Outcome::Read`].
    Read(LocationId),
    /// Writes a value to a location; when others see it says the order ([`crate::MemoryModel`]).
    Write(LocationId, Value, Order),
    /// A write of the thread to this location that is in its buffer arrives in memory: the oldest one, with this value. Not an
    /// operation of the thread, which neither announces it nor learns of it; the event's site is that of the write.
    Arrive(LocationId, Value),
    /// Separates accesses. Announced only under memory models to which it matters.
    Fence(Fence),
    /// Atomically reads a location and writes a value that depends on what was read. Outcome: [`Outcome::Updated`].
    ///
    /// With [`Order::Volatile`] it is a fence. With [`Order::Arrived`] it acts on memory at once as well, but nothing else of its thread
    /// need have arrived: a clock, say. Such a location is written by updates of that order alone. Other orders do not occur.
    Update(LocationId, Order),
    /// Enters a monitor. Enabled while nobody else owns it; re-entrant. See [`Patience`] for the outcome.
    Acquire {
        /// The monitor: the name of an object.
        monitor: Value,
        /// How long it waits for it.
        patience: Patience,
        /// Whether the thread counts as waiting, not as blocked, meanwhile: the monitor stands for a lock of
        /// `java.util.concurrent`. See [`Action::State`].
        parks: bool,
    },
    /// Leaves a monitor once. The thread owns it.
    Release(Value),
    /// Releases the monitor (which it owns) whatever its depth, and enters a wait set. The next action of the thread is
    /// [`Action::Resume`] on the same monitor.
    Wait {
        /// The monitor.
        monitor: Value,
        /// The wait set: the monitor itself for `Object.wait`, or a condition that belongs to the monitor. The wait set of a
        /// condition is a queue (see [`Action::Notify`]).
        set: Value,
        /// Whether the wait may end by itself ([`Limit::Now`] does not occur), and whether an interrupt ends it.
        patience: Patience,
    },
    /// The other half of a wait. Enabled when the monitor is free, and the thread was notified, or gives up as the patience of its
    /// wait allows; takes the monitor back to the depth it had. Those who were notified in a queue take it back in
    /// the order in which they were notified, whatever conditions of that monitor they waited for (others may take it in
    /// between). Outcome: [`Outcome::Resumed`].
    ///
    /// A sleeper is *leaving* if it could give up right now but for the monitor: its wait is interruptible and its flag is set, or
    /// its wait is timed and time may be over at any time (`timeouts=any`). Whether it still is in the wait set then nobody knows:
    /// a notify may pass it by. Who was leaving when all were notified comes back as notified, or else as if it had not been
    /// notified, if that is still possible: then it had left. Those behind it in a queue need not wait for it as long as that is
    /// possible; once one of them has overtaken it, it had left.
    Resume(Value),
    /// Wakes one waiter in a wait set of the monitor, which it owns: any of them if the set is the monitor itself, else the one
    /// that has waited longest, or, behind waiters that are leaving ([`Action::Resume`]), the next one; none if there is none,
    /// or if all are leaving. Those passed by stay asleep; who is woken was not about to leave.
    /// Outcome: [`Outcome::Woke`], which the notifying thread itself does not learn.
    Notify {
        /// The monitor.
        monitor: Value,
        /// The wait set.
        set: Value,
    },
    /// Wakes all waiters in a wait set of the monitor, which it owns; of a queue in the order in which they have waited. Some of
    /// them may have left ([`Action::Resume`]).
    NotifyAll {
        /// The monitor.
        monitor: Value,
        /// The wait set.
        set: Value,
    },
    /// Waits until the number in a location satisfies a guard, and changes it, in one step: semaphores, latches, the
    /// interrupt flag. What happened to the number the thread does not learn. Outcome: [`Outcome::Updated`] if it went
    /// through, else [`Outcome::Resumed`]; see [`Patience`].
    Guarded {
        /// The location. The agent keeps its value; nothing else than volatile writes, starts and guarded steps may touch it, and reads.
        location: LocationId,
        /// When it is enabled.
        guard: Guard,
        /// What it does.
        change: Change,
        /// How long it waits.
        patience: Patience,
    },
    /// Waits for its permit ([`LocationId::permit`]) or an interrupt, whatever [`Patience::interruptible`] might say: enabled
    /// when the permit or the interrupt flag of the thread ([`LocationId::interrupt`]) is not zero. Takes the permit if
    /// there is one; leaves the flag alone. Outcome: [`Outcome::Done`] without a limit (the thread does not learn which of them it
    /// was), else [`Outcome::Resumed`] with [`Wake::Notified`] or [`Wake::TimedOut`]. [`Limit::Now`] does not occur.
    Park(Limit),
    /// Starts a thread. `argument` is what the child knows from the start (a hash of the names of its `Thread` object and its
    /// `Runnable`): the root edge of the child's trie.
    Start {
        /// The new thread.
        child: ThreadId,
        /// What it knows from the start.
        argument: Value,
        /// Whether the execution may end without it.
        daemon: bool,
        /// A location that becomes 1 in the same step, for those who ask whether the thread was started.
        tells: Option<LocationId>,
    },
    /// Waits for the end of a thread (enabled when it has ended; a thread that was not started cannot be joined).
    /// [`Limit::Now`] does not occur; see [`Patience`] for the outcome. An interrupt counts only while the child is alive.
    Join {
        /// Whose end.
        child: ThreadId,
        /// How long it waits.
        patience: Patience,
    },
    /// Asks whether a thread that was started has not ended yet. Outcome: [`Outcome::Read`] of 1 (alive) or 0.
    Alive(ThreadId),
    /// Asks what a thread that was started is doing. While there is something in its store buffer it is running: who blocks has come to a
    /// fence. Outcome: [`Outcome::Read`] of a [`Doing`] as a number. A thread that has not
    /// entered a monitor that somebody else owns may be [`Doing::Running`] still or [`Doing::Blocked`] already; in the same way a thread at a
    /// join, park or guarded step without [`Limit::Now`] that is not enabled may be running still. Between wait and resume
    /// there is no choice: waiting if asleep; if notified, as at the entry of a monitor, or of a lock if it waited for a condition.
    ///
    /// Once the answer was not [`Doing::Running`], the thread is *settled*: until it goes on with that operation, in whatever way, all
    /// answers are the same, also when the operation is enabled now (a thread that was unparked waits until it runs). A sleeper on
    /// the monitor itself that is notified is settled as [`Doing::Blocked`] from then on if it was settled before. Who is not settled,
    /// and can go on with what it waits for, is running.
    State(ThreadId),
    /// Any number below this, whichever. Outcome: [`Outcome::Read`].
    Choose(u32),
    /// Has come back to where it was, in the same local state, and has changed nothing on the way: it waits. Enabled when
    /// something that it looked at on the way is different now. Then it is as if it had never gone round: what it does next is
    /// what it did after the event before those.
    Await(Awaited),
    /// Prints text on standard output.
    Print(String),
    /// Ends the whole execution with an exit status.
    Exit(i32),
    /// The thread ends. Its last event.
    End {
        /// The exception that ended it.
        uncaught: Option<Uncaught>,
        /// The monitor whose wait set is notified, all of it, in the same step: that of the `Thread` object, if the program
        /// ever waits there. Not enabled while somebody else owns it.
        notifies: Option<Value>,
    },
}

impl Action {
    /// Whether the operation happens only when the store buffer of its thread is empty ([`crate::MemoryModel`]), if it goes on for
    /// this reason. `changes`: of a guarded step that goes through, whether the number becomes another one.
    ///
    /// What only looks is no fence: reads of whatever kind, questions about threads, guarded steps that change nothing, tries that
    /// fail. Neither are notifies, whose thread owns the monitor.
    #[must_use]
    pub fn is_fence(&self, wake: Wake, changes: bool) -> bool {
        match self {
            Action::Read(_)
            | Action::Arrive(..)
            | Action::Notify { .. }
            | Action::NotifyAll { .. }
            | Action::Alive(_)
            | Action::State(_)
            | Action::Choose(_)
            | Action::Await(_) => false,
            Action::Write(_, _, order) | Action::Update(_, order) => *order == Order::Volatile,
            Action::Fence(fence) => *fence == Fence::Full,
            Action::Acquire { patience, .. } => wake == Wake::Notified || patience.limit != Limit::Now,
            Action::Guarded { patience, .. } => match wake {
                Wake::Notified => changes,
                _ => patience.limit != Limit::Now,
            },
            Action::Release(_)
            | Action::Wait { .. }
            | Action::Resume(_)
            | Action::Park(_)
            | Action::Start { .. }
            | Action::Join { .. }
            | Action::Print(_)
            | Action::Exit(_)
            | Action::End { .. } => true,
        }
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
///   enabled, and no thread could go on, this one by an interrupt included (`timeouts=idle`), or whatever they could do (`timeouts=any`).
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
}

impl Guard {
    /// Whether it holds.
    #[must_use]
    pub fn holds(self, value: Value) -> bool {
        match self {
            Guard::Always => true,
            Guard::Zero => value == Value::ZERO,
            Guard::AtLeast(least) => value.0.cast_signed() >= least,
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
}
