//! What the harness itself observes: its annotation processor makes a program of the tests, which runs each for a short
//! time.
//!
//! Whatever it observes has to be possible by the report of `mcr jcstress`, or be a result of which it is known why it
//! need not be: the test says that only a compiler makes it.

use super::{Report, Tested, Tests};
use crate::jdk::{self, Jdk};
use crate::libraries::{self, Library, library};
use crate::process;
use crate::programs::{fresh, javac_with, join};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// Newer compilers run no processor that is not asked for.
const PROCESSOR: [&str; 3] = ["-nowarn", "-processor", "org.openjdk.jcstress.infra.processors.JCStressTestProcessor"];

/// Seconds that all tests together may take.
const LIMIT: u64 = 1800;

/// How the description of a result begins that no memory model of ours allows and a JVM may show.
const OF_COMPILER: &str = "never: only a compiler";

/// Each test once, in each configuration of the JVM that the harness finds with this option, for a fifth of a second.
const OPTIONS: [&str; 9] = ["-v", "-f", "1", "-iters", "1", "-time", "200", "-jvmArgs", "-XX:+UseParallelGC"];
/// Actors are compiled together, and not under stress as well.
const ONCE: &[&str] = &["-sc", "false", "-fsm", "1"];

/// Newer versions do not run a test that has more actors than there are processors; this one is told their number.
const OLDER: Library = library("jcstress-older", &["org.openjdk.jcstress:jcstress-core:0.5"]);
const FOUR: &[&str] = &["-c", "4"];

/// The results that were observed, by test.
type Observed = BTreeMap<String, BTreeSet<String>>;

/// What the harness runs.
pub struct Run<'a> {
    /// The tests with what the annotation processor has made, and the harness.
    pub class_path: &'a [PathBuf],
    /// Further options of the harness.
    pub options: &'a [&'a str],
    pub names: &'a [&'a str],
    /// Why a result that is observed need not be ours.
    pub named: &'a dyn Fn(&Tested, &str) -> Option<String>,
}

/// Compiles the tests for the harness, runs them and compares.
pub fn run(workspace: &Workspace, jdk: &Jdk, tests: &Tests, names: &[&str], report: &Report) -> Result<()> {
    let class_path = compile(workspace, &tests.sources, &tests.jars)?;
    let newer = Run { class_path: &class_path, options: ONCE, names, named: &of_compiler };
    let left = compare(workspace, jdk, &newer, report)?;
    // With its processor the others cannot be compiled.
    let litmus = |file: &&PathBuf| file.parent().is_some_and(|parent| parent.ends_with("litmus"));
    let names: Vec<String> = left.iter().filter(|name| name.starts_with("litmus.")).map(|name| exactly(name)).collect();
    if names.is_empty() {
        return Ok(());
    }
    let directory = workspace.testsuite().join("jcstress/older");
    std::fs::create_dir_all(&directory)?;
    let jars = libraries::jars(&OLDER, &directory)?;
    let sources: Vec<PathBuf> = tests.sources.iter().filter(litmus).cloned().collect();
    let class_path = compile(workspace, &sources, &jars)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let older = Run { class_path: &class_path, options: FOUR, names: &names, named: &of_compiler };
    compare(workspace, jdk, &older, report).map(drop)
}

/// A regular expression for this name alone.
fn exactly(name: &str) -> String {
    format!("^{}$", name.replace('.', "\\."))
}

/// Compiles tests with the annotation processor of a harness: the class path to run them.
fn compile(workspace: &Workspace, sources: &[PathBuf], jars: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let classes = fresh(&workspace.testsuite().join("jcstress/observed"))?;
    javac_with(&jdk::any()?, &PROCESSOR, sources, &classes, &join(jars)?)?;
    Ok(std::iter::once(classes).chain(jars.iter().cloned()).collect())
}

