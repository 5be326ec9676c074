//! What things are called: the names that the traces of a check define for the ids they use.
//!
//! A definition comes with the first trace that mentions the id and holds for the rest of the check. The first
//! definition stays; a JVM that defines an id again (because it was started anew) says the same.

use mcr_protocol::{
    Calls, CoarseCall, Event, LocationId, LocationLabel, Pending, Site, SiteId, ThreadId, ThreadInfo, Trace, Value,
    ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// Sites, locations, objects and threads by id, and what is known of the classes.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    sites: FxHashMap<SiteId, Site>,
    locations: FxHashMap<LocationId, LocationLabel>,
    objects: FxHashMap<Value, String>,
    threads: FxHashMap<ThreadId, String>,
    /// By place, and by the version or the lock of it: the objects that are called there.
    coarse_calls: FxHashMap<(SiteId, u64), Vec<CoarseCall>>,
    skipped_classes: Vec<(String, String)>,
    rewritten_classes: u32,
    /// Calls whose results differ between executions, with their places: in words for the user.
    unrepeatable: BTreeSet<String>,
}

/// Names to be kept, in a stable order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definitions {
    /// Places in the code.
    pub sites: Vec<Site>,
    /// Locations.
    pub locations: Vec<LocationLabel>,
    /// Objects.
    pub objects: Vec<(Value, String)>,
    /// Threads.
    pub threads: Vec<ThreadInfo>,
}

impl From<Definitions> for Symbols {
    fn from(names: Definitions) -> Symbols {
        Symbols {
            sites: names.sites.into_iter().map(|site| (site.id, site)).collect(),
            locations: names.locations.into_iter().map(|location| (location.id, location)).collect(),
            objects: names.objects.into_iter().collect(),
            threads: names.threads.into_iter().map(|thread| (thread.id, thread.name)).collect(),
            ..Symbols::default()
        }
    }
}

impl Symbols {
    /// The names of what is mentioned in events and calls: of all threads, and of everything whose id is a number in one of them (so perhaps of a
    /// little more).
    #[must_use]
    pub fn mentioned_by(&self, events: &[Event], pending: &[Pending], calls: Option<&Calls>) -> Definitions {
        let mut numbers = FxHashSet::default();
        let events = events.iter().map(serde_json::to_value);
        for json in
            events.chain(pending.iter().map(serde_json::to_value)).chain(calls.map(serde_json::to_value)).flatten()
        {
            collect_numbers(&json, &mut numbers);
        }
        let mut names = Definitions {
            sites: self.sites.values().filter(|site| numbers.contains(&u64::from(site.id.0))).cloned().collect(),
            locations: self.locations.values().filter(|location| numbers.contains(&location.id.0)).cloned().collect(),
            objects: self
                .objects
                .iter()
                .filter(|(value, _)| numbers.contains(&value.0))
                .map(|(v, n)| (*v, n.clone()))
                .collect(),
            threads: self.threads.iter().map(|(id, name)| ThreadInfo { id: *id, name: name.clone() }).collect(),
        };
        names.sites.sort_by_key(|site| site.id);
        names.locations.sort_by_key(|location| location.id);
        names.objects.sort();
        names.threads.sort_by_key(|thread| thread.id);
        names
    }

    /// Takes in the definitions of one trace.
    pub fn learn(&mut self, trace: &Trace) {
        for site in &trace.new_sites {
            self.sites.entry(site.id).or_insert_with(|| site.clone());
        }
        for location in &trace.new_locations {
            self.locations.entry(location.id).or_insert_with(|| location.clone());
        }
        for (object, name) in &trace.new_objects {
            self.objects.entry(*object).or_insert_with(|| name.clone());
        }
        for thread in &trace.new_threads {
            self.threads.entry(thread.id).or_insert_with(|| thread.name.clone());
        }
        for call in &trace.new_coarse_calls {
            for what in [call.version.0, call.lock.0] {
                let objects = self.coarse_calls.entry((call.site, what)).or_default();
                if !objects.contains(call) {
                    objects.push(call.clone());
                }
            }
        }
        for (method, site) in &trace.new_unrepeatable {
            self.unrepeatable.insert(format!("{method} at {}", Place(site)));
        }
        self.rewritten_classes = self.rewritten_classes.max(trace.rewritten_classes);
        for skipped in &trace.new_skipped_classes {
            if !self.skipped_classes.contains(skipped) {
                self.skipped_classes.push(skipped.clone());
            }
        }
    }

