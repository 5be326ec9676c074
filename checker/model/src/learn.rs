//! Takes a trace into the tries and compares it with what they already know.
//!
//! The same history must lead to the same operation at the same place, and the same value read by an update to the same
//! value written. Where it does not, something reaches the thread that is no event, and the exploration must stop: the
//! error says which thread, which event, what was expected and what came.
//!
//! Where histories that lead to the same local state ([`super::local_states`]) are not told apart, the same holds for what a thread does
//! after any of them.

use super::cursors::Cursors;
use super::footprint::Starts;
use super::local_states::{Keys, LocalStates, pending_of};
use super::names::{LocationIx, ThreadIx};
use super::numbers::number;
use super::trie::{CellIx, Op, Way};
use super::{Model, differs};
use crate::symbols::Symbols;
use mcr_protocol::{Action, Event, Fence, Learns, Limit, LocationId, Outcome, SiteId, ThreadId, Trace, Value, Wake};

/// What a trace has taught.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Operations that were not known.
    pub operations: usize,
    /// Outcomes of operations that were not known, also if they lead to a place that was.
    pub outcomes: usize,
    /// Complete local histories that were not known: as long as no two ways have met.
    pub local_behaviours: u64,
    /// Some way leads elsewhere since ([`super::trie::Tries::give_key`]): states from before are wrong.
    pub redirected: bool,
}

impl Lesson {
    /// Whether nothing was learned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.operations == 0 && self.outcomes == 0
    }
}

/// Takes traces in.
#[derive(Debug, Default)]
pub struct Learner {
    starts: Starts,
    taught: Vec<CellIx>,
    /// Cells of which an outcome was not known.
    branched: Vec<CellIx>,
    cursors: Cursors,
    /// What the trace says of where threads come to.
    keys: Keys,
    resources_changed: bool,
    newly_shared: Vec<LocationIx>,
    awaits_are_new: bool,
    local_behaviours: u64,
    redirected: bool,
}

impl Learner {
    /// Takes a trace in.
    ///
    /// # Errors
    /// When it contradicts what is known; a sentence for the user. What came before the contradiction is learned.
    pub fn learn(&mut self, model: &mut Model, trace: &Trace) -> Result<Lesson, String> {
        model.symbols.learn(trace);
        self.initial(model, trace)?;
        self.taught.clear();
        self.branched.clear();
        self.cursors.restart();
        self.keys = match model.tries.local_states() {
            LocalStates::Ignored => Keys::default(),
            LocalStates::Compared | LocalStates::Merged => Keys::of(trace),
        };
        self.resources_changed = false;
        self.awaits_are_new = false;
        self.local_behaviours = 0;
        self.redirected = false;
        let result = self.threads(model, trace);
        self.footprints(model);
        let locations = model.names.locations();
        model.initial.resize(locations, Value::ZERO);
        model.declared.resize(locations, false);
        result.map(|()| Lesson {
            operations: self.taught.len(),
            outcomes: self.branched.len(),
            local_behaviours: self.local_behaviours,
            redirected: self.redirected,
        })
    }

    /// Takes in what the threads do.
    fn threads(&mut self, model: &mut Model, trace: &Trace) -> Result<(), String> {
        self.start(model, Model::MAIN, Model::MAIN_ROOT, ThreadId::MAIN);
        for (number, event) in trace.events.iter().enumerate() {
            self.event(model, event, number)?;
        }
        for (_, pending) in pending_of(trace) {
            let place = format!("after {} events", trace.events.len());
            self.operation(model, pending.thread, pending.site, &pending.action, &place)?;
        }
        Ok(())
    }

