//! Under TSO and PSO: fences that are only assumed, and where that can hide a delay.
//!
//! A call of code that is not rewritten is one step, and what it changes is there at once. So where other threads may learn of the call,
//! what its thread has written arrives before it (`VersionUse.java`, `Fences.java`). A real machine need not wait there: a write from before the call can
//! still be on its way when the thread goes on to read something else, or under PSO to write it.
//!
//! That can matter only where another thread touches what was written, and something that is accessed after the call as well, one of the two
//! accesses a write. What the call does to its object is such an access, and such a write, itself. Whatever both do under a
//! common monitor is in order.

use mcr_protocol::{Action, Event, Fence, LocationId, MemoryModel, Order, Outcome, SiteId, ThreadId, Value, Wake};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fences, by what they are in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssumedFence {
    /// Updates at this place of an object's version, by a call that is no step in truth.
    Version(LocationId, SiteId),
    /// The lock that is entered there to make it one.
    Lock(Value, SiteId),
    /// Full fences at a call.
    Call(SiteId),
}

/// Those of all executions.
#[derive(Default)]
pub struct AssumedFences {
    all: FxHashSet<AssumedFence>,
    /// Those that are locks, wherever they are entered.
    locks: FxHashSet<Value>,
}

/// An access of a location after the first thread was started.
struct Access {
    thread: ThreadId,
    writes: bool,
    /// A number of [`Accesses::held`].
    held: usize,
}

/// What the threads of an execution access, and which monitors they hold then.
struct Accesses {
    by_location: FxHashMap<LocationId, Vec<Access>>,
    held: Vec<Vec<Value>>,
}

/// What a thread has written since its last fence that is one.
#[derive(Default)]
struct Written {
    locations: Vec<LocationId>,
    /// How many of them come before all that it writes later.
    ordered: usize,
    /// How many of them had been written at the last fence that is only assumed, and where that was.
    assumed: usize,
    site: SiteId,
}

impl AssumedFences {
    pub fn add(&mut self, fence: AssumedFence) {
        self.all.insert(fence);
        if let AssumedFence::Lock(lock, _) = fence {
            self.locks.insert(lock);
        }
    }

    /// Where those are, in an execution with these events, that can hide a delay from other threads.
    pub fn concern_others(&self, events: &[Event], model: MemoryModel) -> Vec<SiteId> {
        if self.all.is_empty() || !model.buffers() {
            return Vec::new();
        }
        let begin = events.iter().position(|event| matches!(event.action, Action::Start { .. }));
        let events = &events[begin.unwrap_or(events.len())..];
        let (accesses, held) = self.accesses(events);
        let mut threads: FxHashMap<ThreadId, Written> = FxHashMap::default();
        let mut sites = FxHashSet::default();
        for (event, &held) in events.iter().zip(&held) {
            let written = threads.entry(event.thread).or_default();
            if self.is_assumed(event) {
                if accesses.can_overtake(event, held, &written.locations) {
                    sites.insert(event.site);
                }
                written.locations.extend(event.action.access().map(|(location, _)| location));
                written.assumed = written.locations.len();
                written.site = event.site;
                continue;
            }
            if event.is_fence() {
                *written = Written::default();
                continue;
            }
            if let Action::Fence(Fence::StoreStore) | Action::Write(_, _, Order::Release) = event.action {
                written.ordered = written.locations.len();
            }
            let late = match event.action {
                Action::Read(_) | Action::Alive(_) | Action::State(_) => 0..written.assumed,
                Action::Write(..) if model == MemoryModel::Pso => written.ordered.min(written.assumed)..written.assumed,
                _ => 0..0,
            };
            if accesses.can_overtake(event, held, &written.locations[late]) {
                sites.insert(written.site);
            }
            if let Action::Write(location, ..) = event.action {
                written.locations.push(location);
            }
        }
        sites.into_iter().collect()
    }

    fn is_assumed(&self, event: &Event) -> bool {
        let fence = match event.action {
            Action::Update(location, _) => AssumedFence::Version(location, event.site),
            Action::Acquire { monitor, .. } => AssumedFence::Lock(monitor, event.site),
            // Where it was entered is a fence already, if that is one.
            Action::Release(monitor) => return self.locks.contains(&monitor),
            Action::Fence(Fence::Full) => AssumedFence::Call(event.site),
            _ => return false,
        };
        event.is_fence() && self.all.contains(&fence)
    }

