//! Slices of whole programs with the real JDK, whose code is not followed; argued in the sources (`tests/programs`), next
//! to each line: `// *` is asked about, what it depends on has `// +`, what it does not `// -`.
mod support;

use mcr_sdg::calls::{Calls, Procedure, Receivers};
use mcr_sdg::dependences::Loops;
use mcr_sdg::graph::NodeId;
use mcr_sdg::program::{Options, Places, Program};
use mcr_sdg::slice;
use mcr_sdg::sources::Sources;
use std::collections::{BTreeMap, BTreeSet};
use support::{compile, jdk, marks};

const PROGRAMS: &[(&str, &str)] = &[
    ("Account", include_str!("programs/Account.java")),
    ("Statistics", include_str!("programs/Statistics.java")),
    ("Passed", include_str!("programs/Passed.java")),
    ("Tasks", include_str!("programs/Tasks.java")),
    ("Handed", include_str!("programs/Handed.java")),
    ("Handles", include_str!("programs/Handles.java")),
    ("Kept", include_str!("programs/Kept.java")),
    ("Compared", include_str!("programs/Compared.java")),
    ("Handler", include_str!("programs/Handler.java")),
    ("Named", include_str!("programs/Named.java")),
    ("Renamed", include_str!("programs/Renamed.java")),
    ("Prior", include_str!("programs/Prior.java")),
    ("Interrupted", include_str!("programs/Interrupted.java")),
    ("Cleared", include_str!("programs/Cleared.java")),
    ("Cancelled", include_str!("programs/Cancelled.java")),
    ("Waiting", include_str!("programs/Waiting.java")),
    ("Owners", include_str!("programs/Owners.java")),
    ("Runners", include_str!("programs/Runners.java")),
    ("Reflective", REFLECTIVE),
];

/// What it runs, nobody sees.
const REFLECTIVE: &str = r#"
class Reflective {
    static void hidden() {}
    public static void main(String[] args) throws Exception {
        Reflective.class.getDeclaredMethod("hidden").invoke(null);
    }
}
"#;

fn program<'a>(sources: &'a Sources, main: &str, places: Places) -> Program<'a> {
    let entries = [(main, "main", "([Ljava/lang/String;)V")];
    let (calls, absent) = Calls::from(sources, &entries, Receivers::Made(&[]));
    assert_eq!(absent, []);
    let is_own = |name: &str| !sources.is_of_jdk(name);
    Program::of(calls, Options { loops: Loops::End, places, follow: &is_own, is_own: &is_own }).unwrap()
}

#[test]
fn slices_of_programs_with_threads_are_what_one_would_say() {
    check(Places::ByField);
}

#[test]
fn slices_with_places_of_objects_are_what_one_would_say() {
    check(Places::ByObject);
}

/// The nodes of code have the same numbers, whatever places there are.
#[test]
fn slices_with_places_of_objects_are_within_those_without() {
    let compiled = compile(PROGRAMS);
    let sources = Sources::new(Some(&jdk()), &[compiled.directory.path().into()]).unwrap();
    for (name, _) in PROGRAMS {
        let [all, some] = [Places::ByField, Places::ByObject].map(|places| program(&sources, name, places));
        let mut lines: BTreeMap<u16, Vec<NodeId>> = BTreeMap::new();
        for node in all.graph().graph().nodes() {
            if let Some(line) = all.line(node) {
                lines.entry(line).or_default().push(node);
            }
        }
        for (line, nodes) in lines {
            let found = slice::backward(some.graph(), &nodes);
            let within = slice::backward(all.graph(), &nodes);
            let is_code = |node: &NodeId| some.graph().graph().procedure(*node).is_some();
            assert!(found.iter().filter(is_code).all(|it| within.contains(it)), "{name}, line {line}");
        }
    }
}

fn check(places: Places) {
    let missing = if places == Places::ByField { "-" } else { "-~" };
    let compiled = compile(PROGRAMS);
    let sources = Sources::new(Some(&jdk()), &[compiled.directory.path().into()]).unwrap();
    let mut wrong = Vec::new();
    for (name, source) in PROGRAMS.iter().filter(|(_, source)| source.contains("// *")) {
        let program = program(&sources, name, places);
        assert_eq!(program.blind_spots().iter().collect::<Vec<_>>(), Vec::<&String>::new(), "{name}");
        let marks = marks(source);
        let is_here = |node: &NodeId| match program.procedure(*node) {
            Some(Procedure::Method(id)) => {
                program.calls.hierarchy.class(id.class).source.as_deref() == Some(&format!("{name}.java"))
            }
            _ => false,
        };
        let line = |node: &NodeId| program.line(*node);
        let here: Vec<NodeId> = program.graph().graph().nodes().filter(is_here).collect();
        let asked: Vec<NodeId> =
            here.iter().copied().filter(|node| line(node).is_some_and(|line| marks.get(&line) == Some(&'*'))).collect();
        let found = slice::backward(program.graph(), &asked);
        let lines: BTreeSet<u16> = here.iter().filter(|node| found.contains(**node)).filter_map(line).collect();
        for (line, mark) in &marks {
            if lines.contains(line) == missing.contains(*mark) {
                let text = source.lines().nth(usize::from(*line) - 1).unwrap();
                wrong.push(format!("{name}, line {line}: {}", text.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_reflection_runs_is_a_blind_spot() {
    let compiled = compile(PROGRAMS);
    let sources = Sources::new(Some(&jdk()), &[compiled.directory.path().into()]).unwrap();
    let spots = program(&sources, "Reflective", Places::ByField).blind_spots().clone();
    assert!(spots.iter().any(|spot| spot.contains("Method.invoke")), "{spots:?}");
}
