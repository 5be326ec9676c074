//! Threads that wait in loops: what is left when rounds that change nothing are left out.

use crate::toy::brute::{everything, plain_outcomes};
use crate::toy::compare::{difference, exploration, options};
use crate::toy::generator::program;
use crate::toy::program::Expr::{C, R};
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{Cmp, Cond, Expr, Toy, patience};
use mcr_explore::{Conclusion, Exploration, ViolationKind};
use mcr_protocol::{Change, Guard, Limit, Patience};

fn leave_if(r: usize, cmp: Cmp, value: i64) -> Stmt {
    If(Cond(R(r), cmp, C(value)), vec![Break(1)], vec![])
}

/// `while (v == value) {}`
fn wait_while(v: usize, value: i64) -> Stmt {
    Spin(vec![Load(0, v), leave_if(0, Cmp::Ne, value), Set(0, C(0))])
}

/// Explored as brute force says, with and without reduction; the one with.
fn explored(toy: &Toy) -> Exploration {
    difference(toy, 100_000).expect("small enough").map(|[_, with]| with).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn outcomes(found: &Exploration) -> Vec<(&str, &str)> {
    found.outcomes.iter().map(|o| (o.stdout.as_str(), o.end.as_str())).collect()
}

#[test]
fn who_waits_for_a_flag_has_one_history() {
    let toy = Toy::fork_join(&[0], 0, vec![vec![wait_while(0, 0)], vec![Store(0, C(1))]], vec![Say("done")]);
    let found = explored(&toy);
    assert_eq!(outcomes(&found), [("done", "normal")]);
    assert_eq!((found.behaviours, found.local_behaviours), (Some(1), Some(3)));
}

#[test]
fn a_flag_that_is_taken_back_can_be_missed() {
    let toy = Toy::fork_join(&[0], 0, vec![vec![wait_while(0, 0)], vec![Store(0, C(1)), Store(0, C(0))]], vec![]);
    let found = explored(&toy);
    assert_eq!(outcomes(&found), [("", "livelock"), ("", "normal")]);
    assert_eq!(found.violations.len(), 1, "one, whatever the waiting thread has read last");
    assert_eq!(found.violations[0].kind, ViolationKind::Livelock);
}

#[test]
fn a_lock_made_of_a_loop_is_taken_in_every_order() {
    let thread = |name| {
        let enter = Spin(vec![Cas(0, 0, 0, 1), leave_if(0, Cmp::Eq, 0), Set(0, C(0))]);
        vec![
            enter,
            Say(name),
            Load(1, 1),
            If(Cond(R(1), Cmp::Ne, C(0)), vec![Fail("two inside")], vec![]),
            Store(0, C(0)),
        ]
    };
    let found = explored(&Toy::fork_join(&[0, 0], 0, vec![thread("a"), thread("b"), thread("c")], vec![]));
    assert_eq!(found.outcomes.len(), 6);
    assert!(found.violations.is_empty());
}

#[test]
fn peterson_excludes_without_a_bound() {
    let thread = |me: usize| {
        let (other, mine) = (1 - me, me as i64);
        vec![
            Store(me, C(1)),
            Store(2, C(1 - mine)),
            Spin(vec![Load(0, other), leave_if(0, Cmp::Eq, 0), Load(0, 2), leave_if(0, Cmp::Eq, mine), Set(0, C(0))]),
            Add(1, 3, 1),
            If(Cond(R(1), Cmp::Ne, C(0)), vec![Fail("two inside")], vec![]),
            Add(1, 3, -1),
            Store(me, C(0)),
        ]
    };
    let found = explored(&Toy::fork_join(&[0, 0, 0, 0], 0, vec![thread(0), thread(1)], vec![]));
    assert_eq!((outcomes(&found), found.violations.len()), (vec![("", "normal")], 0));
    // Both see the flag of the other down, in either order; or one finds the turn its own.
    assert_eq!(found.behaviours, Some(3));
}

/// The round of the waiting thread must be over before time is over: it cannot be left out.
#[test]
fn who_waits_in_a_loop_is_idle_and_goes_on_after_a_time_out() {
    let sleeper = vec![Sync(0, vec![Wait(0, true, 1)]), Store(0, C(1)), Store(0, C(2))];
    let waits = vec![Spin(vec![Load(0, 0), leave_if(0, Cmp::Eq, 2), Set(0, C(0))])];
    let found = explored(&Toy::fork_join(&[0], 1, vec![sleeper, waits], vec![]));
    assert_eq!(outcomes(&found), [("", "normal")]);
}

/// The thread blocks inside the round when time is over: the round has to go on from there.
#[test]
fn who_blocks_in_the_middle_of_a_round_is_idle_too() {
    let holder = vec![Sync(0, vec![Wait(1, true, 1)]), Store(0, C(1))];
    let holder = vec![Sync(1, holder), Store(0, C(2))];
    let waits =
        vec![Spin(vec![Load(0, 0), leave_if(0, Cmp::Eq, 2), Sync(0, vec![Load(1, 0)]), Set(0, C(0)), Set(1, C(0))])];
    let found = explored(&Toy::fork_join(&[0], 2, vec![holder, waits], vec![]));
    assert_eq!(outcomes(&found), [("", "normal")]);
}

/// A lock that is taken for a moment in each round can be found taken, for ever.
#[test]
fn a_lock_held_in_a_round_is_seen_by_those_who_try() {
    let round = Sync(0, vec![Load(0, 0), leave_if(0, Cmp::Eq, 1)]);
    let waits = vec![Spin(vec![round, Set(0, C(0))])];
    let now = patience(Limit::Now, false);
    let tries = vec![Try(0, now, 1, vec![]), Store(0, C(1)), Print(R(1))];
    let found = explored(&Toy::fork_join(&[0], 1, vec![waits, tries], vec![]));
    assert_eq!(outcomes(&found), [("0 ", "normal"), ("1 ", "normal")]);
}

/// Each waits for the end of the other; what one is doing does not depend on what the other sees.
#[test]
fn who_asks_in_a_loop_is_running() {
    let started = Guarded(0, 0, Guard::AtLeast(1), Change::Keep, Patience::FOREVER);
    let until_waiting =
        |other| vec![started.clone(), Spin(vec![State(0, other), leave_if(0, Cmp::Eq, 4), Set(0, C(0))])];
    let others = vec![until_waiting(2), until_waiting(1)];
    let toy = Toy::around(&[0], 0, vec![], others, vec![Store(0, C(1))], vec![]);
    let found = explored(&toy);
    assert_eq!(outcomes(&found), [("", "livelock")]);
}

#[test]
fn a_loop_in_which_something_changes_is_no_waiting() {
    let counts = Spin(vec![Load(0, 0), leave_if(0, Cmp::Ne, 0), Set(0, C(0)), Set(3, Expr::Plus(3, 1))]);
    let toy = Toy::fork_join(&[0], 0, vec![vec![counts]], vec![]);
    let (found, _) = exploration(&toy, &mcr_explore::Options { max_events: 50, ..options(true) });
    assert!(matches!(found.conclusion, Conclusion::Incomplete(_)), "{:?}", found.conclusion);
}

/// Brute force takes a round that changes nothing for waiting, as the explorer does. Here it is compared with the plain semantics.
#[test]
fn leaving_rounds_out_changes_no_outcome() {
    let (mut compared, mut caught, mut blocked) = (0u64, 0u64, 0u64);
    // Without optimisation this is some ten times slower.
    let programs = if cfg!(debug_assertions) { 150 } else { 1_500 };
    for seed in 0..programs {
        let toy = program(900_000_000 + seed);
        let text = format!("{toy:?}");
        // Time is never over while somebody goes round; and who ends while daemons go round ends all the same.
        let daemons = text.replace("interruptible: true", "").replace("spurious: true", "").contains("true");
        let idle_timeouts = text.contains("Timed") && toy.timeouts == mcr_protocol::Timeouts::Idle;
        if !text.contains("Spin(") || idle_timeouts || daemons {
            continue;
        }
        let (Some(all), Some((outcomes, is_caught))) = (everything(&toy, 2_000), plain_outcomes(&toy, 4_000)) else {
            continue;
        };
        if all.endless {
            continue;
        }
        let ends = all.outcomes.iter().filter(|(_, end)| end != "livelock").cloned().collect();
        assert_eq!(outcomes, ends, "{seed}: {toy:#?}");
        let livelock = all.outcomes.iter().any(|(_, end)| end == "livelock");
        // Who has waited in a loop that enters a monitor, which somebody has taken for ever since then, would go round once
        // more and block: without awaits that is a deadlock.
        let blocks = livelock && text.contains("Sync(") && all.outcomes.iter().any(|(_, end)| end == "deadlock");
        assert!(is_caught == livelock || blocks, "caught {is_caught}, {seed}: {toy:#?}");
        blocked += u64::from(is_caught != livelock);
        compared += 1;
        caught += u64::from(is_caught);
    }
    assert!(blocked * 20 < caught, "{blocked} of {caught}");
    assert!(compared * 10 > programs && caught * 40 > programs, "{compared} compared, {caught} with a livelock");
    println!("{compared} compared, {caught} with a livelock");
}

#[test]
fn who_was_seen_in_an_inner_loop_may_go_round_the_outer_one() {
    let inner = Spin(vec![Cas(0, 0, 2, 2), leave_if(0, Cmp::Ne, 2)]);
    let main =
        vec![Start(1, false, C(0)), Store(0, C(2)), JoinFor(2, 1, patience(Limit::Timed, false)), Store(0, C(1))];
    let threads = vec![main, vec![Spin(vec![inner, Set(0, C(0))])]];
    let toy = Toy { threads, variables: 1, initial: vec![0], ..Toy::default() };
    let found = explored(&toy);
    assert_eq!((outcomes(&found), found.behaviours), (vec![("", "livelock")], Some(1)));
}

/// `while (!tryLock(0)) {}`, and what is done inside.
fn try_until_free(inside: Vec<Stmt>) -> Stmt {
    let now = patience(Limit::Now, false);
    Spin(vec![Try(0, now, 0, [inside, vec![Break(1)]].concat()), Set(0, C(0))])
}

#[test]
fn who_tries_until_a_lock_is_free_learns_who_was_first() {
    let thread = || vec![try_until_free(vec![Load(1, 0), Store(0, Expr::Plus(1, 1))])];
    let toy = Toy::fork_join(&[0], 1, vec![thread(), thread()], vec![Load(0, 0), Print(R(0))]);
    let found = explored(&toy);
    assert_eq!(outcomes(&found), [("2 ", "normal")]);
    assert_eq!((found.behaviours, found.local_behaviours), (Some(2), Some(5)));
}

#[test]
fn who_tries_a_lock_that_stays_taken_goes_round_for_ever() {
    let keeps = vec![Sync(0, vec![wait_while(0, 0)])];
    let found = explored(&Toy::fork_join(&[0], 1, vec![keeps, vec![try_until_free(vec![])]], vec![]));
    assert_eq!(outcomes(&found), [("", "livelock")]);
    assert_eq!(found.violations.len(), 2, "the second thread has got the lock before, or has not");
}

#[test]
fn who_tries_until_there_is_a_permit_goes_on_when_there_is_one() {
    let now = patience(Limit::Now, false);
    let through = If(Cond(R(0), Cmp::Eq, C(0)), vec![Break(1)], vec![]);
    let take = Spin(vec![Guarded(0, 0, Guard::AtLeast(1), Change::Add(-1), now), through, Set(0, C(0))]);
    let give = Guarded(0, 0, Guard::Always, Change::Add(1), Patience::FOREVER);
    let toy = Toy::fork_join(&[0], 0, vec![vec![take.clone()], vec![take], vec![give]], vec![]);
    let found = explored(&toy);
    assert_eq!(outcomes(&found), [("", "livelock")]);
    assert_eq!(found.violations.len(), 2, "one of the two goes round for ever");
}
