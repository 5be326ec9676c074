//! Connections to the outside, as the Java runtime asks for them: numbers and bytes, which the checker is asked in
//! words ([`mcr_protocol::network`]).

use crate::codes::outside;
use mcr_protocol::network::{Answer, Asks, Request};

/// What the Java runtime asks; `None`: it is nonsense. `at` and `more`: numbers, whose meaning [`outside`] says.
pub fn request(what: i32, connection: u64, at: u64, more: u64, bytes: Vec<u8>) -> Option<Request> {
    let piece = u32::try_from(more).ok();
    let what = match what {
        outside::ASKS_CONNECT => Asks::Connect { address: bytes, port: u16::try_from(at).ok()? },
        outside::ASKS_WRITE => Asks::Write { at, bytes },
        outside::ASKS_SHUT => Asks::Shut { at },
        outside::ASKS_READ => Asks::Read { piece: piece?, written: at },
        outside::ASKS_INSIST => {
            let millis = <[u8; 8]>::try_from(bytes).ok()?;
            Asks::Insist { piece: piece?, written: at, millis: u64::from_be_bytes(millis) }
        }
        outside::ASKS_CLOSE => Asks::Close { at },
        _ => return None,
    };
    Some(Request { connection, what })
}

/// An answer for the Java runtime: a number, and what belongs to it.
pub fn answer(answer: Answer) -> Vec<u8> {
    let (code, rest) = match answer {
        Answer::Done => (outside::PEER_DONE, Vec::new()),
        Answer::Connected(local) => (outside::PEER_CONNECTED, local),
        Answer::Failed(reason) => (outside::PEER_FAILED, reason.into_bytes()),
        Answer::Bytes(bytes) => (outside::PEER_BYTES, bytes),
        Answer::End => (outside::PEER_END, Vec::new()),
        Answer::Reset => (outside::PEER_RESET, Vec::new()),
        Answer::Silent => (outside::PEER_SILENT, Vec::new()),
        Answer::Unknown(line) => (outside::PEER_UNKNOWN, line.into_bytes()),
        Answer::Late => (outside::PEER_LATE, Vec::new()),
        Answer::Broken(reason) => (outside::PEER_BROKEN, reason.into_bytes()),
        Answer::Strayed(line) => (outside::STRAYED, line.into_bytes()),
    };
    let mut all = vec![u8::try_from(code).unwrap_or(u8::MAX)];
    all.extend(rest);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_has_its_numbers() {
        let asks = |what, bytes: &[u8]| request(what, 7, 5, 2, bytes.to_vec()).map(|request| request.what);
        assert_eq!(
            asks(outside::ASKS_CONNECT, &[1, 2, 3, 4]),
            Some(Asks::Connect { address: vec![1, 2, 3, 4], port: 5 })
        );
        assert_eq!(asks(outside::ASKS_READ, &[]), Some(Asks::Read { piece: 2, written: 5 }));
        let millis = 300_u64.to_be_bytes();
        assert_eq!(asks(outside::ASKS_INSIST, &millis), Some(Asks::Insist { piece: 2, written: 5, millis: 300 }));
        assert_eq!((asks(outside::ASKS_INSIST, &[1]), asks(-1, &[])), (None, None));
        assert_eq!(request(outside::ASKS_CONNECT, 7, 70_000, 0, vec![]), None);
    }

    #[test]
    fn an_answer_begins_with_its_number() {
        let bytes = answer(Answer::Bytes(b"ab".to_vec()));
        assert_eq!((i32::from(bytes[0]), &bytes[1..]), (outside::PEER_BYTES, &b"ab"[..]));
        assert_eq!(answer(Answer::Silent), [u8::try_from(outside::PEER_SILENT).unwrap()]);
    }
}
