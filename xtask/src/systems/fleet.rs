//! All drivers of systems within a small budget each, compared with the last run that was committed.
//!
//! Seconds are of one machine and one hour. So a rate counts as worse only against the others of the same run: the ratio
//! of now to then has to be less than half of the median ratio.

use super::measure::{Measured, Setting};
use super::selection::Selection;
use super::{drivers, measured, table};
use crate::tables::median;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::PathBuf;

/// With which strategies each driver is checked when nothing else is said.
const STRATEGIES: &[&str] = &["auto"];

/// Executions by which two checks that explored everything may differ: those of walks depend on time.
const SLACK: u64 = 5;
/// A check that was over before has no rate worth comparing.
const SHORTEST: f64 = 5.0;
/// The environment variable with which the run becomes the one to compare with.
const REFRESH: &str = "MCR_REFRESH";

/// Checks every driver, and compares; an error if one is worse than it was, or shows what cannot be.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let setting = Setting::new(workspace, selection)?;
    let rows = measured(&setting, &drivers(&setting)?, STRATEGIES, |_, _| Ok(()), |_, _, ()| {})?;
    let committed = committed(workspace, setting.jdk.version);
    let mut wrong: Vec<String> = rows.iter().flat_map(Measured::mistakes).collect();
    if std::env::var_os(REFRESH).is_some() {
        ensure!(
            selection.is_whole() && selection.budget.is_none(),
            "{REFRESH} is for the whole fleet, with its own time"
        );
        fs::write(&committed, serde_json::to_string_pretty(&rows)? + "\n")?;
        fs::write(committed.with_extension("md"), table::fleet(&setting, &rows))?;
        println!("written: {}", committed.display());
    } else {
        let text = fs::read_to_string(&committed)
            .with_context(|| format!("cannot read {}; {REFRESH}=1 writes it", committed.display()))?;
        let before: Vec<Measured> = serde_json::from_str(&text).context("the committed table cannot be read")?;
        wrong.extend(worse(&before, &rows, selection.is_whole()));
    }
    println!("fleet: {} checks, {} wrong or worse than before", rows.len(), wrong.len());
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// The table to compare with.
fn committed(workspace: &Workspace, jdk: u32) -> PathBuf {
    workspace.root.join(format!("docs/tables/fleet-{jdk}.json"))
}

/// In what the run is worse. `whole`: whether every driver should be there.
fn worse(before: &[Measured], now: &[Measured], whole: bool) -> Vec<String> {
    let same = |a: &Measured, b: &Measured| a.key() == b.key();
    let pairs: Vec<_> = now.iter().filter_map(|n| before.iter().find(|b| same(b, n)).map(|b| (b, n))).collect();
    let usual = median(pairs.iter().filter_map(|(before, now)| ratio(before, now)).collect());
    let mut all = Vec::new();
    for (before, now) in &pairs {
        let name = format!("{} {}, {}", now.system, now.driver, now.strategy);
        all.extend(differences(before, now, usual).into_iter().map(|difference| format!("{name}: {difference}")));
    }
    let gone = before.iter().filter(|b| whole && !now.iter().any(|n| same(b, n)));
    all.extend(gone.map(|gone| format!("{} {} is gone", gone.system, gone.driver)));
    all
}

/// In what one check is worse, where `usual` is how much faster or slower checks are now.
fn differences(before: &Measured, now: &Measured, usual: Option<f64>) -> Vec<String> {
    let mut all = Vec::new();
    for kind in before.violations.keys().filter(|&kind| !now.violations.contains_key(kind)) {
        all.push(format!("no {kind} was found; before, in {:.1} s", before.seconds));
    }
    if before.complete && !now.complete {
        all.push(format!("not everything was explored; before, in {:.1} s", before.seconds));
    }
    if before.complete && now.complete && now.executions > before.executions + before.executions / 10 + SLACK {
        all.push(format!("{} executions; before, {}", now.executions, before.executions));
    }
    if let (Some(ratio), Some(usual)) = (ratio(before, now), usual)
        && ratio < usual / 2.0
    {
        all.push(format!("{ratio:.2} times as many executions a second; all others, {usual:.2} times as many"));
    }
    all
}

/// How many times faster executions were, if both checks took long enough.
fn ratio(before: &Measured, now: &Measured) -> Option<f64> {
    let long = before.seconds >= SHORTEST && now.seconds >= SHORTEST && before.executions_per_s > 0.0;
    long.then(|| now.executions_per_s / before.executions_per_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(driver: &str, complete: bool, executions: u64, seconds: f64, kinds: &[&str]) -> Measured {
        Measured {
            system: "s".into(),
            version: "1".into(),
            driver: driver.into(),
            bug: None,
            strategy: "auto".into(),
            verdict: if kinds.is_empty() { "incomplete" } else { "violation" }.into(),
            complete,
            executions,
            first: None,
            executions_per_s: executions as f64 / seconds,
            seconds,
            events: 0,
            local_states: 0,
            races: 0,
            violations: kinds.iter().map(|&kind| (kind.to_owned(), 1)).collect(),
            wrong: Vec::new(),
            reason: String::new(),
        }
    }

    #[test]
    fn a_slow_machine_makes_nothing_worse_but_one_slow_driver_is() {
        let before =
            [row("A", false, 100, 10.0, &[]), row("B", false, 200, 10.0, &[]), row("C", false, 300, 10.0, &[])];
        let slow = [row("A", false, 30, 10.0, &[]), row("B", false, 60, 10.0, &[]), row("C", false, 90, 10.0, &[])];
        assert!(worse(&before, &slow, true).is_empty());
        let one = [row("A", false, 100, 10.0, &[]), row("B", false, 60, 10.0, &[]), row("C", false, 300, 10.0, &[])];
        assert_eq!(worse(&before, &one, true).len(), 1);
    }

    #[test]
    fn what_was_found_and_what_was_explored_has_to_be_again() {
        let before = [row("A", true, 100, 3.0, &["deadlock"])];
        assert!(worse(&before, &before, true).is_empty());
        assert_eq!(
            worse(&before, &[row("A", true, 100, 3.0, &[])], true),
            ["s A, auto: no deadlock was found; before, in 3.0 s"]
        );
        assert_eq!(worse(&before, &[row("A", false, 90, 3.0, &["deadlock"])], true).len(), 1);
        assert_eq!(worse(&before, &[row("A", true, 116, 3.0, &["deadlock"])], true).len(), 1);
        assert!(worse(&before, &[row("A", true, 115, 3.0, &["deadlock"])], true).is_empty());
    }

    #[test]
    fn a_driver_that_is_gone_is_worse_if_all_were_run() {
        let before = [row("A", true, 1, 1.0, &[])];
        assert_eq!(worse(&before, &[], true), ["s A is gone"]);
        assert!(worse(&before, &[], false).is_empty());
    }

    #[test]
    fn a_row_can_be_read_again() {
        let text = serde_json::to_string(&[row("A", true, 1, 1.0, &["deadlock"])]).expect("it can be written");
        let again: Vec<Measured> = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(again[0].violations.get("deadlock"), Some(&1));
    }
}
