//! What is learned of traces that have keys of local states.

use super::Model;
use super::learn::{Learner, Lesson};
use super::local_states::LocalStates;
use super::rules::Rules;
use super::trie::{CellIx, Way};
use mcr_protocol::{
    Action, Awaited, End, Event, Limit, LocalState, LocationId, Order, Outcome, Patience, Pending, SiteId, ThreadId,
    Trace, Value, Wake,
};

const X: LocationId = LocationId(1);
const Y: LocationId = LocationId(2);
const CHILD: ThreadId = ThreadId(77);

/// What a thread does, with the key where it does it. Site numbers follow from the order in which a test writes them down.
type Did = (ThreadId, u32, Action, Outcome, Option<u64>);

fn read(site: u32, value: u64, key: Option<u64>) -> Did {
    (ThreadId::MAIN, site, Action::Read(X), Outcome::Read(Value(value)), key)
}

fn write(site: u32, location: LocationId, key: Option<u64>) -> Did {
    (ThreadId::MAIN, site, Action::Write(location, Value(1), Order::Volatile), Outcome::Done, key)
}

fn end(key: Option<u64>) -> Did {
    (ThreadId::MAIN, 0, Action::End { uncaught: None, notifies: None }, Outcome::Done, key)
}

/// Goes back so many events.
fn waits(site: u32, events: u32, key: Option<u64>) -> Did {
    let awaited = Awaited { events, reads: vec![(X, Value(0))], alive: vec![], states: vec![], tries: vec![] };
    (ThreadId::MAIN, site, Action::Await(awaited), Outcome::Done, key)
}

fn trace(did: &[Did]) -> Trace {
    let keys = (0..).zip(did).filter_map(|(number, (.., key))| key.map(|key| (number, LocalState(key))));
    Trace {
        events: did
            .iter()
            .map(|(thread, site, action, outcome, _)| Event {
                thread: *thread,
                site: SiteId(*site),
                action: action.clone(),
                outcome: *outcome,
            })
            .collect(),
        pending: Vec::new(),
        keys: keys.collect(),
        end: End::Normal,
        initial: Vec::new(),
        new_threads: Vec::new(),
        new_sites: Vec::new(),
        new_locations: Vec::new(),
        new_objects: Vec::new(),
        rewritten_classes: 0,
        new_skipped_classes: Vec::new(),
        new_excluded_classes: Vec::new(),
        new_classes: Vec::new(),
        new_unrepeatable: Vec::new(),
        new_fresh_classes: None,
        new_insights: Vec::new(),
        not_covered: Vec::new(),
        new_coarse_calls: Vec::new(),
        new_silent_reads: Vec::new(),
        is_remembered: false,
        calls: None,
    }
}

/// The same, but the last operation was only announced.
fn announced(did: &[Did]) -> Trace {
    let mut trace = trace(did);
    let last = trace.events.pop().expect("there is one");
    trace.pending = vec![Pending { thread: last.thread, site: last.site, action: last.action }];
    trace
}

/// The same, but nothing was announced behind the last event.
fn cut_off(did: &[Did]) -> Trace {
    let mut trace = announced(did);
    trace.pending.clear();
    trace.keys.retain(|(number, _)| *number < trace.events.len() as u64);
    trace
}

struct Taught {
    model: Model,
    learner: Learner,
}

impl Taught {
    fn new(local_states: LocalStates) -> Taught {
        Taught { model: Model::new(Rules::default(), local_states), learner: Learner::default() }
    }

    fn learn(&mut self, trace: &Trace) -> Result<Lesson, String> {
        self.learner.learn(&mut self.model, trace)
    }

    fn error(&mut self, trace: &Trace) -> String {
        self.learn(trace).expect_err("it contradicts what is known")
    }

    /// Where main is after the values that it has read, and so many other operations behind each.
    fn after(&self, way: &[Option<u64>]) -> CellIx {
        way.iter().fold(Model::MAIN_ROOT, |cell, learned| {
            let known = self.model.tries.cell(cell);
            match learned {
                None => known.leads(Way::Only),
                Some(value) => known.leads(Way::Learned { learned: Value(*value), written: Value::ZERO }),
            }
        })
    }
}

