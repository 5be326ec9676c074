//! The options of a check, the same by name on the command line (`--max-executions 5`) and for the agent
//! (`max-executions=5`).
//!
//! Invariant: there is one parser. The agent's string is rewritten into command-line arguments and parsed by it, so an
//! option that one form knows the other knows too. An option that does nothing yet is refused, never ignored.

use super::values::{
    MemoryModels, PROPERTIES, Switch, count, depth, glob, jobs, memory_models, on_or_off, property, races, seconds,
    strategy, timeouts, whole_number,
};
use crate::session::crew::Jobs;
use crate::whole;
use clap::{Args, Parser, ValueEnum};
use mcr_explore::{Expected, Objection, RacesAre, Reductions, Rules, Strategy, ViolationKind, Walker};
use mcr_protocol::{Configure, MemoryModel, Timeouts};
use std::path::PathBuf;
use std::time::Duration;

/// What to check and for how long.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Memory model: sc (sequential consistency), tso or pso (total or partial store order); or all of them, one after the
    /// other, with one table of what each allows. Then a violation ends the exploration under its own model alone,
    /// max-executions is for each model, and the timeout for all of them: each has an equal part of what is left
    #[arg(long, value_name = "MODEL", default_value = "sc", value_parser = memory_models)]
    pub memory_model: MemoryModels,

    /// How to look: auto (every behaviour once, and walks on the way, which find much of it early), search (the same without walks), predict (what
    /// else one execution allows; for programs that are too large to be searched), walks alone (delays: few deviations first; random, pct, pos), or, to compare
    /// with, the schedules of dfs, dpor, icb (few preemptions first), icb-dpor, mcr, se-mcr, mcr-s or mcr-s+
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = strategy)]
    pub strategy: String,

    /// What strategies that walk by chance (auto, random, pct, pos) draw from: with another number they go other ways, with the same one
    /// (and --jobs 1) the same
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole_number, allow_negative_numbers = true)]
    pub seed: u64,

    /// With --strategy pct: how many orders of two steps the bugs need that it looks for. By default 1 to 4 by turns
    #[arg(long, value_name = "DEPTH", value_parser = depth, allow_negative_numbers = true)]
    pub pct_depth: Option<u16>,

    /// Properties to check, by default all: deadlock, livelock, exception, assertion, null-dereference, exit; race is
    /// the same as --races fail. With fewer than all of them the search goes on until the end
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = property)]
    pub property: Vec<ViolationKind>,

    /// What data races are: report (listed, no violations), fail (violations) or ignore (not looked for)
    #[arg(long, value_name = "WHAT", default_value = "report", value_parser = races)]
    pub races: RacesAre,

    /// A text that an execution may print, without blanks around it; may be given several times. If it is given, an execution that ends by
    /// itself and prints something else is a violation (outcome)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub expected_outcome: Vec<String>,

    /// What the program prints in the end of an execution that counts for that: `mcr test` has its own program
    #[arg(skip)]
    pub mark: Option<String>,

    /// Instead of such texts: what is wrong with what an execution prints; `mcr jcstress` has tests that say it
    #[arg(skip)]
    pub objection: Option<Objection>,

    /// Stop after this many executions
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub max_executions: Option<u64>,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,

    /// How many JVMs to run at once. By default as many as there are processors, but not more than 8, nor than there is memory for, and only once
    /// they are worth their start. Everything that is found is the same for any number, but the number of executions, and what is found first
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    pub(super) jobs: Option<u32>,

    /// Check only the classes with these names (globs: com.acme.**); by default all of the application
    #[arg(long, value_name = "GLOBS", value_delimiter = ',', value_parser = glob)]
    pub instrument: Vec<String>,

    /// Leave the classes with these names (globs) as they are
    #[arg(long, value_name = "GLOBS", value_delimiter = ',', value_parser = glob)]
    pub exclude: Vec<String>,

    /// Write the report to this file, in the form that its ending says: .sarif, .xml (JUnit), .html, any other is JSON. May
    /// be given several times
    #[arg(long, value_name = "FILE")]
    pub report: Vec<PathBuf>,

    /// Where the sources of the program are, to show the lines that matter. Without it, what is usual is tried: near the classes, and src,
    /// src/main/java and src/test/java in the working directory
    #[arg(long, value_name = "DIR:DIR", value_delimiter = ':')]
    pub source_path: Vec<PathBuf>,

    /// Directory for failure files (FILE.mcr), from which `mcr replay` and `mcr explain` start; made when something is found. By
    /// default mcr-failures
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Format of the report on standard output
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub format: Format,

    /// Show all steps of an interleaving, also those of no consequence
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_value = "false",
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub all_steps: bool,

    /// Show for each outcome an interleaving that leads to it, with as few context switches as there can be
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_value = "false",
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub explain_outcomes: bool,

    /// Do not stop at the first violation
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_value = "false",
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub keep_going: bool,

    /// Give an execution up after this many events (by default 10000, and up to 1000000 where executions still come
    /// to new code or nothing else is left to explore; 1000000 with --strategy predict)
    #[arg(long = "max-events", value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(super) max_events: Option<u64>,

    /// Stop when one search of the model has seen this many states (each takes about 30 bytes)
    #[arg(long, value_name = "N", default_value = "50000000", value_parser = count, allow_negative_numbers = true)]
    pub max_states: u64,

    /// Give an execution up after it has printed this many bytes
    #[arg(long, value_name = "BYTES", default_value = "1048576", value_parser = count, allow_negative_numbers = true)]
    pub max_output: u64,

    /// Seconds that a thread may run without doing anything that another thread can see
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub watchdog: Duration,

    /// When a wait with a time limit may end by itself: idle (only when no other thread can do anything), any (at any time)
    /// or ordered (the same as idle, but in the order of the limits, of which sleeps are some)
    #[arg(long, value_name = "WHEN", default_value = "idle", value_parser = timeouts)]
    pub timeouts: Timeouts,

    /// A wait may end and a park may come back for no reason, and a weak compare-and-set may fail for no reason
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_value = "false",
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub spurious: bool,

    /// A read of a connection or a pipe may return fewer bytes than are there
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_value = "false",
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub partial_io: bool,

    /// Take locks, semaphores and latches of java.util.concurrent for operations of their own (on), or check the accesses
    /// of their code (off)
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off)]
    pub jdk_models: Switch,

    /// Load the classes of the program anew in each execution; else they stay, and are initialised anew
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_value = "false",
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub fresh_classes: bool,

    /// Where there are too many executions to count behaviours: whether histories of a thread that lead to the same local state count as
    /// one (on), or never (off)
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off)]
    pub local_states: Switch,

    /// Whether the class files are asked what depends on what (on): for each failure what it depends on, back to where that began; with
    /// --strategy predict also which reads decide about nothing that is asked for, and may see anything
    #[arg(long, value_name = "on|off", default_value = "off", value_parser = on_or_off)]
    pub dependences: Switch,

    /// Whether each failure is run once more, so that reports show what the program's own code has called, and not what code of the JDK
    /// and of libraries does in these calls
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off)]
    pub calls: Switch,

    /// Executions after which there are too many to count behaviours: 0 takes local states into account from the start
    #[arg(long, value_name = "N", default_value = "32", value_parser = whole_number, allow_negative_numbers = true)]
    pub counted_executions: u64,

    /// Where there are too many states to count behaviours: whether those count as one that differ only in which of several interchangeable
    /// threads is where (on), or not (off)
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off)]
    pub symmetry: Switch,

    /// Whether the program's threads run on threads of the JVM that are kept between executions (on), or on new ones each time (off), which
    /// takes longer and finds the same
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off)]
    pub pooled_threads: Switch,

    /// What happens when the program starts a process: it is run once, and what it prints and its status are what it answers in all executions
    /// (record), or the check ends with status 2 (refuse)
    #[arg(long, value_name = "record|refuse", value_enum, default_value = "record")]
    pub processes: Processes,

    /// What happens when the program connects to somebody outside of it: the connection is refused (refuse), or it is
    /// made once, and what has come over it is what comes in all executions (record)
    #[arg(long, value_name = "refuse|record", value_enum, default_value = "refuse")]
    pub network: Outside,

    /// Never count histories as one, and say in the end whether that would have been right: a check of mcr itself
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_value = "false",
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub audit: bool,
}

