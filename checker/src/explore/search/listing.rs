//! Who may step in a state: the threads that run, and the writes that may arrive.

use super::{Branch, Search, Stop};
use crate::explore::process::Process;
use crate::model::names::ThreadIx;
use crate::model::state::{Choice, Life};
use mcr_protocol::Value;

impl Search<'_> {
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
                self.given_up.insert(key);
                self.cut_here(false);
                continue;
            }
            executed = self.find_out_now(key)?;
            if self.misled {
                return Ok(());
            }
        }
    }
}
