//! Which operation happens next: as the schedule says, and after it by the default policy.
//!
//! The default policy: the thread of the last event goes on while it can; else the thread started first that can go on.
//! A thread that waits in a loop is blocked until something that it read is different.
//! A wait or a join with a time limit gives up only when no other operation is enabled, the thread started first before
//! the others. A notify wakes whoever has waited longest. A thread that has done very many events in a row gives way
//! to the one whose last event is the longest ago; so nobody starves.
//!
//! A thread that has never run may well be blocked as soon as it runs. Where it matters it is told to run up to its first
//! operation, which nobody else can notice, and the choice is made again.
//!
//! Invariant: choosing changes nothing.

use crate::core::{Core, Phase, Slot};
use mcr_protocol::{Action, End, Schedule, Step, Wake};

/// What is to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The operation that this thread announced.
    Perform(Slot, How),
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
    Wake(Option<Slot>),
    /// A wait or join gives up.
    TimeOut,
}

/// Whether a thread can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    /// It has never run.
    New,
    /// Its operation is enabled.
    Ready,
    /// Its operation is enabled if nobody else's is.
    IfIdle,
    /// Its operation is not enabled.
    Blocked,
    /// It has ended.
    Ended,
}

/// A schedule and how much of it has been done.
#[derive(Default)]
pub(crate) struct Plan {
    steps: Vec<Step>,
    /// The current step.
    at: usize,
    /// Events done of the current step: fewer than it has.
    done: u32,
}

impl Plan {
    pub(crate) fn new(mut schedule: Schedule) -> Plan {
        schedule.steps.retain(|step| !matches!(step, Step::Run { count: 0, .. }));
        Plan { steps: schedule.steps, at: 0, done: 0 }
    }

    /// What the schedule says now; `None` when it is used up.
    pub(crate) fn current(&self) -> Option<Step> {
        self.steps.get(self.at).copied()
    }

    /// An event has happened. Whether the schedule said so.
    pub(crate) fn advance(&mut self) -> bool {
        match self.current() {
            None => return false,
            Some(Step::Run { count, .. }) if self.done + 1 < count => self.done += 1,
            Some(_) => (self.at, self.done) = (self.at + 1, 0),
        }
        true
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
            && matches!(action, Action::Read(_) | Action::Write(..) | Action::Update(_))
            && (self.events.len() as u64) < self.limits.max_events
    }

    /// What is to happen next.
    pub(crate) fn choose(&self) -> Choice {
        match self.plan.current() {
            Some(step) => self.follow(step),
            None if !self.is_tired() && self.readiness(self.current) == Readiness::Ready => self.plain(self.current),
            None => self.by_default(),
        }
    }

    fn follow(&self, step: Step) -> Choice {
        let (Step::Run { thread, .. } | Step::Notify { thread, .. } | Step::Resume { thread, .. }) = step;
        let Some(slot) = self.slot(thread) else { return self.diverged(step, "that thread was not started") };
        let readiness = self.readiness(slot);
        if readiness == Readiness::New {
            return Choice::RunFirst(slot);
        }
        let Some((_, action)) = &self.thread(slot).next else { return self.diverged(step, "that thread has ended") };
        match (step, action) {
            (Step::Run { .. }, Action::Notify(_) | Action::Resume(_) | Action::Join { timed: true, .. }) => {
                self.diverged(step, "this operation needs a step of its own")
            }
            (Step::Run { .. }, _) if readiness == Readiness::Ready => Choice::Perform(slot, How::Plain),
            (Step::Run { .. }, _) => self.diverged(step, "it is blocked"),
            (Step::Notify { woken, .. }, Action::Notify(monitor)) => {
                let mut waiters = self.monitors.waiters(*monitor);
                match woken {
                    None if waiters.next().is_none() => Choice::Perform(slot, How::Wake(None)),
                    None => self.diverged(step, "somebody waits there"),
                    Some(woken) => match waiters.find(|waiter| self.thread(*waiter).id == woken) {
                        Some(waiter) => Choice::Perform(slot, How::Wake(Some(waiter))),
                        None => self.diverged(step, "the thread to be woken does not wait there"),
                    },
                }
            }
            (Step::Resume { wake, .. }, Action::Resume(_) | Action::Join { timed: true, .. }) => {
                match (wake, readiness) {
                    (Wake::Notified, Readiness::Ready) => Choice::Perform(slot, How::Plain),
                    (Wake::TimedOut, Readiness::IfIdle) => self.time_out(step, slot),
                    (Wake::Notified, _) => self.diverged(step, "it is blocked"),
                    (Wake::TimedOut, _) => self.diverged(step, "its time cannot be over"),
                }
            }
            _ => self.diverged(step, "this is another operation"),
        }
    }

