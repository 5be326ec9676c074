//! The cheapest way to a goal, of all that the model knows: Dijkstra's search over its states.
//!
//! A node is a state together with the thread that had the last event. The state is one object that goes from node to node, by
//! taking steps back and doing others; of nodes with the same cost the one that was made last comes first, so that it does not
//! go far. Switches and preemptions are the cost. If that was quick, a second search counts events as well.
//!
//! Left out: what others do before the next step of the thread that runs, if that step concerns none of them ([`concerns_nobody`]). It
//! may as well come first: where a path has it later (or not at all), it can be moved before all that the others do
//! in between, and there is no switch more.

use super::goal::Goal;
use super::walk::after;
use super::{Bounds, Budget, Cost, Step};
use mcr_model::Model;
use mcr_model::check::running;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, Mark, State};
use mcr_model::trie::Op;
use mcr_protocol::{Learns, Wake};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A search that took no more steps than this is done again with the number of events.
const QUICK: u64 = 20_000;

/// No node.
const NONE: u32 = u32::MAX;

/// A state that was reached.
struct Node {
    parent: u32,
    /// The step that led here.
    step: Step,
    /// Steps from the initial state.
    depth: u32,
    cost: Cost,
    /// Whose event was the last.
    last: Option<ThreadIx>,
    /// The last step was the last one of a way to the goal.
    ends: bool,
}

/// The steps of the cheapest way to a goal, if it is cheaper than `bound` and the budget is enough to find it.
pub fn fewest(
    model: &Model,
    goal: &Goal,
    bounds: Bounds,
    bound: Option<Cost>,
    budget: &mut Budget,
) -> Option<Vec<Step>> {
    let before = budget.steps;
    let mut search = Search::new(model, goal, bounds, false);
    let found = search.run(bound, budget);
    let quick = before - budget.steps <= QUICK;
    if !quick || budget.steps == 0 {
        return found;
    }
    Search::new(model, goal, bounds, true).run(bound, budget).or(found)
}

struct Search<'a> {
    model: &'a Model,
    goal: &'a Goal,
    bounds: Bounds,
    counts_events: bool,
    state: State,
    nodes: Vec<Node>,
    /// The nodes on the way to the state, each with the point before its step.
    way: Vec<(u32, Mark)>,
    open: BinaryHeap<(Reverse<Cost>, u32)>,
    /// The lowest cost of a state and who had the last event.
    known: FxHashMap<(u128, Option<ThreadIx>), Cost>,
    /// A buffer.
    steps: Vec<Step>,
}

impl<'a> Search<'a> {
    fn new(model: &'a Model, goal: &'a Goal, bounds: Bounds, counts_events: bool) -> Self {
        Search {
            model,
            goal,
            bounds,
            counts_events,
            state: State::new(model),
            nodes: Vec::new(),
            way: Vec::new(),
            open: BinaryHeap::new(),
            known: FxHashMap::default(),
            steps: Vec::new(),
        }
    }

    fn run(&mut self, bound: Option<Cost>, budget: &mut Budget) -> Option<Vec<Step>> {
        let bound = bound.map(|cost| self.counted(cost));
        let too_much = |cost: Cost| bound.is_some_and(|bound| cost >= bound);
        self.expand(NONE, budget);
        while let Some((Reverse(cost), number)) = self.open.pop() {
            if too_much(cost) || budget.steps == 0 {
                return None;
            }
            let node = &self.nodes[number as usize];
            if node.ends {
                return Some(self.steps_to(number));
            }
            self.go(number, budget);
            let key = (self.goal.key(&self.state), self.nodes[number as usize].last);
            if self.known.get(&key).is_some_and(|known| *known < cost) {
                continue;
            }
            if self.goal.reached(self.model, &self.state) {
                return Some(self.steps_to(number));
            }
            self.expand(number, budget);
        }
        None
    }

    fn counted(&self, cost: Cost) -> Cost {
        if self.counts_events { cost } else { Cost { events: 0, ..cost } }
    }

