//! Parking: permits.

use super::*;

const PARK: Action = Action::Park(Limit::Never);
const PARK_A_WHILE: Action = Action::Park(Limit::Timed);

fn unpark(number: usize) -> Action {
    Action::Write(LocationId::permit(name(number)), Value(1), Order::Volatile)
}

#[test]
fn a_permit_lets_one_park_pass_whenever_it_was_given() {
    let program: Program = &[&[start(0), unpark(1)], &[PARK]];
    assert_eq!(order(&run(program, &[], LIMITS)), "00011");
    let finished = run(program, &[steps(MAIN, 1)], LIMITS);
    assert_eq!((outcomes(&finished, &PARK), finished.end), (vec![Outcome::Done], End::Normal));
    assert!(message(&run(program, &[steps(MAIN, 1), steps(name(1), 1)], LIMITS).end).contains("blocked"));
}

#[test]
fn permits_do_not_add_up() {
    let finished = run(&[&[start(0), unpark(1), unpark(1)], &[PARK, PARK]], &[], LIMITS);
    assert_eq!((outcomes(&finished, &PARK), finished.end), (vec![Outcome::Done], End::Deadlock));
    let between = [steps(MAIN, 2), steps(name(1), 1)];
    let finished = run(&[&[start(0), unpark(1), unpark(1)], &[PARK, PARK]], &between, LIMITS);
    assert_eq!((outcomes(&finished, &PARK).len(), finished.end), (2, End::Normal));
}

#[test]
fn an_interrupt_lets_every_park_pass_and_stays() {
    let finished = run(&[&[start(0), interrupt(1)], &[PARK, PARK, PARK_A_WHILE]], &[], LIMITS);
    assert_eq!((wakes(&finished, 1), finished.end), (vec![Wake::Notified], End::Normal));
}

#[test]
fn a_park_takes_the_permit_even_if_it_was_interrupted() {
    let clear = Action::Write(LocationId::interrupt(name(1)), Value::ZERO, Order::Volatile);
    let finished = run(&[&[start(0), unpark(1), interrupt(1)], &[PARK, clear, PARK]], &[], LIMITS);
    assert_eq!((outcomes(&finished, &PARK).len(), finished.end), (1, End::Deadlock));
}

#[test]
fn a_park_with_a_limit_says_whether_its_time_was_over() {
    let program: Program = &[&[start(0), unpark(1)], &[PARK_A_WHILE, PARK_A_WHILE]];
    let finished = run(program, &[steps(MAIN, 1)], LIMITS);
    assert_eq!(wakes(&finished, 1), [Wake::Notified, Wake::TimedOut]);
    let early = [steps(MAIN, 1), resume(name(1), Wake::TimedOut)];
    assert!(message(&run(program, &early, LIMITS).end).contains("while a thread can go on"));
    let finished = run(program, &early, Limits { timeouts: Timeouts::Any, ..LIMITS });
    assert_eq!(wakes(&finished, 1), [Wake::TimedOut, Wake::Notified]);
    for wake in [Wake::Interrupted, Wake::Spurious] {
        let wrong = run(program, &[steps(MAIN, 2), resume(name(1), wake)], Limits { spurious: true, ..LIMITS });
        assert!(message(&wrong.end).contains(" now"));
    }
    let as_run = run(program, &[steps(MAIN, 2), steps(name(1), 1)], LIMITS);
    assert!(message(&as_run.end).contains("a step of its own"));
}

#[test]
fn a_permit_is_of_no_use_to_others() {
    let finished = run(&[&[start(0), start(1), unpark(1)], &[], &[PARK]], &[], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
}
