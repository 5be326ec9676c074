//! Explores every behaviour of a Java program: what the binary `mcr` is made of.
//!
//! The crates below this one each do one thing and know nothing of the others but what docs/architecture.md ("Crates of the checker")
//! draws. Here they are put together, and here is what deals with the world: the command line ([`cli`]), JVMs as programs of the
//! explorer ([`session`]), failure files ([`failure`]), JUnit tests ([`testing`]), tests of the harness jcstress ([`jcstress`]), the class path of a program ([`dependencies`]).
//!
//! Invariant: nobody knows this crate.

pub mod cli;
pub mod dependencies;
pub mod failure;
pub mod jcstress;
pub mod session;
pub mod testing;
pub mod whole;
