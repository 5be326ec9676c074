//! What the agent knows, and one execution from the checker's request to its answer.

use crate::assumed::{AssumedFence, AssumedFences};
use crate::calls::CallLog;
use crate::classes::{Classes, Configuration};
use crate::connection::Connection;
use crate::stack::Stacks;
use crate::symbols::Symbols;
use crate::unseen::{LoaderUse, LoaderUses, Unseen, UnseenUses, Used};
use mcr_protocol::{
    Action, Change, Configure, End, Event, FromAgent, Guard, Insight, Limit, LocationId, MemoryModel, NotCovered,
    Patience, Pending, Schedule, SiteId, ThreadId,
};
use mcr_protocol::{Calls, ToAgent, Trace, Uncaught, Value};
use mcr_scheduler::{Finished, Limits, Scheduler};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// Events of one thread in a row after which the default policy lets others go on.
const ROTATE_AFTER: u32 = 500;
/// How long a thread that is left over may take to unwind.
const PATIENCE: Duration = Duration::from_secs(1);

/// The agent of this process.
pub struct Agent {
    /// Who runs when.
    pub scheduler: Scheduler,
    connection: Mutex<Connection>,
    configuration: OnceLock<Configure>,
    classes: Mutex<Classes>,
    symbols: Mutex<Symbols>,
    stacks: Mutex<Stacks>,
    execution: Mutex<Execution>,
    calls: Mutex<CallLog>,
    /// What objects are called that had no names when they were told.
    called_names: Mutex<Vec<Value>>,
    awaits_answer: AtomicBool,
}

/// What is not covered of the program's class loaders.
const LOADER_CODE: &str = "what a class loader of the program does while it loads a class, with what other threads use";
const LOADER_CLASSES: &str = "which classes and packages a loader has, where another thread loads a class meanwhile";

/// What is not covered where a call counts as a fence.
const ASSUMED_FENCE: &str =
    "a call of code that is not rewritten, which counts as a fence: a write before it may still be delayed after it";

/// What belongs to the execution in progress, beside the scheduler's state.
#[derive(Default)]
struct Execution {
    /// What has left a thread, until its end is reported.
    uncaught: FxHashMap<ThreadId, Uncaught>,
    /// Monitors whose wait sets the ends of threads notify.
    end_notifies: FxHashMap<ThreadId, Value>,
    /// Numbers from which ends of threads take 1.
    end_counts: FxHashMap<ThreadId, LocationId>,
    /// An insight has shown, maybe when the execution was over already and its threads unwound. The Java runtime acts on it from then on,
    /// so whatever the end was, the exploration begins anew.
    restarts: bool,
    /// Places that the checker knows.
    known_sites: FxHashSet<u32>,
    /// Over all executions: what threads write by events, and what static initialisers have read without an event.
    written: FxHashSet<LocationId>,
    read_silently: FxHashSet<LocationId>,
    /// What of these the checker does not know.
    new_silent_reads: Vec<LocationId>,
    /// Something of this execution is remembered that was not known ([`Trace::is_remembered`]).
    remembers: bool,
    /// What the agent itself has remembered since the exploration began.
    remembered: FxHashSet<Remembered>,
    /// The next execution is the first one of an exploration.
    begins_anew: bool,
    /// What was found out, over all executions, and what of it the checker does not know.
    insights: FxHashSet<Insight>,
    /// It has ended, and the checker does not know.
    finished: Option<Finished>,
    new_insights: Vec<Insight>,
    /// Why classes are loaded anew, if the checker does not know.
    new_fresh_classes: Option<String>,
    unseen: UnseenUses,
    assumed_fences: AssumedFences,
    loader_uses: LoaderUses,
    /// What the next program is told, if there is another one.
    arguments: Option<Vec<String>>,
    /// Events after which executions are given up, if that is not what was configured.
    max_events: Option<u64>,
    /// What was executed and is not covered, with its place; 0 is none.
    not_covered: BTreeSet<(String, u32)>,
}

