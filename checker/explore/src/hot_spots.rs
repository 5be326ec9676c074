//! What a search that a limit has ended was busy with: in which threads, and at which places, the most local states
//! are.
//!
//! Counted once, in the end, from what was learned of the threads ([`Tries`]); the search itself counts nothing. What
//! places are called, and what to make of it, is for the report to say.
//!
//! Invariant: a local state counts once, for its thread and the place of what the thread does there. Where that is not
//! known yet, it counts nowhere.
//!
//! [`Tries`]: mcr_model::trie::Tries

use super::contract::Reductions;
use mcr_model::Model;
use mcr_model::footprint::Resource;
use mcr_model::names::ThreadIx;
use mcr_model::trie::{Cell, CellIx};
use mcr_protocol::{SiteId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which limit has ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`super::Options::max_executions`].
    Executions,
    /// [`super::Options::deadline`].
    Time,
    /// [`super::Options::max_states`].
    States,
    /// [`super::Options::max_events`]: something was given up because it was too long.
    Events,
    /// Something was given up because it printed too much.
    Output,
    /// The patience of the user.
    Patience,
}

/// What is known of the threads when a limit has ended the search.
#[derive(Clone, Debug)]
pub struct HotSpots {
    /// Which limit.
    pub limit: Limit,
    /// All places, that with the most local states first.
    pub spots: Vec<HotSpot>,
    /// Events after which executions were given up in the end.
    pub max_events: u64,
    /// What was left out.
    pub reductions: Reductions,
}

/// A thread at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotSpot {
    /// Which thread.
    pub thread: ThreadId,
    /// Where in the code.
    pub site: SiteId,
    /// In how many local states the thread is known to come there.
    pub local_states: u64,
    /// How many ways lead on from these, one for each outcome that is known of what the thread does there.
    pub ways: u64,
    /// How often the thread comes there in the longest of its histories; once for what one instruction does to many
    /// locations.
    pub times: u64,
    /// The locations and monitors that it touches there, by numbers that mean nothing but that equal ones are the same.
    pub touches: Vec<u32>,
}

/// What is collected of one place.
#[derive(Default)]
struct Count {
    local_states: u64,
    ways: u64,
    times: u64,
    touches: FxHashSet<u32>,
}

impl HotSpots {
    /// Counts.
    #[must_use]
    pub fn of(model: &Model, limit: Limit, max_events: u64, reductions: Reductions) -> HotSpots {
        let mut counts: FxHashMap<(ThreadIx, SiteId), Count> = FxHashMap::default();
        let mut numbers: FxHashMap<Resource, u32> = FxHashMap::default();
        // Of each thread the end of the longest history, as far as first ways lead.
        let mut longest: FxHashMap<ThreadIx, (u32, CellIx)> = FxHashMap::default();
        let mut lengths: Vec<u32> = Vec::with_capacity(model.tries.len());
        for number in (0..).map(CellIx).take(model.tries.len()) {
            let cell = model.tries.cell(number);
            // A cell is added after the one that first led to it.
            let length = lengths.get(cell.parent.0 as usize).map_or(0, |before| before + 1);
            lengths.push(length);
            let Some(op) = cell.op else { continue };
            let end = longest.entry(cell.thread).or_insert((length, number));
            if length > end.0 {
                *end = (length, number);
            }
            let count = counts.entry((cell.thread, cell.site)).or_default();
            count.local_states += 1;
            count.ways += cell.children().count() as u64;
            op.touches(cell.thread, &mut |touch| {
                if matches!(touch.resource, Resource::Location(_) | Resource::Monitor(_)) {
                    let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                    count.touches.insert(*numbers.entry(touch.resource).or_insert(next));
                }
            });
        }
        for (_, end) in longest.into_values() {
            let mut next = end;
            while next != CellIx::NONE {
                let cell = model.tries.cell(next);
                if !goes_on(model, cell)
                    && let Some(count) = counts.get_mut(&(cell.thread, cell.site))
                {
                    count.times += 1;
                }
                next = cell.parent;
            }
        }
        let mut spots: Vec<HotSpot> =
            counts.into_iter().map(|((thread, site), count)| count.of(model, thread, site)).collect();
        spots.sort_by_key(|spot| (std::cmp::Reverse(spot.local_states), spot.thread, spot.site));
        HotSpots { limit, spots, max_events, reductions }
    }
}

/// Whether what a thread does is the next part of one instruction that goes through an array, or an object, from one
/// location to the next.
fn goes_on(model: &Model, cell: &Cell) -> bool {
    let access = |cell: &Cell| cell.op.and_then(|op| op.access());
    cell.parent != CellIx::NONE && {
        let before = model.tries.cell(cell.parent);
        before.site == cell.site
            && matches!((access(before), access(cell)), (Some((one, w)), Some((other, v))) if one != other && w == v)
    }
}

impl Count {
    fn of(self, model: &Model, thread: ThreadIx, site: SiteId) -> HotSpot {
        let mut touches: Vec<u32> = self.touches.into_iter().collect();
        touches.sort_unstable();
        let Count { local_states, ways, times, .. } = self;
        HotSpot { thread: model.names.thread_id(thread), site, local_states, ways, times, touches }
    }
}
