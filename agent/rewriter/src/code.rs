//! The Code attribute of a method.

use crate::class::{Attribute, attributes};
use crate::error::RewriteError;
use crate::instruction::Instructions;
use crate::reader::Reader;
use std::ops::Range;

/// A Code attribute, with instructions by index.
#[derive(Debug)]
pub(crate) struct Code<'a> {
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    pub(crate) instructions: Instructions<'a>,
    pub(crate) handlers: Vec<Handler>,
    pub(crate) attributes: Vec<Attribute<'a>>,
}

/// An entry of the exception table.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    /// The instructions that it covers.
    pub(crate) range: Range<usize>,
    /// The instruction that it leads to.
    pub(crate) target: usize,
    /// The class that it catches; 0 for all.
    pub(crate) class: u16,
}

impl<'a> Code<'a> {
    pub(crate) fn read(body: &'a [u8]) -> Result<Self, RewriteError> {
        let mut reader = Reader::new(body);
        let max_stack = reader.u2()?;
        let max_locals = reader.u2()?;
        let length = reader.u4()?;
        if length == 0 || length > 65535 {
            return Err(RewriteError::Malformed("a method has no code or too much of it"));
        }
        let instructions = Instructions::decode(reader.take(length as usize)?)?;
        let count = reader.u2()?;
        let handlers = (0..count)
            .map(|_| {
                let range = instructions.at(reader.u2()?.into())?..instructions.at(reader.u2()?.into())?;
                let target = instructions.at(reader.u2()?.into())?;
                if range.is_empty() || target >= instructions.list.len() {
                    return Err(RewriteError::Malformed("an exception handler covers or leads to nothing"));
                }
                Ok(Handler { range, target, class: reader.u2()? })
            })
            .collect::<Result<_, _>>()?;
        let attributes = attributes(&mut reader)?;
        if !reader.is_empty() {
            return Err(RewriteError::Malformed("bytes after the end of a method's code"));
        }
        Ok(Self { max_stack, max_locals, instructions, handlers, attributes })
    }
}
