//! What a program does with a connection to the outside, and what it is told: the agent asks, the checker talks to the
//! peer or answers from its record.
//!
//! Places in what a program writes are counted in bytes from the start of the connection; that nothing more is written
//! counts as one byte.

use serde::{Deserialize, Serialize};

/// The status with which an execution ends that has strayed from the record of a connection. For the system it is 0, as
/// which the Java runtime announces it where a program ends itself with this number.
pub const STRAYED: i32 = i32::MIN;

/// Something that a program does with a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Which connection: the same number in each execution.
    pub connection: u64,
    /// What.
    pub what: Asks,
}

/// What a program does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asks {
    /// It connects.
    Connect {
        /// 4 or 16 bytes.
        address: Vec<u8>,
        /// Where.
        port: u16,
    },
    /// It writes these bytes.
    Write {
        /// How much was written before.
        at: u64,
        /// What.
        bytes: Vec<u8>,
    },
    /// It writes nothing more.
    Shut {
        /// How much was written.
        at: u64,
    },
    /// It wants to read, and has read all that has come so far.
    Read {
        /// How many pieces have come so far.
        piece: u32,
        /// How much was written.
        written: u64,
    },
    /// It has waited in vain for as long as it could, or would wait for ever.
    Insist {
        /// How many pieces have come so far.
        piece: u32,
        /// How much was written.
        written: u64,
        /// How many milliseconds it waits; [`u64::MAX`]: for ever.
        millis: u64,
    },
    /// It has closed the connection.
    Close {
        /// How much was written.
        at: u64,
    },
}

/// What it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// There is nothing to say.
    Done,
    /// The connection is there. The address of its end here.
    Connected(Vec<u8>),
    /// There is no connection, for this reason.
    Failed(String),
    /// This has come.
    Bytes(Vec<u8>),
    /// Nothing more comes.
    End,
    /// The peer has reset the connection.
    Reset,
    /// Nothing comes unless the program writes more.
    Silent,
    /// The same, and nobody can know whether that is so, or for how long: a line for the user.
    Unknown(String),
    /// Something has come, after all, where an execution was told that nothing does.
    Late,
    /// The peer takes nothing more.
    Broken(String),
    /// The program does not do what is recorded: a line for the user. The execution ends here.
    Strayed(String),
}
