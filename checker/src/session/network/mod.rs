//! Connections of the program to the outside (`--network record`): each is made once, and what has come over it is what
//! comes in every execution.
//!
//! Executions share one record, which outlives JVMs and explorations that begin anew. It grows where an execution does
//! more than those before it, as long as the connection is open: what it does is done to the real peer. What is in the
//! record is never asked again.
//!
//! Invariant: what an execution is told depends on nothing but what it does and on what the first one that did the same
//! was told.

mod live;
mod record;

use super::stop::Stop;
use live::Live;
use mcr_protocol::network::{Answer, Asks, Request};
use record::Connection;
pub use record::Recorded;
use std::collections::HashMap;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the answers to a session come from.
#[derive(Debug)]
pub enum Source {
    /// Real peers, once. What the program is told that runs (one of several tests, say).
    Standard(Vec<String>),
    /// What was recorded.
    Recorded(Record),
}

/// The connections of a program, by their numbers.
#[derive(Debug, Default)]
pub struct Record(BTreeMap<u64, Connection>);

/// What is recorded in this process, of each program. There is only one.
static STANDARD: Mutex<Option<HashMap<Vec<String>, Record>>> = Mutex::new(None);

fn standard() -> MutexGuard<'static, Option<HashMap<Vec<String>, Record>>> {
    STANDARD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Source {
    /// What was recorded before, and no more.
    #[must_use]
    pub fn recorded(connections: &[Recorded]) -> Source {
        Source::Recorded(Record(connections.iter().map(|one| (one.connection, Connection::of(one))).collect()))
    }

    /// What the program is told.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn answer(&mut self, request: Request, stop: &Stop) -> anyhow::Result<Answer> {
        match self {
            Source::Standard(program) => {
                let mut all = standard();
                let all = all.get_or_insert_default();
                if let Asks::Connect { .. } = request.what {
                    // Those that ran before are done.
                    all.iter_mut().filter(|(of, _)| *of != program).for_each(|(_, record)| record.hang_up());
                }
                let record = all.entry(program.clone()).or_default();
                record.answer(request, Some(Live::connect), stop)
            }
            Source::Recorded(record) => {
                let answer = record.answer(request, None, stop)?;
                if let Answer::Strayed(line) = &answer {
                    eprintln!("mcr: warning: {line}");
                }
                Ok(answer)
            }
        }
    }

    /// All that is known, to be recorded.
    #[must_use]
    pub fn known(&self) -> Vec<Recorded> {
        let all = |record: &Record| record.0.iter().map(|(number, known)| known.recorded(*number)).collect();
        match self {
            Source::Standard(program) => standard().as_ref().and_then(|of| of.get(program)).map_or_else(Vec::new, all),
            Source::Recorded(record) => all(record),
        }
    }
}

/// How to connect to a peer.
type Connects = fn(&[u8], u16, &Stop) -> anyhow::Result<(live::Opened, Option<Live>)>;

impl Record {
    /// Closes what is open.
    fn hang_up(&mut self) {
        self.0.values_mut().for_each(Connection::hang_up);
    }

    /// What a program is told. `connects`: how to make new connections, if there are any.
    fn answer(&mut self, request: Request, connects: Option<Connects>, stop: &Stop) -> anyhow::Result<Answer> {
        let (entry, what) = (self.0.entry(request.connection), request.what);
        let connection = match (entry, &what) {
            (Entry::Occupied(known), _) => known.into_mut(),
            (Entry::Vacant(new), Asks::Connect { address, port }) => match connects {
                None => {
                    let peer = live::name(address, *port);
                    return Ok(Answer::Strayed(format!("the program connects to {peer}, which is not recorded")));
                }
                Some(connects) => {
                    let (opened, live) = connects(address, *port, stop)?;
                    new.insert(Connection::new(address, *port, opened, live))
                }
            },
            (Entry::Vacant(_), _) => {
                return Ok(Answer::Strayed("a connection is used that nobody has made".to_owned()));
            }
        };
        connection.answer(what, stop)
    }
}

#[cfg(test)]
mod tests;