    /// All accesses, and for each event the number of what its thread holds.
    fn accesses(&self, events: &[Event]) -> (Accesses, Vec<usize>) {
        let mut accesses = Accesses { by_location: FxHashMap::default(), held: vec![Vec::new()] };
        let mut now: FxHashMap<ThreadId, usize> = FxHashMap::default();
        let mut of_events = Vec::with_capacity(events.len());
        for event in events {
            let held = now.entry(event.thread).or_default();
            if !self.is_assumed(event)
                && let Some(changed) = after(event, &accesses.held[*held])
            {
                *held = accesses.held.len();
                accesses.held.push(changed);
            }
            if let Some((location, writes)) = event.action.access() {
                let access = Access { thread: event.thread, writes, held: *held };
                accesses.by_location.entry(location).or_default().push(access);
            }
            of_events.push(*held);
        }
        (accesses, of_events)
    }
}

/// The monitors that the thread of an event holds after it, if they are others than before.
fn after(event: &Event, held: &[Value]) -> Option<Vec<Value>> {
    let mut held = held.to_vec();
    match event.action {
        Action::Acquire { monitor, .. }
            if matches!(event.outcome, Outcome::Done | Outcome::Resumed(Wake::Notified)) =>
        {
            held.push(monitor);
        }
        Action::Release(monitor) => {
            let left = held.iter().rposition(|&one| one == monitor)?;
            held.remove(left);
        }
        _ => return None,
    }
    Some(held)
}

impl Accesses {
    fn of(&self, location: LocationId) -> &[Access] {
        self.by_location.get(&location).map_or(&[], Vec::as_slice)
    }

    fn are_by_others(&self, location: LocationId, thread: ThreadId) -> bool {
        self.of(location).iter().any(|access| access.thread != thread)
    }

    /// Whether an operation, in these monitors, can be seen to happen before one of these earlier writes of its thread arrives.
    fn can_overtake(&self, event: &Event, held: usize, earlier: &[LocationId]) -> bool {
        let concerns_others = match event.action.access() {
            Some((location, writes)) => self.conflict(location, &Access { thread: event.thread, writes, held }),
            None => matches!(event.action, Action::Alive(_) | Action::State(_)),
        };
        concerns_others && earlier.iter().any(|&earlier| self.are_by_others(earlier, event.thread))
    }

