//! Deadlocks and thread leaks: which is which, and who waits for what.

use crate::story::{MAIN, Story, child, lock};
use mcr_explore::ViolationKind;
use mcr_model::classes::Classes;
use mcr_protocol::{
    Action, Change, Guard, Limit, LocationId, Order, Outcome, Patience, ThreadId, Uncaught, Value, ValueKind,
};
use mcr_report::{Report, ViolationReport, text};

fn wait(monitor: Value) -> Action {
    Action::Wait { monitor, set: monitor, patience: Patience::FOREVER }
}

fn end(story: &mut Story, thread: ThreadId) {
    story.does(thread, 0, Action::End { uncaught: None, notifies: None }, Outcome::Done);
}

fn fails(story: &mut Story, thread: ThreadId) {
    let uncaught = Uncaught { class: "java.lang.Error".into(), message: None, stack: vec![], assertion: false };
    story.does(thread, 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
}

fn described(story: &Story) -> ViolationReport {
    Report::new(&story.run(ViolationKind::Deadlock), "auto", Classes::default()).violations.remove(0)
}

/// The lines below the table.
fn explained(story: &Story) -> Vec<String> {
    let run = story.run(ViolationKind::Deadlock);
    let text = text::render_for(&Report::new(&run, "auto", Classes::default()), &run, 300, false);
    let below = text.lines().skip_while(|line| !line.is_empty()).skip(1).skip_while(|line| !line.is_empty());
    below.skip(1).take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
}

/// A consumer that waits.
fn consumer() -> Story {
    let mut story = Story::new(&["consumer", "other"]);
    let m = story.object("com.acme.Queue#1");
    story.start(0);
    story.does(child(0), 10, lock(m), Outcome::Done);
    story.does(child(0), 11, wait(m), Outcome::Done);
    story.block(child(0), 11, Action::Resume(m));
    story
}

#[test]
fn who_is_left_over_after_main_is_a_thread_leak() {
    let mut story = consumer();
    end(&mut story, MAIN);
    let described = described(&story);
    assert!(described.thread_leak);
    assert_eq!(described.kind, "deadlock");
    assert_eq!(described.message, "thread leak: main has ended, but consumer waits to be notified on Queue#1");
}

#[test]
fn while_main_waits_it_is_a_deadlock() {
    let mut story = consumer();
    story.block(MAIN, 6, Action::Join { child: child(0), patience: Patience::FOREVER });
    let described = described(&story);
    assert!(!described.thread_leak);
    assert!(described.message.starts_with("deadlock: consumer waits"), "{}", described.message);
    assert!(
        !Report::new(&story.run(ViolationKind::Deadlock), "auto", Classes::default()).to_json().contains("thread_leak")
    );
}

#[test]
fn who_waits_because_another_thread_has_failed_is_no_leak() {
    let mut story = consumer();
    story.start(1);
    fails(&mut story, child(1));
    end(&mut story, MAIN);
    assert!(!described(&story).thread_leak);
}

#[test]
fn a_circle_is_a_deadlock_also_after_main() {
    let mut story = Story::new(&["left", "right"]);
    let (a, b) = (story.object("com.acme.Fork#1"), story.object("com.acme.Fork#2"));
    story.start(0);
    story.start(1);
    end(&mut story, MAIN);
    story.does(child(0), 10, lock(a), Outcome::Done);
    story.does(child(1), 20, lock(b), Outcome::Done);
    story.block(child(0), 11, lock(b));
    story.block(child(1), 21, lock(a));
    assert!(!described(&story).thread_leak);
    assert_eq!(
        explained(&story),
        [
            "left waits at App.java:11 in App.run for lock Fork#2, which right has since App.java:20",
            "right waits at App.java:21 in App.run for lock Fork#1, which left has since App.java:10",
            "cycle: left -> right -> left",
        ]
    );
}

#[test]
fn a_circle_of_joins_is_a_deadlock() {
    let mut story = Story::new(&["left", "right"]);
    let join = |nth| Action::Join { child: child(nth), patience: Patience::FOREVER };
    story.start(0);
    story.start(1);
    end(&mut story, MAIN);
    story.block(child(0), 11, join(1));
    story.block(child(1), 21, join(0));
    assert!(!described(&story).thread_leak);
    assert_eq!(explained(&story)[2], "cycle: left -> right -> left");
}

#[test]
fn a_lock_of_a_thread_that_has_ended_is_no_leak() {
    let mut story = Story::new(&["left", "right"]);
    let a = story.object("com.acme.Fork#1");
    story.start(0);
    story.start(1);
    story.does(child(0), 10, lock(a), Outcome::Done);
    end(&mut story, child(0));
    end(&mut story, MAIN);
    story.block(child(1), 21, lock(a));
    assert!(!described(&story).thread_leak);
    assert_eq!(described(&story).message, "deadlock: right waits for lock Fork#1 held by left (which has ended)");
}

#[test]
fn daemons_are_not_what_is_left_over() {
    let mut story = consumer();
    let start = Action::Start { child: child(1), argument: Value::ZERO, daemon: true, tells: None };
    story.does(MAIN, 6, start, Outcome::Done);
    end(&mut story, MAIN);
    story.block(child(1), 30, Action::Park(Limit::Never));
    assert_eq!(described(&story).message, "thread leak: main has ended, but consumer waits to be notified on Queue#1");
    assert_eq!(
        explained(&story),
        [
            "consumer waits to be notified on Queue#1 at App.java:11 in App.run (no thread has notified it)",
            "other (a daemon) waits to be unparked at App.java:30 in App.run (no thread has unparked it)",
        ]
    );
}

#[test]
fn a_notify_that_came_too_early_is_told() {
    let mut story = Story::new(&["consumer"]);
    let m = story.object("com.acme.Queue#1");
    story.start(0);
    story.does(MAIN, 6, lock(m), Outcome::Done);
    story.does(MAIN, 7, Action::Notify { monitor: m, set: m }, Outcome::Woke(None));
    story.does(MAIN, 8, Action::Release(m), Outcome::Done);
    story.does(child(0), 10, lock(m), Outcome::Done);
    story.does(child(0), 11, wait(m), Outcome::Done);
    end(&mut story, MAIN);
    story.block(child(0), 11, Action::Resume(m));
    let expected = "consumer waits to be notified on Queue#1 at App.java:11 in App.run (last notified by main at App.java:7 in \
                    App.run, before it waited)";
    assert_eq!(explained(&story), [expected]);
}

#[test]
fn a_notify_that_has_woken_another_thread_is_told() {
    let mut story = Story::new(&["one", "two"]);
    let m = story.object("com.acme.Queue#1");
    for nth in [0, 1] {
        story.start(nth);
        story.does(child(nth), 10, lock(m), Outcome::Done);
        story.does(child(nth), 11, wait(m), Outcome::Done);
    }
    story.does(MAIN, 6, lock(m), Outcome::Done);
    story.does(MAIN, 7, Action::Notify { monitor: m, set: m }, Outcome::Woke(Some(child(1))));
    story.does(MAIN, 8, Action::Release(m), Outcome::Done);
    story.does(child(1), 11, Action::Resume(m), Outcome::Resumed(mcr_protocol::Wake::Notified));
    story.does(child(1), 12, Action::Release(m), Outcome::Done);
    end(&mut story, child(1));
    end(&mut story, MAIN);
    story.block(child(0), 11, Action::Resume(m));
    let expected = "one waits to be notified on Queue#1 at App.java:11 in App.run (the last notify, by main at App.java:7 in App.run, \
                    woke two)";
    assert_eq!(explained(&story), [expected]);
}

#[test]
fn a_permit_that_was_used_up_is_told() {
    let mut story = Story::new(&["parker"]);
    let unpark = Action::Write(LocationId::permit(child(0)), Value(1), Order::Volatile);
    story.start(0);
    story.does(MAIN, 6, unpark, Outcome::Done);
    story.does(child(0), 10, Action::Park(Limit::Never), Outcome::Done);
    end(&mut story, MAIN);
    story.block(child(0), 11, Action::Park(Limit::Never));
    let expected = "parker waits to be unparked at App.java:11 in App.run (last unparked by main at App.java:6 in App.run, which an \
                    earlier park has used up)";
    assert_eq!(explained(&story), [expected]);
}

#[test]
fn who_has_taken_permits_and_not_given_them_back_is_told() {
    let mut story = Story::new(&["one", "two"]);
    let permits = story.location("java.util.concurrent.Semaphore#1.permits", ValueKind::Integer);
    let step = |n: i64| Action::Guarded {
        location: permits,
        guard: if n < 0 { Guard::AtLeast(-n) } else { Guard::Always },
        change: Change::Add(n),
        patience: Patience::FOREVER,
    };
    let changes = |old, new| Outcome::Updated { old: Value(old), new: Value(new) };
    story.start(0);
    story.start(1);
    story.does(child(1), 20, step(-1), changes(1, 0));
    story.does(child(1), 21, step(1), changes(0, 1));
    story.does(child(0), 10, step(-1), changes(1, 0));
    end(&mut story, child(0));
    end(&mut story, MAIN);
    story.block(child(1), 20, step(-1));
    let expected = "two waits until Semaphore#1.permits is at least 1 (it is 0) at App.java:20 in App.run (taken by one at App.java:10)";
    assert_eq!(explained(&story), [expected]);
}

#[test]
fn the_initialisation_of_a_class_is_called_so() {
    let mut story = Story::new(&["one"]);
    let class = story.object("com.acme.Config.<clinit>");
    story.start(0);
    story.does(MAIN, 0, lock(class), Outcome::Done);
    story.block(MAIN, 6, Action::Join { child: child(0), patience: Patience::FOREVER });
    story.block(child(0), 10, lock(class));
    assert_eq!(
        explained(&story),
        [
            "main waits for the end of one at App.java:6 in App.run",
            "one waits for the initialisation of Config by main at App.java:10 in App.run",
            "cycle: main -> one -> main",
        ]
    );
}
