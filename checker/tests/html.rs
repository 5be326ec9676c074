//! The HTML report: what it says, and that nothing in it is markup but its own.

mod story;

use mcr_checker::explore::{Conclusion, Race, ViolationKind};
use mcr_checker::report::comparison::{self, Part};
use mcr_checker::report::{Report, Run, html};
use mcr_checker::session::Classes;
use mcr_protocol::{
    Action, MemoryModel, Order, Outcome, Patience, Pending, Schedule, SiteId, Uncaught, Value, ValueKind,
};
use std::time::Duration;
use story::{MAIN, Story, child};

/// Ends elements, strings, comments and templates, and begins them.
const MARKUP: &str =
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>--><!-- \"'&lt;{{7*7}}{% raw %}</pre>";

/// The same where it is text in markup; the template engine chooses among the names of the characters.
const TEXT: &str = "&#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;img src=x onerror=alert(2)&#62;--&#62;&#60;!-- \
                    &#34;&#39;&#38;lt;{{7*7}}{% raw %}&#60;/pre&#62;";

fn page(run: &Run, classes: Classes) -> String {
    html::render(&Report::new(run, "auto", classes), run)
}

fn deadlock() -> Story {
    let mut story = Story::new(&["left", "right"]);
    let (a, b) = (story.object("com.acme.Fork#1"), story.object("com.acme.Fork#2"));
    let lock = |monitor| Action::Acquire { monitor, patience: Patience::FOREVER, parks: false };
    story.start(0);
    story.start(1);
    story.does(child(0), 10, lock(a), Outcome::Done);
    story.does(child(1), 20, lock(b), Outcome::Done);
    story.block(child(0), 11, lock(b));
    story.block(child(1), 21, lock(a));
    story
}

#[test]
fn a_deadlock_says_who_waits_for_whom() {
    let page = page(&deadlock().run(ViolationKind::Deadlock), Classes::default());
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
}

#[test]
fn the_policy_allows_nothing_but_the_script_and_the_style_of_the_page() {
    let page = page(&deadlock().run(ViolationKind::Deadlock), Classes::default());
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
        let outcome = |stdout: &&str| mcr_checker::explore::OutcomeCount { stdout: (*stdout).into(), ..first.clone() };
        run.exploration.outcomes = outcomes.iter().map(outcome).collect();
        Part { report: Report::new(&run, "auto", Classes::default()), run }
    };
    let parts = [under(MemoryModel::Sc, &["1 0"]), under(MemoryModel::Tso, &["0 0", "1 0"])];
    let report = comparison::report(&parts, "auto", Duration::from_secs(1));
    let page = html::render_comparison(&report, &parts);
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
    let run = deadlock().run(ViolationKind::Deadlock);
    let report = Report::new(&run, "auto", Classes::default());
    let about = [("command".to_owned(), "java -cp <x> App".to_owned())];
    let found = &run.exploration;
    let page =
        html::render_failure(&found.violations[0], &report.violations[0], &found.symbols, MemoryModel::Sc, &about);
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
    run.exploration.races = vec![Race { location: x, accesses, events, schedule, first_execution: 1, calls: None }];
    let page = page(&run, Classes::default());
    assert!(
        page.contains("1 data race<")
            && page.contains("<code>read x</code>")
            && page.contains("<code>write x = 1</code>")
    );
    assert!(page.contains(r#""about to read x""#) && page.contains(r#""about to write x = 1""#));
}
