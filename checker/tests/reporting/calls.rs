//! Interleavings in which most events happen in code of the JDK, shown as the calls of the program.

use crate::story::{MAIN, Story, child};
use mcr_explore::ViolationKind;
use mcr_model::classes::Classes;
use mcr_protocol::{Action, LocationId, Order, Outcome, Patience, ThreadId, Told, Uncaught, Value, ValueKind};
use mcr_report::{Report, text};

/// Two threads and a list, which a static field of the program holds.
struct Lists {
    story: Story,
    size: LocationId,
    list: Told,
}

fn lists() -> Lists {
    let mut story = Story::new(&["one", "two"]);
    let list = story.object("java.util.ArrayList#1");
    let held = story.location("com.acme.App.names", ValueKind::Reference);
    let size = story.location("java.util.ArrayList#1.size", ValueKind::Integer);
    story.tell().initial.push((held, list));
    story.start(0);
    story.start(1);
    Lists { story, size, list: Told::Object { name: Some(list), class: "ArrayList".to_owned() } }
}

fn text(of: &str) -> Told {
    Told::Contents(format!("\"{of}\""))
}

fn truth() -> Told {
    Told::Primitive(ValueKind::Boolean, Value(1))
}

impl Lists {
    /// `names.add(...)` in this line.
    fn adds(&mut self, thread: ThreadId, line: u32, what: &str) -> usize {
        let list = Some(self.list.clone());
        self.story.calls(thread, line, ("java.util.List", "add"), list, vec![text(what)])
    }

    fn reads_size(&mut self, thread: ThreadId, size: u64) {
        self.story.does_in_jdk(thread, Action::Read(self.size), Outcome::Read(Value(size)));
    }

    fn writes_size(&mut self, thread: ThreadId, size: u64) {
        self.story.does_in_jdk(thread, Action::Write(self.size, Value(size), Order::Plain), Outcome::Done);
    }

