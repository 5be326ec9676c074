//! The class of the objects that a lambda or method reference makes.
//!
//! Its fields hold the captured values; the method of the interface, and its bridges, convert the arguments, call the
//! accessor, and convert the result. All code is straight, so no method has frames.
//!
//! As in the JVM's own implementation, a site that captures nothing always gives the same object.

use super::accessor::Accessor;
use super::code::{Head, call, call_constant, descriptor, field, give_back, load_all, method, new_object, type_of};
use super::convert::convert;
use super::lambda::Lambda;
use crate::descriptor::{Kind, Signature};
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::{Named, Pool};
use crate::reader::{Reader, Write};
use crate::snippet::Snippet;

/// The static method that makes an object.
pub(super) const FACTORY: &[u8] = b"mcr$make";

const ACC_PUBLIC: u16 = 0x0001;
const ACC_PRIVATE: u16 = 0x0002;
const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SUPER: u16 = 0x0020;
const ACC_SYNTHETIC: u16 = 0x1000;

/// The static field of the only object.
const INSTANCE: &[u8] = b"instance";
const OBJECT: &[u8] = b"java/lang/Object";
const CONSTRUCTOR: &[u8] = b"<init>";
const TOO_MUCH: Failure = Failure::Skip("too much for a generated class");

/// Where a lambda comes from.
pub(super) struct Origin<'o> {
    /// Magic number and version of the class.
    pub(super) head: &'o [u8],
    pub(super) outer: &'o [u8],
    pub(super) file: Option<&'o [u8]>,
    pub(super) line: Option<u16>,
    pub(super) accessor: &'o Accessor,
}

/// A generated class.
pub(super) struct Proxy {
    pub(super) bytes: Vec<u8>,
    /// The descriptor of [`FACTORY`].
    pub(super) factory: Vec<u8>,
}

/// A class in the making.
struct Maker<'m> {
    pool: Pool<'m>,
    name: &'m [u8],
    lambda: &'m Lambda<'m>,
    origin: &'m Origin<'m>,
}

/// Makes the class of this name.
pub(super) fn make(name: &[u8], lambda: &Lambda<'_>, origin: &Origin<'_>) -> Result<Proxy, Failure> {
    if lambda.name == FACTORY {
        return Err(Failure::Skip("a method with the name of the factory"));
    }
    // An empty constant pool.
    let pool = Pool::read(&mut Reader::new(&[0, 1]))?;
    let mut maker = Maker { pool, name, lambda, origin };
    let factory = descriptor(maker.captured(), &type_of(lambda.interfaces.first().copied().unwrap_or(OBJECT)));
    let mut methods = vec![maker.constructor()?, maker.factory(&factory)?];
    if lambda.captured.is_empty() {
        methods.push(maker.static_initialiser()?);
    }
    for &types in &lambda.types {
        methods.push(maker.forwarder(types)?);
    }
    Ok(Proxy { bytes: maker.write(&methods)?, factory })
}

/// The name that the JVM's own implementation gives it.
fn field_name(number: usize) -> Vec<u8> {
    format!("arg${}", number + 1).into_bytes()
}

impl<'m> Maker<'m> {
    fn captured(&self) -> impl Iterator<Item = &'m [u8]> + use<'m> {
        self.lambda.captured.iter().map(|parameter| parameter.descriptor)
    }

    fn method(&mut self, access: u16, name: &[u8], descriptor: &[u8], code: &Snippet) -> Result<Vec<u8>, Failure> {
        let is_static = access & ACC_STATIC != 0;
        method(&mut self.pool, &Head { access, name, descriptor, is_static, line: self.origin.line }, code)
    }

    /// Reads or writes the field of a captured value.
    fn field(&mut self, code: &mut Snippet, opcode: u8, number: usize, descriptor: &[u8]) -> Result<(), Failure> {
        let member = Named { owner: self.name, name: &field_name(number), descriptor };
        Ok(field(code, &mut self.pool, opcode, member)?)
    }

    fn constructor(&mut self) -> Result<Vec<u8>, Failure> {
        let mut code = Snippet::default();
        code.load(Kind::Reference, 0);
        let parent = Named { owner: OBJECT, name: CONSTRUCTOR, descriptor: b"()V" };
        call(&mut code, &mut self.pool, op::INVOKESPECIAL, parent)?;
        let mut local = 1;
        for (number, captured) in self.captured().enumerate() {
            code.load(Kind::Reference, 0);
            local = load_all(&mut code, [captured], local)?;
            self.field(&mut code, op::PUTFIELD, number, captured)?;
        }
        give_back(&mut code, b"V")?;
        let descriptor = descriptor(self.captured(), b"V");
        self.method(ACC_PRIVATE, CONSTRUCTOR, &descriptor, &code)
    }

