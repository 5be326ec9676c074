//! The tables of S. Huang's dissertation (Texas A&M, 2019) whose programs run in a JVM, with their numbers as printed.
//!
//! `*` is a run that was ended after an hour, `⊖` a tool that failed, `!` one that was done without the known failure.
//! Tables 3.2, 4.3 and 5.2 and figure 4.6 are about the same checks as tables 3.4, 4.2 and 5.1 and are in these.

use super::measure::Goal;
use super::programs::*;
use super::{Entry, PaperTable, Published, Quantity, Sample};
use crate::memory_model::MemoryModel;

pub const TABLES: &[&PaperTable] =
    &[&TABLE_3_4, &TABLE_3_5, &TABLE_3_6, &TABLE_4_2, &TABLE_5_1, &TABLE_5_3, &FIGURES, &OTHERS, &BOUNDS];

const SC: &[MemoryModel] = &[MemoryModel::Sc];

const fn entry(sample: Sample, published: &'static str) -> Entry {
    Entry { sample, published }
}

const fn beside(strategy: &'static str, who: &'static str, quantity: Quantity) -> Published {
    Published { who, strategy: Some(strategy), quantity }
}

const fn alone(who: &'static str, quantity: Quantity) -> Published {
    Published { who, strategy: None, quantity }
}

static TABLE_3_4: PaperTable = PaperTable {
    name: "table3.4",
    also: &["table3.2"],
    title: "Tables 3.2 and 3.4: to explore everything, under three memory models",
    note: "Published are executions of DPOR (rInspect, for C) and of MCR. `*`: ended after an hour; `⊖`: the tool failed.",
    goal: Goal::Everything,
    models: &MemoryModel::ALL,
    strategies: &["dpor", "mcr", "search", "auto"],
    quantities: &[Quantity::Behaviours, Quantity::Schedules, Quantity::SchedulesPerBehaviour, Quantity::Seconds],
    published: &[beside("dpor", "DPOR", Quantity::Schedules), beside("mcr", "MCR", Quantity::Schedules)],
    entries: &[
        entry(DEKKER, "248 252 508 | 62 98 155"),
        entry(LAMPORT, "128 208 2672 | 14 91 102"),
        entry(BAKERY, "350 1164 2040 | 77 158 165"),
        entry(PETERSON, "36 95 120 | 13 18 19"),
        entry(STACK_UNSAFE, "252 252 252 | 29 46 108"),
        entry(RV_EXAMPLE, "1959 ⊖ ⊖ | 57 64 70"),
        entry(EXAMPLE_1, "4 4 ⊖ | 2 2 10"),
        entry(EXAMPLE_2, "105 105 ⊖ | 43 43 89"),
        entry(EXAMPLE_3, "4282 4282 ⊖ | 296 296 819"),
        entry(EXAMPLE_4, "14840* 14840* ⊖ | 2767 2767 8420"),
    ],
    plot: false,
};

static TABLE_3_5: PaperTable = PaperTable {
    name: "table3.5",
    also: &[],
    title: "Table 3.5: executions to the first failure, under three memory models",
    note: "Published are executions of DPOR (rInspect, for C), SATCheck (for C; it has no PSO) and MCR. `*`: the same \
        execution again and again; `⊖`: the tool failed; `!`: done without the failure.",
    goal: Goal::FirstViolation,
    models: &MemoryModel::ALL,
    strategies: &["dpor", "mcr", "icb", "search", "auto"],
    quantities: &[Quantity::FirstViolation, Quantity::Seconds],
    published: &[
        beside("dpor", "DPOR", Quantity::FirstViolation),
        beside("mcr", "MCR", Quantity::FirstViolation),
        alone("SATCheck", Quantity::FirstViolation),
    ],
    entries: &[
        entry(DEKKER, "22 28 29 | 10 4 5 | 32* 68735* -"),
        entry(LAMPORT_CHECKED, "6 8 24 | 2 2 3 | ⊖ ⊖ -"),
        entry(BAKERY_CHECKED, "12 15 15 | 8 8 15 | ⊖ ⊖ -"),
        entry(PETERSON_CHECKED, "4 5 6 | 7 2 3 | 19! 34282* -"),
        entry(STACK_UNSAFE, "6 6 6 | 2 2 2 | ⊖ ⊖ -"),
        entry(RV_EXAMPLE, "301 ⊖ ⊖ | 53 54 39 | 60564* 70365* -"),
        entry(EXAMPLE_1, ""),
        entry(EXAMPLE_4, "14840! 14840! ⊖ | 2767! 2767! 3 | 1! 1! -"),
    ],
    plot: false,
};

