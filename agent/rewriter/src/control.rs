//! Hooks on the ways into and out of synchronized methods and static initialisers, out of constructors, on monitors and on exception
//! handlers.

use crate::code::Code;
use crate::descriptor::Kind;
use crate::editor::Editor;
use crate::error::Failure;
use crate::frames::{Frame, Type};
use crate::insert::CatchAll;
use crate::instruction::op;
use crate::policy::Monitors;
use crate::pool::text;
use crate::site::Operation;
use crate::snippet::Snippet;

const SYNCHRONIZED: u16 = 0x0020;

impl Editor<'_, '_, '_> {
    /// `monitorenter` or `monitorexit`.
    pub(crate) fn monitor(&mut self, index: usize, opcode: u8) -> Result<(), Failure> {
        let monitors = self.context.policy.monitors();
        if monitors == Monitors::Keep {
            return Ok(());
        }
        let site = if opcode == op::MONITORENTER {
            self.site_of_object(index, Operation::Monitor)
        } else {
            self.site(index, Operation::Monitor)
        };
        let name = if opcode == op::MONITORENTER { "monitorEnter" } else { "monitorExit" };
        let reports = matches!(monitors, Monitors::Report | Monitors::Enclose);
        let mut piece = Snippet::default();
        if reports {
            piece.dup(Kind::Reference);
        }
        self.push_site(&mut piece, site)?;
        self.hook(&mut piece, name, "(Ljava/lang/Object;I)V")?;
        if reports { self.before(index, piece) } else { self.replace(index, piece) }
    }

    /// The hooks around a static initialiser, or another method that the policy wants surrounded.
    pub(crate) fn surrounded(&mut self) -> Result<(), Failure> {
        let policy = self.context.policy;
        let reported = self.name == b"<clinit>" && policy.reports_control();
        let pair = policy.surround(&text(self.name)).or_else(|| self.called_back().filter(|_| !self.hooks_monitor()));
        if !reported && pair.is_none() {
            return Ok(());
        }
        let mut enter = Snippet::default();
        if reported {
            let site = self.site(0, Operation::StaticInitialiser);
            self.push_site(&mut enter, site)?;
            self.hook(&mut enter, "clinitEnter", "(I)V")?;
        }
        let pair = pair.map(|(enter, exit)| (policy.surround_hooks(enter), enter, exit));
        if let Some((class, hook, _)) = pair {
            enter.hook(&mut self.context.pool, class, hook, b"()V")?;
        }
        let (mut exit, mut handler) = (Snippet::default(), Snippet::above(1));
        for piece in [&mut exit, &mut handler] {
            if let Some((class, _, hook)) = pair {
                piece.hook(&mut self.context.pool, class, hook, b"()V")?;
            }
            if reported {
                self.hook(piece, "clinitExit", "()V")?;
            }
        }
        self.surround(enter, &exit, handler, &[])
    }

    /// The hooks around this method if code that is not rewritten may call it.
    fn called_back(&self) -> Option<(&'static str, &'static str)> {
        let ordinary = !self.name.starts_with(b"<");
        let (name, descriptor) = (text(self.name), text(self.descriptor));
        ordinary.then(|| self.context.policy.called_back(&name, &descriptor, self.is_static())).flatten()
    }

    /// Whether the method is synchronized and hooks say so.
    fn hooks_monitor(&self) -> bool {
        let keeps = self.context.policy.monitors() == Monitors::Keep;
        self.is_synchronized() && !keeps && self.name != b"<clinit>"
    }

    /// Whether the method is synchronized.
    pub(crate) fn is_synchronized(&self) -> bool {
        self.access & SYNCHRONIZED != 0
    }

    /// The hooks of a synchronized method.
    pub(crate) fn synchronized_method(&mut self) -> Result<(), Failure> {
        let monitors = self.context.policy.monitors();
        if !self.hooks_monitor() {
            return Ok(());
        }
        if !self.is_static() && stores_to_this(self.code) {
            return Err(Failure::Skip("a synchronized method that overwrites this"));
        }
        let site = self.site(0, Operation::SynchronizedMethod);
        let pair = self.called_back();
        let mut enter = Snippet::default();
        if let Some((hook, _)) = pair {
            self.hook(&mut enter, hook, "()V")?;
        }
        self.lock_hook(&mut enter, "syncEnter", site)?;
        if monitors == Monitors::Enclose {
            self.load_lock(&mut enter);
            enter.op(op::MONITORENTER, -1);
        }
        let (mut exit, mut handler) = (Snippet::default(), Snippet::above(1));
        for piece in [&mut exit, &mut handler] {
            if monitors == Monitors::Enclose {
                self.load_lock(piece);
                piece.op(op::MONITOREXIT, -1);
            }
            self.lock_hook(piece, "syncExit", site)?;
            if let Some((_, hook)) = pair {
                self.hook(piece, hook, "()V")?;
            }
        }
        self.insertions.drops_synchronized = matches!(monitors, Monitors::Replace | Monitors::Enclose);
        let this = [Type::Object(self.context.this_class)];
        let locals = if self.is_static() { &[][..] } else { &this };
        self.surround(enter, &exit, handler, locals)
    }

    /// Pushes the object that a synchronized method locks.
    fn load_lock(&self, piece: &mut Snippet) {
        if !self.is_static() {
            piece.load(Kind::Reference, 0);
        } else {
            piece.constant(self.context.this_class);
        }
    }

    fn lock_hook(&mut self, piece: &mut Snippet, name: &str, site: u32) -> Result<(), Failure> {
        self.load_lock(piece);
        self.push_site(piece, site)?;
        self.hook(piece, name, "(Ljava/lang/Object;I)V")
    }

    /// Puts code at the start of the method, before each return, and where an exception leaves it.
    fn surround(
        &mut self,
        mut enter: Snippet,
        exit: &Snippet,
        mut handler: Snippet,
        locals: &[Type],
    ) -> Result<(), Failure> {
        self.reserve(&enter);
        self.insertions.prologue.append(&mut enter.bytes);
        for (index, instruction) in self.instructions().iter().enumerate() {
            if instruction.is_return() {
                self.before_return(index, exit)?;
            }
        }
        handler.op(op::ATHROW, -1);
        self.reserve(&handler);
        let throwable = self.context.pool.add_class(b"java/lang/Throwable")?;
        let frame = Frame { locals: locals.into(), stack: vec![Type::Object(throwable)] };
        self.insertions.catch_all = Some(CatchAll { code: handler.bytes, frame });
        Ok(())
    }

    /// The hooks at the starts of exception handlers.
    pub(crate) fn exception_handlers(&mut self) -> Result<(), Failure> {
        if !self.context.policy.reports_handlers() {
            return Ok(());
        }
        for handler in &self.code.handlers {
            let mut piece = Snippet::default();
            piece.dup(Kind::Reference);
            self.hook(&mut piece, "caught", "(Ljava/lang/Throwable;)V")?;
            self.at_handler(handler.target, piece)?;
        }
        Ok(())
    }
}

