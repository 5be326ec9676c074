//! What of a program somebody sees: other threads, who reads what it prints, the world outside.
//!
//! Seen is where each thread gets to, whether its loops end, and at which places in memory, monitors and calls it works there; what it throws; what
//! is passed to code that is not followed and does more than compute; and whatever any of that depends on, in
//! any thread. What a field holds is seen only if something seen depends on a read of it.
//!
//! Invariant: of two executions that differ only in values of what is not seen, nobody outside of the program can tell one
//! from the other; but for what [`Program::blind_spots`] and docs/sdg.md name.
use crate::body::{Instruction, Operation};
use crate::calls::{Procedure, ProcedureId};
use crate::graph::{EdgeKind, NodeId, Role};
use crate::program::{Location, OUTCOME, Program};
use crate::slice::{self, NodeSet};

/// All nodes that are seen. `follow`: of which classes the code is in the graph, as in
/// [`Options::follow`](crate::program::Options::follow).
pub fn visible(program: &Program<'_>, follow: impl Fn(&str) -> bool) -> NodeSet {
    let graph = program.graph().graph();
    let mut seen: Vec<NodeId> = Vec::new();
    for node in graph.nodes().filter(|node| graph.procedure(*node).is_none()) {
        let Role::Location(number) = graph.role(node) else { continue };
        match program.location(number) {
            Location::Field(..) | Location::Elements(..) | Location::Captured(..) | Location::Exceptions => {}
            Location::Monitors | Location::Starts | Location::Ends => seen.push(node),
            // The JVM shows names, and an interrupt ends what waits.
            Location::Names | Location::Interrupts => seen.push(node),
            Location::Printed | Location::Raw | Location::Outside => seen.push(node),
        }
    }
    for (id, procedure) in program.calls.procedures() {
        let is_followed = match procedure {
            Procedure::Method(method) => follow(&program.calls.hierarchy.class(method.class).name),
            Procedure::Lambda(_) => true,
        };
        if is_followed {
            of_code(program, id, &mut seen);
            let leaves = |node: &NodeId| matches!(graph.role(*node), Role::FormalOut(_));
            if program.calls.roots().contains(&id) {
                seen.extend(program.nodes(id).filter(leaves));
            }
        } else if program.nodes(id).any(|node| touches(program, node)) {
            seen.extend(program.nodes(id).filter(|node| matches!(graph.role(*node), Role::FormalIn(_))));
        }
    }
    slice::backward(program.graph(), &seen)
}

/// The reads of fields and elements in the code that is followed.
pub fn reads(program: &Program<'_>, follow: impl Fn(&str) -> bool) -> Vec<NodeId> {
    let graph = program.graph().graph();
    let mut reads = Vec::new();
    for (id, procedure) in program.calls.procedures() {
        let Procedure::Method(method) = procedure else { continue };
        let Some(body) = program.calls.method(method).body() else { continue };
        if !follow(&program.calls.hierarchy.class(method.class).name) {
            continue;
        }
        let is_read = |node: &NodeId| {
            let Role::Statement(number) = graph.role(*node) else { return false };
            let operation = body.instructions.get(number as usize).map(|it| &it.operation);
            matches!(operation, Some(Operation::GetField(_) | Operation::ArrayLoad(_)))
        };
        reads.extend(program.nodes(id).filter(is_read));
    }
    reads
}

/// What is seen of a procedure that runs: its steps, and not what they make. Where there is a loop, each branch may decide whether it ends.
fn of_code(program: &Program<'_>, id: ProcedureId, seen: &mut Vec<NodeId>) {
    let graph = program.graph().graph();
    let instructions = match program.calls.procedure(id) {
        Procedure::Method(method) => program.calls.method(method).body().map(|body| &body.instructions[..]),
        Procedure::Lambda(_) => None,
    };
    let instructions = instructions.unwrap_or_default();
    let goes_back = |(at, it): (usize, &Instruction)| it.operation.targets().iter().any(|target| *target <= at);
    let loops = instructions.iter().enumerate().any(goes_back);
    for node in program.nodes(id) {
        match graph.role(node) {
            Role::Entry | Role::Call(_) => seen.push(node),
            Role::Statement(number) if number & OUTCOME != 0 => seen.push(node),
            Role::Statement(number)
                if loops && instructions.get(number as usize).is_some_and(|it| !it.operation.targets().is_empty()) =>
            {
                seen.push(node);
            }
            Role::Statement(_) if touches(program, node) => {
                let decides = |kind| matches!(kind, EdgeKind::Control | EdgeKind::Address);
                seen.extend(graph.predecessors(node).filter(|edge| decides(edge.kind)).map(|edge| edge.node));
            }
            _ => {}
        }
    }
}

/// Whether a node works on something beside what it is given.
fn touches(program: &Program<'_>, node: NodeId) -> bool {
    let graph = program.graph().graph();
    let mut edges = graph.predecessors(node).chain(graph.successors(node));
    edges.any(|edge| matches!(edge.kind, EdgeKind::Heap | EdgeKind::Interference))
}
