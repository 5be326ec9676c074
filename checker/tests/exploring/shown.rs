//! What a table says of store buffers explains all that happened: whoever follows it row by row, with writes that arrive at once unless it
//! says otherwise, finds the values that the threads found. On random programs.

use crate::toy::compare::{Patient, options, rules};
use crate::toy::generator::program_under;
use crate::toy::interpreter::Interpreter;
use crate::toy::names::location_id;
use crate::toy::program::Toy;
use mcr_explore::{Conclusion, Exploration, Options, Program, Violation, explore};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, LocationId, MemoryModel, Outcome, Schedule, ThreadId, Trace, Value, Wake};
use mcr_report::buffers::{Delay, Delays};
use mcr_report::relevance::Shown;
use mcr_report::table;
use std::collections::{HashMap, HashSet};

/// Who reads a table: memory, and what it says is in buffers.
struct Reader {
    model: MemoryModel,
    memory: HashMap<LocationId, Value>,
    buffers: HashMap<ThreadId, Vec<(LocationId, Value)>>,
}

impl Reader {
    fn new(toy: &Toy) -> Reader {
        let initial = (0..toy.variables).map(|v| (location_id(v), Value(toy.initial[v] as u64))).collect();
        Reader { model: toy.memory_model, memory: initial, buffers: HashMap::new() }
    }

    /// Whether the table of these events makes sense; how many writes it shows as delayed.
    fn follow(mut self, events: &[Event]) -> Result<usize, String> {
        let delays = Delays::new(events, self.model);
        self.rows(events, &delays, |_| true)
    }

    /// The same with those events alone that a table shows by default.
    fn follow_shown(mut self, violation: &Violation) -> Result<usize, String> {
        let shown = Shown::relevant(violation, &Symbols::default(), self.model);
        self.rows(&violation.events, &shown.delays, |index| shown.matters[index])
    }

    fn rows(&mut self, events: &[Event], delays: &Delays, is_shown: impl Fn(usize) -> bool) -> Result<usize, String> {
        for (index, (event, delay)) in events.iter().zip(&delays.of).enumerate().filter(|(index, _)| is_shown(*index)) {
            self.row(event, *delay).map_err(|message| format!("{message} at event {index}: {event:?}"))?;
        }
        let waiting: usize = self.buffers.values().map(Vec::len).sum();
        if waiting != delays.left.len() {
            return Err(format!("{waiting} writes are buffered at the end, and {} are said to be", delays.left.len()));
        }
        Ok(delays.of.iter().filter(|delay| **delay == Delay::Buffered).count())
    }

    fn row(&mut self, event: &Event, delay: Delay) -> Result<(), String> {
        let own = self.buffers.entry(event.thread).or_default();
        if event.is_fence() && !own.is_empty() {
            return Err(format!("a fence, but {own:?} is buffered"));
        }
        match (&event.action, event.outcome) {
            (Action::Write(location, value, _), _) if delay == Delay::Buffered => own.push((*location, *value)),
            (Action::Write(location, value, _), _) => {
                self.memory.insert(*location, *value);
            }
            (Action::Arrive(..), _) if delay == Delay::Hidden => {}
            (Action::Arrive(location, value), _) => {
                let oldest = own.iter().position(|(to, _)| to == location).ok_or("nothing is buffered")?;
                if self.model == MemoryModel::Tso && oldest > 0 {
                    return Err(format!("{:?} is older", own[0]));
                }
                if own.remove(oldest).1 != *value {
                    return Err("another value is buffered".to_owned());
                }
                self.memory.insert(*location, *value);
            }
            (Action::Read(location), Outcome::Read(value)) => {
                let buffered = own.iter().rfind(|(to, _)| to == location).map(|(_, value)| *value);
                if buffered.is_some() != (delay == Delay::Forwarded) {
                    return Err(format!("in the own buffer is {buffered:?}, said is {delay:?}"));
                }
                let found = buffered.or_else(|| self.memory.get(location).copied());
                if found.is_some_and(|found| found != value) {
                    return Err(format!("there is {found:?}"));
                }
            }
            (Action::Update(location, _) | Action::Guarded { location, .. }, Outcome::Updated { old, new }) => {
                let buffered = own.iter().rfind(|(to, _)| to == location).map(|(_, value)| *value);
                let found = buffered.or_else(|| self.memory.get(location).copied());
                if found.is_some_and(|found| found != old) {
                    return Err(format!("there is {found:?}"));
                }
                if old != new {
                    self.memory.insert(*location, new);
                }
            }
            (Action::Start { tells: Some(location), .. }, _) => {
                self.memory.insert(*location, Value(1));
            }
            (Action::Park(_), _) => {
                self.memory.remove(&LocationId::permit(event.thread));
            }
            (_, Outcome::Resumed(Wake::Interrupted)) => {
                self.memory.remove(&LocationId::interrupt(event.thread));
            }
            _ => {}
        }
        Ok(())
    }
}

/// A program that keeps what it has done.
struct Recorder<'a> {
    program: Interpreter<'a>,
    traces: Vec<Trace>,
}

