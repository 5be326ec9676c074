//! Replays of changed programs: what is the recorded failure still, and in which words it is said where an execution goes another way.
//!
//! The executions are made by hand: `main` and a thread `consumer-1`, a class `Box` whose places are lines of one method each.

use mcr_checker::cli::Options;
use mcr_checker::failure::{Changes, Compared, Failure, Replay, compare};
use mcr_checker::session::{Argument, Setting};
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{
    Action, End, Event, LocationId, LocationLabel, MemoryModel, Order, Outcome, Patience, Pending, Schedule, Site,
    SiteId, ThreadId, ThreadInfo, Trace, Uncaught, Value, ValueKind,
};
use mcr_report::snippet::Sources;
use std::fs;

const X: LocationId = LocationId(10);
const Y: LocationId = LocationId(11);
const BOX: Value = Value(20);
const LOG: Value = Value(21);

fn consumer() -> ThreadId {
    ThreadId::MAIN.child(0)
}

/// A method of `Box`, with lines; the number of a place is its line, its instruction ten times that.
#[derive(Clone)]
struct Code {
    method: &'static str,
    /// How many lines all places have moved.
    shift: u32,
    thread: &'static str,
    /// What ids are greater by.
    ids: u64,
}

const CODE: Code = Code { method: "take", shift: 0, thread: "consumer-1", ids: 0 };

fn event(thread: ThreadId, line: u32, action: Action, outcome: Outcome) -> Event {
    Event { thread, site: SiteId(line), action, outcome }
}

fn done(thread: ThreadId, line: u32, action: Action) -> Event {
    event(thread, line, action, Outcome::Done)
}

fn start() -> Event {
    let child = Action::Start { child: consumer(), argument: Value(1), daemon: false, tells: None };
    done(ThreadId::MAIN, 5, child)
}

fn read(line: u32, location: LocationId, value: u64) -> Event {
    event(consumer(), line, Action::Read(location), Outcome::Read(Value(value)))
}

fn lock(line: u32, monitor: Value) -> Event {
    done(consumer(), line, Action::Acquire { monitor, patience: Patience::FOREVER, parks: false })
}

fn notify() -> Action {
    Action::Notify { monitor: BOX, set: BOX }
}

/// `consumer-1` ends with an exception that is thrown in a line.
fn throws(message: &str, line: u32) -> Event {
    let stack = vec![format!("Box.take(Box.java:{line})"), "java.lang.Thread.run(Thread.java:1)".to_owned()];
    let uncaught = Uncaught { class: "E".into(), message: Some(message.into()), stack, assertion: false };
    done(consumer(), 0, Action::End { uncaught: Some(uncaught), notifies: None })
}

/// What an execution of some code tells.
fn trace(code: &Code, events: Vec<Event>, pending: Vec<Pending>, end: End) -> Trace {
    let mut lines: Vec<u32> = events.iter().map(|e| e.site.0).chain(pending.iter().map(|p| p.site.0)).collect();
    lines.sort_unstable();
    lines.dedup();
    let sites = lines.into_iter().filter(|line| *line > 0).map(|line| Site {
        id: SiteId(line),
        class: "Box".into(),
        method: code.method.into(),
        file: Some("Box.java".into()),
        line: Some(line + code.shift),
        bci: 10 * line,
        atomic: None,
        waits_once: false,
    });
    let label = |id: LocationId, label: &str| LocationLabel {
        id: LocationId(id.0 + code.ids),
        label: label.into(),
        kind: ValueKind::Integer,
        atomic: false,
    };
    let thread = |id, name: &str| ThreadInfo { id, name: name.into() };
    Trace {
        new_sites: sites.collect(),
        new_threads: vec![thread(ThreadId::MAIN, "main"), thread(consumer(), code.thread)],
        new_locations: vec![label(X, "Box#1.x"), label(Y, "Box#1.y")],
        new_objects: vec![(Value(BOX.0 + code.ids), "Box#1".into()), (Value(LOG.0 + code.ids), "Log#1".into())],
        events,
        pending,
        end,
        keys: vec![],
        initial: vec![],
        rewritten_classes: 1,
        new_skipped_classes: vec![],
        new_excluded_classes: vec![],
        new_classes: vec![],
        new_unrepeatable: vec![],
        new_fresh_classes: None,
        new_insights: vec![],
        not_covered: vec![],
        new_coarse_calls: vec![],
        new_silent_reads: vec![],
        is_remembered: false,
        calls: None,
    }
}

