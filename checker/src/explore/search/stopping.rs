//! When the search stops before its end, and what it reports on its way.

use super::{REPORT, Search, Stop};
use crate::explore::contract::{Conclusion, Progress, RacesAre, ViolationKind};
use crate::explore::path::{self, Length};
use crate::model::Model;
use crate::model::names::ThreadIx;
use crate::model::state::Finish;
use mcr_protocol::{Action, Event, Pending, SiteId, Trace};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Places that an execution has to come to for the first time, in the second half of the events that count for its
/// limit, to be on its way somewhere. Loops that run for ever have fewer.
const NEW_PLACES: usize = 16;

/// Executions that are given up one after the other before the search is; fewer, where each is given up later than
/// the user has asked for.
const MOST_IN_A_ROW: u64 = 100;

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
        self.findings.deadlock(kind, path::events(&self.model, &self.path), blocked, self.executions);
        self.findings.finished(&self.model, &self.state, finish, !self.merged);
        self.first_violation()
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

    /// An execution was given up. If it was on its way somewhere (a framework that starts, or that copies a file, and
    /// not a loop without an end), they may go further from now on, and what was left out because of the limit is
    /// searched in another pass. What a loop does looks the same for a long time, so the first time they may in any case; if
    /// that was in vain, not again.
    pub(super) fn allows_more(&mut self, trace: &Trace) -> Result<bool, Stop> {
        let counted = self.counted(trace);
        if counted < self.max_events {
            // It was allowed more after this execution had begun.
            return Ok(true);
        }
        let first = self.options.max_events;
        let most = self.options.most_events.unwrap_or(0);
        let gets_on = gets_on(&trace.events, counted);
        if !gets_on && self.max_events > first && !self.raised_in_vain {
            self.raised_in_vain = true;
            // Those that came to their end may do so again.
            self.limit((self.longest * 2).clamp(first, self.max_events))?;
            return Ok(false);
        }
        if gets_on && self.max_events < most {
            self.limit((self.max_events * 10).min(most))?;
        } else if !self.tries_more()? {
            return Ok(false);
        }
        self.stale = true;
        self.cut = None;
        self.cut_executions = 0;
        self.cut_in_a_row = 0;
        Ok(true)
    }

    /// Allows more the first time that something is too long. Not with store buffers: what a loop does with ten times as many
    /// writes that have not arrived takes a hundred times as long.
    pub(super) fn tries_more(&mut self) -> Result<bool, Stop> {
        let most = self.options.most_events.unwrap_or(0);
        let buffers = self.options.rules.memory_model.buffers();
        if buffers || self.raised_in_vain || self.max_events > self.options.max_events || self.max_events >= most {
            return Ok(false);
        }
        self.limit((self.max_events * 10).min(most))?;
        Ok(true)
    }

    /// From now on executions are given up after so many events.
    fn limit(&mut self, events: u64) -> Result<(), Stop> {
        self.max_events = events;
        self.program.give_up_after(events).map_err(Stop::Failure)
    }

    /// How many events of an execution count for that limit.
    pub(super) fn counted(&self, trace: &Trace) -> u64 {
        Length::of(&trace.events).counted(self.options.max_alone)
    }

    /// An execution came to its end. Those that are as long may do so again, unless it was a loop that somebody else has ended:
    /// a shorter one shows that as well.
    pub(super) fn came_to_its_end(&mut self, trace: &Trace) {
        let counted = self.counted(trace);
        if counted > self.longest.max(self.options.max_events) && gets_on(&trace.events, counted) {
            self.longest = counted;
        }
        self.cut_in_a_row = 0;
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
        let most = MOST_IN_A_ROW / (self.max_events / self.options.max_events.max(1)).max(1).isqrt();
        let bounded = self.options.deadline.is_some() || self.options.max_executions.is_some();
        if bounded || self.cut_in_a_row < most {
            return Ok(());
        }
        let first = self.cut.as_deref().unwrap_or_default();
        Err(Stop::Conclusion(Conclusion::Incomplete(format!(
            "{first}; so were {} others, {most} in a row, and the exploration ends: with --timeout or --max-executions it goes on until then",
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

/// Whether an execution of which so many events counted was on its way somewhere in the second half of them.
fn gets_on(events: &[Event], counted: u64) -> bool {
    let later = usize::try_from(counted / 2).map_or(0, |half| events.len().saturating_sub(half));
    let (before, after) = events.split_at(later);
    let mut known: FxHashSet<SiteId> = before.iter().map(|event| event.site).collect();
    let new = after.iter().filter(|event| known.insert(event.site)).count();
    new >= NEW_PLACES || after.windows(2).filter(|two| is_copied(&two[0], &two[1])).count() > after.len() / 4 * 3
}

/// Whether two events in a row are parts of one instruction that goes through an array, or through an object, from
/// one location to the next.
fn is_copied(first: &Event, second: &Event) -> bool {
    (first.thread, first.site) == (second.thread, second.site)
        && matches!(
            (&first.action, &second.action),
            (Action::Read(one), Action::Read(other)) | (Action::Write(one, ..), Action::Write(other, ..)) if one != other
        )
}
