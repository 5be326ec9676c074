//! Java development kits on this machine.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The versions that the agent runs on.
pub const SUPPORTED: std::ops::RangeInclusive<u32> = 17..=25;

/// A JDK with a compiler.
#[derive(Clone)]
pub struct Jdk {
    /// The feature release: 17, 25.
    pub version: u32,
    home: PathBuf,
}

impl Jdk {
    /// The launcher.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// Another tool of the JDK.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }

    /// Where it is.
    pub fn home(&self) -> &Path {
        &self.home
    }

    fn at(home: &Path) -> Option<Self> {
        let home = home.canonicalize().ok()?;
        if !home.join("bin/java").is_file() || !home.join("bin/javac").is_file() {
            return None;
        }
        let release = std::fs::read_to_string(home.join("release")).ok()?;
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
        let version = version.trim_matches('"').split('.').next()?.parse().ok()?;
        Some(Self { version, home })
    }
}

/// The supported JDKs found, one for each version, oldest first: that of `JAVA_HOME`, those on the `PATH`, and those where
/// distributions and version managers put them.
pub fn find() -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect();
    for directory in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        // bin/java is often a link into the JDK.
        if let Ok(java) = directory.join("java").canonicalize()
            && let Some(home) = java.ancestors().nth(2)
        {
            homes.push(home.to_owned());
        }
    }
    let user = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    for parent in [Path::new("/usr/lib/jvm"), &user.join(".sdkman/candidates/java"), &user.join(".jdks")] {
        let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        found.sort();
        homes.extend(found);
    }
    let mut by_version = BTreeMap::new();
    for jdk in homes.iter().filter_map(|home| Jdk::at(home)) {
        if SUPPORTED.contains(&jdk.version) {
            by_version.entry(jdk.version).or_insert(jdk);
        }
    }
    by_version.into_values().collect()
}

/// The oldest JDK found: the one to compile with.
pub fn any() -> Result<Jdk> {
    find().into_iter().next().with_context(|| {
        format!(
            "no JDK from {} to {} in JAVA_HOME, on the PATH or in /usr/lib/jvm; `cargo xtask setup` says more",
            SUPPORTED.start(),
            SUPPORTED.end()
        )
    })
}

/// The one of a version, or any.
pub fn of(version: Option<u32>) -> Result<Jdk> {
    let Some(version) = version else { return any() };
    find().into_iter().find(|jdk| jdk.version == version).with_context(|| format!("no JDK {version}"))
}
