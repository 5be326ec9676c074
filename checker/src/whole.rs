//! Files that are written whole or not at all, and whether that will be possible.
//!
//! A file is written beside its place under another name and then renamed. What a process that was killed has left under such a name is
//! removed when the next one writes there: the name has the number of the process.
//!
//! What is no regular file (a terminal, a pipe) is written as it is.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// How files begin that are not complete, before the number of the process that writes them.
const PREFIX: &str = ".mcr-";

/// Writes a file.
///
/// # Errors
/// As the system says. What was there before is then still there.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if is_special(path) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(contents);
    }
    // A link stays one.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // As any new file: what only the owner can read is of no use to a CI that collects it.
    let mode = fs::metadata(&target).map_or(0o644, |old| old.permissions().mode() & 0o777);
    let mut file = beside(directory(&target))?;
    file.write_all(contents)?;
    file.as_file().set_permissions(Permissions::from_mode(mode))?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Finds out whether [`write`] can write a file there.
///
/// # Errors
/// As the system says.
pub fn try_write(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if is_special(path) {
        return Ok(());
    }
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    beside(directory(&target)).map(drop)
}

/// The file that a path means, whether it is there or not: the same for all ways to write it.
#[must_use]
pub fn place(path: &Path) -> PathBuf {
    let beside = || Some(directory(path).canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}

/// Finds out whether files can be written to a directory, which may have to be made. Nothing is made: other checks may be about to make
/// the same.
///
/// # Errors
/// As the system says.
pub fn try_directory(path: &Path) -> io::Result<()> {
    let exists = |path: &Path| match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        // Of what it does not take for a name, say.
        Err(error) => Err(error),
        Ok(_) => Ok(true),
    };
    let mut there = path;
    let mut missing = Vec::new();
    while !exists(or_here(there))? {
        missing.extend(there.file_name());
        there = there.parent().unwrap_or(Path::new("/"));
    }
    let there = or_here(there);
    if !there.is_dir() {
        return Err(ErrorKind::NotADirectory.into());
    }
    // The system looks no further than to the first name that is missing.
    for name in missing {
        exists(&there.join(name))?;
    }
    beside(there.to_owned()).map(drop)
}

fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

fn directory(path: &Path) -> PathBuf {
    path.parent().map_or(Path::new("."), or_here).to_owned()
}

fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// An empty file in a directory, which is gone if nothing becomes of it.
fn beside(directory: PathBuf) -> io::Result<tempfile::NamedTempFile> {
    remove_left_over(&directory);
    let made = tempfile::Builder::new().prefix(&format!("{PREFIX}{}-", std::process::id())).tempfile_in(directory);
    // Without the name of the file, which nobody knows.
    made.map_err(|error| io::Error::new(error.kind(), error.to_string().split(" at path").next().unwrap_or_default()))
}

/// Removes what processes that are no more have not completed.
fn remove_left_over(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse::<u32>().ok());
        if owner.is_some_and(|owner| !Path::new(&format!("/proc/{owner}")).exists()) {
            // Somebody else may have done so.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_and_nothing_else_is_left() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        fs::write(directory.path().join(".mcr-4194305-dead"), "part").unwrap();
        write(&path, b"one").unwrap();
        let link = directory.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_cannot_be_written_is_known_before() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        try_write(&path).unwrap();
        assert!(!path.exists());
        assert_eq!(try_write(directory.path()).unwrap_err().kind(), ErrorKind::IsADirectory);
        assert!(try_write(&path.join("y")).is_err());
        try_write(Path::new("/dev/null")).unwrap();
        try_directory(&path.join("deep/er")).unwrap();
        assert!(!path.exists());
        assert!(try_directory(&path.join("x".repeat(300))).is_err());
        assert!(!path.exists());
        fs::write(&path, "").unwrap();
        assert_eq!(try_directory(&path).unwrap_err().kind(), ErrorKind::NotADirectory);
    }
}
