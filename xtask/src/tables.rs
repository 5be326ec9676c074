//! Tables of what strategies find, how soon, and at which cost: `docs/tables`.
//!
//! There are three kinds. A table of bugs is a list of programs with a bug each, and shows what finds it (`sctbench`).
//! A table of known bugs does the same for programs that are there anyway (`drivers`, `suite`), with a summary. A table
//! of a paper has published numbers, and shows ours beside them (`papers`). Each program is checked with each
//! strategy, several times if wanted. What is measured goes into a row; what cannot be is an error in the end, after
//! the table was written. A strategy that `mcr` does not know is an error before anything is measured.

mod checks;
mod cores;
mod drivers;
mod known;
mod measure;
mod papers;
mod render;
mod sctbench;
mod selection;
mod small;
mod strategies;
mod suite;
mod summary;

pub use self::measure::median;
pub use self::render::markdown_cells;
pub use self::selection::Selection;

use self::checks::Checks;
use self::measure::{Limits, Row};
use crate::jdk::{self, Jdk};
use crate::memory_model::MemoryModel;
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// A program with arguments, and what a check of it can find.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    pub name: &'static str,
    pub class: &'static str,
    pub args: &'static [&'static str],
    /// `None` if every behaviour is right.
    pub bug: Option<Bug>,
}

/// The one violation of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bug {
    /// As reports name it.
    pub kind: &'static str,
    /// What its message contains.
    pub says: &'static str,
    /// How often at least a thread that could go on has to give way to another.
    pub preemptions: u32,
    /// Whether no execution ends without it.
    pub always: bool,
}

/// A table: its name is that of the directory of its programs in `testsuite`, too.
pub struct Table {
    name: &'static str,
    title: &'static str,
    programs: &'static [Program],
    /// The same programs where they are small enough to be explored to the end.
    small: &'static [Program],
}

const TABLES: &[Table] =
    &[Table { name: "sctbench", title: "Programs of SCTBench", programs: sctbench::PROGRAMS, small: sctbench::SMALL }];

/// How a table of known bugs is made.
type Make = fn(&Workspace, &Selection, &Jdk) -> Result<()>;

const KNOWN: [(known::Table, Make); 2] = [(drivers::TABLE, drivers::make), (suite::TABLE, suite::make)];

/// What a table of bugs is made with, if nothing is said.
const STRATEGIES: &[&str] = &["search"];

/// Makes the selected tables. An error in one is no reason to leave out the next.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let jdk = selection.jdk()?;
    let classes = papers::compile(workspace)?;
    if selection.small {
        for table in selection.bugs() {
            let classes = compile(workspace, table)?;
            small::check(workspace, &jdk, &classes, table.name, selection.programs(table.small))?;
        }
        let has_papers = selection.papers().next().is_some();
        return if has_papers { papers::small::check(workspace, &jdk, &classes) } else { Ok(()) };
    }
    let undefined = strategies::ask(workspace, &jdk, &classes, papers::SMALL, &asked(selection))?;
    let mut failed = Vec::new();
    let mut note = |made: Result<()>| failed.extend(made.err().map(|why| format!("{why:#}")));
    for table in selection.bugs() {
        note(make(workspace, selection, &jdk, table));
    }
    for table in selection.papers() {
        note(papers::make(workspace, selection, &jdk, &classes, &undefined, table));
    }
    if selection.has(cores::NAME) {
        note(cores::make(workspace, selection, &jdk, &classes, &undefined));
    }
    for (table, make) in KNOWN {
        if selection.has(table.name) {
            note(make(workspace, selection, &jdk));
        }
    }
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Each strategy of each selected table, with the memory models that it is to be checked under.
fn asked(selection: &Selection) -> BTreeMap<String, BTreeSet<MemoryModel>> {
    let mut asked: BTreeMap<String, BTreeSet<MemoryModel>> = BTreeMap::new();
    let mut add = |names: Vec<String>, models: Vec<MemoryModel>| {
        names.into_iter().for_each(|name| asked.entry(name).or_default().extend(&models));
    };
    selection.bugs().for_each(|_| add(selection.strategies(STRATEGIES), vec![MemoryModel::Sc]));
    selection.papers().for_each(|table| add(selection.strategies(table.strategies), selection.models(table.models)));
    if selection.has(cores::NAME) {
        add(selection.strategies(cores::STRATEGIES), selection.models(cores::MODELS));
    }
    if KNOWN.iter().any(|(table, _)| selection.has(table.name)) {
        add(selection.strategies(known::STRATEGIES), vec![MemoryModel::Sc]);
    }
    asked
}

