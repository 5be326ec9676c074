//! Control dependence: which edges decide whether a node runs (Ferrante, Ottenstein, Warren, TOPLAS 1987).
//!
//! A node depends on the edge `a -> s` if whoever takes the edge is bound to come to the node, and whoever is at `a` is
//! not. What "bound to" means is the difference between the two kinds:
//! - [`weak`]: bound to if the program gets to its end: post-dominance. Loops are taken to end. Where a loop cannot be
//!   left, its head counts as one more way to the end ([`Completed`]); what such a loop does depends on its head, even
//!   if the head is no branch. Dependence so found is closed under "which of my nodes comes next": from a node outside
//!   of a set that contains all that its nodes depend on, at most one node of the set can come first (weak control
//!   closure of Danicic et al., TCS 2011). That is what makes slices sound.
//! - [`strong`]: bound to on every path that ends or never ends. What follows a loop depends on the loop's branch.
//!   Called *weak control dependence* by Podgurski and Clarke (TSE 1990), *non-termination sensitive* by Ranganath et
//!   al. (TOPLAS 2007); computed by colouring backwards (Chalupa et al., CAV 2021). In loops with several entries,
//!   which `javac` does not make, this kind lacks the order dependence of Ranganath et al.
//!
//! Invariant: only what the entry leads to depends on anything.
use crate::dominators::{Completed, Dominators, predecessors, reachable};

/// One way out of a node, which decides: edge number `edge` of `node`'s successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    /// Where the ways part.
    pub node: usize,
    /// Position among the successors of `node`. At the head of a loop that cannot be left, weak dependence on its only
    /// edge means "the loop goes on".
    pub edge: usize,
}

/// On what each node depends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// For each node its decisions, in order, each once.
    pub decisions: Vec<Vec<Decision>>,
    /// Whether each node is bound to be come to from the entry: it depends on nothing but (also) on the start.
    pub from_entry: Vec<bool>,
}

/// Control dependence if loops end.
pub fn weak(successors: &[Vec<usize>], entry: usize) -> Control {
    let completed = Completed::of(successors, entry);
    let post = Dominators::post(&completed);
    let reached = reachable(successors, entry);
    let mut control = Control::none(successors.len());
    for (node, next) in successors.iter().enumerate().filter(|(node, _)| reached[*node]) {
        // With the edge to the end, which is none of the node's own, a head of a loop has two ways as well.
        if completed.successors[node].len() < 2 {
            continue;
        }
        let until = post.immediate(node);
        for (edge, to) in next.iter().enumerate() {
            let mut at = Some(*to);
            while at != until
                && let Some(dependent) = at
            {
                control.decisions[dependent].push(Decision { node, edge });
                at = post.immediate(dependent);
            }
        }
    }
    let mut at = Some(entry);
    while let Some(node) = at.filter(|node| *node != completed.end()) {
        control.from_entry[node] = true;
        at = post.immediate(node);
    }
    control
}

/// Control dependence if loops may not end. Takes time in proportion to nodes times edges, where most nodes are bound
/// to follow most others.
pub fn strong(successors: &[Vec<usize>], entry: usize) -> Control {
    let reached = reachable(successors, entry);
    let before = predecessors(successors);
    let mut control = Control::none(successors.len());
    // How many edges of a node do not yet lead to `goal` for certain.
    let mut open: Vec<usize> = successors.iter().map(Vec::len).collect();
    let mut bound = vec![false; successors.len()];
    let mut touched = Vec::new();
    for goal in (0..successors.len()).filter(|goal| reached[*goal]) {
        bound[goal] = true;
        touched.push(goal);
        let mut todo = vec![goal];
        while let Some(node) = todo.pop() {
            for from in &before[node] {
                touched.push(*from);
                open[*from] -= 1;
                if open[*from] == 0 && !bound[*from] {
                    bound[*from] = true;
                    todo.push(*from);
                }
            }
        }
        control.from_entry[goal] = bound[entry];
        touched.sort_unstable();
        touched.dedup();
        for node in
            touched.iter().filter(|node| reached[**node] && (1..successors[**node].len()).contains(&open[**node]))
        {
            for (edge, _) in successors[*node].iter().enumerate().filter(|(_, to)| bound[**to]) {
                control.decisions[goal].push(Decision { node: *node, edge });
            }
        }
        for node in touched.drain(..) {
            open[node] = successors[node].len();
            bound[node] = false;
        }
    }
    control
}

impl Control {
    fn none(nodes: usize) -> Self {
        Self { decisions: vec![Vec::new(); nodes], from_entry: vec![false; nodes] }
    }
}

#[cfg(test)]
mod tests;
