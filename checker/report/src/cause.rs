//! The value that caused an exception: where it was read, and who had written it.
//!
//! An execution does not say which value an exception is about; its message and its stack do, more or less. So each cause says by what it was
//! chosen ([`Evidence`]), and what is no more than a guess reads like one.

use super::called;
use super::folding::{Folding, Within};
use super::held::{Held, held};
use super::names::{Names, simple};
use super::origin::{Origin, read, written};
use super::spot::Spot;
use super::violation::culprit;
use mcr_explore::Violation;
use mcr_explore::chain::{Chain, How, Link, To};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Event, LocationId, MemoryModel, Uncaught, Value, ValueKind};
use serde::Serialize;

/// Causes of one violation.
const MOST: usize = 3;

/// A value that a thread had read before it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Number of the event.
    pub read: usize,
    /// Where.
    pub location: LocationId,
    /// What.
    pub value: Value,
    /// Why it is taken for the cause.
    pub evidence: Evidence,
    /// Where the value comes from.
    pub origin: Origin,
    /// What it leads to, if the code was asked; [`Link::of`] is a number among all causes.
    pub link: Option<Link>,
}

/// Why a value is taken for the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The message names what was read.
    Named,
    /// The value fits, and it was read in the line (or the method) that throws.
    Fits,
    /// It was read last, of what fits.
    Last,
    /// The code says that what failed depends on it.
    Slice,
}

/// A cause in the report; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CauseReport {
    /// What was read.
    pub location: String,
    /// The value found.
    pub value: String,
    /// By what it was chosen: `named`, `fits`, `last`, `slice`.
    pub evidence: Evidence,
    /// By whom, where.
    pub read: AccessPlace,
    /// Who had written the value; null if it is what the location begins with.
    pub written: Option<AccessPlace>,
    /// Writes of other threads that had not reached memory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffered: Vec<AccessPlace>,
}

/// Who did something, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AccessPlace {
    /// The thread.
    pub thread: String,
    /// `Class.method(File.java:12)`.
    pub place: String,
    /// Where the program's own code has called what does it, if that is other code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called_at: Option<String>,
}

impl CauseReport {
    /// Describes a cause with the names that the program uses.
    #[must_use]
    pub fn new(
        cause: &Cause,
        events: &[Event],
        names: &Names<'_>,
        symbols: &Symbols,
        folding: Option<&Folding<'_>>,
    ) -> CauseReport {
        let place = |index: usize| AccessPlace {
            thread: names.thread(events[index].thread),
            place: symbols.place(events[index].site),
            called_at: folding.and_then(|folding| folding.called_at(index)).map(|site| symbols.place(site)),
        };
        CauseReport {
            location: names.location(cause.location).to_owned(),
            value: names.value(cause.location, cause.value),
            evidence: cause.evidence,
            read: place(cause.read),
            written: cause.origin.write.map(place),
            buffered: cause.origin.buffered.iter().map(|&index| place(index)).collect(),
        }
    }
}

/// A link of the chain in the report; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkReport {
    /// What was read, by whom, and who had written it.
    #[serde(flatten)]
    pub cause: CauseReport,
    /// How the value gets to what it leads to: `value`, `decides`.
    pub how: How,
    /// What of that depends on it: `failure`, `write`, `read`.
    pub to: To,
    /// The place in the list of what it leads to, from 0; null: the failure.
    pub of: Option<usize>,
    /// Whether it is this read for certain, and no earlier one at the same place.
    pub sure: bool,
    /// Whether code that the write depends on was not looked into.
    pub open: bool,
}

impl LinkReport {
    /// Describes a link.
    #[must_use]
    pub fn new(
        cause: &Cause,
        events: &[Event],
        names: &Names<'_>,
        symbols: &Symbols,
        folding: Option<&Folding<'_>>,
    ) -> Option<LinkReport> {
        let Link { how, of, to, sure, open, .. } = *cause.link.as_ref()?;
        Some(LinkReport { cause: CauseReport::new(cause, events, names, symbols, folding), how, to, of, sure, open })
    }
}