static TABLE_3_6: PaperTable = PaperTable {
    name: "table3.6",
    also: &[],
    title: "Table 3.6: programs of earlier studies, under three memory models",
    note: "Published are executions and data races of MCR, which ends at the first exception here.",
    goal: Goal::Everything,
    models: &MemoryModel::ALL,
    strategies: &["mcr", "search", "auto"],
    quantities: &[
        Quantity::Behaviours,
        Quantity::Schedules,
        Quantity::SchedulesPerBehaviour,
        Quantity::Races,
        Quantity::Seconds,
    ],
    published: &[beside("mcr", "MCR", Quantity::Schedules), beside("mcr", "MCR", Quantity::Races)],
    entries: &[
        entry(ACCOUNT, "7 12 12 | 3 3 3"),
        entry(AIRLINE, "8 11 11 | 0 0 0"),
        entry(STRING_BUF, "3 3 3 | 0 0 0"),
        entry(ALLOCATION, "30 30 30 | 0 0 0"),
        entry(PING_PONG, "411 483 527 | 7 7 7"),
    ],
    plot: false,
};

static TABLE_4_2: PaperTable = PaperTable {
    name: "table4.2",
    also: &["table4.3", "figure4.6"],
    title: "Tables 4.2 and 4.3, figure 4.6: what static dependences save",
    note: "Published are reads that formulas constrain, data-validity constraints and seconds of the solver, executions \
        and seconds. `OOT`: ended after an hour. `<1`: not measured. On average (figure 4.6) MCR-S has 31.6 % fewer \
        constraints than MCR and MCR-S+ 15.7 %, and the solver needs 27.8 % and 26.2 % less time. The text there has 4,553 \
        executions of Counter where the table has 4,523; the table's last three columns are headed MCR-S twice, and are \
        those of MCR-S+.",
    goal: Goal::Everything,
    models: SC,
    strategies: &["mcr", "mcr-s", "mcr-s+", "search", "auto"],
    quantities: &[
        Quantity::Behaviours,
        Quantity::Schedules,
        Quantity::SchedulesPerBehaviour,
        Quantity::Constraints,
        Quantity::ConstraintRatio,
        Quantity::Reads,
        Quantity::SolverSeconds,
        Quantity::Seconds,
    ],
    published: &[
        beside("mcr", "MCR", Quantity::Reads),
        beside("mcr", "MCR", Quantity::Constraints),
        beside("mcr", "MCR", Quantity::SolverSeconds),
        beside("mcr-s", "MCR-S", Quantity::Reads),
        beside("mcr-s", "MCR-S", Quantity::Constraints),
        beside("mcr-s", "MCR-S", Quantity::SolverSeconds),
        beside("mcr-s+", "MCR-S+", Quantity::Reads),
        beside("mcr-s+", "MCR-S+", Quantity::Constraints),
        beside("mcr-s+", "MCR-S+", Quantity::SolverSeconds),
        beside("mcr", "MCR", Quantity::Schedules),
        beside("mcr", "MCR", Quantity::Seconds),
        beside("mcr-s", "MCR-S", Quantity::Schedules),
        beside("mcr-s", "MCR-S", Quantity::Seconds),
        beside("mcr-s+", "MCR-S+", Quantity::Schedules),
        beside("mcr-s+", "MCR-S+", Quantity::Seconds),
    ],
    entries: &[
        entry(
            COUNTER_5,
            "55,886 | 202,039 | 22.11 | 37,515 | 108,270 | 7.41 | 45,972 | 131,053 | 12.25 \
             | 4,523 | 181 | 6,550 | 247 | 3,485 | 133",
        ),
        entry(COUNTER_3, ""),
        entry(
            AIRLINE,
            "15,632 | 24,643 | 2.43 | 15,328 | 24,475 | 2.39 | 15,599 | 24,625 | 2.38 | 14 | 4 | 14 | 5 | 14 | 5",
        ),
        entry(
            PING_PONG,
            "1,905 | 5,225 | 1.42 | 1,376 | 3,684 | 1.38 | 1,906 | 5,227 | 1.32 | 394 | 13 | 535 | 16 | 394 | 15",
        ),
        entry(
            BUBBLE_SORT_4,
            "5,583,561 | 3,487,802 | 679.27 | 3,574,528 | 2,158,422 | 546.75 | 5,087,528 | 3,046,852 | 586.42 \
             | 5,823 | OOT | 1,828 | OOT | 6,885 | OOT",
        ),
        entry(BUBBLE_SORT_4_LOCKED, ""),
        entry(POOL, "143 | 68 | <1 | 94 | 12 | <1 | 117 | 36 | <1"),
        entry(STRING_BUF, "102 | 30 | <1 | 102 | 30 | <1 | 102 | 30 | <1"),
    ],
    plot: false,
};

