//! What reports show of store buffers, against golden files: delayed writes in tables, memory models side by side.

use crate::story::{MAIN, Story, child, golden};
use mcr_explore::{Conclusion, OutcomeCount, ViolationKind};
use mcr_model::classes::Classes;
use mcr_protocol::{
    Action, Fence, LocationId, MemoryModel, Order, Outcome, Patience, ThreadId, Uncaught, Value, ValueKind,
};
use mcr_report::comparison::{self, Part};
use mcr_report::{Report, Run, Verdict, text};
use std::time::Duration;

fn write(story: &mut Story, thread: ThreadId, line: u32, location: LocationId, value: u64) {
    story.does(thread, line, Action::Write(location, Value(value), Order::Plain), Outcome::Done);
}

fn arrives(story: &mut Story, thread: ThreadId, line: u32, location: LocationId, value: u64) {
    story.does(thread, line, Action::Arrive(location, Value(value)), Outcome::Done);
}

fn read(story: &mut Story, thread: ThreadId, line: u32, location: LocationId, value: u64) {
    story.does(thread, line, Action::Read(location), Outcome::Read(Value(value)));
}

fn ends(story: &mut Story, thread: ThreadId, failure: Option<&str>) {
    let uncaught = failure.map(|message| Uncaught {
        class: "java.lang.AssertionError".into(),
        message: Some(message.into()),
        stack: vec!["com.acme.App.run(App.java:40)".into()],
        assertion: true,
    });
    story.does(thread, 0, Action::End { uncaught, notifies: None }, Outcome::Done);
}

/// `x=1; r1=y || y=1; r2=x` with r1 = r2 = 0, which main finds out. What main writes first arrives when it starts a thread.
fn store_buffering() -> Story {
    let mut story = Story::new(&["left", "right"]);
    story.model = MemoryModel::Tso;
    let integer = |story: &mut Story, label: &str| story.location(label, ValueKind::Integer);
    let (x, y) = (integer(&mut story, "com.acme.App.x"), integer(&mut story, "com.acme.App.y"));
    let results = [integer(&mut story, "com.acme.App.r1"), integer(&mut story, "com.acme.App.r2")];
    write(&mut story, MAIN, 4, results[0], 7);
    arrives(&mut story, MAIN, 4, results[0], 7);
    story.start(0);
    story.start(1);
    write(&mut story, child(0), 10, x, 1);
    read(&mut story, child(0), 11, y, 0);
    write(&mut story, child(0), 11, results[0], 0);
    write(&mut story, child(1), 20, y, 1);
    read(&mut story, child(1), 21, x, 0);
    write(&mut story, child(1), 21, results[1], 0);
    for (location, value) in [(y, 1), (results[1], 0)] {
        arrives(&mut story, child(1), 20, location, value);
    }
    ends(&mut story, child(1), None);
    for (location, value) in [(x, 1), (results[0], 0)] {
        arrives(&mut story, child(0), 10, location, value);
    }
    ends(&mut story, child(0), None);
    for nth in [0, 1] {
        story.does(MAIN, 6, Action::Join { child: child(nth), patience: Patience::FOREVER }, Outcome::Done);
    }
    for result in results {
        read(&mut story, MAIN, 7, result, 0);
    }
    ends(&mut story, MAIN, Some("both are 0"));
    story
}

/// `data=5; data=6; ready=1; a=data || r=ready; d=data`: ready overtakes data, which is still on its way when the other fails. What
/// the writer keeps for itself is not on its way to anybody.
fn publication() -> Story {
    let mut story = Story::new(&["writer", "reader"]);
    story.model = MemoryModel::Pso;
    let data = story.location("com.acme.App.data", ValueKind::Integer);
    let ready = story.location("com.acme.App.ready", ValueKind::Boolean);
    let own = story.location("com.acme.App.own", ValueKind::Integer);
    story.start(0);
    story.start(1);
    write(&mut story, child(0), 10, data, 5);
    write(&mut story, child(0), 11, own, 1);
    read(&mut story, child(1), 20, ready, 0);
    write(&mut story, child(0), 12, data, 6);
    write(&mut story, child(0), 13, ready, 1);
    arrives(&mut story, child(0), 13, ready, 1);
    read(&mut story, child(0), 14, data, 6);
    read(&mut story, child(0), 15, own, 1);
    read(&mut story, child(1), 20, ready, 1);
    arrives(&mut story, child(0), 10, data, 5);
    read(&mut story, child(1), 21, data, 5);
    ends(&mut story, child(1), Some("data is 5"));
    story
}

#[test]
fn buffered_writes_and_their_arrival_are_shown() {
    golden("store-buffering-80", &store_buffering().table(ViolationKind::Assertion, 80));
    golden("store-buffering-160", &store_buffering().table(ViolationKind::Assertion, 160));
}

