//! Candidates for other values: reads that saw one thing and may see another that occurs.
//!
//! Null, where a reference was seen, comes first: what is not expected to be null is dereferenced. Any other value may make an assertion fail, or
//! lead where no execution has been. What a thread does then, only a replay shows.

use super::way::Stop;
use super::window::Window;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, LocationId, Order, Outcome, SiteId, Value, ValueKind};
use mcr_solve::Operation;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A read that may see another value.
#[derive(Clone, Debug)]
pub struct Surprise {
    /// Who reads.
    pub stop: Stop,
    /// Where in the code.
    pub site: SiteId,
    location: LocationId,
    /// As what it updates, if it does.
    updates: Option<Order>,
    /// What it would see, one of these. All reads of a location have one list: that of each would take as long as the window has pairs of events.
    all: Rc<[Value]>,
    seen: Value,
}

impl Surprise {
    /// Values that it would see.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let seen = self.seen;
        let all = Rc::clone(&self.all);
        (0..all.len()).map(move |n| all[n]).filter(move |value| *value != seen)
    }

    /// What it would do then.
    pub fn operation(&self, value: Value) -> Operation {
        match self.updates {
            None => Operation::Read(self.location, value),
            Some(order) => Operation::Update { location: self.location, old: value, new: value, order },
        }
    }
}

/// Which values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Null, where references are known to be.
    Null,
    /// All others.
    Others,
}

/// All such reads in a window, in the order of the trace.
pub fn surprises(window: &Window<'_>, symbols: &Symbols, which: Which) -> Vec<Surprise> {
    let mut found = Vec::new();
    let mut values: FxHashMap<LocationId, Rc<[Value]>> = FxHashMap::default();
    for stop in window.stops().filter(|stop| window.reads(*stop)) {
        let Some((site, action, outcome)) = window.next(stop) else { continue };
        let (location, seen, updates) = match (action, outcome) {
            (Action::Read(location), Some(Outcome::Read(seen))) => (*location, seen, None),
            (Action::Update(location, order), Some(Outcome::Updated { old, .. })) => (*location, old, Some(*order)),
            _ => continue,
        };
        let all = values.entry(location).or_insert_with(|| {
            let reference = symbols.location(location).is_some_and(|label| label.kind == ValueKind::Reference);
            let is_null = |value: &Value| reference && *value == Value::ZERO;
            window.values(location).into_iter().filter(|value| is_null(value) == (which == Which::Null)).collect()
        });
        found.push(Surprise { stop, site, location, updates, all: Rc::clone(all), seen });
    }
    found.sort_by_key(|surprise| surprise.stop.event);
    found
}
