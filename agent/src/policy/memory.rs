//! Classes of the JDK that ask the system for memory on behalf of the program: direct buffers and native segments
//! (`DirectMemory.java`).

use mcr_rewriter::policy::{Call, CallAction};

/// The class that holds the hooks.
pub const HOOKS: &str = "dev/mcr/MemoryHooks";

/// Whether calls in methods of this class are replaced here.
pub fn is_hooked(class: &str) -> bool {
    matches!(
        class,
        "java/nio/DirectByteBuffer"
            | "java/nio/DirectByteBuffer$Deallocator"
            | "jdk/internal/foreign/SegmentFactories"
            | "jdk/internal/foreign/SegmentFactories$1"
    )
}

/// What happens to a call in a method of one of these classes.
pub fn call(call: &Call<'_>) -> CallAction {
    match (call.owner, call.name) {
        ("jdk/internal/misc/Unsafe", "allocateMemory") => CallAction::Replace("allocate"),
        ("jdk/internal/misc/Unsafe", "freeMemory") => CallAction::Replace("free"),
        _ => CallAction::Keep,
    }
}
