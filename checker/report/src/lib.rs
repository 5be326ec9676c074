//! What a check found, for programs ([`Report`], as JSON) and for people ([`text`]).
//!
//! Of `mcr-explore` it knows the answers (what an exploration and a violation are), which it puts into words; it asks for none. Nobody but the
//! checker knows this crate.
//!
//! Invariant: the verdict `complete` is given only if everything was explored and nothing is wrong; every other verdict
//! says why. All keys are always present, but for those that say which memory models allow what (only a report over several
//! models has them, [`comparison`]), and those of a violation that has no cause or no consequence, or is no thread leak.

pub mod buffers;
mod called;
pub mod cause;
mod cell;
pub mod comparison;
pub mod consequences;
mod deadlock;
pub mod departure;
pub mod diagram;
pub mod finding;
mod folded;
pub mod folding;
mod held;
pub mod hints;
pub mod hot_spots;
pub mod html;
pub mod jcstress;
pub mod junit;
pub mod monitors;
mod names;
pub mod not_covered;
pub mod origin;
mod outcomes;
pub mod races;
pub mod relevance;
mod rows;
pub mod sarif;
pub mod shell;
mod side_by_side;
pub mod snippet;
pub mod spot;
pub mod steps;
pub mod suite;
pub mod table;
pub mod tested;
pub mod text;
mod violation;
pub mod width;

use mcr_explore::{Conclusion, Exploration, OrderWork, Progress, SolverWork};
use mcr_model::classes::Classes;
use mcr_model::symbols::Symbols;
use mcr_protocol::MemoryModel;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

pub use consequences::Consequence;
pub use hints::Hint;
pub use hot_spots::HotSpotsReport;
pub use names::{Names, escape};
pub use not_covered::NotCovered;
pub use outcomes::StepReport;
pub use races::RaceReport;
pub use violation::{ViolationReport, culprit};

/// An exploration, under which memory model, and how long it took.
#[derive(Clone, Debug)]
pub struct Run {
    /// How far writes could be delayed.
    pub memory_model: MemoryModel,
    /// What was found.
    pub exploration: Exploration,
    /// Deadlocks and livelocks that follow from its violations, and are none of their own ([`Run::keep`]).
    pub consequences: Vec<Consequence>,
    /// From the start of the JVM to the end of the exploration.
    pub wall: Duration,
}

impl Run {
    /// A run of which nothing is known but how far it came.
    #[must_use]
    pub fn without_findings(
        memory_model: MemoryModel,
        conclusion: Conclusion,
        progress: &Progress,
        wall: Duration,
    ) -> Run {
        let exploration = Exploration {
            conclusion,
            executions: progress.executions,
            at_once: false,
            redundant_executions: 0,
            local_behaviours: progress.local_behaviours,
            local_states: 0,
            behaviours: None,
            outcomes: Vec::new(),
            interleavings: Vec::new(),
            violations: Vec::new(),
            preceded: BTreeMap::new(),
            races: Vec::new(),
            coarse_calls: Vec::new(),
            waits_once: Vec::new(),
            events: 0,
            states: progress.states,
            passes: 0,
            steps: 0,
            walks: 0,
            schedules: None,
            orders: None,
            hot_spots: None,
            symbols: Symbols::default(),
            solver: SolverWork::default(),
        };
        Run { memory_model, exploration, consequences: Vec::new(), wall }
    }
}

/// The result in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every behaviour was explored and nothing is wrong.
    Complete,
    /// Something is wrong with the program.
    Violation,
    /// Nothing wrong was found, but not everything was explored.
    Incomplete,
    /// The program could not be checked.
    Error,
}

impl Verdict {
    /// The exit status that says the same.
    #[must_use]
    pub fn exit_status(self) -> u8 {
        match self {
            Verdict::Complete => 0,
            Verdict::Violation => 1,
            Verdict::Error => 2,
            Verdict::Incomplete => 3,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Verdict::Complete => "complete",
            Verdict::Violation => "violation",
            Verdict::Incomplete => "incomplete",
            Verdict::Error => "error",
        })
    }
}

/// A number that is not always counted, in words.
#[must_use]
pub fn counted(number: Option<u64>) -> String {
    number.map_or_else(|| "not counted".to_owned(), |count| count.to_string())
}

