//! No line of the text report is wider than the terminal, whatever the program calls its classes, fields and threads,
//! and whatever its exceptions say.

use crate::story::{MAIN, Story, child};
use mcr_explore::{Conclusion, HotSpot, HotSpots, Limit, OutcomeCount, Race, Reductions, Violation, ViolationKind};
use mcr_model::classes::Classes;
use mcr_protocol::{
    Action, LocationId, MemoryModel, Order, Outcome, Patience, Schedule, SiteId, Uncaught, Value, ValueKind, mix,
};
use mcr_report::comparison::{self, Part};
use mcr_report::snippet::Sources;
use mcr_report::text::{self, Look};
use mcr_report::{NotCovered, Report, Run, ViolationReport};
use std::fs;
use std::time::Duration;

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0, 0x7769_6474) % n
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// Short or long, with wide characters now and then, and those that are wider together than one by one.
    fn word(&mut self) -> String {
        let parts = ["a", "inventory", "存储", "x1", "Über", "veryLongPartOfAName", "_", "☁\u{fe0f}", "e\u{301}"];
        (0..=self.below(6)).map(|_| self.of(&parts)).collect()
    }

    fn class(&mut self) -> String {
        let packages: String = (0..self.below(8)).map(|_| format!("p{}.", self.word())).collect();
        let nested = if self.below(2) == 0 { format!("$N{}", self.word()) } else { String::new() };
        format!("{packages}C{}{nested}", self.word())
    }

    fn field(&mut self) -> String {
        let class = self.class();
        let field = self.word();
        match self.below(3) {
            0 => format!("{class}.{field}"),
            1 => format!("{class}#{}.{field}", self.below(1000)),
            _ => format!("{class}[5]#{}[{}]", self.below(9), self.below(100_000)),
        }
    }

    /// Of one line or several.
    fn message(&mut self) -> String {
        let separators = [" ", " ", " ", "\n", "", "\t", "/", ", "];
        (0..self.below(60)).map(|_| format!("{}{}", self.word(), self.of(&separators))).collect()
    }
}

