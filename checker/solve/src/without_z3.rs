//! What stands where [`Formula`] is in a build with Z3: nobody decides what the cheap engines leave open.
//!
//! Invariant: it is not asked ([`z3_version`] says so before), and would not know.

use super::constraints::{Constraints, Target};
use super::query::{Free, Prefixes};
use super::saturation::Saturation;
use super::{Answer, Over};

/// The version of Z3; none in a build without it.
#[must_use]
pub fn z3_version() -> Option<&'static str> {
    None
}

/// Nothing.
pub(super) struct Formula;

impl Formula {
    pub(super) fn new(_: &Constraints, _: &Target, _: &Free, _: Option<Saturation>) -> Formula {
        Formula
    }

    pub(super) fn check(&self, _: &Prefixes, _: Over<'_>) -> Answer {
        Answer::Unknown
    }
}
