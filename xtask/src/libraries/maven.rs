//! Libraries and what they depend on, fetched with Maven.

use super::catalogue::Library;
use crate::process;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The jars of a library and of all that it depends on, fetched when they are not there yet. A file beside them says for which
/// coordinates they were fetched. Without coordinates nothing is fetched.
pub fn jars(library: &Library, directory: &Path) -> Result<Vec<PathBuf>> {
    if library.coordinates.is_empty() {
        return Ok(Vec::new());
    }
    let fetched = directory.join("fetched.txt");
    let wanted = library.coordinates.join("\n");
    let lib = directory.join("lib");
    if fs::read_to_string(&fetched).ok().as_ref() != Some(&wanted) {
        if lib.exists() {
            fs::remove_dir_all(&lib)?;
        }
        fs::create_dir_all(&lib)?;
        fs::write(directory.join("pom.xml"), pom(library))?;
        let mut mvn = Command::new("mvn");
        mvn.args(["--quiet", "--batch-mode", "-Dstyle.color=never", "dependency:copy-dependencies"]);
        mvn.args(["-DincludeScope=runtime", &format!("-DoutputDirectory={}", lib.display())]);
        process::run(mvn.current_dir(directory).stdout(std::process::Stdio::null()))
            .with_context(|| format!("cannot fetch {}", library.name))?;
        fs::write(&fetched, wanted)?;
    }
    let mut jars: Vec<PathBuf> = fs::read_dir(&lib)?.flatten().map(|entry| entry.path()).collect();
    jars.retain(|path| path.extension().is_some_and(|e| e == "jar"));
    jars.sort();
    Ok(jars)
}

/// Nothing that an artifact depends on: some of it may be no longer there.
const ALONE: &str = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>";

/// A project that depends on the library and does nothing else.
fn pom(library: &Library) -> String {
    let mut dependencies = String::new();
    for coordinates in library.coordinates {
        let alone = coordinates.strip_suffix("@jar");
        let exclusions = if alone.is_some() { ALONE } else { "" };
        let mut parts = alone.unwrap_or(coordinates).split(':');
        let mut part = || parts.next().unwrap_or_default();
        let (group, artifact, version) = (part(), part(), part());
        dependencies.push_str(&format!(
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>{exclusions}</dependency>\n"
        ));
    }
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n<modelVersion>4.0.0</modelVersion>\n\
         <groupId>dev.mcr</groupId><artifactId>library-{}</artifactId><version>1</version>\n\
         <dependencies>\n{dependencies}</dependencies>\n</project>\n",
        library.name
    )
}
