//! Whose fields and elements an access works on: those of objects made in which places.
//!
//! Constraints for [`points_to`](crate::points_to) are made of the code that is followed. All else is one party: what it is passed
//! has *escaped*, and so has all that this refers to; escaped objects, those that the party makes, and objects that nobody knows are one, the
//! [`UNKNOWN`] object, which is what the party gives back and calls with, and what is in fields and elements of escaped objects. So the
//! sets of who uses collections stay small. The table in [`library`] says which methods let nothing escape; the
//! tasks that threads are made of come back in `run`.
//!
//! Invariant: an access to an object that has not escaped has the place of where that was made, whoever accesses it;
//! an access that may be to another, or to none that is known, has the place for any.
use super::making::Making;
use super::{Location, Options, Owner, outside};
use crate::body::{Constant, Element, Handle, Operation};
use crate::calls::{Procedure, ProcedureId, Site, Why};
use crate::classes::MethodCode;
use crate::dependences::Dependences;
use crate::descriptor::Kind;
use crate::hierarchy::ClassId;
use crate::library::{self, Does};
use crate::linkage::{self, Meaning};
use crate::points_to::{Constraint, FieldId, ObjectId, SiteId, System, TypeId, VariableId, solve};
use crate::values::{Source, ValueId, Values};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

mod solving;

use solving::{Solving, leader, unite};

/// Whoever was not made in the code that is followed, or may be anywhere.
const UNKNOWN: ObjectId = ObjectId(0);
/// The elements of an array.
const ELEMENTS: FieldId = FieldId(0);
/// An access to objects made in more places than this makes one place of these.
const MOST: usize = 8;

/// With more methods than this nothing is told apart: whoever calls a method with many callers is told apart by none, so that the
/// sets grow with the square of the program (docs/sdg.md).
const LARGEST: usize = 5_000;

/// Classes of the JDK whose methods may give threads back that the table does not say, by what their names begin with.
const GIVES_THREADS: [&str; 4] =
    ["java/lang/Thread", "java/lang/management/", "java/util/concurrent/locks/", "java/util/concurrent/ForkJoin"];

/// The owners of places that accesses work on.
#[derive(Debug, Default)]
pub(super) struct Heap(FxHashMap<(ProcedureId, usize), Vec<Owner>>);

impl Heap {
    /// Whose place an access is to.
    pub fn owners(&self, id: ProcedureId, instruction: usize) -> &[Owner] {
        self.0.get(&(id, instruction)).map_or(&[Owner::Any], |owners| owners)
    }
}

/// What has a set of objects.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Variable {
    Parameter(ProcedureId, usize),
    Made(ProcedureId, usize),
    Result(ProcedureId),
    Captured(crate::calls::LambdaId, usize),
    Static(Location),
}

struct Collecting<'m, 'a> {
    making: &'m Making<'a>,
    options: Options<'a>,
    raw: &'m FxHashSet<ClassId>,
    /// Whether code that nobody sees may call anything.
    is_blind: bool,
    /// Of the objects of these classes nobody has to tell the JDK: enums, and what has a finalizer.
    everywhere: Vec<ClassId>,
    system: System,
    variables: FxHashMap<Variable, VariableId>,
    fields: FxHashMap<(ClassId, crate::body::Name), FieldId>,
    solving: Solving<'m>,
    /// Holds the unknown object.
    unknown: VariableId,
    /// Holds what threads are made with.
    tasks: VariableId,
    accesses: Vec<(ProcedureId, usize, VariableId)>,
}

