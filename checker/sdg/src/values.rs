//! Def-use: which values an instruction takes, and what may have made them.
//!
//! Every slot of the frame (locals, then the words of the operand stack: [`slots`](crate::slots)) is a variable. A
//! value is made by a parameter, a caught exception, or an instruction; where paths with different values meet there is
//! a [`Source::Merge`] of them. Unlike in SSA form, merges that feed each other in a loop are one merge: they stand for
//! the same set of makers. Merges exist only where an instruction takes one (as in Braun et al., CC 2013), so they are
//! few and need no liveness.
//!
//! Loads, stores, stack shuffles and `checkcast` make values too, which are marked as copies: [`Values::origins`] looks
//! through them, [`Values::makers`] does not.
//!
//! Invariant: a merge has at least two inputs, and a greater number than each of them, so merges form no cycle.
use crate::slots::{Edge, Effect, Place};
use petgraph::{algo::kosaraju_scc, graph::DiGraph, graph::NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// A value in one method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Source {
    /// The caller: the parameter (the receiver is one) in this place among the parameters.
    Parameter(usize),
    /// The exception with which the handler that starts at this instruction is entered.
    Caught(usize),
    /// An instruction.
    Made {
        /// Its number.
        instruction: usize,
        /// Which of the values that it makes.
        output: usize,
        /// Which of the values that it takes this is a copy of.
        copy_of: Option<usize>,
    },
    /// One of several, depending on the path; in order, each once. It says where a value may come from, and nothing of
    /// which value it is: two slots with the same merge need not be equal.
    Merge(Vec<ValueId>),
}

/// All values of one method.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values {
    sources: Vec<Source>,
    taken: Vec<Vec<ValueId>>,
    made: Vec<Vec<ValueId>>,
}

/// Code in which values do not add up. A verified class has none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// Nothing is in the slot on any path.
    #[error("instruction {instruction} takes slot {slot}, which nothing has set")]
    Unset {
        /// Who takes.
        instruction: usize,
        /// What.
        slot: usize,
    },
    /// What is in the slot at its handlers would depend on how far it came.
    #[error("instruction {0} can throw within the method and writes a local variable")]
    ThrowsAndStores(usize),
}

/// What is known of a method's frames.
#[derive(Debug, Clone, Copy)]
pub struct Frames<'a> {
    /// What each instruction does; nothing for dead code.
    pub effects: &'a [Option<Effect>],
    /// Where each instruction leads within the method.
    pub edges: &'a [Vec<Edge>],
    /// Where the parameters are.
    pub parameters: &'a [Place],
    /// The first slot of the operand stack.
    pub locals: usize,
}

impl Values {
    /// Def-use of a method, whose first instruction is number 0.
    pub fn of(frames: Frames<'_>) -> Result<Self, ValueError> {
        Search::new(frames)?.run()
    }

    /// Where a value comes from.
    pub fn source(&self, value: ValueId) -> &Source {
        &self.sources[value.0 as usize]
    }

    /// How many values there are; they are numbered from 0.
    pub fn count(&self) -> usize {
        self.sources.len()
    }

    /// What an instruction takes, in the order of its [`Effect::takes`]. Nothing in dead code.
    pub fn taken(&self, instruction: usize) -> &[ValueId] {
        &self.taken[instruction]
    }

    /// What an instruction makes, in the order of its [`Effect::makes`]. Nothing in dead code.
    pub fn made(&self, instruction: usize) -> &[ValueId] {
        &self.made[instruction]
    }

    /// Every parameter, exception and instruction that the value may come from, in order; copies are makers.
    pub fn makers(&self, value: ValueId) -> Vec<ValueId> {
        self.collect(value, false)
    }

    /// The same, but instead of a copy stands what it is a copy of.
    pub fn origins(&self, value: ValueId) -> Vec<ValueId> {
        self.collect(value, true)
    }

    fn collect(&self, value: ValueId, through_copies: bool) -> Vec<ValueId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::from_iter([value]);
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            let before = match self.source(value) {
                Source::Merge(inputs) => inputs.as_slice(),
                Source::Made { instruction, copy_of: Some(input), .. } if through_copies => {
                    &self.taken[*instruction][*input..=*input]
                }
                _ => {
                    found.push(value);
                    continue;
                }
            };
            todo.extend(before.iter().filter(|value| seen.insert(**value)));
        }
        found.sort_unstable();
        found
    }
}

