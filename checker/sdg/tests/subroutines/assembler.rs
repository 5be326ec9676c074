//! Class files with one method, from instructions by number or from text with labels.
use std::collections::BTreeMap;

/// An instruction; targets are numbers of instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ins {
    Nop,
    Null,
    Int(u8),
    Long,
    Iload(u16),
    Aload(u16),
    Istore(u16),
    Lstore(u16),
    Astore(u16),
    Iinc(u16),
    Pop,
    Dup,
    Ifeq(usize),
    Goto(usize),
    /// The targets of 0, of 1 and of all others.
    Switch([usize; 3]),
    Jsr(usize),
    JsrWide(usize),
    Ret(u16),
    /// `getstatic` of an `int`.
    Get,
    /// `putstatic` of it.
    Put,
    /// `invokestatic` of a method without parameters or result.
    Call,
    Throw,
    Return,
}

/// A static method without parameters.
#[derive(Debug, Clone)]
pub struct Method {
    pub code: Vec<Ins>,
    /// From, to, target, by number, and whether only one class is caught.
    pub handlers: Vec<(usize, usize, usize, bool)>,
    /// Offset and line.
    pub lines: Vec<(u16, u16)>,
    /// A byte of the code that is changed.
    pub patch: Option<(usize, u8)>,
    labels: BTreeMap<String, usize>,
}

impl Method {
    pub fn new(code: Vec<Ins>) -> Self {
        Self { code, handlers: Vec::new(), lines: Vec::new(), patch: None, labels: BTreeMap::new() }
    }

    /// Adds a handler, by labels.
    pub fn handle(&mut self, from: &str, to: &str, target: &str, is_typed: bool) {
        self.handlers.push((self.labels[from], self.labels[to], self.labels[target], is_typed));
    }

    /// Where each instruction is, and the end.
    pub fn offsets(&self) -> Vec<usize> {
        let mut offsets = vec![0];
        for ins in &self.code {
            let at = offsets[offsets.len() - 1];
            offsets.push(at + size(ins, at));
        }
        offsets
    }

    /// Where the code is in the class file.
    pub fn code_range(&self) -> (usize, usize) {
        let (bytes, code) = (self.class_file(), self.bytes());
        let tail = 2 + 8 * self.handlers.len() + 2 + 8 + 4 * self.lines.len() + 2;
        (bytes.len() - tail - code.len(), bytes.len() - tail)
    }

    fn bytes(&self) -> Vec<u8> {
        let offsets = self.offsets();
        let mut bytes = Vec::new();
        for (ins, at) in self.code.iter().zip(&offsets) {
            let by = |to: usize| (offsets[to] as i64 - *at as i64) as i32;
            let jump = |op: u8, to: usize| [&[op][..], &(by(to) as i16).to_be_bytes()].concat();
            let local = |op: u8, slot: u16| match u8::try_from(slot) {
                Ok(slot) => vec![op, slot],
                Err(_) => [&[0xc4, op][..], &slot.to_be_bytes()].concat(),
            };
            bytes.extend(match ins {
                Ins::Nop => vec![0],
                Ins::Null => vec![1],
                Ins::Int(number) => vec![0x10, *number],
                Ins::Long => vec![9],
                Ins::Iload(slot) => local(0x15, *slot),
                Ins::Aload(slot) => local(0x19, *slot),
                Ins::Istore(slot) => local(0x36, *slot),
                Ins::Lstore(slot) => local(0x37, *slot),
                Ins::Astore(slot) => local(0x3a, *slot),
                Ins::Iinc(slot) => [local(0x84, *slot), vec![1]].concat(),
                Ins::Pop => vec![0x57],
                Ins::Dup => vec![0x59],
                Ins::Ifeq(to) => jump(0x99, *to),
                Ins::Goto(to) => jump(0xa7, *to),
                Ins::Jsr(to) => jump(0xa8, *to),
                Ins::JsrWide(to) => [&[0xc9][..], &by(*to).to_be_bytes()].concat(),
                Ins::Ret(slot) => local(0xa9, *slot),
                Ins::Switch([zero, one, default]) => {
                    let words = [by(*default), 0, 1, by(*zero), by(*one)].map(i32::to_be_bytes).concat();
                    [vec![0xaa; 1], vec![0; 3 - at % 4], words].concat()
                }
                Ins::Get => vec![0xb2, 0, 15],
                Ins::Put => vec![0xb3, 0, 15],
                Ins::Call => vec![0xb8, 0, 11],
                Ins::Throw => vec![0xbf],
                Ins::Return => vec![0xb1],
            });
        }
        if let Some((at, byte)) = self.patch {
            bytes[at] = byte;
        }
        bytes
    }

