//! The HTML report: what it says, and that nothing in it is markup but its own.

use crate::story::{MAIN, Story, child, deadlock};
use mcr_explore::{Conclusion, Race, ViolationKind};
use mcr_model::classes::Classes;
use mcr_protocol::{
    Action, MemoryModel, Order, Outcome, Patience, Pending, Schedule, SiteId, Told, Uncaught, Value, ValueKind,
};
use mcr_report::comparison::{self, Part};
use mcr_report::snippet::Sources;
use mcr_report::{Report, Run, html};
use std::time::Duration;

/// Ends elements, strings, comments and templates, and begins them.
const MARKUP: &str =
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>--><!-- \"'&lt;{{7*7}}{% raw %}</pre>";

/// The same where it is text in markup; the template engine chooses among the names of the characters.
const TEXT: &str = "&#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;img src=x onerror=alert(2)&#62;--&#62;&#60;!-- \
                    &#34;&#39;&#38;lt;{{7*7}}{% raw %}&#60;/pre&#62;";

fn page(run: &Run, classes: Classes) -> String {
    html::render(&Report::new(run, "auto", classes), run, &Sources::none())
}

fn philosophers() -> Story {
    deadlock(["left", "right"], 1)
}

#[test]
fn a_deadlock_says_who_waits_for_whom() {
    let page = page(&philosophers().run(ViolationKind::Deadlock), Classes::default());
    assert!(page.contains("left, right cannot go on"));
    assert!(page.contains("left waits at App.java:11 in App.run for lock Fork#2, which right has since App.java:20"));
    assert!(page.contains("cycle: left -&#62; right -&#62; left"));
    assert!(page.contains("NOT every behaviour was explored: stopped at the first violation (exit status 1)"));
    // The interleaving: as data and as text.
    assert!(page.contains(r#""threads":["main","left","right"]"#) && page.contains(r#""waits: lock Fork#2""#));
    assert!(page.contains("| -- waits: lock Fork#2 |"));
}

#[test]
fn every_name_and_text_of_the_program_stays_text() {
    let mut story = Story::new(&[MARKUP]);
    let x = story.location(MARKUP, ValueKind::Reference);
    let object = story.object(MARKUP);
    story.start(0);
    story.does(child(0), 10, Action::Write(x, object, Order::Plain), Outcome::Done);
    story.does(child(0), 11, Action::Print(MARKUP.into()), Outcome::Done);
    let told = || Told::Contents(MARKUP.into());
    let call = story.calls(MAIN, 12, (MARKUP, MARKUP), Some(told()), vec![told(), told()]);
    story.does_in_jdk(MAIN, Action::Read(x), Outcome::Read(object));
    story.returns(call, Some(told()));
    let call = story.calls(MAIN, 13, ("a.Map", "get"), Some(told()), vec![]);
    story.tell().methods[1].written = Some(MARKUP.into());
    story.does_in_jdk(MAIN, Action::Read(x), Outcome::Read(object));
    story.tell().calls[call].threw = true;
    let uncaught =
        Uncaught { class: MARKUP.into(), message: Some(MARKUP.into()), stack: vec![MARKUP.into()], assertion: false };
    story.does(child(0), 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
    let mut run = story.run(ViolationKind::Exception);
    run.exploration.outcomes[0].stdout = MARKUP.into();
    run.exploration.outcomes[0].end = MARKUP.into();
    let access = |thread, action| Pending { thread, site: SiteId(10), action };
    run.exploration.races.push(Race {
        location: x,
        accesses: [access(MAIN, Action::Read(x)), access(child(0), Action::Write(x, object, Order::Plain))],
        events: run.exploration.violations[0].events[..1].to_vec(),
        schedule: Schedule::default(),
        first_execution: 1,
        walker: None,
        calls: None,
    });
    run.exploration.conclusion = Conclusion::Incomplete(MARKUP.into());
    let page =
        page(&run, Classes { skipped: vec![(MARKUP.into(), MARKUP.into())], rewritten: 1, ..Classes::default() });
    assert!(!page.contains("<img") && !page.contains("<script>alert") && !page.contains("<!--"));
    // The data of the violation and of the race, and the script; what they contain has no brackets that could end them.
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (3, 3));
    assert!(page.matches(TEXT).count() >= 8, "{}", page.matches(TEXT).count());
    assert!(page.contains(r"\u003c/script\u003e\u003cscript\u003ealert(1)"));
    // Among that are the calls: what is called, on what, with what, and what came of it.
    let said: Vec<String> = parts(&timeline(&page), "relevant").into_iter().flatten().collect();
    assert!(said.iter().any(|text| text.matches("</script>").count() >= 3), "{said:?}");
    assert_eq!(said.len(), 2);
}

#[test]
fn a_source_that_is_markup_stays_text() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(directory.path().join("com/acme")).unwrap();
    std::fs::write(directory.path().join("com/acme/App.java"), format!("{MARKUP}\n").repeat(12)).unwrap();
    let run = philosophers().run(ViolationKind::Deadlock);
    let sources = Sources::new(vec![directory.path().to_owned()]);
    let page = html::render(&Report::new(&run, "auto", Classes::default()), &run, &sources);
    assert!(!page.contains("<img") && !page.contains("<script>alert") && !page.contains("<!--"));
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (3, 3));
    assert_eq!(embedded(&page, "sources")[0]["lines"][0][1], MARKUP);
}

