//! What orders the events of an interleaving: from which write a read has its value, whose unlock let a lock through, who
//! started, notified, unparked or interrupted whom.
//!
//! Derived from the events as they are shown: a write that is shown as one that arrived at once is in memory at once.
//!
//! Invariant: an edge leads from an earlier event to a later one, and neither is hidden.

use crate::buffers::{Delay, Delays};
use mcr_protocol::{Action, Event, LocationId, Outcome, ThreadId, Value, Wake};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Why one event comes before another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// A thread was started, and begins.
    Start,
    /// A thread has ended, and another one finds that.
    Join,
    /// A monitor was left, and is entered by another thread.
    Lock,
    /// A value was written, and is read.
    Reads,
    /// A write was buffered, and reaches memory.
    Arrives,
    /// A thread was notified, and goes on.
    Notify,
    /// A thread was unparked, and goes on.
    Unpark,
    /// A thread was interrupted, and notices.
    Interrupt,
}

impl EdgeKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [EdgeKind; 8] = [
        EdgeKind::Start,
        EdgeKind::Join,
        EdgeKind::Lock,
        EdgeKind::Reads,
        EdgeKind::Arrives,
        EdgeKind::Notify,
        EdgeKind::Unpark,
        EdgeKind::Interrupt,
    ];

    /// Its name in the data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Start => "start",
            EdgeKind::Join => "join",
            EdgeKind::Lock => "lock",
            EdgeKind::Reads => "reads",
            EdgeKind::Arrives => "arrives",
            EdgeKind::Notify => "notify",
            EdgeKind::Unpark => "unpark",
            EdgeKind::Interrupt => "interrupt",
        }
    }
}

/// One event before another one, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The earlier one.
    pub from: usize,
    /// The later one.
    pub to: usize,
    /// Why.
    pub kind: EdgeKind,
}

/// All edges, by the later event.
#[must_use]
pub fn edges(events: &[Event], delays: &Delays) -> Vec<Edge> {
    let mut story = Story::default();
    for (index, (event, delay)) in events.iter().zip(&delays.of).enumerate() {
        if *delay != Delay::Hidden {
            story.apply(index, event, *delay);
        }
    }
    story.edges
}

/// What has happened so far, each by the number of its event.
#[derive(Default)]
struct Story {
    edges: Vec<Edge>,
    /// Who has started a thread that has done nothing yet.
    started: FxHashMap<ThreadId, usize>,
    ended: FxHashMap<ThreadId, usize>,
    /// Who was the last to leave a monitor.
    left: FxHashMap<Value, (usize, ThreadId)>,
    /// What put the value into a location.
    written: FxHashMap<LocationId, usize>,
    /// Writes that have not arrived, the oldest first.
    buffered: FxHashMap<(ThreadId, LocationId), VecDeque<usize>>,
    /// The wait set of each sleeper.
    asleep: FxHashMap<ThreadId, Value>,
    /// What woke those up that have not gone on yet.
    woken: FxHashMap<ThreadId, usize>,
}

