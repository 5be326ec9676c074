//! Which methods of `ForkJoinPool` and its parts the model of the Java runtime does the work of (`ForkJoin.java`; docs/architecture.md,
//! "Fork and join"): those that move tasks between threads, start workers, and end pools. JDKs differ; a method that
//! one of them does not have is no harm.

use mcr_rewriter::policy::EntryHook;

/// The class of the hooks.
pub const HOOKS: &str = "dev/mcr/ForkJoinHooks";

/// Whether the model knows the class (internal name).
pub fn is_modelled(class: &str) -> bool {
    matches!(class, "java/util/concurrent/ForkJoinPool" | "java/util/concurrent/ForkJoinPool$WorkQueue")
}

/// The hook of a method.
pub fn entry(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    let guard = |hook| Some(EntryHook::Guard(hook));
    let replace = |hook| Some(EntryHook::Replace { hook, applies: "applies" });
    if class == "java/util/concurrent/ForkJoinPool$WorkQueue" {
        return match method {
            "push" => guard("push"),
            "externalTryUnpush" => replace("externalTryUnpush"),
            "tryUnpush" => replace("tryUnpush"),
            "tryRemove" => replace("tryRemove"),
            "helpComplete" => replace("helpComplete"),
            "nextLocalTask" => replace("nextLocalTask"),
            "peek" => replace("peek"),
            "queueSize" => replace("queueSize"),
            _ => None,
        };
    }
    match (method, descriptor) {
        ("registerWorker", _) => guard("registerWorker"),
        ("runWorker", _) => guard("runWorker"),
        ("deregisterWorker", _) => guard("deregisterWorker"),
        ("externalPush", _) => guard("externalPush"),
        ("externalQueue" | "commonQueue", _) => replace("externalQueue"),
        ("submissionQueue" | "externalSubmissionQueue", _) if !descriptor.starts_with("()") => {
            replace("submissionQueue")
        }
        ("helpJoin", _) => replace("helpJoin"),
        ("helpComplete", _) => replace("helpComplete"),
        ("helpAsyncBlocker", _) => guard("helpAsyncBlocker"),
        ("tryCompensate", _) => replace("tryCompensate"),
        ("getAndAddCtl", _) => replace("getAndAddCtl"),
        ("pollScan", _) => replace("pollScan"),
        ("getSurplusQueuedTaskCount", _) => replace("getSurplusQueuedTaskCount"),
        ("getPoolSize", _) => replace("getPoolSize"),
        ("getQueuedTaskCount", _) => replace("getQueuedTaskCount"),
        ("getQueuedSubmissionCount", _) => replace("getQueuedSubmissionCount"),
        ("hasQueuedSubmissions", _) => replace("hasQueuedSubmissions"),
        ("getRunningThreadCount" | "getActiveThreadCount" | "getStealCount" | "toString" | "setParallelism", _) => {
            Some(EntryHook::NoteReceiver("notModelled"))
        }
        ("tryTerminate", "(ZZ)Z") => replace("terminate"),
        ("tryTerminate", "(ZZ)J") => replace("terminated"),
        ("awaitTermination", _) => Some(EntryHook::Replace { hook: "awaitTermination", applies: "canEnd" }),
        ("close", _) => guard("close"),
        ("isQuiescent", _) => replace("isQuiescent"),
        ("helpQuiescePool", _) => replace("helpQuiescePool"),
        ("externalHelpQuiescePool", _) => replace("externalHelpQuiescePool"),
        ("lockRunState", _) => replace("lockRunState"),
        ("unlockRunState", _) => guard("unlockRunState"),
        _ => None,
    }
}
