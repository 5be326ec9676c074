//! Classes of the application.

use super::callbacks::{is_lambda, may_be_called_back, may_be_called_by_native_code};
use super::calls::{
    INVOKEINTERFACE, INVOKESTATIC, is_nothing, of_exception, replaced, replaced_access, replaced_of_texts,
    replaced_of_values, replaced_thread, replaced_time, replaced_wait,
};
use super::classes::{
    SCOPE_HOOKS, asks_for_static, is_application, is_rewritten_jdk, is_shared_static, tells_of_objects,
};
use super::inherited::{may_be_inherited, may_be_synchronized};
use super::jdk::is_jdk_name;
use super::{network, statics, watch};
use mcr_rewriter::ClassInfo;
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Outlining, Policy};

/// Classes of the application.
#[derive(Default)]
pub struct Application {
    /// Constructors tell that they have written final fields.
    pub barriers: bool,
    /// The class file says what the class is called; it does not for a hidden class.
    pub knows_its_name: bool,
    /// The class stays from one execution to the next.
    pub stays: bool,
    /// The class itself, if it is a subclass of `Thread`.
    pub thread: Option<ClassInfo>,
    /// It tells what it calls.
    pub tells_calls: bool,
    /// It is of a library that comes with the JDK, and may use what the JDK keeps for itself.
    pub of_jdk: bool,
}

impl Application {
    /// Calls on these tell nothing by themselves: values, exceptions, and interfaces that mostly lambdas implement.
    fn is_harmless(owner: &str) -> bool {
        matches!(
            owner,
            "java/lang/Object"
                | "java/lang/Integer"
                | "java/lang/Long"
                | "java/lang/Short"
                | "java/lang/Byte"
                | "java/lang/Character"
                | "java/lang/Boolean"
                | "java/lang/Float"
                | "java/lang/Double"
                | "java/lang/Number"
                | "java/lang/Math"
                | "java/lang/StrictMath"
                | "java/lang/Class"
                | "java/lang/Enum"
                | "java/lang/Record"
                | "java/lang/Throwable"
                | "java/lang/Runnable"
                | "java/lang/Comparable"
                | "java/util/Comparator"
                | "java/util/concurrent/Callable"
                | "java/lang/StringBuilder"
        ) || owner.ends_with("Exception")
            || owner.ends_with("Error")
            || owner.starts_with("java/util/function/")
    }
}

impl Application {
    /// Whether a call that tells nothing changes what only the caller has, or what nobody sees.
    fn changes_silently(call: &Call<'_>) -> bool {
        let builds = call.owner == "java/lang/StringBuilder"
            && ["append", "insert", "delete", "replace", "reverse", "set"]
                .iter()
                .any(|start| call.name.starts_with(start));
        builds || ["java/lang/Math", "java/lang/StrictMath"].contains(&call.owner) && call.name == "random"
    }

    /// What a call means: a subclass of `Thread` calls the static methods that it inherits by its own name.
    fn meant<'a>(&self, call: &Call<'a>) -> Call<'a> {
        let inherits = |thread: &ClassInfo| {
            let declares = thread.methods.iter().any(|m| (&*m.name, &*m.descriptor) == (call.name, call.descriptor));
            thread.name == call.owner && !declares
        };
        let of_thread = call.opcode == INVOKESTATIC && self.thread.as_ref().is_some_and(inherits);
        if of_thread { Call { owner: "java/lang/Thread", ..*call } } else { *call }
    }

    /// A static method or constructor of the JDK that is not reported. It may change something all the same, unless it is
    /// known better.
    fn unreported(call: &Call<'_>) -> CallAction {
        let only_asks = matches!(
            (call.owner, call.name),
            ("java/lang/Runtime", "getRuntime")
                | ("java/lang/Thread", "interrupted")
                | ("java/lang/System", "lineSeparator" | "gc")
                | ("java/util/Objects" | "java/util/Optional" | "java/time/Duration", _)
        );
        let references = call.descriptor.split(')').next().is_some_and(|parameters| parameters.contains(['L', '[']));
        if only_asks || is_rewritten_jdk(call.owner) && !references { CallAction::Keep } else { CallAction::Note }
    }
}

