//! Hooks where a call of a method begins and returns: a *scope*, within which what a thread has learned can be forgotten when only its result
//! counts.
//!
//! The hook at the start gives the number of the call, which stays in a local of its own, the first beyond those of the original; the hooks
//! before returns and at heads of loops get it back. A call that ends by an exception is not told: the next hook of a
//! caller shows by its number that it is over. Constructors and static initialisers are no scopes, nor is what is too long.

use crate::descriptor::Kind;
use crate::editor::Editor;
use crate::error::Failure;
use crate::extents::heads;
use crate::instruction::{Instruction, op};
use crate::loops::MOST_CODE;
use crate::policy::Work;
use crate::site::Operation;
use crate::snippet::Snippet;

impl Editor<'_, '_, '_> {
    /// The hook at the start of the call. To be called before anything else takes temporaries.
    pub(crate) fn enter_scope(&mut self) -> Result<(), Failure> {
        let Some(hooks) = self.context.policy.local_states() else { return Ok(()) };
        let long = self.instructions().last().is_none_or(|last| last.offset > MOST_CODE);
        if self.name.starts_with(b"<") || long || !self.context.policy.is_scope(&self.work()?) {
            return Ok(());
        }
        self.number_call(hooks, "enter")?;
        self.scope = Some(hooks);
        Ok(())
    }

    /// The hooks before returns. To be called when everything else is there that belongs to the end of the method.
    pub(crate) fn leave_scope(&mut self) -> Result<(), Failure> {
        let Some(hooks) = self.scope else { return Ok(()) };
        let site = self.site(0, Operation::Scope);
        let result = self.signature.result;
        let mut piece = Snippet::default();
        if let Some(kind) = result {
            piece.dup(kind);
        }
        piece.load(Kind::Int, self.code.max_locals);
        self.push_site(&mut piece, site)?;
        let (letter, value) = result.map_or(('V', ""), |kind| (kind.letter(), kind.descriptor()));
        piece.hook(&mut self.context.pool, hooks, &format!("exit{letter}"), format!("({value}II)V").as_bytes())?;
        for (index, instruction) in self.instructions().iter().enumerate() {
            if instruction.is_return() {
                self.end_return(index, &piece)?;
            }
        }
        Ok(())
    }

    /// Puts the number of the call, which a hook gives, into a local of its own.
    pub(crate) fn number_call(&mut self, hooks: &str, hook: &str) -> Result<(), Failure> {
        self.insertions.call_local = true;
        self.insertions.temporaries = self.insertions.temporaries.max(1);
        let mut start = Snippet::default();
        start.hook(&mut self.context.pool, hooks, hook, b"()I")?;
        start.store(Kind::Int, self.code.max_locals);
        self.reserve(&start);
        self.insertions.prologue.append(&mut start.bytes);
        Ok(())
    }

    /// What the instructions of the method do.
    fn work(&self) -> Result<Work, Failure> {
        let mut work = Work { loops: !heads(self.code).is_empty(), ..Work::default() };
        for (index, Instruction { opcode, .. }) in self.instructions().iter().enumerate() {
            match *opcode {
                op::GETFIELD => {
                    let field = self.member(index)?;
                    let is_final = field.owner == self.context.name && self.context.finals.contains(&field.name);
                    work.reads += u32::from(!is_final);
                }
                op::GETSTATIC | op::IALOAD..=op::SALOAD => work.reads += 1,
                op::PUTFIELD | op::PUTSTATIC | op::IASTORE..=op::SASTORE => work.writes = true,
                op::INVOKEVIRTUAL..=op::INVOKEDYNAMIC => work.calls = true,
                op::MONITORENTER | op::MONITOREXIT => work.monitors = true,
                _ => {}
            }
        }
        work.monitors |= self.is_synchronized();
        Ok(work)
    }
}
