//! Which procedures there are, and which each call may run.
//!
//! Found from entry points on (rapid type analysis: Bacon and Sweeney, OOPSLA 1996): a call by the class of the receiver
//! goes to the methods of classes that reached code makes objects of, or, as one wishes, of all classes (class
//! hierarchy analysis: Dean, Grove, Chambers, ECOOP 1995). A lambda or method reference is a procedure of its own, which
//! calls what it refers to, and its class one that objects are made of.
//!
//! Invariant: if no class is missing ([`Hierarchy::missing`]), what a call may run is among its callees, or the call says
//! what is not known of it ([`Unknown`]). What no code calls has to be among the entry points (docs/sdg.md, "Calls").
use crate::body::{Name, Operation};
use crate::classes::Method;
use crate::descriptor;
use crate::hierarchy::{ClassId, Hierarchy, MethodId};
use crate::linkage::Lambda;
use crate::sources::Sources;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;

mod jvm;
mod search;

pub use jvm::STARTED;

/// The procedures that entry points reach.
#[derive(Debug)]
pub struct Calls<'a> {
    /// The classes that were asked for.
    pub hierarchy: Hierarchy<'a>,
    /// In the order in which they were found: the entry points first.
    procedures: Vec<Procedure>,
    numbers: FxHashMap<MethodId, ProcedureId>,
    /// By procedure: its calls, by instruction.
    sites: Vec<Vec<Site>>,
    groups: Vec<Group>,
    lambdas: Vec<Made>,
    lambda_numbers: FxHashMap<(MethodId, usize), LambdaId>,
    /// Classes that objects are made of.
    instantiated: BTreeSet<ClassId>,
    roots: BTreeSet<ProcedureId>,
}

/// What is kept on disk, beside the classes; the rest follows from it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept<'k> {
    procedures: Cow<'k, [Procedure]>,
    sites: Cow<'k, [Vec<Site>]>,
    groups: Cow<'k, [Group]>,
    lambdas: Cow<'k, [Made]>,
    instantiated: Cow<'k, BTreeSet<ClassId>>,
    roots: Cow<'k, BTreeSet<ProcedureId>>,
}

/// A procedure, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ProcedureId(pub u32);

/// A lambda or method reference, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LambdaId(pub u32);

/// Calls that may run the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupId(pub u32);

/// What can be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Procedure {
    /// A method; a leaf if it is native, abstract or cannot be read.
    Method(MethodId),
    /// The method of the class that a lambda or method reference is made into. It has one instruction, number 0: the
    /// call of what it refers to, with the captured values before the passed ones.
    Lambda(LambdaId),
}

/// A lambda or method reference, with where it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// What it is.
    pub lambda: Lambda,
    /// The method that makes it.
    pub method: MethodId,
    /// The instruction that does.
    pub instruction: usize,
}

/// A call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The instruction that calls.
    pub instruction: usize,
    /// What for.
    pub why: Why,
    /// What it may run.
    pub group: GroupId,
}

/// What a call is for, and so what it passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// The instruction is a call; it passes what it takes.
    Call,
    /// The instruction is the first to use a class: its initialiser runs, without arguments.
    Initialise,
    /// A concatenation makes a string of its argument of this number.
    Text(usize),
    /// The method of a record calls that of the component of this number; `equals` passes that of the other record.
    Component(usize),
    /// A native method calls back, on its receiver or with its arguments; `dispatchUncaughtException` gets what was
    /// thrown.
    Native,
}

/// What a call may run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Group {
    /// Ascending.
    pub callees: BTreeSet<ProcedureId>,
    /// Why there may be others.
    pub unknown: Option<Unknown>,
}

/// Why it is not known what a call runs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Unknown {
    /// The class is not there or cannot be read.
    #[error("there is no class {0}")]
    Class(Name),
    /// The class has no such method.
    #[error("there is no method {0}.{1}{2}")]
    Method(Name, Name, Name),
    /// What a method handle refers to.
    #[error("a method handle can be anything")]
    Handle,
    /// What a bootstrap method links.
    #[error("what {0}.{1} links is not known")]
    Bootstrap(Name, Name),
}

/// Which classes objects are taken to be made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receivers<'a> {
    /// Those of which reached code makes some, and these: what native code and reflection make.
    Made(&'a [&'a str]),
    /// All of these names that are not abstract; give all names there are.
    All(&'a BTreeSet<String>),
}

