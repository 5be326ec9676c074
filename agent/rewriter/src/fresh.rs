//! Hooks that are told of new objects, as soon as a hook may see them: so that an object which was made within a scope can be told from one that
//! was there before.
//!
//! A constructor of a rewritten class tells of its object, so each of the classes that it inherits from tells of it again. Where a class is not
//! rewritten, whoever calls its constructor does, if it is certain that this leaves the new object on the stack.

use crate::control::stores_to_this;
use crate::descriptor::{Kind, Signature};
use crate::editor::Editor;
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::text;
use crate::snippet::Snippet;
use crate::uninitialized::Uninitialized;

const NEWARRAY: u8 = 188;
const ANEWARRAY: u8 = 189;

impl Editor<'_, '_, '_> {
    /// The hook after an instruction, if there is a new object then. To be called when all other hooks of the instruction are there.
    pub(crate) fn fresh(&mut self, index: usize, opcode: u8, uninitialized: &Uninitialized) -> Result<(), Failure> {
        let Some(hooks) = self.context.policy.local_states() else { return Ok(()) };
        let construction = uninitialized.constructions.contains(&index);
        let mut piece = Snippet::default();
        match opcode {
            NEWARRAY | ANEWARRAY | op::MULTIANEWARRAY => piece.dup(Kind::Reference),
            op::INVOKESPECIAL if construction => {
                if stores_to_this(self.code) {
                    return Ok(());
                }
                piece.load(Kind::Reference, 0);
            }
            op::INVOKESPECIAL if self.leaves_foreign_object(index)? => piece.dup(Kind::Reference),
            _ => return Ok(()),
        }
        piece.hook(&mut self.context.pool, hooks, self.context.policy.made(), b"(Ljava/lang/Object;)V")?;
        self.at_end(index, piece, construction)
    }

    /// Whether this calls the constructor of a class that does not tell of its objects, and leaves the object on the stack.
    fn leaves_foreign_object(&mut self, index: usize) -> Result<bool, Failure> {
        let method = self.member(index)?;
        if method.name != b"<init>" || self.context.policy.tells_of_objects(&text(method.owner)) {
            return Ok(false);
        }
        let slots = Signature::parse(method.descriptor)?.slots();
        let Some(made) = self.source(index, slots)? else { return Ok(false) };
        // It is not an object that the same instruction has made before: what was on the stack then has another source as well.
        let is_new = self.instructions().get(made).is_some_and(|found| found.opcode == op::NEW);
        Ok(is_new && self.source(index, slots + 1)? == Some(made))
    }
}
