//! What the JVM says where an instruction finds null (JEP 358), for instructions that a hook takes the place of.
//!
//! The JVM makes the message of what stands in the code: the instruction, and what has pushed the null. Where a hook stands instead, the hook
//! throws the exception, so the message is made here, of the original code. As in the JVM, a forward data flow finds for each value on the
//! stack the instruction that has pushed it ([`Sources`]); where several may have, it is not told.

use crate::code::Code;
use crate::descriptor::{Kind, Signature};
use crate::editor::Editor;
use crate::error::{Failure, RewriteError};
use crate::instruction::{Instruction, op};
use crate::pool::{Pool, text};
use crate::reader::Reader;
use crate::uninitialized::effect;

/// How many fields, methods and elements the expression for a null consists of at most.
const MOST_DETAILS: u32 = 5;
const INVOCATIONS: std::ops::RangeInclusive<u8> = op::INVOKEVIRTUAL..=op::INVOKEINTERFACE;

/// For each instruction that can be reached, the instructions that have pushed what is on the stack, slot by slot; none where that is not one.
pub(crate) struct Sources(Vec<Option<Vec<Option<usize>>>>);

impl Sources {
    fn of(code: &Code<'_>, pool: &Pool<'_>) -> Result<Self, RewriteError> {
        let list = &code.instructions.list;
        let mut stacks: Vec<Option<Vec<Option<usize>>>> = vec![None; list.len()];
        let mut todo = vec![(0, Vec::new())];
        todo.extend(code.handlers.iter().map(|handler| (handler.target, vec![None])));
        while let Some((index, arriving)) = todo.pop() {
            let Some(known) = stacks.get_mut(index) else { continue };
            let before = match known {
                None => known.insert(arriving),
                Some(known) => {
                    let differing = known.iter_mut().zip(&arriving).filter(|(mine, theirs)| mine != theirs);
                    let changed = differing.fold(false, |changed, (mine, _)| mine.take().is_some() || changed);
                    if !changed {
                        continue;
                    }
                    known
                }
            };
            let Some(instruction) = list.get(index) else { continue };
            let mut after = before.clone();
            step(index, instruction, &mut after, pool)?;
            todo.extend(instruction.targets().map(|target| (target, after.clone())));
            if !instruction.ends_flow() {
                if matches!(instruction.opcode, op::JSR | op::JSR_W) {
                    after.pop();
                }
                todo.push((index + 1, after));
            }
        }
        Ok(Self(stacks))
    }

    /// What has pushed the value that is so many slots below the top when an instruction begins.
    fn pushed(&self, index: usize, below: usize) -> Option<usize> {
        *self.0.get(index)?.as_ref()?.iter().rev().nth(below)?
    }
}

/// Carries out an instruction on a stack of sources.
fn step(
    index: usize,
    instruction: &Instruction<'_>,
    stack: &mut Vec<Option<usize>>,
    pool: &Pool<'_>,
) -> Result<(), RewriteError> {
    let (pops, pushes) = match (instruction.local(), instruction.opcode) {
        (Some((opcode, _)), _) => match opcode {
            22 | 24 => (0, 2),
            op::ILOAD..=op::ALOAD => (0, 1),
            55 | 57 => (2, 0),
            op::ISTORE..=op::ASTORE => (1, 0),
            _ => (0, 0),
        },
        (None, op::CHECKCAST) => (0, 0),
        (None, opcode @ (89..=94)) => {
            let (count, under) = (1 + (opcode - op::DUP) / 3, (opcode - op::DUP) % 3);
            duplicate(stack, count.into(), under.into());
            return Ok(());
        }
        (None, 95) => {
            if let [.., first, second] = stack.as_mut_slice() {
                std::mem::swap(first, second);
            }
            return Ok(());
        }
        (None, opcode @ op::GETSTATIC..=op::PUTFIELD) => {
            let slots = Kind::of_field(pool.member(instruction.constant())?.descriptor)?.slots().into();
            match opcode {
                op::GETSTATIC => (0, slots),
                op::PUTSTATIC => (slots, 0),
                op::GETFIELD => (1, slots),
                _ => (1 + slots, 0),
            }
        }
        (None, op::INVOKEDYNAMIC) => {
            let signature = Signature::parse(pool.invoke_dynamic(instruction.constant())?.2)?;
            (signature.slots(), signature.result_slots().into())
        }
        (None, opcode) if INVOCATIONS.contains(&opcode) => {
            let signature = Signature::parse(pool.member(instruction.constant())?.descriptor)?;
            (signature.slots() + usize::from(opcode != op::INVOKESTATIC), signature.result_slots().into())
        }
        (None, op::MULTIANEWARRAY) => (instruction.bytes.get(3).copied().unwrap_or(1).into(), 1),
        (None, opcode) => effect(opcode),
    };
    stack.truncate(stack.len().saturating_sub(pops));
    stack.resize(stack.len() + pushes, Some(index));
    Ok(())
}

/// `dup` and its kin: copies the top `count` slots to below the next `under` ones.
fn duplicate(stack: &mut Vec<Option<usize>>, count: usize, under: usize) {
    let Some(start) = stack.len().checked_sub(count) else { return };
    let copied = stack[start..].to_vec();
    let at = start.saturating_sub(under);
    stack.splice(at..at, copied);
}

