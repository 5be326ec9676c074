//! The interleaving that fails as a table: one column for each thread, one row for each event, in global order.
//!
//! A row has one event, so what does not fit its column goes on over the empty columns at its right, up to the source.
//!
//! Invariant: no line is wider than asked; a cell that does not fit ends with `…`. If there are too many threads for
//! columns, there is one column for the thread's name and one for the event.

use super::folding::{Folding, Within};
use super::names::Names;
use super::relevance::Shown;
use super::rows::{Row, rows};
use super::width::{cut, cut_beginning, sentence, words};
use console::{Alignment, measure_text_width, pad_str};
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::MemoryModel;

/// Narrower columns say nothing.
const NARROWEST: usize = 10;

/// The widest heading that is never cut while a column can be narrower.
const WIDEST_HEADING: usize = 16;

/// Columns in which a name can be recognised.
const NAME: usize = 8;

/// The widest column of source lines.
const SOURCE: usize = 28;

/// What begins so goes on with a text of the program.
const PROGRAM_SAYS: [&str; 2] = ["print ", "throws "];

const INDENT: &str = "  ";
const BETWEEN: &str = " | ";

/// Draws the interleaving of a violation under a memory model with lines of at most `width` columns; `all_steps`: also those
/// of no consequence, which are counted below the table otherwise.
#[must_use]
pub fn render(violation: &Violation, symbols: &Symbols, model: MemoryModel, width: usize, all_steps: bool) -> String {
    let (names, shown) = names_and_shown(violation, symbols, model, all_steps);
    let folding = if all_steps { None } else { Folding::of(violation, symbols) };
    let rows = rows(&names, violation, &shown, folding.as_ref());
    let mut out = render_rows(&names, &rows, width);
    let called = |index: usize| {
        let within = folding.as_ref().map(|folding| folding.events[index]);
        shown.is_row(index) && matches!(within, Some(Within::Call(_)))
    };
    let calls = (0..violation.events.len()).any(called);
    let own = folding.iter().flat_map(|folding| &folding.events).filter(|within| **within == Within::Own).count();
    let count = shown.left_out();
    if calls {
        let within = violation.events.len() - own;
        let line = format!("what these calls do is left out: {within} steps (--all-steps shows them)");
        out.push('\n');
        sentence(&mut out, INDENT, &line, width);
    } else if count > 0 {
        let steps = if count == 1 { "step of no consequence is" } else { "steps of no consequence are" };
        let line = format!("{count} {steps} left out (--all-steps shows them)");
        out.push('\n');
        sentence(&mut out, INDENT, &line, width);
    }
    out
}

/// What is in a table, and what it is called there.
pub(super) fn names_and_shown<'a>(
    violation: &Violation,
    symbols: &'a Symbols,
    model: MemoryModel,
    all_steps: bool,
) -> (Names<'a>, Shown) {
    let shown = if all_steps { Shown::all(violation, model) } else { Shown::relevant(violation, symbols, model) };
    let mut names = Names::of(symbols, violation);
    names.threads.retain(|(thread, _)| all_steps || shown.threads.contains(thread));
    (names, shown)
}

fn render_rows(names: &Names<'_>, rows: &[Row], width: usize) -> String {
    let threads: Vec<String> = names.threads.iter().map(|(_, name)| name.clone()).collect();
    let room = |columns: usize| width.saturating_sub(INDENT.len() + BETWEEN.len() * (columns - 1));
    let columns = threads.len() + 1;
    if room(columns) >= columns * NARROWEST {
        let heads = threads.iter().cloned().chain(["source".to_owned()]).collect();
        draw(&side_by_side(heads, rows), room(columns), width)
    } else {
        let heads = vec!["thread".to_owned(), "event".to_owned(), "source".to_owned()];
        draw(&in_one_column(heads, &threads, rows), room(3), width)
    }
}

/// A line of the table.
enum Line {
    /// Cells from the left to the right, all but the last; then the source.
    Cells(Vec<String>),
    /// Text across all columns.
    Across(String),
}

fn side_by_side(heads: Vec<String>, rows: &[Row]) -> Vec<Line> {
    let columns = heads.len();
    let mut lines = vec![Line::Cells(heads)];
    lines.extend(rows.iter().map(|row| match row {
        Row::Cell { column, text, line, .. } => {
            let mut cells = vec![String::new(); columns];
            cells[*column].clone_from(text);
            cells[columns - 1].clone_from(line);
            Line::Cells(cells)
        }
        Row::Again { column, .. } => {
            let mut cells = vec![String::new(); columns];
            cells[*column] = row.text();
            Line::Cells(cells)
        }
        Row::Gap(..) => Line::Across(row.text()),
    }));
    lines
}

