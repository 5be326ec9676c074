//! Checks of one program with one strategy, judged and reduced to a row.

use super::checks::{Checks, report};
use super::{Bug, Program};
use crate::end_to_end::{Report, Violation, manners};
use crate::process::Output;
use anyhow::Result;

/// What a row may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds for each check.
    pub timeout: u64,
    pub runs: usize,
}

/// How a check ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It found the bug.
    Violation,
    Complete,
    /// It gave up, in most cases because its time was over.
    Incomplete,
    /// It cannot end like this, because of that.
    Wrong(String),
}

/// One check.
#[derive(Clone, Debug)]
pub struct Run {
    pub verdict: Verdict,
    /// The execution that showed the bug, counted from 1.
    pub first: Option<u64>,
    pub executions: u64,
    /// From the start of `mcr` to its end.
    pub seconds: f64,
}

/// Checks of one program with one strategy; at least one.
#[derive(Clone, Debug)]
pub struct Runs(pub Vec<Run>);

/// What all checks of a program with a strategy came to.
#[derive(Clone, Debug)]
pub struct Row {
    pub program: &'static Program,
    pub strategy: String,
    pub runs: Runs,
}

/// Strategies of which each run draws from another seed.
const WALKS_BY_CHANCE: [&str; 4] = ["auto", "random", "pct", "pos"];

/// Whether a violation is the one that a program is known to have.
pub type IsKnown<'a> = &'a dyn Fn(&Violation) -> bool;

impl Bug {
    /// Whether this is it.
    pub fn is(&self, found: &Violation) -> bool {
        found.kind == self.kind && found.says(self.says)
    }
}

impl Runs {
    /// As many checks as are wanted; each is told how to look.
    pub fn of(runs: usize, strategy: &str, mut once: impl FnMut(&[&str]) -> Result<Run>) -> Result<Self> {
        let check = |run: usize| {
            let seed = run.to_string();
            let all = ["--strategy", strategy, "--seed", &seed];
            once(if WALKS_BY_CHANCE.contains(&strategy) { &all } else { &all[..2] })
        };
        Ok(Self((0..runs).map(check).collect::<Result<_>>()?))
    }

    /// Median of the runs that found the bug.
    pub fn first(&self) -> Option<u64> {
        median(self.0.iter().filter_map(|run| run.first).collect())
    }

    pub fn executions(&self) -> Option<u64> {
        median(self.0.iter().map(|run| run.executions).collect())
    }

    pub fn seconds(&self) -> Option<f64> {
        median(self.0.iter().map(|run| run.seconds).collect())
    }

    /// How many runs found the bug.
    pub fn found(&self) -> usize {
        self.0.iter().filter(|run| run.verdict == Verdict::Violation).count()
    }

    /// What cannot be, of this program with this strategy.
    pub fn wrong(&self, program: &str, strategy: &str) -> Vec<String> {
        let sentence = |run: &Run| match &run.verdict {
            Verdict::Wrong(why) => Some(format!("{program}, {strategy}: {why}")),
            _ => None,
        };
        self.0.iter().filter_map(sentence).collect()
    }
}

/// The lower one of two in the middle: so it is always something that was measured.
pub fn median<T: PartialOrd + Copy>(mut numbers: Vec<T>) -> Option<T> {
    numbers.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    numbers.get(numbers.len().saturating_sub(1) / 2).copied()
}

impl Checks<'_> {
    /// Checks in one JVM each, so that executions can be compared.
    pub fn row(&self, program: &'static Program, strategy: &str, limits: Limits) -> Result<Row> {
        let is_bug = program.bug.map(|bug| move |found: &Violation| bug.is(found));
        let known = is_bug.as_ref().map(|is_bug| is_bug as IsKnown);
        let once = |how: &[&str]| {
            let options = [how, &["--jobs", "1"]].concat();
            Ok(run(known, &self.check(&options, program.class, program.args, limits.timeout)?))
        };
        let runs = Runs::of(limits.runs, strategy, once)?;
        Ok(Row { program, strategy: strategy.to_owned(), runs })
    }
}

/// What came of a check of a program with such a violation and no other, or with none.
pub fn run(known: Option<IsKnown>, output: &Output) -> Run {
    let seconds = output.took.as_secs_f64();
    let wrong = |why: String| Run { verdict: Verdict::Wrong(why), first: None, executions: 0, seconds };
    let report = match report(output) {
        Ok(report) => report,
        Err(why) => return wrong(why),
    };
    let problems = manners(output, &report);
    if !problems.is_empty() {
        return wrong(problems.join("; "));
    }
    let verdict = judge(known, &report);
    let first = match verdict {
        Verdict::Violation => report.violations.iter().map(|found| found.first_execution).min(),
        _ => None,
    };
    Run { verdict, first, executions: report.executions, seconds }
}

