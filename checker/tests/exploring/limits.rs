//! What the explorer says when it must stop, and when the program is not what it must be.

use crate::toy::compare::{Patient, exploration, options};
use crate::toy::interpreter::Interpreter;
use crate::toy::program::Expr::{C, Plus, R};
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{Cmp, Cond, Toy};
use mcr_explore::{
    Conclusion, Exploration, Interrupted, Observer, Options, Program, Progress, Reductions, ViolationKind, explore,
};
use mcr_protocol::{Action, End, MemoryModel, Order, Outcome, Schedule, Trace, Value};

fn spinner() -> Toy {
    let until_set: Stmt = Loop(vec![Load(0, 0), If(Cond(R(0), Cmp::Eq, C(1)), vec![Break(1)], vec![])]);
    Toy::fork_join(&[0], 0, vec![vec![until_set], vec![Store(0, C(1))]], vec![Say("done")])
}

fn asserting() -> Toy {
    let fails = vec![Load(0, 0), If(Cond(R(0), Cmp::Eq, C(1)), vec![Fail("saw 1")], vec![])];
    Toy::fork_join(&[0], 0, vec![fails, vec![Store(0, C(1)), Store(0, C(2))]], vec![])
}

#[test]
fn spinning_ends_at_the_step_limit_and_is_never_complete() {
    for reduction in [false, true] {
        let (found, _) = exploration(&spinner(), &Options { max_events: 40, ..options(reduction) });
        let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
        assert!(reason.contains("given up after 40 events"), "{reason}");
        assert_eq!(found.redundant_executions, 0);
        let outcomes: Vec<_> = found.outcomes.iter().map(|o| (o.stdout.as_str(), o.end.as_str())).collect();
        assert_eq!(outcomes, [("done", "normal")]);
        assert_eq!(found.behaviours, None);
    }
}

#[test]
fn a_program_that_never_ends_is_given_up_unless_somebody_has_said_for_how_long_to_look() {
    let counts = |variable| vec![Loop(vec![Load(variable, 0), Store(variable, R(0)), Store(1 - variable, C(1))])];
    let toy = Toy::fork_join(&[0, 0], 0, vec![counts(0), counts(1)], vec![]);
    let (found, _) = exploration(&toy, &Options { max_events: 40, ..options(true) });
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("so were 99 others, 100 in a row") && found.executions == 100, "{reason}");

    let (found, _) = exploration(&toy, &Options { max_events: 40, max_executions: Some(300), ..options(true) });
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("--max-executions") && found.executions == 300, "{reason}");
    // Also then it is said what was given up, and how often.
    assert!(
        reason.contains("given up after 40 events") && reason.ends_with("so were 299 other executions"),
        "{reason}"
    );
    assert!(reason.contains(" was last at "), "{reason}");

    // For how long to look, but not how long an execution may be.
    let limits = Options { max_events: 40, most_events: Some(400), max_executions: Some(300), ..options(true) };
    let (found, _) = exploration(&toy, &limits);
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("100 in a row, and the exploration ends") && found.executions < 110, "{reason}");
}

#[test]
fn what_was_given_up_is_said_when_another_budget_is_used_up() {
    // Three executions are given up before the states are too many.
    let counts = |variable| vec![Loop(vec![Load(variable, 0), Store(variable, R(0)), Store(1 - variable, C(1))])];
    let toy = Toy::fork_join(&[0, 0], 0, vec![counts(0), counts(1)], vec![]);
    let (found, _) = exploration(&toy, &Options { max_events: 40, max_states: 3, ..options(true) });
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(
        reason.starts_with("stopped after 3 states (--max-states); an execution was given up after 40"),
        "{reason}"
    );
}

#[test]
fn what_is_too_long_may_go_on_when_nothing_else_is_left() {
    let last = If(Cond(R(0), Cmp::Eq, C(1000)), vec![Break(1)], vec![]);
    let counts = vec![Set(0, C(0)), Loop(vec![Store(0, R(0)), Set(0, Plus(0, 1)), last])];
    let toy = Toy::fork_join(&[0, 0], 0, vec![counts, vec![Store(1, C(1))]], vec![Load(0, 1), Say("done")]);
    let limits = Options { max_events: 40, ..options(true) };
    let (found, _) = exploration(&toy, &Options { most_events: Some(4_000), ..limits.clone() });
    assert_eq!(found.conclusion, Conclusion::Complete);

    let (found, _) = exploration(&toy, &Options { most_events: Some(400), ..limits });
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("given up after 400 events"), "{reason}");
}

