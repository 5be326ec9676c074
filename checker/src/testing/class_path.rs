//! The class path of the tests, and what has to be added for JUnit to run them one by one.

use super::discovery::Parts;
use crate::session::launch::beside_binary;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The environment variable that says where the Java part is.
pub const RUNNER_VARIABLE: &str = "MCR_JUNIT";
/// The Java part, beside the checker's binary.
pub const RUNNER: &str = "mcr-junit.jar";
/// All of JUnit in one jar, beside the checker's binary: for class paths that have JUnit 4 alone.
const PLATFORM: &str = "junit-platform-console-standalone.jar";

/// A class path that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPath(Vec<PathBuf>);

impl ClassPath {
    /// What the user has said, with the Java part behind it.
    ///
    /// # Errors
    /// If the Java part is not where it should be; a line for the user.
    pub fn new(said: &OsStr) -> Result<ClassPath, String> {
        let entries = env::split_paths(said).flat_map(expanded);
        // As for java, an empty entry is the current directory.
        let mut entries: Vec<PathBuf> =
            entries.map(|entry| if entry.as_os_str().is_empty() { PathBuf::from(".") } else { entry }).collect();
        if let Some(missing) = entries.iter().find(|entry| !entry.exists()) {
            return Err(format!("the class path has {}, which is not there", missing.display()));
        }
        entries.push(beside_binary(RUNNER_VARIABLE, RUNNER).map_err(|error| format!("{error:#}"))?);
        Ok(ClassPath(entries))
    }

    /// As `java` takes it.
    ///
    /// # Errors
    /// If the name of an entry has a colon in it; a line for the user.
    pub fn joined(&self) -> Result<OsString, String> {
        env::join_paths(&self.0).map_err(|error| format!("this class path cannot be given to java: {error}"))
    }

    /// Where the project's tests may be: what the user has said.
    #[must_use]
    pub fn said(&self) -> &[PathBuf] {
        self.0.split_last().map_or(&[], |(_runner, said)| said)
    }

    /// Its directories: where the project's own classes are.
    #[must_use]
    pub fn directories(&self) -> Vec<PathBuf> {
        self.0.iter().filter(|entry| entry.is_dir()).cloned().collect()
    }

    /// Adds what is missing for JUnit, of which there is some version, to run tests one by one.
    ///
    /// # Errors
    /// If it cannot be found; a line for the user.
    pub fn complete(&mut self, parts: &Parts) -> Result<(), String> {
        match &parts.platform {
            None => {
                self.0.push(beside_binary("MCR_JUNIT_PLATFORM", PLATFORM).map_err(|error| format!("{error:#}"))?);
                Ok(())
            }
            Some(platform) => {
                let version = platform.version.as_deref().unwrap_or("?");
                let launcher = platform.path.as_deref().and_then(|path| launcher_beside(Path::new(path), version));
                let missing = format!(
                    "org.junit.platform:junit-platform-launcher:{version} is missing on the class path; add it, as JUnit's own \
                     launchers do"
                );
                self.0.push(launcher.ok_or(missing)?);
                Ok(())
            }
        }
    }
}

/// `dir/*` stands for the jars in it, as for `java`.
fn expanded(entry: PathBuf) -> Vec<PathBuf> {
    let (Some(directory), true) = (entry.parent(), entry.file_name() == Some(OsStr::new("*"))) else {
        return vec![entry];
    };
    if !directory.is_dir() {
        return vec![directory.to_owned()];
    }
    let files = directory.read_dir().map(|files| files.flatten().map(|file| file.path()).collect::<Vec<_>>());
    let mut jars = files.unwrap_or_default();
    jars.retain(|file| file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar")));
    jars.sort();
    jars
}

/// The launcher of the same version in the same repository of jars, or in the same directory: build tools that have fetched the one have mostly fetched
/// the other.
fn launcher_beside(engine: &Path, version: &str) -> Option<PathBuf> {
    let name = format!("junit-platform-launcher-{version}.jar");
    let directory = engine.parent()?;
    let in_maven =
        || directory.parent()?.parent().map(|group| group.join("junit-platform-launcher").join(version).join(&name));
    let in_gradle = || {
        let versions = directory.parent()?.parent()?.parent()?.join("junit-platform-launcher").join(version);
        let hashes = versions.read_dir().ok()?.flatten();
        hashes.map(|hash| hash.path().join(&name)).find(|jar| jar.is_file())
    };
    [Some(directory.join(&name)), in_maven(), in_gradle()].into_iter().flatten().find(|jar| jar.is_file())
}
