//! What is called one thing then and another one now, one to one.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Pairs of which none has an end in common with another one.
#[derive(Clone, Debug)]
pub struct Pairs<T> {
    forth: FxHashMap<T, T>,
    back: FxHashMap<T, T>,
}

impl<T> Default for Pairs<T> {
    fn default() -> Pairs<T> {
        Pairs { forth: FxHashMap::default(), back: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Pairs<T> {
    /// Whether two are a pair, or can become one.
    pub fn fit(&self, then: &T, now: &T) -> bool {
        match (self.forth.get(then), self.back.get(now)) {
            (None, None) => true,
            (Some(there), Some(here)) => there == now && here == then,
            _ => false,
        }
    }

    /// Makes a pair of two, if that is possible.
    pub fn pair(&mut self, then: &T, now: &T) -> bool {
        let fit = self.fit(then, now);
        if fit && !self.forth.contains_key(then) {
            self.forth.insert(then.clone(), now.clone());
            self.back.insert(now.clone(), then.clone());
        }
        fit
    }

    /// What is paired with something recorded.
    pub fn now(&self, then: &T) -> Option<&T> {
        self.forth.get(then)
    }

    /// All pairs.
    pub fn iter(&self) -> impl Iterator<Item = (&T, &T)> {
        self.forth.iter()
    }
}
