//! What all executions of one exploration together have executed and is not covered: code, or state of the JVM, through which threads can
//! learn what the check does not see.

use crate::symbols::Place;
use mcr_protocol::Trace;
use std::collections::{BTreeMap, BTreeSet};

/// Places, as lines of stack traces, by what was executed there.
#[derive(Clone, Debug, Default)]
pub struct Uncovered {
    places: BTreeMap<String, BTreeSet<String>>,
}

impl Uncovered {
    /// Takes in what one execution tells.
    pub fn learn(&mut self, trace: &Trace) {
        for entry in &trace.not_covered {
            self.add(&entry.what, entry.site.iter().map(|site| Place(site).to_string()));
        }
    }

    /// Takes in one entry.
    pub fn add(&mut self, what: &str, places: impl Iterator<Item = String>) {
        self.places.entry(what.to_owned()).or_default().extend(places);
    }

    /// Forgets everything: the exploration begins anew, and so does what its executions tell.
    pub fn clear(&mut self) {
        self.places.clear();
    }

    /// What, and where.
    pub fn entries(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = &str>)> {
        self.places.iter().map(|(what, places)| (what.as_str(), places.iter().map(String::as_str)))
    }
}
