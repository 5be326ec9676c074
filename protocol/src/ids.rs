//! Names of threads, locations, values and places in the code.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A thread, named by its parent and by how many threads the parent had started before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ThreadId(pub u64);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);

    /// The name of the `nth` thread (from 0) that `self` starts. Never [`ThreadId::MAIN`].
    #[must_use]
    pub fn child(self, nth: u64) -> ThreadId {
        ThreadId(mix(mix(self.0, 0x7468_7265_6164), nth) | 1)
    }
}

/// Something that threads share and that holds one [`Value`]: a field of an object, a static field, an element of an
/// array, the version of an object whose code is not rewritten. Named by a hash of what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LocationId(pub u64);

impl LocationId {
    /// Virtual time, in milliseconds ([`crate::Limit::After`]). Read, and never written by an event.
    pub const TIME: LocationId = LocationId(0x7669_7274_7469_6d65);

    /// A number that is 0 for ever: who sleeps waits until it is not.
    pub const SLEEP: LocationId = LocationId(0x736c_6565_7073_6c70);

    /// The permit of a thread (`LockSupport.park`): 1 if it is available.
    #[must_use]
    pub fn permit(thread: ThreadId) -> LocationId {
        LocationId(mix(mix(thread.0, 0x7065_726d_6974), 1))
    }

    /// The interrupt flag of a thread: 1 if it is set.
    #[must_use]
    pub fn interrupt(thread: ThreadId) -> LocationId {
        LocationId(mix(mix(thread.0, 0x696e_7465_7272), 1))
    }
}

/// A key of a local state: where a thread is between two operations, and all that what it does next depends on, but for what it will
/// learn. Two histories of one thread that end in the same key have the same future. A thread that has no key at some place
/// is told apart there by what it has learned since it last had one, or since it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LocalState(pub u64);

/// A 64-bit pattern. Numbers are sign-extended (`float` and `double` by their raw bits), a reference is the name of the
/// object it refers to, `null` and the zero of every type are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Value(pub u64);

impl Value {
    /// The zero of every type.
    pub const ZERO: Value = Value(0);
}

/// A place in the code: one instruction of one method. Defined by a [`crate::Site`] in the first trace that mentions it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SiteId(pub u32);

impl SiteId {
    /// No place in the code: the start or the end of a thread.
    pub const NONE: SiteId = SiteId(0);
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == ThreadId::MAIN { write!(f, "main") } else { write!(f, "thread-{:04x}", self.0 & 0xffff) }
    }
}

/// One round of a 64-bit mixing function (the finaliser of splitmix64 over a combination of both inputs). All names are
/// made with it, on both sides and in the Java runtime, so it must never change within one protocol version.
#[must_use]
pub fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.rotate_left(23) ^ b.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
