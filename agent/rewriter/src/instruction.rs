//! The instructions of a method, with targets by index instead of by offset.
//!
//! Only jumps and switches are taken apart; every other instruction is copied as it stands, as none of them says where it is.

use crate::error::RewriteError;
use crate::reader::Reader;

/// The opcodes that the rewriter looks for or emits.
pub(crate) mod op {
    pub(crate) const NOP: u8 = 0;
    pub(crate) const ACONST_NULL: u8 = 1;
    pub(crate) const ICONST_0: u8 = 3;
    pub(crate) const BIPUSH: u8 = 16;
    pub(crate) const SIPUSH: u8 = 17;
    pub(crate) const LDC: u8 = 18;
    pub(crate) const LDC_W: u8 = 19;
    pub(crate) const LDC2_W: u8 = 20;
    pub(crate) const ILOAD: u8 = 21;
    pub(crate) const ALOAD: u8 = 25;
    pub(crate) const ILOAD_0: u8 = 26;
    pub(crate) const ALOAD_3: u8 = 45;
    pub(crate) const IALOAD: u8 = 46;
    pub(crate) const SALOAD: u8 = 53;
    pub(crate) const ISTORE: u8 = 54;
    pub(crate) const ASTORE: u8 = 58;
    pub(crate) const ISTORE_0: u8 = 59;
    pub(crate) const ASTORE_3: u8 = 78;
    pub(crate) const IASTORE: u8 = 79;
    pub(crate) const SASTORE: u8 = 86;
    pub(crate) const DUP: u8 = 89;
    pub(crate) const DUP2: u8 = 92;
    pub(crate) const ISHL: u8 = 120;
    pub(crate) const IOR: u8 = 128;
    pub(crate) const IFEQ: u8 = 153;
    pub(crate) const GOTO: u8 = 167;
    pub(crate) const JSR: u8 = 168;
    pub(crate) const RET: u8 = 169;
    pub(crate) const TABLESWITCH: u8 = 170;
    pub(crate) const LOOKUPSWITCH: u8 = 171;
    pub(crate) const IRETURN: u8 = 172;
    pub(crate) const RETURN: u8 = 177;
    pub(crate) const NEW: u8 = 187;
    pub(crate) const GETSTATIC: u8 = 178;
    pub(crate) const PUTSTATIC: u8 = 179;
    pub(crate) const GETFIELD: u8 = 180;
    pub(crate) const PUTFIELD: u8 = 181;
    pub(crate) const INVOKEVIRTUAL: u8 = 182;
    pub(crate) const INVOKESPECIAL: u8 = 183;
    pub(crate) const INVOKESTATIC: u8 = 184;
    pub(crate) const INVOKEINTERFACE: u8 = 185;
    pub(crate) const INVOKEDYNAMIC: u8 = 186;
    pub(crate) const ATHROW: u8 = 191;
    pub(crate) const CHECKCAST: u8 = 192;
    pub(crate) const MONITORENTER: u8 = 194;
    pub(crate) const MONITOREXIT: u8 = 195;
    pub(crate) const WIDE: u8 = 196;
    pub(crate) const MULTIANEWARRAY: u8 = 197;
    pub(crate) const GOTO_W: u8 = 200;
    pub(crate) const JSR_W: u8 = 201;
}

/// An instruction of the original code.
#[derive(Debug)]
pub(crate) struct Instruction<'a> {
    /// Its offset in the original code.
    pub(crate) offset: u32,
    pub(crate) opcode: u8,
    /// The instruction as it stands, with its opcode.
    pub(crate) bytes: &'a [u8],
    pub(crate) body: Body,
}

/// What an instruction says about other instructions.
#[derive(Debug)]
pub(crate) enum Body {
    /// Nothing.
    Plain,
    /// The index of the target.
    Jump(usize),
    Switch(Box<Switch>),
}

