//! What the code says about reads: whether one can decide about what the same thread does later, or only moves values.
//!
//! It can if what decides about the later place is in its forward slice: branches and exceptions, and where in memory that works. Steps of
//! such a slice through memory that traces show are left out, since who asks follows the values in the trace: from what writes, into a place whose
//! reads are events. So are monitors, starts and ends of threads, whose order a trace keeps, and exceptions that leave the program's code, which
//! end most threads. Most reads decide about most of what comes later; so a slice that becomes large is given up, which is what makes this quick.
//!
//! Invariant: a read matters to a place if one of them is not in the graph.

use super::placed::Placed;
use super::target::Target;
use super::{Follow, Seen};
use mcr_explore::{Aspect, ByAspect, Point, Relevance};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Outcome, Site, SiteId, Trace};
use mcr_sdg::dependences::Loops;
use mcr_sdg::graph::{Edge, EdgeKind, NodeId, Port, Role};
use mcr_sdg::program::{CAUGHT, Location, OUTCOME, Places};
use mcr_sdg::slice::{self, NodeSet};
use mcr_sdg::sources::Sources;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};

/// A read of which more steps of the slice are needed is taken to matter to everything.
const STEPS: usize = 20_000;

/// What tells other nodes of an instruction from what it does.
const BITS: u32 = OUTCOME | CAUGHT;

/// Answers by the graph of a program, which is made when the first one is asked for: traces have shown by then what reflection leads to.
pub struct ByCode<'a> {
    sources: &'a Sources,
    target: &'a Target,
    seen: RefCell<Seen>,
    /// Places of reads that are events, as long as their nodes have not been looked for.
    reads: RefCell<Vec<Site>>,
    known: OnceCell<anyhow::Result<Known<'a>>>,
    /// What reads decide about; none of those that may decide about anything.
    slices: RefCell<FxHashMap<SiteId, Option<NodeSet>>>,
    /// What decides about an aspect of what is done at a place; none of places that are not in the graph.
    reasons: RefCell<ByAspect<Option<Vec<NodeId>>>>,
}

impl<'a> ByCode<'a> {
    /// Of a program that has not been run yet.
    #[must_use]
    pub fn new(sources: &'a Sources, target: &'a Target) -> ByCode<'a> {
        ByCode {
            sources,
            target,
            seen: RefCell::default(),
            reads: RefCell::default(),
            known: OnceCell::new(),
            slices: RefCell::default(),
            reasons: RefCell::default(),
        }
    }

    /// Why nothing is known, if somebody has asked in vain.
    #[must_use]
    pub fn unknown(&self) -> Option<&anyhow::Error> {
        self.known.get()?.as_ref().err()
    }

    fn known(&self) -> Option<&Known<'a>> {
        let find = || {
            // What follows a loop comes later if that takes more rounds: as many steps of the thread no longer lead there.
            let (follow, loops) = (Follow::Own, Loops::MayNotEnd);
            // Telling objects apart has brought no further prediction (docs/sdg.md).
            let places = Places::ByField;
            let program = super::graph(self.sources, self.target, follow, loops, places, &self.seen.borrow())?;
            let placed = Placed::of(program, |name| !self.sources.is_of_jdk(name));
            Ok(Known { placed, shown: RefCell::default() })
        };
        self.known.get_or_init(find).as_ref().ok()
    }

    /// The graph, which knows of all reads that were events so far.
    fn shown(&self) -> Option<&Known<'a>> {
        let known = self.known()?;
        for read in self.reads.borrow_mut().drain(..) {
            known.shows(&read);
        }
        Some(known)
    }
}

impl Relevance for ByCode<'_> {
    fn look_at(&self, trace: &Trace, symbols: &Symbols) {
        let with_slashes = |name: &str| name.replace('.', "/");
        let mut seen = self.seen.borrow_mut();
        seen.classes.extend(trace.new_classes.iter().map(|(name, _)| with_slashes(name)));
        let mut places = FxHashSet::default();
        for event in trace.events.iter().filter(|event| places.insert(event.site)) {
            let Some(site) = symbols.site(event.site) else { continue };
            seen.methods.insert((with_slashes(&site.class), site.method.clone()));
            if matches!(event.outcome, Outcome::Read(_) | Outcome::Updated { .. }) {
                self.reads.borrow_mut().push(site.clone());
            }
        }
    }

    fn always_matters(&self, read: Point<'_>) -> bool {
        let Some(known) = self.shown() else { return true };
        let mut slices = self.slices.borrow_mut();
        slices.entry(read.id).or_insert_with(|| known.slice(read.site)).is_none()
    }

    fn only_moves(&self, read: Point<'_>) -> bool {
        self.shown().is_some_and(|known| known.only_moves(read.site))
    }

    fn matters(&self, read: Point<'_>, aspect: Aspect, later: Point<'_>) -> bool {
        if self.always_matters(read) {
            return true;
        }
        let (Some(known), slices) = (self.known(), self.slices.borrow()) else { return true };
        // What a call has read decides about what it does next.
        if read.id == later.id && !known.is_access(&known.nodes(read.site)) {
            return true;
        }
        let Some(Some(slice)) = slices.get(&read.id) else { return true };
        let mut reasons = self.reasons.borrow_mut();
        match reasons.entry((later.id, aspect)).or_insert_with(|| known.reasons(later.site, aspect)) {
            Some(reasons) => reasons.iter().any(|node| slice.contains(*node)),
            None => true,
        }
    }
}

