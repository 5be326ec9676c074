//! Compiles the Java runtime, so that its class files can be embedded in the agent.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    // Asked when it runs: the script may have been compiled in another directory.
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let sources = Path::new(&manifest).join("../javaruntime/src");
    println!("cargo:rerun-if-changed={}", sources.display());
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let classes = out.join("classes");
    // A class that no longer exists must not stay embedded.
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes).expect("the build directory is writable");
    let mut files = Vec::new();
    collect(&sources, "java", &mut files);
    let status = Command::new(javac())
        .args(["-nowarn", "-Xlint:-options", "-source", "17", "-target", "17", "-g"])
        .args(["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"])
        .args(["--add-exports", "java.base/jdk.internal.reflect=ALL-UNNAMED"])
        .args(["--add-exports", "java.base/jdk.internal.vm.annotation=ALL-UNNAMED", "-d"])
        .arg(&classes)
        .args(&files)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("javac failed on javaruntime ({status})"),
        Err(e) => panic!("cannot start javac: {e}; install a JDK (17 or later), or set JAVA_HOME"),
    }
    let mut compiled = Vec::new();
    collect(&classes, "class", &mut compiled);
    compiled.sort();
    let mut list = String::from("&[\n");
    for class in compiled {
        writeln!(list, "    include_bytes!({:?}),", class.display().to_string()).expect("a string can grow");
    }
    list.push(']');
    fs::write(out.join("runtime_classes.rs"), list).expect("the build directory is writable");
}

fn collect(directory: &Path, extension: &str, into: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory).unwrap_or_else(|e| panic!("cannot read {}: {e}", directory.display()));
    for entry in entries {
        let path = entry.expect("a directory can be read to its end").path();
        if path.is_dir() {
            collect(&path, extension, into);
        } else if path.extension().is_some_and(|e| e == extension) {
            into.push(path);
        }
    }
}

/// The javac of `JAVA_HOME`, or that of the path, or any below `/usr/lib/jvm`.
fn javac() -> PathBuf {
    if let Some(home) = env::var_os("JAVA_HOME") {
        let javac = Path::new(&home).join("bin/javac");
        if javac.exists() {
            return javac;
        }
    }
    let on_path = env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|dir| dir.join("javac").exists()));
    if !on_path && let Ok(jvms) = fs::read_dir("/usr/lib/jvm") {
        let mut found: Vec<_> = jvms.flatten().map(|jvm| jvm.path().join("bin/javac")).filter(|p| p.exists()).collect();
        found.sort();
        if let Some(javac) = found.pop() {
            return javac;
        }
    }
    PathBuf::from("javac")
}
