//! The lines of the program that matter for a violation, where its sources are found.
//!
//! Invariant: what is shown is what is in the file now. A file that is too short for a line that the class file names is another
//! version of it, or another file, and is not shown.

use super::cause::causes;
use super::monitors::Obstacle;
use super::names::{Names, escape, is_invisible};
use super::spot::Spot;
use super::violation::{culprit, exception};
use super::width::{cut, cut_beginning, words};
use super::{cell, deadlock, races};
use ariadne::{Color, Config, Label, LabelAttach, Report, ReportKind};
use console::strip_ansi_codes;
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{MemoryModel, SiteId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Larger files are no sources that somebody wants to see.
const LARGEST: u64 = 4 << 20;

/// How far up from a directory of classes sources are looked for: `build/classes/java/main` has four below its project.
const UP: usize = 4;

/// Columns that a snippet needs besides the text.
const MARGIN: usize = 16;

/// Where the sources of a program may be.
#[derive(Debug, Default)]
pub struct Sources {
    roots: Vec<PathBuf>,
    /// What has been looked for, by path below a root.
    known: RefCell<FxHashMap<String, Option<Rc<SourceFile>>>>,
}

/// A source file.
#[derive(Debug)]
pub struct SourceFile {
    /// Where it was found.
    pub path: PathBuf,
    /// Its lines, without line ends.
    pub lines: Vec<String>,
}

impl Sources {
    /// Looks below these directories, in this order.
    #[must_use]
    pub fn new(roots: Vec<PathBuf>) -> Sources {
        Sources { roots, known: RefCell::default() }
    }

    /// Finds nothing.
    #[must_use]
    pub fn none() -> Sources {
        Sources::default()
    }

    /// Looks below these directories first, and then where projects have their sources: near the classes that a `java` command starts, and below the
    /// working directory, which may be empty for that of this process.
    #[must_use]
    pub fn near(given: &[PathBuf], command: &[OsString], directory: &Path) -> Sources {
        let mut roots = given.to_vec();
        let layouts = |directory: &Path| ["src/main/java", "src/test/java"].map(|layout| directory.join(layout));
        for classes in class_path(command) {
            let classes = directory.join(classes);
            let classes = classes.canonicalize().unwrap_or(classes);
            roots.push(classes.clone());
            roots.extend(classes.parent().map(|parent| parent.join("src")));
            roots.extend(classes.ancestors().take(UP + 1).flat_map(layouts));
        }
        roots.push(directory.join("src"));
        roots.extend(layouts(directory));
        let mut seen = Vec::new();
        roots.retain(|root| {
            root.is_dir() && !seen.contains(root) && {
                seen.push(root.clone());
                true
            }
        });
        Sources::new(roots)
    }

    /// The file of a place, if it is found and has that line.
    #[must_use]
    pub fn find(&self, spot: &Spot) -> Option<Rc<SourceFile>> {
        let path = spot.path()?;
        let mut known = self.known.borrow_mut();
        let found = known.entry(path).or_insert_with_key(|path| {
            self.roots.iter().find_map(|root| SourceFile::read(root.join(path)).map(Rc::new))
        });
        let has_line = |file: &&Rc<SourceFile>| spot.line.is_none_or(|line| line as usize <= file.lines.len());
        found.as_ref().filter(has_line).cloned()
    }
}

impl SourceFile {
    fn read(path: PathBuf) -> Option<SourceFile> {
        // Asked before it is opened: to open a pipe would wait for a writer.
        if !path.metadata().ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(&path).ok()?.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
        if bytes.len() as u64 > LARGEST {
            return None;
        }
        // All line ends of Java. What else a terminal or a drawer of snippets would take for one, or for a command, is no text.
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\r', "\n");
        let clean = |c: char| {
            if c != '\t' && (c.is_control() || is_invisible(c)) { '\u{fffd}' } else { c }
        };
        let lines = text.lines().map(|line| line.chars().map(clean).collect()).collect();
        Some(SourceFile { path, lines })
    }
}

/// Lines of the program, with what happens there.
struct Snippet {
    title: String,
    /// The first one is what it is about.
    notes: Vec<(Spot, String)>,
}

/// Snippets of the places that matter, in lines of at most `width` columns; empty if no source of them is found.
#[must_use]
pub fn render(
    sources: &Sources,
    violation: &Violation,
    symbols: &Symbols,
    model: MemoryModel,
    width: usize,
    colour: bool,
) -> String {
    let names = Names::of(symbols, violation);
    let all = if violation.kind == ViolationKind::Race {
        vec![of_race(violation, symbols, &names)]
    } else if deadlock::is(violation) {
        of_deadlock(violation, symbols, &names)
    } else {
        vec![of_failure(sources, violation, symbols, model, &names)]
    };
    let drawn = all.iter().filter_map(|snippet| draw(sources, violation.kind, snippet, width, colour));
    drawn.collect::<Vec<_>>().join("\n")
}

fn spot(symbols: &Symbols, site: SiteId) -> Option<Spot> {
    symbols.site(site).map(Spot::of)
}

/// One for each thread: where it waits, and where what it waits for was taken.
fn of_deadlock(violation: &Violation, symbols: &Symbols, names: &Names<'_>) -> Vec<Snippet> {
    let waits = deadlock::reasons(names, violation);
    let threads = violation.blocked.iter().zip(waits);
    let snippets = threads.map(|(pending, (obstacle, reason))| {
        let here =
            spot(symbols, pending.site).map(|spot| (spot, format!("{} waits here", names.thread(pending.thread))));
        let there = match obstacle {
            Some(Obstacle::Owned(_, owner)) => spot(symbols, owner.acquired)
                .map(|spot| (spot, format!("{} has acquired it here", names.thread(owner.thread)))),
            _ => None,
        };
        let title = format!("{} {reason}", names.thread(pending.thread));
        Snippet { title, notes: here.into_iter().chain(there).collect() }
    });
    snippets.collect()
}

/// Where it was thrown, and where what caused it was read and written.
fn of_failure(
    sources: &Sources,
    violation: &Violation,
    symbols: &Symbols,
    model: MemoryModel,
    names: &Names<'_>,
) -> Snippet {
    let mut notes = Vec::new();
    let mut title = violation.message.clone();
    if let Some(thrown) = exception(violation) {
        title = cell::thrown_briefly(thrown);
        let frames = thrown.stack.iter().filter_map(|frame| Spot::parse(frame));
        notes.extend(frames.into_iter().find(|spot| sources.find(spot).is_some()).map(|spot| (spot, title.clone())));
    } else if let Some((event, _)) = culprit(violation) {
        notes.extend(spot(symbols, event.site).map(|spot| (spot, cell::event(names, event))));
    }
    let events = &violation.events;
    for cause in causes(violation, symbols, model) {
        let (location, value) = (names.location(cause.location), names.value(cause.location, cause.value));
        let mut note = |index: usize, what: String| {
            notes.extend(spot(symbols, events[index].site).map(|spot| (spot, what)));
        };
        let by = |index: usize| names.thread(events[index].thread);
        note(cause.read, format!("{} reads {location} -> {value}", by(cause.read)));
        if let Some(write) = cause.origin.write {
            note(write, format!("{} writes {location} = {value}", by(write)));
        }
        for &write in &cause.origin.buffered {
            note(write, format!("{} writes {location}, still in its buffer", by(write)));
        }
    }
    Snippet { title, notes }
}

/// The two accesses.
fn of_race(violation: &Violation, symbols: &Symbols, names: &Names<'_>) -> Snippet {
    let accesses = violation.blocked.iter().filter_map(|pending| {
        let what = format!("{}: {}", names.thread(pending.thread), races::about_to(names, &pending.action));
        Some((spot(symbols, pending.site)?, what))
    });
    Snippet { title: races::message(names, &violation.blocked), notes: accesses.collect() }
}

/// The lines that are found, each once.
fn draw(sources: &Sources, kind: ViolationKind, snippet: &Snippet, width: usize, colour: bool) -> Option<String> {
    // Room for the number of the line and the frame around it.
    let room = width.saturating_sub(MARGIN).max(MARGIN);
    let mut files: Vec<(Rc<SourceFile>, String)> = Vec::new();
    let mut labels: Vec<(usize, u32, String)> = Vec::new();
    for (spot, note) in &snippet.notes {
        let (Some(file), Some(line)) = (sources.find(spot), spot.line) else { continue };
        let number = files.iter().position(|(known, _)| known.path == file.path).unwrap_or_else(|| {
            let lines: Vec<_> = file.lines.iter().map(|line| cut(line, room)).collect();
            let text = lines.join("\n");
            files.push((file, text));
            files.len() - 1
        });
        match labels.iter_mut().find(|(file, at, _)| (*file, *at) == (number, line)) {
            Some((_, _, known)) if known == note => {}
            Some((_, _, known)) => known.push_str(&format!("; {note}")),
            None => labels.push((number, line, note.clone())),
        }
    }
    let paths: Vec<String> = files.iter().map(|(file, _)| escape(&file.path.to_string_lossy())).collect();
    let ids: Vec<String> = paths.iter().map(|path| cut_beginning(path, room)).collect();
    // They are told apart by it.
    let unique = |number: usize| ids.iter().filter(|id| **id == ids[number]).count() == 1;
    let id = |number: usize| if unique(number) { ids[number].clone() } else { paths[number].clone() };
    // A note is drawn at the right of what it marks.
    let span = |number: usize, line: u32| (id(number), text_of_line(&files[number].1, line, room / 2));
    let (first, line, _) = labels.first()?.clone();
    let config = Config::new().with_color(colour).with_label_attach(LabelAttach::Start);
    let mut report = Report::build(ReportKind::Custom(kind.name(), Color::Red), span(first, line))
        .with_config(config)
        .with_message(cut(&snippet.title, room));
    // In any other order the same file would be opened again and again.
    labels.sort();
    for (number, at, note) in &labels {
        let colour = if (*number, *at) == (first, line) { Color::Red } else { Color::Cyan };
        // What the program says is no name.
        let note = if *note == snippet.title { cut(note, room / 2) } else { words(note, room / 2) };
        let label = Label::new(span(*number, *at)).with_message(note);
        report = report.with_label(label.with_color(colour));
    }
    let texts = (0..files.len()).map(|number| (id(number), files[number].1.clone()));
    let mut out = Vec::new();
    // Into memory, of texts that are there: this cannot fail.
    report.finish().write(ariadne::sources(texts.collect::<Vec<_>>()), &mut out).ok()?;
    let text = String::from_utf8_lossy(&out);
    // The title is coloured in any case.
    let text = if colour { text } else { strip_ansi_codes(&text).into_owned().into() };
    let lines: Vec<String> = text.lines().map(|line| cut(line.trim_end(), width)).collect();
    Some(lines.join("\n") + "\n")
}

/// Where in a text a line is, without the blanks around it, in characters; at most so many.
fn text_of_line(text: &str, line: u32, most: usize) -> Range<usize> {
    let mut start = 0;
    for (number, content) in (1..).zip(text.split('\n')) {
        let length = content.chars().count();
        if number == line {
            let blanks = content.chars().take_while(|c| c.is_whitespace()).count();
            let trimmed = content.trim().chars().count();
            let end = (blanks + trimmed).min(length).min(most.max(blanks + 1));
            return start + blanks.min(length)..start + end.max(blanks.min(length));
        }
        start += length + 1;
    }
    start..start
}

/// The directories in the class path of a `java` command, and those of its jars.
fn class_path(command: &[OsString]) -> Vec<PathBuf> {
    let mut directories = Vec::new();
    let mut words = command.iter().skip(1);
    let mut from_environment = true;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let value = match &*text {
            "-cp" | "-classpath" | "--class-path" | "-jar" => words.next().cloned(),
            _ => text.strip_prefix("--class-path=").map(OsString::from),
        };
        if let Some(value) = value {
            from_environment = false;
            directories.extend(std::env::split_paths(&value));
        }
        // What follows are arguments of the program.
        if text == "-jar" {
            break;
        }
    }
    if from_environment {
        let given = std::env::var_os("CLASSPATH").unwrap_or_else(|| ".".into());
        directories.extend(std::env::split_paths(&given));
    }
    let directory = |path: PathBuf| match path.is_dir() {
        true => Some(path),
        false => path.parent().filter(|_| path.is_file()).map(Path::to_owned),
    };
    directories.into_iter().filter_map(directory).collect()
}
