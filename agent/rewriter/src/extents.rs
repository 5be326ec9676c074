//! Which loops contain which: so that whoever counts the rounds of loops knows at a head which loops have been left.
//!
//! A loop extends from its head, the target of a jump backwards, to the last of these jumps. Where two loops overlap and neither contains the
//! other, the first is extended to the end of the second: then everything on any way from a head back to itself that comes to no
//! earlier instruction is in the extent of that loop. So between two visits of one place the count of some loop that contains both has grown,
//! as long as all heads in the extents around it are counted. Control that goes backwards where nothing counts it (to an
//! exception handler, or to a head that has no hook) makes an extent as well, in which no head is told where it is.

use crate::code::Code;
use crate::instruction::op;

/// A head of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The head.
    pub(crate) head: usize,
    /// The last instruction of the loop, if rounds can be counted.
    pub(crate) last: Option<usize>,
}

/// The targets of backward jumps, in order, each with the last of these jumps.
pub(crate) fn heads(code: &Code<'_>) -> Vec<(usize, usize)> {
    let mut heads = Vec::new();
    for (index, instruction) in code.instructions.list.iter().enumerate() {
        heads.extend(instruction.targets().filter(|&target| target <= index).map(|target| (target, index)));
    }
    last_of_each(heads)
}

/// The loops of a method.
pub(crate) struct Extents {
    /// Those whose heads are counted, in order.
    pub(crate) counted: Vec<Extent>,
    /// First and last instruction of the others.
    uncounted: Vec<(usize, usize)>,
}

/// The extents of loops, of which those with these heads, which are in order, are counted.
pub(crate) fn extents(code: &Code<'_>, counted: &[usize]) -> Extents {
    if has_subroutines(code) {
        let counted = counted.iter().map(|&head| Extent { head, last: None }).collect();
        return Extents { counted, uncounted: Vec::new() };
    }
    // Handlers: control goes back to those that cover themselves or something after them.
    let back = code.handlers.iter().filter_map(|handler| {
        let last = handler.range.end.saturating_sub(1);
        (handler.target <= last).then_some((handler.target, last))
    });
    let loops = nested(last_of_each(heads(code).into_iter().chain(back).collect()));
    let (found, uncounted): (Vec<_>, Vec<_>) =
        loops.into_iter().partition(|(head, _)| counted.binary_search(head).is_ok());
    let known = |head| !uncounted.iter().any(|&(first, last)| (first..=last).contains(&head));
    let counted = found.iter().map(|&(head, last)| Extent { head, last: known(head).then_some(last) }).collect();
    Extents { counted, uncounted }
}

impl Extents {
    /// Where control goes when it leaves a loop, if that is no head itself, and the rounds of all loops around are counted.
    pub(crate) fn exits(&self, code: &Code<'_>) -> Vec<usize> {
        let mut exits = Vec::new();
        for extent in &self.counted {
            let Some(last) = extent.last else { continue };
            for (index, instruction) in (extent.head..=last).zip(&code.instructions.list[extent.head..]) {
                let next = (!instruction.ends_flow()).then_some(index + 1);
                exits.extend(instruction.targets().chain(next).filter(|to| !(extent.head..=last).contains(to)));
            }
        }
        exits.sort_unstable();
        exits.dedup();
        exits.retain(|exit| {
            self.counted.binary_search_by_key(exit, |extent| extent.head).is_err()
                && !self.uncounted.iter().any(|(first, last)| (first..=last).contains(&exit))
        });
        exits
    }
}

