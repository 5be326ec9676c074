//! Where the local states are when a limit has ended a search, and what to try: counts argued by hand.

use crate::story::Story;
use crate::toy::compare::{exploration, options};
use crate::toy::names::{site_id, thread_id};
use crate::toy::program::Expr::C;
use crate::toy::program::Stmt::*;
use crate::toy::program::Toy;
use mcr_explore::{Conclusion, Exploration, HotSpot, HotSpots, Limit, Options, Reductions, ViolationKind};
use mcr_model::classes::Classes;
use mcr_model::symbols::{Definitions, Symbols};
use mcr_protocol::{Site, SiteId, ThreadId, ThreadInfo};
use mcr_report::snippet::Sources;
use mcr_report::{HotSpotsReport, Report, Run, html, text};

/// One thread reads x, then y; the other writes 1, 2 and 3 to x.
fn reader_and_writer() -> Toy {
    let writes = (1..=3).map(|value| Store(0, C(value))).collect();
    Toy::fork_join(&[0, 0], 0, vec![vec![Load(0, 0), Load(1, 1)], writes], vec![])
}

fn explored(toy: &Toy, options: &Options) -> Exploration {
    exploration(toy, options).0
}

fn spot(found: &HotSpots, thread: usize, pc: usize) -> HotSpot {
    let at = (thread_id(thread), site_id(thread, pc));
    found.spots.iter().find(|spot| (spot.thread, spot.site) == at).expect("it is known").clone()
}

#[test]
fn a_place_has_a_local_state_for_each_value_that_the_thread_has_read_before() {
    // Each execution shows one of the four values that x can have when it is read, so three of them three.
    let found = explored(&reader_and_writer(), &Options { max_executions: Some(3), ..options(true) });
    let hot = found.hot_spots.expect("a limit has ended it");
    assert_eq!(hot.limit, Limit::Executions);
    let numbers = |thread, pc| {
        let HotSpot { local_states, ways, times, .. } = spot(&hot, thread, pc);
        (local_states, ways, times)
    };
    // Where x is read, three values are known; y is always 0.
    assert_eq!([numbers(1, 0), numbers(1, 1)], [(1, 3, 1), (3, 3, 1)]);
    // The writer learns nothing.
    for pc in 0..3 {
        assert_eq!(numbers(2, pc), (1, 1, 1));
    }
    // Two starts, two joins and the end of main; three writes and an end; the first read, three of y, and three ends.
    assert_eq!(hot.spots.iter().map(|spot| spot.local_states).sum::<u64>(), 5 + 4 + 1 + 3 + 3);
    assert_eq!((hot.spots[0].thread, hot.spots[0].local_states), (thread_id(1), 3));
    // x is touched by both, y by one.
    assert_eq!(spot(&hot, 1, 0).touches, spot(&hot, 2, 0).touches);
    assert_ne!(spot(&hot, 1, 0).touches, spot(&hot, 1, 1).touches);
}

#[test]
fn nothing_is_said_where_no_limit_was_met() {
    let found = explored(&reader_and_writer(), &options(true));
    assert_eq!((found.conclusion, found.executions), (Conclusion::Complete, 4));
    assert!(found.hot_spots.is_none());
    let fails = Toy { threads: vec![vec![Fail("wrong")]], ..Toy::default() };
    let found = explored(&fails, &Options { keep_going: false, ..options(true) });
    assert_eq!(found.conclusion, Conclusion::FirstViolation);
    assert!(found.hot_spots.is_none());
}

#[test]
fn each_limit_is_told_from_the_others() {
    let limit = |toy: &Toy, options: Options| explored(toy, &options).hot_spots.expect("a limit has ended it").limit;
    let toy = reader_and_writer();
    assert_eq!(limit(&toy, Options { max_states: 1, ..options(true) }), Limit::States);
    let endless = Toy::fork_join(&[0], 0, vec![vec![Loop(vec![Add(0, 0, 1)])]], vec![]);
    let found = explored(&endless, &Options { max_events: 40, ..options(true) });
    let hot = found.hot_spots.expect("a limit has ended it");
    assert_eq!((hot.limit, hot.max_events), (Limit::Events, 40));
    // The only place of the loop; all but the start of the thread, at most the join beside it, is there.
    let HotSpot { times, local_states, .. } = hot.spots[0];
    assert_eq!(hot.spots[0].thread, thread_id(1));
    assert!((37..=40).contains(&times) && local_states == times, "{times} {local_states}");
}

const APP: u32 = 1;
const LOGGER: u32 = 3;

/// A program of `com.acme` with a library of logs: main and so many workers. What the logger touches there is 7, the
/// application 1.
struct Counted {
    workers: u64,
    logger_touches: u32,
    times: u64,
    limit: Limit,
    reductions: Reductions,
}

impl Default for Counted {
    fn default() -> Counted {
        Counted { workers: 3, logger_touches: 7, times: 1, limit: Limit::Executions, reductions: Reductions::ALL }
    }
}

