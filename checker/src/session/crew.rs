//! Several JVMs that run one program, each on a processor of its own ([`Program::at_once`]).
//!
//! The first one begins alone. The others are started when executions have taken as long as the start of a JVM does, or, where the user has said how many, after
//! the first execution: what the start of a program shows ([`mcr_protocol::Insight`]) they know from the beginning.
//!
//! What JVMs say is brought together here: places in the code get one numbering ([`super::sites`]), and what an execution tells that counts no more is told with the next
//! trace. Executions that were asked for before one that ended with [`End::Restart`] belong to another *epoch*: they do not count, and who asked for them does not
//! hear of them. An execution of which something is remembered counts when the keeper has run it as well ([`super::worker`]).
//!
//! What the program changes in files is put back at the end of each execution, but JVMs share the file system. So where it is about to change something for the
//! first time the execution is broken off, and the keeper goes on alone ([`Insight::CHANGES_FILES`]).

use super::Setting;
use super::command::JavaCommand;
use super::input::Source;
use super::network;
use super::sites::Sites;
use super::stop::Stop;
use super::worker::{Board, Job, Report, Task, Worker, tell_of};
use anyhow::anyhow;
use mcr_explore::{Program, Ticket};
use mcr_model::classes::Classes;
use mcr_protocol::{Configure, End, Insight, LocationId, Schedule, Trace};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How long to wait for a trace before asking whether to stop.
const TICK: Duration = Duration::from_millis(50);

/// The environment variable that makes a check wait until all JVMs are there: for tests.
const WAIT_VARIABLE: &str = "MCR_WAIT_FOR_JOBS";

/// How many JVMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs {
    /// At most.
    pub most: usize,
    /// The user has said so: they need not be worth it.
    pub wanted: bool,
}

/// Some JVMs.
pub struct Crew {
    command: JavaCommand,
    agent: PathBuf,
    /// What is known now.
    configure: Configure,
    jobs: Jobs,
    board: Arc<Board>,
    reports: Receiver<Report>,
    sender: Sender<Report>,
    workers: Vec<Member>,
    task: Arc<Task>,
    epoch: u64,
    /// What nobody has asked for yet.
    arrived: VecDeque<(Ticket, Trace)>,
    /// What executions have told that do not count.
    owed: Option<Trace>,
    error: Option<anyhow::Error>,
    sites: Sites,
    /// What threads write by events, and what static initialisers have read without, in whichever JVM.
    written: FxHashSet<LocationId>,
    read_silently: FxHashSet<LocationId>,
    classes: Classes,
    version: String,
    /// How long the first JVM took to start; and executions since, all in all.
    start: Duration,
    spent: Duration,
    /// Executions of [`Program::execute`].
    calls: u64,
}

/// A worker, and whether its JVM is there.
struct Member {
    thread: JoinHandle<()>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Starting,
    Ready,
    Gone,
}

impl Crew {
    /// Starts the first JVM.
    ///
    /// # Errors
    /// If it does not start, or its agent does not answer as it should.
    pub fn launch(
        command: &JavaCommand,
        agent: &Path,
        configure: &Configure,
        stop: &Stop,
        jobs: Jobs,
    ) -> anyhow::Result<Crew> {
        let (sender, reports) = channel();
        let mut crew = Crew {
            command: command.clone(),
            agent: agent.to_owned(),
            configure: Configure { several: true, ..configure.clone() },
            jobs,
            board: Arc::default(),
            reports,
            sender,
            workers: Vec::new(),
            task: Arc::new(Task { number: 0, arguments: None, stop: stop.clone() }),
            epoch: 0,
            arrived: VecDeque::new(),
            owed: None,
            error: None,
            sites: Sites::default(),
            written: FxHashSet::default(),
            read_silently: FxHashSet::default(),
            classes: Classes::unknown(configure),
            version: String::new(),
            start: Duration::MAX,
            spent: Duration::ZERO,
            calls: 0,
        };
        crew.hire()?;
        while crew.count(State::Starting) > 0 {
            crew.listen(true);
        }
        match crew.error.take() {
            Some(error) => Err(error),
            None => Ok(crew),
        }
    }

    /// Starts another JVM.
    fn hire(&mut self) -> anyhow::Result<()> {
        let number = self.workers.len();
        let worker = Worker {
            number,
            command: JavaCommand { processor: number, ..self.command.clone() },
            agent: self.agent.clone(),
            configure: self.configure.clone(),
            board: self.board.clone(),
            reports: self.sender.clone(),
        };
        let task = self.task.clone();
        let thread = Builder::new().name(format!("jvm {number}")).spawn(move || worker.work(&task))?;
        self.workers.push(Member { thread, state: State::Starting });
        Ok(())
    }

