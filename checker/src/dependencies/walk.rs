//! Ways back through the graph, from what somebody asks about to the reads that it depends on.
//!
//! A way ends at a read that an execution has shown: what that has found is known. What could have thrown and has not, who
//! had which monitor, and what code keeps that is not looked into are left out (docs/reports.md says so). Shorter ways come
//! first, and those by values before those by decisions.
//!
//! Invariant: within a call that a way has entered from its end, it does not leave by another call.

use super::placed::Placed;
use mcr_report::spot::Spot;
use mcr_sdg::body::{Body, Operation};
use mcr_sdg::calls::{Procedure, ProcedureId};
use mcr_sdg::flow::Flow;
use mcr_sdg::graph::{Edge, EdgeKind, NodeId, Port, Role};
use mcr_sdg::program::{CAUGHT, Location, OUTCOME};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// An instruction.
pub(super) type At = (ProcedureId, usize);

/// Edges of one walk.
const STEPS: usize = 50_000;

/// What a step along a value costs, and one along a decision.
pub(super) const VALUE: u32 = 1;
pub(super) const DECISION: u32 = 4;

/// What tells other nodes of an instruction from what it does.
const BITS: u32 = OUTCOME | CAUGHT;

/// Exceptions that the JVM throws by itself, and those above them.
const IMPLICIT: [&str; 12] = [
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/ClassCastException",
    "java/lang/IndexOutOfBoundsException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/NegativeArraySizeException",
    "java/lang/Error",
    "java/lang/OutOfMemoryError",
];

/// Which calls are open where a way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Open {
    /// Those of the stack, from this frame on.
    Frame(usize),
    /// Any.
    Any,
    /// One that the way has entered from its end.
    Within,
}

/// Which time that an instruction was done a way is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum When {
    /// The last one, right before what was asked about.
    Now,
    /// The last one.
    Last,
    /// One of them.
    Once,
}

/// A place on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stand {
    node: NodeId,
    open: Open,
    when: When,
    /// It has come through memory whose accesses are not shown.
    away: bool,
    /// What could have thrown there has not: only what has decided that it is done counts.
    past: bool,
}

/// A read that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub at: At,
    pub cost: u32,
    pub by_value: bool,
    /// Whether another time than the last one may be meant.
    pub earlier: bool,
    /// Whether another thread may be meant.
    pub away: bool,
}

/// What an execution has shown of the thread in question.
pub(super) trait Shown {
    /// Whether reads of this instruction are events; `own`: such that the thread itself has made before.
    fn is_read(&self, at: At, own: bool) -> bool;
    /// Whether the thread may have been there.
    fn may_have_run(&self, id: ProcedureId) -> bool;
}

/// Knows the control flow of the methods that ways lead through.
pub(super) struct Walks<'a, 'p> {
    pub placed: &'a Placed<'p>,
    flows: RefCell<FxHashMap<ProcedureId, Rc<Shape>>>,
}

/// By an instruction, and whether nothing may be thrown on the way: what may come after it.
type After = FxHashMap<(usize, bool), Rc<FxHashSet<usize>>>;

/// Which instructions a method comes to from which.
struct Shape {
    flow: Flow,
    within: RefCell<After>,
}

impl Shape {
    /// What may come after an instruction; `plainly`: as long as nothing is thrown.
    fn after(&self, at: usize, plainly: bool) -> Rc<FxHashSet<usize>> {
        if let Some(known) = self.within.borrow().get(&(at, plainly)) {
            return Rc::clone(known);
        }
        let mut found = FxHashSet::default();
        let mut todo = vec![at];
        while let Some(from) = todo.pop() {
            for edge in self.flow.edges.get(from).into_iter().flatten().filter(|edge| !(plainly && edge.exceptional)) {
                if found.insert(edge.to) {
                    todo.push(edge.to);
                }
            }
        }
        let found = Rc::new(found);
        self.within.borrow_mut().insert((at, plainly), Rc::clone(&found));
        found
    }

    fn comes(&self, from: usize, to: usize) -> bool {
        self.after(from, false).contains(&to)
    }
}

impl<'a, 'p> Walks<'a, 'p> {
    pub fn new(placed: &'a Placed<'p>) -> Walks<'a, 'p> {
        Walks { placed, flows: RefCell::default() }
    }

