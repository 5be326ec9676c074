//! Strategies: what walks alone find, and what they do for the search.

use crate::toy::brute::{Everything, everything};
use crate::toy::compare::{Patient, compare_with, exploration, options, rules};
use crate::toy::dependences::Dependences;
use crate::toy::generator::program_under;
use crate::toy::interpreter::Interpreter;
use crate::toy::program::Expr::{C, Plus, R};
use crate::toy::program::Stmt::{self, Break, Fail, If, Load, Spin, Store, Sync, Try};
use crate::toy::program::{Cmp, Cond, Toy};
use crate::toy::rng::Rng;
use crate::toy::shrink::shrink;
use mcr_explore::{
    Aspect, Conclusion, Exploration, Method, Options, Point, Relevance, Strategy, ViolationKind, Walker,
    explore_knowing,
};
use mcr_protocol::{Limit, MemoryModel, Patience, Wake, mix};
use std::collections::{BTreeSet, HashSet};

fn with(strategy: Strategy) -> Options {
    Options { strategy, ..options(true) }
}

fn outcomes(found: &Exploration) -> BTreeSet<(String, String)> {
    found.outcomes.iter().map(|outcome| (outcome.stdout.clone(), outcome.end.clone())).collect()
}

/// Walks with few deviations are all interleavings in the end, but for the order of steps that concern nobody, so when none is left they have found what brute
/// force finds.
#[test]
fn when_no_walk_with_deviations_is_left_everything_was_found() {
    let mut exhausted = 0;
    for seed in 0..400 {
        let toy = program_under(None, 7_000_003 + seed);
        let Some(all) = everything(&toy, 120).filter(|all| !all.endless) else { continue };
        let (found, executed) = exploration(&toy, &with(Strategy::Walks(Walker::Delays)));
        let Conclusion::Incomplete(why) = &found.conclusion else { panic!("{:?}\n{toy:#?}", found.conclusion) };
        assert!(outcomes(&found).is_subset(&all.outcomes), "{toy:#?}");
        assert!(executed.is_subset(&all.histories), "{toy:#?}");
        if why.contains("no walk was left") {
            exhausted += 1;
            assert_eq!(outcomes(&found), all.outcomes, "{toy:#?}");
        }
    }
    assert!(exhausted >= 50, "{exhausted} programs are too few to show anything");
}

/// What is found by chance is there, and an execution is made only of what is not known.
#[test]
fn walks_by_chance_find_nothing_that_is_not_there() {
    for seed in 0..30 {
        let toy = program_under(None, 9_000_011 + seed);
        let Some(all) = everything(&toy, 2_000).filter(|all| !all.endless) else { continue };
        for walker in [Walker::Random, Walker::Pct, Walker::Pos] {
            let options = Options { max_executions: Some(all.histories.len() as u64), ..with(Strategy::Walks(walker)) };
            let (found, executed) = exploration(&toy, &Options { max_events: 200, ..options });
            assert!(matches!(found.conclusion, Conclusion::Incomplete(_)), "{:?}\n{toy:#?}", found.conclusion);
            assert!(outcomes(&found).is_subset(&all.outcomes), "{walker:?}\n{toy:#?}");
            assert!(executed.is_subset(&all.histories), "{walker:?}\n{toy:#?}");
            assert_eq!(found.redundant_executions, 0, "{walker:?}\n{toy:#?}");
        }
    }
}

/// With one JVM a seed says which executions there are, and in which order; another one says others.
#[test]
fn walks_by_chance_are_the_same_with_the_same_seed_and_others_with_another() {
    let toy = alike(12);
    for strategy in [Walker::Random, Walker::Pct, Walker::Pos].map(Strategy::Walks).into_iter().chain([Strategy::Auto])
    {
        let executed = |seed: u64| exploration(&toy, &Options { seed, max_executions: Some(9), ..with(strategy) }).1;
        assert_eq!(executed(1), executed(1), "{strategy:?}");
        let all: BTreeSet<_> = (0..4).flat_map(executed).collect();
        assert!(all.len() > 12, "{strategy:?}: {} executions with four seeds", all.len());
    }
}

