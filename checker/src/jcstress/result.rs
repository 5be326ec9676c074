//! What became of a test, from what was found when it was explored.

use super::discovery::Test;
use super::grading::{Grade, Grading};
use mcr_explore::Objection;
use mcr_report::comparison::Part;
use mcr_report::jcstress::{Expect, Possible, Row, Status, Tested};
use mcr_report::{Outcome, Report, Verdict, ViolationReport};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Begins what counts of the output.
const MARK: char = '\u{1}';
/// What the harness calls it when the actor of a test of termination does not end.
const STALE: &str = "STALE";
/// How an execution ends that has come to its end.
const NORMAL: &str = "normal";

/// The result of an execution: what it has printed behind the mark, or how it has ended instead, in brackets.
fn result_of(outcome: &Outcome, termination: bool) -> String {
    match (outcome.end.as_str(), outcome.stdout.rsplit_once(MARK)) {
        (NORMAL, Some((_, result))) => result.to_owned(),
        ("livelock" | "deadlock", _) if termination => STALE.to_owned(),
        (NORMAL, None) => "(no result)".to_owned(),
        (end, _) => format!("({end})"),
    }
}

/// What is wrong with an execution whose result the test forbids.
#[must_use]
pub fn objection(grading: Arc<Grading>) -> Objection {
    Objection::new(move |stdout| {
        let (_, result) = stdout.rsplit_once(MARK)?;
        (grading.grade(result).expect == Expect::Forbidden).then(|| forbidden(result))
    })
}

fn forbidden(result: &str) -> String {
    format!("the result {result} is forbidden")
}

/// What was found of one test, of which there is at least one part: what was found under each model, the strongest
/// first.
#[must_use]
pub fn sum_up(test: &Test, grading: &Grading, parts: Vec<Part>, wall: Duration) -> Tested {
    let found = parts.iter().map(|part| results(&part.report, test.termination)).collect::<Vec<_>>();
    let mut names: Vec<&str> = found.iter().flat_map(BTreeMap::keys).map(String::as_str).collect();
    // What the test names and never happens is said, too.
    names.extend(grading.named());
    names.sort_unstable();
    names.dedup();
    let row = |&name: &&str| {
        let mut possible = Vec::new();
        for (part, found) in parts.iter().zip(&found) {
            possible.push(match found.contains_key(name) {
                true => Possible::Yes,
                false if part.report.complete => Possible::No,
                // What a model allows, each weaker one allows.
                false if possible.contains(&Possible::Yes) => Possible::Yes,
                false => Possible::Unknown,
            });
        }
        let ways = parts.iter().zip(&found).find_map(|(part, found)| Some((part.run.memory_model, found.get(name)?)));
        let Grade { expect, description } = grade(grading, &parts, name);
        Row {
            result: name.to_owned(),
            expect,
            description,
            possible,
            shown: ways.map(|(model, ways)| (model, ways.clone())),
            failure: (expect == Expect::Forbidden).then(|| failure(&parts, name)).flatten(),
        }
    };
    let rows: Vec<Row> = names.iter().map(row).collect();
    let status = status(&parts, &rows);
    let models = parts.iter().map(|part| part.run.memory_model).collect();
    let executions = parts.iter().map(|part| part.report.executions).sum();
    Tested { rows, status, models, executions, parts, ..broken(test, String::new(), wall) }
}

/// A test that could not be explored.
#[must_use]
pub fn broken(test: &Test, reason: String, wall: Duration) -> Tested {
    Tested {
        name: test.title(),
        class: test.name.clone(),
        description: test.description.clone(),
        refs: test.refs.clone(),
        rows: Vec::new(),
        status: Status::Error(reason),
        models: Vec::new(),
        executions: 0,
        parts: Vec::new(),
        wall,
    }
}

/// The results of a part, each with the first way of printing and ending that shows it.
fn results(report: &Report, termination: bool) -> BTreeMap<String, (String, String)> {
    let mut results = BTreeMap::new();
    for outcome in &report.outcomes {
        let way = (outcome.stdout.clone(), outcome.end.clone());
        results.entry(result_of(outcome, termination)).or_insert(way);
    }
    results
}

/// What is said of a result. No test says anything of an execution that has not come to its end; what is wrong with it
/// is said here.
fn grade(grading: &Grading, parts: &[Part], result: &str) -> Grade {
    if !result.starts_with('(') {
        return grading.grade(result).clone();
    }
    let mut violations = parts.iter().flat_map(|part| &part.report.violations);
    let said = violations.find(|violation| result == format!("({})", end_of(violation.kind)));
    let description = said.map_or_else(|| "it has not come to its end".to_owned(), |said| said.message.clone());
    Grade { expect: Expect::Forbidden, description }
}

/// The file that replays a result, if there is one.
fn failure(parts: &[Part], result: &str) -> Option<String> {
    let shows = |violation: &&ViolationReport| match violation.kind {
        "outcome" => violation.message == forbidden(result),
        "livelock" | "deadlock" if result == STALE => true,
        kind => result == format!("({})", end_of(kind)),
    };
    let mut violations = parts.iter().flat_map(|part| &part.report.violations);
    violations.find(shows).and_then(|violation| violation.failure.clone())
}

