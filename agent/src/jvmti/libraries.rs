//! Native libraries of the program. Each execution loads them anew ([`super::imports`] and [`super::heap`] say what they import in place of the C
//! library's), from copies (`NativeLibraries.java`), and they are unloaded when it has ended. Addresses of what is in a library are values that threads hand on, so
//! a library is at the same place each time.
//!
//! Where the dynamic linker puts a library cannot be chosen. But it aligns it as the file says, and the copy says: to so large a power of two that few
//! places are left, of which the system takes the highest. An obstacle in those that other libraries are known to have leaves one.
//!
//! Libraries that native code opens by itself (`dlopen`) are treated likewise if they are files of the program; what it gets is a name of ours for the
//! handle, which is an address as well.
//!
//! The JVM, too, has names for the handles of these libraries: it asks for functions, and closes, when classes of earlier executions are finalised.
//!
//! Invariants: a name that the JVM has is never given again. From the time on that native code has made a thread, nothing is unloaded, and memory is the
//! C library's affair.

use super::foreign::{forget_native_methods, in_native_method};
use super::heap;
use super::imports::{Object, each_object};
use super::jni::Jni;
use jvmti_bindings::sys::jni::jstring;
use libc::{
    PF_X, PT_GNU_STACK, PT_LOAD, RTLD_LAZY, RTLD_NODELETE, RTLD_NOLOAD, pthread_attr_t, pthread_key_t, pthread_t,
};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fs::{self, OpenOptions};
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A library of the program that is loaded.
struct Library {
    /// The file that it is a copy of, if native code has opened it.
    origin: Option<PathBuf>,
    /// The name it was opened by.
    name: CString,
    handle: usize,
    range: Range<usize>,
}

/// What native code has for the handle of a library.
struct Handle {
    name: usize,
    real: usize,
    count: usize,
}

#[derive(Default)]
struct Libraries {
    /// Those of this execution.
    open: Vec<Library>,
    handles: Vec<Handle>,
    /// Names that the JVM has for handles, and these.
    of_jvm: Vec<(usize, usize)>,
    keys: Vec<pthread_key_t>,
    /// Over all executions: hashes of files, and where they were.
    places: Vec<(u64, usize)>,
}

static LIBRARIES: Mutex<Libraries> = Mutex::new(Libraries {
    open: Vec::new(),
    handles: Vec::new(),
    of_jvm: Vec::new(),
    keys: Vec::new(),
    places: Vec::new(),
});
/// Native code has made a thread.
static THREADS: AtomicBool = AtomicBool::new(false);

fn libraries() -> MutexGuard<'static, Libraries> {
    LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a copy of a library, which the JVM is about to load.
pub fn open_library(jni: Jni, path: jstring) {
    open(Path::new(&jni.text(path)), None, RTLD_LAZY);
}

/// The execution has ended.
pub fn close_libraries(_: Jni) {
    if THREADS.load(Ordering::Relaxed) {
        return;
    }
    let ended = {
        let mut libraries = libraries();
        let places = std::mem::take(&mut libraries.places);
        std::mem::replace(&mut *libraries, Libraries { places, ..Libraries::default() })
    };
    // Classes that have native methods are those of executions that have ended.
    forget_native_methods();
    for key in ended.keys {
        // SAFETY: a library made it that will not be there.
        unsafe { libc::pthread_key_delete(key) };
    }
    for library in ended.open.iter().rev() {
        close(library);
    }
    heap::reset();
}

/// Gives back what was opened here, and what the JVM and the program have not.
fn close(library: &Library) {
    const MOST: usize = 16;
    let handle = pointer(library.handle);
    // SAFETY: threads of the program have ended, and its native methods do nothing any more.
    unsafe {
        libc::dlclose(handle);
        for _ in 0..MOST {
            let still = libc::dlopen(library.name.as_ptr(), RTLD_LAZY | RTLD_NOLOAD);
            if still.is_null() {
                break;
            }
            libc::dlclose(still);
            libc::dlclose(still);
        }
    }
}

