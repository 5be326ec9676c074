//! What is known after each step of an interleaving, and the same as a diagram.

use crate::story::{MAIN, Story, child, deadlock, golden, lock};
use mcr_explore::ViolationKind;
use mcr_protocol::{Action, MemoryModel, Order, Outcome, Patience, Value, ValueKind, Wake};
use mcr_report::diagram::{self, Language};
use mcr_report::steps::{Events, Held, Known, Standing, Step, Walk};

/// The steps, those of no consequence included.
fn steps(story: &Story, kind: ViolationKind) -> Vec<Step> {
    let (violation, symbols) = story.violation(kind);
    Walk::new(&violation, &symbols, story.model, true).steps
}

/// After the first step that says this.
fn after<'a>(steps: &'a [Step], text: &str) -> &'a Known {
    let found = steps.iter().find(|step| step.text == text);
    &found.unwrap_or_else(|| panic!("no step is {text}: {steps:#?}")).after
}

/// `x = 1`, with `*` if the step has changed it, and what is on its way.
fn values(known: &Known) -> Vec<String> {
    let variable = |of: &mcr_report::steps::Variable| {
        let buffered: String = of.buffered.iter().map(|(thread, value)| format!(" {thread}:{value}")).collect();
        format!("{} = {}{buffered}{}", of.name, of.value.as_deref().unwrap_or("?"), if of.changed { " *" } else { "" })
    };
    known.variables.iter().map(variable).collect()
}

fn waits(what: &str) -> Standing {
    Standing::Waits(what.to_owned())
}

fn write(x: mcr_protocol::LocationId, value: u64) -> Action {
    Action::Write(x, Value(value), Order::Plain)
}

const END: Action = Action::End { uncaught: None, notifies: None };

