//! Reading and writing failure files.
//!
//! Invariant: a file appears under its name complete or not at all.

use super::{FORMAT, Failure};
use crate::whole;
use anyhow::Context;
use mcr_protocol::ThreadId;
use serde::Deserialize;
use std::fs;
use std::path::Path;
use thiserror::Error;

/// Why a file is no use.
#[derive(Debug, Error)]
pub enum Unreadable {
    /// The system says so.
    #[error("cannot read {0}: {1}")]
    Io(String, std::io::Error),
    /// It is a directory, a device, a pipe.
    #[error("{0} is no file")]
    NoFile(String),
    /// It is something else, or damaged.
    #[error("{0} is not a failure file of mcr, or is damaged: {1}")]
    Damaged(String, serde_json::Error),
    /// It is well formed, but the events are missing.
    #[error("{0} has no events, without which there is nothing to replay or to explain in it")]
    Empty(String),
    /// Another version has written it.
    #[error(
        "{0} was written by mcr {1} in another format ({2}, this is {FORMAT}); use that version, or check the program again"
    )]
    Format(String, String, u32),
}

/// What files of all formats have.
#[derive(Deserialize)]
struct Head {
    format: u32,
    version: String,
}

/// Reads a failure file.
///
/// # Errors
/// If it cannot be read or is none; a line for the user.
pub fn load(path: &Path) -> Result<Failure, Unreadable> {
    let name = || path.display().to_string();
    let kind = fs::metadata(path).map_err(|error| Unreadable::Io(name(), error))?;
    if !kind.is_file() {
        return Err(Unreadable::NoFile(name()));
    }
    let bytes = fs::read(path).map_err(|error| Unreadable::Io(name(), error))?;
    let damaged = |error| Unreadable::Damaged(name(), error);
    let head: Head = serde_json::from_slice(&bytes).map_err(damaged)?;
    if head.format != FORMAT {
        return Err(Unreadable::Format(name(), head.version, head.format));
    }
    let failure: Failure = serde_json::from_slice(&bytes).map_err(damaged)?;
    let violation = &failure.violation;
    // Only main can wait for ever without an event, if it does so at once: other threads are started by one. Then there is nothing to schedule.
    let (events, chain) = (violation.events.len(), violation.chain.as_deref());
    if chain.is_some_and(|chain| chain.links.iter().any(|link| link.event >= events)) {
        return Err(damaged(serde::de::Error::custom("a link of its cause chain is to an event that is not there")));
    }
    let main_waits = !violation.blocked.is_empty()
        && violation.blocked.iter().all(|pending| pending.thread == ThreadId::MAIN)
        && violation.schedule.steps.is_empty();
    if violation.events.is_empty() && !main_waits {
        return Err(Unreadable::Empty(name()));
    }
    Ok(failure)
}

