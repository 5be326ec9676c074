//! The system dependence graph as such (Horwitz, Reps, Binkley, TOPLAS 1990): nodes, edges, no Java.
//!
//! A procedure has an entry, statements, formal-in and formal-out nodes; a call site in it has a call node, actual-in and
//! actual-out nodes. Dependences within a procedure join its own nodes. Between procedures there are two sorts of edges:
//! those that go through a call site, into a callee ([`EdgeKind::Call`], [`EdgeKind::ParameterIn`]) or out of it
//! ([`EdgeKind::ParameterOut`]), which a path has to match like brackets; and those through memory ([`EdgeKind::Heap`],
//! [`EdgeKind::Interference`]), which lead from any point of the program to any other, whatever calls are open in either
//! place. Memory is a node for each [`Role::Location`]: who writes it has an edge to it, who reads it one from it, so that
//! there are as many edges as accesses and not as many as pairs of them. Nothing is killed: a location keeps every write.
//! So the graph is right for any number of threads.
//!
//! Invariant: every edge joins nodes of the roles that its kind is for ([`EdgeKind::fits`]); the edges of a node are
//! sorted, each once, and each is found from both of its ends.
use serde::{Deserialize, Serialize};

/// A node: its place in the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// A procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ProcedureId(pub u32);

/// A call site: one call in one procedure, whatever number of procedures it may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CallId(pub u32);

/// What goes into a callee or comes out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Port {
    /// A parameter; the receiver is the first one.
    Parameter(u16),
    /// The value returned.
    Return,
    /// The exception thrown, and whether there is one.
    Exception,
    /// Anything else that the maker of the graph passes: a static field, say.
    Other(u32),
}

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Role {
    /// The procedure runs.
    Entry,
    /// An instruction, with a number that means something to the maker of the graph.
    Statement(u32),
    /// What the procedure is given.
    FormalIn(Port),
    /// What the procedure gives back.
    FormalOut(Port),
    /// The call happens.
    Call(CallId),
    /// What the call passes.
    ActualIn(CallId, Port),
    /// What the call gives back.
    ActualOut(CallId, Port),
    /// A place in memory: it belongs to no procedure. The number means something to the maker of the graph.
    Location(u32),
}

/// Why the target of an edge depends on its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EdgeKind {
    /// The source decides whether the target runs.
    Control,
    /// The target uses a value that the source makes, in a local variable or on the stack.
    Data,
    /// The same, of a value that says where in memory the target works, or on which object.
    Address,
    /// From an actual-in (or the call) to an actual-out of the same call: through the callee. See
    /// [`summary`](crate::summary).
    Summary,
    /// From a call to the entry of a callee.
    Call,
    /// From an actual-in to the formal-in.
    ParameterIn,
    /// From a formal-out to the actual-out.
    ParameterOut,
    /// Through memory.
    Heap,
    /// Between threads other than through memory: a start, a join, a monitor.
    Interference,
}

/// How a path that follows an edge moves among calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Stays in the procedure.
    Level,
    /// Enters a callee.
    Down(CallId),
    /// Leaves a callee.
    Up(CallId),
    /// Goes anywhere: what calls were open says nothing of what is open now.
    Anywhere,
}

/// An edge as seen from one of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The other end.
    pub node: NodeId,
    /// Why.
    pub kind: EdgeKind,
}

/// A system dependence graph, without summary edges unless it is inside of a [`Summarised`](crate::summary::Summarised).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Graph {
    nodes: Vec<Node>,
    procedures: u32,
    calls: u32,
    edges: u32,
    successors: Rows,
    predecessors: Rows,
}

/// What may be wrong with a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// An edge between nodes that its kind is not for.
    #[error("a {kind:?} edge cannot lead from node {} to node {}", from.0, to.0)]
    Misplaced {
        /// The source.
        from: NodeId,
        /// The target.
        to: NodeId,
        /// The kind.
        kind: EdgeKind,
    },
    /// A node that is not there.
    #[error("there is no node {}", .0.0)]
    Missing(NodeId),
    /// More nodes or edges than have numbers.
    #[error("more nodes or edges than 32 bits can number")]
    TooLarge,
}

