//! One event in a few words: `x = 1`, `x -> 0`, `lock Node#2`.

use super::monitors::Obstacle;
use super::names::{Names, escape, quote, simple};
use mcr_protocol::{Action, Awaited, Event, Outcome, Uncaught, Wake};

/// What happened.
#[must_use]
pub fn event(names: &Names<'_>, event: &Event) -> String {
    match (&event.action, event.outcome) {
        (Action::Read(x), Outcome::Read(value)) => format!("{} -> {}", names.location(*x), names.value(*x, value)),
        (Action::Update(x), Outcome::Updated { old, new }) => {
            format!("{}: {} -> {}", names.location(*x), names.value(*x, old), names.value(*x, new))
        }
        (Action::Resume(m), Outcome::Resumed(Wake::Notified)) => format!("resume {} (notified)", names.object(*m)),
        (Action::Resume(m), Outcome::Resumed(Wake::TimedOut)) => format!("resume {} (timed out)", names.object(*m)),
        (Action::Notify(m), Outcome::Woke(Some(woken))) => {
            format!("notify {} -> {}", names.object(*m), names.thread(woken))
        }
        (Action::Notify(m), Outcome::Woke(None)) => format!("notify {} -> nobody", names.object(*m)),
        (Action::Join { child, timed: true }, Outcome::Read(value)) => {
            let result = if value.0 == 0 { "timed out" } else { "ended" };
            format!("join {} ({result})", names.thread(*child))
        }
        (Action::Alive(thread), Outcome::Read(value)) => format!("{} alive -> {}", names.thread(*thread), value.0 != 0),
        (about_to_do, _) => action(names, about_to_do),
    }
}

/// What a thread is about to do.
#[must_use]
pub fn action(names: &Names<'_>, action: &Action) -> String {
    match action {
        Action::Read(x) => format!("read {}", names.location(*x)),
        Action::Write(x, value) => format!("{} = {}", names.location(*x), names.value(*x, *value)),
        Action::Update(x) => format!("update {}", names.location(*x)),
        Action::Acquire(m) => format!("lock {}", names.object(*m)),
        Action::Release(m) => format!("unlock {}", names.object(*m)),
        Action::Wait { monitor, timed: false } => format!("wait {}", names.object(*monitor)),
        Action::Wait { monitor, timed: true } => format!("wait {} (timed)", names.object(*monitor)),
        Action::Resume(m) => format!("resume {}", names.object(*m)),
        Action::Notify(m) => format!("notify {}", names.object(*m)),
        Action::NotifyAll(m) => format!("notifyAll {}", names.object(*m)),
        Action::Start { child, .. } => format!("start {}", names.thread(*child)),
        Action::Join { child, .. } => format!("join {}", names.thread(*child)),
        Action::Alive(thread) => format!("{} alive", names.thread(*thread)),
        Action::Await(awaited) => awaits(names, awaited),
        Action::Print(text) => format!("print {}", quote(text)),
        Action::Exit(status) => format!("exit {status}"),
        Action::End(None) => "end".to_owned(),
        Action::End(Some(uncaught)) => format!("throws {}", thrown(uncaught)),
    }
}

/// More conditions than this are not shown.
const CONDITIONS: usize = 3;

/// What a thread waits for in a loop: `waits until x is not 0 or y is not 1`.
fn awaits(names: &Names<'_>, awaited: &Awaited) -> String {
    let reads =
        awaited.reads.iter().map(|&(x, value)| format!("{} is not {}", names.location(x), names.value(x, value)));
    let ends = awaited.alive.iter().map(|&thread| format!("{} ends", names.thread(thread)));
    let mut conditions: Vec<String> = reads.chain(ends).collect();
    if conditions.len() > CONDITIONS {
        conditions.truncate(CONDITIONS);
        conditions.push("…".to_owned());
    }
    format!("waits until {}", conditions.join(" or "))
}

/// An exception: `AssertionError: message`.
#[must_use]
pub fn thrown(uncaught: &Uncaught) -> String {
    let class = simple(&uncaught.class);
    match &uncaught.message {
        Some(message) => format!("{class}: {}", escape(message)),
        None => class.to_owned(),
    }
}

/// Why a thread does not go on, in a cell: `waits: lock Node#2`.
#[must_use]
pub fn obstacle(names: &Names<'_>, obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::Owned(monitor, _) => format!("waits: lock {}", names.object(*monitor)),
        Obstacle::NotNotified(monitor) => format!("waits: notify {}", names.object(*monitor)),
        Obstacle::Alive(thread) => format!("waits: end of {}", names.thread(*thread)),
    }
}
