//! Compares what a check said with what was expected.

use super::expectation::{Expectation, Outcome};
use super::report::Report;
use crate::process::Output;
use std::collections::BTreeSet;

/// A check writes no more of them.
const FAILURE_FILES: usize = 100;

/// What a check that explored everything or not has in common with every other: it ends, by itself, and says how.
pub fn manners(output: &Output, report: &Report) -> Vec<String> {
    let mut wrong = Vec::new();
    for sign in ["panicked at", "A fatal error has been detected by the Java Runtime"] {
        if output.stderr.contains(sign) || output.stdout.contains(sign) {
            wrong.push(format!("crashed: {}", excerpt(&output.stderr)));
        }
    }
    // Local states are the same in each execution, or something is wrong with them; but for programs that differ all the same.
    if report.verdict != "error" && output.stderr.contains("beginning anew with --local-states off") {
        wrong.push(format!("local states differ: {}", excerpt(&output.stderr)));
    }
    let files: BTreeSet<&String> = report.violations.iter().filter_map(|found| found.failure.as_ref()).collect();
    if files.len() < report.violations.len().min(FAILURE_FILES) {
        wrong.push(format!("{} violations have {} failure files", report.violations.len(), files.len()));
    }
    let status = match report.verdict.as_str() {
        "complete" => Some(0),
        "violation" => Some(1),
        "error" => Some(2),
        "incomplete" => Some(3),
        _ => None,
    };
    if output.status != status {
        wrong.push(format!("verdict {} with exit status {:?}", report.verdict, output.status));
    }
    if report.verdict == "error" {
        let reason = report.reason.as_deref().unwrap_or("");
        if reason.is_empty() || reason.trim().lines().count() > 1 {
            wrong.push(format!("the reason is not one line: {}", excerpt(reason)));
        }
    }
    wrong
}

/// What differs from the expectation.
pub fn differences(expected: &Expectation, report: &Report) -> Vec<String> {
    let mut wrong = Vec::new();
    if !one_of(&expected.verdict, &report.verdict) {
        let reason = report.reason.as_deref().unwrap_or("");
        wrong.push(format!("verdict {}, not {}: {}", report.verdict, expected.verdict, excerpt(reason)));
    }
    if expected.complete.is_some_and(|complete| complete != report.complete) {
        wrong.push(format!("complete is {}", report.complete));
    }
    if let Some(outcomes) = &expected.outcomes {
        compare_outcomes(outcomes, expected.at_least, report, &mut wrong);
    }
    if let Some(kinds) = &expected.violations {
        compare_kinds(kinds, expected.at_least, report, &mut wrong);
    }
    if let Some(kinds) = &expected.consequences {
        let expected: BTreeSet<&str> = kinds.iter().map(String::as_str).collect();
        let found = report.violations.iter().flat_map(|violation| &violation.consequences);
        let found: BTreeSet<&str> = found.map(|consequence| consequence.kind.as_str()).collect();
        if found != expected {
            wrong.push(format!("consequences {found:?}, not {expected:?}"));
        }
    }
    let class = expected.class();
    if let Some(causes) = &expected.cause {
        let expected: BTreeSet<String> = causes.iter().cloned().collect();
        let found: BTreeSet<String> =
            report.violations.iter().flat_map(|violation| &violation.cause).map(|cause| cause.says(class)).collect();
        wrong.extend(found.difference(&expected).map(|cause| format!("no cause: {cause}")));
        wrong.extend(expected.difference(&found).map(|cause| format!("missing cause: {cause}")));
    }
    if let Some(leak) = expected.thread_leak
        && report.violations.iter().any(|violation| violation.thread_leak != leak)
    {
        wrong.push(format!("a thread leak is {}", !leak));
    }
    if let Some(races) = &expected.races {
        let expected: BTreeSet<String> = races.iter().cloned().collect();
        let found: BTreeSet<String> = report.races.iter().map(|race| race.lines(class)).collect();
        wrong.extend(found.difference(&expected).map(|race| format!("no race: {race}")));
        wrong.extend(expected.difference(&found).map(|race| format!("missing race: {race}")));
    }
    compare_fresh(expected, report, &mut wrong);
    compare_hints(expected, report, &mut wrong);
    compare_covered(expected, class, report, &mut wrong);
    if let Some(message) = &expected.message {
        let reason = report.reason.as_deref().unwrap_or("");
        if !reason.to_lowercase().contains(&message.to_lowercase()) {
            wrong.push(format!("the reason does not say {message:?}: {}", excerpt(reason)));
        }
    }
    if report.complete {
        compare_counts(expected, report, &mut wrong);
    }
    wrong
}

