//! Where everything comes to lie: offsets, widths of jumps, paddings of switches, repeated until nothing changes.
//!
//! A jump only ever gets wider, so the repetition ends. A `goto` or `jsr` that is too far gets its wide form. A conditional
//! jump has none; it jumps to an *island*, a `goto_w` to its target, placed after an instruction where control does not
//! fall through. (A reversed condition around a `goto_w` would need a frame that nobody has.)

use crate::error::Failure;
use crate::insert::Insertions;
use crate::instruction::{Body, Instruction, op, padding};
use crate::reader::Write;

/// Bytes of an island.
const ISLAND: usize = 5;
/// How far a new island may be: it leaves room for what still grows between.
const NEAR: usize = 30_000;
/// The most code that a method can have.
const MOST_CODE: usize = 65_535;
/// Rounds before giving up; two or three are usual.
const ROUNDS: usize = 200;

/// The places of the instructions in the new code; see [`crate::insert::Edit`] for the names.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// One more than instructions; the last is the end of the original code.
    pub(crate) label: Vec<usize>,
    pub(crate) start: Vec<usize>,
    pub(crate) at: Vec<usize>,
    /// Before the islands that follow.
    pub(crate) end: Vec<usize>,
    /// In the order of their places.
    pub(crate) islands: Vec<Island>,
}

/// A stepping stone of far jumps.
#[derive(Clone, Debug)]
pub(crate) struct Island {
    /// The instruction that it follows.
    pub(crate) after: usize,
    /// The instruction that it leads to.
    pub(crate) target: usize,
    /// Its offset.
    pub(crate) at: usize,
}

/// How a jump is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Near,
    Wide,
    /// By way of an island: the instruction before the island.
    Island(usize),
}

/// A layout in the making.
struct Planner<'p, 'a> {
    list: &'p [Instruction<'a>],
    insertions: &'p Insertions,
    forms: Vec<Form>,
    layout: Layout,
}

