//! Descriptors of fields and methods.

use crate::error::RewriteError;

/// What the JVM's stack and locals tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Also boolean, byte, char and short.
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// Slots on the stack and in the locals.
    pub(crate) fn slots(self) -> u16 {
        match self {
            Self::Long | Self::Double => 2,
            Self::Int | Self::Float | Self::Reference => 1,
        }
    }

    /// Its place in each family of instructions that have one for every kind.
    pub(crate) fn index(self) -> u8 {
        match self {
            Self::Int => 0,
            Self::Long => 1,
            Self::Float => 2,
            Self::Double => 3,
            Self::Reference => 4,
        }
    }

    /// The letter that the names of hooks end in.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Int => 'I',
            Self::Long => 'J',
            Self::Float => 'F',
            Self::Double => 'D',
            Self::Reference => 'L',
        }
    }

    /// The type that hooks declare for it.
    pub(crate) fn descriptor(self) -> &'static str {
        match self {
            Self::Int => "I",
            Self::Long => "J",
            Self::Float => "F",
            Self::Double => "D",
            Self::Reference => "Ljava/lang/Object;",
        }
    }

    /// The kind of a field.
    pub(crate) fn of_field(descriptor: &[u8]) -> Result<Self, RewriteError> {
        match descriptor.first() {
            Some(b'Z' | b'B' | b'C' | b'S' | b'I') => Ok(Self::Int),
            Some(b'J') => Ok(Self::Long),
            Some(b'F') => Ok(Self::Float),
            Some(b'D') => Ok(Self::Double),
            Some(b'L' | b'[') => Ok(Self::Reference),
            _ => Err(RewriteError::Malformed("unknown type in a descriptor")),
        }
    }
}

/// A parameter: its kind and its type as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter<'a> {
    pub(crate) kind: Kind,
    pub(crate) descriptor: &'a [u8],
}

/// A method descriptor, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Signature<'a> {
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// `None` for `void`.
    pub(crate) result: Option<Kind>,
    /// What is written between the parentheses.
    pub(crate) inside: &'a [u8],
    /// What is written after them.
    pub(crate) after: &'a [u8],
}

impl<'a> Signature<'a> {
    pub(crate) fn parse(descriptor: &'a [u8]) -> Result<Self, RewriteError> {
        const BAD: RewriteError = RewriteError::Malformed("a method descriptor cannot be read");
        let rest = descriptor.strip_prefix(b"(").ok_or(BAD)?;
        let close = rest.iter().position(|&byte| byte == b')').ok_or(BAD)?;
        let (inside, after) = (&rest[..close], &rest[close + 1..]);
        let mut parameters = Vec::new();
        let mut left = inside;
        while !left.is_empty() {
            let length = type_length(left).ok_or(BAD)?;
            let (descriptor, others) = left.split_at_checked(length).ok_or(BAD)?;
            parameters.push(Parameter { kind: Kind::of_field(descriptor)?, descriptor });
            left = others;
        }
        let result = if after == b"V" { None } else { Some(Kind::of_field(after)?) };
        Ok(Self { parameters, result, inside, after })
    }

    /// Slots that the parameters take, without a receiver.
    pub(crate) fn slots(&self) -> usize {
        self.parameters.iter().map(|parameter| usize::from(parameter.kind.slots())).sum()
    }

    /// Slots that the result takes.
    pub(crate) fn result_slots(&self) -> u16 {
        self.result.map_or(0, Kind::slots)
    }
}

/// The length of the first type.
fn type_length(bytes: &[u8]) -> Option<usize> {
    let dimensions = bytes.iter().take_while(|&&byte| byte == b'[').count();
    match bytes.get(dimensions)? {
        b'L' => bytes.iter().position(|&byte| byte == b';').map(|end| end + 1),
        _ => Some(dimensions + 1),
    }
}
