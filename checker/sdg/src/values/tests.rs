use super::*;
use crate::slots::Made;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const LOCALS: usize = 2;
const SLOTS: usize = 4;

/// A small program: two variables, of which each is a parameter, and two words of stack.
#[derive(Debug, Clone)]
struct Program {
    effects: Vec<Option<Effect>>,
    edges: Vec<Vec<Edge>>,
}

const PARAMETERS: [Place; LOCALS] = [Place { slot: 0, words: 1 }, Place { slot: 1, words: 1 }];

fn word(slot: usize) -> Place {
    Place { slot, words: 1 }
}

impl Program {
    fn frames(&self) -> Frames<'_> {
        Frames { effects: &self.effects, edges: &self.edges, parameters: &PARAMETERS, locals: LOCALS }
    }

    fn new(effects: Vec<Effect>, edges: Vec<Vec<Edge>>) -> Self {
        let successors: Vec<Vec<usize>> =
            edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
        let live = crate::dominators::reachable(&successors, 0);
        Self { effects: effects.into_iter().zip(live).map(|(effect, live)| live.then_some(effect)).collect(), edges }
    }
}

/// Effects of up to two values each way, some of them copies or of two words.
fn effect() -> impl Strategy<Value = Effect> {
    let place = || (0..SLOTS).prop_map(word);
    let made = (place(), prop::bool::weighted(0.2), prop::option::of(0..2_usize));
    (prop::collection::vec(place(), 0..=2), prop::collection::vec(made, 0..=2)).prop_map(|(takes, makes)| {
        let makes = makes.into_iter().map(|(mut place, is_wide, copy_of)| {
            if is_wide && (place.slot + 1 < LOCALS || (LOCALS..SLOTS - 1).contains(&place.slot)) {
                place.words = 2;
            }
            Made { place, copy_of: copy_of.filter(|input| *input < takes.len()) }
        });
        let makes = makes.collect();
        Effect { takes, makes, ..Effect::default() }
    })
}

fn programs() -> impl Strategy<Value = Program> {
    (1..=6_usize).prop_flat_map(|count| {
        let edge = (0..count, prop::bool::weighted(0.25)).prop_map(|(to, exceptional)| Edge { to, exceptional });
        let edges = prop::collection::vec(prop::collection::btree_set(edge, 0..=2), count);
        (prop::collection::vec(effect(), count), edges).prop_map(|(mut effects, edges)| {
            let edges: Vec<Vec<Edge>> = edges.into_iter().map(|edges| edges.into_iter().collect()).collect();
            for (effect, edges) in effects.iter_mut().zip(&edges) {
                if edges.iter().any(|edge| edge.exceptional) {
                    effect.makes.retain(|made| made.place.slot >= LOCALS);
                }
            }
            Program::new(effects, edges)
        })
    })
}

/// For each instruction and input, the sources that an execution brings there.
type Found = BTreeMap<(usize, usize), BTreeSet<String>>;

/// Runs the program along all paths, of whatever length: all pairs of an instruction and what each slot holds.
fn run(program: &Program, through_copies: bool) -> Found {
    let mut start = vec![None; SLOTS];
    for (number, place) in PARAMETERS.iter().enumerate() {
        start[place.slot] = Some(name(&Source::Parameter(number)));
    }
    let mut found = Found::new();
    let mut seen = BTreeSet::from([(0, start.clone())]);
    let mut todo = vec![(0, start)];
    while let Some((at, frame)) = todo.pop() {
        let effect = program.effects[at].as_ref().unwrap();
        let taken: Vec<Option<String>> = effect.takes.iter().map(|place| frame[place.slot].clone()).collect();
        for (input, value) in taken.iter().enumerate() {
            found.entry((at, input)).or_default().extend(value.clone());
        }
        let mut after = frame.clone();
        for (output, made) in effect.makes.iter().enumerate() {
            let value = match made.copy_of {
                Some(input) if through_copies => taken[input].clone(),
                copy_of => Some(name(&Source::Made { instruction: at, output, copy_of })),
            };
            for slot in made.place.slots() {
                after[slot] = value.clone();
            }
        }
        for edge in &program.edges[at] {
            let mut next = after.clone();
            if edge.exceptional {
                next = frame.clone();
                next[LOCALS] = Some(name(&Source::Caught(edge.to)));
                next[LOCALS + 1..].fill(None);
            }
            if seen.insert((edge.to, next.clone())) {
                todo.push((edge.to, next));
            }
        }
    }
    found
}