/// The report; its field names are the keys of the JSON form.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of the checker.
    pub version: String,
    /// The result.
    pub verdict: Verdict,
    /// Why the exploration ended, in one line.
    pub reason: String,
    /// Whether something that the user has asked for could not be written, which is an error whatever was found.
    #[serde(skip)]
    pub unwritten: bool,
    /// More about an error: the last lines that the JVM printed.
    pub detail: Vec<String>,
    /// Whether everything was explored, also if something is wrong.
    pub complete: bool,
    /// As asked.
    pub memory_model: String,
    /// As asked.
    pub strategy: String,
    /// Times the program was run.
    pub executions: u64,
    /// Of those, runs that taught nothing new.
    pub redundant_executions: u64,
    /// Distinct complete local histories, over all threads, where they were counted.
    pub local_behaviours: Option<u64>,
    /// Places between two operations that the threads can be at.
    pub local_states: u64,
    /// Executed code that the check does not see through; if there is any, the verdict is not `complete`.
    pub not_covered: Vec<NotCovered>,
    /// What was not looked for, and how to.
    pub hints: Vec<Hint>,
    /// Distinct joint behaviours, where they were counted.
    pub behaviours: Option<u64>,
    /// What the program can print and how it can end.
    pub outcomes: Vec<Outcome>,
    /// What is wrong.
    pub violations: Vec<ViolationReport>,
    /// Pairs of accesses that nothing orders.
    pub races: Vec<RaceReport>,
    /// If a limit has ended the check: where the local states are that it has found, and what to try.
    pub hot_spots: Option<HotSpotsReport>,
    /// How much work it was.
    pub statistics: Statistics,
    /// How many classes were rewritten.
    pub rewritten_classes: u32,
    /// Why classes are loaded anew in each execution, where they could not stay from one to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fresh_classes: Option<String>,
    /// Classes left as they are.
    pub skipped_classes: Vec<SkippedClass>,
    /// Classes that were loaded and that `exclude` or `instrument` has left out: what they do is not checked.
    pub excluded_classes: Vec<String>,
    /// What was said of classes with `exclude` or `instrument` and fits none of the program that was loaded, as `--exclude com.acme.**`.
    pub unfitting_globs: Vec<String>,
    /// Peers outside of the program that have answered in each execution what they had answered in the first one
    /// (`--network record`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recorded_peers: Vec<String>,
    /// With `--memory-model all`: the report of each model, the strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<Report>,
}

/// One way in which the program can print and end.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Text printed by one execution.
    pub stdout: String,
    /// How it ended.
    pub end: String,
    /// Executions that showed it; 0 if it follows from the model.
    pub executions: u64,
    /// With `--memory-model all`: the models that are known to allow it, the strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// An interleaving that leads to it, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interleaving: Vec<StepReport>,
}

/// How much work a check was.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    /// Seconds from the start of the JVM to the end.
    pub wall_s: f64,
    /// Seconds in constraint solvers, and over questions about orders.
    pub solver_s: f64,
    /// Questions to constraint solvers, and about orders; not those of walks along predictions.
    pub solver_queries: u64,
    /// Of those, questions to Z3.
    pub z3_queries: u64,
    /// Executions in a second, search included.
    pub executions_per_s: f64,
    /// Events in all executions.
    pub events: u64,
    /// States of the model that were searched.
    pub states: u64,
    /// Steps of the model that were taken.
    pub steps: u64,
    /// Walks through the model ([`mcr_explore::Walker`]).
    pub walks: u64,
    /// Schedules explored, where these are counted ([`mcr_explore::Method`]).
    pub schedules: Option<u64>,
    /// In all questions about orders, where these are counted ([`mcr_explore::OrderWork`]).
    pub constraints: Option<Constraints>,
}

/// How many constraints there were, by what they say.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Constraints {
    /// That a step comes after another one in any case.
    pub order: u64,
    /// That a read sees what it has seen.
    pub data_validity: u64,
}

/// A class that is not checked.
#[derive(Clone, Debug, Serialize)]
pub struct SkippedClass {
    /// Its name.
    pub class: String,
    /// Why.
    pub reason: String,
}

