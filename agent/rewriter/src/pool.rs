//! The constant pool: read once, then only appended to.
//!
//! Invariant: a constant keeps its number, so everything outside of code can be copied byte for byte.

use crate::descriptor::Signature;
use crate::error::RewriteError;
use crate::reader::{Reader, Write};
use std::borrow::Cow;
use std::collections::HashMap;

/// A constant as far as the rewriter looks into it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Constant<'a> {
    /// Slot 0, and the second slot of a long or double.
    Unusable,
    Utf8(&'a [u8]),
    Integer(i32),
    /// Its bits, as those of a double.
    Float(i32),
    Long(i64),
    Double(i64),
    Class(u16),
    String(u16),
    NameAndType(u16, u16),
    /// A field, method or interface method: the tag, the class, the name and type.
    Member(u8, u16, u16),
    /// A method handle: its kind, the member.
    Handle(u8, u16),
    MethodType(u16),
    /// An `invokedynamic`: the bootstrap method, the name and type.
    InvokeDynamic(u16, u16),
    /// A constant that a bootstrap method makes: the name and type.
    Dynamic(u16),
    Other,
}

/// A field or method as an instruction names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    pub(crate) owner: &'a [u8],
    pub(crate) name: &'a [u8],
    pub(crate) descriptor: &'a [u8],
}

/// A constant that was appended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Added {
    Utf8(Vec<u8>),
    Class(u16),
    String(u16),
    NameAndType(u16, u16),
    Member(u8, u16, u16),
    Integer(i32),
}

/// The tags of the constants for members.
pub(crate) mod tag {
    pub(crate) const FIELD: u8 = 9;
    pub(crate) const METHOD: u8 = 10;
    pub(crate) const INTERFACE_METHOD: u8 = 11;
}

/// Kinds of method handles (JVMS 4.4.8).
pub(crate) mod handle {
    pub(crate) const INVOKE_VIRTUAL: u8 = 5;
    pub(crate) const INVOKE_STATIC: u8 = 6;
    pub(crate) const INVOKE_SPECIAL: u8 = 7;
    pub(crate) const NEW_INVOKE_SPECIAL: u8 = 8;
    pub(crate) const INVOKE_INTERFACE: u8 = 9;
}

/// The constants of a class.
#[derive(Debug)]
pub(crate) struct Pool<'a> {
    constants: Vec<Constant<'a>>,
    /// The constants of the class file, byte for byte.
    original: &'a [u8],
    added: Vec<u8>,
    numbers: HashMap<Added, u16>,
    /// The hooks called so far, by name.
    hooks: HashMap<String, Vec<Hook>>,
    /// The number of the next constant, at most 65535.
    next: u16,
    /// Numbers are to be computed where that can be done.
    spares_numbers: bool,
}

/// A state of a pool to go back to.
pub(crate) struct Mark {
    added: usize,
    next: u16,
}

/// A hook with its class and its descriptor.
#[derive(Debug)]
struct Hook {
    class: Vec<u8>,
    descriptor: Vec<u8>,
    callee: Callee,
}

/// A static method that code calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee {
    /// The number of its constant.
    pub(crate) number: u16,
    /// Slots that a call pushes, less those that it pops.
    pub(crate) effect: i32,
}

/// Text for people and policies: a name that is no UTF-8 loses what cannot be shown.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

