//! Store buffers: what programs show under TSO and PSO.

mod toy;

use mcr_protocol::MemoryModel::{self, Pso, Sc, Tso};
use toy::benchmarks::{bakery, dekker, peterson, rv_example};
use toy::brute::everything;
use toy::program::Toy;

fn under(model: MemoryModel, toy: &Toy) -> Toy {
    Toy { memory_model: model, ..toy.clone() }
}

/// As many behaviours as another enumerator has counted, which shares nothing with this one.
#[test]
fn programs_of_the_papers_have_as_many_behaviours_as_counted_elsewhere() {
    let behaviours =
        |toy: &Toy, model| everything(&under(model, toy), 5_000_000).expect("small enough").behaviours.len();
    let counts = |toy: &Toy| [Sc, Tso, Pso].map(|model| behaviours(toy, model));
    assert_eq!(counts(&peterson(1)), [36, 36, 36]);
    assert_eq!(counts(&dekker(1)), [84, 86, 154]);
    assert_eq!(counts(&rv_example()), [107, 107, 137]);
    assert_eq!(behaviours(&bakery(1), Sc), 194);
}
