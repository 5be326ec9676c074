//! Two interpreters: of methods with subroutines, and of bodies.
//!
//! Decisions (the way of a branch, whether a call throws, whether a handler with a class catches) come from a seed, so
//! two runs with the same seed go the same way as long as they come to the same decisions. A value is known by the
//! offset of the instruction that made it. What is taken from an empty stack is a value that nobody made.
use super::assembler::{Ins, Method};
use mcr_sdg::body::{Body, Handler, Operation};
use mcr_sdg::slots::Shuffle;
use std::collections::{BTreeMap, BTreeSet};

/// What can be seen of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Offsets of what has an effect or decides, with the maker of what is taken, if that is one value.
    events: Vec<(usize, Option<usize>)>,
    pub end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Returned,
    Thrown,
    /// The run was cut off.
    Long,
    /// A `ret` without an address, or no instruction there.
    Bad,
}

/// How many events a run may have.
const LONG: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Value {
    /// Nothing for what nobody made.
    maker: Option<usize>,
    /// The instruction that a return address is of.
    address: Option<usize>,
}

/// Where a run is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct State {
    at: usize,
    locals: BTreeMap<u16, Value>,
    stack: Vec<Value>,
}

impl State {
    fn push(&mut self, maker: usize) {
        self.stack.push(Value { maker: Some(maker), address: None });
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value { maker: None, address: None })
    }

    fn load(&mut self, slot: u16) {
        let nobody = Value { maker: None, address: None };
        self.stack.push(self.locals.get(&slot).copied().unwrap_or(nobody));
    }

    fn store(&mut self, slot: u16, words: u16) {
        let value = self.pop();
        if words == 2 {
            self.pop();
            self.locals.remove(&(slot + 1));
        }
        self.locals.insert(slot, value);
    }

    /// Enters the first handler that catches.
    fn throw(
        &mut self,
        maker: usize,
        handlers: &[(usize, usize, usize, bool)],
        decide: &mut dyn FnMut() -> usize,
    ) -> bool {
        for (from, to, target, is_typed) in handlers {
            if (from..to).contains(&&self.at) && (!is_typed || decide().is_multiple_of(2)) {
                self.stack.clear();
                self.push(maker);
                self.at = *target;
                return true;
            }
        }
        false
    }
}

fn decisions(seed: u64) -> impl FnMut() -> usize {
    let mut random = seed;
    move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 40) as usize
    }
}

/// One instruction of a method with subroutines: what is seen of it, and how it ends the run if it does.
fn step(
    method: &Method,
    offsets: &[usize],
    state: &mut State,
    decide: &mut dyn FnMut() -> usize,
) -> (Option<(usize, Option<usize>)>, Option<End>) {
    let Some(ins) = method.code.get(state.at) else { return (None, Some(End::Bad)) };
    let offset = offsets[state.at];
    let mut seen = None;
    let mut next = state.at + 1;
    match ins {
        Ins::Nop => {}
        Ins::Null | Ins::Int(_) => state.push(offset),
        Ins::Long => (0..2).for_each(|_| state.push(offset)),
        Ins::Iload(slot) | Ins::Aload(slot) => state.load(*slot),
        Ins::Istore(slot) | Ins::Astore(slot) => state.store(*slot, 1),
        Ins::Lstore(slot) => state.store(*slot, 2),
        Ins::Iinc(slot) => drop(state.locals.insert(*slot, Value { maker: Some(offset), address: None })),
        Ins::Pop => drop(state.pop()),
        Ins::Dup => {
            let value = state.pop();
            state.stack.extend([value, value]);
        }
        Ins::Goto(to) => next = *to,
        Ins::Ifeq(to) => {
            seen = Some((offset, state.pop().maker));
            if decide().is_multiple_of(2) {
                next = *to;
            }
        }
        Ins::Switch(targets) => {
            seen = Some((offset, state.pop().maker));
            next = targets[decide() % 3];
        }
        Ins::Jsr(to) | Ins::JsrWide(to) => {
            state.stack.push(Value { maker: Some(offset), address: Some(state.at) });
            next = *to;
        }
        Ins::Ret(slot) => match state.locals.get(slot).and_then(|value| value.address) {
            Some(call) => next = call + 1,
            None => return (None, Some(End::Bad)),
        },
        Ins::Get | Ins::Put | Ins::Call => {
            let taken = if *ins == Ins::Put { state.pop().maker } else { None };
            seen = Some((offset, taken));
            if decide().is_multiple_of(4) {
                let end = (!state.throw(offset, &method.handlers, decide)).then_some(End::Thrown);
                return (seen, end);
            }
            if *ins == Ins::Get {
                state.push(offset);
            }
        }
        Ins::Throw => {
            seen = Some((offset, state.pop().maker));
            let end = (!state.throw(offset, &method.handlers, decide)).then_some(End::Thrown);
            return (seen, end);
        }
        Ins::Return => return (Some((offset, None)), Some(End::Returned)),
    }
    state.at = next;
    (seen, None)
}

