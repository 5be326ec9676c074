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

    /// Where the structure of a class is in its object.
    pub fn class(&self) -> Option<u32> {
        let class = self.field(c"java_lang_Class", c"_klass_offset")?.address;
        // SAFETY: the JVM says that a number is there.
        (class != 0).then(|| unsafe { read(class) })
    }

    /// Where the length, of 32 bits, and the elements of an array of the JVM are; of the C++ type of this name.
    pub fn array(&self, type_name: &CStr) -> Option<(usize, usize)> {
        Some((self.field(c"Array<int>", c"_length")?.offset, self.field(type_name, c"_data")?.offset))
    }
}

/// A constant of HotSpot that is an `int`.
pub fn constant(name: &CStr) -> Option<i32> {
    let (entries, stride) = (number(c"gHotSpotVMIntConstants")?, number(c"gHotSpotVMIntConstantEntryArrayStride")?);
    let entry = entry(entries, stride, number(c"gHotSpotVMIntConstantEntryNameOffset")?, name)?;
    // SAFETY: the JVM says that a number of 32 bits is there.
    Some(unsafe { read(entry + number(c"gHotSpotVMIntConstantEntryValueOffset")?) })
}

/// How many bytes an object of a type of HotSpot has.
pub fn size_of_type(type_name: &CStr) -> Option<usize> {
    let (entries, stride) = (number(c"gHotSpotVMTypes")?, number(c"gHotSpotVMTypeEntryArrayStride")?);
    let entry = entry(entries, stride, number(c"gHotSpotVMTypeEntryTypeNameOffset")?, type_name)?;
    // SAFETY: the JVM says that a number of 64 bits is there.
    Some(unsafe { read(entry + number(c"gHotSpotVMTypeEntrySizeOffset")?) })
}

/// Where the entry of this name is in a table of the JVM: where that is, how long an entry is, and where in it the name is.
fn entry(entries: usize, stride: usize, named: usize, name: &CStr) -> Option<usize> {
    let mut entry = (entries != 0).then_some(entries)?;
    loop {
        // SAFETY: the table is static data of the JVM; an entry without a name ends it. Names are static texts that end with a zero byte.
        unsafe {
            match read::<usize>(entry + named) {
                0 => return None,
                here if text(here) == name => return Some(entry),
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
