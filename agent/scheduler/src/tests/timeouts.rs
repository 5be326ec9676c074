//! Time limits.

use super::*;

#[test]
fn a_wait_times_out_only_when_nobody_else_can_go_on() {
    let program: Program = &[&[start(0), IN, wait(TIMED), OUT], &[write(1), write(2)]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(order(&finished), "000111000");
    assert_eq!(outcomes(&finished, &RESUME), [Outcome::Resumed(Wake::TimedOut)]);
    let early = [steps(MAIN, 3), steps(child(0), 1), Step::Resume { thread: MAIN, wake: Wake::TimedOut }];
    assert!(message(&run(program, &early, LIMITS).end).contains("while a thread can go on"));
}

#[test]
fn whether_a_new_thread_is_blocked_is_found_out_before_a_time_out() {
    let program: Program =
        &[&[start(0), IN, wait(TIMED), OUT, join(0, Patience::FOREVER)], &[join(1, Patience::FOREVER)], &[]];
    let blocked: Program = &[&[start(1), start(0), IN, wait(TIMED), OUT], &[IN, wait(Patience::FOREVER), OUT], &[]];
    let time_out = Step::Resume { thread: MAIN, wake: Wake::TimedOut };
    assert!(message(&run(program, &[steps(MAIN, 3), time_out], LIMITS).end).contains("was not started"));
    let ended = [steps(MAIN, 4), steps(child(1), 1), time_out];
    assert!(message(&run(blocked, &ended, LIMITS).end).contains("while a thread can go on"));
    let waits = [steps(MAIN, 4), steps(child(1), 1), steps(child(0), 2), time_out];
    assert_eq!(run(blocked, &waits, LIMITS).end, End::Deadlock);
}

#[test]
fn a_timed_join_learns_whether_the_child_ended() {
    let program: Program = &[&[start(0), IN, join(0, TIMED), OUT], &[IN, OUT]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(outcomes(&finished, &join(0, TIMED)), [Outcome::Resumed(Wake::TimedOut)]);
    let program: Program = &[&[start(0), join(0, TIMED), Action::Alive(child(0))], &[]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(outcomes(&finished, &join(0, TIMED)), [Outcome::Resumed(Wake::Notified)]);
    assert_eq!(outcomes(&finished, &Action::Alive(child(0))), [Outcome::Read(Value(0))]);
    let as_run = run(program, &[steps(MAIN, 1), steps(child(0), 1), steps(MAIN, 1)], LIMITS);
    assert!(message(&as_run.end).contains("a step of its own"));
}

#[test]
fn who_was_interrupted_does_not_time_out() {
    let patience = Patience { limit: Limit::Timed, interruptible: true };
    let guarded = Action::Guarded { location: X, guard: Guard::AtLeast(9), change: Change::Keep, patience };
    let waits: Program = &[&[start(0), IN, wait(patience), OUT], &[interrupt(0), write(1)]];
    let blocks: Program = &[&[start(0), guarded], &[interrupt(0), write(1)]];
    for (program, before) in [(waits, 3), (blocks, 1)] {
        let schedule = |others, wake| [steps(MAIN, before), steps(child(0), others), resume(MAIN, wake)];
        for others in [2, 3] {
            let early = run(program, &schedule(others, Wake::TimedOut), LIMITS);
            assert!(message(&early.end).contains("while a thread can go on"));
        }
        let finished = run(program, &schedule(3, Wake::Interrupted), LIMITS);
        assert_eq!((wakes(&finished, 0), finished.end), (vec![Wake::Interrupted], End::Normal));
    }
}

#[test]
fn with_time_outs_at_any_time_the_schedule_decides_and_the_default_policy_still_waits() {
    let any = Limits { timeouts: Timeouts::Any, ..LIMITS };
    let guarded = Action::Guarded { location: X, guard: Guard::AtLeast(9), change: Change::Keep, patience: TIMED };
    for action in [guarded, enter(M, TIMED), join(0, TIMED)] {
        let program: Program = &[&[start(0), action.clone()], &[IN, write(1), write(2)]];
        let blocked = [steps(MAIN, 1), steps(child(0), 1)];
        let early = [&blocked[..], &[resume(MAIN, Wake::TimedOut)]].concat();
        assert!(message(&run(program, &early, LIMITS).end).contains("while a thread can go on"));
        let finished = run(program, &early, any);
        assert_eq!((wakes(&finished, 0), &order(&finished)[..3]), (vec![Wake::TimedOut], "010"));
        assert_eq!(&order(&run(program, &blocked, any))[..4], "0111", "{action:?}");
    }
}

#[test]
fn time_is_never_over_for_what_is_enabled() {
    let any = Limits { timeouts: Timeouts::Any, ..LIMITS };
    let guarded = Action::Guarded { location: X, guard: Guard::Zero, change: Change::Keep, patience: TIMED };
    for action in [guarded, enter(M, TIMED), enter(M, NOW)] {
        let finished = run(&[&[action]], &[resume(MAIN, Wake::TimedOut)], any);
        assert!(message(&finished.end).contains("cannot be over"));
    }
}

#[test]
fn a_wait_whose_time_is_over_still_needs_the_monitor() {
    let any = Limits { timeouts: Timeouts::Any, ..LIMITS };
    let program: Program = &[&[start(0), IN, write(1), OUT], &[IN, wait(TIMED), OUT]];
    let asleep = [steps(MAIN, 1), steps(child(0), 2)];
    let time_out =
        |main| run(program, &[&asleep[..], &[steps(MAIN, main), resume(child(0), Wake::TimedOut)]].concat(), any);
    assert!(message(&time_out(1).end).contains("cannot be over"));
    assert!(message(&time_out(2).end).contains("cannot be over"));
    assert_eq!(time_out(0).end, End::Normal);
    assert_eq!(time_out(3).end, End::Normal);
}

#[test]
fn a_try_to_enter_fails_at_once_while_somebody_else_is_inside() {
    let program: Program = &[&[start(0), IN, enter(M, NOW), write(1)], &[enter(M, NOW), write(2)]];
    let finished = run(program, &[steps(MAIN, 2), resume(child(0), Wake::TimedOut)], LIMITS);
    assert_eq!((wakes(&finished, 1), wakes(&finished, 0)), (vec![Wake::TimedOut], vec![Wake::Notified]));
    // The default policy does not wait for others.
    assert_eq!(order(&run(program, &[steps(MAIN, 2), resume(child(0), Wake::TimedOut)], LIMITS)), "00111000");
}

#[test]
fn a_thread_that_only_tries_can_go_on_so_nobody_is_idle() {
    let program: Program = &[&[start(0), IN, join(0, TIMED)], &[enter(M, NOW)]];
    let early = run(program, &[steps(MAIN, 2), resume(MAIN, Wake::TimedOut)], LIMITS);
    assert_eq!(wakes(&early, 0), [], "the child runs up to its try first");
    assert!(message(&early.end).contains("while a thread can go on"));
}

#[test]
fn a_thread_that_can_be_interrupted_is_not_idle_itself() {
    let both = Patience { limit: Limit::Timed, interruptible: true };
    let guarded = Action::Guarded { location: X, guard: Guard::AtLeast(1), change: Change::Keep, patience: both };
    let program: Program = &[&[interrupt(0), guarded]];
    let early = run(program, &[steps(MAIN, 1), resume(MAIN, Wake::TimedOut)], LIMITS);
    assert!(message(&early.end).contains("while a thread can go on"));
    assert_eq!(wakes(&run(program, &[], LIMITS), 0), [Wake::Interrupted]);
}
