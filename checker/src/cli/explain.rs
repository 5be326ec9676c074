//! `mcr explain`: a failure file for a person, without running anything.

use super::recorded::Recorded;
use super::step::{self, View};
use super::values::{Switch, on_or_off};
use super::{causes, fail, print};
use crate::dependencies::recorded::Asked;
use crate::failure::{self, Failure};
use crate::whole;
use clap::Args;
use console::Term;
use mcr_report::diagram::{self, Language};
use mcr_report::steps::Walk;
use mcr_report::text::Look;
use mcr_report::{ViolationReport, escape, html};
use std::io::{IsTerminal, stdin};
use std::path::PathBuf;

/// What to explain, and how.
#[derive(Args, Clone, Debug)]
pub struct Options {
    #[command(flatten)]
    pub recorded: Recorded,

    /// Write it as a page for a browser to this file instead
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,

    /// Walk through the interleaving in the terminal, one step at a time: the source, and who holds and awaits what. Without a terminal: print all
    /// steps
    #[arg(long, conflicts_with = "html")]
    pub step: bool,

    /// Print the interleaving as a sequence diagram for Mermaid
    #[arg(long, conflicts_with_all = ["html", "step"])]
    pub mermaid: bool,

    /// Whether the class files are asked what the failure depends on (on), or what its message, its stack and its values say is all (off)
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off)]
    pub dependences: Switch,

    /// Print the interleaving as a sequence diagram for PlantUML
    #[arg(long, conflicts_with_all = ["html", "step", "mermaid"])]
    pub plantuml: bool,
}

impl Options {
    /// The language of the diagram that is wanted.
    fn diagram(&self) -> Option<Language> {
        match self {
            Options { mermaid: true, .. } => Some(Language::Mermaid),
            Options { plantuml: true, .. } => Some(Language::PlantUml),
            _ => None,
        }
    }
}

/// Explains a failure; the exit status.
pub fn explain(options: &Options) -> u8 {
    let mut failure = match failure::load(&options.recorded.file) {
        Ok(failure) => failure,
        Err(error) => return fail(error),
    };
    let symbols = failure.symbols();
    let model = failure.setting.configure.memory_model;
    if options.dependences.0 && failure.violation.chain.is_none() {
        let Failure { violation, setting, .. } = &mut failure;
        let expected = setting.expected_outcomes();
        if let Err(error) =
            causes::tell(std::slice::from_mut(violation), &symbols, model, setting, &expected, Asked::Later)
        {
            eprintln!("mcr: warning: what the failure depends on is not known: {error:#}");
        }
    }
    let mut described = ViolationReport::new(&failure.violation, &symbols, model);
    described.failure = Some(options.recorded.file.display().to_string());
    if options.step || options.diagram().is_some() {
        let steps = Walk::new(&failure.violation, &symbols, model, options.recorded.all_steps());
        return match options.diagram() {
            Some(language) => print(&diagram::render(&steps, &failure.violation, &described.headline(), language), 0),
            None => step(options, &failure, &described.headline(), &steps),
        };
    }
    match &options.html {
        Some(path) => {
            let sources = options.recorded.sources(&failure);
            let page =
                html::render_failure(&failure.violation, &described, &symbols, model, &about(&failure), &sources);
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

/// Walks through a failure; the exit status.
fn step(options: &Options, failure: &Failure, heading: &str, walk: &Walk<'_>) -> u8 {
    let sources = options.recorded.sources(failure);
    let Look { width, colour, .. } = Look::of_stdout(&sources, options.recorded.all_steps());
    let term = Term::stdout();
    if !(term.is_term() && stdin().is_terminal()) {
        // A program reads it: nothing is cut.
        let view = View { heading, walk, sources: &sources, width: usize::MAX, colour: false };
        return print(&view.all(), 0);
    }
    let view = View { heading, walk, sources: &sources, width, colour };
    match step::walk(view, &term) {
        Ok(()) => 0,
        Err(error) => fail(format_args!("cannot use the terminal: {error}")),
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