/// Opens a file of which nobody else has a copy; null if that is impossible.
fn open(copy: &Path, origin: Option<PathBuf>, flags: c_int) -> *mut c_void {
    const NULL: *mut c_void = std::ptr::null_mut();
    let Ok(name) = CString::new(copy.as_os_str().as_bytes()) else { return NULL };
    let Ok(contents) = fs::read(copy) else { return NULL };
    let Some(align) = alignment(&contents) else { return NULL };
    let hash = xxhash_rust::xxh3::xxh3_64(&contents);
    let before = contents[align..align + 8].to_owned();
    let put = |bytes: &[u8]| {
        OpenOptions::new().write(true).open(copy).and_then(|file| file.write_all_at(bytes, align as u64))
    };
    // SAFETY: a library is loaded because the program wants it.
    let load = || unsafe { libc::dlopen(name.as_ptr(), flags) };
    let mut handle = if put(&ALIGN.to_le_bytes()).is_ok() { around_obstacles(hash, load) } else { NULL };
    if handle.is_null() && put(&before).is_ok() {
        handle = load();
    }
    if handle.is_null() {
        return NULL;
    }
    let mut range = 0..0;
    each_object(|object| {
        if object.name == name.as_c_str() {
            range = object.range.clone();
        }
    });
    let mut libraries = libraries();
    let place = (hash, range.start);
    if !libraries.places.contains(&place) {
        libraries.places.push(place);
    }
    libraries.open.push(Library { origin, name, handle: handle.expose_provenance(), range: range.clone() });
    let known: Vec<usize> = libraries.open.iter().map(|library| library.range.start).collect();
    drop(libraries);
    if heap::serve() {
        replace_imports(range.start, &known, handle);
    }
    handle
}

/// A library begins at a multiple of this. The linker asks for twice as much to find one.
const ALIGN: u64 = 1 << 41;

/// Where the alignment of a library is in its file; none if it cannot be changed, or needs what the JVM alone sees to.
fn alignment(file: &[u8]) -> Option<usize> {
    const HEADER: usize = 56;
    let half = |at: usize| Some(u16::from_le_bytes(file.get(at..at + 2)?.try_into().ok()?));
    let word = |at: usize| Some(u32::from_le_bytes(file.get(at..at + 4)?.try_into().ok()?));
    let long = |at: usize| Some(u64::from_le_bytes(file.get(at..at + 8)?.try_into().ok()?));
    // A file of 64 bits, little-endian.
    if !file.starts_with(b"\x7fELF\x02\x01") || usize::from(half(54)?) != HEADER {
        return None;
    }
    let begin = usize::try_from(long(32)?).ok()?;
    let headers = (0..usize::from(half(56)?)).map(|i| begin + i * HEADER);
    // Before it loads a library that wants its stack to be executable, the JVM protects the stacks of all threads.
    headers
        .clone()
        .find(|&at| word(at) == Some(PT_GNU_STACK))
        .filter(|&at| word(at + 4).is_some_and(|f| f & PF_X == 0))?;
    let first = headers.clone().find(|&at| word(at) == Some(PT_LOAD))?;
    (long(first + 8)? == 0 && long(first + 16)? == 0 && long(first + 48).is_some()).then_some(first + 48)
}

/// Loads a library while nothing else can be where others were.
fn around_obstacles(hash: u64, load: impl Fn() -> *mut c_void) -> *mut c_void {
    const PAGE: usize = 4096;
    let places = libraries().places.clone();
    let taken = |base: usize| libraries().open.iter().any(|library| library.range.start == base);
    let own = places.iter().find(|&&(of, base)| of == hash && !taken(base)).map(|&(_, base)| base);
    let obstacle = |base: usize| {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
        // SAFETY: the mapping replaces none.
        let got = unsafe { libc::mmap(pointer(base), PAGE, libc::PROT_NONE, flags, -1, 0) };
        (got != libc::MAP_FAILED).then_some(got)
    };
    let obstacles: Vec<_> =
        places.iter().map(|&(_, base)| base).filter(|&base| Some(base) != own).filter_map(obstacle).collect();
    let handle = load();
    for page in obstacles {
        // SAFETY: it was mapped above, and nobody knows it.
        unsafe { libc::munmap(page, PAGE) };
    }
    handle
}

/// Replaces what the library at this place imports, and what those that are none of the program's (`known`) do.
fn replace_imports(place: usize, known: &[usize], handle: *mut c_void) {
    let own = close_libraries as *const () as usize;
    each_object(|object| {
        let name = object.name.to_bytes();
        if object.range.start == place {
            let opens = !object.has_run_path() && !object.imports_any(&["dlinfo", "dlvsym", "dladdr1", "dlmopen"]);
            object.replace_imports(|name| {
                let original = || {
                    // SAFETY: the library is open.
                    unsafe { libc::dlsym(handle, c"_Znwm".as_ptr()) }.expose_provenance()
                };
                heap::substitute(name, original)
                    .or_else(|| substitute(name).filter(|_| opens))
                    .or_else(|| threads(name))
            });
        } else if !known.contains(&object.range.start) && !object.range.contains(&own) && !is_linker(object) {
            if name.ends_with(b"/libjvm.so") {
                return object.replace_imports(of_jvm);
            }
            object.replace_imports(heap::substitute_everywhere);
        }
    });
}

fn is_linker(object: &Object<'_>) -> bool {
    let name = object.name.to_bytes();
    let file = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    file.starts_with(b"ld-") || file.starts_with(b"linux-vdso")
}

