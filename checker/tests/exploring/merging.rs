//! Histories that lead to the same local state, by keys that the tests make themselves: a key is the number of operations that a thread
//! has done, which is right for threads without branches that forget what they read.

use crate::toy::brute::everything;
use crate::toy::compare::{Patient, compare_with, exploration, merging_variants, options, rules};
use crate::toy::interpreter::Interpreter;
use crate::toy::program::Expr::{C, Plus, R};
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{Cmp, Cond, Toy};
use crate::toy::{bounded, rich};
use mcr_explore::{Conclusion, Exploration, Options, Program, Reductions, explore};
use mcr_protocol::{LocalState, MemoryModel, Schedule, ThreadId, Trace, mix};
use std::collections::{BTreeSet, HashMap};

/// A toy whose traces have a key at each operation that `keyed` names: by thread, and number of the operation.
struct Keyed<'a, F> {
    toy: Interpreter<'a>,
    keyed: F,
    traces: u64,
}

impl<F: FnMut(u64, ThreadId, u64) -> Option<u64>> Program for Keyed<'_, F> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        let mut trace = self.toy.run(schedule);
        self.traces += 1;
        let mut done: HashMap<ThreadId, u64> = HashMap::new();
        let threads = trace.events.iter().map(|e| (e.thread, e.is_arrival()));
        for (number, (thread, arrives)) in (0..).zip(threads.chain(trace.pending.iter().map(|p| (p.thread, false)))) {
            if !arrives {
                let done = done.entry(thread).or_default();
                trace.keys.extend((self.keyed)(self.traces, thread, *done).map(|key| (number, LocalState(key))));
                *done += 1;
            }
        }
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.toy.give_up_after(events)
    }
}

fn explored(toy: &Toy, options: &Options, keyed: impl FnMut(u64, ThreadId, u64) -> Option<u64>) -> Exploration {
    let mut program = Keyed { toy: Interpreter::new(toy), keyed, traces: 0 };
    explore(&mut program, &Options { rules: rules(toy), ..options.clone() }, &mut Patient).unwrap()
}

/// How many operations a thread has done.
fn count(_: u64, thread: ThreadId, done: u64) -> Option<u64> {
    Some(mix(thread.0, done))
}

fn apart() -> Options {
    Options { reductions: Reductions { local_states: false, ..Reductions::ALL }, ..options(true) }
}

fn merged() -> Options {
    Options { counted_executions: 0, ..options(true) }
}

fn audited() -> Options {
    Options { audit: true, ..options(true) }
}

/// Threads that count together, and forget how far they were.
fn counters(threads: usize, times: usize) -> Toy {
    let counts: Vec<Stmt> = (0..times).map(|_| Add(0, 0, 1)).collect();
    Toy::fork_join(&[0], 0, vec![counts; threads], vec![Load(0, 0), Print(R(0))])
}

/// A thread that says what it has read.
fn telling() -> Toy {
    let tells = vec![Load(0, 0), If(Cond(R(0), Cmp::Eq, C(1)), vec![Say("one")], vec![Say("none")])];
    Toy::fork_join(&[0], 0, vec![tells, vec![Store(0, C(1))]], vec![])
}

fn shown(found: &Exploration) -> BTreeSet<(String, String)> {
    found.outcomes.iter().map(|outcome| (outcome.stdout.clone(), outcome.end.clone())).collect()
}

