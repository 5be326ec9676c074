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
    /// All schedules of a method of stateless model checking.
    Schedules(Method),
}

/// How schedules follow each other ([`super::schedules`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All interleavings, depth first.
    Dfs,
    /// Source sets and sleep sets ("Optimal Dynamic Partial Order Reduction", POPL 2014).
    Dpor,
    /// All interleavings, few preemptions first ("Iterative Context Bounding", PLDI 2007).
    Icb,
    /// The same with a reduction ("Bounded Partial-Order Reduction", OOPSLA 2013).
    IcbDpor,
    /// Each schedule makes one read see something new ("Stateless Model Checking Concurrent Programs with Maximal Causality Reduction", PLDI 2015).
    Mcr,
    /// The same, and no cut of the threads twice (dissertation, chapter 5).
    SeMcr,
    /// [`Method::Mcr`], but reads that only move values may see anything ("Speeding Up Maximal Causality Reduction with
    /// Static Dependency Analysis", ECOOP 2017; dissertation, chapter 4).
    McrS,
    /// The same, and no cut of the threads twice.
    McrSPlus,
}

impl Method {
    /// All.
    pub const ALL: [Method; 8] = [
        Method::Dfs,
        Method::Dpor,
        Method::Icb,
        Method::IcbDpor,
        Method::Mcr,
        Method::SeMcr,
        Method::McrS,
        Method::McrSPlus,
    ];

    /// As users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Dfs => "dfs",
            Method::Dpor => "dpor",
            Method::Icb => "icb",
            Method::IcbDpor => "icb-dpor",
            Method::Mcr => "mcr",
            Method::SeMcr => "se-mcr",
            Method::McrS => "mcr-s",
            Method::McrSPlus => "mcr-s+",
        }
    }

    /// Whether it leaves out interleavings that differ in the order of independent steps.
    #[must_use]
    pub fn reduces(self) -> bool {
        matches!(self, Method::Dpor | Method::IcbDpor)
    }

    /// Whether some reads may see anything, because of what the code says.
    #[must_use]
    pub fn frees_reads(self) -> bool {
        matches!(self, Method::McrS | Method::McrSPlus)
    }

    /// Whether it bounds preemptions.
    #[must_use]
    pub fn is_bounded(self) -> bool {
        matches!(self, Method::Icb | Method::IcbDpor)
    }
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
    /// Along what traces predict: races, deadlocks, reads that see something else (dissertation, section 3.1). Not alone.
    #[serde(rename = "predict")]
    Predicted,
    /// Few deviations from the order in which threads run one after the other ("Delay-Bounded Scheduling", POPL 2011).
    Delays,
}

impl Walker {
    /// All kinds that can be chosen.
    pub const ALL: [Walker; 4] = [Walker::Delays, Walker::Random, Walker::Pct, Walker::Pos];

    /// As users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Walker::Random => "random",
            Walker::Pct => "pct",
            Walker::Pos => "pos",
            Walker::Delays => "delays",
            Walker::Predicted => "predict",
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
            Strategy::Schedules(method) => method.name(),
        }
    }

    /// The strategy of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Strategy> {
        Strategy::all().find(|strategy| strategy.name() == name)
    }

    /// All.
    pub fn all() -> impl Iterator<Item = Strategy> {
        let walks = Walker::ALL.into_iter().map(Strategy::Walks);
        let schedules = Method::ALL.into_iter().map(Strategy::Schedules);
        [Strategy::Auto, Strategy::Search].into_iter().chain(walks).chain(schedules)
    }

    /// Whether it asks what the code says about reads ([`super::Relevance`]).
    #[must_use]
    pub fn asks_the_code(self) -> bool {
        matches!(self, Strategy::Schedules(method) if method.frees_reads())
    }

    /// The walks that belong to it.
    #[must_use]
    pub fn walkers(self) -> Vec<Walker> {
        match self {
            Strategy::Auto => std::iter::once(Walker::Predicted).chain(Walker::ALL).collect(),
            Strategy::Search | Strategy::Schedules(_) => Vec::new(),
            Strategy::Walks(walker) => vec![walker],
        }
    }

    /// Whether it draws from chance ([`super::Options::seed`]).
    #[must_use]
    pub fn draws(self) -> bool {
        self.walkers().iter().any(|walker| matches!(walker, Walker::Random | Walker::Pct | Walker::Pos))
    }
}
