//! Questions about executions, answered without running the program.
//!
//! A [`Query`] asks whether an execution exists in which every thread does exactly its prefix, and after which certain operations
//! could be next, under SC, TSO or PSO; an [`OrderSolver`] also whether some threads can do just parts of their prefixes, whatever the others
//! do of theirs ([`Cut`]). Engines are asked in turn, the cheap ones first: saturation of a partial order can say
//! no, a greedy linearisation can say yes, both again for each of a few cases, and Z3 decides the rest. docs/constraints.md says why they are right.
//!
//! Z3 is there with the cargo feature `z3`, which is on by default ([`z3_version`]); without it the rest stays [`Answer::Unknown`].
//!
//! Invariants: whoever decides, the answer is the same; a yes comes with an execution that a [`machine`] has run. Nothing here
//! knows Java, the learned model or the search.

mod constraints;
#[cfg(feature = "z3")]
mod formula;
#[cfg(not(feature = "z3"))]
#[path = "without_z3.rs"]
mod formula;
mod greedy;
mod machine;
mod partial;
mod query;
mod saturation;
mod split;
mod statistics;
mod witness;

pub use machine::replays;
pub use query::{Cut, Free, Link, Malformed, Next, Operation, Past, Place, Prefix, Prefixes, Query, Question, Seen};
pub use statistics::{Statistics, Work};
pub use witness::{Happening, Witness};

use constraints::{Constraints, Target};
use formula::Formula;
pub use formula::z3_version;
use saturation::Saturation;
use split::{Decision, Splitter};
use std::time::Instant;

/// Cases that are looked at before Z3 is asked.
const CASES: u32 = 400;

/// Says whether the answer is not wanted any more; asked often while it is looked for, by more than one thread.
pub type Over<'a> = &'a (dyn Fn() -> bool + Sync);

/// Whether an execution exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This one.
    Yes(Witness),
    /// None.
    No,
    /// Z3 gave up or is not part of this build, or it was over before there was an answer.
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
    constraints: Constraints,
    /// Made when first needed. None if there is a contradiction in the prefixes alone.
    saturation: Option<Option<Saturation>>,
    /// The same without any reads, for questions in which some are free.
    without_reads: Option<Option<Saturation>>,
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
        OrderSolver { prefixes, engines, constraints, saturation: None, without_reads: None, statistics }
    }

    /// What is asked about.
    #[must_use]
    pub fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    /// Whether the order of threads, starts, joins and links alone keeps two threads from being at these places at once.
    /// Once it is `over` nothing may be known about that.
    pub fn is_ordered(&mut self, one: Place, other: Place, over: Over<'_>) -> bool {
        let constraints = &self.constraints;
        let base = self.saturation.get_or_insert_with(|| Saturation::new(constraints, &constraints.reads, over).ok());
        let Some(base) = base else { return true };
        let ahead = |first: Place, second: Place| {
            let second = second.index.checked_sub(1).map(|index| Place { index, ..second });
            let nodes = (constraints.node_at(first), second.and_then(|second| constraints.node_at(second)));
            matches!(nodes, (Some(first), Some(second)) if first == second || base.order.is_before(first, second))
        };
        ahead(one, other) || ahead(other, one)
    }

    /// Whether all prefixes can have happened so that each of `next` could happen at once.
    pub fn ask(&mut self, next: &[Next]) -> Answer {
        self.ask_at(&self.prefixes.end(), next)
    }

    /// Whether the threads can have come to this cut so that each of `next` could happen at once. The cut says how far the threads of
    /// `next` have come.
    pub fn ask_at(&mut self, cut: &Cut, next: &[Next]) -> Answer {
        self.ask_until(&Question { cut, free: &Free::default(), next }, &|| false)
    }

    /// What else may be asked, as long as it is not over.
    pub fn ask_until(&mut self, question: &Question<'_>, over: Over<'_>) -> Answer {
        let start = Instant::now();
        let constraints = &self.constraints;
        let Some(target) = constraints.target(&self.prefixes, question) else {
            self.statistics.saturation.note(start.elapsed(), true);
            return Answer::No;
        };
        let mut known = None;
        if self.engines != Engines::Formula {
            let saturation = if question.free.is_empty() {
                let base = &mut self.saturation;
                let base = base.get_or_insert_with(|| Saturation::new(constraints, &constraints.reads, over).ok());
                base.as_ref().and_then(|base| base.with(constraints, &target, over).ok())
            } else {
                let base = self.without_reads.get_or_insert_with(|| Saturation::new(constraints, &[], over).ok());
                let reads = constraints.kept(question.free).chain(&target.reads).cloned().collect();
                let all = Target { reads, ..target.clone() };
                base.as_ref().and_then(|base| base.with(constraints, &all, over).ok())
            };
            self.statistics.saturation.note(start.elapsed(), saturation.is_none());
            let Some(saturation) = saturation else { return Answer::No };

            let start = Instant::now();
            let witness = greedy::linearise(&self.prefixes, question, constraints, &saturation);
            self.statistics.greedy.note(start.elapsed(), witness.is_some());
            if let Some(witness) = witness {
                return Answer::Yes(witness);
            }

            let start = Instant::now();
            let mut splitter =
                Splitter { prefixes: &self.prefixes, constraints, question: *question, cases: CASES, over };
            let decision = splitter.split(&saturation);
            self.statistics.split.note(start.elapsed(), !matches!(decision, Decision::Open));
            match decision {
                Decision::Yes(witness) => return Answer::Yes(witness),
                Decision::No => return Answer::No,
                Decision::Open => {}
            }
            known = Some(saturation);
        }
        if self.engines == Engines::WithoutFormula || over() {
            return Answer::Unknown;
        }
        if z3_version().is_none() {
            return Answer::Unknown;
        }
        let start = Instant::now();
        let answer = Formula::new(constraints, &target, question.free, known).check(&self.prefixes, over);
        if let Answer::Yes(witness) = &answer {
            // A formula that allows more than the machine is a defect of the solver, and must not pass for an answer.
            assert!(
                replays(&self.prefixes, question, witness),
                "no execution: {witness:?} of {:?}, {question:?}",
                self.prefixes
            );
        }
        self.statistics.formula.note(start.elapsed(), answer != Answer::Unknown);
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
