//! Slices of small methods, argued by hand: in the source (`tests/slices/*.java`), next to each line.
//!
//! Each method whose name begins with `slice` is a case. `// *` marks the line that is asked about, `// +` a line on which
//! it depends, `// -` one on which it does not; what follows says why where that is not plain.
mod support;

use mcr_sdg::calls::{Calls, Procedure, Receivers};
use mcr_sdg::dependences::Loops;
use mcr_sdg::graph::NodeId;
use mcr_sdg::image::Image;
use mcr_sdg::program::{Options, Places, Program};
use mcr_sdg::slice;
use mcr_sdg::sources::Sources;
use std::collections::{BTreeMap, BTreeSet};
use support::{Compiled, compile, jdk, marks};

/// The classes of the JDK that the programs use, and none that these use: enough, and quickly searched.
const USED: &[&str] = &[
    "java/lang/Object",
    "java/lang/Runnable",
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/Enum",
    "java/lang/Record",
    "java/lang/IllegalStateException",
    "java/lang/NullPointerException",
    "java/util/function/IntSupplier",
    "java/util/function/IntUnaryOperator",
    "java/util/function/Supplier",
];

/// A method of the source, with the marks of its lines and of what follows it without a name of a case.
struct Case {
    method: String,
    marks: BTreeMap<u16, char>,
}

fn cases(source: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let marks = marks(source);
    for (line, text) in (1..).zip(source.lines()) {
        let name = text.split_once(" slice").filter(|_| text.trim_start().starts_with("static"));
        if let Some((_, rest)) = name {
            let end = rest.find('(').expect("a method has parameters");
            cases.push(Case { method: format!("slice{}", &rest[..end]), marks: BTreeMap::new() });
        }
        if let Some(mark) = marks.get(&line) {
            cases.last_mut().expect("marks belong to methods").marks.insert(line, *mark);
        }
    }
    cases
}

fn sources(compiled: &Compiled) -> Sources {
    let directory = compiled.directory.path();
    let image = Image::open(&jdk().join("lib/modules")).unwrap();
    for name in USED {
        let file = directory.join(format!("{name}.class"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, image.class_file(name).unwrap().unwrap()).unwrap();
    }
    Sources::new(None, &[directory.into()]).unwrap()
}

/// The lines of `Main` on which the asked ones depend.
fn lines(sources: &Sources, case: &Case, loops: Loops, places: Places) -> BTreeSet<u16> {
    let class = sources.class("Main").unwrap().unwrap();
    let method = class.methods.iter().find(|it| *it.name == *case.method).unwrap();
    let (calls, absent) = Calls::from(sources, &[("Main", &case.method, &method.descriptor)], Receivers::Made(&[]));
    assert_eq!(absent, []);
    let program = Program::of(calls, Options { loops, places, follow: &|_| true, is_own: &|_| true }).unwrap();
    let asked = |node: &NodeId| program.line(*node).is_some_and(|line| case.marks.get(&line) == Some(&'*'));
    let asked: Vec<NodeId> = program.graph().graph().nodes().filter(asked).collect();
    assert!(!asked.is_empty(), "{} asks for nothing", case.method);
    let of_main = |node: &NodeId| match program.procedure(*node) {
        Some(Procedure::Method(id)) => program.calls.hierarchy.class(id.class).source.as_deref() == Some("Main.java"),
        _ => false,
    };
    slice::backward(program.graph(), &asked).iter().filter(of_main).filter_map(|node| program.line(node)).collect()
}

fn check(source: &str, loops: Loops) {
    let compiled = compile(&[("Main", source)]);
    let sources = sources(&compiled);
    let mut wrong = Vec::new();
    let cases = cases(source);
    for (case, places) in cases.iter().flat_map(|case| [(case, Places::ByField), (case, Places::ByObject)]) {
        let found = lines(&sources, case, loops, places);
        for (line, mark) in &case.marks {
            if found.contains(line) == (*mark == '-') {
                let text = source.lines().nth(usize::from(*line) - 1).unwrap();
                wrong.push(format!("{}, line {line}, {mark}: {}", case.method, text.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn slices_of_small_methods_are_what_one_would_say() {
    check(include_str!("slices/Main.java"), Loops::End);
}

#[test]
fn what_follows_a_loop_depends_on_it_if_loops_may_not_end() {
    check(include_str!("slices/Endless.java"), Loops::MayNotEnd);
}
