use super::*;
use crate::graph::random::{plans, steps};
use crate::graph::{Builder, Port};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn summaries(graph: &Graph) -> BTreeSet<(NodeId, NodeId)> {
    let edges = graph.nodes().flat_map(|from| graph.successors(from).map(move |edge| (from, edge)));
    edges.filter(|(_, edge)| edge.kind == EdgeKind::Summary).map(|(from, edge)| (from, edge.node)).collect()
}

/// By the meaning: a path from the actual-in to an actual-out of the same call that enters the callee and is back with
/// the first return to it.
fn by_paths(graph: &Graph) -> BTreeSet<(NodeId, NodeId)> {
    let mut found = BTreeSet::new();
    for from in graph.nodes() {
        let mut seen = BTreeSet::new();
        let mut todo = vec![(from, Vec::new())];
        while let Some(point) = todo.pop() {
            for next in steps(graph, &point) {
                // A step that is neither the first one nor within the callee, nor back in the caller.
                let enters = point.1.is_empty() && !next.1.is_empty() && point.0 == from;
                let within = !point.1.is_empty() && !next.1.is_empty();
                if (enters || within) && seen.insert(next.clone()) {
                    todo.push(next);
                } else if point.1.len() == 1 && next.1.is_empty() && graph.role(next.0).call().is_some() {
                    let returns = graph
                        .successors(point.0)
                        .any(|edge| edge.node == next.0 && edge.kind == EdgeKind::ParameterOut);
                    if returns && graph.role(next.0).call() == graph.role(from).call() {
                        found.insert((from, next.0));
                    }
                }
            }
        }
    }
    found
}

/// By the grammar: the least relation "leads to, with every call returned from", for graphs with recursion.
fn by_grammar(graph: &Graph) -> BTreeSet<(NodeId, NodeId)> {
    let count = graph.node_count();
    let mut level = vec![vec![false; count]; count];
    let edges: Vec<_> = graph.nodes().flat_map(|from| graph.successors(from).map(move |edge| (from, edge))).collect();
    for (node, row) in level.iter_mut().enumerate() {
        row[node] = true;
    }
    for (from, edge) in
        edges.iter().filter(|(_, edge)| matches!(edge.kind, EdgeKind::Control | EdgeKind::Data | EdgeKind::Address))
    {
        level[from.index()][edge.node.index()] = true;
    }
    let mut found = BTreeSet::new();
    loop {
        let before = level.clone();
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    level[from][to] |= level[from][middle] && level[middle][to];
                }
            }
        }
        for (from, down) in edges.iter().filter(|(_, e)| matches!(e.kind, EdgeKind::Call | EdgeKind::ParameterIn)) {
            for (out, up) in edges.iter().filter(|(_, e)| e.kind == EdgeKind::ParameterOut) {
                let same = graph.role(*from).call() == graph.role(up.node).call();
                if same && level[down.node.index()][out.index()] {
                    level[from.index()][up.node.index()] = true;
                    found.insert((*from, up.node));
                }
            }
        }
        if level == before {
            return found;
        }
    }
}

proptest! {
    #[test]
    fn summaries_are_the_paths_through_callees(plan in plans()) {
        let graph = plan.build(false);
        let paths = by_paths(&graph);
        prop_assert_eq!(&by_grammar(&graph), &paths);
        prop_assert_eq!(summaries(Summarised::new(graph)?.graph()), paths);
    }

    #[test]
    fn with_recursion_summaries_are_the_least_fixpoint(plan in plans()) {
        let graph = plan.build(true);
        let expected = by_grammar(&graph);
        prop_assert_eq!(summaries(Summarised::new(graph)?.graph()), expected);
    }
}

#[test]
fn many_results_of_one_procedure_are_kept_apart() {
    // 130 parameters, each handed back as the result of the same number: more than two words of bits.
    let mut builder = Builder::default();
    let (caller, _) = builder.procedure();
    let (callee, entry) = builder.procedure();
    let (call, node) = builder.call(caller);
    builder.edge(node, entry, EdgeKind::Call);
    let mut expected = BTreeSet::new();
    for port in 0..130 {
        let passed = builder.node(caller, Role::ActualIn(call, Port::Other(port)));
        let given = builder.node(caller, Role::ActualOut(call, Port::Other(port)));
        let formal = builder.node(callee, Role::FormalIn(Port::Other(port)));
        let out = builder.node(callee, Role::FormalOut(Port::Other(port)));
        builder.edge(passed, formal, EdgeKind::ParameterIn);
        builder.edge(formal, out, EdgeKind::Data);
        builder.edge(out, given, EdgeKind::ParameterOut);
        expected.insert((passed, given));
    }
    let graph = builder.finish().expect("a graph");
    assert_eq!(summaries(Summarised::new(graph).expect("summaries").graph()), expected);
}

#[test]
fn a_summary_serves_what_has_passed_its_end_before() {
    // fn f(a, b) { if a { return a } return f(b, _) }: that the first parameter comes back is known only after the
    // result of the inner call has been looked at, and makes the second one come back.
    let mut builder = Builder::default();
    let (procedure, _) = builder.procedure();
    let [a, b] = [0, 1].map(|port| builder.node(procedure, Role::FormalIn(Port::Parameter(port))));
    let out = builder.node(procedure, Role::FormalOut(Port::Return));
    let (main, _) = builder.procedure();
    let [inner, outer] = [procedure, main].map(|caller| {
        let (call, _) = builder.call(caller);
        let passed = [0, 1].map(|port| builder.node(caller, Role::ActualIn(call, Port::Parameter(port))));
        let given = builder.node(caller, Role::ActualOut(call, Port::Return));
        for (actual, formal) in passed.into_iter().zip([a, b]) {
            builder.edge(actual, formal, EdgeKind::ParameterIn);
        }
        builder.edge(out, given, EdgeKind::ParameterOut);
        (passed, given)
    });
    builder.edge(a, out, EdgeKind::Data);
    builder.edge(b, inner.0[0], EdgeKind::Data);
    builder.edge(inner.1, out, EdgeKind::Data);
    let graph = Summarised::new(builder.finish().expect("a graph")).expect("summaries");
    let expected = [inner, outer].into_iter().flat_map(|(passed, given)| passed.map(|passed| (passed, given)));
    assert_eq!(summaries(graph.graph()), expected.collect());
}
