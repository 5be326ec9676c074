//! What a check of a program is expected to say: `testsuite/expected/NAME.json`.

use super::judge::one_of;
use crate::jdk::Jdk;
use crate::memory_model::MemoryModel;
use crate::replay;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Seconds for a check under a memory model that the expectation does not mention.
const OTHER_MODEL: u64 = 30;
/// Seconds for a check that tells histories apart to the end.
const AUDIT: u64 = 40;

/// One expectation. Everything but `verdict` and `why` may be left out, and is then not compared.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The name of the file.
    #[serde(skip)]
    pub name: String,
    /// One of the report's verdicts, or several with `|` between them.
    pub verdict: String,
    /// Whether everything is explored.
    pub complete: Option<bool>,
    /// All outcomes; of a check that was not complete, those that may be among the outcomes.
    pub outcomes: Option<Vec<Outcome>>,
    /// Kinds of all violations, each with alternatives as in `verdict`.
    pub violations: Option<Vec<String>>,
    /// Kinds of what follows from the violations, and is none of its own; not compared where there may be more violations.
    pub consequences: Option<Vec<String>>,
    /// Data races under sequential consistency: the two lines, the lower one first (`5-7`), each once; the name of the file where it is
    /// not that of the main class (`HashMap.java-HashMap.java`).
    pub races: Option<Vec<String>>,
    /// The causes of all violations each once: why it is one, what was read, at which line, and the line of who wrote it
    /// (`named: box -> null at 17, written at 14`), or that nobody had (`initial`); then the lines of writes in buffers (`buffered at 9`).
    pub cause: Option<Vec<String>>,
    /// Whether a deadlock is a thread leak.
    pub thread_leak: Option<bool>,
    /// Joint behaviours; not compared where the report does not count them.
    pub behaviours: Option<u64>,
    /// Complete local histories, and so the most executions that may be needed.
    pub local_behaviours: Option<u64>,
    /// All that is executed and not covered: words of each entry and its lines (`a file: 7, 9`); the name of the file where it is not that of the
    /// main class. Where this is left out, everything is covered.
    #[serde(default)]
    pub not_covered: Vec<String>,
    /// Words of what may be executed and not covered as well, wherever that is: a check that is not complete need not come there.
    #[serde(default)]
    pub perhaps_not_covered: Vec<String>,
    /// Words of why classes are loaded anew in each execution; empty if they have to stay from one to the next.
    pub fresh_classes: Option<String>,
    /// All hints: the kind and the line (`spurious-wake-up 12`).
    pub hints: Option<Vec<String>>,
    /// What the reason of an error has to contain, in upper or lower case.
    pub message: Option<String>,
    /// What the text report has to contain.
    #[serde(default)]
    pub text: Vec<String>,
    /// The main class, where it is not the name.
    pub class: Option<String>,
    /// The oldest JDK that has what the program uses, where that is not the oldest supported one. The program is then in
    /// `src/jdkN`.
    pub jdk: Option<u32>,
    /// How many JVMs, if there are several.
    pub jobs: Option<u32>,
    /// Arguments of the program.
    #[serde(default)]
    pub args: Vec<String>,
    /// What there is on its standard input.
    #[serde(default)]
    pub stdin: String,
    /// Options of the JVM.
    #[serde(default)]
    pub jvm_args: Vec<String>,
    /// What comes after `java`, where it is not the class path and the class. `${build}` is the directory of the
    /// compiled programs.
    pub command: Option<Vec<String>>,
    /// Options of `mcr check`, or of the agent (`format=json`).
    #[serde(default)]
    pub options: Vec<String>,
    /// Started as `java -agentpath:...`, without `mcr check`.
    #[serde(default)]
    pub agent: bool,
    /// Seconds after which the check counts as hanging.
    pub timeout: Option<u64>,
    /// What is different under TSO.
    tso: Option<Difference>,
    /// What is different under PSO.
    pso: Option<Difference>,
    /// The model that all this is about, sequential consistency in a file.
    #[serde(skip)]
    pub memory_model: MemoryModel,
    /// Whether there may be more outcomes and violations than these, and a check need not be complete.
    #[serde(skip)]
    pub at_least: bool,
    /// Why this is right.
    #[serde(rename = "why")]
    _why: String,
}

/// What a check finds under a weaker memory model, where that is not what it finds otherwise.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    verdict: Option<String>,
    outcomes: Option<Vec<Outcome>>,
    violations: Option<Vec<String>>,
    cause: Option<Vec<String>>,
    not_covered: Option<Vec<String>>,
    behaviours: Option<u64>,
    local_behaviours: Option<u64>,
}

/// What one execution prints, without the last line end, and how it ends.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    pub stdout: String,
    pub end: String,
}

