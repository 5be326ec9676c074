//! What is said when an execution is not what those before it have taught: where, what, and whose fault it is.
//!
//! A thread is deterministic in what it has learned. If one is not, it has learned something by no operation that is seen: either the program
//! asks for what changes from run to run, or code of the JDK has kept something from an earlier execution, which is a limit of this
//! tool.

use crate::symbols::{Symbols, is_class_of_jdk};
use mcr_protocol::{End, Event, LocalState, Outcome, SiteId, Wake};

/// How all messages begin that say so of a program.
const NOT_DETERMINISTIC: &str = "the program is not deterministic";

/// Whether a message says that a program is not deterministic.
#[must_use]
pub fn is_meant_by(message: &str) -> bool {
    message.starts_with(NOT_DETERMINISTIC)
}

/// Where something that is not deterministic shows, in code of the program.
const OF_PROGRAM: &str = "what decides that is no operation of a thread that is seen: files, the network, native code, the time, or state \
                          that executions share";

/// The same in code of the JDK.
const OF_JDK: &str = "that is in code of the JDK, which keeps something from one execution to the next or asks for what is not seen: a limit \
                      of mcr, not a mistake of the program";

/// An execution that no schedule of what is seen could have made.
const UNSEEN: &str =
    "no operation that is seen explains that: code without hooks has changed something, or mcr is wrong";

/// So many calls are named.
const NAMED: usize = 3;

/// Messages that mcr itself cannot be right with.
const OURS: &str = "a mistake of mcr, not of the program";

/// What a thread does differs from what it did before after the same history.
#[must_use]
pub fn thread(symbols: &Symbols, site: SiteId, what: &str) -> String {
    let of_jdk = symbols.site(site).is_some_and(|found| is_class_of_jdk(&found.class));
    let cause = if of_jdk { OF_JDK } else { OF_PROGRAM };
    format!("{NOT_DETERMINISTIC}: {what}; {cause}{}", asked(symbols))
}

/// After histories that led a thread to the same local state, at a place: instead of "after the same history".
#[must_use]
pub fn after_local_state(symbols: &Symbols, site: SiteId, key: LocalState) -> String {
    let place = symbols.site(site).map(|_| format!(" at {}", symbols.place(site))).unwrap_or_default();
    format!("after the same local state ({}{place}; --local-states off tells histories apart)", local_state(key))
}

/// A key, in words.
#[must_use]
pub fn local_state(key: LocalState) -> String {
    format!("{:016x}", key.0)
}

/// The program did not do what the schedule expects, at this event.
#[must_use]
pub fn diverged(symbols: &Symbols, event: u64, message: &str) -> String {
    format!("the program is not deterministic: event {event}: {message}{}", asked(symbols))
}

/// What in the program asks for what differs between executions; nothing if nothing is known to.
fn asked(symbols: &Symbols) -> String {
    let all = symbols.unrepeatable();
    if all.len() == 0 {
        return String::new();
    }
    let more = all.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    let named: Vec<&str> = all.take(NAMED).collect();
    format!("; it asks for what differs between executions: {}{more}", named.join(", "))
}

/// What came of an operation is not what memory and monitors say.
#[must_use]
pub fn outcome_of(what: &str) -> String {
    format!("{NOT_DETERMINISTIC}: {what}; {UNSEEN}")
}

/// A trace that no program makes.
#[must_use]
pub fn nonsense(what: &str) -> String {
    format!("{what}; {OURS}")
}

/// How an execution ended.
#[must_use]
pub fn end(end: &End) -> String {
    match end {
        End::Normal => "all threads had ended".to_owned(),
        End::Deadlock | End::Livelock => "no thread could go on".to_owned(),
        End::Exit(code) => format!("the program had ended itself with status {code}"),
        End::StepLimit => "it was given up after too many events (--max-events)".to_owned(),
        End::OutputLimit => "it was given up after it had printed too much (--max-output)".to_owned(),
        End::Diverged { message, .. } | End::Stuck { message, .. } | End::Unsupported(message) => message.clone(),
        End::Restart => "it was to begin anew".to_owned(),
    }
}

/// What came of an operation, for a message: ` and finds 3`; nothing if that goes without saying.
#[must_use]
pub fn outcome(symbols: &Symbols, event: &Event) -> String {
    use mcr_protocol::Operation::{Guarded, Read, Update};
    match (&event.action, event.outcome) {
        (Read(location), Outcome::Read(value)) => format!(" and finds {}", symbols.value(*location, value)),
        (_, Outcome::Read(value)) => format!(" and is told {}", value.0),
        (Update(location, _) | Guarded { location, .. }, Outcome::Updated { old, new }) => {
            format!(" from {} to {}", symbols.value(*location, old), symbols.value(*location, new))
        }
        (_, Outcome::Resumed(wake)) => match wake {
            Wake::Notified => String::new(),
            Wake::TimedOut => " and gives up, its time over".to_owned(),
            Wake::Interrupted => " and is interrupted".to_owned(),
            Wake::Spurious => " for no reason".to_owned(),
        },
        (_, Outcome::Woke(Some(woken))) => format!(" and wakes {}", symbols.thread_name(woken)),
        (_, Outcome::Woke(None)) => " and wakes nobody".to_owned(),
        (_, Outcome::Done | Outcome::Updated { .. }) => String::new(),
    }
}
