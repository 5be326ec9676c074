//! Questions about orders of events, answered by Z3.
//!
//! An event is an integer variable, "before" is "less than": difference logic. Nothing asks yet but the test below, which
//! keeps the library, its version and its place honest.

use z3::ast::Int;
use z3::{SatResult, Solver};

/// Whether events can be put into one order in which the first of each pair comes before the second.
///
/// `None` if the solver gave up.
pub fn order_exists(before: &[(u32, u32)]) -> Option<bool> {
    let solver = Solver::new();
    for &(first, second) in before {
        solver.assert(position(first).lt(position(second)));
    }
    match solver.check() {
        SatResult::Sat => Some(true),
        SatResult::Unsat => Some(false),
        SatResult::Unknown => None,
    }
}

fn position(event: u32) -> Int {
    Int::new_const(event)
}

#[cfg(test)]
mod tests {
    use super::order_exists;

    #[test]
    fn a_partial_order_can_be_made_total() {
        assert_eq!(order_exists(&[(0, 1), (0, 2), (1, 3), (2, 3)]), Some(true));
    }

    #[test]
    fn a_cycle_has_no_order() {
        assert_eq!(order_exists(&[(0, 1), (1, 2), (2, 0)]), Some(false));
    }
}
