//! SARIF, JUnit XML and snippets: what build servers, code hosts and people with sources are shown.

use crate::story::{MAIN, Story, child, golden};
use mcr_explore::{Conclusion, Race, ViolationKind};
use mcr_model::classes::Classes;
use mcr_protocol::{Action, Limit, Order, Outcome, Patience, Pending, Schedule, SiteId, Uncaught, Value, ValueKind};
use mcr_report::comparison::{self, Part};
use mcr_report::junit::{self, Subject};
use mcr_report::snippet::{self, Sources};
use mcr_report::suite::Suite;
use mcr_report::tested::{Status, Tested};
use mcr_report::{Report, Run, html, sarif, text};
use quick_junit::{NonSuccessKind, TestCaseStatus};
use serde_sarif::sarif::{ResultLevel, Sarif};
use std::fs;
use std::time::Duration;

/// The other thread writes x, main reads it and fails in the next line.
fn failing(object: &str, message: &str) -> Story {
    let mut story = Story::new(&["other"]);
    let x = story.location(&format!("com.acme.{object}.x"), ValueKind::Integer);
    story.start(0);
    story.does(child(0), 12, Action::Write(x, Value(1), Order::Plain), Outcome::Done);
    story.does(MAIN, 7, Action::Read(x), Outcome::Read(Value(1)));
    let stack = ["java.util.Objects.check(Objects.java:7)", "com.acme.App.main(App.java:8)"];
    let (class, stack) = ("java.lang.IllegalStateException".into(), stack.map(Into::into).to_vec());
    let uncaught = Uncaught { class, message: Some(message.into()), stack, assertion: false };
    story.does(MAIN, 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
    story
}

fn deadlock() -> Story {
    let mut story = Story::new(&["left"]);
    let a = story.object("com.acme.Fork#1");
    story.start(0);
    story.does(MAIN, 6, Action::Acquire { monitor: a, patience: Patience::FOREVER, parks: false }, Outcome::Done);
    story.block(MAIN, 7, Action::Join { child: child(0), patience: Patience::FOREVER });
    story.block(child(0), 11, Action::Acquire { monitor: a, patience: Patience::FOREVER, parks: false });
    story
}

/// A run without violations that ended like this.
fn quiet(conclusion: Conclusion) -> Run {
    let mut run = deadlock().run(ViolationKind::Deadlock);
    run.exploration.violations.clear();
    run.exploration.conclusion = conclusion;
    run
}

fn report(run: &Run) -> Report {
    Report::new(run, "auto", Classes::default())
}

fn sarif(run: &Run, sources: &Sources) -> Sarif {
    let mut log: Sarif = serde_json::from_str(&sarif::render(&report(run), run, sources)).unwrap();
    assert_eq!(log.runs.len(), 1);
    log.version = log.version.take();
    log
}

/// A test that was explored, with this run.
fn tested(name: &str, status: Status, run: Option<Run>) -> Tested {
    let parts: Vec<Part> = run.into_iter().map(|run| Part { report: report(&run), run }).collect();
    let report = parts.first().map(|part| part.report.clone());
    let (class, id) = ("com.acme.AppTest".to_owned(), "[engine:e]".to_owned());
    Tested { class, name: name.to_owned(), id, status, note: None, parts, report, wall: Duration::ZERO }
}

#[test]
fn sarif_of_tests_has_one_run_and_says_which_test() {
    let complete = || quiet(Conclusion::Complete);
    let tests = vec![
        tested("fails()", Status::Failed("no".into()), Some(failing("App", "no").run(ViolationKind::Exception))),
        tested("passes()", Status::Passed, Some(complete())),
        tested("misses()", Status::Failed("no execution prints \"3\"".into()), Some(complete())),
        tested("is_skipped()", Status::Skipped("not now".into()), None),
    ];
    let suite = Suite { tests, left_out: 2, ..Suite::default() };
    let mut log: Sarif = serde_json::from_str(&sarif::render_suite(&suite, 1, &Sources::none())).unwrap();
    assert_eq!(log.runs.len(), 1);
    let run = log.runs.remove(0);
    let results = run.results.unwrap();
    let alone = &self::results(&failing("App", "no").run(ViolationKind::Exception))[0];
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].properties.as_ref().unwrap().additional_properties["test"], "com.acme.AppTest.fails()");
    // So that a code host knows it again, whichever test finds it.
    assert_eq!(results[0].partial_fingerprints, alone.partial_fingerprints);
    let invocation = run.invocations.unwrap().remove(0);
    assert_eq!((invocation.exit_code, invocation.execution_successful), (Some(1), true));
    let notes = invocation.tool_execution_notifications.unwrap();
    let said: Vec<_> = notes.iter().map(|note| note.message.text.as_deref().unwrap()).collect();
    let left = "2 methods were not explored, as the user has stopped it";
    assert_eq!(said, ["com.acme.AppTest.misses(): failed: no execution prints \"3\"", left]);
}

