//! A part of a trace, as a question to the order solver.
//!
//! A window is a range of events. What comes before it is kept as it was: memory and monitors are what they were when the window began. Only
//! what can matter to others is an operation: locations that two threads touch in the window and one of them writes, monitors that two
//! threads use, events with links. The rest of a thread's events goes along with its operations.
//!
//! Invariant: a window begins when all store buffers are empty and has no barriers.

use super::matters::Matters;
use super::needs::{Index, Needs};
use super::observed::{Meaning, Observed};
use super::way::{Found, Stop, Way};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, Fence, LocationId, MemoryModel, Outcome, Pending, SiteId, ThreadId, Value};
use mcr_solve::{
    Answer, Cut, Engines, Free, Happening, Link, Next, Operation, OrderSolver, Over, Past, Place, Prefix, Prefixes,
    Question, Seen, Statistics, Witness,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A window.
pub struct Window<'t> {
    observed: &'t Observed<'t>,
    /// Its events.
    pub range: Range<usize>,
    /// Those that do something in it, or hold a monitor, or are at the end of the trace.
    pub threads: Vec<ThreadId>,
    /// By thread: its events.
    own: Vec<Vec<usize>>,
    /// By thread: the events of its operations.
    kept: Vec<Vec<usize>>,
    /// Before each event of a thread: which monitors it is in, as an index into `holdings`.
    held: FxHashMap<(ThreadId, usize), usize>,
    holdings: Vec<Vec<Value>>,
    solver: OrderSolver,
    /// Made when first needed.
    index: Option<Index>,
}

/// What there is before a window.
#[derive(Clone, Debug, Default)]
pub struct Before {
    memory: FxHashMap<LocationId, Value>,
    owners: FxHashMap<Value, ThreadId>,
    /// How far the lists of the trace have been followed.
    changes: usize,
    monitors: usize,
}

impl Before {
    /// Before the trace.
    pub fn new(observed: &Observed<'_>) -> Before {
        Before { memory: observed.initial.clone(), ..Before::default() }
    }

    /// Before this event, which is no earlier than those asked for so far.
    pub fn advance(&mut self, observed: &Observed<'_>, event: usize) {
        for &(_, location, value) in observed.changes[self.changes..].iter().take_while(|(n, ..)| *n < event) {
            self.memory.insert(location, value);
            self.changes += 1;
        }
        for &(n, monitor, enters) in observed.monitors[self.monitors..].iter().take_while(|(n, ..)| *n < event) {
            if enters {
                self.owners.insert(monitor, observed.events[n].thread);
            } else {
                self.owners.remove(&monitor);
            }
            self.monitors += 1;
        }
    }
}

/// What more than one thread has to do with.
#[derive(Default)]
struct Shared {
    /// Who touches it, if that is one; whether somebody writes.
    locations: FxHashMap<LocationId, (Option<ThreadId>, bool)>,
    monitors: FxHashMap<Value, Option<ThreadId>>,
}

impl Shared {
    fn touch(&mut self, location: LocationId, thread: ThreadId, writes: bool) {
        let (who, written) = self.locations.entry(location).or_insert((Some(thread), false));
        *who = who.filter(|who| *who == thread);
        *written |= writes;
    }

    fn uses(&mut self, monitor: Value, thread: ThreadId) {
        let who = self.monitors.entry(monitor).or_insert(Some(thread));
        *who = who.filter(|who| *who == thread);
    }

    fn location_matters(&self, location: LocationId) -> bool {
        self.locations.get(&location) == Some(&(None, true))
    }

    fn monitor_matters(&self, monitor: Value) -> bool {
        self.monitors.get(&monitor) == Some(&None)
    }
}

