use super::*;

/// What is on the stack after a shuffle, with a letter for each word that was there.
fn shuffled(shuffle: Shuffle, stack: &str) -> String {
    let (effect, depth) = effect(&Shape::Shuffle(shuffle), 0, stack.len(), 5).unwrap();
    let mut words: Vec<char> = stack.chars().collect();
    words.resize(depth.max(stack.len()), '?');
    let taken: Vec<char> = effect.takes.iter().map(|place| words[place.slot - 5]).collect();
    for made in &effect.makes {
        words[made.place.slot - 5] = taken[made.copy_of.unwrap()];
    }
    words[..depth].iter().collect()
}

#[test]
fn shuffles_do_what_the_specification_says() {
    // JVM specification, 6.5; values 3, 2, 1 there are c, d, e here, where 1 is on top.
    let cases = [
        (Shuffle::POP, "abcd"),
        (Shuffle::POP2, "abc"),
        (Shuffle::DUP, "abcdee"),
        (Shuffle::DUP_X1, "abcede"),
        (Shuffle::DUP_X2, "abecde"),
        (Shuffle::DUP2, "abcdede"),
        (Shuffle::DUP2_X1, "abdecde"),
        (Shuffle::DUP2_X2, "adebcde"),
        (Shuffle::SWAP, "abced"),
    ];
    for (shuffle, expected) in cases {
        assert_eq!(shuffled(shuffle, "abcde"), expected, "{shuffle:?}");
    }
}

fn edge(to: usize) -> Vec<Edge> {
    vec![Edge { to, exceptional: false }]
}

fn push() -> Shape {
    Shape::Plain { takes: vec![], gives: Some(1) }
}

fn returns() -> Shape {
    Shape::Plain { takes: vec![], gives: None }
}

#[test]
fn a_long_has_two_slots_and_is_taken_by_its_first() {
    // lload 1, lload 1, ladd, lstore 3, return
    let long = |slot| Place { slot, words: 2 };
    let shapes = [
        Shape::Load(long(1)),
        Shape::Load(long(1)),
        Shape::Plain { takes: vec![2, 2], gives: Some(2) },
        Shape::Store(long(3)),
        returns(),
    ];
    let edges = [edge(1), edge(2), edge(3), edge(4), vec![]];
    let found = effects(&shapes, &edges, 5, 4).unwrap();
    let sum = found[2].as_ref().unwrap();
    assert_eq!(sum.takes, [long(5), long(7)]);
    assert_eq!(sum.makes, [Made { place: long(5), copy_of: None }]);
    assert_eq!(found[3].as_ref().unwrap().makes, [Made { place: long(3), copy_of: Some(0) }]);
    assert_eq!(effects(&shapes, &edges, 5, 3), Err(FrameError::Overflow(1, 3)));
    assert_eq!(effects(&shapes, &edges, 4, 4), Err(FrameError::Local(3, 4, 4)));
}

#[test]
fn a_handler_starts_with_the_exception_alone() {
    // Two words are on the stack when instruction 2 throws; the handler at 3 pops one.
    let shapes = [push(), push(), returns(), Shape::Shuffle(Shuffle::POP), returns()];
    let thrown = vec![Edge { to: 3, exceptional: true }];
    let found = effects(&shapes, &[edge(1), edge(2), thrown.clone(), edge(4), vec![]], 1, 2).unwrap();
    assert_eq!(found[3].as_ref().unwrap().takes, [Place { slot: 1, words: 1 }]);
    let no_stack = [returns(), returns()];
    let edges = [vec![Edge { to: 1, exceptional: true }], vec![]];
    assert_eq!(effects(&no_stack, &edges, 0, 0), Err(FrameError::Overflow(0, 0)));
    // Without the exception it is dead.
    let found = effects(&shapes, &[edge(1), edge(2), vec![], edge(4), vec![]], 1, 2).unwrap();
    assert_eq!((&found[3], &found[4]), (&None, &None));
}

#[test]
fn a_stack_that_depends_on_the_path_is_an_error() {
    // 0 leads to 1, which pushes, and to 2 at once; 1 leads to 2.
    let shapes = [returns(), push(), returns()];
    let both = vec![Edge { to: 1, exceptional: false }, Edge { to: 2, exceptional: false }];
    assert_eq!(effects(&shapes, &[both, edge(2), vec![]], 0, 1), Err(FrameError::Depth(2, 0, 1)));
}

#[test]
fn taking_more_than_there_is_is_an_error() {
    let shapes = [push(), Shape::Shuffle(Shuffle::POP2), returns()];
    assert_eq!(effects(&shapes, &[edge(1), edge(2), vec![]], 0, 2), Err(FrameError::Underflow(1)));
}
