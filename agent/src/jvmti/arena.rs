//! Memory outside of the heap that the program asks for, at addresses that are the same in every JVM: a thread that
//! has asked knows its address, and may hand it on.
//!
//! What the program asks `Unsafe` for is in one arena (`OffHeap.java`), what it asks for by buffers and segments in
//! regions, one for each thread (`DirectMemory.java`).
//! What its native code asks the C library for is in a third place.

use super::jni::Jni;
use jvmti_bindings::sys::jni::{jboolean, jlong, jlongArray};
use std::sync::OnceLock;

/// Where they are: far from everything that Linux places by itself in the 47 bits of a process.
const BASE: usize = 0x2000_0000_0000;
const BYTES: usize = 1 << 36;
const REGIONS: usize = 0x3000_0000_0000;
const REGION: usize = 1 << 30;
/// Where the last region ends.
const END: usize = REGIONS + (REGION << 14);

/// What native code of the program allocates ([`super::heap`]).
const HEAP: usize = 0x2800_0000_0000;

/// Where the arena begins; 0 if the system does not let us have it.
static RESERVED: OnceLock<usize> = OnceLock::new();

/// The first address of the arena, and how many bytes there are: none if the system refuses.
pub fn arena(jni: Jni) -> jlongArray {
    let base = *RESERVED.get_or_init(|| if reserve(BASE, BYTES) { BASE } else { 0 });
    let bytes = if base == 0 { 0 } else { BYTES };
    jni.array_of_longs(&[base as jlong, bytes as jlong])
}

/// Where the heap of native code begins, and how many bytes it has: none if the system refuses. To be asked once.
pub fn native_heap() -> Option<(usize, usize)> {
    reserve(HEAP, BYTES).then_some((HEAP, BYTES))
}

/// Whether an address is in that heap.
pub fn is_native_heap(address: usize) -> bool {
    (HEAP..HEAP + BYTES).contains(&address)
}

/// Empties the first bytes of that heap, which has been asked for.
pub fn clear_native_heap(bytes: usize) {
    if bytes > 0 {
        // SAFETY: these pages are of that mapping, and the threads that used them have ended.
        unsafe { libc::madvise(std::ptr::without_provenance_mut(HEAP), bytes.min(BYTES), libc::MADV_DONTNEED) };
    }
}

/// Makes the region at this address usable; whether it could.
pub fn map_region(_: Jni, address: jlong) -> jboolean {
    let address = usize::try_from(address).unwrap_or_default();
    let is_one = (REGIONS..END).contains(&address) && address.is_multiple_of(REGION);
    jboolean::from(is_one && reserve(address, REGION))
}

/// Maps memory at this address, where nothing is mapped; whether that was possible.
fn reserve(address: usize, bytes: usize) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    let wanted = std::ptr::without_provenance_mut(address);
    // SAFETY: the mapping is new and replaces none; nobody has a reference into it.
    let got = unsafe { libc::mmap(wanted, bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if got.addr() == address {
        return true;
    }
    if got != libc::MAP_FAILED {
        // An old kernel takes the address for a wish.
        // SAFETY: it was mapped just now, and nobody knows it.
        unsafe { libc::munmap(got, bytes) };
    }
    false
}

/// Empties the first bytes of the arena, or of a region: they contain zeros again.
pub fn clear_memory(_: Jni, address: jlong, bytes: jlong) {
    let (address, bytes) = (usize::try_from(address).unwrap_or_default(), usize::try_from(bytes).unwrap_or_default());
    let most = match address {
        0 => 0,
        _ if RESERVED.get() == Some(&address) => BYTES,
        _ if (REGIONS..END).contains(&address) => REGION,
        _ => 0,
    };
    if most > 0 && bytes > 0 {
        // SAFETY: these pages are of a mapping above, which the Java runtime has asked for; threads of the program
        // that used them have ended.
        unsafe { libc::madvise(std::ptr::without_provenance_mut(address), bytes.min(most), libc::MADV_DONTNEED) };
    }
}
