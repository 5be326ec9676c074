//! Whether a thread can go on with the operation that it announced, and in which ways.
//!
//! That its store buffer has to be empty before does not keep a thread from going on: what is in it can arrive at any time. What memory holds
//! is seen with its own eyes: its buffered writes first.
//!
//! Invariant: the answer depends on what has happened alone, never on who asks.

use crate::core::{Core, News, Phase, Slot, Waiting};
use mcr_protocol::{Action, Awaited, Limit, LocationId, Patience, Timeouts, Try, Value};

/// The ways in which an operation may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// Whether it is enabled.
    pub(crate) enabled: bool,
    /// Whether an interrupt may end it.
    pub(crate) interrupted: bool,
    /// When it may give up; not at all if it is enabled, unless it may have left its wait set before it was notified.
    pub(crate) gives_up: Limit,
    /// Whether it may go on for no reason.
    pub(crate) spurious: bool,
}

/// Whether a thread can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// It has never run.
    New,
    /// It can go on, whatever the others do.
    Ready,
    /// It can go on because its time is over, if nobody else can go on.
    IfIdle,
    /// It cannot go on.
    Blocked,
    /// It has ended.
    Ended,
}

impl Core {
    pub(crate) fn readiness(&self, slot: Slot) -> Readiness {
        let thread = self.thread(slot);
        let Some((_, action)) = &thread.next else {
            return match thread.phase {
                Phase::New => Readiness::New,
                Phase::Alive => Readiness::Blocked,
                Phase::Ended => Readiness::Ended,
            };
        };
        let ways = self.ways(slot, action);
        match ways.gives_up {
            _ if ways.enabled || ways.interrupted => Readiness::Ready,
            Limit::Now => Readiness::Ready,
            Limit::After(_) if thread.deadline <= self.now => Readiness::Ready,
            Limit::Timed | Limit::After(_) => Readiness::IfIdle,
            Limit::Never => Readiness::Blocked,
        }
    }

    /// The ways in which the thread may go on with this operation, which it announced.
    pub(crate) fn ways(&self, slot: Slot, action: &Action) -> Ways {
        let enabled = self.is_enabled(slot, action);
        let patience = self.patience(slot, action);
        let thread = self.thread(slot);
        let resumes = thread.waiting.as_ref().filter(|_| matches!(action, Action::Resume(_)));
        // Whether anything else than what it waits for could end the wait now.
        let open = match (action, resumes) {
            (_, Some(waiting)) => waiting.news != News::Notified && self.monitors.is_free_for(waiting.monitor, slot),
            (Action::Join { .. }, _) => !enabled,
            _ => true,
        };
        let unsure = resumes.is_some_and(|waiting| waiting.news == News::Unsure);
        let time_may_be_over = if unsure { self.is_over_at_any_time(slot, patience.limit) } else { !enabled };
        let asleep = |waiting: &Waiting| waiting.set == waiting.monitor && waiting.news == News::Nothing;
        Ways {
            enabled,
            interrupted: open && patience.interruptible && self.memory.is_set(LocationId::interrupt(thread.id)),
            gives_up: if open && time_may_be_over { patience.limit } else { Limit::Never },
            spurious: open && resumes.is_some_and(asleep) && self.limits.spurious,
        }
    }

    /// Whether a thread in a wait set could give up now but for the monitor ([`Action::Resume`]).
    pub(crate) fn is_leaving(&self, slot: Slot) -> bool {
        self.would_give_up(slot, News::Nothing)
    }

    /// Whether the wait of a thread, to which this has happened, could be over now if it had not been notified, but for the monitor.
    fn would_give_up(&self, slot: Slot, news: News) -> bool {
        let thread = self.thread(slot);
        thread.waiting.as_ref().filter(|waiting| waiting.news == news).is_some_and(|Waiting { patience, .. }| {
            patience.interruptible && self.memory.is_set(LocationId::interrupt(thread.id))
                || self.is_over_at_any_time(slot, patience.limit)
        })
    }

    /// Whether this limit of a thread that waits may be over whatever others can do.
    pub(crate) fn is_over_at_any_time(&self, slot: Slot, limit: Limit) -> bool {
        match limit {
            Limit::Never => false,
            Limit::Timed => self.limits.timeouts == Timeouts::Any,
            Limit::After(_) => self.thread(slot).deadline <= self.now,
            Limit::Now => true,
        }
    }

