//! Classes of the JDK that are rewritten as a whole.

use super::calls::{
    INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, of_exception, of_format, replaced, replaced_of_values,
    replaced_park, replaced_thread, replaced_time, replaced_wait,
};
use super::classes::{
    SCOPE_HOOKS, UNSEEN, holds_pair, is_flock, is_format, is_global, is_pipe, is_rewritten_jdk, tells_of_objects,
};
use super::exceptions::is_changing_exception;
use super::{files, fork_join, locks, network, watch};
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};

/// Classes of the JDK that are rewritten as a whole.
pub struct Library {
    class: String,
    /// It waits on monitors, which must not be those of the JVM then.
    waits: bool,
    /// Its methods take no monitor of the JVM at all: subclasses of the program call them, and so does code that is not
    /// rewritten, and nobody could enter the scheduler's monitor first.
    frees_monitors: bool,
    /// Its synchronized methods take the JVM's monitor after the scheduler's: code that is not rewritten calls them, and
    /// nobody enters the scheduler's monitor first.
    encloses: bool,
    builds_strings: bool,
    /// Objects of the JDK write into its arrays (digits of numbers).
    formats: bool,
    /// It asks the operating system for what the Java runtime answers.
    network: bool,
    /// Its loops may wait for other threads.
    concurrent: bool,
    /// Objects that it makes are counted: it makes none that the JDK makes only once in a JVM.
    counts: bool,
    /// Constructors tell that they have written final fields.
    barriers: bool,
}

impl Library {
    /// The policy for a class of which [`is_rewritten_jdk`] holds. `unflagged`: its methods need not keep the flag that
    /// they are synchronized.
    pub fn of(name: &str, barriers: bool, unflagged: bool) -> Self {
        let waits = waits(name);
        let concurrent = name.starts_with("java/util/concurrent/") || is_flock(name);
        Library {
            class: name.to_owned(),
            waits,
            frees_monitors: unflagged && frees_monitors(name),
            encloses: unflagged && !waits,
            builds_strings: name.starts_with("java/lang/"),
            formats: is_format(name),
            network: network::is_rewritten(name),
            concurrent,
            counts: concurrent && !is_used_by_jdk(name),
            barriers,
        }
    }
}

fn waits(name: &str) -> bool {
    name.starts_with("java/util/Timer") || name == "java/util/TaskQueue" || is_pipe(name) || watch::is_rewritten(name)
}

fn frees_monitors(name: &str) -> bool {
    is_pipe(name)
        || network::is_rewritten(name) && !files::is_interruptible(name)
        || watch::is_rewritten(name)
        || name == "java/util/Observable"
}

/// Whether the synchronized methods of a class of the JDK lose their flag when it is rewritten, if that may be.
pub fn takes_flags(name: &str) -> bool {
    is_rewritten_jdk(name) && (frees_monitors(name) || !waits(name))
}

/// Whether the receiver of a call that names this class may be an object of the program's whose class is not
/// rewritten, and which changes. (Not:
/// object streams, whose calls lead to the methods that call them; the formatter of a writer, which nobody else has.)
fn may_be_opaque(owner: &str) -> bool {
    matches!(
        owner,
        "java/io/InputStream"
            | "java/io/OutputStream"
            | "java/io/PrintStream"
            | "java/io/Reader"
            | "java/io/Writer"
            | "java/lang/Appendable"
            | "java/text/DateFormatSymbols"
            | "java/util/SimpleTimeZone"
            | "java/util/TimeZone"
            | "java/util/random/RandomGenerator"
            | "sun/util/calendar/ZoneInfo"
    ) || owner.starts_with("java/nio/")
}

/// Whether an object that is called by an interface, or by an abstract class that calls itself, may be of a class that is
/// not rewritten: a `Scanner` is an iterator, a `Collator` a comparator. (Not: what streams are made of.)
fn may_implement(call: &Call<'_>) -> bool {
    call.opcode == INVOKEINTERFACE && !call.owner.starts_with("java/util/stream/")
        || call.opcode == INVOKEVIRTUAL && call.owner.starts_with("java/util/Abstract")
}

/// Whether the JDK itself keeps things in objects of a concurrent class, which it may do only once in a JVM.
fn is_used_by_jdk(class: &str) -> bool {
    let class = class.split('$').next().unwrap_or(class);
    [
        "ConcurrentHashMap",
        "ConcurrentSkipListMap",
        "CopyOnWriteArrayList",
        "CopyOnWriteArraySet",
        "ConcurrentLinkedQueue",
    ]
    .iter()
    .any(|used| class.strip_prefix("java/util/concurrent/") == Some(used))
}

/// Whether code that is not rewritten is given an array.
fn gives_array(call: &Call<'_>) -> bool {
    call.descriptor.split(')').next().is_some_and(|parameters| parameters.contains('['))
        && !is_rewritten_jdk(call.owner)
}

/// Whether a constructor makes a stream or writer that works on the one it is given.
fn keeps_stream(call: &Call<'_>) -> bool {
    call.name == "<init>"
        && ["Ljava/io/OutputStream;", "Ljava/io/Writer;", "Ljava/io/InputStream;"]
            .iter()
            .any(|kind| call.descriptor.contains(kind))
        && call.owner.starts_with("java/io/")
        && !is_rewritten_jdk(call.owner)
}

impl Policy for Library {
    fn hooks(&self) -> &str {
        "dev/mcr/JdkHooks"
    }

    fn reports_field(&self, _owner: &str, _name: &str, is_static: bool) -> bool {
        !is_static
    }

    fn reports_arrays(&self) -> bool {
        true
    }

