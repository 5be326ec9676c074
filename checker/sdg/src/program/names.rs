//! What nodes are called when people look at a slice.
//!
//! Invariant: the same program gives the same names.
use super::{CAUGHT, Location, OUTCOME, Owner, Program};
use crate::body::{Constant, Operation};
use crate::calls::{Procedure, ProcedureId};
use crate::dot::Names;
use crate::graph::{NodeId, Port, Role};

impl Names for Program<'_> {
    fn procedure(&self, procedure: crate::graph::ProcedureId) -> String {
        self.calls.name(ProcedureId(procedure.0))
    }

    fn node(&self, node: NodeId) -> String {
        let role = self.graph.graph().role(node);
        let text = match role {
            Role::Entry => return "entry".to_owned(),
            Role::FormalIn(port) => return format!("given: {}", name(port)),
            Role::FormalOut(port) => return format!("gives: {}", name(port)),
            Role::Location(number) => return self.location_name(number),
            Role::Statement(number) if number & OUTCOME != 0 => format!("throws? {}", self.operation(node)),
            Role::Statement(number) if number & CAUGHT != 0 => "caught".to_owned(),
            Role::Statement(_) | Role::Call(_) => self.operation(node),
            Role::ActualIn(_, port) => format!("passes {} to {}", name(port), self.operation(node)),
            Role::ActualOut(_, port) => format!("gets {} of {}", name(port), self.operation(node)),
        };
        let number = self.instruction(node).unwrap_or_default();
        match self.line(node) {
            Some(line) => format!("line {line}, {number}: {text}"),
            None => format!("{number}: {text}"),
        }
    }
}

impl Program<'_> {
    fn operation(&self, node: NodeId) -> String {
        let (Some(procedure), Some(instruction)) = (self.procedure(node), self.instruction(node)) else {
            return String::new();
        };
        match procedure {
            Procedure::Lambda(_) => "the lambda's call".to_owned(),
            Procedure::Method(method) => match self.calls.method(method).body() {
                Some(body) => describe(&body.instructions[instruction].operation),
                None => "native code's call".to_owned(),
            },
        }
    }

    fn location_name(&self, number: u32) -> String {
        match self.location(number) {
            Location::Field(class, field, owner) => {
                format!("{}.{field}{}", self.calls.hierarchy.class(*class).name, of(*owner))
            }
            Location::Elements(element, owner) => format!("elements of arrays: {element:?}{}", of(*owner)),
            Location::Captured(lambda, number) => {
                let made = self.calls.lambda(*lambda);
                format!("captured value {number} of the lambda made at {}", made.instruction)
            }
            Location::Monitors => "monitors".to_owned(),
            Location::Starts => "starts of threads".to_owned(),
            Location::Names => "names of threads".to_owned(),
            Location::Interrupts => "interrupts".to_owned(),
            Location::Ends => "ends of threads".to_owned(),
            Location::Exceptions => "what exceptions hold".to_owned(),
            Location::Printed => "what was printed".to_owned(),
            Location::Raw => "fields and elements used by offset or handle".to_owned(),
            Location::Outside => "the world outside".to_owned(),
        }
    }
}

/// Whose place it is, if that is known.
fn of(owner: Owner) -> String {
    match owner {
        Owner::Any => String::new(),
        Owner::Made(number) => format!(" of object {number}"),
    }
}

fn name(port: Port) -> String {
    match port {
        Port::Parameter(number) => format!("parameter {number}"),
        Port::Return => "result".to_owned(),
        Port::Exception => "exception".to_owned(),
        Port::Other(number) => format!("{number}"),
    }
}

/// An instruction in words.
fn describe(operation: &Operation) -> String {
    use Operation as O;
    match operation {
        O::Constant(Constant::String(text)) => format!("constant {text:?}"),
        O::Constant(constant) => match constant {
            Constant::Int(number) => format!("constant {number}"),
            Constant::Long(number) => format!("constant {number}L"),
            Constant::Float(bits) => format!("constant {}f", f32::from_bits(*bits)),
            Constant::Double(bits) => format!("constant {}d", f64::from_bits(*bits)),
            Constant::Null => "null".to_owned(),
            Constant::Class(name) => format!("class {name}"),
            other => format!("{other:?}"),
        },
        O::Load(_, slot) => format!("load {slot}"),
        O::Store(_, slot) => format!("store {slot}"),
        O::Increment { slot, by } => format!("increment {slot} by {by}"),
        O::Shuffle(_) => "stack".to_owned(),
        O::Arithmetic(operator, _) => format!("{operator:?}").to_lowercase(),
        O::GetField(field) => format!("get {}.{}", field.class, field.name),
        O::PutField(field) => format!("put {}.{}", field.class, field.name),
        O::Invoke(_, method) => format!("call {}.{}{}", method.class, method.name, method.descriptor),
        O::InvokeDynamic(dynamic) => format!("make {}{}", dynamic.name, dynamic.descriptor),
        O::New(class) => format!("new {class}"),
        O::NewArray { class, .. } => format!("new array {class}"),
        O::CheckCast(class) => format!("cast to {class}"),
        O::InstanceOf(class) => format!("instance of {class}"),
        O::Goto(to) => format!("go to {to}"),
        O::Branch(condition, to) => format!("if {condition:?} go to {to}"),
        O::Switch { default, .. } => format!("switch, default {default}"),
        O::Return(_) => "return".to_owned(),
        O::Throw => "throw".to_owned(),
        O::MonitorEnter => "lock".to_owned(),
        O::MonitorExit => "unlock".to_owned(),
        O::ArrayLoad(element) => format!("array get ({element:?})"),
        O::ArrayStore(element) => format!("array put ({element:?})"),
        O::ArrayLength => "array length".to_owned(),
        O::Convert(from, to) => format!("{from:?} to {to:?}").to_lowercase(),
        O::Compare(_) => "compare".to_owned(),
        O::Nop => "nothing".to_owned(),
    }
}
