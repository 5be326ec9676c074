//! What `mcr` says to strategies, asked before anything is measured or written.
//!
//! A small program is checked with each strategy under each memory model. So a strategy that does not exist, or that
//! does not come to a verdict at all, is an error before hours are spent and tables are overwritten; and one that is
//! not defined under some memory model is known as such.

use crate::end_to_end::Report;
use crate::jdk::Jdk;
use crate::memory_model::MemoryModel;
use crate::process::{self, Output};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// For one execution of a small program.
const LIMIT: Duration = Duration::from_secs(60);

/// Strategies and memory models that do not go together, although both exist.
#[derive(Debug, Default, PartialEq)]
pub struct Undefined(BTreeSet<(String, MemoryModel)>);

impl Undefined {
    pub fn has(&self, strategy: &str, model: MemoryModel) -> bool {
        self.0.contains(&(strategy.to_owned(), model))
    }
}

/// Strategies, each with the memory models that it is to be checked under.
type Asked = BTreeMap<String, BTreeSet<MemoryModel>>;

/// Asks for each of these strategies. An error if one is refused under all of its memory models.
pub fn ask(workspace: &Workspace, jdk: &Jdk, classes: &Path, program: &[&str], asked: &Asked) -> Result<Undefined> {
    undefined(asked, |strategy, model| {
        let mut mcr = workspace.mcr();
        mcr.args(["check", "--jobs", "1", "--keep-going", "--format", "json", "--max-executions", "1"]);
        mcr.args(["--strategy", strategy, "--memory-model", model.name(), "--"]).arg(jdk.java());
        mcr.arg("-cp").arg(classes).args(program);
        Ok(refusal(&process::run_within(mcr.current_dir(classes), LIMIT)?))
    })
}

fn undefined(asked: &Asked, refused: impl Fn(&str, MemoryModel) -> Result<Option<String>>) -> Result<Undefined> {
    let mut undefined = Undefined::default();
    for (strategy, models) in asked {
        let mut last = None;
        for model in models {
            if let Some(why) = refused(strategy, *model)? {
                undefined.0.insert((strategy.clone(), *model));
                last = Some(why);
            }
        }
        if let Some(why) = last.filter(|_| models.iter().all(|model| undefined.has(strategy, *model))) {
            bail!("no check with the strategy {strategy}: {why}");
        }
    }
    Ok(undefined)
}

/// Why there is no verdict.
fn refusal(output: &Output) -> Option<String> {
    if output.timed_out {
        return Some(format!("no end after {} s", LIMIT.as_secs()));
    }
    match Report::of(&output.stdout, output) {
        Ok(report) if report.verdict == "error" => Some(report.reason.unwrap_or_else(|| "no reason".to_owned())),
        Ok(_) => None,
        Err(why) => Some(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask_a_fake(strategies: &[&str]) -> Result<Undefined> {
        let asked = strategies.iter().map(|name| (name.to_string(), MemoryModel::ALL.into())).collect();
        undefined(&asked, |strategy, model| {
            Ok(match (strategy, model) {
                ("search", _) | ("dpor", MemoryModel::Sc) => None,
                ("dpor", _) => Some("dpor is defined under sc".to_owned()),
                _ => Some("there are search and dpor".to_owned()),
            })
        })
    }

    #[test]
    fn a_strategy_that_does_not_exist_is_an_error_before_anything_is_measured() {
        let said = ask_a_fake(&["search", "serach"]).expect_err("is mistyped").to_string();
        assert_eq!(said, "no check with the strategy serach: there are search and dpor");
    }

    #[test]
    fn a_strategy_may_be_undefined_under_some_memory_models() {
        let undefined = ask_a_fake(&["search", "dpor"]).expect("both exist");
        assert!(undefined.has("dpor", MemoryModel::Pso) && !undefined.has("dpor", MemoryModel::Sc));
        assert!(!undefined.has("search", MemoryModel::Pso));
    }

    #[test]
    fn a_refusal_is_a_check_without_a_verdict() {
        let output = |status, stdout: &str, stderr: &str| Output {
            status: Some(status),
            timed_out: false,
            stdout: stdout.to_owned(),
            stderr: stderr.to_owned(),
            took: Duration::ZERO,
        };
        let said = "mcr: error: invalid value 'serach' for '--strategy <NAME>': there are auto, search (exit status 2)";
        assert_eq!(refusal(&output(2, "", said)).as_deref(), Some(said));
        assert_eq!(refusal(&output(3, r#"{"verdict":"incomplete"}"#, "")), None);
        assert!(refusal(&output(101, "", "panicked")).is_some());
        assert!(refusal(&Output { timed_out: true, ..output(0, "", "") }).is_some());
    }
}
