//! What reflection tells of classes: members that the rewriter has added are left out, and flags that it has taken away are told
//! (`MemberHooks.java`).
//!
//! `Class` gets members from the JVM in one place each, and has them filtered there: that filter is replaced.

use super::initialise::CLASS;
use mcr_rewriter::policy::{Call, CallAction};

/// The class that holds the hooks.
pub const HOOKS: &str = "dev/mcr/MemberHooks";

/// Whether calls in this class are replaced here.
pub fn is_hooked(class: &str) -> bool {
    class == CLASS
}

/// What happens to a call in a method of this class.
pub fn call(call: &Call<'_>) -> CallAction {
    match (call.owner, call.name) {
        ("jdk/internal/reflect/Reflection", "filterMethods") => CallAction::Replace("filterMethods"),
        ("jdk/internal/reflect/Reflection", "filterFields") => CallAction::Replace("filterFields"),
        _ => CallAction::Keep,
    }
}
