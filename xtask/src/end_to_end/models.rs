//! Programs checked twice: with the models of `java.util.concurrent` (`--jdk-models on`) and with its own code (`off`).
//!
//! A model is right if nobody can tell it from the code that it stands for. So both ways have to find the same outcomes; and
//! where the code has too many interleavings to be explored within a budget, whatever is found until then has to be among
//! the outcomes that the model has.

use super::Selection;
use super::expectation::Expectation;
use super::judge::{excerpt, manners};
use super::report::Report;
use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::workspace::Workspace;
use crate::{process, programs};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// What is compared when nobody says otherwise: the programs in which locks, conditions, queues and pools are used together.
const TABLE: &[&str] = &[
    "ReadersWriters",
    "BoundedBufferConditions",
    "BoundedBufferConditions-2",
    "DiningOrdered",
    "DiningCyclic",
    "DoubleChecked",
    "MichaelScottQueue",
    "TreiberAba",
    "TreiberStack",
    "PoolFutures",
    "ComputeIfAbsent2",
    "FutureChain",
    "ParallelSum",
    "ClassInitDeadlock",
    "VirtualThreads",
];

/// Programs that are small enough for both ways to see everything, at least one for each primitive that is modelled.
const SMALL: &[&str] = &[
    "LockCounts",
    "LockExcludes",
    "LockOrderDeadlock",
    "LockLeftByException",
    "LockNotHeld",
    "TryLockFailsWhenHeld",
    "LockIgnoresInterrupt",
    "LockInterruptibly",
    "LockOrInterrupted",
    "TimedTryLockInterrupted",
    "LostSignal",
    "AwaitInterrupted",
    "AwaitTimesOut",
    "AwaitUninterruptibly",
    "AwaitKeepsHolds",
    "SignalOfOtherCondition",
    "SemaphoreExcludes",
    "SemaphoreHandsOver",
    "SemaphoreTryAcquire",
    "SemaphoreTimesOut",
    "SemaphoreInterrupted",
    "LatchCounts",
    "LatchOpens",
    "LatchInsteadOfJoin",
    "LatchNeverOpens",
    "LatchTimesOut",
    "LatchInterrupted",
    "BarrierIndex",
    "BarrierBrokenByInterrupt",
    "BarrierBrokenByTimeout",
    "ArrayQueueOffers",
    "PollTimesOut",
    "FjAsyncFails",
    "FjCancel",
    "FjGetInterrupted",
    "FjGetTimesOut",
    "FjOrTimeout",
    "FjStarves",
    "FjTaskFails",
];

const HEAD: &str = "\
| program | with models: verdict | executions | states | seconds | without: verdict | executions | states | seconds |
|---|---|---|---|---|---|---|---|---|";

/// Seconds for each way when nobody says otherwise.
const BUDGET: u64 = 60;

/// Seconds for each way of the small programs.
const ENOUGH: u64 = 60;

/// How long a check may take to end after its budget is used up.
const GRACE: Duration = Duration::from_secs(30);

/// Which programs, and how long each of them may take each way.
pub struct Comparison {
    pub selection: Selection,
    /// Seconds.
    budget: u64,
    /// [`agree`] instead of [`table`].
    pub small: bool,
}

impl Comparison {
    /// `[--small] [--timeout S]` and what a [`Selection`] has.
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut rest = arguments.to_vec();
        let mut budget = BUDGET;
        if let Some(at) = rest.iter().position(|argument| argument == "--timeout") {
            let seconds = rest.get(at + 1).context("--timeout needs a number of seconds")?;
            budget = seconds.parse().context("--timeout needs a number of seconds")?;
            rest.drain(at..at + 2);
        }
        let small = rest.iter().any(|argument| argument == "--small");
        rest.retain(|argument| argument != "--small");
        Ok(Self { selection: Selection::parse(&rest)?, budget, small })
    }
}

/// One check.
struct Way {
    report: Report,
    took: Duration,
    wrong: Vec<String>,
}

/// Prints the table of the selected programs of the testsuite, those of [`TABLE`] if none is selected; an error if the ways
/// disagree.
pub fn table(workspace: &Workspace, comparison: &Comparison) -> Result<()> {
    let Comparison { selection, budget, .. } = comparison;
    programs::compile(workspace, &jdk::any()?)?;
    let all = Expectation::all(&workspace.root.join("testsuite/expected"))?;
    let chosen = match selection.names.is_empty() {
        true => named(&all, TABLE)?,
        false => all.iter().filter(|program| selection.has(&program.name) && !program.agent).collect(),
    };
    let directory = workspace.testsuite().join("run");
    std::fs::create_dir_all(&directory)?;
    let mut wrong = 0;
    for jdk in selection.jdks()? {
        println!("\nJDK {}, at most {budget} s for each check\n", jdk.version);
        println!("{HEAD}");
        for program in chosen.iter().filter(|program| program.runs_on(&jdk)) {
            let both = both(workspace, &directory, &jdk, program, *budget)?;
            both.print();
            wrong += usize::from(!both.agree);
        }
    }
    if wrong > 0 { bail!("{wrong} programs differ with models and without") } else { Ok(()) }
}

