//! What a test says of a result.
//!
//! As in the harness: an id that is the same text counts before any that fits as a regular expression; of several the
//! first one counts; what fits none is graded by the outcome without an id, and is forbidden if there is none.

use mcr_report::jcstress::Expect;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

/// What is said of a result that nothing is said of.
const NOTHING: &str = "no outcome fits, so it is forbidden";

/// An annotation `@Outcome`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Outcome {
    /// Regular expressions for results; an empty one stands for all that fit no other.
    pub id: Vec<String>,
    /// What such a result is.
    pub expect: Expect,
    /// Why.
    #[serde(default)]
    pub desc: String,
}

/// What is said of one result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// What it is.
    pub expect: Expect,
    /// Why.
    pub description: String,
}

/// One id.
struct Case {
    id: String,
    regex: Regex,
    grade: Grade,
}

/// All that a test says of its results.
pub struct Grading {
    cases: Vec<Case>,
    otherwise: Grade,
}

impl Grading {
    /// Of these annotations.
    ///
    /// # Errors
    /// If an id is no regular expression that can be read here; for the user.
    pub fn new(outcomes: &[Outcome]) -> Result<Grading, String> {
        let mut grading = Grading {
            cases: Vec::new(),
            otherwise: Grade { expect: Expect::Forbidden, description: NOTHING.to_owned() },
        };
        for outcome in outcomes {
            let grade = Grade { expect: outcome.expect, description: outcome.desc.clone() };
            for id in &outcome.id {
                if id.is_empty() {
                    grading.otherwise = grade.clone();
                    continue;
                }
                let whole = RegexBuilder::new(&format!(r"\A(?:{id})\z")).build();
                let regex = whole.map_err(|_| format!("cannot read the id {id:?} of an @Outcome"))?;
                grading.cases.push(Case { id: id.clone(), regex, grade: grade.clone() });
            }
        }
        Ok(grading)
    }

    /// What is said of a result.
    #[must_use]
    pub fn grade(&self, result: &str) -> &Grade {
        let same = self.cases.iter().find(|case| case.id == result);
        let fitting = || self.cases.iter().find(|case| case.regex.is_match(result));
        same.or_else(fitting).map_or(&self.otherwise, |case| &case.grade)
    }

    /// The results that are named as such, in the order in which they are: those whose id fits itself and nothing but
    /// letters.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        let is_text = |id: &str| id.chars().all(|c| c.is_alphanumeric() || ", -_/".contains(c));
        self.cases.iter().map(|case| case.id.as_str()).filter(move |id| is_text(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(id: &[&str], expect: Expect, desc: &str) -> Outcome {
        Outcome { id: id.iter().map(|&id| id.to_owned()).collect(), expect, desc: desc.to_owned() }
    }

    #[test]
    fn the_same_text_counts_before_an_expression_and_the_first_before_others() {
        let grading = Grading::new(&[
            outcome(&["1, .*", "(0|2), 1"], Expect::Acceptable, "expression"),
            outcome(&["1, 1"], Expect::Forbidden, "text"),
            outcome(&["1, \\d"], Expect::Interesting, "later"),
        ])
        .unwrap();
        for (result, expected) in [("1, 1", "text"), ("1, 0", "expression"), ("2, 1", "expression")] {
            assert_eq!(grading.grade(result).description, expected, "{result}");
        }
    }

    #[test]
    fn an_expression_has_to_fit_the_whole_result() {
        let grading = Grading::new(&[outcome(&["0|1"], Expect::Acceptable, "")]).unwrap();
        assert_eq!(grading.grade("1").expect, Expect::Acceptable);
        for result in ["10", "0, 1", " 1", ""] {
            assert_eq!(grading.grade(result).expect, Expect::Forbidden, "{result}");
        }
    }

    #[test]
    fn what_fits_nothing_is_forbidden_or_what_the_outcome_without_id_says() {
        let some = [outcome(&["0"], Expect::Acceptable, "zero")];
        assert_eq!(Grading::new(&some).unwrap().grade("7").expect, Expect::Forbidden);
        let with_default = [some[0].clone(), outcome(&[""], Expect::Interesting, "others")];
        assert_eq!(Grading::new(&with_default).unwrap().grade("7").expect, Expect::Interesting);
    }

    #[test]
    fn results_that_are_named_as_text_are_known() {
        let grading = Grading::new(&[outcome(&["0, -1", "1, .*", "STALE"], Expect::Acceptable, "")]).unwrap();
        assert_eq!(grading.named().collect::<Vec<_>>(), ["0, -1", "STALE"]);
    }

    #[test]
    fn an_id_that_cannot_be_read_is_an_error() {
        assert!(Grading::new(&[outcome(&["(0"], Expect::Acceptable, "")]).is_err());
        assert!(Grading::new(&[outcome(&["(?=0)0"], Expect::Acceptable, "")]).is_err());
    }
}