/// Collects nodes and edges.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    nodes: Vec<Node>,
    procedures: u32,
    calls: u32,
    edges: Vec<(NodeId, NodeId, EdgeKind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Node {
    procedure: Option<ProcedureId>,
    role: Role,
}

/// Edges by node: those of node `n` are from `starts[n]` to `starts[n + 1]`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Rows {
    starts: Vec<u32>,
    ends: Vec<NodeId>,
    kinds: Vec<EdgeKind>,
}

impl NodeId {
    /// The place in tables with one entry for each node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Role {
    /// The call site that the node belongs to.
    pub fn call(self) -> Option<CallId> {
        match self {
            Self::Call(call) | Self::ActualIn(call, _) | Self::ActualOut(call, _) => Some(call),
            _ => None,
        }
    }
}

impl EdgeKind {
    /// Whether the kind may join two nodes of these roles. For the kinds that stay in a procedure, the nodes have to be
    /// of the same one as well.
    pub fn fits(self, from: Role, to: Role) -> bool {
        match self {
            // Memory is reached by heap edges alone, so that what a path through it forgets is told by the kind.
            Self::Control | Self::Data | Self::Address => {
                !matches!((from, to), (Role::Location(_), _) | (_, Role::Location(_)))
            }
            Self::Summary => {
                matches!((from, to), (Role::Call(a) | Role::ActualIn(a, _), Role::ActualOut(b, _)) if a == b)
            }
            Self::Call => matches!((from, to), (Role::Call(_), Role::Entry)),
            Self::ParameterIn => matches!((from, to), (Role::ActualIn(..), Role::FormalIn(_))),
            Self::ParameterOut => matches!((from, to), (Role::FormalOut(_), Role::ActualOut(..))),
            Self::Heap | Self::Interference => true,
        }
    }

    fn stays(self) -> bool {
        matches!(self, Self::Control | Self::Data | Self::Address | Self::Summary)
    }
}

impl Builder {
    /// A new procedure, with its entry.
    pub fn procedure(&mut self) -> (ProcedureId, NodeId) {
        let procedure = ProcedureId(self.procedures);
        self.procedures += 1;
        (procedure, self.node(procedure, Role::Entry))
    }

    /// A new call site, with its call node.
    pub fn call(&mut self, procedure: ProcedureId) -> (CallId, NodeId) {
        let call = CallId(self.calls);
        self.calls += 1;
        (call, self.node(procedure, Role::Call(call)))
    }

    /// A new node of a procedure.
    pub fn node(&mut self, procedure: ProcedureId, role: Role) -> NodeId {
        self.push(Node { procedure: Some(procedure), role })
    }

    /// A new place in memory.
    pub fn location(&mut self, number: u32) -> NodeId {
        self.push(Node { procedure: None, role: Role::Location(number) })
    }

    /// `to` depends on `from`. An edge may be told more than once.
    pub fn edge(&mut self, from: NodeId, to: NodeId, kind: EdgeKind) {
        self.edges.push((from, to, kind));
    }

