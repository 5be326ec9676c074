//! What a check that a limit has ended was busy with, and what to try: classes and threads with their shares of the
//! local states, and advice.
//!
//! The explorer counts ([`mcr_explore::HotSpots`]); here the counts get names, and the names a meaning.
//!
//! Invariant: advice says what in this program, or under this limit, is the reason for it; what would not help is not
//! said.

mod advice;

use super::Run;
use super::width;
use mcr_explore::{Exploration, HotSpot, Limit};
use mcr_model::symbols::Symbols;
use mcr_protocol::ThreadId;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub use advice::Advice;

/// Classes, and threads, of which the text tells.
const SHOWN: usize = 5;

/// Places of each of them that are listed.
const PLACES: usize = 5;

/// Where the local states are; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HotSpotsReport {
    /// What has ended the check: `executions`, `time`, `states`, `events`, `output`, `user`.
    pub limit: &'static str,
    /// Local states of which it is known what the thread does there: all that is counted here.
    pub local_states: u64,
    /// Of the classes whose code it is, most first; nested classes count for the class around them. The ends of threads are
    /// in no code.
    pub classes: Vec<Share>,
    /// Of the threads, most first.
    pub threads: Vec<Share>,
    /// What may help.
    #[serde(rename = "try")]
    pub advice: Vec<Advice>,
}

/// What a class, or a thread, has of the local states.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The name of the class or of the thread.
    pub name: String,
    /// How many.
    pub local_states: u64,
    /// Of all, from 0 to 1.
    pub share: f64,
    /// The places with the most of them.
    pub places: Vec<PlaceShare>,
}

/// What a place has of the local states.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlaceShare {
    /// Where, as `Class.method(File.java:12)`.
    pub location: String,
    /// How many.
    pub local_states: u64,
    /// Of all, from 0 to 1.
    pub share: f64,
    /// How many ways lead on from these: one for each outcome that is known of what threads do there.
    pub ways: u64,
}

impl HotSpotsReport {
    /// What people are shown: the title of a column, and the classes or threads in it.
    #[must_use]
    pub fn tables(&self) -> [(&'static str, &[Share]); 2] {
        [("class", &self.classes), ("thread", &self.threads)].map(|(title, all)| (title, &all[..all.len().min(SHOWN)]))
    }

    /// Of a run that a limit has ended; none of any other one, or where nothing is known.
    #[must_use]
    pub fn of(run: &Run) -> Option<HotSpotsReport> {
        let found = &run.exploration;
        let hot = found.hot_spots.as_ref().filter(|hot| !hot.spots.is_empty())?;
        let symbols = &found.symbols;
        let all = total(&hot.spots);
        let names = thread_names(found, &hot.spots);
        let share = |(name, spots): (String, Vec<&HotSpot>)| Share::of(name, &spots, all, symbols);
        let known = hot.spots.iter().filter(|spot| symbols.site(spot.site).is_some());
        let by_class = grouped(known, |spot| class_of(symbols, spot));
        let by_thread = grouped(&hot.spots, |spot| names[&spot.thread].clone());
        Some(HotSpotsReport {
            limit: match hot.limit {
                Limit::Executions => "executions",
                Limit::Time => "time",
                Limit::States => "states",
                Limit::Events => "events",
                Limit::Output => "output",
                Limit::Patience => "user",
            },
            local_states: all,
            classes: by_class.into_iter().map(share).collect(),
            threads: by_thread.into_iter().map(share).collect(),
            advice: advice::of(run, hot, &names),
        })
    }
}

impl Share {
    /// `12%`.
    #[must_use]
    pub fn percent(&self) -> String {
        format!("{:.0}%", self.share * 100.0)
    }

    /// The place with the most local states, if there is any.
    #[must_use]
    pub fn place(&self) -> &str {
        self.places.first().map_or("", |place| &place.location)
    }