    /// Starts those that are missing, if they are worth it.
    fn grow(&mut self) -> anyhow::Result<()> {
        let is_worth_it = self.jobs.wanted || self.spent >= self.start;
        let is_alone = self.configure.insights.contains(&Insight::CHANGES_FILES);
        if self.workers.len() >= self.jobs.most || !is_worth_it || is_alone {
            return Ok(());
        }
        while self.workers.len() < self.jobs.most {
            self.hire()?;
        }
        while env::var_os(WAIT_VARIABLE).is_some() && self.count(State::Starting) > 0 {
            self.listen(true);
        }
        Ok(())
    }

    fn count(&self, state: State) -> usize {
        self.workers.iter().filter(|worker| worker.state == state).count()
    }

    /// Hears what workers tell, and waits for it for a while if `wait` says so.
    fn listen(&mut self, wait: bool) {
        if wait {
            match self.reports.recv_timeout(TICK) {
                Ok(report) => self.hear(report),
                // This end has a sender, too.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
        while let Ok(report) = self.reports.try_recv() {
            self.hear(report);
        }
    }

    fn hear(&mut self, report: Report) {
        match report {
            Report::Ready { worker, version, took } => {
                if self.workers[worker].state == State::Starting {
                    self.workers[worker].state = State::Ready;
                }
                if worker == 0 {
                    (self.version, self.start) = (version, took);
                }
            }
            Report::Done { worker, jvm, job, trace } => self.done(worker, jvm, job, *trace),
            Report::Replaced { jvm } => self.sites.forget(jvm),
            Report::Lost { worker, error, job } => {
                let left = self.lose(worker);
                if left == 0 {
                    self.error.get_or_insert(error);
                    return;
                }
                if self.task.stop.check().is_ok() {
                    eprintln!("mcr: warning: {error:#}; going on with {left} JVM{}", if left == 1 { "" } else { "s" });
                }
                // The keeper: whoever is that now has not compared all that is remembered.
                if let Some(job) = job.filter(|job| job.epoch == self.epoch) {
                    self.board.push_for_keeper(job);
                }
            }
            Report::Failed { worker, error, job } => {
                let left = self.lose(worker);
                if left == 0 || job.epoch == self.epoch {
                    self.error.get_or_insert(error);
                }
            }
        }
    }

    /// A worker has gone; how many are left.
    fn lose(&mut self, worker: usize) -> usize {
        self.workers[worker].state = State::Gone;
        if let (true, Some(next)) =
            (self.board.keeper() == worker, self.workers.iter().position(|worker| worker.state != State::Gone))
        {
            self.board.keep(next);
        }
        self.count(State::Ready) + self.count(State::Starting)
    }

    /// Threads write, in some JVM, what a static initialiser has read without an event in one. What has read so without knowing better does
    /// not count, even where others have known for a while.
    fn compare_initialisers(&mut self, trace: &mut Trace) {
        let writes = trace.events.iter().filter_map(|event| event.action.access()).filter(|(_, writes)| *writes);
        let written: Vec<_> = writes.map(|(at, _)| at).filter(|at| self.written.insert(*at)).collect();
        self.read_silently.extend(&trace.new_silent_reads);
        let new = trace.new_silent_reads.iter().filter(|at| self.written.contains(at));
        let insights: FxHashSet<_> = written
            .iter()
            .filter(|at| self.read_silently.contains(at))
            .chain(new)
            .map(|at| Insight::is_written(*at))
            .collect();
        if !insights.is_empty() {
            trace.end = End::Restart;
        }
        trace.new_insights.extend(insights);
    }

    fn done(&mut self, worker: usize, jvm: u32, job: Job, mut trace: Trace) {
        self.sites.translate(jvm, &mut trace);
        self.compare_initialisers(&mut trace);
        self.classes.add(&self.configure, &trace);
        let mut new: Vec<Insight> = Vec::new();
        for insight in &trace.new_insights {
            if !self.configure.insights.contains(insight) && !new.contains(insight) {
                new.push(*insight);
            }
        }
        self.configure.insights.extend_from_slice(&new);
        self.board.know(&new);
        if new.contains(&Insight::CHANGES_FILES) {
            let keeper = self.board.keeper();
            let others = self.workers.iter_mut().enumerate().filter(|(number, _)| *number != keeper);
            others.for_each(|(_, worker)| worker.state = State::Gone);
        }
        if job.task.number != self.task.number {
            if new.is_empty() {
                return;
            }
            // What an execution of an earlier program has shown, some JVMs have known before others since this one began; but what it has not
            // covered is no matter of this one.
            trace.not_covered.clear();
        }
        let counts = job.epoch == self.epoch;
        if !counts && new.is_empty() {
            self.owe(trace);
            return;
        }
        if !counts {
            // Nobody has asked for it any more, but what it shows was not known.
            trace.end = End::Restart;
        }
        if trace.is_remembered && counts && trace.end != End::Restart && !job.again {
            self.board.remember(jvm, &job.schedule);
            if worker != self.board.keeper() {
                self.classes.cover(&trace);
                self.owe(trace);
                self.board.push_for_keeper(Job { again: true, ..job });
                return;
            }
        }
        if trace.end == End::Restart {
            self.epoch += 1;
            self.board.clear();
            for (_, trace) in std::mem::take(&mut self.arrived) {
                self.owe(trace);
            }
        }
        self.classes.cover(&trace);
        if let Some(owed) = self.owed.take() {
            tell_of(owed, &mut trace);
        }
        self.arrived.push_back((job.ticket, trace));
    }

    /// Keeps the names that a trace tells, for the next one.
    fn owe(&mut self, trace: Trace) {
        match &mut self.owed {
            Some(owed) => tell_of(trace, owed),
            none => *none = Some(trace),
        }
    }

    /// From the next execution on, runs the main class with other arguments: that is another program, of which nothing is known.
    pub fn next_program(&mut self, arguments: Vec<String>, max_events: u64, stop: &Stop) {
        let number = self.task.number + 1;
        self.task = Arc::new(Task { number, arguments: Some(arguments), stop: stop.clone() });
        self.epoch += 1;
        self.board.clear();
        self.arrived.clear();
        self.owed = None;
        self.classes.not_covered.clear();
        self.configure.max_events = max_events;
    }

    /// JVMs that were started, but for those that have replaced others.
    #[must_use]
    pub fn started(&self) -> u32 {
        u32::try_from(self.workers.len()).unwrap_or(u32::MAX)
    }

    /// Whether nothing more can be run.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.error.is_some() || self.count(State::Ready) + self.count(State::Starting) == 0
    }

    /// What became of the program's classes so far.
    #[must_use]
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// How these JVMs run the program which a command has started.
    #[must_use]
    pub fn setting(&self, command: &[OsString], directory: &Path) -> Setting {
        let network = network::Source::Standard(self.task.arguments.clone().unwrap_or_default());
        let told = (&Source::Standard, &network);
        Setting::new((command, directory), &self.version, &self.configure, &self.classes, told)
    }

    /// Ends the JVMs.
    pub fn quit(mut self) {
        self.board.close();
        for Member { thread, state } in std::mem::take(&mut self.workers) {
            // One that is still starting a JVM goes when it is there, or with this process.
            if state != State::Starting {
                let _ = thread.join();
            }
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.board.close();
    }
}

impl Program for Crew {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        self.calls += 1;
        let ticket = Ticket(u64::MAX - self.calls);
        let start = Instant::now();
        self.submit(ticket, schedule)?;
        let trace = loop {
            let is_meant = |(of, trace): &(Ticket, Trace)| *of == ticket || trace.end == End::Restart;
            if let Some(at) = self.arrived.iter().position(is_meant)
                && let Some((_, trace)) = self.arrived.remove(at)
            {
                break trace;
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            self.listen(true);
        };
        self.spent += start.elapsed();
        if trace.end != End::Restart {
            self.grow()?;
        }
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.configure.max_events = events;
        Ok(())
    }

    fn at_once(&mut self) -> usize {
        self.listen(false);
        self.count(State::Ready).max(1)
    }

    fn submit(&mut self, ticket: Ticket, schedule: &Schedule) -> anyhow::Result<()> {
        if self.is_over() {
            return Err(self.error.take().unwrap_or_else(|| anyhow!("there is no JVM left")));
        }
        let (limit, epoch, task) = (self.configure.max_events, self.epoch, self.task.clone());
        self.board.push(Job { ticket, schedule: schedule.clone(), limit, epoch, task, again: false });
        Ok(())
    }

    fn finished(&mut self, wait: bool) -> anyhow::Result<Option<(Ticket, Trace)>> {
        if self.arrived.is_empty() {
            self.listen(wait);
        }
        match (self.arrived.pop_front(), self.error.take()) {
            (None, Some(error)) => Err(error),
            (arrived, error) => {
                self.error = error;
                Ok(arrived)
            }
        }
    }
}
