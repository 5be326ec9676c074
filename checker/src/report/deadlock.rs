//! Who waits for whom.

use super::cell;
use super::monitors::{Monitors, Obstacle};
use super::names::Names;
use crate::explore::{Violation, ViolationKind};
use mcr_protocol::{Action, ThreadId};

/// Whether a violation is that nobody can go on.
#[must_use]
pub fn is(violation: &Violation) -> bool {
    matches!(violation.kind, ViolationKind::Deadlock | ViolationKind::Livelock)
}

/// The deadlock in one line.
#[must_use]
pub fn message(names: &Names<'_>, violation: &Violation) -> String {
    let waits = waits(violation);
    let parts =
        violation.blocked.iter().zip(&waits).map(|(pending, (thread, obstacle))| match (obstacle, &pending.action) {
            (Some(obstacle), _) => format!("{} {}", names.thread(*thread), reason(names, obstacle)),
            (None, action @ Action::Await(_)) => format!("{} {}", names.thread(*thread), cell::action(names, action)),
            (None, _) => format!("{} is blocked", names.thread(*thread)),
        });
    let parts: Vec<String> = parts.collect();
    let kind = if violation.kind == ViolationKind::Livelock { "livelock" } else { "deadlock" };
    if parts.is_empty() { violation.message.clone() } else { format!("{kind}: {}", parts.join("; ")) }
}

/// One line for each blocked thread, then one for each cycle.
#[must_use]
pub fn explanation(names: &Names<'_>, violation: &Violation) -> Vec<String> {
    let waits = waits(violation);
    let mut lines = Vec::new();
    for (pending, (thread, obstacle)) in violation.blocked.iter().zip(&waits) {
        let what = match (obstacle, &pending.action) {
            (Some(obstacle), _) => reason(names, obstacle),
            (None, action @ Action::Await(_)) => cell::action(names, action),
            (None, _) => format!("is blocked: {}", cell::action(names, &pending.action)),
        };
        let mut line = format!("{} {what} at {}", names.thread(*thread), names.place(pending.site));
        if let Some(Obstacle::Owned(_, owner)) = obstacle {
            line.push_str(&format!(" (acquired at {})", names.line(owner.acquired)));
        }
        lines.push(line);
    }
    for cycle in cycles(&waits) {
        let around: Vec<String> = cycle.iter().chain(cycle.first()).map(|thread| names.thread(*thread)).collect();
        lines.push(format!("cycle: {}", around.join(" -> ")));
    }
    lines
}

/// Why a thread does not go on, in a sentence.
fn reason(names: &Names<'_>, obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::Owned(monitor, owner) => {
            format!("waits for lock {} held by {}", names.object(*monitor), names.thread(owner.thread))
        }
        Obstacle::NotNotified(monitor) => format!("waits to be notified on {}", names.object(*monitor)),
        Obstacle::Alive(thread) => format!("waits for the end of {}", names.thread(*thread)),
        Obstacle::NotUnparked => "waits to be unparked".to_owned(),
        Obstacle::Guard { location, guard, value } => {
            let now = value.map_or_else(String::new, |value| format!(" (it is {})", names.value(*location, value)));
            format!("waits until {}{now}", cell::condition(names, *location, *guard))
        }
    }
}

/// What each blocked thread waits for.
fn waits(violation: &Violation) -> Vec<(ThreadId, Option<Obstacle>)> {
    let mut monitors = Monitors::default();
    violation.events.iter().for_each(|event| monitors.apply(event));
    let blocked = violation.blocked.iter();
    blocked.map(|pending| (pending.thread, monitors.obstacle(pending.thread, &pending.action))).collect()
}

/// Threads that wait for each other in a circle. A thread waits for at most one other, so circles do not meet.
fn cycles(waits: &[(ThreadId, Option<Obstacle>)]) -> Vec<Vec<ThreadId>> {
    let next = |thread: ThreadId| {
        let (_, obstacle) = waits.iter().find(|(waiting, _)| *waiting == thread)?;
        match obstacle {
            Some(Obstacle::Owned(_, owner)) => Some(owner.thread),
            Some(Obstacle::Alive(child)) => Some(*child),
            _ => None,
        }
    };
    let mut found: Vec<Vec<ThreadId>> = Vec::new();
    for (start, _) in waits {
        let mut path = vec![*start];
        while let Some(thread) = path.last().and_then(|last| next(*last)) {
            if thread == *start {
                if !found.iter().flatten().any(|known| known == start) {
                    found.push(path.clone());
                }
                break;
            }
            if path.contains(&thread) {
                break;
            }
            path.push(thread);
        }
    }
    found
}