/// Finds the owners.
pub(super) fn owners(making: &Making<'_>, options: Options<'_>, raw: &FxHashSet<ClassId>, is_blind: bool) -> Heap {
    let calls = making.calls;
    let followed: Vec<ProcedureId> = calls.procedures().map(|(id, _)| id).filter(|id| making.has_code(*id)).collect();
    if followed.len() > LARGEST {
        return Heap::default();
    }
    // The JVM has objects of these that nobody else refers to any more.
    let finalizers = calls.roots().iter().filter_map(|id| match calls.procedure(*id) {
        Procedure::Method(of) if &*calls.method(of).name == "finalize" => Some(of.class),
        _ => None,
    });
    let everywhere = finalizers.chain(calls.hierarchy.known("java/lang/Enum")).collect();
    let mut system = System::default();
    let (out, unknown, tasks) = (system.variable(), system.variable(), system.variable());
    system.add(Constraint::Allocate { to: unknown, object: UNKNOWN });
    system.add(Constraint::Call { receiver: out, site: SiteId(0) });
    let solving = Solving {
        hierarchy: &calls.hierarchy,
        classes: vec![None],
        fields: FxHashMap::default(),
        escaped: FxHashSet::default(),
        out,
        unknown,
    };
    let mut all = Collecting {
        making,
        options,
        raw,
        is_blind,
        everywhere,
        system,
        variables: FxHashMap::default(),
        fields: FxHashMap::default(),
        solving,
        unknown,
        tasks,
        accesses: Vec::new(),
    };
    let values = |id: &ProcedureId| {
        let code = making.throws.code(calls, *id)?;
        Some(Dependences::values_of(&code).ok()?.1)
    };
    let known: Vec<Option<Values>> = followed.par_iter().map(values).collect();
    for (id, values) in followed.into_iter().zip(known) {
        match (calls.procedure(id), values) {
            (Procedure::Lambda(_), _) => all.lambda(id),
            (Procedure::Method(_), Some(values)) => all.method(id, &values),
            // Then it has no code, and `has_code` says so.
            (Procedure::Method(_), None) => {}
        }
        all.entered(id);
    }
    all.strangers();
    all.solved()
}

impl Collecting<'_, '_> {
    fn variable(&mut self, of: Variable) -> VariableId {
        *self.variables.entry(of).or_insert_with(|| self.system.variable())
    }

    fn copy(&mut self, from: VariableId, to: VariableId) {
        self.system.add(Constraint::Copy { from, to });
    }

    fn escape(&mut self, from: VariableId) {
        self.copy(from, self.solving.out);
    }

    /// It may be anything that has escaped, or that the JDK makes.
    fn stranger(&mut self, to: VariableId) {
        self.copy(self.unknown, to);
    }

    fn field(&mut self, class: ClassId, name: &crate::body::Name) -> FieldId {
        let next = FieldId(self.fields.len() as u32 + 1);
        let known = self.fields.entry((class, name.clone()));
        *known.or_insert_with(|| {
            self.solving.fields.entry(class).or_default().push(next);
            next
        })
    }

    fn object(&mut self, class: Option<ClassId>, to: VariableId) {
        let object = ObjectId(self.solving.classes.len() as u32);
        // A class that is not there has no objects.
        let Some(class) = class else { return self.stranger(to) };
        self.solving.classes.push(Some(class));
        self.system.add(Constraint::Allocate { to, object });
        if self.everywhere.iter().any(|above| self.making.calls.hierarchy.is_subtype(class, *above)) {
            self.system.add(Constraint::Allocate { to: self.solving.out, object });
        }
    }

    /// All that may be a value, as one variable.
    fn value(&mut self, id: ProcedureId, values: &Values, value: ValueId) -> VariableId {
        let to = self.system.variable();
        for origin in values.origins(value) {
            match values.source(origin) {
                Source::Parameter(number) => {
                    let from = self.variable(Variable::Parameter(id, *number));
                    self.copy(from, to);
                }
                // What is thrown has escaped.
                Source::Caught(_) => self.stranger(to),
                Source::Made { instruction, .. } => {
                    let from = self.variable(Variable::Made(id, *instruction));
                    self.copy(from, to);
                }
                Source::Merge(_) => {}
            }
        }
        to
    }

    fn taken(&mut self, id: ProcedureId, values: &Values, at: usize) -> Vec<VariableId> {
        values.taken(at).iter().map(|value| self.value(id, values, *value)).collect()
    }

