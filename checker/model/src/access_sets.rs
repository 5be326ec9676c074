//! Sets of resources read and written, each stored once.
//!
//! A set is a tree of fixed height: sixteen children to a node, 64 resources to a leaf. Equal trees are the same tree, so a
//! set is a number, sets that differ in little share most of what they are made of, and a union stops where two
//! subtrees are the same. Whether a set has a resource takes one look per level.
//!
//! Invariants: the subtrees numbered 0 are empty, on every level; no two nodes of a level, and no two leaves, are equal.
//! Resources beyond [`CAPACITY`] share the place of another one (then steps look dependent that are not, which costs time and
//! nothing else).

use rustc_hash::FxHashMap;

/// Resources that have a place of their own.
pub const CAPACITY: u32 = LEAF << (LEVELS * BITS);
const LEAF: u32 = 64;
/// Levels of nodes above the leaves.
const LEVELS: u32 = 3;
/// Bits of a resource's number that choose the child of a node.
const BITS: u32 = 4;

/// A set of resources read and a set of resources written, by number in its [`AccessSets`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Footprint(u32);

/// One resource, read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Number of the resource.
    pub resource: u32,
    /// Written, maybe read too.
    pub writes: bool,
}

impl Access {
    /// Whether one writes what the other touches.
    #[must_use]
    pub fn conflicts(self, other: Access) -> bool {
        self.resource == other.resource && (self.writes || other.writes)
    }
}

/// 64 resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Leaf {
    /// Read or written.
    touched: u64,
    written: u64,
}

type Node = [u32; 1 << BITS];

/// All sets.
#[derive(Debug)]
pub struct AccessSets {
    leaves: Vec<Leaf>,
    leaf_numbers: FxHashMap<Leaf, u32>,
    nodes: Vec<Node>,
    node_numbers: FxHashMap<Node, u32>,
}

impl Default for AccessSets {
    fn default() -> Self {
        AccessSets {
            leaves: vec![Leaf::default()],
            leaf_numbers: FxHashMap::from_iter([(Leaf::default(), 0)]),
            nodes: vec![Node::default()],
            node_numbers: FxHashMap::from_iter([(Node::default(), 0)]),
        }
    }
}

impl AccessSets {
    /// Whether something in a set conflicts with an access: touches what it writes, or writes what it reads.
    #[must_use]
    pub fn conflicts(&self, set: Footprint, access: Access) -> bool {
        let leaf = self.leaf_with(set, access.resource);
        let bits = if access.writes { leaf.touched } else { leaf.written };
        bits >> (access.resource % LEAF) & 1 == 1
    }

    /// Whether a set has an access.
    #[must_use]
    pub fn contains(&self, set: Footprint, access: Access) -> bool {
        let leaf = self.leaf_with(set, access.resource);
        let bits = if access.writes { leaf.written } else { leaf.touched };
        bits >> (access.resource % LEAF) & 1 == 1
    }

    /// What a set has of the resources around one.
    fn leaf_with(&self, set: Footprint, resource: u32) -> Leaf {
        let place = resource % CAPACITY;
        let mut at = set.0;
        for level in (0..LEVELS).rev() {
            if at == 0 {
                return Leaf::default();
            }
            at = self.nodes[at as usize][child(place, level)];
        }
        self.leaves[at as usize]
    }

    /// The set with one access more.
    pub fn with(&mut self, set: Footprint, access: Access) -> Footprint {
        let place = access.resource % CAPACITY;
        let bit = 1 << (place % LEAF);
        let mut at = self.leaf(Leaf { touched: bit, written: if access.writes { bit } else { 0 } });
        for level in 0..LEVELS {
            let mut node = Node::default();
            node[child(place, level)] = at;
            at = self.node(node);
        }
        self.union(set, Footprint(at))
    }

    /// What is in one of two sets.
    pub fn union(&mut self, a: Footprint, b: Footprint) -> Footprint {
        Footprint(self.union_at(LEVELS, a.0, b.0))
    }

    fn union_at(&mut self, level: u32, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        if level == 0 {
            let (a, b) = (self.leaves[a as usize], self.leaves[b as usize]);
            return self.leaf(Leaf { touched: a.touched | b.touched, written: a.written | b.written });
        }
        let (mut union, other) = (self.nodes[a as usize], self.nodes[b as usize]);
        for (mine, theirs) in union.iter_mut().zip(other) {
            *mine = self.union_at(level - 1, *mine, theirs);
        }
        self.node(union)
    }

