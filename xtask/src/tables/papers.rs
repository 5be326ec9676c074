//! Tables of the papers: what was published, and what this checker measures of the same programs, side by side.
//!
//! A table is data (`published.rs`): programs, published numbers as printed, and which quantities of which strategies are
//! measured beside them. Making one is the same for all: each program is checked under each memory model with each
//! strategy, one check at a time, and every quantity of what came of it is shown in a section of its own.
//!
//! Invariant: nothing is measured before `mcr` has said that it knows every strategy, and nothing is written that was
//! not measured whole.

pub mod measure;
pub mod plot;
mod programs;
mod published;
pub mod render;
pub mod small;

use self::measure::{Goal, Measured};
pub use self::published::TABLES;
use super::checks::Checks;
use super::selection::Selection;
use super::strategies::Undefined;
use crate::jdk::{self, Jdk};
use crate::memory_model::MemoryModel;
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A program with arguments, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub class: &'static str,
    pub args: &'static [&'static str],
    /// `None` if every behaviour is right.
    pub failure: Option<Failure>,
    pub behaviours: Behaviours,
}

/// The one way in which a program can fail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failure {
    /// As reports name it: one of these, by the JDK.
    pub kinds: &'static [&'static str],
    /// What its message contains.
    pub says: &'static str,
    /// The strongest memory model under which it shows.
    pub from: MemoryModel,
}

/// How many there are under SC, TSO and PSO, where that is known from elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Behaviours(pub [Option<u64>; 3]);

impl Behaviours {
    pub fn under(self, model: MemoryModel) -> Option<u64> {
        self.0[model as usize]
    }
}

/// What a column shows of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    Behaviours,
    Schedules,
    SchedulesPerBehaviour,
    FirstViolation,
    Races,
    NullDereferences,
    /// That a strategy has constrained: published only.
    Reads,
    Constraints,
    /// Against those of the strategy `mcr`.
    ConstraintRatio,
    SolverSeconds,
    Seconds,
}

/// A column of a published table.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// As it is called there.
    pub who: &'static str,
    /// Which of ours it belongs beside.
    pub strategy: Option<&'static str>,
    pub quantity: Quantity,
}

/// A program of a table, and what was published of it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub sample: Sample,
    /// For each column of the table, in order and with bars between, numbers as printed: under SC, or under SC, TSO and
    /// PSO. `-` where there is none. Nothing at all if the program is not in the published table.
    pub published: &'static str,
}

impl Entry {
    /// What was published in a column under a memory model.
    pub fn published(&self, column: usize, model: MemoryModel) -> Option<&'static str> {
        let cells = self.published.split('|').nth(column)?;
        cells.split_whitespace().nth(model as usize).filter(|cell| *cell != "-")
    }
}

/// A table of a paper, or several that are measured together.
#[derive(Debug)]
pub struct PaperTable {
    pub name: &'static str,
    /// Other names, of tables that are in this one.
    pub also: &'static [&'static str],
    pub title: &'static str,
    /// What has to be known to read the published numbers.
    pub note: &'static str,
    pub goal: Goal,
    pub models: &'static [MemoryModel],
    pub strategies: &'static [&'static str],
    pub quantities: &'static [Quantity],
    pub published: &'static [Published],
    pub entries: &'static [Entry],
    /// Whether schedules are drawn over the number that is a program's first argument. Then, where a strategy is not
    /// done in time, it is not tried with the larger ones.
    pub plot: bool,
}

/// Everything about a program under a memory model.
pub struct Block {
    pub entry: &'static Entry,
    pub model: MemoryModel,
    /// For each strategy of the table; nothing where it is not defined or was not tried.
    pub measured: Vec<(String, Option<Measured>)>,
}

impl Block {
    pub fn of(&self, strategy: &str) -> Option<&Measured> {
        self.measured.iter().find(|(name, _)| name == strategy)?.1.as_ref()
    }

