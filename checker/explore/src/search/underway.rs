//! Executions that are under way while the search goes on ([`Program::at_once`]), and what waits for them.
//!
//! Where several executions can be under way at once, a step of which nobody knows where it leads is submitted and put *aside*: the search goes
//! back, as if there were nothing behind it, and tries other steps. When the trace is there it comes back, along the path that it has kept: at once if JVMs
//! would have nothing to do otherwise.
//!
//! What was put aside are frames of the same pass: the states before it count as visited, and the pass is not over before all of it was searched. The
//! order in which a search visits states does not matter where states have no cycle, and here they have none ([`mcr_model::trie`]); nor does it matter when
//! something is learned, because decisions that did not know it make the pass void ([`super`]).
//!
//! Invariants: of each step (a cell, and what its thread learns there) at most one execution is under way. What is aside waits for one that is, or can
//! be searched. Nothing is under way when a pass is taken for the last one.
//!
//! [`Program::at_once`]: crate::Program::at_once

use super::aside::{AllAside, Aside, common};
use super::executions::Expected;
use super::{Branch, Frame, Search, Stop};
use crate::contract::Ticket;
use crate::path::Taken;
use crate::strategy::Walker;
use mcr_model::trie::CellIx;
use mcr_protocol::{End, Trace, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A step that is not known: where, and what its thread learns.
pub(super) type Unknown = (CellIx, Value);

/// Executions under way for each that runs at once: one that runs, and some that are next, so that nobody waits for the search, which finds what to execute in
/// bursts. To be woken costs as much as a short execution.
const FOR_EACH: usize = 16;

/// The same where more than one in [`FEW`] executions is redundant: the more are under way, the more will be.
const FOR_EACH_IF_REDUNDANT: usize = 4;
const FEW: u64 = 16;

/// What came of asking for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// It was executed: if it is still not known, it was given up on the way.
    Executed,
    /// It is under way, and was put aside.
    Aside,
    /// It is not, but something was learned; maybe that.
    Again,
}

/// An execution that is under way.
#[derive(Debug)]
struct Job {
    step: Unknown,
    expected: Expected,
    /// Events after which it is given up.
    limit: u64,
    /// [`Underway::revisions`] when it was submitted.
    revisions: u64,
    /// The walks that have found the step.
    walker: Option<Walker>,
    /// Whether a walk has.
    walks: bool,
}

/// What is under way, and what waits for it.
#[derive(Debug, Default)]
pub(super) struct Underway {
    jobs: FxHashMap<Ticket, Job>,
    steps: FxHashSet<Unknown>,
    /// The number of the next one.
    next: u64,
    aside: AllAside,
    /// Steps that were executed in this way, with the events after which that would have been given up.
    executed: FxHashMap<Unknown, u64>,
    /// How often something was learned after which paths from before may lead elsewhere.
    revisions: u64,
}

impl Underway {
    /// How many executions are.
    pub(super) fn executions(&self) -> u64 {
        self.jobs.len() as u64
    }

    /// The steps that they are to show.
    pub(super) fn steps(&self) -> &FxHashSet<Unknown> {
        &self.steps
    }

    /// Whether any ever was.
    pub(super) fn any_ever(&self) -> bool {
        self.next > 0
    }

    /// Drops what was put aside: a pass begins anew.
    pub(super) fn restart(&mut self) {
        self.aside = AllAside::default();
    }

    /// Nothing is under way any more, and cells have other numbers.
    pub(super) fn forget(&mut self) {
        *self = Underway { next: self.next, ..Underway::default() };
    }
}

