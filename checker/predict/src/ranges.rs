//! Which parts of a trace are looked at together.
//!
//! Invariant: no range contains a barrier, and each begins where all store buffers are empty.

use super::observed::{Meaning, Observed};
use mcr_protocol::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The windows of a trace: between barriers, each with so many events that can matter, each beginning in the middle of the one before it.
pub fn ranges(observed: &Observed<'_>, size: usize) -> Vec<Range<usize>> {
    let matters = what_matters(observed);
    let mut ranges = Vec::new();
    let mut start = 0;
    let end = observed.events.len();
    while start <= end {
        let barrier = (start..end).find(|&n| observed.meanings[n] == Meaning::Barrier).unwrap_or(end);
        let mut first = start;
        while let Some(drained) = (first..=barrier).find(|&n| observed.drained[n]) {
            first = drained;
            let mut middle = None;
            let (mut last, mut count) = (first, 0);
            while last < barrier && count < size {
                count += usize::from(matters[last]);
                last += 1;
                if count >= size / 2 && middle.is_none() {
                    middle = Some(last);
                }
            }
            if first < last || !observed.pending.is_empty() && last == end {
                ranges.push(first..last);
            }
            match middle {
                Some(middle) if last < barrier => first = middle,
                _ => break,
            }
        }
        start = barrier + 1;
    }
    ranges
}

/// Events that can matter to several threads: on locations and monitors with which several have to do, and links.
fn what_matters(observed: &Observed<'_>) -> Vec<bool> {
    let mut users: FxHashMap<u64, (ThreadId, bool)> = FxHashMap::default();
    let mut written = FxHashSet::default();
    let key = |meaning: &Meaning| match *meaning {
        Meaning::Enter(monitor) | Meaning::Leave(monitor) => Some(monitor.0),
        _ => meaning.location().map(|(location, _)| location.0),
    };
    for (meaning, event) in observed.meanings.iter().zip(observed.events) {
        if let Some(key) = key(meaning) {
            let entry = users.entry(key).or_insert((event.thread, false));
            entry.1 |= entry.0 != event.thread;
            let writes = meaning.location().is_none_or(|(_, writes)| writes);
            // What nobody changes once several know it is no concern.
            if writes {
                written.insert(key);
            }
        }
    }
    let shared = |meaning: &Meaning| key(meaning).is_some_and(|key| users[&key].1 && written.contains(&key));
    let meanings = observed.meanings.iter().enumerate();
    meanings.map(|(n, meaning)| shared(meaning) || observed.linked.contains(&n)).collect()
}
