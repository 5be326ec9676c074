//! What was executed and is not covered: code, or state of the JVM, through which threads can learn what the check does not see.
//!
//! Invariant: while there is any, nothing is claimed of the whole: the verdict is not `complete`, whatever the search says of what it
//! has seen ([`super::Report::new`]).

use super::names::escape;
use mcr_explore::{Called, Exploration};
use mcr_model::uncovered::Uncovered;
use serde::Serialize;

/// Places of one entry that people are shown.
const PLACES: usize = 5;

/// One entry of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotCovered {
    /// What.
    pub what: String,
    /// Where, as lines of stack traces; empty where that is not known.
    pub locations: Vec<String>,
}

impl NotCovered {
    /// All that is not covered.
    #[must_use]
    pub fn list(uncovered: &Uncovered) -> Vec<NotCovered> {
        let entries = uncovered.entries();
        entries
            .map(|(what, places)| NotCovered { what: what.to_owned(), locations: places.map(str::to_owned).collect() })
            .collect()
    }

    /// Where, for people: `at a.B.c(B.java:1), a.B.d(B.java:7) and 3 more places`, or nothing.
    #[must_use]
    pub fn places(&self) -> String {
        let shown: Vec<String> = self.locations.iter().take(PLACES).map(|place| escape(place)).collect();
        match self.locations.len().saturating_sub(PLACES) {
            _ if shown.is_empty() => String::new(),
            0 => format!("at {}", shown.join(", ")),
            more => format!("at {} and {more} more places", shown.join(", ")),
        }
    }

    /// In one line.
    #[must_use]
    pub fn line(&self) -> String {
        match self.places() {
            places if places.is_empty() => escape(&self.what),
            places => format!("{}: {places}", escape(&self.what)),
        }
    }
}

/// What executions tell, and what the search has found.
#[must_use]
pub fn all(executed: &Uncovered, found: &Exploration) -> Uncovered {
    let mut all = executed.clone();
    for (called, sites) in &found.coarse_calls {
        let what = match called {
            Called::Object(class) => format!("calls of one {class} by two threads at once, each taken for one step"),
            Called::Sharing([one, other]) => format!(
                "calls of a {one} and a {other} that share state, by two threads at once, each taken for one step"
            ),
        };
        all.add(&what, sites.iter().map(|&site| found.symbols.place(site)));
    }
    all
}

/// Why everything that was seen is not everything; none if it is.
#[must_use]
pub fn reason(entries: &[NotCovered]) -> Option<String> {
    let first = entries.first()?;
    let place = first.locations.first().map_or_else(String::new, |place| format!(" at {place}"));
    let more = match entries.len() {
        1 => String::new(),
        2 => "; and 1 more, see not_covered".to_owned(),
        several => format!("; and {} more, see not_covered", several - 1),
    };
    Some(format!("the program executed what the check does not see through: {}{place}{more}", first.what))
}

/// The entries of several reports as one list.
#[must_use]
pub fn union<'a>(lists: impl Iterator<Item = &'a [NotCovered]>) -> Vec<NotCovered> {
    let mut all = Uncovered::default();
    for entry in lists.flatten() {
        all.add(&entry.what, entry.locations.iter().cloned());
    }
    NotCovered::list(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(what: &str, locations: &[&str]) -> NotCovered {
        NotCovered { what: what.to_owned(), locations: locations.iter().map(|&place| place.to_owned()).collect() }
    }

    #[test]
    fn the_reason_names_the_first_and_counts_the_others() {
        assert_eq!(reason(&[]), None);
        let one = reason(&[entry("a file", &["A.b(A.java:1)", "A.c(A.java:2)"])]).unwrap();
        assert!(one.ends_with("see through: a file at A.b(A.java:1)"), "{one}");
        let two = reason(&[entry("a file", &[]), entry("b", &[])]).unwrap();
        assert!(two.ends_with("see through: a file; and 1 more, see not_covered"), "{two}");
    }

    #[test]
    fn lists_are_joined_by_what_was_executed() {
        let (sc, tso) = ([entry("x", &["1"]), entry("y", &[])], [entry("x", &["1", "2"])]);
        let both = union([sc.as_slice(), tso.as_slice()].into_iter());
        assert_eq!(both, [entry("x", &["1", "2"]), entry("y", &[])]);
    }

    #[test]
    fn many_places_are_cut_short_for_people() {
        let line = entry("x", &["1", "2", "3", "4", "5", "6", "7"]).line();
        assert_eq!(line, "x: at 1, 2, 3, 4, 5 and 2 more places");
        assert_eq!(entry("x", &[]).line(), "x");
    }
}