#[test]
fn two_ways_to_one_key_meet() {
    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&trace(&[read(1, 0, None), write(2, X, Some(5)), end(None)])).unwrap();
    let lesson = taught.learn(&trace(&[read(1, 1, None), write(2, X, Some(5)), end(None)])).unwrap();
    assert_eq!(lesson, Lesson { outcomes: 1, ..Lesson::default() });
    assert!(!lesson.is_empty() && taught.model.tries.have_met());
    assert_eq!(taught.after(&[Some(1)]), taught.after(&[Some(0)]));
    assert_eq!(taught.model.tries.places(), 3);
    let parents: Vec<_> = taught.model.tries.parents(taught.after(&[Some(0)])).collect();
    assert_eq!(parents, [Model::MAIN_ROOT, Model::MAIN_ROOT]);
    // Nothing is new in what has been seen.
    let again = taught.learn(&trace(&[read(1, 1, None), write(2, X, Some(5)), end(None)])).unwrap();
    assert!(again.is_empty());
}

#[test]
fn ways_stay_apart_where_keys_are_only_compared_or_ignored() {
    for local_states in [LocalStates::Compared, LocalStates::Ignored] {
        let mut taught = Taught::new(local_states);
        for value in [0, 1] {
            taught.learn(&trace(&[read(1, value, None), write(2, X, Some(5)), end(None)])).unwrap();
        }
        assert_eq!((taught.model.tries.have_met(), taught.model.tries.places()), (false, 5));
        let other = trace(&[read(1, 1, None), write(2, X, Some(6)), end(None)]);
        assert!(taught.learn(&other).unwrap().is_empty());
    }
}

#[test]
fn what_comes_after_a_key_is_compared_whatever_came_before() {
    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&trace(&[read(1, 0, None), write(2, X, Some(5)), end(None)])).unwrap();
    let error = taught.error(&trace(&[read(1, 1, None), write(2, Y, Some(5)), end(None)]));
    assert!(error.contains("after the same local state (0000000000000005; --local-states off"), "{error}");
    assert!(error.contains("it was before: main"), "{error}");
}

#[test]
fn a_place_keeps_the_key_that_it_has() {
    for first in [None, Some(6)] {
        let mut taught = Taught::new(LocalStates::Merged);
        taught.learn(&trace(&[read(1, 0, None), write(2, X, first), end(None)])).unwrap();
        let lesson = taught.learn(&trace(&[read(1, 0, None), write(2, X, Some(5)), end(None)])).unwrap();
        assert!(lesson.is_empty());
        assert_eq!(taught.model.tries.cell(taught.after(&[Some(0)])).key, first.map(LocalState));
        // Who comes to the other key comes to a place of its own.
        taught.learn(&trace(&[read(1, 1, None), write(2, X, Some(5)), end(None)])).unwrap();
        assert_ne!(taught.after(&[Some(0)]), taught.after(&[Some(1)]));
        assert!(!taught.model.tries.have_met());
    }
}

#[test]
fn a_key_where_a_thread_begins_is_known() {
    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&trace(&[read(1, 0, Some(5)), end(None)])).unwrap();
    assert!(taught.learn(&trace(&[read(1, 0, Some(6)), end(None)])).unwrap().is_empty());
    assert_eq!(taught.model.tries.cell(Model::MAIN_ROOT).key, Some(LocalState(5)));
}

#[test]
fn an_operation_that_was_only_announced_leads_nowhere_yet() {
    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&trace(&[read(1, 0, None), write(2, X, None), write(3, Y, Some(5)), end(None)])).unwrap();
    let lesson = taught.learn(&announced(&[read(1, 1, None), write(2, X, None)])).unwrap();
    assert_eq!((lesson.operations, lesson.outcomes), (1, 1));
    assert_eq!(taught.after(&[Some(1), None]), CellIx::NONE);
    let lesson = taught.learn(&trace(&[read(1, 1, None), write(2, X, None), write(3, Y, Some(5)), end(None)])).unwrap();
    assert_eq!((lesson.operations, lesson.outcomes, lesson.redirected), (0, 1, false));
    assert_eq!(taught.after(&[Some(1), None]), taught.after(&[Some(0), None]));
}

