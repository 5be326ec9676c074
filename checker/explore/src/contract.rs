//! What the explorer asks for and what it answers. It knows traces and schedules; it does not know Java.

use super::chain::Chain;
use super::preceded::Preceded;
use super::strategy::{Strategy, Walker};
use super::walks::Guide;
use mcr_model::rules::Rules;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Calls, Event, Pending, Schedule, SiteId, ThreadId, Trace};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program that can be run again and again. It is deterministic but for the schedule.
pub trait Program {
    /// Runs it once.
    ///
    /// # Errors
    /// When it could not be run at all (the JVM died, the connection broke). What the program does wrong is in the trace.
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace>;

    /// From the next execution on, each is given up after so many events.
    ///
    /// # Errors
    /// When the program cannot be told.
    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()>;

    /// How many executions can be under way at once, now. Where it is 1, and none is under way, only [`Program::execute`] is used.
    fn at_once(&mut self) -> usize {
        1
    }

    /// Takes a schedule that is to be run as soon as possible: what [`Program::finished`] has under the same ticket, later.
    ///
    /// # Errors
    /// When it cannot be run.
    fn submit(&mut self, _ticket: Ticket, _schedule: &Schedule) -> anyhow::Result<()> {
        anyhow::bail!("this program is run once at a time")
    }

    /// A trace of what is under way, in whatever order. If there is none: waits for it for a while if `wait` says so. After one that ends with
    /// [`mcr_protocol::End::Restart`] nothing is under way any more.
    ///
    /// # Errors
    /// As [`Program::execute`].
    fn finished(&mut self, _wait: bool) -> anyhow::Result<Option<(Ticket, Trace)>> {
        Ok(None)
    }
}

/// The number of an execution that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(pub u64);

/// The context of an error of [`Program::execute`] that says no more than that it was time to stop.
#[derive(Clone, Copy, Debug)]
pub struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted")
    }
}

/// What to explore and for how long.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to look.
    pub strategy: Strategy,
    /// What walks by chance draw from: with another one they go other ways.
    pub seed: u64,
    /// The depth of the bugs that `pct` walks to; none: 1 to 4 by turns.
    pub pct_depth: Option<usize>,
    /// Go on after the first violation.
    pub keep_going: bool,
    /// Executions after which to stop.
    pub max_executions: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Events after which an execution is given up: the number that the agent is given
    /// ([`mcr_protocol::Configure::max_events`]). Paths of the model end there as well.
    pub max_events: u64,
    /// That number may grow up to this one, tenfold each time, while executions that are given up still come to new
    /// code, or copy something. None: it stays.
    pub most_events: Option<u64>,
    /// So many events of a thread that is alone do not count for that.
    pub max_alone: u64,
    /// States of one search after which it ends.
    pub max_states: u64,
    /// States of one search up to which joint behaviours are counted. Beyond, pasts that lead to the same future are not
    /// told apart ([`Reductions::merging`]).
    pub counted_states: u64,
    /// Executions up to which behaviours are counted. Beyond, histories that lead to the same local state are not told apart
    /// ([`Reductions::local_states`]).
    pub counted_executions: u64,
    /// Histories are told apart to the end, and then it is seen whether they could have been merged ([`Conclusion::AuditFailed`]).
    pub audit: bool,
    /// What to leave out.
    pub reductions: Reductions,
    /// What threads that wait may do by themselves: what the agent is told.
    pub rules: Rules,
    /// What data races are.
    pub races: RacesAre,
    /// What executions may print that end by themselves; none: anything.
    pub expected: Option<Expected>,
    /// Whether violations and races are shown by interleavings with few context switches ([`super::minimise`]), and not as they
    /// were found.
    pub minimise: bool,
    /// Whether each outcome is shown by an interleaving, too ([`Exploration::interleavings`]).
    pub explain_outcomes: bool,
    /// Where [`Walker::Predicted`] comes from; none: there are no such walks.
    pub predictions: Option<MakesGuide>,
}

impl Options {
    /// Whether its time is over.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Makes a guide for an exploration, or again where it begins anew.
pub type MakesGuide = fn(&Options) -> Box<dyn Guide>;

/// What executions may print.
#[derive(Clone, Debug)]
pub enum Expected {
    /// Nothing but these.
    Texts {
        /// The texts, without blanks around them.
        texts: Vec<String>,
        /// What the program prints in the end of executions that count, and is no part of the text; none: all count.
        mark: Option<String>,
    },
    /// All that there is no objection to.
    Unless(Objection),
}

impl Expected {
    /// What counts of what an execution has printed, and what is wrong with it, if something is.
    #[must_use]
    pub fn unexpected<'a>(&self, stdout: &'a str) -> Option<(&'a str, String)> {
        match self {
            Expected::Texts { texts, mark } => {
                let text = mark.as_deref().map_or(Some(stdout), |mark| stdout.strip_suffix(mark))?.trim();
                let message = || format!("{text:?} is printed, which is not among the expected outcomes");
                (!texts.iter().any(|one| one.trim() == text)).then(|| (text, message()))
            }
            Expected::Unless(objection) => Some((stdout, objection.to(stdout)?)),
        }
    }
}

