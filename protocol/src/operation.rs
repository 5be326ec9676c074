//! What threads do, described once: which operations there are, what each touches, what its thread learns from it, and
//! whether it is a fence.
//!
//! The description is generic in what things are called ([`Names`]). In a trace they have the names of the protocol:
//! that is an [`Action`]. A model gives them dense numbers, and may say more about some: what a resume comes back from,
//! say. Whoever asks what two operations have in common derives it from here. What an operation *does* is not here: the
//! scheduler and the model say that independently, and check each other.

mod rename;
mod touch;

pub use rename::Renaming;
pub use touch::{Resource, Touch};

use crate::{Awaited, Change, Fence, Guard, Limit, LocationId, Order, Patience, ThreadId, Try, Uncaught, Value, Wake};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// What the things are called that operations are about.
pub trait Names: Sized {
    /// A thread.
    type Thread: Copy + Debug + Eq + Hash;
    /// A location.
    type Location: Copy + Debug + Eq + Hash;
    /// A monitor, or the wait set of a condition.
    type Monitor: Copy + Debug + Eq + Hash;
    /// How long an operation waits, and what else ends the wait ([`Patience`]).
    type Patience: Copy;
    /// What a resume is about.
    type Resume;
    /// What a park is about.
    type Park;
    /// What a child knows from the start.
    type Argument;
    /// What a waiting thread has looked at ([`Awaited`]).
    type Awaited;
    /// What is printed.
    type Text;
    /// An exception that nobody caught.
    type Uncaught;
    /// Where a write arrives.
    type Arriving;

    /// Until the operation is enabled, and nothing else.
    const FOREVER: Self::Patience;

    /// When an operation gives up by itself.
    fn limit(patience: Self::Patience) -> Limit;

    /// The interrupt flag of the thread `me`, if that ends the wait.
    fn flag(patience: Self::Patience, me: Self::Thread) -> Option<Self::Location>;

    /// Whether a thread that waits like this learns why it goes on.
    fn tells(patience: Self::Patience) -> bool;

    /// The monitor that a resume takes, and how long the wait lasts, as far as the names say: else [`Names::FOREVER`].
    fn resumed(resume: &Self::Resume) -> (Self::Monitor, Self::Patience);

    /// How long a park waits. It counts an interrupt as what it waits for.
    fn parked(park: &Self::Park) -> Self::Patience;

    /// The permit and the interrupt flag that a park of the thread `me` looks at.
    fn permit_and_flag(park: &Self::Park, me: Self::Thread) -> (Self::Location, Self::Location);

    /// What an await looks at, as far as the names say: what makes it go on when it changes.
    fn looked_at(awaited: &Self::Awaited, each: &mut impl FnMut(Resource<Self>));

    /// Where a write arrives.
    fn arriving(arriving: &Self::Arriving) -> Self::Location;
}

/// The names of the protocol: they mean the same in every execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ids {}

/// What a thread is about to do, in the names of the protocol.
pub type Action = Operation<Ids>;

impl Names for Ids {
    type Thread = ThreadId;
    type Location = LocationId;
    /// The name of an object, or of a condition.
    type Monitor = Value;
    type Patience = Patience;
    /// The monitor. The wait before it says the rest.
    type Resume = Value;
    /// The thread says the rest.
    type Park = Limit;
    /// A hash of the names of its `Thread` object and its `Runnable`: the root edge of the child's trie.
    type Argument = Value;
    type Awaited = Awaited;
    type Text = String;
    type Uncaught = Uncaught;
    type Arriving = LocationId;

    const FOREVER: Patience = Patience::FOREVER;

    fn limit(patience: Patience) -> Limit {
        patience.limit
    }

    fn flag(patience: Patience, me: ThreadId) -> Option<LocationId> {
        patience.interruptible.then(|| LocationId::interrupt(me))
    }

    fn tells(patience: Patience) -> bool {
        patience.tells()
    }

    fn resumed(monitor: &Value) -> (Value, Patience) {
        (*monitor, Patience::FOREVER)
    }

    fn parked(limit: &Limit) -> Patience {
        Patience { limit: *limit, interruptible: false }
    }

    fn permit_and_flag(_: &Limit, me: ThreadId) -> (LocationId, LocationId) {
        (LocationId::permit(me), LocationId::interrupt(me))
    }

