//! Build and test driver: `cargo xtask COMMAND`.

mod bench;
mod browser;
mod causes;
mod changes;
mod chromium;
mod debugger;
mod dependencies;
mod dist;
mod end_to_end;
mod exact;
mod golden;
mod java_runtime;
mod jcstress;
mod jdk;
mod jobs;
mod junit;
mod lanes;
mod launched;
mod libraries;
mod litmus;
mod memory_model;
mod not_comparable;
mod observe;
mod outside;
mod panics;
mod process;
mod programs;
mod project_builder;
mod random;
mod replay;
mod residue;
mod samples;
mod setup;
mod systems;
mod tables;
mod unseen;
mod workspace;

// Shared with the build script of `mcr-solve`, which does the same for a plain `cargo build`.
#[path = "../../checker/solve/build/z3.rs"]
mod z3;

use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND
  setup                        checks what the project needs, and installs what is missing where it may
  demo                         sets up, builds, and checks two example programs
  test                         sets up, builds, and runs every test
  testsuite [--no-build] [--jdk N] [--memory-model M] [--audit] [--fresh-classes] [--jobs N] [NAME..]
                               only the end-to-end tests, on every JDK found or one; all, or those with NAME in their name; where nothing is
                               said of a memory model, at least what sequential consistency shows is expected; with --audit, histories are
                               told apart, and local states audited; with --fresh-classes, classes are loaded anew in each execution; with
                               --jobs, each check has so many JVMs from its second execution on
  litmus [--no-build] [--jdk N] [--memory-model M] [--with OPTIONS] [NAME..]
                               checks litmus tests under the three memory models or one, and compares with their exact outcomes; with
                               another strategy (--with '--strategy mcr') a check may say that it is not complete, and why
  models [--no-build] [--jdk N] [--timeout S] [NAME..]
                               checks programs with models of java.util.concurrent and without, at most S seconds each, and compares
  models [--no-build] --small  the same for the small programs that every test run has
  memory [--no-build] [--jdk N] [--memory-model M] [NAME..]
                               checks benchmarks of the literature under the three memory models or one; a table beside published numbers
  random [--no-build] [--jdk N] [--memory-model M] [--audit] [--with OPTIONS] [PROGRAMS [SEED [THEME..]]]
                               checks random Java programs on every JDK found or one, and compares with their exact outcomes; with --audit
                               histories are told apart and local states are compared; other strategies as above
  libraries [--no-build] [--jdk N] [--timeout S] [--audit] [NAME..]
                               checks drivers of libraries, which Maven fetches, at most S seconds each (20); one may find nothing that its
                               comment does not allow; with --audit, as above
  systems [--no-build] [--jdk N] [--timeout S] [--strategy S,..] [NAME..]
                               checks drivers of real systems with strategies (auto and predict), at most S seconds each (20), replays what
                               is found, and writes reports for a browser, and a table (docs/tables/systems.md, if nothing was selected)
  fleet [--no-build] [--jdk N] [--timeout S] [NAME..]
                               checks the same drivers once, at most S seconds each (20), and compares with the last table that was committed;
                               what is worse is an error; MCR_REFRESH=1 writes that table anew
  bench [--no-build] [--jdk N] [--seconds S] [--rounds N] [--against MCR] [--versus OPTIONS] [NAME..]
                               executions a second of small and large programs, and what each costs; beside another mcr, or other options
                               ('--versus --fresh-classes')
  jobs [--no-build] [--jdk N] [--jobs N] [--executions N] [--rounds N] NAME..
                               explores drivers of libraries with one JVM and with N (2), by turns; useful executions a second
  tables [--no-build] [--jdk N] [--strategy S,..] [--memory-model M,..] [--jobs N,..] [--timeout S] [--runs N]
         [--only PROGRAM] [--every N] [NAME..]
                               what strategies need to find known bugs (sctbench; drivers, of libraries; suite, of the testsuite,
                               each program out of N), and to explore programs of the papers, beside published numbers (table3.4,
                               table3.5, table3.6, table4.2, table5.1, table5.3, figures, others), over bounds (bounds) and over JVMs
                               at once (cores; --jobs); at most S seconds (60) for each check, medians of N runs; writes
                               docs/tables/NAME.md and .csv, unless --only selects programs
  tables [--no-build] --small [NAME..]
                               explores the programs of tables in small, and compares with what is known of them
  observe [--no-build] [--noise] [--libraries | --random N] [--jdk N] [--runs N] [--seconds S] [--seed N] [NAME..]
                               runs programs of the testsuite, drivers of libraries or random programs on a plain JVM, at most S seconds each, with
                               random delays or without, and compares with what is expected; a table
  residue [--no-build] [--jdk N] [--libraries] [NAME..]
                               runs programs of the testsuite a few times each, and prints which static fields of the JDK differ between executions
  replay [--no-build] [--jdk N] [NAME..]
                               replays the failure files that the testsuite has left, on every JDK found
  junit [--no-build] [--jdk N] [SAMPLE..]
                               explores the tests of samples with JUnit 4, 5 and 6, and compares with what is expected of each
  jcstress [--no-build] [--jdk N] [--samples] [--observe] [REGEX..]
                               explores tests of the harness jcstress, or the samples that it publishes, and compares with what they say themselves; with
                               --observe the harness runs them, too, and what it observes has to be possible
  javaruntime                  the unit tests of the Java runtime, with a fake agent
  outside [NAME..]             checks programs that talk to peers outside of the JVM (--network record), on every JDK
  panics                       lets native methods of the agent panic, which has to end with a message
  changes                      replays a failure of a program that has changed since
  debugger [--no-build] [--jdk N]
                               replays a failure under a debugger
  browser [--no-build] [--screenshots DIR]
                               opens HTML reports in headless Chromium; nothing may be asked for, fail or be injected
  dependencies                 asks mcr dependencies about a program of the testsuite, on every JDK
  causes [--no-build]          checks programs that fail, and compares what they depend on with what their comments say, on every JDK
  unseen [PROGRAMS [SEED]]     changes what reads give that nobody sees, by mcr dependencies --unseen, in random programs: they have to behave as before
  golden [--no-build]          checks programs that fail and compares what is shown with testsuite/golden; MCR_REFRESH=1 writes that anew
  samples [maven] [gradle]     builds projects that use the plugins, with real build tools
  dist                         makes the archive and the artifacts that are published, in target/dist
  install [--prefix DIR]       sets up, builds, and puts mcr into DIR/bin (/usr/local)
  fuzz [PROGRAMS [SEED]]       explores random toy programs and compares with brute force";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("xtask: {e:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else { bail!("no command\n{USAGE}") };
    let workspace = Workspace::find()?;
    match command.as_str() {
        "setup" => setup::setup(&workspace),
        "demo" => demo(&workspace),
        "test" => test(&workspace),
        "testsuite" => {
            let selection = end_to_end::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            end_to_end::run(&workspace, &selection)
        }
        "jobs" => {
            let selection = jobs::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            jobs::run(&workspace, &selection)
        }
        "bench" => {
            let selection = bench::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            bench::run(&workspace, &selection)
        }
        "tables" => {
            let selection = tables::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            tables::run(&workspace, &selection)
        }
        "models" => {
            let comparison = end_to_end::models::Comparison::parse(rest)?;
            if !comparison.selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            match comparison.small {
                true => end_to_end::models::agree(&workspace),
                false => end_to_end::models::table(&workspace, &comparison),
            }
        }
        "random" => {
            let selection = end_to_end::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            let numbers = &selection.names;
            let (programs, seed) = (number(numbers, 0, 200)?, number(numbers, 1, 1)?);
            let themes = numbers.get(2..).unwrap_or_default();
            let (memory_model, audit) = (selection.memory_model, selection.audit);
            let options = &selection.options[..];
            let chosen = random::Selection { programs, seed, memory_model, themes, audit, options };
            random::run(&workspace, &selection.jdks()?, &chosen)
        }
        "residue" => {
            let (flags, rest): (Vec<_>, Vec<_>) = rest.iter().cloned().partition(|argument| argument == "--libraries");
            let selection = end_to_end::Selection::parse(&rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            residue::run(&workspace, &selection, !flags.is_empty())
        }
        "memory" => {
            let selection = end_to_end::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            end_to_end::memory::table(&workspace, &selection)
        }
        "litmus" => {
            let selection = end_to_end::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            litmus::run(&workspace, &selection)
        }
        "libraries" => {
            let selection = libraries::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            libraries::run(&workspace, &selection)
        }
        "systems" | "fleet" => {
            let selection = systems::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            match command.as_str() {
                "fleet" => systems::fleet(&workspace, &selection),
                _ => systems::run(&workspace, &selection),
            }
        }
        "observe" => {
            let selection = observe::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            observe::run(&workspace, &selection)
        }
        "replay" => {
            let selection = end_to_end::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            replay::run(&workspace, &selection)
        }
        "samples" => {
            workspace.cargo(&["build", "--release"])?;
            samples::run(&workspace, rest)
        }
        "dist" => {
            workspace.cargo(&["build", "--release"])?;
            dist::dist(&workspace).map(|_| ())
        }
        "install" => {
            let prefix = match rest {
                [] => std::path::PathBuf::from("/usr/local"),
                [option, prefix] if option == "--prefix" => prefix.into(),
                _ => bail!("install [--prefix DIR]"),
            };
            setup::setup(&workspace)?;
            workspace.cargo(&["build", "--release"])?;
            dist::install(&workspace, &prefix)
        }
        "junit" => {
            let selection = end_to_end::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            junit::run(&workspace, &selection)
        }
        "jcstress" => jcstress::run(&workspace, rest),
        "javaruntime" => java_runtime::run(&workspace),
        "outside" => outside::run(&workspace, rest),
        "panics" => panics::run(&workspace),
        "changes" => changes::run(&workspace),
        "debugger" => {
            let selection = end_to_end::Selection::parse(rest)?;
            if !selection.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            debugger::run(&workspace, &selection)
        }
        "browser" => {
            let rest = match rest.split_first() {
                Some((first, rest)) if first == "--no-build" => rest,
                _ => {
                    workspace.cargo(&["build", "--release"])?;
                    rest
                }
            };
            browser::run(&workspace, rest)
        }
        "golden" => {
            if !end_to_end::Selection::parse(rest)?.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            golden::run(&workspace)
        }
        "causes" => {
            if !end_to_end::Selection::parse(rest)?.no_build {
                workspace.cargo(&["build", "--release"])?;
            }
            causes::run(&workspace)
        }
        "dependencies" => {
            workspace.cargo(&["build", "--release"])?;
            dependencies::run(&workspace)
        }
        "unseen" => {
            workspace.cargo(&["build", "--release"])?;
            unseen::run(&workspace, number(rest, 0, 300)?, number(rest, 1, 1)?)
        }
        "fuzz" => fuzz(&workspace, rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        other => bail!("unknown command {other}\n{USAGE}"),
    }
}

/// A program that fails and one that does not.
fn demo(workspace: &Workspace) -> Result<()> {
    setup::setup(workspace)?;
    workspace.cargo(&["build", "--release"])?;
    let jdk = jdk::any()?;
    let classes = programs::compile(workspace, &jdk)?;
    for (name, expected) in [("TestDeadLock", 1), ("SB", 0)] {
        let mut command = workspace.mcr();
        command.arg("check").arg("--").arg(jdk.java()).arg("-cp").arg(&classes).arg(name);
        println!("\n$ mcr check -- java -cp {} {name}", classes.display());
        let status = command.status()?;
        println!("exit status {}", status.code().unwrap_or(-1));
        if status.code() != Some(expected) {
            bail!("{name} was to end with exit status {expected}");
        }
    }
    println!("\ndemo: a deadlock found, a program explored to the end");
    Ok(())
}

fn test(workspace: &Workspace) -> Result<()> {
    setup::setup(workspace)?;
    let part = |name: &str, run: &dyn Fn() -> Result<()>| {
        let begin = std::time::Instant::now();
        run()?;
        println!("part: {name} {} s", begin.elapsed().as_secs());
        anyhow::Ok(())
    };
    part("build", &|| workspace.cargo(&["build", "--release"]))?;
    part("cargo test", &|| workspace.cargo(&["test", "--workspace", "--release"]))?;
    part("Java runtime", &|| java_runtime::run(workspace))?;
    println!("== expectations against brute force");
    let oracle = workspace.root.join("testsuite/oracle/check.py");
    part("oracle", &|| process::run(std::process::Command::new("python3").arg(&oracle)).map(drop))?;
    let some = random::Selection { programs: 25, seed: 7, ..random::Selection::default() };
    part("random", &|| {
        random::run(workspace, &jdk::find(), &some)?;
        memory_model::MemoryModel::BUFFERED.iter().try_for_each(|&model| {
            random::run(workspace, &[jdk::any()?], &random::Selection { memory_model: Some(model), ..some })
        })
    })?;
    part("litmus", &|| litmus::small(workspace))?;
    part("models", &|| end_to_end::models::agree(workspace))?;
    part("tables", &|| tables::run(workspace, &tables::Selection::small()?))?;
    part("golden", &|| golden::run(workspace))?;
    part("junit", &|| junit::some(workspace))?;
    part("jcstress", &|| jcstress::some(workspace))?;
    part("samples", &|| samples::run(workspace, &[]))?;
    part("systems", &|| systems::some(workspace))?;
    part("testsuite", &|| end_to_end::run(workspace, &end_to_end::Selection::brief()))?;
    part("browser", &|| browser::test(workspace))?;
    part("replays", &|| replay::some(workspace))?;
    part("debugger", &|| debugger::run(workspace, &end_to_end::Selection::default()))?;
    part("outside", &|| outside::run(workspace, &[]))?;
    part("panics", &|| panics::run(workspace))?;
    part("changes", &|| changes::run(workspace))?;
    part("dependencies", &|| dependencies::run(workspace))?;
    part("causes", &|| causes::run(workspace))?;
    Ok(())
}

/// A number among the arguments of a command.
fn number(arguments: &[String], index: usize, default: u64) -> Result<u64> {
    arguments.get(index).map_or(Ok(default), |argument| argument.parse().context("not a number"))
}

/// The fuzz test runs with all others; how long, it is told by the environment.
fn fuzz(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let programs = number(arguments, 0, 10_000)?;
    let seed = number(arguments, 1, 1)?;
    println!("{programs} programs from seed {seed}");
    let mut cargo = workspace.cargo_command();
    cargo.args(["test", "--release", "--package", "mcr-checker", "--test", "exploring", "fuzz::", "--", "--nocapture"]);
    cargo.env("MCR_FUZZ_PROGRAMS", programs.to_string()).env("MCR_FUZZ_SEED", seed.to_string());
    process::run(&mut cargo)
}
