//! One event in a few words: `x = 1`, `x -> 0`, `lock Node#2`.

use super::buffers::Delay;
use super::monitors::Obstacle;
use super::names::{Names, OfThread, escape, quote, simple};
use super::width;
use mcr_protocol::{
    Action, Awaited, Change, Doing, Event, Fence, Guard, Limit, LocationId, Outcome, Patience, Try, Uncaught, Value,
    Wake,
};

/// What happened, and what store buffers have to do with it.
#[must_use]
pub fn delayed_event(names: &Names<'_>, event: &Event, delay: Delay) -> String {
    let text = self::event(names, event);
    match delay {
        Delay::None | Delay::Hidden => text,
        Delay::Buffered => text + " (buffered)",
        Delay::Forwarded => text + " (own buffer)",
    }
}

/// What happened.
#[must_use]
pub fn event(names: &Names<'_>, event: &Event) -> String {
    match (&event.action, event.outcome) {
        (Action::Read(x), Outcome::Read(value)) if matches!(names.of_thread(*x), Some((OfThread::Interrupt, _))) => {
            interrupted(names, event, *x, value != Value::ZERO)
        }
        (Action::Read(LocationId::TIME), Outcome::Read(value)) => format!("time -> {} ms", value.0),
        (Action::Read(x), Outcome::Read(value)) => format!("{} -> {}", names.location(*x), names.value(*x, value)),
        (Action::Update(x, _), Outcome::Updated { old, new }) => {
            format!("{}: {} -> {}", names.location(*x), names.value(*x, old), names.value(*x, new))
        }
        (Action::Resume(m), Outcome::Resumed(wake)) => format!("resume {} ({})", names.object(*m), reason(wake)),
        (Action::Notify { .. }, Outcome::Woke(woken)) => {
            let woken = woken.map_or_else(|| "nobody".to_owned(), |woken| names.thread(woken));
            format!("{} -> {woken}", action(names, &event.action))
        }
        (Action::Join { child, .. }, Outcome::Resumed(wake)) => {
            let result = if wake == Wake::Notified { "ended" } else { reason(wake) };
            format!("join {} ({result})", names.thread(*child))
        }
        (Action::Guarded { location, .. }, outcome)
            if matches!(names.of_thread(*location), Some((OfThread::Interrupt, _))) =>
        {
            interrupted(names, event, *location, matches!(outcome, Outcome::Updated { .. }))
        }
        (Action::Guarded { location, change: Change::Keep, .. }, Outcome::Updated { old, .. }) => {
            format!("await {} ({})", names.location(*location), names.value(*location, old))
        }
        (Action::Guarded { location: x, .. }, Outcome::Updated { old, new }) => {
            format!("{} {} -> {}", names.location(*x), names.value(*x, old), names.value(*x, new))
        }
        (Action::Guarded { location: LocationId::SLEEP, .. }, Outcome::Resumed(Wake::TimedOut)) => {
            action(names, &event.action)
        }
        (Action::Guarded { location: LocationId::SLEEP, .. }, Outcome::Resumed(wake)) => {
            format!("{} -> {}", action(names, &event.action), reason(wake))
        }
        (Action::Guarded { location, patience, .. }, Outcome::Resumed(wake)) => {
            let tries = if patience.limit == Limit::Now { "try" } else { "await" };
            format!("{tries} {} -> {}", names.location(*location), gave_up(patience.limit, wake))
        }
        (Action::Acquire { patience, .. }, Outcome::Resumed(wake)) if wake != Wake::Notified => {
            format!("{} -> {}", action(names, &event.action), gave_up(patience.limit, wake))
        }
        (Action::Park(_), Outcome::Resumed(Wake::TimedOut)) => "park -> timed out".to_owned(),
        (Action::State(thread), Outcome::Read(value)) => {
            format!("state of {} -> {}", names.thread(*thread), doing(value.0))
        }
        (Action::Choose(_), Outcome::Read(value)) => format!("choose {}", value.0),
        (Action::Alive(thread), Outcome::Read(value)) => format!("{} alive -> {}", names.thread(*thread), value.0 != 0),
        (about_to_do, _) => action(names, about_to_do),
    }
}