/// Whether a check may end like this, where it is known what there is to find.
fn judge(known: Option<IsKnown>, report: &Report) -> Verdict {
    if let Some(other) = report.violations.iter().find(|found| !known.is_some_and(|is_known| is_known(found))) {
        return Verdict::Wrong(format!("no such violation exists: {}: {}", other.kind, other.message));
    }
    match (report.verdict.as_str(), known) {
        ("violation", _) if !report.violations.is_empty() => Verdict::Violation,
        ("complete", None) => Verdict::Complete,
        ("complete", Some(_)) => Verdict::Wrong("complete, without the violation that there is".to_owned()),
        ("incomplete", _) => Verdict::Incomplete,
        (verdict, _) => Verdict::Wrong(format!("{verdict}: {}", report.reason.as_deref().unwrap_or("no reason"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUG: Bug = Bug { kind: "assertion", says: "half done", preemptions: 1, always: false };

    fn check(bug: Option<Bug>, output: &Output) -> Run {
        let is_bug = |found: &Violation| bug.is_some_and(|bug| bug.is(found));
        run(bug.map(|_| &is_bug as IsKnown), output)
    }

    fn output(status: i32, stdout: &str) -> Output {
        Output {
            status: Some(status),
            timed_out: false,
            stdout: stdout.to_owned(),
            stderr: String::new(),
            took: std::time::Duration::from_millis(1500),
        }
    }

    fn violation(kind: &str, message: &str, executions: &[u64]) -> String {
        let one = |execution: &u64| {
            format!(
                r#"{{"kind":"{kind}","message":"{message}","failure":"{execution}.mcr","first_execution":{execution}}}"#
            )
        };
        let all: Vec<String> = executions.iter().map(one).collect();
        format!(r#"{{"verdict":"violation","executions":9,"violations":[{}]}}"#, all.join(","))
    }

    #[test]
    fn the_first_execution_of_the_bug_counts() {
        let found = check(Some(BUG), &output(1, &violation("assertion", "seen half done", &[7, 4])));
        assert_eq!((found.verdict, found.first, found.executions), (Verdict::Violation, Some(4), 9));
    }

    #[test]
    fn what_is_known_not_to_exist_is_wrong() {
        let is_wrong = |bug, status, text: &str| matches!(check(bug, &output(status, text)).verdict, Verdict::Wrong(_));
        assert!(is_wrong(Some(BUG), 0, r#"{"verdict":"complete","complete":true}"#), "complete without the bug");
        assert!(is_wrong(Some(BUG), 1, &violation("deadlock", "half done", &[1])), "another kind");
        assert!(is_wrong(Some(BUG), 1, &violation("assertion", "other", &[1])), "another message");
        assert!(is_wrong(None, 1, &violation("assertion", "half done", &[1])), "a bug where there is none");
        assert!(is_wrong(Some(BUG), 1, r#"{"verdict":"violation"}"#), "a violation without one");
        assert!(is_wrong(Some(BUG), 2, r#"{"verdict":"error","reason":"no such strategy"}"#), "an error");
        assert!(is_wrong(Some(BUG), 1, "no report"), "no report");
        assert!(is_wrong(Some(BUG), 0, r#"{"verdict":"incomplete"}"#), "an exit status of another verdict");
        let killed = Output { timed_out: true, ..output(0, "") };
        assert!(matches!(check(Some(BUG), &killed).verdict, Verdict::Wrong(_)), "no end");
    }

    #[test]
    fn to_run_out_of_time_is_no_mistake() {
        let text = r#"{"verdict":"incomplete","executions":2,"reason":"the time is over"}"#;
        for bug in [Some(BUG), None] {
            let found = check(bug, &output(3, text));
            assert_eq!((found.verdict, found.first, found.executions), (Verdict::Incomplete, None, 2));
        }
        let complete = check(None, &output(0, r#"{"verdict":"complete","complete":true,"executions":5}"#));
        assert_eq!((complete.verdict, complete.executions), (Verdict::Complete, 5));
    }

    #[test]
    fn a_median_is_a_number_that_was_measured() {
        assert_eq!(median(vec![9, 1, 4]), Some(4));
        assert_eq!(median(vec![9, 1, 4, 5]), Some(4));
        assert_eq!(median(vec![2.5]), Some(2.5));
        assert_eq!(median::<u64>(Vec::new()), None);
    }
}
