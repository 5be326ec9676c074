//! Straight-line code: the instructions that generated methods need on top of those of [`Snippet`], and whole methods.

use crate::descriptor::{Kind, Signature};
use crate::error::{Failure, RewriteError};
use crate::instruction::op;
use crate::pool::{Named, Pool, tag};
use crate::reader::Write;
use crate::snippet::Snippet;

/// The most slots that the parameters of a method can take, with the receiver.
pub(super) const MOST_SLOTS: u16 = 255;

/// Opcodes that only generated code uses.
const LDC2_W: u8 = 20;
const NEW: u8 = 187;
const ANEWARRAY: u8 = 189;
const AASTORE: u8 = 83;
const CHECKCAST: u8 = 192;

/// The kind of a type in a descriptor; `None` for `void`.
pub(super) fn kind(descriptor: &[u8]) -> Result<Option<Kind>, RewriteError> {
    if descriptor == b"V" { Ok(None) } else { Kind::of_field(descriptor).map(Some) }
}

/// The type of the objects of a class, as in descriptors. The class may be an array.
pub(super) fn type_of(class: &[u8]) -> Vec<u8> {
    if class.starts_with(b"[") { class.to_vec() } else { [b"L", class, b";"].concat() }
}

/// The class that a type in a descriptor names, if it is a reference.
pub(super) fn class_of(descriptor: &[u8]) -> Option<&[u8]> {
    match descriptor {
        [b'L', name @ .., b';'] => Some(name),
        [b'[', ..] => Some(descriptor),
        _ => None,
    }
}

/// A method descriptor.
pub(super) fn descriptor<'d>(parameters: impl IntoIterator<Item = &'d [u8]>, result: &[u8]) -> Vec<u8> {
    let mut all = vec![b'('];
    parameters.into_iter().for_each(|parameter| all.extend_from_slice(parameter));
    all.push(b')');
    all.extend_from_slice(result);
    all
}

/// An instruction that names a constant.
fn naming(piece: &mut Snippet, opcode: u8, constant: u16, slots: i32) {
    piece.op(opcode, slots);
    piece.bytes.u2(constant);
}

/// Pushes an uninitialised object twice.
pub(super) fn new_object(piece: &mut Snippet, pool: &mut Pool<'_>, class: &[u8]) -> Result<(), RewriteError> {
    let class = pool.add_class(class)?;
    naming(piece, NEW, class, 1);
    piece.dup(Kind::Reference);
    Ok(())
}

pub(super) fn new_array(piece: &mut Snippet, pool: &mut Pool<'_>, class: &[u8]) -> Result<(), RewriteError> {
    let class = pool.add_class(class)?;
    naming(piece, ANEWARRAY, class, 0);
    Ok(())
}

/// Pops a reference, an index, and an array of references.
pub(super) fn store_element(piece: &mut Snippet) {
    piece.op(AASTORE, -3);
}

pub(super) fn check_cast(piece: &mut Snippet, pool: &mut Pool<'_>, class: &[u8]) -> Result<(), RewriteError> {
    let class = pool.add_class(class)?;
    naming(piece, CHECKCAST, class, 0);
    Ok(())
}

/// Pushes a constant of two slots.
pub(super) fn wide_constant(piece: &mut Snippet, constant: u16) {
    naming(piece, LDC2_W, constant, 2);
}

/// Reads or writes a field.
pub(super) fn field(
    piece: &mut Snippet,
    pool: &mut Pool<'_>,
    opcode: u8,
    member: Named<'_>,
) -> Result<(), RewriteError> {
    let slots = i32::from(Kind::of_field(member.descriptor)?.slots());
    let number = pool.add_member(tag::FIELD, member)?;
    let change = match opcode {
        op::GETSTATIC => slots,
        op::PUTSTATIC => -slots,
        op::GETFIELD => slots - 1,
        _ => -slots - 1,
    };
    naming(piece, opcode, number, change);
    Ok(())
}

