//! Programs whose local histories are many and whose local states are few: the table of "Local states" in `EXPLORATION.md`.

use super::benchmarks::{dekker, lamport, peterson};
use super::program::Expr::{C, Plus, R};
use super::program::Stmt::{Break, If, Load, Loop, Repeat, Store, Swap};
use super::program::{Cmp, Cond, Stmt, Toy};

pub fn with_local_states(toy: Toy) -> Toy {
    Toy { local_states: true, ..toy }
}

/// Each thread, so many times: `do v = x; while (!cas(x, v, v + 1));`
pub fn cas_loops(threads: usize, times: usize) -> Toy {
    let won = Cond(R(0), Cmp::Eq, R(1));
    let again = Loop(vec![Load(0, 0), Swap(1, 0, R(0), Plus(0, 1)), If(won, vec![Break(1)], vec![])]);
    let others = vec![vec![Repeat(times, vec![again])]; threads];
    with_local_states(Toy::fork_join(&[0], 0, others, vec![]))
}

/// Each thread, so many times: `x++`.
pub fn increments(threads: usize, times: usize) -> Toy {
    let others = vec![vec![Repeat(times, vec![Load(0, 0), Store(0, Plus(0, 1))])]; threads];
    with_local_states(Toy::fork_join(&[0], 0, others, vec![]))
}