fn symbols(trace: &Trace) -> Symbols {
    let mut symbols = Symbols::default();
    symbols.learn(trace);
    symbols
}

/// A failure file for these events, of which a check has seen these sources.
fn failure(kind: ViolationKind, events: Vec<Event>, blocked: Vec<Pending>, sources: &Sources) -> Failure {
    let thread = events.last().map(|event| event.thread);
    let trace = trace(&CODE, events.clone(), blocked.clone(), End::Normal);
    let violation = Violation {
        kind,
        message: "m".into(),
        schedule: Schedule::default(),
        events,
        blocked,
        thread,
        first_execution: 1,
        walker: None,
        calls: None,
        chain: None,
    };
    let setting = Setting {
        command: vec![Argument::Text("java".into()), Argument::Text("Box".into())],
        directory: Argument::Text("/".into()),
        jvm: "17".into(),
        configure: Options::parse_agent("").unwrap().configure(MemoryModel::Sc),
        classes: vec![("Box".into(), 1)],
        title: None,
        asked: vec![],
        input: vec![],
        network: vec![],
    };
    Failure::new(&violation, &symbols(&trace), &setting, sources)
}

/// The class of the program is another one.
fn changed() -> Changes {
    Changes::between(&[("Box".into(), 1)], &[("Box".into(), 2)])
}

fn replayed(failure: &Failure, trace: &Trace, changes: &Changes) -> Compared {
    compare(failure, trace, &symbols(trace), changes, &Sources::none())
}

/// The events of a failure: `consumer-1` reads x, calls notify, and throws.
fn story() -> Vec<Event> {
    vec![
        start(),
        lock(19, BOX),
        read(20, X, 1),
        event(consumer(), 21, notify(), Outcome::Woke(None)),
        throws("seen", 22),
    ]
}

fn is_exact(compared: &Compared) -> bool {
    matches!(compared.replay, Replay::Exact(_))
}

/// What is said where these events come in the place of those of the story.
fn said(came: Vec<Event>, next: Option<Pending>, end: End) -> String {
    let failure = failure(ViolationKind::Exception, story(), vec![], &Sources::none());
    let compared = replayed(&failure, &trace(&CODE, came, next.into_iter().collect(), end), &changed());
    compared.departed.unwrap().sentence
}

fn diverged() -> End {
    End::Diverged {
        event: 3,
        message: "event 3: the schedule expects x; y announced z: this is another operation".into(),
    }
}

#[test]
fn another_operation_is_said_with_what_was_there_and_what_is_there_now() {
    let failure = failure(ViolationKind::Exception, story(), vec![], &Sources::none());
    let next = Pending { thread: consumer(), site: SiteId(21), action: Action::NotifyAll { monitor: BOX, set: BOX } };
    let now = trace(&Code { shift: 2, ..CODE }, story()[..3].to_vec(), vec![next], diverged());
    let compared = replayed(&failure, &now, &changed());
    let departed = compared.departed.unwrap();
    assert_eq!(
        departed.sentence,
        "the recorded schedule expects consumer-1 to notify at Box.java:21; it called notifyAll at Box.java:23"
    );
    assert_eq!(departed.places, ["then: Box.java:21 notify Box#1 -> nobody", "now:  Box.java:23 notifyAll Box#1"]);
    assert!(matches!(&compared.replay, Replay::Failed(what) if what == "the schedule could not be followed"));
}

