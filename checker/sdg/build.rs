//! Tells the crate a number of its own sources: a graph that other sources made is not to be taken from the cache.
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=src");
    let mut hasher = DefaultHasher::new();
    hash(Path::new("src"), &mut hasher)?;
    println!("cargo:rustc-env=MCR_SDG_SOURCES={:016x}", hasher.finish());
    Ok(())
}

fn hash(directory: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash(&path, hasher)?;
        } else {
            path.hash(hasher);
            std::fs::read(&path)?.hash(hasher);
        }
    }
    Ok(())
}
