//! One try at an execution, step by step, without going back.
//!
//! Most operations only help: a read that sees its value, a buffered write, a release can be done as soon as it is possible, and nothing is lost.
//! What takes something away, a value from memory or a monitor from the others, waits until nothing else can be done; then the one goes
//! first that the saturated order allows, that leaves every read something to see, and that looks best.
//!
//! Where the operations have been seen to happen, the order of that is tried first, with nothing but what must happen: most questions about a
//! trace are about executions that differ little from it.
//!
//! Invariant: each step is taken on a [`Machine`], so success is an execution. Failure says nothing.

use super::constraints::{Constraints, Item, Node};
use super::machine::Machine;
use super::partial::{contains, insert};
use super::query::{Delivery, Operation, Place, Prefixes, Question, delivery};
use super::saturation::{Choice, Saturation};
use super::witness::{Happening, Witness};
use mcr_protocol::{LocationId, Value};
use rustc_hash::FxHashMap;

/// An execution that reaches the cut and what comes next, if a try finds one.
pub(super) fn linearise(
    prefixes: &Prefixes,
    question: &Question<'_>,
    constraints: &Constraints,
    saturation: &Saturation,
) -> Option<Witness> {
    let mut observed = Greedy::new(prefixes, question, constraints, saturation);
    while let Some(step) = observed.first_seen() {
        observed.take(step);
    }
    if observed.machine.reached() {
        return Some(observed.witness);
    }
    let mut greedy = Greedy::new(prefixes, question, constraints, saturation);
    loop {
        while greedy.calm_step() {}
        if greedy.machine.reached() {
            return Some(greedy.witness);
        }
        let step = greedy.best_step()?;
        greedy.take(step);
    }
}

/// Something that happens.
#[derive(Clone, Copy)]
enum StepOf {
    /// The next operation of a thread.
    Perform(usize),
    /// The oldest write of a thread to a location.
    Arrive(usize, LocationId),
}

struct Greedy<'a> {
    prefixes: &'a Prefixes,
    saturation: &'a Saturation,
    constraints: &'a Constraints,
    machine: Machine<'a>,
    /// Points that are over.
    done: Vec<u64>,
    /// By thread and place in its prefix.
    performed: Vec<Vec<Node>>,
    /// By when it is performed.
    arrives: FxHashMap<Node, Node>,
    /// By thread: what is in its buffer, in program order.
    buffered: Vec<Vec<(LocationId, Node)>>,
    /// Choices by location.
    choices: Vec<Vec<&'a Choice>>,
    witness: Witness,
}

