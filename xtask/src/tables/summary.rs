//! Strategies beside each other: in how many programs each has found the bug, at which cost, and where `auto` was
//! behind.
//!
//! Costs of programs in which only some strategies have found the bug cannot be compared by executions. So sums and
//! medians of executions are those of the programs in which all have; time was spent in any case, and counts
//! everywhere.

use super::known::Row;
use super::measure::median;
use super::render;
use std::collections::{BTreeMap, BTreeSet};

/// The strategy that users have if they say nothing.
const OWN: &str = "auto";

/// What one strategy came to.
#[derive(Debug, PartialEq)]
struct Summary<'a> {
    strategy: &'a str,
    /// Programs in which a run found the bug.
    found: usize,
    programs: usize,
    /// Executions to the first violation where all strategies have found the bug: their sum and their median.
    executions: Option<(u64, u64)>,
    /// Of all programs.
    seconds: Option<(f64, f64)>,
}

/// A program in which another strategy has found the bug, and `auto` has not, or after more executions.
#[derive(Debug, PartialEq)]
struct Behind<'a> {
    program: &'a str,
    own: Option<u64>,
    best: u64,
    /// Those that needed no more than the best.
    by: Vec<&'a str>,
}

/// Both, with headings.
pub fn markdown(rows: &[Row]) -> String {
    let common = found_by_all(rows);
    let mut text = format!(
        "## Summary\n\nExecutions to the first violation are those of programs in which each strategy has found the \
        bug ({}), seconds those of all.\n\n| strategy | bug found | executions, sum | median | seconds, sum | median |\n\
        |---|---:|---:|---:|---:|---:|\n",
        common.len()
    );
    for one in summaries(rows, &common) {
        let (sum, middle) = one.executions.map_or_else(dashes, |(sum, median)| (sum.to_string(), median.to_string()));
        let (seconds, middle_second) =
            one.seconds.map_or_else(dashes, |(sum, median)| (render::seconds(sum), render::seconds(median)));
        let found = format!("{} of {}", one.found, one.programs);
        text += &render::markdown_cells(&[format!("`{}`", one.strategy), found, sum, middle, seconds, middle_second]);
        text.push('\n');
    }
    let behind = behind(rows);
    text += &format!(
        "\n## Where `{OWN}` is behind\n\nPrograms in which another strategy has found the bug after fewer executions: {}.\n",
        behind.len()
    );
    if !behind.is_empty() {
        text += &format!("\n| program | `{OWN}` | fewest | with |\n|---|---:|---:|---|\n");
    }
    for one in behind {
        let own = one.own.map_or_else(|| "not found".to_owned(), |number| number.to_string());
        text += &render::markdown_cells(&[one.program.to_owned(), own, one.best.to_string(), one.by.join(", ")]);
        text.push('\n');
    }
    text
}

fn dashes() -> (String, String) {
    ("-".to_owned(), "-".to_owned())
}

/// The programs whose bug every strategy has found.
fn found_by_all(rows: &[Row]) -> BTreeSet<&str> {
    let missed: BTreeSet<&str> =
        rows.iter().filter(|row| row.runs.first().is_none()).map(|row| row.program.as_str()).collect();
    rows.iter().map(|row| row.program.as_str()).filter(|name| !missed.contains(name)).collect()
}

/// One for each strategy, in the order in which they first come.
fn summaries<'a>(rows: &'a [Row], common: &BTreeSet<&str>) -> Vec<Summary<'a>> {
    let mut summaries: Vec<Summary> = Vec::new();
    for row in rows {
        let strategy = row.strategy.as_str();
        if summaries.iter().any(|known| known.strategy == strategy) {
            continue;
        }
        let own = || rows.iter().filter(move |row| row.strategy == strategy);
        let compared = own().filter(|row| common.contains(row.program.as_str()));
        let executions: Vec<u64> = compared.filter_map(|row| row.runs.first()).collect();
        let seconds: Vec<f64> = own().filter_map(|row| row.runs.seconds()).collect();
        summaries.push(Summary {
            strategy,
            found: own().filter(|row| row.runs.first().is_some()).count(),
            programs: own().count(),
            executions: median(executions.clone()).map(|middle| (executions.iter().sum(), middle)),
            seconds: median(seconds.clone()).map(|middle| (seconds.iter().sum(), middle)),
        });
    }
    summaries
}

