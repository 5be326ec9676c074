//! Programs as data: for each thread the operations that it announces one after the other.

use crate::core::{Core, Finished, Limits, Slot};
use mcr_protocol::{Action, Awaited, End, Event, LocationId, Outcome, Schedule, SiteId, Step, ThreadId, Value, Wake};
use std::collections::HashMap;

mod threads;

const X: LocationId = LocationId(1);
const M: Value = Value(7);
const MAIN: ThreadId = ThreadId::MAIN;
const LIMITS: Limits = Limits { max_events: 1000, max_output: 100, rotate_after: 500 };

fn child(nth: u64) -> ThreadId {
    MAIN.child(nth)
}

fn start(nth: u64) -> Action {
    Action::Start { child: child(nth), argument: Value::ZERO, daemon: false }
}

fn daemon(nth: u64) -> Action {
    Action::Start { child: child(nth), argument: Value::ZERO, daemon: true }
}

fn join(nth: u64, timed: bool) -> Action {
    Action::Join { child: child(nth), timed }
}

fn wait(timed: bool) -> Action {
    Action::Wait { monitor: M, timed }
}

fn write(value: u64) -> Action {
    Action::Write(X, Value(value))
}

const IN: Action = Action::Acquire(M);
const OUT: Action = Action::Release(M);
const NOTIFY: Action = Action::Notify(M);

/// Main and its children. A wait is followed by its resume and the last operation by the end.
type Program<'a> = &'a [&'a [Action]];

/// What one thread announces.
struct Script<'a> {
    actions: &'a [Action],
    announced: u32,
    waits: Option<Value>,
}

impl<'a> Script<'a> {
    fn new(actions: &'a [Action]) -> Self {
        Script { actions, announced: 0, waits: None }
    }

    fn next(&mut self) -> (SiteId, Action) {
        let site = SiteId(self.announced);
        if let Some(monitor) = self.waits.take() {
            return (site, Action::Resume(monitor));
        }
        let next = self.actions.get(self.announced as usize).cloned().unwrap_or(Action::End(None));
        if let Action::Wait { monitor, .. } = next {
            self.waits = Some(monitor);
        }
        self.announced += 1;
        (site, next)
    }
}

fn run(program: Program, steps: &[Step], limits: Limits) -> Finished {
    let mut core = Core::new();
    core.begin(Schedule { steps: steps.to_vec() }, limits);
    let mut scripts: Vec<_> = program.iter().map(|actions| Script::new(actions)).collect();
    let mut last: HashMap<ThreadId, Action> = HashMap::new();
    while !core.is_over() {
        let slot = core.turn.expect("somebody has the turn");
        let thread = core.thread(slot).id;
        if core.take_outcome(slot).is_some() {
            match &last[&thread] {
                Action::Read(_) => core.complete(slot, Outcome::Read(Value(9))),
                Action::End(_) => {
                    core.decide();
                    continue;
                }
                _ => {}
            }
        }
        let (site, next) = scripts[number(thread)].next();
        last.insert(thread, next.clone());
        core.step(slot, site, next);
    }
    core.take_result(Vec::new())
}

/// Main is 0, its children are 1, 2 ...
fn name(number: usize) -> ThreadId {
    if number == 0 { MAIN } else { child(number as u64 - 1) }
}

fn number(thread: ThreadId) -> usize {
    (0..10).find(|nth| name(*nth) == thread).expect("a thread of the program")
}

/// Who did the events, as digits.
fn order(finished: &Finished) -> String {
    finished.events.iter().map(|event| number(event.thread).to_string()).collect()
}

fn outcomes(finished: &Finished, of: &Action) -> Vec<Outcome> {
    finished.events.iter().filter(|event| event.action == *of).map(|event| event.outcome).collect()
}

fn steps(thread: ThreadId, count: u32) -> Step {
    Step::Run { thread, count }
}

/// The schedule that prescribes these events.
fn schedule_of(events: &[Event]) -> Schedule {
    let mut schedule = Schedule::default();
    for Event { thread, action, outcome, .. } in events {
        let thread = *thread;
        match (action, outcome) {
            (Action::Notify(_), Outcome::Woke(woken)) => schedule.steps.push(Step::Notify { thread, woken: *woken }),
            (Action::Resume(_), Outcome::Resumed(wake)) => schedule.steps.push(Step::Resume { thread, wake: *wake }),
            (Action::Join { timed: true, .. }, Outcome::Read(ended)) => {
                let wake = if ended.0 == 1 { Wake::Notified } else { Wake::TimedOut };
                schedule.steps.push(Step::Resume { thread, wake });
            }
            _ => schedule.push_run(thread),
        }
    }
    schedule
}

fn message(end: &End) -> &str {
    match end {
        End::Diverged { message, .. } | End::Unsupported(message) => message,
        end => panic!("{end:?}"),
    }
}

#[test]
fn the_running_thread_goes_on_until_it_ends_then_the_one_started_first() {
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
    assert_eq!(order(&finished), "002111002");
}

