//! Whether what threads do now is what they did when a failure was recorded.
//!
//! Where the program is the same, so are all ids, and they are compared. Where it has changed, an object may have another id (it is named by what its maker has
//! done before), and a place another line. Then ids are compared one to one: what is read, written or locked now is what was then if each recorded
//! id has stood for one id all along, and both are called the same but for their numbers.
//!
//! Invariant: events that correspond up to some number are the same interleaving up to there: a renaming of objects and places turns one into the other.

use super::pairs::Pairs;
use super::places::Places;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Awaited, Event, LocationId, Outcome, Pending, SiteId, ThreadId, Try, Value, ValueKind};

/// In what two events differ, the first of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// They are of two threads.
    Thread,
    /// Their threads do different things.
    Operation,
    /// The same to different objects.
    Object,
    /// They are at different places.
    Place,
    /// What is written, read, printed, thrown, or who is woken.
    Value,
}

/// What has corresponded so far.
pub struct Correspondence<'a> {
    /// What was called how when it was recorded.
    then: &'a Symbols,
    /// And now.
    now: &'a Symbols,
    /// Whether ids may differ.
    renames: bool,
    /// Places then and now.
    pub places: Places<'a>,
    locations: Pairs<LocationId>,
    objects: Pairs<Value>,
    versions: Pairs<Value>,
}