    /// All that there are, as far as anyone knows.
    pub fn behaviours(&self) -> Option<u64> {
        let found = self.measured.iter().filter_map(|(_, measured)| measured.as_ref()?.behaviours).max();
        self.entry.sample.behaviours.under(self.model).max(found)
    }
}

/// The programs of all tables of the papers, compiled.
pub fn compile(workspace: &Workspace) -> Result<PathBuf> {
    let mut sources = Vec::new();
    for directory in ["papers", "src/bench", "src/litmus"] {
        sources.extend(java_files(&workspace.root.join("testsuite").join(directory))?);
    }
    let classes = fresh(&workspace.testsuite().join("papers"))?;
    javac(&jdk::any()?, &sources, &classes, None)?;
    Ok(classes)
}

/// A small program, to ask whether a strategy exists.
pub const SMALL: &[&str] = &["Independent", "2"];

/// Measures a table, and writes it unless programs were selected.
pub fn make(
    workspace: &Workspace,
    selection: &Selection,
    jdk: &Jdk,
    classes: &Path,
    undefined: &Undefined,
    table: &'static PaperTable,
) -> Result<()> {
    let (names, models) = (selection.strategies(table.strategies), selection.models(table.models));
    let directory = workspace.testsuite().join("run").join(table.name);
    fs::create_dir_all(&directory)?;
    let checks = Checks { workspace, jdk, jvm_options: &[], classes, directory: &directory };
    let mut blocks = Vec::new();
    // Strategies that were not done, by class and memory model.
    let mut slow: BTreeSet<(&str, MemoryModel, &str)> = BTreeSet::new();
    for entry in table.entries.iter().filter(|entry| selection.wants(entry.sample.class)) {
        for &model in &models {
            let mut block = Block { entry, model, measured: Vec::new() };
            for name in &names {
                let key = (entry.sample.class, model, name.as_str());
                let too_slow = table.plot && slow.contains(&key);
                let tried = !too_slow && !undefined.has(name, model);
                let check = measure::Check { sample: &entry.sample, model, strategy: name, jobs: 1, goal: table.goal };
                let measured = tried.then(|| checks.median(&check, selection.timeout, selection.runs)).transpose()?;
                if measured.as_ref().is_some_and(|measured| !measured.finished) {
                    slow.insert(key);
                }
                block.measured.push((name.clone(), measured));
            }
            println!("{}", render::line(&block));
            blocks.push(block);
        }
    }
    if selection.only.is_empty() {
        let command = selection.command(table.name, table.strategies);
        let how = render::How { command: &command, jdk: jdk.version, timeout: selection.timeout };
        write(workspace, &format!("{}.md", table.name), &render::markdown(table, &how, &names, &blocks))?;
        write(workspace, &format!("{}.csv", table.name), &render::csv(table, &blocks))?;
        if table.plot {
            write(workspace, &format!("{}.svg", table.name), &plot::over_bounds(table, &names, &blocks)?)?;
        }
    }
    let wrong: Vec<String> = blocks.iter().flat_map(wrong).collect();
    wrong.iter().for_each(|sentence| println!("{sentence}"));
    ensure!(wrong.is_empty(), "{} checks of {} ended as they cannot", wrong.len(), table.name);
    Ok(())
}

/// What cannot be, in sentences.
fn wrong(block: &Block) -> Vec<String> {
    let Sample { class, args, .. } = block.entry.sample;
    let program = format!("{class} {}", args.join(" "));
    let sentence = |(strategy, measured): &(String, Option<Measured>)| {
        let why = measured.as_ref()?.wrong.as_ref()?;
        Some(format!("{}, {}, {strategy}: {why}", program.trim_end(), block.model.name()))
    };
    block.measured.iter().filter_map(sentence).collect()
}

/// Into `docs/tables`.
pub fn write(workspace: &Workspace, name: &str, text: &str) -> Result<()> {
    let directory = workspace.root.join("docs/tables");
    fs::create_dir_all(&directory)?;
    let file = directory.join(name);
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}
