//! The lines of the program that a failure goes through, as they were when it was found.
//!
//! They say what was at a place before the program was changed, and where the same line is now: a line that is the only one of its text in a file, then and
//! now, is the same line, wherever it has moved.
//!
//! Invariant: a line is known only if its source was found; nothing is guessed from other versions of it.

use mcr_explore::Violation;
use mcr_model::symbols::Definitions;
use mcr_protocol::Action;
use mcr_report::snippet::Sources;
use mcr_report::spot::Spot;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Characters of a line that are kept.
const LONGEST: usize = 200;

/// Lines that are kept.
const MOST: usize = 1000;

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Where the file is below a root of sources.
    pub file: String,
    /// Its number, from 1.
    pub line: u32,
    /// What is there, without the blanks around it.
    pub text: String,
    /// How many lines before it in the file have the same text.
    pub before: u32,
    /// How many lines of the file have that text.
    pub alike: u32,
}

/// How what is at a place now relates to what was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinship {
    /// It is the same line.
    Same,
    /// The recorded line is still there, and this is not it.
    Other,
    /// Sources are missing, or the line was edited, or others have the same text.
    Unknown,
}

impl Line {
    /// The line of a place, if its source is found.
    #[must_use]
    pub fn at(sources: &Sources, spot: &Spot) -> Option<Line> {
        let line = spot.line?;
        let file = sources.find(spot)?;
        let number = line as usize - 1;
        let text = file.lines.get(number)?.trim();
        let alike = |lines: &[String]| lines.iter().filter(|other| other.trim() == text).count();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Some(Line {
            file: spot.path()?,
            line,
            text: text.chars().take(LONGEST).collect(),
            before: count(alike(&file.lines[..number])),
            alike: count(alike(&file.lines)),
        })
    }
}

/// The lines of all places that are mentioned in a violation, where their sources are found.
#[must_use]
pub fn of(violation: &Violation, names: &Definitions, sources: &Sources) -> Vec<Line> {
    let sites = names.sites.iter().map(Spot::of);
    let frames = violation.events.iter().filter_map(|event| match &event.action {
        Action::End { uncaught: Some(uncaught), .. } => Some(&uncaught.stack),
        _ => None,
    });
    let frames = frames.flatten().filter_map(|frame| Spot::parse(frame));
    let mut lines = BTreeMap::new();
    for spot in sites.chain(frames).filter(|spot| !spot.is_of_jdk()) {
        if lines.len() < MOST
            && let Some(line) = Line::at(sources, &spot)
        {
            lines.insert((line.file.clone(), line.line), line);
        }
    }
    lines.into_values().collect()
}

/// The recorded line of a place.
#[must_use]
pub fn recorded<'a>(lines: &'a [Line], spot: &Spot) -> Option<&'a Line> {
    let (file, line) = (spot.path()?, spot.line?);
    lines.iter().find(|known| known.line == line && known.file == file)
}

/// Compares the recorded line of one place with what is at another one now.
#[must_use]
pub fn kinship(lines: &[Line], then: &Spot, sources: &Sources, now: &Spot) -> Kinship {
    let (Some(recorded), Some(current)) = (recorded(lines, then), Line::at(sources, now)) else {
        return Kinship::Unknown;
    };
    if recorded.text == current.text {
        let same = (recorded.before, recorded.alike) == (current.before, current.alike);
        return if same { Kinship::Same } else { Kinship::Unknown };
    }
    // Whether the recorded line is anywhere else.
    let Some(file) = sources.find(now) else { return Kinship::Unknown };
    let start = |line: &str| line.trim().chars().take(LONGEST).collect::<String>();
    let still = file.lines.iter().filter(|line| start(line) == recorded.text).count();
    if still == recorded.alike as usize { Kinship::Other } else { Kinship::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn spot(line: u32) -> Spot {
        Spot { class: "A".into(), method: "m".into(), file: Some("A.java".into()), line: Some(line) }
    }

    fn kinships(then: &str, now: &str) -> Vec<Kinship> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("A.java");
        let sources = || Sources::new(vec![directory.path().to_owned()]);
        fs::write(&file, then).unwrap();
        let lines: Vec<Line> = Line::at(&sources(), &spot(1)).into_iter().collect();
        fs::write(&file, now).unwrap();
        let count = u32::try_from(now.lines().count()).unwrap();
        (1..=count).map(|line| kinship(&lines, &spot(1), &sources(), &spot(line))).collect()
    }

    #[test]
    fn a_line_is_found_again_wherever_it_has_moved_and_no_other_is_taken_for_it() {
        use Kinship::{Other, Same, Unknown};
        assert_eq!(kinships("x = 1;\ny = 2;", "z = 3;\n\tx = 1;\ny = 2;"), [Other, Same, Other]);
        // It was edited: whether a line is what has become of it its text does not say.
        assert_eq!(kinships("x = 1;\ny = 2;", "x = 7;\ny = 2;"), [Unknown, Unknown]);
        // One of two lines of the same text is gone: which one?
        assert_eq!(kinships("f();\nf();", "f();"), [Unknown]);
        assert_eq!(kinships("f();\nf();", "g();\nf();\nf();"), [Other, Same, Unknown]);
    }

    #[test]
    fn without_sources_nothing_is_known() {
        assert_eq!(kinship(&[], &spot(1), &Sources::none(), &spot(1)), Kinship::Unknown);
    }
}
