//! `mcr check`: starts the program, explores it, reports.

use super::interrupt::on_interrupt;
use super::options::{Format, MemoryModels, Options};
use super::progress::Watcher;
use super::{ERROR, compare, fail, failures};
use crate::explore::{self, Conclusion, Program, Progress};
use crate::predict::predict;
use crate::report::junit::{self, Subject};
use crate::report::snippet::Sources;
use crate::report::text::{self, Look};
use crate::report::{Report, Run, Verdict, html, sarif};
use crate::session::command::JavaCommand;
use crate::session::launch::find_agent;
use crate::session::stop::Stop;
use crate::session::{Classes, Session, Setting};
use mcr_protocol::MemoryModel;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::Instant;

/// Checks the program that a command starts; the exit status.
pub fn check(options: &Options, command: &[OsString]) -> u8 {
    let start = Instant::now();
    let stop = Stop::after(options.timeout);
    on_interrupt(&stop);
    match options.memory_model {
        MemoryModels::One(model) => {
            finish(options, check_under(model, options, command, &stop, start), &About::of(options, command))
        }
        MemoryModels::All => compare::check(options, command, &stop, start),
    }
}

/// What was found, in which JVM.
pub struct Checked {
    /// What was found.
    pub run: Run,
    /// What became of the program's classes.
    pub classes: Classes,
    /// How the program was run, if it was.
    pub setting: Option<Setting>,
}

/// Starts a JVM and explores the program in it under one memory model.
pub fn check_under(
    model: MemoryModel,
    options: &Options,
    command: &[OsString],
    stop: &Stop,
    start: Instant,
) -> Checked {
    let session = JavaCommand::parse(command)
        .map_err(anyhow::Error::msg)
        .and_then(|command| Session::launch(&command, &find_agent()?, &options.configure(model), stop));
    match session {
        Ok(mut session) => {
            let run = explore(&mut session, model, options, stop, start);
            let directory = env::current_dir().unwrap_or_default();
            let setting = Some(session.setting(command, &directory));
            let classes = session.classes().clone();
            session.quit(0);
            Checked { run, classes, setting }
        }
        Err(error) => Checked { run: broken(model, &error, start), classes: Classes::default(), setting: None },
    }
}

/// Explores a program.
pub fn explore(program: &mut dyn Program, model: MemoryModel, options: &Options, stop: &Stop, start: Instant) -> Run {
    let wanted = explore::Options {
        // The explorer knows no selection of properties: let it go past the others.
        keep_going: options.keep_going || !options.checks_everything(),
        max_executions: options.max_executions,
        deadline: stop.deadline(),
        max_events: options.max_events(),
        rules: options.rules(model),
        races: options.races_are(),
        max_states: options.max_states,
        ..explore::Options::default()
    };
    let several = options.memory_model == MemoryModels::All;
    let mut watcher = Watcher::new(stop, several.then_some(model));
    let explored = match options.predicts() {
        true => predict(program, &wanted, &mut watcher),
        false => explore::explore(program, &wanted, &mut watcher),
    };
    watcher.finish();
    match explored {
        Ok(mut exploration) => {
            if stop.lost() && exploration.conclusion != Conclusion::Complete {
                exploration.conclusion = Conclusion::Error("the JVM ended while it was checked".to_owned());
            }
            exploration.violations.retain(|violation| options.checks(violation.kind));
            Run { memory_model: model, exploration, wall: start.elapsed() }
        }
        Err(error) => Run::broken(model, &error, &watcher.last, start.elapsed()),
    }
}

/// Reports on a run; the exit status.
pub fn finish(options: &Options, checked: Checked, about: &About) -> u8 {
    let Checked { run, classes, setting } = checked;
    let mut report = Report::new(&run, &options.strategy, classes);
    let written = setting.map_or(Ok(()), |setting| failures::write(options, &run, &setting, &mut report, |_| true));
    let About { sources, subject } = about;
    let status = publish(options, &report, |form| match form {
        Form::Json => report.to_json(),
        Form::Text => text::render(&report, &run, Look::of_stdout(sources, options.all_steps)),
        Form::Sarif => sarif::render(&report, &run, sources),
        Form::Junit => junit::render(&report, &run, subject),
        Form::Html => html::render(&report, &run),
    });
    unless_written(options, written).unwrap_or(status)
}

/// What reports say of the program besides what was found.
pub struct About {
    /// Where its sources are.
    pub sources: Sources,
    /// What it is called, and what it was checked for.
    pub subject: Subject,
}

impl About {
    /// Of the program that a command starts; of another one if the command is empty.
    pub fn of(options: &Options, command: &[OsString]) -> About {
        let program = JavaCommand::parse(command).map_or_else(|_| "program".to_owned(), |command| command.program());
        let sources = Sources::near(&options.source_path, command, Path::new(""));
        About { sources, subject: Subject { program, properties: options.properties() } }
    }
}

/// A form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For code hosts and editors.
    Sarif,
    /// For build servers.
    Junit,
    /// For people, in a browser.
    Html,
}

impl Form {
    /// The form of a file, by its ending.
    fn of(path: &Path) -> Form {
        match path.extension().and_then(OsStr::to_str) {
            Some("html" | "htm") => Form::Html,
            Some("sarif") => Form::Sarif,
            Some("xml") => Form::Junit,
            _ => Form::Json,
        }
    }
}

/// The exit status if failure files could not be written: what the user asked for and did not get is an error, whatever was found.
pub fn unless_written(options: &Options, written: anyhow::Result<()>) -> Option<u8> {
    match written {
        Ok(()) => None,
        Err(error) if options.output.is_some() => Some(fail(format_args!("no failure files: {error:#}"))),
        Err(error) => {
            eprintln!("mcr: warning: no failure files: {error:#}; --output DIR puts them elsewhere");
            None
        }
    }
}

/// The page that is in the directory for failure files, if the user has named one.
const PAGE: &str = "report.html";

/// Reports as the options say; the exit status.
pub fn publish(options: &Options, report: &Report, render: impl Fn(Form) -> String) -> u8 {
    let mut status = report.verdict.exit_status();
    let page = options.output.as_ref().map(|directory| directory.join(PAGE));
    if let Some(directory) = &options.output {
        // If that is not possible, the page cannot be written, which is said.
        let _ = fs::create_dir_all(directory);
    }
    for path in options.report.iter().chain(&page) {
        if let Err(error) = fs::write(path, render(Form::of(path))) {
            status = fail(format_args!("cannot write the report to {}: {error}", path.display()));
        }
    }
    let text = match options.format {
        Format::Json => render(Form::Json),
        Format::Text => render(Form::Text),
    };
    if options.format == Format::Text && report.verdict == Verdict::Error {
        status = fail(&report.reason);
        report.detail.iter().for_each(|line| eprintln!("    {line}"));
    }
    let mut out = stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() && status == 0 {
        // Nobody can have read the verdict.
        status = ERROR;
    }
    status
}

/// A run that ended before the first execution.
pub fn broken(model: MemoryModel, error: &anyhow::Error, start: Instant) -> Run {
    Run::broken(model, error, &Progress::default(), start.elapsed())
}
