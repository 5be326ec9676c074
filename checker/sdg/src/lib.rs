//! Static dependences of Java bytecode, for a system dependence graph (Horwitz, Reps, Binkley, TOPLAS 1990) of whole
//! programs.
//!
//! Class files in, a graph out; nothing here knows of executions, traces or the checker.
//!
//! Invariant: what is said to be independent is independent. Where code cannot be seen (reflection, native methods,
//! `Unsafe`), there is no answer rather than a wrong one.
#![forbid(unsafe_code)]

pub mod body;
pub mod cache;
pub mod calls;
pub mod classes;
pub mod control;
pub mod decode;
pub mod dependences;
pub mod descriptor;
pub mod dominators;
pub mod dot;
pub mod flow;
pub mod graph;
pub mod hierarchy;
pub mod image;
pub mod jar;
pub mod library;
pub mod linkage;
pub mod natives;
pub mod points_to;
pub mod pool;
pub mod program;
pub mod shapes;
pub mod slice;
pub mod slots;
pub mod sources;
mod subroutines;
pub mod summary;
pub mod throws;
pub mod values;
pub mod visible;
