//! A program with more than 128 writes that have not arrived is reduced like a small one.

mod toy;

use mcr_checker::explore::{Conclusion, Exploration};
use mcr_protocol::MemoryModel::{Pso, Tso};
use toy::compare::{exploration, options};
use toy::program::Expr::C;
use toy::program::Stmt::{Load, Store};
use toy::program::Toy;

fn explored(toy: &Toy) -> Exploration {
    let (found, _) = exploration(toy, &options(true));
    assert_eq!(found.conclusion, Conclusion::Complete);
    assert_eq!(found.redundant_executions, 0);
    found
}

/// All wait for the same place: one value after the other can be read, and the first one of memory.
#[test]
fn many_writes_to_one_location_arrive_one_after_the_other() {
    for memory_model in [Tso, Pso] {
        for writes in [3, 200] {
            let writer = (1..=writes).map(|k| Store(0, C(k))).collect();
            let toy = Toy { memory_model, ..Toy::fork_join(&[0], 0, vec![writer, vec![Load(0, 0)]], vec![]) };
            let found = explored(&toy);
            assert_eq!(found.behaviours, Some(writes as u64 + 1), "{memory_model}");
            assert!(found.states <= 6 * (writes as u64 + 1), "{memory_model}, {writes}: {} states", found.states);
        }
    }
}