    /// The cells of which something was not known before the last trace.
    pub fn changed(&self) -> impl Iterator<Item = CellIx> + '_ {
        self.taught.iter().chain(&self.branched).copied()
    }

    /// Whether some way leads elsewhere since the last trace ([`Lesson::redirected`]).
    #[must_use]
    pub fn has_redirected(&self) -> bool {
        self.redirected
    }

    /// Locations that only one thread was known to touch before the last trace.
    #[must_use]
    pub fn newly_shared(&self) -> &[LocationIx] {
        &self.newly_shared
    }

    fn initial(&mut self, model: &mut Model, trace: &Trace) -> Result<(), String> {
        for &(id, value) in &trace.initial {
            let known = model.initial.len();
            let number = model.names.location(id).0 as usize;
            if number >= known {
                model.initial.resize(number + 1, Value::ZERO);
                model.declared.resize(number + 1, false);
            }
            if model.initial[number] != value {
                if model.declared[number] {
                    let name = location_name(&model.symbols, id);
                    let shown = |value| model.symbols.value(id, value);
                    let (old, new) = (shown(model.initial[number]), shown(value));
                    let what = format!("{name} begins with {new} in this execution, before with {old}");
                    return Err(differs::thread(&model.symbols, SiteId::NONE, &what));
                }
                if number < known {
                    model.memory_generation += 1;
                }
                model.initial[number] = value;
            }
            model.declared[number] = true;
        }
        Ok(())
    }

    /// A thread begins.
    fn start(&mut self, model: &mut Model, thread: ThreadIx, root: CellIx, id: ThreadId) {
        self.cursors.start(thread, root);
        let known = model.tries.cell(root);
        if let (true, Some(key)) = (known.is_new(), self.keys.first(id)) {
            model.tries.give_root_key(root, key);
        }
    }

    fn event(&mut self, model: &mut Model, event: &Event, number: usize) -> Result<(), String> {
        if event.is_arrival() {
            return Ok(());
        }
        let place = format!("event {number}");
        let (thread, cell) = self.operation(model, event.thread, event.site, &event.action, &place)?;
        let op = model.tries.cell(cell).op.expect("just learned");
        let (learned, written) = match (op, event.outcome) {
            (_, Outcome::Read(value)) if op.learns() == Learns::Number => (value, Value::ZERO),
            (Op::Update(..), Outcome::Updated { old, new }) => (old, new),
            (Op::Guarded { patience, .. }, Outcome::Updated { .. }) if patience.tells() => {
                (learned_by_wake(Wake::Notified), Value::ZERO)
            }
            (_, Outcome::Resumed(wake)) if op.learns() == Learns::Why => (learned_by_wake(wake), Value::ZERO),
            (Op::Notify { .. }, Outcome::Woke(_))
            | (Op::Resume(_), Outcome::Resumed(_))
            | (Op::Guarded { .. }, Outcome::Updated { .. })
            | (_, Outcome::Done)
                if op.learns() == Learns::Nothing =>
            {
                if let Op::Await(number) = op {
                    // It is as if it had never gone round, whatever local state it says that it is in.
                    let events = model.names.awaited(number).events;
                    self.cursors.go_back(thread, events);
                } else if op.is_last() {
                    self.cursors.step(thread, CellIx::NONE);
                } else {
                    self.follow(model, number, thread, Way::Only);
                }
                if let Op::Start { child, argument: root, .. } = op {
                    let id = model.names.thread_id(child);
                    self.start(model, child, root, id);
                }
                return Ok(());
            }
            (_, outcome) => {
                let what = format!("{place} makes no sense: {:?} with outcome {outcome:?}", event.action);
                return Err(differs::nonsense(&what));
            }
        };
        if let Some(edge) = model.tries.cell(cell).edge(learned).filter(|edge| edge.written != written) {
            let what = describe(&model.symbols, event.thread, event.site, &event.action);
            let shown = |value| match event.action {
                Action::Update(location, _) => model.symbols.value(location, value),
                _ => value.0.to_string(),
            };
            let (read, wrote, before) = (shown(learned), shown(written), shown(edge.written));
            let after = self.history(model, thread);
            let what =
                format!("{place}: {what}: it finds {read} and leaves {wrote}, where {after} it left {before} before");
            return Err(differs::thread(&model.symbols, event.site, &what));
        }
        self.follow(model, number, thread, Way::Learned { learned, written });
        Ok(())
    }

    /// A thread goes on: learns where to. A place that has a key keeps it, also where a trace gives it another one, or gives one to a
    /// place that had none: each of them tells what is to come. (The JDK does some things once in a JVM, and then a thread may have more to
    /// remember.)
    fn follow(&mut self, model: &mut Model, number: usize, thread: ThreadIx, way: Way) {
        let cell = self.cursors.before(thread, 0).unwrap_or(CellIx::NONE);
        let mut to = model.tries.cell(cell).leads(way);
        match (to, self.keys.after(number)) {
            (CellIx::NONE, key) => {
                self.branched.push(cell);
                to = model.tries.lead(cell, way, key);
            }
            (known, Some(key)) if model.tries.cell(known).is_new() => {
                to = model.tries.give_key(cell, way, key);
                if to != known {
                    self.redirected = true;
                    self.branched.push(cell);
                }
            }
            _ => {}
        }
        self.cursors.step(thread, to);
    }

    /// After what a thread has done the same before, in words: after the same history, or in which local state it was, where that is all
    /// that is known to be the same.
    fn history(&self, model: &Model, thread: ThreadIx) -> String {
        let several = |cell: &CellIx| *cell != CellIx::NONE && model.tries.parents(*cell).nth(1).is_some();
        let met = self.cursors.way_back(thread).find(several).map(|cell| model.tries.cell(cell));
        match met.and_then(|cell| cell.key.map(|key| (cell.site, key))) {
            None => "after the same history".to_owned(),
            Some((site, key)) => differs::after_local_state(&model.symbols, site, key),
        }
    }

    /// Learns or compares what a thread does next.
    fn operation(
        &mut self,
        model: &mut Model,
        thread: ThreadId,
        site: SiteId,
        action: &Action,
        place: &str,
    ) -> Result<(ThreadIx, CellIx), String> {
        let here = model.names.find_thread(thread);
        let (Some(here), Some(cell)) = (here, here.and_then(|thread| self.cursors.at(thread))) else {
            let what = describe(&model.symbols, thread, site, action);
            let what = format!("{place} makes no sense: {what}, but the thread was not started or has ended");
            return Err(differs::nonsense(&what));
        };
        let before = self.cursors.before(here, 1).unwrap_or(CellIx::NONE);
        let op = number(model, here, before, action).ok_or_else(|| {
            let what = describe(&model.symbols, thread, site, action);
            differs::nonsense(&format!("{place} makes no sense: {what}, but the thread has not waited there"))
        })?;
        match model.tries.cell(cell).op {
            Some(known) if known == op && model.tries.cell(cell).site == site && self.fits(model, here, op) => {}
            Some(_) => {
                let came = describe(&model.symbols, thread, site, action);
                let known = model.pending(here, cell).expect("just seen");
                let known = describe(&model.symbols, thread, known.site, &known.action);
                let after = self.history(model, here);
                let known = if came == known { format!("{known}, on another way") } else { known };
                let what = format!("{place}: {came}; {after} it was before: {known}");
                return Err(differs::thread(&model.symbols, site, &what));
            }
            None => {
                let mut back = CellIx::NONE;
                if let Op::Await(number) = op {
                    let events = model.names.awaited(number).events;
                    let Some(found) = self.cursors.before(here, events) else {
                        return Err(differs::nonsense(&format!(
                            "{place} makes no sense: it goes back {events} events"
                        )));
                    };
                    back = found;
                    // The states of the path so far do not say whether rounds could be left out.
                    self.awaits_are_new |= !std::mem::replace(&mut model.awaits, true);
                    self.starts.add(back, cell);
                }
                model.tries.teach(cell, op, site, back);
                self.taught.push(cell);
                self.resources_changed |= model.resources.touch(here, op);
                if let Op::Start { argument: root, .. } = op {
                    self.starts.add(root, cell);
                }
                self.local_behaviours += u64::from(op.is_last());
            }
        }
        Ok((here, cell))
    }

    /// Whether a known operation, if it is an await, goes back to the same place on the way that the thread has come.
    fn fits(&self, model: &Model, thread: ThreadIx, op: Op) -> bool {
        let Op::Await(number) = op else { return true };
        let back = self.cursors.before(thread, model.names.awaited(number).events);
        let here = self.cursors.at(thread).map(|cell| model.tries.cell(cell));
        here.is_some_and(|here| Some(here.next) == back)
    }

    fn footprints(&mut self, model: &mut Model) {
        let Model { tries, resources, .. } = model;
        let grew = self.starts.spread(tries, resources, &mut self.taught, &self.branched);
        if self.resources_changed {
            self.starts.rebuild(tries, resources);
        }
        self.newly_shared = model.resources.take_newly_shared();
        // Writes to them enter buffers now.
        let buffered = model.rules.memory_model.buffers() && !self.newly_shared.is_empty();
        if grew || self.resources_changed || self.awaits_are_new || buffered {
            model.generation += 1;
        }
    }
}

