//! Takes a trace into the tries and compares it with what they already know.
//!
//! The same history must lead to the same operation at the same place, and the same value read by an update to the same
//! value written. Where it does not, something reaches the thread that is no event, and the exploration must stop: the
//! error says which thread, which event, what was expected and what came.

use super::footprint::Starts;
use super::names::{LocationIx, ThreadIx};
use super::numbers::number;
use super::trie::{CellIx, Op};
use super::{Model, differs};
use crate::symbols::Symbols;
use mcr_protocol::{Action, Event, Fence, Learns, Limit, LocationId, Outcome, SiteId, ThreadId, Trace, Value, Wake};

/// What a trace has taught.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Operations that were not known.
    pub operations: usize,
    /// Complete local histories that were not known.
    pub local_behaviours: u64,
}

/// Takes traces in.
#[derive(Debug, Default)]
pub struct Learner {
    starts: Starts,
    taught: Vec<CellIx>,
    /// Cells of which an outcome was not known.
    branched: Vec<CellIx>,
    /// Where each thread is, by number; [`CellIx::NONE`]: not started, or ended.
    cursors: Vec<CellIx>,
    resources_changed: bool,
    newly_shared: Vec<LocationIx>,
    awaits_are_new: bool,
    local_behaviours: u64,
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
        self.cursors.clear();
        self.cursors.resize(model.names.threads(), CellIx::NONE);
        self.cursors[Model::MAIN.0 as usize] = Model::MAIN_ROOT;
        self.resources_changed = false;
        self.awaits_are_new = false;
        self.local_behaviours = 0;
        let mut result = Ok(());
        for (number, event) in trace.events.iter().enumerate() {
            result = self.event(model, event, number);
            if result.is_err() {
                break;
            }
        }
        if result.is_ok() {
            // The thread that exits is nowhere any more, whatever the trace says of it.
            let exited = trace.events.last().filter(|e| matches!(e.action, Action::Exit(_))).map(|e| e.thread);
            for pending in trace.pending.iter().filter(|pending| Some(pending.thread) != exited) {
                let place = format!("after {} events", trace.events.len());
                result = self.operation(model, pending.thread, pending.site, &pending.action, &place).map(|_| ());
                if result.is_err() {
                    break;
                }
            }
        }
        self.footprints(model);
        let locations = model.names.locations();
        model.initial.resize(locations, Value::ZERO);
        model.declared.resize(locations, false);
        result.map(|()| Lesson { operations: self.taught.len(), local_behaviours: self.local_behaviours })
    }

    /// The cells of which something was not known before the last trace.
    pub fn changed(&self) -> impl Iterator<Item = CellIx> + '_ {
        self.taught.iter().chain(&self.branched).copied()
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
                self.cursors[thread.0 as usize] = model.tries.cell(cell).next;
                if let Op::Start { child, argument: root, .. } = op {
                    self.cursors.resize(self.cursors.len().max(child.0 as usize + 1), CellIx::NONE);
                    self.cursors[child.0 as usize] = root;
                }
                return Ok(());
            }
            (_, outcome) => {
                let what = format!("{place} makes no sense: {:?} with outcome {outcome:?}", event.action);
                return Err(differs::nonsense(&what));
            }
        };
        let next = match model.tries.cell(cell).edge(learned) {
            Some(edge) if edge.written != written => {
                let what = describe(&model.symbols, event.thread, event.site, &event.action);
                let shown = |value| match event.action {
                    Action::Update(location, _) => model.symbols.value(location, value),
                    _ => value.0.to_string(),
                };
                let (read, wrote, before) = (shown(learned), shown(written), shown(edge.written));
                let what =
                    format!("{place}: {what}: it finds {read} and leaves {wrote}, where it left {before} before");
                return Err(differs::thread(&model.symbols, event.site, &what));
            }
            Some(edge) => edge.to,
            None => {
                self.branched.push(cell);
                model.tries.teach_edge(cell, learned, written)
            }
        };
        self.cursors[thread.0 as usize] = next;
        Ok(())
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
        let cell = here.and_then(|t| self.cursors.get(t.0 as usize).copied()).unwrap_or(CellIx::NONE);
        let (Some(here), true) = (here, cell != CellIx::NONE) else {
            let what = describe(&model.symbols, thread, site, action);
            let what = format!("{place} makes no sense: {what}, but the thread was not started or has ended");
            return Err(differs::nonsense(&what));
        };
        let op = number(model, here, cell, action).ok_or_else(|| {
            let what = describe(&model.symbols, thread, site, action);
            differs::nonsense(&format!("{place} makes no sense: {what}, but the thread has not waited there"))
        })?;
        match model.tries.cell(cell).op {
            Some(known) if known == op && model.tries.cell(cell).site == site => {}
            Some(_) => {
                let came = describe(&model.symbols, thread, site, action);
                let known = model.pending(here, cell).expect("just seen");
                let known = describe(&model.symbols, thread, known.site, &known.action);
                let what = format!("{place}: {came}; after the same history it was before: {known}");
                return Err(differs::thread(&model.symbols, site, &what));
            }
            None => {
                let mut back = CellIx::NONE;
                if let Op::Await(number) = op {
                    let events = model.names.awaited(number).events;
                    let Some(found) = model.tries.before(cell, events) else {
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

    fn footprints(&mut self, model: &mut Model) {
        let grew = self.starts.spread(&mut model.tries, &mut model.resources, &mut self.taught);
        if self.resources_changed {
            self.starts.rebuild(&mut model.tries, &mut model.resources);
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
