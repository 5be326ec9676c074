//! SCTBench (Thomson, Donaldson, Betts: Concurrency Testing Using Schedule Bounding, PPoPP 2014): small programs with a
//! bug each, and what strategies need to find it.
//!
//! The sources in `testsuite/sctbench` are written anew from what is known of the originals, and argue what is said of
//! them here.

use super::{Bug, Program};

const fn assertion(says: &'static str, preemptions: u32) -> Option<Bug> {
    Some(Bug { kind: "assertion", says, preemptions, always: false })
}

/// In every execution.
const fn always(kind: &'static str, says: &'static str) -> Option<Bug> {
    Some(Bug { kind, says, preemptions: 0, always: true })
}

const fn program(name: &'static str, class: &'static str, args: &'static [&'static str], bug: Option<Bug>) -> Program {
    Program { name, class, args, bug }
}

const REORDER: Option<Bug> = assertion("a setter was seen half done", 1);
const TWO_STAGE: Option<Bug> = assertion("the second is not in step with the first", 1);
const WRONG_LOCK: Option<Bug> = assertion("somebody else has changed the value", 1);
const QUEUE: Option<Bug> = assertion("not the element of this round", 1);
const STACK: Option<Bug> = assertion("underflow", 1);
const BUFFER: Option<Bug> = assertion("received the number of another round", 1);
const BLUETOOTH: Option<Bug> = assertion("working with a driver that is stopped", 1);
const ACCOUNT: Option<Bug> = assertion("the balance is wrong", 0);
const LAZY: Option<Bug> = assertion("both have added", 0);
const RING: Option<Bug> = assertion("the numbers are not the same", 0);
const SUM: Option<Bug> = always("assertion", "the sum is right");
const INODE: Option<Bug> = always("assertion", "no lock for inode");
const EATEN: Option<Bug> = assertion("all have eaten", 0);
const APPEND: Option<Bug> =
    Some(Bug { kind: "exception", says: "StringIndexOutOfBoundsException", preemptions: 2, always: false });
const DEADLOCK: Option<Bug> =
    Some(Bug { kind: "deadlock", says: "main waits for the end of", preemptions: 1, always: false });
const STUCK: Option<Bug> = always("deadlock", "main waits for the end of");

const fn stealing(preemptions: u32) -> Option<Bug> {
    assertion("an item was not taken exactly once", preemptions)
}

/// As large as in SCTBench, where that has them.
pub const PROGRAMS: &[Program] = &[
    program("reorder_3", "Reorder", &["3"], REORDER),
    program("reorder_4", "Reorder", &["4"], REORDER),
    program("reorder_5", "Reorder", &["5"], REORDER),
    program("reorder_10", "Reorder", &["10"], REORDER),
    program("reorder_20", "Reorder", &["20"], REORDER),
    program("reorder_50", "Reorder", &["50"], REORDER),
    program("reorder_100", "Reorder", &["100"], REORDER),
    program("reorder2_20_20", "Reorder2", &["20", "20"], REORDER),
    program("twostage", "TwoStage", &["2"], TWO_STAGE),
    program("twostage_20", "TwoStage", &["20"], TWO_STAGE),
    program("twostage_100", "TwoStage", &["100"], TWO_STAGE),
    program("wronglock_3", "WrongLock", &["3"], WRONG_LOCK),
    program("wronglock", "WrongLock", &["7"], WRONG_LOCK),
    program("queue", "QueueBad", &["20"], QUEUE),
    program("stack", "StackBad", &["10"], STACK),
    program("circular_buffer", "CircularBuffer", &["7"], BUFFER),
    program("bluetooth_driver", "BluetoothDriver", &[], BLUETOOTH),
    program("account", "AccountBad", &[], ACCOUNT),
    program("deadlock01", "Deadlock01", &[], DEADLOCK),
    program("carter01", "Carter01", &["1"], DEADLOCK),
    program("phase01", "Phase01", &["2"], STUCK),
    program("sync01", "Sync01", &[], STUCK),
    program("sync02", "Sync02", &["2"], STUCK),
    program("lazy01", "Lazy01", &[], LAZY),
    program("token_ring", "TokenRing", &[], RING),
    program("arithmetic_prog", "ArithmeticProg", &["3"], SUM),
    program("fsbench", "FsBench", &["26"], INODE),
    program("din_phil2_sat", "DinPhilSat", &["2"], EATEN),
    program("din_phil3_sat", "DinPhilSat", &["3"], EATEN),
    program("din_phil4_sat", "DinPhilSat", &["4"], EATEN),
    program("din_phil5_sat", "DinPhilSat", &["5"], EATEN),
    program("din_phil6_sat", "DinPhilSat", &["6"], EATEN),
    program("din_phil7_sat", "DinPhilSat", &["7"], EATEN),
    program("dining_5", "Dining", &["5"], DEADLOCK),
    program("dining_20", "Dining", &["20"], DEADLOCK),
    program("wsq_check_first", "Wsq", &["checkFirst", "4", "1", "2"], stealing(1)),
    program("wsq_unlocked", "Wsq", &["unlocked", "4", "1", "2"], stealing(2)),
    program("wsq_no_spare", "Wsq", &["noSpare", "4", "1", "2"], stealing(2)),
    program("stringbuffer", "StringBuffer14", &[], APPEND),
    program("identical_20", "Identical", &["20"], None),
    program("identical_200", "Identical", &["200"], None),
];

