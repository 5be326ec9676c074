//! The Java part of `mcr test`, and tests of it: `cargo xtask junit`.
//!
//! What is expected of each test of the samples stands in `expected.txt` beside them, with the reason in the source.

mod expectation;

use self::expectation::Expectation;
use crate::end_to_end::Selection;
use crate::jdk::{self, Jdk};
use crate::libraries::{self, Library, library};
use crate::memory_model::MemoryModel;
use crate::programs::{self, fresh, java_files, join};
use crate::workspace::Workspace;
use crate::{java_runtime, lanes, process, replay};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Seconds after which a run of `mcr test` counts as hanging.
const LIMIT: u64 = 900;

/// Tests, and the jars that they are compiled and run with.
struct Sample {
    /// Directories, each with what is expected of the tests in it.
    directories: &'static [&'static str],
    /// Where the sources are in there.
    sources: &'static str,
    junit: Library,
    /// Whether the launcher is left out of the class path, and has to be found beside the other jars.
    hides_launcher: bool,
}

const JUNIT5: &[&str] =
    &["org.junit.jupiter:junit-jupiter:5.11.4", "org.junit.platform:junit-platform-launcher:1.11.4"];
const JUNIT6: &[&str] = &["org.junit.jupiter:junit-jupiter:6.0.0", "org.junit.platform:junit-platform-launcher:6.0.0"];
const OLD_JUNIT5: &[&str] =
    &["org.junit.jupiter:junit-jupiter:5.8.2", "org.junit.platform:junit-platform-launcher:1.8.2"];

const fn sample(
    directory: &'static [&'static str],
    name: &'static str,
    coordinates: &'static [&'static str],
) -> Sample {
    let junit = library(name, coordinates);
    Sample { directories: directory, sources: "sample", junit, hides_launcher: false }
}

const SAMPLES: [Sample; 5] = [
    sample(&["testsuite/junit/jupiter"], "junit5", JUNIT5),
    sample(&["testsuite/junit/jupiter"], "junit6", JUNIT6),
    Sample { hides_launcher: true, ..sample(&["testsuite/junit/jupiter"], "junit5.8", OLD_JUNIT5) },
    sample(&["testsuite/junit/junit4"], "junit4", &["junit:junit:4.13.2"]),
    Sample {
        sources: "src/test/java/example",
        ..sample(
            &[
                "examples/lost-update",
                "examples/lock-order",
                "examples/missed-signal",
                "examples/check-then-act",
                "examples/unsafe-publication",
            ],
            "examples",
            JUNIT5,
        )
    },
];

/// Makes the Java part and puts it beside the checker's binary, with the jar that runs tests of JUnit 4 alone.
pub fn jar(workspace: &Workspace) -> Result<PathBuf> {
    let (jdk, junit) = (jdk::any()?, java_runtime::junit(workspace)?);
    let classes = fresh(&workspace.testsuite().join("mcr-junit"))?;
    let mut javac = Command::new(jdk.tool("javac"));
    // So that a project can be compiled against it with whatever its tests are compiled with.
    javac
        .args(["--release", "8", "-g", "-Xlint:-options", "-encoding", "UTF-8", "-cp"])
        .arg(&junit)
        .arg("-d")
        .arg(&classes);
    let sources = workspace.root.join("javaruntime/junit/src/dev/mcr/junit");
    process::run(javac.args(java_files(&sources)?).args(java_files(&sources.join("run"))?))?;
    let jar = workspace.beside_mcr("mcr-junit.jar");
    process::run(
        Command::new(jdk.tool("jar")).arg("--create").arg("--file").arg(&jar).arg("-C").arg(&classes).arg("."),
    )?;
    fs::copy(&junit, workspace.beside_mcr("junit-platform-console-standalone.jar"))?;
    Ok(jar)
}

/// Explores the samples, all or those with one of these names, on every JDK that was chosen, compares with what is expected, and replays what was
/// recorded.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    explore_all(workspace, selection, true)
}

/// Those that are not slow, each on one of the JDKs by turns, for the tests that always run; of their races a part is
/// replayed.
pub fn some(workspace: &Workspace) -> Result<()> {
    explore_all(workspace, &Selection::of(&["junit6", "junit4", "examples"], MemoryModel::Sc), false)
}

/// A sample that is explored on one JDK.
struct Round {
    name: &'static str,
    jdk: Jdk,
    /// Where the report and the failures go.
    directory: PathBuf,
    class_path: Vec<PathBuf>,
    expected: Vec<Expectation>,
}

