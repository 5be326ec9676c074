//! Candidates for other values: reads that saw one thing and may see another that occurs.
//!
//! Null, where a reference was seen, comes first: what is not expected to be null is dereferenced. Any other value may make an assertion fail, or
//! lead where no execution has been. What a thread does then, only a replay shows.

use super::window::{Stop, Window};
use crate::solve::Operation;
use crate::symbols::Symbols;
use mcr_protocol::{Action, Outcome, SiteId, Value, ValueKind};

/// A read that may see another value.
#[derive(Clone, Copy, Debug)]
pub struct Surprise {
    /// Who reads.
    pub stop: Stop,
    /// Where in the code.
    pub site: SiteId,
    /// What it would do.
    pub operation: Operation,
    /// What it would see.
    pub value: Value,
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
    for stop in window.stops().filter(|stop| window.reads(*stop)) {
        let Some((site, action, outcome)) = window.next(stop) else { continue };
        let (location, seen, updates) = match (action, outcome) {
            (Action::Read(location), Some(Outcome::Read(seen))) => (*location, seen, None),
            (Action::Update(location, order), Some(Outcome::Updated { old, .. })) => (*location, old, Some(*order)),
            _ => continue,
        };
        let reference = symbols.location(location).is_some_and(|label| label.kind == ValueKind::Reference);
        for value in window.values(location) {
            let null = reference && value == Value::ZERO;
            if value == seen || null != (which == Which::Null) {
                continue;
            }
            let operation = match updates {
                None => Operation::Read(location, value),
                Some(order) => Operation::Update { location, old: value, new: value, order },
            };
            found.push(Surprise { stop, site, operation, value });
        }
    }
    found.sort_by_key(|surprise| surprise.stop.event);
    found
}
