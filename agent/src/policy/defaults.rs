//! Methods of the JDK that read, or set, a default which all threads share: hooks at their start see what code of the JDK reads
//! (`Defaults.java`). What the program calls by itself is in `statics.rs`.
//!
//! Invariant: none of them is synchronized, but those whose hooks let no thread go on. A thread may stop in a hook, and must not hold a monitor of the JVM there.

use mcr_rewriter::policy::EntryHook;

pub const HOOKS: &str = "dev/mcr/DefaultHooks";

const BUNDLE: &str = "java/util/ResourceBundle";
const LOG_RECORD: &str = "java/util/logging/LogRecord";
const INSTRUMENTATION: &str = "sun/instrument/InstrumentationImpl";
const HTTP: &str = "sun/net/www/protocol/http/HttpURLConnection";

/// Class, method, descriptor (any, if it is empty), hook.
const TABLE: [(&str, &str, &str, &str); 28] = [
    ("java/net/Authenticator", "getDefault", "", "authenticatorAsked"),
    ("java/net/Authenticator", "requestPasswordAuthentication", "", "authenticatorAsked"),
    ("java/net/HttpURLConnection", "<init>", "", "redirectsAsked"),
    ("java/net/ProxySelector", "getDefault", "", "proxySelectorAsked"),
    ("java/net/URL", "getURLStreamHandler", "", "handlerFactoryAsked"),
    ("java/net/URLConnection", "<init>", "", "connectionsAsked"),
    ("java/net/URLConnection", "getDefaultUseCaches", "()Z", "connectionsAsked"),
    ("java/net/URLConnection", "setDefaultUseCaches", "(Z)V", "connectionsSet"),
    ("java/net/URLConnection", "getFileNameMap", "", "fileNameMapAsked"),
    ("java/net/URLConnection", "getContentHandler", "", "contentFactoryAsked"),
    (BUNDLE, "clearCache", "", "bundlesForgotten"),
    (LOG_RECORD, "<init>", "", "recordMade"),
    (LOG_RECORD, "getSequenceNumber", "", "recordNumberAsked"),
    ("javax/net/ssl/HttpsURLConnection", "<init>", "", "securityAsked"),
    ("sun/management/ClassLoadingImpl", "isVerbose", "()Z", "loadingVerboseAsked"),
    ("sun/management/MemoryImpl", "isVerbose", "()Z", "memoryVerboseAsked"),
    ("sun/management/ClassLoadingImpl", "setVerbose", "(Z)V", "loadingVerboseSet"),
    ("sun/management/MemoryImpl", "setVerbose", "(Z)V", "memoryVerboseSet"),
    // Classes change while the program runs.
    (INSTRUMENTATION, "addTransformer", "(Ljava/lang/instrument/ClassFileTransformer;Z)V", "classesChange"),
    (INSTRUMENTATION, "removeTransformer", "", "classesChange"),
    (INSTRUMENTATION, "appendToBootstrapClassLoaderSearch", "", "classesChange"),
    (INSTRUMENTATION, "appendToSystemClassLoaderSearch", "", "classesChange"),
    (INSTRUMENTATION, "redefineModule", "", "classesChange"),
    (INSTRUMENTATION, "setNativeMethodPrefix", "", "classesChange"),
    (INSTRUMENTATION, "retransformClasses", "", "classesChange"),
    (INSTRUMENTATION, "redefineClasses", "", "classesChange"),
    (INSTRUMENTATION, "loadClassAndCallAgentmain", "", "agentAttached"),
    // The getters of these two defaults are synchronized.
    (HTTP, "<init>", "", "cookiesAndCacheAsked"),
];

/// Where bundles are looked up in a cache, or put there; the last of three methods of one name calls them. The hooks are told which.
const CACHE: [(&str, &str, &str, &str); 3] = [
    (
        BUNDLE,
        "getBundleImpl",
        "(Ljava/lang/Module;Ljava/lang/Module;Ljava/lang/String;Ljava/util/Locale;Ljava/util/ResourceBundle$Control;)\
         Ljava/util/ResourceBundle;",
        "bundleAsked",
    ),
    (BUNDLE, "findBundleInCache", "", "bundleAsked"),
    (BUNDLE, "putBundleInCache", "", "bundleKept"),
];

/// A module, and how it is told to read, export, open and use more while the program runs.
const MODULE: &str = "java/lang/Module";
const CHANGES: [&str; 4] = ["addReads", "addExports", "addOpens", "addUses"];

const LOG_MANAGER: &str = "java/util/logging/LogManager";
const LOGGER: &str = "java/util/logging/Logger";
const LOG_HANDLER: &str = "java/util/logging/Handler";

/// How loggers are set up, by class and method. The hooks are told whose object it is.
const LOGGERS: [(&str, &str, &str); 14] = [
    (LOG_MANAGER, "getLogger", "loggerNamesAsked"),
    (LOG_MANAGER, "getLoggerNames", "loggerNamesAsked"),
    (LOGGER, "isLoggable", "loggerAsked"),
    (LOGGER, "getHandlers", "loggerAsked"),
    (LOGGER, "getUseParentHandlers", "loggerAsked"),
    (LOGGER, "getParent", "loggerAsked"),
    (LOGGER, "getLevel", "loggerAsked"),
    (LOGGER, "getFilter", "loggerAsked"),
    (LOG_HANDLER, "getLevel", "handlerAsked"),
    (LOG_HANDLER, "getFilter", "handlerAsked"),
    (LOG_HANDLER, "getFormatter", "handlerAsked"),
    (LOG_HANDLER, "getErrorManager", "handlerAsked"),
    (LOG_HANDLER, "getEncoding", "handlerAsked"),
    ("java/util/logging/ConsoleHandler", "publish", "handlerAsked"),
];

/// What the manager of loggers does when it is first used in an execution, whoever does that.
pub fn happens_once(class: &str, method: &str) -> bool {
    class == LOG_MANAGER && matches!(method, "ensureLogManagerInitialized" | "initializeGlobalHandlers")
}

/// Whether a class has such methods.
pub fn are_asked_by(name: &str) -> bool {
    name == MODULE || LOGGERS.iter().any(|(class, ..)| *class == name) || TABLE.iter().any(|(class, ..)| *class == name)
}

/// The hook at the start of a method.
pub fn entry(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    if (class, method) == (LOG_MANAGER, "addLogger") {
        return Some(EntryHook::Note("loggerAdded"));
    }
    if class == MODULE && CHANGES.contains(&method) {
        return Some(EntryHook::NoteReceiver("moduleChanges"));
    }
    if let Some((.., hook)) = LOGGERS.iter().find(|row| (row.0, row.1) == (class, method)) {
        return Some(EntryHook::NoteReceiver(hook));
    }
    let is_meant = |row: &&(&str, &str, &str, &str)| {
        row.0 == class && row.1 == method && (row.2.is_empty() || row.2 == descriptor)
    };
    let told = CACHE.iter().find(is_meant).map(|(.., hook)| EntryHook::Note(hook));
    told.or_else(|| TABLE.iter().find(is_meant).map(|(.., hook)| EntryHook::Tell(hook)))
}
