//! Predictions: what could have happened instead, from one trace alone.
//!
//! For programs that are too large to be explored. The program is run once, by the default policy (and where there is a budget, the traces of replays are
//! examined after that one). Which cuts of what the threads did,
//! with the values that they read, could have been reached in another order, the order solver says ([`mcr_solve`]); a cut that shows a data race, a
//! deadlock, or a read that sees something else becomes a schedule, and the program is run along it. Only what such a replay shows is reported.
//! (Maximal causality: Huang, PLDI 2014 and 2015; dissertation, sections 3.1.2 and 3.1.3. What a thread does next is only known while all
//! its reads keep their values, addresses and exceptions included: so prefixes, never events by themselves.)
//!
//! With static dependences ([`mcr_explore::Relevance`]) not even all reads of a prefix have to keep their values: see
//! `needs`.
//!
//! An exploration walks along predictions as well, from a few of its traces ([`walks`]).
//!
//! - `observed`: what each event of the trace means; `ranges`: parts of it; `window`: such a part as a question; `way`: an answer.
//! - `races`, `deadlocks`, `reads`: candidates; `examination`: which of them are asked about.
//! - `matters`: what the code says about dependences; `needs`: which reads have to keep their values.
//! - `replay`: running the program, and what a replay has shown; `foresight`: walks.
//!
//! Invariants: nothing is reported that no execution has shown; the conclusion is never [`Conclusion::Complete`].

mod deadlocks;
mod examination;
mod foresight;
mod matters;
mod needs;
mod observed;
mod races;
mod ranges;
mod reads;
mod replay;
mod way;
mod window;

use examination::{Counts, Examination};
use matters::Matters;
use mcr_explore::{Conclusion, Exploration, Findings, Observer, Options, Program, Race, Relevance, SolverWork};
use mcr_model::symbols::Symbols;
use mcr_protocol::Trace;
use mcr_solve::{Engines, z3_version};
use replay::Halt;
use std::collections::VecDeque;

pub use examination::Effort;
pub use foresight::walks;

/// Events of traces that are kept to be examined.
const WAITING: usize = 2_000_000;

/// Looks at one execution of `program`, and confirms what it predicts. `relevance`: of which reads of a thread it has to be asked that they see
/// what they saw.
///
/// # Errors
/// When the program could not be run at all. What the program does wrong is in the [`Exploration`].
pub fn predict(
    program: &mut dyn Program,
    options: &Options,
    observer: &mut dyn Observer,
    relevance: &dyn Relevance,
) -> anyhow::Result<Exploration> {
    predict_with(program, options, observer, relevance, &Effort::default())
}

/// The same with another effort.
///
/// # Errors
/// As [`predict`].
pub fn predict_with(
    program: &mut dyn Program,
    options: &Options,
    observer: &mut dyn Observer,
    relevance: &dyn Relevance,
    effort: &Effort,
) -> anyhow::Result<Exploration> {
    let (model, matters) = (options.rules.memory_model, Matters::new(relevance));
    let mut examination = Examination::new(model, options.races, *effort, Engines::All, matters);
    Prediction::new(program, options, observer, effort.surprises).run(&mut examination)
}

struct Prediction<'a> {
    program: &'a mut dyn Program,
    options: &'a Options,
    observer: &'a mut dyn Observer,
    /// See [`Effort::surprises`].
    surprises: u64,
    symbols: Symbols,
    findings: Findings,
    races: Vec<Race>,
    /// Why the trace is not all of an execution.
    truncated: Option<String>,
    /// Events of the traces that were examined, of each.
    examined: Vec<usize>,
    /// Traces of replays to be examined as well.
    waiting: VecDeque<Trace>,
    executions: u64,
    events: u64,
}

impl<'a> Prediction<'a> {
    fn new(program: &'a mut dyn Program, options: &'a Options, observer: &'a mut dyn Observer, surprises: u64) -> Self {
        Prediction {
            program,
            options,
            observer,
            surprises,
            symbols: Symbols::default(),
            findings: Findings::expecting(options.expected.clone()),
            races: Vec::new(),
            truncated: None,
            examined: Vec::new(),
            waiting: VecDeque::new(),
            executions: 0,
            events: 0,
        }
    }

