//! Sessions with an agent that is a thread of the test.

use super::*;
use mcr_protocol::{Hello, receive, send};
use std::io::Write;
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// A checker's end of a connection whose other end is served by `agent`.
fn agent(agent: impl FnOnce(UnixStream) + Send + 'static) -> (UnixStream, JoinHandle<()>) {
    let (mine, other) = UnixStream::pair().unwrap();
    (mine, thread::spawn(move || agent(other)))
}

fn configure() -> Configure {
    Configure {
        memory_model: mcr_protocol::MemoryModel::Sc,
        instrument: vec![],
        exclude: vec![],
        max_events: 10,
        max_output: 10,
        watchdog_ms: 10,
        timeouts: mcr_protocol::Timeouts::Any,
        spurious: true,
        jdk_models: true,
        local_states: true,
        fresh_classes: false,
        pooled_threads: true,
        refuses_processes: false,
        partial_io: false,
        records_network: false,
        several: false,
        tells_calls: false,
        insights: vec![],
    }
}

fn attach(stream: UnixStream, stop: &Stop) -> anyhow::Result<Session> {
    Session::attach(stream, &configure(), stop)
}

fn hello(stream: &mut UnixStream) {
    send(stream, &Hello { protocol: PROTOCOL_VERSION, agent: "1.0".into(), jvm: "17".into() }).unwrap();
    assert_eq!(receive::<ToAgent>(stream).unwrap(), ToAgent::Configure(configure()));
}

pub(super) fn trace(rewritten_classes: u32) -> Trace {
    Trace {
        events: vec![],
        pending: vec![],
        end: mcr_protocol::End::Normal,
        initial: vec![],
        new_threads: vec![],
        new_sites: vec![],
        new_locations: vec![],
        new_objects: vec![],
        rewritten_classes,
        new_skipped_classes: vec![("a.B".into(), "too large".into())],
        new_excluded_classes: vec![],
        new_classes: vec![],
        new_fresh_classes: None,
        new_insights: vec![],
        not_covered: vec![],
        new_unrepeatable: vec![],
        keys: vec![],
        new_coarse_calls: vec![],
        new_silent_reads: Vec::new(),
        is_remembered: false,
        calls: None,
    }
}

/// The error of the first execution with an agent that does `then` after the greeting.
fn first_error(then: impl FnOnce(UnixStream) + Send + 'static) -> anyhow::Error {
    let (stream, agent) = agent(move |mut stream| {
        hello(&mut stream);
        then(stream);
    });
    let mut session = attach(stream, &Stop::default()).unwrap();
    let error = session.execute(&Schedule::default()).unwrap_err();
    drop(session);
    agent.join().unwrap();
    error
}

#[test]
fn each_schedule_is_answered_by_a_trace() {
    let (stream, agent) = agent(|mut stream| {
        hello(&mut stream);
        for _ in 0..3 {
            assert_eq!(receive::<ToAgent>(&mut stream).unwrap(), ToAgent::Run(Schedule::default()));
            send(&mut stream, &FromAgent::Trace(Box::new(trace(2)))).unwrap();
        }
        assert_eq!(receive::<ToAgent>(&mut stream).unwrap(), ToAgent::Quit(1));
    });
    let mut session = attach(stream, &Stop::default()).unwrap();
    for _ in 0..3 {
        assert_eq!(session.execute(&Schedule::default()).unwrap(), trace(2));
    }
    assert_eq!(session.classes().rewritten, 2);
    session.quit(1);
    agent.join().unwrap();
}

#[test]
fn what_is_recorded_is_the_number_of_events_that_held() {
    let (stream, agent) = agent(|mut stream| {
        hello(&mut stream);
        assert_eq!(receive::<ToAgent>(&mut stream).unwrap(), ToAgent::MaxEvents(100));
    });
    let mut session = attach(stream, &Stop::default()).unwrap();
    session.give_up_after(100).unwrap();
    assert_eq!(session.setting(&[], Path::new("/")).configure.max_events, 100);
    agent.join().unwrap();
}

