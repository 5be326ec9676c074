//! The depth-first search through the model, and the executions on its way.
//!
//! A *frame* is a state with more than one step to try. Between frames the search follows the only step there is. The
//! running thread's step is tried first, so that failures are found with few context switches. States at frames, and
//! those behind the steps of frames, are kept as hashes and not searched twice; and some on the way from one frame to the next, as that can be long.
//!
//! A *pass* is a search from the initial state. What is learned on the way may undo decisions of the reduction made
//! before ([`Model::generation`], [`Reduction::relied_on`]); then another pass follows, with all that was learned kept.
//!
//! As long as there are not many executions and states, the states are joint histories, and joint behaviours are counted. Beyond, threads are
//! told apart by their local states (`merging`), or states are joint futures ([`mcr_model::futures`]), whichever of several interchangeable threads has
//! which ([`mcr_model::symmetry`]).
//!
//! The executions themselves are in `executions`, the reasons to stop in `stopping`, what was given up in `cuts`, who may step in
//! `listing`, how one step is taken in `steps`, what is told in the end in `ending`; `audit` looks whether keys were right. Walks that
//! look for unknown steps elsewhere are in `detours`, and those of them that seek in `seeking`; all schedules of other methods in `systematic`; how a walk goes in `going`.

mod aside;
mod audit;
mod cuts;
mod detours;
mod ending;
mod executions;
mod going;
mod listing;
mod merging;
mod seeking;
mod steps;
mod stopping;
mod suspects;
mod systematic;
mod underway;

use super::coarse::CoarseCalls;
use super::contract::{Conclusion, Exploration, Interrupted, Observer, Options, OrderWork, Program};
use super::findings::Findings;
use super::hot_spots::Limit;
use super::path::{Branch, Length, Taken};
use super::process::Process;
use super::races::Races;
use super::reduction::Reduction;
use super::relevance::Relevance;
use super::strategy::Strategy;
use cuts::Cuts;
use detours::Detours;
use listing::Steps;
use mcr_model::Model;
use mcr_model::learn::Learner;
use mcr_model::local_states::LocalStates;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, State};
use mcr_model::symmetry::Symmetry;
use mcr_model::trie::CellIx;
use mcr_protocol::Value;
use merging::Kept;
use rustc_hash::FxHashSet;
use suspects::Learned;
use underway::Underway;

/// Steps between two looks at the clock and the user.
const POLL: u64 = 16;
/// Steps between two reports of progress.
const REPORT: u64 = 1 << 18;

/// Of the states on the way from one frame to the next, those after so many events are kept as well.
const MARKED: usize = 8;

/// In a state with more running threads than these, more than one state is counted ([`Options::counted_states`]).
const MANY_THREADS: u64 = 8;

/// See [`Search::patience`]; it grows each time.
const PATIENCE: u64 = 1 << 14;

/// A state with several steps to try.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Length of the path to it.
    depth: usize,
    /// Where its steps begin in the list of branches.
    branches: usize,
}

/// What is to be done in a state.
enum Look {
    /// Go back.
    Back,
    /// Take the last of the branches after this position; the others wait in a frame, if there are others.
    Steps(usize),
}

/// Why the search stops before its end.
enum Stop {
    Conclusion(Conclusion),
    Failure(anyhow::Error),
    /// Begin anew.
    Restart,
    /// Begin anew with what is known, but for histories that need not be told apart.
    Merge,
}

impl Stop {
    fn error(message: impl Into<String>) -> Stop {
        Stop::Conclusion(Conclusion::Error(message.into()))
    }
}