impl Story {
    fn apply(&mut self, index: usize, event: &Event, delay: Delay) {
        let thread = event.thread;
        let started = self.started.remove(&thread);
        self.edge(started, index, EdgeKind::Start);
        let failed = matches!(event.outcome, Outcome::Resumed(Wake::TimedOut | Wake::Interrupted));
        match &event.action {
            Action::Read(location) => {
                let own = self.buffered.get(&(thread, *location)).and_then(|writes| writes.back().copied());
                let source = own.or_else(|| self.written.get(location).copied());
                self.edge(source, index, reading(thread, *location));
            }
            Action::Write(location, ..) if delay == Delay::Buffered => {
                self.buffered.entry((thread, *location)).or_default().push_back(index);
            }
            Action::Write(location, ..) => {
                self.written.insert(*location, index);
            }
            Action::Arrive(location, _) => {
                let write = self.buffered.get_mut(&(thread, *location)).and_then(VecDeque::pop_front);
                self.edge(write, index, EdgeKind::Arrives);
                self.written.insert(*location, index);
            }
            Action::Update(location, _) | Action::Guarded { location, .. } => {
                self.edge(self.written.get(location).copied(), index, reading(thread, *location));
                if matches!(event.outcome, Outcome::Updated { old, new } if old != new) {
                    self.written.insert(*location, index);
                }
            }
            Action::Acquire { monitor, .. } if !failed => self.entered(index, thread, *monitor),
            Action::Resume(monitor) => {
                self.asleep.remove(&thread);
                let woken = self.woken.remove(&thread);
                if event.outcome == Outcome::Resumed(Wake::Notified) || event.outcome == Outcome::Done {
                    self.edge(woken, index, EdgeKind::Notify);
                }
                self.entered(index, thread, *monitor);
            }
            Action::Release(monitor) => {
                self.left.insert(*monitor, (index, thread));
            }
            Action::Wait { monitor, set, .. } => {
                self.left.insert(*monitor, (index, thread));
                self.asleep.insert(thread, *set);
                self.woken.remove(&thread);
            }
            Action::Notify { .. } => {
                if let Outcome::Woke(Some(woken)) = event.outcome {
                    self.woken.insert(woken, index);
                }
            }
            Action::NotifyAll { set, .. } => self.wake_all(index, *set),
            Action::Park(_) if !failed => {
                let permit = self.written.remove(&LocationId::permit(thread));
                let interrupt = self.written.get(&LocationId::interrupt(thread)).copied();
                match permit {
                    Some(_) => self.edge(permit, index, EdgeKind::Unpark),
                    None => self.edge(interrupt, index, EdgeKind::Interrupt),
                }
            }
            Action::Start { child, tells, .. } => {
                self.started.insert(*child, index);
                self.written.extend(tells.map(|location| (location, index)));
            }
            Action::Join { child, .. } | Action::Alive(child) | Action::State(child) => {
                self.edge(self.ended.get(child).copied(), index, EdgeKind::Join);
            }
            Action::End { notifies, .. } => {
                self.ended.insert(thread, index);
                notifies.iter().for_each(|set| self.wake_all(index, *set));
            }
            _ => {}
        }
        if event.outcome == Outcome::Resumed(Wake::Interrupted) {
            let interrupt = self.written.remove(&LocationId::interrupt(thread));
            self.edge(interrupt, index, EdgeKind::Interrupt);
        }
    }

    fn edge(&mut self, from: Option<usize>, to: usize, kind: EdgeKind) {
        self.edges.extend(from.map(|from| Edge { from, to, kind }));
    }

    fn entered(&mut self, index: usize, thread: ThreadId, monitor: Value) {
        let left = self.left.get(&monitor).filter(|(_, who)| *who != thread).map(|(left, _)| *left);
        self.edge(left, index, EdgeKind::Lock);
    }

    fn wake_all(&mut self, index: usize, set: Value) {
        let sleepers = self.asleep.iter().filter(|(_, asleep)| **asleep == set).map(|(sleeper, _)| *sleeper);
        for sleeper in sleepers.collect::<Vec<_>>() {
            // Who has been notified before goes on because of that.
            self.woken.entry(sleeper).or_insert(index);
        }
    }
}

