//! Cause chains of small programs, against what their comments say: `testsuite/causes`.
//!
//! A comment has a line `chain: PARENT <- READ/WRITE` for each link: what it leads to (`failure`, or the read of another link), where it was read,
//! and where what it has found was written (`initial` if nowhere). The names are those of lines, which end with `// NAME`. There have to be these links
//! and no others in the report of the check. Lines `expected: TEXT` say what may be printed, where that is what fails.

use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::workspace::Workspace;
use crate::{process, programs};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For one program.
const LIMIT: Duration = Duration::from_secs(60);

/// What it leads to, where it was read, where that was written: lines, 0 for the failure and for the initial value.
type Link = (u64, u64, u64);

/// Checks all programs on every JDK.
pub fn run(workspace: &Workspace) -> Result<()> {
    println!("== cause chains");
    let directory = workspace.root.join("testsuite/causes");
    let sources = programs::java_files(&directory)?;
    let mut wrong = 0;
    for jdk in jdk::find() {
        let classes = programs::fresh(&workspace.testsuite().join(format!("causes-{}", jdk.version)))?;
        programs::javac(&jdk, &sources, &classes, None)?;
        let check = |lane: &Lane, source: &PathBuf| check(workspace, lane, &jdk, &classes, source);
        lanes::each(workspace, &sources, check, |source, said: Option<String>| {
            if let Some(said) = said {
                wrong += 1;
                println!("JDK {}: {}: {said}", jdk.version, source.display());
            }
        })?;
    }
    ensure!(wrong == 0, "{wrong} chains are others than the comments say");
    println!("causes: as the comments of {} programs say", sources.len());
    Ok(())
}

/// What is wrong with the chain of one program.
fn check(workspace: &Workspace, lane: &Lane, jdk: &Jdk, classes: &Path, source: &Path) -> Result<Option<String>> {
    let name = source.file_stem().context("a source has a name")?.to_string_lossy().into_owned();
    let text = fs::read_to_string(source)?;
    let expected = expected(&text).with_context(|| name.clone())?;
    let failures = programs::fresh(&lane.directory.join(&name))?;
    let mut mcr = workspace.mcr();
    mcr.args(["check", "--jobs", "1", "--races", "ignore", "--dependences", "on", "--format", "json", "--output"]);
    mcr.arg(&failures);
    for outcome in said(&text, "expected") {
        mcr.args(["--expected-outcome", outcome]);
    }
    mcr.arg("--").arg(jdk.java()).arg("-ea").arg("-cp").arg(classes).arg(&name);
    let output = process::run_within(mcr.current_dir(&lane.directory), LIMIT)?;
    ensure!(output.status == Some(1), "{name}: status {:?}: {}", output.status, output.stderr);
    let report: Value = serde_json::from_str(&output.stdout)?;
    let found = links(&report["violations"][0]["chain"])?;
    if found != expected {
        return Ok(Some(format!("expected {expected:?}, found {found:?}")));
    }
    Ok(None)
}

/// What stands behind a word in lines of the comment.
fn said<'s>(source: &'s str, word: &str) -> impl Iterator<Item = &'s str> {
    let behind = move |line: &'s str| line.trim().strip_prefix("* ")?.strip_prefix(word)?.strip_prefix(": ");
    source.lines().filter_map(behind)
}

/// What the comment says of the chain.
fn expected(source: &str) -> Result<Vec<Link>> {
    let line = |name: &str| -> Result<u64> {
        if matches!(name, "failure" | "initial") {
            return Ok(0);
        }
        let ends = |line: &str| line.rsplit_once("// ").is_some_and(|(_, names)| names.split(' ').any(|it| it == name));
        let found = source.lines().position(ends).with_context(|| format!("no line is called {name}"))?;
        Ok(found as u64 + 1)
    };
    let mut links = Vec::new();
    for said in said(source, "chain") {
        let (parent, access) = said.split_once(" <- ").with_context(|| said.to_owned())?;
        let (read, write) = access.split_once('/').with_context(|| said.to_owned())?;
        links.push((line(parent)?, line(read)?, line(write)?));
    }
    links.sort_unstable();
    Ok(links)
}

/// What a report says.
fn links(chain: &Value) -> Result<Vec<Link>> {
    let chain = chain.as_array().map_or(&[][..], Vec::as_slice);
    let line = |place: &Value| {
        let place = place["called_at"].as_str().or(place["place"].as_str())?;
        place.trim_end_matches(')').rsplit_once(':')?.1.parse::<u64>().ok()
    };
    let mut links = Vec::new();
    for link in chain {
        let parent = link["of"].as_u64().and_then(|of| chain.get(usize::try_from(of).ok()?));
        let parent = parent.map_or(Some(0), |parent| line(&parent["read"])).context("a parent is somewhere")?;
        let read = line(&link["read"]).context("a read is somewhere")?;
        links.push((parent, read, line(&link["written"]).unwrap_or(0)));
    }
    links.sort_unstable();
    Ok(links)
}