/// What happens when the program starts a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Processes {
    /// It is run once, and gives the same answer in all executions.
    Record,
    /// The check ends.
    Refuse,
}

/// What happens when the program connects to somebody outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Outside {
    /// The connection is refused.
    Refuse,
    /// It is made once, and recorded.
    Record,
}

/// How to print the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Options {
    /// Parses the options of an agent: `key=value,key,key=value`. A list is given by repeating its key.
    ///
    /// # Errors
    /// If an option is unknown, malformed or not supported; a line for the user.
    pub fn parse_agent(options: &str) -> Result<Options, String> {
        let items = options.split(',').map(str::trim).filter(|item| !item.is_empty());
        let arguments = items.map(|item| format!("--{item}"));
        match AgentOptions::try_parse_from(arguments) {
            Ok(parsed) => Ok(parsed.options),
            Err(error) => {
                let line = in_one_line(&error).replace("'--", "'");
                Err(format!("agent options `{options}`: {line} (a list is given by repeating its key)"))
            }
        }
    }

    /// Options that cannot be meant together, and paths that do not exist.
    ///
    /// # Errors
    /// The first of them; a line for the user.
    pub fn contradictions(&self) -> Result<(), String> {
        if self.races == RacesAre::Ignored && self.property.contains(&ViolationKind::Race) {
            return Err("--races ignore and --property race contradict each other".to_owned());
        }
        if self.audit && (self.predicts() || !self.local_states.0) {
            return Err(
                "--audit looks at local states, which there are none of with --local-states off or --strategy \
                        predict"
                    .to_owned(),
            );
        }
        if self.seed != 0 && (self.predicts() || !self.explores().draws()) {
            return Err(format!("--seed is for strategies that walk by chance, and {} does not", self.strategy));
        }
        if self.pct_depth.is_some() && self.strategy != Walker::Pct.name() {
            return Err(format!("--pct-depth is for --strategy pct, and not for {}", self.strategy));
        }
        if self.explain_outcomes && self.predicts() {
            return Err(
                "--explain-outcomes is about outcomes that are explored, which --strategy predict does not".to_owned()
            );
        }
        if let Some(both) = self.instrument.iter().find(|glob| self.exclude.contains(glob)) {
            return Err(format!("{both} is given to --instrument and to --exclude"));
        }
        let mut reports = self.report.iter().enumerate();
        let places: Vec<PathBuf> = self.report.iter().map(|path| whole::place(path)).collect();
        if let Some((_, twice)) = reports.find(|(number, _)| places[..*number].contains(&places[*number])) {
            return Err(format!("--report {} is given twice", twice.display()));
        }
        match self.source_path.iter().find(|path| !path.is_dir()) {
            Some(path) if path.exists() => Err(format!("--source-path {}: that is no directory", path.display())),
            Some(path) => Err(format!("--source-path {}: there is no such directory", path.display())),
            None => Ok(()),
        }
    }

    /// # Errors
    /// If the class files are to be asked; a line for the user.
    pub fn no_dependences(&self) -> Result<(), String> {
        match self.dependences.0 {
            true => Err("--dependences on is for `mcr check`, whose command names the class files".to_owned()),
            false => Ok(()),
        }
    }

    /// The only memory model to explore under.
    ///
    /// # Errors
    /// If there are several; a line for the user.
    pub fn single_model(&self) -> Result<MemoryModel, String> {
        match self.memory_model {
            MemoryModels::One(model) => Ok(model),
            MemoryModels::All => {
                Err("memory-model all is for `mcr check` alone, which starts a JVM for each model; choose one \
                                      of sc, tso and pso"
                    .to_owned())
            }
        }
    }

    /// What the agent must know of it, to run the program under this memory model.
    #[must_use]
    pub fn configure(&self, memory_model: MemoryModel) -> Configure {
        Configure {
            memory_model,
            instrument: self.instrument.clone(),
            exclude: self.exclude.clone(),
            max_events: self.max_events(),
            max_output: self.max_output,
            watchdog_ms: u64::try_from(self.watchdog.as_millis()).unwrap_or(u64::MAX),
            timeouts: self.timeouts,
            spurious: self.spurious,
            jdk_models: self.jdk_models.0,
            local_states: self.local_states.0,
            fresh_classes: self.fresh_classes,
            pooled_threads: self.pooled_threads.0,
            refuses_processes: self.processes == Processes::Refuse,
            partial_io: self.partial_io,
            records_network: self.network == Outside::Record,
            several: false,
            tells_calls: false,
            insights: Vec::new(),
        }
    }

    /// The options that say what to look for, and how, as words of a command line; without what the agent is told ([`Options::configure`]), budgets, and
    /// where reports go.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        if self.strategy != "auto" {
            option("strategy", self.strategy.clone());
        }
        if self.seed != 0 {
            option("seed", self.seed.to_string());
        }
        if let Some(depth) = self.pct_depth {
            option("pct-depth", depth.to_string());
        }
        if !self.property.is_empty() {
            option("property", self.property.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(","));
        }
        match self.races {
            RacesAre::Listed => {}
            RacesAre::Violations => option("races", "fail".to_owned()),
            RacesAre::Ignored => option("races", "ignore".to_owned()),
        }
        self.expected_outcome.iter().for_each(|text| option("expected-outcome", text.clone()));
        if let Some(events) = self.max_events {
            option("max-events", events.to_string());
        }
        if !self.source_path.is_empty() {
            let directories = self.source_path.iter().map(|path| path.to_string_lossy());
            option("source-path", directories.collect::<Vec<_>>().join(":"));
        }
        words
    }

    /// How many JVMs to run at once.
    #[must_use]
    pub fn jobs(&self) -> Jobs {
        Jobs::new(if self.predicts() { Some(1) } else { self.jobs })
    }

    /// Refuses more than one JVM.
    ///
    /// # Errors
    /// If the user wants several; a line for the user.
    pub fn one_job(&self, instead: &str) -> Result<(), String> {
        match self.jobs {
            None | Some(1) => Ok(()),
            Some(jobs) => Err(format!("--jobs {jobs}: {instead}")),
        }
    }

    /// Whether one trace is examined instead of all being explored.
    #[must_use]
    pub fn predicts(&self) -> bool {
        self.strategy == "predict"
    }

    /// How to explore.
    #[must_use]
    pub fn explores(&self) -> Strategy {
        Strategy::of_name(&self.strategy).unwrap_or_default()
    }

    /// Events after which an execution is given up.
    #[must_use]
    pub fn max_events(&self) -> u64 {
        self.max_events.unwrap_or(if self.predicts() { 1_000_000 } else { 10_000 })
    }

    /// Events up to which that may grow: what the user has said holds as it was said.
    #[must_use]
    pub fn most_events(&self) -> Option<u64> {
        (self.max_events.is_none() && !self.predicts()).then_some(1_000_000)
    }

    /// What the explorer must know of the same.
    #[must_use]
    pub fn rules(&self, memory_model: MemoryModel) -> Rules {
        Rules { memory_model, timeouts: self.timeouts, spurious: self.spurious }
    }

    /// What may be left out of the search.
    #[must_use]
    pub fn reductions(&self) -> Reductions {
        Reductions { local_states: self.local_states.0, symmetry: self.symmetry.0, ..Reductions::ALL }
    }

    /// Whether a violation of this kind was asked for.
    #[must_use]
    pub fn checks(&self, kind: ViolationKind) -> bool {
        match kind {
            ViolationKind::Race => self.races_are() == RacesAre::Violations,
            ViolationKind::Outcome => self.expected().is_some(),
            _ => self.property.is_empty() || self.property.contains(&kind),
        }
    }

    /// What data races are.
    #[must_use]
    pub fn races_are(&self) -> RacesAre {
        if self.property.contains(&ViolationKind::Race) { RacesAre::Violations } else { self.races }
    }

    /// The properties that are checked.
    #[must_use]
    pub fn properties(&self) -> Vec<ViolationKind> {
        let kinds = PROPERTIES.into_iter().chain([ViolationKind::Race, ViolationKind::Outcome]);
        kinds.filter(|kind| self.checks(*kind)).collect()
    }

    /// What executions may print; none: anything.
    #[must_use]
    pub fn expected(&self) -> Option<Expected> {
        let (texts, mark) = (self.expected_outcome.clone(), self.mark.clone());
        let texts = (!texts.is_empty()).then_some(Expected::Texts { texts, mark });
        self.objection.clone().map(Expected::Unless).or(texts)
    }

    /// Whether all properties are checked; races are an extra.
    #[must_use]
    pub fn checks_everything(&self) -> bool {
        PROPERTIES.iter().all(|kind| self.checks(*kind))
    }
}

