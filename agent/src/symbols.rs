//! What to call things in reports. Collected as names appear, sent with the next trace.

use mcr_protocol::{CoarseCall, LocationId, LocationLabel, ThreadId, ThreadInfo, Value, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Labels of everything that has been named in this JVM.
#[derive(Default)]
pub struct Symbols {
    objects: FxHashMap<u64, String>,
    /// How many objects carry each text.
    numbers: FxHashMap<String, u32>,
    threads: FxHashSet<ThreadId>,
    /// Threads whose permit and interrupt flag are labelled.
    flags: FxHashSet<ThreadId>,
    new_threads: Vec<ThreadInfo>,
    new_locations: Vec<LocationLabel>,
    new_objects: Vec<(Value, String)>,
    new_coarse_calls: Vec<CoarseCall>,
}

/// What the next trace is to tell.
#[derive(Default)]
pub struct News {
    pub threads: Vec<ThreadInfo>,
    pub locations: Vec<LocationLabel>,
    pub objects: Vec<(Value, String)>,
    pub coarse_calls: Vec<CoarseCall>,
}

impl Symbols {
    /// An object; unless the text is exact, it is followed by a number.
    pub fn object(&mut self, name: u64, text: String, exact: bool) {
        let label = if exact {
            text
        } else {
            let number = self.numbers.entry(text.clone()).or_insert(0);
            *number += 1;
            format!("{text}#{number}")
        };
        self.objects.insert(name, label.clone());
        self.new_objects.push((Value(name), label));
    }

    /// A location that is part of an object: `suffix` follows the object's label.
    pub fn part(&mut self, location: u64, object: u64, suffix: &str, kind: ValueKind, atomic: bool) {
        let object = self.objects.get(&object).map_or("?", String::as_str);
        let label = format!("{object}{suffix}");
        self.location(location, label, kind, atomic);
    }

    /// A location. `atomic`: accesses to it do not race.
    pub fn location(&mut self, location: u64, label: String, kind: ValueKind, atomic: bool) {
        self.new_locations.push(LocationLabel { id: LocationId(location), label, kind, atomic });
    }

    /// A thread; only its first name counts.
    pub fn thread(&mut self, id: ThreadId, name: String) {
        if self.threads.insert(id) {
            self.flags_of(id, &name);
            self.new_threads.push(ThreadInfo { id, name });
        }
    }

    /// The permit and the interrupt flag of a thread; only its first name counts.
    pub fn flags_of(&mut self, id: ThreadId, name: &str) {
        if self.flags.insert(id) {
            self.location(LocationId::permit(id).0, format!("permit of {name}"), ValueKind::Integer, true);
            self.location(LocationId::interrupt(id).0, format!("interrupt flag of {name}"), ValueKind::Boolean, true);
        }
    }

    /// A call that counts as one step and is none; only called once for each.
    pub fn coarse_call(&mut self, call: CoarseCall) {
        self.new_coarse_calls.push(call);
    }

    /// Nothing was told of what is to come; the Java runtime says anew what things are called.
    pub fn forget(&mut self) {
        let objects = std::mem::take(&mut self.objects);
        *self = Symbols { objects, ..Symbols::default() };
    }

    /// Everything since the last call.
    pub fn take_news(&mut self) -> News {
        News {
            threads: std::mem::take(&mut self.new_threads),
            locations: std::mem::take(&mut self.new_locations),
            objects: std::mem::take(&mut self.new_objects),
            coarse_calls: std::mem::take(&mut self.new_coarse_calls),
        }
    }
}

/// How to show values of a type, by its descriptor.
pub fn value_kind(descriptor: &str) -> ValueKind {
    match descriptor.as_bytes().first() {
        Some(b'Z') => ValueKind::Boolean,
        Some(b'C') => ValueKind::Char,
        Some(b'F') => ValueKind::Float,
        Some(b'D') => ValueKind::Double,
        Some(b'L' | b'[') => ValueKind::Reference,
        _ => ValueKind::Integer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_one_class_are_numbered_and_their_parts_say_so() {
        let mut symbols = Symbols::default();
        symbols.object(7, "Node".to_owned(), false);
        symbols.object(8, "Node".to_owned(), false);
        symbols.object(9, "\"text\"".to_owned(), true);
        symbols.part(70, 8, ".next", ValueKind::Reference, false);
        let news = symbols.take_news();
        let labels: Vec<_> = news.objects.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["Node#1", "Node#2", "\"text\""]);
        assert_eq!(news.locations[0].label, "Node#2.next");
        assert!(symbols.take_news().objects.is_empty());
    }

    #[test]
    fn a_thread_brings_the_labels_of_its_permit_and_its_interrupt_flag() {
        let mut symbols = Symbols::default();
        symbols.flags_of(ThreadId::MAIN, "main");
        symbols.flags_of(ThreadId::MAIN, "main");
        let child = ThreadId::MAIN.child(0);
        symbols.thread(child, "worker".to_owned());
        symbols.thread(child, "renamed".to_owned());
        let news = symbols.take_news();
        let labels: Vec<_> = news.locations.iter().map(|location| (location.id, location.label.as_str())).collect();
        assert_eq!(
            labels,
            [
                (LocationId::permit(ThreadId::MAIN), "permit of main"),
                (LocationId::interrupt(ThreadId::MAIN), "interrupt flag of main"),
                (LocationId::permit(child), "permit of worker"),
                (LocationId::interrupt(child), "interrupt flag of worker"),
            ]
        );
    }
}
