//! Which classes are loaded without the hooks that they should have.
//!
//! A method that has only the hook that it is executed tells so itself ([`mcr_rewriter::policy::Policy::unseen`]). Whatever has not even that
//! counts as executed when its class is loaded: in each execution, as each loads the application's classes anew where there is such a class; and in all
//! executions from then on if the JVM has it for good.

use crate::policy::is_jdk_name;
use mcr_rewriter::ClassInfo;
use rustc_hash::FxHashSet;

/// Something that is not covered: what, and the number of its place.
pub type Unseen = (String, u32);

/// What the report has to say of the classes that were loaded.
#[derive(Default)]
pub struct Coverage {
    /// Loaded since the last trace.
    loaded: Vec<Unseen>,
    /// Loaded for good.
    permanent: Vec<Unseen>,
    /// Classes that the user has left out, and those of them that the checker does not know.
    excluded: FxHashSet<String>,
    new_excluded: Vec<String>,
}

impl Coverage {
    /// A class was loaded. `permanently`: by a loader that all executions share.
    pub fn loaded(&mut self, unseen: &[Unseen], permanently: bool) {
        let list = if permanently { &mut self.permanent } else { &mut self.loaded };
        list.extend_from_slice(unseen);
    }

    /// A class was loaded that the user has left out, with this name.
    pub fn exclude(&mut self, name: String) {
        if self.excluded.insert(name.clone()) {
            self.new_excluded.push(name);
        }
    }

    /// What this execution has loaded.
    pub fn take_loaded(&mut self) -> Vec<Unseen> {
        let mut loaded = std::mem::take(&mut self.loaded);
        loaded.extend_from_slice(&self.permanent);
        loaded
    }

    /// Classes that the user has left out and that were not loaded before the last call.
    pub fn take_excluded(&mut self) -> Vec<String> {
        std::mem::take(&mut self.new_excluded)
    }
}

/// Whether a class of the application (internal name) that has a name as those of the JDK has static fields which threads may share. It is not
/// rewritten: operations on its objects are visible, its static fields are not.
pub fn hides_statics(name: &str, info: &ClassInfo) -> bool {
    const STATIC: u16 = 0x0008;
    const FINAL: u16 = 0x0010;
    let named = is_jdk_name(name) && (name.starts_with("javax/") || name.starts_with("com/sun/"));
    let is_constant = |descriptor: &str| descriptor.len() == 1 || descriptor == "Ljava/lang/String;";
    let shares =
        |access: u16, descriptor: &str| access & STATIC != 0 && (access & FINAL == 0 || !is_constant(descriptor));
    let proxy = info.super_name.as_deref() == Some(PROXY);
    named && !proxy && info.fields.iter().any(|field| shares(field.access, &field.descriptor))
}

/// The superclass of the classes that `java.lang.reflect.Proxy` makes.
pub const PROXY: &str = "java/lang/reflect/Proxy";
