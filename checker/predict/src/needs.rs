//! Which reads have to see what they saw in the trace, so that certain events can happen again; the others may see anything.
//!
//! An event needs the reads before it, in its thread, that decide about it ([`Relevance`](mcr_explore::Relevance)); it needs, in front of it, what its thread does
//! to wait or to let others go on (monitors, waits, starts, joins, semaphores), since the order solver takes that as it was; and what
//! links say comes first. A read that has to see its value needs whatever can have written that value: each write of it, in any thread, to be reached
//! and to write the same. Writes of other values need nothing: where they must not come between, the order solver keeps them away; and where they
//! write something else after all, or do not happen, the replay shows whether that was wrong.
//!
//! (S. Huang's dissertation, section 4.2, asks the same of a dependence graph, but of one event at a time, and forgets addresses and
//! exceptions: ERRATA, item 5.)
//!
//! Invariant: the needed reads are closed: what needed reads need is needed. More needs for the same events never make fewer reads needed.

use super::matters::Matters;
use super::observed::{Meaning, Observed};
use super::way::Stop;
use mcr_explore::{Aspect, ByAspect};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, LocationId, Outcome, SiteId, ThreadId, Value};
use mcr_solve::Operation;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// A window, in the order in which needs are looked for.
#[derive(Debug, Default)]
pub struct Index {
    /// By thread: the events that may be free, or needed.
    reads: FxHashMap<ThreadId, Reads>,
    /// By thread: reads that matter to all that comes later.
    always: FxHashMap<ThreadId, Vec<usize>>,
    /// By thread: events that stay as they are, and those that come behind a link.
    fixed: FxHashMap<ThreadId, Vec<usize>>,
    /// Who gives a location a value.
    writes: FxHashMap<(LocationId, Value), Vec<usize>>,
}

/// Reads of a thread, by their places in the code, which have numbers here.
#[derive(Debug, Default)]
struct Reads {
    numbers: FxHashMap<SiteId, usize>,
    /// In the order of the trace.
    events: Vec<Vec<usize>>,
    /// Those that matter to an aspect of what is done at a place, once that is known.
    deciders: RefCell<ByAspect<Rc<[usize]>>>,
}

impl Reads {
    fn add(&mut self, site: SiteId, event: usize) {
        let number = *self.numbers.entry(site).or_insert(self.events.len());
        if number == self.events.len() {
            self.events.push(Vec::new());
        }
        self.events[number].push(event);
    }

    fn deciders(&self, matters: &mut Matters<'_>, symbols: &Symbols, aspect: Aspect, later: SiteId) -> Rc<[usize]> {
        let mut known = self.deciders.borrow_mut();
        let found = known.entry((later, aspect)).or_insert_with(|| {
            let numbers = self.numbers.iter();
            let mut found: Vec<usize> =
                numbers.filter(|&(&read, _)| matters.matters(symbols, read, aspect, later)).map(|(_, &n)| n).collect();
            found.sort_unstable();
            found.into()
        });
        Rc::clone(found)
    }
}

impl Index {
    /// Of these events.
    pub fn new(
        observed: &Observed<'_>,
        events: impl Iterator<Item = usize>,
        matters: &Matters<'_>,
        symbols: &Symbols,
    ) -> Index {
        let mut index = Index::default();
        let mut always = FxHashMap::default();
        for n in events {
            let Event { thread, site, .. } = observed.events[n];
            let may = may_be_free(&observed.events[n]);
            if may && *always.entry(site).or_insert_with(|| matters.always_matters(symbols, site)) {
                index.always.entry(thread).or_default().push(n);
            } else if may {
                index.reads.entry(thread).or_default().add(site, n);
            }
            if (!may && stays(&observed.events[n].action)) || observed.links.contains_key(&n) {
                index.fixed.entry(thread).or_default().push(n);
            }
            if let Meaning::Access(
                Operation::Write(location, value, _) | Operation::Update { location, new: value, .. },
            ) = observed.meanings[n]
            {
                index.writes.entry((location, value)).or_default().push(n);
            }
        }
        index
    }
}

