//! Static fields of a class whose initialiser runs more than once.
//!
//! The compiler of the JVM takes what it finds in a static field that is `final` for a constant. So that flag goes, but for fields whose value
//! the class file states: no initialiser sets these. (Fields of interfaces have to be `final`.)

use crate::class::RawMember;
use crate::error::RewriteError;
use crate::pool::Pool;
use crate::{FINAL, STATIC};

/// The part of a class file that ends with the fields, without that flag; none if no field has it.
pub(crate) fn without_final(
    middle: &[u8],
    fields: &[RawMember<'_>],
    pool: &Pool<'_>,
) -> Result<Option<Vec<u8>>, RewriteError> {
    let mut changed = None;
    let mut at = middle.len() - fields.iter().map(|field| field.bytes.len()).sum::<usize>();
    for field in fields {
        let constant =
            |attribute: &crate::class::Attribute<'_>| pool.utf8(attribute.name).map(|name| name == b"ConstantValue");
        let stated = field.attributes.iter().map(constant).collect::<Result<Vec<_>, _>>()?.contains(&true);
        if field.access & (STATIC | FINAL) == STATIC | FINAL && !stated {
            let bytes = changed.get_or_insert_with(|| middle.to_vec());
            bytes[at..at + 2].copy_from_slice(&(field.access & !FINAL).to_be_bytes());
        }
        at += field.bytes.len();
    }
    Ok(changed)
}