fn substitute(name: &[u8]) -> Option<usize> {
    Some(match name {
        b"dlopen" => native_opens as *const () as usize,
        b"dlsym" => native_looks_up as *const () as usize,
        b"dlclose" => native_closes as *const () as usize,
        _ => return None,
    })
}

fn of_jvm(name: &[u8]) -> Option<usize> {
    Some(match name {
        b"dlopen" => jvm_opens as *const () as usize,
        b"dlsym" => jvm_looks_up as *const () as usize,
        b"dlclose" => jvm_closes as *const () as usize,
        _ => return None,
    })
}

fn threads(name: &[u8]) -> Option<usize> {
    Some(match name {
        b"pthread_create" => native_makes_thread as *const () as usize,
        b"pthread_key_create" | b"__pthread_key_create" => native_makes_key as *const () as usize,
        _ => return None,
    })
}

unsafe extern "C" fn native_opens(name: *const c_char, flags: c_int) -> *mut c_void {
    if !heap::serves() || !in_native_method() {
        // SAFETY: the caller promises what `dlopen` asks for.
        return unsafe { libc::dlopen(name, flags) };
    }
    // SAFETY: as above.
    let file = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) });
    let origin = file.filter(|_| flags & RTLD_NOLOAD == 0).and_then(of_program);
    let copied = origin.map_or(std::ptr::null_mut(), |origin| open_copy(origin, flags));
    let real = if copied.is_null() {
        let more = if name.is_null() { 0 } else { RTLD_NODELETE };
        // SAFETY: as above.
        unsafe { libc::dlopen(name, flags | more) }
    } else {
        copied
    };
    if real.is_null() { real } else { name_of(real) }
}

/// The file, if it is one that is loaded for the program alone.
fn of_program(name: &CStr) -> Option<PathBuf> {
    const OF_SYSTEM: [&str; 4] = ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"];
    if !name.to_bytes().contains(&b'/') {
        return None;
    }
    let path = fs::canonicalize(Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()))).ok()?;
    let text = path.to_string_lossy().into_owned();
    // SAFETY: nothing is loaded.
    let loaded = unsafe { libc::dlopen(name.as_ptr(), RTLD_LAZY | RTLD_NOLOAD) };
    if !loaded.is_null() {
        // SAFETY: it was opened just now.
        unsafe { libc::dlclose(loaded) };
        return None;
    }
    let mut of_jdk = false;
    each_object(|object| {
        let jvm = object.name.to_string_lossy();
        of_jdk |= jvm.strip_suffix("server/libjvm.so").is_some_and(|libraries| text.starts_with(libraries));
    });
    (!of_jdk && !OF_SYSTEM.iter().any(|directory| text.starts_with(directory))).then_some(path)
}

fn open_copy(origin: PathBuf, flags: c_int) -> *mut c_void {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let known =
        libraries().open.iter().find(|library| library.origin.as_ref() == Some(&origin)).map(|l| l.name.clone());
    if let Some(name) = known {
        // SAFETY: it is loaded already.
        return unsafe { libc::dlopen(name.as_ptr(), flags) };
    }
    let file = origin.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    // The Java runtime removes files of this name that a killed process has left.
    let copy = std::env::temp_dir().join(format!("mcr-library-{}-n{number}-{file}", std::process::id()));
    let handle = match fs::copy(&origin, &copy) {
        Ok(_) => open(&copy, Some(origin), flags),
        Err(_) => std::ptr::null_mut(),
    };
    // Nobody needs the file of what is loaded; if it stays, it is in a directory for such files.
    let _ = fs::remove_file(&copy);
    handle
}

/// What native code gets for a handle.
fn name_of(real: *mut c_void) -> *mut c_void {
    let mut libraries = libraries();
    if let Some(handle) = libraries.handles.iter_mut().find(|handle| handle.real == real.addr()) {
        handle.count += 1;
        return pointer(handle.name);
    }
    let Some(name) = heap::piece(1, 1) else { return real };
    libraries.handles.push(Handle { name: name.expose_provenance(), real: real.expose_provenance(), count: 1 });
    name
}

unsafe extern "C" fn native_looks_up(handle: *mut c_void, name: *const c_char) -> *mut c_void {
    let real = libraries().handles.iter().find(|known| known.name == handle.addr()).map(|known| known.real);
    // SAFETY: the caller promises what `dlsym` asks for.
    let (found, text) = unsafe { (libc::dlsym(real.map_or(handle, pointer), name), CStr::from_ptr(name)) };
    let ours = heap::substitute(text.to_bytes(), || found.expose_provenance()).or_else(|| threads(text.to_bytes()));
    match ours {
        Some(function) if !found.is_null() => pointer(function),
        _ => found,
    }
}

