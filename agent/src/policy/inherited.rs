//! Methods that a class of the program may inherit from a class of the JDK which is not rewritten: `inherited.txt`, made by `inherited.py`.
//!
//! Besides, the synchronized methods of rewritten collections.
//!
//! An instruction that calls such a method may name the program's class. Whose method it is, the hooks find out.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// The synchronized methods of `Vector`, `Stack` and `Hashtable`, which are rewritten: the monitor is entered before the call.
const SYNCHRONIZED: [&str; 58] = [
    "add(Ljava/lang/Object;)",
    "addAll(ILjava/util/Collection;)",
    "addElement(Ljava/lang/Object;)",
    "capacity()",
    "clear()",
    "compute(Ljava/lang/Object;Ljava/util/function/BiFunction;)",
    "computeIfAbsent(Ljava/lang/Object;Ljava/util/function/Function;)",
    "computeIfPresent(Ljava/lang/Object;Ljava/util/function/BiFunction;)",
    "contains(Ljava/lang/Object;)",
    "containsAll(Ljava/util/Collection;)",
    "containsKey(Ljava/lang/Object;)",
    "copyInto([Ljava/lang/Object;)",
    "elementAt(I)",
    "elements()",
    "ensureCapacity(I)",
    "firstElement()",
    "forEach(Ljava/util/function/BiConsumer;)",
    "forEach(Ljava/util/function/Consumer;)",
    "get(I)",
    "get(Ljava/lang/Object;)",
    "getOrDefault(Ljava/lang/Object;Ljava/lang/Object;)",
    "indexOf(Ljava/lang/Object;I)",
    "insertElementAt(Ljava/lang/Object;I)",
    "isEmpty()",
    "iterator()",
    "keys()",
    "lastElement()",
    "lastIndexOf(Ljava/lang/Object;)",
    "lastIndexOf(Ljava/lang/Object;I)",
    "listIterator()",
    "listIterator(I)",
    "merge(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)",
    "peek()",
    "pop()",
    "put(Ljava/lang/Object;Ljava/lang/Object;)",
    "putAll(Ljava/util/Map;)",
    "putIfAbsent(Ljava/lang/Object;Ljava/lang/Object;)",
    "remove(I)",
    "remove(Ljava/lang/Object;)",
    "remove(Ljava/lang/Object;Ljava/lang/Object;)",
    "removeAllElements()",
    "removeElement(Ljava/lang/Object;)",
    "removeElementAt(I)",
    "removeRange(II)",
    "replace(Ljava/lang/Object;Ljava/lang/Object;)",
    "replace(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)",
    "replaceAll(Ljava/util/function/BiFunction;)",
    "replaceAll(Ljava/util/function/UnaryOperator;)",
    "search(Ljava/lang/Object;)",
    "set(ILjava/lang/Object;)",
    "setElementAt(Ljava/lang/Object;I)",
    "setSize(I)",
    "size()",
    "sort(Ljava/util/Comparator;)",
    "subList(II)",
    "toArray()",
    "toArray([Ljava/lang/Object;)",
    "trimToSize()",
];

static METHODS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("inherited.txt").lines().collect());

/// Whether an instance method of this name, with these parameters, may be inherited from such a class.
pub fn may_be_inherited(name: &str, descriptor: &str) -> bool {
    let parameters = descriptor.find(')').map_or(descriptor, |end| &descriptor[..=end]);
    METHODS.contains(format!("{name}{parameters}").as_str())
}

/// Whether an instance method of this name, with these parameters, may be a synchronized one of a class that is rewritten.
pub fn may_be_synchronized(name: &str, descriptor: &str) -> bool {
    let parameters = descriptor.find(')').map_or(descriptor, |end| &descriptor[..=end]);
    SYNCHRONIZED.binary_search(&format!("{name}{parameters}").as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_synchronized_collections_are_known_by_name_and_parameters() {
        assert!(SYNCHRONIZED.is_sorted());
        assert!(may_be_synchronized("addElement", "(Ljava/lang/Object;)V"));
        assert!(!may_be_synchronized("addElement", "(I)V"));
    }

    #[test]
    fn methods_of_streams_are_known_by_name_and_parameters() {
        assert!(may_be_inherited("write", "(I)V"));
        assert!(may_be_inherited("size", "()I"));
        assert!(!may_be_inherited("write", "(Lapp/Page;)V"));
        assert!(!may_be_inherited("toString", "()Ljava/lang/String;"));
    }
}
