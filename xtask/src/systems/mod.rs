//! Real systems from Maven Central, each with drivers: `cargo xtask systems`, and all of them within a small budget:
//! `cargo xtask fleet` (docs/systems.md).
//!
//! A driver is judged as those of libraries are: its comment says what it may do, and a check that shows anything else
//! is wrong. What is measured beside that goes into tables.

mod fleet;
mod found;
mod measure;
mod notes;
mod selection;
mod table;

pub use self::fleet::run as fleet;
pub use self::selection::Selection;

use self::found::Findings;
use self::measure::{Measured, Setting};
use crate::jdk;
use crate::lanes;
use crate::libraries::{self, Built, Kind, Library};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::fs;

/// Seconds that each check has when nothing else is said.
const BUDGET: u64 = 20;

/// With which strategies each driver is checked when nothing else is said.
const STRATEGIES: &[&str] = &["auto", "predict"];

/// Checks the drivers of the selected systems with each strategy, replays what that finds, and writes the table if
/// none were left out; an error if a check shows what cannot be, or a failure does not show again.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let setting = Setting::new(workspace, selection, BUDGET)?;
    let built = drivers(workspace, selection, &setting)?;
    let strategies = selection.strategies(STRATEGIES);
    let checks = pairs(&built, &strategies);
    let mut rows: Vec<Measured> = Vec::new();
    let mut findings = Findings::default();
    println!("{}", Measured::HEAD);
    let check = |lane: &lanes::Lane, &(built, strategy): &(&Built, &str)| {
        let (row, report) = measure::measure(&setting, lane, built, strategy)?;
        let found = report.map(|report| found::of(&setting, built, &report)).transpose()?;
        anyhow::Ok((row, found))
    };
    lanes::each(workspace, &checks, check, |(built, strategy), (row, found)| {
        row.print();
        findings.add(built, strategy, found.unwrap_or_default());
        rows.push(row);
    })?;
    rows.sort_by_key(Measured::key);
    println!("reports: {}", setting.reports.display());
    let text = table::systems(&setting, &rows, &findings, &notes::read(workspace, &built)?);
    let path = if selection.is_plain() {
        workspace.root.join("docs/tables/systems.md")
    } else {
        setting.reports.join("systems.md")
    };
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    println!("table: {}", path.display());
    let wrong: Vec<String> = rows.iter().flat_map(Measured::mistakes).chain(findings.not_again()).collect();
    println!("systems: {} checks, {} wrong", rows.len(), wrong.len());
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// One system whose checks end within a second: what the test driver runs.
pub fn some(workspace: &Workspace) -> Result<()> {
    run(workspace, &Selection::of("pool15"))
}

/// The selected drivers of systems, compiled.
fn drivers(workspace: &Workspace, selection: &Selection, setting: &Setting) -> Result<Vec<Built>> {
    let wanted = |library: &Library, driver: &libraries::Driver| {
        library.kind == Kind::System
            && selection.has(library.name, &driver.class)
            && driver.runs_on(setting.jdk.version)
    };
    let built = libraries::built(workspace, &jdk::any()?, wanted)?;
    ensure!(!built.is_empty(), "there is no such system or driver; testsuite/systems has them");
    Ok(built)
}

/// Each driver with each strategy.
fn pairs<'a>(built: &'a [Built], strategies: &'a [String]) -> Vec<(&'a Built, &'a str)> {
    built.iter().flat_map(|built| strategies.iter().map(move |strategy| (built, strategy.as_str()))).collect()
}