    fn constructed(&self) -> Option<&str> {
        self.barriers.then_some("constructed")
    }

    fn monitors(&self) -> Monitors {
        match self {
            Self { frees_monitors: true, .. } => Monitors::Replace,
            Self { waits: true, .. } => Monitors::ReplaceInstructions,
            Self { encloses: true, .. } => Monitors::Enclose,
            _ => Monitors::Report,
        }
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        if is_pipe(&self.class) && (call.owner, call.name) == ("java/lang/Thread", "currentThread") {
            return CallAction::Replace("pipeThread");
        }
        if self.network
            && let Some(action) = network::call(&self.class, call)
        {
            return action;
        }
        if watch::is_rewritten(&self.class)
            && let Some(action) = watch::call(call)
        {
            return action;
        }
        if self.class == "java/text/SimpleDateFormat"
            && let Some(hook) = of_format(call)
        {
            return CallAction::Replace(hook);
        }
        if self.class == "java/util/WeakHashMap" && (call.name, call.descriptor) == ("hashCode", "()I") {
            return CallAction::Replace("weakKeyHash");
        }
        if let Some(hook) = replaced(call).or_else(|| replaced_of_values(call)).or_else(|| replaced_time(call)) {
            return CallAction::Replace(hook);
        }
        if self.waits
            && let Some(hook) = replaced_wait(call)
        {
            return CallAction::Replace(hook);
        }
        if (self.waits || self.concurrent)
            && let Some(hook) = replaced_thread(call).or_else(|| replaced_park(call))
        {
            return CallAction::Replace(hook);
        }
        if call.opcode == INVOKESTATIC {
            return if gives_array(call) { CallAction::Report } else { CallAction::Keep };
        }
        let maybe_synchronized = matches!(
            call.owner,
            "java/util/Collection"
                | "java/util/List"
                | "java/util/Map"
                | "java/util/Vector"
                | "java/util/Hashtable"
                | "java/lang/StringBuffer"
                | "java/lang/CharSequence"
                | "java/util/Enumeration"
                | "java/util/Stack"
        );
        if of_exception(call) && (call.opcode != INVOKESPECIAL || is_changing_exception(&self.class)) {
            return CallAction::Report;
        }
        let string_with_array =
            self.builds_strings && call.owner == "java/lang/String" && call.descriptor.contains("[B");
        if call.opcode == INVOKESPECIAL && call.name == "clone" {
            return CallAction::Report;
        }
        let accesses = matches!(call.owner, "jdk/internal/misc/Unsafe" | "java/lang/invoke/VarHandle");
        let report = if call.name == "<init>" {
            string_with_array || keeps_stream(call)
        } else {
            call.opcode != INVOKESPECIAL
                && (maybe_synchronized
                    || string_with_array
                    || self.formats && gives_array(call)
                    || accesses
                    || may_be_opaque(call.owner))
        };
        if report {
            CallAction::Report
        } else if may_implement(call) {
            CallAction::ReportOpaque
        } else {
            CallAction::Keep
        }
    }

    fn entry_hooks(&self) -> &str {
        if is_pipe(&self.class) {
            "dev/mcr/PipeHooks"
        } else if fork_join::is_modelled(&self.class) {
            fork_join::HOOKS
        } else if files::is_hooked(&self.class) {
            files::hooks(&self.class)
        } else if self.network {
            network::HOOKS
        } else if watch::is_rewritten(&self.class) {
            watch::HOOKS
        } else {
            locks::HOOKS
        }
    }

    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        if is_pipe(&self.class) {
            return match method {
                "read" => Some(EntryHook::NoteReceiver("reads")),
                "receive" => Some(EntryHook::NoteReceiver("receives")),
                "receivedLast" | "flush" => Some(EntryHook::NoteReceiver("tellsAll")),
                _ => None,
            };
        }
        if fork_join::is_modelled(&self.class) {
            return fork_join::entry(&self.class, method, descriptor);
        }
        if files::is_hooked(&self.class) {
            return files::entry(&self.class, method, descriptor);
        }
        if self.network {
            return network::entry(&self.class, method, descriptor);
        }
        if watch::is_rewritten(&self.class) {
            return watch::entry(&self.class, method);
        }
        locks::entry(&self.class, method, descriptor)
    }

    fn loop_hooks(&self) -> Option<&str> {
        Some("dev/mcr/LoopHooks")
    }

    fn recognises_waiting(&self) -> bool {
        self.concurrent
    }

    fn local_states(&self) -> Option<&str> {
        Some(SCOPE_HOOKS)
    }

    /// An `Exchanger` reads the same field a thousand times before it looks around once more; that could be done without.
    fn number(&self, method: &str, number: i16) -> Option<i16> {
        let exchanges = matches!(method, "slotExchange" | "arenaExchange" | "xchg");
        let spins = self.class == "java/util/concurrent/Exchanger" && exchanges && number == 1024;
        spins.then_some(0)
    }

    fn made(&self) -> &str {
        if self.counts { "made" } else { "madeByJdk" }
    }

    fn tells_of_objects(&self, class: &str) -> bool {
        tells_of_objects(class)
    }

    fn static_substitute(&self, owner: &str, name: &str, _descriptor: &str) -> Option<&'static str> {
        is_global(owner, name).then_some("global")
    }

    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        (method == "<clinit>").then_some(UNSEEN).or_else(|| files::surround(&self.class, method))
    }

    fn surround_hooks(&self, enter: &str) -> &str {
        holds_pair(enter, files::hooks(&self.class))
    }

    fn reports_initialisation(&self, _owner: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }

    fn finds_null(&self) -> bool {
        true
    }
}
