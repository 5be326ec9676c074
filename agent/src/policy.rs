//! Which code gets which hooks (docs/architecture.md, "What is rewritten").
//!
//! Application code reports every access. Code of the JDK reports accesses to objects that have been named (the hooks
//! decide); a few methods of `Thread`, `Runtime` and `Object` are hooked by name.

use crate::fork_join;
use mcr_rewriter::GENERATED;
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};

const INVOKEVIRTUAL: u8 = 182;
const INVOKESPECIAL: u8 = 183;
const INVOKESTATIC: u8 = 184;

/// Whether a class (internal name) belongs to the JDK, by its name.
pub fn is_jdk_name(name: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/", "com/sun/", "netscape/javascript/"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Whether a class (internal name) is one that the application has brought, by its name.
pub fn is_application(name: &str) -> bool {
    !is_jdk_name(name) && !name.starts_with("dev/mcr/") && !name.starts_with('[') && !name.contains(GENERATED)
}

/// Whether a class of the JDK is rewritten, so that its fields are locations: collections, streams and string builders.
/// Not: what the JVM itself shares between all users (locales, time zones, resource bundles), what is native or works on
/// files, and what is built on `java.util.concurrent`.
pub fn is_rewritten_jdk(name: &str) -> bool {
    if matches!(name, "java/lang/AbstractStringBuilder" | "java/lang/StringBuilder" | "java/lang/StringBuffer") {
        return true;
    }
    // Whoever makes threads with one of these gets the next number; a flock waits for its threads.
    if name.starts_with("java/lang/ThreadBuilders$") && name != BOUND || is_flock(name) {
        return true;
    }
    let Some(rest) = name.strip_prefix("java/util/") else { return false };
    if let Some((package, class)) = rest.rsplit_once('/') {
        return match package {
            "function" | "stream" | "concurrent/atomic" => true,
            "concurrent" => {
                !matches!(class, "ThreadLocalRandom" | "TimeUnit") && !class.starts_with("ThreadLocalRandom$")
            }
            "concurrent/locks" => class != "LockSupport",
            _ => false,
        };
    }
    const OPAQUE: [&str; 20] = [
        "Calendar",
        "Currency",
        "Date",
        "Formatter",
        "GregorianCalendar",
        "IllformedLocaleException",
        "JapaneseImperialCalendar",
        "ListResourceBundle",
        "Properties",
        "PropertyPermission",
        "PropertyResourceBundle",
        "Random",
        "ResourceBundle",
        "Scanner",
        "ServiceLoader",
        "SimpleTimeZone",
        "SplittableRandom",
        "TimeZone",
        "UUID",
        "WeakHashMap",
    ];
    let outer = rest.split('$').next().unwrap_or(rest);
    !OPAQUE.contains(&outer) && !outer.starts_with("Locale")
}

/// A virtual thread that is a thread of the system, as all are that the program starts.
const BOUND: &str = "java/lang/ThreadBuilders$BoundVirtualThread";

/// Whether a class is that of the threads of a structured scope.
fn is_flock(name: &str) -> bool {
    name.starts_with("jdk/internal/misc/ThreadFlock")
}

/// Whether single methods of this class are hooked.
pub fn is_hooked_jdk(name: &str) -> bool {
    matches!(
        name,
        "java/lang/Thread"
            | "java/lang/Runtime"
            | "java/lang/Object"
            | "java/lang/ThreadBuilders"
            | BOUND
            | "java/lang/ThreadGroup"
            | THREAD_CONTAINERS
            | "java/lang/invoke/MethodHandleNatives"
            | "java/util/concurrent/locks/LockSupport"
            | "java/util/concurrent/ThreadLocalRandom"
            | "java/util/concurrent/TimeUnit"
            | "java/security/SecureRandom"
    ) || asks_for_time(name)
}

/// Knows all groups of threads, for those who debug a program.
const THREAD_CONTAINERS: &str = "jdk/internal/vm/ThreadContainers";

/// Classes of the JDK that ask for the time on behalf of the program.
fn asks_for_time(name: &str) -> bool {
    matches!(name, "java/util/Random" | "java/util/Date" | "java/time/Clock" | "java/time/Clock$SystemClock")
}

/// Hooks around what happens only once in a JVM, in whatever execution: nobody is to take notice of it.
const UNSEEN: (&str, &str) = ("unseenEnter", "unseenExit");

/// Static fields of the JDK that hold objects which executions would share: each execution has its own.
fn is_global(owner: &str, name: &str) -> bool {
    matches!(
        (owner, name),
        ("java/util/concurrent/ForkJoinPool", "common")
            | ("java/util/concurrent/CompletableFuture" | "java/util/concurrent/SubmissionPublisher", "ASYNC_POOL")
            | ("java/util/concurrent/CompletableFuture$Delayer", "delayer")
            | ("java/util/concurrent/Executors$DefaultThreadFactory", "poolNumber")
            | ("java/util/concurrent/ScheduledThreadPoolExecutor", "sequencer")
            | ("java/util/Timer", "nextSerialNumber")
    )
}

/// State behind static methods (and constructors) of the JDK that all threads share: each call is an update of its version. What to call it.
pub fn shared_state(owner: &str, method: &str) -> Option<&'static str> {
    match (owner, method) {
        ("java/lang/System", "getProperty" | "setProperty" | "clearProperty" | "getProperties" | "setProperties")
        | ("java/lang/Integer", "getInteger")
        | ("java/lang/Long", "getLong")
        | ("java/lang/Boolean", "getBoolean") => Some("system properties"),
        ("java/util/Locale" | "java/util/TimeZone", "getDefault" | "setDefault") => Some("defaults"),
        ("java/util/Random" | "java/util/SplittableRandom", "<init>") => Some("random seeds"),
        ("java/lang/Math", "random") => Some("Math.random"),
        ("java/lang/Thread", "getDefaultUncaughtExceptionHandler" | "setDefaultUncaughtExceptionHandler") => {
            Some("default exception handler")
        }
        _ => None,
    }
}

