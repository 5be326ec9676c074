//! `mcr doctor`: whether everything is here that a check needs, one line for each thing, and one check of a small program.

use super::check::check_under;
use super::{ERROR, Options, print};
use crate::session::launch::{beside_binary, find_agent};
use crate::session::stop::Stop;
use crate::testing::class_path::{RUNNER, RUNNER_VARIABLE};
use crate::testing::java::default_java;
use clap::Args;
use mcr_protocol::MemoryModel;
use mcr_report::{Report, Verdict};
use mcr_solve::z3_version;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The program that is checked, in the jar for tests.
const EXAMPLE: &str = "dev.mcr.junit.run.Example";
/// What it can print: the two increments of its counter may be one.
const OUTCOMES: [&str; 2] = ["1\n", "2\n"];
/// A build without Z3 is as good as any, but for one strategy.
const WITHOUT_Z3: &str = "left out of this build: --strategy predict leaves a few questions open";
/// How long it may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Which JVM.
#[derive(Args, Clone, Debug)]
pub struct DoctorOptions {
    /// The java to look at. By default that of JAVA_HOME, else the one on the PATH
    #[arg(long, value_name = "PATH")]
    pub java: Option<OsString>,
}

/// Looks whether all is well; the exit status.
pub fn doctor(options: &DoctorOptions) -> u8 {
    let java = options.java.clone().unwrap_or_else(default_java);
    let runner = beside_binary(RUNNER_VARIABLE, RUNNER).map_err(|error| format!("{error:#}"));
    let findings = [
        ("mcr", this()),
        ("Z3", Ok(z3_version().unwrap_or(WITHOUT_Z3).to_owned())),
        ("agent", find_agent().map(|path| path.display().to_string()).map_err(|error| format!("{error:#}"))),
        ("java", version(&java)),
        ("JUnit", runner.clone().map(|path| path.display().to_string())),
        ("check", runner.and_then(|jar| example(&java, &jar))),
    ];
    let mut text = String::new();
    for (what, finding) in &findings {
        let (mark, said) = match finding {
            Ok(said) => ("ok", said),
            Err(said) => ("NOT ok", said),
        };
        let _ = writeln!(text, "{what:8} {mark:7} {said}");
    }
    let wrong = findings.iter().filter(|(_, finding)| finding.is_err()).count();
    let status = if wrong == 0 { 0 } else { ERROR };
    let _ = match wrong {
        0 => writeln!(text, "all is well (exit status {status})"),
        1 => writeln!(text, "one thing is not well (exit status {status})"),
        several => writeln!(text, "{several} things are not well (exit status {status})"),
    };
    print(&text, status)
}

fn this() -> Result<String, String> {
    let path = env::current_exe().map_err(|error| format!("cannot find out where mcr itself is: {error}"))?;
    Ok(format!("{} at {}", env!("CARGO_PKG_VERSION"), path.display()))
}

/// What a JVM says of itself.
fn version(java: &OsStr) -> Result<String, String> {
    let output = Command::new(java).arg("-version").output();
    let output = output.map_err(|error| format!("cannot start {}: {error}; is a JDK installed?", java.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let is_version = |line: &&str| line.contains(" version \"");
    let line = said.lines().find(is_version).ok_or_else(|| format!("{} does not say its version", java.display()))?;
    let number = line.split('"').nth(1).unwrap_or_default();
    let feature: u32 = number.split(['.', '-', '+']).next().and_then(|part| part.parse().ok()).unwrap_or(0);
    let line = format!("{line} ({})", java.display());
    if (17..=25).contains(&feature) { Ok(line) } else { Err(format!("{line}: JDK 17 to 25 are needed")) }
}

/// Checks a program of which it is known what it can do.
fn example(java: &OsStr, jar: &Path) -> Result<String, String> {
    let start = Instant::now();
    let options = Options::parse_agent("keep-going")?;
    let command: Vec<OsString> = vec![java.into(), "-cp".into(), PathBuf::from(jar).into_os_string(), EXAMPLE.into()];
    let checked = check_under(MemoryModel::Sc, &options, &command, &Stop::after(Some(LIMIT)), start);
    let report = Report::new(&checked.run, &options.strategy, checked.classes);
    let printed: Vec<&str> = report.outcomes.iter().map(|outcome| outcome.stdout.as_str()).collect();
    match report.verdict {
        Verdict::Complete if printed == OUTCOMES => Ok(format!(
            "two threads that increment a counter without a lock: both outcomes are found, {} executions, {:.1} s",
            report.executions,
            start.elapsed().as_secs_f64()
        )),
        Verdict::Complete => {
            Err(format!("two threads that increment a counter print {printed:?}, and not {OUTCOMES:?}"))
        }
        verdict => Err(format!("two threads that increment a counter: {verdict}, {}", report.reason)),
    }
}
