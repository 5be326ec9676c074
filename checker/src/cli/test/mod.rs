//! `mcr test`: JUnit tests, each explored as a program of its own.
//!
//! Status 1 if a test fails; else 2 if one could not be explored; else 3 if one was not explored to its end; else 0.

pub mod runner;

use self::runner::{Program, Runner};
use super::check::try_targets;
use super::interrupt::on_interrupt;
use super::options::{Format, Options};
use super::{fail, print};
use crate::session::stop::Stop;
use crate::testing::class_path::ClassPath;
use crate::testing::discovery::{Annotation, Test, discover};
use crate::testing::java::default_java;
use crate::testing::result::{RAN, broken, empty, sum_up};
use crate::testing::selection::Selection;
use crate::whole;
use clap::Args;
use mcr_report::sarif;
use mcr_report::snippet::Sources;
use mcr_report::suite::{self, Suite};
use mcr_report::tested::Tested;
use mcr_report::text::Look;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The class of the Java part that runs one test.
const MAIN: &str = "dev.mcr.junit.run.RunOne";

/// Tests of one parameterised method after which it is given up: a factory may make tests without an end.
const MOST_INVOCATIONS: u32 = 10_000;

/// A parser in JUnit 5 that fills arrays of a million characters to read a line of CSV: each would be an event.
const BUFFERS: &str = "org.junit.jupiter.params.shadow.com.univocity.**";

/// Which tests, where, and how.
#[derive(Args, Clone, Debug)]
pub struct TestOptions {
    #[command(flatten)]
    pub options: Options,

    /// The class path of the tests: their classes, those that they test, and JUnit
    #[arg(long, value_name = "PATH", visible_alias = "class-path", visible_alias = "cp")]
    pub classpath: OsString,

    /// Explore the tests of this class, by its full name or a glob (com.acme.*Test, **Test). May be given several times. If nothing is
    /// selected, those with the annotation @ConcurrencyTest are explored
    #[arg(long, value_name = "CLASS")]
    pub select_class: Vec<String>,

    /// Explore this method (com.acme.QueueTest#put); both parts may be globs
    #[arg(long, value_name = "CLASS#METHOD", value_parser = method)]
    pub select_method: Vec<String>,

    /// Explore the tests of this package and those below
    #[arg(long, value_name = "PACKAGE")]
    pub select_package: Vec<String>,

    /// Of these, only tests with this tag (or category of JUnit 4), or for which this tag expression holds
    #[arg(long, value_name = "TAG")]
    pub include_tag: Vec<String>,

    /// None with this tag
    #[arg(long, value_name = "TAG")]
    pub exclude_tag: Vec<String>,

    /// Look into this directory or jar for classes that are selected by globs, and not into the directories of the class path
    #[arg(long, value_name = "PATH")]
    pub scan: Vec<PathBuf>,

    /// It is no error if there is no test: build tools ask for what a project may not have
    #[arg(long)]
    pub allow_none: bool,

    /// The java that runs the tests. By default that of JAVA_HOME, else the one on the PATH
    #[arg(long, value_name = "PATH")]
    pub java: Option<OsString>,

    /// An option for the JVM: --jvm-arg=-Dkey=value
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub jvm_arg: Vec<OsString>,
}

fn method(text: &str) -> Result<String, String> {
    match text.split_once('#') {
        Some((class, method)) if !class.is_empty() && !method.is_empty() => Ok(text.to_owned()),
        _ => Err("a class and a method are needed: com.acme.QueueTest#put".to_owned()),
    }
}

/// Explores tests; the exit status.
pub fn test(given: &TestOptions) -> u8 {
    let start = Instant::now();
    let options = &given.options;
    if let Err(message) = options.contradictions().and_then(|()| supported(options)).and_then(|()| try_targets(options))
    {
        return fail(message);
    }
    let stop = Stop::default();
    on_interrupt(&stop);
    match tests(given) {
        Ok((java, tests)) => run(given, java, &tests, &stop, start),
        Err(message) => fail(message),
    }
}

/// Which reports can be written of many tests, and what else is for one program only.
fn supported(options: &Options) -> Result<(), String> {
    options.no_dependences()?;
    let is_known = |path: &PathBuf| !matches!(path.extension().and_then(OsStr::to_str), Some("html" | "htm"));
    match options.report.iter().find(|path| !is_known(path)) {
        Some(other) => Err(format!(
            "mcr test writes reports that end in .xml (JUnit), .sarif or .json, and not {}; mcr explain --html draws one failure",
            other.display()
        )),
        None => Ok(()),
    }
}

