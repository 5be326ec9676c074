//! How long the graph of a whole program takes, with what it needs of its JDK; by hand:
//!
//! `SDG_JARS=guava.jar cargo test --release -p mcr-sdg --test scale -- --ignored --nocapture`
//!
//! All public methods of all public classes of the jars are entry points; or, with `SDG_MAIN=Class`, its `main`.
mod support;

use mcr_sdg::cache::{Cache, Question};
use mcr_sdg::calls::{Calls, Procedure, Receivers};
use mcr_sdg::classes::{ClassFlags, MethodFlags};
use mcr_sdg::dependences::Loops;
use mcr_sdg::graph::{GraphError, NodeId};
use mcr_sdg::hierarchy::ClassId;
use mcr_sdg::program::{Options, Places, Program};
use mcr_sdg::slice;
use mcr_sdg::sources::Sources;
use mcr_sdg::visible::{reads, visible};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

#[test]
#[ignore = "a measurement of what the environment names"]
fn a_program_with_its_jdk() {
    let jars: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("SDG_JARS").expect("SDG_JARS names jars")).collect();
    let sources = Sources::new(Some(&support::jdk()), &jars).unwrap();
    let mut entries = Vec::new();
    match std::env::var("SDG_MAIN") {
        Ok(main) => entries.push((main.replace('.', "/"), "main".to_owned(), "([Ljava/lang/String;)V".to_owned())),
        Err(_) => {
            for name in sources.own_names().unwrap() {
                let Ok(Some(class)) = sources.class(&name) else { continue };
                let public = class.methods.iter().filter(|it| it.flags.contains(MethodFlags::PUBLIC));
                if class.flags.contains(ClassFlags::PUBLIC) {
                    entries.extend(public.map(|it| (name.clone(), it.name.to_string(), it.descriptor.to_string())));
                }
            }
        }
    }
    let entries: Vec<(&str, &str, &str)> = entries.iter().map(|(a, b, c)| (&**a, &**b, &**c)).collect();
    let directory = tempfile::tempdir().unwrap();
    let cache = Cache::at(directory.path().into(), u64::MAX);
    for (what, all) in [("own code followed", false), ("all code followed", true)] {
        let own = |name: &str| !sources.is_of_jdk(name);
        let follow = |name: &str| all || own(name);
        let make = || {
            let begin = Instant::now();
            let (calls, absent) = Calls::from(&sources, &entries, Receivers::Made(&[]));
            println!(
                "{what}: {} entries ({} absent), {} procedures: {:?}",
                entries.len(),
                absent.len(),
                calls.procedures().count(),
                begin.elapsed()
            );
            Program::of(calls, Options { loops: Loops::End, places: places(), follow: &follow, is_own: &own })
        };
        let question = Question { entries: &entries, made: &[], loops: Loops::End, follow: &follow, how: what };
        let begin = Instant::now();
        let program = cache.program(&sources, &question, make).unwrap();
        let graph = program.graph().graph();
        println!(
            "  {} nodes, {} edges, {} blind spots: {:?}, {} MB",
            graph.node_count(),
            graph.edge_count(),
            program.blind_spots().len(),
            begin.elapsed(),
            memory()
        );
        // With nothing read before.
        let begin = Instant::now();
        let sources = Sources::new(Some(&support::jdk()), &jars).unwrap();
        let follow = |name: &str| all || !sources.is_of_jdk(name);
        let again = Question { follow: &follow, ..question };
        let kept = cache.program(&sources, &again, || -> Result<_, GraphError> { panic!("it is not kept") }).unwrap();
        println!("  from the cache: {:?}", begin.elapsed());
        drop(kept);
        let some = graph.nodes().nth(graph.node_count() / 2).unwrap();
        let begin = Instant::now();
        println!("  a slice of {} nodes: {:?}", slice::backward(program.graph(), &[some]).len(), begin.elapsed());
    }
}

