//! Where classes come from: the image of a JDK, then the entries of a class path, in their order.
//!
//! Classes are read when they are first asked for, and once. The application's class loader asks the JDK's first, so a
//! class of the JDK is never taken from the class path.
//!
//! Invariant: what is found under a name is a class of that name, the same for everybody who asks.
use crate::body::Name;
use crate::classes::{Class, ClassError};
use crate::image::{Image, ImageError};
use crate::jar::{Jar, JarError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::Xxh3;

/// What a program's classes are looked up in.
#[derive(Debug)]
pub struct Sources {
    image: Option<Image>,
    entries: Vec<Entry>,
    /// The JDK's home.
    jdk: Option<PathBuf>,
    known: RwLock<FxHashMap<Name, Found>>,
}

/// A class, or nothing, or an error, found once.
type Found = Result<Option<Arc<Class>>, SourceError>;

/// An entry of the class path.
#[derive(Debug)]
enum Entry {
    Directory(PathBuf),
    Jar(Box<Jar>),
}

/// A place that cannot be read, or a class in it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SourceError {
    /// A directory or file.
    #[error("cannot read {}: {cause}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why not.
        cause: Arc<io::Error>,
    },
    /// A jar.
    #[error(transparent)]
    Jar(#[from] JarError),
    /// The image of a JDK.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A JDK that does not say which version it is.
    #[error("{} does not say which version of Java it is", .0.display())]
    Version(PathBuf),
    /// A class file that cannot be read.
    #[error("cannot read the class {name}: {cause}")]
    Class {
        /// Where it should be.
        name: Name,
        /// Why not.
        cause: ClassError,
    },
    /// A class file in the wrong place.
    #[error("where the class {0} should be is {1}")]
    OtherClass(Name, Name),
}

impl Sources {
    /// The classes of a JDK, if any, and of a class path. As for `java`, entries that do not exist are none, `lib/*` is
    /// all jars in `lib`, and a jar's manifest may name others. Without a JDK, jars are taken for Java 8.
    pub fn new(jdk: Option<&Path>, class_path: &[PathBuf]) -> Result<Self, SourceError> {
        let version = jdk.map_or(Ok(8), version)?;
        let image = jdk.map(|jdk| Image::open(&jdk.join("lib/modules"))).transpose()?;
        let mut entries = Vec::new();
        let mut seen = FxHashSet::default();
        let mut todo: Vec<PathBuf> = Vec::new();
        for entry in class_path {
            todo.extend(expand(entry)?);
        }
        todo.reverse();
        while let Some(path) = todo.pop() {
            if !path.exists() || !seen.insert(path.canonicalize().map_err(|cause| file_error(&path, cause))?) {
                continue;
            }
            if path.is_dir() {
                entries.push(Entry::Directory(path));
            } else {
                let jar = Jar::open(&path, version)?;
                todo.extend(jar.class_path.iter().rev().cloned());
                entries.push(Entry::Jar(Box::new(jar)));
            }
        }
        Ok(Self { image, entries, jdk: jdk.map(Path::to_owned), known: RwLock::default() })
    }

    /// Adds what decides about the classes: all class files of directories, as they are now, all bytes of the jars that
    /// were opened, and of the JDK what it calls itself, and the size and time of its image. An error if a jar was written
    /// to since it was opened.
    pub fn hash(&self, into: &mut Xxh3) -> Result<(), SourceError> {
        let mut add = |bytes: &[u8]| {
            into.update(&(bytes.len() as u64).to_le_bytes());
            into.update(bytes);
        };
        // Reading what is no file may take for ever.
        let read = |path: &Path| match path.is_file() {
            true => std::fs::read(path).map_err(|cause| file_error(path, cause)),
            false => Err(file_error(path, std::io::ErrorKind::InvalidInput.into())),
        };
        if let Some(jdk) = &self.jdk {
            add(&read(&jdk.join("release"))?);
            let image = jdk.join("lib/modules");
            let data = std::fs::metadata(&image).map_err(|cause| file_error(&image, cause))?;
            let changed = data.modified().map_err(|cause| file_error(&image, cause))?;
            let since = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
            add(jdk.as_os_str().as_encoded_bytes());
            add(&[&since.to_le_bytes()[..], &data.len().to_le_bytes()].concat());
        }
        for entry in &self.entries {
            match entry {
                Entry::Directory(path) => {
                    let mut names = BTreeSet::new();
                    list(path, "", &mut Vec::new(), &mut names)?;
                    add(b"directory");
                    for name in names {
                        add(name.as_bytes());
                        add(&read(&path.join(format!("{name}.class")))?);
                    }
                }
                Entry::Jar(jar) => {
                    add(b"jar");
                    add(&jar.bytes()?);
                }
            }
        }
        Ok(())
    }

