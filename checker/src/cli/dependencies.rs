//! `mcr dependencies`: what a method or a line of a program depends on, or what depends on it, without running anything.

use super::{fail, print};
use crate::dependencies::place::Place;
use crate::dependencies::target::Target;
use crate::dependencies::{self, Follow, Seen};
use crate::session::command::JavaCommand;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use mcr_report::escape;
use mcr_sdg::calls::Procedure;
use mcr_sdg::dependences::Loops;
use mcr_sdg::dot::{Dot, Text};
use mcr_sdg::graph::NodeId;
use mcr_sdg::program::{Places, Program};
use mcr_sdg::slice::{self, NodeSet};
use mcr_sdg::visible;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Write;

/// How a slice is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Lines of the source, by method
    Lines,
    /// Instructions, each with what it depends on and why
    Text,
    /// The same as a picture, for Graphviz
    Dot,
}

/// What is asked.
#[derive(Args, Clone, Debug)]
pub struct DependenciesOptions {
    /// The place that is asked about: Class.method or File.java:LINE; repeatable. Without one: how large the program is, and what its class
    /// files do not say
    #[arg(long = "of", value_name = "PLACE")]
    pub of: Vec<Place>,

    /// What depends on the place, instead of what it depends on
    #[arg(long, requires = "of")]
    pub forward: bool,

    /// Only what leads from this place to the other; repeatable
    #[arg(long, value_name = "PLACE", requires = "of", conflicts_with = "forward")]
    pub from: Vec<Place>,

    /// The reads of fields and elements whose values nobody can see: not by what the program prints, throws and passes on, nor by where its
    /// threads get to
    #[arg(long, conflicts_with_all = ["of", "forward", "from", "jdk"])]
    pub unseen: bool,

    /// How it is shown
    #[arg(long, value_enum, default_value = "lines", value_name = "FORM")]
    pub form: Form,

    /// Look into the methods of the JDK as well. Otherwise what they are given decides what they give, and whatever is passed to one may come out
    /// of another
    #[arg(long)]
    pub jdk: bool,

    /// A field is one place in memory, whoever's object it is of, and so are the elements of all arrays of a type. Otherwise those of objects
    /// that are made in different places of the program, and do not leave it, are told apart
    #[arg(long)]
    pub places_by_field: bool,

    /// Loops may not end: what follows one depends on it
    #[arg(long)]
    pub endless_loops: bool,
}

/// Shows the dependences; the exit status.
pub fn dependencies(options: &DependenciesOptions, command: &[OsString]) -> u8 {
    match shown(options, command) {
        Ok(text) => print(&text, 0),
        Err(error) => fail(format_args!("{error:#}")),
    }
}

fn shown(options: &DependenciesOptions, command: &[OsString]) -> Result<String> {
    let command = JavaCommand::parse(command).map_err(anyhow::Error::msg)?;
    let target = Target::of(&command)?;
    let sources = dependencies::sources(&target)?;
    let follow = if options.jdk { Follow::All } else { Follow::Own };
    let loops = if options.endless_loops { Loops::MayNotEnd } else { Loops::End };
    // With the JDK's code nearly everything is passed to native methods.
    let by_field = options.places_by_field || options.jdk;
    let places = if by_field { Places::ByField } else { Places::ByObject };
    let program = dependencies::graph(&sources, &target, follow, loops, places, &Seen::default())?;
    if options.unseen {
        let spots = program.blind_spots().len();
        if spots > 0 {
            eprintln!(
                "mcr: warning: {spots} calls or methods are not known (without --unseen they are listed), so more may be seen"
            );
        }
        let is_own = |name: &str| !sources.is_of_jdk(name);
        let seen = visible::visible(&program, is_own);
        let reads = visible::reads(&program, is_own).into_iter();
        let unseen: NodeSet = reads.filter(|node| !seen.contains(*node)).collect();
        return Ok(drawn(options.form, &program, &unseen, "every read is seen\n"));
    }
    if options.of.is_empty() {
        return Ok(summary(&program, |name| sources.is_of_jdk(name)));
    }
    let asked = nodes(&program, &options.of)?;
    let from = nodes(&program, &options.from)?;
    let found = match (options.forward, options.from.is_empty()) {
        (true, _) => slice::forward(program.graph(), &asked),
        (false, true) => slice::backward(program.graph(), &asked),
        (false, false) => slice::chop(program.graph(), &from, &asked),
    };
    Ok(drawn(options.form, &program, &found, "no line of the source (is it compiled with -g?)\n"))
}

