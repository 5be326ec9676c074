//! Which values are taken for the cause of an exception, and how sure the report is of it.

use crate::story::{MAIN, Story, child};
use mcr_explore::ViolationKind;
use mcr_model::classes::Classes;
use mcr_protocol::{Action, LocationId, MemoryModel, Order, Outcome, ThreadId, Uncaught, Value, ValueKind};
use mcr_report::cause::{Evidence, causes};
use mcr_report::{Report, ViolationReport};

/// The line that throws.
const LINE: u32 = 20;

fn read(story: &mut Story, line: u32, location: LocationId, value: u64) {
    story.does(MAIN, line, Action::Read(location), Outcome::Read(Value(value)));
}

fn write(story: &mut Story, thread: ThreadId, line: u32, location: LocationId, value: u64) {
    story.does(thread, line, Action::Write(location, Value(value), Order::Plain), Outcome::Done);
}

/// Main ends with an exception that was thrown in the line 20, below a frame of the JDK.
fn throws(story: &mut Story, class: &str, message: Option<&str>) {
    let stack = vec!["java.util.Objects.check(Objects.java:7)".into(), format!("com.acme.App.run(App.java:{LINE})")];
    let assertion = class == "AssertionError";
    let (class, message) = (format!("java.lang.{class}"), message.map(Into::into));
    let uncaught = Uncaught { class, message, stack, assertion };
    story.does(MAIN, 0, Action::End { uncaught: Some(uncaught), notifies: None }, Outcome::Done);
}

/// Location, value and evidence of the causes.
fn found(story: &Story) -> Vec<(String, String, Evidence)> {
    let described = described(story);
    described.cause.into_iter().map(|cause| (cause.location, cause.value, cause.evidence)).collect()
}

fn described(story: &Story) -> ViolationReport {
    let run = story.run(ViolationKind::Exception);
    Report::new(&run, "auto", Classes::default()).violations.remove(0)
}

fn cause(location: &str, value: &str, evidence: Evidence) -> (String, String, Evidence) {
    (location.into(), value.into(), evidence)
}

fn story() -> Story {
    Story::new(&["other"])
}

const NULL: &str = "NullPointerException";

#[test]
fn the_null_that_the_message_names_is_found_among_others() {
    let mut story = story();
    let [x, y] = ["com.acme.App.x", "com.acme.App.y"].map(|label| story.location(label, ValueKind::Reference));
    read(&mut story, LINE, x, 0);
    read(&mut story, LINE, y, 0);
    throws(&mut story, NULL, Some("Cannot invoke \"String.length()\" because \"com.acme.App.x\" is null"));
    assert_eq!(found(&story), [cause("x", "null", Evidence::Named)]);
}

#[test]
fn a_null_that_is_named_but_was_read_elsewhere_only_fits() {
    let mut story = story();
    let x = story.location("com.acme.App.x", ValueKind::Reference);
    read(&mut story, 3, x, 0);
    throws(&mut story, NULL, Some("Cannot invoke \"String.length()\" because \"com.acme.App.x\" is null"));
    assert_eq!(found(&story), [cause("x", "null", Evidence::Fits)]);
}

#[test]
fn fields_of_objects_and_elements_are_found_by_their_last_part() {
    for (label, message) in [
        ("com.acme.Node#2.next", "because \"<local1>.next.next\" is null"),
        ("com.acme.Node[2]#1[1]", "because \"this.nodes[1]\" is null"),
        ("com.acme.Node[2]#1[1]", "because \"this.nodes[<local4>]\" is null"),
    ] {
        let mut story = story();
        let other = story.location("com.acme.App.other", ValueKind::Reference);
        let wanted = story.location(label, ValueKind::Reference);
        read(&mut story, LINE, wanted, 0);
        read(&mut story, LINE, other, 0);
        throws(&mut story, NULL, Some(&format!("Cannot read field \"f\" {message}")));
        assert_eq!(found(&story), [cause(label.trim_start_matches("com.acme."), "null", Evidence::Named)], "{message}");
    }
}

#[test]
fn the_null_in_a_variable_was_read_before() {
    for message in [None, Some("Cannot invoke \"A.b()\" because \"<local1>\" is null")] {
        let mut story = story();
        let x = story.location("com.acme.App.x", ValueKind::Reference);
        let n = story.location("com.acme.App.n", ValueKind::Integer);
        read(&mut story, 3, x, 0);
        read(&mut story, 4, n, 0);
        throws(&mut story, NULL, message);
        // In the same method.
        assert_eq!(found(&story), [cause("x", "null", Evidence::Fits)]);
    }
}