    /// Makes the nodes behind one, which the state is at.
    fn expand(&mut self, number: u32, budget: &mut Budget) {
        let (depth, cost, last) = match self.nodes.get(number as usize) {
            Some(node) => (node.depth, node.cost, node.last),
            None => (0, Cost::default(), None),
        };
        let over = self.state.finish().is_some() || self.state.output_bytes() >= self.bounds.output;
        if over || u64::from(depth) >= self.bounds.events {
            return;
        }
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        list(self.model, &self.state, last, &mut steps);
        for &(thread, choice) in &steps {
            let cost = self.counted(after(self.model, &self.state, cost, last, (thread, choice)));
            let cell = self.state.thread(thread).cell;
            let arrives = matches!(choice, Choice::Arrive(_));
            let before = self.state.mark();
            if !budget.take(1) || self.state.step(self.model, thread, choice).is_none() {
                continue;
            }
            let ends = !arrives && self.goal.is_last(thread, cell);
            let last = if arrives { last } else { Some(thread) };
            let key = (self.goal.key(&self.state), last);
            let better = self.known.get(&key).is_none_or(|known| cost < *known);
            if ends || better && self.goal.is_open(self.model, &self.state) {
                if !ends {
                    self.known.insert(key, cost);
                }
                let new = u32::try_from(self.nodes.len()).unwrap_or(NONE);
                self.nodes.push(Node { parent: number, step: (thread, choice), depth: depth + 1, cost, last, ends });
                self.open.push((Reverse(cost), new));
            }
            self.state.undo(before);
        }
        self.steps = steps;
    }

    /// Takes the state to a node.
    fn go(&mut self, number: u32, budget: &mut Budget) {
        let mut ahead = Vec::new();
        let mut at = number;
        while at != NONE {
            let depth = self.nodes[at as usize].depth as usize;
            if self.way.get(depth - 1).is_some_and(|(on_way, _)| *on_way == at) {
                break;
            }
            ahead.push(at);
            at = self.nodes[at as usize].parent;
        }
        let common = if at == NONE { 0 } else { self.nodes[at as usize].depth as usize };
        budget.take(ahead.len());
        if let Some((_, before)) = self.way.get(common) {
            self.state.undo(*before);
            self.way.truncate(common);
        }
        for &node in ahead.iter().rev() {
            self.way.push((node, self.state.mark()));
            let (thread, choice) = self.nodes[node as usize].step;
            // It was possible before.
            self.state.step(self.model, thread, choice);
        }
    }

    fn steps_to(&self, number: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = number;
        while let Some(node) = self.nodes.get(at as usize) {
            steps.push(node.step);
            at = node.parent;
        }
        steps.reverse();
        steps
    }
}

/// Lists the steps that can be taken, those of `last` behind the others; only its next one if that concerns nobody else.
fn list(model: &Model, state: &State, last: Option<ThreadIx>, steps: &mut Vec<Step>) {
    let mut able = 0;
    for thread in running(state) {
        let before = steps.len();
        state.choices(model, thread, |choice| steps.push((thread, choice)));
        able += usize::from(steps[before..].iter().any(|(_, choice)| *choice != Choice::Back(Wake::Spurious)));
        if last == Some(thread) && steps.len() == before + 1 && concerns_nobody(model, state, thread) {
            steps.drain(..before);
            return;
        }
    }
    // Who gives up does so because no other can go on.
    let alone = |thread: ThreadIx| running(state).all(|other| other == thread || !state.can_go_on(model, other));
    if able <= 1 && !state.some_are_buffered() {
        for thread in running(state) {
            if let Some(choice) = state.gives_up_idle(model, thread).filter(|_| alone(thread)) {
                steps.push((thread, choice));
            }
        }
    }
    for thread in running(state).filter(|_| state.some_are_buffered()) {
        state.arrivals(model, thread, |location| steps.push((thread, Choice::Arrive(location))));
    }
    steps.sort_by_key(|(thread, _)| Some(*thread) == last);
}

/// Whether the only step of a thread touches nothing that others do touch or ever will.
fn concerns_nobody(model: &Model, state: &State, thread: ThreadIx) -> bool {
    let cell = state.thread(thread).cell;
    let accesses = match model.tries.cell(cell).op {
        Some(Op::Read(_) | Op::Write(..) | Op::Update(..) | Op::Release(_) | Op::Fence(_)) => model.accesses(cell),
        Some(op @ Op::Acquire { .. }) if op.learns() == Learns::Nothing => model.accesses(cell),
        _ => return false,
    };
    let touches = |other: ThreadIx| {
        let future = model.tries.cell(state.thread(other).cell).future;
        accesses.iter().flatten().any(|access| model.resources.conflicts(future, *access))
    };
    let others = || running(state).filter(|other| *other != thread);
    // What is in a buffer is in no future.
    !model.resources.some_ask() && others().all(|other| state.buffered(other).is_empty() && !touches(other))
}
