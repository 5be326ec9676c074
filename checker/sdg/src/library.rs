//! What methods of the JDK do whose code is not followed: a table, for those that most programs call.
//!
//! For all others, whatever is passed to one may come out of another, and each may call back. Where the code of the JDK
//! is followed, the table is not used.
//!
//! Invariant: a method calls nothing of the program, keeps nothing and changes nothing but what its entry says. Those
//! that take objects of any class, whose `toString` or `equals` they call, are therefore not in the table.
use crate::descriptor;

/// What a method does beside giving back something of what it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Nothing.
    Nothing,
    /// It writes to a stream that nobody reads.
    Prints,
    /// It makes a thread, which has a name.
    Makes,
    /// It starts a thread, or is what one runs.
    Starts,
    /// It changes a thread's name, or another of its properties.
    Names,
    /// It asks for one of these.
    Named,
    /// It interrupts a thread, or takes back that it is interrupted.
    Interrupts,
    /// It asks whether a thread is interrupted.
    Interrupted,
    /// It waits for a time, or until it is interrupted.
    Sleeps,
    /// It asks whether a thread has ended.
    Ends,
    /// It waits for the end of a thread, or until it is interrupted.
    Awaits,
    /// It waits on a monitor, or wakes who does.
    Monitors,
    /// It keeps it in an exception, or looks into one.
    Exceptions,
    /// It reads a clock.
    Clock,
    /// Anything.
    Anything,
}

/// What is known of the program beside a method.
#[derive(Debug, Clone, Copy, Default)]
pub struct About {
    /// The method's class is an exception.
    pub is_throwable: bool,
    /// Some class of the program has a `toString` of its own, so who makes a text of an object may call it.
    pub has_texts: bool,
    /// The program interrupts threads, or has the JDK interrupt them.
    pub interrupts: bool,
}

/// What a method does.
pub fn does(class: &str, name: &str, descriptor: &str, about: About) -> Does {
    let takes_text = passes_values(descriptor) || descriptor == "(Ljava/lang/Object;)V" && !about.has_texts;
    if about.is_throwable {
        let looks =
            matches!(name, "getMessage" | "getLocalizedMessage" | "getCause" | "getSuppressed" | "getStackTrace");
        let keeps = matches!(name, "<init>" | "initCause" | "addSuppressed" | "fillInStackTrace" | "setStackTrace");
        return if looks || keeps && takes_text { Does::Exceptions } else { Does::Anything };
    }
    match (class, name) {
        (_, "<clinit>") => Does::Nothing,
        ("java/lang/Object" | "java/lang/Record" | "java/lang/Number" | "java/lang/Enum", "<init>") => Does::Nothing,
        ("java/lang/Object", "getClass" | "hashCode") => Does::Nothing,
        ("java/lang/Object", "wait" | "notify" | "notifyAll") => Does::Monitors,
        ("java/lang/Enum", "ordinal" | "name" | "compareTo" | "getDeclaringClass") => Does::Nothing,
        ("java/lang/Class", "desiredAssertionStatus" | "getName" | "getSimpleName") => Does::Nothing,
        ("java/lang/Thread", _) => thread(name, descriptor),
        ("java/lang/System", "nanoTime" | "currentTimeMillis") => Does::Clock,
        ("java/lang/System", "identityHashCode") => Does::Nothing,
        ("java/util/Objects", "requireNonNull" | "checkIndex") if passes_values(descriptor) => Does::Nothing,
        // Of one object: gives it back, or throws.
        ("java/util/Objects", "requireNonNull") if descriptor == "(Ljava/lang/Object;)Ljava/lang/Object;" => {
            Does::Nothing
        }
        ("java/io/PrintStream", "print" | "println" | "flush" | "write") if takes_text => Does::Prints,
        _ if IMMUTABLE.contains(&class) && passes_values(descriptor) => Does::Nothing,
        _ => Does::Anything,
    }
}

/// What a method of a thread does.
fn thread(name: &str, descriptor: &str) -> Does {
    match name {
        "currentThread" | "onSpinWait" | "yield" => Does::Nothing,
        "<init>" if passes_values(descriptor) || takes_task(descriptor) => Does::Makes,
        "start" | "run" if descriptor == "()V" => Does::Starts,
        "setName" | "setPriority" | "setDaemon" => Does::Names,
        "getName" | "getPriority" | "isDaemon" | "getId" | "threadId" | "isVirtual" | "toString" => Does::Named,
        "interrupt" | "interrupted" => Does::Interrupts,
        "isInterrupted" => Does::Interrupted,
        "sleep" if passes_values(descriptor) => Does::Sleeps,
        "join" if passes_values(descriptor) => Does::Awaits,
        "isAlive" | "getState" => Does::Ends,
        _ => Does::Anything,
    }
}

