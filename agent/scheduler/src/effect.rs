//! What an operation does when it happens.
//!
//! Invariant: memory is not touched; it follows from the events. Neither are store buffers (buffer.rs).

use crate::choose::How;
use crate::core::{Core, News, Phase, Slot, Waiting};
use mcr_protocol::{Action, Doing, End, Outcome, Patience, ThreadId, Value, Wake};

/// The outcome of an operation that went on for this reason and has nothing else to tell.
fn told(patience: Patience, wake: Wake) -> Outcome {
    if patience.tells() { Outcome::Resumed(wake) } else { Outcome::Done }
}

impl Core {
    /// The effect of an operation on everything but memory and buffers, and its outcome.
    pub(crate) fn apply(&mut self, slot: Slot, action: &Action, how: How) -> Outcome {
        let wake = how.wake();
        match action {
            Action::Read(_)
            | Action::Write(..)
            | Action::Update(..)
            | Action::Print(_)
            | Action::Await(_)
            | Action::Fence(_) => {}
            // Nothing that a thread announces.
            Action::Arrive(..) => {}
            Action::Acquire { monitor, patience, .. } => {
                if wake == Wake::Notified {
                    self.monitors.acquire(*monitor, slot, 1);
                }
                return told(*patience, wake);
            }
            Action::Release(monitor) => self.monitors.release(*monitor),
            Action::Wait { monitor, set, patience } => {
                let depth = self.monitors.wait(*monitor, *set, slot);
                let (monitor, set, patience) = (*monitor, *set, *patience);
                self.thread_mut(slot).waiting = Some(Waiting { monitor, set, depth, patience, news: News::Nothing });
            }
            Action::Resume(monitor) => {
                if wake == Wake::Notified {
                    self.overtake(*monitor, slot);
                }
                let depth = self.thread_mut(slot).waiting.take().map_or(1, |waiting| waiting.depth);
                self.monitors.resume(*monitor, slot, depth);
                return Outcome::Resumed(wake);
            }
            Action::Notify { monitor, .. } => {
                let woken = if let How::Wakes(woken) = how { woken } else { None };
                if let Some(waiter) = woken {
                    self.notify(*monitor, waiter, News::Notified);
                }
                return Outcome::Woke(woken.map(|waiter| self.thread(waiter).id));
            }
            Action::NotifyAll { monitor, set } => self.notify_all(*monitor, *set),
            Action::Guarded { location, change, .. } => {
                if wake != Wake::Notified {
                    return Outcome::Resumed(wake);
                }
                let old = self.view(slot, *location);
                return Outcome::Updated { old, new: change.of(old) };
            }
            Action::Park(limit) => return told(Patience { limit: *limit, interruptible: false }, wake),
            Action::Start { child, daemon, .. } => {
                self.thread_mut(slot).starts += 1;
                self.add(*child, *daemon);
            }
            Action::Join { patience, .. } => return told(*patience, wake),
            Action::Alive(child) => return Outcome::Read(Value(u64::from(self.is_alive(*child)))),
            Action::State(_) | Action::Choose(_) => {
                if let (Action::State(of), How::Reads(answer)) = (action, how) {
                    self.settle(*of, answer);
                }
                return Outcome::Read(if let How::Reads(value) = how { value } else { Value::ZERO });
            }
            Action::Exit(code) => self.complete_execution(End::Exit(*code)),
            Action::End { notifies, .. } => {
                if let Some(monitor) = notifies {
                    self.notify_all(*monitor, *monitor);
                }
                self.end_thread(slot);
            }
        }
        Outcome::Done
    }

    /// Wakes one that waits for the monitor.
    fn notify(&mut self, monitor: Value, waiter: Slot, news: News) {
        self.monitors.notify(monitor, waiter);
        let thread = self.thread_mut(waiter);
        if let Some(waiting) = &mut thread.waiting {
            waiting.news = news;
            // It is at the entry of the monitor now, for those who have seen it wait.
            if waiting.set == monitor && thread.settled.is_some() {
                thread.settled = Some(Doing::Blocked);
            }
        }
    }

    /// A thread that was notified takes the monitor back: those who were notified in queues before it must have left.
    fn overtake(&mut self, monitor: Value, slot: Slot) {
        let overtaken: Vec<Slot> = self.monitors.returning_before(monitor, slot).collect();
        for other in overtaken {
            self.monitors.leave(monitor, other);
            if let Some(waiting) = &mut self.thread_mut(other).waiting {
                waiting.news = News::Left;
            }
        }
    }

    /// A thread was seen doing this.
    fn settle(&mut self, thread: ThreadId, answer: Value) {
        let blocked = [Doing::Blocked, Doing::Waiting, Doing::TimedWaiting];
        let seen = blocked.into_iter().find(|doing| Value(*doing as u64) == answer);
        if let (Some(seen), Some(slot)) = (seen, self.slot(thread)) {
            self.thread_mut(slot).settled = Some(seen);
        }
    }

    fn notify_all(&mut self, monitor: Value, set: Value) {
        let waiters: Vec<Slot> = self.waiters(monitor, set).collect();
        for waiter in waiters {
            let news = if self.is_leaving(waiter) { News::Unsure } else { News::Notified };
            self.notify(monitor, waiter, news);
        }
    }

    fn end_thread(&mut self, slot: Slot) {
        self.thread_mut(slot).phase = Phase::Ended;
        self.alive -= 1;
        if !self.thread(slot).daemon {
            self.vital -= 1;
            if self.vital == 0 {
                self.complete_execution(End::Normal);
            }
        }
    }

    /// The program ends by itself, with the event that is being performed: the schedule must end there, too.
    fn complete_execution(&mut self, end: End) {
        let Some(step) = self.plan.current() else {
            self.closing = Some(end);
            return;
        };
        let event = self.events.len() as u64 + 1;
        let message = format!("event {event}: the schedule expects {step:?}, but the execution ended: {end:?}");
        self.finish(End::Diverged { event, message });
    }
}