fn results(run: &Run) -> Vec<serde_sarif::sarif::Result> {
    sarif(run, &Sources::none()).runs.remove(0).results.unwrap()
}

#[test]
fn a_violation_is_a_result_with_a_rule_places_and_a_stack() {
    let run = failing("App", "no").run(ViolationKind::Exception);
    let log = sarif(&run, &Sources::none());
    let rules = log.runs[0].tool.driver.rules.as_ref().unwrap();
    let result = &log.runs[0].results.as_ref().unwrap()[0];
    assert_eq!(rules[usize::try_from(result.rule_index.unwrap()).unwrap()].id, "exception");
    assert_eq!((result.rule_id.as_deref(), result.level), (Some("exception"), Some(ResultLevel::Error)));
    assert!(result.message.text.as_ref().unwrap().starts_with("main throws IllegalStateException: no"));
    // The frame of the program, not that of the JDK.
    let location = &result.locations.as_ref().unwrap()[0];
    let physical = location.physical_location.as_ref().unwrap();
    assert_eq!(physical.artifact_location.as_ref().unwrap().uri.as_deref(), Some("com/acme/App.java"));
    assert_eq!(physical.region.as_ref().unwrap().start_line, Some(8));
    let logical = &location.logical_locations.as_ref().unwrap()[0];
    assert_eq!(logical.fully_qualified_name.as_deref(), Some("com.acme.App.main"));
    assert_eq!(result.stacks.as_ref().unwrap()[0].frames.len(), 2);
    // What caused it.
    let related = result.related_locations.as_ref().unwrap();
    let said = |location: &serde_sarif::sarif::Location| location.message.as_ref().unwrap().text.clone().unwrap();
    assert_eq!(related.iter().map(said).collect::<Vec<_>>(), ["other: x = 1", "main: x -> 1"]);
}

#[test]
fn a_code_flow_has_a_flow_for_each_thread_and_one_order_for_all() {
    let results = results(&failing("App", "no").run(ViolationKind::Exception));
    let flows = &results[0].code_flows.as_ref().unwrap()[0].thread_flows;
    let steps = flows.iter().flat_map(|flow| {
        let thread = flow.id.clone().unwrap();
        flow.locations.iter().map(move |step| {
            let text = step.location.as_ref().unwrap().message.as_ref().unwrap().text.clone().unwrap();
            (step.execution_order.unwrap(), thread.clone(), text)
        })
    });
    let mut steps: Vec<(i64, String, String)> = steps.collect();
    steps.sort();
    let expected = [
        (1, "main", "start other"),
        (2, "other", "x = 1"),
        (3, "main", "x -> 1"),
        (4, "main", "throws IllegalStateException: no"),
    ];
    assert_eq!(steps, expected.map(|(order, thread, text)| (order, thread.to_owned(), text.to_owned())));
}

#[test]
fn a_deadlock_has_the_places_of_all_its_threads() {
    let results = results(&deadlock().run(ViolationKind::Deadlock));
    let locations = results[0].locations.as_ref().unwrap();
    let line =
        |location: &serde_sarif::sarif::Location| location.physical_location.as_ref()?.region.as_ref()?.start_line;
    assert_eq!(locations.iter().map(line).collect::<Vec<_>>(), [Some(7), Some(11)]);
    assert!(results[0].message.text.as_ref().unwrap().contains("cycle: main -> left -> main"));
}