/// Small enough to be explored to the end; the smallest of them are right where their comments say so.
pub const SMALL: &[Program] = &[
    program("reorder_2", "Reorder", &["2"], REORDER),
    program("reorder_3", "Reorder", &["3"], REORDER),
    program("reorder2_1_1", "Reorder2", &["1", "1"], REORDER),
    program("reorder2_2_2", "Reorder2", &["2", "2"], REORDER),
    program("twostage_2", "TwoStage", &["2"], TWO_STAGE),
    program("twostage_3", "TwoStage", &["3"], TWO_STAGE),
    program("wronglock_0", "WrongLock", &["0"], None),
    program("wronglock_1", "WrongLock", &["1"], WRONG_LOCK),
    program("wronglock_2", "WrongLock", &["2"], WRONG_LOCK),
    program("queue_1", "QueueBad", &["1"], None),
    program("queue_2", "QueueBad", &["2"], QUEUE),
    program("queue_3", "QueueBad", &["3"], QUEUE),
    program("stack_1", "StackBad", &["1"], None),
    program("stack_2", "StackBad", &["2"], STACK),
    program("stack_3", "StackBad", &["3"], STACK),
    program("circular_buffer_1", "CircularBuffer", &["1"], None),
    program("circular_buffer_2", "CircularBuffer", &["2"], BUFFER),
    program("circular_buffer_3", "CircularBuffer", &["3"], BUFFER),
    program("bluetooth_driver", "BluetoothDriver", &[], BLUETOOTH),
    program("account", "AccountBad", &[], ACCOUNT),
    program("deadlock01", "Deadlock01", &[], DEADLOCK),
    program("carter01", "Carter01", &["1"], DEADLOCK),
    program("phase01_1", "Phase01", &["1"], None),
    program("phase01_2", "Phase01", &["2"], STUCK),
    program("sync01", "Sync01", &[], STUCK),
    program("sync02_1", "Sync02", &["1"], None),
    program("sync02_2", "Sync02", &["2"], STUCK),
    program("lazy01", "Lazy01", &[], LAZY),
    program("token_ring", "TokenRing", &[], RING),
    program("arithmetic_prog_2", "ArithmeticProg", &["2"], SUM),
    program("fsbench_2", "FsBench", &["2"], INODE),
    program("din_phil1_sat", "DinPhilSat", &["1"], always("assertion", "all have eaten")),
    program("din_phil2_sat", "DinPhilSat", &["2"], EATEN),
    program("dining_2", "Dining", &["2"], DEADLOCK),
    program("dining_3", "Dining", &["3"], DEADLOCK),
    program("wsq_right_2", "Wsq", &["right", "2", "1", "2"], None),
    program("wsq_right_4", "Wsq", &["right", "4", "1", "1"], None),
    program("wsq_check_first_2", "Wsq", &["checkFirst", "2", "1", "1"], stealing(1)),
    program("wsq_unlocked_2", "Wsq", &["unlocked", "2", "1", "1"], stealing(2)),
    program("wsq_no_spare_2", "Wsq", &["noSpare", "2", "1", "1"], None),
    program("wsq_no_spare_4", "Wsq", &["noSpare", "4", "1", "1"], stealing(2)),
    program("stringbuffer", "StringBuffer14", &[], APPEND),
    program("identical_2", "Identical", &["2"], None),
    program("identical_3", "Identical", &["3"], None),
];
