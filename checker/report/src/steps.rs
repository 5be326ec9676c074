//! An interleaving step by step, with what is known after each step; no terminal.
//!
//! A step is a row of the table ([`super::rows`]). What is known after it follows from all events up to the last one that the row stands for,
//! also from those that the table leaves out: the values of the variables that the rows mention, who holds which monitor, who waits for what.
//! Values are as the table shows them: a write that it shows as buffered is in memory when it arrives, any other at once.
//!
//! Invariant: a row says how many events are over after it ([`Row::over`]), and that number never falls; what was over after the row before it, a row
//! does not stand for.

use super::buffers::Delay;
use super::cell;
use super::folding::Folding;
use super::monitors::{Monitors, Obstacle};
use super::names::{Names, OfThread};
use super::relevance::Shown;
use super::rows::{self, Row};
use super::spot::Spot;
use super::table;
use super::violation::thrown_frame;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, LocationId, MemoryModel, Outcome, Pending, SiteId, ThreadId, Value, Wake};
use rustc_hash::{FxHashMap, FxHashSet};

/// An interleaving, to be walked through.
pub struct Walk<'a> {
    pub(super) names: Names<'a>,
    /// What the threads are called, in the order of their columns.
    pub threads: Vec<String>,
    /// The rows, each with what is known after it.
    pub steps: Vec<Step>,
    /// Steps of no consequence that are no rows.
    pub left_out: usize,
}

/// A row, and what is known after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose it is, by column; none where events of several threads are left out.
    pub thread: Option<usize>,
    /// What happens.
    pub text: String,
    /// Where, `File.java:12`; may be empty.
    pub line: String,
    /// The same place, to look for its source.
    pub spot: Option<Spot>,
    /// What it stands for.
    pub events: Events,
    /// What store buffers have to do with it.
    pub delay: Delay,
    /// Another thread goes on: the events before it are of another one.
    pub switches: bool,
    /// What holds when it is over.
    pub after: Known,
}

/// The events that a step stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Events {
    /// None: it is a remark.
    None,
    /// This one, by number.
    One(usize),
    /// So many.
    Several(usize),
}

/// What is known at a point of an interleaving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The variables that the rows mention and whose value is known, in the order in which they are mentioned.
    pub variables: Vec<Variable>,
    /// The monitors that somebody is in.
    pub held: Vec<Held>,
    /// What each thread can do, by column.
    pub threads: Vec<Standing>,
}

/// A variable, and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// What it is called.
    pub name: String,
    /// What is in memory; none if that is not known.
    pub value: Option<String>,
    /// What is on its way to memory: whose, and what, the oldest first.
    pub buffered: Vec<(String, String)>,
    /// Whether the step has changed any of this.
    pub changed: bool,
}

/// A monitor that somebody is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What it is called.
    pub monitor: String,
    /// Who is in it.
    pub by: String,
    /// Where that thread entered it; may be empty.
    pub line: String,
    /// How often it has entered it and not left.
    pub times: u32,
}

/// What a thread can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has started it.
    NotStarted,
    /// It can go on.
    Runs,
    /// It cannot: why not.
    Waits(String),
    /// It is over.
    Ended,
}

impl<'a> Walk<'a> {
    /// Of a violation under a memory model; `all_steps`: also those of no consequence.
    #[must_use]
    pub fn new(violation: &Violation, symbols: &'a Symbols, model: MemoryModel, all_steps: bool) -> Walk<'a> {
        let (names, shown) = table::names_and_shown(violation, symbols, model, all_steps);
        let folding = if all_steps { None } else { Folding::of(violation, symbols) };
        let rows = rows::rows(&names, violation, &shown, folding.as_ref());
        let left_out = shown.left_out();
        let steps = Walker::new(&names, violation, &shown).walk(&rows, symbols);
        let threads = names.threads.iter().map(|(_, name)| name.clone()).collect();
        Walk { names, threads, steps, left_out }
    }

    /// What the thread of a step is called; empty if it is of several.
    #[must_use]
    pub fn thread(&self, step: &Step) -> &str {
        step.thread.and_then(|column| self.threads.get(column)).map_or("", String::as_str)
    }
}

/// On the way through the events.
struct Walker<'a, 'n> {
    names: &'a Names<'n>,
    violation: &'a Violation,
    shown: &'a Shown,
    /// The variables that the rows mention.
    mentioned: Vec<LocationId>,
    /// How many events are over.
    over: usize,
    monitors: Monitors,
    memory: Memory,
    started: FxHashSet<ThreadId>,
    ended: FxHashSet<ThreadId>,
    /// The events of each thread that are to come, the next one last.
    ahead: FxHashMap<ThreadId, Vec<usize>>,
}

impl<'a, 'n> Walker<'a, 'n> {
    fn new(names: &'a Names<'n>, violation: &'a Violation, shown: &'a Shown) -> Self {
        let events = &violation.events;
        let rows = (0..events.len()).filter(|&index| shown.is_row(index));
        let mut mentioned = Vec::new();
        let actions = rows.map(|index| (events[index].thread, &events[index].action));
        for (thread, action) in actions.chain(violation.blocked.iter().map(|next| (next.thread, &next.action))) {
            locations(thread, action, |location| {
                if !mentioned.contains(&location) {
                    mentioned.push(location);
                }
            });
        }
        let mut ahead: FxHashMap<ThreadId, Vec<usize>> = FxHashMap::default();
        for (index, event) in events.iter().enumerate().rev().filter(|(_, event)| !event.is_arrival()) {
            ahead.entry(event.thread).or_default().push(index);
        }
        Walker {
            names,
            violation,
            shown,
            mentioned,
            over: 0,
            monitors: Monitors::default(),
            memory: Memory::before(events, &shown.delays.of),
            started: FxHashSet::from_iter([ThreadId::MAIN]),
            ended: FxHashSet::default(),
            ahead,
        }
    }

