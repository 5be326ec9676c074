//! Random Java programs: generated with their exact outcomes, checked by the built `mcr`, compared.

use crate::exact::{self, Outcomes, Tally};
use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::memory_model::MemoryModel;
use crate::process;
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// What to check, and how.
#[derive(Default)]
pub struct Selection<'a> {
    pub programs: u64,
    pub seed: u64,
    /// With one, programs have more ways to reach memory; without, they are checked under sequential consistency.
    pub memory_model: Option<MemoryModel>,
    /// Of these only, if there are any.
    pub themes: &'a [String],
    /// Whether histories are told apart, and local states audited.
    pub audit: bool,
    /// Further options of each check.
    pub options: &'a [String],
}

/// Executions after which local states count, for every second program; more of them come to what differs than with the default.
const COUNTED: [u64; 4] = [0, 3, 0, 10];

impl Selection<'_> {
    /// Options of the check of a program of this name, `P` and its number.
    fn options(&self, name: &str) -> Result<Vec<String>> {
        let number: u64 = name.trim_start_matches('P').parse().with_context(|| format!("{name} has no number"))?;
        let mut options = self.options.to_vec();
        let turn = self.seed.wrapping_add(number);
        if self.audit {
            options.push("--audit".to_owned());
        } else if turn.is_multiple_of(2) {
            let counted = COUNTED[(turn / 2 % COUNTED.len() as u64) as usize];
            options.push(format!("--counted-executions={counted}"));
        }
        Ok(options)
    }
}

/// Generates programs from a seed and checks them on each of `jdks`; an error if one differs.
pub fn run(workspace: &Workspace, jdks: &[Jdk], selection: &Selection) -> Result<()> {
    let Selection { programs, seed, memory_model, themes, .. } = *selection;
    let model = memory_model.unwrap_or_default();
    println!("== {programs} random Java programs from seed {seed}, {}", model.name());
    let (classes, expected) = generate(workspace, &jdk::any()?, programs, seed, memory_model, themes)?;
    let mut failed = 0;
    for jdk in jdks {
        let begin = Instant::now();
        let work: Vec<_> = expected
            .iter()
            .map(|(name, outcomes)| Ok((name, selection.options(name)?, outcomes)))
            .collect::<Result<_>>()?;
        let check = |lane: &Lane, (name, options, outcomes): &(&String, Vec<String>, &Outcomes)| {
            let check = exact::Check { jdk, classes: &classes, program: &[name.as_str()], model, options };
            Ok(exact::check(workspace, lane, &check, outcomes))
        };
        let mut tally = Tally::default();
        lanes::each(workspace, &work, check, |(name, options, _), result| {
            tally.add(|| format!("{name} {}", options.join(" ")), &result);
        })?;
        println!("JDK {}: {tally}, {:.0} s", jdk.version, begin.elapsed().as_secs_f64());
        failed += tally.wrong();
    }
    if failed > 0 { bail!("{failed} random programs differ; seed {seed}") } else { Ok(()) }
}

/// Generates programs and compiles them: the directory of the classes, and the exact outcomes by name.
pub fn generate(
    workspace: &Workspace,
    compiler: &Jdk,
    programs: u64,
    seed: u64,
    memory_model: Option<MemoryModel>,
    themes: &[String],
) -> Result<(PathBuf, BTreeMap<String, Outcomes>)> {
    let directory = fresh(&workspace.testsuite().join("random"))?;
    let mut python = Command::new("python3");
    python.arg(workspace.root.join("testsuite/random/generate.py")).arg(&directory);
    python.arg(programs.to_string()).arg(seed.to_string()).args(memory_model.map(MemoryModel::name));
    if !themes.is_empty() {
        // A model has to be said before themes can be.
        python.args(memory_model.is_none().then_some("sc")).args(themes);
    }
    process::run(&mut python)?;
    let classes = directory.join("classes");
    javac(compiler, &java_files(&directory)?, &classes, None)?;
    let expected = std::fs::read_to_string(directory.join("expected.json"))?;
    Ok((classes, serde_json::from_str(&expected)?))
}
