//! What the sections of a table of a paper look like.

use super::super::{Behaviours, Entry, Published, Sample};
use super::*;
use crate::end_to_end::Constraints;
use crate::memory_model::MemoryModel;
use crate::tables::papers::measure::Goal;

static ENTRY: Entry = Entry {
    sample: Sample { class: "Dekker", args: &["1"], failure: None, behaviours: Behaviours([Some(84), None, None]) },
    published: "62 98 155 | 1,000 | 500 | 7! 8! -",
};

static TABLE: PaperTable = PaperTable {
    name: "some",
    also: &[],
    title: "Some table",
    note: "A note.",
    goal: Goal::Everything,
    models: &MemoryModel::ALL,
    strategies: &["mcr", "mcr-s"],
    quantities: &[Quantity::Behaviours, Quantity::Schedules],
    published: &[
        Published { who: "MCR", strategy: Some("mcr"), quantity: Quantity::Schedules },
        Published { who: "MCR", strategy: Some("mcr"), quantity: Quantity::Constraints },
        Published { who: "MCR-S", strategy: Some("mcr-s"), quantity: Quantity::Constraints },
        Published { who: "SATCheck", strategy: None, quantity: Quantity::Schedules },
    ],
    entries: &[],
    plot: false,
};

fn done(schedules: u64, behaviours: u64, constraints: u64) -> Measured {
    Measured {
        finished: true,
        executions: 100,
        schedules: Some(schedules),
        behaviours: Some(behaviours),
        constraints: Constraints { order: None, data_validity: Some(constraints) },
        seconds: 1.5,
        ..Measured::default()
    }
}

fn block(model: MemoryModel, mcr: Option<Measured>, reduced: Option<Measured>) -> Block {
    Block { entry: &ENTRY, model, measured: vec![("mcr".to_owned(), mcr), ("mcr-s".to_owned(), reduced)] }
}

fn names() -> Vec<String> {
    vec!["mcr".to_owned(), "mcr-s".to_owned()]
}

#[test]
fn published_numbers_are_beside_the_strategy_they_belong_to() {
    let blocks = [block(MemoryModel::Sc, Some(done(90, 84, 8)), Some(done(70, 60, 6)))];
    let how = How { command: "cargo xtask tables some", jdk: 17, timeout: 60 };
    let expected = "\
# Some table

Made by `cargo xtask tables some` on JDK 17, at most 60 s for each check. A note. [README.md](README.md) says what the \
sections mean, and why numbers differ.

## Behaviours found

| program | model | known | `mcr` | `mcr-s` |
|---|---|---:|---:|---:|
| Dekker 1 | sc | 84 | 84 | 60 of 84 |

## Executions

| program | model | *MCR, published* | `mcr` | `mcr-s` | *SATCheck, published* |
|---|---|---:|---:|---:|---:|
| Dekker 1 | sc | 62 | 90 | 70 | 7! |
";
    assert_eq!(markdown(&TABLE, &how, &names(), &blocks), expected);
}

#[test]
fn fewer_executions_are_not_better_when_behaviours_are_missed() {
    let block = block(MemoryModel::Sc, Some(done(84, 84, 8)), Some(done(60, 40, 6)));
    assert_eq!(cell(&block, "mcr", Quantity::SchedulesPerBehaviour), "1.00");
    assert_eq!(cell(&block, "mcr-s", Quantity::SchedulesPerBehaviour), "1.50");
    assert_eq!(cell(&block, "mcr-s", Quantity::Behaviours), "40 of 84");
}

#[test]
fn what_another_strategy_has_found_is_missed_too() {
    let block = block(MemoryModel::Tso, Some(done(86, 86, 8)), Some(done(80, 80, 6)));
    assert_eq!(cell(&block, "mcr-s", Quantity::Behaviours), "80 of 86");
    assert_eq!(cell(&block, "mcr", Quantity::Behaviours), "86");
}

#[test]
fn what_ran_out_of_time_says_so_everywhere() {
    let cut = Measured { finished: false, behaviours: None, races: 2, seconds: 60.4, ..done(500, 1, 4) };
    let block = block(MemoryModel::Sc, Some(cut), None);
    let cells = [
        (Quantity::Behaviours, "unfinished"),
        (Quantity::Schedules, "> 500"),
        (Quantity::SchedulesPerBehaviour, "-"),
        (Quantity::FirstViolation, "> 500"),
        (Quantity::Races, "2, unfinished"),
        (Quantity::Constraints, "4, unfinished"),
        (Quantity::ConstraintRatio, "-"),
        (Quantity::Seconds, "> 60"),
    ];
    for (quantity, expected) in cells {
        assert_eq!(cell(&block, "mcr", quantity), expected, "{quantity:?}");
        assert_eq!(cell(&block, "mcr-s", quantity), "n/a", "not defined, or not tried");
    }
}

#[test]
fn what_is_wrong_shows_no_number() {
    let wrong = Measured { wrong: Some("no report".to_owned()), ..done(1, 1, 1) };
    let block = block(MemoryModel::Sc, Some(wrong), None);
    assert_eq!(cell(&block, "mcr", Quantity::Schedules), "WRONG");
    assert!(csv(&TABLE, &[block]).contains(",mcr,WRONG,"));
}

#[test]
fn constraints_are_compared_with_those_of_mcr() {
    let block = block(MemoryModel::Sc, Some(done(84, 84, 8)), Some(done(84, 84, 6)));
    assert_eq!(cell(&block, "mcr-s", Quantity::ConstraintRatio), "0.750");
    assert_eq!(published(&TABLE, &block, 2, Quantity::ConstraintRatio), "0.500");
    assert_eq!(published(&TABLE, &block, 2, Quantity::Constraints), "500");
}

#[test]
fn a_published_column_whose_strategy_was_not_measured_comes_last() {
    let own = ["mcr-s".to_owned()];
    let heads: Vec<&str> = columns(&TABLE, &own, Quantity::Schedules)
        .into_iter()
        .map(|column| match column {
            Column::Published(_, who) => who,
            Column::Own(_) => "own",
        })
        .collect();
    assert_eq!(heads, ["own", "MCR", "SATCheck"]);
}

#[test]
fn csv_has_what_was_measured_and_what_was_published() {
    let expected = "\
Dekker,1,sc,mcr,yes,90,100,84,84,1.071,,0,0,,8,,,1.5
Dekker,1,sc,MCR (published),,62,,,84,,,,,,1000,,,
Dekker,1,sc,MCR-S (published),,,,,84,,,,,,500,,,
Dekker,1,sc,SATCheck (published),,7!,,,84,,,,,,,,,
";
    let text = csv(&TABLE, &[block(MemoryModel::Sc, Some(done(90, 84, 8)), None)]);
    assert_eq!(text, format!("{CSV_HEAD}\n{expected}"));
    assert_eq!(text.lines().next().map(|head| head.split(',').count()), Some(18));
}
