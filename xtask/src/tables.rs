//! Tables of what strategies find, how soon, and at which cost: `docs/tables`.
//!
//! There are two kinds. A table of bugs is a list of programs with a bug each, and shows what finds it (`sctbench`). A
//! table of a paper has published numbers, and shows ours beside them (`papers`). Each program is checked with each
//! strategy, several times if wanted. What is measured goes into a row; what cannot be is an error in the end, after
//! the table was written. A strategy that `mcr` does not know is an error before anything is measured.

mod cores;
mod measure;
mod papers;
mod render;
mod sctbench;
mod selection;
mod small;
mod strategies;

pub use self::selection::Selection;

use self::measure::{Limits, Row};
use crate::jdk::{self, Jdk};
use crate::memory_model::MemoryModel;
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};

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

/// What a table of bugs is made with, if nothing is said.
const STRATEGIES: &[&str] = &["search"];

/// Makes the selected tables.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let jdk = selection.jdk()?;
    for table in selection.bugs() {
        let classes = compile(workspace, table)?;
        if selection.small {
            small::check(workspace, &jdk, &classes, table.name, selection.programs(table.small))?;
        } else {
            make(workspace, selection, &jdk, &classes, table)?;
        }
    }
    let (papers, cores): (Vec<_>, _) = (selection.papers().collect(), selection.has(cores::NAME));
    if papers.is_empty() && !cores {
        return Ok(());
    }
    let classes = papers::compile(workspace)?;
    if selection.small {
        return papers::small::check(workspace, &jdk, &classes);
    }
    for table in papers {
        papers::make(workspace, selection, &jdk, &classes, table)?;
    }
    if cores { cores::make(workspace, selection, &jdk, &classes) } else { Ok(()) }
}

fn compile(workspace: &Workspace, table: &Table) -> Result<PathBuf> {
    let sources = java_files(&workspace.root.join("testsuite").join(table.name))?;
    let classes = fresh(&workspace.testsuite().join(table.name))?;
    javac(&jdk::any()?, &sources, &classes, None)?;
    Ok(classes)
}

/// Checks programs one after the other, as time is measured, and writes what came of it.
fn make(workspace: &Workspace, selection: &Selection, jdk: &Jdk, classes: &Path, table: &'static Table) -> Result<()> {
    let names = selection.strategies(STRATEGIES);
    let smallest = table.small.first().context("a table has small programs")?;
    let asked: Vec<&str> = std::iter::once(smallest.class).chain(smallest.args.iter().copied()).collect();
    strategies::ask(workspace, jdk, classes, &asked, &names.iter().cloned().collect(), &[MemoryModel::Sc])?;
    let limits = Limits { timeout: selection.timeout, runs: selection.runs };
    let directory = workspace.testsuite().join("run").join(table.name);
    fs::create_dir_all(&directory)?;
    println!("{}", render::MARKDOWN_HEAD);
    let mut rows: Vec<Row> = Vec::new();
    for program in selection.programs(table.programs) {
        for strategy in &names {
            let checks = measure::Checks { workspace, jdk, classes, directory: &directory };
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
    let wrong: Vec<String> = rows.iter().flat_map(Row::wrong).collect();
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
    fn no_two_programs_of_a_table_have_one_name() {
        for table in TABLES {
            let names: std::collections::BTreeSet<&str> = table.programs.iter().map(|program| program.name).collect();
            assert_eq!(names.len(), table.programs.len());
        }
    }
}