/// What is wrong with a text, if something is.
type Says = dyn Fn(&str) -> Option<String> + Send + Sync;

/// Says what is wrong with what an execution has printed.
#[derive(Clone)]
pub struct Objection(Arc<Says>);

impl Objection {
    /// `says`: what is wrong with a text, if something is.
    #[must_use]
    pub fn new(says: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Objection {
        Objection(Arc::new(says))
    }

    fn to(&self, text: &str) -> Option<String> {
        (self.0)(text)
    }
}

impl std::fmt::Debug for Objection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Objection").finish_non_exhaustive()
    }
}

/// What to do about data races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RacesAre {
    /// Not looked for.
    Ignored,
    /// Listed, and no violations.
    Listed,
    /// Listed, and each is a violation.
    Violations,
}

/// Which interleavings of the model are left out, because others show the same. Tests compare the searches with each other;
/// with [`Reductions::NONE`] every interleaving is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Those that differ only in the order of independent steps.
    pub persistent_sets: bool,
    /// What others may do before a step is found out from the values that they may read, not only from their futures.
    pub reach: bool,
    /// Beyond [`Options::counted_states`]: those that differ only in what threads have seen, not in what they will do.
    pub merging: bool,
    /// With `merging`: also those that differ only in which of several interchangeable threads is where ([`mcr_model::symmetry`]).
    pub symmetry: bool,
    /// Beyond [`Options::counted_executions`]: those that differ only in how threads have come to their local states, as far as traces have
    /// keys of these ([`Trace::keys`]). Else keys are ignored.
    pub local_states: bool,
}

impl Reductions {
    /// All.
    pub const ALL: Reductions =
        Reductions { persistent_sets: true, reach: true, merging: true, symmetry: true, local_states: true };
    /// None.
    pub const NONE: Reductions =
        Reductions { persistent_sets: false, reach: false, merging: false, symmetry: false, local_states: false };
}

impl Default for Options {
    fn default() -> Self {
        Options {
            strategy: Strategy::Auto,
            seed: 0,
            pct_depth: None,
            keep_going: false,
            max_executions: None,
            deadline: None,
            max_events: 10_000,
            most_events: None,
            max_alone: 0,
            max_states: 50_000_000,
            counted_states: 1 << 17,
            counted_executions: 32,
            audit: false,
            reductions: Reductions::ALL,
            rules: Rules::default(),
            races: RacesAre::Listed,
            expected: None,
            minimise: true,
            explain_outcomes: false,
            predictions: None,
        }
    }
}

/// Told about progress, asked whether to stop; the latter by any thread, because Z3 has to be interrupted by another one.
pub trait Observer: Sync {
    /// After each execution, and now and then during long searches.
    fn progress(&mut self, progress: &Progress);
    /// Whether the user wants to stop. Asked often.
    fn cancelled(&self) -> bool;
}

/// Where an exploration is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Times the program was run.
    pub executions: u64,
    /// States of the model searched so far (since the last restart of the search).
    pub states: u64,
    /// Distinct complete local histories so far, as long as all are told apart.
    pub local_behaviours: Option<u64>,
    /// Distinct violations so far.
    pub violations: u64,
}

