//! The search, on toy programs: what it finds against brute force, and what it needs for that.
//!
//! One program, as each would be linked with all of the checker: `cargo test --test exploring jobs::` runs those of
//! `jobs.rs`.

mod arrivals;
mod benchmarks;
mod fuzz;
mod jobs;
mod limits;
mod litmus;
mod local_states;
mod many;
mod merging;
mod minimal;
mod ordered;
mod predict;
mod relaxed;
mod scale;
mod shown;
mod strategies;
mod symmetry;
mod synchronisers;
#[path = "../toy/mod.rs"]
mod toy;
mod waiting;