/// Why a thread went on, in a word.
fn reason(wake: Wake) -> &'static str {
    match wake {
        Wake::Notified => "notified",
        Wake::TimedOut => "timed out",
        Wake::Interrupted => "interrupted",
        Wake::Spurious => "spurious",
    }
}

/// What came of an operation that did not go through.
fn gave_up(limit: Limit, wake: Wake) -> &'static str {
    if limit == Limit::Now && wake == Wake::TimedOut { "failed" } else { reason(wake) }
}

/// A look at an interrupt flag: `interrupted? -> no`, with the name of the thread if it is another's.
fn interrupted(names: &Names<'_>, event: &Event, flag: LocationId, set: bool) -> String {
    let answer = if set { "yes" } else { "no" };
    match names.of_thread(flag) {
        Some((_, thread)) if thread != event.thread => format!("{} interrupted? -> {answer}", names.thread(thread)),
        _ => format!("interrupted? -> {answer}"),
    }
}

/// The name of a state in Java.
fn doing(number: u64) -> &'static str {
    const RUNNING: u64 = Doing::Running as u64;
    const BLOCKED: u64 = Doing::Blocked as u64;
    const WAITING: u64 = Doing::Waiting as u64;
    const TIMED_WAITING: u64 = Doing::TimedWaiting as u64;
    match number {
        RUNNING => "RUNNABLE",
        BLOCKED => "BLOCKED",
        WAITING => "WAITING",
        TIMED_WAITING => "TIMED_WAITING",
        _ => "TERMINATED",
    }
}

/// What the number in a location has to be: `permits is at least 1`.
#[must_use]
pub fn condition(names: &Names<'_>, location: LocationId, guard: Guard) -> String {
    let label = names.location(location);
    match guard {
        Guard::Always => format!("{label} is there"),
        Guard::Zero => format!("{label} is 0"),
        Guard::AtLeast(least) => format!("{label} is at least {least}"),
        Guard::Has(_) => format!("there is something in {label}"),
        Guard::Lacks(_) => format!("there is room in {label}"),
    }
}

/// What a thread is about to do.
#[must_use]
pub fn action(names: &Names<'_>, action: &Action) -> String {
    match action {
        Action::Read(LocationId::TIME) => "ask for the time".to_owned(),
        Action::Read(x) => format!("read {}", names.location(*x)),
        Action::Write(x, value, _) => match names.of_thread(*x) {
            Some((OfThread::Permit, thread)) if *value != Value::ZERO => format!("unpark {}", names.thread(thread)),
            Some((OfThread::Interrupt, thread)) if *value != Value::ZERO => {
                format!("interrupt {}", names.thread(thread))
            }
            _ => format!("{} = {}", names.location(*x), names.value(*x, *value)),
        },
        Action::Arrive(x, value) => format!("=> {} = {} reaches memory", names.location(*x), names.value(*x, *value)),
        Action::Fence(Fence::Full) => "full fence".to_owned(),
        Action::Fence(Fence::StoreStore) => "store-store barrier".to_owned(),
        Action::Update(x, _) => format!("update {}", names.location(*x)),
        Action::Acquire { monitor, patience, .. } => match patience.limit {
            Limit::Never => format!("lock {}", names.object(*monitor)),
            Limit::Timed | Limit::After(_) => format!("lock {} (timed)", names.object(*monitor)),
            Limit::Now => format!("try lock {}", names.object(*monitor)),
        },
        Action::Release(m) => format!("unlock {}", names.object(*m)),
        Action::Wait { set, patience, .. } => match patience.limit {
            Limit::Never => format!("wait {}", names.object(*set)),
            _ => format!("wait {} (timed)", names.object(*set)),
        },
        Action::Resume(m) => format!("resume {}", names.object(*m)),
        Action::Notify { monitor, set } if monitor == set => format!("notify {}", names.object(*set)),
        Action::Notify { set, .. } => format!("signal {}", names.object(*set)),
        Action::NotifyAll { monitor, set } if monitor == set => format!("notifyAll {}", names.object(*set)),
        Action::NotifyAll { set, .. } => format!("signalAll {}", names.object(*set)),
        Action::Guarded {
            location: LocationId::SLEEP, patience: Patience { limit: Limit::After(millis), .. }, ..
        } => {
            format!("sleep {millis} ms")
        }
        Action::Guarded { location, guard, .. } => format!("waits until {}", condition(names, *location, *guard)),
        Action::Park(Limit::Timed | Limit::After(_)) => "park (timed)".to_owned(),
        Action::Park(_) => "park".to_owned(),
        Action::Start { child, .. } => format!("start {}", names.thread(*child)),
        Action::Join { child, .. } => format!("join {}", names.thread(*child)),
        Action::Alive(thread) => format!("{} alive", names.thread(*thread)),
        Action::State(thread) => format!("state of {}", names.thread(*thread)),
        Action::Choose(below) => format!("choose below {below}"),
        Action::Await(awaited) => awaits(names, awaited),
        Action::Print(text) => format!("print {}", quote(text)),
        Action::Exit(status) => format!("exit {status}"),
        Action::End { uncaught: None, .. } => "end".to_owned(),
        Action::End { uncaught: Some(uncaught), .. } => format!("throws {}", thrown(uncaught)),
    }
}

