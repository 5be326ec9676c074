//! Methods of the program that code of the JDK which is not rewritten may call, by name and parameters.
//!
//! What such a method has learned goes into what the JDK does next, and other threads run before that: hooks around it
//! say when it is over. A method
//! that is called by others as well loses nothing but time by having them.

use super::inherited::may_be_inherited;
use mcr_rewriter::accessed_from;

/// Methods that the program implements rather than inherits: interfaces, serialization, values that are made when somebody asks.
const IMPLEMENTED: [&str; 29] = [
    "accept(Ljava/lang/Object;)",
    "apply(Ljava/lang/Object;)",
    "call()",
    "charAt(I)",
    "compare(Ljava/lang/Object;Ljava/lang/Object;)",
    "compareTo(Ljava/lang/Object;)",
    "computeValue(Ljava/lang/Class;)",
    "equals(Ljava/lang/Object;)",
    "flush()",
    "formatTo(Ljava/util/Formatter;III)",
    "get()",
    "hasNext()",
    "hashCode()",
    "iterator()",
    "length()",
    "next()",
    "propertyChange(Ljava/beans/PropertyChangeEvent;)",
    "readExternal(Ljava/io/ObjectInput;)",
    "readObject(Ljava/io/ObjectInputStream;)",
    "readResolve()",
    "run()",
    "subSequence(II)",
    "test(Ljava/lang/Object;)",
    "toString()",
    "vetoableChange(Ljava/beans/PropertyChangeEvent;)",
    "write(Ljava/nio/ByteBuffer;)",
    "writeExternal(Ljava/io/ObjectOutput;)",
    "writeObject(Ljava/io/ObjectOutputStream;)",
    "writeReplace()",
];

/// Whether a method is the body of a lambda, or stands for a lambda or method reference: code of the JDK may have been
/// given it.
pub fn is_lambda(name: &str) -> bool {
    name.starts_with("lambda$") || accessed_from(name).is_some()
}

/// Whether an instance method of this name, with these parameters, may be called so.
pub fn may_be_called_back(name: &str, descriptor: &str) -> bool {
    let parameters = descriptor.find(')').map_or(descriptor, |end| &descriptor[..=end]);
    may_be_inherited(name, descriptor) || IMPLEMENTED.binary_search(&format!("{name}{parameters}").as_str()).is_ok()
}

/// Whether native code may call a method with these parameters (`java.lang.foreign.Linker.upcallStub`): some are addresses, and all are of types that
/// such code knows.
pub fn may_be_called_by_native_code(descriptor: &str) -> bool {
    const ADDRESS: &str = "Ljava/lang/foreign/MemorySegment;";
    let parameters = descriptor.split(')').next().unwrap_or_default();
    parameters.contains(ADDRESS) && !parameters.replace(ADDRESS, "").contains(['L', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_streams_and_class_values_call_is_known() {
        assert!(IMPLEMENTED.is_sorted());
        assert!(may_be_called_back("read", "([BII)I"));
        assert!(may_be_called_back("read", "(Ljava/nio/CharBuffer;)I"));
        assert!(may_be_called_back("computeValue", "(Ljava/lang/Class;)Ljava/lang/Object;"));
        assert!(may_be_called_back("toString", "()Ljava/lang/String;"));
        assert!(!may_be_called_back("deposit", "(I)V"));
        assert!(is_lambda("lambda$main$0") && is_lambda("mcr$lambda$3$main") && !is_lambda("main"));
        let segment = "Ljava/lang/foreign/MemorySegment;";
        assert!(may_be_called_by_native_code(&format!("({segment}I{segment})I")));
        assert!(!may_be_called_by_native_code(&format!("({segment}Ljava/lang/String;)I")));
        assert!(!may_be_called_by_native_code("(I)V"));
    }
}