impl Expectation {
    /// All expectations, by name.
    pub fn all(directory: &Path) -> Result<Vec<Self>> {
        let entries = std::fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
        let mut all = Vec::new();
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_some_and(|e| e == "json") {
                let text = std::fs::read_to_string(&path)?;
                let mut one: Self =
                    serde_json::from_str(&text).with_context(|| format!("cannot read {}", path.display()))?;
                one.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                all.push(match one.jobs {
                    Some(jobs) => one.in_jvms(jobs),
                    None => one,
                });
            }
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(all)
    }

    /// Whether the file says what is found under this model.
    pub fn mentions(&self, model: MemoryModel) -> bool {
        model == MemoryModel::Sc || self.difference(model).is_some()
    }

    /// What is expected under a memory model. If the file does not say so, it is at least what it says of sequential consistency: a weaker
    /// model shows more, never less.
    pub fn under(&self, model: MemoryModel) -> Self {
        let mut under = Self { memory_model: model, ..self.clone() };
        if model == MemoryModel::Sc {
            return under;
        }
        under.races = None;
        let Some(difference) = self.difference(model).cloned() else {
            under.at_least = true;
            (under.cause, under.consequences) = (None, None);
            (under.complete, under.behaviours, under.local_behaviours) = (None, None, None);
            under.text.clear();
            under.hints = None;
            if self.message.is_none() {
                under.verdict = format!("{}|violation|incomplete", self.verdict);
                if !under.options.iter().any(|option| option == "--timeout") {
                    under.options.extend(["--timeout".into(), OTHER_MODEL.to_string()]);
                }
            }
            return under;
        };
        under.verdict = difference.verdict.unwrap_or(under.verdict);
        under.outcomes = difference.outcomes.or(under.outcomes);
        under.violations = difference.violations.or(under.violations);
        under.cause = difference.cause.or(under.cause);
        under.not_covered = difference.not_covered.unwrap_or(under.not_covered);
        under.behaviours = difference.behaviours.or(under.behaviours);
        under.local_behaviours = difference.local_behaviours.or(under.local_behaviours);
        under
    }

    /// The same with more options. `None` for an agent, which has other ones.
    pub fn with(mut self, options: &[String]) -> Option<Self> {
        if options.iter().any(|option| option == "--fresh-classes") {
            self.fresh_classes = None;
        }
        self.options.extend_from_slice(options);
        (!self.agent).then_some(self)
    }

    /// What is expected where all histories are told apart and local states audited: no outcome that cannot be, and no error; such a check need
    /// not come to its end. `None` if there is nothing to audit: an error, or an agent without a checker.
    pub fn audited(mut self) -> Option<Self> {
        if self.agent || self.message.is_some() || self.options.iter().any(|option| option == "predict") {
            return None;
        }
        self = self.uncounted();
        let timeout = AUDIT.to_string();
        let mut wanted = vec![vec!["--audit"], vec!["--timeout", &timeout]];
        if !self.wants_everything() {
            wanted.push(vec!["--keep-going"]);
        }
        for option in wanted {
            if !self.options.iter().any(|given| given == option[0]) {
                self.options.extend(option.iter().map(ToString::to_string));
            }
        }
        (self.complete, self.violations, self.races, self.cause) = (None, None, None, None);
        self.consequences = None;
        self.verdict.push_str("|violation|incomplete");
        self.text.clear();
        self.hints = None;
        Some(self)
    }

    /// What is expected of a check that has several JVMs: the same, but for what is counted.
    pub fn in_jvms(mut self, jobs: u32) -> Self {
        if !self.agent && jobs > 1 {
            self = self.uncounted();
            self.jobs = Some(jobs);
        }
        self
    }

    /// Whether a plain JVM can run the program again and again, and what it may show is known. (An exit would end the JVM, and a livelock
    /// would never end. Options, and files besides the class path, are for a check.) `apart`: each run is a JVM, so the program may have
    /// arguments.
    pub fn is_observable(&self, jdk: &Jdk, apart: bool) -> bool {
        let ends = ["normal", "exception", "deadlock"];
        let known = |outcomes: &Vec<Outcome>| outcomes.iter().all(|outcome| ends.contains(&outcome.end.as_str()));
        let plain = self.stdin.is_empty() && self.jvm_args.is_empty() && self.options.is_empty();
        let whole = self.complete == Some(true) || apart && self.complete.is_none() && self.verdict == "complete";
        let on_class_path = self.command.is_none() && self.jdk.is_none() && self.runs_on(jdk);
        whole && plain && (apart || self.args.is_empty()) && on_class_path && self.outcomes.as_ref().is_some_and(known)
    }

