//! The classical stories, each a program of a few lines.

use super::{deadlocks, predicted, races};
use crate::toy::compare::{Patient, rules};
use crate::toy::interpreter::Interpreter;
use crate::toy::observed::observed;
use crate::toy::program::{Cmp, Cond, Expr, PERMIT, Stmt, Toy};
use Stmt::{Fail, If, Load, Store, Sync};
use mcr_explore::{Conclusion, EverythingMatters, Observer, Options, Progress, RacesAre, ViolationKind};
use mcr_predict::predict;
use mcr_protocol::{Limit, MemoryModel, Order};
use std::sync::atomic::{AtomicU32, Ordering};

fn set(v: usize) -> Stmt {
    Store(v, Expr::C(1))
}

fn volatile(v: usize) -> Stmt {
    Stmt::StoreAs(v, Expr::C(1), Order::Volatile)
}

fn fork_join(others: Vec<Vec<Stmt>>) -> Toy {
    Toy::fork_join(&[0; 4], 4, others, Vec::new())
}

/// The first thread runs to its end in the trace, then the second.
fn number_of_races(first: Vec<Stmt>, second: Vec<Stmt>) -> usize {
    races(&predicted(&fork_join(vec![first, second])).races).len()
}

fn is_one(r: usize) -> Cond {
    Cond(Expr::R(r), Cmp::Eq, Expr::C(1))
}

#[test]
fn a_race_behind_a_lock_that_could_be_taken_in_the_other_order() {
    // x=1; lock; y=1; unlock || lock; y=2; unlock; r=x
    let first = vec![set(0), Sync(0, vec![set(1)])];
    let second = vec![Sync(0, vec![Store(1, Expr::C(2))]), Load(0, 0)];
    assert_eq!(number_of_races(first, second), 1);
}

#[test]
fn no_race_where_a_value_read_under_the_lock_decides() {
    let first = vec![set(0), Sync(0, vec![set(1)])];
    let second = vec![Sync(0, vec![Load(1, 1)]), If(is_one(1), vec![Load(0, 0)], vec![])];
    assert_eq!(number_of_races(first, second), 0);
}

#[test]
fn no_race_behind_a_volatile_publication() {
    let first = vec![set(0), volatile(1)];
    // The read of the flag races with the volatile write, since toys know no volatile reads.
    let second = vec![Load(1, 1), If(is_one(1), vec![Load(0, 0)], vec![])];
    assert_eq!(number_of_races(first, second), 1);
}

#[test]
fn no_race_under_one_lock() {
    let body = || vec![Sync(0, vec![Stmt::Load(0, 0), Store(0, Expr::Plus(0, 1))])];
    assert_eq!(number_of_races(body(), body()), 0);
}

#[test]
fn no_race_before_the_start_nor_after_the_join() {
    let toy = Toy::around(&[0; 2], 1, vec![set(0)], vec![vec![Load(0, 0), set(0)]], vec![], vec![Load(1, 0), set(0)]);
    assert_eq!(races(&predicted(&toy).races).len(), 0);
}

#[test]
fn a_race_between_the_start_and_the_join() {
    let toy = Toy::around(&[0; 2], 1, vec![], vec![vec![Load(0, 0)]], vec![set(0)], vec![]);
    assert_eq!(races(&predicted(&toy).races).len(), 1);
}

#[test]
fn a_race_with_updates_only_of_one_side() {
    let add = || vec![Stmt::Add(0, 0, 1)];
    assert_eq!(number_of_races(add(), add()), 0);
    assert_eq!(number_of_races(add(), vec![Load(0, 0)]), 1);
}

/// Philosophers around a table with as many forks.
fn dine(n: usize, around: impl Fn(Vec<Stmt>) -> Vec<Stmt>) -> Toy {
    let philosopher = |i: usize| around(vec![Sync(i, vec![Sync((i + 1) % n, vec![])])]);
    Toy::fork_join(&[0], n + 1, (0..n).map(philosopher).collect(), Vec::new())
}

#[test]
fn philosophers_who_did_not_starve_could_have() {
    for n in 2..=4 {
        let found = predicted(&dine(n, |eats| eats));
        assert_eq!(found.violations.len(), 1, "{n}: {:?}", found.conclusion);
        assert_eq!(found.violations[0].kind, ViolationKind::Deadlock);
        // And main, which joins them.
        assert_eq!(found.violations[0].blocked.len(), n + 1);
    }
}

#[test]
fn a_gate_keeps_philosophers_from_starving() {
    let toy = dine(3, |eats| vec![Sync(3, eats)]);
    assert!(deadlocks(&predicted(&toy)).is_empty());
}

#[test]
fn a_value_keeps_philosophers_from_starving() {
    let first = vec![Sync(0, vec![Sync(1, vec![])]), set(0)];
    let second = vec![Load(0, 0), If(is_one(0), vec![Sync(1, vec![Sync(0, vec![])])], vec![])];
    assert!(deadlocks(&predicted(&fork_join(vec![first, second]))).is_empty());
}

#[test]
fn a_check_and_a_use_with_a_change_between_them() {
    // if (p != null) use(p) || p = null
    let null = || Cond(Expr::R(0), Cmp::Eq, Expr::C(0));
    let use_it = vec![Load(0, 0), If(null(), vec![Fail("null")], vec![])];
    let checked = vec![Load(0, 0), If(null(), vec![], use_it)];
    let toy = Toy::fork_join(&[7], 1, vec![checked, vec![Store(0, Expr::C(0))]], Vec::new());
    let found = predicted(&toy);
    let kinds: Vec<_> = found.violations.iter().map(|violation| violation.kind).collect();
    assert_eq!(kinds, [ViolationKind::Assertion]);
}

