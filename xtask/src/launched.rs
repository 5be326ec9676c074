//! Test programs that are not started from a class path alone: modules, source files, jars in a jar, and with another
//! agent.
//!
//! Layout, in `target/testsuite`: `modules/classes` a directory for each module, `modules/jars` the same as jars, and
//! one without a descriptor; `modules/arguments` a command line; `agents` an agent, and jars that name it; `sources`
//! source files; `boot` executable jars of Spring Boot.

use crate::jdk::Jdk;
use crate::process;
use crate::programs::{fetch, fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The loaders of Spring Boot before and since they got another package, and what they are started by.
const BOOT: [(&str, &str); 2] = [
    ("2.7.18", "org.springframework.boot.loader.JarLauncher"),
    ("3.3.5", "org.springframework.boot.loader.launch.JarLauncher"),
];

/// Makes all of them. `classes` has the programs of the class path.
pub fn compile(workspace: &Workspace, jdk: &Jdk, classes: &Path) -> Result<()> {
    let sources = workspace.root.join("testsuite/src");
    let build = workspace.testsuite();
    modules(jdk, &sources.join("modules"), &fresh(&build.join("modules"))?)?;
    agents(jdk, &sources.join("agents"), classes, &fresh(&build.join("agents"))?)?;
    copy(&sources.join("sources"), &fresh(&build.join("sources"))?)?;
    boot(workspace, jdk, &sources.join("boot"), &fresh(&build.join("boot"))?)
}

fn modules(jdk: &Jdk, sources: &Path, to: &Path) -> Result<()> {
    let (classes, jars) = (to.join("classes"), fresh(&to.join("jars"))?);
    javac(jdk, &java_files(&sources.join("auto/auto"))?, &to.join("auto"), None)?;
    pack(jdk, &jars.join("auto.jar"), &[], None, &to.join("auto"))?;
    let mut compile = Command::new(jdk.tool("javac"));
    compile.args(["--release", "17", "-g", "-encoding", "UTF-8", "-Xlint:-options", "--module", "app,lib", "-d"]);
    compile.arg(&classes).arg("-p").arg(&jars).arg("--module-source-path").arg(sources);
    process::run(&mut compile)?;
    for module in ["app", "lib"] {
        fs::copy(
            sources.join(format!("{module}/{module}/text.txt")),
            classes.join(format!("{module}/{module}/text.txt")),
        )?;
        let main: &[&str] = if module == "app" { &["--main-class", "app.Main"] } else { &[] };
        pack(jdk, &jars.join(format!("{module}.jar")), main, None, &classes.join(module))?;
    }
    let arguments = format!("# a command line\n-p \"{}\"\n-m app/app.Main of-a-file\n", jars.display());
    fs::write(to.join("arguments"), arguments).context("cannot write a file of arguments")
}

fn agents(jdk: &Jdk, sources: &Path, classes: &Path, to: &Path) -> Result<()> {
    let compiled = to.join("classes");
    javac(jdk, &java_files(sources)?, &compiled, None)?;
    let manifest = to.join("agent.txt");
    fs::write(&manifest, "Premain-Class: Edits\nAgent-Class: Edits\nCan-Retransform-Classes: true\n")?;
    pack(jdk, &to.join("agent.jar"), &[], Some(&manifest), &compiled)?;
    for (name, main) in [("launcher", "Edited"), ("itself", "Edits")] {
        let manifest = to.join(format!("{name}.txt"));
        let agent = "Launcher-Agent-Class: Edits\nCan-Retransform-Classes: true";
        fs::write(&manifest, format!("Main-Class: {main}\n{agent}\n"))?;
        fs::copy(classes.join("Edited.class"), compiled.join("Edited.class"))?;
        pack(jdk, &to.join(format!("{name}.jar")), &[], Some(&manifest), &compiled)?;
    }
    Ok(())
}

fn boot(workspace: &Workspace, jdk: &Jdk, sources: &Path, to: &Path) -> Result<()> {
    let compiled = to.join("classes");
    javac(jdk, &java_files(sources)?, &compiled, None)?;
    let library = fresh(&to.join("library"))?;
    fs::create_dir_all(library.join("inside"))?;
    fs::rename(compiled.join("inside/Inside.class"), library.join("inside/Inside.class"))?;
    fs::copy(sources.join("inside.txt"), library.join("inside/inside.txt"))?;
    for (version, launcher) in BOOT {
        let loader = fetch(
            &workspace.testsuite().join("real"),
            &format!("spring-boot-loader-{version}.jar"),
            &format!("org.springframework.boot:spring-boot-loader:{version}"),
        )?;
        let jar = fresh(&to.join(version))?;
        let mut unpack = Command::new(jdk.tool("jar"));
        process::run(unpack.arg("--extract").arg("--file").arg(loader).current_dir(&jar))?;
        fs::remove_dir_all(jar.join("META-INF"))?;
        copy(&compiled, &jar.join("BOOT-INF/classes"))?;
        fs::create_dir_all(jar.join("BOOT-INF/lib"))?;
        pack(jdk, &jar.join("BOOT-INF/lib/inside.jar"), &["--no-compress"], None, &library)?;
        for (name, main) in [("", launcher.to_owned()), ("-properties", launcher.replace("Jar", "Properties"))] {
            let manifest = to.join("manifest.txt");
            fs::write(&manifest, format!("Main-Class: {main}\nStart-Class: nested.NestedMain\n"))?;
            pack(jdk, &to.join(format!("boot-{version}{name}.jar")), &["--no-compress"], Some(&manifest), &jar)?;
        }
    }
    Ok(())
}

/// A jar of all that is in a directory.
fn pack(jdk: &Jdk, jar: &Path, options: &[&str], manifest: Option<&Path>, directory: &Path) -> Result<()> {
    let mut command = Command::new(jdk.tool("jar"));
    command.arg("--create").arg("--file").arg(jar).args(options);
    if let Some(manifest) = manifest {
        command.arg("--manifest").arg(manifest);
    }
    process::run(command.arg("-C").arg(directory).arg("."))
}

/// Copies a directory with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path: PathBuf = entry?.path();
        let name = path.file_name().context("a file has a name")?;
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
