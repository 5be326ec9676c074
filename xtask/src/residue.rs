//! What executions leave in static fields of the JDK: `cargo xtask residue` (docs/fresh-executions.md).
//!
//! The Java runtime takes a digest of these fields before each execution, when everything has been put back, and writes down what differs
//! (`Residue.java`). What differs before the second execution only has been filled once: mostly a cache. What differs again and again is state
//! that executions hand on.

use crate::end_to_end::Selection;
use crate::jdk::Jdk;
use crate::libraries;
use crate::observe::Program;
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

/// What is run.
struct Subject {
    name: String,
    class_path: String,
    jvm_options: Vec<String>,
    arguments: Vec<String>,
}

/// Checks programs of the test suite, or drivers of libraries, for some executions each, and prints the fields of the JDK that differ.
pub fn run(workspace: &Workspace, selection: &Selection, libraries: bool) -> Result<()> {
    let jdk = selection.jdks()?.into_iter().next().context("no JDK")?;
    let subjects =
        if libraries { of_libraries(workspace, selection, &jdk)? } else { of_testsuite(workspace, selection)? };
    let notes = workspace.testsuite().join("residue.txt");
    let mut fields: BTreeMap<String, Found> = BTreeMap::new();
    for subject in &subjects {
        let _ = fs::remove_file(&notes);
        let mut command = workspace.mcr();
        command.args([
            "check",
            "--jobs",
            "1",
            "--calls",
            "off",
            "--keep-going",
            "--max-executions",
            EXECUTIONS,
            "--output",
        ]);
        command.arg(workspace.testsuite().join("residue-failures")).arg("--").arg(jdk.java());
        command.arg(format!("-Dmcr.residue={}", notes.display())).args(&subject.jvm_options);
        command.arg("-cp").arg(&subject.class_path).arg(&subject.name).args(&subject.arguments);
        process::run_within(&mut command, LIMIT)?;
        for line in fs::read_to_string(&notes).unwrap_or_default().lines() {
            let Some((execution, field)) = line.split_once(' ') else { continue };
            let found = fields.entry(field.to_owned()).or_default();
            found.programs.insert(subject.name.clone());
            found.again |= execution != "1";
        }
    }
    println!(
        "{} programs, JDK {}: static fields of the JDK that differ between executions",
        subjects.len(),
        jdk.version
    );
    for (again, title) in [(true, "again and again"), (false, "before the second execution only")] {
        println!("{title}:");
        for (field, found) in fields.iter().filter(|(_, found)| found.again == again) {
            let example = found.programs.first().map_or("", String::as_str);
            println!("  {field}  ({} programs, {example})", found.programs.len());
        }
    }
    Ok(())
}

fn of_testsuite(workspace: &Workspace, selection: &Selection) -> Result<Vec<Subject>> {
    let classes = crate::programs::compile(workspace, &crate::jdk::any()?)?;
    let mut subjects = Vec::new();
    for group in GROUPS {
        for source in java_files(&workspace.root.join("testsuite/src").join(group))? {
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if wants(selection, &name) && classes.join(format!("{name}.class")).is_file() {
                let class_path = classes.display().to_string();
                let arguments = vec![classes.join("libfresh.so").display().to_string()];
                subjects.push(Subject { name, class_path, jvm_options: Vec::new(), arguments });
            }
        }
    }
    Ok(subjects)
}

fn of_libraries(workspace: &Workspace, selection: &Selection, jdk: &Jdk) -> Result<Vec<Subject>> {
    let programs = libraries::observable(workspace, &crate::jdk::any()?, jdk, |name| wants(selection, name))?;
    let subject = |program: Program| Subject {
        name: program.class,
        class_path: program.class_path,
        jvm_options: program.jvm_options,
        arguments: Vec::new(),
    };
    Ok(programs.into_iter().map(subject).collect())
}

fn wants(selection: &Selection, name: &str) -> bool {
    selection.names.is_empty() || selection.names.iter().any(|part| name.contains(part.as_str()))
}
