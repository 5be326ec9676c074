//! Ctrl-C: the first one asks to stop and report, the second one ends everything at once.

use crate::session::stop::Stop;
use std::process;

/// Status of a process that was ended by Ctrl-C.
const KILLED: i32 = 130;

/// Handles SIGINT, SIGTERM and SIGHUP from now on.
pub fn on_interrupt(stop: &Stop) {
    let stop = stop.clone();
    // It fails only if a handler is there already; then that one serves.
    let _ = ctrlc::set_handler(move || {
        if stop.cancel() {
            process::exit(KILLED);
        }
    });
}