/// Calls that have a meaning of their own, wherever they are.
fn replaced(call: &Call<'_>) -> Option<&'static str> {
    let is_virtual = call.opcode != INVOKESTATIC && call.opcode != INVOKESPECIAL;
    match (call.owner, call.name, call.descriptor) {
        ("java/lang/System", "arraycopy", _) => Some("arraycopy"),
        ("java/lang/System", "identityHashCode", _) => Some("identityHashCode"),
        ("java/util/Arrays", "copyOf", "([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;") => Some("copyOf"),
        ("java/util/Arrays", "copyOfRange", "([Ljava/lang/Object;IILjava/lang/Class;)[Ljava/lang/Object;") => {
            Some("copyOfRange")
        }
        (owner, "clone", "()Ljava/lang/Object;") if owner.starts_with('[') => Some("arrayClone"),
        (_, "hashCode", "()I") if is_virtual => Some("hashCode"),
        ("java/lang/Object", "hashCode", "()I") if call.opcode == INVOKESPECIAL => Some("identityHashCode"),
        _ => None,
    }
}

fn replaced_wait(call: &Call<'_>) -> Option<&'static str> {
    if call.opcode == INVOKESTATIC {
        return None;
    }
    match (call.name, call.descriptor) {
        ("wait", "()V" | "(J)V" | "(JI)V") => Some("objectWait"),
        ("notify", "()V") => Some("objectNotify"),
        ("notifyAll", "()V") => Some("objectNotifyAll"),
        _ => None,
    }
}

fn replaced_time(call: &Call<'_>) -> Option<&'static str> {
    match (call.owner, call.name, call.descriptor) {
        ("java/lang/System", "nanoTime", _) => Some("nanoTime"),
        ("java/lang/System", "currentTimeMillis", _) => Some("currentTimeMillis"),
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment", _) => Some("nanoTimeAdjustment"),
        _ => None,
    }
}

/// Later JDKs do in places without `LockSupport`.
fn replaced_park(call: &Call<'_>) -> Option<&'static str> {
    match (call.owner, call.name, call.descriptor) {
        ("jdk/internal/misc/Unsafe", "park", "(ZJ)V") => Some("park"),
        ("jdk/internal/misc/Unsafe", "unpark", "(Ljava/lang/Object;)V") => Some("unpark"),
        _ => None,
    }
}

fn replaced_thread(call: &Call<'_>) -> Option<&'static str> {
    // Whether a class of the application is a subclass of Thread, its name does not say.
    if (call.name, call.descriptor) == ("isAlive", "()Z") && call.opcode == INVOKEVIRTUAL && !is_jdk_name(call.owner) {
        return Some("isAlive");
    }
    if (call.owner, call.name) == ("java/lang/Runtime", "availableProcessors") {
        return Some("availableProcessors");
    }
    match (call.owner, call.name) {
        ("java/lang/Thread$ThreadNumbering", "next") => return Some("threadNumber"),
        ("java/lang/Thread$ThreadIdentifiers", "next") => return Some("threadId"),
        _ => {}
    }
    if call.owner != "java/lang/Thread" {
        return None;
    }
    match (call.name, call.descriptor) {
        ("sleep", "(J)V" | "(JI)V" | "(Ljava/time/Duration;)V") => Some("sleep"),
        ("nextThreadNum", "()I") => Some("threadNumber"),
        ("nextThreadID", "()J") => Some("threadId"),
        ("start0", "()V") => Some("start0"),
        ("yield" | "onSpinWait", "()V") => Some("pause"),
        ("holdsLock", _) => Some("holdsLock"),
        ("join", "(J)V" | "(JI)V") => Some("join"),
        ("isAlive", "()Z") => Some("isAlive"),
        _ => None,
    }
}

/// Classes of the application.
pub struct Application;

impl Application {
    /// Calls on these tell nothing by themselves: values, exceptions, and interfaces that mostly lambdas implement.
    fn is_harmless(owner: &str) -> bool {
        matches!(
            owner,
            "java/lang/Object"
                | "java/lang/Integer"
                | "java/lang/Long"
                | "java/lang/Short"
                | "java/lang/Byte"
                | "java/lang/Character"
                | "java/lang/Boolean"
                | "java/lang/Float"
                | "java/lang/Double"
                | "java/lang/Number"
                | "java/lang/Math"
                | "java/lang/StrictMath"
                | "java/lang/Class"
                | "java/lang/Enum"
                | "java/lang/Record"
                | "java/lang/Throwable"
                | "java/lang/Runnable"
                | "java/lang/Comparable"
                | "java/util/Comparator"
                | "java/util/concurrent/Callable"
                | "java/lang/StringBuilder"
        ) || owner.ends_with("Exception")
            || owner.ends_with("Error")
            || owner.starts_with("java/util/function/")
    }
}

impl Application {
    /// Whether a call that tells nothing changes what only the caller has, or what nobody sees.
    fn changes_silently(call: &Call<'_>) -> bool {
        let builds = call.owner == "java/lang/StringBuilder"
            && ["append", "insert", "delete", "replace", "reverse", "set"]
                .iter()
                .any(|start| call.name.starts_with(start));
        builds || call.owner == "java/lang/Math" && call.name == "random"
    }

    /// A static method or constructor of the JDK that is not reported. It may change something all the same, unless it is
    /// known better.
    fn unreported(call: &Call<'_>) -> CallAction {
        let only_asks = matches!(
            (call.owner, call.name),
            ("java/lang/Thread", "currentThread")
                | ("java/lang/Runtime", "getRuntime")
                | ("java/lang/System", "lineSeparator" | "gc")
                | ("java/util/Objects" | "java/util/Optional" | "java/time/Duration", _)
        );
        let references = call.descriptor.split(')').next().is_some_and(|parameters| parameters.contains(['L', '[']));
        if only_asks || is_rewritten_jdk(call.owner) && !references { CallAction::Keep } else { CallAction::Note }
    }
}

impl Policy for Application {
    fn hooks(&self) -> &str {
        "dev/mcr/Hooks"
    }

    fn loop_hooks(&self) -> Option<&str> {
        Some("dev/mcr/LoopHooks")
    }

    fn reports_field(&self, owner: &str, name: &str, is_static: bool) -> bool {
        // What `assert` asks for is set once, by the static initialiser.
        (!is_static || !is_jdk_name(owner)) && name != "$assertionsDisabled"
    }

    fn reports_arrays(&self) -> bool {
        true
    }

    fn monitors(&self) -> Monitors {
        Monitors::Replace
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        if call.owner == "dev/mcr/Hooks" && call.name == "concat" {
            // The rewriter's first stage has put it there.
            return CallAction::Replace("concat");
        }
        if (call.owner, call.name, call.descriptor)
            == ("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")
        {
            // Compilers put it before concatenations.
            return CallAction::Replace("stringOf");
        }
        if (call.owner, call.name) == ("java/lang/Class", "forName")
            && call.descriptor.starts_with("(Ljava/lang/String;")
        {
            return CallAction::Replace("forName");
        }
        let hook = replaced(call).or_else(|| replaced_wait(call)).or_else(|| replaced_time(call));
        if let Some(hook) = hook.or_else(|| replaced_thread(call)) {
            return CallAction::Replace(hook);
        }
        if call.owner.starts_with('[') {
            return CallAction::Keep;
        }
        if (call.name, call.descriptor) == ("clone", "()Ljava/lang/Object;") {
            return CallAction::Report;
        }
        if !is_jdk_name(call.owner) {
            let of_thread = matches!(
                (call.name, call.descriptor),
                ("start" | "join" | "interrupt", "()V") | ("join", "(J)V" | "(JI)V")
            );
            return if of_thread && call.opcode != INVOKESTATIC { CallAction::Report } else { CallAction::Keep };
        }
        let parameters = call.descriptor.split(')').next().unwrap_or("");
        let takes_array = parameters.contains('[');
        let by_arguments = if takes_array { CallAction::Report } else { CallAction::Keep };
        if call.owner == "java/lang/String"
            || Self::is_harmless(call.owner)
            || is_rewritten_jdk(call.owner) && call.name == "<init>"
        {
            let changes = by_arguments == CallAction::Keep && Self::changes_silently(call);
            return if changes { CallAction::Note } else { by_arguments };
        }
        if call.name == "<init>" || call.opcode == INVOKESTATIC {
            // What such code is given it may give to other threads.
            let takes_reference = parameters.contains('L') || takes_array;
            let exits = call.owner == "java/lang/System" && call.name == "exit";
            let report = exits || takes_reference && !is_rewritten_jdk(call.owner);
            return if report { CallAction::Report } else { Self::unreported(call) };
        }
        CallAction::Report
    }

    fn entry(&self, _method: &str, _descriptor: &str) -> Option<EntryHook> {
        None
    }

    fn reports_initialisation(&self, owner: &str) -> bool {
        is_application(owner)
    }

    fn reports_control(&self) -> bool {
        true
    }
}

/// Methods of the JDK for which models of locks and counters stand in; `queried` is told of what the models cannot answer.
fn modelled(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    let lock = |hook| Some(EntryHook::Replace { hook, applies: "isLock" });
    let counter = |hook| Some(EntryHook::Replace { hook, applies: "isCounter" });
    let queried = Some(EntryHook::NoteReceiver("queried"));
    match (class, method, descriptor) {
        ("java/util/concurrent/locks/ReentrantLock", _, _) => match (method, descriptor) {
            ("lock", _) => lock("lock"),
            ("lockInterruptibly", _) => lock("lockInterruptibly"),
            ("tryLock", _) => lock("tryLock"),
            ("unlock", _) => lock("unlock"),
            ("isHeldByCurrentThread", _) => lock("isHeldByCurrentThread"),
            ("getHoldCount", _) => lock("getHoldCount"),
            (
                "isLocked" | "getOwner" | "hasQueuedThreads" | "hasQueuedThread" | "getQueueLength"
                | "getQueuedThreads" | "hasWaiters" | "getWaitQueueLength" | "getWaitingThreads" | "toString",
                _,
            ) => queried,
            _ => None,
        },
        ("java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject", _, _) => match (method, descriptor) {
            ("await", _) => lock("await"),
            ("awaitUninterruptibly", _) => lock("awaitUninterruptibly"),
            ("awaitNanos", _) => lock("awaitNanos"),
            ("awaitUntil", _) => lock("awaitUntil"),
            ("signal", "()V") => lock("signal"),
            ("signalAll", "()V") => lock("signalAll"),
            _ => None,
        },
        ("java/util/concurrent/Semaphore", _, _) => match (method, descriptor) {
            ("acquire", "()V") => counter("acquire"),
            ("acquireUninterruptibly", "()V") => counter("acquireUninterruptibly"),
            ("tryAcquire", "()Z" | "(JLjava/util/concurrent/TimeUnit;)Z") => counter("tryAcquire"),
            ("release", _) => counter("release"),
            ("availablePermits", _) => counter("availablePermits"),
            (
                "acquire"
                | "acquireUninterruptibly"
                | "tryAcquire"
                | "drainPermits"
                | "reducePermits"
                | "hasQueuedThreads"
                | "getQueueLength"
                | "getQueuedThreads"
                | "toString",
                _,
            ) => queried,
            _ => None,
        },
        ("java/util/concurrent/CountDownLatch", _, _) => match (method, descriptor) {
            ("await", _) => counter("latchAwait"),
            ("countDown", _) => counter("countDown"),
            ("getCount", _) => counter("getCount"),
            ("toString", _) => queried,
            _ => None,
        },
        _ => None,
    }
}

/// Classes of the JDK that are rewritten as a whole.
pub struct Library {
    class: String,
    /// It waits on monitors, which must not be those of the JVM then.
    waits: bool,
    builds_strings: bool,
    /// Its loops may wait for other threads.
    concurrent: bool,
}

impl Library {
    /// The policy for a class of which [`is_rewritten_jdk`] holds.
    pub fn of(name: &str) -> Self {
        Library {
            class: name.to_owned(),
            waits: name.starts_with("java/util/Timer") || name == "java/util/TaskQueue",
            builds_strings: name.starts_with("java/lang/"),
            concurrent: name.starts_with("java/util/concurrent/") || is_flock(name),
        }
    }
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

    fn monitors(&self) -> Monitors {
        if self.waits { Monitors::ReplaceInstructions } else { Monitors::Report }
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        if let Some(hook) = replaced(call) {
            return CallAction::Replace(hook);
        }
        if self.waits
            && let Some(hook) = replaced_wait(call)
        {
            return CallAction::Replace(hook);
        }
        if self.waits || self.concurrent {
            let hook = replaced_time(call).or_else(|| replaced_thread(call)).or_else(|| replaced_park(call));
            if let Some(hook) = hook {
                return CallAction::Replace(hook);
            }
        }
        if call.opcode == INVOKESTATIC {
            let takes_array = call.descriptor.split(')').next().is_some_and(|parameters| parameters.contains('['));
            let report = takes_array && !is_rewritten_jdk(call.owner);
            return if report { CallAction::Report } else { CallAction::Keep };
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
        let string_with_array =
            self.builds_strings && call.owner == "java/lang/String" && call.descriptor.contains("[B");
        if call.opcode == INVOKESPECIAL && call.name == "clone" {
            return CallAction::Report;
        }
        let accesses = matches!(call.owner, "jdk/internal/misc/Unsafe" | "java/lang/invoke/VarHandle");
        let report = call.name != "<init>"
            && call.opcode != INVOKESPECIAL
            && (maybe_synchronized || string_with_array || accesses);
        if report || call.name == "<init>" && string_with_array { CallAction::Report } else { CallAction::Keep }
    }

    fn entry_hooks(&self) -> &str {
        if fork_join::is_modelled(&self.class) { fork_join::HOOKS } else { self.hooks() }
    }

    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        if fork_join::is_modelled(&self.class) {
            return fork_join::entry(&self.class, method, descriptor);
        }
        modelled(&self.class, method, descriptor)
    }

    fn loop_hooks(&self) -> Option<&str> {
        self.concurrent.then_some("dev/mcr/LoopHooks")
    }

    fn static_substitute(&self, owner: &str, name: &str, _descriptor: &str) -> Option<&'static str> {
        is_global(owner, name).then_some("global")
    }

    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        (method == "<clinit>").then_some(UNSEEN)
    }

    fn reports_initialisation(&self, _owner: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }
}

/// Classes of the JDK of which single methods are hooked.
pub struct Methods {
    class: String,
}

impl Methods {
    /// The policy for a class of which [`is_hooked_jdk`] holds.
    pub fn of(name: &str) -> Self {
        Methods { class: name.to_owned() }
    }
}

impl Policy for Methods {
    fn hooks(&self) -> &str {
        let own = ["java/lang/Object", "java/lang/invoke/MethodHandleNatives", "java/util/concurrent/TimeUnit"];
        if own.contains(&self.class.as_str()) || asks_for_time(&self.class) {
            "dev/mcr/JdkHooks"
        } else {
            "dev/mcr/Hooks"
        }
    }

    fn reports_field(&self, _owner: &str, _name: &str, _is_static: bool) -> bool {
        false
    }

    fn reports_arrays(&self) -> bool {
        false
    }

    fn monitors(&self) -> Monitors {
        Monitors::Keep
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        if asks_for_time(&self.class)
            && let Some(hook) = replaced_time(call)
        {
            return CallAction::Replace(hook);
        }
        if self.class == "java/util/concurrent/TimeUnit"
            && let Some(hook) = replaced_wait(call).or_else(|| replaced_thread(call))
        {
            return CallAction::Replace(hook);
        }
        if self.class == "java/lang/Thread"
            && let Some(hook @ ("threadNumber" | "threadId" | "start0")) = replaced_thread(call)
        {
            return CallAction::Replace(hook);
        }
        if self.class == "java/lang/ThreadBuilders"
            && (call.owner, call.name) == ("jdk/internal/vm/ContinuationSupport", "isSupported")
        {
            return CallAction::Replace("continuations");
        }
        if self.class == THREAD_CONTAINERS {
            match (call.owner, call.name) {
                ("java/util/Set", "add") => return CallAction::Replace("addContainer"),
                ("java/util/Set", "remove") => return CallAction::Replace("removeContainer"),
                ("java/lang/ref/ReferenceQueue", "poll") => return CallAction::Replace("staleContainer"),
                _ => {}
            }
        }
        if self.class == "java/lang/Object" && call.name == "hashCode" && call.descriptor == "()I" {
            return CallAction::Replace("hashCode");
        }
        CallAction::Keep
    }

    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        let plain = |hook| Some(EntryHook::Note(hook));
        let told = |hook| Some(EntryHook::NoteReceiver(hook));
        let guard = |hook| Some(EntryHook::Guard(hook));
        let replace = |hook| Some(EntryHook::Replace { hook, applies: "controls" });
        match (self.class.as_str(), method, descriptor) {
            ("java/lang/Thread", "start", "()V") => plain("threadStart"),
            ("java/lang/Thread" | BOUND, "run", "()V") => plain("threadRun"),
            ("java/lang/Thread", "interrupt", "()V") => guard("interrupt"),
            ("java/lang/Thread", "isInterrupted", "()Z") => replace("isInterrupted"),
            ("java/lang/Thread", "interrupted", "()Z") => replace("interrupted"),
            ("java/lang/Thread", "getState" | "threadState", "()Ljava/lang/Thread$State;") => replace("getState"),
            ("java/lang/Thread", "join", "()V" | "(J)V") => guard("threadJoin"),
            ("java/lang/Thread", "dispatchUncaughtException", _) => guard("uncaught"),
            ("java/lang/ThreadGroup", "uncaughtException", _) => guard("uncaughtInGroup"),
            ("java/lang/Thread", "setUncaughtExceptionHandler", _) => told("handlerSet"),
            ("java/lang/Thread", "setDefaultUncaughtExceptionHandler", _) => plain("handlerSet"),
            ("java/lang/Thread", "getStackTrace", _) => plain("stackTrace"),
            ("java/lang/Thread", "getAllStackTraces", _) => plain("allStackTraces"),
            ("java/lang/Thread", "stop" | "suspend" | "resume", "()V") => plain("threadForced"),
            ("java/lang/ThreadGroup", "activeCount" | "activeGroupCount" | "enumerate" | "list" | "interrupt", _) => {
                told("threadsOfGroup")
            }
            ("java/lang/ThreadGroup", "stop" | "suspend" | "resume" | "setMaxPriority", _) => told("groupChanged"),
            ("java/lang/ThreadGroup", "destroy", "()V") => told("groupDestroyed"),
            ("java/lang/ThreadGroup", "isDestroyed", "()Z") => told("groupAsked"),
            ("java/util/concurrent/locks/LockSupport", "park", _) => guard("park"),
            ("java/util/concurrent/locks/LockSupport", "parkNanos", _) => guard("parkNanos"),
            ("java/util/concurrent/locks/LockSupport", "parkUntil", _) => guard("parkUntil"),
            ("java/util/concurrent/locks/LockSupport", "unpark", _) => guard("unpark"),
            ("java/util/concurrent/ThreadLocalRandom", "localInit", "()V") => guard("randomInit"),
            ("java/security/SecureRandom", "nextBytes", "([B)V") => guard("secureRandom"),
            ("java/lang/Runtime", "exit" | "halt", "(I)V") => guard("exit"),
            ("java/lang/Runtime", "addShutdownHook", _) => guard("addShutdownHook"),
            _ => None,
        }
    }

    /// The JVM links call sites with code of the JDK.
    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        let links = method.starts_with("link") || method == "findMethodHandleType";
        (self.class == "java/lang/invoke/MethodHandleNatives" && links).then_some(UNSEEN)
    }

    fn reports_initialisation(&self, _owner: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call<'a>(opcode: u8, owner: &'a str, name: &'a str, descriptor: &'a str) -> Call<'a> {
        Call { opcode, owner, name, descriptor }
    }

    #[test]
    fn collections_are_rewritten_and_what_the_jvm_shares_is_not() {
        for name in [
            "java/util/HashMap$Node",
            "java/util/ArrayList",
            "java/util/stream/ReferencePipeline",
            "java/lang/StringBuilder",
        ] {
            assert!(is_rewritten_jdk(name), "{name}");
        }
        for name in [
            "java/util/concurrent/ConcurrentHashMap",
            "java/util/Locale$Cache",
            "java/util/LocaleISOData",
            "java/lang/String",
        ] {
            assert!(!is_rewritten_jdk(name), "{name}");
        }
    }

    #[test]
    fn waiting_is_replaced_whatever_class_the_instruction_names() {
        let policy = Application;
        assert_eq!(policy.call(&call(182, "app/Buffer", "wait", "()V")), CallAction::Replace("objectWait"));
        assert_eq!(policy.call(&call(184, "app/Buffer", "wait", "()V")), CallAction::Keep);
    }

    #[test]
    fn calls_between_application_classes_are_left_alone() {
        assert_eq!(Application.call(&call(182, "app/Buffer", "put", "(I)V")), CallAction::Keep);
        assert_eq!(Application.call(&call(185, "java/util/Map", "get", "(Ljava/lang/Object;)V")), CallAction::Report);
    }
}
