//! What reflection tells of classes: members that the rewriter has added are left out, and flags that it has taken away are told
//! (`MemberHooks.java`).
//!
//! `Class` gets members from the JVM in one place each, and has them filtered there: that filter is replaced. Method handles and variables ask
//! the JVM themselves, and look at the flags in one place.

use super::initialise::CLASS;
use mcr_rewriter::policy::{Call, CallAction, EntryHook};

/// The class that holds the hooks.
pub const HOOKS: &str = "dev/mcr/MemberHooks";

/// What method handles and variables know of a member.
const MEMBER_NAME: &str = "java/lang/invoke/MemberName";

/// Whether calls in this class are replaced here.
pub fn is_hooked(class: &str) -> bool {
    matches!(class, CLASS | MEMBER_NAME)
}

/// The hook at the start of a method of one of these classes.
pub fn entry(class: &str, method: &str) -> Option<EntryHook> {
    (class == MEMBER_NAME && matches!(method, "isFinal" | "getModifiers"))
        .then_some(EntryHook::NoteReceiver("finalAsked"))
}

/// What happens to a call in a method of this class.
pub fn call(call: &Call<'_>) -> CallAction {
    match (call.owner, call.name) {
        ("jdk/internal/reflect/Reflection", "filterMethods") => CallAction::Replace("filterMethods"),
        ("jdk/internal/reflect/Reflection", "filterFields") => CallAction::Replace("filterFields"),
        _ => CallAction::Keep,
    }
}
