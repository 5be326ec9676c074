//! Methods that are too long with their hooks: what belongs to one instruction moves out of line, into a method of its own.
//!
//! A call takes three bytes, as many as most instructions with hooks have without them. So an instruction and everything inserted around it
//! become one call of a static method that is added to the class (`mcr$hook$N`): it gets what the instruction would pop, does what would have
//! stood in its place, and returns what the instruction would push. Constants that are pushed right before it move along, so that
//! the code that fills an array shrinks. Nothing in such a method branches, so it needs no frames; and its temporaries are
//! the same locals as before, because its parameters are on the stack before any of them is written.
//!
//! Where an array is filled element by element, one method fills a part of it: the constant pool would soon be full otherwise. For the same reason the
//! methods of different types have the same names.
//!
//! The types of what is on the stack are known only as far as the instruction names them. Where that is not enough (a protected member of a
//! superclass, an element of an array of objects) or where the instruction may not move (a final field, a constructor), it stays,
//! and the call gets copies of what it pops.
//!
//! Invariant: hooks are called in the same order with the same arguments as inline.

use crate::code::Code;
use crate::descriptor::{Kind, Signature};
use crate::editor::Context;
use crate::error::Failure;
use crate::insert::Insertions;
use crate::instruction::op;
use crate::pool::{Named, tag};
use crate::reader::Write;
use crate::snippet::Snippet;

const PRIVATE_STATIC_SYNTHETIC: u16 = 0x100A;
/// The first version whose interfaces can have private static methods.
const INTERFACE_METHODS: u16 = 52;
const OBJECT: &[u8] = b"Ljava/lang/Object;";
const OBJECTS: &[u8] = b"[Ljava/lang/Object;";
/// Hooks that access an element of an array of bytes or booleans, which the instruction does not tell apart.
const LOAD_BYTE: (&str, &[u8]) = ("loadByte", b"(Ljava/lang/Object;I)I");
const STORE_BYTE: (&str, &[u8]) = ("storeByte", b"(Ljava/lang/Object;II)V");

/// Begins the names of the methods that are added.
pub const OUTLINED: &str = "mcr$hook$";

/// What is known of a class that methods are added to.
pub(crate) struct Outlines<'a> {
    /// The methods made so far.
    pub(crate) methods: Vec<Outline>,
    pub(crate) interface: bool,
    pub(crate) super_class: &'a [u8],
    /// The names of the static final fields of the class.
    pub(crate) constants: Vec<&'a [u8]>,
}

/// A method that is added.
pub(crate) struct Outline {
    /// As numbers of constants: its name and its type, and the names of its attributes.
    name: u16,
    descriptor: u16,
    code_attribute: u16,
    lines_attribute: u16,
    stack: u16,
    locals: u16,
    /// Without the return at its end.
    code: Vec<u8>,
    result: Option<Kind>,
    /// Offsets, and lines of the source.
    lines: Vec<(u16, u16)>,
}

impl Outline {
    /// Writes it as it is in the class file.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut end = Snippet::default();
        end.leave(self.result);
        let length = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX);
        let table = 2 + 4 * self.lines.len();
        let code = self.code.len() + end.bytes.len();
        out.u2(PRIVATE_STATIC_SYNTHETIC);
        out.u2(self.name);
        out.u2(self.descriptor);
        out.u2(1);
        out.u2(self.code_attribute);
        out.u4(length(12 + code + 6 + table));
        out.u2(self.stack);
        out.u2(self.locals);
        out.u4(length(code));
        out.extend_from_slice(&self.code);
        out.extend_from_slice(&end.bytes);
        out.u2(0);
        out.u2(1);
        out.u2(self.lines_attribute);
        out.u4(length(table));
        out.u2(u16::try_from(self.lines.len()).unwrap_or(u16::MAX));
        for (offset, line) in &self.lines {
            out.u2(*offset);
            out.u2(*line);
        }
    }
}

/// The part of an array that a method fills so far: the instruction that ends it, and the type of the array.
struct Run {
    last: usize,
    array: Vec<u8>,
}

/// Code of a method that fills a part of an array; longer methods are not compiled by the JVM.
const MOST_OF_RUN: usize = 7_500;

