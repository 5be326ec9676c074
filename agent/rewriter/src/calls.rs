//! Hooks on calls, and on `invokedynamic`.

use crate::descriptor::{Kind, Signature};
use crate::editor::Editor;
use crate::error::Failure;
use crate::instruction::{Instruction, op};
use crate::policy::{Call, CallAction};
use crate::pool::{Named, text};
use crate::site::Operation;
use crate::snippet::Snippet;
use crate::uninitialized::Uninitialized;

/// Slots that the arguments of a call can take.
const MOST_ARGUMENTS: usize = 255;

impl Editor<'_, '_, '_> {
    /// `invokevirtual`, `invokespecial`, `invokestatic` or `invokeinterface`.
    pub(crate) fn call(&mut self, index: usize, opcode: u8, uninitialized: &Uninitialized) -> Result<(), Failure> {
        if opcode == op::INVOKESTATIC {
            self.static_call(index)?;
        }
        let method = self.member(index)?;
        let (owner, name, descriptor) = (text(method.owner), text(method.name), text(method.descriptor));
        let call = Call { opcode, owner: &owner, name: &name, descriptor: &descriptor };
        let is_static = opcode == op::INVOKESTATIC;
        let constructor = name == "<init>";
        let action = self.context.policy.call(&call);
        let replaces = matches!(action, CallAction::Replace(_) | CallAction::ReplaceIn(..));
        if action == CallAction::Keep || (constructor && replaces) {
            return Ok(());
        }
        if action == CallAction::Note {
            let mut piece = Snippet::default();
            let hooks = self.context.policy.loop_hooks().unwrap_or_else(|| self.context.policy.hooks());
            piece.hook(&mut self.context.pool, hooks, "changes", b"()V")?;
            return self.before(index, piece);
        }
        let operation = Operation::Call {
            owner: owner.into_owned(),
            name: name.into_owned(),
            descriptor: descriptor.into_owned(),
            is_static,
            caller_super: opcode == op::INVOKESPECIAL && !constructor,
        };
        let site =
            if replaces && !is_static { self.site_of_object(index, operation) } else { self.site(index, operation) };
        match action {
            CallAction::Replace(hook) => {
                let class = self.context.policy.replacements();
                self.replace_call(index, method, is_static, (class, hook), site)
            }
            CallAction::ReplaceIn(class, hook) => self.replace_call(index, method, is_static, (class, hook), site),
            CallAction::Tell(hook) => {
                if self.is_static() {
                    return Err(Failure::Skip("there is no receiver to tell a hook"));
                }
                let mut piece = Snippet::default();
                piece.load(Kind::Reference, 0);
                self.push_site(&mut piece, site)?;
                self.hook(&mut piece, hook, "(Ljava/lang/Object;I)V")?;
                self.before(index, piece)
            }
            CallAction::Keep | CallAction::Note | CallAction::Report | CallAction::ReportOpaque => {
                let construction = uninitialized.constructions.contains(&index);
                let begin = if is_static || constructor {
                    None
                } else if action == CallAction::ReportOpaque {
                    Some("beginOpaqueCall")
                } else {
                    Some("beginCall")
                };
                self.report_call(index, method, begin, construction, site)
            }
        }
    }

    fn replace_call(
        &mut self,
        index: usize,
        method: Named<'_>,
        is_static: bool,
        (class, hook): (&str, &str),
        site: u32,
    ) -> Result<(), Failure> {
        let signature = Signature::parse(method.descriptor)?;
        if signature.slots() + usize::from(!is_static) + 1 > MOST_ARGUMENTS {
            return Err(Failure::Skip("a call with too many arguments for one more"));
        }
        let receiver: &[u8] = if is_static { b"" } else { b"Ljava/lang/Object;" };
        let descriptor = [b"(", receiver, signature.inside, b"I)", signature.after].concat();
        let mut piece = Snippet::default();
        self.push_site(&mut piece, site)?;
        piece.hook(&mut self.context.pool, class, hook, &descriptor)?;
        self.replace(index, piece)
    }

    /// `begin`: the hook that is told the receiver, if there is one that hooks may see. `construction`: it is the call of
    /// `super()` or `this()`.
    fn report_call(
        &mut self,
        index: usize,
        method: Named<'_>,
        begin: Option<&str>,
        construction: bool,
        site: u32,
    ) -> Result<(), Failure> {
        let kinds = kinds(method.descriptor)?;
        let mut before = Snippet::default();
        let temporaries = self.spill(&mut before, &kinds)?;
        if let Some(begin) = begin {
            before.dup(Kind::Reference);
            self.push_site(&mut before, site)?;
            self.hook(&mut before, begin, "(Ljava/lang/Object;I)V")?;
        } else {
            self.push_site(&mut before, site)?;
            self.hook(&mut before, "beginStaticCall", "(I)V")?;
        }
        self.arguments(&mut before, &kinds, &temporaries)?;
        self.hook(&mut before, "endArguments", "()V")?;
        reload(&mut before, &kinds, &temporaries);
        self.before(index, before)?;
        let mut after = Snippet::default();
        if returns_reference(method.descriptor) || begin.is_none() && self.leaves_new_object(index) {
            after.dup(Kind::Reference);
            self.push_site(&mut after, site)?;
            self.hook(&mut after, "result", "(Ljava/lang/Object;I)V")?;
        }
        self.push_site(&mut after, site)?;
        self.hook(&mut after, "afterCall", "(I)V")?;
        // An exception handler around a call of super() expects uninitialised `this`.
        self.after(index, after)?.bare_after = construction;
        Ok(())
    }

    /// Whether this instruction is the constructor call that belongs to a `new` followed by `dup`: then the object is on top
    /// of the stack afterwards. Expressions nest, so the pairs are found by counting back.
    pub(crate) fn leaves_new_object(&self, index: usize) -> bool {
        let instructions = self.instructions();
        let Some(&Instruction { opcode: op::INVOKESPECIAL, .. }) = instructions.get(index) else { return false };
        let mut waiting = 0;
        for i in (0..index).rev() {
            let Some(instruction) = instructions.get(i) else { return false };
            let is_constructor = || {
                instruction.opcode == op::INVOKESPECIAL && self.member(i).is_ok_and(|method| method.name == b"<init>")
            };
            if instruction.opcode == op::NEW {
                if waiting == 0 {
                    let same = self.member(index).is_ok_and(|method| {
                        self.context.pool.class(instruction.constant()).is_ok_and(|class| class == method.owner)
                    });
                    return same && instructions.get(i + 1).is_some_and(|next| next.opcode == op::DUP);
                }
                waiting -= 1;
            } else if is_constructor() {
                waiting += 1;
            }
        }
        false
    }

    fn arguments(&mut self, piece: &mut Snippet, kinds: &[Kind], temporaries: &[u16]) -> Result<(), Failure> {
        for (&kind, &temporary) in kinds.iter().zip(temporaries) {
            piece.load(kind, temporary);
            self.hook_on(piece, "arg", kind)?;
        }
        Ok(())
    }

    pub(crate) fn invoke_dynamic(&mut self, index: usize) -> Result<(), Failure> {
        if !self.context.policy.reports_control() {
            return Ok(());
        }
        let Some(instruction) = self.instructions().get(index) else { return Ok(()) };
        let (bootstrap, _, descriptor) = self.context.pool.invoke_dynamic(instruction.constant())?;
        let bootstrap = self.context.bootstrap(bootstrap)?;
        match bootstrap.owner {
            b"java/lang/invoke/LambdaMetafactory" => self.lambda(index, descriptor, &bootstrap.arguments),
            b"java/lang/runtime/ObjectMethods" => self.record_method(index, descriptor),
            _ => Ok(()),
        }
    }

    fn lambda(&mut self, index: usize, descriptor: &[u8], arguments: &[u16]) -> Result<(), Failure> {
        let handle = arguments.get(1).copied().unwrap_or(0);
        let method = self.context.pool.handle(handle)?;
        let implementation = format!("{}.{}{}", text(method.owner), text(method.name), text(method.descriptor));
        let site = self.site(index, Operation::Lambda { implementation });
        let kinds = kinds(descriptor)?;
        let mut before = Snippet::default();
        let temporaries = self.spill(&mut before, &kinds)?;
        self.push_site(&mut before, site)?;
        self.hook(&mut before, "beginLambda", "(I)V")?;
        self.arguments(&mut before, &kinds, &temporaries)?;
        reload(&mut before, &kinds, &temporaries);
        self.before(index, before)?;
        let mut after = Snippet::default();
        after.dup(Kind::Reference);
        self.hook(&mut after, "endLambda", "(Ljava/lang/Object;)V")?;
        self.after(index, after)?;
        Ok(())
    }

    fn record_method(&mut self, index: usize, descriptor: &[u8]) -> Result<(), Failure> {
        let kinds = kinds(descriptor)?;
        if kinds.first() != Some(&Kind::Reference) {
            return Ok(());
        }
        let site = self.site(index, Operation::RecordMethod);
        let mut before = Snippet::default();
        let temporaries = self.spill(&mut before, &kinds)?;
        reload(&mut before, &kinds[..1], &temporaries);
        self.push_site(&mut before, site)?;
        self.hook(&mut before, "beforeRecordMethod", "(Ljava/lang/Object;I)V")?;
        reload(&mut before, &kinds, &temporaries);
        self.before(index, before)
    }
}

pub(crate) fn kinds(descriptor: &[u8]) -> Result<Vec<Kind>, Failure> {
    Ok(Signature::parse(descriptor)?.parameters.iter().map(|parameter| parameter.kind).collect())
}

fn returns_reference(descriptor: &[u8]) -> bool {
    let end = descriptor.iter().position(|&c| c == b')');
    matches!(end.and_then(|end| descriptor.get(end + 1)), Some(b'L' | b'['))
}

/// Pushes what was spilled.
pub(crate) fn reload(piece: &mut Snippet, kinds: &[Kind], temporaries: &[u16]) {
    for (&kind, &temporary) in kinds.iter().zip(temporaries) {
        piece.load(kind, temporary);
    }
}
