//! Classes, read from class files.
//!
//! Invariant: whatever the bytes, there is a class or an error. A method whose code cannot be read is no method without
//! code: [`MethodCode::Unreadable`] says so, and says why, and the rest of the class is there.
use crate::body::{Body, Name};
use crate::decode::{self, CodeError};
use crate::descriptor::{DescriptorError, Kind, Signature};
use crate::pool::{self, Pool, PoolError};
use classfile_parser::attribute_info::{
    AttributeInfo, BootstrapMethod, bootstrap_methods_attribute_parser, code_attribute_parser,
};
use classfile_parser::constant_info::ConstantInfo;
use classfile_parser::method_info::MethodInfo;
use classfile_parser::{ClassFile, class_parser};

/// A class or interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its name, such as `java/lang/String`.
    pub name: Name,
    /// What it extends; nothing for `java/lang/Object` and modules.
    pub super_name: Option<Name>,
    /// What it implements, or, if it is an interface, extends.
    pub interfaces: Vec<Name>,
    /// What it is declared as.
    pub flags: ClassFlags,
    /// Its own fields.
    pub fields: Vec<Field>,
    /// Its own methods.
    pub methods: Vec<Method>,
    /// The name of the source file.
    pub source: Option<Name>,
}

/// A field that a class declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub descriptor: Name,
    /// What it is on the stack.
    pub kind: Kind,
    /// What it is declared as.
    pub flags: FieldFlags,
}

/// A method that a class declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Its name; `<init>` is a constructor, `<clinit>` initialises the class.
    pub name: Name,
    /// Its parameters and result.
    pub descriptor: Name,
    /// The same, as analyses want it.
    pub signature: Signature,
    /// What it is declared as.
    pub flags: MethodFlags,
    /// What it does.
    pub code: MethodCode,
}

/// What there is of a method's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MethodCode {
    /// It is abstract.
    Abstract,
    /// It is not in Java.
    Native,
    /// It can be read.
    Body(Body),
    /// It has code, which was left out when a graph was kept that does not follow it ([`cache`](crate::cache)).
    NotKept,
    /// It has code that this crate cannot read.
    Unreadable(CodeError),
}

pub use classfile_parser::ClassAccessFlags as ClassFlags;
pub use classfile_parser::field_info::FieldAccessFlags as FieldFlags;
pub use classfile_parser::method_info::MethodAccessFlags as MethodFlags;

/// A class file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClassError {
    /// Not even its structure is right.
    #[error("this is no class file")]
    Malformed,
    /// What is needed of the constant pool is not there.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Not a descriptor.
    #[error(transparent)]
    Descriptor(#[from] DescriptorError),
    /// An attribute that ends too early.
    #[error("the attribute `{0}` cannot be read")]
    Attribute(&'static str),
    /// Neither abstract nor native, but without code, or the other way around.
    #[error("the method `{0}` has to have code or must not have any")]
    Code(Name),
}

impl Class {
    /// Reads a class file.
    pub fn read(bytes: &[u8]) -> Result<Self, ClassError> {
        let (known, tags) = pool::known_tags(bytes).ok_or(ClassError::Malformed)?;
        let (rest, file) = class_parser(&known).map_err(|_| ClassError::Malformed)?;
        if !rest.is_empty() {
            return Err(ClassError::Malformed);
        }
        let pool = Pool::new(&file.const_pool, tags, bootstraps(&file)?);
        let fields = file.fields.iter().map(|field| {
            let descriptor = pool.text(field.descriptor_index)?;
            let kind = Kind::of_field(&descriptor)?;
            Ok(Field { name: pool.text(field.name_index)?, descriptor, kind, flags: field.access_flags })
        });
        Ok(Self {
            name: pool.class(file.this_class)?,
            super_name: pool.class_if_any(file.super_class)?,
            interfaces: file.interfaces.iter().map(|index| pool.class(*index)).collect::<Result<_, _>>()?,
            flags: file.access_flags,
            fields: fields.collect::<Result<_, ClassError>>()?,
            methods: file.methods.iter().map(|method| read_method(method, &pool)).collect::<Result<_, _>>()?,
            source: match only(&file.attributes, &file.const_pool, "SourceFile") {
                Some(attribute) => match attribute.info[..] {
                    [high, low] => Some(pool.text(u16::from_be_bytes([high, low]))?),
                    _ => return Err(ClassError::Attribute("SourceFile")),
                },
                None => None,
            },
        })
    }

    /// The method that the class itself declares under this name and descriptor.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&Method> {
        self.methods.iter().find(|method| &*method.name == name && &*method.descriptor == descriptor)
    }

    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.flags.contains(ClassFlags::INTERFACE)
    }
}

