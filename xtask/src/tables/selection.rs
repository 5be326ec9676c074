//! Which tables to make, and how: the arguments of `cargo xtask tables`.

use super::papers::{self, PaperTable};
use super::{Program, TABLES, Table, cores, drivers, suite};
use crate::jdk::{self, Jdk};
use crate::memory_model::MemoryModel;
use anyhow::{Context, Result, bail, ensure};

/// Seconds for each check, if nothing is said.
const TIMEOUT: u64 = 60;

/// Tables that are neither a list of programs nor of a paper.
const OTHERS: [&str; 3] = [cores::NAME, drivers::TABLE.name, suite::TABLE.name];

/// Which tables to make, and how.
#[derive(Debug)]
pub struct Selection {
    pub no_build: bool,
    /// Only check that small programs show what the tables say of them.
    pub small: bool,
    jdk: Option<u32>,
    /// For every table; each has its own if there are none.
    strategies: Vec<String>,
    /// For tables of the papers; each has its own if there are none.
    models: Vec<MemoryModel>,
    /// Numbers of JVMs, for what is measured over them.
    jobs: Vec<usize>,
    /// Seconds for each check.
    pub timeout: u64,
    /// Checks of each program with each strategy; the median counts.
    pub runs: usize,
    /// Parts of names of programs; if there are any, nothing is written.
    pub only: Vec<String>,
    /// Of the testsuite, each program out of so many.
    pub every: usize,
    names: Vec<String>,
}

impl Selection {
    /// `[--no-build] [--small] [--jdk N] [--strategy S,..] [--memory-model M,..] [--jobs N,..] [--timeout S] [--runs N]
    /// [--only PROGRAM] [--every N] [NAME..]`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Selection {
            no_build: false,
            small: false,
            jdk: None,
            strategies: Vec::new(),
            models: Vec::new(),
            jobs: Vec::new(),
            timeout: TIMEOUT,
            runs: 1,
            only: Vec::new(),
            every: 1,
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
                "--memory-model" => {
                    selection.models = value()?.split(',').map(MemoryModel::parse).collect::<Result<_>>()?;
                }
                "--jobs" => {
                    let numbers: Result<_, _> = value()?.split(',').map(str::parse).collect();
                    selection.jobs = numbers.context("--jobs needs numbers with commas between")?;
                }
                "--timeout" => selection.timeout = value()?.parse().context("--timeout needs a number")?,
                "--runs" => selection.runs = value()?.parse().context("--runs needs a number")?,
                "--only" => selection.only.push(value()?.to_owned()),
                "--every" => selection.every = value()?.parse().context("--every needs a number")?,
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name => selection.names.push(known(name)?.to_owned()),
            }
        }
        let numbers = [selection.timeout, selection.runs as u64, selection.every as u64];
        ensure!(!numbers.contains(&0), "--timeout, --runs and --every need at least 1");
        ensure!(!selection.jobs.contains(&0), "--jobs needs at least 1");
        ensure!(selection.strategies.iter().all(|name| !name.is_empty()), "--strategy needs names with commas between");
        Ok(selection)
    }

    /// The small programs alone.
    pub fn small() -> Result<Self> {
        Self::parse(&["--small".to_owned()])
    }

    pub fn has(&self, table: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| name == table)
    }

    pub fn wants(&self, program: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| program.contains(part.as_str()))
    }

    pub fn programs(&self, programs: &'static [Program]) -> Vec<&'static Program> {
        programs.iter().filter(|program| self.wants(program.name)).collect()
    }

    pub fn jdk(&self) -> Result<Jdk> {
        jdk::of(self.jdk)
    }

    pub fn strategies(&self, own: &[&str]) -> Vec<String> {
        if self.strategies.is_empty() { own.iter().map(ToString::to_string).collect() } else { self.strategies.clone() }
    }

    pub fn models(&self, own: &[MemoryModel]) -> Vec<MemoryModel> {
        if self.models.is_empty() { own.to_vec() } else { self.models.clone() }
    }

    /// One JVM, two, four, and so on, as long as there are processors, if nothing is said.
    pub fn jobs(&self) -> Vec<usize> {
        if !self.jobs.is_empty() {
            return self.jobs.clone();
        }
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        std::iter::successors(Some(1), |jobs| Some(jobs * 2)).take_while(|jobs| *jobs <= processors).collect()
    }

    /// What makes a table again.
    pub fn command(&self, table: &str, own: &[&str]) -> String {
        let strategies = self.strategies(own).join(",");
        let mut command = format!("cargo xtask tables {table} --strategy {strategies} --timeout {}", self.timeout);
        if !self.models.is_empty() {
            let names: Vec<&str> = self.models.iter().map(|model| model.name()).collect();
            command += &format!(" --memory-model {}", names.join(","));
        }
        command += &format!(" --runs {}", self.runs);
        if self.every > 1 {
            command += &format!(" --every {}", self.every);
        }
        command
    }

    pub fn bugs(&self) -> impl Iterator<Item = &'static Table> {
        TABLES.iter().filter(|table| self.has(table.name))
    }

    pub fn papers(&self) -> impl Iterator<Item = &'static PaperTable> {
        papers::TABLES.iter().copied().filter(|table| self.has(table.name))
    }
}

