//! Data races: two threads that may access one location at the same time.
//!
//! Two accesses *race* if they conflict (one location, one of them writes), are not both atomic, and are what two threads do next in
//! one reachable state. Under sequential consistency a search with persistent sets comes to such a state for every pair of places
//! that has one: let P be the persistent set of a state on the way. If the way has a step of P, that step may as well come first. If not, and the first of the two threads is in
//! P, the other one's access would conflict with P without a step of P before it, so both are next already. If neither is in P, whatever
//! step of P is tried leaves the way open. Under TSO and PSO a write that enters a buffer concerns nobody, and so pairs with it are found only where
//! the search comes across them; but a program without races under SC has none there either (it behaves as under SC).
//!
//! A race is reported once for each pair of source lines (of instructions, where lines are not known). Races are no violations unless that was asked for ([`super::RacesAre`]): whether a
//! program with a race does something wrong, the search finds out by itself.

use super::contract::{Violation, ViolationKind};
use super::path;
use super::strategy::Walker;
use mcr_model::Model;
use mcr_model::footprint::Resource;
use mcr_model::names::{LocationIx, ThreadIx};
use mcr_model::state::State;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Calls, Event, LocationId, Pending, RaceAccess, Schedule, Site, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Two accesses that may happen at the same time.
#[derive(Clone, Debug)]
pub struct Race {
    /// Where.
    pub location: LocationId,
    /// The accesses, one of each thread. Both are next after the events.
    pub accesses: [Pending; 2],
    /// The events that lead there, in global order.
    pub events: Vec<Event>,
    /// The schedule that leads there.
    pub schedule: Schedule,
    /// Number of the execution after which it was found, from 1.
    pub first_execution: u64,
    /// The walks that found it; none: the search, or a prediction.
    pub walker: Option<Walker>,
    /// What the program called in those events, if it was run once more to tell that.
    pub calls: Option<Box<Calls>>,
}

impl Race {
    /// The race as a violation.
    #[must_use]
    pub fn violation(&self) -> Violation {
        Violation {
            kind: ViolationKind::Race,
            message: "data race".to_owned(),
            events: self.events.clone(),
            blocked: self.accesses.to_vec(),
            thread: None,
            schedule: self.schedule.clone(),
            first_execution: self.first_execution,
            walker: self.walker,
            calls: self.calls.clone(),
            chain: None,
        }
    }
}

/// An access that some thread does next.
#[derive(Clone, Copy, Debug)]
struct Access {
    thread: ThreadIx,
    location: LocationIx,
    writes: bool,
    atomic: bool,
    site: SiteId,
}

/// Which instructions are on one line of the source.
#[derive(Debug, Default)]
pub struct Lines {
    of_site: FxHashMap<SiteId, SiteId>,
    /// By class and line.
    first: FxHashMap<(String, u32), SiteId>,
}

impl Lines {
    /// What stands for a race between two places: the same for all races between the same two lines.
    pub fn pair(&mut self, symbols: &Symbols, one: SiteId, other: SiteId) -> (SiteId, SiteId) {
        let (one, other) = (self.first_of(symbols, one), self.first_of(symbols, other));
        (one.min(other), one.max(other))
    }

    /// The first instruction that was asked about of the same line.
    fn first_of(&mut self, symbols: &Symbols, site: SiteId) -> SiteId {
        *self.of_site.entry(site).or_insert_with(|| match symbols.site(site) {
            Some(Site { class, line: Some(line), .. }) => *self.first.entry((class.clone(), *line)).or_insert(site),
            _ => site,
        })
    }
}

/// The races found so far.
#[derive(Debug, Default)]
pub struct Races {
    /// In the order in which they were found.
    pub found: Vec<Race>,
    pairs: FxHashSet<(SiteId, SiteId)>,
    lines: Lines,
    /// A buffer of [`Races::look`].
    accesses: Vec<Access>,
}

impl Races {
    /// Looks what the running threads do next; the new races. `path`: how to get to the state; then how many executions there were, and which walks
    /// those are.
    pub fn look(
        &mut self,
        model: &Model,
        state: &State,
        running: &[ThreadIx],
        path: &[path::Taken],
        (number, walker): (u64, Option<Walker>),
    ) -> &[Race] {
        let known = self.found.len();
        self.accesses.clear();
        self.accesses.extend(running.iter().filter_map(|&thread| access(model, state, thread)));
        for (n, one) in self.accesses.iter().enumerate() {
            for other in &self.accesses[..n] {
                let conflict = one.location == other.location && (one.writes || other.writes);
                if !conflict || one.atomic && other.atomic {
                    continue;
                }
                if !self.pairs.insert(self.lines.pair(&model.symbols, one.site, other.site)) {
                    continue;
                }
                let pending = |access: &Access| model.pending(access.thread, state.thread(access.thread).cell);
                let (Some(first), Some(second)) = (pending(other), pending(one)) else { continue };
                let events = path::events(model, path);
                self.found.push(Race {
                    location: model.names.location_id(one.location),
                    accesses: [first, second],
                    schedule: path::schedule(&events),
                    events,
                    first_execution: number,
                    walker,
                    calls: None,
                });
            }
        }
        &self.found[known..]
    }
}

/// The access that a thread does next, to a location that others touch as well.
fn access(model: &Model, state: &State, thread: ThreadIx) -> Option<Access> {
    let cell = model.tries.cell(state.thread(thread).cell);
    let RaceAccess { location, writes, atomic } = cell.op?.race_access()?;
    model.resources.shared(Resource::Location(location))?;
    let atomic = atomic || race_is_atomic(&model.symbols, cell.site, model.names.location_id(location));
    Some(Access { thread, location, writes, atomic, site: cell.site })
}

/// Whether an access at this place to this location does not race, whatever its order.
pub fn race_is_atomic(symbols: &Symbols, site: SiteId, location: LocationId) -> bool {
    let at_site = symbols.site(site).and_then(|site| site.atomic);
    at_site.unwrap_or_else(|| symbols.location(location).is_some_and(|label| label.atomic))
}
