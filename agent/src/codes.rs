//! The numbers that the Java runtime and the agent say to each other, in one table.
//!
//! The class `dev.mcr.Codes` is made from it, with what is written above a number here as its comment there: `build.rs`
//! compares, and writes it anew if `MCR_REFRESH` is set. This file is part of the build script, too: it uses nothing
//! else.

#![allow(dead_code, reason = "some numbers are for Java alone")]

/// Groups of numbers: a module with constants each, and [`TABLE`] with all of them. The type is that of both sides:
/// `i32` is an `int`, `i64` a `long`.
macro_rules! codes {
    ($($(#[doc = $about:literal])* mod $group:ident: $type:ident {
        $($(#[doc = $doc:literal])* $name:ident = $code:expr,)*
    })*) => {
        $($(#[doc = $about])* pub mod $group {
            $($(#[doc = $doc])* pub const $name: $type = $code;)*
        })*

        /// All numbers.
        pub const TABLE: &[Group] = &[$(Group {
            about: &[$($about),*],
            rust_type: stringify!($type),
            codes: &[$((&[$($doc),*], stringify!($name), $group::$name as i64)),*],
        }),*];
    };
}

codes! {
    /// Operations that `Native.step` announces. `a` is the location, monitor or thread that is meant, `b` the value
    /// that is written, unless something else is said.
    mod step: i32 {
        /// Reads a location.
        READ = 0,
        /// Writes to a location: a plain write.
        WRITE = 1,
        /// Updates a location: a fence.
        UPDATE = 2,
        /// Enters a monitor; `b` is a patience.
        ACQUIRE = 3,
        /// Leaves a monitor.
        RELEASE = 4,
        /// Comes back from a wait on a monitor (see `Native.wait`).
        RESUME = 6,
        /// Wakes one waiter on a monitor; `b` is the wait set, 0 that of the monitor itself.
        NOTIFY = 7,
        /// Wakes all of them.
        NOTIFY_ALL = 8,
        /// Waits for the end of a thread; `b` is a patience.
        JOIN = 9,
        /// Asks whether a thread is alive.
        ALIVE = 10,
        /// Waits for the own permit; `b` is FOREVER, TIMED or AFTER with its milliseconds.
        PARK = 11,
        /// Gives a thread its permit.
        UNPARK = 12,
        /// Sets the interrupt flag of a thread.
        INTERRUPT = 13,
        /// Whether the own interrupt flag is set; clears it.
        INTERRUPTED = 14,
        /// Whether the interrupt flag of a thread is set. The agent completes this read.
        IS_INTERRUPTED = 15,
        /// What a thread is doing: RUNNING and so on.
        STATE = 16,
        /// Any number from 0 to `a - 1`.
        CHOOSE = 17,
        /// A release write. Under SC this is WRITE.
        WRITE_RELEASE = 18,
        /// A volatile write. Under SC this is WRITE.
        WRITE_VOLATILE = 19,
        /// A write that has arrived in memory already. Under SC this is WRITE.
        ARRIVED = 20,
        /// Waits until all that the thread has written is in memory. Without `a` and `b`.
        FENCE = 21,
        /// Separates the writes of the thread before it from those after it. Without `a` and `b`.
        BARRIER = 22,
        /// An update that is no fence: nothing that the thread has written need have arrived.
        UPDATE_PAST = 23,
        /// Waits for the end of a limit or an interrupt; `b` is a patience. Only where virtual time orders limits.
        SLEEP = 24,
        /// What virtual time it is, in milliseconds. The agent completes this read.
        TIME = 25,
    }

    /// How long an operation waits, the patience: one of the first four, with further bits.
    mod patience: i32 {
        /// Until it is enabled.
        FOREVER = 0,
        /// For some time.
        TIMED = 1,
        /// It only tries.
        NOW = 2,
        /// For so many milliseconds of virtual time, which are in the bits from AFTER_SHIFT on.
        AFTER = 3,
        /// A bit: an interrupt ends the wait.
        INTERRUPTIBLE = 4,
        /// A bit, for ACQUIRE only: the monitor stands for a lock of `java.util.concurrent`.
        PARKS = 8,
        /// The bits that are one of the first four.
        LIMIT = 3,
        /// Where the milliseconds begin.
        AFTER_SHIFT = 4,
        /// The most milliseconds that there is room for: 37 hours.
        MOST_MILLIS = (1 << 27) - 1,
    }

    /// When a guarded step is enabled.
    mod guard: i32 {
        /// Always.
        ALWAYS = 0,
        /// If the number is 0.
        ZERO = 1,
        /// If the number is the argument or more.
        AT_LEAST = 2,
        /// If the number has one of the bits of the argument. Not for a step that does not wait.
        HAS = 3,
        /// If it has none of them. Not for a step that does not wait.
        LACKS = 4,
    }

    /// What a guarded step does to the number.
    mod change: i32 {
        /// Nothing.
        KEEP = 0,
        /// Adds the argument.
        ADD = 1,
        /// Takes 1 away, unless it is 0.
        COUNT_DOWN = 2,
        /// It becomes the argument.
        SET = 3,
    }

    /// Answers of STATE: `mcr_protocol::Doing`.
    mod state: i32 {
        /// It can go on, or is about to block.
        RUNNING = 0,
        /// It waits for a monitor.
        BLOCKED = 1,
        /// It waits without a limit.
        WAITING = 2,
        /// It waits with a limit.
        TIMED_WAITING = 3,
        /// It has ended.
        ENDED = 4,
    }

    /// Why a thread went on: the answers of operations that tell. Of a guarded step that went through, always NOTIFIED.
    mod wake: i64 {
        /// Its time was over.
        TIMED_OUT = 0,
        /// What it waited for has happened.
        NOTIFIED = 1,
        /// It was interrupted.
        INTERRUPTION = 2,
        /// For no reason.
        SPURIOUS = 3,
    }

    /// Answers of operations.
    mod answer: i64 {
        /// Of all but `Native.number`: the execution is over.
        STOPPED = -1,
        /// Of `Native.number`, where -1 is a number like others: the execution is over.
        NO_NUMBER = i64::MIN,
    }

    /// What a thread has tried in vain, for `Native.await`.
    mod failed: i64 {
        /// To enter a monitor.
        FAILED_MONITOR = 0,
        /// A guarded step.
        FAILED_GUARD = 1,
    }

    /// Answers of `Native.memoryModel`.
    mod model: i32 {
        /// Sequential consistency.
        SC = 0,
        /// Total store order.
        TSO = 1,
        /// Partial store order.
        PSO = 2,
    }

    /// What is done with a connection to the outside, for `Native.network`; and what that answers. Numbers and bytes of
    /// each are in parentheses.
    mod outside: i32 {
        /// Connects (port; address).
        ASKS_CONNECT = 0,
        /// Writes (bytes written before; what).
        ASKS_WRITE = 1,
        /// Writes nothing more (bytes written).
        ASKS_SHUT = 2,
        /// Reads (bytes written, pieces that have come).
        ASKS_READ = 3,
        /// Has waited in vain (the same; milliseconds as a long).
        ASKS_INSIST = 4,
        /// Is closed (bytes written).
        ASKS_CLOSE = 5,
        /// There is nothing to say.
        PEER_DONE = 0,
        /// There is a connection (address of its end here).
        PEER_CONNECTED = 1,
        /// There is none (the reason).
        PEER_FAILED = 2,
        /// Bytes have come (which).
        PEER_BYTES = 3,
        /// Nothing more comes.
        PEER_END = 4,
        /// The connection was reset.
        PEER_RESET = 5,
        /// Nothing comes unless more is written.
        PEER_SILENT = 6,
        /// The same, and whether that is so, or for how long, is not known (a line).
        PEER_UNKNOWN = 7,
        /// Something has come of which an execution was told that it does not.
        PEER_LATE = 8,
        /// The peer takes nothing more (the reason).
        PEER_BROKEN = 9,
        /// The program strays from the record (a line).
        STRAYED = 10,
        /// The status with which an execution ends that has strayed: `mcr_protocol::network::STRAYED`.
        STRAYED_STATUS = i32::MIN,
    }
}

/// Numbers that belong together.
pub struct Group {
    /// What they are.
    pub about: &'static [&'static str],
    /// `i32` or `i64`.
    pub rust_type: &'static str,
    /// Comment, name, number.
    pub codes: &'static [(&'static [&'static str], &'static str, i64)],
}
