//! What of a program somebody sees, argued in its source, next to each read.
mod support;

use mcr_sdg::body::Operation;
use mcr_sdg::calls::{Calls, Procedure, Receivers, STARTED};
use mcr_sdg::dependences::Loops;
use mcr_sdg::graph::NodeId;
use mcr_sdg::program::{Options, Places, Program};
use mcr_sdg::sources::Sources;
use mcr_sdg::visible::{reads, visible};
use support::{compile, jdk, marks};

const PROGRAMS: &[(&str, &str)] = &[
    ("Unseen", include_str!("visible/Unseen.java")),
    ("Ends", include_str!("visible/Ends.java")),
    ("Looked", include_str!("visible/Looked.java")),
    ("Unlooked", include_str!("visible/Unlooked.java")),
    ("Lent", include_str!("visible/Lent.java")),
    ("Extended", include_str!("visible/Extended.java")),
    ("Source", include_str!("visible/Source.java")),
];

/// Whether a node reads the field that an array or a list is in.
fn holds_an_object(program: &Program<'_>, node: NodeId) -> bool {
    let Some(Procedure::Method(method)) = program.procedure(node) else { return false };
    let body = program.calls.method(method).body().unwrap();
    match &body.instructions[program.instruction(node).unwrap()].operation {
        Operation::GetField(field) => &*field.descriptor != "I",
        _ => false,
    }
}

#[test]
fn a_read_is_seen_if_somebody_can_tell_what_it_has_read() {
    let compiled = compile(PROGRAMS);
    let sources = Sources::new(Some(&jdk()), &[compiled.directory.path().into()]).unwrap();
    let sources = &sources;
    let wrong: Vec<String> = [Places::ByField, Places::ByObject]
        .into_iter()
        .flat_map(|places| PROGRAMS.iter().flat_map(move |(name, source)| differences(sources, name, source, places)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The lines of a program on which it is not as its source says.
fn differences(sources: &Sources, name: &str, source: &str, places: Places) -> Vec<String> {
    let mut entries = vec![(name, "main", "([Ljava/lang/String;)V")];
    entries.extend(STARTED);
    let (calls, absent) = Calls::from(sources, &entries, Receivers::Made(&[]));
    assert_eq!(absent, []);
    let is_own = |name: &str| !sources.is_of_jdk(name);
    let program = Program::of(calls, Options { loops: Loops::End, places, follow: &is_own, is_own: &is_own }).unwrap();
    let seen = visible(&program, is_own);
    let all = reads(&program, is_own);
    let mut wrong = Vec::new();
    for (line, mark) in marks(source) {
        let is_here = |node: &NodeId| {
            let Some(Procedure::Method(id)) = program.procedure(*node) else { return false };
            let class = program.calls.hierarchy.class(id.class);
            class.source.as_deref() == Some(&format!("{name}.java")) && program.line(*node) == Some(line)
        };
        let here: Vec<NodeId> =
            all.iter().copied().filter(|node| is_here(node) && !holds_an_object(&program, *node)).collect();
        assert_eq!(here.len(), 1, "{name}, line {line}");
        if seen.contains(here[0]) != (mark == '+') {
            wrong.push(format!("{name}, line {line}: {}", source.lines().nth(usize::from(line) - 1).unwrap().trim()));
        }
    }
    wrong
}
