//! Calls that have a meaning of their own: the hooks that replace them.

use super::jdk::is_jdk_name;
use mcr_rewriter::policy::Call;

pub const INVOKEVIRTUAL: u8 = 182;
pub const INVOKESPECIAL: u8 = 183;
pub const INVOKESTATIC: u8 = 184;
pub const INVOKEINTERFACE: u8 = 185;

const FENCES: &str = "java/lang/invoke/VarHandle";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const SUN_UNSAFE: &str = "sun/misc/Unsafe";

/// Calls that have a meaning of their own, wherever they are.
pub fn replaced(call: &Call<'_>) -> Option<&'static str> {
    let is_virtual = call.opcode != INVOKESTATIC && call.opcode != INVOKESPECIAL;
    match (call.owner, call.name, call.descriptor) {
        ("java/lang/System", "arraycopy", _) => Some("arraycopy"),
        ("java/lang/System", "identityHashCode", _) => Some("identityHashCode"),
        ("java/util/Arrays", "copyOf", "([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;") => Some("copyOf"),
        ("java/util/Arrays", "copyOfRange", "([Ljava/lang/Object;IILjava/lang/Class;)[Ljava/lang/Object;") => {
            Some("copyOfRange")
        }
        (owner, "clone", "()Ljava/lang/Object;") if owner.starts_with('[') => Some("arrayClone"),
        (FENCES, "fullFence", "()V") | (UNSAFE | SUN_UNSAFE, "fullFence", "()V") => Some("fullFence"),
        (FENCES, "releaseFence" | "storeStoreFence", "()V")
        | (UNSAFE | SUN_UNSAFE, "storeFence" | "storeStoreFence", "()V") => Some("storeStoreFence"),
        (_, "hashCode", "()I") if is_virtual => Some("hashCode"),
        ("java/lang/Object", "hashCode", "()I") if call.opcode == INVOKESPECIAL => Some("identityHashCode"),
        // Its own monitor, which it enters before its first instruction, would really block.
        ("java/util/Locale", "setDefault", _) => Some("setLocale"),
        ("java/lang/System", "setProperty", _) => Some("setProperty"),
        ("java/lang/System", "clearProperty", _) => Some("clearProperty"),
        // It reads the array of a string builder.
        ("java/lang/String", "contentEquals", "(Ljava/lang/CharSequence;)Z" | "(Ljava/lang/StringBuffer;)Z") => {
            Some("contentEquals")
        }
        _ => None,
    }
}

/// Calls of methods of strings and numbers that read a text of whatever class, which may be a buffer that changes meanwhile
/// (`WatchedText.java`).
pub fn replaced_of_texts(call: &Call<'_>) -> Option<&'static str> {
    const TEXT: &str = "Ljava/lang/CharSequence;";
    let names: &[&'static str] = match call.owner {
        "java/lang/String" if call.descriptor.starts_with("(Ljava/lang/CharSequence;[") => &[],
        "java/lang/String" => &["contains", "join", "replace"],
        "java/lang/Integer" => &["parseInt", "parseUnsignedInt"],
        "java/lang/Long" => &["parseLong", "parseUnsignedLong"],
        "java/lang/Character" => &["codePointAt", "codePointBefore", "codePointCount", "offsetByCodePoints"],
        _ => &[],
    };
    let of_text = call.descriptor.strip_prefix('(').is_some_and(|parameters| parameters.starts_with(TEXT));
    names.iter().find(|name| of_text && **name == call.name).copied()
}

/// Calls of methods that any object may have, whose receiver may be of a class that is not rewritten. What collections
/// and generic code call has
/// hooks of its own (`ValueMethods.java`); where the instruction names another class, such a call is one like others.
pub fn replaced_of_values(call: &Call<'_>) -> Option<&'static str> {
    if (call.owner, call.name, call.descriptor)
        == ("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")
    {
        // Compilers put it before concatenations.
        return Some("stringOf");
    }
    if call.opcode == INVOKESTATIC || call.opcode == INVOKESPECIAL {
        return None;
    }
    match (call.owner, call.name, call.descriptor) {
        ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z") => Some("objectEquals"),
        ("java/lang/Object", "toString", "()Ljava/lang/String;") => Some("objectText"),
        ("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I") => Some("compareTo"),
        ("java/util/Comparator", "compare", "(Ljava/lang/Object;Ljava/lang/Object;)I") => Some("compare"),
        _ => None,
    }
}

/// Whether a static method of the JDK that is not rewritten may make what it is given known to other threads. Not: what computes
/// something from it, or leads to code that is rewritten.
pub fn may_hand_on(owner: &str, name: &str) -> bool {
    !matches!(owner, "java/lang/String" | "java/lang/reflect/Array" | "java/lang/reflect/Proxy")
        && (!owner.starts_with("java/lang/invoke/") || owner == "java/lang/invoke/SwitchPoint")
        && !is_nothing(owner, name)
}

/// Whether a static method of the JDK does nothing that anybody could see.
pub fn is_nothing(owner: &str, name: &str) -> bool {
    (owner, name) == ("java/lang/ref/Reference", "reachabilityFence")
}

/// Calls that make method handles for accesses, or for methods whose calls are replaced: the hooks make them tell.
pub fn replaced_access(call: &Call<'_>) -> Option<&'static str> {
    let named = |names: &[&'static str]| names.iter().find(|name| **name == call.name).copied();
    match call.owner {
        "java/lang/invoke/MethodHandles$Lookup" => named(&[
            "findGetter",
            "findSetter",
            "findStaticGetter",
            "findStaticSetter",
            "unreflectGetter",
            "unreflectSetter",
            "findVirtual",
            "findStatic",
            "unreflect",
            "bind",
            "defineHiddenClass",
            "defineHiddenClassWithClassData",
        ]),
        "java/lang/invoke/MethodHandles" => {
            named(&["arrayElementGetter", "arrayElementSetter", "varHandleInvoker", "varHandleExactInvoker"])
        }
        "java/lang/invoke/VarHandle" => named(&["toMethodHandle"]),
        _ => None,
    }
}

/// Whether a call asks for or changes the cause of an exception, what it has suppressed, or its stack trace, whatever class the instruction names.
pub fn of_exception(call: &Call<'_>) -> bool {
    call.opcode != INVOKESTATIC
        && matches!(
            (call.name, call.descriptor),
            ("getCause" | "fillInStackTrace", "()Ljava/lang/Throwable;")
                | ("initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;")
                | ("addSuppressed", "(Ljava/lang/Throwable;)V")
                | ("getSuppressed", "()[Ljava/lang/Throwable;")
                | ("getStackTrace" | "getOurStackTrace", "()[Ljava/lang/StackTraceElement;")
                | ("setStackTrace", "([Ljava/lang/StackTraceElement;)V")
                | ("printStackTrace", _)
        )
}

pub fn replaced_wait(call: &Call<'_>) -> Option<&'static str> {
    if call.opcode == INVOKESTATIC {
        return None;
    }
    match (call.name, call.descriptor) {
        ("wait", "()V" | "(J)V" | "(JI)V") => Some("objectWait"),
        ("notify", "()V") => Some("objectNotify"),
        ("notifyAll", "()V") => Some("objectNotifyAll"),
        _ => None,
    }
}

pub fn replaced_time(call: &Call<'_>) -> Option<&'static str> {
    match (call.owner, call.name, call.descriptor) {
        ("java/lang/System", "nanoTime", _) => Some("nanoTime"),
        ("java/lang/System", "currentTimeMillis", _) => Some("currentTimeMillis"),
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment", _) => Some("nanoTimeAdjustment"),
        _ => None,
    }
}

/// A format makes itself a calendar, and asks which century it is, so that two digits of a year mean one: that is the same whenever it is made.
pub fn of_format(call: &Call<'_>) -> Option<&'static str> {
    match (call.owner, call.name, call.descriptor) {
        ("java/lang/System", "currentTimeMillis", _) => Some("startMillis"),
        ("java/util/Calendar", "getInstance", "(Ljava/util/Locale;)Ljava/util/Calendar;") => Some("calendarOfFormat"),
        _ => None,
    }
}

/// Later JDKs do in places without `LockSupport`.
pub fn replaced_park(call: &Call<'_>) -> Option<&'static str> {
    match (call.owner, call.name, call.descriptor) {
        ("jdk/internal/misc/Unsafe", "park", "(ZJ)V") => Some("park"),
        ("jdk/internal/misc/Unsafe", "unpark", "(Ljava/lang/Object;)V") => Some("unpark"),
        _ => None,
    }
}

pub fn replaced_thread(call: &Call<'_>) -> Option<&'static str> {
    // Whether a class of the application is a subclass of Thread, its name does not say.
    if (call.name, call.descriptor) == ("isAlive", "()Z") && call.opcode == INVOKEVIRTUAL && !is_jdk_name(call.owner) {
        return Some("isAlive");
    }
    if (call.owner, call.name) == ("java/lang/Runtime", "availableProcessors") {
        return Some("availableProcessors");
    }
    match (call.owner, call.name) {
        ("java/lang/Thread$ThreadNumbering", "next") => return Some("threadNumber"),
        ("java/lang/Thread$ThreadIdentifiers", "next") => return Some("threadId"),
        _ => {}
    }
    if call.owner != "java/lang/Thread" {
        return None;
    }
    match (call.name, call.descriptor) {
        ("sleep", "(J)V" | "(JI)V" | "(Ljava/time/Duration;)V") => Some("sleep"),
        ("nextThreadNum", "()I") => Some("threadNumber"),
        ("nextThreadID", "()J") => Some("threadId"),
        ("start0", "()V") => Some("start0"),
        ("yield" | "onSpinWait", "()V") => Some("pause"),
        ("holdsLock", _) => Some("holdsLock"),
        ("join", "(J)V" | "(JI)V") => Some("join"),
        ("isAlive", "()Z") => Some("isAlive"),
        _ => None,
    }
}
