//! Summary edges: what a call gives back, in terms of what it passes (Reps, Horwitz, Sagiv, Rosay, FSE 1994).
//!
//! An actual-out depends on an actual-in of the same call if there is a path between them through a callee that returns
//! from every call it makes. The call node counts as an actual-in, and the entry as its formal-in: what is given back
//! may depend on the call having happened.
//!
//! The worklist goes backwards from formal-out nodes, as in the paper. Each node keeps the set of formal-outs of its
//! procedure that it leads to as bits (few: a return value, an exception), and passes on what is new in it, rather than
//! one pair of nodes at a time. Paths through memory are not summarised: they leave the calls that are open
//! ([`graph`](crate::graph)), and slices follow them with all callers in mind.
//!
//! Invariant: once the worklist is empty, a node has the bit of a formal-out exactly if a path that returns from every
//! call leads there.
use crate::graph::{EdgeKind, Graph, GraphError, NodeId, Role};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// A graph with all its summary edges: the only thing that slices are made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summarised(Graph);

impl Summarised {
    /// Adds the summary edges.
    pub fn new(graph: Graph) -> Result<Self, GraphError> {
        let mut found = Search::new(&graph).run();
        found.sort_unstable();
        Ok(Self(graph.with(found.into_iter().map(|(from, to)| (from, to, EdgeKind::Summary)))?))
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.0
    }
}

struct Search<'a> {
    graph: &'a Graph,
    /// The number of each formal-out among those of its procedure.
    numbers: Vec<u32>,
    formal_outs: Vec<Vec<NodeId>>,
    actual_outs: Vec<Vec<NodeId>>,
    /// Where the bits of each node start; a node has as many words as its procedure needs.
    starts: Vec<usize>,
    reaches: Vec<u64>,
    /// The part of `reaches` that the node has not passed on.
    fresh: Vec<u64>,
    todo: Vec<NodeId>,
    /// By actual-out: what the summaries lead there from.
    summaries: Vec<Vec<NodeId>>,
    known: FxHashSet<(NodeId, NodeId)>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut formal_outs = vec![Vec::new(); graph.procedure_count()];
        let mut actual_outs = vec![Vec::new(); graph.call_count()];
        let mut numbers = vec![0; graph.node_count()];
        for node in graph.nodes() {
            match (graph.role(node), graph.procedure(node)) {
                (Role::FormalOut(_), Some(procedure)) => {
                    let own = &mut formal_outs[procedure.0 as usize];
                    numbers[node.index()] = own.len() as u32;
                    own.push(node);
                }
                (Role::ActualOut(call, _), _) => actual_outs[call.0 as usize].push(node),
                _ => {}
            }
        }
        let mut starts = vec![0];
        for node in graph.nodes() {
            let outs = graph.procedure(node).map_or(0, |procedure| formal_outs[procedure.0 as usize].len());
            starts.push(starts[node.index()] + outs.div_ceil(64));
        }
        let words = starts[graph.node_count()];
        Self {
            graph,
            numbers,
            formal_outs,
            actual_outs,
            starts,
            reaches: vec![0; words],
            fresh: vec![0; words],
            todo: Vec::new(),
            summaries: vec![Vec::new(); graph.node_count()],
            known: FxHashSet::default(),
        }
    }

    fn run(mut self) -> Vec<(NodeId, NodeId)> {
        for out in self.formal_outs.concat() {
            let number = self.numbers[out.index()] as usize;
            let mut bits = vec![0; self.words(out).len()];
            bits[number / 64] = 1 << (number % 64);
            self.add(out, &bits);
        }
        while let Some(node) = self.todo.pop() {
            let words = self.words(node);
            let bits = self.fresh[words.clone()].to_vec();
            self.fresh[words].fill(0);
            for edge in self.graph.predecessors(node) {
                match edge.kind {
                    EdgeKind::Control | EdgeKind::Data | EdgeKind::Address | EdgeKind::Summary => {
                        self.add(edge.node, &bits);
                    }
                    EdgeKind::Call | EdgeKind::ParameterIn => self.summarise(edge.node, node, &bits),
                    EdgeKind::ParameterOut | EdgeKind::Heap | EdgeKind::Interference => {}
                }
            }
            for at in 0..self.summaries[node.index()].len() {
                self.add(self.summaries[node.index()][at], &bits);
            }
        }
        self.known.into_iter().collect()
    }

    fn words(&self, node: NodeId) -> std::ops::Range<usize> {
        self.starts[node.index()]..self.starts[node.index() + 1]
    }

    /// The node leads to these formal-outs of its procedure.
    fn add(&mut self, node: NodeId, bits: &[u64]) {
        let words = self.words(node);
        // A node with fresh bits is in the worklist already.
        let waits = self.fresh[words.clone()].iter().any(|word| *word != 0);
        let mut grows = false;
        for (at, bits) in words.zip(bits) {
            let new = bits & !self.reaches[at];
            self.reaches[at] |= new;
            self.fresh[at] |= new;
            grows |= new != 0;
        }
        if grows && !waits {
            self.todo.push(node);
        }
    }

    /// What `actual` passes to `formal` leads to these formal-outs of the callee.
    fn summarise(&mut self, actual: NodeId, formal: NodeId, bits: &[u64]) {
        let (Some(call), Some(callee)) = (self.graph.role(actual).call(), self.graph.procedure(formal)) else {
            return;
        };
        for at in 0..self.actual_outs[call.0 as usize].len() {
            let given = self.actual_outs[call.0 as usize][at];
            let leads = self.formal_outs[callee.0 as usize].iter().any(|out| {
                let number = self.numbers[out.index()] as usize;
                bits[number / 64] >> (number % 64) & 1 != 0 && self.graph.has(*out, given, EdgeKind::ParameterOut)
            });
            if leads && self.known.insert((actual, given)) {
                self.summaries[given.index()].push(actual);
                let words = self.words(given);
                let bits = self.reaches[words].to_vec();
                self.add(actual, &bits);
            }
        }
    }
}

#[cfg(test)]
mod tests;