    /// The number of a place that another JVM has told of: that of the same place, or a new one.
    pub fn adopt(&mut self, site: &Site) -> SiteId {
        let same = |known: &&Site| {
            (&known.class, &known.method, known.bci, known.line) == (&site.class, &site.method, site.bci, site.line)
        };
        if let Some(known) = self.sites.values().filter(same).min_by_key(|known| known.id) {
            return known.id;
        }
        let id = SiteId(self.sites.keys().map(|id| id.0).max().unwrap_or(0).saturating_add(1));
        self.sites.insert(id, Site { id, ..site.clone() });
        id
    }

    /// Calls in code of the program, with their places, whose results differ between executions.
    pub fn unrepeatable(&self) -> impl ExactSizeIterator<Item = &str> {
        self.unrepeatable.iter().map(String::as_str)
    }

    /// A place in the code.
    #[must_use]
    pub fn site(&self, id: SiteId) -> Option<&Site> {
        self.sites.get(&id)
    }

    /// What to call a location and how to show its values.
    #[must_use]
    pub fn location(&self, id: LocationId) -> Option<&LocationLabel> {
        self.locations.get(&id)
    }

    /// What to call an object.
    #[must_use]
    pub fn object(&self, name: Value) -> Option<&str> {
        self.objects.get(&name).map(String::as_str)
    }

    /// All threads with a name.
    pub fn threads(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.threads.keys().copied()
    }

    /// What the program calls a thread.
    #[must_use]
    pub fn thread(&self, id: ThreadId) -> Option<&str> {
        self.threads.get(&id).map(String::as_str)
    }

    /// Whether any call is known that counts as one step and may be none.
    #[must_use]
    pub fn has_coarse_calls(&self) -> bool {
        !self.coarse_calls.is_empty()
    }

    /// The objects that are called at a place in such a way, by calls that update this version or enter its lock.
    #[must_use]
    pub fn coarse_calls(&self, site: SiteId, what: u64) -> &[CoarseCall] {
        self.coarse_calls.get(&(site, what)).map_or(&[], Vec::as_slice)
    }

    /// Classes left as they are, with the reason, in the order in which they appeared.
    #[must_use]
    pub fn skipped_classes(&self) -> &[(String, String)] {
        &self.skipped_classes
    }

    /// How many classes were rewritten.
    #[must_use]
    pub fn rewritten_classes(&self) -> u32 {
        self.rewritten_classes
    }

    /// A place as `Class.method(File.java:12)`; `site 7` if it was never defined.
    #[must_use]
    pub fn place(&self, id: SiteId) -> String {
        self.site(id).map_or_else(|| format!("site {}", id.0), |site| Place(site).to_string())
    }

    /// A value of a location, as Java would write it; none if it is a reference, which has a name.
    #[must_use]
    pub fn literal(&self, location: LocationId, value: Value) -> Option<String> {
        literal(self.location(location).map_or(ValueKind::Integer, |found| found.kind), value)
    }

    /// A value of a location for a message.
    #[must_use]
    pub fn value(&self, location: LocationId, value: Value) -> String {
        self.literal(location, value).unwrap_or_else(|| self.object_name(value))
    }

