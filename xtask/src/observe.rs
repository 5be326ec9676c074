//! A plain JVM as a witness: `cargo xtask observe`. Programs run again and again without `mcr`, and whatever they show has to be an outcome
//! that is expected of a check. With `--noise` the agent delays threads at random (`-agentpath:libmcr.so=noise`), which shows more.
//!
//! The converse does not hold: a JVM shows few of the interleavings.
//!
//! Runs follow each other in one JVM, which is fast. With `--apart` each is a JVM of its own, for programs that take arguments, or leave ports of
//! the machine behind.

use crate::end_to_end::{Expectation, Outcome};
use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::process;
use crate::programs::{self, fresh, javac};
use crate::workspace::Workspace;
use crate::{exact, libraries, not_comparable, random};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// By turns: the interpreter is preempted elsewhere than compiled code. No compiler that reorders accesses.
const MODES: [&[&str]; 2] = [&["-XX:TieredStopAtLevel=1"], &["-XX:TieredStopAtLevel=1", "-Xint"]];
/// Seconds beyond those that were asked for after which a JVM counts as hanging.
const GRACE: u64 = 120;

/// A JVM of which nothing is to be expected after this time: the programs take well below a second.
const HANGS: Duration = Duration::from_secs(20);

/// How a run ends of which nobody knows how it would have ended: threads that wait for a class to be initialised count as running.
const UNFINISHED: &str = "unfinished";
/// Of what cannot be, no more is shown of one program.
const SHOWN: usize = 4;

/// What to run, and for how long.
pub struct Selection {
    pub no_build: bool,
    noise: bool,
    /// Each run is a JVM.
    apart: bool,
    libraries: bool,
    /// How many random programs, in the place of those of the testsuite.
    random: Option<u64>,
    jdk: Option<u32>,
    runs: u64,
    seconds: u64,
    seed: u64,
    /// How many programs are observed at a time: with noise, a JVM sleeps most of the time.
    beside: usize,
    names: Vec<String>,
}

impl Selection {
    /// `[--no-build] [--noise] [--apart] [--libraries | --random N] [--jdk N] [--runs N] [--seconds N] [--seed N] [--beside N] [NAME..]`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Self {
            no_build: false,
            noise: false,
            apart: false,
            libraries: false,
            random: None,
            jdk: None,
            runs: 100_000,
            seconds: 4,
            seed: 1,
            beside: 1,
            names: Vec::new(),
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut number = || -> Result<u64> {
                let number = arguments.next().with_context(|| format!("{argument} needs a number"))?;
                number.parse().with_context(|| format!("{argument} needs a number"))
            };
            match argument.as_str() {
                "--no-build" => selection.no_build = true,
                "--noise" => selection.noise = true,
                "--apart" => selection.apart = true,
                "--libraries" => selection.libraries = true,
                "--random" => selection.random = Some(number()?),
                "--jdk" => selection.jdk = Some(u32::try_from(number()?)?),
                "--runs" => selection.runs = number()?,
                "--seconds" => selection.seconds = number()?,
                "--seed" => selection.seed = number()?,
                "--beside" => selection.beside = usize::try_from(number()?)?.max(1),
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name => selection.names.push(name.to_owned()),
            }
        }
        Ok(selection)
    }

    fn has(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|part| name.contains(part.as_str()))
    }
}

/// A program, and what it may show.
pub struct Program {
    pub name: String,
    pub class: String,
    pub class_path: String,
    pub jvm_options: Vec<String>,
    pub arguments: Vec<String>,
    pub allowed: BTreeSet<Outcome>,
}

/// Runs the selected programs and prints a row of a table for each; an error if one shows what is not expected.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let compiler = jdk::any()?;
    let mut jdks = jdk::find();
    jdks.retain(|jdk| selection.jdk.is_none_or(|version| version == jdk.version));
    let jdk = jdks.first().context("no such JDK")?;
    let programs = match selection.random {
        Some(count) => of_random(workspace, count, selection.seed)?,
        None if selection.libraries => libraries::observable(workspace, &compiler, jdk, |name| selection.has(name))?,
        None => of_testsuite(workspace, &compiler, jdk, selection)?,
    };
    let observer = fresh(&workspace.testsuite().join("observe"))?;
    javac(&compiler, &[workspace.root.join("testsuite/oracle/Observe.java")], &observer, None)?;
    println!("JDK {}, {} programs{}", jdk.version, programs.len(), if selection.noise { ", with noise" } else { "" });
    println!("| program | runs | outcomes seen | of | impossible |\n|---|---|---|---|---|");
    let (mut runs, mut impossible, mut seen_all, mut failed) = (0, 0, 0, 0);
    let observe = |lane: &Lane, program: &Program| {
        let witness = Witness { workspace, jdk, program, selection, lane };
        Ok(if selection.apart { witness.apart() } else { witness.observe(&observer) })
    };
    lanes::beside(workspace, selection.beside, &programs, observe, |program, seen| {
        let seen = match seen {
            Ok(seen) => seen,
            Err(error) => {
                println!("| {} | FAILED: {error:#} | | | |", program.name);
                failed += 1;
                return;
            }
        };
        let count: u64 = seen.values().sum();
        let wrong: Vec<_> = seen.keys().filter(|outcome| !program.allowed.contains(outcome)).collect();
        let show = |outcome: &&Outcome| format!("`[{}] {}`", outcome.end, outcome.stdout.replace('\n', "\\n"));
        let list = wrong.iter().take(SHOWN).map(show).collect::<Vec<_>>().join(", ");
        println!("| {} | {count} | {} | {} | {list} |", program.name, seen.len() - wrong.len(), program.allowed.len());
        runs += count;
        impossible += wrong.len();
        seen_all += usize::from(seen.len() - wrong.len() == program.allowed.len());
    })?;
    println!(
        "\nobserve: {} programs, {runs} runs, {seen_all} programs showed all that is expected, {impossible} outcomes are impossible",
        programs.len()
    );
    if impossible > 0 {
        bail!("a plain JVM shows {impossible} outcomes that are not expected");
    }
    if failed > 0 { bail!("{failed} programs could not be observed") } else { Ok(()) }
}

