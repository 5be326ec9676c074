//! Candidates for deadlocks: threads that wait for each other's monitors in a circle.
//!
//! Each is in a monitor that the one before it wants to enter, and no monitor has two of them in it. That is necessary; whether they can come there
//! together, the solver says. Circles of any number of threads are looked for.

use super::way::Stop;
use super::window::Window;
use mcr_protocol::{Action, Limit, SiteId, Value};
use mcr_solve::Over;
use rustc_hash::{FxHashMap, FxHashSet};

/// A thread that is in monitors and wants to enter another one.
#[derive(Clone, Debug)]
struct Wish {
    stop: Stop,
    wanted: Value,
    held: Vec<Value>,
    site: SiteId,
}

/// Threads in a circle, each with what it wants to enter; and the places in the code, sorted.
pub type Circle = (Vec<Stop>, Vec<SiteId>);

/// Steps of the search for circles in one window.
const STEPS: usize = 1_000_000;

/// Of those, between two looks at whether it is over.
const LOOK: usize = 1000;

/// All circles in a window; of one kind (the same places in the code) only so many. False: there may be more, also because it is over.
pub fn circles(window: &mut Window<'_>, per_kind: usize, over: Over<'_>) -> (Vec<Circle>, bool) {
    let mut wishes: Vec<Wish> = window.stops().filter_map(|stop| wish(window, stop)).collect();
    wishes.sort_by_key(|wish| (wish.stop.event, wish.stop.thread));
    let mut by_held: FxHashMap<Value, Vec<usize>> = FxHashMap::default();
    for (i, wish) in wishes.iter().enumerate() {
        wish.held.iter().for_each(|&monitor| by_held.entry(monitor).or_default().push(i));
    }
    let mut search = Search {
        wishes: &wishes,
        by_held,
        per_kind,
        steps: STEPS,
        kinds: FxHashMap::default(),
        seen: FxHashSet::default(),
        found: Vec::new(),
        window,
        over,
    };
    for i in 0..wishes.len() {
        search.extend(&mut vec![i]);
    }
    (search.found, search.steps > 0)
}

fn wish(window: &Window<'_>, stop: Stop) -> Option<Wish> {
    let (site, action, _) = window.next(stop)?;
    let wanted = match *action {
        Action::Acquire { monitor, patience, .. } if patience.limit == Limit::Never => monitor,
        Action::Resume(monitor) => monitor,
        _ => return None,
    };
    let held = window.held(stop).to_vec();
    (!held.is_empty() && !held.contains(&wanted)).then_some(Wish { stop, wanted, held, site })
}

struct Search<'a, 'w> {
    window: &'a mut Window<'w>,
    over: Over<'a>,
    wishes: &'a [Wish],
    by_held: FxHashMap<Value, Vec<usize>>,
    per_kind: usize,
    steps: usize,
    kinds: FxHashMap<Vec<SiteId>, usize>,
    seen: FxHashSet<Vec<usize>>,
    found: Vec<Circle>,
}

impl Search<'_, '_> {
    /// Continues a chain in which each is in the monitor that the one before it wants.
    fn extend(&mut self, chain: &mut Vec<usize>) {
        let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else { return };
        let wanted = self.wishes[last].wanted;
        if chain.len() > 1 && self.wishes[first].held.contains(&wanted) {
            self.close(chain);
            return;
        }
        for next in self.by_held.get(&wanted).cloned().unwrap_or_default() {
            if self.steps.is_multiple_of(LOOK) && (self.over)() {
                self.steps = 0;
            }
            if self.steps == 0 {
                return;
            }
            self.steps -= 1;
            let wish = &self.wishes[next];
            let apart = |&i: &usize| {
                let other = &self.wishes[i];
                other.stop.thread != wish.stop.thread && !other.held.iter().any(|m| wish.held.contains(m))
            };
            // The first in the list begins the circle.
            if next > first && chain.iter().all(apart) {
                chain.push(next);
                self.extend(chain);
                chain.pop();
            }
        }
    }

    fn close(&mut self, chain: &[usize]) {
        let mut sites: Vec<SiteId> = chain.iter().map(|&i| self.wishes[i].site).collect();
        sites.sort_unstable();
        // What starts and joins exclude is not worth a question.
        let stops: Vec<Stop> = chain.iter().map(|&i| self.wishes[i].stop).collect();
        let pairs = stops.iter().enumerate().flat_map(|(i, one)| stops[..i].iter().map(move |other| (*other, *one)));
        for (one, other) in pairs {
            if self.window.is_ordered(one, other, self.over) {
                return;
            }
        }
        let count = self.kinds.entry(sites.clone()).or_default();
        if *count < self.per_kind && self.seen.insert(chain.to_vec()) {
            *count += 1;
            self.found.push((stops, sites));
        }
    }
}