/// The JVM to run tests in, and the tests that were asked for.
fn tests(given: &TestOptions) -> Result<(Vec<OsString>, Vec<Test>), String> {
    let mut class_path = ClassPath::new(&given.classpath)?;
    let roots = if given.scan.is_empty() { class_path.directories() } else { given.scan.clone() };
    if let Some(missing) = roots.iter().find(|root| !root.exists()) {
        return Err(format!("--scan {}: there is no such directory or jar", missing.display()));
    }
    let selection = Selection {
        classes: given.select_class.clone(),
        methods: given.select_method.clone(),
        packages: given.select_package.clone(),
        tags: given.include_tag.clone(),
        without_tags: given.exclude_tag.clone(),
        roots,
    };
    let mut java = vec![given.java.clone().unwrap_or_else(default_java)];
    java.extend(given.jvm_arg.iter().cloned());
    // Assertions are on where tests are explored.
    java.push("-ea".into());
    let mut tests = discover(&java, &mut class_path, &selection)?;
    if selection.is_by_annotation() {
        tests.retain(|test| test.annotation.is_some() || test.problem.is_some());
        if tests.is_empty() && !given.allow_none {
            return Err(
                "no method in the directories of the class path has the annotation @ConcurrencyTest; --select-class '**' explores \
                        every test, --select-method one"
                    .to_owned(),
            );
        }
    }
    if tests.is_empty() && !given.allow_none {
        return Err("no test was found for what is selected, or there is no JUnit on the class path".to_owned());
    }
    java.extend(["-cp".into(), class_path.joined()?]);
    Ok((java, tests))
}

/// Explores them one by one.
fn run(given: &TestOptions, java: Vec<OsString>, tests: &[Test], stop: &Stop, start: Instant) -> u8 {
    let sources = Sources::near(&given.options.source_path, &java, Path::new(""));
    let look = Look::of_stdout(&sources, given.options.all_steps);
    let text = given.options.format == Format::Text;
    let mut runner = Runner::new(java, MAIN, stop);
    let mut suite = Suite::default();
    let mut written = 0;
    for test in tests {
        // Nobody reads it any more.
        if stop.cancelled() || written != 0 {
            suite.left_out += 1;
            continue;
        }
        for tested in of_method(&mut runner, &given.options, test, stop) {
            if text && written == 0 {
                written = print(&suite::line(&suite, &tested, look), 0);
            }
            suite.tests.push(tested);
        }
    }
    suite.started = runner.started;
    suite.executions = runner.executions;
    suite.wall = start.elapsed();
    runner.quit();
    let mut status = suite.verdict().exit_status().max(written);
    for path in &given.options.report {
        let report = match path.extension().and_then(OsStr::to_str) {
            Some("xml") => suite::junit(&suite),
            Some("sarif") => sarif::render_suite(&suite, status, &sources),
            _ => suite::json(&suite),
        };
        if let Err(error) = whole::write(path, report.as_bytes()) {
            status = fail(format_args!("cannot write the report to {}: {error}", path.display()));
        }
    }
    let said = if text { suite::summary(&suite, status) } else { suite::json(&suite) };
    print(&said, status)
}

/// What a method stands for: itself, or all tests that it makes.
fn of_method(runner: &mut Runner, options: &Options, test: &Test, stop: &Stop) -> Vec<Tested> {
    if let Some(problem) = &test.problem {
        return vec![broken(test, format!("the class cannot be looked at: {problem}"))];
    }
    let mut options = match test.annotation.as_ref().map_or_else(|| Ok(options.clone()), |said| with(options, said)) {
        Ok(options) => options,
        Err(message) => return vec![broken(test, format!("@ConcurrencyTest: {message}"))],
    };
    options.exclude.push(BUFFERS.to_owned());
    options.expected_outcome.extend(test.expected());
    options.mark = Some(RAN.to_owned());
    let class = test.class.rsplit('.').next().unwrap_or_default();
    let title = format!("{class}-{}", test.method.as_deref().unwrap_or(&test.name));
    let mut explore = |ids: &[String], number: Option<u32>| {
        let start = Instant::now();
        let number_in_title = number.map_or_else(String::new, |number| format!("-{number}"));
        let program = Program { ids: ids.to_vec(), title: title.clone() + &number_in_title };
        let parts = runner.explore(&options, &program);
        sum_up(test, number, parts, start.elapsed())
    };
    if !test.template {
        let tested = explore(std::slice::from_ref(&test.id), None).tested;
        return vec![tested.unwrap_or_else(|| broken(test, "JUnit does not find it again".to_owned()))];
    }
    let mut all = Vec::new();
    for number in 1..=MOST_INVOCATIONS {
        let ids = test.made().iter().map(|kind| format!("{}/[{kind}:#{number}]", test.id)).collect::<Vec<_>>();
        let summed = explore(&ids, Some(number));
        let Some(tested) = summed.tested else { break };
        all.push(tested);
        if !summed.goes_on || stop.cancelled() {
            break;
        }
    }
    if all.is_empty() { vec![empty(test)] } else { all }
}

/// The options with those that an annotation changes.
fn with(options: &Options, said: &Annotation) -> Result<Options, String> {
    let mut changed = options.clone();
    let one = |key: &str, value: &str| Options::parse_agent(&format!("{key}={value}"));
    if let Some(model) = &said.memory_model {
        changed.memory_model = one("memory-model", model)?.memory_model;
    }
    if let Some(strategy) = &said.strategy {
        changed.strategy = one("strategy", strategy)?.strategy;
    }
    if let Some(races) = &said.races {
        changed.races = one("races", races)?.races;
    }
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if let Some(most) = &said.max_executions {
        changed.max_executions = one("max-executions", &text(most))?.max_executions;
    }
    if let Some(seconds) = &said.timeout {
        changed.timeout = one("timeout", &text(seconds))?.timeout;
    }
    if !said.properties.is_empty() {
        let list: Vec<String> = said.properties.iter().map(|property| format!("property={property}")).collect();
        changed.property = Options::parse_agent(&list.join(","))?.property;
    }
    changed.contradictions()?;
    Ok(changed)
}
