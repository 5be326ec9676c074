use super::*;
use mcr_protocol::network::Asks;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

/// A peer that does this with one connection; where it listens.
fn peer(serve: impl FnOnce(TcpStream) + Send + 'static) -> (u16, JoinHandle<()>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    // Gone with its only connection: nobody else can connect.
    (port, thread::spawn(move || serve(listener.accept().unwrap().0)))
}

fn connect(port: u16) -> Asks {
    Asks::Connect { address: vec![127, 0, 0, 1], port }
}

fn write(at: u64, bytes: &str) -> Asks {
    Asks::Write { at, bytes: bytes.as_bytes().to_vec() }
}

fn read(piece: u32, written: u64) -> Asks {
    Asks::Read { piece, written }
}

fn bytes(text: &str) -> Answer {
    Answer::Bytes(text.as_bytes().to_vec())
}

impl Record {
    /// What an execution is told that may talk to real peers.
    fn live(&mut self, what: Asks) -> Answer {
        self.answer(Request { connection: 7, what }, Some(Live::connect), &Stop::default()).unwrap()
    }
}

fn strayed(answer: &Answer) -> &str {
    match answer {
        Answer::Strayed(line) => line,
        other => panic!("{other:?}"),
    }
}

/// Answers `ab` by `AB`, then `c` by the end.
fn served() -> (u16, JoinHandle<()>) {
    peer(|mut stream| {
        let mut two = [0; 2];
        stream.read_exact(&mut two).unwrap();
        stream.write_all(&two.to_ascii_uppercase()).unwrap();
        stream.read_exact(&mut [0; 1]).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        // Until the other end is closed, too.
        assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0);
    })
}

#[test]
fn later_executions_are_told_what_the_first_one_was_and_nobody_asks_the_peer() {
    let (port, peer) = served();
    let mut record = Record::default();
    let story = |record: &mut Record| {
        let asked = [connect(port), write(0, "ab"), read(0, 2), write(2, "c"), read(1, 3), Asks::Close { at: 3 }];
        asked.map(|what| record.live(what))
    };
    let told =
        [Answer::Connected(vec![127, 0, 0, 1]), Answer::Done, bytes("AB"), Answer::Done, Answer::End, Answer::Done];
    assert_eq!(story(&mut record), told);
    // It is gone now.
    peer.join().unwrap();
    assert_eq!(story(&mut record), told);
    let file: Vec<Recorded> = record.0.iter().map(|(number, known)| known.recorded(*number)).collect();
    let file = serde_json::from_str::<Vec<Recorded>>(&serde_json::to_string(&file).unwrap()).unwrap();
    let Source::Recorded(mut again) = Source::recorded(&file) else { panic!() };
    let all = [connect(port), write(0, "ab"), read(0, 2), write(2, "c"), read(1, 3)];
    let asked = all.map(|what| again.answer(Request { connection: 7, what }, None, &Stop::default()).unwrap());
    assert_eq!(asked[..], told[..5]);
}

#[test]
fn what_was_received_comes_when_what_preceded_it_was_written() {
    let (port, peer) = served();
    let mut record = Record::default();
    record.live(connect(port));
    // In the first execution, nobody asks before all of it is written, at once.
    assert_eq!((record.live(write(0, "ab")), record.live(read(0, 2))), (Answer::Done, bytes("AB")));
    assert_eq!(record.live(read(0, 0)), Answer::Silent);
    let Answer::Unknown(line) = record.live(read(0, 1)) else { panic!("a peer answers to less than it was asked") };
    assert!(
        line.contains("after 1 bytes that it has written, and more had been written before anybody asked"),
        "{line}"
    );
    assert_eq!(record.live(read(0, 2)), bytes("AB"));
    // Nothing comes; and that stays so at this place, whatever comes later.
    assert_eq!(record.live(read(1, 2)), Answer::Silent);
    assert_eq!((record.live(write(2, "c")), record.live(read(1, 3))), (Answer::Done, Answer::End));
    assert_eq!((record.live(read(1, 2)), record.live(read(1, 3))), (Answer::Silent, Answer::End));
    record.live(Asks::Close { at: 3 });
    peer.join().unwrap();
}

#[test]
fn what_comes_before_more_is_written_comes_there_though_nobody_asks() {
    let (port, peer) = served();
    let mut record = Record::default();
    assert_eq!((record.live(connect(port)), record.live(write(0, "ab"))).1, Answer::Done);
    assert_eq!((record.live(write(2, "c")), record.live(read(0, 2))), (Answer::Done, bytes("AB")));
    assert_eq!((record.live(read(1, 2)), record.live(read(1, 3))), (Answer::Silent, Answer::End));
    record.live(Asks::Close { at: 3 });
    peer.join().unwrap();
}

