//! Candidates for data races.
//!
//! Two accesses of different threads to one location, one of which writes, not both atomic: what [`mcr_explore::Race`] means. What no
//! cut can have is left out before the solver is asked: two threads in one monitor, or the one access behind the other's by starts, joins and links
//! alone. Of each pair of places in the code, pairs of events are tried that are close to each other in the trace.

use super::way::Stop;
use super::window::Window;
use mcr_explore::race_is_atomic;
use mcr_model::symbols::Symbols;
use mcr_protocol::{LocationId, RaceAccess, SiteId};
use rustc_hash::FxHashMap;

/// An access that a thread does in a window.
#[derive(Clone, Copy, Debug)]
struct Access {
    stop: Stop,
    site: SiteId,
    writes: bool,
    atomic: bool,
}

/// Two accesses that may be next at once.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Where.
    pub location: LocationId,
    /// The accesses.
    pub stops: [Stop; 2],
    /// Their places in the code, the lesser one first.
    pub sites: (SiteId, SiteId),
}

/// All pairs in a window, by the places of their accesses in the code; the closest ones first. `per_site`: of one pair of places.
pub fn pairs(window: &Window<'_>, symbols: &Symbols, per_sites: usize) -> Vec<Pair> {
    let mut accesses: FxHashMap<LocationId, FxHashMap<SiteId, Vec<Access>>> = FxHashMap::default();
    for stop in window.stops() {
        let Some((site, action, _)) = window.next(stop) else { continue };
        let Some(RaceAccess { location, writes, atomic }) = action.race_access() else { continue };
        let atomic = atomic || race_is_atomic(symbols, site, location);
        let access = Access { stop, site, writes, atomic };
        accesses.entry(location).or_default().entry(site).or_default().push(access);
    }
    let mut of_sites: FxHashMap<(SiteId, SiteId), Vec<(usize, Pair)>> = FxHashMap::default();
    for (&location, sites) in &accesses {
        for (&first, ones) in sites {
            for (&second, others) in sites.iter().filter(|(second, _)| first <= **second) {
                let found = of_sites.entry((first, second)).or_default();
                close_pairs(window, location, ones, others, per_sites, found);
            }
        }
    }
    let mut pairs = Vec::new();
    for (_, mut found) in of_sites {
        found.sort_by_key(|(distance, pair)| (*distance, pair.stops.map(|stop| stop.event)));
        pairs.extend(found.into_iter().take(per_sites));
    }
    pairs.sort_by_key(|(distance, pair)| (pair.sites, *distance, pair.stops.map(|stop| stop.event)));
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// Pairs of events at two places.
fn close_pairs(
    window: &Window<'_>,
    location: LocationId,
    ones: &[Access],
    others: &[Access],
    most: usize,
    found: &mut Vec<(usize, Pair)>,
) {
    let event = |access: &Access| access.stop.event.min(window.range.end);
    let same = ones[0].site == others[0].site;
    let mut by_time = others.to_vec();
    by_time.sort_by_key(event);
    for one in ones {
        // As many on each side as can be wanted of all.
        let here = by_time.partition_point(|other| event(other) < event(one));
        let near = &by_time[here.saturating_sub(most)..(here + most).min(by_time.len())];
        for other in near {
            let conflict = (one.writes || other.writes) && !(one.atomic && other.atomic);
            let again = same && one.stop.event > other.stop.event;
            if !conflict || again || one.stop.thread == other.stop.thread {
                continue;
            }
            let held = window.held(other.stop);
            if window.held(one.stop).iter().any(|monitor| held.contains(monitor)) {
                continue;
            }
            let sites = (one.site.min(other.site), one.site.max(other.site));
            let pair = Pair { location, stops: [one.stop, other.stop], sites };
            found.push((event(one).abs_diff(event(other)), pair));
        }
    }
}
