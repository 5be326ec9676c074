//! `mcr explain`: a failure file for a person, without running anything.

use super::recorded::Recorded;
use super::{fail, print};
use crate::failure::{self, Failure};
use crate::report::{ViolationReport, escape, html};
use crate::whole;
use clap::Args;

use std::path::PathBuf;

/// What to explain, and how.
#[derive(Args, Clone, Debug)]
pub struct Options {
    #[command(flatten)]
    pub recorded: Recorded,

    /// Write it as a page for a browser to this file instead
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
}

/// Explains a failure; the exit status.
pub fn explain(options: &Options) -> u8 {
    let failure = match failure::load(&options.recorded.file) {
        Ok(failure) => failure,
        Err(error) => return fail(error),
    };
    let symbols = failure.symbols();
    let model = failure.setting.configure.memory_model;
    let mut described = ViolationReport::new(&failure.violation, &symbols, model);
    described.failure = Some(options.recorded.file.display().to_string());
    match &options.html {
        Some(path) => {
            let page = html::render_failure(&failure.violation, &described, &symbols, model, &about(&failure));
            match whole::write(path, page.as_bytes()) {
                Ok(()) => 0,
                Err(error) => fail(format_args!("cannot write {}: {error}", path.display())),
            }
        }
        None => {
            let mut out: String = about(&failure).iter().map(|(what, value)| format!("{what:16}  {value}\n")).collect();
            out.push('\n');
            out.push_str(&options.recorded.show(&failure, &failure.violation, &described, &symbols));
            print(&out, 0)
        }
    }
}

/// How the program was run.
fn about(failure: &Failure) -> Vec<(String, String)> {
    let setting = &failure.setting;
    let line = |what: &str, value: String| (what.to_owned(), escape(&value));
    vec![
        line("command", setting.command_line()),
        line("directory", setting.working_directory().display().to_string()),
        line("JVM", setting.jvm.clone()),
        line("memory model", setting.configure.memory_model.to_string()),
        line("found after", format!("execution {}", failure.violation.first_execution)),
    ]
}