impl<'a> Pool<'a> {
    /// Reads the pool with its count.
    pub(crate) fn read(reader: &mut Reader<'a>) -> Result<Self, RewriteError> {
        let count = reader.u2()?;
        let start = reader.position();
        let mut constants = Vec::with_capacity(usize::from(count));
        constants.push(Constant::Unusable);
        while constants.len() < usize::from(count) {
            let constant = match reader.u1()? {
                1 => {
                    let length = reader.u2()?;
                    Constant::Utf8(reader.take(usize::from(length))?)
                }
                3 => Constant::Integer(reader.i4()?),
                4 => Constant::Float(reader.i4()?),
                tag @ (5 | 6) => {
                    let bits = reader.i8()?;
                    constants.push(if tag == 5 { Constant::Long(bits) } else { Constant::Double(bits) });
                    Constant::Unusable
                }
                7 => Constant::Class(reader.u2()?),
                8 => Constant::String(reader.u2()?),
                tag @ tag::FIELD..=tag::INTERFACE_METHOD => Constant::Member(tag, reader.u2()?, reader.u2()?),
                12 => Constant::NameAndType(reader.u2()?, reader.u2()?),
                15 => Constant::Handle(reader.u1()?, reader.u2()?),
                16 => Constant::MethodType(reader.u2()?),
                19 | 20 => {
                    reader.u2()?;
                    Constant::Other
                }
                17 => {
                    reader.u2()?;
                    Constant::Dynamic(reader.u2()?)
                }
                18 => Constant::InvokeDynamic(reader.u2()?, reader.u2()?),
                _ => return Err(RewriteError::Malformed("unknown kind of constant")),
            };
            constants.push(constant);
        }
        if constants.len() > usize::from(count.max(1)) {
            return Err(RewriteError::Malformed("a constant reaches past the end of the constant pool"));
        }
        Ok(Self {
            constants,
            original: reader.since(start),
            added: Vec::new(),
            numbers: HashMap::new(),
            hooks: HashMap::new(),
            next: count.max(1),
            spares_numbers: false,
        })
    }

