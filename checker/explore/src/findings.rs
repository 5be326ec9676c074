//! What was found: violations, outcomes and behaviours, each once.

use super::contract::{Expected, Options, OutcomeCount, Violation, ViolationKind};
use super::path;
use super::preceded::Preceded;
use super::races::Race;
use super::strategy::Walker;
use mcr_model::state::{Finish, Life, State, chain};
use mcr_model::symbols::Symbols;
use mcr_model::{Model, check};
use mcr_protocol::network::STRAYED;
use mcr_protocol::{Action, End, Event, Pending, SiteId, ThreadId, Trace, Uncaught};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Two violations with the same key are the same to the user.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// For threads that wait in loops, whatever they have seen there.
    Deadlock(Vec<(ThreadId, SiteId, Option<Action>)>),
    Uncaught {
        class: String,
        message: Option<String>,
        top: Option<String>,
    },
    Exit {
        code: i32,
        site: SiteId,
    },
    Outcome(String),
}

impl Key {
    /// That of an operation which is a violation by itself.
    fn of_event(event: &Event) -> Option<Key> {
        match &event.action {
            Action::End { uncaught: Some(Uncaught { class, message, stack, .. }), .. } => {
                Some(Key::Uncaught { class: class.clone(), message: message.clone(), top: stack.first().cloned() })
            }
            Action::Exit(code) if is_failure(*code) => Some(Key::Exit { code: *code, site: event.site }),
            _ => None,
        }
    }

    fn words(&self, symbols: &Symbols) -> String {
        match self {
            Key::Deadlock(waiting) => {
                let waits = |(thread, site, _): &(ThreadId, SiteId, Option<Action>)| {
                    format!("{} at {}", symbols.thread_name(*thread), symbols.place(*site))
                };
                format!("the deadlock of {}", waiting.iter().map(waits).collect::<Vec<_>>().join(", "))
            }
            Key::Uncaught { class, message, top } => {
                let (message, top) = (message.as_deref().unwrap_or_default(), top.as_deref().unwrap_or_default());
                format!("the exception {class} ({message}) at {top}")
            }
            Key::Outcome(text) => format!("the outcome {text:?}"),
            Key::Exit { code, site } => format!("the exit with status {code} at {}", symbols.place(*site)),
        }
    }
}

/// Outcomes of which it is kept how to get there.
const WAYS: usize = 1_000;

/// How to get to an outcome.
#[derive(Clone, Debug)]
pub struct Way {
    /// What is printed.
    pub stdout: String,
    /// How it ends.
    pub finish: Finish,
    /// The interleaving.
    pub shown: Violation,
}

/// What was found so far.
#[derive(Debug, Default)]
pub struct Findings {
    /// In the order in which they were found.
    pub violations: Vec<Violation>,
    /// By index: after which failures a deadlock or livelock was found.
    pub preceded: BTreeMap<usize, Preceded>,
    /// Where each is among the violations.
    keys: FxHashMap<Key, usize>,
    /// Executions by text printed and end.
    outcomes: BTreeMap<(String, String), u64>,
    /// Hashes of the outcomes above that the model has shown.
    seen: FxHashSet<(u128, Finish)>,
    /// Those of them that it has shown since the last [`Findings::restart`].
    seen_again: FxHashSet<(u128, Finish)>,
    /// Hashes of joint behaviours.
    behaviours: FxHashSet<u128>,
    /// What may be printed ([`super::Options::expected`]).
    expected: Option<Expected>,
    /// The walks that are being made; none: the search, or walks that seek for it.
    pub walker: Option<Walker>,
    /// By outcome; none if nobody asks for that ([`super::Options::explain_outcomes`]).
    ways: Option<BTreeMap<(String, String), Way>>,
}

impl Findings {
    /// Nothing was found yet.
    pub fn of(options: &Options) -> Findings {
        let ways = options.explain_outcomes.then(BTreeMap::new);
        Findings { ways, ..Findings::expecting(options.expected.clone()) }
    }

