//! The parts of the page that are no interleavings: the verdict and its numbers, races, outcomes.

use crate::names::{Names, quote};
use crate::{Report, Verdict, ViolationReport, counted, races, side_by_side, text};
use mcr_explore::Race;
use mcr_model::symbols::Symbols;

/// Outcomes that are listed; a browser is slow with more.
const OUTCOMES: usize = 2_000;

/// The head of the page.
pub struct Summary {
    /// Of the window.
    pub title: String,
    /// `complete`, `violation`, `incomplete`, `error`.
    pub verdict: &'static str,
    /// The result in a line.
    pub headline: String,
    /// More about an error.
    pub detail: Vec<String>,
    /// (label, value).
    pub facts: Vec<(String, String)>,
    /// With several memory models: (label, a value for each).
    pub models: Vec<(&'static str, Vec<String>)>,
}

impl Summary {
    /// Of a whole report.
    pub fn of(report: &Report) -> Summary {
        let verdict = match report.verdict {
            Verdict::Complete => "complete",
            Verdict::Violation => "violation",
            Verdict::Incomplete => "incomplete",
            Verdict::Error => "error",
        };
        let statistics = &report.statistics;
        let facts = [
            ("memory model", report.memory_model.clone()),
            ("strategy", report.strategy.clone()),
            ("explored", if report.complete { "completely" } else { "in part" }.to_owned()),
            ("executions", report.executions.to_string()),
            ("redundant", report.redundant_executions.to_string()),
            ("local behaviours", report.local_behaviours()),
            ("behaviours", counted(report.behaviours)),
            ("states", statistics.states.to_string()),
            ("events", statistics.events.to_string()),
            ("time", format!("{:.2} s", statistics.wall_s)),
            ("classes rewritten", report.rewritten_classes.to_string()),
            ("mcr", report.version.clone()),
        ];
        let first = report.violations.first().map(|violation| violation.message.clone());
        Summary {
            title: format!("{verdict}: {}", first.unwrap_or_else(|| report.reason.clone())),
            verdict,
            headline: text::verdict_line(report).unwrap_or_else(|| format!("error: {}", report.reason)),
            detail: report.detail.clone(),
            facts: facts.map(|(label, value)| (label.to_owned(), value)).into(),
            models: if report.models.is_empty() { Vec::new() } else { side_by_side::explored(report) },
        }
    }

    /// Of one failure.
    pub fn of_failure(described: &ViolationReport, about: &[(String, String)]) -> Summary {
        Summary {
            title: format!("{}: {}", described.kind, described.message),
            verdict: "violation",
            headline: format!("violation: {}", described.kind),
            detail: Vec::new(),
            facts: about.to_vec(),
            models: Vec::new(),
        }
    }
}

/// The table of outcomes.
#[derive(Default)]
pub struct Outcomes {
    /// Whether there may be others.
    pub so_far: bool,
    /// Of the columns.
    pub heading: Vec<String>,
    /// Numbers on the left.
    pub numbers: usize,
    /// Cells.
    pub rows: Vec<Vec<String>>,
    /// The number of the outcome in each row, from 1, if its interleaving is on the page.
    pub links: Vec<Option<usize>>,
    /// Outcomes that are not listed.
    pub more: usize,
}

impl Outcomes {
    /// Under one memory model.
    pub fn of(report: &Report) -> Outcomes {
        let row = |outcome: &crate::Outcome| {
            vec![outcome.executions.to_string(), outcome.end.clone(), quote(&outcome.stdout)]
        };
        let rows = report.outcomes.iter().map(row).collect();
        let order = (1..=report.outcomes.len()).collect();
        Outcomes::new(report, &["executions", "end", "standard output"], 1, (order, rows))
    }

    /// Where the interleaving of the outcome in this row is, if it is on the page.
    pub fn link(&self, row: &usize) -> Option<usize> {
        self.links.get(*row).copied().flatten()
    }

    /// Only the interleavings of these outcomes are on the page.
    pub fn only(&mut self, shown: &[usize]) {
        self.links.iter_mut().for_each(|link| *link = link.filter(|number| shown.contains(number)));
    }

    /// Under several.
    pub fn side_by_side(report: &Report) -> Outcomes {
        let models: Vec<&str> = report.models.iter().map(|model| model.memory_model.as_str()).collect();
        let heading = [models.as_slice(), &["allowed first under", "end", "standard output"]].concat();
        let mut sorted: Vec<_> = (1..).zip(&report.outcomes).collect();
        sorted.sort_by_key(|(_, outcome)| side_by_side::first(report, outcome).0);
        let row = |outcome: &crate::Outcome| {
            let mut cells: Vec<String> =
                report.models.iter().map(|model| side_by_side::executions(model, outcome)).collect();
            cells.extend([side_by_side::first(report, outcome).1, outcome.end.clone(), quote(&outcome.stdout)]);
            cells
        };
        let order = sorted.iter().map(|(number, _)| *number).collect();
        let rows = sorted.into_iter().map(|(_, outcome)| row(outcome)).collect();
        Outcomes::new(report, &heading, models.len(), (order, rows))
    }

    fn new(
        report: &Report,
        heading: &[&str],
        numbers: usize,
        (order, mut rows): (Vec<usize>, Vec<Vec<String>>),
    ) -> Outcomes {
        let more = rows.len().saturating_sub(OUTCOMES);
        rows.truncate(OUTCOMES);
        let heading = heading.iter().map(|title| (*title).to_owned()).collect();
        let links = order.into_iter().map(Some).collect();
        Outcomes { so_far: !report.complete, heading, numbers, rows, links, more }
    }
}

/// A data race in the list.
pub struct RaceLine {
    /// What is accessed.
    pub location: String,
    /// More about it.
    pub hint: Option<&'static str>,
    /// (thread, what, where).
    pub accesses: [(String, String, String); 2],
    /// How one gets there, if it is shown.
    pub timeline: Option<usize>,
}

impl RaceLine {
    /// Describes a race with the names that the program uses.
    pub fn new(race: &Race, symbols: &Symbols, timeline: Option<usize>) -> RaceLine {
        let names = Names::new(symbols, &race.events, &race.accesses);
        let accesses = race.accesses.each_ref().map(|access| {
            (names.thread(access.thread), races::about_to(&names, &access.action), names.place(access.site))
        });
        RaceLine {
            location: names.location(race.location).to_owned(),
            hint: races::classes(symbols, race).map(|_| races::INSIDE),
            accesses,
            timeline,
        }
    }
}
