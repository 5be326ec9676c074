//! The samples that jcstress publishes: `cargo xtask jcstress --samples`.
//!
//! What is expected of a result comes from the sample's own `@Outcome`: what is forbidden is possible under no model,
//! anything else under each of them. Where that is not so, [`REVIEWED`] says from which model on, and why.

use super::observe::{self, Run};
use super::{Found, Report, Tested, explore, judge};
use crate::jdk::{self, Jdk};
use crate::libraries::{self, Library, library};
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::PathBuf;

/// The published versions, the newest first. What differs is the harness, and one `@Outcome`.
const VERSIONS: [Library; 5] = [
    library("jcstress-samples", &["org.openjdk.jcstress:jcstress-samples:0.11"]),
    library("jcstress-samples", &["org.openjdk.jcstress:jcstress-samples:0.5"]),
    library("jcstress-samples", &["org.openjdk.jcstress:jcstress-samples:0.4"]),
    library("jcstress-samples", &["org.openjdk.jcstress:jcstress-samples:0.3"]),
    library("jcstress-samples", &["org.openjdk.jcstress:jcstress-samples:0.1.1"]),
];

/// Tests in each version: the lines of `META-INF/TestList`.
const TESTS: usize = 34;

/// Where all of them are.
const PACKAGE: &str = "org.openjdk.jcstress.samples.";

/// A result that a sample allows, and not each of our models.
struct Reviewed {
    test: &'static str,
    results: &'static [&'static str],
    /// The first model that allows it, or `never`.
    first: &'static str,
    why: &'static str,
}

const REVIEWED: &[Reviewed] = &[
    Reviewed {
        test: "APISample_03_Termination",
        results: &["STALE"],
        first: "never",
        why: "only a compiler: it reads the plain field once, before the loop; under our models a write arrives",
    },
    Reviewed {
        test: "JMMSample_03_Coherence.SameRead",
        results: &["1, 0"],
        first: "never",
        why: "only a compiler: it swaps two plain reads of one field through two references; our models keep the order \
              of reads",
    },
    Reviewed {
        test: "JMMSample_04_PartialOrder.LockGuard",
        results: &["0, 1"],
        first: "never",
        why: "no JVM: each thread has both accesses in one block of the same lock; since 0.5 it is forbidden",
    },
    Reviewed {
        test: "JMMSample_04_PartialOrder.PlainReads",
        results: &["1, 0"],
        first: "pso",
        why: "x = 1; y = 1 of plain fields: y arrives first; under TSO writes arrive in order, and reads are in order",
    },
    Reviewed {
        test: "JMMSample_05_TotalOrder.PlainDekker",
        results: &["0, 0"],
        first: "tso",
        why: "SB: both writes are still in the buffers when the reads are done",
    },
    Reviewed {
        test: "JMMSample_05_TotalOrder.AcqRelDekker",
        results: &["0, 0"],
        first: "tso",
        why: "SB: a release write may be in the buffer when a later acquire read is done",
    },
    Reviewed {
        test: "JMMSample_06_Finals.PlainInit",
        results: &["0", "1", "2", "3", "4", "5", "6", "7"],
        first: "pso",
        why: "the reference arrives before some of the eight plain fields that the constructor has written",
    },
];

/// Samples that read four bytes at once, at a place that is drawn: where it is aligned or not is the same in each
/// execution, and depends on the JDK. Whatever is not seen through there has to be said by the report: it is then
/// `incomplete`.
const OF_SEVERAL_BYTES: [&str; 2] =
    ["JMMSample_01_AccessAtomicity.ByteBuffers", "JMMSample_01_AccessAtomicity.UnsafeCrossCacheLine"];

/// How the reason begins why such a sample is not complete.
const NOT_SEEN: &str = "the program executed what the check does not see through";

/// Explores the samples of every version on these JDKs.
pub fn run(workspace: &Workspace, jdks: &[Jdk], names: &[&str], observes: bool) -> Result<()> {
    for version in &VERSIONS {
        let jars = fetch(workspace, version)?;
        for jdk in jdks {
            let report = check(workspace, jdk, version, &jars, names)?;
            // The harness of older versions does not know newer JDKs.
            if observes && version.version() == VERSIONS[0].version() {
                observe::compare(
                    workspace,
                    jdk,
                    &Run { class_path: &jars, options: &[], names, named: &named },
                    &report,
                )?;
            }
        }
    }
    Ok(())
}

/// Those of the newest version, on one JDK.
pub fn some(workspace: &Workspace) -> Result<()> {
    let jars = fetch(workspace, &VERSIONS[0])?;
    check(workspace, &jdk::any()?, &VERSIONS[0], &jars, &[]).map(drop)
}

fn fetch(workspace: &Workspace, version: &Library) -> Result<Vec<PathBuf>> {
    let directory = workspace.testsuite().join("jcstress").join(format!("samples-{}", version.version()));
    std::fs::create_dir_all(&directory)?;
    libraries::jars(version, &directory)
}