    fn time_out(&self, step: Step, slot: Slot) -> Choice {
        if self.slots().any(|other| self.readiness(other) == Readiness::Ready) {
            return self.diverged(step, "its time cannot be over while another thread can go on");
        }
        let new = self.slots().find(|other| self.readiness(*other) == Readiness::New);
        new.map_or(Choice::Perform(slot, How::TimeOut), Choice::RunFirst)
    }

    #[cold]
    fn diverged(&self, step: Step, why: &str) -> Choice {
        let (Step::Run { thread, .. } | Step::Notify { thread, .. } | Step::Resume { thread, .. }) = step;
        let event = self.events.len() as u64;
        let next = self.slot(thread).and_then(|slot| self.thread(slot).next.as_ref());
        let announced = next.map_or("nothing".to_string(), |(site, action)| format!("{action:?} at site {}", site.0));
        let message = format!("event {event}: the schedule expects {step:?}; {thread} announced {announced}: {why}");
        Choice::End(End::Diverged { event, message })
    }

    fn by_default(&self) -> Choice {
        let can_go_on = |slot: &Slot| matches!(self.readiness(*slot), Readiness::Ready | Readiness::New);
        if self.is_tired() {
            let others = self.slots().filter(|slot| *slot != self.current).filter(can_go_on);
            if let Some(slot) = others.min_by_key(|slot| self.thread(*slot).last) {
                return self.go_on(slot);
            }
        }
        if self.readiness(self.current) == Readiness::Ready {
            return self.plain(self.current);
        }
        if let Some(slot) = self.slots().find(can_go_on) {
            return self.go_on(slot);
        }
        match self.slots().find(|slot| self.readiness(*slot) == Readiness::IfIdle) {
            Some(slot) => Choice::Perform(slot, How::TimeOut),
            None if self.slots().any(|slot| self.goes_round(slot)) => Choice::End(End::Livelock),
            None => Choice::End(End::Deadlock),
        }
    }

    fn go_on(&self, slot: Slot) -> Choice {
        if self.thread(slot).phase == Phase::New { Choice::RunFirst(slot) } else { self.plain(slot) }
    }

    /// The thread's operation, with what is left open decided by the default policy.
    fn plain(&self, slot: Slot) -> Choice {
        match &self.thread(slot).next {
            Some((_, Action::Notify(monitor))) => {
                Choice::Perform(slot, How::Wake(self.monitors.waiters(*monitor).next()))
            }
            _ => Choice::Perform(slot, How::Plain),
        }
    }

    /// Whether the thread keeps the execution going and waits in a loop.
    fn goes_round(&self, slot: Slot) -> bool {
        let thread = self.thread(slot);
        !thread.daemon && matches!(thread.next, Some((_, Action::Await(_))))
    }

    fn readiness(&self, slot: Slot) -> Readiness {
        let thread = self.thread(slot);
        let Some((_, action)) = &thread.next else {
            return match thread.phase {
                Phase::New => Readiness::New,
                Phase::Alive => Readiness::Blocked,
                Phase::Ended => Readiness::Ended,
            };
        };
        match action {
            Action::Acquire(monitor) if !self.monitors.is_free_for(*monitor, slot) => Readiness::Blocked,
            Action::Resume(monitor) => match &thread.waiting {
                Some(waiting) if (waiting.notified || waiting.timed) && self.monitors.is_free_for(*monitor, slot) => {
                    if waiting.notified {
                        Readiness::Ready
                    } else {
                        Readiness::IfIdle
                    }
                }
                _ => Readiness::Blocked,
            },
            Action::Await(awaited) => {
                let changed =
                    self.memory.differs(awaited) || !awaited.alive.iter().all(|thread| self.is_alive(*thread));
                if changed { Readiness::Ready } else { Readiness::Blocked }
            }
            Action::Join { child, timed } if self.is_alive(*child) => {
                if *timed {
                    Readiness::IfIdle
                } else {
                    Readiness::Blocked
                }
            }
            _ => Readiness::Ready,
        }
    }
}
