//! What memory holds, for those who wait for it to change.
//!
//! Nobody else asks, so the values are collected from the events, and only when a thread waits: once for each event.

use mcr_protocol::{Action, Awaited, Event, LocationId, Outcome, Value};
use rustc_hash::FxHashMap;

/// The values of the locations that have been written.
#[derive(Default)]
pub(crate) struct Memory {
    values: FxHashMap<LocationId, Value>,
    /// The events taken in.
    events: usize,
}

impl Memory {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.events = 0;
    }

    /// Takes in what has happened since.
    pub(crate) fn follow(&mut self, events: &[Event]) {
        for event in events.get(self.events..).unwrap_or_default() {
            match (&event.action, event.outcome) {
                (Action::Write(location, value), _) => self.values.insert(*location, *value),
                (Action::Update(location), Outcome::Updated { new, .. }) => self.values.insert(*location, new),
                _ => None,
            };
        }
        self.events = events.len();
    }

    /// Whether something that was read is different now. What was never written is as it was.
    pub(crate) fn differs(&self, awaited: &Awaited) -> bool {
        awaited.reads.iter().any(|(location, seen)| self.values.get(location).is_some_and(|now| now != seen))
    }
}
