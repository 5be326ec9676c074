//! What questions about the orders of a cut ask, counted as the papers count constraints of formulas.
//!
//! - *Data validity*: one for each read or update of the cut that must see what it has seen. Free reads need not.
//! - *Order*: one for each step that comes after another one in any case: the step before it in its thread, the start
//!   of the thread, or the end of a thread that it has joined.
//!
//! Nothing is left out of the count that a solver might be spared.

use super::causal::{Cut, Strand};
use crate::contract::OrderWork;
use mcr_model::Model;
use mcr_model::trie::Op;
use std::time::Duration;

/// One question about a cut, which has taken so long.
pub(super) fn of(model: &Model, strands: &[Strand], cut: &Cut, time: Duration) -> OrderWork {
    let mut work = OrderWork { questions: 1, time, ..OrderWork::default() };
    for (strand, &steps) in strands.iter().zip(cut) {
        for step in &strand.steps[..steps] {
            let op = model.tries.cell(step.cell).op;
            work.order += 1 + u64::from(matches!(op, Some(Op::Join { .. })));
            work.data_validity += u64::from(!step.is_free && matches!(op, Some(Op::Read(_) | Op::Update(..))));
        }
    }
    // Nothing comes before the first step of main.
    work.order = work.order.saturating_sub(1);
    work
}
