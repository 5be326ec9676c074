//! The system dependence graph of a program: procedures, calls and instructions become nodes of a [`Graph`].
//!
//! A place in memory is a field, whoever's object it is of, or all elements of arrays of a type: whoever writes it may be
//! seen by whoever reads it. What native code and code that is not followed keeps is one place ([`Location::Outside`]),
//! and what is accessed by offset or by handle another ([`Location::Raw`]), which is tied to all it may be.
//!
//! Invariant: what an instruction does, gives or throws can depend on another only if a path leads there, but for what
//! [`Program::blind_spots`] and docs/sdg.md name.
use crate::body::{Element, FieldReference, Name};
use crate::calls::{self, Calls, LambdaId, Procedure, ProcedureId};
use crate::dependences::Loops;
use crate::graph::{self, Builder, EdgeKind, GraphError, NodeId, Role};
use crate::hierarchy::{self, ClassId, Hierarchy};
use crate::sources::Sources;
use crate::summary::Summarised;
use making::Making;
use piece::{End, Part, Piece};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;

mod heap;
mod leaf;
mod making;
mod method;
mod names;
mod outside;
mod piece;

/// In the number of a [`Role::Statement`]: whether the instruction throws.
pub const OUTCOME: u32 = 1 << 31;
/// In the number of a [`Role::Statement`]: the exception with which the handler that starts there is entered.
pub const CAUGHT: u32 = 1 << 30;

/// A place in memory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Location {
    /// A field that a class declares, of these of its objects.
    Field(ClassId, Name, Owner),
    /// The elements of these arrays of a type.
    Elements(Element, Owner),
    /// What the objects of a lambda have captured, by number.
    Captured(LambdaId, u32),
    /// Who has which monitor.
    Monitors,
    /// Which threads are made and started, where the code of the JDK is not followed.
    Starts,
    /// What threads are called, their numbers and priorities, where the code of the JDK is not followed.
    Names,
    /// Which threads are interrupted, where the code of the JDK is not followed.
    Interrupts,
    /// What threads have ended, and how.
    Ends,
    /// What exceptions of the JDK keep, where its code is not followed.
    Exceptions,
    /// What was printed: nobody reads it.
    Printed,
    /// What is accessed by offset, by handle or by reflection.
    Raw,
    /// What the world outside keeps: files, the JVM, code that is not followed.
    Outside,
}

/// Of which objects a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Owner {
    /// Of any that is of no other owner.
    Any,
    /// Of those that the code of this number makes, and that do not leave the code that is followed.
    Made(u32),
}

/// Whether places in memory are told apart by the objects that they are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Places {
    /// A field is one place, and so are the elements of all arrays of a type.
    ByField,
    /// By where objects are made, too, of those that do not leave the code that is followed.
    ByObject,
}

/// How the graph is made.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Whether what follows a loop depends on its ending.
    pub loops: Loops,
    /// How places in memory are told apart.
    pub places: Places,
    /// Of which classes, by name, the code is looked into; what others are given decides what they give, and they may
    /// pass it to each other.
    pub follow: &'a (dyn Fn(&str) -> bool + Sync),
    /// Which classes, by name, are the program's own: if one of them uses reflection on fields, all their fields may be
    /// what it uses.
    pub is_own: &'a (dyn Fn(&str) -> bool + Sync),
}

/// A program with its graph.
#[derive(Debug)]
pub struct Program<'a> {
    /// Its procedures and calls.
    pub calls: Calls<'a>,
    graph: Summarised,
    /// By procedure: its first node; procedures of the graph have the numbers that they have in `calls`.
    firsts: Vec<NodeId>,
    /// By node: the instruction it belongs to, for nodes of calls.
    call_instructions: Vec<u32>,
    locations: Vec<Location>,
    blind_spots: BTreeSet<String>,
}

/// What of it is kept on disk.
#[derive(Serialize, Deserialize)]
struct Kept<'k> {
    hierarchy: hierarchy::Kept,
    calls: calls::Kept<'k>,
    graph: Cow<'k, Summarised>,
    firsts: Cow<'k, [NodeId]>,
    call_instructions: Cow<'k, [u32]>,
    locations: Cow<'k, [Location]>,
    blind_spots: Cow<'k, BTreeSet<String>>,
}