/// One exploration.
pub struct Search<'a> {
    program: &'a mut dyn Program,
    options: &'a Options,
    observer: &'a mut dyn Observer,
    /// What the code says, for those who ask.
    code: &'a dyn Relevance,
    model: Model,
    learner: Learner,
    findings: Findings,
    races: Races,
    coarse_calls: CoarseCalls,
    reduction: Reduction,
    state: State,
    path: Vec<Taken>,
    frames: Vec<Frame>,
    branches: Vec<Branch>,
    visited: FxHashSet<u128>,
    /// Buffers of `look`.
    running: Vec<ThreadIx>,
    processes: Vec<Process>,
    steps_of: Vec<u32>,
    /// Steps that an execution was sent to and did not show, because it printed too much.
    given_up: FxHashSet<(CellIx, Value)>,
    /// Events after which executions are given up.
    max_events: u64,
    /// Of the executions that came to their end and were no loops, the most events that count for this.
    longest: u64,
    /// They may have been more, and it did not help; how many, at the most.
    raised_in_vain: bool,
    most_tried: u64,
    /// Output after which executions are given up, as far as seen.
    max_output: u64,
    /// The traces that the model was made of, as long as they may be needed.
    kept: Kept,
    /// Executions up to which histories are told apart.
    counted_until: u64,
    /// States with the same future are one: behaviours are not counted.
    merged: bool,
    /// Then also those that differ only in who is who of interchangeable threads, if there are any.
    symmetry: Option<Symmetry>,
    /// Something was learned that decisions in this pass did not know.
    stale: bool,
    /// What was learned since futures were merged.
    learned: Learned,
    /// The path leads nowhere: a write on it, which was thought to concern one thread only, should be in a buffer; or a thread is
    /// where it cannot be any more.
    misled: bool,
    /// States after which a pass with merged states that must be repeated is.
    patience: u64,
    cuts: Cuts,
    /// What has ended it, if that was a limit.
    limit: Option<Limit>,
    underway: Underway,
    detours: Detours,
    /// Schedules that have come to their end, where schedules are counted.
    schedules: Option<u64>,
    /// What was asked about orders for these.
    order_work: Option<OrderWork>,
    executions: u64,
    redundant: u64,
    local_behaviours: u64,
    events: u64,
    states: u64,
    /// Threads that run in these states, in all.
    looked_at: u64,
    /// Threads that ran in all states of all passes and walks: how long it took to look at them.
    effort: u64,
    /// How often something was learned after which paths from before may lead elsewhere.
    revisions: u64,
    passes: u64,
    steps: u64,
}

impl<'a> Search<'a> {
    /// A search of which nothing is done yet.
    pub fn new(
        program: &'a mut dyn Program,
        options: &'a Options,
        observer: &'a mut dyn Observer,
        code: &'a dyn Relevance,
    ) -> Self {
        let model = Model::new(options.rules, LocalStates::Ignored);
        let state = State::new(&model);
        let mut search = Search {
            program,
            options,
            observer,
            code,
            model,
            learner: Learner::default(),
            findings: Findings::of(options),
            races: Races::default(),
            coarse_calls: CoarseCalls::default(),
            reduction: Reduction::new(options.reductions),
            state,
            path: Vec::new(),
            frames: Vec::new(),
            branches: Vec::new(),
            visited: FxHashSet::default(),
            running: Vec::new(),
            processes: Vec::new(),
            steps_of: Vec::new(),
            given_up: FxHashSet::default(),
            max_events: options.max_events,
            longest: 0,
            raised_in_vain: false,
            most_tried: options.max_events,
            max_output: u64::MAX,
            kept: Kept::default(),
            counted_until: options.counted_executions,
            merged: false,
            symmetry: None,
            stale: false,
            learned: Learned::default(),
            misled: false,
            patience: PATIENCE,
            cuts: Cuts::default(),
            limit: None,
            underway: Underway::default(),
            detours: Detours::new(options),
            schedules: None,
            order_work: None,
            executions: 0,
            redundant: 0,
            local_behaviours: 0,
            events: 0,
            states: 0,
            looked_at: 0,
            effort: 0,
            revisions: 0,
            passes: 0,
            steps: 0,
        };
        search.model = search.blank();
        search
    }

    /// A model of which nothing is known.
    fn blank(&self) -> Model {
        // Schedules are counted as by those who know of no local states.
        let by_schedules = matches!(self.options.strategy, Strategy::Schedules(_));
        let are_compared = self.options.reductions.local_states && !by_schedules;
        let local_states = if are_compared { LocalStates::Compared } else { LocalStates::Ignored };
        Model::new(self.options.rules, local_states)
    }

