//! How much several JVMs bring: drivers of libraries explored with one JVM and with several, by turns.
//!
//! What counts is *useful* executions a second, those that taught something, over the whole check: the start of the other JVMs is in it. Both sides get
//! the same number of executions; of several rounds each is shown, as the machine may be busy in one of them.

use crate::end_to_end::Report;
use crate::jdk::{self, Jdk};
use crate::libraries::{self, Built};
use crate::process;
use crate::programs;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::time::Duration;

/// Seconds that a check has at the most, and those beyond after which it counts as hanging.
const BUDGET: u64 = 600;
const GRACE: u64 = 30;

/// What to compare.
#[derive(Debug)]
pub struct Selection {
    pub no_build: bool,
    jdk: Option<u32>,
    jobs: usize,
    executions: u64,
    rounds: usize,
    names: Vec<String>,
}

impl Selection {
    /// `[--no-build] [--jdk N] [--jobs N] [--executions N] [--rounds N] NAME..`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection =
            Selection { no_build: false, jdk: None, jobs: 2, executions: 2500, rounds: 2, names: Vec::new() };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut number = || -> Result<u64> {
                let value = arguments.next().with_context(|| format!("{argument} needs a number"))?;
                value.parse().ok().filter(|number| *number > 0).with_context(|| format!("{argument} needs a number"))
            };
            match argument.as_str() {
                "--no-build" => selection.no_build = true,
                "--jdk" => selection.jdk = Some(u32::try_from(number()?)?),
                "--jobs" => selection.jobs = usize::try_from(number()?)?,
                "--executions" => selection.executions = number()?,
                "--rounds" => selection.rounds = usize::try_from(number()?)?,
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name => selection.names.push(name.to_owned()),
            }
        }
        if selection.names.is_empty() {
            bail!("which drivers of libraries (docs/libraries.md)?");
        }
        Ok(selection)
    }
}

/// What a check came to.
struct Explored {
    executions: u64,
    redundant: u64,
    seconds: f64,
    /// It came to its end.
    complete: bool,
}

impl Explored {
    fn rate(&self) -> f64 {
        (self.executions - self.redundant) as f64 / self.seconds
    }

    fn cell(&self) -> String {
        let Explored { executions, redundant, seconds, complete } = self;
        let end = if *complete { ", all" } else { "" };
        format!("{executions} ({redundant}{end}) | {seconds:.1}")
    }
}

/// Prints the table, one row for each driver and round.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let compiler = jdk::any()?;
    let jdk = jdk::of(selection.jdk)?;
    let is_named = |class: &str| selection.names.iter().any(|name| name == class);
    let drivers = libraries::built(workspace, &compiler, |_, driver| is_named(&driver.class))?;
    for name in &selection.names {
        if !drivers.iter().any(|built| built.driver.class == *name) {
            bail!("there is no driver {name}");
        }
    }
    let jobs = selection.jobs;
    println!(
        "| driver | `--jobs 1`: executions (redundant) | s | `--jobs {jobs}`: executions (redundant) | s | times |"
    );
    println!("|---|---|---|---|---|---|");
    let directory = programs::fresh(&workspace.testsuite().join("run").join("jobs"))?;
    for built in &drivers {
        for _ in 0..selection.rounds {
            let explore = |jobs: usize| explore(workspace, &jdk, built, jobs, selection.executions, &directory);
            let (one, several) = (explore(1)?, explore(jobs)?);
            let times = several.rate() / one.rate();
            let name = format!("{} {}", built.library.name, built.driver.class);
            println!("| {name} | {} | {} | {times:.2} |", one.cell(), several.cell());
        }
    }
    Ok(())
}

fn explore(
    workspace: &Workspace,
    jdk: &Jdk,
    built: &Built,
    jobs: usize,
    executions: u64,
    directory: &Path,
) -> Result<Explored> {
    let Built { class_path, driver, .. } = built;
    let options = ["--races", "ignore", "--max-executions", &executions.to_string()];
    let mut mcr = libraries::checker(workspace, jdk, (class_path, driver), BUDGET, jobs, &options);
    let output = process::run_within(mcr.current_dir(directory), Duration::from_secs(BUDGET + GRACE))?;
    let report = Report::of(&output.stdout, &output).map_err(anyhow::Error::msg);
    let report = report.with_context(|| format!("{} with {jobs} JVMs", driver.class))?;
    Ok(Explored {
        executions: report.executions,
        redundant: report.redundant_executions,
        seconds: output.took.as_secs_f64(),
        complete: report.complete,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_checked() {
        let parse = |text: &str| Selection::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(parse("--jobs x Hikari").is_err());
        assert!(parse("--rounds 0 Hikari").is_err());
        assert!(parse("--fast Hikari").is_err());
        assert!(parse("--jdk 17").is_err());
        assert!(parse("--jdk 17 --jobs 3 Hikari").is_ok_and(|it| it.jobs == 3 && it.names == ["Hikari"]));
    }

    #[test]
    fn executions_that_taught_nothing_do_not_count() {
        let explored = Explored { executions: 120, redundant: 20, seconds: 4.0, complete: true };
        assert!((explored.rate() - 25.0).abs() < f64::EPSILON);
        assert_eq!(explored.cell(), "120 (20, all) | 4.0");
    }
}
