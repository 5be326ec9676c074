//! Calls of the operating system that the standard library does not have.

use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

/// Ends the process without running anything of the JVM: its threads may be anywhere.
pub fn exit_process(status: i32) -> ! {
    // SAFETY: `_exit` takes any number and does not return.
    unsafe { libc::_exit(status) }
}

/// Lets a file descriptor survive into a program that this process starts.
///
/// # Errors
/// As the operating system says.
pub fn keep_across_exec(file: &impl AsRawFd) -> std::io::Result<()> {
    // SAFETY: F_SETFD on an open descriptor changes only its flags.
    let result = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, 0) };
    if result < 0 { Err(std::io::Error::last_os_error()) } else { Ok(()) }
}

/// Leaves the standard input of this process to those that it has started: from now on this one finds none.
///
/// # Errors
/// As the operating system says.
pub fn leave_input() -> std::io::Result<()> {
    let nothing = std::fs::File::open("/dev/null")?;
    // SAFETY: both are numbers of open files, or the call fails.
    let result = unsafe { libc::dup2(nothing.as_raw_fd(), libc::STDIN_FILENO) };
    if result < 0 { Err(std::io::Error::last_os_error()) } else { Ok(()) }
}

/// Blocks until the other end of a socket sends no more. What it has sent may not have been read.
pub fn wait_for_hangup(stream: &UnixStream) {
    let mut watched = libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLRDHUP, revents: 0 };
    // SAFETY: one structure, on this stack, and an open descriptor.
    while unsafe { libc::poll(&raw mut watched, 1, -1) } <= 0 {
        // Interrupted, or the system has no memory for it now.
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Takes over a socket that the process was started with, and keeps it from those that the program starts.
///
/// # Errors
/// If there is none.
pub fn inherited_socket(number: i32) -> std::io::Result<UnixStream> {
    // SAFETY: F_SETFD changes only flags, and fails if nothing is open under this number.
    if number <= 2 || unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) } < 0 {
        return Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    }
    // SAFETY: it is open; whoever started this process has passed it to this agent, and nobody else has it.
    let stream = unsafe { UnixStream::from_raw_fd(number) };
    // Fails if it is no socket of this kind.
    stream.peer_addr().map(|_| stream)
}

/// Leaves Ctrl-C to the checker, which then reports and ends this process. (A JVM that starts with the signal ignored does
/// not handle it.)
pub fn ignore_interrupts() {
    // SAFETY: ignoring a signal runs no code.
    unsafe { libc::signal(libc::SIGINT, libc::SIG_IGN) };
}

/// Lets sleeps of the calling thread end when they are meant to; without this they take some 50 microseconds longer.
pub fn fine_timers() {
    // SAFETY: PR_SET_TIMERSLACK takes a number and touches no memory.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1000) };
}

/// The processors that this process might use before it was confined to one.
static ALLOWED: OnceLock<libc::cpu_set_t> = OnceLock::new();

/// Lets the compilers of the JVM have any processor: nobody waits for them, and while there is much to compile they need not keep the program
/// from running. To be called when the JVM has started them.
pub fn let_compilers_go() {
    // What the kernel shows of a name ends after 15 bytes.
    const COMPILERS: [&str; 2] = ["C1 CompilerThre", "C2 CompilerThre"];
    let (Some(allowed), Ok(threads)) = (ALLOWED.get(), std::fs::read_dir("/proc/self/task")) else { return };
    for thread in threads.flatten() {
        let name = std::fs::read_to_string(thread.path().join("comm")).unwrap_or_default();
        let number = thread.file_name().to_str().and_then(|number| number.parse().ok());
        if let Some(number) = number.filter(|_| COMPILERS.contains(&name.trim_end())) {
            // SAFETY: it gets a set that lives as long as the process, and its true size; a thread that is gone is an error.
            unsafe { libc::sched_setaffinity(number, size_of::<libc::cpu_set_t>(), allowed) };
        }
    }
}

/// Confines the process to one processor of those that it may use, counted from the last one, which is 0: a hand-off between threads costs some 40
/// times more across two. JVMs share processors if there are more of them.
pub fn pin_to_one_core(processor: usize) {
    // SAFETY: both calls get a set that lives on this stack and its true size; a zeroed set is an empty one.
    unsafe {
        let mut allowed: libc::cpu_set_t = std::mem::zeroed();
        let size = size_of::<libc::cpu_set_t>();
        if libc::sched_getaffinity(0, size, &raw mut allowed) != 0 {
            return;
        }
        let _ = ALLOWED.set(allowed);
        let from_last = || (0..libc::CPU_SETSIZE as usize).rev().filter(|&cpu| libc::CPU_ISSET(cpu, &allowed));
        if let Some(cpu) = from_last().nth(processor % from_last().count().max(1)) {
            let mut one: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(cpu, &mut one);
            libc::sched_setaffinity(0, size, &raw const one);
        }
    }
}

/// How much later than others ([`give_way`]): of a processor that two want, ten of eleven parts are for the other.
const LATER: i32 = 10;

/// Lets the checker go first where both want a processor: the calling thread, and those that it starts from now on, are niced. For one of several JVMs: all of them wait
/// for what the checker finds next, which is one thread, and has no processor of its own.
pub fn give_way() {
    // SAFETY: it takes a number. What is added can be too much for the system, which then takes less.
    unsafe { libc::nice(LATER) };
}

/// The file that this library was loaded from.
pub fn library_path() -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    // SAFETY: `dladdr` fills the struct if it answers other than 0, and the name it points to lives as long as the library.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        if libc::dladdr(library_path as *const libc::c_void, &raw mut info) == 0 || info.dli_fname.is_null() {
            return None;
        }
        let name = std::ffi::CStr::from_ptr(info.dli_fname);
        std::fs::canonicalize(std::ffi::OsStr::from_bytes(name.to_bytes())).ok()
    }
}
