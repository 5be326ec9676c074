//! Tables of what strategies find, and how soon: `docs/tables`.
//!
//! A table is a list of programs, of each of which it is known what a check can find. Each program is checked with each
//! strategy, several times if wanted. What is measured goes into a row; what cannot be is an error in the end, after
//! the table was written.

mod measure;
mod render;
mod sctbench;
mod small;

use self::measure::{Limits, Row};
use crate::jdk::{self, Jdk};
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
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
struct Table {
    name: &'static str,
    title: &'static str,
    programs: &'static [Program],
    /// The same programs where they are small enough to be explored to the end.
    small: &'static [Program],
}

const TABLES: &[Table] =
    &[Table { name: "sctbench", title: "Programs of SCTBench", programs: sctbench::PROGRAMS, small: sctbench::SMALL }];

/// Which tables to make, and how.
#[derive(Debug)]
pub struct Selection {
    pub no_build: bool,
    /// Only check that small programs show what the table says of them.
    small: bool,
    jdk: Option<u32>,
    strategies: Vec<String>,
    /// Seconds for each check.
    timeout: u64,
    /// Checks of each program with each strategy; the median counts.
    runs: usize,
    /// Parts of names of programs; if there are any, nothing is written.
    only: Vec<String>,
    names: Vec<String>,
}

impl Selection {
    /// `[--no-build] [--small] [--jdk N] [--strategy S,..] [--timeout S] [--runs N] [--only PROGRAM] [NAME..]`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Selection {
            no_build: false,
            small: false,
            jdk: None,
            strategies: vec!["search".to_owned()],
            timeout: 60,
            runs: 1,
            only: Vec::new(),
            names: Vec::new(),
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--no-build" => selection.no_build = true,
                "--small" => selection.small = true,
                "--jdk" => selection.jdk = Some(value()?.parse().context("--jdk needs a number")?),
                "--strategy" => selection.strategies = value()?.split(',').map(str::to_owned).collect(),
                "--timeout" => selection.timeout = value()?.parse().context("--timeout needs a number")?,
                "--runs" => selection.runs = value()?.parse().context("--runs needs a number")?,
                "--only" => selection.only.push(value()?.to_owned()),
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name if TABLES.iter().any(|table| table.name == name) => selection.names.push(name.to_owned()),
                name => bail!("there is no table {name}"),
            }
        }
        ensure!(selection.timeout > 0 && selection.runs > 0, "--timeout and --runs need at least 1");
        ensure!(selection.strategies.iter().all(|name| !name.is_empty()), "--strategy needs names with commas between");
        Ok(selection)
    }

    /// The small programs alone.
    pub fn small() -> Result<Self> {
        Self::parse(&["--small".to_owned()])
    }

    fn has(&self, table: &Table) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| name == table.name)
    }

    fn wants(&self, program: &Program) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| program.name.contains(part.as_str()))
    }

    fn jdk(&self) -> Result<Jdk> {
        let Some(version) = self.jdk else { return jdk::any() };
        jdk::find().into_iter().find(|jdk| jdk.version == version).with_context(|| format!("no JDK {version}"))
    }

    /// What makes the table again.
    fn command(&self, table: &Table) -> String {
        format!(
            "cargo xtask tables {} --strategy {} --timeout {} --runs {}",
            table.name,
            self.strategies.join(","),
            self.timeout,
            self.runs
        )
    }
}

/// Makes the selected tables.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    let jdk = selection.jdk()?;
    for table in TABLES.iter().filter(|table| selection.has(table)) {
        let classes = compile(workspace, table)?;
        let wanted =
            |programs: &'static [Program]| programs.iter().filter(|program| selection.wants(program)).collect();
        if selection.small {
            small::check(workspace, &jdk, &classes, table.name, wanted(table.small))?;
        } else {
            make(workspace, selection, &jdk, &classes, table, wanted(table.programs))?;
        }
    }
    Ok(())
}

fn compile(workspace: &Workspace, table: &Table) -> Result<PathBuf> {
    let sources = java_files(&workspace.root.join("testsuite").join(table.name))?;
    let classes = fresh(&workspace.testsuite().join(table.name))?;
    javac(&jdk::any()?, &sources, &classes, None)?;
    Ok(classes)
}

/// Checks programs one after the other, as time is measured, and writes what came of it.
fn make(
    workspace: &Workspace,
    selection: &Selection,
    jdk: &Jdk,
    classes: &std::path::Path,
    table: &Table,
    programs: Vec<&'static Program>,
) -> Result<()> {
    let limits = Limits { timeout: selection.timeout, runs: selection.runs };
    let directory = workspace.testsuite().join("run").join(table.name);
    fs::create_dir_all(&directory)?;
    println!("{}", render::MARKDOWN_HEAD);
    let mut rows: Vec<Row> = Vec::new();
    for program in programs {
        for strategy in &selection.strategies {
            let checks = measure::Checks { workspace, jdk, classes, directory: &directory };
            let row = checks.row(program, strategy, limits)?;
            println!("{}", render::markdown_row(&row));
            rows.push(row);
        }
    }
    if selection.only.is_empty() {
        let tables = workspace.root.join("docs/tables");
        fs::create_dir_all(&tables)?;
        let how = render::How { title: table.title, command: &selection.command(table), jdk: jdk.version };
        for (ending, text) in [("md", render::markdown(&how, &rows)), ("csv", render::csv(&rows))] {
            let file = tables.join(format!("{}.{ending}", table.name));
            fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
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

    fn parse(text: &str) -> Result<Selection> {
        Selection::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_checked() {
        for wrong in ["--timeout x", "--timeout 0", "--runs 0", "--runs", "--fast", "--strategy search,", "nosuchtable"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_command_that_makes_a_table_again_names_what_was_measured() {
        let selection = parse("--no-build --strategy search,pct --runs 3 sctbench").expect("is right");
        assert!(selection.has(&TABLES[0]));
        let command = "cargo xtask tables sctbench --strategy search,pct --timeout 60 --runs 3";
        assert_eq!(selection.command(&TABLES[0]), command);
    }

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
