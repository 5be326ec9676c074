//! The StackMapTable: each frame in full while the code moves, written as differences again afterwards.
//!
//! Inserted code changes no frame, as its temporaries are dead wherever a frame is. New frames are only needed where the
//! rewriter makes a new target: at its handlers, after what it jumps over at the start of a method and at the head of a loop, and on the
//! islands of far jumps.

use crate::code::Code;
use crate::descriptor::Signature;
use crate::error::{Failure, RewriteError};
use crate::pool::Pool;
use crate::reader::{Reader, Write};
use std::rc::Rc;

/// The first version whose classes have StackMapTables.
pub(crate) const FIRST_VERSION: u16 = 50;
/// So many types in the frames of one method are more than any compiler makes.
const MOST_TYPES: usize = 8_000_000;

/// A verification type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// Top, Integer, Float, Double, Long, Null, UninitializedThis: the tag says it all.
    Simple(u8),
    /// An object: the number of the class.
    Object(u16),
    /// An object that was made by this instruction, and is not initialised.
    Uninitialized(usize),
    /// The type of this element of the frame that a method starts with, which may have no constant.
    Initial(usize),
}

const TOP: Type = Type::Simple(0);
const INTEGER: Type = Type::Simple(1);
const FLOAT: Type = Type::Simple(2);
const DOUBLE: Type = Type::Simple(3);
const LONG: Type = Type::Simple(4);
const UNINITIALIZED_THIS: Type = Type::Simple(6);

impl Type {
    /// Slots in the locals.
    pub(crate) fn slots(self) -> u16 {
        if self == LONG || self == DOUBLE { 2 } else { 1 }
    }
}

/// A frame in full.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) locals: Rc<[Type]>,
    pub(crate) stack: Vec<Type>,
}

impl Frame {
    /// The same with an `int` in this local, which the frame does not reach.
    pub(crate) fn with_int(&self, local: u16) -> Frame {
        let used: u16 = self.locals.iter().map(|held| held.slots()).sum();
        let mut locals = self.locals.to_vec();
        locals.resize(locals.len() + usize::from(local.saturating_sub(used)), TOP);
        locals.push(INTEGER);
        Frame { locals: locals.into(), stack: self.stack.clone() }
    }
}

/// The locals that a method starts with.
#[derive(Debug)]
pub(crate) struct Start<'a> {
    pub(crate) locals: Rc<[Type]>,
    /// For each element of `locals`, the name of the class if it is an `Initial`.
    classes: Vec<&'a [u8]>,
}

impl<'a> Start<'a> {
    /// `this`: the type of the receiver, unless the method is static.
    pub(crate) fn new(this: Option<Type>, signature: &Signature<'a>) -> Self {
        let mut locals: Vec<_> = this.into_iter().collect();
        let mut classes = vec![&[][..]; locals.len()];
        for parameter in &signature.parameters {
            let (local, class) = match parameter.descriptor {
                [b'L', name @ .., b';'] => (Type::Initial(locals.len()), name),
                [b'[', ..] => (Type::Initial(locals.len()), parameter.descriptor),
                b"J" => (LONG, &[][..]),
                b"D" => (DOUBLE, &[][..]),
                b"F" => (FLOAT, &[][..]),
                _ => (INTEGER, &[][..]),
            };
            locals.push(local);
            classes.push(class);
        }
        Self { locals: locals.into(), classes }
    }
}

/// The type of `this` at the start of an instance method.
pub(crate) fn this_type(class: u16, uninitialized: bool) -> Type {
    if uninitialized { UNINITIALIZED_THIS } else { Type::Object(class) }
}

/// Reads a StackMapTable: frames with the instructions that they belong to, in order.
pub(crate) fn read(body: &[u8], code: &Code<'_>, start: &Start<'_>) -> Result<Vec<(usize, Frame)>, Failure> {
    let mut reader = Reader::new(body);
    let count = reader.u2()?;
    let mut frames = Vec::with_capacity(usize::from(count));
    let mut locals = Rc::clone(&start.locals);
    let mut next = 0;
    let mut types = 0;
    for _ in 0..count {
        let tag = reader.u1()?;
        let distance = match tag {
            0..=63 => tag.into(),
            64..=127 => usize::from(tag) - 64,
            247.. => usize::from(reader.u2()?),
            _ => return Err(RewriteError::Malformed("unknown kind of frame").into()),
        };
        let mut stack = Vec::new();
        match tag {
            64..=127 | 247 => stack.push(read_type(&mut reader, code)?),
            248..=250 => {
                let kept = locals.len().checked_sub(251 - usize::from(tag));
                let kept = kept.ok_or(RewriteError::Malformed("a frame drops locals that are not there"))?;
                locals = locals.iter().take(kept).copied().collect();
            }
            252..=254 => {
                let mut more = locals.to_vec();
                for _ in 251..tag {
                    more.push(read_type(&mut reader, code)?);
                }
                locals = more.into();
            }
            255 => {
                let count = reader.u2()?;
                locals = (0..count).map(|_| read_type(&mut reader, code)).collect::<Result<_, _>>()?;
                let count = reader.u2()?;
                stack = (0..count).map(|_| read_type(&mut reader, code)).collect::<Result<_, _>>()?;
            }
            _ => {}
        }
        if matches!(tag, 248..=250 | 252..=255) {
            types += locals.len();
        }
        if types > MOST_TYPES {
            return Err(Failure::Skip("too many types in its frames"));
        }
        let at = code.instructions.at(next + distance)?;
        next += distance + 1;
        frames.push((at, Frame { locals: Rc::clone(&locals), stack }));
    }
    Ok(frames)
}