#[test]
fn another_protocol_version_is_named() {
    let (stream, _agent) = agent(|mut stream| {
        send(&mut stream, &Hello { protocol: 99, agent: "9.9".into(), jvm: "17".into() }).unwrap();
    });
    let error = attach(stream, &Stop::default()).err().unwrap().to_string();
    let expected = format!("(version 9.9) speaks protocol 99, this checker {PROTOCOL_VERSION}");
    assert!(error.contains(&expected), "{error}");
}

#[test]
fn an_agent_that_goes_away_is_noticed() {
    let (stream, _agent) = agent(drop);
    let error = attach(stream, &Stop::default()).err().unwrap().to_string();
    assert_eq!(error, "the JVM closed the connection");
    assert_eq!(first_error(drop).to_string(), "the JVM closed the connection");
}

#[test]
fn garbage_is_not_taken_for_a_trace() {
    let error = first_error(|mut stream| stream.write_all(&[0xff; 100]).unwrap());
    assert!(error.to_string().contains("does not understand"), "{error}");
}

#[test]
fn what_the_agent_says_before_it_gives_up_reaches_the_user() {
    let error = first_error(|mut stream| send(&mut stream, &FromAgent::Fatal("no class Main".into())).unwrap());
    assert_eq!(error.to_string(), "no class Main");
}

#[test]
fn a_run_in_which_nothing_was_rewritten_is_an_error() {
    let error = first_error(|mut stream| send(&mut stream, &FromAgent::Trace(Box::new(trace(0)))).unwrap());
    assert!(error.to_string().contains("none of the program's classes was rewritten"), "{error}");
    assert!(error.to_string().contains("a.B: too large"), "{error}");
}

#[test]
fn a_message_in_pieces_is_put_together() {
    let (stream, agent) = agent(|mut stream| {
        hello(&mut stream);
        let mut bytes = Vec::new();
        send(&mut bytes, &FromAgent::Trace(Box::new(trace(1)))).unwrap();
        for piece in bytes.chunks(7) {
            stream.write_all(piece).unwrap();
            thread::sleep(link::TICK * 2);
        }
    });
    let mut session = attach(stream, &Stop::default()).unwrap();
    assert_eq!(session.execute(&Schedule::default()).unwrap(), trace(1));
    agent.join().unwrap();
}

#[test]
fn the_time_limit_holds_while_an_execution_runs() {
    let (stream, agent) = agent(|mut stream| {
        hello(&mut stream);
        // Waits for the end of the connection.
        while receive::<ToAgent>(&mut stream).is_ok() {}
    });
    let start = Instant::now();
    let mut session = attach(stream, &Stop::after(Some(Duration::from_millis(200)))).unwrap();
    let error = session.execute(&Schedule::default()).unwrap_err();
    assert_eq!(stopped(&error), Some(Stopped::Deadline));
    assert!(start.elapsed() < Duration::from_secs(2));
    session.quit(0);
    agent.join().unwrap();
}

#[test]
fn an_execution_that_is_nearly_done_when_time_is_over_still_counts() {
    let (stream, agent) = agent(|mut stream| {
        hello(&mut stream);
        thread::sleep(Duration::from_millis(200));
        send(&mut stream, &FromAgent::Trace(Box::new(trace(1)))).unwrap();
        while receive::<ToAgent>(&mut stream).is_ok() {}
    });
    let mut session = attach(stream, &Stop::after(Some(Duration::from_millis(50)))).unwrap();
    assert_eq!(session.execute(&Schedule::default()).unwrap(), trace(1));
    drop(session);
    agent.join().unwrap();
}

#[test]
fn a_cancelled_session_does_not_wait_for_the_agent() {
    let (stream, agent) = agent(|mut stream| {
        hello(&mut stream);
        while receive::<ToAgent>(&mut stream).is_ok() {}
    });
    let stop = Stop::default();
    let mut session = attach(stream, &stop).unwrap();
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        assert!(!stop.cancel(), "nobody asked before");
        assert!(stop.cancel());
    });
    let error = session.execute(&Schedule::default()).unwrap_err();
    assert_eq!(stopped(&error), Some(Stopped::Cancelled));
    canceller.join().unwrap();
    drop(session);
    agent.join().unwrap();
}
