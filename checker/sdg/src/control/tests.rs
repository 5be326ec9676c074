use super::*;
use crate::dominators::tests::graphs;
use proptest::prelude::*;

/// Whether some path from `from` reaches `to` without passing `avoiding` (neither at its start).
fn reaches_without(successors: &[Vec<usize>], from: usize, to: usize, avoiding: usize) -> bool {
    let mut without = successors.to_vec();
    without[avoiding].clear();
    from != avoiding && reachable(&without, from)[to]
}

/// Whether some path from `from` that ends at an exit or never ends does not pass `goal`: by what is left when nodes
/// that can only come to `goal` are taken away one after the other.
fn may_miss(successors: &[Vec<usize>], from: usize, goal: usize) -> bool {
    // A node can miss for n steps (or end before): n as large as the graph means for ever.
    let mut can = vec![true; successors.len()];
    can[goal] = false;
    for _ in 0..successors.len() {
        can = (0..successors.len())
            .map(|node| node != goal && (successors[node].is_empty() || successors[node].iter().any(|next| can[*next])))
            .collect();
    }
    can[from]
}

fn by_definition(successors: &[Vec<usize>], bound: impl Fn(usize, usize) -> bool, ways: &[usize]) -> Control {
    let reached = reachable(successors, 0);
    let mut control = Control::none(successors.len());
    for goal in (0..successors.len()).filter(|goal| reached[*goal]) {
        control.from_entry[goal] = bound(0, goal);
        for node in (0..successors.len()).filter(|node| reached[*node]) {
            // "Not bound to" asks for another way out of the node that misses the goal.
            let other = successors[node].iter().any(|to| !bound(*to, goal)) || ways.contains(&node);
            for (edge, to) in successors[node].iter().enumerate() {
                if other && bound(*to, goal) {
                    control.decisions[goal].push(Decision { node, edge });
                }
            }
        }
    }
    control
}

/// The nodes of `set` that can be the first of it on a path from `node`.
fn first_of(successors: &[Vec<usize>], set: &[bool], node: usize) -> Vec<usize> {
    let mut until = successors.to_vec();
    for (node, _) in set.iter().enumerate().filter(|(_, within)| **within) {
        until[node].clear();
    }
    let reached = reachable(&until, node);
    (0..successors.len()).filter(|node| set[*node] && reached[*node]).collect()
}

fn close(control: &Control, set: &mut [bool]) {
    let mut todo: Vec<usize> = (0..set.len()).filter(|node| set[*node]).collect();
    while let Some(node) = todo.pop() {
        for decision in &control.decisions[node] {
            if !std::mem::replace(&mut set[decision.node], true) {
                todo.push(decision.node);
            }
        }
    }
}

/// Whether each loop has one way in: every edge that closes a cycle leads to a node that dominates its start.
fn is_reducible(successors: &[Vec<usize>]) -> bool {
    let dominators = Dominators::of(successors, 0);
    let forward: Vec<Vec<usize>> = (0..successors.len())
        .map(|node| successors[node].iter().copied().filter(|to| !dominators.dominates(*to, node)).collect())
        .collect();
    (0..successors.len()).all(|node| forward[node].iter().all(|next| !reachable(&forward, *next)[node]))
}

