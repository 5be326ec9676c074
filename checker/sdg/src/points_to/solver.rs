//! The worklist of [`points_to`](crate::points_to).
//!
//! A node stands for a variable or a cell, or for several that were found to copy each other in a circle; `leader` leads
//! to the node that has the set then.
use super::sets::{Hybrid, Objects};
use super::{Constraint, FieldId, ObjectId, PointsTo, Program, SiteId, System, TypeId, VariableId};
use rustc_hash::FxHashMap;
use std::{cmp::Reverse, collections::BinaryHeap, mem::take};

/// Circles are looked for when this many copies are new, and half as many as there were the last time.
const PATIENCE: usize = 1_000;

pub(super) struct Solver<'a, P, S> {
    program: &'a mut P,
    system: System,
    variables: Vec<u32>,
    cells: FxHashMap<(ObjectId, FieldId), u32>,
    nodes: Vec<Node<S>>,
    leader: Vec<u32>,
    /// Nodes with something fresh, those that others copy from first.
    todo: BinaryHeap<Reverse<(u32, u32)>>,
    copies: usize,
    /// There have to be more copies than this for the next search for circles.
    limit: usize,
    patience: usize,
}

#[derive(Default)]
struct Node<S> {
    all: S,
    /// The part of `all` that has not been passed on.
    fresh: S,
    /// Its place in a topological order of the copies, as they were at the last search for circles.
    order: u32,
    copies: Vec<u32>,
    uses: Vec<Use>,
}

/// What happens to each object of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Load(FieldId, u32),
    Store(FieldId, u32),
    Cast(TypeId, u32),
    Call(SiteId),
}

impl<'a, P: Program, S: Objects> Solver<'a, P, S> {
    pub(super) fn new(system: System, program: &'a mut P) -> Self {
        Self {
            program,
            system,
            variables: Vec::new(),
            cells: FxHashMap::default(),
            nodes: Vec::new(),
            leader: Vec::new(),
            todo: BinaryHeap::new(),
            copies: 0,
            // The first search is when all constraints are in.
            limit: 0,
            patience: PATIENCE,
        }
    }

    /// Another [`PATIENCE`].
    #[cfg(test)]
    pub(super) fn patient(&mut self, patience: usize) {
        self.patience = patience;
    }

    /// How many objects each variable has, in order, and what the graph has become.
    #[cfg(test)]
    pub(super) fn sizes(&mut self) -> (Vec<usize>, String) {
        let nodes: Vec<_> = self.variables.clone().into_iter().map(|node| self.find(node) as usize).collect();
        let mut sizes: Vec<_> = nodes.into_iter().map(|node| self.nodes[node].all.iter().count()).collect();
        sizes.sort_unstable();
        let leaders = self.leader.iter().enumerate().filter(|(node, leader)| *node as u32 == **leader).count();
        let facts: usize = self.nodes.iter().map(|node| node.all.iter().count()).sum();
        let (nodes, copies) = (self.nodes.len(), self.copies);
        (sizes, format!("{nodes} nodes, {leaders} after merging, with {facts} elements, {copies} copies"))
    }

    pub(super) fn solve(&mut self) {
        self.take_in();
        loop {
            if self.copies > self.limit {
                self.collapse();
                self.limit = self.copies + self.patience.max(self.copies / 2);
            }
            let Some(Reverse((_, node))) = self.todo.pop() else {
                return;
            };
            let at = node as usize;
            let fresh = take(&mut self.nodes[at].fresh);
            if self.leader[at] != node || fresh.is_empty() {
                continue;
            }
            let uses = take(&mut self.nodes[at].uses);
            self.apply(&uses, &fresh);
            self.nodes[at].uses = uses;
            let copies = take(&mut self.nodes[at].copies);
            for to in &copies {
                self.absorb(*to, &fresh);
            }
            self.nodes[at].copies = copies;
            self.take_in();
        }
    }

