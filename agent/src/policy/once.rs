//! Classes of the JDK that are left as they are, but for their static initialisers, and what time it is.

use super::calls::replaced_time;
use super::classes::{UNSEEN, asks_for_time, holds_pair};
use super::{defaults, registries};
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};

/// Hides what static initialisers do. They run once in a JVM, in whatever execution, and may use code that is rewritten: an execution that
/// ended in there would leave a class behind that can never be used again.
///
/// And single methods of such classes tell that they read a default of the JDK: see [`defaults`]; or get the time of the execution.
pub struct Once<'a> {
    pub class: &'a str,
    /// Its static fields are put back before each execution: see [`registries`].
    pub registry: bool,
}

/// Classes, and which of their methods do more when they are first called in a JVM: the JVM calls them when code is linked, or they keep what they have made.
const HIDDEN: &[(&str, &[&str])] = &[
    ("java/lang/invoke/MethodType", &["makeImpl"]),
    ("java/lang/invoke/VarForm", &["getMemberName", "getMemberNameOrNull", "resolveMemberName"]),
    ("java/lang/invoke/VarHandle", &["getMethodHandle", "getMethodHandleUncached"]),
    ("jdk/internal/loader/BuiltinClassLoader", &["findMiscResource"]),
    // Classes, methods and fields keep their annotations, and loaders the classes of these.
    (
        "sun/reflect/annotation/AnnotationParser",
        &["parseAnnotations", "parseSelectAnnotations", "parseParameterAnnotations"],
    ),
    ("sun/reflect/annotation/AnnotationType", &["getInstance"]),
    // What is called by reflection for the first time; and, in JDK 17, for the sixteenth.
    ("jdk/internal/reflect/ReflectionFactory", &["newMethodAccessor", "newConstructorAccessor", "newFieldAccessor"]),
    ("jdk/internal/reflect/MethodAccessorGenerator", &["generate"]),
    // A table under identity hash codes of strings.
    ("java/lang/PublicMethods", &["merge", "toArray"]),
    ("java/lang/ModuleLayer", &["getServicesCatalog"]),
    // Other agents are asked once for each class.
    ("sun/instrument/InstrumentationImpl", &["transform"]),
];

/// Whether a class has such methods.
pub fn hides_methods(class: &str) -> bool {
    HIDDEN.iter().any(|(hiding, _)| *hiding == class)
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

    fn replacements(&self) -> &str {
        "dev/mcr/JdkHooks"
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        let hook = if asks_for_time(self.class) { replaced_time(call) } else { None };
        hook.map_or(CallAction::Keep, CallAction::Replace)
    }

    fn entry_hooks(&self) -> &str {
        defaults::HOOKS
    }

    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        defaults::entry(self.class, method, descriptor)
    }

    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        let hidden = HIDDEN.iter().any(|(class, methods)| *class == self.class && methods.contains(&method));
        if hidden || defaults::happens_once(self.class, method) {
            return Some(UNSEEN);
        }
        (method == "<clinit>").then_some(if self.registry { registries::INITIALISER } else { UNSEEN })
    }

    fn surround_hooks(&self, enter: &str) -> &str {
        holds_pair(enter, self.hooks())
    }

    fn reports_initialisation(&self, _owner: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Methods;

    /// Objects that the program makes are named by how many were made before them, or by what the thread has done.
    #[test]
    fn what_the_jdk_keeps_when_it_is_first_asked_is_made_unseen() {
        for (class, method) in [
            ("sun/reflect/annotation/AnnotationParser", "parseAnnotations"),
            ("sun/reflect/annotation/AnnotationType", "getInstance"),
            ("jdk/internal/reflect/ReflectionFactory", "newMethodAccessor"),
            ("java/nio/file/FileTreeWalker", "<clinit>"),
        ] {
            assert_eq!(Once { class, registry: false }.surround(method), Some(UNSEEN), "{class}.{method}");
        }
        // It makes an `AtomicLong`, as static initialisers of classes without other hooks do.
        let hooked = Methods::of("java/lang/reflect/Proxy$ProxyBuilder");
        assert_eq!(hooked.surround("<clinit>"), Some(UNSEEN));
        assert_eq!(hooked.surround_hooks(UNSEEN.0), "dev/mcr/JdkHooks");
        assert_eq!(hooked.surround("defineProxyClass"), None);
        // A value that is asked for is made anew each time.
        let parser = Once { class: "sun/reflect/annotation/AnnotationParser", registry: false };
        assert_eq!(parser.surround("parseMemberValue"), None);
    }
}
