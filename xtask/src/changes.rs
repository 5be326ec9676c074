//! Replays of a failure whose program has changed since: the user is told, and is told what happens now.

use crate::process::{self, Output};
use crate::workspace::Workspace;
use crate::{jdk, programs};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
const NOTE: &str = "the class Changing has changed";

/// What a version of the program makes of the recorded schedule.
struct Expected {
    version: &'static str,
    status: i32,
    says: &'static str,
    /// Whether a class file is another one.
    changed: bool,
}

const EXPECTED: [Expected; 5] = [
    Expected { version: "recorded", status: 1, says: "has happened again, event by event", changed: false },
    Expected { version: "same", status: 1, says: "has happened again, event by event", changed: true },
    Expected {
        version: "fixed",
        status: 0,
        says: "NOT replayed: the recorded failure has not happened",
        changed: true,
    },
    Expected { version: "unsupported", status: 2, says: "cannot be checked", changed: true },
    Expected { version: "blocked", status: 2, says: "the schedule could not be followed", changed: true },
];

/// Checks one version of a program, with `mcr check` and with the agent alone, and replays what was found on all versions.
pub fn run(workspace: &Workspace) -> Result<()> {
    println!("== replays of programs that have changed");
    let directory = programs::fresh(&workspace.testsuite().join("changes"))?;
    let classes = directory.join("classes");
    compile(workspace, "recorded", &classes)?;
    let jdk = jdk::any()?;
    let mut check = workspace.mcr();
    check.args(["check", "--output", "by-checker", "--"]).arg(jdk.java()).args(["-cp", "classes", "Changing"]);
    let mut agent = std::process::Command::new(jdk.java());
    agent.arg(format!("-agentpath:{}=output=by-agent", workspace.agent().display()));
    agent.args(["-cp", "classes", "Changing"]).env_remove("LD_LIBRARY_PATH");
    for mut check in [check, agent] {
        expect(&process::run_within(check.current_dir(&directory), LIMIT)?, 1, "to see it again: mcr replay")?;
    }
    for found_by in ["by-checker", "by-agent"] {
        let file = failure(&directory.join(found_by))?;
        for expected in &EXPECTED {
            compile(workspace, expected.version, &classes)?;
            let mut replay = workspace.mcr();
            // Wherever it is started: the file says where the program was run.
            let output = process::run_within(replay.arg("replay").arg(&file).current_dir("/"), LIMIT)?;
            expect(&output, expected.status, expected.says)
                .with_context(|| format!("version {}, found {found_by}", expected.version))?;
            if output.stderr.contains(NOTE) != expected.changed {
                bail!("version {}: whether the class has changed: {}", expected.version, output.stderr);
            }
        }
        explain(workspace, &file)?;
    }
    println!("changes: {} replays as expected", 2 * EXPECTED.len());
    Ok(())
}

/// A file is explained where the program is not.
fn explain(workspace: &Workspace, file: &Path) -> Result<()> {
    let mut explain = workspace.mcr();
    let output = process::run_within(explain.arg("explain").arg(file).current_dir("/"), LIMIT)?;
    expect(&output, 0, "main throws IllegalStateException: seen")
}

fn compile(workspace: &Workspace, version: &str, classes: &Path) -> Result<()> {
    let source = workspace.root.join("testsuite/changes").join(version).join("Changing.java");
    programs::javac(&jdk::any()?, &[source], &programs::fresh(classes)?, None)
}

/// The file of the exception.
fn failure(directory: &Path) -> Result<PathBuf> {
    let files = std::fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut files = files.flatten().map(|entry| entry.path());
    files
        .find(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("Changing-exception-")))
        .context("there is no failure file")
}

fn expect(output: &Output, status: i32, says: &str) -> Result<()> {
    if output.status != Some(status) || !(output.stdout.contains(says) || output.stderr.contains(says)) {
        bail!("expected status {status} and {says:?}, but {:?}: {}{}", output.status, output.stdout, output.stderr);
    }
    Ok(())
}