    fn walk(mut self, rows: &[Row], symbols: &Symbols) -> Vec<Step> {
        let events = &self.violation.events;
        let mut steps: Vec<Step> = Vec::new();
        let mut before = self.known();
        let mut running = None;
        for (number, row) in rows.iter().enumerate() {
            let shown: Vec<usize> = (self.over..row.over()).filter(|&index| self.shown.is_row(index)).collect();
            let stands_for = match shown[..] {
                [] => Events::None,
                [one] => Events::One(one),
                _ => Events::Several(shown.len()),
            };
            // What comes behind the last row has happened, too.
            self.go_to(if number + 1 == rows.len() { events.len() } else { row.over() });
            // That a write arrives is no event of its thread.
            let mut threads = shown.iter().map(|&index| &events[index]).filter(|event| !event.is_arrival());
            let first = threads.next().map(|event| event.thread);
            let switches = first.is_some() && running.is_some() && first != running;
            running = threads.next_back().map(|event| event.thread).or(first).or(running);
            let after = changed(&before, self.known());
            before = after.clone();
            let delay = if let Events::One(index) = stands_for { self.shown.delays.of[index] } else { Delay::None };
            steps.push(Step {
                thread: row.column(),
                text: row.text(),
                line: row.line().to_owned(),
                spot: self.spot(row, shown.last().copied(), symbols),
                events: stands_for,
                delay,
                switches,
                after,
            });
        }
        steps
    }

    /// To the point where so many events are over.
    fn go_to(&mut self, over: usize) {
        let (violation, shown) = (self.violation, self.shown);
        for (event, delay) in violation.events.iter().zip(&shown.delays.of).take(over).skip(self.over) {
            self.monitors.apply(event);
            self.memory.apply(event, *delay);
            match &event.action {
                Action::Start { child, .. } => drop(self.started.insert(*child)),
                Action::End { .. } => drop(self.ended.insert(event.thread)),
                _ => {}
            }
            if !event.is_arrival() {
                self.ahead.get_mut(&event.thread).map(Vec::pop);
            }
        }
        self.over = self.over.max(over);
    }

    fn known(&self) -> Known {
        let names = self.names;
        let variables = self.mentioned.iter().filter_map(|&location| {
            let value = self.memory.values.get(&location).map(|value| names.value(location, *value));
            let waiting = self.memory.buffered.iter().filter(|(_, to, _)| *to == location);
            let buffered: Vec<_> =
                waiting.map(|(thread, _, value)| (names.thread(*thread), names.value(location, *value))).collect();
            let name = match names.of_thread(location) {
                Some((OfThread::Permit, thread)) => format!("permit of {}", names.thread(thread)),
                Some((OfThread::Interrupt, thread)) => format!("interrupt flag of {}", names.thread(thread)),
                None => names.location(location).to_owned(),
            };
            (value.is_some() || !buffered.is_empty()).then_some(Variable { name, value, buffered, changed: false })
        });
        let held = self.monitors.held().map(|(monitor, owner)| Held {
            monitor: names.object(monitor),
            by: names.thread(owner.thread),
            line: names.line(owner.acquired),
            times: owner.depth,
        });
        let mut held: Vec<Held> = held.collect();
        held.sort_by(|one, other| one.monitor.cmp(&other.monitor));
        let threads = names.threads.iter().map(|(thread, _)| self.standing(*thread)).collect();
        Known { variables: variables.collect(), held, threads }
    }

    /// What a thread can do now: what it does next tells.
    fn standing(&self, thread: ThreadId) -> Standing {
        if self.ended.contains(&thread) {
            return Standing::Ended;
        }
        if !self.started.contains(&thread) {
            return Standing::NotStarted;
        }
        let later = self.ahead.get(&thread).and_then(|ahead| ahead.last());
        let later = later.map(|&index| &self.violation.events[index].action);
        let blocked = || self.violation.blocked.iter().find(|pending| pending.thread == thread);
        let Some(next) = later.or_else(|| blocked().map(|pending| &pending.action)) else { return Standing::Runs };
        match (self.monitors.obstacle(thread, next), next) {
            (Some(obstacle), _) => {
                let by = match &obstacle {
                    Obstacle::Owned(_, owner) => format!(" held by {}", self.names.thread(owner.thread)),
                    _ => String::new(),
                };
                Standing::Waits(cell::obstacle(self.names, &obstacle) + &by)
            }
            (None, Action::Await(_)) => Standing::Waits(cell::action(self.names, next)),
            (None, _) => Standing::Runs,
        }
    }

