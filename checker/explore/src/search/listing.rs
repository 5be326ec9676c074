//! Who may step in a state: the threads that run, and the writes that may arrive.

use super::{Branch, Search, Stop};
use crate::process::Process;
use mcr_model::Model;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, Life};
use mcr_protocol::{Value, Wake};

/// What is known of the steps that were listed.
pub(super) struct Steps {
    /// The position among the processes of the thread of the last event.
    pub(super) preferred: usize,
    /// Whether some of them may be left out, if they are independent: not where somebody goes on because nobody else can.
    pub(super) reducible: bool,
}

impl Search<'_> {
    /// Whose event was the last.
    pub(super) fn last_thread(&self) -> ThreadIx {
        self.path.last().map_or(Model::MAIN, |taken| taken.thread)
    }

    /// Appends all steps that can be taken in the state to the branches, after a look at the state; none if the path leads nowhere.
    pub(super) fn list_steps(&mut self) -> Result<Option<Steps>, Stop> {
        self.list_running()?;
        if self.misled {
            return Ok(None);
        }
        self.effort += self.running.len() as u64;
        self.coarse_calls.look(&self.model, &self.state, &self.running);
        self.look_for_races()?;
        let last = self.last_thread();
        let mut preferred = 0;
        // Those with a step that they will do sooner or later: one of them, and how many.
        let mut able = (None, 0);
        self.processes.clear();
        self.steps_of.clear();
        for &thread in &self.running {
            let before = self.branches.len();
            let branches = &mut self.branches;
            let mut goes_on = false;
            self.state.choices(&self.model, thread, |choice| {
                goes_on |= choice != Choice::Back(Wake::Spurious);
                branches.push(Branch { thread, choice });
            });
            if goes_on {
                able = (Some(thread), able.1 + 1);
            }
            if thread == last {
                preferred = self.processes.len();
            }
            self.processes.push(Process::Thread(thread));
            self.steps_of.push(u32::try_from(self.branches.len() - before).unwrap_or(u32::MAX));
        }
        let arrivals = self.state.some_are_buffered();
        if arrivals {
            self.list_arrivals();
        }
        let (running, branches) = (&self.running, &mut self.branches);
        let steps = branches.len();
        // At most one can go on. Who gives up does so because no other can.
        if able.1 <= 1 && !arrivals && !running.iter().any(|&thread| self.state.would_go_on(&self.model, thread)) {
            for &thread in running.iter().filter(|&&thread| able.0.is_none_or(|able| able == thread)) {
                if let Some(choice) = self.state.gives_up_idle(&self.model, thread) {
                    branches.push(Branch { thread, choice });
                }
            }
            if able.1 == 0 && branches.len() == steps {
                self.deadlock()?;
            }
        }
        let reducible = (able.1 > 0 || arrivals) && self.branches.len() == steps;
        Ok(Some(Steps { preferred, reducible }))
    }

    /// Lists the writes that may arrive.
    pub(super) fn list_arrivals(&mut self) {
        for &thread in &self.running {
            self.state.arrivals(&self.model, thread, |location| {
                self.branches.push(Branch { thread, choice: Choice::Arrive(location) });
                self.processes.push(Process::Arrival(thread, location));
                self.steps_of.push(1);
            });
        }
    }

    /// Lists the threads that run. What each does next is known afterwards, or cannot be known.
    pub(super) fn list_running(&mut self) -> Result<(), Stop> {
        let mut executed = false;
        loop {
            self.running.clear();
            let mut unknown = None;
            for (n, thread) in (0u32..).zip(self.state.threads()) {
                if thread.life == Life::Running {
                    self.running.push(ThreadIx(n));
                    if self.model.tries.cell(thread.cell).op.is_none() {
                        unknown = Some(thread.cell);
                    }
                }
            }
            let Some(cell) = unknown else { return Ok(()) };
            let key = (cell, Value::ZERO);
            if self.given_up.contains(&key) {
                return Ok(());
            }
            if executed {
                self.give_up(key);
                continue;
            }
            executed = self.find_out_now(key, None)?;
            if self.misled {
                return Ok(());
            }
        }
    }
}
