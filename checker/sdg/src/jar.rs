//! Jars, as class loaders see them: the class files for one version of Java, and the other jars that they name.
//!
//! Invariant: of several class files for a class, the one for the newest version that is not newer than asked is taken,
//! and only jars that say they have several are looked at that way (JAR specification, "Multi-release JAR files").
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use zip::ZipArchive;
use zip::result::ZipError;

/// The largest class file that is read. The format has no greater strings or code; a longer file is a mistake.
const LARGEST: u64 = 64 << 20;

/// An open jar.
#[derive(Debug)]
pub struct Jar {
    path: PathBuf,
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// The same open file, which need not be the one that the path leads to later. It is moved only under the lock.
    file: File,
    /// Its length and time when it was opened.
    opened: (u64, SystemTime),
    /// The entry of each class.
    classes: FxHashMap<String, usize>,
    /// Files and directories that its manifest adds to the class path.
    pub class_path: Vec<PathBuf>,
    /// The class that `java -jar` runs, with dots.
    pub main_class: Option<String>,
}

/// A jar that cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
#[error("cannot read {}: {cause}", .path.display())]
pub struct JarError {
    path: PathBuf,
    cause: Arc<ZipError>,
}

impl Jar {
    /// Opens a jar and lists its classes, as a JVM of this version would find them.
    pub fn open(path: &Path, version: u16) -> Result<Self, JarError> {
        let error = |cause| JarError { path: path.to_owned(), cause: Arc::new(cause) };
        let file = File::open(path).map_err(|cause| error(cause.into()))?;
        let opened = stamp(&file).map_err(|cause| error(cause.into()))?;
        let reader = file.try_clone().map_err(|cause| error(cause.into()))?;
        let mut archive = ZipArchive::new(BufReader::new(reader)).map_err(error)?;
        let manifest = match archive.index_for_name_raw(b"META-INF/MANIFEST.MF") {
            Some(index) => entry(&mut archive, index).map_err(error)?,
            None => Vec::new(),
        };
        let manifest = String::from_utf8_lossy(&manifest).into_owned();
        let is_multi_release =
            attribute(&manifest, "Multi-Release").is_some_and(|value| value.trim().eq_ignore_ascii_case("true"));
        let mut best: FxHashMap<String, (u16, usize)> = FxHashMap::default();
        for (index, name) in archive.file_names().enumerate() {
            // A name that is no text is the name of no class that anybody could ask for.
            let Ok(name) = name else { continue };
            let Some((of, name)) = class_entry(&name) else { continue };
            if of > version || of > 0 && !is_multi_release {
                continue;
            }
            let known = best.entry(name.to_owned()).or_insert((of, index));
            if known.0 < of {
                *known = (of, index);
            }
        }
        let directory = path.parent().unwrap_or(Path::new(""));
        let named = attribute(&manifest, "Class-Path").unwrap_or_default();
        Ok(Self {
            path: path.to_owned(),
            archive: Mutex::new(archive),
            file,
            opened,
            classes: best.into_iter().map(|(name, (_, index))| (name, index)).collect(),
            class_path: named.split_ascii_whitespace().filter_map(|url| local(directory, url)).collect(),
            main_class: attribute(&manifest, "Main-Class").map(|name| name.trim().to_owned()),
        })
    }

    /// The class file of a class, or nothing if it is not there.
    pub fn class_file(&self, name: &str) -> Result<Option<Vec<u8>>, JarError> {
        let Some(index) = self.classes.get(name) else { return Ok(None) };
        // A panic in another thread leaves the archive as it is: each read starts with a seek.
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let read = entry(&mut archive, *index);
        read.map(Some).map_err(|cause| JarError { path: self.path.clone(), cause: Arc::new(cause) })
    }

    /// All bytes of the file that was opened, whatever its path leads to now; an error if they were written to since.
    pub fn bytes(&self) -> Result<Vec<u8>, JarError> {
        let error = |cause: io::Error| JarError { path: self.path.clone(), cause: Arc::new(cause.into()) };
        let _archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut bytes, mut file) = (Vec::new(), &self.file);
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(error)?;
        if stamp(&self.file).map_err(error)? != self.opened {
            return Err(error(io::Error::other("it has changed since it was opened")));
        }
        Ok(bytes)
    }

    /// The names of all classes, in no order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }
}