impl Report {
    /// The exit status of a process that prints this report.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        if self.unwritten { Verdict::Error.exit_status() } else { self.verdict.exit_status() }
    }

    /// Sums up a run.
    #[must_use]
    pub fn new(run: &Run, strategy: &str, classes: Classes) -> Report {
        let found = &run.exploration;
        let not_covered = NotCovered::list(&not_covered::all(&classes.not_covered, found));
        let unseen = not_covered::reason(&not_covered);
        let verdict = match &found.conclusion {
            Conclusion::AuditFailed(_) => Verdict::Error,
            _ if !found.violations.is_empty() => Verdict::Violation,
            Conclusion::Complete if unseen.is_some() => Verdict::Incomplete,
            Conclusion::Complete => Verdict::Complete,
            Conclusion::FirstViolation | Conclusion::Incomplete(_) => Verdict::Incomplete,
            Conclusion::Error(_) => Verdict::Error,
        };
        let reason = match &found.conclusion {
            Conclusion::Complete => unseen.as_deref().unwrap_or("every behaviour was explored"),
            Conclusion::FirstViolation => "stopped at the first violation",
            Conclusion::Incomplete(reason) | Conclusion::Error(reason) | Conclusion::AuditFailed(reason) => reason,
        };
        let mut lines = reason.lines();
        let outcomes = found.outcomes.iter().map(|outcome| Outcome {
            stdout: outcome.stdout.clone(),
            end: outcome.end.clone(),
            executions: outcome.executions,
            models: Vec::new(),
            interleaving: outcomes::interleaving(run, outcome),
        });
        let violations = found.violations.iter().enumerate().map(|(index, violation)| ViolationReport {
            consequences: run.following(index),
            ..ViolationReport::new(violation, &found.symbols, run.memory_model)
        });
        let wall_s = run.wall.as_secs_f64();
        let skipped = classes.skipped.into_iter().map(|(class, reason)| SkippedClass { class, reason });
        Report {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            verdict,
            unwritten: false,
            reason: lines.next().unwrap_or_default().to_owned(),
            detail: lines.map(|line| line.trim().to_owned()).collect(),
            complete: found.conclusion == Conclusion::Complete && unseen.is_none(),
            memory_model: run.memory_model.to_string(),
            strategy: strategy.to_owned(),
            executions: found.executions,
            redundant_executions: found.redundant_executions,
            local_behaviours: found.local_behaviours,
            local_states: found.local_states,
            behaviours: found.behaviours.filter(|_| unseen.is_none()),
            not_covered,
            hints: Hint::list(found),
            outcomes: outcomes.collect(),
            violations: violations.collect(),
            races: found.races.iter().map(|race| RaceReport::new(race, &found.symbols)).collect(),
            hot_spots: HotSpotsReport::of(run),
            #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
            statistics: Statistics {
                wall_s,
                solver_s: (found.solver.time + found.orders.unwrap_or_default().time).as_secs_f64(),
                solver_queries: found.solver.queries + found.orders.unwrap_or_default().questions,
                z3_queries: found.solver.z3_queries,
                executions_per_s: found.executions as f64 / wall_s.max(1e-6),
                events: found.events,
                states: found.states,
                steps: found.steps,
                walks: found.walks,
                schedules: found.schedules,
                constraints: found
                    .orders
                    .map(|OrderWork { order, data_validity, .. }| Constraints { order, data_validity }),
            },
            rewritten_classes: classes.rewritten,
            fresh_classes: classes.fresh,
            skipped_classes: skipped.collect(),
            excluded_classes: classes.excluded,
            unfitting_globs: if found.executions > 0 { classes.unfitting } else { Vec::new() },
            recorded_peers: Vec::new(),
            models: Vec::new(),
        }
    }

    /// How many complete local histories there are, in words.
    #[must_use]
    pub fn local_behaviours(&self) -> String {
        match self.local_behaviours {
            Some(count) => count.to_string(),
            None => format!("{} ({} local states)", counted(None), self.local_states),
        }
    }

    /// What the user has left out, or not left out as meant, and what was recorded, in words that go beside the
    /// verdict; none if that is nothing.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let unfitting = match self.unfitting_globs.as_slice() {
            [] => None,
            [one] => Some(format!("{} fits no class of the program that was loaded", escape(one))),
            several => Some(format!("{} fit no class of the program that was loaded", escape(&several.join(", ")))),
        };
        let recorded = match self.recorded_peers.as_slice() {
            [] => None,
            [peer] => Some(format!("where {} answers as it was recorded", escape(peer))),
            [first, others @ ..] => {
                Some(format!("where {} and {} other peers answer as they were recorded", escape(first), others.len()))
            }
        };
        let parts: Vec<String> = self.excluded().into_iter().chain(unfitting).chain(recorded).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn excluded(&self) -> Option<String> {
        /// Classes that are named.
        const NAMED: usize = 3;
        let named: Vec<String> = self.excluded_classes.iter().take(NAMED).map(|class| escape(class)).collect();
        let named = named.join(", ");
        match self.excluded_classes.len() {
            0 => None,
            1 => Some(format!("without {named}, which was left out")),
            all if all <= NAMED => Some(format!("without {named}, which were left out")),
            all => Some(format!("without {all} classes that were left out: {named}, …")),
        }
    }

    /// The outcome that is the same as another one, but for the number of executions.
    fn outcome(&self, other: &Outcome) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| (&outcome.stdout, &outcome.end) == (&other.stdout, &other.end))
    }

    /// The JSON form, with a newline at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings and numbers only: this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
