//! A failure file among the arguments, and how what is in it is shown.

use crate::failure::Failure;
use clap::Args;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_report::ViolationReport;
use mcr_report::snippet::Sources;
use mcr_report::text::{self, Look};
use std::path::PathBuf;

/// Which file, and how to show it.
#[derive(Args, Clone, Debug)]
pub struct Recorded {
    /// The failure file (FILE.mcr)
    pub file: PathBuf,

    /// Where the sources of the program are, to show the lines that matter
    #[arg(long, value_name = "DIR:DIR", value_delimiter = ':')]
    source_path: Vec<PathBuf>,

    /// Show also the steps that concern no other thread and not the failure
    #[arg(long)]
    all_steps: bool,
}

impl Recorded {
    /// Whether steps of no consequence are wanted as well.
    pub fn all_steps(&self) -> bool {
        self.all_steps
    }

    /// Where the sources of the program that failed are.
    pub fn sources(&self, failure: &Failure) -> Sources {
        let setting = &failure.setting;
        Sources::near(&self.source_path, &setting.arguments(), &setting.working_directory())
    }

    /// The recorded violation, or the same one in a replay, as text.
    pub fn show(
        &self,
        failure: &Failure,
        violation: &Violation,
        described: &ViolationReport,
        symbols: &Symbols,
    ) -> String {
        let sources = self.sources(failure);
        let look = Look::of_stdout(&sources, self.all_steps);
        text::failure(violation, described, symbols, failure.setting.configure.memory_model, look)
    }
}
