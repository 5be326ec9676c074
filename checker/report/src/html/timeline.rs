//! An interleaving as data for the script: a column of numbers for each property of its events, and each text once.
//!
//! Texts are those of the text report. Events are numbered from 0 in the order in which they are shown; arrivals of writes that are shown as writes
//! that arrived at once are left out, and have no number.
//!
//! Invariant: everything else is there. What the page leaves out at first ([`Timeline::quiet`]), it can show.

use super::edges::{EdgeKind, edges};
use super::excerpts::Excerpts;
use super::folds::{Folds, folds, place};
use super::strings::Strings;
use super::things::Things;
use crate::buffers::Delay;
use crate::folded;
use crate::folding::{Folding, Within};
use crate::monitors::{Monitors, Obstacle};
use crate::names::{Names, escape};
use crate::relevance::Shown;
use crate::spot::Spot;
use crate::violation::culprit;
use crate::{cell, rows};
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, MemoryModel, Pending};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// What an event is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
    Arrive,
    Update,
    Lock,
    Wait,
    Thread,
    Print,
    Other,
    Fault,
}

impl Kind {
    const ALL: [(Kind, &str); 10] = [
        (Kind::Read, "read"),
        (Kind::Write, "write"),
        (Kind::Arrive, "arrive"),
        (Kind::Update, "update"),
        (Kind::Lock, "lock"),
        (Kind::Wait, "wait"),
        (Kind::Thread, "thread"),
        (Kind::Print, "print"),
        (Kind::Other, "other"),
        (Kind::Fault, "fault"),
    ];

    fn of(action: &Action) -> Kind {
        match action {
            Action::Read(_) => Kind::Read,
            Action::Write(..) => Kind::Write,
            Action::Arrive(..) => Kind::Arrive,
            Action::Update(..) | Action::Guarded { .. } => Kind::Update,
            Action::Acquire { .. } | Action::Release(_) => Kind::Lock,
            Action::Wait { .. }
            | Action::Resume(_)
            | Action::Notify { .. }
            | Action::NotifyAll { .. }
            | Action::Park(_)
            | Action::Await(_) => Kind::Wait,
            Action::Start { .. } | Action::Join { .. } | Action::End { uncaught: None, .. } => Kind::Thread,
            Action::Print(_) => Kind::Print,
            Action::Exit(_) | Action::End { .. } => Kind::Fault,
            Action::Fence(_) | Action::Alive(_) | Action::State(_) | Action::Choose(_) => Kind::Other,
        }
    }
}

/// An interleaving; its field names are the keys that the script knows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Timeline {
    /// Names of the threads, in the order of their lanes.
    pub threads: Vec<String>,
    /// All texts; other fields have their numbers.
    pub strings: Vec<String>,
    /// Names of the kinds of events.
    kinds: Vec<&'static str>,
    /// Names of the kinds of edges.
    edge_kinds: Vec<&'static str>,
    /// By event: the lane.
    pub lane: Vec<usize>,
    /// By event: what happened.
    pub text: Vec<usize>,
    /// By event: where, as `File.java:12`.
    line: Vec<usize>,
    /// By event: where, as `Class.method(File.java:12)`.
    place: Vec<usize>,
    /// By event: its kind.
    kind: Vec<usize>,
    /// Events of no consequence for other threads.
    pub quiet: Vec<usize>,
    /// After which events another thread goes on, why, and what is said of that where calls are folded.
    pub switches: Vec<(usize, usize, usize)>,
    /// (earlier event, later event, kind).
    pub edges: Vec<(usize, usize, usize)>,
    /// What is left at the end: writes in buffers, and what threads wait for or are about to do.
    pub ends: Vec<Remark>,
    /// The event that is the failure, if it is one.
    pub fault: Option<usize>,
    /// Events about which there is more to say, line by line.
    pub notes: Vec<(usize, Vec<usize>)>,
    /// What is one call of the program, if calls are known.
    pub folds: Option<Folds>,
    /// Variables and objects: the name, and the object that it is a part of.
    pub things: Vec<(usize, Option<usize>)>,
    /// By event: which of them it is about.
    pub about: Vec<Option<usize>>,
    /// Places whose source is in the page: the number of the place, the file, the line.
    pub sources: Vec<(usize, usize, u32)>,
}