unsafe extern "C" fn native_closes(handle: *mut c_void) -> c_int {
    let mut libraries = libraries();
    let Some(at) = libraries.handles.iter().position(|known| known.name == handle.addr()) else {
        drop(libraries);
        // SAFETY: the caller promises what `dlclose` asks for.
        return unsafe { libc::dlclose(handle) };
    };
    let known = &mut libraries.handles[at];
    known.count -= 1;
    let real = known.real;
    if known.count == 0 {
        libraries.handles.swap_remove(at);
        heap::free(handle);
    }
    drop(libraries);
    // SAFETY: it was opened when the name was given.
    unsafe { libc::dlclose(pointer(real)) }
}

unsafe extern "C" fn jvm_opens(name: *const c_char, flags: c_int) -> *mut c_void {
    // SAFETY: the JVM promises what `dlopen` asks for.
    let (real, name) = unsafe { (libc::dlopen(name, flags), (!name.is_null()).then(|| CStr::from_ptr(name))) };
    let mut libraries = libraries();
    if real.is_null() || !libraries.open.iter().any(|library| Some(library.name.as_c_str()) == name) {
        return real;
    }
    // The JVM takes a handle for what glibc says it is: the base and the name of a library come first.
    let looks_like = Box::leak(Box::new([0; 8]));
    looks_like[1] = c"".as_ptr().expose_provenance();
    let given = looks_like.as_ptr().expose_provenance();
    libraries.of_jvm.push((given, real.expose_provenance()));
    drop(libraries);
    names().insert(given);
    pointer(given)
}

/// All names that the JVM has got for handles.
fn names() -> MutexGuard<'static, FxHashSet<usize>> {
    static NAMES: Mutex<FxHashSet<usize>> = Mutex::new(FxHashSet::with_hasher(FxBuildHasher));
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_name(handle: *mut c_void) -> bool {
    names().contains(&handle.addr())
}

unsafe extern "C" fn jvm_looks_up(handle: *mut c_void, name: *const c_char) -> *mut c_void {
    let real = libraries().of_jvm.iter().find(|&&(given, _)| given == handle.addr()).map(|&(_, real)| pointer(real));
    match real {
        // Its library is there no more.
        None if is_name(handle) => std::ptr::null_mut(),
        // SAFETY: the JVM promises what `dlsym` asks for.
        real => unsafe { libc::dlsym(real.unwrap_or(handle), name) },
    }
}

unsafe extern "C" fn jvm_closes(handle: *mut c_void) -> c_int {
    // What has a name is closed when its execution has ended.
    // SAFETY: the JVM promises what `dlclose` asks for.
    if is_name(handle) { 0 } else { unsafe { libc::dlclose(handle) } }
}

unsafe extern "C" fn native_makes_thread(
    thread: *mut pthread_t,
    attributes: *const pthread_attr_t,
    run: extern "C" fn(*mut c_void) -> *mut c_void,
    argument: *mut c_void,
) -> c_int {
    THREADS.store(true, Ordering::Relaxed);
    heap::stop_serving();
    // SAFETY: the caller promises what `pthread_create` asks for.
    unsafe { libc::pthread_create(thread, attributes, run, argument) }
}

unsafe extern "C" fn native_makes_key(
    key: *mut pthread_key_t,
    destructor: Option<unsafe extern "C" fn(*mut c_void)>,
) -> c_int {
    // SAFETY: the caller promises what `pthread_key_create` asks for.
    let result = unsafe { libc::pthread_key_create(key, destructor) };
    if result == 0 {
        // SAFETY: the function has written the key.
        libraries().keys.push(unsafe { *key });
    }
    result
}

fn pointer(address: usize) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with headers of these types and flags.
    fn library(headers: &[(u32, u32)]) -> Vec<u8> {
        let mut file = b"\x7fELF\x02\x01".to_vec();
        file.resize(64, 0);
        file[32] = 64;
        file[54] = 56;
        file[56] = u8::try_from(headers.len()).unwrap();
        for &(kind, flags) in headers {
            file.extend(kind.to_le_bytes());
            file.extend(flags.to_le_bytes());
            file.resize(file.len() + 48, 0);
        }
        file
    }

    #[test]
    fn the_alignment_is_that_of_the_first_segment() {
        assert_eq!(alignment(&library(&[(PT_GNU_STACK, 6), (PT_LOAD, 5), (PT_LOAD, 6)])), Some(64 + 56 + 48));
    }

    #[test]
    fn what_wants_an_executable_stack_is_left_alone() {
        assert_eq!(alignment(&library(&[(PT_LOAD, 5), (PT_GNU_STACK, 7)])), None);
        assert_eq!(alignment(&library(&[(PT_LOAD, 5)])), None);
        assert_eq!(alignment(b"\x7fELF\x02\x01"), None);
    }
}