/// The table of that name, which may be one of several that are measured together.
fn known(name: &str) -> Result<&'static str> {
    if name == "table5.4" {
        bail!("table5.4 cannot be made here; docs/tables/README.md says why");
    }
    let papers = papers::TABLES.iter().find(|table| table.name == name || table.also.contains(&name));
    let bugs = TABLES.iter().map(|table| table.name).chain(OTHERS).find(|known| *known == name);
    bugs.or_else(|| Some(papers?.name)).with_context(|| {
        let all: Vec<&str> =
            TABLES.iter().map(|table| table.name).chain(papers::TABLES.iter().map(|t| t.name)).collect();
        format!("there is no table {name}; there are {}, {}", all.join(", "), OTHERS.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Selection> {
        Selection::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_checked() {
        let wrong = "--timeout x|--timeout 0|--runs 0|--runs|--every 0|--fast|--strategy search,|nosuchtable|table5.4|\
            --jobs 0|--jobs two|--memory-model ra";
        for wrong in wrong.split('|') {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_command_that_makes_a_table_again_names_what_was_measured() {
        let selection = parse("--no-build --strategy search,pct --runs 3 sctbench").expect("is right");
        assert!(selection.has("sctbench") && !selection.has("table3.4"));
        let command = "cargo xtask tables sctbench --strategy search,pct --timeout 60 --runs 3";
        assert_eq!(selection.command("sctbench", &["search"]), command);
    }

    #[test]
    fn a_table_has_its_own_strategies_and_memory_models_unless_others_are_named() {
        let selection = parse("table3.4 --timeout 5").expect("is right");
        assert_eq!(selection.strategies(&["mcr", "dpor"]), ["mcr", "dpor"]);
        assert_eq!(selection.models(&[MemoryModel::Sc]), [MemoryModel::Sc]);
        let selection = parse("table3.4 --memory-model tso,pso").expect("is right");
        assert_eq!(selection.models(&[MemoryModel::Sc]), MemoryModel::BUFFERED);
        assert!(selection.command("table3.4", &["mcr"]).contains("--strategy mcr --timeout 60 --memory-model tso,pso"));
    }

    #[test]
    fn tables_that_are_measured_together_have_one_name() {
        let selection = parse("table3.2 table5.2").expect("is right");
        assert!(selection.has("table3.4") && selection.has("table5.1") && !selection.has("table3.5"));
    }

    #[test]
    fn a_sample_is_named_in_the_command_that_makes_it_again() {
        let selection = parse("suite --every 3 --timeout 5").expect("is right");
        assert!(selection.has("suite") && !selection.has("drivers"));
        let command = "cargo xtask tables suite --strategy auto --timeout 5 --runs 1 --every 3";
        assert_eq!(selection.command("suite", &["auto"]), command);
    }

    #[test]
    fn jobs_are_those_that_are_named() {
        assert_eq!(parse("--jobs 1,3").expect("is right").jobs(), [1, 3]);
        assert_eq!(parse("").expect("is right").jobs()[0], 1);
    }
}
