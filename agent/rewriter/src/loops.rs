//! Hooks at the heads of loops, which see the whole local state: so that a thread that only waits can be recognised.
//!
//! A head is the target of a backward jump where nothing is on the stack. The local state is what the frame there says is in the
//! locals, and which call of the method it is: a number that the method gets when it starts and keeps in a local of
//! its own, the first beyond those of the original. What the locals hold is told only where the first hook wants it, so that a
//! thread that nobody watches calls one hook per round. Classes without frames, and heads where an object is not initialised
//! yet, get no hooks: waiting there is not recognised.

use crate::descriptor::Kind;
use crate::editor::Editor;
use crate::error::Failure;
use crate::frames::{self, Frame, Start, Type, this_type};
use crate::instruction::Body;
use crate::site::Operation;
use crate::snippet::Snippet;

/// Methods with more code than this get no such hooks, so that there is room for the others.
const MOST_CODE: u32 = 20_000;

impl Editor<'_, '_, '_> {
    /// The hooks at all heads of loops. To be called before anything else takes temporaries.
    pub(crate) fn loops(&mut self) -> Result<(), Failure> {
        let policy = self.context.policy;
        let Some(hooks) = policy.loop_hooks() else { return Ok(()) };
        if self.instructions().last().is_none_or(|last| last.offset > MOST_CODE) {
            return Ok(());
        }
        let heads = self.heads();
        if heads.is_empty() {
            return Ok(());
        }
        let mut visited = Vec::new();
        for (index, frame) in self.frames()? {
            if heads.binary_search(&index).is_ok()
                && let Some(locals) = state(&frame)
            {
                visited.push((index, locals));
            }
        }
        if visited.is_empty() {
            return Ok(());
        }
        let call = self.code.max_locals;
        self.insertions.call_local = true;
        self.insertions.temporaries = self.insertions.temporaries.max(1);
        let mut start = Snippet::default();
        start.hook(&mut self.context.pool, hooks, "loopCall", b"()I")?;
        start.store(Kind::Int, call);
        self.reserve(&start);
        self.insertions.prologue.append(&mut start.bytes);
        for (index, locals) in visited {
            let site = self.site(index, Operation::Loop);
            let mut wanted = Snippet::default();
            for (kind, local) in locals {
                wanted.load(kind, local);
                let (name, descriptor) = (format!("loop{}", kind.letter()), format!("({})V", kind.descriptor()));
                wanted.hook(&mut self.context.pool, hooks, &name, descriptor.as_bytes())?;
            }
            wanted.hook(&mut self.context.pool, hooks, "loopEnd", b"()V")?;
            let mut piece = Snippet::default();
            piece.load(Kind::Int, call);
            self.push_site(&mut piece, site)?;
            piece.hook(&mut self.context.pool, hooks, "loopEnter", b"(II)Z")?;
            if piece.when(&wanted).is_err() {
                // So many locals that no jump leads past them.
                continue;
            }
            self.at_head(index, piece)?;
        }
        Ok(())
    }

    /// The targets of backward jumps, in order.
    fn heads(&self) -> Vec<usize> {
        let mut heads = Vec::new();
        for (index, instruction) in self.instructions().iter().enumerate() {
            match &instruction.body {
                Body::Plain => {}
                Body::Jump(target) => heads.extend((*target <= index).then_some(*target)),
                Body::Switch(switch) => {
                    heads.extend(switch.targets.iter().chain([&switch.default]).filter(|target| **target <= index));
                }
            }
        }
        heads.sort_unstable();
        heads.dedup();
        heads
    }

    /// The frames of the original, with the instructions that they belong to.
    pub(crate) fn frames(&self) -> Result<Vec<(usize, Frame)>, Failure> {
        let pool = &self.context.pool;
        let table = self.code.attributes.iter().find(|found| pool.utf8(found.name) == Ok(b"StackMapTable"));
        let Some(table) = table.filter(|_| self.context.major >= frames::FIRST_VERSION) else { return Ok(Vec::new()) };
        let constructor = self.name == b"<init>" && self.context.name != b"java/lang/Object";
        let this = (!self.is_static()).then(|| this_type(self.context.this_class, constructor));
        frames::read(table.body, self.code, &Start::new(this, &self.signature))
    }
}

/// What the locals hold; none if the stack is not empty or an object is not initialised.
fn state(frame: &Frame) -> Option<Vec<(Kind, u16)>> {
    if !frame.stack.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    let mut local = 0;
    for &held in frame.locals.iter() {
        let kind = match held {
            Type::Simple(1) => Some(Kind::Int),
            Type::Simple(2) => Some(Kind::Float),
            Type::Simple(3) => Some(Kind::Double),
            Type::Simple(4) => Some(Kind::Long),
            Type::Simple(6) | Type::Uninitialized(_) => return None,
            Type::Simple(_) => None,
            Type::Object(_) | Type::Initial(_) => Some(Kind::Reference),
        };
        found.extend(kind.map(|kind| (kind, local)));
        local += held.slots();
    }
    Some(found)
}
