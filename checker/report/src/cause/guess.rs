//! What an exception is likely to be about: by its message, its stack, and what its thread has read.

use super::{Cause, Evidence, MOST};
use crate::folding::Folding;
use crate::held::{Held, held};
use crate::names::simple;
use crate::origin::{Origin, read, written};
use crate::spot::Spot;
use crate::violation::culprit;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Event, LocationId, MemoryModel, Uncaught, Value, ValueKind};

/// The values that a violation is about by its message, its stack and what was read, in the order in which they were read.
pub(super) fn guessed(violation: &Violation, symbols: &Symbols, model: MemoryModel) -> Vec<Cause> {
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