/// What the edge carries of a thread that learns why it goes on.
#[must_use]
pub fn learned_by_wake(wake: Wake) -> Value {
    Value(wake as u64)
}

fn location_name(symbols: &Symbols, id: LocationId) -> String {
    symbols.location(id).map_or_else(|| format!("location {:x}", id.0), |l| l.label.clone())
}

/// One operation in words, for error messages.
#[must_use]
pub fn describe(symbols: &Symbols, thread: ThreadId, site: SiteId, action: &Action) -> String {
    let object = |value: &Value| symbols.object_name(*value);
    let what = match action {
        Action::Read(l) => format!("reads {}", location_name(symbols, *l)),
        Action::Write(l, value, _) => format!("writes {} to {}", symbols.value(*l, *value), location_name(symbols, *l)),
        Action::Arrive(l, value) => format!("{} arrives in {}", symbols.value(*l, *value), location_name(symbols, *l)),
        Action::Fence(Fence::Full) => "is at a fence".to_owned(),
        Action::Fence(Fence::StoreStore) => "is at a store-store barrier".to_owned(),
        Action::Update(l, _) => format!("updates {}", location_name(symbols, *l)),
        Action::Acquire { monitor, patience, .. } if patience.limit == Limit::Now => {
            format!("tries to enter the monitor of {}", object(monitor))
        }
        Action::Acquire { monitor, .. } => format!("enters the monitor of {}", object(monitor)),
        Action::Release(m) => format!("leaves the monitor of {}", object(m)),
        Action::Wait { set, .. } => format!("waits on {}", object(set)),
        Action::Resume(m) => format!("comes back from waiting on {}", object(m)),
        Action::Notify { set, .. } => format!("notifies one waiter of {}", object(set)),
        Action::NotifyAll { set, .. } => format!("notifies all waiters of {}", object(set)),
        Action::Guarded { location, .. } => format!("waits for {}", location_name(symbols, *location)),
        Action::Park(_) => "parks".to_owned(),
        Action::Start { child, .. } => format!("starts {}", symbols.thread_name(*child)),
        Action::Join { child, .. } => format!("joins {}", symbols.thread_name(*child)),
        Action::Alive(child) => format!("asks whether {} is alive", symbols.thread_name(*child)),
        Action::State(other) => format!("asks what {} is doing", symbols.thread_name(*other)),
        Action::Choose(below) => format!("chooses a number below {below}"),
        Action::Await(_) => "waits in a loop".to_owned(),
        Action::Print(text) => format!("prints {text:?}"),
        Action::Exit(code) => format!("exits with {code}"),
        Action::End { uncaught: None, .. } => "ends".to_owned(),
        Action::End { uncaught: Some(uncaught), .. } => format!("ends with {}", uncaught.class),
    };
    match symbols.site(site) {
        Some(_) => format!("{} at {} {what}", symbols.thread_name(thread), symbols.place(site)),
        None => format!("{} {what}", symbols.thread_name(thread)),
    }
}
