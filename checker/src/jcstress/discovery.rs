//! Which tests there are on a class path, and what they say of themselves.

use super::grading::Outcome;
use crate::testing::class_path::ClassPath;
use crate::testing::listing;
use regex::Regex;
use serde::Deserialize;
use std::ffi::OsString;

/// The class of the Java part that lists tests.
const MAIN: &str = "dev.mcr.junit.run.ListStressTests";

/// A test, as its annotations say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Test {
    /// The name of its class, as the JVM has it (`a.B$C`).
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// Where there is more about it.
    pub refs: Vec<String>,
    /// What is said of its results.
    pub outcomes: Vec<Outcome>,
    /// Whether the question is if its actor ends.
    pub termination: bool,
    /// The methods that run at once.
    pub actors: Vec<String>,
    /// Why it cannot be run.
    pub problem: Option<String>,
}

impl Test {
    /// Its name in Java (`a.B.C`), by which the harness selects and lists tests.
    #[must_use]
    pub fn title(&self) -> String {
        self.name.replace('$', ".")
    }

    /// Whether it is among those that are asked for.
    #[must_use]
    pub fn is_selected(&self, by: Option<&Regex>) -> bool {
        by.is_none_or(|regex| regex.is_match(&self.title()) || regex.is_match(&self.name))
    }
}

/// What is on the class path.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Parts {
    harness: bool,
}

/// Lists the tests in what the user has said as class path.
///
/// # Errors
/// If the JVM cannot be asked, or jcstress is not on the class path; for the user.
pub fn discover(java: &[OsString], class_path: &ClassPath) -> Result<Vec<Test>, String> {
    let roots: Vec<OsString> = class_path.said().iter().map(OsString::from).collect();
    let (parts, tests): (Parts, Vec<Test>) = listing::list(java, class_path, MAIN, &roots)?;
    if !parts.harness {
        return Err("org.openjdk.jcstress:jcstress-core is missing on the class path: without its annotations there \
                    are no tests"
            .to_owned());
    }
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nested_test_is_selected_by_a_part_of_either_of_its_names() {
        let test = Test { name: "a.Outer$Inner".to_owned(), ..Test::default() };
        for (regex, expected) in
            [("Outer.Inner", true), (r"Outer\$Inner$", true), (r"^a\.", true), ("^Outer", false), ("inner", false)]
        {
            assert_eq!(test.is_selected(Some(&Regex::new(regex).unwrap())), expected, "{regex}");
        }
        assert!(test.is_selected(None));
    }

    #[test]
    fn what_the_java_part_says_of_a_test_can_be_read() {
        let said = r#"{"name":"a.T","outcomes":[{"id":["0, 0","1, .*"],"expect":"FORBIDDEN","desc":"no"},{"id":[""],
            "expect":"ACCEPTABLE"}],"refs":["x"],"termination":false,"actors":["actor1"]}"#;
        let test: Test = serde_json::from_str(said).unwrap();
        assert_eq!((test.outcomes.len(), test.outcomes[0].id[1].as_str()), (2, "1, .*"));
        let broken: Test = serde_json::from_str(r#"{"name":"a.T","problem":"it has no @Actor"}"#).unwrap();
        assert_eq!(broken.problem.as_deref(), Some("it has no @Actor"));
    }
}