/// The hook that stands for a call of this method from the program, however it is called: also by reflection or
/// through a method handle.
/// (What looks at its caller is seen elsewhere.)
pub fn substitute(call: &Call<'_>) -> Option<&'static str> {
    match Application::default().call(call) {
        CallAction::Replace("forName") => None,
        CallAction::Replace(hook) => Some(hook),
        _ => None,
    }
}

/// The class of what is called in the place of other methods.
const REPLACEMENTS: &str = "dev/mcr/CallHooks";

impl Policy for Application {
    fn hooks(&self) -> &str {
        "dev/mcr/Hooks"
    }

    fn replacements(&self) -> &str {
        REPLACEMENTS
    }

    fn loop_hooks(&self) -> Option<&str> {
        Some("dev/mcr/LoopHooks")
    }

    fn local_states(&self) -> Option<&str> {
        Some(SCOPE_HOOKS)
    }

    fn tells_of_objects(&self, class: &str) -> bool {
        // Where the JDK has made an object does not say where the program did.
        tells_of_objects(class) && !is_rewritten_jdk(class)
    }

    fn reports_field(&self, owner: &str, name: &str, is_static: bool) -> bool {
        // What `assert` asks for is set once, by the static initialiser.
        (!is_static || !is_jdk_name(owner) || is_shared_static(owner, name)) && name != "$assertionsDisabled"
    }

    fn reports_arrays(&self) -> bool {
        true
    }

    fn outlining(&self) -> Outlining {
        if self.knows_its_name { Outlining::WhereTooLong } else { Outlining::Never }
    }

    fn unseen(&self) -> Option<&str> {
        Some("unseen")
    }

    fn constructed(&self) -> Option<&str> {
        self.barriers.then_some("constructed")
    }

    fn monitors(&self) -> Monitors {
        Monitors::Replace
    }

    fn call(&self, call: &Call<'_>) -> CallAction {
        let call = &self.meant(call);
        if is_nothing(call.owner, call.name) {
            return CallAction::Keep;
        }
        // The rewriter's first stage has put these there.
        match (call.owner, call.name) {
            (REPLACEMENTS, "concat") => return CallAction::Replace("concat"),
            (REPLACEMENTS, "recordText") => return CallAction::Replace("recordText"),
            _ => {}
        }
        if let Some(hook) = replaced_of_values(call).or_else(|| replaced_of_texts(call)) {
            return CallAction::Replace(hook);
        }
        if (call.owner, call.name) == ("java/lang/Class", "forName")
            && call.descriptor.starts_with("(Ljava/lang/String;")
        {
            return CallAction::Replace("forName");
        }
        if let Some(action) = watch::makes(call) {
            return action;
        }
        match (call.owner, call.name) {
            (owner, name @ ("getHostName" | "getCanonicalHostName")) if network::is_address(owner) => {
                return CallAction::Replace(if name == "getHostName" { "hostName" } else { "canonicalHostName" });
            }
            ("java/lang/Runtime", "freeMemory") => return CallAction::Replace("freeMemory"),
            ("java/lang/Runtime", "totalMemory") => return CallAction::Replace("totalMemory"),
            ("java/lang/Runtime", "maxMemory") => return CallAction::Replace("maxMemory"),
            ("sun/misc/Unsafe" | "jdk/internal/misc/Unsafe", "allocateMemory") => {
                return CallAction::Replace("allocateMemory");
            }
            ("sun/misc/Unsafe" | "jdk/internal/misc/Unsafe", "reallocateMemory") => {
                return CallAction::Replace("reallocateMemory");
            }
            ("sun/misc/Unsafe" | "jdk/internal/misc/Unsafe", "freeMemory") => {
                return CallAction::Replace("releaseMemory");
            }
            ("java/nio/ByteBuffer", "allocateDirect") => return CallAction::Replace("allocateDirect"),
            // A thread of the JVM would do what the JDK's own cleaner is to do, in the middle of another execution.
            ("java/lang/ref/Cleaner", "register") if self.of_jdk => {
                return CallAction::ReplaceIn(network::HOOKS, "registerCloser");
            }
            ("java/io/RandomAccessFile", "length") => return CallAction::Replace("fileLength"),
            ("java/io/RandomAccessFile", "setLength") => return CallAction::Replace("setFileLength"),
            _ => {}
        }
        let hook = replaced(call).or_else(|| replaced_wait(call)).or_else(|| replaced_time(call));
        if let Some(hook) = hook.or_else(|| replaced_thread(call)).or_else(|| replaced_access(call)) {
            return CallAction::Replace(hook);
        }
        if statics::is_current_thread(call) {
            // A subclass of `Thread` may be named, or a class that has its own method of that name.
            let by_name = call.owner == "java/lang/Thread";
            return if by_name { CallAction::Replace("currentThread") } else { CallAction::Report };
        }
        if statics::used(call.owner, call.name, call.descriptor).is_some() {
            return CallAction::Report;
        }
        if call.owner.starts_with('[') {
            return CallAction::Keep;
        }
        if of_exception(call) {
            return CallAction::Report;
        }
        if (call.name, call.descriptor) == ("clone", "()Ljava/lang/Object;") {
            return CallAction::Report;
        }
        if !is_jdk_name(call.owner) {
            let of_thread = matches!(
                (call.name, call.descriptor),
                ("start" | "join" | "interrupt", "()V") | ("join", "(J)V" | "(JI)V") | ("isInterrupted", "()Z")
            );
            let report = call.opcode != INVOKESTATIC
                && (of_thread
                    || call.name != "<init>"
                        && (may_be_inherited(call.name, call.descriptor)
                            || may_be_synchronized(call.name, call.descriptor)));
            return if report { CallAction::Report } else { CallAction::Keep };
        }
        let parameters = call.descriptor.split(')').next().unwrap_or("");
        if (call.owner, parameters) == ("java/lang/AssertionError", "(Ljava/lang/Object;") {
            // It makes a text of what it is given.
            return CallAction::Report;
        }
        let takes_array = parameters.contains('[');
        let by_arguments = if takes_array { CallAction::Report } else { CallAction::Keep };
        if call.owner == "java/lang/String"
            || Self::is_harmless(call.owner)
            || is_rewritten_jdk(call.owner) && call.name == "<init>"
        {
            return if by_arguments == CallAction::Report {
                by_arguments
            } else if Self::changes_silently(call) {
                CallAction::Note
            } else if call.opcode == INVOKEINTERFACE {
                CallAction::ReportOpaque
            } else {
                CallAction::Keep
            };
        }
        if asks_for_static(call.owner, call.name) || call.owner == "java/util/concurrent/locks/LockSupport" {
            return CallAction::Report;
        }
        if call.name == "<init>" || call.opcode == INVOKESTATIC {
            // What such code is given it may give to other threads.
            let takes_reference = parameters.contains('L') || takes_array;
            let exits = call.owner == "java/lang/System" && call.name == "exit";
            let report = exits || takes_reference && !is_rewritten_jdk(call.owner);
            return if report { CallAction::Report } else { Self::unreported(call) };
        }
        CallAction::Report
    }

    fn tells_calls(&self) -> Option<&str> {
        self.tells_calls.then_some("dev/mcr/CallLog")
    }

    fn tells(&self, call: &Call<'_>) -> bool {
        // Nothing happens to threads in these, and what they return is no news to who reads the line.
        let is_value =
            call.owner == "java/lang/String" || Self::is_harmless(call.owner) && call.owner.starts_with("java/lang/");
        let is_inserted = call.owner == REPLACEMENTS || call.owner.contains(mcr_rewriter::GENERATED);
        !(is_inserted || is_value && !matches!(call.name, "run" | "compareTo"))
    }

    fn constant(&self) -> Option<&str> {
        Some("constant")
    }

    fn entry(&self, _method: &str, _descriptor: &str) -> Option<EntryHook> {
        None
    }

    fn called_back(&self, method: &str, descriptor: &str, is_static: bool) -> Option<(&'static str, &'static str)> {
        let may_be = is_lambda(method)
            || !is_static && may_be_called_back(method, descriptor)
            || may_be_called_by_native_code(descriptor);
        may_be.then_some(("callbackBegins", "callbackEnds"))
    }

    fn reports_initialisation(&self, owner: &str) -> bool {
        // The class of a lambda initialises what it implements, as the lambda is made for the first time.
        is_application(owner) || owner.contains(mcr_rewriter::GENERATED)
    }

    fn initialises_again(&self) -> bool {
        self.stays
    }

    fn reports_control(&self) -> bool {
        true
    }
}
