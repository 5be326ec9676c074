//! Lets writes arrive as soon as the goal allows it, so that only delays that matter are left to be seen.

use super::goal::Goal;
use super::walk::{Walked, walk};
use super::{Bounds, Budget};
use mcr_model::Model;

/// The same way to the goal with arrivals as early as they can be, one after the other: right behind the write, or else behind the arrival
/// before it.
pub fn hasten(model: &Model, goal: &Goal, bounds: Bounds, walked: Walked, budget: &mut Budget) -> Walked {
    let mut best = walked;
    for from in 0..best.taken.len() {
        let arrival = best.taken[from];
        if !arrival.arrives {
            continue;
        }
        let before = &best.taken[..from];
        let Some(write) = before.iter().rposition(|taken| !taken.arrives && taken.cell == arrival.cell) else {
            continue;
        };
        let older = before.iter().rposition(|taken| taken.arrives && taken.thread == arrival.thread);
        for to in [Some(write), older.filter(|&older| older > write)].into_iter().flatten().map(|n| n + 1) {
            if to == from || !budget.take(best.steps.len()) {
                break;
            }
            let mut earlier = best.steps.clone();
            earlier[to..=from].rotate_right(1);
            if let Some(found) = walk(model, goal, bounds, &earlier).filter(|found| found.cost <= best.cost) {
                best = found;
                break;
            }
        }
    }
    best
}
