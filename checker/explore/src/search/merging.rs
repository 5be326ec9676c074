//! From histories to local states, when there were too many executions; and which states count as one.
//!
//! A search begins with a cell for each history, so that behaviours can be counted, and keeps its traces. When more executions are needed
//! than [`Options::counted_executions`], it takes the same traces in once more, now with one cell for all histories of a thread that have the
//! same key ([`LocalStates::Merged`]), and begins anew with that; all that was found counts. If no two histories
//! have the same key so far, nothing has to be done anew.
//!
//! Invariant: the traces that are kept are those that the model was made of, as long as it tells histories apart.
//!
//! [`Options::counted_executions`]: crate::Options::counted_executions

use super::suspects::Learned;
use super::{Search, Stop};
use crate::reduction::Reduction;
use mcr_model::learn::Learner;
use mcr_model::local_states::LocalStates;
use mcr_model::state::chain;
use mcr_model::trie::{CellIx, Tries, Way};
use mcr_model::{Model, check};
use mcr_protocol::Trace;

/// Events of traces that are kept; beyond, histories are merged although there were few executions.
const MOST_EVENTS: u64 = 1 << 21;

/// The traces that a model was made of.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) traces: Vec<Trace>,
    events: u64,
}

impl Kept {
    pub(super) fn push(&mut self, trace: Trace) {
        self.events += trace.events.len() as u64;
        self.traces.push(trace);
    }
}

/// Takes traces into a new model with the rules and symbols of an old one, in which histories with the same key have one cell; also how many
/// complete local histories there are.
///
/// # Errors
/// When they contradict each other then: the number of the trace, from 0, and a sentence for the user.
pub(super) fn merged(old: &Model, traces: &[Trace]) -> Result<(Model, Learner, u64), (usize, String)> {
    let mut model = Model::new(old.rules, LocalStates::Merged);
    model.symbols = old.symbols.clone();
    let (mut learner, mut local_behaviours) = (Learner::default(), 0);
    for (number, trace) in traces.iter().enumerate() {
        let numbered = |message| (number, message);
        local_behaviours += learner.learn(&mut model, trace).map_err(numbered)?.local_behaviours;
        check::check(&model, trace).map_err(numbered)?;
    }
    Ok((model, learner, local_behaviours))
}

impl Search<'_> {
    /// Marks the state as visited; whether it is new.
    pub(super) fn mark(&mut self) -> bool {
        let state = match &self.symmetry {
            Some(symmetry) => self.state.canonical_hash(&self.model, symmetry),
            None => self.state.hash(),
        };
        let output = self.state.output_hash();
        let key = if output == 0 { state } else { chain(state ^ output, output as u64) };
        self.visited.insert(key)
    }

    /// Keeps a trace that was taken in, as long as it may be needed.
    pub(super) fn keep(&mut self, trace: Trace) {
        if self.model.tries.local_states() == LocalStates::Compared {
            self.kept.push(trace);
        }
    }

    /// Before an execution: whether there were too many for histories to be told apart.
    pub(super) fn stop_counting(&mut self) -> Result<(), Stop> {
        let apart = self.model.tries.local_states() == LocalStates::Compared && !self.options.audit;
        if !apart || self.executions < self.counted_until && self.kept.events <= MOST_EVENTS {
            return Ok(());
        }
        // It is to be in what is kept.
        self.settle()?;
        if !self.model.tries.merge_from_now_on() {
            return Err(Stop::Merge);
        }
        self.kept = Kept::default();
        Ok(())
    }

    /// Makes the model anew, with histories merged. What the search was doing has to begin anew.
    ///
    /// # Errors
    /// When the traces contradict each other then; a sentence for the user.
    pub(super) fn merge(&mut self) -> Result<(), String> {
        let Kept { traces, .. } = std::mem::take(&mut self.kept);
        let (model, learner, local_behaviours) = merged(&self.model, &traces).map_err(|(_, message)| message)?;
        let images = images(&self.model.tries, &model.tries);
        let image = |(cell, learned): (CellIx, _)| (images[cell.0 as usize], learned);
        self.given_up = std::mem::take(&mut self.given_up).into_iter().map(image).collect();
        (self.model, self.learner, self.local_behaviours) = (model, learner, local_behaviours);
        self.reduction = Reduction::new(self.options.reductions);
        self.underway.forget();
        self.detours.renumbered(self.options);
        self.learned = Learned::default();
        // There are fewer states now.
        self.merged = false;
        self.symmetry = None;
        self.rewind();
        Ok(())
    }

    /// Whether all that was searched is as the search takes it to be: no thread comes back to where it was.
    pub(super) fn has_no_cycle(&self) -> Result<(), Stop> {
        if !self.model.tries.have_met() {
            return Ok(());
        }
        let Some(cell) = self.model.tries.order().cycle else { return Ok(()) };
        let cell = self.model.tries.cell(cell);
        Err(Stop::error(format!(
            "{} comes back to a local state that it was in before, at {}; a mistake of mcr, not of the program",
            self.model.symbols.thread_name(self.model.names.thread_id(cell.thread)),
            self.model.symbols.place(cell.site)
        )))
    }
}

/// Where the cells of one model are in another one that was made of the same traces.
fn images(tries: &Tries, others: &Tries) -> Vec<CellIx> {
    let mut images = vec![CellIx::NONE; tries.len()];
    for (thread, argument, root) in tries.roots() {
        images[root.0 as usize] = others.find_root(thread, argument).unwrap_or(CellIx::NONE);
    }
    for cell in tries.order().cells {
        let image = images[cell.0 as usize];
        if image == CellIx::NONE {
            continue;
        }
        let (cell, other) = (tries.cell(cell), others.cell(image));
        if let (Some(next), None) = (cell.children().next(), cell.edges.first()) {
            images[next.0 as usize] = other.leads(Way::Only);
        }
        for edge in &cell.edges {
            images[edge.to.0 as usize] = other.edge(edge.learned).map_or(CellIx::NONE, |edge| edge.to);
        }
    }
    images
}