impl Editor<'_, '_, '_> {
    /// The hooks before the returns of a constructor that writes final fields of its class.
    pub(crate) fn constructed(&mut self) -> Result<(), Failure> {
        let Some(hook) = self.context.policy.constructed() else { return Ok(()) };
        if self.name != b"<init>" || self.context.finals.is_empty() {
            return Ok(());
        }
        let mut writes = false;
        for (index, instruction) in self.instructions().iter().enumerate() {
            if instruction.opcode == op::PUTFIELD {
                let field = self.member(index)?;
                writes |= field.owner == self.context.name && self.context.finals.contains(&field.name);
            }
        }
        for (index, instruction) in self.instructions().iter().enumerate() {
            if writes && instruction.opcode == op::RETURN {
                let site = self.site(index, Operation::Constructed);
                let mut piece = Snippet::default();
                if stores_to_this(self.code) {
                    piece.op(op::ACONST_NULL, 1);
                } else {
                    piece.load(Kind::Reference, 0);
                }
                self.push_site(&mut piece, site)?;
                self.hook(&mut piece, hook, "(Ljava/lang/Object;I)V")?;
                self.before(index, piece)?;
            }
        }
        Ok(())
    }
}

/// Whether an instruction overwrites local 0.
pub(crate) fn stores_to_this(code: &Code<'_>) -> bool {
    let mut locals = code.instructions.list.iter().filter_map(|instruction| instruction.local());
    locals.any(|(opcode, local)| local == 0 && (op::ISTORE..=op::ASTORE).contains(&opcode))
}