/// The programs of the testsuite of which the exact outcomes are known, and that can be run again in one JVM.
fn of_testsuite(workspace: &Workspace, compiler: &Jdk, jdk: &Jdk, selection: &Selection) -> Result<Vec<Program>> {
    let class_path = programs::compile(workspace, compiler)?.display().to_string();
    let mut all = Expectation::all(&workspace.root.join("testsuite/expected"))?;
    all.retain(|expected| selection.has(&expected.name) && expected.is_observable(jdk, selection.apart));
    all.retain(|expected| {
        let class = expected.class();
        let reason = not_comparable::reason(class);
        if let Some(reason) = reason {
            println!("{} is left out: {reason}", expected.name);
        }
        reason.is_none()
    });
    let program = |expected: Expectation| Program {
        class: expected.class().to_owned(),
        name: expected.name,
        class_path: class_path.clone(),
        jvm_options: Vec::new(),
        arguments: expected.args,
        allowed: expected.outcomes.unwrap_or_default().into_iter().map(trimmed).collect(),
    };
    let mut programs: Vec<_> = all.into_iter().map(program).collect();
    // Some expectations are about other options for the same program.
    programs.dedup_by(|a, b| a.class == b.class && a.allowed == b.allowed);
    Ok(programs)
}

fn of_random(workspace: &Workspace, count: u64, seed: u64) -> Result<Vec<Program>> {
    let (classes, expected) = random::generate(workspace, &jdk::any()?, count, seed, None, &[])?;
    let program = |(name, outcomes): (String, exact::Outcomes)| Program {
        class: name.clone(),
        name,
        class_path: classes.display().to_string(),
        jvm_options: Vec::new(),
        arguments: Vec::new(),
        allowed: outcomes.into_iter().map(|(stdout, end)| trimmed(Outcome { stdout, end })).collect(),
    };
    Ok(expected.into_iter().map(program).collect())
}

fn trimmed(outcome: Outcome) -> Outcome {
    Outcome { stdout: outcome.stdout.trim_end().to_owned(), end: outcome.end }
}

/// Plain JVMs that run one program.
struct Witness<'a> {
    workspace: &'a Workspace,
    jdk: &'a Jdk,
    program: &'a Program,
    selection: &'a Selection,
    lane: &'a Lane,
}

/// What was seen, and how often.
type Seen = BTreeMap<Outcome, u64>;

impl Witness<'_> {
    /// A JVM that works in an empty directory: nobody puts back what these runs leave, and a check of the same program would find it.
    fn java(&self, mode: &[&str], seed: u64) -> Result<Command> {
        let mut java = Command::new(self.jdk.java());
        if self.selection.noise {
            java.arg(format!("-agentpath:{}=noise={}", self.workspace.agent().display(), self.selection.seed + seed));
        }
        let directory = fresh(&self.lane.directory.join("observed"))?;
        java.arg(format!("-Djava.io.tmpdir={}", directory.display()));
        java.args(mode).args(&self.program.jvm_options).current_dir(&directory);
        Ok(java)
    }

    /// All runs in two JVMs, one after the other.
    fn observe(&self, observer: &Path) -> Result<Seen> {
        let Self { program, selection, .. } = self;
        let mut seen = Seen::new();
        for (turn, mode) in MODES.iter().enumerate() {
            let mut java = self.java(mode, turn as u64)?;
            java.arg("-cp").arg(observer).args(["Observe", &program.class_path, &program.class]);
            java.args([selection.runs.to_string(), selection.seconds.div_ceil(MODES.len() as u64).to_string()]);
            let output = process::run_within(&mut java, Duration::from_secs(selection.seconds + GRACE))?;
            if output.timed_out || output.status != Some(0) {
                bail!("{}: the JVM ended with {:?}: {}", program.name, output.status, output.stderr);
            }
            for line in output.stdout.lines() {
                let mut parts = line.splitn(3, '\t');
                let mut part = || parts.next().context("a line of the observer has three parts");
                let (count, end, text) = (part()?.parse::<u64>()?, part()?, part()?);
                if end == UNFINISHED {
                    continue;
                }
                let outcome = Outcome { stdout: text.replace("\\n", "\n"), end: end.to_owned() };
                *seen.entry(trimmed(outcome)).or_default() += count;
            }
        }
        Ok(seen)
    }

    /// Each run is a JVM. One that has not ended after [`HANGS`] is a deadlock.
    fn apart(&self) -> Result<Seen> {
        let Self { program, selection, .. } = self;
        let mut seen = Seen::new();
        let begin = Instant::now();
        for turn in 0..selection.runs {
            if begin.elapsed() > Duration::from_secs(selection.seconds) {
                break;
            }
            let mut java = self.java(MODES[usize::try_from(turn)? % MODES.len()], turn)?;
            java.args(["-ea", "-cp", &program.class_path, &program.class]).args(&program.arguments);
            let output = process::run_within(&mut java, HANGS)?;
            let end = match output.status {
                _ if output.timed_out => "deadlock",
                Some(0) => "normal",
                Some(1) => "exception",
                status => bail!("{}: the JVM ended with {status:?}: {}", program.name, output.stderr),
            };
            let outcome = Outcome { stdout: output.stdout, end: end.to_owned() };
            *seen.entry(trimmed(outcome)).or_default() += 1;
        }
        Ok(seen)
    }
}
