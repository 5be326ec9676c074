//! The report as JUnit XML, which build servers show as tests.
//!
//! One suite for the program, one test for each property that was checked, and one, `complete`, for the claim that everything was explored:
//!
//! | | property with a violation | property without | `complete` |
//! |---|---|---|---|
//! | `complete` | | passes | passes |
//! | `violation` | fails | passes if everything was explored and nothing of it follows from another violation, else skipped | passes or skipped in the same way |
//! | `incomplete` | | skipped | error |
//! | `error` | | skipped | error |
//!
//! Invariant: all tests pass only if the verdict is `complete`, and none passes on the word of a search that was not exhaustive. A file without failures
//! and errors is one of a check with exit status 0.

use super::comparison::Part;
use super::finding::{Finding, Findings};
use super::snippet::Sources;
use super::text::{self, Look};
use super::{Report, Run, Verdict};
use mcr_explore::ViolationKind;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// Columns of the tables.
const WIDTH: usize = 120;

/// What was checked, and for what.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The main class or the jar.
    pub program: String,
    /// The properties.
    pub properties: Vec<ViolationKind>,
}

/// The report of a run.
#[must_use]
pub fn render(report: &Report, run: &Run, subject: &Subject) -> String {
    document(report, &Findings::of_run(report, run), subject)
}

/// The report over several memory models.
#[must_use]
pub fn render_comparison(report: &Report, parts: &[Part], subject: &Subject) -> String {
    document(report, &Findings::of_parts(report, parts), subject)
}

fn document(report: &Report, findings: &Findings<'_>, subject: &Subject) -> String {
    let program = valid(&subject.program);
    let mut suite = TestSuite::new(&program);
    for (key, value) in [
        ("mcr", report.version.clone()),
        ("verdict", report.verdict.to_string()),
        ("reason", valid(&report.reason)),
        ("memory-model", report.memory_model.clone()),
        ("executions", report.executions.to_string()),
    ] {
        suite.add_property((key, value.as_str()));
    }
    if let Some(left_out) = report.left_out() {
        suite.add_property(("left out", valid(&left_out).as_str()));
    }
    let mut test = |name: &str, status: TestCaseStatus| {
        let mut case = TestCase::new(name, status);
        case.set_classname(&program);
        suite.add_test_case(case);
    };
    for kind in &subject.properties {
        let violations = findings.violations.iter().filter(|finding| finding.violation.kind == *kind);
        test(kind.name(), property(report, *kind, &violations.collect::<Vec<_>>()));
    }
    test("complete", completeness(report));
    let wall = Duration::try_from_secs_f64(report.statistics.wall_s).unwrap_or_default();
    suite.set_time(wall);
    let mut document = quick_junit::Report::new("mcr");
    document.set_time(wall).add_test_suite(suite);
    // Into memory, of text without invalid characters: this cannot fail.
    document.to_string().unwrap_or_default()
}

fn property(report: &Report, kind: ViolationKind, violations: &[&Finding<'_>]) -> TestCaseStatus {
    let mut following = report.violations.iter().flat_map(|violation| {
        violation.consequences.iter().filter(|consequence| consequence.kind == kind.name()).map(move |_| violation)
    });
    match violations {
        [] if report.complete => match following.next() {
            // It does not hold, and there is one failure to mend.
            Some(failure) => skipped(&format!("found only as a consequence of: {}", failure.headline())),
            None => TestCaseStatus::success(),
        },
        [] => skipped(&format!("none found, but not every behaviour was explored: {}", report.reason)),
        [first, more @ ..] => {
            let more = if more.is_empty() { String::new() } else { format!(" (and {} more)", more.len()) };
            let of = violations.len();
            let look = Look { width: WIDTH, colour: false, sources: &Sources::none(), all_steps: false };
            let shown = (1..).zip(violations).map(|(number, finding)| text::one((number, of), finding, look));
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(valid(&format!("{}{more}", first.described.message)));
            status.set_type(first.described.kind);
            status.set_description(valid(&shown.collect::<Vec<_>>().join("\n")));
            status
        }
    }
}

fn completeness(report: &Report) -> TestCaseStatus {
    let (message, kind) = match report.verdict {
        _ if report.complete => return TestCaseStatus::success(),
        Verdict::Violation => return skipped(&format!("not every behaviour was explored: {}", report.reason)),
        Verdict::Error => (format!("could not be checked: {}", report.reason), "error"),
        Verdict::Complete | Verdict::Incomplete => {
            (format!("not every behaviour was explored: {}", report.reason), "incomplete")
        }
    };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(valid(&message)).set_type(kind);
    let not_covered = report.not_covered.iter().map(|entry| format!("not covered: {}", entry.line()));
    let lines: Vec<String> = report.detail.iter().cloned().chain(not_covered).collect();
    if !lines.is_empty() {
        status.set_description(valid(&lines.join("\n")));
    }
    status
}

fn skipped(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(valid(message));
    status
}

/// Text with what XML does not allow written as Java writes it, so that it is neither lost nor taken for a command of a terminal.
pub(super) fn valid(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}
