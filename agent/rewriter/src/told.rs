//! Hooks that tell what a method calls, with what, and what it returns ([`Policy::tells_calls`]): for reports, which show the program's own calls
//! in the place of what code of the JDK does.
//!
//! They stand around all other hooks of the instruction, so that what these announce happens within the call. That a call ends by an exception is told by
//! no hook.
//!
//! [`Policy::tells_calls`]: crate::policy::Policy::tells_calls

use crate::calls::{kinds, reload};
use crate::descriptor::{Kind, Signature};
use crate::editor::Editor;
use crate::error::Failure;
use crate::instruction::op;
use crate::policy::Call;
use crate::pool::text;
use crate::site::Operation;
use crate::snippet::Snippet;
use crate::uninitialized::Uninitialized;

/// A call whose end is still to be told.
pub(crate) struct TellsEnd {
    site: u32,
    /// What it returns, or a new object, is on top of the stack.
    result: Option<Kind>,
    hooks: String,
}

impl Editor<'_, '_, '_> {
    /// The hooks before an instruction. To be called before any other one is inserted there; those after it come from [`Editor::tell_end`].
    pub(crate) fn tell_call(
        &mut self,
        index: usize,
        opcode: u8,
        uninitialized: &Uninitialized,
    ) -> Result<Option<TellsEnd>, Failure> {
        let Some(hooks) = self.context.policy.tells_calls().map(str::to_owned) else { return Ok(None) };
        // Before `super()` or `this()` has returned there is no object to tell of, and no handler may see what is between.
        if uninitialized.constructions.contains(&index) {
            return Ok(None);
        }
        let method = self.member(index)?;
        let (owner, name, descriptor) = (text(method.owner), text(method.name), text(method.descriptor));
        if !self.context.policy.tells(&Call { opcode, owner: &owner, name: &name, descriptor: &descriptor }) {
            return Ok(None);
        }
        let constructor = name == "<init>";
        let is_static = opcode == op::INVOKESTATIC;
        let site = self.site(
            index,
            Operation::Call {
                owner: owner.into_owned(),
                name: name.into_owned(),
                descriptor: descriptor.into_owned(),
                is_static,
                caller_super: opcode == op::INVOKESPECIAL && !constructor,
            },
        );
        if !(is_static || constructor)
            && let Some(variable) = self.written(index)
        {
            self.context.sites.written(site, variable);
        }
        let kinds = kinds(method.descriptor)?;
        let mut piece = Snippet::default();
        let temporaries = self.spill(&mut piece, &kinds)?;
        if is_static || constructor {
            self.push_site(&mut piece, site)?;
            piece.hook(&mut self.context.pool, &hooks, "calls", b"(I)V")?;
        } else {
            piece.dup(Kind::Reference);
            self.push_site(&mut piece, site)?;
            piece.hook(&mut self.context.pool, &hooks, "calls", b"(Ljava/lang/Object;I)V")?;
        }
        for (&kind, &temporary) in kinds.iter().zip(&temporaries) {
            piece.load(kind, temporary);
            self.tell_value(&mut piece, &hooks, "with", kind)?;
        }
        piece.hook(&mut self.context.pool, &hooks, "begins", b"()V")?;
        reload(&mut piece, &kinds, &temporaries);
        self.before(index, piece)?;
        let result = if constructor {
            self.leaves_new_object(index).then_some(Kind::Reference)
        } else {
            Signature::parse(method.descriptor)?.result
        };
        Ok(Some(TellsEnd { site, result, hooks }))
    }

    /// What the object that is called is written as, if it is a variable: what the JVM's message would name if it were null.
    fn written(&mut self, index: usize) -> Option<String> {
        let message = self.if_null(index).ok()?;
        let (_, reason) = message.rsplit_once(" because ")?;
        if let Some(called) = reason.strip_prefix("the return value of \"") {
            let (method, _) = called.split_once('(')?;
            return Some(format!("{}()", method.rsplit('.').next()?));
        }
        let reason = reason.strip_prefix('"')?;
        let variable = reason.strip_suffix("\" is null")?;
        // A variable without a name is `<local4>`; of arrays and calls it is not known which they are.
        let is_variable = variable.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
        is_variable.then(|| variable.to_owned())
    }

    /// The hooks after the instruction. To be called when all others are there.
    pub(crate) fn tell_end(&mut self, index: usize, call: &TellsEnd) -> Result<(), Failure> {
        let mut piece = Snippet::default();
        if let Some(kind) = call.result {
            piece.dup(kind);
            self.tell_value(&mut piece, &call.hooks, "gives", kind)?;
        }
        self.push_site(&mut piece, call.site)?;
        piece.hook(&mut self.context.pool, &call.hooks, "returns", b"(I)V")?;
        self.at_end(index, piece, false)
    }

    /// Tells the value on top of the stack, which is taken from there.
    fn tell_value(&mut self, piece: &mut Snippet, hooks: &str, name: &str, kind: Kind) -> Result<(), Failure> {
        let (name, descriptor) = (format!("{name}{}", kind.letter()), format!("({})V", kind.descriptor()));
        Ok(piece.hook(&mut self.context.pool, hooks, &name, descriptor.as_bytes())?)
    }
}
