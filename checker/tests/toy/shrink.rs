//! Makes a failing program small.

use super::program::{Stmt, Toy};
use mcr_protocol::{MemoryModel, Order, Timeouts};

/// The smallest program found that still fails.
pub fn shrink(toy: &Toy, fails: impl Fn(&Toy) -> bool) -> Toy {
    let mut best = toy.clone();
    'again: loop {
        for smaller in candidates(&best) {
            if fails(&smaller) {
                best = smaller;
                continue 'again;
            }
        }
        return best;
    }
}

fn candidates(toy: &Toy) -> Vec<Toy> {
    let mut all = Vec::new();
    for t in 0..toy.threads.len() {
        for body in smaller_blocks(&toy.threads[t]) {
            let mut smaller = toy.clone();
            smaller.threads[t] = body;
            all.push(smaller);
        }
    }
    for n in 0..toy.procedures.len() {
        for body in smaller_blocks(&toy.procedures[n]) {
            let mut smaller = toy.clone();
            smaller.procedures[n] = body;
            all.push(smaller);
        }
    }
    if toy.memory_model == MemoryModel::Pso {
        all.push(Toy { memory_model: MemoryModel::Tso, ..toy.clone() });
    }
    if toy.memory_model != MemoryModel::Sc {
        all.push(Toy { memory_model: MemoryModel::Sc, ..toy.clone() });
    }
    if toy.timeouts == Timeouts::Any {
        all.push(Toy { timeouts: Timeouts::Idle, ..toy.clone() });
    }
    if toy.spurious {
        all.push(Toy { spurious: false, ..toy.clone() });
    }
    if !toy.ends.is_empty() {
        all.push(Toy { ends: Vec::new(), ..toy.clone() });
    }
    for v in 0..toy.variables {
        if toy.initial[v] != 0 {
            let mut smaller = toy.clone();
            smaller.initial[v] = 0;
            all.push(smaller);
        }
    }
    all
}

fn smaller_blocks(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for (n, stmt) in body.iter().enumerate() {
        let with = |parts: Vec<Stmt>| [&body[..n], &parts, &body[n + 1..]].concat();
        all.push(with(Vec::new()));
        match stmt {
            Stmt::Sync(m, inner) => {
                if !mentions_monitor(inner) {
                    all.push(with(inner.clone()));
                }
                all.extend(smaller_blocks(inner).into_iter().map(|b| with(vec![Stmt::Sync(*m, b)])));
            }
            Stmt::Try(m, patience, r, inner) => {
                all.extend(smaller_blocks(inner).into_iter().map(|b| with(vec![Stmt::Try(*m, *patience, *r, b)])));
            }
            Stmt::StoreAs(v, e, Order::Release | Order::Volatile) => all.push(with(vec![Stmt::Store(*v, *e)])),
            Stmt::Spin(inner) => {
                all.extend(smaller_blocks(inner).into_iter().map(|b| with(vec![Stmt::Spin(b)])));
            }
            Stmt::Loop(inner) => {
                all.extend(smaller_blocks(inner).into_iter().map(|b| with(vec![Stmt::Loop(b)])));
            }
            Stmt::Repeat(n, inner) => {
                all.extend((*n > 1).then(|| with(vec![Stmt::Repeat(n - 1, inner.clone())])));
                all.extend(smaller_blocks(inner).into_iter().map(|b| with(vec![Stmt::Repeat(*n, b)])));
            }
            Stmt::Attempt(inner, r, handler) => {
                let attempt =
                    |inner: &[Stmt], handler: &[Stmt]| with(vec![Stmt::Attempt(inner.to_vec(), *r, handler.to_vec())]);
                all.push(with(inner.clone()));
                all.push(with(handler.clone()));
                all.extend(smaller_blocks(inner).iter().map(|b| attempt(b, handler)));
                all.extend(smaller_blocks(handler).iter().map(|b| attempt(inner, b)));
            }
            Stmt::If(cond, then, or) => {
                all.push(with(then.clone()));
                all.push(with(or.clone()));
                all.extend(smaller_blocks(then).into_iter().map(|b| with(vec![Stmt::If(*cond, b, or.clone())])));
                all.extend(smaller_blocks(or).into_iter().map(|b| with(vec![Stmt::If(*cond, then.clone(), b)])));
            }
            _ => {}
        }
    }
    all
}

fn mentions_monitor(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Wait(..) | Stmt::WaitIn(..) | Stmt::Notify(_) | Stmt::NotifyAll(_) => true,
        Stmt::Signal(..) | Stmt::SignalAll(..) => true,
        Stmt::Sync(_, inner) | Stmt::Try(.., inner) | Stmt::Loop(inner) | Stmt::Spin(inner) => mentions_monitor(inner),
        Stmt::Repeat(_, inner) => mentions_monitor(inner),
        Stmt::Attempt(inner, _, handler) => mentions_monitor(inner) || mentions_monitor(handler),
        Stmt::If(_, then, or) => mentions_monitor(then) || mentions_monitor(or),
        _ => false,
    })
}
