//! Walks of an exploration along what its traces predict.
//!
//! A few of the traces are examined, the first one and then fewer and fewer, some windows at a time, when it is the turn
//! of such walks. What could be is not confirmed by a replay: the walk goes there in the model, as far as that is known,
//! and on from there to the end. So it costs an execution only where something is to be learned, and races, deadlocks and
//! failures on the way are found as on any walk.
//!
//! Invariant: what is predicted depends on the traces alone, and not on how long that takes.

use super::examination::{Came, Confirm, Effort, Examination, Part};
use super::matters::Matters;
use super::reads::Which;
use super::way::Way;
use mcr_explore::{Branch, Crossing, EverythingMatters, Guide, Options};
use mcr_model::Model;
use mcr_model::state::Choice;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, LocationId, Outcome, Pending, ThreadId, Trace, Value};
use mcr_solve::Engines;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::rc::Rc;

/// Less than where nothing else is done.
const EFFORT: Effort = Effort { window: 500, pairs: 4, questions: 16, replays: 1, values: 2, surprises: u64::MAX };

/// Windows in one turn.
const WINDOWS: usize = 4;

/// Longer traces are not examined.
const LONGEST: usize = 1_000_000;

/// What a question costs, in operations that are looked at: as many as a window has that matter.
const QUESTION: u64 = EFFORT.window as u64;

/// Walks along one prediction, where they come to something unknown before its end.
const TRIES: u32 = 4;

/// The guide of walks along predictions; for [`Options::predictions`].
#[must_use]
pub fn walks(options: &Options) -> Box<dyn Guide> {
    let matters = Matters::new(&EverythingMatters);
    let (model, engines) = (options.rules.memory_model, Engines::WithoutFormula);
    Box::new(Foresight {
        examination: Examination::new(model, options.races, EFFORT, engines, matters),
        executions: 0,
        wanted: 1,
        trace: None,
        waiting: Waiting::default(),
        way: None,
        looked_at: 0,
    })
}

/// See the module.
struct Foresight {
    examination: Examination<'static>,
    /// Of whose traces it knows.
    executions: u64,
    /// The number of the execution from which on another trace is wanted.
    wanted: u64,
    /// What is being examined, and how far it was.
    trace: Option<(Rc<Trace>, Part)>,
    waiting: Waiting,
    /// The one that is tried.
    way: Option<Along>,
    /// What was looked at and not told.
    looked_at: u64,
}

impl std::fmt::Debug for Foresight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Foresight").field("executions", &self.executions).finish_non_exhaustive()
    }
}

/// How to come to what was predicted.
#[derive(Debug)]
struct Prediction {
    /// What comes first: so many events of this trace. All predictions of a trace share it.
    trace: Rc<Trace>,
    before: usize,
    /// What comes after it.
    events: Vec<Event>,
    /// How often it was walked.
    tries: u32,
}

impl Prediction {
    fn get(&self, n: usize) -> Option<&Event> {
        if n < self.before { self.trace.events.get(n) } else { self.events.get(n - self.before) }
    }
}

/// Predictions to be tried, those that are likely to show a failure first.
#[derive(Debug, Default)]
struct Waiting {
    /// It does not go on from there without a failure.
    failures: VecDeque<Prediction>,
    /// Reads that see something else, null before all.
    reads: VecDeque<Prediction>,
    races: VecDeque<Prediction>,
    /// Those that have come to something unknown before their end. There may be an execution on its way that shows it.
    again: VecDeque<Prediction>,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        let Waiting { failures, reads, races, again } = self;
        [failures, reads, races, again].into_iter().all(VecDeque::is_empty)
    }

    fn next(&mut self) -> Option<Along> {
        let Waiting { failures, reads, races, again } = self;
        [failures, reads, races, again].into_iter().find_map(VecDeque::pop_front).map(Along::new)
    }
}

/// A walk along predicted events.
#[derive(Debug)]
struct Along {
    prediction: Prediction,
    /// How many of them have happened, or cannot.
    next: usize,
    /// Steps of the walk that were counted.
    counted: usize,
    /// Those that have happened and did not have their turn, by thread, and by location if they are arrivals.
    ahead: FxHashMap<(ThreadId, Option<LocationId>), usize>,
}

impl Along {
    fn new(prediction: Prediction) -> Along {
        let prediction = Prediction { tries: prediction.tries + 1, ..prediction };
        Along { prediction, next: 0, counted: 0, ahead: FxHashMap::default() }
    }

    /// All has happened, or cannot.
    fn is_over(&self) -> bool {
        self.prediction.get(self.next).is_none()
    }

    /// Where an event belongs.
    fn strand(event: &Event) -> (ThreadId, Option<LocationId>) {
        match event.action {
            Action::Arrive(location, _) => (event.thread, Some(location)),
            _ => (event.thread, None),
        }
    }

    /// The step on the way there; none behind it, or where it leads nowhere.
    fn step(&mut self, at: &Crossing<'_>) -> Option<usize> {
        for taken in &at.path[self.counted..] {
            let location = match taken.choice {
                Choice::Arrive(location) => Some(at.model.names.location_id(location)),
                _ => None,
            };
            *self.ahead.entry((at.model.names.thread_id(taken.thread), location)).or_default() += 1;
        }
        self.counted = at.path.len();
        loop {
            let event = self.prediction.get(self.next)?;
            let ahead = self.ahead.entry(Along::strand(event)).or_default();
            if *ahead > 0 {
                *ahead -= 1;
                self.next += 1;
                continue;
            }
            if let Some(step) = step_for(at, event) {
                return Some(step);
            }
            if !event.is_arrival() {
                // Its thread cannot do that here.
                self.next = usize::MAX;
                return None;
            }
            // It concerns nobody, and the walk does not mention it.
            self.next += 1;
        }
    }
}

