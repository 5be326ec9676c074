//! Checks side by side, one on each processor that this process may use.
//!
//! A check confines its JVM to one processor, the last that it may use, and checker and JVM wait for each other most of
//! the time. So each lane is a thread that is confined to one processor, and what it starts inherits that.
//!
//! Invariant: two checks at the same time have neither a processor nor a working directory in common. (What mostly sleeps may share
//! processors: [`beside`].)

use crate::workspace::Workspace;
use anyhow::{Context, Result};
use core_affinity::CoreId;
use std::path::PathBuf;
use std::sync::Mutex;

/// Each lane has two processes that need memory.
const MOST: usize = 8;

/// Where the checks of a lane run.
pub struct Lane {
    /// A directory of its own.
    pub directory: PathBuf,
}

/// Calls `check` with each piece of work, and `done` with what came of it, one at a time, in the order in which they end.
pub fn each<W: Sync, R: Send>(
    workspace: &Workspace,
    work: &[W],
    check: impl Fn(&Lane, &W) -> Result<R> + Sync,
    done: impl FnMut(&W, R) + Send,
) -> Result<()> {
    on(workspace, cores(), work, check, done)
}

/// The same in `lanes` lanes that run on any processor.
pub fn beside<W: Sync, R: Send>(
    workspace: &Workspace,
    lanes: usize,
    work: &[W],
    check: impl Fn(&Lane, &W) -> Result<R> + Sync,
    done: impl FnMut(&W, R) + Send,
) -> Result<()> {
    on(workspace, vec![None; lanes], work, check, done)
}

fn on<W: Sync, R: Send>(
    workspace: &Workspace,
    cores: Vec<Option<CoreId>>,
    work: &[W],
    check: impl Fn(&Lane, &W) -> Result<R> + Sync,
    done: impl FnMut(&W, R) + Send,
) -> Result<()> {
    let queue = Mutex::new(work.iter());
    let done = Mutex::new(done);
    let run = |number: usize, core: Option<CoreId>| -> Result<()> {
        if let Some(core) = core {
            core_affinity::set_for_current(core);
        }
        let directory = workspace.testsuite().join("run").join(number.to_string());
        std::fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
        let lane = Lane { directory };
        loop {
            let next = queue.lock().expect("no lane panics with the queue").next();
            let Some(piece) = next else { return Ok(()) };
            let result = check(&lane, piece)?;
            (done.lock().expect("no lane panics while it tells"))(piece, result);
        }
    };
    let run = &run;
    std::thread::scope(|scope| {
        let lanes: Vec<_> =
            cores.into_iter().enumerate().map(|(number, core)| scope.spawn(move || run(number, core))).collect();
        let ends: Vec<_> = lanes.into_iter().map(|lane| lane.join().expect("a lane does not panic")).collect();
        ends.into_iter().collect()
    })
}

/// The processors of the lanes; one lane anywhere if the system does not tell.
fn cores() -> Vec<Option<CoreId>> {
    match core_affinity::get_core_ids() {
        Some(cores) if !cores.is_empty() => cores.into_iter().take(MOST).map(Some).collect(),
        _ => vec![None],
    }
}
