//! The constant pool of a class file, each entry looked up as what it is to be.
//!
//! The pool is read by the crate `classfile-parser`, which knows neither dynamically computed constants nor modules
//! (tags 17, 19, 20). [`known_tags`] gives these the tags of entries with the same form (`InvokeDynamic`, `Class`) and
//! keeps their own.
//!
//! Invariant: what an entry says is handed out only if all that it refers to is there and of the right kind; what is
//! handed out more than once (a method's reference) is shared.
use crate::body::{Call, Constant, Dynamic, FieldReference, Handle, MethodReference, Name};
use crate::descriptor::{DescriptorError, Kind, Signature};
use classfile_parser::attribute_info::BootstrapMethod;
use classfile_parser::constant_info::ConstantInfo;
use std::cell::OnceCell;
use std::sync::Arc;

/// How deep dynamically computed constants may be made of each other, and how many may be in one: `javac` makes two
/// levels. Without a bound, a small file could ask for more than there is memory.
const DEEPEST: usize = 64;
const MOST: usize = 4096;

/// The pool of one class.
pub struct Pool<'a> {
    entries: &'a [ConstantInfo],
    tags: Vec<u8>,
    bootstraps: Vec<BootstrapMethod>,
    names: Vec<OnceCell<Name>>,
    fields: [Vec<OnceCell<Arc<FieldReference>>>; 2],
    methods: Vec<OnceCell<Arc<MethodReference>>>,
    dynamics: Vec<OnceCell<Counted>>,
}

/// A dynamic call or constant, and how many there are in it, itself among them, and how deep.
#[derive(Clone)]
struct Counted {
    dynamic: Arc<Dynamic>,
    count: usize,
    depth: usize,
}

