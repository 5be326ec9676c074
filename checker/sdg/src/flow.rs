//! The control-flow graph of a method.
//!
//! Nodes are instructions by number, then the normal exit, then the exceptional exit, as in [`crate::dependences`].
//!
//! Invariant: what can throw has an edge to each handler that may catch it, in the order in which they are tried, and to
//! the exceptional exit unless one of them catches all. Which class is thrown is not asked.
use crate::body::{Body, Handler, Operation};
use crate::slots::Edge;

/// What all exceptions are.
const THROWABLE: &str = "java/lang/Throwable";

/// Where control goes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Flow {
    /// For each instruction, without repetition: normal edges first, in ascending order, then exceptional ones.
    pub edges: Vec<Vec<Edge>>,
}

impl Flow {
    /// That of a body.
    pub fn of(body: &Body) -> Self {
        Self { edges: (0..body.instructions.len()).map(|at| edges(body, at)).collect() }
    }

    /// The node to which returns lead.
    pub fn normal_exit(&self) -> usize {
        self.edges.len()
    }

    /// The node to which exceptions lead that the method does not catch.
    pub fn exceptional_exit(&self) -> usize {
        self.edges.len() + 1
    }
}

fn edges(body: &Body, at: usize) -> Vec<Edge> {
    let count = body.instructions.len();
    let operation = &body.instructions[at].operation;
    let mut normal = operation.targets();
    if operation.falls_through() {
        normal.push(at + 1);
    }
    if matches!(operation, Operation::Return(_)) {
        normal.push(count);
    }
    normal.sort_unstable();
    normal.dedup();
    let mut edges: Vec<Edge> = normal.into_iter().map(|to| Edge { to, exceptional: false }).collect();
    if !operation.can_throw() {
        return edges;
    }
    let (handlers, may_leave) = catchers(&body.handlers, at);
    let ways = handlers.into_iter().chain(may_leave.then_some(count + 1));
    edges.extend(ways.map(|to| Edge { to, exceptional: true }));
    edges
}

/// The targets of the handlers that may catch what an instruction throws, without repetition, in the order in which they
/// are tried, and whether some exceptions pass them all.
pub(crate) fn catchers(handlers: &[Handler], at: usize) -> (Vec<usize>, bool) {
    let mut targets = Vec::new();
    for handler in handlers.iter().filter(|handler| (handler.from..handler.to).contains(&at)) {
        if !targets.contains(&handler.target) {
            targets.push(handler.target);
        }
        if handler.catches.as_deref().is_none_or(|class| class == THROWABLE) {
            return (targets, false);
        }
    }
    (targets, true)
}
