//! Random programs with threads that are copies of one another, or almost.

use super::generator::pieces;
use super::program::{Cmp, Cond, Expr, FLAG, PERMIT, Stmt, Toy, patience};
use super::rng::Rng;
use mcr_protocol::{Limit, MemoryModel, mix};

/// The program of a seed.
pub fn program(model: MemoryModel, seed: u64) -> Toy {
    let rng = &mut Rng::new(mix(seed, 0x636f_7079));
    let copies = 2 + [0, 0, 0, 1, 1, 2][rng.below(6)];
    let size = if copies > 2 { 1 + rng.below(2) } else { 1 + rng.below(4) };
    let others = rng.below(2);
    let threads = 1 + copies + others;
    let sizes = [rng.below(2), size, 1 + rng.below(3), rng.below(2), rng.below(3), 1];
    let (toy, mut pieces) = pieces(model, seed, threads, &sizes);
    let [before, body, other, between, after, odd] = &mut pieces[..] else { unreachable!("as many as sizes") };
    // Each copy has a variable of its own, behind those of all.
    let own = |copy: usize| toy.variables + copy;
    let has_own = rng.chance(35);
    if has_own {
        let at = rng.below(body.len() + 1);
        let uses = [Stmt::Load(0, OWN), Stmt::Store(OWN, Expr::C(1)), Stmt::Add(1, OWN, 1), Stmt::Store(OWN, Expr::R(0))];
        body.insert(at, uses[rng.below(4)].clone());
        if rng.chance(50) {
            body.push(uses[rng.below(4)].clone());
        }
    }
    let mut bodies: Vec<Vec<Stmt>> = (0..copies).map(|n| relative(body, 1 + n, own(n))).collect();
    if rng.chance(25) {
        let (copy, end) = (rng.below(copies), body.len());
        let at = rng.below(end + 1);
        match rng.below(3) {
            0 => bodies[copy].insert(at, odd[0].clone()),
            1 => drop(bodies[copy].remove(at.min(end - 1))),
            _ => bodies[copy].reverse(),
        }
    }
    let mut main = before.clone();
    let given = |rng: &mut Rng, n: usize| match rng.below(3) {
        0 if has_own => vec![Stmt::Store(own(n), Expr::C(rng.below(2) as i64))],
        _ => vec![],
    };
    let alike = rng.chance(70);
    for t in 1..threads {
        if t <= copies && !alike {
            main.extend(given(rng, t - 1));
        }
        if rng.chance(8) {
            main.extend(odd.clone());
        }
        let start = Stmt::Start(t, rng.chance(4), Expr::C(0));
        let starts_if = Stmt::If(Cond(Expr::R(0), Cmp::Eq, Expr::C(0)), vec![start.clone()], vec![]);
        main.push(if rng.chance(5) { starts_if } else { start });
    }
    main.extend(between.clone());
    if rng.chance(15) {
        main.push(Stmt::Store([FLAG, PERMIT][rng.below(2)] + 1 + rng.below(copies), Expr::C(1)));
    }
    let mut order: Vec<usize> = (1..threads).collect();
    if rng.chance(30) {
        order.reverse();
    }
    let (all, between_joins) = (rng.chance(80), rng.chance(15));
    for &t in &order {
        if !all && rng.chance(50) {
            continue;
        }
        main.push(match rng.below(40) {
            0 => Stmt::JoinFor(1, t, patience(Limit::Timed, false)),
            1 => Stmt::Alive(1, t),
            2..12 => Stmt::JoinFor(1, t, patience(Limit::Never, true)),
            _ => Stmt::Join(t),
        });
        if between_joins && rng.chance(50) {
            main.extend(odd.clone());
        }
        if has_own && between_joins && rng.chance(50) && t <= copies {
            main.push(Stmt::Load(2, own(t - 1)));
        }
    }
    main.extend(after.clone());
    if has_own && rng.chance(60) {
        // Some say whose is what, some do not.
        let tells = rng.chance(50);
        for n in 0..copies {
            main.push(Stmt::Load(n, own(n)));
            if tells {
                main.push(Stmt::Print(Expr::R(n)));
            }
        }
    } else if rng.chance(50) {
        main.extend([Stmt::Load(0, 0), Stmt::Print(Expr::R(0))]);
    }
    let mut threads = vec![main];
    threads.extend(bodies);
    threads.extend((0..others).map(|_| other.clone()));
    let initial = vec![0; toy.variables + if has_own { copies } else { 0 }];
    let ends = if rng.chance(10) && toy.monitors > 0 { vec![Some(0); threads.len()] } else { vec![] };
    Toy { threads, variables: initial.len(), initial, ends, alike: true, ..toy }
}

/// In the code of a copy: its own variable.
const OWN: usize = 900;

/// The code of thread `t`: what it does to the flag and permit of the first copy it does to its own.
fn relative(body: &[Stmt], t: usize, own: usize) -> Vec<Stmt> {
    let v = |v: usize| match v {
        OWN => own,
        _ if v == FLAG + 1 => FLAG + t,
        _ if v == PERMIT + 1 => PERMIT + t,
        _ => v,
    };
    let blocks = |body: &Vec<Stmt>| relative(body, t, own);
    let one = |stmt: &Stmt| match stmt {
        Stmt::Load(r, l) => Stmt::Load(*r, v(*l)),
        Stmt::Store(l, e) => Stmt::Store(v(*l), *e),
        Stmt::Add(r, l, n) => Stmt::Add(*r, v(*l), *n),
        Stmt::Guarded(r, l, guard, change, patience) => Stmt::Guarded(*r, v(*l), *guard, *change, *patience),
        Stmt::Sync(m, body) => Stmt::Sync(*m, blocks(body)),
        Stmt::Try(m, patience, r, body) => Stmt::Try(*m, *patience, *r, blocks(body)),
        Stmt::If(cond, then, or) => Stmt::If(*cond, blocks(then), blocks(or)),
        Stmt::Loop(body) => Stmt::Loop(blocks(body)),
        Stmt::Spin(body) => Stmt::Spin(blocks(body)),
        other => other.clone(),
    };
    body.iter().map(one).collect()
}
