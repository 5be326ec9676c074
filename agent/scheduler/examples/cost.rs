//! What a step costs: without a switch, and with a hand-off. All threads on one core, as in the JVM:
//! `taskset -c 0 cargo run --release -p mcr-scheduler --example cost`

use mcr_protocol::{
    Action, LocationId, MemoryModel, Order, Outcome, Patience, Schedule, SiteId, Step, ThreadId, Timeouts, Value,
};
use mcr_scheduler::{Limits, Scheduler};
use std::time::{Duration, Instant};

const LIMITS: Limits = Limits {
    max_events: u64::MAX,
    max_alone: 0,
    max_output: u64::MAX,
    rotate_after: u32::MAX,
    timeouts: Timeouts::Idle,
    spurious: false,
    memory_model: MemoryModel::Sc,
};
const ENTER: Action = Action::Acquire { monitor: Value(7), patience: Patience::FOREVER, parks: false };
const END: Action = Action::End { uncaught: None, notifies: None };
const SITE: SiteId = SiteId(1);

fn main() {
    let scheduler = Scheduler::new();
    report(
        "write, same thread",
        alone(&scheduler, |thread| {
            let _ = scheduler.step(thread, SITE, Action::Write(LocationId(1), Value(1), Order::Plain));
            1
        }),
    );
    report(
        "read and complete, same thread",
        alone(&scheduler, |thread| {
            let _ = scheduler.step(thread, SITE, Action::Read(LocationId(1)));
            scheduler.complete(thread, Outcome::Read(Value(1)));
            1
        }),
    );
    report(
        "acquire or release, same thread",
        alone(&scheduler, |thread| {
            let _ = scheduler.step(thread, SITE, ENTER);
            let _ = scheduler.step(thread, SITE, Action::Release(Value(7)));
            2
        }),
    );
    report("write with a hand-off", hand_offs(&scheduler, 100_000));
    report("execution of main alone, with its thread", executions(&scheduler, 5_000));
}

fn report(what: &str, each: Duration) {
    println!("{what:45} {:8} ns", each.as_nanos());
}

/// The time of one event of the main thread; `act` does some and says how many.
fn alone(scheduler: &Scheduler, act: impl Fn(ThreadId) -> u32 + Sync) -> Duration {
    let round = || {
        scheduler.begin(Schedule::default(), LIMITS);
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                scheduler.attach(ThreadId::MAIN);
                let start = Instant::now();
                let mut events = 0;
                while events < 20_000 {
                    events += act(ThreadId::MAIN);
                }
                let spent = start.elapsed() / events;
                let _ = scheduler.step(ThreadId::MAIN, SiteId::NONE, END);
                scheduler.detach(ThreadId::MAIN);
                spent
            });
            scheduler.wait_end(Duration::from_secs(1));
            worker.join().unwrap_or_default()
        })
    };
    (0..50).map(|_| round()).min().unwrap_or_default()
}

/// The time of one event when two threads take turns.
fn hand_offs(scheduler: &Scheduler, count: u32) -> Duration {
    let child = ThreadId::MAIN.child(0);
    let mut schedule = Schedule::default();
    schedule.push_run(ThreadId::MAIN);
    for _ in 0..count / 2 {
        schedule.steps.push(Step::Run { thread: child, count: 1 });
        schedule.steps.push(Step::Run { thread: ThreadId::MAIN, count: 1 });
    }
    scheduler.begin(schedule, LIMITS);
    let writes = |thread| {
        for _ in 0..count / 2 {
            let _ = scheduler.step(thread, SITE, Action::Write(LocationId(1), Value(1), Order::Plain));
        }
        let _ = scheduler.step(thread, SiteId::NONE, END);
        scheduler.detach(thread);
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            scheduler.attach(ThreadId::MAIN);
            let start = Action::Start { child, argument: Value::ZERO, daemon: false, tells: None };
            let _ = scheduler.step(ThreadId::MAIN, SITE, start);
            scope.spawn(|| {
                scheduler.attach(child);
                writes(child);
            });
            writes(ThreadId::MAIN);
        });
        let start = Instant::now();
        scheduler.wait_end(Duration::from_secs(1));
        start.elapsed() / count
    })
}

/// The time of one whole execution, the start of a real thread included.
fn executions(scheduler: &Scheduler, count: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..count {
        scheduler.begin(Schedule::default(), LIMITS);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                scheduler.attach(ThreadId::MAIN);
                let _ = scheduler.step(ThreadId::MAIN, SiteId::NONE, END);
                scheduler.detach(ThreadId::MAIN);
            });
            scheduler.wait_end(Duration::from_secs(1));
        });
    }
    start.elapsed() / count
}
