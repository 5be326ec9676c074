//! The Gradle plugin against a newer API than that of the Gradle that is installed: `ProjectBuilder` applies it, nothing is built.

use crate::dist::VERSION;
use crate::jdk;
use crate::libraries::{self, Library, library};
use crate::process;
use crate::programs::{self, fresh, java_files, join};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long it may take.
const LIMIT: Duration = Duration::from_secs(300);
/// The JDK that this Gradle runs on.
const JDK: u32 = 17;

/// The newest API that is in a repository, and what it uses.
const API: Library = library(
    "gradle-api",
    &[
        "dev.gradleplugins:gradle-api:8.11.1",
        "org.jetbrains.kotlin:kotlin-stdlib:2.0.21",
        "org.codehaus.groovy:groovy:3.0.22",
        "org.codehaus.groovy:groovy-ant:3.0.22",
        "org.codehaus.groovy:groovy-json:3.0.22",
        "org.codehaus.groovy:groovy-templates:3.0.22",
        "org.codehaus.groovy:groovy-xml:3.0.22",
        "org.apache.ant:ant:1.10.14",
        "org.slf4j:slf4j-api:1.7.36",
        "javax.inject:javax.inject:1",
    ],
);

/// Applies the plugin that is in this repository.
pub fn apply(workspace: &Workspace, repository: &Path) -> Result<()> {
    let directory = workspace.testsuite().join("samples").join(API.name);
    std::fs::create_dir_all(&directory)?;
    let mut class_path = libraries::jars(&API, &directory)?;
    for artifact in ["mcr-gradle-plugin", "mcr-build"] {
        class_path.push(repository.join(format!("dev/mcr/{artifact}/{VERSION}/{artifact}-{VERSION}.jar")));
    }
    let Some(jdk) = jdk::find().into_iter().find(|jdk| jdk.version == JDK) else {
        bail!("there is no JDK {JDK} to run Gradle on");
    };
    let (classes, project) = (fresh(&directory.join("classes"))?, fresh(&directory.join("project"))?);
    let sources = java_files(&workspace.root.join("testsuite/samples/gradle-api"))?;
    programs::javac(&jdk, &sources, &classes, Some(&join(&class_path)?))?;
    class_path.push(classes);
    let mut java = Command::new(jdk.java());
    for package in ["java.base/java.lang", "java.base/java.util", "java.base/java.lang.invoke", "java.base/java.net"] {
        java.arg("--add-opens").arg(format!("{package}=ALL-UNNAMED"));
    }
    java.arg("-cp").arg(join(&class_path)?).arg("Apply").arg(&project);
    // What Gradle keeps for all builds.
    java.env("GRADLE_USER_HOME", directory.join("home"));
    let ended = process::run_within(&mut java, LIMIT)?;
    let applied = ended.stdout.lines().find(|line| line.starts_with("applied with "));
    let (Some(line), Some(0)) = (applied, ended.status) else {
        bail!("{}: the plugin could not be applied:\n{}{}", API.name, ended.stdout, ended.stderr);
    };
    println!("{}: {line}", API.name);
    Ok(())
}
