//! Why a class, or one method of it, stays as it was.

use thiserror::Error;

/// Why a class cannot be rewritten.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RewriteError {
    /// The first four bytes are not those of a class file.
    #[error("not a class file")]
    NotAClass,
    /// The class is of a newer version than the rewriter knows.
    #[error("class file version {0} is newer than 69 (JDK 25)")]
    Version(u16),
    /// The class file ends in the middle of something.
    #[error("the class file ends too early")]
    Truncated,
    /// The class file is not well formed.
    #[error("malformed class file: {0}")]
    Malformed(&'static str),
    /// The hooks need more constants than a class can have.
    #[error("the constant pool has no room for the constants of the hooks")]
    ConstantPoolFull,
}

/// Why the rewriting of a method stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The method stays as it was, the others are rewritten.
    Skip(&'static str),
    /// The class stays as it was.
    Class(RewriteError),
}

impl From<RewriteError> for Failure {
    fn from(error: RewriteError) -> Self {
        Self::Class(error)
    }
}
