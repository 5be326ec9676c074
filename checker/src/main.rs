//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcr_checker::cli::main()
}
