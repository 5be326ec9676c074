//! The report as one HTML file that needs nothing else: no network, no other file.
//!
//! What is said is in the markup, escaped by the template engine, so that it can be read without a script; the interleavings are
//! data, which the script draws ([`timeline`]). Texts come from the functions that make the text report.
//!
//! Invariant: nothing that a program can choose (names of threads, classes and files, what it prints, messages of exceptions)
//! becomes markup, script or style: not by escaping ([`embed::json`], the template), and not if that failed ([`embed::policy`]).

mod edges;
mod embed;
mod excerpts;
mod folds;
mod strings;
mod summary;
mod things;
mod timeline;

use super::cause::{self, causes};
use super::comparison::{self, Part};
use super::consequences::ConsequenceReport;
use super::folding::Folding;
use super::names::{Names, escape, quote};
use super::snippet::Sources;
use super::{Hint, HotSpotsReport, NotCovered, Report, Run, ViolationReport, deadlock, outcomes, table};
use crate::shell;
use askama::Template;
use excerpts::Excerpts;
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::MemoryModel;
use summary::{Outcomes, RaceLine, Summary};
use timeline::Timeline;

/// One after the other, in a function, so that they share no names with the browser.
const SCRIPT: &str = concat!(
    "(() => {\n",
    include_str!("../../templates/interleaving.js"),
    include_str!("../../templates/folding.js"),
    include_str!("../../templates/filter.js"),
    include_str!("../../templates/layout.js"),
    include_str!("../../templates/view.js"),
    include_str!("../../templates/details.js"),
    include_str!("../../templates/timeline.js"),
    "})();\n"
);
const STYLE: &str = include_str!("../../templates/report.css");

/// Columns of the interleavings as text.
const WIDTH: usize = 160;

/// Threads of a deadlock that its title names.
const NAMED: usize = 6;

/// Outcomes of which the interleaving is shown.
const WAYS: usize = 100;

/// Events of these together; the interleavings of outcomes after that are left out.
const WAY_EVENTS: usize = 200_000;

/// Events of all races together that are shown; the interleavings of the races after that are left out.
const RACE_EVENTS: usize = 200_000;

/// The page.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    policy: String,
    title: String,
    summary: Summary,
    findings: Vec<Finding>,
    races: Vec<RaceLine>,
    outcomes: Outcomes,
    hot_spots: Option<HotSpotsReport>,
    ways: Vec<Way>,
    not_covered: Vec<String>,
    hints: Vec<String>,
    skipped: Vec<(String, String)>,
    /// As embedded JSON, by their numbers.
    timelines: Vec<String>,
    excerpts: Excerpts<'a>,
    style: &'static str,
    script: &'static str,
}

/// A violation.
struct Finding {
    kind: &'static str,
    /// What is wrong, in a line.
    message: String,
    /// When and where it was found.
    found: String,
    /// Who waits for whom, or the stack.
    lines: Vec<String>,
    /// The interleaving for those who want text.
    table: String,
    timeline: usize,
}

/// How the program comes to an outcome.
struct Way {
    /// The number of the outcome in the report, from 1.
    number: usize,
    end: String,
    stdout: String,
    table: String,
    timeline: usize,
}

/// The report on a run.
#[must_use]
pub fn render(report: &Report, run: &Run, sources: &Sources) -> String {
    let mut page = Page::new(Summary::of(report), Outcomes::of(report), sources);
    let under = run.memory_model.buffers().then_some(run.memory_model);
    for (violation, described) in run.exploration.violations.iter().zip(&report.violations) {
        page.finding(violation, described, &run.exploration.symbols, run.memory_model, under);
    }
    page.races(run);
    page.ways(report, &[run]);
    page.skipped(report);
    page.print()
}

/// The report over several memory models.
#[must_use]
pub fn render_comparison(report: &Report, parts: &[Part], sources: &Sources) -> String {
    let mut page = Page::new(Summary::of(report), Outcomes::side_by_side(report), sources);
    for ((part, index), described) in comparison::firsts(parts).zip(&report.violations) {
        let run = &parts[part].run;
        let violation = &run.exploration.violations[index];
        page.finding(violation, described, &run.exploration.symbols, run.memory_model, Some(run.memory_model));
    }
    if let Some(part) = parts.iter().find(|part| !part.report.races.is_empty()) {
        page.races(&part.run);
    }
    page.ways(report, &parts.iter().map(|part| &part.run).collect::<Vec<_>>());
    page.skipped(report);
    page.print()
}

/// One failure, with lines (label, value) about it.
#[must_use]
pub fn render_failure(
    violation: &Violation,
    described: &ViolationReport,
    symbols: &Symbols,
    model: MemoryModel,
    about: &[(String, String)],
    sources: &Sources,
) -> String {
    let mut page = Page::new(Summary::of_failure(described, about), Outcomes::default(), sources);
    page.finding(violation, described, symbols, model, model.buffers().then_some(model));
    page.print()
}

