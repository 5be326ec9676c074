//! The test programs: compiled, packed, and some of them broken on purpose.
//!
//! Layout, in `target/testsuite`: `classes` everything in the default package; `jdk25` what needs that JDK; `jar` an
//! application whose manifest names another jar, and one that deadlocks; `real` the drivers of libraries and their jars;
//! `broken` what is no class and no jar. What is started in other ways is in `launched.rs`.

use crate::jdk::{self, Jdk};
use crate::launched;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the drivers in `real` drive, with its coordinates.
const LIBRARIES: [(&str, &str); 3] = [
    ("commons-pool-1.5.7.jar", "commons-pool:commons-pool:1.5.7"),
    ("log4j-1.2.17.jar", "log4j:log4j:1.2.17"),
    ("h2-2.2.224.jar", "com.h2database:h2:2.2.224"),
];

/// The JDK for the programs in `src/jdk25`.
const NEWEST: u32 = 25;

/// Compiles everything, for the oldest supported JDK but for what cannot run on that; the directory of the classes.
pub fn compile(workspace: &Workspace, jdk: &Jdk) -> Result<PathBuf> {
    let sources = workspace.root.join("testsuite/src");
    let build = workspace.testsuite();
    let classes = fresh(&build.join("classes"))?;
    let groups = [
        "litmus",
        "bench",
        "features",
        "sync",
        "jdkstate",
        "names",
        "relaxed",
        "races",
        "reports",
        "kinds",
        "fresh",
        "explained",
        "network",
        "files",
    ];
    for group in groups {
        let directory = sources.join(group);
        // Groups may use what is in those before them.
        javac(jdk, &java_files(&directory)?, &classes, Some(&classes))?;
    }
    if let Some(newest) = jdk::find().iter().find(|jdk| jdk.version == NEWEST) {
        let name = format!("jdk{NEWEST}");
        javac_release(newest, NEWEST, &java_files(&sources.join(&name))?, &fresh(&build.join(&name))?, None)?;
    }
    fs::copy(sources.join("features/resource.txt"), classes.join("resource.txt"))?;
    fs::copy(sources.join("files/mapped.txt"), classes.join("mapped.txt"))?;
    native_library(jdk, &sources.join("fresh/fresh.c"), &classes.join("libfresh.so"))?;
    jars(jdk, &sources.join("jar"), &classes, &fresh(&build.join("jar"))?)?;
    launched::compile(workspace, jdk, &classes)?;
    broken(&fresh(&build.join("broken"))?)?;
    real(workspace, jdk)?;
    Ok(classes)
}

/// The jars of real libraries, fetched by their coordinates when they are not there yet.
pub fn libraries(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let real = workspace.testsuite().join("real");
    LIBRARIES.iter().map(|(jar, coordinates)| fetch(&real, jar, coordinates)).collect()
}

/// A jar from Maven Central, fetched by its coordinates when it is not there yet.
pub fn fetch(directory: &Path, jar: &str, coordinates: &str) -> Result<PathBuf> {
    let file = directory.join(jar);
    if !file.is_file() {
        fs::create_dir_all(directory)?;
        let mut mvn = Command::new("mvn");
        mvn.args(["--quiet", "--batch-mode", "-Dstyle.color=never", "dependency:copy"]);
        mvn.arg(format!("-Dartifact={coordinates}"));
        mvn.arg(format!("-DoutputDirectory={}", directory.display()));
        process::run(mvn.current_dir(directory)).with_context(|| format!("cannot fetch {coordinates} with Maven"))?;
    }
    Ok(file)
}

fn native_library(jdk: &Jdk, source: &Path, to: &Path) -> Result<()> {
    let headers = jdk.home().join("include");
    let mut gcc = Command::new("gcc");
    gcc.args(["-shared", "-fPIC", "-Wall"]).arg("-I").arg(&headers).arg("-I").arg(headers.join("linux"));
    process::run(gcc.arg("-o").arg(to).arg(source)).context("cannot build the native library of a test")?;
    Ok(())
}