/// The variable is one only while a thread that could go on does not: the bug has depth two, and who never changes a priority does not find it.
#[test]
fn the_depth_of_pct_is_that_of_the_bugs_that_it_finds() {
    let brief = vec![Store(0, C(1)), Store(0, C(0))];
    let sees = vec![Load(0, 0), If(Cond(R(0), Cmp::Eq, C(1)), vec![Fail("seen")], vec![])];
    let toy = Toy::fork_join(&[0], 0, vec![brief, sees], vec![]);
    for (depth, found) in [(1, 0), (2, 1), (3, 1)] {
        let options = Options { pct_depth: Some(depth), ..with(Strategy::Walks(Walker::Pct)) };
        assert_eq!(exploration(&toy, &options).0.violations.len(), found, "depth {depth}");
    }
}

/// So many threads, each of which adds one to a variable in a monitor.
pub fn alike(threads: usize) -> Toy {
    let add = || vec![Sync(0, vec![Load(0, 0), Store(0, Plus(0, 1))])];
    Toy::fork_join(&[0], 1, (0..threads).map(|_| add()).collect(), vec![Load(0, 0)])
}

/// Each thread can read any number. The search finds the last threads in another order first, and has little that is new in each execution; a walk begins with
/// another thread, and all others after it read something new as well.
#[test]
fn where_threads_are_alike_walks_save_most_executions() {
    let toy = alike(12);
    let [(search, _), (auto, _)] =
        [Strategy::Search, Strategy::Auto].map(|strategy| exploration(&toy, &with(strategy)));
    for found in [&search, &auto] {
        assert_eq!(found.conclusion, Conclusion::Complete);
        assert_eq!(found.redundant_executions, 0);
    }
    assert_eq!((search.walks, outcomes(&search)), (0, outcomes(&auto)));
    assert!(
        auto.executions * 2 < search.executions,
        "{} executions, {} without walks",
        auto.executions,
        search.executions
    );
}

/// Two threads take two monitors in opposite orders; then they and so many others do what has very many interleavings.
fn crossed(threads: usize) -> Toy {
    let busy = || vec![Load(0, 0), Store(0, Plus(0, 1)), Load(0, 0), Store(0, Plus(0, 1))];
    let both = |one, other| [vec![Sync(one, vec![Sync(other, vec![])])], busy()].concat();
    let all = [vec![both(0, 1), both(1, 0)], (0..threads).map(|_| busy()).collect()].concat();
    Toy::fork_join(&[0], 2, all, vec![Load(0, 0)])
}

/// The first execution shows both orders. What comes behind them in all threads has so many interleavings that the search
/// does not come back to them soon; the deadlock is predicted, and walked to.
#[test]
fn a_deadlock_that_a_trace_predicts_is_walked_to() {
    let toy = crossed(4);
    let first = |options: Options| {
        let (found, _) = exploration(&toy, &Options { keep_going: false, max_executions: Some(60), ..options });
        found.violations.first().map(|first| (first.kind, first.walker, first.first_execution))
    };
    let Some((kind, walker, execution)) = first(with(Strategy::Auto)) else { panic!("it was not found") };
    assert_eq!((kind, walker), (ViolationKind::Deadlock, Some(Walker::Predicted)));
    assert!(execution <= 4, "found after {execution} executions");
    assert_eq!(first(with(Strategy::Search)), None);
}

