//! Steps of the search: where each leads is known, or an execution has to show it.

use super::underway::{Asked, Unknown};
use super::{Branch, Search, Stop};
use crate::findings::is_violation;
use crate::path::{self, Length, Taken};
use mcr_model::state::Choice;
use mcr_model::trie::{CellIx, Op};

impl Search<'_> {
    /// Takes a step, after an execution if it leads where none was. Whether the state changed.
    pub(super) fn take(&mut self, branch: Branch) -> Result<bool, Stop> {
        while !self.step(branch) {
            let unknown = self.unknown(branch);
            if self.given_up.contains(&unknown) {
                return Ok(false);
            }
            let asked = self.find_out(unknown, branch)?;
            if self.misled || asked == Asked::Aside {
                return Ok(false);
            }
            if asked == Asked::Executed && !self.step(branch) {
                self.give_up(unknown);
                return Ok(false);
            }
            if asked == Asked::Executed {
                break;
            }
        }
        self.failed_by_that()?;
        Ok(true)
    }

    /// A step, and what its thread learns by it.
    pub(super) fn unknown(&self, branch: Branch) -> Unknown {
        let learned = self.state.learned(&self.model, branch.thread, branch.choice).unwrap_or_default();
        (self.cell_of(branch).0, learned)
    }

    /// Looks whether the last step of the path is a violation.
    pub(super) fn failed_by_that(&mut self) -> Result<(), Stop> {
        let Some(&Taken { thread, cell, arrives, outcome, .. }) = self.path.last() else { return Ok(()) };
        if let (Some(Op::End { uncaught: Some(_), .. } | Op::Exit(_)), false) =
            (self.model.tries.cell(cell).op, arrives)
        {
            let event = self.model.event(thread, cell, outcome);
            if is_violation(&event.action) {
                self.findings.event(&event, || path::events(&self.model, &self.path), self.executions);
                self.first_violation()?;
            }
        }
        Ok(())
    }

    /// Takes a step, if it is known where it leads.
    pub(super) fn step(&mut self, branch: Branch) -> bool {
        let Branch { thread, choice } = branch;
        let before = self.state.mark();
        let (cell, arrives) = self.cell_of(branch);
        let length = Length::after(&self.path, &self.model, &self.state, (thread, choice));
        let Some(outcome) = self.state.step(&self.model, thread, choice) else { return false };
        self.path.push(Taken { thread, choice, cell, arrives, length, outcome, before });
        if arrives {
            self.reduction.arrived();
        } else if let Some(op) = self.model.tries.cell(cell).op {
            self.reduction.stepped(&self.model, thread, op);
        }
        true
    }

    /// Where a thread is before a step, or where it wrote what arrives by it; and whether something arrives.
    fn cell_of(&self, Branch { thread, choice }: Branch) -> (CellIx, bool) {
        let arriving = if let Choice::Arrive(location) = choice {
            self.state.buffered(thread).iter().find(|write| write.location == location).map(|write| write.cell)
        } else {
            None
        };
        (arriving.unwrap_or(self.state.thread(thread).cell), arriving.is_some())
    }
}
