//! Monitors and their own wait sets.

use super::*;

#[test]
fn a_monitor_that_is_owned_blocks_others_until_it_is_left_as_often_as_entered() {
    let program: Program = &[&[start(0), IN, IN, write(1), OUT, write(2), OUT], &[IN, write(3), OUT]];
    let finished = run(program, &[steps(MAIN, 4)], LIMITS);
    assert_eq!(order(&finished), "000000001111");
    let blocked = run(program, &[steps(MAIN, 5), steps(child(0), 1)], LIMITS);
    assert!(message(&blocked.end).contains("blocked"));
    let free = run(program, &[steps(MAIN, 7), steps(child(0), 1)], LIMITS);
    assert_eq!(order(&free), "000000011110");
}

#[test]
fn two_threads_that_hold_what_the_other_wants_are_a_deadlock() {
    let (a, b) = (Value(1), Value(2));
    let program: Program = &[
        &[start(0), enter(a, Patience::FOREVER), enter(b, Patience::FOREVER)],
        &[enter(b, Patience::FOREVER), enter(a, Patience::FOREVER)],
    ];
    let finished = run(program, &[steps(MAIN, 2), steps(child(0), 1)], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
    let pending: Vec<_> = finished.pending.iter().map(|pending| (pending.thread, pending.action.clone())).collect();
    assert_eq!(pending, [(MAIN, enter(b, Patience::FOREVER)), (child(0), enter(a, Patience::FOREVER))]);
}

#[test]
fn a_notify_without_waiter_is_lost() {
    let finished = run(&[&[start(0), IN, NOTIFY, OUT], &[IN, wait(Patience::FOREVER), OUT]], &[], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
    assert_eq!(outcomes(&finished, &NOTIFY), [Outcome::Woke(None)]);
}

#[test]
fn a_notify_wakes_the_one_that_waited_longest_or_whom_the_schedule_says() {
    let waits: &[Action] = &[IN, wait(Patience::FOREVER), OUT];
    let program: Program = &[&[start(0), start(1), start(2)], waits, waits, &[IN, NOTIFY, NOTIFY, OUT]];
    let both_wait = [steps(MAIN, 3), steps(child(1), 2), steps(child(0), 2), steps(child(2), 1)];
    let finished = run(program, &both_wait, LIMITS);
    assert_eq!(outcomes(&finished, &NOTIFY), [Outcome::Woke(Some(child(1))), Outcome::Woke(Some(child(0)))]);
    let notify = Step::Notify { thread: child(2), woken: Some(child(0)) };
    let finished = run(program, &[&both_wait[..], &[notify]].concat(), LIMITS);
    assert_eq!(outcomes(&finished, &NOTIFY), [Outcome::Woke(Some(child(0))), Outcome::Woke(Some(child(1)))]);
    assert_eq!(finished.end, End::Normal);
    let wrong = run(program, &[&both_wait[..], &[notify, notify]].concat(), LIMITS);
    assert!(message(&wrong.end).contains("does not wait"));
    let none = Step::Notify { thread: child(2), woken: None };
    assert!(message(&run(program, &[&both_wait[..], &[none]].concat(), LIMITS).end).contains("somebody waits"));
}

#[test]
fn a_resume_takes_the_monitor_back_to_its_depth() {
    let program: Program =
        &[&[start(0), IN, IN, wait(Patience::FOREVER), OUT, write(1), OUT], &[IN, NOTIFY_ALL, OUT, IN, OUT]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(order(&finished), "000011111100000");
    let resume = Step::Resume { thread: MAIN, wake: Wake::Notified };
    // The child wants the monitor a second time while main still holds it once.
    let early = [steps(MAIN, 4), steps(child(0), 3), resume, steps(MAIN, 2), steps(child(0), 1)];
    assert!(message(&run(program, &early, LIMITS).end).contains("blocked"));
}

#[test]
fn a_wait_on_the_monitor_itself_may_end_for_no_reason_if_configured() {
    let spurious = Limits { spurious: true, ..LIMITS };
    let waits = |set| [IN, Action::Wait { monitor: M, set, patience: Patience::FOREVER }, OUT];
    let wakes_up = [steps(MAIN, 2), resume(MAIN, Wake::Spurious)];
    let finished = run(&[&waits(M)], &wakes_up, spurious);
    assert_eq!((wakes(&finished, 0), finished.end), (vec![Wake::Spurious], End::Normal));
    assert!(message(&run(&[&waits(M)], &wakes_up, LIMITS).end).contains("for no reason"));
    assert!(message(&run(&[&waits(Value(20))], &wakes_up, spurious).end).contains("for no reason"));
    assert_eq!(run(&[&waits(M)], &[], spurious).end, End::Deadlock);
    // It needs the monitor, and leaves the wait set.
    let program: Program = &[&[start(0), IN, NOTIFY, OUT], &waits(M)];
    let asleep = [steps(MAIN, 1), steps(child(0), 2)];
    let woken =
        |main| run(program, &[&asleep[..], &[steps(MAIN, main), resume(child(0), Wake::Spurious)]].concat(), spurious);
    assert!(message(&woken(1).end).contains("for no reason"));
    assert_eq!(outcomes(&woken(0), &NOTIFY), [Outcome::Woke(None)]);
    let notified = Step::Notify { thread: MAIN, woken: Some(child(0)) };
    let late = [&asleep[..], &[steps(MAIN, 1), notified, steps(MAIN, 1), resume(child(0), Wake::Spurious)]].concat();
    assert!(message(&run(program, &late, spurious).end).contains("for no reason"));
}

#[test]
fn an_end_wakes_those_who_wait_for_the_thread_once_nobody_is_in_its_monitor() {
    let end = Action::End { uncaught: None, notifies: Some(M) };
    let waits: &[Action] = &[IN, wait(Patience::FOREVER), OUT];
    let program: Program = &[&[start(0), start(1), IN, write(1), OUT], waits, std::slice::from_ref(&end)];
    let inside = [steps(MAIN, 2), steps(child(0), 2), steps(MAIN, 1), steps(child(1), 1)];
    assert!(message(&run(program, &inside, LIMITS).end).contains("blocked"));
    let outside = [steps(MAIN, 2), steps(child(0), 2), steps(child(1), 1), resume(child(0), Wake::Notified)];
    let finished = run(program, &outside, LIMITS);
    assert_eq!((wakes(&finished, 1), finished.end), (vec![Wake::Notified], End::Normal));
    // A waiter for a condition of that monitor is none for the thread.
    let waits: &[Action] = &[IN, Action::Wait { monitor: M, set: Value(20), patience: Patience::FOREVER }, OUT];
    let finished = run(&[&[start(0), start(1)], waits, std::slice::from_ref(&end)], &[], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
    // An end that waits for a monitor that is never left is a deadlock.
    let finished = run(&[&[start(0), IN, join(0, Patience::FOREVER)], std::slice::from_ref(&end)], &[], LIMITS);
    assert_eq!((finished.end, finished.pending.len(), finished.pending[1].action.clone()), (End::Deadlock, 2, end));
}
