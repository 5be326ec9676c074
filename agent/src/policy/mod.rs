//! Which code gets which hooks (docs/architecture.md, "What is rewritten").
//!
//! Application code reports every access. Code of the JDK reports accesses to objects that have been named (the hooks
//! decide); single methods of the JDK are hooked by name, and for some a model does the work.

mod application;
mod callbacks;
mod calls;
mod classes;
mod defaults;
mod exceptions;
mod files;
mod fork_join;
mod inherited;
mod initialise;
mod jdk;
mod library;
mod loaders;
mod locks;
mod members;
mod memory;
mod methods;
mod network;
mod noise;
mod once;
mod proxies;
mod registries;
pub mod statics;
mod unrepeatable;
mod watch;

pub use application::{Application, substitute};
pub use calls::{INVOKESTATIC, INVOKEVIRTUAL, may_hand_on};
pub use classes::{is_application, is_hooked_jdk, is_rewritten_jdk, is_runtime_name};
pub use defaults::are_asked_by as defaults_are_asked_by;
pub use exceptions::is_changing_exception;
pub use jdk::{is_jdk_name, is_library_of_jdk};
pub use library::{Library, takes_flags};
pub use methods::Methods;
pub use noise::Noise;
pub use once::{Once, hides_methods};
pub use registries::is_registry;
pub use unrepeatable::is_unrepeatable;

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_rewriter::policy::{Call, CallAction, Policy, Work};

    fn call<'a>(opcode: u8, owner: &'a str, name: &'a str, descriptor: &'a str) -> Call<'a> {
        Call { opcode, owner, name, descriptor }
    }

    #[test]
    fn collections_are_rewritten_and_what_the_jvm_shares_is_not() {
        for name in [
            "java/util/HashMap$Node",
            "java/util/ArrayList",
            "java/util/stream/ReferencePipeline",
            "java/lang/StringBuilder",
            "java/util/concurrent/ConcurrentHashMap$Node",
            "java/util/concurrent/locks/AbstractQueuedSynchronizer",
        ] {
            assert!(is_rewritten_jdk(name), "{name}");
        }
        for name in [
            "java/util/concurrent/locks/LockSupport",
            "java/util/concurrent/ThreadLocalRandom",
            "java/util/Locale$Cache",
            "java/util/LocaleISOData",
            "java/lang/String",
        ] {
            assert!(!is_rewritten_jdk(name), "{name}");
        }
    }

    #[test]
    fn objects_of_classes_that_are_not_rewritten_are_told_of_by_those_who_make_them() {
        let policy = Library::of("java/util/concurrent/ConcurrentHashMap", false, false);
        // Of the JDK's own, the program tells again: where it has made them only it knows.
        for (name, tells_program, tells_jdk) in [
            ("app/Buffer", true, true),
            ("java/util/HashMap$Node", false, true),
            ("java/lang/String", true, true),
            ("java/lang/Object", false, false),
            ("java/lang/IllegalStateException", false, false),
        ] {
            assert_eq!(Application::default().tells_of_objects(name), tells_program, "{name}");
            assert_eq!(policy.tells_of_objects(name), tells_jdk, "{name}");
        }
    }

    #[test]
    fn an_exchanger_looks_once_where_it_would_a_thousand_times() {
        let policy = |class| Library::of(class, false, false);
        let exchanger = policy("java/util/concurrent/Exchanger");
        for method in ["slotExchange", "xchg"] {
            assert_eq!(exchanger.number(method, 1024), Some(0), "{method}");
            assert_eq!(exchanger.number(method, 256), None, "{method}");
        }
        assert_eq!(exchanger.number("exchange", 1024), None);
        assert_eq!(policy("java/util/concurrent/Phaser").number("xchg", 1024), None);
    }

    #[test]
    fn a_call_that_only_reads_one_field_is_no_scope() {
        let policy = Application::default();
        assert!(!policy.is_scope(&Work { reads: 1, ..Work::default() }));
        assert!(policy.is_scope(&Work { reads: 2, ..Work::default() }));
        assert!(policy.is_scope(&Work { calls: true, ..Work::default() }));
        assert!(policy.is_scope(&Work { writes: true, ..Work::default() }));
    }

    #[test]
    fn waiting_is_replaced_whatever_class_the_instruction_names() {
        let policy = Application::default();
        assert_eq!(policy.call(&call(182, "app/Buffer", "wait", "()V")), CallAction::Replace("objectWait"));
        assert_eq!(policy.call(&call(184, "app/Buffer", "wait", "()V")), CallAction::Keep);
    }

    #[test]
    fn calls_between_application_classes_are_left_alone() {
        assert_eq!(Application::default().call(&call(182, "app/Buffer", "put", "(I)V")), CallAction::Keep);
        assert_eq!(
            Application::default().call(&call(185, "java/util/Map", "get", "(Ljava/lang/Object;)V")),
            CallAction::Report
        );
    }

    #[test]
    fn methods_of_strings_and_numbers_get_texts_that_may_change_from_hooks() {
        let hook =
            |owner, name, descriptor| match Application::default().call(&call(INVOKESTATIC, owner, name, descriptor)) {
                CallAction::Replace(hook) => Some(hook),
                _ => None,
            };
        let of_numbers = "(Ljava/lang/CharSequence;III)I";
        assert_eq!(hook("java/lang/Integer", "parseInt", of_numbers), Some("parseInt"));
        assert_eq!(hook("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"), None);
        let of_several = "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;";
        assert_eq!(hook("java/lang/String", "join", of_several), Some("join"));
        let of_array = "(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;";
        assert_eq!(hook("java/lang/String", "join", of_array), None);
    }
}
