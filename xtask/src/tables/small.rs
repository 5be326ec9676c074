//! Small programs of a table show exactly what is said of them.

use super::{Bug, Program};
use crate::end_to_end::Report;
use crate::exact::{self, Outcomes};
use crate::jdk::Jdk;
use crate::lanes::{self, Lane};
use crate::memory_model::MemoryModel;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::path::Path;

/// Explores programs to the end: an error if one has other violations than the one that it is said to have, or other ends.
pub fn check(
    workspace: &Workspace,
    jdk: &Jdk,
    classes: &Path,
    table: &str,
    programs: Vec<&'static Program>,
) -> Result<()> {
    let mut wrong = 0;
    let explore = |lane: &Lane, program: &&Program| Ok(explore(workspace, lane, jdk, classes, program));
    lanes::each(workspace, &programs, explore, |program, result| {
        if let Err(difference) = result {
            wrong += 1;
            println!("{}: {difference:#}", program.name);
        }
    })?;
    println!("tables: {} small programs of {table}, {wrong} differ", programs.len());
    ensure!(wrong == 0, "{wrong} small programs of {table} are not as they are said to be");
    Ok(())
}

fn explore(workspace: &Workspace, lane: &Lane, jdk: &Jdk, classes: &Path, program: &Program) -> Result<()> {
    let command: Vec<&str> = std::iter::once(program.class).chain(program.args.iter().copied()).collect();
    let (model, ends) = (MemoryModel::Sc, ends(program.bug));
    let report = exact::check(workspace, lane, jdk, classes, &command, model, &[], &ends)?;
    ensure_only(program.bug, &report)
}

/// How executions end; none of the programs prints anything.
fn ends(bug: Option<Bug>) -> Outcomes {
    let normal = bug.is_none_or(|bug| !bug.always).then_some("normal");
    let wrong = bug.map(|bug| if bug.kind == "deadlock" { "deadlock" } else { "exception" });
    normal.into_iter().chain(wrong).map(|end| (String::new(), end.to_owned())).collect()
}

fn ensure_only(bug: Option<Bug>, report: &Report) -> Result<()> {
    ensure!(report.violations.is_empty() == bug.is_none(), "{} violations", report.violations.len());
    for found in &report.violations {
        ensure!(bug.is_some_and(|bug| bug.is(found)), "{}: {}", found.kind, found.message);
    }
    Ok(())
}