    /// The class of this name, or nothing if there is none.
    pub fn class(&self, name: &str) -> Result<Option<Arc<Class>>, SourceError> {
        // What is written under the lock is written whole, so a panic elsewhere is no reason to stop.
        if let Some(found) = self.known.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return found.clone();
        }
        let found = self.read(name);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(name.into()).or_insert(found).clone()
    }

    /// The names of all classes, sorted. That there is something under a name is all that is looked at.
    pub fn names(&self) -> Result<BTreeSet<String>, SourceError> {
        let mut names: BTreeSet<String> =
            self.image.iter().flat_map(|image| image.names()).map(str::to_owned).collect();
        for entry in &self.entries {
            match entry {
                Entry::Jar(jar) => names.extend(jar.names().map(str::to_owned)),
                Entry::Directory(directory) => list(directory, "", &mut Vec::new(), &mut names)?,
            }
        }
        Ok(names)
    }

    /// The names of the classes of the class path, without the JDK's, sorted.
    pub fn own_names(&self) -> Result<BTreeSet<String>, SourceError> {
        let mut names = self.names()?;
        if let Some(image) = &self.image {
            image.names().for_each(|name| {
                names.remove(name);
            });
        }
        Ok(names)
    }

    /// Whether the JDK has a class of this name; the class path's is then never loaded.
    pub fn is_of_jdk(&self, name: &str) -> bool {
        self.image.as_ref().is_some_and(|image| image.has(name))
    }

    /// The bytes of the class file that the class path has for a class; nothing if it has none, or the JDK comes first.
    pub fn own_class_file(&self, name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        if self.is_of_jdk(name) {
            return Ok(None);
        }
        Ok(self.class_file(name)?.map(Cow::into_owned))
    }

    /// What the JDK says which version it is, such as `17.0.15`; nothing without a JDK.
    pub fn jdk_version(&self) -> Result<Option<String>, SourceError> {
        self.jdk.as_deref().map(full_version).transpose()
    }

    fn read(&self, name: &str) -> Found {
        let Some(bytes) = self.class_file(name)? else { return Ok(None) };
        let class = Class::read(&bytes).map_err(|cause| SourceError::Class { name: name.into(), cause })?;
        if *class.name == *name {
            Ok(Some(Arc::new(class)))
        } else {
            Err(SourceError::OtherClass(name.into(), class.name))
        }
    }

    fn class_file(&self, name: &str) -> Result<Option<Cow<'_, [u8]>>, SourceError> {
        if let Some(image) = &self.image
            && let Some(bytes) = image.class_file(name)?
        {
            return Ok(Some(bytes));
        }
        for entry in &self.entries {
            let bytes = match entry {
                Entry::Jar(jar) => jar.class_file(name)?,
                Entry::Directory(directory) => in_directory(directory, name)?,
            };
            if let Some(bytes) = bytes {
                return Ok(Some(Cow::Owned(bytes)));
            }
        }
        Ok(None)
    }
}

/// The version that a JDK says it is, such as 17.
fn version(jdk: &Path) -> Result<u16, SourceError> {
    let full = full_version(jdk)?;
    let number = full.split(['.', '-', '+', '_']).next().and_then(|number| number.parse().ok());
    number.ok_or_else(|| SourceError::Version(jdk.to_owned()))
}

/// The same as it is written, such as `17.0.15`.
fn full_version(jdk: &Path) -> Result<String, SourceError> {
    let path = jdk.join("release");
    let text = std::fs::read_to_string(&path).map_err(|cause| file_error(&path, cause))?;
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
    line.map(|value| value.trim_matches('"').to_owned()).ok_or_else(|| SourceError::Version(jdk.to_owned()))
}

/// All jars of a directory, sorted, if that is what is asked for.
fn expand(entry: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let Some(directory) = entry.to_str().and_then(|entry| entry.strip_suffix('*')) else {
        return Ok(vec![entry.to_owned()]);
    };
    let directory = Path::new(if directory.is_empty() { "." } else { directory });
    let is_jar = |path: &Path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case("jar"));
    Ok(children(directory)?.into_iter().filter(|path| is_jar(path)).collect())
}

/// What is in a directory, sorted; nothing if there is no such directory.
fn children(directory: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let read = match std::fs::read_dir(directory) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read,
    };
    let all = read.and_then(|all| all.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>());
    let mut all = all.map_err(|cause| file_error(directory, cause))?;
    all.sort();
    Ok(all)
}

/// The class files below a directory; `above` are the directories around, so that a link to one of them ends.
fn list(
    directory: &Path,
    package: &str,
    above: &mut Vec<PathBuf>,
    names: &mut BTreeSet<String>,
) -> Result<(), SourceError> {
    let real = directory.canonicalize().map_err(|cause| file_error(directory, cause))?;
    if above.contains(&real) {
        return Ok(());
    }
    above.push(real);
    for path in children(directory)? {
        let Some(file) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_dir() {
            list(&path, &format!("{package}{file}/"), above, names)?;
        } else if let Some(class) = file.strip_suffix(".class")
            && class != "module-info"
        {
            names.insert(format!("{package}{class}"));
        }
    }
    above.pop();
    Ok(())
}

/// The bytes of a class file. Names come out of class files, and must not lead out of the directory.
fn in_directory(directory: &Path, name: &str) -> Result<Option<Vec<u8>>, SourceError> {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0', ':']);
    if !name.split('/').all(is_plain) {
        return Ok(None);
    }
    let path = directory.join(format!("{name}.class"));
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(cause) if matches!(cause.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        // Names can be longer than those of files.
        Err(cause) if cause.kind() == io::ErrorKind::InvalidFilename => Ok(None),
        Err(cause) => Err(file_error(&path, cause)),
    }
}

fn file_error(path: &Path, cause: io::Error) -> SourceError {
    SourceError::File { path: path.to_owned(), cause: Arc::new(cause) }
}