/// What an exploration found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// Why it ended.
    pub conclusion: Conclusion,
    /// Times the program was run.
    pub executions: u64,
    /// Whether some of them were under way at the same time ([`Program::at_once`]).
    pub at_once: bool,
    /// Of those, runs that taught nothing: no operation, and no outcome of one.
    pub redundant_executions: u64,
    /// Distinct complete local histories, over all threads; none if some that lead to the same local state were not told apart.
    pub local_behaviours: Option<u64>,
    /// Places between two operations that the threads can be at: local states, as far as they are known to be the same.
    pub local_states: u64,
    /// Distinct joint behaviours in the model; none if not complete, or too many to be counted, or histories were not told apart.
    pub behaviours: Option<u64>,
    /// Every (standard output, end) that the model can show, sorted.
    pub outcomes: Vec<OutcomeCount>,
    /// By outcome: an interleaving that shows it, in the form of a violation. Nothing if that was not asked for ([`Options::explain_outcomes`]);
    /// none for the outcomes after the first thousand that were found.
    pub interleavings: Vec<Option<Violation>>,
    /// Distinct violations in the order in which they were found.
    pub violations: Vec<Violation>,
    /// Of those, for each deadlock and livelock by its index: after which others it was found.
    pub preceded: BTreeMap<usize, Preceded>,
    /// Data races, one for each pair of places, in the order in which they were found.
    pub races: Vec<super::Race>,
    /// Calls, taken for one step each, that two threads can make at once and that are none then: what is called, and where.
    pub coarse_calls: Vec<(super::Called, Vec<SiteId>)>,
    /// Places where threads wait without a limit for what nobody looks at again: a spurious wake-up would do. None if these
    /// were explored.
    pub waits_once: Vec<SiteId>,
    /// Events in all executions.
    pub events: u64,
    /// States of the model that were searched.
    pub states: u64,
    /// Searches from the initial state.
    pub passes: u64,
    /// Steps of the model that were taken, in all passes.
    pub steps: u64,
    /// Walks from the initial state, of all kinds.
    pub walks: u64,
    /// Schedules explored ([`super::Method`]), where these are counted.
    pub schedules: Option<u64>,
    /// What was asked for these about orders, by methods that ask.
    pub orders: Option<OrderWork>,
    /// Where the most local states are, if a limit has ended a search of the model.
    pub hot_spots: Option<super::HotSpots>,
    /// What the ids in the violations are called.
    pub symbols: Symbols,
    /// What order solvers have done; nothing in a search of the model.
    pub solver: SolverWork,
}

/// Questions about the orders of what threads have done (`schedules/questions.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderWork {
    /// How many.
    pub questions: u64,
    /// Steps that come after another one in any case, in all of them.
    pub order: u64,
    /// Reads that have to see what they have seen, in all of them.
    pub data_validity: u64,
    /// Time spent on all of them.
    pub time: Duration,
}

impl std::ops::AddAssign for OrderWork {
    fn add_assign(&mut self, other: OrderWork) {
        self.questions += other.questions;
        self.order += other.order;
        self.data_validity += other.data_validity;
        self.time += other.time;
    }
}

/// What order solvers have done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverWork {
    /// Questions that they were asked.
    pub queries: u64,
    /// Of those, the ones that Z3 was asked.
    pub z3_queries: u64,
    /// Time spent on all of them.
    pub time: Duration,
}

/// Why an exploration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// Nothing is left to explore.
    Complete,
    /// At a violation, because the user wants only the first.
    FirstViolation,
    /// A budget ran out or the user stopped it; the reason.
    Incomplete(String),
    /// The program cannot be checked; the reason.
    Error(String),
    /// Histories were found that must not be merged, though their keys say so ([`Options::audit`]); which. What else was found
    /// holds, since none were.
    AuditFailed(String),
}

/// One outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutcomeCount {
    /// Text printed.
    pub stdout: String,
    /// `normal`, `exception`, `deadlock`, `exit:3`.
    pub end: String,
    /// Executions that showed it.
    pub executions: u64,
}

/// A property that does not hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// Which.
    pub kind: ViolationKind,
    /// One line.
    pub message: String,
    /// The events that lead to it, in global order.
    pub events: Vec<Event>,
    /// For a deadlock or livelock: what each thread waits for; for a race: the two accesses. Empty otherwise.
    pub blocked: Vec<Pending>,
    /// The thread that failed, where there is one.
    pub thread: Option<ThreadId>,
    /// The schedule that shows it.
    pub schedule: Schedule,
    /// Number of the execution after which it was found, from 1.
    pub first_execution: u64,
    /// The walks that found it; none: the search, or a prediction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
    /// What the program called in those events, if it was run once more to tell that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<Box<Calls>>,
    /// What it depends on, if the code was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<Box<Chain>>,
}

/// Kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ViolationKind {
    /// Nobody can go on.
    Deadlock,
    /// Nobody can go on, and somebody goes round in a loop for ever.
    Livelock,
    /// An `AssertionError` that nobody caught.
    Assertion,
    /// Any other exception that nobody caught.
    Exception,
    /// A `NullPointerException` that nobody caught.
    NullDereference,
    /// The program ended itself with a status that is not 0.
    Exit,
    /// Two accesses that nothing orders.
    Race,
    /// Something was printed that is not expected ([`Options::expected`]).
    Outcome,
}

impl ViolationKind {
    /// As users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ViolationKind::Deadlock => "deadlock",
            ViolationKind::Livelock => "livelock",
            ViolationKind::Assertion => "assertion",
            ViolationKind::Exception => "exception",
            ViolationKind::NullDereference => "null-dereference",
            ViolationKind::Exit => "exit",
            ViolationKind::Race => "race",
            ViolationKind::Outcome => "outcome",
        }
    }
}