fn jars(jdk: &Jdk, sources: &Path, classes: &Path, to: &Path) -> Result<()> {
    let compiled = to.join("classes");
    javac(jdk, &java_files(sources)?, &compiled, None)?;
    let manifest = to.join("manifest.txt");
    fs::write(&manifest, "Main-Class: JarApp\nClass-Path: lib/dep.jar\n")?;
    fs::create_dir_all(to.join("lib"))?;
    let jar = |file: &Path| {
        let mut command = Command::new(jdk.tool("jar"));
        command.arg("--create").arg("--file").arg(file);
        command
    };
    let app: Vec<PathBuf> = named(&compiled, "JarApp")?;
    process::run(jar(&to.join("app.jar")).arg("--manifest").arg(&manifest).args(inside(&compiled, &app)))?;
    process::run(jar(&to.join("lib/dep.jar")).args(inside(&compiled, &[compiled.join("JarDep.class")])))?;
    let deadlock = named(classes, "TestDeadLock")?;
    process::run(jar(&to.join("deadlock.jar")).args(["--main-class", "TestDeadLock"]).args(inside(classes, &deadlock)))
}

/// `-C directory file` for every file.
fn inside(directory: &Path, files: &[PathBuf]) -> Vec<PathBuf> {
    let name = |file: &PathBuf| PathBuf::from(file.file_name().expect("a file has a name"));
    files.iter().flat_map(|file| [PathBuf::from("-C"), directory.to_owned(), name(file)]).collect()
}

/// The class files of a class and of those nested in it.
fn named(classes: &Path, name: &str) -> Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = fs::read_dir(classes)?.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| {
        let file = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        file == format!("{name}.class") || file.starts_with(&format!("{name}$"))
    });
    found.sort();
    Ok(found)
}

fn broken(to: &Path) -> Result<()> {
    fs::write(to.join("not-a.jar"), "This is a text file.\n")?;
    // The magic number of a class file, and then no class file.
    let mut garbage = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
    garbage.extend((0..200u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8));
    fs::write(to.join("Garbage.class"), garbage)?;
    Ok(())
}

fn real(workspace: &Workspace, jdk: &Jdk) -> Result<()> {
    let jars = join(&libraries(workspace)?)?;
    let drivers = java_files(&workspace.root.join("testsuite/real"))?;
    javac(jdk, &drivers, &workspace.testsuite().join("real"), Some(&jars))
}

/// A class path in one word.
pub fn join(class_path: &[PathBuf]) -> Result<PathBuf> {
    Ok(PathBuf::from(std::env::join_paths(class_path)?))
}

/// Compiles for the oldest supported JDK.
pub fn javac(jdk: &Jdk, sources: &[PathBuf], to: &Path, class_path: Option<&Path>) -> Result<()> {
    javac_release(jdk, *jdk::SUPPORTED.start(), sources, to, class_path)
}

/// The same with further options.
pub fn javac_with(jdk: &Jdk, options: &[&str], sources: &[PathBuf], to: &Path, class_path: &Path) -> Result<()> {
    let mut javac = compiler(jdk, *jdk::SUPPORTED.start(), sources, to);
    process::run(javac.arg("-cp").arg(class_path).args(options))
}

/// Compiles for a release of Java, which the compiler has to know.
fn javac_release(jdk: &Jdk, release: u32, sources: &[PathBuf], to: &Path, class_path: Option<&Path>) -> Result<()> {
    let mut javac = compiler(jdk, release, sources, to);
    if let Some(class_path) = class_path {
        javac.arg("-cp").arg(class_path);
    }
    process::run(&mut javac)
}

fn compiler(jdk: &Jdk, release: u32, sources: &[PathBuf], to: &Path) -> Command {
    let mut javac = Command::new(jdk.tool("javac"));
    javac.args(["--release", &release.to_string(), "-g", "-encoding", "UTF-8", "-Xlint:-options", "-d"]);
    javac.arg(to).args(sources);
    javac
}

pub fn java_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "java"));
    files.sort();
    Ok(files)
}

/// An empty directory.
pub fn fresh(directory: &Path) -> Result<PathBuf> {
    if directory.exists() {
        fs::remove_dir_all(directory).with_context(|| format!("cannot empty {}", directory.display()))?;
    }
    fs::create_dir_all(directory)?;
    Ok(directory.to_owned())
}
