//! Where things are.

use crate::process;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The source tree and what is built from it.
pub struct Workspace {
    /// The directory of the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Where cargo puts what it builds.
    target: PathBuf,
}

impl Workspace {
    /// The workspace that xtask itself belongs to. Cargo is asked for the target directory: it may come from the
    /// environment or from a configuration file. And it says where xtask is, which need not be where it was compiled.
    pub fn find() -> Result<Self> {
        let own = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&own).parent().context("xtask is not in a workspace")?.to_owned();
        let output = Command::new(cargo())
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(&root)
            .output()
            .context("cannot run cargo")?;
        let metadata: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("cannot read what `cargo metadata` says")?;
        let target = metadata["target_directory"].as_str().context("`cargo metadata` names no target directory")?;
        Ok(Self { root, target: PathBuf::from(target) })
    }

    /// Compiled test programs and what belongs to them.
    pub fn testsuite(&self) -> PathBuf {
        self.target.join("testsuite")
    }

    /// The checker, as a user would start it: without the library path that `cargo run` sets.
    pub fn mcr(&self) -> Command {
        let mut command = Command::new(self.target.join("release/mcr"));
        command.env_remove("LD_LIBRARY_PATH");
        command
    }

    /// A file beside the checker.
    pub fn beside_mcr(&self, name: &str) -> PathBuf {
        self.target.join("release").join(name)
    }

    /// The agent.
    pub fn agent(&self) -> PathBuf {
        self.target.join("release/libmcr.so")
    }

    /// Cargo, in the root of the workspace.
    pub fn cargo_command(&self) -> Command {
        let mut command = Command::new(cargo());
        command.current_dir(&self.root);
        command
    }

    /// Runs cargo, showing what it prints.
    pub fn cargo(&self, arguments: &[&str]) -> Result<()> {
        println!("== cargo {}", arguments.join(" "));
        process::run(self.cargo_command().args(arguments))
    }
}

fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
