//! By which failures a deadlock was preceded, wherever it was found.
//!
//! A deadlock may be there only because a thread has failed that would have woken the others. That is so at most if in each state in
//! which nobody can go on in this way some thread had ended with an exception; [`Preceded`] keeps what is needed to say so, for any choice of the
//! failures that count.
//!
//! Invariant: for each state in which the deadlock was found, one of the kept sets has no failure that had not happened there. So if each kept set has a failure
//! that counts, one had happened in each of the states.

use std::collections::BTreeSet;

/// Sets that are kept; a deadlock that has more is taken for one that happens without a failure.
const MOST: usize = 64;

/// The failures before a deadlock or livelock, in each state in which it was found: by the index of their violations, the minimal sets.
#[derive(Clone, Debug, Default)]
pub struct Preceded(Vec<BTreeSet<usize>>);

impl Preceded {
    /// It was found where these have happened.
    pub fn add(&mut self, mut failures: BTreeSet<usize>) {
        if self.0.iter().any(|known| known.is_subset(&failures)) {
            return;
        }
        self.0.retain(|known| !failures.is_subset(known));
        if self.0.len() == MOST {
            self.0.clear();
            failures.clear();
        }
        self.0.push(failures);
    }

    /// Of the failures that count as few as there need be, so that one of them had happened wherever it was found; those that had in most
    /// places, of these the first. Nothing if it was found where none had.
    #[must_use]
    pub fn explained_by(&self, counts: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        let count = |failures: &BTreeSet<usize>| failures.iter().copied().filter(|failure| counts(*failure)).collect();
        let mut open: Vec<Vec<usize>> = self.0.iter().map(count).collect();
        let mut explained = BTreeSet::new();
        while !open.is_empty() {
            let places = |failure: usize| open.iter().filter(|failures| failures.contains(&failure)).count();
            let all = open.iter().flatten().copied();
            let best = all.max_by_key(|failure| (places(*failure), std::cmp::Reverse(*failure)))?;
            explained.insert(best);
            open.retain(|failures| !failures.contains(&best));
        }
        (!explained.is_empty()).then(|| explained.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preceded<const N: usize>(sets: [&[usize]; N]) -> Preceded {
        let mut preceded = Preceded::default();
        sets.iter().for_each(|set| preceded.add(set.iter().copied().collect()));
        preceded
    }

    #[test]
    fn what_is_found_once_without_a_failure_is_explained_by_none() {
        assert_eq!(preceded([&[1], &[], &[2]]).explained_by(|_| true), None);
        assert_eq!(preceded([]).explained_by(|_| true), None);
    }

    #[test]
    fn failures_that_do_not_count_explain_nothing() {
        assert_eq!(preceded([&[1, 2]]).explained_by(|failure| failure != 1), Some(vec![2]));
        assert_eq!(preceded([&[1], &[2]]).explained_by(|failure| failure != 1), None);
    }

    #[test]
    fn one_failure_that_was_everywhere_is_enough() {
        assert_eq!(preceded([&[1, 2], &[2, 3]]).explained_by(|_| true), Some(vec![2]));
        assert_eq!(preceded([&[1, 2]]).explained_by(|_| true), Some(vec![1]));
        assert_eq!(preceded([&[1], &[3]]).explained_by(|_| true), Some(vec![1, 3]));
    }

    #[test]
    fn too_many_sets_explain_nothing() {
        let mut many = Preceded::default();
        (0..=MOST).for_each(|failure| many.add(BTreeSet::from([failure])));
        assert_eq!(many.explained_by(|_| true), None);
    }
}