/// A program and its failure of some kind.
fn run(random: &mut Random) -> Run {
    let threads: Vec<String> = (0..1 + random.below(5)).map(|_| random.message().replace('\n', " ")).collect();
    let threads: Vec<&str> = threads.iter().map(String::as_str).collect();
    let mut story = Story::new(&threads);
    story.model = [MemoryModel::Sc, MemoryModel::Tso][random.below(2) as usize];
    let locations: Vec<LocationId> = (0..4).map(|_| story.location(&random.field(), ValueKind::Integer)).collect();
    let lock = story.object(&format!("{}#3", random.class()));
    let at = |random: &mut Random| 1 + random.below(9) as u32;
    for nth in 0..threads.len() as u64 {
        story.start(nth);
        for _ in 0..random.below(6) {
            let x = locations[random.below(4) as usize];
            let bits = random.below(60);
            let value = Value(random.below(1 << bits));
            match random.below(3) {
                0 => story.does(child(nth), at(random), Action::Write(x, value, Order::Plain), Outcome::Done),
                1 => story.does(child(nth), at(random), Action::Read(x), Outcome::Read(value)),
                _ => story.does(child(nth), at(random), Action::Print(random.message()), Outcome::Done),
            }
        }
    }
    let kind = [ViolationKind::Exception, ViolationKind::Deadlock, ViolationKind::Race][random.below(3) as usize];
    let acquire = Action::Acquire { monitor: lock, patience: Patience::FOREVER, parks: false };
    match kind {
        ViolationKind::Exception => {
            let frames = (0..1 + random.below(4)).map(|_| {
                let (class, method, file) = (random.class(), random.word(), random.word());
                format!("{class}.{method}({file}.java:{})", random.below(100_000))
            });
            let stack = frames.collect();
            let uncaught = Uncaught { class: random.class(), message: Some(random.message()), stack, assertion: false };
            story.does(MAIN, 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
        }
        ViolationKind::Deadlock => {
            story.does(MAIN, 6, acquire.clone(), Outcome::Done);
            story.block(MAIN, 7, Action::Join { child: child(0), patience: Patience::FOREVER });
            story.block(child(0), 8, acquire);
        }
        _ => {
            story.block(MAIN, 7, Action::Read(locations[0]));
            story.block(child(0), 8, Action::Write(locations[0], Value(5), Order::Plain));
        }
    }
    let mut run = story.run(kind);
    let found = &mut run.exploration;
    found.outcomes =
        vec![OutcomeCount { stdout: random.message(), end: "exit:3".into(), executions: 1 << random.below(40) }];
    if kind == ViolationKind::Race && random.below(2) == 0 {
        let Violation { events, blocked, .. } = found.violations.remove(0);
        let accesses = [blocked[0].clone(), blocked[1].clone()];
        let location = locations[0];
        found.races = vec![Race {
            location,
            accesses,
            events,
            schedule: Schedule::default(),
            first_execution: 2,
            walker: None,
            calls: None,
        }];
    }
    let limit = [Limit::Executions, Limit::Events][random.below(2) as usize];
    let spots = (0..threads.len() as u64 + 1).map(|nth| HotSpot {
        thread: if nth == 0 { MAIN } else { child(nth - 1) },
        site: SiteId(5),
        local_states: 1 << random.below(50),
        ways: 3,
        times: random.below(9),
        touches: vec![1],
    });
    let spots = spots.collect();
    found.hot_spots = Some(HotSpots { limit, spots, max_events: 10_000, reductions: Reductions::NONE });
    found.conclusion =
        Conclusion::Incomplete(format!("{} was last at {}.run(X.java:3)", random.message(), random.class()));
    run
}

fn report(random: &mut Random, run: &Run) -> Report {
    let classes = Classes {
        skipped: vec![(random.class(), random.message())],
        excluded: vec![random.class(), random.class()],
        unfitting: vec![random.class()],
        ..Classes::default()
    };
    let mut report = Report::new(run, "auto", classes);
    for violation in &mut report.violations {
        violation.failure = Some(format!("{}/{}.mcr", random.message(), random.class()));
    }
    report.fresh_classes = Some(random.message());
    let locations = vec![format!("{}.run(X.java:7)", random.class())];
    report.not_covered = vec![NotCovered { what: random.message(), locations }];
    report
}

fn fits(what: &str, text: &str, width: usize) {
    for line in text.lines() {
        let columns = console::measure_text_width(line);
        assert!(columns <= width, "{what} has a line of {columns} columns, not {width}: {line:?}");
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let package = directory.path().join("com/acme");
    fs::create_dir_all(&package).unwrap();
    let programs = if cfg!(debug_assertions) { 10 } else { 80 };
    for seed in 0..programs {
        let random = &mut Random(seed << 32);
        let lines: String = (0..12).map(|_| format!("\t{}\n", random.message().replace('\n', " "))).collect();
        fs::write(package.join("App.java"), lines).unwrap();
        let sources = &Sources::new(vec![directory.path().to_owned()]);
        let run = run(random);
        let report = report(random, &run);
        let parts = [MemoryModel::Sc, MemoryModel::Tso].map(|memory_model| {
            let run = Run { memory_model, ..run.clone() };
            Part { report: Report { memory_model: memory_model.to_string(), ..report.clone() }, run }
        });
        let mut both = comparison::report(&parts, "auto", Duration::from_secs(3));
        both.violations.clone_from(&report.violations);
        for width in [40, 41 + (seed as usize * 7) % 159, 80, 200] {
            let look = Look { width, colour: seed % 2 == 0, sources, all_steps: seed % 3 == 0 };
            fits(&format!("program {seed}"), &text::render(&report, &run, look), width);
            fits(&format!("program {seed}, both models"), &text::render_comparison(&both, &parts, look), width);
            for violation in &run.exploration.violations {
                let symbols = &run.exploration.symbols;
                let described = ViolationReport::new(violation, symbols, run.memory_model);
                let alone = text::failure(violation, &described, symbols, run.memory_model, look);
                fits(&format!("the failure of program {seed}"), &alone, width);
            }
        }
    }
}

#[test]
fn a_message_of_several_lines_is_cut_in_the_text_and_whole_in_the_report() {
    let mut story = Story::new(&[]);
    let message = format!("first line\nsecond line\n{}", "long ".repeat(200));
    let stack = vec!["com.acme.very.long.pack.age.of.something.Inventory$Entry.run(Inventory.java:7)".into()];
    let class = "com.acme.very.long.pack.age.BadStateException".into();
    let uncaught = Uncaught { class, message: Some(message), stack, assertion: false };
    story.does(MAIN, 3, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
    let run = story.run(ViolationKind::Exception);
    let report = Report::new(&run, "auto", Classes::default());
    assert!(report.violations[0].message.contains("second line\\nlong long"));
    let text = text::render_for(&report, &run, 60, false);
    assert!(text.contains("throws BadStateException:\n    first line… (found"), "{text}");
    assert!(!text.contains("second line"), "{text}");
    // The package is left out, the class and the line are there.
    assert!(text.contains("\n  at Inventory$Entry.run(Inventory.java:7)\n"), "{text}");
}