impl Program for Recorder<'_> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        let trace = self.program.execute(schedule)?;
        self.traces.push(trace.clone());
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.program.give_up_after(events)
    }
}

/// An exploration that ends soon, if not with everything explored.
fn exploration(toy: &Toy) -> (Exploration, Vec<Trace>) {
    let mut recorder = Recorder { program: Interpreter::new(toy), traces: Vec::new() };
    recorder.program.max_events = 200;
    let options =
        Options { max_executions: Some(50), max_states: 5_000, max_events: 200, rules: rules(toy), ..options(true) };
    (explore(&mut recorder, &options, &mut Patient).expect("toys always run"), recorder.traces)
}

/// Whether no step that is left out conflicts with one of another thread, unless it was done before that thread was started, or the other one was
/// before the own start. How many are left out.
fn concerns_nobody(events: &[Event], shown: &[bool]) -> Result<usize, String> {
    let access = |event: &Event| match &event.action {
        Action::Read(location) => Some((location.0, false)),
        Action::Write(location, ..) | Action::Update(location, _) | Action::Guarded { location, .. } => {
            Some((location.0, true))
        }
        // Monitors are no locations.
        Action::Acquire { monitor, .. } | Action::Release(monitor) | Action::Resume(monitor) => {
            Some((!monitor.0, true))
        }
        _ => None,
    };
    // Whether the thread of the second has been started, by whatever detours, by that of the first after it.
    let leads_to = |first: usize, second: usize| {
        let mut started = HashSet::from([events[first].thread]);
        for event in &events[first..second] {
            if let (Action::Start { child, .. }, true) = (&event.action, started.contains(&event.thread)) {
                started.insert(*child);
            }
        }
        started.contains(&events[second].thread)
    };
    for (n, event) in events.iter().enumerate().filter(|(n, _)| !shown[*n]) {
        for (m, other) in events.iter().enumerate().filter(|(_, other)| other.thread != event.thread) {
            if let (Some((one, writes)), Some((two, also))) = (access(event), access(other))
                && one == two
                && (writes || also)
                && !leads_to(n.min(m), n.max(m))
            {
                return Err(format!("{event:?} is left out, and there is {other:?}"));
            }
        }
    }
    Ok(shown.iter().filter(|shown| !**shown).count())
}

/// The writes that are shown as delayed, in all executions and in the violations; and the steps that are left out of these.
fn delayed(toy: &Toy) -> Result<[usize; 3], String> {
    let mut left_out = 0;
    let (found, traces) = exploration(toy);
    let mut delayed = [0, 0];
    for trace in &traces {
        delayed[0] += Reader::new(toy).follow(&trace.events)?;
    }
    for violation in &found.violations {
        delayed[1] += Reader::new(toy).follow(&violation.events)?;
        Reader::new(toy).follow_shown(violation).map_err(|message| format!("as shown by default: {message}"))?;
        left_out += concerns_nobody(
            &violation.events,
            &Shown::relevant(violation, &Symbols::default(), toy.memory_model).matters,
        )?;
        let table = table::render(violation, &found.symbols, toy.memory_model, 80, false);
        if let Some(line) = table.lines().find(|line| console::measure_text_width(line) > 80) {
            return Err(format!("a line is too wide: {line}"));
        }
    }
    Ok([delayed[0], delayed[1], left_out])
}

#[test]
fn what_is_shown_explains_every_value_that_was_read() {
    for model in [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso] {
        let mut delays = [0, 0, 0];
        for seed in 0..250 {
            let toy = program_under(Some(model), seed);
            let delayed =
                delayed(&toy).unwrap_or_else(|message| panic!("program {seed} under {model}: {message}\n{toy:#?}"));
            delays = [0, 1, 2].map(|n| delays[n] + delayed[n]);
        }
        assert!(delays[2] > 100, "{model}: {delays:?}");
        assert!(!model.buffers() || delays[0] > 500 && delays[1] > 10, "{model}: {delays:?}");
    }
}

/// What the report over several models relies on, and calls an error otherwise.
#[test]
fn a_weaker_model_allows_all_that_a_stronger_one_does() {
    let mut compared = 0;
    for seed in 0..80 {
        let outcomes = |model| {
            let (found, _) = exploration(&Toy { memory_model: model, ..program_under(Some(MemoryModel::Sc), seed) });
            let all = found.outcomes.into_iter().map(|outcome| (outcome.stdout, outcome.end)).collect::<HashSet<_>>();
            (found.conclusion == Conclusion::Complete).then_some(all)
        };
        let [sc, tso, pso] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso].map(outcomes);
        if let (Some(sc), Some(tso), Some(pso)) = (sc, tso, pso) {
            compared += 1;
            assert!(sc.is_subset(&tso), "program {seed}: {sc:?} {tso:?}");
            assert!(tso.is_subset(&pso), "program {seed}: {tso:?} {pso:?}");
        }
    }
    assert!(compared > 30, "{compared} programs");
}
