//! `mcr check`: starts the program, explores it, reports.

use super::interrupt::on_interrupt;
use super::options::{Format, MemoryModels, Options};
use super::progress::Watcher;
use super::{ERROR, compare, fail};
use crate::explore::{self, Conclusion, Program, Progress};
use crate::predict::predict;
use crate::report::{Report, Run, Verdict, text};
use crate::session::command::JavaCommand;
use crate::session::launch::find_agent;
use crate::session::stop::Stop;
use crate::session::{Classes, Session};
use mcr_protocol::MemoryModel;
use std::ffi::OsString;
use std::fs;
use std::io::{Write, stdout};
use std::time::Instant;

/// Checks the program that a command starts; the exit status.
pub fn check(options: &Options, command: &[OsString]) -> u8 {
    let start = Instant::now();
    let stop = Stop::after(options.timeout);
    on_interrupt(&stop);
    match options.memory_model {
        MemoryModels::One(model) => {
            let (run, classes) = check_under(model, options, command, &stop, start);
            finish(options, &run, classes)
        }
        MemoryModels::All => compare::check(options, command, &stop, start),
    }
}

/// Starts a JVM and explores the program in it under one memory model.
pub fn check_under(
    model: MemoryModel,
    options: &Options,
    command: &[OsString],
    stop: &Stop,
    start: Instant,
) -> (Run, Classes) {
    let session = JavaCommand::parse(command)
        .map_err(anyhow::Error::msg)
        .and_then(|command| Session::launch(&command, &find_agent()?, &options.configure(model), stop));
    match session {
        Ok(mut session) => {
            let run = explore(&mut session, model, options, stop, start);
            let classes = session.classes().clone();
            session.quit(0);
            (run, classes)
        }
        Err(error) => (broken(model, &error, start), Classes::default()),
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
pub fn finish(options: &Options, run: &Run, classes: Classes) -> u8 {
    let report = Report::new(run, &options.strategy, classes);
    publish(options, &report, || text::render(&report, run))
}

/// Reports as the options say; the exit status.
pub fn publish(options: &Options, report: &Report, text: impl FnOnce() -> String) -> u8 {
    let mut status = report.verdict.exit_status();
    if let Some(path) = &options.report {
        let written = fs::write(path, report.to_json());
        if let Err(error) = written {
            status = status.max(fail(format_args!("cannot write the report to {}: {error}", path.display())));
        }
    }
    let text = match options.format {
        Format::Json => report.to_json(),
        Format::Text => text(),
    };
    if options.format == Format::Text && report.verdict == Verdict::Error {
        status = status.max(fail(&report.reason));
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
