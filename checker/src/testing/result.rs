//! What became of a test, from what was found when it was explored.

use super::discovery::{Outcomes, Test};
use crate::report::comparison::{self, Part};
use crate::report::{Report, Verdict};
use std::time::Duration;

/// Begins the line that the Java part prints where a test was not run, or not to its end.
const NOT_RUN: &str = "mcr-not-run ";
/// What follows if there is nothing to run.
const NO_SUCH: &str = "there is no such test";

/// A test that was explored.
pub struct Tested {
    /// The class, with dots.
    pub class: String,
    /// What it is called in reports: `method()`, `method(int)[2]`.
    pub name: String,
    /// Its unique id.
    pub id: String,
    /// What became of it.
    pub status: Status,
    /// What is to be said of it though it has passed.
    pub note: Option<String>,
    /// What was found under each memory model; nothing if it was not explored.
    pub parts: Vec<Part>,
    /// All of that in one.
    pub report: Option<Report>,
    /// How long it took.
    pub wall: Duration,
}

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every behaviour was explored, and nothing is wrong.
    Passed,
    /// Something is wrong; in one line.
    Failed(String),
    /// JUnit has skipped it in every execution, or it has given up by an assumption; why.
    Skipped(String),
    /// Nothing wrong was found, but not every behaviour was explored; why.
    Incomplete(String),
    /// It could not be explored; why.
    Error(String),
}

impl Status {
    /// The verdict that says the same.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Status::Passed | Status::Skipped(_) => Verdict::Complete,
            Status::Failed(_) => Verdict::Violation,
            Status::Incomplete(_) => Verdict::Incomplete,
            Status::Error(_) => Verdict::Error,
        }
    }

    /// In one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed(_) => "failed",
            Status::Skipped(_) => "skipped",
            Status::Incomplete(_) => "incomplete",
            Status::Error(_) => "error",
        }
    }

    /// What is to be said besides.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Status::Passed => "",
            Status::Failed(message)
            | Status::Skipped(message)
            | Status::Incomplete(message)
            | Status::Error(message) => message,
        }
    }
}

/// What was found of one test, or that there is no such test.
#[must_use]
pub fn sum_up(test: &Test, invocation: Option<u32>, mut parts: Vec<Part>, wall: Duration) -> Option<Tested> {
    let strategy = parts.first().map(|part| part.report.strategy.clone()).unwrap_or_default();
    let report = match parts.len() {
        0 => None,
        1 => parts.first().map(|part| part.report.clone()),
        _ => Some(comparison::report(&parts, &strategy, wall)),
    };
    let status = match &report {
        None => Status::Error("it was not explored".to_owned()),
        Some(report) => match not_run(report) {
            Some(reason) if reason == NO_SUCH => return None,
            Some(reason) => Status::Skipped(reason.to_owned()),
            None => status(report, test.outcomes.as_ref()),
        },
    };
    parts.shrink_to_fit();
    let note = report.as_ref().and_then(|report| interesting(report, test.outcomes.as_ref()));
    let (class, mut name) = (test.class.clone(), test.name.clone());
    if let Some(number) = invocation {
        name.push_str(&format!("[{number}]"));
    }
    Some(Tested { class, name, id: test.id.clone(), status, note, parts, report, wall })
}

/// A test that could not be explored.
#[must_use]
pub fn broken(test: &Test, reason: String) -> Tested {
    let (class, name, id) = (test.class.clone(), test.name.clone(), test.id.clone());
    let status = Status::Error(reason);
    Tested { class, name, id, status, note: None, parts: Vec::new(), report: None, wall: Duration::ZERO }
}

/// Why the test was not run, if that is so in every execution.
fn not_run(report: &Report) -> Option<&str> {
    let reasons = report.outcomes.iter().map(|outcome| {
        let line = outcome.stdout.lines().find_map(|line| line.strip_prefix(NOT_RUN));
        line.filter(|_| outcome.end == "normal")
    });
    let reasons: Option<Vec<&str>> = reasons.collect();
    reasons.filter(|_| report.complete).and_then(|reasons| reasons.first().copied())
}

fn status(report: &Report, expected: Option<&Outcomes>) -> Status {
    match (report.verdict, expected.and_then(|expected| missing(report, expected))) {
        (Verdict::Error, _) => Status::Error(report.reason.clone()),
        (Verdict::Violation, _) => Status::Failed(first_violation(report)),
        (_, Some(message)) => Status::Failed(message),
        (Verdict::Incomplete, None) => Status::Incomplete(report.reason.clone()),
        (Verdict::Complete, None) => Status::Passed,
    }
}

fn first_violation(report: &Report) -> String {
    let more = match report.violations.len() {
        0 | 1 => String::new(),
        all => format!(" (and {} more)", all - 1),
    };
    report.violations.first().map_or_else(String::new, |first| format!("{}: {}{more}", first.kind, first.message))
}

/// That an outcome was never printed which some execution should print.
fn missing(report: &Report, expected: &Outcomes) -> Option<String> {
    let mut wanted = expected.value.iter().filter(|_| expected.all && report.complete);
    let text = wanted.find(|text| !prints(report, text))?;
    Some(format!("no execution prints {text:?}, which is expected of some"))
}

/// The outcomes that may be, and that nobody wants to see, if there are any.
fn interesting(report: &Report, expected: Option<&Outcomes>) -> Option<String> {
    let texts = expected.map(|expected| expected.interesting.as_slice()).unwrap_or_default();
    let seen: Vec<String> = texts.iter().filter(|text| prints(report, text)).map(|text| format!("{text:?}")).collect();
    (!seen.is_empty()).then(|| format!("interesting outcomes: {}", seen.join(", ")))
}

fn prints(report: &Report, text: &str) -> bool {
    report.outcomes.iter().any(|outcome| outcome.stdout.trim() == text.trim())
}
