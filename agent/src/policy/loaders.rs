//! What class loaders have defined: hooks where a class or a package is defined, and where one is asked for
//! (`LoaderTables.java`).
//!
//! Invariant: none of these methods is synchronized, as in `defaults.rs`.

use mcr_rewriter::policy::EntryHook;

/// The class that holds the hooks.
pub const HOOKS: &str = "dev/mcr/LoaderHooks";

const LOADER: &str = "java/lang/ClassLoader";
/// Defines classes for `Lookup.defineClass`.
const DEFINER: &str = "java/lang/invoke/MethodHandles$Lookup$ClassDefiner";

/// Whether methods of this class are hooked here.
pub fn is_hooked(class: &str) -> bool {
    matches!(class, LOADER | DEFINER)
}

/// The hook at the start of a method of this class.
pub fn entry(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    let note = |hook| Some(EntryHook::Note(hook));
    let told = |hook| Some(EntryHook::NoteReceiver(hook));
    match (class, method, descriptor) {
        (LOADER, "clearAssertionStatus", _) => Some(EntryHook::Tell("assertionsSet")),
        (LOADER, _, _) if method.starts_with("set") && method.ends_with("AssertionStatus") => {
            Some(EntryHook::Tell("assertionsSet"))
        }
        (
            LOADER,
            "defineClass",
            "(Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;"
            | "(Ljava/lang/String;Ljava/nio/ByteBuffer;Ljava/security/ProtectionDomain;)Ljava/lang/Class;",
        )
        | (DEFINER, "defineClass", "(ZLjava/lang/Object;)Ljava/lang/Class;") => note("defines"),
        (LOADER, "definePackage", _) if descriptor.ends_with("Ljava/net/URL;)Ljava/lang/Package;") => {
            note("definesPackage")
        }
        (LOADER, "findLoadedClass", _) => note("findsClass"),
        (LOADER, "getDefinedPackage", _) => note("findsPackage"),
        (LOADER, "getDefinedPackages", _) => told("findsPackages"),
        (LOADER, "getPackages", _) => told("findsAllPackages"),
        _ => None,
    }
}
