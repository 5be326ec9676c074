//! Writes what was found to failure files, and tells the report their names.

use super::options::Options;
use crate::failure::{Failure, identity, save};
use crate::session::Setting;
use mcr_explore::{Conclusion, Race, Violation, ViolationKind};
use mcr_protocol::MemoryModel;
use mcr_report::snippet::Sources;
use mcr_report::{Report, Run};
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use xxhash_rust::xxh3::xxh3_64;

/// The directory for failure files unless the user wants another one.
const DIRECTORY: &str = "mcr-failures";

/// Failures of which files are written: one misuse of a class of the JDK can have hundreds of races.
const MOST: usize = 100;

/// Writes a file for each violation for which `wanted` holds, and, if the user has named a directory, for each race that is none; puts
/// their names into the report.
///
/// # Errors
/// If that is not possible; a line for the user. What could be written is in the report.
pub fn write(
    options: &Options,
    run: &Run,
    setting: &Setting,
    report: &mut Report,
    wanted: impl Fn(usize) -> bool,
) -> anyhow::Result<()> {
    let directory = options.output.clone().unwrap_or_else(|| PathBuf::from(DIRECTORY));
    let found = &run.exploration;
    let sources = Sources::near(&options.source_path, &setting.arguments(), &setting.working_directory());
    let setting = &Setting { asked: options.asked(), ..setting.clone() };
    let mut names = Names::default();
    let mut write = |violation: &Violation| {
        let name = directory.join(names.of(violation, run, setting));
        save(&Failure::new(violation, &found.symbols, setting, &sources), &name).map(|()| name.display().to_string())
    };
    let described = report.violations.iter_mut().zip(&found.violations).enumerate();
    for (_, (described, violation)) in described.filter(|(index, _)| wanted(*index)).take(MOST) {
        described.failure = Some(write(violation)?);
    }
    let of_races = report.violations.iter().zip(&found.violations);
    let of_races: Vec<_> = of_races.filter(|(_, violation)| violation.kind == ViolationKind::Race).collect();
    if !of_races.is_empty() {
        // The same ones, in the same order.
        for (race, (described, _)) in report.races.iter_mut().zip(of_races) {
            race.failure.clone_from(&described.failure);
        }
        return Ok(());
    }
    // What a program that cannot be checked does is no race to rely on.
    let races = if options.output.is_some() && !matches!(found.conclusion, Conclusion::Error(_)) { MOST } else { 0 };
    for (described, race) in report.races.iter_mut().zip(&found.races).take(races) {
        described.failure = Some(write(&Race::violation(race))?);
    }
    Ok(())
}

/// The names of the files of one run, and how often each was wanted.
#[derive(Default)]
struct Names(FxHashMap<String, u32>);

impl Names {
    /// `Main-deadlock-1a2b3c4d.mcr`; with the memory model if there are store buffers, and a number if another failure of the run cannot be told apart. The
    /// same for the same failure.
    fn of(&mut self, violation: &Violation, run: &Run, setting: &Setting) -> String {
        let model = match run.memory_model {
            MemoryModel::Sc => String::new(),
            model => format!("{model}-"),
        };
        // With other arguments it is another program.
        let told = setting.program_arguments().iter().map(|word| format!("\n{}", word.display())).collect::<String>();
        let hash = xxh3_64((identity(violation, &run.exploration.symbols) + &told).as_bytes()) >> 32;
        let name = format!("{}-{}-{model}{hash:08x}", setting.program(), violation.kind.name());
        let count = self.0.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { format!("{name}.mcr") } else { format!("{name}-{count}.mcr") }
    }
}
