//! Questions about executions, answered without running the program.
//!
//! A [`Query`] asks whether an execution exists in which every thread does exactly its prefix. Z3 answers.

mod constraints;
mod formula;
mod machine;
mod query;
mod witness;

pub use machine::replays;
pub use query::{Malformed, Next, Operation, Prefix, Prefixes, Query};
pub use witness::{Happening, Witness};

use constraints::Constraints;
use formula::{Formula, Verdict};

/// Whether an execution exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This one.
    Yes(Witness),
    /// None.
    No,
    /// Z3 gave up.
    Unknown,
}

/// What Z3 alone says.
#[must_use]
pub fn solve_by_formula(query: &Query) -> Answer {
    let Some(constraints) = Constraints::new(&query.prefixes) else { return Answer::No };
    let Some(target) = constraints.target(&query.prefixes, &query.next) else { return Answer::No };
    match Formula::new(&constraints).check(&query.prefixes, &constraints, &target) {
        Verdict::Possible(witness) => Answer::Yes(witness),
        Verdict::Impossible => Answer::No,
        Verdict::GaveUp => Answer::Unknown,
    }
}