#[test]
fn what_is_in_a_buffer_at_the_end_is_shown() {
    golden("publication-80", &publication().table(ViolationKind::Assertion, 80));
    golden("publication-160", &publication().table(ViolationKind::Assertion, 160));
}

#[test]
fn an_arrival_is_no_switch() {
    let table = publication().table(ViolationKind::Assertion, 120);
    let (before, after) = table.split_once("=> data = 5 reaches memory").unwrap();
    assert!(before.contains("| ready -> true") && after.contains("| data -> 5"), "{table}");
    // Main and, in the end, the writer do not go on any more.
    assert_eq!(table.matches("-- preempted").count(), 2, "writer, reader:\n{table}");
}

#[test]
fn the_same_events_without_buffers_are_shown_as_they_are() {
    let mut story = Story::new(&["writer"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    write(&mut story, MAIN, 10, x, 5);
    story.start(0);
    read(&mut story, child(0), 20, x, 5);
    let table = story.table_of_all(ViolationKind::Assertion, 80);
    assert!(table.contains("x = 5  ") && !table.contains("buffer"), "{table}");
}

#[test]
fn fences_are_named() {
    let mut story = Story::new(&[]);
    story.model = MemoryModel::Pso;
    story.does(MAIN, 1, Action::Fence(Fence::StoreStore), Outcome::Done);
    story.does(MAIN, 2, Action::Fence(Fence::Full), Outcome::Done);
    let table = story.table(ViolationKind::Assertion, 80);
    assert!(table.contains("  store-store barrier") && table.contains("  full fence"), "{table}");
}

#[test]
fn delayed_writes_stay_readable_in_narrow_columns() {
    for width in [50, 60, 80, 160] {
        let table = publication().table(ViolationKind::Assertion, width);
        assert!(table.lines().all(|line| console::measure_text_width(line) <= width), "{width}:\n{table}");
        assert!(table.contains(" = 5 reaches mem") && table.contains(" = 6 (buffered)"), "{width}:\n{table}");
    }
}

#[test]
fn a_report_under_one_model_says_which() {
    let run = store_buffering().run(ViolationKind::Assertion);
    let report = Report::new(&run, "auto", Classes::default());
    assert_eq!(report.memory_model, "tso");
    let text = text::render_for(&report, &run, 100, false);
    assert!(text.contains("violation 1 of 1 under tso: assertion"), "{text}");
    assert!(text.contains("\nmemory model      tso\n"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let has = |value: &serde_json::Value, key: &str| value.get(key).is_some();
    assert!(!has(&json, "models") && !has(&json["outcomes"][0], "models"));
    assert!(!has(&json["violations"][0], "memory_model"));
}

/// A run that found these outcomes, and no violation.
fn found(model: MemoryModel, conclusion: Conclusion, outcomes: &[(&str, u64)]) -> Run {
    let mut run = Story::new(&[]).run(ViolationKind::Assertion);
    let counted = outcomes.iter().map(|&(stdout, executions)| OutcomeCount {
        stdout: stdout.into(),
        end: "normal".into(),
        executions,
    });
    run.memory_model = model;
    run.exploration.conclusion = conclusion;
    run.exploration.outcomes = counted.collect();
    run.exploration.violations.clear();
    run
}

fn compare(runs: Vec<Run>) -> (Report, Vec<Part>) {
    let part = |run: Run| Part { report: Report::new(&run, "auto", Classes::default()), run };
    let parts: Vec<Part> = runs.into_iter().map(part).collect();
    (comparison::report(&parts, "auto", Duration::from_secs(2)), parts)
}

const THREE: [(&str, u64); 3] = [("0 1\n", 1), ("1 0\n", 2), ("1 1\n", 0)];

#[test]
fn models_are_shown_side_by_side() {
    let under = |model| found(model, Conclusion::Complete, &[&THREE[..], &[("0 0\n", 1)]].concat());
    let sc = found(MemoryModel::Sc, Conclusion::Complete, &THREE);
    let (report, parts) = compare(vec![sc, under(MemoryModel::Tso), under(MemoryModel::Pso)]);
    golden("side-by-side", &text::render_comparison_for(&report, &parts, 80, false));
    assert_eq!(report.verdict, Verdict::Complete);
    assert_eq!((report.memory_model.as_str(), report.complete, report.executions), ("all", true, 9));
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let expected = serde_json::json!([
        { "stdout": "0 0\n", "end": "normal", "executions": 2, "models": ["tso", "pso"] },
        { "stdout": "0 1\n", "end": "normal", "executions": 3, "models": ["sc", "tso", "pso"] },
        { "stdout": "1 0\n", "end": "normal", "executions": 6, "models": ["sc", "tso", "pso"] },
        { "stdout": "1 1\n", "end": "normal", "executions": 0, "models": ["sc", "tso", "pso"] },
    ]);
    assert_eq!(json["outcomes"], expected);
    assert_eq!(json["models"][1]["memory_model"], "tso");
    assert_eq!(json["models"][1]["outcomes"].as_array().unwrap().len(), 4);
}

#[test]
fn a_violation_is_told_once_with_the_first_model_that_has_it() {
    let sc = found(MemoryModel::Sc, Conclusion::Complete, &THREE);
    let failing = |model| {
        let mut run = store_buffering().run(ViolationKind::Assertion);
        run.memory_model = model;
        run.exploration.outcomes = vec![OutcomeCount { stdout: String::new(), end: "exception".into(), executions: 1 }];
        run
    };
    let (report, parts) = compare(vec![sc, failing(MemoryModel::Tso), failing(MemoryModel::Pso)]);
    golden("side-by-side-violation", &text::render_comparison_for(&report, &parts, 100, false));
    assert_eq!(report.verdict, Verdict::Violation);
    assert_eq!(report.violations.len(), 1);
    assert_eq!(report.violations[0].memory_model.as_deref(), Some("tso"));
    assert_eq!(report.reason, "tso, pso: stopped at the first violation");
}

#[test]
fn what_was_not_explored_is_never_said_to_be_impossible() {
    let out_of_time = || Conclusion::Incomplete("the time limit was reached (--timeout)".into());
    let runs = vec![
        found(MemoryModel::Sc, out_of_time(), &THREE[..1]),
        found(MemoryModel::Tso, Conclusion::Complete, &THREE),
        found(MemoryModel::Pso, out_of_time(), &THREE[..2]),
    ];
    let (report, parts) = compare(runs);
    golden("side-by-side-incomplete", &text::render_comparison_for(&report, &parts, 80, false));
    assert_eq!((report.verdict, report.complete), (Verdict::Incomplete, false));
    assert_eq!(report.reason, "sc, pso: the time limit was reached (--timeout)");
    let models: Vec<_> = report.outcomes.iter().map(|outcome| outcome.models.join(" ")).collect();
    assert_eq!(models, ["sc tso pso", "tso pso", "tso pso"]);
}

#[test]
fn an_outcome_that_a_weaker_model_must_allow_as_well_is_missed() {
    let sc = || found(MemoryModel::Sc, Conclusion::Complete, &THREE);
    let tso = |conclusion| found(MemoryModel::Tso, conclusion, &THREE[..2]);
    let (report, _) = compare(vec![sc(), tso(Conclusion::Complete)]);
    assert_eq!((report.verdict, report.complete), (Verdict::Error, false));
    assert!(report.reason.contains("\"1 1\\n\" (normal) was found under sc but not under tso"), "{}", report.reason);
    let (report, _) = compare(vec![sc(), tso(Conclusion::FirstViolation)]);
    assert_eq!(report.verdict, Verdict::Incomplete);
}

#[test]
fn an_error_is_the_verdict_unless_there_is_a_violation() {
    let sc = || found(MemoryModel::Sc, Conclusion::Complete, &THREE);
    let error = || found(MemoryModel::Tso, Conclusion::Error("no\n  more".into()), &[]);
    let (report, _) = compare(vec![sc(), error()]);
    assert_eq!((report.verdict, report.reason.as_str()), (Verdict::Error, "under tso: no"));
    assert_eq!(report.detail, ["more"]);
    let (report, _) = compare(vec![error(), sc()]);
    assert_eq!((report.verdict, report.reason.as_str()), (Verdict::Error, "no"));
    let (report, _) = compare(vec![store_buffering().run(ViolationKind::Assertion), error()]);
    assert_eq!(report.verdict, Verdict::Violation);
}

#[test]
fn an_audit_that_was_not_passed_is_an_error_whatever_was_found() {
    let mut audited = store_buffering().run(ViolationKind::Assertion);
    audited.exploration.conclusion = Conclusion::AuditFailed("audit: two futures".into());
    let alone = Report::new(&audited, "auto", Classes::default());
    assert_eq!((alone.verdict, alone.exit_status(), alone.reason.as_str()), (Verdict::Error, 2, "audit: two futures"));
    let (report, _) = compare(vec![audited, found(MemoryModel::Pso, Conclusion::Complete, &THREE)]);
    assert_eq!(report.verdict, Verdict::Error);
    assert!(report.reason.contains("audit: two futures"), "{}", report.reason);
}

#[test]
fn local_behaviours_that_are_not_counted_are_none_of_several_models_either() {
    let mut merged = found(MemoryModel::Tso, Conclusion::Complete, &THREE);
    (merged.exploration.local_behaviours, merged.exploration.local_states) = (None, 40);
    let (report, _) = compare(vec![found(MemoryModel::Sc, Conclusion::Complete, &THREE), merged]);
    assert_eq!((report.local_behaviours, report.local_states), (None, 40));
    assert_eq!(report.local_behaviours(), "not counted (40 local states)");
}
