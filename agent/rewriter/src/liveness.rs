//! Which locals are live at the heads of loops: what a dead one holds cannot matter any more.
//!
//! The classic backward data flow, over blocks of straight code. A block ends also where an exception handler begins or ends to cover, so
//! that all instructions of a block have the same handlers; as any of them may throw, the first too, what is live at the start of a handler is
//! live at the start of the block. A `long` or `double` takes two slots, which live and die together.
//!
//! Everything is live where there are subroutines (`jsr`), from which control may return to anywhere.

use crate::code::Code;
use crate::extents::has_subroutines;
use crate::instruction::{Body, Instruction, op};
use std::ops::Range;

/// More than this (in words of 64 locals, over all blocks) is not computed.
const MOST_WORDS: usize = 1 << 20;
const BITS: usize = 64;
const IINC: u8 = 132;

/// What is live at the starts of blocks.
#[derive(Debug)]
pub(crate) struct Liveness {
    /// The instructions that blocks start with, in order.
    starts: Vec<usize>,
    /// For each block so many words, with a bit for each local; empty if everything is live.
    live: Vec<u64>,
    words: usize,
}

impl Liveness {
    pub(crate) fn of(code: &Code<'_>) -> Self {
        let starts = starts(code);
        let words = usize::from(code.max_locals).div_ceil(BITS).max(1);
        if has_subroutines(code) || starts.len().saturating_mul(words) > MOST_WORDS {
            return Self { starts, live: Vec::new(), words };
        }
        let blocks = blocks(code, &starts, words);
        let mut before = vec![Vec::new(); blocks.len()];
        for (index, block) in blocks.iter().enumerate() {
            for &next in block.next.iter().chain(&block.handlers) {
                before[next].push(index);
            }
        }
        let mut live = vec![0; blocks.len() * words];
        // The last is taken first, so that most blocks are done when those after them are.
        let mut todo: Vec<_> = (0..blocks.len()).collect();
        let mut waits = vec![true; blocks.len()];
        while let Some(index) = todo.pop() {
            waits[index] = false;
            let block = &blocks[index];
            let mut changed = false;
            for word in 0..words {
                let at = |blocks: &[usize]| blocks.iter().fold(0, |sum, block| sum | live[block * words + word]);
                let now = block.used[word] | (at(&block.next) & !block.written[word]) | at(&block.handlers);
                changed |= std::mem::replace(&mut live[index * words + word], now) != now;
            }
            if changed {
                todo.extend(before[index].iter().filter(|&&earlier| !std::mem::replace(&mut waits[earlier], true)));
            }
        }
        Self { starts, live, words }
    }

    /// Whether what a local holds may be read, once control is at this instruction. Not known anywhere but at targets of jumps.
    pub(crate) fn is_live(&self, index: usize, local: u16) -> bool {
        let Ok(block) = self.starts.binary_search(&index) else { return true };
        let word = self.live.get(block * self.words + usize::from(local) / BITS);
        word.is_none_or(|word| word >> (usize::from(local) % BITS) & 1 != 0)
    }
}

/// Straight code.
struct Block {
    /// Bits of locals that are read before they are written.
    used: Vec<u64>,
    /// Bits of locals that are written.
    written: Vec<u64>,
    /// The blocks that may come next.
    next: Vec<usize>,
    /// The blocks that an exception leads to.
    handlers: Vec<usize>,
}

/// Where blocks start.
fn starts(code: &Code<'_>) -> Vec<usize> {
    let list = &code.instructions.list;
    let mut starts = vec![0];
    for (index, instruction) in list.iter().enumerate() {
        starts.extend(instruction.targets());
        if instruction.ends_flow() || !matches!(instruction.body, Body::Plain) {
            starts.push(index + 1);
        }
    }
    starts.extend(code.handlers.iter().flat_map(|handler| [handler.range.start, handler.range.end, handler.target]));
    starts.retain(|&start| start < list.len());
    starts.sort_unstable();
    starts.dedup();
    starts
}

