//! Asks JUnit, in a plain JVM, which tests there are.

use super::class_path::ClassPath;
use super::listing;
use super::selection::Selection;
use serde::Deserialize;
use std::ffi::OsString;

/// The class of the Java part that lists tests.
const MAIN: &str = "dev.mcr.junit.run.Discover";

/// A test, as JUnit knows it before it has run anything.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Test {
    /// Its unique id.
    pub id: String,
    /// What it is called in reports of build tools: `method()`.
    pub name: String,
    /// What it is called for people.
    pub display: String,
    /// Whether it stands for tests that are made when it runs: a parameterised or repeated test, a factory.
    pub template: bool,
    /// The class whose test it is, with dots.
    #[serde(default)]
    pub class: String,
    /// The method, if it is one.
    pub method: Option<String>,
    /// Why it is not known what its annotations say.
    pub problem: Option<String>,
    /// What the annotation `@ConcurrencyTest` says.
    #[serde(rename = "ConcurrencyTest")]
    pub annotation: Option<Annotation>,
    /// What the annotation `@Outcomes` says.
    #[serde(rename = "Outcomes")]
    pub outcomes: Option<Outcomes>,
}

/// The members of `@ConcurrencyTest` that are not as they are by default.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Annotation {
    /// As `--memory-model`.
    pub memory_model: Option<String>,
    /// As `--strategy`.
    pub strategy: Option<String>,
    /// As `--max-executions`.
    pub max_executions: Option<serde_json::Value>,
    /// As `--timeout`, in seconds.
    pub timeout: Option<serde_json::Value>,
    /// As `--property`; none: all.
    pub properties: Vec<String>,
    /// As `--races`.
    pub races: Option<String>,
    /// What may be printed; none: anything.
    pub outcomes: Vec<String>,
}

impl Test {
    /// The kinds of tests that it makes when it runs, as they are called in unique ids.
    #[must_use]
    pub fn made(&self) -> &'static [&'static str] {
        match self.id.rsplit_once("/[").map(|(_, last)| last) {
            Some(last) if last.starts_with("test-template:") => &["test-template-invocation"],
            Some(last) if last.starts_with("class-template:") => &["class-template-invocation"],
            _ => &["dynamic-test", "dynamic-container"],
        }
    }

    /// What its executions may print, by what its annotations say; nothing: anything.
    #[must_use]
    pub fn expected(&self) -> Vec<String> {
        let of_test = self.annotation.iter().flat_map(|annotation| &annotation.outcomes);
        let outcomes = self.outcomes.iter().flat_map(|outcomes| outcomes.value.iter().chain(&outcomes.interesting));
        of_test.chain(outcomes).cloned().collect()
    }
}

/// The members of `@Outcomes`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Outcomes {
    /// What may be printed.
    pub value: Vec<String>,
    /// What may be printed too, and is to be said.
    pub interesting: Vec<String>,
    /// Whether each of `value` has to be printed by some execution.
    pub all: bool,
}

/// Which parts of JUnit are on the class path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Parts {
    /// The launcher of the platform.
    pub launcher: Option<Part>,
    /// What engines are made with.
    pub platform: Option<Part>,
    /// The annotations of JUnit 5 and 6.
    pub jupiter: Option<Part>,
    /// The engine that runs tests with them.
    pub engine: Option<Part>,
    /// JUnit 4.
    pub junit4: Option<Part>,
    /// The engine that runs tests of JUnit 3 and 4 on the platform.
    pub vintage: Option<Part>,
}

/// Where a part comes from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Part {
    /// The jar.
    pub path: Option<String>,
    /// Its version, if it says one.
    pub version: Option<String>,
}

/// Lists the tests that were asked for. The class path is completed where JUnit has no launcher there.
///
/// Without JUnit there are none.
///
/// # Errors
/// If there is JUnit and it cannot be run, or fails; for the user.
pub fn discover(java: &[OsString], class_path: &mut ClassPath, selection: &Selection) -> Result<Vec<Test>, String> {
    let (mut parts, mut tests) = list(java, class_path, selection)?;
    if let (Some(jupiter), None) = (&parts.jupiter, &parts.engine) {
        let version = jupiter.version.as_deref().unwrap_or("of the same version");
        return Err(format!(
            "org.junit.jupiter:junit-jupiter-engine:{version} is missing on the class path: without it there are no tests of JUnit 5"
        ));
    }
    if parts.platform.is_none() && parts.junit4.is_none() {
        return Ok(Vec::new());
    }
    if parts.platform.is_some() && parts.junit4.is_some() && parts.vintage.is_none() {
        eprintln!("mcr: warning: tests of JUnit 4 are not found without org.junit.vintage:junit-vintage-engine");
    }
    if parts.launcher.is_none() {
        class_path.complete(&parts)?;
        (parts, tests) = list(java, class_path, selection)?;
        if parts.launcher.is_none() {
            return Err("JUnit's launcher cannot be loaded from the class path".to_owned());
        }
    }
    tests.retain(|test| selection.takes(&test.class, test.method.as_deref()));
    match selection.fits_nothing(&tests) {
        Some(asked) => Err(format!("no test was found for {asked}")),
        None => Ok(tests),
    }
}

fn list(java: &[OsString], class_path: &ClassPath, selection: &Selection) -> Result<(Parts, Vec<Test>), String> {
    listing::list(java, class_path, MAIN, &selection.arguments())
}
