//! The part of the graph that one procedure makes, before its nodes have numbers in the whole.
//!
//! Pieces are made in parallel and put together in the order of procedures, so the graph does not depend on who was
//! faster.
//!
//! Invariant: the first node of a piece is the procedure's entry.
use super::{Location, Owner};
use crate::body::Element;
use crate::calls::ProcedureId;
use crate::graph::{EdgeKind, Port};

/// An end of an edge.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// A node of the piece.
    Own(usize),
    /// A place in memory.
    Memory(Location),
    /// The entry of another procedure.
    Entry(ProcedureId),
    /// What it is given, if it takes that much.
    In(ProcedureId, Port),
    /// What it gives back, if it does.
    Out(ProcedureId, Port),
}

/// What a node of a piece stands for; calls are numbered within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Entry,
    Statement(u32),
    FormalIn(Port),
    FormalOut(Port),
    Call(usize),
    ActualIn(usize, Port),
    ActualOut(usize, Port),
}

/// Nodes and edges.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub parts: Vec<Part>,
    pub edges: Vec<(End, End, EdgeKind)>,
    /// How many calls there are, and which instruction makes each.
    pub calls: Vec<usize>,
}

impl Piece {
    pub fn new() -> Self {
        Self { parts: vec![Part::Entry], ..Self::default() }
    }

    pub fn node(&mut self, part: Part) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    pub fn edge(&mut self, from: usize, to: usize, kind: EdgeKind) {
        if from != to {
            self.edges.push((End::Own(from), End::Own(to), kind));
        }
    }

    pub fn reads(&mut self, location: &Location, node: usize) {
        self.edges.push((End::Memory(location.clone()), End::Own(node), EdgeKind::Heap));
    }

    pub fn writes(&mut self, node: usize, location: &Location) {
        self.edges.push((End::Own(node), End::Memory(location.clone()), EdgeKind::Heap));
    }

    /// What is in one place may get into the other.
    pub fn ties(&mut self, one: Location, other: Location) {
        let (one, other) = (End::Memory(one), End::Memory(other));
        self.edges.push((one.clone(), other.clone(), EdgeKind::Heap));
        self.edges.push((other, one, EdgeKind::Heap));
    }

    /// What is in an array of this descriptor, in all its dimensions, may be kept outside, and be changed there.
    pub fn ties_arrays(&mut self, descriptor: &str) {
        for element in elements(descriptor) {
            self.ties(Location::Elements(element, Owner::Any), Location::Outside);
        }
    }

    /// A new call by an instruction, with its call node.
    pub fn call(&mut self, instruction: usize) -> (usize, usize) {
        self.calls.push(instruction);
        let call = self.calls.len() - 1;
        (call, self.node(Part::Call(call)))
    }
}

/// What is in an array of this descriptor, in all its dimensions.
fn elements(descriptor: &str) -> Vec<Element> {
    let whole = descriptor.trim_start_matches('[');
    let inner = match whole.as_bytes().first() {
        Some(b'B' | b'Z') => Element::ByteOrBoolean,
        Some(b'C') => Element::Char,
        Some(b'S') => Element::Short,
        Some(b'I') => Element::Int,
        Some(b'J') => Element::Long,
        Some(b'F') => Element::Float,
        Some(b'D') => Element::Double,
        _ => Element::Reference,
    };
    match descriptor.len() - whole.len() {
        0 => Vec::new(),
        1 => vec![inner],
        _ if inner == Element::Reference => vec![inner],
        _ => vec![Element::Reference, inner],
    }
}

/// The port of a parameter; the JVM allows 255.
pub(super) fn parameter(number: usize) -> Port {
    Port::Parameter(number as u16)
}
