//! One check of a program of the papers: what it found and what it cost, and whether it may end like this.

use super::{Failure, Sample};
use crate::end_to_end::{Constraints, Report, Violation, manners};
use crate::memory_model::MemoryModel;
use crate::process::Output;
use crate::tables::checks::{Checks, report};
use anyhow::{Context, Result};

/// Until when a check goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Every behaviour was seen.
    Everything,
    /// Something is wrong.
    FirstViolation,
}

/// What is checked, and how.
pub struct Check<'a> {
    pub sample: &'a Sample,
    pub model: MemoryModel,
    pub strategy: &'a str,
    /// JVMs at once.
    pub jobs: usize,
    pub goal: Goal,
}

/// What came of a check.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Whether it has reached its goal.
    pub finished: bool,
    pub executions: u64,
    /// As the papers count, for strategies that say it.
    pub schedules: Option<u64>,
    pub behaviours: Option<u64>,
    /// The execution that showed the failure, counted from 1.
    pub first: Option<u64>,
    pub races: u64,
    pub null_dereferences: u64,
    pub constraints: Constraints,
    pub solver_s: Option<f64>,
    pub solver_queries: Option<u64>,
    /// From the start of `mcr` to its end.
    pub seconds: f64,
    /// Why it cannot end like this.
    pub wrong: Option<String>,
}

impl Measured {
    /// What is compared with published numbers of executions.
    pub fn runs(&self) -> u64 {
        self.schedules.unwrap_or(self.executions)
    }

    /// 1.0 is the optimum of strategies that run each behaviour. Who is done and has not counted them has seen all.
    pub fn per_behaviour(&self, known: Option<u64>) -> Option<f64> {
        let behaviours = self.behaviours.or(known.filter(|_| self.finished)).filter(|number| *number > 0)?;
        Some(self.runs() as f64 / behaviours as f64)
    }
}

impl Checks<'_> {
    /// Of so many checks, the one of median time; or one that is wrong.
    pub fn median(&self, check: &Check, timeout: u64, runs: usize) -> Result<Measured> {
        let mut all = (0..runs).map(|_| self.once(check, timeout)).collect::<Result<Vec<_>>>()?;
        all.sort_by(|a, b| b.wrong.is_some().cmp(&a.wrong.is_some()).then(a.seconds.total_cmp(&b.seconds)));
        let index = if all.first().is_some_and(|first| first.wrong.is_some()) { 0 } else { (runs - 1) / 2 };
        all.into_iter().nth(index).context("at least one run")
    }

    pub fn once(&self, check: &Check, timeout: u64) -> Result<Measured> {
        let Check { sample, model, strategy, jobs, goal } = check;
        let jobs = jobs.to_string();
        let mut options = vec!["--jobs", &jobs, "--strategy", strategy, "--memory-model", model.name()];
        if *goal == Goal::Everything {
            options.push("--keep-going");
        }
        let output = self.check(&options, sample.class, sample.args, timeout)?;
        Ok(measured(sample, *model, *goal, &output))
    }
}

fn measured(sample: &Sample, model: MemoryModel, goal: Goal, output: &Output) -> Measured {
    let seconds = output.took.as_secs_f64();
    let wrong = |why: String| Measured { wrong: Some(why), seconds, ..Measured::default() };
    let report = match report(output) {
        Ok(report) => report,
        Err(why) => return wrong(why),
    };
    let mut problems = manners(output, &report);
    problems.extend(contradictions(sample, model, goal, &report));
    let failure = sample.failure;
    let first = report.violations.iter().filter(|found| failure.is_some_and(|failure| failure.is(found)));
    let null = |found: &&Violation| found.kind == "null-dereference" || found.says("NullPointerException");
    Measured {
        finished: report.complete || goal == Goal::FirstViolation && !report.violations.is_empty(),
        executions: report.executions,
        schedules: report.statistics.schedules,
        behaviours: report.behaviours,
        first: first.map(|found| found.first_execution).min(),
        races: report.races.len() as u64,
        null_dereferences: report.violations.iter().filter(null).count() as u64,
        constraints: report.statistics.constraints.unwrap_or_default(),
        solver_s: report.statistics.solver_s,
        solver_queries: report.statistics.solver_queries,
        seconds,
        wrong: (!problems.is_empty()).then(|| problems.join("; ")),
    }
}

impl Failure {
    fn is(&self, found: &Violation) -> bool {
        self.kinds.contains(&found.kind.as_str()) && found.says(self.says)
    }
}