/// The step that is this event.
fn step_for(at: &Crossing<'_>, event: &Event) -> Option<usize> {
    let thread = at.model.names.find_thread(event.thread)?;
    let wanted = Branch { thread, choice: choice_for(at.model, event) };
    let is_own = |step: &Branch| step.thread == thread && !matches!(step.choice, Choice::Arrive(_));
    let exactly = at.steps.iter().position(|step| *step == wanted);
    exactly.or_else(|| at.steps.iter().position(is_own).filter(|_| !event.is_arrival()))
}

/// What a thread chooses for this event.
fn choice_for(model: &Model, event: &Event) -> Choice {
    match (&event.action, event.outcome) {
        (Action::Arrive(location, _), _) => model.names.find_location(*location).map_or(Choice::Plain, Choice::Arrive),
        (_, Outcome::Resumed(why)) => Choice::Back(why),
        (Action::Notify { .. }, Outcome::Woke(whom)) => {
            Choice::Wake(whom.and_then(|whom| model.names.find_thread(whom)))
        }
        _ => Choice::Plain,
    }
}

impl Foresight {
    /// Looks for something to try, for one turn.
    fn look(&mut self, at: &Crossing<'_>) {
        let Some((trace, part)) = self.trace.take() else { return };
        let (symbols, is_over, waiting) = (&at.model.symbols, at.is_over, &mut self.waiting);
        let mut collected = Collected { symbols, is_over, trace: &trace, waiting };
        let asked = |examination: &Examination<'_>| examination.solver.saturation.asked;
        let before = asked(&self.examination);
        self.looked_at += trace.events.len() as u64;
        match self.examination.examine_from(&trace, part, WINDOWS, &mut collected) {
            Ok(next) => self.trace = next.map(|next| (trace, next)),
        }
        self.looked_at += (asked(&self.examination) - before) * QUESTION;
    }
}

impl Guide for Foresight {
    fn begin(&mut self, _: usize) -> bool {
        let again = self.way.take().filter(|way| !way.is_over() && way.prediction.tries < TRIES);
        self.waiting.again.extend(again.map(|way| way.prediction));
        self.way = self.waiting.next();
        true
    }

    fn has_some(&self) -> bool {
        self.trace.is_some() || !self.waiting.is_empty()
    }

    fn is_urgent(&self) -> bool {
        !self.waiting.failures.is_empty()
    }

    fn shown(&mut self, trace: &Trace) {
        self.executions += 1;
        if self.trace.is_none() && self.executions >= self.wanted && trace.events.len() <= LONGEST {
            self.wanted = 2 * self.executions;
            let events = mcr_explore::without_rounds(&trace.events).into_owned();
            self.trace = Some((Rc::new(Trace { events, ..trace.clone() }), Part::default()));
        }
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        if self.way.is_none() {
            self.look(at);
            self.way = Some(self.waiting.next()?);
        }
        let step = self.way.as_mut().and_then(|way| way.step(at));
        Some(step.unwrap_or_else(|| at.by_default()))
    }

    fn looked_at(&mut self) -> u64 {
        std::mem::take(&mut self.looked_at)
    }

    fn ended(&mut self, _: &mcr_explore::Ending<'_>) {
        self.way = None;
    }
}

/// Keeps ways there.
struct Collected<'a> {
    symbols: &'a Symbols,
    is_over: &'a (dyn Fn() -> bool + Sync),
    trace: &'a Rc<Trace>,
    waiting: &'a mut Waiting,
}

impl Collected<'_> {
    /// Along a way, and behind it to this event.
    fn prediction(&self, way: &Way, last: Option<Event>) -> Prediction {
        let events = way.events[way.before..].iter().cloned().chain(last).collect();
        Prediction { trace: Rc::clone(self.trace), before: way.before, events, tries: 0 }
    }
}

impl Confirm for Collected<'_> {
    type Halt = Infallible;

    fn symbols(&self) -> &Symbols {
        self.symbols
    }

    fn over(&self) -> Box<dyn Fn() -> bool + Sync + '_> {
        Box::new(self.is_over)
    }

    fn poll(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn race(&mut self, way: &Way, _: LocationId, _: [Pending; 2]) -> Result<Came, Infallible> {
        self.waiting.races.push_back(self.prediction(way, None));
        Ok(Came::Predicted)
    }

    fn deadlock(&mut self, way: &Way, _: &[Pending]) -> Result<Came, Infallible> {
        self.waiting.failures.push_back(self.prediction(way, None));
        Ok(Came::Predicted)
    }

    fn read(&mut self, way: &Way, read: &Pending, value: Value, which: Which) -> Result<Came, Infallible> {
        let outcome = match read.action {
            Action::Update(..) => Outcome::Updated { old: value, new: value },
            _ => Outcome::Read(value),
        };
        let read = Event { thread: read.thread, site: read.site, action: read.action.clone(), outcome };
        let prediction = self.prediction(way, Some(read));
        if which == Which::Others {
            self.waiting.reads.push_back(prediction);
            return Ok(Came::Predicted);
        }
        self.waiting.reads.push_front(prediction);
        // Whether that did any harm is not known.
        Ok(Came::Harmless)
    }

    fn go_on(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn has_seen_enough(&self) -> bool {
        false
    }
}