#[test]
fn the_source_around_what_happened_is_in_the_page_and_nothing_else_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    for name in ["com/acme", "java/util"] {
        std::fs::create_dir_all(path(name)).unwrap();
    }
    let lines: Vec<String> = (1..=100).map(|line| format!("line {line}")).collect();
    std::fs::write(path("com/acme/App.java"), lines.join("\n")).unwrap();
    // What is not mentioned, and what is of the JDK.
    std::fs::write(path("com/acme/Other.java"), lines.join("\n")).unwrap();
    std::fs::write(path("java/util/ArrayList.java"), lines.join("\n")).unwrap();
    let mut story = Story::new(&[]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    story.does(MAIN, 30, Action::Write(x, Value(1), Order::Plain), Outcome::Done);
    story.does_in_jdk(MAIN, Action::Read(x), Outcome::Read(Value(1)));
    story.does(MAIN, 99, Action::Read(x), Outcome::Read(Value(1)));
    let run = story.run(ViolationKind::Assertion);
    let sources = Sources::new(vec![directory.path().to_owned()]);
    let page = html::render(&Report::new(&run, "auto", Classes::default()), &run, &sources);
    let files = embedded(&page, "sources");
    assert_eq!((files.as_array().unwrap().len(), &files[0]["name"]), (1, &"com/acme/App.java".into()));
    let numbers: Vec<u64> =
        files[0]["lines"].as_array().unwrap().iter().map(|line| line[0].as_u64().unwrap()).collect();
    assert_eq!(numbers, (22..=38).chain(91..=100).collect::<Vec<_>>());
    let timeline = timeline(&page);
    let place = |number: &serde_json::Value| timeline["strings"][number.as_u64().unwrap() as usize].clone();
    let found: Vec<_> =
        timeline["sources"].as_array().unwrap().iter().map(|of| (place(&of[0]), of[2].clone())).collect();
    let at = |line: u64| (format!("com.acme.App.run(App.java:{line})").into(), line.into());
    assert_eq!(found, [at(30), at(99)]);
    // A page of something else, or without its sources, has nothing of the kind.
    assert!(!self::page(&run, Classes::default()).contains("id=\"sources\""));
}

#[test]
fn a_large_source_does_not_make_a_large_page() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(directory.path().join("com/acme")).unwrap();
    let long = format!("{}\n", "x".repeat(1000)).repeat(3000);
    std::fs::write(directory.path().join("com/acme/App.java"), long).unwrap();
    let mut story = Story::new(&[]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    for line in 1..=3000 {
        story.does(MAIN, line, Action::Write(x, Value(1), Order::Plain), Outcome::Done);
    }
    let run = story.run(ViolationKind::Assertion);
    let sources = Sources::new(vec![directory.path().to_owned()]);
    let report = Report::new(&run, "auto", Classes::default());
    let with = html::render(&report, &run, &sources);
    let files = embedded(&with, "sources");
    let lines = files[0]["lines"].as_array().unwrap();
    let characters: usize = lines.iter().map(|line| line[1].as_str().unwrap().len()).sum();
    // As the documentation says: 240 of a line, 400,000 of all, with line ends.
    assert!(lines[0][1].as_str().unwrap().len() == 240 && (398_000..=400_000).contains(&characters), "{characters}");
}

