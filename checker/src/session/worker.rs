//! A thread of a crew ([`super::crew`]), which owns one JVM and runs in it what is in the queue.
//!
//! It starts the JVM itself, because the kernel ends a JVM with the thread that has started it. A JVM that has died is replaced, and the
//! schedule that it was running is given to the new one; who dies of it again is the program's fault. Before it runs the next one, a JVM is told what
//! others have found out about the program ([`Insight`]).
//!
//! An agent compares some of what executions do with what others have done: whether it is always the same thread that starts another one, say. It knows those that ran in its
//! own JVM only. So an execution of which an agent remembers something new ([`Trace::is_remembered`]) is run in each other JVM before what that runs next. And before it
//! counts, the *keeper* has run it, who is one of the workers: so there is one JVM that compares it with all the others.

use super::command::JavaCommand;
use super::stop::Stop;
use super::{Session, stopped};
use mcr_explore::{Program, Ticket};
use mcr_protocol::{Configure, End, Insight, Schedule, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is run: one program after the other.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) number: u64,
    /// What the main method is told, if that is not what the command says.
    pub(super) arguments: Option<Vec<String>>,
    pub(super) stop: Stop,
}

/// A schedule to be run.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) ticket: Ticket,
    pub(super) schedule: Schedule,
    /// Events after which it is given up.
    pub(super) limit: u64,
    /// See [`super::crew::Crew`].
    pub(super) epoch: u64,
    pub(super) task: Arc<Task>,
    /// It has been run in another JVM, and is remembered.
    pub(super) again: bool,
}

/// What a worker tells.
pub(super) enum Report {
    /// Its JVM is there: its version, and how long that took.
    Ready { worker: usize, version: String, took: Duration },
    /// A JVM has run a schedule. Each JVM has a number of its own.
    Done { worker: usize, jvm: u32, job: Job, trace: Box<Trace> },
    /// A JVM was replaced.
    Replaced { jvm: u32 },
    /// It could not start a JVM, and has gone. What it was to run.
    Lost { worker: usize, error: anyhow::Error, job: Option<Job> },
    /// It could not run a schedule, and has gone.
    Failed { worker: usize, error: anyhow::Error, job: Job },
}

/// What workers share.
#[derive(Debug, Default)]
pub(super) struct Board {
    queue: Mutex<Queue>,
    work: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// Who compares all executions that are remembered; and what nobody else can run.
    keeper: usize,
    for_keeper: VecDeque<Job>,
    /// The executions that are remembered, and the number of the JVM that has run each first.
    remembered: Vec<(u32, Arc<Schedule>)>,
    /// How often all that was dropped.
    epoch: u64,
    closed: bool,
    /// What is known of the program.
    insights: Vec<Insight>,
    /// The connections of those who run something.
    busy: FxHashMap<usize, UnixStream>,
    /// JVMs that were started.
    jvms: u32,
}

impl Queue {
    /// Whether a worker runs nothing any more: only the keeper does where the program changes files.
    fn excludes(&self, worker: usize) -> bool {
        self.keeper != worker && self.insights.contains(&Insight::CHANGES_FILES)
    }
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what is to be run.
    pub(super) fn push(&self, job: Job) {
        self.lock().jobs.push_back(job);
        self.work.notify_one();
    }

    /// Adds what the keeper is to run.
    pub(super) fn push_for_keeper(&self, job: Job) {
        self.lock().for_keeper.push_back(job);
        self.work.notify_all();
    }

    /// Each JVM but this one has to run this.
    pub(super) fn remember(&self, jvm: u32, schedule: &Schedule) {
        self.lock().remembered.push((jvm, Arc::new(schedule.clone())));
    }

    /// Makes another worker the keeper.
    pub(super) fn keep(&self, worker: usize) {
        self.lock().keeper = worker;
        self.work.notify_all();
    }

    pub(super) fn keeper(&self) -> usize {
        self.lock().keeper
    }

    /// Drops what nobody has begun to run, and what is remembered.
    pub(super) fn clear(&self) {
        let mut queue = self.lock();
        queue.jobs.clear();
        queue.for_keeper.clear();
        queue.remembered.clear();
        queue.epoch += 1;
    }

    /// Something was found out that each JVM has to know from now on.
    pub(super) fn know(&self, insights: &[Insight]) {
        self.lock().insights.extend_from_slice(insights);
        // Some may have to go now.
        self.work.notify_all();
    }

    /// Lets all workers go, and breaks off what they run.
    pub(super) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.jobs.clear();
        queue.for_keeper.clear();
        for stream in queue.busy.values() {
            // A connection that is gone already is as good.
            let _ = stream.shutdown(Shutdown::Both);
        }
        self.work.notify_all();
    }

    /// Waits for something to run; none if there will be nothing.
    fn next(&self, worker: usize) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.closed || queue.excludes(worker) {
                return None;
            }
            let own = if queue.keeper == worker { queue.for_keeper.pop_front() } else { None };
            match own.or_else(|| queue.jobs.pop_front()) {
                None => queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner),
                job => return job,
            }
        }
    }
}