/// Lines and what is said of them.
fn said(locations: Option<&Vec<serde_sarif::sarif::Location>>) -> Vec<(i64, String)> {
    let said = locations.into_iter().flatten().map(|location| {
        let line = location.physical_location.as_ref().unwrap().region.as_ref().unwrap().start_line.unwrap();
        (line, location.message.as_ref().unwrap().text.clone().unwrap())
    });
    said.collect()
}

/// The other thread waits, after it was notified if there is a notify at all; main waits for its end.
fn lost_notify(notified: bool, block: impl Fn(&mut Story, Action)) -> Vec<serde_sarif::sarif::Result> {
    let mut story = Story::new(&["consumer"]);
    let queue = story.object("com.acme.Queue#1");
    let lock = Action::Acquire { monitor: queue, patience: Patience::FOREVER, parks: false };
    story.start(0);
    if notified {
        story.does(MAIN, 6, Action::Notify { monitor: queue, set: queue }, Outcome::Woke(None));
    }
    story.does(child(0), 10, lock, Outcome::Done);
    story.does(child(0), 11, Action::Wait { monitor: queue, set: queue, patience: Patience::FOREVER }, Outcome::Done);
    story.block(MAIN, 7, Action::Join { child: child(0), patience: Patience::FOREVER });
    block(&mut story, Action::Resume(queue));
    results(&story.run(ViolationKind::Deadlock))
}

#[test]
fn a_lost_notify_is_where_a_thread_waits_and_where_it_was_notified_too_early() {
    let results = lost_notify(true, |story, resume| story.block(child(0), 11, resume));
    let notify = (6, "main: notify Queue#1 -> nobody, before consumer waited".to_owned());
    let join = (7, "main waits for the end of consumer".to_owned());
    let wait = (11, "consumer waits to be notified on Queue#1".to_owned());
    assert_eq!(said(results[0].locations.as_ref()), [wait]);
    assert_eq!(said(results[0].related_locations.as_ref()), [notify.clone(), join.clone()]);
    // The place of the wait is no line of the program: that of the notify is better.
    let jdk = ("java.util.concurrent.Worker", "run");
    let in_jdk = |story: &mut Story, resume| story.block_in_jdk(child(0), jdk, 200, resume);
    let results = lost_notify(true, in_jdk);
    assert_eq!(said(results[0].locations.as_ref())[0], notify);
    let results = lost_notify(false, in_jdk);
    assert_eq!(said(results[0].locations.as_ref())[0], join);
}

#[test]
fn a_deadlock_is_where_threads_wait_in_a_circle_and_not_where_main_waits_for_them() {
    let story = crate::story::deadlock(["left", "right"], 1);
    let results = results(&story.run(ViolationKind::Deadlock));
    let lines = |said: Vec<(i64, String)>| said.into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    assert_eq!(lines(said(results[0].locations.as_ref())), [11, 21]);
    assert_eq!(lines(said(results[0].related_locations.as_ref())), [6]);
}

#[test]
fn a_fingerprint_depends_on_the_places_alone() {
    let of = |run: &Run| results(run)[0].partial_fingerprints.clone().unwrap();
    let one = of(&failing("Node#1", "no").run(ViolationKind::Exception));
    assert_eq!(one, of(&failing("Node#2", "no at 0x1234").run(ViolationKind::Exception)));
    assert_ne!(one, of(&failing("Node#1", "no").run(ViolationKind::Assertion)));
    assert_ne!(one, of(&deadlock().run(ViolationKind::Deadlock)));
    assert_eq!(one.values().next().unwrap().len(), 16);
}

#[test]
fn a_check_that_was_not_exhaustive_says_so() {
    let invocation = |run: &Run| sarif(run, &Sources::none()).runs.remove(0).invocations.unwrap().remove(0);
    let complete = invocation(&quiet(Conclusion::Complete));
    assert_eq!((complete.exit_code, complete.execution_successful), (Some(0), true));
    assert!(complete.tool_execution_notifications.is_none());
    let incomplete = invocation(&quiet(Conclusion::Incomplete("time is over".into())));
    assert_eq!((incomplete.exit_code, incomplete.execution_successful), (Some(3), true));
    let said = &incomplete.tool_execution_notifications.unwrap()[0];
    assert_eq!(said.message.text.as_deref(), Some("not every behaviour was explored: time is over"));
    let error = invocation(&quiet(Conclusion::Error("no JVM".into())));
    assert_eq!((error.exit_code, error.execution_successful), (Some(2), false));
}

