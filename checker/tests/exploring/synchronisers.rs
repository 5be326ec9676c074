//! Operations that wait, give up or are interrupted: their exact outcomes, argued from the documentation of the protocol.

use crate::toy::compare::difference;
use crate::toy::program::Expr::{C, Plus, R};
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{FLAG, PERMIT, Toy, patience};
use mcr_protocol::{Change, Guard, Limit, Patience, Timeouts, Value};

const NOW: Patience = patience(Limit::Now, false);
const TIMED: Patience = patience(Limit::Timed, false);
const STOPPABLE: Patience = patience(Limit::Never, true);

/// Explores, compares with brute force, and with the outcomes expected.
fn shows(toy: &Toy, expected: &[(&str, &str)]) {
    let found = difference(toy, 100_000).expect("small enough").unwrap_or_else(|wrong| panic!("{wrong}"));
    for found in found {
        let outcomes: Vec<_> = found.outcomes.iter().map(|o| (o.stdout.trim_end(), o.end.as_str())).collect();
        assert_eq!(outcomes, expected);
    }
}

fn two(monitors: usize, first: Vec<Stmt>, second: Vec<Stmt>) -> Toy {
    Toy::fork_join(&[0], monitors, vec![first, second], vec![])
}

#[test]
fn a_lock_that_is_only_tried_may_be_free_or_taken() {
    let toy = two(1, vec![Try(0, NOW, 1, vec![]), Print(R(1))], vec![Sync(0, vec![Load(0, 0)])]);
    shows(&toy, &[("0", "normal"), ("1", "normal")]);
}

#[test]
fn a_timed_lock_gives_up_at_any_time_or_when_all_are_idle() {
    let toy = two(1, vec![Try(0, TIMED, 1, vec![]), Print(R(1))], vec![Sync(0, vec![Load(0, 0)])]);
    shows(&toy, &[("0", "normal")]);
    shows(&Toy { timeouts: Timeouts::Any, ..toy }, &[("0", "normal"), ("1", "normal")]);
    let forever = two(1, vec![Try(0, TIMED, 1, vec![]), Print(R(1))], vec![Sync(0, vec![Park(0, Limit::Never)])]);
    shows(&forever, &[("0", "deadlock"), ("1", "deadlock")]);
}

#[test]
fn a_permit_is_kept_for_one_park_and_no_more() {
    let unpark = || vec![Store(PERMIT + 1, C(1))];
    let once = two(0, vec![Park(0, Limit::Never), Say("a")], unpark());
    shows(&once, &[("a", "normal")]);
    let twice = two(0, vec![Park(0, Limit::Never), Say("a"), Park(0, Limit::Never), Say("b")], unpark());
    shows(&twice, &[("a", "deadlock")]);
    // An interrupt ends every park, and is not used up by it.
    let interrupted = vec![Park(0, Limit::Never), Park(0, Limit::Never), Load(0, FLAG + 1), Print(R(0))];
    shows(&two(0, interrupted, vec![Store(FLAG + 1, C(1))]), &[("1", "normal")]);
}

#[test]
fn an_interrupt_ends_a_wait_and_is_used_up() {
    let waits = vec![Sync(0, vec![WaitIn(0, 0, STOPPABLE, 0)]), Print(R(0)), Load(0, FLAG + 1), Print(R(0))];
    shows(&two(1, waits, vec![Store(FLAG + 1, C(1))]), &[("2 0", "normal")]);
    let deaf = vec![Sync(0, vec![WaitIn(0, 0, Patience::FOREVER, 0)])];
    shows(&two(1, deaf, vec![Store(FLAG + 1, C(1))]), &[("", "deadlock")]);
}

