//! The exploration.

pub mod contract;
