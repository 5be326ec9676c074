//! Which steps of an interleaving its reader needs, from the events alone.
//!
//! A step is of no consequence if nobody else could tell that it happened, and it does not show what the failure comes from: it uses
//! what one thread alone uses, or reads what nobody writes, or what was written before the reader was started. In doubt a step stays:
//! what is printed, questions, choices, fences, parks, joins, whatever gives up waiting, what store buffers do.
//!
//! Invariant: of everything that two threads use and one of them changes while the other may be running, each use stays. So do the last
//! reads of the thread that fails, and the writes that these find.

use super::buffers::{Delay, Delays};
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::{Symbols, is_class_of_jdk, is_class_of_test_framework};
use mcr_protocol::{
    Action, Event, Ids, LocationId, MemoryModel, Names, Outcome, Resource, ThreadId, Touch, Value, Wake,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Reads of the thread that fails that stay, whatever they read.
const LAST_READS: usize = 3;

/// What a table shows of an interleaving.
#[derive(Clone, Debug)]
pub struct Shown {
    /// By event.
    pub matters: Vec<bool>,
    /// What store buffers did, by event.
    pub delays: Delays,
    /// The threads that have to do with what is shown.
    pub threads: FxHashSet<ThreadId>,
}

/// What threads have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Location(LocationId),
    /// Or a wait set.
    Monitor(Value),
}

/// Who uses a thing, and when.
#[derive(Clone, Debug, Default)]
struct Uses {
    by: FxHashSet<ThreadId>,
    /// Who changes it, with the number of the last event that does.
    changes: FxHashMap<ThreadId, usize>,
}

impl Shown {
    /// Everything.
    #[must_use]
    pub fn all(violation: &Violation, model: MemoryModel) -> Shown {
        let delays = Delays::new(&violation.events, model);
        let matters = vec![true; violation.events.len()];
        let threads = threads(violation, &matters);
        Shown { matters, delays, threads }
    }

    /// What matters.
    #[must_use]
    pub fn relevant(violation: &Violation, symbols: &Symbols, model: MemoryModel) -> Shown {
        let events = &violation.events;
        let delays = Delays::new(events, model);
        let concerned = contested(violation);
        let mut matters: Vec<bool> = events
            .iter()
            .zip(&delays.of)
            .map(|(event, delay)| {
                let used =
                    || used(event.thread, &event.action).into_iter().any(|(thing, _)| concerned.contains(&thing));
                matches!(delay, Delay::Buffered | Delay::Forwarded) || stays(event) || used()
            })
            .collect();
        failure(violation, symbols, &mut matters);
        for (event, matters) in events.iter().zip(&mut matters) {
            *matters &= !is_mark(event, symbols);
        }
        starts_and_ends(violation, &mut matters);
        let threads = threads(violation, &matters);
        Shown { matters, delays, threads }
    }

    /// Whether an event has a row of its own.
    #[must_use]
    pub fn is_row(&self, index: usize) -> bool {
        self.matters[index] && self.delays.of[index] != Delay::Hidden
    }

    /// How many steps are left out.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.matters.iter().filter(|matters| !**matters).count()
    }
}

/// Whether a step matters by itself. Of starts and ends it is decided later.
fn stays(event: &Event) -> bool {
    let gives_up = matches!(event.outcome, Outcome::Resumed(Wake::TimedOut | Wake::Interrupted | Wake::Spurious));
    let looks = |action: &Action| {
        matches!(
            action,
            Action::Alive(_) | Action::State(_) | Action::Choose(_) | Action::Await(_) | Action::Join { .. }
        )
    };
    let ends = |action: &Action| matches!(action, Action::Exit(_) | Action::End { uncaught: Some(_), .. });
    let by_itself = matches!(event.action, Action::Arrive(..) | Action::Fence(_) | Action::Park(_) | Action::Print(_));
    gives_up || by_itself || looks(&event.action) || ends(&event.action)
}

/// What an action uses, and whether it may change it: locations, monitors and wait sets among what it touches.
fn used(thread: ThreadId, action: &Action) -> Vec<(Thing, bool)> {
    let mut used = Vec::new();
    action.touches(thread, &mut |Touch { resource, writes }| match resource {
        Resource::Location(location) => {
            // In doubt a step stays: who waits for a number counts as if it changed it.
            used.push((Thing::Location(location), writes || matches!(action, Action::Guarded { .. })));
        }
        Resource::Monitor(monitor) | Resource::WaitSet(monitor) => used.push((Thing::Monitor(monitor), writes)),
        Resource::Liveness(_) | Resource::Aliveness(_) => {}
        Resource::Output | Resource::Doings | Resource::Leaving => {}
    });
    match action {
        // It stands for the write that it is a part of.
        Action::Arrive(..) => used.clear(),
        // The resume after it does not say that an interrupt may end it.
        Action::Wait { patience, .. } => {
            used.extend(Ids::flag(*patience, thread).map(|flag| (Thing::Location(flag), true)));
        }
        _ => {}
    }
    used
}

