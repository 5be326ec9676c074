//! How far a class is in the structures of the JVM: linked, being initialised, initialised, failed; and which of its fields it takes for constants.
//!
//! A class of the program stays from one execution to the next (`KeptClasses.java`). Before each, the JVM is made to forget that the class was
//! initialised, so that it runs the static initialiser again where the program needs the class: by its own code, with its own frames and errors.
//! The compiler takes what is in static fields that are `final` for constants. The rewriter takes that flag from those of classes; fields of
//! interfaces have to have it in the class file, so it is taken from them here, in the first initialiser.
//!
//! Where all of this is, HotSpot says for debuggers (`gHotSpotVMStructs`, vmStructs.hpp). A JVM that does not say so gets new classes for each execution.
//!
//! Invariant: nothing is written to a structure that does not look as expected in all that is known of it.

use super::structs::{Table, constant, read};

const STATIC: u32 = 0x0008;
const FINAL: u32 = 0x0010;
/// The flags of fields that class files have; the JVM keeps its own beside them.
const OF_CLASS_FILES: u32 = 0x50df;

/// Where the state of a class is. Offsets in bytes.
pub struct States {
    /// Of the structure of a class, in its object.
    pub class: u32,
    /// Of the state, one byte, in the structure.
    pub state: usize,
    /// The state of a class that is linked. Those that come later in a class's life are larger.
    pub linked: u8,
    /// The state of a class that is initialised.
    pub initialised: u8,
}

impl States {
    /// What this JVM says; none if it does not say all of it.
    pub fn find() -> Option<Self> {
        let table = Table::find()?;
        let state = |name| constant(name).and_then(|number| u8::try_from(number).ok());
        let linked = state(c"InstanceKlass::linked")?;
        let begun = state(c"InstanceKlass::being_initialized")?;
        let initialised = state(c"InstanceKlass::fully_initialized")?;
        let state = table.field(c"InstanceKlass", c"_init_state")?.offset;
        let ordered = linked < begun && begun < initialised;
        ordered.then_some(States { class: table.class()?, state, linked, initialised })
    }
}

/// Takes the flag `final` from the static fields of a class whose structure is at this place, and which has static fields with these flags only, in any
/// order; whether that was possible.
pub fn make_variable(structure: usize, expected: &[u16]) -> bool {
    let Some(table) = Table::find() else { return false };
    let offset = |name| table.field(c"InstanceKlass", name).map(|field| field.offset);
    let flags = if let Some(stream) = offset(c"_fieldinfo_stream") {
        // SAFETY: the JVM says that an array of bytes is there.
        unsafe { flags_in_stream(&table, read(structure + stream)) }
    } else if let (Some(fields), Some(count)) = (offset(c"_fields"), offset(c"_java_fields_count")) {
        // SAFETY: the JVM says that an array and the number of fields are there.
        unsafe { flags_in_array(&table, read(structure + fields), read(structure + count)) }
    } else {
        None
    };
    let Some(flags) = flags else { return false };
    let mut found: Vec<u32> = flags.iter().map(|place| place.flags & OF_CLASS_FILES).collect();
    let mut expected: Vec<u32> = expected.iter().map(|&flags| u32::from(flags) & OF_CLASS_FILES).collect();
    found.sort_unstable();
    expected.sort_unstable();
    if found != expected || flags.iter().any(|place| place.flags & STATIC == 0) {
        return false;
    }
    for place in flags {
        // SAFETY: what is there has just been found to be the flags of all fields. Who reads them meanwhile finds the one or the other number.
        unsafe { place.write(place.flags & !FINAL) };
    }
    true
}

/// The flags of a field, and where they are.
struct Place {
    at: usize,
    flags: u32,
    /// As a number of two bytes, or as the first byte of a compressed one.
    compressed: bool,
}

impl Place {
    /// # Safety
    /// That is what is there.
    unsafe fn write(&self, flags: u32) {
        // SAFETY: the caller says so. Taking a small power of two from a compressed number changes its first byte only ([`flags_in_stream`]).
        unsafe {
            if self.compressed {
                let place = std::ptr::with_exposed_provenance_mut::<u8>(self.at);
                let difference = u8::try_from(self.flags - flags).unwrap_or(0);
                place.write(place.read() - difference);
            } else {
                let place = std::ptr::with_exposed_provenance_mut::<u16>(self.at);
                place.write_unaligned(u16::try_from(flags).unwrap_or_default());
            }
        }
    }
}

