//! The default policy, schedules, ends and limits.

use super::*;

#[test]
fn the_running_thread_goes_on_until_it_ends_then_the_next_one() {
    let finished = run(&[&[start(0), start(1), write(1)], &[write(2), write(3)], &[write(4)]], &[], LIMITS);
    assert_eq!(
        order(&finished),
        "0000" /* main */
            .to_string()
            + "111"
            + "22"
    );
    assert_eq!((finished.end, finished.pending), (End::Normal, vec![]));
}

#[test]
fn the_schedule_comes_before_the_default_policy() {
    let program: Program = &[&[start(0), start(1), write(1)], &[write(2), write(3)], &[write(4)]];
    let finished = run(program, &[steps(MAIN, 2), steps(child(1), 1), steps(child(0), 1)], LIMITS);
    assert_eq!(order(&finished), "002111200");
}

#[test]
fn who_comes_after_a_thread_that_has_ended_is_the_next_in_the_order_of_their_starts() {
    let program: Program = &[&[start(0), start(1), start(2)], &[write(1)], &[write(2), write(3)], &[write(4)]];
    let finished = run(program, &[steps(MAIN, 3), steps(child(1), 1)], LIMITS);
    assert_eq!(order(&finished), "00022233011");
}

#[test]
fn the_execution_ends_without_the_daemons() {
    let finished = run(&[&[daemon(0), write(1)], &[write(2), write(3)]], &[steps(MAIN, 1), steps(child(0), 1)], LIMITS);
    assert_eq!(order(&finished), "011100");
    let finished = run(&[&[daemon(0)], &[IN, wait(Patience::FOREVER)]], &[], LIMITS);
    assert_eq!((finished.end, finished.events.len()), (End::Normal, 2));
}

#[test]
fn threads_that_have_never_run_say_what_they_would_do_before_the_end() {
    let end = |program| run(program, &[steps(MAIN, 3)], LIMITS);
    for finished in [end(&[&[daemon(0), write(1)], &[write(2)]]), end(&[&[start(0), write(1), Action::Exit(0)], &[]])] {
        assert_eq!(finished.pending.iter().map(|pending| pending.thread).collect::<Vec<_>>(), [child(0)]);
    }
}

#[test]
fn an_exit_ends_everything_at_once() {
    let finished = run(&[&[start(0), Action::Exit(3)], &[write(1)]], &[steps(MAIN, 1), steps(child(0), 1)], LIMITS);
    assert_eq!(
        (finished.end.clone(), order(&finished)),
        (
            End::Exit(3),
            "01" /* child first */
                .to_string()
                + "10"
        )
    );
}

#[test]
fn a_spinning_thread_gives_way() {
    let spin = vec![write(1); 20];
    let limits = Limits { rotate_after: 3, ..LIMITS };
    let finished = run(&[&[&[start(0), start(1)], &spin[..]].concat(), &spin, &[write(2)]], &[], limits);
    assert!(
        order(&finished).starts_with(
            "000111" /* the longest unheard */
                .to_string()
                .as_str()
        )
    );
    assert_eq!(&order(&finished)[6..8], "22");
}

#[test]
fn two_threads_that_answer_each_other_do_not_starve_a_third() {
    let ping: Vec<Action> = (0..50).flat_map(|_| [IN, NOTIFY, wait(Patience::FOREVER), OUT]).collect();
    let limits = Limits { rotate_after: 5, ..LIMITS };
    let finished = run(&[&[&[start(0), start(1)], &ping[..]].concat(), &ping, &[write(2)]], &[], limits);
    assert!(order(&finished).find('2').is_some_and(|at| at < 60));
}

#[test]
fn limits_end_the_execution_before_the_event_that_exceeds_them() {
    let finished = run(&[&[write(1), write(2), write(3)]], &[], Limits { max_events: 2, ..LIMITS });
    assert_eq!((finished.end, finished.events.len(), finished.pending.len()), (End::StepLimit, 2, 1));
    let print = || Action::Print("12345".to_string());
    let finished = run(&[&[print(), print(), print()]], &[], Limits { max_output: 10, ..LIMITS });
    assert_eq!((finished.end, finished.events.len(), finished.pending.len()), (End::OutputLimit, 2, 1));
    assert_eq!(run(&[&[write(1)]], &[], Limits { max_events: 2, ..LIMITS }).end, End::Normal);
}

#[test]
fn events_of_a_thread_that_is_alone_cost_no_budget() {
    let limits = Limits { max_events: 2, max_alone: 5, ..LIMITS };
    // Alone: five writes and no more.
    let writes: Vec<Action> = (0..9).map(|_| write(1)).collect();
    assert_eq!(run(&[&writes], &[], limits).events.len(), 7);
    // The first two threads are main and its child: what either does while both live counts.
    let finished = run(&[&[write(1), write(2), start(0), write(3), write(4), write(5)], &[write(6)]], &[], limits);
    assert_eq!((finished.end, finished.events.len()), (End::StepLimit, 5));
}