/// Whether control may come back from an instruction to it, in whatever way.
pub(crate) fn is_in_loop(code: &Code<'_>, index: usize) -> bool {
    if has_subroutines(code) {
        return true;
    }
    let list = &code.instructions.list;
    let mut seen = vec![false; list.len()];
    let mut open = vec![index];
    while let Some(from) = open.pop() {
        let Some(instruction) = list.get(from) else { continue };
        let next = (!instruction.ends_flow()).then_some(from + 1);
        let thrown = code.handlers.iter().filter(|handler| handler.range.contains(&from)).map(|handler| handler.target);
        for to in instruction.targets().chain(next).chain(thrown).filter(|to| *to < list.len()) {
            if to == index {
                return true;
            }
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    false
}

/// Whether control may go anywhere.
pub(crate) fn has_subroutines(code: &Code<'_>) -> bool {
    code.instructions.list.iter().any(|instruction| {
        matches!(instruction.opcode, op::JSR | op::JSR_W | op::RET)
            || instruction.opcode == op::WIDE && instruction.bytes.get(1) == Some(&op::RET)
    })
}

fn last_of_each(mut loops: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    loops.sort_unstable_by_key(|&(head, last)| (head, std::cmp::Reverse(last)));
    loops.dedup_by_key(|&mut (head, _)| head);
    loops
}

/// Extends loops until no two overlap of which neither contains the other.
fn nested(mut loops: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    // Those after it are done.
    for index in (0..loops.len()).rev() {
        let mut last = loops[index].1;
        for &(head, end) in &loops[index + 1..] {
            if head > last {
                break;
            }
            last = last.max(end);
        }
        loops[index].1 = last;
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Handler;
    use crate::instruction::Instructions;

    const GOTO: u8 = op::GOTO;

    fn code<'a>(bytes: &'a [u8], handlers: &[(std::ops::Range<usize>, usize)]) -> Code<'a> {
        let instructions = Instructions::decode(bytes).unwrap();
        let handlers =
            handlers.iter().map(|(range, target)| Handler { range: range.clone(), target: *target, class: 0 });
        Code { max_stack: 2, max_locals: 2, instructions, handlers: handlers.collect(), attributes: Vec::new() }
    }

    fn told(bytes: &[u8], handlers: &[(std::ops::Range<usize>, usize)], counted: &[usize]) -> Vec<Option<usize>> {
        extents(&code(bytes, handlers), counted).counted.into_iter().map(|found| found.last).collect()
    }

    /// A `goto` by so many bytes.
    fn goto(distance: i16) -> [u8; 3] {
        let [high, low] = distance.to_be_bytes();
        [GOTO, high, low]
    }

    #[test]
    fn a_loop_ends_with_its_last_jump() {
        // 0: nop  1: if null goto 0 ... 2: nop  3: goto 0  4: return
        let bytes = [&[0, 1, 198, 0xFF, 0xFE, 0][..], &goto(-6), &[177]].concat();
        assert_eq!(heads(&code(&bytes, &[])), [(0, 4)]);
        assert_eq!(told(&bytes, &[], &[0]), [Some(4)]);
    }

    fn in_loops(bytes: &[u8], handlers: &[(std::ops::Range<usize>, usize)]) -> Vec<usize> {
        let code = code(bytes, handlers);
        (0..code.instructions.list.len()).filter(|&index| is_in_loop(&code, index)).collect()
    }

    #[test]
    fn what_control_comes_back_to_is_in_a_loop() {
        // 0: nop  1: if null goto 0 ... 2: nop  3: goto 0  4: return
        let bytes = [&[0, 1, 198, 0xFF, 0xFE, 0][..], &goto(-6), &[177]].concat();
        assert_eq!(in_loops(&bytes, &[]), [0, 1, 2, 3, 4]);
        // 0: nop  1: goto 3  2: nop  3: return
        assert_eq!(in_loops(&[&[0][..], &goto(4), &[0, 177]].concat(), &[]), []);
        // 0: goto 2  1: goto 3  2: goto 1  3: return. A jump back alone makes no loop.
        assert_eq!(in_loops(&[&goto(6)[..], &goto(6), &goto(-3), &[177]].concat(), &[]), []);
        // 0: nop  1: nop  2: return, where what 1 throws leads to 0
        assert_eq!(in_loops(&[0, 0, 177], &[(1..2, 0)]), [0, 1]);
    }

    #[test]
    fn a_loop_in_another_ends_before_it() {
        // 0: nop  1: nop  2: goto 1  3: goto 0
        let bytes = [&[0, 0][..], &goto(-1), &goto(-5)].concat();
        assert_eq!(told(&bytes, &[], &[0, 1]), [Some(3), Some(2)]);
    }

    #[test]
    fn a_loop_that_overlaps_a_later_one_is_extended() {
        // 0: nop  1: nop  2: goto 0  3: goto 1
        let bytes = [&[0, 0][..], &goto(-2), &goto(-4)].concat();
        assert_eq!(heads(&code(&bytes, &[])), [(0, 2), (1, 3)]);
        assert_eq!(told(&bytes, &[], &[0, 1]), [Some(3), Some(3)]);
    }

    #[test]
    fn a_loop_around_a_handler_of_a_synchronized_block_is_counted() {
        // 0: nop  1: goto 3  2: athrow, which its handler covers  3: goto 0
        let bytes = [&[0][..], &goto(4), &[191], &goto(-5)].concat();
        assert_eq!(told(&bytes, &[(2..3, 2)], &[0]), [Some(3)]);
    }

    #[test]
    fn a_loop_that_an_exception_may_begin_anew_is_not_counted() {
        // 0: goto 2  1: pop, the handler  2: nop  3: goto 2  4: return
        let bytes = [&goto(4)[..], &[87, 0], &goto(-1), &[177]].concat();
        assert_eq!(told(&bytes, &[(2..4, 1)], &[2]), [None]);
        assert_eq!(told(&bytes, &[(2..4, 4)], &[2]), [Some(3)]);
    }

    #[test]
    fn a_loop_in_one_that_nobody_counts_is_not_counted() {
        let bytes = [&[0, 0][..], &goto(-1), &goto(-5)].concat();
        assert_eq!(told(&bytes, &[], &[1]), [None]);
        assert_eq!(told(&bytes, &[], &[0]), [Some(3)]);
    }

    /// Where control leaves loops.
    fn left(bytes: &[u8], handlers: &[(std::ops::Range<usize>, usize)], counted: &[usize]) -> Vec<usize> {
        let code = code(bytes, handlers);
        extents(&code, counted).exits(&code)
    }

    #[test]
    fn a_loop_is_left_by_jumps_and_by_its_end() {
        // 0: nop  1: if null goto 4  2: if null goto 0  3: nop  4: return
        let bytes = [0, 198, 0, 7, 198, 0xFF, 0xFC, 0, 177];
        assert_eq!(left(&bytes, &[], &[0]), [3, 4]);
        assert_eq!(left(&bytes, &[], &[]), []);
    }

    #[test]
    fn what_leads_to_a_head_is_no_exit() {
        // 0: nop  1: nop  2: if null goto 1  3: goto 0, the exit of the inner loop
        let bytes = [&[0, 0, 198, 0xFF, 0xFF][..], &goto(-5)].concat();
        assert_eq!(left(&bytes, &[], &[0, 1]), [3]);
        // 0: nop  1: if null goto 0  2: nop, a head  3: goto 2
        let bytes = [&[0, 198, 0xFF, 0xFF, 0][..], &goto(-1)].concat();
        assert_eq!(left(&bytes, &[], &[0, 2]), []);
    }

    #[test]
    fn an_exit_into_a_loop_that_nobody_counts_is_not_told() {
        let bytes = [&[0, 0, 198, 0xFF, 0xFF][..], &goto(-5)].concat();
        assert_eq!(left(&bytes, &[], &[1]), []);
    }

    #[test]
    fn where_there_are_subroutines_nothing_is_counted() {
        // 0: jsr 2  1: return  2: astore_0  3: ret 0  4: goto 4
        let bytes = [&[168, 0, 4, 177, 75, 169, 0][..], &goto(0)].concat();
        assert_eq!(told(&bytes, &[], &[4]), [None]);
    }
}