#[test]
fn an_exception_without_a_null_has_no_cause() {
    let mut story = story();
    let x = story.location("com.acme.App.x", ValueKind::Reference);
    read(&mut story, LINE - 1, x, 7);
    throws(&mut story, NULL, None);
    assert_eq!(found(&story), []);
    assert!(
        !Report::new(&story.run(ViolationKind::NullDereference), "auto", Classes::default())
            .to_json()
            .contains("cause")
    );
}

#[test]
fn an_index_out_of_bounds_is_found_by_its_number_with_its_array() {
    let mut story = story();
    let list = story.location("com.acme.App.list", ValueKind::Reference);
    let items = story.location("com.acme.App.items", ValueKind::Reference);
    let [i, n] = ["com.acme.App.i", "com.acme.App.n"].map(|label| story.location(label, ValueKind::Integer));
    let array = story.object("int[3]#1");
    read(&mut story, LINE, list, array.0 + 1);
    read(&mut story, LINE, items, array.0);
    read(&mut story, LINE, i, 5);
    read(&mut story, LINE, n, 9);
    throws(&mut story, "ArrayIndexOutOfBoundsException", Some("Index 5 out of bounds for length 3"));
    let expected = [cause("items", "int[3]#1", Evidence::Fits), cause("i", "5", Evidence::Fits)];
    assert_eq!(found(&story), expected);
}

#[test]
fn a_computed_index_is_explained_by_what_was_read_in_the_line() {
    let mut story = story();
    let i = story.location("com.acme.App.i", ValueKind::Integer);
    read(&mut story, LINE, i, 4);
    throws(&mut story, "ArrayIndexOutOfBoundsException", Some("Index 5 out of bounds for length 3"));
    assert_eq!(found(&story), [cause("i", "4", Evidence::Fits)]);
}

#[test]
fn an_index_that_was_read_elsewhere_is_a_guess() {
    let mut story = story();
    let i = story.location("com.acme.App.i", ValueKind::Integer);
    read(&mut story, 3, i, 5);
    throws(&mut story, "StringIndexOutOfBoundsException", Some("index 5, length 3"));
    assert_eq!(found(&story), [cause("i", "5", Evidence::Last)]);
}

#[test]
fn a_failing_cast_is_about_the_object_of_that_class() {
    let mut story = story();
    let [x, y] = ["com.acme.App.x", "com.acme.App.y"].map(|label| story.location(label, ValueKind::Reference));
    let (square, circle) = (story.object("com.acme.Square#4"), story.object("com.acme.Circle#1"));
    read(&mut story, LINE, x, square.0);
    read(&mut story, LINE, y, circle.0);
    let message =
        "class com.acme.Square cannot be cast to class com.acme.Circle (they are in unnamed module of loader 'app')";
    throws(&mut story, "ClassCastException", Some(message));
    assert_eq!(found(&story), [cause("x", "Square#4", Evidence::Fits)]);
}

#[test]
fn a_division_by_zero_is_about_a_number_that_is_zero() {
    let mut story = story();
    let [n, m] = ["com.acme.App.n", "com.acme.App.m"].map(|label| story.location(label, ValueKind::Integer));
    let flag = story.location("com.acme.App.flag", ValueKind::Boolean);
    for (location, value) in [(n, 0), (m, 3), (flag, 0)] {
        read(&mut story, LINE, location, value);
    }
    throws(&mut story, "ArithmeticException", Some("/ by zero"));
    assert_eq!(found(&story), [cause("n", "0", Evidence::Fits)]);
}

#[test]
fn an_assertion_is_about_what_was_read_last_of_what_others_write() {
    let mut story = story();
    let names = ["a", "b", "c", "d", "own"].map(|name| format!("com.acme.App.{name}"));
    let [a, b, c, d, own] = names.map(|label| story.location(&label, ValueKind::Integer));
    for location in [a, b, c, d] {
        write(&mut story, child(0), 9, location, 1);
    }
    for location in [a, b, c, d, c, own] {
        read(&mut story, 15, location, 1);
    }
    throws(&mut story, "AssertionError", None);
    let last = |name| cause(name, "1", Evidence::Last);
    // Each once, where it was read last.
    assert_eq!(found(&story), [last("b"), last("d"), last("c")]);
}