/// Loaders of the program use, while they load classes, what other threads could use. (The Java runtime has the other kinds of insights,
/// `Insights.java`.)
const LOADERS_USE: Insight = Insight { kind: 37, key: 0 };

/// What two executions may show together.
#[derive(PartialEq, Eq, Hash)]
enum Remembered {
    Unseen(Unseen),
    Seen(ThreadId, Used),
    Loader(Value, LoaderUse),
}

impl Execution {
    /// All executions are made once more.
    fn begin_anew(&mut self) {
        self.remembered.clear();
        self.begins_anew = true;
    }

    /// Takes over what other JVMs have found out.
    fn know(&mut self, insights: &[Insight]) {
        self.insights.extend(insights);
        self.written.extend(insights.iter().filter_map(|insight| insight.written()));
    }

    fn remember(&mut self, what: Remembered) {
        self.remembers |= self.remembered.insert(what);
    }

    fn restart(&mut self, insight: Insight) {
        self.note(insight);
        self.restarts = true;
    }

    /// Takes note of what the events use, if there is anything that could meet it.
    fn see(&mut self, events: &[Event]) {
        if !self.insights.contains(&LOADERS_USE) {
            return;
        }
        let Execution { unseen, remembered, remembers, .. } = self;
        unseen.see(events, |thread, used| *remembers |= remembered.insert(Remembered::Seen(thread, used)));
    }

    fn note(&mut self, insight: Insight) {
        if self.insights.insert(insight) {
            self.new_insights.push(insight);
        }
    }
}

/// The only one: callbacks of the JVM carry no context.
static AGENT: OnceLock<Agent> = OnceLock::new();

/// The agent, once the JVM has loaded it.
pub fn agent() -> Option<&'static Agent> {
    AGENT.get()
}