static TABLE_5_1: PaperTable = PaperTable {
    name: "table5.1",
    also: &["table5.2"],
    title: "Tables 5.1 and 5.2: what switch equivalence saves, and optimal DPOR",
    note: "Published are executions and seconds of MCR and SE-MCR, and executions of Nidhugg (optimal DPOR, for C), with \
        a bound of 4 for Dekker and 10 for the other algorithms of exclusion.",
    goal: Goal::Everything,
    models: SC,
    strategies: &["mcr", "se-mcr", "dpor", "search", "auto"],
    quantities: &[Quantity::Behaviours, Quantity::Schedules, Quantity::SchedulesPerBehaviour, Quantity::Seconds],
    published: &[
        beside("mcr", "MCR", Quantity::Schedules),
        beside("se-mcr", "SE-MCR", Quantity::Schedules),
        beside("mcr", "MCR", Quantity::Seconds),
        beside("se-mcr", "SE-MCR", Quantity::Seconds),
        alone("Nidhugg", Quantity::Schedules),
    ],
    entries: &[
        entry(RV_EXAMPLE, "107 | 77 | 2 | 2 | 577"),
        entry(ACCOUNT, "27830 | 14124 | 2723 | 1062 | -"),
        entry(AIRLINE, "2222 | 1354 | 77 | 43 | -"),
        entry(ALLOCATION, "169 | 113 | 11.1 | 10.1 | -"),
        entry(BUBBLE_SORT_5, "29148 | 8084 | 1213 | 356 | -"),
        entry(BUBBLE_SORT_5_LOCKED, ""),
        entry(PING_PONG, "411 | 282 | 13 | 10.3 | -"),
        entry(POOL, "3 | 3 | 0.9 | 0.9 | -"),
        entry(STRING_BUF, "8 | 8 | 0.7 | 0.7 | -"),
        entry(PETERSON_10, "402 | 402 | 17 | 17 | 780"),
        entry(BAKERY_10, "822 | 766 | 45 | 40 | 3137"),
        entry(LAMPORT_10, "1192 | 103 | 51 | 7 | 132034"),
        entry(DEKKER_4, "4474 | 1648 | 137 | 55 | 34931"),
    ],
    plot: false,
};

static TABLE_5_3: PaperTable = PaperTable {
    name: "table5.3",
    also: &[],
    title: "Table 5.3: data races and null dereferences",
    note: "Published are data races and null dereferences that ICB, ICB with DPOR, and SE-MCR find.",
    goal: Goal::Everything,
    models: SC,
    strategies: &["icb", "icb-dpor", "se-mcr", "search", "auto"],
    quantities: &[Quantity::Races, Quantity::NullDereferences, Quantity::Seconds],
    published: &[
        beside("icb", "ICB", Quantity::Races),
        beside("icb-dpor", "ICB+DPOR", Quantity::Races),
        beside("se-mcr", "SE-MCR", Quantity::Races),
        beside("icb", "ICB", Quantity::NullDereferences),
        beside("icb-dpor", "ICB+DPOR", Quantity::NullDereferences),
        beside("se-mcr", "SE-MCR", Quantity::NullDereferences),
    ],
    entries: &[
        entry(RV_EXAMPLE, "7 | 10 | 10 | 0 | 0 | 0"),
        entry(ACCOUNT, "3 | 3 | 3 | 0 | 0 | 0"),
        entry(AIRLINE, "0 | 0 | 0 | 0 | 0 | 0"),
        entry(ALLOCATION, "0 | 0 | 0 | 0 | 0 | 0"),
        entry(BUBBLE_SORT_5, "4 | 6 | 7 | 0 | 0 | 0"),
        entry(PING_PONG, "6 | 7 | 7 | 1 | 1 | 1"),
        entry(POOL, "0 | 0 | 0 | 0 | 0 | 0"),
        entry(STRING_BUF, "0 | 0 | 0 | 0 | 0 | 0"),
    ],
    plot: false,
};