fn in_one_column(heads: Vec<String>, threads: &[String], rows: &[Row]) -> Vec<Line> {
    let mut lines = vec![Line::Cells(heads)];
    lines.extend(rows.iter().map(|row| match row {
        Row::Cell { column, text, line, .. } => Line::Cells(vec![threads[*column].clone(), text.clone(), line.clone()]),
        Row::Again { column, .. } => Line::Cells(vec![threads[*column].clone(), row.text(), String::new()]),
        Row::Gap(..) => Line::Across(row.text()),
    }));
    lines
}

fn draw(lines: &[Line], room: usize, width: usize) -> String {
    let widths = widths(lines, room);
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        let text = match line {
            Line::Cells(cells) => cells_of(cells, &widths),
            Line::Across(text) => cut(text, width.saturating_sub(INDENT.len())),
        };
        out.push_str(format!("{INDENT}{text}").trim_end());
        out.push('\n');
        if index == 0 {
            let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
            out.push_str(&format!("{INDENT}{}\n", rule.join("-+-")));
        }
    }
    out
}

/// The cells of a line side by side.
fn cells_of(cells: &[String], widths: &[usize]) -> String {
    let mut out = String::new();
    let last = cells.len() - 1;
    let mut column = 0;
    while column < last {
        let text = &cells[column];
        let mut width = widths[column];
        // The source stays free, and so does the column of another cell.
        while measure_text_width(text) > width && column + 1 < last && cells[column + 1].is_empty() {
            column += 1;
            width += BETWEEN.len() + widths[column];
        }
        let cut = shorten(text, width);
        out.push_str(&pad_str(&cut, width, Alignment::Left, None));
        out.push_str(BETWEEN);
        column += 1;
    }
    out.push_str(&source(&cells[last], widths[last]));
    out
}

/// Cuts text to a width. The value in `x = 1` or `x -> 1` stays, with what comes after it, if it takes no more than half, or
/// leaves enough to recognise the name; of what comes before it, the middle of names goes.
fn shorten(text: &str, width: usize) -> String {
    if measure_text_width(text) > width {
        let value = [" = ", " -> "].into_iter().filter_map(|arrow| text.rfind(arrow)).max();
        if let Some((name, value)) = value.map(|at| text.split_at(at))
            && measure_text_width(value) <= (width / 2).max(width.saturating_sub(NAME))
        {
            return format!("{}{value}", shorten_name(name, width - measure_text_width(value)));
        }
    }
    shorten_name(text, width)
}

/// Of a call, and of what the program says, the beginning says most.
fn shorten_name(text: &str, width: usize) -> String {
    let calls = text.find('(').is_some_and(|open| text[..open].ends_with(char::is_alphanumeric));
    if calls || PROGRAM_SAYS.iter().any(|start| text.starts_with(start)) {
        cut(text, width)
    } else {
        words(text, width)
    }
}

/// The end of a source position matters most.
fn source(text: &str, width: usize) -> String {
    cut_beginning(text, width)
}

/// What each column needs, reduced until all fit: first the columns that have another one at their right to go on over,
/// then that of the last thread, then the source.
fn widths(lines: &[Line], room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    let mut least = Vec::new();
    for line in lines {
        let Line::Cells(cells) = line else { continue };
        let needs = cells.iter().map(|cell| measure_text_width(cell));
        if least.is_empty() {
            // Headings.
            least = needs.clone().map(|need| need.clamp(NARROWEST, WIDEST_HEADING)).collect();
            widths = vec![0; cells.len()];
        }
        widths = widths.iter().zip(needs).map(|(width, need)| need.max(*width)).collect();
    }
    let last = widths.len().saturating_sub(1);
    widths[last] = widths[last].min(SOURCE);
    while widths.iter().sum::<usize>() > room {
        let early = (0..last.saturating_sub(1)).filter(|&column| widths[column] > least[column]);
        let widest = early.max_by_key(|&column| widths[column]);
        let late = [last - 1, last].into_iter().find(|&column| widths[column] > NARROWEST);
        match widest.or(late).or_else(|| (0..=last).max_by_key(|&column| widths[column])) {
            Some(column) if widths[column] > 1 => widths[column] -= 1,
            _ => break,
        }
    }
    widths
}
