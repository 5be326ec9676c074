//! Programs with more than 128 threads, or more than 128 writes that have not arrived: they are reduced like small ones.
//!
//! In each of them few steps depend on each other, and everything else may be put into one order. So the number of states depends on
//! these steps, and a search that tried all orders of the others would not end: n independent steps make 2^n states.

mod toy;

use mcr_checker::explore::{Conclusion, Exploration};
use mcr_protocol::MemoryModel::{self, Pso, Sc, Tso};
use toy::compare::{exploration, options};
use toy::program::Expr::{C, R};
use toy::program::Stmt::{self, *};
use toy::program::{Cmp, Cond, Toy};

fn explored(toy: &Toy) -> Exploration {
    let (found, _) = exploration(toy, &options(true));
    assert_eq!(found.conclusion, Conclusion::Complete);
    assert_eq!(found.redundant_executions, 0);
    found
}

/// Main writes a variable of its own for each thread; the thread writes it, and main reads it after the join. Besides, the last two
/// threads write and read variable 0.
fn apart_but_for_two(threads: usize, memory_model: MemoryModel) -> Toy {
    let own = |t: usize| vec![Store(t, C(2))];
    let mut others: Vec<Vec<Stmt>> = (1..=threads).map(own).collect();
    others[threads - 2].push(Store(0, C(1)));
    others[threads - 1].push(Load(0, 0));
    let before = (1..=threads).map(|v| Store(v, C(1))).collect();
    let after = (1..=threads).map(|v| Load(1, v)).collect();
    Toy { memory_model, ..Toy::around(&vec![0; threads + 1], 0, before, others, vec![], after) }
}

/// The read finds the write or does not: two behaviours. Only where one of the two threads comes to variable 0 are there two steps
/// to try, once with the other thread before it and once behind it, however many threads there are.
#[test]
fn threads_that_touch_nothing_in_common_cost_no_states() {
    for memory_model in [Sc, Tso, Pso] {
        let [few, many, more] = [4, 150, 300].map(|threads| explored(&apart_but_for_two(threads, memory_model)));
        for found in [&few, &many, &more] {
            assert_eq!(found.behaviours, Some(2), "{memory_model}");
        }
        println!("{memory_model}: {} {} {} states", few.states, many.states, more.states);
        assert_eq!([many.states, more.states], [few.states; 2], "{memory_model}");
    }
}

/// Each thread tries to be the first; who is writes a variable of its own, which main reads in the end. The others only read who was first. As
/// many behaviours as threads; in each the losers read the same in whatever order. So there is one state with a step for
/// each thread, and one behind each of these.
#[test]
fn those_who_lost_a_race_are_not_put_into_all_orders() {
    let first_of = |threads: usize| {
        let body = |t: usize| {
            let lost = vec![];
            let won = vec![Store(t, C(1))];
            vec![Cas(0, 0, 0, t as i64), If(Cond(R(0), Cmp::Eq, C(0)), won, lost)]
        };
        let after = (0..=threads).map(|v| Load(1, v)).collect();
        Toy::fork_join(&vec![0; threads + 1], 0, (1..=threads).map(body).collect(), after)
    };
    for threads in [5, 140] {
        let found = explored(&first_of(threads));
        println!("{threads}: {} states {} steps", found.states, found.steps);
        assert_eq!(found.behaviours, Some(threads as u64));
        assert!(found.states <= 10 * threads as u64, "{threads} threads: {} states", found.states);
    }
}

/// A thread writes many variables, which main reads in the end; another reads the first and the last of them. Under PSO
/// each write arrives by itself, so all four answers are possible; only the two arrivals and the two reads depend on others.
#[test]
fn writes_that_nobody_reads_early_arrive_in_one_order() {
    let writes = |variables: usize, memory_model| {
        let writer = (0..variables).map(|v| Store(v, C(1))).collect();
        let reader = vec![Load(0, variables - 1), Load(1, 0)];
        let after = (0..variables).map(|v| Load(2, v)).collect();
        Toy { memory_model, ..Toy::fork_join(&vec![0; variables], 0, vec![writer, reader], after) }
    };
    for (memory_model, behaviours) in [(Tso, 3), (Pso, 4)] {
        let [few, many, more] = [4, 150, 400].map(|variables| explored(&writes(variables, memory_model)));
        for found in [&few, &many, &more] {
            assert_eq!(found.behaviours, Some(behaviours), "{memory_model}");
        }
        println!("{memory_model}: {} {} {} states", few.states, many.states, more.states);
        assert_eq!([many.states, more.states], [few.states; 2], "{memory_model}");
    }
}

/// All wait for the same place: one value after the other can be read, and the first one of memory.
#[test]
fn many_writes_to_one_location_arrive_one_after_the_other() {
    for memory_model in [Tso, Pso] {
        for writes in [3, 200] {
            let writer = (1..=writes).map(|k| Store(0, C(k))).collect();
            let toy = Toy { memory_model, ..Toy::fork_join(&[0], 0, vec![writer, vec![Load(0, 0)]], vec![]) };
            let found = explored(&toy);
            println!("{memory_model}: {} states", found.states);
            assert_eq!(found.behaviours, Some(writes as u64 + 1), "{memory_model}");
            assert!(found.states <= 6 * (writes as u64 + 1), "{memory_model}, {writes}: {} states", found.states);
        }
    }
}
