//! Walks that deviate few times from the order in which threads run one after the other.
//!
//! The default is that the running thread goes on, and where it cannot, the next one in the order of their starts. Every other choice is a *deviation*: a
//! preemption, or another thread after one that was blocked or has ended. The walks with the fewest come first. That choices without a preemption cost
//! something, too, keeps the walks few where there are many threads, as in delay-bounded scheduling (Emmi, Qadeer, Rakamaric, POPL 2011).
//!
//! Whoever walks finds what could be done otherwise after the last deviation, and these are the walks to come.

use super::{Crossing, Guide};
use crate::path::Branch;
use std::collections::VecDeque;
use std::rc::Rc;

/// Walks that may wait; what is beyond is not walked.
const MOST: usize = 1 << 20;

/// A deviation, and those before it.
#[derive(Debug)]
struct Deviation {
    depth: usize,
    step: Branch,
    before: Plan,
}

/// The deviations of a walk; none: the default walk.
type Plan = Option<Rc<Deviation>>;

/// A walk to come.
#[derive(Debug, Default)]
struct Walk {
    plan: Plan,
    /// From this depth on it is not known yet what could be done otherwise.
    from: usize,
}

/// See the module.
#[derive(Debug)]
pub struct Deviations {
    /// By number of deviations.
    waiting: Vec<VecDeque<Walk>>,
    /// How many wait.
    count: usize,
    /// What is being walked.
    walk: Walk,
    /// How many deviations that has.
    cost: usize,
    /// The same, the first one last, as far as they are still to come.
    ahead: Vec<(usize, Branch)>,
}

impl Default for Deviations {
    fn default() -> Self {
        let waiting = vec![VecDeque::from([Walk::default()])];
        Deviations { waiting, count: 1, walk: Walk::default(), cost: 0, ahead: Vec::new() }
    }
}

impl Guide for Deviations {
    fn begin(&mut self, _: usize) -> bool {
        let Some(cost) = self.waiting.iter().position(|waiting| !waiting.is_empty()) else { return false };
        let Some(walk) = self.waiting[cost].pop_front() else { return false };
        self.count -= 1;
        self.cost = cost;
        self.ahead.clear();
        let mut next = &walk.plan;
        while let Some(deviation) = next {
            self.ahead.push((deviation.depth, deviation.step));
            next = &deviation.before;
        }
        self.walk = walk;
        true
    }

    fn comes_back(&mut self) {
        self.waiting[self.cost].push_back(std::mem::take(&mut self.walk));
        self.count += 1;
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        let default = at.by_default();
        if let Some(&(depth, step)) = self.ahead.last() {
            if depth > at.path.len() {
                return Some(default);
            }
            self.ahead.pop();
            return Some(at.steps.iter().position(|&other| other == step).unwrap_or(default));
        }
        if at.path.len() < self.walk.from {
            return Some(default);
        }
        self.walk.from = at.path.len() + 1;
        for (n, &step) in at.steps.iter().enumerate() {
            if n != default && self.count < MOST {
                self.add(Deviation { depth: at.path.len(), step, before: self.walk.plan.clone() });
            }
        }
        Some(default)
    }
}

impl Deviations {
    fn add(&mut self, deviation: Deviation) {
        let cost = self.cost + 1;
        if self.waiting.len() <= cost {
            self.waiting.resize_with(cost + 1, VecDeque::new);
        }
        let from = deviation.depth + 1;
        self.waiting[cost].push_back(Walk { plan: Some(Rc::new(deviation)), from });
        self.count += 1;
    }
}