/// The first thread reads what the second one writes, and fails if it has; in the first execution it has not. That it could is
/// predicted under all models, also where the write has to arrive first, and such walks alone come there.
#[test]
fn a_read_that_a_trace_predicts_is_walked_to() {
    let busy = || vec![Load(0, 0), Store(0, Plus(0, 1)), Load(0, 0), Store(0, Plus(0, 1))];
    let seen = If(Cond(R(0), Cmp::Eq, C(7)), vec![Fail("seen")], vec![]);
    let reader = [vec![Load(0, 1), seen], busy()].concat();
    let writer = [vec![Store(1, C(7))], busy()].concat();
    let all = [vec![reader, writer], (0..4).map(|_| busy()).collect()].concat();
    for memory_model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let toy = Toy { memory_model, ..Toy::fork_join(&[0, 0], 0, all.clone(), vec![Load(0, 0)]) };
        let options = Options { keep_going: false, ..with(Strategy::Walks(Walker::Predicted)) };
        let (found, _) = exploration(&toy, &Options { max_executions: Some(60), ..options.clone() });
        let first = found.violations.first().map(|first| (first.kind, first.walker));
        assert_eq!(first, Some((ViolationKind::Assertion, Some(Walker::Predicted))), "{memory_model}");
        let (found, _) = exploration(&toy, &Options { predictions: None, ..options });
        assert_eq!((found.executions, found.violations.len()), (1, 0), "{memory_model}: there is nothing else to walk");
    }
}

/// What is walked along predictions exists, and is executed only where it is not known.
#[test]
fn walks_along_predictions_find_nothing_that_is_not_there() {
    let mut some = 0;
    for seed in 0..300 {
        let toy = program_under(None, 13_000_027 + seed);
        let Some(all) = everything(&toy, 2_000).filter(|all| !all.endless) else { continue };
        let (found, executed) = exploration(&toy, &with(Strategy::Walks(Walker::Predicted)));
        assert!(matches!(found.conclusion, Conclusion::Incomplete(_)), "{:?}\n{toy:#?}", found.conclusion);
        assert!(outcomes(&found).is_subset(&all.outcomes), "{toy:#?}");
        assert!(executed.is_subset(&all.histories), "{toy:#?}");
        assert_eq!(found.redundant_executions, 0, "{toy:#?}");
        some += u32::from(found.executions > 1);
    }
    assert!(some >= 50, "only {some} programs had something to predict");
}

/// How many programs, from which seed; the environment may ask for more (see `fuzz`).
fn programs(seed: u64) -> impl Iterator<Item = (u64, Toy)> {
    let count = std::env::var("MCR_FUZZ_PROGRAMS").map_or(400, |text| text.parse().expect("a number"));
    (seed..seed + count).map(|seed| (seed, program_under(None, seed)))
}

/// Compares each program with what `found` has to say: none if brute force has too much to do, else what was wrong, or a count. The sum of these, and how many
/// there were.
fn compare_all(seed: u64, what: &str, found: impl Fn(&Toy) -> Option<Result<u64, String>>) -> (usize, u64) {
    compare_each(programs(seed), what, found)
}

/// The same of these programs.
fn compare_each(
    programs: impl Iterator<Item = (u64, Toy)>,
    what: &str,
    found: impl Fn(&Toy) -> Option<Result<u64, String>>,
) -> (usize, u64) {
    let (mut compared, mut sum) = (0, 0);
    for (seed, toy) in programs {
        match found(&toy) {
            None => {}
            Some(Ok(count)) => {
                compared += 1;
                sum += count;
            }
            Some(Err(message)) => {
                // What is left of a loop may be none, and brute force does not like that.
                let fails = |toy: &Toy| {
                    let quiet = std::panic::AssertUnwindSafe(|| found(toy));
                    matches!(std::panic::catch_unwind(quiet), Ok(Some(Err(_))))
                };
                let small = shrink(&toy, fails);
                let message = found(&small).and_then(Result::err).unwrap_or(message);
                panic!("{what}, program {seed}: {message}\n{small:#?}");
            }
        }
    }
    println!("{what}: {compared} programs compared, {sum} schedules");
    (compared, sum)
}

