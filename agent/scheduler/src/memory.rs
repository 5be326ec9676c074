//! What memory holds, for those who wait for a value in it.
//!
//! Nobody else asks, so the values are collected from the events, and only when a thread waits: once for each event.

use mcr_protocol::{Action, Awaited, Event, LocationId, Outcome, Value, Wake};
use rustc_hash::FxHashMap;

/// The values of locations.
#[derive(Default)]
pub(crate) struct Memory {
    /// Of those that have been written.
    values: FxHashMap<LocationId, Value>,
    /// The events taken in.
    events: usize,
    /// Values that locations have before any event.
    initial: Vec<(LocationId, Value)>,
    /// Where a location is in `initial`.
    initial_places: FxHashMap<LocationId, usize>,
}

impl Memory {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.events = 0;
        self.initial.clear();
        self.initial_places.clear();
    }

    /// A value that a location has before any event; the last one told counts.
    pub(crate) fn begins_as(&mut self, location: LocationId, value: Value) {
        match self.initial_places.get(&location) {
            Some(&place) => self.initial[place].1 = value,
            None => {
                self.initial_places.insert(location, self.initial.len());
                self.initial.push((location, value));
            }
        }
    }

    /// The values that locations have before any event, in the order in which they were first told.
    pub(crate) fn take_initial(&mut self) -> Vec<(LocationId, Value)> {
        self.initial_places.clear();
        std::mem::take(&mut self.initial)
    }

    /// Takes in what has happened since. All outcomes that matter have been told.
    pub(crate) fn follow(&mut self, events: &[Event]) {
        for event in events.get(self.events..).unwrap_or_default() {
            let (location, value) = match (&event.action, event.outcome) {
                (Action::Write(location, value, _), _) => (*location, *value),
                (Action::Start { tells: Some(location), .. }, _) => (*location, Value(1)),
                (Action::Update(location) | Action::Guarded { location, .. }, Outcome::Updated { new, .. }) => {
                    (*location, new)
                }
                // Whether it took the permit or went on without one: there is none now.
                (Action::Park(_), _) => (LocationId::permit(event.thread), Value::ZERO),
                (_, Outcome::Resumed(Wake::Interrupted)) => (LocationId::interrupt(event.thread), Value::ZERO),
                _ => continue,
            };
            self.values.insert(location, value);
        }
        self.events = events.len();
    }

    /// What the location holds.
    pub(crate) fn value(&self, location: LocationId) -> Value {
        let initial = || self.initial_places.get(&location).map(|&place| self.initial[place].1);
        self.values.get(&location).copied().or_else(initial).unwrap_or_default()
    }

    /// Whether what the location holds is not zero.
    pub(crate) fn is_set(&self, location: LocationId) -> bool {
        self.value(location) != Value::ZERO
    }

    /// Whether something that was read is different now. What was never written is as it was.
    pub(crate) fn differs(&self, awaited: &Awaited) -> bool {
        awaited.reads.iter().any(|(location, seen)| self.values.get(location).is_some_and(|now| now != seen))
    }
}
