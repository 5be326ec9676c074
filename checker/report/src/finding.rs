//! What a report in a foreign format has one entry for: a violation with its description and the run that has found it; a race.

use super::comparison::{self, Part};
use super::{RaceReport, Report, Run, ViolationReport};
use mcr_explore::{Race, Violation};

/// A violation.
#[derive(Clone, Copy)]
pub struct Finding<'a> {
    /// What was found.
    pub violation: &'a Violation,
    /// In words.
    pub described: &'a ViolationReport,
    /// By which run.
    pub run: &'a Run,
}

/// A data race.
#[derive(Clone, Copy)]
pub struct RaceFinding<'a> {
    /// What was found.
    pub race: &'a Race,
    /// In words.
    pub described: &'a RaceReport,
    /// By which run.
    pub run: &'a Run,
}

/// All that was found.
pub struct Findings<'a> {
    /// In the order in which they were found.
    pub violations: Vec<Finding<'a>>,
    /// Those that are no violations.
    pub races: Vec<RaceFinding<'a>>,
}

impl<'a> Findings<'a> {
    /// What a run has found.
    #[must_use]
    pub fn of_run(report: &'a Report, run: &'a Run) -> Findings<'a> {
        let violations = run.exploration.violations.iter().zip(&report.violations);
        let violations = violations.map(|(violation, described)| Finding { violation, described, run });
        Findings { violations: violations.collect(), races: races(report, run) }
    }

    /// What was found under several memory models, each once.
    #[must_use]
    pub fn of_parts(report: &'a Report, parts: &'a [Part]) -> Findings<'a> {
        let firsts = comparison::firsts(parts).zip(&report.violations);
        let violations = firsts.map(|((part, index), described)| {
            let run = &parts[part].run;
            Finding { violation: &run.exploration.violations[index], described, run }
        });
        let part = parts.iter().find(|part| !part.report.races.is_empty());
        let races = part.map_or_else(Vec::new, |part| races(&part.report, &part.run));
        Findings { violations: violations.collect(), races }
    }
}

fn races<'a>(report: &'a Report, run: &'a Run) -> Vec<RaceFinding<'a>> {
    if super::races::are_violations(run) {
        return Vec::new();
    }
    let races = run.exploration.races.iter().zip(&report.races);
    races.map(|(race, described)| RaceFinding { race, described, run }).collect()
}
