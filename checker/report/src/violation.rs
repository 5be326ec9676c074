//! A violation in the report: what is wrong, and where.

use super::cause::{Cause, CauseReport, LinkReport, causes};
use super::consequences::ConsequenceReport;
use super::folding::Folding;
use super::names::Names;
use super::{cell, deadlock, races};
use mcr_explore::{Violation, ViolationKind, Walker};
use mcr_model::symbols::{Symbols, is_class_of_test_framework};
use mcr_protocol::{Action, Event, MemoryModel, SiteId, Uncaught};
use serde::Serialize;

/// Stack frames in the list of locations.
const FRAMES: usize = 10;

/// One violation; its field names are the keys of the JSON form.
#[derive(Clone, Debug, Serialize)]
pub struct ViolationReport {
    /// `deadlock`, `livelock`, `assertion`, `exception`, `null-dereference`, `exit`, `race`.
    pub kind: &'static str,
    /// One line.
    pub message: String,
    /// Where, as `Class.method(File.java:12)`.
    pub locations: Vec<String>,
    /// The file that replays it.
    pub failure: Option<String>,
    /// Whether a deadlock is that threads are left over after `main` has ended.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub thread_leak: bool,
    /// The values that caused an exception or an exit, as far as that can be told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cause: Vec<CauseReport>,
    /// What these depend on in turn, if the code was asked: each behind what it leads to, with the causes themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<LinkReport>,
    /// Whether the chain has more links than were looked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chain_goes_on: bool,
    /// Deadlocks that follow from it, and are no violations of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<ConsequenceReport>,
    /// Number of the execution after which it was found, from 1.
    pub first_execution: u64,
    /// The walks that found it, if the search did not (`--strategy`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_by: Option<&'static str>,
    /// With `--memory-model all`: the first model under which it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_model: Option<String>,
}

impl ViolationReport {
    /// The kind and the message in one line.
    #[must_use]
    pub fn headline(&self) -> String {
        if self.message.starts_with(self.kind) {
            self.message.clone()
        } else {
            format!("{}: {}", self.kind, self.message)
        }
    }

    /// Describes a violation that was found under a memory model with the names that the program uses.
    #[must_use]
    pub fn new(violation: &Violation, symbols: &Symbols, model: MemoryModel) -> ViolationReport {
        let names = Names::of(symbols, violation);
        let place = |site: SiteId| symbols.site(site).map(|_| symbols.place(site));
        let (message, locations) = if violation.kind == ViolationKind::Race {
            let sites = violation.blocked.iter().filter_map(|pending| place(pending.site));
            (races::message(&names, &violation.blocked), sites.collect())
        } else if deadlock::is(violation) {
            let sites = violation.blocked.iter().filter_map(|pending| place(pending.site));
            (deadlock::message(&names, violation, deadlock::is_thread_leak(violation)), sites.collect())
        } else {
            match culprit(violation) {
                Some((event, Some(uncaught))) => {
                    let mut frames: Vec<String> = own_frames(&uncaught.stack).to_vec();
                    if frames.is_empty() {
                        frames.extend(place(event.site));
                    }
                    (format!("{} throws {}", names.thread(event.thread), cell::thrown(uncaught)), frames)
                }
                Some((event, None)) => {
                    let done = cell::event(&names, event).replacen("exit", "ends the program with status", 1);
                    (format!("{} {done}", names.thread(event.thread)), place(event.site).into_iter().collect())
                }
                None => (violation.message.clone(), Vec::new()),
            }
        };
        let kind = violation.kind.name();
        let first_execution = violation.first_execution;
        let causes = causes(violation, symbols, model);
        let folding = Folding::of(violation, symbols);
        let is_direct = |cause: &&Cause| cause.link.as_ref().is_none_or(|link| link.of.is_none());
        let described = |cause: &Cause| CauseReport::new(cause, &violation.events, &names, symbols, folding.as_ref());
        let links = causes.iter().filter_map(|cause| Some(LinkReport::new(cause.link.as_ref()?, described(cause))));
        ViolationReport {
            kind,
            message,
            locations,
            failure: None,
            thread_leak: deadlock::is_thread_leak(violation),
            cause: causes.iter().filter(is_direct).map(described).collect(),
            chain: links.collect(),
            chain_goes_on: violation.chain.as_ref().is_some_and(|chain| chain.goes_on),
            consequences: Vec::new(),
            first_execution,
            found_by: violation.walker.map(Walker::name),
            memory_model: None,
        }
    }
}

/// What is said of a violation, with the first line alone of the message of its exception, and not all of that if it is long.
#[must_use]
pub fn briefly(violation: &Violation, said: &str) -> String {
    match exception(violation) {
        Some(uncaught) => said.replace(&cell::thrown(uncaught), &cell::thrown_briefly(uncaught)),
        None => said.to_owned(),
    }
}

/// The event that is wrong: the end of a thread by an exception, or an exit.
pub fn culprit(violation: &Violation) -> Option<(&Event, Option<&Uncaught>)> {
    let of_thread = |event: &&Event| violation.thread.is_none_or(|thread| thread == event.thread);
    violation.events.iter().rev().filter(of_thread).find_map(|event| match &event.action {
        Action::End { uncaught: Some(uncaught), .. } => Some((event, Some(uncaught))),
        Action::Exit(_) => Some((event, None)),
        _ => None,
    })
}

/// The first frames, without those that start every thread.
fn own_frames(stack: &[String]) -> &[String] {
    let starts = |frame: &String| frame.contains("java.lang.Thread.run");
    let end = stack.iter().rposition(|frame| !starts(frame)).map_or(stack.len(), |last| last + 1);
    &stack[..end.min(FRAMES)]
}

/// The exception that a violation is about.
#[must_use]
pub fn exception(violation: &Violation) -> Option<&Uncaught> {
    let is_thrown = violation.blocked.is_empty();
    culprit(violation).filter(|_| is_thrown).and_then(|(_, uncaught)| uncaught)
}

/// Where an exception was thrown, as `File.java:12`: by a failed assertion, where that was asked for.
#[must_use]
pub fn thrown_at(uncaught: &Uncaught) -> Option<&str> {
    let (_, place) = thrown_frame(uncaught)?.rsplit_once('(')?;
    Some(place.trim_end_matches(')'))
}

/// The same, as a line of the stack trace.
#[must_use]
pub fn thrown_frame(uncaught: &Uncaught) -> Option<&str> {
    let asks = |frame: &&String| !is_class_of_test_framework(frame);
    uncaught.stack.iter().find(asks).or_else(|| uncaught.stack.first()).map(String::as_str)
}