/// The greatest resident set so far.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// Accesses that read in code of their own, and how many of them nobody can see.
#[test]
#[ignore = "a measurement of what the environment names"]
fn reads_that_nobody_sees() {
    let path: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("SDG_JARS").unwrap()).collect();
    let sources = Sources::new(Some(&support::jdk()), &path).unwrap();
    let mains = std::env::var("SDG_MAINS").unwrap();
    let (mut total, mut unseen) = (0, 0);
    for main in mains.split(',') {
        let main = main.replace('.', "/");
        let entries = [(&*main, "main", "([Ljava/lang/String;)V")];
        let (calls, absent) = Calls::from(&sources, &entries, Receivers::Made(&[]));
        if !absent.is_empty() {
            continue;
        }
        let own = |name: &str| !sources.is_of_jdk(name);
        let program =
            Program::of(calls, Options { loops: Loops::End, places: places(), follow: &own, is_own: &own }).unwrap();
        let seen = visible(&program, own);
        let reads = reads(&program, own);
        let idle = reads.iter().filter(|node| !seen.contains(**node));
        let lines: Vec<_> = idle.map(|node| program.line(*node).unwrap_or_default()).collect();
        total += reads.len();
        unseen += lines.len();
        println!(
            "{main}: {} reads, unseen in lines {lines:?}, {} blind spots",
            reads.len(),
            program.blind_spots().len()
        );
    }
    println!("{unseen} of {total}");
}

/// How large slices are: of each line of programs, in lines of their own code, and with places told apart by objects; then
/// they have to be within the others. (Forwards the sums would be the same.)
#[test]
#[ignore = "a measurement of what the environment names"]
fn how_large_slices_are() {
    let path: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("SDG_JARS").unwrap()).collect();
    let sources = Sources::new(Some(&support::jdk()), &path).unwrap();
    let mains = std::env::var("SDG_MAINS").unwrap();
    let (mut programs, mut asked, mut all, mut found) = (0, 0, 0, [0, 0]);
    for main in mains.split(',') {
        let Some(by_field) = lines_of_slices(&sources, main, Places::ByField) else { continue };
        let by_object = lines_of_slices(&sources, main, Places::ByObject).unwrap();
        for (line, slice) in &by_object {
            assert!(slice.is_subset(&by_field[line]), "{main}, {line:?}");
        }
        let lines = by_field.len();
        let here = [&by_field, &by_object].map(|slices| slices.values().map(BTreeSet::len).sum::<usize>());
        println!("{main}: {lines} lines, {} in their slices; by object {}", here[0], here[1]);
        programs += 1;
        asked += lines;
        all += lines * lines;
        found = [found[0] + here[0], found[1] + here[1]];
    }
    let share = found.map(|it| 100.0 * it as f64 / all as f64);
    println!("{programs} programs, {asked} lines, {found:?} in their slices: {share:.2?} % of all");
}

type Line = (ClassId, u16);

/// By line of a program's own code: the lines in its slice.
fn lines_of_slices(sources: &Sources, main: &str, places: Places) -> Option<BTreeMap<Line, BTreeSet<Line>>> {
    let main = main.replace('.', "/");
    let (calls, absent) = Calls::from(sources, &[(&main, "main", "([Ljava/lang/String;)V")], Receivers::Made(&[]));
    if !absent.is_empty() {
        return None;
    }
    let own = |name: &str| !sources.is_of_jdk(name);
    let program = Program::of(calls, Options { loops: Loops::End, places, follow: &own, is_own: &own }).unwrap();
    let mut lines: BTreeMap<Line, Vec<NodeId>> = BTreeMap::new();
    for (id, procedure) in program.calls.procedures() {
        let Procedure::Method(method) = procedure else { continue };
        if !own(&program.calls.hierarchy.class(method.class).name) {
            continue;
        }
        for node in program.nodes(id) {
            if let Some(line) = program.line(node) {
                lines.entry((method.class, line)).or_default().push(node);
            }
        }
    }
    let held = |nodes: &Vec<NodeId>| {
        let slice = slice::backward(program.graph(), nodes);
        let held = lines.iter().filter(|(_, nodes)| nodes.iter().any(|it| slice.contains(*it)));
        held.map(|(line, _)| *line).collect()
    };
    Some(lines.iter().map(|(line, nodes)| (*line, held(nodes))).collect())
}

/// `SDG_PLACES=objects` tells places apart by objects.
fn places() -> Places {
    let by_object = std::env::var("SDG_PLACES").is_ok_and(|it| it == "objects");
    if by_object { Places::ByObject } else { Places::ByField }
}
