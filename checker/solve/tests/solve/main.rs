//! The order solver against brute force.

mod brute;
mod fuzz;
mod generator;
mod litmus;
