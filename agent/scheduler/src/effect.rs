//! What an operation does when it happens.
//!
//! Invariant: memory is not touched; it follows from the events.

use crate::choose::How;
use crate::core::{Core, Phase, Slot, Waiting};
use mcr_protocol::{Action, End, Outcome, Patience, Value, Wake};

/// The outcome of an operation that went on for this reason and has nothing else to tell.
fn told(patience: Patience, wake: Wake) -> Outcome {
    if patience.tells() { Outcome::Resumed(wake) } else { Outcome::Done }
}

impl Core {
    /// The effect of an operation on everything but memory, and its outcome.
    pub(crate) fn apply(&mut self, slot: Slot, action: &Action, how: How) -> Outcome {
        let wake = if let How::GoesOn(wake) = how { wake } else { Wake::Notified };
        match action {
            Action::Read(_) | Action::Write(..) | Action::Update(_) | Action::Print(_) | Action::Await(_) => {}
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
                self.thread_mut(slot).waiting = Some(Waiting { monitor, set, depth, patience, notified: false });
            }
            Action::Resume(monitor) => {
                let depth = self.thread_mut(slot).waiting.take().map_or(1, |waiting| waiting.depth);
                self.monitors.resume(*monitor, slot, depth);
                return Outcome::Resumed(wake);
            }
            Action::Notify { monitor, .. } => {
                let woken = if let How::Wakes(woken) = how { woken } else { None };
                if let Some(waiter) = woken {
                    self.notify(*monitor, waiter);
                }
                return Outcome::Woke(woken.map(|waiter| self.thread(waiter).id));
            }
            Action::NotifyAll { monitor, set } => self.notify_all(*monitor, *set),
            Action::Guarded { location, change, .. } => {
                if wake != Wake::Notified {
                    return Outcome::Resumed(wake);
                }
                let old = self.memory.value(*location);
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
    fn notify(&mut self, monitor: Value, waiter: Slot) {
        self.monitors.notify(monitor, waiter);
        if let Some(waiting) = &mut self.thread_mut(waiter).waiting {
            waiting.notified = true;
        }
    }

    fn notify_all(&mut self, monitor: Value, set: Value) {
        let waiters: Vec<Slot> = self.monitors.waiters(monitor, set).collect();
        for waiter in waiters {
            self.notify(monitor, waiter);
        }
    }

    fn end_thread(&mut self, slot: Slot) {
        self.thread_mut(slot).phase = Phase::Ended;
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
