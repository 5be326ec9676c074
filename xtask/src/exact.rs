//! Programs whose exact outcomes are known before they are checked by the built `mcr`.

use crate::end_to_end::{self, Outcome, Report};
use crate::jdk::Jdk;
use crate::lanes::Lane;
use crate::memory_model::MemoryModel;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// For one program.
const LIMIT: Duration = Duration::from_secs(120);

/// Pairs of what is printed and how the execution ends.
pub type Outcomes = BTreeSet<(String, String)>;

/// What `mcr` says where it has found that local states are not the same in each execution.
const BEGINS_ANEW: &str = "beginning anew with --local-states off";

/// Checks a program (its class and arguments) with further options; the report, or an error if the outcomes are not `expected`.
#[expect(clippy::too_many_arguments, reason = "each is something else")]
pub fn check(
    workspace: &Workspace,
    lane: &Lane,
    jdk: &Jdk,
    classes: &Path,
    program: &[&str],
    model: MemoryModel,
    options: &[String],
    expected: &Outcomes,
) -> Result<Report> {
    let mut mcr = workspace.mcr();
    mcr.args([
        "check",
        "--jobs",
        "1",
        "--calls",
        "off",
        "--keep-going",
        "--format",
        "json",
        "--memory-model",
        model.name(),
    ]);
    mcr.args(options).arg("--");
    mcr.arg(jdk.java()).arg("-cp").arg(classes).args(program);
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
    if !wrong.is_empty() || !report.complete || report.redundant_executions > 0 {
        bail!("{} {:?}, {} redundant, {wrong:?}", report.verdict, report.reason, report.redundant_executions);
    }
    let text = |outcome: &Outcome| (outcome.stdout.trim_end().to_owned(), outcome.end.clone());
    let found: Outcomes = report.outcomes.iter().map(text).collect();
    if found != *expected {
        let missed: Vec<_> = expected.difference(&found).collect();
        let invented: Vec<_> = found.difference(expected).collect();
        bail!("missed {missed:?}, invented {invented:?}");
    }
    Ok(report)
}
