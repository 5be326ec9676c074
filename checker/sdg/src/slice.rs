//! Slices and chops that respect calls (Horwitz, Reps, Binkley, TOPLAS 1990; Reps and Rosay, FSE 1995).
//!
//! A *valid* path returns from a call to where it was made: its returns and calls match like brackets, where returns to
//! callers that the path has not come from may come first, and calls that it has not yet returned from last. A step
//! through memory or between threads ([`Move::Anywhere`]) forgets all this: valid paths are joined by such steps.
//!
//! A slice goes over the graph in two phases. Backwards: the first goes up to callers, the second down into callees, and
//! neither enters the callee of a call it comes to from inside the caller, since the summary edges lead past it. A step
//! to anywhere leads back to the first phase, from which all callers are looked at.
//!
//! A chop is what lies on valid paths from one set of nodes to another. Slices alone say this where one of the two halves
//! of the path has open calls; what lies within calls that are both entered and left is found by chops of callees, one
//! for each pair of formal-in and formal-out that a summary edge stands for.
//!
//! Invariant: with summary edges complete, the nodes of a slice are exactly those on valid paths.
use crate::graph::{Edge, EdgeKind, Graph, Move, NodeId};
use crate::summary::Summarised;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use std::cell::Cell;

/// A set of nodes of one graph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeSet(FixedBitSet);

impl NodeSet {
    /// Whether the node is in the set.
    pub fn contains(&self, node: NodeId) -> bool {
        self.0.contains(node.index())
    }

    /// The nodes, in order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.0.ones().map(|node| NodeId(node as u32))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    fn none(graph: &Graph) -> Self {
        Self(FixedBitSet::with_capacity(graph.node_count()))
    }

    fn insert(&mut self, node: NodeId) -> bool {
        !self.0.put(node.index())
    }
}

impl FromIterator<NodeId> for NodeSet {
    fn from_iter<T: IntoIterator<Item = NodeId>>(nodes: T) -> Self {
        Self(nodes.into_iter().map(NodeId::index).collect())
    }
}

/// What may influence one of these nodes, with the nodes themselves.
pub fn backward(graph: &Summarised, targets: &[NodeId]) -> NodeSet {
    Phases::of(graph.graph(), targets, Direction::Backward).second
}

/// What one of these nodes may influence, with the nodes themselves.
pub fn forward(graph: &Summarised, sources: &[NodeId]) -> NodeSet {
    Phases::of(graph.graph(), sources, Direction::Forward).second
}

/// The same without edges that are not `wanted`, which is given a node and an edge from it to what depends on it; nothing if more than so
/// many edges had to be looked at.
pub fn forward_within(
    graph: &Summarised,
    sources: &[NodeId],
    steps: usize,
    wanted: impl Fn(NodeId, Edge) -> bool,
) -> Option<NodeSet> {
    let graph = graph.graph();
    let taken = Cell::new(0);
    let counting = |node: NodeId, edge: Edge| {
        taken.set(taken.get() + 1);
        taken.get() <= steps && wanted(node, edge)
    };
    let found = Phases::along(graph, sources, Direction::Forward, &counting).second;
    (taken.get() <= steps).then_some(found)
}

