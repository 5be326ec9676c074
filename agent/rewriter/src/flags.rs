//! The flag that a method is synchronized, put back where the JVM has lost it.

use crate::class::ClassFile;
use crate::error::RewriteError;
use crate::pool::text;

const SYNCHRONIZED: u8 = 0x20;

/// The class file with the methods synchronized for which `which` holds; it is given names and descriptors.
pub fn synchronized(class: &[u8], which: impl Fn(&str, &str) -> bool) -> Result<Vec<u8>, RewriteError> {
    let file = ClassFile::read(class)?;
    let mut bytes = class.to_vec();
    // Methods are one after the other, up to the attributes of the class.
    let mut start = class.len() - file.tail.len();
    for method in file.methods.iter().rev() {
        start -= method.bytes.len();
        if which(&text(file.pool.utf8(method.name)?), &text(file.pool.utf8(method.descriptor)?))
            && let Some(flags) = bytes.get_mut(start + 1)
        {
            *flags |= SYNCHRONIZED;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class_info;

    /// `abstract class C { abstract void a(); abstract void b(); }`
    const CLASS: &[u8] = b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x08\
        \x01\0\x01C\x07\0\x01\x01\0\x10java/lang/Object\x07\0\x03\x01\0\x01a\x01\0\x01b\x01\0\x03()V\
        \x04\0\0\x02\0\x04\0\0\0\0\0\x02\x04\0\0\x05\0\x07\0\0\x04\0\0\x06\0\x07\0\0\0\0";

    #[test]
    fn the_methods_that_are_meant_become_synchronized() {
        let bytes = synchronized(CLASS, |name, descriptor| (name, descriptor) == ("b", "()V")).unwrap();
        let methods = class_info(&bytes).unwrap().methods;
        assert_eq!(methods.iter().map(|method| method.access).collect::<Vec<_>>(), [0x400, 0x420]);
        assert_eq!(bytes.iter().zip(CLASS).filter(|(new, old)| new != old).count(), 1);
    }
}
