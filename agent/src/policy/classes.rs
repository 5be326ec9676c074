//! Classes of the JDK: which are rewritten as a whole, of which single methods are hooked, what executions would share through them.

use super::exceptions::is_changing_exception;
use super::initialise;
use super::jdk::is_jdk_name;
use super::{network, watch};
use mcr_rewriter::GENERATED;

/// Whether a class (internal name) belongs to the Java runtime of this project, by its name. What is in packages below is for programs.
pub fn is_runtime_name(name: &str) -> bool {
    name.strip_prefix("dev/mcr/").is_some_and(|rest| !rest.contains('/'))
}

/// Whether a class (internal name) is one that the application has brought, by its name.
pub fn is_application(name: &str) -> bool {
    !is_jdk_name(name) && !is_runtime_name(name) && !name.starts_with('[') && !name.contains(GENERATED)
}

/// Whether a class of the JDK is rewritten, so that its fields are locations: collections, streams, string builders, dates, calendars and formats,
/// and exceptions that change. Not: what the JVM itself shares between all users (locales, time zones, resource bundles), what is native or works on
/// files, and what is built on `java.util.concurrent`.
pub fn is_rewritten_jdk(name: &str) -> bool {
    if matches!(name, "java/io/StringWriter" | "java/io/PrintWriter" | "java/io/Writer" | "java/io/SequenceInputStream")
    {
        return true;
    }
    if matches!(name, "java/lang/AbstractStringBuilder" | "java/lang/StringBuilder" | "java/lang/StringBuffer") {
        return true;
    }
    // Streams over the characters of a string builder read its array while they run.
    if matches!(
        name,
        "java/lang/StringLatin1$CharsSpliterator"
            | "java/lang/StringUTF16$CharsSpliterator"
            | "java/lang/StringUTF16$CodePointsSpliterator"
    ) {
        return true;
    }
    // Whoever makes threads with one of these gets the next number; a flock waits for its threads.
    if name.starts_with("java/lang/ThreadBuilders$") && name != BOUND || is_flock(name) {
        return true;
    }
    // Reads and writes the fields of objects that are serialized, by `Unsafe`.
    if name == "java/io/ObjectStreamClass$FieldReflector" {
        return true;
    }
    if is_format(name) || is_calendar(name) {
        return true;
    }
    if is_pipe(name) || is_changing_exception(name) || network::is_rewritten(name) || watch::is_rewritten(name) {
        return true;
    }
    let Some(rest) = name.strip_prefix("java/util/") else { return false };
    if let Some((package, class)) = rest.rsplit_once('/') {
        return match package {
            "function" | "stream" | "concurrent/atomic" => true,
            "concurrent" => {
                !matches!(class, "ThreadLocalRandom" | "TimeUnit") && !class.starts_with("ThreadLocalRandom$")
            }
            "concurrent/locks" => class != "LockSupport",
            _ => false,
        };
    }
    const OPAQUE: [&str; 15] = [
        "Currency",
        "Formatter",
        "IllformedLocaleException",
        "ListResourceBundle",
        "Properties",
        "PropertyPermission",
        "PropertyResourceBundle",
        "Random",
        "ResourceBundle",
        "Scanner",
        "ServiceLoader",
        "SimpleTimeZone",
        "SplittableRandom",
        "TimeZone",
        "UUID",
    ];
    let outer = rest.split('$').next().unwrap_or(rest);
    !OPAQUE.contains(&outer) && !outer.starts_with("Locale")
}

/// The class of the hooks of scopes, and of new objects.
pub const SCOPE_HOOKS: &str = "dev/mcr/ScopeHooks";

/// Whether the constructors of a class tell of the objects that they make, as all rewritten classes do. (One that the user has excluded does not,
/// which nobody asks for: its objects are of unknown age.) Strings are known by what they say.
pub fn tells_of_objects(name: &str) -> bool {
    is_application(name) || is_rewritten_jdk(name) || name == "java/lang/String"
}

