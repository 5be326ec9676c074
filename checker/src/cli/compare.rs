//! `mcr check --memory-model all`: the same program under one memory model after the other, and one report.
//!
//! Each model has a JVM of its own. A violation ends the exploration under its own model alone (unless `--keep-going`
//! says otherwise), so that what the others allow is known as well. Budgets are for each model, but the time is for all of them: each
//! has an equal part of what is left. An error ends everything.

use super::check::{About, Form, check_under, publish};
use super::options::Options;
use crate::explore::{Conclusion, Progress};
use crate::report::comparison::{self, Part};
use crate::report::{Report, Run, Verdict, junit, sarif, text};
use crate::session::Classes;
use crate::session::stop::Stop;
use mcr_protocol::MemoryModel;
use std::ffi::OsString;
use std::time::{Duration, Instant};

/// Checks the program that a command starts under every model; the exit status.
pub fn check(options: &Options, command: &[OsString], stop: &Stop, start: Instant) -> u8 {
    let mut parts: Vec<Part> = Vec::new();
    let models = options.memory_model.each();
    for (model, rest) in models.iter().zip((1..=models.len()).rev()) {
        let failed = parts.iter().find(|part| part.report.verdict == Verdict::Error);
        let (run, classes) = match failed {
            Some(failed) => (not_explored(*model, &failed.report), Classes::default()),
            None => check_under(*model, options, command, &stop.part(rest), Instant::now()),
        };
        let report = Report::new(&run, &options.strategy, classes);
        parts.push(Part { run, report });
    }
    let report = comparison::report(&parts, &options.strategy, start.elapsed());
    let About { sources, subject } = About::of(options, command);
    publish(options, &report, |form| match form {
        Form::Json => report.to_json(),
        Form::Text => text::render_comparison(&report, &parts, &sources),
        Form::Sarif => sarif::render_comparison(&report, &parts, &sources),
        Form::Junit => junit::render_comparison(&report, &parts, &subject),
    })
}

fn not_explored(model: MemoryModel, failed: &Report) -> Run {
    let reason = format!("not explored because of the error under {}", failed.memory_model);
    Run::without_findings(model, Conclusion::Incomplete(reason), &Progress::default(), Duration::ZERO)
}
