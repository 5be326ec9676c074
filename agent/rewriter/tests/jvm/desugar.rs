//! Java programs behave without `invokedynamic` as they do with it, on every JDK of this machine and under its strictest
//! verifier, and after hooks have been inserted as well.

use crate::support::{Everything, Jdk, class_files, desugar_all, java_sources, rewrite_all, scratch};
use mcr_rewriter::Scope;
use mcr_rewriter::policy::Monitors;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A concatenation of so many values that it takes several sites.
fn many(directory: &Path) -> PathBuf {
    let mut text = String::from(
        "package sugar;\nclass Many { static String many(int i, long l, char c, String s, double d) {\n    return \"\"",
    );
    for k in 0..120 {
        let _ = write!(text, " + i + \"{k}\" + l + c + (s + i) + d");
    }
    text.push_str(";\n} }\n");
    let path = directory.join("Many.java");
    fs::write(&path, text).unwrap();
    path
}

/// The sites of `invokedynamic`, as `javap` sees them: the class of the bootstrap method of each.
fn sites(jdk: &Jdk, classes: &Path) -> Vec<String> {
    let mut javap = Command::new(jdk.home.join("bin/javap"));
    let output = javap.args(["-v", "-p"]).args(class_files(classes)).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut found = Vec::new();
    for class in text.split("Classfile ").skip(1) {
        let methods = class.rsplit("BootstrapMethods:").next().unwrap_or_default().lines();
        let starts = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let bootstraps: Vec<_> =
            methods.filter(starts).filter_map(|line| line.split(" REF_invokeStatic ").nth(1)).collect();
        for line in class.lines().filter(|line| line.contains(" invokedynamic ")) {
            let number = line.split("InvokeDynamic #").nth(1).and_then(|rest| rest.split(':').next()).unwrap();
            let method = bootstraps[number.parse::<usize>().unwrap()];
            found.push(method.split('.').next().unwrap().rsplit('/').next().unwrap().to_owned());
        }
    }
    found.sort();
    found
}

fn run(jdk: &Jdk, path: &[&Path], program: &str) -> String {
    let path: Vec<_> = path.iter().map(|directory| directory.to_str().unwrap()).collect();
    let output =
        jdk.java(&["-Xverify:all", "-Dmcrtest.replaces=true", "-cp", &path.join(":"), &format!("sugar.{program}")]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {program}: {errors}", jdk.name);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn compare(jdk: &Jdk, name: &str, options: &[&str]) {
    let work = scratch(&format!("desugar-{name}-{}", jdk.name));
    let mut sources = java_sources("desugar/sugar");
    sources.retain(|source| source.is_file());
    sources.extend(java_sources("desugar/sugar/other"));
    sources.push(many(&work));
    let (plain, done, hooked, runtime) =
        (work.join("plain"), work.join("done"), work.join("hooked"), work.join("runtime"));
    jdk.compile(&sources, options, &plain);
    let mut hooks = java_sources("desugar/dev/mcr");
    hooks.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../javaruntime/src/dev/mcr/Concat.java"));
    hooks.extend(java_sources("mcrtest"));
    jdk.compile(&hooks, &[], &runtime);

    let generated = desugar_all(&plain, &done, Scope::All);
    let (before, after) = (sites(jdk, &plain), sites(jdk, &done));
    let count = |list: &[String], name: &str| list.iter().filter(|site| *site == name).count();
    // The serializable lambda stays, and so does the method that reads it back.
    assert_eq!(count(&before, "LambdaMetafactory"), generated + 2);
    // Of the methods of records, `toString` is replaced.
    assert_eq!(after, [&["LambdaMetafactory"; 2][..], &["ObjectMethods"; 4]].concat());
    assert!(generated > 90 && count(&before, "ObjectMethods") == 5, "{generated} {before:?}");
    let figures = rewrite_all(&done, &hooked, &Everything { monitors: Monitors::Replace });
    assert_eq!(figures.skipped, [""; 0]);

    for program in ["References", "Places", "Strings"] {
        let expected = run(jdk, &[&plain], program);
        assert!(expected.lines().count() > 10, "{expected}");
        assert_eq!(run(jdk, &[&done, &runtime], program), expected, "{} {program}", jdk.name);
        assert_eq!(run(jdk, &[&hooked, &runtime], program), expected, "{} {program} with hooks", jdk.name);
    }

    let strings = work.join("strings");
    assert_eq!(desugar_all(&plain, &strings, Scope::Strings), 0);
    assert_eq!(run(jdk, &[&strings, &runtime], "Strings"), run(jdk, &[&plain], "Strings"));
}

#[test]
fn programs_print_the_same_without_invokedynamic() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        compare(jdk, "desugar", &["-g"]);
    }
}

#[test]
fn sites_without_recipes_and_older_classes_are_replaced() {
    if let Some(jdk) = Jdk::all().pop() {
        compare(&jdk, "desugar-older", &["--release", "16", "-XDstringConcat=indy"]);
    }
}
