//! Which monitors the methods of a class take, as far as their code says it plainly: on `this`, or on what fields of
//! `this` lead to.
//!
//! One walk over the instructions of a method, with a stack of which only such *paths* are known: a value that comes
//! from anything else, or from
//! another block, is none. So what is found is there; what is missing takes a detour that compilers do not make for a
//! monitor of an object that others can have.

use crate::class::ClassFile;
use crate::code::Code;
use crate::descriptor::Signature;
use crate::error::RewriteError;
use crate::instruction::{Instruction, op};
use crate::pool::{Pool, text};
use std::collections::{HashMap, HashSet};
use std::fmt;

const STATIC: u16 = 0x0008;
const SYNCHRONIZED: u16 = 0x0020;
/// In some releases the JDK takes such a lock in place of a monitor, if there is one.
const INTERNAL_LOCK: &[u8] = b"Ljdk/internal/misc/InternalLock;";

/// What a method takes and calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taken {
    /// Name and descriptor.
    pub method: String,
    /// It is itself synchronized.
    pub synchronized: bool,
    /// Paths of the objects whose monitors it enters: names of fields, the first of them one of `this`. Empty: `this`
    /// itself.
    pub enters: Vec<Path>,
    /// It looks at a lock that stands in for monitors.
    pub replaces: Vec<Path>,
    /// Calls of instance methods of what is on a path.
    pub calls: Vec<CallOnPath>,
}

/// Names of fields, from `this` on.
pub type Path = Vec<String>;

/// A call of an instance method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallOnPath {
    /// The object.
    pub receiver: Path,
    /// Name and descriptor.
    pub method: String,
    /// The class where the search for the method begins, of an `invokespecial`.
    pub special: Option<String>,
}

/// One line for the method and one for each thing it does, in the words of `TakenMonitors.java`.
impl fmt::Display for Taken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |path: &Path| if path.is_empty() { "this".to_owned() } else { path.join("/") };
        writeln!(out, "method {}", self.method)?;
        let own = self.synchronized.then(Path::new);
        for path in own.iter().chain(&self.enters) {
            writeln!(out, "enters {}", text(path))?;
        }
        for path in &self.replaces {
            writeln!(out, "replaces {}", text(path))?;
        }
        for call in &self.calls {
            let special = call.special.as_deref().unwrap_or("-");
            writeln!(out, "calls {} {} {special}", text(&call.receiver), call.method)?;
        }
        Ok(())
    }
}

/// What is known of a value on the stack.
type Value = Option<Path>;

/// What the instance methods of a class take and call: all of them, as a subclass may override a method by one that
/// takes nothing.
pub fn taken(class: &[u8]) -> Result<Vec<Taken>, RewriteError> {
    let class = ClassFile::read(class)?;
    let code_name = b"Code";
    let mut found = Vec::new();
    for method in class.methods.iter().filter(|method| method.access & STATIC == 0) {
        let name = [class.pool.utf8(method.name)?, class.pool.utf8(method.descriptor)?].concat();
        let mut taken = Taken {
            method: text(&name).into_owned(),
            synchronized: method.access & SYNCHRONIZED != 0,
            ..Taken::default()
        };
        let mut attributes = method.attributes.iter();
        if let Some(code) = attributes.find(|attribute| class.pool.utf8(attribute.name) == Ok(code_name)) {
            Walk::default().method(&class.pool, &Code::read(code.body)?, &mut taken)?;
        }
        found.push(taken);
    }
    Ok(found)
}

#[derive(Default)]
struct Walk {
    stack: Vec<Value>,
    locals: HashMap<u16, Path>,
}

impl Walk {
    fn method(mut self, pool: &Pool<'_>, code: &Code<'_>, taken: &mut Taken) -> Result<(), RewriteError> {
        self.locals.insert(0, Path::new());
        let list = &code.instructions.list;
        let mut joins: HashSet<usize> = code.handlers.iter().map(|handler| handler.target).collect();
        joins.extend(list.iter().flat_map(Instruction::targets));
        for (index, instruction) in list.iter().enumerate() {
            if joins.contains(&index) {
                self.stack.clear();
            }
            self.step(pool, instruction, taken)?;
            if instruction.ends_flow() {
                self.stack.clear();
            }
        }
        Ok(())
    }

