//! What users are shown, of interleavings made by hand and of toy programs.
//!
//! One program, as each would be linked with all of the checker: `cargo test --test reporting tables::` runs those of
//! `tables.rs`.

mod calls;
mod causes;
mod consequences;
mod deadlocks;
mod departures;
mod formats;
mod hot_spots;
mod html;
mod races;
mod steps;
mod store_buffers;
#[path = "../story/mod.rs"]
mod story;
mod tables;
#[path = "../toy/mod.rs"]
mod toy;
mod widths;