    /// Nothing was found yet. `expected`: what may be printed.
    pub fn expecting(expected: Option<Expected>) -> Findings {
        Findings { expected, ..Findings::default() }
    }

    /// Takes in what an execution showed.
    pub fn execution(&mut self, trace: &Trace, number: u64) {
        let mut stdout = String::new();
        let mut failures = BTreeSet::new();
        let events = path::without_rounds(&trace.events);
        for (n, event) in events.iter().enumerate() {
            if let Action::Print(text) = &event.action {
                stdout.push_str(text);
            }
            self.event(event, || events[..=n].to_vec(), number);
            failures.extend(self.failure(event));
        }
        let finish = match trace.end {
            End::Normal if !failures.is_empty() => Finish::Exception,
            End::Normal => Finish::Normal,
            End::Exit(code) => Finish::Exit(code),
            End::Deadlock => {
                self.deadlock(ViolationKind::Deadlock, || events.to_vec(), trace.pending.clone(), failures, number);
                Finish::Deadlock
            }
            End::Livelock => {
                self.deadlock(ViolationKind::Livelock, || events.to_vec(), trace.pending.clone(), failures, number);
                Finish::Livelock
            }
            _ => return,
        };
        if finish == Finish::Normal {
            self.outcome(&stdout, || events.to_vec(), number);
        }
        self.way(&stdout, finish, || (events.to_vec(), trace.pending.clone()), number);
        *self.outcomes.entry((stdout, end(finish))).or_default() += 1;
    }

    /// Keeps a way to an outcome, if it is the first one. `way`: its events, and what is left to do for the threads that wait for ever.
    fn way(&mut self, stdout: &str, finish: Finish, way: impl FnOnce() -> (Vec<Event>, Vec<Pending>), number: u64) {
        let walker = self.walker;
        let Some(ways) = &mut self.ways else { return };
        let key = (stdout.to_owned(), end(finish));
        if ways.len() >= WAYS || ways.contains_key(&key) {
            return;
        }
        let (events, mut blocked) = way();
        blocked.sort_by_key(|pending| pending.thread);
        let kind = match finish {
            Finish::Deadlock => ViolationKind::Deadlock,
            Finish::Livelock => ViolationKind::Livelock,
            Finish::Normal | Finish::Exception | Finish::Exit(_) => ViolationKind::Outcome,
        };
        let shown = Violation {
            kind,
            message: format!("{stdout:?} is printed, and the end is: {}", key.1),
            schedule: path::schedule(&events),
            events,
            blocked: if kind == ViolationKind::Outcome { Vec::new() } else { blocked },
            thread: None,
            first_execution: number,
            walker,
            calls: None,
            chain: None,
        };
        ways.insert(key, Way { stdout: stdout.to_owned(), finish, shown });
    }

    /// The ways to outcomes that are kept.
    pub fn ways(&mut self) -> Vec<&mut Way> {
        self.ways.iter_mut().flat_map(BTreeMap::values_mut).collect()
    }

    /// By outcome, sorted: how to get there; nothing if nobody asks for that.
    pub fn interleavings(&self) -> Vec<Option<Violation>> {
        let Some(ways) = &self.ways else { return Vec::new() };
        self.outcomes.keys().map(|outcome| ways.get(outcome).map(|way| way.shown.clone())).collect()
    }

    /// Looks whether what an execution prints that ends by itself is expected. `events`: the execution.
    fn outcome(&mut self, stdout: &str, events: impl FnOnce() -> Vec<Event>, number: u64) {
        let unexpected = self.expected.as_ref().and_then(|expected| expected.unexpected(stdout));
        let Some((text, message)) = unexpected else { return };
        if !self.is_new(Key::Outcome(text.to_owned())) {
            return;
        }
        let events = events();
        self.violations.push(Violation {
            kind: ViolationKind::Outcome,
            message,
            schedule: path::schedule(&events),
            events,
            blocked: Vec::new(),
            thread: None,
            first_execution: number,
            walker: self.walker,
            calls: None,
            chain: None,
        });
    }