/// Writes a failure file, and the directory if it is not there.
///
/// # Errors
/// If that is not possible.
pub fn save(failure: &Failure, path: &Path) -> anyhow::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(directory).with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let text = layout(failure)?;
    whole::write(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// A line for each part, and for each row of the table.
fn layout(failure: &Failure) -> serde_json::Result<String> {
    let rows = failure.table.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    let lines = failure.lines.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(format!(
        "{{\n\"format\": {},\n\"version\": {},\n\"headline\": {},\n\"table\": [\n{}\n],\n\"setting\": {},\n\"violation\": {},\n\
         \"names\": {},\n\"lines\": [\n{}\n]\n}}\n",
        failure.format,
        serde_json::to_string(&failure.version)?,
        serde_json::to_string(&failure.headline)?,
        rows.join(",\n"),
        serde_json::to_string(&failure.setting)?,
        serde_json::to_string(&failure.violation)?,
        serde_json::to_string(&failure.names)?,
        lines.join(",\n"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::setting::tests::setting;
    use mcr_explore::chain::{Chain, How, Link, To};
    use mcr_explore::{Violation, ViolationKind};
    use mcr_model::symbols::Symbols;
    use mcr_protocol::{Action, Event, LocationId, Order, Outcome, Patience, Pending, Schedule, SiteId, Value};
    use mcr_report::snippet::Sources;

    fn failure() -> Failure {
        let event = |action, outcome| Event { thread: ThreadId::MAIN, site: SiteId(3), action, outcome };
        let events = vec![
            event(Action::Write(LocationId(u64::MAX), Value(u64::MAX - 1), Order::Plain), Outcome::Done),
            event(Action::Exit(3), Outcome::Done),
        ];
        let violation = Violation {
            kind: ViolationKind::Exit,
            message: "exit with status 3".to_owned(),
            schedule: Schedule::default(),
            events,
            blocked: vec![],
            thread: Some(ThreadId::MAIN),
            first_execution: 1,
            walker: None,
            calls: None,
            chain: None,
        };
        Failure::new(&violation, &Symbols::default(), &setting("java Main"), &Sources::none())
    }

    #[test]
    fn what_is_written_can_be_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deep/er/x.mcr");
        save(&failure(), &path).unwrap();
        let read = load(&path).unwrap();
        assert_eq!(read.violation.events, failure().violation.events);
        assert_eq!((read.setting, read.table), (failure().setting, failure().table));
        // Written once more, it replaces itself and leaves nothing behind.
        save(&failure(), &path).unwrap();
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_failure_file_is_named_in_one_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.mcr");
        let error = |content: &[u8]| {
            fs::write(&path, content).unwrap();
            let error = load(&path).unwrap_err().to_string();
            assert_eq!(error.lines().count(), 1, "{error}");
            error
        };
        assert!(error(b"").contains("not a failure file"));
        assert!(error(b"\xff\xfe").contains("not a failure file"));
        assert!(error(format!("{{\"format\": {FORMAT}, \"version\": \"1\"}}").as_bytes()).contains("damaged"));
        assert!(error(b"{\"format\": 99, \"version\": \"9.1\"}").contains("mcr 9.1"));
        assert!(load(Path::new("/nonexistent/x.mcr")).unwrap_err().to_string().starts_with("cannot read"));
    }

    #[test]
    fn a_chain_that_leads_to_no_event_is_damage() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.mcr");
        let link = |event| Link { event, how: How::Value, of: None, to: To::Failure, sure: true, open: false };
        for (event, refused) in [(1, false), (2, true), (9_999, true)] {
            let mut with = failure();
            with.violation.chain = Some(Box::new(Chain { links: vec![link(event)], goes_on: false, open: false }));
            save(&with, &path).unwrap();
            assert_eq!(load(&path).is_err(), refused, "event {event}");
        }
    }

    #[test]
    fn a_file_without_events_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.mcr");
        let mut empty = failure();
        empty.violation.events.clear();
        save(&empty, &path).unwrap();
        assert!(load(&path).unwrap_err().to_string().contains("no events"));
    }

    #[test]
    fn a_deadlock_without_events_is_one_of_main_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.mcr");
        let waits = |thread| Pending {
            thread,
            site: SiteId(3),
            action: Action::Join { child: ThreadId(7), patience: Patience::FOREVER },
        };
        let mut at_once = failure();
        at_once.violation.kind = ViolationKind::Deadlock;
        at_once.violation.events.clear();
        at_once.violation.blocked = vec![waits(ThreadId::MAIN)];
        save(&at_once, &path).unwrap();
        assert!(load(&path).is_ok());

        let mut scheduled = at_once.clone();
        scheduled.violation.schedule.push_run(ThreadId::MAIN);
        let mut started = at_once;
        started.violation.blocked.push(waits(ThreadId(7)));
        for emptied in [scheduled, started] {
            save(&emptied, &path).unwrap();
            assert!(load(&path).unwrap_err().to_string().contains("no events"));
        }
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_an_error() {
        assert!(save(&failure(), Path::new("/proc/mcr/x.mcr")).unwrap_err().to_string().contains("/proc/mcr"));
    }
}
