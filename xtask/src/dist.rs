//! What is published: `cargo xtask dist` makes an archive with everything that `mcr` needs, and a repository as Maven has it, with the annotations, the
//! plugins, and a jar of the native parts; `cargo xtask install` puts the same into a directory.

use crate::junit;
use crate::programs::{fresh, java_files, join};
use crate::setup;
use crate::workspace::Workspace;
use crate::{jdk, process, z3};
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of everything that is published.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
const GROUP: &str = "dev.mcr";
const PLATFORM: &str = "linux-x86_64";

/// What has to be beside the binary, which is first.
const PARTS: [&str; 5] = ["mcr", "libmcr.so", z3::SONAME, "mcr-junit.jar", "junit-platform-console-standalone.jar"];

/// An artifact of a repository.
struct Artifact<'a> {
    name: &'a str,
    /// Directories with Java sources.
    sources: &'a [&'a str],
    /// A directory with other files, below the root of the workspace.
    resources: Option<PathBuf>,
    /// A directory with classes that users have: it is compiled with them, and they are not in it.
    stubs: Option<&'a str>,
    /// What it is compiled with.
    class_path: Vec<PathBuf>,
    /// `artifact`, and whether users of this one get it, too.
    dependencies: &'a [&'a str],
    packaging: &'a str,
}

/// Makes everything; the directory.
pub fn dist(workspace: &Workspace) -> Result<PathBuf> {
    println!("== dist");
    junit::jar(workspace)?;
    let to = fresh(&workspace.beside_mcr("../dist"))?.canonicalize()?;
    let name = format!("mcr-{VERSION}-{PLATFORM}");
    put(workspace, &to.join(&name))?;
    process::run(
        Command::new("tar").arg("-C").arg(&to).args(["-czf"]).arg(to.join(format!("{name}.tar.gz"))).arg(&name),
    )?;
    repository(workspace, &to.join(&name), &to)?;
    println!("{}", to.display());
    Ok(to)
}

/// Puts what `mcr` needs into `PREFIX/lib/mcr`, and a link to it into `PREFIX/bin`.
pub fn install(workspace: &Workspace, prefix: &Path) -> Result<()> {
    junit::jar(workspace)?;
    let (lib, bin) = (prefix.join("lib/mcr"), prefix.join("bin"));
    put(workspace, &lib)?;
    fs::create_dir_all(&bin)?;
    let link = bin.join("mcr");
    if link.symlink_metadata().is_ok() {
        fs::remove_file(&link)?;
    }
    std::os::unix::fs::symlink("../lib/mcr/mcr", &link).with_context(|| format!("cannot make {}", link.display()))?;
    println!("{}", link.display());
    Ok(())
}

