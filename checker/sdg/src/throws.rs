//! Which instructions can throw, with what they call in mind.
//!
//! After every call and every access the program could go another way, if only what an instruction *can* do counted;
//! then everything would depend on everything before it. So what certainly does not throw is found first: what is used
//! on `this` or on a new object, a call of what cannot throw, a division by a constant. Over all procedures that is a
//! least fixpoint: a procedure throws if an instruction that may throw leads out of it.
//!
//! Left out, as in [`flow`](crate::flow): errors that can come anywhere, those of linking (a class that is not there), and
//! `IllegalMonitorStateException` of a `monitorexit`.
//!
//! Invariant: an instruction that is said not to throw does not, these aside.
use crate::body::{Body, Constant, Element, Operation, Operator};
use crate::calls::{Calls, GroupId, Procedure, ProcedureId};
use crate::classes::{Method, MethodCode};
use crate::dependences::{Code, DependenceError, Dependences};
use crate::natives;
use crate::shapes;
use crate::slots::Edge;
use crate::values::{Source, ValueId, Values};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// What is known of the code of one procedure.
#[derive(Debug)]
pub struct Known {
    /// The code, with all edges.
    code: Code,
    /// Whether each instruction may throw of itself, whatever it calls.
    own: Vec<bool>,
}

/// What may throw in a program.
#[derive(Debug)]
pub struct Throws {
    known: Vec<Option<Known>>,
    procedures: Vec<bool>,
    groups: Vec<bool>,
    /// Procedures whose code does not add up.
    pub errors: Vec<(ProcedureId, DependenceError)>,
}

impl Throws {
    /// Finds out for all procedures; some are taken never to throw.
    pub fn of(calls: &Calls<'_>, never: &dyn Fn(ProcedureId) -> bool) -> Self {
        let procedures: Vec<ProcedureId> = calls.procedures().map(|(id, _)| id).collect();
        let looked: Vec<Result<Option<Known>, DependenceError>> =
            procedures.par_iter().map(|id| known(calls, *id)).collect();
        let mut errors = Vec::new();
        let mut all = Vec::with_capacity(looked.len());
        for (id, known) in procedures.into_iter().zip(looked) {
            all.push(known.unwrap_or_else(|error| {
                errors.push((id, error));
                None
            }));
        }
        let count = all.len();
        let mut throws = Self { known: all, procedures: vec![false; count], groups: Vec::new(), errors };
        throws.run(calls, never);
        throws
    }

    /// Whether a procedure may throw.
    pub fn procedure(&self, id: ProcedureId) -> bool {
        self.procedures[id.0 as usize]
    }

    /// Whether a call may.
    pub fn group(&self, id: GroupId) -> bool {
        self.groups[id.0 as usize]
    }

    /// Whether an instruction may throw of itself, whatever it calls.
    pub fn own(&self, id: ProcedureId, instruction: usize) -> bool {
        self.known[id.0 as usize].as_ref().is_none_or(|known| known.own[instruction])
    }

    /// Whether a procedure has code that can be read.
    pub fn has_code(&self, id: ProcedureId) -> bool {
        self.known[id.0 as usize].is_some()
    }

    /// The code of a procedure without the edges that are never taken, or nothing if it has none that can be read.
    pub fn code(&self, calls: &Calls<'_>, id: ProcedureId) -> Option<Code> {
        let known = self.known[id.0 as usize].as_ref()?;
        Some(Code { edges: self.edges(calls, id, known), ..known.code.clone() })
    }

    fn edges(&self, calls: &Calls<'_>, id: ProcedureId, known: &Known) -> Vec<Vec<Edge>> {
        let mut may = known.own.clone();
        for site in calls.sites(id) {
            may[site.instruction] |= self.group(site.group);
        }
        let edges = known.code.edges.iter().zip(may);
        edges.map(|(edges, may)| edges.iter().copied().filter(|edge| may || !edge.exceptional).collect()).collect()
    }

    fn run(&mut self, calls: &Calls<'_>, never: &dyn Fn(ProcedureId) -> bool) {
        let mut callers: FxHashMap<GroupId, Vec<ProcedureId>> = FxHashMap::default();
        let mut groups: FxHashMap<ProcedureId, Vec<GroupId>> = FxHashMap::default();
        for (id, _) in calls.procedures() {
            for site in calls.sites(id) {
                callers.entry(site.group).or_default().push(id);
            }
        }
        self.groups = (0..calls.group_count()).map(|group| calls.group(GroupId(group)).unknown.is_some()).collect();
        for group in callers.keys() {
            calls.group(*group).callees.iter().for_each(|callee| groups.entry(*callee).or_default().push(*group));
        }
        let mut todo: Vec<ProcedureId> = calls.procedures().map(|(id, _)| id).collect();
        while let Some(id) = todo.pop() {
            if self.procedure(id) || never(id) || !self.leads_out(calls, id) {
                continue;
            }
            self.procedures[id.0 as usize] = true;
            for group in groups.get(&id).into_iter().flatten() {
                if !std::mem::replace(&mut self.groups[group.0 as usize], true) {
                    todo.extend(callers.get(group).into_iter().flatten().filter(|caller| !self.procedure(**caller)));
                }
            }
        }
    }