#[test]
fn what_was_cut_off_leads_elsewhere_once_it_has_a_key() {
    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&trace(&[read(1, 0, None), write(2, X, Some(5)), end(None)])).unwrap();
    taught.learn(&cut_off(&[read(1, 1, None), write(2, X, Some(5))])).unwrap();
    let place = taught.after(&[Some(1)]);
    assert!(place != taught.after(&[Some(0)]) && taught.model.tries.cell(place).op.is_none());
    let lesson = taught.learn(&trace(&[read(1, 1, None), write(2, X, Some(5)), end(None)])).unwrap();
    assert_eq!((lesson.operations, lesson.outcomes, lesson.redirected), (0, 1, true));
    assert_eq!(taught.after(&[Some(1)]), taught.after(&[Some(0)]));
    assert_eq!(taught.model.tries.places(), 3);
    // One that is the first with its key stays where it is.
    taught.learn(&cut_off(&[read(1, 2, None), write(2, X, Some(6))])).unwrap();
    let place = taught.after(&[Some(2)]);
    let lesson = taught.learn(&trace(&[read(1, 2, None), write(2, X, Some(6)), end(None)])).unwrap();
    assert!(!lesson.redirected && taught.after(&[Some(2)]) == place);
}

#[test]
fn footprints_go_to_all_parents() {
    let mut taught = Taught::new(LocalStates::Merged);
    // Both locations are shared.
    let start = Action::Start { child: CHILD, argument: Value::ZERO, daemon: false, tells: None };
    let by_child = |location| (CHILD, 9, Action::Write(location, Value(1), Order::Volatile), Outcome::Done, None);
    let head = [(ThreadId::MAIN, 8, start, Outcome::Done, None), by_child(X), by_child(Y)];
    let with = |rest: &[Did]| trace(&[&head[..], rest].concat());
    let touches_y = |taught: &Taught, way: &[Option<u64>]| {
        let access = taught.model.accesses(taught.after(&[None, Some(0), None])).into_iter().flatten().next();
        let future = taught.model.tries.cell(taught.after(way)).future;
        access.is_some_and(|access| taught.model.resources.conflicts(future, access))
    };
    taught.learn(&with(&[read(1, 0, None), write(2, X, Some(5)), write(4, Y, None), end(None)])).unwrap();
    taught.learn(&with(&[read(1, 1, None), read(3, 0, None), end(None)])).unwrap();
    assert!(!touches_y(&taught, &[None, Some(1)]));
    let before = taught.model.generation;
    taught
        .learn(&with(&[read(1, 1, None), read(3, 1, None), write(2, X, Some(5)), write(4, Y, None), end(None)]))
        .unwrap();
    assert!(touches_y(&taught, &[None, Some(1)]));
    // That place was known, so its new parent has grown.
    assert!(taught.model.generation > before);
    assert_eq!(taught.model.tries.parents(taught.after(&[None, Some(0)])).count(), 2);
}

#[test]
fn an_await_goes_back_on_the_way_that_was_taken() {
    let mut taught = Taught::new(LocalStates::Merged);
    // A round of two reads, whose second one has the same key whatever the first one was.
    let round = |first| [read(1, first, None), read(2, 0, Some(5)), waits(3, 2, None)];
    taught.learn(&announced(&round(0))).unwrap();
    assert_eq!(taught.model.tries.cell(taught.after(&[Some(0), Some(0)])).next, Model::MAIN_ROOT);
    let lesson = taught.learn(&announced(&round(1))).unwrap();
    assert_eq!((lesson.operations, lesson.outcomes), (0, 1));

    // The same key for rounds that began elsewhere.
    let mut taught = Taught::new(LocalStates::Merged);
    let later = |value, key| [read(9, value, None), read(1, 0, Some(key)), read(2, 0, Some(5)), waits(3, 2, None)];
    taught.learn(&announced(&later(0, 1))).unwrap();
    let error = taught.error(&announced(&later(1, 2)));
    assert!(error.contains("waits in a loop, on another way"), "{error}");
}

#[test]
fn the_key_that_a_thread_says_after_an_await_does_not_count() {
    let mut taught = Taught::new(LocalStates::Merged);
    for key in [None, Some(5), Some(6)] {
        let round = [read(1, 0, Some(5)), waits(2, 1, None), read(1, 1, key), end(None)];
        taught.learn(&trace(&round)).unwrap();
    }
}

