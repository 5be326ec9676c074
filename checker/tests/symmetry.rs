//! Interchangeable threads: searches that take states for one in which such threads are exchanged find the same as those that do not.
//!
//! `MCR_FUZZ_PROGRAMS=10000 MCR_FUZZ_SEED=1 cargo test --release --test symmetry` for more random programs.

mod toy;

use mcr_checker::explore::{Exploration, Options, Reductions};
use toy::compare::{exploration, options};
use toy::program::Expr::{C, Plus, R};
use toy::program::Stmt::*;
use toy::program::Toy;

fn with(symmetry: bool) -> Options {
    Options { counted_states: 0, reductions: Reductions { symmetry, ..Reductions::ALL }, ..options(true) }
}

fn explored(toy: &Toy, symmetry: bool) -> Exploration {
    exploration(toy, &with(symmetry)).0
}

/// `n` threads `synchronized (A) { a = 1; } synchronized (B) { b = a + 1; }`, and a checker.
fn clients(n: usize) -> Toy {
    let client = vec![Sync(0, vec![Store(0, C(1))]), Sync(1, vec![Load(0, 0), Store(1, Plus(0, 1))])];
    Toy { alike: true, ..Toy::fork_join(&[0, 0], 2, vec![client; n], vec![Load(0, 1), Print(R(0))]) }
}

/// `cargo test --release --test symmetry -- --ignored --nocapture table`
#[test]
#[ignore = "prints a table"]
fn table() {
    for n in 2..=20 {
        for symmetry in [false, true] {
            if n > 10 && !symmetry {
                continue;
            }
            let start = std::time::Instant::now();
            let found = exploration(&clients(n), &Options { counted_states: 131_072, ..with(symmetry) }).0;
            let (states, passes) = (found.states, found.passes);
            println!(
                "{n}, symmetry {symmetry}: {:?}, {states} states, {} executions, {passes} passes, {} steps, {:?}",
                found.conclusion,
                found.executions,
                found.steps,
                start.elapsed()
            );
        }
    }
}
