//! Which writes in a constructor go to an object whose superclass constructor has not been called.
//!
//! Such a `putfield` cannot have a hook: the verifier lets nobody else see the object. A forward data flow over the
//! constructor follows where uninitialised `this` lies on the stack and in the locals. Only states in which it lies
//! somewhere are followed, so the work ends at the call of `super()` or `this()`.

use crate::code::Code;
use crate::descriptor::{Kind, Signature};
use crate::error::RewriteError;
use crate::instruction::{Instruction, op};
use crate::pool::Pool;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What the analysis finds.
#[derive(Debug, Default)]
pub(crate) struct Uninitialized {
    /// Indices of `putfield` instructions whose receiver is not initialised.
    pub(crate) writes: HashSet<usize>,
    /// Indices of the calls of `super()` and `this()`.
    pub(crate) constructions: HashSet<usize>,
}

/// Where uninitialised `this` lies.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// One element for each slot.
    stack: Vec<bool>,
    locals: BTreeSet<u16>,
}

impl State {
    fn is_empty(&self) -> bool {
        self.locals.is_empty() && !self.stack.contains(&true)
    }

    fn pop(&mut self, slots: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(slots));
    }

    fn push(&mut self, slots: usize) {
        self.stack.resize(self.stack.len() + slots, false);
    }

    /// The slot so many below the top.
    fn below(&self, slots: usize) -> bool {
        self.stack.iter().rev().nth(slots).copied().unwrap_or(false)
    }

    /// `dup` and its kin: copies the top `count` slots to below the next `under` ones.
    fn duplicate(&mut self, count: usize, under: usize) {
        let Some(start) = self.stack.len().checked_sub(count) else { return };
        let copied = self.stack[start..].to_vec();
        let at = start.saturating_sub(under);
        self.stack.splice(at..at, copied);
    }

    fn store(&mut self, opcode: u8, local: u16) {
        let two = matches!(opcode, 55 | 57);
        let value = self.below(0);
        self.pop(if two { 2 } else { 1 });
        self.locals.remove(&local);
        if two {
            self.locals.remove(&local.saturating_add(1));
        }
        if value && opcode == op::ASTORE {
            self.locals.insert(local);
        }
    }

    /// Adds what another way to the same place brings; says whether that was news.
    fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        for (mine, theirs) in self.stack.iter_mut().zip(&other.stack) {
            *mine |= theirs;
        }
        self.locals.extend(&other.locals);
        *self != before
    }
}

/// Analyses a constructor.
pub(crate) fn analyse(code: &Code<'_>, pool: &Pool<'_>) -> Result<Uninitialized, RewriteError> {
    let list = &code.instructions.list;
    let mut found = Uninitialized::default();
    let mut states = HashMap::from([(0, State { stack: Vec::new(), locals: BTreeSet::from([0]) })]);
    let mut todo = vec![0];
    while let Some(index) = todo.pop() {
        let (Some(instruction), Some(before)) = (list.get(index), states.get(&index).cloned()) else { continue };
        if instruction.opcode == op::PUTFIELD {
            let slots = Kind::of_field(pool.member(instruction.constant())?.descriptor)?.slots();
            if before.below(slots.into()) {
                found.writes.insert(index);
            }
        }
        let mut next = Vec::new();
        for handler in code.handlers.iter().filter(|handler| handler.range.contains(&index)) {
            next.push((handler.target, State { stack: vec![false], locals: before.locals.clone() }));
        }
        let mut after = before;
        if step(instruction, &mut after, pool)? {
            found.constructions.insert(index);
        }
        next.extend(instruction.targets().map(|target| (target, after.clone())));
        if !instruction.ends_flow() {
            if matches!(instruction.opcode, op::JSR | op::JSR_W) {
                after.pop(1);
            }
            next.push((index + 1, after));
        }
        for (target, state) in next.into_iter().filter(|(_, state)| !state.is_empty()) {
            let news = match states.get_mut(&target) {
                Some(known) => known.join(&state),
                None => states.insert(target, state).is_none(),
            };
            if news {
                todo.push(target);
            }
        }
    }
    Ok(found)
}