/// A run of instructions that nothing enters or leaves in its midst.
#[derive(Debug, Default)]
struct Block {
    instructions: Vec<usize>,
    /// From which blocks it is entered, and whether by an exception.
    before: Vec<(usize, bool)>,
    /// The value that each slot which is written has at the end.
    writes: FxHashMap<usize, ValueId>,
}

/// What a slot holds when a block is entered. Its number is the place in [`Search::entries`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Entry {
    block: usize,
    slot: usize,
}

/// A value that is known, or one that is what an [`Entry`] turns out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    Known(ValueId),
    AtEntry(usize),
}

struct Search<'a> {
    frames: Frames<'a>,
    blocks: Vec<Block>,
    values: Values,
    /// The parameter in each slot that has one.
    parameters: FxHashMap<usize, ValueId>,
    /// The exception at the start of each block that handles one.
    caught: FxHashMap<usize, ValueId>,
    entries: Vec<Entry>,
    numbers: FxHashMap<Entry, usize>,
}

impl<'a> Search<'a> {
    fn new(frames: Frames<'a>) -> Result<Self, ValueError> {
        let mut search = Self {
            frames,
            blocks: blocks(frames)?,
            values: Values::default(),
            parameters: FxHashMap::default(),
            caught: FxHashMap::default(),
            entries: Vec::new(),
            numbers: FxHashMap::default(),
        };
        for (number, place) in frames.parameters.iter().enumerate() {
            let value = search.values.add(Source::Parameter(number));
            search.parameters.extend(place.slots().map(|slot| (slot, value)));
        }
        for (number, block) in search.blocks.iter().enumerate() {
            if block.before.iter().any(|(_, exceptional)| *exceptional) {
                let value = search.values.add(Source::Caught(block.instructions[0]));
                search.caught.insert(number, value);
            }
        }
        Ok(search)
    }

    fn run(mut self) -> Result<Values, ValueError> {
        let taken = self.pass_blocks();
        let inputs = self.inputs_of_entries();
        let resolved = self.resolve(&inputs);
        self.values.taken = vec![Vec::new(); self.frames.effects.len()];
        for (instruction, held) in taken.into_iter().enumerate() {
            for (input, held) in held.into_iter().enumerate() {
                let value = match held {
                    Held::Known(value) => Some(value),
                    Held::AtEntry(entry) => resolved[entry],
                };
                let slot = self.effect(instruction).takes[input].slot;
                self.values.taken[instruction].push(value.ok_or(ValueError::Unset { instruction, slot })?);
            }
        }
        Ok(self.values)
    }

    /// Names what is made, and finds what is taken as far as the block itself knows.
    fn pass_blocks(&mut self) -> Vec<Vec<Held>> {
        let mut taken = vec![Vec::new(); self.frames.effects.len()];
        self.values.made = vec![Vec::new(); self.frames.effects.len()];
        for number in 0..self.blocks.len() {
            let mut writes = FxHashMap::default();
            for instruction in self.blocks[number].instructions.clone() {
                for place in &self.effect(instruction).takes {
                    let known = writes.get(&place.slot).map(|value| Held::Known(*value));
                    let held = known.unwrap_or_else(|| self.at_entry(number, place.slot));
                    taken[instruction].push(held);
                }
                for (output, made) in self.effect(instruction).makes.iter().enumerate() {
                    let value = self.values.add(Source::Made { instruction, output, copy_of: made.copy_of });
                    self.values.made[instruction].push(value);
                    writes.extend(made.place.slots().map(|slot| (slot, value)));
                }
            }
            self.blocks[number].writes = writes;
        }
        taken
    }