    fn looked_at(awaited: &Awaited, each: &mut impl FnMut(Resource<Ids>)) {
        awaited.reads.iter().for_each(|(location, _)| each(Resource::Location(*location)));
        awaited.alive.iter().for_each(|thread| each(Resource::Aliveness(*thread)));
        for failed in &awaited.tries {
            each(match failed {
                Try::Monitor(monitor) => Resource::Monitor(*monitor),
                Try::Guard(location, _) => Resource::Location(*location),
            });
        }
        if !awaited.states.is_empty() {
            each(Resource::Doings);
        }
    }

    fn arriving(location: &LocationId) -> LocationId {
        *location
    }
}

/// What a thread is about to do. Known before it happens: a function of the thread's local history alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operation<N: Names> {
    /// Reads a location. Outcome: [`crate::Outcome::Read`].
    Read(N::Location),
    /// Writes a value to a location; when others see it says the order ([`crate::MemoryModel`]).
    Write(N::Location, Value, Order),
    /// A write of the thread to this location that is in its buffer arrives in memory: the oldest one, with this value.
    /// Not an operation of the thread, which neither announces it nor learns of it; the event's site is that of the
    /// write.
    Arrive(N::Arriving, Value),
    /// Separates accesses. Announced only under memory models to which it matters.
    Fence(Fence),
    /// Atomically reads a location and writes a value that depends on what was read. Outcome:
    /// [`crate::Outcome::Updated`].
    ///
    /// With [`Order::Volatile`] it is a fence. With [`Order::Arrived`] it acts on memory at once as well, but nothing
    /// else of its thread need have arrived: a clock, say. Such a location is written by updates of that order alone.
    /// Other orders do not occur.
    Update(N::Location, Order),
    /// Enters a monitor. Enabled while nobody else owns it; re-entrant. See [`Patience`] for the outcome.
    Acquire {
        /// The monitor: the name of an object.
        monitor: N::Monitor,
        /// How long it waits for it.
        patience: N::Patience,
        /// Whether the thread counts as waiting, not as blocked, meanwhile: the monitor stands for a lock of
        /// `java.util.concurrent`. See [`Operation::State`].
        parks: bool,
    },
    /// Leaves a monitor once. The thread owns it.
    Release(N::Monitor),
    /// Releases the monitor (which it owns) whatever its depth, and enters a wait set. The next action of the thread is
    /// [`Operation::Resume`] on the same monitor.
    Wait {
        /// The monitor.
        monitor: N::Monitor,
        /// The wait set: the monitor itself for `Object.wait`, or a condition that belongs to the monitor. The wait set
        /// of a condition is a queue (see [`Operation::Notify`]).
        set: N::Monitor,
        /// Whether the wait may end by itself ([`Limit::Now`] does not occur), and whether an interrupt ends it.
        patience: N::Patience,
    },
    /// The other half of a wait. Enabled when the monitor is free, and the thread was notified, or gives up as the
    /// patience of its wait allows; takes the monitor back to the depth it had. Those who were notified in a queue take
    /// it back in the order in which they were notified, whatever conditions of that monitor they waited for (others
    /// may take it in between). Outcome: [`crate::Outcome::Resumed`].
    ///
    /// A sleeper is *leaving* if it could give up right now but for the monitor: its wait is interruptible and its flag
    /// is set, or its wait is timed and time may be over at any time (`timeouts=any`), or is over by virtual time
    /// ([`Limit::After`]). Whether it still is in the wait
    /// set then nobody knows: a notify may pass it by. Who was leaving when all were notified comes back as notified,
    /// or else as if it had not been notified, if that is still possible: then it had left. Those behind it in a queue
    /// need not wait for it as long as that is possible; once one of them has overtaken it, it had left.
    Resume(N::Resume),
    /// Wakes one waiter in a wait set of the monitor, which it owns: any of them if the set is the monitor itself, else
    /// the one that has waited longest, or, behind waiters that are leaving ([`Operation::Resume`]), the next one; none
    /// if there is none, or if all are leaving. Those passed by stay asleep; who is woken was not about to leave.
    /// Outcome: [`crate::Outcome::Woke`], which the notifying thread itself does not learn.
    Notify {
        /// The monitor.
        monitor: N::Monitor,
        /// The wait set.
        set: N::Monitor,
    },
    /// Wakes all waiters in a wait set of the monitor, which it owns; of a queue in the order in which they have
    /// waited. Some of them may have left ([`Operation::Resume`]).
    NotifyAll {
        /// The monitor.
        monitor: N::Monitor,
        /// The wait set.
        set: N::Monitor,
    },
    /// Waits until the number in a location satisfies a guard, and changes it, in one step: semaphores, latches, the
    /// interrupt flag. What happened to the number the thread does not learn. Outcome: [`crate::Outcome::Updated`] if
    /// it went through, else [`crate::Outcome::Resumed`]; see [`Patience`].
    Guarded {
        /// The location. The agent keeps its value; nothing else than volatile writes, starts and guarded steps may
        /// touch it, and reads.
        location: N::Location,
        /// When it is enabled.
        guard: Guard,
        /// What it does.
        change: Change,
        /// How long it waits.
        patience: N::Patience,
    },
    /// Waits for its permit ([`LocationId::permit`]) or an interrupt, whatever [`Patience::interruptible`] might say:
    /// enabled when the permit or the interrupt flag of the thread ([`LocationId::interrupt`]) is not zero. Takes the
    /// permit if there is one; leaves the flag alone. Outcome: [`crate::Outcome::Done`] without a limit (the thread
    /// does not learn which of them it was), else [`crate::Outcome::Resumed`] with [`Wake::Notified`] or
    /// [`Wake::TimedOut`]. [`Limit::Now`] does not occur.
    Park(N::Park),
    /// Starts a thread. `argument` is what the child knows from the start.
    Start {
        /// The new thread.
        child: N::Thread,
        /// What it knows from the start.
        argument: N::Argument,
        /// Whether the execution may end without it.
        daemon: bool,
        /// A location that becomes 1 in the same step, for those who ask whether the thread was started.
        tells: Option<N::Location>,
    },
    /// Waits for the end of a thread (enabled when it has ended; a thread that was not started cannot be joined).
    /// [`Limit::Now`] does not occur; see [`Patience`] for the outcome. An interrupt counts only while the child is
    /// alive.
    Join {
        /// Whose end.
        child: N::Thread,
        /// How long it waits.
        patience: N::Patience,
    },
    /// Asks whether a thread that was started has not ended yet. Outcome: [`crate::Outcome::Read`] of 1 (alive) or 0.
    Alive(N::Thread),
    /// Asks what a thread that was started is doing. While there is something in its store buffer it is running: who
    /// blocks has come to a fence. Outcome: [`crate::Outcome::Read`] of a [`crate::Doing`] as a number. A thread that
    /// has not entered a monitor that somebody else owns may be [`crate::Doing::Running`] still or
    /// [`crate::Doing::Blocked`] already; in the same way a thread at a join, park or guarded step without
    /// [`Limit::Now`] that is not enabled may be running still. Between wait and resume there is no choice: waiting if
    /// asleep; if notified, as at the entry of a monitor, or of a lock if it waited for a condition.
    ///
    /// Once the answer was not [`crate::Doing::Running`], the thread is *settled*: until it goes on with that
    /// operation, in whatever way, all answers are the same, also when the operation is enabled now (a thread that was
    /// unparked waits until it runs). A sleeper on the monitor itself that is notified is settled as
    /// [`crate::Doing::Blocked`] from then on if it was settled before. Who is not settled, and can go on with what it
    /// waits for, is running.
    State(N::Thread),
    /// Any number below this, whichever. Outcome: [`crate::Outcome::Read`].
    Choose(u32),
    /// Has come back to where it was, in the same local state, and has changed nothing on the way: it waits. Enabled
    /// when something that it looked at on the way is different now. Then it is as if it had never gone round: what it
    /// does next is what it did after the event before those.
    Await(N::Awaited),
    /// Prints text on standard output.
    Print(N::Text),
    /// Ends the whole execution with an exit status.
    Exit(i32),
    /// The thread ends. Its last event.
    End {
        /// The exception that ended it.
        #[serde(bound(serialize = "N::Uncaught: Serialize", deserialize = "N::Uncaught: Deserialize<'de>"))]
        uncaught: Option<N::Uncaught>,
        /// The monitor whose wait set is notified, all of it, in the same step: that of the `Thread` object, if the
        /// program ever waits there. Not enabled while somebody else owns it.
        notifies: Option<N::Monitor>,
    },
}