/// The things through which one thread may have mattered to another, and those that somebody waits for.
fn contested(violation: &Violation) -> FxHashSet<Thing> {
    let mut uses: FxHashMap<Thing, Uses> = FxHashMap::default();
    let mut contested = FxHashSet::default();
    // Who started a thread, and when.
    let mut started: FxHashMap<ThreadId, (ThreadId, usize)> = FxHashMap::default();
    let events = violation.events.iter().map(|event| (event.thread, &event.action));
    let pending = violation.blocked.iter().map(|pending| (pending.thread, &pending.action));
    for (n, (thread, action)) in events.chain(pending).enumerate() {
        if let Action::Start { child, .. } = action {
            started.insert(*child, (thread, n));
        }
        let waits = n >= violation.events.len() || matches!(action, Action::Await(_));
        for (thing, changes) in used(thread, action) {
            let uses = uses.entry(thing).or_default();
            uses.by.insert(thread);
            if changes {
                uses.changes.insert(thread, n);
            }
            if waits {
                contested.insert(thing);
            }
        }
    }
    let before_start = |thread: ThreadId, by: ThreadId, last: usize| {
        let mut at = thread;
        while let Some((parent, start)) = started.get(&at) {
            if *parent == by {
                return last < *start;
            }
            at = *parent;
        }
        false
    };
    for (thing, Uses { by, changes }) in uses {
        let only_before = |(changer, last): (&ThreadId, &usize)| {
            matches!(thing, Thing::Location(_))
                && by.iter().all(|user| user == changer || before_start(*user, *changer, *last))
        };
        let settled = changes.is_empty() || changes.len() == 1 && changes.iter().all(only_before);
        if by.len() > 1 && !settled {
            contested.insert(thing);
        }
    }
    contested
}

/// What a failure comes from: the last event, the reads before it, the writes that they find.
fn failure(violation: &Violation, symbols: &Symbols, matters: &mut [bool]) {
    let stuck = matches!(violation.kind, ViolationKind::Deadlock | ViolationKind::Livelock | ViolationKind::Race);
    // What is printed is wrong, and not how the program ends.
    let is_wrong = |event: &Event| match violation.kind {
        ViolationKind::Outcome => matches!(event.action, Action::Print(_)) && !is_mark(event, symbols),
        _ => true,
    };
    let Some(wrong) = violation.events.iter().rposition(is_wrong).filter(|_| !stuck) else { return };
    matters[wrong] = true;
    let last = &violation.events[wrong];
    let before = &violation.events[..end_of_test(&violation.events[..wrong], last.thread, symbols)];
    let reads = before.iter().enumerate().rev().filter_map(|(n, event)| match event.action {
        Action::Read(location) if event.thread == last.thread => Some((n, location)),
        _ => None,
    });
    for (n, location) in reads.take(LAST_READS) {
        matters[n] = true;
        let writes = |event: &Event| match event.action {
            Action::Write(to, ..) | Action::Update(to, _) => to == location,
            _ => false,
        };
        if let Some(write) = before[..n].iter().rposition(writes) {
            matters[write] = true;
        }
    }
}

/// Whether an event is the print by which the program that runs a test says what became of it.
#[must_use]
pub fn is_mark(event: &Event, symbols: &Symbols) -> bool {
    let site = || symbols.site(event.site).is_some_and(|site| is_class_of_test_framework(&site.class));
    matches!(event.action, Action::Print(_)) && site()
}

/// The number of events after which a thread has done nothing more for the test itself: what a framework of tests does in the end, with the JDK, is
/// no reason why a test fails.
fn end_of_test(events: &[Event], thread: ThreadId, symbols: &Symbols) -> usize {
    let mut end = events.len();
    for (n, event) in events.iter().enumerate().rev().filter(|(_, event)| event.thread == thread) {
        match symbols.site(event.site) {
            Some(site) if is_class_of_test_framework(&site.class) => end = n,
            Some(site) if is_class_of_jdk(&site.class) => {}
            _ => break,
        }
    }
    end
}

/// A start or an end of a thread matters if something else of the thread does.
fn starts_and_ends(violation: &Violation, matters: &mut [bool]) {
    loop {
        let threads = threads(violation, matters);
        let mut changed = false;
        for (event, matters) in violation.events.iter().zip(&mut *matters) {
            let now = match &event.action {
                Action::Start { child, .. } => threads.contains(child),
                Action::End { .. } => threads.contains(&event.thread),
                _ => false,
            };
            changed |= now && !*matters;
            *matters |= now;
        }
        if !changed {
            return;
        }
    }
}

