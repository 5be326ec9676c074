//! One check of a program, and its report: the same for all tables.

use crate::end_to_end::Report;
use crate::jdk::Jdk;
use crate::process::{self, Output};
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::Path;
use std::time::Duration;

/// How long a check may take to end after its time is up.
const GRACE: Duration = Duration::from_secs(30);

/// Where checks run, and on what.
pub struct Checks<'a> {
    pub workspace: &'a Workspace,
    pub jdk: &'a Jdk,
    /// Options of the JVM besides the class path.
    pub jvm_options: &'a [String],
    /// The class path.
    pub classes: &'a Path,
    /// Failure files go there.
    pub directory: &'a Path,
}

impl Checks<'_> {
    /// Checks a main class with arguments, with these options, for so many seconds at most.
    pub fn check(&self, options: &[&str], class: &str, args: &[&str], timeout: u64) -> Result<Output> {
        let mut mcr = self.workspace.mcr();
        mcr.args(["check", "--format", "json", "--timeout", &timeout.to_string()]).args(options);
        mcr.arg("--").arg(self.jdk.java()).args(self.jvm_options).arg("-cp").arg(self.classes).arg(class).args(args);
        process::run_within(mcr.current_dir(self.directory), Duration::from_secs(timeout) + GRACE)
    }
}

/// The report of a check, or why there is none.
pub fn report(output: &Output) -> Result<Report, String> {
    if output.timed_out {
        return Err("no end, long after its time was over".to_owned());
    }
    Report::of(&output.stdout, output)
}
