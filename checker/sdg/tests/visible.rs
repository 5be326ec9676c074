//! What of a program somebody sees, argued in its source, next to each read.
mod support;

use mcr_sdg::body::Operation;
use mcr_sdg::calls::{Calls, Procedure, Receivers};
use mcr_sdg::dependences::Loops;
use mcr_sdg::graph::{NodeId, Role};
use mcr_sdg::program::{Options, Program};
use mcr_sdg::sources::Sources;
use mcr_sdg::visible::visible;
use support::{compile, jdk, marks};

const UNSEEN: &str = include_str!("visible/Unseen.java");

/// Whether a node reads a field of numbers or an element, and not the field that an array or a list is in.
fn reads(program: &Program<'_>, node: NodeId) -> bool {
    let (Role::Statement(number), Some(Procedure::Method(method))) =
        (program.graph().graph().role(node), program.procedure(node))
    else {
        return false;
    };
    let body = program.calls.method(method).body().unwrap();
    match body.instructions.get(number as usize).map(|it| &it.operation) {
        Some(Operation::GetField(field)) => &*field.descriptor == "I",
        Some(Operation::ArrayLoad(_)) => true,
        _ => false,
    }
}

#[test]
fn a_read_is_seen_if_somebody_can_tell_what_it_has_read() {
    let compiled = compile(&[("Unseen", UNSEEN)]);
    let sources = Sources::new(Some(&jdk()), &[compiled.directory.path().into()]).unwrap();
    let (calls, absent) = Calls::from(&sources, &[("Unseen", "main", "([Ljava/lang/String;)V")], Receivers::Made(&[]));
    assert_eq!(absent, []);
    let is_own = |name: &str| !sources.is_of_jdk(name);
    let program = Program::of(calls, Options { loops: Loops::End, follow: &is_own, is_own: &is_own }).unwrap();
    let seen = visible(&program, is_own);
    let graph = program.graph().graph();
    let mut wrong = Vec::new();
    for (line, mark) in marks(UNSEEN) {
        let is_here = |node: &NodeId| {
            let Some(Procedure::Method(id)) = program.procedure(*node) else { return false };
            let class = program.calls.hierarchy.class(id.class);
            class.source.as_deref() == Some("Unseen.java") && program.line(*node) == Some(line)
        };
        let here: Vec<NodeId> = graph.nodes().filter(|node| is_here(node) && reads(&program, *node)).collect();
        assert_eq!(here.len(), 1, "line {line}");
        if seen.contains(here[0]) != (mark == '+') {
            wrong.push(UNSEEN.lines().nth(usize::from(line) - 1).unwrap().trim());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