    /// Writes the pool with its count.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.u2(self.next);
        out.extend_from_slice(self.original);
        out.extend_from_slice(&self.added);
    }

    /// Whether code is to compute a number rather than have a constant for it.
    pub(crate) fn spares_numbers(&self) -> bool {
        self.spares_numbers
    }

    pub(crate) fn spare_numbers(&mut self, spare: bool) {
        self.spares_numbers = spare;
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { added: self.added.len(), next: self.next }
    }

    /// Takes away what was added since.
    pub(crate) fn restore(&mut self, mark: &Mark) {
        self.added.truncate(mark.added);
        self.next = mark.next;
        self.numbers.retain(|_, number| *number < mark.next);
        for known in self.hooks.values_mut() {
            known.retain(|hook| hook.callee.number < mark.next);
        }
    }

    /// Whether most of the constants that a class can have are there.
    pub(crate) fn is_crowded(&self) -> bool {
        self.next > u16::MAX / 2
    }

    pub(crate) fn get(&self, number: u16) -> Constant<'a> {
        self.constants.get(usize::from(number)).copied().unwrap_or(Constant::Unusable)
    }

    pub(crate) fn utf8(&self, number: u16) -> Result<&'a [u8], RewriteError> {
        match self.get(number) {
            Constant::Utf8(bytes) => Ok(bytes),
            _ => Err(RewriteError::Malformed("a name is no string")),
        }
    }

    pub(crate) fn class(&self, number: u16) -> Result<&'a [u8], RewriteError> {
        match self.get(number) {
            Constant::Class(name) => self.utf8(name),
            _ => Err(RewriteError::Malformed("a class is expected")),
        }
    }

    fn name_and_type(&self, number: u16) -> Result<(&'a [u8], &'a [u8]), RewriteError> {
        match self.get(number) {
            Constant::NameAndType(name, descriptor) => Ok((self.utf8(name)?, self.utf8(descriptor)?)),
            _ => Err(RewriteError::Malformed("a name and type is expected")),
        }
    }

    /// A field or method.
    pub(crate) fn member(&self, number: u16) -> Result<Named<'a>, RewriteError> {
        match self.get(number) {
            Constant::Member(_, class, name_and_type) => {
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                Ok(Named { owner: self.class(class)?, name, descriptor })
            }
            _ => Err(RewriteError::Malformed("a field or method is expected")),
        }
    }

    /// The number of the class of a field or method; 0 if there is none.
    pub(crate) fn owner(&self, number: u16) -> u16 {
        match self.get(number) {
            Constant::Member(_, class, _) => class,
            _ => 0,
        }
    }

    /// The member that a method handle is about.
    pub(crate) fn handle(&self, number: u16) -> Result<Named<'a>, RewriteError> {
        match self.get(number) {
            Constant::Handle(_, member) => self.member(member),
            _ => Err(RewriteError::Malformed("a method handle is expected")),
        }
    }

    /// Of an `invokedynamic`: the number of its bootstrap method, its name and its descriptor.
    pub(crate) fn invoke_dynamic(&self, number: u16) -> Result<(u16, &'a [u8], &'a [u8]), RewriteError> {
        match self.get(number) {
            Constant::InvokeDynamic(bootstrap, name_and_type) => {
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                Ok((bootstrap, name, descriptor))
            }
            _ => Err(RewriteError::Malformed("an invokedynamic is expected")),
        }
    }

    /// The type of a constant that is, or may be, a method handle.
    pub(crate) fn handle_type(&self, number: u16) -> Result<Option<&'a [u8]>, RewriteError> {
        match self.get(number) {
            Constant::Handle(..) => Ok(Some(b"Ljava/lang/invoke/MethodHandle;")),
            Constant::Dynamic(name_and_type) => {
                let (_, descriptor) = self.name_and_type(name_and_type)?;
                Ok(descriptor.starts_with(b"L").then_some(descriptor))
            }
            _ => Ok(None),
        }
    }

    pub(crate) fn add_utf8(&mut self, bytes: &[u8]) -> Result<u16, RewriteError> {
        let length = u16::try_from(bytes.len()).map_err(|_| RewriteError::Malformed("a name is too long"))?;
        self.add(Added::Utf8(bytes.to_vec()), |out| {
            out.u1(1);
            out.u2(length);
            out.extend_from_slice(bytes);
        })
    }

    pub(crate) fn add_class(&mut self, name: &[u8]) -> Result<u16, RewriteError> {
        let name = self.add_utf8(name)?;
        self.add(Added::Class(name), |out| {
            out.u1(7);
            out.u2(name);
        })
    }

    pub(crate) fn add_integer(&mut self, value: i32) -> Result<u16, RewriteError> {
        self.add(Added::Integer(value), |out| {
            out.u1(3);
            out.extend_from_slice(&value.to_be_bytes());
        })
    }

    /// A static method of the class of the hooks.
    pub(crate) fn add_hook(&mut self, class: &str, name: &str, descriptor: &[u8]) -> Result<Callee, RewriteError> {
        let is_it = |hook: &&Hook| hook.class == class.as_bytes() && hook.descriptor == descriptor;
        if let Some(known) = self.hooks.get(name).and_then(|known| known.iter().find(is_it)) {
            return Ok(known.callee);
        }
        let signature = Signature::parse(descriptor)?;
        let arguments = i32::try_from(signature.slots()).unwrap_or(i32::MAX);
        let effect = i32::from(signature.result_slots()) - arguments;
        let method = Named { owner: class.as_bytes(), name: name.as_bytes(), descriptor };
        let callee = Callee { number: self.add_member(tag::METHOD, method)?, effect };
        self.hooks.entry(name.to_owned()).or_default().push(Hook {
            class: class.as_bytes().to_vec(),
            descriptor: descriptor.to_vec(),
            callee,
        });
        Ok(callee)
    }

    pub(crate) fn add_string(&mut self, bytes: &[u8]) -> Result<u16, RewriteError> {
        let text = self.add_utf8(bytes)?;
        self.add(Added::String(text), |out| {
            out.u1(8);
            out.u2(text);
        })
    }

    /// A field, method or interface method.
    pub(crate) fn add_member(&mut self, tag: u8, member: Named<'_>) -> Result<u16, RewriteError> {
        let class = self.add_class(member.owner)?;
        let name = self.add_utf8(member.name)?;
        let descriptor = self.add_utf8(member.descriptor)?;
        let name_and_type = self.add(Added::NameAndType(name, descriptor), |out| {
            out.u1(12);
            out.u2(name);
            out.u2(descriptor);
        })?;
        self.add(Added::Member(tag, class, name_and_type), |out| {
            out.u1(tag);
            out.u2(class);
            out.u2(name_and_type);
        })
    }

    fn add(&mut self, constant: Added, write: impl FnOnce(&mut Vec<u8>)) -> Result<u16, RewriteError> {
        if let Some(&number) = self.numbers.get(&constant) {
            return Ok(number);
        }
        let number = self.next;
        self.next = number.checked_add(1).ok_or(RewriteError::ConstantPoolFull)?;
        write(&mut self.added);
        self.numbers.insert(constant, number);
        Ok(number)
    }
}
