//! Cases: what saturation leaves open is decided one way, and the other way, and each is saturated and tried.
//!
//! A read that certainly happens and may see several writes sees one of them; of two sections of one monitor that certainly happen one comes first. If
//! all cases are contradictions, there is no execution. Most questions about a trace are decided by one or two cases, much faster
//! than Z3 takes to be told the constraints.
//!
//! Invariant: the cases of a branch are exhaustive, so *no* is said only if every execution is in a case that is contradictory.

use super::Over;
use super::constraints::Constraints;
use super::greedy;
use super::query::{Prefixes, Question};
use super::saturation::Saturation;
use super::witness::Witness;

/// What came of it.
pub(super) enum Decision {
    /// This execution.
    Yes(Witness),
    /// No case is left.
    No,
    /// There is nothing to distinguish, or it would take too many cases.
    Open,
}

/// A question to be split.
pub(super) struct Splitter<'a> {
    pub prefixes: &'a Prefixes,
    pub constraints: &'a Constraints,
    pub question: Question<'a>,
    /// Cases that may still be looked at.
    pub cases: u32,
    /// No more are looked at when it is.
    pub over: Over<'a>,
}

impl Splitter<'_> {
    /// Of a consistent saturation that was tried in vain.
    pub(super) fn split(&mut self, saturation: &Saturation) -> Decision {
        let Some(cases) = saturation.cases(self.constraints) else { return Decision::Open };
        let mut open = false;
        for case in cases {
            if self.cases == 0 || (self.over)() {
                return Decision::Open;
            }
            self.cases -= 1;
            let Ok(saturation) = saturation.in_case(self.constraints, case, self.over) else { continue };
            let witness = greedy::linearise(self.prefixes, &self.question, self.constraints, &saturation);
            if let Some(witness) = witness {
                return Decision::Yes(witness);
            }
            match self.split(&saturation) {
                Decision::Yes(witness) => return Decision::Yes(witness),
                Decision::No => {}
                Decision::Open => open = true,
            }
        }
        if open { Decision::Open } else { Decision::No }
    }
}