    fn shape(&self, id: ProcedureId) -> Option<Rc<Shape>> {
        if let Some(known) = self.flows.borrow().get(&id) {
            return Some(Rc::clone(known));
        }
        let flow = Flow::of(self.placed.body(id)?);
        let shape = Rc::new(Shape { flow, within: RefCell::default() });
        self.flows.borrow_mut().insert(id, Rc::clone(&shape));
        Some(shape)
    }

    fn place(&self, node: NodeId) -> Option<At> {
        let id = self.placed.program.graph().graph().procedure(node)?;
        Some((ProcedureId(id.0), self.placed.program.instruction(node)?))
    }

    /// The decisions that an instruction depends on.
    fn guards(&self, at: At) -> FxHashSet<NodeId> {
        let graph = self.placed.program.graph().graph();
        let mut guards = FxHashSet::default();
        for node in self.placed.nodes_at(at) {
            if matches!(graph.role(node), Role::Call(_))
                || matches!(graph.role(node), Role::Statement(n) if n & BITS == 0)
            {
                let decides = graph.predecessors(node).filter(|edge| edge.kind == EdgeKind::Control);
                guards.extend(decides.map(|edge| edge.node).filter(|node| is_plain(graph.role(*node))));
            }
        }
        guards
    }

    /// The reads that some nodes depend on; `starts`: with what it costs to come there, and the calls that are open.
    /// `direct`: memory that the first nodes read themselves is left out.
    pub fn reads(&self, starts: &[(NodeId, u32, bool, Open)], stack: &[Spot], shown: &dyn Shown) -> Vec<Found> {
        let mut way =
            Way { walks: self, stack, shown, best: FxHashMap::default(), todo: BinaryHeap::new(), stands: Vec::new() };
        for &(node, cost, by_value, open) in starts {
            let first = Stand { node, open, when: When::Now, away: false, past: false };
            way.back(first, cost, by_value, true);
        }
        way.run()
    }
}

fn is_plain(role: Role) -> bool {
    matches!(role, Role::Statement(number) if number & BITS == 0)
}

struct Way<'w, 'a, 'p> {
    walks: &'w Walks<'a, 'p>,
    stack: &'w [Spot],
    shown: &'w dyn Shown,
    best: FxHashMap<Stand, u32>,
    todo: BinaryHeap<Reverse<(u32, usize)>>,
    stands: Vec<(Stand, bool)>,
}

