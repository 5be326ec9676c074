//! The attributes of code that name offsets: line numbers, local variables, type annotations.
//!
//! Nothing of this matters to the JVM's semantics, so what cannot be read is copied as it is.

use crate::code::Code;
use crate::error::RewriteError;
use crate::layout::Layout;
use crate::reader::{Reader, Write};

/// Old offsets to new ones.
pub(crate) struct Relocation<'r, 'a> {
    pub(crate) code: &'r Code<'a>,
    pub(crate) layout: &'r Layout,
    /// For each entry of the exception table, the number of its first piece in the new table.
    pub(crate) handlers: &'r [u16],
}

impl Relocation<'_, '_> {
    /// The start of what belongs to an instruction. The start of the code is the start of the new code, so that the
    /// prologue has a line and parameters a name.
    fn label(&self, offset: usize) -> usize {
        if offset == 0 { 0 } else { self.after(offset) }
    }

    fn after(&self, offset: usize) -> usize {
        self.layout.label.get(self.code.instructions.around(offset)).copied().unwrap_or_default()
    }

    fn at(&self, offset: usize) -> usize {
        self.layout.at.get(self.code.instructions.around(offset)).copied().unwrap_or_default()
    }
}

fn narrow(offset: usize) -> u16 {
    u16::try_from(offset).unwrap_or(u16::MAX)
}

/// The lines of a LineNumberTable, ordered by offset.
pub(crate) fn lines(body: &[u8]) -> Result<Vec<(u16, u16)>, RewriteError> {
    let mut reader = Reader::new(body);
    let count = reader.u2()?;
    let mut lines = (0..count).map(|_| Ok((reader.u2()?, reader.u2()?))).collect::<Result<Vec<_>, _>>()?;
    lines.sort_by_key(|line| line.0);
    Ok(lines)
}

/// A LineNumberTable with new offsets.
pub(crate) fn line_numbers(body: &[u8], relocation: &Relocation<'_, '_>) -> Result<Vec<u8>, RewriteError> {
    let mut reader = Reader::new(body);
    let mut out = Vec::with_capacity(body.len());
    let count = reader.u2()?;
    out.u2(count);
    for _ in 0..count {
        out.u2(narrow(relocation.label(reader.u2()?.into())));
        out.u2(reader.u2()?);
    }
    Ok(out)
}

/// A LocalVariableTable or LocalVariableTypeTable with new offsets.
pub(crate) fn local_variables(body: &[u8], relocation: &Relocation<'_, '_>) -> Result<Vec<u8>, RewriteError> {
    let mut reader = Reader::new(body);
    let mut out = Vec::with_capacity(body.len());
    let count = reader.u2()?;
    out.u2(count);
    for _ in 0..count {
        range(&mut reader, &mut out, relocation)?;
        out.extend_from_slice(reader.take(6)?);
    }
    Ok(out)
}

/// A start and a length.
fn range(reader: &mut Reader<'_>, out: &mut Vec<u8>, relocation: &Relocation<'_, '_>) -> Result<(), RewriteError> {
    let start = usize::from(reader.u2()?);
    let end = start + usize::from(reader.u2()?);
    let start = relocation.label(start);
    out.u2(narrow(start));
    out.u2(narrow(relocation.after(end).saturating_sub(start)));
    Ok(())
}

/// RuntimeVisibleTypeAnnotations or RuntimeInvisibleTypeAnnotations with new offsets.
pub(crate) fn type_annotations(body: &[u8], relocation: &Relocation<'_, '_>) -> Result<Vec<u8>, RewriteError> {
    let mut reader = Reader::new(body);
    let mut out = Vec::with_capacity(body.len());
    let count = reader.u2()?;
    out.u2(count);
    for _ in 0..count {
        let target = reader.u1()?;
        out.u1(target);
        match target {
            0x00 | 0x01 | 0x16 => out.u1(reader.u1()?),
            0x10..=0x12 | 0x17 => out.u2(reader.u2()?),
            0x13..=0x15 => {}
            0x40 | 0x41 => {
                let count = reader.u2()?;
                out.u2(count);
                for _ in 0..count {
                    range(&mut reader, &mut out, relocation)?;
                    out.u2(reader.u2()?);
                }
            }
            0x42 => {
                let handler = reader.u2()?;
                out.u2(relocation.handlers.get(usize::from(handler)).copied().unwrap_or(handler));
            }
            0x43..=0x46 => out.u2(narrow(relocation.at(reader.u2()?.into()))),
            0x47..=0x4B => {
                out.u2(narrow(relocation.at(reader.u2()?.into())));
                out.u1(reader.u1()?);
            }
            _ => return Err(RewriteError::Malformed("unknown target of a type annotation")),
        }
        let start = reader.position();
        let path = reader.u1()?;
        reader.take(2 * usize::from(path))?;
        skip_annotation(&mut reader, 0)?;
        out.extend_from_slice(reader.since(start));
    }
    Ok(out)
}

/// More annotations inside each other than this are no annotations.
const DEEPEST: usize = 100;

fn skip_annotation(reader: &mut Reader<'_>, depth: usize) -> Result<(), RewriteError> {
    reader.u2()?;
    for _ in 0..reader.u2()? {
        reader.u2()?;
        skip_element(reader, depth)?;
    }
    Ok(())
}

fn skip_element(reader: &mut Reader<'_>, depth: usize) -> Result<(), RewriteError> {
    if depth > DEEPEST {
        return Err(RewriteError::Malformed("annotations are nested too deeply"));
    }
    match reader.u1()? {
        b'e' => {
            reader.u4()?;
        }
        b'@' => skip_annotation(reader, depth + 1)?,
        b'[' => {
            for _ in 0..reader.u2()? {
                skip_element(reader, depth + 1)?;
            }
        }
        _ => {
            reader.u2()?;
        }
    }
    Ok(())
}
