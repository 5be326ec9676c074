//! Litmus programs under sequential consistency: their exact outcomes.

use crate::toy::brute::everything;
use crate::toy::compare::compare;
use crate::toy::observed::observed;
use crate::toy::program::Expr::{C, R};
use crate::toy::program::Stmt::*;
use crate::toy::program::{Cmp, Cond, Expr, Toy};

/// Explores, compares with brute force, and with the outcomes expected.
fn shows(toy: &Toy, expected: &[(&str, &str)]) {
    let all = everything(toy, 500_000).expect("small enough");
    for reduction in [false, true] {
        let found = compare(toy, &all, reduction).unwrap_or_else(|e| panic!("reduction {reduction}: {e}"));
        let found: Vec<_> = found.outcomes.iter().map(|o| (o.stdout.trim_end(), o.end.as_str())).collect();
        assert_eq!(found, expected);
    }
}

fn normal<'a>(texts: &[&'a str]) -> Vec<(&'a str, &'static str)> {
    texts.iter().map(|text| (*text, "normal")).collect()
}

fn is(r: usize, k: i64) -> Cond {
    Cond(R(r), Cmp::Eq, C(k))
}

const X: usize = 0;
const Y: usize = 1;
const ONE: Expr = C(1);

#[test]
fn store_buffering_never_ends_with_two_zeros() {
    let toy = observed(2, &[], &[(&[Store(X, ONE), Load(0, Y)], 1), (&[Store(Y, ONE), Load(0, X)], 1)]);
    shows(&toy, &normal(&["0 1", "1 0", "1 1"]));
}

#[test]
fn a_message_that_has_arrived_is_complete() {
    let toy = observed(2, &[], &[(&[Store(X, ONE), Store(Y, ONE)], 0), (&[Load(0, Y), Load(1, X)], 2)]);
    shows(&toy, &normal(&["0 0", "0 1", "1 1"]));
}

#[test]
fn loads_do_not_see_the_future() {
    let toy = observed(2, &[], &[(&[Load(0, X), Store(Y, ONE)], 1), (&[Load(0, Y), Store(X, ONE)], 1)]);
    shows(&toy, &normal(&["0 0", "0 1", "1 0"]));
}

#[test]
fn readers_agree_on_the_order_of_independent_writes() {
    let toy = observed(
        2,
        &[],
        &[(&[Store(X, ONE)], 0), (&[Store(Y, ONE)], 0), (&[Load(0, X), Load(1, Y)], 2), (&[Load(0, Y), Load(1, X)], 2)],
    );
    let all = everything(&toy, 500_000).unwrap();
    assert_eq!(all.outcomes.len(), 15);
    assert!(!all.outcomes.iter().any(|(stdout, _)| stdout == "1 0 1 0 "));
    compare(&toy, &all, true).unwrap();
}

#[test]
fn two_writes_each_do_not_cross() {
    let toy = Toy::fork_join(
        &[0, 0],
        0,
        vec![vec![Store(X, ONE), Store(Y, C(2))], vec![Store(Y, ONE), Store(X, C(2))]],
        vec![Load(0, X), Load(1, Y), Print(R(0)), Print(R(1))],
    );
    shows(&toy, &normal(&["1 2", "2 1", "2 2"]));
}

/// ERRATA 1: a frozen order of `x=1; a=y; x=2` and `y=1; b=x` never shows a=0 b=1.
#[test]
fn writes_before_a_frozen_read_can_still_move() {
    let toy = observed(2, &[], &[(&[Store(X, ONE), Load(0, Y), Store(X, C(2))], 1), (&[Store(Y, ONE), Load(0, X)], 1)]);
    // a=0 means a=y came before y=1, so x=1 came before b=x; a=1 leaves b free.
    shows(&toy, &normal(&["0 1", "0 2", "1 0", "1 1", "1 2"]));
}

/// ERRATA 2: of two writes of the same value, which one is read decides what is still possible.
#[test]
fn equal_values_from_different_writes_are_both_followed() {
    let z = 2;
    let toy = observed(
        3,
        &[],
        &[
            (&[Store(X, ONE), Store(X, C(2))], 0),
            (&[Store(Y, ONE), Store(X, C(2))], 0),
            (&[Load(0, X), If(is(0, 2), vec![Store(z, ONE)], vec![])], 1),
            (&[Load(0, z), If(is(0, 1), vec![Load(1, X)], vec![])], 2),
        ],
    );
    let all = everything(&toy, 500_000).unwrap();
    // a=2 b=1 c=1: the second thread's x=2 is read, then the first thread's x=1 comes.
    assert!(all.outcomes.contains(&("2 1 1 ".to_owned(), "normal".to_owned())));
    compare(&toy, &all, false).unwrap();
    compare(&toy, &all, true).unwrap();
}

