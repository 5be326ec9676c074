//! POS: each step that can be taken has a priority, drawn when it can be taken first; the highest is taken, and those that race with it draw again (Yuan,
//! Yang, Gu: "Partial Order Aware Concurrency Sampling", CAV 2018).
//!
//! So the order of steps that do not depend on each other does not make orders of others more or less likely.

use super::{Crossing, Drawer, Guide, chance};
use crate::contract::Options;
use crate::path::Branch;
use crate::process::arrival;
use fastrand::Rng;
use mcr_model::footprint::Accesses;
use mcr_model::names::ThreadIx;
use mcr_model::state::Choice;
use mcr_model::trie::CellIx;
use rustc_hash::FxHashMap;

/// A step: whose, where, and which. (An arrival has no place, and is the same until it has happened.)
type Key = (ThreadIx, Option<CellIx>, Which);

/// [`Choice`], to be looked up.
type Which = (u8, u64);

/// See the module.
#[derive(Debug)]
pub struct Pos {
    rng: Rng,
    priorities: FxHashMap<Key, u64>,
}

impl Pos {
    pub(super) fn new(options: &Options) -> Pos {
        Pos { rng: chance(options, Drawer::Pos), priorities: FxHashMap::default() }
    }
}

impl Guide for Pos {
    fn begin(&mut self, _: usize) -> bool {
        self.priorities.clear();
        true
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        let best = (0..at.steps.len()).max_by_key(|&n| self.priority(at, at.steps[n])).unwrap_or(0);
        self.priorities.remove(&key(at, at.steps[best]));
        let taken = accesses(at, at.steps[best]);
        for &other in at.steps.iter().filter(|other| other.thread != at.steps[best].thread) {
            let theirs = accesses(at, other);
            let races = taken.iter().flatten().any(|mine| theirs.iter().flatten().any(|other| other.conflicts(*mine)));
            if races {
                self.priorities.remove(&key(at, other));
            }
        }
        Some(best)
    }
}

impl Pos {
    fn priority(&mut self, at: &Crossing<'_>, branch: Branch) -> u64 {
        let rng = &mut self.rng;
        *self.priorities.entry(key(at, branch)).or_insert_with(|| rng.u64(..))
    }
}

/// What a step touches.
fn accesses(at: &Crossing<'_>, branch: Branch) -> Accesses {
    match branch.choice {
        Choice::Arrive(location) => [arrival(at.model, location), None, None, None, None, None],
        _ => at.model.accesses(at.state.thread(branch.thread).cell),
    }
}

fn key(at: &Crossing<'_>, branch: Branch) -> Key {
    let which = match branch.choice {
        Choice::Plain => (0, 0),
        Choice::Wake(woken) => (1, woken.map_or(u64::MAX, |thread| u64::from(thread.0))),
        Choice::Back(wake) => (2, wake as u64),
        Choice::Number(number) => (3, number),
        Choice::Arrive(location) => (4, u64::from(location.0)),
    };
    let is_arrival = matches!(branch.choice, Choice::Arrive(_));
    (branch.thread, (!is_arrival).then(|| at.state.thread(branch.thread).cell), which)
}