fn check(workspace: &Workspace, jdk: &Jdk, version: &Library, jars: &[PathBuf], names: &[&str]) -> Result<Report> {
    println!("== samples of jcstress {}", version.version());
    let report = explore(workspace, jdk, jars, names, TESTS)?;
    judge(&report, wrong)?;
    Ok(report)
}

/// What is known of a result of a test, if its `@Outcome` does not say it.
fn reviewed(test: &Tested, result: &str) -> Option<&'static Reviewed> {
    let name = test.name.strip_prefix(PACKAGE)?;
    REVIEWED.iter().find(|reviewed| reviewed.test == name && reviewed.results.contains(&result))
}

fn is_of_several_bytes(test: &Tested) -> bool {
    test.name.strip_prefix(PACKAGE).is_some_and(|name| OF_SEVERAL_BYTES.contains(&name))
}

/// Why a result that the harness observes need not be ours.
fn named(test: &Tested, result: &str) -> Option<String> {
    match reviewed(test, result) {
        Some(Reviewed { first: "never", why, .. }) => Some((*why).to_owned()),
        _ if is_of_several_bytes(test) && test.status == "incomplete" => Some(format!(
            "the harness draws another place each time, and {}",
            test.reason.as_deref().unwrap_or_default()
        )),
        _ => None,
    }
}

/// The first model that has to allow a result.
fn wanted(test: &Tested, row: &Found) -> &'static str {
    match reviewed(test, &row.result) {
        _ if row.expect == "FORBIDDEN" => "never",
        Some(reviewed) => reviewed.first,
        None => "sc",
    }
}

fn wrong(test: &Tested) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in &test.results {
        if row.found() != wanted(test, row) {
            let (result, expected) = (&row.result, wanted(test, row));
            wrong.push(format!("{result:?} ({}): found {}, not {expected}", row.description, row.found()));
        }
        if row.possible.values().any(|possible| possible == "unknown") {
            wrong.push(format!("{:?}: not known under each model", row.result));
        }
    }
    let reason = test.reason.as_deref().unwrap_or_default();
    let is_said = is_of_several_bytes(test) && test.status == "incomplete" && reason.starts_with(NOT_SEEN);
    if test.status != "passed" && !is_said || test.results.is_empty() {
        wrong.push(format!("{}: {reason}", test.status));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn tested(name: &str, status: &str, reason: Option<&str>, rows: &[(&str, &str, Option<&str>)]) -> Tested {
        let row = |&(result, expect, first): &(&str, &str, Option<&str>)| Found {
            result: result.to_owned(),
            expect: expect.to_owned(),
            description: String::new(),
            allowed_first_under: first.map(str::to_owned),
            possible: BTreeMap::new(),
            failure: None,
        };
        Tested {
            name: format!("{PACKAGE}{name}"),
            status: status.to_owned(),
            reason: reason.map(str::to_owned),
            executions: 1,
            wall_s: 0.0,
            results: rows.iter().map(row).collect(),
        }
    }

    #[test]
    fn a_sample_has_what_it_allows_and_nothing_that_it_forbids() {
        let of = |expect, first| wrong(&tested("Some", "passed", None, &[("1", expect, first)])).len();
        assert_eq!(of("ACCEPTABLE", Some("sc")), 0);
        assert_eq!(of("FORBIDDEN", None), 0);
        assert_eq!(of("ACCEPTABLE_INTERESTING", None), 1);
        assert_eq!(of("ACCEPTABLE", Some("tso")), 1);
        assert_eq!(of("FORBIDDEN", Some("pso")), 1);
    }

    #[test]
    fn what_was_reviewed_begins_with_the_model_that_is_said() {
        let of = |first| {
            let rows = [("0, 0", "ACCEPTABLE_INTERESTING", first)];
            wrong(&tested("JMMSample_05_TotalOrder.PlainDekker", "passed", None, &rows)).len()
        };
        assert_eq!([of(Some("tso")), of(Some("sc")), of(None)], [0, 1, 1]);
        // LockGuard was mended: what is forbidden stays so.
        let rows = [("0, 1", "FORBIDDEN", None)];
        assert!(wrong(&tested("JMMSample_04_PartialOrder.LockGuard", "passed", None, &rows)).is_empty());
    }

    #[test]
    fn only_what_reads_several_bytes_may_be_incomplete_and_has_to_say_why() {
        let rows = [("0", "ACCEPTABLE", Some("sc"))];
        let of = |name, reason| wrong(&tested(name, "incomplete", Some(reason), &rows)).len();
        let said = format!("{NOT_SEEN}: calls");
        assert_eq!(of(OF_SEVERAL_BYTES[0], &said), 0);
        assert_eq!(of(OF_SEVERAL_BYTES[0], "no time"), 1);
        assert_eq!(of("Some", &said), 1);
    }

    #[test]
    fn what_only_a_compiler_makes_has_a_name_and_what_a_model_excludes_has_none() {
        let stale = tested("APISample_03_Termination", "passed", None, &[]);
        assert!(named(&stale, "STALE").is_some_and(|why| why.starts_with("only a compiler")));
        assert_eq!(named(&stale, "1"), None);
        assert_eq!(named(&tested("JMMSample_05_TotalOrder.PlainDekker", "passed", None, &[]), "0, 0"), None);
    }
}
