//! What the races of a system are, as somebody has read them: `races.txt` beside its drivers.
//!
//! A line is `A.java:12 B.java:30: what it is`, or `A.java: what all races are that touch this file`; or `A: ...` of
//! what is accessed in objects of a class, where code has no numbers of lines. `#` begins a remark. The first line that
//! fits counts, so what is special comes first.

use crate::libraries::Built;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;

/// What is said of the races of each system.
pub type Notes = BTreeMap<&'static str, Vec<Note>>;

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub struct Note {
    /// The places that a race has, as far as they are named.
    places: Vec<String>,
    text: String,
}

/// Reads the notes of these systems.
pub fn read(workspace: &Workspace, built: &[Built]) -> Result<Notes> {
    let mut notes = Notes::new();
    for built in built {
        let name = built.library.name;
        let path = workspace.root.join("testsuite").join(built.library.kind.directory()).join(name).join("races.txt");
        if notes.contains_key(name) || !path.exists() {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        notes.insert(name, parse(&text).with_context(|| format!("in {}", path.display()))?);
    }
    Ok(notes)
}

fn parse(text: &str) -> Result<Vec<Note>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let note = |line: &str| {
        let (places, text) = line.split_once(": ").with_context(|| format!("no colon in {line:?}"))?;
        Ok(Note { places: places.split_whitespace().map(str::to_owned).collect(), text: text.trim().to_owned() })
    };
    lines.map(note).collect()
}

/// What is said of a race at these places, of this location.
pub fn of<'a>(notes: Option<&'a Vec<Note>>, race: &[String; 2], location: &str) -> Option<&'a str> {
    notes?.iter().find(|note| note.fits(race, location)).map(|note| note.text.as_str())
}

impl Note {
    fn fits(&self, race: &[String; 2], location: &str) -> bool {
        let is =
            |said: &str, place: &str| said == place || place.rsplit_once(':').is_some_and(|(file, _)| file == said);
        match &self.places[..] {
            [one] => race.iter().any(|place| is(one, place)) || location.split(['#', '.']).next() == Some(one),
            [first, second] => {
                let [a, b] = race;
                is(first, a) && is(second, b) || is(first, b) && is(second, a)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_counts() {
        let notes = parse("# read\nB.java:3 A.java:12: lost\n\nA.java C.java: a hint\nA.java: harmless\n")
            .expect("it can be read");
        let of = |a: &str, b: &str| {
            super::of(Some(&notes), &[a.to_owned(), b.to_owned()], "Holder#3.field").map(str::to_owned)
        };
        assert_eq!(of("A.java:12", "B.java:3").as_deref(), Some("lost"));
        assert_eq!(of("C.java:1", "A.java:12").as_deref(), Some("a hint"));
        assert_eq!(of("A.java:12", "A.java:13").as_deref(), Some("harmless"));
        assert_eq!(of("B.java:3", "C.java:1"), None);
        let notes = parse("Holder: of the class").expect("it can be read");
        let unknown = || "Unknown Source".to_owned();
        assert_eq!(super::of(Some(&notes), &[unknown(), unknown()], "Holder#3.field"), Some("of the class"));
    }

    #[test]
    fn a_line_says_something() {
        assert!(parse("A.java:12 B.java:30").is_err());
    }
}
