//! Leaves out steps that the goal does not need.
//!
//! First all that is not in its causal past, as far as accesses tell; then what is left is tried out: the last step of each thread,
//! and each arrival. What a thread has done in between it must have done, to get where it is.

use super::goal::Goal;
use super::reorder::touched;
use super::walk::{Walked, walk};
use super::{Bounds, Budget, Step};
use mcr_model::Model;
use mcr_model::names::ThreadIx;
use mcr_model::state::Choice;
use mcr_model::trie::Op;
use rustc_hash::FxHashSet;

/// The same way to the goal with fewer steps, or as it is.
pub fn trim(model: &Model, goal: &Goal, bounds: Bounds, walked: &Walked, budget: &mut Budget) -> Walked {
    let mut best = walked.clone();
    // A thread that is not among those that are stuck has ended, or has not begun.
    if goal.is_stuck() {
        return best;
    }
    let past = past(model, goal, walked);
    if past.len() < best.steps.len() && budget.take(past.len()) {
        best = walk(model, goal, bounds, &past).filter(|found| found.cost < best.cost).unwrap_or(best);
    }
    let mut from = best.steps.len();
    // Nothing behind `from` can be left out.
    while from > 0 {
        from -= 1;
        let (thread, choice) = best.steps[from];
        let later = &best.steps[from + 1..];
        let arrives = matches!(choice, Choice::Arrive(_));
        if !arrives && later.iter().any(|(other, choice)| *other == thread && !matches!(choice, Choice::Arrive(_))) {
            continue;
        }
        if !budget.take(best.steps.len()) {
            return best;
        }
        let mut fewer = best.steps.clone();
        fewer.remove(from);
        if let Some(found) = walk(model, goal, bounds, &fewer).filter(|found| found.cost < best.cost) {
            best = found;
            from = from.min(best.steps.len());
        }
    }
    best
}

/// The steps in the causal past of the goal.
fn past(model: &Model, goal: &Goal, walked: &Walked) -> Vec<Step> {
    let mut threads: FxHashSet<ThreadIx> = goal.threads().collect();
    let mut needed: FxHashSet<u32> = FxHashSet::default();
    let mut kept = Vec::new();
    for (taken, step) in walked.taken.iter().zip(&walked.steps).rev() {
        let accesses = touched(model, taken);
        let starts = match model.tries.cell(taken.cell).op {
            Some(Op::Start { child, .. }) => threads.contains(&child),
            _ => false,
        };
        let writes = || accesses.iter().any(|access| access.writes && needed.contains(&access.resource));
        if threads.contains(&taken.thread) || starts || writes() {
            threads.insert(taken.thread);
            needed.extend(accesses.iter().map(|access| access.resource));
            kept.push(*step);
        }
    }
    kept.reverse();
    kept
}
