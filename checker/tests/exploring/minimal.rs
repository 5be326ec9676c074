//! The interleavings of violations and races are minimal: on random programs, against brute force, and on small stories.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test exploring minimal::` for more programs.

use crate::toy::compare::{exploration, exploration_of, options};
use crate::toy::fewest::{Shown, all_shown, fewest_switches, left};
use crate::toy::generator::program_under;
use crate::toy::interpreter::Interpreter;
use crate::toy::large::{buckets, cas_lock, two_ends};
use crate::toy::names::thread_id;
use crate::toy::program::Expr::{C, Plus, R};
use crate::toy::program::Stmt::{self, Fail, If, Join, Load, Print, Start, Store, Sync};
use crate::toy::program::{Cmp, Cond, Toy};
use mcr_explore::minimise::switches;
use mcr_explore::{Conclusion, Exploration, Options, ViolationKind, schedule_of};
use mcr_protocol::{Action, End, Event, LocationId, MemoryModel, Pending, Schedule, Trace};
use std::collections::HashSet;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// All interleavings that a user may be shown: of violations, then of races.
fn interleavings(found: &Exploration) -> Vec<(&[Event], &Schedule)> {
    let violations = found.violations.iter().map(|violation| (&violation.events[..], &violation.schedule));
    violations.chain(found.races.iter().map(|race| (&race.events[..], &race.schedule))).collect()
}

/// Whether an execution shows these events from its start, but for arrivals that they do not mention; how many of its own.
fn begins_with(events: &[Event], executed: &[Event]) -> bool {
    let arrives = |event: &Event| match event.action {
        Action::Arrive(location, _) => Some(location),
        _ => None,
    };
    let mentioned: HashSet<LocationId> = events.iter().filter_map(arrives).collect();
    let again = executed.iter().filter(|event| arrives(event).is_none_or(|l| mentioned.contains(&l)));
    again.take(events.len()).eq(events)
}

/// Runs a schedule; the violation must be there again.
fn replay(toy: &Toy, shown: &Shown, events: &[Event], schedule: &Schedule) -> Result<(), String> {
    if *schedule != schedule_of(events) {
        return Err("the schedule is not that of the events".to_owned());
    }
    let trace = Interpreter::new(toy).run(schedule);
    if !begins_with(events, &trace.events) {
        return Err(format!("the schedule leads elsewhere: {:?}", trace.end));
    }
    match shown {
        Shown::Event(event) if events.last() != Some(event) => Err("it ends with another event".to_owned()),
        Shown::Event(_) => Ok(()),
        Shown::Stuck(livelock, blocked) => {
            let end = if *livelock { End::Livelock } else { End::Deadlock };
            let threads = |events: &[Event]| events.iter().filter(|e| !matches!(e.action, Action::Arrive(..))).count();
            if trace.end != end || threads(&trace.events) != threads(events) || left(&trace.pending) != *blocked {
                return Err(format!("it ends as {:?} with {:?}", trace.end, trace.pending));
            }
            Ok(())
        }
        Shown::Over(stdout, end) => {
            let thread_does = |event: &&Event| !matches!(event.action, Action::Arrive(..));
            let (all, shown) = (trace.events.iter().filter(thread_does), events.iter().filter(thread_does));
            // An exit ends it at once.
            if all.count() != shown.count() || (printed(&trace), &end_of(&trace)) != (stdout.clone(), end) {
                return Err(format!("it prints {:?} and ends as {:?}", printed(&trace), trace.end));
            }
            Ok(())
        }
        Shown::Next(both) => both.iter().try_for_each(|access| is_next(toy, access, events, schedule)),
    }
}

