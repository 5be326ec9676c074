//! Store buffers: writes arrive later than they happen.

use super::*;

const TSO: Limits = Limits { memory_model: MemoryModel::Tso, ..LIMITS };
const PSO: Limits = Limits { memory_model: MemoryModel::Pso, ..LIMITS };
const FULL: Action = Action::Fence(Fence::Full);
const STORE_STORE: Action = Action::Fence(Fence::StoreStore);
const READ_X: Action = Action::Read(X);
const READ_Y: Action = Action::Read(Y);

fn plain(location: LocationId, value: u64) -> Action {
    write_to(location, value, Order::Plain)
}

fn arrive(thread: ThreadId, location: LocationId) -> Step {
    Step::Arrive { thread, location }
}

fn guarded(location: LocationId, guard: Guard, change: Change, patience: Patience) -> Action {
    Action::Guarded { location, guard, change, patience }
}

/// What happened to the locations, and full fences: `0x=1` thread 0 writes, `0x:1` its write arrives, `1x?1` thread 1 reads.
fn story(finished: &Finished) -> String {
    let letter = |location: LocationId| ["?", "x", "y", "z"][location.0 as usize];
    let told = finished.events.iter().filter_map(|event| {
        let told = match (&event.action, event.outcome) {
            (Action::Write(location, value, _), _) => format!("{}={}", letter(*location), value.0),
            (Action::Arrive(location, value), _) => format!("{}:{}", letter(*location), value.0),
            (Action::Read(location), Outcome::Read(value)) => format!("{}?{}", letter(*location), value.0),
            (Action::Fence(Fence::Full), _) => "F".to_owned(),
            _ => return None,
        };
        Some(format!("{}{told}", number(event.thread)))
    });
    told.collect::<Vec<_>>().join(" ")
}

/// What happens under this schedule, up to its end.
fn story_of(program: Program, schedule: &[Step], limits: Limits) -> String {
    let whole = run(program, schedule, limits);
    assert!(!matches!(whole.end, End::Diverged { .. }), "{:?}", whole.end);
    story(&whole)
}

#[test]
fn a_thread_reads_its_youngest_write_and_others_read_what_has_arrived() {
    let program: Program = &[&[start(0), plain(X, 1), plain(X, 2), READ_X, READ_Y], &[plain(Y, 1), READ_Y, READ_X]];
    let schedule = [steps(MAIN, 5), steps(child(0), 3)];
    for limits in [TSO, PSO] {
        assert_eq!(story_of(program, &schedule, limits), "0x=1 0x=2 0x?2 0y?0 1y=1 1y?1 1x?0 1y:1 0x:1 0x:2");
    }
    assert_eq!(story_of(program, &schedule, LIMITS), "0x=1 0x=2 0x?2 0y?0 1y=1 1y?1 1x?2");
}

#[test]
fn under_tso_older_writes_arrive_first_under_pso_only_those_to_the_same_location() {
    let program: Program = &[&[start(0), plain(X, 1), plain(X, 2), plain(Y, 1)], &[READ_Y, READ_X]];
    let schedule = [steps(MAIN, 4), arrive(MAIN, Y), steps(child(0), 2)];
    assert_eq!(story_of(program, &schedule, TSO), "0x=1 0x=2 0y=1 0x:1 0x:2 0y:1 1y?1 1x?2");
    assert_eq!(story_of(program, &schedule, PSO), "0x=1 0x=2 0y=1 0y:1 1y?1 1x?0 0x:1 0x:2");
    let schedule = [steps(MAIN, 4), arrive(MAIN, X), steps(child(0), 2)];
    for limits in [TSO, PSO] {
        assert_eq!(story_of(program, &schedule, limits), "0x=1 0x=2 0y=1 0x:1 1y?0 1x?1 0x:2 0y:1");
    }
}

