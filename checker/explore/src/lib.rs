//! The exploration: learn each thread once, combine the threads in the model.
//!
//! The program is run once; what each thread did after what it had learned is kept ([`mcr_model`]). The search walks
//! through all joint states of the model, and where a thread's next step leads where no execution has come on that way,
//! runs the program along the path to there, learns, and goes on. When a search ends without meeting anything unknown,
//! every behaviour of the program is known.
//!
//! - [`contract`]: what is asked for, what is answered; [`chain`]: what a failure depends on.
//! - `search`: the depth-first search, and the executions on its way.
//! - [`Strategy`]: what to do first; `walks`: ways through the model that look for unknown steps elsewhere than the search.
//! - `schedules`: methods of stateless model checking, to compare with; [`relevance`]: what the code says that some of
//!   them ask.
//! - `process`: what steps by itself; `process_set`: sets of these.
//! - `reduction`: which of these must be tried in a state; `reach`: what the others can do without them.
//! - `races`: data races.
//! - `coarse`: calls that are one step of the search and none of the program.
//! - `findings`: violations, outcomes, behaviours; [`preceded`]: after which failures deadlocks were found.
//! - `hot_spots`: where a search that a limit has ended found the most.
//! - [`minimise`]: the interleavings that are shown, with the fewest context switches.
//! - `path`: paths as events and as schedules.
//!
//! It does not know Java, solvers or reports: a program is the trait [`Program`].
//!
//! Invariants: every execution teaches something that was not known (`redundant_executions` counts those that did not);
//! [`Conclusion::Complete`] is said only after a whole search in which nothing was cut off and nothing was learned that
//! the search relies on.

pub mod chain;
mod coarse;
pub mod contract;
mod findings;
mod hot_spots;
pub mod minimise;
mod path;
pub mod preceded;
mod process;
mod process_set;
mod races;
mod reach;
mod reduction;
pub mod relevance;
mod schedules;
mod search;
mod strategy;
mod walks;

pub use coarse::Called;
pub use contract::*;
pub use findings::Findings;
pub use hot_spots::{HotSpot, HotSpots, Limit};
pub use mcr_model::rules::Rules;
pub use path::schedule as schedule_of;
pub use path::without_rounds;
pub use path::{Branch, Taken};
pub use preceded::Preceded;
pub use races::Race;
pub use races::{Lines, race_is_atomic};
pub use relevance::{Aspect, ByAspect, EverythingMatters, Point, Relevance};
pub use strategy::{Method, Strategy, Walker};
pub use walks::{Crossing, Ending, Guide};

/// Explores every behaviour of `program`.
///
/// # Errors
/// When the program could not be run at all. What the program does wrong is in the [`Exploration`].
pub fn explore(
    program: &mut dyn Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> anyhow::Result<Exploration> {
    explore_knowing(program, options, observer, &EverythingMatters)
}

/// The same, with what the code says about reads: for strategies that ask ([`Strategy::asks_the_code`]).
///
/// # Errors
/// As [`explore`].
pub fn explore_knowing(
    program: &mut dyn Program,
    options: &Options,
    observer: &mut dyn Observer,
    code: &dyn Relevance,
) -> anyhow::Result<Exploration> {
    search::Search::new(program, options, observer, code).run()
}
