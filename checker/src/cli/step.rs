//! `mcr explain --step`: an interleaving in the terminal, one step at a time.
//!
//! What a step is and what is known after it, [`mcr_report::steps`] says; here is how that looks, and what the keys do. Without a terminal
//! on both sides all steps are printed one after the other.
//!
//! Invariant: what a key does is decided without a terminal ([`Walker::press`]), and so is what is on the screen ([`Walker::screen`]).

use console::{Key, Style, Term, truncate_str};
use mcr_report::escape;
use mcr_report::snippet::Sources;
use mcr_report::steps::{Known, Standing, Step, Walk};
use std::fmt::Write as _;
use std::io;

/// Lines of the source before and after the one of a step.
const AROUND: usize = 2;

/// Rows of the table that are on the screen, at most.
const ROWS: usize = 9;

/// What a tab looks like.
const TAB: &str = "    ";

const HELP: &[&str] = &[
    "Enter, space, n   the next step",
    "p, b              the step before",
    "12 g              to step 12; g alone: to the first, G: to the last",
    "t, T              to the next, the previous switch of threads",
    "/ TEXT Enter      to the next step with TEXT in it; / Enter: once more",
    "?                 this help; any key ends it",
    "q                 the end",
    "",
    "~ another thread goes on    * the step has changed this value",
];

/// An interleaving to be shown.
pub struct View<'a> {
    /// What it is about, in a line.
    pub heading: &'a str,
    /// Its steps.
    pub walk: &'a Walk<'a>,
    /// Where the lines of the program are.
    pub sources: &'a Sources,
    /// Columns of a line, at most.
    pub width: usize,
    /// Whether colours are understood.
    pub colour: bool,
}

impl View<'_> {
    /// All steps, one after the other.
    pub fn all(&self) -> String {
        let mut out = format!("{}\n", self.cut(self.heading));
        for (index, step) in self.walk.steps.iter().enumerate() {
            let at = if step.line.is_empty() { String::new() } else { format!(" at {}", step.line) };
            let of = self.walk.steps.len();
            let switch = if step.switches { "switch: " } else { "" };
            let thread = match self.walk.thread(step) {
                "" => String::new(),
                name => format!("{name}: "),
            };
            let _ = writeln!(
                out,
                "\n{}",
                self.cut(&format!("step {} of {of}: {switch}{thread}{}{at}", index + 1, step.text))
            );
            self.source(step).into_iter().chain(self.known(&step.after)).for_each(|line| out.push_str(&(line + "\n")));
        }
        self.left_out().into_iter().for_each(|line| out.push_str(&format!("\n{line}\n")));
        out
    }

    fn left_out(&self) -> Option<String> {
        let steps = match self.walk.left_out {
            0 => return None,
            1 => "1 step of no consequence is".to_owned(),
            count => format!("{count} steps of no consequence are"),
        };
        Some(self.cut(&format!("{steps} left out (--all-steps shows them)")))
    }

    /// Text in one line that fits.
    fn cut(&self, text: &str) -> String {
        truncate_str(&escape(text), self.width, "…").into_owned()
    }

    fn styled(&self, style: &Style, text: String) -> String {
        if self.colour { style.clone().force_styling(true).apply_to(text).to_string() } else { text }
    }

    /// A row of the table, in one column for all threads.
    fn row(&self, step: &Step, name: usize) -> String {
        let thread = self.walk.thread(step);
        let room = self.width.saturating_sub(name + 6 + step.line.chars().count() + 2).max(10);
        let thread = console::pad_str(thread, name, console::Alignment::Left, Some("…"));
        let text = console::pad_str(&step.text, room.min(48), console::Alignment::Left, None);
        format!("{thread}  {}  {}", truncate_str(&text, room, "…"), step.line)
    }

    /// The lines of the source around the one of a step.
    fn source(&self, step: &Step) -> Vec<String> {
        let Some(spot) = &step.spot else { return Vec::new() };
        let (Some(file), Some(line)) = (self.sources.find(spot), spot.line) else { return Vec::new() };
        let at = line as usize;
        let (first, last) = (at.saturating_sub(AROUND).max(1), (at + AROUND).min(file.lines.len()));
        let digits = last.to_string().len();
        let line = |number: usize| {
            let mark = if number == at { '>' } else { ' ' };
            let text = file.lines[number - 1].replace('\t', TAB);
            let text = self.cut(format!("  {mark} {number:digits$} | {text}").trim_end());
            if number == at { self.styled(&Style::new().bold(), text) } else { text }
        };
        (first..=last).map(line).collect()
    }

    /// What is known after a step.
    fn known(&self, known: &Known) -> Vec<String> {
        let mut lines = Vec::new();
        let mut part = |title: &str, entries: Vec<String>| {
            for (number, entry) in entries.into_iter().enumerate() {
                let title = if number == 0 { title } else { "" };
                lines.push(self.cut(&format!("  {title:10}{entry}")));
            }
        };
        let threads = self.walk.threads.iter().zip(&known.threads);
        let threads = threads.map(|(name, standing)| match standing {
            Standing::NotStarted => format!("{name} has not been started"),
            Standing::Runs => format!("{name} can go on"),
            Standing::Waits(what) => format!("{name} {what}"),
            Standing::Ended => format!("{name} has ended"),
        });
        part("threads", threads.collect());
        let held = known.held.iter().map(|held| {
            let line = if held.line.is_empty() { String::new() } else { format!(", entered at {}", held.line) };
            let times = if held.times > 1 { format!(" {} times", held.times) } else { String::new() };
            format!("{} held by {}{times}{line}", held.monitor, held.by)
        });
        part("monitors", held.collect());
        let values = known.variables.iter().map(|variable| {
            let buffered =
                variable.buffered.iter().map(|(thread, value)| format!(", {value} in the buffer of {thread}"));
            let changed = if variable.changed { " *" } else { "" };
            let value = variable.value.as_deref().unwrap_or("?");
            format!("{} = {value}{}{changed}", variable.name, buffered.collect::<String>())
        });
        part("values", values.collect());
        lines
    }
}

