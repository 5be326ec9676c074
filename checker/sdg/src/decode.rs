//! From bytes of code to [`Body`].
//!
//! Single instructions are read by the crate `classfile-parser`. The loop around it is ours: the crate's own ends
//! silently at the first byte that it does not know, and a `tableswitch` whose bounds are far apart makes it overflow.
//!
//! Invariant: what comes out keeps the invariant of [`crate::body`], whatever the bytes.
use crate::body::{
    Body, Call, Comparison, Condition, Constant, Element, Handler, Instruction, Name, Operation, Operator,
};
use crate::descriptor::{Kind, Type};
use crate::pool::{Pool, PoolError};
use crate::slots::Shuffle;
use crate::subroutines::{self, Step};
use classfile_parser::attribute_info::CodeAttribute;
use classfile_parser::code_attribute::{Instruction as Raw, instruction_parser};
use rustc_hash::FxHashMap;

/// Code that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// A `ret` outside of any subroutine, or one whose address was not stored by the subroutine's first instruction.
    #[error("unsupported: on some path, no subroutine has begun by storing the address that the `ret` at {0} takes")]
    Return(usize),
    /// Code that grows too much when its subroutines are inlined.
    #[error(
        "unsupported: with subroutines (`jsr`, `ret`) inlined, the code has more than {0} instructions, or as much else"
    )]
    Subroutines(usize),
    /// No such instruction, or the code ends within it.
    #[error("there is no instruction at {0}")]
    Instruction(usize),
    /// A method with code that has none, or more than 65,535 bytes of it.
    #[error("the code has {0} bytes")]
    Length(usize),
    /// A jump or handler to where no instruction starts.
    #[error("nothing starts at {1}, where the instruction or handler at {0} leads")]
    Target(usize, i64),
    /// A handler that covers nothing, or half an instruction.
    #[error("a handler covers {0} to {1}")]
    Handler(u16, u16),
    /// The last instruction has a next one.
    #[error("the code goes on after its end")]
    FallsOff,
    /// An operand that is of another kind than the instruction wants.
    #[error("the operand of the instruction at {0} is wrong")]
    Operand(usize),
    /// What an operand refers to is not there.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// An attribute that ends too early.
    #[error("the attribute `{0}` cannot be read")]
    Attribute(&'static str),
}

/// Numbers of instructions by their offsets.
struct Numbers(FxHashMap<usize, usize>);

/// The body of a method; `lines` are the entries of its tables of lines.
pub fn body(code: &CodeAttribute, lines: Vec<(u16, u16)>, pool: &Pool) -> Result<Body, CodeError> {
    let bytes = &code.code;
    if bytes.is_empty() || bytes.len() > usize::from(u16::MAX) {
        return Err(CodeError::Length(bytes.len()));
    }
    let raw = instructions(bytes)?;
    let numbers = Numbers(raw.iter().enumerate().map(|(number, (offset, _))| (*offset, number)).collect());
    let mut steps = Vec::with_capacity(raw.len());
    for (offset, raw) in &raw {
        // An offset is less than 65,536.
        steps.push((*offset as u32, step(raw, *offset, &numbers, pool)?));
    }
    let mut handlers = Vec::new();
    for entry in &code.exception_table {
        let (from, to) = (usize::from(entry.start_pc), usize::from(entry.end_pc));
        let end = if to == bytes.len() { Some(raw.len()) } else { numbers.0.get(&to).copied() };
        let (Some(first), Some(end), true) = (numbers.0.get(&from), end, from < to) else {
            return Err(CodeError::Handler(entry.start_pc, entry.end_pc));
        };
        let target = numbers.at(from, i64::from(entry.handler_pc))?;
        handlers.push(Handler { from: *first, to: end, target, catches: pool.class_if_any(entry.catch_type)? });
    }
    // Lines are for people: an entry beyond the code or amid an instruction is not worth an error.
    let mut lines: Vec<(usize, u16)> =
        lines.into_iter().filter_map(|(offset, line)| Some((*numbers.0.get(&usize::from(offset))?, line))).collect();
    // Several entries for one instruction: the last of the file counts, as for HotSpot.
    lines.sort_by_key(|(instruction, _)| *instruction);
    lines.reverse();
    lines.dedup_by_key(|(instruction, _)| *instruction);
    lines.reverse();
    let (max_locals, max_stack) = (code.max_locals.into(), code.max_stack.into());
    let body = Body { instructions: Vec::new(), handlers, lines, max_locals, max_stack };
    if subroutines::has_any(&steps) { subroutines::inline(&steps, body) } else { plain(steps, body) }
}

