//! Provides the Z3 library and tells the linker and the loader where it is, if the crate is built with Z3.
//!
//! The crate `z3-sys` only names the library and the directory that `.cargo/config.toml` gives it; nothing looks into that
//! directory before the binary is linked, which is after this script has run.

#[path = "build/z3.rs"]
mod z3;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/z3.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let own = package.ancestors().nth(2).expect("the workspace is above").join(".z3");
    let dir = env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map_or_else(|| own.clone(), PathBuf::from);

    // Another directory is the user's business.
    if dir == own
        && let Err(message) = z3::provide(&dir, &package.join("build/requirements.txt"))
    {
        for line in message.lines() {
            println!("cargo::error={line}");
        }
        return;
    }
    let library = dir.join(z3::SONAME);
    println!("cargo::rerun-if-changed={}", library.display());
    println!("cargo::rustc-link-search=native={}", dir.display());

    // Beside the binary, so that the directory with the binary can be moved; tests and examples are in a directory below.
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN");
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/..");
    if library.is_file() {
        put_beside_binary(&library);
    }
}

fn put_beside_binary(library: &Path) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    // <target>/<profile>/build/<package>/out
    let Some(profile) = out.ancestors().nth(3) else { return };
    let copy = profile.join(z3::SONAME);
    let size = |path: &Path| fs::metadata(path).map(|m| m.len()).ok();
    if size(&copy) == size(library) {
        return;
    }
    let partial = profile.join(format!(".{}-{}", z3::SONAME, std::process::id()));
    if let Err(error) = fs::copy(library, &partial).and_then(|_| fs::rename(&partial, &copy)) {
        println!("cargo::error=cannot copy {} to {}: {error}", library.display(), copy.display());
    }
}
