//! What several memory models have to say, in columns: which outcomes each of them allows, and how it was explored.
//!
//! Invariant: `-` says that a model does not allow an outcome; if it is not explored completely, there is `?` instead. A number
//! says that it does, also 0: that follows from what was found, or from a stronger model.

use super::names::quote;
use super::text::OUTCOMES;
use super::width::{columns, cut, sentence};
use super::{Outcome, Report, Verdict, counted};
use std::fmt::Write;

/// The narrowest column of a model.
const NARROWEST: usize = 5;

/// The outcomes under each model.
pub fn outcomes(out: &mut String, report: &Report, width: usize) {
    if report.outcomes.is_empty() {
        return;
    }
    let so_far = if report.complete { "" } else { " (so far)" };
    sentence(out, "", &format!("outcomes{so_far}, with the number of executions under each memory model:"), width);
    let mut sorted: Vec<&Outcome> = report.outcomes.iter().collect();
    sorted.sort_by_key(|outcome| first(report, outcome).0);
    let mut lines = vec![heading(report)];
    lines[0].extend(["allowed first under", "end", "standard output"].map(str::to_owned));
    for outcome in sorted.iter().take(OUTCOMES) {
        let mut cells: Vec<String> = report.models.iter().map(|model| executions(model, outcome)).collect();
        cells.extend([first(report, outcome).1, outcome.end.clone(), quote(&outcome.stdout)]);
        lines.push(cells);
    }
    draw(out, &lines, report.models.len(), width);
    if let Some(more @ 1..) = report.outcomes.len().checked_sub(OUTCOMES) {
        sentence(out, "  ", &format!("… {more} more; all of them are in the JSON report (--report FILE)"), width);
    }
    if lines.iter().any(|cells| cells.iter().any(|cell| cell == "?")) {
        sentence(out, "  ", "?: not found, and the model is not explored completely", width);
    }
    out.push('\n');
}

/// How often an outcome was executed under a model.
pub(super) fn executions(model: &Report, outcome: &Outcome) -> String {
    match model.outcome(outcome) {
        Some(found) => found.executions.to_string(),
        None if outcome.models.contains(&model.memory_model) => "0".to_owned(),
        None if model.complete => "-".to_owned(),
        None => "?".to_owned(),
    }
}

/// The first model that allows an outcome: its place and its name.
pub(super) fn first(report: &Report, outcome: &Outcome) -> (usize, String) {
    let allows = |model: &Report| outcome.models.first() == Some(&model.memory_model);
    let place = report.models.iter().position(allows).unwrap_or_default();
    let sure = report.models[..place].iter().all(|model| model.complete);
    let name = &report.models[place].memory_model;
    (place, if sure { name.clone() } else { format!("{name} (so far)") })
}

/// The names of the models.
fn heading(report: &Report) -> Vec<String> {
    report.models.iter().map(|model| model.memory_model.clone()).collect()
}

/// How each model was explored.
pub fn numbers(out: &mut String, report: &Report, width: usize) {
    for (title, cells) in explored(report) {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<11}")).collect();
        let _ = writeln!(out, "{}", cut(format!("{title:<16}  {}", cells.join("  ")).trim_end(), width));
    }
}

/// The same as rows: a title, and a cell for each model.
pub(super) fn explored(report: &Report) -> Vec<(&'static str, Vec<String>)> {
    let row = |title: &'static str, cell: &dyn Fn(&Report) -> String| (title, report.models.iter().map(cell).collect());
    vec![
        row("memory model", &|model| model.memory_model.clone()),
        row("executions", &|model| model.executions.to_string()),
        row("redundant", &|model| model.redundant_executions.to_string()),
        row("local behaviours", &|model| counted(model.local_behaviours)),
        row("behaviours", &|model| counted(model.behaviours)),
        row("states", &|model| model.statistics.states.to_string()),
        row("time", &|model| format!("{:.2} s", model.statistics.wall_s)),
        row("explored", &|model| if model.complete { "completely" } else { "in part" }.to_owned()),
        row("violations", &|model| match model.verdict {
            Verdict::Error => "error".to_owned(),
            _ => model.violations.len().to_string(),
        }),
    ]
}

/// Draws lines of cells: the first `right` of them aligned to the right, the last one as long as it is.
fn draw(out: &mut String, lines: &[Vec<String>], right: usize, width: usize) {
    let count = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            let needs = lines.iter().map(|cells| columns(&cells[column])).max().unwrap_or(0);
            if column < right { needs.max(NARROWEST) } else { needs }
        })
        .collect();
    for cells in lines {
        let mut line = String::new();
        for (column, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
            line.push_str("  ");
            let _ = match column {
                _ if column < right => write!(line, "{cell:>width$}"),
                _ if column + 1 < count => write!(line, "{cell:<width$}"),
                _ => write!(line, "{cell}"),
            };
        }
        let _ = writeln!(out, "{}", cut(&line, width));
    }
}
