//! Random Java programs: generated with their exact outcomes, checked by the built `mcr`, compared.

use crate::end_to_end::{Outcome, Report};
use crate::jdk::{self, Jdk};
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use crate::{end_to_end, process};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// For one program.
const LIMIT: Duration = Duration::from_secs(120);

/// Generates `programs` programs from a seed and checks them on each of `jdks`; an error if one differs.
pub fn run(workspace: &Workspace, jdks: &[Jdk], programs: u64, seed: u64) -> Result<()> {
    println!("== {programs} random Java programs from seed {seed}");
    let directory = fresh(&workspace.testsuite().join("random"))?;
    let mut python = Command::new("python3");
    python.arg(workspace.root.join("testsuite/random/generate.py")).arg(&directory);
    process::run(python.arg(programs.to_string()).arg(seed.to_string()))?;
    let classes = directory.join("classes");
    javac(&jdk::any()?, &java_files(&directory)?, &classes, None)?;
    let expected = std::fs::read_to_string(directory.join("expected.json"))?;
    let expected: BTreeMap<String, BTreeSet<(String, String)>> = serde_json::from_str(&expected)?;
    let mut failed = 0;
    for jdk in jdks {
        let begin = Instant::now();
        let (mut executions, mut wrong) = (0, 0);
        for (name, outcomes) in &expected {
            match check(workspace, jdk, &classes, name, outcomes) {
                Ok(more) => executions += more,
                Err(difference) => {
                    wrong += 1;
                    println!("{name}: {difference:#}");
                }
            }
        }
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "JDK {}: {} programs, {wrong} differ, {executions} executions, {seconds:.0} s",
            jdk.version,
            expected.len()
        );
        failed += wrong;
    }
    if failed > 0 { bail!("{failed} random programs differ; seed {seed}") } else { Ok(()) }
}

fn check(
    workspace: &Workspace,
    jdk: &Jdk,
    classes: &Path,
    name: &str,
    expected: &BTreeSet<(String, String)>,
) -> Result<u64> {
    let mut mcr = workspace.mcr();
    mcr.args(["check", "--keep-going", "--format", "json", "--"]).arg(jdk.java()).arg("-cp").arg(classes).arg(name);
    let output = process::run_within(&mut mcr, LIMIT).context("no verdict")?;
    let report = Report::of(&output.stdout, &output).map_err(anyhow::Error::msg)?;
    let wrong = end_to_end::manners(&output, &report);
    if !wrong.is_empty() || !report.complete || report.redundant_executions > 0 {
        bail!("{} {:?}, {} redundant, {wrong:?}", report.verdict, report.reason, report.redundant_executions);
    }
    let text = |outcome: &Outcome| (outcome.stdout.trim_end().to_owned(), outcome.end.clone());
    let found: BTreeSet<_> = report.outcomes.iter().map(text).collect();
    if found != *expected {
        let missed: Vec<_> = expected.difference(&found).collect();
        let invented: Vec<_> = found.difference(expected).collect();
        bail!("missed {missed:?}, invented {invented:?}");
    }
    Ok(report.executions)
}
