//! What the protocol calls the parts of a toy program.

use super::flat::Flat;
use super::program::{FLAG, Instr, PERMIT, SLEEP, TIME, Toy};
use super::records::RECORD;
use mcr_protocol::{LocationId, SiteId, ThreadId, Value, mix};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub fn thread_id(t: usize) -> ThreadId {
    if t == 0 { ThreadId::MAIN } else { ThreadId::MAIN.child(t as u64) }
}

pub fn location_id(v: usize) -> LocationId {
    match v {
        RECORD.. => LocationId(mix(v as u64, 0x0066_6965_6c64)),
        SLEEP => LocationId::SLEEP,
        TIME => LocationId::TIME,
        FLAG.. => LocationId::interrupt(thread_id(v - FLAG)),
        PERMIT.. => LocationId::permit(thread_id(v - PERMIT)),
        _ => LocationId(100 + v as u64),
    }
}

pub fn monitor_name(m: usize) -> Value {
    Value(1000 + m as u64)
}

/// A wait set of a monitor: 0 is its own.
pub fn set_name(m: usize, set: usize) -> Value {
    if set == 0 { monitor_name(m) } else { Value(2000 + 10 * m as u64 + set as u64) }
}

pub fn site_id(t: usize, pc: usize) -> SiteId {
    SiteId((t * 1000 + pc + 1) as u32)
}

/// The places of all operations, by thread and place in its flat code. They are no part of a state.
#[derive(Clone, Debug)]
pub struct Sites(Arc<Vec<Vec<SiteId>>>);

impl Sites {
    /// Where some threads are copies, joins in a row are one place, as in a loop.
    pub fn of(toy: &Toy, code: &[Flat]) -> Sites {
        let places = |(t, flat): (usize, &Flat)| {
            let t = toy.copies.get(t).copied().unwrap_or(t);
            let mut first = 0;
            let place = |(pc, instr): (usize, &Instr)| {
                let goes_on = pc > 0 && matches!((&flat.code[pc - 1], instr), (Instr::Join(..), Instr::Join(..)));
                if toy.copies.is_empty() || !goes_on {
                    first = pc;
                }
                site_id(t, first)
            };
            flat.code.iter().enumerate().map(place).collect()
        };
        Sites(Arc::new(code.iter().enumerate().map(places).collect()))
    }

    pub fn site(&self, t: usize, pc: usize) -> SiteId {
        self.0[t].get(pc).copied().unwrap_or(site_id(t, pc))
    }

    /// The thread of which it is a copy.
    pub fn like(&self, t: usize) -> usize {
        (0..t).find(|&other| self.0[other].first() == self.0[t].first()).unwrap_or(t)
    }
}

impl PartialEq for Sites {
    fn eq(&self, _: &Sites) -> bool {
        true
    }
}

impl Eq for Sites {}

impl Hash for Sites {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

pub fn value(v: i64) -> Value {
    Value(v as u64)
}
