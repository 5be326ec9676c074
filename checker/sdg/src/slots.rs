//! How instructions move what is in a frame: local variables and operand stack as one row of slots.
//!
//! Slots are words: first the local variables, then the stack from its bottom. A `long` or `double` has two of them, in
//! the stack as in the variables, and is known by the first. So `dup2`, which copies two words, be they one value or
//! two, needs no types: it makes two copies of a word each; both words of a `long` come from the same instruction.
//!
//! Invariant: the depth of the stack at an instruction does not depend on the path (JVM specification, 4.10); a
//! handler starts with the exception alone.
use std::ops::Range;

/// A value's place in the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Its first slot.
    pub slot: usize,
    /// How many slots it has: one or two.
    pub words: usize,
}

/// A value that an instruction makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Made {
    /// Where it puts it.
    pub place: Place,
    /// Which of the values that it takes it is, if it is not a new one.
    pub copy_of: Option<usize>,
}

/// What an instruction does to the frame, with the depth of the stack known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effect {
    /// How many words are on the stack before.
    pub depth: usize,
    /// What it looks at: local variables, and what it takes off the stack, the deepest first.
    pub takes: Vec<Place>,
    /// What it puts into variables and onto the stack. A word that a stack shuffle leaves in its place is not among
    /// them.
    pub makes: Vec<Made>,
}

/// Where an instruction may lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// An instruction.
    pub to: usize,
    /// To a handler, by an exception.
    pub exceptional: bool,
}

/// What an instruction does to the frame, without the depth of the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// Takes values of so many words off the stack, the deepest first, and puts at most one there.
    Plain {
        /// Words of each.
        takes: Vec<usize>,
        /// Words of the result.
        gives: Option<usize>,
    },
    /// Copies a local variable onto the stack.
    Load(Place),
    /// Moves the top of the stack into a local variable.
    Store(Place),
    /// Changes a local variable of one word (`iinc`).
    Increment(usize),
    /// Takes a reference and gives it back (`checkcast`).
    Pass,
    /// Takes words off the stack and puts copies there.
    Shuffle(Shuffle),
}

/// Stack instructions as data: takes so many words, and puts these of them there, the deepest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shuffle {
    takes: usize,
    gives: &'static [usize],
}

/// Code whose frames do not add up. A verified class has none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// More is taken than there is.
    #[error("instruction {0} takes more off the stack than is there")]
    Underflow(usize),
    /// The stack gets deeper than the method says, by the instruction itself or by the exception that it throws.
    #[error("instruction {0} makes the stack deeper than the method's {1} words")]
    Overflow(usize, usize),
    /// There is no such variable.
    #[error("instruction {0} uses local variable {1}, but the method has {2}")]
    Local(usize, usize, usize),
    /// Two paths differ.
    #[error("the stack at instruction {0} is {1} or {2} words deep")]
    Depth(usize, usize, usize),
    /// The descriptor has more than fits.
    #[error("parameters take {0} words, but the method has {1} local variables")]
    Parameters(usize, usize),
}

impl Shuffle {
    /// `pop`
    pub const POP: Self = Self { takes: 1, gives: &[] };
    /// `pop2`
    pub const POP2: Self = Self { takes: 2, gives: &[] };
    /// `dup`
    pub const DUP: Self = Self { takes: 1, gives: &[0, 0] };
    /// `dup_x1`
    pub const DUP_X1: Self = Self { takes: 2, gives: &[1, 0, 1] };
    /// `dup_x2`
    pub const DUP_X2: Self = Self { takes: 3, gives: &[2, 0, 1, 2] };
    /// `dup2`
    pub const DUP2: Self = Self { takes: 2, gives: &[0, 1, 0, 1] };
    /// `dup2_x1`
    pub const DUP2_X1: Self = Self { takes: 3, gives: &[1, 2, 0, 1, 2] };
    /// `dup2_x2`
    pub const DUP2_X2: Self = Self { takes: 4, gives: &[2, 3, 0, 1, 2, 3] };
    /// `swap`
    pub const SWAP: Self = Self { takes: 2, gives: &[1, 0] };
}

