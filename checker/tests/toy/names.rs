//! What the protocol calls the parts of a toy program.

use super::program::{FLAG, PERMIT};
use super::records::RECORD;
use mcr_protocol::{LocationId, SiteId, ThreadId, Value, mix};

pub fn thread_id(t: usize) -> ThreadId {
    if t == 0 { ThreadId::MAIN } else { ThreadId::MAIN.child(t as u64) }
}

pub fn location_id(v: usize) -> LocationId {
    match v {
        RECORD.. => LocationId(mix(v as u64, 0x0066_6965_6c64)),
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

pub fn value(v: i64) -> Value {
    Value(v as u64)
}