impl Location {
    /// That of a field, unless the class is not there or has no such field.
    fn of_field(calls: &Calls<'_>, field: &FieldReference) -> Option<Self> {
        let class = calls.hierarchy.known(&field.class)?;
        let declares = calls.hierarchy.field(class, &field.name, &field.descriptor)?;
        Some(Self::Field(declares, field.name.clone(), Owner::Any))
    }
}

impl<'a> Program<'a> {
    /// Makes the graph.
    pub fn of(calls: Calls<'a>, options: Options<'_>) -> Result<Self, GraphError> {
        let mut making = Making::new(&calls, options);
        let raw = making.raw_classes();
        if options.places == Places::ByObject {
            making.tell_objects_apart(&raw);
        }
        let ids: Vec<ProcedureId> = calls.procedures().map(|(id, _)| id).collect();
        let made: Vec<(Piece, Option<String>)> = ids.par_iter().map(|id| making.piece(*id)).collect();
        let mut blind_spots = making.blind_spots();
        blind_spots.extend(made.iter().filter_map(|(_, blind)| blind.clone()));
        let pieces = made.into_iter().map(|(piece, _)| piece).collect();
        let (graph, firsts, call_instructions, locations) = assemble(pieces, &raw)?;
        Ok(Self { calls, graph: Summarised::new(graph)?, firsts, call_instructions, locations, blind_spots })
    }

    /// What is to be kept on disk, for [`cache`](crate::cache); nothing if it is not to be kept.
    pub(crate) fn keep(&self) -> Option<Vec<u8>> {
        let kept = Kept {
            hierarchy: self.calls.hierarchy.keep()?,
            calls: self.calls.keep(),
            graph: Cow::Borrowed(&self.graph),
            firsts: Cow::Borrowed(&self.firsts),
            call_instructions: Cow::Borrowed(&self.call_instructions),
            locations: Cow::Borrowed(&self.locations),
            blind_spots: Cow::Borrowed(&self.blind_spots),
        };
        postcard::to_allocvec(&kept).ok()
    }

    /// What was kept; nothing if that cannot be read.
    pub(crate) fn restore(bytes: &[u8], sources: &'a Sources, follow: &(dyn Fn(&str) -> bool + Sync)) -> Option<Self> {
        let kept: Kept<'_> = postcard::from_bytes(bytes).ok()?;
        let hierarchy = Hierarchy::restore(sources, kept.hierarchy, follow)?;
        Some(Self {
            calls: Calls::restore(hierarchy, kept.calls),
            graph: kept.graph.into_owned(),
            firsts: kept.firsts.into_owned(),
            call_instructions: kept.call_instructions.into_owned(),
            locations: kept.locations.into_owned(),
            blind_spots: kept.blind_spots.into_owned(),
        })
    }

    /// The graph.
    pub fn graph(&self) -> &Summarised {
        &self.graph
    }

    /// What the graph does not say, each in words: calls of which nobody knows what they run, code that cannot be read.
    pub fn blind_spots(&self) -> &BTreeSet<String> {
        &self.blind_spots
    }

    /// A place in memory, by the number of its node's role.
    pub fn location(&self, number: u32) -> &Location {
        &self.locations[number as usize]
    }

    /// The nodes of a procedure, its entry first.
    pub fn nodes(&self, id: ProcedureId) -> impl Iterator<Item = NodeId> + use<> {
        let first = self.firsts[id.0 as usize].0;
        (first..self.firsts[id.0 as usize + 1].0).map(NodeId)
    }

    /// The instruction that a node belongs to.
    pub fn instruction(&self, node: NodeId) -> Option<usize> {
        let graph = self.graph.graph();
        match graph.role(node) {
            Role::Statement(number) => Some((number & !(OUTCOME | CAUGHT)) as usize),
            role => role.call().map(|call| self.call_instructions[call.0 as usize] as usize),
        }
    }