fn stamp(file: &File) -> io::Result<(u64, SystemTime)> {
    let data = file.metadata()?;
    Ok((data.len(), data.modified()?))
}

fn entry(archive: &mut ZipArchive<BufReader<File>>, index: usize) -> Result<Vec<u8>, ZipError> {
    let mut bytes = Vec::new();
    archive.by_index(index)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(ZipError::Io(io::Error::new(io::ErrorKind::FileTooLarge, "an entry is too large")));
    }
    Ok(bytes)
}

/// The version and the class of an entry, if it is a class file; version 0 is for all.
fn class_entry(name: &str) -> Option<(u16, &str)> {
    let class = name.strip_suffix(".class")?;
    let (version, class) = match class.strip_prefix("META-INF/") {
        Some(inner) => {
            let (version, class) = inner.strip_prefix("versions/")?.split_once('/')?;
            (version.parse().ok().filter(|version| *version >= 9)?, class)
        }
        None => (0, class),
    };
    (class != "module-info" && !class.starts_with("META-INF/")).then_some((version, class))
}

/// An attribute of the main section of a manifest. Long lines go on in lines that start with a space.
fn attribute(manifest: &str, name: &str) -> Option<String> {
    let mut value: Option<String> = None;
    for line in manifest.lines().take_while(|line| !line.is_empty()) {
        if let (Some(more), Some(value)) = (line.strip_prefix(' '), &mut value) {
            value.push_str(more);
        } else if value.is_some() {
            break;
        } else if let Some((key, first)) = line.split_once(':')
            && key.eq_ignore_ascii_case(name)
        {
            value = Some(first.strip_prefix(' ').unwrap_or(first).to_owned());
        }
    }
    value
}

/// The file that a URL of a class path means, relative to the jar's directory; nothing if it is on another machine.
fn local(directory: &Path, url: &str) -> Option<PathBuf> {
    let path = match url.split_once(':') {
        Some(("file", path)) => path.strip_prefix("//").unwrap_or(path),
        Some((scheme, _)) if scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            return None;
        }
        _ => url,
    };
    let mut decoded = Vec::new();
    let mut rest = path.as_bytes();
    while let [byte, after @ ..] = rest {
        let escaped = if *byte == b'%' { after.get(..2) } else { None };
        let value = escaped.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        decoded.push(value.unwrap_or(*byte));
        rest = if value.is_some() { &after[2..] } else { after };
    }
    Some(directory.join(String::from_utf8(decoded).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_says_things_in_its_first_section_on_lines_that_go_on() {
        let manifest =
            "Manifest-Version: 1.0\r\nClass-Path: a.jar b\r\n .jar\r\n  c.jar\r\n\r\nMulti-Release: true\r\n";
        assert_eq!(attribute(manifest, "class-path").as_deref(), Some("a.jar b.jar c.jar"));
        assert_eq!(attribute(manifest, "Multi-Release"), None);
        assert_eq!(attribute("", "Class-Path"), None);
    }

    #[test]
    fn entries_of_a_class_path_are_urls() {
        let of = |url| local(Path::new("/lib"), url);
        assert_eq!(of("a.jar"), Some("/lib/a.jar".into()));
        assert_eq!(of("../b%20c%.jar"), Some("/lib/../b c%.jar".into()));
        assert_eq!(of("file:/d.jar"), Some("/d.jar".into()));
        assert_eq!(of("file:///d.jar"), Some("/d.jar".into()));
        assert_eq!(of("http://x/e.jar"), None);
    }

    #[test]
    fn a_class_file_is_for_all_versions_or_from_one_on() {
        assert_eq!(class_entry("a/B.class"), Some((0, "a/B")));
        assert_eq!(class_entry("META-INF/versions/11/a/B.class"), Some((11, "a/B")));
        for other in ["a/B.txt", "META-INF/versions/8/a/B.class", "META-INF/a/B.class", "module-info.class"] {
            assert_eq!(class_entry(other), None);
        }
        assert_eq!(class_entry("META-INF/versions/9/module-info.class"), None);
        assert_eq!(class_entry("META-INF/versions/9/META-INF/B.class"), None);
    }
}
