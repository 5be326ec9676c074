//! Hooks at the heads of loops, which see the whole local state: so that a thread that only waits can be recognised, and equal states after
//! different rounds. And, in scopes, where loops are left: there it no longer matters how many rounds there were.
//!
//! A head is the target of a backward jump where nothing is on the stack. The local state is what the frame there says is in the
//! locals, as far as they are live ([`crate::liveness`]), and which call of the method it is: a number that the method gets when it starts and keeps in a local of
//! its own, the first beyond those of the original. What the locals hold is told only where the first hook wants it, so that a
//! thread that nobody watches calls one hook per round. Classes without frames, and heads where an object is not initialised
//! yet, get no hooks: waiting there is not recognised.

use crate::descriptor::Kind;
use crate::editor::Editor;
use crate::error::Failure;
use crate::extents::{Extents, extents, heads};
use crate::frames::{self, Frame, Start, Type, this_type};
use crate::liveness::Liveness;
use crate::site::Operation;
use crate::snippet::Snippet;

/// Methods with more code than this get no such hooks, so that there is room for the others.
pub(crate) const MOST_CODE: u32 = 20_000;

impl Editor<'_, '_, '_> {
    /// The hooks at all heads of loops. To be called before anything else takes temporaries.
    pub(crate) fn loops(&mut self) -> Result<(), Failure> {
        let policy = self.context.policy;
        let Some(hooks) = policy.loop_hooks() else { return Ok(()) };
        let enter = match (policy.recognises_waiting(), self.scope) {
            (true, _) => "loopEnter",
            (false, Some(_)) => "jdkLoop",
            (false, None) => return Ok(()),
        };
        if self.instructions().last().is_none_or(|last| last.offset > MOST_CODE) {
            return Ok(());
        }
        let heads = heads(self.code);
        if heads.is_empty() {
            return Ok(());
        }
        let liveness = Liveness::of(self.code);
        let frames = self.frames()?;
        let is_head = |index| heads.binary_search_by_key(&index, |head| head.0).is_ok();
        let mut visited = Vec::new();
        for (index, frame) in frames.iter().filter(|frame| is_head(frame.0)) {
            if let Some(told) = self.told(hooks, &liveness, *index, frame)? {
                visited.push((*index, told));
            }
        }
        if visited.is_empty() {
            return Ok(());
        }
        if self.scope.is_none() {
            self.number_call(hooks, "loopCall")?;
        }
        let counted: Vec<_> = visited.iter().map(|&(index, _)| index).collect();
        let extents = extents(self.code, &counted);
        if self.scope.is_some() {
            self.exits(hooks, &extents, &liveness, &frames)?;
        }
        for ((index, told), extent) in visited.into_iter().zip(extents.counted) {
            let site = self.site(index, Operation::Loop);
            let last = extent.last.filter(|_| self.scope.is_some());
            let number = |index: usize| i32::try_from(index).unwrap_or(-1);
            let mut piece = Snippet::default();
            piece.load(Kind::Int, self.code.max_locals);
            self.push_site(&mut piece, site)?;
            for place in [last.map(|_| extent.head), last] {
                piece.int(&mut self.context.pool, place.map_or(-1, number))?;
            }
            piece.hook(&mut self.context.pool, hooks, enter, b"(IIII)Z")?;
            piece.when(&told)?;
            self.at_head(index, piece)?;
        }
        Ok(())
    }

    /// The hooks where loops are left. Where there is no frame only that: what the locals hold is not known.
    fn exits(
        &mut self,
        hooks: &str,
        extents: &Extents,
        liveness: &Liveness,
        frames: &[(usize, Frame)],
    ) -> Result<(), Failure> {
        for index in extents.exits(self.code) {
            let frame = frames.binary_search_by_key(&index, |frame| frame.0).ok().and_then(|found| frames.get(found));
            let told = match frame {
                Some((_, frame)) => self.told(hooks, liveness, index, frame)?,
                None => None,
            };
            let site = self.site(index, Operation::Scope);
            let mut piece = Snippet::default();
            piece.load(Kind::Int, self.code.max_locals);
            self.push_site(&mut piece, site)?;
            piece.int(&mut self.context.pool, i32::try_from(index).unwrap_or(-1))?;
            match told {
                Some(told) => {
                    piece.hook(&mut self.context.pool, hooks, "loopExit", b"(III)Z")?;
                    piece.when(&told)?;
                }
                None => piece.hook(&mut self.context.pool, hooks, "loopLeft", b"(III)V")?,
            }
            self.at_head(index, piece)?;
        }
        Ok(())
    }

    /// The hooks that tell what the locals hold which are live; none if not everything that is there can be told.
    fn told(
        &mut self,
        hooks: &str,
        liveness: &Liveness,
        index: usize,
        frame: &Frame,
    ) -> Result<Option<Snippet>, Failure> {
        let Some(locals) = state(frame) else { return Ok(None) };
        let mut told = Snippet::default();
        for (kind, local) in locals.into_iter().filter(|&(_, local)| liveness.is_live(index, local)) {
            told.load(kind, local);
            let (name, descriptor) = (format!("loop{}", kind.letter()), format!("({})V", kind.descriptor()));
            told.hook(&mut self.context.pool, hooks, &name, descriptor.as_bytes())?;
        }
        told.hook(&mut self.context.pool, hooks, "loopEnd", b"()V")?;
        // There may be so many locals that no jump leads past them.
        Ok(told.fits().then_some(told))
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
