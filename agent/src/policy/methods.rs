//! Classes of the JDK of which single methods are hooked.

use super::calls::{of_exception, of_format, replaced_thread, replaced_time, replaced_wait};
use super::classes::{
    BOUND, FINALIZER, LAMBDA_FORM, PROCESS, PROCESS_HANDLE, PROVIDER_SERVICE, RANDOM, RANDOM_SUPPORT, REFERENCE_QUEUE,
    SPLITTABLE_RANDOM, STACK_WALKER, THREAD_CONTAINERS, THREAD_MANAGEMENT, UNSEEN, asks_for_hashes, asks_for_time,
    has_statics, holds_pair, is_exception_root, writes_arrays,
};
use super::{files, initialise, loaders, members, memory, network, proxies};
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};

/// The constructors of threads to which all others lead.
fn makes_thread(descriptor: &str) -> bool {
    matches!(
        descriptor,
        // Up to JDK 18, up to JDK 23, and since.
        "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;Ljava/lang/String;JLjava/security/AccessControlContext;Z)V"
            | "(Ljava/lang/ThreadGroup;Ljava/lang/String;ILjava/lang/Runnable;JLjava/security/AccessControlContext;)V"
            | "(Ljava/lang/ThreadGroup;Ljava/lang/String;ILjava/lang/Runnable;J)V"
            // Virtual threads.
            | "(Ljava/lang/String;IZ)V"
    )
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
        let own = [
            "java/lang/ClassLoader",
            "java/lang/reflect/AccessibleObject",
            "java/lang/invoke/MethodHandleNatives",
            LAMBDA_FORM,
            "java/util/concurrent/TimeUnit",
            PROCESS_HANDLE,
            SPLITTABLE_RANDOM,
            RANDOM_SUPPORT,
        ];
        if has_statics(&self.class) {
            "dev/mcr/StaticHooks"
        } else if is_exception_root(&self.class)
            || writes_arrays(&self.class)
            || asks_for_hashes(&self.class)
            || own.contains(&self.class.as_str())
            || asks_for_time(&self.class)
        {
            "dev/mcr/JdkHooks"
        } else if members::is_hooked(&self.class) {
            members::HOOKS
        } else if initialise::is_hooked(&self.class) {
            initialise::HOOKS
        } else if self.class == STACK_WALKER {
            "dev/mcr/WalkHooks"
        } else if self.class == THREAD_MANAGEMENT {
            "dev/mcr/ManagementHooks"
        } else if matches!(self.class.as_str(), REFERENCE_QUEUE | FINALIZER) {
            "dev/mcr/ReferenceHooks"
        } else if self.class == PROCESS {
            "dev/mcr/ProcessHooks"
        } else if self.class == PROVIDER_SERVICE {
            "dev/mcr/ProviderHooks"
        } else if proxies::is_hooked(&self.class) {
            proxies::HOOKS
        } else if memory::is_hooked(&self.class) {
            memory::HOOKS
        } else if files::is_hooked(&self.class) {
            files::hooks(&self.class)
        } else if network::is_hooked(&self.class) {
            network::hooks(&self.class)
        } else {
            "dev/mcr/ThreadHooks"
        }
    }

    fn reports_field(&self, owner: &str, name: &str, _is_static: bool) -> bool {
        (owner, name) == (PROVIDER_SERVICE, "registered")
    }

    fn reports_arrays(&self) -> bool {
        writes_arrays(&self.class)
    }

    fn monitors(&self) -> Monitors {
        Monitors::Keep
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        if proxies::is_hooked(&self.class) {
            return proxies::call(call);
        }
        if memory::is_hooked(&self.class) {
            return memory::call(call);
        }
        if members::is_hooked(&self.class) {
            return members::call(call);
        }
        if initialise::is_hooked(&self.class) {
            return initialise::call(&self.class, call);
        }
        if files::is_hooked(&self.class) {
            return files::call(&self.class, call);
        }
        if network::is_hooked(&self.class) {
            return network::call(&self.class, call).unwrap_or(CallAction::Keep);
        }
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
        if self.class == "java/lang/Thread" && (call.owner, call.name) == ("java/lang/Thread", "getContextClassLoader")
        {
            return CallAction::Replace("inheritedLoader");
        }
        if self.class == FINALIZER && call.name == "invokeFinalize" {
            return CallAction::Replace("invokeFinalize");
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
        if writes_arrays(&self.class) && (call.owner, call.name) == ("java/lang/System", "arraycopy") {
            return CallAction::Replace("arraycopy");
        }
        if (call.owner, call.name) == ("java/lang/StackTraceElement", "of") && self.class == "java/lang/Throwable" {
            return CallAction::Replace("stackElements");
        }
        if is_exception_root(&self.class) && call.name != "fillInStackTrace" && of_exception(call) {
            return CallAction::Report;
        }
        if self.class == "java/util/Formatter$FormatSpecifier"
            && let Some(hook) = of_format(call)
        {
            return CallAction::Replace(hook);
        }
        if asks_for_hashes(&self.class) && call.name == "hashCode" && call.descriptor == "()I" {
            return CallAction::Replace("hashCode");
        }
        CallAction::Keep
    }

    fn entry_hooks(&self) -> &str {
        if is_exception_root(&self.class) {
            "dev/mcr/ExceptionHooks"
        } else if matches!(self.class.as_str(), RANDOM | SPLITTABLE_RANDOM | RANDOM_SUPPORT) {
            "dev/mcr/RandomHooks"
        } else if initialise::is_hooked(&self.class) {
            initialise::HOOKS
        } else if loaders::is_hooked(&self.class) {
            loaders::HOOKS
        } else {
            self.hooks()
        }
    }

    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        if let Some(hook) = members::entry(&self.class, method) {
            return Some(hook);
        }
        if initialise::is_hooked(&self.class) {
            return initialise::entry(&self.class, method, descriptor);
        }
        if files::is_hooked(&self.class) {
            return files::entry(&self.class, method, descriptor);
        }
        if network::is_hooked(&self.class) {
            return network::entry(&self.class, method, descriptor);
        }
        if proxies::is_hooked(&self.class) {
            return proxies::entry(method);
        }
        if loaders::is_hooked(&self.class) {
            return loaders::entry(&self.class, method, descriptor);
        }
        let plain = |hook| Some(EntryHook::Note(hook));
        let told = |hook| Some(EntryHook::NoteReceiver(hook));
        let guard = |hook| Some(EntryHook::Guard(hook));
        let replace = |hook| Some(EntryHook::Replace { hook, applies: "controls" });
        let group = |hook| Some(EntryHook::Replace { hook, applies: "looksAtGroup" });
        let managed = |hook| Some(EntryHook::Replace { hook, applies: "answers" });
        let ends = |hook| Some(EntryHook::Replace { hook, applies: "mayEnd" });
        match (self.class.as_str(), method, descriptor) {
            (STACK_WALKER, "walk", _) => replace("walk"),
            (STACK_WALKER, "forEach", _) => replace("forEach"),
            (STACK_WALKER, "getCallerClass", _) => replace("callerClass"),
            ("java/lang/Thread", "start", "()V") => plain("threadStart"),
            ("java/lang/Thread" | BOUND, "run", "()V") => plain("threadRun"),
            ("java/lang/Thread", "exit", "()V") => plain("threadExit"),
            ("java/lang/Thread", "interrupt", "()V") => guard("interrupt"),
            ("java/lang/Thread", "isInterrupted", "()Z") => {
                Some(EntryHook::Replace { hook: "isInterrupted", applies: "mayBeOfProgram" })
            }
            ("java/lang/Thread", "interrupted", "()Z") => replace("interrupted"),
            ("java/lang/Thread", "getState" | "threadState", "()Ljava/lang/Thread$State;") => {
                Some(EntryHook::Replace { hook: "getState", applies: "hasBegun" })
            }
            ("java/lang/Thread", "join", "()V" | "(J)V") => guard("threadJoin"),
            ("java/lang/Thread", "dispatchUncaughtException", _) => guard("uncaught"),
            ("java/lang/ThreadGroup", "uncaughtException", _) => guard("uncaughtInGroup"),
            ("java/lang/Thread", "setUncaughtExceptionHandler", _) => told("handlerSet"),
            ("java/lang/Thread", "setPriority" | "setContextClassLoader", _) => told("inheritedSet"),
            ("java/lang/Thread", "setDefaultUncaughtExceptionHandler", _) => plain("defaultHandlerSet"),
            ("java/lang/Thread", "getDefaultUncaughtExceptionHandler", _) => plain("defaultHandlerAsked"),
            ("java/util/Locale", "getDefault", _) => plain("localeAsked"),
            ("java/util/Locale", "setDefault", _) => guard("setLocale"),
            ("java/util/TimeZone", "getDefaultRef", _) => plain("timeZoneAsked"),
            ("java/util/TimeZone", "setDefault", _) => guard("setTimeZone"),
            ("java/lang/reflect/AccessibleObject", "setAccessible0", _) => plain("accessSet"),
            ("java/lang/reflect/AccessibleObject", "canAccess" | "isAccessible" | "trySetAccessible", _) => {
                told("accessAsked")
            }
            ("java/lang/ThreadLocal", "get", "()Ljava/lang/Object;") => told("localAsked"),
            ("java/lang/ThreadLocal", "set", "(Ljava/lang/Object;)V") | ("java/lang/ThreadLocal", "remove", "()V") => {
                told("localSet")
            }
            ("java/lang/ThreadLocal", "setInitialValue", _) => told("localMakes"),
            ("java/lang/Throwable", "getStackTrace", _) => told("stackAsked"),
            ("java/lang/Throwable", "printStackTrace", "(Ljava/io/PrintStream;)V" | "(Ljava/io/PrintWriter;)V") => {
                plain("printedTo")
            }
            ("java/lang/Throwable", "setStackTrace", _) => plain("stackSet"),
            ("java/lang/Throwable", "printStackTrace", "()V") => told("printed"),
            ("java/lang/Throwable$WrappedPrintStream", "lock", _) => {
                Some(EntryHook::Replace { hook: "lock", applies: "isUnseen" })
            }
            ("java/lang/System", "getProperty" | "getProperties" | "setProperty" | "clearProperty", _) => {
                plain("propertiesAsked")
            }
            ("java/lang/System", "setProperties", _) => plain("propertiesSet"),
            ("java/util/Properties", "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")
            | ("java/util/Properties", "get" | "getOrDefault" | "containsKey", _) => plain("propertyRead"),
            (
                "java/util/Properties",
                "entrySet" | "keySet" | "values" | "size" | "isEmpty" | "forEach" | "elements" | "keys",
                _,
            ) => told("propertiesWalked"),
            ("java/lang/System", "setOut", _) => plain("setOut"),
            ("java/lang/System", "setErr", _) => plain("setErr"),
            ("java/lang/System", "setIn", _) => plain("setIn"),
            ("java/lang/Thread", "setDaemon", "(Z)V") => guard("setDaemon"),
            ("java/lang/Thread", "<init>", _) if makes_thread(descriptor) => Some(EntryHook::Tell("threadMade")),
            ("java/lang/Thread", "getThreadGroup", _) => ends("groupOf"),
            ("java/lang/Thread", "getUncaughtExceptionHandler", _) => ends("handlerOf"),
            ("java/lang/Thread", "toString", "()Ljava/lang/String;") => {
                Some(EntryHook::Replace { hook: "text", applies: "isReadInParts" })
            }
            ("java/lang/Thread", "getStackTrace", _) => {
                Some(EntryHook::Replace { hook: "stackTrace", applies: "isOther" })
            }
            ("java/lang/Thread", "getAllStackTraces", _) => replace("allStackTraces"),
            ("java/lang/Thread", "stop", "()V") => plain("stopped"),
            ("java/lang/Thread", "suspend" | "resume", "()V") => plain("threadForced"),
            ("java/lang/ThreadGroup", "activeCount", _) => group("groupCount"),
            ("java/lang/ThreadGroup", "enumerate", "([Ljava/lang/Thread;)I" | "([Ljava/lang/Thread;Z)I") => {
                group("groupEnumerate")
            }
            ("java/lang/ThreadGroup", "list", "()V") => guard("groupList"),
            ("java/lang/ThreadGroup", "interrupt", "()V") => guard("groupInterrupt"),
            (
                "java/lang/ThreadGroup",
                "activeGroupCount" | "enumerate",
                "()I" | "([Ljava/lang/ThreadGroup;)I" | "([Ljava/lang/ThreadGroup;Z)I",
            ) => told("groupsOfGroup"),
            ("java/lang/ThreadGroup", "stop" | "suspend" | "resume" | "setMaxPriority", _) => told("groupChanged"),
            ("java/lang/ThreadGroup", "setDaemon", "(Z)V") => plain("groupDaemonSet"),
            ("java/lang/ThreadGroup", "isDaemon", "()Z") => told("groupDaemonAsked"),
            ("java/lang/ThreadGroup", "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V") => plain("groupMade"),
            ("java/lang/ThreadGroup", "destroy", "()V") => told("groupDestroyed"),
            ("java/lang/ThreadGroup", "isDestroyed", "()Z") => told("groupAsked"),
            ("java/util/concurrent/locks/LockSupport", "park", _) => guard("park"),
            ("java/util/concurrent/locks/LockSupport", "parkNanos", _) => guard("parkNanos"),
            ("java/util/concurrent/locks/LockSupport", "parkUntil", _) => guard("parkUntil"),
            ("java/util/concurrent/locks/LockSupport", "unpark", _) => guard("unpark"),
            ("java/util/concurrent/locks/LockSupport", "getBlocker", _) => replace("blocker"),
            ("java/util/concurrent/locks/LockSupport", "setCurrentBlocker", _) => guard("setCurrentBlocker"),
            (THREAD_MANAGEMENT, "getThreadCount", _) => managed("count"),
            (THREAD_MANAGEMENT, "getDaemonThreadCount", _) => managed("daemons"),
            (THREAD_MANAGEMENT, "getTotalStartedThreadCount", _) => managed("started"),
            (THREAD_MANAGEMENT, "getPeakThreadCount", _) => managed("peak"),
            (THREAD_MANAGEMENT, "getAllThreadIds", _) => managed("ids"),
            (THREAD_MANAGEMENT, "getThreadInfo", "([JI)[Ljava/lang/management/ThreadInfo;") => managed("infos"),
            (THREAD_MANAGEMENT, "getThreadInfo", "([JZZI)[Ljava/lang/management/ThreadInfo;") => managed("infos"),
            (THREAD_MANAGEMENT, "dumpAllThreads", "(ZZI)[Ljava/lang/management/ThreadInfo;") => managed("allInfos"),
            (THREAD_MANAGEMENT, "findDeadlockedThreads" | "findMonitorDeadlockedThreads", _) => managed("deadlocked"),
            (REFERENCE_QUEUE, "poll", _) => Some(EntryHook::Replace { hook: "poll", applies: "isOfProgram" }),
            (REFERENCE_QUEUE, "remove", _) => Some(EntryHook::Replace { hook: "remove", applies: "isOfProgram" }),
            (REFERENCE_QUEUE, "enqueue", _) => replace("enqueue"),
            (PROCESS, "start", _) => Some(EntryHook::Replace { hook: "start", applies: "underControl" }),
            ("java/util/concurrent/ThreadLocalRandom", "localInit", "()V") => guard("randomInit"),
            ("java/security/SecureRandom", "nextBytes", "([B)V") => guard("secureRandom"),
            ("java/security/SecureRandom", "generateSeed", "(I)[B") => {
                Some(EntryHook::Replace { hook: "secureSeed", applies: "underControl" })
            }
            (RANDOM | SPLITTABLE_RANDOM, "<init>", "()V") => plain("seeded"),
            (RANDOM, "next", "(I)I") => plain("drawn"),
            (RANDOM_SUPPORT, "initialSeed", "()J") => {
                Some(EntryHook::Replace { hook: "initialSeed", applies: "always" })
            }
            ("java/lang/Runtime", "exit", "(I)V") => guard("exit"),
            ("java/lang/Runtime", "halt", "(I)V") => guard("halt"),
            ("java/lang/Runtime", "addShutdownHook", _) => guard("addShutdownHook"),
            ("java/lang/Runtime", "removeShutdownHook", _) => {
                Some(EntryHook::Replace { hook: "removeShutdownHook", applies: "underControl" })
            }
            _ => None,
        }
    }

    /// The JVM links call sites with code of the JDK, and threads of the JDK, which are not the program's, wait for processes to end. And the JVM asks
    /// loaders for classes, in whichever thread comes first to an instruction that names one: that is nothing that the thread does. Nor is a static
    /// initialiser, which runs once in a JVM.
    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        let unseen = match self.class.as_str() {
            "java/lang/invoke/MethodHandleNatives" => method.starts_with("link") || method == "findMethodHandleType",
            // After so many calls in one JVM, whosever they were.
            LAMBDA_FORM => matches!(method, "compileToBytecode" | "customize"),
            "java/lang/ClassLoader" => method == "loadClass",
            PROCESS => matches!(method, "initStreams" | "waitFor" | "exitValue" | "isAlive"),
            PROCESS_HANDLE => method == "completion",
            "java/lang/ThreadLocal" => method == "nextHashCode",
            // An array of the JDK that grows once in a JVM.
            "java/lang/ThreadGroup" => matches!(method, "add" | "remove"),
            _ => false,
        } || method == "<clinit>";
        let makes_local = (self.class.as_str(), method) == ("java/lang/ThreadLocal", "setInitialValue");
        unseen
            .then_some(UNSEEN)
            .or_else(|| makes_local.then_some(("localBegins", "localMade")))
            .or_else(|| initialise::surround(&self.class, method))
            .or_else(|| files::surround(&self.class, method))
    }

    fn surround_hooks(&self, enter: &str) -> &str {
        holds_pair(enter, self.hooks())
    }

    fn reports_initialisation(&self, _owner: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }
}