fn printed(trace: &Trace) -> String {
    let texts = trace.events.iter().filter_map(|event| match &event.action {
        Action::Print(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// In the words of outcomes.
fn end_of(trace: &Trace) -> String {
    let fails = |event: &Event| matches!(event.action, Action::End { uncaught: Some(_), .. });
    match trace.end {
        End::Normal if trace.events.iter().any(fails) => "exception".to_owned(),
        End::Normal => "normal".to_owned(),
        End::Exit(code) => format!("exit:{code}"),
        End::Deadlock => "deadlock".to_owned(),
        End::Livelock => "livelock".to_owned(),
        ref other => format!("{other:?}"),
    }
}

/// Whether a thread can do this behind these events.
fn is_next(toy: &Toy, access: &Pending, events: &[Event], schedule: &Schedule) -> Result<(), String> {
    let mut longer = schedule.clone();
    longer.push_run(access.thread);
    let trace = Interpreter::new(toy).run(&longer);
    let mut own = trace.events.iter().filter(|event| event.thread == access.thread);
    let mut before = events.iter().filter(|event| event.thread == access.thread);
    let thread_does = |event: &&Event| !matches!(event.action, Action::Arrive(..));
    let next = own.by_ref().filter(thread_does).nth(before.by_ref().filter(thread_does).count());
    match next {
        Some(event) if (event.site, &event.action) == (access.site, &access.action) => Ok(()),
        other => Err(format!("{access:?} is not next, but {other:?}")),
    }
}

#[derive(Debug, Default)]
struct Counts {
    interleavings: usize,
    /// Those that did not show anything before: a toy that asks what a thread is doing before that is started is not deterministic in what it
    /// learns, which no program of the protocol is ([`Action::State`]). Brute force leaves them out because they can go on for ever.
    not_shown: usize,
    compared: usize,
    before: usize,
    after: usize,
    fewer: usize,
    events: [usize; 2],
}

/// Explores with and without minimisation. `limit`: of states of brute force.
fn compare(toy: &Toy, limit: usize, counts: &mut Counts) -> Result<(), String> {
    let limited = Options { max_states: 20_000, max_executions: Some(2_000), max_events: 400, ..options(true) };
    let (found, _) = exploration(toy, &limited);
    let (plain, _) = exploration(toy, &Options { minimise: false, ..limited });
    let fewest = match found.conclusion {
        Conclusion::Complete => fewest_switches(toy, &all_shown(&found), limit),
        _ => None,
    };
    compare_found(toy, &found, &plain, fewest, counts)
}

/// `fewest`: of each violation and race, if that is known.
fn compare_found(
    toy: &Toy,
    found: &Exploration,
    plain: &Exploration,
    fewest: Option<Vec<Option<usize>>>,
    counts: &mut Counts,
) -> Result<(), String> {
    same_but_for_interleavings(found, plain)?;
    let shown = all_shown(found);
    if shown != all_shown(plain) {
        return Err(format!("{shown:?} instead of {:?}", all_shown(plain)));
    }
    let all = interleavings(found).into_iter().zip(interleavings(plain));
    for (n, ((events, schedule), (original, original_schedule))) in all.enumerate() {
        if replay(toy, &shown[n], original, original_schedule).is_err() {
            counts.not_shown += 1;
            continue;
        }
        replay(toy, &shown[n], events, schedule)
            .map_err(|message| format!("{message}: {:?}\n{events:#?}", shown[n]))?;
        let (now, before) = (switches(events), switches(original));
        if now > before {
            return Err(format!("{now} switches instead of {before}: {:?}", shown[n]));
        }
        counts.interleavings += 1;
        counts.before += before;
        counts.after += now;
        counts.fewer += usize::from(now < before);
        counts.events = [counts.events[0] + original.len(), counts.events[1] + events.len()];
        if let Some(fewest) = &fewest {
            counts.compared += 1;
            if fewest[n] != Some(now) {
                return Err(format!("{now} switches, brute force {:?}: {:?}\n{events:#?}", fewest[n], shown[n]));
            }
        }
    }
    Ok(())
}

fn same_but_for_interleavings(found: &Exploration, plain: &Exploration) -> Result<(), String> {
    let summary = |found: &Exploration| {
        let violations = found.violations.iter().map(|v| (v.kind, v.message.clone(), v.thread, v.first_execution));
        let races = found.races.iter().map(|race| (race.location, race.accesses.clone(), race.first_execution));
        let counts = (found.executions, found.states, found.steps, found.passes, found.behaviours, found.events);
        let all = (found.conclusion.clone(), found.outcomes.clone(), counts);
        (all, violations.collect::<Vec<_>>(), races.collect::<Vec<_>>())
    };
    let (found, plain) = (summary(found), summary(plain));
    if found == plain { Ok(()) } else { Err(format!("{found:?} instead of {plain:?}")) }
}

#[test]
fn no_interleaving_of_a_random_program_has_fewer_switches() {
    // Without optimisation all is some ten times slower. `limit`: of states of brute force.
    let (default, limit) = if cfg!(debug_assertions) { (60, 4_000) } else { (300, 20_000) };
    let (programs, seed) = (setting("MCR_FUZZ_PROGRAMS", default), setting("MCR_FUZZ_SEED", 1));
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let mut counts = Counts::default();
        for number in 0..programs {
            let toy = program_under(Some(model), seed.wrapping_mul(1_000_003).wrapping_add(number));
            if let Err(message) = compare(&toy, limit, &mut counts) {
                panic!("program {number} of seed {seed} under {model}: {message}\n{toy:#?}");
            }
        }
        println!("{model}: {counts:?}");
        assert!(counts.not_shown * 200 < counts.interleavings, "{counts:?}");
        assert!(counts.compared * 5 > counts.interleavings, "many must be compared with brute force: {counts:?}");
        assert!(counts.fewer > 0, "{counts:?}");
    }
}

/// Each outcome has an interleaving; it shows the outcome, and (where brute force can tell) none has fewer switches. Without being asked there are
/// none, and all else is the same.
fn compare_outcomes(toy: &Toy, limit: usize, [shown, compared]: &mut [usize; 2]) -> Result<(), String> {
    let limited = Options { max_states: 20_000, max_executions: Some(2_000), max_events: 400, ..options(true) };
    let (plain, _) = exploration(toy, &limited);
    let (found, _) = exploration(toy, &Options { explain_outcomes: true, ..limited });
    same_but_for_interleavings(&found, &plain)?;
    if !plain.interleavings.is_empty() || found.interleavings.len() != found.outcomes.len() {
        return Err(format!("{} interleavings", found.interleavings.len()));
    }
    let outcomes: Vec<Shown> =
        found.outcomes.iter().map(|outcome| Shown::Over(outcome.stdout.clone(), outcome.end.clone())).collect();
    let fewest = match found.conclusion {
        Conclusion::Complete => fewest_switches(toy, &outcomes, limit),
        _ => None,
    };
    for (n, (interleaving, outcome)) in found.interleavings.iter().zip(&outcomes).enumerate() {
        let way = interleaving.as_ref().ok_or_else(|| format!("{outcome:?} has no interleaving"))?;
        replay(toy, outcome, &way.events, &way.schedule)
            .map_err(|message| format!("{message}: {outcome:?}\n{:#?}", way.events))?;
        *shown += 1;
        if let Some(fewest) = &fewest {
            *compared += 1;
            let switches = switches(&way.events);
            if fewest[n] != Some(switches) {
                return Err(format!(
                    "{switches} switches, brute force {:?}: {outcome:?}\n{:#?}",
                    fewest[n], way.events
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn each_outcome_of_a_random_program_is_shown_with_the_fewest_switches() {
    let (default, limit) = if cfg!(debug_assertions) { (40, 4_000) } else { (100, 20_000) };
    let (programs, seed) = (setting("MCR_FUZZ_PROGRAMS", default), setting("MCR_FUZZ_SEED", 1));
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let mut counts = [0; 2];
        for number in 0..programs {
            let toy = program_under(Some(model), seed.wrapping_mul(1_000_033).wrapping_add(number));
            if let Err(message) = compare_outcomes(&toy, limit, &mut counts) {
                panic!("program {number} of seed {seed} under {model}: {message}\n{toy:#?}");
            }
        }
        println!("{model}: shown, compared: {counts:?}");
        assert!(counts[1] * 5 > counts[0], "many must be compared with brute force: {counts:?}");
    }
}

#[test]
fn interleavings_of_large_programs_still_show_what_they_did() {
    let mut counts = Counts::default();
    for toy in [cas_lock(2, 2, 20, 100), cas_lock(3, 2, 20, 50), two_ends(2, 1, 20), buckets(2, 6, 4), buckets(3, 6, 4)]
    {
        let limited = Options { max_states: 20_000, max_executions: Some(200), ..options(true) };
        let explored = |minimise| {
            let mut program = Interpreter::new(&toy);
            program.notes_histories = false;
            exploration_of(&mut program, &Options { minimise, ..limited.clone() })
        };
        compare_found(&toy, &explored(true), &explored(false), None, &mut counts).unwrap();
    }
    println!("{counts:?}");
    assert!(counts.interleavings > 10 && counts.fewer > 0, "{counts:?}");
}

/// What the events of the only violation are, as letters: of main `m`, of its children `a`, `b` ...
fn story(toy: &Toy) -> String {
    let (found, _) = exploration(toy, &options(true));
    let [violation] = &found.violations[..] else { panic!("one violation: {:?}", found.violations) };
    let letter = |event: &Event| {
        let thread = (0..toy.threads.len()).find(|t| thread_id(*t) == event.thread).unwrap();
        char::from(if thread == 0 { b'm' } else { b'a' + thread as u8 - 1 })
    };
    violation.events.iter().map(letter).collect()
}

/// Two increments, then main reads and fails unless it finds 2; a third thread does something else.
#[test]
fn a_lost_update_needs_each_thread_once_but_the_first() {
    let add = vec![Load(1, 0), Store(0, Plus(1, 1))];
    let lost = If(Cond(R(1), Cmp::Lt, C(2)), vec![Fail("lost")], vec![]);
    let main =
        vec![Start(1, false, C(0)), Start(2, false, C(0)), Start(3, false, C(0)), Join(1), Join(2), Load(1, 0), lost];
    let other = vec![Store(1, C(1)), Load(1, 1), Print(R(1))];
    let toy = Toy { threads: vec![main, add.clone(), add, other], variables: 2, initial: vec![0; 2], ..Toy::default() };
    // Three starts; a read; a read, a write and the end; a write and the end; two joins, a read and the failure.
    let story = story(&toy);
    assert!(["mmmabbbaammmm", "mmmbaaabbmmmm"].contains(&story.as_str()), "{story}");
}

/// The same two locks in different orders; what else the threads do first concerns nobody.
#[test]
fn a_deadlock_needs_each_thread_once() {
    let thread = |own: usize, one, other| {
        let noise = [Store(own, C(1)), Load(0, own), Store(own, C(2))];
        noise.into_iter().chain([Sync(one, vec![Sync(other, vec![])])]).collect::<Vec<Stmt>>()
    };
    let main = vec![Start(1, false, C(0)), Start(2, false, C(0)), Join(1), Join(2)];
    let threads = vec![main, thread(0, 0, 1), thread(1, 1, 0)];
    let toy = Toy { threads, variables: 2, monitors: 2, initial: vec![0; 2], ..Toy::default() };
    let story = story(&toy);
    assert!(["mmaaaabbbb", "mmbbbbaaaa"].contains(&story.as_str()), "{story}");
}

/// Who fails must have been started; the others need not do anything. Main goes on until it waits: to stop it before would be a preemption.
#[test]
fn a_failure_that_needs_nobody_else_comes_first() {
    let busy = |v: usize| vec![Store(v, C(1)), Load(1, 0), Store(v, C(2))];
    let main = vec![Start(1, false, C(0)), Start(2, false, C(0)), Start(3, false, C(0)), Join(1), Join(2), Join(3)];
    let fails = vec![Load(1, 0), If(Cond(R(1), Cmp::Eq, C(0)), vec![Fail("zero")], vec![])];
    let threads = vec![main, busy(0), fails, busy(0)];
    let toy = Toy { threads, variables: 1, initial: vec![0], ..Toy::default() };
    assert_eq!(story(&toy), "mmmbb");
}

/// Store buffering: both threads read before the other one's write arrives. Each needs one turn.
#[test]
fn a_write_that_arrives_late_costs_no_switch() {
    let thread = |mine: usize, other: usize| vec![Store(mine, C(1)), Load(1, other), Store(2 + mine, R(1))];
    let check = If(Cond(R(1), Cmp::Eq, C(0)), vec![If(Cond(R(2), Cmp::Eq, C(0)), vec![Fail("both")], vec![])], vec![]);
    let main = vec![Start(1, false, C(0)), Start(2, false, C(0)), Join(1), Join(2), Load(1, 2), Load(2, 3), check];
    let threads = vec![main, thread(0, 1), thread(1, 0)];
    let memory_model = MemoryModel::Tso;
    let toy = Toy { threads, variables: 4, initial: vec![0, 0, 9, 9], memory_model, ..Toy::default() };
    let (found, _) = exploration(&toy, &options(true));
    let [violation] = &found.violations[..] else { panic!("one violation: {:?}", found.violations) };
    assert_eq!(violation.kind, ViolationKind::Assertion);
    // Main, one, the other, one for its end behind its writes, main: the end of the first is a fence, and its write must not have arrived.
    assert_eq!(switches(&violation.events), 4);
}
