//! Runs a toy program along a schedule, then by the default policy, and writes the trace.

use super::machine::{Choice, Code, Life, Machine, code};
use super::names::{location_id, thread_id};
use super::program::{Instr, Toy};
use mcr_checker::explore::Program;
use mcr_protocol::{End, Schedule, Step, ThreadId, Trace, Value, Wake, mix};
use std::collections::HashSet;

/// A toy program that can be run.
pub struct Interpreter<'a> {
    toy: &'a Toy,
    code: Code,
    pub max_events: usize,
    /// Off: only the traces matter, of programs too large to keep all histories.
    pub notes_histories: bool,
    /// Every local history (and every beginning of one) that an execution showed, by thread.
    pub executed: HashSet<(usize, Vec<i64>)>,
}

impl<'a> Interpreter<'a> {
    pub fn new(toy: &'a Toy) -> Interpreter<'a> {
        Interpreter { toy, code: code(toy), max_events: 10_000, notes_histories: true, executed: HashSet::new() }
    }

    /// Runs it once.
    pub fn run(&mut self, schedule: &Schedule) -> Trace {
        let mut machine = Machine::new(self.toy, &self.code);
        let mut events = Vec::new();
        let mut started = vec![0];
        let mut current = 0;
        let mut plan = schedule.steps.iter().flat_map(expand);
        let end = loop {
            self.note(&machine);
            if let Some(code) = machine.exit {
                break End::Exit(code);
            }
            if machine.over().is_some() {
                break End::Normal;
            }
            let (choices, stuck) = machine.moves(&self.code);
            let planned = plan.next();
            if stuck && planned.is_none() {
                break if machine.goes_round(&self.code) { End::Livelock } else { End::Deadlock };
            }
            if events.len() >= self.max_events {
                break End::StepLimit;
            }
            let next = match planned {
                Some((thread, choice)) => {
                    let wanted = |(t, c): &(usize, Choice)| thread_id(*t) == thread && choice.matches(*c);
                    match choices.iter().find(|c| wanted(c)) {
                        Some(&found) => found,
                        None => {
                            let message = format!("{thread} cannot do {choice:?}, but {choices:?}");
                            break End::Diverged { event: events.len() as u64, message };
                        }
                    }
                }
                // Who goes round in a loop gives way to the others. Which of several steps of a thread: any, as it comes.
                None => {
                    let sure: Vec<_> = choices.iter().filter(|c| c.1 != Choice::Back(Wake::Spurious)).collect();
                    let waits = |t: usize| self.code.0[t][machine.threads[t].pc] == Instr::Head;
                    let any = |t: &usize| sure.iter().any(|c| c.0 == *t);
                    let order = || std::iter::once(current).chain(started.iter().copied()).filter(any);
                    let thread = order().find(|t| !waits(*t)).or_else(|| order().next()).unwrap();
                    let of: Vec<_> = sure.iter().filter(|c| c.0 == thread).collect();
                    **of[(mix(events.len() as u64, 7) % of.len() as u64) as usize]
                }
            };
            current = next.0;
            events.push(machine.step(&self.code, next.0, next.1));
            for (t, thread) in machine.threads.iter().enumerate() {
                if thread.life != Life::Unborn && !started.contains(&t) {
                    started.push(t);
                }
            }
        };
        Trace {
            events,
            pending: machine.pending(&self.code),
            end,
            initial: (0..self.toy.variables)
                .filter(|&v| self.toy.initial[v] != 0)
                .map(|v| (location_id(v), Value(self.toy.initial[v] as u64)))
                .collect(),
            new_threads: Vec::new(),
            new_sites: Vec::new(),
            new_locations: Vec::new(),
            new_objects: Vec::new(),
            rewritten_classes: 1,
            new_skipped_classes: Vec::new(),
        }
    }

    fn note(&mut self, machine: &Machine) {
        if !self.notes_histories {
            return;
        }
        for (t, thread) in machine.threads.iter().enumerate() {
            if thread.life != Life::Unborn {
                let seen = (t, thread.history.clone());
                if !self.executed.contains(&seen) {
                    self.executed.insert(seen);
                }
            }
        }
    }
}

impl Program for Interpreter<'_> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        Ok(self.run(schedule))
    }
}

/// What a schedule says of one event.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Plain,
    Wake(Option<ThreadId>),
    Back(Wake),
    Number(u64),
}

impl Wanted {
    fn matches(self, choice: Choice) -> bool {
        match (self, choice) {
            (Wanted::Plain, Choice::Plain) => true,
            (Wanted::Wake(wanted), Choice::Wake(woken)) => wanted == woken.map(thread_id),
            (Wanted::Back(wanted), Choice::Back(wake)) => wanted == wake,
            (Wanted::Number(wanted), Choice::Number(number)) => wanted == number,
            _ => false,
        }
    }
}

fn expand(step: &Step) -> Vec<(ThreadId, Wanted)> {
    match *step {
        Step::Run { thread, count } => vec![(thread, Wanted::Plain); count as usize],
        Step::Notify { thread, woken } => vec![(thread, Wanted::Wake(woken))],
        Step::Resume { thread, wake } => vec![(thread, Wanted::Back(wake))],
        Step::Choose { thread, value } => vec![(thread, Wanted::Number(value))],
        Step::Arrive { .. } => todo!("store buffers"),
    }
}