/// Something that is no event, in the lane of a thread, after all events.
#[derive(Clone, Debug, Serialize)]
pub struct Remark {
    /// Whose.
    lane: usize,
    /// What.
    text: usize,
    /// Where, as `File.java:12`.
    line: usize,
    /// Where, as `Class.method(File.java:12)`.
    place: usize,
    /// The buffered write of which it speaks, if it does.
    write: Option<usize>,
    /// Where the lock that it waits for was taken.
    held: Option<usize>,
    /// Which of the things it is about.
    about: Option<usize>,
    /// What, and where in both forms, if calls are folded.
    folded: Option<(usize, usize, usize)>,
}

impl Timeline {
    /// The interleaving of a violation that was found under a memory model.
    #[must_use]
    pub fn new(violation: &Violation, symbols: &Symbols, model: MemoryModel, excerpts: &mut Excerpts<'_>) -> Timeline {
        let names = &Names::of(symbols, violation);
        let folding = Folding::of(violation, symbols);
        let events = &violation.events;
        let shown_at_first = Shown::relevant(violation, symbols, model);
        let delays = &shown_at_first.delays;
        let mut strings = Strings::default();
        let mut things = Things::default();
        let mut monitors = Monitors::default();
        let mut timeline = Timeline {
            threads: names.threads.iter().map(|(_, name)| name.clone()).collect(),
            kinds: Kind::ALL.iter().map(|(_, name)| *name).collect(),
            edge_kinds: EdgeKind::ALL.iter().map(|kind| kind.name()).collect(),
            ..Timeline::default()
        };
        // By event: its number on the page.
        let mut shown: Vec<Option<usize>> = vec![None; events.len()];
        let fault = culprit(violation).map(|(event, _)| event);
        for (index, (event, delay)) in events.iter().zip(&delays.of).enumerate() {
            monitors.apply(event);
            if *delay == Delay::Hidden {
                continue;
            }
            let number = timeline.lane.len();
            shown[index] = Some(number);
            timeline.lane.push(names.column(event.thread));
            timeline.text.push(strings.number(cell::delayed_event(names, event, *delay)));
            let thrown_at = folding.as_ref().and_then(|folding| folding.thrown_at(event));
            timeline.line.push(strings.number(thrown_at.unwrap_or_else(|| rows::line(names, event))));
            timeline.place.push(strings.number(place(symbols, event.site)));
            timeline.about.push(things.of(names, &mut strings, &event.action));
            let kind = Kind::of(&event.action);
            timeline.kind.push(Kind::ALL.iter().position(|(known, _)| *known == kind).unwrap_or_default());
            if fault.is_some_and(|fault| std::ptr::eq(fault, event)) {
                timeline.fault = Some(number);
            }
            if let Action::End { uncaught: Some(uncaught), .. } = &event.action {
                let stack = uncaught.stack.iter().map(|frame| strings.number(note(frame)));
                timeline.notes.push((number, stack.collect()));
            }
            if let Some(why) = leaves(names, violation, &monitors, index) {
                let folded = folding.as_ref().map(|folding| leaves_folded(names, violation, folding, &monitors, index));
                let why = strings.number(why);
                timeline.switches.push((number, why, folded.flatten().map_or(why, |text| strings.number(text))));
            }
        }
        let number = |index: usize| shown.get(index).copied().flatten();
        let quiet = (0..events.len()).filter(|&index| !shown_at_first.matters[index]);
        timeline.quiet = quiet.filter_map(number).collect();
        for edge in edges(events, delays) {
            let kind = EdgeKind::ALL.iter().position(|known| *known == edge.kind).unwrap_or_default();
            timeline.edges.extend(number(edge.from).zip(number(edge.to)).map(|(from, to)| (from, to, kind)));
        }
        timeline.folds = folding.as_ref().and_then(|folding| {
            let of = (violation, symbols, model);
            let thing = |strings: &mut Strings, name| things.number(strings, name);
            folds(names, of, (&shown_at_first, folding), &mut strings, number, thing)
        });
        for &index in &delays.left {
            let event = &events[index];
            timeline.ends.push(Remark {
                lane: names.column(event.thread),
                text: strings.number(format!("still buffered: {}", cell::event(names, event))),
                line: strings.number(names.line(event.site)),
                place: strings.number(place(symbols, event.site)),
                write: number(index),
                held: None,
                about: things.of(names, &mut strings, &event.action),
                folded: None,
            });
        }
        for (index, pending) in violation.blocked.iter().enumerate() {
            let folded = folding.as_ref().filter(|_| timeline.folds.is_some()).map(|folding| {
                let within = folding.blocked[index];
                let (text, site) = folded::at_the_end(names, violation, folding, &monitors, pending, within);
                let (line, place) = (names.line(site), place(symbols, site));
                (strings.number(text), strings.number(line), strings.number(place))
            });
            timeline.ends.push(Remark {
                lane: names.column(pending.thread),
                text: strings.number(rows::stuck(names, violation, &monitors, pending)),
                line: strings.number(names.line(pending.site)),
                place: strings.number(place(symbols, pending.site)),
                write: None,
                held: taken(violation, &monitors, pending).and_then(number),
                about: things.of(names, &mut strings, &pending.action),
                folded,
            });
        }
        timeline.sources = sources(violation, symbols, folding.as_ref(), &mut strings, excerpts);
        timeline.strings = strings.all;
        timeline.things = things.all;
        timeline
    }
}