impl Editor<'_, '_, '_> {
    /// What the JVM would say if the instruction at an index, `monitorenter` or a call of an object's method, found null.
    pub(crate) fn if_null(&mut self, index: usize) -> Result<String, Failure> {
        let Some(instruction) = self.instructions().get(index) else { return Ok(String::new()) };
        self.find_sources()?;
        let (action, below) = if INVOCATIONS.contains(&instruction.opcode) {
            let slots = Signature::parse(self.member(index)?.descriptor)?.slots();
            (format!("Cannot invoke \"{}\"", self.method_named(index)?), slots)
        } else {
            ("Cannot enter synchronized block".to_owned(), 0)
        };
        let Some(source) = self.pushed(index, below) else { return Ok(action) };
        let returned = self.instructions().get(source).is_some_and(|found| INVOCATIONS.contains(&found.opcode));
        let because = if returned { "the return value of " } else { "" };
        Ok(match self.expression(source, MOST_DETAILS)? {
            Some(expression) => format!("{action} because {because}\"{expression}\" is null"),
            None => action,
        })
    }

    fn find_sources(&mut self) -> Result<(), Failure> {
        if self.sources.is_none() {
            self.sources = Some(Sources::of(self.code, &self.context.pool)?);
        }
        Ok(())
    }

    /// The instruction that has pushed the value so many slots below the top when an instruction begins, if it is only one.
    pub(crate) fn source(&mut self, index: usize, below: usize) -> Result<Option<usize>, Failure> {
        self.find_sources()?;
        Ok(self.pushed(index, below))
    }

    fn pushed(&self, index: usize, below: usize) -> Option<usize> {
        self.sources.as_ref()?.pushed(index, below)
    }

    /// The source of what an instruction pushes, as far as the JVM tells it.
    fn expression(&self, index: usize, details: u32) -> Result<Option<String>, Failure> {
        let Some(instruction) = self.instructions().get(index).filter(|_| details > 0) else { return Ok(None) };
        let inner = |below| match self.pushed(index, below) {
            Some(source) => self.expression(source, details - 1),
            None => Ok(None),
        };
        if let Some((op::ILOAD | op::ALOAD, local)) = instruction.local() {
            return Ok(Some(self.local_named(index, local)));
        }
        Ok(match instruction.opcode {
            op::ACONST_NULL => Some("null".to_owned()),
            opcode @ 2..=8 => Some((i32::from(opcode) - i32::from(op::ICONST_0)).to_string()),
            op::BIPUSH => instruction.bytes.get(1).map(|value| value.cast_signed().to_string()),
            op::SIPUSH => Some(instruction.constant().cast_signed().to_string()),
            op::GETSTATIC => {
                let field = self.member(index)?;
                Some(format!("{}.{}", known(&text(field.owner)), text(field.name)))
            }
            op::GETFIELD => {
                let field = text(self.member(index)?.name).into_owned();
                Some(inner(0)?.map_or_else(|| field.clone(), |owner| format!("{owner}.{field}")))
            }
            opcode if INVOCATIONS.contains(&opcode) => Some(self.method_named(index)?),
            op::IALOAD..=op::SALOAD => {
                let array = inner(1)?.unwrap_or_else(|| "<array>".to_owned());
                // An index does not count as a detail.
                let at = match self.pushed(index, 0) {
                    Some(source) if source != index => self.expression(source, details)?,
                    _ => None,
                };
                Some(format!("{array}[{}]", at.unwrap_or_else(|| "...".to_owned())))
            }
            _ => None,
        })
    }

    /// The method that an instruction calls: class, name and parameters.
    fn method_named(&self, index: usize) -> Result<String, Failure> {
        let method = self.member(index)?;
        let parameters = Signature::parse(method.descriptor)?.parameters;
        let parameters: Vec<_> = parameters.iter().map(|parameter| type_named(&text(parameter.descriptor))).collect();
        Ok(format!("{}.{}({})", known(&text(method.owner)), text(method.name), parameters.join(", ")))
    }

    /// The local that an instruction loads.
    fn local_named(&self, index: usize, local: u16) -> String {
        let offset = self.instructions().get(index).map_or(0, |instruction| instruction.offset);
        if let Some(table) =
            self.code.attributes.iter().find(|a| self.context.pool.utf8(a.name) == Ok(b"LocalVariableTable"))
            && let Ok(Some(name)) = variable(table.body, offset, local)
            && let Ok(name) = self.context.pool.utf8(name)
        {
            return text(name).into_owned();
        }
        let stored = |found: &Instruction<'_>| {
            found.local().is_some_and(|(opcode, to)| to == local && (op::ISTORE..=op::ASTORE).contains(&opcode))
        };
        if !self.instructions()[..index].iter().any(stored) {
            let mut next = u16::from(!self.is_static());
            if local < next {
                return "this".to_owned();
            }
            for (number, parameter) in self.signature.parameters.iter().enumerate() {
                if local == next {
                    return format!("<parameter{}>", number + 1);
                }
                next = next.saturating_add(parameter.kind.slots());
            }
        }
        format!("<local{local}>")
    }
}

/// The constant with the name of a local at an offset, by a LocalVariableTable.
fn variable(table: &[u8], offset: u32, local: u16) -> Result<Option<u16>, RewriteError> {
    let mut reader = Reader::new(table);
    for _ in 0..reader.u2()? {
        let (start, length, name, _, slot) = (reader.u2()?, reader.u2()?, reader.u2()?, reader.u2()?, reader.u2()?);
        let range = u32::from(start)..u32::from(start) + u32::from(length);
        if slot == local && range.contains(&offset) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// A class as messages name it: everybody knows two of them.
fn known(class: &str) -> String {
    match class {
        "java/lang/Object" => "Object".to_owned(),
        "java/lang/String" => "String".to_owned(),
        _ => class.replace('/', "."),
    }
}

/// A type as messages name it.
fn type_named(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let named = match element {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        class => known(class.trim_start_matches('L').trim_end_matches(';')),
    };
    named + &"[]".repeat(descriptor.len() - element.len())
}
