//! How data races are reported, and what becomes of them.

use crate::story::{MAIN, Story, child, golden};
use crate::toy::compare::exploration;
use crate::toy::observed::observed;
use crate::toy::program::{Expr, Stmt};
use mcr_explore::{Conclusion, Options, Race, RacesAre, ViolationKind};
use mcr_model::classes::Classes;
use mcr_protocol::{Action, LocationId, Order, Outcome, Pending, Schedule, Value, ValueKind};
use mcr_report::{Report, text};

/// Main and its child are about to access `x`.
fn about_to_race() -> (Story, LocationId) {
    let mut story = Story::new(&["worker"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    story.start(0);
    story.does(child(0), 10, Action::Read(x), Outcome::Read(Value(0)));
    story.block(MAIN, 6, Action::Read(x));
    story.block(child(0), 11, Action::Write(x, Value(1), Order::Plain));
    (story, x)
}

#[test]
fn a_race_that_is_a_violation_ends_with_its_accesses() {
    let (story, _) = about_to_race();
    let run = story.run(ViolationKind::Race);
    let report = Report::new(&run, "auto", Classes::default());
    golden("race", &text::render_for(&report, &run, 100, false));
    assert_eq!(report.violations[0].kind, "race");
    assert_eq!(report.violations[0].locations.len(), 2);
}

#[test]
fn ten_races_are_listed_and_the_others_counted() {
    let (story, location) = about_to_race();
    let mut run = story.run(ViolationKind::Race);
    let found = run.exploration.violations.remove(0);
    run.exploration.conclusion = Conclusion::Complete;
    let accesses: [Pending; 2] = found.blocked.try_into().unwrap();
    let race = Race {
        location,
        accesses,
        events: found.events,
        schedule: Schedule::default(),
        first_execution: 3,
        walker: None,
        calls: None,
    };
    run.exploration.races = vec![race; 12];
    let report = Report::new(&run, "auto", Classes::default());
    assert_eq!(report.verdict.exit_status(), 0);
    assert_eq!(report.races.len(), 12);
    golden("races", &text::render_for(&report, &run, 100, false));
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let expected = serde_json::json!({
        "location": "x",
        "accesses": [
            { "thread": "main", "access": "read", "place": "com.acme.App.run(App.java:6)" },
            { "thread": "worker", "access": "write", "place": "com.acme.App.run(App.java:11)" },
        ],
        "failure": null,
        "first_execution": 3,
    });
    assert_eq!(json["races"][0], expected);
}

#[test]
fn races_are_what_was_asked_for() {
    let toy = observed(1, &[], &[(&[Stmt::Store(0, Expr::C(1))], 0), (&[Stmt::Load(0, 0)], 1)]);
    let search = |races, keep_going| exploration(&toy, &Options { races, keep_going, ..Options::default() }).0;
    let listed = search(RacesAre::Listed, false);
    assert_eq!((listed.conclusion, listed.races.len(), listed.violations.len()), (Conclusion::Complete, 1, 0));
    let ignored = search(RacesAre::Ignored, false);
    assert_eq!((ignored.conclusion, ignored.races.len(), ignored.violations.len()), (Conclusion::Complete, 0, 0));
    let first = search(RacesAre::Violations, false);
    assert_eq!((first.conclusion, first.violations.len()), (Conclusion::FirstViolation, 1));
    let all = search(RacesAre::Violations, true);
    assert_eq!((all.conclusion, all.violations.len()), (Conclusion::Complete, 1));
    assert_eq!(all.violations[0].kind, ViolationKind::Race);
    assert_eq!(all.violations[0].blocked, listed.races[0].accesses);
    assert_eq!(all.outcomes, ignored.outcomes);
}