#[test]
fn each_kind_of_departure_has_its_words() {
    let with = |changes: &[(usize, Event)]| {
        let mut events = story();
        changes.iter().for_each(|(at, event)| events[*at] = event.clone());
        events
    };
    let expects = |what: &str| format!("the recorded schedule expects {what}");
    // Another value, another object, another place, another exception.
    assert_eq!(
        said(with(&[(2, read(20, X, 7))]), None, End::Normal),
        expects("consumer-1 to read 1 from Box#1.x at Box.java:20; it read 7 from Box#1.x")
    );
    assert_eq!(
        said(with(&[(1, lock(19, LOG))]), None, End::Normal),
        expects("consumer-1 to lock Box#1 at Box.java:19; it locked Log#1")
    );
    assert_eq!(
        said(with(&[(4, throws("unseen", 22))]), None, End::Normal),
        expects("consumer-1 to throw E: seen at Box.java:22; it threw E: unseen")
    );
    assert_eq!(
        said(with(&[(4, throws("seen", 27))]), None, End::Normal),
        expects("consumer-1 to throw E: seen at Box.java:22; it threw E: seen at Box.java:27")
    );
    // An operation more, and one less.
    let mut more = story();
    more.insert(2, done(consumer(), 20, Action::Write(Y, Value(3), Order::Plain)));
    assert_eq!(
        said(more, None, End::Normal),
        expects("consumer-1 to read Box#1.x at Box.java:20; it first wrote 3 to Box#1.y, which is new")
    );
    let mut less = story();
    less.remove(1);
    assert_eq!(
        said(less, None, End::Normal),
        expects("consumer-1 to lock Box#1 at Box.java:19; it read Box#1.x at Box.java:20 without that")
    );
    // It has ended, it goes on, it was not started.
    let mut ended = story();
    ended[3] = done(consumer(), 0, Action::End { uncaught: None, notifies: None });
    assert_eq!(said(ended[..4].to_vec(), None, End::Normal), expects("consumer-1 to notify at Box.java:21; it ended"));
    assert_eq!(
        said(with(&[(4, read(23, Y, 0))]), None, End::Normal),
        expects("consumer-1 to throw E: seen at Box.java:22; it read Box#1.y at Box.java:23")
    );
    let alone = vec![done(ThreadId::MAIN, 5, Action::Print("a".into()))];
    assert_eq!(said(alone, None, diverged()), expects("main to start consumer-1 at Box.java:5; it printed \"a\""));
    // Blocked, by whom.
    let mut blocked = vec![start(), lock(19, BOX)];
    blocked[1].thread = ThreadId::MAIN;
    let waits = Pending { thread: consumer(), site: SiteId(19), action: lock(19, BOX).action };
    assert_eq!(
        said(vec![start(), blocked.remove(1)], Some(waits), diverged()),
        expects("consumer-1 to lock Box#1 at Box.java:19; main locked Box#1")
    );
}

#[test]
fn a_thread_that_has_ended_or_was_never_started_is_said_to() {
    let mut recorded = story();
    recorded.remove(0);
    let failure = failure(ViolationKind::Exception, recorded, vec![], &Sources::none());
    let sentence = |events: Vec<Event>| {
        let compared = replayed(&failure, &trace(&CODE, events, vec![], diverged()), &changed());
        compared.departed.unwrap().sentence
    };
    let start = "the recorded schedule expects consumer-1 to";
    assert_eq!(sentence(vec![]), format!("{start} lock Box#1 at Box.java:19; that thread was not started"));
    let ended =
        vec![lock(19, BOX), read(20, X, 1), done(consumer(), 0, Action::End { uncaught: None, notifies: None })];
    assert_eq!(sentence(ended), format!("{start} notify at Box.java:21; it ended"));
}

#[test]
fn lines_methods_threads_and_ids_that_are_others_now_are_found_again() {
    let failure = failure(ViolationKind::Exception, story(), vec![], &Sources::none());
    // The exception has moved as far as what is before it in the method.
    let mut moved = story();
    moved[4] = throws("seen", 25);
    let code = Code { shift: 3, thread: "taker-1", ..CODE };
    let compared = replayed(&failure, &trace(&code, moved.clone(), vec![], End::Normal), &changed());
    assert!(is_exact(&compared), "{compared:?}");
    assert_eq!(compared.drift.moved, 4);
    assert_eq!(compared.drift.threads, [("consumer-1".to_owned(), "taker-1".to_owned())]);
    // In a class that is the same nothing can have moved.
    let same = replayed(&failure, &trace(&code, moved, vec![], End::Normal), &Changes::default());
    assert!(!is_exact(&same));

    // Objects are named by what was made before.
    let mut renamed = story();
    let other = |value: Value| Value(value.0 + 100);
    renamed[1] = lock(19, other(BOX));
    renamed[2] = read(20, LocationId(X.0 + 100), 1);
    renamed[3].action = Action::Notify { monitor: other(BOX), set: other(BOX) };
    let code = Code { ids: 100, ..CODE };
    let compared = replayed(&failure, &trace(&code, renamed, vec![], End::Normal), &changed());
    assert!(is_exact(&compared), "{compared:?}");
}

