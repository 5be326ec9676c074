//! Which prints make an outcome another one than what was expected.
//!
//! Of the expected texts the nearest one counts: that of which the least is between what it begins with as the outcome
//! does and what it ends with as the outcome does, or of which the outcome has the least there. What is printed in between
//! is wrong, and so is a word (a number) that has been cut short there.

use std::ops::Range;

/// Of the texts that were printed one after the other those that are wrong; all if nothing is known of what was
/// expected, and what comes next where something is missing.
pub(super) fn wrong(printed: &[&str], expected: &[String]) -> Range<usize> {
    let text = printed.concat();
    let nearest = expected.iter().map(|one| difference(&text, one.trim())).min_by_key(|(distance, _)| *distance);
    let (Some((_, place)), Some(last)) = (nearest, printed.len().checked_sub(1)) else { return 0..printed.len() };
    let ends = printed.iter().scan(0, |end, one| {
        *end += one.len();
        Some(*end)
    });
    let ends: Vec<usize> = ends.collect();
    let print_at = |at: usize| ends.partition_point(|end| *end <= at).min(last);
    let until = if place.is_empty() { place.start } else { place.end - 1 };
    print_at(place.start)..print_at(until) + 1
}

/// How far a text is from an expected one, and where in it what is that is between what both begin with and what both end
/// with. Blanks around do not count.
fn difference(text: &str, expected: &str) -> (usize, Range<usize>) {
    let begin = text.len() - text.trim_start().len();
    let (text, expected) = (text.trim().as_bytes(), expected.as_bytes());
    let shorter = text.len().min(expected.len());
    let alike = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(one, other)| one == other).count();
    let first = alike(&mut text.iter().zip(expected));
    let last = alike(&mut text.iter().rev().zip(expected.iter().rev())).min(shorter - first);
    let distance = text.len().max(expected.len()) - first - last;
    let is_in_word =
        |text: &[u8], at: usize| text.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    // Of a word that goes on, what has been printed of it is wrong: 1 is not the begin of 10.
    let is_cut = first > 0 && is_in_word(text, first - 1) && !is_in_word(text, first) && is_in_word(expected, first);
    (distance, begin + first - usize::from(is_cut)..begin + text.len() - last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(printed: &[&str], expected: &[&str]) -> Range<usize> {
        wrong(printed, &expected.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_between_the_first_difference_and_the_last_is_wrong() {
        assert_eq!(of(&["1\n", "7\n"], &["0\n7"]), 0..1);
        assert_eq!(of(&["0\n", "8\n"], &["0\n7"]), 1..2);
        assert_eq!(of(&["1\n", "5\n", "2\n"], &["0\n5\n0"]), 0..3);
        // One text may be printed in parts, and several in one.
        assert_eq!(of(&["a", "=", "1", " b=2\n"], &["a=0 b=2"]), 2..3);
    }

    #[test]
    fn the_nearest_of_the_expected_texts_counts_whatever_their_order() {
        for expected in [["0 7", "5 5"], ["5 5", "0 7"]] {
            assert_eq!(of(&["1 ", "7\n"], &expected), 0..1);
        }
    }

    #[test]
    fn blanks_around_an_outcome_do_not_count() {
        assert_eq!(of(&["\n", " 1\n", "2\n"], &[" 1\n3\n\n"]), 2..3);
    }

    #[test]
    fn where_something_is_missing_what_comes_next_is_asked_about_or_else_the_last() {
        assert_eq!(of(&["a\n", "c\n"], &["a\nb\nc"]), 1..2);
        assert_eq!(of(&["a\n", "b\n"], &["a\nb\nc"]), 1..2);
    }

    #[test]
    fn a_word_that_has_been_cut_short_is_wrong_and_not_what_comes_after_it() {
        assert_eq!(of(&["1", " ", "5\n"], &["10 5"]), 0..1);
        assert_eq!(of(&["1", "\n"], &["10"]), 0..1);
        assert_eq!(of(&["2 ", "1", ""], &["2 10"]), 1..2);
        assert_eq!(of(&["é", " ", "5"], &["éa 5"]), 0..1);
        assert_eq!(of(&["1", " ", "7"], &["10 5"]), 0..3);
        // Numbers without anything between them, and what is no word.
        assert_eq!(of(&["0", "1"], &["00"]), 1..2);
        assert_eq!(of(&["x", "=", "1"], &["x=0"]), 2..3);
        // Where a word begins is known.
        assert_eq!(of(&["0", " ", "5"], &["0 15"]), 2..3);
    }

    #[test]
    fn what_is_too_much_is_wrong() {
        assert_eq!(of(&["a\n", "b\n", "c\n"], &["a\nc"]), 1..2);
    }

    #[test]
    fn all_is_wrong_if_nothing_is_known_and_nothing_if_nothing_was_printed() {
        assert_eq!((of(&["a", "b"], &[]), of(&[], &["a"]), of(&[], &[])), (0..2, 0..0, 0..0));
    }
}