#[test]
fn an_execution_that_strays_is_told_where() {
    let (port, peer) = served();
    let mut record = Record::default();
    for what in [connect(port), write(0, "ab"), read(0, 2), write(2, "c"), read(1, 3)] {
        record.live(what);
    }
    let line = record.live(write(0, "aX"));
    assert!(
        strayed(&line).contains("at byte 1 of what it writes, the record has \"bc\", but it writes \"X\""),
        "{line:?}"
    );
    let line = record.live(Asks::Shut { at: 2 });
    assert!(
        strayed(&line).contains("at byte 2 of what it writes, the record has \"c\", but it writes no more"),
        "{line:?}"
    );
    // Part by part it is the same.
    assert_eq!((record.live(write(0, "a")), record.live(write(1, "bc"))), (Answer::Done, Answer::Done));
    record.live(Asks::Close { at: 3 });
    let line = record.live(write(2, "cd"));
    assert!(strayed(&line).contains("at byte 3 of what it writes, the record has no more"), "{line:?}");
    peer.join().unwrap();
}

#[test]
fn where_the_record_ends_an_execution_goes_on_with_the_peer() {
    let (port, peer) = served();
    let mut record = Record::default();
    // Broken off in the middle.
    assert_eq!((record.live(connect(port)), record.live(write(0, "a"))).1, Answer::Done);
    record.live(connect(port));
    assert_eq!((record.live(write(0, "ab")), record.live(read(0, 2))), (Answer::Done, bytes("AB")));
    record.live(write(2, "c"));
    // Closed where less was written: the connection is another execution's.
    record.live(Asks::Close { at: 2 });
    assert_eq!(record.live(read(1, 3)), Answer::End);
    record.live(Asks::Close { at: 3 });
    peer.join().unwrap();
}

#[test]
fn a_peer_that_is_slow_is_waited_for_once() {
    let (go, wait) = std::sync::mpsc::channel();
    let (port, peer) = peer(move |mut stream| {
        wait.recv().unwrap();
        stream.write_all(b"x").unwrap();
        assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0);
    });
    let mut record = Record::default();
    record.live(connect(port));
    assert_eq!(record.live(read(0, 0)), Answer::Silent);
    let insist = |millis| Asks::Insist { piece: 0, written: 0, millis };
    assert_eq!(record.live(insist(600)), Answer::Done);
    // Who has more patience than somebody before waits for what is left of it.
    go.send(()).unwrap();
    assert_eq!(record.live(insist(u64::MAX)), Answer::Late);
    // From then on it is there at once.
    assert_eq!((record.live(read(0, 0)), record.live(insist(u64::MAX))), (bytes("x"), Answer::Done));
    record.live(Asks::Close { at: 0 });
    peer.join().unwrap();
}

#[test]
fn a_peer_that_never_answers_is_an_open_question_unless_the_program_waits_no_longer() {
    let (port, peer) = peer(|mut stream| assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0));
    let mut record = Record::default();
    record.live(connect(port));
    assert_eq!(record.live(read(0, 0)), Answer::Silent);
    let insist = |millis| Asks::Insist { piece: 0, written: 0, millis };
    assert_eq!(record.live(insist(700)), Answer::Done);
    let Answer::Unknown(line) = record.live(insist(u64::MAX)) else { panic!("something came") };
    assert!(line.contains("has sent nothing for 5 s where the program waits for it, after 0 bytes"), "{line}");
    record.live(Asks::Close { at: 0 });
    peer.join().unwrap();
}

#[test]
fn nobody_who_listens_is_recorded_too() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let mut record = Record::default();
    assert_eq!(record.live(connect(port)), Answer::Failed("Connection refused".to_owned()));
    let _listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
    assert_eq!(record.live(connect(port)), Answer::Failed("Connection refused".to_owned()));
}

#[test]
fn a_connection_that_was_not_recorded_is_none_in_a_replay() {
    let Source::Recorded(mut record) = Source::recorded(&[]) else { panic!() };
    let answer = record.answer(Request { connection: 1, what: connect(80) }, None, &Stop::default()).unwrap();
    assert!(strayed(&answer).contains("connects to 127.0.0.1:80, which is not recorded"), "{answer:?}");
}
