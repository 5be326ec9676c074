//! Predictions from one trace.

mod free;
mod fuzz;
mod reorder;
mod stories;

use crate::toy::compare::{Patient, rules};
use crate::toy::interpreter::Interpreter;
use crate::toy::program::Toy;
use mcr_explore::{EverythingMatters, Exploration, Options, Race, Relevance, ViolationKind};
use mcr_predict::{Effort, predict_with};
use std::collections::BTreeSet;

/// Nothing is left out because it would take long.
const ALL: Effort =
    Effort { window: 10_000, pairs: 10_000, questions: 100_000, replays: 100_000, values: 100_000, surprises: 100_000 };

fn predicted_with(toy: &Toy, effort: &Effort) -> Exploration {
    predicted_knowing(toy, &EverythingMatters, effort)
}

fn predicted_knowing(toy: &Toy, relevance: &dyn Relevance, effort: &Effort) -> Exploration {
    let options = Options { keep_going: true, rules: rules(toy), ..Options::default() };
    predict_with(&mut Interpreter::new(toy), &options, &mut Patient, relevance, effort).expect("toys always run")
}

fn predicted(toy: &Toy) -> Exploration {
    predicted_with(toy, &ALL)
}

/// Pairs of places.
fn races(races: &[Race]) -> BTreeSet<(u32, u32)> {
    let sites = |race: &Race| race.accesses.each_ref().map(|access| access.site.0);
    races.iter().map(sites).map(|[one, other]| (one.min(other), one.max(other))).collect()
}

/// Where the threads of each deadlock wait.
fn deadlocks(found: &Exploration) -> BTreeSet<Vec<u32>> {
    let deadlocks = found.violations.iter().filter(|violation| violation.kind == ViolationKind::Deadlock);
    let sites = |sites: Vec<u32>| -> BTreeSet<u32> { sites.into_iter().collect() };
    deadlocks.map(|v| sites(v.blocked.iter().map(|p| p.site.0).collect()).into_iter().collect()).collect()
}
