//! What the files about single constructs have in common: naming sites, calling hooks, spilling to temporaries.
//!
//! Temporaries are locals beyond those of the method. They hold a value between two neighbouring pieces of inserted code
//! only, so every site uses the same ones, and frames need not know them.

use crate::class::RawMember;
use crate::code::Code;
use crate::descriptor::{Kind, Signature};
use crate::error::{Failure, RewriteError};
use crate::extents::is_in_loop;
use crate::insert::{Edit, Insertions};
use crate::instruction::Instruction;
use crate::nulls::Sources;
use crate::policy::Policy;
use crate::pool::{Named, Pool, text};
use crate::reader::Reader;
use crate::site::{Operation, SiteInfo, Sites};
use crate::snippet::Snippet;
use crate::tables;

/// What all methods of a class share.
pub(crate) struct Context<'c, 'a> {
    pub(crate) pool: Pool<'a>,
    pub(crate) policy: &'c dyn Policy,
    pub(crate) sites: &'c mut dyn Sites,
    pub(crate) this_class: u16,
    pub(crate) name: &'a [u8],
    pub(crate) file: Option<&'a [u8]>,
    pub(crate) major: u16,
    /// Whether the class has a static initialiser.
    pub(crate) has_initialiser: bool,
    /// The names of its final fields that are not static.
    pub(crate) finals: Vec<&'a [u8]>,
    /// The static fields that it declares: name and descriptor.
    pub(crate) statics: Vec<(&'a [u8], &'a [u8])>,
    /// The body of the BootstrapMethods attribute.
    pub(crate) bootstraps: Option<&'a [u8]>,
}

/// A bootstrap method, and the numbers of its static arguments.
pub(crate) struct Bootstrap<'a> {
    pub(crate) owner: &'a [u8],
    pub(crate) name: &'a [u8],
    pub(crate) arguments: Vec<u16>,
}

impl<'a> Context<'_, 'a> {
    pub(crate) fn bootstrap(&self, number: u16) -> Result<Bootstrap<'a>, RewriteError> {
        let mut reader = Reader::new(self.bootstraps.ok_or(RewriteError::Malformed("no bootstrap methods"))?);
        for index in 0..reader.u2()? {
            let handle = reader.u2()?;
            let count = reader.u2()?;
            let arguments = reader.take(2 * usize::from(count))?;
            if index == number {
                let arguments = arguments.chunks_exact(2).map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1]));
                let Named { owner, name, .. } = self.pool.handle(handle)?;
                return Ok(Bootstrap { owner, name, arguments: arguments.collect() });
            }
        }
        Err(RewriteError::Malformed("no such bootstrap method"))
    }
}

/// A method and what is inserted into it.
pub(crate) struct Editor<'e, 'c, 'a> {
    pub(crate) context: &'e mut Context<'c, 'a>,
    pub(crate) code: &'e Code<'a>,
    pub(crate) name: &'a [u8],
    pub(crate) descriptor: &'a [u8],
    pub(crate) signature: Signature<'a>,
    pub(crate) access: u16,
    /// Ordered by offset.
    pub(crate) lines: Vec<(u16, u16)>,
    pub(crate) insertions: Insertions,
    /// Locals between those of the method and the temporaries, which stay free.
    pub(crate) spare: u16,
    /// Once somebody has asked for it.
    pub(crate) sources: Option<Sources>,
    /// The class of the hooks, if a call of the method is a scope.
    pub(crate) scope: Option<&'c str>,
}

impl<'e, 'c, 'a> Editor<'e, 'c, 'a> {
    pub(crate) fn new(
        context: &'e mut Context<'c, 'a>,
        method: &RawMember<'a>,
        code: &'e Code<'a>,
    ) -> Result<Self, RewriteError> {
        let name = context.pool.utf8(method.name)?;
        let descriptor = context.pool.utf8(method.descriptor)?;
        let signature = Signature::parse(descriptor)?;
        let table = code.attributes.iter().find(|found| context.pool.utf8(found.name) == Ok(b"LineNumberTable"));
        let lines = table.and_then(|table| tables::lines(table.body).ok()).unwrap_or_default();
        let mut edits = Vec::new();
        edits.resize_with(code.instructions.list.len(), Edit::default);
        let insertions = Insertions { edits, ..Insertions::default() };
        Ok(Self {
            context,
            code,
            name,
            descriptor,
            signature,
            access: method.access,
            lines,
            insertions,
            spare: 0,
            sources: None,
            scope: None,
        })
    }

    pub(crate) fn is_static(&self) -> bool {
        self.access & 0x0008 != 0
    }

