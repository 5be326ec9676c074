//! The value that caused an exception: where it was read, and who had written it.
//!
//! An execution does not say which value an exception is about; its message and its stack do, more or less. So each cause says by what it was
//! chosen ([`Evidence`]), and what is no more than a guess reads like one.

mod guess;

use super::called;
use super::folding::{Folding, Within};
use super::names::Names;
use super::origin::{Origin, read, written};
use mcr_explore::Violation;
use mcr_explore::chain::{Chain, How, Link, To};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Event, LocationId, MemoryModel, Value};
use serde::Serialize;

/// Causes of one violation.
const MOST: usize = 3;

/// A value that a thread had read before it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Number of the event.
    pub read: usize,
    /// Where.
    pub location: LocationId,
    /// What.
    pub value: Value,
    /// Why it is taken for the cause.
    pub evidence: Evidence,
    /// Where the value comes from.
    pub origin: Origin,
    /// What it leads to, if the code was asked; [`Link::of`] is a number among all causes.
    pub link: Option<Link>,
}

/// Why a value is taken for the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The message names what was read.
    Named,
    /// The value fits, and it was read in the line (or the method) that throws.
    Fits,
    /// It was read last, of what fits.
    Last,
    /// The code says that what failed depends on it.
    Slice,
}

/// A cause in the report; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CauseReport {
    /// What was read.
    pub location: String,
    /// The value found.
    pub value: String,
    /// By what it was chosen: `named`, `fits`, `last`, `slice`.
    pub evidence: Evidence,
    /// By whom, where.
    pub read: AccessPlace,
    /// Who had written the value; null if it is what the location begins with.
    pub written: Option<AccessPlace>,
    /// Writes of other threads that had not reached memory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffered: Vec<AccessPlace>,
}

/// Who did something, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AccessPlace {
    /// The thread.
    pub thread: String,
    /// `Class.method(File.java:12)`.
    pub place: String,
    /// Where the program's own code has called what does it, if that is other code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called_at: Option<String>,
}

impl CauseReport {
    /// Describes a cause with the names that the program uses.
    #[must_use]
    pub fn new(
        cause: &Cause,
        events: &[Event],
        names: &Names<'_>,
        symbols: &Symbols,
        folding: Option<&Folding<'_>>,
    ) -> CauseReport {
        let place = |index: usize| AccessPlace {
            thread: names.thread(events[index].thread),
            place: symbols.place(events[index].site),
            called_at: folding.and_then(|folding| folding.called_at(index)).map(|site| symbols.place(site)),
        };
        CauseReport {
            location: names.location(cause.location).to_owned(),
            value: names.value(cause.location, cause.value),
            evidence: cause.evidence,
            read: place(cause.read),
            written: cause.origin.write.map(place),
            buffered: cause.origin.buffered.iter().map(|&index| place(index)).collect(),
        }
    }
}

/// A link of the chain in the report; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkReport {
    /// What was read, by whom, and who had written it.
    #[serde(flatten)]
    pub cause: CauseReport,
    /// How the value gets to what it leads to: `value`, `decides`.
    pub how: How,
    /// What of that depends on it: `failure`, `write`, `read`.
    pub to: To,
    /// The place in the list of what it leads to, from 0; null: the failure.
    pub of: Option<usize>,
    /// Whether it is this read for certain, and no earlier one at the same place.
    pub sure: bool,
    /// Whether code that the write depends on was not looked into.
    pub open: bool,
}

impl LinkReport {
    /// Describes a link, the cause of which is described.
    #[must_use]
    pub fn new(link: &Link, cause: CauseReport) -> LinkReport {
        let Link { how, of, to, sure, open, .. } = *link;
        LinkReport { cause, how, to, of, sure, open }
    }
}

/// The causes that a chain consists of, in its order.
fn linked(violation: &Violation, chain: &Chain, named: &[usize], model: MemoryModel) -> Vec<Cause> {
    let cause = |link: &Link| {
        let (location, value) = read(&violation.events[link.event])?;
        let evidence = match link.of {
            None if named.contains(&link.event) => Evidence::Named,
            _ => Evidence::Slice,
        };
        let origin = Origin::of(&violation.events, link.event, location, model);
        Some(Cause { read: link.event, location, value, evidence, origin, link: Some(link.clone()) })
    };
    chain.links.iter().filter_map(cause).collect()
}

/// Links, a line each, what leads to another one below that and to the right.
fn chain_lines(causes: &[Cause], events: &[Event], names: &Names<'_>, folding: Option<&Folding<'_>>) -> Vec<String> {
    let depth = |index: usize| {
        std::iter::successors(Some(index), |at| causes.get(*at)?.link.as_ref()?.of.filter(|of| of < at)).count() - 1
    };
    let mut lines = Vec::new();
    for (index, cause) in causes.iter().enumerate() {
        let indent = "  ".repeat(depth(index));
        lines.push(format!("{indent}{}", line(cause, events, names, folding)));
    }
    lines
}

