//! Reads that nobody sees, by the class files, give something else; nobody may see it.
//!
//! Random programs that print a part of what they do are explored as they are, and with all unseen reads of numbers changed: both have to have the
//! same outcomes. So that this can fail, they are explored with all other reads changed as well; most of these have to differ.

use crate::end_to_end::Report;
use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::process;
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The oldest JDK that can change class files.
const CHANGES: u32 = 24;

/// For one exploration.
const LIMIT: Duration = Duration::from_secs(120);

/// What a program can do, as text, or why it cannot be said.
type Behaviour = std::result::Result<BTreeSet<String>, String>;

/// Checks so many programs from a seed.
pub fn run(workspace: &Workspace, programs: u64, seed: u64) -> Result<()> {
    println!("== unseen reads of {programs} random programs from seed {seed}");
    let compiler = jdk::any()?;
    let changer = jdk::find().into_iter().find(|jdk| jdk.version >= CHANGES);
    let changer =
        changer.with_context(|| format!("class files are changed with JDK {CHANGES} or later; there is none"))?;
    let directory = fresh(&workspace.testsuite().join("unseen"))?;
    let mut python = Command::new("python3");
    python.arg(workspace.root.join("testsuite/random/unseen.py")).arg(&directory);
    process::run(python.arg(programs.to_string()).arg(seed.to_string()))?;
    let classes = directory.join("classes");
    javac(&compiler, &java_files(&directory)?, &classes, None)?;
    let names: Vec<String> = (0..programs).map(|number| format!("P{number}")).collect();
    let mut reads = Vec::new();
    let mut with_some = BTreeSet::new();
    lanes::each(
        workspace,
        &names,
        |_, name| unseen(workspace, &compiler, &classes, name),
        |name, found| {
            if !found.is_empty() {
                with_some.insert(name.clone());
            }
            reads.extend(found);
        },
    )?;
    let [these, others] = ["these", "others"].map(|name| directory.join(name));
    let changed = change(workspace, &changer, [&classes, &these, &others], &reads.join("\n"))?;
    println!(
        "{} unseen reads in {} programs; changed, these and others: {}",
        reads.len(),
        with_some.len(),
        changed.trim()
    );
    let (mut same, mut wrong, mut seen, mut open) = (0, Vec::new(), 0, 0);
    let compare = |lane: &Lane, name: &String| {
        let explore = |classes: &PathBuf| explore(workspace, lane, &compiler, classes, name);
        Ok([explore(&classes)?, explore(&these)?, explore(&others)?])
    };
    let some: Vec<&String> = with_some.iter().collect();
    lanes::each(
        workspace,
        &some,
        |lane, name| compare(lane, name),
        |name, [original, these, others]| match (original, these) {
            (Ok(original), Ok(these)) => {
                same += usize::from(original == these);
                seen += usize::from(others.as_ref() != Ok(&original));
                if original != these {
                    wrong.push(format!("{name}: {original:?}, and changed {these:?}"));
                }
            }
            (original, these) => {
                open += 1;
                println!("{name}: {original:?}, {these:?}");
            }
        },
    )?;
    wrong.iter().for_each(|difference| println!("{difference}"));
    println!(
        "unseen: {same} programs behave the same, {} not, {open} left open; {seen} differ with the other reads changed",
        wrong.len()
    );
    ensure!(wrong.is_empty(), "{} programs show what nobody was to see; seed {seed}", wrong.len());
    // Else nothing was shown.
    ensure!(same > 0 && open * 10 <= same && seen * 2 > same, "too few programs can show anything");
    Ok(())
}

/// The unseen reads of a program: class, method, descriptor, and number of the instruction.
fn unseen(workspace: &Workspace, jdk: &Jdk, classes: &Path, name: &str) -> Result<Vec<String>> {
    let mut mcr = workspace.mcr();
    mcr.args(["dependencies", "--unseen", "--form", "text", "--"]).arg(jdk.java()).arg("-cp").arg(classes).arg(name);
    let output = process::run_within(&mut mcr, LIMIT)?;
    ensure!(!output.timed_out, "{name}: no unseen reads after {} s", LIMIT.as_secs());
    ensure!(output.status == Some(0), "{name}: {}", output.stderr);
    let (mut found, mut method) = (Vec::new(), None);
    for line in output.stdout.lines() {
        let Some(node) = line.strip_prefix("  ") else {
            method = Some(line.split_once('(').and_then(|(name, descriptor)| {
                let (class, method) = name.rsplit_once('.')?;
                Some(format!("{class} {method} ({descriptor}"))
            }));
            continue;
        };
        if node.starts_with(' ') {
            continue;
        }
        // `line 9, 12: get Account.balance`
        let number = node.split_once(": ").and_then(|(place, _)| place.rsplit(' ').next());
        match (&method, number) {
            (Some(Some(method)), Some(number)) => found.push(format!("{method} {number}")),
            _ => bail!("{name}: what does {line:?} mean?"),
        }
    }
    Ok(found)
}

/// Writes classes in which reads give something else; what was said of it.
fn change(workspace: &Workspace, jdk: &Jdk, directories: [&PathBuf; 3], reads: &str) -> Result<String> {
    let mut java = Command::new(jdk.java());
    java.arg(workspace.root.join("testsuite/random/Mutate.java")).args(directories);
    let mut child = java.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("cannot start java")?;
    child.stdin.take().context("java takes what it is told")?.write_all(reads.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "Mutate.java: {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// All that a program can do.
fn explore(workspace: &Workspace, lane: &Lane, jdk: &Jdk, classes: &Path, name: &str) -> Result<Behaviour> {
    let mut mcr = workspace.mcr();
    mcr.args(["check", "--jobs", "1", "--calls", "off", "--keep-going", "--format", "json", "--"]);
    mcr.arg(jdk.java()).arg("-cp").arg(classes).arg(name);
    let output = process::run_within(mcr.current_dir(&lane.directory), LIMIT)?;
    if output.timed_out {
        return Ok(Err(format!("no end after {} s", LIMIT.as_secs())));
    }
    let report = Report::of(&output.stdout, &output).map_err(anyhow::Error::msg)?;
    if !report.complete {
        return Ok(Err(format!("{} {:?}", report.verdict, report.reason)));
    }
    let outcomes = report.outcomes.iter().map(|outcome| format!("{:?} {}", outcome.stdout, outcome.end));
    Ok(Ok(outcomes.collect()))
}
