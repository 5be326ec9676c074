//! `mcr check`: starts the program, explores it, reports.

use super::causes;
use super::interrupt::on_interrupt;
use super::options::{Format, Options};
use super::own_lines::Teller;
use super::progress::Watcher;
use super::values::MemoryModels;
use super::{compare, fail, failures, print};
use crate::dependencies;
use crate::dependencies::recorded::Asked;
use crate::dependencies::relevance::ByCode;
use crate::dependencies::target::Target;
use crate::session::command::JavaCommand;
use crate::session::jvms::Jvms;
use crate::session::launch::find_agent;
use crate::session::stop::Stop;
use crate::session::{Setting, stopped};
use crate::whole;
use mcr_explore::{Conclusion, EverythingMatters, Program, Progress, Relevance};
use mcr_model::classes::Classes;
use mcr_model::differs;
use mcr_predict::predict;
use mcr_protocol::MemoryModel;
use mcr_report::junit::{self, Subject};
use mcr_report::snippet::Sources;
use mcr_report::text::{self, Look};
use mcr_report::{Report, Run, Verdict, html, sarif};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Checks the program that a command starts; the exit status.
pub fn check(options: &Options, command: &[OsString]) -> u8 {
    let start = Instant::now();
    if let Err(message) = options.contradictions().and_then(|()| try_targets(options)) {
        return fail(message);
    }
    let stop = Stop::after(options.timeout);
    on_interrupt(&stop);
    match options.memory_model {
        MemoryModels::One(model) => {
            finish(options, check_under(model, options, command, &stop, start), &stop, &About::of(options, command))
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

/// Explores a program under one memory model.
pub fn check_under(
    model: MemoryModel,
    options: &Options,
    command: &[OsString],
    stop: &Stop,
    start: Instant,
) -> Checked {
    unless_executions_differ(
        options,
        |checked: &mut Checked| &mut checked.run,
        |options| check_once(model, options, command, stop, start),
    )
}

/// Explores `once`. Where executions differ and it may be that they were in several JVMs, or that classes stay from one to the next, or local states, and
/// no fault of the program, it is explored anew without: first the one, then the others.
pub fn unless_executions_differ<T>(
    options: &Options,
    run_of: impl Fn(&mut T) -> &mut Run,
    mut once: impl FnMut(&Options) -> T,
) -> T {
    let mut apart = options.clone();
    let mut used = 0;
    loop {
        let mut checked = once(&apart);
        let exploration = &mut run_of(&mut checked).exploration;
        exploration.executions += used;
        used = exploration.executions;
        let reason = match &exploration.conclusion {
            Conclusion::Error(reason) if differs::is_meant_by(reason) => reason,
            _ => return checked,
        };
        let instead = if exploration.at_once {
            apart.jobs = Some(1);
            "--jobs 1"
        } else if !apart.fresh_classes && !apart.audit {
            apart.fresh_classes = true;
            "--fresh-classes"
        } else if apart.local_states.0 && !apart.audit {
            apart.local_states.0 = false;
            "--local-states off"
        } else {
            return checked;
        };
        eprintln!("mcr: warning: {reason}; beginning anew with {instead}");
        apart.max_executions = options.max_executions.map(|most| most.saturating_sub(used).max(1));
    }
}

/// Starts a JVM and explores the program in it.
fn check_once(model: MemoryModel, options: &Options, command: &[OsString], stop: &Stop, start: Instant) -> Checked {
    let checked = JavaCommand::parse(command).map_err(anyhow::Error::msg).and_then(|java| {
        let launch = || Jvms::launch(&java, &find_agent()?, &options.configure(model), stop, options.jobs());
        let explores_with =
            |code: &dyn Relevance| Ok(explore_in(launch()?, model, options, command, stop, start, code));
        if options.dependences.0 && options.predicts() {
            return with_dependences(&java, explores_with)?;
        }
        if options.explores().asks_the_code() {
            // What cannot be asked matters: that is right, too, and takes longer.
            return with_dependences(&java, explores_with).unwrap_or_else(|error| {
                warn_of_dependences(&error);
                explores_with(&EverythingMatters)
            });
        }
        Ok(explore_in(launch()?, model, options, command, stop, start, &EverythingMatters))
    });
    let nowhere = |error| Checked { run: broken(model, &error, start), classes: Classes::default(), setting: None };
    checked.unwrap_or_else(nowhere)
}

/// Explores the program in JVMs, which are ended.
fn explore_in(
    mut session: Jvms,
    model: MemoryModel,
    options: &Options,
    command: &[OsString],
    stop: &Stop,
    start: Instant,
    code: &dyn Relevance,
) -> Checked {
    let run = explore_until(stop.deadline(), &mut session, model, options, stop, start, code);
    let directory = env::current_dir().unwrap_or_default();
    let setting = Some(session.setting(command, &directory));
    let classes = session.classes().clone();
    session.quit();
    Checked { run, classes, setting }
}

/// Asks the class files that the command names.
fn with_dependences<T>(command: &JavaCommand, use_them: impl FnOnce(&dyn Relevance) -> T) -> anyhow::Result<T> {
    let target = Target::of(command)?;
    let sources = dependencies::sources(&target)?;
    let code = ByCode::new(&sources, &target);
    let used = use_them(&code);
    if let Some(error) = code.unknown() {
        warn_of_dependences(error);
    }
    Ok(used)
}

fn warn_of_dependences(error: &anyhow::Error) {
    eprintln!("mcr: warning: all reads had to see what they saw, as their dependences are not known: {error:#}");
}

/// Explores a program.
pub fn explore(program: &mut dyn Program, model: MemoryModel, options: &Options, stop: &Stop, start: Instant) -> Run {
    explore_until(stop.deadline(), program, model, options, stop, start, &EverythingMatters)
}

/// Explores a program, until this time at most; `code`: what it says about dependences.
pub fn explore_until(
    deadline: Option<Instant>,
    program: &mut dyn Program,
    model: MemoryModel,
    options: &Options,
    stop: &Stop,
    start: Instant,
    code: &dyn Relevance,
) -> Run {
    let wanted = mcr_explore::Options {
        strategy: options.explores(),
        seed: options.seed,
        pct_depth: options.pct_depth.map(usize::from),
        // The explorer knows no selection of properties: let it go past the others.
        keep_going: options.keep_going || !options.checks_everything(),
        max_executions: options.max_executions,
        deadline,
        max_events: options.max_events(),
        most_events: options.most_events(),
        max_alone: mcr_protocol::MAX_ALONE,
        rules: options.rules(model),
        races: options.races_are(),
        max_states: options.max_states,
        reductions: options.reductions(),
        counted_executions: options.counted_executions,
        audit: options.audit,
        expected: options.expected(),
        explain_outcomes: options.explain_outcomes,
        predictions: Some(mcr_predict::walks),
        ..mcr_explore::Options::default()
    };
    let several = options.memory_model == MemoryModels::All;
    let mut watcher = Watcher::new(stop, several.then_some(model));
    let explored = match options.predicts() {
        true => predict(program, &wanted, &mut watcher, code),
        false => mcr_explore::explore_knowing(program, &wanted, &mut watcher, code),
    };
    watcher.finish();
    match explored {
        Ok(mut exploration) => {
            if stop.lost() && !matches!(exploration.conclusion, Conclusion::Complete | Conclusion::AuditFailed(_)) {
                exploration.conclusion = Conclusion::Error("the JVM ended while it was checked".to_owned());
            }
            let mut run = Run { memory_model: model, exploration, consequences: Vec::new(), wall: start.elapsed() };
            run.keep(|kind| options.checks(kind));
            run
        }
        Err(error) => broken_after(model, &error, &watcher.last, start),
    }
}

/// Reports on a run; the exit status.
pub fn finish(options: &Options, mut checked: Checked, stop: &Stop, about: &About) -> u8 {
    tell_more(options, &mut checked.run, checked.setting.as_ref(), stop);
    let Checked { run, classes, setting } = checked;
    let mut report = Report::new(&run, &options.strategy, classes);
    report.recorded_peers = setting.as_ref().map(Setting::peers).unwrap_or_default();
    let written = setting.map_or(Ok(()), |setting| failures::write(options, &run, &setting, &mut report, |_| true));
    let About { sources, subject } = about;
    report.unwritten = is_missed(options, written);
    publish(options, &mut report, |report, form| match form {
        Form::Json => report.to_json(),
        Form::Text => text::render(report, &run, Look::of_stdout(sources, options.all_steps)),
        Form::Sarif => sarif::render(report, &run, sources),
        Form::Junit => junit::render(report, &run, subject),
        Form::Html => html::render(report, &run, sources),
    })
}

/// Finds out what is told of failures beside what has shown them: the calls around them, and what they depend on, as far as that is wanted.
pub fn tell_more(options: &Options, run: &mut Run, setting: Option<&Setting>, stop: &Stop) {
    tell_calls(options, run, setting, stop);
    tell_causes(options, run, setting);
}

/// Finds out what the program called in what was found, if that is wanted.
fn tell_calls(options: &Options, run: &mut Run, setting: Option<&Setting>, stop: &Stop) {
    if let Some(setting) = setting.filter(|_| options.calls.0) {
        let mut teller = Teller::default();
        teller.tell(run, setting, stop);
        teller.quit();
    }
}

/// Finds out what the failures depend on, if that is wanted.
fn tell_causes(options: &Options, run: &mut Run, setting: Option<&Setting>) {
    let Some(setting) = setting.filter(|_| options.dependences.0) else { return };
    let found = &mut run.exploration;
    let (model, expected) = (run.memory_model, &options.expected_outcome);
    if let Err(error) = causes::tell(&mut found.violations, &found.symbols, model, setting, expected, Asked::AtOnce) {
        eprintln!("mcr: warning: what failures depend on is not known: {error:#}");
    }
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

/// Says why failure files could not be written; whether that is an error, as what the user has asked for and does not get is.
pub fn is_missed(options: &Options, written: anyhow::Result<()>) -> bool {
    match written {
        Ok(()) => false,
        Err(error) if options.output.is_some() => {
            fail(format_args!("no failure files: {error:#}"));
            true
        }
        Err(error) => {
            eprintln!("mcr: warning: no failure files: {error:#}; --output DIR puts them elsewhere");
            false
        }
    }
}

/// The page that is in the directory for failure files, if the user has named one.
const PAGE: &str = "report.html";

/// The files to which reports are written.
fn targets(options: &Options) -> Vec<PathBuf> {
    let page = options.output.as_ref().map(|directory| directory.join(PAGE));
    options.report.iter().cloned().chain(page).collect()
}

/// Finds out whether everything that is to be written can be, before anything is explored.
///
/// # Errors
/// What cannot; a line for the user.
pub fn try_targets(options: &Options) -> Result<(), String> {
    let wrong =
        |what: &str, path: &Path, error: &io::Error| format!("cannot write {what} to {}: {error}", path.display());
    if let Some(directory) = &options.output {
        whole::try_directory(directory).map_err(|error| wrong("failure files", directory, &error))?;
    }
    let mut reports = options.report.iter();
    reports.try_for_each(|path| whole::try_write(path).map_err(|error| wrong("the report", path, &error)))
}

/// Reports as the options say; the exit status. What is said is the real one, also if a file cannot be written: then all that can be is written
/// once more, with that status.
pub fn publish(options: &Options, report: &mut Report, render: impl Fn(&Report, Form) -> String) -> u8 {
    if let Some(directory) = &options.output {
        // If that is not possible, the page cannot be written, which is said.
        let _ = fs::create_dir_all(directory);
    }
    let targets = targets(options);
    let write = |report: &Report, path: &PathBuf| {
        whole::write(path, render(report, Form::of(path)).as_bytes()).map_err(|error| (path.clone(), error))
    };
    let failed: Vec<_> = targets.iter().filter_map(|path| write(report, path).err()).collect();
    for (path, error) in &failed {
        fail(format_args!("cannot write the report to {}: {error}", path.display()));
    }
    if !failed.is_empty() && !report.unwritten {
        report.unwritten = true;
        for path in targets.iter().filter(|path| !failed.iter().any(|(failed, _)| failed == *path)) {
            if let Err((path, error)) = write(report, path) {
                fail(format_args!("cannot write the report to {}: {error}", path.display()));
            }
        }
    }
    let mut status = report.exit_status();
    let text = match options.format {
        Format::Json => render(report, Form::Json),
        Format::Text => render(report, Form::Text),
    };
    if options.format == Format::Text && report.verdict == Verdict::Error {
        status = fail(&report.reason);
        report.detail.iter().for_each(|line| eprintln!("    {line}"));
    }
    print(&text, status)
}

/// A run that ended before the first execution.
pub fn broken(model: MemoryModel, error: &anyhow::Error, start: Instant) -> Run {
    broken_after(model, error, &Progress::default(), start)
}

/// A run that ended with an error after some progress.
fn broken_after(model: MemoryModel, error: &anyhow::Error, progress: &Progress, start: Instant) -> Run {
    let conclusion = match stopped(error) {
        Some(reason) => Conclusion::Incomplete(reason.to_string()),
        None => Conclusion::Error(format!("{error:#}")),
    };
    Run::without_findings(model, conclusion, progress, start.elapsed())
}
