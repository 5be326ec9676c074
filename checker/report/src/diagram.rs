//! An interleaving as a sequence diagram, in the languages of Mermaid and PlantUML.
//!
//! Threads have lifelines, and what several of them use, as long as there are few such things: monitors, and variables. A row of the table
//! is an arrow between its thread and what it is about, with the text of the table; what is about nothing else, and remarks, are notes.
//!
//! Invariant: of what the program calls things, only letters, digits and a few marks that mean nothing in either language are in the text as they
//! are; all others are written as numbers. So no name can end its line, its quotes or its label, or begin a command.

use super::buffers::Delay;
use super::rows::REMARK;
use super::steps::{Events, Step, Walk};
use mcr_explore::Violation;
use mcr_protocol::{Action, Event, LocationId, Outcome, Value};
use std::fmt::Write;

/// Lifelines besides those of threads. Where there were more, there are none for variables, and then none at all.
const THINGS: usize = 8;

/// A language of diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Mermaid, as in Markdown on code hosts.
    Mermaid,
    /// PlantUML.
    PlantUml,
}

/// What has a lifeline and is no thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Monitor(Value),
    Variable(LocationId),
}

/// One end of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Thread(usize),
    Thing(Thing),
}

/// The diagram of a walk through a violation, under a heading.
#[must_use]
pub fn render(walk: &Walk<'_>, violation: &Violation, heading: &str, language: Language) -> String {
    let things = things(walk, violation);
    let mut out = Diagram { language, text: String::new() };
    out.begin();
    for (number, name) in walk.threads.iter().enumerate() {
        out.participant(&format!("t{number}"), name);
    }
    for (number, thing) in things.iter().enumerate() {
        let name = match thing {
            Thing::Monitor(monitor) => walk.names.object(*monitor),
            Thing::Variable(location) => walk.names.location(*location).to_owned(),
        };
        out.participant(&format!("o{number}"), &name);
    }
    let name = |end: End| match end {
        End::Thread(column) => Some(format!("t{column}")),
        End::Thing(thing) => things.iter().position(|known| *known == thing).map(|number| format!("o{number}")),
    };
    let all = format!("t0,t{}", walk.threads.len().saturating_sub(1));
    for step in &walk.steps {
        let text = step.text.strip_prefix(REMARK).unwrap_or(&step.text);
        let label = if step.line.is_empty() { text.to_owned() } else { format!("{text} ({})", step.line) };
        let own = step.thread.map(|column| format!("t{column}"));
        let arrow = arrow(walk, violation, step).and_then(|(from, to, dashed)| Some((name(from)?, name(to)?, dashed)));
        match (arrow, own) {
            (Some((from, to, dashed)), _) => out.arrow(&from, &to, dashed, &label),
            (None, Some(own)) => out.note(&own, &label),
            (None, None) => out.note(&all, &label),
        }
    }
    out.note(&all, heading);
    out.end();
    out.text
}

/// What has a lifeline: monitors and variables, in the order in which they appear.
fn things(walk: &Walk<'_>, violation: &Violation) -> Vec<Thing> {
    let mut things = Vec::new();
    for step in &walk.steps {
        let ends = arrow(walk, violation, step).map(|(from, to, _)| [from, to]);
        for end in ends.into_iter().flatten() {
            if let End::Thing(thing) = end
                && !things.contains(&thing)
            {
                things.push(thing);
            }
        }
    }
    if things.len() > THINGS {
        things.retain(|thing| matches!(thing, Thing::Monitor(_)));
    }
    if things.len() > THINGS { Vec::new() } else { things }
}

