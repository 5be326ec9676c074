//! PCT: the thread with the highest priority runs; at a few places, drawn before the walk, the one that runs gets the lowest (Burckhardt, Kothari,
//! Musuvathi, Nagarakatte: "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
//!
//! A bug that needs d ordering constraints is found by a walk over n threads and k steps with a probability of at least 1 / (n * k^(d-1)). The depth d is
//! what the user says, or goes round from 1 to [`DEEPEST`]. Writes on their way to memory have a priority of their own. A change that falls on a step that concerns nobody happens before the
//! next one that does: so where much of a walk is such steps, changes come early.

use super::{Crossing, Drawer, Guide, chance};
use crate::contract::Options;
use crate::path::Branch;
use fastrand::Rng;
use mcr_model::names::ThreadIx;
use mcr_model::state::Choice;
use rustc_hash::FxHashMap;

/// The largest depth that is tried.
const DEEPEST: usize = 4;

/// A thread, or the writes of a thread.
type Process = (ThreadIx, bool);

/// See the module.
#[derive(Debug)]
pub struct Pct {
    rng: Rng,
    /// See [`Options::pct_depth`].
    depth: Option<usize>,
    walks: usize,
    /// Steps before which a priority changes, the last one first.
    changes: Vec<usize>,
    priorities: FxHashMap<Process, i64>,
    /// The next lowest priority.
    lowest: i64,
}

impl Guide for Pct {
    fn begin(&mut self, longest: usize) -> bool {
        let changes = self.depth.map_or(self.walks % DEEPEST, |depth| depth - 1);
        self.walks += 1;
        self.changes = (0..changes).map(|_| self.rng.usize(..longest.max(1))).collect();
        self.changes.sort_unstable_by_key(|&step| std::cmp::Reverse(step));
        self.priorities.clear();
        self.lowest = 0;
        true
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        loop {
            let best = (0..at.steps.len()).max_by_key(|&n| self.priority(process(at.steps[n]))).unwrap_or(0);
            match self.changes.last() {
                Some(&step) if step <= at.path.len() => {
                    self.changes.pop();
                    self.lowest -= 1;
                    self.priorities.insert(process(at.steps[best]), self.lowest);
                }
                _ => return Some(self.one_of(at.steps, process(at.steps[best]))),
            }
        }
    }
}

impl Pct {
    pub(super) fn new(options: &Options) -> Pct {
        Pct {
            rng: chance(options, Drawer::Pct),
            depth: options.pct_depth,
            walks: 0,
            changes: Vec::new(),
            priorities: FxHashMap::default(),
            lowest: 0,
        }
    }

    fn priority(&mut self, process: Process) -> i64 {
        let rng = &mut self.rng;
        *self.priorities.entry(process).or_insert_with(|| rng.i64(1..i64::MAX))
    }

    /// One of the steps of a process.
    fn one_of(&mut self, steps: &[Branch], wanted: Process) -> usize {
        let own: Vec<usize> = (0..steps.len()).filter(|&n| process(steps[n]) == wanted).collect();
        own[self.rng.usize(..own.len())]
    }
}

fn process(branch: Branch) -> Process {
    (branch.thread, matches!(branch.choice, Choice::Arrive(_)))
}