/// What the graph says.
struct Known<'a> {
    placed: Placed<'a>,
    /// Nodes of places whose reads are events.
    shown: RefCell<FxHashSet<NodeId>>,
}

impl<'a> Known<'a> {
    fn shows(&self, read: &Site) {
        self.shown.borrow_mut().extend(self.nodes(Some(read)));
    }

    fn nodes(&self, site: Option<&Site>) -> Vec<NodeId> {
        site.map_or_else(Vec::new, |site| self.placed.nodes(site))
    }

    /// Whether the instruction is one that works on memory itself: a call has no such node.
    fn is_access(&self, nodes: &[NodeId]) -> bool {
        let graph = self.placed.program.graph().graph();
        nodes.iter().any(|node| matches!(graph.role(*node), Role::Statement(number) if number & BITS == 0))
    }

    /// What decides about this aspect of what is done at a place.
    fn reasons(&self, site: Option<&Site>, aspect: Aspect) -> Option<Vec<NodeId>> {
        let nodes = &self.nodes(site)[..];
        if nodes.is_empty() {
            return None;
        }
        let graph = self.placed.program.graph().graph();
        let accesses = self.is_access(nodes);
        let mut reasons = Vec::new();
        for &node in nodes {
            // What it gives, and what it reads itself, does not decide about it; nor how a call ends in which something is done.
            let wanted = |kind: EdgeKind| match graph.role(node) {
                Role::ActualOut(..) => false,
                Role::Statement(number) if number & CAUGHT != 0 => false,
                Role::Statement(number) if number & OUTCOME != 0 => {
                    accesses && matches!(kind, EdgeKind::Control | EdgeKind::Data)
                }
                Role::Statement(_) if aspect == Aspect::Reached => {
                    matches!(kind, EdgeKind::Control | EdgeKind::Address)
                }
                // What is passed to a call may say what it works on.
                _ => matches!(kind, EdgeKind::Control | EdgeKind::Address | EdgeKind::Data),
            };
            let edges = graph.predecessors(node).filter(|edge| wanted(edge.kind));
            reasons.extend(edges.map(|edge| edge.node));
        }
        Some(reasons)
    }

    /// Whether what a read of a field or an element sees goes nowhere but into what is computed, and from there into
    /// memory: who branches by it, throws because of it, takes it for an object to work on, or shows it to anybody,
    /// depends on it. What comes out of memory again comes by reads. Those that are events have the values; what other
    /// reads make of it (of objects of the thread's own, or in the JDK) is found out when it happens.
    fn only_moves(&self, site: Option<&Site>) -> bool {
        let nodes = self.nodes(site);
        let graph = self.placed.program.graph().graph();
        let gives = |node: &NodeId| matches!(graph.role(*node), Role::Statement(number) if number & BITS == 0);
        let sources: Vec<NodeId> = nodes.into_iter().filter(gives).collect();
        let moves = |edge: Edge| match (edge.kind, graph.role(edge.node)) {
            (EdgeKind::Control | EdgeKind::Address | EdgeKind::Interference | EdgeKind::Call, _) => false,
            (_, Role::Statement(number)) => number & BITS == 0,
            (_, Role::FormalOut(port) | Role::ActualOut(_, port)) => port != Port::Exception,
            (_, Role::Location(number)) => {
                let location = self.placed.program.location(number);
                matches!(location, Location::Field(..) | Location::Elements(..) | Location::Captured(..))
            }
            (_, Role::Entry | Role::Call(_)) => false,
            (_, Role::FormalIn(_) | Role::ActualIn(..)) => true,
        };
        let decides = Cell::new(false);
        let found = slice::forward_within(self.placed.program.graph(), &sources, STEPS, |from, edge| {
            let is_in_memory = matches!(graph.role(from), Role::Location(_));
            decides.set(decides.get() || !is_in_memory && !moves(edge));
            !is_in_memory && !decides.get()
        });
        !sources.is_empty() && found.is_some() && !decides.get()
    }

    /// What a read decides about.
    fn slice(&self, site: Option<&Site>) -> Option<NodeSet> {
        let nodes = self.nodes(site);
        if nodes.is_empty() {
            return None;
        }
        let graph = self.placed.program.graph().graph();
        let accesses = self.is_access(&nodes);
        let shown = self.shown.borrow();
        let gives = |node: &NodeId| match graph.role(*node) {
            Role::Statement(number) => !accesses || number & BITS == 0,
            Role::ActualOut(..) => !accesses,
            _ => false,
        };
        let is_order = |node: NodeId| match graph.role(node) {
            Role::Location(number) => {
                use Location::{Ends, Interrupts, Monitors, Starts};
                matches!(self.placed.program.location(number), Monitors | Starts | Ends | Interrupts)
            }
            _ => false,
        };
        let comes_from_within = |from: NodeId, edge: Edge| {
            edge.kind == EdgeKind::ParameterOut && graph.procedure(from).is_some_and(|id| !self.placed.is_followed(id))
        };
        let sources: Vec<NodeId> = nodes.iter().copied().filter(gives).collect();
        slice::forward_within(self.placed.program.graph(), &sources, STEPS, |from, edge| {
            let is_heap = edge.kind == EdgeKind::Heap;
            let is_told = shown.contains(&edge.node) && (is_heap || comes_from_within(from, edge));
            let leaves = is_heap && graph.role(from) == Role::FormalOut(Port::Exception);
            let is_order = edge.kind == EdgeKind::Interference || is_order(edge.node);
            !(is_told || leaves || is_order)
        })
    }
}
