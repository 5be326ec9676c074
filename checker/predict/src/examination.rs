//! Candidates of one trace, each asked about, and tried if it can be.
//!
//! What is tried how is for others ([`Confirm`]): replays, or walks of an exploration.
//!
//! Invariant: of one kind (the same places in the code) only so many are asked about and tried ([`Effort`]), in all traces.

use super::matters::Matters;
use super::observed::Observed;
use super::way::{Found, Stop, Way};
use super::window::{Before, Window};
use super::{deadlocks, races, ranges, reads};
use mcr_explore::{Lines, RacesAre};
use mcr_model::symbols::Symbols;
use mcr_protocol::{LocationId, MemoryModel, Pending, SiteId, Trace, Value};
use mcr_solve::{Engines, Free, Operation, Statistics};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

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
pub struct Counts {
    /// Cuts that can be reached, says the solver.
    pub predicted: u64,
    pub confirmed: u64,
    pub unconfirmed: u64,
    /// Of these predictions those that need reads to be free, of them those confirmed, and the reads in all of them.
    pub free_predicted: u64,
    pub free_confirmed: u64,
    pub free_reads: u64,
    /// Questions that Z3 gave up, or would have been asked if it were there.
    pub unknown: u64,
    pub windows: u64,
}

/// How far a trace was examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    turn: usize,
    window: usize,
}

impl Part {
    /// All windows, by turns: whether reads are let free, and whether what comes first is looked for.
    const TURNS: [(bool, bool); 4] = [(false, true), (false, false), (true, true), (true, false)];
}

/// What became of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// Not what was predicted.
    Other,
    /// That, and no harm was done. Where the same method is called next it may be.
    Harmless,
    /// That.
    Predicted,
}

impl Came {
    /// What was predicted or something else.
    pub fn as_predicted(predicted: bool) -> Came {
        if predicted { Came::Predicted } else { Came::Other }
    }
}

/// Tries what was predicted.
pub trait Confirm {
    /// Why to stop.
    type Halt;

    /// What things are called.
    fn symbols(&self) -> &Symbols;

    /// Whether it is time to stop, which [`Confirm::poll`] says as well: for what takes long.
    fn over(&self) -> Box<dyn Fn() -> bool + Sync + '_>;

    /// Stops when it is time.
    fn poll(&self) -> Result<(), Self::Halt>;

    /// Brings two threads to their accesses of a location.
    fn race(&mut self, way: &Way, location: LocationId, accesses: [Pending; 2]) -> Result<Came, Self::Halt>;

    /// Brings threads to monitors that they never enter.
    fn deadlock(&mut self, way: &Way, blocked: &[Pending]) -> Result<Came, Self::Halt>;

    /// Lets a thread read this value.
    fn read(&mut self, way: &Way, read: &Pending, value: Value, which: reads::Which) -> Result<Came, Self::Halt>;

    /// What came of it was counted: stops if that is enough.
    fn go_on(&self) -> Result<(), Self::Halt>;

    /// Whether no further values need be shown, though there are some.
    fn has_seen_enough(&self) -> bool;
}

/// What is known of candidates so far.
pub struct Examination<'a> {
    model: MemoryModel,
    races: RacesAre,
    effort: Effort,
    engines: Engines,
    matters: Matters<'a>,
    /// Whether reads are let free: not before all has been asked for without.
    frees: bool,
    lines: Lines,
    tallies: FxHashMap<Kind, Tally>,
    /// Values that were shown at places.
    shown: FxHashSet<(SiteId, Value)>,
    /// What was asked.
    pub counts: Counts,
    /// What was left out.
    pub cut: Vec<&'static str>,
    /// What the solver has done.
    pub solver: Statistics,
}

