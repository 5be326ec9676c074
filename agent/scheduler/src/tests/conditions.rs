//! Wait sets of conditions: queues that belong to a monitor.

use super::*;

const C: Value = Value(20);
const D: Value = Value(21);

fn await_on(set: Value, patience: Patience) -> Action {
    Action::Wait { monitor: M, set, patience }
}

fn signal(set: Value) -> Action {
    Action::Notify { monitor: M, set }
}

fn signal_all(set: Value) -> Action {
    Action::NotifyAll { monitor: M, set }
}

/// The order in which threads came back from their waits.
fn resumed(finished: &Finished) -> Vec<usize> {
    let resumes = finished.events.iter().filter(|event| event.action == RESUME);
    resumes.map(|event| number(event.thread)).collect()
}

#[test]
fn a_signal_wakes_the_one_that_has_waited_longest_and_nobody_else() {
    let waits: &[Action] = &[IN, await_on(C, Patience::FOREVER), OUT];
    let program: Program =
        &[&[start(0), start(1), start(2)], waits, waits, &[IN, signal(C), signal(C), signal(C), OUT]];
    let both_wait = [steps(MAIN, 3), steps(name(2), 2), steps(name(1), 2), steps(name(3), 1)];
    let finished = run(program, &both_wait, LIMITS);
    assert_eq!(
        outcomes(&finished, &signal(C)),
        [Outcome::Woke(Some(name(2))), Outcome::Woke(Some(name(1))), Outcome::Woke(None)]
    );
    let notify = |woken| [&both_wait[..], &[Step::Notify { thread: name(3), woken }]].concat();
    assert!(message(&run(program, &notify(Some(name(1))), LIMITS).end).contains("waited there longer"));
    assert!(message(&run(program, &notify(None), LIMITS).end).contains("somebody waits"));
    assert_eq!(run(program, &notify(Some(name(2))), LIMITS).end, End::Normal);
}

#[test]
fn wait_sets_of_one_monitor_do_not_mix() {
    let waits = |set| [IN, await_on(set, Patience::FOREVER), OUT];
    for (set, other) in [(C, D), (C, M), (M, C)] {
        let program: Program = &[&[start(0), IN, signal(other), signal_all(other), signal(set), OUT], &waits(set)];
        let finished = run(program, &[steps(MAIN, 1), steps(name(1), 2)], LIMITS);
        assert_eq!(outcomes(&finished, &signal(other)), [Outcome::Woke(None)]);
        assert_eq!(outcomes(&finished, &signal(set)), [Outcome::Woke(Some(name(1)))]);
        assert_eq!(finished.end, End::Normal);
    }
}

#[test]
fn those_signalled_take_the_monitor_back_in_the_order_of_the_signals() {
    let waits = |set| [IN, await_on(set, Patience::FOREVER), OUT];
    let (on_c, on_d) = (waits(C), waits(D));
    // 1 and 2 wait for C, 3 for D; D is signalled first.
    let program: Program = &[&[start(0), start(1), start(2), IN, signal(D), signal_all(C), OUT], &on_c, &on_c, &on_d];
    let all_wait = [steps(MAIN, 3), steps(name(2), 2), steps(name(1), 2), steps(name(3), 2)];
    let finished = run(program, &all_wait, LIMITS);
    assert_eq!((resumed(&finished), finished.end.clone()), (vec![3, 2, 1], End::Normal));
    let all_signalled =
        [&all_wait[..], &[steps(MAIN, 1), Step::Notify { thread: MAIN, woken: Some(name(3)) }, steps(MAIN, 2)]]
            .concat();
    for early in [1, 2] {
        let early = run(program, &[&all_signalled[..], &[resume(name(early), Wake::Notified)]].concat(), LIMITS);
        assert!(message(&early.end).contains("blocked"));
    }
}

#[test]
fn those_signalled_have_no_place_in_a_row_with_those_notified_on_the_monitor_itself_or_others() {
    let waits = |set| [IN, await_on(set, Patience::FOREVER), OUT];
    let program: Program =
        &[&[start(0), start(1), start(2), IN, signal(C), signal_all(M), OUT], &waits(C), &waits(M), &[IN, OUT]];
    let signalled = [
        steps(MAIN, 3),
        steps(name(1), 2),
        steps(name(2), 2),
        steps(MAIN, 1),
        Step::Notify { thread: MAIN, woken: Some(name(1)) },
        steps(MAIN, 2),
    ];
    let overtaken = [&signalled[..], &[steps(name(3), 2), resume(name(2), Wake::Notified)]].concat();
    let finished = run(program, &overtaken, LIMITS);
    assert_eq!((resumed(&finished), finished.end), (vec![2, 1], End::Normal));
}

#[test]
fn who_gives_up_in_a_queue_needs_the_monitor_but_no_place_among_those_signalled() {
    let program: Program = &[
        &[start(0), start(1), IN, signal(C), OUT],
        &[IN, await_on(C, Patience::FOREVER), OUT],
        &[IN, await_on(C, TIMED), OUT],
    ];
    let any = Limits { timeouts: Timeouts::Any, ..LIMITS };
    let both_wait = [steps(MAIN, 2), steps(name(1), 2), steps(name(2), 2)];
    let signal_1 = Step::Notify { thread: MAIN, woken: Some(name(1)) };
    let late = |out: u32| {
        let rest = [steps(MAIN, 1), signal_1, steps(MAIN, out), resume(name(2), Wake::TimedOut)];
        run(program, &[&both_wait[..], &rest].concat(), any)
    };
    assert!(message(&late(0).end).contains("cannot be over"));
    let finished = late(1);
    assert_eq!((resumed(&finished), finished.end), (vec![2, 1], End::Normal));
    // Who has given up waits no more.
    let given_up = [&both_wait[..], &[resume(name(2), Wake::TimedOut), steps(name(2), 2), steps(MAIN, 1)]].concat();
    let finished = run(program, &given_up, any);
    assert_eq!(outcomes(&finished, &signal(C)), [Outcome::Woke(Some(name(1)))]);
}
