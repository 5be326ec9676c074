//! All schedules of a method ([`crate::schedules`]), again and again until nothing is learned any more.
//!
//! The last time everything is known from the beginning, so what schedules there are does not depend on what was known
//! when: that time counts. Nor does it rest on what the code says, where some reads are free: what is known of the
//! program has not contradicted that.

use super::going::{Ended, Then};
use super::{Search, Stop};
use crate::contract::Conclusion;
use crate::relevance::{EverythingMatters, Relevance};
use crate::schedules::{FreeReads, guide};
use crate::strategy::Method;
use mcr_model::state::State;

/// Of a last time that has not shown all.
const FORGOTTEN: &str = "an outcome that was found was not found again (a mistake of mcr)";

impl Search<'_> {
    /// All schedules.
    pub(super) fn all_schedules(&mut self, method: Method) -> Result<Conclusion, Stop> {
        let code: &dyn Relevance = if method.frees_reads() { self.code } else { &EverythingMatters };
        let free = FreeReads::new(code);
        self.execute_first()?;
        let left_out = loop {
            let executions = self.executions;
            self.passes += 1;
            self.findings.restart();
            self.stale = false;
            free.ask_again();
            let mut guide = guide(method, &free);
            self.schedules = Some(0);
            while guide.begin(0) {
                self.state = State::new(&self.model);
                self.path.clear();
                self.misled = false;
                let gone = self.go(&mut *guide, Then::Waits)?;
                if gone.ended == Ended::Over {
                    self.schedules = self.schedules.map(|schedules| schedules + 1);
                }
                self.order_work = guide.work();
                self.poll()?;
            }
            self.has_no_cycle()?;
            let was_wrong = free.take_wrong();
            if self.executions == executions && !self.stale && !was_wrong && !self.goes_further_in_the_end()? {
                let forgotten = (!self.findings.shows_all_again()).then_some(FORGOTTEN);
                break guide.left_out().or(forgotten);
            }
        };
        self.limit = self.cuts.limit();
        let left_out = left_out.map(|what| format!("not all was explored (--strategy {}): {what}", method.name()));
        Ok(self.cuts.said().or(left_out).map_or(Conclusion::Complete, Conclusion::Incomplete))
    }
}