/// The body of a method without subroutines, with its instructions.
fn plain(steps: Vec<(u32, Step)>, body: Body) -> Result<Body, CodeError> {
    let instruction = |(offset, step)| match step {
        Step::Does(operation) => Some(Instruction { offset, operation }),
        Step::Calls(_) | Step::Returns(_) => None,
    };
    let instructions: Vec<Instruction> = steps.into_iter().filter_map(instruction).collect();
    if instructions.last().is_none_or(|last| last.operation.falls_through()) {
        return Err(CodeError::FallsOff);
    }
    Ok(Body { instructions, ..body })
}

fn instructions(bytes: &[u8]) -> Result<Vec<(usize, Raw)>, CodeError> {
    let mut all = Vec::new();
    let mut offset = 0;
    while offset < bytes.len() {
        let rest = &bytes[offset..];
        if rest[0] == 0xaa && !fits(rest, offset) {
            return Err(CodeError::Instruction(offset));
        }
        let (after, raw) = instruction_parser(rest, offset).map_err(|_| CodeError::Instruction(offset))?;
        all.push((offset, raw));
        offset = bytes.len() - after.len();
    }
    Ok(all)
}

/// Whether a `tableswitch` has no more entries than there are bytes left.
fn fits(rest: &[u8], offset: usize) -> bool {
    let bounds = 1 + (4 - (offset + 1) % 4) % 4 + 4;
    let word = |at: usize| {
        let bytes = rest.get(at..at + 4)?;
        Some(i64::from(i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])))
    };
    match (word(bounds), word(bounds + 4)) {
        (Some(low), Some(high)) => low <= high && high - low < rest.len() as i64,
        _ => false,
    }
}

impl Numbers {
    /// The instruction at an offset.
    fn at(&self, from: usize, offset: i64) -> Result<usize, CodeError> {
        let found = usize::try_from(offset).ok().and_then(|offset| self.0.get(&offset));
        found.copied().ok_or(CodeError::Target(from, offset))
    }
}

fn step(raw: &Raw, at: usize, numbers: &Numbers, pool: &Pool) -> Result<Step, CodeError> {
    Ok(match raw {
        Raw::Jsr(by) => Step::Calls(numbers.at(at, at as i64 + i64::from(*by))?),
        Raw::JsrW(by) => Step::Calls(numbers.at(at, at as i64 + i64::from(*by))?),
        Raw::Ret(slot) => Step::Returns((*slot).into()),
        Raw::RetWide(slot) => Step::Returns(*slot),
        raw => Step::Does(operation(raw, at, numbers, pool)?),
    })
}

