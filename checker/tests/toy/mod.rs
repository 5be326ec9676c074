//! Toy programs: written down as data, run by an interpreter that speaks the protocol, enumerated by brute force.
//!
//! The interpreter and the enumerator share the machine (what one step of a toy program does) and nothing with the
//! checker.
#![allow(dead_code, missing_docs, reason = "each test uses a part of this")]

pub mod audit;
pub mod benchmarks;
pub mod bounded;
pub mod brute;
pub mod buffers;
pub mod compare;
pub mod constellations;
pub mod copies;
pub mod dependences;
pub mod exchange;
pub mod fewest;
pub mod flat;
pub mod generator;
pub mod interpreter;
pub mod large;
pub mod late;
pub mod liveness;
pub mod local;
pub mod machine;
pub mod moves;
pub mod names;
pub mod observed;
pub mod ordered;
pub mod program;
pub mod records;
pub mod rich;
pub mod rng;
pub mod rounds;
pub mod scopes;
pub mod several;
pub mod shrink;
pub mod threads;
pub mod traps;
