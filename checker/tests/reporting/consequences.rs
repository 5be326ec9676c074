//! What follows from a failure, and what does not: one failure is one violation, and no deadlock is lost.

use crate::story::{MAIN, Story, child, lock};
use crate::toy::compare::{exploration, merging_variants, options, variants};
use crate::toy::generator::program_under;
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{Cmp, Cond, Expr, PERMIT, Toy};
use mcr_explore::{Conclusion, Exploration, Options, ViolationKind};
use mcr_model::classes::Classes;
use mcr_protocol::{
    Action, Change, Guard, Limit, MemoryModel, Outcome, Patience, ThreadId, Uncaught, Value, ValueKind,
};
use mcr_report::comparison::{self, Part};
use mcr_report::junit::{self, Subject};
use mcr_report::snippet::Sources;
use mcr_report::{Report, Run, Verdict, html, sarif, text};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const fn start(thread: usize) -> Stmt {
    Start(thread, false, Expr::C(0))
}

fn if_one(then: Vec<Stmt>) -> Stmt {
    If(Cond(Expr::R(0), Cmp::Eq, Expr::C(1)), then, vec![])
}

fn toy(threads: Vec<Vec<Stmt>>) -> Toy {
    Toy { ends: vec![None; threads.len()], threads, variables: 1, monitors: 2, initial: vec![0], ..Toy::default() }
}

/// A thread that waits for its permit.
fn parks() -> Vec<Stmt> {
    vec![Park(0, Limit::Never)]
}

/// The permit of the first thread after main.
fn unpark() -> Stmt {
    Store(PERMIT + 1, Expr::C(1))
}

/// Main may see that another thread has written, and fails then, before it would wake the one that waits.
fn left_by_failure() -> Toy {
    let main = vec![start(1), start(2), Load(0, 0), if_one(vec![Fail("early")]), unpark()];
    toy(vec![main, parks(), vec![Store(0, Expr::C(1))]])
}

/// The same, but main wakes nobody if it does not fail.
fn left_anyway() -> Toy {
    let main = vec![start(1), start(2), Load(0, 0), if_one(vec![Fail("early")])];
    toy(vec![main, parks(), vec![Store(0, Expr::C(1))]])
}

/// What is reported of everything that is found, if only these kinds are asked for.
fn reported_of(exploration: Exploration, checked: impl Fn(ViolationKind) -> bool) -> (Run, Report) {
    let (memory_model, wall) = (MemoryModel::Sc, Duration::from_secs(1));
    let mut run = Run { memory_model, exploration, consequences: vec![], wall };
    run.keep(checked);
    let report = Report::new(&run, "auto", Classes::default());
    (run, report)
}

fn reported(toy: &Toy, options: &Options) -> (Run, Report) {
    reported_of(exploration(toy, options).0, |_| true)
}

/// The kinds of violations, each with those of its consequences.
fn kinds(report: &Report) -> Vec<(&str, Vec<&str>)> {
    let violations = report.violations.iter();
    let kinds = violations.map(|v| (v.kind, v.consequences.iter().map(|consequence| consequence.kind).collect()));
    kinds.collect()
}

#[test]
fn who_waits_only_after_a_failure_is_a_consequence_in_every_search() {
    for (name, options) in variants() {
        let (run, report) = reported(&left_by_failure(), &options);
        assert_eq!(kinds(&report), [("assertion", vec!["deadlock"])], "{name}");
        assert_eq!((run.exploration.violations.len(), report.verdict), (1, Verdict::Violation), "{name}");
        let consequence = &report.violations[0].consequences[0];
        assert!(
            consequence.thread_leak && consequence.message.contains("waits to be unparked"),
            "{name}: {consequence:?}"
        );
    }
}

#[test]
fn who_waits_without_the_failure_too_is_a_violation_in_every_search() {
    for (name, options) in variants() {
        let (_, report) = reported(&left_anyway(), &options);
        let mut kinds = kinds(&report);
        kinds.sort();
        assert_eq!(kinds, [("assertion", vec![]), ("deadlock", vec![])], "{name}");
    }
}

