//! Classes of the JDK that are left as they are, but for their static initialisers.

use super::classes::UNSEEN;
use super::{defaults, registries};
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};

/// Hides what static initialisers do. They run once in a JVM, in whatever execution, and may use code that is rewritten: an execution that
/// ended in there would leave a class behind that can never be used again.
///
/// And single methods of such classes tell that they read a default of the JDK: see [`defaults`].
pub struct Once<'a> {
    pub class: &'a str,
    /// Its static fields are put back before each execution: see [`registries`].
    pub registry: bool,
}

impl Policy for Once<'_> {
    fn hooks(&self) -> &str {
        if self.registry { registries::HOOKS } else { "dev/mcr/JdkHooks" }
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

    fn call(&self, _call: &Call<'_>) -> CallAction {
        CallAction::Keep
    }

    fn entry_hooks(&self) -> &str {
        defaults::HOOKS
    }

    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        defaults::entry(self.class, method, descriptor)
    }

    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        if defaults::happens_once(self.class, method) {
            return Some(UNSEEN);
        }
        (method == "<clinit>").then_some(if self.registry { registries::INITIALISER } else { UNSEEN })
    }

    fn reports_initialisation(&self, _owner: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }
}