    /// Makes what the system has come to say known.
    fn take_in(&mut self) {
        while let Some(constraint) = self.system.constraints.pop() {
            match constraint {
                Constraint::Allocate { to, object } => {
                    let to = self.variable(to);
                    self.absorb(to, &S::from_sorted(vec![object.0]));
                }
                Constraint::Copy { from, to } => {
                    let (from, to) = (self.variable(from), self.variable(to));
                    self.copy(from, to);
                }
                Constraint::Cast { from, kind, to } => {
                    let to = self.variable(to);
                    self.add_use(from, Use::Cast(kind, to));
                }
                Constraint::Load { base, field, to } => {
                    let to = self.variable(to);
                    self.add_use(base, Use::Load(field, to));
                }
                Constraint::Store { from, base, field } => {
                    let from = self.variable(from);
                    self.add_use(base, Use::Store(field, from));
                }
                Constraint::Call { receiver, site } => self.add_use(receiver, Use::Call(site)),
            }
        }
    }

    fn add_use(&mut self, variable: VariableId, new: Use) {
        let node = self.variable(variable);
        let node = self.find(node) as usize;
        // What is fresh comes to the use with everything else that is to be done for the node.
        let known = self.nodes[node].all.minus(&self.nodes[node].fresh);
        self.nodes[node].uses.push(new);
        self.apply(&[new], &known);
    }

    fn apply(&mut self, uses: &[Use], objects: &S) {
        for one in uses {
            match *one {
                Use::Load(field, to) => {
                    for object in objects.iter() {
                        let cell = self.cell(ObjectId(object), field);
                        self.copy(cell, to);
                    }
                }
                Use::Store(field, from) => {
                    for object in objects.iter() {
                        let cell = self.cell(ObjectId(object), field);
                        self.copy(from, cell);
                    }
                }
                Use::Cast(kind, to) => {
                    let admitted = objects.iter().filter(|object| self.program.admits(kind, ObjectId(*object)));
                    let admitted = S::from_sorted(admitted.collect());
                    self.absorb(to, &admitted);
                }
                Use::Call(site) => {
                    for object in objects.iter() {
                        self.program.receive(site, ObjectId(object), &mut self.system);
                    }
                }
            }
        }
    }

    /// `to` has all that `from` has, from now on.
    fn copy(&mut self, from: u32, to: u32) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to {
            return;
        }
        self.copies += 1;
        self.nodes[from as usize].copies.push(to);
        let all = take(&mut self.nodes[from as usize].all);
        self.absorb(to, &all);
        self.nodes[from as usize].all = all;
    }

    fn absorb(&mut self, to: u32, more: &S) {
        let to = self.find(to);
        let Node { all, fresh, order, .. } = &mut self.nodes[to as usize];
        let waits = !fresh.is_empty();
        all.absorb(more, fresh);
        if !waits && !fresh.is_empty() {
            self.todo.push(Reverse((*order, to)));
        }
    }

    fn variable(&mut self, variable: VariableId) -> u32 {
        while self.variables.len() <= variable.0 as usize {
            let node = self.node();
            self.variables.push(node);
        }
        self.variables[variable.0 as usize]
    }

    fn cell(&mut self, object: ObjectId, field: FieldId) -> u32 {
        if let Some(cell) = self.cells.get(&(object, field)) {
            return *cell;
        }
        let cell = self.node();
        self.cells.insert((object, field), cell);
        cell
    }

    fn node(&mut self) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { order: u32::MAX, ..Node::default() });
        self.leader.push(node);
        node
    }

    fn find(&mut self, mut node: u32) -> u32 {
        while self.leader[node as usize] != node {
            let next = self.leader[self.leader[node as usize] as usize];
            self.leader[node as usize] = next;
            node = next;
        }
        node
    }

    /// Makes one node of each circle of copies, and numbers the nodes in topological order.
    fn collapse(&mut self) {
        self.copies = 0;
        for node in 0..self.nodes.len() as u32 {
            let mut copies = take(&mut self.nodes[node as usize].copies);
            for to in &mut copies {
                *to = self.find(*to);
            }
            copies.sort_unstable();
            copies.dedup();
            self.copies += copies.len();
            self.nodes[node as usize].copies = copies;
        }
        let circles = circles(&self.nodes, &self.leader);
        let last = circles.len() as u32;
        let mut late = Vec::new();
        for (place, circle) in circles.iter().enumerate() {
            // They come with those that are copied to first.
            if circle.len() > 1 {
                self.merge(circle, &mut late);
            }
            self.nodes[circle[0] as usize].order = last - place as u32;
        }
        self.todo.clear();
        for circle in &circles {
            let node = &self.nodes[circle[0] as usize];
            if !node.fresh.is_empty() {
                self.todo.push(Reverse((node.order, circle[0])));
            }
        }
        for (copies, uses, objects) in late {
            for to in copies {
                self.absorb(to, &objects);
            }
            self.apply(&uses, &objects);
        }
        self.take_in();
    }

    /// Gives the sets of a circle to its first node. What some of the circle have passed on is not fresh any more; the
    /// others have still to pass it on, which is left to `late`.
    fn merge(&mut self, circle: &[u32], late: &mut Vec<(Vec<u32>, Vec<Use>, S)>) {
        let mut all = S::default();
        let mut passed = S::default();
        let mut members = Vec::new();
        for node in circle {
            let member = take(&mut self.nodes[*node as usize]);
            let own = member.all.minus(&member.fresh);
            all.union(&member.all);
            passed.union(&own);
            self.leader[*node as usize] = circle[0];
            members.push((member.copies, member.uses, own));
        }
        let (mut copies, mut uses) = (Vec::new(), Vec::new());
        for (own_copies, own_uses, own) in members {
            copies.extend(own_copies.iter().copied().filter(|to| self.leader[*to as usize] != circle[0]));
            uses.extend(own_uses.iter().copied());
            let missed = passed.minus(&own);
            if !missed.is_empty() {
                late.push((own_copies, own_uses, missed));
            }
        }
        uses.sort_unstable();
        uses.dedup();
        self.nodes[circle[0] as usize] = Node { fresh: all.minus(&passed), all, order: 0, copies, uses };
    }
}

