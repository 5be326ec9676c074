//! What became of a test, from what was found when it was explored.

use super::discovery::{Outcomes, Test};
use mcr_report::comparison::{self, Part};
use mcr_report::tested::{Status, Tested};
use mcr_report::{Outcome, Report, Verdict};
use std::time::Duration;

/// Begins the mark that the Java part prints in the end.
const MARK: char = '\u{1}';
/// The mark of an execution in which the test was run.
pub const RAN: &str = "\u{1}ran";

/// What an execution says of the test in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    /// It was run.
    Ran,
    /// It was skipped, or has given up; why.
    Skipped(String),
    /// What it is in was skipped, or failed before it; why.
    Container(String),
    /// There is no such test.
    NoSuch,
    /// Nothing: the execution did not come to its end. How it ended.
    Missing(String),
}

impl Mark {
    /// Takes the mark off a text.
    fn take(stdout: &mut String, end: &str) -> Mark {
        let Some(at) = stdout.rfind(MARK) else { return Mark::Missing(end.to_owned()) };
        let mark = stdout.split_off(at).trim_start_matches(MARK).to_owned();
        match mark.split_once(' ') {
            Some(("skipped", reason)) => Mark::Skipped(reason.to_owned()),
            Some(("container", reason)) => Mark::Container(reason.to_owned()),
            _ if mark == "none" => Mark::NoSuch,
            _ => Mark::Ran,
        }
    }

    /// Why the test was not run, if it was not.
    fn not_run(&self) -> Option<&str> {
        match self {
            Mark::Skipped(reason) | Mark::Container(reason) => Some(reason),
            _ => None,
        }
    }
}

/// What came of one unique id.
pub struct Summed {
    /// The test; none if there is no such test.
    pub tested: Option<Tested>,
    /// It is known that there was a test: of those that a method makes there may be more.
    pub goes_on: bool,
}

/// What was found of one test, the first or another of those that a method makes.
#[must_use]
pub fn sum_up(test: &Test, invocation: Option<u32>, mut parts: Vec<Part>, wall: Duration) -> Summed {
    let marks: Vec<Mark> = parts.iter_mut().flat_map(|part| take_marks(&mut part.report)).collect();
    let strategy = parts.first().map(|part| part.report.strategy.clone()).unwrap_or_default();
    let report = match parts.len() {
        0 => None,
        1 => parts.first().map(|part| part.report.clone()),
        _ => Some(comparison::report(&parts, &strategy, wall)),
    };
    let is_container = marks.iter().any(|mark| matches!(mark, Mark::Container(_)));
    let goes_on = !is_container && marks.iter().any(|mark| matches!(mark, Mark::Ran | Mark::Skipped(_)));
    if !marks.is_empty() && marks.iter().all(|mark| *mark == Mark::NoSuch) {
        return Summed { tested: None, goes_on };
    }
    let status = match &report {
        None => Status::Error("it was not explored".to_owned()),
        Some(report) => status(report, &marks, test.outcomes.as_ref()),
    };
    let note = report.as_ref().and_then(|report| interesting(report, test.outcomes.as_ref()));
    let (class, mut name) = (test.class.clone(), test.name.clone());
    if let Some(number) = invocation.filter(|_| !is_container) {
        name.push_str(&format!("[{number}]"));
    }
    let tested = Tested { class, name, id: test.id.clone(), status, note, parts, report, wall };
    Summed { tested: Some(tested), goes_on }
}

/// A method that makes no test.
#[must_use]
pub fn empty(test: &Test) -> Tested {
    Tested { status: Status::Skipped("it makes no test".to_owned()), ..broken(test, String::new()) }
}

/// Takes the marks off the outcomes, of which then some may be the same.
fn take_marks(report: &mut Report) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for mut outcome in std::mem::take(&mut report.outcomes) {
        marks.push(Mark::take(&mut outcome.stdout, &outcome.end));
        match outcomes.iter_mut().find(|one| (&one.stdout, &one.end) == (&outcome.stdout, &outcome.end)) {
            Some(one) => one.executions += outcome.executions,
            None => outcomes.push(outcome),
        }
    }
    report.outcomes = outcomes;
    marks
}

/// A test that could not be explored.
#[must_use]
pub fn broken(test: &Test, reason: String) -> Tested {
    let (class, name, id) = (test.class.clone(), test.name.clone(), test.id.clone());
    let status = Status::Error(reason);
    Tested { class, name, id, status, note: None, parts: Vec::new(), report: None, wall: Duration::ZERO }
}

fn status(report: &Report, marks: &[Mark], expected: Option<&Outcomes>) -> Status {
    let left = marks.iter().find_map(|mark| match mark {
        Mark::Missing(end) if end == "normal" || end == "exit:0" => Some(end),
        _ => None,
    });
    let reasons: Option<Vec<&str>> = marks.iter().map(Mark::not_run).collect();
    let reason = reasons.and_then(|reasons| reasons.first().map(|&reason| reason.to_owned()));
    match (report.verdict, left, reason) {
        (Verdict::Error, ..) => Status::Error(report.reason.clone()),
        (Verdict::Violation, ..) => Status::Failed(first_violation(report)),
        (_, Some(_), _) => {
            Status::Failed("the program is ended before the test is over (System.exit, halt)".to_owned())
        }
        (Verdict::Incomplete, ..) => Status::Incomplete(report.reason.clone()),
        (Verdict::Complete, None, Some(reason)) => Status::Skipped(reason),
        (Verdict::Complete, None, None) => match expected.and_then(|expected| missing(report, expected)) {
            Some(message) => Status::Failed(message),
            None => Status::Passed,
        },
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