/// What a thread learns from an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learns {
    /// Nothing: there is one way to go on.
    Nothing,
    /// A number ([`crate::Outcome::Read`]).
    Number,
    /// A number, in whose place the thread puts another one ([`crate::Outcome::Updated`]).
    Update,
    /// Why it goes on: a [`Wake`] ([`crate::Outcome::Resumed`]).
    Why,
}

/// An access that may race with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceAccess<N: Names> {
    /// Where.
    pub location: N::Location,
    /// Whether it writes.
    pub writes: bool,
    /// Whether the operation says that it is no plain access; of a read that says the place in the code.
    pub atomic: bool,
}

impl<N: Names> Operation<N> {
    /// What its thread learns from it. Of a resume, as far as its names say how long the wait lasts.
    #[must_use]
    pub fn learns(&self) -> Learns {
        match self {
            Operation::Read(_) | Operation::Alive(_) | Operation::State(_) | Operation::Choose(_) => Learns::Number,
            Operation::Update(..) => Learns::Update,
            _ if N::tells(self.patience()) => Learns::Why,
            _ => Learns::Nothing,
        }
    }

    /// Whether its outcome says why the thread went on, even if the thread does not learn it.
    #[must_use]
    pub fn says_why(&self) -> bool {
        matches!(self, Operation::Resume(_)) || self.learns() == Learns::Why
    }

