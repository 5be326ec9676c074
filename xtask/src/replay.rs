//! Replays of the failure files that the last run of the testsuite has left: the same failure every time, also on another JDK.
//!
//! Most files are of data races that are only listed; of those a part is enough for every day.

use crate::end_to_end::Selection;
use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs::ReadDir;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is replayed of the files of one JDK.
#[derive(Clone, Copy)]
struct Extent {
    /// Replays of each file.
    times: u32,
    /// Of the files of listed races every so manieth.
    races: usize,
    /// Of the others every so manieth on a JDK that has not recorded them.
    elsewhere: usize,
}

const ALL: Extent = Extent { times: 100, races: 1, elsewhere: 1 };

/// That of the test driver, which has to be done in minutes.
const SOME: Extent = Extent { times: 2, races: 20, elsewhere: 10 };

/// How long the replays of one file may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Where checks on a JDK put their failure files.
pub fn directory(workspace: &Workspace, jdk: &Jdk) -> PathBuf {
    workspace.testsuite().join(format!("failures-{}", jdk.version))
}

/// What came of the files of one JDK on one JDK.
#[derive(Default)]
struct Tally {
    files: u32,
    exact: u32,
    /// The same failure by other events.
    otherwise: u32,
    failed: u32,
    /// What was said of each of the last two kinds.
    inexact: Vec<String>,
}

/// What came of replaying a file.
pub enum Replayed {
    /// The same failure, event by event, each time.
    Exactly,
    /// The same failure by other events; what was said of it.
    Otherwise(String),
    /// Not each time; what was said of it.
    Not(String),
}

/// Replays all violations, and a part of the listed races.
pub fn some(workspace: &Workspace) -> Result<()> {
    replay(workspace, &Selection::default(), SOME)
}

/// Replays the failures of the selected JDKs whose names contain what was asked for; an error if one does not happen again on its own JDK. On another
/// one, whose code may take other steps, that is counted.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    replay(workspace, selection, ALL)
}

fn replay(workspace: &Workspace, selection: &Selection, extent: Extent) -> Result<()> {
    println!("== replays, {} of each failure file", extent.times);
    let (mut files, mut failed) = (0, 0);
    for recorded in selection.jdks()? {
        for jdk in jdk::find() {
            let begin = Instant::now();
            let own = jdk.version == recorded.version;
            let mut selected = recorded_on(workspace, selection, &recorded, extent.races);
            if !own {
                selected = selected.into_iter().step_by(extent.elsewhere).collect();
            }
            let tally = replay_all(workspace, &selected, &jdk, extent.times)?;
            println!(
                "recorded on JDK {}, replayed on {}: {} files, {} event by event, {} otherwise, {} not, in {:.0} s",
                recorded.version,
                jdk.version,
                tally.files,
                tally.exact,
                tally.otherwise,
                tally.failed,
                begin.elapsed().as_secs_f64()
            );
            tally.inexact.iter().for_each(|line| println!("    {line}"));
            files += tally.files;
            failed += if own { tally.failed + tally.otherwise } else { 0 };
        }
    }
    println!("replays: {files} files, {failed} failed");
    match (files, failed) {
        (0, _) => bail!("there are no failure files; run the testsuite first"),
        (_, 0) => Ok(()),
        _ => bail!("{failed} failures were not replayed exactly on the JDK that has recorded them"),
    }
}

/// The files that were recorded on a JDK.
fn recorded_on(workspace: &Workspace, selection: &Selection, recorded: &Jdk, races: usize) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory(workspace, recorded)) else { return Vec::new() };
    let mut files = failure_files(entries);
    files.retain(|file| selection.has(&file.file_stem().unwrap_or_default().to_string_lossy()));
    part(files, races)
}

/// The failure files in a directory, in order.
fn failure_files(entries: ReadDir) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "mcr"));
    files.sort();
    files
}

/// All violations, and of the listed races every so manieth.
fn part(files: Vec<PathBuf>, races: usize) -> Vec<PathBuf> {
    let (listed, mut violations): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.to_string_lossy().contains("-race-"));
    violations.extend(listed.into_iter().step_by(races));
    violations
}

/// Replays the failures in a directory on the JDK that has recorded them, of listed races every so manieth: how many there were, and what was said of
/// those that were not replayed event by event.
pub fn of_directory(workspace: &Workspace, directory: &Path, jdk: &Jdk, races: usize) -> Result<(u32, Vec<String>)> {
    let entries = std::fs::read_dir(directory).with_context(|| format!("no {}", directory.display()))?;
    let tally = replay_all(workspace, &part(failure_files(entries), races), jdk, SOME.times)?;
    Ok((tally.files, tally.inexact))
}

/// The first failure file of a directory whose name begins so.
pub fn failure(directory: &Path, begins: &str) -> Result<PathBuf> {
    let entries = std::fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let is_it = |file: &PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(begins));
    let none = || format!("there is no failure file {begins}* in {}", directory.display());
    failure_files(entries).into_iter().find(is_it).with_context(none)
}

fn replay_all(workspace: &Workspace, files: &[PathBuf], jdk: &Jdk, times: u32) -> Result<Tally> {
    // A replay runs where the check ran, so those of one program come one after the other.
    let mut by_program: BTreeMap<String, Vec<&PathBuf>> = BTreeMap::new();
    for file in files {
        if jdk.version >= classes_need(file)? {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            by_program.entry(name.split('-').next().unwrap_or_default().to_owned()).or_default().push(file);
        }
    }
    let programs: Vec<_> = by_program.into_values().collect();
    let replay = |_: &Lane, files: &Vec<&PathBuf>| -> Result<Vec<Replayed>> {
        files.iter().map(|file| replayed(workspace, file, jdk, times)).collect()
    };
    let mut tally = Tally::default();
    lanes::each(workspace, &programs, replay, |files, replayed| {
        files.iter().zip(replayed).for_each(|(file, replayed)| tally.add(file, replayed));
    })?;
    Ok(tally)
}

/// Replays a file so many times.
pub fn replayed(workspace: &Workspace, file: &Path, jdk: &Jdk, times: u32) -> Result<Replayed> {
    let mut command = workspace.mcr();
    command.arg("replay").arg(file).arg("--java").arg(jdk.java()).args(["--times", &times.to_string()]);
    let output = process::run_within(&mut command, LIMIT)?;
    let last = output.stdout.lines().last().unwrap_or_default();
    let said = if last.is_empty() { output.stderr.trim() } else { last }.to_owned();
    let again = output.status == Some(1) && last.contains(&format!("{times} of {times} times"));
    Ok(match again {
        true if last.contains("event by event") => Replayed::Exactly,
        true => Replayed::Otherwise(said),
        false => Replayed::Not(said),
    })
}

impl Tally {
    fn add(&mut self, file: &Path, replayed: Replayed) {
        self.files += 1;
        let (count, said) = match replayed {
            Replayed::Exactly => {
                self.exact += 1;
                return;
            }
            Replayed::Otherwise(said) => (&mut self.otherwise, said),
            Replayed::Not(said) => (&mut self.failed, said),
        };
        *count += 1;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.inexact.push(format!("{name}: {said}"));
    }
}

/// The JDK that the classes of the program in a file need.
fn classes_need(file: &Path) -> Result<u32> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(if text.contains("/jdk25") { 25 } else { 0 })
}