#[test]
fn a_condition_wakes_who_has_waited_longest() {
    // The second comes to wait after the first: it is let in by it.
    let first = vec![Sync(1, vec![Store(0, C(1)), WaitIn(1, 1, Patience::FOREVER, 0), Say("a")])];
    let second = vec![
        Guarded(0, 0, Guard::AtLeast(1), Change::Keep, Patience::FOREVER),
        Sync(1, vec![Store(0, C(2)), WaitIn(1, 1, Patience::FOREVER, 0), Say("b")]),
    ];
    let signaller =
        |signals: Vec<Stmt>| vec![Guarded(0, 0, Guard::AtLeast(2), Change::Keep, Patience::FOREVER), Sync(1, signals)];
    let toy = |signals| Toy::fork_join(&[0], 2, vec![first.clone(), second.clone(), signaller(signals)], vec![]);
    shows(&toy(vec![Signal(1, 1)]), &[("a", "deadlock")]);
    shows(&toy(vec![Signal(1, 1), Signal(1, 1)]), &[("ab", "normal")]);
    shows(&toy(vec![SignalAll(1, 1)]), &[("ab", "normal")]);
    shows(&toy(vec![SignalAll(1, 2)]), &[("", "deadlock")]);
}

#[test]
fn a_semaphore_lets_one_in_at_a_time() {
    let take = Guarded(0, 0, Guard::AtLeast(1), Change::Add(-1), Patience::FOREVER);
    let give = Guarded(0, 0, Guard::Always, Change::Add(1), Patience::FOREVER);
    let inside = |a, b| vec![take.clone(), Say(a), Say(b), give.clone()];
    let toy = Toy::fork_join(&[1], 0, vec![inside("a", "b"), inside("c", "d")], vec![]);
    shows(&toy, &[("abcd", "normal"), ("cdab", "normal")]);
    let tries = vec![Guarded(1, 0, Guard::AtLeast(1), Change::Add(-1), NOW), Print(R(1))];
    shows(&Toy::fork_join(&[1], 0, vec![tries.clone(), tries], vec![]), &[("0 1", "normal"), ("1 0", "normal")]);
}

#[test]
fn the_interrupted_flag_is_tested_and_cleared_in_one_step() {
    let test = || Guarded(1, FLAG + 1, Guard::AtLeast(1), Change::Set(Value(0)), NOW);
    let asks = vec![test(), Print(R(1)), test(), Print(R(1))];
    shows(&two(0, asks, vec![Store(FLAG + 1, C(1))]), &[("0 1", "normal"), ("1 0", "normal"), ("1 1", "normal")]);
}

#[test]
fn what_a_thread_is_seen_doing_may_lag_behind() {
    let asks = vec![State(0, 1), Print(R(0))];
    // Running, waiting, or at its end: nobody unparks it.
    shows(&two(0, vec![Park(0, Limit::Never)], asks.clone()), &[("0", "deadlock"), ("2", "deadlock")]);
    let sleeps = vec![Sync(0, vec![Store(0, C(1)), WaitIn(0, 0, TIMED, 0)])];
    let asks = vec![Guarded(0, 0, Guard::AtLeast(1), Change::Keep, Patience::FOREVER), Sync(0, asks)];
    // It has the monitor until it waits, so who asks inside of it finds it asleep.
    shows(&two(1, sleeps, asks), &[("3", "normal")]);
}

#[test]
fn a_choice_shows_every_number() {
    shows(
        &Toy::fork_join(&[], 0, vec![vec![Choose(0, 3), Print(R(0))]], vec![]),
        &[("0", "normal"), ("1", "normal"), ("2", "normal")],
    );
}

#[test]
fn the_end_of_a_thread_notifies_those_who_wait_for_it() {
    let toy = two(1, vec![Sync(0, vec![Wait(0, false, 0), Say("woken")])], vec![]);
    // It may have ended before.
    let notifying = Toy { ends: vec![None, None, Some(0)], ..toy.clone() };
    shows(&toy, &[("", "deadlock")]);
    shows(&notifying, &[("", "deadlock"), ("woken", "normal")]);
}

/// The history of a thread that cannot end is not complete.
#[test]
fn an_end_that_never_comes_is_not_counted() {
    let toy = two(1, vec![Sync(0, vec![Park(0, Limit::Never)])], vec![]);
    let toy = Toy { ends: vec![None, None, Some(0)], ..toy };
    shows(&toy, &[("", "deadlock")]);
}

#[test]
fn a_spurious_wake_up_may_come_or_not() {
    let toy = two(1, vec![Sync(0, vec![Wait(0, false, 0), Say("awake")])], vec![]);
    shows(&Toy { spurious: true, ..toy.clone() }, &[("", "deadlock"), ("awake", "normal")]);
    let queued = two(2, vec![Sync(1, vec![WaitIn(1, 1, Patience::FOREVER, 0)])], vec![]);
    shows(&Toy { spurious: true, ..queued }, &[("", "deadlock")]);
}

