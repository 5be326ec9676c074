//! A table of a paper as Markdown, one section for each quantity, and as CSV, one row for each program, memory model
//! and strategy; `docs/tables/README.md` says what they mean.

use super::measure::Measured;
use super::{Block, PaperTable, Quantity};
use crate::tables::render::quoted;
use std::fmt::Write;

/// What a reader needs to make the table again.
pub struct How<'a> {
    pub command: &'a str,
    pub jdk: u32,
    pub timeout: u64,
}

impl Quantity {
    fn heading(self) -> &'static str {
        match self {
            Self::Behaviours => "Behaviours found",
            Self::Schedules => "Executions",
            Self::SchedulesPerBehaviour => "Executions for each behaviour",
            Self::FirstViolation => "Executions to the first failure",
            Self::Races => "Data races",
            Self::NullDereferences => "Null dereferences",
            Self::Reads => "Reads that formulas constrain",
            Self::Constraints => "Data-validity constraints",
            Self::ConstraintRatio => "Data-validity constraints for each of `mcr`",
            Self::SolverSeconds => "Seconds of the solver",
            Self::Seconds => "Seconds",
        }
    }

    /// Whether this checker says it.
    fn is_measured(self) -> bool {
        self != Self::Reads
    }
}

/// One measured number, as a section shows it.
fn cell(block: &Block, strategy: &str, quantity: Quantity) -> String {
    let Some(measured) = block.of(strategy) else { return "n/a".to_owned() };
    if measured.wrong.is_some() {
        return "WRONG".to_owned();
    }
    let dash = || "-".to_owned();
    match quantity {
        Quantity::Behaviours => behaviours(measured, block.behaviours()),
        Quantity::Schedules if measured.finished => measured.runs().to_string(),
        Quantity::Schedules => format!("> {}", measured.runs()),
        Quantity::SchedulesPerBehaviour => {
            let ratio = measured.per_behaviour(block.behaviours()).filter(|_| measured.finished);
            ratio.map_or_else(dash, |ratio| format!("{ratio:.2}"))
        }
        Quantity::FirstViolation => match measured.first {
            Some(first) => first.to_string(),
            None if measured.finished => "none".to_owned(),
            None => format!("> {}", measured.runs()),
        },
        Quantity::Races => at_least(measured, measured.races),
        Quantity::NullDereferences => at_least(measured, measured.null_dereferences),
        Quantity::Reads => dash(),
        Quantity::Constraints => measured.constraints.data_validity.map_or_else(dash, |n| at_least(measured, n)),
        Quantity::ConstraintRatio => constraint_ratio(block, measured).map_or_else(dash, |ratio| format!("{ratio:.3}")),
        Quantity::SolverSeconds => measured.solver_s.map_or_else(dash, |seconds| format!("{seconds:.2}")),
        Quantity::Seconds if measured.finished => format!("{:.1}", measured.seconds),
        Quantity::Seconds => format!("> {:.0}", measured.seconds),
    }
}

fn at_least(measured: &Measured, number: u64) -> String {
    if measured.finished { number.to_string() } else { format!("{number}, unfinished") }
}

fn behaviours(measured: &Measured, all: Option<u64>) -> String {
    match (measured.behaviours, all) {
        (None, _) if measured.finished => "-".to_owned(),
        (None, _) => "unfinished".to_owned(),
        (Some(found), Some(all)) if found < all => at_least(measured, found) + &format!(" of {all}"),
        (Some(found), _) => at_least(measured, found),
    }
}

fn constraint_ratio(block: &Block, measured: &Measured) -> Option<f64> {
    let all = block.of("mcr").filter(|all| all.finished && measured.finished)?.constraints.data_validity?;
    Some(measured.constraints.data_validity? as f64 / all as f64).filter(|ratio| ratio.is_finite())
}

