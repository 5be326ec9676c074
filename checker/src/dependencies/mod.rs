//! Static dependences of a program that a `java` command starts: from its class files, nothing is run.
//!
//! Invariant: what is said rests on the class files that the command names; what they do not say is listed
//! ([`Program::blind_spots`]).
pub mod chain;
mod outcome;
pub mod place;
mod placed;
pub mod recorded;
pub mod relevance;
pub mod target;
mod walk;

use anyhow::{Context, Result, bail};
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{MemoryModel, SiteId};
use mcr_sdg::cache::{Cache, Question};
use mcr_sdg::calls::{Calls, Receivers, STARTED};
use mcr_sdg::classes::MethodCode;
use mcr_sdg::dependences::Loops;
use mcr_sdg::program::{Options, Places, Program};
use mcr_sdg::sources::Sources;
use placed::Placed;
use recorded::Recorded;
use std::collections::BTreeSet;
use target::Target;

/// Which code is looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// That of the class path. What methods of the JDK are given decides what they give, and they may pass it on.
    Own,
    /// All.
    All,
}

/// Where the classes are.
///
/// # Errors
/// If the JDK or an entry of the class path cannot be read.
pub fn sources(target: &Target) -> Result<Sources> {
    let sources = Sources::new(Some(&target.jdk), &target.class_path);
    sources.with_context(|| format!("cannot read the classes of {}", target.main_class.replace('/', ".")))
}

/// What a running program has shown: reflection leads where no class file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Classes that were loaded, with slashes: objects of them may be anywhere.
    pub classes: BTreeSet<String>,
    /// Methods that have run, by class and name.
    pub methods: BTreeSet<(String, String)>,
}

/// Finds out what failures of a program depend on. The graph is made when the first one is asked about.
pub struct Causes<'a> {
    sources: &'a Sources,
    target: &'a Target,
    recorded: &'a Recorded<'a>,
}

impl<'a> Causes<'a> {
    /// For a program, and what was loaded of it when it failed.
    #[must_use]
    pub fn new(sources: &'a Sources, target: &'a Target, recorded: &'a Recorded<'a>) -> Causes<'a> {
        Causes { sources, target, recorded }
    }

    /// Whether a violation is of a kind that may have a chain.
    #[must_use]
    pub fn has_some(violation: &Violation) -> bool {
        violation.blocked.is_empty() && violation.kind != ViolationKind::Race
    }

    /// Tells each failure what it depends on. `expected`: what may be printed, as far as that is known.
    ///
    /// # Errors
    /// If there is no graph, or it would be of other classes than those that have failed.
    pub fn tell(
        &self,
        violations: &mut [Violation],
        symbols: &Symbols,
        model: MemoryModel,
        expected: &[String],
    ) -> Result<()> {
        let mut seen = Seen::default();
        let events = violations.iter().flat_map(|violation| &violation.events);
        let sites: BTreeSet<SiteId> = events.map(|event| event.site).collect();
        for site in sites.into_iter().filter_map(|site| symbols.site(site)) {
            let class = site.class.replace('.', "/");
            if !self.sources.is_of_jdk(&class) {
                seen.methods.insert((class.clone(), site.method.clone()));
            }
            // One that the program has made itself is not missing: only what class files name can be.
            if !matches!(self.sources.class(&class), Ok(None)) {
                seen.classes.insert(class);
            }
        }
        self.recorded.compare_jdk(self.sources)?;
        // It may have no main method any more.
        self.recorded.compare(self.sources, [&*self.target.main_class])?;
        // A loop that ends is no reason for what comes after it.
        let program = graph(self.sources, self.target, Follow::Own, Loops::End, Places::ByField, &seen)?;
        self.recorded.compare(self.sources, own_classes(self.sources, &program))?;
        let placed = Placed::of(program, |name| !self.sources.is_of_jdk(name));
        for violation in violations {
            violation.chain = chain::chain(&placed, violation, symbols, model, expected).map(Box::new);
        }
        Ok(())
    }
}

/// The classes of the class path that a graph is made of, and those that their class files name and that are not there.
fn own_classes<'p>(sources: &Sources, program: &'p Program<'_>) -> Vec<&'p str> {
    let hierarchy = &program.calls.hierarchy;
    let joined = hierarchy.ids().map(|id| &*hierarchy.class(id).name);
    let own = joined.filter(|name| !sources.is_of_jdk(name));
    own.chain(hierarchy.missing().keys().map(|name| &**name)).collect()
}

/// The graph of all that the main method reaches, and what has been seen.
///
/// # Errors
/// If there is no main method, or the program is too large to be numbered.
pub fn graph<'a>(
    sources: &'a Sources,
    target: &Target,
    follow: Follow,
    loops: Loops,
    places: Places,
    seen: &Seen,
) -> Result<Program<'a>> {
    let main = &target.main_class;
    let Some(class) = sources.class(main).with_context(|| format!("cannot read the main class {main}"))? else {
        bail!("there is no class {} in the class path", main.replace('/', "."));
    };
    // From JDK 25 on it need be neither static nor have parameters.
    let is_main = |descriptor: &str| matches!(descriptor, "([Ljava/lang/String;)V" | "()V");
    let mains = class.methods.iter().filter(|method| &*method.name == "main" && is_main(&method.descriptor));
    let mut entries: Vec<(&str, &str, &str)> = mains.map(|method| (&**main, "main", &*method.descriptor)).collect();
    if entries.is_empty() {
        bail!("the class {} has no main method", main.replace('/', "."));
    }
    let constructs = entries.iter().any(|_| class.method("<init>", "()V").is_some());
    if constructs && !class.methods.iter().any(|method| &*method.name == "main" && method.is_static()) {
        entries.push((main, "<init>", "()V"));
    }
    let begins = entries.len();
    entries.extend(STARTED);
    let mut others = Vec::new();
    for (name, method) in &seen.methods {
        // A class that cannot be found or read has been defined by the program itself.
        let Ok(Some(class)) = sources.class(name) else { continue };
        let called = class.methods.iter().filter(|it| *it.name == **method && matches!(it.code, MethodCode::Body(_)));
        others.extend(called.map(|it| (name, method, it.descriptor.to_string())));
    }
    entries.extend(others.iter().map(|(class, method, descriptor)| (&***class, &***method, &**descriptor)));
    let made: Vec<&str> = [&**main].into_iter().chain(seen.classes.iter().map(|name| &**name)).collect();
    let is_own = |name: &str| !sources.is_of_jdk(name);
    let follows = |name: &str| follow == Follow::All || is_own(name);
    let how = format!("{follow:?}, {places:?}, {begins} entries");
    let question = Question { entries: &entries, made: &made, loops, follow: &follows, how: &how };
    let make = || {
        let (calls, absent) = Calls::from(sources, &entries, Receivers::Made(&made));
        let begins_there =
            |method: &str| entries[..begins].iter().any(|(class, name, it)| method == format!("{class}.{name}{it}"));
        if let Some((method, why)) = absent.iter().find(|(method, _)| begins_there(method)) {
            bail!("cannot start at {method}: {why}");
        }
        Ok(Program::of(calls, Options { loops, places, follow: &follows, is_own: &is_own })?)
    };
    match Cache::of_user() {
        Some(cache) => cache.program(sources, &question, make),
        None => make(),
    }
}
