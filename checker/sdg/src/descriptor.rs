//! Descriptors of fields and methods (JVM specification, 4.3), as far as frames are concerned.
//!
//! Invariant: a [`Signature`] fits a method: at most 255 words of parameters.
use serde::{Deserialize, Serialize};

/// What a value is on the stack.
#[allow(missing_docs)] // They are what they are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Also a `boolean`, `byte`, `short` and `char`.
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// What numbers are converted from and to.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

/// What a method takes, without its receiver, and what it gives.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Signature {
    /// Its parameters.
    pub parameters: Vec<Kind>,
    /// Its result, or nothing if that is `void`.
    pub result: Option<Kind>,
}

/// What is no descriptor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no descriptor")]
pub struct DescriptorError(pub String);

impl Kind {
    /// How many words of a frame it has.
    pub fn words(self) -> usize {
        if matches!(self, Self::Long | Self::Double) { 2 } else { 1 }
    }

    /// The kind of a field.
    pub fn of_field(descriptor: &str) -> Result<Self, DescriptorError> {
        match field(descriptor) {
            Some((kind, "")) => Ok(kind),
            _ => Err(DescriptorError(descriptor.to_owned())),
        }
    }
}

impl Type {
    /// What it is on the stack.
    pub fn kind(self) -> Kind {
        match self {
            Self::Byte | Self::Short | Self::Char | Self::Int => Kind::Int,
            Self::Long => Kind::Long,
            Self::Float => Kind::Float,
            Self::Double => Kind::Double,
        }
    }
}

impl Signature {
    /// That of a method.
    pub fn of(descriptor: &str) -> Result<Self, DescriptorError> {
        Self::read(descriptor).ok_or_else(|| DescriptorError(descriptor.to_owned()))
    }

    fn read(descriptor: &str) -> Option<Self> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (kind, after) = field(rest)?;
            parameters.push(kind);
            rest = after;
        }
        let result = match &rest[1..] {
            "V" => None,
            result => Some(Kind::of_field(result).ok()?),
        };
        let words: usize = parameters.iter().map(|kind| kind.words()).sum();
        (words <= 255).then_some(Self { parameters, result })
    }

    /// The words of the parameters.
    pub fn words(&self) -> usize {
        self.parameters.iter().map(|kind| kind.words()).sum()
    }
}

/// The descriptors of a method's parameters; of what is no descriptor, those up to where it goes wrong.
pub fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    std::iter::from_fn(move || {
        let (_, after) = field(rest)?;
        let one = &rest[..rest.len() - after.len()];
        rest = after;
        Some(one)
    })
}

/// The descriptors of a method's parameters, and that of its result.
pub fn types(descriptor: &str) -> impl Iterator<Item = &str> {
    parameters(descriptor).chain(descriptor.rsplit_once(')').map(|(_, result)| result))
}

/// The kind of the field descriptor at the start, and what follows it.
fn field(text: &str) -> Option<(Kind, &str)> {
    let element = text.trim_start_matches('[');
    let dimensions = text.len() - element.len();
    let (kind, rest) = match element.as_bytes().first()? {
        b'B' | b'C' | b'I' | b'S' | b'Z' => (Kind::Int, &element[1..]),
        b'J' => (Kind::Long, &element[1..]),
        b'F' => (Kind::Float, &element[1..]),
        b'D' => (Kind::Double, &element[1..]),
        b'L' => {
            let end = element.find(';')?;
            (Kind::Reference, (end > 1).then(|| &element[end + 1..])?)
        }
        _ => return None,
    };
    let kind = if dimensions == 0 { kind } else { Kind::Reference };
    (dimensions <= 255).then_some((kind, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parameters_and_result_are_told_apart() {
        let signature = Signature::of("(I[J[[Ljava/lang/String;JLa;Z)D").unwrap();
        use Kind::{Double, Int, Long, Reference};
        assert_eq!(signature.parameters, [Int, Reference, Reference, Long, Reference, Int]);
        assert_eq!((signature.result, signature.words()), (Some(Double), 7));
        assert_eq!(Signature::of("()V"), Ok(Signature::default()));
    }

    #[test]
    fn what_is_no_descriptor_is_an_error() {
        for text in ["", "(", "()", "()VV", "()II", "(V)V", "(L;)V", "(La)V", "([)V", "I", "(I)", "()[V", "(ä)V"] {
            assert_eq!(Signature::of(text), Err(DescriptorError(text.to_owned())));
        }
        for text in ["", "V", "II", "[", "La", "L;", "()V"] {
            assert_eq!(Kind::of_field(text), Err(DescriptorError(text.to_owned())));
        }
        assert!(Signature::of(&format!("({})V", "J".repeat(128))).is_err());
        assert!(Kind::of_field(&format!("{}I", "[".repeat(256))).is_err());
    }

    #[test]
    fn parameters_are_given_one_by_one() {
        assert_eq!(parameters("(I[[JLa;)V").collect::<Vec<_>>(), ["I", "[[J", "La;"]);
        assert_eq!(parameters("()V").count() + parameters("I").count(), 0);
        assert_eq!(types("(I[[J)[La;").collect::<Vec<_>>(), ["I", "[[J", "[La;"]);
    }

    proptest! {
        #[test]
        fn any_text_has_an_answer(text in "[()BJLV;\\[aä]{0,12}") {
            let _ = (Signature::of(&text), Kind::of_field(&text), parameters(&text).count());
        }
    }
}