/// What a mutex protects, also if somebody has panicked who had it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Agent {
    /// Makes the agent of this process. Only the first call counts.
    pub fn install(connection: Connection) -> &'static Agent {
        AGENT.get_or_init(|| Agent {
            scheduler: Scheduler::new(),
            connection: Mutex::new(connection),
            configuration: OnceLock::new(),
            classes: Mutex::default(),
            symbols: Mutex::default(),
            stacks: Mutex::default(),
            execution: Mutex::default(),
            calls: Mutex::default(),
            called_names: Mutex::default(),
            awaits_answer: AtomicBool::new(false),
        })
    }

    /// Classes and places.
    pub fn classes(&self) -> MutexGuard<'_, Classes> {
        lock(&self.classes)
    }

    /// Labels.
    pub fn symbols(&self) -> MutexGuard<'_, Symbols> {
        lock(&self.symbols)
    }

    /// Methods on stacks.
    pub fn stacks(&self) -> MutexGuard<'_, Stacks> {
        lock(&self.stacks)
    }

    /// Calls of the program.
    pub fn calls(&self) -> MutexGuard<'_, CallLog> {
        lock(&self.calls)
    }

    /// Whether they are told.
    pub fn tells_calls(&self) -> bool {
        self.configuration().is_some_and(|configured| configured.tells_calls)
    }

    /// What objects are called in the end that had no names when they were told.
    pub fn name_called(&self, names: Vec<Value>) {
        *lock(&self.called_names) = names;
    }

    /// How executions are to be run, once the checker has said so.
    pub fn configuration(&self) -> Option<&Configure> {
        self.configuration.get()
    }

    /// How far writes may be delayed.
    pub fn memory_model(&self) -> MemoryModel {
        self.configuration().map(|configured| configured.memory_model).unwrap_or_default()
    }

    /// Waits for the checker's first message.
    pub fn await_configuration(&self) {
        let message = lock(&self.connection).next();
        if let ToAgent::Configure(configuration) = message {
            let barriers = configuration.memory_model == MemoryModel::Pso;
            let classes = Configuration {
                instrument: configuration.instrument.clone(),
                exclude: configuration.exclude.clone(),
                barriers,
                stay: !configuration.fresh_classes,
                tells_calls: configuration.tells_calls,
            };
            self.classes().configure(classes);
            let mut execution = lock(&self.execution);
            execution.know(&configuration.insights);
            self.configuration.get_or_init(|| configuration);
        }
    }

    /// Waits for the next request and prepares the execution; false when there is none.
    pub fn next_execution(&self) -> bool {
        loop {
            let message = lock(&self.connection).next();
            match message {
                ToAgent::Run(schedule) => {
                    self.begin(schedule);
                    return true;
                }
                ToAgent::Program(arguments) => self.begin_program(arguments),
                ToAgent::BeginAnew(insights) => {
                    let mut execution = lock(&self.execution);
                    execution.know(&insights);
                    execution.begin_anew();
                }
                ToAgent::MaxEvents(events) => lock(&self.execution).max_events = Some(events),
                _ => return false,
            }
        }
    }

    fn begin(&self, schedule: Schedule) {
        self.stacks().forget_program();
        let mut execution = lock(&self.execution);
        execution.uncaught.clear();
        execution.end_notifies.clear();
        execution.end_counts.clear();
        execution.restarts = false;
        execution.remembers = false;
        let (max_events, max_output) =
            self.configuration().map_or((10_000, 1 << 20), |configured| (configured.max_events, configured.max_output));
        let max_events = execution.max_events.unwrap_or(max_events);
        let timeouts = self.configuration().map(|configured| configured.timeouts).unwrap_or_default();
        let spurious = self.configuration().is_some_and(|configured| configured.spurious);
        let memory_model = self.memory_model();
        self.symbols().flags_of(ThreadId::MAIN, "main");
        let (max_alone, rotate_after) = (mcr_protocol::MAX_ALONE, ROTATE_AFTER);
        let limits = Limits { max_events, max_alone, max_output, rotate_after, timeouts, spurious, memory_model };
        self.scheduler.begin(schedule, limits);
    }

    /// What the next program is told, if there is another one.
    pub fn new_arguments(&self) -> Option<Vec<String>> {
        lock(&self.execution).arguments.take()
    }

    /// Another program begins, of which the checker knows nothing.
    fn begin_program(&self, arguments: Vec<String>) {
        self.symbols().forget();
        self.classes().tell_again();
        let mut execution = lock(&self.execution);
        execution.known_sites.clear();
        execution.begin_anew();
        execution.unseen.forget_seen();
        execution.arguments = Some(arguments);
    }

    /// Waits for the end of the execution.
    pub fn await_end(&self) {
        let finished = self.scheduler.wait_end(PATIENCE);
        lock(&self.execution).finished = Some(finished);
    }

    /// Reports the end of the execution; false if threads of it are left that cannot be stopped. `failure`: why what it has changed could not be
    /// put back.
    pub fn finish_execution(&self, failure: Option<String>) -> bool {
        let Some(finished) = lock(&self.execution).finished.take() else { return false };
        let clean = finished.still_running.is_empty();
        let mut trace = self.trace(finished);
        if let Some(failure) = failure {
            trace.end = End::Unsupported(failure);
        }
        lock(&self.connection).send(&FromAgent::Trace(Box::new(trace)));
        clean
    }

    fn trace(&self, finished: Finished) -> Trace {
        let Finished { events, pending, keys, mut end, initial, still_running } = finished;
        if let Some(thread) = still_running.first()
            && !matches!(end, End::Stuck { .. } | End::Unsupported(_))
        {
            let message =
                "it cannot be stopped at the end of the execution: it blocks or loops in code that is not rewritten";
            end = End::Stuck { thread: *thread, message: message.to_owned() };
        }
        let news = self.symbols().take_news();
        let mut classes = self.classes();
        let calls = self.tells_calls().then(|| {
            let names = std::mem::take(&mut *lock(&self.called_names));
            let calls = self.calls().take(&names, classes.told_classes());
            Box::new(Calls { initial: initial.clone(), ..calls })
        });
        let mut execution = lock(&self.execution);
        if execution.restarts && still_running.is_empty() {
            end = End::Restart;
        }
        // A call may have been told of that did not happen.
        let told = news.coarse_calls.iter().map(|call| call.site);
        let mentioned =
            events.iter().map(|event| event.site).chain(pending.iter().map(|p: &Pending| p.site)).chain(told);
        let called = calls.iter().flat_map(|calls| calls.methods.iter().map(|method| method.site));
        let mentioned = mentioned.chain(called);
        let accesses = events.iter().filter_map(|event| event.action.access());
        for location in accesses.filter(|(_, writes)| *writes).map(|(location, _)| location) {
            if execution.written.insert(location) && execution.read_silently.remove(&location) {
                execution.note(Insight::is_written(location));
                end = End::Restart;
            }
        }
        let mut new_sites = Vec::new();
        for SiteId(site) in mentioned {
            if site != 0 && execution.known_sites.insert(site) {
                new_sites.extend(classes.describe(site));
            }
        }
        let mut not_covered = std::mem::take(&mut execution.not_covered);
        execution.see(&events);
        if end == End::Restart {
            // Not before the events have been seen: what is remembered of them has to be told again.
            execution.begin_anew();
        }
        for site in execution.unseen.concern_others() {
            not_covered.insert((LOADER_CODE.to_owned(), site.0));
        }
        for site in execution.assumed_fences.concern_others(&events, self.memory_model()) {
            not_covered.insert((ASSUMED_FENCE.to_owned(), site.0));
        }
        for site in execution.loader_uses.concern_others() {
            not_covered.insert((LOADER_CLASSES.to_owned(), site.0));
        }
        not_covered.extend(classes.coverage.take_loaded());
        Trace {
            events,
            pending,
            keys,
            end,
            initial,
            new_threads: news.threads,
            new_sites,
            new_locations: news.locations,
            new_objects: news.objects,
            new_coarse_calls: news.coarse_calls,
            rewritten_classes: classes.rewritten_applications(),
            new_skipped_classes: classes.take_skipped(),
            new_excluded_classes: classes.coverage.take_excluded(),
            new_classes: classes.take_loaded(),
            new_unrepeatable: classes.take_unrepeatable(),
            new_fresh_classes: execution.new_fresh_classes.take(),
            new_insights: std::mem::take(&mut execution.new_insights),
            new_silent_reads: std::mem::take(&mut execution.new_silent_reads),
            is_remembered: execution.remembers,
            calls,
            not_covered: not_covered
                .into_iter()
                .map(|(what, site)| NotCovered { what, site: classes.describe(site) })
                .collect(),
        }
    }

    /// Takes note that this execution has executed something of which the check does not see all that threads can learn through it.
    pub fn not_covered(&self, what: String, site: SiteId) {
        lock(&self.execution).not_covered.insert((what, site.0));
    }

    /// Takes note of a use that is no event.
    pub fn used_unseen(&self, used: Unseen) {
        let mut execution = lock(&self.execution);
        execution.unseen.add(used);
        execution.remember(Remembered::Unseen(used));
        // From now on it matters what events use, in whatever execution.
        if !execution.insights.contains(&LOADERS_USE) {
            execution.restart(LOADERS_USE);
        }
    }

    /// Takes note of what counts as a fence and need not be one.
    pub fn assumes_fence(&self, fence: AssumedFence) {
        lock(&self.execution).assumed_fences.add(fence);
    }

    /// Takes note that a thread uses a class or package of a loader.
    pub fn used_loader(&self, used: Value, by: LoaderUse) {
        let mut execution = lock(&self.execution);
        execution.loader_uses.add(used, by);
        execution.remember(Remembered::Loader(used, by));
    }

    /// Takes note of an exception that has left a thread.
    pub fn uncaught(&self, thread: ThreadId, uncaught: Uncaught) {
        lock(&self.execution).uncaught.insert(thread, uncaught);
    }

    /// Takes note that the end of a thread notifies those who wait for this monitor.
    pub fn end_notifies(&self, thread: ThreadId, monitor: Value) {
        lock(&self.execution).end_notifies.insert(thread, monitor);
    }

    /// Takes note that the thread takes 1 from this number right before it ends.
    pub fn end_counts_down(&self, thread: ThreadId, number: LocationId) {
        lock(&self.execution).end_counts.insert(thread, number);
    }

    /// The last event of a thread, which may have to wait for others; then `leaves` is called, and the turn is given away.
    pub fn end_thread(&self, thread: ThreadId, leaves: impl FnOnce()) {
        let mut execution = lock(&self.execution);
        let uncaught = execution.uncaught.remove(&thread);
        let notifies = execution.end_notifies.remove(&thread);
        let counted = execution.end_counts.remove(&thread);
        drop(execution);
        if let Some(location) = counted {
            let patience = Patience { limit: Limit::Never, interruptible: false };
            let step = Action::Guarded { location, guard: Guard::Always, change: Change::CountDown, patience };
            let _ = self.scheduler.step(thread, SiteId::NONE, step);
        }
        // If the execution is over, the end of this thread is no event.
        let _ = self.scheduler.step(thread, SiteId::NONE, Action::End { uncaught, notifies });
        leaves();
        self.scheduler.detach(thread);
    }

    /// A static initialiser reads a location that is not its own. Whether threads write it, so that the read has to be an
    /// event; if that shows only later, everything has to begin anew.
    pub fn read_by_initialiser(&self, location: LocationId) -> bool {
        let mut execution = lock(&self.execution);
        let written = execution.written.contains(&location);
        if written {
            execution.note(Insight::is_written(location));
        } else if execution.read_silently.insert(location) {
            execution.new_silent_reads.push(location);
        }
        written
    }

    /// From the next execution on classes are loaded anew, for this reason.
    pub fn fresh_classes(&self, reason: String) {
        lock(&self.execution).new_fresh_classes = Some(reason);
    }

    /// The Java runtime remembers something new of this execution.
    pub fn remembers(&self) {
        lock(&self.execution).remembers = true;
    }

    /// What is known of the program.
    pub fn insights(&self) -> Vec<Insight> {
        lock(&self.execution).insights.iter().copied().collect()
    }

    /// Whether this execution is the first one of an exploration. Asked once in each.
    pub fn begins_anew(&self) -> bool {
        std::mem::take(&mut lock(&self.execution).begins_anew)
    }

    /// What was learned so far may be wrong, because of this: when this execution has ended, the exploration begins anew.
    pub fn restart(&self, insight: Insight) {
        lock(&self.execution).restart(insight);
    }

    /// Asks the checker for what the program needs, which may take any time. The thread that asks has the turn, so
    /// nothing else goes through the connection meanwhile.
    pub fn ask(&self, request: &FromAgent) -> ToAgent {
        let mut connection = lock(&self.connection);
        self.awaits_answer.store(true, Ordering::Relaxed);
        connection.send(request);
        let answer = connection.next();
        self.awaits_answer.store(false, Ordering::Relaxed);
        answer
    }

    /// Whether a thread waits for standard input or a peer outside, for as long as whoever gives it likes.
    pub fn awaits_answer(&self) -> bool {
        self.awaits_answer.load(Ordering::Relaxed)
    }

    /// Tells the checker why nothing can be run, and waits for it to end this process.
    pub fn fatal(&self, message: String) -> ! {
        let mut connection = lock(&self.connection);
        connection.send(&FromAgent::Fatal(message));
        loop {
            connection.next();
        }
    }
}
