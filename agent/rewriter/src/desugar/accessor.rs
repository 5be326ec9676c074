//! The method of the class itself that performs what a lambda or method reference stands for.
//!
//! It is as accessible as the generated class needs it to be, and inside it the call has the rights and the meaning
//! that it had at the site: private and protected members, `super::method`, constructors.

use super::ACCESSOR;
use super::code::{Head, call, call_constant, descriptor, give_back, load_all, method, new_object, type_of};
use super::lambda::Lambda;
use crate::descriptor::Kind;
use crate::editor::{Context, Editor};
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::{Named, tag};
use crate::snippet::Snippet;

const HOOKS: &[u8] = b"dev/mcr/Hooks";
const ACC_PUBLIC: u16 = 0x0001;
const ACC_STATIC: u16 = 0x0008;
const ACC_SYNTHETIC: u16 = 0x1000;

/// How the generated class calls an accessor.
pub(super) struct Accessor {
    pub(super) name: Vec<u8>,
    pub(super) descriptor: Vec<u8>,
    /// The tag of its constant.
    pub(super) tag: u8,
}

/// The place of a site.
pub(super) struct Place<'p> {
    /// The number of the lambda in its class.
    pub(super) number: usize,
    pub(super) method: &'p [u8],
    pub(super) line: Option<u16>,
    pub(super) in_interface: bool,
}

impl Place<'_> {
    /// The name of the accessor: it says in which method the site is, if that is no constructor.
    fn name(&self) -> Vec<u8> {
        let method = if self.method.starts_with(b"<") { &b""[..] } else { self.method };
        [ACCESSOR.as_bytes(), self.number.to_string().as_bytes(), b"$", method].concat()
    }
}

/// The method that an accessor was made for, by the name of the accessor; none if that is a constructor.
pub fn accessed_from(accessor: &str) -> Option<Option<&str>> {
    let (_, method) = accessor.strip_prefix(ACCESSOR)?.split_once('$')?;
    Some((!method.is_empty()).then_some(method))
}

/// Makes an accessor, and its method.
pub(super) fn make(
    context: &mut Context<'_, '_>,
    lambda: &Lambda<'_>,
    place: &Place<'_>,
) -> Result<(Accessor, Vec<u8>), Failure> {
    let implementation = &lambda.implementation;
    let parameters = || implementation.parameters.iter().map(Vec::as_slice);
    if implementation.opcode == op::INVOKESPECIAL
        && !implementation.constructs
        && parameters().next() != Some(type_of(context.name).as_slice())
    {
        return Err(Failure::Skip("a special call of another object"));
    }
    let pool = &mut context.pool;
    let mut code = Snippet::default();
    if implementation.constructs {
        new_object(&mut code, pool, implementation.owner)?;
    }
    let has_receiver = implementation.opcode != op::INVOKESTATIC && !implementation.constructs;
    if has_receiver && lambda.captured.is_empty() {
        code.load(Kind::Reference, 0);
        let hook = Named { owner: HOOKS, name: b"receiver", descriptor: b"(Ljava/lang/Object;)V" };
        call(&mut code, pool, op::INVOKESTATIC, hook)?;
    }
    load_all(&mut code, parameters(), 0)?;
    call_constant(&mut code, implementation.opcode, implementation.constant, implementation.descriptor)?;
    give_back(&mut code, &implementation.result)?;

    let name = place.name();
    let descriptor = descriptor(parameters(), &implementation.result);
    let access = ACC_STATIC | ACC_SYNTHETIC | if place.in_interface { ACC_PUBLIC } else { 0 };
    let head = Head { access, name: &name, descriptor: &descriptor, is_static: true, line: place.line };
    let written = method(pool, &head, &code)?;
    let tag = if place.in_interface { tag::INTERFACE_METHOD } else { tag::METHOD };
    Ok((Accessor { name, descriptor, tag }, written))
}

/// Replaces a site by the call of the method that makes the object.
pub(super) fn call_factory(
    editor: &mut Editor<'_, '_, '_>,
    index: usize,
    class: &[u8],
    descriptor: &[u8],
) -> Result<(), Failure> {
    let factory = Named { owner: class, name: super::proxy::FACTORY, descriptor };
    let number = editor.context.pool.add_member(tag::METHOD, factory)?;
    let mut piece = Snippet::default();
    call_constant(&mut piece, op::INVOKESTATIC, number, descriptor)?;
    editor.replace(index, piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accessor_tells_the_method_of_its_site() {
        let name = |method: &str| {
            let place = Place { number: 12, method: method.as_bytes(), line: None, in_interface: false };
            String::from_utf8(place.name()).unwrap()
        };
        assert_eq!(accessed_from(&name("lambda$main$0")), Some(Some("lambda$main$0")));
        assert_eq!(accessed_from(&name("<init>")), Some(None));
        assert_eq!(accessed_from("main"), None);
    }
}
