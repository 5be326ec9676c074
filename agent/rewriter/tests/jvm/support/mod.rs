//! What the tests of the rewriter share: JDKs, a policy that wants every hook, an independent reader.
#![allow(dead_code)]

use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Outlining, Policy};
use mcr_rewriter::site::{Operation, SiteInfo, Sites};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A JDK on this machine.
pub struct Jdk {
    pub home: PathBuf,
    pub name: String,
    pub version: u32,
}

impl Jdk {
    /// All JDKs under /usr/lib/jvm and the one of JAVA_HOME.
    pub fn all() -> Vec<Self> {
        let mut homes: Vec<_> =
            fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|e| e.path()).collect();
        homes.extend(std::env::var_os("JAVA_HOME").map(PathBuf::from));
        let mut homes: Vec<_> = homes
            .iter()
            .filter(|home| home.join("bin/javac").is_file())
            .filter_map(|home| home.canonicalize().ok())
            .collect();
        homes.sort();
        homes.dedup();
        assert!(!homes.is_empty(), "no JDK found: install one under /usr/lib/jvm or set JAVA_HOME");
        homes.into_iter().map(Self::new).collect()
    }

    fn new(home: PathBuf) -> Self {
        let release = fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = release.split("JAVA_VERSION=\"").nth(1).and_then(|rest| rest.split(['.', '"', '-']).next());
        let version = version.and_then(|version| version.parse().ok()).unwrap_or(0);
        Self { name: format!("jdk{version}"), home, version }
    }

    pub fn compile(&self, sources: &[PathBuf], options: &[&str], out: &Path) {
        fs::create_dir_all(out).unwrap();
        let mut javac = Command::new(self.home.join("bin/javac"));
        javac.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(out).arg("-cp").arg(out).args(options).args(sources);
        let output = javac.output().expect("javac does not start");
        assert!(output.status.success(), "javac: {}", String::from_utf8_lossy(&output.stderr));
    }

    pub fn java(&self, arguments: &[&str]) -> Output {
        Command::new(self.home.join("bin/java")).args(arguments).output().expect("java does not start")
    }
}

pub fn java_sources(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(directory);
    let mut sources: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.sort();
    sources
}

/// A directory for a test, empty.
pub fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// All class files below a directory, in order.
pub fn class_files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![directory.to_owned()];
    while let Some(directory) = todo.pop() {
        for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|extension| extension == "class") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Wants every hook that there is.
#[derive(Clone, Copy)]
pub struct Everything {
    pub monitors: Monitors,
}

