//! When two failures are the same: what is wrong, in which threads, and where.
//!
//! Invariant: it does not depend on numbers that a JVM gives out, nor on lines of the JDK, so it is the same in each run, and on each JDK as
//! far as possible.

use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::is_class_of_jdk;
use mcr_model::symbols::{Place, Symbols};
use mcr_protocol::{Action, Event, Pending, Site, SiteId, Uncaught};

/// What is wrong, as a text; equal for equal failures.
#[must_use]
pub fn identity(violation: &Violation, symbols: &Symbols) -> String {
    let mut parts = vec![format!("{:?}", violation.kind)];
    match violation.kind {
        ViolationKind::Deadlock | ViolationKind::Livelock | ViolationKind::Race => {
            let mut blocked: Vec<String> =
                violation.blocked.iter().map(|one| pending(one, violation.kind, symbols)).collect();
            blocked.sort();
            parts.extend(blocked);
        }
        ViolationKind::Outcome => parts.push(printed(&violation.events).trim().to_owned()),
        _ => {
            if let Some(event) = violation.events.last() {
                parts.push(symbols.thread_name(event.thread));
                match &event.action {
                    Action::End { uncaught: Some(uncaught), .. } => parts.extend(thrown(uncaught)),
                    Action::Exit(code) => parts.extend([code.to_string(), place(event.site, symbols)]),
                    _ => {}
                }
            }
        }
    }
    parts.join("\n")
}

/// What an execution prints.
#[must_use]
pub fn printed(events: &[Event]) -> String {
    let texts = events.iter().filter_map(|event| match &event.action {
        Action::Print(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// What a thread cannot do, or is about to do.
fn pending(pending: &Pending, kind: ViolationKind, symbols: &Symbols) -> String {
    let what = match &pending.action {
        Action::Read(_) => "read",
        Action::Write(..) => "write",
        Action::Update(..) => "update",
        Action::Acquire { .. } => "acquire",
        Action::Resume(_) => "resume",
        Action::Guarded { .. } => "guarded",
        Action::Park(_) => "park",
        Action::Join { .. } => "join",
        Action::Await(_) => "await",
        _ => "other",
    };
    let place = place(pending.site, symbols);
    // The same two places race, whichever threads come there.
    if kind == ViolationKind::Race {
        format!("{what} {place}")
    } else {
        format!("{} {what} {place}", symbols.thread_name(pending.thread))
    }
}

/// The class of an exception, what it says, and where it comes from.
fn thrown(uncaught: &Uncaught) -> [String; 3] {
    let place = own_frame(uncaught).map(without_line_in_jdk).unwrap_or_default();
    [uncaught.class.clone(), uncaught.message.clone().unwrap_or_default(), place]
}

/// The first frame of the program; of the JDK if there is none.
pub(super) fn own_frame(uncaught: &Uncaught) -> Option<&str> {
    let own = uncaught.stack.iter().find(|frame| !is_of_jdk(frame));
    own.or(uncaught.stack.first()).map(String::as_str)
}

/// Where, without the line if it is in the JDK.
#[must_use]
pub fn place(site: SiteId, symbols: &Symbols) -> String {
    symbols.site(site).map_or_else(String::new, describe)
}

/// A place, without the line if it is in the JDK.
pub(super) fn describe(site: &Site) -> String {
    without_line_in_jdk(&Place(site).to_string())
}

fn without_line_in_jdk(place: &str) -> String {
    if is_of_jdk(place) { place.split('(').next().unwrap_or_default().to_owned() } else { place.to_owned() }
}

/// Whether a place is in the code of the JDK.
#[must_use]
pub fn is_of_jdk(place: &str) -> bool {
    // A frame may begin with its module: `java.base/`.
    is_class_of_jdk(place.split('(').next().unwrap_or_default().rsplit('/').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_jdk_do_not_count() {
        assert_eq!(without_line_in_jdk("java.util.HashMap.put(HashMap.java:12)"), "java.util.HashMap.put");
        assert_eq!(
            without_line_in_jdk("java.base/java.util.HashMap.put(HashMap.java:12)"),
            "java.base/java.util.HashMap.put"
        );
        assert_eq!(without_line_in_jdk("javafoo.Main.put(Main.java:12)"), "javafoo.Main.put(Main.java:12)");
    }

    #[test]
    fn an_exception_comes_from_the_first_frame_of_the_program() {
        let uncaught = Uncaught {
            class: "E".to_owned(),
            message: Some("7".to_owned()),
            stack: vec!["java.util.ArrayList.get(ArrayList.java:1)".to_owned(), "a.B.c(B.java:2)".to_owned()],
            assertion: false,
        };
        assert_eq!(thrown(&uncaught), ["E", "7", "a.B.c(B.java:2)"]);
    }
}
