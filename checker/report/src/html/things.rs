//! What steps are about, for the filter: variables, and the objects whose fields or locks they use.
//!
//! Invariant: a thing is named as it is in the texts, and a variable of an object knows that object if it has a name.

use super::strings::Strings;
use crate::names::{Names, OfThread};
use mcr_protocol::{Action, LocationId};
use rustc_hash::FxHashMap;

/// (the name, the object that it is a part of), by number.
#[derive(Default)]
pub struct Things {
    /// In the order in which they appear.
    pub all: Vec<(usize, Option<usize>)>,
    numbers: FxHashMap<usize, usize>,
    locations: FxHashMap<LocationId, Option<usize>>,
}

impl Things {
    /// The number of an object or a variable, by its name.
    pub fn number(&mut self, strings: &mut Strings, name: String) -> usize {
        let name = strings.number(name);
        *self.numbers.entry(name).or_insert_with(|| {
            self.all.push((name, None));
            self.all.len() - 1
        })
    }

    /// What an operation is about; none if it is about threads, or about nothing.
    pub fn of(&mut self, names: &Names<'_>, strings: &mut Strings, action: &Action) -> Option<usize> {
        let location = action.access().map(|(location, _)| location);
        let arrives = if let Action::Arrive(location, _) = action { Some(*location) } else { None };
        if let Some(location) = location.or(arrives) {
            if let Some(known) = self.locations.get(&location) {
                return *known;
            }
            let found = self.location(names, strings, location);
            self.locations.insert(location, found);
            return found;
        }
        let object = match action {
            Action::Acquire { monitor, .. } | Action::Release(monitor) | Action::Resume(monitor) => monitor,
            Action::Wait { set, .. } | Action::Notify { set, .. } | Action::NotifyAll { set, .. } => set,
            _ => return None,
        };
        Some(self.number(strings, names.object(*object)))
    }

    fn location(&mut self, names: &Names<'_>, strings: &mut Strings, location: LocationId) -> Option<usize> {
        if let Some((OfThread::Permit | OfThread::Interrupt, _)) = names.of_thread(location) {
            return None;
        }
        let owner = names.owner(location).map(|owner| self.number(strings, owner));
        let number = self.number(strings, names.location(location).to_owned());
        self.all[number].1 = owner.filter(|owner| *owner != number);
        Some(number)
    }
}