    /// What calls a procedure other than followed code.
    fn entered(&mut self, id: ProcedureId) {
        let calls = self.making.calls;
        let callers = self.making.callers.get(&id).cloned().unwrap_or_default();
        let is_entry = self.is_blind || calls.roots().contains(&id);
        if callers.is_empty() && !is_entry {
            return;
        }
        for number in 0..self.making.parameters(id) {
            let to = self.variable(Variable::Parameter(id, number));
            self.stranger(to);
            self.pass(self.tasks, id, number);
        }
        let result = self.variable(Variable::Result(id));
        self.escape(result);
    }

    /// A followed procedure is given something; as its receiver, only what may be one.
    fn pass(&mut self, from: VariableId, id: ProcedureId, number: usize) {
        let to = self.variable(Variable::Parameter(id, number));
        match self.making.calls.procedure(id) {
            Procedure::Method(of) if number == 0 && !self.making.calls.method(of).is_static() => {
                self.system.add(Constraint::Cast { from, kind: TypeId(of.class.0), to });
            }
            _ => self.copy(from, to),
        }
    }

    fn method(&mut self, id: ProcedureId, values: &Values) {
        let calls = self.making.calls;
        let Procedure::Method(of) = calls.procedure(id) else { return };
        let Some(body) = calls.method(of).body() else { return };
        for (at, instruction) in body.instructions.iter().enumerate() {
            match &instruction.operation {
                Operation::Invoke(..) => {}
                operation => self.instruction(id, values, at, operation),
            }
        }
        for site in calls.sites(id) {
            let all = self.taken(id, values, site.instruction);
            let (passed, result) = match site.why {
                Why::Call => (all, Some(self.variable(Variable::Made(id, site.instruction)))),
                Why::Text(number) => (all.get(number).copied().into_iter().collect(), None),
                Why::Component(_) | Why::Native => {
                    all.into_iter().for_each(|it| self.escape(it));
                    (vec![self.unknown; 2], None)
                }
                Why::Initialise => (Vec::new(), None),
            };
            self.call(site, &passed, result);
        }
    }

    fn instruction(&mut self, id: ProcedureId, values: &Values, at: usize, operation: &Operation) {
        let made = Variable::Made(id, at);
        match operation {
            Operation::New(class) => {
                let to = self.variable(made);
                self.object(self.making.calls.hierarchy.known(class), to);
            }
            Operation::NewArray { lengths, .. } => {
                let mut to = self.variable(made);
                let class = self.making.calls.hierarchy.known("java/lang/Object");
                self.object(class, to);
                for _ in 1..*lengths {
                    let inner = self.system.variable();
                    self.object(class, inner);
                    self.system.add(Constraint::Store { from: inner, base: to, field: ELEMENTS });
                    to = inner;
                }
            }
            Operation::GetField(reference) | Operation::PutField(reference) => {
                self.access(id, values, at, reference, operation);
            }
            Operation::ArrayLoad(element) => {
                let [base, ..] = self.taken(id, values, at)[..] else { return };
                self.accesses.push((id, at, base));
                if *element == Element::Reference {
                    let to = self.variable(made);
                    self.system.add(Constraint::Load { base, field: ELEMENTS, to });
                }
            }
            Operation::ArrayStore(element) => {
                let [base, _, from] = self.taken(id, values, at)[..] else { return };
                self.accesses.push((id, at, base));
                if *element == Element::Reference {
                    self.system.add(Constraint::Store { from, base, field: ELEMENTS });
                }
            }
            Operation::Return(Some(Kind::Reference)) => {
                let to = self.variable(Variable::Result(id));
                for from in self.taken(id, values, at) {
                    self.copy(from, to);
                }
            }
            Operation::Throw => {
                for from in self.taken(id, values, at) {
                    self.escape(from);
                }
            }
            Operation::InvokeDynamic(dynamic) => {
                let taken = self.taken(id, values, at);
                let to = self.variable(made);
                self.stranger(to);
                match linkage::meaning(dynamic) {
                    Meaning::Lambda(_) => {
                        let Procedure::Method(method) = self.making.calls.procedure(id) else { return };
                        let Some(lambda) = self.making.calls.lambda_at(method, at) else { return };
                        for (number, from) in taken.into_iter().enumerate() {
                            let to = self.variable(Variable::Captured(lambda, number));
                            self.copy(from, to);
                        }
                    }
                    // What these do with objects is among the calls of the instruction.
                    Meaning::Concatenation | Meaning::Labels => {}
                    Meaning::Record(_) | Meaning::Unknown => taken.into_iter().for_each(|it| self.escape(it)),
                }
            }
            Operation::Constant(Constant::Dynamic(_)) => {
                let to = self.variable(made);
                self.stranger(to);
            }
            _ => {}
        }
    }