/// How a method of the JDK uses arrays of numbers that it is given as objects, or in other arrays or objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// It does not look into them.
    No,
    /// It looks into them while it runs.
    Once,
    /// It may keep them, look into them later, and change them.
    Always,
}

/// How a method does. That packages which are not named here have no others is what a search of the JDK shows for casts
/// to arrays of numbers and for what uses `java.lang.reflect.Array` (docs/sdg.md).
pub fn looks(class: &str, name: &str) -> Looks {
    const DO: [&str; 11] = [
        "com/sun/",
        "java/awt/",
        "java/beans/",
        "java/rmi/",
        "java/security/",
        "java/sql/",
        "javax/",
        "jdk/incubator/",
        "sun/awt/",
        "sun/java2d/",
        "sun/rmi/",
    ];
    match class {
        "java/util/Arrays" | "java/util/Objects" if name.starts_with("deep") => Looks::Once,
        "java/io/ObjectInputStream" | "java/io/ObjectOutputStream" => Looks::Always,
        // An attribute that users define is an array of bytes.
        "java/nio/file/Files" if name == "setAttribute" => Looks::Always,
        _ if DO.iter().any(|package| class.starts_with(package)) => Looks::Always,
        _ => Looks::No,
    }
}

/// Whether methods of a class may wait until they are interrupted, or interrupt who waits.
pub fn is_concurrent(class: &str) -> bool {
    class.starts_with("java/util/concurrent/")
        && !["java/util/concurrent/atomic/", "java/util/concurrent/Concurrent", "java/util/concurrent/CopyOnWrite"]
            .iter()
            .any(|prefix| class.starts_with(prefix))
}

/// Whether a method interrupts a thread: this one, or one that runs a task.
pub fn interrupts(class: &str, name: &str) -> bool {
    const ENDS: [&str; 5] = ["cancel", "close", "invokeAll", "invokeAny", "shutdownNow"];
    class == "java/lang/Thread" && name == "interrupt" || is_concurrent(class) && ENDS.contains(&name)
}

/// Whether a method certainly throws nothing, called on an object (or on none, if it is static).
pub fn never_throws(class: &str, name: &str, descriptor: &str) -> bool {
    match (class, name) {
        // Then the class would be of no use to anybody.
        (_, "<clinit>") => true,
        ("java/lang/Object" | "java/lang/Record" | "java/lang/Number" | "java/lang/Enum", "<init>") => true,
        ("java/lang/Object", "getClass" | "hashCode") => true,
        ("java/lang/Class", "desiredAssertionStatus") => true,
        ("java/lang/Thread", "currentThread" | "getName" | "onSpinWait" | "yield" | "isAlive") => true,
        ("java/lang/Thread", "<init>") => descriptor == "()V" || descriptor == "(Ljava/lang/Runnable;)V",
        ("java/lang/System", "nanoTime" | "currentTimeMillis" | "identityHashCode") => true,
        // It swallows what streams of the JDK throw.
        ("java/io/PrintStream", "print" | "println" | "flush") => passes_values(descriptor),
        ("java/lang/Math", "clamp") => false,
        ("java/lang/Math", name) => !name.ends_with("Exact") && !name.starts_with("floor") && !name.starts_with("ceil"),
        _ => BOXES.contains(&class) && (name == "valueOf" && !descriptor.contains("String") || name.ends_with("Value")),
    }
}

/// The classes of numbers as objects.
const BOXES: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
];

/// What a method gives to, or takes from, beside the world outside: fields and elements that it names by handle.
pub fn is_raw(class: &str) -> bool {
    matches!(class, "java/lang/reflect/Field" | "java/lang/reflect/Array" | "java/lang/invoke/VarHandle")
        || class.starts_with("java/util/concurrent/atomic/") && class.ends_with("FieldUpdater")
}

/// Whether a method runs code of which only the running program knows which.
pub fn is_reflective(class: &str, name: &str) -> bool {
    matches!(
        (class, name),
        ("java/lang/reflect/Method", "invoke")
            | ("java/lang/reflect/Constructor" | "java/lang/Class", "newInstance")
            | ("java/lang/Class", "forName")
            | ("java/lang/reflect/Proxy", "newProxyInstance")
            | ("java/util/ServiceLoader", _)
            | ("java/io/ObjectInputStream" | "java/io/ObjectOutputStream", _)
    ) || class == "java/lang/ClassLoader" && matches!(name, "loadClass" | "defineClass")
}

/// Classes whose objects never change, and whose static methods keep nothing.
const IMMUTABLE: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/lang/String",
];

