//! What a site of `LambdaMetafactory` says.

use super::code::type_of;
use crate::descriptor::{Parameter, Signature};
use crate::editor::Bootstrap;
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::handle::{INVOKE_INTERFACE, INVOKE_SPECIAL, INVOKE_STATIC, INVOKE_VIRTUAL, NEW_INVOKE_SPECIAL};
use crate::pool::{Constant, Pool, tag};

/// Flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// A lambda or method reference.
#[derive(Debug)]
pub(super) struct Lambda<'a> {
    /// The interfaces that it implements.
    pub(super) interfaces: Vec<&'a [u8]>,
    /// The method of the interface, and the types under which it is called: erased, and those of bridges.
    pub(super) name: &'a [u8],
    pub(super) types: Vec<&'a [u8]>,
    /// The type that the method has at this site.
    pub(super) instantiated: Signature<'a>,
    pub(super) captured: Vec<Parameter<'a>>,
    pub(super) implementation: Implementation<'a>,
}

/// The method that is called in the end.
#[derive(Debug)]
pub(super) struct Implementation<'a> {
    /// The instruction that calls it.
    pub(super) opcode: u8,
    /// Its constant.
    pub(super) constant: u16,
    pub(super) owner: &'a [u8],
    pub(super) descriptor: &'a [u8],
    /// The instruction needs a new object.
    pub(super) constructs: bool,
    /// With the receiver. Those that are captured have the types in which they are captured.
    pub(super) parameters: Vec<Vec<u8>>,
    pub(super) result: Vec<u8>,
}

/// Reads a site: its name and descriptor, and its bootstrap method.
pub(super) fn read<'a>(
    pool: &Pool<'a>,
    name: &'a [u8],
    descriptor: &'a [u8],
    bootstrap: &Bootstrap<'a>,
) -> Result<Lambda<'a>, Failure> {
    let factory = Signature::parse(descriptor)?;
    let [b'L', interface @ .., b';'] = factory.after else { return Err(Failure::Skip("a lambda of no interface")) };
    let [first, handle, instantiated, rest @ ..] = bootstrap.arguments.as_slice() else {
        return Err(Failure::Skip("a lambda with too few arguments"));
    };
    let mut interfaces = vec![interface];
    let mut types = vec![method_type(pool, *first)?];
    if bootstrap.name == b"altMetafactory" {
        more(pool, rest, &mut interfaces, &mut types)?;
    }
    let instantiated = Signature::parse(method_type(pool, *instantiated)?)?;
    let implementation = implementation(pool, *handle, &factory.parameters)?;
    if factory.parameters.len() + instantiated.parameters.len() != implementation.parameters.len() {
        return Err(Failure::Skip("an implementation with other parameters"));
    }
    Ok(Lambda { interfaces, name, types, instantiated, captured: factory.parameters, implementation })
}

fn method_type<'a>(pool: &Pool<'a>, number: u16) -> Result<&'a [u8], Failure> {
    match pool.get(number) {
        Constant::MethodType(descriptor) => Ok(pool.utf8(descriptor)?),
        _ => Err(Failure::Skip("a lambda without a method type")),
    }
}

/// The further arguments of `altMetafactory`: flags, marker interfaces, bridges.
fn more<'a>(
    pool: &Pool<'a>,
    arguments: &[u16],
    interfaces: &mut Vec<&'a [u8]>,
    types: &mut Vec<&'a [u8]>,
) -> Result<(), Failure> {
    let mut arguments = arguments.iter();
    let integer = |number: Option<&u16>| match number.map(|&number| pool.get(number)) {
        Some(Constant::Integer(value)) => Ok(value),
        _ => Err(Failure::Skip("a lambda with unusual arguments")),
    };
    let flags = integer(arguments.next())?;
    if flags & SERIALIZABLE != 0 || flags & !(MARKERS | BRIDGES) != 0 {
        return Err(Failure::Skip("a serializable lambda"));
    }
    if flags & MARKERS != 0 {
        for _ in 0..integer(arguments.next())? {
            let marker = pool.class(arguments.next().copied().unwrap_or(0))?;
            if !interfaces.contains(&marker) {
                interfaces.push(marker);
            }
        }
    }
    if flags & BRIDGES != 0 {
        for _ in 0..integer(arguments.next())? {
            let bridge = method_type(pool, arguments.next().copied().unwrap_or(0))?;
            if !types.contains(&bridge) {
                types.push(bridge);
            }
        }
    }
    Ok(())
}

fn implementation<'a>(pool: &Pool<'a>, handle: u16, captured: &[Parameter<'a>]) -> Result<Implementation<'a>, Failure> {
    const UNUSUAL: Failure = Failure::Skip("an unusual implementation");
    let Constant::Handle(kind, constant) = pool.get(handle) else { return Err(UNUSUAL) };
    let Constant::Member(tag, _, _) = pool.get(constant) else { return Err(UNUSUAL) };
    let method = pool.member(constant)?;
    let opcode = match (kind, tag) {
        (INVOKE_VIRTUAL, tag::METHOD) => op::INVOKEVIRTUAL,
        (INVOKE_STATIC, tag::METHOD | tag::INTERFACE_METHOD) => op::INVOKESTATIC,
        (INVOKE_SPECIAL, tag::METHOD | tag::INTERFACE_METHOD) | (NEW_INVOKE_SPECIAL, tag::METHOD) => op::INVOKESPECIAL,
        (INVOKE_INTERFACE, tag::INTERFACE_METHOD) => op::INVOKEINTERFACE,
        _ => return Err(UNUSUAL),
    };
    let constructs = kind == NEW_INVOKE_SPECIAL;
    if constructs != (method.name == b"<init>") {
        return Err(UNUSUAL);
    }
    let signature = Signature::parse(method.descriptor)?;
    let owner = type_of(method.owner);
    let has_receiver = !constructs && opcode != op::INVOKESTATIC;
    let mut parameters: Vec<_> = signature.parameters.iter().map(|parameter| parameter.descriptor.to_vec()).collect();
    if has_receiver {
        parameters.insert(0, owner.clone());
    }
    for (at, captured) in captured.iter().enumerate() {
        let parameter = parameters.get_mut(at).ok_or(UNUSUAL)?;
        if at == 0 && has_receiver && captured.descriptor.starts_with(b"L") {
            // Its own type may say more, and rights of access may depend on it.
            *parameter = captured.descriptor.to_vec();
        } else if parameter != captured.descriptor {
            return Err(UNUSUAL);
        }
    }
    let result = if constructs { owner } else { signature.after.to_vec() };
    Ok(Implementation {
        opcode,
        constant,
        owner: method.owner,
        descriptor: method.descriptor,
        constructs,
        parameters,
        result,
    })
}
