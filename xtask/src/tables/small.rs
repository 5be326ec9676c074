//! Small programs of a table show exactly what is said of them.
//!
//! Two witnesses that know nothing of each other: a check that explores everything, and brute force over programs that
//! were written a second time in Python (`testsuite/oracle/preemptions.py`), which also counts preemptions.

use super::{Bug, Program};
use crate::end_to_end::Report;
use crate::exact::{self, Outcomes};
use crate::jdk::Jdk;
use crate::lanes::{self, Lane};
use crate::memory_model::MemoryModel;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// For the brute force, which takes seconds.
const LIMIT: Duration = Duration::from_secs(120);

/// The fewest preemptions that lead there.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
struct Fewest {
    exception: Option<u32>,
    deadlock: Option<u32>,
}

/// Explores programs to the end: an error if one has other violations than the one that it is said to have, or
/// other ends.
pub fn check(
    workspace: &Workspace,
    jdk: &Jdk,
    classes: &Path,
    table: &str,
    programs: Vec<&'static Program>,
) -> Result<()> {
    let fewest = brute_force(workspace)?;
    let mut wrong = 0;
    for program in &programs {
        if let Err(difference) = ensure_preemptions(program, fewest.get(program.name)) {
            wrong += 1;
            println!("{}: {difference:#}", program.name);
        }
    }
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

fn brute_force(workspace: &Workspace) -> Result<BTreeMap<String, Fewest>> {
    let mut python = Command::new("python3");
    let output = process::run_within(python.arg(workspace.root.join("testsuite/oracle/preemptions.py")), LIMIT)?;
    serde_json::from_str(&output.stdout).with_context(|| format!("preemptions.py: {}", output.stderr))
}

/// What always happens, or never, brute force need not know.
fn ensure_preemptions(program: &Program, fewest: Option<&Fewest>) -> Result<()> {
    let preemptions = |kind| program.bug.filter(|bug| end(bug) == kind).map(|bug| bug.preemptions);
    let expected = Fewest { exception: preemptions("exception"), deadlock: preemptions("deadlock") };
    match fewest {
        Some(found) => ensure!(*found == expected, "brute force finds {found:?}, and not {expected:?}"),
        None => ensure!(program.bug.is_none_or(|bug| bug.always), "brute force does not know it"),
    }
    Ok(())
}

fn explore(workspace: &Workspace, lane: &Lane, jdk: &Jdk, classes: &Path, program: &Program) -> Result<()> {
    let command: Vec<&str> = std::iter::once(program.class).chain(program.args.iter().copied()).collect();
    let model = MemoryModel::Sc;
    let check = exact::Check { jdk, classes, program: &command, model, options: &[] };
    let report = exact::check(workspace, lane, &check, &ends(program.bug))?;
    ensure_only(program.bug, &report)
}

/// How executions end; none of the programs prints anything.
fn ends(bug: Option<Bug>) -> Outcomes {
    let normal = bug.is_none_or(|bug| !bug.always).then_some("normal");
    let wrong = bug.as_ref().map(end);
    normal.into_iter().chain(wrong).map(|end| (String::new(), end.to_owned())).collect()
}

fn end(bug: &Bug) -> &'static str {
    if bug.kind == "deadlock" { "deadlock" } else { "exception" }
}

fn ensure_only(bug: Option<Bug>, report: &Report) -> Result<()> {
    ensure!(report.violations.is_empty() == bug.is_none(), "{} violations", report.violations.len());
    for found in &report.violations {
        ensure!(bug.is_some_and(|bug| bug.is(found)), "{}: {}", found.kind, found.message);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(bug: Option<Bug>) -> Program {
        Program { name: "some", class: "Some", args: &[], bug }
    }

    fn fewest(exception: Option<u32>, deadlock: Option<u32>) -> Fewest {
        Fewest { exception, deadlock }
    }

    #[test]
    fn preemptions_are_those_of_brute_force() {
        let bug = Bug { kind: "assertion", says: "", preemptions: 1, always: false };
        let is_right = |bug, found: Option<Fewest>| ensure_preemptions(&program(bug), found.as_ref()).is_ok();
        assert!(is_right(Some(bug), Some(fewest(Some(1), None))));
        assert!(!is_right(Some(bug), Some(fewest(Some(2), None))), "another number");
        assert!(!is_right(Some(bug), Some(fewest(Some(1), Some(1)))), "a deadlock as well");
        assert!(!is_right(Some(bug), None), "unknown");
        assert!(is_right(Some(Bug { always: true, ..bug }), None));
        assert!(!is_right(None, Some(fewest(None, Some(0)))), "a deadlock where there is no bug");
        assert!(is_right(Some(Bug { kind: "deadlock", ..bug }), Some(fewest(None, Some(1)))));
    }

    #[test]
    fn a_bug_that_is_always_there_leaves_no_other_end() {
        let bug = Bug { kind: "deadlock", says: "", preemptions: 0, always: true };
        let ends = |bug| ends(bug).into_iter().map(|(_, end)| end).collect::<Vec<_>>().join(" ");
        assert_eq!(ends(Some(bug)), "deadlock");
        assert_eq!(ends(Some(Bug { kind: "assertion", always: false, ..bug })), "exception normal");
        assert_eq!(ends(None), "normal");
    }
}
