//! What can happen in a state: which steps a thread can do, and what others can see it doing.

use super::{Choice, Life, State, Waiting};
use crate::Model;
use crate::names::{MonitorIx, ThreadIx};
use crate::numbers::{Parked, Slept};
use crate::trie::Op;
use mcr_protocol::{Doing, Limit, Value, Wake};

impl State {
    /// Calls `found` with each step that a running thread can do, but for those that need everybody else to be idle. Arrivals of its
    /// writes are others ([`State::arrivals`]).
    /// What it does next must be known (else it has no steps).
    pub fn choices(&self, model: &Model, thread: ThreadIx, mut found: impl FnMut(Choice)) {
        let Some(op) = model.tries.cell(self.thread(thread).cell).op else { return };
        match op {
            Op::Notify { monitor, set } => {
                let stays = |sleeper: &ThreadIx| !self.is_leaving(model, *sleeper);
                let place = |sleeper: ThreadIx| self.thread(sleeper).place;
                let first_to_stay = self.sleepers(model, set).filter(stays).map(place).min();
                for waiter in self.sleepers(model, set) {
                    if set == monitor || first_to_stay.is_none_or(|first| place(waiter) <= first) {
                        found(Choice::Wake(Some(waiter)));
                    }
                }
                if first_to_stay.is_none() {
                    found(Choice::Wake(None));
                }
            }
            Op::State(other) => {
                let answers = self.doing(model, other);
                answers.all().for_each(|doing| found(Choice::Number(doing as u64)));
            }
            Op::Choose(below) => (0..below).for_each(|number| found(Choice::Number(u64::from(number)))),
            _ if op.says_why() => {
                let enabled = self.enabled(model, thread, op);
                let ready = |wake| !self.waits_for_buffer(thread, op, wake);
                if enabled && ready(Wake::Notified) {
                    found(Choice::Back(Wake::Notified));
                }
                if self.interrupted(thread, op) && ready(Wake::Interrupted) {
                    found(Choice::Back(Wake::Interrupted));
                }
                let may_be_over = !enabled || self.thread(thread).waiting == Waiting::Unsure;
                if may_be_over
                    && self.may_give_up(thread, op)
                    && self.is_over_at_any_time(model, thread, op)
                    && ready(Wake::TimedOut)
                {
                    found(Choice::Back(Wake::TimedOut));
                }
                if model.rules.spurious && self.may_wake_spuriously(thread, op) {
                    found(Choice::Back(Wake::Spurious));
                }
            }
            _ if self.enabled(model, thread, op) && !self.waits_for_buffer(thread, op, Wake::Notified) => {
                found(Choice::Plain);
            }
            _ => {}
        }
    }

    /// The step that a running thread can do if no other can go on, and no write can arrive: giving up.
    #[must_use]
    pub fn gives_up_idle(&self, model: &Model, thread: ThreadIx) -> Option<Choice> {
        let op = model.tries.cell(self.thread(thread).cell).op?;
        let possible = !self.some_are_buffered()
            && self.would_give_up_idle(model, thread, op)
            && self.is_first_to_give_up(model, thread, op);
        possible.then_some(Choice::Back(Wake::TimedOut))
    }

    /// Whether only that others can go on, or have nearer deadlines, keeps a running thread from giving up.
    pub(super) fn would_give_up_idle(&self, model: &Model, thread: ThreadIx, op: Op) -> bool {
        model.rules.gives_up_idle(op.patience().limit)
            && !self.enabled(model, thread, op)
            && !self.interrupted(thread, op)
            && self.thread(thread).waiting != Waiting::Unsure
            && self.may_give_up(thread, op)
            && !self.is_over_at_any_time(model, thread, op)
    }

    /// Whether a running thread has a step that it will do sooner or later if it is let, or a write of it will arrive.
    #[must_use]
    pub fn can_go_on(&self, model: &Model, thread: ThreadIx) -> bool {
        let mut can = self.would_go_on(model, thread) || !self.buffered(thread).is_empty();
        self.choices(model, thread, |choice| can |= choice != Choice::Back(Wake::Spurious));
        can
    }