/// More conditions than this are not shown.
const CONDITIONS: usize = 3;

/// What a thread waits for in a loop: `waits until x is not 0 or y is not 1`.
fn awaits(names: &Names<'_>, awaited: &Awaited) -> String {
    let reads =
        awaited.reads.iter().map(|&(x, value)| format!("{} is not {}", names.location(x), names.value(x, value)));
    let ends = awaited.alive.iter().map(|&thread| format!("{} ends", names.thread(thread)));
    let states = awaited.states.iter();
    let states = states.map(|&(thread, seen)| format!("{} is not {}", names.thread(thread), doing(u64::from(seen))));
    let tries = awaited.tries.iter().map(|failed| match *failed {
        Try::Monitor(monitor) => format!("{} is free", names.object(monitor)),
        Try::Guard(location, guard) => condition(names, location, guard),
    });
    let mut conditions: Vec<String> = reads.chain(ends).chain(states).chain(tries).collect();
    if conditions.len() > CONDITIONS {
        conditions.truncate(CONDITIONS);
        conditions.push("…".to_owned());
    }
    format!("waits until {}", conditions.join(" or "))
}

/// An exception: `AssertionError: message`.
#[must_use]
pub fn thrown(uncaught: &Uncaught) -> String {
    let class = escape(simple(&uncaught.class));
    match &uncaught.message {
        Some(message) => format!("{class}: {}", escape(message)),
        None => class,
    }
}

/// The same with the beginning of the message.
#[must_use]
pub fn thrown_briefly(uncaught: &Uncaught) -> String {
    let class = escape(simple(&uncaught.class));
    match &uncaught.message {
        Some(message) => format!("{class}: {}", width::message(message)),
        None => class,
    }
}

/// Why a thread does not go on, in a cell: `waits: lock Node#2`.
#[must_use]
pub fn obstacle(names: &Names<'_>, obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::Owned(monitor, _) => format!("waits: lock {}", names.object(*monitor)),
        Obstacle::NotNotified(monitor) => format!("waits: notify {}", names.object(*monitor)),
        Obstacle::Alive(thread) => format!("waits: end of {}", names.thread(*thread)),
        Obstacle::NotUnparked => "waits: unpark".to_owned(),
        Obstacle::Guard { location, guard, .. } => format!("waits: {}", condition(names, *location, *guard)),
    }
}
