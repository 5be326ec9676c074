//! Predictions in which reads that decide about nothing may see anything.
//!
//! The threads run one after the other in the trace, in the order in which they are written down.

use super::fuzz::{exists, locking, programs, seeds};
use super::{ALL, deadlocks, predicted, predicted_knowing, races};
use crate::toy::brute::everything;
use crate::toy::dependences::Dependences;
use crate::toy::names::location_id;
use crate::toy::program::{Cmp, Cond, Expr, Stmt, Toy};
use Stmt::{If, Load, Store, Sync};
use mcr_explore::{Conclusion, Exploration};
use mcr_predict::Effort;
use mcr_protocol::Order;

const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

fn set(v: usize) -> Stmt {
    Store(v, Expr::C(1))
}

fn is(r: usize, value: i64) -> Cond {
    Cond(Expr::R(r), Cmp::Eq, Expr::C(value))
}

fn toy(threads: Vec<Vec<Stmt>>) -> Toy {
    Toy::fork_join(&[0; 3], 3, threads, Vec::new())
}

fn knowing(toy: &Toy) -> Exploration {
    predicted_knowing(toy, &Dependences::of(toy), &ALL)
}

fn reason(found: &Exploration) -> &str {
    let Conclusion::Incomplete(reason) = &found.conclusion else { panic!("{:?}", found.conclusion) };
    reason
}

/// How many races there are without dependences, and with them.
fn number_of_races(threads: Vec<Vec<Stmt>>) -> (usize, usize) {
    let toy = toy(threads);
    (races(&predicted(&toy).races).len(), races(&knowing(&toy).races).len())
}

/// y=1; lock; x=1; unlock || lock; ...; unlock; y=2. The second thread's read of x sees 1 in the trace, so with that value the first one is past
/// its write of y whenever the second one comes to its own.
fn behind(inside: Vec<Stmt>, after: Vec<Stmt>) -> Vec<Vec<Stmt>> {
    vec![vec![set(Y), Sync(0, vec![set(X)])], [vec![Sync(0, inside)], after].concat()]
}

#[test]
fn a_race_behind_a_read_that_decides_about_nothing() {
    assert_eq!(number_of_races(behind(vec![Load(0, X)], vec![Store(Y, Expr::C(2))])), (0, 1));
}

#[test]
fn a_race_of_a_write_whose_value_depends_on_the_read() {
    assert_eq!(number_of_races(behind(vec![Load(0, X)], vec![Store(Y, Expr::Plus(0, 1))])), (0, 1));
}

#[test]
fn no_race_behind_a_read_that_decides_about_the_access() {
    let decides = vec![If(is(0, 1), vec![Store(Y, Expr::C(2))], vec![])];
    assert_eq!(number_of_races(behind(vec![Load(0, X)], decides)), (0, 0));
}

#[test]
fn a_read_decides_through_another_variable() {
    // z = x; if (z == 1) y = 2: the read of z needs the write of z, and that what x was.
    let inside = vec![Load(0, X), Store(Z, Expr::R(0)), Load(1, Z)];
    let decides = vec![If(is(1, 1), vec![Store(Y, Expr::C(2))], vec![])];
    let toy = toy(behind(inside, decides));
    let found = knowing(&toy);
    assert_eq!(races(&found.races).len(), 0);
    // Nor is it tried.
    assert!(reason(&found).contains("; 0 of them with 0 reads let free"), "{}", reason(&found));
}

#[test]
fn an_update_that_decides_about_nothing_may_find_anything() {
    let update = |then| vec![vec![set(Y), Stmt::Add(0, X, 1)], [vec![Stmt::Cas(0, X, 7, 8)], then].concat()];
    assert_eq!(number_of_races(update(vec![Store(Y, Expr::C(2))])), (0, 1));
    assert_eq!(number_of_races(update(vec![If(is(0, 1), vec![Store(Y, Expr::C(2))], vec![])])), (0, 0));
}

