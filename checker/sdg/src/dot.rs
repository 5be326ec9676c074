//! A slice as text, and as a picture: the language DOT of Graphviz.
//!
//! What a node is called is for the maker of the graph to say ([`Names`]); names may have any characters in them.
//!
//! Invariant: the output depends on the graph, the nodes and the names, and on nothing else.
use crate::graph::{EdgeKind, Graph, NodeId, ProcedureId, Role};
use crate::slice::NodeSet;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result, Write};

/// What things are called.
pub trait Names {
    /// A procedure.
    fn procedure(&self, procedure: ProcedureId) -> String;
    /// A node, in its procedure.
    fn node(&self, node: NodeId) -> String;
}

/// Numbers and roles, for who has nothing better.
#[derive(Debug, Clone, Copy)]
pub struct Plain<'a>(pub &'a Graph);

impl Names for Plain<'_> {
    fn procedure(&self, procedure: ProcedureId) -> String {
        format!("procedure {}", procedure.0)
    }

    fn node(&self, node: NodeId) -> String {
        let text = match self.0.role(node) {
            Role::Entry => "entry".to_owned(),
            Role::Statement(number) => format!("statement {number}"),
            Role::FormalIn(port) => format!("in {port:?}"),
            Role::FormalOut(port) => format!("out {port:?}"),
            Role::Call(call) => format!("call {}", call.0),
            Role::ActualIn(call, port) => format!("call {}: pass {port:?}", call.0),
            Role::ActualOut(call, port) => format!("call {}: get {port:?}", call.0),
            Role::Location(number) => format!("location {number}"),
        };
        format!("{}: {text}", node.0)
    }
}

/// The nodes and the edges between them, to be written with `{}`.
#[derive(Clone, Copy)]
pub struct Dot<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// What of it is to be shown.
    pub nodes: &'a NodeSet,
    /// What it is called.
    pub names: &'a dyn Names,
}

/// The nodes by procedure, each with what of them it depends on, to be written with `{}`.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// What of it is to be shown.
    pub nodes: &'a NodeSet,
    /// What it is called.
    pub names: &'a dyn Names,
}

impl Display for Dot<'_> {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        to.write_str("digraph slice {\n  node [shape=box];\n")?;
        for (procedure, nodes) in by_procedure(self.graph, self.nodes) {
            let indent = match procedure {
                Some(id) => {
                    let name = quoted(&self.names.procedure(id));
                    write!(to, "  subgraph cluster_{} {{\n    label={name};\n", id.0)?;
                    "    "
                }
                None => "  ",
            };
            for node in nodes {
                let shape = if procedure.is_none() { ", shape=ellipse" } else { "" };
                writeln!(to, "{indent}n{} [label={}{shape}];", node.0, quoted(&self.names.node(node)))?;
            }
            if procedure.is_some() {
                to.write_str("  }\n")?;
            }
        }
        for from in self.nodes.iter() {
            for edge in self.graph.successors(from).filter(|edge| self.nodes.contains(edge.node)) {
                writeln!(to, "  n{} -> n{} [{}];", from.0, edge.node.0, look(edge.kind))?;
            }
        }
        to.write_str("}\n")
    }
}

impl Display for Text<'_> {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        for (procedure, nodes) in by_procedure(self.graph, self.nodes) {
            let name = procedure.map_or("memory".to_owned(), |id| self.names.procedure(id));
            writeln!(to, "{}", one_line(&name))?;
            for node in nodes {
                writeln!(to, "  {}", one_line(&self.names.node(node)))?;
                for edge in self.graph.predecessors(node).filter(|edge| self.nodes.contains(edge.node)) {
                    let elsewhere = match self.graph.procedure(edge.node) {
                        Some(other) if Some(other) != procedure => format!(" in {}", self.names.procedure(other)),
                        _ => String::new(),
                    };
                    let source = one_line(&format!("{}{elsewhere}", self.names.node(edge.node)));
                    writeln!(to, "    {} <- {source}", name_of(edge.kind))?;
                }
            }
        }
        Ok(())
    }
}

/// Nodes of no procedure come first.
fn by_procedure(graph: &Graph, nodes: &NodeSet) -> BTreeMap<Option<ProcedureId>, Vec<NodeId>> {
    let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for node in nodes.iter() {
        groups.entry(graph.procedure(node)).or_default().push(node);
    }
    groups
}