#[test]
fn a_join_is_interrupted_while_the_other_is_alive() {
    let main = vec![Start(1, false, C(0)), Store(FLAG, C(1)), JoinFor(0, 1, STOPPABLE), Print(R(0))];
    let toy = Toy { threads: vec![main, vec![]], ..Toy::default() };
    shows(&toy, &[("0", "normal"), ("2", "normal")]);
}

/// Whoever waits says so inside the monitor, so that the others come when it is asleep.
fn asleep_first(waits: Stmt) -> (Vec<Stmt>, Stmt) {
    let started = Guarded(3, 0, Guard::AtLeast(1), Change::Keep, Patience::FOREVER);
    (vec![Sync(0, vec![Store(0, C(1)), waits]), Print(R(0))], started)
}

/// `synchronized (m) { t.interrupt(); m.notify(); }`: the waiter may have left when the notify comes.
#[test]
fn a_notify_may_come_too_late_for_who_was_interrupted() {
    let (waiter, started) = asleep_first(WaitIn(0, 0, STOPPABLE, 0));
    for notify in [Notify(0), NotifyAll(0)] {
        let both = vec![started.clone(), Sync(0, vec![Store(FLAG + 1, C(1)), notify.clone()])];
        shows(&two(1, waiter.clone(), both), &[("0", "normal"), ("2", "normal")]);
        let notified_first = vec![started.clone(), Sync(0, vec![notify, Store(FLAG + 1, C(1))])];
        shows(&two(1, waiter.clone(), notified_first), &[("0", "normal")]);
    }
    let (timed, started) = asleep_first(WaitIn(0, 0, TIMED, 0));
    let toy = two(1, timed, vec![started, Sync(0, vec![Notify(0)])]);
    shows(&toy, &[("0", "normal")]);
    shows(&Toy { timeouts: Timeouts::Any, ..toy }, &[("0", "normal"), ("1", "normal")]);
}

/// The first of two in a queue is interrupted: if it had left, the second gets the signal.
#[test]
fn a_signal_passes_by_who_has_left() {
    let waiter = |turn: i64| {
        let wait = WaitIn(0, 1, STOPPABLE, 0);
        let enter = Guarded(3, 0, Guard::AtLeast(turn), Change::Keep, Patience::FOREVER);
        vec![enter, Sync(0, vec![Store(0, C(turn + 1)), wait]), Print(Plus(0, 10 + 10 * turn))]
    };
    let enter = Guarded(3, 0, Guard::AtLeast(2), Change::Keep, Patience::FOREVER);
    let signals = vec![enter, Sync(0, vec![Store(FLAG + 1, C(1)), Signal(0, 1)])];
    let toy = Toy::fork_join(&[0], 1, vec![waiter(0), waiter(1), signals], vec![]);
    // The first was woken and the second is left; or the first had left and the second was woken.
    shows(&toy, &[("10", "deadlock"), ("12 20", "normal"), ("20 12", "normal")]);
}

#[test]
fn who_was_seen_waiting_waits_until_it_goes_on() {
    let asks =
        vec![State(0, 1), State(1, 1), Store(PERMIT + 1, C(1)), State(2, 1), Print(R(0)), Print(R(1)), Print(R(2))];
    let seen = ["0 0 0", "0 0 4", "0 2 0", "0 2 2", "0 2 4", "2 2 0", "2 2 2", "2 2 4"];
    shows(&two(0, vec![Park(0, Limit::Never)], asks), &seen.map(|seen| (seen, "normal")));
}

#[test]
fn a_start_and_what_it_tells_are_one_step() {
    let main = vec![Start(2, false, C(0)), StartTelling(1, false, C(0), 0)];
    let waits = vec![Guarded(0, 1, Guard::AtLeast(1), Change::Keep, Patience::FOREVER)];
    let asks = vec![Load(0, 0), Alive(1, 1), Print(R(0)), Print(R(1)), Store(1, C(1))];
    let toy = Toy { threads: vec![main, waits, asks], variables: 2, initial: vec![0, 0], ..Toy::default() };
    shows(&toy, &[("0 0", "normal"), ("0 1", "normal"), ("1 1", "normal")]);
}
