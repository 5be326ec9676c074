//! Compiles the Java runtime, so that its class files can be embedded in the agent. Before that, looks whether the
//! class with the numbers that both know (`codes.rs`) is up to date.

#[path = "src/codes.rs"]
mod codes;

use codes::{Group, TABLE};
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
    println!("cargo:rerun-if-env-changed=MCR_REFRESH");
    keep_up_to_date(&sources.join("dev/mcr/Codes.java"));
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
        .args(["--add-exports", "java.base/sun.nio.ch=ALL-UNNAMED"])
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

/// Compares the class of the numbers with their table. If it is another one, writes it anew if `MCR_REFRESH` is set.
fn keep_up_to_date(file: &Path) {
    let java = java();
    if fs::read_to_string(file).is_ok_and(|is| is == java) {
        return;
    }
    let refresh = env::var_os("MCR_REFRESH").is_some();
    assert!(refresh, "{} is not up to date; MCR_REFRESH=1 cargo build -p mcr-agent writes it anew", file.display());
    fs::write(file, java).expect("the sources are writable");
}

/// The source of the class of the numbers.
fn java() -> String {
    let mut java = String::from(
        "package dev.mcr;\n\n/** The numbers that the agent and the Java runtime say to each other: made from {@code codes.rs}. */\n\
         final class Codes {\n    private Codes() {}\n",
    );
    for Group { about, rust_type, codes } in TABLE {
        let (java_type, suffix) = if *rust_type == "i64" { ("long", "L") } else { ("int", "") };
        java.push('\n');
        wrap(&mut java, "    //", &about.concat().replace('`', ""));
        for (comment, name, code) in *codes {
            let suffix = if i32::try_from(*code).is_ok() { "" } else { suffix };
            let comment = comment.concat();
            let comment = comment.trim().replace(" `", " {@code ").replace('`', "}");
            writeln!(java, "    /** {comment} */\n    static final {java_type} {name} = {code}{suffix};")
                .expect("a string can grow");
        }
    }
    java.push_str("}\n");
    java
}

/// Adds text in lines of at most 120 columns.
fn wrap(java: &mut String, prefix: &str, text: &str) {
    let mut line = String::from(prefix);
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > 120 {
            writeln!(java, "{line}").expect("a string can grow");
            line = String::from(prefix);
        }
        line.push(' ');
        line.push_str(word);
    }
    writeln!(java, "{line}").expect("a string can grow");
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