/// An entry that is not what it has to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// There is none, or it is of another kind.
    #[error("entry {0} of the constant pool is no {1}")]
    Entry(u16, &'static str),
    /// A name in an encoding that is not "modified UTF-8", or with a surrogate that has no partner.
    #[error("entry {0} of the constant pool cannot be read as text")]
    Text(u16),
    /// Not a descriptor.
    #[error(transparent)]
    Descriptor(#[from] DescriptorError),
    /// The attribute has no such entry.
    #[error("there is no bootstrap method {0}")]
    Bootstrap(u16),
    /// Constants that are made of themselves, or of very many others.
    #[error("entry {0} of the constant pool is made of too many others")]
    Nested(u16),
}

/// The class file with tags that `classfile-parser` knows, and the tags it had, by index; nothing if the file ends
/// before its constant pool does.
pub fn known_tags(bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut known = bytes.to_vec();
    let count = usize::from(u16::from_be_bytes([*bytes.get(8)?, *bytes.get(9)?]));
    let (mut index, mut at) = (1, 10);
    let mut tags = vec![0; count.max(1)];
    while index < count {
        let tag = *bytes.get(at)?;
        tags[index] = tag;
        let length = match tag {
            1 => 2 + usize::from(u16::from_be_bytes([*bytes.get(at + 1)?, *bytes.get(at + 2)?])),
            3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => 4,
            5 | 6 => 8,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => return None,
        };
        match tag {
            17 => known[at] = 18,
            19 | 20 => known[at] = 7,
            _ => {}
        }
        at += 1 + length;
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    // A `long` in the last entry would have its second half beyond the end. No entries at all is not for the parser.
    (at <= bytes.len() && index == count).then_some((known, tags))
}

impl<'a> Pool<'a> {
    /// Entries as the parser gives them (the first is number 1), with the tags of the file.
    pub fn new(entries: &'a [ConstantInfo], tags: Vec<u8>, bootstraps: Vec<BootstrapMethod>) -> Self {
        fn empty<T>(count: usize) -> Vec<OnceCell<T>> {
            std::iter::repeat_with(OnceCell::new).take(count).collect()
        }
        let count = entries.len() + 1;
        Self {
            entries,
            tags,
            bootstraps,
            names: empty(count),
            fields: [empty(count), empty(count)],
            methods: empty(count),
            dynamics: empty(count),
        }
    }

    /// All entries, without what belongs to no index.
    pub fn entries(&self) -> &'a [ConstantInfo] {
        self.entries
    }

    /// A name or descriptor.
    pub fn text(&self, index: u16) -> Result<Name, PoolError> {
        self.string(index, false)
    }

    /// The name of a class, or the descriptor of an array.
    pub fn class(&self, index: u16) -> Result<Name, PoolError> {
        match self.entry(index) {
            Some(ConstantInfo::Class(class)) if self.tag(index) == 7 => self.text(class.name_index),
            _ => Err(PoolError::Entry(index, "class")),
        }
    }

    /// A class, or nothing where the index is zero.
    pub fn class_if_any(&self, index: u16) -> Result<Option<Name>, PoolError> {
        if index == 0 { Ok(None) } else { self.class(index).map(Some) }
    }

    /// A field of an instruction.
    pub fn field(&self, index: u16, is_static: bool) -> Result<Arc<FieldReference>, PoolError> {
        let Some(ConstantInfo::FieldRef(entry)) = self.entry(index) else {
            return Err(PoolError::Entry(index, "field"));
        };
        cached(&self.fields[usize::from(is_static)][usize::from(index)], || {
            let (name, descriptor) = self.name_and_type(entry.name_and_type_index)?;
            let kind = Kind::of_field(&descriptor)?;
            Ok(Arc::new(FieldReference { class: self.class(entry.class_index)?, name, descriptor, kind, is_static }))
        })
    }

    /// A method of an instruction.
    pub fn method(&self, index: u16) -> Result<Arc<MethodReference>, PoolError> {
        let (class_index, name_and_type, of_interface) = match self.entry(index) {
            Some(ConstantInfo::MethodRef(entry)) => (entry.class_index, entry.name_and_type_index, false),
            Some(ConstantInfo::InterfaceMethodRef(entry)) => (entry.class_index, entry.name_and_type_index, true),
            _ => return Err(PoolError::Entry(index, "method")),
        };
        cached(&self.methods[usize::from(index)], || {
            let (name, descriptor) = self.name_and_type(name_and_type)?;
            let signature = Signature::of(&descriptor)?;
            let class = self.class(class_index)?;
            Ok(Arc::new(MethodReference { class, name, descriptor, signature, of_interface }))
        })
    }

    /// What an `invokedynamic` calls.
    pub fn dynamic_call(&self, index: u16) -> Result<Arc<Dynamic>, PoolError> {
        if self.tag(index) == 18 {
            Ok(self.dynamic(index, 0)?.dynamic)
        } else {
            Err(PoolError::Entry(index, "dynamic call"))
        }
    }

    /// What an `ldc` puts onto the stack.
    pub fn constant(&self, index: u16) -> Result<Constant, PoolError> {
        Ok(self.loadable(index, 0)?.0)
    }

    fn entry(&self, index: u16) -> Option<&'a ConstantInfo> {
        self.entries.get(usize::from(index).checked_sub(1)?)
    }

    fn tag(&self, index: u16) -> u8 {
        self.tags.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// The parser puts U+FFFD where it cannot read, which would make two names the same.
    fn string(&self, index: u16, may_be_inexact: bool) -> Result<Name, PoolError> {
        let Some(ConstantInfo::Utf8(text)) = self.entry(index) else {
            return Err(PoolError::Entry(index, "text"));
        };
        let replaced = text.utf8_string.matches('\u{fffd}').count();
        if !may_be_inexact && replaced != text.bytes.windows(3).filter(|it| *it == "\u{fffd}".as_bytes()).count() {
            return Err(PoolError::Text(index));
        }
        cached(&self.names[usize::from(index)], || Ok(Name::from(text.utf8_string.as_str())))
    }

    fn name_and_type(&self, index: u16) -> Result<(Name, Name), PoolError> {
        match self.entry(index) {
            Some(ConstantInfo::NameAndType(entry)) => {
                Ok((self.text(entry.name_index)?, self.text(entry.descriptor_index)?))
            }
            _ => Err(PoolError::Entry(index, "name and type")),
        }
    }

    fn handle(&self, index: u16) -> Result<Handle, PoolError> {
        let Some(ConstantInfo::MethodHandle(entry)) = self.entry(index) else {
            return Err(PoolError::Entry(index, "method handle"));
        };
        let field = |is_static| Ok::<_, PoolError>((*self.field(entry.reference_index, is_static)?).clone());
        let method = || Ok::<_, PoolError>((*self.method(entry.reference_index)?).clone());
        Ok(match entry.reference_kind {
            1 | 2 => Handle::Get(field(entry.reference_kind == 2)?),
            3 | 4 => Handle::Put(field(entry.reference_kind == 4)?),
            5 => Handle::Invoke(Call::Virtual, method()?),
            6 => Handle::Invoke(Call::Static, method()?),
            7 => Handle::Invoke(Call::Special, method()?),
            8 => Handle::New(method()?),
            9 => Handle::Invoke(Call::Interface, method()?),
            _ => return Err(PoolError::Entry(index, "method handle")),
        })
    }

    /// A constant, how many dynamic ones are in it, and how deep.
    fn loadable(&self, index: u16, above: usize) -> Result<(Constant, usize, usize), PoolError> {
        let constant = match self.entry(index) {
            Some(ConstantInfo::Integer(constant)) => Constant::Int(constant.value),
            Some(ConstantInfo::Long(constant)) => Constant::Long(constant.value),
            Some(ConstantInfo::Float(constant)) => Constant::Float(constant.value.to_bits()),
            Some(ConstantInfo::Double(constant)) => Constant::Double(constant.value.to_bits()),
            Some(ConstantInfo::String(constant)) => Constant::String(self.string(constant.string_index, true)?),
            Some(ConstantInfo::Class(_)) => Constant::Class(self.class(index)?),
            Some(ConstantInfo::MethodType(constant)) => Constant::MethodType(self.text(constant.descriptor_index)?),
            Some(ConstantInfo::MethodHandle(_)) => Constant::Handle(Arc::new(self.handle(index)?)),
            Some(ConstantInfo::InvokeDynamic(_)) if self.tag(index) == 17 => {
                let Counted { dynamic, count, depth } = self.dynamic(index, above)?;
                return Ok((Constant::Dynamic(dynamic), count, depth));
            }
            _ => return Err(PoolError::Entry(index, "constant")),
        };
        Ok((constant, 0, 0))
    }

    fn dynamic(&self, index: u16, above: usize) -> Result<Counted, PoolError> {
        let Some(ConstantInfo::InvokeDynamic(entry)) = self.entry(index) else {
            return Err(PoolError::Entry(index, "dynamic call"));
        };
        if above > DEEPEST {
            return Err(PoolError::Nested(index));
        }
        cached(&self.dynamics[usize::from(index)], || {
            let number = entry.bootstrap_method_attr_index;
            let method = self.bootstraps.get(usize::from(number)).ok_or(PoolError::Bootstrap(number))?;
            let (name, descriptor) = self.name_and_type(entry.name_and_type_index)?;
            let signature = if self.tag(index) == 17 {
                Signature { parameters: Vec::new(), result: Some(Kind::of_field(&descriptor)?) }
            } else {
                Signature::of(&descriptor)?
            };
            let bootstrap = Arc::new(self.handle(method.bootstrap_method_ref)?);
            let mut counted = (1_usize, 1);
            let mut arguments = Vec::new();
            for argument in &method.bootstrap_arguments {
                let (constant, count, depth) = self.loadable(*argument, above + 1)?;
                counted = (counted.0 + count, counted.1.max(1 + depth));
                if counted.0 > MOST || counted.1 > DEEPEST {
                    return Err(PoolError::Nested(index));
                }
                arguments.push(constant);
            }
            let dynamic = Arc::new(Dynamic { name, descriptor, signature, bootstrap, arguments });
            Ok(Counted { dynamic, count: counted.0, depth: counted.1 })
        })
    }
}

/// What is in the cell, or what is now made for it; a cell that was filled meanwhile keeps what it has.
fn cached<T: Clone>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, PoolError>) -> Result<T, PoolError> {
    if let Some(found) = cell.get() {
        return Ok(found.clone());
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made).clone())
}
