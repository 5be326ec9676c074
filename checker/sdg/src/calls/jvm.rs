//! What the JVM does that no code says: objects it makes, and methods it calls.
//!
//! Invariant: each entry is true of JDK 17 and 25; one that a JDK does not have has no effect there.
use crate::body::Call;

/// What the JVM makes without being told to by code: those of its exceptions that any code may see.
pub const MADE: &[&str] = &[
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/NegativeArraySizeException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/InterruptedException",
    "java/lang/CloneNotSupportedException",
    "java/lang/ClassNotFoundException",
    "java/lang/StackOverflowError",
    "java/lang/OutOfMemoryError",
    "java/lang/InternalError",
    "java/lang/ExceptionInInitializerError",
    "java/lang/NoClassDefFoundError",
    "java/lang/NoSuchFieldError",
    "java/lang/NoSuchMethodError",
    "java/lang/AbstractMethodError",
    "java/lang/IllegalAccessError",
    "java/lang/IncompatibleClassChangeError",
    "java/lang/UnsatisfiedLinkError",
    "java/lang/BootstrapMethodError",
    "java/lang/invoke/MethodType",
];

/// What the JVM runs itself, as class, name and descriptor: what sets up the JDK, which makes the standard streams, and what is done about
/// an exception that `main` throws. Who searches from a program's `main` begins here, too.
pub const STARTED: [(&str, &str, &str); 2] = [
    ("java/lang/System", "initPhase1", "()V"),
    ("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V"),
];

/// A native method that calls back: its class and name, and what it calls.
pub struct Callback {
    pub class: &'static str,
    pub name: &'static str,
    pub call: Call,
    /// Class, name and descriptor.
    pub callee: (&'static str, &'static str, &'static str),
}

/// Those that start threads (how these end is in it), and those that run virtual ones.
pub const CALLBACKS: &[Callback] = &[
    Callback {
        class: "java/lang/Thread",
        name: "start0",
        call: Call::Virtual,
        callee: ("java/lang/Thread", "run", "()V"),
    },
    Callback {
        class: "java/lang/Thread",
        name: "start0",
        call: Call::Virtual,
        callee: ("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V"),
    },
    Callback {
        class: "java/lang/Thread",
        name: "start0",
        call: Call::Virtual,
        callee: ("java/lang/Thread", "exit", "()V"),
    },
    Callback {
        class: "jdk/internal/vm/Continuation",
        name: "enterSpecial",
        call: Call::Static,
        callee: ("jdk/internal/vm/Continuation", "enter", "(Ljdk/internal/vm/Continuation;Z)V"),
    },
];