/// Runs tests and compares; those that the harness has not run.
pub fn compare(workspace: &Workspace, jdk: &Jdk, run: &Run, report: &Report) -> Result<Vec<String>> {
    let directory = fresh(&workspace.testsuite().join("jcstress/observe"))?;
    let mut java = std::process::Command::new(jdk.java());
    java.arg("-cp").arg(join(run.class_path)?).arg("org.openjdk.jcstress.Main").args(OPTIONS).args(run.options);
    if !run.names.is_empty() {
        java.args(["-t", &run.names.join("|")]);
    }
    let ended = process::run_within(java.current_dir(&directory), Duration::from_secs(LIMIT))?;
    std::fs::write(directory.join("output.txt"), &ended.stdout)?;
    let observed = read(&ended.stdout);
    let (mut results, mut possible, mut named, mut wrong) = (0, 0, Vec::new(), Vec::new());
    let mut unobserved: BTreeMap<&str, usize> = BTreeMap::new();
    for test in &report.tests {
        let Some(seen) = observed.get(&test.name) else { continue };
        possible += test.results.iter().filter(|row| row.allowed_first_under.is_some()).count();
        for row in test.results.iter().filter(|row| !seen.contains(&row.result)) {
            if let Some(model) = &row.allowed_first_under {
                *unobserved.entry(model).or_default() += 1;
            }
        }
        for result in seen {
            results += 1;
            if is_ours(test, result) {
                continue;
            }
            match (run.named)(test, result) {
                Some(why) => named.push(format!("{} {result}: {why}", test.name)),
                None => wrong.push(format!("{} {result}", test.name)),
            }
        }
    }
    println!(
        "JDK {}: the harness has run {} of {} tests in {:.0} s; {results} results observed, {possible} possible",
        jdk.version,
        observed.len(),
        report.tests.len(),
        ended.took.as_secs_f64()
    );
    println!("possible and not observed, by the first model that allows them: {unobserved:?}");
    named.iter().for_each(|line| println!("observed, not possible by mcr, and named: {line}"));
    wrong.iter().for_each(|line| println!("observed, and not possible by mcr: {line}"));
    if observed.is_empty() {
        bail!("the harness has run nothing: {}", ended.stderr);
    }
    if !wrong.is_empty() {
        bail!("{} results were observed that are not possible", wrong.len());
    }
    let left = report.tests.iter().filter(|test| !observed.contains_key(&test.name));
    Ok(left.map(|test| test.name.clone()).collect())
}

/// Whether a result is possible under one of our models.
fn is_ours(test: &Tested, result: &str) -> bool {
    test.results.iter().any(|row| row.result == result && row.allowed_first_under.is_some())
}

/// The test says that only a compiler makes this result.
fn of_compiler(test: &Tested, result: &str) -> Option<String> {
    let row = test.results.iter().find(|row| row.result == result)?;
    row.description.starts_with(OF_COMPILER).then(|| row.description.clone())
}

/// Reads the tables of what the harness prints below the name of a test: `RESULT  SAMPLES ...`, or, in older versions,
/// `Observed state  Occurrences ...`.
fn read(output: &str) -> Observed {
    let mut observed = Observed::new();
    let mut name = None;
    let mut in_table = false;
    for line in output.lines().map(str::trim) {
        if let Some(tested) = named(line) {
            name = Some(tested.to_owned());
        } else if line.starts_with("RESULT ") && line.contains("SAMPLES") || line.starts_with("Observed state ") {
            in_table = true;
        } else if line.is_empty() {
            in_table = false;
        } else if let (true, Some(name)) = (in_table, &name) {
            let mut columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
            let (Some(result), Some(samples)) = (columns.next(), columns.next()) else { continue };
            let of_test = observed.entry(name.clone()).or_default();
            if samples.replace(',', "").parse::<u64>().is_ok_and(|samples| samples > 0) {
                of_test.insert(result.to_owned());
            }
        }
    }
    observed
}

/// The test whose table follows such a line: `.......... [OK] a.T`.
fn named(line: &str) -> Option<&str> {
    let (before, name) = line.rsplit_once("] ")?;
    let (_, status) = before.rsplit_once('[')?;
    let is_status = status.chars().all(|c| c.is_ascii_uppercase() || c == ' ');
    (is_status && !name.contains(' ')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_with_samples_are_read_from_the_tables_of_the_harness() {
        let output = "\
.......... [OK] a.T.In

  JVM args: [-XX:+UseX]

  RESULT  SAMPLES     FREQ       EXPECT  DESCRIPTION
    0, 0   17,266    3.94%  Interesting  TSO: late
    1, 1        0    0.00%   Acceptable  SC: x

...... [FAILED] a.U

  RESULT  SAMPLES   FREQ     EXPECT  DESCRIPTION
    STALE        1  0.01%  Forbidden  never: x
.......... [OK] a.T.In
  RESULT  SAMPLES     FREQ       EXPECT  DESCRIPTION
    1, 0       37   <0.01%   Acceptable  SC: x
";
        let older = output.replace("RESULT  SAMPLES", "Observed state   Occurrences");
        let older = older.replace("...... [FAILED]", "(Tests: 2 of 3) [SOFT ERROR]");
        assert_eq!(read(&older), read(output));
        let observed = read(output);
        let of = |name: &str| observed[name].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(of("a.T.In"), ["0, 0", "1, 0"]);
        assert_eq!(of("a.U"), ["STALE"]);
    }
}
