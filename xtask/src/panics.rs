//! A panic in a native method of the agent is a message and status 2, never a crash of the JVM.

use crate::process;
use crate::workspace::Workspace;
use crate::{jdk, programs};
use anyhow::{Result, bail};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// Native methods of the driver, of hooks and of new threads; and what the Rust functions are called.
const METHODS: [(&str, &str); 5] = [
    ("step", "step"),
    ("start", "start"),
    ("labelObject", "label_object"),
    ("nextExecution", "next_execution"),
    ("callMain", "call_main"),
];

/// Lets each of some native methods panic.
pub fn run(workspace: &Workspace) -> Result<()> {
    println!("== panics in native methods");
    let jdk = jdk::any()?;
    let classes = programs::compile(workspace, &jdk)?;
    let directory = programs::fresh(&workspace.testsuite().join("panics"))?;
    for (method, function) in METHODS {
        let mut check = workspace.mcr();
        check.args(["check", "--"]).arg(jdk.java()).arg("-cp").arg(&classes).arg("SB");
        let output = process::run_within(check.env("MCR_PANIC_IN", method).current_dir(&directory), LIMIT)?;
        let named =
            output.stderr.contains(&format!("a mistake in mcr itself: the native method {function} panicked at"));
        // A JVM that crashes writes a file.
        let crashed = std::fs::read_dir(&directory)?.count() > 0;
        if output.status != Some(2) || !named || crashed {
            bail!("a panic in {method} ended with status {:?}: {}{}", output.status, output.stdout, output.stderr);
        }
    }
    println!("panics: {} passed, 0 failed", METHODS.len());
    Ok(())
}
