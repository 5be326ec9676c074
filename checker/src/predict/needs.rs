//! Which reads have to see what they saw in the trace, so that certain events can happen again; the others may see anything.
//!
//! An event needs the reads before it, in its thread, that decide about it ([`Relevance`](super::relevance::Relevance)); it needs, in front of it, what its thread does
//! to wait or to let others go on (monitors, waits, starts, joins, semaphores), since the order solver takes that as it was; and what
//! links say comes first. A read that has to see its value needs whatever can have written that value: each write of it, in any thread, to be reached
//! and to write the same. Writes of other values need nothing: where they must not come between, the order solver keeps them away; and where they
//! write something else after all, or do not happen, the replay shows whether that was wrong.
//!
//! (S. Huang's dissertation, section 4.2, asks the same of a dependence graph, but of one event at a time, and forgets addresses and
//! exceptions: ERRATA, item 5.)
//!
//! Invariant: the needed reads are closed: what needed reads need is needed. More needs for the same events never make fewer reads needed.

use super::observed::{Meaning, Observed};
use super::relevance::{Aspect, Matters};
use super::window::Stop;
use crate::solve::Operation;
use crate::symbols::Symbols;
use mcr_protocol::{Action, Event, LocationId, Outcome, SiteId, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A window, in the order in which needs are looked for.
#[derive(Debug, Default)]
pub struct Index {
    /// By thread: the events that may be free, or needed, by their places in the code.
    reads: FxHashMap<ThreadId, FxHashMap<SiteId, Vec<usize>>>,
    /// By thread: events that stay as they are, and those that come behind a link.
    fixed: FxHashMap<ThreadId, Vec<usize>>,
    /// Who gives a location a value.
    writes: FxHashMap<(LocationId, Value), Vec<usize>>,
}

impl Index {
    /// Of these events.
    pub fn new(observed: &Observed<'_>, events: impl Iterator<Item = usize>) -> Index {
        let mut index = Index::default();
        for n in events {
            let Event { thread, site, .. } = observed.events[n];
            let may = may_be_free(&observed.events[n]);
            if may {
                index.reads.entry(thread).or_default().entry(site).or_default().push(n);
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
    /// By thread and place of a read: its events before this one are needed.
    before: FxHashMap<(ThreadId, SiteId), usize>,
    /// Updates that are needed for what they write, so for what they see.
    updates: FxHashSet<usize>,
    /// By thread, place and aspect: the last event whose needs are known. What an earlier one needs is among them.
    known: FxHashMap<(ThreadId, SiteId, Aspect), usize>,
    /// By thread: how much of what is fixed is needed.
    fixed: FxHashMap<ThreadId, usize>,
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
            updates: FxHashSet::default(),
            known: FxHashMap::default(),
            fixed: FxHashMap::default(),
            sought: FxHashSet::default(),
            todo: Vec::new(),
        };
        needs.todo.extend(stops.iter().map(|&(stop, site)| (stop.thread, stop.event, site, Aspect::Reached)));
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

    /// Looks for all needs.
    pub fn close(&mut self) {
        while let Some((thread, event, site, aspect)) = self.todo.pop() {
            self.need(thread, event, site, aspect);
        }
    }

    /// Whether what a read sees does not matter, if it happens: it need not see what it saw.
    pub fn frees(&self, n: usize) -> bool {
        let event = &self.observed.events[n];
        let happens = self.stops.get(&event.thread).is_none_or(|&stop| n < stop);
        happens && may_be_free(event) && !self.contains(n)
    }

    fn contains(&self, n: usize) -> bool {
        let Event { thread, site, .. } = self.observed.events[n];
        self.updates.contains(&n) || self.before.get(&(thread, site)).is_some_and(|&before| n < before)
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
        for (&read, events) in index.reads.get(&thread).into_iter().flatten() {
            if self.matters.matters(self.symbols, read, aspect, site) {
                let before = self.before.entry((thread, read)).or_insert(0);
                let new = events.partition_point(|&n| n < *before)..events.partition_point(|&n| n < event);
                *before = event.max(*before);
                for &n in events.get(new).into_iter().flatten() {
                    self.todo.push((thread, n, read, Aspect::Reached));
                    self.sees(n);
                }
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