#[test]
fn the_first_violation_brings_what_follows_from_it() {
    // In every execution: there is none without to compare with.
    let toy = toy(vec![vec![start(1), Fail("always"), unpark()], parks()]);
    let (run, report) = reported(&toy, &Options { keep_going: false, ..options(true) });
    assert_eq!(kinds(&report), [("assertion", vec!["deadlock"])]);
    assert_eq!(run.exploration.executions, 1);
}

#[test]
fn a_failure_that_was_not_asked_for_explains_nothing() {
    let found = exploration(&left_by_failure(), &options(true)).0;
    let (run, report) = reported_of(found, |kind| kind == ViolationKind::Deadlock);
    assert_eq!(kinds(&report), [("deadlock", vec![])]);
    assert!(run.consequences.is_empty());
}

#[test]
fn a_consequence_that_was_not_asked_for_is_not_told() {
    let found = exploration(&left_by_failure(), &options(true)).0;
    let (_, report) = reported_of(found, |kind| kind == ViolationKind::Assertion);
    assert_eq!(kinds(&report), [("assertion", vec![])]);
}

#[test]
fn a_circle_is_a_violation_whoever_has_failed() {
    let locks = |first, second| vec![Sync(first, vec![Sync(second, vec![])])];
    let toy = toy(vec![vec![start(1), start(2), Fail("always")], locks(0, 1), locks(1, 0)]);
    let (_, report) = reported(&toy, &options(true));
    assert_eq!(kinds(&report).last(), Some(&("deadlock", vec![])));
    assert_eq!(report.violations.len(), 2);
}

