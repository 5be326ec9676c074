//! Classes that were loaded before the agent: all of `java.util` gets its hooks in a running JVM, which adds no member, changes no
//! flag, verifies, and lets programs go on as before.

use crate::support::{Jdk, class_files, java_sources, rewrite_all, scratch};
use mcr_rewriter::class_info;
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What classes of the JDK can get: every hook that is not for classes of the application only.
struct Library;

impl Policy for Library {
    fn hooks(&self) -> &str {
        "mcrtest/Hooks"
    }
    fn reports_field(&self, _: &str, _: &str, is_static: bool) -> bool {
        !is_static
    }
    fn reports_arrays(&self) -> bool {
        true
    }
    fn static_substitute(&self, owner: &str, _: &str, descriptor: &str) -> Option<&'static str> {
        (owner.starts_with("java/util/") && descriptor.len() > 1).then_some("substitute")
    }
    fn monitors(&self) -> Monitors {
        Monitors::Report
    }
    fn call(&self, _: &Call<'_>) -> CallAction {
        CallAction::Keep
    }
    fn entry(&self, method: &str, _: &str) -> Option<EntryHook> {
        // No such hook is there, so it is missed where it is called although it does not apply.
        (method != "<init>").then_some(EntryHook::Replace { hook: "absent", applies: "applies" })
    }
    fn loop_hooks(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn recognises_waiting(&self) -> bool {
        false
    }
    fn local_states(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn tells_of_objects(&self, class: &str) -> bool {
        class.starts_with("java/util/")
    }
    fn reports_initialisation(&self, _: &str) -> bool {
        false
    }
    fn reports_control(&self) -> bool {
        false
    }
    fn reports_handlers(&self) -> bool {
        true
    }
    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        (method == "<clinit>").then_some(("begin", "end"))
    }
}

fn java(jdk: &Jdk, arguments: &[&str]) -> String {
    let output = jdk.java(arguments);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}: {out}{err}", jdk.name);
    let broken: Vec<_> = err.lines().filter(|line| line.starts_with("broken")).take(20).collect();
    assert!(broken.is_empty(), "{}: {out}{}", jdk.name, broken.join("\n"));
    out.into_owned()
}

/// The members and their flags stay: what a retransformation must not touch.
fn assert_same_outline(before: &Path, after: &Path) {
    let outline = |file: &Path| class_info(&fs::read(file).unwrap()).unwrap();
    assert_eq!(outline(before), outline(after), "{}", before.display());
}

#[test]
fn all_of_java_util_gets_its_hooks_in_a_running_jvm() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let work = scratch(&format!("retransform-{}", jdk.name));
        let (classes, hooks, dump) = (work.join("classes"), work.join("hooks"), work.join("dump"));
        jdk.compile(&java_sources("tools"), &[], &classes);
        jdk.compile(&java_sources("retransform"), &[], &classes);
        jdk.compile(&java_sources("quiet"), &[], &hooks);
        let path = classes.to_str().unwrap();
        java(jdk, &["-cp", path, "Tool", "dump", dump.to_str().unwrap()]);
        let (plain, woven) = (work.join("plain"), work.join("woven"));
        fs::create_dir_all(plain.join("java")).unwrap();
        fs::rename(dump.join("java/util"), plain.join("java/util")).unwrap();

        let figures = rewrite_all(&plain, &woven, &Library);
        let loops = figures.loops;
        println!("{}: {} classes, {} sites, {loops} heads of loops", jdk.name, figures.classes, figures.sites);
        assert!(figures.classes > 1000 && loops > 2000, "{figures:?}");
        let without_code = |skipped: &&String| !skipped.contains("without code");
        assert_eq!(figures.skipped.iter().filter(without_code).collect::<Vec<_>>(), [""; 0]);
        for file in class_files(&plain) {
            assert_same_outline(&file, &woven.join(file.strip_prefix(&plain).unwrap()));
        }

        let jar = work.join("agent.jar");
        let manifest = work.join("manifest");
        fs::write(&manifest, "Premain-Class: Retransform\nCan-Retransform-Classes: true\n").unwrap();
        let mut command = Command::new(jdk.home.join("bin/jar"));
        let status = command.arg("cfm").args([&jar, &manifest]).arg("-C").arg(&classes).arg(".").status().unwrap();
        assert!(status.success());
        let expected = java(jdk, &["-cp", path, "Retransform"]);
        assert_eq!(expected.lines().count(), 9, "{expected}");
        let agent = format!("-javaagent:{}={}", jar.display(), woven.display());
        let boot = format!("-Xbootclasspath/a:{}", hooks.display());
        let printed = java(jdk, &["-Xverify:all", &boot, &agent, "-cp", path, "Retransform"]);
        let (first, rest) = printed.split_once('\n').unwrap_or_default();
        println!("{}: {first}", jdk.name);
        assert!(first.ends_with("broken 0"), "{first}");
        assert_eq!(rest, expected, "{}", jdk.name);
        let _ = fs::remove_dir_all(&work);
    }
}
