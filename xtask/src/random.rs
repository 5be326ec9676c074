//! Random Java programs: generated with their exact outcomes, checked by the built `mcr`, compared.

use crate::exact::{self, Outcomes};
use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::memory_model::MemoryModel;
use crate::process;
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// Generates `programs` programs from a seed and checks them on each of `jdks`; an error if one differs. With a memory model they have
/// more ways to reach memory; without one they are checked under sequential consistency. `themes`: of these only, if there are any.
pub fn run(
    workspace: &Workspace,
    jdks: &[Jdk],
    programs: u64,
    seed: u64,
    memory_model: Option<MemoryModel>,
    themes: &[String],
) -> Result<()> {
    let model = memory_model.unwrap_or_default();
    println!("== {programs} random Java programs from seed {seed}, {}", model.name());
    let (classes, expected) = generate(workspace, &jdk::any()?, programs, seed, memory_model, themes)?;
    let mut failed = 0;
    for jdk in jdks {
        let begin = Instant::now();
        let (mut executions, mut wrong) = (0, 0);
        let work: Vec<_> = expected.iter().collect();
        let check = |lane: &Lane, (name, outcomes): &(&String, &Outcomes)| {
            Ok(exact::check(workspace, lane, jdk, &classes, name, model, outcomes))
        };
        lanes::each(workspace, &work, check, |(name, _), result| match result {
            Ok(report) => executions += report.executions,
            Err(difference) => {
                wrong += 1;
                println!("{name}: {difference:#}");
            }
        })?;
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "JDK {}: {} programs, {wrong} differ, {executions} executions, {seconds:.0} s",
            jdk.version,
            expected.len()
        );
        failed += wrong;
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