impl Way<'_, '_, '_> {
    fn run(mut self) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let mut steps = 0;
        while let Some(Reverse((cost, number))) = self.todo.pop() {
            let (stand, by_value) = self.stands[number];
            if self.best.get(&stand).is_some_and(|best| *best < cost) {
                continue;
            }
            steps += 1;
            if steps > STEPS {
                break;
            }
            if let Some(at) = self.read_at(stand) {
                let earlier = stand.when == When::Once;
                if !found.iter().any(|it| it.at == at && it.earlier == earlier) {
                    found.push(Found { at, cost, by_value, earlier, away: stand.away });
                }
                continue;
            }
            self.back(stand, cost, by_value, false);
        }
        found
    }

    /// The read that gives what a node stands for. Where other threads alone have read elements there, this one has read
    /// those of an array that no other one can reach, of which no event tells.
    fn read_at(&self, stand: Stand) -> Option<At> {
        let graph = self.walks.placed.program.graph().graph();
        let gives = match graph.role(stand.node) {
            Role::Statement(number) => number & BITS == 0,
            Role::ActualOut(_, Port::Return) => true,
            _ => false,
        };
        let at = self.walks.place(stand.node).filter(|_| gives)?;
        let operation = self.walks.placed.operation(at)?;
        let reads = matches!(operation, Operation::GetField(_) | Operation::ArrayLoad(_) | Operation::Invoke(..));
        let own = matches!(operation, Operation::ArrayLoad(_)) && !stand.away;
        (reads && self.shown.is_read(at, own)).then_some(at)
    }

    /// What a node depends on.
    fn back(&mut self, stand: Stand, cost: u32, by_value: bool, is_first: bool) {
        let placed = self.walks.placed;
        let edges: Vec<Edge> = placed.program.graph().graph().predecessors(stand.node).collect();
        for edge in edges {
            if is_first && edge.kind == EdgeKind::Heap {
                continue;
            }
            if let Some((open, more, still_value)) = self.step(stand, edge) {
                let (when, away) = self.when(stand, edge);
                let past = self.is_past(stand, edge);
                let next = Stand { node: edge.node, open, when, away, past };
                self.reach(next, cost + more, by_value && still_value);
            }
        }
    }

    fn reach(&mut self, stand: Stand, cost: u32, by_value: bool) {
        if self.best.get(&stand).is_none_or(|best| cost < *best) {
            self.best.insert(stand, cost);
            self.todo.push(Reverse((cost, self.stands.len())));
            self.stands.push((stand, by_value));
        }
    }

    /// Where a step back leads, what it costs, and whether it follows a value; none if it is not taken.
    fn step(&self, stand: Stand, edge: Edge) -> Option<(Open, u32, bool)> {
        let Stand { node, open, away, .. } = stand;
        let graph = self.walks.placed.program.graph().graph();
        let (from, to) = (graph.role(edge.node), graph.role(node));
        let is_outcome = |role: Role| matches!(role, Role::Statement(number) if number & OUTCOME != 0);
        match edge.kind {
            EdgeKind::Interference => None,
            EdgeKind::Heap => self.through_memory(from, to, edge.node).then_some((Open::Any, VALUE, true)),
            EdgeKind::Control if is_outcome(from) => match self.is_thrown(edge.node, node) {
                true => self.may_be_caught(edge.node, node).then_some((open, DECISION, false)),
                false => Some((open, 0, false)),
            },
            kind if stand.past && kind != EdgeKind::Control => None,
            EdgeKind::Control if matches!(from, Role::Entry | Role::Call(_)) => Some((open, 0, false)),
            EdgeKind::Control | EdgeKind::Address => Some((open, DECISION, false)),
            EdgeKind::Data if is_outcome(from) => {
                self.may_be_caught(edge.node, node).then_some((open, DECISION, false))
            }
            EdgeKind::Data if matches!(to, Role::Call(_)) => Some((open, DECISION, false)),
            // What is thrown depends on the exception that a call has thrown, and on what was wrong.
            EdgeKind::Data => Some((open, if is_plain(from) { VALUE } else { 0 }, true)),
            EdgeKind::Summary => matches!(from, Role::ActualIn(..)).then_some((open, VALUE + 1, true)),
            EdgeKind::ParameterOut => {
                let id = graph.procedure(edge.node)?;
                let enters = self.walks.placed.is_followed(id) && (away || self.shown.may_have_run(ProcedureId(id.0)));
                enters.then_some((Open::Within, 0, true))
            }
            EdgeKind::Call | EdgeKind::ParameterIn => {
                let is_value = edge.kind == EdgeKind::ParameterIn;
                self.leave(open, edge.node, away).map(|open| (open, 0, is_value))
            }
        }
    }

    /// Whether a step leads to something that has not thrown.
    fn is_past(&self, stand: Stand, edge: Edge) -> bool {
        let role = self.walks.placed.program.graph().graph().role(edge.node);
        let is_outcome = matches!(role, Role::Statement(number) if number & OUTCOME != 0);
        let stays = stand.past && matches!(role, Role::Call(_));
        edge.kind == EdgeKind::Control && (stays || is_outcome && !self.is_thrown(edge.node, stand.node))
    }

    /// Whether memory is followed there: fields, elements, what lambdas have captured, in code that is looked into.
    fn through_memory(&self, from: Role, to: Role, node: NodeId) -> bool {
        let placed = self.walks.placed;
        let is_followed = |role: Role| match role {
            Role::Location(number) => {
                let location = placed.program.location(number);
                matches!(location, Location::Field(..) | Location::Elements(..) | Location::Captured(..))
            }
            _ => true,
        };
        let is_own = || {
            let id = placed.program.graph().graph().procedure(node);
            id.is_none_or(|id| placed.is_followed(id))
        };
        let both_are_places = matches!((from, to), (Role::Location(_), Role::Location(_)));
        is_followed(from) && is_followed(to) && is_own() && !both_are_places
    }

    /// To a caller.
    fn leave(&self, open: Open, caller: NodeId, away: bool) -> Option<Open> {
        let placed = self.walks.placed;
        let id = placed.program.graph().graph().procedure(caller).filter(|id| placed.is_followed(*id))?;
        let id = ProcedureId(id.0);
        let is_lambda = matches!(placed.program.calls.procedure(id), Procedure::Lambda(_));
        match open {
            Open::Within => None,
            Open::Any => (away || self.shown.may_have_run(id)).then_some(Open::Any),
            Open::Frame(_) if is_lambda => Some(open),
            Open::Frame(number) => {
                let frame = self.stack.get(number + 1)?;
                let is_there = placed.methods(&frame.class, &frame.method).contains(&id)
                    && placed.program.line(caller).map(u32::from) == frame.line;
                is_there.then_some(Open::Frame(number + 1))
            }
        }
    }

    /// Whether one comes to `node` only because `outcome` is an exception.
    fn is_thrown(&self, outcome: NodeId, node: NodeId) -> bool {
        let (Some((id, thrower)), Some((other, at))) = (self.walks.place(outcome), self.walks.place(node)) else {
            return false;
        };
        let Some(shape) = self.walks.shape(id).filter(|_| id == other) else { return false };
        thrower != at && shape.comes(thrower, at) && !shape.after(thrower, true).contains(&at)
    }

    /// Whether what an instruction throws by itself is of a class that a handler around it wants.
    fn may_be_caught(&self, outcome: NodeId, to: NodeId) -> bool {
        let Some(at) = self.walks.place(outcome) else { return false };
        let Some(body) = self.walks.placed.body(at.0) else { return false };
        let operation = &body.instructions[at.1].operation;
        if matches!(operation, Operation::Throw | Operation::Invoke(..) | Operation::InvokeDynamic(_)) {
            return true;
        }
        let graph = self.walks.placed.program.graph().graph();
        // Out of the method: who catches it there is not known.
        !matches!(graph.role(to), Role::FormalOut(_)) && catches_implicit(body, at.1)
    }

    /// Which time is meant after a step back.
    fn when(&self, stand: Stand, edge: Edge) -> (When, bool) {
        let graph = self.walks.placed.program.graph().graph();
        let Stand { when, away, node, .. } = stand;
        if edge.kind == EdgeKind::Heap {
            let several = |location: NodeId| graph.predecessors(location).count() > 1;
            let when = if matches!(graph.role(edge.node), Role::Location(_)) && several(edge.node) {
                When::Once
            } else {
                when
            };
            return (when.max(When::Last), true);
        }
        if when == When::Once {
            return (when, away);
        }
        if edge.kind == EdgeKind::ParameterOut {
            // The method may have been called elsewhere since.
            let entry =
                graph.procedure(edge.node).and_then(|id| self.walks.placed.program.nodes(ProcedureId(id.0)).next());
            let calls =
                entry.map_or(0, |entry| graph.predecessors(entry).filter(|it| it.kind == EdgeKind::Call).count());
            return (if calls > 1 { When::Once } else { When::Last }, away);
        }
        let (Some((id, one)), Some((other, before))) = (self.walks.place(node), self.walks.place(edge.node)) else {
            return (when, away);
        };
        if id != other || one == before {
            return (when, away);
        }
        let Some(shape) = self.walks.shape(id) else { return (when, away) };
        let same = || self.walks.guards((id, one)) == self.walks.guards((id, before));
        let goes_round = shape.comes(before, before) && shape.comes(one, before) && shape.comes(before, one);
        let decides = matches!(edge.kind, EdgeKind::Control);
        let next = match when {
            When::Now if decides || same() => When::Now,
            When::Now => When::Last,
            _ if !goes_round || !decides && same() => When::Last,
            _ => When::Once,
        };
        (next, away)
    }
}

/// Whether a handler around an instruction catches what the JVM throws by itself.
fn catches_implicit(body: &Body, at: usize) -> bool {
    let around = body.handlers.iter().filter(|handler| (handler.from..handler.to).contains(&at));
    around.into_iter().any(|handler| handler.catches.as_deref().is_some_and(|class| IMPLICIT.contains(&class)))
}