/// The agent's options seen as a command line.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct AgentOptions {
    #[command(flatten)]
    options: Options,
}

/// What is wrong with arguments, without the help that follows.
pub fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let what = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    what.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agent_string_means_what_the_command_line_means() {
        let options = Options::parse_agent(
            "max-executions=5,keep-going,exclude=a.*,exclude=b.**, timeout=2.5,report=/tmp/r.json",
        )
        .unwrap();
        assert_eq!(options.max_executions, Some(5));
        assert!(options.keep_going);
        assert_eq!(options.exclude, ["a.*", "b.**"]);
        assert_eq!(options.timeout, Some(Duration::from_millis(2500)));
        assert_eq!(options.report, [PathBuf::from("/tmp/r.json")]);
        assert_eq!(options.max_events(), 10_000);
        assert_eq!(Options::parse_agent("strategy=predict").unwrap().max_events(), 1_000_000);
        assert_eq!(Options::parse_agent("strategy=predict,max-events=7").unwrap().max_events(), 7);
        assert_eq!(options.max_states, 50_000_000);
        assert_eq!(options.counted_executions, mcr_explore::Options::default().counted_executions);
        assert_eq!(Options::parse_agent("counted-executions=0").unwrap().counted_executions, 0);
        assert!(!Options::parse_agent("keep-going=false").unwrap().keep_going);
        assert!(!Options::parse_agent("").unwrap().keep_going);
        assert!(Options::parse_agent("all-steps").unwrap().all_steps && !Options::parse_agent("").unwrap().all_steps);
    }

    #[test]
    fn the_agent_and_the_explorer_are_told_the_same_rules() {
        let told = |options: &str| {
            let options = Options::parse_agent(options).unwrap();
            let model = options.single_model().unwrap();
            let (configure, rules) = (options.configure(model), options.rules(model));
            assert_eq!((configure.timeouts, configure.spurious), (rules.timeouts, rules.spurious));
            assert_eq!((configure.memory_model, rules.memory_model), (model, model));
            (configure.timeouts, configure.spurious, configure.jdk_models, configure.pooled_threads)
        };
        assert_eq!(told(""), (Timeouts::Idle, false, true, true));
        assert_eq!(told("timeouts=any,spurious,jdk-models=off"), (Timeouts::Any, true, false, true));
        assert_eq!(told("timeouts=idle,spurious=false,jdk-models=on"), (Timeouts::Idle, false, true, true));
        assert!(!told("pooled-threads=off").3);
    }

    #[test]
    fn what_was_asked_for_can_be_asked_for_again() {
        let asked = |options: &str| Options::parse_agent(options).unwrap().asked();
        assert_eq!(asked("memory-model=tso,timeout=3,keep-going,jobs=2,output=x"), [""; 0]);
        let said = "strategy=search,property=race,property=exit,races=fail,expected-outcome=1 0,max-events=7";
        let words =
            "--strategy search --property race,exit --races fail --expected-outcome 1_0 --max-events 7".split(' ');
        assert_eq!(asked(said), words.map(|word| word.replace('_', " ")).collect::<Vec<_>>());
    }

    #[test]
    fn memory_models_are_explored_one_by_one() {
        let each = |text: &str| Options::parse_agent(text).unwrap().memory_model.each();
        assert_eq!(each(""), [MemoryModel::Sc]);
        assert_eq!(each("memory-model=pso"), [MemoryModel::Pso]);
        assert_eq!(each("memory-model=all"), [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso]);
        assert!(Options::parse_agent("memory-model=all").unwrap().single_model().is_err());
    }

    #[test]
    fn what_is_not_supported_is_refused_and_named() {
        let refused = [
            ("memory-model=rmo", "there are sc, tso, pso and all"),
            ("property=rice", "livelock, exception"),
            ("races=maybe", "report, fail and ignore"),
            ("jobs=0", "a whole number from 1 to 256"),
            ("jobs=many", "a whole number from 1 to 256"),
            ("strategy=wander", "there are auto, search, delays, random"),
            ("seed=-1", "a whole number from 0"),
            ("pct-depth=0", "a whole number from 1 to 1000"),
            ("max-executions=0", "max-executions"),
            ("timeout=0", "greater than 0"),
            ("timeout=-1", "greater than 0"),
            ("timeout=1e300", "less than 1000000000"),
            ("max-executions=-3", "a whole number from 1"),
            ("max-events=99999999999999999999", "a whole number from 1"),
            ("max-output=0", "a whole number from 1"),
            ("counted-executions=-1", "a whole number from 0"),
            ("exclude=com/acme/**", "dots between packages"),
            ("instrument=com.[a]", "not part of names"),
            ("exclude=", "a name of classes"),
            ("colour=red", "colour"),
            ("timeouts=never", "idle, any and ordered"),
            ("jdk-models=maybe", "on and off"),
            ("property=deadlock,exit", "repeating its key"),
        ];
        for (text, expected) in refused {
            let error = Options::parse_agent(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
    }

    #[test]
    fn what_contradicts_itself_or_is_not_there_is_refused() {
        let refused = |options: &str| Options::parse_agent(options).unwrap().contradictions().unwrap_err();
        assert!(refused("races=ignore,property=race").contains("contradict"));
        assert!(refused("strategy=search,seed=3").contains("and search does not"));
        assert!(refused("strategy=pos,pct-depth=3").contains("not for pos"));
        assert!(refused("exclude=a.*,instrument=a.*").contains("a.*"));
        assert!(refused("report=a.json,report=b.xml,report=a.json").contains("twice"));
        assert!(refused("source-path=/nonexistent").contains("/nonexistent"));
        assert!(
            refused("audit,local-states=off").contains("--audit")
                && refused("audit,strategy=predict").contains("--audit")
        );
        assert_eq!(Options::parse_agent("exclude=a.*,report=a.json").unwrap().contradictions(), Ok(()));
    }

    #[test]
    fn properties_select_kinds_of_violations() {
        let options = Options::parse_agent("property=deadlock,property=exit").unwrap();
        assert!(options.checks(ViolationKind::Exit) && !options.checks(ViolationKind::Assertion));
        assert!(!options.checks_everything());
        assert!(Options::parse_agent("").unwrap().checks_everything());
    }

    #[test]
    fn races_are_violations_where_that_was_asked_for() {
        let options = |text: &str| Options::parse_agent(text).unwrap();
        let races = |text: &str| (options(text).races_are(), options(text).checks(ViolationKind::Race));
        assert_eq!(races(""), (RacesAre::Listed, false));
        assert_eq!(races("races=ignore"), (RacesAre::Ignored, false));
        assert_eq!(races("races=fail"), (RacesAre::Violations, true));
        assert_eq!(races("property=race"), (RacesAre::Violations, true));
        assert_eq!(races("property=exit"), (RacesAre::Listed, false));
        assert_eq!(races("races=fail,property=exit"), (RacesAre::Violations, true));
        assert!(options("races=fail").checks_everything() && !options("property=race").checks_everything());
        assert!(!options("property=race").checks(ViolationKind::Exit));
    }
}