    /// Where a row is in the source, as its text says.
    fn spot(&self, row: &Row, last: Option<usize>, symbols: &Symbols) -> Option<Spot> {
        let line = row.line();
        if line.is_empty() {
            return None;
        }
        let of_site = |site: SiteId| symbols.site(site).map(Spot::of);
        let event = last.map(|last| &self.violation.events[last]);
        if let Some(Event { action: Action::End { uncaught: Some(uncaught), .. }, .. }) = event
            && let Some(spot) = thrown_frame(uncaught).and_then(Spot::parse)
        {
            return Some(spot);
        }
        // A remark: of what its thread cannot do, or of a write that has not arrived.
        let left = self.shown.delays.left.iter().map(|&index| (self.violation.events[index].thread, index));
        let left = left.map(|(thread, index)| (thread, self.violation.events[index].site));
        let blocked = self.violation.blocked.iter().map(|Pending { thread, site, .. }| (*thread, *site));
        let remarked = || {
            let mut sites = blocked.chain(left);
            sites.find(|(thread, site)| {
                row.column() == Some(self.names.column(*thread)) && self.names.line(*site) == line
            })
        };
        event.map(|event| event.site).or_else(|| remarked().map(|(_, site)| site)).and_then(of_site)
    }
}

/// The variables that an action is about.
fn locations(thread: ThreadId, action: &Action, mut each: impl FnMut(LocationId)) {
    match action {
        Action::Arrive(location, _) => each(*location),
        Action::Park(_) => each(LocationId::permit(thread)),
        Action::Await(awaited) => awaited.reads.iter().for_each(|(location, _)| each(*location)),
        _ => action.access().into_iter().for_each(|(location, _)| each(location)),
    }
}

/// Marks what has changed since.
fn changed(before: &Known, mut after: Known) -> Known {
    for variable in &mut after.variables {
        let known = before.variables.iter().find(|known| known.name == variable.name);
        variable.changed = match known {
            Some(known) => (&known.value, &known.buffered) != (&variable.value, &variable.buffered),
            None => true,
        };
    }
    after
}

/// What variables hold, as the table shows it.
#[derive(Default)]
struct Memory {
    values: FxHashMap<LocationId, Value>,
    /// Writes that are shown as buffered, the oldest first.
    buffered: Vec<(ThreadId, LocationId, Value)>,
}

impl Memory {
    /// Before the first event: what the first look at a variable finds if nobody has written it before.
    fn before(events: &[Event], delays: &[Delay]) -> Memory {
        let mut memory = Memory::default();
        let mut written = FxHashSet::default();
        for (event, delay) in events.iter().zip(delays) {
            let found = match (&event.action, event.outcome) {
                (Action::Read(location), Outcome::Read(value)) if *delay != Delay::Forwarded => {
                    Some((*location, value))
                }
                (Action::Update(location, _) | Action::Guarded { location, .. }, Outcome::Updated { old, .. }) => {
                    Some((*location, old))
                }
                (Action::Write(location, ..), _) if *delay != Delay::Buffered => {
                    written.insert(*location);
                    None
                }
                (Action::Arrive(location, _), _) => {
                    written.insert(*location);
                    None
                }
                _ => None,
            };
            if let Some((location, value)) = found
                && written.insert(location)
            {
                memory.values.insert(location, value);
            }
        }
        memory
    }

    fn apply(&mut self, event: &Event, delay: Delay) {
        match (&event.action, event.outcome) {
            (Action::Write(location, value, _), _) if delay == Delay::Buffered => {
                self.buffered.push((event.thread, *location, *value));
            }
            (Action::Arrive(..), _) if delay == Delay::Hidden => {}
            (Action::Arrive(location, value), _) => {
                let oldest = self.buffered.iter().position(|(of, to, _)| (of, to) == (&event.thread, location));
                oldest.map(|oldest| self.buffered.remove(oldest));
                self.values.insert(*location, *value);
            }
            (Action::Read(_), _) if delay == Delay::Forwarded => {}
            (Action::Write(location, value, _), _) => drop(self.values.insert(*location, *value)),
            (Action::Read(location), Outcome::Read(value)) => drop(self.values.insert(*location, value)),
            (Action::Update(location, _) | Action::Guarded { location, .. }, Outcome::Updated { new, .. }) => {
                self.values.insert(*location, new);
            }
            (Action::Start { tells: Some(location), .. }, _) => drop(self.values.insert(*location, Value(1))),
            (Action::Park(_), _) => drop(self.values.insert(LocationId::permit(event.thread), Value::ZERO)),
            (_, Outcome::Resumed(Wake::Interrupted)) => {
                self.values.insert(LocationId::interrupt(event.thread), Value::ZERO);
            }
            _ => {}
        }
    }
}
