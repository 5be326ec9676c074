//! Messages, in the order of a session: the agent connects and says [`Hello`], the checker answers with [`Configure`], then
//! each [`ToAgent::Run`] is answered by one [`FromAgent::Trace`], until [`ToAgent::Quit`] or the end of the stream. While the program runs,
//! the agent may ask for its input: each [`FromAgent::Input`] is answered by one [`ToAgent::Input`]. So it is with
//! [`FromAgent::Network`].

use crate::network::{Answer, Request};
use crate::{LocationId, MemoryModel, Schedule, Trace};
use serde::{Deserialize, Serialize};

/// Both sides must have the same. It changes with every change to a message; [`Hello`] itself never changes.
pub const PROTOCOL_VERSION: u32 = 21;

/// The first message. Its layout is the same in all versions, so that a wrong version is recognised as such.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL_VERSION`] of the agent.
    pub protocol: u32,
    /// Version of the agent, for messages.
    pub agent: String,
    /// Version of the JVM, for messages.
    pub jvm: String,
}

/// From the agent to the checker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromAgent {
    /// What the last schedule led to.
    Trace(Box<Trace>),
    /// The agent cannot go on, or cannot begin; a line for the user.
    Fatal(String),
    /// The program reads its standard input and needs this entry of it, counted from 0. Entries never change once they are known.
    Input {
        /// Which one: one that is known, or the next.
        entry: u64,
        /// Whether to wait until there is something; else [`ToAgent::Input`] may be a pause.
        wait: bool,
    },
    /// The program does something with a connection to the outside.
    Network(Request),
}

/// From the checker to the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToAgent {
    /// Answer to [`Hello`].
    Configure(Configure),
    /// Run the program once.
    Run(Schedule),
    /// From the next execution on, the main method is given these arguments, and not those of the command line: another program, of which
    /// traces tell anew what they have told before.
    Program(Vec<String>),
    /// From the next execution on, this is known besides what [`Configure::insights`] says, and the exploration begins anew: traces tell again what they
    /// remember ([`Trace::is_remembered`]).
    BeginAnew(Vec<Insight>),
    /// From the next execution on, another number in the place of [`Configure::max_events`].
    MaxEvents(u64),
    /// Answer to [`FromAgent::Input`]: the bytes; none: there was nothing to read when somebody asked without waiting (a pause); `None`: the end.
    Input(Option<Vec<u8>>),
    /// Answer to [`FromAgent::Network`].
    Network(Answer),
    /// End the JVM with this exit status.
    Quit(i32),
}

/// Events of a thread that is alone (no other one has started and not ended) that cost nothing of `max_events`: what a program does
/// before it has threads is no exploration. An endless loop there still comes to an end.
pub const MAX_ALONE: u64 = 1_000_000;

/// How executions are to be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configure {
    /// How far writes may be delayed.
    pub memory_model: MemoryModel,
    /// Class-name globs (`com.acme.**`); if not empty, only these application classes are rewritten.
    pub instrument: Vec<String>,
    /// Class-name globs; these are not rewritten.
    pub exclude: Vec<String>,
    /// Events after which an execution is given up; of those of a thread that is alone, [`MAX_ALONE`] do not count.
    pub max_events: u64,
    /// Bytes of standard output after which an execution is given up.
    pub max_output: u64,
    /// Milliseconds that a thread may run, or block, without coming to a visible operation; [`u64::MAX`]: for ever.
    pub watchdog_ms: u64,
    /// When a wait with a time limit may end by itself.
    pub timeouts: Timeouts,
    /// Whether a wait on a monitor may end for no reason, a park come back for no reason, and a weak compare-and-set fail for no reason.
    pub spurious: bool,
    /// Whether locks, semaphores and latches of `java.util.concurrent` are operations of their own; else the accesses of their code are.
    pub jdk_models: bool,
    /// Whether traces have the keys of local states ([`Trace::keys`]).
    pub local_states: bool,
    /// Whether each execution loads the classes of the class path anew; else they stay, and are initialised anew.
    #[serde(default)]
    pub fresh_classes: bool,
    /// Whether threads of the JVM are kept between executions and run the program's threads one after the other; else each is a new one.
    #[serde(default)]
    pub pooled_threads: bool,
    /// Whether the program may start no process; else each is run once, and what it has answered is what it answers in other executions.
    #[serde(default)]
    pub refuses_processes: bool,
    /// Whether a read of a connection or a pipe may return fewer bytes than are there.
    #[serde(default)]
    pub partial_io: bool,
    /// Whether a connection to the outside is made once, and what has come over it is what comes in other executions;
    /// else there is none.
    #[serde(default)]
    pub records_network: bool,
    /// Whether other JVMs run the program at the same time. They share the file system: the first one in which it is about to change something there breaks off
    /// ([`Insight::CHANGES_FILES`]).
    #[serde(default)]
    pub several: bool,
    /// Whether traces have the calls of the program's own classes ([`Trace::calls`]).
    #[serde(default)]
    pub tells_calls: bool,
    /// What another JVM has found out ([`Trace::new_insights`]), so that this one runs the program in the same way from the start.
    pub insights: Vec<Insight>,
}

/// Something about the program that shows while it runs and changes which operations are announced. What most of them mean the
/// agent alone knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Insight {
    /// Which.
    pub kind: u32,
    /// About what, where there are several.
    pub key: u64,
}

impl Insight {
    /// The program changes files, which only one JVM can do at a time. Found out only where several run it, before anything is changed.
    pub const CHANGES_FILES: Insight = Insight { kind: 38, key: 0 };

    /// A static initialiser reads this location, and threads write it.
    #[must_use]
    pub fn is_written(location: LocationId) -> Insight {
        Insight { kind: 0, key: location.0 }
    }

    /// The location, if this says that it is written.
    #[must_use]
    pub fn written(self) -> Option<LocationId> {
        (self.kind == 0).then_some(LocationId(self.key))
    }
}

/// When a wait with a time limit may end by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Timeouts {
    /// Only when no other thread can do anything.
    #[default]
    Idle,
    /// At any time.
    Any,
    /// In the order of their lengths: virtual time stands still while somebody can go on, and then moves to where the nearest
    /// limit is over. All limits are [`crate::Limit::After`].
    Ordered,
}
