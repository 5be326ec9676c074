//! Predictions: what could have happened instead, from one trace alone.
//!
//! For programs that are too large to be explored. The program is run once, by the default policy (and where there is a budget, the traces of replays are
//! examined after that one). Which cuts of what the threads did,
//! with the values that they read, could have been reached in another order, the order solver says ([`mcr_solve`]); a cut that shows a data race, a
//! deadlock, or a read that sees something else becomes a schedule, and the program is run along it. Only what such a replay shows is reported.
//! (Maximal causality: Huang, PLDI 2014 and 2015; dissertation, sections 3.1.2 and 3.1.3. What a thread does next is only known while all
//! its reads keep their values, addresses and exceptions included: so prefixes, never events by themselves.)
//!
//! With static dependences ([`Relevance`]) not even all reads of a prefix have to keep their values: see `needs`.
//!
//! - `observed`: what each event of the trace means; `ranges`: parts of it; `window`: such a part as a question.
//! - `races`, `deadlocks`, `reads`: candidates.
//! - `relevance`: what the code says about dependences; `needs`: which reads have to keep their values.
//! - `replay`: running the program, and what a replay has shown.
//!
//! Invariants: nothing is reported that no execution has shown; the conclusion is never [`Conclusion::Complete`].

mod deadlocks;
mod needs;
mod observed;
mod races;
mod ranges;
mod reads;
mod relevance;
mod replay;
mod window;

use mcr_explore::{Conclusion, Exploration, Findings, Lines, Observer, Options, Program, Race, RacesAre, SolverWork};
use mcr_model::symbols::Symbols;
use mcr_protocol::{SiteId, Trace, Value};
use mcr_solve::{Free, Operation, Statistics, z3_version};
use observed::Observed;
use relevance::Matters;
use replay::Halt;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use window::{Before, Found, Stop, Way, Window};

pub use relevance::{Aspect, ByAspect, EverythingMatters, Point, Relevance};

/// Events of traces that are kept to be examined.
const WAITING: usize = 2_000_000;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Events in a window that can matter to several threads.
    pub window: usize,
    /// Pairs of events that are asked about in one window for each pair of places.
    pub pairs: usize,
    /// Questions that are asked for each pair of places, circle of places, or place of a read, in all windows.
    pub questions: usize,
    /// Replays that do not confirm a race, deadlock or read of one kind, after which no more of it are tried.
    pub replays: usize,
    /// Other values that are shown of each place of a read.
    pub values: usize,
    /// Replays in all, after which no more of them are made to show another value, if there is no other limit.
    pub surprises: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { window: 2000, pairs: 16, questions: 100, replays: 3, values: 4, surprises: 200 }
    }
}

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
    Prediction::new(program, options, observer, Matters::new(relevance), effort).run()
}

/// What candidates of one kind have in common: their places in the code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Race(SiteId, SiteId),
    Deadlock(Vec<SiteId>),
    Null(SiteId),
    Other(SiteId),
}

/// What became of the candidates of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    questions: usize,
    unconfirmed: usize,
    /// The same of questions in which reads were free. They are counted apart, so that they take nothing from the others.
    free_questions: usize,
    free_unconfirmed: usize,
    confirmed: usize,
    /// Nulls that were seen, and nothing came of it.
    harmless: usize,
}

/// What was asked and answered.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Cuts that can be reached, says the solver.
    predicted: u64,
    confirmed: u64,
    unconfirmed: u64,
    /// Of these predictions those that need reads to be free, of them those confirmed, and the reads in all of them.
    free_predicted: u64,
    free_confirmed: u64,
    free_reads: u64,
    /// Questions that Z3 gave up, or would have been asked if it were there.
    unknown: u64,
    windows: u64,
}

struct Prediction<'a> {
    program: &'a mut dyn Program,
    options: &'a Options,
    observer: &'a mut dyn Observer,
    effort: &'a Effort,
    matters: Matters<'a>,
    /// Whether reads are let free: not before all has been asked for without.
    frees: bool,
    symbols: Symbols,
    findings: Findings,
    races: Vec<Race>,
    lines: Lines,
    tallies: FxHashMap<Kind, Tally>,
    /// Values that replays have shown at places.
    shown: FxHashSet<(SiteId, Value)>,
    counts: Counts,
    /// What was left out.
    cut: Vec<&'static str>,
    /// Why the trace is not all of an execution.
    truncated: Option<String>,
    /// Events of the traces that were examined, of each.
    examined: Vec<usize>,
    /// Traces of replays to be examined as well.
    waiting: VecDeque<Trace>,
    executions: u64,
    events: u64,
    solver: Statistics,
}

impl<'a> Prediction<'a> {
    fn new(
        program: &'a mut dyn Program,
        options: &'a Options,
        observer: &'a mut dyn Observer,
        matters: Matters<'a>,
        effort: &'a Effort,
    ) -> Self {
        Prediction {
            program,
            options,
            observer,
            effort,
            matters,
            frees: false,
            symbols: Symbols::default(),
            findings: Findings::expecting(options.expected.clone()),
            races: Vec::new(),
            lines: Lines::default(),
            tallies: FxHashMap::default(),
            shown: FxHashSet::default(),
            counts: Counts::default(),
            cut: Vec::new(),
            truncated: None,
            examined: Vec::new(),
            waiting: VecDeque::new(),
            executions: 0,
            events: 0,
            solver: Statistics::default(),
        }
    }