fn operation(raw: &Raw, at: usize, numbers: &Numbers, pool: &Pool) -> Result<Operation, CodeError> {
    use Kind::{Double, Float, Int, Long, Reference};
    use Operation as O;
    if let Some(simple) = simple(raw) {
        return Ok(simple);
    }
    let target = |by: i64| numbers.at(at, at as i64 + by);
    let branch = |condition, by: i16| Ok::<_, CodeError>(O::Branch(condition, target(by.into())?));
    let local = |kind: Kind, slot: u16| O::Load(kind, slot);
    let store = |kind: Kind, slot: u16| O::Store(kind, slot);
    Ok(match raw {
        Raw::Iload(slot) => local(Int, (*slot).into()),
        Raw::Lload(slot) => local(Long, (*slot).into()),
        Raw::Fload(slot) => local(Float, (*slot).into()),
        Raw::Dload(slot) => local(Double, (*slot).into()),
        Raw::Aload(slot) => local(Reference, (*slot).into()),
        Raw::IloadWide(slot) => local(Int, *slot),
        Raw::LloadWide(slot) => local(Long, *slot),
        Raw::FloadWide(slot) => local(Float, *slot),
        Raw::DloadWide(slot) => local(Double, *slot),
        Raw::AloadWide(slot) => local(Reference, *slot),
        Raw::Istore(slot) => store(Int, (*slot).into()),
        Raw::Lstore(slot) => store(Long, (*slot).into()),
        Raw::Fstore(slot) => store(Float, (*slot).into()),
        Raw::Dstore(slot) => store(Double, (*slot).into()),
        Raw::Astore(slot) => store(Reference, (*slot).into()),
        Raw::IstoreWide(slot) => store(Int, *slot),
        Raw::LstoreWide(slot) => store(Long, *slot),
        Raw::FstoreWide(slot) => store(Float, *slot),
        Raw::DstoreWide(slot) => store(Double, *slot),
        Raw::AstoreWide(slot) => store(Reference, *slot),
        Raw::Iinc { index, value } => O::Increment { slot: (*index).into(), by: (*value).into() },
        Raw::IincWide { index, value } => O::Increment { slot: *index, by: *value },
        Raw::Bipush(value) => O::Constant(Constant::Int((*value).into())),
        Raw::Sipush(value) => O::Constant(Constant::Int((*value).into())),
        Raw::Ldc(index) => one_word(pool.constant((*index).into())?, at)?,
        Raw::LdcW(index) => one_word(pool.constant(*index)?, at)?,
        Raw::Ldc2W(index) => match pool.constant(*index)? {
            constant if constant.kind().words() == 2 => O::Constant(constant),
            _ => return Err(CodeError::Operand(at)),
        },
        Raw::Getstatic(index) => O::GetField(pool.field(*index, true)?),
        Raw::Putstatic(index) => O::PutField(pool.field(*index, true)?),
        Raw::Getfield(index) => O::GetField(pool.field(*index, false)?),
        Raw::Putfield(index) => O::PutField(pool.field(*index, false)?),
        Raw::Invokestatic(index) => call(Call::Static, *index, at, pool)?,
        Raw::Invokespecial(index) => call(Call::Special, *index, at, pool)?,
        Raw::Invokevirtual(index) => call(Call::Virtual, *index, at, pool)?,
        Raw::Invokeinterface { index, .. } => call(Call::Interface, *index, at, pool)?,
        Raw::Invokedynamic(index) => O::InvokeDynamic(pool.dynamic_call(*index)?),
        Raw::New(index) => match pool.class(*index)? {
            class if class.starts_with('[') => return Err(CodeError::Operand(at)),
            class => O::New(class),
        },
        Raw::Newarray(kind) => O::NewArray { class: primitive_array(*kind, at)?, lengths: 1 },
        Raw::Anewarray(index) => O::NewArray { class: array_of(&pool.class(*index)?), lengths: 1 },
        Raw::Multianewarray { index, dimensions } => {
            let class = pool.class(*index)?;
            let deepest = class.bytes().take_while(|byte| *byte == b'[').count();
            if *dimensions == 0 || usize::from(*dimensions) > deepest {
                return Err(CodeError::Operand(at));
            }
            O::NewArray { class, lengths: *dimensions }
        }
        Raw::Checkcast(index) => O::CheckCast(pool.class(*index)?),
        Raw::Instanceof(index) => O::InstanceOf(pool.class(*index)?),
        Raw::Goto(by) => O::Goto(target((*by).into())?),
        Raw::GotoW(by) => O::Goto(target((*by).into())?),
        Raw::Ifeq(by) => branch(Condition::Zero(Comparison::Equal), *by)?,
        Raw::Ifne(by) => branch(Condition::Zero(Comparison::NotEqual), *by)?,
        Raw::Iflt(by) => branch(Condition::Zero(Comparison::Less), *by)?,
        Raw::Ifge(by) => branch(Condition::Zero(Comparison::GreaterOrEqual), *by)?,
        Raw::Ifgt(by) => branch(Condition::Zero(Comparison::Greater), *by)?,
        Raw::Ifle(by) => branch(Condition::Zero(Comparison::LessOrEqual), *by)?,
        Raw::IfIcmpeq(by) => branch(Condition::Ints(Comparison::Equal), *by)?,
        Raw::IfIcmpne(by) => branch(Condition::Ints(Comparison::NotEqual), *by)?,
        Raw::IfIcmplt(by) => branch(Condition::Ints(Comparison::Less), *by)?,
        Raw::IfIcmpge(by) => branch(Condition::Ints(Comparison::GreaterOrEqual), *by)?,
        Raw::IfIcmpgt(by) => branch(Condition::Ints(Comparison::Greater), *by)?,
        Raw::IfIcmple(by) => branch(Condition::Ints(Comparison::LessOrEqual), *by)?,
        Raw::IfAcmpeq(by) => branch(Condition::Same(true), *by)?,
        Raw::IfAcmpne(by) => branch(Condition::Same(false), *by)?,
        Raw::Ifnull(by) => branch(Condition::Null(true), *by)?,
        Raw::Ifnonnull(by) => branch(Condition::Null(false), *by)?,
        Raw::Lookupswitch { default, pairs } => {
            let cases = pairs.iter().map(|(number, by)| Ok((*number, target((*by).into())?)));
            O::Switch { cases: cases.collect::<Result<_, CodeError>>()?, default: target((*default).into())? }
        }
        Raw::Tableswitch { default, low, offsets, .. } => {
            let cases = (*low..=i32::MAX).zip(offsets).map(|(number, by)| Ok((number, target((*by).into())?)));
            O::Switch { cases: cases.collect::<Result<_, CodeError>>()?, default: target((*default).into())? }
        }
        _ => return Err(CodeError::Instruction(at)),
    })
}

