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
use super::structs::{Table, read};
use jvmti_bindings::sys::jni::jclass;
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

impl Flags {
    /// What this JVM says; none if it does not say all of it.
    pub fn find() -> Option<Self> {
        let table = Table::find()?;
        let (length, elements) = table.array(c"Array<Method*>")?;
        Some(Flags {
            class: table.class()?,
            methods: table.field(c"InstanceKlass", c"_methods")?.offset,
            length,
            elements,
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
