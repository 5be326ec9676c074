//! Real classes in number: all of java.base on every JDK of this machine, guava, and libraries older than frames.
//!
//! Each class goes through the rewriter with every hook that there is, is read by an independent reader, and is linked by a
//! JVM that verifies everything: java.base on each JDK, libraries on the newest. The figures are printed: `cargo test -p
//! mcr-rewriter --test jvm libraries:: -- --nocapture`.

use crate::support::{Everything, Jdk, desugar_all, java_sources, rewrite_all, scratch};
use mcr_rewriter::Scope;
use mcr_rewriter::policy::{Monitors, Policy};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn tool(jdk: &Jdk, directory: &Path, options: &[&str], arguments: &[&str]) -> String {
    let classes = directory.to_str().unwrap();
    let output = jdk.java(&[options, &["-cp", classes, "Tool"], arguments].concat());
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}: {out}{err}", jdk.name);
    let broken: Vec<_> = err.lines().filter(|line| line.starts_with("broken")).take(20).collect();
    assert!(broken.is_empty(), "{}: {out}{}", jdk.name, broken.join("\n"));
    out.trim().to_owned()
}

#[test]
fn the_jvm_starts_on_a_rewritten_java_base() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let work = scratch(&format!("base-{}", jdk.name));
        jdk.compile(&java_sources("tools"), &[], &work);
        let (plain, woven) = (work.join("plain"), work.join("woven"));
        tool(jdk, &work, &[], &["dump", plain.to_str().unwrap()]);
        let figures = rewrite_all(&plain, &woven, &Everything { monitors: Monitors::Report });
        println!(
            "{} java.base: {} classes, {} unchanged, {} not to be read back, {} sites, {} heads of loops, {} methods skipped",
            jdk.name,
            figures.classes,
            figures.unchanged,
            figures.unreadable,
            figures.sites,
            figures.loops,
            figures.skipped.len()
        );
        for skipped in &figures.skipped {
            println!("    {skipped}");
        }
        assert!(figures.classes > 5000 && figures.skipped.iter().all(|skipped| skipped.contains("65535")));
        assert!(figures.unreadable < 20);
        jdk.compile(&java_sources("quiet"), &[], &woven);
        let patch = format!("--patch-module=java.base={}", woven.display());
        let linked = tool(jdk, &work, &[&patch, "-Xverify:all", "-Xint"], &["link", woven.to_str().unwrap(), "boot"]);
        println!("{} java.base: {linked}", jdk.name);
        assert!(linked.ends_with("missing 0 broken 0"), "{linked}");
        let _ = fs::remove_dir_all(&work);
    }
}

/// A jar from Maven Central, unpacked.
fn library(jdk: &Jdk, artifact: &str, to: &Path) -> PathBuf {
    let name = artifact.replace(':', "-");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jars").join(&name);
    let find = || {
        fs::read_dir(&cache)
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|e| e == "jar"))
    };
    if find().is_none() {
        let status = Command::new("mvn")
            .args(["-q", "-B", "dependency:copy"])
            .args([format!("-Dartifact={artifact}"), format!("-DoutputDirectory={}", cache.display())])
            .status()
            .expect("Maven does not start: is mvn on the PATH?");
        assert!(status.success(), "Maven cannot fetch {artifact}: is Maven Central within reach?");
    }
    let jar = find().unwrap_or_else(|| panic!("Maven has fetched no jar for {artifact}"));
    let plain = to.join("plain");
    fs::create_dir_all(&plain).unwrap();
    let status = Command::new(jdk.home.join("bin/jar")).arg("xf").arg(jar).current_dir(&plain).status().unwrap();
    assert!(status.success());
    plain
}

/// The class files of a library are the same for all of them.
fn newest() -> Jdk {
    Jdk::all().into_iter().max_by_key(|jdk| jdk.version).expect("there is one")
}

fn library_links(artifact: &str, at_least: usize) {
    let jdk = &newest();
    let work = scratch(&format!("{}-{}", artifact.replace([':', '.'], "-"), jdk.name));
    let plain = library(jdk, artifact, &work);
    jdk.compile(&java_sources("tools"), &[], &work);
    let before = tool(jdk, &work, &["-Xverify:all"], &["link", plain.to_str().unwrap()]);
    for monitors in [Monitors::Report, Monitors::Replace] {
        let woven = work.join("woven");
        let _ = fs::remove_dir_all(&woven);
        let policy: &dyn Policy = &Everything { monitors };
        let figures = rewrite_all(&plain, &woven, policy);
        jdk.compile(&java_sources("quiet"), &[], &work);
        let after = tool(jdk, &work, &["-Xverify:all"], &["link", woven.to_str().unwrap()]);
        println!(
            "{} {artifact} {monitors:?}: {} classes, {} sites, skipped {:?}; {after}",
            jdk.name, figures.classes, figures.sites, figures.skipped
        );
        assert_eq!(before, after);
        assert!(figures.classes >= at_least);
    }
}

#[test]
fn guava_links() {
    library_links("com.google.guava:guava:33.3.1-jre", 1900);
}

#[test]
fn guava_links_without_invokedynamic() {
    let jdk = &newest();
    let work = scratch(&format!("desugared-{}", jdk.name));
    let plain = library(jdk, "com.google.guava:guava:33.3.1-jre", &work);
    jdk.compile(&java_sources("tools"), &[], &work);
    let (done, woven) = (work.join("done"), work.join("woven"));
    let generated = desugar_all(&plain, &done, Scope::All);
    let figures = rewrite_all(&done, &woven, &Everything { monitors: Monitors::Replace });
    jdk.compile(&java_sources("quiet"), &[], &work);
    let link = |classes: &Path| tool(jdk, &work, &["-Xverify:all"], &["link", classes.to_str().unwrap()]);
    let linked = link(&woven);
    println!(
        "{}: {generated} classes generated, skipped {:?}; {linked}; before {}",
        jdk.name,
        figures.skipped,
        link(&plain)
    );
    assert!(generated > 300 && linked.ends_with("broken 0"));
}

#[test]
fn libraries_older_than_frames_link() {
    library_links("commons-pool:commons-pool:1.2", 20);
    library_links("log4j:log4j:1.2.13", 200);
}
