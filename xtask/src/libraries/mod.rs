//! Libraries from Maven Central, unmodified, with drivers: `cargo xtask libraries` (docs/libraries.md).
//!
//! What a check may not do: end with status 2, report what the driver cannot do, or say `complete` and have missed
//! something. A budget is no fault.

mod catalogue;
mod driver;
mod maven;

use self::catalogue::LIBRARIES;
pub use self::catalogue::{Kind, Library, library};
pub use self::driver::Driver;
pub use self::maven::jars;
use crate::end_to_end::{self, Report};
use crate::jdk::{self, Jdk};
use crate::observe::Program;
use crate::process;
use crate::programs;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Seconds that a check has when nothing else is said.
const BUDGET: u64 = 20;
/// Seconds beyond its budget after which a check counts as hanging.
const GRACE: u64 = 30;

/// A driver with the library that it drives.
pub struct Built {
    pub library: &'static Library,
    pub class_path: String,
    pub driver: Driver,
}

/// Which libraries, and how long for each driver.
pub struct Selection {
    pub no_build: bool,
    jdk: Option<u32>,
    budget: u64,
    /// Whether histories are told apart, and local states audited.
    audit: bool,
    names: Vec<String>,
}

impl Selection {
    /// `[--no-build] [--jdk N] [--timeout S] [--audit] [NAME..]`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Self { no_build: false, jdk: None, budget: BUDGET, audit: false, names: Vec::new() };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut number = || arguments.next().with_context(|| format!("{argument} needs a number"));
            match argument.as_str() {
                "--no-build" => selection.no_build = true,
                "--audit" => selection.audit = true,
                "--jdk" => selection.jdk = Some(number()?.parse().context("--jdk needs a number")?),
                "--timeout" => selection.budget = number()?.parse().context("--timeout needs a number")?,
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name => selection.names.push(name.to_owned()),
            }
        }
        Ok(selection)
    }

    /// Whether a library or a driver is wanted, by part of its name.
    fn has(&self, library: &str, driver: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| library == name || driver.contains(name.as_str()))
    }
}

/// Checks the drivers of the selected libraries; an error if one of them finds what cannot be.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let compiler = jdk::any()?;
    let mut jdks = jdk::find();
    jdks.retain(|jdk| selection.jdk.is_none_or(|version| version == jdk.version));
    println!(
        "{:10} {:12} {:20} {:>3} {:10} {:>6} {:>6} {:>6} {:>7}",
        "library", "version", "driver", "JDK", "verdict", "status", "runs", "outc.", "seconds"
    );
    let (mut checked, mut failed) = (0, 0);
    let wanted = |library: &Library, driver: &Driver| selection.has(library.name, &driver.class);
    each(workspace, &compiler, wanted, |library, class_path, driver| {
        for jdk in jdks.iter().filter(|jdk| driver.runs_on(jdk.version)) {
            checked += 1;
            failed += usize::from(check(workspace, jdk, library, &driver, class_path, selection)?);
        }
        Ok(())
    })?;
    println!("libraries: {} passed, {failed} failed", checked - failed);
    if failed > 0 { bail!("{failed} drivers of libraries failed") } else { Ok(()) }
}

/// The drivers that a plain JVM can run, with what they may show. `wanted`: whether a driver of this name is.
pub fn observable(
    workspace: &Workspace,
    compiler: &Jdk,
    jdk: &Jdk,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    let wanted = |_: &Library, driver: &Driver| wanted(&driver.class) && driver.runs_on(jdk.version);
    each(workspace, compiler, wanted, |library, class_path, driver| {
        programs.push(Program {
            name: format!("{} {}", library.name, driver.class),
            class: driver.class,
            class_path: class_path.to_owned(),
            jvm_options: driver.jvm_options,
            arguments: Vec::new(),
            allowed: driver.outcomes,
        });
        Ok(())
    })?;
    Ok(programs)
}

/// The drivers that are wanted, compiled.
pub fn built(workspace: &Workspace, compiler: &Jdk, wanted: impl Fn(&Library, &Driver) -> bool) -> Result<Vec<Built>> {
    let mut drivers = Vec::new();
    each(workspace, compiler, wanted, |library, class_path, driver| {
        drivers.push(Built { library, class_path: class_path.to_owned(), driver });
        Ok(())
    })?;
    Ok(drivers)
}

