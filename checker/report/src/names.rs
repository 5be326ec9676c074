//! What the reports call threads, locations and objects.
//!
//! Names are as short as they can be: `Main.x` becomes `x` unless another location in the same interleaving would be
//! called the same. Two threads of one name are told apart by a number (`worker`, `worker#2`).

use super::held::{Held, held, owner};
use mcr_explore::Violation;
use mcr_model::symbols::{Symbols, is_class_of_jdk, literal};
use mcr_protocol::{Action, Event, LocationId, Outcome, Pending, SiteId, ThreadId, Try, Value, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// How the object is called that stands for the initialisation of a class, after the name of the class.
const INITIALISER: &str = ".<clinit>";

/// A location that belongs to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfThread {
    /// [`LocationId::permit`].
    Permit,
    /// [`LocationId::interrupt`].
    Interrupt,
}

/// The names in one interleaving.
pub struct Names<'a> {
    symbols: &'a Symbols,
    /// The threads in the order in which they appear.
    pub threads: Vec<(ThreadId, String)>,
    locations: FxHashMap<LocationId, String>,
    /// Locations whose names are not shortened.
    whole: FxHashSet<LocationId>,
    /// What variables call objects.
    held: Held,
}

impl<'a> Names<'a> {
    /// Finds names for everything in an interleaving.
    #[must_use]
    pub fn new(symbols: &'a Symbols, events: &[Event], blocked: &[Pending]) -> Names<'a> {
        Names::with(symbols, events, blocked, Held::default())
    }

    /// The same for a violation; objects are called after the variables that hold them, if that is known.
    #[must_use]
    pub fn of(symbols: &'a Symbols, violation: &Violation) -> Names<'a> {
        Names::with(symbols, &violation.events, &violation.blocked, held(violation, symbols))
    }

    fn with(symbols: &'a Symbols, events: &[Event], blocked: &[Pending], held: Held) -> Names<'a> {
        let mut names =
            Names { symbols, threads: Vec::new(), locations: FxHashMap::default(), whole: FxHashSet::default(), held };
        names.thread_seen(ThreadId::MAIN);
        for event in events {
            names.thread_seen(event.thread);
            names.action_seen(&event.action);
            if let Outcome::Woke(Some(woken)) = event.outcome {
                names.thread_seen(woken);
            }
        }
        for pending in blocked {
            names.thread_seen(pending.thread);
            names.action_seen(&pending.action);
        }
        names.shorten();
        names
    }

    fn action_seen(&mut self, action: &Action) {
        action.other_thread().into_iter().for_each(|thread| self.thread_seen(thread));
        action.access().into_iter().for_each(|(location, _)| self.location_seen(location));
        match action {
            Action::Arrive(location, _) => self.location_seen(*location),
            Action::Await(awaited) => {
                awaited.states.iter().for_each(|(thread, _)| self.thread_seen(*thread));
                awaited.alive.iter().for_each(|thread| self.thread_seen(*thread));
                awaited.reads.iter().for_each(|(location, _)| self.location_seen(*location));
                for failed in &awaited.tries {
                    if let Try::Guard(location, _) = failed {
                        self.location_seen(*location);
                    }
                }
            }
            _ => {}
        }
    }

    fn location_seen(&mut self, location: LocationId) {
        if self.of_thread(location).is_some() {
            return;
        }
        let label = self.symbols.location(location).map(|found| {
            let (object, part) = owner(&found.label);
            match object.and_then(|object| self.held.get(object)) {
                Some(variable) => {
                    // It says whose it is.
                    self.whole.insert(location);
                    escape(&format!("{variable}{}", part.replacen(".val$", ".", 1)))
                }
                None => escape(&found.label),
            }
        });
        let label = label.unwrap_or_else(|| format!("@{:04x}", location.0 & 0xffff));
        self.locations.insert(location, label);
    }

    fn thread_seen(&mut self, thread: ThreadId) {
        if self.threads.iter().any(|(known, _)| *known == thread) {
            return;
        }
        let wanted = escape(&self.symbols.thread_name(thread));
        let mut name = wanted.clone();
        let mut number = 2;
        while self.threads.iter().any(|(_, taken)| *taken == name) {
            name = format!("{wanted}#{number}");
            number += 1;
        }
        self.threads.push((thread, name));
    }

    /// Shortens the names of locations where no two become the same.
    fn shorten(&mut self) {
        for shorter in [without_class, without_package] {
            let mut uses: FxHashMap<String, u32> = FxHashMap::default();
            for label in self.locations.values() {
                *uses.entry(shorter(label).to_owned()).or_default() += 1;
            }
            for (_, label) in self.locations.iter_mut().filter(|(location, _)| !self.whole.contains(*location)) {
                if uses[shorter(label)] == 1 {
                    *label = shorter(label).to_owned();
                }
            }
        }
    }

    /// The name of a thread.
    #[must_use]
    pub fn thread(&self, thread: ThreadId) -> String {
        let known = self.threads.iter().find(|(known, _)| *known == thread);
        known.map_or_else(|| escape(&self.symbols.thread_name(thread)), |(_, name)| name.clone())
    }

    /// The column of a thread that appears.
    #[must_use]
    pub fn column(&self, thread: ThreadId) -> usize {
        self.threads.iter().position(|(known, _)| *known == thread).unwrap_or_default()
    }

    /// The name of a location that appears.
    #[must_use]
    pub fn location(&self, location: LocationId) -> &str {
        match self.of_thread(location) {
            Some((OfThread::Permit, _)) => "permit",
            Some((OfThread::Interrupt, _)) => "interrupt flag",
            None => self.locations.get(&location).map_or("?", String::as_str),
        }
    }

    /// The object of which a location is a part, if it has a name.
    #[must_use]
    pub fn owner(&self, location: LocationId) -> Option<String> {
        let object = owner(&self.symbols.location(location)?.label).0?;
        Some(escape(self.held.get(object).map_or_else(|| simple(object), String::as_str)))
    }

    /// The thread to which a location belongs, if it belongs to one.
    #[must_use]
    pub fn of_thread(&self, location: LocationId) -> Option<(OfThread, ThreadId)> {
        let mut threads = self.threads.iter().map(|(thread, _)| *thread).chain(self.symbols.threads());
        threads.find_map(|thread| match location {
            _ if location == LocationId::permit(thread) => Some((OfThread::Permit, thread)),
            _ if location == LocationId::interrupt(thread) => Some((OfThread::Interrupt, thread)),
            _ => None,
        })
    }

    /// A value of a location, as Java would write it.
    #[must_use]
    pub fn value(&self, location: LocationId, value: Value) -> String {
        if self.is_called_after(location, value) {
            // `left = left` says nothing.
            return self.symbols.object(value).map_or_else(|| self.object(value), |label| escape(simple(label)));
        }
        self.primitive(self.symbols.location(location).map_or(ValueKind::Integer, |found| found.kind), value)
    }

    /// The name of an object: `Node#2`, `null`, `@1a2b` if it has none.
    #[must_use]
    pub fn object(&self, object: Value) -> String {
        match self.symbols.object(object) {
            _ if object == Value::ZERO => "null".to_owned(),
            Some(name) if self.held.contains_key(name) => escape(&self.held[name]),
            Some(name) => match name.strip_suffix(INITIALISER) {
                Some(class) => format!("{}{INITIALISER}", escape(simple(class))),
                None => escape(simple(name)),
            },
            None => format!("@{:04x}", object.0 & 0xffff),
        }
    }

    /// Whether an object is called after this very variable.
    #[must_use]
    pub fn is_called_after(&self, location: LocationId, object: Value) -> bool {
        let variable = self.symbols.object(object).and_then(|label| self.held.get(label));
        variable.is_some_and(|variable| simple(variable) == simple(self.location(location)))
    }

    /// Whether an object is called after a variable that holds it.
    #[must_use]
    pub fn is_held(&self, object: Value) -> bool {
        self.symbols.object(object).is_some_and(|label| self.held.contains_key(label))
    }

    /// Whether an object has a name.
    #[must_use]
    pub fn knows(&self, object: Value) -> bool {
        self.symbols.object(object).is_some()
    }

    /// A value that is no reference, as Java would write it.
    #[must_use]
    pub fn primitive(&self, kind: ValueKind, value: Value) -> String {
        if kind == ValueKind::Char {
            #[allow(clippy::cast_possible_truncation, reason = "the bits of a smaller type")]
            return format!("'{}'", escape_char(value.0 as u16));
        }
        literal(kind, value).unwrap_or_else(|| self.object(value))
    }

    /// The class of which this object stands for the initialisation.
    #[must_use]
    pub fn initialised(&self, object: Value) -> Option<String> {
        let class = self.symbols.object(object)?.strip_suffix(INITIALISER)?;
        Some(escape(simple(class)))
    }

    /// Where something is in the source: `File.java:12`. Nothing if there is no such place.
    #[must_use]
    pub fn line(&self, site: SiteId) -> String {
        let Some(found) = self.symbols.site(site) else { return String::new() };
        match (&found.file, found.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (Some(file), None) => file.clone(),
            (None, _) => self.method(site),
        }
    }

    /// Whether a place is in code of the JDK.
    #[must_use]
    pub fn is_of_jdk(&self, site: SiteId) -> bool {
        self.symbols.site(site).is_some_and(|found| is_class_of_jdk(&found.class))
    }

    /// The method of a place: `Class.method`, without the package.
    #[must_use]
    pub fn method(&self, site: SiteId) -> String {
        self.symbols.site(site).map_or_else(String::new, |found| format!("{}.{}", simple(&found.class), found.method))
    }

    /// `File.java:12 in Class.method`, or `an unknown place`.
    #[must_use]
    pub fn place(&self, site: SiteId) -> String {
        match self.symbols.site(site) {
            Some(_) => format!("{} in {}", self.line(site), self.method(site)),
            None => "an unknown place".to_owned(),
        }
    }
}

/// The name of a class or an object without the package. Array types keep their brackets.
#[must_use]
pub fn simple(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(_, last)| last)
}

/// `a.Main.x` to `x`; what names an object (`Node#2.next`) stays.
fn without_class(label: &str) -> &str {
    if label.contains(['#', '[']) { label } else { simple(label) }
}

/// `com.acme.Node#2.next` to `Node#2.next`, `com.acme.Main.x` to `Main.x`.
fn without_package(label: &str) -> &str {
    let owner = label.find(['#', '[']).unwrap_or_else(|| label.rfind('.').unwrap_or(0));
    label[..owner].rfind('.').map_or(label, |dot| &label[dot + 1..])
}

fn escape_char(unit: u16) -> String {
    match char::from_u32(u32::from(unit)) {
        Some('\'') => "\\'".to_owned(),
        Some('\\') => "\\\\".to_owned(),
        Some(c) => escape(&c.to_string()),
        None => format!("\\u{unit:04x}"),
    }
}

/// Text in quotes, on one line, as Java writes it.
#[must_use]
pub fn quote(text: &str) -> String {
    format!("\"{}\"", escape(&text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// What cannot be seen, but ends a line or turns the direction of the text around it.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text on one line, with control characters as Java writes them, also those that end lines or turn the direction of text
/// in Unicode: nothing may look like something else.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() || is_invisible(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}