/// Whether an event reads, without waiting for what it reads.
fn may_be_free(event: &Event) -> bool {
    let accesses = matches!(event.action, Action::Read(_) | Action::Update(..));
    accesses && matches!(event.outcome, Outcome::Read(_) | Outcome::Updated { .. })
}

/// Whether an event is part of how threads wait for each other.
fn stays(action: &Action) -> bool {
    !matches!(
        action,
        Action::Read(_)
            | Action::Update(..)
            | Action::Write(..)
            | Action::Fence(_)
            | Action::Print(_)
            | Action::Choose(_)
    )
}

/// Needs of one question.
pub struct Needs<'a, 'r> {
    observed: &'a Observed<'a>,
    index: &'a Index,
    symbols: &'a Symbols,
    matters: &'a mut Matters<'r>,
    /// Where threads stop: what they do from there on does not happen.
    stops: FxHashMap<ThreadId, usize>,
    /// By thread, and number of a read's place: its events before this one are needed.
    before: FxHashMap<ThreadId, Vec<usize>>,
    /// How many are not, of those that happen.
    open: usize,
    /// Updates that are needed for what they write, so for what they see.
    updates: FxHashSet<usize>,
    /// By thread, place and aspect: the last event whose needs are known. What an earlier one needs is among them.
    known: FxHashMap<(ThreadId, SiteId, Aspect), usize>,
    /// By thread: how much of what is fixed is needed, and of what always matters.
    fixed: FxHashMap<ThreadId, usize>,
    always: FxHashMap<ThreadId, usize>,
    sought: FxHashSet<(LocationId, Value)>,
    todo: Vec<(ThreadId, usize, SiteId, Aspect)>,
}

impl<'a, 'r> Needs<'a, 'r> {
    /// Of threads that are at these stops, at these places in the code.
    pub fn new(
        observed: &'a Observed<'a>,
        index: &'a Index,
        symbols: &'a Symbols,
        matters: &'a mut Matters<'r>,
        stops: &[(Stop, SiteId)],
    ) -> Needs<'a, 'r> {
        let mut needs = Needs {
            observed,
            index,
            symbols,
            matters,
            stops: stops.iter().map(|(stop, _)| (stop.thread, stop.event)).collect(),
            before: FxHashMap::default(),
            open: 0,
            updates: FxHashSet::default(),
            known: FxHashMap::default(),
            fixed: FxHashMap::default(),
            always: FxHashMap::default(),
            sought: FxHashSet::default(),
            todo: Vec::new(),
        };
        needs.todo.extend(stops.iter().map(|&(stop, site)| (stop.thread, stop.event, site, Aspect::Reached)));
        needs.open = index.reads.iter().map(|(&thread, reads)| needs.that_happen(thread, reads)).sum();
        needs
    }

    /// Somebody has to find this value there.
    pub fn seek(&mut self, location: LocationId, value: Value) {
        if !self.sought.insert((location, value)) {
            return;
        }
        for &n in self.index.writes.get(&(location, value)).into_iter().flatten() {
            let Event { thread, site, .. } = self.observed.events[n];
            if self.stops.get(&thread).is_none_or(|&stop| n < stop) {
                self.todo.push((thread, n, site, Aspect::Written));
            }
        }
    }

    fn that_happen(&self, thread: ThreadId, reads: &Reads) -> usize {
        let stop = self.stops.get(&thread);
        let happen = |events: &Vec<usize>| stop.map_or(events.len(), |stop| events.partition_point(|n| n < stop));
        reads.events.iter().map(happen).sum()
    }

    /// Looks for all needs, or until nothing is free.
    pub fn close(&mut self) {
        while let (Some((thread, event, site, aspect)), 1..) = (self.todo.pop(), self.open) {
            self.need(thread, event, site, aspect);
        }
    }