#[test]
fn unsynchronised_increments_get_lost() {
    let up = vec![Load(0, X), Store(X, Expr::Plus(0, 1))];
    let toy = Toy::fork_join(&[0], 0, vec![up.clone(), up], vec![Load(0, X), Print(R(0))]);
    shows(&toy, &normal(&["1", "2"]));
}

#[test]
fn atomic_increments_do_not_get_lost() {
    let toy = Toy::fork_join(&[0], 0, vec![vec![Add(0, X, 1)], vec![Add(0, X, 1)]], vec![Load(0, X), Print(R(0))]);
    shows(&toy, &normal(&["2"]));
}

#[test]
fn locked_increments_do_not_get_lost() {
    let up = vec![Sync(0, vec![Load(0, X), Store(X, Expr::Plus(0, 1))])];
    let toy = Toy::fork_join(&[0], 1, vec![up.clone(), up], vec![Load(0, X), Print(R(0))]);
    shows(&toy, &normal(&["2"]));
}

#[test]
fn locks_in_opposite_orders_can_deadlock() {
    let nested = |a, b| vec![Sync(a, vec![Sync(b, vec![])])];
    let toy = Toy::fork_join(&[], 2, vec![nested(0, 1), nested(1, 0)], vec![]);
    shows(&toy, &[("", "deadlock"), ("", "normal")]);
}

#[test]
fn a_notify_without_waiter_is_lost() {
    let toy = Toy::fork_join(
        &[],
        1,
        vec![vec![Sync(0, vec![Wait(0, false, 0)]), Say("woken")], vec![Sync(0, vec![Notify(0)])]],
        vec![],
    );
    shows(&toy, &[("", "deadlock"), ("woken", "normal")]);
}

#[test]
fn a_notify_wakes_any_one_of_the_waiters() {
    let waiter = |text| vec![Sync(0, vec![Wait(0, false, 0), Say(text)])];
    let notifier = vec![Sync(0, vec![Notify(0)])];
    let toy = Toy::fork_join(&[], 1, vec![waiter("a"), waiter("b"), notifier], vec![]);
    shows(&toy, &[("", "deadlock"), ("a", "deadlock"), ("b", "deadlock")]);
}

#[test]
fn notify_all_wakes_all_in_any_order() {
    let waiter = |text| vec![Sync(0, vec![Load(0, X), If(is(0, 0), vec![Wait(0, false, 0)], vec![]), Say(text)])];
    let notifier = vec![Sync(0, vec![Store(X, ONE), NotifyAll(0)])];
    let toy = Toy::fork_join(&[0], 1, vec![waiter("a"), waiter("b"), notifier], vec![]);
    shows(&toy, &normal(&["ab", "ba"]));
}

#[test]
fn a_timed_wait_gives_up_only_when_all_are_idle() {
    let waiter = vec![Sync(0, vec![Wait(0, true, 0)]), Print(R(0))];
    let toy = Toy::fork_join(&[], 1, vec![waiter, vec![Sync(0, vec![Notify(0)])]], vec![]);
    // 0: notified; 1: the notify came too early, and nobody else could go on.
    shows(&toy, &normal(&["0", "1"]));
    let alone = Toy::fork_join(&[], 1, vec![vec![Sync(0, vec![Wait(0, true, 0)]), Print(R(0))]], vec![]);
    shows(&alone, &normal(&["1"]));
}

#[test]
fn an_exit_cuts_the_others_off() {
    let toy = Toy::fork_join(&[], 0, vec![vec![Say("a"), Say("b")], vec![Exit(0)]], vec![]);
    shows(&toy, &[("", "exit:0"), ("a", "exit:0"), ("ab", "exit:0")]);
}

#[test]
fn a_daemon_may_not_get_to_its_end() {
    let main = vec![Start(1, true, C(0)), Say("m")];
    let toy = Toy {
        threads: vec![main, vec![Say("d"), Fail("late")]],
        variables: 0,
        monitors: 0,
        initial: vec![],
        ..Toy::default()
    };
    shows(&toy, &[("dm", "exception"), ("dm", "normal"), ("m", "normal"), ("md", "exception"), ("md", "normal")]);
}

#[test]
fn what_a_thread_is_told_at_its_start_belongs_to_its_history() {
    let toy = Toy {
        threads: vec![
            vec![Start(2, false, C(0)), Load(0, X), Start(1, false, R(0))],
            vec![Print(R(0))],
            vec![Store(X, ONE)],
        ],
        variables: 1,
        monitors: 0,
        initial: vec![0],
        ..Toy::default()
    };
    shows(&toy, &normal(&["0", "1"]));
}