#[test]
fn what_makes_no_sense_is_unsupported() {
    let state = Action::State(child(0));
    let nothing = Action::Choose(0);
    for action in
        [OUT, NOTIFY, wait(Patience::FOREVER), NOTIFY_ALL, RESUME, join(0, Patience::FOREVER), start(5), state, nothing]
    {
        let again = [start(5), action.clone()];
        let finished = run(&[&again], &[], LIMITS);
        assert!(message(&finished.end).contains("main announced"), "{action:?}");
        assert_eq!(finished.events.len(), 1);
    }
}

#[test]
fn what_waits_cannot_be_just_tried_and_what_is_just_tried_cannot_be_interrupted() {
    let both = Patience { limit: Limit::Now, interruptible: true };
    let guarded = Action::Guarded { location: X, guard: Guard::Zero, change: Change::Keep, patience: both };
    for action in [wait(NOW), join(5, NOW), Action::Park(Limit::Now), enter(M, both), guarded] {
        let finished = run(&[&[start(5), IN, action.clone()]], &[], LIMITS);
        assert!(message(&finished.end).contains("just tried"), "{action:?}");
    }
}

#[test]
fn a_schedule_that_the_program_does_not_follow_diverges_where_it_is_noticed() {
    let program: Program = &[&[start(0), write(1)], &[write(2)]];
    for (schedule, event, why) in [
        (vec![steps(child(0), 1)], 0, "was not started"),
        (vec![steps(MAIN, 4)], 3, "has ended"),
        (vec![steps(MAIN, 3), steps(child(0), 3)], 5, "the execution ended"),
        (vec![Step::Notify { thread: MAIN, woken: None }], 0, "another operation"),
        (vec![Step::Resume { thread: MAIN, wake: Wake::Notified }], 0, "another operation"),
    ] {
        let finished = run(program, &schedule, LIMITS);
        assert!(message(&finished.end).contains(why), "{:?}", finished.end);
        assert!(matches!(finished.end, End::Diverged { event: at, .. } if at == event), "{:?}", finished.end);
    }
}

#[test]
fn a_read_is_completed_later_and_did_not_happen_if_nobody_tells_its_value() {
    let mut core = Core::new();
    core.begin(Schedule::default(), LIMITS);
    core.step(Slot::MAIN, SiteId(1), Action::Read(X));
    assert_eq!(core.take_outcome(Slot::MAIN), Some(Outcome::Done));
    core.complete(Slot::MAIN, Outcome::Read(Value(5)));
    core.step(Slot::MAIN, SiteId(2), Action::Read(X));
    core.finish(End::Stuck { thread: MAIN, message: String::new() });
    let finished = core.take_result(Vec::new());
    assert_eq!(outcomes(&finished, &Action::Read(X)), [Outcome::Read(Value(5))]);
    assert_eq!(finished.pending.len(), 1);
}

/// After so many events the execution winds up.
fn winding_up(program: Program, steps: &[Step], limits: Limits, after: usize) -> Finished {
    run_with(program, steps, limits, |core| {
        if core.events.len() == after {
            core.wind_up();
        }
    })
}

#[test]
fn an_execution_that_winds_up_ends_where_another_thread_would_have_to_run() {
    let program: Program = &[&[start(0), start(1), write(1), join(0, Patience::FOREVER), write(5)], &[write(2)], &[]];
    let finished = winding_up(program, &[], LIMITS, 1);
    assert_eq!((finished.end.clone(), order(&finished).as_str()), (End::Restart, "000"), "main goes on up to the join");
    // Where a schedule names another thread next, it is no use to go on.
    let scheduled = [steps(MAIN, 2), steps(child(1), 1), steps(MAIN, 1)];
    let finished = winding_up(program, &scheduled, LIMITS, 1);
    assert_eq!((finished.end.clone(), order(&finished).as_str()), (End::Restart, "00"));
    // A thread that ends hands the turn to another one.
    let finished = winding_up(program, &[steps(MAIN, 2), steps(child(0), 1)], LIMITS, 3);
    assert_eq!((finished.end.clone(), order(&finished).as_str()), (End::Restart, "0011"));
}

#[test]
fn an_execution_that_winds_up_has_a_limit_and_nobody_gives_way() {
    let writes = vec![write(1); 3000];
    let program: Program = &[&[&[start(0)], &writes[..]].concat(), &[write(2)]];
    let limits = Limits { max_events: 10_000, rotate_after: 7, ..LIMITS };
    let finished = winding_up(program, &[], limits, 5);
    assert_eq!((finished.end.clone(), finished.events.len()), (End::Restart, 2 * 5 + 1000));
    assert!(order(&finished).bytes().all(|thread| thread == b'0'));
    // Its own limit still holds.
    let finished = winding_up(program, &[], Limits { max_events: 8, ..limits }, 5);
    assert_eq!(finished.events.len(), 8);
}

#[test]
fn an_execution_winds_up_once() {
    let program: Program = &[&[write(1), write(2), write(3)]];
    assert_eq!(winding_up(program, &[], LIMITS, 1).end, End::Restart);
    // The next one of the same scheduler is as any other.
    let mut core = Core::new();
    core.wind_up();
    core.begin(Schedule::default(), LIMITS);
    core.step(Slot::MAIN, SiteId(1), END);
    core.take_outcome(Slot::MAIN);
    core.decide();
    assert!(core.is_over());
    assert_eq!(core.take_result(Vec::new()).end, End::Normal);
}