fn name_of(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Control => "control",
        EdgeKind::Data => "data",
        EdgeKind::Address => "address",
        EdgeKind::Summary => "summary",
        EdgeKind::Call => "call",
        EdgeKind::ParameterIn => "parameter-in",
        EdgeKind::ParameterOut => "parameter-out",
        EdgeKind::Heap => "heap",
        EdgeKind::Interference => "interference",
    }
}

fn look(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Control => "style=dashed",
        EdgeKind::Data => "style=solid",
        EdgeKind::Address => "style=dotted",
        EdgeKind::Summary => "color=gray, style=bold",
        EdgeKind::Call => "color=blue, style=dashed",
        EdgeKind::ParameterIn | EdgeKind::ParameterOut => "color=blue",
        EdgeKind::Heap => "color=darkgreen",
        EdgeKind::Interference => "color=red",
    }
}

/// A quoted string of DOT. A backslash would begin an escape of Graphviz, and a control character may end a line.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            _ if character.is_control() => quoted.extend(character.escape_unicode().flat_map(doubled)),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// A backslash that is to be seen.
fn doubled(character: char) -> impl Iterator<Item = char> {
    std::iter::repeat_n(character, if character == '\\' { 2 } else { 1 })
}

/// Text that stays on its line.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            // Writing to a string does not fail.
            let _ = write!(line, "{}", character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Builder;
    use crate::slice::backward;
    use crate::summary::Summarised;

    struct Nasty;

    impl Names for Nasty {
        fn procedure(&self, _: ProcedureId) -> String {
            "A.<init>(\"x\")".to_owned()
        }

        fn node(&self, node: NodeId) -> String {
            ["entry", "ldc \"a\\n\" -> x\n]; \u{7}", "putfield", "alone", "A.x"][node.index()].to_owned()
        }
    }

    fn example() -> Summarised {
        let mut builder = Builder::default();
        let (procedure, entry) = builder.procedure();
        let load = builder.node(procedure, Role::Statement(0));
        let store = builder.node(procedure, Role::Statement(1));
        let _alone = builder.node(procedure, Role::Statement(2));
        let location = builder.location(0);
        builder.edge(entry, load, EdgeKind::Control);
        builder.edge(load, store, EdgeKind::Data);
        builder.edge(store, location, EdgeKind::Heap);
        Summarised::new(builder.finish().expect("a graph")).expect("summaries")
    }

    #[test]
    fn a_picture_has_the_slice_alone_and_its_labels_are_escaped() {
        let graph = example();
        let nodes = backward(&graph, &[NodeId(4)]);
        let dot = Dot { graph: graph.graph(), nodes: &nodes, names: &Nasty }.to_string();
        let expected = r#"digraph slice {
  node [shape=box];
  n4 [label="A.x", shape=ellipse];
  subgraph cluster_0 {
    label="A.<init>(\"x\")";
    n0 [label="entry"];
    n1 [label="ldc \"a\\n\" -> x\n]; \\u{7}"];
    n2 [label="putfield"];
  }
  n0 -> n1 [style=dashed];
  n1 -> n2 [style=solid];
  n2 -> n4 [color=darkgreen];
}
"#;
        assert_eq!(dot, expected);
    }

    #[test]
    fn text_says_on_what_each_node_depends() {
        let graph = example();
        let nodes = backward(&graph, &[NodeId(4)]);
        let text = Text { graph: graph.graph(), nodes: &nodes, names: &Nasty }.to_string();
        let expected = r#"memory
  A.x
    heap <- putfield in A.<init>("x")
A.<init>("x")
  entry
  ldc "a\n" -> x\n]; \u{7}
    control <- entry
  putfield
    data <- ldc "a\n" -> x\n]; \u{7}
"#;
        assert_eq!(text, expected);
    }

    #[test]
    fn without_names_a_node_has_its_number_and_its_role() {
        let graph = example();
        let text = Plain(graph.graph());
        assert_eq!(text.node(NodeId(0)), "0: entry");
        assert_eq!(text.node(NodeId(1)), "1: statement 0");
        assert_eq!(text.node(NodeId(4)), "4: location 0");
    }
}
