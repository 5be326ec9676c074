//! Tables of interleavings against golden files.

use crate::story::{MAIN, Story, child, deadlock, golden, lock};
use mcr_explore::ViolationKind;
use mcr_model::classes::Classes;
use mcr_protocol::{
    Action, Awaited, Change, Doing, Guard, Limit, LocationId, Order, Outcome, Patience, Try, Uncaught, Value,
    ValueKind, Wake,
};
use mcr_report::{Report, text};

const TIMED: Patience = Patience { limit: Limit::Timed, interruptible: false };

fn lost_update() -> Story {
    let mut story = Story::new(&["worker", "worker"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    story.start(0);
    story.start(1);
    for nth in [0, 1] {
        story.does(child(nth), 10, Action::Read(x), Outcome::Read(Value(0)));
    }
    for nth in [0, 1] {
        story.does(child(nth), 10, Action::Write(x, Value(1), Order::Plain), Outcome::Done);
        story.does(child(nth), 0, Action::End { uncaught: None, notifies: None }, Outcome::Done);
    }
    for nth in [0, 1] {
        story.does(MAIN, 6, Action::Join { child: child(nth), patience: Patience::FOREVER }, Outcome::Done);
    }
    story.does(MAIN, 7, Action::Read(x), Outcome::Read(Value(1)));
    let uncaught = Uncaught {
        class: "java.lang.AssertionError".into(),
        message: Some("x is 1\nnot 2".into()),
        stack: vec!["com.acme.App.main(App.java:7)".into()],
        assertion: true,
    };
    story.does(MAIN, 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
    story
}

#[test]
fn a_lost_update_is_shown_with_its_switches() {
    golden("lost-update", &lost_update().table(ViolationKind::Assertion, 100));
}

#[test]
fn a_deadlock_names_the_locks_and_the_cycle() {
    let run = deadlock(["left", "right"], 1).run(ViolationKind::Deadlock);
    let report = Report::new(&run, "auto", Classes::default());
    golden("deadlock", &text::render_for(&report, &run, 100, false));
    assert_eq!(
        report.violations[0].message,
        "deadlock: main waits for the end of left; left waits for lock Fork#2 held by right; right waits for lock Fork#1 \
         held by left"
    );
    assert_eq!(report.violations[0].locations[1], "com.acme.App.run(App.java:11)");
}

#[test]
fn a_report_of_an_exception_says_where_it_was_thrown() {
    let run = lost_update().run(ViolationKind::Assertion);
    let report = Report::new(&run, "auto", Classes::default());
    golden("report", &text::render_for(&report, &run, 100, false));
    assert_eq!(report.violations[0].message, "main throws AssertionError: x is 1\\nnot 2");
}

#[test]
fn every_kind_of_event_and_value_has_its_notation() {
    let mut story = Story::new(&["worker"]);
    let monitor = story.object("java.lang.Object#1");
    let node = story.object("com.acme.Node#2");
    let main = MAIN;
    for (label, kind, bits) in [
        ("App.flag", ValueKind::Boolean, 1),
        ("App.letter", ValueKind::Char, u64::from(b'\'')),
        ("App.number", ValueKind::Integer, u64::MAX),
        ("App.ratio", ValueKind::Float, u64::from(1.5f32.to_bits())),
        ("App.limit", ValueKind::Double, f64::INFINITY.to_bits()),
        ("com.acme.Node#2.next", ValueKind::Reference, node.0),
        ("com.acme.Node#2.tail", ValueKind::Reference, 0),
        ("com.acme.Node#2.other", ValueKind::Reference, 0xabcd_1234),
        ("int[2]#1[0]", ValueKind::Integer, 7),
        ("HashMap#1", ValueKind::Version, 0xbeef),
        ("a.A.same", ValueKind::Integer, 1),
        ("b.A.same", ValueKind::Integer, 2),
    ] {
        let location = story.location(label, kind);
        story.does(main, 1, Action::Write(location, Value(bits), Order::Plain), Outcome::Done);
    }
    let count = story.location("App.count", ValueKind::Integer);
    story.does(main, 2, Action::Update(count, Order::Volatile), Outcome::Updated { old: Value(1), new: Value(2) });
    story.start(0);
    story.does(main, 3, Action::Alive(child(0)), Outcome::Read(Value(1)));
    story.does(main, 3, Action::Join { child: child(0), patience: TIMED }, Outcome::Resumed(Wake::TimedOut));
    story.does(child(0), 4, lock(monitor), Outcome::Done);
    story.does(child(0), 4, Action::Wait { monitor, set: monitor, patience: TIMED }, Outcome::Done);
    story.does(main, 5, lock(monitor), Outcome::Done);
    story.does(main, 5, Action::Notify { monitor, set: monitor }, Outcome::Woke(Some(child(0))));
    story.does(main, 5, Action::Notify { monitor, set: monitor }, Outcome::Woke(None));
    story.does(main, 5, Action::NotifyAll { monitor, set: monitor }, Outcome::Done);
    story.does(main, 5, Action::Release(monitor), Outcome::Done);
    story.does(child(0), 4, Action::Resume(monitor), Outcome::Resumed(Wake::Notified));
    story.does(child(0), 4, Action::Print("1 0\n".into()), Outcome::Done);
    story.does(child(0), 4, Action::Exit(3), Outcome::Done);
    golden("notation", &story.table_of_all(ViolationKind::Exit, 100));
}

#[test]
fn operations_that_wait_say_what_came_of_it() {
    let mut story = Story::new(&["worker", "parked", "taker"]);
    let (lock, condition) = (story.object("ReentrantLock#1"), story.object("Condition#1"));
    let permits = story.location("Semaphore#1.permits", ValueKind::Integer);
    let latch = story.location("CountDownLatch#1.count", ValueKind::Integer);
    let now = Patience { limit: Limit::Now, interruptible: false };
    let stoppable = Patience { limit: Limit::Timed, interruptible: true };
    let acquire = |patience| Action::Acquire { monitor: lock, patience, parks: true };
    let take = |location, patience| {
        let (guard, change) = (Guard::AtLeast(1), Change::Add(-1));
        Action::Guarded { location, guard, change, patience }
    };
    let open = Action::Guarded { location: latch, guard: Guard::Zero, change: Change::Keep, patience: stoppable };
    let clear = Change::Set(Value::ZERO);
    let flag = LocationId::interrupt;
    let test = |of, patience| Action::Guarded { location: flag(of), guard: Guard::AtLeast(1), change: clear, patience };
    for nth in 0..3 {
        story.start(nth);
    }
    let worker = child(0);
    let through = |old, new| Outcome::Updated { old: Value(old), new: Value(new) };
    story.does(worker, 10, acquire(now), Outcome::Resumed(Wake::Notified));
    story.does(MAIN, 11, acquire(now), Outcome::Resumed(Wake::TimedOut));
    story.does(MAIN, 12, acquire(stoppable), Outcome::Resumed(Wake::TimedOut));
    story.does(MAIN, 13, Action::State(worker), Outcome::Read(Value(Doing::TimedWaiting as u64)));
    story.does(MAIN, 14, Action::Write(LocationId::permit(worker), Value(1), Order::Volatile), Outcome::Done);
    story.does(MAIN, 15, Action::Write(flag(worker), Value(1), Order::Volatile), Outcome::Done);
    story.does(MAIN, 16, Action::Read(flag(worker)), Outcome::Read(Value(1)));
    story.does(MAIN, 17, Action::Choose(3), Outcome::Read(Value(2)));
    story.does(worker, 18, test(worker, now), through(1, 0));
    story.does(worker, 18, test(worker, now), Outcome::Resumed(Wake::TimedOut));
    story.does(worker, 19, Action::Wait { monitor: lock, set: condition, patience: stoppable }, Outcome::Done);
    story.does(MAIN, 20, acquire(Patience::FOREVER), Outcome::Done);
    story.does(MAIN, 21, Action::Notify { monitor: lock, set: condition }, Outcome::Woke(Some(worker)));
    story.does(MAIN, 22, Action::NotifyAll { monitor: lock, set: condition }, Outcome::Done);
    story.does(MAIN, 23, take(permits, Patience::FOREVER), through(1, 0));
    story.does(MAIN, 24, take(permits, now), Outcome::Resumed(Wake::TimedOut));
    story.does(MAIN, 25, take(permits, stoppable), Outcome::Resumed(Wake::Interrupted));
    story.does(MAIN, 26, open, through(0, 0));
    story.does(child(1), 27, Action::Park(Limit::Timed), Outcome::Resumed(Wake::TimedOut));
    story.block(MAIN, 28, Action::Join { child: worker, patience: Patience::FOREVER });
    story.block(worker, 19, Action::Resume(lock));
    story.block(child(1), 29, Action::Park(Limit::Never));
    story.block(child(2), 30, take(permits, Patience::FOREVER));
    golden("waiting", &story.table_of_all(ViolationKind::Deadlock, 140));
}

#[test]
fn who_sleeps_and_who_asks_for_the_time_say_how_long() {
    let mut story = Story::new(&["sleeper"]);
    let patience = |interruptible| Patience { limit: Limit::After(10), interruptible };
    let sleep = |interruptible| {
        let (guard, change, patience) = (Guard::AtLeast(1), Change::Keep, patience(interruptible));
        Action::Guarded { location: LocationId::SLEEP, guard, change, patience }
    };
    story.start(0);
    story.does(child(0), 10, sleep(false), Outcome::Resumed(Wake::TimedOut));
    story.does(child(0), 11, sleep(true), Outcome::Resumed(Wake::Interrupted));
    story.does(child(0), 12, Action::Park(Limit::After(10)), Outcome::Resumed(Wake::TimedOut));
    story.does(child(0), 13, Action::Read(LocationId::TIME), Outcome::Read(Value(20)));
    story.block(child(0), 14, Action::Park(Limit::Never));
    golden("sleeping", &story.table_of_all(ViolationKind::Deadlock, 80));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let story = lost_update();
    for width in [40, 60, 80, 200] {
        let table = story.table(ViolationKind::Assertion, width);
        assert!(table.lines().all(|line| console::measure_text_width(line) <= width), "{width}:\n{table}");
    }
    golden("narrow", &story.table(ViolationKind::Assertion, 50));
}

#[test]
fn a_long_cell_goes_on_over_empty_columns() {
    let mut story = Story::new(&["worker-1", "worker-2", "worker-3"]);
    let element = story.location("Thread[4]#1[0]", ValueKind::Reference);
    let balance = story.location("Account.balanceOfTheWholeBank", ValueKind::Integer);
    let thread = story.object("Thread#1");
    story.does(MAIN, 5, Action::Write(element, thread, Order::Plain), Outcome::Done);
    for nth in 0..3 {
        story.start(nth);
        story.does(child(nth), 10, Action::Write(balance, Value(1000), Order::Plain), Outcome::Done);
    }
    golden("wide-cells", &story.table_of_all(ViolationKind::Exception, 80));
}

#[test]
fn many_threads_share_one_column() {
    let names: Vec<String> = (0..12).map(|n| format!("worker-{n}")).collect();
    let mut story = Story::new(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let x = story.location("App.x", ValueKind::Integer);
    for nth in 0..12 {
        story.start(nth);
    }
    for nth in 0..12 {
        story.does(child(nth), 10, Action::Write(x, Value(nth), Order::Plain), Outcome::Done);
    }
    golden("many-threads", &story.table_of_all(ViolationKind::Exception, 100));
}

#[test]
fn a_loop_is_shown_once() {
    let mut story = Story::new(&["worker"]);
    let flag = story.location("App.flag", ValueKind::Boolean);
    let turn = story.location("App.turn", ValueKind::Integer);
    story.start(0);
    for _ in 0..50 {
        story.does(child(0), 10, Action::Read(flag), Outcome::Read(Value(0)));
    }
    for _ in 0..20 {
        story.does(MAIN, 20, Action::Read(flag), Outcome::Read(Value(0)));
        story.does(MAIN, 21, Action::Read(turn), Outcome::Read(Value(1)));
    }
    story.does(MAIN, 22, Action::Exit(1), Outcome::Done);
    golden("loop", &story.table_of_all(ViolationKind::Exit, 100));
}

#[test]
fn who_waits_in_a_loop_says_for_what() {
    let mut story = Story::new(&["worker"]);
    let flag = story.location("App.flag", ValueKind::Boolean);
    let turn = story.location("App.turn", ValueKind::Integer);
    let other = story.location("App.other", ValueKind::Reference);
    story.start(0);
    story.does(child(0), 10, Action::Read(flag), Outcome::Read(Value(0)));
    story.does(MAIN, 20, Action::Read(flag), Outcome::Read(Value(0)));
    story.does(MAIN, 21, Action::Read(turn), Outcome::Read(Value(1)));
    let reads = vec![(flag, Value(0))];
    story.block(
        child(0),
        10,
        Action::Await(Awaited { events: 1, reads, alive: vec![], states: vec![], tries: vec![] }),
    );
    let reads = vec![(flag, Value(0)), (turn, Value(1)), (other, Value(0))];
    story.block(
        MAIN,
        20,
        Action::Await(Awaited { events: 4, reads, alive: vec![child(0)], states: vec![], tries: vec![] }),
    );
    golden("livelock", &story.table(ViolationKind::Livelock, 100));
}

#[test]
fn who_tries_in_a_loop_says_what() {
    let mut story = Story::new(&["worker"]);
    let permits = story.location("App.permits", ValueKind::Integer);
    story.start(0);
    let awaits = |tries| Action::Await(Awaited { events: 1, reads: vec![], alive: vec![], states: vec![], tries });
    story.block(child(0), 10, awaits(vec![Try::Guard(permits, Guard::AtLeast(1))]));
    story.block(MAIN, 20, awaits(vec![Try::Monitor(Value(1))]));
    let table = story.table(ViolationKind::Livelock, 100);
    assert!(table.contains("waits until permits is at least 1"), "{table}");
    assert!(table.contains("is free"), "{table}");
}

#[test]
fn a_long_run_of_one_thread_is_shortened() {
    let mut story = Story::new(&["worker"]);
    let x = story.location("App.x", ValueKind::Integer);
    story.start(0);
    for n in 0..500 {
        story.does(child(0), 10, Action::Write(x, Value(n), Order::Plain), Outcome::Done);
    }
    story.does(MAIN, 11, Action::Read(x), Outcome::Read(Value(499)));
    let table = story.table_of_all(ViolationKind::Exception, 100);
    assert!(table.contains("… 420 events left out"), "{table}");
    assert!(table.contains("x = 0 ") && table.contains("x = 499 "));
}

#[test]
fn a_table_of_many_switches_is_shortened_in_the_middle() {
    let mut story = Story::new(&["worker"]);
    let x = story.location("App.x", ValueKind::Integer);
    for n in 0..400 {
        story.does(
            if n % 2 == 0 { MAIN } else { child(0) },
            10,
            Action::Write(x, Value(n), Order::Plain),
            Outcome::Done,
        );
    }
    let table = story.table_of_all(ViolationKind::Exception, 100);
    assert!(table.lines().count() <= 202);
    assert!(table.contains("events left out"));
    assert!(table.contains("x = 399"));
}

/// The lost update again, with what concerns nobody else: fields of one thread, a lock that nobody else takes, what main wrote before it
/// started the others, and a thread that does nothing with them.
#[test]
fn steps_of_no_consequence_are_counted_and_not_shown() {
    let mut story = Story::new(&["worker", "worker", "idler"]);
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    let step = story.location("com.acme.App.step", ValueKind::Integer);
    let own = [0, 1, 2].map(|n| story.location(&format!("com.acme.App.own{n}"), ValueKind::Integer));
    let monitor = story.object("java.lang.Object#1");
    let (write, done) = (|location, value| Action::Write(location, Value(value), Order::Plain), Outcome::Done);
    let end = Action::End { uncaught: None, notifies: None };
    story.does(MAIN, 4, write(step, 1), done);
    (0..3).for_each(|nth| story.start(nth));
    for nth in [0, 1] {
        story.does(child(nth), 9, write(own[nth as usize], 7), done);
        story.does(child(nth), 10, Action::Read(x), Outcome::Read(Value(0)));
        story.does(child(nth), 10, Action::Read(step), Outcome::Read(Value(1)));
    }
    story.does(child(2), 20, write(own[2], 7), done);
    story.does(child(2), 0, end.clone(), done);
    for nth in [0, 1] {
        story.does(child(nth), 10, write(x, 1), done);
        story.does(child(nth), 0, end.clone(), done);
        story.does(MAIN, 6, Action::Join { child: child(nth), patience: Patience::FOREVER }, done);
    }
    story.does(MAIN, 7, lock(monitor), done);
    story.does(MAIN, 7, Action::Read(x), Outcome::Read(Value(1)));
    story.does(MAIN, 7, Action::Exit(1), done);
    golden("no-consequence", &story.table(ViolationKind::Exit, 100));
    let all = story.table_of_all(ViolationKind::Exit, 120);
    assert!(all.contains("own2 = 7") && all.contains("lock Object#1") && !all.contains("--all-steps"), "{all}");
}
