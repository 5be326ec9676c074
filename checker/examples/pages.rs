//! Writes HTML reports of made-up runs to a directory, for the browser test: long ones, one with many threads, one with calls and a source, and one
//! in which every name and text tries to be markup.

use anyhow::{Context, Result};
use mcr_explore::{Conclusion, Progress, Violation, ViolationKind};
use mcr_model::classes::Classes;
use mcr_protocol::{
    Action, Call, CalledMethod, Calls, End, Event, Limit, LocationId, LocationLabel, MemoryModel, Order, Outcome,
    Patience, Pending, Schedule, Site, SiteId, ThreadId, ThreadInfo, Told, Trace, Uncaught, Value, ValueKind, mix,
};
use mcr_report::snippet::Sources;
use mcr_report::{Report, Run, html};
use std::path::Path;
use std::time::Duration;

/// Everything that ends an element, a string, a comment or a template, or begins one.
const MARKUP: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)><svg/onload=alert(3)>--><!-- ]]> \"'`&lt;\
                      {{7*7}}{% raw %}${8*8}</style></pre></title>\u{2028}\u{2029}\u{202e}\u{0}";

fn main() -> Result<()> {
    let directory = std::env::args().nth(1).context("a directory is needed")?;
    let directory = Path::new(&directory);
    let write = |name: &str, story: &Story, kind: ViolationKind| {
        // Of the source: what is in each line, 60 times.
        let sources = directory.join("sources").join(name);
        let file = sources.join(&story.source.0);
        std::fs::create_dir_all(file.parent().unwrap_or(&sources))?;
        let lines = (1..=60).map(|line| story.source.1.replace("LINE", &line.to_string()));
        std::fs::write(&file, lines.collect::<Vec<_>>().join("\n"))?;
        let page = story.page(kind, &Sources::new(vec![sources]));
        std::fs::write(directory.join(name).with_extension("html"), page)
    };
    write("long", &long(50_000), ViolationKind::Assertion)?;
    write("deep", &deep(50_000), ViolationKind::Assertion)?;
    write("calls", &calls(), ViolationKind::Assertion)?;
    write("crowd", &crowd(30), ViolationKind::Deadlock)?;
    write("hostile", &hostile(), ViolationKind::Exception)?;
    Ok(())
}

/// What happened, and what things are called.
struct Story {
    trace: Trace,
    model: MemoryModel,
    calls: Option<Calls>,
    /// Below the directory of the sources, and what a line of it says.
    source: (String, String),
}

/// The place in the JDK where everything happens that is called.
const IN_JDK: u32 = 61;

impl Story {
    fn new(model: MemoryModel, threads: &[String], class: &str, file: &str) -> Story {
        let id = |index: usize| if index == 0 { ThreadId::MAIN } else { ThreadId::MAIN.child(index as u64 - 1) };
        let threads = threads.iter().enumerate().map(|(index, name)| ThreadInfo { id: id(index), name: name.clone() });
        let sites = (1..=60).map(|line| Site {
            id: SiteId(line),
            class: class.to_owned(),
            method: "run".to_owned(),
            file: Some(file.to_owned()),
            line: Some(line),
            bci: 0,
            atomic: None,
            waits_once: false,
        });
        let in_jdk = Site {
            id: SiteId(IN_JDK),
            class: "java.util.HashMap".to_owned(),
            method: "get".to_owned(),
            file: Some("HashMap.java".to_owned()),
            line: Some(9),
            bci: 0,
            atomic: None,
            waits_once: false,
        };
        let sites = sites.chain([in_jdk]);
        let trace = Trace {
            events: Vec::new(),
            pending: Vec::new(),
            end: End::Normal,
            initial: Vec::new(),
            new_threads: threads.collect(),
            new_sites: sites.collect(),
            new_locations: Vec::new(),
            new_objects: Vec::new(),
            rewritten_classes: 1,
            new_skipped_classes: Vec::new(),
            new_excluded_classes: Vec::new(),
            new_classes: Vec::new(),
            new_fresh_classes: None,
            new_insights: Vec::new(),
            not_covered: Vec::new(),
            new_unrepeatable: Vec::new(),
            keys: Vec::new(),
            new_coarse_calls: Vec::new(),
            new_silent_reads: Vec::new(),
            is_remembered: false,
            calls: None,
        };
        let path = class.rsplit_once('.').map_or_else(String::new, |(package, _)| package.replace('.', "/"));
        let source = (format!("{path}/Source.java"), "// line LINE".to_owned());
        Story { trace, model, calls: None, source }
    }

    fn location(&mut self, label: &str) -> LocationId {
        let id = LocationId(1000 + self.trace.new_locations.len() as u64);
        let label = LocationLabel { id, label: label.to_owned(), kind: ValueKind::Integer, atomic: false };
        self.trace.new_locations.push(label);
        id
    }

