//! Dominators and post-dominators of a plain graph: `successors[n]` are the nodes to which `n` leads.
//!
//! An exit is a node without successors. All exits lead to one *end*, a node that is added here (its number is the
//! number of nodes). Where a loop cannot be left, no path leads to the end, and nothing could be said of the order in
//! it; the *head* of such a loop gets an edge to the end as well, as if the program could stop there. Dominators
//! themselves come from `petgraph` (Cooper, Harvey, Kennedy 2001).
//!
//! Invariant: in the completed graph each node reaches the end, so that each node but the end has an immediate
//! post-dominator.
use petgraph::algo::{dominators::simple_fast, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};

/// The tree of immediate dominators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dominators {
    /// The immediate dominator of each node; none at the root, and where the root does not lead.
    immediate: Vec<Option<usize>>,
    root: usize,
}

/// A graph each of whose nodes leads to its one end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// The graph with its end, which is the last node. What was added stands after what was there.
    pub successors: Vec<Vec<usize>>,
    /// For each loop that cannot be left (a strongly connected component that no edge leaves), its head.
    pub heads: Vec<usize>,
}

impl Dominators {
    /// Of the nodes to which `root` leads.
    pub fn of(successors: &[Vec<usize>], root: usize) -> Self {
        let found = simple_fast(&graph(successors, false), NodeIndex::new(root));
        let immediate = (0..successors.len())
            .map(|node| found.immediate_dominator(NodeIndex::new(node)).map(NodeIndex::index))
            .collect();
        Self { immediate, root }
    }

    /// Post-dominators: dominators of the reversed graph, from the end.
    pub fn post(completed: &Completed) -> Self {
        let end = completed.end();
        let found = simple_fast(&graph(&completed.successors, true), NodeIndex::new(end));
        let immediate =
            (0..=end).map(|node| found.immediate_dominator(NodeIndex::new(node)).map(NodeIndex::index)).collect();
        Self { immediate, root: end }
    }

    /// The last node on every path from the root to `node`, before `node`.
    pub fn immediate(&self, node: usize) -> Option<usize> {
        self.immediate[node]
    }

    /// Whether each path from the root to `node` passes `by`; each node is on its own paths. Not so where no path
    /// leads.
    pub fn dominates(&self, by: usize, node: usize) -> bool {
        let mut at = Some(node).filter(|node| *node == self.root || self.immediate[*node].is_some());
        while let Some(found) = at {
            if found == by {
                return true;
            }
            at = self.immediate[found];
        }
        false
    }
}

impl Completed {
    /// Adds the end.
    ///
    /// The head of a loop that cannot be left is the first node (by number) that an edge from elsewhere, or the entry,
    /// leads to: in code with one way into each loop there is no other such node.
    pub fn of(successors: &[Vec<usize>], entry: usize) -> Self {
        let end = successors.len();
        let mut component = vec![0; end];
        let components = kosaraju_scc(&graph(successors, false));
        for (number, nodes) in components.iter().enumerate() {
            for node in nodes {
                component[node.index()] = number;
            }
        }
        let mut is_left = vec![false; components.len()];
        let mut entered: Vec<Option<usize>> = vec![None; components.len()];
        let mut enter = |node: usize| {
            let first = &mut entered[component[node]];
            *first = Some(first.map_or(node, |other| other.min(node)));
        };
        enter(entry);
        for (from, to) in edges(successors) {
            if component[from] != component[to] {
                is_left[component[from]] = true;
                enter(to);
            }
        }
        let mut completed = Self { successors: successors.to_vec(), heads: Vec::new() };
        completed.successors.push(Vec::new());
        for (number, nodes) in components.iter().enumerate() {
            // Nothing leads into a loop of dead code: any of its nodes does.
            let Some(head) = entered[number].or(nodes.iter().map(|node| node.index()).min()) else { continue };
            if is_left[number] {
                continue;
            }
            if !successors[head].is_empty() {
                completed.heads.push(head);
            }
            completed.successors[head].push(end);
        }
        completed.heads.sort_unstable();
        completed
    }