fn blocks(code: &Code<'_>, starts: &[usize], words: usize) -> Vec<Block> {
    let list = &code.instructions.list;
    // Every target is a start.
    let find = |index: usize| starts.binary_search(&index).ok();
    let ends = starts.iter().skip(1).copied().chain([list.len()]);
    let of = |range: Range<usize>| {
        let (mut used, mut written) = (vec![0; words], vec![0; words]);
        for instruction in &list[range.clone()] {
            let Access { local, slots, reads, writes } = access(instruction);
            for local in (local..local + slots).filter(|local| local / BITS < words) {
                let (word, bit) = (local / BITS, 1 << (local % BITS));
                if reads {
                    used[word] |= bit & !written[word];
                }
                if writes {
                    written[word] |= bit;
                }
            }
        }
        let mut next = Vec::new();
        if let Some(last) = list.get(range.end - 1) {
            next.extend(last.targets().filter_map(find));
            next.extend(find(range.end).filter(|_| !last.ends_flow()));
        }
        let covering = code.handlers.iter().filter(|handler| handler.range.contains(&range.start));
        let mut handlers: Vec<_> = covering.filter_map(|handler| find(handler.target)).collect();
        for blocks in [&mut next, &mut handlers] {
            blocks.sort_unstable();
            blocks.dedup();
        }
        Block { used, written, next, handlers }
    };
    starts.iter().zip(ends).map(|(&start, end)| of(start..end)).collect()
}

/// What an instruction does to locals.
#[derive(Default)]
struct Access {
    local: usize,
    /// None if it does nothing to them.
    slots: usize,
    reads: bool,
    writes: bool,
}

