//! Finds what has come instead of the first recorded event that has not.
//!
//! Invariant: it says only what is in the trace: what a thread did next, is about to do, or that it has ended or was never started.

use super::Failure;
use super::compare::{Difference, count, next_of, position_after};
use super::correspondence::{Correspondence, Mismatch};
use super::identity::own_frame;
use super::lines::{self, Line};
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, End, Event, Outcome, Pending, SiteId, ThreadId, Trace};
use mcr_report::Names;
use mcr_report::departure::{Came, Departure, Expected, Hindrance, How, places, sentence, words};
use mcr_report::monitors::{Monitors, Obstacle};
use mcr_report::snippet::Sources;
use mcr_report::spot::Spot;

/// Operations of a thread that may be new, or missing, before it goes on as recorded.
const DETOUR: usize = 3;

/// A departure in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departed {
    /// What is expected, and what came.
    pub sentence: String,
    /// Where that is, then and now.
    pub places: Vec<String>,
}

/// An execution and what it should have been.
pub(super) struct Course<'a> {
    pub recorded: &'a Violation,
    pub trace: &'a Trace,
    /// The names in what was recorded.
    pub names: &'a Symbols,
    /// The names in the execution.
    pub symbols: &'a Symbols,
    pub difference: Option<Difference>,
    /// Whether it shows the failure.
    pub found: bool,
}

/// The first difference; none if there is none, or if the execution was given up for a reason of its own.
pub(super) fn departure(course: &Course<'_>, same: &mut Correspondence<'_>) -> Option<Departure> {
    if !matches!(course.trace.end, End::Normal | End::Deadlock | End::Livelock | End::Exit(_) | End::Diverged { .. }) {
        return None;
    }
    match course.difference {
        Some(difference) => Some(course.parting(difference, same)),
        None if course.found => None,
        None => course.ending(same),
    }
}

impl Course<'_> {
    /// What came in the place of a recorded event.
    fn parting(&self, difference: Difference, same: &mut Correspondence<'_>) -> Departure {
        let Difference { event, came } = difference;
        let expected = &self.recorded.events[event];
        let then = Expected::Event(expected.clone());
        let none = Vec::new();
        let (now, (how, missing)) = match came {
            Some((number, mismatch)) if mismatch != Mismatch::Thread => {
                let came = &self.trace.events[number];
                let later = self.trace.events[number + 1..].iter().filter(|event| event.thread == came.thread);
                let later = later.map(|event| &event.action).chain(self.pending(came.thread).map(|next| &next.action));
                (Came::Did(came.clone()), self.how(event, mismatch, &came.action, later))
            }
            Some((number, _)) => {
                let instead = self.fate(expected.thread, &self.trace.events[..number]);
                (instead.unwrap_or_else(|| Came::Did(self.trace.events[number].clone())), (How::Thread, none))
            }
            None => match (self.fate(expected.thread, &self.trace.events), self.pending(expected.thread)) {
                (Some(fate), _) => (fate, (How::Operation, none)),
                (None, Some(pending)) => {
                    let wanted =
                        Pending { thread: expected.thread, site: expected.site, action: expected.action.clone() };
                    let mismatch = same.pending(&wanted, pending).err();
                    let how = match mismatch {
                        Some(mismatch) => self.how(event, mismatch, &pending.action, std::iter::empty()),
                        None => (How::Value, none),
                    };
                    let hindrance = self.hindrance(pending, expected, mismatch);
                    (Came::AboutTo(pending.clone(), hindrance), how)
                }
                (None, None) => (Came::Over(over(&self.trace.end)), (How::Operation, none)),
            },
        };
        Departure { event, then, now, how, missing }
    }

    /// All recorded events have happened: what is otherwise then.
    fn ending(&self, same: &mut Correspondence<'_>) -> Option<Departure> {
        let event = self.recorded.events.len();
        let done = position_after(&self.trace.events, count(&self.recorded.events));
        for wanted in &self.recorded.blocked {
            let next = next_of(self.trace, done, wanted.thread);
            let mismatch = next.as_ref().map(|next| same.pending(wanted, next).err());
            let goes_on = self.trace.events[done..].iter().find(|event| event.thread == wanted.thread);
            let (now, how) = match (mismatch, goes_on, next) {
                // In a race it may go on.
                (Some(None), None, _) => continue,
                (Some(None), Some(_), _) if self.recorded.kind == ViolationKind::Race => continue,
                (Some(mismatch), Some(event), _) => (Came::Did(event.clone()), mismatch.map_or(How::Value, plain)),
                (Some(mismatch), None, Some(next)) => (Came::AboutTo(next, None), mismatch.map_or(How::Value, plain)),
                _ => (self.fate(wanted.thread, &self.trace.events)?, How::Operation),
            };
            let then = Expected::Pending(wanted.clone());
            return Some(Departure { event, then, now, how, missing: Vec::new() });
        }
        // The same exception, thrown elsewhere.
        let (then, now) = (self.recorded.events.last()?, self.trace.events[..done].last()?);
        let thrown = |event: &Event| matches!(event.action, Action::End { uncaught: Some(_), .. });
        (self.recorded.blocked.is_empty() && thrown(then) && thrown(now)).then(|| Departure {
            event: event - 1,
            then: Expected::Event(then.clone()),
            now: Came::Did(now.clone()),
            how: How::Place,
            missing: Vec::new(),
        })
    }

    /// Whether operations are new, or missing (which), or one is another one.
    fn how<'e>(
        &self,
        event: usize,
        mismatch: Mismatch,
        came: &Action,
        mut later: impl Iterator<Item = &'e Action>,
    ) -> (How, Vec<Action>) {
        if !matches!(mismatch, Mismatch::Operation | Mismatch::Object) {
            return (plain(mismatch), Vec::new());
        }
        let expected = &self.recorded.events[event];
        let same = |then: &Action, now: &Action| self.reads_alike(then, now);
        let inserted = later.by_ref().take(DETOUR).any(|action| same(&expected.action, action));
        let own = self.recorded.events[event..].iter().filter(|event| event.thread == expected.thread);
        let own: Vec<&Action> = own.take(DETOUR + 1).map(|event| &event.action).collect();
        let left_out = own.iter().skip(1).position(|action| same(action, came));
        match (inserted, left_out) {
            (true, None) => (How::Inserted, Vec::new()),
            (false, Some(more)) => (How::LeftOut, own.into_iter().take(more + 1).cloned().collect()),
            _ => (plain(mismatch), Vec::new()),
        }
    }

    /// Whether two operations are the same to who reads of them.
    fn reads_alike(&self, then: &Action, now: &Action) -> bool {
        if std::mem::discriminant(then) != std::mem::discriminant(now) {
            return false;
        }
        // Where objects have other ids now, names tell.
        then == now || words(self.names, then) == words(self.symbols, now)
    }

    /// Why a thread does nothing any more: it has ended, or was never started.
    fn fate(&self, thread: ThreadId, before: &[Event]) -> Option<Came> {
        let of_thread = |event: &&Event| event.thread == thread && !event.is_arrival();
        match before.iter().rev().find(of_thread).map(|event| &event.action) {
            Some(Action::End { uncaught, .. }) => return Some(Came::Ended(uncaught.clone())),
            Some(_) => return None,
            None => {}
        }
        let starts = |event: &Event| matches!(event.action, Action::Start { child, .. } if child == thread);
        let started = thread == ThreadId::MAIN || before.iter().any(starts) || self.pending(thread).is_some();
        (!started).then_some(Came::NotStarted)
    }

    fn pending(&self, thread: ThreadId) -> Option<&Pending> {
        self.trace.pending.iter().find(|pending| pending.thread == thread)
    }

    /// Why a thread does not do what it is about to do.
    fn hindrance(&self, pending: &Pending, expected: &Event, mismatch: Option<Mismatch>) -> Option<Hindrance> {
        let mut monitors = Monitors::default();
        self.trace.events.iter().for_each(|event| monitors.apply(event));
        let End::Diverged { message, .. } = &self.trace.end else { return None };
        let why = message.rsplit(": ").next().unwrap_or_default();
        match (monitors.obstacle(pending.thread, &pending.action), expected.outcome) {
            (Some(Obstacle::Owned(monitor, owner)), _) => Some(Hindrance::Blocked(Some((monitor, owner.thread)))),
            (_, Outcome::Woke(Some(woken))) if mismatch.is_none() && why.contains("does not wait") => {
                Some(Hindrance::NoWaiter(woken))
            }
            (Some(_), _) if why.contains("blocked") => Some(Hindrance::Blocked(None)),
            _ if mismatch.is_none() => Some(Hindrance::Other(why.to_owned())),
            _ => None,
        }
    }
}