    /// Whether a thread in a wait set is past its deadline ([`Limit::After`]): it has left, and only wants its monitor back.
    pub(crate) fn has_left(&self, slot: Slot) -> bool {
        let thread = self.thread(slot);
        let waits = |waiting: &Waiting| matches!(waiting.patience.limit, Limit::After(_));
        thread.deadline < self.now && thread.waiting.as_ref().is_some_and(waits)
    }

    /// Those in a wait set that a notify may wake, the one that has waited longest first.
    pub(crate) fn waiters(&self, monitor: Value, set: Value) -> impl Iterator<Item = Slot> {
        self.monitors.waiters(monitor, set).filter(|waiter| !self.has_left(*waiter))
    }

    /// Who gives up first when nobody can go on: those that can, with the nearest deadline if they have deadlines, in the
    /// order of their starts.
    pub(crate) fn first_to_give_up(&self) -> impl Iterator<Item = Slot> {
        let idle = |slot: &Slot| self.readiness(*slot) == Readiness::IfIdle;
        let nearest = self.slots().filter(idle).map(|slot| self.thread(slot).deadline).min();
        self.slots().filter(idle).filter(move |slot| Some(self.thread(*slot).deadline) == nearest)
    }

    /// Whether the operation, which the thread announced, is enabled.
    pub(crate) fn is_enabled(&self, slot: Slot, action: &Action) -> bool {
        let thread = self.thread(slot);
        match action {
            Action::Acquire { monitor, .. } | Action::End { notifies: Some(monitor), .. } => {
                self.monitors.is_free_for(*monitor, slot)
            }
            Action::Resume(monitor) => thread.waiting.as_ref().is_some_and(|waiting| {
                let its_turn = || {
                    let mut before = self.monitors.returning_before(*monitor, slot);
                    before.all(|other| self.would_give_up(other, News::Unsure))
                };
                matches!(waiting.news, News::Notified | News::Unsure)
                    && self.monitors.is_free_for(*monitor, slot)
                    && its_turn()
            }),
            Action::Guarded { location, guard, .. } => guard.holds(self.view(slot, *location)),
            Action::Park(_) => {
                self.memory.is_set(LocationId::permit(thread.id))
                    || self.memory.is_set(LocationId::interrupt(thread.id))
            }
            Action::Await(awaited) => {
                self.sees_another_value(slot, awaited)
                    || !awaited.alive.iter().all(|thread| self.is_alive(*thread))
                    || awaited.states.iter().any(|(thread, code)| {
                        self.slot(*thread).is_some_and(|slot| self.doing(slot).may_differ_from(*code))
                    })
                    || awaited.tries.iter().any(|failed| match failed {
                        Try::Monitor(monitor) => self.monitors.is_free_for(*monitor, slot),
                        Try::Guard(location, guard) => guard.holds(self.view(slot, *location)),
                    })
            }
            Action::Join { child, .. } => !self.is_alive(*child),
            _ => true,
        }
    }

    /// Whether something that the thread read is different now in its eyes. What was never written is as it was.
    fn sees_another_value(&self, slot: Slot, awaited: &Awaited) -> bool {
        let buffer = &self.thread(slot).buffer;
        let now = |location: LocationId| buffer.youngest(location).or_else(|| self.memory.written(location));
        awaited.reads.iter().any(|(location, seen)| now(*location).is_some_and(|now| now != *seen))
    }

    /// How long the thread waits at this operation, which it announced or is about to announce.
    pub(crate) fn patience(&self, slot: Slot, action: &Action) -> Patience {
        match action {
            Action::Resume(_) => {
                self.thread(slot).waiting.as_ref().map_or(Patience::FOREVER, |waiting| waiting.patience)
            }
            _ => action.patience(),
        }
    }

    /// Whether it depends on values in memory how the thread may go on with this operation.
    pub(crate) fn needs_memory(&self, slot: Slot, action: &Action) -> bool {
        matches!(action, Action::Await(_) | Action::Guarded { .. } | Action::Park(_))
            || self.patience(slot, action).interruptible
    }
}