impl<'a> Calls<'a> {
    /// Searches from methods given as class, name and descriptor. Entry points that are not there are given back.
    pub fn from(
        sources: &'a Sources,
        entries: &[(&str, &str, &str)],
        receivers: Receivers,
    ) -> (Self, Vec<(String, Unknown)>) {
        search::run(sources, entries, receivers)
    }

    pub(crate) fn keep(&self) -> Kept<'_> {
        Kept {
            procedures: Cow::Borrowed(&self.procedures),
            sites: Cow::Borrowed(&self.sites),
            groups: Cow::Borrowed(&self.groups),
            lambdas: Cow::Borrowed(&self.lambdas),
            instantiated: Cow::Borrowed(&self.instantiated),
            roots: Cow::Borrowed(&self.roots),
        }
    }

    pub(crate) fn restore(hierarchy: Hierarchy<'a>, kept: Kept<'_>) -> Self {
        let (procedures, lambdas) = (kept.procedures.into_owned(), kept.lambdas.into_owned());
        let numbered = (0..).map(ProcedureId).zip(&procedures);
        let numbers = numbered.filter_map(|(id, procedure)| match procedure {
            Procedure::Method(method) => Some((*method, id)),
            Procedure::Lambda(_) => None,
        });
        let lambda_numbers = lambdas.iter().zip(0..).map(|(made, id)| ((made.method, made.instruction), LambdaId(id)));
        Self {
            hierarchy,
            numbers: numbers.collect(),
            lambda_numbers: lambda_numbers.collect(),
            procedures,
            sites: kept.sites.into_owned(),
            groups: kept.groups.into_owned(),
            lambdas,
            instantiated: kept.instantiated.into_owned(),
            roots: kept.roots.into_owned(),
        }
    }

    /// All procedures, in the order of their numbers.
    pub fn procedures(&self) -> impl Iterator<Item = (ProcedureId, Procedure)> + '_ {
        (0..).map(ProcedureId).zip(self.procedures.iter().copied())
    }

    /// What runs although no code calls it: the entry points, the initialisers of their classes, and finalizers.
    pub fn roots(&self) -> &BTreeSet<ProcedureId> {
        &self.roots
    }

    /// A procedure.
    pub fn procedure(&self, id: ProcedureId) -> Procedure {
        self.procedures[id.0 as usize]
    }

    /// The number of a method, if it is reached.
    pub fn number(&self, method: MethodId) -> Option<ProcedureId> {
        self.numbers.get(&method).copied()
    }

    /// A method.
    pub fn method(&self, id: MethodId) -> &Method {
        self.hierarchy.method(id)
    }

    /// A lambda or method reference.
    pub fn lambda(&self, id: LambdaId) -> &Made {
        &self.lambdas[id.0 as usize]
    }

    /// The lambda or method reference that an instruction of a method makes.
    pub fn lambda_at(&self, method: MethodId, instruction: usize) -> Option<LambdaId> {
        self.lambda_numbers.get(&(method, instruction)).copied()
    }

    /// How many values a lambda is passed when it is called.
    pub fn passed(&self, id: LambdaId) -> usize {
        self.lambda(id).lambda.descriptors.first().map_or(0, |own| descriptor::parameters(own).count())
    }

    /// How many values a lambda captures.
    pub fn captured(&self, id: LambdaId) -> usize {
        let Made { method, instruction, .. } = self.lambda(id);
        match self.method(*method).body().map(|body| &body.instructions[*instruction].operation) {
            Some(Operation::InvokeDynamic(dynamic)) => dynamic.signature.parameters.len(),
            _ => 0,
        }
    }

    /// The calls of a procedure, by instruction.
    pub fn sites(&self, id: ProcedureId) -> &[Site] {
        &self.sites[id.0 as usize]
    }

    /// What the calls of a group may run.
    pub fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.0 as usize]
    }

    /// How many groups there are; they are numbered from 0.
    pub fn group_count(&self) -> u32 {
        self.groups.len() as u32
    }

    /// The classes that objects are made of.
    pub fn instantiated(&self) -> &BTreeSet<ClassId> {
        &self.instantiated
    }

    /// A name for people: `java/lang/Object.hashCode()I`.
    pub fn name(&self, id: ProcedureId) -> String {
        let method = |id: MethodId| {
            let method = self.method(id);
            format!("{}.{}{}", self.hierarchy.class(id.class).name, method.name, method.descriptor)
        };
        match self.procedure(id) {
            Procedure::Method(id) => method(id),
            Procedure::Lambda(id) => {
                let Made { method: by, instruction, lambda } = self.lambda(id);
                format!("{} of {} at {instruction}", lambda.name, method(*by))
            }
        }
    }
}
