//! The places of threads that cannot go on.
//!
//! A reader is led to where something is to be mended: to where threads wait in a circle or for a notify, and to the notify that came too
//! early; not to where main waits for the end of those.

use super::Places;
use crate::finding::Finding;
use crate::names::Names;
use crate::spot::Spot;
use crate::{ViolationReport, cell, deadlock};
use serde_sarif::sarif::{Location, Message};

/// The places of a deadlock.
pub(super) struct Stuck {
    /// Where threads wait for each other or to be woken. If no line of the program is among these, first where they were woken too early; if there
    /// is none, either, where others wait for their end.
    pub(super) primary: Vec<Location>,
    /// The last notify or unpark of each, and where others wait for the end of those.
    pub(super) related: Vec<Location>,
}

impl Stuck {
    /// Of a deadlock or livelock.
    pub(super) fn of(finding: &Finding<'_>, names: &Names<'_>, places: &Places<'_>) -> Stuck {
        let Finding { violation, run, .. } = *finding;
        let symbols = &run.exploration.symbols;
        let reasons = deadlock::reasons(names, violation);
        let waits = |index: &usize| {
            let pending = &violation.blocked[*index];
            let spot = super::at(pending.site, symbols)?;
            let mut location = places.location(&spot);
            let what = format!("{} {}", names.thread(pending.thread), reasons[*index].1);
            location.message = Some(Message::from(what.as_str()));
            Some((spot, location))
        };
        let (heart, behind) = deadlock::heart(violation);
        let mut waiting: Vec<(Spot, Location)> = heart.iter().filter_map(waits).collect();
        waiting.sort_by_key(|(spot, _)| spot.is_of_jdk());
        let calls = deadlock::last_calls(violation).into_iter().filter_map(|(pending, call, early)| {
            let spot = super::at(call.site, symbols)?;
            let mut location = places.location(&spot);
            let (by, whom) = (names.thread(call.thread), names.thread(pending.thread));
            let when = if early { format!(", before {whom} waited") } else { String::new() };
            location.message = Some(Message::from(format!("{by}: {}{when}", cell::event(names, call)).as_str()));
            Some((spot, location))
        });
        let calls: Vec<(Spot, Location)> = calls.collect();
        let behind: Vec<(Spot, Location)> = behind.iter().filter_map(waits).collect();
        let own = |found: &[(Spot, Location)]| found.iter().any(|(spot, _)| !spot.is_of_jdk());
        let locations =
            |found: &[(Spot, Location)]| found.iter().map(|(_, location)| location.clone()).collect::<Vec<_>>();
        let (waiting_at, calls_at, behind_at) = (locations(&waiting), locations(&calls), locations(&behind));
        let primary = match () {
            () if own(&waiting) => waiting_at,
            () if own(&calls) => [calls_at.as_slice(), &waiting_at].concat(),
            () if waiting.is_empty() || own(&behind) => [behind_at.as_slice(), &waiting_at].concat(),
            () => waiting_at,
        };
        Stuck { primary, related: [calls_at, behind_at].concat() }
    }
}

/// Where threads wait because of a failure.
pub(super) fn left_over(described: &ViolationReport, places: &Places<'_>) -> Vec<Location> {
    let waiting = described.consequences.iter().flat_map(|consequence| {
        consequence.locations.iter().filter_map(|place| Spot::parse(place)).map(move |spot| (consequence, spot))
    });
    let located = waiting.map(|(consequence, spot)| {
        let mut location = places.location(&spot);
        location.message = Some(Message::from(format!("consequence: {}", consequence.message).as_str()));
        location
    });
    located.collect()
}
