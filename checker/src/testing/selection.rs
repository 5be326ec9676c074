//! Which tests are asked for, as the user says it and as JUnit is asked.

use super::discovery::Test;
use mcr_protocol::glob;
use std::ffi::OsString;
use std::path::PathBuf;

/// What the user has asked for; nothing: all tests that say themselves that they are to be explored.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Classes, by name or glob.
    pub classes: Vec<String>,
    /// Methods, as `Class#method`; both may be globs.
    pub methods: Vec<String>,
    /// Packages, with those below.
    pub packages: Vec<String>,
    /// Tag expressions of JUnit: one of them has to hold.
    pub tags: Vec<String>,
    /// None of these may hold.
    pub without_tags: Vec<String>,
    /// Where classes are looked for that are not asked for by name.
    pub roots: Vec<PathBuf>,
}

impl Selection {
    /// Whether everything is meant that says of itself that it is to be explored.
    #[must_use]
    pub fn is_by_annotation(&self) -> bool {
        self.classes.is_empty() && self.methods.is_empty() && self.packages.is_empty() && self.tags.is_empty()
    }

    /// The arguments of the Java part: pairs of what is asked for, and its value.
    #[must_use]
    pub fn arguments(&self) -> Vec<OsString> {
        let mut arguments = Vec::new();
        let mut ask = |what: &str, value: OsString| arguments.extend([what.into(), value]);
        let of_methods = self.methods.iter().filter_map(|method| method.split('#').next());
        for class in self.classes.iter().map(String::as_str).chain(of_methods) {
            match is_glob(class) {
                true => ask("class-pattern", pattern(class).into()),
                false => ask("class", class.into()),
            }
        }
        self.packages.iter().for_each(|package| ask("package", package.into()));
        self.tags.iter().for_each(|tag| ask("tag", tag.into()));
        self.without_tags.iter().for_each(|tag| ask("without-tag", tag.into()));
        self.roots.iter().for_each(|root| ask("root", root.into()));
        arguments
    }

    /// What was asked for by name and is no test, as the user has said it.
    #[must_use]
    pub fn fits_nothing(&self, tests: &[Test]) -> Option<String> {
        let asked = |option: &str, said: &String, one: Selection| {
            let fits = tests.iter().any(|test| one.takes(&test.class, test.method.as_deref()));
            (!fits).then(|| format!("{option} {said}"))
        };
        let classes = self.classes.iter().map(|said| {
            asked("--select-class", said, Selection { classes: vec![said.clone()], ..Selection::default() })
        });
        let methods = self.methods.iter().map(|said| {
            asked("--select-method", said, Selection { methods: vec![said.clone()], ..Selection::default() })
        });
        let packages = self.packages.iter().map(|said| {
            asked("--select-package", said, Selection { packages: vec![said.clone()], ..Selection::default() })
        });
        classes.chain(methods).chain(packages).flatten().next()
    }

    /// Whether a test that JUnit has found was asked for: of a class that is asked for because of one method, the others are not.
    #[must_use]
    pub fn takes(&self, class: &str, method: Option<&str>) -> bool {
        let in_package = |package: &String| class.strip_prefix(package.as_str()).is_some_and(|r| r.starts_with('.'));
        let is_class = |asked: &String| fits(asked, class);
        let is_method = |asked: &String| {
            let (of, name) = asked.split_once('#').unwrap_or((asked, "*"));
            fits(of, class) && glob::matches(name.trim_end_matches("()"), method.unwrap_or_default())
        };
        let everything = self.classes.is_empty() && self.methods.is_empty() && self.packages.is_empty();
        everything
            || self.packages.iter().any(in_package)
            || self.classes.iter().any(is_class)
            || self.methods.iter().any(is_method)
    }
}

/// Whether a class is meant, or one that is nested in one that is.
fn fits(asked: &str, class: &str) -> bool {
    let outer = class.match_indices('$').map(|(at, _)| &class[..at]);
    glob::matches(asked, class) || outer.into_iter().any(|outer| glob::matches(asked, outer))
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// A glob as a regular expression for whole names of classes; nested classes are found by those around them.
fn pattern(glob: &str) -> String {
    let mut pattern = String::new();
    let mut rest = glob.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '*' if rest.next_if_eq(&'*').is_some() => pattern.push_str(".*"),
            '*' => pattern.push_str("[^.]*"),
            '?' => pattern.push_str("[^.]"),
            c if c.is_alphanumeric() || c == '_' => pattern.push(c),
            c => pattern.extend(['\\', c]),
        }
    }
    pattern + "(\\$.*)?"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(classes: &[&str], methods: &[&str]) -> Selection {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Selection { classes: owned(classes), methods: owned(methods), ..Selection::default() }
    }

    #[test]
    fn globs_are_asked_for_as_regular_expressions() {
        assert_eq!(pattern("com.acme.*Test"), "com\\.acme\\.[^.]*Test(\\$.*)?");
        assert_eq!(pattern("**.Q?eue$In"), ".*\\.Q[^.]eue\\$In(\\$.*)?");
        let arguments = asked(&["a.B", "a.*"], &["c.D#m", "**#put*"]).arguments();
        let expected =
            ["class", "a.B", "class-pattern", "a\\.[^.]*(\\$.*)?", "class", "c.D", "class-pattern", ".*(\\$.*)?"];
        assert_eq!(arguments, expected.map(OsString::from));
    }

    #[test]
    fn of_a_class_that_is_looked_into_for_a_method_only_that_is_taken() {
        let selection = asked(&["a.B"], &["c.D#put*"]);
        for (class, method, expected) in [
            ("a.B", Some("x"), true),
            ("a.B$Nested", Some("x"), true),
            ("a.Bc", Some("x"), false),
            ("c.D", Some("putAll"), true),
            ("c.D$In", Some("put"), true),
            ("c.D", Some("get"), false),
            ("c.D", None, false),
        ] {
            assert_eq!(selection.takes(class, method), expected, "{class} {method:?}");
        }
        assert!(Selection::default().takes("any.Thing", None));
    }
}