/// Instructions without operands.
fn simple(raw: &Raw) -> Option<Operation> {
    use Kind::{Double, Float, Int, Long, Reference};
    use Operation as O;
    use Operator::{
        Add, And, Divide, Multiply, Negate, Or, Remainder, ShiftLeft, ShiftRight, ShiftRightUnsigned, Subtract, Xor,
    };
    let int = |value| O::Constant(Constant::Int(value));
    let float = |value: f32| O::Constant(Constant::Float(value.to_bits()));
    let double = |value: f64| O::Constant(Constant::Double(value.to_bits()));
    Some(match raw {
        Raw::Nop => O::Nop,
        Raw::Aconstnull => O::Constant(Constant::Null),
        Raw::Iconstm1 => int(-1),
        Raw::Iconst0 => int(0),
        Raw::Iconst1 => int(1),
        Raw::Iconst2 => int(2),
        Raw::Iconst3 => int(3),
        Raw::Iconst4 => int(4),
        Raw::Iconst5 => int(5),
        Raw::Lconst0 => O::Constant(Constant::Long(0)),
        Raw::Lconst1 => O::Constant(Constant::Long(1)),
        Raw::Fconst0 => float(0.0),
        Raw::Fconst1 => float(1.0),
        Raw::Fconst2 => float(2.0),
        Raw::Dconst0 => double(0.0),
        Raw::Dconst1 => double(1.0),
        Raw::Iload0 => O::Load(Int, 0),
        Raw::Iload1 => O::Load(Int, 1),
        Raw::Iload2 => O::Load(Int, 2),
        Raw::Iload3 => O::Load(Int, 3),
        Raw::Lload0 => O::Load(Long, 0),
        Raw::Lload1 => O::Load(Long, 1),
        Raw::Lload2 => O::Load(Long, 2),
        Raw::Lload3 => O::Load(Long, 3),
        Raw::Fload0 => O::Load(Float, 0),
        Raw::Fload1 => O::Load(Float, 1),
        Raw::Fload2 => O::Load(Float, 2),
        Raw::Fload3 => O::Load(Float, 3),
        Raw::Dload0 => O::Load(Double, 0),
        Raw::Dload1 => O::Load(Double, 1),
        Raw::Dload2 => O::Load(Double, 2),
        Raw::Dload3 => O::Load(Double, 3),
        Raw::Aload0 => O::Load(Reference, 0),
        Raw::Aload1 => O::Load(Reference, 1),
        Raw::Aload2 => O::Load(Reference, 2),
        Raw::Aload3 => O::Load(Reference, 3),
        Raw::Istore0 => O::Store(Int, 0),
        Raw::Istore1 => O::Store(Int, 1),
        Raw::Istore2 => O::Store(Int, 2),
        Raw::Istore3 => O::Store(Int, 3),
        Raw::Lstore0 => O::Store(Long, 0),
        Raw::Lstore1 => O::Store(Long, 1),
        Raw::Lstore2 => O::Store(Long, 2),
        Raw::Lstore3 => O::Store(Long, 3),
        Raw::Fstore0 => O::Store(Float, 0),
        Raw::Fstore1 => O::Store(Float, 1),
        Raw::Fstore2 => O::Store(Float, 2),
        Raw::Fstore3 => O::Store(Float, 3),
        Raw::Dstore0 => O::Store(Double, 0),
        Raw::Dstore1 => O::Store(Double, 1),
        Raw::Dstore2 => O::Store(Double, 2),
        Raw::Dstore3 => O::Store(Double, 3),
        Raw::Astore0 => O::Store(Reference, 0),
        Raw::Astore1 => O::Store(Reference, 1),
        Raw::Astore2 => O::Store(Reference, 2),
        Raw::Astore3 => O::Store(Reference, 3),
        Raw::Iaload => O::ArrayLoad(Element::Int),
        Raw::Laload => O::ArrayLoad(Element::Long),
        Raw::Faload => O::ArrayLoad(Element::Float),
        Raw::Daload => O::ArrayLoad(Element::Double),
        Raw::Aaload => O::ArrayLoad(Element::Reference),
        Raw::Baload => O::ArrayLoad(Element::ByteOrBoolean),
        Raw::Caload => O::ArrayLoad(Element::Char),
        Raw::Saload => O::ArrayLoad(Element::Short),
        Raw::Iastore => O::ArrayStore(Element::Int),
        Raw::Lastore => O::ArrayStore(Element::Long),
        Raw::Fastore => O::ArrayStore(Element::Float),
        Raw::Dastore => O::ArrayStore(Element::Double),
        Raw::Aastore => O::ArrayStore(Element::Reference),
        Raw::Bastore => O::ArrayStore(Element::ByteOrBoolean),
        Raw::Castore => O::ArrayStore(Element::Char),
        Raw::Sastore => O::ArrayStore(Element::Short),
        Raw::Pop => O::Shuffle(Shuffle::POP),
        Raw::Pop2 => O::Shuffle(Shuffle::POP2),
        Raw::Dup => O::Shuffle(Shuffle::DUP),
        Raw::Dupx1 => O::Shuffle(Shuffle::DUP_X1),
        Raw::Dupx2 => O::Shuffle(Shuffle::DUP_X2),
        Raw::Dup2 => O::Shuffle(Shuffle::DUP2),
        Raw::Dup2x1 => O::Shuffle(Shuffle::DUP2_X1),
        Raw::Dup2x2 => O::Shuffle(Shuffle::DUP2_X2),
        Raw::Swap => O::Shuffle(Shuffle::SWAP),
        Raw::Iadd => O::Arithmetic(Add, Int),
        Raw::Ladd => O::Arithmetic(Add, Long),
        Raw::Fadd => O::Arithmetic(Add, Float),
        Raw::Dadd => O::Arithmetic(Add, Double),
        Raw::Isub => O::Arithmetic(Subtract, Int),
        Raw::Lsub => O::Arithmetic(Subtract, Long),
        Raw::Fsub => O::Arithmetic(Subtract, Float),
        Raw::Dsub => O::Arithmetic(Subtract, Double),
        Raw::Imul => O::Arithmetic(Multiply, Int),
        Raw::Lmul => O::Arithmetic(Multiply, Long),
        Raw::Fmul => O::Arithmetic(Multiply, Float),
        Raw::Dmul => O::Arithmetic(Multiply, Double),
        Raw::Idiv => O::Arithmetic(Divide, Int),
        Raw::Ldiv => O::Arithmetic(Divide, Long),
        Raw::Fdiv => O::Arithmetic(Divide, Float),
        Raw::Ddiv => O::Arithmetic(Divide, Double),
        Raw::Irem => O::Arithmetic(Remainder, Int),
        Raw::Lrem => O::Arithmetic(Remainder, Long),
        Raw::Frem => O::Arithmetic(Remainder, Float),
        Raw::Drem => O::Arithmetic(Remainder, Double),
        Raw::Ineg => O::Arithmetic(Negate, Int),
        Raw::Lneg => O::Arithmetic(Negate, Long),
        Raw::Fneg => O::Arithmetic(Negate, Float),
        Raw::Dneg => O::Arithmetic(Negate, Double),
        Raw::Ishl => O::Arithmetic(ShiftLeft, Int),
        Raw::Lshl => O::Arithmetic(ShiftLeft, Long),
        Raw::Ishr => O::Arithmetic(ShiftRight, Int),
        Raw::Lshr => O::Arithmetic(ShiftRight, Long),
        Raw::Iushr => O::Arithmetic(ShiftRightUnsigned, Int),
        Raw::Lushr => O::Arithmetic(ShiftRightUnsigned, Long),
        Raw::Iand => O::Arithmetic(And, Int),
        Raw::Land => O::Arithmetic(And, Long),
        Raw::Ior => O::Arithmetic(Or, Int),
        Raw::Lor => O::Arithmetic(Or, Long),
        Raw::Ixor => O::Arithmetic(Xor, Int),
        Raw::Lxor => O::Arithmetic(Xor, Long),
        Raw::I2l => O::Convert(Type::Int, Type::Long),
        Raw::I2f => O::Convert(Type::Int, Type::Float),
        Raw::I2d => O::Convert(Type::Int, Type::Double),
        Raw::L2i => O::Convert(Type::Long, Type::Int),
        Raw::L2f => O::Convert(Type::Long, Type::Float),
        Raw::L2d => O::Convert(Type::Long, Type::Double),
        Raw::F2i => O::Convert(Type::Float, Type::Int),
        Raw::F2l => O::Convert(Type::Float, Type::Long),
        Raw::F2d => O::Convert(Type::Float, Type::Double),
        Raw::D2i => O::Convert(Type::Double, Type::Int),
        Raw::D2l => O::Convert(Type::Double, Type::Long),
        Raw::D2f => O::Convert(Type::Double, Type::Float),
        Raw::I2b => O::Convert(Type::Int, Type::Byte),
        Raw::I2c => O::Convert(Type::Int, Type::Char),
        Raw::I2s => O::Convert(Type::Int, Type::Short),
        Raw::Lcmp => O::Compare(Long),
        Raw::Fcmpl | Raw::Fcmpg => O::Compare(Float),
        Raw::Dcmpl | Raw::Dcmpg => O::Compare(Double),
        Raw::Ireturn => O::Return(Some(Int)),
        Raw::Lreturn => O::Return(Some(Long)),
        Raw::Freturn => O::Return(Some(Float)),
        Raw::Dreturn => O::Return(Some(Double)),
        Raw::Areturn => O::Return(Some(Reference)),
        Raw::Return => O::Return(None),
        Raw::Arraylength => O::ArrayLength,
        Raw::Athrow => O::Throw,
        Raw::Monitorenter => O::MonitorEnter,
        Raw::Monitorexit => O::MonitorExit,
        _ => return None,
    })
}