fn drawn(form: Form, program: &Program<'_>, nodes: &NodeSet, nothing: &str) -> String {
    let graph = program.graph().graph();
    match form {
        Form::Lines => lines(program, nodes).unwrap_or_else(|| nothing.to_owned()),
        Form::Text => Text { graph, nodes, names: program }.to_string(),
        Form::Dot => Dot { graph, nodes, names: program }.to_string(),
    }
}

fn nodes(program: &Program<'_>, places: &[Place]) -> Result<Vec<NodeId>> {
    let mut all = Vec::new();
    for place in places {
        let found = place.nodes(program);
        if found.is_empty() {
            let near = place.near(program, 5);
            let what = match place {
                Place::Method { class, method } => format!("{}.{method}", class.replace('/', ".")),
                Place::Line { file, line } => format!("line {line} of {file}"),
            };
            let hint = match &near[..] {
                [] => "nothing there is reached from main".to_owned(),
                near => format!("reached there are {}", near.join(", ")),
            };
            bail!("no code is reached at {what}; {hint}");
        }
        all.extend(found);
    }
    Ok(all)
}

/// How much there is, and what is not known.
fn summary(program: &Program<'_>, is_of_jdk: impl Fn(&str) -> bool) -> String {
    let graph = program.graph().graph();
    let mut own = 0;
    for (_, procedure) in program.calls.procedures() {
        match procedure {
            Procedure::Method(id) if !is_of_jdk(&program.calls.hierarchy.class(id.class).name) => own += 1,
            _ => {}
        }
    }
    let mut text = format!(
        "{} methods are reached, {own} of them outside of the JDK; {} nodes, {} edges\n",
        program.calls.procedures().count(),
        graph.node_count(),
        graph.edge_count()
    );
    let missing = program.calls.hierarchy.missing();
    let spots = program.blind_spots();
    let _ = writeln!(
        text,
        "not known: {} classes that are named and not there, {} calls or methods",
        missing.len(),
        spots.len()
    );
    for name in missing.keys() {
        let _ = writeln!(text, "  class {}", escape(&name.replace('/', ".")));
    }
    for spot in spots {
        let _ = writeln!(text, "  {}", escape(spot));
    }
    text
}

/// Lines of the source by file and method, as ranges, if there are any.
fn lines(program: &Program<'_>, found: &NodeSet) -> Option<String> {
    let mut methods: BTreeMap<(String, String), BTreeSet<u16>> = BTreeMap::new();
    for node in found.iter() {
        let (Some(Procedure::Method(id)), Some(line)) = (program.procedure(node), program.line(node)) else { continue };
        let class = program.calls.hierarchy.class(id.class);
        let file = class.source.as_deref().unwrap_or("no source file").to_owned();
        let method = format!("{}.{}", class.name.replace('/', "."), program.calls.method(id).name);
        methods.entry((file, method)).or_default().insert(line);
    }
    let mut text = String::new();
    let mut last = None;
    for ((file, method), lines) in &methods {
        if last != Some(file) {
            let _ = writeln!(text, "{}", escape(file));
            last = Some(file);
        }
        let _ = writeln!(text, "  {}: {}", escape(method), ranges(lines));
    }
    (!methods.is_empty()).then_some(text)
}

/// `3, 5-7`.
fn ranges(lines: &BTreeSet<u16>) -> String {
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    for line in lines {
        match ranges.last_mut() {
            Some((_, end)) if end.checked_add(1) == Some(*line) => *end = *line,
            _ => ranges.push((*line, *line)),
        }
    }
    let shown =
        ranges.iter().map(|(start, end)| if start == end { format!("{start}") } else { format!("{start}-{end}") });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_next_to_each_other_are_a_range() {
        assert_eq!(ranges(&BTreeSet::from([3, 5, 6, 7, 9, 10])), "3, 5-7, 9-10");
        assert_eq!(ranges(&BTreeSet::new()), "");
    }
}