proptest! {
    #[test]
    fn weak_dependence_is_post_dominance_by_definition(successors in graphs(9)) {
        let completed = Completed::of(&successors, 0);
        let end = completed.end();
        let bound = |from, goal| !reaches_without(&completed.successors, from, end, goal);
        prop_assert_eq!(weak(&successors, 0), by_definition(&successors, bound, &completed.heads));
    }

    #[test]
    fn strong_dependence_is_by_definition_about_all_paths(successors in graphs(9)) {
        let bound = |from, goal| !may_miss(&successors, from, goal);
        prop_assert_eq!(strong(&successors, 0), by_definition(&successors, bound, &[]));
    }

    #[test]
    fn from_outside_a_set_closed_under_weak_dependence_one_node_comes_next(
        successors in graphs(12), seeds in prop::collection::vec(prop::bool::weighted(0.3), 12)
    ) {
        let reached = reachable(&successors, 0);
        let mut set: Vec<bool> = (0..successors.len()).map(|node| seeds[node] && reached[node]).collect();
        close(&weak(&successors, 0), &mut set);
        for node in (0..successors.len()).filter(|node| reached[*node]) {
            let first = first_of(&successors, &set, node);
            prop_assert!(first.len() <= 1, "{node}: {first:?} of {set:?}");
        }
    }

    #[test]
    fn from_outside_a_set_closed_under_strong_dependence_one_node_comes_next_or_none_can(
        successors in graphs(12), seeds in prop::collection::vec(prop::bool::weighted(0.3), 12)
    ) {
        prop_assume!(is_reducible(&successors));
        let reached = reachable(&successors, 0);
        let mut set: Vec<bool> = (0..successors.len()).map(|node| seeds[node] && reached[node]).collect();
        close(&strong(&successors, 0), &mut set);
        for node in (0..successors.len()).filter(|node| reached[*node]) {
            let first = first_of(&successors, &set, node);
            prop_assert!(first.len() <= 1, "{node}: {first:?} of {set:?}");
            // From where the set is entered, what comes next is come to for certain, unless the entry is outside.
            let after = (0..successors.len()).any(|before| set[before] && reachable(&successors, before)[node]);
            if let [next] = first[..] && after {
                prop_assert!(!may_miss(&successors, node, next), "{node} may miss {next} of {set:?}");
            }
        }
    }
}

fn nodes(control: &Control, node: usize) -> Vec<(usize, usize)> {
    control.decisions[node].iter().map(|decision| (decision.node, decision.edge)).collect()
}

#[test]
fn branches_decide_about_their_sides_and_not_about_what_follows() {
    // 0: if -> 1 or 2; both -> 3
    let successors = [vec![1, 2], vec![3], vec![3], vec![]];
    for control in [weak(&successors, 0), strong(&successors, 0)] {
        assert_eq!(nodes(&control, 1), [(0, 0)]);
        assert_eq!(nodes(&control, 2), [(0, 1)]);
        assert_eq!(nodes(&control, 3), []);
        assert_eq!(control.from_entry, [true, false, false, true]);
    }
}

#[test]
fn what_follows_a_loop_depends_on_it_only_if_it_may_not_end() {
    // 0: while -> 1 (body) or 2; 1 -> 0
    let successors = [vec![1, 2], vec![0], vec![]];
    let weak = weak(&successors, 0);
    assert_eq!((nodes(&weak, 0), nodes(&weak, 1), nodes(&weak, 2)), (vec![(0, 0)], vec![(0, 0)], vec![]));
    assert!(weak.from_entry[2]);
    let strong = strong(&successors, 0);
    assert_eq!((nodes(&strong, 1), nodes(&strong, 2)), (vec![(0, 0)], vec![(0, 1)]));
    assert!(!strong.from_entry[2]);
}

#[test]
fn a_branch_in_a_loop_without_end_decides_about_its_side() {
    // 0 -> 1: head; 1 -> 2: if -> 3 or 4; 3 -> 4 -> 1
    let successors = [vec![1], vec![2], vec![3, 4], vec![4], vec![1]];
    let weak = weak(&successors, 0);
    assert_eq!(nodes(&weak, 3), [(2, 0)]);
    // That the loop goes on after its head is a decision: of the edge that leads on.
    assert_eq!(nodes(&weak, 4), [(1, 0)]);
    let strong = strong(&successors, 0);
    assert_eq!((nodes(&strong, 3), nodes(&strong, 4)), (vec![(2, 0)], vec![]));
}

#[test]
fn dead_code_decides_nothing() {
    // 1 is dead and leads to 0 or 2.
    let successors = [vec![2], vec![0, 2], vec![]];
    for control in [weak(&successors, 0), strong(&successors, 0)] {
        assert!(control.decisions.iter().all(Vec::is_empty));
        assert_eq!(control.from_entry, [true, false, true]);
    }
}
