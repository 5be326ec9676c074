//! Interleavings made by hand, and golden files to compare what is shown with: `tests/golden`; `MCR_REFRESH=1 cargo test`
//! writes them anew.

#![allow(dead_code, reason = "each test uses a part of it")]

use mcr_explore::{Conclusion, Exploration, OutcomeCount, Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{
    Action, Call, CalledMethod, Calls, End, Event, LocationId, LocationLabel, MemoryModel, Outcome, Patience, Pending,
    Schedule, Site, SiteId, ThreadId, ThreadInfo, Told, Trace, Value, ValueKind,
};
use mcr_report::{Run, table};
use std::path::PathBuf;
use std::time::Duration;

pub const MAIN: ThreadId = ThreadId::MAIN;

pub fn child(nth: u64) -> ThreadId {
    MAIN.child(nth)
}

/// Locks a monitor, and waits for as long as that takes.
pub fn lock(monitor: Value) -> Action {
    Action::Acquire { monitor, patience: Patience::FOREVER, parks: false }
}

/// Two threads of these names, of which each has a fork and waits for the other's: in lines 10 and 11, and 20 and 21, of
/// `App.java`. The first one enters its own `enters` times. `main` waits for it in line 6.
pub fn deadlock(names: [&str; 2], enters: usize) -> Story {
    let mut story = Story::new(&names);
    let (a, b) = (story.object("com.acme.Fork#1"), story.object("com.acme.Fork#2"));
    story.start(0);
    story.start(1);
    for _ in 0..enters {
        story.does(child(0), 10, lock(a), Outcome::Done);
    }
    story.does(child(1), 20, lock(b), Outcome::Done);
    story.block(MAIN, 6, Action::Join { child: child(0), patience: Patience::FOREVER });
    story.block(child(0), 11, lock(b));
    story.block(child(1), 21, lock(a));
    story
}

/// An interleaving under construction.
pub struct Story {
    names: Trace,
    events: Vec<Event>,
    blocked: Vec<Pending>,
    calls: Option<Calls>,
    pub model: MemoryModel,
}

fn at_line(id: SiteId, class: String, method: String, file: Option<String>, line: u32) -> Site {
    Site { id, class, method, file, line: Some(line), bci: 0, atomic: None, waits_once: false }
}

impl Story {
    pub fn new(threads: &[&str]) -> Story {
        let names = Trace {
            events: vec![],
            pending: vec![],
            end: End::Normal,
            initial: vec![],
            new_threads: vec![ThreadInfo { id: MAIN, name: "main".into() }],
            new_sites: vec![],
            new_locations: vec![],
            new_objects: vec![],
            rewritten_classes: 1,
            new_skipped_classes: vec![],
            new_excluded_classes: vec![],
            new_classes: vec![],
            new_fresh_classes: None,
            new_insights: vec![],
            not_covered: vec![],
            new_unrepeatable: vec![],
            keys: vec![],
            new_coarse_calls: vec![],
            new_silent_reads: Vec::new(),
            is_remembered: false,
            calls: None,
        };
        let mut story = Story { names, events: vec![], blocked: vec![], calls: None, model: MemoryModel::Sc };
        for (nth, name) in (0..).zip(threads) {
            story.names.new_threads.push(ThreadInfo { id: child(nth), name: (*name).into() });
        }
        story
    }

    pub fn location(&mut self, label: &str, kind: ValueKind) -> LocationId {
        let id = LocationId(self.names.new_locations.len() as u64 + 1);
        self.names.new_locations.push(LocationLabel { id, label: label.into(), kind, atomic: false });
        id
    }

    pub fn object(&mut self, name: &str) -> Value {
        let value = Value(self.names.new_objects.len() as u64 + 100);
        self.names.new_objects.push((value, name.into()));
        value
    }

    fn site(&mut self, line: u32) -> SiteId {
        let id = SiteId(line);
        if !self.names.new_sites.iter().any(|site| site.id == id) {
            let (class, method, file) = ("com.acme.App".into(), "run".into(), Some("App.java".into()));
            self.names.new_sites.push(at_line(id, class, method, file, line));
        }
        id
    }

    pub fn does(&mut self, thread: ThreadId, line: u32, action: Action, outcome: Outcome) {
        let site = if line == 0 { SiteId::NONE } else { self.site(line) };
        self.events.push(Event { thread, site, action, outcome });
    }

    pub fn start(&mut self, nth: u64) {
        let start = Action::Start { child: child(nth), argument: Value::ZERO, daemon: false, tells: None };
        self.does(MAIN, 5, start, Outcome::Done);
    }

    /// In code of the JDK.
    pub fn does_in_jdk(&mut self, thread: ThreadId, action: Action, outcome: Outcome) {
        let site = self.jdk_site(1, ("java.util.ArrayList", "add"));
        self.events.push(Event { thread, site, action, outcome });
    }

    fn jdk_site(&mut self, line: u32, (class, method): (&str, &str)) -> SiteId {
        let id = SiteId(10_000 + line);
        let file = class.rsplit('.').next().map(|name| format!("{name}.java"));
        let (class, method) = (class.into(), method.into());
        if !self.names.new_sites.iter().any(|site| site.id == id) {
            self.names.new_sites.push(at_line(id, class, method, file, line));
        }
        id
    }

    /// Calls are told, and those of the class of the story are the program's own.
    pub fn tell(&mut self) -> &mut Calls {
        let own = vec!["com.acme.App".to_owned()];
        self.calls.get_or_insert_with(|| Calls { own, ..Calls::default() })
    }

    /// A call in a line; its number, for [`Story::returns`].
    pub fn calls(
        &mut self,
        thread: ThreadId,
        line: u32,
        method: (&str, &str),
        receiver: Option<Told>,
        arguments: Vec<Told>,
    ) -> usize {
        let (site, begin) = (self.site(line), self.events.len() as u64);
        let is_static = receiver.is_none();
        let calls = self.tell();
        let (class, method) = (method.0.to_owned(), method.1.to_owned());
        calls.methods.push(CalledMethod { site, class, method, is_static, written: None });
        let method = u32::try_from(calls.methods.len() - 1).unwrap();
        calls.calls.push(Call { thread, method, begin, end: None, receiver, arguments, result: None, threw: false });
        calls.calls.len() - 1
    }

    pub fn returns(&mut self, call: usize, result: Option<Told>) {
        let end = self.events.len() as u64;
        let call = &mut self.tell().calls[call];
        (call.end, call.result) = (Some(end), result);
    }

    /// In a method of the JDK that no line of the program calls.
    pub fn block_in_jdk(&mut self, thread: ThreadId, (class, method): (&str, &str), line: u32, action: Action) {
        let site = self.jdk_site(line, (class, method));
        self.blocked.push(Pending { thread, site, action });
    }

    pub fn block(&mut self, thread: ThreadId, line: u32, action: Action) {
        let site = self.site(line);
        self.blocked.push(Pending { thread, site, action });
    }

    pub fn violation(&self, kind: ViolationKind) -> (Violation, Symbols) {
        let violation = Violation {
            kind,
            message: "as the explorer said".into(),
            events: self.events.clone(),
            blocked: self.blocked.clone(),
            thread: None,
            schedule: Schedule::default(),
            first_execution: 3,
            walker: None,
            calls: self.calls.clone().map(Box::new),
            chain: None,
        };
        let mut symbols = Symbols::default();
        symbols.learn(&self.names);
        (violation, symbols)
    }

    pub fn table(&self, kind: ViolationKind, width: usize) -> String {
        let (violation, symbols) = self.violation(kind);
        table::render(&violation, &symbols, self.model, width, false)
    }

    /// With steps of no consequence.
    pub fn table_of_all(&self, kind: ViolationKind, width: usize) -> String {
        let (violation, symbols) = self.violation(kind);
        table::render(&violation, &symbols, self.model, width, true)
    }

    pub fn run(&self, kind: ViolationKind) -> Run {
        let (violation, symbols) = self.violation(kind);
        Run {
            memory_model: self.model,
            exploration: Exploration {
                coarse_calls: Vec::new(),
                waits_once: Vec::new(),
                conclusion: Conclusion::FirstViolation,
                executions: 3,
                at_once: false,
                redundant_executions: 0,
                local_behaviours: Some(7),
                local_states: 12,
                behaviours: None,
                outcomes: vec![OutcomeCount { stdout: "1 \"0\"\n".into(), end: "normal".into(), executions: 2 }],
                interleavings: vec![],
                violations: vec![violation],
                preceded: Default::default(),
                races: vec![],
                events: 40,
                states: 9,
                passes: 1,
                steps: 12,
                walks: 0,
                schedules: None,
                orders: None,
                hot_spots: None,
                symbols,
                solver: Default::default(),
            },
            consequences: vec![],
            wall: Duration::from_millis(1500),
        }
    }
}

pub fn golden(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("txt");
    if std::env::var_os("MCR_REFRESH").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(actual, expected, "{} differs; MCR_REFRESH=1 writes it anew", path.display());
}
