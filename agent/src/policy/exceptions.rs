//! Exceptions of the JDK whose own state changes after they were made: by a method, or because a field is open to others.
//!
//! These are rewritten, so that their fields are locations. What any exception has from `Throwable` is elsewhere
//! (`Exceptions.java`). Fields of the other exceptions are set by constructors alone: they follow from the object's name.

/// The classes, with those inside them, that declare such fields. A subclass that declares none need not be here.
const CHANGING: [&str; 24] = [
    "java/io/InterruptedIOException",
    "java/io/InvalidClassException",
    "java/io/OptionalDataException",
    "java/io/WriteAbortedException",
    "java/rmi/RemoteException",
    "java/rmi/server/ServerCloneException",
    "java/sql/SQLException",
    "javax/imageio/metadata/IIOInvalidTreeException",
    "javax/naming/CannotProceedException",
    "javax/naming/LinkException",
    "javax/naming/NamingException",
    "javax/naming/directory/AttributeModificationException",
    "javax/security/sasl/SaslException",
    "javax/sql/rowset/spi/SyncProviderException",
    "javax/swing/tree/ExpandVetoException",
    "javax/transaction/xa/XAException",
    "javax/xml/stream/XMLStreamException",
    "javax/xml/transform/TransformerException",
    "org/ietf/jgss/GSSException",
    "org/w3c/dom/DOMException",
    "org/w3c/dom/events/EventException",
    "org/w3c/dom/ls/LSException",
    "org/w3c/dom/ranges/RangeException",
    "org/w3c/dom/xpath/XPathException",
];

/// Whether objects of this class are such exceptions, or iterate over one.
pub fn is_changing_exception(name: &str) -> bool {
    let outer = name.split('$').next().unwrap_or(name);
    CHANGING.binary_search(&outer).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_that_change_are_known_with_the_classes_inside_them() {
        assert!(CHANGING.is_sorted());
        assert!(is_changing_exception("java/sql/SQLException$1"));
        assert!(!is_changing_exception("java/sql/SQLExceptions"));
        assert!(!is_changing_exception("java/sql/SQLWarning"));
    }
}
