//! Limits by virtual time.

use super::*;

const ORDERED: Limits = Limits { timeouts: Timeouts::Ordered, ..LIMITS };

fn after(millis: u32) -> Patience {
    Patience { limit: Limit::After(millis), interruptible: false }
}

fn sleep(millis: u32) -> Action {
    let (guard, change) = (Guard::AtLeast(1), Change::Keep);
    Action::Guarded { location: LocationId::SLEEP, guard, change, patience: after(millis) }
}

const TIME: Action = Action::Read(LocationId::TIME);

#[test]
fn the_nearest_limit_is_over_first_and_it_is_that_time_then() {
    let program: Program = &[&[start(0), start(1), sleep(5), TIME], &[sleep(3), TIME], &[sleep(4), sleep(4), TIME]];
    let finished = run(program, &[], ORDERED);
    let times: Vec<_> = finished.events.iter().filter(|event| event.action == TIME).collect();
    let times: Vec<_> = times.iter().map(|event| (number(event.thread), event.outcome)).collect();
    let at = |millis| Outcome::Read(Value(millis));
    assert_eq!((times, finished.end), (vec![(1, at(3)), (0, at(5)), (2, at(8))], End::Normal));
}

#[test]
fn a_schedule_cannot_change_the_order_of_limits_but_of_those_that_are_over_together() {
    let program: Program = &[&[start(0), start(1), sleep(3)], &[sleep(3)], &[sleep(4), write(1)]];
    let begun = [steps(MAIN, 2)];
    let first = |thread| run(program, &[&begun[..], &[resume(thread, Wake::TimedOut)]].concat(), ORDERED);
    assert_eq!((first(MAIN).end, first(child(0)).end), (End::Normal, End::Normal));
    assert!(message(&first(child(1)).end).contains("the limit of another thread is over before"));
    // When it is that time, the other may give up while somebody can go on.
    let both = [&begun[..], &[resume(child(0), Wake::TimedOut), resume(MAIN, Wake::TimedOut)]].concat();
    assert_eq!(run(program, &both, ORDERED).end, End::Normal);
}

#[test]
fn who_is_past_its_limit_is_not_notified() {
    let woken_by = |notify: &Action, millis| {
        let holds = [start(0), IN, sleep(millis), notify.clone(), OUT];
        let program: Program = &[&holds, &[IN, wait(after(2)), OUT]];
        // The child waits before main enters.
        let waits = [steps(MAIN, 1), steps(child(0), 2), steps(MAIN, 1)];
        wakes(&run(program, &waits, ORDERED), 1)
    };
    for notify in [NOTIFY, NOTIFY_ALL] {
        assert_eq!(woken_by(&notify, 3), [Wake::TimedOut]);
        assert_eq!(woken_by(&notify, 1), [Wake::Notified]);
    }
}

#[test]
fn who_has_slept_for_a_while_is_there() {
    let program: Program = &[&[start(0), sleep(1), Action::State(child(0))], &[sleep(2)]];
    let slept = [steps(MAIN, 1), resume(MAIN, Wake::TimedOut)];
    let asks = |answer: Doing| Step::Choose { thread: MAIN, value: answer as u64 };
    let seen = |answer| run(program, &[&slept[..], &[asks(answer)]].concat(), ORDERED).end;
    assert_eq!(seen(Doing::TimedWaiting), End::Normal);
    assert!(matches!(seen(Doing::Running), End::Diverged { .. }));
}
