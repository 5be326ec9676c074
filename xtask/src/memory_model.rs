//! The memory models that a check can be told.

use anyhow::{Context, Result};

/// Weaker ones come later: each shows what those before it show, and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryModel {
    /// Sequential consistency.
    #[default]
    Sc,
    /// Total store order.
    Tso,
    /// Partial store order.
    Pso,
}

impl MemoryModel {
    pub const ALL: [Self; 3] = [Self::Sc, Self::Tso, Self::Pso];
    /// Those with store buffers.
    pub const BUFFERED: [Self; 2] = [Self::Tso, Self::Pso];

    /// As in the option `--memory-model`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sc => "sc",
            Self::Tso => "tso",
            Self::Pso => "pso",
        }
    }

    pub fn parse(name: &str) -> Result<Self> {
        let of_that_name = |model: &Self| model.name() == name;
        Self::ALL.into_iter().find(of_that_name).context("the memory models are sc, tso and pso")
    }
}
