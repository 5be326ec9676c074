//! Frames on a byte stream: four bytes of length (little endian), then the message in `postcard` encoding.

use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, Read, Write};
use thiserror::Error;

/// Larger frames are taken for garbage.
const MAX_FRAME: u32 = 1 << 30;

/// Why a message could not be sent or received.
#[derive(Debug, Error)]
pub enum WireError {
    /// The peer is gone.
    #[error("the other side closed the connection")]
    Closed,
    /// The stream failed.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
    /// The bytes are no message of this version.
    #[error("the other side sent something that is no message of protocol version {}", crate::PROTOCOL_VERSION)]
    Garbage,
}

/// Sends one message and flushes.
///
/// # Errors
/// If the stream fails or the message exceeds 1 GiB.
pub fn send<T: Serialize>(stream: &mut impl Write, message: &T) -> Result<(), WireError> {
    let mut frame = vec![0; 4];
    frame = postcard::to_extend(message, frame).map_err(|_| WireError::Garbage)?;
    let length = u32::try_from(frame.len() - 4).ok().filter(|&n| n <= MAX_FRAME).ok_or(WireError::Garbage)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    stream.write_all(&frame)?;
    stream.flush()?;
    Ok(())
}

/// Receives one message; blocks until it is there.
///
/// # Errors
/// [`WireError::Closed`] if the stream ends before the next frame, otherwise what went wrong.
pub fn receive<T: DeserializeOwned>(stream: &mut impl Read) -> Result<T, WireError> {
    let mut length = [0; 4];
    match stream.read_exact(&mut length) {
        Ok(()) => {}
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Err(WireError::Closed),
        Err(e) if e.kind() == io::ErrorKind::ConnectionReset => return Err(WireError::Closed),
        Err(e) => return Err(WireError::Io(e)),
    }
    let length = u32::from_le_bytes(length);
    if length > MAX_FRAME {
        return Err(WireError::Garbage);
    }
    let mut frame = Vec::new();
    let read = stream.take(u64::from(length)).read_to_end(&mut frame)?;
    if read < length as usize {
        return Err(WireError::Closed);
    }
    postcard::from_bytes(&frame).map_err(|_| WireError::Garbage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FromAgent, Schedule, Step, ThreadId, ToAgent};

    #[test]
    fn a_message_survives_the_wire() {
        let mut schedule = Schedule::default();
        schedule.push_run(ThreadId::MAIN);
        schedule.steps.push(Step::Notify { thread: ThreadId::MAIN, woken: Some(ThreadId::MAIN.child(3)) });
        let message = ToAgent::Run(schedule);
        let mut bytes = Vec::new();
        send(&mut bytes, &message).unwrap();
        assert_eq!(receive::<ToAgent>(&mut bytes.as_slice()).unwrap(), message);
    }

    #[test]
    fn an_ended_stream_is_a_closed_connection() {
        assert!(matches!(receive::<ToAgent>(&mut [].as_slice()), Err(WireError::Closed)));
        assert!(matches!(receive::<ToAgent>(&mut [9, 0, 0, 0, 1].as_slice()), Err(WireError::Closed)));
    }

    #[test]
    fn garbage_is_refused_and_not_allocated() {
        assert!(matches!(receive::<FromAgent>(&mut [0xff; 64].as_slice()), Err(WireError::Garbage)));
        assert!(matches!(receive::<FromAgent>(&mut [1, 0, 0, 0, 0xee].as_slice()), Err(WireError::Garbage)));
    }
}
