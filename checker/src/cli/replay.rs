//! `mcr replay`: runs the program once more, under the schedule of a failure file.
//!
//! Status 1: the failure has happened again. 0: the schedule was followed, and nothing of that kind has happened. 2: it could not be followed, or the
//! program could not be run. Where the program is checked anew after that, the status is that of the check.

use super::anew::{self, Anew};
use super::interrupt::on_interrupt;
use super::recorded::Recorded;
use super::{fail, print};
use crate::failure::{self, Changes, Compared, Failure, Replay, compare};
use crate::session::Session;
use crate::session::command::JavaCommand;
use crate::session::input::Source;
use crate::session::launch::find_agent;
use crate::session::network;
use crate::session::stop::Stop;
use anyhow::{Context, bail};
use clap::Args;
use mcr_model::symbols::Symbols;
use mcr_report::shell;
use mcr_report::{ViolationReport, escape};
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

    /// If it does not happen again as it was recorded, check the program anew, with the options of the check that has found it. At a terminal that is asked
    #[arg(long)]
    pub check_anew: bool,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = super::values::seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
}

/// What came of all runs.
struct Outcome {
    last: Compared,
    /// Runs that showed the failure.
    shown: u64,
    symbols: Symbols,
    changes: Changes,
    jvm: String,
}

impl Outcome {
    /// Whether the failure has happened event by event, in the classes in which it was recorded.
    fn is_unchanged(&self) -> bool {
        matches!(self.last.replay, Replay::Exact(_)) && self.changes.changed.is_empty()
    }
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
    session.set_network(network::Source::recorded(&failure.setting.network));
    let sources = options.recorded.sources(failure);
    let mut symbols = Symbols::default();
    let mut shown = 0;
    let mut last: Option<Compared> = None;
    for run in 0..options.times {
        let mut once = || -> anyhow::Result<Compared> {
            let trace = session.settled(&failure.violation.schedule)?;
            symbols.learn(&trace);
            let changes = Changes::between(&failure.setting.classes, &session.classes().loaded);
            Ok(compare(failure, &trace, &symbols, &changes, &sources))
        };
        let mut compared = once()?;
        // The first execution in a JVM fills caches of the JDK (of what annotations are, say), and what was recorded was seldom the first one. (A
        // debugger would stop in both.)
        if run == 0 && !matches!(compared.replay, Replay::Exact(_)) && options.debug_port.is_none() {
            let again = once()?;
            if matches!(again.replay, Replay::Exact(_)) {
                compared = again;
            }
        }
        let again = matches!(compared.replay, Replay::Exact(_) | Replay::Otherwise(..) | Replay::Longer(..));
        shown += u64::from(again);
        // Once by other events is not event by event.
        if !(again && matches!(last, Some(Compared { replay: Replay::Otherwise(..), .. }))) {
            last = Some(compared);
        }
        if !again {
            break;
        }
    }
    let outcome = Outcome {
        last: last.context("nothing was run")?,
        shown,
        symbols,
        changes: Changes::between(&failure.setting.classes, &session.classes().loaded),
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

fn report(options: &Options, failure: &Failure, outcome: &Outcome) -> u8 {
    let mut out = String::new();
    let model = failure.setting.configure.memory_model;
    let mut departed = String::new();
    if let Some(told) = &outcome.last.departed {
        departed.push_str(&format!("{}\n", told.sentence));
        told.places.iter().for_each(|line| departed.push_str(&format!("  {line}\n")));
    }
    let anew = Anew::of(failure, options.java.as_ref());
    let is_as_recorded = matches!(outcome.last.replay, Replay::Exact(_) | Replay::Longer(..));
    if !is_as_recorded {
        departed.push_str(&anew::offer(anew.as_ref()));
    }
    let status = match &outcome.last.replay {
        Replay::Exact(violation) | Replay::Otherwise(violation, _) | Replay::Longer(violation, ..) => {
            // Event by event what was recorded, of classes that are the same: then its calls are those of the recording.
            let recorded = (failure.violation.calls.is_some() && outcome.is_unchanged()).then(|| failure.symbols());
            let (violation, symbols) = match &recorded {
                Some(symbols) => (&failure.violation, symbols),
                None => (&**violation, &outcome.symbols),
            };
            let described = ViolationReport::new(violation, symbols, model);
            out.push_str(&options.recorded.show(failure, violation, &described, symbols));
            out.push_str(&departed);
            let how = match &outcome.last.replay {
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
            let status = if matches!(outcome.last.replay, Replay::Failed(_)) { super::ERROR } else { 0 };
            out.push_str(&format!(
                "recorded: {}\n{departed}NOT replayed: the recorded failure has not happened{before}: {} (exit status {status})\n",
                escape(&failure.headline),
                escape(what)
            ));
            status
        }
    };
    for note in notes(failure, outcome) {
        eprintln!("mcr: note: {}", escape(&note));
    }
    let status = print(&out, status);
    if is_as_recorded { status } else { anew::check(anew.as_ref(), options.check_anew, status) }
}

/// What is not as it was recorded.
fn notes(failure: &Failure, outcome: &Outcome) -> Vec<String> {
    let mut notes = Vec::new();
    match outcome.changes.changed.as_slice() {
        [] => {}
        [one] => notes.push(format!("the class {one} has changed since the failure was recorded")),
        several => {
            notes.push(format!("the classes {} have changed since the failure was recorded", enumerated(several)));
        }
    }
    if outcome.changes.any() && !outcome.changes.new.is_empty() {
        notes.push(format!("not loaded when it was recorded: {}", enumerated(&outcome.changes.new)));
    }
    let drift = &outcome.last.drift;
    match drift.moved {
        0 => {}
        1 => notes.push("a line of it has moved".to_owned()),
        moved => notes.push(format!("{moved} lines of it have moved")),
    }
    notes.extend(drift.methods.iter().map(|(then, now)| format!("{then} is taken for what is {now} now")));
    notes.extend(drift.threads.iter().map(|(then, now)| format!("the thread {then} is called {now} now")));
    if outcome.jvm != failure.setting.jvm {
        notes.push(format!("recorded with {}, replayed with {}", failure.setting.jvm, outcome.jvm));
    }
    notes
}

/// Names that are said.
const NAMES: usize = 5;

/// `A, B and C`; of many the first ones.
fn enumerated(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        many if many.len() > NAMES => format!("{} and {} more", many[..NAMES].join(", "), many.len() - NAMES),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
