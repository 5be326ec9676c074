//! Threads that wait in a loop.

use super::*;

#[test]
fn a_thread_that_waits_in_a_loop_goes_on_when_the_value_changes() {
    let finished = run(&[&[start(0), awaits(X, 0)], &[write(0), write(1), write(2)]], &[], LIMITS);
    assert_eq!((order(&finished).as_str(), finished.end), ("0111100", End::Normal));
    let finished =
        run(&[&[start(0), awaits(X, 0)], &[write(1), write(0)]], &[steps(MAIN, 1), steps(child(0), 1)], LIMITS);
    assert_eq!((order(&finished).as_str(), finished.end), ("0111", End::Livelock));
}

/// Has tried this in vain.
fn tries(failed: Try) -> Action {
    Action::Await(Awaited { events: 1, reads: vec![], alive: vec![], states: vec![], tries: vec![failed] })
}

#[test]
fn a_thread_that_tries_to_enter_a_monitor_goes_on_when_it_is_free() {
    let program: Program = &[&[IN, start(0), OUT], &[tries(Try::Monitor(M))]];
    assert!(message(&run(program, &[steps(MAIN, 2), steps(child(0), 1)], LIMITS).end).contains("blocked"));
    assert_eq!(run(program, &[steps(MAIN, 3), steps(child(0), 1)], LIMITS).end, End::Normal);
    let kept: Program = &[&[IN, start(0)], &[tries(Try::Monitor(M))]];
    assert_eq!(run(kept, &[], LIMITS).end, End::Livelock);
    let own: Program = &[&[IN, tries(Try::Monitor(M)), OUT]];
    assert_eq!(run(own, &[], LIMITS).end, End::Normal);
}

#[test]
fn a_thread_that_tries_a_guard_goes_on_when_it_holds() {
    let program: Program = &[&[start(0), write(1), write(2)], &[tries(Try::Guard(X, Guard::AtLeast(2)))]];
    assert!(message(&run(program, &[steps(MAIN, 2), steps(child(0), 1)], LIMITS).end).contains("blocked"));
    assert_eq!(run(program, &[steps(MAIN, 3), steps(child(0), 1)], LIMITS).end, End::Normal);
}

#[test]
fn a_daemon_in_a_loop_makes_no_livelock() {
    let finished = run(&[&[daemon(0), IN, wait(Patience::FOREVER)], &[awaits(X, 0)]], &[], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
}

#[test]
fn a_thread_in_a_loop_is_idle() {
    let finished = run(&[&[start(0), awaits(X, 0)], &[IN, wait(TIMED), OUT, write(1)]], &[], LIMITS);
    assert_eq!(finished.end, End::Normal);
}