/// What a look at a location is.
fn reading(thread: ThreadId, location: LocationId) -> EdgeKind {
    if location == LocationId::interrupt(thread) { EdgeKind::Interrupt } else { EdgeKind::Reads }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::{Limit, MemoryModel, Order, Patience, SiteId};

    const MAIN: ThreadId = ThreadId::MAIN;
    const X: LocationId = LocationId(1);
    const M: Value = Value(9);

    fn child() -> ThreadId {
        MAIN.child(0)
    }

    fn did(thread: ThreadId, action: Action) -> Event {
        let outcome = match action {
            Action::Read(_) => Outcome::Read(Value(1)),
            Action::Resume(_) => Outcome::Resumed(Wake::Notified),
            _ => Outcome::Done,
        };
        Event { thread, site: SiteId(1), action, outcome }
    }

    fn start() -> Event {
        did(MAIN, Action::Start { child: child(), argument: Value(0), daemon: false, tells: None })
    }

    fn write(thread: ThreadId) -> Event {
        did(thread, Action::Write(X, Value(1), Order::Plain))
    }

    fn read(thread: ThreadId) -> Event {
        did(thread, Action::Read(X))
    }

    fn lock(thread: ThreadId) -> Event {
        did(thread, Action::Acquire { monitor: M, patience: Patience::FOREVER, parks: false })
    }

    fn unlock(thread: ThreadId) -> Event {
        did(thread, Action::Release(M))
    }

    fn found(events: &[Event], model: MemoryModel) -> Vec<(usize, usize, &'static str)> {
        let delays = Delays::new(events, model);
        edges(events, &delays).iter().map(|edge| (edge.from, edge.to, edge.kind.name())).collect()
    }

    #[test]
    fn a_thread_begins_after_its_start_and_is_joined_after_its_end() {
        let end = did(child(), Action::End { uncaught: None, notifies: None });
        let join = did(MAIN, Action::Join { child: child(), patience: Patience::FOREVER });
        assert_eq!(found(&[start(), read(child()), end, join], MemoryModel::Sc), [(0, 1, "start"), (2, 3, "join")]);
    }

    #[test]
    fn a_lock_comes_after_the_unlock_of_another_thread_only() {
        let events = [lock(MAIN), unlock(MAIN), lock(MAIN), unlock(MAIN), lock(child())];
        assert_eq!(found(&events, MemoryModel::Sc), [(3, 4, "lock")]);
    }

    #[test]
    fn a_read_has_its_value_from_the_last_write() {
        assert_eq!(found(&[read(MAIN), write(MAIN), write(child()), read(MAIN)], MemoryModel::Sc), [(2, 3, "reads")]);
    }

    #[test]
    fn a_buffered_write_is_read_by_others_from_memory_only() {
        let arrive = did(MAIN, Action::Arrive(X, Value(1)));
        let events = [write(MAIN), read(child()), read(MAIN), arrive, read(child())];
        assert_eq!(found(&events, MemoryModel::Tso), [(0, 2, "reads"), (0, 3, "arrives"), (3, 4, "reads")]);
    }

    #[test]
    fn an_arrival_that_is_not_shown_has_no_edges() {
        let arrive = did(MAIN, Action::Arrive(X, Value(1)));
        assert_eq!(found(&[write(MAIN), arrive, read(child())], MemoryModel::Tso), [(0, 2, "reads")]);
    }

    #[test]
    fn who_is_notified_goes_on_after_that_and_after_the_unlock() {
        let wait = did(MAIN, Action::Wait { monitor: M, set: M, patience: Patience::FOREVER });
        let mut notify = did(child(), Action::Notify { monitor: M, set: M });
        notify.outcome = Outcome::Woke(Some(MAIN));
        let events = [lock(MAIN), wait, lock(child()), notify, unlock(child()), did(MAIN, Action::Resume(M))];
        assert_eq!(found(&events, MemoryModel::Sc), [(1, 2, "lock"), (3, 5, "notify"), (4, 5, "lock")]);
    }

    #[test]
    fn who_is_unparked_goes_on_after_that_and_a_time_out_has_no_reason() {
        let unpark = did(child(), Action::Write(LocationId::permit(MAIN), Value(1), Order::Volatile));
        let mut timed_out = did(MAIN, Action::Park(Limit::Timed));
        timed_out.outcome = Outcome::Resumed(Wake::TimedOut);
        let events = [timed_out, unpark, did(MAIN, Action::Park(Limit::Never))];
        assert_eq!(found(&events, MemoryModel::Sc), [(1, 2, "unpark")]);
    }

    #[test]
    fn an_interrupt_is_noticed_once() {
        let interrupt = did(child(), Action::Write(LocationId::interrupt(MAIN), Value(1), Order::Volatile));
        let mut resume = did(MAIN, Action::Resume(M));
        resume.outcome = Outcome::Resumed(Wake::Interrupted);
        let wait = did(MAIN, Action::Wait { monitor: M, set: M, patience: Patience::FOREVER });
        let events = [lock(MAIN), wait.clone(), interrupt, resume.clone(), wait, resume];
        assert_eq!(found(&events, MemoryModel::Sc), [(2, 3, "interrupt")]);
    }
}