    fn at_entry(&mut self, block: usize, slot: usize) -> Held {
        let entry = Entry { block, slot };
        Held::AtEntry(*self.numbers.entry(entry).or_insert_with(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        }))
    }

    /// What each entry may be; asks for entries of earlier blocks, until none is new.
    fn inputs_of_entries(&mut self) -> Vec<Vec<Held>> {
        let mut inputs = Vec::new();
        while let Some(Entry { block, slot }) = self.entries.get(inputs.len()).copied() {
            let mut found = Vec::new();
            if block == 0 {
                found.extend(self.parameters.get(&slot).map(|value| Held::Known(*value)));
            }
            for edge in 0..self.blocks[block].before.len() {
                let (before, exceptional) = self.blocks[block].before[edge];
                found.push(if exceptional && slot >= self.frames.locals {
                    // The stack is emptied, and holds the exception alone.
                    if slot > self.frames.locals {
                        continue;
                    }
                    Held::Known(self.caught[&block])
                } else if let Some(value) = self.blocks[before].writes.get(&slot) {
                    Held::Known(*value)
                } else {
                    self.at_entry(before, slot)
                });
            }
            inputs.push(found);
        }
        inputs
    }

    /// Finds the value of each entry. Entries that feed each other are one value; nothing where no path sets the slot.
    fn resolve(&mut self, inputs: &[Vec<Held>]) -> Vec<Option<ValueId>> {
        let mut graph = DiGraph::<(), ()>::with_capacity(inputs.len(), inputs.len());
        for _ in inputs {
            graph.add_node(());
        }
        for (entry, held) in inputs.iter().enumerate() {
            for held in held {
                if let Held::AtEntry(other) = held {
                    graph.add_edge(NodeIndex::new(entry), NodeIndex::new(*other), ());
                }
            }
        }
        let mut resolved: Vec<Option<ValueId>> = vec![None; inputs.len()];
        let mut merges: FxHashMap<Vec<ValueId>, ValueId> = FxHashMap::default();
        // Each component comes after those that feed it. Entries of its own are not resolved yet, and so count for
        // nothing.
        for component in kosaraju_scc(&graph) {
            let mut from: Vec<ValueId> = component
                .iter()
                .flat_map(|entry| &inputs[entry.index()])
                .filter_map(|held| match held {
                    Held::Known(value) => Some(*value),
                    Held::AtEntry(other) => resolved[*other],
                })
                .collect();
            from.sort_unstable();
            from.dedup();
            let value = match from[..] {
                [] => None,
                [value] => Some(value),
                _ => Some(*merges.entry(from).or_insert_with_key(|from| self.values.add(Source::Merge(from.clone())))),
            };
            for entry in component {
                resolved[entry.index()] = value;
            }
        }
        resolved
    }

    fn effect(&self, instruction: usize) -> &'a Effect {
        const NONE: &Effect = &Effect { depth: 0, takes: Vec::new(), makes: Vec::new() };
        self.frames.effects[instruction].as_ref().unwrap_or(NONE)
    }
}

impl Values {
    fn add(&mut self, source: Source) -> ValueId {
        // A method has at most 65,536 instructions; each makes at most six values, and each block and slot one merge.
        let value = ValueId(u32::try_from(self.sources.len()).expect("fewer than 2^32 values in a method"));
        self.sources.push(source);
        value
    }
}

/// Cuts the live code into blocks; the first starts at instruction 0.
fn blocks(frames: Frames<'_>) -> Result<Vec<Block>, ValueError> {
    let is_live = |instruction: &usize| frames.effects[*instruction].is_some();
    let mut entered = vec![0; frames.effects.len()];
    let mut leads = vec![false; frames.effects.len()];
    if let Some(first) = leads.first_mut() {
        *first = true;
    }
    for (from, edges) in frames.edges.iter().enumerate().filter(|(from, _)| is_live(from)) {
        for edge in edges {
            entered[edge.to] += 1;
            leads[edge.to] |= edges.len() > 1 || edge.exceptional || entered[edge.to] > 1;
            let makes = frames.effects[from].iter().flat_map(|effect| &effect.makes);
            if edge.exceptional && makes.into_iter().any(|made| made.place.slot < frames.locals) {
                return Err(ValueError::ThrowsAndStores(from));
            }
        }
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut block_of = vec![0; frames.effects.len()];
    for first in (0..frames.effects.len()).filter(|first| leads[*first] && is_live(first)) {
        let mut block = Block::default();
        let mut at = Some(first);
        while let Some(instruction) = at {
            block.instructions.push(instruction);
            block_of[instruction] = blocks.len();
            at = match frames.edges[instruction][..] {
                [edge] if !leads[edge.to] => Some(edge.to),
                _ => None,
            };
        }
        blocks.push(block);
    }
    for before in 0..blocks.len() {
        let last = *blocks[before].instructions.last().expect("a block has its first instruction");
        for edge in &frames.edges[last] {
            blocks[block_of[edge.to]].before.push((before, edge.exceptional));
        }
    }
    Ok(blocks)
}

#[cfg(test)]
mod tests;