impl Search<'_> {
    /// Asks for an execution that shows a step which is not known.
    pub(super) fn find_out(&mut self, step: Unknown, branch: Branch) -> Result<Asked, Stop> {
        let at_once = self.program.at_once();
        if self.is_alone(at_once) {
            self.execute(Some(branch))?;
            return Ok(Asked::Executed);
        }
        if self.was_executed(step) {
            return Ok(Asked::Executed);
        }
        if self.receive_all()? {
            return Ok(Asked::Again);
        }
        let is_under_way = self.underway.steps.contains(&step);
        let is_full = self.enough_are_under_way(at_once);
        if (!is_under_way && is_full) || self.underway.aside.is_full() && is_under_way {
            self.receive()?;
            return Ok(Asked::Again);
        }
        if !is_under_way && !self.submit(step, Some(branch))? {
            return Ok(Asked::Again);
        }
        if self.underway.aside.is_full() {
            return Ok(Asked::Again);
        }
        let frames = vec![Frame { depth: self.path.len(), branches: 0 }];
        let aside = &mut self.underway.aside;
        let way = aside.way(self.path.iter().map(Taken::branch));
        aside.wait(step, Aside { way, frames, branches: vec![branch], arrived: false });
        Ok(Asked::Aside)
    }

    /// Asks for an execution that shows a step which is not known, and does not wait for it. Where enough are under way, or one that shows this, waits for one of them
    /// instead.
    pub(super) fn hand_in(&mut self, step: Unknown, branch: Branch) -> Result<Asked, Stop> {
        if self.was_executed(step) {
            return Ok(Asked::Executed);
        }
        if self.receive_all()? {
            return Ok(Asked::Again);
        }
        let at_once = self.program.at_once();
        if self.underway.steps.contains(&step) || self.enough_are_under_way(at_once) {
            self.receive()?;
            return Ok(Asked::Again);
        }
        Ok(if self.submit(step, Some(branch))? { Asked::Aside } else { Asked::Again })
    }

    fn enough_are_under_way(&self, at_once: usize) -> bool {
        let for_each = if self.redundant * FEW > self.executions { FOR_EACH_IF_REDUNDANT } else { FOR_EACH };
        self.underway.jobs.len() >= at_once * for_each
    }

    /// Where fewer executions are under way than could be, and something has become known that was waited for, goes on with that: what is behind it
    /// is most likely not known. All else is put aside meanwhile. `arrived`: whether the state is yet to be looked at; the same for the state that the search
    /// is in then.
    pub(super) fn feed(&mut self, arrived: bool) -> bool {
        let at_once = self.program.at_once();
        if self.enough_are_under_way(at_once) || self.underway.aside.is_full() {
            return arrived;
        }
        let Some(urgent) = self.underway.aside.ready() else { return arrived };
        let (frames, branches) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.branches));
        let way = self.underway.aside.way(self.path.iter().map(Taken::branch));
        self.underway.aside.interrupt(Aside { way, frames, branches, arrived });
        self.go_on_with(urgent)
    }

    /// Goes on with what was put aside; whether the state is yet to be looked at. If it cannot be gone on with, nothing is left to do there.
    fn go_on_with(&mut self, aside: Aside) -> bool {
        if self.go_to(&aside.way.branches()) {
            (self.frames, self.branches) = (aside.frames, aside.branches);
            return aside.arrived;
        }
        // Something has changed on the way, which is known: another pass follows.
        self.stale = true;
        false
    }

    /// The same, or what a thread does next in this state (no branch), and waits for it. Whether the execution was one along this path.
    pub(super) fn find_out_now(&mut self, step: Unknown, branch: Option<Branch>) -> Result<bool, Stop> {
        let at_once = self.program.at_once();
        if self.is_alone(at_once) {
            return self.execute(branch).map(|()| true);
        }
        if self.was_executed(step) {
            return Ok(true);
        }
        let is_own = !self.underway.steps.contains(&step) && self.submit(step, branch)?;
        while self.underway.steps.contains(&step) {
            self.receive()?;
        }
        Ok(is_own)
    }

    /// Whether executions are made one at a time.
    pub(super) fn is_alone(&self, at_once: usize) -> bool {
        at_once <= 1 && self.underway.jobs.is_empty()
    }

    /// Whether a step was executed and would not get any further now.
    fn was_executed(&self, step: Unknown) -> bool {
        self.underway.executed.get(&step).is_some_and(|limit| *limit >= self.max_events)
    }

    /// Submits the path with a step behind it. If it cannot be now, something was received.
    fn submit(&mut self, step: Unknown, branch: Option<Branch>) -> Result<bool, Stop> {
        let before = self.executions;
        self.may_execute()?;
        if self.executions != before {
            return Ok(false);
        }
        let (schedule, expected) = self.ordered(branch);
        let ticket = Ticket(self.underway.next);
        self.underway.next += 1;
        self.program.submit(ticket, &schedule).map_err(Stop::Failure)?;
        self.underway.jobs.insert(
            ticket,
            Job {
                step,
                expected,
                limit: self.max_events,
                revisions: self.underway.revisions,
                walker: self.findings.walker,
                walks: self.detours.walking,
            },
        );
        self.underway.steps.insert(step);
        Ok(true)
    }

    /// Takes in all that has come; whether there was anything.
    pub(super) fn receive_all(&mut self) -> Result<bool, Stop> {
        let mut any = false;
        while !self.underway.jobs.is_empty() {
            match self.program.finished(false).map_err(Stop::Failure)? {
                Some((ticket, trace)) => self.arrived(ticket, trace)?,
                None => break,
            }
            any = true;
        }
        Ok(any)
    }

    /// Waits for a trace, and takes it in.
    pub(super) fn receive(&mut self) -> Result<(), Stop> {
        while !self.underway.jobs.is_empty() {
            if let Some((ticket, trace)) = self.program.finished(true).map_err(Stop::Failure)? {
                return self.arrived(ticket, trace);
            }
            self.poll()?;
        }
        Ok(())
    }

    /// Waits for all that is under way. Whether any of it taught something.
    pub(super) fn settle(&mut self) -> Result<bool, Stop> {
        let taught = |search: &Self| search.executions - search.redundant;
        let before = taught(self);
        while !self.underway.jobs.is_empty() {
            self.receive()?;
        }
        Ok(taught(self) != before)
    }

    fn arrived(&mut self, ticket: Ticket, trace: Trace) -> Result<(), Stop> {
        let Some(job) = self.underway.jobs.remove(&ticket) else {
            return self.forgotten(&trace);
        };
        self.underway.steps.remove(&job.step);
        self.underway.aside.arrived(job.step);
        let before = (self.model.memory_generation, self.revisions);
        let walker = std::mem::replace(&mut self.findings.walker, job.walker);
        let walking = std::mem::replace(&mut self.detours.walking, job.walks);
        self.executed(trace, &job.expected)?;
        (self.findings.walker, self.detours.walking) = (walker, walking);
        if (self.model.memory_generation, self.revisions) != before {
            // What is aside may lead nowhere. The pass is repeated, and comes to what is left of it.
            self.stale |= !self.underway.aside.is_empty();
            self.underway.restart();
            self.underway.revisions += 1;
        }
        if job.revisions == self.underway.revisions {
            self.underway.executed.insert(job.step, job.limit);
        }
        Ok(())
    }

    /// Of an execution that was asked for before the search began anew nothing counts but what things are called, and what was not known of the program
    /// when it ran: then whoever runs executions has dropped all that was under way ([`Program::finished`]), and nobody need wait for it.
    ///
    /// [`Program::finished`]: crate::Program::finished
    fn forgotten(&mut self, trace: &Trace) -> Result<(), Stop> {
        self.model.symbols.learn(trace);
        if trace.end == End::Restart { Err(Stop::Restart) } else { Ok(()) }
    }

    /// Goes on with something that was put aside and can be searched now, the last of it first; waits if there is no other. Whether the state is yet to
    /// be looked at; none if nothing is left.
    pub(super) fn resume(&mut self) -> Result<Option<bool>, Stop> {
        loop {
            let aside = &mut self.underway.aside;
            match aside.ready().or_else(|| aside.interrupted()) {
                Some(next) => return Ok(Some(self.go_on_with(next))),
                None if aside.is_empty() => return Ok(None),
                None => self.receive()?,
            }
            if self.misled {
                return Ok(Some(false));
            }
        }
    }

    /// Goes to the end of a path; no frame is left then. False if it is none any more.
    fn go_to(&mut self, path: &[Branch]) -> bool {
        self.frames.clear();
        self.branches.clear();
        let common = common(self.path.iter().map(Taken::branch), path);
        if let Some(taken) = self.path.get(common) {
            self.state.undo(taken.before);
            self.path.truncate(common);
        }
        self.reduction.went_back();
        path[common..].iter().all(|&branch| self.step(branch))
    }
}