/// How an instruction is moved out of line.
enum Shape {
    /// All of it: the types that it pops and the one that it pushes.
    Whole { pops: Vec<u8>, pushes: Vec<u8> },
    /// The hook before it, with copies of the topmost values, made by this instruction.
    Before { copy: Option<u8>, pops: Vec<u8> },
    /// It is done out of line with copies, and once more where it was: nobody can tell.
    Twice { copy: u8, pops: Vec<u8> },
    /// Out of line, a hook does it.
    Hook { pops: &'static [u8], pushes: &'static [u8], hook: (&'static str, &'static [u8]) },
    /// It stays as it is.
    Inline,
}

impl<'a> Outlines<'a> {
    /// Moves what is inserted into a method out of line wherever that makes the method shorter.
    pub(crate) fn outline(
        &mut self,
        context: &mut Context<'_, 'a>,
        code: &Code<'a>,
        lines: &[(u16, u16)],
        frames: &[usize],
        insertions: &mut Insertions,
    ) -> Result<(), Failure> {
        if self.interface && context.major < INTERFACE_METHODS {
            return Err(Failure::Skip("an interface that cannot have methods for hooks"));
        }
        let labels = labels(code, frames);
        let mut run: Option<Run> = None;
        for (index, instruction) in code.instructions.list.iter().enumerate() {
            let edit = &insertions.edits[index];
            let bare = edit.before.is_empty() && edit.replacement.is_none() && edit.after.is_empty();
            if bare || edit.leaves || edit.bare_after {
                continue;
            }
            let mut work = edit.before.clone();
            let (copy, pops, pushes, mut constants) = match self.shape(context, index, code, insertions)? {
                Shape::Inline => continue,
                Shape::Whole { pops, pushes } => {
                    work.extend_from_slice(edit.replacement.as_deref().unwrap_or(instruction.bytes));
                    work.extend_from_slice(&edit.after);
                    (None, pops, pushes, Some(Vec::new()))
                }
                Shape::Hook { pops, pushes, hook: (name, descriptor) } => {
                    let mut call = Snippet::default();
                    call.hook(&mut context.pool, context.policy.hooks(), name, descriptor)?;
                    work.extend_from_slice(&call.bytes);
                    work.extend_from_slice(&edit.after);
                    (None, pops.to_vec(), pushes.to_vec(), Some(Vec::new()))
                }
                Shape::Before { copy, pops } => (copy, pops, b"V".to_vec(), None),
                Shape::Twice { copy, pops } => {
                    work.extend_from_slice(instruction.bytes);
                    work.extend_from_slice(&edit.after);
                    (Some(copy), pops, b"V".to_vec(), None)
                }
            };
            let whole = constants.is_some();
            // Constants that only this instruction can find on the stack.
            let declared = [b"(", pops.as_slice(), b")", pushes.as_slice()].concat();
            let signature = Signature::parse(&declared)?;
            let mut kept = signature.parameters.as_slice();
            let mut first = index;
            while let (Some(moved), Some((_, rest)), Some(before)) =
                (&mut constants, kept.split_last(), first.checked_sub(1))
            {
                let push = &code.instructions.list[before];
                let edit = &insertions.edits[before];
                let plain = edit.before.is_empty()
                    && edit.after.is_empty()
                    && edit.replacement.is_none()
                    && edit.visited.is_empty();
                if labels[first] || !plain || !edit.caught.is_empty() || !is_constant(push.opcode) {
                    break;
                }
                moved.splice(0..0, push.bytes.iter().copied());
                (kept, first) = (rest, before);
            }
            let mut body = Snippet::default();
            let mut local = 0_u16;
            for parameter in kept {
                body.load(parameter.kind, local);
                local = local.saturating_add(parameter.kind.slots());
            }
            body.bytes.append(&mut constants.unwrap_or_default());
            body.bytes.append(&mut work);
            let stack = u16::try_from(signature.slots()).unwrap_or(u16::MAX).saturating_add(4);
            let stack = stack.saturating_add(insertions.extra_stack);
            let locals = local.max(code.max_locals.saturating_add(insertions.temporaries));
            let inside: Vec<u8> = kept.iter().flat_map(|parameter| parameter.descriptor).copied().collect();
            let descriptor = [b"(", inside.as_slice(), b")", pushes.as_slice()].concat();
            let line = lines.partition_point(|line| u32::from(line.0) <= instruction.offset).checked_sub(1);
            let line = line.map(|line| lines[line].1);
            let fills = whole && pushes == b"V" && inside.starts_with(b"[") && kept.len() == 1;
            let dup = first.checked_sub(1).filter(|&dup| fills && code.instructions.list[dup].opcode == op::DUP);
            let goes_on = |run: &Run, dup: usize| {
                run.last + 1 == dup && run.array == inside && !labels[dup..=first].contains(&true)
            };
            if let (Some(dup), Some(open), Some(method)) = (dup, &run, self.methods.last_mut())
                && goes_on(open, dup)
                && method.code.len() + body.bytes.len() < MOST_OF_RUN
            {
                method.stack = method.stack.max(stack);
                method.add(&body.bytes, line);
                for edit in &mut insertions.edits[dup..=index] {
                    (edit.before, edit.replacement, edit.after) = (Vec::new(), Some(Vec::new()), Vec::new());
                }
                run = Some(Run { last: index, array: inside });
                continue;
            }
            let number = self.declare(context, &descriptor, stack, locals, signature.result)?;
            if let Some(method) = self.methods.last_mut() {
                method.add(&body.bytes, line);
            }
            run = fills.then_some(Run { last: index, array: inside });
            let mut call: Vec<u8> = copy.into_iter().collect();
            call.u1(op::INVOKESTATIC);
            call.u2(number);
            let twice = matches!(copy, Some(op::DUP2)) && instruction.opcode == AALOAD;
            for edit in &mut insertions.edits[first..index] {
                edit.replacement = Some(Vec::new());
            }
            let edit = &mut insertions.edits[index];
            if whole {
                (edit.before, edit.replacement, edit.after) = (Vec::new(), Some(call), Vec::new());
            } else {
                edit.before = call;
                if twice {
                    edit.after.clear();
                }
            }
        }
        // A copy of two slots for the call.
        insertions.extra_stack = insertions.extra_stack.saturating_add(2);
        Ok(())
    }

