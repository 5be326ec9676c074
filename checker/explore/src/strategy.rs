//! How to look: which strategies there are, and what they are called.

use serde::{Deserialize, Serialize};

/// How to look for what has not been seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// [`Strategy::Search`], and walks of all kinds for a small part of the time, or more while they teach more.
    #[default]
    Auto,
    /// Depth first, everything once.
    Search,
    /// Walks of one kind alone. They never say that everything was seen.
    Walks(Walker),
}

/// A kind of walks through the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Walker {
    /// Any step, each as likely as the others.
    Random,
    /// Priorities, of which a few change ("A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
    Pct,
    /// A priority for each step ("Partial Order Aware Concurrency Sampling", CAV 2018).
    Pos,
    /// Few deviations from the order in which threads run one after the other ("Iterative Context Bounding", PLDI 2007; "Delay-Bounded Scheduling",
    /// POPL 2011).
    Icb,
}

impl Walker {
    /// All kinds.
    pub const ALL: [Walker; 4] = [Walker::Icb, Walker::Random, Walker::Pct, Walker::Pos];

    /// As users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Walker::Random => "random",
            Walker::Pct => "pct",
            Walker::Pos => "pos",
            Walker::Icb => "icb",
        }
    }
}

impl Strategy {
    /// As users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Auto => "auto",
            Strategy::Search => "search",
            Strategy::Walks(walker) => walker.name(),
        }
    }

    /// The strategy of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Strategy> {
        let walks = Walker::ALL.into_iter().map(Strategy::Walks);
        [Strategy::Auto, Strategy::Search].into_iter().chain(walks).find(|strategy| strategy.name() == name)
    }

    /// The walks that belong to it.
    #[must_use]
    pub fn walkers(self) -> Vec<Walker> {
        match self {
            Strategy::Auto => Walker::ALL.to_vec(),
            Strategy::Search => Vec::new(),
            Strategy::Walks(walker) => vec![walker],
        }
    }
}
