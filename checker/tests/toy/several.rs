//! A toy program of which several executions are under way at once, as in several JVMs: they end in an order that follows from a seed, and
//! some of them only when the search waits for one.

use super::interpreter::Interpreter;
use super::program::Toy;
use super::rng::Rng;
use mcr_explore::{Program, Ticket};
use mcr_protocol::{Schedule, Trace};

/// Several interpreters of one program.
pub struct Several<'a> {
    pub interpreter: Interpreter<'a>,
    pub jobs: usize,
    rng: Rng,
    under_way: Vec<(Ticket, Trace)>,
    slow: bool,
    steady: bool,
    /// The most that were under way at once.
    pub most: usize,
}

impl<'a> Several<'a> {
    pub fn new(toy: &'a Toy, jobs: usize, seed: u64) -> Several<'a> {
        let (interpreter, rng) = (Interpreter::new(toy), Rng::new(seed));
        Several { interpreter, jobs, rng, under_way: Vec::new(), slow: false, steady: false, most: 0 }
    }

    /// Executions take so long that none ends before the search waits for it.
    pub fn slow(self) -> Several<'a> {
        Several { slow: true, ..self }
    }

    /// No JVM is ever lost.
    pub fn steady(self) -> Several<'a> {
        Several { steady: true, ..self }
    }
}

impl Program for Several<'_> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        assert!(self.under_way.is_empty(), "who waits for others asks for what they do");
        self.interpreter.execute(schedule)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.interpreter.give_up_after(events)
    }

    fn at_once(&mut self) -> usize {
        // A JVM may be lost, and another one come.
        if self.jobs > 1 && !self.steady && self.rng.below(16) == 0 { 1 } else { self.jobs }
    }

    fn submit(&mut self, ticket: Ticket, schedule: &Schedule) -> anyhow::Result<()> {
        let trace = self.interpreter.run(schedule);
        self.under_way.push((ticket, trace));
        self.most = self.most.max(self.under_way.len());
        Ok(())
    }

    fn finished(&mut self, wait: bool) -> anyhow::Result<Option<(Ticket, Trace)>> {
        let count = self.under_way.len();
        if count == 0 || self.slow && !wait || self.rng.below(if wait { 8 } else { 2 }) == 0 {
            return Ok(None);
        }
        let which = self.rng.below(count);
        Ok(Some(self.under_way.swap_remove(which)))
    }
}
