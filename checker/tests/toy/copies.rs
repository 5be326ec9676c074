//! Random programs with threads that are copies of one another, or almost.

use super::generator::pieces;
use super::program::Expr::{C, R};
use super::program::Stmt::*;
use super::program::{Cmp, Cond, Expr, FLAG, PERMIT, Stmt, Toy, patience};
use super::rng::Rng;
use mcr_protocol::{Change, Guard, Limit, MemoryModel, Timeouts, mix};

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
        let uses = [
            vec![Stmt::Load(0, 0), Stmt::Store(OWN, Expr::R(0))],
            vec![Stmt::Store(OWN, Expr::C(1))],
            vec![Stmt::Add(1, OWN, 1)],
            vec![Stmt::Store(OWN, Expr::R(0))],
            vec![Stmt::Load(0, OWN)],
            vec![Stmt::Load(0, OWN), Stmt::Store(0, Expr::R(0))],
        ];
        let at = rng.below(body.len() + 1);
        body.splice(at..at, uses[rng.below(6)].clone());
        if rng.chance(50) {
            body.extend(uses[rng.below(6)].clone());
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
    let given_before = rng.chance(70);
    for t in 1..threads {
        if t <= copies && !given_before {
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
    let same_places = (0..threads.len()).map(|t| if t > 0 && t <= copies { 1 } else { t }).collect();
    let ends = if rng.chance(10) && toy.monitors > 0 { vec![Some(0); threads.len()] } else { vec![] };
    Toy { threads, variables: initial.len(), initial, ends, copies: same_places, ..toy }
}

/// The same program with all threads but main as copies of the first of them.
pub fn all_alike(toy: Toy) -> Toy {
    Toy { copies: (0..toy.threads.len()).map(|t| t.min(1)).collect(), ..toy }
}

/// The same program with the numbers of threads 1 and 2 exchanged.
pub fn mirrored(mut toy: Toy) -> Toy {
    let other = |t: usize| [0, 2, 1].get(t).copied().unwrap_or(t);
    let v = |v: usize| match v {
        FLAG.. => FLAG + other(v - FLAG),
        PERMIT.. => PERMIT + other(v - PERMIT),
        _ => v,
    };
    toy.threads.swap(1, 2);
    for body in &mut toy.threads {
        *body = renamed(body, &v, &other);
    }
    toy
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
    renamed(body, &v, &|t| t)
}

/// Code with other numbers of variables and of threads.
fn renamed(body: &[Stmt], v: &impl Fn(usize) -> usize, t: &impl Fn(usize) -> usize) -> Vec<Stmt> {
    let blocks = |body: &Vec<Stmt>| renamed(body, v, t);
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
        Stmt::Start(child, daemon, e) => Stmt::Start(t(*child), *daemon, *e),
        Stmt::Join(child) => Stmt::Join(t(*child)),
        Stmt::JoinFor(r, child, patience) => Stmt::JoinFor(*r, t(*child), *patience),
        Stmt::Alive(r, other) => Stmt::Alive(*r, t(*other)),
        Stmt::State(r, other) => Stmt::State(*r, t(*other)),
        other => other.clone(),
    };
    body.iter().map(one).collect()
}

/// Programs with copies that are not interchangeable, or not always; what they tell them apart by.
pub fn traps() -> Vec<(&'static str, Toy)> {
    // Who reads 0 and who reads 1 is up to the third thread.
    let reads_into = |v: usize| vec![Load(0, 0), Store(v, R(0))];
    let writer = vec![Store(0, C(1))];
    let is = |r, k| Cond(R(r), Cmp::Eq, C(k));
    let shown = |v: usize| [Load(0, v), Print(R(0))];
    let alike = |toy: Toy| Toy { copies: vec![0, 1, 1, 3], ..toy };
    let main = |main: Vec<Stmt>, copies: Vec<Vec<Stmt>>, other: Vec<Stmt>, variables: usize| {
        let starts = (1..=copies.len() + 1).map(|t| Start(t, false, C(0)));
        let threads: Vec<_> = [starts.chain(main).collect()].into_iter().chain(copies).chain([other]).collect();
        alike(Toy { threads, variables, monitors: 2, initial: vec![0; variables], ..Toy::default() })
    };
    let own = || vec![reads_into(1), reads_into(2)];
    let same = |body: &[Stmt]| vec![body.to_vec(), body.to_vec()];
    let joins = || vec![Join(1), Join(2), Join(3)];
    let says = |r, k| If(is(r, k), vec![Say("yes")], vec![Say("no")]);
    let adds = [Add(0, 0, 1), Add(0, 0, 1)];
    let waits = [Sync(0, vec![WaitIn(0, 0, patience(Limit::Never, true), 1), Add(2, 0, 1)])];
    let interrupted = [waits.to_vec(), vec![If(is(1, 0), vec![Store(1, C(1))], vec![Store(1, C(2))])]].concat();
    let in_queue = [Add(0, 0, 1), Sync(1, vec![WaitIn(1, 1, patience(Limit::Never, false), 1)]), Print(R(0))];
    let guarded =
        |v| vec![Guarded(1, v, Guard::AtLeast(1), Change::Add(-1), patience(Limit::Never, false)), Add(0, 0, 1)];
    let spins = |v| Spin(vec![Load(1, v), If(is(1, 1), vec![Break(1)], vec![]), Set(1, C(0))]);
    let coordinator = vec![Start(1, false, C(0)), Start(2, false, C(0)), Join(2), Load(0, 0), Print(R(0)), Join(1)];
    vec![
        (
            "results in their order",
            main([joins(), shown(1).into(), shown(2).into()].concat(), own(), writer.clone(), 3),
        ),
        (
            "a result between joins",
            main([vec![Join(1)], shown(1).into(), vec![Join(2)], shown(2).into()].concat(), own(), writer.clone(), 3),
        ),
        (
            "work between joins",
            main([vec![Join(1)], shown(0).into(), vec![Join(2)], shown(0).into()].concat(), same(&adds), vec![], 1),
        ),
        ("only one is joined", main([vec![Join(1)], shown(0).into()].concat(), same(&adds), vec![], 1)),
        (
            "one is joined twice",
            main([vec![Join(1), Join(1), Join(2)], shown(0).into()].concat(), same(&adds), vec![], 1),
        ),
        ("whether one is alive", main(vec![Alive(0, 1), Load(1, 0), Print(R(0)), Print(R(1))], same(&adds), vec![], 1)),
        (
            "what one is doing",
            main(vec![State(0, 1), Print(R(0)), Join(1), Join(2)], same(&[Sync(0, adds.to_vec())]), vec![], 1),
        ),
        (
            "a join with a limit",
            alike(Toy {
                timeouts: Timeouts::Any,
                ..main(
                    vec![JoinFor(0, 1, patience(Limit::Timed, false)), Load(1, 0), Print(R(0)), Print(R(1))],
                    same(&adds),
                    vec![],
                    1,
                )
            }),
        ),
        (
            "a join that may be interrupted",
            main(
                vec![JoinFor(0, 1, patience(Limit::Never, true)), Load(1, 0), Print(R(0)), Print(R(1)), Join(2)],
                same(&adds),
                vec![Store(FLAG, C(1))],
                1,
            ),
        ),
        ("joined by another", main(vec![Join(2), Join(3)], same(&adds), vec![Join(1), Load(0, 0), Print(R(0))], 1)),
        (
            "one is interrupted",
            main(
                [vec![Store(FLAG + 1, C(1)), Sync(0, vec![NotifyAll(0)])], shown(1).into()].concat(),
                same(&interrupted),
                vec![],
                2,
            ),
        ),
        (
            "one interrupts itself",
            main(
                joins(),
                vec![
                    [vec![Store(FLAG + 1, C(1))], interrupted.clone()].concat(),
                    [vec![Load(0, FLAG + 2)], interrupted.clone()].concat(),
                ],
                vec![Sync(0, vec![NotifyAll(0)])],
                2,
            ),
        ),
        (
            "flags that they set themselves",
            main(
                [joins(), vec![Load(0, FLAG + 1), Load(1, FLAG + 2), Print(R(0)), Print(R(1))]].concat(),
                (1..=2).map(|t| vec![Load(0, 0), If(is(0, 1), vec![Store(FLAG + t, C(1))], vec![])]).collect(),
                writer.clone(),
                1,
            ),
        ),
        (
            "one gets a permit",
            main(
                [vec![Store(PERMIT + 1, C(1)), Join(1)], shown(0).into()].concat(),
                same(&[Park(0, Limit::Never), Add(0, 0, 1)]),
                vec![],
                1,
            ),
        ),
        (
            "a queue",
            main(
                vec![Sync(1, vec![Signal(1, 1)]), Sync(1, vec![Signal(1, 1)])],
                same(&in_queue),
                vec![Sync(1, vec![SignalAll(1, 1)])],
                1,
            ),
        ),
        (
            "monitors in another order",
            main(
                joins(),
                vec![vec![Sync(0, vec![Sync(1, adds.to_vec())])], vec![Sync(1, vec![Sync(0, adds.to_vec())])]],
                vec![],
                1,
            ),
        ),
        (
            "locations of their own, given late",
            main(
                [vec![Store(1, C(1)), Store(2, C(1)), Load(0, 0), Print(R(0)), Store(1, C(0))], joins()].concat(),
                vec![vec![Load(1, 1), says(1, 0)], vec![Load(1, 2), says(1, 0)]],
                writer.clone(),
                3,
            ),
        ),
        (
            "locations that a third thread reads",
            main([vec![Alive(0, 3)], joins()].concat(), own(), [shown(1), shown(2)].concat(), 3),
        ),
        ("what main is doing", main(joins(), same(&adds), vec![State(1, 0), State(2, 0), Print(R(1)), Print(R(2))], 1)),
        (
            "main interrupts itself",
            main(
                vec![
                    Load(0, 0),
                    If(is(0, 1), vec![Store(FLAG, C(1))], vec![]),
                    JoinFor(0, 1, patience(Limit::Never, true)),
                    Load(1, 0),
                    Print(R(0)),
                    Print(R(1)),
                    Join(2),
                ],
                same(&adds),
                vec![],
                1,
            ),
        ),
        (
            "main interrupts itself before it joins",
            main(
                vec![Store(FLAG, C(1)), Join(2), JoinFor(0, 1, patience(Limit::Never, true)), Print(R(0)), Join(3)],
                same(&[Load(0, 0)]),
                vec![],
                1,
            ),
        ),
        (
            "locations that main waits for",
            main(
                [vec![spins(2)], shown(0).into()].concat(),
                vec![vec![Store(1, C(1)), Add(0, 0, 1)], vec![Store(2, C(1)), Add(0, 0, 1)]],
                vec![],
                3,
            ),
        ),
        (
            "guards of their own",
            main(
                [vec![Store(2, C(1))], shown(0).into(), vec![Store(1, C(1))], joins()].concat(),
                vec![guarded(1), guarded(2)],
                vec![],
                3,
            ),
        ),
        ("a coordinator", {
            let threads = vec![
                [vec![Start(3, false, C(0)), Join(3)], shown(0).into()].concat(),
                adds.to_vec(),
                adds.to_vec(),
                coordinator,
            ];
            alike(Toy { threads, variables: 1, monitors: 0, initial: vec![0], ..Toy::default() })
        }),
        ("one may not be started", {
            let start = |t| If(is(0, 0), vec![Start(t, false, C(0))], vec![]);
            let begins =
                vec![Start(3, false, C(0)), Load(0, 0), start(1), Load(0, 0), start(2), Load(0, 0), Print(R(0))];
            alike(Toy {
                threads: vec![begins, adds.to_vec(), adds.to_vec(), writer],
                variables: 1,
                initial: vec![0],
                ..Toy::default()
            })
        }),
    ]
}
