//! Class files as the analyses of values want them, read by a crate that knows nothing of them: a second opinion.
//!
//! Types are letters as in descriptors, with `I` for all that is an `int` on the stack and `A` for references.
use bytes::Bytes;
use java_bytecode::raw::file::RawClassFile;
use java_bytecode::simple::code::{
    ArrayAccessType, Code as Body, CodePos, Instruction, LocalType, ReturnType, StackIntegerType, StackNumericType,
};
use java_bytecode::simple::constants::LoadableConstantValue;
use java_bytecode::simple::descriptor::{FieldDescriptor, MethodDescriptor, ReturnDescriptor};
use java_bytecode::simple::{AccessFlags, file::ClassFile, method::Method};
use mcr_sdg::dependences::Code;
use mcr_sdg::slots::{Edge, Place, Shape, Shuffle};

/// What an instruction takes and gives; nothing for shuffles, which do not ask.
pub struct Types {
    pub takes: String,
    pub gives: Option<char>,
}

pub fn class(bytes: Vec<u8>) -> Result<ClassFile, String> {
    let raw = RawClassFile::parse(Bytes::from(bytes), Default::default()).map_err(|error| error.to_string())?;
    ClassFile::from_raw(&raw).map_err(|error| error.to_string())
}

/// The types of a method's parameters, its receiver first.
pub fn parameters(method: &Method) -> String {
    let receiver = if method.flags.contains(AccessFlags::STATIC) { "" } else { "A" };
    let others = method.name_and_type.descriptor.parameters.iter().map(letter);
    receiver.chars().chain(others).collect()
}

/// The code of a method, and the types of each instruction.
pub fn code(method: &Method) -> Option<(Code, Vec<Option<Types>>)> {
    let body = method.code.as_ref()?;
    let types: Vec<Option<Types>> = body.instructions.iter().map(types).collect();
    let count = body.instructions.len();
    let code = Code {
        shapes: body.instructions.iter().zip(&types).map(|(instruction, types)| shape(instruction, types)).collect(),
        edges: (0..count).map(|at| edges(body, at)).collect(),
        parameters: parameters(method).chars().map(words).collect(),
        max_locals: body.max_locals.into(),
        max_stack: body.max_stack.into(),
    };
    Some((code, types))
}

pub fn words(letter: char) -> usize {
    if matches!(letter, 'J' | 'D') { 2 } else { 1 }
}

fn shape(instruction: &Instruction, types: &Option<Types>) -> Shape {
    let place = |kind: &LocalType, slot: &u16| Place { slot: usize::from(*slot), words: words(local(*kind)) };
    match instruction {
        Instruction::LoadLocal(kind, slot) => Shape::Load(place(kind, slot)),
        Instruction::StoreLocal(kind, slot) => Shape::Store(place(kind, slot)),
        Instruction::Iinc(slot, _) => Shape::Increment(usize::from(*slot)),
        Instruction::Checkcast(_) => Shape::Pass,
        Instruction::Pop => Shape::Shuffle(Shuffle::POP),
        Instruction::Pop2 => Shape::Shuffle(Shuffle::POP2),
        Instruction::Swap => Shape::Shuffle(Shuffle::SWAP),
        Instruction::Dup => Shape::Shuffle(Shuffle::DUP),
        Instruction::DupX1 => Shape::Shuffle(Shuffle::DUP_X1),
        Instruction::DupX2 => Shape::Shuffle(Shuffle::DUP_X2),
        Instruction::Dup2 => Shape::Shuffle(Shuffle::DUP2),
        Instruction::Dup2X1 => Shape::Shuffle(Shuffle::DUP2_X1),
        Instruction::Dup2X2 => Shape::Shuffle(Shuffle::DUP2_X2),
        _ => {
            let types = types.as_ref().expect("all but shuffles have types");
            Shape::Plain { takes: types.takes.chars().map(words).collect(), gives: types.gives.map(words) }
        }
    }
}