    /// Whether strategies can be compared by how soon they find a violation of it. Not where the
    /// expectation itself chooses a strategy, or when to stop.
    pub fn is_comparable(&self) -> bool {
        let own = ["--strategy", "--max-executions", "--timeout", "--keep-going"];
        self.verdict == "violation" && !self.agent && !self.options.iter().any(|option| own.contains(&option.as_str()))
    }

    /// Whether a violation of this kind is expected.
    pub fn has_kind(&self, kind: &str) -> bool {
        self.violations.as_ref().is_none_or(|kinds| kinds.iter().any(|alternatives| one_of(alternatives, kind)))
    }

    /// Without the numbers.
    pub fn uncounted(mut self) -> Self {
        (self.behaviours, self.local_behaviours) = (None, None);
        for difference in [&mut self.tso, &mut self.pso].into_iter().flatten() {
            (difference.behaviours, difference.local_behaviours) = (None, None);
        }
        self
    }

    fn difference(&self, model: MemoryModel) -> Option<&Difference> {
        match model {
            MemoryModel::Sc => None,
            MemoryModel::Tso => self.tso.as_ref(),
            MemoryModel::Pso => self.pso.as_ref(),
        }
    }

    /// The command that checks the program. The agent alone writes its report to `report`, since the program has the
    /// standard output; `keep_going` is for `mcr check`.
    pub fn command(&self, workspace: &Workspace, jdk: &Jdk, keep_going: bool, report: &Path) -> Command {
        let mut command = if self.agent {
            let mut java = Command::new(jdk.java());
            java.env_remove("LD_LIBRARY_PATH");
            let model = self.memory_model.name();
            let failures = replay::directory(workspace, jdk);
            let mut options =
                format!("report={},output={},memory-model={model},calls=off", report.display(), failures.display());
            self.options.iter().for_each(|option| options.push_str(&format!(",{option}")));
            java.arg(format!("-agentpath:{}={options}", workspace.agent().display()));
            java
        } else {
            let mut mcr = workspace.mcr();
            mcr.args(["check", "--calls", "off", "--format", "json", "--memory-model", self.memory_model.name()]);
            mcr.args(["--jobs", &self.jobs.unwrap_or(1).to_string()]);
            if self.jobs.is_some() {
                mcr.env("MCR_WAIT_FOR_JOBS", "1");
            }
            mcr.arg("--output").arg(replay::directory(workspace, jdk));
            if keep_going {
                mcr.arg("--keep-going");
            }
            mcr.args(&self.options).arg("--").arg(jdk.java());
            mcr
        };
        command.args(&self.jvm_args);
        let build = workspace.testsuite();
        match &self.command {
            Some(words) => {
                command.args(words.iter().map(|word| word.replace("${build}", &build.to_string_lossy())));
            }
            None => {
                let classes = self.jdk.map_or("classes".into(), |version| format!("jdk{version}"));
                command.arg("-cp").arg(build.join(classes)).arg(self.class());
            }
        }
        command.args(&self.args);
        command
    }

    /// Whether there is a report, and nothing else, on the standard output.
    pub fn prints_json(&self) -> bool {
        !self.agent || self.options.iter().any(|option| option == "format=json")
    }

    /// The class whose `main` is run.
    pub fn class(&self) -> &str {
        self.class.as_ref().unwrap_or(&self.name)
    }

    /// Whether the program can run on this JDK.
    pub fn runs_on(&self, jdk: &Jdk) -> bool {
        self.jdk.is_none_or(|oldest| jdk.version >= oldest)
    }

    /// Violations stop a check unless it is told to go on, so whoever wants all outcomes has to tell it.
    pub fn wants_everything(&self) -> bool {
        self.outcomes.is_some()
    }

    /// When a check counts as hanging. The longest take half a minute; a machine that is busy with other work takes several times as long.
    pub fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout.unwrap_or(180))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expectation(text: &str) -> Expectation {
        serde_json::from_str(text).expect("is an expectation")
    }

    #[test]
    fn strategies_are_compared_where_an_expectation_leaves_the_choice_to_them() {
        let is_comparable = |text: &str| expectation(text).is_comparable();
        assert!(is_comparable(r#"{"verdict":"violation","why":"","options":["--spurious"]}"#));
        assert!(!is_comparable(r#"{"verdict":"complete","why":""}"#));
        assert!(!is_comparable(r#"{"verdict":"violation","why":"","agent":true}"#));
        assert!(!is_comparable(r#"{"verdict":"violation","why":"","options":["--strategy","predict"]}"#));
    }

    #[test]
    fn a_violation_may_be_of_one_of_several_kinds() {
        let expected =
            expectation(r#"{"verdict":"violation","why":"","violations":["null-dereference|exception","deadlock"]}"#);
        assert!(expected.has_kind("exception") && expected.has_kind("deadlock"));
        assert!(!expected.has_kind("assertion") && !expected.has_kind("null-dereference|exception"));
    }
}