impl<P: Program> Solver<'_, P, Hybrid> {
    pub(super) fn run(mut self) -> PointsTo {
        self.solve();
        // Variables that no constraint speaks of.
        if let Some(last) = self.system.variables.checked_sub(1) {
            self.variable(VariableId(last));
        }
        let leaders: Vec<u32> = (0..self.nodes.len() as u32).map(|node| self.find(node)).collect();
        let mut numbers = vec![u32::MAX; leaders.len()];
        let mut sets = Vec::new();
        for (node, leader) in leaders.iter().enumerate() {
            if node as u32 == *leader {
                numbers[node] = sets.len() as u32;
                sets.push(take(&mut self.nodes[node].all));
            }
        }
        let number = |node: u32| numbers[leaders[node as usize] as usize];
        PointsTo {
            variables: self.variables.into_iter().map(number).collect(),
            cells: self.cells.into_iter().map(|(cell, node)| (cell, number(node))).collect(),
            sets,
        }
    }
}

/// The strongly connected components of the copies among leaders, those that are copied to before those that they copy
/// from (Tarjan 1972, with a stack of its own: chains of copies are long).
fn circles<S>(nodes: &[Node<S>], leader: &[u32]) -> Vec<Vec<u32>> {
    const NONE: u32 = u32::MAX;
    let mut found = Vec::new();
    let mut index = vec![NONE; nodes.len()];
    let mut low = vec![NONE; nodes.len()];
    let mut open = vec![false; nodes.len()];
    let mut stack = Vec::new();
    let mut next = 0;
    for root in (0..nodes.len() as u32).filter(|node| leader[*node as usize] == *node) {
        if index[root as usize] != NONE {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let at = *node as usize;
            if *edge == 0 {
                (index[at], low[at], open[at]) = (next, next, true);
                next += 1;
                stack.push(*node);
            }
            if let Some(to) = nodes[at].copies.get(*edge) {
                *edge += 1;
                if index[*to as usize] == NONE {
                    path.push((*to, 0));
                } else if open[*to as usize] {
                    low[at] = low[at].min(index[*to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                low[*before as usize] = low[*before as usize].min(low[at]);
            }
            if low[at] == index[at] {
                let start = stack.iter().rposition(|node| *node as usize == at).unwrap_or(0);
                let circle = stack.split_off(start);
                for node in &circle {
                    open[*node as usize] = false;
                }
                found.push(circle);
            }
        }
    }
    found
}