    /// Looks whether an event is a violation, and a new one. `events`: the way to it, it included.
    pub fn event(&mut self, event: &Event, events: impl FnOnce() -> Vec<Event>, number: u64) {
        let Some(key) = Key::of_event(event) else { return };
        if !self.is_new(key) {
            return;
        }
        let (kind, message) = match &event.action {
            Action::End { uncaught: Some(uncaught), .. } => {
                let Uncaught { class, message, assertion, .. } = uncaught;
                let kind = match class.as_str() {
                    _ if *assertion => ViolationKind::Assertion,
                    "java.lang.NullPointerException" => ViolationKind::NullDereference,
                    _ => ViolationKind::Exception,
                };
                let text = message.as_ref().map_or_else(|| class.clone(), |m| format!("{class}: {m}"));
                (kind, text.lines().next().unwrap_or_default().to_owned())
            }
            Action::Exit(code) => (ViolationKind::Exit, format!("exit with status {code}")),
            _ => return,
        };
        let events = events();
        let (thread, schedule) = (Some(event.thread), path::schedule(&events));
        let blocked = Vec::new();
        self.violations.push(Violation {
            kind,
            message,
            events,
            blocked,
            thread,
            schedule,
            first_execution: number,
            walker: self.walker,
            calls: None,
            chain: None,
        });
    }

    /// The violation that the end of a thread by an exception is, if it was found.
    pub fn failure(&self, event: &Event) -> Option<usize> {
        let fails = matches!(event.action, Action::End { uncaught: Some(_), .. });
        Key::of_event(event).filter(|_| fails).and_then(|key| self.keys.get(&key).copied())
    }

    /// Whether there was no violation with this key. If so, it is the next one.
    fn is_new(&mut self, key: Key) -> bool {
        let next = self.violations.len();
        *self.keys.entry(key).or_insert(next) == next
    }

    /// Takes in a state in which nobody can go on. `kind`: a deadlock or a livelock; `events`: the way to it; `failures`: of the threads that have
    /// ended by then.
    pub fn deadlock(
        &mut self,
        kind: ViolationKind,
        events: impl FnOnce() -> Vec<Event>,
        mut blocked: Vec<Pending>,
        failures: BTreeSet<usize>,
        number: u64,
    ) {
        blocked.sort_by_key(|p| p.thread);
        let goes_round = |p: &Pending| matches!(p.action, Action::Await(_));
        let key = |p: &Pending| (p.thread, p.site, (!goes_round(p)).then(|| p.action.clone()));
        let key = Key::Deadlock(blocked.iter().map(key).collect());
        let index = self.keys.get(&key).copied().unwrap_or(self.violations.len());
        self.preceded.entry(index).or_default().add(failures);
        if self.is_new(key) {
            let who = match blocked.len() {
                1 => "one thread waits".to_owned(),
                n => format!("{n} threads wait"),
            };
            let message = match kind {
                ViolationKind::Livelock if blocked.iter().all(goes_round) => {
                    format!("livelock: {who} in a loop for ever")
                }
                ViolationKind::Livelock => format!("livelock: {who} for ever, not all of them blocked"),
                _ => format!("deadlock: {who} for ever"),
            };
            let events = events();
            let schedule = path::schedule(&events);
            self.violations.push(Violation {
                kind,
                message,
                events,
                blocked,
                thread: None,
                schedule,
                first_execution: number,
                walker: self.walker,
                calls: None,
                chain: None,
            });
        }
    }

