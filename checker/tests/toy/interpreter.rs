//! Runs a toy program along a schedule, then by the default policy, and writes the trace.
//!
//! Writes that nobody mentions arrive by themselves when something has to wait for them: a fence for those in the buffer of its
//! thread, a write that a schedule lets arrive for those before it, another thread's turn for those of a thread that blocks, and
//! the time that is over for all.

use super::machine::{Choice, Code, Machine, code};
use super::names::{location_id, thread_id};
use super::program::{Instr, Toy};
use super::threads::Life;
use mcr_explore::Program;
use mcr_protocol::{Doing, End, Event, LocalState, LocationId, Schedule, Step, ThreadId, Trace, Value, Wake, mix};
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
        let mut run = Run { machine: Machine::new(self.toy, &self.code), events: Vec::new(), keys: Vec::new() };
        let mut started = vec![0];
        let mut current = 0;
        let mut plan = schedule.steps.iter().flat_map(expand);
        let end = loop {
            self.note(&run.machine);
            if let Some(code) = run.machine.exit {
                break End::Exit(code);
            }
            if run.machine.over().is_some() {
                break End::Normal;
            }
            let planned = plan.next();
            let (offers, stuck) = run.machine.offers(&self.code);
            if stuck && planned.is_none() {
                break if run.machine.goes_round(&self.code) { End::Livelock } else { End::Deadlock };
            }
            if run.events.len() >= self.max_events {
                break End::StepLimit;
            }
            match planned {
                Some((thread, wanted)) => match run.follow(&self.code, thread, wanted) {
                    // Whose write arrives does nothing itself.
                    Some(t) if !matches!(wanted, Wanted::Arrive(_)) => current = t,
                    Some(_) => {}
                    None => {
                        let message = format!("{thread} cannot do {wanted:?}, but {offers:?}");
                        break End::Diverged { event: run.events.len() as u64, message };
                    }
                },
                None => current = run.go_on(&self.code, &offers, &started, current),
            }
            for (t, thread) in run.machine.threads.iter().enumerate() {
                if thread.life != Life::Unborn && !started.contains(&t) {
                    started.push(t);
                }
            }
        };
        let pending = run.machine.pending(&self.code);
        for (n, pending) in pending.iter().enumerate() {
            let t = (0..self.toy.threads.len()).find(|&t| thread_id(t) == pending.thread).expect("it is one of them");
            run.key(t, n);
        }
        Trace {
            events: run.events,
            pending,
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
            new_excluded_classes: Vec::new(),
            new_classes: Vec::new(),
            new_fresh_classes: None,
            new_insights: Vec::new(),
            not_covered: Vec::new(),
            new_unrepeatable: Vec::new(),
            keys: run.keys,
            new_coarse_calls: Vec::new(),
            new_silent_reads: Vec::new(),
            is_remembered: false,
            calls: None,
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

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.max_events = usize::try_from(events)?;
        Ok(())
    }
}

/// An execution so far.
struct Run {
    machine: Machine,
    events: Vec<Event>,
    keys: Vec<(u64, LocalState)>,
}

impl Run {
    /// The key of a thread's local state, if it has got one since its last event, and its next event is so many events from here.
    fn key(&mut self, t: usize, ahead: usize) {
        let key = self.machine.key(t);
        self.keys.extend(key.map(|key| ((self.events.len() + ahead) as u64, key)));
    }

    /// Does what a schedule says; none if it cannot be done.
    fn follow(&mut self, code: &Code, thread: ThreadId, wanted: Wanted) -> Option<usize> {
        let t = (0..self.machine.threads.len()).find(|&t| thread_id(t) == thread)?;
        if let Wanted::Arrive(location) = wanted {
            let buffer = &self.machine.threads[t].buffer;
            let v = buffer.variables().find(|&v| location_id(v) == location)?;
            while !self.machine.threads[t].buffer.may_arrive(self.machine.memory_model).contains(&v) {
                self.oldest_arrives(code, t);
            }
            self.events.push(self.machine.step(code, t, Choice::Arrive(v)));
            return Some(t);
        }
        let (mut offers, _) = self.machine.offers(code);
        if matches!(wanted, Wanted::Back(Wake::TimedOut)) && !offers.iter().any(is_sure) {
            self.all_arrive(code);
            (offers, _) = self.machine.offers(code);
        }
        if let (Wanted::Number(answer), Instr::State(_, of)) = (wanted, self.machine.next(code, t))
            && answer != Doing::Running as u64
        {
            // Who is seen to block has come to a fence.
            self.arrive(code, of);
            (offers, _) = self.machine.offers(code);
        }
        let choice = offers.iter().find(|(who, choice)| *who == t && wanted.matches(*choice))?.1;
        self.perform(code, t, choice);
        Some(t)
    }

    /// Goes on by the default policy: who goes round in a loop gives way to the others; which of several steps of a thread: any,
    /// as it comes. Returns whose turn it is now.
    fn go_on(&mut self, code: &Code, offers: &[(usize, Choice)], started: &[usize], current: usize) -> usize {
        let sure: Vec<_> = offers.iter().filter(|offer| is_sure(offer)).collect();
        let waits = |t: usize| code.0[t].code[self.machine.threads[t].pc] == Instr::Head;
        let any = |t: &usize| sure.iter().any(|c| c.0 == *t);
        let (before, after) = started.split_at(started.iter().position(|t| *t == current).map_or(0, |at| at + 1));
        let order = || std::iter::once(current).chain(after.iter().chain(before).copied()).filter(any);
        let Some(thread) = order().find(|t| !waits(*t)).or_else(|| order().next()) else {
            self.all_arrive(code);
            return current;
        };
        if thread != current && !self.machine.threads[current].buffer.is_empty() {
            // What arrives may let somebody go on who comes first.
            self.arrive(code, current);
            return current;
        }
        let of: Vec<_> = sure.iter().filter(|c| c.0 == thread).collect();
        let (_, choice) = **of[(mix(self.events.len() as u64, 7) % of.len() as u64) as usize];
        self.perform(code, thread, choice);
        thread
    }

    /// A step of a thread, behind what it waits for in its buffer.
    fn perform(&mut self, code: &Code, t: usize, choice: Choice) {
        if self.machine.is_fence(code, t, choice) {
            self.arrive(code, t);
        }
        self.key(t, 0);
        self.events.push(self.machine.step(code, t, choice));
    }

    fn oldest_arrives(&mut self, code: &Code, t: usize) {
        let v = self.machine.threads[t].buffer.oldest().expect("something is in the buffer");
        self.events.push(self.machine.step(code, t, Choice::Arrive(v)));
    }

    fn arrive(&mut self, code: &Code, t: usize) {
        while !self.machine.threads[t].buffer.is_empty() {
            self.oldest_arrives(code, t);
        }
    }

    fn all_arrive(&mut self, code: &Code) {
        (0..self.machine.threads.len()).for_each(|t| self.arrive(code, t));
    }
}

fn is_sure((_, choice): &(usize, Choice)) -> bool {
    *choice != Choice::Back(Wake::Spurious)
}

/// What a schedule says of one event.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Plain,
    Wake(Option<ThreadId>),
    Back(Wake),
    Number(u64),
    Arrive(LocationId),
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
        Step::Arrive { thread, location } => vec![(thread, Wanted::Arrive(location))],
    }
}
