//! Conversions between the types of an interface's method and those of its implementation.
//!
//! The rules are those of `java.lang.invoke.LambdaMetafactory` (its implementation is `TypeConvertingMethodAdapter`): a
//! primitive is widened, and boxed if the target is a reference; a reference is cast to the type that the
//! interface has at this site, and then cast or unboxed to the target.

use super::code::{call, check_cast, class_of};
use crate::error::{Failure, RewriteError};
use crate::instruction::op;
use crate::pool::{Named, Pool};
use crate::snippet::Snippet;

const NO_CONVERSION: Failure = Failure::Skip("a lambda whose types cannot be converted");

/// A primitive type and the class of its objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wrapper {
    primitive: u8,
    class: &'static [u8],
    /// The method that takes the value out.
    value: &'static [u8],
}

const WRAPPERS: [Wrapper; 8] = [
    Wrapper { primitive: b'Z', class: b"java/lang/Boolean", value: b"booleanValue" },
    Wrapper { primitive: b'C', class: b"java/lang/Character", value: b"charValue" },
    Wrapper { primitive: b'B', class: b"java/lang/Byte", value: b"byteValue" },
    Wrapper { primitive: b'S', class: b"java/lang/Short", value: b"shortValue" },
    Wrapper { primitive: b'I', class: b"java/lang/Integer", value: b"intValue" },
    Wrapper { primitive: b'J', class: b"java/lang/Long", value: b"longValue" },
    Wrapper { primitive: b'F', class: b"java/lang/Float", value: b"floatValue" },
    Wrapper { primitive: b'D', class: b"java/lang/Double", value: b"doubleValue" },
];

impl Wrapper {
    /// Whether its class extends `Number`.
    fn is_number(self) -> bool {
        !matches!(self.primitive, b'Z' | b'C')
    }
}

/// The wrapper of a primitive type.
pub(super) fn wrapper(descriptor: &[u8]) -> Option<Wrapper> {
    WRAPPERS.into_iter().find(|wrapper| descriptor == [wrapper.primitive])
}

/// The wrapper that a type is itself.
fn as_wrapper(descriptor: &[u8]) -> Option<Wrapper> {
    let class = class_of(descriptor)?;
    WRAPPERS.into_iter().find(|wrapper| wrapper.class == class)
}

/// Makes an object of the primitive value on top of the stack.
pub(super) fn boxed(piece: &mut Snippet, pool: &mut Pool<'_>, wrapper: Wrapper) -> Result<(), RewriteError> {
    let descriptor = [b"(", &[wrapper.primitive][..], b")L", wrapper.class, b";"].concat();
    let method = Named { owner: wrapper.class, name: b"valueOf", descriptor: &descriptor };
    call(piece, pool, op::INVOKESTATIC, method)
}

/// Takes a primitive value out of an object of this class.
fn unbox(piece: &mut Snippet, pool: &mut Pool<'_>, class: &[u8], to: Wrapper) -> Result<(), RewriteError> {
    let descriptor = [b'(', b')', to.primitive];
    call(piece, pool, op::INVOKEVIRTUAL, Named { owner: class, name: to.value, descriptor: &descriptor })
}

/// Converts the value on top of the stack. `functional` is the type that the interface's method has at this site.
pub(super) fn convert(
    piece: &mut Snippet,
    pool: &mut Pool<'_>,
    from: &[u8],
    to: &[u8],
    functional: &[u8],
) -> Result<(), Failure> {
    if from == to && from == functional {
        return Ok(());
    }
    match (wrapper(from), wrapper(to)) {
        (Some(from), Some(to)) => widen(piece, from, to),
        (Some(from), None) => {
            if let Some(target) = as_wrapper(to) {
                widen(piece, from, target)?;
                return Ok(boxed(piece, pool, target)?);
            }
            boxed(piece, pool, from)?;
            cast(piece, pool, from.class, class_of(to).ok_or(NO_CONVERSION)?)
        }
        (None, target) => {
            let from = class_of(from).ok_or(NO_CONVERSION)?;
            let source = class_of(functional).unwrap_or(from);
            cast(piece, pool, from, source)?;
            match target {
                Some(target) => unbox_to(piece, pool, source, target),
                None if to == functional => Ok(()),
                None => cast(piece, pool, source, class_of(to).ok_or(NO_CONVERSION)?),
            }
        }
    }
}

