//! Calls that the search takes for one step though they are none: whether two of one object can happen at once.
//!
//! Objects whose code is not checked are called in one step. Where nothing orders two such calls of one object, and nothing
//! inside makes them exclude each other, a program can see more than the search does. Traces say which calls may be
//! concerned ([`CoarseCall`]); that two threads are both about to do them in one reachable state is found as races are
//! ([`super::races`]): the steps conflict.

use mcr_model::Model;
use mcr_model::names::ThreadIx;
use mcr_model::state::State;
use mcr_model::symbols::Symbols;
use mcr_model::trie::Op;
use mcr_protocol::{Below, CoarseCall, SiteId};
use std::collections::{BTreeMap, BTreeSet};

/// What is called by two threads at once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Called {
    /// An object of this class.
    Object(String),
    /// Two objects of these classes, which share state.
    Sharing([String; 2]),
}

/// The calls found so far.
#[derive(Debug, Default)]
pub struct CoarseCalls {
    /// Places, by what is called there.
    found: BTreeMap<Called, BTreeSet<SiteId>>,
    /// A buffer of [`CoarseCalls::look`].
    next: Vec<Next>,
}

/// What a thread does next, to something that calls update.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// The version, or the lock of it.
    what: u64,
    updates: bool,
    site: SiteId,
}

impl CoarseCalls {
    /// Looks what the running threads do next.
    pub fn look(&mut self, model: &Model, state: &State, running: &[ThreadIx]) {
        if !model.symbols.has_coarse_calls() {
            return;
        }
        self.next.clear();
        self.next.extend(running.iter().filter_map(|&thread| next(model, state, thread)));
        for (n, one) in self.next.iter().enumerate() {
            for other in &self.next[..n] {
                if one.what != other.what || !one.updates && !other.updates {
                    continue;
                }
                for objects in concerned(&model.symbols, one, other) {
                    self.found.entry(objects).or_default().extend([one.site, other.site]);
                }
            }
        }
    }

    /// What was found: places by what is called there.
    #[must_use]
    pub fn found(self) -> Vec<(Called, Vec<SiteId>)> {
        self.found.into_iter().map(|(called, sites)| (called, sites.into_iter().collect())).collect()
    }
}

fn next(model: &Model, state: &State, thread: ThreadIx) -> Option<Next> {
    let cell = model.tries.cell(state.thread(thread).cell);
    let (what, updates) = match cell.op? {
        Op::Read(location) => (model.names.location_id(location).0, false),
        Op::Update(location, _) => (model.names.location_id(location).0, true),
        Op::Acquire { monitor, .. } => (model.names.monitor_id(monitor).0, true),
        _ => return None,
    };
    Some(Next { what, updates, site: cell.site })
}

/// What calls at the two places concern in such a way.
fn concerned<'a>(symbols: &'a Symbols, one: &Next, other: &Next) -> impl Iterator<Item = Called> + 'a {
    let there = symbols.coarse_calls(other.site, other.what);
    let here = symbols.coarse_calls(one.site, one.what).iter();
    let pairs = here.flat_map(move |call| there.iter().map(move |found| (call, found)));
    pairs.filter(|(call, found)| interfere(call, found)).map(|(call, found)| {
        let mut classes = [call.class.clone(), found.class.clone()];
        classes.sort();
        if call.object == found.object { Called::Object(call.class.clone()) } else { Called::Sharing(classes) }
    })
}

/// Whether one of two calls, made at once, can come in the middle of the other.
fn interfere(one: &CoarseCall, other: &CoarseCall) -> bool {
    if one.object == other.object {
        return !one.step || !other.step;
    }
    let both = [one.below, other.below];
    both.contains(&Below::Steps) && !both.contains(&Below::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::{LocationId, Value};

    fn call(object: u64, step: bool, below: Below) -> CoarseCall {
        let (version, lock) = (LocationId(1), Value(2));
        CoarseCall { site: SiteId(3), version, lock, object: Value(object), class: "A".to_owned(), step, below }
    }

    #[test]
    fn of_one_object_a_call_that_is_no_step_interferes_with_every_other() {
        let (step, several) = (call(7, true, Below::Steps), call(7, false, Below::OneStep));
        assert!(interfere(&several, &several));
        assert!(interfere(&step, &several) && interfere(&several, &step));
        assert!(!interfere(&step, &step));
    }

    #[test]
    fn different_objects_interfere_if_they_share_state_and_one_does_several_steps_to_it() {
        let several = |object, below| call(object, true, below);
        assert!(interfere(&several(7, Below::Steps), &several(8, Below::OneStep)));
        assert!(!interfere(&several(7, Below::OneStep), &several(8, Below::OneStep)));
        assert!(!interfere(&several(7, Below::Steps), &several(8, Below::Nothing)));
    }
}
