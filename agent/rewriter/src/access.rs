//! Hooks on fields and arrays.

use crate::descriptor::Kind;
use crate::editor::Editor;
use crate::error::Failure;
use crate::instruction::{Instruction, op};
use crate::pool::{Named, text};
use crate::site::Operation;
use crate::snippet::Snippet;
use crate::uninitialized::Uninitialized;

impl Editor<'_, '_, '_> {
    /// `getstatic`, `putstatic`, `getfield` or `putfield`.
    pub(crate) fn field(&mut self, index: usize, opcode: u8, uninitialized: &Uninitialized) -> Result<(), Failure> {
        let field = self.member(index)?;
        let (owner, name) = (text(field.owner), text(field.name));
        let is_static = matches!(opcode, op::GETSTATIC | op::PUTSTATIC);
        if opcode == op::GETSTATIC
            && let Some(hook) = self.context.policy.static_substitute(&owner, &name, &text(field.descriptor))
        {
            return self.substitute(index, field, hook);
        }
        if uninitialized.writes.contains(&index) || !self.context.policy.reports_field(&owner, &name, is_static) {
            return Ok(());
        }
        let kind = Kind::of_field(field.descriptor)?;
        let site = self.site(index, field_operation(field));
        let (letter, value) = (kind.letter(), kind.descriptor());
        let mut before = Snippet::default();
        match opcode {
            op::GETFIELD => {
                before.dup(Kind::Reference);
                self.push_site(&mut before, site)?;
                self.hook(&mut before, "beforeGetField", "(Ljava/lang/Object;I)V")?;
                self.got(index, kind)?;
            }
            op::GETSTATIC => {
                self.static_field(index, site)?;
                self.push_site(&mut before, site)?;
                self.hook(&mut before, "beforeGetStatic", "(I)V")?;
                self.got(index, kind)?;
            }
            op::PUTSTATIC => {
                self.static_field(index, site)?;
                before.dup(kind);
                self.push_site(&mut before, site)?;
                self.hook(&mut before, &format!("beforePutStatic{letter}"), &format!("({value}I)V"))?;
            }
            _ => {
                let temporary = self.spill(&mut before, &[kind])?[0];
                before.dup(Kind::Reference);
                before.load(kind, temporary);
                self.push_site(&mut before, site)?;
                let descriptor = format!("(Ljava/lang/Object;{value}I)V");
                self.hook(&mut before, &format!("beforePutField{letter}"), &descriptor)?;
                before.load(kind, temporary);
            }
        }
        self.before(index, before)
    }

    /// `getstatic` of a field that a hook gives another value. That it may initialise the class is reported all the same.
    fn substitute(&mut self, index: usize, field: Named<'_>, hook: &str) -> Result<(), Failure> {
        let kind = Kind::of_field(field.descriptor)?;
        if kind != Kind::Reference {
            return Err(Failure::Skip("only a static field that holds a reference can be substituted"));
        }
        let owner = text(field.owner);
        if self.context.policy.reports_initialisation(&owner) {
            let site = self.site(index, field_operation(field));
            self.static_field(index, site)?;
        }
        let mut after = Snippet::above(1);
        self.hook(&mut after, hook, "(Ljava/lang/Object;)Ljava/lang/Object;")?;
        after.cast(&mut self.context.pool, field.descriptor)?;
        self.after(index, after)?;
        Ok(())
    }

    /// `ldc` of a constant that may be a method handle.
    pub(crate) fn handle_constant(&mut self, index: usize) -> Result<(), Failure> {
        let Some(hook) = self.context.policy.constant() else { return Ok(()) };
        let number = self.instructions().get(index).map_or(0, Instruction::pushed);
        let Some(descriptor) = self.context.pool.handle_type(number)? else { return Ok(()) };
        let mut after = Snippet::above(1);
        let class = self.context.policy.replacements();
        after.hook(&mut self.context.pool, class, hook, b"(Ljava/lang/Object;)Ljava/lang/Object;")?;
        after.cast(&mut self.context.pool, descriptor)?;
        self.after(index, after)?;
        Ok(())
    }

    /// `sipush` of a number that the policy wants to be another one.
    pub(crate) fn number(&mut self, index: usize) -> Result<(), Failure> {
        let number = self.instructions().get(index).map_or(0, |found| found.constant().cast_signed());
        match self.context.policy.number(&text(self.name), number) {
            Some(other) => {
                let mut piece = Snippet::default();
                piece.int(&mut self.context.pool, i32::from(other))?;
                self.replace(index, piece)
            }
            None => Ok(()),
        }
    }

    /// Loading an array element.
    pub(crate) fn array_load(&mut self, index: usize, opcode: u8) -> Result<(), Failure> {
        if !self.context.policy.reports_arrays() {
            return Ok(());
        }
        let site = self.site(index, Operation::Element);
        let mut before = Snippet::default();
        before.dup2();
        self.push_site(&mut before, site)?;
        self.hook(&mut before, "beforeArrayLoad", "(Ljava/lang/Object;II)V")?;
        self.before(index, before)?;
        self.got(index, element_kind(opcode - op::IALOAD))
    }

    /// Storing an array element.
    pub(crate) fn array_store(&mut self, index: usize, opcode: u8) -> Result<(), Failure> {
        if !self.context.policy.reports_arrays() {
            return Ok(());
        }
        let site = self.site(index, Operation::Element);
        let kind = element_kind(opcode - op::IASTORE);
        let mut before = Snippet::default();
        let temporary = self.spill(&mut before, &[kind])?[0];
        before.dup2();
        before.load(kind, temporary);
        self.push_site(&mut before, site)?;
        let descriptor = format!("(Ljava/lang/Object;I{}I)V", kind.descriptor());
        self.hook(&mut before, &format!("beforeArrayStore{}", kind.letter()), &descriptor)?;
        before.load(kind, temporary);
        self.before(index, before)
    }

    /// The hook for a value that has been read.
    fn got(&mut self, index: usize, kind: Kind) -> Result<(), Failure> {
        let mut after = Snippet::default();
        after.dup(kind);
        self.hook_on(&mut after, "got", kind)?;
        self.after(index, after)?;
        Ok(())
    }
}

fn field_operation(field: Named<'_>) -> Operation {
    Operation::Field {
        owner: text(field.owner).into_owned(),
        name: text(field.name).into_owned(),
        descriptor: text(field.descriptor).into_owned(),
    }
}

/// What the eight kinds of array instructions load and store, in the order of their opcodes.
fn element_kind(distance: u8) -> Kind {
    match distance {
        1 => Kind::Long,
        2 => Kind::Float,
        3 => Kind::Double,
        4 => Kind::Reference,
        _ => Kind::Int,
    }
}