fn compile(workspace: &Workspace, table: &Table) -> Result<PathBuf> {
    let sources = java_files(&workspace.root.join("testsuite").join(table.name))?;
    let classes = fresh(&workspace.testsuite().join(table.name))?;
    javac(&jdk::any()?, &sources, &classes, None)?;
    Ok(classes)
}

/// Checks programs one after the other, as time is measured, and writes what came of it.
fn make(workspace: &Workspace, selection: &Selection, jdk: &Jdk, table: &'static Table) -> Result<()> {
    let classes = compile(workspace, table)?;
    let names = selection.strategies(STRATEGIES);
    let limits = Limits { timeout: selection.timeout, runs: selection.runs };
    let directory = workspace.testsuite().join("run").join(table.name);
    fs::create_dir_all(&directory)?;
    println!("{}", render::MARKDOWN_HEAD);
    let mut rows: Vec<Row> = Vec::new();
    for program in selection.programs(table.programs) {
        for strategy in &names {
            let checks = Checks { workspace, jdk, jvm_options: &[], classes: &classes, directory: &directory };
            let row = checks.row(program, strategy, limits)?;
            println!("{}", render::markdown_row(&row));
            rows.push(row);
        }
    }
    if selection.only.is_empty() {
        let command = selection.command(table.name, STRATEGIES);
        let how = render::How { title: table.title, command: &command, jdk: jdk.version };
        for (ending, text) in [("md", render::markdown(&how, &rows)), ("csv", render::csv(&rows))] {
            papers::write(workspace, &format!("{}.{ending}", table.name), &text)?;
        }
    }
    let wrong: Vec<String> = rows.iter().flat_map(|row| row.runs.wrong(row.program.name, &row.strategy)).collect();
    wrong.iter().for_each(|sentence| println!("{sentence}"));
    ensure!(wrong.is_empty(), "{} checks of {} ended as they cannot", wrong.len(), table.name);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_source_and_a_small_relative() {
        for table in TABLES {
            let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../testsuite").join(table.name);
            let classes = |programs: &[Program]| -> std::collections::BTreeSet<String> {
                programs.iter().map(|program| format!("{}.java", program.class)).collect()
            };
            let files = java_files(&sources).expect("has a directory");
            let files: std::collections::BTreeSet<String> =
                files.iter().filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned())).collect();
            assert_eq!(files, classes(table.programs));
            assert_eq!(files, classes(table.small));
        }
    }

    #[test]
    fn every_strategy_of_every_table_is_asked_for_before_the_first_is_made() {
        let parse = |text: &str| {
            Selection::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).expect("is right")
        };
        let asked = asked(&parse("sctbench table4.2 table3.5"));
        let models = |name: &str| asked.get(name).map(|models| models.iter().copied().collect::<Vec<_>>());
        assert_eq!(models("search"), Some(MemoryModel::ALL.to_vec()));
        assert_eq!(models("mcr-s+"), Some(vec![MemoryModel::Sc]));
        assert_eq!(models("dfs"), None, "is in no selected table");
        assert!(super::asked(&parse("suite")).contains_key("pos"));
        assert_eq!(super::asked(&parse("--strategy serach sctbench cores")).len(), 1);
    }

    #[test]
    fn no_two_programs_of_a_table_have_one_name() {
        for table in TABLES {
            let names: std::collections::BTreeSet<&str> = table.programs.iter().map(|program| program.name).collect();
            assert_eq!(names.len(), table.programs.len());
        }
    }
}
