//! Hooks in the classes that the rewriter makes for lambdas.
//!
//! Such an object may get to a thread that has not used the class of the lambda before, and that has to wait for its initialiser
//! then. Nothing else in these classes is an event.

use crate::policy::is_application;
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};

/// Classes made for lambdas: what they call may have to be initialised.
pub struct Generated {
    /// Constructors tell that they have written final fields.
    pub barriers: bool,
}

impl Policy for Generated {
    fn hooks(&self) -> &str {
        "dev/mcr/Hooks"
    }

    fn reports_field(&self, _owner: &str, _name: &str, _is_static: bool) -> bool {
        false
    }

    fn reports_arrays(&self) -> bool {
        false
    }

    fn constructed(&self) -> Option<&str> {
        self.barriers.then_some("constructed")
    }

    fn monitors(&self) -> Monitors {
        Monitors::Keep
    }

    fn call(&self, _call: &Call<'_>) -> CallAction {
        CallAction::Keep
    }

    fn entry(&self, _method: &str, _descriptor: &str) -> Option<EntryHook> {
        None
    }

    fn loop_hooks(&self) -> Option<&str> {
        None
    }

    fn reports_initialisation(&self, owner: &str) -> bool {
        is_application(owner)
    }

    fn reports_control(&self) -> bool {
        false
    }
}
