//! Programs whose local histories are many and whose local states are few: the table of "Local states" in
//! `EXPLORATION.md`.

use super::program::Expr::{C, Plus, R};
use super::program::Stmt::{
    Break, Call, If, Load, Loop, Notify, NotifyAll, Repeat, Return, Set, Store, Swap, Sync, Wait,
};
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

/// The same, with the loop in a procedure.
pub fn cas_calls(threads: usize, times: usize) -> Toy {
    let won = Cond(R(0), Cmp::Eq, R(1));
    let again = Loop(vec![Load(0, 0), Swap(1, 0, R(0), Plus(0, 1)), If(won, vec![Break(1)], vec![])]);
    let others = vec![vec![Repeat(times, vec![Call(0, [C(0); 3], 5)])]; threads];
    Toy { procedures: vec![vec![again]], ..with_local_states(Toy::fork_join(&[0], 0, others, vec![])) }
}

/// Each thread, so many times: `x++`.
pub fn increments(threads: usize, times: usize) -> Toy {
    let others = vec![vec![Repeat(times, vec![Load(0, 0), Store(0, Plus(0, 1))])]; threads];
    with_local_states(Toy::fork_join(&[0], 0, others, vec![]))
}

/// An algorithm of mutual exclusion whose threads enter so many times.
pub fn entered(times: usize, toy: &Toy) -> Toy {
    let forgets = (0..5).map(|r| Set(r, C(0)));
    let again = |body: &Vec<Stmt>| vec![Repeat(times, forgets.clone().chain(body.iter().cloned()).collect())];
    let threads = toy.threads.iter().enumerate();
    let threads = threads.map(|(t, body)| if t == 0 { body.clone() } else { again(body) }).collect();
    Toy { threads, ..with_local_states(toy.clone()) }
}

/// Szymanski's algorithm of mutual exclusion; who has waited too often goes in. Variables flag1, flag2, x.
pub fn szymanski(bound: i64) -> Toy {
    let thread = |i: usize| {
        let (mine, other, x) = (i, 1 - i, 2);
        // Until the condition on the other's flag holds.
        let wait = |counter, cmp, k| {
            Loop(vec![
                Load(0, other),
                If(Cond(R(0), cmp, C(k)), vec![Break(1)], vec![]),
                Set(counter, Plus(counter, 1)),
                If(Cond(R(counter), Cmp::Gt, C(bound)), vec![Break(1)], vec![]),
            ])
        };
        let stands_aside = vec![Store(mine, C(2)), wait(2, Cmp::Eq, 4)];
        let mut body = vec![
            Store(mine, C(1)),
            wait(1, Cmp::Lt, 3),
            Store(mine, C(3)),
            Load(0, other),
            If(Cond(R(0), Cmp::Eq, C(1)), stands_aside, vec![]),
            Store(mine, C(4)),
        ];
        if i == 1 {
            body.push(wait(3, Cmp::Lt, 2));
        }
        body.extend([Store(x, C(1)), Load(0, x)]);
        if i == 0 {
            body.push(Load(0, other));
            body.push(If(Cond(R(0), Cmp::Gt, C(1)), vec![wait(3, Cmp::Gt, 3)], vec![]));
        }
        body.push(Store(mine, C(0)));
        body
    };
    Toy::fork_join(&[0; 3], 0, vec![thread(0), thread(1)], vec![])
}

/// Two workers that take so many tasks from a queue made of a monitor; each task does `x++`. Variables: how many tasks
/// there are, whether no more will come, x.
pub fn monitor_pool(tasks: usize) -> Toy {
    let (size, closed, x, put, take) = (0, 1, 2, 0, 1);
    let puts = vec![Sync(0, vec![Load(0, size), Store(size, Plus(0, 1)), Notify(0)])];
    let there_is_one = If(Cond(R(0), Cmp::Gt, C(0)), vec![Store(size, Plus(0, -1)), Return(C(1))], vec![]);
    let nothing_comes = If(Cond(R(1), Cmp::Eq, C(1)), vec![Return(C(0))], vec![]);
    let waits = vec![Load(0, size), there_is_one, Load(1, closed), nothing_comes, Wait(0, false, 0)];
    let takes = vec![Sync(0, vec![Loop(waits)])];
    let none = If(Cond(R(0), Cmp::Eq, C(0)), vec![Break(1)], vec![]);
    let worker = vec![Loop(vec![Call(take, [C(0); 3], 0), none, Load(1, x), Store(x, Plus(1, 1))])];
    let mut main: Vec<Stmt> = vec![Call(put, [C(0); 3], 0); tasks];
    main.push(Sync(0, vec![Store(closed, C(1)), NotifyAll(0)]));
    let toy = Toy::around(&[0; 3], 1, vec![], vec![worker.clone(), worker], main, vec![]);
    Toy { procedures: vec![puts, takes], ..with_local_states(toy) }
}
