//! What was measured, and what was found, as Markdown.

use super::found::{Findings, Found, What};
use super::measure::{Measured, Setting};
use super::notes::{self, Notes};
use crate::tables::markdown_cells;
use std::collections::{BTreeMap, BTreeSet};

const HEAD: &str = "\
| system | version | driver | bug | strategy | verdict | executions | first violation | executions/s | seconds \
| events of one | local states | races | violations |
|---|---|---|---|---|---|---:|---:|---:|---:|---:|---:|---:|---|
";

const FOUND: &str = "\
| what | where | | drivers | strategies | replayed | what it is |
|---|---|---|---|---|---|---|
";

/// The table of `cargo xtask systems`.
pub fn systems(setting: &Setting, rows: &[Measured], findings: &Findings, notes: &Notes) -> String {
    let mut text =
        title("Real systems", &setting.selection.command("systems", setting.jdk.version, setting.budget), setting);
    text += &measured(rows);
    text += "\n## What was found\n\n\
        A race is two lines that nothing orders; a replay brings both threads there at once (of each check, the first 25 races are replayed, twice, event by event). \
        What races are was read, and is in `testsuite/systems/NAME/races.txt`; what violations are is in the comments of the drivers.\n";
    for (system, all) in &findings.0 {
        if !all.is_empty() {
            text += &format!("\n### {system}\n\n{FOUND}");
            all.iter().for_each(|(what, found)| text += &found_row(what, found, notes.get(system)));
        }
    }
    text
}

/// How a table begins.
pub fn title(title: &str, command: &str, setting: &Setting) -> String {
    format!(
        "# {title}\n\nMade by `{command}` on JDK {}, two checks at a time, one JVM each. [systems.md](../systems.md) says what the \
         drivers do.\n\n",
        setting.jdk.version
    )
}

/// A row for each check.
pub fn measured(rows: &[Measured]) -> String {
    rows.iter().fold(HEAD.to_owned(), |text, row| text + &measured_row(row))
}

fn measured_row(row: &Measured) -> String {
    let cells = [
        row.system.clone(),
        row.version.clone(),
        row.driver.clone(),
        row.bug.clone().unwrap_or_default(),
        row.strategy.clone(),
        if row.wrong.is_empty() { row.verdict() } else { "WRONG".to_owned() },
        row.executions.to_string(),
        row.first.map(|first| first.to_string()).unwrap_or_default(),
        format!("{:.1}", row.executions_per_s),
        format!("{:.1}", row.seconds),
        row.events_of_one().to_string(),
        row.local_states.to_string(),
        row.races.to_string(),
        row.kinds(),
    ];
    markdown_cells(&cells) + "\n"
}

fn found_row(what: &What, found: &Found, notes: Option<&Vec<notes::Note>>) -> String {
    let join = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
    let (kind, places, note) = match what {
        What::Race(places) => ("race", places.join(", "), notes::of(notes, places, &found.text).unwrap_or("not read")),
        What::Violation(kind, places) => (kind.as_str(), places.join(", "), "the driver's comment"),
    };
    let replayed = match (found.exactly, found.not.len()) {
        (0, 0) => String::new(),
        (exactly, 0) => format!("{exactly} of {exactly}"),
        (exactly, not) => format!("{exactly} of {}", exactly as usize + not),
    };
    let cells = [
        kind.to_owned(),
        places,
        found.text.clone(),
        join(&found.drivers),
        join(&found.strategies),
        replayed,
        note.to_owned(),
    ];
    markdown_cells(&cells) + "\n"
}

/// The table of `cargo xtask fleet`: the rows, and below how many have which verdict.
pub fn fleet(setting: &Setting, rows: &[Measured]) -> String {
    let mut verdicts: BTreeMap<String, u32> = BTreeMap::new();
    rows.iter().for_each(|row| *verdicts.entry(row.verdict()).or_default() += 1);
    let verdicts: Vec<String> = verdicts.into_iter().map(|(verdict, count)| format!("{verdict}: {count}")).collect();
    let command = setting.selection.command("fleet", setting.jdk.version, setting.budget);
    let title = title("The fleet", &command, setting);
    format!("{title}{} drivers. {}.\n\n{}", rows.len(), verdicts.join("; "), measured(rows))
}