/// A line of a stack trace.
fn note(frame: &str) -> String {
    format!("at {}", escape(frame))
}

/// Asks for the source of each place that is shown, and of that where something was thrown.
fn sources(
    violation: &Violation,
    symbols: &Symbols,
    folding: Option<&Folding<'_>>,
    strings: &mut Strings,
    excerpts: &mut Excerpts<'_>,
) -> Vec<(usize, usize, u32)> {
    let events = violation.events.iter().map(|event| event.site);
    let blocked = violation.blocked.iter().map(|pending| pending.site);
    let calls = folding.into_iter().flat_map(|folding| {
        let within = folding.events.iter().chain(&folding.blocked);
        within.filter_map(move |within| match within {
            Within::Call(call) => folding.method(folding.call(*call)).map(|method| method.site),
            _ => None,
        })
    });
    let mut known = FxHashSet::default();
    let sites = events.chain(blocked).chain(calls).filter(|site| known.insert(*site));
    let mut found = Vec::new();
    for site in sites {
        if let Some((file, line)) = symbols.site(site).and_then(|site| excerpts.want(&Spot::of(site))) {
            found.push((strings.number(place(symbols, site)), file, line));
        }
    }
    for event in &violation.events {
        let Action::End { uncaught: Some(uncaught), .. } = &event.action else { continue };
        let thrown = uncaught.stack.iter().find_map(|frame| Some((frame, excerpts.want(&Spot::parse(frame)?)?)));
        found.extend(thrown.map(|(frame, (file, line))| (strings.number(note(frame)), file, line)));
    }
    found
}

/// The event in which the lock was taken that a thread waits for.
fn taken(violation: &Violation, monitors: &Monitors, pending: &Pending) -> Option<usize> {
    let Some(Obstacle::Owned(wanted, owner)) = monitors.obstacle(pending.thread, &pending.action) else { return None };
    let takes = |event: &Event| match event.action {
        Action::Acquire { monitor, .. } => {
            (monitor, event.thread, event.site) == (wanted, owner.thread, owner.acquired)
        }
        _ => false,
    };
    violation.events.iter().rposition(takes)
}

/// Why another thread goes on after an event, if one does.
fn leaves(names: &Names<'_>, violation: &Violation, monitors: &Monitors, index: usize) -> Option<String> {
    let event = &violation.events[index];
    if event.is_arrival() {
        return None;
    }
    let next = violation.events[index + 1..].iter().find(|event| !event.is_arrival())?;
    let over = matches!(event.action, Action::End { .. } | Action::Exit(_));
    if next.thread == event.thread || over {
        return None;
    }
    rows::switch(names, violation, monitors, index)
}

