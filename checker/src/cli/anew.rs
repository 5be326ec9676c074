//! Checks a program anew whose recorded failure was not replayed as it was recorded.
//!
//! Invariant: nothing is run that was not asked for, by the option or at the terminal; and what is run is what was shown.

use super::{ERROR, Options, fail};
use crate::failure::Failure;
use mcr_explore::ViolationKind;
use mcr_protocol::{Configure, Timeouts};
use mcr_report::escape;
use mcr_report::shell;
use std::ffi::OsString;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::Command;

/// A check with the options that were recorded, of the program as it is now.
pub struct Anew {
    /// What follows `mcr`.
    arguments: Vec<OsString>,
    /// Where the program is run.
    directory: PathBuf,
}

impl Anew {
    /// The check that looks for a failure again, with another java if that was asked for. None for a test whose outcomes are compared: only `mcr test` knows
    /// which of its output that is.
    pub fn of(failure: &Failure, java: Option<&OsString>) -> Option<Anew> {
        let setting = &failure.setting;
        if setting.title.is_some() && setting.asked.iter().any(|word| word == "--expected-outcome") {
            return None;
        }
        let mut options = options(&setting.configure);
        options.extend(setting.asked.iter().cloned());
        let asks = |option: &str| setting.asked.iter().any(|word| word == option);
        if failure.violation.kind == ViolationKind::Race && !asks("--races") && !asks("--property") {
            options.extend(["--races".to_owned(), "fail".to_owned()]);
        }
        let mut command = setting.arguments();
        if let (Some(java), Some(first)) = (java, command.first_mut()) {
            first.clone_from(java);
        }
        let words = ["check".to_owned()].into_iter().chain(options).chain(["--".to_owned()]);
        let arguments = words.map(OsString::from).chain(command).collect();
        Some(Anew { arguments, directory: setting.working_directory() })
    }

    /// The command line as one would type it where this process runs.
    fn line(&self) -> String {
        let words = self.arguments.iter().map(|word| shell::word(&word.to_string_lossy()));
        let line = format!("mcr {}", words.collect::<Vec<_>>().join(" "));
        let here = std::env::current_dir().and_then(|here| here.canonicalize());
        match self.directory.canonicalize() {
            Ok(there) if here.is_ok_and(|here| here == there) => line,
            _ => format!("(cd {} && {line})", shell::word(&self.directory.to_string_lossy())),
        }
    }

    /// Runs it; its exit status.
    fn run(&self) -> u8 {
        let check = std::env::current_exe()
            .and_then(|mcr| Command::new(mcr).args(&self.arguments).current_dir(&self.directory).status());
        match check {
            Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(ERROR),
            Err(error) => fail(format_args!("cannot check anew: {error}")),
        }
    }
}

/// Asks at the terminal, if there is one.
fn is_wanted() -> bool {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return false;
    }
    print!("check anew? [y/N] ");
    let mut answer = String::new();
    stdout().flush().is_ok() && stdin().read_line(&mut answer).is_ok() && is_yes(&answer)
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// The options that make an agent run a program like this, without those that say what is so by default.
fn options(configure: &Configure) -> Vec<String> {
    let model = configure.memory_model;
    let Ok(usual) = Options::parse_agent("").map(|options| options.configure(model)) else { return Vec::new() };
    let mut options = Vec::new();
    let mut option = |differs: bool, name: &str, value: String| {
        if differs {
            options.extend([format!("--{name}"), value]);
        }
    };
    let off = || "off".to_owned();
    option(model.buffers(), "memory-model", model.to_string());
    option(!configure.instrument.is_empty(), "instrument", configure.instrument.join(","));
    option(!configure.exclude.is_empty(), "exclude", configure.exclude.join(","));
    option(configure.max_output != usual.max_output, "max-output", configure.max_output.to_string());
    let seconds = u32::try_from(configure.watchdog_ms).unwrap_or(u32::MAX);
    option(configure.watchdog_ms != usual.watchdog_ms, "watchdog", (f64::from(seconds) / 1000.0).to_string());
    option(configure.timeouts == Timeouts::Any, "timeouts", "any".to_owned());
    option(configure.timeouts == Timeouts::Ordered, "timeouts", "ordered".to_owned());
    option(!configure.jdk_models, "jdk-models", off());
    option(!configure.local_states, "local-states", off());
    option(!configure.pooled_threads, "pooled-threads", off());
    option(configure.refuses_processes, "processes", "refuse".to_owned());
    option(configure.records_network, "network", "record".to_owned());
    options.extend(configure.spurious.then(|| "--spurious".to_owned()));
    options.extend(configure.partial_io.then(|| "--partial-io".to_owned()));
    options.extend(configure.fresh_classes.then(|| "--fresh-classes".to_owned()));
    options
}

/// What is offered, in one line.
pub fn offer(anew: Option<&Anew>) -> String {
    match anew {
        Some(anew) => format!("to check the program as it is now: {}\n", escape(&anew.line())),
        None => "to check the program as it is now, run its test with mcr test again\n".to_owned(),
    }
}

/// Runs it if that is possible and wanted, by the option or at the terminal; the exit status, `replayed` if nothing is run.
pub fn check(anew: Option<&Anew>, unasked: bool, replayed: u8) -> u8 {
    match anew {
        Some(anew) if unasked || is_wanted() => anew.run(),
        None if unasked => fail("its test cannot be checked without mcr test"),
        _ => replayed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_a_check_are_found_again_from_what_the_agent_was_told() {
        for said in [
            "",
            "memory-model=pso,spurious,partial-io,fresh-classes",
            "instrument=a.**,instrument=b.*,exclude=a.c.*,timeouts=any,watchdog=2.5",
            "jdk-models=off,local-states=off,pooled-threads=off,processes=refuse,network=record,max-output=77",
        ] {
            let told = |options: &Options| options.configure(options.single_model().unwrap());
            let configure = told(&Options::parse_agent(said).unwrap());
            let found = options(&configure);
            assert_eq!(found.is_empty(), said.is_empty());
            // The agent's form of the same: lists are given by repeating the key.
            let mut agent = Vec::new();
            let mut words = found.iter().map(|word| word.as_str()).peekable();
            while let Some(name) = words.next() {
                let name = name.strip_prefix("--").unwrap();
                match words.next_if(|next| !next.starts_with("--")) {
                    Some(values) => agent.extend(values.split(',').map(|value| format!("{name}={value}"))),
                    None => agent.push(name.to_owned()),
                }
            }
            assert_eq!(told(&Options::parse_agent(&agent.join(",")).unwrap()), configure, "{said}");
        }
    }

    #[test]
    fn only_a_yes_is_a_yes() {
        assert!(is_yes("y\n") && is_yes(" Yes \n"));
        assert!(!is_yes("\n") && !is_yes("") && !is_yes("no\n") && !is_yes("yeah\n"));
    }
}
