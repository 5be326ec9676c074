//! Limits by virtual time: their exact outcomes, argued from the documentation of the protocol, and random programs, compared
//! with brute force.
//!
//! `MCR_FUZZ_PROGRAMS=5000 MCR_FUZZ_SEED=1 cargo test --release --test exploring ordered::` for more random programs.

use crate::toy::brute::everything;
use crate::toy::compare::{compare_with, difference, merging_variants, variants};
use crate::toy::ordered::ordered;
use crate::toy::program::Expr::{C, R};
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{FLAG, PERMIT, TIME, Toy, patience, sleep};
use crate::toy::shrink::shrink;
use crate::toy::{copies, exchange, generator, rich};
use mcr_explore::{Options, Reductions};
use mcr_protocol::{Change, Guard, Limit, MemoryModel, Patience, Timeouts, mix};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Explores, compares with brute force, and with the outcomes expected.
fn shows(toy: Toy, expected: &[(&str, &str)]) {
    let toy = Toy { timeouts: Timeouts::Ordered, ..toy };
    let found = difference(&toy, 100_000).expect("small enough").unwrap_or_else(|wrong| panic!("{wrong}"));
    for found in found {
        let outcomes: Vec<_> = found.outcomes.iter().map(|o| (o.stdout.trim_end(), o.end.as_str())).collect();
        assert_eq!(outcomes, expected);
    }
}

fn threads(others: Vec<Vec<Stmt>>) -> Toy {
    Toy::fork_join(&[0], 1, others, vec![])
}

/// Sleeps so long, then says so.
fn slept(millis: u32) -> Vec<Stmt> {
    vec![sleep(0, millis, false), Print(C(i64::from(millis)))]
}

fn after(millis: u32) -> Patience {
    patience(Limit::After(millis), false)
}

#[test]
fn sleeps_end_in_the_order_of_their_lengths() {
    shows(threads(vec![slept(3), slept(1), slept(2)]), &[("1 2 3", "normal")]);
}

#[test]
fn of_limits_that_are_over_at_the_same_time_any_may_be_first_and_none_is_held_up() {
    shows(
        threads(vec![slept(2), vec![sleep(0, 2, false), Say("a "), Say("b ")], slept(3)]),
        &[("2 a b 3", "normal"), ("a 2 b 3", "normal"), ("a b 2 3", "normal")],
    );
}

#[test]
fn a_limit_counts_from_where_its_wait_begins() {
    let twice = vec![sleep(0, 2, false), sleep(0, 3, false), Say("5 ")];
    shows(threads(vec![twice, slept(4), slept(6)]), &[("4 5 6", "normal")]);
    // A thread that is started later begins to wait later.
    let child = vec![sleep(0, 2, false), Say("5 ")];
    let parent = vec![sleep(0, 3, false), Start(3, false, C(0)), Join(3)];
    let mut toy = threads(vec![parent, slept(4)]);
    toy.threads.push(child);
    shows(toy, &[("4 5", "normal")]);
}

#[test]
fn no_limit_is_over_while_somebody_can_go_on() {
    let serves = vec![Store(0, C(1)), Store(PERMIT + 1, C(1))];
    shows(threads(vec![vec![Park(0, Limit::After(1)), Print(R(0))], serves]), &[("0", "normal")]);
    let serves_late = vec![sleep(0, 2, false), Store(PERMIT + 1, C(1))];
    shows(threads(vec![vec![Park(0, Limit::After(1)), Print(R(0))], serves_late]), &[("1", "normal")]);
    let serves_then = vec![sleep(0, 1, false), Store(PERMIT + 1, C(1))];
    shows(threads(vec![vec![Park(0, Limit::After(1)), Print(R(0))], serves_then]), &[("0", "normal"), ("1", "normal")]);
}

#[test]
fn an_interrupt_ends_a_sleep() {
    let sleeper = || vec![sleep(0, 4, true), Print(R(0)), Load(0, TIME), Print(R(0))];
    let at = |millis| vec![sleep(0, millis, false), Store(FLAG + 1, C(1))];
    shows(threads(vec![sleeper(), at(3)]), &[("2 3", "normal")]);
    shows(threads(vec![sleeper(), at(5)]), &[("1 4", "normal")]);
    shows(threads(vec![sleeper(), at(4)]), &[("1 4", "normal"), ("2 4", "normal")]);
}

#[test]
fn when_no_limit_is_left_a_deadlock_is_one() {
    let waits = vec![sleep(0, 1, false), Park(0, Limit::Never)];
    shows(threads(vec![waits, slept(2)]), &[("2", "deadlock")]);
}

#[test]
fn what_time_it_is_all_read_alike() {
    let reads = |millis: u32| vec![sleep(0, millis, false), Load(0, TIME), Print(R(0))];
    let joins = vec![Join(2), Load(0, TIME), Print(R(0))];
    shows(threads(vec![joins, reads(2)]), &[("2 2", "normal")]);
    shows(threads(vec![reads(1), reads(3)]), &[("1 3", "normal")]);
}