/// Fetches each library that has a driver which is wanted and compiles its drivers; then those that are wanted, each
/// with its class path.
fn each(
    workspace: &Workspace,
    compiler: &Jdk,
    wanted: impl Fn(&Library, &Driver) -> bool,
    mut with: impl FnMut(&'static Library, &str, Driver) -> Result<()>,
) -> Result<()> {
    for library in LIBRARIES {
        let sources =
            programs::java_files(&workspace.root.join("testsuite").join(library.kind.directory()).join(library.name))?;
        let mut drivers = Vec::new();
        for source in &sources {
            drivers.extend(Driver::read(source)?.filter(|driver| wanted(library, driver)));
        }
        if drivers.is_empty() {
            continue;
        }
        let class_path = build(workspace, compiler, library, &sources)?;
        drivers.into_iter().try_for_each(|driver| with(library, &class_path, driver))?;
    }
    Ok(())
}

/// A class among drivers that makes files which they begin with (a database, say). It is run once, not checked, in the
/// directory of the classes, which comes first on their class path.
const SEED: &str = "Seed";

/// Fetches a library and compiles its drivers; the class path.
fn build(workspace: &Workspace, compiler: &Jdk, library: &Library, sources: &[PathBuf]) -> Result<String> {
    let directory = workspace.testsuite().join("libraries").join(library.name);
    std::fs::create_dir_all(&directory)?;
    let jars = maven::jars(library, &directory)?;
    let join = |paths: &[PathBuf]| paths.iter().map(|p| p.to_string_lossy().into_owned()).collect::<Vec<_>>().join(":");
    let jars = join(&jars);
    let classes = programs::fresh(&directory.join("classes"))?;
    programs::javac(compiler, sources, &classes, Some(Path::new(&jars)))?;
    // An empty entry of a class path is the working directory.
    let class_path =
        if jars.is_empty() { classes.display().to_string() } else { format!("{}:{jars}", classes.display()) };
    if sources.iter().any(|source| source.file_stem().is_some_and(|name| name == SEED)) {
        let mut java = Command::new(compiler.java());
        process::run(java.current_dir(&classes).arg("-cp").arg(&class_path).arg(SEED))
            .with_context(|| format!("cannot make what the drivers of {} begin with", library.name))?;
    }
    Ok(class_path)
}

/// What came of a check.
pub struct Checked {
    pub output: process::Output,
    /// If there is one.
    pub report: Option<Report>,
    /// What cannot be.
    pub wrong: Vec<String>,
}

/// What checks a driver, of which the class path is given, for so many seconds with so many JVMs; `options`: besides its own.
pub fn checker(
    workspace: &Workspace,
    jdk: &Jdk,
    (class_path, driver): (&str, &Driver),
    budget: u64,
    jobs: usize,
    options: &[&str],
) -> Command {
    let mut mcr = workspace.mcr();
    mcr.args(["check", "--jobs", &jobs.to_string(), "--calls", "off", "--keep-going", "--format", "json"]);
    mcr.args(["--timeout", &budget.to_string()]).args(options);
    mcr.args(&driver.options).arg("--").arg(jdk.java()).args(&driver.jvm_options);
    mcr.arg("-cp").arg(class_path).arg(&driver.class);
    mcr
}

/// Checks a driver, of which the class path is given, for so many seconds, in this directory; `options`: besides its own.
pub fn checked(
    workspace: &Workspace,
    jdk: &Jdk,
    (class_path, driver): (&str, &Driver),
    budget: u64,
    options: &[&str],
    directory: &Path,
) -> Result<Checked> {
    let mut mcr = checker(workspace, jdk, (class_path, driver), budget, 1, options);
    let limit = budget + GRACE;
    let output = process::run_within(mcr.current_dir(directory), Duration::from_secs(limit))?;
    let (report, wrong) = match Report::of(&output.stdout, &output) {
        _ if output.timed_out => (None, vec![format!("no end after {limit} s")]),
        Ok(report) => {
            let wrong = end_to_end::manners(&output, &report).into_iter().chain(driver.differences(&report)).collect();
            (Some(report), wrong)
        }
        Err(message) => (None, vec![message]),
    };
    Ok(Checked { output, report, wrong })
}

/// Checks one driver and prints its row; whether something is wrong.
fn check(
    workspace: &Workspace,
    jdk: &Jdk,
    library: &Library,
    driver: &Driver,
    class_path: &str,
    selection: &Selection,
) -> Result<bool> {
    let directory = programs::fresh(&workspace.testsuite().join("libraries").join(library.name).join("run"))?;
    let options: &[&str] = if selection.audit { &["--audit"] } else { &[] };
    let driven = (class_path, driver);
    let Checked { report, wrong, output } = checked(workspace, jdk, driven, selection.budget, options, &directory)?;
    let (verdict, runs, outcomes, reason) = match &report {
        Some(r) => (r.verdict.as_str(), r.executions, r.outcomes.len(), r.reason.clone().unwrap_or_default()),
        None => ("-", 0, 0, String::new()),
    };
    println!(
        "{:10} {:12} {:20} {:>3} {verdict:10} {:>6} {runs:>6} {outcomes:>6} {:>7.1}  {}{}",
        library.name,
        library.version(),
        driver.class,
        jdk.version,
        output.status.map_or("-".into(), |status| status.to_string()),
        output.took.as_secs_f64(),
        if wrong.is_empty() { "" } else { "FAILED " },
        if verdict == "error" { "" } else { &reason }
    );
    if let Some(reason) = report.as_ref().and_then(|report| report.fresh_classes.as_ref()) {
        println!("    classes loaded anew: {reason}");
    }
    for wrong in &wrong {
        println!("    {wrong}");
    }
    Ok(!wrong.is_empty())
}
