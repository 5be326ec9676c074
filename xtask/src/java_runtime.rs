//! Unit tests of the Java runtime (`javaruntime/test`): JUnit in a plain JVM, with a class `Native` that calls a fake agent.
//!
//! That class is made from the real one, so that it has all methods and constants of it.

use crate::jdk;
use crate::process;
use crate::programs::{fetch, fresh, java_files};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const JUNIT: &str = "junit-platform-console-standalone-1.11.4.jar";
const JUNIT_COORDINATES: &str = "org.junit.platform:junit-platform-console-standalone:1.11.4";
const INTERNALS: [&str; 8] = [
    "--add-exports",
    "java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-exports",
    "java.base/jdk.internal.reflect=ALL-UNNAMED",
    "--add-exports",
    "java.base/jdk.internal.vm.annotation=ALL-UNNAMED",
    "--add-exports",
    "java.base/sun.nio.ch=ALL-UNNAMED",
];
const LIMIT: Duration = Duration::from_secs(120);

/// The jar of JUnit with its launcher, fetched when it is not there yet.
pub fn junit(workspace: &Workspace) -> Result<PathBuf> {
    fetch(&workspace.testsuite().join("junit"), JUNIT, JUNIT_COORDINATES)
}

/// Compiles and runs the tests.
pub fn run(workspace: &Workspace) -> Result<()> {
    println!("== unit tests of the Java runtime");
    let directory = fresh(&workspace.testsuite().join("javaruntime"))?;
    let sources = workspace.root.join("javaruntime/src/dev/mcr");
    let native = std::fs::read_to_string(sources.join("Native.java")).context("cannot read Native.java")?;
    let fake = directory.join("Native.java");
    std::fs::write(&fake, with_fake_agent(&native)?)?;
    let mut files = java_files(&sources)?;
    files.retain(|file| !file.ends_with("Native.java"));
    files.extend(java_files(&workspace.root.join("javaruntime/test/dev/mcr"))?);
    files.push(fake);
    let (junit, jdk) = (junit(workspace)?, jdk::any()?);
    let classes = directory.join("classes");
    let mut javac = Command::new(jdk.tool("javac"));
    javac.args(INTERNALS).args(["-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-cp"]).arg(&junit);
    process::run(javac.arg("-d").arg(&classes).args(files))?;
    let mut java = Command::new(jdk.java());
    java.args(INTERNALS).args(["--add-opens", "java.base/java.lang=ALL-UNNAMED", "-jar"]).arg(&junit);
    java.args(["execute", "--scan-class-path", "--disable-banner", "--disable-ansi-colors", "--details=summary"]);
    let output = process::run_within(java.arg("--class-path").arg(&classes), LIMIT)?;
    let count = |what: &str| {
        let line = output.stdout.lines().find(|line| line.contains(what))?;
        line.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok()
    };
    let (passed, failed) = (count("tests successful"), count("tests failed"));
    let (Some(passed), Some(failed)) = (passed, failed) else { bail!("{}{}", output.stdout, output.stderr) };
    println!("javaruntime: {passed} passed, {failed} failed");
    if failed > 0 || passed == 0 || output.status != Some(0) {
        bail!("unit tests of the Java runtime failed: {}", output.stdout);
    }
    Ok(())
}

/// The source of `Native` with a body for each native method: it calls the fake agent with its name and arguments.
fn with_fake_agent(native: &str) -> Result<String> {
    let mut made = String::new();
    let mut rest = native;
    while let Some(at) = rest.find("static native ") {
        let (before, declaration) = rest.split_at(at);
        let (declaration, after) = declaration.split_once(';').context("a native method ends with a semicolon")?;
        made.push_str(before);
        made.push_str(&with_body(declaration).with_context(|| format!("cannot read {declaration}"))?);
        rest = after;
    }
    made.push_str(rest);
    Ok(made)
}

/// `static native long number(long thread)` with its body.
fn with_body(declaration: &str) -> Option<String> {
    let signature = declaration.replacen("native ", "", 1);
    let (head, parameters) = declaration.split_once('(')?;
    let mut words = head.split_whitespace().skip(2);
    let (result, name) = (words.next()?, words.next()?);
    let parameters = parameters.trim_end().strip_suffix(')')?;
    let arguments = parameters.split(',').filter_map(|parameter| parameter.split_whitespace().last());
    let call = format!("FakeAgent.call(\"{name}\"{})", arguments.map(|name| format!(", {name}")).collect::<String>());
    let body = match result {
        "void" => format!("{call};"),
        "boolean" => format!("return FakeAgent.truth({call});"),
        "int" | "long" => format!("return ({result}) FakeAgent.number({call});"),
        reference => format!("return ({reference}) {call};"),
    };
    Some(format!("{signature} {{ {body} }}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_map_in_package_info_names_every_class_and_no_other() {
        let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../javaruntime/src/dev/mcr");
        let map = std::fs::read_to_string(sources.join("package-info.java")).unwrap();
        let named =
            map.split("dev.mcr.").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap());
        let named: BTreeSet<String> = named.map(str::to_owned).collect();
        let classes = java_files(&sources).unwrap().into_iter().map(|file| file.file_stem().unwrap().to_owned());
        let mut classes: BTreeSet<String> = classes.map(|name| name.into_string().unwrap()).collect();
        classes.remove("package-info");
        assert_eq!(named, classes);
    }

    #[test]
    fn native_methods_get_a_body_and_the_rest_stays() {
        let native = "/** A. */\nstatic native int a(long thread,\n        int site);\n\nstatic int plain() { return 1; }\n\
                      private static native void b();\nstatic native long[] c(String text);";
        let fake = "/** A. */\nstatic int a(long thread,\n        int site) { return (int) FakeAgent.number(FakeAgent.call(\"a\", thread, site)); }\n\n\
                    static int plain() { return 1; }\nprivate static void b() { FakeAgent.call(\"b\"); }\n\
                    static long[] c(String text) { return (long[]) FakeAgent.call(\"c\", text); }";
        assert_eq!(with_fake_agent(native).unwrap(), fake);
    }
}
