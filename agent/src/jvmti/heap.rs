//! What native code of the program allocates: threads hand on its address, so it has to follow from what has happened. Native methods are
//! steps of a state that they have in common, whose order every thread knows that has called one (`NativeCalls.java`); so a piece of a range that is at
//! the same place in every JVM, given in the order of requests, has an address that is a function of the history.
//!
//! Libraries of the program import the functions below in place of those of the C library ([`super::libraries`]). They serve a thread of the program
//! that is in a native method; all else is the C library's. What is given back by somebody else stays as it is until the execution ends.
//!
//! Invariant: memory from here is never given to the C library.

use super::arena;
use super::foreign::in_native_method;
use crate::pieces::Pieces;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PIECES: Mutex<Option<Pieces>> = Mutex::new(None);
/// Whether requests are served from here.
static SERVES: AtomicBool = AtomicBool::new(false);
/// The C++ library's `operator new`.
static OPERATOR_NEW: AtomicUsize = AtomicUsize::new(0);

const ALIGN: usize = 16;

fn pieces() -> MutexGuard<'static, Option<Pieces>> {
    PIECES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on libraries of the program have the functions below; whether there is memory.
pub fn serve() -> bool {
    let mut pieces = pieces();
    if pieces.is_none() {
        *pieces = arena::native_heap().map(|(begin, bytes)| Pieces::of(begin, bytes));
        SERVES.store(pieces.is_some(), Ordering::Relaxed);
    }
    pieces.is_some()
}

/// No more requests are served: threads that nobody schedules use memory.
pub fn stop_serving() {
    SERVES.store(false, Ordering::Relaxed);
}

pub fn serves() -> bool {
    SERVES.load(Ordering::Relaxed)
}

/// The execution has ended, and with it what it has allocated.
pub fn reset() {
    let used = if serves() { pieces().as_mut().map(Pieces::reset) } else { None };
    arena::clear_native_heap(used.unwrap_or_default());
}

/// The function for one that a library of the program imports.
pub fn substitute(name: &[u8], operator_new: impl Fn() -> usize) -> Option<usize> {
    Some(match name {
        b"malloc" => malloc as *const () as usize,
        b"calloc" => calloc as *const () as usize,
        b"realloc" => realloc as *const () as usize,
        b"posix_memalign" => posix_memalign as *const () as usize,
        b"aligned_alloc" | b"memalign" => aligned_alloc as *const () as usize,
        b"strdup" | b"__strdup" => strdup as *const () as usize,
        b"_Znwm" | b"_Znam" => {
            OPERATOR_NEW.store(operator_new(), Ordering::Relaxed);
            new as *const () as usize
        }
        b"_ZnwmRKSt9nothrow_t" | b"_ZnamRKSt9nothrow_t" => malloc as *const () as usize,
        _ => return substitute_everywhere(name),
    })
}

/// The function for one that any library imports: others may be handed what was allocated here.
pub fn substitute_everywhere(name: &[u8]) -> Option<usize> {
    Some(match name {
        b"free" | b"cfree" => free as *const () as usize,
        b"realloc" => realloc_of_others as *const () as usize,
        b"malloc_usable_size" => usable_size as *const () as usize,
        _ => return None,
    })
}

/// A piece for the thread that runs, if it is served here.
pub fn piece(bytes: usize, align: usize) -> Option<*mut c_void> {
    if !serves() || !in_native_method() {
        return None;
    }
    let address = pieces().as_mut()?.allocate(bytes, align)?;
    Some(std::ptr::with_exposed_provenance_mut(address))
}

fn is_ours(pointer: *mut c_void) -> bool {
    arena::is_native_heap(pointer.addr())
}

extern "C" fn malloc(bytes: usize) -> *mut c_void {
    // SAFETY: it has no conditions.
    piece(bytes, ALIGN).unwrap_or_else(|| unsafe { libc::malloc(bytes) })
}

extern "C-unwind" fn new(bytes: usize) -> *mut c_void {
    piece(bytes, ALIGN).unwrap_or_else(|| {
        let original: *const () = std::ptr::with_exposed_provenance(OPERATOR_NEW.load(Ordering::Relaxed));
        // SAFETY: it is the function that the library imports. (What it throws passes through here to its caller.)
        let original: extern "C-unwind" fn(usize) -> *mut c_void = unsafe { std::mem::transmute(original) };
        original(bytes)
    })
}

extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    match count.checked_mul(size).and_then(|bytes| piece(bytes, ALIGN).map(|piece| (piece, bytes))) {
        Some((piece, bytes)) => {
            // SAFETY: the piece has so many bytes.
            unsafe { piece.cast::<u8>().write_bytes(0, bytes) };
            piece
        }
        // SAFETY: it has no conditions.
        None => unsafe { libc::calloc(count, size) },
    }
}

unsafe extern "C" fn realloc(old: *mut c_void, bytes: usize) -> *mut c_void {
    if old.is_null() {
        return malloc(bytes);
    }
    // SAFETY: the caller promises what `realloc` asks for.
    unsafe { realloc_of_others(old, bytes) }
}

unsafe extern "C" fn realloc_of_others(old: *mut c_void, bytes: usize) -> *mut c_void {
    if !is_ours(old) {
        // SAFETY: the caller promises what `realloc` asks for.
        return unsafe { libc::realloc(old, bytes) };
    }
    if bytes == 0 {
        free(old);
        return std::ptr::null_mut();
    }
    let length = usable_size(old);
    let made = malloc(bytes);
    if !made.is_null() {
        // SAFETY: both have so many bytes.
        unsafe { std::ptr::copy_nonoverlapping(old.cast::<u8>(), made.cast::<u8>(), length.min(bytes)) };
        free(old);
    }
    made
}

pub extern "C" fn free(pointer: *mut c_void) {
    if !is_ours(pointer) {
        // SAFETY: the caller promises what `free` asks for.
        unsafe { libc::free(pointer) };
    } else if in_native_method()
        && let Some(pieces) = pieces().as_mut()
    {
        pieces.give_back(pointer.addr());
    }
}

unsafe extern "C" fn posix_memalign(to: *mut *mut c_void, align: usize, bytes: usize) -> c_int {
    let is_legal = align.is_power_of_two() && align.is_multiple_of(size_of::<usize>());
    match if is_legal { piece(bytes, align) } else { None } {
        Some(piece) => {
            // SAFETY: the caller promises a place for the answer.
            unsafe { *to = piece };
            0
        }
        // SAFETY: as above.
        None => unsafe { libc::posix_memalign(to, align, bytes) },
    }
}

extern "C" fn aligned_alloc(align: usize, bytes: usize) -> *mut c_void {
    let piece = if align.is_power_of_two() { piece(bytes, align) } else { None };
    // SAFETY: it has no conditions.
    piece.unwrap_or_else(|| unsafe { libc::memalign(align, bytes) })
}

unsafe extern "C" fn strdup(text: *const c_char) -> *mut c_char {
    // SAFETY: the caller promises a text.
    let bytes = unsafe { libc::strlen(text) } + 1;
    let copy: *mut c_char = malloc(bytes).cast();
    if !copy.is_null() {
        // SAFETY: both have so many bytes.
        unsafe { std::ptr::copy_nonoverlapping(text, copy, bytes) };
    }
    copy
}

extern "C" fn usable_size(pointer: *mut c_void) -> usize {
    if is_ours(pointer) {
        return pieces().as_ref().and_then(|pieces| pieces.length(pointer.addr())).unwrap_or_default();
    }
    // SAFETY: the caller promises what was allocated, or null.
    unsafe { libc::malloc_usable_size(pointer) }
}
