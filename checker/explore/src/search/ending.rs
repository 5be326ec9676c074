//! What is told in the end.

use super::Search;
use crate::contract::{Conclusion, Exploration, SolverWork};
use crate::hot_spots::HotSpots;
use crate::minimise::{Bounds, Minimiser};
use crate::path::Length;
use mcr_model::Model;
use mcr_model::trie::{CellIx, Op};
use mcr_protocol::{Limit, SiteId};
use std::time::{Duration, Instant};

/// How long minimising may take when the time is over.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Where a thread waits without a limit for what nobody looks at again.
fn waits_once(model: &Model) -> Vec<SiteId> {
    if model.rules.spurious {
        return Vec::new();
    }
    let cells = (0..u32::try_from(model.tries.len()).unwrap_or(u32::MAX)).map(|cell| model.tries.cell(CellIx(cell)));
    let waits = cells.filter(|cell| match cell.op {
        Some(Op::Wait { patience, .. }) => patience.limit == Limit::Never,
        Some(Op::Park(parked)) => parked.limit == Limit::Never,
        _ => false,
    });
    let once = |site: &SiteId| model.symbols.site(*site).is_some_and(|site| site.waits_once);
    let mut sites: Vec<SiteId> = waits.map(|cell| cell.site).filter(once).collect();
    sites.sort_unstable();
    sites.dedup();
    sites
}

impl Search<'_> {
    /// What was found.
    pub(super) fn told(mut self, conclusion: Conclusion) -> Exploration {
        let conclusion = self.audited(conclusion);
        if self.options.minimise && !matches!(conclusion, Conclusion::Error(_)) {
            self.minimise();
        }
        let have_met = self.model.tries.have_met();
        // With free reads not all of what threads can see is combined, nor executed.
        let tells_apart = !have_met && !self.options.strategy.asks_the_code();
        let counted = conclusion == Conclusion::Complete && !self.merged && tells_apart;
        let hot_spots = self.limit.filter(|_| matches!(conclusion, Conclusion::Incomplete(_)));
        let hot_spots =
            hot_spots.map(|limit| HotSpots::of(&self.model, limit, self.max_events, self.options.reductions));
        Exploration {
            conclusion,
            executions: self.executions,
            at_once: self.underway.any_ever(),
            redundant_executions: self.redundant,
            local_behaviours: tells_apart.then_some(self.local_behaviours),
            local_states: self.model.tries.places() as u64,
            behaviours: counted.then(|| self.findings.behaviours()),
            outcomes: self.findings.outcomes(),
            interleavings: self.findings.interleavings(),
            violations: self.findings.violations,
            preceded: self.findings.preceded,
            races: self.races.found,
            coarse_calls: self.coarse_calls.found(),
            waits_once: waits_once(&self.model),
            events: self.events,
            states: self.states,
            passes: self.passes,
            steps: self.steps,
            walks: self.detours.walks,
            schedules: self.schedules,
            hot_spots,
            symbols: self.model.symbols,
            orders: self.order_work,
            solver: SolverWork::default(),
        }
    }

    /// Finds the interleavings that are shown.
    fn minimise(&mut self) {
        let ways = self.findings.ways().iter().map(|way| Length::of(&way.shown.events).alone).max();
        if self.findings.violations.is_empty() && self.races.found.is_empty() && ways.is_none() {
            return;
        }
        let violations = self.findings.violations.iter().map(|violation| &violation.events);
        let shown = violations.chain(self.races.found.iter().map(|race| &race.events));
        let alone =
            shown.map(|events| Length::of(events).alone).chain(ways).max().unwrap_or(0).min(self.options.max_alone);
        let bounds = Bounds { events: self.max_events + alone, output: self.max_output };
        // Who does not want to wait any longer waits a second.
        let over = self.observer.cancelled() || self.options.deadline.is_some();
        let until = over.then(|| self.options.deadline.unwrap_or_else(Instant::now).max(Instant::now()) + LAST_WORDS);
        let minimiser = Minimiser::new(&self.model, bounds, until);
        minimiser.all(&mut self.findings, &mut self.races.found);
        self.findings.look_again();
    }
}