/// How an execution has ended in which a thread neither has ended nor is about to do anything.
fn over(end: &End) -> String {
    match end {
        End::Deadlock | End::Livelock => "no thread can go on".to_owned(),
        End::Exit(status) => format!("the program has ended with status {status}"),
        _ => "the program has ended".to_owned(),
    }
}

fn plain(mismatch: Mismatch) -> How {
    match mismatch {
        Mismatch::Thread => How::Thread,
        Mismatch::Operation => How::Operation,
        Mismatch::Object => How::Object,
        Mismatch::Place => How::Place,
        Mismatch::Value => How::Value,
    }
}

/// Puts a departure into words.
pub(super) fn tell(
    departure: &Departure,
    failure: &Failure,
    (trace, symbols): (&Trace, &Symbols),
    sources: &Sources,
) -> Departed {
    let names = failure.symbols();
    let recorded = &failure.violation;
    let then = Names::new(&names, &recorded.events, &recorded.blocked);
    let now = Names::new(symbols, &trace.events, &trace.pending);
    let line_then = match &departure.then {
        Expected::Event(event) => spot(&names, event.site, &event.action),
        Expected::Pending(pending) => spot(&names, pending.site, &pending.action),
    };
    let line_now = match &departure.now {
        Came::Did(event) => spot(symbols, event.site, &event.action),
        Came::AboutTo(pending, _) => spot(symbols, pending.site, &pending.action),
        Came::Ended(_) | Came::NotStarted | Came::Over(_) => None,
    };
    let line_then = line_then.and_then(|spot| lines::recorded(&failure.lines, &spot)).map(|line| line.text.as_str());
    let line_now = line_now.and_then(|spot| Line::at(sources, &spot)).map(|line| line.text);
    Departed {
        sentence: sentence(departure, &then, &now),
        places: places(departure, (&then, line_then), (&now, line_now.as_deref())),
    }
}

/// Where something is in the source; the end of a thread by an exception, where that was thrown.
fn spot(symbols: &Symbols, site: SiteId, action: &Action) -> Option<Spot> {
    match action {
        Action::End { uncaught: Some(uncaught), .. } => own_frame(uncaught).and_then(Spot::parse),
        _ => symbols.site(site).map(Spot::of),
    }
}
