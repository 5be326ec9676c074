//! One check of a driver, judged, and reduced to a row.

use super::selection::Selection;
use crate::end_to_end::Report;
use crate::jdk::{self, Jdk};
use crate::lanes::Lane;
use crate::libraries::{self, Built, Checked};
use crate::programs::fresh;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Seconds that each check has when nothing else is said.
const BUDGET: u64 = 20;

/// What all checks of a run have in common.
pub struct Setting<'a> {
    pub workspace: &'a Workspace,
    pub jdk: Jdk,
    /// Seconds for each check.
    pub budget: u64,
    /// What was asked for.
    pub selection: &'a Selection,
    /// Where reports and failure files go, in a directory for each check.
    pub reports: PathBuf,
}

/// What a check came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub system: String,
    pub version: String,
    pub driver: String,
    /// The number of the bug that it is to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bug: Option<String>,
    pub strategy: String,
    pub verdict: String,
    /// Whether everything was explored.
    pub complete: bool,
    pub executions: u64,
    /// The first execution that showed a violation, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    pub executions_per_s: f64,
    pub seconds: f64,
    /// In all executions.
    pub events: u64,
    pub local_states: u64,
    pub races: usize,
    /// Violations of each kind.
    pub violations: BTreeMap<String, usize>,
    /// What cannot be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
    /// Why the check ended, as it says it.
    #[serde(skip)]
    pub reason: String,
}

impl<'a> Setting<'a> {
    /// The setting of a command.
    pub fn new(workspace: &'a Workspace, selection: &'a Selection) -> Result<Self> {
        let jdk = match selection.jdk {
            None => jdk::any()?,
            Some(version) => jdk::find()
                .into_iter()
                .find(|jdk| jdk.version == version)
                .with_context(|| format!("there is no JDK {version}"))?,
        };
        let reports = workspace.testsuite().join("reports");
        let budget = selection.budget.unwrap_or(BUDGET);
        Ok(Self { workspace, jdk, budget, selection, reports })
    }

    /// Where the report and the failure files of a check go.
    fn directory(&self, built: &Built, strategy: &str) -> PathBuf {
        self.reports.join(format!("{}-{}-{strategy}", built.library.name, built.driver.class))
    }
}

/// Checks a driver with a strategy; its row, and its report, if there is one.
pub fn measure(setting: &Setting, lane: &Lane, built: &Built, strategy: &str) -> Result<(Measured, Option<Report>)> {
    let Built { library, class_path, driver } = built;
    let directory = fresh(&setting.directory(built, strategy))?;
    let options = ["--strategy", strategy, "--output", directory.to_str().context("the path is no text")?];
    let driven = (class_path.as_str(), driver);
    let Checked { output, report, wrong } =
        libraries::checked(setting.workspace, &setting.jdk, driven, setting.budget, &options, &lane.directory)?;
    let mut row = Measured {
        system: library.name.to_owned(),
        version: library.version().to_owned(),
        driver: driver.class.clone(),
        bug: driver.bug.clone(),
        strategy: strategy.to_owned(),
        verdict: "-".to_owned(),
        complete: false,
        executions: 0,
        first: None,
        executions_per_s: 0.0,
        seconds: output.took.as_secs_f64(),
        events: 0,
        local_states: 0,
        races: 0,
        violations: BTreeMap::new(),
        wrong,
        reason: String::new(),
    };
    if let Some(report) = &report {
        row.read(report);
    }
    Ok((row, report))
}

impl Measured {
    /// The head of what [`Measured::print`] prints.
    pub const HEAD: &str = "system     driver               strategy verdict      runs   runs/s seconds events/run \
                            states races violations";

    fn read(&mut self, report: &Report) {
        self.verdict.clone_from(&report.verdict);
        self.complete = report.complete;
        self.executions = report.executions;
        self.first = report.violations.iter().map(|violation| violation.first_execution).min();
        self.executions_per_s = report.statistics.executions_per_s;
        self.events = report.statistics.events;
        self.local_states = report.local_states;
        self.races = report.races.len();
        for violation in &report.violations {
            *self.violations.entry(violation.kind.clone()).or_default() += 1;
        }
        self.reason = report.reason.clone().unwrap_or_default();
    }

    /// Which check it is; rows are in this order.
    pub fn key(&self) -> (String, String, String) {
        (self.system.clone(), self.driver.clone(), self.strategy.clone())
    }

    /// Events in an execution, on average.
    pub fn events_of_one(&self) -> u64 {
        self.events.checked_div(self.executions).unwrap_or(0)
    }

    /// `complete`, `incomplete`, `violation`, `violation, all explored`, or what is wrong.
    pub fn verdict(&self) -> String {
        match self.verdict.as_str() {
            "violation" if self.complete => "violation, all explored".to_owned(),
            other => other.to_owned(),
        }
    }

    /// `deadlock 1, exception 2`
    pub fn kinds(&self) -> String {
        self.violations.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
    }

    /// Each mistake, in a line that says where.
    pub fn mistakes(&self) -> impl Iterator<Item = String> {
        self.wrong.iter().map(|wrong| format!("{} {}, {}: {wrong}", self.system, self.driver, self.strategy))
    }

    /// Prints the row.
    pub fn print(&self) {
        println!(
            "{:10} {:20} {:8} {:10} {:>6} {:>8.1} {:>7.1} {:>10} {:>6} {:>5} {}  {}{}",
            self.system,
            self.driver,
            self.strategy,
            self.verdict,
            self.executions,
            self.executions_per_s,
            self.seconds,
            self.events_of_one(),
            self.local_states,
            self.races,
            self.kinds(),
            if self.wrong.is_empty() { "" } else { "FAILED " },
            self.reason
        );
        self.wrong.iter().for_each(|wrong| println!("    {wrong}"));
    }
}
