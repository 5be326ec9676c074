//! Tests of `mcr jcstress`: `cargo xtask jcstress`.
//!
//! They are written against jcstress-core, which Maven fetches: litmus tests made by
//! `testsuite/jcstress/litmus_tests.py`, and others in `testsuite/jcstress/src`. What is expected stands in the tests:
//! the description of an outcome begins with the first memory model that allows it (`SC:`, `TSO:`, `PSO:`), or with
//! `never:`. With `--samples` those that jcstress publishes are explored instead ([`samples`]). With `--observe` the
//! harness itself runs them, too ([`observe`]).

mod observe;
mod samples;

use crate::end_to_end::Selection;
use crate::jdk::Jdk;
use crate::libraries::{self, Library, library};
use crate::programs::{fresh, java_files, javac_with, join};
use crate::replay::{self, Replayed};
use crate::workspace::Workspace;
use crate::{jdk, junit, process};
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const HARNESS: Library = library("jcstress", &["org.openjdk.jcstress:jcstress-core:0.16"]);

/// The annotation of a test.
const TEST: &str = "@JCStressTest";

/// What every test run has.
const SOME: &[&str] = &["_plain$", "_volatile$", "^stress"];

/// Seconds after which a run counts as hanging.
const LIMIT: u64 = 600;

/// What `mcr jcstress` says.
#[derive(Deserialize)]
struct Report {
    tests: Vec<Tested>,
}

/// What became of a test.
#[derive(Deserialize)]
struct Tested {
    name: String,
    status: String,
    reason: Option<String>,
    executions: u64,
    wall_s: f64,
    results: Vec<Found>,
}

/// A result, and what was found of it.
#[derive(Deserialize)]
struct Found {
    result: String,
    expect: String,
    description: String,
    allowed_first_under: Option<String>,
    possible: BTreeMap<String, String>,
    /// The file that replays it, if it is forbidden.
    #[serde(default)]
    failure: Option<String>,
}

impl Found {
    /// Whether it must not be and is.
    fn is_failure(&self) -> bool {
        self.expect == "FORBIDDEN" && self.allowed_first_under.is_some()
    }

    /// Before the colon: the first model that allows it, or `never`.
    fn wanted(&self) -> Option<String> {
        Some(self.description.split_once(':')?.0.to_lowercase())
    }

    fn found(&self) -> &str {
        self.allowed_first_under.as_deref().unwrap_or("never")
    }
}

/// The compiled tests.
struct Tests {
    jars: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    classes: PathBuf,
}

/// `[--no-build] [--jdk N] [--samples] [--observe] [REGEX..]`
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let (observes, samples) = (has("--observe"), has("--samples"));
    let is_own = |argument: &&String| *argument == "--observe" || *argument == "--samples";
    let rest: Vec<String> = arguments.iter().filter(|argument| !is_own(argument)).cloned().collect();
    let selection = Selection::parse(&rest)?;
    if !selection.no_build {
        workspace.cargo(&["build", "--release"])?;
    }
    let names: Vec<&str> = selection.names.iter().map(String::as_str).collect();
    if samples {
        junit::jar(workspace)?;
        return samples::run(workspace, &selection.jdks()?, &names, observes);
    }
    let tests = prepare(workspace)?;
    for jdk in selection.jdks()? {
        let report = tests.explore(workspace, &jdk, &names)?;
        judge(&report, wrong)?;
        replay_failures(workspace, &jdk, &report)?;
        if observes {
            observe::run(workspace, &jdk, &tests, &names, &report)?;
        }
    }
    Ok(())
}

/// Those that every test run has.
pub fn some(workspace: &Workspace) -> Result<()> {
    let jdk = jdk::any()?;
    let report = prepare(workspace)?.explore(workspace, &jdk, SOME)?;
    judge(&report, wrong)?;
    replay_failures(workspace, &jdk, &report)?;
    samples::some(workspace)
}

/// Fetches the harness, makes and compiles the tests.
fn prepare(workspace: &Workspace) -> Result<Tests> {
    println!("== tests of jcstress");
    junit::jar(workspace)?;
    let directory = workspace.testsuite().join("jcstress");
    let jars = libraries::jars(&HARNESS, &directory)?;
    let made = fresh(&directory.join("src"))?;
    let maker = workspace.root.join("testsuite/jcstress/litmus_tests.py");
    process::run(Command::new("python3").arg(maker).arg(&made))?;
    let mut sources = java_files(&made.join("litmus"))?;
    sources.extend(java_files(&workspace.root.join("testsuite/jcstress/src/stress"))?);
    let classes = fresh(&directory.join("classes"))?;
    javac_with(&jdk::any()?, &["-proc:none"], &sources, &classes, &join(&jars)?)?;
    Ok(Tests { jars, sources, classes })
}

impl Tests {
    /// Explores those with one of these in their names, or all.
    fn explore(&self, workspace: &Workspace, jdk: &Jdk, names: &[&str]) -> Result<Report> {
        let mut class_path = vec![self.classes.clone()];
        class_path.extend(self.jars.iter().cloned());
        explore(workspace, jdk, &class_path, names, written(&self.sources)?)
    }
}