#[test]
fn the_line_says_who_waits_where_and_how_much_is_known() {
    let (run, report) = told(&consumer_left());
    let text = text::render_for(&report, &run, 300, false);
    assert!(text.contains(&format!("\n  {LINE}\n")), "{text}");
    assert!(text.contains("violation 1 of 1: exception") && text.contains("violation: 1 violation;"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let consequence = &json["violations"][0]["consequences"][0];
    assert_eq!((&consequence["kind"], &consequence["thread_leak"]), (&"deadlock".into(), &true.into()));
    // Nothing is said where nothing follows.
    let (_, report) = reported(&left_anyway(), &options(true));
    assert!(!report.to_json().contains("consequences"));
}

fn ends(story: &mut Story, thread: ThreadId) {
    story.does(thread, 0, Action::End { uncaught: None, notifies: None }, Outcome::Done);
}

fn fails(story: &mut Story, thread: ThreadId) {
    let stack = vec!["com.acme.App.main(App.java:8)".into()];
    let uncaught = Uncaught { class: "java.lang.Error".into(), message: None, stack, assertion: false };
    story.does(thread, 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
}

/// Main fails before it would tell a consumer to stop.
fn consumer_left() -> Story {
    let mut story = Story::new(&["consumer", "other"]);
    let queue = story.object("com.acme.Queue#1");
    story.start(0);
    story.does(child(0), 10, lock(queue), Outcome::Done);
    story.does(child(0), 11, Action::Wait { monitor: queue, set: queue, patience: Patience::FOREVER }, Outcome::Done);
    story.block(child(0), 11, Action::Resume(queue));
    fails(&mut story, MAIN);
    story
}

const LINE: &str = "consequence, not seen without this failure: thread leak: consumer waits to be notified on Queue#1 at App.java:11 in \
                    App.run (no thread has notified it)";

/// What is reported if the story was found only where its thread had failed.
fn told(story: &Story) -> (Run, Report) {
    let mut run = story.run(ViolationKind::Deadlock);
    let mut failure = run.exploration.violations[0].clone();
    (failure.kind, failure.blocked) = (ViolationKind::Exception, vec![]);
    run.exploration.violations.insert(0, failure);
    run.exploration.preceded.entry(1).or_default().add(BTreeSet::from([0]));
    reported_of(run.exploration, |_| true)
}

#[test]
fn all_forms_of_the_report_have_it() {
    let (run, report) = told(&consumer_left());
    let log: serde_json::Value = serde_json::from_str(&sarif::render(&report, &run, &Sources::none())).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!((results.len(), &results[0]["ruleId"]), (1, &"exception".into()));
    assert!(results[0]["message"]["text"].as_str().unwrap().ends_with(LINE), "{}", results[0]["message"]);
    let related = &results[0]["relatedLocations"][0];
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 11);
    assert!(related["message"]["text"].as_str().unwrap().starts_with("consequence: thread leak: main has ended, but"));
    assert!(html::render(&report, &run, &Sources::none()).contains(&format!("<li>{LINE}</li>")));
}

#[test]
fn a_test_for_what_only_follows_neither_passes_nor_fails() {
    let status = |complete| {
        let (run, mut report) = told(&consumer_left());
        report.complete = complete;
        let subject =
            Subject { program: "App".into(), properties: vec![ViolationKind::Deadlock, ViolationKind::Exception] };
        let xml = junit::render(&report, &run, &subject);
        let mut document = quick_junit::Report::deserialize_from_str(&xml).unwrap();
        document.test_suites.remove(0).test_cases.into_iter().map(|case| format!("{:?}", case.status)).collect()
    };
    let complete: Vec<String> = status(true);
    assert!(
        complete[0].starts_with("Skipped") && complete[0].contains("found only as a consequence of: exception: main")
    );
    assert!(complete[1].contains("Failure") && complete[1].contains("  consequence, not seen"), "{}", complete[1]);
    let incomplete: Vec<String> = status(false);
    assert!(incomplete[0].contains("not every behaviour was explored"), "{}", incomplete[0]);
}

#[test]
fn under_several_memory_models_it_is_said_once() {
    let part = || {
        let (run, report) = told(&consumer_left());
        Part { run, report }
    };
    let report = comparison::report(&[part(), part()], "auto", Duration::from_secs(1));
    assert_eq!(kinds(&report), [("exception", vec!["deadlock"])]);
    // Under the second one it is found without the failure, too.
    let mut own = consumer_left().run(ViolationKind::Deadlock);
    own.memory_model = MemoryModel::Tso;
    let report = Report::new(&own, "auto", Classes::default());
    let report = comparison::report(&[part(), Part { run: own, report }], "auto", Duration::from_secs(1));
    assert_eq!(kinds(&report), [("exception", vec![]), ("deadlock", vec![])]);
}

#[test]
fn who_waits_for_the_lock_of_the_one_that_failed_is_a_consequence_and_not_for_that_of_another() {
    let story = |owner: ThreadId, fails_instead: bool| {
        let mut story = Story::new(&["left", "right"]);
        let fork = story.object("com.acme.Fork#1");
        story.start(0);
        story.start(1);
        story.does(owner, 10, lock(fork), Outcome::Done);
        if fails_instead {
            fails(&mut story, owner)
        } else {
            ends(&mut story, owner)
        }
        story.block(child(1), 21, lock(fork));
        story
    };
    assert_eq!(kinds(&told(&story(child(0), true)).1), [("exception", vec!["deadlock"])]);
    let mut other = story(child(0), false);
    fails(&mut other, MAIN);
    assert_eq!(kinds(&told(&other).1), [("exception", vec![]), ("deadlock", vec![])]);
}

#[test]
fn a_chain_that_ends_at_a_notify_is_a_consequence() {
    let mut story = Story::new(&["consumer", "other"]);
    let (queue, fork) = (story.object("com.acme.Queue#1"), story.object("com.acme.Fork#1"));
    story.start(0);
    story.start(1);
    story.does(child(0), 9, lock(fork), Outcome::Done);
    story.does(child(0), 10, lock(queue), Outcome::Done);
    story.does(child(0), 11, Action::Wait { monitor: queue, set: queue, patience: Patience::FOREVER }, Outcome::Done);
    story.block(child(0), 11, Action::Resume(queue));
    story.block(child(1), 20, lock(fork));
    fails(&mut story, MAIN);
    assert_eq!(kinds(&told(&story).1), [("exception", vec!["deadlock"])]);
}

#[test]
fn a_circle_of_semaphores_is_a_violation_and_who_waits_for_a_permit_that_others_give_is_none() {
    let step = |location, n: i64| Action::Guarded {
        location,
        guard: if n < 0 { Guard::AtLeast(-n) } else { Guard::Always },
        change: Change::Add(n),
        patience: Patience::FOREVER,
    };
    let changes = |old, new| Outcome::Updated { old: Value(old), new: Value(new) };
    let mut circle = Story::new(&["left", "right"]);
    let a = circle.location("java.util.concurrent.Semaphore#1.permits", ValueKind::Integer);
    let b = circle.location("java.util.concurrent.Semaphore#2.permits", ValueKind::Integer);
    circle.start(0);
    circle.start(1);
    circle.does(child(0), 10, step(a, -1), changes(1, 0));
    circle.does(child(1), 20, step(b, -1), changes(1, 0));
    circle.block(child(0), 11, step(b, -1));
    circle.block(child(1), 21, step(a, -1));
    fails(&mut circle, MAIN);
    assert_eq!(kinds(&told(&circle).1), [("exception", vec![]), ("deadlock", vec![])]);
    let mut given = Story::new(&["consumer", "other"]);
    let items = given.location("java.util.concurrent.Semaphore#1.permits", ValueKind::Integer);
    given.start(0);
    given.does(MAIN, 6, step(items, 1), changes(0, 1));
    given.does(child(0), 10, step(items, -1), changes(1, 0));
    given.block(child(0), 10, step(items, -1));
    fails(&mut given, MAIN);
    assert_eq!(kinds(&told(&given).1), [("exception", vec!["deadlock"])]);
}

/// Who waits where, and whether a failure explains it.
fn explained(found: &Exploration) -> BTreeMap<String, bool> {
    let stuck = found.violations.iter().enumerate().filter(|(_, violation)| violation.thread.is_none());
    let told = stuck.map(|(index, violation)| {
        let waiting: Vec<_> = violation.blocked.iter().map(|pending| (pending.thread, pending.site)).collect();
        (format!("{waiting:?}"), found.preceded[&index].explained_by(|_| true).is_some())
    });
    // In loops, who waits at one place may have seen different things.
    let mut all = BTreeMap::new();
    told.for_each(|(waiting, is_explained)| *all.entry(waiting).or_insert(true) &= is_explained);
    all
}

/// Lets these searches, of which the first leaves nothing out, explore a program; how many deadlocks are there only after a failure, and how many others.
fn agree(toy: &Toy, searches: Vec<(String, Options)>) -> [usize; 2] {
    let mut all: Option<BTreeMap<String, bool>> = None;
    for (name, options) in searches {
        let found = exploration(toy, &Options { max_states: 20_000, ..options }).0;
        if found.conclusion != Conclusion::Complete {
            break;
        }
        let told = explained(&found);
        let all = all.get_or_insert_with(|| told.clone());
        // Of interchangeable threads, one stands for the others.
        for (waiting, is_explained) in &told {
            assert_eq!(all.get(waiting), Some(is_explained), "{name}: {waiting}\n{toy:#?}");
        }
    }
    let told = all.unwrap_or_default();
    [true, false].map(|wanted| told.values().filter(|is_explained| **is_explained == wanted).count())
}

#[test]
fn every_search_of_random_programs_knows_what_happens_without_a_failure() {
    let mut counts = [0, 0];
    for seed in 0..if cfg!(debug_assertions) { 200 } else { 1000 } {
        let toy = program_under(None, seed);
        if format!("{toy:?}").contains("Fail(") {
            let searches = variants().map(|(name, options)| (format!("program {seed}, {name}"), options));
            add(&mut counts, agree(&toy, searches.into()));
        }
    }
    assert!(counts.iter().all(|count| *count > 10), "only after failures, others: {counts:?}");
}

#[test]
fn searches_that_merge_local_states_know_it_as_well() {
    for (toy, expected) in [(left_by_failure(), 1), (left_anyway(), 2)] {
        let toy = Toy { local_states: true, ..toy };
        for (name, options) in merging_variants() {
            let (_, report) = reported(&toy, &options);
            assert_eq!(report.violations.len(), expected, "{name}: {:?}", kinds(&report));
        }
    }
}

fn add(all: &mut [usize; 2], more: [usize; 2]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
}