/// What is to be done after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Draw,
    Quit,
}

/// What the keys typed so far are the beginning of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Typed {
    Nothing,
    Number(usize),
    Search(String),
    Help,
}

/// Who walks through an interleaving.
struct Walker<'a> {
    view: View<'a>,
    /// The step that is shown.
    at: usize,
    typed: Typed,
    /// What was looked for last.
    sought: String,
    /// What is said about the last key.
    message: String,
}

impl<'a> Walker<'a> {
    fn new(view: View<'a>) -> Walker<'a> {
        Walker { view, at: 0, typed: Typed::Nothing, sought: String::new(), message: String::new() }
    }

    fn steps(&self) -> &[Step] {
        &self.view.walk.steps
    }

    /// Does what a key says.
    fn press(&mut self, key: &Key) -> Then {
        self.message.clear();
        if *key == Key::CtrlC {
            return Then::Quit;
        }
        match std::mem::replace(&mut self.typed, Typed::Nothing) {
            Typed::Search(text) => self.seek(text, key),
            // Any key ends the help.
            Typed::Help => {}
            Typed::Number(number) => return self.command(key, Some(number)),
            Typed::Nothing => return self.command(key, None),
        }
        Then::Draw
    }

    fn command(&mut self, key: &Key, number: Option<usize>) -> Then {
        let last = self.steps().len().saturating_sub(1);
        match key {
            Key::Char('q') => return Then::Quit,
            Key::Char(digit @ '0'..='9') => {
                let digit = digit.to_digit(10).unwrap_or_default() as usize;
                self.typed = Typed::Number(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            }
            Key::Enter | Key::Char(' ' | 'n') | Key::ArrowDown | Key::ArrowRight | Key::PageDown => {
                match self.at < last {
                    true => self.at += 1,
                    false => self.message = "this is the last step".to_owned(),
                }
            }
            Key::Char('p' | 'b') | Key::ArrowUp | Key::ArrowLeft | Key::Backspace | Key::PageUp => match self.at {
                0 => self.message = "this is the first step".to_owned(),
                _ => self.at -= 1,
            },
            Key::Char('g') => match number {
                Some(number @ 1..) if number <= last + 1 => self.at = number - 1,
                Some(number) => self.message = format!("there is no step {number}"),
                None => self.at = 0,
            },
            Key::Home => self.at = 0,
            Key::Char('G') | Key::End => self.at = last,
            Key::Char('t') => self
                .to((self.at + 1..=last).find(|&n| self.steps()[n].switches), "no switch of threads comes after this"),
            Key::Char('T') => {
                self.to((0..self.at).rev().find(|&n| self.steps()[n].switches), "no switch of threads is before this")
            }
            Key::Char('/') => self.typed = Typed::Search(String::new()),
            Key::Char('?' | 'h') => self.typed = Typed::Help,
            // Takes back what was typed.
            Key::Escape => {}
            _ => self.message = "? shows the keys".to_owned(),
        }
        Then::Draw
    }

    fn to(&mut self, step: Option<usize>, or_else: &str) {
        match step {
            Some(step) => self.at = step,
            None => or_else.clone_into(&mut self.message),
        }
    }

    /// A key while a text is typed.
    fn seek(&mut self, mut text: String, key: &Key) {
        match key {
            Key::Enter => {
                if !text.is_empty() {
                    self.sought = text.to_lowercase();
                }
                let count = self.steps().len();
                let has = |step: &Step| {
                    let all = format!("{} {} {}", self.view.walk.thread(step), step.text, step.line);
                    all.to_lowercase().contains(&self.sought)
                };
                // From the next one on, and from the start again; this one last.
                let found = (1..=count).map(|ahead| (self.at + ahead) % count).find(|&n| has(&self.steps()[n]));
                let none = format!("no step has {} in it", self.sought);
                self.to(found, &none);
            }
            Key::Escape => {}
            Key::Backspace => {
                text.pop();
                self.typed = Typed::Search(text);
            }
            Key::Char(c) => {
                text.push(*c);
                self.typed = Typed::Search(text);
            }
            _ => self.typed = Typed::Search(text),
        }
    }

    /// What is on a screen of so many lines.
    fn screen(&self, height: usize) -> Vec<String> {
        let view = &self.view;
        let steps = self.steps();
        let Some(step) = steps.get(self.at) else { return vec!["there are no steps".to_owned()] };
        let mut lines = vec![view.styled(&Style::new().bold(), view.cut(view.heading)), String::new()];
        let prompt = match &self.typed {
            Typed::Search(text) => format!("/{text}"),
            Typed::Number(number) => format!("{number}"),
            _ if !self.message.is_empty() => self.message.clone(),
            _ => format!(
                "step {} of {}   Enter: next, p: back, t: switch, /: search, ?: help, q: quit",
                self.at + 1,
                steps.len()
            ),
        };
        if self.typed == Typed::Help {
            lines.extend(HELP.iter().map(|line| view.cut(&format!("  {line}"))));
            lines.extend(view.left_out().into_iter().flat_map(|line| [String::new(), format!("  {line}")]));
        } else {
            let mut below = view.source(step);
            if !below.is_empty() {
                below.insert(0, String::new());
            }
            below.push(String::new());
            below.extend(view.known(&step.after));
            // The prompt, and a line above it.
            let rows = height.saturating_sub(lines.len() + below.len() + 2).clamp(1, ROWS);
            lines.extend(self.rows(rows));
            lines.extend(below);
        }
        let room = height.saturating_sub(2).max(1);
        if lines.len() > room {
            lines.truncate(room);
            // The row of the step comes before that, where there is room for anything.
            if let Some(last) = lines.get_mut(3..).and_then(<[String]>::last_mut) {
                *last = view.cut("  … there is more than this terminal has lines for");
            }
        }
        lines.push(String::new());
        lines.push(view.styled(&Style::new().reverse(), view.cut(&prompt)));
        lines
    }

    /// So many rows of the table, with the step among them.
    fn rows(&self, count: usize) -> Vec<String> {
        let steps = self.steps();
        let count = count.min(steps.len());
        let first = self.at.saturating_sub(count / 2).min(steps.len() - count);
        let name =
            self.view.walk.threads.iter().map(|name| console::measure_text_width(name)).max().unwrap_or(0).min(20);
        let row = |number: usize| {
            let step = &steps[number];
            let mark = if number == self.at { '>' } else { ' ' };
            let switch = if step.switches { '~' } else { ' ' };
            let text = self.view.cut(&format!("{mark}{switch} {}", self.view.row(step, name)));
            if number == self.at { self.view.styled(&Style::new().bold(), text) } else { text }
        };
        (first..first + count).map(row).collect()
    }
}

/// A screen of its own, until it is dropped.
struct Screen<'a>(&'a Term);

impl<'a> Screen<'a> {
    fn open(term: &'a Term) -> io::Result<Screen<'a>> {
        term.write_str("\x1b[?1049h")?;
        Ok(Screen(term))
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        // There is nobody left to tell if the terminal is gone.
        let _ = self.0.write_str("\x1b[?1049l");
    }
}

/// Shows steps as the keys say, until the user has seen enough.
pub fn walk(view: View<'_>, term: &Term) -> io::Result<()> {
    let mut walker = Walker::new(view);
    let screen = Screen::open(term)?;
    loop {
        let (height, width) = term.size();
        walker.view.width = usize::from(width).max(20);
        screen.0.clear_screen()?;
        // The last line has no end: that would move all others.
        screen.0.write_str(&walker.screen(usize::from(height)).join("\n"))?;
        if walker.press(&screen.0.read_key_raw()?) == Then::Quit {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_explore::{Violation, ViolationKind};
    use mcr_model::symbols::Symbols;
    use mcr_protocol::{Action, Event, LocationId, MemoryModel, Order, Outcome, Schedule, SiteId, ThreadId, Value};

    /// Main starts a thread and writes 0; then the two write 1, 2, 3 by turns.
    fn violation() -> Violation {
        let (main, other) = (ThreadId::MAIN, ThreadId::MAIN.child(0));
        let event = |thread, action| Event { thread, site: SiteId::NONE, action, outcome: Outcome::Done };
        let write = |value| Action::Write(LocationId(1), Value(value), Order::Plain);
        let start = Action::Start { child: other, argument: Value::ZERO, daemon: false, tells: None };
        let writes = [(main, 0), (other, 1), (main, 2), (other, 3)];
        let writes = writes.map(|(thread, value)| event(thread, write(value)));
        Violation {
            kind: ViolationKind::Exit,
            message: String::new(),
            events: [event(main, start)].into_iter().chain(writes).collect(),
            blocked: Vec::new(),
            thread: None,
            schedule: Schedule::default(),
            first_execution: 1,
            walker: None,
            calls: None,
            chain: None,
        }
    }

    /// Types keys, then does something with who has walked so far.
    fn typing<R>(keys: &str, look: impl FnOnce(&Walker<'_>) -> R) -> R {
        let (violation, symbols, sources) = (violation(), Symbols::default(), Sources::none());
        let walk = Walk::new(&violation, &symbols, MemoryModel::Sc, true);
        let view = View { heading: "it fails", walk: &walk, sources: &sources, width: 60, colour: false };
        let mut walker = Walker::new(view);
        for c in keys.chars() {
            let key = match c {
                '\n' => Key::Enter,
                '\x1b' => Key::Escape,
                '\x08' => Key::Backspace,
                c => Key::Char(c),
            };
            assert_eq!(walker.press(&key), Then::Draw);
        }
        look(&walker)
    }

    /// What happens in the step that is reached by these keys.
    fn reached(keys: &str) -> String {
        typing(keys, |walker| walker.steps()[walker.at].text.clone())
    }

    #[test]
    fn keys_lead_from_step_to_step() {
        // Between the events are remarks: each thread but the last one that runs is preempted.
        let steps = typing("", |walker| walker.steps().iter().map(|step| step.text.clone()).collect::<Vec<_>>());
        let writes = [0, 1, 2, 3].map(|n| steps.iter().position(|text| text.ends_with(&format!(" = {n}"))).unwrap());
        assert_eq!(reached(""), steps[0]);
        for forward in ["n", " ", "\n"] {
            assert_eq!(reached(&forward.repeat(2)), steps[2]);
        }
        for back in ["p", "b"] {
            assert_eq!(reached(&format!("nn{back}")), steps[1]);
        }
        assert_eq!(reached("t"), steps[writes[1]]);
        assert_eq!(reached("tt"), steps[writes[2]]);
        assert_eq!(reached("ttT"), steps[writes[1]]);
        assert_eq!(reached("G"), *steps.last().unwrap());
        assert_eq!(reached("3g"), steps[2]);
        assert_eq!(reached("Gg"), steps[0]);
        // A number that is no command any more.
        assert_eq!(reached("3\x1bn"), steps[1]);
    }

    #[test]
    fn a_text_is_looked_for_from_the_next_step_on() {
        assert!(reached("/= 2\n").ends_with("= 2"));
        assert!(reached("/= \n/\n").ends_with("= 1"));
        assert!(reached("G/= 0\n").ends_with("= 0"));
        // While a text is typed, keys are letters.
        assert!(reached("/qx\x08\x08= 3\n").ends_with("= 3"));
        assert_eq!(
            typing("/nothing\n", |walker| (walker.at, walker.message.clone())),
            (0, "no step has nothing in it".into())
        );
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        assert_eq!(typing("p", |walker| walker.message.clone()), "this is the first step");
        assert_eq!(typing("Gn", |walker| walker.message.clone()), "this is the last step");
        assert_eq!(typing("99g", |walker| walker.message.clone()), "there is no step 99");
        assert_eq!(typing("0g", |walker| walker.message.clone()), "there is no step 0");
        assert_eq!(typing("ttttt", |walker| walker.message.clone()), "no switch of threads comes after this");
    }

    #[test]
    fn q_ends_it_and_so_does_an_interrupt() {
        let (violation, symbols, sources) = (violation(), Symbols::default(), Sources::none());
        let walk = Walk::new(&violation, &symbols, MemoryModel::Sc, true);
        for key in [Key::Char('q'), Key::CtrlC] {
            let view = View { heading: "", walk: &walk, sources: &sources, width: 60, colour: false };
            assert_eq!(Walker::new(view).press(&key), Then::Quit);
        }
    }

    #[test]
    fn a_screen_is_as_high_and_wide_as_the_terminal_and_has_the_step_on_it() {
        for height in [5, 8, 12, 40] {
            typing("tt", |walker| {
                let screen = walker.screen(height);
                assert!(screen.len() <= height, "{screen:#?}");
                assert!(screen.iter().all(|line| console::measure_text_width(line) <= 60), "{screen:#?}");
                assert!(screen.iter().any(|line| line.starts_with(">~ main") && line.contains(" = 2")), "{screen:#?}");
            });
        }
        // What is cut off is not cut off in silence.
        let says =
            |height| typing("tt", |walker| walker.screen(height).iter().any(|line| line.contains("there is more")));
        assert!(says(8) && !says(40));
        typing("tt", |walker| assert!(walker.screen(40).iter().any(|line| line.ends_with(" = 2 *"))));
        typing("?", |walker| assert!(walker.screen(40).iter().any(|line| line.contains("the next step"))));
        typing("/ab", |walker| assert_eq!(walker.screen(40).last().unwrap(), "/ab"));
    }

    #[test]
    fn without_a_terminal_all_steps_are_printed() {
        let all = typing("", |walker| walker.view.all());
        let steps = typing("", |walker| walker.steps().len());
        assert!(all.starts_with("it fails\n\nstep 1 of "), "{all}");
        assert_eq!(all.matches("\nstep ").count(), steps);
        assert!(all.contains(": switch: main: ") && all.contains("  threads   main can go on\n"), "{all}");
    }
}