    fn object(&mut self, name: &str) -> Value {
        let object = Value(5000 + self.trace.new_objects.len() as u64);
        self.trace.new_objects.push((object, name.to_owned()));
        object
    }

    fn does(&mut self, thread: ThreadId, line: u32, action: Action, outcome: Outcome) {
        self.trace.events.push(Event { thread, site: SiteId(line), action, outcome });
    }

    /// A call in a line; its number, for [`Story::returns`].
    fn calls(&mut self, thread: ThreadId, line: u32, method: &str, receiver: Value, arguments: Vec<Told>) -> usize {
        let begin = self.trace.events.len() as u64;
        let own = vec![self.trace.new_sites[0].class.clone()];
        let calls = self.calls.get_or_insert_with(|| Calls { own, ..Calls::default() });
        let (site, class, method) = (SiteId(line), "java.util.Map".to_owned(), method.to_owned());
        calls.methods.push(CalledMethod { site, class, method, is_static: false, written: None });
        let receiver = Some(Told::Object { name: Some(receiver), class: "HashMap".to_owned() });
        let method = u32::try_from(calls.methods.len() - 1).unwrap_or_default();
        calls.calls.push(Call { thread, method, begin, end: None, receiver, arguments, result: None, threw: false });
        calls.calls.len() - 1
    }

    fn returns(&mut self, call: usize, result: Told) {
        let end = self.trace.events.len() as u64;
        if let Some(call) = self.calls.as_mut().and_then(|calls| calls.calls.get_mut(call)) {
            (call.end, call.result) = (Some(end), Some(result));
        }
    }

    fn start(&mut self, nth: u64) {
        let start = Action::Start { child: ThreadId::MAIN.child(nth), argument: Value(0), daemon: false, tells: None };
        self.does(ThreadId::MAIN, 3, start, Outcome::Done);
    }