/// Calls the method of a constant.
pub(super) fn call_constant(
    piece: &mut Snippet,
    opcode: u8,
    constant: u16,
    descriptor: &[u8],
) -> Result<(), RewriteError> {
    let signature = Signature::parse(descriptor)?;
    let receiver = usize::from(opcode != op::INVOKESTATIC);
    let slots = u8::try_from(signature.slots() + receiver);
    let slots = slots.map_err(|_| RewriteError::Malformed("a call with too many arguments"))?;
    naming(piece, opcode, constant, i32::from(signature.result_slots()) - i32::from(slots));
    if opcode == op::INVOKEINTERFACE {
        piece.bytes.u2(u16::from(slots) << 8);
    }
    Ok(())
}

/// Calls a method of a class.
pub(super) fn call(
    piece: &mut Snippet,
    pool: &mut Pool<'_>,
    opcode: u8,
    method: Named<'_>,
) -> Result<(), RewriteError> {
    let number = pool.add_member(tag::METHOD, method)?;
    call_constant(piece, opcode, number, method.descriptor)
}

/// Loads parameters that lie in locals one after the other; returns the next local.
pub(super) fn load_all<'d>(
    piece: &mut Snippet,
    parameters: impl IntoIterator<Item = &'d [u8]>,
    first: u16,
) -> Result<u16, RewriteError> {
    let mut local = first;
    for parameter in parameters {
        let kind = Kind::of_field(parameter)?;
        piece.load(kind, local);
        local = local.saturating_add(kind.slots());
    }
    Ok(local)
}

/// Returns from a method with what is on top of the stack.
pub(super) fn give_back(piece: &mut Snippet, result: &[u8]) -> Result<(), RewriteError> {
    let distance = match kind(result)? {
        Some(Kind::Int) => 0,
        Some(Kind::Long) => 1,
        Some(Kind::Float) => 2,
        Some(Kind::Double) => 3,
        Some(Kind::Reference) => 4,
        None => 5,
    };
    piece.op(op::IRETURN + distance, 0);
    Ok(())
}

/// What a method is called and how it may be used.
pub(super) struct Head<'h> {
    pub(super) access: u16,
    pub(super) name: &'h [u8],
    pub(super) descriptor: &'h [u8],
    pub(super) is_static: bool,
    /// The line that all of its code belongs to.
    pub(super) line: Option<u16>,
}

/// Writes a method whose code is straight.
pub(super) fn method(pool: &mut Pool<'_>, head: &Head<'_>, code: &Snippet) -> Result<Vec<u8>, Failure> {
    let slots = Signature::parse(head.descriptor)?.slots() + usize::from(!head.is_static);
    let locals = u16::try_from(slots).ok().filter(|&slots| slots <= MOST_SLOTS);
    let locals = locals.ok_or(Failure::Skip("a generated method with too many parameters"))?;
    let stack = u16::try_from(code.peak).map_err(|_| Failure::Skip("a generated method with too much stack"))?;
    let mut body = Vec::with_capacity(code.bytes.len() + 40);
    body.u2(stack);
    body.u2(locals);
    body.u4(u32::try_from(code.bytes.len()).unwrap_or(u32::MAX));
    body.extend_from_slice(&code.bytes);
    body.u2(0);
    match head.line {
        None => body.u2(0),
        Some(line) => {
            body.u2(1);
            body.u2(pool.add_utf8(b"LineNumberTable")?);
            body.u4(6);
            body.u2(1);
            body.u2(0);
            body.u2(line);
        }
    }
    let mut out = Vec::with_capacity(body.len() + 14);
    out.u2(head.access);
    out.u2(pool.add_utf8(head.name)?);
    out.u2(pool.add_utf8(head.descriptor)?);
    out.u2(1);
    out.u2(pool.add_utf8(b"Code")?);
    out.u4(u32::try_from(body.len()).unwrap_or(u32::MAX));
    out.extend_from_slice(&body);
    Ok(out)
}