/// Whether objects of a class make texts of numbers and dates, or take such apart, or say with which characters: they
/// have buffers and calendars of their own, and are not made for several threads. (Not the names of months and days:
/// formats share these with the JVM.)
pub fn is_format(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("java/text/") else { return false };
    let outer = rest.split('$').next().unwrap_or(rest);
    matches!(
        outer,
        "CalendarBuilder"
            | "ChoiceFormat"
            | "DateFormat"
            | "DecimalFormat"
            | "DecimalFormatSymbols"
            | "DigitList"
            | "DontCareFieldPosition"
            | "FieldPosition"
            | "Format"
            | "MessageFormat"
            | "NumberFormat"
            | "ParsePosition"
            | "SimpleDateFormat"
    )
}

/// Whether a class is of those that dates and calendars are made of; not time zones, which all users of the JVM share.
fn is_calendar(name: &str) -> bool {
    name.starts_with("sun/util/calendar/") && !name.contains("Zone")
}

/// Whether a class is one of the streams through which threads talk: they wait in them.
pub fn is_pipe(name: &str) -> bool {
    matches!(
        name,
        "java/io/PipedInputStream" | "java/io/PipedOutputStream" | "java/io/PipedReader" | "java/io/PipedWriter"
    )
}

/// A virtual thread that is a thread of the system, as all are that the program starts.
pub const BOUND: &str = "java/lang/ThreadBuilders$BoundVirtualThread";

/// Whether a class is that of the threads of a structured scope.
pub fn is_flock(name: &str) -> bool {
    name.starts_with("jdk/internal/misc/ThreadFlock")
}

/// Whether single methods of this class are hooked.
pub fn is_hooked_jdk(name: &str) -> bool {
    matches!(
        name,
        "java/lang/Thread"
            | "java/lang/Runtime"
            | "java/lang/Object"
            | "java/lang/ClassLoader"
            | "java/lang/reflect/AccessibleObject"
            | "java/lang/ThreadBuilders"
            | STACK_WALKER
            | "java/lang/ThreadLocal"
            | BOUND
            | "java/lang/ThreadGroup"
            | PROCESS
            | PROCESS_HANDLE
            | THREAD_CONTAINERS
            | THREAD_MANAGEMENT
            | REFERENCE_QUEUE
            | FINALIZER
            | PROVIDER_SERVICE
            | SPLITTABLE_RANDOM
            | RANDOM_SUPPORT
            | "java/lang/invoke/MethodHandleNatives"
            | LAMBDA_FORM
            | "java/util/concurrent/locks/LockSupport"
            | "java/util/concurrent/ThreadLocalRandom"
            | "java/util/concurrent/TimeUnit"
            | "java/security/SecureRandom"
    ) || super::files::is_hooked(name)
        || has_statics(name)
        || is_exception_root(name)
        || writes_arrays(name)
        || asks_for_hashes(name)
        || CLOCKS.contains(&name)
        || initialise::is_hooked(name)
        || super::members::is_hooked(name)
        || super::proxies::is_hooked(name)
        || super::memory::is_hooked(name)
        || super::loaders::is_hooked(name)
        || network::is_hooked(name)
}

/// Classes of the JDK that write the elements of arrays somewhere when objects are serialized.
pub fn writes_arrays(name: &str) -> bool {
    matches!(name, "java/io/ObjectOutputStream" | "java/io/ObjectOutputStream$BlockDataOutputStream")
}

/// Classes of the JDK that are not rewritten and show in what order hash codes of the program's objects are, or print them.
pub fn asks_for_hashes(name: &str) -> bool {
    matches!(name, "java/lang/Object" | "java/util/Formatter$FormatSpecifier")
}

/// `Throwable`, and what it prints to.
pub fn is_exception_root(name: &str) -> bool {
    matches!(name, "java/lang/Throwable" | "java/lang/Throwable$WrappedPrintStream")
}

/// Classes of the JDK whose methods get and set what all threads have in common (`JdkStatics.java`, `SystemProperties.java`).
pub fn has_statics(name: &str) -> bool {
    matches!(name, "java/lang/System" | "java/util/Locale" | "java/util/TimeZone" | "java/util/Properties")
}