/// How an execution ends in which there is such a violation.
fn end_of(kind: &str) -> &str {
    match kind {
        "assertion" | "null-dereference" => "exception",
        other => other,
    }
}

fn status(parts: &[Part], rows: &[Row]) -> Status {
    let broken = parts.iter().find(|part| part.report.verdict == Verdict::Error);
    if let Some(part) = broken {
        return Status::Error(part.report.reason.clone());
    }
    if rows.iter().any(|row| row.expect == Expect::Forbidden && row.is_possible()) {
        return Status::Failed;
    }
    let lost = |row: &&Row| row.possible.windows(2).any(|pair| pair[0] == Possible::Yes && pair[1] == Possible::No);
    if let Some(row) = rows.iter().find(lost) {
        let result = &row.result;
        return Status::Error(format!(
            "{result} is possible under one model and not under a weaker one: the test is not deterministic, or this is \
             a mistake of mcr"
        ));
    }
    match parts.iter().find(|part| !part.report.complete) {
        Some(part) => Status::Incomplete(part.report.reason.clone()),
        None => Status::Passed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jcstress::grading::Outcome as Said;
    use mcr_explore::{Conclusion, Progress};
    use mcr_model::classes::Classes;
    use mcr_protocol::MemoryModel;
    use mcr_report::Run;

    /// What was found under a model: these results, and whether everything was explored.
    fn part(model: MemoryModel, results: &[&str], complete: bool) -> Part {
        let conclusion = if complete { Conclusion::Complete } else { Conclusion::Incomplete("no time".to_owned()) };
        let run = Run::without_findings(model, conclusion, &Progress::default(), Duration::ZERO);
        let mut report = Report::new(&run, "auto", Classes::default());
        report.outcomes = results.iter().map(|result| outcome(&format!("\u{1}{result}"), "normal")).collect();
        Part { run, report }
    }

    /// The results, with what is known under each model, and what became of the test that accepts 0 and 1.
    fn summed(parts: Vec<Part>) -> (Vec<(String, Vec<Possible>)>, Status) {
        let said = Said { id: vec!["0".to_owned(), "1".to_owned()], expect: Expect::Acceptable, desc: String::new() };
        let tested = sum_up(&Test::default(), &Grading::new(&[said]).unwrap(), parts, Duration::ZERO);
        (tested.rows.into_iter().map(|row| (row.result, row.possible)).collect(), tested.status)
    }

    #[test]
    fn a_result_is_impossible_only_where_everything_was_explored() {
        use Possible::{No, Unknown, Yes};
        let parts = vec![part(MemoryModel::Sc, &["0"], true), part(MemoryModel::Tso, &[], false)];
        let (rows, status) = summed(parts);
        // TSO allows what SC allows.
        assert_eq!(rows, [("0".to_owned(), vec![Yes, Yes]), ("1".to_owned(), vec![No, Unknown])]);
        assert_eq!(status, Status::Incomplete("no time".to_owned()));
    }

    #[test]
    fn a_test_fails_if_something_forbidden_is_found_before_the_end() {
        assert_eq!(summed(vec![part(MemoryModel::Sc, &["0", "7"], false)]).1, Status::Failed);
        assert_eq!(summed(vec![part(MemoryModel::Sc, &["0"], true)]).1, Status::Passed);
    }

    #[test]
    fn a_result_that_a_weaker_model_has_lost_is_an_error() {
        let parts = vec![part(MemoryModel::Sc, &["0"], true), part(MemoryModel::Tso, &["1"], true)];
        assert!(matches!(summed(parts).1, Status::Error(_)));
    }

    #[test]
    fn there_is_an_objection_to_forbidden_results_alone() {
        let said = Said { id: vec!["0".to_owned()], expect: Expect::Acceptable, desc: String::new() };
        let expected = mcr_explore::Expected::Unless(objection(Arc::new(Grading::new(&[said]).unwrap())));
        let message = |stdout: &str| expected.unexpected(stdout).map(|(_, message)| message);
        assert_eq!(message("noise\u{1}0"), None);
        assert_eq!(message("noise"), None, "an execution without a result");
        assert_eq!(message("\u{1}1").as_deref(), Some("the result 1 is forbidden"));
    }

    fn outcome(stdout: &str, end: &str) -> Outcome {
        let (stdout, end) = (stdout.to_owned(), end.to_owned());
        Outcome { stdout, end, executions: 1, models: Vec::new(), interleaving: Vec::new() }
    }

    #[test]
    fn the_result_is_what_is_printed_behind_the_last_mark() {
        assert_eq!(result_of(&outcome("noise\u{1}x\u{1}0, 1", "normal"), false), "0, 1");
        assert_eq!(result_of(&outcome("\u{1}", "normal"), false), "");
    }

    #[test]
    fn an_execution_without_end_is_stale_only_where_termination_is_the_question() {
        for end in ["livelock", "deadlock"] {
            assert_eq!(result_of(&outcome("", end), true), "STALE");
            assert_eq!(result_of(&outcome("", end), false), format!("({end})"));
        }
        // It has ended, by what it has thrown.
        assert_eq!(result_of(&outcome("\u{1}TERMINATED", "exception"), true), "(exception)");
        assert_eq!(result_of(&outcome("", "normal"), false), "(no result)");
    }
}
