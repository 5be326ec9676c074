use super::*;
use crate::graph::random::{Point, plans, points, steps};
use crate::graph::{Builder, Port, Role};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// More than there are procedures, so no path without recursion is cut.
const DEPTH: usize = 5;

fn set(nodes: &NodeSet) -> BTreeSet<NodeId> {
    nodes.iter().collect()
}

/// What lies on the valid paths from `from` to `to`.
fn on_paths(graph: &Graph, reached: &BTreeSet<Point>, to: NodeId) -> BTreeSet<NodeId> {
    let mut before: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for point in reached {
        for next in steps(graph, point) {
            before.entry(next).or_default().push(point.clone());
        }
    }
    let mut seen: BTreeSet<Point> = reached.iter().filter(|point| point.0 == to).cloned().collect();
    let mut todo: Vec<Point> = seen.iter().cloned().collect();
    while let Some(point) = todo.pop() {
        for back in before.get(&point).into_iter().flatten() {
            if seen.insert(back.clone()) {
                todo.push(back.clone());
            }
        }
    }
    seen.into_iter().map(|point| point.0).collect()
}

/// Nodes that valid paths join, by a grammar, for graphs with recursion: `up` and `down` are the paths without open
/// calls, and without callers that they have not come from.
fn joined(graph: &Graph) -> Vec<Vec<bool>> {
    let count = graph.node_count();
    let closure = |mut relation: Vec<Vec<bool>>| {
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    relation[from][to] |= relation[from][middle] && relation[middle][to];
                }
            }
        }
        relation
    };
    // Summary edges are checked against a grammar of their own.
    let relation = |keep: &dyn Fn(Move) -> bool| {
        let mut relation = vec![vec![false; count]; count];
        for from in graph.nodes() {
            relation[from.index()][from.index()] = true;
            for edge in graph.successors(from).filter(|edge| keep(graph.moves(from, *edge))) {
                relation[from.index()][edge.node.index()] = true;
            }
        }
        closure(relation)
    };
    let up = relation(&|moves| matches!(moves, Move::Level | Move::Up(_)));
    let down = relation(&|moves| matches!(moves, Move::Level | Move::Down(_)));
    let mut stretch = vec![vec![false; count]; count];
    for from in 0..count {
        for middle in (0..count).filter(|middle| up[from][*middle]) {
            for to in 0..count {
                stretch[from][to] |= down[middle][to];
            }
        }
    }
    closure_of_stretches(graph, stretch)
}

/// Stretches may follow each other only with a step to anywhere between them.
fn closure_of_stretches(graph: &Graph, stretch: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
    let mut joined = stretch.clone();
    loop {
        let before = joined.clone();
        for from in graph.nodes() {
            for edge in graph.successors(from).filter(|edge| graph.moves(from, *edge) == Move::Anywhere) {
                for row in &mut joined {
                    if row[from.index()] {
                        for (to, reached) in row.iter_mut().enumerate() {
                            *reached |= stretch[edge.node.index()][to];
                        }
                    }
                }
            }
        }
        if joined == before {
            return joined;
        }
    }
}

