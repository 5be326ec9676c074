//! Programs with limits by virtual time, made of those whose limits have no length.

use super::program::{SLEEP, Stmt, TIME, Toy, sleep};
use super::rng::Rng;
use mcr_protocol::{Limit, Timeouts, mix};

/// The same program; but its limits have lengths, some threads sleep, and some ask what time it is. Copies of a thread do
/// the same.
pub fn ordered(toy: Toy, seed: u64) -> Toy {
    let mut toy = Toy { timeouts: Timeouts::Ordered, ..toy };
    let clocks = Rng::new(mix(seed, 0)).chance(40);
    for t in 0..toy.threads.len() {
        let like = toy.copies.get(t).copied().unwrap_or(t);
        let rng = &mut Rng::new(mix(seed, 1 + like as u64));
        for _ in 0..rng.below(3) {
            let at = rng.below(toy.threads[t].len() + 1);
            let interruptible = rng.chance(50);
            toy.threads[t].insert(at, sleep(rng.below(3), length(rng), interruptible));
        }
        lengths(&mut toy.threads[t], rng, clocks);
    }
    let rng = &mut Rng::new(mix(seed, 0x7469_6d65));
    toy.procedures.iter_mut().for_each(|body| lengths(body, rng, clocks));
    toy
}

/// Few lengths, so that sums of them meet.
fn length(rng: &mut Rng) -> u32 {
    rng.below(4) as u32
}

fn lengths(body: &mut [Stmt], rng: &mut Rng, clocks: bool) {
    for stmt in body {
        let timed = |limit: &mut Limit, rng: &mut Rng| {
            if *limit == Limit::Timed {
                *limit = Limit::After(length(rng));
            }
        };
        match stmt {
            Stmt::Load(_, v) if clocks && *v < TIME && rng.chance(30) => *v = TIME,
            Stmt::Try(_, patience, _, inner) => {
                timed(&mut patience.limit, rng);
                lengths(inner, rng, clocks);
            }
            Stmt::WaitIn(_, _, patience, _) | Stmt::JoinFor(_, _, patience) => timed(&mut patience.limit, rng),
            Stmt::Guarded(_, v, _, _, patience) if *v != SLEEP => timed(&mut patience.limit, rng),
            Stmt::Park(_, limit) => timed(limit, rng),
            Stmt::If(_, one, other) | Stmt::Attempt(one, _, other) => {
                lengths(one, rng, clocks);
                lengths(other, rng, clocks);
            }
            Stmt::Sync(_, inner) | Stmt::Loop(inner) | Stmt::Spin(inner) | Stmt::Repeat(_, inner) => {
                lengths(inner, rng, clocks);
            }
            _ => {}
        }
    }
}
