//! Methods of the JDK that begin static initialisers of the program: reflection, method handles, `Unsafe`, enum constants,
//! deserialization.
//!
//! Each is hooked where it is about to need the class, so that the thread has competed for it (`ClassInit.java`) before the JVM takes
//! its own lock, and whether a class is initialised is never read from what the JDK has cached.

use super::classes::UNSEEN;
use mcr_rewriter::policy::{Call, CallAction, EntryHook};

/// The class that holds the hooks.
pub const HOOKS: &str = "dev/mcr/ClassInitHooks";

/// The class of classes; what it calls are other hooks (members.rs).
pub const CLASS: &str = "java/lang/Class";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const SUN_UNSAFE: &str = "sun/misc/Unsafe";
const DIRECT_HANDLE: &str = "java/lang/invoke/DirectMethodHandle";
const STREAM_CLASS: &str = "java/io/ObjectStreamClass";

/// Whether methods of this class are hooked here.
pub fn is_hooked(class: &str) -> bool {
    matches!(class, CLASS | METHOD | CONSTRUCTOR | UNSAFE | SUN_UNSAFE | DIRECT_HANDLE | STREAM_CLASS)
}

/// What happens to a call in a method of one of these classes.
pub fn call(class: &str, call: &Call<'_>) -> CallAction {
    match (class, call.owner, call.name) {
        (METHOD, "jdk/internal/reflect/MethodAccessor", "invoke")
        | (CONSTRUCTOR, "jdk/internal/reflect/ConstructorAccessor", "newInstance") => CallAction::Tell("invokes"),
        _ => CallAction::Keep,
    }
}

/// The hook at the start of a method of one of these classes.
pub fn entry(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    let plain = |hook| Some(EntryHook::Note(hook));
    let told = |hook| Some(EntryHook::NoteReceiver(hook));
    match (class, method, descriptor) {
        // The second of each pair is what reflection calls since JDK 18.
        (CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;")
        | (CLASS, "forName", "(Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Class;")
        | (CLASS, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;")
        | (CLASS, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;") => {
            plain("forName")
        }
        (CLASS, "getEnumConstantsShared" | "enumConstantDirectory", _) => told("constants"),
        (CLASS, "copyConstructors", _) => plain("constructorsTold"),
        (CLASS, "desiredAssertionStatus", "()Z") => told("assertionsAsked"),
        (METHOD, "invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;") => {
            Some(EntryHook::Replace { hook: "invoke", applies: "isSubstituted" })
        }
        (CONSTRUCTOR, "newInstance", _) => told("constructs"),
        (UNSAFE, "ensureClassInitialized", _) => plain("needs"),
        (UNSAFE, "shouldBeInitialized", "(Ljava/lang/Class;)Z") => {
            Some(EntryHook::Replace { hook: "shouldBeInitialized", applies: "answers" })
        }
        (SUN_UNSAFE, "allocateInstance", _) => plain("needs"),
        (DIRECT_HANDLE, "checkInitialized", "(Ljava/lang/invoke/MemberName;)Z") => {
            Some(EntryHook::Replace { hook: "checkInitialized", applies: "controls" })
        }
        (DIRECT_HANDLE, "allocateInstance", _) => plain("allocates"),
        (STREAM_CLASS, "newInstance", "()Ljava/lang/Object;") => told("deserializes"),
        (STREAM_CLASS, "lookup", "(Ljava/lang/Class;Z)Ljava/io/ObjectStreamClass;") => plain("describes"),
        _ => None,
    }
}

/// The constants of an enum are asked for once, and cached for all threads: who asks first must not do more than the others.
pub fn surround(class: &str, method: &str) -> Option<(&'static str, &'static str)> {
    (class == CLASS && matches!(method, "getEnumConstantsShared" | "enumConstantDirectory")).then_some(UNSEEN)
}