#[test]
fn who_is_past_its_limit_is_notified_no_more() {
    // While its limit passes, another thread is in the monitor, asleep, and then notifies.
    let waits = |set| vec![Sync(0, vec![WaitIn(0, set, after(1), 0)]), Print(R(0))];
    let holds = |millis: u32, wakes: Stmt| vec![Sync(0, vec![sleep(0, millis, false), wakes])];
    // If it comes first the wait begins afterwards, and nobody notifies.
    for (set, wakes) in [(0, Notify(0)), (0, NotifyAll(0)), (1, Signal(0, 1)), (1, SignalAll(0, 1))] {
        shows(threads(vec![waits(set), holds(2, wakes)]), &[("1", "normal")]);
    }
    // At the very time both is possible.
    for (set, wakes) in [(0, Notify(0)), (0, NotifyAll(0)), (1, Signal(0, 1)), (1, SignalAll(0, 1))] {
        shows(threads(vec![waits(set), holds(1, wakes)]), &[("0", "normal"), ("1", "normal")]);
    }
}

#[test]
fn a_lock_that_is_held_for_longer_than_the_limit_is_not_got() {
    let holds = vec![Sync(0, vec![sleep(0, 3, false)])];
    let tries = |millis| vec![sleep(0, 1, false), Try(0, after(millis), 1, vec![]), Print(R(1))];
    shows(threads(vec![tries(1), holds.clone()]), &[("1", "normal")]);
    shows(threads(vec![tries(4), holds.clone()]), &[("0", "normal")]);
    shows(threads(vec![tries(2), holds]), &[("0", "normal"), ("1", "normal")]);
}

#[test]
fn a_guarded_step_and_a_join_compare_their_limits_with_sleeps() {
    let takes = |millis| vec![Guarded(1, 0, Guard::AtLeast(1), Change::Add(-1), after(millis)), Print(R(1))];
    let gives = vec![sleep(0, 2, false), Guarded(1, 0, Guard::Always, Change::Add(1), Patience::FOREVER)];
    shows(threads(vec![takes(1), gives.clone()]), &[("1", "normal")]);
    shows(threads(vec![takes(3), gives]), &[("0", "normal")]);
    let joins = |millis| vec![JoinFor(1, 2, after(millis)), Print(R(1))];
    shows(threads(vec![joins(1), slept(2)]), &[("1 2", "normal")]);
    shows(threads(vec![joins(3), slept(2)]), &[("2 0", "normal")]);
}

#[test]
fn who_has_waited_for_time_to_pass_is_seen_to_wait() {
    let asks = vec![sleep(0, 1, false), State(0, 2), Print(R(0))];
    shows(threads(vec![asks, slept(2)]), &[("3 2", "normal")]);
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// Explores in all ways, and compares with brute force; what was exercised. None if the program is too large.
fn compared(toy: &Toy, options: &[(String, Options)]) -> Option<Result<Vec<&'static str>, String>> {
    let limit = if cfg!(debug_assertions) { 1_500 } else { 8_000 };
    let all = everything(toy, limit).filter(|all| !all.endless)?;
    if !toy.copies.is_empty()
        && let Some(Err(message)) = exchange::audit(toy, limit)
    {
        return Some(Err(message));
    }
    let wrong = |(name, options): &(String, Options)| {
        compare_with(toy, &all, options).err().map(|message| format!("{name}: {message}"))
    };
    Some(options.iter().find_map(wrong).map_or_else(|| Ok(all.kinds.iter().copied().collect()), Err))
}

fn all_compared(what: &str, options: &[(String, Options)], program: impl Fn(MemoryModel, u64) -> Toy) {
    let quietly = |toy: &Toy| {
        catch_unwind(AssertUnwindSafe(|| compared(toy, options))).unwrap_or_else(|_| Some(Err("panic".to_owned())))
    };
    let (programs, mut count, mut kinds) = (setting("MCR_FUZZ_PROGRAMS", 60), 0, BTreeMap::<_, u64>::new());
    let first = setting("MCR_FUZZ_SEED", 1).wrapping_mul(1_000_003);
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        for seed in first..first + programs {
            let toy = ordered(program(model, seed), mix(seed, 0x6f72_6465));
            match quietly(&toy) {
                None => {}
                Some(Ok(exercised)) => {
                    count += 1;
                    exercised.into_iter().for_each(|kind| *kinds.entry(kind).or_default() += 1);
                }
                Some(Err(message)) => {
                    let small = shrink(&toy, |toy| quietly(toy).is_some_and(|found| found.is_err()));
                    let again = quietly(&small).and_then(Result::err);
                    panic!("{what} {seed} under {model}: {message}\nshrunk: {again:?}\n{small:#?}");
                }
            }
        }
    }
    println!("{what}: {count} of {} programs compared: {kinds:?}", 3 * programs);
    assert!(count * 2 >= programs && kinds.contains_key("sleep"), "{what}: {count} programs are too few");
}

#[test]
fn random_programs_behave_as_brute_force_says() {
    let variants: Vec<_> = variants().into_iter().map(|(name, options)| (name.to_owned(), options)).collect();
    all_compared("program", &variants, |model, seed| generator::program_under(Some(model), seed));
}

#[test]
fn deadlines_are_part_of_local_states_that_are_merged() {
    all_compared("rich program", &merging_variants(), rich::program);
}

#[test]
fn interchangeable_threads_have_the_same_deadlines() {
    let merged = Options { counted_states: 0, counted_executions: 0, ..crate::toy::compare::options(true) };
    let with = |symmetry| Options { reductions: Reductions { symmetry, ..Reductions::ALL }, ..merged.clone() };
    let variants = [true, false].map(|symmetry| (format!("symmetry {symmetry}"), with(symmetry)));
    all_compared("program with copies", &variants, copies::program);
}
