//! Which objects a variable may refer to: inclusion-based (Andersen, 1994), with a cell for each field of each object.
//!
//! An object stands for all that are made in one place, a variable for all its instances. Nothing is killed and no order
//! is assumed, so the answer holds for any interleaving of any number of threads. Calls are resolved on the way: the
//! [`Program`] is told of each object that comes to be the receiver at a call site, and answers with more constraints.
//!
//! The solver passes on only what is new in a set (difference propagation: Pearce, Kelly, Hankin 2003), takes variables
//! in topological order, and makes one of those that copy each other in a circle, from time to time, when enough copies
//! have become known (Hardekopf and Lin, PLDI 2007, on why that is what counts).
//!
//! Invariants: what a node has and has not to pass on (`all` without `fresh`) is in all that it is copied to, and each of
//! its uses has been told of it, once. The answer is the least solution, so no order of work can change it.
use rustc_hash::FxHashMap;

mod sets;
mod solver;

use sets::{Hybrid, Objects as _};

/// A variable: a local, a parameter, a static field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(pub u32);

/// The objects made in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

/// A field of objects. The elements of an array are one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(pub u32);

/// A call whose callee depends on the receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteId(pub u32);

/// A type to which references are cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// What code says about references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// `to = new ..`.
    Allocate {
        /// The variable.
        to: VariableId,
        /// What is made there.
        object: ObjectId,
    },
    /// `to = from`.
    Copy {
        /// The variable read.
        from: VariableId,
        /// The variable written.
        to: VariableId,
    },
    /// `to = (kind) from`: only objects that [`Program::admits`] says are of the type get through.
    Cast {
        /// The variable read.
        from: VariableId,
        /// The type.
        kind: TypeId,
        /// The variable written.
        to: VariableId,
    },
    /// `to = base.field`.
    Load {
        /// The object's variable.
        base: VariableId,
        /// The field.
        field: FieldId,
        /// The variable written.
        to: VariableId,
    },
    /// `base.field = from`.
    Store {
        /// The variable read.
        from: VariableId,
        /// The object's variable.
        base: VariableId,
        /// The field.
        field: FieldId,
    },
    /// `receiver.method(..)`: [`Program::receive`] is to be told of every receiver.
    Call {
        /// The receiver's variable.
        receiver: VariableId,
        /// The call.
        site: SiteId,
    },
}

/// Variables and constraints.
#[derive(Debug, Clone, Default)]
pub struct System {
    variables: u32,
    constraints: Vec<Constraint>,
}

/// What the solver has to ask about the program.
pub trait Program {
    /// An object has come to be the receiver at a call site; it is told once for each mention of the site in a
    /// constraint. The constraints that follow are added to the system. Typically: the object goes to the callee's
    /// receiver ([`Constraint::Allocate`]; a copy would hand it receivers that go to other callees), arguments to
    /// parameters, the callee's result to the caller's, and, the first time, the callee's own constraints.
    fn receive(&mut self, site: SiteId, object: ObjectId, system: &mut System);

    /// Whether a cast to the type lets the object through.
    fn admits(&mut self, kind: TypeId, object: ObjectId) -> bool;
}

/// The least solution of a system.
#[derive(Debug, Clone)]
pub struct PointsTo {
    /// By variable: its set.
    variables: Vec<u32>,
    cells: FxHashMap<(ObjectId, FieldId), u32>,
    /// Each set once: variables that copy each other share one.
    sets: Vec<Hybrid>,
}

impl System {
    /// A new variable.
    pub fn variable(&mut self) -> VariableId {
        // More than 2^32 variables do not fit into memory.
        self.variables += 1;
        VariableId(self.variables - 1)
    }

    /// How many variables there are; they are numbered from 0.
    pub fn variable_count(&self) -> usize {
        self.variables as usize
    }

    /// One more constraint, on variables of this system.
    pub fn add(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
    }
}

/// The least solution of the constraints and of those that follow from calls.
pub fn solve(system: System, program: &mut impl Program) -> PointsTo {
    solver::Solver::<_, Hybrid>::new(system, program).run()
}

impl PointsTo {
    /// What the variable may refer to, in order.
    pub fn of(&self, variable: VariableId) -> impl Iterator<Item = ObjectId> + '_ {
        self.set(variable).iter().map(ObjectId)
    }

    /// What the field of the object may refer to, in order.
    pub fn of_field(&self, object: ObjectId, field: FieldId) -> impl Iterator<Item = ObjectId> + '_ {
        let cell = self.cells.get(&(object, field));
        cell.into_iter().flat_map(|set| self.sets[*set as usize].iter()).map(ObjectId)
    }

    /// Whether there is an object that both variables may refer to.
    pub fn may_alias(&self, one: VariableId, other: VariableId) -> bool {
        self.set(one).meets(self.set(other))
    }

    /// A number that is the same for variables of which it is known for certain that they have the same objects. For
    /// tables that are made once for each set.
    pub fn set_number(&self, variable: VariableId) -> u32 {
        self.variables[variable.0 as usize]
    }

    fn set(&self, variable: VariableId) -> &Hybrid {
        &self.sets[self.set_number(variable) as usize]
    }
}

#[cfg(test)]
mod scale;
#[cfg(test)]
mod tests;
