//! Any step, each as likely as the others.

use super::{Crossing, Drawer, Guide, chance};
use crate::contract::Options;
use fastrand::Rng;

/// See the module.
#[derive(Debug)]
pub struct Random(Rng);

impl Random {
    pub(super) fn new(options: &Options) -> Random {
        Random(chance(options, Drawer::Random))
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
