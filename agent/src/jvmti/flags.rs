//! Takes the flag `synchronized` from methods of the JDK that were loaded before the agent could see them.
//!
//! The JVM enters the monitor of such a method before its first instruction, and so before a hook can wait for the scheduler's; and it takes no class
//! file for a loaded class that has other flags. So the flag is taken from the JVM's own structures first. Where these are, HotSpot says for
//! debuggers (`gHotSpotVMStructs`, vmStructs.hpp). What it says is compared with what JVMTI says of the same methods before anything is written.
//! A JVM that does not say so keeps the flags.
//!
//! Invariant: between this and the retransformation of the class nobody calls its methods, as the JVM would enter a monitor and not leave it. So it
//! happens right before that, while the JVM is about to start the program.

use super::env::Jvmti;
use jvmti_bindings::sys::jni::jclass;
use std::ffi::{CStr, c_char, c_void};
use std::mem::size_of;

const SYNCHRONIZED: u16 = 0x0020;
const NATIVE: u16 = 0x0100;
/// The flags of methods that class files have, up to `abstract` and `strictfp`.
const OF_CLASS_FILES: u16 = 0x0fff;

/// Where in the JVM's structures the flags of methods are. All offsets in bytes.
pub struct Flags {
    /// Of the structure of a class, in its object.
    pub class: u32,
    /// Of the array of methods in the structure of a class.
    methods: usize,
    /// Of the length and the elements of an array.
    length: usize,
    elements: usize,
    /// Of the flags of a method.
    flags: usize,
}

/// An entry of the table in which HotSpot describes its structures.
struct Entry {
    offset: usize,
    address: usize,
}

/// The table itself: where it is, and where in an entry which column is.
struct Table {
    entries: usize,
    stride: usize,
    type_name: usize,
    field_name: usize,
    offset: usize,
    address: usize,
}

impl Table {
    fn find() -> Option<Self> {
        let column = |name: &CStr| number(name);
        Some(Table {
            entries: number(c"gHotSpotVMStructs").filter(|entries| *entries != 0)?,
            stride: column(c"gHotSpotVMStructEntryArrayStride")?,
            type_name: column(c"gHotSpotVMStructEntryTypeNameOffset")?,
            field_name: column(c"gHotSpotVMStructEntryFieldNameOffset")?,
            offset: column(c"gHotSpotVMStructEntryOffsetOffset")?,
            address: column(c"gHotSpotVMStructEntryAddressOffset")?,
        })
    }

    /// What is said of a field.
    fn field(&self, type_name: &CStr, field_name: &CStr) -> Option<Entry> {
        let mut entry = self.entries;
        loop {
            // SAFETY: the table is static data of the JVM; an entry without a type ends it.
            let here: usize = unsafe { read(entry + self.type_name) };
            if here == 0 {
                return None;
            }
            // SAFETY: as above.
            let field: usize = unsafe { read(entry + self.field_name) };
            // SAFETY: names are static texts of the JVM that end with a zero byte.
            if field != 0 && unsafe { text(here) == type_name && text(field) == field_name } {
                // SAFETY: as above.
                let (offset, address) = unsafe { (read(entry + self.offset), read(entry + self.address)) };
                return Some(Entry { offset, address });
            }
            entry += self.stride;
        }
    }
}

impl Flags {
    /// What this JVM says; none if it does not say all of it.
    pub fn find() -> Option<Self> {
        let table = Table::find()?;
        let class = table.field(c"java_lang_Class", c"_klass_offset")?.address;
        Some(Flags {
            // SAFETY: the JVM says that a number is there.
            class: (class != 0).then(|| unsafe { read(class) })?,
            methods: table.field(c"InstanceKlass", c"_methods")?.offset,
            length: table.field(c"Array<int>", c"_length")?.offset,
            elements: table.field(c"Array<Method*>", c"_data")?.offset,
            flags: table.field(c"Method", c"_access_flags")?.offset,
        })
    }

    /// Takes the flag from the methods of a class that is linked, and that have code; from which, by name and descriptor. `structure`: the JVM's, of
    /// that class.
    pub fn take(&self, jvmti: Jvmti, class: jclass, structure: usize) -> Vec<String> {
        let methods = jvmti.methods(class);
        let mut said: Vec<u16> = methods.iter().map(|(_, flags)| flags & OF_CLASS_FILES).collect();
        let places = self.places(structure, said.len());
        // SAFETY: see `places`.
        let mut found: Vec<u16> = places.iter().map(|&place| unsafe { read::<u16>(place) } & OF_CLASS_FILES).collect();
        said.sort_unstable();
        found.sort_unstable();
        if said != found {
            return Vec::new();
        }
        for place in places {
            // SAFETY: that these are the flags of methods has just been compared with what the JVM says; nobody reads them meanwhile.
            unsafe {
                let flags: u16 = read(place);
                if loses(flags) {
                    std::ptr::with_exposed_provenance_mut::<u16>(place).write_unaligned(flags & !SYNCHRONIZED);
                }
            }
        }
        let taken = methods.into_iter().filter(|(_, flags)| loses(*flags));
        taken.map(|(method, _)| jvmti.name_and_descriptor(method)).map(|(name, of)| name + &of).collect()
    }

    /// Where the flags of the methods of a class are: their lower half, which comes first on the processors that the agent is made for. None
    /// unless there are as many methods as expected.
    fn places(&self, structure: usize, expected: usize) -> Vec<usize> {
        // SAFETY: the JVM says that the array is there, and what is in it.
        unsafe {
            let array: usize = read(structure + self.methods);
            let length: u32 = read(array + self.length);
            if length as usize != expected {
                return Vec::new();
            }
            let method = |number: usize| read::<usize>(array + self.elements + number * size_of::<usize>());
            (0..expected).map(|number| method(number) + self.flags).collect()
        }
    }
}

fn loses(flags: u16) -> bool {
    flags & (SYNCHRONIZED | NATIVE) == SYNCHRONIZED
}

/// A number that the JVM's library exports.
fn number(name: &CStr) -> Option<usize> {
    // SAFETY: looks for a name in the libraries of the process, that of the JVM first.
    let place = unsafe {
        let jvm = libc::dlopen(c"libjvm.so".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        let place = libc::dlsym(if jvm.is_null() { libc::RTLD_DEFAULT } else { jvm }, name.as_ptr());
        if !jvm.is_null() {
            libc::dlclose(jvm);
        }
        place.cast_const().cast::<c_void>()
    };
    // SAFETY: HotSpot exports these names for numbers of 64 bits and pointers.
    (!place.is_null()).then(|| unsafe { read(place.expose_provenance()) })
}

/// What is in memory.
///
/// # Safety
/// A value of this type is there.
unsafe fn read<T: Copy>(place: usize) -> T {
    // SAFETY: the caller says so.
    unsafe { std::ptr::with_exposed_provenance::<T>(place).read_unaligned() }
}

/// # Safety
/// A text that ends with a zero byte is there, for good.
unsafe fn text(place: usize) -> &'static CStr {
    // SAFETY: the caller says so.
    unsafe { CStr::from_ptr(std::ptr::with_exposed_provenance::<c_char>(place)) }
}
