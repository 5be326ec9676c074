//! Random methods with subroutines.
use super::assembler::{Ins, Method};
use proptest::prelude::*;

/// A part of a program that leaves the stack as it was, unless it is where an exception goes.
#[derive(Debug, Clone)]
enum Unit {
    Call,
    /// Where subroutines start.
    Begin(u16),
    Store(u16),
    Long(u16),
    Pop,
    Use(u16),
    If(usize),
    Goto(usize),
    Jsr(usize),
    Ret(u16),
    Return,
}

fn unit() -> impl Strategy<Value = Unit> {
    let slot = || 0..5_u16;
    let to = || 0..64_usize;
    prop_oneof![
        6 => Just(Unit::Call),
        1 => slot().prop_map(Unit::Begin),
        2 => slot().prop_map(Unit::Store),
        1 => slot().prop_map(Unit::Long),
        1 => Just(Unit::Pop),
        6 => slot().prop_map(Unit::Use),
        6 => to().prop_map(Unit::If),
        3 => to().prop_map(Unit::Goto),
        15 => to().prop_map(Unit::Jsr),
        1 => slot().prop_map(Unit::Ret),
        1 => Just(Unit::Return),
    ]
}

/// A method and some subroutines. Jumps stay within one of them, unless the method is `wild`; each `jsr` leads to a
/// [`Unit::Begin`].
pub fn method() -> impl Strategy<Value = Method> {
    let handler = (0..64_usize, 0..64_usize, 0..64_usize, any::<bool>());
    let main = prop::collection::vec(unit(), 1..6);
    let subroutines = prop::collection::vec((0..5_u16, prop::collection::vec(unit(), 0..6)), 1..4);
    let handlers = prop::collection::vec(handler, 0..3);
    (main, subroutines, handlers, prop::bool::weighted(0.2)).prop_map(|(mut units, subroutines, handlers, wild)| {
        units.push(Unit::Return);
        let mut parts = vec![0..units.len(); units.len()];
        for (slot, inner) in subroutines {
            let part = units.len()..units.len() + inner.len() + 2;
            units.extend([vec![Unit::Begin(slot)], inner, vec![Unit::Ret(slot)]].concat());
            parts.resize(units.len(), part);
        }
        let size = |unit: &Unit| match unit {
            Unit::Store(_) | Unit::Long(_) | Unit::Use(_) | Unit::If(_) => 2,
            _ => 1,
        };
        let starts: Vec<usize> = (0..units.len()).map(|number| units[..number].iter().map(size).sum()).collect();
        let begins: Vec<usize> = (0..units.len()).filter(|number| matches!(units[*number], Unit::Begin(_))).collect();
        let near = |from: usize, to: usize| {
            let part = if wild { 0..units.len() } else { parts[from].clone() };
            starts[part.start + to % part.len()]
        };
        let code = units.iter().enumerate().flat_map(|(number, unit)| match unit {
            Unit::Call => vec![Ins::Call],
            Unit::Begin(slot) => vec![Ins::Astore(*slot)],
            Unit::Store(slot) => vec![Ins::Null, Ins::Astore(*slot)],
            Unit::Long(slot) => vec![Ins::Long, Ins::Lstore(*slot)],
            Unit::Pop => vec![Ins::Pop],
            Unit::Use(slot) => vec![Ins::Aload(*slot), Ins::Put],
            Unit::If(to) => vec![Ins::Get, Ins::Ifeq(near(number, *to))],
            Unit::Goto(to) => vec![Ins::Goto(near(number, *to))],
            Unit::Jsr(to) => vec![Ins::Jsr(starts[begins[to % begins.len()]])],
            Unit::Ret(slot) => vec![Ins::Ret(*slot)],
            Unit::Return => vec![Ins::Return],
        });
        let mut method = Method::new(code.collect());
        for (from, to, target, is_typed) in handlers {
            let (from, to) = (from % units.len(), to % units.len());
            if from < to {
                method.handlers.push((starts[from], starts[to], near(from, target), is_typed));
            }
        }
        method
    })
}