impl<'t> Window<'t> {
    /// These events of a trace. `before`: before the first of them; `engines`: who answers questions.
    pub fn new(
        model: MemoryModel,
        engines: Engines,
        observed: &'t Observed<'t>,
        range: Range<usize>,
        before: &Before,
    ) -> Window<'t> {
        let mut window = Window {
            observed,
            range: range.clone(),
            threads: Vec::new(),
            own: Vec::new(),
            kept: Vec::new(),
            held: FxHashMap::default(),
            holdings: vec![Vec::new()],
            solver: OrderSolver::new(no_prefixes(model), engines),
            index: None,
        };
        let shared = window.look_around(before);
        window.note_monitors(before);
        window.ask_about(model, engines, before, &shared);
        window
    }

    fn index_of(&mut self, thread: ThreadId) -> usize {
        self.threads.iter().position(|other| *other == thread).unwrap_or_else(|| {
            self.threads.push(thread);
            self.own.push(Vec::new());
            self.kept.push(Vec::new());
            self.threads.len() - 1
        })
    }

    fn reaches_the_end(&self) -> bool {
        self.range.end == self.observed.events.len()
    }

    /// Lists threads and their events, and what several of them touch.
    fn look_around(&mut self, before: &Before) -> Shared {
        let mut shared = Shared::default();
        let observed = self.observed;
        for (&monitor, &thread) in &before.owners {
            self.index_of(thread);
            shared.uses(monitor, thread);
        }
        for n in self.range.clone() {
            let meaning = &observed.meanings[n];
            if *meaning == Meaning::Arrival {
                continue;
            }
            let thread = observed.events[n].thread;
            let index = self.index_of(thread);
            self.own[index].push(n);
            match meaning {
                Meaning::Enter(monitor) | Meaning::Leave(monitor) => shared.uses(*monitor, thread),
                _ => {}
            }
            if let Some((location, writes)) = meaning.location() {
                shared.touch(location, thread, writes);
            }
        }
        if self.reaches_the_end() {
            for pending in observed.pending {
                self.index_of(pending.thread);
                match pending.action {
                    Action::Read(location) => shared.touch(location, pending.thread, false),
                    Action::Write(location, ..) | Action::Update(location, _) => {
                        shared.touch(location, pending.thread, true);
                    }
                    Action::Acquire { monitor, .. } | Action::Resume(monitor) => shared.uses(monitor, pending.thread),
                    _ => {}
                }
            }
        }
        shared
    }

    /// Notes for each event which monitors its thread is in.
    fn note_monitors(&mut self, before: &Before) {
        let observed = self.observed;
        let mut of_thread: FxHashMap<ThreadId, Vec<Value>> = FxHashMap::default();
        for (&monitor, &thread) in &before.owners {
            of_thread.entry(thread).or_default().push(monitor);
        }
        let mut current: FxHashMap<ThreadId, usize> = FxHashMap::default();
        for (&thread, monitors) in &mut of_thread {
            monitors.sort_unstable();
            self.holdings.push(monitors.clone());
            current.insert(thread, self.holdings.len() - 1);
        }
        let mut changes = observed.monitors[before.monitors..].iter().peekable();
        for n in self.range.clone() {
            let thread = observed.events[n].thread;
            if let Some(&holding) = current.get(&thread) {
                self.held.insert((thread, n), holding);
            }
            while let Some(&(_, monitor, enters)) = changes.next_if(|(at, ..)| *at <= n) {
                let monitors = of_thread.entry(thread).or_default();
                if enters {
                    monitors.push(monitor);
                    monitors.sort_unstable();
                } else {
                    monitors.retain(|other| *other != monitor);
                }
                self.holdings.push(monitors.clone());
                current.insert(thread, self.holdings.len() - 1);
            }
        }
        for (thread, holding) in current {
            self.held.insert((thread, Stop::PENDING), holding);
        }
    }

    /// Makes the prefixes.
    fn ask_about(&mut self, model: MemoryModel, engines: Engines, before: &Before, shared: &Shared) {
        let observed = self.observed;
        let inside = |n: &usize| self.range.contains(n);
        let mut linked = FxHashSet::default();
        for n in self.range.clone() {
            for &earlier in observed.links.get(&n).into_iter().flatten().filter(|n| inside(n)) {
                linked.extend([earlier, n]);
            }
        }
        let mut past = Past::default();
        let (mut prefixes, mut seen, mut places) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut unseen = Vec::new();
        let silent = self.threads.iter().filter(|thread| observed.is_silent(**thread));
        linked.extend(silent.filter_map(|thread| observed.starts.get(thread)).filter(|n| inside(n)));
        for (index, &thread) in self.threads.iter().enumerate() {
            let (mut operations, mut times) = (Vec::new(), Vec::new());
            for &n in &self.own[index] {
                let operation = match observed.meanings[n] {
                    Meaning::Enter(monitor) if shared.monitor_matters(monitor) => Some(Operation::Acquire(monitor)),
                    Meaning::Leave(monitor) if shared.monitor_matters(monitor) => Some(Operation::Release(monitor)),
                    Meaning::Access(operation) => {
                        let location = observed.meanings[n].location();
                        location.is_none_or(|(location, _)| shared.location_matters(location)).then_some(operation)
                    }
                    _ => None,
                };
                let waits = match observed.meanings[n] {
                    Meaning::Enter(_) | Meaning::Leave(_) | Meaning::Fence => true,
                    Meaning::Access(operation) => operation.is_fence(),
                    _ => false,
                };
                let fence = (waits && model.buffers()).then_some(Operation::Fence(Fence::Full));
                let point = linked.contains(&n).then_some(Operation::Pass);
                let Some(operation) = operation.or(fence).or(point) else { continue };
                places.insert(n, Place { thread: index, index: operations.len() });
                operations.push(operation);
                let time = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                let arrived = observed.arrivals.get(&n).map_or(u32::MAX, |&n| time(n));
                times.push(Seen { performed: time(n), arrived });
                self.kept[index].push(n);
                if let Some((location, _)) = observed.meanings[n].location()
                    && let Some(&value) = before.memory.get(&location)
                {
                    past.initial.insert(location, value);
                }
            }
            // One that has been started and has done nothing: it comes next behind its start.
            let start = observed.starts.get(&thread).filter(|start| inside(start));
            if let Some(&start) = start.filter(|_| observed.is_silent(thread)) {
                unseen.push((start, Place { thread: index, index: 0 }));
                operations.push(Operation::Pass);
                self.kept[index].push(Stop::PENDING);
            }
            prefixes.push(Prefix { thread, operations });
            seen.push(times);
        }
        let held = before.owners.iter().filter(|(monitor, _)| shared.monitor_matters(**monitor));
        past.held = held.map(|(&monitor, &thread)| (thread, monitor)).collect();
        past.held.sort_unstable();
        let linked =
            self.range.clone().flat_map(|n| observed.links.get(&n).into_iter().flatten().map(move |&e| (e, n)));
        let links = linked.filter(|(earlier, _)| inside(earlier));
        let links = links.map(|(earlier, later)| Link { before: places[&earlier], after: places[&later] });
        let unseen = unseen.into_iter().map(|(start, after)| Link { before: places[&start], after });
        let links = links.chain(unseen).collect();
        // A trace that is no execution has other defects.
        if let Ok(prefixes) = Prefixes::after(model, past, prefixes, links) {
            self.solver = OrderSolver::new(prefixes.seen(seen), engines);
        }
    }

    /// Whether there is anything to reorder.
    pub fn is_empty(&self) -> bool {
        self.kept.iter().filter(|kept| !kept.is_empty()).count() < 2
    }

    /// Each thread, and each of its events, in order; with what it would do at the end of the trace.
    pub fn stops(&self) -> impl Iterator<Item = Stop> + '_ {
        let own = self.threads.iter().zip(&self.own);
        let events = own.flat_map(|(&thread, own)| own.iter().map(move |&event| Stop { thread, event }));
        let pending = self.reaches_the_end().then_some(self.observed.pending).into_iter().flatten();
        events.chain(pending.map(|pending| Stop { thread: pending.thread, event: Stop::PENDING }))
    }

    /// What a thread does next.
    pub fn next(&self, stop: Stop) -> Option<(SiteId, &'t Action, Option<Outcome>)> {
        if stop.event == Stop::PENDING {
            return self.observed.pending(stop.thread).map(|pending| (pending.site, &pending.action, None));
        }
        let event = &self.observed.events[stop.event];
        Some((event.site, &event.action, Some(event.outcome)))
    }

    /// The same as an operation that waits for its turn.
    pub fn pending(&self, stop: Stop) -> Option<Pending> {
        let (site, action, _) = self.next(stop)?;
        Some(Pending { thread: stop.thread, site, action: action.clone() })
    }

    /// Which monitors the thread is in.
    pub fn held(&self, stop: Stop) -> &[Value] {
        self.held.get(&(stop.thread, stop.event)).map_or(&[], |&holding| &self.holdings[holding])
    }

    /// The place of a stop among the operations of its thread.
    fn place(&self, stop: Stop) -> Option<Place> {
        let thread = self.threads.iter().position(|other| *other == stop.thread)?;
        Some(Place { thread, index: self.kept[thread].partition_point(|&n| n < stop.event) })
    }

    /// Whether links and the order of threads alone keep two threads from being there at once.
    pub fn is_ordered(&mut self, one: Stop, other: Stop, over: Over<'_>) -> bool {
        let (Some(one), Some(other)) = (self.place(one), self.place(other)) else { return true };
        self.solver.is_ordered(one, other, over)
    }

    /// Values that a location gets here, the first one first.
    pub fn values(&self, location: LocationId) -> Vec<Value> {
        let mut values = vec![self.solver.prefixes().initial(location)];
        let written = self.solver.prefixes().threads().iter().flat_map(|prefix| &prefix.operations);
        values.extend(written.filter_map(|operation| match *operation {
            Operation::Write(at, value, _) | Operation::Update { location: at, new: value, .. } if at == location => {
                Some(value)
            }
            _ => None,
        }));
        let mut known = FxHashSet::default();
        values.retain(|value| known.insert(*value));
        values
    }

    /// Whether the stop is at an operation that reads. (An update of what nobody else touches may be kept as a fence.)
    pub fn reads(&self, stop: Stop) -> bool {
        let Some(Place { thread, index }) = self.place(stop) else { return false };
        let operation = self.solver.prefixes().threads().get(thread).and_then(|prefix| prefix.operations.get(index));
        self.kept[thread].get(index) == Some(&stop.event)
            && matches!(operation, Some(Operation::Read(..) | Operation::Update { .. }))
    }

    /// The reads that may see anything while these threads come to these stops, the first one to do `next`.
    pub fn free(
        &mut self,
        stops: &[Stop],
        next: Option<Operation>,
        matters: &mut Matters<'_>,
        symbols: &Symbols,
    ) -> Free {
        if matters.is_blind() {
            return Free::default();
        }
        let places = stops.iter().filter_map(|&stop| Some((stop, self.next(stop)?.0)));
        let places: Vec<_> = places.collect();
        let observed = self.observed;
        let make = || Index::new(observed, self.own.iter().flatten().copied(), matters, symbols);
        let index = self.index.get_or_insert_with(make);
        let mut needs = Needs::new(observed, index, symbols, matters, &places);
        if let Some(Operation::Read(location, value) | Operation::Update { location, old: value, .. }) = next {
            needs.seek(location, value);
        }
        needs.close();
        if needs.is_all() {
            return Free::default();
        }
        let kept = self.kept.iter().enumerate();
        let places = kept.flat_map(|(thread, kept)| {
            kept.iter().enumerate().map(move |(index, &event)| (Place { thread, index }, event))
        });
        // Beginnings that nobody has seen have no event.
        let free = places.filter(|&(_, n)| n < observed.events.len() && needs.frees(n));
        free.map(|(place, _)| place).collect()
    }

    /// Whether these threads can be at these stops at once, the first one doing `next`: the events that lead there. What is free may see
    /// anything on the way.
    pub fn ask(&mut self, stops: &[Stop], next: Option<Operation>, free: &Free, over: Over<'_>) -> Found {
        let mut cut = Cut(vec![None; self.threads.len()]);
        for &stop in stops {
            let Some(place) = self.place(stop) else { return Found::No };
            cut.0[place.thread] = Some(place.index);
        }
        let mut operations = next.into_iter().chain(std::iter::repeat(Operation::Pass));
        let next = |stop: &Stop| Next { thread: stop.thread, operation: operations.next().unwrap_or(Operation::Pass) };
        let next: Vec<Next> = stops.iter().map(next).collect();
        match self.solver.ask_until(&Question { cut: &cut, free, next: &next }, over) {
            Answer::Yes(witness) => {
                let (free, events) = (self.freed(&witness, free), self.events(&witness, stops));
                Found::Way(Way { free, events, before: self.range.start })
            }
            Answer::No => Found::No,
            Answer::Unknown => Found::Unknown,
        }
    }

    /// How many operations of an answer may see anything.
    fn freed(&self, witness: &Witness, free: &Free) -> usize {
        let mut done = vec![0; self.threads.len()];
        let mut count = 0;
        for happening in &witness.happenings {
            if let Happening::Perform(id) = happening
                && let Some(thread) = self.threads.iter().position(|other| other == id)
            {
                count += usize::from(free.contains(Place { thread, index: done[thread] }));
                done[thread] += 1;
            }
        }
        count
    }

    /// The events of an answer, behind those before the window.
    fn events(&self, witness: &Witness, stops: &[Stop]) -> Vec<Event> {
        let observed = self.observed;
        let mut events = observed.events[..self.range.start].to_vec();
        let mut done = vec![0; self.threads.len()];
        let mut operations = vec![0; self.threads.len()];
        let mut arrivals: FxHashMap<(usize, LocationId), Vec<usize>> = FxHashMap::default();
        for happening in &witness.happenings {
            match *happening {
                Happening::Perform(thread) => {
                    let Some(t) = self.threads.iter().position(|other| *other == thread) else { continue };
                    let event = self.kept[t][operations[t]];
                    operations[t] += 1;
                    while self.own[t].get(done[t]).is_some_and(|&n| n <= event) {
                        events.push(observed.events[self.own[t][done[t]]].clone());
                        done[t] += 1;
                    }
                    if let Some(Event { action: Action::Write(location, ..), .. }) = observed.events.get(event) {
                        let location = *location;
                        arrivals.entry((t, location)).or_default().push(event);
                    }
                }
                Happening::Arrive(thread, location) => {
                    let Some(t) = self.threads.iter().position(|other| *other == thread) else { continue };
                    let Some(writes) = arrivals.get_mut(&(t, location)).filter(|writes| !writes.is_empty()) else {
                        continue;
                    };
                    let written = &observed.events[writes.remove(0)];
                    let Action::Write(_, value, _) = written.action else { continue };
                    events.push(Event {
                        action: Action::Arrive(location, value),
                        outcome: Outcome::Done,
                        ..written.clone()
                    });
                }
            }
        }
        for stop in stops {
            let Some(t) = self.threads.iter().position(|other| *other == stop.thread) else { continue };
            while let Some(&n) = self.own[t].get(done[t]).filter(|&&n| n < stop.event) {
                events.push(observed.events[n].clone());
                done[t] += 1;
            }
        }
        events
    }

    /// What the solver has done.
    pub fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

fn no_prefixes(model: MemoryModel) -> Prefixes {
    Prefixes::new(model, FxHashMap::default(), Vec::new()).expect("nothing is well-formed")
}
