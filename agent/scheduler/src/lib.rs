//! Decides which thread of the program goes on.
//!
//! The threads are the real threads of the program; exactly one of them runs at a time: it *has the turn*. It keeps the turn
//! until it announces its next visible operation; then the decision is made, at once and by the announcing thread itself,
//! and the operation that was chosen happens. If it is the thread's own, it goes on without a switch; else it wakes up the
//! chosen thread and sleeps. There is no thread that only schedules.
//!
//! ```text
//!   turn.rs      Scheduler: threads sleep and wake up, start and unwind     (knows std::thread)
//!   core.rs      Core: what has happened; performs an operation             (a pure state machine)
//!   thread.rs    what is known of each thread
//!   objection.rs what a thread cannot announce
//!   choose.rs    Core::choose: the schedule first, then the default policy  (reads the state, changes nothing)
//!   plan.rs      what the schedule says, and whether it can happen
//!   readiness.rs whether a thread can go on, and in which ways
//!   doing.rs     what a thread is doing, as others see it
//!   effect.rs    what an operation does when it happens
//!   buffer.rs    Buffer: writes that have not arrived in memory yet
//!   memory.rs    Memory: the values of locations, for threads that wait for one
//!   monitor.rs   Monitors: owners, depths and wait sets
//! ```
//!
//! Invariant: what happens is a function of the schedule and of what the threads announce. Neither real time nor the order
//! in which the operating system runs the threads has any influence, except through [`Scheduler::give_up`].

#![forbid(unsafe_code)]

mod buffer;
mod choose;
mod core;
mod doing;
mod effect;
mod memory;
mod monitor;
mod objection;
mod plan;
mod readiness;
#[cfg(test)]
mod tests;
mod thread;
mod turn;

pub use crate::core::{Finished, Limits};
pub use crate::turn::{Reserved, Scheduler, Stopped, Turn};
