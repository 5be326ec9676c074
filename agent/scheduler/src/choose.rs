//! Which operation happens next: as the schedule says (plan.rs), and after it by the default policy.
//!
//! The default policy: the thread of the last event goes on while it can; else the next one that can go on, in the order of their starts, after which
//! comes the main thread. (So executions in which threads of a kind begin in another order go on in another order, too, and each shows something else.)
//! Before the operation of a thread happens that is a fence, the buffer of the thread drains, the oldest write first; so it does before another thread
//! is chosen because this one is blocked. All buffers drain before time is over, before a deadlock or livelock is
//! noticed, and before a thread gives way, so that those who wait for a write in a loop that nobody recognises see it.
//! A thread that waits in a loop is blocked until something that it read is different.
//! Who goes on does so because its operation is enabled, if it is; else because it was interrupted, or because it only tries.
//! A time limit is over only when no other operation can go on, the nearest one by virtual time, that of the thread started first before
//! the others; or when virtual time has come to it. A notify wakes whoever has waited longest, also one that is leaving; it counts as notified. Nobody wakes up for no reason. A choice is 0, and a thread that is about to
//! block has blocked. A thread that has done very many events in a row gives way
//! to the one whose last event is the longest ago; so nobody starves.
//!
//! A thread that has never run may well be blocked as soon as it runs. Where it matters it is told to run up to its first
//! operation, which nobody else can notice, and the choice is made again.
//!
//! Invariant: choosing changes nothing.

use crate::core::{Core, Phase, Slot};
use crate::readiness::Readiness;
use mcr_protocol::{Action, Doing, End, LocationId, Step, Value, Wake};

/// What is to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The operation that this thread announced. If it is a fence, what is in the buffer of the thread arrives before.
    Perform(Slot, How),
    /// The oldest write of this thread to this location arrives; then it is chosen again.
    Arrive(Slot, LocationId),
    /// This thread, which has never run, runs up to its first operation; then it is chosen again.
    RunFirst(Slot),
    /// The execution ends.
    End(End),
}

/// What the choice of an operation leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Nothing: it is enabled.
    Plain,
    /// A notify wakes this thread.
    Wakes(Option<Slot>),
    /// It goes on for this reason.
    GoesOn(Wake),
    /// It reads this, which is not in memory.
    Reads(Value),
}

impl How {
    /// Why the operation goes on.
    pub(crate) fn wake(self) -> Wake {
        if let How::GoesOn(wake) = self { wake } else { Wake::Notified }
    }
}

impl Core {
    /// A shortcut for the most frequent case: whether [`Core::choose`] would choose this operation, a memory access that
    /// the thread is about to announce.
    #[inline]
    pub(crate) fn goes_on(&self, slot: Slot, action: &Action) -> bool {
        let chosen = match self.plan.current() {
            Some(Step::Run { thread, .. }) => self.thread(slot).id == thread,
            Some(_) => false,
            None => slot == self.current && !self.is_tired(),
        };
        chosen
            && !self.is_closing()
            && matches!(action, Action::Read(_) | Action::Write(..) | Action::Update(..))
            && !self.is_at_limit()
            && !self.must_drain(slot, action, Wake::Notified)
    }

    /// What is to happen next.
    pub(crate) fn choose(&self) -> Choice {
        match self.plan.current() {
            Some(step) => self.follow(step),
            None if !self.is_tired() && self.readiness(self.current) == Readiness::Ready => self.plain(self.current),
            None => self.by_default(),
        }
    }

    /// The oldest write in the buffer of the thread arrives, if there is one.
    pub(crate) fn oldest_arrives(&self, slot: Slot) -> Option<Choice> {
        self.thread(slot).buffer.oldest().map(|location| Choice::Arrive(slot, location))
    }

    /// A write arrives, if there is one in any buffer: the oldest of the thread started first.
    pub(crate) fn any_arrives(&self) -> Option<Choice> {
        self.slots().find_map(|slot| self.oldest_arrives(slot))
    }

    fn by_default(&self) -> Choice {
        let can_go_on = |slot: &Slot| matches!(self.readiness(*slot), Readiness::Ready | Readiness::New);
        if self.is_tired() {
            if let Some(arrival) = self.any_arrives() {
                return arrival;
            }
            let others = self.slots().filter(|slot| *slot != self.current).filter(can_go_on);
            if let Some(slot) = others.min_by_key(|slot| self.thread(*slot).last) {
                return self.go_on(slot);
            }
        }
        if self.readiness(self.current) == Readiness::Ready {
            return self.plain(self.current);
        }
        if let Some(arrival) = self.oldest_arrives(self.current) {
            return arrival;
        }
        if let Some(slot) = self.slots_after(self.current).find(can_go_on) {
            return self.go_on(slot);
        }
        if let Some(arrival) = self.any_arrives() {
            return arrival;
        }
        match self.first_to_give_up().next() {
            Some(slot) => Choice::Perform(slot, How::GoesOn(Wake::TimedOut)),
            None if self.slots().any(|slot| self.goes_round(slot)) => Choice::End(End::Livelock),
            None => Choice::End(End::Deadlock),
        }
    }

    fn go_on(&self, slot: Slot) -> Choice {
        if self.thread(slot).phase == Phase::New { Choice::RunFirst(slot) } else { self.plain(slot) }
    }

    /// The operation of the thread, which can go on, with what is left open decided by the default policy.
    fn plain(&self, slot: Slot) -> Choice {
        let how = match &self.thread(slot).next {
            Some((_, Action::Notify { monitor, set })) => How::Wakes(self.waiters(*monitor, *set).next()),
            Some((_, Action::Choose(_))) => How::Reads(Value::ZERO),
            Some((_, Action::State(of))) => match self.slot(*of) {
                Some(of) if self.thread(of).phase == Phase::New => return Choice::RunFirst(of),
                Some(of) => How::Reads(Value(self.seen_doing(of) as u64)),
                None => How::Plain,
            },
            Some((_, action)) => {
                let ways = self.ways(slot, action);
                match ways.enabled {
                    true => How::Plain,
                    false if ways.interrupted => How::GoesOn(Wake::Interrupted),
                    false => How::GoesOn(Wake::TimedOut),
                }
            }
            None => How::Plain,
        };
        Choice::Perform(slot, how)
    }

    /// What the thread is seen doing. What blocks also waits for the buffer, so a thread with a full one need not be there yet.
    fn seen_doing(&self, slot: Slot) -> Doing {
        let answers = self.doing(slot);
        let may_run = answers.include(Value(Doing::Running as u64));
        if may_run && !self.thread(slot).buffer.is_empty() { Doing::Running } else { answers.settled }
    }

    /// Whether the thread keeps the execution going and waits in a loop.
    fn goes_round(&self, slot: Slot) -> bool {
        let thread = self.thread(slot);
        !thread.daemon && matches!(thread.next, Some((_, Action::Await(_))))
    }
}
