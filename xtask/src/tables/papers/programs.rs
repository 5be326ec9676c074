//! The programs of the papers that run in a JVM, as `testsuite/src/bench` and `testsuite/papers` have them.
//!
//! Numbers of behaviours are those that brute force or an argument gives (`testsuite/expected` says which), never those
//! that a check found.

use super::{Behaviours, Failure, Sample};
use crate::memory_model::MemoryModel;

pub const fn same(number: u64) -> Behaviours {
    Behaviours([Some(number); 3])
}

const fn each(sc: u64, tso: u64, pso: u64) -> Behaviours {
    Behaviours([Some(sc), Some(tso), Some(pso)])
}

pub const UNKNOWN: Behaviours = Behaviours([None; 3]);

const fn from(model: MemoryModel, kinds: &'static [&'static str], says: &'static str) -> Option<Failure> {
    Some(Failure { kinds, says, from: model })
}

const fn always(kinds: &'static [&'static str], says: &'static str) -> Option<Failure> {
    from(MemoryModel::Sc, kinds, says)
}

const NOT_ALONE: Option<Failure> = always(&["exception"], "is not alone");
const UNDERFLOW: Option<Failure> = always(&["exception"], "underflow");
const INCOMPLETE: Option<Failure> = always(&["exception"], "not complete");
const OVERSIZED: Option<Failure> = always(&["assertion"], "the pool has 2 objects");
const DEADLOCK: Option<Failure> = always(&["deadlock"], "");

const fn sample(
    name: &'static str,
    args: &'static [&'static str],
    failure: Option<Failure>,
    behaviours: Behaviours,
) -> Sample {
    Sample { class: name, args, failure, behaviours }
}

/// Two threads that enter once, waiting B rounds at most.
pub const DEKKER: Sample = sample("Dekker", &[], NOT_ALONE, each(84, 86, 154));
pub const LAMPORT: Sample = sample("Lamport", &[], None, each(187, 189, 633));
pub const BAKERY: Sample = sample("Bakery", &[], None, each(194, 496, 624));
pub const PETERSON: Sample = sample("Peterson", &[], None, same(36));

/// The same with an assertion that they are alone.
pub const LAMPORT_CHECKED: Sample = sample("Lamport", &["1", "checked"], NOT_ALONE, UNKNOWN);
pub const BAKERY_CHECKED: Sample = sample("Bakery", &["1", "checked"], NOT_ALONE, UNKNOWN);
pub const PETERSON_CHECKED: Sample = sample("Peterson", &["1", "checked"], NOT_ALONE, UNKNOWN);

pub const DEKKER_4: Sample = sample("Dekker", &["4"], NOT_ALONE, UNKNOWN);
pub const LAMPORT_10: Sample = sample("Lamport", &["10"], None, UNKNOWN);
pub const BAKERY_10: Sample = sample("Bakery", &["10"], None, UNKNOWN);
pub const PETERSON_10: Sample = sample("Peterson", &["10", "checked"], NOT_ALONE, UNKNOWN);

pub const RV_EXAMPLE: Sample = sample("RVExample", &[], always(&["exception"], "y was 3"), each(107, 107, 137));
pub const STACK_UNSAFE: Sample = sample("StackUnsafe", &[], UNDERFLOW, UNKNOWN);

pub const EXAMPLE_1: Sample =
    sample("Example", &["1"], from(MemoryModel::Pso, &["exception"], "not complete"), each(2, 2, 10));
pub const EXAMPLE_2: Sample = sample("Example", &["2"], INCOMPLETE, each(52, 52, 188));
pub const EXAMPLE_3: Sample = sample("Example", &["3"], INCOMPLETE, each(1016, 1016, 2728));
pub const EXAMPLE_4: Sample = sample("Example", &["4"], INCOMPLETE, UNKNOWN);

pub const ACCOUNT: Sample = sample("Account", &[], always(&["assertion"], "balance is"), same(87));
/// Whoever is at 1 to 6 is told apart by what it reads, under a lock.
pub const AIRLINE: Sample = sample("Airline", &[], None, same(720));
pub const ALLOCATION: Sample = sample("Allocation", &[], always(&["assertion"], "allocated twice"), same(4));
pub const PING_PONG: Sample = sample(
    "PingPong",
    &[],
    always(&["null-dereference", "exception"], "NullPointerException"),
    Behaviours([Some(211), None, None]),
);
pub const STRING_BUF: Sample =
    sample("StringBuf", &[], always(&["exception", "index-out-of-bounds"], "IndexOutOfBounds"), same(3));
pub const POOL: Sample = sample("Pool", &[], OVERSIZED, UNKNOWN);

/// Without the lock, as the published races can only be, and with it.
pub const BUBBLE_SORT_4: Sample = sample("BubbleSort", &["4", "unlocked"], None, UNKNOWN);
pub const BUBBLE_SORT_5: Sample = sample("BubbleSort", &["5", "unlocked"], None, UNKNOWN);
pub const BUBBLE_SORT_4_LOCKED: Sample = sample("BubbleSort", &["4"], None, same(24));
pub const BUBBLE_SORT_5_LOCKED: Sample = sample("BubbleSort", &["5"], None, same(120));

pub const COUNTER_3: Sample = sample("Counter", &["3"], None, same(192));
pub const COUNTER_5: Sample = sample("Counter", &["5"], None, UNKNOWN);

/// The programs of figures 3.2, 5.5, 5.3 and 5.6: argued in the source.
pub const INDEPENDENT_2: Sample = sample("Independent", &["2"], None, same(4));
pub const INDEPENDENT_2_LOCKED: Sample = sample("Independent", &["2", "locked"], None, same(4));
pub const INDEPENDENT_2_CROSSED: Sample = sample("Independent", &["2", "crossed"], None, same(6));
pub const INDEPENDENT_3: Sample = sample("Independent", &["3"], None, same(8));
/// Figure 3.5: what the pairs of values are is argued in the sources.
pub const STORE_BUFFERING: Sample = sample("SB", &[], None, each(3, 4, 4));
pub const MESSAGE_PASSING: Sample = sample("MP", &[], None, each(3, 3, 4));

pub const TEST_DEAD_LOCK: Sample = sample("TestDeadLock", &[], DEADLOCK, UNKNOWN);
pub const BOUNDED_BUFFER: Sample = sample("BoundedBuffer", &[], None, UNKNOWN);