/// The worst first: what was not found, then by how many more executions were needed.
fn behind(rows: &[Row]) -> Vec<Behind<'_>> {
    let mut programs: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| programs.entry(&row.program).or_default().push(row));
    let mut behind: Vec<Behind> = programs
        .into_iter()
        .filter_map(|(program, rows)| {
            let own = rows.iter().find(|row| row.strategy == OWN)?.runs.first();
            let best = rows.iter().filter_map(|row| row.runs.first()).min()?;
            let by = rows.iter().filter(|row| row.runs.first() == Some(best)).map(|row| row.strategy.as_str());
            own.is_none_or(|own| own > best).then(|| Behind { program, own, best, by: by.collect() })
        })
        .collect();
    behind.sort_by_key(|one| std::cmp::Reverse(one.own.map_or(u64::MAX, |own| own - one.best)));
    behind
}

#[cfg(test)]
mod tests {
    use super::super::measure::{Run, Runs, Verdict};
    use super::*;

    fn row(program: &str, strategy: &str, first: Option<u64>, seconds: f64) -> Row {
        let verdict = if first.is_some() { Verdict::Violation } else { Verdict::Incomplete };
        let runs = Runs(vec![Run { verdict, first, executions: first.unwrap_or(50), seconds }]);
        Row { program: program.to_owned(), about: Vec::new(), strategy: strategy.to_owned(), runs }
    }

    fn rows() -> Vec<Row> {
        vec![
            row("a", "auto", Some(9), 1.0),
            row("a", "pct", Some(2), 3.0),
            row("b", "auto", Some(1), 1.0),
            row("b", "pct", None, 5.0),
            row("c", "auto", Some(5), 2.0),
            row("c", "pct", Some(4), 0.5),
            row("d", "auto", None, 5.0),
            row("d", "pct", Some(30), 4.0),
        ]
    }

    #[test]
    fn executions_are_compared_where_all_have_found_the_bug() {
        let rows = rows();
        let common = found_by_all(&rows);
        assert_eq!(common, BTreeSet::from(["a", "c"]));
        let [auto, pct] = &summaries(&rows, &common)[..] else { panic!("two strategies") };
        assert_eq!((auto.strategy, auto.found, auto.programs), ("auto", 3, 4));
        // 9 and 5; of two, the lower is the median.
        assert_eq!((auto.executions, pct.executions), (Some((14, 5)), Some((6, 2))));
        // Of all four: 1, 1, 2, 5 and 3, 5, 0.5, 4.
        assert_eq!((auto.seconds, pct.seconds), (Some((9.0, 1.0)), Some((12.5, 3.0))));
    }

    #[test]
    fn auto_is_behind_where_another_has_needed_fewer_executions_and_worst_where_it_finds_nothing() {
        let rows = rows();
        let behind: Vec<_> = behind(&rows).into_iter().map(|one| (one.program, one.own, one.best)).collect();
        assert_eq!(behind, [("d", None, 30), ("a", Some(9), 2), ("c", Some(5), 4)]);
    }

    #[test]
    fn who_needs_as_many_as_the_best_is_not_behind() {
        let same = [row("a", "auto", Some(3), 1.0), row("a", "search", Some(3), 1.0), row("a", "pos", Some(7), 1.0)];
        assert_eq!(behind(&same), []);
        let text = markdown(&same);
        assert!(text.contains("fewer executions: 0."), "{text}");
        assert!(text.contains("| `pos` | 1 of 1 | 7 | 7 | 1.0 | 1.0 |"), "{text}");
    }
}
