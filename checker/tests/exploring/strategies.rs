//! Strategies: what walks alone find, and what they do for the search.

use crate::toy::brute::everything;
use crate::toy::compare::{exploration, options};
use crate::toy::generator::program_under;
use crate::toy::program::Expr::Plus;
use crate::toy::program::Stmt::{Load, Store, Sync};
use crate::toy::program::Toy;
use mcr_explore::{Conclusion, Exploration, Options, Strategy, Walker};
use std::collections::BTreeSet;

fn with(strategy: Strategy) -> Options {
    Options { strategy, ..options(true) }
}

fn outcomes(found: &Exploration) -> BTreeSet<(String, String)> {
    found.outcomes.iter().map(|outcome| (outcome.stdout.clone(), outcome.end.clone())).collect()
}

/// Walks with few deviations are all interleavings in the end, but for the order of steps that concern nobody, so when none is left they have found what brute
/// force finds.
#[test]
fn when_no_walk_with_deviations_is_left_everything_was_found() {
    let mut exhausted = 0;
    for seed in 0..400 {
        let toy = program_under(None, 7_000_003 + seed);
        let Some(all) = everything(&toy, 120).filter(|all| !all.endless) else { continue };
        let (found, executed) = exploration(&toy, &with(Strategy::Walks(Walker::Icb)));
        let Conclusion::Incomplete(why) = &found.conclusion else { panic!("{:?}\n{toy:#?}", found.conclusion) };
        assert!(outcomes(&found).is_subset(&all.outcomes), "{toy:#?}");
        assert!(executed.is_subset(&all.histories), "{toy:#?}");
        if why.contains("no walk was left") {
            exhausted += 1;
            assert_eq!(outcomes(&found), all.outcomes, "{toy:#?}");
        }
    }
    assert!(exhausted >= 50, "{exhausted} programs are too few to show anything");
}

/// What is found by chance is there, and an execution is made only of what is not known.
#[test]
fn walks_by_chance_find_nothing_that_is_not_there() {
    for seed in 0..30 {
        let toy = program_under(None, 9_000_011 + seed);
        let Some(all) = everything(&toy, 2_000).filter(|all| !all.endless) else { continue };
        for walker in [Walker::Random, Walker::Pct, Walker::Pos] {
            let options = Options { max_executions: Some(all.histories.len() as u64), ..with(Strategy::Walks(walker)) };
            let (found, executed) = exploration(&toy, &Options { max_events: 200, ..options });
            assert!(matches!(found.conclusion, Conclusion::Incomplete(_)), "{:?}\n{toy:#?}", found.conclusion);
            assert!(outcomes(&found).is_subset(&all.outcomes), "{walker:?}\n{toy:#?}");
            assert!(executed.is_subset(&all.histories), "{walker:?}\n{toy:#?}");
            assert_eq!(found.redundant_executions, 0, "{walker:?}\n{toy:#?}");
        }
    }
}

/// So many threads, each of which adds one to a variable in a monitor.
fn alike(threads: usize) -> Toy {
    let add = || vec![Sync(0, vec![Load(0, 0), Store(0, Plus(0, 1))])];
    Toy::fork_join(&[0], 1, (0..threads).map(|_| add()).collect(), vec![Load(0, 0)])
}

/// Each thread can read any number. The search finds the last threads in another order first, and has little that is new in each execution; a walk begins with
/// another thread, and all others after it read something new as well.
#[test]
fn where_threads_are_alike_walks_save_most_executions() {
    let toy = alike(12);
    let [(search, _), (auto, _)] =
        [Strategy::Search, Strategy::Auto].map(|strategy| exploration(&toy, &with(strategy)));
    for found in [&search, &auto] {
        assert_eq!(found.conclusion, Conclusion::Complete);
        assert_eq!(found.redundant_executions, 0);
    }
    assert_eq!((search.walks, outcomes(&search)), (0, outcomes(&auto)));
    assert!(
        auto.executions * 2 < search.executions,
        "{} executions, {} without walks",
        auto.executions,
        search.executions
    );
}
