//! The user's `java` command, understood as far as needed to refuse what cannot be checked.
//!
//! Invariant: the arguments reach `java` unchanged and in order; only the agent is put in front of them.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A command that starts a Java program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaCommand {
    /// The launcher, as the user wrote it.
    pub java: OsString,
    /// Everything after it.
    pub arguments: Vec<OsString>,
    /// The working directory, if it is not that of this process.
    pub directory: Option<PathBuf>,
    /// The port on which the JVM waits for a debugger before it starts the program.
    pub debugger: Option<u16>,
    /// On which processor the JVM runs, counted from the last one, which is 0.
    pub processor: usize,
}

/// How the command has to look.
pub const USAGE: &str = "give the command that starts the program after `--`: java [JVM OPTIONS] (-cp CP MainClass | -jar \
                     app.jar | -m MODULE[/MainClass] | Source.java) [ARGS...]";

/// Launcher options whose value is the next argument.
const WITH_VALUE: [&str; 14] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-reads",
    "--add-exports",
    "--add-opens",
    "--patch-module",
    "--enable-native-access",
    "--source",
];

impl JavaCommand {
    /// Understands a command.
    ///
    /// # Errors
    /// If it does not start a Java program; a line for the user.
    pub fn parse(command: &[OsString]) -> Result<JavaCommand, String> {
        let Some((java, arguments)) = command.split_first() else { return Err(USAGE.to_owned()) };
        if !is_java(java) {
            return Err(instead_of(java));
        }
        program(arguments)?;
        Ok(JavaCommand {
            java: java.clone(),
            arguments: arguments.to_vec(),
            directory: None,
            debugger: None,
            processor: 0,
        })
    }

    /// The main class, or the name of the jar; the whole file of arguments if it is in there.
    #[must_use]
    pub fn program(&self) -> String {
        let found = program(&self.arguments).unwrap_or_default();
        Path::new(found).file_name().unwrap_or(found).to_string_lossy().into_owned()
    }
}

/// What to do where a command does not start with `java`; a line for the user.
fn instead_of(command: &OsStr) -> String {
    let name = Path::new(command).file_name().and_then(OsStr::to_str).unwrap_or_default();
    let shown = command.display();
    match name {
        "mvn" | "mvnw" | "mvn.sh" | "mvnd" => format!(
            "`{shown}` is not java: Maven starts other programs, which are those to be checked; explore tests with the Maven goal mcr:test, or with mcr test --classpath CP (docs/junit.md)"
        ),
        "gradle" | "gradlew" => format!(
            "`{shown}` is not java: Gradle starts other programs, which are those to be checked; explore tests with the Gradle task concurrencyTest, or with mcr test --classpath CP (docs/junit.md)"
        ),
        "javac" | "" => format!("`{shown}` is not java; {USAGE}"),
        _ => format!(
            "`{shown}` is not java; {USAGE}. If it is a script that starts one JVM, run it with JAVA_TOOL_OPTIONS=-agentpath:/path/to/libmcr.so in the environment, and without mcr check"
        ),
    }
}

/// `java`, `/usr/lib/jvm/jdk-25/bin/java`, `java17`; not `javac`.
fn is_java(command: &OsStr) -> bool {
    let name = Path::new(command).file_name().and_then(OsStr::to_str).unwrap_or_default();
    let version = name.strip_prefix("java");
    version.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '.')))
}

/// The main class or the jar, or the file that has the arguments.
///
/// # Errors
/// If there is none; a line for the user.
pub fn program(arguments: &[OsString]) -> Result<&OsStr, String> {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        if text == "-jar" {
            return match rest.next() {
                Some(jar) => Ok(jar),
                None => Err(format!("-jar is without its file; {USAGE}")),
            };
        }
        if matches!(&*text, "-m" | "--module") {
            return rest.next().map(OsString::as_os_str).ok_or_else(|| format!("{text} is without its value; {USAGE}"));
        }
        if text.starts_with("--module=") {
            return Ok(OsStr::from_bytes(&argument.as_bytes()["--module=".len()..]));
        }
        if text.starts_with('@') {
            // The rest is in a file that java reads.
            return Ok(argument);
        }
        if WITH_VALUE.contains(&&*text) {
            if rest.next().is_none() {
                return Err(format!("{text} is without its value; {USAGE}"));
            }
        } else if !text.starts_with('-') {
            return Ok(argument);
        }
    }
    Err(format!("the command names no main class; {USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(command: &str) -> Result<JavaCommand, String> {
        JavaCommand::parse(&command.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn a_command_that_starts_a_program_is_taken_as_it_is() {
        for command in [
            "java -cp a:b Main x y",
            "java -Xmx1g -jar app.jar -v",
            "/opt/jdk-25/bin/java --add-opens java.base/java.lang=ALL-UNNAMED -ea Main",
            "java17 Main",
            "java @arguments",
            "java --class-path=x Main",
            "java -p mods -m app/com.acme.Main x",
            "java --module-path=mods --module=app",
            "java --source 21 Main.java",
        ] {
            let parsed = parse(command).unwrap();
            assert_eq!(parsed.arguments.len(), command.split_whitespace().count() - 1);
        }
    }

    #[test]
    fn a_program_is_called_by_its_main_class_or_its_jar() {
        assert_eq!(parse("java -cp a:b -Xmx1g com.acme.Main x").unwrap().program(), "com.acme.Main");
        assert_eq!(parse("java -jar build/libs/app.jar -v").unwrap().program(), "app.jar");
        assert_eq!(parse("java -p mods -m app/com.acme.Main x").unwrap().program(), "com.acme.Main");
        assert_eq!(parse("java -p mods --module=app").unwrap().program(), "app");
    }

    #[test]
    fn a_command_that_starts_no_program_is_refused() {
        for (command, expected) in [
            ("", "after `--`"),
            ("javac Main.java", "`javac` is not java"),
            ("./gradlew test", "the Gradle task concurrencyTest"),
            ("/opt/maven/bin/mvn -q test", "the Maven goal mcr:test"),
            ("bin/start.sh -v", "JAVA_TOOL_OPTIONS=-agentpath"),
            ("java", "no main class"),
            ("java -cp a", "no main class"),
            ("java -cp", "without its value"),
            ("java -jar", "without its file"),
            ("java -p mods -m", "without its value"),
        ] {
            let error = parse(command).unwrap_err();
            assert!(error.contains(expected), "{command}: {error}");
        }
    }
}
