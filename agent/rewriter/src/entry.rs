//! Hooks at the start of a method, which may end it, or do its work.
//!
//! They come before everything else that is put at the start, and no handler covers them: a method that a hook ends has entered
//! nothing that it would have to leave.

use crate::descriptor::Kind;
use crate::editor::Editor;
use crate::error::Failure;
use crate::instruction::op;
use crate::policy::EntryHook;
use crate::pool::text;
use crate::snippet::Snippet;

const RECEIVER: &[u8] = b"Ljava/lang/Object;";

impl Editor<'_, '_, '_> {
    /// The hook at the start of the method. To be called before anything else adds to the prologue.
    pub(crate) fn entry(&mut self) -> Result<(), Failure> {
        let (name, descriptor) = (text(self.name), text(self.descriptor));
        let Some(entry) = self.context.policy.entry(&name, &descriptor) else { return Ok(()) };
        let constructor = self.name == b"<init>";
        let mut piece = Snippet::default();
        match entry {
            EntryHook::Note(hook) => self.call_on_arguments(&mut piece, hook, b"V")?,
            EntryHook::Tell(hook) => {
                piece.hook(&mut self.context.pool, self.context.policy.entry_hooks(), hook, b"()V")?;
            }
            EntryHook::NoteReceiver(_) if constructor || self.is_static() => {
                return Err(Failure::Skip("there is no receiver to tell a hook"));
            }
            EntryHook::NoteReceiver(hook) => {
                piece.load(Kind::Reference, 0);
                piece.hook(
                    &mut self.context.pool,
                    self.context.policy.entry_hooks(),
                    hook,
                    b"(Ljava/lang/Object;)V",
                )?;
            }
            EntryHook::Guard(_) if constructor || self.signature.result.is_some() => {
                return Err(Failure::Skip("only a void method that is no constructor can have an entry guard"));
            }
            EntryHook::Guard(hook) => {
                self.call_on_arguments(&mut piece, hook, b"Z")?;
                let mut leave = Snippet::default();
                leave.op(op::RETURN, 0);
                piece.when(&leave)?;
            }
            EntryHook::Replace { .. } if constructor => {
                return Err(Failure::Skip("a constructor cannot be replaced"));
            }
            EntryHook::Replace { hook, applies } => {
                let asked: &[u8] = if self.is_static() {
                    b"()Z"
                } else {
                    piece.load(Kind::Reference, 0);
                    b"(Ljava/lang/Object;)Z"
                };
                piece.hook(&mut self.context.pool, self.context.policy.entry_hooks(), applies, asked)?;
                let instead = self.instead(hook)?;
                piece.when(&instead)?;
            }
        }
        self.reserve(&piece);
        self.insertions.prologue.append(&mut piece.bytes);
        if !matches!(entry, EntryHook::Note(_) | EntryHook::Tell(_) | EntryHook::NoteReceiver(_)) {
            self.insertions.prologue_frame = Some(self.insertions.prologue.len());
            // Keeps the new frame apart from one at the start of the method.
            self.insertions.prologue.push(op::NOP);
        }
        Ok(())
    }

    /// Returns what a hook returns.
    fn instead(&mut self, hook: &str) -> Result<Snippet, Failure> {
        let after = self.signature.after;
        let result = self.signature.result;
        let declared = if result == Some(Kind::Reference) { RECEIVER } else { after };
        let mut piece = Snippet::default();
        self.call_on_arguments(&mut piece, hook, declared)?;
        if result == Some(Kind::Reference) {
            piece.cast(&mut self.context.pool, after)?;
        }
        piece.leave(result);
        Ok(piece)
    }

    /// Calls a hook on `this` and the arguments. `result`: the type that it returns.
    fn call_on_arguments(&mut self, piece: &mut Snippet, hook: &str, result: &[u8]) -> Result<(), Failure> {
        let mut local = 0;
        let mut receiver: &[u8] = b"";
        if !self.is_static() {
            // A constructor's `this` is not initialised yet.
            if self.name != b"<init>" {
                piece.load(Kind::Reference, local);
                receiver = RECEIVER;
            }
            local += 1;
        }
        for parameter in &self.signature.parameters {
            piece.load(parameter.kind, local);
            local = local.saturating_add(parameter.kind.slots());
        }
        let mut descriptor = [b"(", receiver].concat();
        for parameter in &self.signature.parameters {
            descriptor.extend_from_slice(if can_be_named(parameter.descriptor) {
                parameter.descriptor
            } else {
                RECEIVER
            });
        }
        descriptor.push(b')');
        descriptor.extend_from_slice(result);
        Ok(piece.hook(&mut self.context.pool, self.context.policy.entry_hooks(), hook, &descriptor)?)
    }
}

/// Whether hooks can name the type of a parameter: not if it is a nested class, or one known to be private to its package.
fn can_be_named(descriptor: &[u8]) -> bool {
    !descriptor.starts_with(b"L")
        || !descriptor.contains(&b'$')
            && descriptor != b"Ljava/lang/invoke/MemberName;"
            && descriptor != b"Lsun/nio/ch/NativeDispatcher;"
            && !descriptor.starts_with(b"Lsun/nio/fs/Unix")
}