impl Method {
    /// Its code, where that can be read.
    pub fn body(&self) -> Option<&Body> {
        match &self.code {
            MethodCode::Body(body) => Some(body),
            MethodCode::Abstract | MethodCode::Native | MethodCode::NotKept | MethodCode::Unreadable(_) => None,
        }
    }

    /// Whether it has no receiver.
    pub fn is_static(&self) -> bool {
        self.flags.contains(MethodFlags::STATIC)
    }

    /// The kinds of its parameters, the receiver first.
    pub fn parameters(&self) -> Vec<Kind> {
        let receiver = (!self.is_static()).then_some(Kind::Reference);
        receiver.into_iter().chain(self.signature.parameters.iter().copied()).collect()
    }
}

fn bootstraps(file: &ClassFile) -> Result<Vec<BootstrapMethod>, ClassError> {
    match only(&file.attributes, &file.const_pool, "BootstrapMethods") {
        Some(attribute) => match bootstrap_methods_attribute_parser(&attribute.info) {
            Ok(([], found)) => Ok(found.bootstrap_methods),
            _ => Err(ClassError::Attribute("BootstrapMethods")),
        },
        None => Ok(Vec::new()),
    }
}

fn read_method(method: &MethodInfo, pool: &Pool) -> Result<Method, ClassError> {
    let name = pool.text(method.name_index)?;
    let descriptor = pool.text(method.descriptor_index)?;
    let attribute = only(&method.attributes, pool.entries(), "Code");
    let (is_abstract, is_native) =
        (method.access_flags.contains(MethodFlags::ABSTRACT), method.access_flags.contains(MethodFlags::NATIVE));
    let code = match (attribute, is_abstract, is_native) {
        (None, true, _) => MethodCode::Abstract,
        (None, false, true) => MethodCode::Native,
        (Some(attribute), false, false) => {
            read_body(attribute, pool).map_or_else(MethodCode::Unreadable, MethodCode::Body)
        }
        _ => return Err(ClassError::Code(name)),
    };
    Ok(Method { signature: Signature::of(&descriptor)?, name, descriptor, flags: method.access_flags, code })
}

fn read_body(attribute: &AttributeInfo, pool: &Pool) -> Result<Body, CodeError> {
    let Ok(([], code)) = code_attribute_parser(&attribute.info) else {
        return Err(CodeError::Attribute("Code"));
    };
    let mut lines = Vec::new();
    for attribute in all(&code.attributes, pool.entries(), "LineNumberTable") {
        let entries = attribute.info.get(2..).unwrap_or_default().chunks_exact(4);
        lines.extend(entries.map(|it| (u16::from_be_bytes([it[0], it[1]]), u16::from_be_bytes([it[2], it[3]]))));
    }
    decode::body(&code, lines, pool)
}

/// The attributes of a name. Those with another name, also one that cannot be read, are not asked for.
fn all<'a>(
    attributes: &'a [AttributeInfo],
    entries: &'a [ConstantInfo],
    name: &'static str,
) -> impl Iterator<Item = &'a AttributeInfo> {
    attributes.iter().filter(move |attribute| {
        let entry = usize::from(attribute.attribute_name_index).checked_sub(1).and_then(|index| entries.get(index));
        matches!(entry, Some(ConstantInfo::Utf8(text)) if text.bytes == name.as_bytes())
    })
}

fn only<'a>(
    attributes: &'a [AttributeInfo],
    entries: &'a [ConstantInfo],
    name: &'static str,
) -> Option<&'a AttributeInfo> {
    all(attributes, entries, name).next()
}