static FIGURES: PaperTable = PaperTable {
    name: "figures",
    also: &[],
    title: "Figures 3.2, 3.5, 5.2, 5.3, 5.5 and 5.7: the programs that explain the algorithms",
    note: "Independent 2 is figure 3.2 (its exploration is in figures 5.1 and 5.2), crossed figure 5.3, locked figure 5.5; \
        Independent 3 is figure 5.6; SB and MP are figure 3.5. Published are interleavings, and executions of MCR and \
        SE-MCR, as far as text and figures say.",
    goal: Goal::Everything,
    models: &MemoryModel::ALL,
    strategies: &["dfs", "dpor", "mcr", "se-mcr", "search", "auto"],
    quantities: &[Quantity::Behaviours, Quantity::Schedules, Quantity::SchedulesPerBehaviour],
    published: &[
        beside("dfs", "interleavings", Quantity::Schedules),
        beside("mcr", "MCR", Quantity::Schedules),
        beside("se-mcr", "SE-MCR", Quantity::Schedules),
    ],
    entries: &[
        entry(INDEPENDENT_2, "24 - - | 5 - - | 4 - -"),
        entry(INDEPENDENT_2_CROSSED, ""),
        entry(INDEPENDENT_2_LOCKED, ""),
        entry(INDEPENDENT_3, "- - - | 16 - - | 8 - -"),
        entry(STORE_BUFFERING, "6 24 - | 3 - - | -"),
        entry(MESSAGE_PASSING, ""),
    ],
    plot: false,
};

static OTHERS: PaperTable = PaperTable {
    name: "others",
    also: &[],
    title: "Programs of the papers that are in none of these tables",
    note: "Nothing was published of them that can be compared.",
    goal: Goal::Everything,
    models: &MemoryModel::ALL,
    strategies: &["mcr", "dpor", "search", "auto"],
    quantities: &[Quantity::Behaviours, Quantity::Schedules, Quantity::Races, Quantity::Seconds],
    published: &[],
    entries: &[entry(TEST_DEAD_LOCK, ""), entry(BOUNDED_BUFFER, ""), entry(POOL, "")],
    plot: false,
};

static BOUNDS: PaperTable = PaperTable {
    name: "bounds",
    also: &[],
    title: "Executions over the bound of a program",
    note: "Published are executions of MCR and DPOR (table 3.2). A strategy that is not done in time is not tried with \
        larger bounds.",
    goal: Goal::Everything,
    models: SC,
    strategies: &["dpor", "mcr", "se-mcr", "search", "auto"],
    quantities: &[Quantity::Behaviours, Quantity::Schedules, Quantity::Seconds],
    published: &[beside("dpor", "DPOR", Quantity::Schedules), beside("mcr", "MCR", Quantity::Schedules)],
    entries: &bounds::ENTRIES,
    plot: true,
};

/// Programs with an argument that makes them larger.
mod bounds {
    use super::super::Behaviours;
    use super::*;

