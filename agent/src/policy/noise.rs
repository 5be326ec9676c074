//! Delays before whatever other threads could see, and nothing else.

use super::is_jdk_name;
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};

/// Hooks that delay: in classes of the application and in those of `java.util.concurrent`.
pub struct Noise {
    /// It is a class of the application.
    application: bool,
}

impl Noise {
    /// The policy for a class, if it gets delays. `boot`: the boot loader loads it.
    pub fn of(name: &str, boot: bool) -> Option<Noise> {
        let gets_delays = if boot { name.starts_with("java/util/concurrent/") } else { !is_jdk_name(name) };
        gets_delays.then_some(Noise { application: !boot })
    }
}

impl Policy for Noise {
    fn hooks(&self) -> &str {
        "dev/mcr/Noise"
    }

    fn reports_field(&self, _owner: &str, _name: &str, _is_static: bool) -> bool {
        true
    }

    fn reports_arrays(&self) -> bool {
        true
    }

    fn monitors(&self) -> Monitors {
        Monitors::Report
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        let accesses = matches!(
            call.owner,
            "jdk/internal/misc/Unsafe" | "java/lang/invoke/VarHandle" | "java/util/concurrent/locks/LockSupport"
        );
        // What the JDK does before it is called in this way is as if the caller had done nothing yet.
        let delays = accesses || self.application && call.name != "<init>" && is_jdk_name(call.owner);
        if delays { CallAction::Note } else { CallAction::Keep }
    }

    fn entry(&self, _method: &str, _descriptor: &str) -> Option<EntryHook> {
        None
    }

    fn reports_initialisation(&self, _owner: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }
}