#[test]
fn a_resume_needs_the_wait_on_its_own_way() {
    let mut taught = Taught::new(LocalStates::Merged);
    let waits = |first, interruptible| {
        let patience = Patience { limit: Limit::Never, interruptible };
        let wait = Action::Wait { monitor: Value(3), set: Value(3), patience };
        let (main, resumed) = (ThreadId::MAIN, Outcome::Resumed(Wake::Notified));
        trace(&[
            read(1, first, None),
            (main, 2, wait, Outcome::Done, None),
            (main, 2, Action::Resume(Value(3)), resumed, Some(5)),
            end(None),
        ])
    };
    taught.learn(&waits(0, false)).unwrap();
    let error = taught.error(&waits(1, true));
    assert!(error.contains("comes back from waiting") || error.contains("makes no sense"), "{error}");
}

#[test]
fn an_order_has_parents_before_children_and_finds_cycles() {
    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&trace(&[read(1, 0, None), write(2, X, Some(5)), end(None)])).unwrap();
    // The new place has a larger number than the one behind it.
    taught.learn(&trace(&[read(1, 1, None), write(3, X, Some(6)), write(2, X, Some(5)), end(None)])).unwrap();
    let order = taught.model.tries.order();
    assert_eq!((order.cells.len(), order.cycle), (4, None));
    let place = |way: &[Option<u64>]| order.cells.iter().position(|cell| *cell == taught.after(way));
    assert!(taught.after(&[Some(1)]) > taught.after(&[Some(0)]) && place(&[Some(1)]) < place(&[Some(0)]));

    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&announced(&[read(1, 0, Some(1)), read(2, 0, Some(2)), read(1, 0, Some(1))])).unwrap();
    assert!(taught.model.tries.order().cycle.is_some());
    taught.model.tries.merge_futures();
}

fn futures_of(taught: &mut Taught) -> impl Fn(&Taught, &[Option<u64>]) -> u128 + use<> {
    taught.model.tries.merge_futures();
    |taught, way| taught.model.tries.cell(taught.after(way)).hash
}

#[test]
fn futures_are_compared_whatever_the_numbers_of_cells() {
    let mut taught = Taught::new(LocalStates::Merged);
    taught.learn(&trace(&[read(1, 0, None), write(2, X, Some(5)), end(None)])).unwrap();
    // Two places that lead to a place that was known before: by a key, and without one.
    taught.learn(&trace(&[read(1, 1, None), write(3, X, Some(6)), write(2, X, Some(5)), end(None)])).unwrap();
    taught.learn(&trace(&[read(1, 2, None), write(3, X, Some(7)), write(2, X, None), end(None)])).unwrap();
    taught.learn(&trace(&[read(1, 3, None), write(4, X, Some(8)), write(2, X, None), end(None)])).unwrap();
    let future = futures_of(&mut taught);
    assert_eq!(future(&taught, &[Some(1)]), future(&taught, &[Some(2)]));
    assert_eq!(future(&taught, &[Some(1), None]), future(&taught, &[Some(0)]));
    assert_ne!(future(&taught, &[Some(1)]), future(&taught, &[Some(3)]));
    assert_ne!(future(&taught, &[Some(1)]), future(&taught, &[Some(0)]));
}

#[test]
fn places_in_rounds_to_which_ways_from_several_places_lead_have_futures_of_their_own() {
    let mut taught = Taught::new(LocalStates::Merged);
    // The same round twice, after different reads; in the middle of it two ways meet.
    for (before, key) in [(0, 5), (1, 6)] {
        let round = |first, second: Did| {
            announced(&[read(8, before, None), read(1, first, None), second, read(3, 0, Some(key)), waits(4, 3, None)])
        };
        taught.learn(&round(0, read(2, 0, None))).unwrap();
        taught.learn(&round(1, read(5, 0, None))).unwrap();
    }
    let future = futures_of(&mut taught);
    let after =
        |before, rest: &[u64]| -> Vec<Option<u64>> { [&[before], rest].concat().into_iter().map(Some).collect() };
    // They begin with the same future, and so they go on until the ways meet.
    assert_eq!(future(&taught, &after(0, &[])), future(&taught, &after(1, &[])));
    assert_eq!(future(&taught, &after(0, &[0])), future(&taught, &after(1, &[0])));
    assert_ne!(future(&taught, &after(0, &[0, 0])), future(&taught, &after(1, &[0, 0])));
    assert_ne!(future(&taught, &after(0, &[0, 0, 0])), future(&taught, &after(1, &[0, 0, 0])));
}