    /// An object for a message: `a.Node#2`, `null`, `@1a2b` if it has no name.
    #[must_use]
    pub fn object_name(&self, object: Value) -> String {
        match self.object(object) {
            _ if object == Value::ZERO => "null".to_owned(),
            Some(name) => name.to_owned(),
            None => format!("@{:04x}", object.0 & 0xffff),
        }
    }

    /// A thread by its name in the program, else by its id.
    #[must_use]
    pub fn thread_name(&self, id: ThreadId) -> String {
        self.thread(id).map_or_else(|| id.to_string(), str::to_owned)
    }
}

/// A value of this kind, as Java would write it; none if it is a reference, which has a name.
#[must_use]
pub fn literal(kind: ValueKind, value: Value) -> Option<String> {
    let bits = value.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the bits of a smaller type")]
    Some(match kind {
        ValueKind::Boolean if bits == 0 => "false".to_owned(),
        ValueKind::Boolean if bits == 1 => "true".to_owned(),
        ValueKind::Boolean | ValueKind::Integer => (bits as i64).to_string(),
        ValueKind::Char => match char::from_u32(u32::from(bits as u16)) {
            Some(c) => format!("{c:?}"),
            None => format!("'\\u{:04x}'", bits as u16),
        },
        ValueKind::Float => {
            let value = f32::from_bits(bits as u32);
            infinite(f64::from(value)).unwrap_or_else(|| format!("{value:?}"))
        }
        ValueKind::Double => {
            let value = f64::from_bits(bits);
            infinite(value).unwrap_or_else(|| format!("{value:?}"))
        }
        ValueKind::Reference => return None,
        ValueKind::Version => format!("version {:04x}", bits & 0xffff),
    })
}

/// Whether a class, or the class of a frame, belongs to a framework that runs tests or makes assertions, by its name.
#[must_use]
pub fn is_class_of_test_framework(name: &str) -> bool {
    const PACKAGES: [&str; 8] = [
        "org.junit.",
        "junit.framework.",
        "org.opentest4j.",
        "org.hamcrest.",
        "org.assertj.",
        "org.testng.",
        "com.google.common.truth.",
        "dev.mcr.junit.",
    ];
    PACKAGES.iter().any(|package| name.starts_with(package))
}

/// Whether a class is one of the JDK, by its name.
#[must_use]
pub fn is_class_of_jdk(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun."].iter().any(|prefix| class.starts_with(prefix))
}

fn infinite(value: f64) -> Option<String> {
    value.is_infinite().then(|| if value > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() })
}

/// All numbers in a JSON value.
fn collect_numbers(json: &serde_json::Value, numbers: &mut FxHashSet<u64>) {
    match json {
        serde_json::Value::Number(number) => numbers.extend(number.as_u64()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect_numbers(value, numbers)),
        serde_json::Value::Object(fields) => fields.values().for_each(|value| collect_numbers(value, numbers)),
        _ => {}
    }
}

/// Shows a site as a line of a stack trace does: `Class.method(File.java:12)`.
pub struct Place<'a>(pub &'a Site);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Site { class, method, file, line, .. } = self.0;
        write!(f, "{class}.{method}(")?;
        match (file, line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line})"),
            (Some(file), None) => write!(f, "{file})"),
            (None, _) => write!(f, "Unknown Source)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(file: Option<&str>, line: Option<u32>) -> Site {
        Site {
            id: SiteId(1),
            class: "a.B".into(),
            method: "c".into(),
            file: file.map(Into::into),
            line,
            bci: 0,
            atomic: None,
            waits_once: false,
        }
    }

    #[test]
    fn a_place_reads_like_a_line_of_a_stack_trace() {
        assert_eq!(Place(&site(Some("B.java"), Some(12))).to_string(), "a.B.c(B.java:12)");
        assert_eq!(Place(&site(Some("B.java"), None)).to_string(), "a.B.c(B.java)");
        assert_eq!(Place(&site(None, None)).to_string(), "a.B.c(Unknown Source)");
    }
}