    fn access(
        &mut self,
        id: ProcedureId,
        values: &Values,
        at: usize,
        reference: &crate::body::FieldReference,
        operation: &Operation,
    ) {
        let calls = self.making.calls;
        let taken = self.taken(id, values, at);
        let made = self.variable(Variable::Made(id, at));
        let is_write = matches!(operation, Operation::PutField(_));
        let written = taken.last().copied().filter(|_| is_write);
        let location = Location::of_field(calls, reference);
        let class = match &location {
            Some(Location::Field(class, ..)) if (self.options.follow)(&calls.hierarchy.class(*class).name) => *class,
            // Code that is not followed has it, or nobody knows it.
            _ => {
                written.into_iter().for_each(|it| self.escape(it));
                return self.stranger(made);
            }
        };
        let is_reference = reference.kind == Kind::Reference;
        if reference.is_static {
            let variable = self.variable(Variable::Static(location.unwrap_or(Location::Raw)));
            if self.is_blind || self.raw.contains(&class) {
                self.stranger(variable);
                self.escape(variable);
            }
            match written {
                Some(from) => self.copy(from, variable),
                None => self.copy(variable, made),
            }
            return;
        }
        // Dead code takes nothing.
        let Some(&base) = taken.first() else { return };
        if !self.raw.contains(&class) {
            self.accesses.push((id, at, base));
        }
        if is_reference {
            let field = self.field(class, &reference.name);
            self.system.add(match written {
                Some(from) => Constraint::Store { from, base, field },
                None => Constraint::Load { base, field, to: made },
            });
        }
    }

    /// What a lambda runs is passed what was captured, then what the lambda is passed.
    fn lambda(&mut self, id: ProcedureId) {
        let calls = self.making.calls;
        let Procedure::Lambda(lambda) = calls.procedure(id) else { return };
        let is_made = match &*calls.lambda(lambda).lambda.target {
            Handle::New(method) => calls.hierarchy.known(&method.class),
            _ => None,
        };
        let mut passed = Vec::new();
        let result = self.variable(Variable::Result(id));
        if is_made.is_some() {
            let to = self.system.variable();
            self.object(is_made, to);
            self.copy(to, result);
            passed.push(to);
        }
        for number in 0..calls.captured(lambda) {
            passed.push(self.variable(Variable::Captured(lambda, number)));
        }
        for number in 0..calls.passed(lambda) {
            passed.push(self.variable(Variable::Parameter(id, number + 1)));
        }
        for site in calls.sites(id) {
            let passed: &[VariableId] = if site.why == Why::Call { &passed } else { &[] };
            self.call(site, passed, Some(result));
        }
        if calls.sites(id).is_empty() {
            // It reads or writes a field.
            passed.into_iter().for_each(|it| self.escape(it));
            self.stranger(result);
        }
    }

    fn call(&mut self, site: &Site, passed: &[VariableId], result: Option<VariableId>) {
        let group = self.making.calls.group(site.group);
        for callee in &group.callees {
            if self.making.has_code(*callee) {
                let Some(last) = self.making.parameters(*callee).checked_sub(1) else {
                    self.gives(*callee, result);
                    continue;
                };
                for (number, from) in passed.iter().enumerate() {
                    self.pass(*from, *callee, number.min(last));
                }
                self.gives(*callee, result);
            } else {
                self.opaque(*callee, passed, result);
            }
        }
        if group.unknown.is_some() || group.callees.is_empty() {
            passed.iter().for_each(|it| self.escape(*it));
            result.into_iter().for_each(|it| self.stranger(it));
        }
    }

