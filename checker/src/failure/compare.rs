//! Whether an execution shows a recorded failure again.
//!
//! Exactly: every event is the recorded one, values included, and the failure is the same. If classes or the JDK have changed, the same
//! failure may come about by other events; that is said. Where classes have changed, events and places are compared as [`Correspondence`] says.
//!
//! Invariant: a failure is the same only if what is wrong is the same, in the same threads, at places that are the same or have demonstrably moved.

use super::Failure;
use super::changes::Changes;
use super::correspondence::{Correspondence, Mismatch};
use super::departure::{Course, Departed, departure, tell};
use super::identity::{identity, own_frame, printed};
use super::places::Places;
use mcr_explore::{Findings, Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, End, Event, Pending, Trace, Uncaught};
use mcr_report::snippet::Sources;
use mcr_report::spot::Spot;
use std::mem::discriminant;

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

/// A replay beside what was recorded.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What came of it.
    pub replay: Replay,
    /// Where it went another way, in words.
    pub departed: Option<Departed>,
    /// What was found again under another name or at another place.
    pub drift: Drift,
}

/// What is called otherwise now, or is elsewhere, and corresponds all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drift {
    /// How many lines have moved.
    pub moved: usize,
    /// Methods by their names then and now.
    pub methods: Vec<(String, String)>,
    /// Threads by their names then and now.
    pub threads: Vec<(String, String)>,
}

/// Compares an execution with what was recorded. `symbols`: the names in the execution; `sources`: those of the program as it is now.
#[must_use]
pub fn compare(failure: &Failure, trace: &Trace, symbols: &Symbols, changes: &Changes, sources: &Sources) -> Compared {
    let recorded = &failure.violation;
    let names = failure.symbols();
    let places = Places::new(changes, &failure.lines, sources);
    let mut same = Correspondence::new(&names, symbols, changes.any(), places);
    let difference = first_difference(&mut same, &recorded.events, &trace.events);
    let found = if recorded.kind == ViolationKind::Race {
        if difference.is_some() { None } else { race(recorded, trace, &mut same) }
    } else if recorded.kind == ViolationKind::Outcome {
        let same = trace.end == End::Normal && printed(&trace.events).trim() == printed(&recorded.events).trim();
        same.then(|| Violation { events: trace.events.clone(), ..recorded.clone() })
    } else {
        let mut findings = Findings::default();
        findings.execution(trace, 1);
        let wanted = identity(recorded, &names);
        let alike = difference.is_none();
        findings.violations.into_iter().find(|violation| match changes.any() {
            false => identity(violation, symbols) == wanted,
            true => is_same(recorded, violation, &mut same, alike),
        })
    };
    let course = Course { recorded, trace, names: &names, symbols, difference, found: found.is_some() };
    let departed = departure(&course, &mut same).map(|departure| tell(&departure, failure, (trace, symbols), sources));
    let replay = match (found, difference) {
        (Some(violation), None) => match (count(&recorded.events), count(&violation.events)) {
            // Rounds in loops are recorded or not.
            (some, all) if some < all && recorded.kind != ViolationKind::Livelock => {
                Replay::Longer(Box::new(violation), some, all)
            }
            _ => Replay::Exact(Box::new(violation)),
        },
        (Some(violation), Some(difference)) => Replay::Otherwise(Box::new(violation), difference.event),
        (None, _) => {
            let what = what_happened(trace, symbols, difference.filter(|_| departed.is_none()), departed.is_some());
            match trace.end {
                End::Normal | End::Deadlock | End::Livelock | End::Exit(_) => Replay::Different(what),
                _ => Replay::Failed(what),
            }
        }
    };
    let drift = Drift {
        moved: same.places.moved(),
        methods: same.places.renamed(),
        threads: if changes.any() { same.renamed_threads() } else { Vec::new() },
    };
    Compared { replay, departed, drift }
}

