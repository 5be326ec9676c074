//! Graphs on disk: one that is taken from there is the one that would be made, and anything else is made anew.
mod support;

use mcr_sdg::cache::{Cache, Question};
use mcr_sdg::calls::{Calls, Procedure, Receivers};
use mcr_sdg::dependences::Loops;
use mcr_sdg::graph::GraphError;
use mcr_sdg::program::{Options, Places, Program};
use mcr_sdg::sources::Sources;
use std::fs;
use std::path::{Path, PathBuf};
use support::{Compiled, compile, jar, jdk};

const BEFORE: &str = r#"
class Main {
    static int shown, hidden;
    public static void main(String[] args) {
        Runnable task = () -> shown = args.length;
        task.run();
        hidden = 2;
        System.out.println(shown);
    }
}
"#;

fn compiled(source: &str) -> Compiled {
    compile(&[("Main", source)])
}

/// Asks for the graph of `Main`, and does something with it. The second: whether it had to be made.
fn ask<T>(cache: &Cache, classes: &Path, loops: Loops, with: impl FnOnce(&Program<'_>) -> T) -> (T, bool) {
    ask_of(cache, &Sources::new(Some(&jdk()), &[classes.into()]).unwrap(), loops, with)
}

/// The same of classes that are open.
fn ask_of<T>(cache: &Cache, sources: &Sources, loops: Loops, with: impl FnOnce(&Program<'_>) -> T) -> (T, bool) {
    let entries = [("Main", "main", "([Ljava/lang/String;)V")];
    let is_own = |name: &str| !sources.is_of_jdk(name);
    let mut made = false;
    let question = Question { entries: &entries, made: &[], loops, follow: &is_own, how: "own" };
    let make = || -> Result<_, GraphError> {
        made = true;
        let (calls, _) = Calls::from(sources, &entries, Receivers::Made(&[]));
        Program::of(calls, Options { loops, places: Places::ByField, follow: &is_own, is_own: &is_own })
    };
    let program = cache.program(sources, &question, make).unwrap();
    let found = with(&program);
    (found, made)
}

fn is_made(cache: &Cache, classes: &Path) -> bool {
    ask(cache, classes, Loops::End, |_| ()).1
}

/// All that people see of a program.
fn all(program: &Program<'_>) -> Vec<String> {
    let nodes = program.graph().graph().nodes();
    let own = |node: &mcr_sdg::graph::NodeId| match program.procedure(*node) {
        Some(Procedure::Method(id)) => &*program.calls.hierarchy.class(id.class).name == "Main",
        _ => true,
    };
    let of = |node| {
        let edges: Vec<_> = program.graph().graph().predecessors(node).collect();
        let name = mcr_sdg::dot::Names::node(program, node);
        format!("{name} {:?} {:?} {edges:?}", program.line(node), program.instruction(node))
    };
    let procedures = program.calls.procedures().map(|(id, _)| program.calls.name(id));
    let sites = program.calls.procedures().map(|(id, _)| format!("{:?}", program.calls.sites(id)));
    nodes.filter(own).map(of).chain(procedures).chain(sites).collect()
}

fn files(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn what_is_taken_is_what_was_made() {
    let (classes, directory) = (compiled(BEFORE), tempfile::tempdir().unwrap());
    let cache = Cache::at(directory.path().join("below"), u64::MAX);
    let (first, made) = ask(&cache, classes.directory.path(), Loops::End, all);
    assert!(made);
    let (second, made) = ask(&cache, classes.directory.path(), Loops::End, all);
    assert!(!made);
    assert_eq!(first, second);
    assert_eq!(files(&directory.path().join("below")).len(), 1);
}

#[test]
fn another_question_is_another_graph() {
    let (classes, directory) = (compiled(BEFORE), tempfile::tempdir().unwrap());
    let cache = Cache::at(directory.path().into(), u64::MAX);
    assert!(is_made(&cache, classes.directory.path()));
    assert!(ask(&cache, classes.directory.path(), Loops::MayNotEnd, |_| ()).1);
    assert!(!is_made(&cache, classes.directory.path()));
}

#[test]
fn one_class_file_that_changes_is_another_graph() {
    let (classes, directory) = (compiled(BEFORE), tempfile::tempdir().unwrap());
    let cache = Cache::at(directory.path().into(), u64::MAX);
    assert!(is_made(&cache, classes.directory.path()));
    // The same size, and one constant that differs.
    let after = compiled(&BEFORE.replace("hidden = 2", "hidden = 3"));
    let file = classes.directory.path().join("Main.class");
    assert_eq!(fs::metadata(&file).unwrap().len(), after.bytes("Main").len() as u64);
    fs::write(&file, after.bytes("Main")).unwrap();
    assert!(is_made(&cache, classes.directory.path()));
    assert!(!is_made(&cache, classes.directory.path()));
    // A class that nothing names yet may be found instead of another one.
    fs::write(classes.directory.path().join("Other.class"), after.bytes("Main")).unwrap();
    assert!(is_made(&cache, classes.directory.path()));
}

/// What is kept is of the jar that was opened, or nothing is.
#[test]
fn a_jar_that_is_another_one_before_the_first_question_is_another_graph() {
    let directory = tempfile::tempdir().unwrap();
    let (path, other) = (directory.path().join("main.jar"), directory.path().join("other.jar"));
    let after = BEFORE.replace("shown = args.length", "shown = hidden");
    let write = |path: &Path, source: &str| {
        let classes = compiled(source);
        jar(path, "", &[("Main.class", &classes.bytes("Main"))]);
    };
    let open = || Sources::new(Some(&jdk()), std::slice::from_ref(&path)).unwrap();
    let seen = |cache: &Cache, sources: &Sources| ask_of(cache, sources, Loops::End, all);
    let replaced: [&dyn Fn(); 2] = [
        &|| {
            write(&other, &after);
            fs::rename(&other, &path).unwrap();
        },
        &|| write(&path, &after),
    ];
    for (number, replace) in replaced.into_iter().enumerate() {
        let cache = Cache::at(directory.path().join(number.to_string()), u64::MAX);
        write(&path, BEFORE);
        let before = open();
        before.class("Main").unwrap();
        replace();
        let (old, made) = seen(&cache, &before);
        assert!(made);
        let (new, made) = seen(&cache, &open());
        assert!(made);
        assert_ne!(old, new);
        assert_eq!(seen(&cache, &open()), (new, false));
    }
}

#[test]
fn a_damaged_file_is_none() {
    let (classes, directory) = (compiled(BEFORE), tempfile::tempdir().unwrap());
    let cache = Cache::at(directory.path().into(), u64::MAX);
    assert!(is_made(&cache, classes.directory.path()));
    let file = files(directory.path()).remove(0);
    let whole = fs::read(&file).unwrap();
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let foreign = [&whole[..8], &[0; 16], &whole[24..]].concat();
    let half = whole[..whole.len() / 2].to_vec();
    for damaged in [Vec::new(), half, changed(0), changed(30), changed(whole.len() - 1), foreign] {
        fs::write(&file, damaged).unwrap();
        assert!(is_made(&cache, classes.directory.path()));
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
}

#[test]
fn a_directory_that_cannot_be_written_is_no_error() {
    let (classes, directory) = (compiled(BEFORE), tempfile::tempdir().unwrap());
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = Cache::at(file.join("below"), u64::MAX);
    assert!(is_made(&cache, classes.directory.path()));
    assert!(is_made(&cache, classes.directory.path()));
}

#[test]
fn the_oldest_go_when_there_are_too_many() {
    let (classes, directory) = (compiled(BEFORE), tempfile::tempdir().unwrap());
    assert!(is_made(&Cache::at(directory.path().into(), u64::MAX), classes.directory.path()));
    let one = files(directory.path()).remove(0);
    let size = fs::metadata(&one).unwrap().len();
    fs::File::options().append(true).open(&one).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    fs::write(directory.path().join("of-somebody-else"), "").unwrap();
    // Room for one and a half.
    let cache = Cache::at(directory.path().into(), size + size / 2);
    assert!(ask(&cache, classes.directory.path(), Loops::MayNotEnd, |_| ()).1);
    assert!(!one.exists());
    assert_eq!(files(directory.path()).len(), 2);
    // One that is too large by itself is not written.
    assert!(ask(&Cache::at(directory.path().into(), size / 2), classes.directory.path(), Loops::End, |_| ()).1);
    assert_eq!(files(directory.path()).len(), 2);
}
