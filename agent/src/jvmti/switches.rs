//! Options of the JVM: what they are, and which are turned off while it starts, without the user's command line.

use super::structs::{Table, read, size_of_type, text};
use std::ffi::CStr;

/// Whether each class that is loaded, or changed by an agent, is compared with the compiler's list of intrinsics. What differs is printed on
/// the standard output: of `StringBuffer`, whose methods are no longer synchronized, in each run ([`super::flags`]). That is where the report goes.
pub const CHECK_INTRINSICS: &CStr = c"CheckIntrinsics";

/// Whether the collector is the one that does all its work while nothing else runs, and takes references outside of the heap as they are.
pub const SERIAL_COLLECTOR: &CStr = c"UseSerialGC";

/// Turns an option off that is on or off. A JVM that does not say where its options are keeps it.
pub fn turn_off(option: &CStr) {
    let Some(place) = place(option) else { return };
    // SAFETY: the JVM says that the value of this option is there, which is a byte; no other thread of it looks at options while it loads agents.
    unsafe {
        if read::<u8>(place) == 1 {
            std::ptr::with_exposed_provenance_mut::<u8>(place).write(0);
        }
    }
}

/// Whether an option is on; no, if the JVM does not say.
pub fn is_on(option: &CStr) -> bool {
    // SAFETY: the JVM says that the value of this option is there, which is a byte.
    place(option).is_some_and(|place| unsafe { read::<u8>(place) } == 1)
}

/// Where the value of an option is.
fn place(option: &CStr) -> Option<usize> {
    let table = Table::find()?;
    let of = |field: &CStr| table.field(c"JVMFlag", field);
    let (flags, count) = (of(c"flags")?.address, of(c"numFlags")?.address);
    let (name, value) = (of(c"_name")?.offset, of(c"_addr")?.offset);
    let size = size_of_type(c"JVMFlag")?;
    if flags == 0 || count == 0 {
        return None;
    }
    // SAFETY: the JVM says that the array is there, how long it is, and what is in it. The last entry has no name.
    unsafe {
        let (flags, count): (usize, usize) = (read(flags), read(count));
        let mut entries = (0..count).map(|number| flags + number * size);
        let entry = entries.find(|entry| {
            let name: usize = read(entry + name);
            name != 0 && text(name) == option
        })?;
        Some(read::<usize>(entry + value)).filter(|place| *place != 0)
    }
}