proptest! {
    #[test]
    fn slices_are_what_valid_paths_join(plan in plans()) {
        let graph = Summarised::new(plan.build(false))?;
        let nodes: Vec<_> = graph.graph().nodes().collect();
        let mut backwards = vec![BTreeSet::new(); nodes.len()];
        for from in &nodes {
            let reached: BTreeSet<_> = points(graph.graph(), *from, DEPTH).into_iter().map(|point| point.0).collect();
            for to in &reached {
                backwards[to.index()].insert(*from);
            }
            prop_assert_eq!(set(&forward(&graph, &[*from])), reached);
        }
        for to in nodes {
            prop_assert_eq!(&set(&backward(&graph, &[to])), &backwards[to.index()]);
        }
    }

    #[test]
    fn chops_are_what_lies_on_valid_paths(plan in plans()) {
        let graph = Summarised::new(plan.build(false))?;
        let nodes: Vec<_> = graph.graph().nodes().collect();
        for from in &nodes {
            let reached = points(graph.graph(), *from, DEPTH);
            for to in nodes.iter().step_by(3) {
                prop_assert_eq!(set(&chop(&graph, &[*from], &[*to])), on_paths(graph.graph(), &reached, *to));
            }
        }
    }

    #[test]
    fn with_recursion_slices_are_what_the_grammar_joins(plan in plans()) {
        let graph = Summarised::new(plan.build(true))?;
        let joined = joined(graph.graph());
        for node in graph.graph().nodes() {
            let reached = set(&forward(&graph, &[node]));
            let before = set(&backward(&graph, &[node]));
            for other in graph.graph().nodes() {
                prop_assert_eq!(reached.contains(&other), joined[node.index()][other.index()]);
                prop_assert_eq!(before.contains(&other), joined[other.index()][node.index()]);
            }
        }
    }

    #[test]
    fn with_recursion_chops_have_all_paths_and_nothing_beside_the_slices(plan in plans()) {
        let graph = Summarised::new(plan.build(true))?;
        for from in graph.graph().nodes().step_by(4) {
            // Paths with more open calls are not tried: there may be any number.
            let reached = points(graph.graph(), from, 2);
            let after = set(&forward(&graph, &[from]));
            for to in graph.graph().nodes().step_by(4) {
                let chop = set(&chop(&graph, &[from], &[to]));
                let before = set(&backward(&graph, &[to]));
                prop_assert!(on_paths(graph.graph(), &reached, to).is_subset(&chop));
                prop_assert!(chop.is_subset(&after) && chop.is_subset(&before));
                prop_assert_eq!(chop.is_empty(), !after.contains(&to));
            }
        }
    }
}

/// Two calls of one procedure that hands back its parameter.
struct Identity {
    graph: Graph,
    passed: [NodeId; 2],
    given: [NodeId; 2],
    formal: NodeId,
}

fn identity(memory: bool) -> Identity {
    let mut builder = Builder::default();
    let (callee, entry) = builder.procedure();
    let formal = builder.node(callee, Role::FormalIn(Port::Parameter(0)));
    let out = builder.node(callee, Role::FormalOut(Port::Return));
    if memory {
        let location = builder.location(0);
        builder.edge(formal, location, EdgeKind::Heap);
        builder.edge(location, out, EdgeKind::Heap);
    } else {
        builder.edge(formal, out, EdgeKind::Data);
    }
    let (caller, _) = builder.procedure();
    let ends = [0, 1].map(|_| {
        let (call, node) = builder.call(caller);
        let passed = builder.node(caller, Role::ActualIn(call, Port::Parameter(0)));
        let given = builder.node(caller, Role::ActualOut(call, Port::Return));
        builder.edge(node, entry, EdgeKind::Call);
        builder.edge(passed, formal, EdgeKind::ParameterIn);
        builder.edge(out, given, EdgeKind::ParameterOut);
        (passed, given)
    });
    let graph = builder.finish().expect("a graph");
    Identity { graph, passed: ends.map(|ends| ends.0), given: ends.map(|ends| ends.1), formal }
}

#[test]
fn what_one_call_passes_does_not_come_back_from_another() {
    let Identity { graph, passed, given, formal } = identity(false);
    let graph = Summarised::new(graph).expect("summaries");
    let slice = backward(&graph, &given[..1]);
    assert!(slice.contains(passed[0]) && slice.contains(formal) && !slice.contains(passed[1]));
    assert!(chop(&graph, &passed[..1], &given[1..]).is_empty());
    assert!(chop(&graph, &passed[..1], &given[..1]).contains(formal));
}

#[test]
fn what_one_call_writes_to_memory_another_may_read() {
    let Identity { graph, passed, given, .. } = identity(true);
    let graph = Summarised::new(graph).expect("summaries");
    assert!(backward(&graph, &given[..1]).contains(passed[1]));
    assert!(forward(&graph, &passed[..1]).contains(given[1]));
}
