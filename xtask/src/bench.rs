//! How many executions a second programs have, and what each costs: the table of `docs/performance.md`.
//!
//! Machines are noisy, so a figure says little by itself. What is compared is measured by turns in one run: another `mcr` (`--against`, one that was
//! built before a change, say), or other options (`--versus`). Of several rounds the best counts on each side, as noise only ever adds.

use crate::jdk::{self, Jdk};
use crate::libraries;
use crate::observe::Program;
use crate::process;
use crate::programs;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// Programs of the testsuite: what is measured of small ones.
const SMALL: [&str; 4] = ["SB", "RVExample", "CasLoopCalls", "ReadersWriters"];
/// Drivers of libraries: what is measured of large ones.
const LARGE: [&str; 8] =
    ["Jackson", "H2Alone", "KotlinDeferred", "ScalaTrieMap", "Hikari", "Log4j2", "SpringBeans", "GuavaCache"];
/// Programs with so many objects, and so many empty classes of their own.
const MANY: usize = 400;
/// Seconds after which a measurement is given up, besides those that it was asked to take.
const GRACE: u64 = 60;

/// What to measure.
#[derive(Debug)]
pub struct Selection {
    pub no_build: bool,
    jdk: Option<u32>,
    seconds: u64,
    rounds: usize,
    /// Another checker.
    against: Option<PathBuf>,
    /// Other options of this one.
    versus: Vec<String>,
    names: Vec<String>,
}

impl Selection {
    /// `[--no-build] [--jdk N] [--seconds S] [--rounds N] [--against MCR] [--versus OPTIONS] [NAME..]`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Selection {
            no_build: false,
            jdk: None,
            seconds: 4,
            rounds: 3,
            against: None,
            versus: Vec::new(),
            names: Vec::new(),
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--no-build" => selection.no_build = true,
                "--jdk" => selection.jdk = Some(value()?.parse().context("--jdk needs a number")?),
                "--seconds" => selection.seconds = value()?.parse().context("--seconds needs a number")?,
                "--rounds" => selection.rounds = value()?.parse().context("--rounds needs a number")?,
                "--against" => selection.against = Some(PathBuf::from(value()?)),
                "--versus" => selection.versus = value()?.split_whitespace().map(str::to_owned).collect(),
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name => selection.names.push(name.to_owned()),
            }
        }
        if selection.rounds == 0 || selection.seconds == 0 {
            bail!("--rounds and --seconds need at least 1");
        }
        Ok(selection)
    }

    fn has(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|part| name.contains(part.as_str()))
    }

    fn compares(&self) -> bool {
        self.against.is_some() || !self.versus.is_empty()
    }
}

/// What `mcr bench --format json` prints, as far as it counts here.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Measured {
    executions_per_s: f64,
    events_per_execution: f64,
    jvm_cpu_ms_per_execution: f64,
}

impl Measured {
    /// The better figure of each kind.
    fn best(self, other: Self) -> Self {
        Measured {
            executions_per_s: self.executions_per_s.max(other.executions_per_s),
            events_per_execution: other.events_per_execution,
            jvm_cpu_ms_per_execution: self.jvm_cpu_ms_per_execution.min(other.jvm_cpu_ms_per_execution),
        }
    }
}

/// Prints the table, one row for each program and JDK.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let compiler = jdk::any()?;
    let mut jdks = jdk::find();
    jdks.retain(|jdk| selection.jdk.is_none_or(|version| version == jdk.version));
    let heads = ["executions/s", "ms of the JVM each"];
    if selection.compares() {
        println!("| program | JDK | events | {} before | now | times | {} before | now |", heads[0], heads[1]);
        println!("|---|---|---|---|---|---|---|---|");
    } else {
        println!("| program | JDK | events | {} | {} |", heads[0], heads[1]);
        println!("|---|---|---|---|---|");
    }
    for jdk in &jdks {
        for program in programs(workspace, &compiler, jdk, selection)? {
            row(workspace, jdk, &program, selection)?;
        }
    }
    Ok(())
}

fn programs(workspace: &Workspace, compiler: &Jdk, jdk: &Jdk, selection: &Selection) -> Result<Vec<Program>> {
    let mut found = Vec::new();
    let classes = programs::compile(workspace, compiler)?.to_string_lossy().into_owned();
    for name in SMALL.iter().filter(|name| selection.has(name)) {
        found.push(program((*name).to_owned(), classes.clone()));
    }
    for (name, classes, objects) in [("Classes1", 1, 1), ("Objects400", 1, MANY), ("Classes400", MANY, MANY)] {
        if selection.has(name) {
            found.push(with_classes(workspace, compiler, name.to_owned(), classes, objects)?);
        }
    }
    let wanted = |name: &str| LARGE.contains(&name) && selection.has(name);
    found.extend(libraries::observable(workspace, compiler, jdk, wanted)?);
    Ok(found)
}

/// A program that is called as its class is, and of which nothing but the time is of interest.
fn program(name: String, class_path: String) -> Program {
    Program {
        class: name.clone(),
        name,
        class_path,
        jvm_options: Vec::new(),
        arguments: Vec::new(),
        allowed: BTreeSet::new(),
    }
}