    fn of(name: String, spots: &[&HotSpot], all: u64, symbols: &Symbols) -> Share {
        let known = spots.iter().copied().filter(|spot| symbols.site(spot.site).is_some());
        let places = grouped(known, |spot| symbols.place(spot.site));
        let places = places.into_iter().take(PLACES).map(|(location, spots)| PlaceShare {
            location,
            local_states: total(spots.iter().copied()),
            share: share(total(spots.iter().copied()), all),
            ways: spots.iter().map(|spot| spot.ways).sum(),
        });
        let local_states = total(spots.iter().copied());
        Share { name, local_states, share: share(local_states, all), places: places.collect() }
    }
}

fn total<'a>(spots: impl IntoIterator<Item = &'a HotSpot>) -> u64 {
    spots.into_iter().map(|spot| spot.local_states).sum()
}

/// A part of a whole, with three digits.
#[allow(clippy::cast_precision_loss, reason = "a share for people")]
fn share(part: u64, all: u64) -> f64 {
    (part as f64 / all.max(1) as f64 * 1000.0).round() / 1000.0
}

/// Places by a name of theirs, those with the most local states together first.
fn grouped<'a>(
    spots: impl IntoIterator<Item = &'a HotSpot>,
    name: impl Fn(&HotSpot) -> String,
) -> Vec<(String, Vec<&'a HotSpot>)> {
    let mut groups: BTreeMap<String, Vec<&HotSpot>> = BTreeMap::new();
    for spot in spots {
        groups.entry(name(spot)).or_default().push(spot);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, spots)| Reverse(total(spots.iter().copied())));
    groups
}

/// The class whose code a place is in, without those nested in it; nothing for the ends of threads and the like.
fn class_of(symbols: &Symbols, spot: &HotSpot) -> String {
    symbols.site(spot.site).map_or_else(String::new, |site| outer(&site.class).to_owned())
}

/// The class around a nested one.
fn outer(class: &str) -> &str {
    let simple = class.rfind('.').map_or(0, |dot| dot + 1);
    // A name may begin with the character.
    class[simple..].char_indices().skip(1).find(|(_, c)| *c == '$').map_or(class, |(at, _)| &class[..simple + at])
}

/// What the threads are called: two of one name are told apart by a number.
fn thread_names(found: &Exploration, spots: &[HotSpot]) -> BTreeMap<ThreadId, String> {
    let threads: BTreeSet<ThreadId> = spots.iter().map(|spot| spot.thread).collect();
    let mut uses: BTreeMap<String, u32> = BTreeMap::new();
    let name = |thread: ThreadId| {
        let name = super::escape(&found.symbols.thread_name(thread));
        let number = uses.entry(name.clone()).or_default();
        *number += 1;
        if *number == 1 { (thread, name) } else { (thread, format!("{name}#{number}")) }
    };
    threads.into_iter().map(name).collect()
}

/// The same as text.
pub fn render(out: &mut String, hot: &HotSpotsReport, columns: usize) {
    width::sentence(out, "", &format!("where the {} local states so far are:", hot.local_states), columns);
    for ((title, shown), all) in hot.tables().into_iter().zip([&hot.classes, &hot.threads]) {
        table(out, title, shown, columns);
        if let Some(more @ 1..) = all.len().checked_sub(SHOWN) {
            width::sentence(
                out,
                "  ",
                &format!("… {more} more; all of them are in the JSON report (--report FILE)"),
                columns,
            );
        }
    }
    out.push('\n');
    if !hot.advice.is_empty() {
        out.push_str("what to try:\n");
        for advice in &hot.advice {
            width::sentence(out, "  ", &advice.line(), columns);
        }
        out.push('\n');
    }
}

fn table(out: &mut String, title: &str, shown: &[Share], columns: usize) {
    let needs = shown.iter().map(|share| width::columns(&share.name)).max().unwrap_or(0).max(title.len());
    // "  100%  1234567  " and the blanks before the place.
    let room = columns.saturating_sub(20);
    let first = needs.min(room / 2);
    let line = |share: &str, states: &str, name: &str, place: &str| {
        let name = width::name(name, first);
        let padding = " ".repeat(first.saturating_sub(width::columns(&name)));
        let place = width::name(place, room.saturating_sub(first));
        width::cut(format!("  {share:>5}  {states:>7}  {name}{padding}  {place}").trim_end(), columns)
    };
    let _ = writeln!(out, "{}", line("share", "states", title, "most of them at"));
    for share in shown {
        let states = share.local_states.to_string();
        let _ = writeln!(out, "{}", line(&share.percent(), &states, &share.name, share.place()));
    }
}