fn reason(found: &Exploration) -> &str {
    match &found.conclusion {
        Conclusion::Error(reason) | Conclusion::AuditFailed(reason) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn histories_with_the_same_key_are_executed_once() {
    let toy = counters(2, 4);
    let (apart, merged) = (explored(&toy, &apart(), count), explored(&toy, &merged(), count));
    for found in [&apart, &merged] {
        assert_eq!((&found.conclusion, found.redundant_executions), (&Conclusion::Complete, 0));
    }
    assert_eq!(shown(&merged), shown(&apart));
    assert!(merged.executions * 3 < apart.executions, "{} of {}", merged.executions, apart.executions);
    assert!(apart.behaviours.is_some() && apart.local_behaviours.is_some());
    assert_eq!((merged.behaviours, merged.local_behaviours), (None, None));
    // Each thread: its operations, and its end; main starts and joins both, and reads. What it prints depends on what it has read.
    assert_eq!(merged.local_states, 2 * 5 + 5 + 2);
    assert!(merged.local_states < apart.local_states);
}

#[test]
fn behaviours_are_counted_as_long_as_there_are_few_executions() {
    let toy = counters(2, 2);
    let (apart, few) = (explored(&toy, &apart(), count), explored(&toy, &options(true), count));
    assert!(few.executions <= 32);
    assert_eq!((few.behaviours, few.local_behaviours), (apart.behaviours, apart.local_behaviours));
    assert_eq!(few.executions, apart.executions);
}

#[test]
fn histories_are_merged_late_from_the_traces_that_were_kept() {
    let toy = counters(2, 4);
    let (apart, merged) = (explored(&toy, &apart(), count), explored(&toy, &merged(), count));
    for counted_executions in [1, 2, 5, 10, 20] {
        let found = explored(&toy, &Options { counted_executions, ..options(true) }, count);
        assert_eq!((&found.conclusion, found.redundant_executions), (&Conclusion::Complete, 0));
        assert_eq!(shown(&found), shown(&apart));
        assert_eq!(found.local_states, merged.local_states);
        assert_eq!((found.behaviours, found.local_behaviours), (None, None));
        assert!(found.executions <= counted_executions.max(merged.executions) + merged.executions);
        let executions: u64 = found.outcomes.iter().map(|outcome| outcome.executions).sum();
        assert_eq!(executions, found.executions);
    }
}

#[test]
fn without_keys_nothing_changes() {
    let toy = counters(2, 4);
    let (apart, found) = (explored(&toy, &apart(), |_, _, _| None), explored(&toy, &merged(), |_, _, _| None));
    assert_eq!(found.behaviours, apart.behaviours);
    assert_eq!(found.local_behaviours, apart.local_behaviours);
    assert_eq!((found.executions, found.states, found.passes), (apart.executions, apart.states, apart.passes));
    // Nor with keys that say nothing new.
    let mut numbers = 0..;
    let mut known = HashMap::new();
    let found = explored(&counters(1, 3), &merged(), |_, thread, done| {
        Some(*known.entry((thread, done)).or_insert_with(|| numbers.next().unwrap()))
    });
    assert!(found.behaviours.is_some() && found.local_behaviours.is_some());
}

#[test]
fn keys_at_some_places_are_enough() {
    let toy = counters(2, 4);
    let apart = explored(&toy, &apart(), count);
    let found = explored(&toy, &merged(), |_, thread, done| (done == 2).then(|| mix(thread.0, done)));
    assert_eq!((&found.conclusion, found.redundant_executions), (&Conclusion::Complete, 0));
    assert_eq!(shown(&found), shown(&apart));
    assert!(found.executions < apart.executions && found.local_states < apart.local_states);
}

#[test]
fn merged_searches_agree_whatever_else_is_left_out() {
    let toy = counters(2, 3);
    let apart = explored(&toy, &apart(), count);
    for (persistent_sets, reach, merging) in [(false, false, false), (true, false, false), (true, true, true)] {
        let reductions = Reductions { persistent_sets, reach, merging, symmetry: merging, local_states: true };
        let found = explored(&toy, &Options { reductions, counted_states: 0, ..merged() }, count);
        assert_eq!((&found.conclusion, found.redundant_executions), (&Conclusion::Complete, 0));
        assert_eq!(shown(&found), shown(&apart));
    }
}

#[test]
fn a_key_with_two_futures_is_an_error_that_names_it() {
    let found = explored(&telling(), &merged(), count);
    let reason = reason(&found);
    assert!(reason.contains("says") || reason.contains("prints"), "{reason}");
    assert!(reason.contains("after the same local state (") && reason.contains("it was before"), "{reason}");
}

#[test]
fn a_history_may_have_several_keys() {
    let toy = counters(2, 3);
    let expected = shown(&explored(&toy, &apart(), count));
    for options in [options(true), merged()] {
        let found = explored(&toy, &options, |trace, thread, done| Some(mix(mix(trace, thread.0), done)));
        assert_eq!((&found.conclusion, shown(&found)), (&Conclusion::Complete, expected.clone()));
    }
    let found = explored(&toy, &merged(), |trace, thread, done| (trace == 1 && done == 2).then(|| mix(thread.0, done)));
    assert_eq!((&found.conclusion, shown(&found)), (&Conclusion::Complete, expected));
}

#[test]
fn a_thread_that_comes_to_a_key_twice_is_an_error() {
    let found = explored(&counters(2, 3), &merged(), |_, thread, done| Some(mix(thread.0, done % 2)));
    assert!(matches!(found.conclusion, Conclusion::Error(_)), "{:?}", found.conclusion);
}

#[test]
fn what_is_cut_off_before_it_has_a_key_gets_it_later() {
    // The first execution ends where a thread has done an operation and not announced the next one.
    let toy = counters(2, 4);
    let apart = explored(&toy, &apart(), count);
    for max_events in 5..12 {
        let limits = Options { max_events, most_events: Some(max_events * 1000), ..merged() };
        let mut program = Keyed { toy: Interpreter::new(&toy), keyed: count, traces: 0 };
        program.toy.max_events = usize::try_from(max_events).unwrap();
        let mut program = CutOff(program);
        let found = explore(&mut program, &limits, &mut Patient).unwrap();
        assert_eq!(found.conclusion, Conclusion::Complete, "{max_events}");
        assert_eq!(shown(&found), shown(&apart));
        assert_eq!(found.local_states, 2 * 5 + 5 + 2);
    }
}

/// Executions that are given up do not say what threads would do next.
struct CutOff<P>(P);

impl<P: Program> Program for CutOff<P> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        let mut trace = self.0.execute(schedule)?;
        if trace.end == mcr_protocol::End::StepLimit {
            trace.pending.clear();
            trace.keys.retain(|(number, _)| *number < trace.events.len() as u64);
        }
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.0.give_up_after(events)
    }
}