impl<'a> Greedy<'a> {
    fn new(
        prefixes: &'a Prefixes,
        question: &Question<'a>,
        constraints: &'a Constraints,
        saturation: &'a Saturation,
    ) -> Greedy<'a> {
        let threads = prefixes.threads().len();
        let mut done = saturation.order.before(Node::START).to_vec();
        let mut performed = vec![Vec::new(); threads];
        let mut arrives = FxHashMap::default();
        for (i, item) in constraints.items.iter().enumerate() {
            let node = Node(u32::try_from(i).unwrap_or(u32::MAX));
            match *item {
                // What is before a mark is also before what is after it.
                Item::Mark if node != Node::CUT => insert(&mut done, node),
                Item::Mark => {}
                Item::Perform { thread, .. } => performed[thread].push(node),
                Item::Arrive { of, .. } => _ = arrives.insert(of, node),
            }
        }
        let mut choices = vec![Vec::new(); constraints.locations.len()];
        for choice in &saturation.choices {
            choices[choice.read.location].push(choice);
        }
        Greedy {
            prefixes,
            saturation,
            constraints,
            machine: Machine::new(prefixes, question),
            done,
            performed,
            arrives,
            buffered: vec![Vec::new(); threads],
            choices,
            witness: Witness::default(),
        }
    }

    fn is_done(&self, node: Node) -> bool {
        self.done[node.index() / 64] >> (node.index() % 64) & 1 == 1
    }

    /// Whether nothing has to come before it any more.
    fn is_due(&self, node: Node) -> bool {
        contains(&self.done, self.saturation.order.before(node))
    }

    /// The next operation of a thread, if it can be done now.
    fn enabled(&self, thread: usize) -> Option<(Node, &'a Operation)> {
        let operation = self.machine.enabled(thread)?;
        let node = self.performed[thread][self.machine.position(thread)];
        self.is_due(node).then_some((node, operation))
    }

    /// Whether it has to happen before the cut.
    fn is_needed(&self, node: Node) -> bool {
        self.saturation.order.is_before(node, Node::CUT)
    }

    /// What was seen to happen first of all that has to happen and can.
    fn first_seen(&self) -> Option<StepOf> {
        let mut first = None;
        let mut consider = |step, at: u32| {
            if first.is_none_or(|(_, earliest)| at < earliest) {
                first = Some((step, at));
            }
        };
        for thread in 0..self.performed.len() {
            let seen = |index| self.prefixes.seen_at(Place { thread, index });
            if let Some((node, _)) = self.enabled(thread)
                && self.is_needed(node)
            {
                consider(StepOf::Perform(thread), seen(self.machine.position(thread))?.performed);
            }
            for &(location, node) in &self.buffered[thread] {
                if self.is_needed(node) && self.is_due(node) && self.machine.may_arrive(thread, location) {
                    let Some(Item::Arrive { of, .. }) = self.constraints.items.get(node.index()) else { continue };
                    let Some(Item::Perform { index, .. }) = self.constraints.items.get(of.index()) else { continue };
                    consider(StepOf::Arrive(thread, location), seen(*index)?.arrived);
                }
            }
        }
        first.map(|(step, _)| step)
    }

    /// Does something that takes nothing away. False if there is no such thing.
    fn calm_step(&mut self) -> bool {
        let thread = (0..self.performed.len()).find(|&thread| {
            self.enabled(thread).is_some_and(|(_, operation)| match *operation {
                Operation::Write(_, _, order) => delivery(self.prefixes.model(), order) != Delivery::AtOnce,
                Operation::Update { old, new, .. } => old == new && !self.machine.is_free(thread),
                Operation::Acquire(monitor) => self.machine.owns(thread, monitor),
                _ => true,
            })
        });
        thread.inspect(|&thread| self.take(StepOf::Perform(thread))).is_some()
    }

    /// The most promising of the other steps.
    fn best_step(&self) -> Option<StepOf> {
        let mut best = None;
        let mut consider = |step, score: Option<i64>| {
            if let Some(score) = score
                && best.is_none_or(|(_, least)| score > least)
            {
                best = Some((step, score));
            }
        };
        for thread in 0..self.performed.len() {
            if let Some((node, operation)) = self.enabled(thread) {
                let score = match *operation {
                    Operation::Write(location, value, _) | Operation::Update { location, new: value, .. } => {
                        self.promise(node, location, value)
                    }
                    // Takes something from everybody else.
                    _ => Some(-1),
                };
                consider(StepOf::Perform(thread), score);
            }
            for (i, &(location, node)) in self.buffered[thread].iter().enumerate() {
                let oldest = self.buffered[thread][..i].iter().all(|&(other, _)| other != location);
                if oldest && self.is_due(node) && self.machine.may_arrive(thread, location) {
                    let Some(Item::Arrive { of, .. }) = self.constraints.items.get(node.index()) else { continue };
                    let value = self.value_written(thread, *of);
                    consider(StepOf::Arrive(thread, location), self.promise(node, location, value));
                }
            }
        }
        best.map(|(step, _)| step)
    }

    fn value_written(&self, thread: usize, performed: Node) -> Value {
        let Some(&Item::Perform { index, .. }) = self.constraints.items.get(performed.index()) else {
            return Value::ZERO;
        };
        match self.prefixes.threads()[thread].operations[index] {
            Operation::Write(_, value, _) => value,
            _ => Value::ZERO,
        }
    }

    /// How good it is to have this value in memory now. None if a read could not get its value any more.
    fn promise(&self, node: Node, location: LocationId, value: Value) -> Option<i64> {
        let index = self.constraints.index_of(location)?;
        let writes = &self.constraints.locations[index];
        let now = self.machine.memory(location);
        let mut score = 0;
        for choice in &self.choices[index] {
            if self.is_done(choice.read.at) || choice.read.at == node {
                continue;
            }
            if choice.read.value == value {
                score += 2;
            } else if !choice.forwarded {
                let later = |&&i: &&usize| writes[i].at != node && !self.is_done(writes[i].at);
                choice.candidates.iter().find(later)?;
                score -= i64::from(choice.read.value == now) * 3;
            }
        }
        Some(score)
    }

    fn take(&mut self, step: StepOf) {
        match step {
            StepOf::Perform(thread) => {
                let node = self.performed[thread][self.machine.position(thread)];
                let operation = self.machine.next(thread).copied();
                insert(&mut self.done, node);
                self.machine.perform(thread);
                if let (Some(Operation::Write(location, ..)), Some(&arrival)) = (operation, self.arrives.get(&node)) {
                    self.buffered[thread].push((location, arrival));
                }
                self.witness.happenings.push(Happening::Perform(self.prefixes.threads()[thread].thread));
            }
            StepOf::Arrive(thread, location) => {
                if let Some(i) = self.buffered[thread].iter().position(|&(other, _)| other == location)
                    && self.machine.arrive(thread, location)
                {
                    let (_, node) = self.buffered[thread].remove(i);
                    insert(&mut self.done, node);
                    self.witness.happenings.push(Happening::Arrive(self.prefixes.threads()[thread].thread, location));
                }
            }
        }
    }
}
