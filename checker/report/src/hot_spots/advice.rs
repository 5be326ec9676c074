//! What to try when a limit has ended a check.

use super::{class_of, share, total};
use crate::Run;
use crate::names::{escape, simple};
use crate::spot::Spot;
use mcr_explore::{Exploration, HotSpot, HotSpots, Limit};
use mcr_model::symbols::{Symbols, is_class_of_jdk, is_class_of_test_framework};
use mcr_protocol::{SiteId, ThreadId};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Less of the local states than this is not worth a change.
const MUCH: f64 = 0.25;

/// A place to which a thread comes as often as this is in a loop.
const LOOP: u64 = 4;

/// From so many threads with the same code on, fewer may show the same.
const THREADS: usize = 3;

/// How much more of a budget is worth the wait.
const MORE: u64 = 10;

/// Packages of libraries that write logs.
const LOGGING: [&str; 9] = [
    "ch.qos.logback.",
    "com.google.common.flogger.",
    "org.apache.commons.logging.",
    "org.apache.log4j.",
    "org.apache.logging.",
    "org.jboss.logging.",
    "org.jboss.logmanager.",
    "org.slf4j.",
    "org.tinylog.",
];

/// One thing to try; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What: an option, or a change of the program.
    pub what: String,
    /// Why that, and what it costs.
    pub why: String,
}

impl Advice {
    fn new(what: impl Into<String>, why: impl Into<String>) -> Advice {
        Advice { what: what.into(), why: why.into() }
    }

    /// In one line.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}: {}", self.what, self.why)
    }
}

/// All that makes sense, the least effort and the greatest effect first.
pub(super) fn of(run: &Run, hot: &HotSpots, names: &BTreeMap<ThreadId, String>) -> Vec<Advice> {
    let found = &run.exploration;
    let alike = alike(&hot.spots);
    let switched_off = switched_off(hot, &alike);
    let parts =
        [exclude(hot, &found.symbols), fewer_threads(hot, &alike, names), fewer_rounds(hot, &found.symbols, names)];
    let rest = [budget(run, hot), predict(hot, names)];
    switched_off.into_iter().chain(parts.into_iter().flatten()).chain(rest.into_iter().flatten()).collect()
}

/// Reductions that the user has turned off, where they would do something.
fn switched_off(hot: &HotSpots, alike: &[ThreadId]) -> Vec<Advice> {
    let mut all = Vec::new();
    if !hot.reductions.local_states {
        all.push(Advice::new("--local-states on", "histories that lead to the same local state then count as one"));
    }
    if !hot.reductions.symmetry && alike.len() > 1 {
        let why = format!("{} threads run the same code, and which of them is where then counts as one", alike.len());
        all.push(Advice::new("--symmetry on", why));
    }
    all
}

/// A library, or what writes logs, has much of it, and what it holds is used by nobody else.
fn exclude(hot: &HotSpots, symbols: &Symbols) -> Option<Advice> {
    let own = own_package(hot, symbols);
    let all = total(&hot.spots);
    let mut classes: BTreeMap<String, (u64, BTreeSet<u32>)> = BTreeMap::new();
    for spot in &hot.spots {
        let (states, touches) = classes.entry(class_of(symbols, spot)).or_default();
        *states += spot.local_states;
        touches.extend(&spot.touches);
    }
    let is_alone = |class: &str| {
        let touched = &classes[class].1;
        classes.iter().all(|(other, (_, touches))| other == class || touches.is_disjoint(touched))
    };
    let (class, (states, _)) = classes
        .iter()
        .filter(|(class, (states, _))| {
            share(*states, all) >= MUCH && is_beside(class, own.as_deref()) && is_alone(class)
        })
        .max_by_key(|(_, (states, _))| *states)?;
    let why = format!(
        "it has {:.0}% of the local states, and no other class uses what it holds. What it does is not checked then, nor what others learn from \
         it; the verdict names it",
        share(*states, all) * 100.0
    );
    // A glob that fits nothing would be complained of.
    let nested = format!("{class}$");
    let has_nested = |spot: &HotSpot| symbols.site(spot.site).is_some_and(|site| site.class.starts_with(&nested));
    let class = escape(class);
    let globs = if hot.spots.iter().any(has_nested) { format!("'{class},{class}$*'") } else { class };
    Some(Advice::new(format!("--exclude {globs}"), why))
}

/// Whether a class is not what the program is about: it writes logs, or is of a library.
fn is_beside(class: &str, own: Option<&str>) -> bool {
    // Code of the JDK cannot be left out, nor the program's own.
    let is_code = class.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    if !is_code || is_class_of_jdk(class) || is_class_of_test_framework(class) || class.starts_with("dev.mcr.") {
        return false;
    }
    let name = simple(class);
    let logs = LOGGING.iter().any(|package| class.starts_with(package))
        || ["Log", "Logger", "Logging"].iter().any(|end| name.ends_with(end));
    logs || own.is_some_and(|own| root(class) != own)
}

/// The first two parts of the package of the class that has the main method; none if that is not known.
fn own_package(hot: &HotSpots, symbols: &Symbols) -> Option<String> {
    let sites =
        hot.spots.iter().filter(|spot| spot.thread == ThreadId::MAIN).filter_map(|spot| symbols.site(spot.site));
    let mut mains = sites.filter(|site| site.method == "main" && !is_class_of_jdk(&site.class));
    mains.next().map(|site| root(&site.class)).filter(|root| !root.is_empty())
}

