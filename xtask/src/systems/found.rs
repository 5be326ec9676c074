//! What checks have found, each thing once, and whether it shows again when it is replayed.

use super::measure::Setting;
use crate::end_to_end::Report;
use crate::libraries::Built;
use crate::replay::{self, Replayed};
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Races of a check that are replayed; a replay costs the start of a JVM and an execution.
const RACES: usize = 25;

/// Replays of each file.
const TIMES: u32 = 2;

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// Two accesses that nothing orders, by their places (`File.java:12`), in order.
    Race([String; 2]),
    /// A violation: its kind, and its places.
    Violation(String, Vec<String>),
}

/// What is known of it.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The location, or the message.
    pub text: String,
    /// The drivers that have shown it.
    pub drivers: BTreeSet<String>,
    /// The strategies that have shown it.
    pub strategies: BTreeSet<String>,
    /// Files whose replays have shown it event by event.
    pub exactly: u32,
    /// What was said of replays that were not.
    pub not: Vec<String>,
}

/// What all checks have found, by system.
#[derive(Default)]
pub struct Findings(pub BTreeMap<&'static str, BTreeMap<What, Found>>);

impl Findings {
    /// Adds what a check of a driver has found.
    pub fn add(&mut self, built: &Built, strategy: &str, found: Vec<(What, Found)>) {
        let system = self.0.entry(built.library.name).or_default();
        for (what, found) in found {
            let known = system.entry(what).or_default();
            if known.text.is_empty() {
                known.text = found.text;
            }
            known.drivers.insert(built.driver.class.clone());
            known.strategies.insert(strategy.to_owned());
            known.exactly += found.exactly;
            known.not.extend(found.not);
        }
    }

    /// What did not show again, in a line each.
    pub fn not_again(&self) -> impl Iterator<Item = String> {
        let lines = |(system, all): (&&str, &BTreeMap<What, Found>)| {
            let name = system.to_string();
            let lines = all.values().flat_map(|found| &found.not).map(move |not| format!("{name}: {not}"));
            lines.collect::<Vec<_>>()
        };
        self.0.iter().flat_map(lines)
    }
}

/// What a report has, with what came of the replays.
pub fn of(setting: &Setting, built: &Built, report: &Report) -> Result<Vec<(What, Found)>> {
    let mut all: BTreeMap<What, Found> = BTreeMap::new();
    let mut add = |what: What, text: &str, failure: Option<&String>| {
        let found = all.entry(what).or_default();
        if found.text.is_empty() {
            found.text = text.to_owned();
        }
        match failure.map(|failure| replay::replayed(setting.workspace, Path::new(failure), &setting.jdk, TIMES)) {
            None => {}
            Some(replayed) => match replayed? {
                Replayed::Exactly => found.exactly += 1,
                Replayed::Otherwise(said) | Replayed::Not(said) => {
                    found.not.push(format!("{}: {text}: {said}", built.driver.class));
                }
            },
        }
        anyhow::Ok(())
    };
    for (number, race) in report.races.iter().enumerate() {
        let mut places = race.places().map(line);
        places.sort();
        add(What::Race(places), &race.location, race.failure.as_ref().filter(|_| number < RACES))?;
    }
    for violation in &report.violations {
        let places = violation.locations.iter().map(|place| line(place)).collect();
        add(What::Violation(violation.kind.clone(), places), &violation.message, violation.failure.as_ref())?;
    }
    Ok(all.into_iter().collect())
}

/// `File.java:12` of `a.b.Class.method(File.java:12)`.
fn line(place: &str) -> String {
    match place.rsplit_once('(') {
        Some((_, line)) => line.trim_end_matches(')').to_owned(),
        None => place.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_place_is_told_by_its_line() {
        assert_eq!(line("a.B.c(B.java:12)"), "B.java:12");
        assert_eq!(line("native"), "native");
    }
}
