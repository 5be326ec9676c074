//! Programs with more than 128 threads, or more than 128 writes that have not arrived, are reduced like small ones.
//!
//! Few of their steps depend on each other, and all others may be put into one order: n of them that were tried in every order would make 2^n states.

use crate::strategies::alike;
use crate::toy::compare::{exploration, options};
use crate::toy::copies;
use crate::toy::program::Expr::C;
use crate::toy::program::Stmt::{self, Load, Store};
use crate::toy::program::Toy;
use mcr_explore::{Conclusion, Exploration, Options};
use mcr_protocol::MemoryModel::{self, Pso, Sc, Tso};

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

/// The states of programs of three sizes, below and above 128. A search that gave its reductions up there would not come to an end within so many.
fn states(sizes: [usize; 3], behaviours: u64, program: impl Fn(usize) -> Toy) -> [u64; 3] {
    sizes.map(|size| {
        let (found, _) = exploration(&program(size), &Options { max_states: 100_000, ..options(true) });
        assert_eq!(found.conclusion, Conclusion::Complete, "{size}");
        assert_eq!(found.behaviours, Some(behaviours), "{size}");
        found.states
    })
}

/// Main writes a variable of its own for each thread; the thread writes it, and main reads it after the join. Besides, the last two
/// threads write and read variable 0.
fn apart_but_for_two(threads: usize, memory_model: MemoryModel) -> Toy {
    let mut others: Vec<Vec<Stmt>> = (1..=threads).map(|t| vec![Store(t, C(2))]).collect();
    others[threads - 2].push(Store(0, C(1)));
    others[threads - 1].push(Load(0, 0));
    let before = (1..=threads).map(|v| Store(v, C(1))).collect();
    let after = (1..=threads).map(|v| Load(1, v)).collect();
    Toy { memory_model, ..Toy::around(&vec![0; threads + 1], 0, before, others, vec![], after) }
}

/// The read finds the write or does not: two behaviours. The other threads are alone with what they touch, so each further one makes all paths longer
/// by its steps, and branches nowhere: from the second hundred to the third as many states are added as from the first to the second.
#[test]
fn each_further_thread_that_is_alone_adds_as_many_states() {
    for memory_model in [Sc, Tso, Pso] {
        let [few, many, more] = states([100, 200, 300], 2, |threads| apart_but_for_two(threads, memory_model));
        assert_eq!(more - many, many - few, "{memory_model}: {few} {many} {more} states");
    }
}

/// A thread writes many variables, which main reads in the end; another one reads the last of them and then the first. Under TSO both
/// writes arrive in order, so that three of the four answers are possible; under PSO all are. What arrives in between concerns nobody: the same.
#[test]
fn each_further_write_that_waits_adds_as_many_states() {
    let program = |variables: usize, memory_model| {
        let writer = (0..variables).map(|v| Store(v, C(1))).collect();
        let reader = vec![Load(0, variables - 1), Load(1, 0)];
        let after = (0..variables).map(|v| Load(2, v)).collect();
        Toy { memory_model, ..Toy::fork_join(&vec![0; variables], 0, vec![writer, reader], after) }
    };
    for (memory_model, behaviours) in [(Tso, 3), (Pso, 4)] {
        let [few, many, more] = states([100, 200, 300], behaviours, |variables| program(variables, memory_model));
        assert_eq!(more - many, many - few, "{memory_model}: {few} {many} {more} states");
    }
}

/// Each of n threads can read each of the numbers below n, and an execution shows one number of each thread: n executions are needed. Walks that seek what a
/// thread was not seen to read come to it early, and most of what comes after that is new as well, so that twice as many are enough. (By chance, three times as
/// many were not.)
#[test]
fn threads_that_are_alike_need_few_executions() {
    for threads in [20, 60] {
        let (found, _) =
            exploration(&copies::all_alike(alike(threads)), &Options { counted_states: 0, ..options(true) });
        assert_eq!((&found.conclusion, found.redundant_executions), (&Conclusion::Complete, 0));
        let (executions, least) = (found.executions, threads as u64);
        assert!((least..=2 * least).contains(&executions), "{threads} threads: {executions} executions");
    }
}