impl Counted {
    fn run(&self) -> Run {
        let place = |id, class: &str, method: &str, line| Site {
            id: SiteId(id),
            class: class.into(),
            method: method.into(),
            file: Some("X.java".into()),
            line: Some(line),
            bci: 0,
            atomic: None,
            waits_once: false,
        };
        let workers = (0..self.workers).map(|nth| ThreadId::MAIN.child(nth));
        let names = workers.clone().map(|id| ThreadInfo { id, name: "worker".into() });
        let names = Definitions {
            sites: vec![
                place(APP, "com.acme.App", "main", 5),
                place(2, "com.acme.App$Task", "run", 12),
                place(LOGGER, "org.slf4j.Logger", "info", 99),
            ],
            threads: [ThreadInfo { id: ThreadId::MAIN, name: "main".into() }].into_iter().chain(names).collect(),
            ..Definitions::default()
        };
        let spot = |thread, site, local_states, touches| {
            let site = SiteId(site);
            HotSpot { thread, site, local_states, ways: local_states, times: self.times, touches: vec![touches] }
        };
        let of_worker = |thread| [spot(thread, 2, 20, 1), spot(thread, LOGGER, 30, self.logger_touches)];
        let mut run = Story::new(&[]).run(ViolationKind::Deadlock);
        let found = &mut run.exploration;
        found.violations.clear();
        found.conclusion = Conclusion::Incomplete("stopped after 3 executions (--max-executions)".into());
        found.symbols = Symbols::from(names);
        let spots = [spot(ThreadId::MAIN, APP, 10, 1)].into_iter().chain(workers.flat_map(of_worker)).collect();
        let (limit, reductions) = (self.limit, self.reductions);
        found.hot_spots = Some(HotSpots { limit, spots, max_events: 10_000, reductions });
        run
    }

    fn report(&self) -> HotSpotsReport {
        HotSpotsReport::of(&self.run()).expect("a limit has ended it")
    }

    fn tries(&self) -> Vec<String> {
        self.report().advice.into_iter().map(|advice| advice.what).collect()
    }
}

#[test]
fn classes_and_threads_have_their_shares_of_the_local_states() {
    let hot = Counted::default().report();
    // 10 of main, 20 and 30 of each of three workers.
    assert_eq!((hot.limit, hot.local_states), ("executions", 160));
    let shares = |all: &[mcr_report::hot_spots::Share]| -> Vec<(String, u64, f64)> {
        all.iter().map(|share| (share.name.clone(), share.local_states, share.share)).collect()
    };
    // A nested class counts for the one around it.
    let expected = [("org.slf4j.Logger".to_owned(), 90, 0.563), ("com.acme.App".to_owned(), 70, 0.438)];
    assert_eq!(shares(&hot.classes), expected);
    let places: Vec<_> =
        hot.classes[1].places.iter().map(|place| (place.location.as_str(), place.local_states)).collect();
    assert_eq!(places, [("com.acme.App$Task.run(X.java:12)", 60), ("com.acme.App.main(X.java:5)", 10)]);
    let threads: Vec<_> = hot.threads.iter().map(|share| (share.name.as_str(), share.local_states)).collect();
    assert_eq!(threads, [("worker", 50), ("worker#2", 50), ("worker#3", 50), ("main", 10)]);
}

#[test]
fn what_to_try_fits_the_program_and_the_limit() {
    let exclude = "--exclude org.slf4j.Logger";
    let (budget, predict) = ("--max-executions 30", "--strategy predict --keep-going");
    assert_eq!(Counted::default().tries(), [exclude, "fewer threads", budget, predict]);
    // The application uses what the logger holds.
    assert_eq!(Counted { logger_touches: 1, ..Counted::default() }.tries(), ["fewer threads", budget, predict]);
    // With fewer than two workers there would be nothing to see.
    assert_eq!(Counted { workers: 2, ..Counted::default() }.tries(), [exclude, budget, predict]);
    let loops = Counted { workers: 2, times: 9, ..Counted::default() };
    assert_eq!(loops.tries(), [exclude, "fewer rounds", budget, predict]);
    let why = loops.report().advice.into_iter().find(|advice| advice.what == "fewer rounds").unwrap().why;
    assert!(why.contains("worker comes 9 times to org.slf4j.Logger.info(X.java:99)"), "{why}");
    let off = Counted { reductions: Reductions { symmetry: false, ..Reductions::ALL }, ..Counted::default() };
    assert_eq!(off.tries()[0], "--symmetry on");
    for (limit, budget) in [
        (Limit::Time, Some("--timeout 15")),
        (Limit::States, Some("--max-states 90")),
        (Limit::Events, Some("--max-events 100000")),
        (Limit::Output, Some("--max-output BYTES")),
        (Limit::Patience, None),
    ] {
        let tries = Counted { limit, ..Counted::default() }.tries();
        let options = ["--timeout", "--max-states", "--max-events", "--max-output", "--max-executions"];
        let budgets: Vec<&str> = tries
            .iter()
            .map(String::as_str)
            .filter(|what| options.iter().any(|option| what.starts_with(option)))
            .collect();
        assert_eq!(budgets, budget.into_iter().collect::<Vec<_>>(), "{limit:?}");
    }
}

#[test]
fn text_json_and_page_say_the_same() {
    let run = Counted::default().run();
    let report = Report::new(&run, "auto", Classes::default());
    let text = text::render_for(&report, &run, 100, false);
    let table = [
        "where the 160 local states so far are:",
        "  share   states  class             most of them at",
        "    56%       90  org.slf4j.Logger  org.slf4j.Logger.info(X.java:99)",
        "    44%       70  com.acme.App      com.acme.App$Task.run(X.java:12)",
        "",
    ];
    assert!(text.contains(&table.join("\n")), "{text}");
    assert!(text.contains("what to try:\n  --exclude org.slf4j.Logger: it has 56% of"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["hot_spots"]["classes"][0]["share"], 0.563);
    assert_eq!(json["hot_spots"]["try"][1]["what"], "fewer threads");
    let page = html::render(&report, &run, &Sources::none());
    for said in ["Where the 160 local states so far are", "56%", "<code>fewer threads</code>"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    // Nothing of it where there is no limit.
    let mut run = run;
    run.exploration.hot_spots = None;
    let report = Report::new(&run, "auto", Classes::default());
    assert!(!text::render_for(&report, &run, 100, false).contains("what to try"));
    assert!(!html::render(&report, &run, &Sources::none()).contains("hot-spots"));
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert!(json["hot_spots"].is_null());
}