#[test]
fn an_audit_of_right_keys_changes_nothing() {
    let toy = counters(2, 4);
    let (apart, audit) = (explored(&toy, &apart(), count), explored(&toy, &audited(), count));
    assert_eq!(audit.conclusion, Conclusion::Complete);
    assert_eq!((audit.executions, audit.behaviours), (apart.executions, apart.behaviours));
    assert_eq!((audit.local_behaviours, shown(&audit)), (apart.local_behaviours, shown(&apart)));
}

#[test]
fn an_audit_finds_a_key_with_two_futures() {
    let found = explored(&telling(), &audited(), count);
    let Conclusion::AuditFailed(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.starts_with("audit: execution 2: "), "{reason}");
    assert!(reason.contains("after the same local state ("), "{reason}");
    // What was found holds.
    assert_eq!(shown(&found).len(), 2);
}

#[test]
fn an_audit_finds_what_only_the_search_of_the_merged_model_shows() {
    // Both threads do the same after they have read. But who reads 1 writes it back, and who does not leaves it.
    let copies = vec![Load(0, 0), Store(1, Plus(0, 1)), Store(2, C(1))];
    let toy = Toy::fork_join(&[0, 0, 0], 0, vec![copies, vec![Store(0, C(1))]], vec![Load(0, 1), Print(R(0))]);
    assert_eq!(explored(&toy, &audited(), |_, _, _| None).conclusion, Conclusion::Complete);
    // The key comes where the value that was read is still needed.
    let found = explored(&toy, &audited(), |_, thread, done| (done == 1).then(|| mix(thread.0, done)));
    assert!(matches!(found.conclusion, Conclusion::AuditFailed(_)), "{:?}", found.conclusion);
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn merged_random_programs_behave_as_brute_force_says() {
    let (programs, seed) = (setting("MCR_FUZZ_PROGRAMS", 100), setting("MCR_FUZZ_SEED", 1));
    let limit = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let (mut compared, mut met) = (0, 0);
        for number in 0..programs {
            let toy = rich::program(model, seed.wrapping_mul(1_000_003).wrapping_add(number));
            let toy = bounded::with_local_states(toy);
            let Some(all) = everything(&toy, limit).filter(|all| !all.endless) else { continue };
            compared += 1;
            for (name, options) in merging_variants() {
                let found = compare_with(&toy, &all, &options);
                let found =
                    found.unwrap_or_else(|e| panic!("program {number} of seed {seed}, {model}, {name}: {e}\n{toy:#?}"));
                met += u64::from(found.local_behaviours.is_none());
            }
        }
        println!("{model}: {compared} of {programs} programs, merged in {met} searches");
        assert!(compared * 2 > programs && met > compared, "{compared} compared, {met} merged");
    }
}

#[test]
fn executions_are_at_most_the_outcomes_of_local_states() {
    // Each thread so many times: read, then compare and set, until that succeeds. The bounds come from a simulation.
    for (times, bound) in [(2, 36), (3, 84), (4, 160)] {
        let toy = bounded::cas_loops(2, times);
        let executions = |options: &Options| {
            let found = exploration(&toy, options).0;
            assert_eq!((&found.conclusion, found.redundant_executions), (&Conclusion::Complete, 0));
            (found.executions, found.states, found.local_states)
        };
        let (late, merged) = (executions(&options(true)), executions(&merged()));
        println!("cas loop, {times} times: (executions, states, local states) {merged:?}, {late:?} merged late");
        assert!(merged.0 <= bound && late.0 <= bound + 32, "{times}: {merged:?} {late:?}");
    }
}

#[test]
fn what_is_the_same_after_other_orders_is_not_searched_again() {
    // Three threads write one value, in six orders; what main does then is long, and nobody else is there.
    let rest = 600;
    let main = (0..rest).map(|_| Load(0, 0)).chain([Print(R(0))]).collect();
    let toy = Toy::fork_join(&[0], 0, vec![vec![Store(0, C(1))]; 3], main);
    let options = Options { reductions: Reductions { symmetry: false, ..Reductions::ALL }, ..options(true) };
    let (found, _) = exploration(&toy, &options);
    assert_eq!(found.conclusion, Conclusion::Complete);
    assert_eq!(shown(&found).len(), 1);
    assert!(found.passes == 1 && found.steps < rest + 200, "{} steps in {} passes", found.steps, found.passes);
}