fn root(class: &str) -> String {
    let package = class.rsplit_once('.').map_or("", |(package, _)| package);
    package.split('.').take(2).collect::<Vec<_>>().join(".")
}

/// The threads that run the same code, where these have the most local states: at half of the places where one of two
/// is, the other one is, too.
fn alike(spots: &[HotSpot]) -> Vec<ThreadId> {
    let mut places: BTreeMap<ThreadId, (u64, BTreeSet<SiteId>)> = BTreeMap::new();
    for spot in spots.iter().filter(|spot| spot.site != SiteId::NONE) {
        let (states, sites) = places.entry(spot.thread).or_default();
        *states += spot.local_states;
        sites.insert(spot.site);
    }
    let mut threads: Vec<_> = places.into_iter().filter(|(thread, _)| *thread != ThreadId::MAIN).collect();
    threads.sort_by_key(|(_, (states, _))| Reverse(*states));
    let like = |one: &BTreeSet<SiteId>, other: &BTreeSet<SiteId>| {
        2 * one.intersection(other).count() >= one.union(other).count()
    };
    let groups = threads.iter().map(|(_, (_, first))| {
        let group = threads.iter().filter(|(_, (_, sites))| like(first, sites));
        let states: u64 = group.clone().map(|(_, (states, _))| states).sum();
        (states, group.map(|(thread, _)| *thread).collect::<Vec<_>>())
    });
    groups
        .filter(|(_, group)| group.len() > 1)
        .max_by_key(|(states, _)| *states)
        .map_or_else(Vec::new, |(_, group)| group)
}

fn fewer_threads(hot: &HotSpots, alike: &[ThreadId], names: &BTreeMap<ThreadId, String>) -> Option<Advice> {
    let states = total(hot.spots.iter().filter(|spot| alike.contains(&spot.thread)));
    let part = share(states, total(&hot.spots));
    if alike.len() < THREADS || part < MUCH {
        return None;
    }
    let mut called: Vec<&str> = alike.iter().map(|thread| names[thread].as_str()).collect();
    called.sort_unstable();
    let others = if called.len() > THREADS { ", …" } else { "" };
    let why = format!(
        "{} threads run the same code ({}{others}) and have {:.0}% of the local states; two of them show most of what can go wrong",
        alike.len(),
        called[..THREADS].join(", "),
        part * 100.0
    );
    Some(Advice::new("fewer threads", why))
}

/// A thread goes round in a loop: where, in the program's own code if that is known.
fn fewer_rounds(hot: &HotSpots, symbols: &Symbols, names: &BTreeMap<ThreadId, String>) -> Option<Advice> {
    let rounds = || hot.spots.iter().filter(|spot| spot.times >= LOOP && symbols.site(spot.site).is_some());
    let part = share(total(rounds()), total(&hot.spots));
    if part < MUCH {
        return None;
    }
    let is_own = |spot: &&HotSpot| symbols.site(spot.site).is_some_and(|site| !Spot::of(site).is_of_jdk());
    let most = |spot: &&HotSpot| Reverse((spot.local_states, spot.times));
    let own = rounds().filter(is_own).min_by_key(most);
    let spot = own.or_else(|| rounds().min_by_key(most))?;
    let (thread, place) = (&names[&spot.thread], escape(&symbols.place(spot.site)));
    let what = if own.is_some() { "fewer rounds" } else { "fewer tasks, or less in them" };
    let why = format!(
        "in its longest history {thread} comes {} times to {place}; places to which threads come {LOOP} times or more have {:.0}% of the \
         local states, and two or three rounds show most of what can go wrong",
        spot.times,
        part * 100.0
    );
    Some(Advice::new(what, why))
}

/// More of what there was too little of.
fn budget(run: &Run, hot: &HotSpots) -> Option<Advice> {
    let found = &run.exploration;
    let Exploration { executions, states, local_states, redundant_executions, .. } = found;
    let so_far = format!("{executions} executions have come to {local_states} local states so far");
    let taught = match redundant_executions {
        0 => ", each to some that were new".to_owned(),
        redundant => format!(", and {redundant} of them to nothing new"),
    };
    let (what, why) = match hot.limit {
        Limit::Executions => (format!("--max-executions {}", executions.saturating_mul(MORE)), so_far + &taught),
        Limit::Time => {
            let seconds = (run.wall.as_secs_f64() * 10.0).ceil();
            (format!("--timeout {seconds:.0}"), format!("in {:.0} s {so_far}{taught}", run.wall.as_secs_f64().max(1.0)))
        }
        Limit::States => (
            format!("--max-states {}", states.saturating_mul(MORE)),
            format!("{states} states of the model were searched; each takes about 30 bytes of memory"),
        ),
        Limit::Events => (
            format!("--max-events {}", hot.max_events.saturating_mul(MORE)),
            "if what was given up has an end, and is no loop that goes on for ever".to_owned(),
        ),
        Limit::Output => ("--max-output BYTES".to_owned(), "if what was given up has an end".to_owned()),
        Limit::Patience => return None,
    };
    Some(Advice::new(what, why))
}

/// Where there are several threads, one execution says something about others.
fn predict(hot: &HotSpots, names: &BTreeMap<ThreadId, String>) -> Option<Advice> {
    let why = "from one execution, what else could happen in another order: races, deadlocks and failures that a replay has shown, but never \
               the verdict that there are none";
    (names.len() > 1 && hot.limit != Limit::Output).then(|| Advice::new("--strategy predict --keep-going", why))
}