/// The threads that have to do with what matters.
fn threads(violation: &Violation, matters: &[bool]) -> FxHashSet<ThreadId> {
    let mut threads: FxHashSet<ThreadId> = violation.blocked.iter().map(|pending| pending.thread).collect();
    threads.insert(ThreadId::MAIN);
    for (event, _) in violation.events.iter().zip(matters).filter(|(_, matters)| **matters) {
        threads.insert(event.thread);
        threads.extend(event.action.other_thread());
    }
    threads
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::{Order, Patience, Pending, Schedule, SiteId, Uncaught};

    const MAIN: ThreadId = ThreadId::MAIN;
    const X: LocationId = LocationId(1);
    const Y: LocationId = LocationId(2);

    fn one() -> ThreadId {
        MAIN.child(0)
    }

    fn two() -> ThreadId {
        MAIN.child(1)
    }

    fn read(location: LocationId) -> Action {
        Action::Read(location)
    }

    fn write(location: LocationId) -> Action {
        Action::Write(location, Value(1), Order::Plain)
    }

    fn start(child: ThreadId) -> Action {
        Action::Start { child, argument: Value::ZERO, daemon: false, tells: None }
    }

    fn lock(monitor: u64) -> Action {
        Action::Acquire { monitor: Value(monitor), patience: Patience::FOREVER, parks: false }
    }

    fn end() -> Action {
        Action::End { uncaught: None, notifies: None }
    }

    fn throws() -> Action {
        let uncaught = Uncaught { class: "E".into(), message: None, stack: vec![], assertion: false };
        Action::End { uncaught: Some(uncaught), notifies: None }
    }

    /// A letter for each event: `+` if it matters, else `-`.
    fn decide(kind: ViolationKind, events: &[(ThreadId, Action)], blocked: &[(ThreadId, Action)]) -> String {
        let site = SiteId(1);
        let event = |(thread, action): &(ThreadId, Action)| {
            let outcome = if let Action::Read(_) = action { Outcome::Read(Value(1)) } else { Outcome::Done };
            Event { thread: *thread, site, action: action.clone(), outcome }
        };
        let pending = |(thread, action): &(ThreadId, Action)| Pending { thread: *thread, site, action: action.clone() };
        let violation = Violation {
            kind,
            message: String::new(),
            events: events.iter().map(event).collect(),
            blocked: blocked.iter().map(pending).collect(),
            thread: None,
            schedule: Schedule::default(),
            first_execution: 1,
            walker: None,
            calls: None,
            chain: None,
        };
        let shown = Shown::relevant(&violation, &Symbols::default(), MemoryModel::Sc);
        shown.matters.iter().map(|matters| if *matters { '+' } else { '-' }).collect()
    }

    fn fails(events: &[(ThreadId, Action)], expected: &str) {
        assert_eq!(decide(ViolationKind::Exception, events, &[]), expected);
    }

    fn is_stuck(events: &[(ThreadId, Action)], blocked: &[(ThreadId, Action)], expected: &str) {
        assert_eq!(decide(ViolationKind::Deadlock, events, blocked), expected);
    }

    #[test]
    fn what_one_thread_alone_uses_does_not_matter() {
        fails(
            &[
                (MAIN, write(Y)),
                (MAIN, start(one())),
                (MAIN, lock(7)),
                (one(), write(X)),
                (MAIN, read(X)),
                (MAIN, throws()),
            ],
            "-+-+++",
        );
    }

    #[test]
    fn what_nobody_writes_does_not_matter() {
        is_stuck(&[(MAIN, start(one())), (one(), read(X)), (MAIN, read(X))], &[(one(), lock(1))], "+--");
    }

    #[test]
    fn what_was_written_before_the_start_does_not_matter() {
        let before = [(MAIN, write(X)), (MAIN, start(one())), (one(), start(two())), (two(), read(X))];
        is_stuck(&before, &[(two(), lock(1))], "-++-");
        let after = [(MAIN, start(one())), (MAIN, write(X)), (one(), start(two())), (two(), read(X))];
        is_stuck(&after, &[(two(), lock(1))], "++++");
        // Not the one that started it.
        let other = [(MAIN, start(one())), (one(), write(X)), (MAIN, start(two())), (two(), read(X))];
        is_stuck(&other, &[(two(), lock(1))], "++++");
    }

    #[test]
    fn what_two_threads_write_matters() {
        is_stuck(&[(MAIN, start(one())), (MAIN, write(X)), (one(), write(X))], &[(one(), lock(1))], "+++");
    }

    #[test]
    fn the_last_reads_before_a_failure_matter_and_what_they_find() {
        fails(&[(MAIN, write(X)), (MAIN, write(X)), (MAIN, write(Y)), (MAIN, read(X)), (MAIN, throws())], "-+-++");
    }

    #[test]
    fn locks_matter_if_another_thread_uses_them_or_wants_to() {
        let events = [(MAIN, start(one())), (MAIN, lock(1)), (one(), lock(2)), (one(), lock(3))];
        is_stuck(&events, &[(MAIN, lock(2)), (one(), lock(1))], "+++-");
    }

    #[test]
    fn a_thread_that_does_nothing_of_consequence_does_not_appear() {
        let events = [
            (MAIN, start(one())),
            (MAIN, start(two())),
            (one(), write(Y)),
            (one(), end()),
            (two(), write(X)),
            (two(), end()),
            (MAIN, read(X)),
            (MAIN, throws()),
        ];
        fails(&events, "-+--++++");
        let joins = Action::Join { child: one(), patience: Patience::FOREVER };
        let events = [(MAIN, start(one())), (one(), write(Y)), (one(), end()), (MAIN, joins), (MAIN, throws())];
        fails(&events, "+-+++");
    }
}
