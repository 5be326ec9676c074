//! Programs as data: for each thread the operations that it announces one after the other.

use crate::core::{Core, Finished, Limits, Slot};
use mcr_protocol::{
    Action, Awaited, Change, Doing, End, Event, Fence, Guard, Limit, LocationId, MemoryModel, Order, Outcome, Patience,
    Pending, Schedule, SiteId, Step, ThreadId, Timeouts, Try, Value, Wake,
};
use std::collections::HashMap;

mod basics;
mod buffers;
mod conditions;
mod doing;
mod guarded;
mod interrupts;
mod leaving;
mod loops;
mod monitors;
mod oracle;
mod ordered;
mod park;
mod random;
mod threads;
mod timeouts;

const X: LocationId = LocationId(1);
const Y: LocationId = LocationId(2);
const Z: LocationId = LocationId(3);
const M: Value = Value(7);
const MAIN: ThreadId = ThreadId::MAIN;
const LIMITS: Limits = Limits {
    max_events: 1000,
    max_alone: 0,
    max_output: 100,
    rotate_after: 500,
    timeouts: Timeouts::Idle,
    spurious: false,
    memory_model: MemoryModel::Sc,
};
const TIMED: Patience = Patience { limit: Limit::Timed, interruptible: false };
const MODELS: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];
const NOW: Patience = Patience { limit: Limit::Now, interruptible: false };
const INTERRUPTIBLE: Patience = Patience { limit: Limit::Never, interruptible: true };

fn child(nth: u64) -> ThreadId {
    MAIN.child(nth)
}

fn start(nth: u64) -> Action {
    Action::Start { child: child(nth), argument: Value::ZERO, daemon: false, tells: None }
}

fn daemon(nth: u64) -> Action {
    Action::Start { child: child(nth), argument: Value::ZERO, daemon: true, tells: None }
}

fn join(nth: u64, patience: Patience) -> Action {
    Action::Join { child: child(nth), patience }
}

/// On the monitor itself.
fn wait(patience: Patience) -> Action {
    Action::Wait { monitor: M, set: M, patience }
}

fn enter(monitor: Value, patience: Patience) -> Action {
    Action::Acquire { monitor, patience, parks: false }
}

fn interrupt(number: usize) -> Action {
    Action::Write(LocationId::interrupt(name(number)), Value(1), Order::Volatile)
}

fn write(value: u64) -> Action {
    write_to(X, value, Order::Plain)
}

/// Has read this from the location and waits for another value.
fn awaits(location: LocationId, value: u64) -> Action {
    let reads = vec![(location, Value(value))];
    Action::Await(Awaited { events: 1, reads, alive: vec![], states: vec![], tries: vec![] })
}

fn write_to(location: LocationId, value: u64, order: Order) -> Action {
    Action::Write(location, Value(value), order)
}

const IN: Action = Action::Acquire { monitor: M, patience: Patience::FOREVER, parks: false };
const OUT: Action = Action::Release(M);
const NOTIFY: Action = Action::Notify { monitor: M, set: M };
const NOTIFY_ALL: Action = Action::NotifyAll { monitor: M, set: M };
const RESUME: Action = Action::Resume(M);
const END: Action = Action::End { uncaught: None, notifies: None };

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
        let next = self.actions.get(self.announced as usize).cloned().unwrap_or(END);
        if let Action::Wait { monitor, .. } = next {
            self.waits = Some(monitor);
        }
        self.announced += 1;
        (site, next)
    }
}

fn run(program: Program, steps: &[Step], limits: Limits) -> Finished {
    run_with(program, steps, limits, |_| {})
}

/// The same; before each announcement something is done.
fn run_with(program: Program, steps: &[Step], limits: Limits, mut before_each: impl FnMut(&mut Core)) -> Finished {
    let mut core = Core::new();
    core.begin(Schedule { steps: steps.to_vec() }, limits);
    let mut scripts: Vec<_> = program.iter().map(|actions| Script::new(actions)).collect();
    let mut last: HashMap<ThreadId, Action> = HashMap::new();
    while !core.is_over() {
        let slot = core.turn.expect("somebody has the turn");
        let thread = core.thread(slot).id;
        if core.take_outcome(slot).is_some() {
            match &last[&thread] {
                Action::Read(location) => {
                    core.complete_from_memory(slot, *location);
                }
                Action::Update(location, _) => {
                    let before = core.events.len() - 1;
                    core.memory.follow(&core.events[..before]);
                    core.complete(slot, increased(core.memory.value(*location)));
                }
                Action::End { .. } => {
                    core.decide();
                    continue;
                }
                _ => {}
            }
        }
        let (site, next) = scripts[number(thread)].next();
        last.insert(thread, next.clone());
        before_each(&mut core);
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

/// What comes of updates.
fn increased(old: Value) -> Outcome {
    Outcome::Updated { old, new: Value(old.0 + 1) }
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

/// What came of the events of this thread that told it why it went on.
fn wakes(finished: &Finished, thread: usize) -> Vec<Wake> {
    let own = finished.events.iter().filter(|event| event.thread == name(thread));
    own.filter_map(|event| if let Outcome::Resumed(wake) = event.outcome { Some(wake) } else { None }).collect()
}

fn resume(thread: ThreadId, wake: Wake) -> Step {
    Step::Resume { thread, wake }
}

/// The schedule that prescribes these events.
fn schedule_of(events: &[Event]) -> Schedule {
    let mut schedule = Schedule::default();
    for Event { thread, action, outcome, .. } in events {
        let thread = *thread;
        match (action, outcome) {
            (Action::Notify { .. }, Outcome::Woke(woken)) => {
                schedule.steps.push(Step::Notify { thread, woken: *woken });
            }
            (Action::Arrive(location, _), _) => schedule.steps.push(Step::Arrive { thread, location: *location }),
            (_, Outcome::Resumed(wake)) => schedule.steps.push(resume(thread, *wake)),
            (Action::Guarded { patience, .. }, _) if patience.tells() => {
                schedule.steps.push(resume(thread, Wake::Notified));
            }
            (Action::State(_) | Action::Choose(_), Outcome::Read(value)) => {
                schedule.steps.push(Step::Choose { thread, value: value.0 });
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