    /// Whether a running thread can be interrupted where it waits.
    #[must_use]
    pub fn interrupted(&self, thread: ThreadIx, op: Op) -> bool {
        let set = op.patience().flag.is_some_and(|flag| self.memory[flag.0 as usize] != Value::ZERO);
        set && match op {
            Op::Join { child, .. } => self.thread(child).life == Life::Running,
            _ => self.may_give_up(thread, op),
        }
    }

    /// Whether a running thread may go on for no reason.
    #[must_use]
    pub fn may_wake_spuriously(&self, thread: ThreadIx, op: Op) -> bool {
        matches!(op, Op::Resume(Slept { monitor, set, .. }) if monitor == set)
            && self.thread(thread).waiting == Waiting::Asleep
            && self.may_give_up(thread, op)
    }

    /// Whether the end of its patience would let a running thread go on, but for what it waits for: a resume needs the monitor.
    fn may_give_up(&self, thread: ThreadIx, op: Op) -> bool {
        match op {
            Op::Resume(Slept { monitor, .. }) => {
                self.thread(thread).waiting != Waiting::Notified && self.owner(monitor).is_none()
            }
            _ => true,
        }
    }

    /// Whether a thread in a wait set could give up now but for the monitor ([`mcr_protocol::Action::Resume`]).
    pub(super) fn is_leaving(&self, model: &Model, thread: ThreadIx) -> bool {
        self.would_give_up(model, thread, Waiting::Asleep)
    }

    /// Whether a thread that waits in this way could give up now but for the monitor, if it was not notified.
    fn would_give_up(&self, model: &Model, thread: ThreadIx, waiting: Waiting) -> bool {
        let me = self.thread(thread);
        let op = model.tries.cell(me.cell).op.filter(|_| me.waiting == waiting);
        op.is_some_and(|op| {
            op.patience().flag.is_some_and(|flag| self.value(flag) != Value::ZERO)
                || self.is_over_at_any_time(model, thread, op)
        })
    }

    /// Whether some thread in a wait set may be interrupted there.
    #[must_use]
    pub fn some_sleeper_is_interruptible(&self, model: &Model, set: MonitorIx) -> bool {
        let flag = |sleeper| model.tries.cell(self.thread(sleeper).cell).op.and_then(|op| op.patience().flag);
        self.sleepers(model, set).any(|sleeper| flag(sleeper).is_some())
    }

    /// Whether what a running thread waits for is there.
    fn enabled(&self, model: &Model, thread: ThreadIx, op: Op) -> bool {
        let me = self.thread(thread);
        let value = |location| self.sees(thread, location);
        match op {
            Op::Acquire { monitor, .. } | Op::End { notifies: Some(monitor), .. } => self.is_free_for(monitor, thread),
            Op::Resume(Slept { monitor, .. }) => {
                matches!(me.waiting, Waiting::Notified | Waiting::Unsure)
                    && self.owner(monitor).is_none()
                    && self.is_next(model, thread)
            }
            Op::Guarded { location, guard, .. } => guard.holds(value(location)),
            Op::Park(Parked { permit, flag, .. }) => value(permit) != Value::ZERO || value(flag) != Value::ZERO,
            Op::Join { child, .. } => self.thread(child).life == Life::Ended,
            Op::Await(_) => me.stirred && self.would_go_on(model, thread),
            _ => true,
        }
    }

    /// Whether a thread at an await sees something else now.
    ///
    /// [`State::choices`] does not say so: a round that changed nothing can as well be left out, and the search has been where
    /// the thread begins that round now. Unless somebody saw the thread in that round (`stirred`): gave up waiting
    /// because all others were idle, the thread at its await among them; found a monitor taken that the thread held for
    /// a moment; asked what it was doing. Then the round has to have been.
    #[must_use]
    pub fn would_go_on(&self, model: &Model, thread: ThreadIx) -> bool {
        let Some(Op::Await(number)) = model.tries.cell(self.thread(thread).cell).op else { return false };
        let sights = model.names.sights(number);
        sights.reads.iter().any(|&(location, value)| self.sees(thread, location) != value)
            || sights.alive.iter().any(|&other| self.thread(other).life != Life::Running)
            || sights.states.iter().any(|&(other, seen)| self.doing(model, other).all().any(|now| now as u8 != seen))
            || sights.tried.iter().any(|&monitor| self.is_free_for(monitor, thread))
            || sights.guards.iter().any(|&(location, guard)| guard.holds(self.sees(thread, location)))
    }

