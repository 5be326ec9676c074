//! What became of many tests ([`crate::tested`]): lines for a person, JUnit XML, JSON.
//!
//! Invariant: a test that was not explored to its end is no success in any of these.

use super::junit::valid;
use super::snippet::Sources;
use super::text::{self, Look};
use super::{Report, Verdict, hot_spots};
use crate::tested::{Status, Tested};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// Columns of the tables in XML.
const WIDTH: usize = 120;

/// Tests that were explored.
#[derive(Default)]
pub struct Suite {
    /// In the order in which they were.
    pub tests: Vec<Tested>,
    /// Those that were not, as the user has stopped it.
    pub left_out: usize,
    /// JVMs that were started.
    pub started: u32,
    /// Executions of all.
    pub executions: u64,
    /// The time that it took.
    pub wall: Duration,
}

impl Suite {
    /// The gravest of all.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let of_tests = self.tests.iter().map(|test| test.status.verdict());
        let left_out = (self.left_out > 0).then_some(Verdict::Incomplete);
        let gravity = |verdict: &Verdict| match verdict {
            Verdict::Complete => 0,
            Verdict::Incomplete => 1,
            Verdict::Error => 2,
            Verdict::Violation => 3,
        };
        // That there is none was said before, or is no error.
        of_tests.chain(left_out).max_by_key(gravity).unwrap_or(Verdict::Complete)
    }

    fn count(&self, word: &str) -> usize {
        self.tests.iter().filter(|test| test.status.word() == word).count()
    }
}

/// What is said of a test as soon as it is over: a line, and what was found.
#[must_use]
pub fn line(before: &Suite, tested: &Tested, look: Look<'_>) -> String {
    let mut out = String::new();
    if before.tests.last().is_none_or(|last| last.class != tested.class) {
        let _ = writeln!(out, "{}", super::escape(&tested.class));
    }
    let executions = tested.report.as_ref().map_or(0, |report| report.executions);
    let said = if tested.status == Status::Passed { tested.note.as_deref() } else { Some(tested.status.message()) };
    let message = said.map_or_else(String::new, |said| format!("  {}", super::escape(said)));
    let _ = writeln!(
        out,
        "  {:40} {:10} {executions:>6} executions {:>6.1} s{message}",
        super::escape(&tested.name),
        tested.status.word(),
        tested.wall.as_secs_f64(),
    );
    let found = findings(tested, look);
    if !found.is_empty() {
        let _ = writeln!(out, "\n{found}");
    }
    out
}

/// The interleavings of a test that fails, and what is not covered of one that is incomplete.
fn findings(tested: &Tested, look: Look<'_>) -> String {
    let Some((report, findings)) = tested.report.as_ref().zip(tested.findings()) else { return String::new() };
    let of = findings.violations.len();
    let shown = (1..).zip(&findings.violations).map(|(number, finding)| text::one((number, of), finding, look));
    let mut out = shown.collect::<Vec<_>>().join("\n");
    if let Some(hot) = &report.hot_spots {
        hot_spots::render(&mut out, hot, look.width);
    }
    report.not_covered.iter().for_each(|entry| out.push_str(&format!("    not covered: {}\n", entry.line())));
    report.detail.iter().for_each(|line| out.push_str(&format!("    {line}\n")));
    out
}

/// The line at the end.
#[must_use]
pub fn summary(suite: &Suite, status: u8) -> String {
    let counts = ["passed", "failed", "incomplete", "error", "skipped"].map(|word| (suite.count(word), word));
    let counts = counts.into_iter().filter(|(count, word)| *count > 0 || *word == "passed" || *word == "failed");
    let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    let left_out = match suite.left_out {
        0 => String::new(),
        some => format!("; {some} methods were not explored, as the user has stopped it"),
    };
    format!(
        "\n{} tests: {}{left_out}; {} executions in {} JVMs, {:.1} s (exit status {status})\n",
        suite.tests.len(),
        counts.join(", "),
        suite.executions,
        suite.started,
        suite.wall.as_secs_f64()
    )
}

/// JUnit XML, a suite for each class.
#[must_use]
pub fn junit(suite: &Suite) -> String {
    let mut document = quick_junit::Report::new("mcr");
    document.set_time(suite.wall);
    let mut of_class: BTreeMap<&str, Vec<&Tested>> = BTreeMap::new();
    suite.tests.iter().for_each(|test| of_class.entry(&test.class).or_default().push(test));
    for (class, tests) in of_class {
        let mut of_class = TestSuite::new(valid(class));
        of_class.set_time(tests.iter().map(|test| test.wall).sum());
        for test in tests {
            let mut case = TestCase::new(valid(&test.name), case(test));
            case.set_classname(valid(class)).set_time(test.wall);
            if let Some(report) = &test.report {
                for (key, value) in [
                    ("mcr-verdict", report.verdict.to_string()),
                    ("mcr-memory-model", report.memory_model.clone()),
                    ("mcr-executions", report.executions.to_string()),
                ] {
                    case.add_property((key, value.as_str()));
                }
            }
            of_class.add_test_case(case);
        }
        document.add_test_suite(of_class);
    }
    // Into memory, of text without invalid characters: this cannot fail.
    document.to_string().unwrap_or_default()
}

fn case(test: &Tested) -> TestCaseStatus {
    let (mut status, kind) = match &test.status {
        Status::Passed => return TestCaseStatus::success(),
        Status::Skipped(_) => (TestCaseStatus::skipped(), ""),
        Status::Failed(_) => (TestCaseStatus::non_success(NonSuccessKind::Failure), failure_kind(test)),
        status => (TestCaseStatus::non_success(NonSuccessKind::Error), status.word()),
    };
    status.set_message(valid(test.status.message()));
    if !kind.is_empty() {
        status.set_type(kind);
    }
    let text = findings(test, Look { width: WIDTH, colour: false, sources: &Sources::none(), all_steps: false });
    if !text.is_empty() {
        status.set_description(valid(&text));
    }
    status
}

fn failure_kind(test: &Tested) -> &str {
    let violations = test.report.as_ref().map(|report| report.violations.as_slice()).unwrap_or_default();
    violations.first().map_or("outcome", |first| first.kind)
}

/// The JSON form.
#[derive(Serialize)]
struct Json<'a> {
    version: &'a str,
    verdict: Verdict,
    executions: u64,
    jvms: u32,
    wall_s: f64,
    tests: Vec<JsonTest<'a>>,
}

#[derive(Serialize)]
struct JsonTest<'a> {
    class: &'a str,
    name: &'a str,
    id: &'a str,
    status: &'a str,
    message: &'a str,
    note: Option<&'a str>,
    report: Option<&'a Report>,
}

/// All reports as one JSON document.
#[must_use]
pub fn json(suite: &Suite) -> String {
    let tests = suite.tests.iter().map(|test| JsonTest {
        class: &test.class,
        name: &test.name,
        id: &test.id,
        status: test.status.word(),
        message: test.status.message(),
        note: test.note.as_deref(),
        report: test.report.as_ref(),
    });
    let all = Json {
        version: env!("CARGO_PKG_VERSION"),
        verdict: suite.verdict(),
        executions: suite.executions,
        jvms: suite.started,
        wall_s: suite.wall.as_secs_f64(),
        tests: tests.collect(),
    };
    // Strings and numbers only: this cannot fail.
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}