/// An installation in one directory.
fn put(workspace: &Workspace, to: &Path) -> Result<()> {
    fresh(to)?;
    for part in PARTS {
        let copy = to.join(part);
        fs::copy(workspace.beside_mcr(part), &copy).with_context(|| format!("cannot copy {part}"))?;
        if !part.ends_with(".jar") && process::works("strip", &["--version"]) {
            process::run(Command::new("strip").arg("--strip-debug").arg(&copy))?;
        }
    }
    fs::copy(workspace.root.join("LICENSE"), to.join("LICENSE"))?;
    fs::copy(workspace.root.join("NOTICE"), to.join("NOTICE"))?;
    let said = |arguments: &[&str]| -> Result<String> {
        let output = Command::new(to.join("mcr")).args(arguments).env_remove("LD_LIBRARY_PATH").output()?;
        if !output.status.success() {
            bail!("mcr {} fails: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    };
    fs::create_dir_all(to.join("man/man1"))?;
    fs::write(to.join("man/man1/mcr.1"), said(&["man"])?)?;
    fs::create_dir_all(to.join("completions"))?;
    for (shell, file) in [("bash", "mcr.bash"), ("zsh", "_mcr"), ("fish", "mcr.fish")] {
        fs::write(to.join("completions").join(file), said(&["completions", shell])?)?;
    }
    Ok(())
}

/// The repository; `installed`: what goes into the jar of native parts.
fn repository(workspace: &Workspace, installed: &Path, to: &Path) -> Result<()> {
    let native = fresh(&to.join("native"))?;
    let inside = native.join("dev/mcr/native");
    fs::create_dir_all(&inside)?;
    let mut index = BTreeMap::new();
    for part in PARTS {
        let bytes = fs::read(installed.join(part))?;
        let mut hash = String::new();
        Sha256::digest(&bytes).iter().for_each(|byte| write!(hash, "{byte:02x}").expect("a string can grow"));
        index.insert(part, hash);
        fs::write(inside.join(part), bytes)?;
    }
    let lines: String = index.iter().map(|(part, hash)| format!("{part}={hash}\n")).collect();
    fs::write(inside.join("index.properties"), lines)?;
    let maven = maven_resources(workspace, to)?;
    let gradle = to.join("gradle-resources");
    fs::create_dir_all(gradle.join("META-INF/gradle-plugins"))?;
    fs::write(
        gradle.join("META-INF/gradle-plugins/dev.mcr.properties"),
        "implementation-class=dev.mcr.gradle.McrPlugin\n",
    )?;
    let common = to.join("classes/mcr-build");
    let of_plugins: &[&str] = &["mcr-build", "mcr-native-linux-x86_64"];
    let with_common = |mut class_path: Vec<PathBuf>| {
        class_path.push(common.clone());
        class_path
    };
    let artifacts = [
        Artifact {
            name: "mcr-junit",
            sources: &["javaruntime/junit/src/dev/mcr/junit", "javaruntime/junit/src/dev/mcr/junit/run"],
            resources: None,
            stubs: None,
            class_path: vec![workspace.beside_mcr("junit-platform-console-standalone.jar")],
            dependencies: &[],
            packaging: "jar",
        },
        Artifact {
            name: "mcr-build",
            sources: &["build-tools/common/src/dev/mcr/build"],
            resources: None,
            stubs: None,
            class_path: Vec::new(),
            dependencies: &[],
            packaging: "jar",
        },
        Artifact {
            name: "mcr-native-linux-x86_64",
            sources: &[],
            resources: Some(native),
            stubs: None,
            class_path: Vec::new(),
            dependencies: &[],
            packaging: "jar",
        },
        Artifact {
            name: "mcr-maven-plugin",
            sources: &["maven-plugin/src/dev/mcr/maven"],
            resources: Some(maven),
            stubs: None,
            class_path: with_common(setup::maven_api(workspace)?),
            dependencies: of_plugins,
            packaging: "maven-plugin",
        },
        Artifact {
            name: "mcr-gradle-plugin",
            sources: &["gradle-plugin/src/dev/mcr/gradle"],
            resources: Some(gradle),
            stubs: Some("gradle-plugin/stubs/org/gradle/api/tasks/options"),
            class_path: with_common(setup::gradle_api()?),
            dependencies: of_plugins,
            packaging: "jar",
        },
    ];
    for artifact in &artifacts {
        publish(workspace, artifact, to)?;
    }
    // By which Gradle finds a plugin by its id.
    let marker = to.join(format!("maven/dev/mcr/dev.mcr.gradle.plugin/{VERSION}"));
    fs::create_dir_all(&marker)?;
    let pom = pom("dev.mcr.gradle.plugin", "pom", &["mcr-gradle-plugin"]);
    fs::write(marker.join(format!("dev.mcr.gradle.plugin-{VERSION}.pom")), pom)?;
    for left in ["native", "maven-resources", "gradle-resources", "classes"] {
        fs::remove_dir_all(to.join(left))?;
    }
    Ok(())
}

fn maven_resources(workspace: &Workspace, to: &Path) -> Result<PathBuf> {
    let resources = to.join("maven-resources");
    let descriptor = fs::read_to_string(workspace.root.join("maven-plugin/resources/META-INF/maven/plugin.xml"))?;
    fs::create_dir_all(resources.join("META-INF/maven"))?;
    fs::write(resources.join("META-INF/maven/plugin.xml"), descriptor.replace("@VERSION@", VERSION))?;
    Ok(resources)
}

/// Compiles an artifact and puts it into the repository.
fn publish(workspace: &Workspace, artifact: &Artifact<'_>, to: &Path) -> Result<()> {
    let (jdk, classes) = (jdk::any()?, fresh(&to.join("classes").join(artifact.name))?);
    let mut files = Vec::new();
    for directory in artifact.sources {
        files.extend(java_files(&workspace.root.join(directory))?);
    }
    if !files.is_empty() {
        let compile = |to: &Path, class_path: &[PathBuf], files: &[PathBuf]| {
            let mut javac = Command::new(jdk.tool("javac"));
            javac.args(["--release", "8", "-g", "-Xlint:-options", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(to);
            process::run(javac.arg("-cp").arg(join(class_path)?).args(files))
        };
        let mut class_path = artifact.class_path.clone();
        if let Some(stubs) = artifact.stubs {
            let compiled = fresh(&to.join("classes/stubs"))?;
            compile(&compiled, &[], &java_files(&workspace.root.join(stubs))?)?;
            class_path.push(compiled);
        }
        compile(&classes, &class_path, &files)?;
    }
    let directory = to.join("maven/dev/mcr").join(artifact.name).join(VERSION);
    fs::create_dir_all(&directory)?;
    let base = format!("{}-{VERSION}", artifact.name);
    let mut jar = Command::new(jdk.tool("jar"));
    jar.arg("--create").arg("--file").arg(directory.join(format!("{base}.jar"))).arg("-C").arg(&classes).arg(".");
    if let Some(resources) = &artifact.resources {
        jar.arg("-C").arg(resources).arg(".");
    }
    process::run(&mut jar)?;
    let pom = pom(artifact.name, artifact.packaging, artifact.dependencies);
    fs::write(directory.join(format!("{base}.pom")), pom)?;
    Ok(())
}

fn pom(artifact: &str, packaging: &str, dependencies: &[&str]) -> String {
    let dependency = |name: &&str| {
        format!(
            "    <dependency>\n      <groupId>{GROUP}</groupId>\n      <artifactId>{name}</artifactId>\n      \
             <version>{VERSION}</version>\n    </dependency>\n"
        )
    };
    let dependencies: String = dependencies.iter().map(dependency).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  \
         <modelVersion>4.0.0</modelVersion>\n  <groupId>{GROUP}</groupId>\n  <artifactId>{artifact}</artifactId>\n  \
         <version>{VERSION}</version>\n  <packaging>{packaging}</packaging>\n  <name>{artifact}</name>\n  \
         <description>A model checker for Java programs with threads</description>\n  <licenses>\n    <license>\n      \
         <name>Apache-2.0</name>\n    </license>\n  </licenses>\n  <dependencies>\n{dependencies}  </dependencies>\n</project>\n"
    )
}
