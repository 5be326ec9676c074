//! Programs of the testsuite of which a check and a plain JVM say different things by design, and why.
//!
//! The observer runs a program many times in one JVM, on threads and with loaders of its own, and time passes there.

/// What the JDK keeps for the whole JVM, and the next run of the same program finds: a check puts it back.
const KEPT: &str = "the JVM keeps something from one run to the next";
/// Numbers that are counted or measured for the whole JVM.
const NUMBERS: &str = "it prints numbers that depend on other runs or threads of the JVM";
const TIME: &str = "real time passes, and delays of the noise are longer than those of the program";
const STACK: &str = "the observer is in its stack traces, or among its threads or loaders";
const OUTPUT: &str = "it writes to the descriptor of standard output, where the observer writes as well";
const HOOKS: &str = "hooks of the end of the JVM do not run at the end of a run";

/// The programs, by class.
const PROGRAMS: &[(&str, &[&str])] = &[
    (
        KEPT,
        &[
            "DefaultHandlerTakenAway",
            "DefaultsReadByJdk",
            "FileClosed",
            "FilePutBack",
            "FreshBeans",
            "FreshDrivers",
            "FreshLogging",
            "FreshNetwork",
            "FreshProviders",
            "PropertySetOnce",
            "RootHandlers",
            "SystemLoggers",
        ],
    ),
    ("the collector of a real JVM clears loggers and runs finalizers", &["FinalizersNeverRun", "LoggerNotCollected"]),
    (NUMBERS, &["LogRecordNumbers", "MemoryIsTheSame", "NumbersInNames"]),
    (TIME, &["FjOrTimeout", "FormatOfEach", "ScheduledByDelay", "SpinWithBackoff"]),
    (
        STACK,
        &[
            "CastMessage",
            "GroupsAsLocks",
            "LoaderOfProgram",
            "RefusedWaits",
            "StackHasNoHooks",
            "StackWalkerOfProgram",
            "StoppedInSilence",
            "ThreadsManaged",
            "ToolsOfTheJdk",
        ],
    ),
    (OUTPUT, &["OutputBuffered", "OutputByDescriptor"]),
    (HOOKS, &["ShutdownHookRuns", "ShutdownHooksTwo"]),
];

/// Why a plain JVM may show something else of this class than a check; `None` if it must not.
pub fn reason(class: &str) -> Option<&'static str> {
    PROGRAMS.iter().find(|(_, classes)| classes.contains(&class)).map(|(reason, _)| *reason)
}