pub fn run_original(method: &Method, seed: u64) -> Run {
    let (offsets, mut decide, mut state) = (method.offsets(), decisions(seed), State::default());
    run(|| step(method, &offsets, &mut state, &mut decide))
}

fn run(mut step: impl FnMut() -> (Option<(usize, Option<usize>)>, Option<End>)) -> Run {
    let mut events = Vec::new();
    // Loops without events end as well.
    for _ in 0..2000 {
        let (seen, end) = step();
        events.extend(seen);
        if let Some(end) = end {
            return Run { events, end };
        }
        if events.len() == LONG {
            break;
        }
    }
    Run { events, end: End::Long }
}

pub fn run_body(body: &Body, seed: u64) -> Run {
    let as_tuple = |handler: &Handler| (handler.from, handler.to, handler.target, handler.catches.is_some());
    let handlers: Vec<(usize, usize, usize, bool)> = body.handlers.iter().map(as_tuple).collect();
    let (mut decide, mut state) = (decisions(seed), State::default());
    run(|| step_body(body, &handlers, &mut state, &mut decide))
}

fn step_body(
    body: &Body,
    handlers: &[(usize, usize, usize, bool)],
    state: &mut State,
    decide: &mut dyn FnMut() -> usize,
) -> (Option<(usize, Option<usize>)>, Option<End>) {
    let instruction = &body.instructions[state.at];
    let offset = instruction.offset as usize;
    let mut seen = None;
    let mut next = state.at + 1;
    match &instruction.operation {
        Operation::Nop => {}
        Operation::Constant(constant) => (0..constant.kind().words()).for_each(|_| state.push(offset)),
        Operation::Load(_, slot) => state.load(*slot),
        Operation::Store(kind, slot) => state.store(*slot, kind.words() as u16),
        Operation::Increment { slot, .. } => {
            state.locals.insert(*slot, Value { maker: Some(offset), address: None });
        }
        Operation::Shuffle(Shuffle::POP) => drop(state.pop()),
        Operation::Shuffle(Shuffle::DUP) => {
            let value = state.pop();
            state.stack.extend([value, value]);
        }
        Operation::Goto(to) => next = *to,
        Operation::Branch(_, to) => {
            seen = Some((offset, state.pop().maker));
            if decide().is_multiple_of(2) {
                next = *to;
            }
        }
        Operation::Switch { cases, default } => {
            seen = Some((offset, state.pop().maker));
            next = [cases[0].1, cases[1].1, *default][decide() % 3];
        }
        operation @ (Operation::GetField(_) | Operation::PutField(_) | Operation::Invoke(..)) => {
            let taken = if matches!(operation, Operation::PutField(_)) { state.pop().maker } else { None };
            seen = Some((offset, taken));
            if decide().is_multiple_of(4) {
                return (seen, (!state.throw(offset, handlers, decide)).then_some(End::Thrown));
            }
            if matches!(operation, Operation::GetField(_)) {
                state.push(offset);
            }
        }
        Operation::Throw => {
            seen = Some((offset, state.pop().maker));
            return (seen, (!state.throw(offset, handlers, decide)).then_some(End::Thrown));
        }
        Operation::Return(_) => return (Some((offset, None)), Some(End::Returned)),
        other => panic!("{other:?}"),
    }
    state.at = next;
    (seen, None)
}

/// Whether some run of a method with subroutines ends badly; nothing if it has too many states to say.
pub fn bad_end(method: &Method) -> Option<bool> {
    let offsets = method.offsets();
    // Who made a value does not matter here.
    let forget = |state: &mut State| {
        for value in state.locals.values_mut().chain(&mut state.stack) {
            value.maker = None;
        }
        state.locals.retain(|_, value| value.address.is_some());
    };
    let mut seen = BTreeSet::from([State::default()]);
    let mut todo: Vec<State> = seen.iter().cloned().collect();
    while let Some(state) = todo.pop() {
        // All series of decisions that one instruction and three handlers can ask for.
        let mut most = 0;
        for series in 0..32_usize {
            if series > 0 && most == 0 || series > 3 && most == 1 {
                break;
            }
            let mut after = state.clone();
            let mut made = 0;
            let mut decide = || {
                made += 1;
                // The first says whether it throws (of four), or the way; the others whether handlers catch.
                if made == 1 { series % 4 } else { series >> made & 1 }
            };
            let end = step(method, &offsets, &mut after, &mut decide).1;
            most = most.max(made);
            match end {
                Some(End::Bad) => return Some(true),
                Some(_) => continue,
                None => forget(&mut after),
            }
            if seen.len() > 600 {
                return None;
            }
            if seen.insert(after.clone()) {
                todo.push(after);
            }
        }
    }
    Some(false)
}