/// Two threads read x = 0 and write x = 1. That it was 0 before the first read is known from that read: nobody has written it.
#[test]
fn values_are_those_that_the_table_shows() {
    let mut story = Story::new(&["worker"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    let y = story.location("com.acme.App.y", ValueKind::Boolean);
    story.start(0);
    story.does(child(0), 10, Action::Read(x), Outcome::Read(Value(0)));
    story.does(MAIN, 6, write(x, 1), Outcome::Done);
    story.does(MAIN, 7, write(y, 1), Outcome::Done);
    story.does(child(0), 11, Action::Update(x, Order::Volatile), Outcome::Updated { old: Value(1), new: Value(2) });
    story.does(child(0), 0, END, Outcome::Done);
    let steps = steps(&story, ViolationKind::Exit);
    assert_eq!(values(&steps[0].after), ["x = 0"]);
    assert_eq!(values(after(&steps, "x -> 0")), ["x = 0"]);
    assert_eq!(values(after(&steps, "x = 1")), ["x = 1 *"]);
    assert_eq!(values(after(&steps, "y = true")), ["x = 1", "y = true *"]);
    assert_eq!(values(after(&steps, "x: 1 -> 2")), ["x = 2 *", "y = true"]);
    let events: Vec<&Step> = steps.iter().filter(|step| step.events != Events::None).collect();
    let switches: Vec<bool> = events.iter().map(|step| step.switches).collect();
    // Main starts the worker, the worker reads, main writes twice, the worker adds and ends.
    assert_eq!(switches, [false, true, true, false, true, false]);
    assert_eq!(events[5].after.threads, [Standing::Runs, Standing::Ended]);
    assert_eq!((steps[0].line.as_str(), steps[0].spot.as_ref().unwrap().line), ("App.java:5", Some(5)));
}

#[test]
fn a_deadlock_is_seen_coming() {
    let steps = steps(&deadlock(["left", "right"], 2), ViolationKind::Deadlock);
    assert_eq!(after(&steps, "start left").threads, [Standing::Runs, Standing::Runs, Standing::NotStarted]);
    let known = after(&steps, "lock Fork#2");
    let waiting = [
        waits("waits: end of left"),
        waits("waits: lock Fork#2 held by right"),
        waits("waits: lock Fork#1 held by left"),
    ];
    assert_eq!(known.threads, waiting);
    let held = |monitor: &str, by: &str, line: &str, times| Held {
        monitor: monitor.into(),
        by: by.into(),
        line: line.into(),
        times,
    };
    assert_eq!(known.held, [held("Fork#1", "left", "App.java:10", 2), held("Fork#2", "right", "App.java:20", 1)]);
    let last = steps.last().unwrap();
    assert_eq!((last.text.as_str(), last.spot.as_ref().unwrap().line), ("-- waits: lock Fork#1", Some(21)));
}

/// Who waits leaves the monitor, and has it again when it comes back.
#[test]
fn a_wait_gives_the_monitor_back_until_somebody_notifies() {
    let mut story = Story::new(&["waiter"]);
    let monitor = story.object("com.acme.Queue#1");
    story.start(0);
    story.does(child(0), 10, lock(monitor), Outcome::Done);
    story.does(child(0), 11, Action::Wait { monitor, set: monitor, patience: Patience::FOREVER }, Outcome::Done);
    story.does(MAIN, 6, lock(monitor), Outcome::Done);
    story.does(MAIN, 7, Action::Notify { monitor, set: monitor }, Outcome::Woke(Some(child(0))));
    story.does(MAIN, 8, Action::Release(monitor), Outcome::Done);
    story.does(child(0), 11, Action::Resume(monitor), Outcome::Resumed(Wake::Notified));
    story.does(child(0), 12, Action::Release(monitor), Outcome::Done);
    let steps = steps(&story, ViolationKind::Exit);
    let holders = |known: &Known| known.held.iter().map(|held| held.by.clone()).collect::<Vec<_>>();
    let known = after(&steps, "wait Queue#1");
    assert_eq!((holders(known), &known.threads[1]), (vec![], &waits("waits: notify Queue#1")));
    let known = after(&steps, "notify Queue#1 -> waiter");
    assert_eq!(
        (holders(known), &known.threads[1]),
        (vec!["main".to_owned()], &waits("waits: lock Queue#1 held by main"))
    );
    let known = after(&steps, "resume Queue#1 (notified)");
    assert_eq!(holders(known), ["waiter"]);
    assert_eq!(steps.last().unwrap().after.held, []);
}

/// x = 1 is in the buffer of main while the worker reads 0; main itself reads 1.
#[test]
fn a_buffered_write_is_no_value_until_it_arrives() {
    let mut story = Story::new(&["worker"]);
    story.model = MemoryModel::Tso;
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    story.start(0);
    story.does(MAIN, 6, write(x, 1), Outcome::Done);
    story.does(MAIN, 7, Action::Read(x), Outcome::Read(Value(1)));
    story.does(child(0), 10, Action::Read(x), Outcome::Read(Value(0)));
    story.does(MAIN, 6, Action::Arrive(x, Value(1)), Outcome::Done);
    story.does(child(0), 11, Action::Read(x), Outcome::Read(Value(1)));
    let steps = steps(&story, ViolationKind::Exit);
    assert_eq!(values(after(&steps, "x = 1 (buffered)")), ["x = 0 main:1 *"]);
    assert_eq!(values(after(&steps, "x -> 1 (own buffer)")), ["x = 0 main:1"]);
    assert_eq!(values(after(&steps, "x -> 0")), ["x = 0 main:1"]);
    assert_eq!(values(after(&steps, "=> x = 1 reaches memory")), ["x = 1 *"]);
    // That it arrives is no step of main: the worker goes on as before.
    assert!(!steps.last().unwrap().switches);
}

/// What one step stands for is over after it, however many events that are.
#[test]
fn repetitions_and_gaps_are_steps_too() {
    let mut story = Story::new(&["worker"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    let flag = story.location("com.acme.App.flag", ValueKind::Boolean);
    story.start(0);
    for _ in 0..50 {
        story.does(child(0), 10, Action::Read(flag), Outcome::Read(Value(0)));
    }
    (0..500).for_each(|n| story.does(MAIN, 6, write(x, n), Outcome::Done));
    story.does(MAIN, 7, write(flag, 1), Outcome::Done);
    story.does(child(0), 11, Action::Read(x), Outcome::Read(Value(499)));
    let steps = steps(&story, ViolationKind::Exit);
    let several = |step: &&Step| matches!(step.events, Events::Several(_));
    let [again, gap] = &steps.iter().filter(several).collect::<Vec<_>>()[..] else { panic!("{steps:#?}") };
    assert_eq!((again.text.as_str(), again.events), ("… 49 times more", Events::Several(49)));
    assert_eq!(again.after.variables[0].value.as_deref(), Some("false"));
    let Events::Several(left_out) = gap.events else { unreachable!() };
    // As many from the start of the run as are left out, and as many as are shown before: the last one of them has that number.
    let shown = steps.iter().filter(|step| step.thread == Some(0) && step.text.starts_with("x = ")).count();
    assert_eq!(left_out + shown, 500);
    let next = steps.iter().position(|step| step.text == gap.text).unwrap() + 1;
    let first_after: usize = steps[next].text.strip_prefix("x = ").unwrap().parse().unwrap();
    assert!(values(&gap.after).contains(&format!("x = {} *", first_after - 1)), "{gap:?}");
    let all: usize = steps
        .iter()
        .map(|step| match step.events {
            Events::None => 0,
            Events::One(_) => 1,
            Events::Several(events) => events,
        })
        .sum();
    assert_eq!(all, 1 + 50 + 500 + 1 + 1);
}

/// What is left out of the table counts all the same: a lock that nobody else takes is held.
#[test]
fn steps_of_no_consequence_are_followed() {
    let mut story = Story::new(&["worker"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    let own = story.object("com.acme.Own#1");
    story.start(0);
    story.does(MAIN, 6, lock(own), Outcome::Done);
    story.does(MAIN, 7, write(x, 1), Outcome::Done);
    story.does(child(0), 10, write(x, 2), Outcome::Done);
    story.does(child(0), 11, Action::Exit(1), Outcome::Done);
    let (violation, symbols) = story.violation(ViolationKind::Exit);
    let walk = Walk::new(&violation, &symbols, story.model, false);
    assert_eq!(walk.left_out, 1);
    assert!(walk.steps.iter().all(|step| !step.text.contains("lock")));
    assert_eq!(after(&walk.steps, "x = 1").held[0].monitor, "Own#1");
}

fn diagrams(story: &Story, kind: ViolationKind) -> [String; 2] {
    let (violation, symbols) = story.violation(kind);
    let walk = Walk::new(&violation, &symbols, story.model, true);
    [Language::Mermaid, Language::PlantUml].map(|language| diagram::render(&walk, &violation, "it fails", language))
}

#[test]
fn a_diagram_has_lifelines_of_threads_and_of_what_they_share() {
    let mut story = deadlock(["left", "right"], 2);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    story.does(child(0), 12, Action::Read(x), Outcome::Read(Value(0)));
    story.does(child(1), 22, write(x, 7), Outcome::Done);
    let [mermaid, plantuml] = diagrams(&story, ViolationKind::Deadlock);
    golden("diagram-mermaid", &mermaid);
    golden("diagram-plantuml", &plantuml);
}

/// Names and texts that would end their line, their quotes or the diagram, or be commands of either language.
#[test]
fn no_name_breaks_out_of_a_diagram() {
    let hostile = [
        "a\nparticipant evil",
        "\"; end",
        "x\" as y\n@enduml",
        "%%{init: {}}%%",
        "$(x) %getenv(\"HOME\") !include /etc/passwd",
        "#59; ; #quot;",
        "<script>alert(1)</script><br/>",
        "[[http://evil]] {{x}} **b** __u__ ~~s~~",
        "/' comment '/ -- // ''",
        "\u{fb02}°°60¶ß",
        "wrap: style x:#a;",
        "",
        "end",
    ];
    for name in hostile {
        let mut story = deadlock([name, "right"], 2);
        story.does(child(1), 22, Action::Print(name.into()), Outcome::Done);
        let (violation, symbols) = story.violation(ViolationKind::Deadlock);
        let walk = Walk::new(&violation, &symbols, story.model, true);
        let [mermaid, plantuml] =
            [Language::Mermaid, Language::PlantUml].map(|language| diagram::render(&walk, &violation, name, language));
        // 3 threads, 2 monitors, the steps, the heading; besides, what begins and ends a diagram.
        let lines = 3 + 2 + walk.steps.len() + 1;
        assert_eq!((mermaid.lines().count(), plantuml.lines().count()), (lines + 1, lines + 3), "{mermaid}{plantuml}");
        for line in mermaid.lines().skip(1) {
            let (_, text) = line.split_once(" as ").or_else(|| line.split_once(": ")).unwrap();
            assert!(is_plain(text, '#', ';'), "{line}");
        }
        for line in plantuml.lines().skip(2).filter(|line| *line != "@enduml") {
            let quoted = line.strip_prefix("participant \"").map(|rest| rest.split_once("\" as ").unwrap().0);
            let text = quoted.unwrap_or_else(|| line.split_once(" : ").unwrap().1);
            assert!(is_plain(&text.replace("<U+", "<").replace(':', ""), '<', '>'), "{line}");
        }
    }
}

/// Whether there are only letters, digits and harmless marks in a text, and numbers between the two marks; and something at all.
fn is_plain(text: &str, begin: char, end: char) -> bool {
    let mut rest = text;
    let harmless = |part: &str| part.chars().all(|c| c.is_alphanumeric() && c != '\u{fb02}' || " .,()=".contains(c));
    while let Some((before, after)) = rest.split_once(begin) {
        let Some((number, after)) = after.split_once(end) else { return false };
        if !harmless(before) || !number.chars().all(|c| c.is_ascii_hexdigit()) {
            return false;
        }
        rest = after;
    }
    !text.trim().is_empty() && harmless(rest)
}