/// Exceptions lead to each handler around, until one catches all; by what is not there they do not.
fn edges(body: &Body, at: usize) -> Vec<Edge> {
    use Instruction as I;
    let count = body.instructions.len();
    let to = |position: &CodePos| position.0 as usize;
    let mut normal = match &body.instructions[at] {
        I::Goto(target) => vec![to(target)],
        I::IfRefEqual(target) | I::IfRefNotEqual(target) | I::IfNotNull(target) | I::IfNull(target) => {
            vec![at + 1, to(target)]
        }
        I::IfIcmp(_, target) | I::If(_, target) => vec![at + 1, to(target)],
        I::Tableswitch { default, positions, .. } => positions.iter().chain([default]).map(to).collect(),
        I::Lookupswitch { default, pairs } => pairs.iter().map(|(_, target)| target).chain([default]).map(to).collect(),
        I::Return(_) => vec![count],
        I::Throw => vec![],
        _ => vec![at + 1],
    };
    normal.sort_unstable();
    normal.dedup();
    let mut edges: Vec<Edge> = normal.into_iter().map(|to| Edge { to, exceptional: false }).collect();
    if can_throw(&body.instructions[at]) {
        let around = body.exception_table.iter().filter(|entry| (to(&entry.start)..to(&entry.end)).contains(&at));
        let mut leaves = true;
        for entry in around {
            edges.push(Edge { to: to(&entry.handler), exceptional: true });
            if entry.catch_type.is_none() {
                leaves = false;
                break;
            }
        }
        edges.extend(leaves.then_some(Edge { to: count + 1, exceptional: true }));
        let mut seen = Vec::new();
        edges.retain(|edge| {
            !seen.contains(edge) && {
                seen.push(*edge);
                true
            }
        });
    }
    edges
}

/// A return can throw as well, but only in code that does not release the monitors it holds, which `javac` does not
/// make.
fn can_throw(instruction: &Instruction) -> bool {
    use Instruction as I;
    match instruction {
        I::Const(value) => !matches!(
            value,
            LoadableConstantValue::Int(_)
                | LoadableConstantValue::Float(_)
                | LoadableConstantValue::Long(_)
                | LoadableConstantValue::Double(_)
        ),
        I::Div(kind) | I::Rem(kind) => matches!(kind, StackNumericType::Integer | StackNumericType::Long),
        I::LoadArray(_) | I::StoreArray(_) | I::Arraylength | I::Newarray(_) | I::Anewarray(_) => true,
        I::Multianewarray(..) | I::New(_) | I::InvokeVirtual(_) | I::InvokeSpecial(_) | I::InvokeStatic(_) => true,
        I::InvokeInterface(_) | I::InvokeDynamic(_) | I::GetStatic(_) | I::PutStatic(_) | I::GetField(_) => true,
        I::PutField(_) | I::Checkcast(_) | I::Instanceof(_) | I::MonitorEnter | I::MonitorExit | I::Throw => true,
        _ => false,
    }
}