/// Lays the code out and writes it.
pub(crate) fn lay_out(list: &[Instruction<'_>], insertions: &Insertions) -> Result<(Layout, Vec<u8>), Failure> {
    let mut planner = Planner { list, insertions, forms: vec![Form::Near; list.len()], layout: Layout::default() };
    for _ in 0..ROUNDS {
        planner.place()?;
        if !planner.widen()? {
            let code = planner.write();
            return Ok((planner.layout, code));
        }
    }
    Err(Failure::Skip("its jumps find no place"))
}

impl Planner<'_, '_> {
    /// Computes all offsets for the present forms.
    fn place(&mut self) -> Result<(), Failure> {
        let layout = &mut self.layout;
        layout.label.clear();
        layout.start.clear();
        layout.at.clear();
        layout.end.clear();
        let mut islands = layout.islands.iter_mut().peekable();
        let mut at = self.insertions.prologue.len();
        for (index, (instruction, edit)) in self.list.iter().zip(&self.insertions.edits).enumerate() {
            layout.label.push(at);
            at += edit.caught.len() + edit.visited.len();
            layout.start.push(at);
            at += edit.before.len();
            layout.at.push(at);
            at += match (&edit.replacement, &instruction.body, self.forms[index]) {
                (Some(replacement), _, _) => replacement.len(),
                (None, Body::Jump(_), Form::Wide) => 5,
                (None, Body::Switch(switch), _) => 1 + padding(at) + switch.size(),
                _ => instruction.bytes.len(),
            };
            at += edit.after.len();
            layout.end.push(at);
            while let Some(island) = islands.next_if(|island| island.after == index) {
                island.at = at;
                at += ISLAND;
            }
            if at > MOST_CODE {
                return Err(Failure::Skip("longer than 65535 bytes with hooks"));
            }
        }
        layout.label.push(at);
        let tail = self.insertions.catch_all.as_ref().map_or(0, |handler| handler.code.len());
        if at + tail > MOST_CODE {
            return Err(Failure::Skip("longer than 65535 bytes with hooks"));
        }
        Ok(())
    }

    /// Gives wider forms to the jumps that do not reach; says whether there were any.
    fn widen(&mut self) -> Result<bool, Failure> {
        let mut widened = false;
        for (index, instruction) in self.list.iter().enumerate() {
            let Body::Jump(target) = instruction.body else { continue };
            if instruction.bytes.len() > 3 || self.forms[index] == Form::Wide || self.reaches(index, target) {
                continue;
            }
            widened = true;
            self.forms[index] = if matches!(instruction.opcode, op::GOTO | op::JSR) {
                Form::Wide
            } else {
                Form::Island(self.island(index, target)?)
            };
        }
        Ok(widened)
    }

    fn reaches(&self, index: usize, target: usize) -> bool {
        let distance = self.destination(index, target) as i64 - self.layout.at[index] as i64;
        i16::try_from(distance).is_ok()
    }

    /// Where a jump leads to, by an island or directly.
    fn destination(&self, index: usize, target: usize) -> usize {
        match self.forms[index] {
            Form::Island(after) => self
                .layout
                .islands
                .iter()
                .find(|island| island.after == after && island.target == target)
                .map_or(self.layout.label[target], |island| island.at),
            Form::Near | Form::Wide => self.layout.label[target],
        }
    }

    /// Finds or makes an island on the way from a jump to its target.
    fn island(&mut self, index: usize, target: usize) -> Result<usize, Failure> {
        let from = self.layout.at[index];
        let known =
            self.layout.islands.iter().find(|island| island.target == target && island.at.abs_diff(from) < NEAR);
        if let Some(island) = known {
            return Ok(island.after);
        }
        let places = self.list.iter().enumerate().filter(|(_, instruction)| instruction.ends_flow());
        let nearest = places.map(|(place, _)| place).min_by_key(|&place| self.layout.end[place].abs_diff(from));
        let place = nearest.filter(|&place| self.layout.end[place].abs_diff(from) < NEAR);
        let after = place.ok_or(Failure::Skip("no place for the island of a far jump"))?;
        let island = Island { after, target, at: self.layout.end[after] };
        if !self.layout.islands.iter().any(|other| other.after == after && other.target == target) {
            let position = self.layout.islands.partition_point(|other| other.after <= after);
            self.layout.islands.insert(position, island);
        }
        Ok(after)
    }

    fn write(&self) -> Vec<u8> {
        let layout = &self.layout;
        let mut out = self.insertions.prologue.clone();
        let mut islands = layout.islands.iter().peekable();
        for (index, (instruction, edit)) in self.list.iter().zip(&self.insertions.edits).enumerate() {
            out.extend_from_slice(&edit.caught);
            out.extend_from_slice(&edit.visited);
            out.extend_from_slice(&edit.before);
            let at = out.len();
            debug_assert_eq!(at, layout.at[index]);
            match (&edit.replacement, &instruction.body) {
                (Some(replacement), _) => out.extend_from_slice(replacement),
                (None, Body::Plain) => out.extend_from_slice(instruction.bytes),
                (None, Body::Jump(target)) => {
                    let distance = difference(self.destination(index, *target), at);
                    if instruction.bytes.len() > 3 {
                        out.u1(instruction.opcode);
                        out.u4(distance);
                    } else if self.forms[index] == Form::Wide {
                        out.u1(instruction.opcode + (op::GOTO_W - op::GOTO));
                        out.u4(distance);
                    } else {
                        out.u1(instruction.opcode);
                        out.extend_from_slice(&distance.to_be_bytes()[2..]);
                    }
                }
                (None, Body::Switch(switch)) => {
                    out.u1(instruction.opcode);
                    out.resize(out.len() + padding(at), 0);
                    out.u4(difference(layout.label[switch.default], at));
                    for number in &switch.head {
                        out.extend_from_slice(&number.to_be_bytes());
                    }
                    let mut keys = switch.keys.iter();
                    for &target in &switch.targets {
                        if let Some(key) = keys.next() {
                            out.extend_from_slice(&key.to_be_bytes());
                        }
                        out.u4(difference(layout.label[target], at));
                    }
                }
            }
            out.extend_from_slice(&edit.after);
            while let Some(island) = islands.next_if(|island| island.after == index) {
                let at = out.len();
                out.u1(op::GOTO_W);
                out.u4(difference(layout.label[island.target], at));
            }
        }
        if let Some(handler) = &self.insertions.catch_all {
            out.extend_from_slice(&handler.code);
        }
        out
    }
}

/// The distance of a jump, which may be backwards; both ends are at most 65535.
fn difference(to: usize, from: usize) -> u32 {
    (to as u32).wrapping_sub(from as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insert::Edit;
    use crate::instruction::Instructions;

    /// `iconst_0; ifeq end; nop; goto start; nop; end: return`.
    const CODE: [u8; 10] = [3, 153, 0, 8, 0, 167, 0xFF, 0xFB, 0, 177];

    fn with_nops(before: [usize; 6]) -> Insertions {
        let edits = before.map(|count| Edit { before: vec![op::NOP; count], ..Edit::default() });
        Insertions { edits: edits.into(), ..Insertions::default() }
    }

    #[test]
    fn without_insertions_the_code_stays_the_same() {
        let code = Instructions::decode(&CODE).unwrap();
        assert_eq!(lay_out(&code.list, &with_nops([0; 6])).unwrap().1, CODE);
    }

    #[test]
    fn a_far_conditional_jump_goes_by_an_island() {
        let code = Instructions::decode(&CODE).unwrap();
        let (layout, bytes) = lay_out(&code.list, &with_nops([0, 0, 20_000, 0, 20_000, 0])).unwrap();
        let [island] = layout.islands.as_slice() else { panic!("{layout:?}") };
        assert_eq!((island.after, island.target, island.at), (3, 5, layout.end[3]));
        let near = usize::from(u16::from_be_bytes([bytes[2], bytes[3]]));
        assert_eq!(1 + near, island.at);
        let far = u32::from_be_bytes(bytes[island.at + 1..island.at + 5].try_into().unwrap());
        assert_eq!(bytes[island.at], op::GOTO_W);
        assert_eq!(island.at + far as usize, layout.label[5]);
    }

    #[test]
    fn a_far_goto_gets_wide() {
        let code = Instructions::decode(&CODE).unwrap();
        let (layout, bytes) = lay_out(&code.list, &with_nops([0, 20_000, 0, 20_000, 0, 0])).unwrap();
        assert_eq!(bytes[layout.at[3]], op::GOTO_W);
        assert_eq!(layout.label[4], layout.at[3] + 5);
    }

    #[test]
    fn a_far_jump_without_a_place_for_an_island_is_given_up() {
        let code = Instructions::decode(&CODE).unwrap();
        assert!(matches!(lay_out(&code.list, &with_nops([0, 0, 40_000, 0, 0, 0])), Err(Failure::Skip(_))));
    }

    #[test]
    fn more_than_65535_bytes_are_given_up() {
        let code = Instructions::decode(&CODE).unwrap();
        assert!(matches!(lay_out(&code.list, &with_nops([0, 0, 65_536, 0, 0, 0])), Err(Failure::Skip(_))));
    }
}
