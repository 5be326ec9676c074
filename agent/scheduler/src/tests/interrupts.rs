//! Interrupts: a flag that is written, and operations that it ends.

use super::*;

/// Tests the own flag and clears it.
fn interrupted(number: usize) -> Action {
    Action::Guarded {
        location: LocationId::interrupt(name(number)),
        guard: Guard::AtLeast(1),
        change: Change::Set(Value::ZERO),
        patience: NOW,
    }
}

const WAS_SET: Outcome = Outcome::Updated { old: Value(1), new: Value(0) };
const WAS_NOT_SET: Outcome = Outcome::Resumed(Wake::TimedOut);

#[test]
fn an_interrupt_ends_a_wait_once_the_monitor_is_free_and_is_used_up() {
    let program: Program = &[&[start(0), IN, interrupt(1), OUT], &[IN, wait(INTERRUPTIBLE), OUT, interrupted(1)]];
    let asleep = [steps(MAIN, 1), steps(name(1), 2)];
    let finished = run(program, &asleep, LIMITS);
    assert_eq!(finished.end, End::Normal);
    assert_eq!(outcomes(&finished, &RESUME), [Outcome::Resumed(Wake::Interrupted)]);
    assert_eq!(outcomes(&finished, &interrupted(1)), [WAS_NOT_SET]);
    let early = [&asleep[..], &[steps(MAIN, 2), resume(name(1), Wake::Interrupted)]].concat();
    assert!(message(&run(program, &early, LIMITS).end).contains("cannot be interrupted now"));
    let before = [&asleep[..], &[resume(name(1), Wake::Interrupted)]].concat();
    assert!(message(&run(program, &before, LIMITS).end).contains("cannot be interrupted now"));
}

#[test]
fn who_was_notified_before_it_could_be_interrupted_stays_notified_and_its_flag_set() {
    for actions in [[NOTIFY, interrupt(1)], [interrupt(1), NOTIFY]] {
        let main = [&[start(0), IN][..], &actions, &[OUT]].concat();
        let program: Program = &[&main, &[IN, wait(INTERRUPTIBLE), OUT, interrupted(1)]];
        let asleep = [steps(MAIN, 1), steps(name(1), 2)];
        let finished = run(program, &asleep, LIMITS);
        assert_eq!(wakes(&finished, 1), [Wake::Notified]);
        assert_eq!(outcomes(&finished, &interrupted(1)), [WAS_SET]);
        let mut schedule = schedule_of(&finished.events);
        let place = schedule.steps.iter().position(|step| matches!(step, Step::Resume { .. })).expect("a resume");
        schedule.steps[place] = resume(name(1), Wake::Interrupted);
        assert!(message(&run(program, &schedule.steps, LIMITS).end).contains("cannot be interrupted now"));
    }
}

#[test]
fn an_interrupt_before_the_notify_takes_the_waiter_out_of_the_wait_set() {
    let program: Program = &[&[start(0), interrupt(1), IN, NOTIFY, OUT], &[IN, wait(INTERRUPTIBLE), OUT]];
    let interrupted = [steps(MAIN, 1), steps(name(1), 2), steps(MAIN, 1), resume(name(1), Wake::Interrupted)];
    let finished = run(program, &interrupted, LIMITS);
    assert_eq!((outcomes(&finished, &NOTIFY), finished.end), (vec![Outcome::Woke(None)], End::Normal));
}

#[test]
fn a_wait_that_is_not_interruptible_does_not_notice() {
    let program: Program = &[&[start(0), interrupt(1)], &[IN, wait(Patience::FOREVER), OUT]];
    let asleep = [steps(MAIN, 1), steps(name(1), 2), steps(MAIN, 1)];
    assert_eq!(run(program, &asleep, LIMITS).end, End::Deadlock);
    let woken = [&asleep[..], &[resume(name(1), Wake::Interrupted)]].concat();
    assert!(message(&run(program, &woken, LIMITS).end).contains("cannot be interrupted now"));
}