fn compare_outcomes(expected: &[Outcome], at_least: bool, report: &Report, wrong: &mut Vec<String>) {
    let set = |outcomes: &[Outcome]| -> BTreeSet<(String, String)> {
        outcomes.iter().map(|o| (o.stdout.trim_end_matches('\n').to_owned(), o.end.clone())).collect()
    };
    let (expected, found) = (set(expected), set(&report.outcomes));
    for (stdout, end) in found.difference(&expected).filter(|_| !at_least) {
        wrong.push(format!("impossible outcome {} ({end})", excerpt(stdout)));
    }
    if report.complete {
        for (stdout, end) in expected.difference(&found) {
            wrong.push(format!("missing outcome {} ({end})", excerpt(stdout)));
        }
    }
}

fn compare_kinds(expected: &[String], at_least: bool, report: &Report, wrong: &mut Vec<String>) {
    let found: BTreeSet<&str> = report.violations.iter().map(|v| v.kind.as_str()).collect();
    for kind in found.iter().filter(|_| !at_least) {
        if !expected.iter().any(|e| one_of(e, kind)) {
            wrong.push(format!("unexpected violation: {kind}"));
        }
    }
    for kinds in expected.iter().filter(|_| report.complete || !at_least) {
        if !found.iter().any(|kind| one_of(kinds, kind)) {
            wrong.push(format!("missing violation: {kinds}"));
        }
    }
}

fn compare_hints(expected: &Expectation, report: &Report, wrong: &mut Vec<String>) {
    let Some(expected) = &expected.hints else { return };
    let line = |place: &str| place.rsplit_once(':').map_or("?", |(_, line)| line.trim_end_matches(')')).to_owned();
    let found: BTreeSet<String> =
        report.hints.iter().map(|hint| format!("{} {}", hint.kind, line(&hint.location))).collect();
    if found != expected.iter().cloned().collect() {
        wrong.push(format!("hints: {found:?}, and not {expected:?}"));
    }
}

fn compare_fresh(expected: &Expectation, report: &Report, wrong: &mut Vec<String>) {
    let Some(words) = &expected.fresh_classes else { return };
    let is_right = match &report.fresh_classes {
        Some(found) => !words.is_empty() && found.contains(words),
        None => words.is_empty(),
    };
    if !is_right {
        wrong.push(format!("classes loaded anew: {:?}, and not {words:?}", report.fresh_classes));
    }
}

fn compare_covered(expected: &Expectation, class: &str, report: &Report, wrong: &mut Vec<String>) {
    for found in &report.not_covered {
        let perhaps = expected.perhaps_not_covered.iter().any(|words| found.what.contains(words));
        if !perhaps && !expected.not_covered.iter().any(|words| found.is(words, class)) {
            wrong.push(format!("not covered: {} at {}", excerpt(&found.what), found.locations.join(", ")));
        }
    }
    for words in expected.not_covered.iter().filter(|_| !expected.at_least) {
        if !report.not_covered.iter().any(|found| found.is(words, class)) {
            wrong.push(format!("covered: {words}"));
        }
    }
}

fn compare_counts(expected: &Expectation, report: &Report, wrong: &mut Vec<String>) {
    if report.redundant_executions != 0 && expected.jobs.is_none() {
        wrong.push(format!("{} of {} executions were redundant", report.redundant_executions, report.executions));
    }
    if let (Some(e), Some(found)) = (expected.behaviours, report.behaviours)
        && e != found
    {
        wrong.push(format!("{found} behaviours, not {e}"));
    }
    if let Some(e) = expected.local_behaviours {
        if report.local_behaviours.is_some_and(|found| found != e) {
            wrong.push(format!("{} local behaviours, not {e}", report.local_behaviours.unwrap_or(0)));
        }
        if report.executions > e {
            wrong.push(format!("{} executions for {e} local behaviours", report.executions));
        }
    }
}

pub(super) fn one_of(alternatives: &str, value: &str) -> bool {
    alternatives.split('|').any(|alternative| alternative == value)
}

/// What a program printed to explain itself; a JVM that does not start says so on its standard output.
pub(super) fn said(output: &Output) -> String {
    excerpt(if output.stderr.trim().is_empty() { &output.stdout } else { &output.stderr })
}