    /// Explores everything. What was found counts, also when the program could not be run any more.
    pub fn run(mut self) -> anyhow::Result<Exploration> {
        let conclusion = loop {
            let all = match self.options.strategy {
                Strategy::Walks(_) => self.walk_only(),
                Strategy::Schedules(method) => self.all_schedules(method),
                Strategy::Auto | Strategy::Search => self.passes(),
            };
            match all {
                Err(Stop::Restart) => self.forget(),
                Err(Stop::Merge) => match self.merge() {
                    Ok(()) => {}
                    Err(message) => break Conclusion::Error(message),
                },
                Ok(conclusion) | Err(Stop::Conclusion(conclusion)) => break conclusion,
                Err(Stop::Failure(error)) if self.executions == 0 => return Err(error),
                Err(Stop::Failure(error)) if error.is::<Interrupted>() => {
                    let limit = if self.is_late() { Limit::Time } else { Limit::Patience };
                    break self.stopped_early(limit, &error.root_cause().to_string());
                }
                Err(Stop::Failure(error)) => break Conclusion::Error(format!("{error:#}")),
            }
        };
        Ok(self.told(conclusion))
    }

    /// Forgets what was learned, but for what things are called, and the executions that it took.
    fn forget(&mut self) {
        let symbols = std::mem::take(&mut self.model.symbols);
        self.model = self.blank();
        self.model.symbols = symbols;
        self.kept = Kept::default();
        self.counted_until = self.executions + self.options.counted_executions;
        self.learner = Learner::default();
        self.findings = Findings::of(self.options);
        self.races = Races::default();
        self.coarse_calls = CoarseCalls::default();
        self.reduction = Reduction::new(self.options.reductions);
        self.rewind();
        self.given_up.clear();
        self.max_output = u64::MAX;
        self.cuts = Cuts::default();
        self.underway.forget();
        self.detours.forget(self.options);
        self.learned = Learned::default();
        self.local_behaviours = 0;
    }

    /// To the initial state, with nothing visited.
    fn rewind(&mut self) {
        self.state = State::new(&self.model);
        self.path.clear();
        self.frames.clear();
        self.branches.clear();
        self.visited.clear();
        self.findings.walker = None;
        self.detours.walking = false;
        self.underway.restart();
    }

    fn passes(&mut self) -> Result<Conclusion, Stop> {
        self.execute_first()?;
        // How many passes in a row have come to their end.
        let mut ended = 0;
        loop {
            let generation = (self.model.generation, self.model.memory_generation);
            ended = if self.pass(ended)? { ended + 1 } else { 0 };
            self.has_no_cycle()?;
            if !self.merged && self.too_many_to_count() {
                self.merged = true;
                continue;
            }
            let over = (self.model.generation, self.model.memory_generation) == generation && !self.stale;
            if over && !self.settle()? && !self.goes_further_in_the_end()? {
                break;
            }
        }
        self.limit = self.cuts.limit();
        Ok(self.cuts.said().map_or(Conclusion::Complete, Conclusion::Incomplete))
    }

    /// Searches from the initial state. `ended`: how many passes before it in a row have come to their end. Whether this one has.
    fn pass(&mut self, ended: u32) -> Result<bool, Stop> {
        let memory = self.model.memory_generation;
        let mut most = u64::MAX;
        if self.merged {
            most = self.suspect(ended);
            self.model.tries.merge_futures();
        }
        let symmetric = self.merged && self.options.reductions.symmetry && !self.options.audit;
        self.symmetry = if symmetric { Symmetry::of(&self.model) } else { None };
        self.rewind();
        self.findings.restart();
        self.reduction.restart();
        self.stale = false;
        self.misled = false;
        self.states = 0;
        self.looked_at = 0;
        self.passes += 1;
        let mut arrived = true;
        loop {
            let next = if arrived { self.arrive()? } else { None };
            if self.misled {
                return Ok(false);
            }
            arrived = match next.or_else(|| self.back()) {
                Some(branch) => self.take(branch)?,
                None => match self.resume()? {
                    Some(arrived) => arrived,
                    None => return Ok(true),
                },
            };
            if self.misled || self.model.memory_generation != memory || !self.merged && self.too_many_to_count() {
                return Ok(false);
            }
            // What was learned is not merged yet.
            if self.merged && self.stale && self.states > self.patience {
                self.patience = 2 * self.states;
                return Ok(false);
            }
            if self.states > most {
                self.stale = true;
                return Ok(false);
            }
            self.bound_states()?;
            self.steps += 1;
            if self.steps.is_multiple_of(POLL) {
                if self.makes_detours()? {
                    return Ok(false);
                }
                self.poll()?;
                if self.receive_all()? && self.misled {
                    return Ok(false);
                }
                arrived = self.feed(arrived);
            }
        }
    }