    /// Pushes a new object with the values in the locals.
    fn construct(&mut self, code: &mut Snippet) -> Result<(), Failure> {
        new_object(code, &mut self.pool, self.name)?;
        load_all(code, self.captured(), 0)?;
        let descriptor = descriptor(self.captured(), b"V");
        let constructor = Named { owner: self.name, name: CONSTRUCTOR, descriptor: &descriptor };
        Ok(call(code, &mut self.pool, op::INVOKESPECIAL, constructor)?)
    }

    fn instance(&mut self, code: &mut Snippet, opcode: u8) -> Result<(), Failure> {
        let descriptor = type_of(self.name);
        let member = Named { owner: self.name, name: INSTANCE, descriptor: &descriptor };
        Ok(field(code, &mut self.pool, opcode, member)?)
    }

    fn static_initialiser(&mut self) -> Result<Vec<u8>, Failure> {
        let mut code = Snippet::default();
        self.construct(&mut code)?;
        self.instance(&mut code, op::PUTSTATIC)?;
        give_back(&mut code, b"V")?;
        self.method(ACC_STATIC, b"<clinit>", b"()V", &code)
    }

    fn factory(&mut self, factory: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut code = Snippet::default();
        if self.lambda.captured.is_empty() {
            self.instance(&mut code, op::GETSTATIC)?;
        } else {
            self.construct(&mut code)?;
        }
        give_back(&mut code, b"Ljava/lang/Object;")?;
        self.method(ACC_STATIC, FACTORY, factory, &code)
    }

    /// The method of the interface under one of its types.
    fn forwarder(&mut self, types: &[u8]) -> Result<Vec<u8>, Failure> {
        let (lambda, accessor) = (self.lambda, self.origin.accessor);
        let signature = Signature::parse(types)?;
        let instantiated = &lambda.instantiated.parameters;
        if signature.parameters.len() != instantiated.len() {
            return Err(Failure::Skip("a method with other parameters"));
        }
        let mut code = Snippet::default();
        for (number, captured) in self.captured().enumerate() {
            code.load(Kind::Reference, 0);
            self.field(&mut code, op::GETFIELD, number, captured)?;
        }
        let targets = lambda.implementation.parameters.iter().skip(lambda.captured.len());
        let mut local = 1;
        for ((parameter, functional), target) in signature.parameters.iter().zip(instantiated).zip(targets) {
            local = load_all(&mut code, [parameter.descriptor], local)?;
            convert(&mut code, &mut self.pool, parameter.descriptor, target, functional.descriptor)?;
        }
        let Accessor { name, descriptor, tag } = accessor;
        let number = self.pool.add_member(*tag, Named { owner: self.origin.outer, name, descriptor })?;
        call_constant(&mut code, op::INVOKESTATIC, number, descriptor)?;
        let made = lambda.implementation.result.as_slice();
        match (made, signature.after) {
            (_, b"V") => {}
            (b"V", _) => return Err(Failure::Skip("an implementation that returns nothing")),
            (made, wanted) => convert(&mut code, &mut self.pool, made, wanted, wanted)?,
        }
        give_back(&mut code, signature.after)?;
        self.method(ACC_PUBLIC, lambda.name, types, &code)
    }

    fn write(mut self, methods: &[Vec<u8>]) -> Result<Vec<u8>, Failure> {
        let mut body = Vec::new();
        body.u2(ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
        body.u2(self.pool.add_class(self.name)?);
        body.u2(self.pool.add_class(OBJECT)?);
        body.u2(u16::try_from(self.lambda.interfaces.len()).map_err(|_| TOO_MUCH)?);
        for interface in &self.lambda.interfaces {
            body.u2(self.pool.add_class(interface)?);
        }
        let mut fields: Vec<_> =
            self.captured().enumerate().map(|(number, captured)| (0, field_name(number), captured.to_vec())).collect();
        if fields.is_empty() {
            fields.push((ACC_STATIC | ACC_SYNTHETIC, INSTANCE.to_vec(), type_of(self.name)));
        }
        body.u2(u16::try_from(fields.len()).map_err(|_| TOO_MUCH)?);
        for (access, name, descriptor) in fields {
            body.u2(access | ACC_PRIVATE | ACC_FINAL);
            body.u2(self.pool.add_utf8(&name)?);
            body.u2(self.pool.add_utf8(&descriptor)?);
            body.u2(0);
        }
        body.u2(u16::try_from(methods.len()).map_err(|_| TOO_MUCH)?);
        methods.iter().for_each(|method| body.extend_from_slice(method));
        match self.origin.file {
            None => body.u2(0),
            Some(file) => {
                body.u2(1);
                body.u2(self.pool.add_utf8(b"SourceFile")?);
                body.u4(2);
                body.u2(self.pool.add_utf8(file)?);
            }
        }
        let mut out = self.origin.head.to_vec();
        self.pool.write(&mut out);
        out.extend_from_slice(&body);
        Ok(out)
    }
}
