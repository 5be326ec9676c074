//! The report for a person.

use super::cause::{self, causes};
use super::comparison::{self, Part};
use super::finding::Finding;
use super::folding::Folding;
use super::names::{Names, escape, quote};
use super::snippet::{self, Sources};
use super::violation::briefly;
use super::width::{self, cut, sentence};
use super::{
    Report, Run, Verdict, ViolationReport, counted, deadlock, hot_spots, outcomes, races, side_by_side, table,
};
use console::Term;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::MemoryModel;
use std::fmt::Write;

/// Columns where there is no terminal.
const COLUMNS: usize = 80;

/// The narrowest terminal that is believed.
const NARROWEST: usize = 40;

/// Outcomes that are listed.
pub(super) const OUTCOMES: usize = 50;

/// Entries of what is not covered that are listed.
const NOT_COVERED: usize = 20;

/// Hints that are shown.
const HINTS: usize = 3;

/// Skipped classes that are listed.
const CLASSES: usize = 20;

/// How a report is to look.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// Columns that a line may have.
    pub width: usize,
    /// Whether colours are understood. The table has none.
    pub colour: bool,
    /// Where the lines of the program are.
    pub sources: &'a Sources,
    /// With steps of no consequence in the tables.
    pub all_steps: bool,
}

impl<'a> Look<'a> {
    /// For standard output.
    #[must_use]
    pub fn of_stdout(sources: &'a Sources, all_steps: bool) -> Look<'a> {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let out = Term::stdout();
        let colour = !plain && out.is_term() && out.features().colors_supported();
        Look { width: output_width(), colour, sources, all_steps }
    }
}

/// The whole report in lines of at most `width` columns, without lines of the program.
#[must_use]
pub fn render_for(report: &Report, run: &Run, width: usize, all_steps: bool) -> String {
    render(report, run, Look { width, colour: false, sources: &Sources::none(), all_steps })
}

/// The whole report.
#[must_use]
pub fn render(report: &Report, run: &Run, look: Look<'_>) -> String {
    let width = look.width;
    let mut out = String::new();
    let of = report.violations.len();
    for (index, (found, described)) in run.exploration.violations.iter().zip(&report.violations).enumerate() {
        let under = if run.memory_model.buffers() { Some(run.memory_model) } else { None };
        violation(&mut out, (index + 1, of), (found, described), run, under, look);
    }
    races::render(&mut out, report, run, width);
    outcomes(&mut out, report, width);
    outcomes::render(&mut out, report, &[run], look);
    not_covered(&mut out, report, width);
    hints(&mut out, report, width);
    skipped(&mut out, report, width);
    hot_spots(&mut out, report, width);
    if report.executions > 0 {
        numbers(&mut out, report, run.memory_model, width);
    }
    verdict(&mut out, report, width);
    out
}

/// The report over several memory models in lines of at most `width` columns, without lines of the program.
#[must_use]
pub fn render_comparison_for(report: &Report, parts: &[Part], width: usize, all_steps: bool) -> String {
    render_comparison(report, parts, Look { width, colour: false, sources: &Sources::none(), all_steps })
}

/// The report over several memory models.
#[must_use]
pub fn render_comparison(report: &Report, parts: &[Part], look: Look<'_>) -> String {
    let width = look.width;
    let mut out = String::new();
    let of = report.violations.len();
    for (number, ((part, index), described)) in comparison::firsts(parts).zip(&report.violations).enumerate() {
        let run = &parts[part].run;
        let found = &run.exploration.violations[index];
        violation(&mut out, (number + 1, of), (found, described), run, Some(run.memory_model), look);
    }
    if let Some(part) = parts.iter().find(|part| !part.report.races.is_empty()) {
        races::render(&mut out, &part.report, &part.run, width);
    }
    side_by_side::outcomes(&mut out, report, width);
    let runs: Vec<&Run> = parts.iter().map(|part| &part.run).collect();
    outcomes::render(&mut out, report, &runs, look);
    not_covered(&mut out, report, width);
    hints(&mut out, report, width);
    skipped(&mut out, report, width);
    hot_spots(&mut out, report, width);
    if report.executions > 0 {
        side_by_side::numbers(&mut out, report, width);
    }
    verdict(&mut out, report, width);
    out
}

fn verdict(out: &mut String, report: &Report, width: usize) {
    if let Some(line) = verdict_line(report) {
        // That stays on one line.
        let (apart, together) = ("(exit status ", "(exit\u{a0}status\u{a0}");
        let mut lines = String::new();
        sentence(&mut lines, "", &line.replace(apart, together), width);
        out.push_str(&lines.replace(together, apart));
    }
}

/// The result, what it means and the exit status. An error is said on standard error instead.
pub(super) fn verdict_line(report: &Report) -> Option<String> {
    let status = report.exit_status();
    let count = report.violations.len();
    let plural = if count == 1 { "" } else { "s" };
    let without = report.left_out().map_or_else(|| " ".to_owned(), |left_out| format!("; {left_out} "));
    let without = match report.unwritten {
        true => format!("{}; not everything could be written, see above ", without.trim_end()),
        false => without,
    };
    let line = match report.verdict {
        Verdict::Complete => {
            format!("complete: every behaviour was explored, no violation{without}(exit status {status})")
        }
        Verdict::Violation if report.complete => {
            format!("violation: {count} violation{plural}; every behaviour was explored{without}(exit status {status})")
        }
        Verdict::Violation => format!(
            "violation: {count} violation{plural}; NOT every behaviour was explored: {}{without}(exit status {status})",
            report.reason
        ),
        Verdict::Incomplete => format!(
            "incomplete: no violation so far, but NOT every behaviour was explored: {}{without}(exit status {status})",
            report.reason
        ),
        Verdict::Error => return None,
    };
    Some(line)
}

fn hot_spots(out: &mut String, report: &Report, width: usize) {
    if let Some(hot) = &report.hot_spots {
        hot_spots::render(out, hot, width);
    }
}

fn numbers(out: &mut String, report: &Report, model: MemoryModel, width: usize) {
    let statistics = &report.statistics;
    let (wall, rate, states) = (statistics.wall_s, statistics.executions_per_s, statistics.states);
    let lines = [
        ("executions", format!("{} ({} redundant)", report.executions, report.redundant_executions)),
        ("local behaviours", report.local_behaviours()),
        ("behaviours", counted(report.behaviours)),
        ("time", format!("{wall:.2} s ({rate:.0} executions/s, {states} states)")),
    ];
    let model = model.buffers().then(|| ("memory model", model.to_string()));
    for (title, value) in model.into_iter().chain(lines) {
        sentence(out, "", &format!("{title:<16}  {value}"), width);
    }
}

fn outcomes(out: &mut String, report: &Report, width: usize) {
    if report.outcomes.is_empty() {
        return;
    }
    let so_far = if report.complete { "" } else { " (so far)" };
    let ends = report.outcomes.iter().map(|outcome| outcome.end.len()).max().unwrap_or(0).max(3);
    let _ = writeln!(out, "outcomes{so_far}:");
    let _ = writeln!(out, "  executions  {:ends$}  standard output", "end");
    for outcome in report.outcomes.iter().take(OUTCOMES) {
        let line = format!("  {:>10}  {:ends$}  {}", outcome.executions, outcome.end, quote(&outcome.stdout));
        let _ = writeln!(out, "{}", cut(&line, width));
    }
    if let Some(more @ 1..) = report.outcomes.len().checked_sub(OUTCOMES) {
        sentence(out, "  ", &format!("… {more} more; all of them are in the JSON report (--report FILE)"), width);
    }
    out.push('\n');
}

/// One violation of several.
#[must_use]
pub fn one(number: (usize, usize), finding: &Finding<'_>, look: Look<'_>) -> String {
    let mut out = String::new();
    let Finding { violation: found, described, run } = *finding;
    let under = run.memory_model.buffers().then_some(run.memory_model);
    violation(&mut out, number, (found, described), run, under, look);
    out
}

/// A violation, found under this memory model if that has to be said.
fn violation(
    out: &mut String,
    (number, of): (usize, usize),
    (violation, described): (&Violation, &ViolationReport),
    run: &Run,
    under: Option<MemoryModel>,
    look: Look<'_>,
) {
    let under = under.map_or_else(String::new, |model| format!(" under {model}"));
    let what = match (deadlock::is(violation), described.thread_leak) {
        (false, _) => format!(": {}", briefly(violation, &described.message)),
        (true, true) => ": thread leak".to_owned(),
        (true, false) => String::new(),
    };
    let by = described.found_by.map_or_else(String::new, |walks| format!(", by {walks}"));
    let found = format!("(found after execution {}{by})", described.first_execution);
    sentence(out, "", &format!("violation {number} of {of}{under}: {}{what} {found}", described.kind), look.width);
    out.push('\n');
    explanation(out, (violation, described), &run.exploration.symbols, run.memory_model, look);
}

/// A failure by itself.
#[must_use]
pub fn failure(
    violation: &Violation,
    described: &ViolationReport,
    symbols: &Symbols,
    model: MemoryModel,
    look: Look<'_>,
) -> String {
    let mut out = String::new();
    sentence(&mut out, "", &briefly(violation, &described.headline()), look.width);
    out.push('\n');
    explanation(&mut out, (violation, described), symbols, model, look);
    out
}

/// The interleaving, what to make of it, and how to see it again.
fn explanation(
    out: &mut String,
    (violation, described): (&Violation, &ViolationReport),
    symbols: &Symbols,
    model: MemoryModel,
    look: Look<'_>,
) {
    out.push_str(&table::render(violation, symbols, model, look.width, look.all_steps));
    out.push('\n');
    if deadlock::is(violation) {
        let names = Names::of(symbols, violation);
        for line in deadlock::explanation(&names, violation) {
            sentence(out, "  ", &line, look.width);
        }
    } else {
        for location in &described.locations {
            let _ = writeln!(out, "  at {}", width::name(location, look.width.saturating_sub("  at ".len())));
        }
        let names = Names::of(symbols, violation);
        let folding = Folding::of(violation, symbols).filter(|_| !look.all_steps);
        for line in cause::lines(&causes(violation, symbols, model), &violation.events, &names, folding.as_ref()) {
            sentence(out, "  ", &line, look.width);
        }
    }
    for consequence in &described.consequences {
        sentence(out, "  ", &consequence.line(), look.width);
    }
    if let Some(file) = &described.failure {
        width::command(out, "  to see it again: mcr replay", file, look.width);
    }
    out.push('\n');
    let snippets = snippet::render(look.sources, violation, symbols, model, look.width, look.colour);
    if !snippets.is_empty() {
        out.push_str(&snippets);
        out.push('\n');
    }
}

fn not_covered(out: &mut String, report: &Report, width: usize) {
    if report.not_covered.is_empty() {
        return;
    }
    out.push_str("executed, and not seen through:\n");
    for entry in report.not_covered.iter().take(NOT_COVERED) {
        sentence(out, "  ", &entry.line(), width);
    }
    if let Some(more @ 1..) = report.not_covered.len().checked_sub(NOT_COVERED) {
        sentence(out, "  ", &format!("… {more} more; all of them are in the JSON report (--report FILE)"), width);
    }
    out.push('\n');
}

fn hints(out: &mut String, report: &Report, width: usize) {
    for hint in report.hints.iter().take(HINTS) {
        sentence(out, "", &format!("hint: {}", hint.line()), width);
    }
    match report.hints.len() {
        0 => {}
        count if count > HINTS => {
            sentence(out, "", &format!("… {} more hints are in the JSON report (--report FILE)", count - HINTS), width);
            out.push('\n');
        }
        _ => out.push('\n'),
    }
}

fn skipped(out: &mut String, report: &Report, width: usize) {
    if let Some(reason) = &report.fresh_classes {
        let line = format!("classes are loaded anew in each execution: {}", escape(reason));
        let _ = writeln!(out, "{}\n", cut(&line, width));
    }
    if report.skipped_classes.is_empty() {
        return;
    }
    sentence(out, "", &format!("classes left as they are ({} were rewritten):", report.rewritten_classes), width);
    for skipped in report.skipped_classes.iter().take(CLASSES) {
        let line = format!("  {}: {}", escape(&skipped.class), escape(&skipped.reason));
        let _ = writeln!(out, "{}", cut(&line, width));
    }
    if let Some(more @ 1..) = report.skipped_classes.len().checked_sub(CLASSES) {
        let _ = writeln!(out, "  … {more} more");
    }
    out.push('\n');
}

/// What `COLUMNS` says, as for other programs; else the width of the terminal.
fn output_width() -> usize {
    let wanted = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    wanted.or_else(terminal).map_or(COLUMNS, |width| width.max(NARROWEST))
}
