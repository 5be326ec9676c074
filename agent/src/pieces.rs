//! Which pieces of a range of memory are in use: what is free next depends on nothing but the order of requests.

use rustc_hash::FxHashMap;

/// What `malloc` promises.
const UNIT: usize = 16;

/// The pieces of one range.
#[derive(Debug, Default)]
pub struct Pieces {
    begin: usize,
    end: usize,
    /// Everything from here on was never used.
    unused: usize,
    /// How long the pieces are that are in use, by address.
    lengths: FxHashMap<usize, usize>,
    /// Those that were, by length; the one that was given back last is the next.
    free: FxHashMap<usize, Vec<usize>>,
}

impl Pieces {
    /// All of a range is free.
    pub fn of(begin: usize, bytes: usize) -> Self {
        Pieces { begin, end: begin + bytes, unused: begin, ..Pieces::default() }
    }

    /// A piece of at least so many bytes at a multiple of `align`, a power of two; none if there is no room.
    pub fn allocate(&mut self, bytes: usize, align: usize) -> Option<usize> {
        let length = bytes.max(1).checked_next_multiple_of(UNIT)?;
        let plain = align <= UNIT;
        let again = self.free.get_mut(&length).filter(|_| plain).and_then(Vec::pop);
        let address = match again {
            Some(address) => address,
            None => {
                let address = if plain { self.unused } else { self.unused.checked_next_multiple_of(align)? };
                let after = address.checked_add(length).filter(|&after| after <= self.end)?;
                self.unused = after;
                address
            }
        };
        self.lengths.insert(address, length);
        Some(address)
    }

    /// How long a piece is that is in use.
    pub fn length(&self, address: usize) -> Option<usize> {
        self.lengths.get(&address).copied()
    }

    /// A piece is given back. What is none that is in use stays as it is.
    pub fn give_back(&mut self, address: usize) {
        if let Some(length) = self.lengths.remove(&address) {
            self.free.entry(length).or_default().push(address);
        }
    }

    /// All is free again; how many bytes from the begin on were in use at some time.
    pub fn reset(&mut self) -> usize {
        let used = self.unused - self.begin;
        *self = Pieces::of(self.begin, self.end - self.begin);
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_that_was_given_back_is_the_next_of_its_length() {
        let mut pieces = Pieces::of(0x1000, 0x1000);
        let (one, two) = (pieces.allocate(20, 16), pieces.allocate(32, 16));
        assert_eq!((one, two), (Some(0x1000), Some(0x1020)));
        pieces.give_back(0x1000);
        pieces.give_back(0x1000);
        assert_eq!(pieces.allocate(8, 16), Some(0x1040));
        assert_eq!(pieces.allocate(17, 16), Some(0x1000));
        assert_eq!(pieces.allocate(17, 16), Some(0x1050));
    }

    #[test]
    fn what_does_not_fit_is_refused_and_takes_no_room() {
        let mut pieces = Pieces::of(0x1000, 0x100);
        assert_eq!(pieces.allocate(usize::MAX, 16), None);
        assert_eq!(pieces.allocate(0x101, 16), None);
        assert_eq!(pieces.allocate(1, 0x80), Some(0x1000));
        assert_eq!(pieces.allocate(1, 0x80), Some(0x1080));
        assert_eq!(pieces.allocate(0, 16), Some(0x1090));
        assert_eq!(pieces.allocate(1, 0x1000), None);
    }

    #[test]
    fn after_a_reset_the_same_requests_find_the_same_places() {
        let mut pieces = Pieces::of(0x1000, 0x1000);
        let places = |pieces: &mut Pieces| [pieces.allocate(1, 16), pieces.allocate(99, 64), pieces.allocate(5, 16)];
        let first = places(&mut pieces);
        pieces.give_back(0x1000);
        assert_eq!(pieces.length(0x1000), None);
        assert_eq!(pieces.reset(), 0xc0);
        assert_eq!(places(&mut pieces), first);
    }
}
