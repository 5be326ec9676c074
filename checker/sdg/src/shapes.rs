//! What the analyses within a method want to know of code that was read: shapes, edges, parameters.
//!
//! Invariant: the order of what an instruction takes is that of the stack, the deepest first, so value `i` of a call is
//! its argument `i`, the receiver being the first.
use crate::body::{Call, Condition, Operation, Operator};
use crate::classes::Method;
use crate::dependences::Code;
use crate::descriptor::{Kind, Signature};
use crate::flow::Flow;
use crate::slots::{Place, Shape};

/// A method's code as [`crate::dependences`] takes it, or nothing if it has none that can be read.
pub fn code(method: &Method) -> Option<Code> {
    let body = method.body()?;
    Some(Code {
        shapes: body.instructions.iter().map(|instruction| shape(&instruction.operation)).collect(),
        edges: Flow::of(body).edges,
        parameters: method.parameters().into_iter().map(Kind::words).collect(),
        max_locals: body.max_locals,
        max_stack: body.max_stack,
    })
}

/// What an operation does to the frame.
pub fn shape(operation: &Operation) -> Shape {
    use Kind::{Int, Reference};
    use Operation as O;
    let place = |kind: &Kind, slot: &u16| Place { slot: usize::from(*slot), words: kind.words() };
    match operation {
        O::Load(kind, slot) => Shape::Load(place(kind, slot)),
        O::Store(kind, slot) => Shape::Store(place(kind, slot)),
        O::Increment { slot, .. } => Shape::Increment(usize::from(*slot)),
        O::Shuffle(shuffle) => Shape::Shuffle(*shuffle),
        O::CheckCast(_) => Shape::Pass,
        O::Nop | O::Goto(_) => plain(&[], None),
        O::Constant(constant) => plain(&[], Some(constant.kind())),
        O::Arithmetic(Operator::Negate, kind) => plain(&[*kind], Some(*kind)),
        O::Arithmetic(Operator::ShiftLeft | Operator::ShiftRight | Operator::ShiftRightUnsigned, kind) => {
            plain(&[*kind, Int], Some(*kind))
        }
        O::Arithmetic(_, kind) => plain(&[*kind, *kind], Some(*kind)),
        O::Convert(from, to) => plain(&[from.kind()], Some(to.kind())),
        O::Compare(kind) => plain(&[*kind, *kind], Some(Int)),
        O::ArrayLoad(element) => plain(&[Reference, Int], Some(element.kind())),
        O::ArrayStore(element) => plain(&[Reference, Int, element.kind()], None),
        O::ArrayLength | O::InstanceOf(_) => plain(&[Reference], Some(Int)),
        O::GetField(field) if field.is_static => plain(&[], Some(field.kind)),
        O::GetField(field) => plain(&[Reference], Some(field.kind)),
        O::PutField(field) if field.is_static => plain(&[field.kind], None),
        O::PutField(field) => plain(&[Reference, field.kind], None),
        O::Invoke(Call::Static, method) => call(None, &method.signature),
        O::Invoke(_, method) => call(Some(Reference), &method.signature),
        O::InvokeDynamic(dynamic) => call(None, &dynamic.signature),
        O::New(_) => plain(&[], Some(Reference)),
        O::NewArray { lengths, .. } => plain(&vec![Int; usize::from(*lengths)], Some(Reference)),
        O::MonitorEnter | O::MonitorExit | O::Throw => plain(&[Reference], None),
        O::Return(kind) => plain(kind.as_slice(), None),
        O::Branch(Condition::Zero(_), _) | O::Switch { .. } => plain(&[Int], None),
        O::Branch(Condition::Ints(_), _) => plain(&[Int, Int], None),
        O::Branch(Condition::Same(_), _) => plain(&[Reference, Reference], None),
        O::Branch(Condition::Null(_), _) => plain(&[Reference], None),
    }
}

fn plain(takes: &[Kind], gives: Option<Kind>) -> Shape {
    Shape::Plain { takes: takes.iter().map(|kind| kind.words()).collect(), gives: gives.map(Kind::words) }
}

fn call(receiver: Option<Kind>, signature: &Signature) -> Shape {
    let takes: Vec<Kind> = receiver.into_iter().chain(signature.parameters.iter().copied()).collect();
    plain(&takes, signature.result)
}