impl<'a> Examination<'a> {
    /// Nothing was looked at. `engines`: who answers questions.
    pub fn new(
        model: MemoryModel,
        races: RacesAre,
        effort: Effort,
        engines: Engines,
        matters: Matters<'a>,
    ) -> Examination<'a> {
        Examination {
            model,
            races,
            effort,
            engines,
            matters,
            frees: false,
            lines: Lines::default(),
            tallies: FxHashMap::default(),
            shown: FxHashSet::default(),
            counts: Counts::default(),
            cut: Vec::new(),
            solver: Statistics::default(),
        }
    }

    /// Whether every read matters to all that comes later.
    pub fn is_blind(&self) -> bool {
        self.matters.is_blind()
    }

    /// Forgets what became of candidates, and what was counted; not what the solver has done.
    pub fn forget(&mut self) {
        self.tallies.clear();
        self.shown.clear();
        self.counts = Counts::default();
        self.cut.clear();
    }

    /// Predicts from a trace: what comes first in all windows, and then what does not.
    pub fn examine<C: Confirm>(&mut self, trace: &Trace, confirm: &mut C) -> Result<(), C::Halt> {
        let mut next = Some(Part::default());
        while let Some(part) = next {
            next = self.examine_from(trace, part, usize::MAX, confirm)?;
        }
        Ok(())
    }

    /// The same from some part of it on, at most so many windows in one turn; what is left.
    pub fn examine_from<C: Confirm>(
        &mut self,
        trace: &Trace,
        from: Part,
        most: usize,
        confirm: &mut C,
    ) -> Result<Option<Part>, C::Halt> {
        let Some(&(frees, first)) = Part::TURNS.get(from.turn).filter(|(frees, _)| !(*frees && self.is_blind())) else {
            return Ok(None);
        };
        let events = mcr_explore::without_rounds(&trace.events);
        self.matters.look_at(trace, confirm.symbols());
        let observed = Observed::new(self.model, trace, &events);
        let ranges = ranges::ranges(&observed, self.effort.window);
        if from == Part::default() {
            self.counts.windows += ranges.len() as u64;
        }
        self.frees = frees;
        let mut before = Before::new(&observed);
        for range in ranges.iter().skip(from.window).take(most) {
            confirm.poll()?;
            before.advance(&observed, range.start);
            self.window(&observed, range.clone(), &before, first, confirm)?;
        }
        let window = from.window.saturating_add(most);
        let has_more = window < ranges.len();
        Ok(Some(if has_more { Part { window, ..from } } else { Part { turn: from.turn + 1, window: 0 } }))
    }

    /// Predicts from a window.
    fn window<C: Confirm>(
        &mut self,
        observed: &Observed<'_>,
        range: Range<usize>,
        before: &Before,
        first: bool,
        confirm: &mut C,
    ) -> Result<(), C::Halt> {
        let mut window = Window::new(self.model, self.engines, observed, range, before);
        let examined = match (window.is_empty(), first) {
            (true, _) => Ok(()),
            (false, true) => self.what_comes_first(&mut window, confirm),
            (false, false) => self.surprises(&mut window, reads::Which::Others, confirm),
        };
        self.solver += window.statistics();
        examined
    }

    fn what_comes_first<C: Confirm>(&mut self, window: &mut Window<'_>, confirm: &mut C) -> Result<(), C::Halt> {
        if self.races != RacesAre::Ignored {
            self.races(window, confirm)?;
        }
        self.deadlocks(window, confirm)?;
        self.surprises(window, reads::Which::Null, confirm)
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
    fn ask<C: Confirm>(
        &mut self,
        window: &mut Window<'_>,
        kind: &Kind,
        stops: &[Stop],
        next: Option<Operation>,
        confirm: &C,
    ) -> Result<Option<Way>, C::Halt> {
        confirm.poll()?;
        let free = match self.frees {
            true => window.free(stops, next, &mut self.matters, confirm.symbols()),
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
        let found = window.ask(stops, next, &free, &*confirm.over());
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
                confirm.poll()?;
                self.counts.unknown += 1;
                None
            }
        })
    }

    fn note(&mut self, kind: &Kind, way: &Way, came: Came) {
        let tally = self.tallies.entry(kind.clone()).or_default();
        tally.confirmed += usize::from(came == Came::Predicted);
        tally.harmless += usize::from(came == Came::Harmless);
        let confirmed = came != Came::Other;
        let unconfirmed = if way.free > 0 { &mut tally.free_unconfirmed } else { &mut tally.unconfirmed };
        *unconfirmed += usize::from(!confirmed);
        self.counts.free_confirmed += u64::from(confirmed && way.free > 0);
        self.counts.confirmed += u64::from(confirmed);
        self.counts.unconfirmed += u64::from(!confirmed);
    }

    fn races<C: Confirm>(&mut self, window: &mut Window<'_>, confirm: &mut C) -> Result<(), C::Halt> {
        for pair in races::pairs(window, confirm.symbols(), self.effort.pairs) {
            let (one, other) = self.lines.pair(confirm.symbols(), pair.sites.0, pair.sites.1);
            let kind = Kind::Race(one, other);
            if !self.is_open(&kind) || window.is_ordered(pair.stops[0], pair.stops[1], &*confirm.over()) {
                continue;
            }
            let Some(way) = self.ask(window, &kind, &pair.stops, None, confirm)? else { continue };
            let came = match pair.stops.map(|stop| window.pending(stop)) {
                [Some(one), Some(other)] => confirm.race(&way, pair.location, [one, other])?,
                _ => Came::Other,
            };
            self.note(&kind, &way, came);
            confirm.go_on()?;
        }
        Ok(())
    }

    fn deadlocks<C: Confirm>(&mut self, window: &mut Window<'_>, confirm: &mut C) -> Result<(), C::Halt> {
        let (circles, all) = deadlocks::circles(window, self.effort.questions, &*confirm.over());
        confirm.poll()?;
        if !all {
            self.leaves_out("not all circles of monitors were looked for");
        }
        for (stops, sites) in circles {
            let kind = Kind::Deadlock(sites);
            if !self.is_open(&kind) {
                continue;
            }
            let Some(way) = self.ask(window, &kind, &stops, None, confirm)? else { continue };
            let blocked: Vec<_> = stops.iter().filter_map(|&stop| window.pending(stop)).collect();
            let came = confirm.deadlock(&way, &blocked)?;
            self.note(&kind, &way, came);
            confirm.go_on()?;
        }
        Ok(())
    }

    fn surprises<C: Confirm>(
        &mut self,
        window: &mut Window<'_>,
        which: reads::Which,
        confirm: &mut C,
    ) -> Result<(), C::Halt> {
        for surprise in reads::surprises(window, confirm.symbols(), which) {
            confirm.poll()?;
            for value in surprise.values() {
                if !self.surprise(window, which, &surprise, value, confirm)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Tries to let a read see a value; false: no other one has to be tried, of the same read.
    fn surprise<C: Confirm>(
        &mut self,
        window: &mut Window<'_>,
        which: reads::Which,
        surprise: &reads::Surprise,
        value: Value,
        confirm: &mut C,
    ) -> Result<bool, C::Halt> {
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
        if which == reads::Which::Others && confirm.has_seen_enough() {
            self.leaves_out("not every other value was tried");
            return Ok(false);
        }
        let operation = surprise.operation(value);
        let Some(read) = window.pending(surprise.stop) else { return Ok(true) };
        let Some(way) = self.ask(window, &kind, &[surprise.stop], Some(operation), confirm)? else { return Ok(true) };
        let came = confirm.read(&way, &read, value, which)?;
        self.note(&kind, &way, came);
        if came == Came::Predicted {
            self.shown.insert((surprise.site, value));
        }
        confirm.go_on()?;
        Ok(true)
    }
}