    fn fails(&mut self) {
        let uncaught = Uncaught {
            class: "java.lang.AssertionError".into(),
            message: None,
            stack: vec!["com.acme.App.run(App.java:9)".into()],
            assertion: true,
        };
        self.story.does(MAIN, 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
    }

    /// One `add` runs within another, and main finds one element.
    fn lost(mut self) -> Story {
        let one = self.adds(child(0), 20, "a");
        self.reads_size(child(0), 0);
        let two = self.adds(child(1), 21, "b");
        self.reads_size(child(1), 0);
        self.writes_size(child(1), 1);
        self.story.returns(two, Some(truth()));
        self.writes_size(child(0), 1);
        self.story.returns(one, Some(truth()));
        let list = Some(self.list.clone());
        let asked = self.story.calls(MAIN, 9, ("java.util.List", "size"), list, vec![]);
        self.reads_size(MAIN, 1);
        self.story.returns(asked, Some(Told::Primitive(ValueKind::Integer, Value(1))));
        self.fails();
        self.story
    }
}

/// The rows of a table: the cells of the threads, without blanks, and the source.
fn rows(table: &str) -> Vec<(usize, String, String)> {
    let lines = table.lines().skip(2).take_while(|line| line.contains('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (source, cells) = cells.split_last().unwrap();
        let column = cells.iter().position(|cell| !cell.is_empty()).unwrap();
        (column, cells[column].to_owned(), (*source).to_owned())
    };
    lines.map(row).collect()
}

fn row(column: usize, text: &str, line: u32) -> (usize, String, String) {
    (column, text.to_owned(), if line == 0 { String::new() } else { format!("App.java:{line}") })
}

#[test]
fn a_call_that_another_thread_runs_within_is_shown_where_it_begins_and_where_it_ends() {
    let table = lists().lost().table(ViolationKind::Assertion, 200);
    assert_eq!(
        rows(&table),
        [
            row(0, "start one", 5),
            row(0, "start two", 5),
            row(1, "names.add(\"a\") …", 20),
            row(2, "names.add(\"b\") -> true", 21),
            row(1, "… names.add(\"a\") -> true", 20),
            row(0, "names.size() -> 1", 9),
            row(0, "throws AssertionError", 9),
        ],
        "{table}"
    );
    assert!(table.contains("what these calls do is left out: 5 steps (--all-steps shows them)"), "{table}");
}

#[test]
fn all_steps_are_shown_if_that_is_asked_for() {
    let table = lists().lost().table_of_all(ViolationKind::Assertion, 200);
    assert!(table.contains("names.size -> 0") && !table.contains("add(") && !table.contains("left out"), "{table}");
}

#[test]
fn a_cause_is_the_call_that_has_found_it_and_the_one_that_has_made_it() {
    let run = lists().lost().run(ViolationKind::Assertion);
    let report = Report::new(&run, "auto", Classes::default());
    let text = text::render_for(&report, &run, 300, false);
    let cause = "names.size() -> 1 of main at App.java:9 in App.run; written by one in names.add(\"a\") at App.java:20 in App.run";
    assert!(text.contains(cause), "{text}");
}

#[test]
fn a_thread_that_does_not_go_on_waits_in_its_call() {
    let mut lists = lists();
    let list = Some(lists.list.clone());
    lists.reads_size(child(0), 0);
    lists.story.calls(child(0), 30, ("java.util.concurrent.Future", "get"), list, vec![]);
    lists.story.block_in_jdk(
        child(0),
        ("java.util.concurrent.FutureTask", "awaitDone"),
        4,
        Action::Join { child: child(1), patience: Patience::FOREVER },
    );
    let park = Action::Park(mcr_protocol::Limit::Never);
    lists.story.block_in_jdk(child(1), ("java.util.concurrent.LinkedBlockingQueue", "take"), 5, park);
    let table = lists.story.table(ViolationKind::Deadlock, 200);
    let rows = rows(&table);
    assert_eq!(rows[rows.len() - 2], row(1, "-- waits in names.get()", 30), "{table}");
    assert_eq!(rows[rows.len() - 1].1, "-- waits for a task", "{table}");
}

#[test]
fn what_the_program_does_when_it_is_called_back_is_shown_within_the_call() {
    let mut lists = lists();
    let x = lists.story.location("com.acme.App.x", ValueKind::Integer);
    let list = Some(lists.list.clone());
    let call = lists.story.calls(child(0), 40, ("java.util.List", "forEach"), list, vec![]);
    lists.reads_size(child(0), 1);
    lists.story.does(child(0), 41, Action::Write(x, Value(1), Order::Plain), Outcome::Done);
    lists.writes_size(child(1), 2);
    lists.reads_size(child(0), 2);
    lists.story.returns(call, None);
    lists.story.does(MAIN, 42, Action::Read(x), Outcome::Read(Value(1)));
    lists.fails();
    let table = lists.story.table(ViolationKind::Assertion, 200);
    let own: Vec<_> = rows(&table).into_iter().filter(|row| row.0 == 1).map(|row| (row.1, row.2)).collect();
    let expected = [("names.forEach() …", 40), ("x = 1", 41), ("… names.forEach()", 40)];
    let expected = expected.map(|(text, line)| (text.to_owned(), format!("App.java:{line}")));
    assert_eq!(own, expected, "{table}");
}

#[test]
fn where_the_program_has_called_nothing_every_step_is_shown() {
    let mut lists = lists();
    lists.writes_size(child(0), 1);
    lists.reads_size(child(1), 1);
    let park = || Action::Park(mcr_protocol::Limit::Never);
    lists.story.block_in_jdk(child(0), ("java.util.concurrent.FutureTask", "awaitDone"), 4, park());
    let table = lists.story.table(ViolationKind::Deadlock, 200);
    assert!(table.contains("names.size = 1") && table.contains("names.size -> 1"), "{table}");
}

#[test]
fn a_call_that_fails_is_said_to_throw() {
    let mut lists = lists();
    let call = lists.adds(child(0), 20, "a");
    lists.reads_size(child(0), 0);
    lists.story.returns(call, None);
    lists.story.tell().calls[call].threw = true;
    lists.writes_size(child(1), 1);
    lists.fails();
    let table = lists.story.table(ViolationKind::Assertion, 200);
    assert!(table.contains("names.add(\"a\") throws"), "{table}");
}
