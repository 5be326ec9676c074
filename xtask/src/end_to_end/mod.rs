//! The test programs, checked by the built `mcr` on every JDK found, and compared with what is expected of them.

mod expectation;
mod judge;
pub mod memory;
pub mod models;
mod report;

pub use self::expectation::{Expectation, Outcome};
pub use self::judge::manners;
pub use self::report::{Constraints, Report, Violation};

use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::memory_model::MemoryModel;
use crate::process::{self, Output};
use crate::workspace::Workspace;
use crate::{programs, replay};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Which of the tests.
#[derive(Default)]
pub struct Selection {
    /// Whether to test what was built before.
    pub no_build: bool,
    /// Only this JDK.
    jdk: Option<u32>,
    /// Only this memory model.
    pub memory_model: Option<MemoryModel>,
    /// Whether histories are told apart, and local states audited.
    pub audit: bool,
    /// Further options of each check.
    pub options: Vec<String>,
    /// How many JVMs each check has; one if nothing is said, as executions are counted.
    jobs: Option<u32>,
    /// Each program on one JDK alone.
    is_brief: bool,
    /// What is no option: parts of names, or numbers.
    pub names: Vec<String>,
}

impl Selection {
    /// Everything with one of these parts in its name, under one memory model.
    pub fn of(names: &[&str], model: MemoryModel) -> Self {
        let names = names.iter().map(ToString::to_string).collect();
        Self { no_build: true, memory_model: Some(model), names, ..Self::default() }
    }

    /// Everything, each program on one of the JDKs that it runs on.
    pub fn brief() -> Self {
        Self { no_build: true, is_brief: true, ..Self::default() }
    }

    /// `[--no-build] [--jdk N] [--memory-model M] [--audit] [--with OPTIONS] [--jobs N] [NAME..]`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--jdk" => {
                    let version = arguments.next().context("--jdk needs a version")?;
                    selection.jdk = Some(version.parse().context("--jdk needs a number")?);
                }
                "--memory-model" => {
                    let name = arguments.next().context("--memory-model needs a name")?;
                    selection.memory_model = Some(MemoryModel::parse(name)?);
                }
                "--jobs" => {
                    let jobs = arguments.next().context("--jobs needs a number")?;
                    selection.jobs = Some(jobs.parse().context("--jobs needs a number")?);
                }
                "--no-build" => selection.no_build = true,
                "--audit" => selection.audit = true,
                "--with" => {
                    let options = arguments.next().context("--with needs options")?;
                    selection.options.extend(options.split_whitespace().map(str::to_owned));
                }
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name => selection.names.push(name.to_owned()),
            }
        }
        Ok(selection)
    }

    /// The JDKs found, or the one asked for.
    pub fn jdks(&self) -> Result<Vec<Jdk>> {
        let mut jdks = jdk::find();
        jdks.retain(|jdk| self.jdk.is_none_or(|version| version == jdk.version));
        if jdks.is_empty() { bail!("no such JDK") } else { Ok(jdks) }
    }

    /// The memory models to run a program under: the one asked for, or those that something is said of.
    fn models(&self, expected: &Expectation, in_full: bool) -> Vec<MemoryModel> {
        match self.memory_model {
            Some(model) => vec![model],
            None if !in_full => vec![MemoryModel::Sc],
            None => MemoryModel::ALL.into_iter().filter(|model| expected.mentions(*model)).collect(),
        }
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|part| name.contains(part.as_str()))
    }
}

/// What came of one program on one JDK.
struct Verdict {
    report: Option<Report>,
    took: Duration,
    wrong: Vec<String>,
}

/// Runs the selected tests; an error if one fails. Those of one class come one after the other: what they may share
/// outside of their working directory, they do not share at the same time.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    println!("== testsuite");
    programs::compile(workspace, &jdk::any()?)?;
    let jdks = selection.jdks()?;
    let mut expectations = Expectation::all(&workspace.root.join("testsuite/expected"))?;
    expectations.retain(|expected| selection.has(&expected.name));

    let (mut passed, mut failed) = (0, 0);
    let begin = Instant::now();
    for (number, jdk) in jdks.iter().enumerate() {
        let in_full = |expected: &Expectation| {
            !selection.audit || !jdks[..number].iter().any(|earlier| expected.runs_on(earlier))
        };
        let failures = replay::directory(workspace, jdk);
        if failures.exists() {
            std::fs::remove_dir_all(&failures)?;
        }
        println!("JDK {}, {}", jdk.version, jdk.home().display());
        println!("{:30} {:10} {:>6} {:>6} {:>8}", "program", "verdict", "runs", "behav.", "seconds");
        let mut by_class: BTreeMap<&str, Vec<Expectation>> = BTreeMap::new();
        let here = |expected: &&Expectation| {
            expected.runs_on(jdk) && (!selection.is_brief || is_turn_of(jdk, expected, &jdks))
        };
        for expected in expectations.iter().filter(here) {
            let class = by_class.entry(expected.class()).or_default();
            let wanted = |model| {
                let expected = expected.under(model);
                let expected = if selection.audit { expected.audited() } else { Some(expected) };
                if selection.options.is_empty() { expected } else { expected?.with(&selection.options) }
            };
            let models = selection.models(expected, in_full(expected)).into_iter();
            class.extend(models.filter_map(wanted).map(|expected| match selection.jobs {
                Some(jobs) => expected.in_jvms(jobs),
                None => expected,
            }));
        }
        let classes: Vec<_> = by_class.into_values().collect();
        let check_all = |lane: &Lane, class: &Vec<Expectation>| -> Result<Vec<Verdict>> {
            class.iter().map(|expected| check(workspace, lane, jdk, expected, in_full(expected))).collect()
        };
        lanes::each(workspace, &classes, check_all, |class, verdicts| {
            for (expected, verdict) in class.iter().zip(&verdicts) {
                print(expected, verdict);
                if verdict.wrong.is_empty() { passed += 1 } else { failed += 1 }
            }
        })?;
    }
    println!("{} programs on {} JDKs in {:.0} s", expectations.len(), jdks.len(), begin.elapsed().as_secs_f64());
    println!("testsuite: {passed} passed, {failed} failed");
    if failed > 0 { bail!("{failed} tests of the testsuite failed") } else { Ok(()) }
}