#[test]
fn no_write_overtakes_a_barrier() {
    let barrier: Program = &[&[start(0), plain(X, 1), plain(Y, 1), STORE_STORE, plain(Z, 1)], &[]];
    let release: Program = &[&[start(0), plain(X, 1), plain(Y, 1), write_to(Z, 1, Order::Release)], &[]];
    for (program, count) in [(barrier, 5), (release, 4)] {
        let arrives = |location| {
            let ends = [steps(MAIN, count), arrive(MAIN, location), steps(child(0), 1), steps(MAIN, 1)];
            story_of(program, &ends, PSO).replace("0x=1 0y=1 0z=1 ", "")
        };
        assert_eq!(arrives(Z), "0x:1 0y:1 0z:1");
        assert_eq!(arrives(Y), "0y:1 0x:1 0z:1");
    }
}

#[test]
fn what_follows_a_release_write_may_overtake_it() {
    let program: Program = &[&[start(0), write_to(X, 1, Order::Release), plain(Y, 1)], &[READ_Y, READ_X]];
    let schedule = [steps(MAIN, 3), arrive(MAIN, Y), steps(child(0), 2)];
    assert_eq!(story_of(program, &schedule, PSO), "0x=1 0y=1 0y:1 1y?1 1x?0 0x:1");
    assert_eq!(story_of(program, &schedule, TSO), "0x=1 0y=1 0x:1 0y:1 1y?1 1x?1");
}

#[test]
fn the_oldest_write_to_a_location_arrives_whatever_separates_it_from_the_others() {
    let program: Program = &[&[plain(X, 1), STORE_STORE, plain(Y, 1), STORE_STORE, plain(X, 2)]];
    let schedule = [steps(MAIN, 5), arrive(MAIN, X), arrive(MAIN, X), steps(MAIN, 1)];
    assert_eq!(story_of(program, &schedule, PSO), "0x=1 0y=1 0x=2 0x:1 0y:1 0x:2");
}

#[test]
fn a_write_that_has_arrived_waits_for_nothing() {
    let program: Program = &[&[start(0), plain(X, 1), write_to(Y, 1, Order::Arrived)], &[READ_Y, READ_X]];
    for limits in [TSO, PSO] {
        let schedule = [steps(MAIN, 3), steps(child(0), 2)];
        assert_eq!(story_of(program, &schedule, limits), "0x=1 0y=1 1y?1 1x?0 0x:1");
    }
}

/// The events of main after it has written `x` and `y` and announced this, which the schedule calls one event.
fn after_two_writes(action: &Action, limits: Limits) -> Vec<Action> {
    let step = match action {
        Action::Acquire { patience: NOW, .. } | Action::Guarded { patience: NOW, .. } => resume(MAIN, Wake::TimedOut),
        Action::Choose(_) | Action::State(_) => Step::Choose { thread: MAIN, value: 0 },
        Action::Notify { .. } => Step::Notify { thread: MAIN, woken: None },
        _ => steps(MAIN, 1),
    };
    let inside = enter(Value(8), Patience::FOREVER);
    let main = [start(0), start(1), IN, plain(X, 1), plain(Y, 1), action.clone()];
    let schedule = [steps(MAIN, 2), steps(child(0), 1), steps(child(1), 1), steps(MAIN, 3), step];
    let finished = run(&[&main, &[inside], &[], &[]], &schedule, limits);
    assert!(!matches!(finished.end, End::Diverged { .. } | End::Unsupported(_)), "{action:?} {:?}", finished.end);
    let own = finished.events.into_iter().filter(|event| event.thread == MAIN).map(|event| event.action);
    own.skip(5).take(3).collect()
}