/// A worker.
pub(super) struct Worker {
    pub(super) number: usize,
    pub(super) command: JavaCommand,
    pub(super) agent: PathBuf,
    pub(super) configure: Configure,
    pub(super) board: Arc<Board>,
    pub(super) reports: Sender<Report>,
}

/// A JVM, and what it was told.
struct Jvm {
    number: u32,
    session: Session,
    insights: FxHashSet<Insight>,
    /// How much of what is known of the program it was compared with.
    compared: usize,
    /// How much of what is remembered it has run, and of which epoch.
    remembered: (u64, usize),
    /// Of which epoch its agent remembers something. What it has remembered once it does not tell again before it begins anew.
    remembers: Option<u64>,
    task: u64,
    limit: u64,
    /// It has run something.
    warm: bool,
}

impl Worker {
    /// Works until nothing is to be done any more.
    pub(super) fn work(mut self, task: &Task) {
        let start = Instant::now();
        let mut jvm = match self.launch(task) {
            Ok(jvm) => jvm,
            Err(error) => return self.tell(Report::Lost { worker: self.number, error, job: None }),
        };
        let version = jvm.session.version().to_owned();
        self.tell(Report::Ready { worker: self.number, version, took: start.elapsed() });
        while let Some(job) = self.board.next(self.number) {
            match self.serve(jvm, job) {
                Some(same) => jvm = same,
                None => return,
            }
        }
        jvm.session.quit(0);
    }

    /// Runs a schedule. The JVM for the next one; none if this worker has to go.
    fn serve(&mut self, mut jvm: Jvm, job: Job) -> Option<Jvm> {
        let mut has_died = false;
        let mut is_dead = false;
        loop {
            if std::mem::take(&mut is_dead) {
                self.tell(Report::Replaced { jvm: jvm.number });
                jvm.session.quit(0);
                jvm = match self.launch(&job.task) {
                    Ok(jvm) => jvm,
                    Err(error) => {
                        self.tell(Report::Lost { worker: self.number, error, job: Some(job) });
                        return None;
                    }
                };
            }
            match self.execute(&mut jvm, &job) {
                Ok(trace) => {
                    jvm.insights.extend(&trace.new_insights);
                    if trace.end == End::Restart {
                        jvm.remembers = None;
                    } else if trace.is_remembered {
                        jvm.remembers = Some(job.epoch);
                    }
                    self.tell(Report::Done { worker: self.number, jvm: jvm.number, job, trace: Box::new(trace) });
                    return Some(jvm);
                }
                Err(_) if self.board.lock().closed => return None,
                // What it was to run does not count any more.
                Err(_) if self.board.lock().excludes(self.number) => {
                    jvm.session.quit(0);
                    return None;
                }
                Err(error) if jvm.session.has_died() && !has_died && stopped(&error).is_none() => {
                    (has_died, is_dead) = (true, true);
                }
                Err(error) => {
                    self.tell(Report::Failed { worker: self.number, error, job });
                    return None;
                }
            }
        }
    }

    fn execute(&self, jvm: &mut Jvm, job: &Job) -> anyhow::Result<Trace> {
        if jvm.task != job.task.number {
            if let Some(arguments) = &job.task.arguments {
                jvm.session.next_program(arguments.clone(), job.limit, &job.task.stop)?;
                jvm.remembers = None;
            }
            (jvm.task, jvm.limit) = (job.task.number, job.limit);
        }
        if jvm.limit != job.limit {
            jvm.session.give_up_after(job.limit)?;
            jvm.limit = job.limit;
        }
        let stream = jvm.session.stream().try_clone()?;
        let mut queue = self.board.lock();
        if queue.closed {
            anyhow::bail!("there is nothing to do any more");
        }
        queue.busy.insert(self.number, stream);
        drop(queue);
        let trace = self.catch_up(jvm, job).and_then(|missing| Self::execute_all(jvm, job, &missing));
        self.board.lock().busy.remove(&self.number);
        trace
    }

    /// What was run in other JVMs, and then the job. The trace of the job, with all that the others have told.
    fn execute_all(jvm: &mut Jvm, job: &Job, missing: &[Arc<Schedule>]) -> anyhow::Result<Trace> {
        let mut told: Option<Trace> = None;
        for schedule in missing {
            let mut trace = jvm.session.execute(schedule)?;
            jvm.warm = true;
            if let Some(told) = told.take() {
                add_to(told, &mut trace);
            }
            let shows = trace.end == End::Restart;
            told = Some(trace);
            if shows {
                break;
            }
        }
        match told {
            // The job does not count any more.
            Some(trace) if trace.end == End::Restart => Ok(trace),
            Some(told) => {
                let mut trace = Self::execute_warm(jvm, job)?;
                add_to(told, &mut trace);
                Ok(trace)
            }
            None => Self::execute_warm(jvm, job),
        }
    }