/// What lies on the ways by which one of the sources may influence one of the targets.
pub fn chop(graph: &Summarised, sources: &[NodeId], targets: &[NodeId]) -> NodeSet {
    let graph = graph.graph();
    let after = Phases::of(graph, sources, Direction::Forward);
    let before = Phases::of(graph, targets, Direction::Backward);
    // A path may have left calls, and then have entered some. So of what comes before a step and what comes after it,
    // one has to be free of the other's brackets.
    let joins = |from: NodeId, to: NodeId| {
        (after.first.contains(from) && before.second.contains(to))
            || (after.second.contains(from) && before.first.contains(to))
    };
    let mut chop = NodeSet::none(graph);
    let mut within = Within { graph, known: FxHashSet::default(), todo: Vec::new() };
    for node in graph.nodes().filter(|node| joins(*node, *node)) {
        chop.insert(node);
        let summaries = graph.successors(node).filter(|edge| edge.kind == EdgeKind::Summary);
        for edge in summaries.filter(|edge| joins(node, edge.node)) {
            within.enter(node, edge.node);
        }
    }
    within.run(&mut chop);
    chop
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// What a slice reaches. Both are sets of nodes of the current stretch between steps to anywhere.
struct Phases {
    /// With no call open that the slice has gone down into: all callers may come next.
    first: NodeSet,
    /// In any way; contains `first`.
    second: NodeSet,
}

impl Phases {
    fn of(graph: &Graph, start: &[NodeId], direction: Direction) -> Self {
        Self::along(graph, start, direction, &|_, _| true)
    }

    fn along(graph: &Graph, start: &[NodeId], direction: Direction, wanted: &dyn Fn(NodeId, Edge) -> bool) -> Self {
        let mut phases = Self { first: NodeSet::none(graph), second: NodeSet::none(graph) };
        let mut todo: Vec<(NodeId, bool)> = Vec::new();
        for node in start {
            phases.reach(*node, true, &mut todo);
        }
        while let Some((node, first)) = todo.pop() {
            if !first && phases.first.contains(node) {
                // It has been reached in the first phase since; that does all that the second would.
                continue;
            }
            for (edge, moves) in direction.steps(graph, node) {
                if !wanted(node, edge) {
                    continue;
                }
                let next = edge.node;
                match (moves, direction) {
                    (Move::Level, _) => phases.reach(next, first, &mut todo),
                    (Move::Anywhere, _) => phases.reach(next, true, &mut todo),
                    // Out of the procedure to its callers.
                    (Move::Up(_), Direction::Forward) | (Move::Down(_), Direction::Backward) => {
                        if first {
                            phases.reach(next, true, &mut todo);
                        }
                    }
                    (Move::Down(_), Direction::Forward) | (Move::Up(_), Direction::Backward) => {
                        phases.reach(next, false, &mut todo);
                    }
                }
            }
        }
        phases
    }

    fn reach(&mut self, node: NodeId, first: bool, todo: &mut Vec<(NodeId, bool)>) {
        let new = self.second.insert(node);
        if if first { self.first.insert(node) } else { new } {
            todo.push((node, first));
        }
    }
}

impl Direction {
    /// The steps from a node; what a step does among calls is always told as if it were taken forwards.
    fn steps(self, graph: &Graph, node: NodeId) -> impl Iterator<Item = (Edge, Move)> + '_ {
        let (ahead, back) = match self {
            Self::Forward => (Some(graph.successors(node)), None),
            Self::Backward => (None, Some(graph.predecessors(node))),
        };
        let ahead = ahead.into_iter().flatten().map(move |edge| (edge, graph.moves(node, edge)));
        let back = back.into_iter().flatten().map(move |edge| {
            let forwards = Edge { node, kind: edge.kind };
            (edge, graph.moves(edge.node, forwards))
        });
        ahead.chain(back)
    }
}

/// The chops of callees that are still to do.
struct Within<'a> {
    graph: &'a Graph,
    known: FxHashSet<(NodeId, NodeId)>,
    todo: Vec<(NodeId, NodeId)>,
}

impl Within<'_> {
    /// A chop has a summary edge in it: the pairs of formal-in and formal-out that it may stand for are wanted.
    fn enter(&mut self, passed: NodeId, given: NodeId) {
        let graph = self.graph;
        for formal in graph.successors(passed).filter(|edge| matches!(graph.moves(passed, *edge), Move::Down(_))) {
            for out in graph.predecessors(given).filter(|edge| edge.kind == EdgeKind::ParameterOut) {
                let pair = (formal.node, out.node);
                if graph.procedure(pair.0) == graph.procedure(pair.1) && self.known.insert(pair) {
                    self.todo.push(pair);
                }
            }
        }
    }

    fn run(mut self, chop: &mut NodeSet) {
        while let Some((formal, out)) = self.todo.pop() {
            let graph = self.graph;
            let before = level(graph, out, Direction::Backward, |_| true);
            if !before.contains(&formal) {
                continue;
            }
            let nodes = level(graph, formal, Direction::Forward, |node| before.contains(&node));
            let mut sorted: Vec<_> = nodes.iter().copied().collect();
            sorted.sort_unstable();
            for node in sorted {
                chop.insert(node);
                let summaries = graph.successors(node).filter(|edge| edge.kind == EdgeKind::Summary);
                for edge in summaries.filter(|edge| nodes.contains(&edge.node)) {
                    self.enter(node, edge.node);
                }
            }
        }
    }
}

/// What is reached within a procedure, where the summaries stand for calls.
fn level(graph: &Graph, start: NodeId, direction: Direction, keep: impl Fn(NodeId) -> bool) -> FxHashSet<NodeId> {
    let mut seen = FxHashSet::from_iter([start]);
    let mut todo = vec![start];
    while let Some(node) = todo.pop() {
        for (Edge { node: next, .. }, moves) in direction.steps(graph, node) {
            if moves == Move::Level && keep(next) && seen.insert(next) {
                todo.push(next);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests;
