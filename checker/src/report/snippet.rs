//! The lines of the program that matter for a violation, where its sources are found.
//!
//! Invariant: what is shown is what is in the file now. A file that is too short for a line that the class file names is another
//! version of it, or another file, and is not shown.

use super::spot::Spot;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Larger files are no sources that somebody wants to see.
const LARGEST: u64 = 4 << 20;

/// How far up from a directory of classes sources are looked for: `build/classes/java/main` has four below its project.
const UP: usize = 4;

/// Where the sources of a program may be.
#[derive(Debug, Default)]
pub struct Sources {
    roots: Vec<PathBuf>,
    /// What has been looked for, by path below a root.
    known: RefCell<FxHashMap<String, Option<Rc<SourceFile>>>>,
}

/// A source file.
#[derive(Debug)]
pub struct SourceFile {
    /// Where it was found.
    pub path: PathBuf,
    /// Its lines, without line ends.
    pub lines: Vec<String>,
}

impl Sources {
    /// Looks below these directories, in this order.
    #[must_use]
    pub fn new(roots: Vec<PathBuf>) -> Sources {
        Sources { roots, known: RefCell::default() }
    }

    /// Finds nothing.
    #[must_use]
    pub fn none() -> Sources {
        Sources::default()
    }

    /// Looks below these directories first, and then where projects have their sources: near the classes that a `java` command starts, and below the
    /// working directory.
    #[must_use]
    pub fn near(given: &[PathBuf], command: &[OsString]) -> Sources {
        let mut roots = given.to_vec();
        let layouts = |directory: &Path| ["src/main/java", "src/test/java"].map(|layout| directory.join(layout));
        for classes in class_path(command) {
            let classes = classes.canonicalize().unwrap_or(classes);
            roots.push(classes.clone());
            roots.extend(classes.parent().map(|parent| parent.join("src")));
            roots.extend(classes.ancestors().take(UP + 1).flat_map(layouts));
        }
        roots.push("src".into());
        roots.extend(layouts(Path::new("")));
        let mut seen = Vec::new();
        roots.retain(|root| {
            root.is_dir() && !seen.contains(root) && {
                seen.push(root.clone());
                true
            }
        });
        Sources::new(roots)
    }

    /// The file of a place, if it is found and has that line.
    #[must_use]
    pub fn find(&self, spot: &Spot) -> Option<Rc<SourceFile>> {
        let path = spot.path()?;
        let mut known = self.known.borrow_mut();
        let found = known.entry(path).or_insert_with_key(|path| {
            self.roots.iter().find_map(|root| SourceFile::read(root.join(path)).map(Rc::new))
        });
        let has_line = |file: &&Rc<SourceFile>| spot.line.is_none_or(|line| line as usize <= file.lines.len());
        found.as_ref().filter(has_line).cloned()
    }
}

impl SourceFile {
    fn read(path: PathBuf) -> Option<SourceFile> {
        // Asked before it is opened: to open a pipe would wait for a writer.
        if !path.metadata().ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(&path).ok()?.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
        if bytes.len() as u64 > LARGEST {
            return None;
        }
        let lines = String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect();
        Some(SourceFile { path, lines })
    }
}

/// The directories in the class path of a `java` command, and those of its jars.
fn class_path(command: &[OsString]) -> Vec<PathBuf> {
    let mut directories = Vec::new();
    let mut words = command.iter().skip(1);
    let mut from_environment = true;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let value = match &*text {
            "-cp" | "-classpath" | "--class-path" | "-jar" => words.next().cloned(),
            _ => text.strip_prefix("--class-path=").map(OsString::from),
        };
        if let Some(value) = value {
            from_environment = false;
            directories.extend(std::env::split_paths(&value));
        }
        // What follows are arguments of the program.
        if text == "-jar" {
            break;
        }
    }
    if from_environment {
        let given = std::env::var_os("CLASSPATH").unwrap_or_else(|| ".".into());
        directories.extend(std::env::split_paths(&given));
    }
    let directory = |path: PathBuf| match path.is_dir() {
        true => Some(path),
        false => path.parent().filter(|_| path.is_file()).map(Path::to_owned),
    };
    directories.into_iter().filter_map(directory).collect()
}