    /// The JDK does some things once in a JVM, and what a thread has to remember then is more than what it has to later. So the first execution of a
    /// JVM that comes late is one for practice: the next one counts, and tells what both have to tell of names.
    fn execute_warm(jvm: &mut Jvm, job: &Job) -> anyhow::Result<Trace> {
        let trace = jvm.session.execute(&job.schedule)?;
        let is_cold = !std::mem::replace(&mut jvm.warm, true) && jvm.number > 0;
        if !is_cold || trace.end == End::Restart {
            return Ok(trace);
        }
        let mut again = jvm.session.execute(&job.schedule)?;
        add_to(trace, &mut again);
        Ok(again)
    }

    /// Tells a JVM what was found out about the program, and has it tell again what it remembers, where that is of an earlier epoch. What it has to run before
    /// a job, as others have.
    fn catch_up(&self, jvm: &mut Jvm, job: &Job) -> anyhow::Result<Vec<Arc<Schedule>>> {
        let queue = self.board.lock();
        if queue.excludes(self.number) {
            anyhow::bail!("another JVM goes on alone");
        }
        let found = &queue.insights[std::mem::replace(&mut jvm.compared, queue.insights.len())..];
        let news: Vec<Insight> = found.iter().copied().filter(|insight| jvm.insights.insert(*insight)).collect();
        let begins_anew = !news.is_empty() || jvm.remembers.is_some_and(|epoch| epoch != job.epoch);
        let (epoch, run) = jvm.remembered;
        let run = if epoch == queue.epoch && !begins_anew { run } else { 0 };
        jvm.remembered = (queue.epoch, queue.remembered.len());
        let others = queue.remembered[run..].iter().filter(|(by, _)| *by != jvm.number).map(|(_, schedule)| schedule);
        let missing = others.filter(|schedule| !job.again || ***schedule != job.schedule).cloned().collect();
        drop(queue);
        if begins_anew {
            jvm.session.begin_anew(news)?;
            jvm.remembers = None;
        }
        Ok(missing)
    }

    fn launch(&mut self, task: &Task) -> anyhow::Result<Jvm> {
        let mut queue = self.board.lock();
        self.configure.insights.clone_from(&queue.insights);
        let number = queue.jvms;
        queue.jvms += 1;
        drop(queue);
        let session = Session::launch(&self.command, &self.agent, &self.configure, &task.stop)?;
        let insights: FxHashSet<Insight> = self.configure.insights.iter().copied().collect();
        let (compared, limit) = (self.configure.insights.len(), self.configure.max_events);
        // It was told of no program but that of the command.
        let task = if task.arguments.is_none() { task.number } else { u64::MAX };
        Ok(Jvm { number, session, insights, compared, remembered: (0, 0), remembers: None, task, limit, warm: false })
    }

    fn tell(&self, report: Report) {
        // Nobody listens any more when a check is over.
        let _ = self.reports.send(report);
    }
}

/// Lets a trace tell what another one of the same JVM has told, of names and else.
fn add_to(mut other: Trace, trace: &mut Trace) {
    trace.not_covered.append(&mut other.not_covered);
    trace.is_remembered |= other.is_remembered;
    tell_of(other, trace);
}

/// Lets a trace tell what another one has told of names.
pub(super) fn tell_of(other: Trace, trace: &mut Trace) {
    fn before<T>(mut other: Vec<T>, names: &mut Vec<T>) {
        other.append(names);
        *names = other;
    }
    before(other.new_threads, &mut trace.new_threads);
    before(other.new_sites, &mut trace.new_sites);
    before(other.new_locations, &mut trace.new_locations);
    before(other.new_objects, &mut trace.new_objects);
    before(other.new_skipped_classes, &mut trace.new_skipped_classes);
    before(other.new_excluded_classes, &mut trace.new_excluded_classes);
    before(other.new_classes, &mut trace.new_classes);
    before(other.new_insights, &mut trace.new_insights);
    before(other.new_unrepeatable, &mut trace.new_unrepeatable);
    before(other.new_coarse_calls, &mut trace.new_coarse_calls);
    before(other.new_silent_reads, &mut trace.new_silent_reads);
    trace.new_fresh_classes = other.new_fresh_classes.or(trace.new_fresh_classes.take());
    trace.rewritten_classes = trace.rewritten_classes.max(other.rewritten_classes);
}
