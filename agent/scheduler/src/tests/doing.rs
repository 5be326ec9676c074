//! Questions that have more than one answer: what a thread is doing, and choices.

use super::*;
use Doing::{Blocked, Ended, Running, TimedWaiting, Waiting};

/// Which answers are possible when main asks what thread 1 is doing, after these steps of a program in which main starts with
/// the start of thread 1 and asks last; the default answer first.
fn answers(program: Program, before: &[Step]) -> Vec<Doing> {
    let ask = Action::State(name(1));
    let given = |finished: &Finished| outcomes(finished, &ask).first().copied();
    let by_default = given(&run(program, before, LIMITS)).expect("it asks");
    let all = [Running, Blocked, Waiting, TimedWaiting, Ended];
    let mut possible: Vec<Doing> = all
        .into_iter()
        .filter(|doing| {
            let value = *doing as u64;
            let finished = run(program, &[before, &[Step::Choose { thread: MAIN, value }]].concat(), LIMITS);
            let answered = given(&finished) == Some(Outcome::Read(Value(value)));
            assert!(answered || message(&finished.end).contains("does something else"));
            answered
        })
        .collect();
    possible.sort_by_key(|doing| by_default != Outcome::Read(Value(*doing as u64)));
    assert_eq!(by_default, Outcome::Read(Value(possible[0] as u64)));
    possible
}

/// The answers when main holds the monitor and thread 1 is about to do this.
fn about_to(action: Action) -> Vec<Doing> {
    answers(&[&[start(0), IN, Action::State(name(1)), OUT], &[action]], &[steps(MAIN, 2)])
}

#[test]
fn a_thread_that_is_about_to_block_may_have_blocked() {
    let parks = |patience| Action::Acquire { monitor: M, patience, parks: true };
    let guarded = |patience| Action::Guarded { location: X, guard: Guard::AtLeast(1), change: Change::Keep, patience };
    assert_eq!(about_to(IN), [Blocked, Running]);
    assert_eq!(about_to(parks(Patience::FOREVER)), [Waiting, Running]);
    assert_eq!(about_to(parks(TIMED)), [TimedWaiting, Running]);
    assert_eq!(about_to(guarded(INTERRUPTIBLE)), [Waiting, Running]);
    assert_eq!(about_to(guarded(TIMED)), [TimedWaiting, Running]);
    assert_eq!(about_to(Action::Park(Limit::Never)), [Waiting, Running]);
    assert_eq!(about_to(Action::Park(Limit::Timed)), [TimedWaiting, Running]);
    assert_eq!(about_to(Action::Join { child: MAIN, patience: Patience::FOREVER }), [Waiting, Running]);
    assert_eq!(about_to(Action::Join { child: MAIN, patience: TIMED }), [TimedWaiting, Running]);
    assert_eq!(about_to(Action::End { uncaught: None, notifies: Some(M) }), [Blocked, Running]);
}

#[test]
fn a_thread_that_can_go_on_is_running() {
    let guarded = |patience| Action::Guarded { location: X, guard: Guard::Zero, change: Change::Keep, patience };
    for action in [write(1), enter(Value(8), TIMED), guarded(Patience::FOREVER), END] {
        assert_eq!(about_to(action), [Running]);
    }
}

#[test]
fn what_is_only_tried_never_blocks() {
    let guarded = Action::Guarded { location: X, guard: Guard::AtLeast(1), change: Change::Keep, patience: NOW };
    for action in [enter(M, NOW), Action::Acquire { monitor: M, patience: NOW, parks: true }, guarded] {
        assert_eq!(about_to(action), [Running]);
    }
}

#[test]
fn a_thread_that_waits_in_a_loop_is_running() {
    assert_eq!(
        about_to(Action::Await(Awaited { events: 1, reads: vec![], alive: vec![], states: vec![], tries: vec![] })),
        [Running]
    );
}

#[test]
fn two_threads_that_wait_for_the_state_of_each_other_run() {
    let awaits = |of, seen| {
        let states = vec![(of, seen as u8)];
        Action::Await(Awaited { events: 1, reads: vec![], alive: vec![], states, tries: vec![] })
    };
    let program: Program = &[&[start(0), awaits(name(1), Running)], &[awaits(MAIN, Running)]];
    assert_eq!(run(program, &[], LIMITS).end, End::Livelock);
    let program: Program = &[&[start(0), awaits(name(1), Running)], &[awaits(MAIN, Blocked)]];
    assert_eq!(run(program, &[], LIMITS).end, End::Normal);
}

#[test]
fn a_thread_that_has_ended_has_ended() {
    let program: Program = &[&[start(0), Action::State(name(1))], &[]];
    assert_eq!(answers(program, &[steps(MAIN, 1), steps(name(1), 1)]), [Ended]);
    assert_eq!(answers(program, &[steps(MAIN, 1)]), [Running]);
}

#[test]
fn a_sleeper_waits_and_who_was_notified_wants_the_monitor() {
    let condition = Value(20);
    for (set, patience, asleep, notified) in [
        (M, Patience::FOREVER, Waiting, Blocked),
        (M, TIMED, TimedWaiting, Blocked),
        (condition, INTERRUPTIBLE, Waiting, Waiting),
        (condition, TIMED, TimedWaiting, Waiting),
    ] {
        let waits = [IN, Action::Wait { monitor: M, set, patience }, OUT];
        let asleep_at = [steps(MAIN, 1), steps(name(1), 2)];
        assert_eq!(answers(&[&[start(0), Action::State(name(1))], &waits], &asleep_at), [asleep]);
        let notify = Action::NotifyAll { monitor: M, set };
        let inside: Program = &[&[start(0), IN, notify.clone(), Action::State(name(1)), OUT], &waits];
        assert_eq!(answers(inside, &[&asleep_at[..], &[steps(MAIN, 2)]].concat()), [notified]);
        let outside: Program = &[&[start(0), IN, notify, OUT, Action::State(name(1))], &waits];
        assert_eq!(answers(outside, &[&asleep_at[..], &[steps(MAIN, 3)]].concat()), [Running]);
    }
}

