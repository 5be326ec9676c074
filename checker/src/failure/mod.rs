//! Failure files: everything that is needed to show a failure again, and to explain it without running anything.
//!
//! A file ends in `.mcr` and holds JSON, one line for each part; the table comes first, so that the file can simply be read. It has the
//! schedule, how the program was run ([`Setting`]), hashes of the class files that were loaded, and what things are called. It does not have the
//! program. The name of a file is made of the failure's [`identity`], so that the same failure found again is the same file.
//!
//! Invariant: a file that says [`FORMAT`] can be read by every checker that says the same; others are refused, not guessed at.

mod changes;
mod compare;
mod correspondence;
mod departure;
mod file;
mod identity;
pub mod lines;
mod pairs;
mod places;

pub use changes::{Changes, hashes};
pub use compare::{Compared, Drift, Replay, compare};
pub use departure::Departed;
pub use file::{Unreadable, load, save};
pub use identity::identity;

use crate::session::Setting;
use lines::Line;
use mcr_explore::Violation;
use mcr_model::symbols::{Definitions, Symbols};
use mcr_report::ViolationReport;
use mcr_report::snippet::Sources;
use serde::{Deserialize, Serialize};

/// The version of the format. It changes when older checkers would misread a file.
pub const FORMAT: u32 = 2;

/// Columns of the table in a file.
const COLUMNS: usize = 120;

/// What is in a failure file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// [`FORMAT`] when it was written.
    pub format: u32,
    /// Version of the checker that wrote it, for messages.
    pub version: String,
    /// What is wrong, in one line.
    pub headline: String,
    /// The interleaving, for people.
    pub table: Vec<String>,
    /// How the program was run.
    pub setting: Setting,
    /// What happens, and the schedule that makes it happen.
    pub violation: Violation,
    /// What the ids in it are called.
    pub names: Definitions,
    /// The lines of the program that it goes through, where their sources were found.
    #[serde(default)]
    pub lines: Vec<Line>,
}

impl Failure {
    /// Puts together what is known of a failure of a program with these sources.
    #[must_use]
    pub fn new(violation: &Violation, symbols: &Symbols, setting: &Setting, sources: &Sources) -> Failure {
        let described = ViolationReport::new(violation, symbols, setting.configure.memory_model);
        let table = mcr_report::table::render(violation, symbols, setting.configure.memory_model, COLUMNS, false);
        let bare = Failure::bare(violation, symbols, setting);
        Failure {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            headline: described.headline(),
            table: table.lines().map(str::to_owned).collect(),
            lines: lines::of(violation, &bare.names, sources),
            ..bare
        }
    }

    /// The same without what is for people: for comparisons.
    #[must_use]
    pub fn bare(violation: &Violation, symbols: &Symbols, setting: &Setting) -> Failure {
        Failure {
            format: FORMAT,
            version: String::new(),
            headline: String::new(),
            table: Vec::new(),
            setting: setting.clone(),
            violation: violation.clone(),
            names: symbols.mentioned_by(&violation.events, &violation.blocked, violation.calls.as_deref()),
            lines: Vec::new(),
        }
    }

    /// What the ids are called.
    #[must_use]
    pub fn symbols(&self) -> Symbols {
        Symbols::from(self.names.clone())
    }
}