    fn fails(&mut self, thread: ThreadId, class: &str, message: &str, frame: &str) {
        let uncaught = Uncaught {
            class: class.to_owned(),
            message: Some(message.to_owned()),
            stack: vec![frame.to_owned()],
            assertion: class.ends_with("AssertionError"),
        };
        self.does(thread, 9, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
    }

    fn page(&self, kind: ViolationKind, sources: &Sources) -> String {
        let conclusion = Conclusion::FirstViolation;
        let mut run = Run::without_findings(self.model, conclusion, &Progress::default(), Duration::from_secs(1));
        run.exploration.symbols.learn(&self.trace);
        run.exploration.executions = 1;
        run.exploration.events = self.trace.events.len() as u64;
        run.exploration.violations.push(Violation {
            kind,
            message: "made up".to_owned(),
            events: self.trace.events.clone(),
            blocked: self.trace.pending.clone(),
            thread: None,
            schedule: Schedule::default(),
            first_execution: 1,
            walker: None,
            calls: self.calls.clone().map(Box::new),
            chain: None,
        });
        let skipped = self.trace.new_skipped_classes.clone();
        let report = Report::new(&run, "auto", Classes { skipped, rewritten: 1, ..Classes::default() });
        html::render(&report, &run, sources)
    }
}

fn lock(monitor: Value) -> Action {
    Action::Acquire { monitor, patience: Patience::FOREVER, parks: false }
}

/// Eight threads that write to buffers, read what others have written, and lock.
fn long(events: usize) -> Story {
    let names: Vec<String> = (0..8).map(|n| if n == 0 { "main".to_owned() } else { format!("worker-{n}") }).collect();
    let mut story = Story::new(MemoryModel::Tso, &names, "com.acme.store.Index", "Index.java");
    let locations: Vec<LocationId> =
        (0..40).map(|n| story.location(&format!("com.acme.store.Bucket#{n}.count"))).collect();
    let own: Vec<LocationId> = (0..8).map(|n| story.location(&format!("com.acme.store.Worker#{n}.done"))).collect();
    let monitor = story.object("com.acme.store.Index#1");
    (0..7).for_each(|nth| story.start(nth));
    let mut values = vec![0; locations.len()];
    let mut random = 1;
    let mut below = |n: u64| {
        random = mix(random, 7);
        random % n
    };
    while story.trace.events.len() < events - 1 {
        let who = usize::try_from(below(8)).unwrap_or_default();
        let thread = if who == 0 { ThreadId::MAIN } else { ThreadId::MAIN.child(who as u64 - 1) };
        let which = usize::try_from(below(40)).unwrap_or_default();
        let x = locations[which];
        let (old, new) = (values[which], below(1_000_000));
        match below(6) {
            0 => {
                story.does(thread, 20, lock(monitor), Outcome::Done);
                story.does(thread, 21, Action::Read(x), Outcome::Read(Value(old)));
                story.does(thread, 22, Action::Write(x, Value(new), Order::Arrived), Outcome::Done);
                story.does(thread, 23, Action::Release(monitor), Outcome::Done);
                values[which] = new;
            }
            1 => {
                let other = if who == 1 { ThreadId::MAIN } else { ThreadId::MAIN.child(0) };
                story.does(thread, 30, Action::Write(x, Value(new), Order::Plain), Outcome::Done);
                story.does(other, 31, Action::Read(x), Outcome::Read(Value(old)));
                story.does(thread, 32, Action::Arrive(x, Value(new)), Outcome::Done);
                values[which] = new;
            }
            2 => story.does(thread, 40, Action::Update(x, Order::Volatile), {
                values[which] = new;
                Outcome::Updated { old: Value(old), new: Value(new) }
            }),
            3 => story.does(thread, 50, Action::Write(own[who], Value(new), Order::Arrived), Outcome::Done),
            _ => story.does(thread, 41, Action::Read(x), Outcome::Read(Value(old))),
        }
    }
    story.fails(
        ThreadId::MAIN,
        "java.lang.AssertionError",
        "lost an update",
        "com.acme.store.Index.check(Index.java:60)",
    );
    story
}

/// Two threads and a map, the calls on which interrupt each other; then an assertion that fails.
fn calls() -> Story {
    let names = ["main", "buyer", "seller"].map(str::to_owned);
    let mut story = Story::new(MemoryModel::Sc, &names, "com.acme.Stock", "Stock.java");
    story.source = ("com/acme/Stock.java".to_owned(), "    sold += left.get(\"apple\"); // line LINE".to_owned());
    let map = story.object("java.util.HashMap#1");
    let (size, table) = (story.location("java.util.HashMap#1.size"), story.location("java.util.HashMap#1.table"));
    let (sold, held) = (story.location("com.acme.Stock.sold"), story.location("com.acme.Stock.left"));
    let (buyer, seller) = (ThreadId::MAIN.child(0), ThreadId::MAIN.child(1));
    let read = |story: &mut Story, thread, location, value| {
        story.does(thread, IN_JDK, Action::Read(location), Outcome::Read(Value(value)));
    };
    let write = |story: &mut Story, thread, line, location, value| {
        story.does(thread, line, Action::Write(location, Value(value), Order::Arrived), Outcome::Done);
    };
    story.start(0);
    story.start(1);
    let apple = || vec![Told::Contents("\"apple\"".to_owned())];
    let number = |value| Told::Primitive(ValueKind::Integer, Value(value));
    let get = story.calls(buyer, 20, "get", map, apple());
    read(&mut story, buyer, size, 1);
    read(&mut story, buyer, table, 3);
    story.returns(get, number(3));
    let put = story.calls(seller, 30, "put", map, [apple(), vec![number(2)]].concat());
    read(&mut story, seller, table, 3);
    write(&mut story, seller, IN_JDK, size, 2);
    write(&mut story, buyer, 21, sold, 1);
    write(&mut story, seller, IN_JDK, table, 2);
    story.returns(put, number(3));
    story.does(seller, 31, Action::Read(sold), Outcome::Read(Value(1)));
    let get = story.calls(buyer, 22, "get", map, apple());
    read(&mut story, buyer, size, 2);
    read(&mut story, buyer, table, 2);
    story.returns(get, number(2));
    story.fails(buyer, "java.lang.AssertionError", "2 apples", "com.acme.Stock.run(Stock.java:23)");
    if let Some(calls) = &mut story.calls {
        calls.initial.push((held, map));
    }
    story
}

/// The same for long: calls of ten steps, half of which another one interrupts.
fn deep(events: usize) -> Story {
    let names: Vec<String> = (0..8).map(|n| if n == 0 { "main".to_owned() } else { format!("worker-{n}") }).collect();
    let mut story = Story::new(MemoryModel::Sc, &names, "com.acme.store.Index", "Index.java");
    story.source = ("com/acme/store/Index.java".to_owned(), "        index.get(key); // line LINE".to_owned());
    let map = story.object("java.util.HashMap#1");
    let fields: Vec<LocationId> = (0..40).map(|n| story.location(&format!("java.util.HashMap#1.f{n}"))).collect();
    (0..7).for_each(|nth| story.start(nth));
    let mut open: Vec<Option<(usize, u32)>> = vec![None; 8];
    let mut random = 1;
    let mut below = |n: u64| {
        random = mix(random, 7);
        random % n
    };
    while story.trace.events.len() < events - 1 {
        let who = usize::try_from(below(8)).unwrap_or_default();
        let thread = if who == 0 { ThreadId::MAIN } else { ThreadId::MAIN.child(who as u64 - 1) };
        let (call, mut steps) = open[who].unwrap_or_else(|| {
            let key = Told::Contents(format!("\"key {}\"", below(1000)));
            (story.calls(thread, 20 + u32::try_from(below(40)).unwrap_or_default(), "get", map, vec![key]), 10)
        });
        for _ in 0..if below(2) == 0 { 5 } else { steps } {
            let field = fields[usize::try_from(below(40)).unwrap_or_default()];
            match below(4) {
                0 => story.does(thread, IN_JDK, Action::Write(field, Value(7), Order::Arrived), Outcome::Done),
                _ => story.does(thread, IN_JDK, Action::Read(field), Outcome::Read(Value(7))),
            }
            steps = steps.saturating_sub(1);
        }
        open[who] = (steps > 0).then_some((call, steps));
        if steps == 0 {
            story.returns(call, Told::Primitive(ValueKind::Integer, Value(below(1_000_000))));
        }
    }
    let frame = "com.acme.store.Index.check(Index.java:60)";
    story.fails(ThreadId::MAIN, "java.lang.AssertionError", "lost an entry", frame);
    story
}

/// Threads that wait for each other in a circle.
fn crowd(threads: u64) -> Story {
    let names: Vec<String> =
        (0..threads).map(|n| if n == 0 { "main".to_owned() } else { format!("philosopher-{n}") }).collect();
    let mut story = Story::new(MemoryModel::Sc, &names, "com.acme.Table", "Table.java");
    let forks: Vec<Value> = (1..threads).map(|n| story.object(&format!("com.acme.Fork#{n}"))).collect();
    (0..threads - 1).for_each(|nth| story.start(nth));
    for (nth, fork) in forks.iter().enumerate() {
        story.does(ThreadId::MAIN.child(nth as u64), 12, lock(*fork), Outcome::Done);
    }
    let join = Action::Join { child: ThreadId::MAIN.child(0), patience: Patience::FOREVER };
    story.trace.pending.push(Pending { thread: ThreadId::MAIN, site: SiteId(5), action: join });
    for nth in 0..forks.len() {
        let next = forks[(nth + 1) % forks.len()];
        let thread = ThreadId::MAIN.child(nth as u64);
        story.trace.pending.push(Pending { thread, site: SiteId(13), action: lock(next) });
    }
    story
}

/// Nothing has a harmless name.
fn hostile() -> Story {
    let threads = [format!("main{MARKUP}"), MARKUP.to_owned(), MARKUP.to_owned()];
    let mut story = Story::new(MemoryModel::Pso, &threads, MARKUP, MARKUP);
    let (x, y) = (story.location(MARKUP), story.location(&format!("Node#1{MARKUP}")));
    let monitor = story.object(MARKUP);
    story.trace.new_skipped_classes.push((MARKUP.to_owned(), MARKUP.to_owned()));
    // A place whose source is found, and says the same.
    story.source = ("Source.java".to_owned(), MARKUP.replace('\0', ""));
    story.trace.new_sites[9].class = "Source".to_owned();
    story.trace.new_sites[9].file = Some("Source.java".to_owned());
    let (one, other) = (ThreadId::MAIN.child(0), ThreadId::MAIN.child(1));
    story.start(0);
    story.start(1);
    story.does(one, 10, Action::Write(x, Value(1), Order::Plain), Outcome::Done);
    story.does(other, 20, Action::Read(x), Outcome::Read(Value(0)));
    story.does(one, 10, Action::Arrive(x, Value(1)), Outcome::Done);
    story.does(one, 11, lock(monitor), Outcome::Done);
    let told = || Told::Contents(MARKUP.to_owned());
    let call = story.calls(other, 10, MARKUP, monitor, vec![told(), told()]);
    for method in story.calls.iter_mut().flat_map(|calls| &mut calls.methods) {
        (method.class, method.written) = (MARKUP.to_owned(), Some(MARKUP.to_owned()));
    }
    story.does(other, IN_JDK, Action::Read(x), Outcome::Read(Value(1)));
    story.returns(call, told());
    story.does(other, 21, Action::Write(y, Value(1), Order::Plain), Outcome::Done);
    story.does(one, 12, Action::Print(MARKUP.to_owned()), Outcome::Done);
    story.does(ThreadId::MAIN, 4, Action::Park(Limit::Timed), Outcome::Resumed(mcr_protocol::Wake::TimedOut));
    story.does(ThreadId::MAIN, 5, Action::Read(y), Outcome::Read(Value(0)));
    story.fails(other, MARKUP, MARKUP, MARKUP);
    story
}