    /// Looks at the interleavings that are shown, after they were changed: one may come to a deadlock without a failure.
    pub fn look_again(&mut self) {
        let stuck = |violation: &Violation| {
            matches!(violation.kind, ViolationKind::Deadlock | ViolationKind::Livelock)
                .then(|| violation.events.iter().filter_map(|event| self.failure(event)).collect())
        };
        let found: Vec<Option<BTreeSet<usize>>> = self.violations.iter().map(stuck).collect();
        for (index, failures) in found.into_iter().enumerate() {
            failures.into_iter().for_each(|failures| self.preceded.entry(index).or_default().add(failures));
        }
    }

    /// Takes in a race that is a violation; each is given once.
    pub fn race(&mut self, race: &Race) {
        self.violations.push(race.violation());
    }

    /// Takes in the end of a path of the model; `counted`: as a behaviour, too. `events`: the path, and how many executions there were.
    pub fn finished(
        &mut self,
        (model, state): (&Model, &State),
        finish: Finish,
        counted: bool,
        (events, number): (impl Fn() -> Vec<Event>, u64),
    ) {
        let key = (state.output_hash(), finish);
        self.seen_again.insert(key);
        if self.seen.insert(key) {
            let stdout = state.output(model);
            if finish == Finish::Normal {
                self.outcome(&stdout, &events, number);
            }
            let next = |thread| model.pending(thread, state.thread(thread).cell);
            self.way(&stdout, finish, || (events(), check::running(state).filter_map(next).collect()), number);
            self.outcomes.entry((stdout, end(finish))).or_default();
        }
        if !counted {
            return;
        }
        let mut behaviour = 0u128;
        for thread in state.threads() {
            if thread.life != Life::NotStarted {
                behaviour = chain(behaviour, u64::from(model.tries.cell(thread.cell).history.0));
            }
        }
        self.behaviours.insert(behaviour);
    }

    /// Forgets the behaviours, before they are counted anew.
    pub fn restart(&mut self) {
        self.behaviours.clear();
        self.seen_again.clear();
    }

    /// Whether the model has shown every outcome since it was last begun anew that it had shown before.
    pub fn shows_all_again(&self) -> bool {
        self.seen_again.len() == self.seen.len()
    }

    /// How many joint behaviours there are.
    pub fn behaviours(&self) -> u64 {
        self.behaviours.len() as u64
    }

    /// A violation or outcome that was found here, and not there; in words.
    pub fn missing_in(&self, other: &Findings, symbols: &Symbols) -> Option<String> {
        let outcome = self.outcomes.keys().find(|outcome| !other.outcomes.contains_key(*outcome));
        let outcome = outcome.map(|(stdout, end)| format!("the outcome {stdout:?} ({end})"));
        outcome.or_else(|| self.keys.keys().find(|key| !other.keys.contains_key(*key)).map(|key| key.words(symbols)))
    }

    /// All outcomes, sorted.
    pub fn outcomes(&self) -> Vec<OutcomeCount> {
        let counted = |((stdout, end), executions): (&(String, String), &u64)| OutcomeCount {
            stdout: stdout.clone(),
            end: end.clone(),
            executions: *executions,
        };
        self.outcomes.iter().map(counted).collect()
    }
}

/// How it ends, as in reports.
fn end(finish: Finish) -> String {
    match finish {
        Finish::Normal => "normal".to_owned(),
        Finish::Exception => "exception".to_owned(),
        Finish::Exit(STRAYED) => "strayed".to_owned(),
        Finish::Exit(code) => format!("exit:{code}"),
        Finish::Deadlock => "deadlock".to_owned(),
        Finish::Livelock => "livelock".to_owned(),
    }
}

/// Whether a program that ends itself with this status says that something is wrong.
fn is_failure(status: i32) -> bool {
    status != 0 && status != STRAYED
}

/// Whether an operation is a violation by itself.
pub fn is_violation(action: &Action) -> bool {
    matches!(action, Action::End { uncaught: Some(_), .. }) || matches!(action, Action::Exit(code) if is_failure(*code))
}
