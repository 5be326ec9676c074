//! The method of the class itself that performs what a lambda or method reference stands for.
//!
//! It is as accessible as the generated class needs it to be, and inside it the call has the rights and the meaning
//! that it had at the site: private and protected members, `super::method`, constructors.

use super::ACCESSOR;
use super::code::{Head, call_constant, descriptor, give_back, load_all, method, new_object, type_of};
use super::lambda::Lambda;
use crate::editor::{Context, Editor};
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::{Named, tag};
use crate::snippet::Snippet;

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

/// Makes an accessor, and its method.
pub(super) fn make(
    context: &mut Context<'_, '_>,
    lambda: &Lambda<'_>,
    number: usize,
    line: Option<u16>,
    in_interface: bool,
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
    load_all(&mut code, parameters(), 0)?;
    call_constant(&mut code, implementation.opcode, implementation.constant, implementation.descriptor)?;
    give_back(&mut code, &implementation.result)?;

    let name = format!("{ACCESSOR}{number}").into_bytes();
    let descriptor = descriptor(parameters(), &implementation.result);
    let access = ACC_STATIC | ACC_SYNTHETIC | if in_interface { ACC_PUBLIC } else { 0 };
    let head = Head { access, name: &name, descriptor: &descriptor, is_static: true, line };
    let written = method(pool, &head, &code)?;
    let tag = if in_interface { tag::INTERFACE_METHOD } else { tag::METHOD };
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
