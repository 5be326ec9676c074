//! A replay under a debugger: a breakpoint stops the thread whose turn it is, for as long as anybody likes, and the failure happens all the same.

use crate::end_to_end::Selection;
use crate::jdk::{self, Jdk};
use crate::process::{self, Output};
use crate::workspace::Workspace;
use crate::{programs, replay};
use anyhow::{Context, Result, bail};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// The second thread of this program comes to this line twice, whatever happens.
const STOP: [&str; 3] = ["RVExample$2", "32", "i"];
const EXPECTED: &str = "Thread-1 at RVExample$2:32, i = 0\nThread-1 at RVExample$2:32, i = 1\n";

/// Replays a failure of the testsuite under a debugger, on each JDK.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    println!("== replays under a debugger");
    let classes = programs::fresh(&workspace.testsuite().join("debugger"))?;
    let program = programs::compile(workspace, &jdk::any()?)?;
    for jdk in selection.jdks()? {
        let mut javac = Command::new(jdk.tool("javac"));
        javac.arg("-d").arg(&classes).args(["--add-modules", "jdk.jdi"]);
        process::run(javac.arg(workspace.root.join("testsuite/debugger/Breakpoints.java")))?;
        let file = failure(workspace, &program, &jdk)?;
        let port = free_port()?.to_string();
        let mut replay = workspace.mcr();
        replay.arg("replay").arg(&file).args(["--debug-port", &port]);
        let replayed = thread::spawn(move || process::run_within(&mut replay, LIMIT));
        let mut debugger = Command::new(jdk.java());
        debugger.args(["--add-modules", "jdk.jdi", "-cp"]).arg(&classes).args(["Breakpoints", &port]).args(STOP);
        let stopped = process::run_within(&mut debugger, LIMIT)?;
        let replayed = replayed.join().map_err(|_| anyhow::anyhow!("the replay panicked"))??;
        judge(&stopped, &replayed)?;
        println!("JDK {}: two stops, and the failure of {}", jdk.version, file.display());
    }
    Ok(())
}

fn judge(stopped: &Output, replayed: &Output) -> Result<()> {
    if stopped.stdout != EXPECTED {
        bail!("the debugger saw {:?} instead of {EXPECTED:?}; {}", stopped.stdout, stopped.stderr.trim());
    }
    let last = replayed.stdout.lines().last().unwrap_or_default();
    if replayed.status != Some(1) || !last.contains("event by event") {
        bail!("the replay under a debugger ended with {:?}: {last} {}", replayed.status, replayed.stderr.trim());
    }
    Ok(())
}

/// The failure file of the exception in the program, found on this JDK.
fn failure(workspace: &Workspace, classes: &Path, jdk: &Jdk) -> Result<PathBuf> {
    let directory = programs::fresh(&workspace.testsuite().join(format!("debugger-{}", jdk.version)))?;
    let mut check = workspace.mcr();
    check.arg("check").arg("--").arg(jdk.java()).arg("-cp").arg(classes).arg("RVExample");
    process::run_within(check.current_dir(&directory), LIMIT)?;
    replay::failure(&directory.join("mcr-failures"), "RVExample-exception-")
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0").context("cannot find a free port")?.local_addr()?.port())
}
