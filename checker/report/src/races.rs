//! Data races in the report: which two accesses, of which location.
//!
//! Accesses by code of the JDK are shown with their places there: what they tell is that the program uses an object from
//! several threads that is not made for it. One misuse shows as many pairs; the text shows the first for each pair of classes.

use super::called;
use super::cell;
use super::folding::Folding;
use super::names::{Names, simple};
use super::spot::Spot;
use super::width::{sentence, words};
use super::{Report, Run};
use mcr_explore::{Race, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Pending};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Races that the text shows.
const SHOWN: usize = 10;

/// What is said of a race of which both accesses are by code of the JDK.
pub(super) const INSIDE: &str = "inside the JDK: several threads use an object that is not made for that";

/// One race; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RaceReport {
    /// What is accessed.
    pub location: String,
    /// The two accesses.
    pub accesses: [AccessReport; 2],
    /// The file whose replay brings both threads there.
    pub failure: Option<String>,
    /// Number of the execution after which it was found, from 1.
    pub first_execution: u64,
}

/// One of the accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AccessReport {
    /// Whose.
    pub thread: String,
    /// `read`, `write`, `update`.
    pub access: &'static str,
    /// Where, as `Class.method(File.java:12)`.
    pub place: String,
    /// The call of the program's own code in which that is, if it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<CallReport>,
}

/// A call in the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallReport {
    /// `list.add("a")`.
    pub call: String,
    /// Where, as `Class.method(File.java:12)`.
    pub place: String,
}

impl RaceReport {
    /// Describes a race with the names that the program uses.
    #[must_use]
    pub fn new(race: &Race, symbols: &Symbols) -> RaceReport {
        let violation = race.violation();
        let (names, folding) = (Names::of(symbols, &violation), Folding::of(&violation, symbols));
        let mut accesses = race.accesses.each_ref().map(|pending| AccessReport {
            thread: names.thread(pending.thread),
            access: access(&pending.action),
            place: symbols.place(pending.site),
            call: None,
        });
        if let Some(folding) = &folding {
            for (index, access) in accesses.iter_mut().enumerate() {
                access.call = folding.access(index).map(|(call, site)| CallReport {
                    call: called::text(&names, folding, call),
                    place: symbols.place(site),
                });
            }
        }
        let location = names.location(race.location).to_owned();
        RaceReport { location, accesses, failure: None, first_execution: race.first_execution }
    }
}

fn access(action: &Action) -> &'static str {
    match action {
        Action::Read(_) => "read",
        Action::Update(..) => "update",
        _ => "write",
    }
}

/// An access as something to do: `read x`, `write x = 1`.
#[must_use]
pub fn about_to(names: &Names<'_>, action: &Action) -> String {
    let text = cell::action(names, action);
    if matches!(action, Action::Write(..)) { format!("write {text}") } else { text }
}

/// A race that is a violation, in one line.
#[must_use]
pub fn message(names: &Names<'_>, accesses: &[Pending]) -> String {
    let one = |pending: &Pending| format!("{} {}", names.thread(pending.thread), about_to(names, &pending.action));
    let both: Vec<String> = accesses.iter().map(one).collect();
    format!("nothing orders: {}", both.join("; "))
}

/// Whether races have been shown as violations.
#[must_use]
pub fn are_violations(run: &Run) -> bool {
    run.exploration.violations.iter().any(|violation| violation.kind == ViolationKind::Race)
}

/// The races as text, unless they have been shown as violations.
pub fn render(out: &mut String, report: &Report, run: &Run, width: usize) {
    let found = &run.exploration;
    if found.races.is_empty() || are_violations(run) {
        return;
    }
    let so_far = if report.complete { "" } else { " (so far)" };
    let heading = format!("data races{so_far}, no violations by themselves (--races fail makes them some):");
    sentence(out, "", &heading, width);
    let mut inside: BTreeSet<[String; 2]> = BTreeSet::new();
    let first = |race: &&Race| classes(&found.symbols, race).is_none_or(|pair| inside.insert(pair));
    let firsts: Vec<&Race> = found.races.iter().filter(first).take(SHOWN).collect();
    for race in &firsts {
        let violation = race.violation();
        let names = Names::of(&found.symbols, &violation);
        let inside = classes(&found.symbols, race).is_some();
        let hint = if inside { format!(" ({INSIDE})") } else { String::new() };
        let _ = writeln!(out, "{}", words(&format!("  {}{hint}", names.location(race.location)), width));
        let folding = Folding::of(&violation, &found.symbols);
        for (index, access) in race.accesses.iter().enumerate() {
            let (thread, place) = (names.thread(access.thread), names.place(access.site));
            let line = match folding.as_ref().and_then(|folding| folding.access(index)).zip(folding.as_ref()) {
                Some(((call, site), folding)) => {
                    format!("{thread}: {} at {}", called::text(&names, folding, call), names.place(site))
                }
                None => format!("{thread}: {} at {place}", about_to(&names, &access.action)),
            };
            sentence(out, "    ", &line, width);
        }
    }
    if let more @ 1.. = found.races.len() - firsts.len() {
        sentence(out, "  ", &format!("… {more} more; all of them are in the JSON report (--report FILE)"), width);
    }
    out.push('\n');
}

/// The classes of the accesses, if both are in the JDK.
pub(super) fn classes(symbols: &Symbols, race: &Race) -> Option<[String; 2]> {
    let class = |pending: &Pending| {
        let spot = Spot::of(symbols.site(pending.site)?);
        spot.is_of_jdk().then(|| simple(&spot.class).split('$').next().unwrap_or_default().to_owned())
    };
    let [one, other] = race.accesses.each_ref().map(class);
    let mut pair = [one?, other?];
    pair.sort();
    Some(pair)
}
