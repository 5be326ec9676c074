//! The command `mcr`: what it is asked to do and with which status it ends.
//!
//! Invariant: the status is 0 only if every behaviour was explored and nothing is wrong. 1: a violation. 2: it could not
//! run. 3: stopped before every behaviour was explored.

mod anew;
mod attach;
mod bench;
mod causes;
mod check;
mod compare;
mod dependencies;
mod doctor;
mod explain;
mod failures;
mod interrupt;
mod jcstress;
mod options;
mod own_lines;
mod progress;
mod recorded;
mod replay;
mod step;
mod test;
mod values;

pub use options::{Format, Options};
pub use values::MemoryModels;

use crate::session::command::USAGE;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use mcr_report::escape;
use std::ffi::OsString;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Could not run.
const ERROR: u8 = 2;

/// What `--version` says.
const VERSION: &str =
    if cfg!(feature = "z3") { env!("CARGO_PKG_VERSION") } else { concat!(env!("CARGO_PKG_VERSION"), " (without Z3)") };

/// A model checker for Java: runs a program under every schedule that makes a difference.
#[derive(Parser)]
#[command(name = "mcr", version = VERSION, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Explores every behaviour of a program
    #[command(override_usage = "mcr check [OPTIONS] -- java [JVM OPTIONS] (-cp CP MainClass | -jar app.jar) [ARGS...]")]
    Check {
        #[command(flatten)]
        options: Box<Options>,
        /// The command that starts the program
        #[arg(last = true, value_name = "COMMAND")]
        command: Vec<OsString>,
    },
    /// Measures how often the program can be run in a second
    #[command(override_usage = "mcr bench [OPTIONS] -- java [JVM OPTIONS] (-cp CP MainClass | -jar app.jar) [ARGS...]")]
    Bench {
        #[command(flatten)]
        options: Box<Options>,
        /// For how long to measure
        #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::seconds, allow_negative_numbers = true)]
        seconds: std::time::Duration,
        /// The command that starts the program
        #[arg(last = true, value_name = "COMMAND")]
        command: Vec<OsString>,
    },
    /// Explores JUnit tests, each method by itself
    #[command(override_usage = "mcr test [OPTIONS] --classpath CP [--select-class C] [--select-method C#m]")]
    Test {
        #[command(flatten)]
        options: Box<test::TestOptions>,
    },
    /// Explores tests of the harness jcstress, each by itself
    #[command(override_usage = "mcr jcstress [OPTIONS] --classpath CP [-t REGEX] [-- JVM OPTIONS]")]
    Jcstress {
        #[command(flatten)]
        options: Box<jcstress::JcstressOptions>,
    },
    /// Shows the failure in a failure file again: runs the program once, under the recorded schedule
    Replay {
        #[command(flatten)]
        options: replay::Options,
    },
    /// Explains the failure in a failure file, without running anything
    Explain {
        #[command(flatten)]
        options: explain::Options,
    },
    /// Shows what a method or a line depends on, by the class files alone: nothing is run
    #[command(
        override_usage = "mcr dependencies [--of PLACE] [OPTIONS] -- java [JVM OPTIONS] (-cp CP MainClass | -jar app.jar) [ARGS...]"
    )]
    Dependencies {
        #[command(flatten)]
        options: dependencies::DependenciesOptions,
        /// The command that starts the program
        #[arg(last = true, value_name = "COMMAND")]
        command: Vec<OsString>,
    },
    /// Looks whether everything is here that is needed, and checks a small program
    Doctor {
        #[command(flatten)]
        options: doctor::DoctorOptions,
    },
    /// Prints a script that completes commands and options in a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page
    Man,
    /// Explores the program in the JVM that has started this process (used by the agent)
    #[command(hide = true)]
    Attach {
        /// The inherited stream socket
        #[arg(long, value_name = "N")]
        fd: i32,
        /// The agent's options: key=value,key
        #[arg(long, value_name = "STRING", default_value = "", allow_hyphen_values = true)]
        options: String,
    },
}

/// Does what the arguments of this process say.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help that was asked for, or is all that there is to say.
        Err(error) if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.exit()
        }
        Err(error) => {
            let hint = if lacks_dashes(&error) { format!("; there is no `--`: {USAGE}") } else { String::new() };
            return ExitCode::from(fail(options::in_one_line(&error) + &hint));
        }
    };
    let status = match cli.command {
        Command::Check { options, command } => check::check(&options, &command),
        Command::Bench { options, seconds, command } => bench::bench(&options, seconds, &command),
        Command::Test { options } => test::test(&options),
        Command::Jcstress { options } => jcstress::jcstress(&options),
        Command::Replay { options } => replay::replay(&options),
        Command::Explain { options } => explain::explain(&options),
        Command::Dependencies { options, command } => dependencies::dependencies(&options, &command),
        Command::Doctor { options } => doctor::doctor(&options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "mcr", &mut script);
            print(&String::from_utf8_lossy(&script), 0)
        }
        Command::Man => manual(),
        Command::Attach { fd, options } => attach::attach(fd, &options),
    };
    ExitCode::from(status)
}

/// The manual page, with a section for each command.
fn manual() -> u8 {
    let mut page = Vec::new();
    let mut render = |command: clap::Command| clap_mangen::Man::new(command).render(&mut page);
    let mut cli = Cli::command();
    cli.build();
    let commands = cli.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help");
    let commands: Vec<clap::Command> = commands.cloned().collect();
    match render(cli).and_then(|()| commands.into_iter().try_for_each(render)) {
        Ok(()) => print(&String::from_utf8_lossy(&page), 0),
        Err(error) => fail(format_args!("cannot make the manual page: {error}")),
    }
}

/// Whether the command to be checked was taken for arguments of this one.
fn lacks_dashes(error: &clap::Error) -> bool {
    let mut arguments = std::env::args_os().skip(1);
    let starts_java =
        arguments.next().is_some_and(|command| command == "check" || command == "bench" || command == "dependencies");
    starts_java && error.kind() == ErrorKind::UnknownArgument && arguments.all(|argument| argument != "--")
}

/// Prints what was found, if that is possible; the exit status. Who cannot have read that all is well must not be told so by the status either.
fn print(text: &str, status: u8) -> u8 {
    let mut out = stdout().lock();
    let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) else { return status };
    let status = if status == 0 { ERROR } else { status };
    let error = error.to_string();
    let reason = error.split(" (os error").next().unwrap_or_default();
    eprintln!("mcr: error: cannot write to the standard output: {reason} (exit status {status})");
    status
}

/// Says on standard error why nothing could be done.
fn fail(message: impl std::fmt::Display) -> u8 {
    // What it quotes must do nothing to the terminal.
    let message = format!("{message:#}");
    let lines: Vec<String> = message.lines().map(escape).collect();
    eprintln!("mcr: error: {} (exit status {ERROR})", lines.join("\n"));
    ERROR
}
