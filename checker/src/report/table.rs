//! The interleaving that fails as a table: one column for each thread, one row for each event, in global order.
//!
//! Invariant: no line is wider than asked; a cell that does not fit ends with `…`. If there are too many threads for
//! columns, there is one column for the thread's name and one for the event.

use super::names::Names;
use super::rows::{Row, rows};
use crate::explore::Violation;
use crate::symbols::Symbols;
use console::{Alignment, measure_text_width, pad_str, truncate_str};

/// Narrower columns say nothing.
const NARROWEST: usize = 10;

/// The widest column of source lines.
const SOURCE: usize = 28;

const INDENT: &str = "  ";
const BETWEEN: &str = " | ";

/// Draws the interleaving of a violation with lines of at most `width` columns.
#[must_use]
pub fn render(violation: &Violation, symbols: &Symbols, width: usize) -> String {
    let names = Names::new(symbols, &violation.events, &violation.blocked);
    let rows = rows(&names, violation);
    let threads: Vec<String> = names.threads.iter().map(|(_, name)| name.clone()).collect();
    let room = |columns: usize| width.saturating_sub(INDENT.len() + BETWEEN.len() * (columns - 1));
    let columns = threads.len() + 1;
    if room(columns) >= columns * NARROWEST {
        let heads = threads.iter().cloned().chain(["source".to_owned()]).collect();
        draw(&side_by_side(heads, &rows), room(columns), width)
    } else {
        let heads = vec!["thread".to_owned(), "event".to_owned(), "source".to_owned()];
        draw(&in_one_column(heads, &threads, &rows), room(3), width)
    }
}

/// A line of the table: cells, or text across all of them.
enum Line {
    Cells(Vec<String>),
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
        Row::Again { column, events, times } => {
            let mut cells = vec![String::new(); columns];
            cells[*column] = again(*events, *times);
            Line::Cells(cells)
        }
        Row::Gap(count) => gap(*count),
    }));
    lines
}

fn in_one_column(heads: Vec<String>, threads: &[String], rows: &[Row]) -> Vec<Line> {
    let mut lines = vec![Line::Cells(heads)];
    lines.extend(rows.iter().map(|row| match row {
        Row::Cell { column, text, line, .. } => Line::Cells(vec![threads[*column].clone(), text.clone(), line.clone()]),
        Row::Again { column, events, times } => {
            Line::Cells(vec![threads[*column].clone(), again(*events, *times), String::new()])
        }
        Row::Gap(count) => gap(*count),
    }));
    lines
}

fn again(events: usize, times: usize) -> String {
    match events {
        1 => format!("… {times} times more"),
        _ => format!("… these {events} events {times} times more"),
    }
}

fn gap(count: usize) -> Line {
    Line::Across(format!("… {count} events left out"))
}

fn draw(lines: &[Line], room: usize, width: usize) -> String {
    let widths = widths(lines, room);
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        let text = match line {
            Line::Cells(cells) => {
                let fitted = cells.iter().zip(&widths).map(|(cell, width)| {
                    let cut = truncate_str(cell, *width, "…");
                    pad_str(&cut, *width, Alignment::Left, None).into_owned()
                });
                fitted.collect::<Vec<_>>().join(BETWEEN)
            }
            Line::Across(text) => truncate_str(text, width.saturating_sub(INDENT.len()), "…").into_owned(),
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

/// What each column needs, the widest ones reduced until all fit.
fn widths(lines: &[Line], room: usize) -> Vec<usize> {
    let mut widths = Vec::new();
    for line in lines {
        let Line::Cells(cells) = line else { continue };
        widths.resize(cells.len(), 0);
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = measure_text_width(cell).max(*width);
        }
    }
    if let Some(source) = widths.last_mut() {
        *source = (*source).min(SOURCE);
    }
    while widths.iter().sum::<usize>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 1 => *widest -= 1,
            _ => break,
        }
    }
    widths
}
