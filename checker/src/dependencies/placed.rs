//! The graph of a program, and where in it things are that traces and stacks speak of.
//!
//! Invariant: what is not in the graph has no nodes.

use mcr_protocol::Site;
use mcr_sdg::body::{Body, Handle, Operation};
use mcr_sdg::calls::{Procedure, ProcedureId};
use mcr_sdg::graph::{self, NodeId};
use mcr_sdg::linkage::{self, Meaning};
use mcr_sdg::program::Program;
use rustc_hash::FxHashMap;

/// A graph with the names of its methods.
pub(super) struct Placed<'a> {
    pub program: Program<'a>,
    /// By class, with slashes, and name.
    methods: FxHashMap<(String, String), Vec<ProcedureId>>,
    /// By procedure: whether its code is in the graph.
    followed: Vec<bool>,
}

impl<'a> Placed<'a> {
    pub fn of(program: Program<'a>, follow: impl Fn(&str) -> bool) -> Placed<'a> {
        let mut methods: FxHashMap<_, Vec<_>> = FxHashMap::default();
        let mut followed = Vec::new();
        for (id, procedure) in program.calls.procedures() {
            let Procedure::Method(method) = procedure else {
                followed.push(true);
                continue;
            };
            let class = &*program.calls.hierarchy.class(method.class).name;
            let name = &*program.calls.method(method).name;
            methods.entry((class.to_owned(), name.to_owned())).or_default().push(id);
            followed.push(follow(class));
        }
        Placed { program, methods, followed }
    }

    /// The methods of a class, with dots, that have a name.
    pub fn methods(&self, class: &str, name: &str) -> &[ProcedureId] {
        self.methods.get(&(class.replace('.', "/"), name.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Whether the code of a procedure is in the graph.
    pub fn is_followed(&self, id: graph::ProcedureId) -> bool {
        self.followed[id.0 as usize]
    }

    /// The code of a procedure.
    pub fn body(&self, id: ProcedureId) -> Option<&Body> {
        let Procedure::Method(method) = self.program.calls.procedure(id) else { return None };
        self.program.calls.method(method).body()
    }

    /// The nodes of an instruction; of all methods of that name that have it there, since a site does not say which of them it is in.
    pub fn nodes(&self, site: &Site) -> Vec<NodeId> {
        let methods = self.methods(&site.class, &site.method).iter();
        let there = methods
            .flat_map(|id| self.body(*id).into_iter().flat_map(move |body| at(body, site)).map(move |at| (*id, at)));
        there.flat_map(|at| self.nodes_at(at)).collect()
    }

    /// The instructions by which code that is looked into has done something, or has called what does it: by where they are, else those of the line
    /// that may have.
    pub fn instructions(&self, site: &Site, done: &Done<'_>) -> Vec<(ProcedureId, usize)> {
        let methods = || self.methods(&site.class, &site.method).iter().filter(|id| self.followed[id.0 as usize]);
        let bodies = || methods().filter_map(|id| Some((*id, self.body(*id)?)));
        let fit =
            |(id, at): &(ProcedureId, usize)| self.operation((*id, *at)).is_some_and(|operation| done.fits(operation));
        let exact = bodies().flat_map(|(id, body)| at(body, site).into_iter().map(move |at| (id, at)));
        let exact: Vec<_> = exact.filter(fit).collect();
        if !exact.is_empty() {
            return exact;
        }
        let in_line = |body: &Body, at: usize| site.line.is_some() && body.line(at).map(u32::from) == site.line;
        let near = bodies().flat_map(|(id, body)| {
            (0..body.instructions.len()).filter(move |at| in_line(body, *at)).map(move |at| (id, at))
        });
        near.filter(fit).collect()
    }

    /// What an instruction does.
    pub fn operation(&self, (id, at): (ProcedureId, usize)) -> Option<&Operation> {
        Some(&self.body(id)?.instructions.get(at)?.operation)
    }

    /// The nodes of one instruction.
    pub fn nodes_at(&self, (id, at): (ProcedureId, usize)) -> impl Iterator<Item = NodeId> + '_ {
        self.program.nodes(id).filter(move |node| self.program.instruction(*node) == Some(at))
    }
}

/// What an event says of the instruction that has done it.
pub(super) enum Done<'a> {
    /// It reads or writes a location, which is called this.
    Access {
        /// Or it writes.
        reads: bool,
        /// Such as `Main.x`.
        label: &'a str,
    },
    /// It calls what does something.
    Calls,
    /// Anything.
    Other,
}

impl Done<'_> {
    fn fits(&self, operation: &Operation) -> bool {
        let calls = matches!(operation, Operation::Invoke(..));
        match *self {
            Done::Other => true,
            Done::Calls => calls,
            Done::Access { reads, label } => {
                let field = label.rsplit('.').next().unwrap_or(label);
                match operation {
                    Operation::GetField(of) => reads && *of.name == *field,
                    Operation::PutField(of) => !reads && *of.name == *field,
                    Operation::ArrayLoad(_) => reads && label.ends_with(']'),
                    Operation::ArrayStore(_) => !reads && label.ends_with(']'),
                    _ => calls,
                }
            }
        }
    }
}

/// The instructions of a method at the place that a site names, which have its line.
fn at(body: &Body, site: &Site) -> Vec<usize> {
    let there = told_offsets(body).into_iter().enumerate().filter(|(_, offset)| *offset == Some(site.bci));
    there.map(|(at, _)| at).filter(|at| site.line.is_none() || body.line(*at).map(u32::from) == site.line).collect()
}

/// By which offsets the agent knows the instructions: it counts in code in which calls have taken the place of lambdas, two bytes shorter each. Nothing
/// behind what becomes code of another length.
fn told_offsets(body: &Body) -> Vec<Option<u32>> {
    let instructions = &body.instructions;
    let mut told = Some(0);
    let mut all = Vec::with_capacity(instructions.len());
    for (at, instruction) in instructions.iter().enumerate() {
        all.push(told);
        let next = instructions.get(at + 1).map(|next| next.offset);
        // Inlined subroutines are not in order.
        let length = next.and_then(|next| next.checked_sub(instruction.offset));
        told = told.zip(length).and_then(|(told, length)| match &instruction.operation {
            Operation::InvokeDynamic(dynamic) => match (linkage::meaning(dynamic), &*dynamic.bootstrap) {
                (Meaning::Lambda(_), Handle::Invoke(_, method)) if &*method.name == "metafactory" => Some(told + 3),
                _ => None,
            },
            // Their tables begin at a multiple of four.
            Operation::Switch { .. } => Some(told + length + padding(told) - padding(instruction.offset)),
            _ => Some(told + length),
        });
    }
    all
}

/// The bytes between the instruction of a switch and its table.
fn padding(offset: u32) -> u32 {
    3 - offset % 4
}