/// A `tableswitch` or `lookupswitch`.
#[derive(Debug)]
pub(crate) struct Switch {
    /// What stands between the default target and the other targets: low and high, or the number of pairs.
    pub(crate) head: Vec<i32>,
    /// The keys of a `lookupswitch`; empty for a `tableswitch`.
    pub(crate) keys: Vec<i32>,
    pub(crate) default: usize,
    pub(crate) targets: Vec<usize>,
}

impl Switch {
    /// Bytes from the default target to the end.
    pub(crate) fn size(&self) -> usize {
        4 * (1 + self.head.len() + self.keys.len() + self.targets.len())
    }
}

impl Instruction<'_> {
    /// Where it jumps to, all of it if it is a switch.
    pub(crate) fn targets(&self) -> impl Iterator<Item = usize> {
        let (single, many) = match &self.body {
            Body::Plain => (None, &[][..]),
            Body::Jump(target) => (Some(*target), &[][..]),
            Body::Switch(switch) => (Some(switch.default), switch.targets.as_slice()),
        };
        single.into_iter().chain(many.iter().copied())
    }

    /// The constant that `ldc` or `ldc_w` pushes.
    pub(crate) fn pushed(&self) -> u16 {
        match *self.bytes {
            [op::LDC, number] => u16::from(number),
            _ => self.constant(),
        }
    }

    /// The constant, class or member that the instruction names.
    pub(crate) fn constant(&self) -> u16 {
        match *self.bytes {
            [_, high, low, ..] => u16::from_be_bytes([high, low]),
            _ => 0,
        }
    }

    /// Whether the method ends here normally.
    pub(crate) fn is_return(&self) -> bool {
        (op::IRETURN..=op::RETURN).contains(&self.opcode)
    }

    /// Whether control never passes to the next instruction. A `jsr` comes back, so it does.
    pub(crate) fn ends_flow(&self) -> bool {
        self.is_return()
            || matches!(self.opcode, op::GOTO | op::GOTO_W | op::RET | op::TABLESWITCH | op::LOOKUPSWITCH | op::ATHROW)
            || (self.opcode == op::WIDE && self.bytes.get(1) == Some(&op::RET))
    }

    /// The local variable and the opcode (without `wide` and in its long form) of a load or store.
    pub(crate) fn local(&self) -> Option<(u8, u16)> {
        let short = |first: u8, long: u8| {
            let distance = self.opcode - first;
            Some((long + distance / 4, u16::from(distance % 4)))
        };
        match self.opcode {
            op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE => {
                self.bytes.get(1).map(|&at| (self.opcode, u16::from(at)))
            }
            op::ILOAD_0..=op::ALOAD_3 => short(op::ILOAD_0, op::ILOAD),
            op::ISTORE_0..=op::ASTORE_3 => short(op::ISTORE_0, op::ISTORE),
            op::WIDE => match *self.bytes {
                [_, opcode, high, low, ..] => Some((opcode, u16::from_be_bytes([high, low]))),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The instructions of a method and how to find them by offset.
#[derive(Debug)]
pub(crate) struct Instructions<'a> {
    pub(crate) list: Vec<Instruction<'a>>,
    /// For each offset, and for the end of the code, the index of the instruction that has that offset in it.
    index: Vec<usize>,
}

impl<'a> Instructions<'a> {
    pub(crate) fn decode(code: &'a [u8]) -> Result<Self, RewriteError> {
        let mut starts = Vec::new();
        let mut index = Vec::with_capacity(code.len() + 1);
        let mut reader = Reader::new(code);
        while !reader.is_empty() {
            let start = reader.position();
            skip(&mut reader)?;
            index.resize(reader.position(), starts.len());
            starts.push((start, reader.since(start)));
        }
        index.push(starts.len());
        let mut decoded = Self { list: Vec::new(), index };
        let mut list = Vec::with_capacity(starts.len());
        for (offset, bytes) in starts {
            list.push(decoded.instruction(code, offset, bytes, list.len())?);
        }
        decoded.list = list;
        Ok(decoded)
    }

    /// The index of the instruction at an offset, which must be its first byte. The end of the code is allowed.
    pub(crate) fn at(&self, offset: usize) -> Result<usize, RewriteError> {
        let found = self.index.get(offset).copied();
        match found {
            Some(index) if offset == 0 || self.index.get(offset - 1) != Some(&index) => Ok(index),
            _ => Err(RewriteError::Malformed("an offset points to no instruction")),
        }
    }

    /// The index of the instruction that has an offset in it; beyond the end, the number of instructions.
    pub(crate) fn around(&self, offset: usize) -> usize {
        self.index.get(offset).copied().unwrap_or(self.list.len())
    }

    fn instruction(
        &self,
        code: &'a [u8],
        offset: usize,
        bytes: &'a [u8],
        index: usize,
    ) -> Result<Instruction<'a>, RewriteError> {
        let mut reader = Reader::new(bytes);
        let opcode = reader.u1()?;
        let target = |distance: i64| {
            let position = usize::try_from(offset as i64 + distance).ok().filter(|&position| position < code.len());
            self.at(position.ok_or(RewriteError::Malformed("a jump leaves the code"))?)
        };
        let body = match opcode {
            op::IFEQ..=op::JSR | 198 | 199 => Body::Jump(target(i64::from(reader.i2()?))?),
            op::GOTO_W | op::JSR_W => Body::Jump(target(i64::from(reader.i4()?))?),
            op::TABLESWITCH | op::LOOKUPSWITCH => {
                reader.take(padding(offset))?;
                let default = target(i64::from(reader.i4()?))?;
                let mut switch = Switch { head: vec![reader.i4()?], keys: Vec::new(), default, targets: Vec::new() };
                if opcode == op::TABLESWITCH {
                    switch.head.push(reader.i4()?);
                }
                while !reader.is_empty() {
                    if opcode == op::LOOKUPSWITCH {
                        switch.keys.push(reader.i4()?);
                    }
                    switch.targets.push(target(i64::from(reader.i4()?))?);
                }
                Body::Switch(Box::new(switch))
            }
            _ => Body::Plain,
        };
        debug_assert_eq!(self.at(offset).ok(), Some(index));
        Ok(Instruction { offset: u32::try_from(offset).unwrap_or(u32::MAX), opcode, bytes, body })
    }
}

/// Bytes between the opcode of a switch at this offset and its default target.
pub(crate) fn padding(offset: usize) -> usize {
    3 - offset % 4
}

/// Moves past one instruction.
fn skip(reader: &mut Reader<'_>) -> Result<(), RewriteError> {
    const BAD: RewriteError = RewriteError::Malformed("a switch cannot be read");
    let start = reader.position();
    let rest = match reader.u1()? {
        0..=15 | 26..=53 | 59..=131 | 133..=152 | 172..=177 | 190 | 191 | 194 | 195 => 0,
        16 | 18 | 21..=25 | 54..=58 | 169 | 188 => 1,
        17 | 19 | 20 | 132 | 153..=168 | 178..=184 | 187 | 189 | 192 | 193 | 198 | 199 => 2,
        197 => 3,
        185 | 186 | 200 | 201 => 4,
        196 => match reader.u1()? {
            132 => 4,
            21..=25 | 54..=58 | 169 => 2,
            _ => return Err(RewriteError::Malformed("an instruction that cannot be wide")),
        },
        170 => {
            reader.take(padding(start) + 4)?;
            let (low, high) = (i64::from(reader.i4()?), i64::from(reader.i4()?));
            usize::try_from(high - low + 1).ok().and_then(|count| count.checked_mul(4)).ok_or(BAD)?
        }
        171 => {
            reader.take(padding(start) + 4)?;
            usize::try_from(reader.i4()?).ok().and_then(|count| count.checked_mul(8)).ok_or(BAD)?
        }
        _ => return Err(RewriteError::Malformed("unknown instruction")),
    };
    reader.take(rest)?;
    Ok(())
}