    /// Whether everything is needed.
    pub fn is_all(&self) -> bool {
        self.open == 0
    }

    /// Whether what a read sees does not matter, if it happens: it need not see what it saw.
    pub fn frees(&self, n: usize) -> bool {
        let Event { thread, site, .. } = self.observed.events[n];
        let happens = self.stops.get(&thread).is_none_or(|&stop| n < stop);
        let Some(reads) = self.index.reads.get(&thread).filter(|_| happens) else { return false };
        let Some(&number) = reads.numbers.get(&site) else { return false };
        let before = self.before.get(&thread).map_or(0, |before| before[number]);
        n >= before && may_be_free(&self.observed.events[n]) && !self.updates.contains(&n)
    }

    fn need(&mut self, thread: ThreadId, event: usize, site: SiteId, aspect: Aspect) {
        // What an update writes depends on what it sees.
        let updates = matches!(self.observed.meanings.get(event), Some(Meaning::Access(Operation::Update { .. })));
        if aspect == Aspect::Written && updates {
            self.updates.insert(event);
            self.sees(event);
        }
        let known = self.known.get(&(thread, site, aspect)).copied();
        if known.is_some_and(|known| known >= event) {
            return;
        }
        self.known.insert((thread, site, aspect), event);
        self.comes_behind(thread, event);
        let index = self.index;
        let always = index.always.get(&thread).map_or(&[][..], Vec::as_slice);
        let done = self.always.get(&thread).copied().unwrap_or(0);
        let until = always.partition_point(|&n| n < event).max(done);
        self.always.insert(thread, until);
        for &n in &always[done..until] {
            self.todo.push((thread, n, self.observed.events[n].site, Aspect::Reached));
            self.sees(n);
        }
        let Some(reads) = index.reads.get(&thread) else { return };
        for &number in &*reads.deciders(self.matters, self.symbols, aspect, site) {
            let before = self.before.entry(thread).or_insert_with(|| vec![0; reads.events.len()]);
            let (events, before) = (&reads.events[number], &mut before[number]);
            if *before >= event {
                continue;
            }
            let new = events.partition_point(|n| n < before)..events.partition_point(|&n| n < event);
            *before = event;
            // Where something behind a stop is needed the answer is no.
            self.open = self.open.saturating_sub(new.len());
            for &n in &events[new] {
                self.todo.push((thread, n, self.observed.events[n].site, Aspect::Reached));
                self.sees(n);
            }
        }
    }

    /// What is fixed in front of an event, and what links put before that and before the event itself.
    fn comes_behind(&mut self, thread: ThreadId, event: usize) {
        let index = self.index;
        let fixed = index.fixed.get(&thread).map_or(&[][..], Vec::as_slice);
        let done = self.fixed.get(&thread).copied().unwrap_or(0);
        let until = fixed.partition_point(|&n| n < event).max(done);
        self.fixed.insert(thread, until);
        for &n in &fixed[done..until] {
            if stays(&self.observed.events[n].action) {
                self.happens(n);
            }
            self.follows(n);
        }
        self.follows(event);
        // Who has done nothing has no link to its start.
        if self.observed.is_silent(thread)
            && let Some(&start) = self.observed.starts.get(&thread)
        {
            self.happens(start);
        }
    }

    fn follows(&mut self, n: usize) {
        for &earlier in self.observed.links.get(&n).into_iter().flatten() {
            self.happens(earlier);
        }
    }

    fn happens(&mut self, n: usize) {
        let event = &self.observed.events[n];
        // With what it passes on to whom it lets go on.
        self.todo.push((event.thread, n, event.site, Aspect::Written));
        if !may_be_free(event) {
            self.sees(n);
        }
    }

    /// An event has to see what it saw.
    fn sees(&mut self, n: usize) {
        if let Meaning::Access(Operation::Read(location, value) | Operation::Update { location, old: value, .. }) =
            self.observed.meanings[n]
        {
            self.seek(location, value);
        }
    }
}