#[test]
fn who_enters_a_free_lock_with_its_flag_set_may_or_may_not_be_interrupted() {
    let program: Program = &[&[interrupt(0), enter(M, INTERRUPTIBLE), interrupted(0)]];
    let finished = run(program, &[], LIMITS);
    assert_eq!((wakes(&finished, 0), outcomes(&finished, &interrupted(0))), (vec![Wake::Notified], vec![WAS_SET]));
    let finished = run(program, &[steps(MAIN, 1), resume(MAIN, Wake::Interrupted)], LIMITS);
    assert_eq!(wakes(&finished, 0), [Wake::Interrupted, Wake::TimedOut]);
    let not_set: Program = &[&[enter(M, INTERRUPTIBLE)]];
    let finished = run(not_set, &[resume(MAIN, Wake::Interrupted)], LIMITS);
    assert!(message(&finished.end).contains("cannot be interrupted now"));
}

#[test]
fn who_is_interrupted_at_a_lock_does_not_have_it() {
    let program: Program = &[&[start(0), IN, interrupt(1), OUT], &[enter(M, INTERRUPTIBLE), OUT]];
    let blocked = [steps(MAIN, 3), resume(name(1), Wake::Interrupted)];
    let finished = run(program, &blocked, LIMITS);
    assert!(message(&finished.end).contains("does not own the monitor"));
    // By default, too, once nothing else goes on.
    let program: Program = &[&[start(0), IN, interrupt(1), join(0, Patience::FOREVER)], &[enter(M, INTERRUPTIBLE)]];
    let finished = run(program, &[], LIMITS);
    assert_eq!((wakes(&finished, 1), finished.end), (vec![Wake::Interrupted], End::Normal));
}

#[test]
fn an_interrupt_ends_a_join_only_while_the_child_is_alive() {
    let program: Program = &[&[start(0), interrupt(0), join(0, INTERRUPTIBLE), interrupted(0)], &[write(1)]];
    let alive = [steps(MAIN, 2), resume(MAIN, Wake::Interrupted)];
    let finished = run(program, &alive, LIMITS);
    assert_eq!((wakes(&finished, 0), finished.end), (vec![Wake::Interrupted, Wake::TimedOut], End::Normal));
    let ended = [steps(MAIN, 2), steps(name(1), 2)];
    let finished = run(program, &ended, LIMITS);
    assert_eq!((wakes(&finished, 0), outcomes(&finished, &interrupted(0))), (vec![Wake::Notified], vec![WAS_SET]));
    let late = [&ended[..], &[resume(MAIN, Wake::Interrupted)]].concat();
    assert!(message(&run(program, &late, LIMITS).end).contains("cannot be interrupted now"));
}

#[test]
fn an_interrupt_ends_a_guarded_step_and_leaves_the_number_alone() {
    let take = |guard| Action::Guarded { location: X, guard, change: Change::Add(-1), patience: INTERRUPTIBLE };
    for (initial, by_default) in [(0, Wake::Interrupted), (1, Wake::Notified)] {
        let program = [write(initial), interrupt(0), take(Guard::AtLeast(1)), take(Guard::Always)];
        let finished = run(&[&program], &[], LIMITS);
        match by_default {
            Wake::Notified => assert_eq!(wakes(&finished, 0), []),
            wake => assert_eq!(wakes(&finished, 0), [wake]),
        }
        let finished = run(&[&program], &[steps(MAIN, 2), resume(MAIN, Wake::Interrupted)], LIMITS);
        let last = Outcome::Updated { old: Value(initial), new: Value(initial.wrapping_sub(1)) };
        assert_eq!(outcomes(&finished, &take(Guard::Always)), [last]);
    }
}

#[test]
fn a_flag_that_is_set_before_the_start_is_seen() {
    let finished = run(&[&[interrupt(1), start(0)], &[interrupted(1), interrupted(1)]], &[], LIMITS);
    assert_eq!(outcomes(&finished, &interrupted(1)), [WAS_SET, WAS_NOT_SET]);
}