    /// Whether `new`, which includes `old`, has something more that is among the resources in `within`.
    #[must_use]
    pub fn grew(&self, old: Footprint, new: Footprint, within: Footprint) -> bool {
        self.grew_at(LEVELS, old.0, new.0, within.0)
    }

    fn grew_at(&self, level: u32, old: u32, new: u32, within: u32) -> bool {
        if old == new || within == 0 {
            return false;
        }
        if level == 0 {
            let [old, new, within] = [old, new, within].map(|leaf| self.leaves[leaf as usize]);
            return ((new.touched & !old.touched) | (new.written & !old.written)) & within.touched != 0;
        }
        let [old, new, within] = [old, new, within].map(|node| &self.nodes[node as usize]);
        (0..1 << BITS).any(|n| self.grew_at(level - 1, old[n], new[n], within[n]))
    }

    fn leaf(&mut self, leaf: Leaf) -> u32 {
        let leaves = &mut self.leaves;
        *self.leaf_numbers.entry(leaf).or_insert_with(|| {
            leaves.push(leaf);
            u32::try_from(leaves.len() - 1).expect("fewer than 2^32 leaves fit into memory")
        })
    }

    fn node(&mut self, node: Node) -> u32 {
        let nodes = &mut self.nodes;
        *self.node_numbers.entry(node).or_insert_with(|| {
            nodes.push(node);
            u32::try_from(nodes.len() - 1).expect("fewer than 2^32 nodes fit into memory")
        })
    }
}

/// Which child of a node at a level above the leaves (0: the lowest) leads to a place.
fn child(place: u32, level: u32) -> usize {
    ((place / LEAF) >> (level * BITS)) as usize % (1 << BITS)
}

#[cfg(test)]
mod tests {
    use super::{Access, AccessSets, CAPACITY, Footprint};
    use std::collections::BTreeMap;

    fn access(resource: u32, writes: bool) -> Access {
        Access { resource, writes }
    }

    #[test]
    fn a_read_conflicts_with_writes_only() {
        let mut sets = AccessSets::default();
        let reads = sets.with(Footprint::default(), access(70, false));
        assert!(!sets.conflicts(reads, access(70, false)));
        assert!(sets.conflicts(reads, access(70, true)));
        assert!(!sets.conflicts(reads, access(71, true)));
        let writes = sets.with(reads, access(70, true));
        assert!(sets.conflicts(writes, access(70, false)));
        assert!(!sets.conflicts(Footprint::default(), access(70, true)));
    }

    #[test]
    fn equal_sets_are_the_same_however_they_were_made() {
        let mut sets = AccessSets::default();
        let numbers = [0, 63, 64, 1023, 1024, 20_000, CAPACITY - 1];
        let forth = numbers.iter().fold(Footprint::default(), |set, &n| sets.with(set, access(n, n % 2 == 0)));
        let (some, others) = numbers.split_at(3);
        let some = some.iter().rev().fold(Footprint::default(), |set, &n| sets.with(set, access(n, n % 2 == 0)));
        let others = others.iter().rev().fold(Footprint::default(), |set, &n| sets.with(set, access(n, n % 2 == 0)));
        assert_eq!(sets.union(some, others), forth);
        assert_eq!(sets.union(others, forth), forth);
    }

    #[test]
    fn unions_have_what_a_map_has() {
        let mut sets = AccessSets::default();
        let mut all = Vec::new();
        for seed in 0..20u64 {
            let (mut set, mut map) = (Footprint::default(), BTreeMap::new());
            for n in 0..30 {
                let number = mcr_protocol::mix(seed, n);
                let (resource, writes) = (number as u32 % 3000, number >> 40 & 1 == 1);
                set = sets.with(set, access(resource, writes));
                *map.entry(resource).or_insert(false) |= writes;
            }
            all.push((set, map));
        }
        for (a, in_a) in &all {
            for (b, in_b) in &all {
                let union = sets.union(*a, *b);
                for resource in 0..3000 {
                    let found = [in_a.get(&resource), in_b.get(&resource)];
                    let written = found.contains(&Some(&true));
                    assert_eq!(sets.conflicts(union, access(resource, false)), written);
                    assert_eq!(sets.contains(union, access(resource, true)), written);
                    assert_eq!(sets.contains(union, access(resource, false)), written || found.contains(&Some(&false)));
                    assert_eq!(sets.conflicts(union, access(resource, true)), written || found.contains(&Some(&false)));
                }
                assert_eq!(sets.grew(*a, union, union), *a != union);
                assert!(!sets.grew(*a, union, *a) || in_b.iter().any(|(r, w)| *w && in_a.get(r) == Some(&false)));
            }
        }
    }
}