/// The beginning of a text, on one line.
pub fn excerpt(text: &str) -> String {
    let short: String = text.trim().chars().take(300).collect();
    format!("{short:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory_model::MemoryModel;
    use std::time::Duration;

    fn expectation(json: &str) -> Expectation {
        serde_json::from_str(json).unwrap()
    }

    fn report(json: &str) -> Report {
        serde_json::from_str(json).unwrap()
    }

    fn output(status: i32, stderr: &str) -> Output {
        let took = Duration::ZERO;
        Output { status: Some(status), timed_out: false, stdout: String::new(), stderr: stderr.into(), took }
    }

    const SB: &str = r#"{"verdict": "complete", "complete": true, "violations": [], "behaviours": 2, "local_behaviours": 3,
        "outcomes": [{"stdout": "0 1", "end": "normal"}, {"stdout": "1 0", "end": "normal"}], "why": ""}"#;

    #[test]
    fn a_report_as_expected_has_no_differences() {
        let same = report(
            r#"{"verdict": "complete", "complete": true, "executions": 2, "behaviours": 2, "local_behaviours": 3,
            "outcomes": [{"stdout": "1 0\n", "end": "normal"}, {"stdout": "0 1\n", "end": "normal"}]}"#,
        );
        assert_eq!(differences(&expectation(SB), &same), Vec::<String>::new());
        assert_eq!(manners(&output(0, ""), &same), Vec::<String>::new());
    }

    #[test]
    fn outcomes_too_many_and_too_few_are_named() {
        let other = report(
            r#"{"verdict": "complete", "complete": true,
            "outcomes": [{"stdout": "0 1\n", "end": "normal"}, {"stdout": "0 0\n", "end": "deadlock"}]}"#,
        );
        let expected = ["impossible outcome \"0 0\" (deadlock)", "missing outcome \"1 0\" (normal)"];
        assert_eq!(differences(&expectation(SB), &other), expected);
    }

    #[test]
    fn an_incomplete_check_may_miss_outcomes_but_not_invent_any() {
        let maybe = expectation(&SB.replace(r#""complete", "complete": true"#, r#""complete|incomplete""#));
        let cut = report(r#"{"verdict": "incomplete", "outcomes": [{"stdout": "0 1\n", "end": "normal"}]}"#);
        assert_eq!(differences(&maybe, &cut), Vec::<String>::new());
        let wrong = report(r#"{"verdict": "incomplete", "outcomes": [{"stdout": "7 7\n", "end": "normal"}]}"#);
        assert_eq!(differences(&maybe, &wrong), ["impossible outcome \"7 7\" (normal)"]);
    }

    #[test]
    fn what_a_weaker_memory_model_shows_besides_is_expected_only_if_nothing_is_said_of_that_model() {
        let more = report(
            r#"{"verdict": "violation", "complete": true, "behaviours": 4, "violations": [{"kind": "deadlock"}],
            "outcomes": [{"stdout": "0 1\n", "end": "normal"}, {"stdout": "1 0", "end": "normal"}, {"stdout": "0 0", "end": "deadlock"}]}"#,
        );
        assert_eq!(differences(&expectation(SB).under(MemoryModel::Tso), &more), Vec::<String>::new());
        let less =
            report(r#"{"verdict": "complete", "complete": true, "outcomes": [{"stdout": "0 1\n", "end": "normal"}]}"#);
        let missing = "missing outcome \"1 0\" (normal)";
        assert_eq!(differences(&expectation(SB).under(MemoryModel::Tso), &less), [missing]);
        let said = expectation(&SB.replace(r#""why""#, r#""tso": {"behaviours": 4}, "why""#));
        assert_eq!(differences(&said.under(MemoryModel::Tso), &more).len(), 3);
        assert_eq!(differences(&said.under(MemoryModel::Pso), &more), Vec::<String>::new());
    }

    #[test]
    fn each_violation_has_a_file_as_long_as_there_are_few() {
        let found = |violations: usize, files: usize| {
            let one = |number: usize| match number < files {
                true => format!(r#"{{"kind": "exception", "failure": "{number}.mcr"}}"#),
                false => r#"{"kind": "exception"}"#.to_owned(),
            };
            let all: Vec<String> = (0..violations).map(one).collect();
            report(&format!(r#"{{"verdict": "violation", "violations": [{}]}}"#, all.join(",")))
        };
        assert_eq!(manners(&output(1, ""), &found(340, 100)), Vec::<String>::new());
        assert_eq!(manners(&output(1, ""), &found(3, 2)).len(), 1);
    }

    #[test]
    fn a_verdict_and_an_exit_status_that_disagree_are_wrong() {
        assert_eq!(manners(&output(0, ""), &report(r#"{"verdict": "incomplete"}"#)).len(), 1);
    }

    #[test]
    fn more_executions_than_local_histories_are_wrong() {
        let many = report(
            r#"{"verdict": "complete", "complete": true, "executions": 4, "redundant_executions": 1,
            "outcomes": [{"stdout": "1 0\n", "end": "normal"}, {"stdout": "0 1\n", "end": "normal"}]}"#,
        );
        let expected = ["1 of 4 executions were redundant", "4 executions for 3 local behaviours"];
        assert_eq!(differences(&expectation(SB), &many), expected);
    }

    #[test]
    fn exit_status_2_with_one_line_is_an_error_with_that_reason() {
        let said = output(2, "mcr: there is no class Missing\n");
        let report = Report::of("", &said).unwrap();
        let expected = expectation(r#"{"verdict": "error", "message": "missing", "why": ""}"#);
        assert_eq!(differences(&expected, &report), Vec::<String>::new());
        assert_eq!(manners(&said, &report), Vec::<String>::new());
    }

    #[test]
    fn a_panic_is_not_an_error_report() {
        let said = output(2, "thread 'main' panicked at x\nnote: y");
        assert_eq!(manners(&said, &Report::of("", &said).unwrap()).len(), 2);
    }

    #[test]
    fn causes_are_compared_with_their_lines() {
        let expected = |cause: &str| {
            let text = format!(r#"{{"verdict": "violation", "class": "A", "cause": ["{cause}"], "why": ""}}"#);
            expectation(&text)
        };
        let found = report(
            r#"{"verdict": "violation", "violations": [{"kind": "exception", "cause": [{"location": "n", "value": "0",
            "evidence": "fits", "read": {"thread": "main", "place": "A.main(A.java:7)"}, "written": null,
            "buffered": [{"thread": "t", "place": "A.run(A.java:12)"}]}]}]}"#,
        );
        let right = expected("fits: n -> 0 at 7, initial, buffered at 12");
        assert_eq!(differences(&right, &found), Vec::<String>::new());
        assert_eq!(differences(&expected("fits: n -> 0 at 7, written at 12"), &found).len(), 2);
    }

    #[test]
    fn what_follows_from_a_violation_is_compared() {
        let expected = expectation(r#"{"verdict": "violation", "consequences": ["deadlock"], "why": ""}"#);
        let follows = r#"{"verdict": "violation", "violations": [{"kind": "exception", "consequences": [{"kind": "deadlock"}]}]}"#;
        assert!(differences(&expected, &report(follows)).is_empty());
        let own = r#"{"verdict": "violation", "violations": [{"kind": "exception"}, {"kind": "deadlock"}]}"#;
        assert_eq!(differences(&expected, &report(own)), [r#"consequences {}, not {"deadlock"}"#]);
    }

    #[test]
    fn a_thread_leak_is_told_from_other_deadlocks() {
        let expected = expectation(r#"{"verdict": "violation", "thread_leak": true, "why": ""}"#);
        let leak = |leak: bool| {
            report(&format!(
                r#"{{"verdict": "violation", "violations": [{{"kind": "deadlock", "thread_leak": {leak}}}]}}"#
            ))
        };
        assert_eq!(differences(&expected, &leak(true)), Vec::<String>::new());
        assert_eq!(differences(&expected, &leak(false)).len(), 1);
    }

    #[test]
    fn what_is_not_covered_is_compared_with_its_lines() {
        let found = report(
            r#"{"verdict": "incomplete", "not_covered": [{"what": "a file of the system",
            "locations": ["A.main(A.java:7)", "A.run(A.java:9)"]}, {"what": "a clock", "locations": []}]}"#,
        );
        let expected = |entries: &str| {
            expectation(&format!(r#"{{"verdict": "incomplete", "class": "A", "not_covered": [{entries}], "why": ""}}"#))
        };
        assert_eq!(differences(&expected(r#""file: 7, 9", "clock""#), &found), Vec::<String>::new());
        assert_eq!(differences(&expected(r#""file: 7, 9""#), &found).len(), 1);
        assert_eq!(differences(&expected(r#""file: 7", "clock""#), &found).len(), 2);
        let perhaps = expected(r#""file: 7, 9"], "perhaps_not_covered": ["clock", "a socket""#);
        assert_eq!(differences(&perhaps, &found), Vec::<String>::new());
    }

    #[test]
    fn kinds_of_violations_may_have_alternatives() {
        let expected =
            expectation(r#"{"verdict": "violation", "violations": ["null-dereference|exception"], "why": ""}"#);
        let npe = report(r#"{"verdict": "violation", "violations": [{"kind": "exception"}]}"#);
        assert_eq!(differences(&expected, &npe), Vec::<String>::new());
        let deadlock = report(r#"{"verdict": "violation", "violations": [{"kind": "deadlock"}]}"#);
        assert_eq!(differences(&expected, &deadlock).len(), 2);
    }
}
