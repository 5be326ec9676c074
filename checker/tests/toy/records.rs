//! Records of which only one thread knows. What it stores where others can see it gets a name, and so does all that can
//! be reached from there: then its fields are variables, and accesses to them are events.

use super::program::FIELDS;
use mcr_protocol::mix;

/// Names of records are numbers from here on: the number of the variable that is the first field.
pub const RECORD: usize = 1 << 60;
/// References to records without a name are numbers from here on: the place in [`Records`].
const UNNAMED: i64 = 1 << 40;

/// The place of a record without a name.
pub fn unnamed(value: i64) -> Option<usize> {
    (UNNAMED..RECORD as i64).contains(&value).then(|| (value - UNNAMED) as usize)
}

pub fn reference(place: usize) -> i64 {
    UNNAMED + place as i64
}

/// The variable that is the first field of a record with a name.
pub fn named(value: i64) -> Option<usize> {
    (value >= RECORD as i64).then_some(value as usize)
}

/// A name, from the hash of where it was given.
pub fn record_name(hash: u64) -> i64 {
    RECORD as i64 + ((hash >> 8) << 2) as i64
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    pub fields: [i64; FIELDS],
    /// Whether what was written to a field comes before all that the thread will write from now on.
    pub separated: [bool; FIELDS],
}

impl Record {
    /// It has a name: nothing refers to it here any more.
    pub fn forget(&mut self) {
        *self = Record { fields: [0; FIELDS], separated: [false; FIELDS] };
    }
}

/// The records of a thread without names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Records(pub Vec<Record>);

impl Records {
    pub fn add(&mut self) -> i64 {
        self.0.push(Record { fields: [0; FIELDS], separated: [false; FIELDS] });
        reference(self.0.len() - 1)
    }

    pub fn write(&mut self, place: usize, field: usize, value: i64) {
        self.0[place].fields[field] = value;
        self.0[place].separated[field] = false;
    }

    /// Something orders what was written before and what will be.
    pub fn separate(&mut self) {
        for record in &mut self.0 {
            record.separated = record.fields.map(|value| value != 0);
        }
    }

    /// All that can be reached from these values, each once, in the order of a walk.
    pub fn reached(&self, roots: impl IntoIterator<Item = i64>) -> Vec<usize> {
        let mut reached: Vec<usize> = Vec::new();
        let enter = |value: i64, reached: &mut Vec<usize>| {
            if let Some(place) = unnamed(value).filter(|place| !reached.contains(place)) {
                reached.push(place);
            }
        };
        roots.into_iter().for_each(|root| enter(root, &mut reached));
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            self.0[place].fields.iter().for_each(|&value| enter(value, &mut reached));
            next += 1;
        }
        reached
    }

    /// Keeps the first records as they are, and of the others what can be reached, in the order of a walk. Returns
    /// where the others are now.
    pub fn collect(&mut self, first: usize, roots: impl IntoIterator<Item = i64>) -> Vec<Option<usize>> {
        let mut places: Vec<Option<usize>> = (0..self.0.len()).map(|place| (place < first).then_some(place)).collect();
        let mut kept: Vec<Record> = self.0[..first].to_vec();
        for place in self.reached(roots) {
            if place >= first {
                places[place] = Some(kept.len());
                kept.push(self.0[place].clone());
            }
        }
        for record in &mut kept {
            record.fields = record.fields.map(|value| moved(value, &places));
        }
        self.0 = kept;
        places
    }

    /// The content of these records, without regard to where they are.
    pub fn content(&self, hash: u64, places: impl Iterator<Item = usize> + Clone, value: impl Fn(i64) -> u64) -> u64 {
        places.fold(hash, |hash, place| {
            let record = &self.0[place];
            let hash = record.fields.iter().fold(hash, |hash, &field| mix(hash, value(field)));
            record.separated.iter().fold(hash, |hash, &separated| mix(hash, u64::from(separated)))
        })
    }
}

/// A value after records were moved.
pub fn moved(value: i64, places: &[Option<usize>]) -> i64 {
    match unnamed(value) {
        Some(place) => places[place].map_or(0, reference),
        None => value,
    }
}