fn types(instruction: &Instruction) -> Option<Types> {
    use Instruction as I;
    let of = |takes: &str, gives: Option<char>| Some(Types { takes: takes.to_owned(), gives });
    let two = |kind: char| of(&format!("{kind}{kind}"), Some(kind));
    match instruction {
        I::Pop | I::Pop2 | I::Swap | I::Dup | I::DupX1 | I::DupX2 | I::Dup2 | I::Dup2X1 | I::Dup2X2 => None,
        I::Nop | I::Goto(_) | I::Ret(_) | I::Jsr(_) | I::Return(ReturnType::Void) => of("", None),
        I::ConstNull | I::New(_) => of("", Some('A')),
        I::Const(value) => of("", Some(constant(value))),
        I::LoadLocal(kind, _) | I::StoreLocal(kind, _) => of(&local(*kind).to_string(), Some(local(*kind))),
        I::LoadArray(kind) => of("AI", Some(element(*kind))),
        I::StoreArray(kind) => of(&format!("AI{}", element(*kind)), None),
        I::Cast(from, to) => of(&numeric(*from).to_string(), Some(numeric(*to))),
        I::IntCast(_) | I::Iinc(..) => of("I", Some('I')),
        I::Add(kind) | I::Div(kind) | I::Mul(kind) | I::Rem(kind) | I::Sub(kind) => two(numeric(*kind)),
        I::Neg(kind) => of(&numeric(*kind).to_string(), Some(numeric(*kind))),
        I::And(kind) | I::Or(kind) | I::Xor(kind) => two(integer(*kind)),
        I::Shl(kind) | I::Shr(kind) | I::Ushr(kind) => of(&format!("{}I", integer(*kind)), Some(integer(*kind))),
        I::Dcmpg | I::Dcmpl => of("DD", Some('I')),
        I::Fcmpg | I::Fcmpl => of("FF", Some('I')),
        I::Lcmp => of("JJ", Some('I')),
        I::Arraylength | I::Instanceof(_) => of("A", Some('I')),
        I::Newarray(_) | I::Anewarray(_) => of("I", Some('A')),
        I::Multianewarray(_, dimensions) => of(&"I".repeat(usize::from(*dimensions)), Some('A')),
        I::InvokeVirtual(method) => call("A", &method.info.descriptor),
        I::InvokeInterface(method) => call("A", &method.info.descriptor),
        I::InvokeSpecial(method) => call("A", &method.name_and_type().descriptor),
        I::InvokeStatic(method) => call("", &method.name_and_type().descriptor),
        I::InvokeDynamic(method) => call("", &method.info.descriptor),
        I::GetStatic(field) => of("", Some(letter(&field.info.descriptor))),
        I::PutStatic(field) => of(&letter(&field.info.descriptor).to_string(), None),
        I::GetField(field) => of("A", Some(letter(&field.info.descriptor))),
        I::PutField(field) => of(&format!("A{}", letter(&field.info.descriptor)), None),
        I::Checkcast(_) => of("A", Some('A')),
        I::MonitorEnter | I::MonitorExit | I::Throw | I::IfNull(_) | I::IfNotNull(_) => of("A", None),
        I::Return(ReturnType::Reference) => of("A", None),
        I::Return(ReturnType::Double) => of("D", None),
        I::Return(ReturnType::Float) => of("F", None),
        I::Return(ReturnType::Long) => of("J", None),
        I::Return(ReturnType::Integer) | I::If(..) => of("I", None),
        I::Tableswitch { .. } | I::Lookupswitch { .. } => of("I", None),
        I::IfRefEqual(_) | I::IfRefNotEqual(_) => of("AA", None),
        I::IfIcmp(..) => of("II", None),
    }
}

fn call(receiver: &str, descriptor: &MethodDescriptor) -> Option<Types> {
    let takes = receiver.chars().chain(descriptor.parameters.iter().map(letter)).collect();
    let gives = match &descriptor.return_type {
        ReturnDescriptor::Void => None,
        ReturnDescriptor::Field(field) => Some(letter(field)),
    };
    Some(Types { takes, gives })
}

fn letter(field: &FieldDescriptor) -> char {
    match field {
        FieldDescriptor::Double => 'D',
        FieldDescriptor::Float => 'F',
        FieldDescriptor::Long => 'J',
        FieldDescriptor::Class(_) | FieldDescriptor::Array(..) => 'A',
        _ => 'I',
    }
}

fn constant(value: &LoadableConstantValue) -> char {
    match value {
        LoadableConstantValue::Int(_) => 'I',
        LoadableConstantValue::Float(_) => 'F',
        LoadableConstantValue::Long(_) => 'J',
        LoadableConstantValue::Double(_) => 'D',
        LoadableConstantValue::Dynamic(_, info) => letter(&info.descriptor),
        _ => 'A',
    }
}

fn local(kind: LocalType) -> char {
    match kind {
        LocalType::Reference => 'A',
        LocalType::Double => 'D',
        LocalType::Float => 'F',
        LocalType::Integer => 'I',
        LocalType::Long => 'J',
    }
}

fn element(kind: ArrayAccessType) -> char {
    match kind {
        ArrayAccessType::Reference => 'A',
        ArrayAccessType::Double => 'D',
        ArrayAccessType::Float => 'F',
        ArrayAccessType::Long => 'J',
        _ => 'I',
    }
}

fn numeric(kind: StackNumericType) -> char {
    match kind {
        StackNumericType::Double => 'D',
        StackNumericType::Float => 'F',
        StackNumericType::Integer => 'I',
        StackNumericType::Long => 'J',
    }
}

fn integer(kind: StackIntegerType) -> char {
    match kind {
        StackIntegerType::Integer => 'I',
        StackIntegerType::Long => 'J',
    }
}