/// A column of a section: published, or of a strategy.
enum Column<'a> {
    Published(usize, &'static str),
    Own(&'a str),
}

/// The published columns of a strategy come before it, and those of none at the end.
fn columns<'a>(table: &'static PaperTable, names: &'a [String], quantity: Quantity) -> Vec<Column<'a>> {
    let published = |beside: Option<&str>| -> Vec<Column<'a>> {
        let all = table.published.iter().enumerate().filter(|(_, column)| column.quantity == quantity.published());
        let is_there = |column: &super::Published| match (column.strategy, beside) {
            (Some(strategy), Some(name)) => strategy == name,
            (strategy, None) => strategy.is_none_or(|strategy| !names.iter().any(|name| name == strategy)),
            (None, Some(_)) => false,
        };
        all.filter(|(_, column)| is_there(column)).map(|(index, column)| Column::Published(index, column.who)).collect()
    };
    let mut columns = Vec::new();
    for name in names {
        columns.extend(published(Some(name)));
        if quantity.is_measured() {
            columns.push(Column::Own(name));
        }
    }
    columns.extend(published(None));
    columns
}

impl Quantity {
    /// What the published numbers of a section are made from.
    fn published(self) -> Self {
        if self == Self::ConstraintRatio { Self::Constraints } else { self }
    }
}

fn published(table: &PaperTable, block: &Block, column: usize, quantity: Quantity) -> String {
    let text = |column| block.entry.published(column, block.model);
    let number = |column| text(column)?.replace(',', "").parse::<f64>().ok();
    if quantity == Quantity::ConstraintRatio {
        let is_mcr = |c: &super::Published| c.strategy == Some("mcr") && c.quantity == Quantity::Constraints;
        let all = table.published.iter().position(is_mcr).and_then(number);
        let ratio = number(column).zip(all).map(|(own, all)| format!("{:.3}", own / all));
        return ratio.unwrap_or_else(|| "-".to_owned());
    }
    text(column).unwrap_or("-").to_owned()
}

pub fn markdown(table: &'static PaperTable, how: &How, names: &[String], blocks: &[Block]) -> String {
    let How { command, jdk, timeout } = how;
    let mut text = format!(
        "# {}\n\nMade by `{command}` on JDK {jdk}, at most {timeout} s for each check. {} [README.md](README.md) says what \
        the sections mean, and why numbers differ.\n",
        table.title, table.note
    );
    if table.plot {
        let _ = write!(text, "\n![executions over bounds]({}.svg)\n", table.name);
    }
    for &quantity in table.quantities {
        let columns = columns(table, names, quantity);
        let _ = write!(text, "\n## {}\n\n| program | model |", quantity.heading());
        let mut rule = "|---|---|".to_owned();
        if quantity == Quantity::Behaviours {
            text += " known |";
            rule += "---:|";
        }
        for column in &columns {
            let _ = match column {
                Column::Published(_, who) => write!(text, " *{who}, published* |"),
                Column::Own(name) => write!(text, " `{name}` |"),
            };
            rule += "---:|";
        }
        let _ = writeln!(text, "\n{rule}");
        for block in blocks {
            text += &row(table, block, quantity, &columns);
        }
    }
    text
}

fn row(table: &PaperTable, block: &Block, quantity: Quantity, columns: &[Column]) -> String {
    let mut text = format!("| {} | {} |", program(block), block.model.name());
    if quantity == Quantity::Behaviours {
        let known = block.entry.sample.behaviours.under(block.model);
        let _ = write!(text, " {} |", known.map_or_else(|| "-".to_owned(), |number| number.to_string()));
    }
    for column in columns {
        let cell = match column {
            Column::Published(index, _) => published(table, block, *index, quantity),
            Column::Own(name) => cell(block, name, quantity),
        };
        let _ = write!(text, " {cell} |");
    }
    text + "\n"
}

fn program(block: &Block) -> String {
    let sample = block.entry.sample;
    format!("{} {}", sample.class, sample.args.join(" ")).trim_end().to_owned()
}

