//! What there is of each thread and of each monitor of a toy program.

use super::buffers::Buffer;
use super::program::{OWN, REGISTERS, Reg};
use super::records::Records;
use super::rounds::Rounds;
use super::scopes::Scopes;
use mcr_protocol::Order;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    Unborn,
    Running,
    Ended,
}

/// Between wait and resume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sleep {
    pub monitor: usize,
    pub set: usize,
    pub news: News,
    pub(super) depth: u32,
}

/// What a sleeper has been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum News {
    None,
    Notified,
    /// Notified when it was leaving.
    Perhaps,
    /// It was not there any more when it was notified.
    Missed,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    pub pc: usize,
    pub(super) regs: [i64; REGISTERS],
    pub life: Life,
    pub daemon: bool,
    pub sleep: Option<Sleep>,
    /// When it came to its operation, by virtual time.
    pub since: u64,
    /// What it was last seen doing at its operation, if that was not running.
    pub seen: Option<u64>,
    /// What it was told and what it has learned.
    pub history: Vec<i64>,
    pub(super) rounds: Rounds,
    pub buffer: Buffer,
    /// Who has called the procedure that it is in, the innermost last.
    pub(super) callers: Vec<Caller>,
    pub(super) own: [i64; OWN],
    pub(super) records: Records,
    /// On its way to a handler.
    pub(super) thrown: i64,
    /// Contents of records that have got names, to be reported before the operation at hand.
    pub(super) reports: Vec<(usize, i64, Order)>,
    pub scopes: Scopes,
    /// Names that it has given to records.
    pub(super) names: BTreeSet<i64>,
}

/// A procedure that has called another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Caller {
    /// The call.
    pub pc: usize,
    pub(super) regs: [i64; REGISTERS],
    /// What gets the result.
    pub(super) result: Reg,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Monitor {
    pub owner: Option<(usize, u32)>,
    /// Who waits in conditions and was not notified, the longest first, with the condition.
    pub queued: Vec<(usize, usize)>,
    /// Who was notified in conditions, the first one first.
    pub returning: Vec<usize>,
}
