//! Java sources compiled, for tests that need class files.
#![allow(dead_code)] // Not every test needs everything.
use mcr_sdg::classes::Class;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use zip::write::SimpleFileOptions;

/// The class files of some sources, by name without the extension; the directory goes when this does.
pub struct Compiled {
    pub directory: tempfile::TempDir,
}

/// Compiles sources of these names.
pub fn compile(sources: &[(&str, &str)]) -> Compiled {
    let directory = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = sources
        .iter()
        .map(|(name, text)| {
            let file = directory.path().join(format!("{name}.java"));
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, text).unwrap();
            file
        })
        .collect();
    let javac = jdk().join("bin/javac");
    let status = Command::new(javac).args(["-g", "-d"]).arg(directory.path()).args(&files).status();
    assert!(status.expect("a JDK has javac").success());
    Compiled { directory }
}

/// Writes a jar with a manifest and these entries.
pub fn jar(path: &Path, manifest: &str, entries: &[(&str, &[u8])]) {
    let mut archive = zip::ZipWriter::new(File::create(path).unwrap());
    let manifest: &[u8] = manifest.as_bytes();
    for (name, bytes) in [("META-INF/MANIFEST.MF", manifest)].iter().chain(entries) {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap();
}

/// `JAVA_HOME`, or that of the `javac` on the path.
pub fn jdk() -> PathBuf {
    if let Ok(home) = std::env::var("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap();
    let javac = std::env::split_paths(&path).map(|directory| directory.join("javac")).find(|file| file.is_file());
    let javac = javac.expect("javac is in JAVA_HOME or on the path").canonicalize().unwrap();
    javac.parent().and_then(Path::parent).unwrap().to_owned()
}

impl Compiled {
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.directory.path().join(format!("{name}.class"))).unwrap()
    }

    pub fn class(&self, name: &str) -> Class {
        Class::read(&self.bytes(name)).unwrap()
    }

    /// All class files, sorted by name.
    pub fn all(&self) -> Vec<Vec<u8>> {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(self.directory.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let classes = files.iter().filter(|file| file.extension().is_some_and(|it| it == "class"));
        classes.map(|file| std::fs::read(file).unwrap()).collect()
    }
}

/// The marks of a source by line: `// *` is asked about, `// +` a line on which that depends, `// -` one on which not,
/// `// ~` one on which it does if all objects of a class are one place.
pub fn marks(source: &str) -> BTreeMap<u16, char> {
    let mark = |text: &str| text.split_once("// ")?.1.chars().next().filter(|mark| "*+-~".contains(*mark));
    let lines = (1..).zip(source.lines());
    lines.filter_map(|(line, text)| Some((line, mark(text)?))).collect()
}