/// Explores tests with one of these in their names, or all, of which there are so many.
fn explore(workspace: &Workspace, jdk: &Jdk, class_path: &[PathBuf], names: &[&str], written: usize) -> Result<Report> {
    let output = fresh(&workspace.testsuite().join("jcstress/output"))?;
    let mut mcr = workspace.mcr();
    mcr.args(["jcstress", "--format", "json", "--java"]).arg(jdk.java()).arg("--output").arg(&output);
    mcr.arg("--classpath").arg(join(class_path)?);
    if !names.is_empty() {
        mcr.args(["-t", &names.join("|")]);
    }
    let ended = process::run_within(&mut mcr, Duration::from_secs(LIMIT))?;
    let report: Report = serde_json::from_str(&ended.stdout).with_context(|| format!("no report: {}", ended.stderr))?;
    let executions: u64 = report.tests.iter().map(|test| test.executions).sum();
    let mut times: Vec<_> = report.tests.iter().map(|test| (test.wall_s, test.name.as_str())).collect();
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let half = times.get(times.len() / 2).map(|half| half.0).unwrap_or_default();
    let slowest = times.last().map(|(wall, name)| format!("{name} {wall:.1} s")).unwrap_or_default();
    println!(
        "JDK {}: {} tests, {executions} executions, {:.0} s; half of them in {half:.2} s each, the slowest: {slowest}",
        jdk.version,
        report.tests.len(),
        ended.took.as_secs_f64()
    );
    if names.is_empty() && report.tests.len() != written {
        bail!("{written} tests are written, {} were found", report.tests.len());
    }
    // What is not explored to its end is judged by each test.
    if let Some(status) = ended.status.filter(|status| ![0, 1, 3].contains(status)) {
        bail!("mcr jcstress ends with status {status}: {}", ended.stderr);
    }
    Ok(report)
}

/// How many tests there are in these files.
fn written(sources: &[PathBuf]) -> Result<usize> {
    let tests = |file: &PathBuf| anyhow::Ok(fs::read_to_string(file)?.matches(TEST).count());
    sources.iter().map(tests).sum()
}

/// Fails if anything is wrong with one of the tests.
fn judge(report: &Report, wrong: fn(&Tested) -> Vec<String>) -> Result<()> {
    let (mut passed, mut failed) = (0, 0);
    for test in &report.tests {
        let wrong = wrong(test);
        wrong.iter().for_each(|line| println!("{}: {line}", test.name));
        if wrong.is_empty() { passed += 1 } else { failed += 1 }
    }
    println!("jcstress: {passed} passed, {failed} failed");
    if failed > 0 || passed == 0 { bail!("{failed} tests of jcstress are not as expected") } else { Ok(()) }
}

/// What must not be and is has a file, and shows again by it.
fn replay_failures(workspace: &Workspace, jdk: &Jdk, report: &Report) -> Result<()> {
    let mut replayed = 0;
    for test in &report.tests {
        for row in test.results.iter().filter(|row| row.is_failure()) {
            let what = format!("{}: {:?}", test.name, row.result);
            let file = row.failure.as_ref().with_context(|| format!("{what} has no failure file"))?;
            match replay::replayed(workspace, Path::new(file), jdk, 2)? {
                Replayed::Exactly => replayed += 1,
                Replayed::Otherwise(said) | Replayed::Not(said) => bail!("{what} is not replayed: {said}"),
            }
        }
    }
    println!("jcstress: {replayed} forbidden results replayed");
    ensure!(replayed > 0 || report.tests.iter().all(|test| test.status != "failed"), "no failure was replayed");
    Ok(())
}

/// Compares with what the test says itself.
fn wrong(test: &Tested) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut is_forbidden = false;
    for row in &test.results {
        is_forbidden |= row.is_failure();
        if row.wanted().as_deref() != Some(row.found()) {
            wrong.push(format!("{:?} ({}): found {}", row.result, row.description, row.found()));
        }
        if row.possible.values().any(|possible| possible == "unknown") {
            wrong.push(format!("{:?}: not known under each model", row.result));
        }
    }
    let expected = if is_forbidden { "failed" } else { "passed" };
    if test.status != expected || test.results.is_empty() {
        let reason = test.reason.as_deref().unwrap_or_default();
        wrong.push(format!("{} instead of {expected}: {reason}", test.status));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(expect: &str, description: &str, first: Option<&str>) -> Found {
        Found {
            result: "0, 0".to_owned(),
            expect: expect.to_owned(),
            description: description.to_owned(),
            allowed_first_under: first.map(str::to_owned),
            possible: BTreeMap::new(),
            failure: None,
        }
    }

    fn tested(status: &str, results: Vec<Found>) -> Tested {
        Tested { name: "T".to_owned(), status: status.to_owned(), reason: None, executions: 1, wall_s: 0.0, results }
    }

    #[test]
    fn a_result_has_to_be_allowed_first_by_the_model_that_is_named() {
        assert!(wrong(&tested("passed", vec![row("ACCEPTABLE", "TSO: late", Some("tso"))])).is_empty());
        assert!(wrong(&tested("passed", vec![row("FORBIDDEN", "never: no", None)])).is_empty());
        for (expect, description, first) in [
            ("ACCEPTABLE", "TSO: late", Some("sc")),
            ("ACCEPTABLE", "SC: interleaved", None),
            ("ACCEPTABLE", "never: no", Some("pso")),
            ("ACCEPTABLE", "nothing", Some("sc")),
        ] {
            let test = tested("passed", vec![row(expect, description, first)]);
            assert_eq!(wrong(&test).len(), 1, "{description} {first:?}");
        }
    }

    #[test]
    fn a_test_fails_where_something_forbidden_is_possible_and_only_there() {
        let forbidden = || vec![row("FORBIDDEN", "SC: a bug", Some("sc"))];
        assert!(wrong(&tested("failed", forbidden())).is_empty());
        assert_eq!(wrong(&tested("passed", forbidden())).len(), 1);
        assert_eq!(wrong(&tested("failed", vec![row("ACCEPTABLE", "SC: fine", Some("sc"))])).len(), 1);
        assert_eq!(wrong(&tested("passed", Vec::new())).len(), 1);
    }
}