    /// The graph.
    pub fn finish(self) -> Result<Graph, GraphError> {
        let Self { nodes, procedures, calls, mut edges } = self;
        if u32::try_from(nodes.len()).is_err() {
            return Err(GraphError::TooLarge);
        }
        for &(from, to, kind) in &edges {
            let source = nodes.get(from.index()).ok_or(GraphError::Missing(from))?;
            let target = nodes.get(to.index()).ok_or(GraphError::Missing(to))?;
            if !kind.fits(source.role, target.role) || (kind.stays() && source.procedure != target.procedure) {
                return Err(GraphError::Misplaced { from, to, kind });
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let count = u32::try_from(edges.len()).map_err(|_| GraphError::TooLarge)?;
        let successors = Rows::of(nodes.len(), edges.iter().copied());
        edges.sort_unstable_by_key(|&(from, to, kind)| (to, from, kind));
        let predecessors = Rows::of(nodes.len(), edges.iter().map(|&(from, to, kind)| (to, from, kind)));
        Ok(Graph { nodes, procedures, calls, edges: count, successors, predecessors })
    }

    fn push(&mut self, node: Node) -> NodeId {
        // With more nodes than numbers, `finish` says so.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }
}

impl Graph {
    /// All nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges as usize
    }

    /// How many procedures there are; they are numbered from 0.
    pub fn procedure_count(&self) -> usize {
        self.procedures as usize
    }

    /// How many call sites there are; they are numbered from 0.
    pub fn call_count(&self) -> usize {
        self.calls as usize
    }

    /// What the node stands for.
    pub fn role(&self, node: NodeId) -> Role {
        self.nodes[node.index()].role
    }

    /// Where the node is; a place in memory is nowhere.
    pub fn procedure(&self, node: NodeId) -> Option<ProcedureId> {
        self.nodes[node.index()].procedure
    }

    /// What depends on the node.
    pub fn successors(&self, node: NodeId) -> impl Iterator<Item = Edge> + '_ {
        self.successors.row(node)
    }

    /// What the node depends on.
    pub fn predecessors(&self, node: NodeId) -> impl Iterator<Item = Edge> + '_ {
        self.predecessors.row(node)
    }

    /// Whether there is such an edge; in time that grows with the logarithm of the edges to `to`.
    pub fn has(&self, from: NodeId, to: NodeId, kind: EdgeKind) -> bool {
        let range = self.predecessors.range(to);
        let at = range.start + self.predecessors.ends[range.clone()].partition_point(|node| *node < from);
        (at..range.end)
            .take_while(|at| self.predecessors.ends[*at] == from)
            .any(|at| self.predecessors.kinds[at] == kind)
    }

    /// How a path moves among calls when it follows an edge forwards.
    pub fn moves(&self, from: NodeId, edge: Edge) -> Move {
        match (edge.kind, self.role(from).call(), self.role(edge.node).call()) {
            (EdgeKind::Call | EdgeKind::ParameterIn, Some(call), _) => Move::Down(call),
            (EdgeKind::ParameterOut, _, Some(call)) => Move::Up(call),
            (kind, ..) if kind.stays() => Move::Level,
            _ => Move::Anywhere,
        }
    }

    /// The same graph with more edges.
    pub fn with(self, more: impl IntoIterator<Item = (NodeId, NodeId, EdgeKind)>) -> Result<Self, GraphError> {
        let mut edges: Vec<_> = Vec::with_capacity(self.edge_count());
        for from in self.nodes() {
            edges.extend(self.successors(from).map(|edge| (from, edge.node, edge.kind)));
        }
        edges.extend(more);
        Builder { nodes: self.nodes, procedures: self.procedures, calls: self.calls, edges }.finish()
    }
}

impl Rows {
    fn of(nodes: usize, edges: impl ExactSizeIterator<Item = (NodeId, NodeId, EdgeKind)>) -> Self {
        let mut rows = Self {
            starts: vec![0; nodes + 1],
            ends: Vec::with_capacity(edges.len()),
            kinds: Vec::with_capacity(edges.len()),
        };
        for (owner, end, kind) in edges {
            rows.starts[owner.index() + 1] += 1;
            rows.ends.push(end);
            rows.kinds.push(kind);
        }
        for at in 0..nodes {
            rows.starts[at + 1] += rows.starts[at];
        }
        rows
    }

    fn range(&self, node: NodeId) -> std::ops::Range<usize> {
        self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize
    }

    fn row(&self, node: NodeId) -> impl Iterator<Item = Edge> + '_ {
        let range = self.range(node);
        self.ends[range.clone()].iter().zip(&self.kinds[range]).map(|(node, kind)| Edge { node: *node, kind: *kind })
    }
}

#[cfg(test)]
pub(crate) mod random;
#[cfg(test)]
mod tests;
