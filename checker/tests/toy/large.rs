//! Programs that look like the code of concurrent collections run event by event: long local histories, many locations, few
//! conflicts.

use super::program::Expr::{C, R};
use super::program::Stmt::{self, *};
use super::program::{Cmp, Cond, Expr, Toy};

/// `body` with register `r` equal to one of `0..n`, found by comparing.
fn switch(r: usize, n: usize, body: &dyn Fn(usize) -> Vec<Stmt>) -> Vec<Stmt> {
    let case = |or, k| vec![If(Cond(R(r), Cmp::Eq, C(k as i64)), body(k), or)];
    (0..n).rev().fold(Vec::new(), case)
}

fn touch(first: usize, count: usize) -> impl Iterator<Item = Stmt> {
    (first..first + count).flat_map(|v| [Load(1, v), Store(v, Expr::Plus(1, 1))])
}

/// Spins until the lock is its own.
fn lock(v: usize) -> Stmt {
    Spin(vec![Cas(0, v, 0, 1), If(Cond(R(0), Cmp::Eq, C(0)), vec![Break(1)], vec![]), Set(0, C(0))])
}

/// Threads with long runs on locations of their own, and a short critical section, twice: it reads many locations of a large
/// structure that main has made, and writes a few.
pub fn cas_lock(threads: usize, rounds: usize, own: usize, shared: usize) -> Toy {
    let first_own = 1 + shared;
    let variables = vec![0; first_own + threads * own];
    let thread = |t: usize| {
        let mut body = Vec::new();
        for round in 0..rounds {
            body.extend(touch(first_own + t * own, own));
            body.push(lock(0));
            body.extend((1..=shared).step_by(5).map(|v| Load(2, v)));
            body.push(Store(1 + (t + round * threads) % shared, C(7)));
            body.push(Store(0, C(0)));
        }
        body
    };
    let before = (1..=shared).map(|v| Store(v, C(1))).collect();
    let others = (0..threads).map(thread).collect();
    Toy::around(&variables, 0, before, others, vec![], vec![Load(2, 1)])
}

/// A queue with two ends that are taken by atomic updates: `threads` producers and as many consumers, each for `items`.
/// What a consumer gets it reads: `payload` locations that the producer wrote.
pub fn two_ends(threads: usize, items: usize, payload: usize) -> Toy {
    let slots = threads * items;
    let (tail, head, slot, data) = (0, 1, 2, 2 + slots);
    let put = |at: usize| {
        let write = (0..payload).map(|n| Store(data + at * payload + n, C(5)));
        write.chain([Store(slot + at, C(1))]).collect()
    };
    let get = |at: usize| {
        let wait = Spin(vec![Load(1, slot + at), If(Cond(R(1), Cmp::Eq, C(1)), vec![Break(1)], vec![]), Set(1, C(0))]);
        [wait].into_iter().chain((0..payload).map(|n| Load(1, data + at * payload + n))).collect()
    };
    let producer = || (0..items).flat_map(|_| [vec![Add(0, tail, 1)], switch(0, slots, &put)].concat()).collect();
    let consumer = || (0..items).flat_map(|_| [vec![Add(0, head, 1)], switch(0, slots, &get)].concat()).collect();
    let others = (0..threads).flat_map(|_| [producer(), consumer()]).collect();
    Toy::fork_join(&vec![0; data + slots * payload], 0, others, vec![])
}

/// Threads take tasks by an atomic update; each task touches locations of its own, which main has written.
pub fn pool(threads: usize, tasks: usize, size: usize) -> Toy {
    let task = |n: usize| touch(1 + n * size, size).chain([Continue]).collect();
    let worker = || vec![Loop([vec![Add(0, 0, 1)], switch(0, tasks, &task), vec![Break(1)]].concat())];
    let before = (1..=tasks * size).map(|v| Store(v, C(1))).collect();
    let others = (0..threads).map(|_| worker()).collect();
    Toy::around(&vec![0; 1 + tasks * size], 0, before, others, vec![], vec![])
}

/// Threads enter many monitors, each inside the one before, in the same order.
pub fn nested(threads: usize, monitors: usize) -> Toy {
    let thread = |t: usize| {
        let inner = vec![Load(0, 0), Store(0, Expr::Plus(0, 1))];
        let nest = (t..monitors).rev().fold(inner, |body, m| vec![Sync(m, body)]);
        [vec![Store(1 + t, C(1))], nest].concat()
    };
    let others = (0..threads).map(thread).collect();
    Toy::fork_join(&vec![0; 1 + threads], monitors, others, vec![Load(0, 0)])
}

/// The same, one monitor after the other, as in a walk along a list.
pub fn hand_over_hand(threads: usize, monitors: usize) -> Toy {
    let thread = |_| (0..monitors).map(|m| Sync(m, vec![Load(0, m), Store(m, C(0))])).collect();
    let others = (0..threads).map(thread).collect();
    Toy::fork_join(&vec![0; monitors], monitors, others, vec![Load(0, 0)])
}

/// Threads add nodes to buckets: an optimistic insert, which reads along a list, and tries again when it lost.
pub fn buckets(threads: usize, buckets: usize, each: usize) -> Toy {
    let insert = |t: usize, n: usize| {
        let b = (t + n * n) % buckets;
        let version = 2 * b;
        let attempt = |k: usize| {
            let won = vec![Store(version + 1, C(t as i64)), Break(1)];
            [
                vec![Load(1, version + 1)],
                vec![Cas(0, version, k as i64, k as i64 + 1)],
                vec![If(Cond(R(0), Cmp::Eq, C(k as i64)), won, vec![])],
            ]
            .concat()
        };
        let again = [vec![Load(2, version)], switch(2, threads * each + 1, &attempt)].concat();
        Loop(again)
    };
    let thread = |t: usize| (0..each).map(|n| insert(t, n)).collect();
    let others = (0..threads).map(thread).collect();
    Toy::fork_join(&vec![0; 2 * buckets], 0, others, vec![])
}