/// What is printed while a table is made.
pub fn line(block: &Block) -> String {
    let mut text = format!("{}, {}:", program(block), block.model.name());
    for (name, _) in &block.measured {
        let behaviours = cell(block, name, Quantity::Behaviours);
        let (runs, seconds) = (cell(block, name, Quantity::Schedules), cell(block, name, Quantity::Seconds));
        let _ = write!(text, " {name} {runs} executions, behaviours {behaviours}, {seconds} s;");
    }
    text
}

const CSV_HEAD: &str = "program,arguments,model,strategy,finished,schedules,executions,behaviours,behaviours_known,\
    schedules_per_behaviour,first_violation,races,null_dereferences,order_constraints,data_validity_constraints,\
    solver_s,solver_queries,seconds";

/// What was measured, and then what was published, with only what that says.
pub fn csv(table: &'static PaperTable, blocks: &[Block]) -> String {
    let mut text = format!("{CSV_HEAD}\n");
    for block in blocks {
        for (name, measured) in &block.measured {
            if let Some(measured) = measured {
                text += &csv_row(block, name, &own_fields(measured, block.behaviours()));
            }
        }
        // In the order of the table, each once.
        let mut whos: Vec<&str> = Vec::new();
        for column in table.published {
            if !whos.contains(&column.who) {
                whos.push(column.who);
            }
        }
        for who in whos {
            if let Some(fields) = published_fields(table, block, who) {
                text += &csv_row(block, &format!("{who} (published)"), &fields);
            }
        }
    }
    text
}

fn csv_row(block: &Block, strategy: &str, fields: &[String; 13]) -> String {
    let sample = block.entry.sample;
    let known = sample.behaviours.under(block.model).map(|number| number.to_string()).unwrap_or_default();
    let mut all = vec![sample.class.to_owned(), sample.args.join(" "), block.model.name().into(), strategy.into()];
    all.extend_from_slice(&fields[..4]);
    all.push(known);
    all.extend_from_slice(&fields[4..]);
    all.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",") + "\n"
}

/// Without what is known of the program.
fn own_fields(measured: &Measured, all: Option<u64>) -> [String; 13] {
    let Measured { schedules, executions, behaviours, first, races, null_dereferences, seconds, .. } = measured;
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let finished = match (&measured.wrong, measured.finished) {
        (Some(_), _) => "WRONG",
        (None, true) => "yes",
        (None, false) => "no",
    };
    [
        finished.to_owned(),
        number(*schedules),
        executions.to_string(),
        number(*behaviours),
        measured.per_behaviour(all).map(|ratio| format!("{ratio:.3}")).unwrap_or_default(),
        number(*first),
        races.to_string(),
        null_dereferences.to_string(),
        number(measured.constraints.order),
        number(measured.constraints.data_validity),
        measured.solver_s.map(|seconds| format!("{seconds:.3}")).unwrap_or_default(),
        number(measured.solver_queries),
        format!("{seconds:.1}"),
    ]
}

fn published_fields(table: &PaperTable, block: &Block, who: &str) -> Option<[String; 13]> {
    let mut fields: [String; 13] = Default::default();
    let mut is_there = false;
    for (index, column) in table.published.iter().enumerate().filter(|(_, column)| column.who == who) {
        let place = match column.quantity {
            Quantity::Schedules => 1,
            Quantity::Behaviours => 3,
            Quantity::FirstViolation => 5,
            Quantity::Races => 6,
            Quantity::NullDereferences => 7,
            Quantity::Constraints => 9,
            Quantity::SolverSeconds => 10,
            Quantity::Seconds => 12,
            Quantity::Reads | Quantity::SchedulesPerBehaviour | Quantity::ConstraintRatio => continue,
        };
        if let Some(text) = block.entry.published(index, block.model) {
            fields[place] = text.replace(',', "");
            is_there = true;
        }
    }
    is_there.then_some(fields)
}

#[cfg(test)]
#[path = "render_tests.rs"]
mod tests;
