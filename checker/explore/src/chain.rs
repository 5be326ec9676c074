//! Why a failure comes about: the reads of its interleaving that it depends on, each with what it leads to.
//!
//! Whoever knows the code finds it; reports show it.

use serde::{Deserialize, Serialize};

/// The reads that a failure depends on, each behind the one that it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    /// In the order in which a story is told: backwards from the failure.
    pub links: Vec<Link>,
    /// Whether there are more than were looked for.
    pub goes_on: bool,
    /// Whether code that the failure itself depends on was not looked into.
    pub open: bool,
}

/// A read that decides about the failure, or about another link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The number of the event.
    pub event: usize,
    /// How the value gets on.
    pub how: How,
    /// The link that it leads to; none: the failure itself.
    pub of: Option<usize>,
    /// Whether it leads to the write that the other link has found, or to that read itself.
    pub to: To,
    /// Whether it is this read for certain, and not another one that the thread has made at the same place.
    pub sure: bool,
    /// Whether code that the write depends on which it has found was not looked into.
    pub open: bool,
}

/// How what is read gets to where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// As a value: what is there was computed from it.
    Value,
    /// It has decided that, or on which object, something is done.
    Decides,
}

/// What of another link depends on a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum To {
    /// The failure.
    Failure,
    /// The write that it has found.
    Write,
    /// The read.
    Read,
}
