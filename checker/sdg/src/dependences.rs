//! What each instruction of a method depends on: the values it takes, and the decisions that let it run.
//!
//! Nodes of the control-flow graph are the instructions by number, then the normal exit, then the exceptional exit.
//! That the method returns, or throws, depends on decisions like an instruction does.
//!
//! Invariant: dead code depends on nothing, and nothing depends on it.
use crate::control::{self, Control};
use crate::slots::{self, Edge, Effect, FrameError, Place, Shape};
use crate::values::{Frames, ValueError, ValueId, Values};

/// A method, as far as its dependences are concerned.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Code {
    /// What each instruction does to the frame.
    pub shapes: Vec<Shape>,
    /// Where each instruction leads: to instructions, to [`Code::normal_exit`] or to [`Code::exceptional_exit`].
    pub edges: Vec<Vec<Edge>>,
    /// The words of each parameter, the receiver first.
    pub parameters: Vec<usize>,
    /// Local variables, in words.
    pub max_locals: usize,
    /// The greatest depth of the stack, in words.
    pub max_stack: usize,
}

/// The dependences within one method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependences {
    /// What each instruction does to the frame; nothing for dead code.
    pub effects: Vec<Option<Effect>>,
    /// What takes which value, and who makes it.
    pub values: Values,
    /// What decides about each node.
    pub control: Control,
}

/// Whether loops are taken to end (docs/sdg.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loops {
    /// What follows a loop does not depend on it.
    End,
    /// It does.
    MayNotEnd,
}

/// An edge that decides about a node: a branch, or an exception that is thrown or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    /// The instruction.
    pub instruction: usize,
    /// The way it goes, if the node is to run.
    pub edge: Edge,
}

/// Code that does not add up. A verified class has none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DependenceError {
    /// The frames do not.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The values do not.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The graph does not.
    #[error("instruction {0} leads to {1}, where there is none")]
    Edge(usize, usize),
    /// A class file has at least one instruction in each method with code.
    #[error("there are {0} instructions and edges of {1}")]
    Instructions(usize, usize),
}

impl Code {
    /// The node to which returns lead.
    pub fn normal_exit(&self) -> usize {
        self.shapes.len()
    }

    /// The node to which exceptions lead that the method does not catch.
    pub fn exceptional_exit(&self) -> usize {
        self.shapes.len() + 1
    }

    /// The places of the parameters.
    fn places(&self) -> Result<Vec<Place>, FrameError> {
        let mut slot = 0;
        let mut places = Vec::new();
        for words in &self.parameters {
            places.push(Place { slot, words: *words });
            slot += words;
        }
        if slot <= self.max_locals { Ok(places) } else { Err(FrameError::Parameters(slot, self.max_locals)) }
    }

    /// Refuses what the analyses do not look at again.
    fn check(&self) -> Result<(), DependenceError> {
        if self.shapes.is_empty() || self.shapes.len() != self.edges.len() {
            return Err(DependenceError::Instructions(self.shapes.len(), self.edges.len()));
        }
        let all = self.edges.iter().enumerate().flat_map(|(from, edges)| edges.iter().map(move |edge| (from, edge.to)));
        match all.into_iter().find(|(_, to)| *to > self.exceptional_exit()) {
            Some((from, to)) => Err(DependenceError::Edge(from, to)),
            None => Ok(()),
        }
    }
}

impl Dependences {
    /// Finds them all.
    pub fn of(code: &Code, loops: Loops) -> Result<Self, DependenceError> {
        let (effects, values) = Self::values_of(code)?;
        let mut successors: Vec<Vec<usize>> =
            code.edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
        successors.resize(code.shapes.len() + 2, Vec::new());
        let control = match loops {
            Loops::End => control::weak(&successors, 0),
            Loops::MayNotEnd => control::strong(&successors, 0),
        };
        Ok(Self { effects, values, control })
    }

    /// The values alone, with what each instruction does to the frame; nothing for dead code.
    pub fn values_of(code: &Code) -> Result<(Vec<Option<Effect>>, Values), DependenceError> {
        code.check()?;
        let parameters = code.places()?;
        let within: Vec<Vec<Edge>> = code
            .edges
            .iter()
            .map(|edges| edges.iter().copied().filter(|edge| edge.to < code.shapes.len()).collect())
            .collect();
        let effects = slots::effects(&code.shapes, &within, code.max_locals, code.max_stack)?;
        let frames = Frames { effects: &effects, edges: &within, parameters: &parameters, locals: code.max_locals };
        let values = Values::of(frames)?;
        Ok((effects, values))
    }