#[test]
fn who_asks_is_running_and_a_question_is_no_run() {
    let ask = Action::State(MAIN);
    let finished = run(&[std::slice::from_ref(&ask)], &[], LIMITS);
    assert_eq!(outcomes(&finished, &ask), [Outcome::Read(Value(0))]);
    assert!(message(&run(&[&[ask]], &[steps(MAIN, 1)], LIMITS).end).contains("a step of its own"));
}

#[test]
fn a_thread_that_waits_for_a_state_goes_on_when_another_answer_is_possible() {
    let states = |doing| Awaited {
        events: 1,
        reads: vec![],
        alive: vec![],
        states: vec![(name(1), doing as u8)],
        tries: vec![],
    };
    let sleeper: &[Action] = &[IN, wait(TIMED), OUT];
    let asleep = [steps(MAIN, 1), steps(name(1), 2)];
    // It has seen the child run: it goes on as soon as the child may wait.
    let program: Program = &[&[start(0), Action::Await(states(Running))], sleeper];
    let awake = [steps(MAIN, 1), steps(name(1), 1), steps(MAIN, 1)];
    assert!(message(&run(program, &awake, LIMITS).end).contains("blocked"));
    assert_eq!(run(program, &[&asleep[..], &[steps(MAIN, 1)]].concat(), LIMITS).end, End::Normal);
    // It has seen the child wait: it goes on when the child is back.
    let program: Program = &[&[start(0), Action::Await(states(TimedWaiting))], sleeper];
    assert!(message(&run(program, &[&asleep[..], &[steps(MAIN, 1)]].concat(), LIMITS).end).contains("blocked"));
    let back = [&asleep[..], &[resume(name(1), Wake::TimedOut), steps(MAIN, 1)]].concat();
    assert_eq!(run(program, &back, LIMITS).end, End::Normal);
    assert_eq!(run(program, &asleep, LIMITS).end, End::Normal);
    let forever: Program = &[&[start(0), Action::Await(states(Waiting))], &[IN, wait(Patience::FOREVER), OUT]];
    assert_eq!(run(forever, &asleep, LIMITS).end, End::Livelock);
}

#[test]
fn a_choice_is_zero_or_what_the_schedule_says() {
    let choose = Action::Choose(3);
    let program: Program = &[&[choose.clone(), choose.clone()]];
    let chosen = |value| Step::Choose { thread: MAIN, value };
    let finished = run(program, &[chosen(2)], LIMITS);
    assert_eq!(outcomes(&finished, &choose), [Outcome::Read(Value(2)), Outcome::Read(Value(0))]);
    assert!(message(&run(program, &[chosen(3)], LIMITS).end).contains("no such choice"));
    assert!(message(&run(program, &[steps(MAIN, 1)], LIMITS).end).contains("a step of its own"));
    assert!(message(&run(&[&[write(1)]], &[chosen(0)], LIMITS).end).contains("another operation"));
}

/// Questions of main what thread 1 is doing, with these answers.
fn asks(answers: &[Doing]) -> Vec<Step> {
    answers.iter().map(|doing| Step::Choose { thread: MAIN, value: *doing as u64 }).collect()
}

#[test]
fn who_was_seen_blocked_stays_so_until_it_goes_on() {
    let ask = || Action::State(name(1));
    let unpark = Action::Write(LocationId::permit(name(1)), Value(1), Order::Volatile);
    let program: Program = &[&[start(0), ask(), ask(), unpark, ask(), ask()], &[Action::Park(Limit::Never)]];
    let possible = |first: [Doing; 2], then: [Doing; 2], parks: bool| {
        let mut schedule = [&[steps(MAIN, 1)], &asks(&first)[..], &[steps(MAIN, 1)], &asks(&then[..1])].concat();
        schedule.extend(parks.then_some(steps(name(1), 1)));
        schedule.extend(asks(&then[1..]));
        let end = run(program, &schedule, LIMITS).end;
        assert!(end == End::Normal || message(&end).contains("does something else"));
        end == End::Normal
    };
    assert!(possible([Running, Waiting], [Waiting, Waiting], false));
    assert!(possible([Waiting, Waiting], [Waiting, Running], true));
    assert!(!possible([Waiting, Running], [Running, Running], false));
    assert!(!possible([Running, Waiting], [Running, Running], false));
    assert!(!possible([Running, Waiting], [Waiting, Running], false));
    assert!(possible([Running, Running], [Running, Running], false));
    assert!(!possible([Running, Running], [Waiting, Running], false));
}

#[test]
fn who_was_seen_asleep_is_blocked_from_the_notify_on() {
    let ask = || Action::State(name(1));
    let program: Program = &[&[start(0), ask(), IN, NOTIFY_ALL, ask(), OUT, ask()], &[IN, wait(TIMED), OUT]];
    let asleep = [steps(MAIN, 1), steps(name(1), 2)];
    let seen = [&asleep[..], &asks(&[TimedWaiting]), &[steps(MAIN, 2)], &asks(&[Blocked]), &[steps(MAIN, 1)]].concat();
    assert_eq!(run(program, &[&seen[..], &asks(&[Blocked])].concat(), LIMITS).end, End::Normal);
    let running = run(program, &[&seen[..], &asks(&[Running])].concat(), LIMITS);
    assert!(message(&running.end).contains("does something else"));
}
