//! Questions about executions, answered without running the program.
//!
//! A [`Query`] asks whether an execution exists in which every thread does exactly its prefix, and after which certain operations
//! could be next, under SC, TSO or PSO. Three engines are asked in turn, the cheap ones first: saturation of a partial order can say
//! no, a greedy linearisation can say yes, and Z3 decides the rest. docs/constraints.md says why they are right.
//!
//! Invariants: whoever decides, the answer is the same; a yes comes with an execution that a [`machine`] has run. Nothing here
//! knows Java, the learned model or the search.

mod constraints;
mod formula;
mod greedy;
mod machine;
mod partial;
mod query;
mod saturation;
mod statistics;
mod witness;

pub use machine::replays;
pub use query::{Malformed, Next, Operation, Prefix, Prefixes, Query};
pub use statistics::{Statistics, Work};
pub use witness::{Happening, Witness};

use constraints::{Constraints, Target};
use formula::Formula;
use saturation::Saturation;
use std::time::Instant;

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

/// Which engines are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engines {
    /// All, one after the other, until one decides.
    #[default]
    All,
    /// The cheap ones: [`Answer::Unknown`] if they do not decide.
    WithoutFormula,
    /// Z3 alone.
    Formula,
}

/// Answers queries about the same prefixes: what they have in common is worked out once.
pub struct OrderSolver {
    prefixes: Prefixes,
    engines: Engines,
    /// None if no order can do.
    constraints: Option<Constraints>,
    /// Made when first needed. None if there is a contradiction in the prefixes alone.
    saturation: Option<Option<Saturation>>,
    /// Made when first needed.
    formula: Option<Formula>,
    statistics: Statistics,
}

impl OrderSolver {
    /// For prefixes.
    #[must_use]
    pub fn new(prefixes: Prefixes, engines: Engines) -> OrderSolver {
        let start = Instant::now();
        let constraints = Constraints::new(&prefixes);
        let mut statistics = Statistics::default();
        statistics.saturation.time += start.elapsed();
        OrderSolver { prefixes, engines, constraints, saturation: None, formula: None, statistics }
    }

    /// Whether all prefixes can have happened so that each of `next` could happen at once.
    pub fn ask(&mut self, next: &[Next]) -> Answer {
        let start = Instant::now();
        let target = self.constraints.as_ref().and_then(|constraints| constraints.target(&self.prefixes, next));
        let (Some(constraints), Some(target)) = (&self.constraints, target) else {
            self.statistics.saturation.note(start.elapsed(), true);
            return Answer::No;
        };
        if self.engines != Engines::Formula {
            let base = self.saturation.get_or_insert_with(|| Saturation::new(constraints).ok());
            let saturation = base.as_ref().and_then(|base| base.with(constraints, &target).ok());
            self.statistics.saturation.note(start.elapsed(), saturation.is_none());
            let Some(saturation) = saturation else { return Answer::No };

            let start = Instant::now();
            let witness = greedy::linearise(&self.prefixes, constraints, &saturation, next);
            self.statistics.greedy.note(start.elapsed(), witness.is_some());
            if let Some(witness) = witness {
                return Answer::Yes(witness);
            }
        }
        if self.engines == Engines::WithoutFormula {
            return Answer::Unknown;
        }
        let start = Instant::now();
        let answer = self.ask_formula(&target, next);
        self.statistics.formula.note(start.elapsed(), answer != Answer::Unknown);
        answer
    }

    fn ask_formula(&mut self, target: &Target, next: &[Next]) -> Answer {
        let Some(constraints) = &self.constraints else { return Answer::No };
        // None if Z3 is asked alone.
        let saturation = self.saturation.as_ref().and_then(Option::as_ref);
        let formula = self.formula.get_or_insert_with(|| Formula::new(constraints, saturation));
        let answer = formula.check(&self.prefixes, constraints, target);
        if let Answer::Yes(witness) = &answer {
            // A formula that allows more than the machine is a defect of the solver, and must not pass for an answer.
            assert!(
                replays(&self.prefixes, next, witness),
                "no execution: {witness:?} of {:?}, {next:?}",
                self.prefixes
            );
        }
        answer
    }

    /// Who decided what so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// Answers one query.
#[must_use]
pub fn solve(query: &Query) -> Answer {
    OrderSolver::new(query.prefixes.clone(), Engines::All).ask(&query.next)
}