/// What is said where calls are folded of why another thread goes on after an event; none if that is no other text.
fn leaves_folded(
    names: &Names<'_>,
    violation: &Violation,
    folding: &Folding<'_>,
    monitors: &Monitors,
    index: usize,
) -> Option<String> {
    let why = rows::switch(names, violation, monitors, index).filter(|why| why.starts_with("waits"))?;
    let thread = violation.events[index].thread;
    let within = folding.events[index];
    let text = folded::waits(names, violation, folding, monitors, (thread, index), within);
    // In which call it waits is seen.
    Some(text.unwrap_or_else(|| if matches!(within, Within::Call(_)) { "waits".to_owned() } else { why }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snippet::Sources;
    use mcr_explore::ViolationKind;
    use mcr_protocol::{LocationId, Order, Outcome, Patience, Schedule, SiteId, ThreadId, Uncaught, Value};

    const MAIN: ThreadId = ThreadId::MAIN;
    const X: LocationId = LocationId(1);

    fn child() -> ThreadId {
        MAIN.child(0)
    }

    fn did(thread: ThreadId, action: Action) -> Event {
        let outcome = if let Action::Read(_) = action { Outcome::Read(Value(0)) } else { Outcome::Done };
        Event { thread, site: SiteId(1), action, outcome }
    }

    fn start() -> Event {
        did(MAIN, Action::Start { child: child(), argument: Value(0), daemon: false, tells: None })
    }

    fn lock(monitor: u64) -> Action {
        Action::Acquire { monitor: Value(monitor), patience: Patience::FOREVER, parks: false }
    }

    fn timeline(kind: ViolationKind, events: Vec<Event>, blocked: Vec<Pending>, model: MemoryModel) -> Timeline {
        let message = String::new();
        let schedule = Schedule::default();
        let violation = Violation {
            kind,
            message,
            events,
            blocked,
            thread: None,
            schedule,
            first_execution: 1,
            walker: None,
            calls: None,
            chain: None,
        };
        Timeline::new(&violation, &Symbols::default(), model, &mut Excerpts::new(&Sources::none()))
    }

    fn texts(timeline: &Timeline) -> Vec<&str> {
        timeline.text.iter().map(|number| timeline.strings[*number].as_str()).collect()
    }

    #[test]
    fn events_are_numbered_as_they_are_shown() {
        // The first write arrives before anybody else does anything: it is shown as one that is not buffered.
        let write = || did(MAIN, Action::Write(X, Value(0), Order::Plain));
        let arrive = || did(MAIN, Action::Arrive(X, Value(0)));
        let read = || did(child(), Action::Read(X));
        let events = vec![start(), write(), arrive(), write(), read(), arrive(), read()];
        let found = timeline(ViolationKind::Exception, events, vec![], MemoryModel::Tso);
        let x = "@0001";
        let child = &found.threads[1];
        assert_eq!(
            texts(&found),
            [
                format!("start {child}"),
                format!("{x} = 0"),
                format!("{x} = 0 (buffered)"),
                format!("{x} -> 0"),
                format!("=> {x} = 0 reaches memory"),
                format!("{x} -> 0")
            ]
        );
        assert_eq!(found.lane, [0, 0, 0, 1, 0, 1]);
        let edges: Vec<_> = found.edges.iter().map(|&(from, to, kind)| (from, to, found.edge_kinds[kind])).collect();
        assert_eq!(edges, [(0, 3, "start"), (1, 3, "reads"), (2, 4, "arrives"), (4, 5, "reads")]);
        // There is no switch after the last step of a thread.
        assert_eq!(found.switches, []);
        assert_eq!(found.quiet, [] as [usize; 0]);
    }

    #[test]
    fn the_failure_is_the_last_exception_with_its_stack() {
        let stack = vec!["a.B.run(B.java:7)".to_owned()];
        let uncaught = Uncaught { class: "a.Bad".into(), message: None, stack, assertion: false };
        let end = did(child(), Action::End { uncaught: Some(uncaught), notifies: None });
        let found = timeline(ViolationKind::Exception, vec![start(), end], vec![], MemoryModel::Sc);
        assert_eq!(found.fault, Some(1));
        assert_eq!(texts(&found)[1], "throws Bad");
        assert_eq!(found.strings[found.line[1]], "B.java:7");
        let notes: Vec<&str> = found.notes[0].1.iter().map(|number| found.strings[*number].as_str()).collect();
        assert_eq!((found.notes[0].0, notes), (1, vec!["at a.B.run(B.java:7)"]));
    }

    #[test]
    fn who_is_stuck_is_told_where_the_lock_was_taken() {
        let events = vec![start(), did(MAIN, lock(7)), did(child(), lock(8))];
        let blocked = vec![
            Pending { thread: child(), site: SiteId(2), action: lock(7) },
            Pending { thread: MAIN, site: SiteId(3), action: lock(8) },
        ];
        let found = timeline(ViolationKind::Deadlock, events, blocked, MemoryModel::Sc);
        let held: Vec<Option<usize>> = found.ends.iter().map(|end| end.held).collect();
        assert_eq!(held, [Some(1), Some(2)]);
        assert_eq!((found.fault, found.ends[0].lane), (None, 1));
    }
}