/// Checks that both ways find the same in the small programs, by turns on the oldest JDK found and on the newest.
pub fn agree(workspace: &Workspace) -> Result<()> {
    println!("== models of java.util.concurrent against its code");
    let jdks = jdk::find();
    let oldest_and_newest = [jdks.first(), jdks.last()];
    programs::compile(workspace, &jdk::any()?)?;
    let all = Expectation::all(&workspace.root.join("testsuite/expected"))?;
    println!("{HEAD}");
    let mut wrong = 0;
    let work: Vec<_> = named(&all, SMALL)?.into_iter().zip(oldest_and_newest.into_iter().flatten().cycle()).collect();
    let check =
        |lane: &Lane, (program, jdk): &(&Expectation, &Jdk)| both(workspace, &lane.directory, jdk, program, ENOUGH);
    lanes::each(workspace, &work, check, |(program, _), both| {
        both.print();
        if !both.complete {
            println!("    {}: not complete", program.name);
        }
        wrong += usize::from(!both.agree || !both.complete);
    })?;
    if wrong > 0 { bail!("{wrong} programs differ with models and without, or are not complete") } else { Ok(()) }
}

/// The expectations with these names.
fn named<'a>(all: &'a [Expectation], names: &[&str]) -> Result<Vec<&'a Expectation>> {
    let find = |name: &&str| all.iter().find(|e| e.name == *name).with_context(|| format!("no program {name}"));
    names.iter().map(find).collect()
}

/// What came of a program checked both ways.
struct Both {
    /// The row of the table, and what is wrong.
    lines: Vec<String>,
    agree: bool,
    complete: bool,
}

impl Both {
    fn print(&self) {
        self.lines.iter().for_each(|line| println!("{line}"));
    }
}

/// Checks a program both ways.
fn both(workspace: &Workspace, directory: &Path, jdk: &Jdk, program: &Expectation, budget: u64) -> Result<Both> {
    let on = check(workspace, directory, jdk, program, "on", budget)?;
    let off = check(workspace, directory, jdk, program, "off", budget)?;
    let wrong: Vec<String> = (on.wrong.iter().map(|w| format!("with models: {w}")))
        .chain(off.wrong.iter().map(|w| format!("without: {w}")))
        .chain(disagreements(&on.report, &off.report))
        .collect();
    let mut lines = vec![format!("| {} | {} | {} |", program.name, cells(&on), cells(&off))];
    lines.extend(wrong.iter().map(|wrong| format!("    {}: {wrong}", program.name)));
    Ok(Both { lines, agree: wrong.is_empty(), complete: on.report.complete && off.report.complete })
}

fn check(
    workspace: &Workspace,
    directory: &Path,
    jdk: &Jdk,
    program: &Expectation,
    models: &str,
    budget: u64,
) -> Result<Way> {
    let mut program = program.clone();
    program.options.extend(["--jdk-models", models, "--timeout", &budget.to_string()].map(String::from));
    let mut command = program.command(workspace, jdk, true, &directory.join("unused.json"));
    let begin = Instant::now();
    let output = process::run_within(command.current_dir(directory), Duration::from_secs(budget) + GRACE)?;
    let report = Report::of(&output.stdout, &output).map_err(anyhow::Error::msg);
    let report = report.with_context(|| format!("{} with --jdk-models {models}", program.name))?;
    let mut wrong = manners(&output, &report);
    if report.verdict == "error" {
        wrong.push(format!("error: {}", excerpt(report.reason.as_deref().unwrap_or(""))));
    }
    Ok(Way { report, took: begin.elapsed(), wrong })
}

fn cells(way: &Way) -> String {
    let report = &way.report;
    let verdict = if report.complete { "complete" } else { "incomplete" };
    let verdict = if report.verdict == "violation" { format!("violation, {verdict}") } else { report.verdict.clone() };
    let seconds = way.took.as_secs_f64();
    format!("{verdict} | {} | {} | {seconds:.1}", report.executions, report.statistics.states)
}

/// Outcomes of the code that the model does not have and, as far as both are complete, the other way round.
fn disagreements(on: &Report, off: &Report) -> Vec<String> {
    let (with, without) = (outcomes(on), outcomes(off));
    let said = |(stdout, end): &(&str, &str)| format!("{} ({end})", excerpt(stdout));
    let mut wrong = Vec::new();
    if on.complete {
        wrong.extend(without.difference(&with).map(|o| format!("models say this is impossible: {}", said(o))));
    }
    if off.complete {
        wrong.extend(with.difference(&without).map(|o| format!("only models say this is possible: {}", said(o))));
    }
    wrong
}

fn outcomes(report: &Report) -> BTreeSet<(&str, &str)> {
    report.outcomes.iter().map(|o| (o.stdout.trim_end_matches('\n'), o.end.as_str())).collect()
}