fn read_type(reader: &mut Reader<'_>, code: &Code<'_>) -> Result<Type, RewriteError> {
    match reader.u1()? {
        tag @ 0..=6 => Ok(Type::Simple(tag)),
        7 => Ok(Type::Object(reader.u2()?)),
        8 => Ok(Type::Uninitialized(code.instructions.at(reader.u2()?.into())?)),
        _ => Err(RewriteError::Malformed("unknown type in a frame")),
    }
}

/// Writes the body of a StackMapTable. `frames` have their new offsets and are in order; `offset` gives the new offset
/// of an instruction.
pub(crate) fn write<'a>(
    frames: &[(usize, Frame)],
    start: &Start<'a>,
    pool: &mut Pool<'a>,
    offset: &dyn Fn(usize) -> usize,
) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    out.u2(u16::try_from(frames.len()).map_err(|_| Failure::Skip("too many frames"))?);
    let mut writer = TypeWriter { start, pool, offset };
    let mut before = Rc::clone(&start.locals);
    let mut next = 0;
    for (at, frame) in frames {
        let distance = at.checked_sub(next).and_then(|distance| u16::try_from(distance).ok());
        let distance = distance.ok_or(Failure::Skip("two frames at one place"))?;
        next = at + 1;
        let small = u8::try_from(distance).ok().filter(|&distance| distance < 64);
        let locals = &frame.locals;
        let common = before.iter().zip(locals.iter()).take_while(|(old, new)| old == new).count();
        let (dropped, added) = (before.len() - common, locals.len() - common);
        match (frame.stack.as_slice(), dropped, added) {
            ([], 0, 0) => match small {
                Some(distance) => out.u1(distance),
                None => header(&mut out, 251, distance),
            },
            ([only], 0, 0) => {
                match small {
                    Some(distance) => out.u1(64 + distance),
                    None => header(&mut out, 247, distance),
                }
                writer.write(&mut out, *only)?;
            }
            ([], 1, 0) => header(&mut out, 250, distance),
            ([], 2, 0) => header(&mut out, 249, distance),
            ([], 3, 0) => header(&mut out, 248, distance),
            ([], 0, 1..=3) => {
                let tag = [252, 253, 254].get(added - 1).copied().unwrap_or(254);
                header(&mut out, tag, distance);
                for &new in locals.iter().skip(common) {
                    writer.write(&mut out, new)?;
                }
            }
            (stack, _, _) => {
                header(&mut out, 255, distance);
                for types in [locals, stack] {
                    out.u2(u16::try_from(types.len()).map_err(|_| Failure::Skip("too many locals"))?);
                    for &one in types {
                        writer.write(&mut out, one)?;
                    }
                }
            }
        }
        before = Rc::clone(locals);
    }
    Ok(out)
}

fn header(out: &mut Vec<u8>, tag: u8, distance: u16) {
    out.u1(tag);
    out.u2(distance);
}

struct TypeWriter<'w, 'a> {
    start: &'w Start<'a>,
    pool: &'w mut Pool<'a>,
    offset: &'w dyn Fn(usize) -> usize,
}

impl TypeWriter<'_, '_> {
    fn write(&mut self, out: &mut Vec<u8>, one: Type) -> Result<(), Failure> {
        match one {
            Type::Simple(tag) => out.u1(tag),
            Type::Object(class) => header(out, 7, class),
            Type::Uninitialized(instruction) => {
                let offset = u16::try_from((self.offset)(instruction)).unwrap_or(u16::MAX);
                header(out, 8, offset);
            }
            Type::Initial(element) => {
                let name = self.start.classes.get(element).copied().unwrap_or_default();
                header(out, 7, self.pool.add_class(name)?);
            }
        }
        Ok(())
    }
}