impl Policy for Everything {
    fn hooks(&self) -> &str {
        "mcrtest/Hooks"
    }
    fn reports_field(&self, _: &str, _: &str, _: bool) -> bool {
        true
    }
    fn reports_arrays(&self) -> bool {
        true
    }
    fn constructed(&self) -> Option<&str> {
        Some("constructed")
    }
    fn monitors(&self) -> Monitors {
        self.monitors
    }
    fn call(&self, _: &Call<'_>) -> CallAction {
        CallAction::Report
    }
    fn entry(&self, _: &str, _: &str) -> Option<EntryHook> {
        None
    }
    fn loop_hooks(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn local_states(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn tells_of_objects(&self, class: &str) -> bool {
        class.starts_with("fixtures/")
    }
    fn tells_calls(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn reports_initialisation(&self, _: &str) -> bool {
        true
    }
    fn initialises_again(&self) -> bool {
        true
    }
    fn reports_control(&self) -> bool {
        true
    }
}

/// Wants every hook that there is, and a method for each place.
#[derive(Clone, Copy)]
pub struct Outlined(pub Everything, pub Outlining);

impl Policy for Outlined {
    fn hooks(&self) -> &str {
        self.0.hooks()
    }
    fn reports_field(&self, owner: &str, name: &str, is_static: bool) -> bool {
        self.0.reports_field(owner, name, is_static)
    }
    fn reports_arrays(&self) -> bool {
        self.0.reports_arrays()
    }
    fn constructed(&self) -> Option<&str> {
        self.0.constructed()
    }
    fn monitors(&self) -> Monitors {
        self.0.monitors()
    }
    fn call(&self, call: &Call<'_>) -> CallAction {
        self.0.call(call)
    }
    fn outlining(&self) -> Outlining {
        self.1
    }
    fn unseen(&self) -> Option<&str> {
        Some("unseen")
    }
    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        self.0.entry(method, descriptor)
    }
    fn loop_hooks(&self) -> Option<&str> {
        self.0.loop_hooks()
    }
    fn local_states(&self) -> Option<&str> {
        self.0.local_states()
    }
    fn tells_of_objects(&self, class: &str) -> bool {
        self.0.tells_of_objects(class)
    }
    fn reports_initialisation(&self, owner: &str) -> bool {
        self.0.reports_initialisation(owner)
    }
    fn reports_control(&self) -> bool {
        self.0.reports_control()
    }
}

/// Remembers all sites; their numbers take all the forms that a number can have.
#[derive(Default)]
pub struct List(pub Vec<SiteInfo>);

impl Sites for List {
    fn add(&mut self, site: SiteInfo) -> u32 {
        self.0.push(site);
        let number = self.0.len() as u32;
        if number.is_multiple_of(7) { number * 1000 } else { number }
    }
}

/// What became of many classes.
#[derive(Default, Debug)]
pub struct Figures {
    pub classes: usize,
    pub unchanged: usize,
    pub sites: usize,
    /// Of these, the heads of loops.
    pub loops: usize,
    /// Classes that the other reader cannot read in the original either.
    pub unreadable: usize,
    pub skipped: Vec<String>,
}

/// Rewrites all classes of a directory into another one.
pub fn rewrite_all(from: &Path, to: &Path, policy: &dyn Policy) -> Figures {
    let mut figures = Figures::default();
    for file in class_files(from) {
        let relative = file.strip_prefix(from).unwrap();
        let bytes = fs::read(&file).unwrap();
        let mut sites = List::default();
        let done = mcr_rewriter::rewrite(&bytes, policy, &mut sites)
            .unwrap_or_else(|error| panic!("{}: {error}", relative.display()));
        figures.classes += 1;
        figures.unchanged += usize::from(done.unchanged);
        figures.sites += sites.0.len();
        figures.loops += sites.0.iter().filter(|site| matches!(site.operation, Operation::Loop)).count();
        let name = relative.display();
        figures
            .skipped
            .extend(done.skipped_methods.iter().map(|(method, reason)| format!("{name} {method}: {reason}")));
        if let Err(error) = read_back(&done.bytes) {
            // It cannot read names with lone surrogates.
            assert!(read_back(&bytes).is_err(), "{name}: the other reader says {error}");
            figures.unreadable += 1;
        }
        let target = to.join(relative);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, done.bytes).unwrap();
    }
    figures
}

/// Replaces what can be replaced in all classes of a directory; returns how many classes were generated.
pub fn desugar_all(from: &Path, to: &Path, scope: mcr_rewriter::Scope) -> usize {
    let mut generated = 0;
    for file in class_files(from) {
        let name = file.strip_prefix(from).unwrap();
        let bytes = fs::read(&file).unwrap();
        let done = mcr_rewriter::desugar(&bytes, scope).unwrap_or_else(|error| panic!("{}: {error}", name.display()));
        assert_eq!(done.unchanged, done.bytes == bytes, "{}", name.display());
        generated += done.classes.len();
        let own = (name.with_extension("").display().to_string(), done.bytes);
        for (name, bytes) in done.classes.into_iter().chain([own]) {
            if let Err(error) = read_back(&bytes) {
                assert!(read_back(&fs::read(&file).unwrap()).is_err(), "{name}: {error}");
            }
            let target = to.join(format!("{name}.class"));
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::write(target, bytes).unwrap();
        }
    }
    generated
}

/// Reads a class with a reader that others have written.
pub fn read_back(class: &[u8]) -> Result<(), String> {
    use java_bytecode::raw::file::RawClassFile;
    use java_bytecode::simple::file::ClassFile;
    let bytes = bytes::Bytes::copy_from_slice(class);
    let raw = RawClassFile::parse(bytes, Default::default()).map_err(|error| error.to_string())?;
    ClassFile::from_raw(&raw).map(drop).map_err(|error| error.to_string())
}

/// Runs a program of the fixtures; returns what it prints on both outputs.
pub fn run(jdk: &Jdk, classes: &Path, program: &str, options: &[&str]) -> (String, String) {
    let path = classes.to_str().unwrap();
    let class = format!("fixtures.{program}");
    let arguments = [&["-Xverify:all", "-cp", path], options, &[class.as_str()]].concat();
    let output = jdk.java(&arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{} {program}: {errors}", jdk.name);
    (String::from_utf8_lossy(&output.stdout).into_owned(), errors)
}

/// Compiles all programs; returns the directory of the classes.
pub fn compile(jdk: &Jdk, work: &Path, options: &[&str], sources: &[PathBuf]) -> PathBuf {
    let plain = work.join("plain");
    jdk.compile(sources, options, &plain);
    plain
}

/// Rewrites all programs, and compiles the hooks; returns the directory of both.
pub fn with_hooks(jdk: &Jdk, work: &Path, plain: &Path, policy: &dyn Policy) -> (PathBuf, Figures) {
    let woven = work.join("woven");
    let _ = fs::remove_dir_all(&woven);
    let figures = rewrite_all(plain, &woven, policy);
    jdk.compile(&java_sources("mcrtest"), &[], &woven);
    (woven, figures)
}