/// Causes, a line each. Of what one call has read, what another thread had written last says most; and where anything was read in the line that fails, other
/// calls say nothing.
#[must_use]
pub fn lines(causes: &[Cause], events: &[Event], names: &Names<'_>, folding: Option<&Folding<'_>>) -> Vec<String> {
    if causes.iter().any(|cause| cause.link.is_some()) {
        return chain_lines(causes, events, names, folding);
    }
    let call = |cause: &Cause| match folding.map(|folding| folding.events[cause.read]) {
        Some(Within::Call(call)) => Some(call),
        _ => None,
    };
    let weight = |cause: &Cause| {
        let by_other = cause.origin.write.is_some_and(|write| events[write].thread != events[cause.read].thread);
        (by_other, cause.origin.write)
    };
    let fits = causes.iter().any(|cause| cause.evidence != Evidence::Last);
    let kept = causes.iter().enumerate().filter(|(index, cause)| {
        let Some(of) = call(cause) else { return true };
        let better = |(other, rival): (usize, &Cause)| {
            call(rival) == Some(of) && (weight(rival), other) > (weight(cause), *index)
        };
        // A call that has returned nothing has not let the program know.
        let silent = folding.is_some_and(|folding| folding.call(of).result.is_none());
        let guessed = cause.evidence == Evidence::Last;
        !(guessed && (fits || silent) || causes.iter().enumerate().any(better))
    });
    let mut lines: Vec<String> = Vec::new();
    for (_, cause) in kept {
        let line = line(cause, events, names, folding);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// A cause in one line.
fn line(cause: &Cause, events: &[Event], names: &Names<'_>, folding: Option<&Folding<'_>>) -> String {
    let within = |index: usize| match (folding, folding.map(|folding| folding.events[index])) {
        (Some(folding), Some(Within::Call(call))) => {
            let call = folding.call(call);
            let site = folding.method(call).map(|method| method.site)?;
            Some((called::text(names, folding, call), called::with_result(names, folding, call), site))
        }
        _ => None,
    };
    let at = |index: usize| {
        let thread = names.thread(events[index].thread);
        match within(index) {
            Some((call, _, site)) => format!("{thread} in {call} at {}", names.place(site)),
            None => format!("{thread} at {}", names.place(events[index].site)),
        }
    };
    let what = match (cause.evidence, cause.link.as_ref().map(|link| (link.to, link.how))) {
        (Evidence::Named, _) | (Evidence::Slice, None | Some((To::Failure, How::Value))) => "caused by",
        (Evidence::Fits, _) => "read there",
        (Evidence::Last, _) => "read last",
        (Evidence::Slice, Some((To::Failure, How::Decides))) => "decided by",
        (Evidence::Slice, Some((To::Write, How::Value))) => "computed from",
        (Evidence::Slice, Some((To::Write, How::Decides))) => "written because of",
        (Evidence::Slice, Some((To::Read, _))) => "read because of",
    };
    let perhaps = if cause.link.as_ref().is_some_and(|link| !link.sure) { "perhaps " } else { "" };
    let (location, value) = (names.location(cause.location), names.value(cause.location, cause.value));
    // What a call has read in code of the JDK says less than what the call has returned.
    let read = match within(cause.read) {
        Some((_, whole, site)) => {
            format!("{whole} of {} at {}", names.thread(events[cause.read].thread), names.place(site))
        }
        None => format!("{location} -> {value}, read by {}", at(cause.read)),
    };
    let from = match cause.origin.write {
        None if within(cause.read).is_some() => "nobody had written what it read".to_owned(),
        None if !cause.origin.buffered.is_empty() => "the initial value".to_owned(),
        None => "the initial value: no thread had written it".to_owned(),
        Some(write) if cause.origin.own_buffer => format!("written by {} and still in its own buffer", at(write)),
        Some(write) => format!("written by {}", at(write)),
    };
    let mut line = format!("{perhaps}{what}: {read}; {from}");
    for &index in &cause.origin.buffered {
        let write = &events[index];
        let value = written(write, cause.location).map_or_else(String::new, |value| names.value(cause.location, value));
        let (thread, place) = (names.thread(write.thread), names.line(write.site));
        line.push_str(&format!("; {location} = {value} of {thread} ({place}) was still buffered"));
    }
    if cause.link.as_ref().is_some_and(|link| link.open) {
        line.push_str("; on what that depends was not looked into");
    }
    line
}

/// The values that caused the exception or the exit that a violation is about: its chain, if that is known and has links; else what its message, its
/// stack and its values say, in the order in which they were read.
#[must_use]
pub fn causes(violation: &Violation, symbols: &Symbols, model: MemoryModel) -> Vec<Cause> {
    let guessed = guess::guessed(violation, symbols, model);
    match violation.chain.as_deref().filter(|chain| !chain.links.is_empty()) {
        Some(chain) => {
            let named = guessed.iter().filter(|cause| cause.evidence == Evidence::Named).map(|cause| cause.read);
            linked(violation, chain, &named.collect::<Vec<_>>(), model)
        }
        None => guessed,
    }
}
