//! Whether the class files of today are those that have failed.
//!
//! Invariant: a class that had not been loaded says nothing. It has not run, and may have been any.

use crate::failure;
use anyhow::{Result, bail};
use mcr_protocol::class_file_hash;
use mcr_sdg::sources::Sources;
use std::collections::BTreeMap;

/// When it is asked what a failure depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// In the check that has found it: a class that is not in the class path was not there either. The program has made
    /// it, or it is in a module, and the graph is without it.
    AtOnce,
    /// Later, from a failure file: it may have been there.
    Later,
}

/// What a failure was found in.
pub struct Recorded<'a> {
    /// By name, with dots: the hashes of its class files.
    classes: BTreeMap<&'a str, Vec<u64>>,
    /// As it names itself.
    jvm: &'a str,
    asked: Asked,
}

impl<'a> Recorded<'a> {
    /// The class files that were loaded (names with dots, and hashes), and the JVM.
    #[must_use]
    pub fn new(loaded: &'a [(String, u64)], jvm: &'a str, asked: Asked) -> Recorded<'a> {
        Recorded { classes: failure::hashes(loaded), jvm, asked }
    }

    /// Looks whether the JDK is of the version that it was of.
    ///
    /// # Errors
    /// If it is another one, or does not say which it is.
    pub fn compare_jdk(&self, sources: &Sources) -> Result<()> {
        let Some(now) = sources.jdk_version()? else { return Ok(()) };
        let then = version(self.jvm);
        if then != version(&now) {
            bail!(
                "it has failed in a JDK {then}, and the java of its command is that of a JDK {now} now; let that of then be \
                 in its place (in PATH, if the command names no directory)"
            );
        }
        Ok(())
    }

    /// Looks whether classes, with slashes, are as they were when they were loaded. One that was not loaded is.
    ///
    /// # Errors
    /// If one is another one, or not there any more, or its class file cannot be read.
    pub fn compare<'n>(&self, sources: &Sources, names: impl IntoIterator<Item = &'n str>) -> Result<()> {
        for name in names {
            let dotted = name.replace('/', ".");
            let Some(hashes) = self.classes.get(&*dotted) else { continue };
            match sources.own_class_file(name)? {
                Some(bytes) if hashes.contains(&class_file_hash(&bytes)) => {}
                Some(_) => bail!(
                    "the class {dotted} is another one than the one that has failed; compile it as it was, or run \
                     mcr replay, which says whether it fails as it is now"
                ),
                None if self.asked == Asked::AtOnce => {}
                None => bail!(
                    "the class {dotted} was loaded and is not in the class path; if it was, put it back, or set \
                     CLASSPATH as it was, else see mcr check --dependences on, which makes a chain without it"
                ),
            }
        }
        Ok(())
    }
}

/// The version in what a JVM or a JDK calls itself: `17.0.15` of `OpenJDK 64-Bit Server VM 17.0.15+6-LTS`.
fn version(named: &str) -> &str {
    let last = named.rsplit(' ').next().unwrap_or(named);
    last.split(['+', '-']).next().unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// What is said of classes in a directory, which were loaded with these contents.
    fn said(asked: Asked, directory: &Path, loaded: &[(&str, &str)], names: &[&str]) -> String {
        let loaded: Vec<(String, u64)> =
            loaded.iter().map(|(name, bytes)| ((*name).to_owned(), class_file_hash(bytes.as_bytes()))).collect();
        let sources = Sources::new(None, &[directory.to_owned()]).unwrap();
        let compared = Recorded::new(&loaded, "VM 17", asked).compare(&sources, names.iter().copied());
        compared.map_or_else(|error| format!("{error:#}"), |()| "the same".to_owned())
    }

    #[test]
    fn a_class_that_is_another_one_or_gone_is_named() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("a")).unwrap();
        fs::write(directory.path().join("a/B.class"), "two").unwrap();
        let said = |loaded: &[(&str, &str)], names: &[&str]| said(Asked::Later, directory.path(), loaded, names);
        assert_eq!(said(&[("a.B", "two")], &["a/B"]), "the same");
        let changed = said(&[("a.B", "one")], &["a/B"]);
        assert!(changed.starts_with("the class a.B is another one than the one that has failed; "), "{changed}");
        let gone = said(&[("a.B", "two"), ("a.C", "x")], &["a/B", "a/C"]);
        assert!(gone.starts_with("the class a.C was loaded and is not in the class path; "), "{gone}");
        assert_eq!(changed.lines().count() + gone.lines().count(), 2);
    }

    #[test]
    fn a_class_that_the_check_itself_does_not_find_in_the_class_path_was_never_there() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("A.class"), "two").unwrap();
        let said = |loaded: &[(&str, &str)]| said(Asked::AtOnce, directory.path(), loaded, &["A", "of/Module"]);
        assert_eq!(said(&[("A", "two"), ("of.Module", "x")]), "the same");
        assert!(said(&[("A", "one")]).starts_with("the class A is another one"), "compiled while it was checked");
    }

    #[test]
    fn a_class_is_the_same_if_any_loader_had_it_so() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("A.class"), "two").unwrap();
        assert_eq!(said(Asked::Later, directory.path(), &[("A", "one"), ("A", "two")], &["A"]), "the same");
    }

    #[test]
    fn of_classes_that_were_not_loaded_or_are_not_asked_about_nothing_is_said() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("A.class"), "changed").unwrap();
        // Optional, or made while the program ran, as those of lambdas are.
        let loaded = [("A$$Lambda.0x01", "x"), ("Other", "y")];
        assert_eq!(said(Asked::Later, directory.path(), &loaded, &["A", "never/There"]), "the same");
    }

    #[test]
    fn a_jdk_is_known_by_the_version_without_its_build() {
        for (jvm, jdk, same) in [
            ("OpenJDK 64-Bit Server VM 17.0.15+6-Debian-1deb12u1", "17.0.15", true),
            ("OpenJDK 64-Bit Server VM 25.0.3+9-LTS", "25.0.3", true),
            ("OpenJDK 64-Bit Server VM 21+35", "21", true),
            ("OpenJDK 64-Bit Server VM 17.0.15+6", "17.0.16", false),
            ("OpenJDK 64-Bit Server VM 17.0.15+6", "25.0.3", false),
        ] {
            assert_eq!(version(jvm) == version(jdk), same, "{jvm} {jdk}");
        }
    }
}
