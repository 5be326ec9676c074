//! Programs whose exact outcomes are known before they are checked by the built `mcr`.

use crate::end_to_end::{self, Outcome, Report};
use crate::jdk::Jdk;
use crate::lanes::Lane;
use crate::memory_model::MemoryModel;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// For one program.
const LIMIT: Duration = Duration::from_secs(120);

/// Pairs of what is printed and how the execution ends.
pub type Outcomes = BTreeSet<(String, String)>;

/// What `mcr` says where it has found that local states are not the same in each execution.
const BEGINS_ANEW: &str = "beginning anew with --local-states off";

/// A program to check, and how.
pub struct Check<'a> {
    pub jdk: &'a Jdk,
    pub classes: &'a Path,
    /// Its class and arguments.
    pub program: &'a [&'a str],
    pub model: MemoryModel,
    /// Further options of `mcr`. With a strategy among them it may end before all is explored, if it says so; then it
    /// need not have found all outcomes.
    pub options: &'a [String],
}

impl Check<'_> {
    fn may_stop(&self) -> bool {
        self.options.iter().any(|option| option == "--strategy" || option.starts_with("--strategy="))
    }
}

/// Checks a program; the report, or an error if the outcomes are not `expected`.
pub fn check(workspace: &Workspace, lane: &Lane, check: &Check<'_>, expected: &Outcomes) -> Result<Report> {
    let mut mcr = workspace.mcr();
    mcr.args(["check", "--jobs", "1", "--calls", "off", "--keep-going", "--format", "json"]);
    mcr.args(["--memory-model", check.model.name()]);
    mcr.args(check.options).arg("--");
    mcr.arg(check.jdk.java()).arg("-cp").arg(check.classes).args(check.program);
    // Failure files go there.
    let output = process::run_within(mcr.current_dir(&lane.directory), LIMIT).context("no verdict")?;
    if output.timed_out {
        bail!("no end after {} s", LIMIT.as_secs());
    }
    if output.stderr.contains(BEGINS_ANEW) {
        bail!("needless: {}", output.stderr.trim());
    }
    let report = Report::of(&output.stdout, &output).map_err(anyhow::Error::msg)?;
    let wrong = end_to_end::manners(&output, &report);
    let has_stopped = check.may_stop() && !report.complete && report.reason.is_some();
    if !wrong.is_empty() || !(report.complete || has_stopped) || report.redundant_executions > 0 {
        bail!("{} {:?}, {} redundant, {wrong:?}", report.verdict, report.reason, report.redundant_executions);
    }
    let text = |outcome: &Outcome| (outcome.stdout.trim_end().to_owned(), outcome.end.clone());
    let found: Outcomes = report.outcomes.iter().map(text).collect();
    let missed: Vec<_> = expected.difference(&found).filter(|_| !has_stopped).collect();
    let invented: Vec<_> = found.difference(expected).collect();
    if !missed.is_empty() || !invented.is_empty() {
        bail!("missed {missed:?}, invented {invented:?}");
    }
    Ok(report)
}

/// What came of many checks.
#[derive(Default)]
pub struct Tally {
    checks: u64,
    executions: u64,
    /// Schedules of strategies that count them.
    schedules: u64,
    /// Those with more executions than [`Tally::MANY`].
    many: u64,
    wrong: u64,
    /// By reason: how many have ended before all was explored.
    stopped: BTreeMap<String, u64>,
}

impl Tally {
    /// Executions after which local states count if nothing is said of it.
    const MANY: u64 = 32;

    /// Counts a check; prints what is wrong with it. `what`: the program, and how it was checked.
    pub fn add(&mut self, what: impl FnOnce() -> String, result: &Result<Report>) {
        self.checks += 1;
        match result {
            Ok(report) => {
                self.executions += report.executions;
                self.schedules += report.statistics.schedules.unwrap_or(0);
                self.many += u64::from(report.executions > Self::MANY);
                if !report.complete {
                    *self.stopped.entry(report.reason.clone().unwrap_or_default()).or_default() += 1;
                }
            }
            Err(difference) => {
                self.wrong += 1;
                println!("{}: {difference:#}", what());
            }
        }
    }

    /// Prints what has stopped early, if anything; how many were wrong.
    pub fn wrong(&self) -> u64 {
        for (reason, checks) in &self.stopped {
            println!("  {checks} not complete: {reason}");
        }
        self.wrong
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { checks, executions, schedules, many, wrong, stopped } = self;
        write!(f, "{checks} checks, {wrong} differ, {executions} executions, {many} with more than {}", Self::MANY)?;
        if *schedules > 0 {
            write!(f, ", {schedules} schedules")?;
        }
        if !stopped.is_empty() {
            write!(f, ", {} not complete", stopped.values().sum::<u64>())?;
        }
        Ok(())
    }
}
