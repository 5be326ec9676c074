//! Random small graphs, and the meaning of a valid path by following one step at a time.
use super::{Builder, EdgeKind, Graph, Move, NodeId, Port, Role};
use proptest::{collection::vec, prelude::*};
use std::collections::{BTreeSet, VecDeque};

/// What a graph is made of. Numbers are taken modulo what there is, so that any plan is a graph.
#[derive(Debug, Clone)]
pub struct Plan {
    procedures: Vec<Procedure>,
    heap: Vec<(usize, usize)>,
}

#[derive(Debug, Clone)]
struct Procedure {
    ins: u16,
    outs: u32,
    statements: u32,
    calls: Vec<Vec<usize>>,
    edges: Vec<(usize, usize)>,
}

fn procedure() -> impl Strategy<Value = Procedure> {
    let calls = vec(vec(0..8usize, 1..3), 0..3);
    (0..3u16, 0..3u32, 0..3u32, calls, vec((0..99usize, 0..99usize), 0..16))
        .prop_map(|(ins, outs, statements, calls, edges)| Procedure { ins, outs, statements, calls, edges })
}

/// Graphs of up to four procedures, with edges through memory in one of two.
pub fn plans() -> impl Strategy<Value = Plan> {
    let heap = prop_oneof![Just(Vec::new()), vec((0..999usize, 0..999usize), 1..3)];
    (vec(procedure(), 1..5), heap).prop_map(|(procedures, heap)| Plan { procedures, heap })
}

impl Plan {
    /// The graph. Without recursion, procedures call only later ones.
    pub fn build(&self, recursive: bool) -> Graph {
        let mut builder = Builder::default();
        let frames: Vec<_> = self
            .procedures
            .iter()
            .map(|plan| {
                let (id, entry) = builder.procedure();
                let ins: Vec<_> =
                    (0..plan.ins).map(|at| builder.node(id, Role::FormalIn(Port::Parameter(at)))).collect();
                let outs: Vec<_> =
                    (0..plan.outs).map(|at| builder.node(id, Role::FormalOut(Port::Other(at)))).collect();
                (id, entry, ins, outs)
            })
            .collect();
        for (at, plan) in self.procedures.iter().enumerate() {
            let (id, entry, ins, outs) = &frames[at];
            let mut own: Vec<_> = [*entry].into_iter().chain(ins.iter().copied()).chain(outs.iter().copied()).collect();
            own.extend((0..plan.statements).map(|number| builder.node(*id, Role::Statement(number))));
            for targets in &plan.calls {
                let lowest = if recursive { 0 } else { at + 1 };
                if lowest == frames.len() {
                    continue;
                }
                let targets = targets.iter().map(|target| lowest + target % (frames.len() - lowest));
                let targets: BTreeSet<usize> = targets.collect();
                let (call, node) = builder.call(*id);
                own.push(node);
                let most = |size: fn(&Procedure) -> usize| targets.iter().map(|to| size(&self.procedures[*to])).max();
                let passed: Vec<_> = (0..most(|to| to.ins.into()).unwrap_or(0))
                    .map(|port| builder.node(*id, Role::ActualIn(call, Port::Parameter(port as u16))))
                    .collect();
                let given: Vec<_> = (0..most(|to| to.outs as usize).unwrap_or(0))
                    .map(|port| builder.node(*id, Role::ActualOut(call, Port::Other(port as u32))))
                    .collect();
                for to in targets {
                    let (_, entry, ins, outs) = &frames[to];
                    builder.edge(node, *entry, EdgeKind::Call);
                    for (actual, formal) in passed.iter().zip(ins) {
                        builder.edge(*actual, *formal, EdgeKind::ParameterIn);
                    }
                    for (actual, formal) in given.iter().zip(outs) {
                        builder.edge(*formal, *actual, EdgeKind::ParameterOut);
                    }
                }
                own.extend(passed.into_iter().chain(given));
            }
            for (from, to) in &plan.edges {
                let kind = [EdgeKind::Control, EdgeKind::Data, EdgeKind::Address][(from + to) % 3];
                builder.edge(own[from % own.len()], own[to % own.len()], kind);
            }
        }
        let count = builder.nodes.len();
        for (number, (from, to)) in self.heap.iter().enumerate() {
            let location = builder.location(number as u32);
            builder.edge(NodeId((from % count) as u32), location, EdgeKind::Heap);
            builder.edge(location, NodeId((to % count) as u32), EdgeKind::Heap);
        }
        builder.finish().expect("edges join what their kinds are for")
    }
}

/// A point of a path: where it is, and through which calls it has to return.
pub type Point = (NodeId, Vec<super::CallId>);

/// One step of a valid path: a return goes to the call that is open, or anywhere if none is.
pub fn steps(graph: &Graph, point: &Point) -> Vec<Point> {
    let (node, open) = point;
    let mut next = Vec::new();
    for edge in graph.successors(*node).filter(|edge| edge.kind != EdgeKind::Summary) {
        let mut open = open.clone();
        match graph.moves(*node, edge) {
            Move::Level => {}
            Move::Down(call) => open.push(call),
            Move::Up(call) => {
                if open.pop().is_some_and(|last| last != call) {
                    continue;
                }
            }
            Move::Anywhere => open.clear(),
        }
        next.push((edge.node, open));
    }
    next
}

/// All points of valid paths from a node, with no more than `depth` calls open.
pub fn points(graph: &Graph, from: NodeId, depth: usize) -> BTreeSet<Point> {
    let mut seen = BTreeSet::from([(from, Vec::new())]);
    let mut todo = VecDeque::from([(from, Vec::new())]);
    while let Some(point) = todo.pop_front() {
        for next in steps(graph, &point).into_iter().filter(|next| next.1.len() <= depth) {
            if seen.insert(next.clone()) {
                todo.push_back(next);
            }
        }
    }
    seen
}