/// Whether a failure of a changed program is the recorded one. `alike`: all events correspond; else places count only where nothing but one of them
/// can be meant.
fn is_same(recorded: &Violation, found: &Violation, same: &mut Correspondence<'_>, alike: bool) -> bool {
    if recorded.kind != found.kind {
        return false;
    }
    match recorded.kind {
        ViolationKind::Deadlock | ViolationKind::Livelock => {
            recorded.blocked.len() == found.blocked.len()
                && recorded.blocked.iter().all(|then| {
                    let now = found.blocked.iter().find(|now| now.thread == then.thread);
                    now.is_some_and(|now| waits_alike(then, now, same, alike))
                })
        }
        _ => match (recorded.events.last(), found.events.last()) {
            (Some(then), Some(now)) if then.thread == now.thread => match (&then.action, &now.action) {
                (Action::End { uncaught: Some(then), .. }, Action::End { uncaught: Some(now), .. }) => {
                    is_thrown_alike(then, now, same, alike)
                }
                (Action::Exit(then_status), Action::Exit(status)) => {
                    then_status == status && (alike || same.is_certainly_at(then.site, now.site))
                }
                _ => false,
            },
            _ => false,
        },
    }
}

fn waits_alike(then: &Pending, now: &Pending, same: &mut Correspondence<'_>, alike: bool) -> bool {
    let what = discriminant(&then.action) == discriminant(&now.action);
    match &then.action {
        _ if !alike => what && same.is_certainly_at(then.site, now.site),
        // Who goes round in a loop may have looked at more.
        Action::Await(_) => what && same.place(then.site, now.site),
        _ => same.pending(then, now).is_ok(),
    }
}

fn is_thrown_alike(then: &Uncaught, now: &Uncaught, same: &Correspondence<'_>, alike: bool) -> bool {
    let spot = |uncaught| own_frame(uncaught).and_then(Spot::parse);
    (&then.class, &then.message) == (&now.class, &now.message)
        && match (spot(then), spot(now)) {
            (Some(then), Some(now)) if then.is_of_jdk() && now.is_of_jdk() => true,
            (Some(then), Some(now)) => same.places.is_thrown_at(&then, &now, alike),
            (then, now) => then == now,
        }
}

/// A race: both accesses are next after the recorded events.
fn race(recorded: &Violation, trace: &Trace, same: &mut Correspondence<'_>) -> Option<Violation> {
    let done = position_after(&trace.events, count(&recorded.events));
    let next = |wanted: &Pending| {
        let next = next_of(trace, done, wanted.thread)?;
        same.pending(wanted, &next).ok().map(|()| next)
    };
    let blocked = recorded.blocked.iter().map(next).collect::<Option<Vec<_>>>()?;
    Some(Violation { events: trace.events[..done].to_vec(), blocked, ..recorded.clone() })
}

/// What a thread does, or is about to do, after so many events of an execution.
pub(super) fn next_of(trace: &Trace, done: usize, thread: mcr_protocol::ThreadId) -> Option<Pending> {
    let event = trace.events[done..].iter().find(|event| event.thread == thread && !event.is_arrival());
    match event {
        Some(event) => Some(Pending { thread, site: event.site, action: event.action.clone() }),
        None => trace.pending.iter().find(|pending| pending.thread == thread).cloned(),
    }
}

/// Where two sequences of events part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the recorded event that did not happen.
    pub event: usize,
    /// The number of the event in its place and what is wrong with it; none if the execution has no more.
    pub came: Option<(usize, Mismatch)>,
}

/// The first recorded event that did not happen. When writes arrive is compared only by what is read.
fn first_difference(same: &mut Correspondence<'_>, recorded: &[Event], came: &[Event]) -> Option<Difference> {
    let mut came = came.iter().enumerate().filter(|(_, event)| !event.is_arrival());
    recorded.iter().enumerate().filter(|(_, event)| !event.is_arrival()).find_map(|(event, then)| match came.next() {
        Some((number, now)) => {
            let mismatch = same.event(then, now).err()?;
            Some(Difference { event, came: Some((number, mismatch)) })
        }
        None => Some(Difference { event, came: None }),
    })
}

/// Events that threads do.
pub(super) fn count(events: &[Event]) -> usize {
    events.iter().filter(|event| !event.is_arrival()).count()
}

/// The position behind so many events of threads.
pub(super) fn position_after(events: &[Event], number: usize) -> usize {
    let mut left = number;
    for (position, event) in events.iter().enumerate() {
        if left == 0 {
            return position;
        }
        left -= usize::from(!event.is_arrival());
    }
    events.len()
}

/// `told`: where the schedule could not be followed is said elsewhere.
fn what_happened(trace: &Trace, symbols: &Symbols, difference: Option<Difference>, told: bool) -> String {
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
        End::Diverged { .. } if told => "the schedule could not be followed".to_owned(),
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
        Some(Difference { event, .. }) if !matches!(trace.end, End::Diverged { .. }) => {
            format!("{end}; event {event} was not the recorded one")
        }
        _ => end,
    }
}