#[test]
fn with_a_budget_what_replays_have_shown_is_examined_too() {
    // Only who has seen the write comes to the access that races. It does so in no reordering of the first trace.
    let first = vec![Load(0, 1), If(is_one(0), vec![set(0)], vec![])];
    let second = vec![set(1), Load(0, 0)];
    let toy = fork_join(vec![first, second]);
    let one = predicted(&toy);
    let options = Options { max_executions: Some(20), keep_going: true, rules: rules(&toy), ..Options::default() };
    let several = predict(&mut Interpreter::new(&toy), &options, &mut Patient, &EverythingMatters).unwrap();
    assert_eq!((one.races.len(), several.races.len()), (1, 2));
    let Conclusion::Incomplete(reason) = several.conclusion else { panic!("{:?}", several.conclusion) };
    assert!(reason.contains(" traces were examined (--strategy predict)"), "{reason}");
}

#[test]
fn budgets_end_it() {
    let toy = dine(3, |eats| eats);
    let options = Options { max_executions: Some(1), keep_going: true, ..Options::default() };
    let found = predict(&mut Interpreter::new(&toy), &options, &mut Patient, &EverythingMatters).unwrap();
    let Conclusion::Incomplete(reason) = found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(
        reason.ends_with("1 predictions, 0 confirmed by replay, 0 not; stopped after 1 executions (--max-executions)"),
        "{reason}"
    );
    assert!(found.violations.is_empty());
}

#[test]
fn races_are_what_was_asked_for() {
    let toy = fork_join(vec![vec![set(0)], vec![Load(0, 0)]]);
    let found = |races, keep_going| {
        let options = Options { races, keep_going, ..Options::default() };
        predict(&mut Interpreter::new(&toy), &options, &mut Patient, &EverythingMatters).unwrap()
    };
    let listed = found(RacesAre::Listed, false);
    assert_eq!((listed.races.len(), listed.violations.len()), (1, 0));
    let ignored = found(RacesAre::Ignored, false);
    assert_eq!((ignored.races.len(), ignored.violations.len()), (0, 0));
    let failed = found(RacesAre::Violations, false);
    assert_eq!((failed.races.len(), failed.violations.len()), (1, 1));
    assert_eq!(failed.conclusion, Conclusion::FirstViolation);
}

#[test]
fn who_waits_is_woken_before_it_goes_on() {
    // lock; wait; x=1; unlock || lock; x=2; notify; unlock; y=1: what the notify is for comes after it.
    let first = vec![Sync(0, vec![Stmt::Wait(0, false, 1), set(0)]), Load(0, 1)];
    let second = vec![Store(0, Expr::C(2)), Sync(0, vec![Stmt::Notify(0)]), set(1)];
    let found = predicted(&fork_join(vec![first, second]));
    // Only y: x is written before the notify, and again after it.
    assert_eq!(races(&found.races).len(), 1, "{:?}", found.conclusion);
}

#[test]
fn what_two_permits_allow_at_once() {
    // park; x=1 || x=2; unpark: in order. (A permit is a location that the unpark writes.)
    let parks = vec![Stmt::Park(1, Limit::Never), set(0)];
    let unparks = vec![Store(0, Expr::C(2)), Store(PERMIT + 1, Expr::C(1))];
    assert_eq!(number_of_races(parks, unparks), 0);
}

#[test]
fn what_nobody_else_touches_has_no_other_value() {
    for memory_model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let add = vec![Stmt::Add(0, 0, 1), Stmt::Add(0, 0, 1), set(1)];
        let toy = Toy { memory_model, ..fork_join(vec![add, vec![set(1)]]) };
        let Conclusion::Incomplete(reason) = predicted(&toy).conclusion else { panic!("not complete") };
        assert!(reason.ends_with("1 predictions, 1 confirmed by replay, 0 not"), "{memory_model}: {reason}");
    }
}

#[test]
fn a_prediction_is_never_complete() {
    let found = predicted(&observed(1, &[], &[(&[set(0)], 0)]));
    let Conclusion::Incomplete(reason) = found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.starts_with("one trace was examined (--strategy predict)"), "{reason}");
}

/// Stops as soon as the program has been run.
#[derive(Default)]
struct StopsAfterTheTrace(AtomicU32);

impl Observer for StopsAfterTheTrace {
    fn progress(&mut self, _: &Progress) {
        *self.0.get_mut() += 1;
    }

    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

#[test]
fn a_wish_to_stop_is_heard_while_windows_are_examined() {
    // Nothing here is worth a question, and so worth no replay, before which it is heard in any case.
    let reads = || (0..50).map(|_| Load(0, 0)).collect::<Vec<_>>();
    let toy = fork_join(vec![reads(), reads()]);
    let options = Options { keep_going: true, rules: rules(&toy), ..Options::default() };
    let mut observer = StopsAfterTheTrace::default();
    let found = predict(&mut Interpreter::new(&toy), &options, &mut observer, &EverythingMatters).unwrap();
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("1 windows") && reason.ends_with("stopped by the user"), "{reason}");
}
