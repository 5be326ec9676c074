//! Classes of directories, jars and JDKs, looked up as a JVM does.
mod support;

use mcr_sdg::body::{Constant, Operation};
use mcr_sdg::classes::Class;
use mcr_sdg::sources::{SourceError, Sources};
use std::path::{Path, PathBuf};
use support::{Compiled, compile, jar, jdk};

/// A class whose method gives a number.
fn numbered(name: &str, number: i32) -> Vec<u8> {
    let text = format!("class {name} {{ int number() {{ return {number}; }} }}");
    compile(&[(name, &text)]).bytes(name)
}

fn number(class: &Class) -> i32 {
    let body = class.method("number", "()I").unwrap().body().unwrap();
    match body.instructions[0].operation {
        Operation::Constant(Constant::Int(number)) => number,
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn the_first_entry_with_a_class_has_it_and_those_that_do_not_exist_are_none() {
    let Compiled { directory: classes } = compile(&[("A", "class A { int number() { return 1; } }")]);
    let jars = tempfile::tempdir().unwrap();
    let path = jars.path().join("a.jar");
    let (a, b) = (numbered("A", 2), numbered("B", 3));
    jar(&path, "", &[("A.class", &a), ("B.class", &b)]);
    let of = |entries: &[PathBuf]| Sources::new(None, entries).unwrap();
    let sources = of(&["/nowhere".into(), classes.path().into(), path.clone()]);
    assert_eq!(number(&sources.class("A").unwrap().unwrap()), 1);
    assert_eq!(number(&sources.class("B").unwrap().unwrap()), 3);
    assert!(sources.class("C").unwrap().is_none());
    assert_eq!(sources.names().unwrap(), ["A".to_owned(), "B".to_owned()].into());
    let sources = of(&[path, classes.path().into()]);
    assert_eq!(number(&sources.class("A").unwrap().unwrap()), 2);
    let sources = of(&[jars.path().join("*")]);
    assert_eq!(number(&sources.class("A").unwrap().unwrap()), 2);
}

#[test]
fn a_jar_of_several_versions_gives_the_newest_that_the_jdk_knows() {
    let (old, nine, future) = (numbered("A", 1), numbered("A", 9), numbered("A", 999));
    let entries: [(&str, &[u8]); 3] =
        [("META-INF/versions/999/A.class", &future), ("META-INF/versions/9/A.class", &nine), ("A.class", &old)];
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.jar");
    let found = |jdk: Option<&Path>| {
        let sources = Sources::new(jdk, std::slice::from_ref(&path)).unwrap();
        number(&sources.class("A").unwrap().unwrap())
    };
    jar(&path, "Multi-Release: true\n\n", &entries);
    assert_eq!((found(Some(&jdk())), found(None)), (9, 1));
    // Without that line, the directories mean nothing.
    jar(&path, "", &entries);
    assert_eq!(found(Some(&jdk())), 1);
}

#[test]
fn a_manifest_may_add_jars_that_add_the_first_again() {
    let directory = tempfile::tempdir().unwrap();
    let (a, b) = (directory.path().join("a.jar"), directory.path().join("b c.jar"));
    jar(&a, "Class-Path: missing.jar b%20c.jar\n\n", &[("A.class", &numbered("A", 1))]);
    jar(&b, "Class-Path: a.jar\n\n", &[("B.class", &numbered("B", 2))]);
    let sources = Sources::new(None, &[a]).unwrap();
    assert_eq!(number(&sources.class("B").unwrap().unwrap()), 2);
}

#[test]
fn the_jdk_comes_first() {
    let jars = tempfile::tempdir().unwrap();
    let path = jars.path().join("a.jar");
    let a = numbered("A", 1);
    jar(&path, "", &[("java/lang/Object.class", &a), ("A.class", &a)]);
    let sources = Sources::new(Some(&jdk()), &[path]).unwrap();
    let object = sources.class("java/lang/Object").unwrap().unwrap();
    assert!(object.super_name.is_none() && object.method("wait", "()V").is_some());
    assert_eq!(sources.own_names().unwrap(), ["A".to_owned()].into());
    assert!(sources.names().unwrap().len() > 5000);
    assert!(std::sync::Arc::ptr_eq(&object, &sources.class("java/lang/Object").unwrap().unwrap()));
}

#[test]
fn what_cannot_be_read_is_an_error_and_no_class_is_looked_for_outside() {
    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let file = |name: &str, bytes: &[u8]| std::fs::write(directory.path().join(name), bytes).unwrap();
    file("A.class", &numbered("A", 1));
    file("inner/Other.class", &numbered("A", 1));
    file("inner/Broken.class", b"no class");
    file("broken.jar", b"no jar");
    let sources = Sources::new(None, &[inner]).unwrap();
    assert!(matches!(sources.class("Other"), Err(SourceError::OtherClass(..))));
    assert!(matches!(sources.class("Broken"), Err(SourceError::Class { .. })));
    assert!(sources.class("../A").unwrap().is_none());
    assert!(sources.class(&"A".repeat(5000)).unwrap().is_none());
    let broken = Sources::new(None, &[directory.path().join("broken.jar")]);
    assert!(matches!(broken, Err(SourceError::Jar(_))));
    assert!(matches!(Sources::new(Some(directory.path()), &[]), Err(SourceError::File { .. })));
    file("release", b"JAVA_VERSION=\"17.0.1\"\n");
    std::fs::create_dir(directory.path().join("lib")).unwrap();
    file("lib/modules", b"no image that anybody could read, whatever its length may be");
    assert!(matches!(Sources::new(Some(directory.path()), &[]), Err(SourceError::Image(_))));
}

#[cfg(unix)]
#[test]
fn a_link_to_a_directory_above_ends() {
    let Compiled { directory } = compile(&[("A", "class A {}")]);
    std::os::unix::fs::symlink(directory.path(), directory.path().join("again")).unwrap();
    let sources = Sources::new(None, &[directory.path().into()]).unwrap();
    assert_eq!(sources.names().unwrap(), ["A".to_owned()].into());
}
