//! Inserted code: pieces that may stand anywhere, straight-line but for [`Snippet::when`].
//!
//! Invariant: a piece says nothing about its own place, so the layout may move it; it leaves the locals of the
//! method alone and the stack as it found it, except that a replacement does to the stack what the instruction did.

use crate::descriptor::Kind;
use crate::error::{Failure, RewriteError};
use crate::instruction::op;
use crate::pool::Pool;
use crate::reader::Write;

/// Bits of the halves in which numbers are computed.
const HALF: u8 = 15;
/// Bytes of the jump of [`Snippet::when`].
const JUMP: usize = 3;

/// A piece of code under construction.
#[derive(Debug, Default)]
pub(crate) struct Snippet {
    pub(crate) bytes: Vec<u8>,
    /// Slots that the piece has pushed so far, less those that it has popped.
    depth: i32,
    /// The largest `depth` so far.
    pub(crate) peak: i32,
}

impl Snippet {
    /// A piece that starts where the instruction before it has pushed so many slots.
    pub(crate) fn above(depth: u16) -> Self {
        Self { bytes: Vec::new(), depth: depth.into(), peak: depth.into() }
    }

    fn moved(&mut self, slots: i32) {
        self.depth += slots;
        self.peak = self.peak.max(self.depth);
    }

    /// An instruction of one byte that changes the stack by so many slots.
    pub(crate) fn op(&mut self, opcode: u8, slots: i32) {
        self.bytes.push(opcode);
        self.moved(slots);
    }

    /// Copies the value on top of the stack.
    pub(crate) fn dup(&mut self, kind: Kind) {
        self.op(if kind.slots() == 2 { op::DUP2 } else { op::DUP }, kind.slots().into());
    }

    /// Copies the two slots on top of the stack.
    pub(crate) fn dup2(&mut self) {
        self.op(op::DUP2, 2);
    }

    /// Pushes the number of a site.
    pub(crate) fn site(&mut self, pool: &mut Pool<'_>, site: u32) -> Result<(), RewriteError> {
        self.int(pool, i32::from_be_bytes(site.to_be_bytes()))
    }

    /// Pushes a number.
    pub(crate) fn int(&mut self, pool: &mut Pool<'_>, value: i32) -> Result<(), RewriteError> {
        if let Ok(small @ -1..=5) = i8::try_from(value) {
            self.bytes.u1(op::ICONST_0.wrapping_add_signed(small));
        } else if let Ok(byte) = i8::try_from(value) {
            self.bytes.extend([op::BIPUSH, byte.to_be_bytes()[0]]);
        } else if let Ok(short) = i16::try_from(value) {
            self.bytes.u1(op::SIPUSH);
            self.bytes.extend(short.to_be_bytes());
        } else if pool.spares_numbers() && value >> (2 * HALF) == 0 {
            let half = |value: i32| i16::try_from(value & ((1 << HALF) - 1)).unwrap_or_default().to_be_bytes();
            let ([a, b], [c, d]) = (half(value >> HALF), half(value));
            self.bytes.extend([op::SIPUSH, a, b, op::BIPUSH, HALF, op::ISHL, op::SIPUSH, c, d, op::IOR]);
            self.peak = self.peak.max(self.depth + 2);
        } else {
            let number = pool.add_integer(value)?;
            self.constant(number);
            return Ok(());
        }
        self.moved(1);
        Ok(())
    }

    /// Pushes a constant of one slot.
    pub(crate) fn constant(&mut self, number: u16) {
        if let Ok(small) = u8::try_from(number) {
            self.bytes.extend([op::LDC, small]);
        } else {
            self.bytes.u1(op::LDC_W);
            self.bytes.u2(number);
        }
        self.moved(1);
    }

    /// Pushes a local variable.
    pub(crate) fn load(&mut self, kind: Kind, local: u16) {
        self.local(op::ILOAD, op::ILOAD_0, kind, local);
        self.moved(kind.slots().into());
    }

    /// Pops into a local variable.
    pub(crate) fn store(&mut self, kind: Kind, local: u16) {
        self.local(op::ISTORE, op::ISTORE_0, kind, local);
        self.moved(-i32::from(kind.slots()));
    }

    fn local(&mut self, long: u8, short: u8, kind: Kind, local: u16) {
        let index = kind.index();
        match u8::try_from(local) {
            Ok(small @ 0..=3) => self.bytes.u1(short + 4 * index + small),
            Ok(byte) => self.bytes.extend([long + index, byte]),
            Err(_) => {
                self.bytes.extend([op::WIDE, long + index]);
                self.bytes.u2(local);
            }
        }
    }

    /// Whether a piece is short enough for [`Snippet::when`].
    pub(crate) fn fits(&self) -> bool {
        i16::try_from(JUMP + self.bytes.len()).is_ok()
    }

    /// Pops a boolean, and where it is true does what another piece does, which leaves the stack as it was or the method. A frame
    /// has to be put after it.
    pub(crate) fn when(&mut self, piece: &Self) -> Result<(), Failure> {
        let distance = i16::try_from(JUMP + piece.bytes.len());
        let distance = distance.map_err(|_| Failure::Skip("a hook that is too long to jump over"))?;
        self.op(op::IFEQ, -1);
        self.bytes.extend(distance.to_be_bytes());
        self.bytes.extend_from_slice(&piece.bytes);
        self.peak = self.peak.max(self.depth + piece.peak);
        Ok(())
    }

    /// Casts the object on top of the stack to the type of a field or result.
    pub(crate) fn cast(&mut self, pool: &mut Pool<'_>, descriptor: &[u8]) -> Result<(), RewriteError> {
        let class = match descriptor {
            [b'L', name @ .., b';'] => name,
            array => array,
        };
        if class != b"java/lang/Object" {
            let number = pool.add_class(class)?;
            self.bytes.u1(op::CHECKCAST);
            self.bytes.u2(number);
        }
        Ok(())
    }

    /// Returns the value on top of the stack, or nothing.
    pub(crate) fn leave(&mut self, result: Option<Kind>) {
        match result {
            None => self.op(op::RETURN, 0),
            Some(kind) => self.op(op::IRETURN + kind.index(), -i32::from(kind.slots())),
        }
    }

    /// Calls a hook.
    pub(crate) fn hook(
        &mut self,
        pool: &mut Pool<'_>,
        class: &str,
        name: &str,
        descriptor: &[u8],
    ) -> Result<(), RewriteError> {
        let callee = pool.add_hook(class, name, descriptor)?;
        self.bytes.u1(op::INVOKESTATIC);
        self.bytes.u2(callee.number);
        self.moved(callee.effect);
        Ok(())
    }
}
