//! Tells the loader that the Z3 library is beside the binary, where the build script of `mcr-solve` puts it: so the directory with
//! the binary can be moved. Tests and examples are in a directory below.
//!
//! The build script of each crate whose tests, examples or binaries have Z3 in them; cargo hands no such flags on.

fn main() {
    // Of nothing else: cargo itself notices another script or feature.
    println!("cargo::rerun-if-changed=Cargo.toml");
    if std::env::var_os("CARGO_FEATURE_Z3").is_some() {
        println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN");
        println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/..");
    }
}