/// The causes that a chain consists of, in its order.
fn linked(violation: &Violation, chain: &Chain, named: &[usize], model: MemoryModel) -> Vec<Cause> {
    let cause = |link: &Link| {
        let (location, value) = read(&violation.events[link.event])?;
        let evidence = match link.of {
            None if named.contains(&link.event) => Evidence::Named,
            _ => Evidence::Slice,
        };
        let origin = Origin::of(&violation.events, link.event, location, model);
        Some(Cause { read: link.event, location, value, evidence, origin, link: Some(link.clone()) })
    };
    chain.links.iter().filter_map(cause).collect()
}

/// Links, a line each, what leads to another one below that and to the right.
fn chain_lines(causes: &[Cause], events: &[Event], names: &Names<'_>, folding: Option<&Folding<'_>>) -> Vec<String> {
    let depth = |index: usize| {
        std::iter::successors(Some(index), |at| causes.get(*at)?.link.as_ref()?.of.filter(|of| of < at)).count() - 1
    };
    let mut lines = Vec::new();
    for (index, cause) in causes.iter().enumerate() {
        let indent = "  ".repeat(depth(index));
        lines.push(format!("{indent}{}", line(cause, events, names, folding)));
    }
    lines
}

/// Causes, a line each. Of what one call has read, what another thread had written last says most; and where anything was read in the line that fails, other
/// calls say nothing.
#[must_use]
pub fn lines(causes: &[Cause], events: &[Event], names: &Names<'_>, folding: Option<&Folding<'_>>) -> Vec<String> {
    if causes.iter().any(|cause| cause.link.is_some()) {
        return chain_lines(causes, events, names, folding);
    }
    let call = |cause: &Cause| match folding.map(|folding| folding.events[cause.read]) {
        Some(Within::Call(call)) => Some(call),
        _ => None,
    };
    let weight = |cause: &Cause| {
        let by_other = cause.origin.write.is_some_and(|write| events[write].thread != events[cause.read].thread);
        (by_other, cause.origin.write)
    };
    let fits = causes.iter().any(|cause| cause.evidence != Evidence::Last);
    let kept = causes.iter().enumerate().filter(|(index, cause)| {
        let Some(of) = call(cause) else { return true };
        let better = |(other, rival): (usize, &Cause)| {
            call(rival) == Some(of) && (weight(rival), other) > (weight(cause), *index)
        };
        // A call that has returned nothing has not let the program know.
        let silent = folding.is_some_and(|folding| folding.call(of).result.is_none());
        let guessed = cause.evidence == Evidence::Last;
        !(guessed && (fits || silent) || causes.iter().enumerate().any(better))
    });
    let mut lines: Vec<String> = Vec::new();
    for (_, cause) in kept {
        let line = line(cause, events, names, folding);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// A cause in one line.
fn line(cause: &Cause, events: &[Event], names: &Names<'_>, folding: Option<&Folding<'_>>) -> String {
    let within = |index: usize| match (folding, folding.map(|folding| folding.events[index])) {
        (Some(folding), Some(Within::Call(call))) => {
            let call = folding.call(call);
            let site = folding.method(call).map(|method| method.site)?;
            Some((called::text(names, folding, call), called::with_result(names, folding, call), site))
        }
        _ => None,
    };
    let at = |index: usize| {
        let thread = names.thread(events[index].thread);
        match within(index) {
            Some((call, _, site)) => format!("{thread} in {call} at {}", names.place(site)),
            None => format!("{thread} at {}", names.place(events[index].site)),
        }
    };
    let what = match (cause.evidence, cause.link.as_ref().map(|link| (link.to, link.how))) {
        (Evidence::Named, _) | (Evidence::Slice, None | Some((To::Failure, How::Value))) => "caused by",
        (Evidence::Fits, _) => "read there",
        (Evidence::Last, _) => "read last",
        (Evidence::Slice, Some((To::Failure, How::Decides))) => "decided by",
        (Evidence::Slice, Some((To::Write, How::Value))) => "computed from",
        (Evidence::Slice, Some((To::Write, How::Decides))) => "written because of",
        (Evidence::Slice, Some((To::Read, _))) => "read because of",
    };
    let perhaps = if cause.link.as_ref().is_some_and(|link| !link.sure) { "perhaps " } else { "" };
    let (location, value) = (names.location(cause.location), names.value(cause.location, cause.value));
    // What a call has read in code of the JDK says less than what the call has returned.
    let read = match within(cause.read) {
        Some((_, whole, site)) => {
            format!("{whole} of {} at {}", names.thread(events[cause.read].thread), names.place(site))
        }
        None => format!("{location} -> {value}, read by {}", at(cause.read)),
    };
    let from = match cause.origin.write {
        None if within(cause.read).is_some() => "nobody had written what it read".to_owned(),
        None if !cause.origin.buffered.is_empty() => "the initial value".to_owned(),
        None => "the initial value: no thread had written it".to_owned(),
        Some(write) if cause.origin.own_buffer => format!("written by {} and still in its own buffer", at(write)),
        Some(write) => format!("written by {}", at(write)),
    };
    let mut line = format!("{perhaps}{what}: {read}; {from}");
    for &index in &cause.origin.buffered {
        let write = &events[index];
        let value = written(write, cause.location).map_or_else(String::new, |value| names.value(cause.location, value));
        let (thread, place) = (names.thread(write.thread), names.line(write.site));
        line.push_str(&format!("; {location} = {value} of {thread} ({place}) was still buffered"));
    }
    if cause.link.as_ref().is_some_and(|link| link.open) {
        line.push_str("; on what that depends was not looked into");
    }
    line
}

/// The values that caused the exception or the exit that a violation is about: its chain, if that is known and has links; else what its message, its
/// stack and its values say, in the order in which they were read.
#[must_use]
pub fn causes(violation: &Violation, symbols: &Symbols, model: MemoryModel) -> Vec<Cause> {
    let guessed = guessed(violation, symbols, model);
    match violation.chain.as_deref().filter(|chain| !chain.links.is_empty()) {
        Some(chain) => {
            let named = guessed.iter().filter(|cause| cause.evidence == Evidence::Named).map(|cause| cause.read);
            linked(violation, chain, &named.collect::<Vec<_>>(), model)
        }
        None => guessed,
    }
}

fn guessed(violation: &Violation, symbols: &Symbols, model: MemoryModel) -> Vec<Cause> {
    if !violation.blocked.is_empty() {
        return Vec::new();
    }
    let Some((failure, uncaught)) = culprit(violation) else { return Vec::new() };
    let events = &violation.events;
    let (folding, held) = (Folding::of(violation, symbols), held(violation, symbols));
    let frames = match uncaught {
        Some(uncaught) => uncaught.stack.iter().filter_map(|frame| Spot::parse(frame)).collect(),
        None => symbols.site(failure.site).map(Spot::of).into_iter().collect(),
    };
    let reads = events.iter().enumerate().filter(|(_, event)| event.thread == failure.thread);
    let reads = reads.filter_map(|(index, event)| {
        let (location, value) = read(event)?;
        // What a call reads in code of the JDK, the line of the call has asked for.
        let site = folding.as_ref().and_then(|folding| folding.called_at(index)).unwrap_or(event.site);
        Some(Read { index, location, value, spot: symbols.site(site).map(Spot::of) })
    });
    let search =
        Search { events, symbols, frames, reads: reads.filter(|read| says_something(read, symbols, &held)).collect() };
    let found = match uncaught {
        Some(uncaught) => search.by_exception(uncaught),
        None => search.last(),
    };
    let mut causes: Vec<Cause> = found
        .into_iter()
        .map(|(Read { index, location, value, .. }, evidence)| {
            let origin = Origin::of(events, *index, *location, model);
            // Written by an operation that is not followed: better to say less.
            Cause { read: *index, location: *location, value: *value, evidence, origin, link: None }
        })
        .filter(|cause| {
            let found = cause.origin.write.and_then(|write| written(&events[write], cause.location));
            found.is_none_or(|found| found == cause.value)
        })
        .collect();
    causes.sort_by_key(|cause| cause.read);
    causes
}

/// Whether a read is more than that a variable holds the object which is called after it.
fn says_something(read: &Read, symbols: &Symbols, held: &Held) -> bool {
    let object = symbols.object(read.value).and_then(|object| held.get(object));
    let variable = symbols.location(read.location).map(|found| simple(&found.label));
    object.is_none_or(|object| Some(simple(object)) != variable)
}

/// Something that the failing thread has read.
struct Read {
    index: usize,
    location: LocationId,
    value: Value,
    spot: Option<Spot>,
}

/// What may be the cause.
struct Search<'a> {
    events: &'a [Event],
    symbols: &'a Symbols,
    /// The stack of the exception, innermost first.
    frames: Vec<Spot>,
    /// In order.
    reads: Vec<Read>,
}

/// What the message of a `NullPointerException` says was null.
#[derive(Debug, PartialEq, Eq)]
enum Null<'a> {
    /// A field, and what it is a field of: `Main.x`, `this.next`, `Main.first.next`.
    Field(&'a str, &'a str),
    /// An element of an array, with its index if that is a number.
    Element(Option<u32>),
    /// What a method has returned: `Main.get`.
    Returned(&'a str),
    /// A variable of a method, or not said.
    Other,
}

impl<'a> Null<'a> {
    /// Understands `Cannot invoke "String.length()" because "Main.x" is null`.
    fn of(message: Option<&'a str>) -> Null<'a> {
        let quoted = |text: &'a str| text.strip_suffix("\" is null");
        let Some((_, reason)) = message.and_then(|message| message.rsplit_once("because ")) else { return Null::Other };
        if let Some(method) = reason.strip_prefix("the return value of \"").and_then(quoted) {
            return Null::Returned(method.split('(').next().unwrap_or(method));
        }
        let Some(what) = reason.strip_prefix('"').and_then(quoted) else { return Null::Other };
        if let Some((_, index)) = what.strip_suffix(']').and_then(|what| what.rsplit_once('[')) {
            return Null::Element(index.parse().ok());
        }
        what.rsplit_once('.').map_or(Null::Other, |(of, field)| Null::Field(of, field))
    }
}

impl Search<'_> {
    fn by_exception(&self, uncaught: &Uncaught) -> Vec<(&Read, Evidence)> {
        let message = uncaught.message.as_deref();
        let found = match uncaught.class.as_str() {
            "java.lang.NullPointerException" => self.null(&Null::of(message)).into_iter().collect(),
            "java.lang.ArithmeticException" => {
                self.fitting(|read| self.is_number(read) && read.value == Value::ZERO, 1)
            }
            "java.lang.ClassCastException" => self.cast(message.unwrap_or_default()),
            class if class.ends_with("IndexOutOfBoundsException") => self.index(message.unwrap_or_default()),
            _ => Vec::new(),
        };
        if found.is_empty() { self.last() } else { found }
    }

    /// The null that was followed.
    fn null(&self, null: &Null<'_>) -> Option<(&Read, Evidence)> {
        let nulls: Vec<&Read> =
            self.reads.iter().filter(|read| self.is_reference(read) && read.value == Value::ZERO).collect();
        let mut named: Vec<&Read> = match null {
            Null::Field(of, field) => self.fields(&nulls, of, field),
            Null::Element(index) => {
                let end = index.map_or_else(|| "]".to_owned(), |index| format!("[{index}]"));
                nulls.iter().copied().filter(|read| self.label(read).ends_with(&end)).collect()
            }
            Null::Returned(method) => {
                let there = |read: &&Read| read.spot.as_ref().is_some_and(|spot| spot.qualified() == *method);
                nulls.iter().copied().filter(there).collect()
            }
            Null::Other => Vec::new(),
        };
        if named.iter().any(|read| self.is_there(read)) {
            named.retain(|read| self.is_there(read));
        }
        if let Some(read) = self.most_telling(&named) {
            // The name of a field may be that of many; in the line that throws it is the one, if there are no two.
            let one = named.iter().all(|other| other.location == read.location);
            let says = matches!(null, Null::Field(..) | Null::Element(_)) && self.is_there(read) && one;
            return Some((read, if says { Evidence::Named } else { Evidence::Fits }));
        }
        let there: Vec<&Read> = nulls.iter().copied().filter(|read| self.is_there(read)).collect();
        if let Some(read) = self.most_telling(&there) {
            return Some((read, Evidence::Fits));
        }
        let in_method = |read: &&Read| {
            let same_method = self.own_frame().zip(read.spot.as_ref());
            same_method.is_some_and(|(frame, spot)| frame.qualified() == spot.qualified())
        };
        let near: Vec<&Read> = nulls.iter().copied().filter(in_method).collect();
        if let Some(read) = self.most_telling(&near) {
            let one = near.iter().all(|other| other.location == read.location);
            return Some((read, if one { Evidence::Fits } else { Evidence::Last }));
        }
        self.most_telling(&nulls).map(|read| (read, Evidence::Last))
    }

    /// Of these nulls those in a field of this name; of what the message says, where that was read.
    fn fields<'r>(&self, nulls: &[&'r Read], of: &str, field: &str) -> Vec<&'r Read> {
        let last = |label: &str| label.rsplit('.').next().unwrap_or_default().to_owned();
        let mut found: Vec<&Read> = nulls.iter().copied().filter(|read| last(self.label(read)) == field).collect();
        // The object, if it was read from a field itself.
        let (of, before) = (last(of), of.contains('.'));
        let holders = self.reads.iter().filter(|read| before && last(self.label(read)) == of);
        let objects: Vec<String> =
            holders.filter_map(|read| Some(format!("{}.{field}", self.symbols.object(read.value)?))).collect();
        if found.iter().any(|read| objects.iter().any(|object| object == self.label(read))) {
            found.retain(|read| objects.iter().any(|object| object == self.label(read)));
        }
        found
    }

    /// The last one of what another thread writes; else the last one.
    fn most_telling<'r>(&self, reads: &[&'r Read]) -> Option<&'r Read> {
        let others = reads.iter().rev().find(|read| self.others_write(read.location));
        others.or(reads.last()).copied()
    }

    fn label(&self, read: &Read) -> &str {
        self.symbols.location(read.location).map_or("", |found| found.label.as_str())
    }

    /// Whether another thread than the one that fails writes there.
    fn others_write(&self, location: LocationId) -> bool {
        let reader = self.reads.first().map(|read| self.events[read.index].thread);
        self.events.iter().any(|event| Some(event.thread) != reader && written(event, location).is_some())
    }

    /// The index, the length, and the array.
    fn index(&self, message: &str) -> Vec<(&Read, Evidence)> {
        let numbers = message.split(|c: char| !c.is_ascii_digit() && c != '-');
        let numbers: Vec<i64> = numbers.filter_map(|number| number.parse().ok()).collect();
        let fits = |read: &Read| self.is_number(read) && numbers.contains(&read.value.0.cast_signed());
        let mut found = self.fitting(fits, MOST);
        found.retain(|(_, evidence)| *evidence == Evidence::Fits);
        let numbers_found = found.len();
        let there = |read: &Read| self.is_there(read);
        // The array was read last; what was read before it led there.
        found.extend(self.newest(|read| there(read) && self.is_reference(read), 1));
        match numbers_found {
            0 => {
                // The index was computed: of what was read there.
                found.extend(self.newest(|read| there(read) && self.is_number(read), MOST - 1));
                if found.is_empty() { self.fitting(fits, 1) } else { found }
            }
            _ => {
                found.truncate(MOST);
                found
            }
        }
    }

    /// The reference to an object of the wrong class.
    fn cast(&self, message: &str) -> Vec<(&Read, Evidence)> {
        let class = message.strip_prefix("class ").and_then(|rest| rest.split(' ').next()).map(simple);
        let is_of_class = |read: &Read| {
            let name = self.symbols.object(read.value).map(|name| simple(name).split('#').next().unwrap_or_default());
            name.is_some() && name == class
        };
        let found = self.fitting(|read| self.is_reference(read) && is_of_class(read), 1);
        let there =
            || self.fitting(|read| self.is_reference(read) && self.is_there(read) && read.value != Value::ZERO, 1);
        if found.is_empty() { there() } else { found }
    }

    /// The last reads of what other threads write, or that the line which fails has made.
    fn last(&self) -> Vec<(&Read, Evidence)> {
        let wanted = |read: &Read| {
            let elsewhere = || self.others_write(read.location) && !read.spot.as_ref().is_some_and(Spot::is_of_jdk);
            self.is_variable(read) && (self.is_there(read) || elsewhere())
        };
        self.newest(wanted, MOST)
    }

    /// The last reads that fit in the line that throws; if there is none, those elsewhere. If only one is wanted, rather of what another thread writes.
    fn fitting(&self, fits: impl Fn(&Read) -> bool, most: usize) -> Vec<(&Read, Evidence)> {
        let there = |read: &Read| fits(read) && self.is_there(read);
        if most == 1 {
            let telling = self.newest(|read| there(read) && self.others_write(read.location), 1);
            if !telling.is_empty() {
                return telling;
            }
        }
        let there = self.newest(there, most);
        if there.is_empty() { self.newest(fits, 1) } else { there }
    }

    /// The last reads that are wanted, each location once.
    fn newest(&self, wanted: impl Fn(&Read) -> bool, most: usize) -> Vec<(&Read, Evidence)> {
        let mut found: Vec<(&Read, Evidence)> = Vec::new();
        for read in self.reads.iter().rev().filter(|read| wanted(read)) {
            if found.iter().any(|(known, _)| known.location == read.location) {
                continue;
            }
            found.push((read, if self.is_there(read) { Evidence::Fits } else { Evidence::Last }));
            if found.len() == most {
                break;
            }
        }
        found
    }

    /// Whether it was read in a line that was being executed when the exception was thrown.
    fn is_there(&self, read: &Read) -> bool {
        let own = self.frames.iter().position(|frame| !frame.is_of_jdk()).map_or(self.frames.len(), |own| own + 1);
        let same = |frame: &Spot, spot: &Spot| (&frame.class, frame.line) == (&spot.class, spot.line);
        let in_frame = |spot: &Spot| spot.line.is_some() && self.frames[..own].iter().any(|frame| same(frame, spot));
        read.spot.as_ref().is_some_and(in_frame)
    }

    /// The innermost frame of the program.
    fn own_frame(&self) -> Option<&Spot> {
        self.frames.iter().find(|frame| !frame.is_of_jdk())
    }

    fn kind(&self, read: &Read) -> Option<ValueKind> {
        self.symbols.location(read.location).map(|label| label.kind)
    }

    fn is_reference(&self, read: &Read) -> bool {
        self.kind(read) == Some(ValueKind::Reference)
    }

    fn is_number(&self, read: &Read) -> bool {
        matches!(self.kind(read), Some(ValueKind::Integer | ValueKind::Char))
    }

    /// Whether it is something that the program has a name for, and that can change: no variable that an inner class has captured.
    fn is_variable(&self, read: &Read) -> bool {
        let label = self.symbols.location(read.location);
        let captured = |label: &str| label.contains(".val$") || label.contains(".this$");
        label.is_some_and(|label| label.kind != ValueKind::Version && !captured(&label.label))
    }
}