    pub(crate) fn instructions(&self) -> &'e [Instruction<'a>] {
        &self.code.instructions.list
    }

    /// The line of the source that an offset belongs to.
    pub(crate) fn line(&self, bci: u32) -> Option<u16> {
        let line = self.lines.partition_point(|line| u32::from(line.0) <= bci).checked_sub(1);
        line.and_then(|line| self.lines.get(line)).map(|line| line.1)
    }

    /// Makes a site at an instruction.
    pub(crate) fn site(&mut self, index: usize, operation: Operation) -> u32 {
        let bci = self.code.instructions.list.get(index).map_or(0, |instruction| instruction.offset);
        let line = self.line(bci).map(u32::from);
        let waits_once = operation.waits() && !is_in_loop(self.code, index);
        let context = &mut self.context;
        context.sites.add(SiteInfo {
            class: text(context.name).into_owned(),
            method: text(self.name).into_owned(),
            descriptor: text(self.descriptor).into_owned(),
            bci,
            line,
            file: context.file.map(|file| text(file).into_owned()),
            operation,
            waits_once,
        })
    }

    /// Makes a site at an instruction of which a hook takes the place; if it finds null, it says what the JVM says.
    pub(crate) fn site_of_object(&mut self, index: usize, operation: Operation) -> u32 {
        let site = self.site(index, operation);
        if self.context.policy.finds_null()
            && let Ok(message) = self.if_null(index)
        {
            self.context.sites.if_null(site, message);
        }
        site
    }

    /// Pushes the number of a site.
    pub(crate) fn push_site(&mut self, piece: &mut Snippet, site: u32) -> Result<(), Failure> {
        Ok(piece.site(&mut self.context.pool, site)?)
    }

    /// Calls a hook.
    pub(crate) fn hook(&mut self, piece: &mut Snippet, name: &str, descriptor: &str) -> Result<(), Failure> {
        let class = self.context.policy.hooks();
        Ok(piece.hook(&mut self.context.pool, class, name, descriptor.as_bytes())?)
    }

    /// Passes a value on the stack to a hook that takes nothing else and returns nothing.
    pub(crate) fn hook_on(&mut self, piece: &mut Snippet, name: &str, kind: Kind) -> Result<(), Failure> {
        self.hook(piece, &format!("{name}{}", kind.letter()), &format!("({})V", kind.descriptor()))
    }

    /// Pops values, of which the last is on top, into temporaries; returns these.
    pub(crate) fn spill(&mut self, piece: &mut Snippet, kinds: &[Kind]) -> Result<Vec<u16>, Failure> {
        let mut next = self.code.max_locals.saturating_add(u16::from(self.insertions.call_local) + self.spare);
        let mut locals = Vec::with_capacity(kinds.len());
        for kind in kinds {
            locals.push(next);
            next = next.checked_add(kind.slots()).ok_or(Failure::Skip("too many locals"))?;
        }
        for (&kind, &local) in kinds.iter().zip(&locals).rev() {
            piece.store(kind, local);
        }
        self.insertions.temporaries = self.insertions.temporaries.max(next - self.code.max_locals);
        Ok(locals)
    }

    fn edit(&mut self, index: usize, piece: &Snippet) -> Result<&mut Edit, Failure> {
        self.reserve(piece);
        let edit = self.insertions.edits.get_mut(index);
        edit.ok_or(Failure::Class(RewriteError::Malformed("an instruction is missing")))
    }

    /// Notes how much stack a piece needs.
    pub(crate) fn reserve(&mut self, piece: &Snippet) {
        self.insertions.any = true;
        let extra = u16::try_from(piece.peak).unwrap_or(0);
        self.insertions.extra_stack = self.insertions.extra_stack.max(extra);
    }

    /// Adds to what comes before an instruction.
    pub(crate) fn before(&mut self, index: usize, mut piece: Snippet) -> Result<(), Failure> {
        let edit = self.edit(index, &piece)?;
        edit.before.append(&mut piece.bytes);
        Ok(())
    }

    pub(crate) fn after(&mut self, index: usize, piece: Snippet) -> Result<&mut Edit, Failure> {
        let edit = self.edit(index, &piece)?;
        edit.after = piece.bytes;
        Ok(edit)
    }

    /// Adds to what comes after an instruction. `bare`: no exception handler covers it.
    pub(crate) fn at_end(&mut self, index: usize, mut piece: Snippet, bare: bool) -> Result<(), Failure> {
        let edit = self.edit(index, &piece)?;
        edit.after.append(&mut piece.bytes);
        edit.bare_after |= bare;
        Ok(())
    }

    pub(crate) fn replace(&mut self, index: usize, piece: Snippet) -> Result<(), Failure> {
        let edit = self.edit(index, &piece)?;
        edit.replacement = Some(piece.bytes);
        Ok(())
    }

    /// The start of an exception handler.
    pub(crate) fn at_handler(&mut self, index: usize, piece: Snippet) -> Result<(), Failure> {
        let edit = self.edit(index, &piece)?;
        edit.caught = piece.bytes;
        Ok(())
    }

    /// The head of a loop.
    pub(crate) fn at_head(&mut self, index: usize, piece: Snippet) -> Result<(), Failure> {
        let edit = self.edit(index, &piece)?;
        edit.visited = piece.bytes;
        Ok(())
    }

    /// The epilogue before a return.
    pub(crate) fn before_return(&mut self, index: usize, piece: &Snippet) -> Result<(), Failure> {
        let edit = self.edit(index, piece)?;
        edit.before.clone_from(&piece.bytes);
        edit.leaves = true;
        Ok(())
    }

    /// Adds to the epilogue before a return.
    pub(crate) fn end_return(&mut self, index: usize, piece: &Snippet) -> Result<(), Failure> {
        let edit = self.edit(index, piece)?;
        edit.before.extend_from_slice(&piece.bytes);
        edit.leaves = true;
        Ok(())
    }

    /// What the instruction at an index names.
    pub(crate) fn member(&self, index: usize) -> Result<Named<'a>, Failure> {
        let constant = self.instructions().get(index).map_or(0, Instruction::constant);
        Ok(self.context.pool.member(constant)?)
    }
}
