use super::random::plans;
use super::*;
use proptest::prelude::*;

#[test]
fn a_dependence_within_a_procedure_cannot_leave_it() {
    let mut builder = Builder::default();
    let (_, from) = builder.procedure();
    let (_, to) = builder.procedure();
    builder.edge(from, to, EdgeKind::Data);
    let kind = EdgeKind::Data;
    assert_eq!(builder.finish(), Err(GraphError::Misplaced { from, to, kind }));
}

#[test]
fn memory_is_reached_by_heap_edges_only() {
    let mut builder = Builder::default();
    let (_, from) = builder.procedure();
    let to = builder.location(0);
    builder.edge(from, to, EdgeKind::Heap);
    assert!(builder.clone().finish().is_ok());
    builder.edge(from, to, EdgeKind::Data);
    assert!(builder.finish().is_err());
}

#[test]
fn a_summary_joins_the_nodes_of_one_call() {
    let mut builder = Builder::default();
    let (procedure, _) = builder.procedure();
    let (one, node) = builder.call(procedure);
    let (other, _) = builder.call(procedure);
    let own = builder.node(procedure, Role::ActualOut(one, Port::Return));
    let foreign = builder.node(procedure, Role::ActualOut(other, Port::Return));
    builder.edge(node, own, EdgeKind::Summary);
    assert!(builder.clone().finish().is_ok());
    builder.edge(node, foreign, EdgeKind::Summary);
    assert!(builder.finish().is_err());
}

#[test]
fn an_edge_to_nowhere_is_an_error() {
    let mut builder = Builder::default();
    let (_, entry) = builder.procedure();
    builder.edge(entry, NodeId(7), EdgeKind::Heap);
    assert_eq!(builder.finish(), Err(GraphError::Missing(NodeId(7))));
}

#[test]
fn an_edge_told_twice_is_there_once() {
    let mut builder = Builder::default();
    let (_, entry) = builder.procedure();
    builder.edge(entry, entry, EdgeKind::Control);
    builder.edge(entry, entry, EdgeKind::Control);
    builder.edge(entry, entry, EdgeKind::Data);
    assert_eq!(builder.finish().map(|graph| graph.edge_count()), Ok(2));
}

proptest! {
    #[test]
    fn both_ends_of_an_edge_know_it(plan in plans()) {
        let graph = plan.build(true);
        let mut count = 0;
        for node in graph.nodes() {
            for edge in graph.successors(node) {
                count += 1;
                let back = Edge { node, kind: edge.kind };
                prop_assert!(graph.predecessors(edge.node).any(|edge| edge == back));
                prop_assert!(graph.has(node, edge.node, edge.kind));
                prop_assert!(!graph.has(node, edge.node, EdgeKind::Interference));
            }
        }
        let back: usize = graph.nodes().map(|node| graph.predecessors(node).count()).sum();
        prop_assert_eq!((count, back), (graph.edge_count(), graph.edge_count()));
    }
}
