//! Graphs kept on disk, so that one of the same program need not be made again.
//!
//! A file is for one question: what the graph is made of (the classes, by content; the JDK, by its image) and how. It has
//! the question's hash and a hash of what follows; one that does not fit, is damaged, or comes from other sources of
//! this crate is as good as none, and is written anew. What is followed is read from its class files again; of other
//! classes the file has all but the code, which nobody asks for.
//!
//! Invariant: what is taken from here is what would be made. So the classes are hashed before and after a graph is made,
//! and nothing is kept of a program of which some class could not be read: that may be otherwise the next time.
use crate::dependences::Loops;
use crate::program::Program;
use crate::sources::Sources;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// What files begin with; then come the hash of the question and that of the rest.
const MAGIC: &[u8; 8] = b"mcrgraph";
const HEADER: usize = MAGIC.len() + 32;
/// What the names of files begin with, also while they are written.
const PREFIX: &str = "graph-";
/// How much is kept for a user.
const LIMIT: u64 = 256 << 20;

/// A directory of graphs.
#[derive(Debug, Clone)]
pub struct Cache {
    directory: PathBuf,
    limit: u64,
}

/// What decides about a graph beside the classes.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Entry points, as for [`Calls::from`](crate::calls::Calls::from).
    pub entries: &'a [(&'a str, &'a str, &'a str)],
    /// Classes that objects are made of.
    pub made: &'a [&'a str],
    /// As in [`Options`](crate::program::Options).
    pub loops: Loops,
    /// Of which classes the code is looked into.
    pub follow: &'a (dyn Fn(&str) -> bool + Sync),
    /// What tells this way of following, and other options, from others.
    pub how: &'a str,
}

impl Cache {
    /// The user's: `mcr/graphs` in `XDG_CACHE_HOME`, or in `.cache` of the home directory; none if there is neither.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        // A relative path is to be ignored (XDG Base Directory Specification).
        let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
        Some(Self::at(base.join("mcr").join("graphs"), LIMIT))
    }

    /// One in a directory, of at most so many bytes.
    #[must_use]
    pub fn at(directory: PathBuf, limit: u64) -> Self {
        Self { directory, limit }
    }

    /// The graph that is kept, or else the one that is made, which is then kept if that is possible.
    ///
    /// # Errors
    /// Those of making it.
    pub fn program<'a, E>(
        &self,
        sources: &'a Sources,
        question: &Question<'_>,
        make: impl FnOnce() -> Result<Program<'a>, E>,
    ) -> Result<Program<'a>, E> {
        let Some(key) = key(sources, question) else { return make() };
        let path = self.directory.join(format!("{PREFIX}{key:032x}"));
        if let Some(found) = read(&path, key).and_then(|bytes| Program::restore(&bytes, sources, question.follow)) {
            // So that it is not the next one to go; whether that works decides about nothing else.
            let _ = fs::File::options().append(true).open(&path).and_then(|it| it.set_modified(SystemTime::now()));
            return Ok(found);
        }
        let made = make()?;
        if self::key(sources, question) == Some(key)
            && let Some(bytes) = made.keep()
            && (bytes.len() + HEADER) as u64 <= self.limit
        {
            // Who cannot write there makes every graph anew.
            let _ = self.write(&path, key, &bytes);
        }
        Ok(made)
    }

    /// Writes a file as a whole, and removes the oldest ones if it is too much then.
    fn write(&self, path: &Path, key: u128, bytes: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        let mut file = tempfile::Builder::new().prefix(PREFIX).suffix(".new").tempfile_in(&self.directory)?;
        file.write_all(MAGIC)?;
        file.write_all(&key.to_le_bytes())?;
        file.write_all(&xxh3_128(bytes).to_le_bytes())?;
        file.write_all(bytes)?;
        file.persist(path)?;
        self.shrink()
    }

    fn shrink(&self) -> std::io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.directory)? {
            let entry = entry?;
            let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
            // Another process may remove it at the same time.
            if let (true, Ok(data)) = (is_ours, entry.metadata()) {
                files.push((data.modified()?, data.len(), entry.path()));
            }
        }
        files.sort();
        let mut size: u64 = files.iter().map(|(_, size, _)| size).sum();
        for (_, length, path) in files {
            if size <= self.limit {
                break;
            }
            fs::remove_file(path)?;
            size -= length;
        }
        Ok(())
    }
}

/// What follows the header of a file for this question.
fn read(path: &Path, key: u128) -> Option<Vec<u8>> {
    let mut bytes = fs::read(path).ok()?;
    let (header, rest) = bytes.split_at_checked(HEADER)?;
    let expected = [&MAGIC[..], &key.to_le_bytes(), &xxh3_128(rest).to_le_bytes()].concat();
    if header != expected {
        return None;
    }
    bytes.drain(..HEADER);
    Some(bytes)
}

/// The hash of everything that a graph depends on, if all of it can be read.
fn key(sources: &Sources, question: &Question<'_>) -> Option<u128> {
    let mut hash = Xxh3::new();
    let mut add = |text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    add(env!("CARGO_PKG_VERSION"));
    add(env!("MCR_SDG_SOURCES"));
    add(question.how);
    add(if question.loops == Loops::End { "end" } else { "may not end" });
    add(&question.entries.len().to_string());
    for (class, name, descriptor) in question.entries {
        [class, name, descriptor].into_iter().for_each(|it| add(it));
    }
    question.made.iter().for_each(|it| add(it));
    sources.hash(&mut hash).ok()?;
    Some(hash.digest128())
}
