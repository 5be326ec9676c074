//! A strict partial order of points, kept transitively closed.
//!
//! Invariant: `after[a]` contains b iff `before[b]` contains a iff a path leads from a to b; no point is in its own set.

use super::constraints::Node;
use std::ops::Range;

/// Two points would have to come before each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle;

/// The order, as rows of bits.
#[derive(Clone, Debug)]
pub(super) struct PartialOrder {
    /// Words in a row.
    width: usize,
    after: Vec<u64>,
    before: Vec<u64>,
    /// The pairs that did not follow from earlier ones; all others follow from these.
    additions: Vec<(Node, Node)>,
}

impl PartialOrder {
    pub(super) fn new(nodes: usize) -> PartialOrder {
        let width = nodes.div_ceil(64);
        PartialOrder { width, after: vec![0; width * nodes], before: vec![0; width * nodes], additions: Vec::new() }
    }

    /// Pairs from which all others follow. Grows with every pair that is new.
    pub(super) fn additions(&self) -> &[(Node, Node)] {
        &self.additions
    }

    pub(super) fn is_before(&self, first: Node, second: Node) -> bool {
        let word = self.after[first.index() * self.width + second.index() / 64];
        word >> (second.index() % 64) & 1 == 1
    }

    /// All points before this one.
    pub(super) fn before(&self, node: Node) -> &[u64] {
        &self.before[node.index() * self.width..][..self.width]
    }

    /// All points after this one.
    fn after(&self, node: Node) -> &[u64] {
        &self.after[node.index() * self.width..][..self.width]
    }

    /// Puts the first before the second, and everything that follows from that.
    pub(super) fn add(&mut self, first: Node, second: Node) -> Result<(), Cycle> {
        if first == second || self.is_before(second, first) {
            return Err(Cycle);
        }
        if self.is_before(first, second) {
            return Ok(());
        }
        self.additions.push((first, second));
        let mut earlier = self.before(first).to_vec();
        insert(&mut earlier, first);
        let mut later = self.after(second).to_vec();
        insert(&mut later, second);
        let (of_later, of_earlier) = (extent(&later), extent(&earlier));
        for node in members(&earlier) {
            let row = &mut self.after[node.index() * self.width..][..self.width];
            union(&mut row[of_later.clone()], &later[of_later.clone()]);
        }
        for node in members(&later) {
            let row = &mut self.before[node.index() * self.width..][..self.width];
            union(&mut row[of_earlier.clone()], &earlier[of_earlier.clone()]);
        }
        Ok(())
    }
}

/// Adds a point to a row.
pub(super) fn insert(row: &mut [u64], node: Node) {
    row[node.index() / 64] |= 1 << (node.index() % 64);
}

/// Whether a row contains all of another one.
pub(super) fn contains(row: &[u64], other: &[u64]) -> bool {
    row.iter().zip(other).all(|(row, other)| other & !row == 0)
}

/// The points of a row.
pub(super) fn members(row: &[u64]) -> impl Iterator<Item = Node> + '_ {
    row.iter().enumerate().flat_map(|(i, &word)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        let rest = rest.take_while(|&word| word != 0);
        rest.map(move |word| Node(u32::try_from(i * 64).unwrap_or(u32::MAX) + word.trailing_zeros()))
    })
}

/// The words of a row that are not empty, and those between them.
fn extent(row: &[u64]) -> Range<usize> {
    let first = row.iter().position(|&word| word != 0).unwrap_or(0);
    first..row.iter().rposition(|&word| word != 0).map_or(first, |last| last + 1)
}

fn union(row: &mut [u64], other: &[u64]) {
    for (row, other) in row.iter_mut().zip(other) {
        *row |= other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_a_pair_is_known_at_once() {
        let mut order = PartialOrder::new(130);
        order.add(Node(0), Node(64)).unwrap();
        order.add(Node(65), Node(129)).unwrap();
        assert!(!order.is_before(Node(0), Node(129)));
        order.add(Node(64), Node(65)).unwrap();
        assert!(order.is_before(Node(0), Node(129)));
        assert_eq!(members(order.before(Node(129))).collect::<Vec<_>>(), [Node(0), Node(64), Node(65)]);
        assert_eq!(members(order.after(Node(0))).collect::<Vec<_>>(), [Node(64), Node(65), Node(129)]);
        assert_eq!(order.additions().len(), 3);
    }

    #[test]
    fn a_cycle_is_refused_and_changes_nothing() {
        let mut order = PartialOrder::new(3);
        order.add(Node(0), Node(1)).unwrap();
        order.add(Node(1), Node(2)).unwrap();
        assert_eq!(order.add(Node(2), Node(0)), Err(Cycle));
        assert_eq!(order.add(Node(1), Node(1)), Err(Cycle));
        assert!(!order.is_before(Node(2), Node(0)));
    }
}
