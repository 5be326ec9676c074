//! Methods that a class of the program may inherit from a class of the JDK which is not rewritten: `inherited.txt`, made by `inherited.py`.
//!
//! An instruction that calls such a method may name the program's class. Whose method it is, the hooks find out.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

static METHODS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("inherited.txt").lines().collect());

/// Whether an instance method of this name, with these parameters, may be inherited from such a class.
pub fn may_be_inherited(name: &str, descriptor: &str) -> bool {
    let parameters = descriptor.find(')').map_or(descriptor, |end| &descriptor[..=end]);
    METHODS.contains(format!("{name}{parameters}").as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_streams_are_known_by_name_and_parameters() {
        assert!(may_be_inherited("write", "(I)V"));
        assert!(may_be_inherited("size", "()I"));
        assert!(!may_be_inherited("write", "(Lapp/Page;)V"));
        assert!(!may_be_inherited("toString", "()Ljava/lang/String;"));
    }
}