/// Converts an object of class `source` to a primitive value.
fn unbox_to(piece: &mut Snippet, pool: &mut Pool<'_>, source: &[u8], target: Wrapper) -> Result<(), Failure> {
    match WRAPPERS.into_iter().find(|wrapper| wrapper.class == source) {
        Some(wrapper) if wrapper.is_number() && target.is_number() => Ok(unbox(piece, pool, wrapper.class, target)?),
        Some(wrapper) => {
            unbox(piece, pool, wrapper.class, wrapper)?;
            widen(piece, wrapper, target)
        }
        None => {
            let class = if target.is_number() { b"java/lang/Number" } else { target.class };
            cast(piece, pool, source, class)?;
            Ok(unbox(piece, pool, class, target)?)
        }
    }
}

fn cast(piece: &mut Snippet, pool: &mut Pool<'_>, from: &[u8], to: &[u8]) -> Result<(), Failure> {
    if from != to && to != b"java/lang/Object" {
        check_cast(piece, pool, to)?;
    }
    Ok(())
}

/// The widening primitive conversions (JLS 5.1.2) and the identity.
fn widen(piece: &mut Snippet, from: Wrapper, to: Wrapper) -> Result<(), Failure> {
    let int = matches!(from.primitive, b'B' | b'S' | b'C' | b'I');
    match (from.primitive, to.primitive) {
        (from, to) if from == to => {}
        (b'B', b'S') => {}
        (_, b'I') if int => {}
        (_, b'J') if int => piece.op(133, 1),
        (_, b'F') if int => piece.op(134, 0),
        (_, b'D') if int => piece.op(135, 1),
        (b'J', b'F') => piece.op(137, -1),
        (b'J', b'D') => piece.op(138, 0),
        (b'F', b'D') => piece.op(141, 1),
        _ => return Err(NO_CONVERSION),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::Reader;

    fn converted(from: &str, to: &str, functional: &str) -> Option<Vec<u8>> {
        let mut pool = Pool::read(&mut Reader::new(&[0, 1])).unwrap();
        let mut piece = Snippet::above(2);
        convert(&mut piece, &mut pool, from.as_bytes(), to.as_bytes(), functional.as_bytes()).ok()?;
        Some(piece.bytes.into_iter().filter(|&byte| byte > 100).collect())
    }

    const STATIC: u8 = op::INVOKESTATIC;
    const VIRTUAL: u8 = op::INVOKEVIRTUAL;
    const CHECKCAST: u8 = 192;

    #[test]
    fn primitives_are_widened_but_never_narrowed() {
        assert_eq!(converted("I", "J", "J").unwrap(), [133]);
        assert_eq!(converted("B", "S", "S").unwrap(), [0; 0]);
        assert_eq!(converted("J", "I", "I"), None);
        assert_eq!(converted("Z", "I", "I"), None);
    }

    #[test]
    fn a_primitive_is_widened_before_it_is_boxed() {
        assert_eq!(converted("I", "Ljava/lang/Long;", "Ljava/lang/Long;").unwrap(), [133, STATIC]);
        assert_eq!(converted("I", "Ljava/lang/Object;", "Ljava/lang/Object;").unwrap(), [STATIC]);
        assert_eq!(converted("I", "Ljava/lang/Number;", "Ljava/lang/Number;").unwrap(), [STATIC, CHECKCAST]);
    }

    #[test]
    fn a_reference_is_cast_to_the_type_of_the_site_and_unboxed() {
        assert_eq!(converted("Ljava/lang/Object;", "J", "Ljava/lang/Integer;").unwrap(), [CHECKCAST, VIRTUAL]);
        assert_eq!(converted("Ljava/lang/Object;", "I", "Ljava/lang/Object;").unwrap(), [CHECKCAST, VIRTUAL]);
        assert_eq!(converted("Ljava/lang/Object;", "I", "Ljava/lang/Character;").unwrap(), [CHECKCAST, VIRTUAL]);
        assert_eq!(converted("Ljava/lang/Object;", "[I", "[I").unwrap(), [CHECKCAST]);
        assert_eq!(converted("LA;", "LB;", "LC;").unwrap(), [CHECKCAST, CHECKCAST]);
    }
}