/// Methods of stateless model checking find what brute force finds: outcomes, deadlocks, races, what each thread can see. Who leaves out orders of independent
/// steps needs fewer schedules for that. (With bounds not always: schedules count for each bound, and to keep to one costs places to deviate.)
#[test]
fn all_schedules_of_a_method_show_everything() {
    let explored = |method: Method, limit| {
        compare_all(11_000_003, method.name(), move |toy| {
            let all = everything(toy, limit).filter(|all| !all.endless)?;
            let found = compare_with(toy, &all, &with(Strategy::Schedules(method)));
            Some(found.map(|found| found.schedules.unwrap_or_default()))
        })
    };
    let [(compared, few), (again, many)] = [Method::Dpor, Method::Dfs].map(|method| explored(method, 60));
    assert_eq!(compared, again);
    assert!(few < many, "{few} schedules, {many} without a reduction");
    for (method, limit) in [(Method::Dpor, 300), (Method::IcbDpor, 60), (Method::Icb, 60)] {
        let (compared, _) = explored(method, limit);
        assert!(compared >= 40, "{method:?}: {compared} programs are too few to show anything");
    }
}

/// What a method that follows reads finds: what is wrong with that, or the schedules, if it says that this is all. None if it does not, or brute force has too much
/// to do.
fn causal(toy: &Toy, method: Method) -> Option<Result<u64, String>> {
    let all = everything(toy, 300).filter(|all| !all.endless)?;
    let (found, executed) = exploration(toy, &with(Strategy::Schedules(method)));
    judged(&all, &found, &executed, true)
}

/// The same of what was found, and the local histories that were executed for it: all of them, or only some.
fn judged(
    all: &Everything,
    found: &Exploration,
    executed: &HashSet<(usize, Vec<i64>)>,
    all_histories: bool,
) -> Option<Result<u64, String>> {
    let (is_complete, why) = match &found.conclusion {
        Conclusion::Complete => (true, ""),
        Conclusion::Incomplete(why) => (false, why.as_str()),
        other => return Some(Err(format!("{other:?}"))),
    };
    let wrong = match is_complete {
        true => outcomes(found) != all.outcomes || all_histories && *executed != all.histories,
        false => !outcomes(found).is_subset(&all.outcomes),
    };
    let wrong = wrong || !executed.is_subset(&all.histories);
    if wrong || why.contains("mistake") {
        let (found, all) = ((outcomes(found), executed), (&all.outcomes, &all.histories));
        return Some(Err(format!("{why}; found {found:?}, brute force {all:?}")));
    }
    found.schedules.filter(|_| is_complete).map(Ok)
}

/// A thread that enters a monitor in each round of a loop; another one that finds it taken, and only then takes two others in the wrong order.
#[test]
fn a_round_in_which_somebody_was_seen_is_not_left_out() {
    let unless_set = If(Cond(R(0), Cmp::Eq, C(1)), vec![Break(1)], vec![]);
    let circle = |one, other| Sync(one, vec![Sync(other, vec![])]);
    let spins = vec![Spin(vec![Load(0, 0), unless_set, Sync(0, vec![])]), circle(1, 2)];
    let found_taken = Cond(R(1), Cmp::Eq, C(Wake::TimedOut as i64));
    let now = Patience { limit: Limit::Now, interruptible: false };
    let tries = vec![Try(0, now, 1, vec![]), Store(0, C(1)), If(found_taken, vec![circle(2, 1)], vec![])];
    let toy = Toy::fork_join(&[0], 3, vec![spins, tries], vec![]);
    let all = everything(&toy, 10_000).expect("it is small");
    assert!(all.outcomes.iter().any(|(_, end)| end == "deadlock"), "{:?}", all.outcomes);
    for method in Method::ALL {
        let (found, _) = knowing(&toy, method, &Dependences::of(&toy));
        let is_complete = found.conclusion == Conclusion::Complete;
        assert!(!is_complete || outcomes(&found) == all.outcomes, "{method:?}: {:?}", found.conclusion);
        let (found, _) = exploration(&toy, &with(Strategy::Schedules(method)));
        let is_complete = found.conclusion == Conclusion::Complete;
        assert!(!is_complete || outcomes(&found) == all.outcomes, "{method:?}: {:?}", found.conclusion);
    }
}

