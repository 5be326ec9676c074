//! `mcr check --memory-model all`: the same program under one memory model after the other, and one report.
//!
//! Each model has a JVM of its own. A violation ends the exploration under its own model alone (unless `--keep-going`
//! says otherwise), so that what the others allow is known as well. Budgets are for each model, but the time is for all of them: each
//! has an equal part of what is left. An error ends everything.

use super::check::{About, Checked, Form, check_under, is_missed, publish, tell_more};
use super::failures;
use super::options::Options;
use crate::session::Setting;
use crate::session::stop::Stop;
use mcr_explore::{Conclusion, Progress};
use mcr_model::classes::Classes;
use mcr_protocol::MemoryModel;
use mcr_report::comparison::{self, Part};
use mcr_report::text::{self, Look};
use mcr_report::{Report, Run, Verdict, html, junit, sarif};
use std::ffi::OsString;
use std::time::{Duration, Instant};

/// Checks the program that a command starts under every model; the exit status.
pub fn check(options: &Options, command: &[OsString], stop: &Stop, start: Instant) -> u8 {
    let mut parts: Vec<Part> = Vec::new();
    let mut settings = Vec::new();
    let models = options.memory_model.each();
    for (model, rest) in models.iter().zip((1..=models.len()).rev()) {
        let failed = parts.iter().find(|part| part.report.verdict == Verdict::Error);
        let Checked { mut run, classes, setting } = match failed {
            Some(failed) => not_explored(*model, &failed.report),
            None => check_under(*model, options, command, &stop.part(rest), Instant::now()),
        };
        tell_more(options, &mut run, setting.as_ref(), stop);
        let mut report = Report::new(&run, &options.strategy, classes);
        report.recorded_peers = setting.as_ref().map(Setting::peers).unwrap_or_default();
        settings.push(setting);
        parts.push(Part { run, report });
    }
    let written = write_failures(options, &mut parts, &settings);
    let mut report = comparison::report(&parts, &options.strategy, start.elapsed());
    let About { sources, subject } = About::of(options, command);
    report.unwritten = is_missed(options, written);
    publish(options, &mut report, |report, form| match form {
        Form::Json => report.to_json(),
        Form::Text => text::render_comparison(report, &parts, Look::of_stdout(&sources, options.all_steps)),
        Form::Sarif => sarif::render_comparison(report, &parts, &sources),
        Form::Junit => junit::render_comparison(report, &parts, &subject),
        Form::Html => html::render_comparison(report, &parts, &sources),
    })
}

/// Each failure has one file, from the first model that has it.
fn write_failures(options: &Options, parts: &mut [Part], settings: &[Option<Setting>]) -> anyhow::Result<()> {
    let firsts: Vec<(usize, usize)> = comparison::firsts(parts).collect();
    for (number, (part, setting)) in parts.iter_mut().zip(settings).enumerate() {
        if let Some(setting) = setting {
            failures::write(options, &part.run, setting, &mut part.report, |index| firsts.contains(&(number, index)))?;
        }
    }
    Ok(())
}

fn not_explored(model: MemoryModel, failed: &Report) -> Checked {
    let reason = format!("not explored because of the error under {}", failed.memory_model);
    let run = Run::without_findings(model, Conclusion::Incomplete(reason), &Progress::default(), Duration::ZERO);
    Checked { run, classes: Classes::default(), setting: None }
}