    /// Of version 48, with variables and stack enough for all tests.
    pub fn class_file(&self) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 48, 0, 16];
        let text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.extend([1, 0, text.len() as u8]);
            bytes.extend(text.as_bytes());
        };
        text(&mut bytes, "T");
        bytes.extend([7, 0, 1]);
        text(&mut bytes, "java/lang/Object");
        bytes.extend([7, 0, 3]);
        ["m", "()V", "Code", "LineNumberTable", "f"].iter().for_each(|it| text(&mut bytes, it));
        bytes.extend([12, 0, 9, 0, 6, 10, 0, 2, 0, 10]);
        ["x", "I"].iter().for_each(|it| text(&mut bytes, it));
        bytes.extend([12, 0, 12, 0, 13, 9, 0, 2, 0, 14]);
        // Flags, class, superclass; no interfaces or fields; one method, static, with one attribute.
        bytes.extend([0, 0x20, 0, 2, 0, 4, 0, 0, 0, 0, 0, 1, 0, 8, 0, 5, 0, 6, 0, 1]);
        let offsets = self.offsets();
        let mut attribute = vec![0, 40, 1, 64];
        let code = self.bytes();
        attribute.extend((code.len() as u32).to_be_bytes());
        attribute.extend(code);
        attribute.extend((self.handlers.len() as u16).to_be_bytes());
        for (from, to, target, is_typed) in &self.handlers {
            let all = [offsets[*from], offsets[*to], offsets[*target], if *is_typed { 4 } else { 0 }];
            all.iter().for_each(|it| attribute.extend((*it as u16).to_be_bytes()));
        }
        attribute.extend([0, 1, 0, 8]);
        attribute.extend((2 + 4 * self.lines.len() as u32).to_be_bytes());
        attribute.extend((self.lines.len() as u16).to_be_bytes());
        self.lines.iter().for_each(|(at, line)| attribute.extend([at.to_be_bytes(), line.to_be_bytes()].concat()));
        bytes.extend([0, 7]);
        bytes.extend((attribute.len() as u32).to_be_bytes());
        bytes.extend(attribute);
        bytes.extend([0, 0]);
        bytes
    }
}

fn size(ins: &Ins, at: usize) -> usize {
    match ins {
        Ins::Nop | Ins::Null | Ins::Long | Ins::Pop | Ins::Dup | Ins::Throw | Ins::Return => 1,
        Ins::Iload(slot) | Ins::Aload(slot) | Ins::Istore(slot) | Ins::Lstore(slot) | Ins::Astore(slot) => wide(*slot),
        Ins::Ret(slot) => wide(*slot),
        Ins::Int(_) => 2,
        Ins::Iinc(_) | Ins::Ifeq(_) | Ins::Goto(_) | Ins::Jsr(_) | Ins::Get | Ins::Put | Ins::Call => 3,
        Ins::JsrWide(_) => 5,
        Ins::Switch(_) => 1 + 3 - at % 4 + 20,
    }
}

fn wide(slot: u16) -> usize {
    if slot > 255 { 4 } else { 2 }
}

/// One instruction in a line, `label:` before it if wanted.
pub fn assemble(text: &str) -> Method {
    let mut labels = BTreeMap::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if let Some(label) = words[0].strip_suffix(':') {
            labels.insert(label.to_owned(), lines.len());
            words.remove(0);
        }
        lines.push(words);
    }
    let code = lines.iter().map(|words| {
        let slot = || words[1].parse().unwrap();
        let to = |at: usize| labels[words[at]];
        match words[0] {
            "nop" => Ins::Nop,
            "aconst_null" => Ins::Null,
            "iconst" => Ins::Int(words[1].parse().unwrap()),
            "lconst" => Ins::Long,
            "iload" => Ins::Iload(slot()),
            "aload" => Ins::Aload(slot()),
            "istore" => Ins::Istore(slot()),
            "lstore" => Ins::Lstore(slot()),
            "astore" => Ins::Astore(slot()),
            "iinc" => Ins::Iinc(slot()),
            "pop" => Ins::Pop,
            "dup" => Ins::Dup,
            "ifeq" => Ins::Ifeq(to(1)),
            "goto" => Ins::Goto(to(1)),
            "switch" => Ins::Switch([to(1), to(2), to(3)]),
            "jsr" => Ins::Jsr(to(1)),
            "jsr_w" => Ins::JsrWide(to(1)),
            "ret" => Ins::Ret(slot()),
            "get" => Ins::Get,
            "put" => Ins::Put,
            "call" => Ins::Call,
            "athrow" => Ins::Throw,
            "return" => Ins::Return,
            other => panic!("{other}"),
        }
    });
    let code = code.collect();
    Method { labels, ..Method::new(code) }
}
