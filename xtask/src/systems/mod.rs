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
use crate::end_to_end::Report;
use crate::jdk;
use crate::lanes;
use crate::libraries::{self, Built, Kind, Library};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::fs;

/// With which strategies each driver is checked when nothing else is said.
const STRATEGIES: &[&str] = &["auto", "predict"];

/// Checks the drivers of the selected systems with each strategy, replays what that finds, and writes the table if
/// none were left out; an error if a check shows what cannot be, or a failure does not show again.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let setting = Setting::new(workspace, selection)?;
    let built = drivers(&setting)?;
    let mut findings = Findings::default();
    let find =
        |built: &Built, report: Option<Report>| report.map(|report| found::of(&setting, built, &report)).transpose();
    let rows = measured(&setting, &built, STRATEGIES, find, |built, strategy, found| {
        findings.add(built, strategy, found.unwrap_or_default());
    })?;
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
fn drivers(setting: &Setting) -> Result<Vec<Built>> {
    let wanted = |library: &Library, driver: &libraries::Driver| {
        library.kind == Kind::System
            && setting.selection.has(library.name, &driver.class)
            && driver.runs_on(setting.jdk.version)
    };
    let built = libraries::built(setting.workspace, &jdk::any()?, wanted)?;
    ensure!(!built.is_empty(), "there is no such system or driver; testsuite/systems has them");
    Ok(built)
}

/// Checks each driver with each selected strategy, or else these, and prints the rows; all of them, in order. `look`
/// makes something of a report in the lane of its check, which `done` is then told.
fn measured<T: Send>(
    setting: &Setting,
    built: &[Built],
    strategies: &[&str],
    look: impl Fn(&Built, Option<Report>) -> Result<T> + Sync,
    mut done: impl FnMut(&Built, &str, T) + Send,
) -> Result<Vec<Measured>> {
    let strategies = setting.selection.strategies(strategies);
    let checks: Vec<(&Built, &String)> =
        built.iter().flat_map(|built| strategies.iter().map(move |s| (built, s))).collect();
    println!("{}", Measured::HEAD);
    let mut rows: Vec<Measured> = Vec::new();
    let check = |lane: &lanes::Lane, &(built, strategy): &(&Built, &String)| {
        let (row, report) = measure::measure(setting, lane, built, strategy)?;
        Ok((row, look(built, report)?))
    };
    lanes::each(setting.workspace, &checks, check, |(built, strategy), (row, seen)| {
        row.print();
        done(built, strategy, seen);
        rows.push(row);
    })?;
    rows.sort_by_key(Measured::key);
    Ok(rows)
}
