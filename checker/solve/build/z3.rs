// Fetches the Z3 library into a directory of the workspace. Used by the checker's build script, so that `cargo build`
// alone is enough, and by `cargo xtask setup`, which can install what is missing for it.
//
// Distributions carry a Z3 that is too old for the `z3` crate, and building it takes half an hour; the Python package
// `z3-solver` brings the library ready for use. Nothing else of that package is kept.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// What the dynamic loader asks for; part of the library itself.
pub const SONAME: &str = "libz3.so.5.4";

/// What the linker asks for.
const LINK_NAME: &str = "libz3.so";

/// Where the library lies in the package.
const IN_PACKAGE: &str = "z3/lib/libz3.so";

/// Makes sure that `dir` holds the library under both names. Several builds may do so at once.
pub fn provide(dir: &Path, requirements: &Path) -> Result<(), String> {
    if dir.join(SONAME).is_file() && dir.join(LINK_NAME).exists() {
        return Ok(());
    }
    let temporary = dir.join(format!("fetch-{}", std::process::id()));
    let result = fetch(dir, &temporary, requirements);
    // Left over at worst; the next fetch uses another name.
    let _ = fs::remove_dir_all(&temporary);
    result
}

fn fetch(dir: &Path, temporary: &Path, requirements: &Path) -> Result<(), String> {
    let io = |what: &str, e: io::Error| format!("{what} in {}: {e}", dir.display());
    fs::create_dir_all(temporary).map_err(|e| io("cannot make a directory", e))?;
    download(temporary, requirements)?;
    let wheel = fs::read_dir(temporary)
        .map_err(|e| io("cannot read what was downloaded", e))?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|e| e == "whl"))
        .ok_or("pip downloaded no wheel")?;
    // A wheel is a zip archive, and where pip is, Python's own module for those is too.
    run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(temporary))?;
    // Renamed into place, so that no build ever sees half of it.
    fs::rename(temporary.join(IN_PACKAGE), dir.join(SONAME)).map_err(|e| io("cannot keep the library", e))?;
    let link = temporary.join(LINK_NAME);
    std::os::unix::fs::symlink(SONAME, &link).map_err(|e| io("cannot make a link", e))?;
    fs::rename(link, dir.join(LINK_NAME)).map_err(|e| io("cannot make a link", e))
}

fn download(to: &Path, requirements: &Path) -> Result<(), String> {
    let mut reasons = Vec::new();
    for pip in [&["python3", "-m", "pip"][..], &["pip3"], &["pip"]] {
        let mut command = Command::new(pip[0]);
        command.args(&pip[1..]).args(["download", "--quiet", "--no-deps", "--only-binary", ":all:"]);
        command.arg("--require-hashes").arg("--requirement").arg(requirements).arg("--dest").arg(to);
        match run(&mut command) {
            Ok(()) => return Ok(()),
            Err(reason) => reasons.push(reason),
        }
    }
    Err(format!(
        "cannot fetch the Z3 library with pip:\n  {}\nInstall pip (`cargo xtask setup` does so on Debian and Ubuntu), \
         or set Z3_LIBRARY_PATH_OVERRIDE to a directory that holds {LINK_NAME} and {SONAME}.",
        reasons.join("\n  ")
    ))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output();
    let said = |what: String| {
        let program = command.get_program().display().to_string();
        let words = command.get_args().take(2).map(|word| word.display().to_string());
        format!("{}: {what}", std::iter::once(program).chain(words).collect::<Vec<_>>().join(" "))
    };
    let output = output.map_err(|e| said(e.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(said(format!("{}, {}", output.status, text.trim().lines().last().unwrap_or("no message"))))
}
