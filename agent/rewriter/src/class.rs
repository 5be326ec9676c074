//! The outline of a class file: where its members and attributes are.

use crate::error::RewriteError;
use crate::pool::Pool;
use crate::reader::Reader;

/// The newest version of class files that the rewriter knows: JDK 25.
const NEWEST: u16 = 69;

/// A class file, taken apart down to the attributes of its members.
#[derive(Debug)]
pub(crate) struct ClassFile<'a> {
    /// Magic number and version.
    pub(crate) head: &'a [u8],
    pub(crate) major: u16,
    pub(crate) pool: Pool<'a>,
    /// From the access flags to the fields.
    pub(crate) middle: &'a [u8],
    pub(crate) access: u16,
    pub(crate) this_class: u16,
    /// 0 for `java/lang/Object` and modules.
    pub(crate) super_class: u16,
    pub(crate) interfaces: Vec<u16>,
    pub(crate) fields: Vec<RawMember<'a>>,
    pub(crate) methods: Vec<RawMember<'a>>,
    pub(crate) attributes: Vec<Attribute<'a>>,
    /// What comes after the methods.
    pub(crate) tail: &'a [u8],
}

/// A field or a method.
#[derive(Debug)]
pub(crate) struct RawMember<'a> {
    pub(crate) access: u16,
    pub(crate) name: u16,
    pub(crate) descriptor: u16,
    pub(crate) attributes: Vec<Attribute<'a>>,
    /// The member, byte for byte.
    pub(crate) bytes: &'a [u8],
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute<'a> {
    pub(crate) name: u16,
    pub(crate) body: &'a [u8],
}

impl<'a> ClassFile<'a> {
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, RewriteError> {
        let mut reader = Reader::new(bytes);
        if reader.u4()? != 0xCAFE_BABE {
            return Err(RewriteError::NotAClass);
        }
        reader.u2()?;
        let major = reader.u2()?;
        if major > NEWEST {
            return Err(RewriteError::Version(major));
        }
        let head = reader.since(0);
        let pool = Pool::read(&mut reader)?;
        let after_pool = reader.position();
        let access = reader.u2()?;
        let this_class = reader.u2()?;
        let super_class = reader.u2()?;
        let interfaces = (0..reader.u2()?).map(|_| reader.u2()).collect::<Result<_, _>>()?;
        let fields = members(&mut reader)?;
        let middle = reader.since(after_pool);
        let methods = members(&mut reader)?;
        let after_methods = reader.position();
        let attributes = attributes(&mut reader)?;
        if !reader.is_empty() {
            return Err(RewriteError::Malformed("bytes after the end"));
        }
        let tail = reader.since(after_methods);
        Ok(Self {
            head,
            major,
            pool,
            middle,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            tail,
        })
    }

    /// The body of a class attribute.
    pub(crate) fn attribute(&self, name: &[u8]) -> Option<&'a [u8]> {
        self.attributes.iter().find(|attribute| self.pool.utf8(attribute.name) == Ok(name)).map(|found| found.body)
    }

    /// The name of the source file.
    pub(crate) fn source_file(&self) -> Option<&'a [u8]> {
        let number = Reader::new(self.attribute(b"SourceFile")?).u2().ok()?;
        self.pool.utf8(number).ok()
    }
}

fn members<'a>(reader: &mut Reader<'a>) -> Result<Vec<RawMember<'a>>, RewriteError> {
    let count = reader.u2()?;
    (0..count)
        .map(|_| {
            let start = reader.position();
            let access = reader.u2()?;
            let name = reader.u2()?;
            let descriptor = reader.u2()?;
            let attributes = attributes(reader)?;
            Ok(RawMember { access, name, descriptor, attributes, bytes: reader.since(start) })
        })
        .collect()
}

/// Reads attributes with their count.
pub(crate) fn attributes<'a>(reader: &mut Reader<'a>) -> Result<Vec<Attribute<'a>>, RewriteError> {
    let count = reader.u2()?;
    (0..count)
        .map(|_| {
            let name = reader.u2()?;
            let length = reader.u4()?;
            let length = usize::try_from(length).map_err(|_| RewriteError::Truncated)?;
            Ok(Attribute { name, body: reader.take(length)? })
        })
        .collect()
}