#[test]
fn a_fence_waits_until_the_buffer_is_empty() {
    let tried = |guard, change| guarded(Z, guard, change, NOW);
    let number = |change| guarded(Z, Guard::Always, change, Patience::FOREVER);
    let fences = [
        FULL,
        IN,
        OUT,
        wait(TIMED),
        start(2),
        join(1, Patience::FOREVER),
        write_to(Z, 1, Order::Volatile),
        interrupt(1),
        number(Change::Add(1)),
        Action::Update(Z, Order::Volatile),
        Action::Print(String::new()),
        Action::Exit(0),
    ];
    let others = [
        READ_X,
        Action::Read(Z),
        plain(Z, 1),
        write_to(Z, 1, Order::Arrived),
        Action::Update(Z, Order::Arrived),
        write_to(Z, 1, Order::Release),
        STORE_STORE,
        NOTIFY,
        NOTIFY_ALL,
        number(Change::Keep),
        number(Change::CountDown),
        tried(Guard::AtLeast(1), Change::Add(1)),
        enter(Value(8), NOW),
        Action::Alive(child(1)),
        Action::State(child(0)),
        Action::Choose(2),
        awaits(X, 0),
    ];
    let drained = [Action::Arrive(X, Value(1)), Action::Arrive(Y, Value(1))];
    for limits in [TSO, PSO] {
        for fence in &fences {
            assert_eq!(after_two_writes(fence, limits), [&drained[..], std::slice::from_ref(fence)].concat());
        }
        for other in &others {
            assert_eq!(after_two_writes(other, limits)[0], *other);
        }
    }
    for action in fences.iter().chain(&others) {
        assert_eq!(after_two_writes(action, LIMITS)[0], *action);
    }
}

#[test]
fn a_guard_is_judged_in_the_eyes_of_its_thread() {
    let take = guarded(X, Guard::AtLeast(1), Change::Add(-1), Patience::FOREVER);
    let look = guarded(X, Guard::AtLeast(1), Change::Keep, Patience::FOREVER);
    let program: Program = &[&[start(0), plain(X, 1), look.clone(), take.clone()], std::slice::from_ref(&look)];
    for limits in [TSO, PSO] {
        let finished = run(program, &[steps(MAIN, 3)], limits);
        assert_eq!(outcomes(&finished, &look)[0], Outcome::Updated { old: Value(1), new: Value(1) });
        assert_eq!(outcomes(&finished, &take), [Outcome::Updated { old: Value(1), new: Value(0) }]);
        let early = run(program, &[steps(MAIN, 2), steps(child(0), 1)], limits);
        assert!(message(&early.end).contains("blocked"));
        let late = run(program, &[steps(MAIN, 2), arrive(MAIN, X), steps(child(0), 1)], limits);
        assert_eq!((outcomes(&late, &look).len(), late.end), (2, End::Normal));
    }
}

#[test]
fn a_waiting_loop_looks_with_the_eyes_of_its_thread() {
    let own: Program = &[&[start(0), plain(X, 1), awaits(X, 0), READ_X], &[awaits(X, 0), READ_X]];
    for limits in [TSO, PSO] {
        let finished = run(own, &[steps(MAIN, 4), steps(child(0), 1)], limits);
        assert!(message(&finished.end).contains("blocked"));
        let finished = run(own, &[steps(MAIN, 2), arrive(MAIN, X), steps(child(0), 2)], limits);
        assert_eq!(story(&finished), "0x=1 0x:1 1x?1 0x?1");
    }
    // Its own write hides what others write.
    let hidden: Program = &[&[start(0), plain(X, 1), awaits(X, 1)], &[write_to(X, 2, Order::Volatile)]];
    for limits in [TSO, PSO] {
        let finished = run(hidden, &[steps(MAIN, 2), steps(child(0), 1), steps(MAIN, 1)], limits);
        assert!(message(&finished.end).contains("blocked"));
        let arrived = [steps(MAIN, 2), arrive(MAIN, X), steps(child(0), 1), steps(MAIN, 1)];
        assert_eq!(story_of(hidden, &arrived, limits), "0x=1 0x:1 1x=2");
    }
}