#[test]
fn an_update_decides_about_what_others_find() {
    // y=1; x=1 || x += 1 || if (x == 2) y=2: what the third one finds was written by an update, which found 1.
    let third = vec![Load(0, X), If(is(0, 2), vec![Store(Y, Expr::C(2))], vec![])];
    let volatile = Stmt::StoreAs(X, Expr::C(1), Order::Volatile);
    let toy = toy(vec![vec![set(Y), volatile], vec![Stmt::Add(0, X, 1)], third]);
    let on_y = |found: &Exploration| found.races.iter().filter(|race| race.location == location_id(Y)).count();
    let found = knowing(&toy);
    assert_eq!((on_y(&predicted(&toy)), on_y(&found)), (0, 0));
    assert!(reason(&found).contains("; 0 of them with 0 reads let free"), "{}", reason(&found));
}

#[test]
fn a_deadlock_behind_a_read_that_decides_about_nothing() {
    // lock a; lock b; x=1 || r=x; lock b; lock a
    let first = vec![Sync(0, vec![Sync(1, vec![])]), set(X)];
    let second = |inner| vec![Load(0, X), inner];
    let other_order = || Sync(1, vec![Sync(0, vec![])]);
    let number = |second: Vec<Stmt>| {
        let toy = toy(vec![first.clone(), second]);
        (deadlocks(&predicted(&toy)).len(), deadlocks(&knowing(&toy)).len())
    };
    assert_eq!(number(second(other_order())), (0, 1));
    assert_eq!(number(second(If(is(0, 1), vec![other_order()], vec![]))), (0, 0));
}

#[test]
fn what_is_let_free_is_counted() {
    let found = knowing(&toy(behind(vec![Load(0, X)], vec![Store(Y, Expr::C(2))])));
    let said = "; 1 of them with 1 reads let free (--dependences on), 1 of these confirmed";
    assert!(reason(&found).contains(said), "{}", reason(&found));
    assert!(!reason(&predicted(&toy(vec![vec![set(X)]]))).contains("free"));
}

/// With dependences nothing is lost, and more is found; all of it exists.
#[test]
fn nothing_is_lost_by_letting_reads_be_free() {
    let limit = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    let small = Effort { window: 6, ..ALL };
    let (mut compared, mut before, mut now, mut exist) = (0, 0, 0, 0);
    let (mut circles_before, mut circles) = (0, 0);
    for (seed, toy) in programs().chain(seeds().map(|(seed, model)| (seed, locking(model, seed)))) {
        let dependences = Dependences::of(&toy);
        let dependences = if seed % 2 == 0 { dependences } else { dependences.saying_less(seed) };
        for effort in [&ALL, &small] {
            let strict = super::predicted_with(&toy, effort);
            let found = predicted_knowing(&toy, &dependences, effort);
            let context = || format!("seed {seed}: {toy:#?}\n{:?}\n{:?}", strict.conclusion, found.conclusion);
            let (strict_races, found_races) = (races(&strict.races), races(&found.races));
            assert!(strict_races.is_subset(&found_races), "{strict_races:?} {found_races:?} {}", context());
            let (strict_circles, found_circles) = (deadlocks(&strict), deadlocks(&found));
            assert!(strict_circles.is_subset(&found_circles), "{strict_circles:?} {found_circles:?} {}", context());
            (before, now) = (before + strict_races.len(), now + found_races.len());
            (circles_before, circles) = (circles_before + strict_circles.len(), circles + found_circles.len());
            if found_races != strict_races || found_circles != strict_circles {
                let Some(all) = everything(&toy, limit).filter(|all| !all.endless) else { continue };
                exist += all.races.len();
                match exists(&found, &toy, limit) {
                    Some(Err(message)) => panic!("{message} {}", context()),
                    Some(Ok(())) => compared += 1,
                    None => {}
                }
            }
        }
    }
    println!(
        "races: {before}, with dependences {now}; deadlocks: {circles_before}, {circles}; {compared} programs in which there are more, \
         with {exist} races in all"
    );
    assert!(compared > 0 && now > before);
}