/// Who explores what is read, and from whom, instead of orders, finds what brute force finds: outcomes, and what each thread can see.
#[test]
fn maximal_causality_loses_nothing() {
    let explored = |method: Method| compare_all(12_000_017, method.name(), move |toy| causal(toy, method));
    let (compared, each) = explored(Method::Mcr);
    let (again, once) = explored(Method::SeMcr);
    assert_eq!(compared, again);
    assert!(compared >= 40, "{compared} programs are too few to show anything");
    assert!(once <= each, "{once} schedules, {each} without a look at equal ones");
}

/// What a method finds that asks what the code says.
fn knowing(toy: &Toy, method: Method, code: &dyn Relevance) -> (Exploration, HashSet<(usize, Vec<i64>)>) {
    let mut program = Interpreter::new(toy);
    let options = Options { rules: rules(toy), ..with(Strategy::Schedules(method)) };
    let found = explore_knowing(&mut program, &options, &mut Patient, code).expect("toys always run");
    (found, program.executed)
}

/// Says of every second read that it only moves values, whatever is true.
struct Liar(u64);

impl Relevance for Liar {
    fn matters(&self, _: Point<'_>, _: Aspect, _: Point<'_>) -> bool {
        true
    }

    fn only_moves(&self, read: Point<'_>) -> bool {
        mix(self.0, u64::from(read.id.0)).is_multiple_of(2)
    }
}

/// Reads that only move values may see anything, and no outcome is lost. How many schedules that takes is for
/// [`a_counter_needs_a_schedule_for_each_end`].
#[test]
fn free_reads_lose_nothing() {
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        for method in [Method::McrS, Method::McrSPlus] {
            let (compared, _) = compare_free(13_000_027, method, model, |toy, _| Box::new(Dependences::of(toy)));
            assert!(compared >= 30, "{compared} programs are too few to show anything");
        }
    }
}

/// Nor if what is said of the code is wrong: then it is found out.
#[test]
fn what_is_wrong_about_the_code_is_found_out() {
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let (compared, _) = compare_free(14_000_029, Method::McrS, model, |_, number| Box::new(Liar(number)));
        assert!(compared >= 30, "{compared} programs are too few to show anything");
    }
}

/// The same where most of what threads do is to move values, and little depends on them.
#[test]
fn values_that_are_moved_on_and_on_lose_nothing() {
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        for method in [Method::McrS, Method::McrSPlus] {
            let count = programs(0).count() as u64;
            let programs = (15_000_017..15_000_017 + count).map(|seed| (seed, moving(model, seed)));
            let (compared, _) = compare_each(programs, method.name(), |toy| {
                let all = everything(toy, 4_000).filter(|all| !all.endless)?;
                let (found, executed) = knowing(toy, method, &Dependences::of(toy));
                judged(&all, &found, &executed, false)
            });
            assert!(compared >= 100, "{compared} programs are too few to show anything");
        }
    }
}

/// Threads that read, write what they have read, and now and then do something else because of it, or say it.
fn moving(memory_model: MemoryModel, seed: u64) -> Toy {
    let mut rng = Rng::new(seed);
    let variables = 2 + rng.below(2);
    let mut threads = Vec::new();
    for _ in 0..2 + rng.below(2) {
        let mut body = Vec::new();
        for _ in 0..2 + rng.below(3) {
            let (register, variable) = (rng.below(2), rng.below(variables));
            let value = [C(rng.below(3) as i64), R(register), Plus(register, 1)][rng.below(3)];
            body.push(match rng.below(12) {
                0..4 => Load(register, variable),
                4..8 => Store(variable, value),
                8..11 => If(Cond(R(register), Cmp::Eq, C(1)), vec![Store(variable, value)], vec![]),
                _ => Stmt::Print(R(register)),
            });
        }
        threads.push(body);
    }
    let after =
        (0..variables).flat_map(|v| [Load(0, v), Stmt::Print(R(0))]).take(2 * (1 + rng.below(variables))).collect();
    Toy { memory_model, ..Toy::fork_join(&vec![0; variables], 0, threads, after) }
}