#[test]
fn a_step_that_cannot_be_done_makes_no_write_arrive() {
    let program: Program = &[&[start(0), plain(X, 1), IN, OUT], &[IN, OUT]];
    let writes = [steps(MAIN, 1), steps(child(0), 1), steps(MAIN, 1)];
    for (step, why) in [
        (steps(MAIN, 1), "blocked"),
        (arrive(MAIN, Y), "no such write"),
        (arrive(child(0), X), "no such write"),
        (arrive(child(1), X), "was not started"),
    ] {
        for limits in [TSO, PSO] {
            let finished = run(program, &[&writes[..], &[step]].concat(), limits);
            assert!(message(&finished.end).contains(why), "{:?}", finished.end);
            assert_eq!(story(&finished), "0x=1");
        }
    }
    let again = [&writes[..], &[arrive(MAIN, X), arrive(MAIN, X)]].concat();
    assert!(message(&run(program, &again, TSO).end).contains("no such write"));
    assert!(message(&run(program, &[steps(MAIN, 1), arrive(child(0), X)], TSO).end).contains("no such write"));
    assert!(message(&run(program, &[&writes[..], &[arrive(MAIN, X)]].concat(), LIMITS).end).contains("no such write"));
}

#[test]
fn by_default_the_buffer_of_a_thread_that_blocks_drains_and_that_of_one_that_can_go_on_does_not() {
    let program: Program = &[&[start(0), plain(X, 1), IN, OUT], &[IN, READ_X, OUT]];
    let inside = [steps(MAIN, 1), steps(child(0), 1), steps(MAIN, 1)];
    assert_eq!(story_of(program, &inside, TSO), "0x=1 0x:1 1x?1");
    let other: Program = &[&[start(0), plain(X, 1), IN, OUT], &[READ_Y, READ_X]];
    assert_eq!(story_of(other, &[steps(MAIN, 2), steps(child(0), 1)], TSO), "0x=1 1y?0 1x?0 0x:1");
}

#[test]
fn nobody_is_deadlocked_or_goes_round_for_ever_while_a_write_can_arrive() {
    let program: Program =
        &[&[start(0), plain(X, 1), awaits(Y, 0)], &[READ_X, awaits(X, 0), write_to(Y, 1, Order::Volatile)]];
    let schedule = [steps(MAIN, 2), steps(child(0), 1)];
    for limits in [TSO, PSO] {
        let finished = run(program, &schedule, limits);
        assert_eq!((story(&finished).as_str(), finished.end), ("0x=1 1x?0 0x:1 1y=1", End::Normal));
        let livelock: Program = &[&[start(0), plain(X, 1), awaits(Y, 0)], &[READ_X, awaits(Y, 0)]];
        let finished = run(livelock, &schedule, limits);
        assert_eq!((story(&finished).as_str(), finished.end), ("0x=1 1x?0 0x:1", End::Livelock));
        let look = guarded(Y, Guard::AtLeast(1), Change::Keep, Patience::FOREVER);
        let deadlock: Program = &[&[start(0), plain(X, 1), look.clone()], &[READ_X, look]];
        let finished = run(deadlock, &schedule, limits);
        assert_eq!((story(&finished).as_str(), finished.end), ("0x=1 1x?0 0x:1", End::Deadlock));
    }
}

#[test]
fn time_is_over_only_when_no_write_can_arrive() {
    let waits = [IN, wait(TIMED), OUT, write_to(Y, 1, Order::Volatile)];
    let schedule = [steps(MAIN, 3), steps(child(0), 2), steps(child(1), 1), resume(child(0), Wake::TimedOut)];
    let program: Program = &[&[start(0), start(1), plain(X, 1), awaits(Y, 0)], &waits, &[READ_X, awaits(Y, 0)]];
    let woken: Program = &[&[start(0), start(1), plain(X, 1), awaits(Y, 0)], &waits, &[READ_X, awaits(X, 0)]];
    for limits in [TSO, PSO] {
        assert_eq!(story_of(program, &schedule, limits), "0x=1 2x?0 0x:1 1y=1");
        assert_eq!(story_of(program, &schedule[..3], limits), "0x=1 2x?0 0x:1 1y=1");
        let finished = run(woken, &schedule, limits);
        assert!(message(&finished.end).contains("while a thread can go on"));
        assert_eq!(story(&finished), "0x=1 2x?0 0x:1");
        let any = Limits { timeouts: Timeouts::Any, ..limits };
        assert_eq!(story_of(woken, &schedule, any), "0x=1 2x?0 1y=1 0x:1");
    }
}

