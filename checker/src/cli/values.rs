//! Values of options: what their texts mean, and what is said if they mean nothing.

use mcr_explore::{RacesAre, Strategy, ViolationKind};
use mcr_protocol::{MemoryModel, Timeouts};
use std::time::Duration;

/// Which memory models to explore under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryModels {
    /// This one.
    One(MemoryModel),
    /// One after the other.
    All,
}

impl MemoryModels {
    /// The models, the strongest first.
    #[must_use]
    pub fn each(self) -> Vec<MemoryModel> {
        match self {
            MemoryModels::One(model) => vec![model],
            MemoryModels::All => MODELS.to_vec(),
        }
    }
}

/// Each allows all that those before it allow.
const MODELS: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];

/// An option that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch(pub bool);

/// All but races, which are an extra.
pub const PROPERTIES: [ViolationKind; 6] = [
    ViolationKind::Deadlock,
    ViolationKind::Livelock,
    ViolationKind::Exception,
    ViolationKind::Assertion,
    ViolationKind::NullDereference,
    ViolationKind::Exit,
];

/// Parses the name of a memory model, or `all`.
pub fn memory_models(text: &str) -> Result<MemoryModels, String> {
    let one = MODELS.into_iter().find(|model| model.to_string() == text);
    match one {
        Some(model) => Ok(MemoryModels::One(model)),
        None if text == "all" => Ok(MemoryModels::All),
        None => Err("there are sc, tso, pso and all".to_owned()),
    }
}

/// Parses the name of a strategy.
pub fn strategy(text: &str) -> Result<String, String> {
    if text == "predict" || Strategy::of_name(text).is_some() {
        return Ok(text.to_owned());
    }
    let names: Vec<&str> = Strategy::all().map(Strategy::name).collect();
    Err(format!("there are {} and predict", names.join(", ")))
}

/// Parses the name of a property.
pub fn property(text: &str) -> Result<ViolationKind, String> {
    match PROPERTIES.iter().chain([&ViolationKind::Race]).find(|kind| kind.name() == text) {
        Some(kind) => Ok(*kind),
        None => Err("there are deadlock, livelock, exception, assertion, null-dereference, exit and race".to_owned()),
    }
}

/// Parses what data races are.
pub fn races(text: &str) -> Result<RacesAre, String> {
    match text {
        "report" => Ok(RacesAre::Listed),
        "fail" => Ok(RacesAre::Violations),
        "ignore" => Ok(RacesAre::Ignored),
        _ => Err("there are report, fail and ignore".to_owned()),
    }
}

/// Parses a number of JVMs.
pub fn jobs(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        _ => Err("a whole number from 1 to 256 is needed".to_owned()),
    }
}

/// Parses the depth of bugs that walks look for.
pub fn depth(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(depth @ 1..=1000) => Ok(depth),
        _ => Err("a whole number from 1 to 1000 is needed".to_owned()),
    }
}

/// Parses when timed waits may time out.
pub fn timeouts(text: &str) -> Result<Timeouts, String> {
    match text {
        "idle" => Ok(Timeouts::Idle),
        "any" => Ok(Timeouts::Any),
        "ordered" => Ok(Timeouts::Ordered),
        _ => Err("there are idle, any and ordered".to_owned()),
    }
}

/// Parses `on` or `off`.
pub fn on_or_off(text: &str) -> Result<Switch, String> {
    match text {
        "on" => Ok(Switch(true)),
        "off" => Ok(Switch(false)),
        _ => Err("there are on and off".to_owned()),
    }
}

/// Parses a number of things, of which there may be none.
pub fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is needed", u64::MAX))
}

/// Parses a number of things, of which there has to be one.
pub fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!("a whole number from 1 to {} is needed", u64::MAX)),
        Ok(number) => Ok(number),
    }
}

/// A pattern of class names: `*` stands for part of a name, `**` also for packages, `?` for a character.
pub fn glob(text: &str) -> Result<String, String> {
    let is_meant = |c: char| c.is_alphanumeric() || matches!(c, '.' | '*' | '?' | '$' | '_' | '-');
    match text.chars().find(|c| !is_meant(*c)) {
        Some('/' | '\\') => Err("names of classes have dots between packages".to_owned()),
        Some(other) => Err(format!("{other:?} is not part of names of classes; there are * and ** and ?")),
        None if text.is_empty() => Err("a name of classes is needed".to_owned()),
        None if text.contains("***") => Err("there are * and ** and ?".to_owned()),
        None => Ok(text.to_owned()),
    }
}

/// Parses a number of seconds greater than 0.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "a number of seconds is needed".to_owned())?;
    match Duration::try_from_secs_f64(number) {
        Ok(duration) if !duration.is_zero() && number < 1e9 => Ok(duration),
        _ => Err("a number of seconds greater than 0 and less than 1000000000 is needed".to_owned()),
    }
}