    fn leads_out(&self, calls: &Calls<'_>, id: ProcedureId) -> bool {
        let Some(known) = &self.known[id.0 as usize] else {
            return match calls.procedure(id) {
                Procedure::Method(method) => !is_quiet(calls.method(method), &calls.hierarchy.class(method.class).name),
                Procedure::Lambda(_) => calls.sites(id).iter().any(|site| self.group(site.group)),
            };
        };
        let edges = self.edges(calls, id, known);
        let (out, mut seen, mut todo) = (known.code.exceptional_exit(), vec![false; edges.len()], vec![0]);
        seen[0] = true;
        while let Some(at) = todo.pop() {
            for edge in &edges[at] {
                if edge.to == out {
                    return true;
                }
                if edge.to < seen.len() && !std::mem::replace(&mut seen[edge.to], true) {
                    todo.push(edge.to);
                }
            }
        }
        false
    }
}

/// Whether a method without code that can be read never throws.
fn is_quiet(method: &Method, class: &str) -> bool {
    match method.code {
        MethodCode::Native => natives::never_throws(class, &method.name),
        // It is never what runs.
        MethodCode::Abstract => true,
        MethodCode::Body(_) | MethodCode::NotKept | MethodCode::Unreadable(_) => false,
    }
}

fn known(calls: &Calls<'_>, id: ProcedureId) -> Result<Option<Known>, DependenceError> {
    let Procedure::Method(method) = calls.procedure(id) else { return Ok(None) };
    let method = calls.method(method);
    let (Some(body), Some(code)) = (method.body(), shapes::code(method)) else { return Ok(None) };
    let (_, values) = Dependences::values_of(&code)?;
    let own = (0..body.instructions.len()).map(|at| throws(body, &values, at, !method.is_static())).collect();
    Ok(Some(Known { code, own }))
}

/// Whether an instruction may throw of itself.
fn throws(body: &Body, values: &Values, at: usize, has_receiver: bool) -> bool {
    use Operation as O;
    let operation = |at: usize| &body.instructions[at].operation;
    let taken = values.taken(at);
    let is_object = |value: &ValueId| {
        values.origins(*value).iter().all(|origin| match values.source(*origin) {
            Source::Parameter(0) => has_receiver,
            Source::Caught(_) => true,
            Source::Made { instruction, .. } => makes_object(operation(*instruction)),
            Source::Parameter(_) | Source::Merge(_) => false,
        })
    };
    let is_number = |value: &ValueId, fits: fn(i64) -> bool| {
        values.origins(*value).iter().all(|origin| match values.source(*origin) {
            Source::Made { instruction, .. } => match operation(*instruction) {
                O::Constant(Constant::Int(number)) => fits(i64::from(*number)),
                O::Constant(Constant::Long(number)) => fits(*number),
                _ => false,
            },
            _ => false,
        })
    };
    match operation(at) {
        O::ArrayLoad(_) | O::ArrayStore(_) | O::CheckCast(_) | O::Throw => true,
        O::Arithmetic(Operator::Divide | Operator::Remainder, _) if operation(at).can_throw() => {
            !taken.get(1).is_some_and(|divisor| is_number(divisor, |number| number != 0))
        }
        O::GetField(field) | O::PutField(field) if field.is_static => false,
        O::GetField(_) | O::PutField(_) | O::ArrayLength | O::MonitorEnter => !taken.first().is_some_and(is_object),
        O::Invoke(call, _) if *call != crate::body::Call::Static => !taken.first().is_some_and(is_object),
        O::NewArray { .. } => !taken.iter().all(|length| is_number(length, |number| number >= 0)),
        _ => false,
    }
}

/// How many of the values that an instruction takes, the first ones, may be a reason for it to throw of itself.
pub fn reasons(operation: &Operation, taken: usize) -> usize {
    match operation {
        // Whether it is null; what else is passed, or written, decides nothing here.
        Operation::Invoke(..) | Operation::PutField(_) => taken.min(1),
        // The array and the index. Numbers fit into any array of theirs; an object may not (`ArrayStoreException`).
        Operation::ArrayStore(element) if *element != Element::Reference => taken.min(2),
        _ => taken,
    }
}

/// Whether the operation gives a reference that is not null.
fn makes_object(operation: &Operation) -> bool {
    match operation {
        Operation::New(_) | Operation::NewArray { .. } => true,
        Operation::Constant(Constant::String(_) | Constant::Class(_) | Constant::MethodType(_)) => true,
        Operation::InvokeDynamic(dynamic) => {
            use crate::linkage::Meaning;
            matches!(crate::linkage::meaning(dynamic), Meaning::Lambda(_) | Meaning::Concatenation)
        }
        _ => false,
    }
}