#[test]
fn an_execution_that_comes_to_new_code_may_go_on() {
    let long = |variable| (0..300).map(|value| Store(variable, C(value))).collect::<Vec<_>>();
    let toy = Toy::fork_join(&[0, 0], 0, vec![long(0), long(1)], vec![Say("done")]);
    let limits = Options { max_events: 200, ..options(true) };
    let (found, _) = exploration(&toy, &limits);
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("given up after 200 events"), "{reason}");

    let (found, _) = exploration(&toy, &Options { most_events: Some(20_000), ..limits.clone() });
    assert_eq!(found.conclusion, Conclusion::Complete);
    assert_eq!(found.outcomes.len(), 1);

    let (found, _) = exploration(&toy, &Options { most_events: Some(300), ..limits });
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("given up after 300 events"), "{reason}");
}

#[test]
fn a_loop_without_an_end_may_go_on_once_and_once_more_in_the_end() {
    let (found, _) = exploration(&spinner(), &Options { max_events: 40, most_events: Some(4_000), ..options(true) });
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("given up after 4000 events"), "{reason}");
    // All others have had no more than 40.
    assert!(found.executions > 3 && found.events <= 4_000 + 400 + 40 * (found.executions - 2), "{found:?}");
}

#[test]
fn a_loop_without_an_end_may_go_on_once_more_if_nothing_else_is_left() {
    let counts = vec![Set(0, C(0)), Loop(vec![Store(0, R(0)), Set(0, Plus(0, 1))])];
    let toy = Toy::fork_join(&[0], 0, vec![counts], vec![]);
    let (found, _) = exploration(&toy, &Options { max_events: 40, most_events: Some(40_000), ..options(true) });
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    assert!(reason.contains("given up after 40000 events"), "{reason}");
    assert!(found.executions <= 4 && found.events <= 40 + 400 + 4_000 + 40_000, "{found:?}");
}

#[test]
fn writes_that_only_one_thread_sees_are_as_long_in_the_model_as_in_an_execution() {
    // Each arrives in an execution, and enters no buffer of the model.
    let counts = vec![Loop(vec![Load(0, 0), Store(0, Plus(0, 1)), Stmt::Fence(mcr_protocol::Fence::Full)])];
    let toy = Toy::fork_join(&[0], 0, vec![counts], vec![]);
    for memory_model in [MemoryModel::Tso, MemoryModel::Pso] {
        let toy = Toy { memory_model, ..toy.clone() };
        let (found, _) = exploration(&toy, &Options { max_events: 100, ..options(true) });
        let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
        assert!(reason.starts_with("an execution was given up"), "{reason}");
        assert_eq!(found.executions, 1, "{memory_model:?}");
    }
}

#[test]
fn a_loop_that_takes_long_may_go_on() {
    let count = |variable| {
        let last = If(Cond(R(0), Cmp::Eq, C(150)), vec![Break(1)], vec![]);
        vec![Set(0, C(0)), Loop(vec![Store(variable, R(0)), Set(0, Plus(0, 1)), last])]
    };
    let toy = Toy::fork_join(&[0, 0], 0, vec![count(0), count(1)], vec![Say("done")]);
    let limits = Options { max_events: 200, ..options(true) };
    let (found, _) = exploration(&toy, &limits);
    assert!(matches!(found.conclusion, Conclusion::Incomplete(_)), "{:?}", found.conclusion);

    let (found, _) = exploration(&toy, &Options { most_events: Some(20_000), ..limits });
    assert_eq!(found.conclusion, Conclusion::Complete);
}

#[test]
fn the_first_violation_ends_the_exploration() {
    let (found, _) = exploration(&asserting(), &Options { keep_going: false, ..options(true) });
    assert_eq!(found.conclusion, Conclusion::FirstViolation);
    assert_eq!(found.violations.len(), 1);
    assert_eq!(found.violations[0].kind, ViolationKind::Assertion);
    assert_eq!(found.violations[0].message, "java.lang.AssertionError: saw 1");
    assert_eq!(found.violations[0].first_execution, found.executions);
}

#[test]
fn a_violation_is_reported_once_and_the_rest_explored() {
    let (found, _) = exploration(&asserting(), &options(true));
    assert_eq!(found.conclusion, Conclusion::Complete);
    assert_eq!(found.violations.len(), 1);
}

#[test]
fn the_budget_of_executions_is_kept() {
    let (found, _) = exploration(&asserting(), &Options { max_executions: Some(1), ..options(true) });
    assert_eq!(found.executions, 1);
    assert_eq!(found.conclusion, Conclusion::Incomplete("stopped after 1 executions (--max-executions)".into()));
}

#[test]
fn the_budget_of_states_is_kept() {
    let toy = asserting();
    let (all, _) = exploration(&toy, &options(false));
    for reductions in [Reductions::NONE, Reductions::ALL] {
        let (found, _) = exploration(&toy, &Options { max_states: 5, reductions, ..options(true) });
        assert_eq!(found.conclusion, Conclusion::Incomplete("stopped after 5 states (--max-states)".into()));
        assert_eq!(found.behaviours, None);
    }
    let (found, _) = exploration(&toy, &Options { max_states: all.states, ..options(false) });
    assert_eq!(found.conclusion, Conclusion::Complete);
}