fn one_word(constant: Constant, at: usize) -> Result<Operation, CodeError> {
    if constant.kind().words() == 1 { Ok(Operation::Constant(constant)) } else { Err(CodeError::Operand(at)) }
}

/// Only `invokespecial` calls constructors, and only `invokeinterface` what is named as an interface's alone.
fn call(kind: Call, index: u16, at: usize, pool: &Pool) -> Result<Operation, CodeError> {
    let method = pool.method(index)?;
    let fits = match kind {
        Call::Interface => method.of_interface,
        Call::Virtual => !method.of_interface,
        Call::Static | Call::Special => true,
    };
    let is_constructor = method.name.starts_with('<');
    if fits && (!is_constructor || kind == Call::Special) {
        Ok(Operation::Invoke(kind, method))
    } else {
        Err(CodeError::Operand(at))
    }
}

fn primitive_array(kind: u8, at: usize) -> Result<Name, CodeError> {
    let class = match kind {
        4 => "[Z",
        5 => "[C",
        6 => "[F",
        7 => "[D",
        8 => "[B",
        9 => "[S",
        10 => "[I",
        11 => "[J",
        _ => return Err(CodeError::Operand(at)),
    };
    Ok(class.into())
}

fn array_of(class: &str) -> Name {
    if class.starts_with('[') { format!("[{class}").into() } else { format!("[L{class};").into() }
}
