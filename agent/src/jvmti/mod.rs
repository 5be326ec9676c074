//! The JVM's side of the agent. All `unsafe` code of the agent is in this directory.
//!
//! ```text
//!   load.rs      the agent is loaded; the JVM is up: retransform, define the Java runtime, drive
//!   start.rs     what of that needs JNI
//!   callbacks.rs classes are loaded, threads start and end
//!   bind.rs      the wrapper of all native methods: what panics is told to the checker
//!   natives.rs   the native methods of `dev.mcr.Native`
//!   steps.rs     those of them that announce operations; outside.rs those that ask the checker for the world outside
//!   foreign.rs   native methods of the program, and what they do through JNI; stubs.rs stands before them
//!   arena.rs     memory outside of the heap that is at the same place in every JVM
//!   libraries.rs libraries of the program, each at the same place in every execution; imports.rs replaces what they import
//!   heap.rs      memory that native code of the program allocates
//!   noise.rs     without checker and scheduler: only delays
//!   jni.rs       the function tables of the JVM behind small safe methods: JNI,
//!   env.rs       and JVMTI; environments.rs those of it
//!   flags.rs     flags of methods, which JVMTI cannot change; switches.rs options of the JVM, which it cannot either;
//!   structs.rs   where HotSpot says that both are
//! ```
//!
//! Invariant: no panic crosses into the JVM, and no Java exception is pending when a callback returns, except one that `main`
//! threw and that is on its way to the Java code that called it.

mod arena;
mod bind;
mod call_natives;
mod callbacks;
mod carriers;
mod class_natives;
mod env;
mod environments;
mod flags;
mod foreign;
mod heap;
mod imports;
mod jni;
mod libraries;
mod load;
mod natives;
mod noise;
mod outside;
mod process;
mod start;
mod states;
mod steps;
mod structs;
mod stubs;
mod switches;

pub use process::{exit_process, inherited_socket, keep_across_exec, leave_input, wait_for_hangup};