    const fn larger(of: Sample, args: &'static [&'static str], behaviours: Behaviours) -> Entry {
        Entry { sample: Sample { args, behaviours, ..of }, published: "" }
    }

    const fn example(sample: Sample, published: &'static str) -> Entry {
        Entry { sample, published }
    }

    pub const ENTRIES: [Entry; 31] = [
        example(EXAMPLE_1, "4 | 2"),
        example(EXAMPLE_2, "105 | 43"),
        example(EXAMPLE_3, "4282 | 296"),
        example(EXAMPLE_4, "14840* | 2767"),
        larger(COUNTER_5, &["1"], UNKNOWN),
        larger(COUNTER_5, &["2"], same(26)),
        larger(COUNTER_5, &["3"], same(192)),
        larger(COUNTER_5, &["4"], UNKNOWN),
        larger(COUNTER_5, &["5"], UNKNOWN),
        // With the lock, the threads sort in any order: N!
        larger(BUBBLE_SORT_4_LOCKED, &["1"], same(1)),
        larger(BUBBLE_SORT_4_LOCKED, &["2"], same(2)),
        larger(BUBBLE_SORT_4_LOCKED, &["3"], same(6)),
        larger(BUBBLE_SORT_4_LOCKED, &["4"], same(24)),
        larger(BUBBLE_SORT_4_LOCKED, &["5"], same(120)),
        larger(DEKKER, &["1"], DEKKER.behaviours),
        larger(DEKKER, &["2"], UNKNOWN),
        larger(DEKKER, &["3"], UNKNOWN),
        larger(DEKKER, &["4"], UNKNOWN),
        larger(DEKKER, &["6"], UNKNOWN),
        larger(DEKKER, &["8"], UNKNOWN),
        larger(LAMPORT, &["1"], LAMPORT.behaviours),
        larger(LAMPORT, &["2"], UNKNOWN),
        larger(LAMPORT, &["4"], UNKNOWN),
        larger(LAMPORT, &["6"], UNKNOWN),
        larger(LAMPORT, &["8"], UNKNOWN),
        larger(LAMPORT, &["10"], UNKNOWN),
        larger(PETERSON, &["1"], PETERSON.behaviours),
        larger(PETERSON, &["2"], UNKNOWN),
        larger(PETERSON, &["4"], UNKNOWN),
        larger(PETERSON, &["7"], UNKNOWN),
        larger(PETERSON, &["10"], UNKNOWN),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_program_has_as_many_published_numbers_as_its_table_has_columns() {
        for table in TABLES {
            for entry in table.entries.iter().filter(|entry| !entry.published.is_empty()) {
                let groups: Vec<Vec<&str>> =
                    entry.published.split('|').map(|cells| cells.split_whitespace().collect()).collect();
                let program = format!("{}: {} {:?}", table.name, entry.sample.class, entry.sample.args);
                // Pool and StringBuf are in table 4.2 alone, and not in 4.3.
                let is_short = table.name == "table4.2" && groups.len() == 9;
                assert!(groups.len() == table.published.len() || is_short, "{program}");
                for cells in &groups {
                    assert!(cells.len() == 1 || cells.len() == table.models.len(), "{program}: {cells:?}");
                    let mut cells = cells.iter().map(|cell| cell.trim_end_matches(['*', '!']).replace(',', ""));
                    let is_one =
                        |cell: String| ["-", "⊖", "OOT", "<1"].contains(&cell.as_str()) || cell.parse::<f64>().is_ok();
                    assert!(cells.all(is_one), "{program}");
                }
            }
        }
    }

    /// The dissertation gives averages of some columns, which would show a digit that was copied wrongly.
    #[test]
    fn published_averages_are_those_of_the_published_numbers() {
        let number = |entry: &&Entry, column: usize| -> Option<f64> {
            entry.published(column, MemoryModel::Sc)?.replace(',', "").parse().ok()
        };
        let programs: Vec<&Entry> = TABLE_4_2.entries.iter().filter(|e| e.published.split('|').count() == 15).collect();
        // The published averages are over these four, Weblech and Derby.
        let with = |others: [f64; 2], index: usize| {
            let own: f64 = programs.iter().filter_map(|entry| number(entry, index)).sum();
            ((own + others[0] + others[1]) / 6.0).round()
        };
        assert_eq!(with([120_161.0, 46_222_858.0], 0), 8_666_667.0, "reads of MCR");
        assert_eq!(with([5_676.0, 22_008_512.0], 1), 4_288_983.0, "constraints of MCR; 4,288,982 in the table");
        assert_eq!(with([103_155.0, 22_530_501.0], 3), 4_377_067.0, "reads of MCR-S");
        assert_eq!(with([3_920.0, 12_184_850.0], 4), 2_413_937.0, "constraints of MCR-S; 2,413,936 in the table");
        assert_eq!(with([90_096.0, 36_461_542.0], 6), 6_950_441.0, "reads of MCR-S+; 6,950,440 in the table");
        assert_eq!(with([4_217.0, 17_412_201.0], 7), 3_437_363.0, "constraints of MCR-S+; 3,437,362 in the table");
    }

    #[test]
    fn published_speed_ups_are_those_of_the_published_numbers() {
        let speed_ups = [
            ("Dekker", ["4.0", "2.6", "3.3"]),
            // Printed is 29.4, which is 2672 / 91: the number beside.
            ("Lamport", ["9.1", "2.3", "26.2"]),
            // Printed is 7.1, which is 1164 / 165: the number beside, too.
            ("Bakery", ["4.5", "7.4", "12.4"]),
            ("Peterson", ["2.8", "5.3", "6.3"]),
            ("StackUnsafe", ["8.7", "5.5", "2.3"]),
        ];
        for (class, expected) in speed_ups {
            let entry = TABLE_3_4.entries.iter().find(|entry| entry.sample.class == class).expect("is in the table");
            let number = |column, model| {
                entry.published(column, model).and_then(|text| text.parse::<f64>().ok()).expect("is a number")
            };
            let ratios = MemoryModel::ALL.map(|model| number(0, model) / number(1, model));
            for (ratio, expected) in ratios.iter().zip(expected) {
                let expected: f64 = expected.parse().expect("is a number");
                assert!((ratio - expected).abs() <= 0.1, "{class}: {ratio} and {expected}");
            }
        }
    }

    #[test]
    fn published_reductions_are_those_of_the_published_numbers() {
        // In percent: of executions, of seconds.
        let reductions = [
            ("RVExample", Some(28.0), None),
            ("Account", Some(49.2), Some(61.0)),
            ("Airline", Some(39.1), Some(44.2)),
            ("Allocation", Some(33.1), Some(9.0)),
            ("BubbleSort", Some(72.3), Some(70.7)),
            ("PingPong", Some(31.4), Some(20.8)),
            ("Bakery", Some(6.8), Some(11.1)),
            ("Lamport", Some(91.4), Some(86.3)),
            ("Dekker", Some(63.2), Some(59.9)),
        ];
        for (class, executions, seconds) in reductions {
            let entry = TABLE_5_1.entries.iter().find(|entry| entry.sample.class == class).expect("is in the table");
            let number =
                |column| entry.published(column, MemoryModel::Sc).expect("is there").parse::<f64>().expect("fits");
            for (printed, column) in [(executions, 0), (seconds, 2)] {
                let found = 100.0 * (1.0 - number(column + 1) / number(column));
                assert!(printed.is_none_or(|printed: f64| (found - printed).abs() < 0.1), "{class}: {found}");
            }
        }
    }

    #[test]
    fn every_published_column_belongs_beside_a_strategy_of_its_table_or_to_none() {
        for table in TABLES {
            for column in table.published {
                assert!(column.strategy.is_none_or(|name| table.strategies.contains(&name)), "{}", table.name);
                assert!(table.quantities.contains(&column.quantity), "{}: {column:?}", table.name);
            }
        }
    }

    #[test]
    fn no_two_programs_of_a_table_are_the_same() {
        for table in TABLES {
            let keys: BTreeSet<_> = table.entries.iter().map(|entry| (entry.sample.class, entry.sample.args)).collect();
            assert_eq!(keys.len(), table.entries.len(), "{}", table.name);
        }
    }

    #[test]
    fn a_number_is_found_by_column_and_memory_model() {
        let dekker = &TABLE_3_4.entries[0];
        assert_eq!(dekker.published(1, MemoryModel::Tso), Some("98"));
        assert_eq!(TABLE_3_5.entries[0].published(2, MemoryModel::Pso), None);
        assert_eq!(TABLE_5_1.entries[1].published(4, MemoryModel::Sc), None);
        assert_eq!(TABLE_5_1.entries[0].published(0, MemoryModel::Tso), None);
    }
}
