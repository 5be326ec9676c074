//! `mcr replay`: runs the program once more, under the schedule of a failure file.
//!
//! Status 1: the failure has happened again. 0: the schedule was followed, and nothing of that kind has happened. 2: it could not be followed, or the
//! program could not be run.

use super::interrupt::on_interrupt;
use super::recorded::Recorded;
use super::{fail, print};
use crate::failure::{self, Failure, Replay, compare};
use crate::report::{ViolationReport, escape};
use crate::session::Session;
use crate::session::command::JavaCommand;
use crate::session::input::Source;
use crate::session::launch::find_agent;
use crate::session::stop::Stop;
use crate::shell;
use crate::symbols::Symbols;
use anyhow::{Context, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to replay, and how.
#[derive(Args, Clone, Debug)]
pub struct Options {
    #[command(flatten)]
    pub recorded: Recorded,

    /// Wait for a debugger on this port (JDWP) before the program is started. A breakpoint stops the thread whose turn it is; the
    /// others wait for their turns anyway
    #[arg(long, value_name = "PORT", value_parser = port, allow_negative_numbers = true)]
    pub debug_port: Option<u16>,

    /// Run it so many times, in one JVM
    #[arg(long, value_name = "N", default_value = "1", value_parser = super::values::count, allow_negative_numbers = true)]
    pub times: u64,

    /// Start this java instead of the one that was used
    #[arg(long, value_name = "PATH")]
    pub java: Option<OsString>,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = super::values::seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
}

/// What came of all runs.
struct Outcome {
    last: Replay,
    /// Runs that showed the failure.
    shown: u64,
    symbols: Symbols,
    changed: Vec<String>,
    jvm: String,
}

/// Replays a failure; the exit status.
pub fn replay(options: &Options) -> u8 {
    let replayed = failure::load(&options.recorded.file).map_err(anyhow::Error::from).and_then(|failure| {
        let outcome = run(options, &failure)?;
        Ok((failure, outcome))
    });
    match replayed {
        Ok((failure, outcome)) => report(options, &failure, &outcome),
        Err(error) => fail(format_args!("{error:#}")),
    }
}

fn run(options: &Options, failure: &Failure) -> anyhow::Result<Outcome> {
    let stop = Stop::after(options.timeout);
    on_interrupt(&stop);
    let mut command = JavaCommand::parse(&failure.setting.arguments()).map_err(anyhow::Error::msg)?;
    if let Some(java) = &options.java {
        command.java.clone_from(java);
    }
    let directory = failure.setting.working_directory();
    if !directory.is_dir() {
        bail!("the program was run in {}, which is not there any more", directory.display());
    }
    command.directory = Some(directory);
    command.debugger = options.debug_port;
    let mut configure = failure.setting.configure.clone();
    if let Some(port) = options.debug_port {
        // A thread at a breakpoint is not stuck.
        configure.watchdog_ms = u64::MAX;
        // A debugger learns of threads when they start.
        configure.pooled_threads = false;
        eprintln!("mcr: waiting for a debugger on port {port} (JDWP)");
    }
    announce(&command);
    let mut session = Session::launch(&command, &find_agent()?, &configure, &stop)?;
    session.set_input(Source::recorded(&failure.setting.input));
    let mut symbols = Symbols::default();
    let mut shown = 0;
    let mut last = None;
    for run in 0..options.times {
        let trace = session.settled(&failure.violation.schedule)?;
        symbols.learn(&trace);
        let mut replay = compare(failure, &trace, &symbols);
        // The first execution in a JVM fills caches of the JDK (of what annotations are, say), and what was recorded was seldom the first one. (A
        // debugger would stop in both.)
        if run == 0 && !matches!(replay, Replay::Exact(_)) && options.debug_port.is_none() {
            let trace = session.settled(&failure.violation.schedule)?;
            symbols.learn(&trace);
            let again = compare(failure, &trace, &symbols);
            if matches!(again, Replay::Exact(_)) {
                replay = again;
            }
        }
        let again = matches!(replay, Replay::Exact(_) | Replay::Otherwise(..) | Replay::Longer(..));
        shown += u64::from(again);
        // Once by other events is not event by event.
        if !(again && matches!(last, Some(Replay::Otherwise(..)))) {
            last = Some(replay);
        }
        if !again {
            break;
        }
    }
    let outcome = Outcome {
        last: last.context("nothing was run")?,
        shown,
        symbols,
        changed: changed(failure, &session),
        jvm: session.setting(&[], &PathBuf::new()).jvm,
    };
    session.quit(0);
    Ok(outcome)
}

/// Says what is about to be run, and where: a file that somebody else has made can name any command.
fn announce(command: &JavaCommand) {
    let words = [&command.java].into_iter().chain(&command.arguments);
    let line: Vec<String> = words.map(|word| shell::word(&word.to_string_lossy())).collect();
    let directory = command.directory.as_deref().unwrap_or(Path::new("."));
    eprintln!("mcr: in {}: {}", escape(&directory.display().to_string()), escape(&line.join(" ")));
}

fn port(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a port from 1 to 65535 is needed".to_owned()),
        Ok(port) => Ok(port),
    }
}

