//! When the search stops before its end, and what it reports on its way.

use super::{REPORT, Search, Stop};
use crate::contract::{Conclusion, Progress, RacesAre, ViolationKind};
use crate::hot_spots::Limit;
use crate::path;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Finish, Life};
use mcr_model::trie::Op;
use mcr_protocol::{Outcome, Pending};
use std::collections::BTreeSet;

impl Search<'_> {
    /// At a violation, if the user wants only the first.
    pub(super) fn first_violation(&self) -> Result<(), Stop> {
        if !self.options.keep_going && !self.findings.violations.is_empty() {
            return Err(Stop::Conclusion(Conclusion::FirstViolation));
        }
        Ok(())
    }

    /// No thread can go on: a violation, unless some may after all.
    pub(super) fn deadlock(&mut self) -> Result<(), Stop> {
        let blocked: Vec<Pending> = self
            .running
            .iter()
            .filter_map(|&thread| self.model.pending(thread, self.state.thread(thread).cell))
            .collect();
        if blocked.len() < self.running.len() {
            return Ok(());
        }
        let vital = |thread: &ThreadIx| !self.state.thread(*thread).daemon;
        let goes_round = self.running.iter().any(|thread| vital(thread) && self.state.awaits(&self.model, *thread));
        let (kind, finish) = if goes_round {
            (ViolationKind::Livelock, Finish::Livelock)
        } else {
            (ViolationKind::Deadlock, Finish::Deadlock)
        };
        let failures = self.failures();
        self.findings.deadlock(kind, || path::events(&self.model, &self.path), blocked, failures, self.executions);
        self.finished(finish);
        self.first_violation()
    }

    /// The violations that threads are which have ended in this state. It is a matter of the state and not of the way to it: who has ended is still at
    /// the cell of its last operation.
    fn failures(&self) -> BTreeSet<usize> {
        let ended = (0..).map(ThreadIx).zip(self.state.threads()).filter(|(_, thread)| thread.life == Life::Ended);
        let failed = ended.filter(|(_, thread)| {
            matches!(self.model.tries.cell(thread.cell).op, Some(Op::End { uncaught: Some(_), .. }))
        });
        let failures = failed.filter_map(|(number, thread)| {
            self.findings.failure(&self.model.event(number, thread.cell, Outcome::Done))
        });
        failures.collect()
    }

    /// The path is at its end. What it prints may be a violation.
    pub(super) fn finished(&mut self, finish: Finish) {
        let counted = !self.merged && !self.model.tries.have_met();
        let (model, path) = (&self.model, &self.path);
        let events = || path::events(model, path);
        self.findings.finished((model, &self.state), finish, counted, (events, self.executions));
    }

    /// Looks for races between what the running threads do next; each may be a violation.
    pub(super) fn look_for_races(&mut self) -> Result<(), Stop> {
        if self.options.races == RacesAre::Ignored {
            return Ok(());
        }
        let new = self.races.look(
            &self.model,
            &self.state,
            &self.running,
            &self.path,
            (self.executions, self.findings.walker),
        );
        if self.options.races == RacesAre::Violations && !new.is_empty() {
            new.iter().for_each(|race| self.findings.race(race));
            self.first_violation()?;
        }
        Ok(())
    }

    /// At too many states.
    pub(super) fn bound_states(&mut self) -> Result<(), Stop> {
        if self.states > self.options.max_states {
            let reason = format!("stopped after {} states (--max-states)", self.options.max_states);
            return Err(Stop::Conclusion(self.stopped_early(Limit::States, &reason)));
        }
        Ok(())
    }

    /// When the user or the clock says so.
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        if self.observer.cancelled() {
            return Err(Stop::Conclusion(self.stopped_early(Limit::Patience, "stopped by the user")));
        }
        if self.is_late() {
            return Err(Stop::Conclusion(
                self.stopped_early(Limit::Time, "stopped when its time was over (--timeout)"),
            ));
        }
        if self.steps > 0 && self.steps.is_multiple_of(REPORT) {
            self.report();
        }
        Ok(())
    }

    /// Whether the time is over.
    pub(super) fn is_late(&self) -> bool {
        self.options.is_late()
    }

    /// Whether it is time to stop, which [`Search::poll`] says as well: for what takes long.
    pub(super) fn is_over(&self) -> impl Fn() -> bool + Sync + use<'_> {
        let (observer, options) = (&*self.observer, self.options);
        move || observer.cancelled() || options.is_late()
    }

    /// Tells how far it is.
    pub(super) fn report(&mut self) {
        self.observer.progress(&Progress {
            executions: self.executions,
            states: self.states,
            local_behaviours: (!self.model.tries.have_met()).then_some(self.local_behaviours),
            violations: self.findings.violations.len() as u64,
        });
    }
}