fn access(instruction: &Instruction<'_>) -> Access {
    let local = match (instruction.opcode, instruction.bytes) {
        (IINC, &[_, local, ..]) => Some((IINC, u16::from(local))),
        _ => instruction.local(),
    };
    let Some((opcode, local)) = local else { return Access::default() };
    let slots = if matches!(opcode, 22 | 24 | 55 | 57) { 2 } else { 1 };
    let reads = matches!(opcode, op::ILOAD..=op::ALOAD | IINC);
    let writes = matches!(opcode, op::ISTORE..=op::ASTORE | IINC);
    Access { local: local.into(), slots, reads, writes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Handler;
    use crate::instruction::{Instructions, padding};

    const LOCALS: u16 = 70;

    fn code<'a>(bytes: &'a [u8], handlers: &[(Range<usize>, usize)]) -> Code<'a> {
        let instructions = Instructions::decode(bytes).unwrap();
        let handlers =
            handlers.iter().map(|(range, target)| Handler { range: range.clone(), target: *target, class: 0 });
        let handlers = handlers.collect();
        Code { max_stack: 2, max_locals: LOCALS, instructions, handlers, attributes: Vec::new() }
    }

    fn live(bytes: &[u8], handlers: &[(Range<usize>, usize)], at: usize) -> Vec<u16> {
        let liveness = Liveness::of(&code(bytes, handlers));
        (0..LOCALS).filter(|&local| liveness.is_live(at, local)).collect()
    }

    #[test]
    fn what_a_loop_reads_in_the_next_round_is_live_at_its_head() {
        // 0: iload_1  1: istore_2  2: iload_3  3: ifeq 0  4: iload 4  5: ireturn
        let bytes = [27, 61, 29, 153, 0xFF, 0xFD, 21, 4, 172];
        assert_eq!(live(&bytes, &[], 0), [1, 3, 4]);
    }

    #[test]
    fn what_is_written_before_it_is_read_is_dead() {
        // 0: iload_1  1: istore_2  2: iload_2  3: ifeq 0  4: return
        assert_eq!(live(&[27, 61, 28, 153, 0xFF, 0xFD, 177], &[], 0), [1]);
    }

    #[test]
    fn what_is_only_counted_up_is_live() {
        // 0: iinc 1 1  1: wide iinc 66 1  2: goto 0
        assert_eq!(live(&[132, 1, 1, 196, 132, 0, 66, 0, 1, 167, 0xFF, 0xF7], &[], 0), [1, 66]);
    }

    #[test]
    fn a_long_has_two_slots() {
        // 0: lload_1  1: wide lstore 64  2: wide lload 68  3: lstore_3  4: goto 0
        let bytes = [31, 196, 55, 0, 64, 196, 22, 0, 68, 66, 167, 0xFF, 0xF6];
        assert_eq!(live(&bytes, &[], 0), [1, 2, 68, 69]);
    }

    #[test]
    fn what_a_handler_reads_is_live_where_it_covers_even_if_it_is_written_there() {
        // 0: istore_1  1: goto 0  2: iload_1, the handler  3: ireturn
        let bytes = [60, 167, 0xFF, 0xFF, 27, 172];
        assert_eq!(live(&bytes, &[(0..2, 2)], 0), [1]);
        assert_eq!(live(&bytes, &[(1..2, 2)], 0), [0; 0]);
    }

    #[test]
    fn everything_is_live_where_there_are_subroutines() {
        // 0: jsr 2  1: goto 0  2: astore_0  3: ret 0
        let bytes = [168, 0, 6, 167, 0xFF, 0xFD, 75, 169, 0];
        assert_eq!(live(&bytes, &[], 0).len(), usize::from(LOCALS));
    }

    /// Code with loads, stores, jumps and switches at random.
    fn random_code(random: &mut fastrand::Rng) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut offsets, mut patches) = (Vec::new(), Vec::new());
        for _ in 0..2 + random.usize(..25) {
            let start = bytes.len();
            offsets.push(start);
            let local = u8::try_from([0, 1, 2, 3, 62, 63, 64, 66][random.usize(..8)]).unwrap();
            match random.usize(..12) {
                0 => bytes.extend([op::ILOAD, local]),
                1 => bytes.extend([22, local]),
                2 => bytes.extend([op::ISTORE, local]),
                3 => bytes.extend([55, local]),
                4 => bytes.extend([op::WIDE, op::ASTORE, 0, local]),
                5 => bytes.extend([IINC, local, 1]),
                6 => bytes.push(op::ALOAD_3 - 1),
                7 => bytes.push(op::ASTORE_3 - 2),
                8 => bytes.push([op::NOP, op::RETURN, op::ATHROW][random.usize(..3)]),
                9 => {
                    bytes.push(op::LOOKUPSWITCH);
                    bytes.resize(bytes.len() + padding(start), 0);
                    patches.push((start, bytes.len(), 4));
                    bytes.extend([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 7]);
                    patches.push((start, bytes.len(), 4));
                    bytes.extend([0; 4]);
                }
                jump => {
                    bytes.push([op::GOTO, op::IFEQ][jump % 2]);
                    patches.push((start, bytes.len(), 2));
                    bytes.extend([0; 2]);
                }
            }
        }
        bytes.push(op::RETURN);
        for (start, at, width) in patches {
            let distance = offsets[random.usize(..offsets.len())] as i64 - start as i64;
            bytes[at..at + width].copy_from_slice(&distance.to_be_bytes()[8 - width..]);
        }
        bytes
    }

    /// Whether some path from an instruction reads a local before it writes it.
    fn is_read(code: &Code<'_>, from: usize, local: usize) -> bool {
        let list = &code.instructions.list;
        let mut seen = vec![false; list.len()];
        let mut todo = vec![from];
        while let Some(index) = todo.pop() {
            if index >= list.len() || std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let found = access(&list[index]);
            let meant = (found.local..found.local + found.slots).contains(&local);
            if meant && found.reads {
                return true;
            }
            let covering = code.handlers.iter().filter(|handler| handler.range.contains(&index));
            todo.extend(covering.map(|handler| handler.target));
            if !(meant && found.writes) {
                todo.extend(list[index].targets());
                todo.extend((!list[index].ends_flow()).then_some(index + 1));
            }
        }
        false
    }

    #[test]
    fn a_local_is_live_exactly_where_some_path_reads_it() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3000 {
            let bytes = random_code(&mut random);
            let count = Instructions::decode(&bytes).unwrap().list.len();
            let handlers: Vec<_> = (0..random.usize(..4))
                .map(|_| {
                    let start = random.usize(..count);
                    (start..start + 1 + random.usize(..count - start), random.usize(..count))
                })
                .collect();
            let code = code(&bytes, &handlers);
            let liveness = Liveness::of(&code);
            for &start in &liveness.starts {
                for local in [0, 1, 2, 3, 4, 62, 63, 64, 65, 66, 67, 69] {
                    let expected = is_read(&code, start, local.into());
                    assert_eq!(
                        liveness.is_live(start, local),
                        expected,
                        "{local} at {start} of {bytes:?} {handlers:?}"
                    );
                }
            }
        }
    }
}
