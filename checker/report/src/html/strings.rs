//! Texts with numbers, each once.

use rustc_hash::FxHashMap;

/// All texts of an interleaving.
#[derive(Default)]
pub struct Strings {
    /// By number.
    pub all: Vec<String>,
    numbers: FxHashMap<String, usize>,
}

impl Strings {
    /// The number of a text.
    pub fn number(&mut self, text: String) -> usize {
        let Strings { all, numbers } = self;
        *numbers.entry(text).or_insert_with_key(|text| {
            all.push(text.clone());
            all.len() - 1
        })
    }
}
