//! `mcr jcstress`: tests of the harness jcstress, each explored as a program of its own.
//!
//! Status 1 if a result that is forbidden is possible; else 2 if a test could not be explored; else 3 if one was not
//! explored to its end; else 0.

use super::check::try_targets;
use super::interrupt::on_interrupt;
use super::options::{Format, Options};
use super::test::runner::{Program, Runner};
use super::values::{MemoryModels, count, jobs, memory_models, seconds};
use super::{fail, print};
use crate::jcstress::discovery::{Test, discover};
use crate::jcstress::grading::Grading;
use crate::jcstress::result::{broken, objection, sum_up};
use crate::session::stop::Stop;
use crate::testing::class_path::ClassPath;
use crate::testing::java::default_java;
use crate::whole;
use clap::Args;
use mcr_report::jcstress::{self, Tested};
use mcr_report::snippet::Sources;
use mcr_report::text::Look;
use regex::Regex;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The class of the Java part that runs one test.
const MAIN: &str = "dev.mcr.junit.run.RunStressTest";

/// Which tests, where, and how.
#[derive(Args, Clone, Debug)]
pub struct JcstressOptions {
    /// The class path of the tests: their classes, and jcstress-core
    #[arg(long, value_name = "PATH", visible_alias = "class-path", visible_alias = "cp")]
    classpath: OsString,

    /// Only tests in whose name this regular expression is found
    #[arg(short = 't', value_name = "REGEX", value_parser = regex)]
    tests: Option<Regex>,

    /// Memory model: sc, tso or pso; or all of them, one after the other
    #[arg(long, value_name = "MODEL", default_value = "all", value_parser = memory_models)]
    memory_model: MemoryModels,

    /// Stop a test after this many seconds, under all memory models together
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,

    /// Stop a test after this many executions under one memory model
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    max_executions: Option<u64>,

    /// Show an interleaving that leads to each result that fits this regular expression as a whole (`.*`: to each of
    /// them)
    #[arg(long, value_name = "REGEX", value_parser = whole_regex)]
    show: Option<Regex>,

    /// A wait may end and a weak compare-and-set may fail for no reason
    #[arg(long)]
    spurious: bool,

    /// How many JVMs run a test at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = jobs, allow_negative_numbers = true)]
    jobs: u32,

    /// Show also steps of an interleaving that concern no other thread
    #[arg(long)]
    all_steps: bool,

    /// Where failure files go
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Write the report to this file, as JSON. May be given several times
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,

    /// The report on standard output
    #[arg(long, value_name = "FORM", value_enum, default_value = "text")]
    format: Format,

    /// The java that runs the tests. By default that of JAVA_HOME, else the one on the PATH
    #[arg(long, value_name = "PATH")]
    java: Option<OsString>,

    /// Options for the JVM
    #[arg(last = true, value_name = "JVM OPTIONS")]
    jvm: Vec<OsString>,
}

fn regex(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|_| "this is no regular expression".to_owned())
}

fn whole_regex(text: &str) -> Result<Regex, String> {
    regex(&format!(r"\A(?:{text})\z"))
}

/// Explores tests; the exit status.
pub fn jcstress(given: &JcstressOptions) -> u8 {
    let start = Instant::now();
    let options = match options(given).and_then(|options| try_targets(&options).map(|()| options)) {
        Ok(options) => options,
        Err(message) => return fail(message),
    };
    let stop = Stop::default();
    on_interrupt(&stop);
    match tests(given) {
        Ok((java, tests)) => run(given, &options, java, &tests, &stop, start),
        Err(message) => fail(message),
    }
}

/// How a test is explored: to the end whatever is found, as all results are wanted, and races are what these tests are
/// made of.
fn options(given: &JcstressOptions) -> Result<Options, String> {
    let mut options = Options::parse_agent("keep-going,races=ignore")?;
    options.memory_model = given.memory_model;
    options.timeout = Some(given.timeout);
    options.max_executions = given.max_executions;
    options.explain_outcomes = given.show.is_some();
    // What is called is told for interleavings alone.
    options.calls.0 = given.show.is_some();
    options.spurious = given.spurious;
    options.jobs = Some(given.jobs);
    options.output.clone_from(&given.output);
    options.report.clone_from(&given.report);
    options.all_steps = given.all_steps;
    options.contradictions()?;
    Ok(options)
}

/// The JVM to run tests in, and the tests that were asked for.
fn tests(given: &JcstressOptions) -> Result<(Vec<OsString>, Vec<Test>), String> {
    let class_path = ClassPath::new(&given.classpath)?;
    let mut java = vec![given.java.clone().unwrap_or_else(default_java)];
    java.extend(given.jvm.iter().cloned());
    let mut tests = discover(&java, &class_path)?;
    let all = tests.len();
    tests.retain(|test| test.is_selected(given.tests.as_ref()));
    if tests.is_empty() {
        return Err(match all {
            0 => "no class on the class path has the annotation @JCStressTest".to_owned(),
            _ => format!("of {all} tests, none has a name in which the regular expression of -t is found"),
        });
    }
    java.extend(["-cp".into(), class_path.joined()?]);
    Ok((java, tests))
}

/// Explores them one by one.
fn run(
    given: &JcstressOptions,
    options: &Options,
    java: Vec<OsString>,
    tests: &[Test],
    stop: &Stop,
    start: Instant,
) -> u8 {
    let sources = Sources::near(&[], &java, Path::new(""));
    let look = Look::of_stdout(&sources, given.all_steps);
    let wanted = |result: &str| given.show.as_ref().is_some_and(|regex| regex.is_match(result));
    let mut runner = Runner::new(java, MAIN, stop);
    let mut explored: Vec<Tested> = Vec::new();
    let mut written = 0;
    for test in tests {
        // Nobody reads it any more.
        if stop.cancelled() || written != 0 {
            break;
        }
        let mut tested = explore(&mut runner, options, test);
        if given.format == Format::Text {
            written = print(&jcstress::text(&tested, wanted, look), 0);
            // The traces of all tests together may be large.
            tested.parts.clear();
        }
        explored.push(tested);
    }
    runner.quit();
    let (left_out, wall) = (tests.len() - explored.len(), start.elapsed());
    let mut status = jcstress::exit_status(&explored).max(written);
    if left_out > 0 && status == 0 {
        status = 3;
    }
    let json = jcstress::json(&explored, left_out, wall);
    for path in &given.report {
        if let Err(error) = whole::write(path, json.as_bytes()) {
            status = fail(format_args!("cannot write the report to {}: {error}", path.display()));
        }
    }
    let said = if given.format == Format::Text { jcstress::summary(&explored, left_out, wall) } else { json };
    print(&said, status)
}

fn explore(runner: &mut Runner, options: &Options, test: &Test) -> Tested {
    let start = Instant::now();
    if let Some(problem) = &test.problem {
        return broken(test, problem.clone(), start.elapsed());
    }
    let grading = match Grading::new(&test.outcomes) {
        Ok(grading) => Arc::new(grading),
        Err(message) => return broken(test, message, start.elapsed()),
    };
    let title = test.name.rsplit('.').next().unwrap_or_default().to_owned();
    let options = Options { objection: Some(objection(Arc::clone(&grading))), ..options.clone() };
    let parts = runner.explore(&options, &Program { ids: vec![test.name.clone()], title });
    sum_up(test, &grading, parts, start.elapsed())
}
