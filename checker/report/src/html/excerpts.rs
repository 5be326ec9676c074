//! The lines of the program around the steps that are shown, where its sources are found.
//!
//! Only lines near a step go into the page, of files of the program; text in them is data like any other ([`super::embed`]).
//!
//! Invariant: at most [`MOST`] characters, whatever the program.

use super::embed;
use crate::names::escape;
use crate::snippet::{SourceFile, Sources};
use crate::spot::Spot;
use serde::Serialize;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Lines before and after one in which something happens.
const AROUND: u32 = 8;

/// Characters of a line.
const WIDTH: usize = 240;

/// Characters of all lines.
const MOST: usize = 400_000;

/// The lines that are wanted.
pub struct Excerpts<'a> {
    sources: &'a Sources,
    files: Vec<Wanted>,
}

struct Wanted {
    name: String,
    file: Rc<SourceFile>,
    lines: BTreeSet<u32>,
}

/// A file as the script knows it.
#[derive(Serialize)]
struct Excerpt<'a> {
    name: &'a str,
    /// (number, text).
    lines: Vec<(u32, String)>,
}

impl<'a> Excerpts<'a> {
    /// Of these sources.
    pub fn new(sources: &'a Sources) -> Excerpts<'a> {
        Excerpts { sources, files: Vec::new() }
    }

    /// Asks for a place: the number of its file, and its line; none if it is not found, or not of the program.
    pub fn want(&mut self, spot: &Spot) -> Option<(usize, u32)> {
        let line = spot.line?;
        let file = self.sources.find(spot).filter(|_| !spot.is_of_jdk())?;
        let known = self.files.iter().position(|wanted| wanted.file.path == file.path);
        let number = known.unwrap_or_else(|| {
            let name = escape(&spot.path().unwrap_or_default());
            self.files.push(Wanted { name, file, lines: BTreeSet::new() });
            self.files.len() - 1
        });
        let wanted = &mut self.files[number];
        let last = u32::try_from(wanted.file.lines.len()).unwrap_or(u32::MAX);
        wanted.lines.extend(line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND).min(last));
        Some((number, line))
    }

    /// What has been asked for, to be embedded; none if that is nothing.
    pub fn json(&self) -> Option<String> {
        if self.files.is_empty() {
            return None;
        }
        let mut room = MOST;
        let excerpts = self.files.iter().map(|wanted| {
            let text = |line: u32| wanted.file.lines[line as usize - 1].chars().take(WIDTH).collect::<String>();
            let lines = wanted.lines.iter().map(|line| (*line, text(*line)));
            let fits = |(_, text): &(u32, String)| {
                let rest = room.checked_sub(text.chars().count() + 1);
                room = rest.unwrap_or(0);
                rest.is_some()
            };
            Excerpt { name: &wanted.name, lines: lines.take_while(fits).collect() }
        });
        Some(embed::json(&excerpts.collect::<Vec<_>>()))
    }
}