/// Classes whose files are not those that were recorded.
fn changed(failure: &Failure, session: &Session) -> Vec<String> {
    let mut recorded: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (name, hash) in &failure.setting.classes {
        recorded.entry(name).or_default().push(*hash);
    }
    let differs =
        |(name, hash): &&(String, u64)| recorded.get(name.as_str()).is_some_and(|hashes| !hashes.contains(hash));
    session.classes().loaded.iter().filter(differs).map(|(name, _)| name.clone()).collect()
}

fn report(options: &Options, failure: &Failure, outcome: &Outcome) -> u8 {
    let mut out = String::new();
    let model = failure.setting.configure.memory_model;
    let status = match &outcome.last {
        Replay::Exact(violation) | Replay::Otherwise(violation, _) | Replay::Longer(violation, ..) => {
            let described = ViolationReport::new(violation, &outcome.symbols, model);
            out.push_str(&options.recorded.show(failure, violation, &described, &outcome.symbols));
            let how = match &outcome.last {
                Replay::Otherwise(_, event) => format!(", but event {event} was not the recorded one"),
                Replay::Longer(_, recorded, came) => {
                    format!(
                        ", but only the first {recorded} of its {came} events are in the file and could be compared"
                    )
                }
                _ => ", event by event".to_owned(),
            };
            let times = match options.times {
                1 => String::new(),
                times => format!("{} of {times} times ", outcome.shown),
            };
            out.push_str(&format!("replayed: the recorded failure has happened {times}again{how} (exit status 1)\n"));
            1
        }
        Replay::Different(what) | Replay::Failed(what) => {
            let before = match outcome.shown {
                0 => String::new(),
                shown => format!(" (after it had happened {shown} times)"),
            };
            let status = if matches!(outcome.last, Replay::Failed(_)) { super::ERROR } else { 0 };
            out.push_str(&format!(
                "recorded: {}\nNOT replayed: the recorded failure has not happened{before}: {} (exit status {status})\n",
                escape(&failure.headline),
                escape(what)
            ));
            status
        }
    };
    for note in notes(failure, outcome) {
        eprintln!("mcr: note: {}", escape(&note));
    }
    print(&out, status)
}

/// What is not as it was recorded.
fn notes(failure: &Failure, outcome: &Outcome) -> Vec<String> {
    let mut notes = Vec::new();
    match outcome.changed.as_slice() {
        [] => {}
        [one] => notes.push(format!("the class {one} has changed since the failure was recorded")),
        [first, rest @ ..] => {
            notes.push(format!("{first} and {} other classes have changed since the failure was recorded", rest.len()));
        }
    }
    if outcome.jvm != failure.setting.jvm {
        notes.push(format!("recorded with {}, replayed with {}", failure.setting.jvm, outcome.jvm));
    }
    notes
}
