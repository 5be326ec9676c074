//! Which write a read has found.
//!
//! Derived from the events alone: the write to the location that reached memory last, or, under TSO and PSO, the youngest one in the reader's
//! own buffer.

use super::buffers::{Exit, entries};
use mcr_protocol::{Action, Change, Event, LocationId, MemoryModel, Outcome, Value};

/// Where the value of a read comes from; numbers of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The write; none if nobody has written the location in this execution, or an operation of another kind has.
    pub write: Option<usize>,
    /// Whether the write was still in the buffer of the reader itself.
    pub own_buffer: bool,
    /// Writes of other threads to the location that were in their buffers.
    pub buffered: Vec<usize>,
}

impl Origin {
    /// Of the read of `location` in the event `read`.
    #[must_use]
    pub fn of(events: &[Event], read: usize, location: LocationId, model: MemoryModel) -> Origin {
        let reader = events[read].thread;
        let entries = if model.buffers() { entries(events) } else { Default::default() };
        let mut origin = Origin::default();
        let mut arrived = 0;
        for (index, event) in events[..read].iter().enumerate().filter(|(_, event)| written(event, location).is_some())
        {
            let own = event.thread == reader;
            let arrives = match entries.get(&index).map(|entry| entry.exit) {
                None => index,
                Some(Exit::Arrival(arrival)) => arrival,
                // Nobody else touches the location, so it does not matter when.
                Some(Exit::LeftOut) if own => index,
                Some(Exit::LeftOut | Exit::Never) => usize::MAX,
            };
            if arrives > read && !own {
                origin.buffered.push(index);
            } else if arrives > read || !origin.own_buffer && (arrives >= arrived || origin.write.is_none()) {
                origin.own_buffer = arrives > read;
                origin.write = Some(index);
                arrived = arrives;
            }
        }
        origin
    }
}

/// The value that an event writes to a location, if it does.
#[must_use]
pub fn written(event: &Event, location: LocationId) -> Option<Value> {
    match (&event.action, event.outcome) {
        (Action::Write(x, value, _), _) if *x == location => Some(*value),
        (Action::Update(x, _), Outcome::Updated { old, new }) if *x == location && old != new => Some(new),
        (Action::Guarded { location: x, change, .. }, Outcome::Updated { new, .. })
            if *x == location && *change != Change::Keep =>
        {
            Some(new)
        }
        (Action::Start { tells: Some(x), .. }, _) if *x == location => Some(Value(1)),
        _ => None,
    }
}

/// What an event reads, and the value that it finds.
#[must_use]
pub fn read(event: &Event) -> Option<(LocationId, Value)> {
    match (&event.action, event.outcome) {
        (Action::Read(location), Outcome::Read(value)) => Some((*location, value)),
        (Action::Update(location, _), Outcome::Updated { old, .. }) => Some((*location, old)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::{Order, SiteId, ThreadId};

    const ONE: ThreadId = ThreadId::MAIN;
    const X: LocationId = LocationId(1);
    const SC: MemoryModel = MemoryModel::Sc;
    const TSO: MemoryModel = MemoryModel::Tso;

    fn two() -> ThreadId {
        ONE.child(0)
    }

    fn event(thread: ThreadId, action: Action) -> Event {
        let outcome = if let Action::Read(_) = action { Outcome::Read(Value(0)) } else { Outcome::Done };
        Event { thread, site: SiteId(1), action, outcome }
    }

    fn write(thread: ThreadId, value: u64) -> Event {
        event(thread, Action::Write(X, Value(value), Order::Plain))
    }

    fn arrive(thread: ThreadId, value: u64) -> Event {
        event(thread, Action::Arrive(X, Value(value)))
    }

    fn read(thread: ThreadId) -> Event {
        event(thread, Action::Read(X))
    }

    fn origin(events: &[Event], model: MemoryModel) -> Origin {
        Origin::of(events, events.len() - 1, X, model)
    }

    fn from(write: Option<usize>) -> Origin {
        Origin { write, ..Origin::default() }
    }

    #[test]
    fn a_read_finds_the_last_write_or_the_initial_value() {
        assert_eq!(origin(&[read(ONE)], SC), from(None));
        assert_eq!(origin(&[write(ONE, 1), write(two(), 2), read(ONE)], SC), from(Some(1)));
        assert_eq!(origin(&[write(ONE, 1), arrive(ONE, 1), read(two())], TSO), from(Some(0)));
    }

    #[test]
    fn an_update_that_changes_nothing_is_no_write() {
        let update = |old, new| Event {
            outcome: Outcome::Updated { old: Value(old), new: Value(new) },
            ..event(two(), Action::Update(X, Order::Volatile))
        };
        assert_eq!(origin(&[write(ONE, 1), update(1, 1), read(ONE)], SC), from(Some(0)));
        assert_eq!(origin(&[write(ONE, 1), update(1, 2), read(ONE)], SC), from(Some(1)));
    }

    #[test]
    fn what_is_in_the_buffer_of_another_thread_is_not_found_but_told() {
        let missed = Origin { buffered: vec![0], ..Origin::default() };
        assert_eq!(origin(&[write(ONE, 1), read(two())], TSO), missed);
        let story = [write(ONE, 1), read(two()), arrive(ONE, 1)];
        assert_eq!(Origin::of(&story, 1, X, TSO), missed);
    }

    #[test]
    fn the_own_buffer_comes_before_memory() {
        let own = Origin { write: Some(0), own_buffer: true, ..Origin::default() };
        assert_eq!(origin(&[write(ONE, 1), write(two(), 2), arrive(two(), 2), read(ONE)], TSO), own);
    }

    #[test]
    fn the_write_that_arrived_last_is_found_not_the_one_that_was_made_last() {
        let story = [write(ONE, 1), write(two(), 2), arrive(two(), 2), arrive(ONE, 1), read(two())];
        assert_eq!(origin(&story, TSO), from(Some(0)));
    }
}
