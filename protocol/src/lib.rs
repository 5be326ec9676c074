//! What the agent and the checker say to each other.
//!
//! The agent runs the program once for each [`Schedule`] that it is sent and answers with a [`Trace`]: every visible
//! operation in the order in which it happened, with the values that were read. Nothing here knows the JVM's internals or
//! the exploration; both sides depend on this crate and it depends on neither.
//!
//! Invariant: ids are names. A [`ThreadId`], a [`LocationId`] or a reference [`Value`] means the same thing in every
//! execution of one check; only [`SiteId`]s belong to one JVM and are defined in the traces that JVM sends.

mod call;
mod class_file;
mod event;
pub mod glob;
mod ids;
mod memory;
mod message;
pub mod network;
mod operation;
mod schedule;
mod trace;
mod wire;

pub use call::{Call, CalledMethod, Calls, Told};
pub use class_file::class_file_hash;
pub use event::{Awaited, Change, Doing, Event, Guard, Limit, Outcome, Patience, Try, Uncaught, Wake};
pub use ids::{LocalState, LocationId, SiteId, ThreadId, Value, mix};
pub use memory::{Fence, MemoryModel, Order};
pub use message::{Configure, FromAgent, Hello, Insight, MAX_ALONE, PROTOCOL_VERSION, Timeouts, ToAgent};
pub use operation::{Action, Ids, Learns, Names, Operation, RaceAccess, Renaming, Resource, Touch};
pub use schedule::{Schedule, Step};
pub use trace::{Below, CoarseCall, End, LocationLabel, NotCovered, Pending, Site, ThreadInfo, Trace, ValueKind};
pub use wire::{WireError, receive, send};