/// What a report says that is known to be otherwise.
fn contradictions(sample: &Sample, model: MemoryModel, goal: Goal, report: &Report) -> Vec<String> {
    let mut wrong = Vec::new();
    if report.verdict == "error" {
        wrong.push(report.reason.clone().unwrap_or_else(|| "an error without a reason".to_owned()));
    }
    let failure = sample.failure.filter(|failure| failure.from <= model);
    let others = report.violations.iter().filter(|found| !failure.is_some_and(|failure| failure.is(found)));
    wrong.extend(others.map(|other| format!("no such violation exists: {}: {}", other.kind, other.message)));
    if report.complete && failure.is_some() && report.violations.is_empty() {
        wrong.push("complete, without the violation that there is".to_owned());
    }
    if let (Some(known), Some(found)) = (sample.behaviours.under(model), report.behaviours) {
        if found > known {
            wrong.push(format!("{found} behaviours, and there are {known}"));
        } else if found < known && report.complete && goal == Goal::Everything {
            wrong.push(format!("complete with {found} behaviours of {known}"));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::super::Behaviours;
    use super::*;

    const FAILS_UNDER_PSO: Sample = Sample {
        class: "Example",
        args: &["1"],
        failure: Some(Failure { kinds: &["exception"], says: "not complete", from: MemoryModel::Pso }),
        behaviours: Behaviours([Some(2), Some(2), Some(10)]),
    };

    fn check(model: MemoryModel, goal: Goal, status: i32, stdout: &str) -> Measured {
        let output = Output {
            status: Some(status),
            timed_out: false,
            stdout: stdout.to_owned(),
            stderr: String::new(),
            took: std::time::Duration::from_millis(2500),
        };
        measured(&FAILS_UNDER_PSO, model, goal, &output)
    }

    const FAILED: &str = r#"{"verdict":"violation","complete":true,"executions":12,"behaviours":10,
        "violations":[{"kind":"exception","message":"not complete: 0,3","failure":"a.mcr","first_execution":3}],
        "races":[{"accesses":[{"place":"A"},{"place":"B"}]}],
        "statistics":{"schedules":20,"constraints":{"order":7,"data_validity":5},"solver_s":0.25,"solver_queries":9}}"#;

    #[test]
    fn everything_that_was_counted_is_kept() {
        let found = check(MemoryModel::Pso, Goal::Everything, 1, FAILED);
        assert_eq!(found.wrong, None);
        assert!(found.finished);
        assert_eq!((found.executions, found.schedules, found.behaviours), (12, Some(20), Some(10)));
        assert_eq!((found.first, found.races), (Some(3), 1));
        assert_eq!(found.constraints, Constraints { order: Some(7), data_validity: Some(5) });
        assert_eq!((found.solver_s, found.solver_queries, found.seconds), (Some(0.25), Some(9), 2.5));
        // 20 schedules, as the papers count, for 10 behaviours.
        assert_eq!(found.per_behaviour(None), Some(2.0));
    }

    #[test]
    fn a_strategy_without_schedules_is_counted_by_executions() {
        let text = r#"{"verdict":"complete","complete":true,"executions":3,"behaviours":2,
            "statistics":{"schedules":null,"constraints":null}}"#;
        let found = check(MemoryModel::Sc, Goal::Everything, 0, text);
        assert_eq!((found.wrong.as_ref(), found.runs(), found.per_behaviour(None)), (None, 3, Some(1.5)));
    }

    #[test]
    fn who_is_done_without_counting_behaviours_has_seen_those_that_are_known() {
        let done = Measured { finished: true, executions: 48, ..Measured::default() };
        assert_eq!(done.per_behaviour(Some(192)), Some(0.25));
        assert_eq!(done.per_behaviour(None), None);
        assert_eq!(Measured { finished: false, ..done }.per_behaviour(Some(192)), None);
    }

    #[test]
    fn who_says_complete_and_has_missed_something_is_wrong() {
        let complete = |behaviours: u64| {
            format!(r#"{{"verdict":"complete","complete":true,"executions":1,"behaviours":{behaviours}}}"#)
        };
        let wrong = |behaviours| check(MemoryModel::Sc, Goal::Everything, 0, &complete(behaviours)).wrong;
        assert_eq!(wrong(1).as_deref(), Some("complete with 1 behaviours of 2"));
        assert_eq!(wrong(2), None);
        assert_eq!(wrong(3).as_deref(), Some("3 behaviours, and there are 2"));
        let without = check(MemoryModel::Pso, Goal::FirstViolation, 0, &complete(10)).wrong;
        assert_eq!(without.as_deref(), Some("complete, without the violation that there is"));
    }

    #[test]
    fn a_violation_is_wrong_where_the_memory_model_forbids_it() {
        let wrong = check(MemoryModel::Tso, Goal::FirstViolation, 1, FAILED).wrong.expect("it shows under PSO only");
        assert!(wrong.contains("no such violation exists: exception: not complete: 0,3"), "{wrong}");
    }

    #[test]
    fn who_runs_out_of_time_is_not_finished_and_not_wrong() {
        let found = check(MemoryModel::Pso, Goal::Everything, 3, r#"{"verdict":"incomplete","executions":4}"#);
        assert_eq!((found.finished, found.wrong, found.executions), (false, None, 4));
    }

    #[test]
    fn a_refusal_is_wrong() {
        let text = r#"{"verdict":"error","reason":"no such strategy"}"#;
        let wrong = check(MemoryModel::Pso, Goal::Everything, 2, text).wrong.expect("is an error");
        assert!(wrong.contains("no such strategy"), "{wrong}");
    }
}