/// Between what a step passes something, and whether it is an answer.
fn arrow(walk: &Walk<'_>, violation: &Violation, step: &Step) -> Option<(End, End, bool)> {
    let Events::One(index) = step.events else { return None };
    // A buffer is its thread's own.
    if matches!(step.delay, Delay::Buffered | Delay::Forwarded) {
        return None;
    }
    let event: &Event = violation.events.get(index)?;
    let own = End::Thread(step.thread?);
    let thread = |of| walk.names.threads.iter().position(|(thread, _)| *thread == of).map(End::Thread);
    let variable = |location: LocationId| match walk.names.of_thread(location) {
        Some((_, of)) => thread(of),
        None => Some(End::Thing(Thing::Variable(location))),
    };
    let to = |end: End| (end != own).then_some((own, end, false));
    let from = |end: End| (end != own).then_some((end, own, true));
    let monitor = |monitor: Value| to(End::Thing(Thing::Monitor(monitor)));
    match (&event.action, event.outcome) {
        (Action::Start { child, .. }, _) => to(thread(*child)?),
        (Action::Join { child: other, .. } | Action::Alive(other) | Action::State(other), _) => from(thread(*other)?),
        (Action::Notify { .. }, Outcome::Woke(Some(woken))) => to(thread(woken)?),
        (Action::Notify { set, .. } | Action::NotifyAll { set, .. } | Action::Wait { set, .. }, _) => monitor(*set),
        (Action::Acquire { monitor: of, .. } | Action::Release(of) | Action::Resume(of), _) => monitor(*of),
        (Action::Read(location), _) => from(variable(*location)?),
        (Action::Write(location, ..) | Action::Arrive(location, _) | Action::Update(location, _), _)
        | (Action::Guarded { location, .. }, _) => to(variable(*location)?),
        _ => None,
    }
}

/// Text in one of the languages.
struct Diagram {
    language: Language,
    text: String,
}

impl Diagram {
    fn begin(&mut self) {
        self.text.push_str(match self.language {
            Language::Mermaid => "sequenceDiagram\n",
            Language::PlantUml => "@startuml\nhide footbox\n",
        });
    }

    fn end(&mut self) {
        if self.language == Language::PlantUml {
            self.text.push_str("@enduml\n");
        }
    }

    fn participant(&mut self, id: &str, name: &str) {
        let name = self.language.quoted(name);
        let _ = match self.language {
            Language::Mermaid => writeln!(self.text, "    participant {id} as {name}"),
            Language::PlantUml => writeln!(self.text, "participant \"{name}\" as {id}"),
        };
    }

    fn arrow(&mut self, from: &str, to: &str, dashed: bool, label: &str) {
        let label = self.language.quoted(label);
        let _ = match (self.language, dashed) {
            (Language::Mermaid, false) => writeln!(self.text, "    {from}->>{to}: {label}"),
            (Language::Mermaid, true) => writeln!(self.text, "    {from}-->>{to}: {label}"),
            (Language::PlantUml, false) => writeln!(self.text, "{from} -> {to} : {label}"),
            (Language::PlantUml, true) => writeln!(self.text, "{from} --> {to} : {label}"),
        };
    }

    fn note(&mut self, over: &str, label: &str) {
        let label = self.language.quoted(label);
        let _ = match self.language {
            Language::Mermaid => writeln!(self.text, "    Note over {over}: {label}"),
            Language::PlantUml => writeln!(self.text, "note over {over} : {label}"),
        };
    }
}

impl Language {
    /// Text that is nothing else. A colon means something to Mermaid alone.
    fn quoted(self, text: &str) -> String {
        // A label must not be empty, and blanks at its ends would be lost.
        let text = if text.trim().is_empty() { "?" } else { text.trim() };
        let mut out = String::new();
        for c in text.chars() {
            // What Mermaid puts in the place of numbers, and reads as such again, begins with a ligature.
            let is_plain = match c {
                ':' => self == Language::PlantUml,
                _ => c.is_alphanumeric() && c != '\u{fb02}' || " .,()=".contains(c),
            };
            let _ = match (is_plain, self) {
                (true, _) => write!(out, "{c}"),
                (false, Language::Mermaid) => write!(out, "#{};", u32::from(c)),
                (false, Language::PlantUml) => write!(out, "<U+{:04X}>", u32::from(c)),
            };
        }
        out
    }
}
