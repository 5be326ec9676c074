//! Guarded steps: numbers that the scheduler keeps.

use super::*;

fn guarded(guard: Guard, change: Change, patience: Patience) -> Action {
    Action::Guarded { location: X, guard, change, patience }
}

/// The values before and after each guarded step that went through.
fn updates(finished: &Finished) -> Vec<(i64, i64)> {
    let updates = finished.events.iter().filter_map(|event| match event.outcome {
        Outcome::Updated { old, new } => Some((old.0.cast_signed(), new.0.cast_signed())),
        _ => None,
    });
    updates.collect()
}

#[test]
fn a_semaphore_lets_as_many_pass_as_it_has_permits() {
    let take = guarded(Guard::AtLeast(2), Change::Add(-2), Patience::FOREVER);
    let give = guarded(Guard::Always, Change::Add(1), Patience::FOREVER);
    let program: Program =
        &[&[start(0), start(1), write(3), give.clone()], std::slice::from_ref(&take), std::slice::from_ref(&take)];
    let finished = run(program, &[steps(MAIN, 3), steps(name(1), 1), steps(MAIN, 1), steps(name(2), 1)], LIMITS);
    assert_eq!((updates(&finished), finished.end), (vec![(3, 1), (1, 2), (2, 0)], End::Normal));
    let early = run(program, &[steps(MAIN, 3), steps(name(1), 1), steps(name(2), 1)], LIMITS);
    assert!(message(&early.end).contains("blocked"));
    let finished = run(&[&[start(0), start(1), write(3)], program[1], program[2]], &[], LIMITS);
    assert_eq!((updates(&finished), finished.end), (vec![(3, 1)], End::Deadlock));
    assert_eq!(finished.pending[0].action, take);
}

#[test]
fn a_latch_opens_when_it_has_been_counted_down() {
    let count_down = guarded(Guard::Always, Change::CountDown, Patience::FOREVER);
    let pass = guarded(Guard::Zero, Change::Keep, Patience::FOREVER);
    let counts = vec![count_down; 3];
    let program: Program = &[&[&[write(2), start(0)], &counts[..]].concat(), &[pass]];
    let early = run(program, &[steps(MAIN, 3), steps(name(1), 1)], LIMITS);
    assert!(message(&early.end).contains("blocked"));
    let finished = run(program, &[], LIMITS);
    assert_eq!((updates(&finished), finished.end), (vec![(2, 1), (1, 0), (0, 0), (0, 0)], End::Normal));
}

#[test]
fn numbers_are_signed_and_changes_may_set_them() {
    let negative = write((-1_i64).cast_unsigned());
    let program = [
        negative.clone(),
        guarded(Guard::AtLeast(0), Change::Keep, NOW),
        guarded(Guard::AtLeast(-1), Change::Add(-1), NOW),
        guarded(Guard::Zero, Change::Keep, NOW),
        guarded(Guard::Always, Change::CountDown, NOW),
        negative,
        guarded(Guard::Always, Change::Set(Value(7)), NOW),
        guarded(Guard::AtLeast(7), Change::Keep, NOW),
    ];
    let finished = run(&[&program], &[], LIMITS);
    assert_eq!(updates(&finished), [(-1, -2), (-2, 0), (-1, 7), (7, 7)]);
    assert_eq!(wakes(&finished, 0), [Wake::TimedOut, Wake::TimedOut]);
}

#[test]
fn a_try_goes_on_at_once_whether_it_succeeds_or_not() {
    let try_take = guarded(Guard::AtLeast(1), Change::Add(-1), NOW);
    let program: Program = &[&[start(0), try_take.clone(), try_take.clone()], &[write(1), write(2), write(3)]];
    let first = [steps(MAIN, 1), resume(MAIN, Wake::TimedOut), steps(name(1), 1)];
    let finished = run(program, &first, LIMITS);
    assert_eq!(order(&finished), "00111100");
    let second = [&first[..], &[resume(MAIN, Wake::Notified)]].concat();
    assert_eq!(updates(&run(program, &second, LIMITS)), [(1, 0)]);
    let wrong = [&first[..], &[resume(MAIN, Wake::TimedOut)]].concat();
    assert!(message(&run(program, &wrong, LIMITS).end).contains("cannot be over"));
    let blocked = run(program, &[steps(MAIN, 1), resume(MAIN, Wake::Notified)], LIMITS);
    assert!(message(&blocked.end).contains("blocked"));
    let as_run = run(program, &[steps(MAIN, 2)], LIMITS);
    assert!(message(&as_run.end).contains("a step of its own"));
}

#[test]
fn a_number_begins_as_it_was_told() {
    let mut core = Core::new();
    core.begin(Schedule::default(), LIMITS);
    core.memory.begins_as(X, Value(4));
    core.memory.begins_as(X, Value(5));
    core.step(Slot::MAIN, SiteId(1), guarded(Guard::AtLeast(5), Change::Add(-1), Patience::FOREVER));
    assert_eq!(core.take_outcome(Slot::MAIN), Some(Outcome::Updated { old: Value(5), new: Value(4) }));
    core.step(Slot::MAIN, SiteId(2), guarded(Guard::AtLeast(5), Change::Add(-1), Patience::FOREVER));
    assert_eq!(core.take_result(Vec::new()).end, End::Deadlock);
}

#[test]
fn a_number_that_a_thread_waits_for_in_a_loop_is_in_memory() {
    let give = guarded(Guard::Always, Change::Add(1), Patience::FOREVER);
    let awaits =
        Action::Await(Awaited { events: 1, reads: vec![(X, Value(0))], alive: vec![], states: vec![], tries: vec![] });
    let finished = run(&[&[start(0), awaits], &[give]], &[], LIMITS);
    assert_eq!((order(&finished).as_str(), finished.end), ("01100", End::Normal));
}

#[test]
fn a_start_that_tells_is_a_write() {
    let started =
        Action::Guarded { location: X, guard: Guard::AtLeast(1), change: Change::Keep, patience: Patience::FOREVER };
    let tells = Action::Start { child: child(1), argument: Value::ZERO, daemon: false, tells: Some(X) };
    let program: Program = &[&[start(0), tells], std::slice::from_ref(&started), &[]];
    let finished = run(program, &[steps(MAIN, 2), steps(name(1), 1)], LIMITS);
    assert_eq!((outcomes(&finished, &started).len(), finished.end), (1, End::Normal));
    let early = run(program, &[steps(MAIN, 1), steps(name(1), 1)], LIMITS);
    assert!(message(&early.end).contains("blocked"));
}