#[test]
fn too_many_behaviours_are_not_counted_but_outcomes_are_exact() {
    let (counted, _) = exploration(&asserting(), &options(true));
    let (merged, _) = exploration(&asserting(), &Options { counted_states: 3, ..options(true) });
    assert_eq!(merged.conclusion, Conclusion::Complete);
    assert!(counted.behaviours.is_some());
    assert_eq!(merged.behaviours, None);
    let listed =
        |found: &Exploration| -> Vec<_> { found.outcomes.iter().map(|o| (o.stdout.clone(), o.end.clone())).collect() };
    assert_eq!(listed(&merged), listed(&counted));
    assert_eq!(merged.local_behaviours, counted.local_behaviours);
}

#[test]
fn the_user_can_stop() {
    struct Impatient;
    impl Observer for Impatient {
        fn progress(&mut self, _: &Progress) {}
        fn cancelled(&self) -> bool {
            true
        }
    }
    let toy = asserting();
    let found = explore(&mut Interpreter::new(&toy), &options(true), &mut Impatient).unwrap();
    assert_eq!(found.conclusion, Conclusion::Incomplete("stopped by the user".into()));
}

/// A toy whose traces are changed on the way.
struct Tampered<'a, F: FnMut(u64, &mut Trace)> {
    toy: Interpreter<'a>,
    runs: u64,
    tamper: F,
}

impl<F: FnMut(u64, &mut Trace)> Program for Tampered<'_, F> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        let mut trace = self.toy.run(schedule);
        self.runs += 1;
        (self.tamper)(self.runs, &mut trace);
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.toy.give_up_after(events)
    }
}

fn tampered(toy: &Toy, tamper: impl FnMut(u64, &mut Trace)) -> Exploration {
    let mut program = Tampered { toy: Interpreter::new(toy), runs: 0, tamper };
    explore(&mut program, &options(true), &mut Patient).unwrap()
}

fn error(found: &Exploration) -> &str {
    match &found.conclusion {
        Conclusion::Error(message) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn another_operation_after_the_same_history_is_an_error() {
    let found = tampered(&asserting(), |run, trace| {
        if run == 2 {
            for event in &mut trace.events {
                if event.action == Action::Write(crate::toy::names::location_id(0), Value(2), Order::Plain) {
                    event.action = Action::Write(crate::toy::names::location_id(0), Value(3), Order::Plain);
                }
            }
        }
    });
    assert!(error(&found).contains("the program is not deterministic"), "{}", error(&found));
    assert!(error(&found).contains("writes 3"), "{}", error(&found));
    assert!(error(&found).contains("writes 2"), "{}", error(&found));
}

#[test]
fn a_value_from_nowhere_is_an_error() {
    let found = tampered(&asserting(), |_, trace| {
        for event in &mut trace.events {
            if let Outcome::Read(value) = &mut event.outcome {
                *value = Value(77);
            }
        }
    });
    assert!(error(&found).contains("read 77, but"), "{}", error(&found));
}

#[test]
fn a_schedule_that_cannot_be_followed_is_an_error() {
    let found = tampered(&asserting(), |run, trace| {
        if run == 2 {
            trace.end = End::Diverged { event: 3, message: "no such thread".into() };
        }
    });
    assert_eq!(error(&found), "the program is not deterministic: event 3: no such thread");
}

#[test]
fn a_program_that_cannot_be_checked_is_an_error() {
    let found = tampered(&asserting(), |_, trace| trace.end = End::Unsupported("uses a socket".into()));
    assert_eq!(error(&found), "uses a socket");
}

/// A program that can be run only so often.
struct Failing<'a> {
    inner: Interpreter<'a>,
    left: u64,
    interrupted: bool,
}

impl Program for Failing<'_> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        if self.left == 0 {
            let error = anyhow::anyhow!("the time is over");
            return Err(if self.interrupted { error.context(Interrupted) } else { error });
        }
        self.left -= 1;
        self.inner.execute(schedule)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.inner.give_up_after(events)
    }
}

#[test]
fn what_was_found_counts_when_the_program_can_be_run_no_more() {
    let toy = asserting();
    for (interrupted, wanted) in [
        (true, Conclusion::Incomplete("the time is over".into())),
        (false, Conclusion::Error("the time is over".into())),
    ] {
        let mut program = Failing { inner: Interpreter::new(&toy), left: 2, interrupted };
        let found = explore(&mut program, &options(true), &mut Patient).unwrap();
        assert_eq!(found.conclusion, wanted);
        assert_eq!(found.executions, 2);
        assert!(!found.outcomes.is_empty());
    }
}