/// One thread adds, another one subtracts, and main says what remains: nothing but that is constrained, and each number
/// from -2 to 2 can remain.
#[test]
fn a_counter_needs_a_schedule_for_each_end() {
    let change = |by| vec![Load(0, 0), Store(0, Plus(0, by)), Load(0, 0), Store(0, Plus(0, by))];
    let toy = Toy::fork_join(&[0], 0, vec![change(1), change(-1)], vec![Load(0, 0), Stmt::Print(R(0))]);
    let all = everything(&toy, 10_000).expect("it is small");
    assert_eq!(all.outcomes.len(), 5);
    let explored = |method| {
        let (found, _) = knowing(&toy, method, &Dependences::of(&toy));
        assert_eq!((&found.conclusion, outcomes(&found)), (&Conclusion::Complete, all.outcomes.clone()), "{method:?}");
        assert_eq!(found.behaviours.is_some(), !method.frees_reads(), "{method:?}");
        (found.schedules.unwrap(), found.orders.unwrap())
    };
    let [(many, constrained), (few, free), (fewest, freest)] =
        [Method::Mcr, Method::McrS, Method::McrSPlus].map(explored);
    assert_eq!((few, fewest), (5, 5));
    assert!(many > 4 * few, "{many} schedules with all reads constrained");
    // Its own read is of no cut in which it is asked for: only the print after it comes behind it.
    for work in [free, freest] {
        assert!(work.data_validity <= work.questions, "{work:?}");
        assert!(
            work.data_validity * 10 < constrained.data_validity,
            "{work:?}, {constrained:?} with all reads constrained"
        );
    }
}

/// A value can come from a write that is still to be made, through a read that is free, though the write that brings it
/// is there. Where all others wait for nobody they go first; where they wait for each other, what is said is asked for
/// first, and once more when the write has been made.
#[test]
fn what_is_still_to_come_through_a_free_read_is_waited_for() {
    let if_zero = |then| If(Cond(R(0), Cmp::Eq, C(0)), then, vec![]);
    let says = vec![Load(0, 1), Stmt::Print(R(0))];
    let moves = vec![Load(0, 0), Store(1, R(0))];
    let decides = vec![Load(0, 2), if_zero(vec![Store(0, C(1))]), Store(3, C(1))];
    for sets in [vec![Store(2, C(1))], vec![Load(0, 3), if_zero(vec![Store(2, C(1))])]] {
        let others = vec![says.clone(), moves.clone(), decides.clone(), sets];
        let toy = Toy::fork_join(&[0, 0, 0, 0], 0, others, vec![]);
        let all = everything(&toy, 100_000).expect("it is small");
        assert_eq!(all.outcomes.len(), 2, "0 or 1 is said");
        for method in [Method::McrS, Method::McrSPlus] {
            let (found, executed) = knowing(&toy, method, &Dependences::of(&toy));
            let judged = judged(&all, &found, &executed, false);
            assert!(matches!(judged, Some(Ok(_))), "{method:?}: {judged:?}");
        }
    }
}

fn compare_free(
    seed: u64,
    method: Method,
    model: MemoryModel,
    code: impl Fn(&Toy, u64) -> Box<dyn Relevance>,
) -> (usize, u64) {
    let programs = programs(0).map(|(n, _)| (seed + n, program_under(Some(model), seed + n)));
    compare_each(programs, method.name(), |toy| {
        let all = everything(toy, 300).filter(|all| !all.endless)?;
        let (found, executed) = knowing(toy, method, &*code(toy, all.states as u64));
        judged(&all, &found, &executed, false)
    })
}