/// Until JDK 20: six numbers of two bytes for each field, its flags first.
///
/// # Safety
/// An array of the JVM is there.
unsafe fn flags_in_array(table: &Table, array: usize, count: u16) -> Option<Vec<Place>> {
    const NUMBERS: usize = 6;
    let (length, elements) = table.array(c"Array<u2>")?;
    // SAFETY: the caller says so.
    let length = usize::try_from(unsafe { read::<u32>(array + length) }).ok()?;
    let count = usize::from(count);
    let place = |field: usize| {
        let at = array + elements + field * NUMBERS * size_of::<u16>();
        // SAFETY: the array has an element there, as it is long enough.
        Place { at, flags: u32::from(unsafe { read::<u16>(at) }), compressed: false }
    };
    (count * NUMBERS <= length).then(|| (0..count).map(place).collect())
}

/// Since JDK 21: compressed numbers (UNSIGNED5), the numbers of fields and of injected ones, and for each field name, type, offset, flags, more flags that say
/// which optional numbers follow.
///
/// # Safety
/// An array of bytes of the JVM is there.
unsafe fn flags_in_stream(table: &Table, array: usize) -> Option<Vec<Place>> {
    const INITIALISED: u32 = 1;
    const GENERIC: u32 = 1 << 2;
    const CONTENDED: u32 = 1 << 4;
    let (length, elements) = table.array(c"Array<u1>")?;
    // SAFETY: the caller says so.
    let length = usize::try_from(unsafe { read::<u32>(array + length) }).ok()?;
    let start = array + elements;
    // SAFETY: the array has so many bytes.
    let bytes = unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance::<u8>(start), length) };
    let mut stream = Stream { bytes, at: 0 };
    let (count, injected) = (stream.next()?, stream.next()?);
    if injected != 0 {
        return None;
    }
    let mut places = Vec::new();
    for _ in 0..count {
        for _name_type_offset in 0..3 {
            stream.next()?;
        }
        let at = start + stream.at;
        let first = stream.peek()?;
        let flags = stream.next()?;
        // The number without the flag has to be as long, with a first byte of the same kind.
        let same = u32::from(first) > FINAL && Stream::is_last(first) == Stream::is_last(first - FINAL as u8);
        if flags & FINAL != 0 && !same {
            return None;
        }
        places.push(Place { at, flags, compressed: true });
        let optional = stream.next()?;
        for flag in [INITIALISED, GENERIC, CONTENDED] {
            if optional & flag != 0 {
                stream.next()?;
            }
        }
    }
    // What is left is padding.
    stream.bytes[stream.at..].iter().all(|&byte| byte == 0).then_some(places)
}

/// Numbers as HotSpot compresses them (unsigned5.hpp): no byte is 0; one of 192 and more says that another one follows, up to five.
struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Stream<'_> {
    const LAST_BELOW: u8 = 192;
    const LONGEST: u32 = 5;

    fn is_last(byte: u8) -> bool {
        byte < Self::LAST_BELOW
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u32> {
        let mut sum = 0u32;
        for position in 0..Self::LONGEST {
            let byte = self.peek().filter(|&byte| byte != 0)?;
            self.at += 1;
            sum = sum.wrapping_add(u32::from(byte - 1) << (6 * position));
            if Self::is_last(byte) {
                break;
            }
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;

    #[test]
    fn numbers_are_read_as_hotspot_writes_them() {
        // 25 (public static final), 190 (the largest in one byte), 191, 255, 4121 (with synthetic).
        let bytes = [26, 191, 192, 1, 192, 2, 0];
        let mut stream = Stream { bytes: &bytes, at: 0 };
        assert_eq!(stream.next(), Some(25));
        assert_eq!(stream.next(), Some(190));
        assert_eq!(stream.next(), Some(191));
        assert_eq!(stream.next(), Some(191 + 64));
        assert_eq!(stream.next(), None, "a zero ends it");
    }
}