/// Makes a program with two threads and so many empty classes, of which main makes so many objects first, of one after the other.
fn with_classes(
    workspace: &Workspace,
    compiler: &Jdk,
    name: String,
    classes: usize,
    objects: usize,
) -> Result<Program> {
    let directory = programs::fresh(&workspace.testsuite().join("bench").join(&name))?;
    let mut source = format!("class {name} {{\n    static int x, y, a, b;\n");
    for class in 0..classes {
        source += &format!("    static class C{class} {{ }}\n");
    }
    source += "    public static void main(String[] args) throws InterruptedException {\n";
    for object in 0..objects {
        source += &format!("        new C{}();\n", object % classes);
    }
    source += "        Thread one = new Thread(() -> { x = 1; a = y; });\n        Thread two = new Thread(() -> { y = 1; b = x; });\n        \
               one.start();\n        two.start();\n        one.join();\n        two.join();\n        \
               System.out.println(a + \" \" + b);\n    }\n}\n";
    let file = directory.join(format!("{name}.java"));
    fs::write(&file, source)?;
    programs::javac(compiler, &[file], &directory, None)?;
    Ok(program(name, directory.to_string_lossy().into_owned()))
}

/// Measures one program, both sides by turns, and prints its row.
fn row(workspace: &Workspace, jdk: &Jdk, program: &Program, selection: &Selection) -> Result<()> {
    let (mut before, mut now) = (None, None);
    for _ in 0..selection.rounds {
        if selection.compares() {
            let mcr = selection.against.as_ref().map_or_else(|| workspace.mcr(), Command::new);
            better(&mut before, measure(mcr, jdk, program, selection, &selection.versus));
        }
        better(&mut now, measure(workspace.mcr(), jdk, program, selection, &[]));
    }
    let now = now.context("there is a round")?;
    let any = now.as_ref().ok().or(before.as_ref().and_then(|found| found.as_ref().ok()));
    let events = any.map_or_else(|| "-".to_owned(), |found| format!("{:.0}", found.events_per_execution));
    let start = format!("| {} | {} | {events} |", program.name, jdk.version);
    let rate = |found: &Found| found.as_ref().map_or_else(Clone::clone, |found| digits(found.executions_per_s));
    let cost = |found: &Found| found.as_ref().map_or("-".to_owned(), |found| digits(found.jvm_cpu_ms_per_execution));
    match before {
        Some(before) => {
            let times = match (&before, &now) {
                (Ok(before), Ok(now)) => digits(now.executions_per_s / before.executions_per_s),
                _ => "-".to_owned(),
            };
            println!("{start} {} | {} | {times} | {} | {} |", rate(&before), rate(&now), cost(&before), cost(&now));
        }
        None => println!("{start} {} | {} |", rate(&now), cost(&now)),
    }
    Ok(())
}

/// What was measured, or why nothing was.
type Found = Result<Measured, String>;

fn better(best: &mut Option<Found>, found: Found) {
    *best = Some(match (best.take(), found) {
        (Some(Ok(best)), Ok(found)) => Ok(best.best(found)),
        (Some(Ok(best)), Err(_)) => Ok(best),
        (_, found) => found,
    });
}

fn measure(mut mcr: Command, jdk: &Jdk, program: &Program, selection: &Selection, options: &[String]) -> Found {
    mcr.args(["bench", "--format", "json", "--seconds", &selection.seconds.to_string()]).args(options);
    mcr.arg("--").arg(jdk.java()).args(&program.jvm_options).arg("-cp").arg(&program.class_path).arg(&program.class);
    let limit = Duration::from_secs(2 * selection.seconds + GRACE);
    let output = process::run_within(&mut mcr, limit).map_err(|error| format!("{error:#}"))?;
    let failed = || output.stderr.lines().last().unwrap_or("nothing was measured").to_owned();
    serde_json::from_str(&output.stdout).map_err(|_| failed())
}

/// Three digits are more than such a figure is worth.
fn digits(number: f64) -> String {
    match number {
        n if n >= 100.0 => format!("{n:.0}"),
        n if n >= 10.0 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(rate: f64, cost: f64) -> Measured {
        Measured { executions_per_s: rate, events_per_execution: 3.0, jvm_cpu_ms_per_execution: cost }
    }

    #[test]
    fn of_several_rounds_the_best_counts_and_a_failure_only_if_all_fail() {
        let mut best = None;
        better(&mut best, Err("slow".to_owned()));
        assert!(matches!(&best, Some(Err(text)) if text == "slow"));
        better(&mut best, Ok(measured(10.0, 4.0)));
        better(&mut best, Ok(measured(8.0, 3.0)));
        better(&mut best, Err("late".to_owned()));
        let Some(Ok(found)) = best else { panic!("{best:?}") };
        assert_eq!(
            (digits(found.executions_per_s), digits(found.jvm_cpu_ms_per_execution)),
            ("10.0".into(), "3.00".into())
        );
    }

    #[test]
    fn options_are_checked() {
        let parse = |text: &str| Selection::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(parse("--seconds x").is_err());
        assert!(parse("--rounds 0").is_err());
        assert!(parse("--fast").is_err());
        assert!(parse("--versus").is_err());
        assert!(parse("--jdk 25 SB").is_ok_and(|selection| selection.has("SB") && !selection.has("H2")));
    }
}
