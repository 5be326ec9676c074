//! Who owns which monitor and who waits for what, at a point of an interleaving.
//!
//! Derived from the events alone, so that a report can say what a thread is blocked by and where that was acquired.

use mcr_protocol::{Action, Event, Guard, Limit, LocationId, Outcome, Patience, SiteId, ThreadId, Value, Wake};
use rustc_hash::{FxHashMap, FxHashSet};

const NOW: Patience = Patience { limit: Limit::Now, interruptible: false };

/// The state of all monitors after some events.
#[derive(Default)]
pub struct Monitors {
    owners: FxHashMap<Value, Owner>,
    /// The wait set of each sleeper, and what it owned before.
    waiting: FxHashMap<ThreadId, (Value, Owner)>,
    notified: FxHashSet<ThreadId>,
    ended: FxHashSet<ThreadId>,
    /// What locations hold, as far as the events say.
    values: FxHashMap<LocationId, Value>,
}

/// Who is in a monitor.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// Who.
    pub thread: ThreadId,
    /// Where it entered.
    pub acquired: SiteId,
    /// How often it has entered and not left; at least 1.
    pub depth: u32,
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
    /// There is no permit for it.
    NotUnparked,
    /// The number in a location is not as it has to be.
    Guard {
        /// Which location.
        location: LocationId,
        /// What it has to be.
        guard: Guard,
        /// What it is, if known.
        value: Option<Value>,
    },
}

impl Monitors {
    /// The next event.
    pub fn apply(&mut self, event: &Event) {
        let thread = event.thread;
        match &event.action {
            Action::Acquire { .. } if matches!(event.outcome, Outcome::Resumed(Wake::TimedOut | Wake::Interrupted)) => {
            }
            Action::Acquire { monitor, .. } => {
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
            Action::Wait { monitor, set, .. } => {
                if let Some(owner) = self.owners.remove(monitor) {
                    self.waiting.insert(thread, (*set, owner));
                }
                self.notified.remove(&thread);
            }
            Action::Resume(monitor) => {
                if let Some((_, owner)) = self.waiting.remove(&thread) {
                    self.owners.insert(*monitor, owner);
                }
                self.notified.remove(&thread);
            }
            Action::Notify { .. } => {
                if let Outcome::Woke(Some(woken)) = event.outcome {
                    self.notified.insert(woken);
                }
            }
            Action::NotifyAll { set, .. } => self.notify_all(*set),
            Action::End { notifies, .. } => {
                notifies.iter().for_each(|set| self.notify_all(*set));
                self.ended.insert(thread);
            }
            Action::Write(location, value, _) | Action::Arrive(location, value) => {
                self.values.insert(*location, *value);
            }
            _ => {}
        }
        match (&event.action, event.outcome) {
            (Action::Read(location), Outcome::Read(value))
            | (Action::Update(location, _) | Action::Guarded { location, .. }, Outcome::Updated { new: value, .. }) => {
                self.values.insert(*location, value);
            }
            (Action::Park(_), _) => {
                self.values.insert(LocationId::permit(thread), Value::ZERO);
            }
            (_, Outcome::Resumed(Wake::Interrupted)) => {
                self.values.insert(LocationId::interrupt(thread), Value::ZERO);
            }
            _ => {}
        }
    }

    /// The monitors that somebody is in.
    pub fn held(&self) -> impl Iterator<Item = (Value, &Owner)> {
        self.owners.iter().map(|(monitor, owner)| (*monitor, owner))
    }

    fn notify_all(&mut self, set: Value) {
        let woken = self.waiting.iter().filter(|(_, (waits, _))| *waits == set);
        self.notified.extend(woken.map(|(thread, _)| *thread));
    }

    /// Why `thread` cannot do `action` now, if it cannot.
    #[must_use]
    pub fn obstacle(&self, thread: ThreadId, action: &Action) -> Option<Obstacle> {
        let owned = |monitor: Value| {
            let owner = self.owners.get(&monitor).filter(|owner| owner.thread != thread);
            owner.map(|owner| Obstacle::Owned(monitor, *owner))
        };
        match action {
            // Does not wait.
            Action::Acquire { patience: NOW, .. } | Action::Guarded { patience: NOW, .. } => None,
            Action::Acquire { monitor, .. } => owned(*monitor),
            Action::End { notifies: Some(monitor), .. } => owned(*monitor),
            Action::Resume(monitor) if self.notified.contains(&thread) => owned(*monitor),
            Action::Resume(monitor) => {
                let set = self.waiting.get(&thread).map_or(*monitor, |(set, _)| *set);
                Some(Obstacle::NotNotified(set))
            }
            Action::Park(_) => {
                let set = |location| self.values.get(&location).is_some_and(|value| *value != Value::ZERO);
                let goes_on = set(LocationId::permit(thread)) || set(LocationId::interrupt(thread));
                (!goes_on).then_some(Obstacle::NotUnparked)
            }
            Action::Guarded { location, guard, .. } => {
                let value = self.values.get(location).copied();
                let holds = value.is_some_and(|value| guard.holds(value));
                (!holds).then_some(Obstacle::Guard { location: *location, guard: *guard, value })
            }
            Action::Join { child, .. } if !self.ended.contains(child) => Some(Obstacle::Alive(*child)),
            _ => None,
        }
    }
}
