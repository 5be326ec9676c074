//! How the program comes to its outcomes, if the user wants to see that (`--explain-outcomes`).
//!
//! Invariant: what is shown of an outcome is an interleaving of the run in which it was found, with what things are called there.

use super::names::quote;
use super::steps::Walk;
use super::text::Look;
use super::{Outcome, Report, Run, table};
use mcr_explore::{OutcomeCount, Violation};
use serde::Serialize;
use std::fmt::Write;

/// Outcomes that are shown as text.
const SHOWN: usize = 10;

/// A row of an interleaving; its field names are the keys of the JSON form.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// Whose; empty where events of several threads are left out.
    pub thread: String,
    /// What, as in the table.
    pub event: String,
    /// Where, `File.java:12`; may be empty.
    pub source: String,
}

/// The rows of the interleaving that leads to an outcome of a run.
pub fn interleaving(run: &Run, outcome: &OutcomeCount) -> Vec<StepReport> {
    let Some(shown) = find(run, (&outcome.stdout, &outcome.end)) else { return Vec::new() };
    let walk = Walk::new(shown, &run.exploration.symbols, run.memory_model, false);
    let row = |step: &super::steps::Step| StepReport {
        thread: walk.thread(step).to_owned(),
        event: step.text.clone(),
        source: step.line.clone(),
    };
    walk.steps.iter().map(row).collect()
}

fn find<'a>(run: &'a Run, outcome: (&str, &str)) -> Option<&'a Violation> {
    // Nothing is looked for where nobody asks.
    let known = if run.exploration.interleavings.is_empty() { &[][..] } else { &run.exploration.outcomes };
    let index = known.iter().position(|known| (known.stdout.as_str(), known.end.as_str()) == outcome)?;
    run.exploration.interleavings.get(index)?.as_ref()
}

/// The outcomes of which an interleaving is known: their number in the report, from 1, and the first of these runs that shows it.
pub fn shown<'a>(report: &'a Report, runs: &[&'a Run]) -> Vec<(usize, &'a Outcome, &'a Run, &'a Violation)> {
    let of = |(number, outcome): (usize, &'a Outcome)| {
        let found = runs.iter().find_map(|run| Some((*run, find(run, (&outcome.stdout, &outcome.end))?)));
        found.map(|(run, violation)| (number, outcome, run, violation))
    };
    (1..).zip(&report.outcomes).filter_map(of).collect()
}

/// Their tables.
pub fn render(out: &mut String, report: &Report, runs: &[&Run], look: Look<'_>) {
    let shown = shown(report, runs);
    for (number, outcome, run, violation) in shown.iter().take(SHOWN) {
        let under = if runs.len() > 1 { format!(" under {}", run.memory_model) } else { String::new() };
        let line = format!("outcome {number}{under}: {} {}", outcome.end, quote(&outcome.stdout));
        let _ = writeln!(out, "{}\n", console::truncate_str(&line, look.width, "…"));
        out.push_str(&table::render(violation, &run.exploration.symbols, run.memory_model, look.width, look.all_steps));
        out.push('\n');
    }
    if let Some(more @ 1..) = shown.len().checked_sub(SHOWN) {
        let _ = writeln!(out, "… interleavings of {more} more outcomes are in the JSON report (--report FILE)\n");
    }
}