    fn pop(&mut self, slots: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(slots));
    }

    fn push(&mut self, slots: usize) {
        self.stack.extend(std::iter::repeat_n(None, slots));
    }

    fn top(&mut self) -> Value {
        self.stack.pop().flatten()
    }

    fn step(&mut self, pool: &Pool<'_>, instruction: &Instruction<'_>, taken: &mut Taken) -> Result<(), RewriteError> {
        match instruction.opcode {
            op::GETFIELD => {
                let field = pool.member(instruction.constant())?;
                let mut path = self.top();
                if let Some(path) = &mut path {
                    path.push(text(field.name).into_owned());
                    if field.descriptor == INTERNAL_LOCK {
                        taken.replaces.push(path.clone());
                    }
                }
                self.stack.push(path);
                if matches!(field.descriptor, b"J" | b"D") {
                    self.push(1);
                }
            }
            op::GETSTATIC | op::PUTSTATIC | op::PUTFIELD => {
                let field = pool.member(instruction.constant())?;
                let slots = if matches!(field.descriptor, b"J" | b"D") { 2 } else { 1 };
                match instruction.opcode {
                    op::GETSTATIC => self.push(slots),
                    op::PUTSTATIC => self.pop(slots),
                    _ => self.pop(slots + 1),
                }
            }
            op::INVOKEVIRTUAL | op::INVOKESPECIAL | op::INVOKESTATIC | op::INVOKEINTERFACE => {
                let called = pool.member(instruction.constant())?;
                let signature = Signature::parse(called.descriptor)?;
                self.pop(signature.slots());
                if instruction.opcode != op::INVOKESTATIC
                    && let Some(receiver) = self.top()
                    && called.name != b"<init>"
                {
                    let special = instruction.opcode == op::INVOKESPECIAL;
                    let call = CallOnPath {
                        receiver,
                        method: text(&[called.name, called.descriptor].concat()).into_owned(),
                        special: special.then(|| text(called.owner).into_owned()),
                    };
                    if !taken.calls.contains(&call) {
                        taken.calls.push(call);
                    }
                }
                self.push(usize::from(signature.result_slots()));
            }
            op::INVOKEDYNAMIC => {
                let (_, _, descriptor) = pool.invoke_dynamic(instruction.constant())?;
                let signature = Signature::parse(descriptor)?;
                self.pop(signature.slots());
                self.push(usize::from(signature.result_slots()));
            }
            op::MONITORENTER => {
                if let Some(path) = self.top()
                    && !taken.enters.contains(&path)
                {
                    taken.enters.push(path);
                }
            }
            op::DUP => {
                let top = self.top();
                self.stack.extend([top.clone(), top]);
            }
            op::CHECKCAST => {}
            op::MULTIANEWARRAY => {
                self.pop(instruction.bytes.last().copied().map_or(0, usize::from));
                self.push(1);
            }
            _ => match instruction.local() {
                Some((op::ALOAD, local)) => {
                    let value = self.locals.get(&local).cloned();
                    self.stack.push(value);
                }
                Some((op::ASTORE, local)) => {
                    match self.top() {
                        Some(path) => self.locals.insert(local, path),
                        None => self.locals.remove(&local),
                    };
                }
                Some((opcode, _)) => self.effect(opcode),
                None => self.effect(instruction.opcode),
            },
        }
        Ok(())
    }

    /// What an instruction does that says nothing of paths.
    fn effect(&mut self, opcode: u8) {
        let (pops, pushes) = slots(opcode);
        self.pop(pops);
        self.push(pushes);
    }
}

/// Slots that an instruction pops and pushes which names no member and no local of a reference (JVMS 6.5).
fn slots(opcode: u8) -> (usize, usize) {
    match opcode {
        1..=8 | 11..=13 | 16..=19 | 21 | 23 | 187 => (0, 1),
        9 | 10 | 14 | 15 | 20 | 22 | 24 => (0, 2),
        46 | 48 | 50..=53 => (2, 1),
        47 | 49 => (2, 2),
        54 | 56 | 87 | 153..=158 | 170 | 171 | 194 | 195 | 198 | 199 => (1, 0),
        55 | 57 | 88 | 159..=166 => (2, 0),
        79 | 81 | 83..=86 => (3, 0),
        80 | 82 => (4, 0),
        90 => (2, 3),
        91 => (3, 4),
        92 => (2, 4),
        93 => (3, 5),
        94 => (4, 6),
        95 => (2, 2),
        96 | 98 | 100 | 102 | 104 | 106 | 108 | 110 | 112 | 114 | 120 | 122 | 124 | 126 | 128 | 130 => (2, 1),
        97 | 99 | 101 | 103 | 105 | 107 | 109 | 111 | 113 | 115 | 127 | 129 | 131 => (4, 2),
        116 | 118 | 134 | 139 | 145..=147 | 188..=190 | 193 => (1, 1),
        117 | 119 | 138 | 143 => (2, 2),
        121 | 123 | 125 => (3, 2),
        133 | 135 | 140 | 141 => (1, 2),
        136 | 137 | 142 | 144 | 149 | 150 => (2, 1),
        148 | 151 | 152 => (4, 1),
        168 | 201 => (0, 1),
        _ => (0, 0),
    }
}
