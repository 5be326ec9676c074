//! Explores every behaviour of a program.

pub mod explore;
pub mod symbols;
