//! The interleaving that a user sees: of all known ones that show the same violation, one with the fewest context switches.
//!
//! The search tries the running thread first, but it stops at the first path that shows a violation, and what executions
//! show on their way is as it comes. So, when the exploration is over, each violation and each race is looked for once
//! more, in the model alone: nothing is executed. What is *the same* says [`goal`]. Of two interleavings the better one has fewer
//! context switches, or as many and fewer preemptions among them, or as many and fewer events ([`Cost`]). Writes that arrive are no
//! events of their threads: they switch nothing.
//!
//! - [`walk`]: follows steps through the model, and counts what they cost.
//! - [`goal`]: what counts as the same violation, and from where threads can get there.
//! - [`fewest`]: searches the states of the model in the order of their cost. Its answer is the best there is.
//! - [`reorder`]: for what is too large for that: the same steps in another order that is as good.
//! - [`trim`]: leaves out steps that the violation does not need; [`hasten`]: lets writes arrive early.
//!
//! Invariants: what is put in the place of a violation is a path of the model, walked step by step, that ends in the same violation,
//! and costs no more than the one that was there. All else stays: the number and order of violations, and after which executions
//! they were found.

mod fewest;
mod goal;
mod hasten;
mod reorder;
mod trim;
mod walk;

use super::contract::Violation;
use super::findings::{Findings, Way};
use super::path;
use super::races::Race;
use goal::{Goal, Places};
use mcr_model::Model;
use mcr_model::names::ThreadIx;
use mcr_model::state::Choice;
use mcr_protocol::{Event, Pending, Schedule};
use rayon::prelude::*;
use std::time::Instant;
use walk::Walked;

pub use walk::switches;

/// Steps of the model that are taken for one violation.
const STEPS: u64 = 400_000;

/// Steps that are taken for all of them: the more there are, the fewer for each.
const ALL_STEPS: u64 = 8_000_000;

/// What an interleaving costs its reader, in the order of importance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// Two events in a row of different threads.
    switches: u32,
    /// Of those, the ones where the first thread could have gone on.
    preemptions: u32,
    /// Arrivals of writes included.
    events: u32,
}

/// How far an execution may go before it is given up, so that a schedule can be followed to its end.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Events.
    pub events: u64,
    /// Bytes printed; an execution that has printed so many is over.
    pub output: u64,
}

/// A step of the model: who, and which.
type Step = (ThreadIx, Choice);

/// Steps of the model that may still be taken, and until when.
#[derive(Clone, Copy, Debug)]
struct Budget {
    steps: u64,
    until: Option<Instant>,
}

impl Budget {
    /// Takes some; whether there were as many.
    fn take(&mut self, steps: usize) -> bool {
        let steps = steps as u64;
        let enough = self.steps >= steps && self.until.is_none_or(|until| Instant::now() < until);
        self.steps = if enough { self.steps - steps } else { 0 };
        enough
    }
}

/// Minimises the violations of one exploration.
pub struct Minimiser<'a> {
    model: &'a Model,
    bounds: Bounds,
    places: Places,
    /// Steps for each violation, and each race.
    steps: u64,
    /// When all is over.
    until: Option<Instant>,
}

impl<'a> Minimiser<'a> {
    /// All that follows is within what this model knows, and takes until this time at most.
    #[must_use]
    pub fn new(model: &'a Model, bounds: Bounds, until: Option<Instant>) -> Minimiser<'a> {
        Minimiser { model, bounds, places: Places::new(model), steps: STEPS, until }
    }

    /// Makes the interleavings of all these minimal, several at a time. What becomes of one does not depend on the others.
    pub fn all(mut self, findings: &mut Findings, races: &mut [Race]) {
        let ways = findings.ways().len();
        let count = (findings.violations.len() + races.len() + ways).max(1) as u64;
        self.steps = STEPS.min(ALL_STEPS / count);
        rayon::join(
            || findings.violations.par_iter_mut().for_each(|violation| self.violation(violation)),
            || races.par_iter_mut().for_each(|race| self.race(race)),
        );
        findings.ways().into_par_iter().for_each(|way| self.way(way));
    }

    /// Makes the interleaving of a violation minimal.
    pub fn violation(&self, violation: &mut Violation) {
        if let Some(goal) = Goal::of_violation(self.model, &self.places, violation) {
            self.show(&goal, violation);
        }
    }

    /// Makes the interleaving that shows an outcome minimal.
    pub fn way(&self, way: &mut Way) {
        self.show(&Goal::of_outcome(way), &mut way.shown);
    }

    fn show(&self, goal: &Goal, violation: &mut Violation) {
        let Some(found) = self.minimise(goal, &violation.events) else { return };
        (violation.events, violation.schedule) = self.written(&found);
        if goal.is_stuck() {
            violation.blocked = found.blocked;
        }
    }

    /// Makes the interleaving of a race minimal.
    pub fn race(&self, race: &mut Race) {
        let Some(goal) = Goal::of_race(self.model, &self.places, &race.accesses) else { return };
        let Some(found) = self.minimise(&goal, &race.events) else { return };
        (race.events, race.schedule) = self.written(&found);
    }

    fn written(&self, found: &Walked) -> (Vec<Event>, Schedule) {
        let events = path::events(self.model, &found.taken);
        let schedule = path::schedule(&events);
        (events, schedule)
    }

    /// A way to the goal that is not more costly than these events; none if the model does not show it.
    fn minimise(&self, goal: &Goal, events: &[Event]) -> Option<Walked> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        let (model, bounds) = (self.model, self.bounds);
        let mut budget = Budget { steps: self.steps, until: self.until };
        let given = walk::steps(model, events).and_then(|steps| walk::walk(model, goal, bounds, &steps));
        let mut best: Option<Walked> = None;
        if let Some(given) = &given {
            let mut reordered = vec![trim::trim(model, goal, bounds, given, &mut budget)];
            reordered.extend(reorder::reorder(model, goal, bounds, &reordered[0], &mut budget));
            best = reordered.into_iter().min_by_key(|walked| walked.cost);
        }
        let bound = best.as_ref().map(|walked| walked.cost);
        if let Some(steps) = fewest::fewest(model, goal, bounds, bound, &mut budget)
            && let Some(found) = walk::walk(model, goal, bounds, &steps)
        {
            best = Some(found);
        }
        let best = best.map(|best| trim::trim(model, goal, bounds, &best, &mut budget));
        let best = best.filter(|best| given.is_none_or(|given| best.cost <= given.cost));
        best.map(|best| hasten::hasten(model, goal, bounds, best, &mut budget))
    }
}

/// What threads that go on for ever would do next, as in a violation.
fn sorted(mut blocked: Vec<Pending>) -> Vec<Pending> {
    blocked.sort_by_key(|pending| pending.thread);
    blocked
}