fn name(source: &Source) -> String {
    format!("{source:?}")
}

fn names(values: &Values, found: Vec<ValueId>) -> BTreeSet<String> {
    found.into_iter().map(|value| name(values.source(value))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn makers_and_origins_are_what_some_path_brings(program in programs()) {
        let expected = run(&program, false);
        let unset = expected.iter().find(|(_, makers)| makers.is_empty());
        match Values::of(program.frames()) {
            Err(ValueError::Unset { .. }) => prop_assert!(unset.is_some()),
            Err(error) => prop_assert!(false, "{error}"),
            Ok(values) => {
                prop_assert_eq!(unset, None);
                let through = run(&program, true);
                for ((instruction, input), makers) in expected {
                    let taken = values.taken(instruction)[input];
                    prop_assert_eq!(names(&values, values.makers(taken)), makers);
                    let origins = &through[&(instruction, input)];
                    prop_assert_eq!(&names(&values, values.origins(taken)), origins);
                }
                for value in 0..values.count() {
                    if let Source::Merge(inputs) = values.source(ValueId(value as u32)) {
                        prop_assert!(inputs.len() > 1 && inputs.iter().all(|input| (input.0 as usize) < value));
                    }
                }
            }
        }
    }
}

fn edge(to: usize) -> Edge {
    Edge { to, exceptional: false }
}

#[test]
fn a_loop_merges_what_comes_from_before_with_what_it_makes() {
    // 0: nothing; 1: variable 0 += 1 (a new value); 2: back to 1 or on; 3: takes variable 0 and variable 1.
    let step =
        Effect { takes: vec![word(0)], makes: vec![Made { place: word(0), copy_of: None }], ..Effect::default() };
    let last = Effect { takes: vec![word(0), word(1)], ..Effect::default() };
    let program = Program::new(
        vec![Effect::default(), step, Effect::default(), last],
        vec![vec![edge(1)], vec![edge(2)], vec![edge(1), edge(3)], vec![]],
    );
    let values = Values::of(program.frames()).unwrap();
    let step = values.made(1)[0];
    let parameter = |number| (0..2).map(ValueId).find(|value| *values.source(*value) == Source::Parameter(number));
    // The step is the only one that reaches what follows; in the loop it meets the parameter.
    assert_eq!(values.taken(3), [step, parameter(1).unwrap()]);
    assert_eq!(values.source(values.taken(1)[0]), &Source::Merge(vec![parameter(0).unwrap(), step]));
}

#[test]
fn values_swapped_in_a_loop_come_from_both() {
    // 0: swap the variables by way of copies, again and again; 1: takes variable 0.
    let copy = |slot, input| Made { place: word(slot), copy_of: Some(input) };
    let swap = Effect { takes: vec![word(0), word(1)], makes: vec![copy(0, 1), copy(1, 0)], ..Effect::default() };
    let last = Effect { takes: vec![word(0)], ..Effect::default() };
    let program = Program::new(vec![swap, last], vec![vec![edge(0), edge(1)], vec![]]);
    let values = Values::of(program.frames()).unwrap();
    let taken = values.taken(1)[0];
    assert_eq!(values.makers(taken), [values.made(0)[0]]);
    assert_eq!(names(&values, values.origins(taken)), [0, 1].map(|number| name(&Source::Parameter(number))).into());
}

#[test]
fn a_long_straight_line_within_a_handler_does_not_overflow_the_stack() {
    // Each instruction throws to the last one, which takes variable 0.
    const COUNT: usize = 60_000;
    let mut edges: Vec<Vec<Edge>> =
        (1..COUNT).map(|next| vec![edge(next), Edge { to: COUNT, exceptional: true }]).collect();
    edges.extend([vec![], vec![]]);
    let mut effects = vec![Effect::default(); COUNT];
    effects.push(Effect { takes: vec![word(0)], ..Effect::default() });
    let program = Program::new(effects, edges);
    let values = Values::of(program.frames()).unwrap();
    assert_eq!(values.source(values.taken(COUNT)[0]), &Source::Parameter(0));
    let successors: Vec<Vec<usize>> =
        program.edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
    crate::control::weak(&successors, 0);
}