/// What is embedded in a page for the script.
fn embedded(page: &str, id: &str) -> serde_json::Value {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn timeline(page: &str) -> serde_json::Value {
    embedded(page, "timeline-0")
}

/// What is said of the parts of calls, in order; none of those of which nothing is said.
fn parts(timeline: &serde_json::Value, set: &str) -> Vec<Option<String>> {
    let text = |number: u64| timeline["strings"][usize::try_from(number).unwrap()].as_str().unwrap().to_owned();
    timeline["folds"][set]["parts"].as_array().unwrap().iter().map(|part| part[2].as_u64().map(text)).collect()
}

#[test]
fn what_the_jdk_does_in_a_call_of_the_program_is_one_step() {
    let mut story = Story::new(&["one", "two"]);
    let map = story.object("java.util.HashMap#1");
    let (size, own) = (
        story.location("java.util.HashMap#1.size", ValueKind::Integer),
        story.location("com.acme.App.x", ValueKind::Integer),
    );
    let held = story.location("com.acme.App.left", ValueKind::Reference);
    story.tell().initial.push((held, map));
    let read = |story: &mut Story, thread| {
        story.does_in_jdk(thread, Action::Read(size), Outcome::Read(Value(1)));
    };
    story.start(0);
    story.start(1);
    let receiver = Told::Object { name: Some(map), class: "HashMap".into() };
    let call = |story: &mut Story, thread, line| {
        let apple = Told::Contents("\"apple\"".into());
        story.calls(thread, line, ("java.util.Map", "get"), Some(receiver.clone()), vec![apple])
    };
    let three = || Some(Told::Primitive(ValueKind::Integer, Value(3)));
    // Interrupted twice: once by the other thread's own step, once by its call.
    let one = call(&mut story, child(0), 10);
    read(&mut story, child(0));
    story.does(child(1), 20, Action::Write(own, Value(1), Order::Plain), Outcome::Done);
    story.does_in_jdk(child(0), Action::Write(size, Value(1), Order::Plain), Outcome::Done);
    let two = call(&mut story, child(1), 21);
    read(&mut story, child(1));
    read(&mut story, child(1));
    story.returns(two, three());
    read(&mut story, child(0));
    story.returns(one, three());
    // Nothing of the program has led to it.
    story.does_in_jdk(MAIN, Action::Read(size), Outcome::Read(Value(1)));
    story.does(child(0), 11, Action::Read(own), Outcome::Read(Value(1)));
    let timeline = timeline(&page(&story.run(ViolationKind::Assertion), Classes::default()));
    let said: Vec<_> = parts(&timeline, "all");
    let get = "left.get(\"apple\")";
    assert_eq!(said, [Some(format!("{get} …")), None, Some(format!("{get} -> 3")), Some(format!("… {get} -> 3"))]);
    let parts = &timeline["folds"]["all"]["parts"];
    let ends: Vec<_> = (0..4).map(|nth| (parts[nth][0].as_u64().unwrap(), parts[nth][1].as_u64().unwrap())).collect();
    assert_eq!(ends, [(2, 2), (4, 4), (5, 6), (7, 7)]);
    assert_eq!(timeline["folds"]["all"]["hidden"], serde_json::json!([8]));
    // The line of the program, and what it is about.
    let of = |number: &serde_json::Value| timeline["strings"][number.as_u64().unwrap() as usize].clone();
    let calls = &timeline["folds"]["calls"];
    assert_eq!(
        (of(&calls[0]["line"]), of(&calls[1]["place"])),
        ("App.java:10".into(), "com.acme.App.run(App.java:21)".into())
    );
    let thing = &timeline["things"][calls[0]["thing"].as_u64().unwrap() as usize];
    assert_eq!(of(&thing[0]), "left");
    // Where calls are not known, it is as it was.
    let without = embedded(&page(&philosophers().run(ViolationKind::Deadlock), Classes::default()), "timeline-0");
    assert!(without["folds"].is_null());
}

#[test]
fn a_variable_knows_the_object_that_it_is_a_part_of() {
    let mut story = Story::new(&[]);
    let node = story.object("com.acme.Node#2");
    let next = story.location("com.acme.Node#2.next", ValueKind::Integer);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    story.does(MAIN, 1, Action::Write(next, Value(1), Order::Plain), Outcome::Done);
    story.does(MAIN, 2, Action::Read(x), Outcome::Read(Value(0)));
    story.does(MAIN, 3, Action::Acquire { monitor: node, patience: Patience::FOREVER, parks: false }, Outcome::Done);
    story.does(MAIN, 4, Action::Print("x".into()), Outcome::Done);
    let timeline = timeline(&page(&story.run(ViolationKind::Assertion), Classes::default()));
    let things = timeline["things"].as_array().unwrap();
    let name = |thing: &serde_json::Value| timeline["strings"][thing[0].as_u64().unwrap() as usize].clone();
    let about = timeline["about"].as_array().unwrap();
    let thing = |step: usize| &things[about[step].as_u64().unwrap() as usize];
    assert_eq!((name(thing(0)), name(thing(1)), name(thing(2))), ("Node#2.next".into(), "x".into(), "Node#2".into()));
    assert_eq!(thing(0)[1], about[2], "the field is a part of the object that is locked");
    assert!(thing(1)[1].is_null() && about[3].is_null());
}

#[test]
fn the_policy_allows_nothing_but_the_script_and_the_style_of_the_page() {
    let page = page(&philosophers().run(ViolationKind::Deadlock), Classes::default());
    let (_, rest) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").unwrap();
    let (policy, after) = rest.split_once('"').unwrap();
    let policy = policy.replace("&#39;", "'");
    let directives: Vec<&str> =
        policy.split(';').map(|directive| directive.split('\'').next().unwrap().trim()).collect();
    assert_eq!(
        directives,
        [
            "default-src",
            "script-src",
            "style-src",
            "base-uri",
            "form-action",
            "require-trusted-types-for",
            "trusted-types"
        ]
    );
    assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe") && !policy.contains('*'));
    // It stands before everything that it is to hold for.
    assert!(after.contains("<style>") && after.contains("<script>"));
    for attribute in [" src=", " style=", " onclick=", " onload=", "http:", "https:"] {
        assert!(!page.replace("http://www.w3.org/2000/svg", "").contains(attribute), "{attribute}");
    }
}

#[test]
fn memory_models_stand_side_by_side() {
    let under = |model: MemoryModel, outcomes: &[&str]| {
        let mut run = Story::new(&[]).run(ViolationKind::Assertion);
        run.memory_model = model;
        run.exploration.violations.clear();
        run.exploration.conclusion = Conclusion::Complete;
        let first = run.exploration.outcomes.remove(0);
        let outcome = |stdout: &&str| mcr_explore::OutcomeCount { stdout: (*stdout).into(), ..first.clone() };
        run.exploration.outcomes = outcomes.iter().map(outcome).collect();
        Part { report: Report::new(&run, "auto", Classes::default()), run }
    };
    let parts = [under(MemoryModel::Sc, &["1 0"]), under(MemoryModel::Tso, &["0 0", "1 0"])];
    let report = comparison::report(&parts, "auto", Duration::from_secs(1));
    let page = html::render_comparison(&report, &parts, &Sources::none());
    let row = |cells: &[&str]| {
        let (numbers, rest) = cells.split_at(2);
        let numbers: String = numbers.iter().map(|cell| format!("<td class=\"number\">{cell}</td>")).collect();
        let [first, end, stdout] = rest else { panic!("five cells") };
        format!("<tr>{numbers}<td>{first}</td><td>{end}</td><td class=\"code\">&#34;{stdout}&#34;</td></tr>")
    };
    assert!(page.contains(&row(&["2", "2", "sc", "normal", "1 0"])), "{page}");
    assert!(page.contains(&row(&["-", "2", "tso", "normal", "0 0"])));
    assert!(page.contains("complete: every behaviour was explored, no violation (exit status 0)"));
}

#[test]
fn a_single_failure_comes_with_what_is_said_about_it() {
    let run = philosophers().run(ViolationKind::Deadlock);
    let report = Report::new(&run, "auto", Classes::default());
    let about = [("command".to_owned(), "java -cp <x> App".to_owned())];
    let found = &run.exploration;
    let page = html::render_failure(
        &found.violations[0],
        &report.violations[0],
        &found.symbols,
        MemoryModel::Sc,
        &about,
        &Sources::none(),
    );
    assert!(page.contains("<dt>command</dt><dd>java -cp &#60;x&#62; App</dd>"));
    assert!(page.contains("left, right cannot go on") && !page.contains("id=\"outcomes\""));
}

#[test]
fn a_race_that_is_no_violation_shows_how_to_get_there() {
    let mut story = Story::new(&["worker"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    story.start(0);
    let mut run = story.run(ViolationKind::Assertion);
    let events = run.exploration.violations.remove(0).events;
    let read = Pending { thread: MAIN, site: SiteId(5), action: Action::Read(x) };
    let write = Pending { thread: child(0), site: SiteId(5), action: Action::Write(x, Value(1), Order::Plain) };
    let (accesses, schedule) = ([read, write], Schedule::default());
    run.exploration.races =
        vec![Race { location: x, accesses, events, schedule, first_execution: 1, walker: None, calls: None }];
    let page = page(&run, Classes::default());
    assert!(
        page.contains("1 data race<")
            && page.contains("<code>read x</code>")
            && page.contains("<code>write x = 1</code>")
    );
    assert!(page.contains(r#""about to read x""#) && page.contains(r#""about to write x = 1""#));
}