    /// The line of the source that a node belongs to.
    pub fn line(&self, node: NodeId) -> Option<u16> {
        let Procedure::Method(method) = self.procedure(node)? else { return None };
        self.calls.method(method).body()?.line(self.instruction(node)?)
    }

    /// The procedure that a node is in.
    pub fn procedure(&self, node: NodeId) -> Option<Procedure> {
        self.graph.graph().procedure(node).map(|id| self.calls.procedure(ProcedureId(id.0)))
    }
}

type Assembled = (graph::Graph, Vec<NodeId>, Vec<u32>, Vec<Location>);

/// Numbers everything and joins the pieces.
fn assemble(pieces: Vec<Piece>, raw: &FxHashSet<ClassId>) -> Result<Assembled, GraphError> {
    let mut builder = Builder::default();
    let (mut firsts, mut call_instructions) = (Vec::with_capacity(pieces.len() + 1), Vec::new());
    let mut formals: FxHashMap<(u32, bool, graph::Port), NodeId> = FxHashMap::default();
    let mut next = 0;
    for piece in &pieces {
        let (procedure, entry) = builder.procedure();
        debug_assert_eq!(entry, NodeId(next));
        firsts.push(entry);
        let mut calls = Vec::new();
        for part in &piece.parts[1..] {
            // A call's node comes before those of what it passes.
            let call = |calls: &[graph::CallId], number: usize| calls[number];
            let node = match *part {
                Part::Entry => continue,
                Part::Statement(number) => builder.node(procedure, Role::Statement(number)),
                Part::FormalIn(port) => {
                    let node = builder.node(procedure, Role::FormalIn(port));
                    formals.insert((procedure.0, true, port), node);
                    node
                }
                Part::FormalOut(port) => {
                    let node = builder.node(procedure, Role::FormalOut(port));
                    formals.insert((procedure.0, false, port), node);
                    node
                }
                Part::Call(number) => {
                    let (id, node) = builder.call(procedure);
                    calls.push(id);
                    call_instructions.push(piece.calls[number] as u32);
                    node
                }
                Part::ActualIn(number, port) => builder.node(procedure, Role::ActualIn(call(&calls, number), port)),
                Part::ActualOut(number, port) => builder.node(procedure, Role::ActualOut(call(&calls, number), port)),
            };
            next = node.0;
        }
        next += 1;
    }
    firsts.push(NodeId(next));
    let mut numbers: FxHashMap<Location, NodeId> = FxHashMap::default();
    let mut locations = Vec::new();
    let mut place = |builder: &mut Builder, location: Location| {
        *numbers.entry(location).or_insert_with_key(|location| {
            locations.push(location.clone());
            builder.location(locations.len() as u32 - 1)
        })
    };
    for (piece, first) in pieces.into_iter().zip(&firsts) {
        for (from, to, kind) in piece.edges {
            let mut end = |end: End| match end {
                End::Own(number) => Some(NodeId(first.0 + number as u32)),
                End::Memory(location) => Some(place(&mut builder, location)),
                End::Entry(id) => Some(firsts[id.0 as usize]),
                End::In(id, port) => formals.get(&(id.0, true, port)).copied(),
                End::Out(id, port) => formals.get(&(id.0, false, port)).copied(),
            };
            if let (Some(from), Some(to)) = (end(from), end(to)) {
                builder.edge(from, to, kind);
            }
        }
    }
    // Where nobody works by offset or by handle, nothing gets from one place to another so.
    let any = numbers.get(&Location::Raw).copied();
    for (number, location) in locations.iter().enumerate() {
        let is_raw = match location {
            Location::Field(class, ..) => raw.contains(class),
            Location::Elements(_, owner) => *owner == Owner::Any,
            Location::Captured(..) | Location::Monitors | Location::Starts | Location::Ends => false,
            Location::Names | Location::Interrupts => false,
            Location::Exceptions | Location::Printed | Location::Raw | Location::Outside => false,
        };
        let node = numbers[&locations[number]];
        if let Some(any) = any.filter(|any| is_raw && node != *any) {
            builder.edge(node, any, EdgeKind::Heap);
            builder.edge(any, node, EdgeKind::Heap);
        }
    }
    Ok((builder.finish()?, firsts, call_instructions, locations))
}