    /// Whether another thread accesses the location too, one of the two writes, and no monitor orders them.
    fn conflict(&self, location: LocationId, access: &Access) -> bool {
        let held = &self.held[access.held];
        self.of(location).iter().any(|other| {
            let apart = !self.held[other.held].iter().any(|monitor| held.contains(monitor));
            other.thread != access.thread && (other.writes || access.writes) && apart
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::Patience;

    const X: LocationId = LocationId(1);
    const Y: LocationId = LocationId(2);
    const VERSION: LocationId = LocationId(3);
    const CALL: SiteId = SiteId(9);

    fn event(thread: u64, action: Action, outcome: Outcome) -> Event {
        Event { thread: ThreadId(thread), site: CALL, action, outcome }
    }

    fn write(thread: u64, location: LocationId) -> Event {
        event(thread, Action::Write(location, Value(1), Order::Plain), Outcome::Done)
    }

    fn read(thread: u64, location: LocationId) -> Event {
        event(thread, Action::Read(location), Outcome::Read(Value(0)))
    }

    fn call(thread: u64) -> Event {
        let outcome = Outcome::Updated { old: Value(1), new: Value(2) };
        event(thread, Action::Update(VERSION, Order::Volatile), outcome)
    }

    fn fence(thread: u64) -> Event {
        event(thread, Action::Fence(Fence::Full), Outcome::Done)
    }

    fn acquire(thread: u64) -> Event {
        event(thread, Action::Acquire { monitor: Value(7), patience: Patience::FOREVER, parks: false }, Outcome::Done)
    }

    fn release(thread: u64) -> Event {
        event(thread, Action::Release(Value(7)), Outcome::Done)
    }

    /// Whether a delay is hidden in what two threads do.
    fn hides(model: MemoryModel, done: &[Event]) -> bool {
        let child = |child| Action::Start { child: ThreadId(child), argument: Value(0), daemon: false, tells: None };
        let mut events = vec![event(0, child(1), Outcome::Done), event(0, child(2), Outcome::Done)];
        events.extend_from_slice(done);
        let mut fences = AssumedFences::default();
        fences.add(AssumedFence::Version(VERSION, CALL));
        !fences.concern_others(&events, model).is_empty()
    }

    #[test]
    fn a_call_between_a_write_and_a_read_hides_a_delay() {
        let buffering = [write(1, X), call(1), read(1, Y), write(2, Y), fence(2), read(2, X)];
        assert!(hides(MemoryModel::Tso, &buffering));
        assert!(hides(MemoryModel::Pso, &buffering));
        assert!(!hides(MemoryModel::Sc, &buffering));
    }

    #[test]
    fn what_a_call_does_to_its_object_may_be_early_or_late() {
        let early = [write(1, X), call(1), call(2), read(2, X)];
        assert!(hides(MemoryModel::Tso, &early));
        let late = [call(1), read(1, Y), write(2, Y), fence(2), call(2)];
        assert!(hides(MemoryModel::Tso, &late));
        assert!(!hides(MemoryModel::Tso, &[call(1), write(1, Y), read(2, Y), call(2)]));
    }

    #[test]
    fn a_question_about_a_thread_after_the_call_hides_a_delay() {
        let alive = event(1, Action::Alive(ThreadId(2)), Outcome::Read(Value(1)));
        assert!(hides(MemoryModel::Tso, &[write(1, X), call(1), alive.clone(), read(0, X)]));
        assert!(!hides(MemoryModel::Tso, &[write(1, X), call(1), fence(1), alive, read(0, X)]));
    }

    #[test]
    fn a_call_between_two_writes_hides_one_under_pso_only() {
        let message = [write(1, X), call(1), write(1, Y), read(2, Y), read(2, X)];
        assert!(!hides(MemoryModel::Tso, &message));
        assert!(hides(MemoryModel::Pso, &message));
        let barrier = event(1, Action::Fence(Fence::StoreStore), Outcome::Done);
        let ordered = [write(1, X), call(1), barrier, write(1, Y), read(2, Y), read(2, X)];
        assert!(!hides(MemoryModel::Pso, &ordered));
    }

    #[test]
    fn a_fence_beside_the_call_hides_nothing() {
        assert!(!hides(MemoryModel::Tso, &[write(1, X), fence(1), call(1), read(1, Y), write(2, Y), read(2, X)]));
        assert!(!hides(MemoryModel::Tso, &[write(1, X), call(1), fence(1), read(1, Y), write(2, Y), read(2, X)]));
    }

    #[test]
    fn what_no_other_thread_touches_is_hidden_from_nobody() {
        assert!(!hides(MemoryModel::Tso, &[write(1, X), call(1), read(1, Y), write(2, Y)]));
        assert!(!hides(MemoryModel::Tso, &[write(1, X), call(1), read(1, Y), read(2, Y), read(2, X)]));
    }

    #[test]
    fn what_both_access_under_one_monitor_is_in_order() {
        let locked = [acquire(1), write(1, X), call(1), read(1, Y), release(1)];
        let mut both = locked.to_vec();
        both.extend([acquire(2), write(2, Y), read(2, X), release(2)]);
        assert!(!hides(MemoryModel::Tso, &both));
        let mut one = locked.to_vec();
        one.extend([write(2, Y), fence(2), read(2, X)]);
        assert!(hides(MemoryModel::Tso, &one));
    }

    #[test]
    fn a_barrier_behind_a_write_that_follows_an_assumed_fence_orders_all_of_them() {
        let barrier = |thread| event(thread, Action::Fence(Fence::StoreStore), Outcome::Done);
        let seen = [read(2, Y), read(2, X)];
        for before in [vec![call(1)], vec![]] {
            let done = [before, vec![write(1, X), barrier(1), write(1, Y)], seen.to_vec()].concat();
            assert!(!hides(MemoryModel::Pso, &done), "{done:?}");
        }
    }
}
