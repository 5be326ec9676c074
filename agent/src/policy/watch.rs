//! Classes of the JDK that a watch service of directories is made of, and their calls into the operating system. The classes are rewritten as
//! others are, the thread that waits for changes among them; what they ask the system for, the Java runtime answers (`WatchHooks.java`,
//! `WatchQueue.java`).
//!
//! Invariant: of a rewritten class no call goes to a native method that knows numbers of files, or addresses in memory that an execution has not
//! chosen.

use mcr_rewriter::policy::{Call, CallAction, EntryHook};

/// The class of the hooks.
pub const HOOKS: &str = "dev/mcr/WatchHooks";

const SERVICE: &str = "sun/nio/fs/LinuxWatchService";
const POLLER: &str = "sun/nio/fs/AbstractPoller";
const CALLS: &str = "sun/nio/fs/UnixNativeDispatcher";
const MEMORY: &str = "jdk/internal/misc/Unsafe";

/// Whether objects of a class have fields, monitors and methods that are seen.
pub fn is_rewritten(name: &str) -> bool {
    let outer = name.split('$').next().unwrap_or(name);
    matches!(outer, SERVICE | POLLER | "sun/nio/fs/AbstractWatchService" | "sun/nio/fs/AbstractWatchKey")
}

/// What takes the place of a call into the operating system, or of one that makes a service; null if it is none.
pub fn call(call: &Call<'_>) -> Option<CallAction> {
    let hook = match (call.owner, call.name) {
        (SERVICE, "inotifyInit") => "make",
        (SERVICE, "configureBlocking") => "configureBlocking",
        (SERVICE, "socketpair") => "socketpair",
        (SERVICE, "poll") => "poll",
        (SERVICE, "inotifyAddWatch") => "add",
        (SERVICE, "inotifyRmWatch") => "remove",
        (CALLS, "read") => "read",
        (CALLS, "write") => "write",
        (CALLS, "close") => "close",
        (MEMORY, "allocateMemory") => "allocateMemory",
        (MEMORY, "freeMemory") => "freeMemory",
        (MEMORY, "getInt") => "getInt",
        (MEMORY, "getByte") => "getByte",
        (MEMORY, "copyMemory") => "copyMemory",
        _ => return None,
    };
    Some(CallAction::ReplaceIn(HOOKS, hook))
}

/// The call by which a program makes a service.
pub fn makes(call: &Call<'_>) -> Option<CallAction> {
    let is = (call.owner, call.name) == ("java/nio/file/FileSystem", "newWatchService");
    is.then_some(CallAction::ReplaceIn(HOOKS, "newWatchService"))
}

/// The hook at the start of a method.
pub fn entry(class: &str, method: &str) -> Option<EntryHook> {
    ((class, method) == (POLLER, "start")).then_some(EntryHook::Guard("startsPoller"))
}