    /// How long the thread waits where it is (a wait itself does not; the resume after it does, see
    /// [`Names::resumed`]).
    #[must_use]
    pub fn patience(&self) -> N::Patience {
        match self {
            Operation::Acquire { patience, .. }
            | Operation::Guarded { patience, .. }
            | Operation::Join { patience, .. } => *patience,
            Operation::Resume(resume) => N::resumed(resume).1,
            Operation::Park(park) => N::parked(park),
            _ => N::FOREVER,
        }
    }

    /// Whether it happens only when the store buffer of its thread is empty ([`crate::MemoryModel`]), if it goes on for
    /// this reason. `changes`: whether a guarded step that goes through makes the number of a location another one.
    ///
    /// What only looks is no fence: reads of whatever kind, questions about threads, guarded steps that change nothing,
    /// tries that fail. Neither are notifies, whose thread owns the monitor.
    #[must_use]
    pub fn is_fence(&self, wake: Wake, changes: impl FnOnce(N::Location, Change) -> bool) -> bool {
        let only_tries = |patience: &N::Patience| N::limit(*patience) == Limit::Now;
        match self {
            Operation::Read(_) | Operation::Arrive(..) | Operation::Notify { .. } | Operation::NotifyAll { .. } => {
                false
            }
            Operation::Alive(_) | Operation::State(_) | Operation::Choose(_) | Operation::Await(_) => false,
            Operation::Write(_, _, order) | Operation::Update(_, order) => *order == Order::Volatile,
            Operation::Fence(fence) => *fence == Fence::Full,
            Operation::Acquire { patience, .. } => wake == Wake::Notified || !only_tries(patience),
            Operation::Guarded { location, change, .. } if wake == Wake::Notified => changes(*location, *change),
            Operation::Guarded { patience, .. } => !only_tries(patience),
            Operation::Release(_) | Operation::Wait { .. } | Operation::Resume(_) | Operation::Park(_) => true,
            Operation::Start { .. } | Operation::Join { .. } => true,
            Operation::Print(_) | Operation::Exit(_) | Operation::End { .. } => true,
        }
    }

    /// Whether it is a fence whatever comes of it.
    #[must_use]
    pub fn is_always_fence(&self) -> bool {
        [Wake::Notified, Wake::TimedOut].into_iter().all(|wake| self.is_fence(wake, |_, _| false))
    }

    /// Whether it is the last of its thread.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Operation::Exit(_) | Operation::End { .. })
    }

    /// The location that it is about, and whether it may write there. None of an arrival: that is a part of a write.
    #[must_use]
    pub fn access(&self) -> Option<(N::Location, bool)> {
        match self {
            Operation::Read(location) => Some((*location, false)),
            Operation::Write(location, ..) | Operation::Update(location, _) => Some((*location, true)),
            Operation::Guarded { location, change, .. } => Some((*location, *change != Change::Keep)),
            _ => None,
        }
    }

    /// What it is in a data race. None if it cannot take part in one.
    #[must_use]
    pub fn race_access(&self) -> Option<RaceAccess<N>> {
        let (writes, atomic) = match self {
            Operation::Read(_) => (false, false),
            // Nobody else can see what has arrived already.
            Operation::Write(_, _, Order::Arrived) => return None,
            Operation::Write(_, _, order) => (true, *order != Order::Plain),
            Operation::Update(..) => (true, true),
            _ => return None,
        };
        self.access().map(|(location, _)| RaceAccess { location, writes, atomic })
    }

    /// The thread that it is about, if that is another one than its own.
    #[must_use]
    pub fn other_thread(&self) -> Option<N::Thread> {
        match self {
            Operation::Start { child: other, .. }
            | Operation::Join { child: other, .. }
            | Operation::Alive(other)
            | Operation::State(other) => Some(*other),
            _ => None,
        }
    }
}
