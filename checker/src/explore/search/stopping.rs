//! When the search stops before its end, and what it reports on its way.

use super::{REPORT, Search, Stop};
use crate::explore::contract::{Conclusion, Progress, RacesAre};
use crate::model::Model;
use mcr_protocol::SiteId;
use std::time::Instant;

/// Executions that are given up one after the other before the search is.
const MOST_IN_A_ROW: u64 = 100;

impl Search<'_> {
    /// At a violation, if the user wants only the first.
    pub(super) fn first_violation(&self) -> Result<(), Stop> {
        if !self.options.keep_going && !self.findings.violations.is_empty() {
            return Err(Stop::Conclusion(Conclusion::FirstViolation));
        }
        Ok(())
    }

    /// Looks for races between what the running threads do next; each may be a violation.
    pub(super) fn look_for_races(&mut self) -> Result<(), Stop> {
        if self.options.races == RacesAre::Ignored {
            return Ok(());
        }
        let new = self.races.look(&self.model, &self.state, &self.running, &self.path, self.executions);
        if self.options.races == RacesAre::Violations && !new.is_empty() {
            new.iter().for_each(|race| self.findings.race(race));
            self.first_violation()?;
        }
        Ok(())
    }

    /// Remembers that the model goes on from here and the search does not.
    pub(super) fn cut_here(&mut self) {
        if self.cut.is_some() {
            return;
        }
        let place = self.path.last().map_or(SiteId::NONE, |taken| self.model.tries.cell(taken.cell).site);
        let thread = self.path.last().map_or(Model::MAIN, |taken| taken.thread);
        let symbols = &self.model.symbols;
        self.cut = Some(format!(
            "an interleaving was given up after {} events; {} was last at {}",
            self.path.len(),
            symbols.thread_name(self.model.names.thread_id(thread)),
            symbols.place(place)
        ));
    }

    /// What is said of the executions that were given up besides the first.
    pub(super) fn other_cuts(&self) -> String {
        match self.cut_executions {
            0 | 1 => String::new(),
            2 => "; so was another execution".to_owned(),
            cut => format!("; so were {} other executions", cut - 1),
        }
    }

    /// When so many executions in a row were given up that the program, most likely, never ends; unless the user has said for how long to look.
    pub(super) fn endless(&self) -> Result<(), Stop> {
        let bounded = self.options.deadline.is_some() || self.options.max_executions.is_some();
        if bounded || self.cut_in_a_row < MOST_IN_A_ROW {
            return Ok(());
        }
        let first = self.cut.as_deref().unwrap_or_default();
        Err(Stop::Conclusion(Conclusion::Incomplete(format!(
            "{first}; so were {} others, {MOST_IN_A_ROW} in a row, and the exploration ends: with --timeout or --max-executions it goes on until then",
            self.cut_executions - 1
        ))))
    }

    /// At too many states.
    pub(super) fn bound_states(&self) -> Result<(), Stop> {
        if self.states > self.options.max_states {
            let reason = format!("stopped after {} states (--max-states)", self.options.max_states);
            return Err(Stop::Conclusion(Conclusion::Incomplete(reason)));
        }
        Ok(())
    }

    /// When the user or the clock says so.
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        let stop = |reason: &str| Err(Stop::Conclusion(Conclusion::Incomplete(reason.to_owned())));
        if self.observer.cancelled() {
            return stop("stopped by the user");
        }
        if self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return stop("stopped when its time was over (--timeout)");
        }
        if self.steps > 0 && self.steps.is_multiple_of(REPORT) {
            self.report();
        }
        Ok(())
    }

    /// Tells how far it is.
    pub(super) fn report(&mut self) {
        self.observer.progress(&Progress {
            executions: self.executions,
            states: self.states,
            local_behaviours: self.local_behaviours,
            violations: self.findings.violations.len() as u64,
        });
    }
}