fn explore_all(workspace: &Workspace, selection: &Selection, all: bool) -> Result<()> {
    println!("== tests of JUnit");
    let runner = jar(workspace)?;
    let (mut passed, mut failed) = (0, 0);
    let wanted = |name: &str| selection.names.is_empty() || selection.names.iter().any(|wanted| wanted == name);
    let mut rounds = Vec::new();
    let jdks = selection.jdks()?;
    for (number, sample) in SAMPLES.iter().filter(|sample| wanted(sample.junit.name)).enumerate() {
        let turn = number % jdks.len();
        let jdks = if all { &jdks[..] } else { &jdks[turn..=turn] };
        rounds.extend(prepare(workspace, sample, &runner, jdks, all)?);
    }
    lanes::each(
        workspace,
        &rounds,
        |_, round| explore(workspace, round, all),
        |round, wrong| {
            wrong.iter().for_each(|line| println!("JDK {} {}: {line}", round.jdk.version, round.name));
            failed += wrong.len();
            passed += round.expected.len().saturating_sub(wrong.len());
        },
    )?;
    // These run side by side themselves.
    for Round { name, jdk, directory, .. } in &rounds {
        let (files, inexact) =
            replay::of_directory(workspace, &directory.join("output"), jdk, if all { 1 } else { 10 })?;
        inexact.iter().for_each(|line| println!("JDK {} {name}: replay of {line}", jdk.version));
        let exact = files as usize - inexact.len();
        println!("JDK {} {name}: {files} failures, {exact} replayed event by event", jdk.version);
        failed += inexact.len();
    }
    println!("junit: {passed} passed, {failed} failed");
    if failed > 0 { bail!("{failed} tests of JUnit or replays of them are not as expected") } else { Ok(()) }
}

/// Compiles a sample, to be explored on each of these JDKs. `runner`: what its annotations are compiled with.
fn prepare(
    workspace: &Workspace,
    sample: &'static Sample,
    runner: &Path,
    jdks: &[Jdk],
    all: bool,
) -> Result<Vec<Round>> {
    let name = sample.junit.name;
    let (mut expected, mut sources) = (Vec::new(), Vec::new());
    for directory in sample.directories.iter().map(|directory| workspace.root.join(directory)) {
        expected.extend(Expectation::read(&directory.join("expected.txt"))?);
        sources.extend(java_files(&directory.join(sample.sources))?);
    }
    expected.retain(|one: &Expectation| all || !one.is_slow);
    let directory = workspace.testsuite().join("samples").join(name);
    let mut class_path = libraries::jars(&sample.junit, &directory)?;
    class_path.push(runner.to_owned());
    let classes = fresh(&directory.join("classes"))?;
    programs::javac(&jdk::any()?, &sources, &classes, Some(&join(&class_path)?))?;
    class_path.pop();
    if sample.hides_launcher {
        class_path.retain(|jar| !jar.display().to_string().contains("launcher"));
    }
    class_path.insert(0, classes);
    let round = |jdk: &Jdk| {
        let directory = fresh(&directory.join(jdk.version.to_string()))?;
        let (class_path, expected) = (class_path.clone(), expected.clone());
        Ok(Round { name, jdk: jdk.clone(), directory, class_path, expected })
    };
    jdks.iter().map(round).collect()
}

/// What is not as expected in one run of `mcr test` over all tests.
fn explore(workspace: &Workspace, round: &Round, all: bool) -> Result<Vec<String>> {
    let Round { name, jdk, directory, class_path, expected } = round;
    let output = fresh(&directory.join("output"))?;
    let mut mcr = workspace.mcr();
    mcr.args(["test", "--jobs", "1", "--format", "json", "--select-class", "**", "--output"])
        .arg(&output)
        .arg("--java")
        .arg(jdk.java());
    mcr.arg("--classpath").arg(join(class_path)?);
    if !all {
        mcr.args(["--exclude-tag", "slow"]);
    }
    let xml = directory.join("report.xml");
    mcr.arg("--report").arg(&xml);
    let start = Instant::now();
    let ended = process::run_within(&mut mcr, Duration::from_secs(LIMIT))?;
    let report: serde_json::Value =
        serde_json::from_str(&ended.stdout).with_context(|| format!("no report: {}{}", ended.stdout, ended.stderr))?;
    println!(
        "JDK {} {name}: {} tests, {} executions, {} JVMs, {} s",
        jdk.version,
        report["tests"].as_array().map_or(0, Vec::len),
        report["executions"],
        report["jvms"],
        start.elapsed().as_secs()
    );
    Ok(Expectation::compare(expected, &report))
}
