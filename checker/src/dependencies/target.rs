//! The program that a `java` command starts, as far as its class files say: JDK, class path, main class.
//!
//! Invariant: the class path is the one that `java` would use; where the command leaves that to a file, it is refused.
use crate::session::command::{JavaCommand, program};
use anyhow::{Context, Result, bail, ensure};
use mcr_sdg::jar::Jar;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What there is to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The home of the JDK.
    pub jdk: PathBuf,
    /// In order, as `java` takes it.
    pub class_path: Vec<PathBuf>,
    /// With slashes.
    pub main_class: String,
}

impl Target {
    /// Understands a command.
    ///
    /// # Errors
    /// If it leaves open what is run, its jar cannot be read, or its `java` cannot be asked where it lives.
    pub fn of(command: &JavaCommand) -> Result<Target> {
        Target::in_jdk(command, home)
    }

    /// The same without running anything: whose command it is may not be trusted.
    ///
    /// # Errors
    /// If it leaves open what is run, its jar cannot be read, or its `java` is not in a JDK.
    pub fn read(command: &JavaCommand) -> Result<Target> {
        Target::in_jdk(command, |java| surroundings(java, command.directory.as_deref()))
    }

    fn in_jdk(command: &JavaCommand, home: impl Fn(&OsStr) -> Result<PathBuf>) -> Result<Target> {
        let main = program(&command.arguments).map_err(anyhow::Error::msg)?;
        ensure!(
            !main.as_encoded_bytes().starts_with(b"@"),
            "which classes the arguments in {} name is not looked at; give them in the command",
            main.display()
        );
        let jdk = home(&command.java)?;
        let options = before(&command.arguments, main);
        let there = |path: PathBuf| command.directory.as_ref().map_or(path.clone(), |directory| directory.join(path));
        if !options.iter().any(|option| option == "-jar") {
            let main_class = main.to_str().context("the name of the main class is no Unicode")?.replace('.', "/");
            let class_path = class_path(options).into_iter().map(there).collect();
            return Ok(Target { jdk, class_path, main_class });
        }
        let path = there(PathBuf::from(main));
        // Which version a jar of several is opened for makes no difference to its main class.
        let jar = Jar::open(&path, 17)?;
        let Some(main_class) = jar.main_class else { bail!("{} names no main class", path.display()) };
        Ok(Target { jdk, class_path: vec![path], main_class: main_class.replace('.', "/") })
    }
}

/// What comes before this very argument.
fn before<'a>(arguments: &'a [OsString], argument: &OsStr) -> &'a [OsString] {
    let end = arguments.iter().position(|it| std::ptr::eq(it.as_os_str(), argument));
    &arguments[..end.unwrap_or(arguments.len())]
}

/// The last class path that the options give, else that of the environment, else the working directory.
fn class_path(options: &[OsString]) -> Vec<PathBuf> {
    let mut found = None;
    let mut rest = options.iter().peekable();
    while let Some(argument) = rest.next() {
        if matches!(argument.to_str(), Some("-cp" | "-classpath" | "--class-path")) {
            found = rest.peek().map(|value| (*value).clone());
        } else if let Some(value) = argument.to_str().and_then(|text| text.strip_prefix("--class-path=")) {
            found = Some(value.into());
        }
    }
    let path = found.or_else(|| env::var_os("CLASSPATH")).unwrap_or_else(|| ".".into());
    // An empty entry is the working directory.
    env::split_paths(&path).map(|entry| if entry.as_os_str().is_empty() { ".".into() } else { entry }).collect()
}

/// The home of the JDK that a launcher is in, links followed; `directory`: where the command was given, if not here.
fn surroundings(java: &OsStr, directory: Option<&Path>) -> Result<PathBuf> {
    let shown = java.display();
    let named = PathBuf::from(java);
    let paths = env::var_os("PATH").unwrap_or_default();
    let found = match named.components().count() {
        1 => env::split_paths(&paths).map(|directory| directory.join(&named)).find(|path| path.is_file()),
        _ => Some(directory.map_or_else(|| named.clone(), |directory| directory.join(&named))),
    };
    let launcher = found.and_then(|path| path.canonicalize().ok()).with_context(|| format!("there is no {shown}"))?;
    let home = launcher.parent().and_then(Path::parent).filter(|home| home.join("lib/modules").is_file());
    home.map(Path::to_owned).with_context(|| format!("{shown} is not in a JDK"))
}

/// Asks a launcher for the home of its JDK: it may be a script, or a link from anywhere.
fn home(java: &OsStr) -> Result<PathBuf> {
    let shown = java.display();
    let asked = Command::new(java)
        .args(["-XshowSettings:properties", "-version"])
        .output()
        .with_context(|| format!("cannot run {shown}"))?;
    let said = String::from_utf8_lossy(&asked.stderr);
    let home = said.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    home.map(PathBuf::from).with_context(|| format!("{shown} does not say where its JDK is"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(command: &str) -> Vec<String> {
        let arguments: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        let main = program(&arguments).unwrap();
        class_path(before(&arguments, main)).iter().map(|entry| entry.display().to_string()).collect()
    }

    #[test]
    fn the_last_class_path_before_the_main_class_counts() {
        assert_eq!(path("-cp a:b Main -cp c"), ["a", "b"]);
        assert_eq!(path("-cp a --class-path=b:c -ea Main"), ["b", "c"]);
        assert_eq!(path("-cp a: Main"), ["a", "."]);
        assert_eq!(path("-cp Main Main"), ["Main"]);
    }

    #[test]
    fn a_launcher_is_looked_for_where_the_command_was_given() {
        let directory = tempfile::tempdir().unwrap();
        let jdk = directory.path().canonicalize().unwrap().join("jdk");
        for file in ["bin/java", "lib/modules"] {
            let path = jdk.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let arguments = ["jdk/bin/java", "-cp", "classes", "Main"].map(OsString::from);
        let mut command = JavaCommand::parse(&arguments).unwrap();
        command.directory = Some(directory.path().to_owned());
        let target = Target::read(&command).unwrap();
        assert_eq!((target.jdk, target.class_path), (jdk, vec![directory.path().join("classes")]));
    }

    #[test]
    fn a_file_of_arguments_and_a_launcher_that_says_nothing_are_refused() {
        let parse = |command: &str| JavaCommand::parse(&command.split(' ').map(OsString::from).collect::<Vec<_>>());
        let error = Target::of(&parse("java @file").unwrap()).unwrap_err().to_string();
        assert!(error.contains("in @file"), "{error}");
        let error = format!("{:#}", Target::of(&parse("/nowhere/java Main").unwrap()).unwrap_err());
        assert!(error.starts_with("cannot run /nowhere/java"), "{error}");
        let error = format!("{:#}", Target::read(&parse("/nowhere/java Main").unwrap()).unwrap_err());
        assert!(error.starts_with("there is no /nowhere/java"), "{error}");
    }
}
