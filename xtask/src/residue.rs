//! What executions leave in static fields of the JDK: `cargo xtask residue` (docs/fresh-executions.md).
//!
//! The Java runtime takes a digest of these fields before each execution, when everything has been put back, and writes down what differs
//! (`Residue.java`). What differs before the second execution only has been filled once: mostly a cache. What differs again and again is state
//! that executions hand on.

use crate::end_to_end::Selection;
use crate::process;
use crate::programs::java_files;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

/// Executions of each program; the first one is compared with none.
const EXECUTIONS: &str = "5";
/// Seconds for each program.
const LIMIT: Duration = Duration::from_secs(60);
/// Groups of the test suite that use much of the JDK.
const GROUPS: [&str; 4] = ["features", "jdkstate", "fresh", "sync"];

/// Where a field was found to differ.
#[derive(Default)]
struct Found {
    programs: BTreeSet<String>,
    again: bool,
}

/// Checks programs of the test suite for some executions each, and prints the fields of the JDK that differ.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let jdk = selection.jdks()?.into_iter().next().context("no JDK")?;
    let classes = crate::programs::compile(workspace, &crate::jdk::any()?)?;
    let notes = workspace.testsuite().join("residue.txt");
    let mut fields: BTreeMap<String, Found> = BTreeMap::new();
    let mut programs = 0;
    for group in GROUPS {
        for source in java_files(&workspace.root.join("testsuite/src").join(group))? {
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let wanted = selection.names.is_empty() || selection.names.iter().any(|part| name.contains(part.as_str()));
            if !wanted || !classes.join(format!("{name}.class")).is_file() {
                continue;
            }
            let _ = fs::remove_file(&notes);
            let mut command = workspace.mcr();
            command.args(["check", "--keep-going", "--max-executions", EXECUTIONS, "--output"]);
            command.arg(workspace.testsuite().join("residue-failures")).arg("--").arg(jdk.java());
            command.arg(format!("-Dmcr.residue={}", notes.display())).arg("-cp").arg(&classes).arg(&name);
            command.arg(classes.join("libfresh.so"));
            process::run_within(&mut command, LIMIT)?;
            programs += 1;
            for line in fs::read_to_string(&notes).unwrap_or_default().lines() {
                let Some((execution, field)) = line.split_once(' ') else { continue };
                let found = fields.entry(field.to_owned()).or_default();
                found.programs.insert(name.clone());
                found.again |= execution != "1";
            }
        }
    }
    println!("{programs} programs, JDK {}: static fields of the JDK that differ between executions", jdk.version);
    for (again, title) in [(true, "again and again"), (false, "before the second execution only")] {
        println!("{title}:");
        for (field, found) in fields.iter().filter(|(_, found)| found.again == again) {
            let example = found.programs.first().map_or("", String::as_str);
            println!("  {field}  ({} programs, {example})", found.programs.len());
        }
    }
    Ok(())
}