    /// How the instruction at an index is moved.
    fn shape(
        &self,
        context: &Context<'_, 'a>,
        index: usize,
        code: &Code<'a>,
        insertions: &Insertions,
    ) -> Result<Shape, Failure> {
        let instruction = &code.instructions.list[index];
        let whole = |pops: &[&[u8]], pushes: &[u8]| Shape::Whole { pops: pops.concat(), pushes: pushes.to_vec() };
        let object = |class: &[u8]| [b"L", class, b";"].concat();
        let member = || context.pool.member(instruction.constant());
        Ok(match instruction.opcode {
            op::GETSTATIC => whole(&[], member()?.descriptor),
            op::PUTSTATIC => {
                let field = member()?;
                if field.owner == context.name && self.constants.contains(&field.name) {
                    let wide = Kind::of_field(field.descriptor)?.slots() == 2;
                    before(if wide { op::DUP2 } else { op::DUP }, field.descriptor)
                } else {
                    whole(&[field.descriptor], b"V")
                }
            }
            op::GETFIELD => {
                let field = member()?;
                match field.owner == self.super_class {
                    true => before(op::DUP, OBJECT),
                    false => whole(&[&object(field.owner)], field.descriptor),
                }
            }
            op::PUTFIELD => {
                let field = member()?;
                let is_final = field.owner == context.name && context.finals.contains(&field.name);
                if !is_final && field.owner != self.super_class {
                    whole(&[&object(field.owner), field.descriptor], b"V")
                } else if Kind::of_field(field.descriptor)?.slots() == 1 {
                    before(op::DUP2, &[OBJECT, field.descriptor].concat())
                } else {
                    Shape::Inline
                }
            }
            AALOAD => Shape::Twice { copy: op::DUP2, pops: [OBJECTS, b"I"].concat() },
            BALOAD => Shape::Hook { pops: b"Ljava/lang/Object;I", pushes: b"I", hook: LOAD_BYTE },
            BASTORE => Shape::Hook { pops: b"Ljava/lang/Object;II", pushes: b"V", hook: STORE_BYTE },
            AASTORE => whole(&[OBJECTS, b"I", OBJECT], b"V"),
            opcode @ op::IALOAD..=op::SALOAD => {
                let (element, value) = ELEMENTS[usize::from(opcode - op::IALOAD)];
                whole(&[b"[", element, b"I"], value)
            }
            opcode @ op::IASTORE..=op::SASTORE => {
                let (element, value) = ELEMENTS[usize::from(opcode - op::IASTORE)];
                whole(&[b"[", element, b"I", value], b"V")
            }
            opcode @ op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
                let method = member()?;
                let signature = Signature::parse(method.descriptor)?;
                // It may be protected.
                let inherited = method.owner == self.super_class || method.owner == b"java/lang/Object";
                match opcode {
                    _ if method.name == b"<init>" || method.owner.starts_with(b"[") => Shape::Inline,
                    op::INVOKEVIRTUAL if inherited => Shape::Inline,
                    op::INVOKESTATIC => whole(&[signature.inside], signature.after),
                    op::INVOKESPECIAL => whole(&[&object(context.name), signature.inside], signature.after),
                    _ => whole(&[&object(method.owner), signature.inside], signature.after),
                }
            }
            op::INVOKEDYNAMIC => {
                let (_, _, descriptor) = context.pool.invoke_dynamic(instruction.constant())?;
                let signature = Signature::parse(descriptor)?;
                whole(&[signature.inside], signature.after)
            }
            op::NEW => Shape::Before { copy: None, pops: Vec::new() },
            op::MONITORENTER | op::MONITOREXIT if insertions.edits[index].replacement.is_some() => {
                whole(&[OBJECT], b"V")
            }
            _ => Shape::Inline,
        })
    }

    /// Adds a method to the class, without code; the number of its constant.
    fn declare(
        &mut self,
        context: &mut Context<'_, 'a>,
        descriptor: &[u8],
        stack: u16,
        locals: u16,
        result: Option<Kind>,
    ) -> Result<u16, Failure> {
        let pool = &mut context.pool;
        let descriptor_number = pool.add_utf8(descriptor)?;
        let same = self.methods.iter().filter(|method| method.descriptor == descriptor_number).count();
        let name = format!("{OUTLINED}{same}").into_bytes();
        let kind = if self.interface { tag::INTERFACE_METHOD } else { tag::METHOD };
        let number = pool.add_member(kind, Named { owner: context.name, name: &name, descriptor })?;
        self.methods.push(Outline {
            name: pool.add_utf8(&name)?,
            descriptor: descriptor_number,
            code_attribute: pool.add_utf8(b"Code")?,
            lines_attribute: pool.add_utf8(b"LineNumberTable")?,
            stack,
            locals,
            code: Vec::new(),
            result,
            lines: Vec::new(),
        });
        Ok(number)
    }
}

