//! Whether an execution shows a recorded failure again.
//!
//! Exactly: every event is the recorded one, values included, and the failure is the same. If classes or the JDK have changed, the same
//! failure may come about by other events; that is said.

use super::Failure;
use super::identity::{identity, is_of_jdk, place, printed};
use crate::explore::{Findings, Violation, ViolationKind};
use crate::symbols::Symbols;
use mcr_protocol::{Action, End, Event, Pending, SiteId, Trace};

/// What came of a replay.
#[derive(Clone, Debug)]
pub enum Replay {
    /// The failure, by the same events.
    Exact(Box<Violation>),
    /// The failure, but not by the same events: the number (from 0) of the first that differs.
    Otherwise(Box<Violation>, usize),
    /// The failure, but it has more events than are recorded, of which each has happened: how many are recorded, and how many there were.
    Longer(Box<Violation>, usize, usize),
    /// Something else; a sentence.
    Different(String),
    /// The execution could not be ended, or the schedule not be followed; a sentence.
    Failed(String),
}

/// Compares an execution with what was recorded. `symbols`: the names in the execution.
#[must_use]
pub fn compare(failure: &Failure, trace: &Trace, symbols: &Symbols) -> Replay {
    let recorded = &failure.violation;
    let names = failure.symbols();
    let wanted = identity(recorded, &names);
    let difference = first_difference((&recorded.events, &names), (&trace.events, symbols));
    let found = if recorded.kind == ViolationKind::Race {
        race(recorded, &names, trace, symbols, difference)
    } else if recorded.kind == ViolationKind::Outcome {
        let same = trace.end == End::Normal && printed(&trace.events).trim() == printed(&recorded.events).trim();
        same.then(|| Violation { events: trace.events.clone(), ..recorded.clone() })
    } else {
        let mut findings = Findings::default();
        findings.execution(trace, 1);
        findings.violations.into_iter().find(|violation| identity(violation, symbols) == wanted)
    };
    match (found, difference) {
        (Some(violation), None) => match (count(&recorded.events), count(&violation.events)) {
            // Rounds in loops are recorded or not.
            (some, all) if some < all && recorded.kind != ViolationKind::Livelock => {
                Replay::Longer(Box::new(violation), some, all)
            }
            _ => Replay::Exact(Box::new(violation)),
        },
        (Some(violation), Some(event)) => Replay::Otherwise(Box::new(violation), event),
        (None, _) => {
            let what = what_happened(trace, symbols, difference);
            match trace.end {
                End::Normal | End::Deadlock | End::Livelock | End::Exit(_) => Replay::Different(what),
                _ => Replay::Failed(what),
            }
        }
    }
}

/// A race: both accesses are next after the recorded events.
fn race(
    recorded: &Violation,
    names: &Symbols,
    trace: &Trace,
    symbols: &Symbols,
    difference: Option<usize>,
) -> Option<Violation> {
    if difference.is_some() {
        return None;
    }
    let done = position_after(&trace.events, count(&recorded.events));
    let rest = &trace.events[done..];
    let next = |wanted: &Pending| {
        let event = rest.iter().find(|event| event.thread == wanted.thread && !event.is_arrival());
        let next = match event {
            Some(event) => Pending { thread: event.thread, site: event.site, action: event.action.clone() },
            None => trace.pending.iter().find(|pending| pending.thread == wanted.thread)?.clone(),
        };
        (same_action(&next.action, &wanted.action) && same_place((next.site, symbols), (wanted.site, names)))
            .then_some(next)
    };
    let blocked = recorded.blocked.iter().map(next).collect::<Option<Vec<_>>>()?;
    Some(Violation { events: trace.events[..done].to_vec(), blocked, ..recorded.clone() })
}

/// The number of the first recorded event that did not happen. When writes arrive is compared only by what is read.
fn first_difference((recorded, names): (&[Event], &Symbols), (came, symbols): (&[Event], &Symbols)) -> Option<usize> {
    let mut came = came.iter().filter(|event| !event.is_arrival());
    recorded.iter().enumerate().filter(|(_, event)| !event.is_arrival()).find_map(|(number, event)| {
        let same = came.next().is_some_and(|other| {
            (other.thread, other.outcome) == (event.thread, event.outcome)
                && same_action(&event.action, &other.action)
                && same_place((event.site, names), (other.site, symbols))
        });
        (!same).then_some(number)
    })
}

/// Another JDK may do the same in another method.
fn same_place((one, names): (SiteId, &Symbols), (other, symbols): (SiteId, &Symbols)) -> bool {
    let (one, other) = (place(one, names), place(other, symbols));
    one == other || is_of_jdk(&one) && is_of_jdk(&other)
}

/// Whether two threads do the same, as far as it does not depend on the JDK: frames in stacks do, and what makes up a `Thread` object.
fn same_action(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Start { child: one, .. }, Action::Start { child: other, .. }) => one == other,
        (Action::End { uncaught: Some(one), .. }, Action::End { uncaught: Some(other), .. }) => {
            (&one.class, &one.message) == (&other.class, &other.message)
        }
        _ => one == other,
    }
}

/// Events that threads do.
fn count(events: &[Event]) -> usize {
    events.iter().filter(|event| !event.is_arrival()).count()
}

/// The position behind so many events of threads.
fn position_after(events: &[Event], number: usize) -> usize {
    let mut left = number;
    for (position, event) in events.iter().enumerate() {
        if left == 0 {
            return position;
        }
        left -= usize::from(!event.is_arrival());
    }
    events.len()
}

fn what_happened(trace: &Trace, symbols: &Symbols, difference: Option<usize>) -> String {
    let thrown = trace.events.iter().rev().find_map(|event| match &event.action {
        Action::End { uncaught: Some(uncaught), .. } => Some((event.thread, uncaught)),
        _ => None,
    });
    let end = match &trace.end {
        End::Normal => match thrown {
            Some((thread, uncaught)) => format!("{} ended with {}", symbols.thread_name(thread), uncaught.class),
            None => "the program ended normally".to_owned(),
        },
        End::Deadlock => "the program ended in another deadlock".to_owned(),
        End::Livelock => "the program ended in another livelock".to_owned(),
        End::Exit(code) => format!("the program ended with status {code}"),
        End::Diverged { message, .. } => format!("the schedule could not be followed: {message}"),
        End::StepLimit => "the execution was given up after too many events".to_owned(),
        End::OutputLimit => "the execution was given up after too much output".to_owned(),
        End::Stuck { thread, message } => format!("thread {} is stuck: {message}", symbols.thread_name(*thread)),
        End::Restart => {
            "the program has to be checked anew: it shows something that was not known when it was recorded".to_owned()
        }
        End::Unsupported(message) => message.clone(),
    };
    match difference {
        Some(event) if !matches!(trace.end, End::Diverged { .. }) => {
            format!("{end}; event {event} was not the recorded one")
        }
        _ => end,
    }
}