    fn too_many_to_count(&self) -> bool {
        let counted = self.options.counted_states;
        self.options.reductions.merging && (self.states > counted || self.looked_at / MANY_THREADS > counted)
    }

    /// Decides what to do in the state just reached: the step to take, or none to go back.
    fn arrive(&mut self) -> Result<Option<Branch>, Stop> {
        // Behind the step of a frame.
        let behind = self.frames.last().is_none_or(|frame| frame.depth + 1 == self.path.len());
        let kept = behind || self.path.len().is_multiple_of(MARKED);
        if kept && !self.mark() {
            return Ok(None);
        }
        self.states += u64::from(behind);
        let look = self.look()?;
        if behind && matches!(look, Look::Steps(_)) {
            self.looked_at += self.running.len() as u64;
        }
        match look {
            Look::Back => Ok(None),
            Look::Steps(start) => {
                if self.branches.len() > start + 1 {
                    if !kept && !self.mark() {
                        self.branches.truncate(start);
                        return Ok(None);
                    }
                    self.states += u64::from(!behind);
                    self.frames.push(Frame { depth: self.path.len(), branches: start });
                }
                Ok(self.branches.pop())
            }
        }
    }

    /// Goes back to the last frame with a step left, and names that step.
    fn back(&mut self) -> Option<Branch> {
        loop {
            let frame = *self.frames.last()?;
            if let Some(taken) = self.path.get(frame.depth) {
                self.state.undo(taken.before);
                self.reduction.went_back();
                self.path.truncate(frame.depth);
            }
            if self.branches.len() > frame.branches {
                return self.branches.pop();
            }
            self.frames.pop();
        }
    }

    /// Lists the steps to try, in the order from last to first.
    fn look(&mut self) -> Result<Look, Stop> {
        if let Some(finish) = self.state.finish() {
            self.finished(finish);
            self.first_violation()?;
            return Ok(Look::Back);
        }
        let is_long =
            Length::of_path(&self.path).counted(self.options.max_alone) >= self.max_events && !self.tries_more()?;
        if is_long || self.state.output_bytes() >= self.max_output {
            self.cut_here(is_long);
            return Ok(Look::Back);
        }
        let start = self.branches.len();
        let last = self.last_thread();
        let Some(Steps { preferred, reducible }) = self.list_steps()? else { return Ok(Look::Back) };
        if self.branches.len() == start {
            return Ok(Look::Back);
        }
        if !reducible {
            return Ok(Look::Steps(start));
        }
        let branches = &mut self.branches;
        if self.options.reductions.persistent_sets && branches.len() > start + 1 {
            let chosen = self.reduction.choose(&self.model, &self.state, &self.processes, &self.steps_of, preferred);
            if let Some(chosen) = chosen {
                let mut kept = start;
                let mut next = start;
                for (position, &steps) in self.steps_of.iter().enumerate() {
                    for _ in 0..steps {
                        if chosen.contains(position) {
                            branches[kept] = branches[next];
                            kept += 1;
                        }
                        next += 1;
                    }
                }
                branches.truncate(kept);
            }
        }
        // The thread that runs goes on first, then the one started first; what was written arrives before that.
        branches[start..].reverse();
        if branches.len() > start + 1 {
            let arrives = |branch: &Branch| matches!(branch.choice, Choice::Arrive(_));
            branches[start..].sort_by_key(|branch| (branch.thread == last, arrives(branch)));
        }
        Ok(Look::Steps(start))
    }
}