impl Outline {
    /// Adds to its code.
    fn add(&mut self, code: &[u8], line: Option<u16>) {
        if let (Some(line), Ok(offset)) = (line, u16::try_from(self.code.len())) {
            self.lines.push((offset, line));
        }
        self.code.extend_from_slice(code);
    }
}

const AALOAD: u8 = op::IALOAD + 4;
const BALOAD: u8 = op::IALOAD + 5;
const AASTORE: u8 = op::IASTORE + 4;
const BASTORE: u8 = op::IASTORE + 5;

/// The types of elements and of their values on the stack, in the order of the opcodes; those of references and bytes are not looked at.
const ELEMENTS: [(&[u8], &[u8]); 8] =
    [(b"I", b"I"), (b"J", b"J"), (b"F", b"F"), (b"D", b"D"), (b"", b""), (b"", b""), (b"C", b"I"), (b"S", b"I")];

/// The hook before an instruction, with copies of what is on the stack; `pops` are their types.
fn before(copy: u8, pops: &[u8]) -> Shape {
    Shape::Before { copy: Some(copy), pops: pops.to_vec() }
}

/// Whether an instruction does nothing but push a constant.
fn is_constant(opcode: u8) -> bool {
    const DCONST_1: u8 = 15;
    const LDC2_W: u8 = 20;
    (op::ACONST_NULL..=DCONST_1).contains(&opcode) || (op::BIPUSH..=LDC2_W).contains(&opcode)
}

/// Which instructions control may come to from elsewhere or have a frame, or where an exception handler begins or ends to cover.
fn labels(code: &Code<'_>, frames: &[usize]) -> Vec<bool> {
    let list = &code.instructions.list;
    let mut labels = vec![false; list.len() + 1];
    for instruction in list {
        instruction.targets().for_each(|target| labels[target] = true);
    }
    for &at in frames {
        labels[at] = true;
    }
    for handler in &code.handlers {
        for at in [handler.range.start, handler.range.end, handler.target] {
            labels[at] = true;
        }
    }
    labels
}