#[test]
fn a_race_that_is_no_violation_is_a_warning() {
    let mut story = failing("App", "no");
    let x = story.location("com.acme.App.y", ValueKind::Integer);
    let mut run = story.run(ViolationKind::Exception);
    let pending = |thread, site, action| Pending { thread, site: SiteId(site), action };
    let accesses = [pending(MAIN, 7, Action::Read(x)), pending(child(0), 12, Action::Write(x, Value(1), Order::Plain))];
    let events = run.exploration.violations[0].events.clone();
    run.exploration.races = vec![Race {
        location: x,
        accesses,
        events,
        schedule: Schedule::default(),
        first_execution: 1,
        walker: None,
        calls: None,
    }];
    let results = results(&run);
    assert_eq!(results.len(), 2);
    assert_eq!((results[1].rule_id.as_deref(), results[1].level), (Some("race"), Some(ResultLevel::Warning)));
    assert_eq!(results[1].locations.as_ref().unwrap().len(), 2);
}

#[test]
fn a_source_that_is_found_has_an_absolute_place_and_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let package = directory.path().join("with blank/com/acme");
    fs::create_dir_all(&package).unwrap();
    fs::write(package.join("App.java"), "line\n".repeat(7) + "        throw it;\n").unwrap();
    let sources = Sources::new(vec![directory.path().join("with blank")]);
    let mut log = sarif(&failing("App", "no").run(ViolationKind::Exception), &sources);
    let result = log.runs.remove(0).results.unwrap().remove(0);
    let physical = result.locations.unwrap().remove(0).physical_location.unwrap();
    let uri = physical.artifact_location.unwrap().uri.unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/with%20blank/com/acme/App.java"), "{uri}");
    assert_eq!(physical.region.unwrap().snippet.unwrap().text.as_deref(), Some("        throw it;"));
}

fn suite(run: &Run) -> quick_junit::TestSuite {
    let properties = vec![ViolationKind::Deadlock, ViolationKind::Exception];
    let subject = Subject { program: "com.acme.App".into(), properties };
    let xml = junit::render(&report(run), run, &subject);
    let mut document = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!(document.test_suites.len(), 1);
    document.test_suites.remove(0)
}

/// `ok`, `failure`, `error` or `skipped` for each test.
fn statuses(run: &Run) -> Vec<(String, &'static str)> {
    let status = |status: &TestCaseStatus| match status {
        TestCaseStatus::Success { .. } => "ok",
        TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => "failure",
        TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. } => "error",
        TestCaseStatus::Skipped { .. } => "skipped",
    };
    let cases = suite(run).test_cases;
    cases.iter().map(|case| (case.name.to_string(), status(&case.status))).collect()
}

fn are(deadlock: &'static str, exception: &'static str, complete: &'static str) -> Vec<(String, &'static str)> {
    [("deadlock", deadlock), ("exception", exception), ("complete", complete)].map(|(n, s)| (n.to_owned(), s)).to_vec()
}

#[test]
fn tests_pass_only_if_everything_was_explored() {
    assert_eq!(statuses(&quiet(Conclusion::Complete)), are("ok", "ok", "ok"));
    assert_eq!(statuses(&quiet(Conclusion::Incomplete("time".into()))), are("skipped", "skipped", "error"));
    assert_eq!(statuses(&quiet(Conclusion::Error("no JVM".into()))), are("skipped", "skipped", "error"));
    let mut run = deadlock().run(ViolationKind::Deadlock);
    assert_eq!(statuses(&run), are("failure", "skipped", "skipped"));
    run.exploration.conclusion = Conclusion::Complete;
    assert_eq!(statuses(&run), are("failure", "ok", "ok"));
}

