//! Sets of processes, by position in the list of those that run in a state.
//!
//! The first 128 positions are one number, so that sets of small programs are made without asking for memory; positions
//! beyond spill into further words, as many as it takes.
//!
//! Invariant: the last of the further words is not 0. So equal sets are equal field by field.

/// Positions in a word.
const WORD: usize = u128::BITS as usize;

/// A set of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessSet {
    first: u128,
    further: Vec<u128>,
}

impl ProcessSet {
    /// The set of one position.
    #[must_use]
    pub fn just(position: usize) -> ProcessSet {
        let mut set = ProcessSet::default();
        set.insert(position);
        set
    }

    /// Adds a position.
    pub fn insert(&mut self, position: usize) {
        if position < WORD {
            self.first |= 1 << position;
            return;
        }
        let word = position / WORD - 1;
        if word >= self.further.len() {
            self.further.resize(word + 1, 0);
        }
        self.further[word] |= 1 << (position % WORD);
    }

    /// Adds the positions below a number.
    pub fn insert_below(&mut self, end: usize) {
        if end < WORD {
            self.first |= (1 << end) - 1;
            return;
        }
        self.first = u128::MAX;
        let (full, rest) = (end / WORD - 1, end % WORD);
        if self.further.len() < full {
            self.further.resize(full, 0);
        }
        self.further[..full].fill(u128::MAX);
        if rest > 0 {
            self.insert(end - 1);
            self.further[full] |= (1 << rest) - 1;
        }
    }

    /// Adds the positions of another set.
    pub fn insert_all(&mut self, other: &ProcessSet) {
        self.first |= other.first;
        if other.further.is_empty() {
            return;
        }
        if self.further.len() < other.further.len() {
            self.further.resize(other.further.len(), 0);
        }
        self.further.iter_mut().zip(&other.further).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Whether a position is in the set.
    #[must_use]
    pub fn contains(&self, position: usize) -> bool {
        let word = if position < WORD { Some(&self.first) } else { self.further.get(position / WORD - 1) };
        word.is_some_and(|word| word >> (position % WORD) & 1 == 1)
    }

    /// Whether no position is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.further.is_empty()
    }

    /// Whether no position but this one is in the set.
    #[must_use]
    pub fn is_within(&self, position: usize) -> bool {
        self.iter().all(|other| other == position)
    }

    /// The positions, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        positions(self.words())
    }

    /// The positions of another set that are not in this one, the lowest first.
    pub fn new_of<'a>(&'a self, other: &'a ProcessSet) -> impl Iterator<Item = usize> + 'a {
        let mine = self.words().chain(std::iter::repeat(0));
        positions(other.words().zip(mine).map(|(theirs, mine)| theirs & !mine))
    }

    fn words(&self) -> impl Iterator<Item = u128> + '_ {
        std::iter::once(self.first).chain(self.further.iter().copied())
    }

    /// Takes all positions out; keeps the memory.
    pub fn clear(&mut self) {
        self.first = 0;
        self.further.clear();
    }
}

fn positions(words: impl Iterator<Item = u128>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(n, word)| {
        let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        rests.take_while(|&rest| rest != 0).map(move |rest| n * WORD + rest.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::ProcessSet;
    use std::collections::BTreeSet;

    const POSITIONS: [usize; 9] = [0, 1, 126, 127, 128, 129, 255, 256, 1000];

    fn set(positions: impl IntoIterator<Item = usize>) -> ProcessSet {
        let mut set = ProcessSet::default();
        positions.into_iter().for_each(|position| set.insert(position));
        set
    }

    #[test]
    fn what_was_inserted_is_listed_in_order() {
        let backwards = set(POSITIONS.into_iter().rev());
        assert_eq!(backwards, set(POSITIONS));
        assert_eq!(backwards.iter().collect::<Vec<_>>(), POSITIONS);
        for position in 0..1100 {
            assert_eq!(backwards.contains(position), POSITIONS.contains(&position), "{position}");
        }
    }

    #[test]
    fn unions_have_what_a_tree_has() {
        for subsets in 0..1u32 << 9 {
            let chosen = |bits: u32| (0..9).filter(move |n| bits >> n & 1 == 1).map(|n| POSITIONS[n]);
            let (a, b) = (subsets, subsets.wrapping_mul(0x9e37_79b9) >> 23);
            let mut union = set(chosen(a));
            union.insert_all(&set(chosen(b)));
            assert_eq!(union, set(chosen(a | b)));
            let expected: BTreeSet<_> = chosen(a).chain(chosen(b)).collect();
            assert_eq!(union.iter().collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
            let (a, b) = (set(chosen(a)), set(chosen(b)));
            let new: Vec<_> = b.iter().filter(|&position| !a.contains(position)).collect();
            assert_eq!(a.new_of(&b).collect::<Vec<_>>(), new);
        }
    }

    #[test]
    fn all_below_a_number_are_there_and_no_other() {
        for end in [0, 1, 127, 128, 129, 255, 256, 257, 1000] {
            let mut below = ProcessSet::default();
            below.insert_below(end);
            assert_eq!(below, set(0..end), "{end}");
            let mut more = set([500]);
            more.insert_below(end);
            assert_eq!(more, set((0..end).chain([500])), "{end}");
        }
    }

    #[test]
    fn a_set_is_within_its_only_position() {
        for position in POSITIONS {
            assert!(ProcessSet::default().is_within(position));
            assert!(ProcessSet::just(position).is_within(position));
            assert!(!set([position, 300]).is_within(position));
        }
    }

    #[test]
    fn a_set_that_was_cleared_is_empty() {
        for position in POSITIONS {
            let mut cleared = ProcessSet::just(position);
            assert!(!cleared.is_empty());
            cleared.clear();
            assert!(cleared.is_empty());
            assert_eq!(cleared, ProcessSet::default());
        }
    }
}