    fn gives(&mut self, callee: ProcedureId, result: Option<VariableId>) {
        if let Some(to) = result {
            let from = self.variable(Variable::Result(callee));
            self.copy(from, to);
        }
    }

    /// Code that is not looked into is passed something.
    fn opaque(&mut self, callee: ProcedureId, passed: &[VariableId], result: Option<VariableId>) {
        result.into_iter().for_each(|it| self.stranger(it));
        let calls = self.making.calls;
        let does = match calls.procedure(callee) {
            Procedure::Method(of) if calls.method(of).code == MethodCode::Abstract => return,
            Procedure::Method(of) if !outside::is_followed(calls, self.options, callee) => {
                let (method, about) = (calls.method(of), self.making.about(of.class));
                library::does(outside::known_as(calls, of.class), &method.name, &method.descriptor, about)
            }
            _ => Does::Anything,
        };
        let is_thread = match calls.procedure(callee) {
            Procedure::Method(of) => outside::known_as(calls, of.class) == "java/lang/Thread",
            Procedure::Lambda(_) => false,
        };
        match does {
            Does::Prints | Does::Clock | Does::Monitors => {}
            Does::Nothing if !is_thread => {
                for (from, to) in passed.iter().flat_map(|from| result.map(|to| (*from, to))) {
                    self.copy(from, to);
                }
            }
            // What is kept in a thread; and the current thread may be any.
            Does::Nothing | Does::Makes | Does::Starts | Does::Names | Does::Named => self.threads(passed, result),
            Does::Interrupts | Does::Interrupted | Does::Sleeps | Does::Ends | Does::Awaits => {
                self.threads(passed, result);
            }
            Does::Exceptions | Does::Anything => {
                passed.iter().for_each(|it| self.escape(*it));
                if let Procedure::Method(of) = calls.procedure(callee)
                    && GIVES_THREADS.iter().any(|it| calls.hierarchy.class(of.class).name.starts_with(it))
                {
                    self.escape(self.tasks);
                }
            }
        }
    }

    fn threads(&mut self, passed: &[VariableId], result: Option<VariableId>) {
        passed.iter().for_each(|it| self.copy(*it, self.tasks));
        result.into_iter().for_each(|it| self.copy(self.tasks, it));
    }

    /// The unknown object has what has been written to any that has escaped.
    fn strangers(&mut self) {
        let fields: Vec<FieldId> = self.fields.values().copied().chain([ELEMENTS]).collect();
        for field in fields {
            self.system.add(Constraint::Load { base: self.unknown, field, to: self.solving.out });
            self.system.add(Constraint::Store { from: self.unknown, base: self.unknown, field });
        }
    }

    fn solved(self) -> Heap {
        let Self { system, mut solving, accesses, .. } = self;
        let found = solve(system, &mut solving);
        let is_known = |object: &ObjectId| *object != UNKNOWN && !solving.escaped.contains(object);
        let sets: Vec<Vec<ObjectId>> = accesses.iter().map(|(_, _, base)| found.of(*base).collect()).collect();
        let mut leaders: Vec<u32> = (0..solving.classes.len() as u32).collect();
        for set in &sets {
            let known: Vec<u32> = set.iter().filter(|it| is_known(it)).map(|it| it.0).collect();
            if known.len() > MOST {
                known.iter().for_each(|it| unite(&mut leaders, known[0], *it));
            }
        }
        let mut all = FxHashMap::default();
        for ((id, at, _), set) in accesses.into_iter().zip(sets) {
            let owner = |object: ObjectId| match is_known(&object) {
                true => Owner::Made(leader(&mut leaders, object.0)),
                false => Owner::Any,
            };
            let mut owners: Vec<Owner> = set.into_iter().map(owner).collect();
            owners.sort_unstable();
            owners.dedup();
            if owners.is_empty() {
                owners.push(Owner::Any);
            }
            all.insert((id, at), owners);
        }
        Heap(all)
    }
}
