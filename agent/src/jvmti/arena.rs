//! Memory that the program asks `Unsafe` for, at addresses that are the same in every JVM: a thread that has asked
//! knows its address, and may
//! hand it on.

use super::env::Jni;
use jvmti_bindings::sys::jni::{jlong, jlongArray};
use std::sync::OnceLock;

/// Where it is: far from everything that Linux places by itself in the 47 bits of a process.
const BASE: usize = 0x2000_0000_0000;
const BYTES: usize = 1 << 36;

/// Begins and ends there; 0 if the system does not let us have it.
static RESERVED: OnceLock<usize> = OnceLock::new();

/// The first address, and how many bytes there are: none if the system refuses.
pub fn arena(jni: Jni) -> jlongArray {
    let base = *RESERVED.get_or_init(reserve);
    let bytes = if base == 0 { 0 } else { BYTES };
    jni.array_of_longs(&[base as jlong, bytes as jlong])
}

fn reserve() -> usize {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    let wanted = std::ptr::without_provenance_mut(BASE);
    // SAFETY: the mapping is new and replaces none; nobody has a reference into it.
    let got = unsafe { libc::mmap(wanted, BYTES, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    match got.addr() {
        BASE => BASE,
        _ if got == libc::MAP_FAILED => 0,
        // An old kernel takes the address for a wish.
        _ => {
            // SAFETY: it was mapped just now, and nobody knows it.
            unsafe { libc::munmap(got, BYTES) };
            0
        }
    }
}

/// Empties the first bytes: they contain zeros again.
pub fn clear_arena(_: Jni, bytes: jlong) {
    let base = RESERVED.get().copied().unwrap_or_default();
    let bytes = usize::try_from(bytes).unwrap_or_default().min(BYTES);
    if base != 0 && bytes > 0 {
        // SAFETY: these pages are of the mapping above; threads of the program that used them have ended.
        unsafe { libc::madvise(std::ptr::without_provenance_mut(base), bytes, libc::MADV_DONTNEED) };
    }
}