/// Whether all that is passed are numbers, and objects of classes that call nothing of the program and never change.
fn passes_values(descriptor: &str) -> bool {
    descriptor::parameters(descriptor).all(|parameter| match parameter.strip_prefix('L') {
        Some(class) => {
            let class = class.trim_end_matches(';');
            IMMUTABLE.contains(&class) || class == "java/lang/Throwable"
        }
        None => !parameter.starts_with('['),
    })
}

/// Whether a thread is made with what it is to run, and a name.
fn takes_task(descriptor: &str) -> bool {
    matches!(descriptor, "(Ljava/lang/Runnable;)V" | "(Ljava/lang/Runnable;Ljava/lang/String;)V")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: About = About { is_throwable: false, has_texts: true, interrupts: false };

    #[test]
    fn what_takes_objects_of_any_class_may_do_anything() {
        let print = |descriptor, about| does("java/io/PrintStream", "println", descriptor, about);
        assert_eq!(print("(I)V", TEXTS), Does::Prints);
        assert_eq!(print("(Ljava/lang/String;)V", TEXTS), Does::Prints);
        assert_eq!(print("(Ljava/lang/Object;)V", TEXTS), Does::Anything);
        assert_eq!(print("(Ljava/lang/Object;)V", About::default()), Does::Prints);
        let value_of = |descriptor| does("java/lang/String", "valueOf", descriptor, About::default());
        // What it gives is made of what a list, say, holds at this time.
        assert_eq!(value_of("(Ljava/lang/Object;)Ljava/lang/String;"), Does::Anything);
        assert_eq!(value_of("([C)Ljava/lang/String;"), Does::Anything);
        assert_eq!(does("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", About::default()), Does::Anything);
    }

    #[test]
    fn exceptions_keep_what_they_are_made_with() {
        let make = |descriptor, has_texts| {
            does("java/lang/AssertionError", "<init>", descriptor, About { is_throwable: true, has_texts, ..TEXTS })
        };
        assert_eq!(make("(Ljava/lang/Object;)V", true), Does::Anything);
        assert_eq!(make("(Ljava/lang/Object;)V", false), Does::Exceptions);
        assert_eq!(make("(Ljava/lang/String;Ljava/lang/Throwable;)V", true), Does::Exceptions);
    }

    #[test]
    fn what_may_throw_is_not_said_not_to() {
        assert!(never_throws("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;"));
        assert!(!never_throws("java/lang/Integer", "valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;"));
        assert!(never_throws("java/lang/Math", "max", "(II)I"));
        assert!(
            !never_throws("java/lang/Math", "addExact", "(II)I")
                && !never_throws("java/lang/Math", "floorMod", "(II)I")
        );
        assert!(!never_throws("java/lang/Thread", "start", "()V"));
    }

    #[test]
    fn a_thread_with_a_task_is_started() {
        let of = |name, descriptor| does("java/lang/Thread", name, descriptor, TEXTS);
        assert_eq!(of("<init>", "(Ljava/lang/Runnable;)V"), Does::Makes);
        assert_eq!(of("start", "()V"), Does::Starts);
        assert_eq!(of("join", "()V"), Does::Awaits);
        assert_eq!(of("setUncaughtExceptionHandler", "(Lx;)V"), Does::Anything);
    }

    #[test]
    fn what_a_thread_is_called_is_asked_for_where_it_is_set() {
        let of = |name, descriptor| does("java/lang/Thread", name, descriptor, TEXTS);
        assert_eq!(of("setName", "(Ljava/lang/String;)V"), Does::Names);
        assert_eq!(of("getName", "()Ljava/lang/String;"), Does::Named);
        assert_eq!(of("toString", "()Ljava/lang/String;"), Does::Named);
        assert_eq!(of("interrupted", "()Z"), Does::Interrupts);
        // What was set as that is an object that code which is not followed keeps.
        assert_eq!(of("getUncaughtExceptionHandler", "()Lx;"), Does::Anything);
    }

    #[test]
    fn executors_interrupt_who_runs_a_task() {
        assert!(interrupts("java/util/concurrent/FutureTask", "cancel") && !interrupts("java/util/Timer", "cancel"));
        assert!(!is_concurrent("java/util/concurrent/ConcurrentHashMap"));
    }

    #[test]
    fn some_look_into_arrays_that_they_are_given_as_objects() {
        assert_eq!(looks("java/util/Objects", "deepEquals"), Looks::Once);
        assert_eq!(looks("java/util/Objects", "equals"), Looks::No);
        assert_eq!(looks("java/util/ArrayList", "add"), Looks::No);
        assert_eq!(looks("java/nio/file/Files", "setAttribute"), Looks::Always);
        // It has arrays of pixels.
        assert_eq!(looks("java/awt/image/ColorModel", "getRGB"), Looks::Always);
    }
}
