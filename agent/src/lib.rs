//! The JVM agent, `libmcr.so`: rewrites classes as they load, runs the program once for each schedule, sends traces.
//!
//! ```text
//!   jvmti/       the JVM's side: callbacks, native methods of the Java runtime; all `unsafe` code is there
//!   agent.rs     what the agent knows; one value for the process
//!   classes.rs   what was rewritten; classes/lookup.rs what call sites and fields mean
//!   codes.rs     the numbers that Java and the agent say to each other
//!   policy.rs    which code gets which hooks
//!   stack.rs     which place of the program is on the stack of a thread
//!   symbols.rs   what to call things in reports
//!   connection.rs, options.rs   the checker's side
//!   network.rs   what the Java runtime asks of connections to the outside
//!   noise.rs     random delays, when nothing is checked
//!   watchdog.rs  notices a thread that does not come to a visible operation
//! ```
//!
//! Invariant: the agent decides nothing about the exploration. It follows schedules.

mod agent;
mod assumed;
mod calls;
mod classes;
mod codes;
mod connection;
mod coverage;
mod generated;
mod jvmti;
mod network;
mod noise;
mod options;
mod pieces;
mod policy;
mod stack;
mod symbols;
mod unseen;
mod watchdog;
