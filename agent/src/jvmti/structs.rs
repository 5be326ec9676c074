//! Where things are in HotSpot's own structures: what it says to debuggers (`gHotSpotVMStructs`, `gHotSpotVMTypes`, vmStructs.hpp).

use std::ffi::{CStr, c_char, c_void};

/// An entry of the table in which HotSpot describes its structures.
pub struct Entry {
    /// Of a field that each object has: where in the object.
    pub offset: usize,
    /// Of a static field: where it is.
    pub address: usize,
}

/// The table itself: where it is, and where in an entry which column is.
pub struct Table {
    entries: usize,
    stride: usize,
    type_name: usize,
    field_name: usize,
    offset: usize,
    address: usize,
}

impl Table {
    /// That of this JVM.
    pub fn find() -> Option<Self> {
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
    pub fn field(&self, type_name: &CStr, field_name: &CStr) -> Option<Entry> {
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

/// A constant of HotSpot that is an `int`.
pub fn constant(name: &CStr) -> Option<i32> {
    let mut entry = number(c"gHotSpotVMIntConstants").filter(|entries| *entries != 0)?;
    let stride = number(c"gHotSpotVMIntConstantEntryArrayStride")?;
    let (named, value) =
        (number(c"gHotSpotVMIntConstantEntryNameOffset")?, number(c"gHotSpotVMIntConstantEntryValueOffset")?);
    loop {
        // SAFETY: the table is static data of the JVM; an entry without a name ends it. Names are static texts that end with a zero byte.
        unsafe {
            match read::<usize>(entry + named) {
                0 => return None,
                here if text(here) == name => return Some(read(entry + value)),
                _ => entry += stride,
            }
        }
    }
}

/// How many bytes an object of a type of HotSpot has.
pub fn size_of_type(type_name: &CStr) -> Option<usize> {
    let column = |name: &CStr| number(name);
    let mut entry = number(c"gHotSpotVMTypes").filter(|entries| *entries != 0)?;
    let stride = column(c"gHotSpotVMTypeEntryArrayStride")?;
    let (name, size) = (column(c"gHotSpotVMTypeEntryTypeNameOffset")?, column(c"gHotSpotVMTypeEntrySizeOffset")?);
    loop {
        // SAFETY: the table is static data of the JVM; an entry without a type ends it. Names are static texts that end with a zero byte.
        unsafe {
            match read::<usize>(entry + name) {
                0 => return None,
                here if text(here) == type_name => return Some(read(entry + size)),
                _ => entry += stride,
            }
        }
    }
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
pub unsafe fn read<T: Copy>(place: usize) -> T {
    // SAFETY: the caller says so.
    unsafe { std::ptr::with_exposed_provenance::<T>(place).read_unaligned() }
}

/// A text in memory.
///
/// # Safety
/// A text that ends with a zero byte is there, for good.
pub unsafe fn text(place: usize) -> &'static CStr {
    // SAFETY: the caller says so.
    unsafe { CStr::from_ptr(std::ptr::with_exposed_provenance::<c_char>(place)) }
}