#[test]
fn an_assertion_is_about_what_its_line_reads_even_if_nobody_has_written_it() {
    let mut story = story();
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    read(&mut story, LINE, x, 0);
    throws(&mut story, "AssertionError", None);
    assert_eq!(found(&story), [cause("x", "0", Evidence::Fits)]);
    assert_eq!(described(&story).cause[0].written, None);
}

#[test]
fn captured_variables_are_not_what_an_assertion_is_about() {
    let mut story = story();
    let captured = story.location("com.acme.App$1#1.val$n", ValueKind::Integer);
    write(&mut story, child(0), 9, captured, 1);
    read(&mut story, 15, captured, 1);
    throws(&mut story, "AssertionError", None);
    assert_eq!(found(&story), []);
}

#[test]
fn the_writer_is_told_with_its_place() {
    let mut story = story();
    let x = story.location("com.acme.App.x", ValueKind::Integer);
    write(&mut story, MAIN, 8, x, 2);
    write(&mut story, child(0), 9, x, 0);
    read(&mut story, LINE, x, 0);
    throws(&mut story, "ArithmeticException", Some("/ by zero"));
    let cause = &described(&story).cause[0];
    let written = cause.written.as_ref().unwrap();
    assert_eq!((written.thread.as_str(), written.place.as_str()), ("other", "com.acme.App.run(App.java:9)"));
    assert_eq!((cause.read.thread.as_str(), cause.read.place.as_str()), ("main", "com.acme.App.run(App.java:20)"));
}

#[test]
fn a_write_that_had_not_arrived_is_told() {
    let mut story = story();
    story.model = MemoryModel::Tso;
    let x = story.location("com.acme.App.x", ValueKind::Reference);
    let object = story.object("com.acme.Node#1");
    write(&mut story, child(0), 9, x, object.0);
    read(&mut story, LINE, x, 0);
    throws(&mut story, NULL, None);
    let cause = &described(&story).cause[0];
    assert_eq!((cause.written.is_none(), cause.buffered.len()), (true, 1));
    assert_eq!(cause.buffered[0].place, "com.acme.App.run(App.java:9)");
    let (violation, symbols) = story.violation(ViolationKind::NullDereference);
    // Without buffers it would have been found; better to say nothing than something that cannot be.
    assert_eq!(causes(&violation, &symbols, MemoryModel::Sc), []);
}

#[test]
fn a_field_is_that_of_the_object_which_the_message_names() {
    let mut story = story();
    let labels = ["com.acme.App.a", "com.acme.App.b", "com.acme.Box#1.s", "com.acme.Box#2.s"];
    let [a, b, of_a, of_b] = labels.map(|label| story.location(label, ValueKind::Reference));
    let [one, two] = ["com.acme.Box#1", "com.acme.Box#2"].map(|name| story.object(name).0);
    for (location, value) in [(a, one), (of_a, 0), (b, two), (of_b, 0)] {
        read(&mut story, LINE, location, value);
    }
    throws(&mut story, NULL, Some("Cannot invoke \"String.equals(Object)\" because \"com.acme.App.a.s\" is null"));
    assert_eq!(found(&story), [cause("Box#1.s", "null", Evidence::Named)]);
}

#[test]
fn of_two_values_that_fit_the_one_that_another_thread_has_written_tells_more() {
    let mut story = story();
    let [x, y] = ["com.acme.App.x", "com.acme.App.y"].map(|label| story.location(label, ValueKind::Integer));
    write(&mut story, child(0), 8, x, 0);
    read(&mut story, LINE, x, 0);
    read(&mut story, LINE, y, 0);
    throws(&mut story, "ArithmeticException", Some("/ by zero"));
    assert_eq!(found(&story), [cause("x", "0", Evidence::Fits)]);
}

#[test]
fn of_two_nulls_in_a_method_neither_is_certain() {
    let mut story = story();
    let [x, y] = ["com.acme.App.x", "com.acme.App.y"].map(|label| story.location(label, ValueKind::Reference));
    write(&mut story, child(0), 8, x, 0);
    read(&mut story, 18, x, 0);
    read(&mut story, 19, y, 0);
    throws(&mut story, NULL, Some("Cannot invoke \"String.length()\" because \"<local1>\" is null"));
    assert_eq!(found(&story), [cause("x", "null", Evidence::Last)]);
}
