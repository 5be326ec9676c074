//! What native methods do, as far as dependences go: a table.
//!
//! A native method gives back something of what it is given. Beside that it may read and write memory: that of the
//! classes and arrays that it is declared for, of any object ([`Touches::Raw`]), or of the world outside of the program.
//!
//! Invariant: a method that is not in the table touches the outside, the fields of its class, and the arrays that it is
//! given.

/// What a native method touches beside its arguments and results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touches {
    /// Nothing.
    Nothing,
    /// The elements of arrays (`System.arraycopy`, `Object.clone`).
    Elements,
    /// Fields and elements that its caller names by offset or handle.
    Raw,
    /// Files, clocks, the JVM; the fields of its class, and the arrays that it is given.
    Outside,
}

/// What one does.
pub fn touches(class: &str, method: &str) -> Touches {
    match (class, method) {
        ("java/lang/System", "arraycopy") | ("java/lang/Object", "clone") => Touches::Elements,
        ("jdk/internal/misc/Unsafe" | "sun/misc/Unsafe" | "java/lang/invoke/VarHandle", _) => Touches::Raw,
        ("java/lang/reflect/Array", _) => Touches::Raw,
        _ if never_throws(class, method) => Touches::Nothing,
        ("java/lang/String", "intern") => Touches::Nothing,
        ("java/lang/Class", name) if name.starts_with("is") || name.starts_with("get") => Touches::Nothing,
        _ => Touches::Outside,
    }
}

/// Whether it certainly throws nothing (and touches nothing, unless it is `Unsafe`).
pub fn never_throws(class: &str, method: &str) -> bool {
    match class {
        "java/lang/Object" => matches!(method, "hashCode" | "getClass"),
        "java/lang/System" => matches!(method, "identityHashCode" | "currentTimeMillis" | "nanoTime"),
        "java/lang/Thread" => matches!(method, "currentThread" | "currentCarrierThread" | "onSpinWait"),
        "java/lang/Float" | "java/lang/Double" | "java/lang/StrictMath" => true,
        "java/lang/Class" => matches!(
            method,
            "isInstance"
                | "isAssignableFrom"
                | "isInterface"
                | "isArray"
                | "isPrimitive"
                | "isHidden"
                | "desiredAssertionStatus0"
                | "getSuperclass"
                | "getModifiers"
                | "registerNatives"
        ),
        // Given what Java code gives them; the JVM checks nothing.
        "jdk/internal/misc/Unsafe" => {
            let reads_or_writes = ["get", "put", "compareAndSet", "compareAndExchange", "weakCompareAndSet"];
            reads_or_writes.iter().any(|prefix| method.starts_with(prefix))
                || matches!(method, "park" | "unpark" | "fullFence" | "loadFence" | "storeFence" | "registerNatives")
        }
        _ => false,
    }
}
