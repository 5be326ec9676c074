//! Where a replay goes another way than what was recorded, in words.
//!
//! One sentence says what the recorded schedule expects of which thread, and what came instead; two lines below it show both places, with their lines
//! of the program as far as they are known.
//!
//! Invariant: what is expected has the names that it had when it was recorded, what came has those of now: a thread may be called otherwise since.

use super::cell;
use super::names::{Names, OfThread, escape, quote};
use super::rows::line;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Change, Event, Fence, Limit, Outcome, Pending, SiteId, ThreadId, Uncaught, Value, Wake};

/// The first difference between an execution and what was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// How many recorded events have happened before it.
    pub event: usize,
    /// What is recorded.
    pub then: Expected,
    /// What came instead.
    pub now: Came,
    /// In what they differ.
    pub how: How,
    /// What the thread should have done before it does this, if that is missing.
    pub missing: Vec<Action>,
}

/// What is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This happens next.
    Event(Event),
    /// All events have happened, and this is what a thread is about to do: for ever in a deadlock, next in a race.
    Pending(Pending),
}

/// What came instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// The thread that was expected, or another one, did this.
    Did(Event),
    /// The thread is about to do this, and the schedule cannot be followed.
    AboutTo(Pending, Option<Hindrance>),
    /// The thread has ended.
    Ended(Option<Uncaught>),
    /// There is no such thread.
    NotStarted,
    /// The execution has ended.
    Over(String),
}

/// Why a thread does not do what it is expected to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// It waits: for a monitor and who is in it, if that is what it waits for.
    Blocked(Option<(Value, ThreadId)>),
    /// The thread that it should wake up is not there.
    NoWaiter(ThreadId),
    /// What the agent says.
    Other(String),
}

/// In what what came differs from what is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Another operation.
    Operation,
    /// The same operation on something else.
    Object,
    /// The same operation elsewhere.
    Place,
    /// The same operation, but something else is read, written, printed, or comes of it.
    Value,
    /// Another thread.
    Thread,
    /// What is expected comes after it: it is new.
    Inserted,
    /// What comes is expected after it: operations of the thread are missing.
    LeftOut,
}

/// The sentence.
#[must_use]
pub fn sentence(departure: &Departure, then: &Names<'_>, now: &Names<'_>) -> String {
    let how = departure.how;
    let (expects, place) = match &departure.then {
        Expected::Event(event) => {
            let deed =
                Deed::of(then, event.thread, &event.action, outcome_that_counts(event, how), how != How::Operation);
            (
                format!("the recorded schedule expects {} to {}", then.thread(event.thread), deed.infinitive),
                line(then, event),
            )
        }
        Expected::Pending(pending) => {
            let deed = Deed::of(then, pending.thread, &pending.action, None, true);
            let thread = then.thread(pending.thread);
            (
                format!("all recorded events have happened, and then {thread} should be about to {}", deed.infinitive),
                then.line(pending.site),
            )
        }
    };
    let missing = match departure.missing.as_slice() {
        [] => String::new(),
        [_] => " without that".to_owned(),
        several => {
            let deeds = several.iter().map(|action| Deed::of(then, departure.thread(), action, None, true).infinitive);
            format!(", and did not: {}", deeds.collect::<Vec<_>>().join(", "))
        }
    };
    format!("{expects}{}; {}{missing}", at(&place), came(departure, &place, now))
}

impl Departure {
    /// The thread of which something is expected.
    fn thread(&self) -> ThreadId {
        match &self.then {
            Expected::Event(event) => event.thread,
            Expected::Pending(pending) => pending.thread,
        }
    }
}

/// An operation as two people who know the names would call it.
#[must_use]
pub fn words(symbols: &Symbols, action: &Action) -> String {
    let pending = Pending { thread: ThreadId::MAIN, site: SiteId::NONE, action: action.clone() };
    cell::action(&Names::new(symbols, &[], &[pending]), action)
}

/// The place in a sentence.
fn at(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!(" at {place}") }
}