#[test]
fn a_failure_shows_the_table() {
    let suite = suite(&deadlock().run(ViolationKind::Deadlock));
    assert_eq!(suite.name.as_str(), "com.acme.App");
    let TestCaseStatus::NonSuccess { message, ty, description, .. } = &suite.test_cases[0].status else { panic!() };
    assert!(message.as_ref().unwrap().starts_with("deadlock: main waits for the end of left"));
    assert_eq!(ty.as_deref(), Some("deadlock"));
    let description = description.as_ref().unwrap();
    assert!(
        description.contains("| left ") && description.contains("cycle: main -> left -> main"),
        "{}",
        description.as_str()
    );
}

#[test]
fn what_xml_does_not_allow_does_not_break_the_file() {
    let text = "a\u{0}b\u{1b}[31mc\u{ffff}]]><&\"\u{8}";
    let run = failing("App", text).run(ViolationKind::Exception);
    let suite = suite(&run);
    let TestCaseStatus::NonSuccess { message, description, .. } = &suite.test_cases[1].status else { panic!() };
    for shown in [message, description] {
        let shown = shown.as_ref().unwrap();
        assert!(shown.contains(r#"a\u0000b\u001b[31mc\uffff]]><&"\u0008"#), "{}", shown.as_str());
    }
}

#[test]
fn a_source_is_found_by_its_package_and_only_if_it_fits() {
    let directory = tempfile::tempdir().unwrap();
    let package = directory.path().join("com/acme");
    fs::create_dir_all(&package).unwrap();
    let file = package.join("App.java");
    let found = |line: u32| {
        let spot = snippet_spot(line);
        Sources::new(vec!["/no/such/directory".into(), directory.path().into()])
            .find(&spot)
            .map(|file| file.lines.clone())
    };
    assert_eq!(found(1), None);
    fs::write(&file, b"one\r\n\xff\x1b[2J\tthree\rfour").unwrap();
    assert_eq!(found(3).unwrap(), ["one", "\u{fffd}\u{fffd}[2J\tthree", "four"]);
    // Another version of the file.
    assert_eq!(found(4), None);
    fs::write(&file, "line\n".repeat(1 << 20)).unwrap();
    assert_eq!(found(1), None);
}

fn snippet_spot(line: u32) -> mcr_report::spot::Spot {
    mcr_report::spot::Spot::parse(&format!("com.acme.App$1.run(App.java:{line})")).unwrap()
}

#[test]
fn sources_are_looked_for_near_the_classes() {
    let directory = tempfile::tempdir().unwrap();
    let here = |path: &str| directory.path().join(path);
    fs::create_dir_all(here("build/classes/java/main")).unwrap();
    fs::create_dir_all(here("src/main/java/com/acme")).unwrap();
    fs::write(here("src/main/java/com/acme/App.java"), "one\n").unwrap();
    let near = |class_path: &str| {
        let command = ["java".into(), "-cp".into(), class_path.into(), "com.acme.App".into()];
        Sources::near(&[], &command, std::path::Path::new("")).find(&snippet_spot(1)).is_some()
    };
    assert!(near(&format!("lib.jar:{}", here("build/classes/java/main").display())));
    assert!(!near("lib.jar"));
}

fn shown(story: &Story, kind: ViolationKind, width: usize) -> String {
    let directory = tempfile::tempdir().unwrap();
    let package = directory.path().join("com/acme");
    fs::create_dir_all(&package).unwrap();
    let lines = [
        "package com.acme;",
        "",
        "class App {",
        "    static void main() {",
        "        other.start();",
        "        synchronized (fork) {",
        "            other.join(); // x is read here, in a line that is rather long, longer than others",
        "            throw new IllegalStateException(\"no\");",
        "",
        "    void run() {",
        "\t\tsynchronized (fork) {",
        "            x = 1;",
        "}",
    ];
    fs::write(package.join("App.java"), lines.join("\n")).unwrap();
    let (violation, symbols) = story.violation(kind);
    let sources = Sources::new(vec![directory.path().into()]);
    let text = snippet::render(&sources, &violation, &symbols, story.model, width, false);
    assert!(snippet::render(&Sources::none(), &violation, &symbols, story.model, width, false).is_empty());
    // But for the place of the file.
    let code = text.lines().filter(|line| !line.contains("─[ "));
    assert!(code.clone().all(|line| console::measure_text_width(line) <= width) && code.count() > 4, "{text}");
    text.replace(&directory.path().display().to_string(), "SOURCES")
}

#[test]
fn the_lines_of_a_deadlock_are_shown() {
    golden("snippet-deadlock", &shown(&deadlock(), ViolationKind::Deadlock, 100));
}

#[test]
fn the_lines_of_an_exception_and_its_cause_are_shown() {
    golden("snippet-exception", &shown(&failing("App", "no"), ViolationKind::Exception, 60));
}

#[test]
fn what_is_not_covered_is_in_every_form_and_nothing_is_complete() {
    let run = quiet(Conclusion::Complete);
    let mut classes = Classes::default();
    classes.not_covered.add("a file that two threads use", std::iter::once("A.main(A.java:7)".to_owned()));
    let report = Report::new(&run, "auto", classes);
    assert_eq!((report.verdict.exit_status(), report.complete), (3, false));
    let entry = "a file that two threads use";
    assert!(report.reason.contains(&format!("{entry} at A.main(A.java:7)")), "{}", report.reason);
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let listed = serde_json::json!([{"what": entry, "locations": ["A.main(A.java:7)"]}]);
    assert_eq!((&json["not_covered"], &json["complete"]), (&listed, &serde_json::Value::Bool(false)));
    let subject = Subject { program: "App".into(), properties: vec![ViolationKind::Deadlock] };
    let part = Part { run: run.clone(), report: report.clone() };
    let all = comparison::report(&[part.clone(), part], "auto", run.wall);
    assert_eq!((all.verdict.exit_status(), all.complete, all.not_covered.len()), (3, false, 1));
    for (form, shown) in [
        ("text", text::render_for(&report, &run, 100, false)),
        ("html", html::render(&report, &run, &Sources::none())),
        ("sarif", sarif::render(&report, &run, &Sources::none())),
        ("junit", junit::render(&report, &run, &subject)),
    ] {
        assert!(shown.contains(&format!("{entry}: at A.main(A.java:7)")), "{form}: {shown}");
        assert!(!shown.contains("every behaviour was explored, no violation"), "{form}: {shown}");
    }
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&self::report(&run).to_json()).unwrap()["not_covered"],
        serde_json::json!([])
    );
}