    /// The values that an instruction takes, in order.
    pub fn data(&self, instruction: usize) -> &[ValueId] {
        self.values.taken(instruction)
    }

    /// The decisions that let a node run. If there are none, it runs whenever the method does (or is dead).
    pub fn causes<'a>(&'a self, code: &'a Code, node: usize) -> impl Iterator<Item = Cause> + 'a {
        self.control.decisions[node]
            .iter()
            .map(|decision| Cause { instruction: decision.node, edge: code.edges[decision.node][decision.edge] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::Shuffle;
    use proptest::prelude::*;

    fn shapes() -> impl Strategy<Value = Shape> {
        let place = || (0..4_usize, 1..=2_usize).prop_map(|(slot, words)| Place { slot, words });
        prop_oneof![
            4 => (prop::collection::vec(1..=2_usize, 0..=1), prop::option::of(1..=2_usize))
                .prop_map(|(takes, gives)| Shape::Plain { takes, gives }),
            2 => place().prop_map(Shape::Load),
            2 => place().prop_map(Shape::Store),
            1 => (0..4_usize).prop_map(Shape::Increment),
            1 => Just(Shape::Pass),
            1 => prop::sample::select(vec![Shuffle::POP, Shuffle::DUP, Shuffle::SWAP, Shuffle::DUP2_X2])
                .prop_map(Shape::Shuffle),
        ]
    }

    /// Anything, most of which does not add up.
    fn codes() -> impl Strategy<Value = Code> {
        (0..=6_usize).prop_flat_map(|count| {
            let edge =
                (0..=count + 2, prop::bool::weighted(0.2)).prop_map(|(to, exceptional)| Edge { to, exceptional });
            let edges = prop::collection::vec(prop::collection::vec(edge, 0..=2), count);
            let parameters = prop::collection::vec(1..=2_usize, 0..=3);
            (prop::collection::vec(shapes(), count), edges, parameters, 0..=5_usize, 0..=6_usize).prop_map(
                |(shapes, edges, parameters, max_locals, max_stack)| Code {
                    shapes,
                    edges,
                    parameters,
                    max_locals,
                    max_stack,
                },
            )
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn whatever_the_code_there_is_an_answer_or_an_error(code in codes()) {
            for loops in [Loops::End, Loops::MayNotEnd] {
                let Ok(found) = Dependences::of(&code, loops) else { continue };
                for instruction in 0..code.shapes.len() {
                    let takes = found.effects[instruction].as_ref().map_or(0, |effect| effect.takes.len());
                    prop_assert_eq!(found.data(instruction).len(), takes);
                    let is_dead = found.effects[instruction].is_none();
                    prop_assert!(!is_dead || found.causes(&code, instruction).next().is_none());
                }
                for node in 0..code.shapes.len() + 2 {
                    for cause in found.causes(&code, node) {
                        prop_assert!(found.effects[cause.instruction].is_some());
                    }
                }
            }
        }
    }

    #[test]
    fn an_edge_to_nowhere_and_a_method_without_instructions_are_errors() {
        let returns = Shape::Plain { takes: vec![], gives: None };
        let to = |to| Code {
            shapes: vec![returns.clone()],
            edges: vec![vec![Edge { to, exceptional: false }]],
            ..Code::default()
        };
        assert!(Dependences::of(&to(1), Loops::End).is_ok());
        assert_eq!(Dependences::of(&to(3), Loops::End), Err(DependenceError::Edge(0, 3)));
        assert_eq!(Dependences::of(&Code::default(), Loops::End), Err(DependenceError::Instructions(0, 0)));
    }

    #[test]
    fn parameters_that_do_not_fit_are_an_error() {
        let shapes = vec![Shape::Plain { takes: vec![], gives: None }];
        let code = Code { shapes, edges: vec![vec![]], parameters: vec![2, 1], max_locals: 2, max_stack: 0 };
        assert_eq!(Dependences::of(&code, Loops::End), Err(FrameError::Parameters(3, 2).into()));
    }
}
