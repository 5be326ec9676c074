//! What follows from a failure, and what does not: one failure is one violation, and no deadlock is lost.

mod toy;

use mcr_checker::explore::{Conclusion, Exploration, Options, ViolationKind};
use mcr_checker::report::{Report, Run, Verdict, text};
use mcr_checker::session::Classes;
use mcr_protocol::{Limit, MemoryModel};
use std::collections::BTreeMap;
use std::time::Duration;
use toy::compare::{exploration, options, variants};
use toy::generator::program_under;
use toy::program::Stmt::{self, *};
use toy::program::{Cmp, Cond, Expr, PERMIT, Toy};

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
    let (run, report) = reported(&left_by_failure(), &options(true));
    let text = text::render_for(&report, &run, 300, false);
    let line = text.lines().find(|line| line.starts_with("  consequence")).unwrap_or_default();
    assert!(
        line.starts_with("  consequence, not seen without this failure: thread leak: ")
            && line.contains("waits to be unparked"),
        "{text}"
    );
    assert!(text.contains("violation 1 of 1: assertion") && text.contains("1 violation; every behaviour"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let consequence = &json["violations"][0]["consequences"][0];
    assert_eq!((&consequence["kind"], &consequence["thread_leak"]), (&"deadlock".into(), &true.into()));
    // Nothing is said where nothing follows.
    let (_, report) = reported(&left_anyway(), &options(true));
    assert!(!report.to_json().contains("consequences"));
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

#[test]
fn every_search_of_random_programs_knows_what_happens_without_a_failure() {
    let (mut explained_ones, mut others) = (0, 0);
    for seed in 0..if cfg!(debug_assertions) { 300 } else { 1000 } {
        let toy = program_under(None, seed);
        if !format!("{toy:?}").contains("Fail(") {
            continue;
        }
        let mut all: Option<BTreeMap<String, bool>> = None;
        for (name, options) in variants() {
            let found = exploration(&toy, &Options { max_states: 20_000, ..options }).0;
            if found.conclusion != Conclusion::Complete {
                break;
            }
            let told = explained(&found);
            let all = all.get_or_insert_with(|| told.clone());
            // Of interchangeable threads, one stands for the others.
            for (waiting, is_explained) in &told {
                assert_eq!(all.get(waiting), Some(is_explained), "program {seed}, {name}: {waiting}\n{toy:#?}");
            }
        }
        let told = all.unwrap_or_default();
        explained_ones += told.values().filter(|is_explained| **is_explained).count();
        others += told.values().filter(|is_explained| !**is_explained).count();
    }
    println!("{explained_ones} deadlocks only after failures, {others} others");
    assert!(explained_ones > 10 && others > 10, "{explained_ones} and {others}");
}
