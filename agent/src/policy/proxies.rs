//! Numbers in the names of proxy classes and of their packages: the JDK counts over all executions (`ProxyHooks.java`).

use mcr_rewriter::policy::{Call, CallAction, EntryHook};

/// The class that holds the hooks.
pub const HOOKS: &str = "dev/mcr/ProxyHooks";

/// Whether methods of this class are hooked here.
pub fn is_hooked(class: &str) -> bool {
    class == "java/lang/reflect/Proxy$ProxyBuilder"
}

/// What happens to a call in a method of this class.
pub fn call(call: &Call<'_>) -> CallAction {
    match (call.owner, call.name) {
        ("java/util/concurrent/atomic/AtomicLong", "getAndIncrement") => CallAction::Replace("classNumber"),
        ("java/util/concurrent/atomic/AtomicInteger", "incrementAndGet") => CallAction::Replace("packageNumber"),
        _ => CallAction::Keep,
    }
}

/// The hook at the start of a method of this class.
pub fn entry(method: &str) -> Option<EntryHook> {
    match method {
        "defineProxyClass" => Some(EntryHook::Note("defines")),
        "getDynamicModule" => Some(EntryHook::Note("definesFor")),
        _ => None,
    }
}
