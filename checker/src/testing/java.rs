//! Which `java` is meant where none is said.

use std::env;
use std::ffi::OsString;
use std::path::Path;

/// That of `JAVA_HOME`, else the one on the `PATH`.
#[must_use]
pub fn default_java() -> OsString {
    let of_home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
    of_home.filter(|java| java.is_file()).map_or_else(|| "java".into(), OsString::from)
}