#[test]
fn an_idle_worker_of_a_pool_is_in_every_form() {
    let mut story = Story::new(&["pool-1-thread-1"]);
    story.start(0);
    story.does(MAIN, 0, Action::End { uncaught: None, notifies: None }, Outcome::Done);
    let take = ("java.util.concurrent.LinkedBlockingQueue", "take");
    story.block_in_jdk(child(0), take, 435, Action::Park(Limit::Never));
    let run = story.run(ViolationKind::Deadlock);
    let report = report(&run);
    let subject = Subject { program: "App".into(), properties: vec![ViolationKind::Deadlock] };
    let mut missing = Vec::new();
    for (form, text) in [
        ("text", text::render_for(&report, &run, 300, false)),
        ("JSON", report.to_json()),
        ("SARIF", sarif::render(&report, &run, &Sources::none())),
        ("HTML", html::render(&report, &run, &Sources::none())),
        ("JUnit", junit::render(&report, &run, &subject)),
    ] {
        for said in ["pool-1-thread-1", "thread leak", "LinkedBlockingQueue.java:435"] {
            if !text.contains(said) {
                missing.push((form, said));
            }
        }
        // For people; programs have the place.
        if form != "JSON" && !text.contains("in JDK code, no line of the program") {
            missing.push((form, "in JDK code"));
        }
    }
    assert_eq!(missing, []);
    let of = &report.violations[0];
    assert!(
        of.thread_leak && of.message.starts_with("thread leak: main has ended, but pool-1-thread-1"),
        "{}",
        of.message
    );
    let result = results(&run).remove(0);
    assert!(result.message.text.unwrap().contains("thread leak"));
}