    fn run(mut self, examination: &mut Examination<'_>) -> anyhow::Result<Exploration> {
        let conclusion = loop {
            match self.attempt(examination) {
                Err(Halt::Restart) => {
                    examination.forget();
                    self.forget();
                }
                Ok(()) => break Conclusion::Incomplete(self.reason(examination, None)),
                Err(Halt::Budget(why)) => break Conclusion::Incomplete(self.reason(examination, Some(&why))),
                Err(Halt::Conclusion(conclusion)) => break conclusion,
                Err(Halt::Failure(error)) if self.executions == 0 => return Err(error),
                Err(Halt::Failure(error)) => {
                    break replay::conclusion_of(&error, |why| self.reason(examination, Some(why)));
                }
            }
        };
        let solver = &examination.solver;
        Ok(Exploration {
            conclusion,
            executions: self.executions,
            at_once: false,
            redundant_executions: 0,
            local_behaviours: Some(0),
            local_states: 0,
            behaviours: None,
            outcomes: self.findings.outcomes(),
            interleavings: Vec::new(),
            violations: self.findings.violations,
            preceded: self.findings.preceded,
            races: self.races,
            coarse_calls: Vec::new(),
            waits_once: Vec::new(),
            events: self.events,
            states: 0,
            passes: 0,
            steps: 0,
            walks: 0,
            schedules: None,
            orders: None,
            hot_spots: None,
            symbols: self.symbols,
            solver: SolverWork {
                queries: solver.saturation.asked,
                z3_queries: solver.formula.asked,
                time: solver.time(),
            },
        })
    }

    /// What the conclusion is: of one trace nothing follows about all.
    fn reason(&self, examination: &Examination<'_>, why: Option<&str>) -> String {
        let Counts { predicted, confirmed, unconfirmed, unknown, windows, .. } = examination.counts;
        let traces = match self.examined.len() {
            0 => "no trace was".to_owned(),
            1 => "one trace was".to_owned(),
            n => format!("{n} traces were"),
        };
        let events: usize = self.examined.iter().sum();
        let mut text = format!(
            "{traces} examined (--strategy predict): {events} events, {windows} windows, {predicted} predictions, {confirmed} \
             confirmed by replay, {unconfirmed} not"
        );
        if !examination.is_blind() {
            let Counts { free_predicted, free_confirmed, free_reads, .. } = examination.counts;
            text.push_str(&format!(
                "; {free_predicted} of them with {free_reads} reads let free (--dependences on), {free_confirmed} of these \
                 confirmed"
            ));
        }
        if unknown > 0 {
            text.push_str(&match z3_version() {
                Some(_) => format!("; Z3 left {unknown} questions open"),
                None => format!("; {unknown} questions were left open, as this build is without Z3"),
            });
        }
        for what in examination.cut.iter().copied().chain(self.truncated.as_deref()).chain(why) {
            text.push_str("; ");
            text.push_str(what);
        }
        text
    }

    fn forget(&mut self) {
        self.findings = Findings::expecting(self.options.expected.clone());
        self.races.clear();
        self.examined.clear();
        self.waiting.clear();
        self.truncated = None;
    }

    fn attempt(&mut self, examination: &mut Examination<'_>) -> Result<(), Halt> {
        let mut next = Some(self.observe()?);
        while let Some(trace) = next {
            self.examined.push(trace.events.len());
            examination.examine(&trace, self)?;
            next = self.waiting.pop_front();
        }
        Ok(())
    }

    /// Keeps a trace for later, if there is a budget: each shows what the first one did not.
    fn keep(&mut self, trace: Trace) {
        let waiting: usize = self.waiting.iter().map(|trace| trace.events.len()).sum();
        if self.is_limited() && waiting + trace.events.len() <= WAITING {
            self.waiting.push_back(trace);
        }
    }

    /// Whether the user has given a budget.
    fn is_limited(&self) -> bool {
        self.options.max_executions.is_some() || self.options.deadline.is_some()
    }
}
