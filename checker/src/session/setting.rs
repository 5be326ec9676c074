//! How a program was run: enough to run it in the same way again.

use super::input::Source;
use super::network::{self, Recorded};
use mcr_model::classes::Classes;
use mcr_protocol::Configure;
use mcr_report::shell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The command, the rules, and what was loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The launcher and its arguments, without the agent.
    pub command: Vec<Argument>,
    /// The working directory.
    pub directory: Argument,
    /// Version of the JVM, for messages.
    pub jvm: String,
    /// What the agent was told, and what it has found out.
    pub configure: Configure,
    /// Class files of the application: the name of the class and a hash.
    pub classes: Vec<(String, u64)>,
    /// What the program is called, if not by its main class or its jar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Options of the check that say what to look for, and how, beyond what the agent is told: words of a command line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// What was read of the program's standard input, entry by entry ([`super::input`]).
    #[serde(default)]
    pub input: Vec<Argument>,
    /// What was recorded of its connections to the outside ([`super::network`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub network: Vec<Recorded>,
}

/// An argument of a command: a text, or bytes that are no text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// UTF-8.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl From<&OsStr> for Argument {
    fn from(text: &OsStr) -> Argument {
        match text.to_str() {
            Some(text) => Argument::Text(text.to_owned()),
            None => Argument::Bytes(text.as_bytes().to_vec()),
        }
    }
}

impl Argument {
    /// As the system takes it.
    #[must_use]
    pub fn to_os(&self) -> OsString {
        match self {
            Argument::Text(text) => OsString::from(text),
            Argument::Bytes(bytes) => OsString::from_vec(bytes.clone()),
        }
    }
}

impl Setting {
    /// How a JVM of this version runs the program which a command has started in this directory.
    #[must_use]
    pub fn new(
        (command, directory): (&[OsString], &Path),
        version: &str,
        configure: &Configure,
        classes: &Classes,
        (input, network): (&Source, &network::Source),
    ) -> Setting {
        Setting {
            command: command.iter().map(|word| Argument::from(word.as_os_str())).collect(),
            directory: Argument::from(directory.as_os_str()),
            jvm: version.to_owned(),
            // Whoever replays it is alone.
            configure: Configure { several: false, ..configure.clone() },
            classes: classes.loaded.clone(),
            title: None,
            asked: Vec::new(),
            input: input.known(),
            network: network.known(),
        }
    }

    /// The command as the system takes it.
    #[must_use]
    pub fn arguments(&self) -> Vec<OsString> {
        self.command.iter().map(Argument::to_os).collect()
    }

    /// The working directory.
    #[must_use]
    pub fn working_directory(&self) -> PathBuf {
        PathBuf::from(self.directory.to_os())
    }

    /// The command for people.
    #[must_use]
    pub fn command_line(&self) -> String {
        let words = self.command.iter().map(|argument| shell::word(&argument.to_os().to_string_lossy()));
        words.collect::<Vec<_>>().join(" ")
    }

    /// What the program itself is told.
    #[must_use]
    pub fn program_arguments(&self) -> Vec<OsString> {
        let arguments = self.arguments();
        let main = super::command::program(arguments.get(1..).unwrap_or_default()).map(OsStr::to_owned);
        let position = main.ok().and_then(|main| arguments.iter().rposition(|word| *word == main));
        position.map_or_else(Vec::new, |position| arguments[position + 1..].to_vec())
    }

    /// What executions were to print, as far as it was said in texts.
    #[must_use]
    pub fn expected_outcomes(&self) -> Vec<String> {
        let texts = self.asked.chunks_exact(2).filter(|words| words[0] == "--expected-outcome");
        texts.map(|words| words[1].clone()).collect()
    }

    /// The peers outside that were recorded, each once.
    #[must_use]
    pub fn peers(&self) -> Vec<String> {
        let peers: BTreeSet<&String> = self.network.iter().map(|recorded| &recorded.peer).collect();
        peers.into_iter().cloned().collect()
    }

    /// What the program is called: its jar or its main class, without packages and directories.
    #[must_use]
    pub fn program(&self) -> String {
        let name = self.title.clone().unwrap_or_else(|| self.main());
        name.chars().map(|c| if c.is_alphanumeric() || "-_$".contains(c) { c } else { '_' }).take(60).collect()
    }

    /// Its main class or the jar.
    fn main(&self) -> String {
        let arguments = self.arguments();
        let main = super::command::program(arguments.get(1..).unwrap_or_default()).unwrap_or_default();
        let main = Path::new(&main);
        if main.extension().is_some_and(|extension| extension == "jar") {
            main.file_stem().unwrap_or_default().to_string_lossy().into_owned()
        } else {
            main.file_name().unwrap_or_default().to_string_lossy().rsplit('.').next().unwrap_or_default().to_owned()
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::cli::Options;
    use mcr_protocol::MemoryModel;

    /// How a program may have been run.
    pub fn setting(command: &str) -> Setting {
        let options = Options::parse_agent("").unwrap();
        Setting {
            command: command.split_whitespace().map(|word| Argument::Text(word.to_owned())).collect(),
            directory: Argument::Text("/tmp".to_owned()),
            jvm: "a JVM 17".to_owned(),
            configure: options.configure(MemoryModel::Sc),
            classes: vec![("a.B".to_owned(), 7)],
            title: None,
            asked: vec![],
            input: vec![],
            network: vec![],
        }
    }

    #[test]
    fn a_program_is_called_by_its_main_class_or_jar() {
        assert_eq!(setting("java -ea -cp x:y com.acme.Main 1 2").program(), "Main");
        assert_eq!(setting("java -jar lib/app-1.2.jar x").program(), "app-1_2");
        assert_eq!(setting("java @arguments").program(), "_arguments");
        assert_eq!(setting("java -cp x Main 1 2").program_arguments(), ["1", "2"]);
    }

    #[test]
    fn a_command_line_can_be_typed_again() {
        let mut setting = setting("java Main");
        setting.command.push(Argument::Text("it's 1".to_owned()));
        setting.command.push(Argument::Bytes(vec![0xff]));
        assert_eq!(setting.command_line(), "java Main 'it'\\''s 1' '\u{fffd}'");
        assert_eq!(setting.arguments()[3].as_bytes(), [0xff]);
    }
}