impl<'a> Correspondence<'a> {
    /// Nothing has happened so far. `renames`: the program has changed.
    pub fn new(then: &'a Symbols, now: &'a Symbols, renames: bool, places: Places<'a>) -> Correspondence<'a> {
        let (locations, objects, versions) = Default::default();
        Correspondence { then, now, renames, places, locations, objects, versions }
    }

    /// Takes two events for one.
    ///
    /// # Errors
    /// If they are not.
    pub fn event(&mut self, then: &Event, now: &Event) -> Result<(), Mismatch> {
        if then.thread != now.thread {
            return Err(Mismatch::Thread);
        }
        self.action(&then.action, &now.action)?;
        check(self.place(then.site, now.site), Mismatch::Place)?;
        check(self.outcome(then, now), Mismatch::Value)
    }

    /// Takes what two threads are about to do for one thing.
    ///
    /// # Errors
    /// If it is not.
    pub fn pending(&mut self, then: &Pending, now: &Pending) -> Result<(), Mismatch> {
        if then.thread != now.thread {
            return Err(Mismatch::Thread);
        }
        self.action(&then.action, &now.action)?;
        check(self.place(then.site, now.site), Mismatch::Place)
    }

    /// Takes two places for one, if that is possible. Some sites have none.
    pub fn place(&mut self, then: SiteId, now: SiteId) -> bool {
        match (self.then.site(then), self.now.site(now)) {
            (Some(then), Some(now)) => self.places.pair(then, now),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether a place can only be that one, whatever has happened before.
    pub fn is_certainly_at(&self, then: SiteId, now: SiteId) -> bool {
        match (self.then.site(then), self.now.site(now)) {
            (Some(then), Some(now)) => self.places.is_certainly(then, now),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether two threads do the same, as far as it does not depend on the JDK: frames in stacks do, and what makes up a `Thread` object.
    fn action(&mut self, then: &Action, now: &Action) -> Result<(), Mismatch> {
        let same = |same: bool| check(same, Mismatch::Operation);
        let object = |same: bool| check(same, Mismatch::Object);
        match (then, now) {
            (Action::Read(x), Action::Read(y)) => object(self.location(*x, *y)),
            (Action::Write(x, value, order), Action::Write(y, other, other_order)) => {
                same(order == other_order)?;
                object(self.location(*x, *y))?;
                check(self.value((*x, *value), (*y, *other)), Mismatch::Value)
            }
            (Action::Update(x, order), Action::Update(y, other_order)) => {
                same(order == other_order)?;
                object(self.location(*x, *y))
            }
            (
                Action::Acquire { monitor, patience, parks },
                Action::Acquire { monitor: other, patience: long, parks: does },
            ) => {
                same((patience, parks) == (long, does))?;
                object(self.object(*monitor, *other))
            }
            (Action::Release(monitor), Action::Release(other)) | (Action::Resume(monitor), Action::Resume(other)) => {
                object(self.object(*monitor, *other))
            }
            (
                Action::Wait { monitor, set, patience },
                Action::Wait { monitor: other, set: other_set, patience: long },
            ) => {
                same(patience == long && (monitor == set) == (other == other_set))?;
                object(self.object(*monitor, *other) && self.object(*set, *other_set))
            }
            (Action::Notify { monitor, set }, Action::Notify { monitor: other, set: other_set })
            | (Action::NotifyAll { monitor, set }, Action::NotifyAll { monitor: other, set: other_set }) => {
                same((monitor == set) == (other == other_set))?;
                object(self.object(*monitor, *other) && self.object(*set, *other_set))
            }
            (
                Action::Guarded { location, guard, change, patience },
                Action::Guarded { location: other, guard: if_so, change: does, patience: long },
            ) => {
                same((guard, change, patience) == (if_so, does, long))?;
                object(self.location(*location, *other))
            }
            (Action::Start { child, .. }, Action::Start { child: other, .. }) => object(child == other),
            (Action::Join { child, patience }, Action::Join { child: other, patience: long }) => {
                same(patience == long)?;
                object(child == other)
            }
            (Action::Alive(thread), Action::Alive(other)) | (Action::State(thread), Action::State(other)) => {
                object(thread == other)
            }
            (Action::Await(awaited), Action::Await(other)) => object(self.awaited(awaited, other)),
            (Action::Print(text), Action::Print(other)) => check(text == other, Mismatch::Value),
            (Action::Exit(status), Action::Exit(other)) => check(status == other, Mismatch::Value),
            (Action::End { uncaught: Some(one), .. }, Action::End { uncaught: Some(other), .. }) => {
                check((&one.class, &one.message) == (&other.class, &other.message), Mismatch::Value)
            }
            (Action::End { uncaught: None, notifies }, Action::End { uncaught: None, notifies: other }) => {
                object(match (notifies, other) {
                    (Some(monitor), Some(other)) => self.object(*monitor, *other),
                    (monitor, other) => monitor == other,
                })
            }
            _ => same(then == now),
        }
    }

    fn outcome(&mut self, then: &Event, now: &Event) -> bool {
        let (Some((x, _)), Some((y, _))) = (then.action.access(), now.action.access()) else {
            return then.outcome == now.outcome;
        };
        match (then.outcome, now.outcome) {
            (Outcome::Read(value), Outcome::Read(other)) => self.value((x, value), (y, other)),
            (Outcome::Updated { old, new }, Outcome::Updated { old: other_old, new: other_new }) => {
                self.value((x, old), (y, other_old)) && self.value((x, new), (y, other_new))
            }
            (outcome, other) => outcome == other,
        }
    }

    fn location(&mut self, then: LocationId, now: LocationId) -> bool {
        let label = |symbols: &Symbols, x| symbols.location(x).map(|found| without_numbers(&found.label));
        let alike =
            self.renames && label(self.then, then).is_some_and(|label_then| label(self.now, now) == Some(label_then));
        (then == now || alike) && self.locations.pair(&then, &now)
    }

    fn object(&mut self, then: Value, now: Value) -> bool {
        let label = |symbols: &Symbols, object| symbols.object(object).map(without_numbers);
        let is_null = (then == Value::ZERO, now == Value::ZERO);
        let alike = self.renames && is_null == (false, false) && label(self.then, then) == label(self.now, now);
        (then == now || alike) && self.objects.pair(&then, &now)
    }

    fn value(&mut self, (x, then): (LocationId, Value), (y, now): (LocationId, Value)) -> bool {
        let kind = |symbols: &Symbols, location| symbols.location(location).map(|found| found.kind);
        match (kind(self.then, x), kind(self.now, y)) {
            (Some(ValueKind::Reference), Some(ValueKind::Reference)) => self.object(then, now),
            (Some(ValueKind::Version), Some(ValueKind::Version)) if self.renames => self.versions.pair(&then, &now),
            _ => then == now,
        }
    }

    /// Whether a thread waits in a loop for what it waited for then: all of that it has looked at before.
    fn awaited(&self, then: &Awaited, now: &Awaited) -> bool {
        if then == now {
            return true;
        }
        let location = |x: &LocationId| self.locations.now(x).copied().unwrap_or(*x);
        let object = |object: &Value| self.objects.now(object).copied().unwrap_or(*object);
        let value = |x: &LocationId, value: &Value| match self.then.location(*x).map(|found| found.kind) {
            Some(ValueKind::Reference) => object(value),
            Some(ValueKind::Version) => self.versions.now(value).copied().unwrap_or(*value),
            _ => *value,
        };
        let mut reads: Vec<_> = then.reads.iter().map(|(x, read)| (location(x), value(x, read))).collect();
        reads.sort_unstable();
        let mut tries: Vec<_> = then
            .tries
            .iter()
            .map(|failed| match failed {
                Try::Monitor(monitor) => Try::Monitor(object(monitor)),
                Try::Guard(x, guard) => Try::Guard(location(x), *guard),
            })
            .collect();
        tries.sort_unstable();
        self.renames && *now == Awaited { reads, tries, ..then.clone() }
    }

    /// Threads that have another name now.
    pub fn renamed_threads(&self) -> Vec<(String, String)> {
        let mut threads: Vec<ThreadId> =
            self.then.threads().filter(|thread| self.now.thread(*thread).is_some()).collect();
        threads.sort_unstable();
        let names = threads.into_iter().map(|thread| (self.then.thread_name(thread), self.now.thread_name(thread)));
        names.filter(|(then, now)| then != now).collect()
    }
}

fn check(holds: bool, otherwise: Mismatch) -> Result<(), Mismatch> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// `Node#2.next` as `Node#.next`, `Main$1#1` as `Main$#`: what agents and compilers number may have another number.
fn without_numbers(label: &str) -> String {
    let mut kept = String::with_capacity(label.len());
    for c in label.chars() {
        if !(c.is_ascii_digit() && kept.ends_with(['#', '$'])) {
            kept.push(c);
        }
    }
    kept
}
