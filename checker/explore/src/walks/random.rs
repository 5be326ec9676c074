//! Any step, each as likely as the others.

use super::{Crossing, Guide};
use fastrand::Rng;

/// See the module.
#[derive(Debug)]
pub struct Random(Rng);

impl Default for Random {
    fn default() -> Self {
        Random(Rng::with_seed(1))
    }
}

impl Guide for Random {
    fn begin(&mut self, _: usize) -> bool {
        true
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        Some(self.0.usize(..at.steps.len()))
    }
}