    fn run(mut self) -> anyhow::Result<Exploration> {
        let conclusion = loop {
            match self.attempt() {
                Err(Halt::Restart) => self.forget(),
                Ok(()) => break Conclusion::Incomplete(self.reason(None)),
                Err(Halt::Budget(why)) => break Conclusion::Incomplete(self.reason(Some(&why))),
                Err(Halt::Conclusion(conclusion)) => break conclusion,
                Err(Halt::Failure(error)) if self.executions == 0 => return Err(error),
                Err(Halt::Failure(error)) => break replay::conclusion_of(&error, |why| self.reason(Some(why))),
            }
        };
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
            events: self.events,
            states: 0,
            passes: 0,
            steps: 0,
            walks: 0,
            schedules: None,
            hot_spots: None,
            symbols: self.symbols,
            solver: SolverWork {
                queries: self.solver.saturation.asked,
                z3_queries: self.solver.formula.asked,
                time: self.solver.time(),
            },
        })
    }

    /// What the conclusion is: of one trace nothing follows about all.
    fn reason(&self, why: Option<&str>) -> String {
        let Counts { predicted, confirmed, unconfirmed, unknown, windows, .. } = self.counts;
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
        if !self.matters.is_blind() {
            let Counts { free_predicted, free_confirmed, free_reads, .. } = self.counts;
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
        for what in self.cut.iter().copied().chain(self.truncated.as_deref()).chain(why) {
            text.push_str("; ");
            text.push_str(what);
        }
        text
    }

    fn forget(&mut self) {
        self.findings = Findings::expecting(self.options.expected.clone());
        self.races.clear();
        self.tallies.clear();
        self.shown.clear();
        self.counts = Counts::default();
        self.cut.clear();
        self.examined.clear();
        self.waiting.clear();
        self.truncated = None;
    }

    fn attempt(&mut self) -> Result<(), Halt> {
        let mut next = Some(self.observe()?);
        while let Some(trace) = next {
            self.examined.push(trace.events.len());
            self.examine(&trace)?;
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

    /// Predicts from a trace.
    fn examine(&mut self, trace: &Trace) -> Result<(), Halt> {
        let model = self.options.rules.memory_model;
        let events = mcr_explore::without_rounds(&trace.events);
        self.matters.look_at(trace, &self.symbols);
        let observed = Observed::new(model, trace, &events);
        let ranges = ranges::ranges(&observed, self.effort.window);
        self.counts.windows += ranges.len() as u64;
        for (frees, first) in [(false, true), (false, false), (true, true), (true, false)] {
            if frees && self.matters.is_blind() {
                break;
            }
            self.frees = frees;
            let mut before = Before::new(&observed);
            for range in &ranges {
                self.poll()?;
                before.advance(&observed, range.start);
                let mut window = Window::new(model, &observed, range.clone(), &before);
                let examined = if window.is_empty() {
                    Ok(())
                } else if first {
                    self.what_comes_first(&mut window)
                } else {
                    self.surprises(&mut window, reads::Which::Others)
                };
                self.solver += window.statistics();
                examined?;
            }
        }
        Ok(())
    }

    fn what_comes_first(&mut self, window: &mut Window<'_>) -> Result<(), Halt> {
        if self.options.races != RacesAre::Ignored {
            self.races(window)?;
        }
        self.deadlocks(window)?;
        self.surprises(window, reads::Which::Null)
    }

    /// Whether a candidate of a kind is worth a question.
    fn is_open(&mut self, kind: &Kind) -> bool {
        let tally = *self.tallies.entry(kind.clone()).or_default();
        let wanted = if matches!(kind, Kind::Other(_)) { self.effort.values } else { 1 };
        let (questions, unconfirmed) = match self.frees {
            true => (tally.free_questions, tally.free_unconfirmed),
            false => (tally.questions, tally.unconfirmed),
        };
        let open = tally.confirmed < wanted && unconfirmed < self.effort.replays;
        if open && tally.harmless >= self.effort.pairs {
            self.leaves_out("not every null of some places was tried");
            return false;
        }
        if open && questions >= self.effort.questions {
            self.leaves_out("not all events of some places were tried");
            return false;
        }
        open
    }

    fn leaves_out(&mut self, what: &'static str) {
        if !self.cut.contains(&what) {
            self.cut.push(what);
        }
    }

    /// Asks, and notes the question; a way that leads there.
    fn ask(
        &mut self,
        window: &mut Window<'_>,
        kind: &Kind,
        stops: &[Stop],
        next: Option<Operation>,
    ) -> Result<Option<Way>, Halt> {
        self.poll()?;
        let free = match self.frees {
            true => window.free(stops, next, &mut self.matters, &self.symbols),
            false => Free::default(),
        };
        let tally = self.tallies.entry(kind.clone()).or_default();
        if self.frees {
            if free.is_empty() {
                return Ok(None);
            }
            tally.free_questions += 1;
        } else {
            tally.questions += 1;
        }
        let found = window.ask(stops, next, &free, &self.over());
        Ok(match found {
            Found::Way(way) => {
                self.counts.predicted += 1;
                self.counts.free_predicted += u64::from(way.free > 0);
                self.counts.free_reads += way.free as u64;
                Some(way)
            }
            Found::No => None,
            Found::Unknown => {
                // What was not answered because it is over is not open.
                self.poll()?;
                self.counts.unknown += 1;
                None
            }
        })
    }

    fn note(&mut self, kind: &Kind, way: &Way, confirmed: bool) {
        let tally = self.tallies.entry(kind.clone()).or_default();
        tally.confirmed += usize::from(confirmed);
        let unconfirmed = if way.free > 0 { &mut tally.free_unconfirmed } else { &mut tally.unconfirmed };
        *unconfirmed += usize::from(!confirmed);
        self.counts.free_confirmed += u64::from(confirmed && way.free > 0);
        self.counts.confirmed += u64::from(confirmed);
        self.counts.unconfirmed += u64::from(!confirmed);
    }

    fn races(&mut self, window: &mut Window<'_>) -> Result<(), Halt> {
        for pair in races::pairs(window, &self.symbols, self.effort.pairs) {
            let (one, other) = self.lines.pair(&self.symbols, pair.sites.0, pair.sites.1);
            let kind = Kind::Race(one, other);
            if !self.is_open(&kind) || window.is_ordered(pair.stops[0], pair.stops[1], &self.over()) {
                continue;
            }
            let Some(way) = self.ask(window, &kind, &pair.stops, None)? else { continue };
            let accesses = pair.stops.map(|stop| replay::pending(window, stop));
            let race = match accesses {
                [Some(one), Some(other)] => self.replay_race(&way, pair.location, [one, other])?,
                _ => None,
            };
            self.note(&kind, &way, race.is_some());
            if let Some(race) = race {
                if self.options.races == RacesAre::Violations {
                    self.findings.race(&race);
                }
                self.races.push(race);
                self.first_violation()?;
            }
        }
        Ok(())
    }

    fn deadlocks(&mut self, window: &mut Window<'_>) -> Result<(), Halt> {
        let (circles, all) = deadlocks::circles(window, self.effort.questions, &self.over());
        self.poll()?;
        if !all {
            self.leaves_out("not all circles of monitors were looked for");
        }
        for (stops, sites) in circles {
            let kind = Kind::Deadlock(sites);
            if !self.is_open(&kind) {
                continue;
            }
            let Some(way) = self.ask(window, &kind, &stops, None)? else { continue };
            let blocked: Vec<_> = stops.iter().filter_map(|&stop| replay::pending(window, stop)).collect();
            let confirmed = self.replay_deadlock(&way, &blocked)?;
            self.note(&kind, &way, confirmed);
            self.first_violation()?;
        }
        Ok(())
    }

    fn surprises(&mut self, window: &mut Window<'_>, which: reads::Which) -> Result<(), Halt> {
        for surprise in reads::surprises(window, &self.symbols, which) {
            self.poll()?;
            for value in surprise.values() {
                if !self.surprise(window, which, &surprise, value)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Tries to let a read see a value; false: no other one has to be tried, of the same read.
    fn surprise(
        &mut self,
        window: &mut Window<'_>,
        which: reads::Which,
        surprise: &reads::Surprise,
        value: Value,
    ) -> Result<bool, Halt> {
        let kind = match which {
            reads::Which::Null => Kind::Null(surprise.site),
            reads::Which::Others => Kind::Other(surprise.site),
        };
        if self.shown.contains(&(surprise.site, value)) {
            return Ok(true);
        }
        if !self.is_open(&kind) {
            return Ok(false);
        }
        if which == reads::Which::Others && self.has_seen_enough() {
            self.leaves_out("not every other value was tried");
            return Ok(false);
        }
        let operation = surprise.operation(value);
        let Some(read) = replay::pending(window, surprise.stop) else { return Ok(true) };
        let Some(way) = self.ask(window, &kind, &[surprise.stop], Some(operation))? else { return Ok(true) };
        let violations = self.findings.violations.len();
        let confirmed = self.replay_read(&way, &read, value)?;
        self.note(&kind, &way, confirmed);
        // A null that did no harm here may do harm where the same method is called next.
        let harmless = which == reads::Which::Null && self.findings.violations.len() == violations;
        if confirmed && harmless {
            let tally = self.tallies.entry(kind).or_default();
            tally.confirmed -= 1;
            tally.harmless += 1;
        } else if confirmed {
            self.shown.insert((surprise.site, value));
        }
        self.first_violation()?;
        Ok(true)
    }

    /// Whether the user has given a budget.
    fn is_limited(&self) -> bool {
        self.options.max_executions.is_some() || self.options.deadline.is_some()
    }

    fn has_seen_enough(&self) -> bool {
        !self.is_limited() && self.executions > self.effort.surprises
    }
}