impl<'a> Page<'a> {
    fn new(summary: Summary, outcomes: Outcomes, sources: &'a Sources) -> Page<'a> {
        Page {
            policy: embed::policy(SCRIPT, STYLE),
            title: summary.title.clone(),
            summary,
            findings: Vec::new(),
            races: Vec::new(),
            outcomes,
            hot_spots: None,
            ways: Vec::new(),
            not_covered: Vec::new(),
            hints: Vec::new(),
            skipped: Vec::new(),
            timelines: Vec::new(),
            excerpts: Excerpts::new(sources),
            style: STYLE,
            script: SCRIPT,
        }
    }

    fn print(&self) -> String {
        // The template has neither filters nor includes that could fail.
        self.render().unwrap_or_default()
    }

    /// Takes in an interleaving; its number.
    fn timeline(&mut self, violation: &Violation, symbols: &Symbols, model: MemoryModel) -> usize {
        let timeline = Timeline::new(violation, symbols, model, &mut self.excerpts);
        self.timelines.push(embed::json(&timeline));
        self.timelines.len() - 1
    }

    fn finding(
        &mut self,
        violation: &Violation,
        described: &ViolationReport,
        symbols: &Symbols,
        model: MemoryModel,
        under: Option<MemoryModel>,
    ) {
        let under = under.map_or_else(String::new, |model| format!(" under {model}"));
        let names = Names::of(symbols, violation);
        let stuck: Vec<String> = violation.blocked.iter().map(|pending| names.thread(pending.thread)).collect();
        let (message, lines) = if deadlock::is(violation) && !stuck.is_empty() {
            let who = if stuck.len() > NAMED { format!("{} threads", stuck.len()) } else { stuck.join(", ") };
            (format!("{who} cannot go on"), deadlock::explanation(&names, violation))
        } else {
            let places = described.locations.iter().map(|location| format!("at {}", escape(location)));
            let folding = Folding::of(violation, symbols);
            let causes = causes(violation, symbols, model);
            let causes = cause::lines(&causes, &violation.events, &names, folding.as_ref());
            (described.message.clone(), places.chain(causes).collect())
        };
        let replay = described.failure.iter().map(|file| format!("to see it again: mcr replay {}", shell::word(file)));
        let consequences = described.consequences.iter().map(ConsequenceReport::line);
        let lines = lines.into_iter().chain(consequences).chain(replay).collect();
        let finding = Finding {
            kind: described.kind,
            message,
            found: format!("found after execution {}{under}", described.first_execution),
            lines,
            table: table::render(violation, symbols, model, WIDTH, false),
            timeline: self.timeline(violation, symbols, model),
        };
        self.findings.push(finding);
    }

    /// The races of a run, unless they are among its violations.
    fn races(&mut self, run: &Run) {
        let found = &run.exploration;
        if found.violations.iter().any(|violation| violation.kind == ViolationKind::Race) {
            return;
        }
        let mut room = RACE_EVENTS;
        for race in &found.races {
            let rest = room.checked_sub(race.events.len());
            room = rest.unwrap_or(room);
            let timeline = rest.map(|_| self.timeline(&race.violation(), &found.symbols, run.memory_model));
            self.races.push(RaceLine::new(race, &found.symbols, timeline));
        }
    }

    /// The interleavings that lead to outcomes, if that was asked for.
    fn ways(&mut self, report: &Report, runs: &[&Run]) {
        let shown = outcomes::shown(report, runs);
        let mut numbers = Vec::new();
        let mut room = WAY_EVENTS;
        for (number, outcome, run, violation) in shown.into_iter().take(WAYS) {
            let Some(rest) = room.checked_sub(violation.events.len()) else { continue };
            room = rest;
            let symbols = &run.exploration.symbols;
            let way = Way {
                number,
                end: outcome.end.clone(),
                stdout: quote(&outcome.stdout),
                table: table::render(violation, symbols, run.memory_model, WIDTH, false),
                timeline: self.timeline(violation, symbols, run.memory_model),
            };
            self.ways.push(way);
            numbers.push(number);
        }
        self.outcomes.only(&numbers);
    }

    /// What the check does not know of, and why that may be.
    fn skipped(&mut self, report: &Report) {
        self.hot_spots.clone_from(&report.hot_spots);
        self.not_covered = report.not_covered.iter().map(NotCovered::line).collect();
        self.hints = report.hints.iter().map(Hint::line).collect();
        let skipped = report.skipped_classes.iter();
        self.skipped = skipped.map(|skipped| (skipped.class.clone(), skipped.reason.clone())).collect();
    }
}
