//! Waiters that leave their wait set by themselves, perhaps before a notify.

use super::*;

const C: Value = Value(20);
const SIGNAL: Action = Action::Notify { monitor: M, set: C };
const SIGNAL_ALL: Action = Action::NotifyAll { monitor: M, set: C };
const ANY: Limits = Limits { timeouts: Timeouts::Any, ..LIMITS };

fn await_on(patience: Patience) -> Action {
    Action::Wait { monitor: M, set: C, patience }
}

fn notify(woken: Option<ThreadId>) -> Step {
    Step::Notify { thread: MAIN, woken }
}

/// Main starts both others, who wait one after the other, and enters the monitor.
fn both_wait() -> Vec<Step> {
    vec![steps(MAIN, 2), steps(name(1), 2), steps(name(2), 2), steps(MAIN, 1)]
}

#[test]
fn a_notify_after_an_interrupt_may_be_lost() {
    let program: Program = &[&[start(0), IN, interrupt(1), NOTIFY, OUT], &[IN, wait(INTERRUPTIBLE), OUT]];
    let lost = [steps(MAIN, 1), steps(name(1), 2), steps(MAIN, 2), notify(None)];
    let finished = run(program, &lost, LIMITS);
    assert_eq!((wakes(&finished, 1), finished.end), (vec![Wake::Interrupted], End::Normal));
    // By default it is woken. Before the interrupt it would have to be.
    let by_default = run(program, &lost[..3], LIMITS);
    assert_eq!(outcomes(&by_default, &NOTIFY), [Outcome::Woke(Some(name(1)))]);
    let program: Program = &[&[start(0), IN, NOTIFY, interrupt(1), OUT], &[IN, wait(INTERRUPTIBLE), OUT]];
    let early = [steps(MAIN, 1), steps(name(1), 2), steps(MAIN, 1), notify(None)];
    assert!(message(&run(program, &early, LIMITS).end).contains("somebody waits"));
}

#[test]
fn a_notify_is_lost_on_a_timed_wait_only_if_time_may_be_over_at_any_time() {
    let program: Program = &[&[start(0), IN, NOTIFY, OUT], &[IN, wait(TIMED), OUT]];
    let lost = [steps(MAIN, 1), steps(name(1), 2), steps(MAIN, 1), notify(None)];
    assert_eq!(wakes(&run(program, &lost, ANY), 1), [Wake::TimedOut]);
    assert!(message(&run(program, &lost, LIMITS).end).contains("somebody waits"));
}

#[test]
fn somebody_else_may_get_what_one_that_is_leaving_misses() {
    let waits: &[Action] = &[IN, await_on(INTERRUPTIBLE), OUT];
    let program: Program = &[&[start(0), start(1), IN, interrupt(1), SIGNAL, OUT], waits, waits];
    let passed_by = [&both_wait()[..], &[steps(MAIN, 1), notify(Some(name(2)))]].concat();
    let finished = run(program, &passed_by, LIMITS);
    assert_eq!((wakes(&finished, 1), wakes(&finished, 2)), (vec![Wake::Interrupted], vec![Wake::Notified]));
    let nobody = [&both_wait()[..], &[steps(MAIN, 1), notify(None)]].concat();
    assert!(message(&run(program, &nobody, LIMITS).end).contains("somebody waits"));
    let not_interrupted: Program = &[&[start(0), start(1), IN, interrupt(2), SIGNAL, OUT], waits, waits];
    assert!(message(&run(not_interrupted, &passed_by, LIMITS).end).contains("waited there longer"));
}

#[test]
fn who_was_leaving_when_all_were_notified_may_have_left() {
    for (set, all) in [(M, NOTIFY_ALL), (C, SIGNAL_ALL)] {
        let waits: &[Action] = &[IN, Action::Wait { monitor: M, set, patience: INTERRUPTIBLE }, OUT];
        let program: Program = &[&[start(0), IN, interrupt(1), all.clone(), OUT], waits];
        let notified = [steps(MAIN, 1), steps(name(1), 2), steps(MAIN, 4)];
        assert_eq!(wakes(&run(program, &notified, LIMITS), 1), [Wake::Notified]);
        let left = [&notified[..], &[resume(name(1), Wake::Interrupted)]].concat();
        assert_eq!(wakes(&run(program, &left, LIMITS), 1), [Wake::Interrupted]);
        let early = [&notified[..2], &[steps(MAIN, 3), resume(name(1), Wake::Interrupted)]].concat();
        assert!(message(&run(program, &early, LIMITS).end).contains("cannot be interrupted now"));
        // Interrupted afterwards it was notified for certain.
        let program: Program = &[&[start(0), IN, all, interrupt(1), OUT], waits];
        assert!(message(&run(program, &left, LIMITS).end).contains("cannot be interrupted now"));
    }
}

#[test]
fn who_may_have_left_keeps_nobody_waiting() {
    let waits: &[Action] = &[IN, await_on(INTERRUPTIBLE), OUT];
    let program: Program = &[&[start(0), start(1), IN, interrupt(1), SIGNAL_ALL, OUT], waits, waits];
    let signalled = [&both_wait()[..], &[steps(MAIN, 3)]].concat();
    let in_order = run(program, &signalled, LIMITS);
    assert_eq!((wakes(&in_order, 1), order(&in_order).ends_with("0111222")), (vec![Wake::Notified], true));
    let overtakes = [&signalled[..], &[resume(name(2), Wake::Notified), steps(name(2), 1)]].concat();
    let finished = run(program, &overtakes, LIMITS);
    assert_eq!((wakes(&finished, 1), finished.end), (vec![Wake::Interrupted], End::Normal));
    let too_late = [&overtakes[..], &[resume(name(1), Wake::Notified)]].concat();
    assert!(message(&run(program, &too_late, LIMITS).end).contains("blocked"));
    // Who was not leaving is waited for.
    let program: Program = &[&[start(0), start(1), IN, interrupt(2), SIGNAL_ALL, OUT], waits, waits];
    assert!(message(&run(program, &overtakes, LIMITS).end).contains("blocked"));
}