/// Carries out an instruction; says whether it was the call that initialises `this`.
fn step(instruction: &Instruction<'_>, state: &mut State, pool: &Pool<'_>) -> Result<bool, RewriteError> {
    if let Some((opcode, local)) = instruction.local() {
        match opcode {
            op::ALOAD => state.stack.push(state.locals.contains(&local)),
            22 | 24 => state.push(2),
            op::ILOAD..op::ALOAD => state.push(1),
            op::ISTORE..=op::ASTORE => state.store(opcode, local),
            _ => {}
        }
        return Ok(false);
    }
    match instruction.opcode {
        op::DUP => state.duplicate(1, 0),
        90 => state.duplicate(1, 1),
        91 => state.duplicate(1, 2),
        op::DUP2 => state.duplicate(2, 0),
        93 => state.duplicate(2, 1),
        94 => state.duplicate(2, 2),
        95 => {
            if let [.., first, second] = state.stack.as_mut_slice() {
                std::mem::swap(first, second);
            }
        }
        op::GETSTATIC..=op::PUTFIELD => {
            let slots = Kind::of_field(pool.member(instruction.constant())?.descriptor)?.slots().into();
            match instruction.opcode {
                op::GETSTATIC => state.push(slots),
                op::PUTSTATIC => state.pop(slots),
                op::GETFIELD => {
                    state.pop(1);
                    state.push(slots);
                }
                _ => state.pop(1 + slots),
            }
        }
        op::INVOKEDYNAMIC => {
            let signature = Signature::parse(pool.invoke_dynamic(instruction.constant())?.2)?;
            state.pop(signature.slots());
            state.push(signature.result_slots().into());
        }
        op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
            let member = pool.member(instruction.constant())?;
            let signature = Signature::parse(member.descriptor)?;
            let receiver = instruction.opcode == op::INVOKESPECIAL && state.below(signature.slots());
            state.pop(signature.slots() + usize::from(instruction.opcode != op::INVOKESTATIC));
            state.push(signature.result_slots().into());
            if receiver && member.name == b"<init>" {
                *state = State { stack: vec![false; state.stack.len()], locals: BTreeSet::new() };
                return Ok(true);
            }
        }
        op::MULTIANEWARRAY => {
            state.pop(instruction.bytes.get(3).copied().unwrap_or(1).into());
            state.push(1);
        }
        opcode => {
            let (pops, pushes) = effect(opcode);
            state.pop(pops);
            state.push(pushes);
        }
    }
    Ok(false)
}

/// The slots that an instruction pops and pushes, for those where this depends on the opcode alone.
pub(crate) fn effect(opcode: u8) -> (usize, usize) {
    match opcode {
        1..=8 | 11..=13 | 16..=19 | 168 | 187 | 201 => (0, 1),
        9 | 10 | 14 | 15 | 20 => (0, 2),
        46 | 48 | 50..=53 => (2, 1),
        47 | 49 => (2, 2),
        79 | 81 | 83..=86 => (3, 0),
        80 | 82 => (4, 0),
        87 | 153..=158 | 170..=172 | 174 | 176 | 191 | 194 | 195 | 198 | 199 => (1, 0),
        88 | 159..=166 | 173 | 175 => (2, 0),
        96..=115 if opcode.is_multiple_of(2) => (2, 1),
        96..=115 => (4, 2),
        116 | 118 | 134 | 139 | 145..=147 | 188..=190 | 192 | 193 => (1, 1),
        117 | 119 | 138 | 143 => (2, 2),
        120 | 122 | 124 | 126 | 128 | 130 | 149 | 150 => (2, 1),
        121 | 123 | 125 => (3, 2),
        127 | 129 | 131 => (4, 2),
        133 | 135 | 140 | 141 => (1, 2),
        136 | 137 | 142 | 144 => (2, 1),
        148 | 151 | 152 => (4, 1),
        _ => (0, 0),
    }
}