/// In the tests that always run, one program out of so many is checked, on one JDK.
const BRIEF: usize = 5;

/// Whether a program is checked on this JDK when not everything is. It is up to the name of its class alone, so each JDK
/// has about as many, and the same ones in each run.
fn is_turn_of(jdk: &Jdk, expected: &Expectation, jdks: &[Jdk]) -> bool {
    let possible: Vec<_> = jdks.iter().filter(|jdk| expected.runs_on(jdk)).collect();
    let number: usize = expected.class().bytes().map(usize::from).sum();
    let turn = number % (BRIEF * possible.len());
    possible.get(turn).is_some_and(|it| it.version == jdk.version)
}

/// `twice`: a violation is looked for with and without `--keep-going`.
fn check(workspace: &Workspace, lane: &Lane, jdk: &Jdk, expected: &Expectation, twice: bool) -> Result<Verdict> {
    let mut verdict = once(workspace, lane, jdk, expected, expected.wants_everything())?;
    // The first violation ends a check that was not told to keep going; the rest of the report is then up to chance.
    let violation = expected.verdict == "violation" && !expected.at_least;
    if twice && verdict.wrong.is_empty() && expected.wants_everything() && violation && !expected.agent {
        let mut first = expected.clone();
        (first.complete, first.violations, first.outcomes) = (None, None, None);
        // Whether a deadlock happens without a failure as well is known in the end.
        first.consequences = None;
        let stopped = once(workspace, lane, jdk, &first, false)?;
        verdict.wrong.extend(stopped.wrong.into_iter().map(|w| format!("without --keep-going: {w}")));
        verdict.took += stopped.took;
    }
    Ok(verdict)
}

fn once(workspace: &Workspace, lane: &Lane, jdk: &Jdk, expected: &Expectation, keep_going: bool) -> Result<Verdict> {
    let directory = &lane.directory;
    let file = report_of_agent(directory, expected);
    if file.exists() {
        std::fs::remove_file(&file)?;
    }
    let output = output(workspace, jdk, directory, expected, keep_going)?;
    let took = output.took;
    if output.timed_out {
        let wrong = vec![format!("no end after {} s", expected.limit().as_secs())];
        return Ok(Verdict { report: None, took, wrong });
    }
    let json = if expected.prints_json() { output.stdout.clone() } else { read(&file) };
    let report = match Report::of(&json, &output) {
        Ok(report) => report,
        Err(message) => return Ok(Verdict { report: None, took, wrong: vec![message] }),
    };
    let mut wrong = judge::manners(&output, &report);
    wrong.extend(judge::differences(expected, &report));
    for text in &expected.text {
        if !output.stdout.contains(text) && !output.stderr.contains(text) {
            wrong.push(format!("the text does not say {text:?}"));
        }
    }
    Ok(Verdict { report: Some(report), took, wrong })
}

/// Checks the program that an expectation is about, as it says, in this directory.
pub fn output(
    workspace: &Workspace,
    jdk: &Jdk,
    directory: &Path,
    expected: &Expectation,
    keep_going: bool,
) -> Result<Output> {
    let mut command = expected.command(workspace, jdk, keep_going, &report_of_agent(directory, expected));
    let input = directory.join(format!("{}.stdin", expected.name));
    std::fs::write(&input, &expected.stdin)?;
    let input = std::fs::File::open(&input)?;
    process::run_with_input(command.current_dir(directory), input.into(), expected.limit())
}

/// An agent without `mcr` writes its report to a file.
fn report_of_agent(directory: &Path, expected: &Expectation) -> PathBuf {
    directory.join(format!("{}.json", expected.name))
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

fn print(expected: &Expectation, verdict: &Verdict) {
    let (said, runs, behaviours) = match &verdict.report {
        Some(r) => {
            (r.verdict.as_str(), r.executions.to_string(), r.behaviours.map_or("-".into(), |b: u64| b.to_string()))
        }
        None => ("-", "-".into(), "-".into()),
    };
    let mark = if verdict.wrong.is_empty() { "" } else { "  FAILED" };
    let seconds = verdict.took.as_secs_f64();
    let name = match expected.memory_model {
        MemoryModel::Sc => expected.name.clone(),
        model => format!("{} ({})", expected.name, model.name()),
    };
    println!("{name:30} {said:10} {runs:>6} {behaviours:>6} {seconds:>8.2}{mark}");
    for wrong in &verdict.wrong {
        println!("    {wrong}");
    }
}