#[test]
fn a_monitor_that_is_owned_blocks_others_until_it_is_left_as_often_as_entered() {
    let program: Program = &[&[start(0), IN, IN, write(1), OUT, write(2), OUT], &[IN, write(3), OUT]];
    let finished = run(program, &[steps(MAIN, 4)], LIMITS);
    assert_eq!(order(&finished), "000000001111");
    let blocked = run(program, &[steps(MAIN, 5), steps(child(0), 1)], LIMITS);
    assert!(message(&blocked.end).contains("blocked"));
    let free = run(program, &[steps(MAIN, 7), steps(child(0), 1)], LIMITS);
    assert_eq!(order(&free), "000000011110");
}

#[test]
fn two_threads_that_hold_what_the_other_wants_are_a_deadlock() {
    let (a, b) = (Value(1), Value(2));
    let program: Program =
        &[&[start(0), Action::Acquire(a), Action::Acquire(b)], &[Action::Acquire(b), Action::Acquire(a)]];
    let finished = run(program, &[steps(MAIN, 2), steps(child(0), 1)], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
    let pending: Vec<_> = finished.pending.iter().map(|pending| (pending.thread, pending.action.clone())).collect();
    assert_eq!(pending, [(MAIN, Action::Acquire(b)), (child(0), Action::Acquire(a))]);
}

#[test]
fn a_notify_without_waiter_is_lost() {
    let finished = run(&[&[start(0), IN, NOTIFY, OUT], &[IN, wait(false), OUT]], &[], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
    assert_eq!(outcomes(&finished, &NOTIFY), [Outcome::Woke(None)]);
}

#[test]
fn a_notify_wakes_the_one_that_waited_longest_or_whom_the_schedule_says() {
    let waits: &[Action] = &[IN, wait(false), OUT];
    let program: Program = &[&[start(0), start(1), start(2)], waits, waits, &[IN, NOTIFY, NOTIFY, OUT]];
    let both_wait = [steps(MAIN, 3), steps(child(1), 2), steps(child(0), 2), steps(child(2), 1)];
    let finished = run(program, &both_wait, LIMITS);
    assert_eq!(outcomes(&finished, &NOTIFY), [Outcome::Woke(Some(child(1))), Outcome::Woke(Some(child(0)))]);
    let notify = Step::Notify { thread: child(2), woken: Some(child(0)) };
    let finished = run(program, &[&both_wait[..], &[notify]].concat(), LIMITS);
    assert_eq!(outcomes(&finished, &NOTIFY), [Outcome::Woke(Some(child(0))), Outcome::Woke(Some(child(1)))]);
    assert_eq!(finished.end, End::Normal);
    let wrong = run(program, &[&both_wait[..], &[notify, notify]].concat(), LIMITS);
    assert!(message(&wrong.end).contains("does not wait"));
    let none = Step::Notify { thread: child(2), woken: None };
    assert!(message(&run(program, &[&both_wait[..], &[none]].concat(), LIMITS).end).contains("somebody waits"));
}

#[test]
fn a_resume_takes_the_monitor_back_to_its_depth() {
    let program: Program =
        &[&[start(0), IN, IN, wait(false), OUT, write(1), OUT], &[IN, Action::NotifyAll(M), OUT, IN, OUT]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(order(&finished), "000011111100000");
    let resume = Step::Resume { thread: MAIN, wake: Wake::Notified };
    // The child wants the monitor a second time while main still holds it once.
    let early = [steps(MAIN, 4), steps(child(0), 3), resume, steps(MAIN, 2), steps(child(0), 1)];
    assert!(message(&run(program, &early, LIMITS).end).contains("blocked"));
}

#[test]
fn a_wait_times_out_only_when_nobody_else_can_go_on() {
    let program: Program = &[&[start(0), IN, wait(true), OUT], &[write(1), write(2)]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(order(&finished), "000111000");
    assert_eq!(outcomes(&finished, &Action::Resume(M)), [Outcome::Resumed(Wake::TimedOut)]);
    let early = [steps(MAIN, 3), steps(child(0), 1), Step::Resume { thread: MAIN, wake: Wake::TimedOut }];
    assert!(message(&run(program, &early, LIMITS).end).contains("while another thread can go on"));
}

#[test]
fn whether_a_new_thread_is_blocked_is_found_out_before_a_time_out() {
    let program: Program = &[&[start(0), IN, wait(true), OUT, join(0, false)], &[join(1, false)], &[]];
    let blocked: Program = &[&[start(1), start(0), IN, wait(true), OUT], &[IN, wait(false), OUT], &[]];
    let time_out = Step::Resume { thread: MAIN, wake: Wake::TimedOut };
    assert!(message(&run(program, &[steps(MAIN, 3), time_out], LIMITS).end).contains("was not started"));
    let ended = [steps(MAIN, 4), steps(child(1), 1), time_out];
    assert!(message(&run(blocked, &ended, LIMITS).end).contains("while another thread can go on"));
    let waits = [steps(MAIN, 4), steps(child(1), 1), steps(child(0), 2), time_out];
    assert_eq!(run(blocked, &waits, LIMITS).end, End::Deadlock);
}

#[test]
fn a_timed_join_learns_whether_the_child_ended() {
    let program: Program = &[&[start(0), IN, join(0, true), OUT], &[IN, OUT]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(outcomes(&finished, &join(0, true)), [Outcome::Read(Value(0))]);
    let program: Program = &[&[start(0), join(0, true), Action::Alive(child(0))], &[]];
    let finished = run(program, &[], LIMITS);
    assert_eq!(outcomes(&finished, &join(0, true)), [Outcome::Read(Value(1))]);
    assert_eq!(outcomes(&finished, &Action::Alive(child(0))), [Outcome::Read(Value(0))]);
    let as_run = run(program, &[steps(MAIN, 1), steps(child(0), 1), steps(MAIN, 1)], LIMITS);
    assert!(message(&as_run.end).contains("a step of its own"));
}

#[test]
fn the_execution_ends_without_the_daemons() {
    let finished = run(&[&[daemon(0), write(1)], &[write(2), write(3)]], &[steps(MAIN, 1), steps(child(0), 1)], LIMITS);
    assert_eq!(order(&finished), "011100");
    let finished = run(&[&[daemon(0)], &[IN, wait(false)]], &[], LIMITS);
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
    let ping: Vec<Action> = (0..50).flat_map(|_| [IN, NOTIFY, wait(false), OUT]).collect();
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
fn what_makes_no_sense_is_unsupported() {
    for action in [OUT, NOTIFY, wait(false), Action::NotifyAll(M), Action::Resume(M), join(0, false), start(5)] {
        let again = [start(5), action.clone()];
        let finished = run(&[&again], &[], LIMITS);
        assert!(message(&finished.end).contains("main announced"), "{action:?}");
        assert_eq!(finished.events.len(), 1);
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

/// Programs of four threads, the last one a daemon.
fn random_programs(seed: u64, count: usize) -> impl Iterator<Item = (Vec<Vec<Action>>, Limits, Random)> {
    let mut random = Random(seed);
    std::iter::repeat_with(move || {
        let mut program = vec![vec![start(0), start(1), daemon(2)], vec![], vec![], vec![]];
        for thread in &mut program {
            for _ in 0..random.below(4) {
                let timed = random.below(2) == 0;
                match random.below(6) {
                    0 => thread.extend([IN, wait(timed), OUT]),
                    1 => thread.extend([IN, NOTIFY, OUT]),
                    2 => thread.extend([IN, Action::Read(X), IN, wait(true), OUT, OUT]),
                    3 => thread.extend([IN, Action::NotifyAll(M), OUT]),
                    4 if !thread.is_empty() => thread.push(join(random.below(2), timed)),
                    _ => thread.extend([write(random.below(3)), Action::Alive(MAIN)]),
                }
            }
        }
        (program, Limits { rotate_after: 1 + random.below(5) as u32, ..LIMITS }, random.clone())
    })
    .take(count)
}

#[derive(Clone)]
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = mcr_protocol::mix(self.0, 1);
        self.0 % limit
    }
}

#[test]
fn every_execution_is_repeated_by_the_schedule_made_of_its_events() {
    let mut ends = HashMap::new();
    for (program, limits, mut random) in random_programs(1, 3000) {
        let program: Vec<&[Action]> = program.iter().map(Vec::as_slice).collect();
        let first = run(&program, &[], limits);
        *ends.entry(format!("{:?}", first.end)).or_insert(0) += 1;
        let again = run(&program, &schedule_of(&first.events).steps, LIMITS);
        assert_eq!(first, again);
        let cut = random.below(first.events.len() as u64 + 1) as usize;
        let prefix = run(&program, &schedule_of(&first.events[..cut]).steps, LIMITS);
        assert_eq!(first.events[..cut], prefix.events[..cut]);
    }
    assert!(ends["Normal"] > 300 && ends["Deadlock"] > 300, "{ends:?}");
}

/// Has read this from `X` and waits for another value.
fn awaits(value: u64) -> Action {
    Action::Await(Awaited { events: 1, reads: vec![(X, Value(value))], alive: vec![] })
}

#[test]
fn a_thread_that_waits_in_a_loop_goes_on_when_the_value_changes() {
    let finished = run(&[&[start(0), awaits(0)], &[write(0), write(1), write(2)]], &[], LIMITS);
    assert_eq!((order(&finished).as_str(), finished.end), ("0111100", End::Normal));
    let finished = run(&[&[start(0), awaits(0)], &[write(1), write(0)]], &[steps(MAIN, 1), steps(child(0), 1)], LIMITS);
    assert_eq!((order(&finished).as_str(), finished.end), ("0111", End::Livelock));
}

#[test]
fn a_daemon_in_a_loop_makes_no_livelock() {
    let finished = run(&[&[daemon(0), IN, wait(false)], &[awaits(0)]], &[], LIMITS);
    assert_eq!(finished.end, End::Deadlock);
}

#[test]
fn a_thread_in_a_loop_is_idle() {
    let finished = run(&[&[start(0), awaits(0)], &[IN, wait(true), OUT, write(1)]], &[], LIMITS);
    assert_eq!(finished.end, End::Normal);
}
