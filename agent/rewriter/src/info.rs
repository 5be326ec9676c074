//! What a class is called and what it declares, without a look at its code.

use crate::class::{ClassFile, RawMember};
use crate::error::RewriteError;
use crate::pool::{Constant, Pool, text};
use crate::reader::Reader;

const ACC_STATIC: u16 = 0x0008;

/// The declarations of a class. Names are internal (`java/lang/Object`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassInfo {
    /// Internal name.
    pub name: String,
    /// Internal name of the superclass; none for `java/lang/Object` and modules.
    pub super_name: Option<String>,
    /// Internal names of the direct superinterfaces.
    pub interfaces: Vec<String>,
    /// Access flags.
    pub access: u16,
    /// Major version of the class file.
    pub major: u16,
    /// Declared fields.
    pub fields: Vec<Member>,
    /// Declared methods.
    pub methods: Vec<Member>,
    /// From the SourceFile attribute.
    pub source_file: Option<String>,
}

/// A field or method of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Name.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
    /// Access flags.
    pub access: u16,
    /// What the JVM sets a static field to when it initialises the class (JVMS 4.7.2).
    pub constant: Option<ConstantValue>,
}

/// The first value of a static field that a class file states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstantValue {
    /// Integers as they are, other numbers by their bits.
    Number(i64),
    /// A string.
    Text(String),
}

/// Reads the declarations of a class.
pub fn class_info(class: &[u8]) -> Result<ClassInfo, RewriteError> {
    let class = ClassFile::read(class)?;
    let name = |number| class.pool.class(number).map(|name| text(name).into_owned());
    Ok(ClassInfo {
        name: name(class.this_class)?,
        super_name: if class.super_class == 0 { None } else { Some(name(class.super_class)?) },
        interfaces: class.interfaces.iter().map(|&interface| name(interface)).collect::<Result<_, _>>()?,
        access: class.access,
        major: class.major,
        fields: members(&class.pool, &class.fields)?,
        methods: members(&class.pool, &class.methods)?,
        source_file: class.source_file().map(|name| text(name).into_owned()),
    })
}

fn members(pool: &Pool<'_>, members: &[RawMember<'_>]) -> Result<Vec<Member>, RewriteError> {
    members
        .iter()
        .map(|member| {
            Ok(Member {
                name: text(pool.utf8(member.name)?).into_owned(),
                descriptor: text(pool.utf8(member.descriptor)?).into_owned(),
                access: member.access,
                constant: constant(pool, member),
            })
        })
        .collect()
}

/// What cannot be read is not there for the JVM either: it refuses the class.
fn constant(pool: &Pool<'_>, member: &RawMember<'_>) -> Option<ConstantValue> {
    if member.access & ACC_STATIC == 0 {
        return None;
    }
    let found = member.attributes.iter().find(|attribute| pool.utf8(attribute.name) == Ok(b"ConstantValue"))?;
    match pool.get(Reader::new(found.body).u2().ok()?) {
        Constant::Integer(value) | Constant::Float(value) => Some(ConstantValue::Number(value.into())),
        Constant::Long(value) | Constant::Double(value) => Some(ConstantValue::Number(value)),
        Constant::String(utf8) => Some(ConstantValue::Text(text(pool.utf8(utf8).ok()?).into_owned())),
        _ => None,
    }
}
