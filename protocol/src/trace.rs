//! What one execution did.

use crate::Action;
use crate::Calls;
use crate::{Event, Insight, LocalState, LocationId, SiteId, ThreadId, Value};
use serde::{Deserialize, Serialize};

/// Everything that happened in one execution, in order, and the names that appeared for the first time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// In the order in which they happened.
    pub events: Vec<Event>,
    /// What each thread that has started and not ended was about to do when the execution ended.
    pub pending: Vec<Pending>,
    /// Keys of local states, by the number of the event that the thread was about to do there; the numbers of `pending` come behind
    /// those of the events. In order, and only where the thread got a key since its last event.
    pub keys: Vec<(u64, LocalState)>,
    /// How it ended.
    pub end: End,
    /// Values that locations have before any event: written by static initialisers, which run without a switch. A
    /// location that is nowhere mentioned starts as [`Value::ZERO`].
    pub initial: Vec<(LocationId, Value)>,
    /// Threads that appeared for the first time in this JVM.
    pub new_threads: Vec<ThreadInfo>,
    /// Places that appeared for the first time in this JVM.
    pub new_sites: Vec<Site>,
    /// Locations that appeared for the first time in this JVM.
    pub new_locations: Vec<LocationLabel>,
    /// Objects that appeared for the first time in this JVM: what to call them in reports (`Node#2`).
    pub new_objects: Vec<(Value, String)>,
    /// How many classes have been rewritten since the JVM started.
    pub rewritten_classes: u32,
    /// Classes left as they are since the last trace, with the reason.
    pub new_skipped_classes: Vec<(String, String)>,
    /// Classes of the application that the user has left out ([`crate::Configure::exclude`], [`crate::Configure::instrument`]), since the last trace.
    pub new_excluded_classes: Vec<String>,
    /// Class files of the application that were loaded for the first time in this JVM: the name of the class, with dots, and a hash of the file.
    pub new_classes: Vec<(String, u64)>,
    /// Calls in code of the application whose results follow from the machine and differ between executions, that were loaded for the first time
    /// in this JVM: the method, as `File.lastModified`, and where it is called.
    pub new_unrepeatable: Vec<(String, Site)>,
    /// Why classes of the class path are loaded anew for each execution from the next one on, if that has been found out since the last trace.
    pub new_fresh_classes: Option<String>,
    /// What was found out since the last trace ([`crate::Configure::insights`]).
    pub new_insights: Vec<Insight>,
    /// Everything that this execution has executed and that is not covered, each once, known before or not.
    pub not_covered: Vec<NotCovered>,
    /// Calls that count as one step and are none, that appeared for the first time in this JVM.
    pub new_coarse_calls: Vec<CoarseCall>,
    /// Locations that a static initialiser has read without an event for the first time in this JVM, as no execution of this JVM has written them by one. Should
    /// another JVM know such a write, that is an insight ([`Insight::is_written`]).
    pub new_silent_reads: Vec<LocationId>,
    /// The agent remembers something new of this execution, to compare it with what other executions do: where several JVMs run the program,
    /// each has to run this one.
    pub is_remembered: bool,
    /// What the program's own classes have called, if that was asked for ([`crate::Configure::tells_calls`]).
    pub calls: Option<Box<Calls>>,
}

/// A place that calls an object whose calls count as one step each, although they may be several. Where no two of them can happen
/// at once nothing is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoarseCall {
    /// The place.
    pub site: SiteId,
    /// What such a call updates.
    pub version: LocationId,
    /// The monitor that it enters before, where it touches several objects.
    pub lock: Value,
    /// The object.
    pub object: Value,
    /// What the user knows it as: the name of a class, with dots.
    pub class: String,
    /// Whether it is one step whoever calls the object at once: only what others do that is none can come in between.
    pub step: bool,
    /// What it does to other objects that have this version in common with it.
    pub below: Below,
}

/// What a call does to other objects that have the object's version in common with it: the stream below a stream, say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Below {
    /// They share nothing, and have a version in common for other reasons.
    Nothing,
    /// One step at most.
    OneStep,
    /// Several steps.
    Steps,
}

/// Something that was executed and of which the check does not see all that threads can learn through it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotCovered {
    /// What, in words for the user that name no place: one text for all places where the same happens.
    pub what: String,
    /// Where, if that is known.
    pub site: Option<Site>,
}

/// What a stopped or blocked thread would do next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub site: SiteId,
    /// What.
    pub action: Action,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Every thread that is not a daemon ended.
    Normal,
    /// Some thread that is not a daemon has not ended, and no thread can go on.
    Deadlock,
    /// The same, and some thread that is not a daemon could go on if somebody changed what it reads again and again
    /// ([`crate::Action::Await`]).
    Livelock,
    /// A thread ended the execution with this status.
    Exit(i32),
    /// It did more events than allowed.
    StepLimit,
    /// It printed more than allowed.
    OutputLimit,
    /// The schedule could not be followed: the program did not do what the schedule expects. The number is that of
    /// the event (from 0) at which this was noticed.
    Diverged {
        /// Index of the event.
        event: u64,
        /// What was expected and what was there.
        message: String,
    },
    /// A thread did not come to a visible operation: it blocks or loops in code that is not rewritten.
    Stuck {
        /// Who.
        thread: ThreadId,
        /// Where, and what is known of the reason.
        message: String,
    },
    /// Something turned out that the agent should have known from the start (a static initialiser reads what threads write, or
    /// does what concerns them): what was learned so far does not hold, and the exploration has to begin anew. Happens at most
    /// once for each location and each class.
    Restart,
    /// The program does something that the agent cannot check.
    Unsupported(String),
}

/// A thread, for reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadInfo {
    /// Which.
    pub id: ThreadId,
    /// The name that the program gave it.
    pub name: String,
}

/// A place in the code, for reports.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Site {
    /// Which.
    pub id: SiteId,
    /// Class name, with dots.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Source file, if the class file says.
    pub file: Option<String>,
    /// Line, if the class file says.
    pub line: Option<u32>,
    /// Index of the instruction in the method's original code.
    pub bci: u32,
    /// Whether what it accesses in memory it accesses in a way that does not race, as an atomic mode of `VarHandle` or `Unsafe` says; none
    /// if that is up to the location ([`LocationLabel::atomic`]).
    pub atomic: Option<bool>,
    /// Whether it is a call of `Object.wait` or `LockSupport.park` to which control never comes back while its method runs.
    #[serde(default)]
    pub waits_once: bool,
}

/// What to call a location in reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocationLabel {
    /// Which.
    pub id: LocationId,
    /// `Main.x`, `Node#2.next`, `int[2]#1[0]`.
    pub label: String,
    /// How to show its values.
    pub kind: ValueKind,
    /// Whether accesses to it do not race, unless the site says otherwise: a volatile field, or no variable of the program at all (permits,
    /// versions).
    pub atomic: bool,
}

/// How the 64 bits of a value are to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueKind {
    /// `true` or `false`.
    Boolean,
    /// A character.
    Char,
    /// A number of type `byte`, `short`, `int` or `long`.
    Integer,
    /// The bits of a `float`.
    Float,
    /// The bits of a `double`.
    Double,
    /// The name of an object.
    Reference,
    /// A hash of everything that was done to an object whose code is not rewritten.
    Version,
}
