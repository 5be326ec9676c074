//! What memory holds, for those who wait for a value in it.
//!
//! A write is taken in when it acts on memory: when it happens, or, if it has entered a buffer (buffer.rs), when it arrives.
//! Nobody else asks, so the values are collected from the events, and only when a thread waits: once for each event.

use crate::buffer::is_buffered;
use mcr_protocol::{Action, Event, LocationId, MemoryModel, Outcome, Value, Wake};
use rustc_hash::FxHashMap;

/// The values of locations.
#[derive(Default)]
pub(crate) struct Memory {
    /// Which writes act on it at once.
    model: MemoryModel,
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
    pub(crate) fn clear(&mut self, model: MemoryModel) {
        self.model = model;
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
                (Action::Write(_, _, order), _) if is_buffered(self.model, *order) => continue,
                (Action::Write(location, value, _) | Action::Arrive(location, value), _) => (*location, *value),
                (Action::Start { tells: Some(location), .. }, _) => (*location, Value(1)),
                (Action::Update(location, _) | Action::Guarded { location, .. }, Outcome::Updated { new, .. }) => {
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
        self.written(location).or_else(initial).unwrap_or_default()
    }

    /// Whether what the location holds is not zero.
    pub(crate) fn is_set(&self, location: LocationId) -> bool {
        self.value(location) != Value::ZERO
    }

    /// What the location holds, if that was ever written.
    pub(crate) fn written(&self, location: LocationId) -> Option<Value> {
        self.values.get(&location).copied()
    }
}