#[test]
fn a_thread_that_spins_sees_what_it_waits_for_in_the_end() {
    let spins = [&vec![READ_X; 7][..], &[IN]].concat();
    let program: Program = &[&[start(0), plain(X, 1), join(0, Patience::FOREVER)], &spins];
    let limits = Limits { rotate_after: 4, ..TSO };
    let told = story_of(program, &[steps(MAIN, 2), steps(child(0), 1)], limits);
    assert_eq!(told, "0x=1 1x?0 1x?0 1x?0 1x?0 1x?0 0x:1 1x?1 1x?1");
}

#[test]
fn the_end_of_the_execution_waits_for_the_buffer_of_the_last_thread_and_no_other() {
    let ends: Program = &[&[daemon(0), plain(X, 1)], &[plain(Y, 1), READ_Y]];
    let schedule = [steps(MAIN, 2), steps(child(0), 1), steps(MAIN, 1)];
    let exits: Program = &[&[start(0), plain(X, 1), Action::Exit(3)], &[plain(Y, 1), READ_Y]];
    for limits in [TSO, PSO] {
        for (program, end) in [(ends, End::Normal), (exits, End::Exit(3))] {
            let finished = run(program, &schedule, limits);
            assert_eq!((story(&finished).as_str(), finished.end), ("0x=1 1y=1 0x:1", end));
        }
    }
}

#[test]
fn writes_that_arrive_are_events_and_count_for_the_limit() {
    let program: Program = &[&[plain(X, 1), plain(Y, 1), FULL]];
    let finished = run(program, &[], Limits { max_events: 3, ..TSO });
    assert_eq!((story(&finished).as_str(), finished.end), ("0x=1 0y=1 0x:1", End::StepLimit));
    assert_eq!(finished.pending.len(), 1);
    assert_eq!(finished.pending[0].action, FULL);
    let finished = run(program, &[], TSO);
    let arrivals: Vec<_> = finished.events.iter().filter(|event| matches!(event.action, Action::Arrive(..))).collect();
    assert_eq!(arrivals.iter().map(|event| event.site).collect::<Vec<_>>(), [SiteId(0), SiteId(1)]);
    assert!(arrivals.iter().all(|event| event.thread == MAIN && event.outcome == Outcome::Done));
}

#[test]
fn writes_of_a_thread_that_is_alone_arrive_at_no_cost() {
    let program: Program = &[&[plain(X, 1), FULL, plain(X, 2), FULL, plain(X, 3), FULL]];
    // Each round is three events.
    let finished = run(program, &[], Limits { max_events: 1, max_alone: 6, ..TSO });
    assert_eq!((finished.events.len(), finished.end), (7, End::StepLimit));
    assert_eq!(run(program, &[], Limits { max_events: 1, max_alone: 9, ..TSO }).end, End::Normal);
}

#[test]
fn a_thread_with_a_full_buffer_may_be_seen_running() {
    let ask = Action::State(child(0));
    let program: Program = &[&[start(0), IN, ask.clone(), OUT], &[plain(X, 1), IN, OUT]];
    let before = [steps(MAIN, 1), steps(child(0), 1), steps(MAIN, 1)];
    let seen = |schedule: &[Step], limits| outcomes(&run(program, schedule, limits), &ask)[0];
    assert_eq!(seen(&before, TSO), Outcome::Read(Value(Doing::Running as u64)));
    let arrived = [&before[..], &[arrive(child(0), X)]].concat();
    assert_eq!(seen(&arrived, TSO), Outcome::Read(Value(Doing::Blocked as u64)));
    assert_eq!(seen(&before, LIMITS), Outcome::Read(Value(Doing::Blocked as u64)));
}

#[test]
fn no_thread_announces_that_a_write_arrives() {
    let finished = run(&[&[plain(X, 1), Action::Arrive(X, Value(1))]], &[], TSO);
    assert!(message(&finished.end).contains("no operation of a thread"));
}