    /// The node that was added.
    pub fn end(&self) -> usize {
        self.successors.len() - 1
    }
}

/// Which nodes `entry` leads to; itself is among them.
pub fn reachable(successors: &[Vec<usize>], entry: usize) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    reached[entry] = true;
    let mut todo = vec![entry];
    while let Some(node) = todo.pop() {
        for next in &successors[node] {
            if !std::mem::replace(&mut reached[*next], true) {
                todo.push(*next);
            }
        }
    }
    reached
}

/// The edges turned round.
pub fn predecessors(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); successors.len()];
    for (from, to) in edges(successors) {
        all[to].push(from);
    }
    all
}

fn edges(successors: &[Vec<usize>]) -> impl Iterator<Item = (usize, usize)> {
    successors.iter().enumerate().flat_map(|(from, all)| all.iter().map(move |to| (from, *to)))
}

fn graph(successors: &[Vec<usize>], reversed: bool) -> DiGraph<(), ()> {
    let mut graph = DiGraph::with_capacity(successors.len(), successors.len());
    for _ in successors {
        graph.add_node(());
    }
    for (from, to) in edges(successors) {
        let (from, to) = if reversed { (to, from) } else { (from, to) };
        graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
    }
    graph
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A graph of up to `most` nodes, each with up to three successors.
    pub(crate) fn graphs(most: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
        (1..=most).prop_flat_map(|nodes| {
            prop::collection::vec(prop::collection::btree_set(0..nodes, 0..=3.min(nodes)), nodes)
                .prop_map(|all| all.into_iter().map(|next| next.into_iter().collect()).collect())
        })
    }

    /// The definition: without `by` there is no path any more.
    fn dominates(successors: &[Vec<usize>], root: usize, by: usize, node: usize) -> bool {
        if !reachable(successors, root)[node] {
            return false;
        }
        if by == root || by == node {
            return true;
        }
        let mut without = successors.to_vec();
        without[by].clear();
        !reachable(&without, root)[node]
    }

    proptest! {
        #[test]
        fn dominators_are_what_each_path_passes(successors in graphs(10)) {
            let found = Dominators::of(&successors, 0);
            for by in 0..successors.len() {
                for node in 0..successors.len() {
                    prop_assert_eq!(found.dominates(by, node), dominates(&successors, 0, by, node), "{} {}", by, node);
                }
            }
        }

        #[test]
        fn each_node_reaches_the_end_and_is_post_dominated_by_what_each_path_there_passes(successors in graphs(10)) {
            let completed = Completed::of(&successors, 0);
            let found = Dominators::post(&completed);
            let reversed = predecessors(&completed.successors);
            for node in 0..completed.end() {
                prop_assert!(reachable(&completed.successors, node)[completed.end()]);
                for by in 0..=completed.end() {
                    prop_assert_eq!(found.dominates(by, node), dominates(&reversed, completed.end(), by, node));
                }
            }
        }

        #[test]
        fn only_exits_and_heads_of_loops_without_exit_lead_to_the_end(successors in graphs(10)) {
            let completed = Completed::of(&successors, 0);
            let exits: Vec<usize> = (0..successors.len()).filter(|node| successors[*node].is_empty()).collect();
            for node in 0..successors.len() {
                let reached = reachable(&successors, node);
                let expected = exits.contains(&node) || completed.heads.contains(&node);
                prop_assert_eq!(completed.successors[node].contains(&completed.end()), expected);
                if completed.heads.contains(&node) {
                    prop_assert!(exits.iter().all(|exit| !reached[*exit]));
                }
            }
        }
    }

    #[test]
    fn a_loop_that_cannot_be_left_has_the_node_it_is_entered_at_as_head() {
        // 0 -> 3 -> 1 -> 2 -> 3
        let completed = Completed::of(&[vec![3], vec![2], vec![3], vec![1]], 0);
        assert_eq!(completed.heads, [3]);
        assert_eq!(completed.successors[3], [1, 4]);
        let found = Dominators::post(&completed);
        assert_eq!((found.immediate(0), found.immediate(1), found.immediate(3)), (Some(3), Some(2), Some(4)));
    }
}