/// What came, in the second half of the sentence.
fn came(departure: &Departure, place: &str, now: &Names<'_>) -> String {
    let how = departure.how;
    let expected = departure.thread();
    // A place is said if it is another one.
    let elsewhere = |site: SiteId, there: &str| match there == place && how != How::Place {
        true => String::new(),
        // The end of a thread is in no method.
        false if how == How::Place && !now.method(site).is_empty() => format!(" at {there} in {}", now.method(site)),
        false => at(there),
    };
    match &departure.now {
        Came::Did(event) => {
            let deed =
                Deed::of(now, event.thread, &event.action, outcome_that_counts(event, how), how != How::Operation);
            let who = if event.thread == expected { "it".to_owned() } else { now.thread(event.thread) };
            let there = elsewhere(event.site, &line(now, event));
            match how {
                How::Inserted => format!("{who} first {}{there}, which is new", deed.past),
                _ => format!("{who} {}{there}", deed.past),
            }
        }
        Came::AboutTo(pending, hindrance) => {
            let deed = Deed::of(now, pending.thread, &pending.action, None, how != How::Operation);
            let there = elsewhere(pending.site, &now.line(pending.site));
            let soon = deed.soon(hindrance.is_some()) + &there;
            let what = match how {
                How::Inserted => format!("it {soon} first, which is new"),
                _ => format!("it {soon}"),
            };
            match hindrance {
                None => what,
                Some(Hindrance::Blocked(Some((monitor, owner)))) => {
                    format!("{what}, but {} is held by {}", now.object(*monitor), now.thread(*owner))
                }
                Some(Hindrance::Blocked(None)) => format!("{what}, and waits there"),
                Some(Hindrance::NoWaiter(thread)) => format!("{what}, but {} does not wait there", now.thread(*thread)),
                Some(Hindrance::Other(why)) => format!("{what}, but {}", escape(why)),
            }
        }
        Came::Ended(None) => "it has ended".to_owned(),
        Came::Ended(Some(uncaught)) => format!("it has ended with {}", cell::thrown(uncaught)),
        Came::NotStarted => "that thread was not started".to_owned(),
        Came::Over(end) => escape(end),
    }
}

/// Outcomes are said where they are what differs.
fn outcome_that_counts(event: &Event, how: How) -> Option<Outcome> {
    (how == How::Value).then_some(event.outcome)
}

/// The lines below the sentence: `then: Box.java:21 notify Box#1`, `now:  Box.java:23 notifyAll Box#1`, with lines of the program behind a bar.
#[must_use]
pub fn places(departure: &Departure, then: (&Names<'_>, Option<&str>), now: (&Names<'_>, Option<&str>)) -> Vec<String> {
    let with_source = |label: &str, text: String, source: Option<&str>| {
        let source = source.map_or_else(String::new, |source| format!("  | {}", escape(source)));
        format!("{label} {}{source}", text.trim())
    };
    let mut lines = Vec::new();
    match &departure.then {
        Expected::Event(event) => {
            let text = format!("{} {}", line(then.0, event), cell::event(then.0, event));
            lines.push(with_source("then:", text, then.1));
        }
        Expected::Pending(pending) => {
            let text = format!("{} {}", then.0.line(pending.site), cell::action(then.0, &pending.action));
            lines.push(with_source("then:", text, then.1));
        }
    }
    match &departure.now {
        Came::Did(event) => {
            let text = format!("{} {}", line(now.0, event), cell::event(now.0, event));
            lines.push(with_source("now: ", text, now.1));
        }
        Came::AboutTo(pending, _) => {
            let text = format!("{} {}", now.0.line(pending.site), cell::action(now.0, &pending.action));
            lines.push(with_source("now: ", text, now.1));
        }
        Came::Ended(_) | Came::NotStarted | Came::Over(_) => {}
    }
    lines
}

/// What a thread does, as a verb: `to notify`, `it called notify`.
struct Deed {
    infinitive: String,
    past: String,
    /// It is a call: a thread that is about to do it has made the call.
    is_call: bool,
}

impl Deed {
    fn new(infinitive: impl Into<String>, past: impl Into<String>) -> Deed {
        Deed { infinitive: infinitive.into(), past: past.into(), is_call: false }
    }

    /// A call of a method that is no English verb.
    fn call(method: &str, object: &str) -> Deed {
        Deed { is_call: true, ..Deed::new(format!("{method}{object}"), format!("called {method}{object}")) }
    }

    /// Of a thread that has not done it: `is about to read x`, `called notify`.
    fn soon(&self, hindered: bool) -> String {
        if self.is_call && !hindered { self.past.clone() } else { format!("is about to {}", self.infinitive) }
    }