#[test]
fn another_failure_is_not_taken_for_the_recorded_one() {
    let failure = failure(ViolationKind::Exception, story(), vec![], &Sources::none());
    let shifted = Code { shift: 3, ..CODE };
    // All has moved but what throws; only what throws; not as far as the rest, and farther.
    for (code, thrown) in [(&shifted, 22), (&CODE, 23), (&shifted, 24), (&shifted, 29)] {
        let mut events = story();
        events[4] = throws("seen", thrown);
        let compared = replayed(&failure, &trace(code, events, vec![], End::Normal), &changed());
        assert!(matches!(compared.replay, Replay::Different(_)), "{thrown}: {compared:?}");
    }
    // By other events, and at another line.
    let mut events = story();
    events[2] = read(20, Y, 1);
    events[4] = throws("seen", 23);
    let compared = replayed(&failure, &trace(&CODE, events, vec![], End::Normal), &changed());
    assert!(matches!(compared.replay, Replay::Different(_)), "{compared:?}");
}

#[test]
fn two_places_are_never_taken_for_one_and_order_in_a_method_stays() {
    let twice = |first: u32, second: u32| {
        let mut events = story();
        events.splice(2..3, [read(first, X, 1), read(second, X, 1)]);
        events[5] = throws("seen", 22);
        events
    };
    let exact = |recorded: (u32, u32), now: (u32, u32)| {
        let failure = failure(ViolationKind::Exception, twice(recorded.0, recorded.1), vec![], &Sources::none());
        let now = trace(&CODE, twice(now.0, now.1), vec![], End::Normal);
        is_exact(&replayed(&failure, &now, &changed()))
    };
    assert!(exact((20, 21), (20, 21)) && exact((20, 20), (20, 20)));
    // One place has become two, two have become one, the second comes before the first.
    assert!(!exact((19, 19), (19, 20)) && !exact((19, 20), (20, 20)) && !exact((20, 18), (18, 20)));
}

#[test]
fn a_line_that_is_still_there_is_itself_and_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let sources = || Sources::new(vec![directory.path().to_owned()]);
    let write = |lines: &[(usize, &str)]| {
        let mut text = vec![""; 40];
        lines.iter().for_each(|(line, content)| text[line - 1] = content);
        fs::write(directory.path().join("Box.java"), text.join("\n")).unwrap();
    };
    write(&[(22, "throw new E(\"seen\"); // first"), (27, "throw new E(\"seen\"); // second")]);
    let failure = failure(ViolationKind::Exception, story(), vec![], &sources());
    let thrown_at = |line: u32| {
        let mut events = story();
        events[4] = throws("seen", line);
        let now = trace(&CODE, events, vec![], End::Normal);
        compare(&failure, &now, &symbols(&now), &changed(), &sources())
    };
    // Five lines are new before the first throw: in line 27 is the one that was in 22, and in 22 is neither.
    write(&[(27, "throw new E(\"seen\"); // first"), (32, "throw new E(\"seen\"); // second")]);
    assert!(is_exact(&thrown_at(27)));
    assert!(!is_exact(&thrown_at(32)) && !is_exact(&thrown_at(22)));
    let places = thrown_at(32).departed.unwrap().places;
    assert_eq!(places[0], "then: Box.java:22 throws E: seen  | throw new E(\"seen\"); // first");
    assert_eq!(places[1], "now:  Box.java:32 throws E: seen  | throw new E(\"seen\"); // second");
}

#[test]
fn a_thread_of_a_deadlock_that_goes_on_is_said_to() {
    let waits = |line, monitor| Pending { thread: consumer(), site: SiteId(line), action: lock(line, monitor).action };
    let recorded = || vec![start(), lock(19, BOX)];
    let failure = failure(ViolationKind::Deadlock, recorded(), vec![waits(23, LOG)], &Sources::none());
    let moved = trace(&Code { shift: 1, ..CODE }, recorded(), vec![waits(23, LOG)], End::Deadlock);
    assert!(is_exact(&replayed(&failure, &moved, &changed())));
    let mut events = recorded();
    events.push(lock(23, LOG));
    let compared = replayed(&failure, &trace(&CODE, events, vec![], End::Normal), &changed());
    assert_eq!(
        compared.departed.unwrap().sentence,
        "all recorded events have happened, and then consumer-1 should be about to lock Log#1 at Box.java:23; it locked Log#1"
    );
    let other = trace(&CODE, recorded(), vec![waits(23, BOX)], End::Deadlock);
    assert!(matches!(replayed(&failure, &other, &changed()).replay, Replay::Different(_)));
}