    /// Whether a thread is at an await.
    #[must_use]
    pub fn awaits(&self, model: &Model, thread: ThreadIx) -> bool {
        matches!(model.tries.cell(self.thread(thread).cell).op, Some(Op::Await(_)))
    }

    /// What others can see a thread doing. One that was not started counts as ended.
    fn doing(&self, model: &Model, thread: ThreadIx) -> Answers {
        let me = self.thread(thread);
        if me.life != Life::Running {
            return Answers { settled: Doing::Ended, running: false };
        }
        if let Some(settled) = me.settled {
            return Answers { settled, running: false };
        }
        let Some(op) = model.tries.cell(me.cell).op else { return Answers::RUNNING };
        let waiting = |limit| match limit {
            Limit::Never => Doing::Waiting,
            Limit::Timed | Limit::After(_) => Doing::TimedWaiting,
            Limit::Now => Doing::Running,
        };
        if let (Op::Resume(Slept { waits, .. }), Waiting::Asleep) = (op, me.waiting) {
            return Answers { settled: waiting(waits.limit), running: false };
        }
        // An await is never blocked; and two that ask for each other would go round here. Who blocks has come to a fence before.
        if matches!(op, Op::Await(_)) || !self.buffered(thread).is_empty() || self.enabled(model, thread, op) {
            return Answers::RUNNING;
        }
        let settled = match op {
            // Was notified: it takes the monitor back as if it had no limit.
            Op::Resume(Slept { monitor, set, .. }) => {
                let settled = if monitor == set { Doing::Blocked } else { Doing::Waiting };
                return Answers { settled, running: false };
            }
            Op::Acquire { patience: waits, parks: false, .. } if waits.limit != Limit::Now => Doing::Blocked,
            Op::Acquire { patience, .. } | Op::Guarded { patience, .. } | Op::Join { patience, .. } => {
                waiting(patience.limit)
            }
            Op::Park(Parked { limit, .. }) => waiting(limit),
            // It enters the monitor of its `Thread` object.
            Op::End { .. } => Doing::Blocked,
            _ => Doing::Running,
        };
        Answers { settled, running: !self.has_waited(model, thread, op) }
    }

    /// Those in a wait set, whom a notify may wake.
    pub(super) fn sleepers<'a>(&'a self, model: &'a Model, set: MonitorIx) -> impl Iterator<Item = ThreadIx> + 'a {
        let asleep = move |number: ThreadIx| {
            let thread = self.thread(number);
            thread.waiting == Waiting::Asleep && thread.set == set && !self.has_left(model, number)
        };
        (0u32..).take(self.threads.len()).map(ThreadIx).filter(move |thread| asleep(*thread))
    }

    fn is_free_for(&self, monitor: MonitorIx, thread: ThreadIx) -> bool {
        self.owner(monitor).is_none_or(|owner| owner == thread)
    }

    /// Whether a notified thread is the one that takes its monitor back next, as far as queues say.
    fn is_next(&self, model: &Model, thread: ThreadIx) -> bool {
        let me = self.thread(thread);
        let before = |(_, t): &(u32, &super::Thread)| t.returns(me.monitor) && t.place < me.place;
        let mut before = (0u32..).zip(&self.threads).filter(before).map(|(n, _)| ThreadIx(n));
        !me.queues() || before.all(|other| self.would_give_up(model, other, Waiting::Unsure))
    }
}

/// The possible answers to the question what a thread is doing.
struct Answers {
    /// If it has come to where it blocks.
    settled: Doing,
    /// Whether it may not have come there.
    running: bool,
}

impl Answers {
    const RUNNING: Answers = Answers { settled: Doing::Running, running: false };

    fn all(&self) -> impl Iterator<Item = Doing> + use<> {
        let running = self.running && self.settled != Doing::Running;
        running.then_some(Doing::Running).into_iter().chain([self.settled])
    }
}
