//! What has to be on the machine, and how it gets there.

use crate::workspace::Workspace;
use crate::{chromium, java_runtime, jdk, process, programs, z3};
use anyhow::{Result, anyhow, bail};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A tool, and the Debian and Ubuntu packages that bring it.
struct Need {
    what: &'static str,
    packages: &'static [&'static str],
    present: fn() -> bool,
}

const NEEDS: &[Need] = &[
    Need { what: "a C linker", packages: &["gcc", "libc6-dev"], present: || process::works("cc", &["--version"]) },
    Need {
        what: "a C++ runtime to link Z3 with",
        packages: &["g++"],
        present: || process::works("c++", &["--version"]),
    },
    Need { what: "a JDK", packages: &["default-jdk-headless"], present: || !jdk::find().is_empty() },
    Need { what: "Maven", packages: &["maven"], present: || process::works("mvn", &["--version"]) },
    Need { what: "Python", packages: &["python3"], present: || process::works("python3", &["-c", "import zipfile"]) },
    Need { what: "pip", packages: &["python3-pip"], present: has_pip },
];

fn has_pip() -> bool {
    process::works("python3", &["-m", "pip", "--version"]) || process::works("pip3", &["--version"])
}

/// Checks, installs, fetches. Says what it finds; an error says what is left to do by hand.
pub fn setup(workspace: &Workspace) -> Result<()> {
    println!("== setup");
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !(need.present)()).collect();
    if !missing.is_empty() {
        install(&missing)?;
    }
    for jdk in jdk::find() {
        println!("JDK {}: {}", jdk.version, jdk.home().display());
    }
    let z3_directory = workspace.root.join(".z3");
    z3::provide(&z3_directory, &workspace.root.join("checker/solve/build/requirements.txt")).map_err(|e| anyhow!(e))?;
    println!("Z3: {}", z3_directory.join(z3::SONAME).display());
    for library in programs::libraries(workspace)? {
        println!("library: {}", library.display());
    }
    println!("JUnit: {}", java_runtime::junit(workspace)?.display());
    Ok(())
}

/// The program of a browser for the tests of HTML reports, which nothing else needs; installed if it may be.
pub fn chromium() -> Result<&'static str> {
    let need =
        Need { what: "Chromium", packages: &["chromium", "fonts-dejavu-core"], present: || chromium::find().is_some() };
    if !(need.present)() {
        install(&[&need])?;
    }
    chromium::find().ok_or_else(|| anyhow!("there is no Chromium"))
}

/// What plugins of Maven are compiled with.
pub fn maven_api(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let directory = workspace.testsuite().join("maven-api");
    let jar = programs::fetch(&directory, "maven-plugin-api-3.8.7.jar", "org.apache.maven:maven-plugin-api:3.8.7")?;
    Ok(vec![jar])
}

/// What plugins of Gradle are compiled with: the oldest Gradle that they work with. Installed if it may be.
pub fn gradle_api() -> Result<Vec<PathBuf>> {
    let lib = Path::new("/usr/share/gradle/lib");
    let need = Need { what: "Gradle", packages: &["gradle"], present: || Path::new("/usr/share/gradle/lib").is_dir() };
    if !(need.present)() {
        install(&[&need])?;
    }
    let mut jars = Vec::new();
    for directory in [lib.to_owned(), lib.join("plugins")] {
        jars.extend(directory.read_dir()?.flatten().map(|file| file.path()));
    }
    jars.retain(|jar| jar.extension().is_some_and(|extension| extension == "jar"));
    jars.extend(["groovy-all.jar", "slf4j-api.jar"].map(|jar| Path::new("/usr/share/java").join(jar)));
    Ok(jars)
}

fn install(missing: &[&Need]) -> Result<()> {
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages).copied().collect();
    let list = missing.iter().map(|need| need.what).collect::<Vec<_>>().join(", ");
    let by_hand = format!("apt-get install {}", packages.join(" "));
    if !process::works("apt-get", &["--version"]) {
        bail!("missing: {list}. This is not Debian or Ubuntu; install what corresponds to `{by_hand}`");
    }
    if !is_root() {
        bail!("missing: {list}. Installing packages needs root: run `sudo {by_hand}`, then this again");
    }
    println!("missing: {list}; installing {}", packages.join(" "));
    process::run(apt().arg("update"))?;
    process::run(apt().args(["install", "--yes", "--no-install-recommends"]).args(&packages))?;
    match missing.iter().find(|need| !(need.present)()) {
        Some(need) => bail!("{} is still missing after `{by_hand}`", need.what),
        None => Ok(()),
    }
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    command.arg("--quiet=2").env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}
