//! Which classes of the program are other ones than those that were recorded.
//!
//! Invariant: where no class has changed, nothing else may be taken for a place, an object or a value than that itself.

use std::collections::{BTreeMap, BTreeSet};

/// What has become of the recorded classes, as far as classes were loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Classes whose files are others now, in order.
    pub changed: Vec<String>,
    /// Classes that were not loaded when it was recorded, in order.
    pub new: Vec<String>,
}

/// The hashes of the class files of each name, of which each loader may have another one.
#[must_use]
pub fn hashes(loaded: &[(String, u64)]) -> BTreeMap<&str, Vec<u64>> {
    let mut hashes: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (name, hash) in loaded {
        hashes.entry(name).or_default().push(*hash);
    }
    hashes
}

impl Changes {
    /// Compares the class files that were recorded (name and hash) with those that are loaded now.
    #[must_use]
    pub fn between(recorded: &[(String, u64)], loaded: &[(String, u64)]) -> Changes {
        let hashes = hashes(recorded);
        let (mut changed, mut new) = (BTreeSet::new(), BTreeSet::new());
        for (name, hash) in loaded {
            match hashes.get(name.as_str()) {
                Some(known) if known.contains(hash) => {}
                Some(_) => {
                    changed.insert(name.clone());
                }
                None => {
                    new.insert(name.clone());
                }
            }
        }
        Changes { changed: changed.into_iter().collect(), new: new.into_iter().collect() }
    }

    /// Whether a recorded class is another one.
    #[must_use]
    pub fn any(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Whether a class comes from a source of which a class has changed: what the compiler numbers (lines, `Box$1`, `lambda$run$0`) may be
    /// another number there.
    #[must_use]
    pub fn touch(&self, class: &str) -> bool {
        self.changed.iter().any(|changed| outermost(changed) == outermost(class))
    }
}

/// `a.Box` of `a.Box$Node$1`.
#[must_use]
pub fn outermost(class: &str) -> &str {
    let simple = class.rfind('.').map_or(0, |dot| dot + 1);
    // A name may begin with a dollar sign.
    match class[simple..].char_indices().skip(1).find(|(_, c)| *c == '$') {
        Some((dollar, _)) => &class[..simple + dollar],
        None => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(known: &[(&str, u64)]) -> Vec<(String, u64)> {
        known.iter().map(|(name, hash)| ((*name).to_owned(), *hash)).collect()
    }

    #[test]
    fn a_class_has_changed_if_none_of_its_files_is_the_one_that_was_loaded() {
        // Two loaders may load two files of one name.
        let recorded = classes(&[("a.A", 1), ("a.A", 2), ("a.B", 3), ("a.Gone", 4)]);
        let changes = Changes::between(&recorded, &classes(&[("a.A", 2), ("a.B", 7), ("a.New", 8)]));
        assert_eq!((changes.changed, changes.new), (vec!["a.B".to_owned()], vec!["a.New".to_owned()]));
    }

    #[test]
    fn a_change_touches_all_classes_of_its_source() {
        let changes = Changes { changed: vec!["a.Box$1".to_owned()], new: vec![] };
        assert!(changes.touch("a.Box") && changes.touch("a.Box$Node"));
        assert!(!changes.touch("a.Boxes") && !changes.touch("b.Box"));
        assert_eq!(outermost("a.$Proxy$1"), "a.$Proxy");
    }
}
