//! Who owns which monitor and who waits, at a point of an interleaving.
//!
//! Derived from the events alone, so that a report can say what a thread is blocked by and where that was acquired.

use mcr_protocol::{Action, Event, Outcome, SiteId, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The state of all monitors after some events.
#[derive(Default)]
pub struct Monitors {
    owners: FxHashMap<Value, Owner>,
    waiting: FxHashMap<ThreadId, (Value, Owner)>,
    notified: FxHashSet<ThreadId>,
    ended: FxHashSet<ThreadId>,
}

/// Who is in a monitor.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// Who.
    pub thread: ThreadId,
    /// Where it entered.
    pub acquired: SiteId,
    /// How often it has entered and not left; at least 1.
    depth: u32,
}

/// What keeps a thread from going on.
#[derive(Clone, Copy, Debug)]
pub enum Obstacle {
    /// A monitor that another thread owns.
    Owned(Value, Owner),
    /// Nobody has notified it on this monitor.
    NotNotified(Value),
    /// This thread has not ended.
    Alive(ThreadId),
}

impl Monitors {
    /// The next event.
    pub fn apply(&mut self, event: &Event) {
        let thread = event.thread;
        match &event.action {
            Action::Acquire(monitor) => {
                let owner = self.owners.entry(*monitor).or_insert(Owner { thread, acquired: event.site, depth: 0 });
                owner.depth += 1;
            }
            Action::Release(monitor) => {
                if let Some(owner) = self.owners.get_mut(monitor) {
                    owner.depth = owner.depth.saturating_sub(1);
                    if owner.depth == 0 {
                        self.owners.remove(monitor);
                    }
                }
            }
            Action::Wait { monitor, .. } => {
                if let Some(owner) = self.owners.remove(monitor) {
                    self.waiting.insert(thread, (*monitor, owner));
                }
                self.notified.remove(&thread);
            }
            Action::Resume(monitor) => {
                if let Some((_, owner)) = self.waiting.remove(&thread) {
                    self.owners.insert(*monitor, owner);
                }
                self.notified.remove(&thread);
            }
            Action::Notify(_) => {
                if let Outcome::Woke(Some(woken)) = event.outcome {
                    self.notified.insert(woken);
                }
            }
            Action::NotifyAll(monitor) => {
                let woken = self.waiting.iter().filter(|(_, (waits, _))| waits == monitor);
                self.notified.extend(woken.map(|(thread, _)| *thread));
            }
            Action::End(_) => {
                self.ended.insert(thread);
            }
            _ => {}
        }
    }

    /// Why `thread` cannot do `action` now, if it cannot.
    #[must_use]
    pub fn obstacle(&self, thread: ThreadId, action: &Action) -> Option<Obstacle> {
        let owned = |monitor: Value| {
            let owner = self.owners.get(&monitor).filter(|owner| owner.thread != thread);
            owner.map(|owner| Obstacle::Owned(monitor, *owner))
        };
        match action {
            Action::Acquire(monitor) => owned(*monitor),
            Action::Resume(monitor) if self.notified.contains(&thread) => owned(*monitor),
            Action::Resume(monitor) => Some(Obstacle::NotNotified(*monitor)),
            Action::Join { child, .. } if !self.ended.contains(child) => Some(Obstacle::Alive(*child)),
            _ => None,
        }
    }
}