/// Whether a static method without arguments answers with a static field that is a location.
pub fn asks_for_static(owner: &str, name: &str) -> bool {
    matches!(
        (owner, name),
        ("java/util/Locale" | "java/util/TimeZone", "getDefault")
            | ("java/lang/Thread", "getDefaultUncaughtExceptionHandler")
    )
}

/// Static fields of the JDK that the program reads by instruction, and sets for all its threads.
pub fn is_shared_static(owner: &str, name: &str) -> bool {
    owner == "java/lang/System" && matches!(name, "out" | "err" | "in")
}

/// A process of the system, and who waits for its end.
pub const PROCESS: &str = "java/lang/ProcessImpl";
/// What method handles are made of, and where it becomes code of a class.
pub const LAMBDA_FORM: &str = "java/lang/invoke/LambdaForm";
pub const PROCESS_HANDLE: &str = "java/lang/ProcessHandleImpl";

/// Shows the stack of the thread that asks.
pub const STACK_WALKER: &str = "java/lang/StackWalker";

/// Answers questions about threads.
pub const THREAD_MANAGEMENT: &str = "sun/management/ThreadImpl";

/// What the garbage collector, or the program, puts references into.
pub const REFERENCE_QUEUE: &str = "java/lang/ref/ReferenceQueue";

/// What the garbage collector has finalized, in a thread of the JVM.
pub const FINALIZER: &str = "java/lang/ref/Finalizer";

/// What a security provider offers; it asks its provider once.
pub const PROVIDER_SERVICE: &str = "java/security/Provider$Service";

/// Knows all groups of threads, for those who debug a program.
pub const THREAD_CONTAINERS: &str = "jdk/internal/vm/ThreadContainers";

/// Random generators, and what seeds their kinds.
pub const RANDOM: &str = "java/util/Random";
pub const SPLITTABLE_RANDOM: &str = "java/util/SplittableRandom";
pub const RANDOM_SUPPORT: &str = "jdk/internal/util/random/RandomSupport";

/// Those classes that ask for the time of which other methods are hooked, or whose static initialisers need not be hidden.
const CLOCKS: [&str; 3] = [RANDOM, "java/time/Clock", "java/time/Clock$SystemClock"];

/// Classes of the JDK that ask for the time on behalf of the program, and are not rewritten. Not: those that ask how old an entry of a cache is, or
/// how long something may take that only the network and other processes do.
pub fn asks_for_time(name: &str) -> bool {
    let others = matches!(
        name,
        "sun/util/locale/provider/CalendarProviderImpl"
            | "sun/util/calendar/ZoneInfo"
            | "java/util/ResourceBundle"
            | "java/util/zip/ZipOutputStream"
            | "java/net/HttpCookie"
            | "java/rmi/server/UID"
            | "javax/management/MBeanServerDelegate"
            | "javax/management/monitor/Monitor"
            | "javax/management/remote/JMXConnectionNotification"
            | "com/sun/org/apache/xerces/internal/dom/events/EventImpl"
    );
    others || CLOCKS.contains(&name)
}

/// Hooks around what happens only once in a JVM, in whatever execution: nobody is to take notice of it.
pub const UNSEEN: (&str, &str) = ("unseenEnter", "unseenExit");

/// The class that holds a pair of hooks which begins with this one: that of [`UNSEEN`] is in one class for all policies, others are in the `own`.
pub fn holds_pair<'a>(enter: &str, own: &'a str) -> &'a str {
    if enter == UNSEEN.0 { "dev/mcr/JdkHooks" } else { own }
}

/// Static fields of the JDK that hold objects which executions would share: each execution has its own.
pub fn is_global(owner: &str, name: &str) -> bool {
    matches!(
        (owner, name),
        ("java/util/concurrent/ForkJoinPool", "common")
            | ("java/util/concurrent/CompletableFuture" | "java/util/concurrent/SubmissionPublisher", "ASYNC_POOL")
            | ("java/util/concurrent/CompletableFuture$Delayer", "delayer")
            | ("java/util/concurrent/Executors$DefaultThreadFactory", "poolNumber")
            | ("java/util/concurrent/ScheduledThreadPoolExecutor", "sequencer")
            | ("java/util/Timer", "nextSerialNumber")
    )
}