    /// `objects`: also of calls it is said on what.
    fn of(names: &Names<'_>, thread: ThreadId, action: &Action, outcome: Option<Outcome>, objects: bool) -> Deed {
        let on = |object: Value| if objects { format!(" on {}", names.object(object)) } else { String::new() };
        let both = |infinitive: &str, past: &str, what: &str| {
            Deed::new(format!("{infinitive} {what}"), format!("{past} {what}"))
        };
        match (action, outcome) {
            (Action::Read(x), Some(Outcome::Read(value))) => {
                both("read", "read", &format!("{} from {}", names.value(*x, value), names.location(*x)))
            }
            (Action::Read(x), _) => match names.of_thread(*x) {
                Some((OfThread::Interrupt, of)) if of == thread => both("ask", "asked", "whether it is interrupted"),
                Some((OfThread::Interrupt, of)) => {
                    both("ask", "asked", &format!("whether {} is interrupted", names.thread(of)))
                }
                _ => both("read", "read", names.location(*x)),
            },
            (Action::Write(x, value, _), _) => match names.of_thread(*x) {
                Some((OfThread::Permit, of)) if *value != Value::ZERO => both("unpark", "unparked", &names.thread(of)),
                Some((OfThread::Interrupt, of)) if *value != Value::ZERO => {
                    both("interrupt", "interrupted", &names.thread(of))
                }
                _ => both("write", "wrote", &format!("{} to {}", names.value(*x, *value), names.location(*x))),
            },
            (Action::Update(x, _), Some(Outcome::Updated { old, new })) => {
                let (old, new) = (names.value(*x, old), names.value(*x, new));
                both("update", "updated", &format!("{} from {old} to {new}", names.location(*x)))
            }
            (Action::Update(x, _), _) => both("update", "updated", names.location(*x)),
            (Action::Arrive(..), _) => Deed::new(cell::action(names, action), cell::action(names, action)),
            (Action::Fence(Fence::Full), _) => both("come", "came", "to a full fence"),
            (Action::Fence(Fence::StoreStore), _) => both("come", "came", "to a store-store barrier"),
            (Action::Acquire { monitor, patience, .. }, outcome) => {
                let object = names.object(*monitor);
                match (patience.limit, outcome) {
                    (_, Some(Outcome::Resumed(Wake::Notified))) => both("get", "got", &format!("the lock {object}")),
                    (Limit::Never, _) => both("lock", "locked", &object),
                    (_, Some(Outcome::Resumed(_))) => both("try in vain to lock", "tried in vain to lock", &object),
                    _ => both("try to lock", "tried to lock", &object),
                }
            }
            (Action::Release(monitor), _) => both("unlock", "unlocked", &names.object(*monitor)),
            (Action::Wait { set, .. }, _) => Deed::call("wait", &on(*set)),
            (Action::Resume(_), outcome) => {
                let why = match outcome {
                    Some(Outcome::Resumed(Wake::Notified)) => " because it was notified",
                    Some(Outcome::Resumed(Wake::TimedOut)) => " because its time was over",
                    Some(Outcome::Resumed(Wake::Interrupted)) => " because it was interrupted",
                    Some(Outcome::Resumed(Wake::Spurious)) => " for no reason",
                    _ => "",
                };
                both("go on", "went on", &format!("after its wait{why}"))
            }
            (Action::Notify { monitor, set }, outcome) => {
                let method = if monitor == set { "notify" } else { "signal" };
                let woken = match outcome {
                    Some(Outcome::Woke(Some(woken))) => format!(", which wakes {}", names.thread(woken)),
                    Some(Outcome::Woke(None)) => ", which wakes nobody".to_owned(),
                    _ => String::new(),
                };
                Deed::call(method, &(on(*set) + &woken))
            }
            (Action::NotifyAll { monitor, set }, _) => {
                Deed::call(if monitor == set { "notifyAll" } else { "signalAll" }, &on(*set))
            }
            (Action::Guarded { location, guard, change, .. }, outcome) => {
                let condition = cell::condition(names, *location, *guard);
                let failed = matches!(outcome, Some(Outcome::Resumed(_)));
                match change {
                    _ if failed => both("give up", "gave up", &format!("waiting until {condition}")),
                    Change::Keep => both("see", "saw", &format!("that {condition}")),
                    _ => both("change", "changed", &format!("{} once {condition}", names.location(*location))),
                }
            }
            (Action::Park(_), _) => Deed::new("park", "parked"),
            (Action::Start { child, .. }, _) => both("start", "started", &names.thread(*child)),
            (Action::Join { child, .. }, _) => both("join", "joined", &names.thread(*child)),
            (Action::Alive(of), _) => both("ask", "asked", &format!("whether {} is alive", names.thread(*of))),
            (Action::State(of), _) => both("ask", "asked", &format!("what {} is doing", names.thread(*of))),
            (Action::Choose(_), Some(Outcome::Read(value))) => both("choose", "chose", &value.0.to_string()),
            (Action::Choose(below), _) => both("choose", "chose", &format!("a number below {below}")),
            (Action::Await(_), _) => both("wait", "waited", "in a loop"),
            (Action::Print(text), _) => both("print", "printed", &quote(text)),
            (Action::Exit(status), _) => both("exit", "exited", &format!("with status {status}")),
            (Action::End { uncaught: None, .. }, _) => Deed::new("end", "ended"),
            (Action::End { uncaught: Some(uncaught), .. }, _) => both("throw", "threw", &cell::thrown(uncaught)),
        }
    }
}