impl Place {
    /// Its slots.
    pub fn slots(self) -> Range<usize> {
        self.slot..self.slot + self.words
    }
}

/// The effect of each instruction that the first one leads to; nothing for dead code.
pub fn effects(
    shapes: &[Shape],
    edges: &[Vec<Edge>],
    max_locals: usize,
    max_stack: usize,
) -> Result<Vec<Option<Effect>>, FrameError> {
    let mut effects = vec![None; shapes.len()];
    let mut depths: Vec<Option<usize>> = vec![None; shapes.len()];
    let mut todo = Vec::new();
    if let Some(first) = depths.first_mut() {
        *first = Some(0);
        todo.push((0, 0));
    }
    while let Some((instruction, depth)) = todo.pop() {
        let (effect, after) = effect(&shapes[instruction], instruction, depth, max_locals)?;
        if after > max_stack {
            return Err(FrameError::Overflow(instruction, max_stack));
        }
        for edge in &edges[instruction] {
            let after = if edge.exceptional { 1 } else { after };
            if after > max_stack {
                return Err(FrameError::Overflow(instruction, max_stack));
            }
            match depths[edge.to].replace(after) {
                None => todo.push((edge.to, after)),
                Some(other) if other != after => {
                    return Err(FrameError::Depth(edge.to, other.min(after), other.max(after)));
                }
                Some(_) => {}
            }
        }
        effects[instruction] = Some(effect);
    }
    Ok(effects)
}

/// What one instruction does where the stack is `depth` words deep, and how deep it is after.
fn effect(shape: &Shape, at: usize, depth: usize, max_locals: usize) -> Result<(Effect, usize), FrameError> {
    let local = |place: Place| {
        let last = place.slot + place.words - 1;
        if last < max_locals { Ok(place) } else { Err(FrameError::Local(at, last, max_locals)) }
    };
    let left = |words: usize| depth.checked_sub(words).ok_or(FrameError::Underflow(at));
    let on_stack = |below: usize, words: usize| Place { slot: max_locals + below, words };
    let mut effect = Effect { depth, ..Effect::default() };
    let after = match shape {
        Shape::Plain { takes, gives } => {
            let left = left(takes.iter().sum())?;
            let mut below = left;
            for words in takes {
                effect.takes.push(on_stack(below, *words));
                below += words;
            }
            effect.makes.extend(gives.map(|words| Made { place: on_stack(left, words), copy_of: None }));
            left + gives.unwrap_or(0)
        }
        Shape::Load(place) => {
            effect.takes.push(local(*place)?);
            effect.makes.push(Made { place: on_stack(depth, place.words), copy_of: Some(0) });
            depth + place.words
        }
        Shape::Store(place) => {
            let left = left(place.words)?;
            effect.takes.push(on_stack(left, place.words));
            effect.makes.push(Made { place: local(*place)?, copy_of: Some(0) });
            left
        }
        Shape::Increment(slot) => {
            let place = local(Place { slot: *slot, words: 1 })?;
            effect.takes.push(place);
            effect.makes.push(Made { place, copy_of: None });
            depth
        }
        Shape::Pass => {
            let place = on_stack(left(1)?, 1);
            effect.takes.push(place);
            effect.makes.push(Made { place, copy_of: Some(0) });
            depth
        }
        Shape::Shuffle(Shuffle { takes, gives }) => {
            let left = left(*takes)?;
            effect.takes.extend((0..*takes).map(|word| on_stack(left + word, 1)));
            let moved = gives.iter().enumerate().filter(|(to, from)| to != *from);
            effect.makes.extend(moved.map(|(to, from)| Made { place: on_stack(left + to, 1), copy_of: Some(*from) }));
            left + gives.len()
        }
    };
    Ok((effect, after))
}

#[cfg(test)]
mod tests;
