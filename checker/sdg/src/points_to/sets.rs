//! Sets of objects: a sorted vector while there are few, then a compressed bitmap.
//!
//! Most variables of a program have a handful of objects and some have very many, anywhere in the range of numbers.
//! docs/sdg.md has what the alternatives cost.
//!
//! Invariant: a vector is sorted, without duplicates, and not longer than [`FEW`]; a bitmap has more elements.
use roaring::RoaringBitmap;

/// What the solver has to do with sets of objects.
pub(super) trait Objects: Default + Clone {
    /// The elements in order.
    fn iter(&self) -> impl Iterator<Item = u32> + '_;
    fn is_empty(&self) -> bool;
    /// Adds the elements of `more`; what is new goes to `fresh` as well.
    fn absorb(&mut self, more: &Self, fresh: &mut Self);
    fn union(&mut self, more: &Self);
    fn minus(&self, less: &Self) -> Self;
    fn from_sorted(elements: Vec<u32>) -> Self;
}

/// The most elements that a vector has.
const FEW: usize = 32;

#[derive(Debug, Clone)]
pub(super) enum Hybrid {
    Few(Vec<u32>),
    Many(Box<RoaringBitmap>),
}

impl Default for Hybrid {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

impl Hybrid {
    pub(super) fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Many(one), Self::Many(other)) => !one.is_disjoint(other),
            (Self::Few(few), set) | (set, Self::Few(few)) => few.iter().any(|element| set.contains(*element)),
        }
    }

    fn contains(&self, element: u32) -> bool {
        match self {
            Self::Few(few) => few.binary_search(&element).is_ok(),
            Self::Many(many) => many.contains(element),
        }
    }
}

impl Objects for Hybrid {
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (few, many) = match self {
            Self::Few(few) => (few.as_slice(), None),
            Self::Many(many) => (&[][..], Some(many.iter())),
        };
        few.iter().copied().chain(many.into_iter().flatten())
    }

    fn is_empty(&self) -> bool {
        matches!(self, Self::Few(few) if few.is_empty())
    }

    fn absorb(&mut self, more: &Self, fresh: &mut Self) {
        // Most of the time nothing is new; then nothing is to be allocated.
        if let (Self::Many(all), Self::Many(more)) = (&*self, more)
            && more.is_subset(all)
        {
            return;
        }
        let new = more.minus(self);
        if !new.is_empty() {
            self.union(&new);
            fresh.union(&new);
        }
    }

    fn union(&mut self, more: &Self) {
        match (&mut *self, more) {
            (Self::Many(many), Self::Many(more)) => **many |= &**more,
            (Self::Many(many), Self::Few(more)) => many.extend(more.iter().copied()),
            (Self::Few(few), Self::Many(more)) => {
                let mut many = more.clone();
                many.extend(few.iter().copied());
                *self = Self::Many(many);
            }
            (Self::Few(few), Self::Few(more)) if few.is_empty() => few.clone_from(more),
            (Self::Few(few), Self::Few(more)) => *self = Self::from_sorted(merged(few, more)),
        }
    }

    fn minus(&self, less: &Self) -> Self {
        match (self, less) {
            (Self::Few(few), _) => Self::Few(few.iter().copied().filter(|element| !less.contains(*element)).collect()),
            (Self::Many(many), Self::Many(less)) => Self::from_bitmap(&**many - &**less),
            (Self::Many(many), Self::Few(less)) => {
                let mut many = (**many).clone();
                for element in less {
                    many.remove(*element);
                }
                Self::from_bitmap(many)
            }
        }
    }

    fn from_sorted(elements: Vec<u32>) -> Self {
        if elements.len() <= FEW { Self::Few(elements) } else { Self::Many(Box::new(elements.into_iter().collect())) }
    }
}

impl Hybrid {
    fn from_bitmap(bitmap: RoaringBitmap) -> Self {
        if bitmap.len() <= FEW as u64 { Self::Few(bitmap.iter().collect()) } else { Self::Many(Box::new(bitmap)) }
    }
}

/// The elements of two sorted slices, each once.
fn merged(one: &[u32], other: &[u32]) -> Vec<u32> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.iter().copied().peekable(), other.iter().copied().peekable());
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => all.extend(one.next()),
            std::cmp::Ordering::Greater => all.extend(other.next()),
            std::cmp::Ordering::Equal => {
                all.extend(one.next());
                other.next();
            }
        }
    }
    all.extend(one);
    all.extend(other);
    all
}
