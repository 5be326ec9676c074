//! What is asked of `cargo xtask systems` and `cargo xtask fleet`.

use anyhow::{Context, Result, bail};

/// Which systems, how, and for how long.
#[derive(Default)]
pub struct Selection {
    pub no_build: bool,
    pub jdk: Option<u32>,
    /// Seconds for each check.
    pub budget: Option<u64>,
    strategies: Option<Vec<String>>,
    names: Vec<String>,
}

impl Selection {
    /// `[--no-build] [--jdk N] [--timeout S] [--strategy S,..] [NAME..]`
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--no-build" => selection.no_build = true,
                "--jdk" => selection.jdk = Some(value()?.parse().context("--jdk needs a number")?),
                "--timeout" => selection.budget = Some(value()?.parse().context("--timeout needs a number")?),
                "--strategy" => selection.strategies = Some(value()?.split(',').map(str::to_owned).collect()),
                option if option.starts_with('-') => bail!("unknown option {option}"),
                name => selection.names.push(name.to_owned()),
            }
        }
        Ok(selection)
    }

    /// One system.
    pub fn of(system: &str) -> Self {
        Self { names: vec![system.to_owned()], ..Self::default() }
    }

    /// Whether a system, or a driver by part of its name, is wanted.
    pub fn has(&self, system: &str, driver: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| system == name || driver.contains(name.as_str()))
    }

    /// Whether no driver and no strategy is left out.
    pub fn is_whole(&self) -> bool {
        self.names.is_empty() && self.strategies.is_none()
    }

    /// Whether nothing at all is other than usual, so that the table may take the place of the one that is committed.
    pub fn is_plain(&self) -> bool {
        self.is_whole() && self.jdk.is_none() && self.budget.is_none()
    }

    /// The strategies, or else these.
    pub fn strategies(&self, others: &[&str]) -> Vec<String> {
        self.strategies.clone().unwrap_or_else(|| others.iter().map(|&name| name.to_owned()).collect())
    }

    /// The command that asks for the same.
    pub fn command(&self, name: &str, jdk: u32, budget: u64) -> String {
        let mut command = format!("cargo xtask {name} --jdk {jdk} --timeout {budget}");
        if let Some(strategies) = &self.strategies {
            command += &format!(" --strategy {}", strategies.join(","));
        }
        self.names.iter().for_each(|name| command += &format!(" {name}"));
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Selection> {
        Selection::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn systems_are_selected_by_name_and_drivers_by_part_of_theirs() {
        let selection = parse("--timeout 5 jigsaw Pool1").expect("it can be read");
        assert!(selection.has("jigsaw", "ThreadCache") && selection.has("pool15", "Pool149"));
        assert!(!selection.has("jigsaw2", "Other"));
        assert!(!selection.is_whole() && parse("--timeout 5").expect("it can be read").is_whole());
        assert_eq!(selection.command("systems", 17, 5), "cargo xtask systems --jdk 17 --timeout 5 jigsaw Pool1");
    }

    #[test]
    fn unknown_options_and_missing_values_are_errors() {
        assert!(parse("--fast").is_err() && parse("--jdk").is_err() && parse("--timeout soon").is_err());
    }
}
