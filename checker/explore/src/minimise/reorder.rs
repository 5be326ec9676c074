//! The same steps in another order: for paths that are too long to search among all others.
//!
//! Steps of different threads that touch nothing in common may be swapped. What remains fixed is a partial order: each step comes behind
//! those of its own thread (the arrivals of its writes among them), and behind those with which it conflicts. Of all orders
//! that respect it, some greedy ones are tried: a thread goes on as long as it can.

use super::goal::Goal;
use super::walk::{Walked, walk};
use super::{Bounds, Budget, Step};
use crate::path::Taken;
use crate::process;
use mcr_model::Model;
use mcr_model::footprint::Access;
use mcr_model::trie::Op;
use mcr_protocol::{Outcome, Wake};
use rustc_hash::FxHashMap;

/// What a step touches.
pub fn touched(model: &Model, taken: &Taken) -> Vec<Access> {
    match model.tries.cell(taken.cell).op {
        Some(Op::Write(location, ..)) if taken.arrives => process::arrival(model, location).into_iter().collect(),
        _ => model.accesses(taken.cell).into_iter().flatten().collect(),
    }
}

/// Other orders of these steps that lead to the goal as well.
pub fn reorder(model: &Model, goal: &Goal, bounds: Bounds, walked: &Walked, budget: &mut Budget) -> Vec<Walked> {
    let count = walked.taken.len();
    let forward = Order::new(model, &walked.taken);
    let backward = forward.reversed();
    let candidates = [
        forward.greedy(Next::First),
        forward.greedy(Next::Longest),
        backward.greedy(Next::First).into_iter().rev().map(|n| count - 1 - n).collect(),
        backward.greedy(Next::Longest).into_iter().rev().map(|n| count - 1 - n).collect(),
    ];
    let mut found = Vec::new();
    for order in candidates {
        if !budget.take(count) {
            break;
        }
        let steps: Vec<Step> = order.iter().map(|&n: &usize| walked.steps[n]).collect();
        found.extend(walk(model, goal, bounds, &steps));
    }
    found
}

/// Which thread follows one that cannot go on.
#[derive(Clone, Copy)]
enum Next {
    /// The one whose next step came first.
    First,
    /// The one that can do the most steps in a row.
    Longest,
}

/// A partial order of steps, by number.
struct Order {
    /// By thread, in its order.
    chains: Vec<Vec<usize>>,
    /// The chain of each step.
    chain: Vec<usize>,
    /// The steps of other threads that have to come before it.
    before: Vec<Vec<usize>>,
}

impl Order {
    fn new(model: &Model, taken: &[Taken]) -> Order {
        let mut numbers = FxHashMap::default();
        let mut order = Order { chains: Vec::new(), chain: Vec::new(), before: vec![Vec::new(); taken.len()] };
        // By resource: its last write, and the reads since.
        let mut uses: FxHashMap<u32, (Option<usize>, Vec<usize>)> = FxHashMap::default();
        let mut starts = FxHashMap::default();
        let mut idle = None;
        for (n, step) in taken.iter().enumerate() {
            let chain = *numbers.entry(step.thread).or_insert(order.chains.len());
            if chain == order.chains.len() {
                order.chains.push(Vec::new());
                order.before[n].extend(starts.get(&step.thread));
            }
            order.chains[chain].push(n);
            order.chain.push(chain);
            for access in touched(model, step) {
                let (write, reads) = uses.entry(access.resource).or_default();
                order.before[n].extend(*write);
                if access.writes {
                    order.before[n].append(reads);
                    *write = Some(n);
                } else {
                    reads.push(n);
                }
            }
            if let Some(Op::Start { child, .. }) = model.tries.cell(step.cell).op {
                starts.insert(child, n);
            }
            // Perhaps because nobody else could go on.
            order.before[n].extend(idle);
            if step.outcome == Outcome::Resumed(Wake::TimedOut) {
                order.before[n].extend(order.chains.iter().filter_map(|chain| chain.iter().rfind(|&&m| m < n)));
                idle = Some(n);
            }
        }
        order
    }

    /// The same from the end.
    fn reversed(&self) -> Order {
        let count = self.chain.len();
        let turn = |n: usize| count - 1 - n;
        let mut before = vec![Vec::new(); count];
        for (n, others) in self.before.iter().enumerate() {
            others.iter().for_each(|&other| before[turn(other)].push(turn(n)));
        }
        let chains = self.chains.iter().map(|chain| chain.iter().rev().map(|&n| turn(n)).collect());
        Order { chains: chains.collect(), chain: self.chain.iter().rev().copied().collect(), before }
    }

    fn greedy(&self, next: Next) -> Vec<usize> {
        let mut done = vec![false; self.chain.len()];
        let mut at = vec![0; self.chains.len()];
        let mut order = Vec::with_capacity(self.chain.len());
        let mut current = self.chain.first().copied().unwrap_or(0);
        while order.len() < self.chain.len() {
            while let Some(&n) = self.chains[current].get(at[current])
                && self.is_ready(n, current, &done)
            {
                done[n] = true;
                at[current] += 1;
                order.push(n);
            }
            let ready = |chain: &usize| {
                let head = self.chains[*chain].get(at[*chain]);
                head.is_some_and(|&n| self.is_ready(n, *chain, &done))
            };
            let others = (0..self.chains.len()).filter(ready);
            let chosen = match next {
                Next::First => others.min_by_key(|&chain| self.chains[chain][at[chain]]),
                Next::Longest => others.max_by_key(|&chain| {
                    let rest = self.chains[chain][at[chain]..].iter();
                    rest.take_while(|n| self.is_ready(**n, chain, &done)).count()
                }),
            };
            match chosen {
                Some(chain) => current = chain,
                // The order of the steps respects itself, so there always is one.
                None => break,
            }
        }
        order
    }

    /// Whether a step of a chain may follow those of its own chain.
    fn is_ready(&self, n: usize, chain: usize, done: &[bool]) -> bool {
        self.before[n].iter().all(|&other| done[other] || self.chain[other] == chain)
    }
}
